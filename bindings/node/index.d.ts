// The types of edge-chess; docs/node.md tells what is done with them. Fields of options and answers have the names
// that they have in JSON, on every surface.

/// <reference lib="esnext.disposable" />

import type {
    CombineAnswer, ConvertReport, ExploreAnswer, ExploreBatchAnswer, Explanation, GameRow, GroupKey, GroupsAnswer,
    HeatmapAnswer, IndexReport, Inspection, Match, MatchedPosition, NewsAnswer, QueryAnswers,
} from "./answers.js";

export * from "./answers.js";

/** Of the library inside. */
export const version: string;

/** What went wrong in the library. A value of a wrong type is a TypeError instead. */
export class EdgeError extends Error {
    constructor(code: EdgeErrorCode, message: string);
    readonly name: "EdgeError";
    readonly code: EdgeErrorCode;
}
export type EdgeErrorCode = "INVALID_ARGUMENT" | "NOT_FOUND" | "CORRUPT" | "UNSUPPORTED" | "IO" | "CANCELLED"
    | "OUT_OF_MEMORY" | "INTERNAL";

/** Games decided or read so far, and bytes read of how many, 0 where not known. */
export interface Progress {
    games: number;
    bytes: number;
    total_bytes: number;
}

/** What every call takes. */
export interface Controls {
    /** Cancels the call, which then rejects with the reason of the signal. */
    signal?: AbortSignal;
    /** Called now and then; what it throws cancels the call, which then rejects with that. */
    progress?: (progress: Progress) => unknown;
    /** One for each core when missing. */
    threads?: number;
}

/** A query: text, its JSON form, or a set of games. Missing, it is all games. */
export type Query = string | Bitmap | {readonly [field: string]: unknown};

/** What chooses games beside the query. */
export interface Choice {
    /** Only games of this set. */
    within?: Bitmap;
    /** A query of scoutfish, in place of another. */
    scoutfish?: object;
    /** A stored set, by name or path. */
    bitmap?: string;
}

export interface KeptAnswer {
    /** Keeps the answer: "@name" in the corpus, or a path. */
    output?: string;
    force?: boolean;
}

export interface QueryOptions<Answer extends keyof QueryAnswers> extends Controls, Choice, KeptAnswer {
    answer?: Answer;
    key?: GroupKey;
    top_n?: number;
    pieces?: string;
    positions?: "ref" | "fen" | "both";
    unique?: boolean;
    skip?: number;
    limit?: number;
}

export interface Place {
    fen?: string;
    /** SAN or UCI, played from there. */
    moves?: string | string[];
}

interface ExploreFields extends Controls, Choice {
    query?: Query;
    /** Every ply of every game. */
    deep?: boolean;
    details?: boolean;
    continued?: boolean;
    board?: boolean;
}

export interface ExploreOptions extends ExploreFields, Place {
    games?: {move?: string; sort?: Sort; desc?: boolean; limit?: number; cursor?: string};
    positions?: undefined;
}

export interface ExploreBatchOptions extends ExploreFields {
    positions: (string | Place)[];
}

export type Sort = "none" | "elo" | "date" | "plies";

/** Of lists that are read a page at a time. */
export interface PageOptions extends Controls, Choice {
    /** Games asked for at a time. */
    page?: number;
    skip?: number;
    limit?: number;
}

export interface GamesOptions extends PageOptions {
    sort?: Sort;
    desc?: boolean;
    columns?: string[];
}

export interface TextOptions extends GamesOptions {
    format?: "pgn" | "uci" | "jsonl" | "csv";
    /** With pgn: the text of the source. */
    original?: boolean;
}

export interface PositionsOptions extends Omit<PageOptions, "skip"> {
    positions?: "ref" | "fen" | "both";
    /** Each once. The list is then one answer, in memory. */
    unique?: boolean;
}

export interface NewsOptions extends Controls {
    /** The path of a PGN file, or the text of one. */
    repertoire?: string;
    pgn?: string;
    since?: string;
    min_elo?: number;
    color?: "white" | "black";
    limit?: number;
}

export interface IndexOptions extends Controls {
    from?: string;
    deleted?: boolean;
    force?: boolean;
    shards?: number;
    tree?: boolean;
    tree_plies?: number | "all";
    tree_min_games?: number;
    tree_games?: boolean;
    extra?: boolean;
    cols?: boolean;
    bad_games?: "keep" | "skip" | "fail";
    /** A bound, such as "512M" or "4G". */
    memory?: string;
    where?: string;
    max_games?: number;
    sample?: number;
    seed?: number;
}

