"""The requests that the library takes as JSON; `Corpus.ask` takes all but index,
convert, compact and merge. Made by `make generated`; the tables are in src/wire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:  # Python 3.10 has it in typing_extensions alone
    from typing_extensions import Required

# Indexes games into a corpus. The answer is the object that `edge index --json` prints.
IndexRequest = TypedDict(
    "IndexRequest",
    {
        # Files (plain, gz, bz2, zst) and folders of PGN; also what edge convert reads: Scid bases, viriformat, FBPGN, corpora.
        "inputs": 'Required[str | Sequence[str]]',
        # The corpus to write.
        "out": str,
        # Add the games to this corpus instead of writing another one.
        "append": str,
        # The kind of all inputs (default: by content).
        "from": str,
        # Keep the games of a Scid base that are marked as deleted.
        "deleted": bool,
        # Replace an existing corpus.
        "force": bool,
        # Number of shards (default: by input size).
        "shards": int,
        # Bound on memory, such as 512M or 4G (default: a quarter of the machine's).
        "memory": str,
        # Write the opening tree.
        "tree": bool,
        # How deep the tree goes, a number or 'all' (default: 40).
        "tree_plies": int | Literal["all"],
        # Leave out of the tree the positions that fewer than N games reached (default: 1).
        "tree_min_games": int,
        # Write the lists of the games behind each edge of the tree.
        "tree_games": bool,
        # Also keep the tags that the game header does not hold.
        "extra": bool,
        # Write the columns of the header fields.
        "cols": bool,
        # What to do with a game that has an illegal or unreadable move: keep its legal part, skip it, or fail.
        "bad_games": Literal["keep", "skip", "fail"],
        # Keep only the games that a query about headers and tags accepts.
        "where": str,
        # Stop when N games are kept.
        "max_games": int,
        # Keep each game with this probability, above 0 and up to 1.
        "sample": float,
        # The seed of the sample; another one gives another sample (default: 0).
        "seed": int,
        # Leave out games that are duplicates of one in the corpus or of one another.
        "skip_duplicates": bool,
    },
    total=False,
)

# Converts games from one kind of file to another. The answer is the object that `edge convert --json` prints.
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
        # What to do with a game that cannot be read in full: keep what can be read, or fail.
        "bad_games": Literal["keep", "fail"],
        # Leave Site out of a Scid base where it is a web address.
        "drop_site": bool,
        # Where the scores of viriformat and of positions come from.
        "score": Literal["auto", "eval", "engine", "zero"],
        # From whose point of view engines' scores are (default: by their form).
        "score_pov": Literal["white", "mover"],
        # Leave out of a book the moves that fewer than N games played (default: 3).
        "min_games": int,
        # Put only moves of the first N plies into a book.
        "max_ply": int,
        # Put only moves of this side into a book.
        "color": Literal["white", "black"],
        # Write only the positions at which this condition in the query language holds.
        "positions": str,
        # Write only the positions at these plies, 0 before the first move.
        "plies": str,
        # Write each position once: board, side to move, castling rights and legal en passant.
        "unique": bool,
        # Write each position with this probability, above 0 and up to 1.
        "sample": float,
        # Write the positions in random order.
        "shuffle": bool,
        # The seed of sample and shuffle; another one gives another of each (default: 0).
        "seed": int,
        # Bound on memory for unique and shuffle, such as 512M or 4G (default: a quarter of the machine's).
        "memory": str,
        # Replace an existing output.
        "force": bool,
        # A query in the text language; every game matches when there is none.
        "query": str,
        # A query as JSON.
        "query_json": Mapping[str, Any],
        # A query in scoutfish's JSON, with scoutfish's meaning.
        "scoutfish": Mapping[str, Any],
        # Names mean only this spelling, not the others that players.tsv has.
        "no_aliases": bool,
    },
    total=False,
)

# Joins what adding games to a corpus has split, or writes a corpus without some games. The answer is the object that `edge compact --json` prints; docs/cli.md describes its fields.
CompactRequest = TypedDict(
    "CompactRequest",
    {
        # The corpus.
        "corpus": 'Required[str]',
        # Make one file of the parts of the opening tree.
        "tree": bool,
        # Join neighbouring shards into about as many as one index of all games would make.
        "shards": bool,
        # Write a corpus without the games of this set, an @name or a file.
        "drop": str,
        # The corpus without these games.
        "out": str,
        # Write the old and the new id of every game into this file, as CSV.
        "ids": str,
        # Replace files and a corpus that are there.
        "force": bool,
        # Bound on memory, such as 512M or 4G (default: a quarter of the machine's).
        "memory": str,
    },
    total=False,
)

# Makes one corpus of several. The answer is the object that `edge merge --json` prints; docs/cli.md describes its fields.
MergeRequest = TypedDict(
    "MergeRequest",
    {
        # The corpora, in the order of their games.
        "corpora": 'Required[Sequence[str]]',
        # The corpus to write.
        "out": 'Required[str]',
        # Write the old and the new id of every game into this file, as CSV.
        "ids": str,
        # Replace files and a corpus that are there.
        "force": bool,
        # Bound on memory, such as 512M or 4G (default: a quarter of the machine's).
        "memory": str,
    },
    total=False,
)

# A question about the games of a corpus that match a query. The answer is the object that `edge query --json` prints; docs/cli.md describes its fields.
QueryRequest = TypedDict(
    "QueryRequest",
    {
        # The corpus to ask.
        "corpus": str,
        # A query in the text language; every game matches when there is none.
        "query": str,
        # A query as JSON.
        "query_json": Mapping[str, Any],
        # A query in scoutfish's JSON, with scoutfish's meaning.
        "scoutfish": Mapping[str, Any],
        # Names mean only this spelling, not the others that players.tsv has.
        "no_aliases": bool,
        # Only the games of this stored set: its name, or the path of its file.
        "bitmap": str,
        # What to answer besides the number of games that match; explain runs nothing.
        "answer": Literal["count", "matches", "heatmap", "groups", "positions", "partition", "explain"],
        # The key of groups and partition; both need it: pawn-structure, eco, opening, year, month, result, termination, white, black, player, elo:WIDTH, tc, speed, final-material, pieces, plies or tag:NAME.
        "key": str,
        # Only the N largest groups (default: all); of a partition, at most N bitmaps (default: 1000).
        "top_n": int,
        # Of a heatmap: only these kinds of pieces, such as NB (default: all).
        "pieces": str,
        # Matching positions as game and ply (ref, the default), as FEN, as both, or as EPD with game, ply and result.
        "positions": Literal["ref", "fen", "both", "epd"],
        # How many of a game's matching positions to take: all, or only its first or last.
        "per_game": Literal["all", "first", "last"],
        # Take matching positions also from games that the query's windows rule out.
        "ignore_windows": bool,
        # List each position only once.
        "unique": bool,
        # Skip the first N matches.
        "skip": int,
        # At most N matches or positions.
        "limit": int,
        # Keep the answer: @NAME in the corpus, or a file (.bm .hm .gb .ps .fen .epd).
        "output": str,
        # Keep the games with their query, as the collection @NAME, which edge add keeps up.
        "save_as": str,
        # Replace existing files.
        "force": bool,
        # Keep a set of few games as a bit for each game, too: version 1 of its format.
        "dense": bool,
    },
    total=False,
)

# A question to the explorer: one position or many, over all games or some. The answer is the object that `edge explore --json` prints; docs/cli.md describes its fields.
_ExploreRequest_games = TypedDict(
    "_ExploreRequest_games",
    {
        # Only the games that played this move, SAN or UCI.
        "move": str,
        # How to order the games.
        "sort": Literal["none", "elo", "date", "plies"],
        # The highest or latest first.
        "desc": bool,
        # At most N games.
        "limit": int,
        # The next_cursor of the previous page.
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
        # Scan every ply of every game, even where the tree has the answer.
        "deep": bool,
        # Ratings, performance and years of the games behind each move.
        "details": bool,
        # How often games went on after each move, transpositions included.
        "continued": bool,
        # What a board that knows no chess needs: the legal moves, the given moves with the positions after them, the name of the opening.
        "board": bool,
        # A query in the text language; every game matches when there is none.
        "query": str,
        # A query as JSON.
        "query_json": Mapping[str, Any],
        # A query in scoutfish's JSON, with scoutfish's meaning.
        "scoutfish": Mapping[str, Any],
        # Names mean only this spelling, not the others that players.tsv has.
        "no_aliases": bool,
        # Only the games of this stored set: its name, or the path of its file.
        "bitmap": str,
        # Also a page of the games behind the answer; not with positions.
        "games": _ExploreRequest_games,
        # Many positions instead of fen and moves; the answer is a list in the same order.
        "positions": Sequence[str | _ExploreRequest_positions],
    },
    total=False,
)

# Which games of a corpus to list, in which order and form. In the form json the answer is the object that `edge games --json` prints; docs/cli.md describes its fields and the columns.
GamesRequest = TypedDict(
    "GamesRequest",
    {
        # The corpus to ask.
        "corpus": str,
        # A query in the text language; every game matches when there is none.
        "query": str,
        # A query as JSON.
        "query_json": Mapping[str, Any],
        # A query in scoutfish's JSON, with scoutfish's meaning.
        "scoutfish": Mapping[str, Any],
        # Names mean only this spelling, not the others that players.tsv has.
        "no_aliases": bool,
        # Only the games of this stored set: its name, or the path of its file.
        "bitmap": str,
        # The form of the games; json is one object with all of them, table is for reading.
        "format": Literal["pgn", "uci", "jsonl", "csv", "json", "table"],
        # With jsonl, csv and json: the columns of each game, in this order.
        "columns": Sequence[str],
        # With table: the longest line in characters; 100 when missing.
        "width": int,
        # With pgn: the text of the source file, if it has not changed since it was indexed.
        "original": bool,
        # With pgn: a comment where each game matched; needs a query about positions.
        "mark": bool,
        # With pgn: each game from where it matched on; needs a query about positions.
        "from_match": bool,
        # By elo (the mean of both), date or plies; none is the order of the corpus.
        "sort": Literal["none", "elo", "date", "plies"],
        # The highest or latest first; with sort.
        "desc": bool,
        # One game, by its number from 0; without a query or sort.
        "game": int,
        # Skip the first N games.
        "skip": int,
        # At most N games.
        "limit": int,
        # The next_cursor of the previous page; not with skip.
        "cursor": str,
    },
    total=False,
)

# A question about a repertoire. The answer is the object that `edge news --json` prints; docs/cli.md describes its fields.
NewsRequest = TypedDict(
    "NewsRequest",
    {
        # The corpus to ask.
        "corpus": str,
        # The path of a PGN file, compressed or not.
        "repertoire": str,
        # The repertoire itself, as PGN; instead of its path.
        "pgn": str,
        # Report only games on or after this date: 2024, 2024-06 or 2024-06-30.
        "since": str,
        # Report only games in which both players have this rating or more.
        "min_elo": int,
        # Whose repertoire it is: only games in which that side followed it until the opponent left it are reported.
        "color": Literal["white", "black"],
        # How many departures, novelties and games to list for each line.
        "limit": int,
    },
    total=False,
)

# Who may be meant by a text. The answer is the object that `edge players --json` prints; docs/cli.md describes its fields.
PlayersRequest = TypedDict(
    "PlayersRequest",
    {
        # The corpus to ask.
        "corpus": str,
        # A name or a part of one; the order of its words, case, accents and a letter or two do not matter. Everybody when it is empty.
        "text": str,
        # At most N players.
        "limit": int,
    },
    total=False,
)

# Which collections of a corpus to list, to ask again or to delete. The answer is the object that `edge collection --json` prints; docs/cli.md describes its fields.
CollectionsRequest = TypedDict(
    "CollectionsRequest",
    {
        # The corpus to ask.
        "corpus": str,
        # List collections, ask their queries again, or delete them with their sets.
        "action": Literal["list", "refresh", "delete"],
        # Which collections (default: all; to refresh, those that are stale).
        "names": str | Sequence[str],
        # Delete also what another collection refers to.
        "force": bool,
    },
    total=False,
)

# Which games of a corpus to find that it has twice. The answer is the object that `edge dedup --json` prints; docs/cli.md describes its fields.
DedupRequest = TypedDict(
    "DedupRequest",
    {
        # The corpus to ask.
        "corpus": str,
        # Store the games to drop as this bitmap, an @name or a file.
        "output": str,
        # Replace an existing bitmap.
        "force": bool,
        # Skip the first N groups, and the first N contradictions.
        "skip": int,
        # List at most N groups, and at most N contradictions.
        "limit": int,
        # Also list games that only a date or a result keeps from being duplicates.
        "contradictions": bool,
    },
    total=False,
)

# A question about a corpus as a whole. The answer is the object that `edge inspect --json` prints; docs/cli.md describes its fields.
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

# Combines stored bitmaps of a corpus into another. The answer is the object that `edge bitmap --json` prints.
CombineRequest = TypedDict(
    "CombineRequest",
    {
        # The corpus to ask.
        "corpus": str,
        # How to combine the bitmaps.
        "op": 'Required[Literal["and", "or", "xor", "sub", "not"]]',
        # Bitmaps, each an @name or a file: one for not, else two or more.
        "inputs": 'Required[Sequence[str]]',
        # The bitmap to write, an @name or a file.
        "output": 'Required[str]',
        # Replace an existing bitmap.
        "force": bool,
        # Keep a set of few games as a bit for each game, too: version 1 of its format.
        "dense": bool,
    },
    total=False,
)

# Which table of a corpus to read, and which of its rows and columns. The answer is a stream of Arrow record batches; docs/arrow.md describes the tables.
TableRequest = TypedDict(
    "TableRequest",
    {
        # The corpus to ask.
        "corpus": str,
        # A query in the text language; every game matches when there is none.
        "query": str,
        # A query as JSON.
        "query_json": Mapping[str, Any],
        # A query in scoutfish's JSON, with scoutfish's meaning.
        "scoutfish": Mapping[str, Any],
        # Names mean only this spelling, not the others that players.tsv has.
        "no_aliases": bool,
        # Only the games of this stored set: its name, or the path of its file.
        "bitmap": str,
        # Which table.
        "table": Literal["games", "edges", "positions", "moves"],
        # The columns in this order, each only once; when missing, the default ones.
        "columns": Sequence[str],
        # Rows in each batch but the last (default: 8192 for games, 65536 for the others).
        "batch_rows": int,
    },
    total=False,
)
