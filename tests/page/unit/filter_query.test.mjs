// The filters of an address as query text.
import assert from "node:assert/strict";
import {test} from "node:test";
import {andText, filterQuery} from "../../../web/lib/filter_query.js";

const queryOf = (parameters) => filterQuery({get: (name) => parameters[name] ?? ""});

test("no filter gives no text", () => {
    assert.equal(queryOf({}), "");
    assert.equal(queryOf({color: "white"}), "", "a colour says nothing without a player");
    assert.equal(queryOf({in: "   "}), "");
});

test("ranges are open where nothing is given, and one value where both ends are equal", () => {
    assert.equal(queryOf({min_elo: "2400"}), "elo = 2400..");
    assert.equal(queryOf({max_elo: "2600"}), "elo = ..2600");
    assert.equal(queryOf({min_elo: "2400", max_elo: "2600"}), "elo = 2400..2600");
    assert.equal(queryOf({from: "1998", to: "1998"}), "date = 1998");
    assert.equal(queryOf({from: "1998-01", to: "1999-12-31"}), "date = 1998-01..1999-12-31");
});

test("ends that cannot be read are left out, and ranges that run backwards", () => {
    assert.equal(queryOf({min_elo: "abc", max_elo: "2600"}), "elo = ..2600");
    assert.equal(queryOf({min_elo: "2500", max_elo: "2000"}), "");
    assert.equal(queryOf({min_elo: "900", max_elo: "2000"}), "elo = 900..2000");
    assert.equal(queryOf({from: "2030", to: "2010", result: "W"}), "result = W");
    assert.equal(queryOf({from: "1998-03", to: "1998"}), "date = 1998-03..1998");
    assert.equal(queryOf({from: "1998-03", to: "1998-02-27"}), "");
});

test("a player is meant as a whole, or as a part after ~, on a side or on either", () => {
    assert.equal(queryOf({player: "Tal, Mihail"}), 'player = "Tal, Mihail"');
    assert.equal(queryOf({player: "Tal, Mihail", color: "black"}), 'black = "Tal, Mihail"');
    assert.equal(queryOf({player: "~tal", color: "white"}), 'white ~ "tal"');
});

test("a name cannot end its string", () => {
    assert.equal(queryOf({player: 'a" or result = W'}), 'player = "a\\" or result = W"');
    assert.equal(queryOf({player: "a\\"}), 'player = "a\\\\"');
    assert.equal(queryOf({player: '~\\"'}), 'player ~ "\\\\\\""');
});

test("all filters hold together", () => {
    const all = {min_elo: "2000", speed: "blitz,rapid", from: "2019", result: "decisive", player: "~a", in: "@mine"};
    assert.equal(queryOf(all),
        'elo = 2000.. and speed = blitz,rapid and date = 2019.. and result = decisive and player ~ "a" and @mine');
});

test("what binds looser than `and` is put in parentheses", () => {
    for (const word of ["or", "xor", "sub"]) {
        assert.equal(andText(`a ${word} b`, "c"), `(a ${word} b) and c`);
        assert.equal(andText("c", `a ${word} b`), `c and (a ${word} b)`);
    }
    assert.equal(queryOf({result: "W", in: "elo > 1 or plies < 9"}), "result = W and (elo > 1 or plies < 9)");
});

test("words inside strings and inside other words do not matter", () => {
    assert.equal(andText('player ~ "or"', "b"), 'player ~ "or" and b');
    assert.equal(andText('player ~ "a\\" or b"', "b"), 'player ~ "a\\" or b" and b');
    assert.equal(andText("gives_check fork", "submarine"), "gives_check fork and submarine");
    assert.equal(andText('player ~ "x" or b', "c"), '(player ~ "x" or b) and c');
});

test("a text alone stays as it is, and empty ones are left out", () => {
    assert.equal(andText("", "a or b", undefined, null, "  "), "a or b");
    assert.equal(andText(), "");
    assert.equal(andText(" a ", " b "), "a and b");
});