export interface ConvertOptions extends Controls {
    from?: string;
    to?: string;
    deleted?: boolean;
    force?: boolean;
    bad_games?: "keep" | "fail";
    drop_site?: boolean;
    score?: "auto" | "eval" | "engine" | "zero";
    score_pov?: "white" | "mover";
    min_games?: number;
    max_ply?: number;
    query?: string;
    query_json?: object;
    scoutfish?: object;
}

/** A path, or a file URL. */
export type Path = string | URL;

/** Makes a corpus of games. */
export function index(inputs: Path | Path[], out: Path, options?: IndexOptions): Promise<IndexReport>;

/** Writes games as another kind of file. */
export function convert(inputs: Path | Path[], out: Path, options?: ConvertOptions): Promise<ConvertReport>;

/** Opens a corpus. */
export function open(path: Path, options?: Controls): Promise<Corpus>;

export class Corpus {
    private constructor();
    readonly path: string;
    readonly closed: boolean;

    /** Lets go of the files. Calls under way finish, and bitmaps stay. */
    close(): void;
    [Symbol.dispose](): void;
    [Symbol.asyncDispose](): Promise<void>;

    query<Answer extends keyof QueryAnswers = "count">(
        query?: Query, options?: QueryOptions<Answer>): Promise<QueryAnswers[Answer]>;
    explain(query?: Query, options?: Controls & Choice): Promise<Explanation>;
    heatmap(query?: Query, options?: Controls & Choice & KeptAnswer & {pieces?: string}): Promise<HeatmapAnswer>;
    groupBy(
        key: GroupKey, query?: Query,
        options?: Controls & Choice & KeptAnswer & {top_n?: number}): Promise<GroupsAnswer>;
    explore(options?: ExploreOptions): Promise<ExploreAnswer>;
    explore(options: ExploreBatchOptions): Promise<ExploreBatchAnswer>;
    inspect(options?: Controls & {verify?: boolean}): Promise<Inspection>;
    news(options: NewsOptions): Promise<NewsAnswer>;

    /** The games that match, as a set. */
    find(query?: Query, options?: Controls & Choice): Promise<Bitmap>;
    /** The set of these ids, in any order. */
    setOf(ids: Iterable<number>): Bitmap;
    /** A stored set, by "@name" or path, and storing it. */
    load(name: string, options?: Controls): Promise<Bitmap>;
    save(games: Bitmap, name: string, options?: Controls & {force?: boolean}): Promise<void>;
    /** Combines stored sets into another. */
    combine(options: Controls & {
        op: CombineAnswer["op"];
        inputs: string[];
        output: string;
        force?: boolean;
    }): Promise<CombineAnswer>;

    /** One game. */
    game(
        id: number, options: Controls & {format: TextOptions["format"] & string; original?: boolean}): Promise<string>;
    game(id: number, options?: Controls & {columns?: string[]}): Promise<GameRow>;
    /** The games that match; with `columns`, rows of those. */
    games(query: Query | undefined, options: GamesOptions & {columns: string[]}):
        AsyncGenerator<Record<string, unknown>, void, undefined>;
    games(query?: Query, options?: GamesOptions): AsyncGenerator<GameRow, void, undefined>;
    /** The same as text, pieces of many games each. */
    text(query?: Query, options?: TextOptions): AsyncGenerator<string, void, undefined>;
    matches(query?: Query, options?: PageOptions): AsyncGenerator<Match, void, undefined>;
    positions(query?: Query, options?: PositionsOptions): AsyncGenerator<MatchedPosition, void, undefined>;
}

/** A set of games of a corpus. It never changes, and stays when the corpus is closed. */
export class Bitmap implements Iterable<number> {
    private constructor();
    /** How many games are in it. */
    readonly count: number;
    /** How many games each shard has, in the set or not. */
    readonly shards: number[];
    and(other: Bitmap): Bitmap;
    or(other: Bitmap): Bitmap;
    xor(other: Bitmap): Bitmap;
    /** The games that the other one lacks. */
    sub(other: Bitmap): Bitmap;
    /** The games of the corpus that this one lacks. */
    not(): Bitmap;
    has(id: number): boolean;
    /** The ids, ascending. */
    [Symbol.iterator](): Generator<number, void, undefined>;
    /**
     * The bits of a shard: its game g is bit g % 64 of word g / 64. It is the bitmap's own memory, not to be
     * written to; a copy where the runtime allows no such thing.
     */
    words(shard: number): BigUint64Array;
}
