// The library in a worker, as a page uses it.
import assert from "node:assert/strict";
import {Blob} from "node:buffer";
import {execFileSync} from "node:child_process";
import {after, before, describe, it} from "node:test";
import {gzipSync} from "node:zlib";

import {classics, loadEdge, startEdge} from "./native.mjs";

let edge;
let corpus;
let inThread;

before(async () => {
    edge = await startEdge();
    corpus = await edge.index([{name: "classics.pgn", bytes: classics}]);
    inThread = (await loadEdge()).index([{name: "classics.pgn", bytes: classics}]);
});
after(() => edge.terminate());

describe("a worker", () => {
    it("answers as the thread does", async () => {
        const {seconds, corpus: path, ...report} = corpus.report;
        const {seconds: s, corpus: p, ...expected} = inThread.report;
        assert.deepEqual(report, expected);
        assert.deepEqual(await corpus.query("result = W"), inThread.query("result = W"));
        const place = {moves: "e4", board: true};
        assert.deepEqual(await corpus.explore(place), inThread.explore(place));
        assert.deepEqual(await corpus.heatmap("ever(checkmate)"), inThread.heatmap("ever(checkmate)"));
        assert.deepEqual(await corpus.groupBy("eco"), inThread.groupBy("eco"));
        assert.equal(await corpus.games({format: "pgn", game: 3}), inThread.games({format: "pgn", game: 3}));
    });

    it("keeps sets", async () => {
        const white = await corpus.find("result = W");
        const black = await corpus.find("result = B");
        assert.equal(white.count, 36);
        const both = await white.or(black);
        assert.deepEqual(await both.ids(), inThread.find("result = W or result = B").ids());
        assert.equal((await both.not()).count, 58 - both.count);
        assert.equal((await corpus.query({}, {within: white})).games_matched, 36);
        assert.equal((await white.words()).length, 1);
        await white.close();
        await assert.rejects(white.ids(), {code: "INVALID_ARGUMENT"});
    });

    it("unpacks zstd of several frames", async () => {
        const frame = execFileSync("zstd", ["--quiet", "-19"], {input: classics});
        const skipped = Buffer.from("502a4d180400000061626364", "hex");
        const packed = await edge.index([{name: "twice.pgn.zst", bytes: Buffer.concat([skipped, frame, frame])}]);
        assert.equal(packed.report.games, 116);
        await packed.close();
    });

    it("reports packed files that are damaged", async () => {
        const zstd = execFileSync("zstd", ["--quiet"], {input: classics});
        for (const [name, bytes] of [["a.pgn.zst", zstd], ["a.pgn.gz", gzipSync(classics)]]) {
            const half = bytes.subarray(0, bytes.length / 2);
            const message = new RegExp(`^${name}: found damaged (zstd|gzip) data \\(.+\\), expected`);
            await assert.rejects(edge.index([{name, bytes: half}]), {code: "CORRUPT", message});
        }
    });

    it("unpacks gzip and reads blobs", async () => {
        const packed = await edge.index([{name: "classics.pgn.gz", bytes: new Blob([gzipSync(classics)])}]);
        assert.equal(packed.report.games, 58);
        const text = await edge.index(new TextDecoder().decode(classics));
        assert.deepEqual(await packed.explore(), await text.explore());
        await Promise.all([packed.close(), text.close()]);
        await assert.rejects(packed.explore(), {code: "INVALID_ARGUMENT"});
    });

    it("rejects what is wrong", async () => {
        await assert.rejects(corpus.query("result ="), {name: "EdgeError", code: "INVALID_ARGUMENT"});
        await assert.rejects(edge.index(7), {code: "INVALID_ARGUMENT"});
        await assert.rejects(corpus.query("ever(checkmate)", {within: 7}), {code: "INVALID_ARGUMENT"});
        await assert.rejects(corpus.query(() => 1), {code: "INVALID_ARGUMENT"});
        await assert.rejects(corpus.query({set: 1}), {code: "INVALID_ARGUMENT"});
    });

    it("exports and opens", async () => {
        const again = await edge.openCorpus(await corpus.export());
        assert.deepEqual(await again.explore(), await corpus.explore());
        await again.close();
    });

    it("stops for a signal", async () => {
        const gone = AbortSignal.abort(new Error("gone"));
        await assert.rejects(corpus.query("ever(checkmate)", {signal: gone}), /gone/);
        const controller = new AbortController();
        const running = corpus.query("ever(checkmate)", {signal: controller.signal});
        controller.abort();
        await assert.rejects(running, {name: "AbortError"});
        assert.equal((await corpus.query("result = W")).games_matched, 36);
    });

    it("refuses sets of another worker", async () => {
        const other = await startEdge();
        const found = await (await other.index(classics)).find("result = W");
        await assert.rejects(corpus.query("all", {within: found}), {code: "INVALID_ARGUMENT"});
        await assert.rejects(corpus.find("all").then((all) => all.and(found)), {code: "INVALID_ARGUMENT"});
        await other.terminate();
    });

    it("stops for its callback", async () => {
        await assert.rejects(edge.index(classics, {progress: () => false}), {code: "CANCELLED"});
        const progress = () => {
            throw new Error("mine");
        };
        await assert.rejects(edge.index(classics, {progress}), /mine/);
    });

    it("ends with all that waits", async () => {
        const other = await startEdge();
        const waiting = other.index(classics);
        other.terminate();
        await assert.rejects(waiting, {code: "CANCELLED"});
        await assert.rejects(other.index(classics), {code: "CANCELLED"});
    });
});
