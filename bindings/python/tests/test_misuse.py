"""What goes wrong raises, and never ends the interpreter. Each case runs in one of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PREAMBLE = """
import os, shutil, signal, subprocess, sys, threading
import edge_chess
from edge_chess.errors import *
corpus = edge_chess.open("classics.scoredb")

def raises(kind, call):
    try:
        call()
    except kind as error:
        assert str(error)
        return
    raise AssertionError(f"nothing raised, expected {kind}")

def feed():
    # Games without end, for calls that end only when they are cancelled.
    os.mkfifo("endless.pgn")
    subprocess.Popen(["timeout", "60", "sh", "-c",
        "while cat classics.pgn; do :; done > endless.pgn"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
"""


def run(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", PREAMBLE + script],
        cwd=folder, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def check(script: str, folder: Path, output: str = "") -> None:
    """It ends as it should, prints this, and says nothing on standard error."""
    done = run(script, folder)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.strip() == output


def test_wrong_types(folder: Path) -> None:
    check(
        """
for call in (
    lambda: edge_chess.open(3), lambda: edge_chess.open(None), lambda: edge_chess.open(b"x"),
    lambda: corpus.query(3), lambda: corpus.query([1]), lambda: corpus.query("all", games="won"),
    lambda: corpus.query(threads="two"), lambda: corpus.query(threads=True),
    lambda: corpus.query(progress="yes"), lambda: corpus.load(3), lambda: corpus.save(3, "@x"),
    lambda: corpus.explore(3), lambda: corpus.games(games=[1]), lambda: corpus.game("x"),
    lambda: corpus.game(None), lambda: corpus.bitmap(["a"]), lambda: corpus.query().words("a"),
    lambda: corpus.table(columns="white"), lambda: edge_chess.index(3, "x"),
    lambda: edge_chess.Corpus("x", None), lambda: edge_chess.Bitmap(corpus, None),
    lambda: edge_chess._native.Call(), lambda: edge_chess._native.Corpus(),
    lambda: edge_chess._native.open("x"), lambda: edge_chess._native.find(None, "{}", None, 0),
    lambda: edge_chess._native.combine("and", None, None), lambda: corpus.ask(3, {}),
    lambda: corpus.ask("query", {"query": object()}),
):
    raises((TypeError, ValueError), call)
raises(ValueError, lambda: corpus.query(threads=-1))
raises(ValueError, lambda: edge_chess.open("a" + chr(0) + "b"))
raises(IndexError, lambda: corpus.query().words(1))
raises((TypeError, OverflowError, IndexError), lambda: corpus.query().words(-1))
""",
        folder,
    )


def test_wrong_requests(folder: Path) -> None:
    check(
        """
for call in (
    lambda: corpus.query("result ="), lambda: corpus.query({"result": 3}),
    lambda: corpus.ask("nothing", {}), lambda: corpus.ask("query", {"nothing": 1}),
    lambda: corpus.explore("e5"), lambda: corpus.explore(fen="x"), lambda: corpus.group_by("x"),
    lambda: corpus.heatmap(pieces="x"), lambda: corpus.games(sort="x").__next__(),
    lambda: corpus.game(-1), lambda: corpus.load("@"), lambda: corpus.bitmap([58]),
    lambda: edge_chess._native.combine("and", corpus.query()._native, None),
    lambda: edge_chess._native.combine("x", corpus.query()._native, None),
    lambda: corpus.to_arrow("x"), lambda: edge_chess.index("classics.pgn", "x", bad_games="x"),
):
    raises(InvalidRequest, call)
try:
    corpus.query("queens_off pased_pawn")
except ValueError as error:
    print("did you mean passed_pawn" in str(error))
""",
        folder,
        "True",
    )


def test_files_that_are_not_there_or_not_right(folder: Path) -> None:
    check(
        """
raises(FileNotFoundError, lambda: edge_chess.open("nowhere.scoredb"))
raises(NotFound, lambda: edge_chess.open(os.fsdecode(b"caf\\xe9.scoredb")))
raises(NotFound, lambda: edge_chess.index("nowhere.pgn", "x.scoredb"))
raises(NotFound, lambda: corpus.load("@nothing"))
raises(NotFound, lambda: corpus.game(10**9))
with open("other.bm", "wb") as file:
    file.write(b"not a bitmap")
raises(EdgeError, lambda: corpus.load("other.bm"))
with open("classics.scoredb/meta", "a") as file:
    file.write("version: x")
raises(EdgeError, lambda: edge_chess.open("classics.scoredb"))
raises(EdgeError, lambda: corpus.to_parquet("no/such/folder/x.parquet", columns=["nothing"]))
raises(OSError, lambda: corpus.to_parquet("no/such/folder/x.parquet"))
""",
        folder,
    )


def test_a_closed_corpus(folder: Path) -> None:
    check(
        """
won, game, table = corpus.query("result = W"), corpus.game(0), corpus.table()
games = corpus.games()
corpus.close()
corpus.close()
for call in (
    lambda: corpus.query(), lambda: corpus.explore(), lambda: corpus.heatmap(), corpus.inspect,
    lambda: corpus.group_by("year"), lambda: corpus.positions(), lambda: corpus.games(),
    lambda: next(games), lambda: game.pgn(), lambda: corpus.to_arrow(), lambda: corpus.load("@x"),
    lambda: won.save("@x"), lambda: corpus.bitmap([1]), lambda: table.__arrow_c_stream__(),
    lambda: corpus.news(pgn="1. e4 *"), lambda: corpus.explain("all"),
):
    raises(Closed, call)
print(len(corpus), len(won), corpus.closed)
""",
        folder,
        "58 36 True",
    )


def test_a_corpus_that_is_deleted_while_open(folder: Path) -> None:
    check(
        """
shutil.rmtree("classics.scoredb")
for call in (lambda: corpus.query("checkmate"), lambda: corpus.explore("e4"), corpus.to_arrow,
             lambda: corpus.game(0), lambda: corpus.inspect(verify=True)):
    try:
        call()
    except EdgeError:
        pass
raises(NotFound, lambda: edge_chess.open("classics.scoredb"))
""",
        folder,
    )


def test_a_corpus_that_is_cut_short_while_open(folder: Path) -> None:
    check(
        """
for name in os.listdir("classics.scoredb/shards"):
    os.truncate("classics.scoredb/shards/" + name, 0)
raises(EdgeError, lambda: corpus.query("checkmate"))
raises(EdgeError, lambda: corpus.game(0))
raises(EdgeError, lambda: corpus.to_arrow())
try:
    corpus.explore("e4", deep=True)
except EdgeError:
    print("still here")
""",
        folder,
        "still here",
    )


@pytest.mark.parametrize("progress", ["False", "lambda *now: None", "True"])
def test_control_c(folder: Path, progress: str) -> None:
    done = run(
        f"""
feed()
# A shell that runs the tests in the background has SIGINT ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), signal.SIGINT))
signal.setitimer(signal.ITIMER_REAL, 0.2)
try:
    edge_chess.index("endless.pgn", "never.scoredb", progress={progress})
except KeyboardInterrupt:
    print(os.path.exists("never.scoredb"), len(corpus.query("checkmate")))
""",
        folder,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "False 10"


def test_messages_are_those_of_the_library(folder: Path) -> None:
    check(
        """
def message(call):
    try:
        call()
    except EdgeError as error:
        return str(error)
assert "yeer" in message(lambda: corpus.query("yeer > 5"))
assert "nope.scoredb" in message(lambda: edge_chess.open("nope.scoredb"))
assert "whtie" in message(lambda: corpus.to_arrow(columns=["whtie"]))
taken = message(lambda: edge_chess.index("classics.pgn", "classics.scoredb"))
assert taken.endswith("exists already; force=True replaces it")
try:
    corpus.query("yeer > 5")
except EdgeError as error:
    assert error.place and error.place.pointer == "/query" and error.place.column == 1
    assert error.code == "INVALID_ARGUMENT"
print("all")
""",
        folder,
        "all",
    )


def test_control_c_among_short_calls(folder: Path) -> None:
    check(
        """
signal.setitimer(signal.ITIMER_REAL, 0.2)
signal.signal(signal.SIGALRM, signal.default_int_handler)
try:
    while True:
        corpus.query("P<p")
        corpus.to_arrow(columns=["white"])
except KeyboardInterrupt:
    print(len(corpus.query("checkmate")))
""",
        folder,
        "10",
    )


def test_exceptions_in_other_threads(folder: Path) -> None:
    check(
        """
feed()
seen = []
def fail(*now):
    raise LookupError(threading.current_thread().name)
def work():
    try:
        edge_chess.index("endless.pgn", "never.scoredb", progress=fail)
    except LookupError as error:
        seen.append(str(error))
thread = threading.Thread(target=work, name="worker")
thread.start()
thread.join()
print(seen)
""",
        folder,
        "['worker']",
    )


@pytest.mark.parametrize(
    "work",
    [
        'edge_chess.index("endless.pgn", "never.scoredb")',
        'edge_chess.index("endless.pgn", "never.scoredb", progress=lambda *now: started.set())',
        'corpus.query("P<p")',
        "corpus.to_arrow()",
        "next(corpus.games())",
    ],
)
def test_the_interpreter_ends_during_a_call(folder: Path, work: str) -> None:
    """In a daemon thread, which Python does not wait for. Several, as it is a matter of moments."""
    for _ in range(3):
        (folder / "endless.pgn").unlink(missing_ok=True)
        check(
            f"""
{"feed()" if "endless" in work else ""}
started = threading.Event()
def work():
    while True:
        started.set()
        {work}
for _ in range({1 if "endless" in work else 3}):
    threading.Thread(target=work, daemon=True).start()
started.wait()
""",
            folder,
        )


def test_calls_at_the_very_end(folder: Path) -> None:
    check(
        """
import atexit
class Late:
    def __del__(self):
        try:
            corpus.query("checkmate")
        except (EdgeError, TypeError, AttributeError, ImportError):
            pass
late = Late()
late.self = late
batches = corpus.arrow_batches(batch_rows=10)
next(batches)
""",
        folder,
    )


def test_fork(folder: Path) -> None:
    check(
        """
import warnings
warnings.simplefilter("ignore")
stop = threading.Event()
def work():
    while not stop.is_set():
        corpus.query("P<p")
threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads:
    thread.start()
for _ in range(20):
    child = os.fork()
    if child == 0:
        found = len(corpus.query("checkmate"))
        os._exit(0 if found == 10 else 1)
    assert os.waitpid(child, 0)[1] == 0
stop.set()
for thread in threads:
    thread.join()
child = os.fork()
if child == 0:
    corpus.query("checkmate")
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
""",
        folder,
    )


def test_an_answer_that_nobody_waits_for(folder: Path) -> None:
    check(
        """
import gc
feed()
for _ in range(50):
    corpus.games("checkmate")
    edge_chess._native.ask(corpus._handle(), "query", "{}", None, 0)
    edge_chess._native.find(corpus._handle(), "{}", None, 0)
call = edge_chess._native.run("index", '{"inputs": "endless.pgn", "out": "never.scoredb"}', 0)
raises(InvalidRequest, call.result)
del call
gc.collect()
print(len(corpus.query("checkmate")))
""",
        folder,
        "10",
    )


def test_missing_packages_are_named(folder: Path) -> None:
    check(
        """
for name in ("pyarrow", "pandas", "matplotlib", "matplotlib.pyplot", "duckdb", "tqdm", "tqdm.auto"):
    sys.modules[name] = None
for name, call in (
    ("pyarrow", corpus.to_arrow), ("pandas", corpus.to_pandas), ("duckdb", corpus.to_duckdb),
    ("matplotlib", lambda: corpus.heatmap().plot()), ("tqdm", lambda: corpus.query(progress=True)),
):
    try:
        call()
    except ImportError as error:
        assert isinstance(error, EdgeError) and f"pip install {name}" in str(error), error
    else:
        raise AssertionError(name)
""",
        folder,
    )
