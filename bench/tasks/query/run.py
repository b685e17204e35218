#!/usr/bin/env python3
"""What queries cost compared with a bare replay of the same games, in one run.

    run.py [--quick] [--runs N] [--corpus DIR] [--output FILE.md] [--work DIR]

The corpus is made of otb-sample, repeated to 500 MB (--quick: once), unless one is given; without
the samples, of 200,000 synthetic games. bench/micro/query_bench.cpp does the work; each figure is the
least CPU time of N repetitions, so that other programs on the machine disturb it little.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measure  # noqa: E402

# The query, the replay it is compared with, and the share it should reach.
GOALS = {
    "material": ("mailbox", 30),
    "count": ("mailbox", 30),
    "killer": ("mailbox", 30),
    "passed_pawn": ("bitboards", 30),
    "structure": ("bitboards", 30),
    "bishop_pair": ("bitboards", 30),
    "rook_on_open_file": ("bitboards", 30),
    "subfen": ("bitboards", 30),
    "subfen_mirror": ("bitboards", 30),
    "subfen_shift": ("bitboards", None),
    "position": ("hash", 50),
    "move": ("hash", 50),
    "sequence": ("hash", 50),
    "sequence_moves": ("hash", 50),
    "run": ("hash", 50),
    "heatmap": ("bitboards", 12),
}


def make_corpus(work: Path, quick: bool) -> Path:
    pgn, corpus = work / "games.pgn", work / "games.scoredb"
    sample = measure.SHARED / "corpora/otb-sample.pgn.zst"
    if sample.exists():
        subprocess.run(["zstd", "-dqf", sample, "-o", work / "otb.pgn"], check=True)
        measure.repeated(work / "otb.pgn", 1 if quick else 500_000_000, pgn)
    else:
        measure.run([measure.EDGE, "synth", 200_000, "--output", pgn])
    measure.run([measure.EDGE, "index", pgn, "--no-tree", "--out", corpus])
    pgn.unlink()
    return corpus


def times(corpus: Path, runs: int) -> dict[str, dict]:
    """By benchmark: the least CPU and wall time, and the items, of all repetitions."""
    best: dict[str, dict] = {}
    for _ in range(runs):
        run = measure.run(
            [measure.PROGRAMS / "query_bench", "--benchmark_format=json", "--benchmark_min_time=0.2"],
            environment=os.environ | {"EDGE_BENCH_CORPUS": str(corpus)},
        )
        for row in json.loads(run.output)["benchmarks"]:
            if "error_occurred" in row:
                raise RuntimeError(f"{row['name']}: {row['error_message']}")
            clock = "real_time" if row["name"].endswith("/real_time") else "cpu_time"
            row["items"] = row["items_per_second"] * row[clock] / 1e9
            known = best.setdefault(row["name"], row)
            for field in ("cpu_time", "real_time"):
                known[field] = min(known[field], row[field])
    return best


def name_of(query: str, threads: int) -> str:
    prefix = "" if query == "heatmap" else "find/"
    return f"{prefix}{query}/{threads}/real_time"


def replay_table(best: dict[str, dict]) -> str:
    rows = [
        [name.removeprefix("replay/"), f"{row['items'] / row['cpu_time'] * 1e3:,.0f}",
         f"{row['cpu_time'] / row['items']:.2f}"]
        for name, row in best.items()
        if name.startswith("replay/")
    ]
    return measure.markdown_table(["bare replay", "M plies/s", "ns a ply"], rows)


def query_table(best: dict[str, dict], games: int) -> str:
    rows = []
    for query, (replay, goal) in GOALS.items():
        one, two = best[name_of(query, 1)], best[name_of(query, 2)]
        share = 100 * best[f"replay/{replay}"]["cpu_time"] / one["cpu_time"]
        rows.append([
            query,
            f"{one['items'] / one['cpu_time'] * 1e3:,.0f}",
            f"{games / one['cpu_time'] * 1e3:,.1f}",
            f"{share:.0f} % of {replay}",
            f"{goal} %" if goal else "",
            f"{one['real_time'] / two['real_time']:.2f}",
        ])
    header = ["query, one core", "M plies/s", "M games/s", "share", "goal", "two threads"]
    return measure.markdown_table(header, rows)


def header_table(best: dict[str, dict], games: int) -> str:
    walk = best["walk_records"]["cpu_time"]
    rows = [["walk the records", f"{walk / games:.2f}", "1"]]
    for query in ("header", "header_many"):
        cpu = best[name_of(query, 1)]["cpu_time"]
        rows.append([query, f"{cpu / games:.3f}", f"{walk / cpu:,.0f}"])
    return measure.markdown_table(["headers alone", "ns a game", "times as fast"], rows)


def main() -> int:
    parser = measure.option_parser(__doc__, quick="the sample once, one run")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--corpus", type=Path, help="measure this one")
    args = parser.parse_args()
    if args.quick:
        args.runs = 1
    with tempfile.TemporaryDirectory(prefix="edge-bench-", dir=args.work) as work:
        corpus = args.corpus or make_corpus(Path(work), args.quick)
        best = times(corpus, args.runs)
        games = round(best["walk_records"]["items"])
        text = (
            f"`edge query` on {measure.processor()}; {games:,} games.\n\n"
            f"{replay_table(best)}\n\n{query_table(best, games)}\n\n{header_table(best, games)}\n"
        )
    measure.publish(text, args.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
