// Runs the library in a worker and answers client.js: {id, call, object, args, options} comes in,
// {id, value} or {id, error} goes out, and {id, progress} before that. Corpora and sets stay here
// and are referred to by number.
import {Bitmap, Corpus, EdgeError, loadEdge} from "./edge.js";
import {unpacked} from "./unpack.js";

const isNode = typeof process !== "undefined" && process.versions?.node !== undefined;
const port = isNode ? (await import("node:worker_threads")).parentPort : globalThis;

const kCorpusCalls = new Set([
    "query", "heatmap", "groupBy", "explore", "games", "inspect", "news", "players", "dedup",
    "collections", "combine", "find", "setOf", "load", "save", "export",
]);
const kBitmapCalls = new Set(["ids", "words", "and", "or", "xor", "sub", "not"]);

let edge = null;
let cancelled = null; // shared with the client: the slot of a call that is to end holds its number
const objects = new Map();
let lastObject = 0;

const kLibrary = {
    async load(source, flags, options) {
        cancelled = flags;
        edge = await loadEdge(source, options);
        return edge.version;
    },
    async index(games, options) {
        if (Array.isArray(games)) return edge.index(await Promise.all(games.map(readInput)), options);
        return edge.index([{name: "games.pgn", ...(await readInput(games))}], options);
    },
    openCorpus: (files, options) => edge.openCorpus(files, options),
};

// ---- games that come in

// What a page can pass: files are read here, off its thread.
async function readInput(input) {
    const isNamed = typeof input === "object" && input !== null && input.name !== undefined;
    const name = isNamed ? String(input.name) : "the games";
    const bytes = await readBytes(isNamed && !(input instanceof Blob) ? input.bytes : input, name);
    // Removes the ending of a packed file.
    return isNamed ? {name: name.replace(/\.(gz|zst)$/, ""), bytes} : {bytes};
}

async function readBytes(value, name) {
    if (value instanceof Blob) value = await value.arrayBuffer();
    if (value instanceof ArrayBuffer) value = new Uint8Array(value);
    return value instanceof Uint8Array ? unpacked(value, name) : value;
}

// ---- calls

function held(number) {
    const object = objects.get(number);
    if (object !== undefined) return object;
    throw new EdgeError("INVALID_ARGUMENT", "the corpus or set is closed");
}

const isSet = (arg) => typeof arg === "object" && arg !== null && "$set" in arg;
const received = (arg) => (isSet(arg) ? held(arg.$set) : arg);

function sent(result) {
    if (result instanceof Corpus) return {object: keep(result), report: result.report};
    if (result instanceof Bitmap) return {object: keep(result), count: result.count};
    // A view of the module's memory must not be posted: all of that memory would be copied.
    return result instanceof BigUint64Array ? result.slice() : result;
}

function keep(object) {
    objects.set(++lastObject, object);
    return lastObject;
}

function receivedOptions({id, options}) {
    if (options === undefined) return [];
    const {wantsProgress, within, ...rest} = options;
    const progress = (where) => {
        if (wantsProgress) port.postMessage({id, progress: where});
        return cancelled === null || Atomics.load(cancelled, id % cancelled.length) !== id;
    };
    return [{...rest, progress, ...(within === undefined ? {} : {within: received(within)})}];
}

async function answer(message) {
    const {call, object, args} = message;
    if (object === undefined) {
        return sent(await kLibrary[call](...args, ...receivedOptions(message)));
    }
    if (call === "close") {
        objects.get(object)?.close();
        objects.delete(object);
        return undefined;
    }
    const target = held(object);
    if (!(target instanceof Corpus ? kCorpusCalls : kBitmapCalls).has(call)) {
        throw new EdgeError("INVALID_ARGUMENT", `there is no call "${call}"`);
    }
    return sent(target[call](...args.map(received), ...receivedOptions(message)));
}

// One after another, because a call that waits for a file must not be overtaken.
let turn = Promise.resolve();
function onMessage(message) {
    turn = turn.then(async () => {
        try {
            port.postMessage({id: message.id, value: await answer(message)});
        } catch (failure) {
            const {code, place} = failure instanceof EdgeError ? failure : {code: "IO"};
            port.postMessage({id: message.id, error: {code, message: failure.message, place}});
        }
    });
}

if (isNode) port.on("message", onMessage);
else port.addEventListener("message", (event) => onMessage(event.data));
