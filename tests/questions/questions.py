"""Questions of players, trainers and researchers: in plain English, in the query language, as
flags of `edge query`, and as a few lines of python-chess that decide the same.

`holds` is written from the English, not from the query, and knows nothing of Edge. It is asked
about each game of a collection, and every way to ask must find the same games: see
tests/judges/test_questions.py (the program and the daemon) and
bindings/python/tests/test_questions.py (the Python package). The games are data/classics.pgn,
rare.pgn in this folder for what such games do not have, and samples of public collections where
they are at hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from replay import BLACK, SIDES, WHITE, Move, Position, Replay

FILES = "abcdefgh"


@dataclass(frozen=True)
class Question:
    ask: str
    text: str
    holds: Callable[[Replay], bool]
    # As typed after `edge query CORPUS`; None where flags cannot say it.
    flags: str | None = None
    # Other texts that mean the same.
    also: tuple[str, ...] = ()
    # No game in the repository is one: only the samples have some.
    only_in_samples: bool = False


@dataclass(frozen=True)
class PositionQuestion:
    """A question whose answer is positions: a list of them, a heatmap, groups."""

    ask: str
    text: str
    # The plies of the positions; none in a game that does not match.
    plies: Callable[[Replay], list[int]]
    flags: str | None = None


# ---- endings


def killer(position: Position, us: bool) -> bool:
    """A rook ending in which this side has fewer pawns."""
    return position.is_rook_ending and position.number(us, "P") < position.number(not us, "P")


KILLER_SHORT = "streak(5, winner: R>=1 r>=1 Q=q=0 B=b=0 N=n=0 us.P<them.P)"
KILLER_LONG = (
    "(result = W and streak(5, R>=1 r>=1 Q=q=0 B=b=0 N=n=0 P<p)) "
    "or (result = B and streak(5, R>=1 r>=1 Q=q=0 B=b=0 N=n=0 p<P))"
)

ENDINGS = [
    Question(
        "Rook endings of five plies or more, won by the side with fewer pawns",
        text=KILLER_SHORT,
        also=(KILLER_LONG,),
        flags="--side winner --count 'R>=1 r>=1 Q=q=0 B=b=0 N=n=0 us.P<them.P' --streak 5",
        holds=lambda g: any(g.longest(lambda p: killer(p, us)) >= 5 for us in g.winners),
    ),
    Question(
        "Rook and pawn against rook",
        text='material("KRPKR")',
        flags="--material KRPKR",
        holds=lambda g: g.ever(lambda p: p.is_material("KRP", "KR")),
        only_in_samples=True,
    ),
    Question(
        "Drawn rook endings, one rook each, of ten plies or more",
        text="result = D and streak(10, R=r=1 Q=q=0 B=b=0 N=n=0)",
        flags="--result D --count 'R=r=1 Q=q=0 B=b=0 N=n=0' --streak 10",
        holds=lambda g: g.drawn
        and g.longest(
            lambda p: p.is_only("R") and p.number(WHITE, "R") == p.number(BLACK, "R") == 1
        )
        >= 10,
        only_in_samples=True,
    ),
    Question(
        "Pawn endings: only kings and pawns are left",
        text="ever(Q=q=R=r=0 B=b=N=n=0 P+p>=1)",
        flags="--count 'Q=q=R=r=0 B=b=N=n=0 P+p>=1' --ever",
        holds=lambda g: g.ever(lambda p: p.is_only("") and p.of_both("P") > 0),
        only_in_samples=True,
    ),
    Question(
        "Queen endings of ten plies or more, a queen each",
        text="streak(10, Q=q=1 R=r=0 B=b=0 N=n=0)",
        flags="--count 'Q=q=1 R=r=0 B=b=0 N=n=0' --streak 10",
        holds=lambda g: g.longest(
            lambda p: p.is_only("Q") and p.number(WHITE, "Q") == p.number(BLACK, "Q") == 1
        )
        >= 10,
        only_in_samples=True,
    ),
    Question(
        "Bishop against knight and nothing else but pawns, for ten plies",
        text="streak(10, Q=q=0 R=r=0 any(B=1 N=0 b=0 n=1, B=0 N=1 b=1 n=0))",
        also=("streak(10, us.B=1 us.N=0 them.B=0 them.N=1 Q=q=0 R=r=0)",),
        flags="--count 'us.B=1 us.N=0 them.B=0 them.N=1 Q=q=0 R=r=0' --streak 10",
        holds=lambda g: any(
            g.longest(
                lambda p: p.is_only("BN")
                and (p.number(us, "B"), p.number(us, "N")) == (1, 0)
                and (p.number(not us, "B"), p.number(not us, "N")) == (0, 1)
            )
            >= 10
            for us in SIDES
        ),
        only_in_samples=True,
    ),
    Question(
        "Who won with king and queen against the bare king?",
        text="ever(winner: us.MEN=2 us.Q=1 them.MEN=1)",
        flags="--side winner --count 'us.MEN=2 us.Q=1 them.MEN=1' --ever",
        holds=lambda g: any(
            g.ever(lambda p: p.material(us) == "KQ" and p.material(not us) == "K")
            for us in g.winners
        ),
    ),
    Question(
        "Only the two kings were left",
        text='material("KK")',
        flags="--material KK",
        holds=lambda g: g.ever(lambda p: p.is_material("K", "K")),
    ),
    Question(
        "Queens off before move 15: both gone by Black's 14th move",
        text="ever(..28, queens_off)",
        also=("ever(..28, both: queens_off)", "ever(..28, Q=q=0)"),
        flags="--queens-off --until-ply 28 --ever",
        holds=lambda g: any(p.ply <= 28 and p.of_both("Q") == 0 for p in g.positions),
    ),
    Question(
        "Thirty moves by both sides or more, with a queen of each on the board until then",
        text="plies >= 60 and always(..60, Q>=1 q>=1)",
        flags="--min-plies 60 --count 'Q>=1 q>=1' --always --until-ply 60",
        holds=lambda g: g.plies >= 60
        and all(p.number(WHITE, "Q") and p.number(BLACK, "Q") for p in g.positions[:61]),
    ),
]

# ---- checks, mates and stalemates

MATES = [
    Question(
        "Games where nobody was ever in check",
        text="never(in_check)",
        also=("not ever(in_check)", "always(neither: in_check)", "never(gives_check)"),
        flags="--in-check --never",
        holds=lambda g: not any(m.check for m in g.moves),
    ),
    Question(
        "Games that ended in mate",
        text="checkmate",
        also=("ever(either: checkmate)", "result = decisive and ever(loser: checkmate)"),
        flags="--checkmate",
        holds=lambda g: g.last.is_mate,
    ),
    Question(
        "Stalemate",
        text="stalemate",
        flags="--stalemate",
        holds=lambda g: g.last.is_stalemate,
    ),
    Question(
        "Stalemate against a player with more than the king",
        # Without a side, us would be either side.
        text="ever(mover: stalemate us.MEN>=2)",
        flags="--stalemate --side mover --count 'us.MEN>=2' --ever",
        holds=lambda g: g.last.is_stalemate and len(g.last.material(g.last.to_move)) >= 2,
    ),
    Question(
        "White mated with a knight",
        text="run(to_move(w) moved(N), checkmate)",
        flags=None,  # --then does not ask for consecutive plies
        holds=lambda g: any(m.by == WHITE and m.piece == "N" and m.mate for m in g.moves),
    ),
    Question(
        "A pawn moved or took and gave mate, without promoting",
        text="run(moved(P) none(promoted(QRBN)), checkmate)",
        holds=lambda g: any(m.piece == "P" and not m.promotion and m.mate for m in g.moves),
    ),
    Question(
        "Mates by promotion",
        text="run(promoted(QRBN), checkmate)",
        holds=lambda g: any(m.promotion and m.mate for m in g.moves),
    ),
    Question(
        "Mate by castling, on either wing",
        text='move("O-O#", "O-O-O#")',
        also=('run(move("O-O", "O-O-O"), checkmate)',),
        flags="--move 'O-O#,O-O-O#'",
        holds=lambda g: any(m.castling and m.mate for m in g.moves),
    ),
    Question(
        "The queen mates next to the castled king, on g7 or h7 (by Black on g2 or h2)",
        text='ever(any(to_move(w) move("Qg7#", "Qxg7#", "Qh7#", "Qxh7#"),'
        ' to_move(b) move("Qg2#", "Qxg2#", "Qh2#", "Qxh2#")))',
        flags="--side-to-move w --move Qg7#,Qxg7#,Qh7#,Qxh7# --or"
        " --side-to-move b --move Qg2#,Qxg2#,Qh2#,Qxh2#",
        holds=lambda g: any(
            m.piece == "Q" and m.mate and m.to in (("g7", "h7") if m.by else ("g2", "h2"))
            for m in g.moves
        ),
    ),
    Question(
        "A smothered mate by a knight: all squares next to the king on h8 or h1 are its own pieces",
        text='run(moved(N), checkmate subfen("6ak/6aa/8/8/8/8/8/8", mirror))',
        holds=lambda g: any(
            m.piece == "N"
            and m.mate
            and (
                m.after.has(h8="k") and all(m.after.on(s).islower() for s in ("g8", "g7", "h7"))
                or m.after.has(h1="K") and all(m.after.on(s).isupper() for s in ("g1", "g2", "h2"))
            )
            for m in g.moves
        ),
    ),
    Question(
        "A rook or queen mates a king on g8 with its three pawns in front, or one on g1",
        text='run(moved(QR), checkmate subfen("6k1/5ppp/8/8/8/8/8/8", mirror))',
        holds=lambda g: any(
            m.piece in "QR"
            and m.mate
            and (
                m.after.has(g8="k", f7="p", g7="p", h7="p")
                or m.after.has(g1="K", f2="P", g2="P", h2="P")
            )
            for m in g.moves
        ),
        only_in_samples=True,
    ),
    Question(
        "Mated with more material than the opponent",
        text="ever(loser: checkmate us.MAT>them.MAT)",
        also=("ever(mover: checkmate us.MAT>them.MAT)",),
        flags="--checkmate --count 'us.MAT>them.MAT' --side loser --ever",
        holds=lambda g: g.last.is_mate and g.last.balance(g.last.to_move) > 0,
    ),
    Question(
        "The winner was never in check",
        text="result = decisive and never(winner: in_check)",
        flags="--result decisive --in-check --side winner --never",
        holds=lambda g: g.decisive
        and not any(m.check for m in g.moves if [m.by] == g.losers),
    ),
    Question(
        "A check was answered with a check",
        text="in_check gives_check",
        also=("ever(mover: in_check gives_check)", "run(gives_check, gives_check)"),
        flags="--in-check --gives-check",
        holds=lambda g: any(m.before.in_check and m.check for m in g.moves),
        only_in_samples=True,
    ),
    Question(
        "Five checks in a row by one side, one with every move",
        text="run(gives_check, pass, gives_check, pass, gives_check, pass, gives_check, pass,"
        " gives_check)",
        holds=lambda g: any(
            all(m.check for m in g.moves[first : first + 9 : 2])
            for first in range(len(g.moves) - 8)
        ),
    ),
    Question(
        "White's king, still on its first square, was in check after move 15",
        text='ever(30.., white: in_check subfen("8/8/8/8/8/8/8/4K3"))',
        flags="--in-check --side white --subfen 8/8/8/8/8/8/8/4K3 --from-ply 30 --ever",
        holds=lambda g: any(
            m.by == BLACK and m.check and m.number >= 15 and m.after.on("e1") == "K"
            for m in g.moves
        ),
    ),
    Question(
        "The side without a queen checked the side with one",
        text="ever(mover: gives_check us.Q=0 them.Q>=1)",
        flags="--gives-check --side mover --count 'us.Q=0 them.Q>=1' --ever",
        holds=lambda g: any(
            m.check and not m.before.number(m.by, "Q") and m.before.number(not m.by, "Q")
            for m in g.moves
        ),
    ),
]

# ---- castling

CASTLING = [
    Question(
        "Opposite castling: one side short, the other long",
        text='ever(to_move(w) move("O-O-O")) and ever(to_move(b) move("O-O"))'
        ' or ever(to_move(w) move("O-O")) and ever(to_move(b) move("O-O-O"))',
        also=('ever(move("O-O")) and ever(move("O-O-O"))',),
        flags="--move O-O --cond --move O-O-O",
        holds=lambda g: {g.castling(WHITE), g.castling(BLACK)} == {"O-O", "O-O-O"},
    ),
    Question(
        "Games of the side that castled long and won",
        text='winner: to_move(us) move("O-O-O")',
        also=(
            'result = W and ever(to_move(w) move("O-O-O"))'
            ' or result = B and ever(to_move(b) move("O-O-O"))',
            'run(move("O-O-O"), became(winner: king_castled))',
        ),
        flags="--side winner --side-to-move us --move O-O-O",
        holds=lambda g: any(g.castling(us) == "O-O-O" for us in g.winners),
    ),
    Question(
        "Nobody castled, in 20 moves or more by both",
        text="plies >= 40 and never(king_castled)",
        also=(
            "plies >= 40 and always(neither: king_castled)",
            'plies >= 40 and never(move("O-O", "O-O-O"))',
        ),
        flags="--min-plies 40 --king-castled --never",
        holds=lambda g: g.plies >= 40 and not any(g.castling(side) for side in SIDES),
    ),
    Question(
        "Exactly one side castled",
        text="ever(white: king_castled) xor ever(black: king_castled)",
        also=("ever(king_castled) and never(both: king_castled)",),
        flags="--king-castled --ever --cond --king-castled --side both --never",
        holds=lambda g: bool(g.castling(WHITE)) != bool(g.castling(BLACK)),
    ),
    Question(
        "Both castled, Black first",
        text="seq(became(black: king_castled), became(white: king_castled))",
        also=("seq(black: king_castled, became(white: king_castled))",),
        flags="--king-castled --side black --became --then --king-castled --side white --became",
        holds=lambda g: [m.by for m in g.moves if m.castling] == [BLACK, WHITE],
    ),
    Question(
        "Somebody castled after move 15",
        text='ever(30.., move("O-O", "O-O-O"))',
        also=("ever(31.., became(king_castled))",),
        flags="--move O-O,O-O-O --from-ply 30",
        holds=lambda g: any(m.castling and m.number > 15 for m in g.moves),
    ),
    Question(
        "Castling with check",
        text='move("O-O+", "O-O-O+")',
        also=('ever(move("O-O", "O-O-O") gives_check)',),
        flags="--move O-O+,O-O-O+",
        holds=lambda g: any(m.castling and m.check for m in g.moves),
    ),
    Question(
        "Mated without having castled",
        text="checkmate and never(loser: king_castled)",
        also=("ever(loser: checkmate none(king_castled))",),
        flags="--checkmate --cond --king-castled --side loser --never",
        holds=lambda g: g.last.is_mate and not g.castling(g.last.to_move),
    ),
    Question(
        "Castled long, and mate came later in the game, whoever gave it",
        text='seq(move("O-O-O"), checkmate)',
        flags="--move O-O-O --then --checkmate",
        holds=lambda g: g.last.is_mate and "O-O-O" in (g.castling(WHITE), g.castling(BLACK)),
    ),
]

# ---- pawns

EN_PASSANT = ", ".join(
    f'move("x{file}{rank}") subfen("{pattern.format(row)}")'
    for rank, pattern in ((6, "8/8/{}/8/8/8/8/8"), (3, "8/8/8/8/8/{}/8/8"))
    for file, row in zip(FILES, ("_7", "1_6", "2_5", "3_4", "4_3", "5_2", "6_1", "7_"), strict=True)
)

PAWNS = [
    Question(
        "The loser had a passed d-pawn, for two plies or more",
        text="loser: passed_pawn(d)",
        also=("streak(2, loser: passed_pawn(d))",),
        flags="--passed-pawn=d --side loser",
        holds=lambda g: any(g.longest(lambda p: p.passed(us, "d")) >= 2 for us in g.losers),
    ),
    Question(
        "White got a passed pawn on the a- or h-file after the queens had gone",
        text="ever(white: any(passed_pawn(a), passed_pawn(h)) Q=q=0)",
        flags="--passed-pawn=a --side white --count Q=q=0 --ever --or"
        " --passed-pawn=h --side white --count Q=q=0 --ever",
        holds=lambda g: g.ever(
            lambda p: p.of_both("Q") == 0 and (p.passed(WHITE, "a") or p.passed(WHITE, "h"))
        ),
    ),
    Question(
        "White's c-pawns were doubled and isolated for ten plies",
        text="streak(10, white: doubled_pawn(c) isolated_pawn(c))",
        flags="--doubled-pawn=c --isolated-pawn=c --side white --streak 10",
        holds=lambda g: g.longest(
            lambda p: p.pawns_on(WHITE, "c") >= 2 and p.isolated(WHITE, "c")
        )
        >= 10,
    ),
    Question(
        "Both sides had an isolated pawn, at the same two plies or more",
        text="both: isolated_pawn",
        flags="--isolated-pawn --side both",
        holds=lambda g: g.longest(
            lambda p: all(any(p.isolated(us, file) for file in FILES) for us in SIDES)
        )
        >= 2,
    ),
    Question(
        "No doubled pawns on either side during the first 15 moves",
        text="always(..30, neither: doubled_pawn)",
        flags="--doubled-pawn --side neither --always --until-ply 30",
        holds=lambda g: all(
            p.pawns_on(us, file) < 2 for p in g.positions[:31] for us in SIDES for file in FILES
        ),
    ),
    Question(
        "A white knight on d4 in front of Black's isolated d-pawn on d5, for four plies",
        text='streak(4, black: isolated_pawn(d) subfen("8/8/8/3p4/3N4/8/8/8"))',
        flags="--isolated-pawn=d --side black --subfen 8/8/8/3p4/3N4/8/8/8 --streak 4",
        holds=lambda g: g.longest(lambda p: p.has(d5="p", d4="N") and p.isolated(BLACK, "d")) >= 4,
        only_in_samples=True,
    ),
    Question(
        "All sixteen pawns were still there after ten moves",
        text="at(20, P=p=8)",
        flags="--count P=p=8 --at-ply 20",
        holds=lambda g: any(p.of_both("P") == 16 for p in g.positions[20:21]),
    ),
    Question(
        "En passant captures",
        # There is no predicate of that name. It is a pawn that takes on an empty square.
        text=f"ever(any({EN_PASSANT}))",
        holds=lambda g: any(m.en_passant for m in g.moves),
    ),
    Question(
        "A pawn was promoted",
        text="promoted(QRBN)",
        flags="--promoted QRBN",
        holds=lambda g: any(m.promotion for m in g.moves),
    ),
    Question(
        "Underpromotions",
        text="promoted(RBN)",
        flags="--promoted RBN",
        holds=lambda g: any(m.promotion in ("R", "B", "N") for m in g.moves),
    ),
    Question(
        "Promotion to a knight with check",
        text="promoted(N) gives_check",
        flags="--promoted N --gives-check",
        holds=lambda g: any(m.promotion == "N" and m.check for m in g.moves),
    ),
    Question(
        "Promotion by a capture on a rook's first square",
        text='move("xa8", "xh8", "xa1", "xh1")',
        flags="--move xa8,xh8,xa1,xh1",
        holds=lambda g: any(
            m.promotion and m.captured and m.to in ("a8", "h8", "a1", "h1") for m in g.moves
        ),
    ),
    Question(
        "Both sides promoted a pawn",
        text="ever(to_move(w) promoted(QRBN)) and ever(to_move(b) promoted(QRBN))",
        flags="--side-to-move w --promoted QRBN --cond --side-to-move b --promoted QRBN",
        holds=lambda g: {m.by for m in g.moves if m.promotion} == {WHITE, BLACK},
        only_in_samples=True,
    ),
    Question(
        "The side that promoted a pawn lost",
        text="loser: promoted(QRBN) to_move(us)",
        also=("winner: promoted(QRBN) to_move(them)",),
        flags="--side loser --promoted QRBN --side-to-move us",
        holds=lambda g: any(m.promotion and m.by in g.losers for m in g.moves),
    ),
    Question(
        "A side with two queens or more",
        text="ever(us.Q>=2)",
        also=("ever(any(Q>=2, q>=2))",),
        flags="--count 'us.Q>=2' --ever",
        holds=lambda g: g.ever(lambda p: any(p.number(us, "Q") >= 2 for us in SIDES)),
    ),
    Question(
        "A pawn took the queen",
        text="moved(P) captured(Q)",
        flags="--moved P --captured Q",
        holds=lambda g: any(m.piece == "P" and m.captured == "Q" for m in g.moves),
    ),
]

# ---- patterns

PATTERNS = [
    Question(
        "The Noah's ark: black pawns on a6, b5 and c4 shut in a bishop on b3, or White's likewise",
        text='subfen("8/8/p7/1p6/2p5/1B6/8/8", mirror)',
        flags="--subfen 8/8/p7/1p6/2p5/1B6/8/8 --mirror",
        holds=lambda g: g.ever(
            lambda p: p.has(a6="p", b5="p", c4="p", b3="B")
            or p.has(a3="P", b4="P", c5="P", b6="b")
        ),
    ),
    Question(
        "Stonewall: white pawns on c3, d4, e3 and f4, or Black's the same way",
        text='subfen("8/8/8/8/3P1P2/2P1P3/8/8", mirror)',
        flags="--subfen 8/8/8/8/3P1P2/2P1P3/8/8 --mirror",
        holds=lambda g: g.ever(
            lambda p: p.has(c3="P", d4="P", e3="P", f4="P")
            or p.has(c6="p", d5="p", e6="p", f5="p")
        ),
    ),
    Question(
        "Maroczy bind: white pawns on c4 and e4, no white d-pawn, no black c-pawn, for six plies",
        text='streak(6, subfen("8/8/8/8/2P1P3/8/8/8") none(subfen("8/3P4/8/8/8/8/8/8"),'
        ' subfen("8/8/3P4/8/8/8/8/8"), subfen("8/8/8/3P4/8/8/8/8"), subfen("8/8/8/8/3P4/8/8/8"),'
        ' subfen("8/8/8/8/8/3P4/8/8"), subfen("8/8/8/8/8/8/3P4/8"), subfen("8/2p5/8/8/8/8/8/8"),'
        ' subfen("8/8/2p5/8/8/8/8/8"), subfen("8/8/8/2p5/8/8/8/8"), subfen("8/8/8/8/8/2p5/8/8"),'
        ' subfen("8/8/8/8/8/8/2p5/8")))',
        holds=lambda g: g.longest(
            lambda p: p.has(c4="P", e4="P")
            and not p.pawns_on(WHITE, "d")
            and not p.pawns_on(BLACK, "c")
        )
        >= 6,
    ),
    Question(
        "White castled and kept king g1, bishop g2 and pawns f2, g3 and h2 for 20 plies",
        text='streak(20, white: king_castled subfen("8/8/8/8/8/6P1/5PBP/6K1"))',
        flags="--subfen 8/8/8/8/8/6P1/5PBP/6K1 --king-castled --side white --streak 20",
        holds=lambda g: g.longest(
            lambda p: p.has(g1="K", f2="P", g2="B", h2="P", g3="P") and p.castled(WHITE) != ""
        )
        >= 20,
    ),
    Question(
        "Two central pawns side by side on the fourth rank, White's on d4 and e4, after move 10",
        text='ever(20.., subfen("8/8/8/8/3PP3/8/8/8"))',
        flags="--subfen 8/8/8/8/3PP3/8/8/8 --from-ply 20",
        holds=lambda g: any(p.ply >= 20 and p.has(d4="P", e4="P") for p in g.positions),
    ),
    Question(
        "Alekhine's gun: two rooks in front of the queen on one file, next to each other",
        text='subfen("8/8/8/8/8/R7/R7/Q7", mirror, shift)',
        flags="--subfen 8/8/8/8/8/R7/R7/Q7 --mirror --shift",
        holds=lambda g: g.ever(
            lambda p: any(
                {f"{q[0]}{int(q[1]) + step * n}" for n in (1, 2)} <= set(p.squares(us, "R"))
                for us, step in ((WHITE, 1), (BLACK, -1))
                for q in p.squares(us, "Q")
            )
        ),
    ),
    Question(
        "A white knight stayed on d5 for six plies or more",
        text='streak(6, subfen("8/8/8/3N4/8/8/8/8"))',
        flags="--subfen 8/8/8/3N4/8/8/8/8 --streak 6",
        holds=lambda g: g.longest(lambda p: p.has(d5="N")) >= 6,
    ),
    Question(
        "Black's king was still on e8 after 20 moves, with both queens on the board",
        text='at(40, subfen("4k3/8/8/8/8/8/8/8") Q>=1 q>=1)',
        flags="--subfen 4k3/8/8/8/8/8/8/8 --count 'Q>=1 q>=1' --at-ply 40",
        holds=lambda g: any(
            p.has(e8="k") and p.number(WHITE, "Q") and p.number(BLACK, "Q")
            for p in g.positions[40:41]
        ),
    ),
    Question(
        "The winner had a rook on the seventh rank for five plies",
        text="streak(5, winner: rook_on_seventh)",
        flags="--rook-on-seventh --side winner --streak 5",
        holds=lambda g: any(g.longest(lambda p: p.rook_on_seventh(us)) >= 5 for us in g.winners),
    ),
    Question(
        "A white rook on the open e-file for ten plies",
        text="streak(10, white: rook_on_open_file(e))",
        flags="--rook-on-open-file=e --side white --streak 10",
        holds=lambda g: g.longest(lambda p: p.rook_on_open(WHITE, "e")) >= 10,
    ),
]

# ---- material

MATERIAL = [
    Question(
        "The winner was a piece down (three points or more) for four plies",
        text="streak(4, winner: us.MAT+3<=them.MAT)",
        flags="--side winner --count 'us.MAT+3<=them.MAT' --streak 4",
        holds=lambda g: any(g.longest(lambda p: p.balance(us) <= -3) >= 4 for us in g.winners),
    ),
    Question(
        "Won without ever being ahead in material",
        text="result = decisive and never(winner: us.MAT>them.MAT)",
        flags="--result decisive --side winner --count 'us.MAT>them.MAT' --never",
        holds=lambda g: any(not g.ever(lambda p: p.balance(us) > 0) for us in g.winners),
    ),
    Question(
        "Won without a queen against one, for six plies or more",
        text="streak(6, winner: us.Q=0 them.Q>=1)",
        flags="--side winner --count 'us.Q=0 them.Q>=1' --streak 6",
        holds=lambda g: any(
            g.longest(lambda p: not p.number(us, "Q") and p.number(not us, "Q") > 0) >= 6
            for us in g.winners
        ),
    ),
    Question(
        "The bishop pair against a side without bishops, for ten plies",
        text="streak(10, bishop_pair them.B=0)",
        also=("streak(10, any(B>=1 b=0, B=0 b>=1) bishop_pair)",),
        flags="--bishop-pair --count them.B=0 --streak 10",
        holds=lambda g: any(
            g.longest(lambda p: p.has_bishop_pair(us) and not p.number(not us, "B")) >= 10
            for us in SIDES
        ),
    ),
    Question(
        "White gave up the bishop pair in the first ten moves",
        text="ever(..20, ceased(white: bishop_pair))",
        flags="--bishop-pair --side white --ceased --until-ply 20",
        holds=lambda g: any(not p.has_bishop_pair(WHITE) for p in g.positions[:21]),
    ),
    Question(
        "Two rooks against a queen, other pieces being equal in number, for six plies",
        text="streak(6, us.R=them.R+2 us.Q+1=them.Q us.B+us.N=them.B+them.N)",
        flags="--count 'us.R=them.R+2 us.Q+1=them.Q us.B+us.N=them.B+them.N' --streak 6",
        holds=lambda g: any(
            g.longest(
                lambda p: p.number(us, "R") - p.number(not us, "R") == 2
                and p.number(not us, "Q") - p.number(us, "Q") == 1
                and p.number(us, "BN") == p.number(not us, "BN")
            )
            >= 6
            for us in SIDES
        ),
        only_in_samples=True,
    ),
    Question(
        "Two minor pieces against a rook, for six plies",
        text="streak(6, us.B+us.N=them.B+them.N+2 us.R+1=them.R us.Q=them.Q)",
        flags="--count 'us.B+us.N=them.B+them.N+2 us.R+1=them.R us.Q=them.Q' --streak 6",
        holds=lambda g: any(
            g.longest(
                lambda p: p.number(us, "BN") - p.number(not us, "BN") == 2
                and p.number(not us, "R") - p.number(us, "R") == 1
                and p.number(us, "Q") == p.number(not us, "Q")
            )
            >= 6
            for us in SIDES
        ),
    ),
    Question(
        "Draws in which a side was ahead by a rook or more for six plies",
        text="result = D and streak(6, us.MAT>=them.MAT+5)",
        also=("result = D and (streak(6, MAT>=mat+5) or streak(6, mat>=MAT+5))",),
        flags="--result D --count 'us.MAT>=them.MAT+5' --streak 6",
        holds=lambda g: g.drawn
        and any(g.longest(lambda p: p.balance(us) >= 5) >= 6 for us in SIDES),
    ),
    Question(
        "Material was level after 20 moves, and Black won",
        text="result = B and at(40, MAT=mat)",
        flags="--result B --count MAT=mat --at-ply 40",
        holds=lambda g: g.result == "0-1"
        and any(p.balance(WHITE) == 0 for p in g.positions[40:41]),
    ),
    Question(
        "Nothing was taken in the first ten moves",
        text="at(20, MEN=men=16)",
        also=("plies >= 20 and never(..19, captured(QRBNP))",),
        flags="--count MEN=men=16 --at-ply 20",
        holds=lambda g: g.plies >= 20 and not any(m.captured for m in g.moves[:20]),
    ),
    Question(
        "Queens were exchanged: one took the other and was taken at once",
        text="run(moved(Q) captured(Q), captured(Q))",
        holds=lambda g: any(
            first.piece == first.captured == second.captured == "Q"
            for first, second in zip(g.moves, g.moves[1:], strict=False)
        ),
    ),
]

# ---- moves


def bishop_takes_rook_pawn(move: Move) -> bool:
    target = "h7" if move.by else "h2"
    return move.piece == "B" and move.to == target and move.captured == "P" and move.check


MOVES = [
    Question(
        "Greek gifts: a bishop takes on h7 (Black's on h2) with check; both rated 2400 or more",
        text="elo >= 2400 and ever(captured(P)"
        ' any(to_move(w) move("Bxh7+"), to_move(b) move("Bxh2+")))',
        flags="--min-elo 2400 --side-to-move w --move Bxh7+ --captured P"
        " --or --side-to-move b --move Bxh2+ --captured P",
        holds=lambda g: g.both_rated(2400) and any(map(bishop_takes_rook_pawn, g.moves)),
    ),
    Question(
        "Exchange sacrifices: Black's rook takes a knight on c3",
        text='to_move(b) move("Rxc3") captured(N)',
        flags="--side-to-move b --move Rxc3 --captured N",
        holds=lambda g: any(
            m.by == BLACK and m.name == "Rxc3" and m.captured == "N" for m in g.moves
        ),
    ),
    Question(
        "A white knight takes the pawn on f7 while the king is on e8",
        text='to_move(w) move("Nxf7") captured(P) subfen("4k3/8/8/8/8/8/8/8")',
        flags="--side-to-move w --move Nxf7 --captured P --subfen 4k3/8/8/8/8/8/8/8",
        holds=lambda g: any(
            m.by == WHITE and m.name == "Nxf7" and m.captured == "P" and m.before.has(e8="k")
            for m in g.moves
        ),
    ),
    Question(
        "Black's queen takes the pawn on b2",
        text='to_move(b) move("Qxb2") captured(P)',
        flags="--side-to-move b --move Qxb2 --captured P",
        holds=lambda g: any(
            m.by == BLACK and m.name == "Qxb2" and m.captured == "P" for m in g.moves
        ),
    ),
    Question(
        "The king took a queen",
        text="moved(K) captured(Q)",
        flags="--moved K --captured Q",
        holds=lambda g: any(m.piece == "K" and m.captured == "Q" for m in g.moves),
    ),
    Question(
        "A knight went to the edge at its first jump (Na3, Nh3, Na6, Nh6 by UCI)",
        text='move("b1a3", "g1h3", "b8a6", "g8h6") moved(N)',
        flags="--move b1a3,g1h3,b8a6,g8h6 --moved N",
        holds=lambda g: any(
            m.piece == "N" and m.origin + m.to in ("b1a3", "g1h3", "b8a6", "g8h6")
            for m in g.moves
        ),
    ),
    Question(
        "Ng5 by White in the first ten moves",
        text='ever(..19, to_move(w) move("Ng5"))',
        flags="--side-to-move w --move Ng5 --until-ply 19",
        holds=lambda g: any(m.by and m.name == "Ng5" and m.number <= 10 for m in g.moves),
    ),
    Question(
        "White's queen was out in the first four moves",
        text="ever(..7, to_move(w) moved(Q))",
        flags="--side-to-move w --moved Q --until-ply 7",
        holds=lambda g: any(m.by and m.piece == "Q" and m.number <= 4 for m in g.moves),
    ),
    Question(
        "White began with neither e4 nor d4",
        text='not at(0, move("e4", "d4"))',
        also=('at(0, none(move("e4", "d4")))',),
        flags="--move e4,d4 --at-ply 0 --not",
        holds=lambda g: g.moves[0].name not in ("e4", "d4"),
    ),
    Question(
        "White took on d5 with the c-pawn, and Black took back with the e-pawn at once",
        text='run(to_move(w) move("cxd5"), to_move(b) move("exd5"))',
        holds=lambda g: any(
            (first.by, first.name, second.name) == (WHITE, "cxd5", "exd5")
            for first, second in zip(g.moves, g.moves[1:], strict=False)
        ),
    ),
    Question(
        "A queen was taken, and later a pawn became one",
        text="seq(captured(Q), promoted(Q))",
        flags="--captured Q --then --promoted Q",
        holds=lambda g: any(
            first.captured == "Q" and second.promotion == "Q"
            for place, first in enumerate(g.moves)
            for second in g.moves[place + 1 :]
        ),
    ),
    Question(
        "The Ruy Lopez by any order of moves: the position after 3. Bb5",
        text='position("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -")',
        flags="--position 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -'",
        holds=lambda g: any(
            p.board.epd() == "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -"
            for p in g.positions[:20]
        ),
    ),
    Question(
        "Any Queen's Gambit Declined that did not begin with d4",
        text='position("rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq -")'
        ' and not at(0, move("d4"))'
        ' or position("rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/5N2/PP2PPPP/RNBQKB1R w KQkq -")'
        ' and not at(0, move("d4"))',
        holds=lambda g: g.moves[0].name != "d4"
        and any(
            p.board.epd()
            in (
                "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq -",
                "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/5N2/PP2PPPP/RNBQKB1R w KQkq -",
            )
            for p in g.positions[:20]
        ),
    ),
]

# ---- the game as a whole

HEADERS = [
    Question(
        "White won in under 25 moves in the Sicilian",
        text="result = W and eco = B20..B99 and plies < 49",
        flags="--result W --eco B20-B99 --max-plies 48",
        holds=lambda g: g.result == "1-0"
        and "B20" <= g.eco <= "B99"
        and g.moves[-1].number < 25,
    ),
    Question(
        "Draws in at most 20 moves",
        text="result = D and plies <= 40",
        flags="--result D --max-plies 40",
        holds=lambda g: g.drawn and g.moves[-1].number <= 20,
    ),
    Question(
        "Games of more than 80 moves",
        text="plies > 160",
        flags="--min-plies 161",
        holds=lambda g: g.moves[-1].number > 80,
        only_in_samples=True,
    ),
    Question(
        "Sicilians except those in which the queens came off",
        text="eco = B20..B99 sub ever(queens_off)",
        also=("eco = B20..B99 and never(queens_off)",),
        flags="--eco B20-B99 --queens-off --never",
        holds=lambda g: "B20" <= g.eco <= "B99" and not g.ever(lambda p: p.of_both("Q") == 0),
    ),
    Question(
        "Games before 1900",
        text="year < 1900",
        flags="--year ..1899",
        holds=lambda g: g.year is not None and g.year < 1900,
    ),
    Question(
        "Games of 1990 to 1999, by the date from new year to new year's eve",
        text="date = 1990..1999",
        also=("year = 1990..1999", "date = 1990-01-01..1999-12-31"),
        flags="--date-from 1990 --date-to 1999",
        holds=lambda g: g.tags["Date"].startswith("199"),
    ),
    Question(
        "Games of one day, the 21st of June 1851",
        text="date = 1851-06-21",
        flags="--date-from 1851-06-21 --date-to 1851-06-21",
        holds=lambda g: g.tags["Date"] == "1851.06.21",
    ),
    Question(
        "Morphy with the black pieces",
        text='black ~ "morphy"',
        flags="--black-name '~morphy'",
        holds=lambda g: "Morphy" in g.black,
    ),
    Question(
        "Fischer won, with either colour",
        text='white = "Fischer, Robert James" and result = W'
        ' or black = "Fischer, Robert James" and result = B',
        holds=lambda g: (g.white if g.result == "1-0" else g.black if g.decisive else "")
        == "Fischer, Robert James",
    ),
    Question(
        "Capablanca against Marshall or Tartakower",
        text='player ~ "capablanca" and (player ~ "marshall" or player ~ "TARTAKOWER")',
        holds=lambda g: {g.white.split(",")[0], g.black.split(",")[0]}
        in ({"Capablanca", "Marshall"}, {"Capablanca", "Tartakower"}),
    ),
    Question(
        "World championship games, by the name of the event",
        text='tag("Event") ~ "world championship"',
        flags="--tag 'Event~world championship'",
        holds=lambda g: "world championship" in g.tags.get("Event", "").lower(),
    ),
    Question(
        "Casual games, by exactly this event",
        text='tag("event") = "Casual game"',
        flags="--tag 'event=Casual game'",
        holds=lambda g: g.tags.get("Event") == "Casual game",
    ),
    Question(
        "Both players rated 2700 or more",
        text="elo >= 2700",
        flags="--min-elo 2700",
        holds=lambda g: g.both_rated(2700),
    ),
    Question(
        "Players below 1800 against each other",
        text="elo < 1800",
        flags="--max-elo 1799",
        holds=lambda g: g.both_rated(1, 1799),
        only_in_samples=True,
    ),
    Question(
        "The lower rated player won, by 100 points or more",
        text="result = W and elo.diff <= -100 or result = B and elo.diff >= 100",
        holds=lambda g: any((g.rated_above(us) or 0) <= -100 for us in g.winners),
    ),
    Question(
        "Three minutes without increment",
        text="tc.base = 180 and tc.inc = 0",
        flags="--tc-base 180 --tc-inc 0",
        holds=lambda g: g.clock() == (180, 0),
        only_in_samples=True,
    ),
    Question(
        "Rapid by the classes of Lichess: 480 to 1500 seconds with 40 increments",
        text="speed = rapid",
        flags="--speed rapid",
        holds=lambda g: (clock := g.clock()) is not None
        and 480 <= clock[0] + 40 * clock[1] < 1500,
        only_in_samples=True,
    ),
    Question(
        "Lost on time, although three points ahead for ten plies",
        text="termination = time and streak(10, loser: us.MAT>=them.MAT+3)",
        flags="--termination time --side loser --count 'us.MAT>=them.MAT+3' --streak 10",
        holds=lambda g: g.ended_on_time()
        and any(g.longest(lambda p: p.balance(us) >= 3) >= 10 for us in g.losers),
        only_in_samples=True,
    ),
]

# ---- sacrifices, quiet play and pawn structures that have names


def is_quiet(game: Replay, position: Position) -> bool:
    """Nobody is in check, and the move played takes and promotes nothing."""
    if position.in_check:
        return False
    return position.ply == game.plies or not (
        game.moves[position.ply].captured or game.moves[position.ply].promotion
    )


def is_sacrifice(game: Replay, move: Move) -> bool:
    """The mover has less than before, compared with the opponent, after the reply and also after
    his own next move. The last position stands for those that the game did not reach."""
    ply = move.before.ply
    if ply + 1 == game.plies:
        return False
    reply, next_move = (game.positions[min(ply + n, game.plies)] for n in (2, 3))
    before = move.before.balance(move.by)
    return reply.balance(move.by) < before and next_move.balance(move.by) < before


def has_opposite_bishops(position: Position) -> bool:
    """One bishop each, on squares of different colours."""
    if not all(position.number(us, "B") == 1 for us in SIDES):
        return False
    return position.has_light_bishop(WHITE) != position.has_light_bishop(BLACK)


def has_iqp(position: Position, us: bool) -> bool:
    """One pawn on the d-file and none on the files next to it; no enemy pawn on the d-file."""
    return (
        position.pawns_on(us, "d") == 1
        and position.isolated(us, "d")
        and position.pawns_on(not us, "d") == 0
    )


NAMED = [
    Question(
        "Endings of ten plies or more with bishops of opposite colours and nothing else but pawns",
        text="streak(10, opposite_bishops Q=q=0 R=r=0 N=n=0)",
        flags="--opposite-bishops --count 'Q=q=0 R=r=0 N=n=0' --streak 10",
        holds=lambda g: g.longest(lambda p: p.is_only("B") and has_opposite_bishops(p)) >= 10,
        only_in_samples=True,
    ),
    Question(
        "Bishops of opposite colours with queens on the board, and a winner",
        text="result = decisive and opposite_bishops Q=q=1",
        flags="--result decisive --opposite-bishops --count Q=q=1",
        holds=lambda g: g.decisive
        and g.longest(
            lambda p: has_opposite_bishops(p) and p.number(WHITE, "Q") == p.number(BLACK, "Q") == 1
        )
        >= 2,
    ),
    Question(
        "White won with an isolated queen's pawn that lived for 20 plies",
        text="result = W and streak(20, white: iqp)",
        flags="--result W --iqp --side white --streak 20",
        holds=lambda g: g.result == "1-0" and g.longest(lambda p: has_iqp(p, WHITE)) >= 20,
        only_in_samples=True,
    ),
    Question(
        "The loser had an isolated queen's pawn for ten plies, and it was blocked by a knight",
        text='streak(10, loser: iqp) and ever(loser: iqp subfen("8/8/8/3p4/3N4/8/8/8", mirror))',
        flags="--iqp --side loser --streak 10 --cond --iqp --side loser"
        " --subfen 8/8/8/3p4/3N4/8/8/8 --mirror --ever",
        holds=lambda g: any(
            g.longest(lambda p: has_iqp(p, us)) >= 10
            and g.ever(
                lambda p: has_iqp(p, us) and (p.has(d5="p", d4="N") or p.has(d4="P", d5="n"))
            )
            for us in g.losers
        ),
    ),
    Question(
        "Twenty plies in a row without a check, a capture and a promotion",
        text="streak(20, quiet)",
        flags="--quiet --streak 20",
        holds=lambda g: g.longest(lambda p: is_quiet(g, p)) >= 20,
    ),
    Question(
        "The winner sacrificed something",
        text="winner: sacrifice",
        also=("ever(winner: sacrifice)",),
        flags="--sacrifice --side winner",
        holds=lambda g: any(is_sacrifice(g, m) for m in g.moves if [m.by] == g.winners),
    ),
    Question(
        "A queen was sacrificed",
        text="sacrifice moved(Q)",
        also=("ever(mover: sacrifice moved(Q))",),
        flags="--sacrifice --moved Q",
        holds=lambda g: any(m.piece == "Q" and is_sacrifice(g, m) for m in g.moves),
    ),
    Question(
        "White sacrificed a bishop on h7 with check",
        text='sacrifice to_move(w) move("Bxh7+")',
        also=('white: sacrifice move("Bxh7+")',),
        flags="--sacrifice --side-to-move w --move Bxh7+",
        holds=lambda g: any(
            m.by and m.name == "Bxh7" and m.check and is_sacrifice(g, m) for m in g.moves
        ),
    ),
    Question(
        "A sacrifice, and then a quiet move of the same side",
        text="run(sacrifice, pass, quiet)",
        holds=lambda g: any(
            is_sacrifice(g, m) and is_quiet(g, g.positions[m.before.ply + 2]) for m in g.moves
        ),
    ),
    Question(
        "A bishop took on a2 or h2 (White's on a7 or h7), where pawns shut it in",
        text='subfen("8/8/8/8/8/6P1/5P1b/8", mirror, mirror_files)',
        flags="--subfen 8/8/8/8/8/6P1/5P1b/8 --mirror --mirror-files",
        holds=lambda g: g.ever(
            lambda p: p.has(h2="b", g3="P", f2="P")
            or p.has(a2="b", b3="P", c2="P")
            or p.has(h7="B", g6="p", f7="p")
            or p.has(a7="B", b6="p", c7="p")
        ),
        only_in_samples=True,
    ),
    Question(
        "Games since 2015",
        text="year >= 2015",
        also=("year = 2015..",),
        flags="--year 2015-",
        holds=lambda g: g.year is not None and g.year >= 2015,
    ),
]

QUESTIONS = [
    *ENDINGS, *MATES, *CASTLING, *PAWNS, *PATTERNS, *MATERIAL, *MOVES, *HEADERS, *NAMED,
]  # fmt: skip

# ---- questions about positions: those of the games that match, at which the conditions hold


def at_least(count: int, plies: list[int]) -> list[int]:
    """The plies, if that many of them follow one another."""
    runs = [plies[first : first + count] for first in range(len(plies) - count + 1)]
    return plies if any(run[-1] - run[0] == count - 1 for run in runs) else []


def pair_against_none(position: Position, us: bool) -> bool:
    return position.has_bishop_pair(us) and not position.number(not us, "B")


ABOUT_POSITIONS = [
    PositionQuestion(
        "The rook endings that the side with fewer pawns won, from five such plies in a row on",
        text=KILLER_SHORT,
        flags="--side winner --count 'R>=1 r>=1 Q=q=0 B=b=0 N=n=0 us.P<them.P' --streak 5",
        plies=lambda g: [
            ply for us in g.winners for ply in at_least(5, g.where(lambda p: killer(p, us)))
        ],
    ),
    PositionQuestion(
        "Mates",
        text="checkmate",
        flags="--checkmate",
        plies=lambda g: [g.plies] if g.last.is_mate else [],
    ),
    PositionQuestion(
        "Positions without queens after move 20 of drawn games",
        text="result = D and ever(40.., queens_off)",
        flags="--result D --queens-off --from-ply 40 --ever",
        plies=lambda g: g.where(lambda p: p.ply >= 40 and p.of_both("Q") == 0) if g.drawn else [],
    ),
    PositionQuestion(
        "The bishop pair against no bishop, in games with that for ten plies in a row",
        text="streak(10, bishop_pair them.B=0)",
        flags="--bishop-pair --count them.B=0 --streak 10",
        plies=lambda g: g.where(lambda p: any(pair_against_none(p, us) for us in SIDES))
        if any(at_least(10, g.where(lambda p: pair_against_none(p, us))) for us in SIDES)
        else [],
    ),
    PositionQuestion(
        "Where White's d-pawn has just become a passed pawn",
        text="ever(became(white: passed_pawn(d)))",
        flags="--passed-pawn=d --side white --became --ever",
        plies=lambda g: [
            m.after.ply
            for m in g.moves
            if m.after.passed(WHITE, "d") and not m.before.passed(WHITE, "d")
        ],
    ),
    PositionQuestion(
        "White with the bishop pair and no queens on the board, at the same time",
        text="ever(white: bishop_pair) and ever(queens_off)",
        flags="--bishop-pair --side white --ever --cond --queens-off --ever",
        plies=lambda g: g.where(lambda p: p.has_bishop_pair(WHITE) and p.of_both("Q") == 0),
    ),
    PositionQuestion(
        "Mates and stalemates",
        text="checkmate or stalemate",
        flags="--checkmate --or --stalemate",
        plies=lambda g: [g.plies] if g.last.is_mate or g.last.is_stalemate else [],
    ),
    PositionQuestion(
        "All positions of won games in which nobody was ever in check",
        text="result = W and never(in_check)",
        flags="--result W --in-check --never",
        plies=lambda g: list(range(g.plies + 1))
        if g.result == "1-0" and not any(m.check for m in g.moves)
        else [],
    ),
    PositionQuestion(
        "The first 15 moves of games without doubled pawns in them",
        text="always(..30, neither: doubled_pawn)",
        flags="--doubled-pawn --side neither --always --until-ply 30",
        plies=lambda g: list(range(min(g.plies, 30) + 1))
        if all(
            p.pawns_on(us, file) < 2 for p in g.positions[:31] for us in SIDES for file in FILES
        )
        else [],
    ),
    PositionQuestion(
        "Where a bishop took on h7 with check",
        text='to_move(w) move("Bxh7+")',
        flags="--side-to-move w --move Bxh7+",
        plies=lambda g: [
            m.before.ply for m in g.moves if m.by and m.name == "Bxh7" and m.check
        ],
    ),
    PositionQuestion(
        "The first exchange of queens in a game: before the one and before the other is taken",
        text="run(moved(Q) captured(Q), captured(Q))",
        plies=lambda g: next(
            (
                [first.before.ply, second.before.ply]
                for first, second in zip(g.moves, g.moves[1:], strict=False)
                if first.piece == first.captured == second.captured == "Q"
            ),
            [],
        ),
    ),
    PositionQuestion(
        "All positions of Morphy's games with the black pieces",
        text='black ~ "morphy"',
        flags="--black-name '~morphy'",
        plies=lambda g: list(range(g.plies + 1)) if "Morphy" in g.black else [],
    ),
]
