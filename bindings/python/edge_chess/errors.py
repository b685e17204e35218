"""What goes wrong, as exceptions. All of them are an `EdgeError`."""


class EdgeError(Exception):
    """Anything that libedge reports; the message is one sentence that names the place."""


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
}


def of_status(status: int, message: str) -> EdgeError:
    """The exception for an edge_status; the native module raises it."""
    return _BY_STATUS.get(status, EdgeError)(message)
