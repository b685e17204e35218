// The address after '#'. Small stand-ins replace the browser's window, location and history.
import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";

let steps;
globalThis.window = new EventTarget();
globalThis.location = {hash: ""};
globalThis.history = {
    pushState: (state, title, link) => steps.push(location.hash = link),
    replaceState: (state, title, link) => (location.hash = link),
};
const address = await import("../../../web/lib/address.js");

beforeEach(() => {
    steps = [];
    location.hash = "#explore?corpus=a+b.scoredb&moves=e4+c5";
});

test("a view and its parameters are read; what is missing is empty", () => {
    const now = address.read();
    assert.deepEqual([now.view, now.get("corpus"), now.get("moves"), now.get("fen")],
        ["explore", "a b.scoredb", "e4 c5", ""]);
});

test("an address may have no view, no parameters, or neither", () => {
    const read = (hash) => {
        location.hash = hash;
        const {view, all} = address.read();
        return [view, all.toString()];
    };
    assert.deepEqual(read(""), ["", ""]);
    assert.deepEqual(read("#games"), ["games", ""]);
    assert.deepEqual(read("#?corpus=a"), ["", "corpus=a"]);
    assert.deepEqual(read("#query?query=a%3Fb"), ["query", "query=a%3Fb"]);
});

test("whatever a value holds comes back", () => {
    for (const value of ['player = "a&b=c#d?e+f%20" or x', "½ – ж", "1. e4\n2. d4", "+"]) {
        address.go({query: value});
        assert.equal(address.read().get("query"), value);
        assert.equal(address.read().get("moves"), "e4 c5", "the others stay");
    }
});

test("a link keeps what it does not change, and empty values go", () => {
    assert.equal(address.linkTo({moves: ""}, "games"), "#games?corpus=a+b.scoredb");
    assert.equal(address.linkTo({moves: null, corpus: undefined}), "#explore");
    assert.equal(address.linkTo({game: 0}), "#explore?corpus=a+b.scoredb&moves=e4+c5&game=0");
    assert.equal(steps.length, 0, "making a link goes nowhere");
});

test("a change adds a step to the history, unless it replaces; no change adds none", () => {
    const heard = [];
    address.listen((now) => heard.push(now.get("moves")));
    address.go({moves: "e4"});
    address.go({moves: "e4"});
    address.go({moves: "d4"}, {replace: true});
    assert.deepEqual(steps, ["#explore?corpus=a+b.scoredb&moves=e4"]);
    window.dispatchEvent(new Event("popstate"));
    assert.deepEqual(heard, ["e4", "d4", "d4"]);
});

test("another corpus keeps the position and drops what is of the old one", () => {
    address.go({game: 7, ply: 3, in: "@mine", query_game: 9, games_page: 2, query: "result = W"});
    address.go(address.ofCorpus("b.scoredb"));
    assert.equal(location.hash, "#explore?corpus=b.scoredb&moves=e4+c5&query=result+%3D+W");
});
