// Sets of games, and corpora that leave the module and come back.
import assert from "node:assert/strict";
import {mkdirSync, writeFileSync} from "node:fs";
import {dirname, join} from "node:path";
import {before, describe, it} from "node:test";

import {classics, edgeJson, loadEdge, temporaryFolder} from "./native.mjs";

let library;
let corpus;

before(async () => {
    library = await loadEdge();
    corpus = library.index(classics);
});

describe("a set", () => {
    it("has the ids of its games", () => {
        const found = corpus.find("result = B");
        const ids = [...found.ids()];
        assert.equal(ids.length, found.count);
        const {games} = corpus.games("result = B");
        assert.deepEqual(ids, games.map((game) => game.game_id));
        assert.equal(corpus.setOf(ids).xor(found).count, 0);
        assert.equal(corpus.setOf([]).count, 0);
        assert.throws(() => corpus.setOf([58]), {code: "INVALID_ARGUMENT"});
    });

    it("combines as sets do", () => {
        const white = corpus.find("result = W");
        const short = corpus.find("plies < 50");
        const a = new Set(white.ids());
        const b = new Set(short.ids());
        const all = Array.from({length: 58}, (_, id) => id);
        const of = (keep) => all.filter(keep);
        assert.deepEqual([...white.and(short).ids()], of((id) => a.has(id) && b.has(id)));
        assert.deepEqual([...white.or(short).ids()], of((id) => a.has(id) || b.has(id)));
        assert.deepEqual([...white.xor(short).ids()], of((id) => a.has(id) !== b.has(id)));
        assert.deepEqual([...white.sub(short).ids()], of((id) => a.has(id) && !b.has(id)));
        assert.deepEqual([...white.not().ids()], of((id) => !a.has(id)));
    });

    it("shows its words", () => {
        const some = corpus.setOf([0, 3, 57]);
        assert.equal(some.shards, 1);
        assert.deepEqual([...some.words()], [1n | (1n << 3n) | (1n << 57n)]);
        assert.throws(() => some.words(1), {code: "INVALID_ARGUMENT"});
    });

    it("narrows a question", () => {
        const within = corpus.find("result = W");
        const {games_matched: count} = corpus.query("plies < 50", {within});
        assert.equal(count, within.and(corpus.find("plies < 50")).count);
    });

    it("is kept in the corpus", () => {
        const set = corpus.find("result = W");
        corpus.save(set, "@won");
        assert.throws(() => corpus.save(set, "@won"), {code: "EXISTS"});
        corpus.save(set, "@won", {force: true});
        assert.equal(corpus.load("@won").xor(set).count, 0);
        assert.equal(corpus.query({bitmap: "won"}).games_matched, set.count);
        assert.throws(() => corpus.load("@lost"), {code: "NOT_FOUND"});
    });
});

describe("a corpus", () => {
    it("keeps all tags", () => {
        const text = '[White "A"]\n[Opening "Sicilian"]\n[WhiteTitle "GM"]\n\n1. e4 c5 *\n';
        const tagged = library.index(text.repeat(3000));
        const {tags} = tagged.games({game: 2999}).games[0];
        assert.equal(tags.Opening, "Sicilian");
        assert.equal(tagged.query('tag("WhiteTitle") = "GM"').games_matched, 3000);
        assert.deepEqual(tagged.inspect({verify: true}).verify.findings, []);

        const folder = join(temporaryFolder(), "tagged.scoredb");
        writeFiles(folder, tagged.export());
        assert.equal(edgeJson("inspect", folder, "--verify").verify.ok, true);
        assert.deepEqual(edgeJson("games", folder, "--game", "2999").games[0].tags, tags);
        tagged.close();
    });

    it("goes out and in", () => {
        const files = corpus.export();
        const again = library.openCorpus(files);
        assert.equal(again.report, null);
        assert.deepEqual(again.explore({moves: "e4"}), corpus.explore({moves: "e4"}));
        again.close();

        const folder = join(temporaryFolder(), "out.scoredb");
        writeFiles(folder, files);
        assert.deepEqual(edgeJson("inspect", folder, "--verify").verify.findings, []);
    });

    it("takes several files", () => {
        const text = new TextDecoder().decode(classics);
        const middle = text.indexOf("[Event", text.length / 2);
        const both = library.index([
            {name: "first.pgn", bytes: text.slice(0, middle)},
            {name: "second.pgn", bytes: text.slice(middle)},
        ]);
        assert.equal(both.report.games, 58);
        assert.deepEqual(both.explore(), corpus.explore());
        both.close();
    });
});

function writeFiles(folder, files) {
    for (const [name, bytes] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), {recursive: true});
        writeFileSync(join(folder, name), bytes);
    }
}
