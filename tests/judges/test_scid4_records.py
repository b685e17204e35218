"""The game records of Scid's own bases as dump_records reads them, next to what Scid says is in
them: every position with its comment, the games it exports, and the bytes it wrote."""

import io
import os
import re
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

import chess.pgn
import pytest
from support import REPOSITORY
from test_game_model import one_line, tree_of

BASES = (
    "scid4/plain",
    "scid4/annotated",
    "scid4/custom_start",
    "scid4/edge",
    "si4/nloding-five",
    "si4/scid-res_database",
)
EXPORTED = tuple(base for base in BASES if base.startswith("scid4/"))

NOT_IN_RECORDS = {"Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp"}

# A variation without moves is dropped: the model has no place for it.
EMPTY = re.compile(r"\(\s*\)")


@pytest.fixture(scope="session")
def dump_records() -> Path:
    default = REPOSITORY / "build/release/tests/dump_records"
    path = Path(os.environ.get("EDGE_DUMP_RECORDS", default))
    assert path.is_file(), f"no program at {path}; run `make build` or set EDGE_DUMP_RECORDS"
    return path


def base_path(shared: Path, base: str) -> Path:
    path = shared / "fixtures" / base
    if not path.with_name(path.name + ".si4").is_file():
        pytest.skip(f"no base {path}")
    return path


def dumped(program: Path, *arguments) -> str:
    done = subprocess.run([program, *arguments], capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def exported_games(path: Path) -> list[str]:
    text = path.with_name(path.name + ".export.pgn").read_text(encoding="utf-8")
    return re.split(r"\n\n(?=\[Event )", text)


def movetext(game: str) -> str:
    return re.sub(r"\{[^}]*\}", " ", game.split("]\n\n", 1)[1])


def games_with_empty_variations(path: Path) -> set[int]:
    """A comment in a variation without moves goes to the move that would have varied."""
    games = enumerate(exported_games(path), 1)
    return {number for number, game in games if EMPTY.search(movetext(game))}


@pytest.mark.parametrize("base", BASES)
def test_encoding_again_gives_the_bytes_of_scid(shared, dump_records, base):
    path = base_path(shared, base)
    lines = [line.split("\t") for line in dumped(dump_records, "check", path).splitlines()]
    changed = {int(number) for number, *_ in lines}
    empty = games_with_empty_variations(path) if base in EXPORTED else set()
    assert changed == empty
    wrong_index = {int(number) for number, what, *_ in lines if what != "record"}
    assert wrong_index <= empty


def board_and_clocks(fen: str) -> tuple[str, ...]:
    """Without the en-passant square, which is written by different rules."""
    fields = fen.split()
    return (*fields[:3], *fields[4:])


@pytest.mark.parametrize("base", BASES)
def test_positions_and_comments_are_those_of_scid(shared, dump_records, base, tmp_path):
    path = base_path(shared, base)
    table = tmp_path / "positions.tsv"
    done = subprocess.run([shared / "tools/scid-dump.sh", path, table], capture_output=True)
    if done.returncode == 3:
        pytest.skip("Scid is not installed")
    assert done.returncode == 0, done.stderr.decode()
    theirs, ours = defaultdict(Counter), defaultdict(Counter)
    for row in table.read_text(encoding="utf-8").split("\n")[:-1]:
        game, _, _, fen, _, comment, _ = row.split("\t")
        for escaped, plain in ((r"\n", " "), (r"\r", " "), (r"\t", " "), (r"\\", "\\")):
            comment = comment.replace(escaped, plain)
        theirs[game][board_and_clocks(fen), one_line(comment)] += 1
    for row in dumped(dump_records, "positions", path).split("\n")[:-1]:
        game, fen, comment = row.split("\t", 2)
        ours[game][board_and_clocks(fen), one_line(comment)] += 1
    assert ours.keys() == theirs.keys()
    moved = games_with_empty_variations(path) if base in EXPORTED else set()
    for game, positions in theirs.items():
        if int(game) not in moved:
            assert ours[game] == positions, f"game {game}"


@pytest.mark.parametrize("base", EXPORTED)
def test_games_are_those_that_scid_exports(shared, dump_records, base):
    path = base_path(shared, base)
    ours = io.StringIO(dumped(dump_records, "pgn", path))
    moved = games_with_empty_variations(path)
    for number, text in enumerate(exported_games(path), 1):
        theirs = chess.pgn.read_game(io.StringIO(text))
        game = chess.pgn.read_game(ours)
        assert game is not None, f"game {number} is missing"
        if number not in moved:
            assert tree_of(game) == tree_of(theirs), f"game {number}"
        for name, value in game.headers.items():
            # Scid prints quotes and backslashes unescaped, which cannot be read back.
            if name not in NOT_IN_RECORDS and not set(value) & set('"\\'):
                assert theirs.headers.get(name) == value, f"game {number}: {name}"
    assert chess.pgn.read_game(ours) is None


def test_stored_lines_are_those_of_the_table(shared, dump_records):
    table = shared / "formats/scid4_stored_lines.txt"
    lines = [line.split("#")[0].strip() for line in table.read_text().splitlines()]
    assert dumped(dump_records, "lines").splitlines() == [line for line in lines if line]
