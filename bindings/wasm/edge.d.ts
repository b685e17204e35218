// Types of edge.js: the library in the thread that calls it. Those of answers are the same for Node.
import type {
    CombineAnswer,
    CollectionAnswer,
    DedupAnswer,
    ExploreAnswer,
    ExploreBatchAnswer,
    GameRow,
    GroupKey,
    GroupsAnswer,
    HeatmapAnswer,
    IndexReport,
    Inspection,
    NewsAnswer,
    PlayersAnswer,
    QueryAnswers,
} from "./answers.js";
import type {EdgeErrorCode} from "./error_codes.js";
import type * as Requests from "./requests.js";

export * from "./answers.js";
export type {EdgeErrorCode} from "./error_codes.js";

export class EdgeError extends Error {
    constructor(
        code: EdgeErrorCode,
        message: string,
        options?: {cause?: unknown; place?: ErrorPlace | null},
    );
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

/** Where a call is; 0 bytes where they are not known. */
export interface Progress {
    games: number;
    bytes: number;
    total_bytes: number;
}

/** Called up to twenty times a second; false cancels the call. */
export type OnProgress = (where: Progress) => boolean | void;

/** Which games: the text language, its JSON, or scoutfish's; docs/query_language.md. */
export type Question = Pick<Requests.QueryRequest, "query" | "query_json" | "scoutfish" | "bitmap">;

export interface QueryRequest<Kind extends keyof QueryAnswers = keyof QueryAnswers>
    extends Omit<Requests.QueryRequest, "corpus" | "answer"> {
    answer?: Kind;
}

export type PositionRequest = Pick<Requests.ExploreRequest, "fen" | "moves">;

export interface ExploreRequest extends Omit<Requests.ExploreRequest, "corpus" | "positions"> {
    positions?: undefined;
}

/** Many positions, answered by a list. */
export interface ExploreBatchRequest
    extends Omit<ExploreRequest, "fen" | "moves" | "games" | "positions"> {
    positions: (string | PositionRequest)[];
}

/** The text of a source is not there in memory. */
export interface GamesRequest extends Omit<Requests.GamesRequest, "corpus" | "original"> {}

/** Stored sets, by their names. */
export interface CombineRequest extends Omit<Requests.CombineRequest, "corpus"> {}

/** Games as text instead of a page. */
export interface GamesText extends GamesRequest {
    format: "pgn" | "uci" | "jsonl" | "csv" | "table";
}

/** What makes sense in memory. */
export interface IndexFields
    extends Omit<Requests.IndexRequest, "inputs" | "out" | "append" | "force" | "extra" | "memory"> {}

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
    inspect(request?: Omit<Requests.InspectRequest, "corpus">, options?: AskOptions): Inspection;
    news(request: Omit<Requests.NewsRequest, "corpus">, options?: AskOptions): NewsAnswer;
    players(request?: Omit<Requests.PlayersRequest, "corpus">, options?: AskOptions): PlayersAnswer;
    dedup(request?: Omit<Requests.DedupRequest, "corpus">, options?: AskOptions): DedupAnswer;
    collections(request?: Omit<Requests.CollectionsRequest, "corpus">, options?: AskOptions): CollectionAnswer;
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
