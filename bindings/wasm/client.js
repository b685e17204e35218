// The library in a worker, with promises: the same calls as edge.js, and the calling thread stays
// free. A call that has an AbortSignal ends early when there is shared memory to signal the worker:
// in Node, and in pages that are cross-origin isolated. Elsewhere its promise is rejected at once,
// and the worker finishes its current call before it takes the next one.
import {EdgeError} from "./errors.js";
import {linkTo, startWorker} from "./worker_link.js";

export {EdgeError};

/**
 * `wasm`: where edge.wasm is, or its bytes; next to worker.js when missing. `worker`: a Worker of
 * worker.js where the page makes its own. `maxMemoryBytes` bounds the memory.
 */
export async function startEdge({wasm, worker, ...options} = {}) {
    const client = new Client(worker === undefined ? await startWorker() : linkTo(worker));
    const source = wasm instanceof URL ? wasm.href : wasm;
    const version = await client.call("load", undefined, [source, client.cancelled], options);
    return new RemoteEdge(client, version);
}

class RemoteEdge {
    #client;

    constructor(client, version) {
        this.#client = client;
        this.version = version;
    }

    /** Text, bytes, File or Blob, or a list of those or of {name, bytes}; gzip and zstd are unpacked. */
    async index(games, options = {}) {
        return this.#corpus(await this.#client.call("index", undefined, [games], options));
    }

    async openCorpus(files, options = {}) {
        return this.#corpus(await this.#client.call("openCorpus", undefined, [files], options));
    }

    /** Ends the worker, with all corpora in it. Pending calls are rejected. */
    terminate() {
        return this.#client.terminate();
    }

    #corpus(described) {
        return new RemoteCorpus(this.#client, described);
    }
}

class RemoteCorpus {
    report;
    #client;
    #object;

    constructor(client, {object, report}) {
        this.#client = client;
        this.#object = object;
        this.report = report;
    }

    query(request = {}, options = {}) {
        return this.#call("query", [request], options);
    }
    heatmap(request = {}, options = {}) {
        return this.#call("heatmap", [request], options);
    }
    groupBy(key, request = {}, options = {}) {
        return this.#call("groupBy", [key, request], options);
    }
    explore(request = {}, options = {}) {
        return this.#call("explore", [request], options);
    }
    games(request = {}, options = {}) {
        return this.#call("games", [request], options);
    }
    inspect(request = {}, options = {}) {
        return this.#call("inspect", [request], options);
    }
    news(request, options = {}) {
        return this.#call("news", [request], options);
    }
    players(request = {}, options = {}) {
        return this.#call("players", [request], options);
    }

    dedup(request = {}, options = {}) {
        return this.#call("dedup", [request], options);
    }

    collections(request = {}, options = {}) {
        return this.#call("collections", [request], options);
    }

    combine(request, options = {}) {
        return this.#call("combine", [request], options);
    }

