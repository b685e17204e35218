"""Waiting for calls of the library, with progress and Ctrl-C.

A call runs on a thread of the library. The thread that asked waits in slices without the GIL;
between two of them Python handles signals, and progress is reported. Whatever is raised there
cancels the call, which ends before the exception goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from types import TracebackType
from typing import Any, Protocol

from . import _native
from ._extras import need

# Told how many games are done, how many bytes are read, and of how many (0 where not known).
# Returning False cancels the call.
ProgressCallback = Callable[[int, int, int], object]
# True is a bar of tqdm, as text or in a notebook.
Progress = bool | ProgressCallback

SLICE_SECONDS = 0.05


class _Reporter(Protocol):
    def __enter__(self) -> ProgressCallback: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class _Silence:
    """Reports to a function, or to nobody."""

    def __init__(self, callback: ProgressCallback | None) -> None:
        self._callback = callback

    def __enter__(self) -> ProgressCallback:
        return self._callback or (lambda games, read, total: None)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None


class _Bar:
    """A bar over the bytes of the input where these are counted, else over games."""

    def __init__(self, games: int | None) -> None:
        tqdm = need("tqdm.auto", "tqdm").tqdm
        self._bar: Any = tqdm(total=games, unit=" games", unit_scale=True)

    def __enter__(self) -> ProgressCallback:
        return self._show

    def _show(self, games: int, read: int, total: int) -> None:
        if total > 0:
            self._bar.unit = "B"
            self._bar.total = total
            self._bar.set_postfix(games=f"{games:,}", refresh=False)
        self._bar.n = read if total > 0 else games
        self._bar.refresh()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None and self._bar.total is not None:
            self._bar.n = self._bar.total
        self._bar.close()


def reporter(progress: Progress, games: int | None) -> _Reporter:
    """What `progress=` asks for; `games` is how many there are, where that is known."""
    if progress is True:
        return _Bar(games)
    if progress is False:
        return _Silence(None)
    if not callable(progress):
        raise TypeError(f"progress: found {type(progress).__name__}, expected a bool or a function")
    return _Silence(progress)


def finish(call: _native.Call, progress: Progress = False, games: int | None = None) -> Any:
    """The result of a call, once it has ended."""
    try:
        with reporter(progress, games) as report:
            while not call.wait(SLICE_SECONDS):
                if report(*call.progress()) is False:
                    call.cancel()
            if progress is not False:
                report(*call.progress())
    except BaseException:
        call.cancel()
        while not call.wait(SLICE_SECONDS):
            pass
        raise
    return call.result()


def to_json(request: dict[str, Any]) -> str:
    """A request without the fields that were not given."""
    return json.dumps({field: value for field, value in request.items() if value is not None})


def check_threads(threads: int) -> int:
    if isinstance(threads, bool) or not isinstance(threads, int):
        raise TypeError(f"threads: found {type(threads).__name__}, expected an int")
    if not 0 <= threads <= 1024:
        raise ValueError(f"threads: found {threads}, expected 0 to 1024")
    return threads
