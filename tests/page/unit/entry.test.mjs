// A position as typed by a user.
import assert from "node:assert/strict";
import {test} from "node:test";
import {readEntry} from "../../../web/lib/entry.js";

const kBoard = {fen: "", moves: ["e4", "c5"]};

test("a FEN is taken as it is, and a diagram becomes one", () => {
    const fen = "8/P6k/8/8/8/8/8/K7 b - - 3 40";
    assert.deepEqual(readEntry(` ${fen} `, kBoard), [{fen, moves: ""}]);
    assert.deepEqual(readEntry("8/P6k/8/8/8/8/8/K7", kBoard), [{fen: "8/P6k/8/8/8/8/8/K7 w - - 0 1", moves: ""}]);
});

test("moves from number 1 on begin at the start", () => {
    assert.deepEqual(readEntry("1. d4 d5", kBoard), [{fen: "", moves: "1. d4 d5"}]);
    assert.deepEqual(readEntry("1.d4", {fen: "8/8", moves: []}), [{fen: "", moves: "1.d4"}]);
});

test("other moves continue from the board, or else begin at the start", () => {
    assert.deepEqual(readEntry("Nf3 d6", kBoard), [{fen: "", moves: "e4 c5 Nf3 d6"}, {fen: "", moves: "Nf3 d6"}]);
    assert.deepEqual(readEntry("10. Nf3", kBoard)[0], {fen: "", moves: "e4 c5 10. Nf3"});
    assert.deepEqual(readEntry("Kb2", {fen: "8/8", moves: []})[0], {fen: "8/8", moves: "Kb2"});
});

test("tags, comments, variations and the result of a PGN are left out", () => {
    const pgn = '[White "A"]\n[Black "B/C"]\n\n1. e4 {best (they say)} e5 (1... c5 (1... e6 2. d4) 2. Nf3) 2. Nf3 1/2-1/2';
    assert.deepEqual(readEntry(pgn, kBoard).map(({moves}) => moves.split(/\s+/)), [["1.", "e4", "e5", "2.", "Nf3"]]);
});
