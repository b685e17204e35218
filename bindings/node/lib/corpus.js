// An open corpus, and everything that can be asked of it.
import {Bitmap, now} from "./bitmap.js";
import {run} from "./call.js";
import {EdgeError} from "./errors.cjs";
import {native} from "./native.js";
import {pathOf, splitChoice, splitOptions, textOf} from "./request.js";
import {gamePages, matches, positions} from "./streams.js";

const handleOf = (games) => games && Bitmap.handleOf(games);

/** Opens a corpus. */
export async function open(path, options) {
    const {controls} = splitOptions(options);
    const text = pathOf(path, "path");
    return new Corpus(await run((...last) => native.open(text, ...last), controls), text);
}

export class Corpus {
    #native;
    #path;
    #isClosed = false;

    /** A corpus comes from open(). */
    constructor(handle, path) {
        this.#native = handle;
        this.#path = path;
    }

    get path() {
        return this.#path;
    }

    get closed() {
        return this.#isClosed;
    }

    /** Closes the files. Calls under way finish, and bitmaps stay valid. */
    close() {
        if (!this.#isClosed) native.close(this.#native);
        this.#isClosed = true;
    }

    /** `edge query --json`, with the answer that the options ask for. */
    async query(query, options) {
        const {controls, rest: all} = splitOptions(options);
        const {choice, games, rest} = splitChoice(query, all);
        return this.#ask("query", {...choice, ...rest}, games, controls);
    }

    /** How a query was read, and how it would be run. */
    async explain(query, options) {
        return this.query(query, {...options, answer: "explain"});
    }

    async heatmap(query, options) {
        return this.query(query, {...options, answer: "heatmap"});
    }

    async groupBy(key, query, options) {
        return this.query(query, {...options, answer: "groups", key});
    }

    /** `edge explore --json`; the query is one of the options, as most have none. */
    async explore(options) {
        const {controls, rest: {query, ...all}} = splitOptions(options);
        const {choice, games, rest} = splitChoice(query, all);
        return this.#ask("explore", {...choice, ...rest}, games, controls);
    }

    /** `edge inspect --json`. */
    async inspect(options) {
        const {controls, rest} = splitOptions(options);
        return this.#ask("inspect", rest, undefined, controls);
    }

    /** `edge news --json`. */
    async news(options) {
        const {controls, rest} = splitOptions(options);
        return this.#ask("news", rest, undefined, controls);
    }

    /** `edge players --json`: who may be meant by a text. */
    async players(text, options) {
        const {controls, rest} = splitOptions(options);
        return this.#ask("players", {text, ...rest}, undefined, controls);
    }

    /** `edge dedup --json`: the games that the corpus has twice. */
    async dedup(options) {
        const {controls, rest} = splitOptions(options);
        return this.#ask("dedup", rest, undefined, controls);
    }

    /** `edge collection --json`: the stored queries, listed, asked again or deleted. */
    async collections(options) {
        const {controls, rest} = splitOptions(options);
        return this.#ask("collections", rest, undefined, controls);
    }

    /** Combines stored bitmaps into another: `edge bitmap --json`. */
    async combine(options) {
        const {controls, rest} = splitOptions(options);
        return this.#ask("combine", rest, undefined, controls);
    }

    /** The games that match, as a set. */
    async find(query, options) {
        const {controls, rest: all} = splitOptions(options);
        const {choice, games, rest} = splitChoice(query, all);
        const request = JSON.stringify({...choice, ...rest});
        return new Bitmap(await this.#run(
            (corpus, ...last) => native.find(corpus, request, handleOf(games), ...last), controls));
    }

    /** The set of these ids, in any order. */
    setOf(ids) {
        const numbers = BigUint64Array.from(ids, (id) => {
            if (!Number.isSafeInteger(id) || id < 0) throw new TypeError(`ids: found ${String(id)}`);
            return BigInt(id);
        });
        return new Bitmap(now(() => native.setOf(this.#handle(), numbers)));
    }

    /** A stored set, by "@name" or path. */
    async load(name, options) {
        const {controls} = splitOptions(options);
        const text = textOf(name, "name");
        return new Bitmap(await this.#run((corpus, ...last) => native.load(corpus, text, ...last), controls));
    }

    /** Stores a set as "@name" or at a path. */
    async save(games, name, options) {
        const {controls, rest: {force = false}} = splitOptions(options);
        if (!(games instanceof Bitmap)) throw new TypeError("games: expected a Bitmap");
        const text = textOf(name, "name");
        await this.#run(
            (corpus, ...last) => native.save(corpus, handleOf(games), text, Boolean(force), ...last), controls);
    }

    /** One game by its id: an object, or text when the options name a format. */
    async game(id, options) {
        const {controls, rest} = splitOptions(options);
        const answer = await this.#ask("games", {...rest, game: id}, undefined, controls);
        return typeof answer === "string" ? answer : answer.games[0];
    }

    /** The games that match, an object each. */
    async *games(query, options) {
        for await (const page of this.#gamePages(query, options, "json")) yield* page.games;
    }

    /** The games that match as text, a piece at a time. */
    async *text(query, options) {
        const {format = "pgn", ...rest} = options ?? {};
        if (format === "json") throw new TypeError("format: expected pgn, uci, jsonl, csv or table");
        let isFirst = true;
        for await (const piece of this.#gamePages(query, rest, format)) {
            // Every page of these has its header.
            const hasHeader = format === "csv" || format === "table";
            yield isFirst || !hasHeader ? piece : piece.slice(piece.indexOf("\n") + 1);
            isFirst = false;
        }
    }

    /** Where each game matched. */
    matches(query, options) {
        return matches(this, this.#ask.bind(this), query, options);
    }

    /** The positions that match. */
    positions(query, options) {
        return positions(this, this.#ask.bind(this), query, options);
    }

    #gamePages(query, options, format) {
        return gamePages(this, this.#ask.bind(this), query, options, format);
    }

    /** The answer as an object, or as text where that was asked for. */
    async #ask(what, request, games, controls) {
        const json = JSON.stringify(request);
        const text = await this.#run(
            (corpus, ...last) => native.ask(corpus, what, json, handleOf(games), ...last), controls);
        return what === "games" && (request.format ?? "json") !== "json" ? text : JSON.parse(text);
    }

    #run(begin, controls) {
        return run((...last) => begin(this.#handle(), ...last), controls);
    }

    #handle() {
        if (this.#isClosed) throw new EdgeError("INVALID_ARGUMENT", `${this.#path}: the corpus is closed`);
        return this.#native;
    }
}

// Node has these from version 18.18 and 20 on.
if (Symbol.dispose) Corpus.prototype[Symbol.dispose] = Corpus.prototype.close;
if (Symbol.asyncDispose) {
    Corpus.prototype[Symbol.asyncDispose] = async function () {
        this.close();
    };
}
