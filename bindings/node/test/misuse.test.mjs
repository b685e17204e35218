// Whatever is wrong is reported by an error.
import assert from "node:assert/strict";
import {cpSync, rmSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {collected, edge, kClassics, makeClassics, makeFolder, makeMany, runProgram} from "./support/package.mjs";

const folder = makeFolder();
const path = makeClassics(folder);
const corpus = await edge.open(path);

test("what does not exist", async () => {
    await assert.rejects(edge.open(join(folder, "none.scoredb")), {name: "EdgeError", code: "NOT_FOUND"});
    await assert.rejects(edge.index(join(folder, "none.pgn"), join(folder, "new.scoredb")), {name: "EdgeError"});
    await assert.rejects(corpus.game(58), {name: "EdgeError"});
});

test("an existing corpus is not replaced unasked", async () => {
    await assert.rejects(edge.index(kClassics, path), {name: "EdgeError"});
});

test("mistakes in requests are reported with their place", async () => {
    await assert.rejects(corpus.query("resalt = W"), {code: "INVALID_ARGUMENT", message: /^\/query: column 1: /,
        place: {pointer: "/query", line: 1, column: 1}});
    await assert.rejects(corpus.query({al: []}), {code: "INVALID_ARGUMENT"});
    await assert.rejects(corpus.query("all", {colour: "red"}), {code: "INVALID_ARGUMENT", message: /colour/});
    await assert.rejects(corpus.groupBy("colour"), {code: "INVALID_ARGUMENT"});
    await assert.rejects(collected(corpus.matches(undefined, {scoutfish: 7})), {code: "INVALID_ARGUMENT"});
    await assert.rejects(corpus.explore({moves: "e4 e4"}), {code: "INVALID_ARGUMENT"});
    await assert.rejects(collected(corpus.games("all", {columns: ["nothing"]})), {code: "INVALID_ARGUMENT"});
});

test("values of a wrong type", async () => {
    const wrong = [undefined, null, 7, {}, [], Symbol("x"), () => 0];
    for (const value of wrong) await assert.rejects(edge.open(value), TypeError);
    for (const value of [7, true, Symbol("x"), () => 0, null]) {
        await assert.rejects(corpus.query(value), TypeError);
        await assert.rejects(collected(corpus.games(value)), TypeError);
    }
    for (const value of [7, "text", null]) await assert.rejects(corpus.query("all", value), TypeError);
    await assert.rejects(edge.open("a\0b"), TypeError);
    await assert.rejects(edge.open(new URL("https://example.org/")), TypeError);
    await assert.rejects(corpus.query("all", {within: [1]}), TypeError);
    await assert.rejects(corpus.query("all", {signal: {}}), TypeError);
    await assert.rejects(corpus.query("all", {progress: 7}), TypeError);
    for (const threads of [0, -1, 1.5, "2", 2000]) await assert.rejects(corpus.query("all", {threads}), TypeError);
    for (const limits of [{page: 0}, {skip: -1}, {limit: "1"}]) {
        await assert.rejects(collected(corpus.games("all", limits)), TypeError);
    }
    await assert.rejects(corpus.save([1], "@x"), TypeError);
    await assert.rejects(corpus.query("all", {limit: 5n}), TypeError);
    const bitmap = corpus.setOf([1]);
    for (const value of [undefined, null, 7, [1], {}]) assert.throws(() => bitmap.and(value), TypeError);
    assert.throws(() => edge.Corpus.prototype.close.call({}), TypeError);
    assert.throws(() => new edge.Bitmap({}), TypeError);
    await assert.rejects(new edge.Corpus({}, "x").query("all"), TypeError);
});

test("a closed corpus", async () => {
    const other = await edge.open(path);
    const bitmap = await other.find("result = W");
    const underWay = other.heatmap();
    other.close();
    other.close();
    assert.ok(other.closed);
    const closed = {name: "EdgeError", code: "INVALID_ARGUMENT", message: /closed/};
    for (const call of [
        other.query("all"), other.find("all"), other.explore(), other.inspect(), other.load("@x"), other.game(0),
        other.save(bitmap, "@x"), collected(other.games()), collected(other.positions()),
    ]) {
        await assert.rejects(call, closed);
    }
    assert.throws(() => other.setOf([1]), closed);
    // A call that had not got its turn finds the corpus closed; one under way finishes.
    await underWay.catch((error) => assert.match(error.message, closed.message));
    assert.equal([...bitmap].length, bitmap.not().not().count);
});

test("a corpus is disposed of", {skip: !Symbol.asyncDispose}, async () => {
    const other = await edge.open(path);
    await other[Symbol.asyncDispose]();
    assert.ok(other.closed);
});

test("a corpus that is deleted while it is open", async () => {
    const copy = join(folder, "deleted.scoredb");
    cpSync(path, copy, {recursive: true});
    const other = await edge.open(copy);
    rmSync(copy, {recursive: true});
    // What is mapped stays; what is not is an error.
    assert.equal((await other.query("ever(checkmate)")).games_matched, 10);
    await assert.rejects(other.load("@mates"), {name: "EdgeError", code: "NOT_FOUND"});
    await assert.rejects(edge.open(copy), {name: "EdgeError", code: "NOT_FOUND"});
});

test("damaged files", async () => {
    const copy = join(folder, "damaged.scoredb");
    cpSync(path, copy, {recursive: true});
    writeFileSync(join(copy, "meta"), "nonsense\n");
    await assert.rejects(edge.open(copy), {name: "EdgeError"});
});

test("a corpus that is cut short while it is open", async () => {
    const {corpus: large} = makeMany();
    const ended = await runProgram("cut_short.mjs", large);
    assert.deepEqual({code: ended.code, signal: ended.signal}, {code: 0, signal: null}, ended.stderr);
    assert.match(ended.stdout, /^IO\n$/);
});
