// Requests as the library takes them, from the arguments of methods. Fields have the names that they have in
// JSON everywhere; the library reports what is wrong with their values.
import {fileURLToPath} from "node:url";
import {Bitmap} from "./bitmap.js";

/** A path as text, from text or a file URL. */
export function pathOf(value, name) {
    return textOf(value instanceof URL ? fileURLToPath(value) : value, name);
}

/** Text that the library can take: it ends with the first zero character. */
export function textOf(value, name) {
    if (typeof value !== "string") throw new TypeError(`${name}: expected a string`);
    if (value.includes("\0")) throw new TypeError(`${name}: found a zero character`);
    return value;
}

/** Separates what every call takes from the rest: {signal, progress, threads} and all else. */
export function splitOptions(options = {}) {
    if (options === null || typeof options !== "object") throw new TypeError("options: expected an object");
    const {signal, progress, threads, ...rest} = options;
    return {controls: {signal, progress, threads}, rest};
}

/**
 * Which games a question is about: {choice, games, rest}, the fields of a request that choose, a set, and the fields
 * that do something else. `query` is text, the JSON form of a query, a set of games, or undefined for all.
 */
export function splitChoice(query, {within, scoutfish, bitmap, ...rest}) {
    if (within !== undefined && !(within instanceof Bitmap)) throw new TypeError("within: expected a Bitmap");
    const choice = {scoutfish, bitmap};
    let games = within;
    if (query instanceof Bitmap) games = within ? query.and(within) : query;
    else if (typeof query === "string") choice.query = query;
    else if (typeof query === "object" && query !== null) choice.query_json = query;
    else if (query !== undefined) throw new TypeError("query: expected a string, an object or a Bitmap");
    return {choice, games, rest};
}
