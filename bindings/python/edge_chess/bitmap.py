"""Sets of games."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from . import _native

if TYPE_CHECKING:
    from .corpus import Corpus

_WORD_BITS = 64
_CHUNK_WORDS = 1 << 16  # ids are unpacked in pieces, a byte for each game of a piece


class Bitmap:
    """A set of games of one corpus, a bit for each. It never changes.

    >>> won = corpus.query("result = W")
    >>> mates = corpus.query("checkmate")
    >>> len(won), len(mates), len(won & mates), len(won | mates)
    (36, 10, 7, 39)
    >>> (won - mates) ^ won == won & mates
    True
    >>> len(~won) == len(corpus) - len(won)
    True
    >>> 6 in mates, list(mates)[:3]
    (True, [0, 2, 3])
    """

    __slots__ = ("_corpus", "_native", "__weakref__")
    __hash__ = None  # type: ignore[assignment]  # equal sets of equal corpora are equal

    def __init__(self, corpus: Corpus, native: _native.Bitmap) -> None:
        if not isinstance(native, _native.Bitmap):
            raise TypeError("a Bitmap comes from Corpus.query, Corpus.bitmap or Corpus.load")
        self._corpus = corpus
        self._native = native

    @property
    def corpus(self) -> Corpus:
        """The corpus that these are games of."""
        return self._corpus

    def __len__(self) -> int:
        return self._native.count

    def __contains__(self, game_id: object) -> bool:
        try:
            game = operator.index(game_id)  # type: ignore[arg-type]
        except TypeError:
            return False
        if game < 0:
            return False
        for shard in range(self.shards):
            games = self._native.shard_games(shard)
            if game < games:
                word = int(self.words(shard)[game // _WORD_BITS])
                return bool(word >> (game % _WORD_BITS) & 1)
            game -= games
        return False

    def __iter__(self) -> Iterator[int]:
        for ids in self._id_chunks():
            yield from ids.tolist()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Bitmap):
            return NotImplemented
        if self._layout() != other._layout():
            return False
        return all(
            np.array_equal(self.words(shard), other.words(shard)) for shard in range(self.shards)
        )

    def __and__(self, other: Bitmap) -> Bitmap:
        return self._combined("and", other)

    def __or__(self, other: Bitmap) -> Bitmap:
        return self._combined("or", other)

    def __xor__(self, other: Bitmap) -> Bitmap:
        return self._combined("xor", other)

    def __sub__(self, other: Bitmap) -> Bitmap:
        return self._combined("sub", other)

    def __invert__(self) -> Bitmap:
        return Bitmap(self._corpus, _native.combine("not", self._native, None))

    def __repr__(self) -> str:
        return f"<Bitmap: {len(self):,} of {sum(self._layout()):,} games>"

    @property
    def shards(self) -> int:
        """How many shards the corpus has; ids go on from one to the next."""
        return self._native.shards

    def words(self, shard: int = 0) -> npt.NDArray[np.uint64]:
        """The bits of a shard where they lie, as a NumPy array that cannot be written to.

        Game g of the shard is bit g % 64 of word g // 64. Nothing is copied; the array keeps the
        bits alive.

        >>> words = mates.words()
        >>> words.dtype, words.shape, int(np.bitwise_count(words).sum())
        (dtype('uint64'), (1,), 10)
        """
        return self._native.words(operator.index(shard))

    def ids(self) -> npt.NDArray[np.uint64]:
        """The ids of the games, rising.

        >>> mates.ids()[:4]
        array([0, 2, 3, 6], dtype=uint64)
        """
        chunks = list(self._id_chunks())
        return np.concatenate(chunks) if chunks else np.empty(0, np.uint64)

    def save(self, name: str, *, force: bool = False) -> None:
        """Stores the set: `@name` with the corpus, anything else is the path of a `.bm` file.

        >>> mates.save("@mates", force=True)
        >>> corpus.load("@mates") == mates
        True
        >>> len(corpus.query("@mates and result = B"))
        3
        """
        self._corpus.save(self, name, force=force)

    def _layout(self) -> list[int]:
        return [self._native.shard_games(shard) for shard in range(self.shards)]

    def _combined(self, operation: str, other: Bitmap) -> Bitmap:
        if not isinstance(other, Bitmap):
            return NotImplemented
        return Bitmap(self._corpus, _native.combine(operation, self._native, other._native))

    def _id_chunks(self) -> Iterator[npt.NDArray[np.uint64]]:
        shard_first = 0
        for shard in range(self.shards):
            words = self.words(shard)
            for first in range(0, len(words), _CHUNK_WORDS):
                # Words are little-endian here, as on every machine that the library runs on.
                octets = words[first : first + _CHUNK_WORDS].view(np.uint8)
                ids = np.flatnonzero(np.unpackbits(octets, bitorder="little")).astype(np.uint64)
                ids += np.uint64(shard_first + first * _WORD_BITS)
                if len(ids):
                    yield ids
            shard_first += self._native.shard_games(shard)
