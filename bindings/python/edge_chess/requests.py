"""The requests that the library takes as JSON; `Corpus.ask` takes all but index and
convert. Made by `make generated`; the tables are in src/wire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:  # Python 3.10 has it in typing_extensions alone
    from typing_extensions import Required

# Games into a corpus. The answer is the object that `edge index --json` prints.
IndexRequest = TypedDict(
    "IndexRequest",
    {
        # Files (plain, gz, bz2, zst) and folders of PGN; also what edge convert reads: Scid bases, viriformat, FBPGN, corpora.
        "inputs": 'Required[str | Sequence[str]]',
        # The corpus to write.
        "out": 'Required[str]',
        # The kind of all inputs (default: by content).
        "from": str,
        # Keep the games of a Scid base that are marked as deleted.
        "deleted": bool,
        # Replace the corpus that is there.
        "force": bool,
        # Number of shards (default: by input size).
        "shards": int,
        # Bound on memory, such as 512M or 4G (default: a quarter of the machine's).
        "memory": str,
        # Write the opening tree.
        "tree": bool,
        # How deep the tree goes, a number or 'all'.
        "tree_plies": int | Literal["all"],
        # Leave positions that fewer games reached out of the tree.
        "tree_min_games": int,
        # Write the lists of the games behind each edge of the tree.
        "tree_games": bool,
        # Keep also the tags that the game header does not hold.
        "extra": bool,
        # Write the columns of the header fields.
        "cols": bool,
        # A game with an illegal or unreadable move: keep its legal part, skip it, or fail.
        "bad_games": Literal["keep", "skip", "fail"],
        # Keep only the games that a query about headers and tags accepts.
        "where": str,
        # Stop when so many games are kept.
        "max_games": int,
        # Keep each game with this chance, above 0 and up to 1.
        "sample": float,
        # Of the sample: another seed gives another one (default: 0).
        "seed": int,
    },
    total=False,
)

# Games from one kind of file to another. The answer is the object that `edge convert --json` prints.
ConvertRequest = TypedDict(
    "ConvertRequest",
    {
        # Files, folders and corpora to read.
        "inputs": 'Required[str | Sequence[str]]',
        # The file to write.
        "out": 'Required[str]',
        # The kind of all inputs (default: by content).
        "from": str,
        # The kind of the output (default: by its ending).
        "to": str,
        # Keep the games of a Scid base that are marked as deleted.
        "deleted": bool,
        # A game that cannot be read whole: keep what can be read, or fail.
        "bad_games": Literal["keep", "fail"],
        # Leave Site out of a Scid base where it is a web address.
        "drop_site": bool,
        # Where the scores of viriformat come from.
        "score": Literal["auto", "eval", "engine", "zero"],
        # Whose side engines' scores are (default: by their form).
        "score_pov": Literal["white", "mover"],
        # Leave moves that fewer games played out of a book (default: 3).
        "min_games": int,
        # Put only moves of the first so many plies into a book.
        "max_ply": int,
        # Replace the output when it exists.
        "force": bool,
        # A query in the text language; every game matches when there is none.
        "query": str,
        # A query as JSON.
        "query_json": Mapping[str, Any],
        # A query of scoutfish, with scoutfish's meaning.
        "scoutfish": Mapping[str, Any],
    },
    total=False,
)

# What is asked about the games of a corpus that match a query. The answer is the object that `edge query --json` prints; docs/cli.md describes its fields.
QueryRequest = TypedDict(
    "QueryRequest",
    {
        # The corpus to ask.
        "corpus": str,
        # A query in the text language; every game matches when there is none.
        "query": str,
        # A query as JSON.
        "query_json": Mapping[str, Any],
        # A query of scoutfish, with scoutfish's meaning.
        "scoutfish": Mapping[str, Any],
        # Only the games of this stored set: its name, or the path of its file.
        "bitmap": str,
        # What to say besides how many games match; explain runs nothing.
        "answer": Literal["count", "matches", "heatmap", "groups", "positions", "partition", "explain"],
        # What groups and partition go by; both need it.
        "key": Literal["pawn-structure", "eco", "year", "result", "white", "black", "player", "tc", "final-material", "plies", "speed"],
        # Only the N largest groups (default: all); of a partition, at most N bitmaps (default: 1000).
        "top_n": int,
        # Of a heatmap: only these kinds of pieces, such as NB (default: all).
        "pieces": str,
        # Matching positions as game and ply (ref, the default), as FEN, or both.
        "positions": Literal["ref", "fen", "both"],
        # Of positions: each once.
        "unique": bool,
        # Skip the first so many matches.
        "skip": int,
        # At most so many matches or positions.
        "limit": int,
        # Keep the answer: @NAME in the corpus, or a file (.bm .hm .gb .ps .fen).
        "output": str,
        # Replace existing files.
        "force": bool,
    },
    total=False,
)

# What is asked of the explorer: one position or many, over all games or some. The answer is the object that `edge explore --json` prints; docs/cli.md describes its fields.
_ExploreRequest_games = TypedDict(
    "_ExploreRequest_games",
    {
        # Only the games that played this move, SAN or UCI.
        "move": str,
        # What the games are ordered by.
        "sort": Literal["none", "elo", "date", "plies"],
        # The highest or latest first.
        "desc": bool,
        # At most so many games.
        "limit": int,
        # The next_cursor of the page before.
        "cursor": str,
    },
    total=False,
)

_ExploreRequest_positions = TypedDict(
    "_ExploreRequest_positions",
    {
        # The position, as FEN; the start when missing.
        "fen": str,
        # Moves played from there, in SAN or UCI.
        "moves": str | Sequence[str],
    },
    total=False,
)

ExploreRequest = TypedDict(
    "ExploreRequest",
    {
        # The corpus to ask.
        "corpus": str,
        # The position, as FEN; the start when missing.
        "fen": str,
        # Moves played from there, in SAN or UCI.
        "moves": str | Sequence[str],
        # Scan every ply of every game, also where the tree answers.
        "deep": bool,
        # Ratings, performance and years of the games behind each move.
        "details": bool,
        # How often games went on after each move, transpositions included.
        "continued": bool,
        # What a board needs that knows no chess: the legal moves, the moves given and the positions after them, the name of the opening.
        "board": bool,
        # A query in the text language; every game matches when there is none.
        "query": str,
        # A query as JSON.
        "query_json": Mapping[str, Any],
        # A query of scoutfish, with scoutfish's meaning.
        "scoutfish": Mapping[str, Any],
        # Only the games of this stored set: its name, or the path of its file.
        "bitmap": str,
        # Also a page of the games behind the answer; not with positions.
        "games": _ExploreRequest_games,
        # Many positions instead of fen and moves, answered by a list in their order.
        "positions": Sequence[str | _ExploreRequest_positions],
    },
    total=False,
)

# Which games of a corpus are wanted, in which order and form. In the form json the answer is the object that `edge games --json` prints; docs/cli.md describes its fields and the columns.
GamesRequest = TypedDict(
    "GamesRequest",
    {
        # The corpus to ask.
        "corpus": str,
        # A query in the text language; every game matches when there is none.
        "query": str,
        # A query as JSON.
        "query_json": Mapping[str, Any],
        # A query of scoutfish, with scoutfish's meaning.
        "scoutfish": Mapping[str, Any],
        # Only the games of this stored set: its name, or the path of its file.
        "bitmap": str,
        # The form of the games; json is one object with all of them.
        "format": Literal["pgn", "uci", "jsonl", "csv", "json"],
        # With jsonl, csv and json: what is given of each game, in this order.
        "columns": Sequence[str],
        # With pgn: the text of the source file, when it is still the one that was indexed.
        "original": bool,
        # By elo (the mean of both), date or plies; none is the order of the corpus.
        "sort": Literal["none", "elo", "date", "plies"],
        # The highest or latest first; with sort.
        "desc": bool,
        # One game, by its number from 0; without a query or sort.
        "game": int,
        # Skip the first so many games.
        "skip": int,
        # At most so many games.
        "limit": int,
        # The next_cursor of the page before; not with skip.
        "cursor": str,
    },
    total=False,
)

# What is asked about a repertoire. The answer is the object that `edge news --json` prints; docs/cli.md describes its fields.
NewsRequest = TypedDict(
    "NewsRequest",
    {
        # The corpus to ask.
        "corpus": str,
        # The path of a PGN file, packed or not.
        "repertoire": str,
        # The repertoire itself, as PGN; instead of its path.
        "pgn": str,
        # Report only games on or after this date: 2024, 2024-06 or 2024-06-30.
        "since": str,
        # Report only games in which both players have this rating or more.
        "min_elo": int,
        # Whose repertoire it is, to tell your departures from theirs.
        "color": Literal["white", "black"],
        # Departures, novelties and games of each line to list.
        "limit": int,
    },
    total=False,
)

# What is asked about a corpus as a whole. The answer is the object that `edge inspect --json` prints; docs/cli.md describes its fields.
InspectRequest = TypedDict(
    "InspectRequest",
    {
        # The corpus to ask.
        "corpus": str,
        # Check every rule of the format: replay all games, rebuild the tree.
        "verify": bool,
    },
    total=False,
)

# Stored bitmaps of a corpus combined into another. The answer is the object that `edge bitmap --json` prints.
CombineRequest = TypedDict(
    "CombineRequest",
    {
        # The corpus to ask.
        "corpus": str,
        # How the bitmaps are combined.
        "op": 'Required[Literal["and", "or", "xor", "sub", "not"]]',
        # Bitmaps, each an @name or a file: one for not, else two or more.
        "inputs": 'Required[Sequence[str]]',
        # The bitmap to write, an @name or a file.
        "output": 'Required[str]',
        # Replace the bitmap that is there.
        "force": bool,
    },
    total=False,
)

# Which table of a corpus is wanted, and which of its rows and columns. The answer is a stream of Arrow record batches; docs/arrow.md describes the tables.
TableRequest = TypedDict(
    "TableRequest",
    {
        # The corpus to ask.
        "corpus": str,
        # A query in the text language; every game matches when there is none.
        "query": str,
        # A query as JSON.
        "query_json": Mapping[str, Any],
        # A query of scoutfish, with scoutfish's meaning.
        "scoutfish": Mapping[str, Any],
        # Only the games of this stored set: its name, or the path of its file.
        "bitmap": str,
        # Which table.
        "table": Literal["games", "edges", "positions", "moves"],
        # The columns, in this order, none twice; the default ones when missing.
        "columns": Sequence[str],
        # Rows of each batch but the last; when missing, 8192 of games and 65536 of the others.
        "batch_rows": int,
    },
    total=False,
)
