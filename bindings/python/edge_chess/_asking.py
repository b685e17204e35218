"""What a corpus is built on: its handle, and questions in JSON."""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Mapping
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _calls, _native
from ._calls import Progress
from .bitmap import Bitmap
from .errors import Closed
from .query import Query

if TYPE_CHECKING:
    from typing_extensions import Self

# A query as text, as `edge_chess.query` makes it, or as JSON; or a set of games. None is all games.
Asked = str | Query | Mapping[str, Any] | Bitmap | None


class Asking:
    """An open corpus that takes requests in JSON. `Corpus` is what to use."""

    def __init__(self, path: str, handle: _native.Corpus) -> None:
        if not isinstance(handle, _native.Corpus):
            raise TypeError("a Corpus comes from edge_chess.open or edge_chess.index")
        self._path = path
        self._open: _native.Corpus | None = handle
        # Every game has a bit, so the empty set knows how many there are.
        self._none = _native.bitmap_of(handle, np.empty(0, np.uint64))
        self._size = sum(self._none.shard_games(shard) for shard in range(self._none.shards))
        # What indexing reported; None for a corpus that was opened.
        self.report: dict[str, Any] | None = None

    @property
    def path(self) -> str:
        """As it was opened."""
        return self._path

    @property
    def closed(self) -> bool:
        return self._open is None

    def close(self) -> None:
        """Releases the files. Open bitmaps and tables stay valid."""
        self._open = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __len__(self) -> int:
        """The number of games."""
        return self._size

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        state = ", closed" if self.closed else ""
        return f"<Corpus {self._path!r}: {self._size:,} games{state}>"

    def ask(
        self,
        what: str,
        request: Mapping[str, Any],
        *,
        games: Bitmap | None = None,
        threads: int = 0,
        progress: Progress = False,
    ) -> dict[str, Any]:
        """Any question in JSON; the answer is its JSON. `edge_chess.requests` has their types.

        What may have been meant otherwise is a warning, as from `warnings.warn`.

        >>> corpus.ask("query", {"query": "result = W"})["games_matched"]
        36
        """
        answer: dict[str, Any] = json.loads(
            self.ask_text(what, request, games=games, threads=threads, progress=progress)
        )
        pass_on_warnings(answer.get("warnings", []))
        return answer

    def ask_text(
        self,
        what: str,
        request: Mapping[str, Any],
        *,
        games: Bitmap | None = None,
        threads: int = 0,
        progress: Progress = False,
    ) -> str:
        """The same for answers that are other text: games as `pgn`, `uci`, `csv`, `jsonl` or `table`.

        >>> corpus.ask_text("games", {"format": "csv", "columns": ["white", "plies"], "limit": 1})
        'white,plies\\r\\nLegall de Kermeur,13\\r\\n'
        """
        call = _native.ask(
            self._handle(),
            what,
            _calls.to_json(dict(request)),
            native_of(games),
            _calls.check_threads(threads),
        )
        answer: bytes = _calls.finish(call, progress, self._size)
        # Only the original text of a game may be something else than UTF-8.
        return answer.decode(errors="surrogateescape")

    def _handle(self) -> _native.Corpus:
        handle = self._open
        if handle is None:
            raise Closed(f"{self._path} is closed")
        return handle

    def _asked(self, query: Asked, games: Bitmap | None) -> tuple[dict[str, Any], Bitmap | None]:
        """The fields of a request that choose games, and the set that narrows it."""
        native_of(games)
        match query:
            case None:
                return {}, games
            case Bitmap():
                return {}, query if games is None else query & games
            case str() | Query():
                return {"query": str(query)}, games
            case Mapping():
                return {"query_json": dict(query)}, games
        raise TypeError(
            f"query: found {type(query).__name__}, expected a string, a Query, a dict or a Bitmap"
        )


def pass_on_warnings(texts: list[str]) -> None:
    """As warnings about the line that called this package."""
    package = os.path.join(os.path.dirname(__file__), "")
    depth = 1
    frame: FrameType | None = sys._getframe()
    while frame is not None and frame.f_code.co_filename.startswith(package):
        frame = frame.f_back
        depth += 1
    for text in texts:
        warnings.warn(text, stacklevel=depth)


def native_of(games: Bitmap | None) -> _native.Bitmap | None:
    if games is None:
        return None
    if not isinstance(games, Bitmap):
        raise TypeError(f"games: found {type(games).__name__}, expected a Bitmap")
    return games._native


def path_bytes(path: str | os.PathLike[str]) -> bytes:
    text = os.fspath(path)
    if not isinstance(text, str):
        raise TypeError(f"found {type(text).__name__}, expected a path as text")
    encoded = os.fsencode(text)
    if b"\0" in encoded:
        raise ValueError("a path has no zero byte")
    return encoded
