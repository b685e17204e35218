#!/usr/bin/env python3
"""How fast `edge index` is, compared with other programs and with a plain scan of the same bytes.

    run.py [--quick] [--runs N] [--sample NAME]... [--only TEXT]... [--megabytes N]
           [--output FILE.md] [--work DIR]

Each sample (otb and lichess by default; synth when the samples are missing) is repeated to the
size, read once to warm the cache, and every contender runs N times, all in turn, so that a slow
minute affects all alike. The table gives medians, and for CPU time also the least, which a noisy
machine disturbs less. Ratios compare CPU time; "1 thread" and "1 core" runs are pinned to a core,
because Scid's two threads otherwise burn CPU time while they wait. --only leaves out all contenders
but the first and those with TEXT in their names, so that many runs of a few are cheap. "games" is
what each program says it read, to see that they did the same work. python-chess reads a slice and
is scaled by games. --quick is for a first impression: 100 MB, one run. Wall times, and with them MB/s and the
gain from more cores, mean something only on a machine with nothing else to do.
"""

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measure  # noqa: E402

SLICE_GAMES = 1000


@dataclass
class Input:
    path: Path
    games: int = 0
    plies: int = 0

    @property
    def size_bytes(self) -> int:
        return self.path.stat().st_size


@dataclass
class Contender:
    name: str
    start: Callable[[], measure.Run]
    slice_games: int | None = None  # set when it reads only that many games
    runs: list[measure.Run] = field(default_factory=list)
    output_bytes: int | None = None
    games: int | None = None  # as it counts them

    def seconds(self, which: str, source: Input) -> float:
        """Median of "cpu_s" or "wall_s", for the whole input."""
        return measure.median(self.runs, which) * self._scale(source)

    def least_cpu_s(self, source: Input) -> float:
        return min(run.cpu_s for run in self.runs) * self._scale(source)

    def _scale(self, source: Input) -> float:
        return source.games / self.slice_games if self.slice_games else 1.0


def edge_contender(name: str, source: Input, work: Path, *options: str) -> Contender:
    out = work / "edge.scoredb"
    command = [measure.EDGE, "index", source.path, "--out", out, "--json", *options]
    if "--threads" in options:
        command = measure.one_core(command)

    def start() -> measure.Run:
        shutil.rmtree(out, ignore_errors=True)
        run = measure.run(command)
        report = json.loads(run.output)
        source.games, source.plies = report["games_read"], report["plies"]
        contender.games = source.games
        contender.output_bytes = measure.folder_bytes(out)
        return run

    contender = Contender(name, start)
    return contender


def scid_contender(source: Input, work: Path, pinned: bool) -> Contender | None:
    """Scid reads with one thread and stores with another. With two cores both are busy waiting for
    each other, and the CPU time is up to twice that of the work; on one core it is the work."""
    script = measure.SHARED / "tools" / "scid-import.sh"
    if not script.exists() or measure.other_program("tkscid") is None:
        return None
    command = [script, work / "scid", source.path]
    if pinned:
        command = measure.one_core(command)

    def start() -> measure.Run:
        for old in work.glob("scid.s?4"):
            old.unlink()
        run = measure.run(command)
        contender.output_bytes = sum(p.stat().st_size for p in work.glob("scid.s?4"))
        contender.games = int(run.output.split()[-1])
        return run

    contender = Contender("Scid import, " + ("1 core" if pinned else "all cores"), start)
    return contender


def pgn_extract_contender(source: Input) -> Contender | None:
    program = measure.other_program("pgn-extract")
    if program is None:
        return None
    return Contender("pgn-extract check", lambda: measure.run([program, "-s", "-r", source.path]))


def python_chess_contender(source: Input, work: Path) -> Contender | None:
    if not measure.VENV_PYTHON.exists():
        return None
    piece = work / "slice.pgn"
    games = 0
    with source.path.open("rb") as lines, piece.open("wb") as out:
        for line in lines:
            games += line.startswith(b"[Event ")
            if games > SLICE_GAMES:
                break
            out.write(line)
    script = Path(__file__).with_name("python_chess_read.py")

    def start() -> measure.Run:
        run = measure.run([measure.VENV_PYTHON, script, piece])
        contender.games = int(run.output.split()[0])
        return run

    contender = Contender("python-chess (a slice, scaled)", start, slice_games=SLICE_GAMES)
    return contender


def newline_contender(source: Input) -> Contender | None:
    program = measure.PROGRAMS / "newline_scan"
    if not program.exists():
        return None
    return Contender("newline scan", lambda: measure.run([program, source.path]))


