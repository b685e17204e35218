"""Tables of a corpus for other libraries, over Arrow and without copies."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from . import _calls, _native
from ._calls import Progress
from ._extras import need
from .bitmap import Bitmap
from .errors import Cancelled

if TYPE_CHECKING:
    from ._asking import Asked
    from .corpus import Corpus


class TableOptions(TypedDict, total=False):
    """What says which columns and rows of a table; `Corpus.table` explains them."""

    columns: Sequence[str] | None
    query: Asked
    games: Bitmap | None
    batch_rows: int | None
    threads: int


class _Batch:
    """A record batch that an Arrow library has not taken yet."""

    def __init__(self, capsules: tuple[object, object]) -> None:
        self._capsules = capsules

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self._capsules


class Table:
    """A table that is made while it is read; `Corpus.table` gives one.

    Everything that takes Arrow takes it as it is: `pyarrow.table(table)`,
    `polars.DataFrame(table)`. Each time it is read it starts at the beginning.

    >>> import pyarrow
    >>> table = corpus.table("games", columns=["game_id", "white", "plies"], query="plies < 40")
    >>> pyarrow.table(table).num_rows
    8
    >>> sum(batch.num_rows for batch in table.batches())
    8
    """

    def __init__(
        self, corpus: Corpus, request: dict[str, Any], games: Bitmap | None, threads: int
    ) -> None:
        self._corpus = corpus
        self._request = _calls.to_json(request)
        self._games = games
        self._threads = threads
        is_whole = games is None and not any(name.startswith("query") for name in request)
        self._rows = len(corpus) if is_whole and request["table"] == "games" else None

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._open().give()

    def batches(self, *, progress: Progress = False) -> Iterator[Any]:
        """The record batches of pyarrow, one after the other, in bounded memory.

        Up to eight are made before the first of them is given. A progress function gets the rows so far in place of games.
        """
        pyarrow = need("pyarrow")
        stream = self._open()

        def read() -> Iterator[Any]:
            while made := _calls.finish(stream.next()):
                for capsules in made:
                    yield pyarrow.record_batch(_Batch(capsules))

        def read_and_report() -> Iterator[Any]:
            rows = 0
            with _calls.reporter(progress, self._rows) as report:
                for batch in read():
                    rows += batch.num_rows
                    if report(rows, 0, 0) is False:
                        raise Cancelled("the progress function cancelled the table")
                    yield batch

        return read() if progress is False else read_and_report()

    def schema(self) -> Any:
        """The columns and their types, as pyarrow has them."""
        return need("pyarrow").RecordBatchReader.from_stream(self).schema

    def to_arrow(self, *, progress: Progress = False) -> Any:
        """All of it as a pyarrow Table."""
        batches = list(self.batches(progress=progress))
        schema = batches[0].schema if batches else self.schema()
        return need("pyarrow").Table.from_batches(batches, schema=schema)

    def to_pandas(self, *, progress: Progress = False) -> Any:
        """All of it as a pandas DataFrame, whose columns are Arrow's."""
        pandas = need("pandas")
        return self.to_arrow(progress=progress).to_pandas(types_mapper=pandas.ArrowDtype)

    def to_parquet(
        self, path: str | os.PathLike[str], *, progress: Progress = False, **options: Any
    ) -> int:
        """Writes it as a Parquet file, batch by batch, and gives the number of rows.

        `options` go to `pyarrow.parquet.ParquetWriter`. A file that is there is replaced, once the
        new one is whole.
        """
        parquet = need("pyarrow.parquet", "pyarrow")
        partial = f"{os.fspath(path)}.partial-{os.getpid()}"
        rows = 0
        try:
            with parquet.ParquetWriter(partial, self.schema(), **options) as writer:
                for batch in self.batches(progress=progress):
                    writer.write_batch(batch)
                    rows += batch.num_rows
            os.replace(partial, path)
        except BaseException:
            if os.path.exists(partial):
                os.remove(partial)
            raise
        return rows

    def to_duckdb(self, connection: Any = None) -> Any:
        """A relation of DuckDB, which reads the table when it is asked.

        >>> games = corpus.to_duckdb(columns=["result", "plies"])
        >>> games.aggregate("result, count(*), max(plies)", "result").order("result").fetchall()
        [('0-1', 21, 102), ('1-0', 36, 103), ('1/2-1/2', 1, 36)]
        """
        duckdb = need("duckdb")
        return (connection or duckdb).from_arrow(self)

    def _open(self) -> _native.Stream:
        call = _native.arrow_stream(
            self._corpus._handle(),
            self._request,
            None if self._games is None else self._games._native,
            self._threads,
        )
        stream: _native.Stream = _calls.finish(call)
        return stream


def column_names(columns: Sequence[str] | None) -> list[str] | None:
    """The columns as a list of names; a single text would be taken for its letters."""
    if columns is None:
        return None
    if isinstance(columns, str) or not isinstance(columns, Iterable):
        raise TypeError(f"columns: found {columns!r}, expected a list of names")
    names = list(columns)
    if not all(isinstance(name, str) for name in names):
        raise TypeError("columns: expected a list of names")
    return names
