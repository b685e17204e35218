// Sets of games against JavaScript's own.
import assert from "node:assert/strict";
import {test} from "node:test";
import {edge, makeClassics, makeFolder, programJson} from "./support/package.mjs";

const kGames = 58;
const path = makeClassics(makeFolder(), "--shards", "3");
const corpus = await edge.open(path);
const won = await corpus.find("result = W");
const mates = await corpus.find("ever(checkmate)");
const all = [...Array(kGames).keys()];
const wonIds = new Set(won);

test("a set knows its games", () => {
    assert.equal(won.count, 36);
    assert.equal(wonIds.size, won.count);
    assert.deepEqual(all.filter((id) => won.has(id)), [...won]);
    for (const other of [-1, kGames, 0.5, NaN, "0", undefined]) assert.equal(won.has(other), false);
    assert.equal(won.shards.length, 3);
    assert.equal(won.shards.reduce((sum, games) => sum + games), kGames);
});

test("algebra", () => {
    const ids = (test) => all.filter((id) => test(won.has(id), mates.has(id)));
    assert.deepEqual([...won.and(mates)], ids((left, right) => left && right));
    assert.deepEqual([...won.or(mates)], ids((left, right) => left || right));
    assert.deepEqual([...won.xor(mates)], ids((left, right) => left !== right));
    assert.deepEqual([...won.sub(mates)], ids((left, right) => left && !right));
    assert.deepEqual([...won.not()], ids((left) => !left));
    assert.equal(won.not().not().xor(won).count, 0);
});

test("sets of ids", () => {
    assert.deepEqual([...corpus.setOf([57, 3, 3, 20])], [3, 20, 57]);
    assert.deepEqual([...corpus.setOf(won)], [...won]);
    assert.equal(corpus.setOf([]).count, 0);
    assert.throws(() => corpus.setOf([kGames]), {name: "EdgeError", code: "INVALID_ARGUMENT"});
    for (const ids of [[-1], [0.5], ["1"], [2 ** 60], [1n]]) assert.throws(() => corpus.setOf(ids), TypeError);
});

test("words are the bits of a shard", () => {
    let start = 0;
    const found = [];
    for (const [shard, games] of won.shards.entries()) {
        const words = won.words(shard);
        assert.ok(words instanceof BigUint64Array);
        assert.equal(words.length, Math.ceil(games / 64));
        for (let game = 0; game < games; ++game) {
            if (words[game >> 6] >> BigInt(game % 64) & 1n) found.push(start + game);
        }
        start += games;
    }
    assert.deepEqual(found, [...won]);
    for (const shard of [3, -1, 0.5, "0", undefined]) assert.throws(() => won.words(shard), RangeError);
});

test("words are the bitmap's own memory", () => {
    const games = corpus.setOf([1]);
    // Nobody should do this; here it shows that there is no copy.
    games.words(0)[0] |= 4n;
    assert.equal(games.count, 2);
});

test("a set narrows every question", async () => {
    const both = await corpus.query("ever(checkmate) and result = W");
    for (const answer of [
        await corpus.query("ever(checkmate)", {within: won}),
        await corpus.query(won, {within: mates}),
        await corpus.query(won.and(mates)),
    ]) {
        assert.equal(answer.games_matched, both.games_matched);
    }
    assert.deepEqual((await corpus.explore({query: won})).moves, (await corpus.explore({query: "result = W"})).moves);
    assert.deepEqual([...await corpus.find("ever(checkmate)", {within: won})], [...won.and(mates)]);
});

test("stored sets are the program's", async () => {
    await corpus.save(won, "@won");
    assert.equal(programJson("bitmap", "info", "@won", "--corpus", path).games_set, won.count);
    assert.deepEqual([...await corpus.load("@won")], [...won]);
    await assert.rejects(corpus.save(won, "@won"), {name: "EdgeError"});
    await corpus.save(mates, "@won", {force: true});
    assert.deepEqual([...await corpus.load("@won")], [...mates]);
    await assert.rejects(corpus.load("@none"), {name: "EdgeError", code: "NOT_FOUND"});
    await corpus.save(won, "@white");
    const combined = await corpus.combine({op: "and", inputs: ["@won", "@white"], output: "@both"});
    assert.equal(combined.games_set, won.and(mates).count);
    assert.equal((await corpus.query("@both")).games_matched, combined.games_set);
});

test("sets of another layout are refused", async () => {
    const other = await (await edge.open(makeClassics())).find("result = W");
    assert.throws(() => won.and(other), {name: "EdgeError"});
    await assert.rejects(corpus.query("all", {within: other}), {name: "EdgeError"});
    await assert.rejects(corpus.save(other, "@other"), {name: "EdgeError"});
});
