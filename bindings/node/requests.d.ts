// The requests that the library takes as JSON. Made by `make generated`; the tables are in
// src/wire.

/** Indexes games into a corpus. The answer is the object that `edge index --json` prints. */
export interface IndexRequest {
    /** Files (plain, gz, bz2, zst) and folders of PGN; also what edge convert reads: Scid bases, viriformat, FBPGN, corpora. */
    inputs: string | string[];
    /** The corpus to write. */
    out?: string;
    /** Add the games to this corpus instead of writing another one. */
    append?: string;
    /** The kind of all inputs (default: by content). */
    from?: string;
    /** Keep the games of a Scid base that are marked as deleted. */
    deleted?: boolean;
    /** Replace an existing corpus. */
    force?: boolean;
    /** Number of shards (default: by input size). */
    shards?: number;
    /** Bound on memory, such as 512M or 4G (default: a quarter of the machine's). */
    memory?: string;
    /** Write the opening tree. */
    tree?: boolean;
    /** How deep the tree goes, a number or 'all' (default: 40). */
    tree_plies?: number | "all";
    /** Leave out of the tree the positions that fewer than N games reached (default: 1). */
    tree_min_games?: number;
    /** Write the lists of the games behind each edge of the tree. */
    tree_games?: boolean;
    /** Also keep the tags that the game header does not hold. */
    extra?: boolean;
    /** Write the columns of the header fields. */
    cols?: boolean;
    /** What to do with a game that has an illegal or unreadable move: keep its legal part, skip it, or fail. */
    bad_games?: "keep" | "skip" | "fail";
    /** Keep only the games that a query about headers and tags accepts. */
    where?: string;
    /** Stop when N games are kept. */
    max_games?: number;
    /** Keep each game with this probability, above 0 and up to 1. */
    sample?: number;
    /** The seed of the sample; another one gives another sample (default: 0). */
    seed?: number;
    /** Leave out games that are duplicates of one in the corpus or of one another. */
    skip_duplicates?: boolean;
}

/** Converts games from one kind of file to another. The answer is the object that `edge convert --json` prints. */
export interface ConvertRequest {
    /** Files, folders and corpora to read. */
    inputs: string | string[];
    /** The file to write. */
    out: string;
    /** The kind of all inputs (default: by content). */
    from?: string;
    /** The kind of the output (default: by its ending). */
    to?: string;
    /** Keep the games of a Scid base that are marked as deleted. */
    deleted?: boolean;
    /** What to do with a game that cannot be read in full: keep what can be read, or fail. */
    bad_games?: "keep" | "fail";
    /** Leave Site out of a Scid base where it is a web address. */
    drop_site?: boolean;
    /** Where the scores of viriformat and of positions come from. */
    score?: "auto" | "eval" | "engine" | "zero";
    /** From whose point of view engines' scores are (default: by their form). */
    score_pov?: "white" | "mover";
    /** Leave out of a book the moves that fewer than N games played (default: 3). */
    min_games?: number;
    /** Put only moves of the first N plies into a book. */
    max_ply?: number;
    /** Put only moves of this side into a book. */
    color?: "white" | "black";
    /** Write only the positions at which this condition in the query language holds. */
    positions?: string;
    /** Write only the positions at these plies, 0 before the first move. */
    plies?: string;
    /** Write each position once: board, side to move, castling rights and legal en passant. */
    unique?: boolean;
    /** Write each position with this probability, above 0 and up to 1. */
    sample?: number;
    /** Write the positions in random order. */
    shuffle?: boolean;
    /** The seed of sample and shuffle; another one gives another of each (default: 0). */
    seed?: number;
    /** Bound on memory for unique and shuffle, such as 512M or 4G (default: a quarter of the machine's). */
    memory?: string;
    /** Replace an existing output. */
    force?: boolean;
    /** A query in the text language; every game matches when there is none. */
    query?: string;
    /** A query as JSON. */
    query_json?: object;
    /** A query in scoutfish's JSON, with scoutfish's meaning. */
    scoutfish?: object;
    /** Names mean only this spelling, not the others that players.tsv has. */
    no_aliases?: boolean;
}

/** Joins what adding games to a corpus has split, or writes a corpus without some games. The answer is the object that `edge compact --json` prints; docs/cli.md describes its fields. */
export interface CompactRequest {
    /** The corpus. */
    corpus: string;
    /** Make one file of the parts of the opening tree. */
    tree?: boolean;
    /** Join neighbouring shards into about as many as one index of all games would make. */
    shards?: boolean;
    /** Write a corpus without the games of this set, an @name or a file. */
    drop?: string;
    /** The corpus without these games. */
    out?: string;
    /** Write the old and the new id of every game into this file, as CSV. */
    ids?: string;
    /** Replace files and a corpus that are there. */
    force?: boolean;
    /** Bound on memory, such as 512M or 4G (default: a quarter of the machine's). */
    memory?: string;
}

