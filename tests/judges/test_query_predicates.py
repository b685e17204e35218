"""Each predicate of the query language against its definition, written once more on python-chess
over a few hundred real games."""

import json
import os
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.pgn
import pytest
from support import CLASSICS, REPOSITORY, SAMPLES, Edge, is_representable, mainline, read_games

GAMES_PER_SAMPLE = 100
LETTERS = {letter: kind for kind, letter in enumerate("PNBRQK", start=1)}
WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
COLORS = {"white": chess.WHITE, "black": chess.BLACK}

# Names whose folding is not only a matter of ASCII, with a text that must find each.
FOLDED_NAMES = {
    "Réti, Richard": "RETI",
    "Müller, Karsten": "muller",
    "Łukasz Żółtek": "lukasz zoltek",
    "Ørn, Åse": "orn, ase",
    "Strauß": "STRAUSS",
    "Ægir": "aegir",
    "Čech, Þór": "cech, thor",
    "Đorđe": "dorde",
    "Иванов": "ИВАНОВ",
    "Йорданов": "йорданов",
    "Οδυσσέας": "ΟΔΥΣΣΕΑ",
}


@dataclass
class Moment:
    """A position of a game and the move played from it, none at the end."""

    game: int
    ply: int
    board: chess.Board
    move: chess.Move | None
    castled: frozenset[bool]
    # Whether two moves later, and three, the mover has less material for it than now; a game that
    # is over stays as it ended.
    loses: bool = False

    def pieces(self, kind: int, color: bool) -> int:
        return len(self.board.pieces(kind, color))

    def files(self, kind: int, color: bool) -> list[int]:
        return [chess.square_file(s) for s in self.board.pieces(kind, color)]


Test = Callable[[Moment], bool]


def lead(board: chess.Board, side: bool) -> int:
    return sum(
        worth * (len(board.pieces(kind, side)) - len(board.pieces(kind, not side)))
        for kind, worth in WORTH.items()
    )


def loses_material(boards: list[chess.Board], ply: int) -> bool:
    mover = boards[ply].turn
    later = [boards[min(ply + n, len(boards) - 1)] for n in (2, 3)]
    return ply + 2 < len(boards) and all(
        lead(board, mover) < lead(boards[ply], mover) for board in later
    )


def moments_of(number: int, game: chess.pgn.Game) -> list[Moment]:
    board = chess.Board()
    castled: frozenset[bool] = frozenset()
    moments = []
    for ply, move in enumerate(mainline(game)):
        moments.append(Moment(number, ply, board.copy(stack=False), move, castled))
        if board.is_castling(move):
            castled |= {board.turn}
        board.push(move)
    moments.append(Moment(number, len(moments), board.copy(stack=False), None, castled))
    boards = [moment.board for moment in moments]
    for moment in moments:
        moment.loses = loses_material(boards, moment.ply)
    return moments


@dataclass
class Collection:
    corpus: Path
    games: list[chess.pgn.Game]
    moments: list[Moment]


@pytest.fixture(scope="module")
def collection(request, edge: Edge, tmp_path_factory) -> Collection:
    folder = tmp_path_factory.mktemp("predicates")
    sources = [CLASSICS]
    if Path(os.environ.get("EDGE_SHARED", REPOSITORY.parent / "shared")).is_dir():
        sample_slice = request.getfixturevalue("sample_slice")
        sources += [sample_slice(name, GAMES_PER_SAMPLE) for name in SAMPLES]
    names = folder / "names.pgn"
    names.write_text(
        "".join(
            f'[White "{name}"]\n[Date "{date}"]\n[Result "*"]\n\n1. e4 e5 *\n\n'
            for name, date in zip(FOLDED_NAMES, ["2015.06.??", "2015.??.??", "????.??.??"] * 4)
        )
    )
    sources.append(names)
    corpus = folder / "games.scoredb"
    edge.index(*sources, "--out", corpus, "--shards", 3)
    games = [g for source in sources for g in read_games(source) if is_representable(g)]
    moments = [m for number, game in enumerate(games) for m in moments_of(number, game)]
    return Collection(corpus, games, moments)


