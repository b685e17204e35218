#!/usr/bin/env python3
"""How fast the positions of scored games become training data, compared with python-chess.

    run.py [--quick] [--runs N] [--games N] [--output FILE.md] [--work DIR]

The games are the first 1,000 of lichess-sample with an [%eval] (--quick: 300), or as many as --games
says and the sample has. Both programs write the quiet positions from ply 16 on, with score and result; the
lines are compared before anything is timed. Edge also writes bulletformat, and each position once
in random order, in memory and with 1 MB of it.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measure  # noqa: E402

PYTHON_CHESS = Path(__file__).with_name("python_chess_positions.py")
QUICK_GAMES = 300
CHOICE = ("--positions", "quiet", "--plies", "16..", "--score", "eval")


def scored_games(wanted: int, work: Path) -> tuple[Path, int]:
    """A file of scored games, and how many it has."""
    packed = measure.SHARED / "corpora" / "lichess-sample.pgn.zst"
    if not packed.exists():
        sys.exit("no lichess-sample: set EDGE_SHARED")
    sample, chosen = work / "sample.pgn", work / "games.pgn"
    measure.run(["zstd", "-dqf", packed, "-o", sample])
    with sample.open(encoding="utf-8") as lines, chosen.open("w", encoding="utf-8") as out:
        game: list[str] = []
        found = 0
        for line in lines:
            if line.startswith("[Event ") and game:
                found += write_if_scored("".join(game), out)
                game = []
                if found == wanted:
                    break
            game.append(line)
    return chosen, found


def write_if_scored(text: str, out) -> int:
    if "[%eval" not in text or '[Variant "' in text or '[FEN "' in text:
        return 0
    out.write(text)
    return 1


def edge(games: Path, target: Path, *options: object) -> list:
    return [measure.EDGE, "convert", games, target, "--force", "--json", *CHOICE, *options]


def check_equal(games: Path, work: Path, python: Path) -> tuple[measure.Run, int]:
    """The run of python-chess and the number of positions."""
    ours, theirs = work / "edge.txt", work / "python.txt"
    run = measure.run([python, PYTHON_CHESS, games, theirs])
    measure.run(edge(games, ours))
    if ours.read_bytes() != theirs.read_bytes():
        sys.exit(f"{ours} and {theirs} are not the same")
    return run, theirs.read_bytes().count(b"\n")


def main() -> int:
    parser = measure.option_parser(__doc__, quick=f"{QUICK_GAMES} games, one run")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--games", type=int, default=1000)
    args = parser.parse_args()
    if args.quick:
        args.games, args.runs = QUICK_GAMES, 1
    python = measure.VENV_PYTHON if measure.VENV_PYTHON.exists() else Path(sys.executable)
    if subprocess.run([python, "-c", "import chess.pgn"], capture_output=True).returncode != 0:
        sys.exit("no python-chess to compare with")
    with tempfile.TemporaryDirectory(prefix="edge-bench-", dir=args.work) as folder:
        work = Path(folder)
        games, count = scored_games(args.games, work)
        measure.warm(games)
        python_run, positions = check_equal(games, work, python)
        shuffled = ("--unique", "--shuffle")
        jobs = [
            ("edge, text", edge(games, work / "x.txt")),
            ("edge, text, one thread", edge(games, work / "x.txt", "--threads", 1)),
            ("edge, bulletformat", edge(games, work / "x.bullet")),
            ("edge, bulletformat, unique and shuffled", edge(games, work / "x.bullet", *shuffled)),
            (
                "the same with 1 MB of memory",
                edge(games, work / "x.bullet", *shuffled, "--memory", "1M"),
            ),
        ]
        rows = [(name, [measure.run(command) for _ in range(args.runs)]) for name, command in jobs]
        rows.append(("python-chess, text", [python_run]))
        table = measure.markdown_table(
            ["", "wall s", "CPU s", "positions/s", "times as fast", "peak MB"],
            [
                [
                    name,
                    f"{measure.median(runs, 'wall_s'):.2f}",
                    f"{measure.median(runs, 'cpu_s'):.2f}",
                    f"{positions / measure.median(runs, 'wall_s'):,.0f}",
                    f"{python_run.cpu_s / measure.median(runs, 'cpu_s'):,.0f}",
                    measure.peak_text(runs),
                ]
                for name, runs in rows
            ],
        )
        megabytes = games.stat().st_size / 1e6
    text = (
        f"{positions:,} positions of {count:,} games, {megabytes:,.1f} MB of PGN, "
        f"{measure.processor()}. Times as fast as python-chess: by CPU time.\n\n{table}\n"
    )
    measure.publish(text, args.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
