// A corpus in memory: its files are in the engine's file system, and the module has it open. When
// an instance is discarded, the corpus is opened again from its files.
import {Bitmap, handle} from "./bitmap.js";
import {EdgeError} from "./errors.js";
import {requireObject} from "./inputs.js";

export class Corpus {
    /** What indexing reported; null for a corpus that was opened. */
    report;
    #engine;
    #folder;
    #path;
    #handle = 0;
    #life = 0;
    #isClosed = false;

    constructor(engine, folder, path, report) {
        this.#engine = engine;
        this.#folder = folder;
        this.#path = path;
        this.report = report;
        this.#pointer();
    }

    /** The answers of `edge query --json`; a text is the query itself. */
    query(request = {}, options = {}) {
        return JSON.parse(this.#ask("query", queryRequest(request), options));
    }

    heatmap(request = {}, options = {}) {
        return this.query({...queryRequest(request), answer: "heatmap"}, options);
    }

    groupBy(key, request = {}, options = {}) {
        return this.query({...queryRequest(request), answer: "groups", key}, options);
    }

    /** The answers of `edge explore --json`. */
    explore(request = {}, options = {}) {
        requireObject(request, "request");
        return JSON.parse(this.#ask("explore", request, options));
    }

    /** The page that `edge games --json` prints; with another format, the text. */
    games(request = {}, options = {}) {
        const fields = queryRequest(request);
        const text = this.#ask("games", fields, options);
        return (fields.format ?? "json") === "json" ? JSON.parse(text) : text;
    }

    inspect(request = {}, options = {}) {
        requireObject(request, "request");
        return JSON.parse(this.#ask("inspect", request, options));
    }

    news(request, options = {}) {
        requireObject(request, "request");
        return JSON.parse(this.#ask("news", request, options));
    }

    players(request = {}, options = {}) {
        requireObject(request, "request");
        return JSON.parse(this.#ask("players", request, options));
    }

    /** The games that the corpus has twice, as `edge dedup --json`. */
    dedup(request = {}, options = {}) {
        requireObject(request, "request");
        return JSON.parse(this.#ask("dedup", request, options));
    }

    /** The stored queries, listed, asked again or deleted, as `edge collection --json`. */
    collections(request = {}, options = {}) {
        requireObject(request, "request");
        return JSON.parse(this.#ask("collections", request, options));
    }

    /** Combines stored sets into another, as `edge bitmap --json` does. */
    combine(request, options = {}) {
        requireObject(request, "request");
        return JSON.parse(this.#ask("combine", request, options));
    }

    /** The games that match, as a set. */
    find(request = {}, options = {}) {
        const text = JSON.stringify(queryRequest(request));
        requireObject(options, "options");
        const engine = this.#engine;
        return engine.withControl(options.progress, (control) => {
            const inputs = [this.#pointer(), text, handle(options.within, engine), control];
            return Bitmap.from(engine, "edge_find", inputs);
        });
    }

    /** The set of these game ids. */
    setOf(ids) {
        const numbers = gameIds(ids);
        const engine = this.#engine;
        const corpus = this.#pointer();
        const address = engine.allocate(numbers.byteLength + 1);
        const life = engine.life;
        try {
            new BigUint64Array(engine.memory, address, numbers.length).set(numbers);
            return Bitmap.from(engine, "edge_bitmap_of", [corpus, address, numbers.length]);
        } finally {
            if (life === engine.life) engine.plain("free", address);
        }
    }

    load(name) {
        return Bitmap.from(this.#engine, "edge_bitmap_load", [this.#pointer(), String(name)]);
    }

    save(bitmap, name, {force = false} = {}) {
        const engine = this.#engine;
        const inputs = [this.#pointer(), handle(bitmap, engine), String(name), force ? 1 : 0];
        engine.call("edge_bitmap_save", inputs, {hasOutput: false});
    }

    /** The files of the corpus by their paths in it, as openCorpus() and the program read them. */
    export() {
        this.#pointer();
        return this.#engine.files.filesBelow(this.#path);
    }

    /** Frees its memory. Sets that were found stay valid. */
    close() {
        if (this.#isClosed) return;
        this.#isClosed = true;
        if (this.#life === this.#engine.life) this.#engine.plain("edge_close", this.#handle);
        this.#engine.files.removeAll(this.#folder);
    }

    #ask(what, request, options) {
        requireObject(options, "options");
        const text = JSON.stringify(request);
        const engine = this.#engine;
        return engine.withControl(options.progress, (control) => {
            const inputs = [this.#pointer(), what, text, handle(options.within, engine), control];
            return engine.callForText("edge_ask", inputs);
        });
    }

    #pointer() {
        if (this.#isClosed) throw new EdgeError("INVALID_ARGUMENT", "the corpus is closed");
        if (this.#life !== this.#engine.life) {
            this.#handle = this.#engine.call("edge_open", [this.#path]).pointer;
            this.#life = this.#engine.life;
        }
        return this.#handle;
    }
}

function gameIds(ids) {
    try {
        return BigUint64Array.from(ids, (id) => BigInt(id));
    } catch (failure) {
        const message = `the ids of games: ${failure.message}`;
        throw new EdgeError("INVALID_ARGUMENT", message, {cause: failure});
    }
}

function queryRequest(request) {
    if (typeof request === "string") return {query: request};
    requireObject(request, "request");
    return request;
}
