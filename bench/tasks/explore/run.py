#!/usr/bin/env python3
"""How long an answer of the explorer takes: in a running process, and as a whole `edge explore`.

    run.py [--quick] [--runs N] [--games N] [--corpus DIR] [--segments DIR] [--output FILE.md]
           [--work DIR]

The corpus is made of N synthetic games (2 million; --quick: 100,000) unless one is given. The first
table comes from bench/micro/explore_bench.cpp, the second from N runs of the program. --segments
names a corpus of the same games whose tree is in several files, as `bench/tasks/add/run.py --steps 8
--keep DIR` leaves it; its answers are in the first table, too.
"""

import json
import os
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measure  # noqa: E402

LINES = ("", "e4 c5", "e4 e5 Nf3 Nc6 Bb5", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6")


def make_corpus(games: int, work: Path) -> Path:
    pgn, corpus = work / "games.pgn", work / "games.scoredb"
    measure.run([measure.EDGE, "synth", games, "--output", pgn])
    measure.run([measure.EDGE, "index", pgn, "--out", corpus])
    pgn.unlink()
    return corpus


def in_process(corpus: Path, segments: Path | None) -> str:
    program = measure.PROGRAMS / "explore_bench"
    if not program.exists():
        return f"(no {program.name}: configure with -DEDGE_BENCH=ON)"
    run = measure.run(
        [program, "--benchmark_format=json"],
        environment=os.environ
        | {"EDGE_BENCH_CORPUS": str(corpus)}
        | ({"EDGE_BENCH_SEGMENTS": str(segments)} if segments else {}),
    )
    rows = [
        [b["name"].removeprefix("explore_moves/").replace("/", " "), f"{b['real_time'] / 1000:.2f}"]
        for b in json.loads(run.output)["benchmarks"]
        if "error_occurred" not in b
    ]
    return measure.markdown_table(["answer in a running process", "µs"], rows)


def whole_process(corpus: Path, runs: int) -> str:
    rows = []
    for line in LINES:
        command = [measure.EDGE, "explore", corpus, "--moves", line, "--json"]
        times = sorted(measure.run(command).wall_s * 1000 for _ in range(runs))
        total = json.loads(measure.run(command).output)["total"]
        rows.append(
            [line or "start", f"{total:,}", f"{statistics.median(times):.1f}", f"{times[-1]:.1f}"]
        )
    return measure.markdown_table(["edge explore --moves", "games", "median ms", "worst ms"], rows)


def main() -> int:
    parser = measure.option_parser(__doc__, quick="100,000 games, five runs")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--games", type=int, default=2_000_000)
    parser.add_argument("--corpus", type=Path, help="measure this one")
    parser.add_argument("--segments", type=Path, help="and this one, whose tree is in several files")
    args = parser.parse_args()
    if args.quick:
        args.games, args.runs = 100_000, 5
    with tempfile.TemporaryDirectory(prefix="edge-bench-", dir=args.work) as work:
        corpus = args.corpus or make_corpus(args.games, Path(work))
        tree_mb = (corpus / "tree.dat").stat().st_size / 1e6
        text = (
            f"`edge explore` on {measure.processor()}; tree.dat of {tree_mb:,.0f} MB, resident.\n\n"
            f"{in_process(corpus, args.segments)}\n\n{whole_process(corpus, args.runs)}\n"
        )
    measure.publish(text, args.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
