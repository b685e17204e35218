"""What `edge news` says about a small repertoire, recomputed with python-chess from the games."""

import io
import json
import random
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.pgn
import pytest
from support import Edge, is_representable, mainline, read_games

GAMES = 3000
REPERTOIRE = """
[Event "Ruy Lopez and others"]

1. e4 e5 (1... c5 2. Nf3 d6 (2... e6 3. d4 cxd4 4. Nxd4) 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3)
2. Nf3 Nc6 (2... d6 3. d4) (2... -- 3. Nxe5) 3. Bb5 a6 (3... Nf6 4. O-O) 4. Ba4 Nf6 *

[Event "Queen's pawn, by several orders"]

1. d4 Nf6 (1... d5 2. c4 e6 3. Nc3 Nf6) 2. c4 e6 3. Nf3 (3. Nc3 Bb4) 3... d5 4. Nc3 Be7 *
"""


def key_of(board: chess.Board) -> str:
    """The position as the repertoire identifies it: en passant counts where it is legal."""
    return " ".join(board.fen(en_passant="legal").split()[:4])


@dataclass
class Line:
    moves: list[str]  # UCI
    entered: int = 0


class Book:
    """The repertoire: positions, their moves, and the first line that has each."""

    def __init__(self, text: str):
        self.line_of: dict[str, int] = {}
        self.moves: dict[str, set[str]] = {}
        self.lines: list[Line] = []
        stream = io.StringIO(text)
        while game := chess.pgn.read_game(stream):
            self.add(game, [])

    def add(self, node: chess.pgn.GameNode, path: list[str]) -> None:
        children = [child for child in node.variations if child.move]
        for child in children:
            if path:
                self.moves[key_of(node.board())].add(child.move.uci())
            key = key_of(child.board())
            if key not in self.line_of:
                self.line_of[key] = len(self.lines)
                self.moves[key] = set()
            self.add(child, [*path, child.move.uci()])
        if path and not children and len(self.lines) in self.line_of.values():
            self.lines.append(Line(path))


@dataclass
class Played:
    id: int
    date: tuple[int, ...] | None  # as far as it is known
    path: list[tuple[int, str, str]]  # ply, position and move of every way out
    last: tuple[int, str, str | None] | None
    lines: set[int]
    headers: chess.pgn.Headers


def date_of(headers: chess.pgn.Headers) -> tuple[int, ...] | None:
    parts = []
    for part in re.split("[./-]", headers.get("Date", "?")):
        if not part.isdigit() or int(part) == 0:
            break
        parts.append(int(part))
    return tuple(parts) or None


def play(number: int, game: chess.pgn.Game, book: Book) -> Played:
    board = chess.Board()
    keys, moves = [key_of(board)], []
    for move in mainline(game):
        moves.append(move.uci())
        board.push(move)
        keys.append(key_of(board))
    inside = [ply for ply, key in enumerate(keys) if key in book.line_of]
    path = [
        (ply, keys[ply], moves[ply])
        for ply in inside
        if ply < len(moves) and keys[ply + 1] not in book.line_of
    ]
    last = None
    if inside:
        ply = inside[-1]
        last = (ply, keys[ply], moves[ply] if ply < len(moves) else None)
    lines = {book.line_of[keys[ply]] for ply in inside}
    return Played(number, date_of(game.headers), path, last, lines, game.headers)


def may_be_before(other: Played, game: Played) -> bool:
    if other.date is None:
        return True
    shared = min(len(other.date), len(game.date))
    if other.date[:shared] != game.date[:shared]:
        return other.date < game.date
    return len(other.date) != len(game.date) or other.id < game.id


def novelties(games: list[Played], chosen: list[Played]) -> set[tuple[int, int, str]]:
    by_way: dict[tuple[str, str], list[Played]] = {}
    for game in games:
        for _, key, move in game.path:
            by_way.setdefault((key, move), []).append(game)
    found = set()
    for game in chosen:
        if game.date is None or game.last is None or game.last[2] is None:
            continue
        ply, key, move = game.last
        others = (other for other in by_way[key, move] if other.id != game.id)
        if not any(may_be_before(other, game) for other in others):
            found.add((game.id, ply, move))
    return found


@pytest.fixture(scope="module")
def setting(edge: Edge, sample, tmp_path_factory):
    """A corpus of games from all over the sample, those games, and the repertoire."""
    folder = tmp_path_factory.mktemp("news")
    texts = sample("otb").read_text(encoding="utf-8", errors="replace").split("\n\n[Event ")
    chosen = sorted(random.Random(4).sample(range(1, len(texts)), GAMES))
    source = folder / "games.pgn"
    source.write_text("".join(f"[Event {texts[i].strip()}\n\n" for i in chosen))
    repertoire = folder / "repertoire.pgn"
    repertoire.write_text(REPERTOIRE)
    edge.index(source, "--out", folder / "c.scoredb", "--tree-plies", 4, "--shards", 3)
    book = Book(REPERTOIRE)
    kept = [game for game in read_games(source) if is_representable(game)]
    games = [play(number, game, book) for number, game in enumerate(kept)]
    return folder / "c.scoredb", repertoire, book, games


