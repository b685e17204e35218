#!/usr/bin/env python3
"""How long a corpus takes to become a table, and how long pandas takes to read the same one as CSV.

    run.py [--quick] [--runs N] [--corpus DIR] [--output FILE.md] [--work DIR]

Needs the Python package edge_chess with pyarrow and pandas; run it with the Python that has them.
The corpus is an index of shared/corpora/otb-sample.pgn.zst unless one is given. Both readers give the
same table, which is compared before anything is timed; each row is the best and the median of N.
"""

import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measure  # noqa: E402

TABLES = ("games", "edges", "moves", "positions")
GOAL = 10  # times faster than pandas reads the CSV


def make_corpus(work: Path) -> Path:
    corpus = work / "games.scoredb"
    pgn = measure.SHARED / "corpora" / "otb-sample.pgn.zst"
    measure.run([measure.EDGE, "index", pgn, "--out", corpus])
    return corpus


def times_ms(call: Callable[[], object], runs: int) -> list[float]:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        result = call()
        times.append((time.perf_counter() - start) * 1000)
        del result  # outside the clock, as for every reader
    return sorted(times)


def cells(times: list[float]) -> list[str]:
    return [f"{times[0]:,.1f}", f"{statistics.median(times):,.1f}"]


def read_csv(path: Path) -> Any:
    import pandas

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of columns that are text in some parts and empty in others
        return pandas.read_csv(path)


def check_same(table: Any, csv: Path) -> None:
    """Every value of the CSV as text is that of the table."""
    import pandas

    frame = pandas.read_csv(csv, dtype=str, keep_default_na=False)
    for name in table.column_names:
        texts = ["" if value is None else str(value) for value in table[name].to_pylist()]
        if texts != frame[name].tolist():
            raise RuntimeError(f"the CSV differs in column {name}")


def against_csv(corpus: Any, csv: Path, runs: int) -> str:
    import pyarrow.csv

    table = corpus.to_arrow()
    pyarrow.csv.write_csv(table, csv)
    check_same(table, csv)
    pandas_ms = times_ms(lambda: read_csv(csv), runs)
    arrow_ms = times_ms(corpus.to_arrow, 3 * runs)
    # By the best, which other work on the machine affects least.
    ratio = pandas_ms[0] / arrow_ms[0]
    rows = [
        ["pandas.read_csv", *cells(pandas_ms)],
        ["Corpus.to_arrow", *cells(arrow_ms)],
        ["Corpus.to_arrow, one thread", *cells(times_ms(lambda: corpus.to_arrow(threads=1), runs))],
    ]
    size_mb = csv.stat().st_size / 1e6
    verdict = "met" if ratio >= GOAL else "missed"
    return (
        f"{table.num_rows:,} games, {table.num_columns} columns, {size_mb:,.1f} MB as CSV.\n\n"
        + measure.markdown_table(["reader", "best ms", "median ms"], rows)
        + f"\n\n{ratio:.1f} times as fast as pandas; the goal of {GOAL} is {verdict}."
    )


def every_table(corpus: Any, runs: int) -> str:
    rows = []
    for name in TABLES:
        count, size = 0, 0
        for batch in corpus.table(name).batches():
            count += batch.num_rows
            size += batch.nbytes

        def drain(name: str = name) -> None:
            for _ in corpus.table(name).batches():
                pass

        best = times_ms(drain, runs)[0]
        rows.append(
            [name, f"{count:,}", f"{size / 1e6:,.0f}", f"{best:,.0f}", f"{count / best / 1000:,.1f}"]
        )
    header = ["table, batch by batch", "rows", "MB", "best ms", "million rows/s"]
    return measure.markdown_table(header, rows)


def main() -> int:
    parser = measure.option_parser(__doc__ or "", quick="three runs, games only")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--corpus", type=Path, help="measure this one")
    args = parser.parse_args()
    if args.quick:
        args.runs = 3

    import edge_chess

    with tempfile.TemporaryDirectory(prefix="edge-bench-", dir=args.work) as work:
        path = args.corpus or make_corpus(Path(work))
        with edge_chess.open(path) as corpus:
            text = f"Tables on {measure.processor()}.\n\n"
            text += against_csv(corpus, Path(work) / "games.csv", args.runs) + "\n"
            if not args.quick:
                text += "\n" + every_table(corpus, 3) + "\n"
    measure.publish(text, args.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
