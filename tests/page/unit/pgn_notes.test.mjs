// Comments, variations, signs and clocks of a PGN text, by ply.
import assert from "node:assert/strict";
import {test} from "node:test";
import {notesOf} from "../../../web/lib/pgn_notes.js";

/** {ply: [text]} of the remarks; a variation has its text in an array. */
function remarksOf(pgn) {
    const textOf = ({text, isVariation}) => (isVariation ? [text] : text);
    return Object.fromEntries([...notesOf(pgn).remarks].map(([ply, all]) => [ply, all.map(textOf)]));
}

test("a game without notes has none", () => {
    for (const pgn of ["", "*", "1. e4 e5 2. Nf3 1/2-1/2", '[White "A {not a comment}"]\n\n1. e4 *']) {
        const {remarks, signs, clocks} = notesOf(pgn);
        assert.deepEqual([remarks.size, signs.size, clocks.size], [0, 0, 0], pgn);
    }
});

test("comments stand at the ply before them, one without moves at the start", () => {
    assert.deepEqual(remarksOf("{Before} 1. e4 {after\n one} 1... e5 ; to the end\n2. Nf3 {x} {y} *"),
        {0: ["Before"], 1: ["after one"], 2: ["to the end"], 3: ["x", "y"]});
});

test("numbers and results are not moves, however they are written", () => {
    for (const pgn of ["1.e4 e5 {here}", "1. e4 1... e5 {here}", "1 . e4 1 ... e5 {here}", "e4 e5 {here} 1-0"]) {
        assert.deepEqual(remarksOf(pgn), {2: ["here"]}, pgn);
    }
    assert.deepEqual(remarksOf("1. e4 e5 1/2-1/2 {agreed}"), {2: ["agreed"]});
});

test("variations are kept as text, with what is inside them, and their moves do not count", () => {
    assert.deepEqual(remarksOf("1. e4 e5 (1... c5 $1 2. Nf3 (2. c3 {slow}) 2... d6) 2. Nf3 {on} *"),
        {2: [["(1... c5! 2. Nf3 (2. c3 slow) 2... d6)"]], 3: ["on"]});
});

test("signs are read as numbers or next to the move; others are left out", () => {
    assert.deepEqual([...notesOf("1. e4! e5 $6 2. Nf3 $13 Nc6?! *").signs], [[1, "!"], [2, "?!"], [4, "?!"]]);
});

test("clocks are taken out of comments, other commands too", () => {
    const pgn = "1. e4 {[%eval 0.3] [%clk 0:03:00]} e5 {[%clk 0:02:59.5] quick} *";
    assert.deepEqual([...notesOf(pgn).clocks], [[1, "0:03:00"], [2, "0:02:59.5"]]);
    assert.deepEqual(remarksOf(pgn), {2: ["quick"]});
});

test("a variation's clock is not that of the game", () => {
    assert.equal(notesOf("1. e4 (1. d4 {[%clk 0:01:00]}) e5 *").clocks.size, 0);
});

test("a missing or extra end is forgiven", () => {
    assert.deepEqual(remarksOf("1. e4 {no end"), {1: ["no end"]});
    assert.deepEqual(remarksOf("1. e4 ) e5 {here}"), {2: ["here"]});
    assert.deepEqual(remarksOf("1. e4 (1. d4 d5"), {});
    assert.deepEqual(remarksOf("1. e4 {} e5 {  }"), {});
});
