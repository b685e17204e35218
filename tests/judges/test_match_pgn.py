"""Games with their matches marked, and games from their matches on, as python-chess reads them."""

import io

import chess.pgn
import pytest
from support import CLASSICS

QUERIES = [
    "checkmate",
    "at(0, P>1)",
    "at(7, P>1)",
    'move("O-O-O")',
    "seq(in_check, queens_off)",
    "streak(4, queens_off)",
]


@pytest.fixture(scope="module")
def corpus(edge, tmp_path_factory):
    path = tmp_path_factory.mktemp("matches") / "classics.scoredb"
    edge.index(CLASSICS, "--out", path)
    return path


def read_all(text: str) -> list[chess.pgn.Game]:
    stream = io.StringIO(text)
    games = list(iter(lambda: chess.pgn.read_game(stream), None))
    assert not any(game.errors for game in games)
    return games


def nodes_of(game: chess.pgn.Game) -> list[chess.pgn.GameNode]:
    return [game, *game.mainline()]


def fens(nodes: list[chess.pgn.GameNode]) -> list[str]:
    return [node.board().fen() for node in nodes]


@pytest.mark.parametrize("query", QUERIES)
def test_marks_and_beginnings_are_at_the_plies_of_the_match(edge, corpus, query):
    ask = ("games", corpus, "--query", query)
    matches = [game["match_plies"] for game in edge.json(*ask, "--columns", "match_plies")["games"]]
    plain, marked = read_all(edge.ok(*ask)), read_all(edge.ok(*ask, "--mark"))
    parts = read_all(edge.ok(*ask, "--mark", "--from-match"))
    assert len(matches) == len(plain) == len(marked) == len(parts) > 0
    for plies, *games in zip(matches, plain, marked, parts):
        nodes, whole, part = (nodes_of(game) for game in games)
        begin, ends = plies[0], {plies[0], plies[-1]}
        assert [node.move for node in whole] == [node.move for node in nodes]
        assert {ply for ply, node in enumerate(whole) if node.comment} == ends
        assert {ply for ply, node in enumerate(part, begin) if node.comment} == ends
        assert fens(part) == fens(nodes[begin:])