/** Makes one corpus of several. The answer is the object that `edge merge --json` prints; docs/cli.md describes its fields. */
export interface MergeRequest {
    /** The corpora, in the order of their games. */
    corpora: string[];
    /** The corpus to write. */
    out: string;
    /** Write the old and the new id of every game into this file, as CSV. */
    ids?: string;
    /** Replace files and a corpus that are there. */
    force?: boolean;
    /** Bound on memory, such as 512M or 4G (default: a quarter of the machine's). */
    memory?: string;
}

/** A question about the games of a corpus that match a query. The answer is the object that `edge query --json` prints; docs/cli.md describes its fields. */
export interface QueryRequest {
    /** The corpus to ask. */
    corpus?: string;
    /** A query in the text language; every game matches when there is none. */
    query?: string;
    /** A query as JSON. */
    query_json?: object;
    /** A query in scoutfish's JSON, with scoutfish's meaning. */
    scoutfish?: object;
    /** Names mean only this spelling, not the others that players.tsv has. */
    no_aliases?: boolean;
    /** Only the games of this stored set: its name, or the path of its file. */
    bitmap?: string;
    /** What to answer besides the number of games that match; explain runs nothing. */
    answer?: "count" | "matches" | "heatmap" | "groups" | "positions" | "partition" | "explain";
    /** The key of groups and partition; both need it: pawn-structure, eco, opening, year, month, result, termination, white, black, player, elo:WIDTH, tc, speed, final-material, pieces, plies or tag:NAME. */
    key?: string;
    /** Only the N largest groups (default: all); of a partition, at most N bitmaps (default: 1000). */
    top_n?: number;
    /** Of a heatmap: only these kinds of pieces, such as NB (default: all). */
    pieces?: string;
    /** Matching positions as game and ply (ref, the default), as FEN, as both, or as EPD with game, ply and result. */
    positions?: "ref" | "fen" | "both" | "epd";
    /** How many of a game's matching positions to take: all, or only its first or last. */
    per_game?: "all" | "first" | "last";
    /** Take matching positions also from games that the query's windows rule out. */
    ignore_windows?: boolean;
    /** List each position only once. */
    unique?: boolean;
    /** Skip the first N matches. */
    skip?: number;
    /** At most N matches or positions. */
    limit?: number;
    /** Keep the answer: @NAME in the corpus, or a file (.bm .hm .gb .ps .fen .epd). */
    output?: string;
    /** Keep the games with their query, as the collection @NAME, which edge add keeps up. */
    save_as?: string;
    /** Replace existing files. */
    force?: boolean;
    /** Keep a set of few games as a bit for each game, too: version 1 of its format. */
    dense?: boolean;
}

/** A question to the explorer: one position or many, over all games or some. The answer is the object that `edge explore --json` prints; docs/cli.md describes its fields. */
export interface ExploreRequest {
    /** The corpus to ask. */
    corpus?: string;
    /** The position, as FEN; the start when missing. */
    fen?: string;
    /** Moves played from there, in SAN or UCI. */
    moves?: string | string[];
    /** Scan every ply of every game, even where the tree has the answer. */
    deep?: boolean;
    /** Ratings, performance and years of the games behind each move. */
    details?: boolean;
    /** How often games went on after each move, transpositions included. */
    continued?: boolean;
    /** What a board that knows no chess needs: the legal moves, the given moves with the positions after them, the name of the opening. */
    board?: boolean;
    /** A query in the text language; every game matches when there is none. */
    query?: string;
    /** A query as JSON. */
    query_json?: object;
    /** A query in scoutfish's JSON, with scoutfish's meaning. */
    scoutfish?: object;
    /** Names mean only this spelling, not the others that players.tsv has. */
    no_aliases?: boolean;
    /** Only the games of this stored set: its name, or the path of its file. */
    bitmap?: string;
    /** Also a page of the games behind the answer; not with positions. */
    games?: {
        /** Only the games that played this move, SAN or UCI. */
        move?: string;
        /** How to order the games. */
        sort?: "none" | "elo" | "date" | "plies";
        /** The highest or latest first. */
        desc?: boolean;
        /** At most N games. */
        limit?: number;
        /** The next_cursor of the previous page. */
        cursor?: string;
    };
    /** Many positions instead of fen and moves; the answer is a list in the same order. */
    positions?: (string | {
        /** The position, as FEN; the start when missing. */
        fen?: string;
        /** Moves played from there, in SAN or UCI. */
        moves?: string | string[];
    })[];
}

