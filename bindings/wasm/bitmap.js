// A set of games, a bit each, in the module's memory.
import {EdgeError} from "./errors.js";

// What is not closed explicitly is freed with the object.
const forgotten = new FinalizationRegistry(({engine, handle, life}) => {
    if (life === engine.life) engine.plain("edge_bitmap_free", handle);
});
const handleOf = Symbol("handle");

export class Bitmap {
    #engine;
    #handle;
    #life;

    /** The set that a function of the library returns. */
    static from(engine, name, inputs) {
        return new Bitmap(engine, engine.call(name, inputs).pointer);
    }

    constructor(engine, handle) {
        this.#engine = engine;
        this.#handle = handle;
        this.#life = engine.life;
        forgotten.register(this, {engine, handle, life: engine.life}, this);
    }

    get count() {
        return Number(this.#engine.plain("edge_bitmap_count", this[handleOf]()));
    }

    get shards() {
        return this.#engine.plain("edge_bitmap_shards", this[handleOf]());
    }

    /**
     * The bits of a shard where they lie: game g is bit g % 64 of word g / 64. A view of the
     * module's memory, to be read or copied before the next call.
     */
    words(shard = 0) {
        const {words, games} = this.#shard(shard);
        return new BigUint64Array(this.#engine.memory, words, Math.ceil(games / 64));
    }

    /** The ids of the games, ascending. */
    ids() {
        const ids = new Uint32Array(this.count);
        let found = 0;
        let first = 0;
        for (let shard = 0; shard < this.shards; ++shard) {
            const {words, games} = this.#shard(shard);
            const halves = new Uint32Array(this.#engine.memory, words, 2 * Math.ceil(games / 64));
            for (let half = 0; half < halves.length; ++half) {
                for (let bits = halves[half]; bits !== 0; bits &= bits - 1) {
                    ids[found++] = first + 32 * half + (31 - Math.clz32(bits & -bits));
                }
            }
            first += games;
        }
        return ids;
    }

    and(other) {
        return this.#combine("and", other);
    }
    or(other) {
        return this.#combine("or", other);
    }
    xor(other) {
        return this.#combine("xor", other);
    }
    sub(other) {
        return this.#combine("sub", other);
    }
    not() {
        return this.#combine("not");
    }

    close() {
        if (this.#handle === 0) return;
        forgotten.unregister(this);
        if (this.#life === this.#engine.life) this.#engine.plain("edge_bitmap_free", this.#handle);
        this.#handle = 0;
    }

    #combine(operation, other) {
        const left = this[handleOf]();
        const right = operation === "not" ? 0 : handle(other, this.#engine);
        if (operation !== "not" && right === 0) {
            throw new EdgeError("INVALID_ARGUMENT", `${operation}: expected another Bitmap`);
        }
        return Bitmap.from(this.#engine, "edge_bitmap_combine", [operation, left, right]);
    }

    #shard(shard) {
        const engine = this.#engine;
        const handle = this[handleOf]();
        const {shards} = this;
        if (!(Number.isInteger(shard) && shard >= 0 && shard < shards)) {
            throw new EdgeError(
                "INVALID_ARGUMENT",
                `shard: expected a whole number below ${shards}`,
            );
        }
        const out = engine.allocate(8);
        try {
            const words = engine.addressOf("edge_bitmap_words", handle, shard, out);
            return {words, games: Number(new DataView(engine.memory).getBigUint64(out, true))};
        } finally {
            engine.plain("free", out);
        }
    }

    [handleOf](engine = this.#engine) {
        if (engine !== this.#engine) {
            throw new EdgeError("INVALID_ARGUMENT", "the set belongs to another instance");
        }
        if (this.#handle === 0) throw new EdgeError("INVALID_ARGUMENT", "the set is closed");
        if (this.#life !== this.#engine.life) {
            throw new EdgeError(
                "INVALID_ARGUMENT",
                "the set was lost when memory ran out; find it again",
            );
        }
        return this.#handle;
    }
}

/** The handle of a Bitmap of the engine, or 0 where none is given. */
export function handle(bitmap, engine) {
    if (bitmap === undefined || bitmap === null) return 0;
    if (bitmap instanceof Bitmap) return bitmap[handleOf](engine);
    throw new EdgeError("INVALID_ARGUMENT", "expected a Bitmap");
}
