// The module's answers are the program's, field by field, and its files byte by byte.
import assert from "node:assert/strict";
import {join} from "node:path";
import {before, describe, it} from "node:test";

import {
    classics, classicsPath, comparable, edge, edgeJson, filesBelow, loadEdge, temporaryFolder,
} from "./native.mjs";

let native;
let nativeReport;
let corpus;

before(async () => {
    native = join(temporaryFolder(), "classics.scoredb");
    nativeReport = edgeJson("index", classicsPath, "--no-extra", "--shards", "1", "--out", native);
    const library = await loadEdge();
    corpus = library.index([{name: "classics.pgn", bytes: classics}], {shards: 1, extra: false});
});

function same(answer, ...args) {
    assert.deepEqual(comparable(answer), comparable(edgeJson(args[0], native, ...args.slice(1))));
}

describe("indexing", () => {
    it("reports the same", () => {
        const withoutSize = ({corpus_bytes, ...report}) => report; // the path of the source is in it
        assert.deepEqual(comparable(withoutSize(corpus.report)), comparable(withoutSize(nativeReport)));
    });

    it("writes the same bytes", () => {
        const files = corpus.export();
        const expected = filesBelow(native);
        assert.deepEqual(metaLines(files.meta), metaLines(expected.meta));
        assert.deepEqual({...files, meta: null}, {...expected, meta: null});
    });

    const metaLines = (bytes) =>
        new TextDecoder()
            .decode(bytes)
            .split("\n")
            .filter((line) => !/^(indexed_at|source\.0\.path|meta_hash)=/.test(line));
});

describe("queries", () => {
    const queries = [
        "all",
        "result = W",
        'white ~ "Fischer" or black ~ "Tal"',
        "year = 1950..1972 and plies < 60",
        "eco = B20..B99",
        "ever(checkmate)",
        "both: queens_off",
        "streak(5, R=r=1 Q=q=0)",
        'subfen("8/8/8/3PP3/8/8/8/8", mirror, shift)',
        'to_move(w) move("Bxh7")',
        "white: bishop_pair passed_pawn",
        "elo > 0 or date = 1850..1900",
    ];
    for (const query of queries) {
        it(`counts ${query}`, () => {
            const expected = edgeJson("query", native, "--query", query);
            assert.deepEqual(comparable(corpus.query(query)), comparable(expected));
            assert.equal(corpus.find(query).count, expected.games_matched);
        });
    }

    it("makes heatmaps", () => {
        same(corpus.heatmap(), "query", "--heatmap");
        const request = {query: "result = B", pieces: "Nn"};
        same(corpus.heatmap(request), "query", "--query", request.query, "--heatmap=Nn");
    });

    const keys = ["eco", "year", "result", "white", "player", "plies", "pawn-structure", "final-material"];
    for (const key of keys) {
        it(`groups by ${key}`, () => {
            same(corpus.groupBy(key, {top_n: 20}), "query", "--group-by", key, "--top-n", "20");
        });
    }

    it("explains", () => {
        const request = {query: "ever(checkmate) and result = W", answer: "explain"};
        same(corpus.query(request), "query", "--query", request.query, "--explain");
    });
});

describe("the explorer", () => {
    const lines = ["", "e4", "e4 e5 Nf3", "d4 Nf6 c4 g6", "e2e4 c7c5"];
    for (const moves of lines) {
        it(`answers ${moves || 'the start'}`, () => {
            const at = moves === "" ? [] : ["--moves", moves];
            same(corpus.explore({moves}), "explore", ...at);
            same(corpus.explore({moves, details: true}), "explore", ...at, "--details");
            same(corpus.explore({moves, continued: true}), "explore", ...at, "--continued");
            same(corpus.explore({moves, deep: true}), "explore", ...at, "--deep");
            same(corpus.explore({moves, query: "result = W"}), "explore", ...at, "--query", "result = W");
            same(corpus.explore({moves, games: {limit: 5}}), "explore", ...at, "--games", "--limit", "5");
        });
    }

    it("answers for a set of games", () => {
        const within = corpus.find("result = B");
        const {query, ...answer} = corpus.explore({}, {within});
        const {query: _, ...expected} = edgeJson("explore", native, "--query", "result = B");
        assert.equal(query, 'bitmap("21 games")');
        assert.deepEqual(comparable(answer), comparable(expected));
    });
});

describe("games", () => {
    for (const format of ["pgn", "uci", "csv", "jsonl"]) {
        it(`are written as ${format}`, () => {
            assert.equal(corpus.games({format}), edge("games", native, "--format", format));
        });
    }

    it("come as pages", () => {
        const request = {limit: 7, sort: "date", desc: true};
        const page = corpus.games(request);
        const options = ["games", native, "--sort", "date", "--desc"];
        assert.deepEqual(comparable(page), comparable(edgeJson(...options, "--limit", "7")));
        const next = corpus.games({...request, cursor: page.next_cursor});
        assert.deepEqual(next.games, edgeJson(...options, "--skip", "7", "--limit", "7").games);
    });
});

describe("inspection", () => {
    it("finds the corpus sound", () => {
        const found = corpus.inspect({});
        assert.equal(found.meta.total_games, 58);
        assert.deepEqual(found.shards, edgeJson("inspect", native).shards);
    });
});
