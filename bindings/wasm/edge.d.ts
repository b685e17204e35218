// Types of edge.js: the library in the thread that calls it. Those of answers are the same for Node.
import type {
    CombineAnswer,
    ExploreAnswer,
    ExploreBatchAnswer,
    GameRow,
    GroupKey,
    GroupsAnswer,
    HeatmapAnswer,
    IndexReport,
    Inspection,
    NewsAnswer,
    QueryAnswers,
} from "./answers.js";

export * from "./answers.js";

/** The names of edge_status. */
export type EdgeErrorCode =
    | "INVALID_ARGUMENT"
    | "NOT_FOUND"
    | "CORRUPT"
    | "UNSUPPORTED"
    | "IO"
    | "CANCELLED"
    | "OUT_OF_MEMORY"
    | "INTERNAL";

export class EdgeError extends Error {
    constructor(code: EdgeErrorCode, message: string, options?: {cause?: unknown});
    readonly code: EdgeErrorCode;
}

/** Where a call is; 0 bytes where they are not known. */
export interface Progress {
    games: number;
    bytes: number;
    total_bytes: number;
}

/** Called up to twenty times a second; false cancels the call. */
export type OnProgress = (where: Progress) => boolean | void;

/** Which games: the text language, its JSON, or scoutfish's; docs/query_language.md. */
export interface Question {
    query?: string;
    query_json?: object;
    scoutfish?: object;
    bitmap?: string;
}

/** docs/schema/query_request.schema.json */
export interface QueryRequest<Kind extends keyof QueryAnswers = keyof QueryAnswers> extends Question {
    answer?: Kind;
    key?: GroupKey;
    top_n?: number;
    pieces?: string;
    positions?: "ref" | "fen" | "both";
    unique?: boolean;
    skip?: number;
    limit?: number;
    output?: string;
    force?: boolean;
}

export interface PositionRequest {
    fen?: string;
    moves?: string | string[];
}

/** docs/schema/explore_request.schema.json */
export interface ExploreRequest extends Question, PositionRequest {
    positions?: undefined;
    deep?: boolean;
    details?: boolean;
    continued?: boolean;
    board?: boolean;
    games?: {
        move?: string;
        sort?: "none" | "elo" | "date" | "plies";
        desc?: boolean;
        limit?: number;
        cursor?: string;
    };
}

/** Many positions, answered by a list. */
export interface ExploreBatchRequest
    extends Omit<ExploreRequest, "fen" | "moves" | "games" | "positions"> {
    positions: (string | PositionRequest)[];
}

/** docs/schema/games_request.schema.json */
export interface GamesRequest extends Question {
    format?: "pgn" | "uci" | "jsonl" | "csv" | "json";
    columns?: string[];
    sort?: "none" | "elo" | "date" | "plies";
    desc?: boolean;
    game?: number;
    skip?: number;
    limit?: number;
    cursor?: string;
}

/** Stored sets, by their names. */
export interface CombineRequest {
    op: CombineAnswer["op"];
    inputs: string[];
    output: string;
    force?: boolean;
}

/** Games as text instead of a page. */
export interface GamesText extends GamesRequest {
    format: "pgn" | "uci" | "jsonl" | "csv";
}

/** The options of `edge index` that make sense in memory. */
export interface IndexFields {
    from?: string;
    deleted?: boolean;
    shards?: number;
    tree?: boolean;
    tree_plies?: number | "all";
    tree_min_games?: number;
    tree_games?: boolean;
    cols?: boolean;
    bad_games?: "keep" | "skip" | "fail";
    where?: string;
    max_games?: number;
    sample?: number;
    seed?: number;
}

export interface IndexOptions extends IndexFields {
    /** Of the corpus; that of the first file when missing. */
    name?: string;
    progress?: OnProgress;
}

/** What is asked for besides text: a page. */
export interface GamesPage {
    games: GameRow[];
    games_matched: number;
    next_cursor?: string | null;
}

export interface AskOptions {
    /** Only these games. */
    within?: Bitmap;
    progress?: OnProgress;
}

/** The files of a corpus by their paths in it. */
export type CorpusFiles = Record<string, Uint8Array>;

export type Pgn = string | Uint8Array | ArrayBuffer;

export interface NamedPgn {
    name?: string;
    bytes: Pgn;
}

export interface LoadOptions {
    /** 16 MiB to 4 GiB, which is the default. */
    maxMemoryBytes?: number;
}

export function loadEdge(
    source?: string | URL | Response | BufferSource | WebAssembly.Module,
    options?: LoadOptions,
): Promise<Edge>;

export interface Edge {
    readonly version: string;
    index(games: Pgn | NamedPgn[], options?: IndexOptions): Corpus;
    openCorpus(files: CorpusFiles, options?: {name?: string}): Corpus;
}

export class Corpus {
    private constructor();
    /** What indexing reported; null for a corpus that was opened. */
    readonly report: IndexReport | null;
    query<Kind extends keyof QueryAnswers = "count">(
        request?: string | QueryRequest<Kind>,
        options?: AskOptions,
    ): QueryAnswers[Kind];
    heatmap(request?: string | QueryRequest, options?: AskOptions): HeatmapAnswer;
    groupBy(key: GroupKey, request?: string | QueryRequest, options?: AskOptions): GroupsAnswer;
    explore(request?: ExploreRequest, options?: AskOptions): ExploreAnswer;
    explore(request: ExploreBatchRequest, options?: AskOptions): ExploreBatchAnswer;
    games(request: GamesText, options?: AskOptions): string;
    games(request?: string | GamesRequest, options?: AskOptions): GamesPage;
    inspect(request?: {verify?: boolean}, options?: AskOptions): Inspection;
    news(request: object, options?: AskOptions): NewsAnswer;
    combine(request: CombineRequest, options?: AskOptions): CombineAnswer;
    find(request?: string | QueryRequest, options?: AskOptions): Bitmap;
    setOf(ids: Iterable<number | bigint>): Bitmap;
    load(name: string): Bitmap;
    save(bitmap: Bitmap, name: string, options?: {force?: boolean}): void;
    export(): CorpusFiles;
    close(): void;
}

export class Bitmap {
    private constructor();
    readonly count: number;
    readonly shards: number;
    /** A view of the module's memory, to be read before the next call. */
    words(shard?: number): BigUint64Array;
    ids(): Uint32Array;
    and(other: Bitmap): Bitmap;
    or(other: Bitmap): Bitmap;
    xor(other: Bitmap): Bitmap;
    sub(other: Bitmap): Bitmap;
    not(): Bitmap;
    close(): void;
}
