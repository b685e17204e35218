// Numbers, dates and moves as people read them.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as format from "../../../web/lib/format.js";

function holds(of, cases) {
    for (const [wanted, ...args] of cases) assert.equal(of(...args), wanted, `of ${JSON.stringify(args)}`);
}

test("counts have separators, and large ones are shortened where there is little room", () => {
    holds(format.count, [["0", 0], ["1,234,567", 1234567]]);
    holds(format.shortCount, [["9,999", 9999], ["10K", 10_000], ["111.6K", 111_580], ["1.2M", 1_200_000]]);
});

test("a time that is not one is unknown", () => {
    holds(format.time, [["at an unknown time", null], ["at an unknown time", ""], ["at an unknown time", "2026-11-16"]]);
    assert.match(format.time("20261116-035948"), /^1[567] Nov 2026, \d\d:\d\d$/);
});

test("a share of nothing is not a number", () => {
    holds(format.percent, [["–", 0, 0], ["33%", 1, 3], ["33.3%", 1, 3, 1], ["0%", 0, 5], ["100%", 5, 5]]);
});

test("one game is singular", () => {
    holds(format.plural, [
        ["1 game", 1, "game"], ["0 games", 0, "game"], ["2,000 games", 2000, "game"], ["3 plies", 3, "ply", "plies"],
    ]);
});

test("zero is a value, nothing is a dash", () => {
    holds(format.orDash, [[0, 0], ["–", null], ["–", undefined]]);
});

test("sizes have a unit, and a decimal below ten of it", () => {
    holds(format.bytes, [
        ["0 B", 0], ["999 B", 999], ["1.0 KB", 1000], ["9.9 KB", 9900], ["10 KB", 10_400], ["1.5 MB", 1_500_000],
        ["2.0 GB", 2e9], ["5000 TB", 5e15],
    ]);
});

test("a date shows only what is known", () => {
    holds(format.date, [
        ["1998-11-30", "1998.11.30"], ["1998-11", "1998.11.??"], ["1998", "1998.??.??"], ["", "????.??.??"], ["", ""],
        ["", undefined],
    ]);
});

test("results are written with dashes and halves", () => {
    holds(format.result, [["1–0", "1-0"], ["0–1", "0-1"], ["½–½", "1/2-1/2"], ["*", "*"], ["*", undefined]]);
});

test("a player without a name is unknown", () => {
    holds(format.playerName, [["Tal, Mihail", "Tal, Mihail"], ["Unknown", "?"], ["Unknown", ""], ["Unknown", undefined]]);
});

test("a corpus is called by its path without the ending", () => {
    holds(format.corpusName, [["otb", "otb.scoredb"], ["a/b.scoredb.old", "a/b.scoredb.old"]]);
});

test("the daemon's words become a sentence", () => {
    holds(format.sentence, [["No game has a clock.", "no game has a clock"]]);
});

test("moves have their numbers, Black's only at the beginning", () => {
    holds(format.numbered, [
        ["", []],
        ["1. e4 c5 2. Nf3", ["e4", "c5", "Nf3"]],
        ["1… c5 2. Nf3", ["c5", "Nf3"], 1],
        ["30. Kf2 Kf7", ["Kf2", "Kf7"], 58],
    ]);
});
