// The types of edge-chess; docs/node.md tells what is done with them. Fields of options and answers have the names
// that they have in JSON, on every surface.

/// <reference lib="esnext.disposable" />

import type {
    CollectionAnswer, CombineAnswer, CompactShardsReport, CompactTreeReport, ConvertReport, DedupAnswer, ExploreAnswer,
    ExploreBatchAnswer, Explanation, GameRow, GroupKey, GroupsAnswer, HeatmapAnswer, IndexReport, Inspection, Match,
    MatchedPosition, MergeReport, NewsAnswer, PlayersAnswer, QueryAnswers,
} from "./answers.js";
import type {EdgeErrorCode} from "./error_codes.js";
import type {
    CollectionsRequest, CombineRequest, CompactRequest, ConvertRequest, DedupRequest, ExploreRequest, GamesRequest,
    IndexRequest, MergeRequest, NewsRequest, PlayersRequest, QueryRequest,
} from "./requests.js";

export * from "./answers.js";
export type {EdgeErrorCode} from "./error_codes.js";

/** Of the library inside. */
export const version: string;

/** What went wrong in the library. A value of a wrong type is a TypeError instead. */
export class EdgeError extends Error {
    constructor(code: EdgeErrorCode, message: string, place?: ErrorPlace | null);
    readonly name: "EdgeError";
    readonly code: EdgeErrorCode;
    /** Null where there is nothing to say. */
    readonly place: ErrorPlace | null;
}

/** Where a mistake is, as far as that is known. Lines and columns, in characters, count from 1. */
export interface ErrorPlace {
    file?: string;
    /** The field of the request: RFC 6901. */
    pointer?: string;
    line?: number;
    column?: number;
    /** In bytes, in the file. */
    offset?: number;
}

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

/** The choice of games besides the query. */
export interface Choice {
    /** Only games of this set. */
    within?: Bitmap;
    /** A query of scoutfish, in place of another. */
    scoutfish?: object;
    /** A stored set, by name or path. */
    bitmap?: string;
}

/** Fields that the arguments of a method stand for. */
type Asked = "corpus" | "query" | "query_json" | "scoutfish" | "bitmap";

export type KeptAnswer = Pick<QueryRequest, "output" | "force">;

export interface QueryOptions<Answer extends keyof QueryAnswers>
    extends Controls, Choice, Omit<QueryRequest, Asked | "answer"> {
    answer?: Answer;
}

/** A position, and moves played from there. */
export type Place = Pick<ExploreRequest, "fen" | "moves">;

interface ExploreFields
    extends Controls, Choice, Omit<ExploreRequest, Asked | "fen" | "moves" | "games" | "positions"> {
    query?: Query;
}

export interface ExploreOptions extends ExploreFields, Place {
    games?: ExploreRequest["games"];
    positions?: undefined;
}

export interface ExploreBatchOptions extends ExploreFields {
    positions: NonNullable<ExploreRequest["positions"]>;
}

export type Sort = NonNullable<GamesRequest["sort"]>;

/** Of lists that are read a page at a time. */
export interface PageOptions extends Controls, Choice, Pick<GamesRequest, "skip" | "limit"> {
    /** Games asked for at a time. */
    page?: number;
}

export interface GamesOptions extends PageOptions, Pick<GamesRequest, "sort" | "desc" | "columns"> {}

export interface TextOptions extends GamesOptions, Pick<GamesRequest, "original"> {
    format?: Exclude<GamesRequest["format"], "json">;
}

/** Which of the matching positions to take. */
export type PositionChoice = Pick<QueryRequest, "per_game" | "ignore_windows">;

/** With `unique` the list is one answer, in memory. */
export interface PositionsOptions extends Omit<PageOptions, "skip">, PositionChoice,
    Pick<QueryRequest, "positions" | "unique"> {}

export interface NewsOptions extends Controls, Omit<NewsRequest, "corpus"> {}

export interface IndexOptions extends Controls, Omit<IndexRequest, "inputs" | "out" | "append"> {}

export interface AddOptions extends Omit<IndexOptions, "force" | "tree" | "tree_plies" | "tree_min_games" | "tree_games"> {}

export interface ConvertOptions extends Controls, Omit<ConvertRequest, "inputs" | "out"> {}

/** These report no progress. */
type Silent = Omit<Controls, "progress">;

export type CompactTreeOptions = Silent & {tree: true} & Pick<CompactRequest, "memory">;

export type CompactShardsOptions = Silent & {shards: true};

/** The games of the set `drop`, "@name" or path, are left out of the corpus `out`. */
export type DropOptions = Silent & Required<Pick<CompactRequest, "drop" | "out">>
    & Pick<CompactRequest, "ids" | "force" | "memory">;

export interface MergeOptions extends Silent, Omit<MergeRequest, "corpora" | "out"> {}

/** A path, or a file URL. */
export type Path = string | URL;

/** Makes a corpus of games. */
export function index(inputs: Path | Path[], out: Path, options?: IndexOptions): Promise<IndexReport>;

/** Adds games to a corpus. Corpora that are open go on seeing the games that they had. */
export function add(corpus: Path, inputs: Path | Path[], options?: AddOptions): Promise<IndexReport>;

/**
 * Joins what adding games to a corpus has split: the parts of its tree, or its shards. Ids of games stay; corpora that
 * are open go on as they were. Or writes a corpus without some games.
 */
export function compact(corpus: Path, options: CompactTreeOptions): Promise<CompactTreeReport>;
export function compact(corpus: Path, options: CompactShardsOptions): Promise<CompactShardsReport>;
export function compact(corpus: Path, options: DropOptions): Promise<MergeReport>;

/** Makes one corpus of several. */
export function merge(corpora: Path[], out: Path, options?: MergeOptions): Promise<MergeReport>;

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
    heatmap(
        query?: Query, options?: Controls & Choice & KeptAnswer & PositionChoice & Pick<QueryRequest, "pieces">):
        Promise<HeatmapAnswer>;
    groupBy(
        key: GroupKey, query?: Query,
        options?: Controls & Choice & KeptAnswer & PositionChoice & Pick<QueryRequest, "top_n">): Promise<GroupsAnswer>;
    explore(options?: ExploreOptions): Promise<ExploreAnswer>;
    explore(options: ExploreBatchOptions): Promise<ExploreBatchAnswer>;
    inspect(options?: Controls & {verify?: boolean}): Promise<Inspection>;
    news(options: NewsOptions): Promise<NewsAnswer>;
    /** Who may be meant by a text, however it is spelled; everybody without one. */
    players(text?: string, options?: Controls & Pick<PlayersRequest, "limit">): Promise<PlayersAnswer>;
    /** The games that the corpus has twice; `output` stores those to drop. */
    dedup(options?: Controls & Omit<DedupRequest, "corpus">): Promise<DedupAnswer>;
    /** The stored queries, which `query(..., {save_as})` makes: listed, asked again or deleted. */
    collections(options?: Controls & Omit<CollectionsRequest, "corpus">): Promise<CollectionAnswer>;

    /** The games that match, as a set. */
    find(query?: Query, options?: Controls & Choice): Promise<Bitmap>;
    /** The set of these ids, in any order. */
    setOf(ids: Iterable<number>): Bitmap;
    /** A stored set, by "@name" or path, and storing it. */
    load(name: string, options?: Controls): Promise<Bitmap>;
    save(games: Bitmap, name: string, options?: Controls & {force?: boolean}): Promise<void>;
    /** Combines stored sets into another. */
    combine(options: Controls & Omit<CombineRequest, "corpus">): Promise<CombineAnswer>;

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