/** Which games of a corpus to list, in which order and form. In the form json the answer is the object that `edge games --json` prints; docs/cli.md describes its fields and the columns. */
export interface GamesRequest {
    /** The corpus to ask. */
    corpus?: string;
    /** A query in the text language; every game matches when there is none. */
    query?: string;
    /** A query as JSON. */
    query_json?: object;
    /** A query in scoutfish's JSON, with scoutfish's meaning. */
    scoutfish?: object;
    /** Names mean only this spelling, not the others that players.tsv has. */
    no_aliases?: boolean;
    /** Only the games of this stored set: its name, or the path of its file. */
    bitmap?: string;
    /** The form of the games; json is one object with all of them, table is for reading. */
    format?: "pgn" | "uci" | "jsonl" | "csv" | "json" | "table";
    /** With jsonl, csv and json: the columns of each game, in this order. */
    columns?: string[];
    /** With table: the longest line in characters; 100 when missing. */
    width?: number;
    /** With pgn: the text of the source file, if it has not changed since it was indexed. */
    original?: boolean;
    /** With pgn: a comment where each game matched; needs a query about positions. */
    mark?: boolean;
    /** With pgn: each game from where it matched on; needs a query about positions. */
    from_match?: boolean;
    /** By elo (the mean of both), date or plies; none is the order of the corpus. */
    sort?: "none" | "elo" | "date" | "plies";
    /** The highest or latest first; with sort. */
    desc?: boolean;
    /** One game, by its number from 0; without a query or sort. */
    game?: number;
    /** Skip the first N games. */
    skip?: number;
    /** At most N games. */
    limit?: number;
    /** The next_cursor of the previous page; not with skip. */
    cursor?: string;
}

/** A question about a repertoire. The answer is the object that `edge news --json` prints; docs/cli.md describes its fields. */
export interface NewsRequest {
    /** The corpus to ask. */
    corpus?: string;
    /** The path of a PGN file, compressed or not. */
    repertoire?: string;
    /** The repertoire itself, as PGN; instead of its path. */
    pgn?: string;
    /** Report only games on or after this date: 2024, 2024-06 or 2024-06-30. */
    since?: string;
    /** Report only games in which both players have this rating or more. */
    min_elo?: number;
    /** Whose repertoire it is: only games in which that side followed it until the opponent left it are reported. */
    color?: "white" | "black";
    /** How many departures, novelties and games to list for each line. */
    limit?: number;
}

/** Who may be meant by a text. The answer is the object that `edge players --json` prints; docs/cli.md describes its fields. */
export interface PlayersRequest {
    /** The corpus to ask. */
    corpus?: string;
    /** A name or a part of one; the order of its words, case, accents and a letter or two do not matter. Everybody when it is empty. */
    text?: string;
    /** At most N players. */
    limit?: number;
}

/** Which collections of a corpus to list, to ask again or to delete. The answer is the object that `edge collection --json` prints; docs/cli.md describes its fields. */
export interface CollectionsRequest {
    /** The corpus to ask. */
    corpus?: string;
    /** List collections, ask their queries again, or delete them with their sets. */
    action?: "list" | "refresh" | "delete";
    /** Which collections (default: all; to refresh, those that are stale). */
    names?: string | string[];
    /** Delete also what another collection refers to. */
    force?: boolean;
}

/** Which games of a corpus to find that it has twice. The answer is the object that `edge dedup --json` prints; docs/cli.md describes its fields. */
export interface DedupRequest {
    /** The corpus to ask. */
    corpus?: string;
    /** Store the games to drop as this bitmap, an @name or a file. */
    output?: string;
    /** Replace an existing bitmap. */
    force?: boolean;
    /** Skip the first N groups, and the first N contradictions. */
    skip?: number;
    /** List at most N groups, and at most N contradictions. */
    limit?: number;
    /** Also list games that only a date or a result keeps from being duplicates. */
    contradictions?: boolean;
}

/** A question about a corpus as a whole. The answer is the object that `edge inspect --json` prints; docs/cli.md describes its fields. */
export interface InspectRequest {
    /** The corpus to ask. */
    corpus?: string;
    /** Check every rule of the format: replay all games, rebuild the tree. */
    verify?: boolean;
}

/** Combines stored bitmaps of a corpus into another. The answer is the object that `edge bitmap --json` prints. */
export interface CombineRequest {
    /** The corpus to ask. */
    corpus?: string;
    /** How to combine the bitmaps. */
    op: "and" | "or" | "xor" | "sub" | "not";
    /** Bitmaps, each an @name or a file: one for not, else two or more. */
    inputs: string[];
    /** The bitmap to write, an @name or a file. */
    output: string;
    /** Replace an existing bitmap. */
    force?: boolean;
    /** Keep a set of few games as a bit for each game, too: version 1 of its format. */
    dense?: boolean;
}

/** Which table of a corpus to read, and which of its rows and columns. The answer is a stream of Arrow record batches; docs/arrow.md describes the tables. */
export interface TableRequest {
    /** The corpus to ask. */
    corpus?: string;
    /** A query in the text language; every game matches when there is none. */
    query?: string;
    /** A query as JSON. */
    query_json?: object;
    /** A query in scoutfish's JSON, with scoutfish's meaning. */
    scoutfish?: object;
    /** Names mean only this spelling, not the others that players.tsv has. */
    no_aliases?: boolean;
    /** Only the games of this stored set: its name, or the path of its file. */
    bitmap?: string;
    /** Which table. */
    table?: "games" | "edges" | "positions" | "moves";
    /** The columns in this order, each only once; when missing, the default ones. */
    columns?: string[];
    /** Rows in each batch but the last (default: 8192 for games, 65536 for the others). */
    batch_rows?: number;
}
