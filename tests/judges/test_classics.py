"""The bundled games: legal, complete, each once, and mated where the notation says so."""

import re

import chess
import chess.pgn
from support import CLASSICS, RESULTS, read_games

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
GAMES = list(read_games(CLASSICS))
NUMBER_OR_RESULT = re.compile(r"\d+\.+|1-0|0-1|1/2-1/2")


def name_of(game: chess.pgn.Game) -> str:
    headers = game.headers
    return f"{headers['White']} - {headers['Black']} {headers['Date'][:4]}"


def test_a_few_dozen_games() -> None:
    assert 36 <= len(GAMES) <= 60


def test_every_game_is_legal() -> None:
    for game in GAMES:
        assert not game.errors, (name_of(game), game.errors)
        assert game.end().ply() > 10, name_of(game)


def test_tags_are_complete() -> None:
    for game in GAMES:
        for tag in (*ROSTER, "ECO"):
            assert game.headers.get(tag), (name_of(game), tag)
        assert game.headers["White"] != "?" != game.headers["Black"], name_of(game)
        assert game.headers["Result"] in RESULTS, name_of(game)
        assert re.fullmatch(r"[A-E]\d\d", game.headers["ECO"]), name_of(game)
        assert re.fullmatch(r"\d{4}\.(\d\d|\?\?)\.(\d\d|\?\?)", game.headers["Date"]), name_of(game)


def test_no_game_is_there_twice() -> None:
    lines = {tuple(game.mainline_moves()) for game in GAMES}
    assert len(lines) == len(GAMES)


def test_results_fit_the_last_position() -> None:
    for game in GAMES:
        board = game.end().board()
        if board.is_checkmate():
            assert game.headers["Result"] == ("0-1" if board.turn else "1-0"), name_of(game)
        if board.is_stalemate() or board.is_insufficient_material():
            assert game.headers["Result"] == "1/2-1/2", name_of(game)
    assert sum(game.end().board().is_checkmate() for game in GAMES) >= 8


def test_moves_are_written_canonically() -> None:
    """Exact SAN, so that a game has a check or mate mark exactly where there is one."""
    sections = CLASSICS.read_text().split("\n\n")[1::2]
    for game, section in zip(GAMES, sections, strict=True):
        written = [word for word in section.split() if not NUMBER_OR_RESULT.fullmatch(word)]
        board = game.board()
        for move, word in zip(game.mainline_moves(), written, strict=True):
            assert board.san(move) == word, name_of(game)
            board.push(move)


def test_the_text_is_in_export_format() -> None:
    data = CLASSICS.read_bytes()
    assert b"\r" not in data and data.endswith(b"\n") and not data.endswith(b"\n\n")
    assert all(len(line) <= 80 for line in data.decode("utf-8").splitlines())
