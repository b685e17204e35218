"""python-chess, which knows nothing of Edge, sees the same games and positions."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator

import chess
import chess.pgn
import edge_chess
import pytest
from edge_chess.heatmap import PIECES


@pytest.fixture
def judged(corpus: edge_chess.Corpus) -> list[chess.pgn.Game]:
    games = [chess.pgn.read_game(io.StringIO(game.pgn())) for game in corpus.games()]
    assert len(games) == 58
    return [game for game in games if game is not None and not game.errors]


def boards(game: chess.pgn.Game) -> Iterator[chess.Board]:
    """Every position of the main line, the start first."""
    board = game.board()
    yield board
    for move in game.mainline_moves():
        board.push(move)
        yield board


def test_games(corpus: edge_chess.Corpus, judged: list[chess.pgn.Game]) -> None:
    assert len(judged) == 58
    for game, other in zip(corpus.games(), judged, strict=True):
        assert dict(game.tags) == dict(other.headers)
        assert list(game.moves) == [node.san() for node in other.mainline()]
        assert game.plies == len(game.moves)


def test_heatmap(corpus: edge_chess.Corpus, judged: list[chess.pgn.Game]) -> None:
    counts = Counter(
        (piece.symbol(), square)
        for game in judged
        for board in boards(game)
        for square, piece in board.piece_map().items()
    )
    heat = corpus.heatmap()
    for piece in PIECES:
        expected = [counts[piece, square] for square in chess.SQUARES]
        assert heat[piece].ravel().tolist() == expected


def test_positions(corpus: edge_chess.Corpus, judged: list[chess.pgn.Game]) -> None:
    checks = {
        (number, ply, board.epd())
        for number, game in enumerate(judged)
        for ply, board in enumerate(boards(game))
        if board.is_check()
    }
    found = corpus.positions("in_check")
    assert {
        (at.game_id, at.ply, chess.Board(at.fen or "").epd()) for at in found
    } == checks


def test_explore(corpus: edge_chess.Corpus, judged: list[chess.pgn.Game]) -> None:
    moves: Counter[str] = Counter()
    for game in judged:
        board = game.board()
        line = [move for move in game.mainline_moves()]
        for move in line:
            if board.board_fen() == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR":
                moves[board.san(move)] += 1
            board.push(move)
    answer = corpus.explore("e4 e5")
    assert {move.san: move.total for move in answer} == moves


def test_table_of_moves(corpus: edge_chess.Corpus, judged: list[chess.pgn.Game]) -> None:
    rows = corpus.to_arrow("moves", columns=["game_id", "ply", "san", "uci"]).to_pylist()
    expected = [
        {"game_id": number, "ply": node.ply() - 1, "san": node.san(), "uci": node.uci()}
        for number, game in enumerate(judged)
        for node in game.mainline()
    ]
    assert rows == expected
