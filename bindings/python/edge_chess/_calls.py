"""Waiting for calls of the library, with progress and Ctrl-C.

A call runs on a thread of the library. The thread that asked waits in slices without the GIL;
between two of them Python handles signals, and progress is reported. Whatever is raised there
cancels the call, which ends before the exception goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from . import _native
from ._extras import need

# Called with how many games are done, how many bytes are read, and of how many (0 where not known).
# Returning False cancels the call.
ProgressCallback = Callable[[int, int, int], object]
# True is a bar of tqdm, as text or in a notebook.
Progress = bool | ProgressCallback

SLICE_SECONDS = 0.05


@contextmanager
def _bar(games: int | None) -> Iterator[ProgressCallback]:
    """A bar over the bytes of the input where these are counted, else over games."""
    bar: Any = need("tqdm.auto", "tqdm").tqdm(total=games, unit=" games", unit_scale=True)

    def show(done: int, read: int, total: int) -> None:
        if total > 0:
            bar.unit = "B"
            bar.total = total
            bar.set_postfix(games=f"{done:,}", refresh=False)
        bar.n = read if total > 0 else done
        bar.refresh()

    try:
        yield show
        if bar.total is not None:
            bar.n = bar.total
    finally:
        bar.close()


def reporter(progress: Progress, games: int | None) -> AbstractContextManager[ProgressCallback]:
    """What `progress=` asks for; `games` is how many there are, where that is known."""
    if progress is True:
        return _bar(games)
    if progress is False:
        return nullcontext(lambda done, read, total: None)
    if not callable(progress):
        raise TypeError(f"progress: found {type(progress).__name__}, expected a bool or a function")
    return nullcontext(progress)


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
