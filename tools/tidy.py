#!/usr/bin/env python3
"""Runs clang-tidy over the compile commands of a build, and skips units that it found clean before.

    tidy.py BUILD_FOLDER [--checks=LIST] [--jobs N] [--no-cache]

A unit is identified by everything that decides what clang-tidy reports: the text that the compiler sees, with comments and macros, the options, .clang-tidy and the version. Where the clone is does not matter. Units
without a finding leave an empty file in ~/.cache/edge-tidy; those not used for a month are deleted.
"""

import argparse
import hashlib
import json
import os
import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLANG_TIDY = "clang-tidy-19"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "edge-tidy"
MONTH_SECONDS = 30 * 24 * 3600


def compiler_options(entry: dict) -> list[str]:
    """The command of a unit without its output and its source."""
    words = shlex.split(entry["command"])
    output = words.index("-o")
    del words[output : output + 2]
    del words[words.index("-c") :]
    return words


def key_of(entry: dict, settings: bytes) -> str:
    options = compiler_options(entry)
    seen = subprocess.run(
        [*options, "-E", "-C", "-dD", "-P", entry["file"]],
        cwd=entry["directory"],
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    digest = hashlib.sha256(settings)
    for part in (seen, " ".join(options[1:]).encode()):
        digest.update(part.replace(os.fsencode(ROOT), b"."))
    return digest.hexdigest()


def prune() -> None:
    for known in CACHE.iterdir():
        if known.stat().st_mtime < time.time() - MONTH_SECONDS:
            known.unlink(missing_ok=True)


class Tidy:
    def __init__(self, arguments: argparse.Namespace):
        self.build = arguments.build
        self.checks = [f"-checks={arguments.checks}"] if arguments.checks else []
        self.uses_cache = not arguments.no_cache
        version = subprocess.run([CLANG_TIDY, "--version"], stdout=subprocess.PIPE, check=True).stdout
        self.settings = (ROOT / ".clang-tidy").read_bytes() + version + " ".join(self.checks).encode()

    def check(self, entry: dict) -> bool:
        """Whether a unit has no findings; prints those that it has."""
        clean = CACHE / key_of(entry, self.settings)
        if self.uses_cache and clean.exists():
            clean.touch()
            return True
        ran = subprocess.run(
            [CLANG_TIDY, "-quiet", "-p", str(self.build), *self.checks, entry["file"]],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        if ran.returncode == 0 and not ran.stdout.strip():
            clean.touch()
            return True
        # What goes to stderr counts the warnings of system headers, unless clang-tidy itself failed.
        print(ran.stdout, ran.stderr if not ran.stdout.strip() else "", sep="", end="", flush=True)
        return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path, help="a build folder with compile_commands.json")
    parser.add_argument("--checks", help="as clang-tidy takes it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--no-cache", action="store_true", help="look at units that were clean, too")
    arguments = parser.parse_args()

    CACHE.mkdir(parents=True, exist_ok=True)
    prune()
    entries = json.loads((arguments.build / "compile_commands.json").read_text())
    tidy = Tidy(arguments)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        failed = sum(not clean for clean in pool.map(tidy.check, entries))
    print(f"clang-tidy: {len(entries)} units, {failed} with findings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
