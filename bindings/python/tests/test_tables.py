"""Tables go to Arrow and what reads it, whole or in pieces."""

from __future__ import annotations

import gc
from pathlib import Path

import edge_chess
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from edge_chess.errors import InvalidRequest

COLUMNS = ["game_id", "white", "result", "plies"]


def test_arrow_takes_a_table(corpus: edge_chess.Corpus) -> None:
    taken = pa.table(corpus.table())
    taken.validate(full=True)
    assert taken.num_rows == 58
    assert taken.equals(corpus.to_arrow())
    assert taken["game_id"].to_pylist() == list(range(58))


@pytest.mark.parametrize("table", ["games", "edges", "positions", "moves"])
def test_every_table_is_sound(corpus: edge_chess.Corpus, table: str) -> None:
    taken = corpus.to_arrow(table)
    taken.validate(full=True)
    assert taken.num_rows > 0


def test_columns_and_queries_choose(corpus: edge_chess.Corpus) -> None:
    won = corpus.query("result = W")
    for options in ({"query": "result = W"}, {"games": won}, {"query": won}):
        table = corpus.to_arrow(columns=COLUMNS, **options)
        assert table.column_names == COLUMNS
        assert table["game_id"].to_pylist() == list(won)
        assert set(table["result"].to_pylist()) == {"1-0"}
    both = corpus.to_arrow(columns=COLUMNS, query="plies > 60", games=won)
    assert both["game_id"].to_pylist() == list(corpus.query("plies > 60", games=won))


def test_batches_are_bounded(corpus: edge_chess.Corpus) -> None:
    batches = list(corpus.arrow_batches(columns=COLUMNS, batch_rows=10))
    assert [batch.num_rows for batch in batches] == [10, 10, 10, 10, 10, 8]
    assert pa.Table.from_batches(batches).equals(corpus.to_arrow(columns=COLUMNS))
    empty = corpus.to_arrow(columns=COLUMNS, query="plies > 1000")
    assert empty.num_rows == 0 and empty.column_names == COLUMNS


def test_a_table_is_read_again_from_the_start(corpus: edge_chess.Corpus) -> None:
    table = corpus.table(columns=COLUMNS)
    assert pa.table(table).equals(pa.table(table))
    assert table.schema().names == COLUMNS


def test_what_was_begun_goes_on_after_close(corpus: edge_chess.Corpus) -> None:
    table = corpus.table(columns=COLUMNS, batch_rows=10)
    reader = pa.RecordBatchReader.from_stream(table)
    batches = table.batches()
    first = next(batches)
    corpus.close()
    gc.collect()
    assert reader.read_all().num_rows == 58
    assert first.num_rows + sum(batch.num_rows for batch in batches) == 58
    with pytest.raises(edge_chess.errors.Closed):
        pa.table(table)


def test_pandas(corpus: edge_chess.Corpus) -> None:
    frame = corpus.to_pandas(columns=COLUMNS, query="result = W")
    assert len(frame) == 36 and frame["plies"].max() > 60


def test_polars(corpus: edge_chess.Corpus) -> None:
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(corpus.table(columns=COLUMNS)).height == 58


def test_duckdb(corpus: edge_chess.Corpus) -> None:
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    relation = corpus.to_duckdb(columns=COLUMNS, connection=connection)
    for _ in range(2):
        assert relation.filter("result = '1-0'").count("*").fetchall() == [(36,)]


def test_parquet(corpus: edge_chess.Corpus, folder: Path) -> None:
    assert corpus.to_parquet("games.parquet", columns=COLUMNS) == 58
    assert pq.read_table("games.parquet").equals(corpus.to_arrow(columns=COLUMNS))
    with pytest.raises(InvalidRequest):
        corpus.to_parquet("games.parquet", columns=["nothing"])
    assert sorted(path.name for path in folder.glob("*.parquet*")) == ["games.parquet"]


def test_mistakes(corpus: edge_chess.Corpus) -> None:
    with pytest.raises(InvalidRequest, match="nothing"):
        corpus.to_arrow(columns=["nothing"])
    with pytest.raises(InvalidRequest):
        corpus.to_arrow("players")
    with pytest.raises(InvalidRequest):
        corpus.to_arrow(query="result = ")
    with pytest.raises(TypeError, match="list of names"):
        corpus.to_arrow(columns="white")
    with pytest.raises(TypeError):
        corpus.to_arrow(columns=[1])  # type: ignore[list-item]


def test_progress(corpus: edge_chess.Corpus) -> None:
    reports: list[int] = []
    corpus.to_arrow(
        columns=COLUMNS, batch_rows=20, progress=lambda games, read, total: reports.append(games)
    )
    assert reports == [20, 40, 58]


def test_false_cancels(corpus: edge_chess.Corpus, folder: Path) -> None:
    def enough(rows: int, read: int, total: int) -> bool:
        return rows < 40

    with pytest.raises(edge_chess.errors.Cancelled):
        corpus.to_arrow(columns=COLUMNS, batch_rows=20, progress=enough)
    with pytest.raises(edge_chess.errors.Cancelled):
        corpus.to_parquet("few.parquet", columns=COLUMNS, batch_rows=20, progress=enough)
    assert not list(folder.glob("few.parquet*"))
