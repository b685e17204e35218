// Processes and threads that end while calls are under way, and handles without a reference:
// nothing crashes.
import assert from "node:assert/strict";
import {mkdirSync, readdirSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {makeFolder, makeMany, runProgram} from "./support/package.mjs";

const folder = makeFolder();
const many = makeMany(folder);

async function endsWith(code, name, ...args) {
    const ended = await runProgram(name, ...args);
    assert.deepEqual({code: ended.code, signal: ended.signal}, {code, signal: null}, ended.stderr);
    return ended;
}

for (const how of ["exit", "throw", "exit-at-once"]) {
    test(`a process that ends by ${how} during scans and indexing`, async () => {
        const out = join(folder, `out-${how}`);
        mkdirSync(out);
        const code = how === "throw" ? 1 : 7;
        await endsWith(code, "end_early.mjs", how, many.corpus, many.pgn, join(out, "new.scoredb"));
        assert.deepEqual(readdirSync(out), []);
    });
}

test("worker threads that are terminated during scans", async () => {
    await endsWith(0, "terminate_workers.mjs", many.corpus, many.pgn, join(folder, "worker.scoredb"));
});

test("a process that ends while its workers scan", async () => {
    await endsWith(7, "end_with_workers.mjs", many.corpus);
});

test("handles that are collected", async () => {
    const {stdout} = await endsWith(0, "collect_garbage.mjs", many.corpus);
    assert.match(stdout, /^kept\n$/);
});

test("a program ends by itself when its calls are done", async () => {
    const {stdout} = await endsWith(0, "end_by_itself.mjs", many.corpus);
    assert.match(stdout, /^30000\n$/);
});
