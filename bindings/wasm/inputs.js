// Checks what callers pass in: games to index, and plain objects.
import {EdgeError} from "./errors.js";

export function requireObject(value, what) {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return;
    throw new EdgeError("INVALID_ARGUMENT", `${what}: expected an object`);
}

/** [{name, bytes}] of text, of bytes, or of a list of such files. */
export function inputFiles(games) {
    const list = Array.isArray(games) ? games : [{name: "games.pgn", bytes: games}];
    if (list.length === 0) {
        throw new EdgeError("INVALID_ARGUMENT", "games: expected at least one file");
    }
    const files = list.map((file, index) => {
        requireObject(file, `games[${index}]`);
        return {name: fileName(file.name, index), bytes: bytesOf(file.bytes, index)};
    });
    const names = new Set(files.map((file) => file.name));
    if (names.size !== files.length) {
        throw new EdgeError("INVALID_ARGUMENT", "games: expected a different name for each file");
    }
    return files;
}

function fileName(name, index) {
    if (name === undefined) return `games-${index}.pgn`;
    const last = String(name).split("/").at(-1);
    // Names of one digit or more are folders of corpora, and dots are not files.
    if (/^(|\.|\.\.|-|\d+)$/.test(last)) {
        throw new EdgeError(
            "INVALID_ARGUMENT",
            `games[${index}].name: found "${name}", expected the name of a file`,
        );
    }
    return last;
}

function bytesOf(value, index) {
    if (value instanceof Uint8Array) return value;
    if (value instanceof ArrayBuffer) return new Uint8Array(value);
    if (typeof value === "string") return new TextEncoder().encode(value);
    throw new EdgeError(
        "INVALID_ARGUMENT",
        `games[${index}]: expected a string, a Uint8Array or an ArrayBuffer`,
    );
}
