"""The questions of tests/questions: texts, JSON and queries built in Python find the games that
python-chess finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path

import chess.pgn
import edge_chess
import pytest
from conftest import CLASSICS, REPOSITORY
from edge_chess import q
from edge_chess.heatmap import PIECES
from edge_chess.query import Query
from questions import (
    ABOUT_POSITIONS,
    KILLER_LONG,
    KILLER_SHORT,
    QUESTIONS,
    PositionQuestion,
    Question,
)
from replay import Position, Replay, replay

RARE = REPOSITORY / "tests/questions/rare.pgn"

# Some of them as a Python program would build them; `q` is edge_chess.q.
BUILT: dict[str, Query] = {
    "Rook endings of five plies or more, won by the side with fewer pawns":
        q.winner(q.count("R>=1 r>=1 Q=q=0 B=b=0 N=n=0 us.P<them.P")).streak(5),
    "Queens off before move 15: both gone by Black's 14th move":
        q.queens_off.ever((None, 28)),
    "Games where nobody was ever in check":
        q.in_check.never(),
    "Games that ended in mate":
        q.checkmate,
    "White mated with a knight":
        q.run(q.together(q.to_move("white"), q.moved("N")), q.checkmate),
    "Mates by promotion":
        q.run(q.promoted("QRBN"), q.checkmate),
    "The winner was never in check":
        (q.result == "decisive") & q.winner(q.in_check).never(),
    "Opposite castling: one side short, the other long":
        q.move("O-O").ever() & q.move("O-O-O").ever(),
    "Games of the side that castled long and won":
        q.run(q.move("O-O-O"), q.winner(q.king_castled).became()),
    "Exactly one side castled":
        q.white(q.king_castled).ever() ^ q.black(q.king_castled).ever(),
    "Mated without having castled":
        q.loser(q.checkmate, q.none_of(q.king_castled)).ever(),
    "Castled long, and mate came later in the game, whoever gave it":
        q.seq(q.move("O-O-O"), q.checkmate),
    "The loser had a passed d-pawn, for two plies or more":
        q.loser(q.passed_pawn("d")),
    "White got a passed pawn on the a- or h-file after the queens had gone":
        q.white(q.any_of(q.passed_pawn("a"), q.passed_pawn("h")), q.count("Q=q=0")).ever(),
    "No doubled pawns on either side during the first 15 moves":
        q.neither(q.doubled_pawn()).always((None, 30)),
    "Underpromotions":
        q.promoted("RBN"),
    "Alekhine's gun: two rooks in front of the queen on one file, next to each other":
        q.subfen("8/8/8/8/8/R7/R7/Q7", mirror=True, shift=True),
    "The winner was a piece down (three points or more) for four plies":
        q.winner(q.count("us.MAT+3<=them.MAT")).streak(4),
    "The bishop pair against a side without bishops, for ten plies":
        q.together(q.bishop_pair, q.count("them.B=0")).streak(10),
    "White gave up the bishop pair in the first ten moves":
        q.white(q.bishop_pair).ceased().ever((None, 20)),
    "Greek gifts: a bishop takes on h7 (Black's on h2) with check; both rated 2400 or more":
        (q.elo >= 2400)
        & q.together(
            q.captured("P"),
            q.any_of(
                q.together(q.to_move("white"), q.move("Bxh7+")),
                q.together(q.to_move("black"), q.move("Bxh2+")),
            ),
        ).ever(),
    "Exchange sacrifices: Black's rook takes a knight on c3":
        q.together(q.to_move("black"), q.move("Rxc3"), q.captured("N")),
    "White began with neither e4 nor d4":
        ~q.move("e4", "d4").at(0),
    "Games of the side that castled long and won":
        q.winner(q.to_move("us"), q.move("O-O-O")),
    "White won in under 25 moves in the Sicilian":
        (q.result == "W") & (q.eco == "B20..B99") & (q.plies < 49),
    "Sicilians except those in which the queens came off":
        (q.eco == "B20..B99") - q.queens_off.ever(),
    "Games of 1990 to 1999, by the date from new year to new year's eve":
        q.date.between("1990", "1999"),
    "Fischer won, with either colour":
        (q.white_player == "Fischer, Robert James") & (q.result == "W")
        | (q.black_player == "Fischer, Robert James") & (q.result == "B"),
    "World championship games, by the name of the event":
        q.tag("Event").contains("world championship"),
    "The lower rated player won, by 100 points or more":
        (q.result == "W") & (q.elo_diff <= -100) | (q.result == "B") & (q.elo_diff >= 100),
}  # fmt: skip


def judged_games() -> Iterator[Replay]:
    for path in (CLASSICS, RARE):
        with path.open() as text:
            while (game := chess.pgn.read_game(text)) is not None:
                yield replay(game)


@pytest.fixture(scope="module")
def games() -> list[Replay]:
    return list(judged_games())


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory, games: list[Replay]) -> edge_chess.Corpus:
    out: Path = tmp_path_factory.mktemp("questions") / "games.scoredb"
    corpus = edge_chess.index([CLASSICS, RARE], out)
    assert len(corpus) == len(games)
    return corpus


def holding(games: list[Replay], holds: Callable[[Replay], bool]) -> list[int]:
    return [number for number, game in enumerate(games) if holds(game)]


@pytest.mark.parametrize("question", QUESTIONS, ids=[question.ask for question in QUESTIONS])
def test_games(asked: edge_chess.Corpus, games: list[Replay], question: Question) -> None:
    expected = holding(games, question.holds)
    if not question.only_in_samples:
        assert 0 < len(expected) < len(games)
    for text in (question.text, *question.also):
        assert asked.query(text).ids().tolist() == expected, text
    as_json = asked.explain(question.text)["query_json"]
    assert asked.query(as_json).ids().tolist() == expected, as_json


@pytest.mark.parametrize("ask", BUILT)
def test_built_queries(asked: edge_chess.Corpus, games: list[Replay], ask: str) -> None:
    (question,) = (question for question in QUESTIONS if question.ask == ask)
    assert asked.query(BUILT[ask]).ids().tolist() == holding(games, question.holds)


def test_the_short_form_gives_the_bits_of_the_long_one(asked: edge_chess.Corpus) -> None:
    short, long = asked.query(KILLER_SHORT), asked.query(KILLER_LONG)
    assert len(short) > 0
    assert short.words().tolist() == long.words().tolist()


@pytest.mark.parametrize("about", ABOUT_POSITIONS, ids=[about.ask for about in ABOUT_POSITIONS])
def test_positions(
    asked: edge_chess.Corpus, games: list[Replay], about: PositionQuestion
) -> None:
    expected: list[tuple[int, Position]] = [
        (number, game.positions[ply])
        for number, game in enumerate(games)
        for ply in about.plies(game)
    ]
    assert expected
    found = asked.positions(about.text)
    assert [(at.game_id, at.ply, (at.fen or "").split()[0]) for at in found] == [
        (number, at.ply, at.board.board_fen()) for number, at in expected
    ]
    first = [next(rows) for _, rows in groupby(expected, key=lambda row: row[0])]
    assert [(at.game_id, at.ply) for at in asked.positions(about.text, per_game="first")] == [
        (number, at.ply) for number, at in first
    ]

    heat = asked.heatmap(about.text)
    assert (heat.positions, heat.games) == (len(expected), len(first))
    counts = Counter(
        (piece.symbol(), square)
        for _, at in expected
        for square, piece in at.board.piece_map().items()
    )
    for piece in PIECES:
        assert heat[piece].ravel().tolist() == [counts[piece, square] for square in range(64)]

    results = Counter(games[number].result for number, _ in expected)
    grouped = asked.group_by("result", about.text)
    assert {group.key: group.positions for group in grouped} == results