def elo(headers: chess.pgn.Headers, side: str) -> int:
    text = headers.get(f"{side}Elo", "")
    return int(text) if text.isdigit() else 0


def expect_same(answer: dict, book: Book, games: list[Played], chosen: list[Played]) -> None:
    entered = [game for game in chosen if game.last]
    assert answer["games"] == len(games)
    assert answer["chosen"] == len(chosen)
    assert answer["entered"] == len(entered)
    assert answer["positions"] == len(book.line_of)
    assert len(answer["lines"]) == len(book.lines)
    for number, (line, ours) in enumerate(zip(book.lines, answer["lines"])):
        here = [game for game in entered if book.line_of[game.last[1]] == number]
        kinds = Counter()
        ways = Counter()
        for game in here:
            _, key, move = game.last
            if move is None:
                kinds["ended"] += 1
                continue
            ways[key, move] += 1
            if not book.moves[key]:
                kinds["past_the_end"] += 1
            else:
                kinds["left_by_white" if " w " in key else "left_by_black"] += 1
        assert ours["plies"] == len(line.moves)
        assert ours["entered"] == sum(number in game.lines for game in entered)
        assert ours["went_on"] == ours["entered"] - len(here)
        for kind in ("ended", "past_the_end", "left_by_white", "left_by_black"):
            assert ours[kind] == kinds[kind], (line, kind)
        theirs = {
            (" ".join(row["fen"].split()[:4]), row["uci"]): row["games"]
            for row in ours["departures"]
        }
        assert theirs == ways
        listed = {(row["game_id"], row["ply"], row["uci"]) for row in ours["latest_games"]}
        assert listed == {(game.id, game.last[0], game.last[2]) for game in here}
    found = {
        (row["game_id"], row["ply"], row["uci"])
        for line in answer["lines"]
        for row in line["novelties"]
    }
    assert found == novelties(games, chosen)
    assert answer["novelty_count"] == len(found)
    assert answer["lines_entered"] == sum(line["entered"] > 0 for line in answer["lines"])


def test_all_games(edge: Edge, setting) -> None:
    corpus, repertoire, book, games = setting
    answer = edge.json("news", repertoire, corpus, "--limit", 100000)
    assert answer["entered"] > 1000
    expect_same(answer, book, games, games)


def test_filters(edge: Edge, setting) -> None:
    corpus, repertoire, book, games = setting
    since = (2015,)
    chosen = [
        game
        for game in games
        if game.date
        and game.date[:1] >= since
        and min(elo(game.headers, "White"), elo(game.headers, "Black")) >= 2300
    ]
    assert 100 < len(chosen) < len(games)
    answer = edge.json(
        "news", repertoire, corpus, "--limit", 100000, "--since", "2015", "--min-elo", 2300
    )
    expect_same(answer, book, games, chosen)


def was_left_by(game: Played, side: str, book: Book) -> bool:
    if game.last is None or game.last[2] is None:
        return False
    return bool(book.moves[game.last[1]]) and f" {side[0]} " in game.last[1]


@pytest.mark.parametrize("color", ["white", "black"])
def test_games_that_the_owner_left_are_not_reported(edge: Edge, setting, color: str) -> None:
    corpus, repertoire, book, games = setting
    reported = [game for game in games if not was_left_by(game, color, book)]
    assert 100 < len(reported) < len(games)
    answer = edge.json("news", repertoire, corpus, "--limit", 100000, "--color", color)
    assert answer["chosen"] == len(games)
    assert answer["left_by_you"] == len(games) - len(reported)
    for line in answer["lines"]:
        rows = line["departures"]
        assert line[f"left_by_{color}"] == 0
        assert rows == sorted(rows, key=lambda row: (not row["repertoire"], -row["games"]))
    expect_same(answer | {"chosen": len(reported)}, book, games, reported)


def test_threads_change_nothing(edge: Edge, setting) -> None:
    corpus, repertoire, _, _ = setting
    answers = {
        edge.ok("news", repertoire, corpus, "--json", "--threads", threads) for threads in (1, 3, 8)
    }
    assert len(answers) == 1


def test_pgn_marks_the_move(edge: Edge, setting, tmp_path: Path) -> None:
    corpus, repertoire, book, games = setting
    target = tmp_path / "novelties.pgn"
    answer = json.loads(
        edge.ok("news", repertoire, corpus, "--limit", 100000, "--json", "--pgn", target)
    )
    expected = sorted(
        (row["game_id"], row["ply"], row["uci"])
        for line in answer["lines"]
        for row in line["novelties"]
    )
    marked = []
    for (number, _, _), game in zip(expected, read_games(target), strict=True):
        assert not game.errors
        nodes = [node for node in game.mainline() if 146 in node.nags]
        assert len(nodes) == 1 and nodes[0].comment.startswith("Novelty; ")
        marked.append((number, nodes[0].ply() - 1, nodes[0].move.uci()))
        assert game.headers["White"] == games[number].headers["White"]
    assert marked == expected
    edge.refused("news", repertoire, corpus, "--pgn", target, mentions="--force")
