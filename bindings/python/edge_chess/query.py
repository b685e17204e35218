"""Queries put together in Python, for those who do not want to write text.

Everything here stands for words of the query language (docs/query_language.md) and becomes its
text; a `Query` goes wherever a text does.

>>> from edge_chess import q
>>> won = (q.result == "W") & (q.year < 1900)
>>> rook_ending = q.count("R=r=1 Q=q=0 B=b=0 N=n=0").streak(5)
>>> print(won & ~rook_ending)
(result = W and year < 1900) and not streak(5, R=r=1 Q=q=0 B=b=0 N=n=0)
>>> len(corpus.query(won & ~rook_ending))
7

Atoms side by side hold at the same position; `&` joins answers about whole games:

>>> print(q.white(q.passed_pawn("d"), q.queens_off).streak(10, plies=(20, None)))
streak(10, 20.., white: passed_pawn(d) queens_off)
>>> print(q.together(q.to_move("white"), q.move("Bxh7")).ever() & (q.elo >= 2400))
ever(to_move(white) move("Bxh7")) and elo >= 2400
>>> print(q.seq(q.move("O-O-O"), q.checkmate))
seq(move("O-O-O"), checkmate)
"""

from __future__ import annotations

from dataclasses import dataclass

# The first and the last ply; None is open.
Plies = tuple[int | None, int | None]


def _quoted(text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"found {type(text).__name__}, expected a string")
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _range(first: object, last: object) -> str:
    return f"{'' if first is None else first}..{'' if last is None else last}"


class Query:
    """A question that each game answers with yes or no."""

    __slots__ = ("text", "_is_joined")

    def __init__(self, text: str, *, _is_joined: bool = True) -> None:
        if not isinstance(text, str):
            raise TypeError(f"query: found {type(text).__name__}, expected a string")
        self.text = text
        self._is_joined = _is_joined

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Query: {self.text}>"

    def __and__(self, other: Query) -> Query:
        return self._join("and", other)

    def __or__(self, other: Query) -> Query:
        return self._join("or", other)

    def __xor__(self, other: Query) -> Query:
        return self._join("xor", other)

    def __sub__(self, other: Query) -> Query:
        return self._join("sub", other)

    def __invert__(self) -> Query:
        return Query(f"not {self._part()}", _is_joined=False)

    def __bool__(self) -> bool:
        raise TypeError("a query has no truth value: join queries with &, | and ~")

    def _part(self) -> str:
        return f"({self.text})" if self._is_joined else self.text

    def _join(self, word: str, other: Query) -> Query:
        if not isinstance(other, Query):
            return NotImplemented
        return Query(f"{self._part()} {word} {other._part()}")


def text(query: str) -> Query:
    """A query written in the text language, to be joined with others."""
    return Query(query)


def bitmap(name: str) -> Query:
    """A stored set: `@name`, or the path of a `.bm` file."""
    return Query(name if name.startswith("@") else f"bitmap({_quoted(name)})", _is_joined=False)


all_games = Query("all", _is_joined=False)


# ---- about the game as a whole


@dataclass(frozen=True, eq=False)
class NumberField:
    """A number of the header: `==`, `!=`, `<`, `<=`, `>`, `>=` and `between`."""

    name: str

    def _compared(self, relation: str, value: int) -> Query:
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"{self.name}: found {type(value).__name__}, expected an int")
        return Query(f"{self.name} {relation} {value}", _is_joined=False)

    def __eq__(self, value: int) -> Query:  # type: ignore[override]
        return self._compared("=", value)

    def __ne__(self, value: int) -> Query:  # type: ignore[override]
        return self._compared("!=", value)

    def __lt__(self, value: int) -> Query:
        return self._compared("<", value)

    def __le__(self, value: int) -> Query:
        return self._compared("<=", value)

    def __gt__(self, value: int) -> Query:
        return self._compared(">", value)

    def __ge__(self, value: int) -> Query:
        return self._compared(">=", value)

    def between(self, first: int, last: int) -> Query:
        """Both ends included."""
        return Query(f"{self.name} = {_range(int(first), int(last))}", _is_joined=False)


@dataclass(frozen=True, eq=False)
class DateField:
    """The date as `2015`, `2015-06` or `2015-06-30`, compared as far as it is given."""

    name: str

    def _compared(self, relation: str, value: str) -> Query:
        return Query(f"{self.name} {relation} {value}", _is_joined=False)

    def __eq__(self, value: str) -> Query:  # type: ignore[override]
        return self._compared("=", value)

    def __lt__(self, value: str) -> Query:
        return self._compared("<", value)

    def __le__(self, value: str) -> Query:
        return self._compared("<=", value)

    def __gt__(self, value: str) -> Query:
        return self._compared(">", value)

    def __ge__(self, value: str) -> Query:
        return self._compared(">=", value)

    def between(self, first: str, last: str) -> Query:
        """Both ends included."""
        return Query(f"{self.name} = {_range(first, last)}", _is_joined=False)


