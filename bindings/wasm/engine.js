// One module and its memory: how JavaScript calls the C ABI. What the module cannot survive (running
// out of memory, a trap) becomes an EdgeError, and the next call gets a fresh instance with the same
// files. Whoever holds a pointer notes the `life` it belongs to.
import {EdgeError} from "./errors.js";
import {MemoryFiles} from "./memory_files.js";
import {Exit, Wasi} from "./wasi.js";

const kPageBytes = 65536;
const kFirstPages = 256; // as CMakeLists.txt says
const kMostPages = 65536;
// Room for what a call returns: a pointer or an edge_text, then the error.
const kOutBytes = 16;
const kErrorAt = 8;
const kPlaceBytes = 24; // of an edge_place

export class Engine {
    files = new MemoryFiles();
    #module;
    #pages;
    #instance = null;
    #life = 0;
    #isBusy = false;
    #onProgress = null;
    #thrown = undefined;
    #encoder = new TextEncoder();
    #decoder = new TextDecoder();

    constructor(module, maxMemoryBytes) {
        this.#module = module;
        const pages = Math.floor((maxMemoryBytes ?? kMostPages * kPageBytes) / kPageBytes);
        if (!(pages >= kFirstPages && pages <= kMostPages)) {
            throw new EdgeError(
                "INVALID_ARGUMENT",
                `maxMemoryBytes: found ${maxMemoryBytes}, expected 16 MiB to 4 GiB`,
            );
        }
        this.#pages = pages;
        this.#start();
    }

    /** Changes when the instance does; pointers of another life are invalid. */
    get life() {
        return this.#life;
    }

    get memory() {
        return this.#instance.memory.buffer;
    }

