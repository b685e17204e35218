"""What goes wrong, as exceptions. All of them are an `EdgeError`."""

from typing import NamedTuple


class Place(NamedTuple):
    """Where a mistake is, as far as that is known; lines and columns count from 1."""

    file: str | None = None
    pointer: str | None = None
    """The field of the request: RFC 6901."""
    line: int | None = None
    column: int | None = None
    """In characters."""
    offset: int | None = None
    """In bytes, in the file."""


class EdgeError(Exception):
    """Anything that libedge reports; the message is one sentence that names the place."""

    place: Place | None = None


class InvalidRequest(EdgeError, ValueError):
    """A mistake in what was asked: a query, a position, a move, an option."""


class NotFound(EdgeError, FileNotFoundError):
    """There is no such file, corpus, bitmap or game."""


class Corrupt(EdgeError):
    """A file is damaged."""


class Unsupported(EdgeError):
    """A file is sound, but of a kind or version that this library does not read."""


class FileError(EdgeError, OSError):
    """A file could not be read or written."""


class Exists(FileError, FileExistsError):
    """What would be written is there already."""


class Busy(FileError):
    """Somebody else is writing there; the same call may succeed later."""


class Cancelled(EdgeError):
    """A progress function returned False, or the interpreter is ending."""


class OutOfMemory(EdgeError, MemoryError):
    """There was not enough memory."""


class Closed(EdgeError, ValueError):
    """The corpus was closed before."""


class MissingPackage(EdgeError, ImportError):
    """The call needs a package that is not installed; the message says which."""


# By the values of edge_status in edge.h.
_BY_STATUS: dict[int, type[EdgeError]] = {
    1: InvalidRequest,
    2: NotFound,
    3: Corrupt,
    4: Unsupported,
    5: FileError,
    6: Cancelled,
    7: OutOfMemory,
    9: Exists,
    10: Busy,
}


def of_status(
    status: int, message: str, place: tuple[str, str, int, int, int] | None = None
) -> EdgeError:
    """The exception for an edge_status and what is in an edge_place; the native module raises it."""
    kind = _BY_STATUS.get(status, EdgeError)
    error = kind(f"{message}; force=True replaces it" if kind is Exists else message)
    if place is not None:
        file, pointer, line, column, offset = place
        error.place = Place(
            file or None,
            pointer or None,
            line or None,
            column or None,
            offset if offset >= 0 else None,
        )
    return error
