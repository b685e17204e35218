"""opening(...): the games that reach a named position, against python-chess and a table of EPDs."""

import io
import os
import re
import subprocess
from pathlib import Path

import chess
import chess.pgn
import pytest

NAMES = [
    ("B00", "King's Pawn Game", "1. e4"),
    ("A40", "Queen's Pawn Game", "1. d4"),
    ("C20", "King's Pawn Game: Open Game", "1. e4 e5"),
    ("C30", "King\u2019s Gambit", "1. e4 e5 2. f4"),
    ("C44", "King's Knight Opening: Normal Variation", "1. e4 e5 2. Nf3 Nc6"),
    ("C50", "Italian Game", "1. e4 e5 2. Nf3 Nc6 3. Bc4"),
    ("C60", "Ruy L\u00f3pez", "1. e4 e5 2. Nf3 Nc6 3. Bb5"),
    ("B20", "Sicilian Defense", "1. e4 c5"),
    ("B90", "Sicilian Defense: Najdorf Variation",
     "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6"),
    ("D06", "Queen's Gambit", "1. d4 d5 2. c4"),
    ("D30", "Queen's Gambit Declined", "1. d4 d5 2. c4 e6"),
    ("A45", "Indian Defense", "1. d4 Nf6"),
    ("E60", "King's Indian Defense", "1. d4 Nf6 2. c4 g6"),
]
# A text, and the names that it must mean.
TEXTS = {
    "sicilian": r"Sicilian",
    "NAJDORF sicilian": r"Najdorf",
    "kings gambit": r"King.s Gambit$",
    "ruy lopez": r"Ruy",
    "indian defense": r"Indian Defense",
    "game": r"Game",
    "queens gambit": r"Queen's Gambit",
}
CODES = {"C44": ("C44", "C44"), "C20..C50": ("C20", "C50"), "D": ("D00", "D99")}


def games_of(pgn: str) -> list[list[str]]:
    """The EPDs of every game, ply by ply."""
    games, stream = [], io.StringIO(pgn)
    while (game := chess.pgn.read_game(stream)) is not None:
        board = game.board()
        epds = [board.epd()]
        for move in game.mainline_moves():
            board.push(move)
            epds.append(board.epd())
        games.append(epds)
    return games


def epd_after(moves: str) -> str:
    game = chess.pgn.read_game(io.StringIO(moves + " *"))
    assert game is not None
    return game.end().board().epd()


TABLE = {epd_after(moves): (eco, name) for eco, name, moves in NAMES}


@pytest.fixture(scope="module")
def classics(edge, tmp_path_factory):
    folder = tmp_path_factory.mktemp("openings")
    pgn = Path(__file__).resolve().parents[2] / "data" / "classics.pgn"
    (folder / "names.tsv").write_text(
        "eco\tname\tpgn\n" + "".join("\t".join(row) + "\n" for row in NAMES), encoding="utf-8"
    )
    subprocess.run(
        [edge.program, "index", pgn, "--out", folder / "c.scoredb"], check=True, capture_output=True
    )
    return edge.program, folder, games_of(pgn.read_text())


def matched(program, folder: Path, query: str) -> list[int]:
    printed = subprocess.run(
        [program, "query", folder / "c.scoredb", "--query", query, "--matches"],
        env=os.environ | {"EDGE_OPENINGS": str(folder / "names.tsv")},
        check=True, capture_output=True, text=True,
    ).stdout
    return [int(found) for found in re.findall(r'"game_id":(\d+)', printed)]


def reaching(games: list[list[str]], epds: set[str]) -> list[int]:
    return [number for number, game in enumerate(games) if epds & set(game)]


@pytest.mark.parametrize("text", TEXTS)
def test_names(classics, text):
    program, folder, games = classics
    epds = {epd for epd, (_, name) in TABLE.items() if re.search(TEXTS[text], name)}
    expected = reaching(games, epds)
    assert matched(program, folder, f'opening("{text}")') == expected
    rest = [number for number in range(len(games)) if number not in expected]
    assert matched(program, folder, f'never(opening("{text}"))') == rest


@pytest.mark.parametrize("text", CODES)
def test_codes(classics, text):
    program, folder, games = classics
    first, last = CODES[text]
    epds = {epd for epd, (eco, _) in TABLE.items() if first <= eco <= last}
    assert matched(program, folder, f'opening("{text}")') == reaching(games, epds)