@dataclass(frozen=True, eq=False)
class WordField:
    """One of a few words: `==`, `!=` and `is_in`."""

    name: str

    def __eq__(self, value: str) -> Query:  # type: ignore[override]
        return self.is_in(value)

    def __ne__(self, value: str) -> Query:  # type: ignore[override]
        return Query(f"{self.name} != {value}", _is_joined=False)

    def is_in(self, *values: str) -> Query:
        """Any of them."""
        return Query(f"{self.name} = {','.join(values)}", _is_joined=False)


@dataclass(frozen=True, eq=False)
class TextField:
    """A name or a tag: `==` is exactly this, `contains` a part of it, ignoring case and accents."""

    name: str

    def __eq__(self, value: str) -> Query:  # type: ignore[override]
        return Query(f"{self.name} = {_quoted(value)}", _is_joined=False)

    def contains(self, part: str) -> Query:
        """The text holds this part."""
        return Query(f"{self.name} ~ {_quoted(part)}", _is_joined=False)


result = WordField("result")
eco = WordField("eco")
time_class = WordField("tc")
speed = WordField("speed")
termination = WordField("termination")
year = NumberField("year")
elo = NumberField("elo")
white_elo = NumberField("white.elo")
black_elo = NumberField("black.elo")
elo_diff = NumberField("elo.diff")
base_seconds = NumberField("tc.base")
increment_seconds = NumberField("tc.inc")
plies = NumberField("plies")
date = DateField("date")
player = TextField("player")
white_player = TextField("white")
black_player = TextField("black")


def tag(name: str) -> TextField:
    """Any tag of the games."""
    return TextField(f"tag({_quoted(name)})")


# ---- about positions


class Condition(Query):
    """What holds at a position. By itself it is a query with the default window of the language;
    the methods give it another one."""

    __slots__ = ("_side", "_atoms", "_edge")

    def __init__(self, atoms: str, side: str | None = None, edge: str | None = None) -> None:
        condition = f"{side}: {atoms}" if side else atoms
        super().__init__(f"{edge}({condition})" if edge else condition)
        self._side = side
        self._atoms = atoms
        self._edge = edge

    def ever(self, plies: Plies | None = None) -> Query:
        """At some ply."""
        return self._window("ever", plies)

    def always(self, plies: Plies | None = None) -> Query:
        """At every ply."""
        return self._window("always", plies)

    def never(self, plies: Plies | None = None) -> Query:
        """At no ply."""
        return self._window("never", plies)

    def streak(self, length: int, plies: Plies | None = None) -> Query:
        """At that many plies in a row."""
        return self._window("streak", plies, length)

    def at(self, ply: int) -> Query:
        """At this ply."""
        return self._window("at", None, ply)

    def became(self) -> Condition:
        """Where it holds and did not one ply before."""
        return self._with_edge("became")

    def ceased(self) -> Condition:
        """Where it does not hold and did one ply before."""
        return self._with_edge("ceased")

    def _window(self, word: str, plies: Plies | None, number: int | None = None) -> Query:
        arguments = [] if number is None else [str(int(number))]
        if plies is not None:
            arguments.append(_range(*plies))
        return Query(f"{word}({', '.join([*arguments, self.text])})", _is_joined=False)

    def _with_edge(self, edge: str) -> Condition:
        if self._edge:
            raise ValueError(f"{self.text}: became and ceased do not go together")
        return Condition(self._atoms, self._side, edge)

    def _plain(self) -> str:
        """The atoms alone, to be combined with others."""
        if self._side or self._edge:
            raise ValueError(f"{self.text}: expected atoms without a side, became and ceased")
        return self._atoms


def _joined(atoms: tuple[Condition, ...]) -> str:
    if not atoms:
        raise TypeError("expected at least one condition")
    return " ".join(atom._plain() for atom in atoms)


def together(*atoms: Condition) -> Condition:
    """All of them at the same position."""
    return Condition(_joined(atoms))


def white(*atoms: Condition) -> Condition:
    """All of them at the same position, for White."""
    return Condition(_joined(atoms), "white")


def black(*atoms: Condition) -> Condition:
    """The same for Black."""
    return Condition(_joined(atoms), "black")


def either(*atoms: Condition) -> Condition:
    """The same for White all along, or for Black all along."""
    return Condition(_joined(atoms), "either")


def both(*atoms: Condition) -> Condition:
    """For both sides at each ply."""
    return Condition(_joined(atoms), "both")


