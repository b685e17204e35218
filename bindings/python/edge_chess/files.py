"""Making corpora and other files of games."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable
from typing import Any

from . import _calls, _native
from ._calls import Progress
from .corpus import Corpus, open_corpus, run_and_open
from .query import Query

_Path = str | os.PathLike[str]


def index(
    inputs: _Path | Iterable[_Path],
    out: _Path,
    *,
    force: bool = False,
    where: str | Query | None = None,
    max_games: int | None = None,
    sample: float | None = None,
    seed: int | None = None,
    bad_games: str | None = None,
    shards: int | None = None,
    tree: bool = True,
    tree_plies: int | str | None = None,
    tree_min_games: int | None = None,
    tree_games: bool = True,
    extra: bool = True,
    cols: bool = True,
    kind: str | None = None,
    deleted: bool = False,
    skip_duplicates: bool = False,
    memory: str | None = None,
    threads: int = 0,
    progress: Progress = False,
) -> Corpus:
    """Turns PGN, packed or not, and other files of games into a corpus, and opens it.

    `inputs` are files or folders. The options are those of `edge index`; `kind` is its `--from`.
    `Corpus.report` says what became of the games. A call that failed or was cancelled leaves nothing.

    >>> corpus = edge_chess.index("classics.pgn", "again.scoredb")
    >>> corpus.report["games"], corpus.report["plies"]
    (58, 3566)
    >>> edge_chess.index("classics.pgn", "few.scoredb", where="year >= 1950", max_games=5)
    <Corpus 'few.scoredb': 5 games>
    """
    request = {
        "inputs": _paths(inputs), "out": os.fspath(out), "force": force or None,
        "where": None if where is None else str(where), "max_games": max_games, "sample": sample,
        "seed": seed, "bad_games": bad_games, "shards": shards, "tree": _unless(tree),
        "tree_plies": tree_plies, "tree_min_games": tree_min_games,
        "tree_games": _unless(tree_games), "extra": _unless(extra), "cols": _unless(cols),
        "from": kind, "deleted": deleted or None, "memory": memory,
        "skip_duplicates": skip_duplicates or None,
    }  # fmt: skip
    report = _run("index", request, threads, progress)
    corpus = open_corpus(out)
    corpus.report = report
    return corpus


def add(
    corpus: _Path,
    inputs: _Path | Iterable[_Path],
    *,
    where: str | Query | None = None,
    max_games: int | None = None,
    sample: float | None = None,
    seed: int | None = None,
    bad_games: str | None = None,
    shards: int | None = None,
    extra: bool = True,
    cols: bool = True,
    kind: str | None = None,
    deleted: bool = False,
    skip_duplicates: bool = False,
    memory: str | None = None,
    threads: int = 0,
    progress: Progress = False,
) -> Corpus:
    """Adds games to the corpus at a path, and opens it as it is then.

    The ids of its games stay as they are; the new games come after them. A file that was added before
    adds nothing: `Corpus.report["added"]["known_sources"]` lists it. With `skip_duplicates` games that
    repeat one of the corpus, or another new one, are left out, by the rules of `Corpus.dedup`. A corpus
    that is open goes on seeing the games that it had. A call that failed or was cancelled leaves the
    corpus as it was.

    >>> for file, years in ("old.pgn", "year < 1950"), ("new.pgn", "year >= 1950"):
    ...     report = edge_chess.convert("classics.scoredb", file, query=years)
    >>> len(edge_chess.index("old.pgn", "growing.scoredb"))
    30
    >>> corpus = edge_chess.add("growing.scoredb", "new.pgn")
    >>> len(corpus), corpus.report["added"]["first_game"]
    (58, 30)
    """
    request = {
        "inputs": _paths(inputs), "append": os.fspath(corpus),
        "where": None if where is None else str(where), "max_games": max_games, "sample": sample,
        "seed": seed, "bad_games": bad_games, "shards": shards, "extra": _unless(extra),
        "cols": _unless(cols), "from": kind, "deleted": deleted or None, "memory": memory,
        "skip_duplicates": skip_duplicates or None,
    }  # fmt: skip
    report = _run("index", request, threads, progress)
    grown = open_corpus(corpus)
    grown.report = report
    return grown


def merge(
    corpora: Iterable[_Path],
    out: _Path,
    *,
    ids: _Path | None = None,
    force: bool = False,
    memory: str | None = None,
    threads: int = 0,
) -> Corpus:
    """Makes one corpus of the games of several, in their order, and opens it.

    Stored sets are carried over; `Corpus.report["sets"]` says how they are called now. `ids` is a file
    for a table of old and new ids.

    >>> both = edge_chess.merge(["classics.scoredb", "classics.scoredb"], "both.scoredb")
    >>> len(both), both.dedup()["duplicates"]
    (116, 58)
    """
    request = {
        "corpora": _paths(corpora), "out": os.fspath(out),
        "ids": None if ids is None else os.fspath(ids), "force": force or None, "memory": memory,
    }  # fmt: skip
    return run_and_open("merge", request, out, threads)


def convert(
    inputs: _Path | Iterable[_Path],
    out: _Path,
    *,
    query: str | Query | None = None,
    force: bool = False,
    source_kind: str | None = None,
    kind: str | None = None,
    bad_games: str | None = None,
    deleted: bool = False,
    drop_site: bool = False,
    score: str | None = None,
    score_pov: str | None = None,
    min_games: int | None = None,
    max_ply: int | None = None,
    color: str | None = None,
    threads: int = 0,
    progress: Progress = False,
) -> dict[str, Any]:
    """Reads games of any kind and writes them as any other: PGN, Scid, viriformat, FBPGN, corpora,
    Polyglot books. Gives the closing report.

    The options are those of `edge convert`; `source_kind` is its `--from`, `kind` its `--to`.

    >>> report = edge_chess.convert("classics.scoredb", "mates.pgn", query="checkmate")
    >>> report["games_read"], report["games_written"]
    (58, 10)
    """
    request = {
        "inputs": _paths(inputs), "out": os.fspath(out), "force": force or None,
        "query": None if query is None else str(query), "from": source_kind, "to": kind,
        "bad_games": bad_games, "deleted": deleted or None, "drop_site": drop_site or None,
        "score": score, "score_pov": score_pov, "min_games": min_games, "max_ply": max_ply,
        "color": color,
    }  # fmt: skip
    return _run("convert", request, threads, progress)


def _run(what: str, request: dict[str, Any], threads: int, progress: Progress) -> dict[str, Any]:
    call = _native.run(what, _calls.to_json(request), _calls.check_threads(threads))
    report: dict[str, Any] = json.loads(_calls.finish(call, progress))
    is_known = "added" in report and report["added"]["known_sources"]
    if report["games_read"] == 0 and not is_known:
        # Attributed to the caller of index, add or convert.
        warnings.warn("no game was found", stacklevel=3)
    return report


def _paths(inputs: _Path | Iterable[_Path]) -> list[str]:
    if isinstance(inputs, str | os.PathLike):
        inputs = [inputs]
    return [os.fspath(path) for path in inputs]


def _unless(switch: bool) -> bool | None:
    """A switch that is on by default is named only where it is off."""
    return None if switch else False
