#!/usr/bin/env python3
"""How much memory `edge index --memory SIZE` uses on an input many times larger.

    run.py [--quick] [--gigabytes N] [--short] [--memory SIZE] [--threads N] [--work DIR]

Makes N GB of PGN with `edge synth`, or with --short of games that end after two plies, some 30
million a GB, indexes it, and watches the anonymous memory of the process: what
it allocated, without the pages of mapped files, which belong to the system's cache. Fails when the
peak is above SIZE plus 200 MB. --quick is for a first impression: 0.3 GB.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measure  # noqa: E402

SLACK_BYTES = 200_000_000
UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
BYTES_PER_GAME = 700  # of edge synth, roughly; more are made until the size is reached
INTERVAL_S = 0.005


def anonymous_bytes(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) * 1024
    return 0  # the process is ending


def make_short_games(path: Path, size_bytes: int) -> None:
    first, second = ("e4", "d4", "c4", "Nf3", "g3"), ("e5", "d5", "c5", "Nf6", "e6")
    results = ("1-0", "0-1", "1/2-1/2")
    games = [
        f'[Result "{result}"]\n\n{a} {b} {result}\n\n' for result in results for a in first for b in second
    ]
    many = "".join(games[i * i % len(games)] for i in range(50_000)).encode()
    with path.open("wb") as file:
        for _ in range(size_bytes // len(many) + 1):
            file.write(many)


def make_input(path: Path, size_bytes: int) -> None:
    games = size_bytes // BYTES_PER_GAME
    while True:
        subprocess.run([measure.EDGE, "synth", str(games), "--output", path, "--force"], check=True)
        if path.stat().st_size >= size_bytes:
            return
        games = games * 11 // 10


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--gigabytes", type=float, default=3.0)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--memory", default="256M")
    parser.add_argument("--threads")
    parser.add_argument("--work", type=Path)
    options = parser.parse_args()
    size_bytes = int((0.3 if options.quick else options.gigabytes) * 1e9)
    bound = int(options.memory[:-1]) * UNITS[options.memory[-1].upper()]
    with tempfile.TemporaryDirectory(dir=options.work) as folder:
        source, out = Path(folder) / "synth.pgn", Path(folder) / "synth.scoredb"
        make = make_short_games if options.short else make_input
        make(source, size_bytes)
        command = [measure.EDGE, "index", source, "--out", out, "--memory", options.memory, "--json"]
        command += ["--threads", options.threads] if options.threads else []
        start, peak = time.perf_counter(), 0
        with subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True) as child:
            while child.poll() is None:
                peak = max(peak, anonymous_bytes(child.pid))
                time.sleep(INTERVAL_S)
            report = child.stdout.read()
        seconds = time.perf_counter() - start
        if child.returncode != 0:
            return 1
        print(f"input {source.stat().st_size / 1e9:.2f} GB, {seconds:.1f} s")
        print(f"peak anonymous memory {peak / 1e6:.0f} MB with --memory {options.memory}")
        print(report, end="")
    if peak > bound + SLACK_BYTES:
        print(f"above the bound: expected at most {(bound + SLACK_BYTES) / 1e6:.0f} MB")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
