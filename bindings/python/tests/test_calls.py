"""Progress, cancelling and threads."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import DEVNULL, Popen

import edge_chess
import pytest


@contextmanager
def endless(folder: Path) -> Iterator[Path]:
    """A pipe that gives the same games forever, so that indexing it never ends by itself."""
    pipe = folder / "endless.pgn"
    os.mkfifo(pipe)
    writer = Popen(
        ["sh", "-c", 'exec 3>"$1"; while cat classics.pgn >&3; do :; done', "sh", str(pipe)],
        cwd=folder,
        stderr=DEVNULL,
    )
    try:
        yield pipe
    finally:
        writer.kill()
        writer.wait()


def test_a_file_without_games_gives_a_warning(folder: Path) -> None:
    (folder / "empty.pgn").touch()
    with pytest.warns(UserWarning, match="^no game was found$") as caught:
        report = edge_chess.index("empty.pgn", "empty.scoredb").report
        assert report is not None and report["games"] == 0
        edge_chess.convert("empty.pgn", "empty.vf")
    assert [warning.filename for warning in caught] == [__file__, __file__]


def test_progress_is_reported(folder: Path) -> None:
    reports: list[tuple[int, int, int]] = []
    size = (folder / "classics.pgn").stat().st_size
    edge_chess.index("classics.pgn", "reported.scoredb", progress=lambda *now: reports.append(now))
    assert reports[-1][1:] == (size, size)
    corpus = edge_chess.open("reported.scoredb")
    reports.clear()
    corpus.query("checkmate", progress=lambda *now: reports.append(now))
    assert reports[-1] == (58, 0, 0)


def test_a_bar(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus = edge_chess.index("classics.pgn", "bar.scoredb", progress=True)
    assert "100%" in capsys.readouterr().err
    corpus.query("checkmate", progress=True)
    corpus.to_arrow(columns=["game_id"], progress=True)
    shown = capsys.readouterr().err
    assert shown.count("58.0/58.0") >= 2


def test_false_cancels(folder: Path) -> None:
    with endless(folder) as pipe, pytest.raises(edge_chess.errors.Cancelled):
        edge_chess.index(pipe, "never.scoredb", progress=lambda *now: False)
    assert not (folder / "never.scoredb").exists()


def test_exceptions_of_callbacks_arrive(folder: Path) -> None:
    def fail(games: int, read: int, total: int) -> None:
        raise LookupError("of the callback")

    with endless(folder) as pipe, pytest.raises(LookupError, match="of the callback"):
        edge_chess.index(pipe, "never.scoredb", progress=fail)
    assert not (folder / "never.scoredb").exists()
    with pytest.raises(LookupError):
        edge_chess.open("classics.scoredb").query("checkmate", progress=fail)
    with pytest.raises(TypeError, match="progress"):
        edge_chess.open("classics.scoredb").query(progress=3)  # type: ignore[arg-type]


def test_others_run_meanwhile(folder: Path) -> None:
    """The GIL is free during a call: another thread decides when this one ends."""
    seen = threading.Event()
    stop = threading.Event()

    def other() -> None:
        seen.wait()
        stop.set()

    thread = threading.Thread(target=other)
    thread.start()

    def report(games: int, read: int, total: int) -> bool:
        seen.set()
        return not stop.is_set()

    with endless(folder) as pipe, pytest.raises(edge_chess.errors.Cancelled):
        edge_chess.index(pipe, "never.scoredb", progress=report)
    thread.join()


def test_many_threads_share_a_corpus(corpus: edge_chess.Corpus) -> None:
    expected = corpus.query("P<p")
    wrong: list[object] = []

    def ask() -> None:
        for _ in range(20):
            if corpus.query("P<p") != expected:
                wrong.append(1)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_closing_while_others_ask(corpus: edge_chess.Corpus) -> None:
    expected = len(corpus.query("P<p"))
    ended: list[object] = []
    started = threading.Barrier(5)

    def ask() -> None:
        started.wait()
        try:
            while True:
                assert len(corpus.query("P<p")) == expected
        except edge_chess.errors.Closed:
            ended.append(1)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    started.wait()
    corpus.close()
    for thread in threads:
        thread.join()
    assert len(ended) == 4
