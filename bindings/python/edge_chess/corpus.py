"""A corpus: games that were indexed once, and can be asked anything."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _calls, _native
from ._asking import Asked, Asking, native_of, pass_on_warnings, path_bytes
from ._calls import Progress
from .answers import Collection, Exploration, Groups, Match, Player, Position
from .bitmap import Bitmap
from .game import Game
from .heatmap import Heatmap
from .table import Table, TableOptions, column_names

if TYPE_CHECKING:
    from typing_extensions import Unpack

_PAGE_GAMES = 500


class Corpus(Asking):
    """An open corpus. `edge_chess.open` and `edge_chess.index` give one.

    It never changes and may be used by many threads. `close` or `with` lets go of its files; calls
    that are under way in other threads end first.

    Options that many calls have: `games` narrows the question to a set, `threads` says how many to
    use (0 is one for each core), and `progress` is True for a bar, or a function that is called with the games, the bytes and all bytes, and may return False to cancel.

    >>> corpus
    <Corpus 'classics.scoredb': 58 games>
    >>> with edge_chess.open("classics.scoredb") as again:
    ...     len(again)
    58
    >>> again.query("all")
    Traceback (most recent call last):
    edge_chess.errors.Closed: classics.scoredb is closed
    """

    def inspect(self, *, verify: bool = False, threads: int = 0) -> dict[str, Any]:
        """What the corpus holds; with `verify`, whether all of it is right.

        >>> corpus.inspect()["meta"]["total_moves"]
        3566
        >>> corpus.inspect(verify=True)["verify"]["ok"]
        True
        """
        return self.ask("inspect", {"verify": verify or None}, threads=threads)

    # ---- sets of games

    def query(
        self,
        query: Asked = None,
        *,
        games: Bitmap | None = None,
        threads: int = 0,
        progress: Progress = False,
    ) -> Bitmap:
        """The games that match.

        >>> corpus.query("result = W and ever(checkmate)")
        <Bitmap: 7 of 58 games>
        >>> from edge_chess import q
        >>> corpus.query((q.year < 1900) & q.player.contains("morphy")).ids()
        array([4, 5, 6], dtype=uint64)
        """
        request, within = self._asked(query, games)
        call = _native.find(
            self._handle(),
            _calls.to_json(request),
            native_of(within),
            _calls.check_threads(threads),
        )
        return Bitmap(self, _calls.finish(call, progress, self._size))

    def bitmap(self, ids: Iterable[int] | npt.NDArray[Any] = ()) -> Bitmap:
        """The set of the games with these ids.

        >>> corpus.bitmap([3, 1, 4]).ids()
        array([1, 3, 4], dtype=uint64)
        """
        values = np.asarray(ids if isinstance(ids, np.ndarray) else list(ids))
        if values.size == 0:
            values = values.astype(np.uint64)
        if values.ndim != 1 or values.dtype.kind not in "ui":
            raise TypeError("ids: expected whole numbers")
        if values.dtype.kind == "i" and values.size and int(values.min()) < 0:
            raise ValueError(f"ids: found {int(values.min())}, expected a game from 0")
        return Bitmap(
            self,
            _native.bitmap_of(self._handle(), np.ascontiguousarray(values, dtype=np.uint64)),
        )

    def load(self, name: str | os.PathLike[str]) -> Bitmap:
        """A stored set: `@name` of this corpus, or the path of a `.bm` file."""
        return Bitmap(self, _calls.finish(_native.load(self._handle(), path_bytes(name))))

    def save(self, games: Bitmap, name: str | os.PathLike[str], *, force: bool = False) -> None:
        """Stores a set; `force` replaces one that is there."""
        if not isinstance(games, Bitmap):
            raise TypeError(f"games: found {type(games).__name__}, expected a Bitmap")
        _calls.finish(
            _native.save(self._handle(), games._native, path_bytes(name), bool(force))
        )

    def bitmaps(self) -> list[str]:
        """The names of the stored sets, as `load` takes them.

        >>> mates.save("@mates", force=True)
        >>> corpus.bitmaps()
        ['@mates']
        """
        return [f"@{stored['name']}" for stored in self.inspect()["bitmaps"]]

    # ---- what games and positions have in common

    def explore(
        self,
        moves: str | Sequence[str] | None = None,
        *,
        fen: str | None = None,
        query: Asked = None,
        games: Bitmap | None = None,
        deep: bool = False,
        details: bool = False,
        continued: bool = False,
        threads: int = 0,
        progress: Progress = False,
    ) -> Exploration:
        """What was played from a position, and how it scored.

        The position is the one after `moves`, from `fen` or from the start. `deep` scans every ply
        of every game instead of the tree, `details` adds ratings and years, `continued` how often
        games went on after each move.

        >>> answer = corpus.explore("e4 e5")
        >>> answer.total, answer["Nf3"].total, answer["f4"].score
        (13, 9, 0.6666666666666666)
        >>> print(answer)
        move        games   white    draw   black
        Nf3             9   77.8%    0.0%   22.2%
        f4              3   66.7%    0.0%   33.3%
        Nc3             1    0.0%  100.0%    0.0%
        """
        if moves is not None and not isinstance(moves, str):
            moves = list(moves)
        request, within = self._asked(query, games)
        request |= {"moves": moves, "fen": fen, **_switches(deep, details, continued)}
        return Exploration.of_answer(
            self.ask("explore", request, games=within, threads=threads, progress=progress)
        )

    def explore_many(
        self,
        positions: Iterable[str | Mapping[str, Any]],
        *,
        query: Asked = None,
        games: Bitmap | None = None,
        deep: bool = False,
        details: bool = False,
        continued: bool = False,
        threads: int = 0,
        progress: Progress = False,
    ) -> list[Exploration]:
        """The same for many positions at once, with one scan where scans are needed.

        A position is a FEN, `startpos moves e2e4 ...`, `moves e4 e5`, or a dictionary with `fen`
        and `moves`.

        >>> [answer.total for answer in corpus.explore_many(["moves e4 c5", "moves d4 d5"])]
        [6, 5]
        """
        request, within = self._asked(query, games)
        request |= {"positions": list(positions), **_switches(deep, details, continued)}
        answer = self.ask("explore", request, games=within, threads=threads, progress=progress)
        return [Exploration.of_answer(part) for part in answer["answers"]]

    def heatmap(
        self,
        query: Asked = None,
        *,
        pieces: str | None = None,
        per_game: str = "all",
        ignore_windows: bool = False,
        games: Bitmap | None = None,
        threads: int = 0,
        progress: Progress = False,
    ) -> Heatmap:
        """Where pieces stand in the matching positions; `pieces="NB"` only knights and bishops.

        With a query about headers, or a set, every position of those games counts. The rest is as
        in `group_by`.
        """
        request, within = self._asked(query, games)
        request |= {"answer": "heatmap", "pieces": pieces}
        request |= _choice(per_game, ignore_windows)
        answer = self.ask("query", request, games=within, threads=threads, progress=progress)
        return Heatmap(answer["heatmap"])

    def group_by(
        self,
        key: str,
        query: Asked = None,
        *,
        top: int | None = None,
        per_game: str = "all",
        ignore_windows: bool = False,
        games: Bitmap | None = None,
        threads: int = 0,
        progress: Progress = False,
    ) -> Groups:
        """Matching positions and games for each value of a key, the largest group first.

        `per_game="first"` or `"last"` takes one position of each game; with `ignore_windows` the
        positions also come from games that the query's windows rule out.

        The keys are `pawn-structure`, `pieces`, `eco`, `opening`, `year`, `month`, `result`,
        `termination`, `white`, `black`, `player`, `elo:WIDTH`, `tc`, `speed`, `final-material`,
        `plies` and `tag:NAME`.

        >>> for group in corpus.group_by("result", "checkmate"):
        ...     print(group.key, group.games)
        1-0 7
        0-1 3
        """
        request, within = self._asked(query, games)
        request |= {"answer": "groups", "key": key, "top_n": top}
        request |= _choice(per_game, ignore_windows)
        answer = self.ask("query", request, games=within, threads=threads, progress=progress)
        return Groups.of_answer(answer["groups"])

    def positions(
        self,
        query: Asked = None,
        *,
        unique: bool = False,
        limit: int | None = None,
        per_game: str = "all",
        ignore_windows: bool = False,
        games: Bitmap | None = None,
        threads: int = 0,
        progress: Progress = False,
    ) -> list[Position]:
        """The matching positions; `unique` gives each once, the rest is as in `group_by`.

        All of them are in memory at once: `table("positions")` is the way to go through millions.

        >>> corpus.positions("checkmate", limit=1)[0].fen
        'rn1q1bnr/ppp1kB1p/3p2p1/3NN3/4P3/8/PPPP1PPP/R1BbK2R b KQ - 2 7'
        """
        request, within = self._asked(query, games)
        request |= {
            "answer": "positions", "positions": "both", "unique": unique or None, "limit": limit,
        }  # fmt: skip
        request |= _choice(per_game, ignore_windows)
        answer = self.ask("query", request, games=within, threads=threads, progress=progress)
        return [Position.of_answer(position) for position in answer["positions"]]

    def matches(
        self,
        query: Asked = None,
        *,
        skip: int | None = None,
        limit: int | None = None,
        games: Bitmap | None = None,
        threads: int = 0,
        progress: Progress = False,
    ) -> list[Match]:
        """Where each game matched.

        >>> corpus.matches('seq(move("O-O-O"), checkmate)', limit=1)[0].plies
        (22, 33)
        """
        request, within = self._asked(query, games)
        request |= {"answer": "matches", "skip": skip, "limit": limit}
        answer = self.ask("query", request, games=within, threads=threads, progress=progress)
        return [Match.of_answer(match) for match in answer["matches"]]

    def explain(self, query: Asked = None) -> dict[str, Any]:
        """How a query is read and how it would be run; nothing is run.

        >>> corpus.explain("P<p")["query"]
        'streak(2, P<p)'
        """
        request, within = self._asked(query, None)
        return self.ask("query", request | {"answer": "explain"}, games=within)

    def news(
        self,
        repertoire: str | os.PathLike[str] | None = None,
        *,
        pgn: str | None = None,
        since: str | None = None,
        min_elo: int | None = None,
        color: str | None = None,
        limit: int | None = None,
        threads: int = 0,
        progress: Progress = False,
    ) -> dict[str, Any]:
        """What games did with a repertoire, the path of a PGN file or its text.

        >>> corpus.news(pgn="1. e4 e5 2. f4 *", since="1950")["entered"]
        13
        """
        request = {
            "repertoire": None if repertoire is None else os.fspath(repertoire),
            "pgn": pgn, "since": since, "min_elo": min_elo, "color": color, "limit": limit,
        }  # fmt: skip
        return self.ask("news", request, threads=threads, progress=progress)

    def players(self, text: str = "", *, limit: int | None = None) -> list[Player]:
        """Who may be meant by a text, best first; everybody when it is empty.

        The order of words, case, accents and a letter or two do not matter.

        >>> corpus.players("kasparow")[0].name
        'Kasparov, Garry'
        """
        answer = self.ask("players", {"text": text, "limit": limit})
        return [Player.of_answer(player) for player in answer["players"]]

    def dedup(
        self,
        *,
        output: str | None = None,
        force: bool = False,
        contradictions: bool = False,
        skip: int | None = None,
        limit: int | None = None,
        threads: int = 0,
        progress: Progress = False,
    ) -> dict[str, Any]:
        """The games that the corpus has twice; output stores those to drop as a bitmap.

        >>> corpus.dedup()["duplicates"]
        0
        """
        request = {
            "output": output, "force": force or None, "contradictions": contradictions,
            "skip": skip, "limit": limit,
        }  # fmt: skip
        return self.ask("dedup", request, threads=threads, progress=progress)

    def compact(
        self,
        *,
        tree: bool = False,
        shards: bool = False,
        drop: str | None = None,
        out: str | os.PathLike[str] | None = None,
        ids: str | os.PathLike[str] | None = None,
        force: bool = False,
        memory: str | None = None,
        threads: int = 0,
    ) -> Corpus:
        """Joins what adding games has split, or writes a corpus without some games; opens the result.

        `tree` makes one file of the parts of the opening tree. `shards` joins neighbouring shards. Both
        change the corpus where it is and leave the ids of its games as they are; this object goes on
        seeing it as it was, so use the new one, also for sets. `drop` is a stored set whose games are
        left out of the corpus `out`; `ids` is a file for a table of old and new ids. `Corpus.report` says
        what was done.

        >>> corpus = edge_chess.index("classics.pgn", "short.scoredb")
        >>> corpus.save(corpus.query("plies > 80"), "@long")
        >>> short = corpus.compact(drop="@long", out="rest.scoredb")
        >>> len(short) == short.report["games"] == len(corpus) - short.report["left_out"]
        True
        >>> corpus.compact(shards=True).report["shards"]
        1
        """
        request = {
            "corpus": self._path, "tree": tree or None, "shards": shards or None, "drop": drop,
            "out": None if out is None else os.fspath(out),
            "ids": None if ids is None else os.fspath(ids), "force": force or None,
            "memory": memory,
        }  # fmt: skip
        self._handle()  # not of one that is closed
        return run_and_open("compact", request, self._path if out is None else out, threads)

    # ---- collections

    def save_as(
        self,
        name: str,
        query: Asked,
        *,
        force: bool = False,
        dense: bool = False,
        threads: int = 0,
        progress: Progress = False,
    ) -> int:
        """Keeps the games that match, with the query, as the collection @name; how many there are.

        Games that are added to the corpus later are asked, too.

        >>> corpus.save_as("mated", "ever(checkmate)", force=True)
        10
        """
        request, within = self._asked(query, None)
        if within is not None:
            raise ValueError("a collection needs a query, which a Bitmap is not")
        request |= {"save_as": name, "force": force or None, "dense": dense or None}
        answer = self.ask("query", request, threads=threads, progress=progress)
        return int(answer["games_matched"])

    def collections(self, *names: str) -> list[Collection]:
        """These collections, or all: their queries, how many games they have, which are stale.

        >>> corpus.save_as("mated", "ever(checkmate)", force=True)
        10
        >>> [found.query for found in corpus.collections("mated")]
        ['ever(checkmate)']
        """
        return self._collections("list", names)

    def refresh_collections(
        self, *names: str, threads: int = 0, progress: Progress = False
    ) -> list[Collection]:
        """Asks their queries again, of all games; without names, those that are stale."""
        return self._collections("refresh", names, threads=threads, progress=progress)

    def delete_collections(self, *names: str, force: bool = False) -> None:
        """Deletes collections with their sets; `force` also those that another one refers to."""
        self.ask("collections", {"action": "delete", "names": list(names), "force": force or None})

    def _collections(
        self, action: str, names: tuple[str, ...], threads: int = 0, progress: Progress = False
    ) -> list[Collection]:
        request = {"action": action, "names": list(names) or None}
        answer = self.ask("collections", request, threads=threads, progress=progress)
        return [Collection.of_answer(found) for found in answer["collections"]]

    # ---- the games

    def games(
        self,
        query: Asked = None,
        *,
        sort: str | None = None,
        descending: bool = False,
        skip: int | None = None,
        limit: int | None = None,
        games: Bitmap | None = None,
        threads: int = 0,
    ) -> Iterator[Game]:
        """The games that match, one after the other; they are read a page at a time.

        `sort` is `elo`, `date` or `plies`; else they come in the order of the corpus.

        >>> for game in corpus.games("checkmate", sort="date", descending=True, limit=2):
        ...     print(game.white, game.plies)
        Deep Fritz 10 69
        Byrne, Donald 82
        """
        request, within = self._asked(query, games)
        request |= {"sort": sort, "desc": descending or None}
        self._handle()

        def pages() -> Iterator[Game]:
            left, place = limit, {"skip": skip}
            while True:
                size = _PAGE_GAMES if left is None else min(left, _PAGE_GAMES)
                asked = {**request, **place, "limit": size}
                page = self.ask("games", asked, games=within, threads=threads)
                for answer in page["games"]:
                    yield Game.of_answer(answer, self)
                left = None if left is None else left - size
                if page["next_cursor"] is None or left == 0:
                    return
                place = {"cursor": page["next_cursor"]}

        return pages()

    def game(self, game_id: int) -> Game:
        """One game by its number, from 0."""
        answer = self.ask("games", {"game": int(game_id)})
        return Game.of_answer(answer["games"][0], self)

    def pgn(self, game_id: int, *, original: bool = False) -> str:
        """One game as PGN; `original` is the text of the source."""
        request = {"game": int(game_id), "format": "pgn", "original": original or None}
        return self.ask_text("games", request)

    # ---- tables

    def table(
        self,
        table: str = "games",
        *,
        columns: Sequence[str] | None = None,
        query: Asked = None,
        games: Bitmap | None = None,
        batch_rows: int | None = None,
        threads: int = 0,
    ) -> Table:
        """A table for Arrow: `games`, `edges` (of the tree), `positions` or `moves`.

        docs/arrow.md lists the columns. Nothing is read before the table is.
        """
        asked, within = self._asked(query, games)
        request = {
            "table": table, "columns": column_names(columns), "batch_rows": batch_rows, **asked,
        }  # fmt: skip
        return Table(self, request, within, _calls.check_threads(threads))

    def arrow_batches(
        self, table: str = "games", *, progress: Progress = False, **options: Unpack[TableOptions]
    ) -> Iterator[Any]:
        """The record batches of a table, as pyarrow has them, in bounded memory.

        `options` are those of `table`.
        """
        return self.table(table, **options).batches(progress=progress)

    def to_arrow(
        self, table: str = "games", *, progress: Progress = False, **options: Unpack[TableOptions]
    ) -> Any:
        """A table as a pyarrow Table; `options` are those of `table`.

        >>> corpus.to_arrow(columns=["white", "result"], query="year < 1850").to_pylist()[0]
        {'white': 'Legall de Kermeur', 'result': '1-0'}
        """
        return self.table(table, **options).to_arrow(progress=progress)

    def to_pandas(
        self, table: str = "games", *, progress: Progress = False, **options: Unpack[TableOptions]
    ) -> Any:
        """A table as a pandas DataFrame; `options` are those of `table`."""
        return self.table(table, **options).to_pandas(progress=progress)

    def to_parquet(
        self,
        path: str | os.PathLike[str],
        table: str = "games",
        *,
        progress: Progress = False,
        **options: Unpack[TableOptions],
    ) -> int:
        """Writes a table as a Parquet file; `options` are those of `table`. Gives its rows."""
        return self.table(table, **options).to_parquet(path, progress=progress)

    def to_duckdb(
        self, table: str = "games", *, connection: Any = None, **options: Unpack[TableOptions]
    ) -> Any:
        """A table as a relation of DuckDB; `options` are those of `table`."""
        return self.table(table, **options).to_duckdb(connection)


def open_corpus(path: str | os.PathLike[str]) -> Corpus:
    """Opens a corpus, the folder that `index` has written.

    >>> corpus = edge_chess.open("classics.scoredb")
    >>> len(corpus)
    58
    """
    return Corpus(os.fspath(path), _calls.finish(_native.open(path_bytes(path))))


def run_and_open(
    what: str, request: dict[str, Any], path: str | os.PathLike[str], threads: int
) -> Corpus:
    """Runs a job that makes or changes a corpus, and opens that, with the report."""
    call = _native.run(what, _calls.to_json(request), _calls.check_threads(threads))
    report: dict[str, Any] = json.loads(_calls.finish(call))
    pass_on_warnings(report.get("warnings", []))
    corpus = open_corpus(path)
    corpus.report = report
    return corpus


def _choice(per_game: str, ignore_windows: bool) -> dict[str, Any]:
    # Only where they say something: they go with answers about positions.
    return {
        "per_game": None if per_game == "all" else per_game,
        "ignore_windows": ignore_windows or None,
    }


def _switches(deep: bool, details: bool, continued: bool) -> dict[str, bool | None]:
    return {"deep": deep or None, "details": details or None, "continued": continued or None}