    /**
     * Calls a function that answers with an edge_status. Texts among `inputs` go in as such; after
     * them come the output, unless there is none, and the error. Gives the output: a pointer, and
     * the size after it where it is an edge_text.
     */
    call(name, inputs, {hasOutput = true} = {}) {
        const {exports} = this.#instance;
        const life = this.#life;
        const texts = [];
        const out = this.allocate(kOutBytes);
        try {
            const given = inputs.map((input) => {
                if (typeof input !== "string") return input;
                texts.push(this.#putText(input));
                return texts.at(-1);
            });
            new Uint8Array(this.memory, out, kOutBytes).fill(0);
            if (hasOutput) given.push(out);
            const status = this.plain(name, ...given, out + kErrorAt);
            if (status !== 0) throw this.#errorOf(status, this.#numberAt(out + kErrorAt));
            return {pointer: this.#numberAt(out), size: this.#numberAt(out + 4)};
        } finally {
            // If the call ended the instance, all this is gone.
            if (life === this.#life) for (const address of [out, ...texts]) exports.free(address);
        }
    }

    /** Calls any export. */
    plain(name, ...args) {
        if (this.#isBusy) {
            throw new EdgeError(
                "INVALID_ARGUMENT",
                "the library cannot be called from a callback of its own",
            );
        }
        this.#isBusy = true;
        try {
            return this.#instance.exports[name](...args);
        } catch (failure) {
            throw this.#giveUp(failure);
        } finally {
            this.#isBusy = false;
        }
    }

    /** Runs `work` with a control whose progress goes to `onProgress`, which may be undefined. */
    withControl(onProgress, work) {
        if (onProgress === undefined) return work(0);
        if (typeof onProgress !== "function") {
            throw new EdgeError("INVALID_ARGUMENT", "progress: expected a function");
        }
        const control = this.plain("edge_control_for_host");
        if (control === 0) throw noMemory();
        const life = this.#life;
        this.#onProgress = onProgress;
        this.#thrown = undefined;
        try {
            return work(control);
        } catch (failure) {
            // What the callback threw is why the call was cancelled.
            if (this.#thrown !== undefined) throw this.#thrown.value;
            throw failure;
        } finally {
            this.#onProgress = null;
            if (life === this.#life) this.plain("edge_control_free", control);
        }
    }

    /** Calls an export that gives an address, which the upper half of the memory makes negative. */
    addressOf(name, ...args) {
        return this.plain(name, ...args) >>> 0;
    }

    allocate(size) {
        const address = this.addressOf("malloc", size);
        if (address === 0) throw noMemory();
        return address;
    }

    /** A call whose output is an edge_text, which is freed. */
    callForText(name, inputs) {
        const {pointer, size} = this.call(name, inputs);
        try {
            return this.#decoder.decode(new Uint8Array(this.memory, pointer, size));
        } finally {
            this.plain("free", pointer);
        }
    }

    /** The text up to a zero byte. */
    textAt(address) {
        const bytes = new Uint8Array(this.memory, address);
        return this.#decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
    }

    #numberAt(address) {
        return new DataView(this.memory).getUint32(address, true);
    }

    #putText(text) {
        const bytes = this.#encoder.encode(text);
        const address = this.allocate(bytes.length + 1);
        const into = new Uint8Array(this.memory, address, bytes.length + 1);
        into.set(bytes);
        into[bytes.length] = 0;
        return address;
    }

    #errorOf(status, error) {
        const code = this.#nameOf(status);
        if (error === 0) return code === "OUT_OF_MEMORY" ? noMemory() : new EdgeError(code, code);
        const message = this.textAt(this.addressOf("edge_error_message", error));
        const place = this.#placeOf(error);
        this.plain("edge_error_free", error);
        const hint = code === "EXISTS" ? "; force: true replaces it" : "";
        return new EdgeError(code, message + hint, {place});
    }

    /** What is known of it, or null. */
    #placeOf(error) {
        const address = this.allocate(kPlaceBytes);
        const place = {};
        if (this.plain("edge_error_place", error, address)) {
            const view = new DataView(this.memory, address, kPlaceBytes);
            const [file, pointer, line, column] = [0, 4, 8, 12].map((at) => view.getUint32(at, true));
            const offset = Number(view.getBigInt64(16, true));
            Object.assign(
                place,
                this.textAt(file) && {file: this.textAt(file)},
                this.textAt(pointer) && {pointer: this.textAt(pointer)},
                line > 0 && {line},
                column > 0 && {column},
                offset >= 0 && {offset},
            );
        }
        this.plain("free", address);
        return Object.keys(place).length > 0 ? place : null;
    }

    #nameOf(status) {
        return this.textAt(this.#instance.exports.edge_status_name(status) >>> 0);
    }

    #start() {
        const memory = new WebAssembly.Memory({initial: kFirstPages, maximum: this.#pages});
        const wasi = new Wasi(this.files, memory);
        const {exports} = new WebAssembly.Instance(this.#module, {
            env: {memory},
            edge: {progress: (...where) => this.#report(...where)},
            wasi_snapshot_preview1: wasi.imports(),
        });
        exports._initialize();
        this.#instance = {exports, memory, wasi};
        ++this.#life;
    }

    // Exceptions must not pass through the frames of the module, which would leave it in an
    // undefined state.
    #report(games, bytes, total_bytes) {
        try {
            return this.#onProgress?.({games, bytes, total_bytes}) === false ? 0 : 1;
        } catch (thrown) {
            this.#thrown = {value: thrown};
            return 0;
        }
    }

    #giveUp(failure) {
        const {wasi} = this.#instance;
        this.#start();
        const said = wasi.messages.trim();
        const code = failure instanceof Exit ? this.#nameOf(failure.status) : "INTERNAL";
        if (code === "OUT_OF_MEMORY") return noMemory();
        const message = said === "" ? String(failure.message) : said;
        return new EdgeError(code, message, {cause: failure});
    }
}

function noMemory() {
    return new EdgeError("OUT_OF_MEMORY", "there is not enough memory");
}
