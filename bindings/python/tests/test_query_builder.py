"""Queries that are put together mean what the text language means."""

from __future__ import annotations

import edge_chess
import pytest
from edge_chess import q
from edge_chess.query import Query

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"

CASES: list[tuple[Query, str]] = [
    (q.result == "W", "result = W"),
    (q.result != "W", "result != W"),
    (q.eco.is_in("B20..B99", "C42"), "eco = B20..B99,C42"),
    (q.speed == "blitz", "speed = blitz"),
    (q.time_class == "unknown", "tc = unknown"),
    (q.termination == "normal", "termination = normal"),
    (q.year.between(1850, 1900), "year = 1850..1900"),
    (q.year != 1851, "year != 1851"),
    (q.elo >= 2500, "elo >= 2500"),
    (q.white_elo > 1, "white.elo > 1"),
    (q.black_elo <= 9, "black.elo <= 9"),
    (q.elo_diff < -50, "elo.diff < -50"),
    (q.base_seconds == 60, "tc.base = 60"),
    (q.increment_seconds == 0, "tc.inc = 0"),
    (q.plies > 100, "plies > 100"),
    (q.date >= "1851-06", "date >= 1851-06"),
    (q.date.between("1850", "1860-05-01"), "date = 1850..1860-05-01"),
    (q.player.contains("morphy"), 'player ~ "morphy"'),
    (q.white_player == "Reti, Richard", 'white = "Reti, Richard"'),
    (q.black_player == 'a "b" \\', r'black = "a \"b\" \\"'),
    (q.tag("Event").contains("match"), 'tag("Event") ~ "match"'),
    (q.queens_off, "queens_off"),
    (q.white(q.bishop_pair, q.passed_pawn()), "white: bishop_pair passed_pawn"),
    (q.black(q.king_castled).at(40), "at(40, black: king_castled)"),
    (q.both(q.rook_on_seventh), "both: rook_on_seventh"),
    (q.neither(q.in_check).always((20, 40)), "always(20..40, neither: in_check)"),
    (q.winner(q.count("us.P<them.P")), "winner: us.P<them.P"),
    (q.loser(q.in_check), "loser: in_check"),
    (q.mover(q.bishop_pair), "mover: bishop_pair"),
    (q.either(q.rook_on_open_file("c")), "either: rook_on_open_file(c)"),
    (q.doubled_pawn("e").never(), "never(doubled_pawn(e))"),
    (q.isolated_pawn("d").ever((None, 30)), "ever(..30, isolated_pawn(d))"),
    (q.count("P<p").streak(5), "streak(5, P<p)"),
    (q.count("P<p").became().ever((60, None)), "ever(60.., became(P<p))"),
    (q.white(q.bishop_pair).ceased(), "ceased(white: bishop_pair)"),
    (q.material("KRPKR"), 'material("KRPKR")'),
    (q.subfen("8/8/8/3PP3/8/8/8/8", mirror=True, shift=True),
     'subfen("8/8/8/3PP3/8/8/8/8", mirror, shift)'),
    (q.subfen("8/8/8/8/4P3/8/8/8", mirror_files=True),
     'subfen("8/8/8/8/4P3/8/8/8", mirror_files)'),
    (q.together(q.iqp, q.quiet), "iqp quiet"),
    (q.white(q.sacrifice), "white: sacrifice"),
    (q.opposite_bishops.streak(10), "streak(10, opposite_bishops)"),
    (q.position(START).ever(), f'ever(position("{START}"))'),
    (q.opening("najdorf").never(), 'never(opening("najdorf"))'),
    (q.together(q.to_move("white"), q.move("Bxh7", "Bxh7+")).ever(),
     'ever(to_move(white) move("Bxh7", "Bxh7+"))'),
    (q.together(q.moved("P"), q.captured("Q"), q.gives_check), "moved(P) captured(Q) gives_check"),
    (q.run(q.promoted("RBN"), q.checkmate), "run(promoted(RBN), checkmate)"),
    (q.seq(q.move("e4"), q.run(q.captured("Q"), q.captured("Q")), q.stalemate),
     'seq(move("e4"), run(captured(Q), captured(Q)), stalemate)'),
    (q.white(q.any_of(q.passed_pawn("a"), q.together(q.queens_off, q.bishop_pair))),
     "white: any(passed_pawn(a), queens_off bishop_pair)"),
    (q.none_of(q.in_check, q.every_position), "none(in_check, pass)"),
    (q.all_games - q.text("result = W or result = B"), "all sub (result = W or result = B)"),
    ((q.result == "W") ^ q.checkmate, "result = W xor (checkmate)"),
    (~((q.year < 1900) | (q.year > 1950)), "not (year < 1900 or year > 1950)"),
]  # fmt: skip


@pytest.mark.parametrize(("query", "text"), CASES, ids=[text for _, text in CASES])
def test_text(query: Query, text: str, corpus: edge_chess.Corpus) -> None:
    assert query.text == text
    assert corpus.query(query) == corpus.query(text)


def test_stored_sets(corpus: edge_chess.Corpus) -> None:
    corpus.query("checkmate").save("@mates")
    corpus.query("checkmate").save("mates.bm")
    assert q.bitmap("@mates").text == "@mates"
    assert corpus.query(q.bitmap("@mates") & q.bitmap("mates.bm")) == corpus.query("checkmate")


def test_python_words_do_not_join() -> None:
    with pytest.raises(TypeError, match="truth value"):
        q.checkmate and q.stalemate
    with pytest.raises(TypeError):
        q.checkmate & "result = W"  # type: ignore[operator]


def test_mistakes() -> None:
    for wrong in (
        lambda: q.year == "1900",
        lambda: q.white(),
        lambda: q.player.contains(3),  # type: ignore[arg-type]
        lambda: Query(3),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(ValueError, match="side"):
        q.white(q.black(q.queens_off))
    with pytest.raises(ValueError, match="together"):
        q.checkmate.became().ceased()