def neither(*atoms: Condition) -> Condition:
    """For neither side at each ply."""
    return Condition(_joined(atoms), "neither")


def winner(*atoms: Condition) -> Condition:
    """For the side that won the game; a game without a winner has no such side."""
    return Condition(_joined(atoms), "winner")


def loser(*atoms: Condition) -> Condition:
    """For the side that lost the game."""
    return Condition(_joined(atoms), "loser")


def mover(*atoms: Condition) -> Condition:
    """For the side to move at each ply."""
    return Condition(_joined(atoms), "mover")


def any_of(*alternatives: Condition) -> Condition:
    """One of them holds at the position."""
    return Condition(f"any({', '.join(part._plain() for part in alternatives)})")


def none_of(*alternatives: Condition) -> Condition:
    """None of them holds at the position."""
    return Condition(f"none({', '.join(part._plain() for part in alternatives)})")


def seq(*steps: Query) -> Query:
    """One after the other, each at a later ply. Steps are conditions or other sequences."""
    return Query(f"seq({', '.join(step.text for step in steps)})", _is_joined=False)


def run(*steps: Query) -> Query:
    """One after the other at consecutive plies."""
    return Query(f"run({', '.join(step.text for step in steps)})", _is_joined=False)


every_position = Condition("pass")


def _on_file(atom: str, file: str | None) -> Condition:
    return Condition(atom if file is None else f"{atom}({file})")


# Predicates, from src/query/predicates.h.
queens_off = Condition("queens_off")
bishop_pair = Condition("bishop_pair")
opposite_bishops = Condition("opposite_bishops")
iqp = Condition("iqp")
rook_on_seventh = Condition("rook_on_seventh")
king_castled = Condition("king_castled")
in_check = Condition("in_check")
checkmate = Condition("checkmate")
stalemate = Condition("stalemate")
gives_check = Condition("gives_check")
quiet = Condition("quiet")
sacrifice = Condition("sacrifice")


def doubled_pawn(file: str | None = None) -> Condition:
    """Two pawns on one file."""
    return _on_file("doubled_pawn", file)


def isolated_pawn(file: str | None = None) -> Condition:
    """A pawn with no own pawn on a file next to it."""
    return _on_file("isolated_pawn", file)


def passed_pawn(file: str | None = None) -> Condition:
    """A pawn with no enemy pawn ahead of it on its own or a neighbouring file."""
    return _on_file("passed_pawn", file)


def rook_on_open_file(file: str | None = None) -> Condition:
    """A rook on a file with no pawns."""
    return _on_file("rook_on_open_file", file)


# End of predicates.


def count(comparisons: str) -> Condition:
    """Numbers of pieces compared: `P<p`, `Q=q=0`, `MAT>=mat+3`; several hold together."""
    return Condition(comparisons)


def to_move(side: str) -> Condition:
    """It is the move of `white` or `black`, or of the condition's side (`us`) or the other
    (`them`): `winner(to_move("us"), move("Bxh7+"))`."""
    return Condition(f"to_move({side})")


def material(pieces: str) -> Condition:
    """Exactly these pieces: `KRPKR` for either colour, `KRP:KR` White's first."""
    return Condition(f"material({_quoted(pieces)})")


def subfen(
    pattern: str, *, mirror: bool = False, mirror_files: bool = False, shift: bool = False
) -> Condition:
    """The pattern fits; with `mirror` also with colours exchanged, with `mirror_files` also with
    left and right exchanged, with `shift` also elsewhere."""
    chosen = {"mirror": mirror, "mirror_files": mirror_files, "shift": shift}
    options = "".join(f", {name}" for name, is_chosen in chosen.items() if is_chosen)
    return Condition(f"subfen({_quoted(pattern)}{options})")


def position(fen: str) -> Condition:
    """Exactly this position."""
    return Condition(f"position({_quoted(fen)})")


def opening(name: str) -> Condition:
    """A position with such a name in the table of openings: words of it, or an ECO code or range."""
    return Condition(f"opening({_quoted(name)})")


def move(*moves: str) -> Condition:
    """One of these moves is played from here, SAN or UCI.

    What a move leaves out is free: `Rxc3` is any rook, `e8` any promotion; `Bxh7+` asks for check.
    """
    return Condition(f"move({', '.join(map(_quoted, moves))})")


def moved(kinds: str) -> Condition:
    """The move is made by one of these kinds of pieces, `NB`."""
    return Condition(f"moved({kinds})")


def captured(kinds: str) -> Condition:
    """The move takes one of these kinds of pieces; `none` takes nothing."""
    return Condition(f"captured({kinds})")


def promoted(kinds: str) -> Condition:
    """The move promotes to one of these kinds of pieces."""
    return Condition(f"promoted({kinds})")
