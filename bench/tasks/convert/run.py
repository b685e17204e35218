#!/usr/bin/env python3
"""How fast games are converted, compared with the programs that own the formats.

    run.py [--quick] [--runs N] [--pgn FILE] [--output FILE.md] [--work DIR]

Scid imports the PGN that edge turns into a Scid base, python-chess reads the PGN whose games edge
writes to and reads from viriformat. The bases and the counts are compared before anything is timed.
Without --pgn the games are those of otb-sample in the folder that EDGE_SHARED names; --quick takes
its first 10,000. A contender that is not installed is left out.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measure  # noqa: E402

SCID_IMPORT = measure.SHARED / "tools/scid-import.sh"
PYTHON_CHESS = Path(__file__).resolve().parents[1] / "index/python_chess_read.py"
QUICK_GAMES = 10_000


def sample(work: Path) -> Path:
    """otb-sample, unpacked."""
    packed = sorted((measure.SHARED / "corpora").glob("otb-sample*.pgn*"))
    if not packed:
        sys.exit("no otb-sample: set EDGE_SHARED, or give --pgn")
    unpacked = work / "otb.pgn"
    measure.run([measure.EDGE, "convert", packed[0], unpacked])
    return unpacked


def first_games(pgn: Path, games: int, work: Path) -> Path:
    base, cut = work / "cut.scoredb", work / "cut.pgn"
    measure.run([measure.EDGE, "index", pgn, "--max-games", games, "--no-tree", "--out", base])
    measure.run([measure.EDGE, "convert", base, cut])
    return cut


def convert(source: Path, target: Path, *options: str) -> list:
    return [measure.EDGE, "convert", source, target, "--force", "--json", *options]


def written(run: measure.Run) -> int:
    return json.loads(run.output)["games_written"]


def timed(name: str, command: list, runs: int) -> tuple[str, list[measure.Run]]:
    return name, [measure.run(command) for _ in range(runs)]


def edge_rows(pgn: Path, work: Path, runs: int) -> list[tuple[str, list[measure.Run]]]:
    vf, zero = work / "games.vf", ("--score", "zero")
    jobs = [
        ("PGN to Scid 4", convert(pgn, work / "edge.si4")),
        ("Scid 4 to PGN", convert(work / "edge.si4", work / "back.pgn")),
        ("PGN to viriformat", convert(pgn, vf, *zero)),
        ("viriformat to PGN", convert(vf, work / "scored.pgn")),
        ("PGN to PGN", convert(pgn, work / "again.pgn")),
        ("PGN to FBPGN", convert(pgn, work / "games.fbpgn")),
        ("FBPGN to PGN", convert(work / "games.fbpgn", work / "back.pgn")),
    ]
    rows = []
    for name, command in jobs:
        rows.append(timed(f"edge, {name}", command, runs))
        rows.append(timed(f"edge, {name}, one thread", [*command, "--threads", 1], runs))
    return rows


def scid_row(pgn: Path, work: Path, runs: int, games: int) -> list:
    tkscid = measure.other_program("tkscid")
    if tkscid is None or not SCID_IMPORT.exists():
        return []
    base = work / "scid"

    def import_once() -> measure.Run:
        for suffix in (".si4", ".sn4", ".sg4"):
            base.with_suffix(suffix).unlink(missing_ok=True)
        return measure.run(["sh", SCID_IMPORT, base, pgn])

    import_once()
    found = json.loads(
        measure.run([measure.EDGE, "inspect", base.with_suffix(".si4"), "--json"]).output
    )["games"]
    if found != games:
        sys.exit(f"Scid imported {found} games, edge wrote {games}")
    return [("Scid, import of the PGN", [import_once() for _ in range(runs)])]


def python_chess_row(pgn: Path, games: int) -> list:
    python = measure.VENV_PYTHON if measure.VENV_PYTHON.exists() else Path(sys.executable)
    has_chess = subprocess.run([python, "-c", "import chess.pgn"], capture_output=True)
    if has_chess.returncode != 0:
        return []
    run = measure.run([python, PYTHON_CHESS, pgn])
    if int(run.output.split()[0]) != games:
        sys.exit(f"python-chess read {run.output.split()[0]} games, edge {games}")
    return [("python-chess, reading the PGN", [run])]


def main() -> int:
    parser = measure.option_parser(__doc__, quick="10,000 games, one run")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--pgn", type=Path, help="these games, not compressed")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="edge-bench-", dir=args.work) as folder:
        work = Path(folder)
        pgn = args.pgn or sample(work)
        if args.quick:
            pgn, args.runs = first_games(pgn, QUICK_GAMES, work), 1
        measure.warm(pgn)
        games = written(measure.run(convert(pgn, work / "edge.si4")))
        rows = edge_rows(pgn, work, args.runs)
        rows += scid_row(pgn, work, args.runs, games)
        rows += python_chess_row(pgn, games)
        table = measure.markdown_table(
            ["", "wall s", "CPU s", "games/s", "peak MB"],
            [
                [
                    name,
                    f"{measure.median(runs, 'wall_s'):.2f}",
                    f"{measure.median(runs, 'cpu_s'):.2f}",
                    f"{games / measure.median(runs, 'wall_s'):,.0f}",
                    measure.peak_text(runs),
                ]
                for name, runs in rows
            ],
        )
        megabytes = pgn.stat().st_size / 1e6
    text = f"{games:,} games, {megabytes:,.0f} MB of PGN, {measure.processor()}.\n\n{table}\n"
    measure.publish(text, args.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
