// What is wrong throws an EdgeError, and the module goes on.
import assert from "node:assert/strict";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {beforeEach, describe, it} from "node:test";

import {
    classics, classicsPath, edge, EdgeError, filesBelow, loadEdge, temporaryFolder,
} from "./native.mjs";

let library;
let corpus;

beforeEach(async () => {
    library ??= await loadEdge();
    corpus ??= library.index(classics);
});

const invalid = {name: "EdgeError", code: "INVALID_ARGUMENT"};
const stillWorks = () => assert.equal(corpus.query("result = W").games_matched, 36);

describe("wrong requests", () => {
    it("are refused with the words of the library", () => {
        const place = {pointer: "/query", line: 1, column: 10};
        assert.throws(() => corpus.query("result = "), {...invalid, place});
        assert.throws(() => corpus.query({query: "all", answer: "nothing"}), invalid);
        assert.throws(() => corpus.query({quer: "all"}), invalid);
        assert.throws(() => corpus.explore({moves: "e5"}), invalid);
        assert.throws(() => corpus.explore({fen: "nonsense"}), invalid);
        assert.throws(() => corpus.groupBy("colour"), invalid);
        assert.throws(() => corpus.games({game: 58}), EdgeError);
        stillWorks();
    });

    it("of a wrong type are refused", () => {
        for (const wrong of [1, null, [], true]) {
            assert.throws(() => corpus.query(wrong), invalid);
            assert.throws(() => corpus.explore(wrong), invalid);
        }
        assert.throws(() => corpus.query("ever(checkmate)", {within: [1]}), invalid);
        assert.throws(() => corpus.query("ever(checkmate)", {progress: 1}), invalid);
        const found = corpus.find("ever(checkmate)");
        assert.throws(() => found.and(1), invalid);
        for (const shard of [1, -1, 0.5, 0n, "0"]) assert.throws(() => found.words(shard), invalid);
        assert.equal(found.count, 10);
        stillWorks();
    });

    it("that nest without end are refused", () => {
        assert.throws(() => corpus.query("(".repeat(100_000)), EdgeError);
        assert.throws(() => corpus.query(`${'not '.repeat(100_000)}all`), EdgeError);
        stillWorks();
    });
});

describe("sets of another instance", () => {
    it("are refused", async () => {
        const found = (await loadEdge()).index(classics).find("result = W");
        assert.throws(() => corpus.query("all", {within: found}), invalid);
        assert.throws(() => corpus.save(found, "@found"), invalid);
        assert.throws(() => corpus.find("all").and(found), invalid);
        stillWorks();
    });
});

describe("wrong games", () => {
    it("are refused", () => {
        for (const wrong of [undefined, null, 1, {}, []]) assert.throws(() => library.index(wrong), invalid);
        assert.throws(() => library.index([{name: "..", bytes: classics}]), invalid);
        const twice = {name: "a.pgn", bytes: classics};
        assert.throws(() => library.index([twice, twice]), invalid);
        assert.throws(() => library.index(classics, {shards: 0}), invalid);
        assert.throws(() => library.index(classics, {nonsense: 1}), invalid);
        assert.throws(() => library.index('[Event "?"]\n\n1. e5 *', {bad_games: "fail"}), EdgeError);
    });

    it("that are packed are not supported", () => {
        const packed = new Uint8Array(gzipSync(classics));
        assert.throws(() => library.index(packed), {code: "UNSUPPORTED"});
        stillWorks();
    });

    it("whose tags the program packed cannot be asked about them", () => {
        const folder = join(temporaryFolder(), "packed.scoredb");
        edge("index", classicsPath, "--out", folder);
        const packed = library.openCorpus(filesBelow(folder));
        assert.equal(packed.query("result = W").games_matched, 36);
        assert.throws(() => packed.query('tag("Annotator") = "me"'), {code: "UNSUPPORTED"});
        packed.close();
    });

    it("of no games make an empty corpus", () => {
        const empty = library.index("");
        assert.equal(empty.report.games, 0);
        assert.equal(empty.query().games_matched, 0);
        assert.equal(empty.find().not().count, 0);
        assert.equal(empty.find().ids().length, 0);
        empty.close();
    });
});

describe("a corpus", () => {
    it("that is closed is refused", () => {
        const other = library.index(classics);
        const found = other.find("result = W");
        other.close();
        other.close();
        for (const call of ["query", "explore", "games", "inspect", "find", "export"]) {
            assert.throws(() => other[call](), invalid);
        }
        assert.equal(found.count, 36);
        found.close();
        assert.throws(() => found.count, invalid);
        assert.throws(() => found.ids(), invalid);
    });

    it("that is damaged is refused", () => {
        const files = corpus.export();
        assert.throws(() => library.openCorpus({}), {code: "NOT_FOUND"});
        assert.throws(() => library.openCorpus({meta: "text"}), invalid);
        const {meta, ...rest} = files;
        assert.throws(() => library.openCorpus(rest), {code: "NOT_FOUND"});
        assert.throws(() => library.openCorpus({...files, "shards/0.moves": new Uint8Array(3)}), EdgeError);
        assert.throws(() => library.openCorpus({...files, meta: new Uint8Array(10)}), EdgeError);
        stillWorks();
    });
});

describe("callbacks", () => {
    it("are called with the progress", () => {
        let games = 0;
        corpus.query("ever(checkmate)", {progress: (where) => void (games = where.games)});
        library.index(classics, {progress: (where) => assert.ok(where.bytes <= where.total_bytes)}).close();
        assert.ok(games <= 58);
    });

    it("cancel by false", () => {
        assert.throws(() => corpus.query("ever(checkmate)", {progress: () => false}), {code: "CANCELLED"});
        assert.throws(() => library.index(classics, {progress: () => false}), {code: "CANCELLED"});
        stillWorks();
    });

    it("may throw", () => {
        const mine = new Error("mine");
        const progress = () => {
            throw mine;
        };
        assert.throws(() => corpus.query("ever(checkmate)", {progress}), mine);
        stillWorks();
    });

    it("may not ask the library", () => {
        const progress = () => void corpus.query("ever(checkmate)");
        assert.throws(() => corpus.query("ever(checkmate)", {progress}), invalid);
        stillWorks();
    });
});

describe("memory that ends", () => {
    it("is an error, and the corpora stay", async () => {
        const small = await loadEdge(undefined, {maxMemoryBytes: 24 << 20});
        const kept = small.index(classics);
        const found = kept.find("result = W");
        const large = classics.length * 1000;
        const games = new Uint8Array(large);
        for (let at = 0; at < large; at += classics.length) games.set(classics, at);
        assert.throws(() => small.index(games), {name: "EdgeError", code: "OUT_OF_MEMORY"});
        assert.equal(kept.query("result = W").games_matched, 36);
        assert.equal(kept.find("result = W").count, 36);
        assert.throws(() => found.count, /memory ran out/);
    });

    it("is asked for within bounds", async () => {
        await assert.rejects(loadEdge(undefined, {maxMemoryBytes: 1}), invalid);
        await assert.rejects(loadEdge(undefined, {maxMemoryBytes: 2 ** 40}), invalid);
        await assert.rejects(loadEdge(7), invalid);
    });
});
