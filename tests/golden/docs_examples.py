#!/usr/bin/env python3
"""Runs the console blocks of the documentation and compares what they print.

    docs_examples.py [--update] PAGE.md...

A block is fenced as ```console; `$` starts a command, what follows is what it prints, `...` stands
for any lines. All commands of a page run in one temporary directory with the bundled games in
data/ and the `edge` of PATH. Times, stamps, folders and sizes may differ. --update writes what was
printed into the page.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from run import ROOT, fits

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN_FOLDER = "/home/you/edge"
VARYING = [  # meta names the source, so that sizes depend on the folder too
    (re.compile(r"^(  time +).*"), r"\1"),
    (re.compile(r"^(  indexed at +).*"), r"\1"),
    (re.compile(r'("indexed_at":")[^"]*'), r"\1"),
    (re.compile(r"^(  size +)[.0-9]+ [A-Za-z]+"), r"\1"),
    (re.compile(r"^( +[0-9]+ .*?) +[.0-9]+ (?:B|[KM]iB)$"), r"\1"),  # a shard: N.extra
    (re.compile(r'("(?:total|corpus|extra)_bytes":)[0-9]+'), r"\1"),
    (re.compile(r'("seconds":)[-+.e0-9]*'), r"\1"),
    (re.compile(r'(next_cursor"?: ?"?)[0-9a-f]+'), r"\1"),  # it knows when the corpus was made
]


def same_for_all(line: str) -> str:
    for pattern, kept in VARYING:
        line = pattern.sub(kept, line)
    return line


def printed_by(command: str, directory: Path) -> list[str]:
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=directory,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
    )
    text = done.stdout.decode("utf-8", "replace").replace(str(directory), SHOWN_FOLDER)
    return text.splitlines()


def check_page(page: Path, update: bool) -> list[str]:
    """The commands of a page that print something else."""
    failures = []
    with tempfile.TemporaryDirectory(prefix="edge-docs-") as name:
        directory = Path(name).resolve()
        (directory / "data").mkdir()
        (directory / "data" / "classics.pgn").write_bytes(
            (ROOT / "data" / "classics.pgn").read_bytes()
        )

        def run_block(match: re.Match) -> str:
            shown = []
            for example in re.split(r"^\$ ", match[1], flags=re.MULTILINE)[1:]:
                command, *expected = example.splitlines()
                actual = printed_by(command, directory)
                if not fits([same_for_all(e) for e in expected], [same_for_all(a) for a in actual]):
                    failures.append(f"{page.name}: $ {command}")
                    expected = actual
                shown += [f"$ {command}", *expected]
            return "\n".join(["```console", *shown, "```"])

        text = BLOCK.sub(run_block, page.read_text())
    if update:
        page.write_text(text)
        return []
    return failures


def main() -> int:
    arguments = sys.argv[1:]
    update = "--update" in arguments
    pages = [Path(a) for a in arguments if a != "--update"]
    if not pages:
        print(__doc__, file=sys.stderr)
        return 2
    failures = [failure for page in pages for failure in check_page(page, update)]
    print("\n".join(failures) or "every example prints what the page shows")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
