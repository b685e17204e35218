"""tree.games, read by the tables of its page, against a recount of the games with python-chess."""

import struct
from collections import defaultdict
from pathlib import Path

import chess
import chess.polyglot
import pytest
from support import RESULTS, Edge, files_of, is_representable, mainline, read_games

GAMES = 3000
EDGE = struct.Struct("<QIIIII4x")
Key = tuple[int, str]  # the position's hash and the move


def position_hash(board: chess.Board) -> int:
    """The Polyglot key with the en-passant file only where such a capture is legal."""
    if board.ep_square is not None and not board.has_legal_en_passant():
        board = board.copy(stack=False)
        board.ep_square = None
    return chess.polyglot.zobrist_hash(board)


def move_of(raw: int) -> str:
    promotion = " nbr"[raw >> 12 & 3].strip() or ("q" if raw >> 14 == 3 else "")
    return chess.square_name(raw & 63) + chess.square_name(raw >> 6 & 63) + promotion


def read_edges(path: Path) -> list[tuple[Key, int]]:
    """Each edge of tree.dat with its total."""
    data = path.read_bytes()
    buckets, edges = struct.unpack_from("<IQ", data, 12)
    rows = EDGE.iter_unpack(data[32 + 4 * (buckets + 1) :])
    found = [((parent, move_of(move)), total) for parent, move, total, *_ in rows]
    assert len(found) == edges
    return found


def read_blocks(data: bytes, at: int, total: int) -> list[int]:
    games: list[int] = []
    while len(games) < total:
        number, less_one = struct.unpack_from("<HH", data, at)
        count = less_one + 1
        at += 4
        if count <= 4096:
            offsets = struct.unpack_from(f"<{count}H", data, at)
            at += (2 * count + 3) // 4 * 4
        else:
            bits = int.from_bytes(data[at : at + 8192], "little")
            offsets = tuple(i for i in range(65536) if bits >> i & 1)
            assert len(offsets) == count
            at += 8192
        games += [number << 16 | offset for offset in offsets]
    return games


def read_lists(path: Path, totals: list[int], game_count: int) -> list[list[int]]:
    data = path.read_bytes()
    magic, version, zero, edges, lists, games, lists_bytes = struct.unpack_from("<8sIIQQQQ", data)
    assert (magic, version, zero) == (b"EDGE_TGM", 1, 0)
    assert (edges, games) == (len(totals), game_count)
    entries = struct.unpack_from(f"<{edges}I", data, 64)
    starts_at = (64 + 4 * edges + 7) // 8 * 8
    starts = struct.unpack_from(f"<{lists}Q", data, starts_at)
    area = starts_at + 8 * lists
    assert len(data) == area + lists_bytes
    found = []
    for entry, total in zip(entries, totals, strict=True):
        if total == 1:
            found.append([entry])
            continue
        at = area + (starts[entry] & ~1)
        if starts[entry] & 1:
            found.append(read_blocks(data, at, total))
        else:
            found.append(list(struct.unpack_from(f"<{total}I", data, at)))
    return found


def recount(pgn: Path, plies: int) -> tuple[dict[Key, list[int]], int]:
    """The games of each edge, and how many games there are."""
    games: dict[Key, list[int]] = defaultdict(list)
    number = 0
    for game in read_games(pgn):
        if not is_representable(game):
            continue
        if game.headers.get("Result") in RESULTS:
            board = game.board()
            for move in mainline(game)[:plies]:
                listed = games[position_hash(board), move.uci()]
                if not listed or listed[-1] != number:
                    listed.append(number)
                board.push(move)
        number += 1
    return games, number


@pytest.fixture(scope="module", params=["otb", "lichess"])
def pgn(request, sample_slice) -> Path:
    return sample_slice(request.param, GAMES)


def test_lists_are_the_games_of_every_edge(edge: Edge, pgn: Path, tmp_path: Path) -> None:
    expected, game_count = recount(pgn, 20)
    corpus = tmp_path / "c.scoredb"
    edge.index(pgn, "--out", corpus, "--tree-plies", "20", "--shards", "3")
    edges = read_edges(corpus / "tree.dat")
    lists = read_lists(corpus / "tree.games", [total for _, total in edges], game_count)
    found = {key: games for (key, _), games in zip(edges, lists, strict=True)}
    assert found == expected


def test_added_later_the_bytes_are_the_same(edge: Edge, pgn: Path, tmp_path: Path) -> None:
    with_games, without = tmp_path / "a.scoredb", tmp_path / "b.scoredb"
    edge.index(pgn, "--out", with_games)
    edge.index(pgn, "--out", without, "--no-tree-games")
    edge.json("index", "--add-tree-games", without)
    # Each change has a list of hashes of its own.
    later, at_once = files_of(without), files_of(with_games)
    assert later.pop("checksums.2") == at_once.pop("checksums.1")
    assert later.pop("meta") == at_once.pop("meta").replace(b"checksums.1:", b"checksums.2:")
    assert later == at_once
