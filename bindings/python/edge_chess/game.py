"""Games as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .corpus import Corpus


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a corpus.

    >>> game = corpus.game(0)
    >>> game.white, game.result, game.plies
    ('Legall de Kermeur', '1-0', 13)
    >>> game.moves[-1]
    'Nd5#'
    >>> print(game.pgn().splitlines()[-2])
    1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0

    With python-chess:

    >>> import chess.pgn, io
    >>> chess.pgn.read_game(io.StringIO(game.pgn())).end().board().is_checkmate()
    True
    """

    game_id: int
    tags: Mapping[str, str]
    result: str
    plies: int
    moves: tuple[str, ...]
    pgn_offset: int
    lichess_id: str | None = None
    # Where it matched, when the query had a condition about positions.
    match_plies: tuple[int, ...] | None = None
    _corpus: Corpus | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of_answer(cls, answer: Mapping[str, Any], corpus: Corpus) -> Game:
        matched = answer.get("match_plies")
        return cls(
            game_id=answer["game_id"],
            tags=answer["tags"],
            result=answer["result"],
            plies=answer["plies"],
            moves=tuple(answer["moves"]),
            pgn_offset=answer["pgn_offset"],
            lichess_id=answer.get("lichess_id"),
            match_plies=None if matched is None else tuple(matched),
            _corpus=corpus,
        )

    @property
    def white(self) -> str:
        """White's name, `?` when it is not known."""
        return self.tags.get("White", "?")

    @property
    def black(self) -> str:
        """Black's name, `?` when it is not known."""
        return self.tags.get("Black", "?")

    def pgn(self, *, original: bool = False) -> str:
        """The game as PGN; `original` is the text of the source, with comments and variations."""
        if self._corpus is None:
            raise ValueError("this game does not belong to a corpus")
        return self._corpus.pgn(self.game_id, original=original)

    def __str__(self) -> str:
        return self.pgn()
