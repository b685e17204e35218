// The daemon's routes as corpora in memory answer them: what reaches the library, and what comes back.
import assert from "node:assert/strict";
import {test} from "node:test";
import {Problem} from "../../../web/lib/api.js";
import {localTransport} from "../../../web/lib/local_api.js";
import {Openings} from "../../../web/lib/openings.js";

const kAfterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const openings = Promise.resolve(new Openings({
    [kAfterE4.replace("KQkq -", "KQkq e3")]: {eco: "B00", name: "King's pawn", moves: "1. e4"},
}));

/** Asks a corpus that has just these calls. */
const asking = (calls) => localTransport({find: () => calls}, openings);

test("parameters of games, which are texts, become a request", async () => {
    const ask = asking({games: (request) => request});
    const params = {corpus: "a", query: "", columns: "white,elo", sort: "date", desc: "true", skip: 50, limit: "20"};
    assert.deepEqual(await ask("GET", "/games", {params}),
        {columns: ["white", "elo"], sort: "date", desc: true, skip: 50, limit: 20});
    assert.deepEqual(await ask("GET", "/games", {params: {corpus: "a", set: "mate", skip: 0}}), {query: "mate", skip: 0});
});

test("the question is the set of the games that it found", async () => {
    const ask = asking({query: (request) => ({games_matched: 3, request})});
    assert.deepEqual(await ask("POST", "/query", {body: {corpus: "a", query: "mate"}}),
        {set: "mate", games_matched: 3, request: {query: "mate"}});
});

test("a set is not replaced without asking", async () => {
    const ask = asking({inspect: async () => ({bitmaps: [{name: "won"}]}), query: () => ({})});
    const body = {corpus: "a", query: "mate", output: "@won"};
    await assert.rejects(ask("POST", "/query", {body}), {status: 409});
    await ask("POST", "/query", {body: {...body, force: true}});
    await ask("POST", "/query", {body: {...body, output: "@lost"}});
});

test("two sets are combined by a question", async () => {
    const requests = [];
    const ask = asking({query: (request) => {
        requests.push(request);
        return {games_matched: 3};
    }});
    for (const op of ["and", "or", "sub", "xor"]) {
        const body = {corpus: "a", op, inputs: ["@a", "@b"], output: "@c", force: true};
        assert.deepEqual(await ask("POST", "/combine", {body}), {games_set: 3});
    }
    assert.deepEqual(requests[0], {query: "@a and @b", output: "@c", force: true});
    assert.deepEqual(requests.map(({query}) => query).slice(1),
        ["@a or @b", "@a and not @b", "(@a and not @b) or (@b and not @a)"]);
});

test("what the library refuses names its place, as the daemon does", async () => {
    const refusing = (code, message, place = null) => asking({query: async () => {
        throw Object.assign(new Error(message), {code, place});
    }})("POST", "/query", {body: {corpus: "a"}});
    const inText = {pointer: "/query", line: 2, column: 7};
    await assert.rejects(refusing("INVALID_ARGUMENT", "/query: line 2, column 7: found 'x'", inText),
        {status: 400, ...inText});
    await assert.rejects(refusing("INVALID_ARGUMENT", "/limit: found 0", {pointer: "/limit"}),
        {status: 400, pointer: "/limit", column: undefined});
    await assert.rejects(refusing("CORRUPT", "a.scoredb/meta: cut", {file: "a.scoredb/meta", offset: 3}),
        {status: 500, pointer: undefined});
    await assert.rejects(refusing("EXISTS", "x exists already"), {status: 409});
    await assert.rejects(refusing("OUT_OF_MEMORY", "there is not enough memory"),
        (error) => error instanceof Problem && error.status === 500);
});

test("players are asked of the library", async () => {
    const ask = asking({players: (request) => ({request})});
    assert.deepEqual(await ask("GET", "/players", {params: {corpus: "a", text: "kasparow", limit: "12"}}),
        {request: {text: "kasparow", limit: 12}});
    assert.deepEqual(await ask("GET", "/players", {params: {corpus: "a"}}), {request: {text: "", limit: 20}});
});

test("an opening is that of the last position which has a name", async () => {
    const line = [{san: "e4", fen: kAfterE4}, {san: "a6", fen: kStart}];
    const ask = asking({explore: async (request) => ({request, board: {start_fen: kStart, line}})});
    const {board, request} = await ask("POST", "/tree", {body: {corpus: "a", moves: "e4 a6"}});
    assert.deepEqual(board.opening, {eco: "B00", name: "King's pawn"});
    assert.deepEqual(request, {moves: "e4 a6"});
});
