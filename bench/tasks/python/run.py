#!/usr/bin/env python3
"""What a query costs in Python compared with the program's own scan, and a table with pandas.

    run.py [--quick] [--rounds N] [--corpus DIR] [--output FILE.md] [--work DIR]

The program is timed from outside; its scan is that time less the time it takes to open the corpus
and to explain the query, which runs nothing. In Python the corpus is open. The three alternate,
round after round, and the least times are compared, of answers that are equal. The table is that of
all games with its default columns: to_arrow against pandas.read_csv of the same table as CSV. The
corpus is otb-sample, or synthetic games where the samples are missing. EDGE_BIN is the program,
EDGE_PYTHONPATH the folder with edge_chess that tools/run_python_tests.sh built.
"""

import importlib.util
import json
import os
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measure  # noqa: E402

PACKAGE = Path(
    os.environ.get("EDGE_PYTHONPATH", measure.REPOSITORY / "build/release/bindings/python")
)
sys.path.insert(0, str(PACKAGE))
if importlib.util.find_spec("pandas") is None and sys.executable != str(measure.VENV_PYTHON):
    os.execv(measure.VENV_PYTHON, [str(measure.VENV_PYTHON), *sys.argv])

import edge_chess  # noqa: E402
import pandas  # noqa: E402

QUERY_GOAL = 1.05
TABLE_GOAL = 0.1
KILLER = (
    "(result = W and streak(5, R>=1 r>=1 Q=q=0 B=b=0 N=n=0 P<p)) "
    "or (result = B and streak(5, R>=1 r>=1 Q=q=0 B=b=0 N=n=0 p<P))"
)
QUERIES = {
    "passed pawn": "passed_pawn(d)",
    "killer query": KILLER,
    "sub-FEN": 'subfen("8/8/8/3p4/3P4/8/8/8")',
    "checkmate": "ever(checkmate)",
}


def make_corpus(work: Path) -> Path:
    games, corpus = measure.SHARED / "corpora/otb-sample.pgn.zst", work / "games.scoredb"
    if not games.exists():
        games = work / "games.pgn"
        measure.run([measure.EDGE, "synth", 100_000, "--output", games])
    measure.run([measure.EDGE, "index", games, "--no-tree", "--out", corpus])
    return corpus


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def query_row(corpus: edge_chess.Corpus, name: str, query: str, rounds: int) -> list[str]:
    command = [measure.EDGE, "query", corpus.path, "--query", query, "--json"]
    whole, opened, python = [], [], []
    for round_number in range(-1, rounds):
        explained = measure.run([*command, "--explain"])
        asked = measure.run(command)
        elapsed = timed(lambda: corpus.query(query))
        if round_number < 0:  # warms caches
            assert json.loads(asked.output)["games_matched"] == len(corpus.query(query))
            continue
        opened.append(explained.wall_s)
        whole.append(asked.wall_s)
        python.append(elapsed)
    scan = min(whole) - min(opened)
    in_python = min(python)
    times = [min(whole), scan, in_python]
    ratio = in_python / scan
    verdict = "" if ratio <= QUERY_GOAL else " (missed)"
    return [name, *(f"{1e3 * value:.1f}" for value in times), f"{ratio:.2f}{verdict}"]


def table_row(corpus: edge_chess.Corpus, work: Path, rounds: int) -> list[str]:
    # pandas guesses the types of columns piece by piece, and says where the pieces differ.
    warnings.filterwarnings("ignore", category=pandas.errors.DtypeWarning)
    text = work / "games.csv"
    corpus.to_arrow().to_pandas().to_csv(text, index=False)
    rows = len(pandas.read_csv(text))
    assert rows == len(corpus)
    arrow, csv = [], []
    for _ in range(rounds):
        arrow.append(timed(corpus.to_arrow))
        csv.append(timed(lambda: pandas.read_csv(text)))
    ratio = min(arrow) / min(csv)
    verdict = "" if ratio <= TABLE_GOAL else " (missed)"
    times = (min(arrow), min(csv))
    return [f"{rows:,} games", *(f"{1e3 * value:.0f}" for value in times), f"{ratio:.3f}{verdict}"]


def main() -> int:
    parser = measure.option_parser(__doc__, quick="three rounds")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--corpus", type=Path, help="measure this one")
    args = parser.parse_args()
    rounds = 3 if args.quick else args.rounds
    with tempfile.TemporaryDirectory() as temporary:
        work = args.work or Path(temporary)
        corpus = edge_chess.open(args.corpus or make_corpus(work))
        queries = [query_row(corpus, name, query, rounds) for name, query in QUERIES.items()]
        table = table_row(corpus, work, min(rounds, 5))
    header = ["query, ms", "program", "its scan", "Python", f"ratio, goal {QUERY_GOAL}"]
    text = "\n\n".join(
        [
            f"{len(corpus):,} games, {measure.processor()}, {rounds} rounds, the least of each",
            measure.markdown_table(header, queries),
            measure.markdown_table(
                ["table, ms", "to_arrow", "pandas.read_csv", f"ratio, goal {TABLE_GOAL}"], [table]
            ),
        ]
    )
    measure.publish(text + "\n", args.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
