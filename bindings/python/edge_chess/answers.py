"""What a corpus answers, as values. Their fields are those of the JSON in docs/cli.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeVar, overload

from ._extras import need

_T = TypeVar("_T")


def _made_of(kind: type[_T], answer: Mapping[str, Any]) -> _T:
    """A value of the fields it knows; an answer may have more, those of a newer library."""
    known = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    return kind(**{name: value for name, value in answer.items() if name in known})


@dataclass(frozen=True, slots=True)
class ExploredMove:
    """A move that was played from a position."""

    san: str
    uci: str
    total: int
    white: int
    draws: int
    black: int
    # With details, where a game knows.
    average_rating: float | None = None
    average_opponent_rating: float | None = None
    performance: float | None = None
    average_year: float | None = None
    last_year: int | None = None
    # With continued.
    continued: int | None = None

    @property
    def score(self) -> float:
        """White's score, 0 to 1."""
        return (self.white + self.draws / 2) / self.total if self.total else 0.0


@dataclass(frozen=True, slots=True)
class Exploration:
    """What was played from a position, and how it scored."""

    fen: str
    total: int
    white: int
    draws: int
    black: int
    source: str
    tree_plies: int | None
    moves: tuple[ExploredMove, ...]
    query: str | None = None
    games_selected: int | None = None
    warnings: tuple[str, ...] = ()

    @classmethod
    def of_answer(cls, answer: Mapping[str, Any]) -> Exploration:
        moves = tuple(_made_of(ExploredMove, move) for move in answer["moves"])
        warnings = tuple(answer.get("warnings", ()))
        return _made_of(cls, {**answer, "moves": moves, "warnings": warnings})

    def __getitem__(self, move: str) -> ExploredMove:
        """The move by its SAN or UCI; KeyError when no game played it."""
        for played in self.moves:
            if move in (played.san, played.uci):
                return played
        raise KeyError(move)

    def __iter__(self) -> Iterator[ExploredMove]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __str__(self) -> str:
        rows = [f"{'move':<8}{'games':>9}{'white':>8}{'draw':>8}{'black':>8}"]
        for move in self.moves:
            shares = (share / move.total for share in (move.white, move.draws, move.black))
            percents = "".join(f"{share:>8.1%}" for share in shares)
            rows.append(f"{move.san:<8}{move.total:>9,}{percents}")
        return "\n".join(rows)

    def to_pandas(self) -> Any:
        """A data frame with a row for each move."""
        names = [field.name for field in fields(ExploredMove)]
        rows = [[getattr(move, name) for name in names] for move in self.moves]
        return need("pandas").DataFrame(rows, columns=names)


@dataclass(frozen=True, slots=True)
class Group:
    """The games and positions that share a value of the key. White's results; by player, theirs."""

    key: str | int | None
    positions: int
    games: int
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class Groups(Sequence[Group]):
    """The groups of an answer, the largest first."""

    group_by: str
    total_positions: int
    distinct_groups: int
    sorted_by: str
    rows: tuple[Group, ...]

    @classmethod
    def of_answer(cls, answer: Mapping[str, Any]) -> Groups:
        rows = tuple(
            Group(
                key=row["key"],
                positions=row["positions"],
                games=row["games"],
                wins=row["wins"] if "wins" in row else row["white"],
                draws=row["draws"],
                losses=row["losses"] if "losses" in row else row["black"],
            )
            for row in answer["rows"]
        )
        return _made_of(cls, {**answer, "rows": rows})

    @overload
    def __getitem__(self, index: int) -> Group: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Group]: ...

    def __getitem__(self, index: int | slice) -> Group | Sequence[Group]:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def to_pandas(self) -> Any:
        """A data frame with a row for each group."""
        names = [field.name for field in fields(Group)]
        rows = [[getattr(group, name) for name in names] for group in self.rows]
        return need("pandas").DataFrame(rows, columns=names)


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a corpus, and what the headers of the games say. None is unknown."""

    name: str
    games: int | None
    first_year: int | None
    last_year: int | None
    min_elo: int | None
    max_elo: int | None
    # By players.tsv.
    other_names: tuple[str, ...] = ()

    @classmethod
    def of_answer(cls, answer: Mapping[str, Any]) -> Player:
        return _made_of(cls, {**answer, "other_names": tuple(answer.get("other_names", ()))})


@dataclass(frozen=True, slots=True)
class Collection:
    """A stored query of a corpus, and what it found."""

    name: str
    query: str
    # Whether names mean their other spellings in players.tsv, too.
    aliases: bool
    # None when it cannot be read: then `error` says why.
    games: int | None
    # YYYYMMDD-HHMMSS, UTC: when all games were last asked.
    made_at: str
    # The sets that the query names.
    refers_to: tuple[str, ...] = ()
    # Why the answer may be another one by now; empty when it is not.
    stale: tuple[str, ...] = ()
    error: str | None = None

    @classmethod
    def of_answer(cls, answer: Mapping[str, Any]) -> Collection:
        lists = {key: tuple(answer[key]) for key in ("refers_to", "stale")}
        return _made_of(cls, {**answer, **lists})


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game: ply 0 is the start, ply k the position after k half-moves."""

    game_id: int
    ply: int
    shard: int
    game: int
    fen: str | None = None

    @classmethod
    def of_answer(cls, answer: Mapping[str, Any]) -> Position:
        return _made_of(cls, answer)


@dataclass(frozen=True, slots=True)
class Match:
    """Where a game matched: the plies of the match that ends first, and the move played there."""

    game_id: int
    shard: int
    game: int
    pgn_offset: int
    plies: tuple[int, ...]
    move: str | None

    @classmethod
    def of_answer(cls, answer: Mapping[str, Any]) -> Match:
        return _made_of(cls, {**answer, "plies": tuple(answer["plies"])})
