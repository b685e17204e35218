// Text that goes with a saved picture.
import assert from "node:assert/strict";
import {test} from "node:test";
import {broken} from "../../../web/lib/save.js";

test("a text is broken between its words", () => {
    assert.deepEqual(broken("result = W and elo > 2000", 10), ["result = W", "and elo >", "2000"]);
    assert.deepEqual(broken("all games", 40), ["all games"]);
    assert.deepEqual(broken("", 40), [""]);
});

test("a word longer than a line has one of its own", () => {
    assert.deepEqual(broken("a subfen(8/8/8/8) b", 6), ["a", "subfen(8/8/8/8)", "b"]);
});
