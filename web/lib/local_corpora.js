// Games that were dropped onto the page, as corpora in the browser's memory. Each has its own
// worker, so that terminating the worker ends its work and frees all of its memory.
import {startEdge} from "../wasm/client.js";
import {Problem} from "./api.js";

const kEnding = ".scoredb";
const kModule = new URL("../wasm/edge.wasm", import.meta.url);

// A module that has nothing but a function with a vector in its type.
const kWithVector = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b);
const kOldBrowser = "This browser cannot run Edge: it has no WebAssembly with SIMD. Firefox and Chrome have had "
    + "it since 2021, Safari since 2023; a newer version will do.";

const kReads = "Edge reads PGN here, plain or compressed with gzip or zstd.";

/** The reason why games cannot be read, as a message for the user. */
class Refusal extends Error {}

async function compileModule() {
    if (!globalThis.WebAssembly?.validate(kWithVector)) throw new Refusal(kOldBrowser);
    const response = await fetch(kModule);
    return WebAssembly.compile(await response.arrayBuffer());
}

/** The worker's errors as words. */
function refusalOf(error, names) {
    if (error instanceof Refusal) return error;
    const noPgn = `${names} cannot be read as games. ${kReads}`;
    const words = {
        CORRUPT: `${noPgn} A packed file may be damaged.`,
        INVALID_ARGUMENT: noPgn,
        OUT_OF_MEMORY: `There is not enough memory for ${names}. Fewer games at a time may fit.`,
        UNSUPPORTED: `${names} cannot be read: what is packed other than by gzip or zstd has to be unpacked first.`,
    }[error.code] ?? `${names} cannot be read: a file may be damaged, or be a folder.`;
    return new Refusal(words, {cause: error});
}

/** "a.pgn", "a.pgn and 2 more files": what is being read. */
export function namesOf(files) {
    const more = files.length - 1;
    return more === 0 ? files[0].name : `${files[0].name} and ${more} more ${more === 1 ? "file" : "files"}`;
}

export class LocalCorpora {
    #corpora = new Map();  // {edge, corpus, listed} by path
    #paths = new Set();  // all that were ever used, as views identify a corpus by its path
    #module = null;
    #ready;  // a worker that waits for the first games

    constructor() {
        this.#ready = this.#start();
        this.#ready.catch(() => {});  // reported when games are dropped
    }

    async #start() {
        try {
            this.#module ??= compileModule();
            return await startEdge({wasm: await this.#module});
        } catch (error) {
            this.#module = null;  // the next games try again
            if (error instanceof Refusal) throw error;
            throw new Refusal("A part of this page could not be loaded. Reload the page.", {cause: error});
        }
    }

    #takeWorker() {
        const ready = this.#ready ?? this.#start();
        this.#ready = null;
        return ready;
    }

    /** As GET /corpora has them, with the report of their indexing. */
    list() {
        return [...this.#corpora.values()].map(({listed}) => listed);
    }

    /** The corpus of a path; a Problem where there is none. */
    find(path) {
        const found = this.#corpora.get(path);
        if (!found) throw new Problem(404, {detail: `there is no corpus ${path} on this page`});
        return found.corpus;
    }

    /** Makes a corpus from files and promises its path; rejects with the reason of the signal if that aborts. */
    index(files, {progress, signal}) {
        const ended = new Promise((_, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason), {once: true});
        });
        return Promise.race([ended, this.#make(files, progress, signal)]);
    }

    async #make(files, progress, signal) {
        let edge;
        try {
            edge = await this.#takeWorker();
            signal.addEventListener("abort", () => edge.terminate(), {once: true});
            signal.throwIfAborted();
            // Without their names, which need not differ.
            const corpus = await edge.index(files.map((file) => file.slice()), {progress});
            if (corpus.report.games === 0) {
                throw new Refusal(`There is no game in ${namesOf(files)}. ${kReads}`);
            }
            return await this.#add(edge, corpus, files[0].name);
        } catch (error) {
            edge?.terminate();
            throw refusalOf(error, namesOf(files));
        }
    }

    async #add(edge, corpus, fileName) {
        const {meta} = await corpus.inspect();
        const path = this.#newPath(fileName);
        const listed = {
            path, games: meta.total_games, plies: meta.total_moves, shards: meta.num_shards,
            indexed_at: meta.indexed_at, tree_plies: meta.tree_plies, report: corpus.report,
        };
        this.#corpora.set(path, {edge, corpus, listed});
        return path;
    }

    /** "games.pgn.gz" becomes games.scoredb, a second one games-2.scoredb. */
    #newPath(fileName) {
        const name = fileName.replace(/(\.(pgn|txt|gz|zst))+$/i, "") || "games";
        let path = name + kEnding;
        for (let copy = 2; this.#paths.has(path); ++copy) path = `${name}-${copy}${kEnding}`;
        this.#paths.add(path);
        return path;
    }

    remove(path) {
        this.#corpora.get(path)?.edge.terminate();
        this.#corpora.delete(path);
    }
}