    async find(request = {}, options = {}) {
        return new RemoteBitmap(this.#client, await this.#call("find", [request], options));
    }
    async setOf(ids) {
        return new RemoteBitmap(this.#client, await this.#call("setOf", [ids]));
    }
    async load(name) {
        return new RemoteBitmap(this.#client, await this.#call("load", [name]));
    }
    save(bitmap, name, {force = false} = {}) {
        return this.#call("save", [bitmap, name, {force}]);
    }

    export() {
        return this.#call("export", []);
    }
    close() {
        return this.#call("close", []);
    }

    #call(call, args, options) {
        return this.#client.call(call, this.#object, args, options);
    }
}

// As in bitmap.js, what is not closed explicitly is freed with the object.
const forgotten = new FinalizationRegistry(({client, object}) => client.letGo(object));

class RemoteBitmap {
    count;
    #client;
    #object;

    constructor(client, {object, count}) {
        this.#client = client;
        this.#object = object;
        this.count = count;
        forgotten.register(this, {client, object}, this);
    }

    /** Its number in the worker of a client. */
    numberFor(client) {
        if (client === this.#client) return this.#object;
        throw new EdgeError("INVALID_ARGUMENT", "the set belongs to another worker");
    }

    ids() {
        return this.#call("ids", []);
    }
    words(shard = 0) {
        return this.#call("words", [shard]);
    }

    and(other) {
        return this.#combine("and", [other]);
    }
    or(other) {
        return this.#combine("or", [other]);
    }
    xor(other) {
        return this.#combine("xor", [other]);
    }
    sub(other) {
        return this.#combine("sub", [other]);
    }
    not() {
        return this.#combine("not", []);
    }

    close() {
        forgotten.unregister(this);
        return this.#call("close", []);
    }

    #call(call, args) {
        return this.#client.call(call, this.#object, args);
    }

    async #combine(operation, args) {
        return new RemoteBitmap(this.#client, await this.#call(operation, args));
    }
}

// Sets are passed as their numbers, under a name that no request has for a field.
function sent(value, client) {
    return value instanceof RemoteBitmap ? {$set: value.numberFor(client)} : value;
}

function sharedNumbers(count) {
    if (typeof SharedArrayBuffer === "undefined") return null;
    return new Int32Array(new SharedArrayBuffer(4 * count));
}

class Client {
    /** Shared with the worker: the slot of a call that is to end holds its number. Null if nothing is shared. */
    cancelled = sharedNumbers(64);
    #worker;
    #waiting = new Map();
    #lastCall = 0;
    #ended = null;

    constructor(worker) {
        this.#worker = worker;
        worker.listen(
            (message) => this.#take(message),
            ({message}) => this.#end(new EdgeError("IO", `the worker failed: ${message}`)),
        );
    }

    call(call, object, args, options) {
        return new Promise((resolve, reject) => {
            const {progress, signal, within, ...rest} = options ?? {};
            signal?.throwIfAborted();
            if (this.#ended !== null) throw this.#ended;
            const id = ++this.#lastCall;
            const message = {id, call, object, args: args.map((arg) => sent(arg, this))};
            if (options !== undefined) {
                const wantsProgress = progress !== undefined;
                message.options = {...rest, within: sent(within, this), wantsProgress};
            }
            this.#post(message);
            const onAbort = () => {
                this.#cancel(id);
                reject(signal.reason);
            };
            signal?.addEventListener("abort", onAbort, {once: true});
            const done = () => signal?.removeEventListener("abort", onAbort);
            this.#waiting.set(id, {resolve, reject, done, progress});
        });
    }

    terminate() {
        this.#end(new EdgeError("CANCELLED", "the worker was ended"));
        return this.#worker.terminate();
    }

    #post(message) {
        try {
            this.#worker.post(message);
        } catch (failure) {
            // What cannot be cloned, such as a function.
            throw new EdgeError("INVALID_ARGUMENT", String(failure.message), {cause: failure});
        }
    }

    #cancel(id) {
        this.#waiting.delete(id);
        if (this.cancelled !== null) Atomics.store(this.cancelled, id % this.cancelled.length, id);
    }

    #take({id, value, error, progress}) {
        const waiting = this.#waiting.get(id);
        if (waiting === undefined) {
            if (typeof value?.object === "number") this.letGo(value.object);
            return;
        }
        if (progress !== undefined) {
            this.#progress(id, waiting, progress);
            return;
        }
        this.#waiting.delete(id);
        waiting.done();
        if (error === undefined) waiting.resolve(value);
        else waiting.reject(new EdgeError(error.code, error.message, {place: error.place}));
    }

    /** Closes what has no owner, such as the corpus or set of a call that was aborted in the meantime. */
    letGo(object) {
        if (this.#ended !== null) return;
        this.#post({id: ++this.#lastCall, call: "close", object, args: []});
    }

    // As in edge.js, false cancels the call, and what the callback throws is why it failed.
    #progress(id, waiting, where) {
        let reason = new EdgeError("CANCELLED", "the callback cancelled the call");
        try {
            if (waiting.progress(where) !== false) return;
        } catch (thrown) {
            reason = thrown;
        }
        this.#cancel(id);
        waiting.done();
        waiting.reject(reason);
    }

    #end(reason) {
        this.#ended ??= reason;
        for (const {reject, done} of this.#waiting.values()) {
            done();
            reject(reason);
        }
        this.#waiting.clear();
    }
}
