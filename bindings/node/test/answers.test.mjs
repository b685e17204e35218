// Every answer is that of the program, field by field.
import assert from "node:assert/strict";
import {existsSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {pathToFileURL} from "node:url";
import {
    collected, edge, jsonLines, kClassics, makeClassics, makeFolder, program, programJson,
} from "./support/package.mjs";

const folder = makeFolder();
const path = makeClassics(folder);
const corpus = await edge.open(path);
const kMates = "ever(checkmate)";

function withoutTimes({seconds, ...report}) {
    assert.equal(typeof seconds, "number");
    return report;
}

test("queries of every form", async () => {
    assert.deepEqual(await corpus.query(), programJson("query", path));
    assert.deepEqual(await corpus.query("result = W and plies > 60"),
        programJson("query", path, "--query", "result = W and plies > 60"));
    const json = {streak: 5, side: "white", all: [{count: "P<p"}, "queens_off"]};
    assert.deepEqual(await corpus.query(json), programJson("query", path, "--query-json", JSON.stringify(json)));
    const scoutfish = {"sub-fen": "8/8/8/8/8/8/8/4K2R"};
    assert.deepEqual(await corpus.query(undefined, {scoutfish}),
        programJson("query", path, "--scoutfish", JSON.stringify(scoutfish)));
});

test("each kind of answer", async () => {
    const query = ["query", path, "--query", kMates];
    assert.deepEqual(await corpus.heatmap(kMates, {pieces: "KQ"}), programJson(...query, "--heatmap=KQ"));
    assert.deepEqual(await corpus.groupBy("eco", kMates, {top_n: 3}),
        programJson(...query, "--group-by", "eco", "--top-n", "3"));
    assert.deepEqual(await corpus.groupBy("player"), programJson("query", path, "--group-by", "player"));
    assert.deepEqual(await corpus.query(kMates, {answer: "matches", skip: 1, limit: 2}),
        programJson(...query, "--matches", "--skip", "1", "--limit", "2"));
    assert.deepEqual(await corpus.explain(kMates), programJson(...query, "--explain"));
});

test("threads change nothing", async () => {
    assert.deepEqual(await corpus.heatmap(kMates, {threads: 1}), await corpus.heatmap(kMates, {threads: 7}));
});

test("the explorer", async () => {
    const explore = ["explore", path, "--moves", "e4 e5"];
    assert.deepEqual(await corpus.explore(), programJson("explore", path));
    assert.deepEqual(await corpus.explore({moves: "e4 e5"}), programJson(...explore));
    assert.deepEqual(await corpus.explore({moves: ["e4", "e5"], query: "year <= 1899", details: true, deep: true}),
        programJson(...explore, "--query", "year <= 1899", "--details", "--deep"));
    assert.deepEqual(await corpus.explore({moves: "e4 e5", games: {move: "Nf3", limit: 3}}),
        programJson(...explore, "--games=Nf3", "--limit", "3"));
    const batch = join(folder, "positions.txt");
    writeFileSync(batch, "moves e4 c5\nstartpos moves d2d4\n");
    assert.deepEqual(await corpus.explore({positions: ["moves e4 c5", {moves: "d4"}]}),
        programJson("explore", path, "--batch", batch));
});

test("games as rows and as text", async () => {
    const query = ["--query", kMates];
    assert.deepEqual(await collected(corpus.games(kMates, {page: 3})),
        jsonLines(program("games", path, ...query, "--format", "jsonl")));
    for (const format of ["pgn", "uci", "jsonl", "csv", "table"]) {
        const text = await collected(corpus.text(kMates, {format, page: 3}));
        assert.equal(text.length, 4);
        assert.equal(text.join(""), program("games", path, ...query, "--format", format), format);
    }
    assert.equal(await corpus.game(0, {format: "pgn"}), program("games", path, "--game", "0"));
    assert.deepEqual([await corpus.game(57)], jsonLines(program("games", path, "--game", "57", "--format", "jsonl")));
});

test("games in another order", async () => {
    const columns = ["game_id", "date", "match_plies"];
    const part = {skip: 2, limit: 5, page: 2};
    const rows = await collected(corpus.games(kMates, {sort: "date", desc: true, ...part, columns}));
    assert.deepEqual(rows, programJson("games", path, "--query", kMates, "--sort", "date", "--desc", "--skip", "2",
        "--limit", "5", "--columns", columns.join()).games);
    const all = await collected(corpus.text(undefined, {sort: "plies", page: 7, format: "csv"}));
    assert.equal(all.join(""), program("games", path, "--sort", "plies", "--format", "csv"));
});

test("matches and positions", async () => {
    const query = ["query", path, "--query", kMates];
    assert.deepEqual(await collected(corpus.matches(kMates, {page: 4})), jsonLines(program(...query, "--matches")));
    assert.deepEqual(await collected(corpus.matches(kMates, {page: 2, skip: 3, limit: 4})),
        jsonLines(program(...query, "--matches", "--skip", "3", "--limit", "4")));
    const queens = ["query", path, "--query", "queens_off", "--jsonl", "--positions"];
    assert.deepEqual(await collected(corpus.positions("queens_off", {positions: "both", page: 5})),
        jsonLines(program(...queens, "both")));
    assert.deepEqual(await collected(corpus.positions("queens_off", {limit: 100, page: 5})),
        jsonLines(program(...queens, "ref", "--limit", "100")));
    assert.deepEqual(await collected(corpus.positions("queens_off", {positions: "fen", unique: true, limit: 50})),
        jsonLines(program(...queens, "fen", "--positions-unique", "--limit", "50")));
});

test("scoutfish's own skip and limit", async () => {
    const scoutfish = {result: "1-0", skip: 2, limit: 5};
    assert.deepEqual(await collected(corpus.matches(undefined, {scoutfish, page: 2})),
        jsonLines(program("query", path, "--scoutfish", JSON.stringify(scoutfish), "--matches")));
});

test("inspection and news", async () => {
    assert.deepEqual(await corpus.inspect({verify: true}), programJson("inspect", path, "--verify"));
    const repertoire = join(folder, "repertoire.pgn");
    writeFileSync(repertoire, "1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 3. Bb5 *\n");
    assert.deepEqual(await corpus.news({repertoire, since: "1950", limit: 2}),
        programJson("news", repertoire, path, "--since", "1950", "--limit", "2"));
});

test("players", async () => {
    assert.deepEqual(await corpus.players("kasparow", {limit: 3}),
        programJson("players", path, "kasparow", "--limit", "3"));
    assert.equal((await corpus.players()).players.length, 20);
});

test("duplicates", async () => {
    assert.deepEqual(await corpus.dedup({contradictions: true}),
        programJson("dedup", path, "--contradictions"));
});

test("indexing and converting", async () => {
    const [mine, its] = [join(folder, "mine.scoredb"), join(folder, "its.scoredb")];
    const where = "year >= 1950";
    const {corpus: made, ...report} = withoutTimes(
        await edge.index(pathToFileURL(kClassics), mine, {where, tree_plies: 10}));
    const {corpus: other, ...expected} = withoutTimes(
        programJson("index", kClassics, "--where", where, "--tree-plies", "10", "--out", its));
    assert.deepEqual([made, other], [mine, its]);
    assert.deepEqual(report, expected);
    const {output, ...converted} = withoutTimes(
        await edge.convert([path], join(folder, "mine.pgn"), {query: kMates}));
    assert.equal(output, join(folder, "mine.pgn"));
    const {output: _, ...wanted} = withoutTimes(
        programJson("convert", path, join(folder, "its.pgn"), "--query", kMates));
    assert.deepEqual(converted, wanted);
    assert.ok(existsSync(output));
});

test("adding games", async () => {
    const grown = join(folder, "grown.scoredb");
    const parts = ["year < 1950", "year >= 1950"].map((query, i) => [join(folder, `part${i}.pgn`), query]);
    for (const [file, query] of parts) await edge.convert(path, file, {query});
    await edge.index(parts[0][0], grown);
    const before = await edge.open(grown);
    const {added} = await edge.add(grown, parts[1][0]);
    assert.deepEqual([added.first_game, added.total_games], [30, 58]);
    const after = await edge.open(grown);
    assert.deepEqual([(await before.query()).games_matched, (await after.query()).games_matched], [30, 58]);
    assert.deepEqual(await after.explore(), await corpus.explore());
    assert.equal((await edge.add(grown, parts[1][0])).added.known_sources.length, 1);
    const some = join(folder, "some.pgn");
    await edge.convert(path, some, {query: "year >= 1900 and year < 1990"});
    const same = await edge.add(grown, some, {skip_duplicates: true});
    assert.deepEqual(same.skipped, {duplicate: same.games_read});
    assert.equal(same.added.total_games, 58);
    before.close();
    after.close();
});

test("collections", async () => {
    const kept = join(folder, "kept.scoredb");
    await edge.index(kClassics, kept, {where: "year < 1950"});
    const before = await edge.open(kept);
    assert.equal((await before.query(kMates, {save_as: "mates"})).games_matched, 8);
    await assert.rejects(before.query("all", {save_as: "mates"}), {code: "EXISTS"});
    const later = join(folder, "later.pgn");
    await edge.convert(path, later, {query: "year >= 1950"});
    await edge.add(kept, later);
    const after = await edge.open(kept);
    assert.deepEqual(await after.collections(), programJson("collection", "list", kept));
    assert.deepEqual([...await after.load("@mates")], [...await after.find(kMates)]);
    const {collections} = await after.collections({action: "refresh", names: ["mates"]});
    assert.equal(collections[0].games, 10);
    assert.deepEqual(await after.collections({action: "delete", names: "@mates"}),
        {corpus: kept, action: "delete", collections: [{name: "mates"}]});
    before.close();
    after.close();
});

test("compacting and merging", async () => {
    const grown = join(folder, "compacted.scoredb");
    const parts = ["year < 1900", "year = 1900..1949", "year >= 1950"];
    for (const [i, query] of parts.entries()) {
        const file = join(folder, `third${i}.pgn`);
        await edge.convert(path, file, {query});
        await (i === 0 ? edge.index(file, grown) : edge.add(grown, file));
    }
    const before = await edge.open(grown);
    const mates = await before.find("checkmate");
    await before.save(mates, "@mates");
    const joined = await edge.compact(pathToFileURL(grown), {shards: true});
    assert.deepEqual([joined.shards_before, joined.shards, joined.warnings], [3, 1, []]);
    assert.equal((await edge.compact(grown, {shards: true})).shards_before, 1);
    assert.equal((await edge.compact(grown, {tree: true})).games, 58);
    const after = await edge.open(grown);
    assert.deepEqual([...await after.load("@mates")], [...mates]);
    assert.deepEqual(await after.explore(), await corpus.explore());
    const rest = join(folder, "rest.scoredb");
    const dropped = await edge.compact(grown, {drop: "@mates", out: rest});
    assert.deepEqual([dropped.left_out, dropped.games], [mates.count, 58 - mates.count]);
    const both = await edge.merge([grown, rest], join(folder, "both.scoredb"));
    assert.equal(both.games, 116 - mates.count);
    assert.deepEqual(both.sets.map((set) => set.new_name), ["mates", "mates-2"]);
    await assert.rejects(edge.compact(grown, {}), {code: "INVALID_ARGUMENT"});
    await assert.rejects(edge.merge([grown], rest), {code: "EXISTS"});
    before.close();
    after.close();
});

test("a corpus of several shards", async () => {
    const sharded = makeClassics(makeFolder(), "--shards", "5");
    const other = await edge.open(sharded);
    assert.deepEqual(await other.query(kMates), programJson("query", sharded, "--query", kMates));
    assert.deepEqual([...await other.find(kMates)], [...await corpus.find(kMates)]);
    assert.deepEqual(await collected(other.text(kMates, {page: 3})), await collected(corpus.text(kMates, {page: 3})));
    other.close();
});

test("a file without games gives a warning", async () => {
    const empty = join(folder, "empty.pgn");
    writeFileSync(empty, "");
    const warned = new Promise((resolve) => process.once("warning", resolve));
    assert.equal((await edge.index(empty, join(folder, "empty.scoredb"))).games_read, 0);
    const {name, message} = await warned;
    assert.deepEqual([name, message], ["EdgeWarning", "no game was found"]);
});
