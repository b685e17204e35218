"""Positions as EPD, as python-chess reads them."""

import chess
import chess.pgn
from support import CLASSICS


def test_every_line_is_the_position_of_its_game_and_ply(edge, tmp_path):
    corpus = tmp_path / "classics.scoredb"
    edge.index(CLASSICS, "--out", corpus)
    lines = edge.ok("query", corpus, "--positions", "epd").splitlines()
    with CLASSICS.open(encoding="utf-8") as pgn:
        games = list(iter(lambda: chess.pgn.read_game(pgn), None))
    expected = []
    for number, game in enumerate(games):
        operations = {"c0": game.headers["Result"], "id": ""}
        for ply, node in enumerate([game, *game.mainline()]):
            expected.append(node.board().epd(**(operations | {"id": f"{number}:{ply}"})))
    assert lines == expected
    board = chess.Board()
    assert board.set_epd(lines[-1]) == {"c0": "1-0", "id": f"57:{games[57].end().ply()}"}
