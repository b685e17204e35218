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

    code: str | None = None
    """The code of the library, such as "NOT_FOUND"; None for what only this package reports."""
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


# The codes that have a class of their own.
_BY_CODE: dict[str, type[EdgeError]] = {
    "INVALID_ARGUMENT": InvalidRequest,
    "NOT_FOUND": NotFound,
    "EXISTS": Exists,
    "CORRUPT": Corrupt,
    "UNSUPPORTED": Unsupported,
    "IO": FileError,
    "CANCELLED": Cancelled,
    "BUSY": Busy,
    "OUT_OF_MEMORY": OutOfMemory,
}


def of_code(
    code: str, message: str, place: tuple[str, str, int, int, int] | None = None
) -> EdgeError:
    """The exception for the name of an edge_status and what is in an edge_place; the native
    module raises it."""
    kind = _BY_CODE.get(code, EdgeError)
    error = kind(f"{message}; force=True replaces it" if kind is Exists else message)
    error.code = code
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
