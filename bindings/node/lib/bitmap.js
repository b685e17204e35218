// Sets of games.
import {translated} from "./errors.cjs";
import {native} from "./native.js";

/** Runs a short call of the addon. */
export function now(call) {
    try {
        return call();
    } catch (error) {
        throw translated(error);
    }
}

export class Bitmap {
    #native;
    #count;
    #shards;
    #words = [];

    /** Bitmaps come from a corpus, or from others. */
    constructor(handle) {
        this.#native = handle;
        this.#shards = native.shards(handle);
    }

    /** @internal */
    static handleOf(bitmap) {
        return bitmap.#native;
    }

    /** How many games are in it. */
    get count() {
        this.#count ??= native.count(this.#native);
        return this.#count;
    }

    /** How many games each shard has, in the set or not. */
    get shards() {
        return [...this.#shards];
    }

    and(other) {
        return this.#combined("and", other);
    }

    or(other) {
        return this.#combined("or", other);
    }

    xor(other) {
        return this.#combined("xor", other);
    }

    sub(other) {
        return this.#combined("sub", other);
    }

    not() {
        return new Bitmap(now(() => native.combine("not", this.#native)));
    }

    has(id) {
        if (!Number.isInteger(id) || id < 0) return false;
        let game = id;
        for (const [shard, games] of this.#shards.entries()) {
            if (game < games) return (this.#halves(shard)[game >>> 5] >>> (game & 31) & 1) === 1;
            game -= games;
        }
        return false;
    }

    /** The ids, ascending. */
    *[Symbol.iterator]() {
        let start = 0;
        for (const [shard, games] of this.#shards.entries()) {
            const halves = this.#halves(shard);
            for (let i = 0; i < halves.length; ++i) {
                for (let bits = halves[i]; bits !== 0; bits &= bits - 1) {
                    yield start + i * 32 + 31 - Math.clz32(bits & -bits);
                }
            }
            start += games;
        }
    }

    /**
     * The bits of a shard: its game g is bit g % 64 of word g / 64. It is the bitmap's own memory, which must not
     * be written to, or a copy where the runtime does not allow that.
     */
    words(shard) {
        return new BigUint64Array(this.#buffer(shard));
    }

    // The same as 32-bit words, least significant first, which is how all machines that Node runs on keep them:
    // arithmetic on BigInt is slow.
    #halves(shard) {
        return new Uint32Array(this.#buffer(shard));
    }

    #buffer(shard) {
        if (!(Number.isInteger(shard) && shard >= 0 && shard < this.#shards.length)) {
            throw new RangeError(`shard: expected a whole number below ${this.#shards.length}`);
        }
        this.#words[shard] ??= native.words(this.#native, shard);
        return this.#words[shard];
    }

    #combined(operation, other) {
        if (!(other instanceof Bitmap)) throw new TypeError(`${operation}: expected a Bitmap`);
        return new Bitmap(now(() => native.combine(operation, this.#native, other.#native)));
    }
}