def contenders(source: Input, work: Path) -> list[Contender]:
    found = [
        edge_contender(
            "edge, 1 thread, games only", source, work, "--threads", "1", "--no-tree", "--no-extra"
        ),
        edge_contender("edge, 1 thread, + extra", source, work, "--threads", "1", "--no-tree"),
        edge_contender(
            "edge, 1 thread, + tree",
            source,
            work,
            *("--threads", "1", "--no-extra", "--no-tree-games"),
        ),
        edge_contender(
            "edge, 1 thread, all but tree.games", source, work, "--threads", "1", "--no-tree-games"
        ),
        edge_contender("edge, 1 thread, all", source, work, "--threads", "1"),
        edge_contender("edge, all cores, all", source, work),
        newline_contender(source),
        pgn_extract_contender(source),
        scid_contender(source, work, pinned=True),
        scid_contender(source, work, pinned=False),
        python_chess_contender(source, work),
    ]
    return [contender for contender in found if contender is not None]


def table(source: Input, field_of: list[Contender]) -> str:
    header = [
        "",
        "games",
        "MB/s",
        "games/s",
        "M plies/s",
        "ns/ply",
        "CPU s",
        "least CPU s",
        "peak MB",
        "output MB",
        "times edge's CPU",
        "by the least",
    ]
    ours = field_of[0].seconds("cpu_s", source)
    our_least = field_of[0].least_cpu_s(source)
    rows = []
    for one in field_of:
        wall, cpu = one.seconds("wall_s", source), one.seconds("cpu_s", source)
        rows.append(
            [
                one.name,
                f"{one.games:,}" if one.games else "",
                f"{source.size_bytes / wall / 1e6:,.0f}",
                f"{source.games / wall:,.0f}",
                f"{source.plies / wall / 1e6:,.1f}",
                f"{cpu / source.plies * 1e9:,.1f}",
                f"{cpu:,.3f}",
                f"{one.least_cpu_s(source):,.3f}",
                measure.peak_text(one.runs),
                f"{one.output_bytes / 1e6:,.0f}" if one.output_bytes else "",
                f"{cpu / ours:,.2f}",
                f"{one.least_cpu_s(source) / our_least:,.2f}",
            ]
        )
    return measure.markdown_table(header, rows)


def prepare(name: str, size_bytes: int, work: Path) -> Input | None:
    path = work / f"{name}.pgn"
    if name == "synth":
        measure.run([measure.EDGE, "synth", size_bytes // 650, "--output", path])
        return Input(path)
    packed = measure.SHARED / "corpora" / f"{name}-sample.pgn.zst"
    if not packed.exists():
        return None
    once = work / f"{name}-once.pgn"
    measure.run(["zstd", "-dqf", packed, "-o", once])
    measure.repeated(once, size_bytes, path)
    once.unlink()
    return Input(path)


def bench(name: str, args: argparse.Namespace, work: Path) -> str | None:
    source = prepare(name, args.megabytes * 1_000_000, work)
    if source is None:
        return None
    first, *others = contenders(source, work)
    if args.only:
        others = [one for one in others if any(text in one.name for text in args.only)]
        if not others:
            sys.exit(f"run.py: --only: no contender's name has {' or '.join(args.only)} in it")
    chosen = [first, *others]
    measure.warm(source.path)
    for turn in range(args.runs):
        for contender in chosen:
            print(f"{name}: {contender.name}, run {turn + 1} of {args.runs}", file=sys.stderr)
            contender.runs.append(contender.start())
    text = (
        f"### {name}: {source.size_bytes / 1e6:,.0f} MB, {source.games:,} games, "
        f"{source.plies:,} plies\n\n{table(source, chosen)}\n"
    )
    source.path.unlink()
    return text


def main() -> int:
    parser = measure.option_parser(__doc__, quick="100 MB, one run")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument(
        "--sample", action="append", help="otb, lichess, engine or synth; repeatable"
    )
    parser.add_argument("--only", action="append", help="part of a contender's name; repeatable")
    parser.add_argument("--megabytes", type=int, default=500)
    args = parser.parse_args()
    if args.quick:
        args.runs, args.megabytes = 1, 100
    parts = [
        f"`edge index` on {measure.processor()}; median of {args.runs} interleaved runs, "
        "warm page cache.\n"
    ]
    with tempfile.TemporaryDirectory(prefix="edge-bench-", dir=args.work) as work:
        for name in args.sample or ["otb", "lichess"]:
            parts.append(
                bench(name, args, Path(work))
                or f"### {name}: no such sample in {measure.SHARED / 'corpora'}\n"
            )
        if not any("|" in part for part in parts):
            parts.append(bench("synth", args, Path(work)))
    text = "\n".join(parts)
    measure.publish(text, args.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
