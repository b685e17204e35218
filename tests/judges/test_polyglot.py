"""Books made from corpora, next to python-chess: its reader, its keys, and its own count of the games."""

import random
from collections import defaultdict
from pathlib import Path

import chess
import chess.polyglot
import pytest
from support import RESULTS, Edge, is_representable, mainline, read_games

POINTS = {"1-0": (2, 0), "1/2-1/2": (1, 1), "0-1": (0, 2)}  # White's and Black's half points


def position_of(board: chess.Board) -> str:
    """What distinguishes positions: en passant only where such a capture is legal."""
    return board.epd(en_passant="legal")


def edges_of(source: Path, tree_plies: int) -> dict[str, dict[chess.Move, list[int]]]:
    """By position and move: games, and the half points of the player who moved."""
    edges = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for game in read_games(source):
        result = game.headers.get("Result", "*")
        if not is_representable(game) or result not in RESULTS:
            continue
        board = game.board()
        seen = set()
        for move in mainline(game)[:tree_plies]:
            key = (position_of(board), move)
            if key not in seen:
                seen.add(key)
                counts = edges[key[0]][move]
                counts[0] += 1
                counts[1] += POINTS[result][0 if board.turn == chess.WHITE else 1]
            board.push(move)
    return edges


def expected_book(edges, min_games: int, max_ply: int) -> dict[int, dict[chess.Move, int]]:
    """By key: the moves and their weights, ply by ply from the start."""
    book = {}
    level = {position_of(chess.Board()): [chess.Board()]}
    seen = set()
    for _ in range(max_ply):
        next_level = defaultdict(list)
        for position, boards in level.items():
            weights = {
                move: points
                for move, (games, points) in edges[position].items()
                if games >= min_games and points > 0
            }
            for board in boards:
                if weights:
                    book[chess.polyglot.zobrist_hash(board)] = weights
                board = board.copy(stack=False)
                if not board.has_legal_en_passant():
                    board.ep_square = None  # the key without it is in the book too
                if weights:
                    book[chess.polyglot.zobrist_hash(board)] = weights
            if position in seen:
                continue
            seen.add(position)
            for move in edges[position]:
                board = boards[0].copy(stack=False)
                board.push(move)
                next_level[position_of(board)].append(board)
        level = next_level
    return book


def read_book(path: Path) -> dict[int, list[chess.polyglot.Entry]]:
    entries = defaultdict(list)
    with chess.polyglot.open_reader(path) as reader:
        for entry in reader:
            entries[entry.key].append(entry)
    return entries


def kings_move(move: chess.Move, known: dict) -> chess.Move:
    """Castling as the king's own move; in a book the king takes its rook."""
    if move in known:
        return move
    file = 6 if chess.square_file(move.to_square) == 7 else 2
    target = chess.square(file, chess.square_rank(move.to_square))
    return chess.Move(move.from_square, target)


@pytest.fixture(scope="module")
def corpus(edge: Edge, sample_slice, tmp_path_factory) -> tuple[Path, Path]:
    """Some games as PGN, and the corpus of them."""
    source = sample_slice("otb", 500)
    out = tmp_path_factory.mktemp("book") / "c.scoredb"
    edge.index(source, "--out", out)
    return source, out


@pytest.fixture(scope="module")
def edges(corpus):
    return edges_of(corpus[0], 40)


@pytest.mark.parametrize("min_games, max_ply", [(1, 40), (3, 40), (2, 9), (1, 1)])
def test_books_hold_what_python_chess_counts(
    edge: Edge, corpus, edges, tmp_path: Path, min_games: int, max_ply: int
) -> None:
    book = tmp_path / "book.bin"
    edge.ok("convert", corpus[1], book, "--min-games", min_games, "--max-ply", max_ply)
    expected = expected_book(edges, min_games, max_ply)
    entries = read_book(book)
    assert entries.keys() == expected.keys()
    for key, found in entries.items():
        weights = {kings_move(entry.move, expected[key]): entry.weight for entry in found}
        assert weights == expected[key]
        assert [e.weight for e in found] == sorted((e.weight for e in found), reverse=True)
        assert all(entry.learn == 0 for entry in found)


@pytest.mark.parametrize("color", [chess.WHITE, chess.BLACK])
def test_books_of_one_side_have_its_moves(edge: Edge, corpus, tmp_path: Path, color: bool) -> None:
    both, one = tmp_path / "both.bin", tmp_path / "one.bin"
    edge.ok("convert", corpus[1], both, "--min-games", 1)
    edge.ok("convert", corpus[1], one, "--min-games", 1, "--color", chess.COLOR_NAMES[color])
    all_moves, ours = read_book(both), read_book(one)
    for game in list(read_games(corpus[0]))[:100]:
        board = game.board()
        for move in mainline(game)[:20]:
            key = chess.polyglot.zobrist_hash(board)
            expected = all_moves.get(key, []) if board.turn == color else []
            assert ours.get(key, []) == expected
            board.push(move)


def test_python_chess_finds_the_moves_that_explore_shows(
    edge: Edge, corpus, tmp_path: Path
) -> None:
    source, games = corpus
    book = tmp_path / "book.bin"
    edge.ok("convert", games, book, "--min-games", 1)
    boards = []
    for game in list(read_games(source))[:200]:
        board = game.board()
        moves = mainline(game)
        for move in moves[: random.Random(len(boards)).randrange(41)]:
            board.push(move)
        boards.append(board)
    (tmp_path / "positions.txt").write_text("".join(board.fen() + "\n" for board in boards))
    answers = edge.json("explore", book, "--batch", tmp_path / "positions.txt")["answers"]
    assert len(answers) == len(boards)
    with chess.polyglot.open_reader(book) as reader:
        for board, answer in zip(boards, answers):
            theirs = {entry.move.uci(): entry.weight for entry in reader.find_all(board)}
            assert {move["uci"]: move["weight"] for move in answer["moves"]} == theirs
            total = sum(theirs.values())
            assert answer["total_weight"] == total
            for move in answer["moves"]:
                assert move["share"] == pytest.approx(move["weight"] / total)
                assert board.parse_san(move["san"]).uci() == move["uci"]


def test_damaged_books_are_refused(edge: Edge, corpus, tmp_path: Path) -> None:
    book = tmp_path / "book.bin"
    edge.ok("convert", corpus[1], book)
    data = book.read_bytes()
    book.write_bytes(data[:-3])
    edge.refused("explore", book, mentions=f"{book}, offset {len(data) - 16}")
    book.write_bytes(data[16:] + data[:16])
    edge.refused("explore", book, mentions=f"{book}, offset {len(data) - 16}")
