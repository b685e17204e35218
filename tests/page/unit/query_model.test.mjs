// The tree of the query builder, to and from the JSON form of queries.
import assert from "node:assert/strict";
import {test} from "node:test";
import {
    comparisonOfCount, isUnfinished, jsonOf, newAtom, newCondition, newGroup, newSet, newTest, treeOf,
} from "../../../web/lib/query_model.js";

const again = (json) => jsonOf(treeOf(json));
const conditionWith = (...atoms) => ({...newCondition(), atoms});

test("what the builder shows comes back as it was", () => {
    const queries = [
        {result: {"=": ["W"]}},
        {player: {"~": "carlsen"}},
        {elo: {">=": 2400}},
        {elo_diff: {"<": -100}},
        {date: {">=": "2015-06"}},
        {year: {">=": 1990, "<=": 2000}},
        {eco: {"=": ["B20..B99", "C42"]}},
        {tag: "Event", "~": "candidates"},
        {bitmap: "@mine"},
        {not: {bitmap: "@mine"}},
        {streak: 5, range: [20, null], side: "white", all: [{count: "P<p"}, "bishop_pair"]},
        {at: 40, all: [{material: "KRPKR"}]},
        {never: true, all: ["in_check"]},
        {all: [{isolated_pawn: "d"}, "passed_pawn"]},
        {ever: true, all: [{subfen: "8/8/8/3P4/8/8/8/8", mirror: true}]},
        {ever: true, all: [{subfen: "8/8/8/3P4/8/8/8/8", mirror_files: true, shift: true}, "sacrifice"]},
        {ever: true, all: [{captured: "none"}, {moved: "QR"}, {move: ["Bxh7", "e2e4"]}]},
        {or: [{result: {"=": ["W"]}}, {and: [{plies: {"<": 40}}, {all: ["checkmate"]}]}]},
        {sub: [{bitmap: "@a"}, {bitmap: "@b"}]},
    ];
    for (const query of queries) assert.deepEqual(again(query), query);
});

test("a value without a relation means that it is equal", () => {
    assert.deepEqual(again({result: "W"}), {result: {"=": ["W"]}});
    assert.deepEqual(again({year: 1998}), {year: {"=": 1998}});
});

test("two ends of one field become one row, and one test", () => {
    const [row] = treeOf({and: [{elo: {">=": 2000}}, {elo: {"<=": 2200}}]}).children;
    assert.deepEqual([row.relation, row.value], ["between", ["2000", "2200"]]);
    assert.deepEqual(again({and: [{elo: {">=": 2000}}, {elo: {"<=": 2200}}]}), {elo: {">=": 2000, "<=": 2200}});
    const others = {and: [{elo: {">=": 2000}}, {plies: {"<=": 40}}]};
    assert.deepEqual(again(others), others);
});

test("several comparisons of counts are an atom each", () => {
    const [row] = treeOf({streak: 3, all: [{count: "P<p, Q=0"}]}).children;
    assert.deepEqual(row.atoms.map(({value}) => value), ["P<p", "Q=0"]);
    assert.notEqual(row.atoms[0].id, row.atoms[1].id);
});

test("what the builder cannot show is kept unchanged", () => {
    const queries = [
        {sequence: [{all: ["queens_off"]}]},
        {elo: {">": 1, "<": 9}},
        {not: {not: {bitmap: "@a"}}},
        {edge: "became", all: ["queens_off"]},
        {all: [{unheard_of: 1}, "queens_off"]},
        {bitmap: "folder/file.bm"},
    ];
    for (const query of queries) assert.deepEqual(again(query), query);
});

test("no question is an empty group, and the other way round", () => {
    assert.equal(treeOf(null).kind, "group");
    assert.equal(jsonOf(newGroup()), null);
    assert.equal(jsonOf(newGroup("or", [newGroup(), newGroup()])), null);
});

test("a group of one is that one", () => {
    assert.deepEqual(jsonOf(newGroup("or", [newSet("a"), newGroup()])), {bitmap: "@a"});
});

test("what is unfinished is left out", () => {
    const unfinished = [
        {...newTest(), value: []},
        {...newTest(), field: "elo", relation: ">=", value: "24x"},
        {...newTest(), field: "elo", relation: "between", value: ["2400", ""]},
        {...newTest(), field: "player", relation: "~", value: "  "},
        {...newTest(), field: "tag", tag: "", relation: "~", value: "x"},
        {...newTest(), field: "eco", relation: "=", value: " , "},
        newSet(""),
        newCondition(),
        conditionWith(newAtom("subfen")),
        conditionWith(newAtom("material")),
        {...conditionWith(newAtom("queens_off")), window: "streak", count: ""},
        {...conditionWith(newAtom("queens_off")), window: "at", count: "x"},
    ];
    for (const node of unfinished) {
        assert.equal(jsonOf(node), null, JSON.stringify(node));
        assert.deepEqual(jsonOf(newGroup("and", [node, newSet("a")])), {bitmap: "@a"});
    }
});

test("not inverts what is there, and nothing stays nothing", () => {
    assert.deepEqual(jsonOf({...newSet("a"), isNot: true}), {not: {bitmap: "@a"}});
    assert.equal(jsonOf({...newSet(""), isNot: true}), null);
    assert.deepEqual(again({not: {or: [{bitmap: "@a"}, {bitmap: "@b"}]}}),
        {not: {or: [{bitmap: "@a"}, {bitmap: "@b"}]}});
});

test("a range ends at a ply or is open; with anything else its row is unfinished", () => {
    const row = (last) => ({...conditionWith(newAtom("queens_off")), first: "20", last});
    assert.deepEqual(jsonOf(row(" ")), {range: [20, null], all: ["queens_off"]});
    assert.deepEqual(jsonOf(row("40")), {range: [20, 40], all: ["queens_off"]});
    assert.equal(jsonOf(row("x")), null);
});

test("what is left out of the JSON is known as unfinished", () => {
    const rating = (value) => ({...newTest(), field: "elo", relation: ">=", value});
    assert.ok(isUnfinished(rating("")) && isUnfinished(rating("x")) && !isUnfinished(rating("2400")));
    assert.ok(isUnfinished(newCondition()) && !isUnfinished(conditionWith(newAtom("queens_off"))));
    const [move, check] = [newAtom("move"), newAtom("in_check")];
    assert.ok(isUnfinished(move) && !isUnfinished(check) && !isUnfinished(conditionWith(move, check)));
});

test("a count of two sides can be chosen, more than that is text", () => {
    assert.deepEqual(comparisonOfCount("P < p"), {left: "P", relation: "<", right: "p"});
    assert.deepEqual(comparisonOfCount(" MAT>=mat "), {left: "MAT", relation: ">=", right: "mat"});
    assert.deepEqual(comparisonOfCount("Q=0"), {left: "Q", relation: "=", right: "0"});
    for (const text of ["", "N=b=1", "MAT+3<=mat", "P", "X=1", "P=-1", "1<P"]) {
        assert.equal(comparisonOfCount(text), null, text);
    }
});

test("ids are each node's own", () => {
    const ids = [];
    const collect = ({id, children = [], atoms = []}) => {
        ids.push(id);
        [...children, ...atoms].forEach(collect);
    };
    collect(treeOf({or: [{bitmap: "@a"}, {and: [{bitmap: "@b"}, {all: ["queens_off", {count: "P<p"}]}]}]}));
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.length, 7);
});
