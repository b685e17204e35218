#!/usr/bin/env python3
"""What it costs to add games to a corpus, instead of indexing everything again.

    run.py [--quick] [--runs N] [--steps N] [--games N] [--keep DIR] [--output FILE.md] [--work DIR]

First, a sample (otb; synthetic games when it is missing) is indexed at once and in N steps (20),
all on one core; the tree of the steps, compacted, must have the bytes of the other one. Then 1,000
games are added to a corpus of N synthetic ones (5 million; --quick: 100,000), several times in a
row, so that trees are merged now and then: "bytes written" counts the files that are new in the
corpus afterwards, next to the text of the games that were added. --keep copies the corpora of the
first part to DIR, as whole.scoredb and steps.scoredb, and leaves out the second.
"""

import json
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measure  # noqa: E402

ADDED_GAMES = 1000


def edge(*arguments: object) -> measure.Run:
    return measure.run([measure.EDGE, *arguments])


def otb_sample(work: Path, games: int) -> Path:
    packed = measure.SHARED / "corpora" / "otb-sample.pgn.zst"
    sample = work / "sample.pgn"
    if packed.exists():
        measure.run(["zstd", "-dq", packed, "-o", sample])
    else:
        edge("synth", games, "--output", sample)
    return sample


def cut(text: bytes, count: int, work: Path) -> list[Path]:
    """Files of about the same number of games."""
    starts = [0]
    while (at := text.find(b"\n\n[Event ", starts[-1])) >= 0:
        starts.append(at + 2)
    cuts = [starts[i * len(starts) // count] for i in range(count)] + [len(text)]
    parts = []
    for number in range(count):
        part = work / f"part{number}.pgn"
        part.write_bytes(text[cuts[number] : cuts[number + 1]])
        parts.append(part)
    return parts


def index_at_once(sample: Path, work: Path) -> measure.Run:
    out = work / "whole.scoredb"
    shutil.rmtree(out, ignore_errors=True)
    return measure.run(
        measure.one_core([measure.EDGE, "index", sample, "--out", out, "--threads", "1"])
    )


def index_in_steps(parts: list[Path], work: Path) -> list[measure.Run]:
    out = work / "steps.scoredb"
    shutil.rmtree(out, ignore_errors=True)
    first = [measure.EDGE, "index", parts[0], "--out", out, "--threads", "1"]
    adds = [[measure.EDGE, "add", out, part, "--threads", "1"] for part in parts[1:]]
    return [measure.run(measure.one_core(command)) for command in (first, *adds)]


def check_equal(work: Path) -> measure.Run:
    """Compacts the corpus of the steps."""
    steps, whole = work / "steps.scoredb", work / "whole.scoredb"
    compacted = measure.run(
        measure.one_core([measure.EDGE, "compact", steps, "--tree", "--threads", "1"])
    )
    for name in ("tree.dat", "tree.games"):
        if (steps / name).read_bytes() != (whole / name).read_bytes():
            sys.exit(f"{name} of the compacted corpus is not that of one index")
    return compacted


def steps_text(sample: Path, steps: int, runs: int, work: Path, keep: Path | None) -> str:
    parts = cut(sample.read_bytes(), steps, work)
    rows = []
    if keep and keep.exists():
        sys.exit(f"{keep} exists already")
    for _ in range(runs):
        whole = index_at_once(sample, work)
        added = index_in_steps(parts, work)
        segments = json.loads(edge("inspect", work / "steps.scoredb", "--json").output)["tree"]
        if keep and not rows:
            for name in ("whole.scoredb", "steps.scoredb"):
                shutil.copytree(work / name, keep / name, dirs_exist_ok=True)
        compacted = check_equal(work)
        cpu = sum(run.cpu_s for run in added)
        rows.append(
            [
                f"{whole.cpu_s:.2f}",
                f"{cpu:.2f}",
                f"{cpu / whole.cpu_s:.2f}",
                str(len(segments["segments"])),
                f"{compacted.cpu_s:.2f}",
            ]
        )
    header = ["at once, CPU s", f"in {steps} steps, CPU s", "ratio", "trees", "compact, CPU s"]
    return measure.markdown_table(header, rows)


def files_of(corpus: Path) -> dict[tuple[int, int], int]:
    """Sizes by what tells one file from another, also one that replaced it."""
    found = (path.stat() for path in corpus.rglob("*") if path.is_file())
    return {(status.st_ino, status.st_mtime_ns): status.st_size for status in found}


def large_text(games: int, runs: int, work: Path) -> str:
    pgn, corpus = work / "games.pgn", work / "games.scoredb"
    edge("synth", games, "--output", pgn)
    edge("index", pgn, "--out", corpus)
    pgn.unlink()
    rows = []
    for number in range(runs):
        more = work / "more.pgn"
        edge("synth", ADDED_GAMES, "--seed", 1000 + number, "--output", more, "--force")
        before = files_of(corpus)
        run = edge("add", corpus, more)
        written = sum(
            size for identity, size in files_of(corpus).items() if identity not in before
        )
        rows.append(
            [
                f"{run.wall_s:.3f}",
                f"{run.cpu_s:.3f}",
                f"{written / 1e6:.2f}",
                f"{written / more.stat().st_size:.1f}",
                f"{run.peak_bytes / 1e6:.0f}",
            ]
        )
    header = ["wall s", "CPU s", "MB written", "times the text", "peak MB"]
    table = measure.markdown_table(header, rows)
    return f"{ADDED_GAMES:,} games to {games:,}, again and again:\n\n{table}"


def main() -> int:
    parser = measure.option_parser(__doc__, quick="100,000 games, one run")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--games", type=int, default=5_000_000)
    parser.add_argument("--keep", type=Path, metavar="DIR")
    args = parser.parse_args()
    if args.quick:
        args.games, args.runs = 100_000, 1
    with tempfile.TemporaryDirectory(prefix="edge-bench-", dir=args.work) as folder:
        work = Path(folder)
        sample = otb_sample(work, args.games)
        text = (
            f"`edge add` on {measure.processor()}.\n\n"
            f"{steps_text(sample, args.steps, args.runs, work, args.keep)}\n"
        )
        if not args.keep:
            text += f"\n{large_text(args.games, max(args.runs, 5), work)}\n"
    measure.publish(text, args.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
