// A position as typed by a user: a FEN, or moves.
import {wholeFen} from "./fen.js";

/** The moves of a PGN without its tags, comments, variations and result. */
function withoutNotes(text) {
    let moves = text.replace(/\[[^\]]*\]|\{[^}]*\}|(1-0|0-1|1\/2-1\/2|\*)\s*$/g, " ");
    // A variation may hold others: the innermost go first.
    for (let before = ""; before !== moves;) {
        before = moves;
        moves = moves.replace(/\([^()]*\)/g, " ");
    }
    return moves.trim();
}

/**
 * The lines that a text can mean, given the one on the board {fen, moves: [san]}, the likeliest first: a FEN
 * has slashes, moves that begin with the number 1 begin at the start, other moves go on from the board or
 * else begin at the start too.
 */
export function readEntry(text, line) {
    const moves = withoutNotes(text);
    if (moves.includes("/")) return [{fen: wholeFen(moves), moves: ""}];
    const fromStart = {fen: "", moves};
    if (/^1(\.|\s)/.test(moves)) return [fromStart];
    return [{fen: line.fen, moves: [...line.moves, moves].join(" ")}, fromStart];
}
