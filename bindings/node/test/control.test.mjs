// Progress, cancelling, and many calls at once.
import assert from "node:assert/strict";
import {existsSync, readdirSync} from "node:fs";
import {dirname, join} from "node:path";
import {test} from "node:test";
import {setImmediate} from "node:timers/promises";
import {collected, edge, makeFolder, makeMany} from "./support/package.mjs";

const many = makeMany();
const corpus = await edge.open(many.corpus);
// A long scan with a short answer.
const kLong = {answer: "groups", key: "pawn-structure", top_n: 1, threads: 1};

test("progress is reported", async () => {
    const reports = [];
    const report = await edge.index(many.pgn, join(makeFolder(), "new.scoredb"), {progress: (at) => reports.push(at)});
    assert.equal(report.games, 30000);
    assert.ok(reports.length > 0);
    for (const {games, bytes, total_bytes} of reports) {
        assert.ok(games <= report.games && bytes <= total_bytes && total_bytes === report.input_bytes);
    }
});

test("the event loop goes on during a call", async () => {
    let turns = 0, isDone = false;
    const call = corpus.query(undefined, kLong).finally(() => (isDone = true));
    while (!isDone) {
        await setImmediate();
        ++turns;
    }
    await call;
    assert.ok(turns > 1);
});

test("a signal cancels a query", async () => {
    const controller = new AbortController();
    const call = corpus.query(undefined, {...kLong, signal: controller.signal, progress: () => controller.abort()});
    await assert.rejects(call, {name: "AbortError"});
});

test("a signal cancels indexing, which leaves nothing", async () => {
    const out = join(makeFolder(), "new.scoredb");
    const controller = new AbortController();
    const reason = new Error("enough");
    const call = edge.index(many.pgn, out, {signal: controller.signal, progress: () => controller.abort(reason)});
    await assert.rejects(call, reason);
    assert.ok(!existsSync(out));
    assert.deepEqual(readdirSync(dirname(out)), []);
});

test("a signal that is aborted already begins nothing", async () => {
    const signal = AbortSignal.abort();
    for (const call of [
        edge.open(many.corpus, {signal}), edge.index(many.pgn, "x", {signal}), corpus.query("all", {signal}),
        corpus.find("all", {signal}), corpus.explore({signal}), corpus.inspect({signal}), corpus.load("@x", {signal}),
        corpus.games("all", {signal}).next(), corpus.matches("all", {signal}).next(),
        corpus.positions("all", {signal}).next(),
    ]) {
        await assert.rejects(call, {name: "AbortError"});
    }
});

test("a signal ends a stream between its pages", async () => {
    const controller = new AbortController();
    const seen = [];
    await assert.rejects(async () => {
        const options = {signal: controller.signal, page: 10, columns: ["game_id"]};
        for await (const {game_id} of corpus.games("all", options)) {
            seen.push(game_id);
            if (seen.length === 15) controller.abort();
        }
    }, {name: "AbortError"});
    assert.equal(seen.length, 20);
});

test("what a progress function throws is what the call rejects with", async () => {
    const mine = new Error("mine");
    const out = join(makeFolder(), "new.scoredb");
    for (const progress of [() => { throw mine; }, async () => { throw mine; }]) {
        await assert.rejects(edge.index(many.pgn, out, {progress}), mine);
        await assert.rejects(corpus.query(undefined, {...kLong, progress}), mine);
    }
    assert.ok(!existsSync(out));
});

test("a signal that stays leaves no listeners behind", async () => {
    const {signal} = new AbortController();
    const warnings = [];
    process.on("warning", (warning) => warnings.push(warning));
    for (let i = 0; i < 50; ++i) await corpus.query("result = W", {signal});
    await setImmediate();
    assert.deepEqual(warnings, []);
});

test("hundreds of calls at once", async () => {
    const calls = Array.from({length: 300}, (_, i) => corpus.query(`plies > ${i}`, {threads: 1}));
    const found = (await Promise.all(calls)).map((answer) => answer.games_matched);
    assert.deepEqual(found, [...found].sort((a, b) => b - a));
});

test("calls that wait for their turn can be cancelled", async () => {
    const controller = new AbortController();
    const others = Array.from({length: 20}, () => corpus.heatmap(undefined, {threads: 1}));
    const last = corpus.query("all", {signal: controller.signal});
    controller.abort();
    await assert.rejects(last, {name: "AbortError"});
    await Promise.all(others);
});

test("leaving a stream early ends it", async () => {
    for await (const row of corpus.games("all", {page: 5, columns: ["game_id"]})) {
        if (row.game_id === 7) break;
    }
    assert.equal((await collected(corpus.games("all", {limit: 7, page: 3, columns: ["game_id"]}))).length, 7);
});
