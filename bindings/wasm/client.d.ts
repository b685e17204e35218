// Types of client.js: the library in a worker.
import type {
    CombineAnswer,
    CombineRequest,
    CorpusFiles,
    CollectionAnswer,
    DedupAnswer,
    EdgeErrorCode,
    ExploreAnswer,
    ExploreBatchAnswer,
    ExploreBatchRequest,
    ExploreRequest,
    GamesPage,
    GamesRequest,
    GamesText,
    GroupKey,
    GroupsAnswer,
    HeatmapAnswer,
    IndexFields,
    IndexReport,
    Inspection,
    LoadOptions,
    NewsAnswer,
    PlayersAnswer,
    OnProgress,
    Pgn,
    QueryAnswers,
    QueryRequest,
} from "./edge.js";
import type {CollectionsRequest, DedupRequest, InspectRequest, NewsRequest, PlayersRequest} from "./requests.js";
import {EdgeError} from "./edge.js";

export {EdgeError, EdgeErrorCode};

export interface StartOptions extends LoadOptions {
    wasm?: string | URL | Uint8Array | ArrayBuffer | WebAssembly.Module;
    worker?: Worker;
}

export interface CallOptions {
    progress?: OnProgress;
    signal?: AbortSignal;
}

export interface AskOptions extends CallOptions {
    within?: RemoteBitmap;
}

export interface IndexOptions extends IndexFields, CallOptions {
    name?: string;
}

export interface NamedInput {
    name?: string;
    bytes: Pgn | Blob;
}

export function startEdge(options?: StartOptions): Promise<RemoteEdge>;

export interface RemoteEdge {
    readonly version: string;
    index(games: Pgn | Blob | (Blob | NamedInput)[], options?: IndexOptions): Promise<RemoteCorpus>;
    openCorpus(files: CorpusFiles, options?: {name?: string}): Promise<RemoteCorpus>;
    terminate(): void | Promise<number>;
}

export interface RemoteCorpus {
    readonly report: IndexReport | null;
    query<Kind extends keyof QueryAnswers = "count">(
        request?: string | QueryRequest<Kind>,
        options?: AskOptions,
    ): Promise<QueryAnswers[Kind]>;
    heatmap(request?: string | QueryRequest, options?: AskOptions): Promise<HeatmapAnswer>;
    groupBy(
        key: GroupKey,
        request?: string | QueryRequest,
        options?: AskOptions,
    ): Promise<GroupsAnswer>;
    explore(request?: ExploreRequest, options?: AskOptions): Promise<ExploreAnswer>;
    explore(request: ExploreBatchRequest, options?: AskOptions): Promise<ExploreBatchAnswer>;
    games(request: GamesText, options?: AskOptions): Promise<string>;
    games(request?: string | GamesRequest, options?: AskOptions): Promise<GamesPage>;
    inspect(request?: Omit<InspectRequest, "corpus">, options?: AskOptions): Promise<Inspection>;
    news(request: Omit<NewsRequest, "corpus">, options?: AskOptions): Promise<NewsAnswer>;
    players(request?: Omit<PlayersRequest, "corpus">, options?: AskOptions): Promise<PlayersAnswer>;
    dedup(request?: Omit<DedupRequest, "corpus">, options?: AskOptions): Promise<DedupAnswer>;
    collections(request?: Omit<CollectionsRequest, "corpus">, options?: AskOptions): Promise<CollectionAnswer>;
    combine(request: CombineRequest, options?: AskOptions): Promise<CombineAnswer>;
    find(request?: string | QueryRequest, options?: AskOptions): Promise<RemoteBitmap>;
    setOf(ids: Iterable<number | bigint>): Promise<RemoteBitmap>;
    load(name: string): Promise<RemoteBitmap>;
    save(bitmap: RemoteBitmap, name: string, options?: {force?: boolean}): Promise<void>;
    export(): Promise<CorpusFiles>;
    close(): Promise<void>;
}

export interface RemoteBitmap {
    readonly count: number;
    ids(): Promise<Uint32Array>;
    words(shard?: number): Promise<BigUint64Array>;
    and(other: RemoteBitmap): Promise<RemoteBitmap>;
    or(other: RemoteBitmap): Promise<RemoteBitmap>;
    xor(other: RemoteBitmap): Promise<RemoteBitmap>;
    sub(other: RemoteBitmap): Promise<RemoteBitmap>;
    not(): Promise<RemoteBitmap>;
    close(): Promise<void>;
}
