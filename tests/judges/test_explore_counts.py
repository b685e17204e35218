"""The explorer's numbers against a count of the same games with python-chess."""

from collections import Counter, defaultdict
from pathlib import Path

import chess
import pytest
from support import RESULTS, Edge, is_representable, mainline, read_games

GAMES = 2000
TREE_PLIES = 40
POSITIONS = 200


def position_key(board: chess.Board) -> str:
    """Board, side, castling and the en-passant square only where such a capture is legal."""
    return board.epd(en_passant="legal")


def count_edges(pgn: Path) -> dict[str, dict[str, list]]:
    """For each position, for each move: [plies of the tree, all plies], each a Counter of results.
    A game counts once per position and move."""
    counts: dict[str, dict[str, list]] = defaultdict(dict)
    for game in read_games(pgn):
        result = game.headers.get("Result")
        if result not in RESULTS or not is_representable(game):
            continue
        board = game.board()
        seen = set()
        for ply, move in enumerate(mainline(game)):
            key, uci = position_key(board), move.uci()
            if (key, uci) not in seen:
                seen.add((key, uci))
                tree, everywhere = counts[key].setdefault(uci, [Counter(), Counter()])
                everywhere[result] += 1
                if ply < TREE_PLIES:
                    tree[result] += 1
            board.push(move)
    return counts


def as_rows(edges: dict[str, list], which: int) -> dict[str, tuple[int, ...]]:
    rows = {uci: tuple(counters[which][r] for r in RESULTS) for uci, counters in edges.items()}
    return {uci: row for uci, row in rows.items() if sum(row)}


def rows_of(answer: dict) -> dict[str, tuple[int, ...]]:
    for move in answer["moves"]:
        assert move["total"] == move["white"] + move["draws"] + move["black"]
    return {m["uci"]: (m["white"], m["draws"], m["black"]) for m in answer["moves"]}


def assert_order(answer: dict) -> None:
    totals = [move["total"] for move in answer["moves"]]
    assert totals == sorted(totals, reverse=True)
    assert answer["total"] == sum(totals)


def spread(keys: list[str], count: int) -> list[str]:
    return keys[:: max(1, len(keys) // count)][:count]


@pytest.fixture(scope="module", params=["otb", "lichess"])
def counted(request, edge: Edge, sample_slice, tmp_path_factory):
    pgn = sample_slice(request.param, GAMES)
    corpus = tmp_path_factory.mktemp("explore") / "slice.scoredb"
    edge.index(pgn, "--out", corpus)
    return corpus, count_edges(pgn)


def explore(edge: Edge, corpus: Path, keys: list[str], folder: Path, *options: str) -> list[dict]:
    batch = folder / "positions.txt"
    batch.write_text("".join(f"{key} 0 1\n" for key in keys))
    return edge.json("explore", corpus, "--batch", batch, *options)["answers"]


def test_tree_answers(edge: Edge, counted, tmp_path: Path) -> None:
    corpus, counts = counted
    in_tree = {key: edges for key, edges in counts.items() if as_rows(edges, 0)}
    by_games = sorted(
        in_tree, key=lambda key: (-sum(map(sum, as_rows(in_tree[key], 0).values())), key)
    )
    keys = by_games[: POSITIONS // 2] + spread(by_games[POSITIONS // 2 :], POSITIONS // 2)
    for key, answer in zip(keys, explore(edge, corpus, keys, tmp_path), strict=True):
        assert answer["source"] == "tree", key
        assert rows_of(answer) == as_rows(counts[key], 0), key
        assert_order(answer)


def test_positions_beyond_the_tree_are_scanned(edge: Edge, counted, tmp_path: Path) -> None:
    corpus, counts = counted
    beyond = sorted(key for key, edges in counts.items() if not as_rows(edges, 0))
    keys = spread(beyond, 20)
    assert keys
    for key, answer in zip(keys, explore(edge, corpus, keys, tmp_path), strict=True):
        assert answer["source"] == "scan", key
        assert rows_of(answer) == as_rows(counts[key], 1), key


def test_deep_answers_count_every_ply(edge: Edge, counted, tmp_path: Path) -> None:
    corpus, counts = counted
    keys = spread(sorted(counts), 30) + [position_key(chess.Board())]
    for key, answer in zip(keys, explore(edge, corpus, keys, tmp_path, "--deep"), strict=True):
        assert answer["source"] == "scan", key
        assert rows_of(answer) == as_rows(counts[key], 1), key
        assert_order(answer)


def test_one_position_by_moves_and_by_fen(edge: Edge, counted) -> None:
    corpus, counts = counted
    board = chess.Board()
    board.push_san("e4")
    board.push_san("c5")
    by_moves = edge.json("explore", corpus, "--moves", "e4 c5")
    by_fen = edge.json("explore", corpus, "--fen", board.fen())
    assert rows_of(by_moves) == rows_of(by_fen) == as_rows(counts[position_key(board)], 0)
    for move in by_moves["moves"]:
        assert board.parse_san(move["san"]).uci() == move["uci"]


def test_a_position_nobody_reached(edge: Edge, counted) -> None:
    corpus, _ = counted
    answer = edge.json("explore", corpus, "--fen", "8/8/4k3/8/4P3/4K3/8/7R w - - 0 1")
    assert answer["total"] == 0 and answer["moves"] == []
    assert edge.json("explore", corpus)["total"] > 0