def json_lines(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def assert_positions(edge: Edge, collection: Collection, condition: str, expected: Test) -> None:
    """Wherever the condition holds: with its default window some games would not match."""
    query = f"ever({condition})"
    answer = edge.ok(
        "query", collection.corpus, "--query", query, "--positions", "ref", "--jsonl"
    )
    found = [(row["game_id"], row["ply"]) for row in json_lines(answer)]
    wanted = [(m.game, m.ply) for m in collection.moments if expected(m)]
    assert found == wanted, query


def assert_games(edge: Edge, collection: Collection, query: str, expected) -> None:
    answer = edge.ok("query", collection.corpus, "--query", query, "--matches")
    found = [row["game_id"] for row in json_lines(answer)]
    assert found == [i for i, game in enumerate(collection.games) if expected(game)], query


# ---- predicates about a side


def has_bishop_pair(m: Moment, side: bool) -> bool:
    bishops = m.board.pieces(chess.BISHOP, side)
    return bool(bishops & chess.BB_LIGHT_SQUARES) and bool(bishops & chess.BB_DARK_SQUARES)


def doubled(m: Moment, side: bool, file: int) -> bool:
    return m.files(chess.PAWN, side).count(file) >= 2


def isolated(m: Moment, side: bool, file: int) -> bool:
    files = m.files(chess.PAWN, side)
    return file in files and file - 1 not in files and file + 1 not in files


def passed(m: Moment, side: bool, file: int) -> bool:
    enemies = list(m.board.pieces(chess.PAWN, not side))

    def stops(enemy: int, pawn: int) -> bool:
        ranks = chess.square_rank(enemy) - chess.square_rank(pawn)
        return abs(chess.square_file(enemy) - file) <= 1 and (ranks > 0 if side else ranks < 0)

    return any(
        chess.square_file(pawn) == file and not any(stops(enemy, pawn) for enemy in enemies)
        for pawn in m.board.pieces(chess.PAWN, side)
    )


def on_open_file(m: Moment, side: bool, file: int) -> bool:
    pawns = m.files(chess.PAWN, chess.WHITE) + m.files(chess.PAWN, chess.BLACK)
    return file in m.files(chess.ROOK, side) and file not in pawns


def on_seventh(m: Moment, side: bool) -> bool:
    seventh = 6 if side else 1
    return any(chess.square_rank(s) == seventh for s in m.board.pieces(chess.ROOK, side))


def has_iqp(m: Moment, side: bool) -> bool:
    files = m.files(chess.PAWN, side)
    return (
        files.count(3) == 1
        and 2 not in files
        and 4 not in files
        and 3 not in m.files(chess.PAWN, not side)
    )


SIDE_PREDICATES = {
    "queens_off": lambda m, side: m.pieces(chess.QUEEN, side) == 0,
    "bishop_pair": has_bishop_pair,
    "iqp": has_iqp,
    "rook_on_seventh": on_seventh,
    "king_castled": lambda m, side: side in m.castled,
    "in_check": lambda m, side: m.board.turn == side and m.board.is_check(),
    "checkmate": lambda m, side: m.board.turn == side and m.board.is_checkmate(),
    "stalemate": lambda m, side: m.board.turn == side and m.board.is_stalemate(),
    "sacrifice": lambda m, side: m.board.turn == side and m.loses,
}
FILE_PREDICATES = {
    "doubled_pawn": doubled,
    "isolated_pawn": isolated,
    "passed_pawn": passed,
    "rook_on_open_file": on_open_file,
}


@pytest.mark.parametrize("side", COLORS)
@pytest.mark.parametrize("atom", SIDE_PREDICATES)
def test_side_predicates(edge: Edge, collection: Collection, atom: str, side: str) -> None:
    test = SIDE_PREDICATES[atom]
    assert_positions(edge, collection, f"{side}: {atom}", lambda m: test(m, COLORS[side]))


@pytest.mark.parametrize("side", COLORS)
@pytest.mark.parametrize("atom", FILE_PREDICATES)
def test_file_predicates(edge: Edge, collection: Collection, atom: str, side: str) -> None:
    test, color = FILE_PREDICATES[atom], COLORS[side]
    assert_positions(
        edge, collection, f"{side}: {atom}", lambda m: any(test(m, color, f) for f in range(8))
    )
    for file in (0, 3, 7):
        assert_positions(
            edge,
            collection,
            f"{side}: {atom}({chess.FILE_NAMES[file]})",
            lambda m, file=file: test(m, color, file),
        )


def test_queens_off_of_no_side_is_about_both(edge: Edge, collection: Collection) -> None:
    assert_positions(
        edge,
        collection,
        "queens_off",
        lambda m: not m.pieces(chess.QUEEN, True) and not m.pieces(chess.QUEEN, False),
    )


def test_a_sacrifice_of_no_side_is_the_movers(edge: Edge, collection: Collection) -> None:
    assert_positions(edge, collection, "sacrifice", lambda m: m.loses)
    assert_positions(edge, collection, "none(sacrifice)", lambda m: not m.loses)


# ---- predicates about the whole board


def has_opposite_bishops(m: Moment) -> bool:
    sides = [list(m.board.pieces(chess.BISHOP, color)) for color in (True, False)]
    on_light = [chess.BB_SQUARES[s] & chess.BB_LIGHT_SQUARES != 0 for side in sides for s in side]
    return [len(side) for side in sides] == [1, 1] and on_light[0] != on_light[1]


def is_quiet(m: Moment) -> bool:
    moves_quietly = m.move is None or not (m.board.is_capture(m.move) or m.move.promotion)
    return not m.board.is_check() and moves_quietly


@pytest.mark.parametrize("side", ["", "white: ", "both: "])
def test_predicates_about_no_side(edge: Edge, collection: Collection, side: str) -> None:
    assert_positions(edge, collection, f"{side}opposite_bishops", has_opposite_bishops)
    assert_positions(edge, collection, f"{side}quiet", is_quiet)


def count(m: Moment, letters: str) -> int:
    return sum(m.pieces(LETTERS[x.upper()], x.isupper()) for x in letters)


def piece_count(m: Moment, side: bool) -> int:
    return chess.popcount(m.board.occupied_co[side])


def worth(m: Moment, side: bool) -> int:
    return sum(m.pieces(kind, side) * value for kind, value in WORTH.items())


COUNTS = {
    "P<p": lambda m: count(m, "P") < count(m, "p"),
    "Q=q=0": lambda m: count(m, "Q") == count(m, "q") == 0,
    "1<=R<=2": lambda m: 1 <= count(m, "R") <= 2,
    "R+B>=3": lambda m: count(m, "RB") >= 3,
    "2*N>b": lambda m: 2 * count(m, "N") > count(m, "b"),
    "MEN!=men": lambda m: piece_count(m, True) != piece_count(m, False),
    "MAT>mat+3": lambda m: worth(m, True) > worth(m, False) + 3,
    "MAT=mat P!=p": lambda m: worth(m, True) == worth(m, False) and count(m, "P") != count(m, "p"),
    "K=k": lambda m: True,
}


@pytest.mark.parametrize("chain", COUNTS)
def test_counts(edge: Edge, collection: Collection, chain: str) -> None:
    assert_positions(edge, collection, chain, COUNTS[chain])


@pytest.mark.parametrize("letter", "wb")
def test_side_to_move(edge: Edge, collection: Collection, letter: str) -> None:
    assert_positions(
        edge, collection, f"to_move({letter})", lambda m: m.board.turn == (letter == "w")
    )


@pytest.mark.parametrize("side", COLORS)
@pytest.mark.parametrize("whose", ["us", "them"])
def test_side_to_move_of_a_side(
    edge: Edge, collection: Collection, side: str, whose: str
) -> None:
    mover = COLORS[side] == (whose == "us")
    assert_positions(
        edge, collection, f"{side}: to_move({whose}) moved(N)",
        lambda m: m.board.turn == mover
        and m.move is not None
        and m.board.piece_type_at(m.move.from_square) == chess.KNIGHT,
    )


def material(m: Moment, side: bool) -> str:
    return "K" + "".join(x * m.pieces(LETTERS[x], side) for x in "QRBNP")


def test_material_in_both_orientations(edge: Edge, collection: Collection) -> None:
    last = [m for m in collection.moments if m.move is None]
    for m in last[:: max(1, len(last) // 12)]:
        first, second = material(m, False), material(m, True)
        assert_positions(
            edge,
            collection,
            f'material("{first}:{second}")',
            lambda x, pair=(first, second): (material(x, True), material(x, False)) == pair,
        )
        assert_positions(
            edge,
            collection,
            f'material("{first}{second}")',
            lambda x, pair=(first, second): pair
            in ((material(x, True), material(x, False)), (material(x, False), material(x, True))),
        )


# Squares of a pattern with a constraint: (file, rank, letter).
Constraints = list[tuple[int, int, str]]


def constraints_of(pattern: str) -> Constraints:
    constraints = []
    for rank, row in zip(range(7, -1, -1), pattern.split("/"), strict=True):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                constraints.append((file, rank, letter))
                file += 1
        assert file == 8, pattern
    return constraints


def square_fits(board: chess.Board, square: int, letter: str) -> bool:
    piece = board.piece_at(square)
    if letter == "_" or piece is None:
        return letter == "_" and piece is None
    return letter == "?" or letter == piece.symbol() or letter == ("A" if piece.color else "a")


def fits(board: chess.Board, constraints: Constraints, shift: bool) -> bool:
    steps = range(-7, 8) if shift else (0,)
    return any(
        all(
            0 <= file + right < 8
            and 0 <= rank + up < 8
            and square_fits(board, chess.square(file + right, rank + up), letter)
            for file, rank, letter in constraints
        )
        for right in steps
        for up in steps
    )


@pytest.mark.parametrize(
    "options",
    [
        "",
        ", mirror",
        ", mirror_files",
        ", mirror, mirror_files",
        ", shift",
        ", mirror, shift",
        ", mirror_files, shift",
        ", mirror, mirror_files, shift",
    ],
)
@pytest.mark.parametrize(
    "pattern",
    [
        "8/8/8/3PP3/8/8/8/8",
        "8/8/p7/8/8/1B3N2/8/8",
        "8/8/8/8/4_3/4P3/8/8",
        "8/8/2a5/8/8/2A5/8/8",
        "6k1/5ppp/8/8/8/8/8/8",
        "8/8/8/8/8/8/8/4R?K1",
    ],
)
def test_patterns(edge: Edge, collection: Collection, pattern: str, options: str) -> None:
    constraints = constraints_of(pattern)
    flipped = [(file, 7 - rank, letter.swapcase()) for file, rank, letter in constraints]
    words = options.split(", ")
    ways = [constraints, flipped] if "mirror" in words else [constraints]
    if "mirror_files" in words:
        ways += [[(7 - file, rank, letter) for file, rank, letter in way] for way in ways]
    assert_positions(
        edge,
        collection,
        f'subfen("{pattern}"{options})',
        lambda m: any(fits(m.board, way, "shift" in options) for way in ways),
    )


def test_exact_positions(edge: Edge, collection: Collection) -> None:
    early = [m.board for m in collection.moments if m.ply in (0, 1, 2, 5)]
    with_en_passant = [m.board for m in collection.moments if m.board.has_legal_en_passant()]
    for board in early[:40:4] + with_en_passant[:5]:
        key = board.epd(en_passant="legal")
        assert_positions(
            edge,
            collection,
            f'position("{key} 0 1")',
            lambda m, key=key: m.board.epd(en_passant="legal") == key,
        )


# ---- the move played


def kind_taken(m: Moment) -> int | None:
    if m.board.is_en_passant(m.move):
        return chess.PAWN
    return m.board.piece_type_at(m.move.to_square)


SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?")


def says(m: Moment, text: str) -> bool:
    """Whether all that the SAN says is true of the move; what it leaves out is free."""
    san = m.board.san(m.move)
    if text.endswith("#") and not san.endswith("#"):
        return False
    if text.endswith("+") and san[-1] not in "+#":
        return False
    text = text.rstrip("+#")
    if text.startswith("O-O") or m.board.is_castling(m.move):
        return text == san.rstrip("+#")
    letter, file, rank, capture, target, promotion = SAN.fullmatch(text).groups()
    origin = chess.square_name(m.move.from_square)
    return (
        m.board.piece_type_at(m.move.from_square) == LETTERS[letter or "P"]
        and file in ("", origin[0])
        and rank in ("", origin[1])
        and m.board.is_capture(m.move) == (capture == "x")
        and m.move.to_square == chess.parse_square(target)
        and (not promotion or m.move.promotion == LETTERS[promotion])
    )


def any_says(*texts: str) -> Test:
    return lambda m: any(says(m, text) for text in texts)


SAID = [
    ["Nf3"],
    ["e4", "d4"],
    ["exd5"],
    ["d5"],
    ["xd5"],
    ["O-O"],
    ["O-O-O"],
    ["O-O-O+"],
    ["Ng1f3"],
    ["Nbd2"],
    ["N8d7"],
    ["N6d7"],
    ["Nd7"],
    ["Rad1", "Rfd1"],
    ["R8xd8", "Raxd8"],
    ["Rd8"],
    ["Rxd8"],
    ["Rxd8+"],
    ["R1xd8+"],
    ["Rd8#", "Qd8#", "Qxh7#", "Qg7#", "Qxf7#"],
    ["Qg7+", "Qxf7+", "Qxh7+"],
    ["Bxf7+"],
    ["Kg1", "Kc1"],
    ["a8", "b8", "e8", "h8", "a1", "e1", "h1"],
    ["xa8", "xb8", "xg8", "xb1", "xg1"],
    ["a8=Q", "bxa8=Q", "h1=Q+"],
]

MOVES = {
    **{f"move({', '.join(map(json.dumps, texts))})": any_says(*texts) for texts in SAID},
    'move("exd6 e.p.", "exd3e.p.")': any_says("exd6", "exd3"),
    'move("e2e4")': lambda m: m.move.uci() == "e2e4",
    'move("d8d1+")': lambda m: m.move.uci() == "d8d1" and m.board.gives_check(m.move),
    'move("e1g1", "e8g8")': lambda m: m.move.uci() in ("e1g1", "e8g8"),
    'move("e1h1", "e8a8")': lambda m: m.move.uci() in ("e1h1", "e8a8")
    or (m.board.is_castling(m.move) and m.move.uci() in ("e1g1", "e8c8")),
    'move("a7a8", "h2h1")': lambda m: m.move.uci()[:4] in ("a7a8", "h2h1"),
    'move("a7a8q", "h2h1n")': lambda m: m.move.uci() in ("a7a8q", "h2h1n"),
    'loose_move("d5")': lambda m: m.board.piece_type_at(m.move.from_square) == chess.PAWN
    and m.move.to_square == chess.D5,
    'loose_move("Nd7")': lambda m: m.board.piece_type_at(m.move.from_square) == chess.KNIGHT
    and m.move.to_square == chess.D7,
    "moved(KP)": lambda m: m.board.piece_type_at(m.move.from_square) in (chess.KING, chess.PAWN),
    "captured(Q)": lambda m: kind_taken(m) == chess.QUEEN,
    "captured(pn)": lambda m: kind_taken(m) in (chess.PAWN, chess.KNIGHT),
    "captured(none)": lambda m: kind_taken(m) is None,
    "promoted(Q)": lambda m: m.move.promotion == chess.QUEEN,
    "promoted(NBR)": lambda m: m.move.promotion in (chess.KNIGHT, chess.BISHOP, chess.ROOK),
    "gives_check": lambda m: m.board.gives_check(m.move),
}


@pytest.mark.parametrize("atom", MOVES)
def test_moves(edge: Edge, collection: Collection, atom: str) -> None:
    test = MOVES[atom]
    assert_positions(edge, collection, atom, lambda m: m.move is not None and test(m))


# ---- headers; an unknown value is None and satisfies nothing


def number(game: chess.pgn.Game, tag: str) -> int | None:
    digits = ""
    for letter in game.headers.get(tag, ""):
        if not letter.isdigit():
            break
        digits += letter
    return int(digits or 0) or None


def elos(game: chess.pgn.Game) -> list[int] | None:
    both = [number(game, "WhiteElo"), number(game, "BlackElo")]
    return both if all(both) else None


def date_parts(game: chess.pgn.Game) -> list[int | None]:
    date = game.headers.get("Date", "????.??.??")
    if date.startswith("?"):
        date = game.headers.get("UTCDate", date)
    return [int(part) if part.isdigit() and int(part) else None for part in date.split(".")]


def year(game: chess.pgn.Game) -> int | None:
    return date_parts(game)[0]


def is_before(game: chess.pgn.Game, *bound: int) -> bool:
    """Whether the date is before the bound; False when the part that would decide is missing."""
    for part, limit in zip(date_parts(game), bound):
        if part is None:
            return False
        if part != limit:
            return part < limit
    return False


def clock(game: chess.pgn.Game) -> tuple[int, int] | None:
    """Base and increment of the first period; None is unknown or no clock."""
    period = game.headers.get("TimeControl", "?").split(":")[0].split("/")[-1]
    base, _, increment = period.partition("+")
    if not base.isdigit():
        return None
    pair = int(base), int(increment or 0)
    return pair if any(pair) and pair[0] <= 8191 else None


def estimate(game: chess.pgn.Game, factor: int) -> int | None:
    pair = clock(game)
    return pair[0] + factor * min(pair[1], 63) if pair else None


def eco(game: chess.pgn.Game) -> str | None:
    code = game.headers.get("ECO", "?")[:3].upper()
    return code if len(code) == 3 and code[0] in "ABCDE" and code[1:].isdigit() else None


def ended_on_time(termination: str) -> bool:
    """As Lichess says it, or as chess.com does after a player's name."""
    endings = ("on time", "timed out", "by timeout", "by timeout vs insufficient material")
    text = termination.lower()
    return text == "time forfeit" or f" {text}".endswith(tuple(f" {words}" for words in endings))


def within(low: int, value: int | None, high: int) -> bool:
    return value is not None and low <= value < high


HEADERS = {
    "result = W": lambda g: g.headers["Result"] == "1-0",
    "result = D,B": lambda g: g.headers["Result"] in ("1/2-1/2", "0-1"),
    "result = decisive": lambda g: g.headers["Result"] in ("1-0", "0-1"),
    "result = unknown": lambda g: g.headers["Result"] == "*",
    "result != W": lambda g: g.headers["Result"] in ("1/2-1/2", "0-1"),
    "eco = B20..B99": lambda g: "B20" <= (eco(g) or "") <= "B99",
    "eco = C42,D": lambda g: eco(g) == "C42" or (eco(g) or "").startswith("D"),
    "eco != B": lambda g: eco(g) is not None and not eco(g).startswith("B"),
    "year >= 2010": lambda g: within(2010, year(g), 9999),
    "year != 2015": lambda g: year(g) not in (None, 2015),
    "year < 1900": lambda g: within(1, year(g), 1900),
    "date < 2015-06": lambda g: is_before(g, 2015, 6),
    "date < 2015-07": lambda g: is_before(g, 2015, 7),
    "date < 2015-06-30": lambda g: is_before(g, 2015, 6, 30),
    "elo >= 2400": lambda g: elos(g) is not None and min(elos(g)) >= 2400,
    "elo < 1600": lambda g: elos(g) is not None and max(elos(g)) < 1600,
    "white.elo >= 2500": lambda g: within(2500, number(g, "WhiteElo"), 9999),
    "black.elo != 2500": lambda g: number(g, "BlackElo") not in (None, 2500),
    "elo.diff > 100": lambda g: elos(g) is not None and elos(g)[0] - elos(g)[1] > 100,
    "elo.diff <= -50": lambda g: elos(g) is not None and elos(g)[0] - elos(g)[1] <= -50,
    "plies > 120": lambda g: len(mainline(g)) > 120,
    "plies = 20..60": lambda g: 20 <= len(mainline(g)) <= 60,
    "termination = time": lambda g: ended_on_time(g.headers.get("Termination", "")),
}


@pytest.mark.parametrize("test", HEADERS)
def test_headers(edge: Edge, collection: Collection, test: str) -> None:
    assert_games(edge, collection, test, HEADERS[test])


CLOCKS = {
    "tc = bullet": lambda g: within(0, estimate(g, 60), 180),
    "tc = blitz": lambda g: within(180, estimate(g, 60), 600),
    "tc = rapid": lambda g: within(600, estimate(g, 60), 3600),
    "speed = bullet": lambda g: within(30, estimate(g, 40), 180),
    "speed = blitz": lambda g: within(180, estimate(g, 40), 480),
    "speed = rapid": lambda g: within(480, estimate(g, 40), 1500),
    "tc.base <= 180": lambda g: clock(g) is not None and clock(g)[0] <= 180,
    "tc.inc = 0": lambda g: clock(g) is not None and clock(g)[1] == 0,
}


@pytest.mark.parametrize("test", CLOCKS)
def test_clocks(edge: Edge, collection: Collection, test: str) -> None:
    assert_games(edge, collection, test, CLOCKS[test])


# ---- names and tags

LETTERS_WITHOUT_MARKS = str.maketrans(
    {"ø": "o", "đ": "d", "ð": "d", "ł": "l", "æ": "ae", "œ": "oe", "þ": "th"}
)


def folded(text: str) -> str:
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(c for c in parts if not unicodedata.combining(c)).translate(
        LETTERS_WITHOUT_MARKS
    )


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def known_names(game: chess.pgn.Game, tags: tuple[str, ...]) -> list[str]:
    names = [game.headers.get(tag, "?") for tag in tags]
    return [name for name in names if name not in ("?", "")]


def test_names(edge: Edge, collection: Collection) -> None:
    names = sorted({n for g in collection.games for n in known_names(g, ("White", "Black"))})
    for name in names[:: max(1, len(names) // 10)]:
        for word, tags in (
            ("white", ("White",)),
            ("black", ("Black",)),
            ("player", ("White", "Black")),
        ):
            assert_games(
                edge,
                collection,
                f"{word} = {quoted(name)}",
                lambda g, name=name, tags=tags: name in known_names(g, tags),
            )
            piece = folded(name)[:4].upper()
            assert_games(
                edge,
                collection,
                f"{word} ~ {quoted(piece)}",
                lambda g, piece=piece, tags=tags: any(
                    folded(piece) in folded(n) for n in known_names(g, tags)
                ),
            )


@pytest.mark.parametrize("name", FOLDED_NAMES)
def test_folded_names(edge: Edge, collection: Collection, name: str) -> None:
    for text in (FOLDED_NAMES[name], name, name.upper(), name.lower()):
        assert_games(
            edge,
            collection,
            f"player ~ {quoted(text)}",
            lambda g, text=text: any(
                folded(text) in folded(n) for n in known_names(g, ("White", "Black"))
            ),
        )


def test_tags(edge: Edge, collection: Collection) -> None:
    for tag in ("Event", "Site", "Round", "WhiteTitle"):
        # python-chess gives "?" for a missing tag of the roster.
        texts = sorted({g.headers.get(tag, "?") for g in collection.games} - {"?"})
        for text in texts[:: max(1, len(texts) // 4)]:
            assert_games(
                edge,
                collection,
                f"tag({quoted(tag.upper())}) = {quoted(text)}",
                lambda g, tag=tag, text=text: g.headers.get(tag) == text,
            )
            piece = text[:5].lower()
            assert_games(
                edge,
                collection,
                f"tag({quoted(tag.lower())}) ~ {quoted(piece)}",
                lambda g, tag=tag, piece=piece: tag in g.headers
                and folded(piece) in folded(g.headers[tag]),
            )
