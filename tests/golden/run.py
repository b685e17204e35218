#!/usr/bin/env python3
"""Runs golden scripts: commands of edge and what they must print.

    run.py [--update] [--edge PROGRAM] FILE.test...

A script is a list of blocks:

    # What this block shows.
    $ edge games classics.scoredb --limit 1 --format uci
    e2e4 e7e5 ...
    [exit 1]

`$` starts a command for bash; lines that begin `> ` continue it. What follows, up to an empty
line, is the expected standard output; a command that wants its messages checked says `2>&1`. An
empty line of output is written `<empty>`. `[exit N]` is the exit status where that is not 0. A
line `...` stands for any lines, `<*>` for any text within a line.

All commands of one script run in one temporary directory, with the program under test first in
PATH as `edge`, DATA naming tests/data, CLASSICS the bundled games, and the functions of
helpers.sh. --update writes what was printed into the script, keeping every expectation that still
fits. Exit: 0 all fit, 1 some did not, 2 wrong use.
"""

import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EMPTY_LINE = "<empty>"
TIMEOUT_S = 120


@dataclass
class Block:
    comments: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    line: int = 0

    def text(self) -> str:
        command = [("$ " if i == 0 else "> ") + part for i, part in enumerate(self.command)]
        return "\n".join(self.comments + command + self.expected)


def parse(text: str) -> list[Block]:
    blocks, block = [], Block()
    for number, line in enumerate(text.splitlines() + [""], 1):
        if line == "":
            if block.command or block.comments:
                blocks.append(block)
            block = Block()
        elif line.startswith("$ ") and not block.command:
            block.command, block.line = [line[2:]], number
        elif line.startswith("> ") and block.command and not block.expected:
            block.command.append(line[2:])
        elif block.command:
            block.expected.append(line)
        elif line.startswith("#"):
            block.comments.append(line)
        else:
            raise ValueError(f"line {number}: expected '#' or '$', found: {line}")
    return blocks


def line_fits(pattern: str, line: str) -> bool:
    parts = (re.escape(part) for part in pattern.split("<*>"))
    return re.fullmatch(".*".join(parts), line) is not None


def fits(expected: list[str], actual: list[str]) -> bool:
    """Whether the lines match, `...` standing for any number of lines."""
    reachable = {0}  # how many actual lines the patterns so far can have used
    for pattern in expected:
        if pattern == "...":
            reachable = set(range(min(reachable), len(actual) + 1))
        else:
            reachable = {
                n + 1 for n in reachable if n < len(actual) and line_fits(pattern, actual[n])
            }
        if not reachable:
            return False
    return len(actual) in reachable


def run(command: list[str], directory: Path, environment: dict[str, str]) -> list[str]:
    done = subprocess.run(
        ["bash", "-c", "\n".join(command)],
        cwd=directory,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=TIMEOUT_S,
    )
    lines = [line or EMPTY_LINE for line in done.stdout.decode("utf-8", "replace").splitlines()]
    if done.returncode != 0:
        lines.append(f"[exit {done.returncode}]")
        if not lines[:-1] and done.stderr:
            print(done.stderr.decode("utf-8", "replace"), file=sys.stderr)
    return lines


def run_script(path: Path, edge: Path, update: bool) -> list[str]:
    """The failures of one script, each as text for people."""
    blocks = parse(path.read_text())
    failures = []
    with tempfile.TemporaryDirectory(prefix="edge-golden-") as name:
        work = Path(name) / "work"
        work.mkdir()
        programs = Path(name) / "bin"
        programs.mkdir()
        (programs / "edge").symlink_to(edge)
        environment = os.environ | {
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "DATA": str(ROOT / "tests" / "data"),
            "CLASSICS": str(ROOT / "data" / "classics.pgn"),
            "BASH_ENV": str(Path(__file__).with_name("helpers.sh")),
            "EDGE_OPENINGS": "",
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
        }
        for block in blocks:
            if not block.command:
                continue
            actual = run(block.command, work, environment)
            if fits(block.expected, actual):
                continue
            if update:
                block.expected = actual
                continue
            diff = difflib.unified_diff(
                block.expected, actual, "expected", "printed", lineterm="", n=2
            )
            failures.append("\n".join([f"{path.name}:{block.line}: $ {block.command[0]}", *diff]))
    if update:
        path.write_text("\n\n".join(block.text() for block in blocks) + "\n")
    return failures


def default_edge() -> Path:
    return Path(os.environ.get("EDGE_BIN", ROOT / "build" / "release" / "cli" / "edge"))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scripts", nargs="+", type=Path, metavar="FILE.test")
    parser.add_argument(
        "--update", action="store_true", help="write what was printed into the scripts"
    )
    parser.add_argument("--edge", type=Path, default=default_edge(), help="the program (EDGE_BIN)")
    args = parser.parse_args()
    if not args.edge.is_file():
        parser.error(f"no program at {args.edge}: build it or set EDGE_BIN")
    failures = [
        f for script in args.scripts for f in run_script(script, args.edge.resolve(), args.update)
    ]
    for failure in failures:
        print(failure, end="\n\n")
    print(f"{len(args.scripts)} scripts, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
