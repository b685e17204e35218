// What is read from a FEN.
import assert from "node:assert/strict";
import {test} from "node:test";
import {kStartFen, piecesOf, plyOf, squareName, wholeFen} from "../../../web/lib/fen.js";

test("squares are numbered from a1 to h8", () => {
    assert.deepEqual([0, 7, 8, 27, 63].map(squareName), ["a1", "h1", "a2", "d4", "h8"]);
});

test("pieces are found where they stand", () => {
    const placed = piecesOf("4k3/8/8/8/8/8/1P5p/4K2R w K - 0 1").map(({square, piece}) => piece + squareName(square));
    assert.deepEqual(placed.sort(), ["bke8", "bph2", "wke1", "wpb2", "wrh1"]);
    assert.deepEqual(piecesOf("8/8/8/8/8/8/8/8"), []);
});

test("a FEN says its ply; without a number it is the first move", () => {
    const plies = ["w - - 0 1", "b - - 0 1", "w - - 0 20", "b - - 5 20", "b"].map((rest) => plyOf(`8/8 ${rest}`));
    assert.deepEqual(plies, [0, 1, 38, 39, 1]);
});

test("a diagram alone becomes a FEN: White to move, castling where king and rook are at home", () => {
    assert.equal(wholeFen(kStartFen.split(" ")[0]), kStartFen);
    assert.equal(wholeFen("r3k3/8/8/8/8/8/8/4K2R"), "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1");
    assert.equal(wholeFen("4k3/8/8/8/8/8/8/3K3R"), "4k3/8/8/8/8/8/8/3K3R w - - 0 1");
    assert.equal(wholeFen("r3k3/8/8/8/8/8/8/4K2R b"), "r3k3/8/8/8/8/8/8/4K2R b", "what is given is not changed");
});
