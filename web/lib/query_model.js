// The tree that the query builder edits, to and from the JSON form of queries. Its nodes are
//   {kind: "group", op, children}           op: and, or, xor, sub
//   {kind: "test", field, relation, value}  about the game; a tag has its name in `tag`
//   {kind: "condition", window, count, first, last, side, atoms}
//   {kind: "set", name}                     a stored bitmap
//   {kind: "opaque", json}                  what the builder cannot show, kept unchanged
// each but the last with `isNot`, and all with an `id` of their own. Values are as they are typed, so a
// node may be unfinished; such a node is left out of the JSON.
import {newId} from "./dom.js";
import {kAtoms, kCounted, kFields, kPatternOptions} from "./query_words.js";

const kOptions = Object.keys(kPatternOptions);
const kOps = ["and", "or", "xor", "sub"];
const kWindowKeys = ["streak", "ever", "always", "never", "at"];

const node = (properties) => ({id: newId(), isNot: false, ...properties});

export const newGroup = (op = "and", children = []) => node({kind: "group", op, children});
export const newTest = () => node({kind: "test", field: "result", relation: "=", value: ["W"]});
export const newCondition = () =>
    node({kind: "condition", window: "default", count: "", first: "", last: "", side: "", atoms: []});
export const newSet = (name) => node({kind: "set", name});
/** "count_text" is a count that is written rather than chosen. */
export const newAtom = (name) => (name === "count_text"
    ? {id: newId(), name: "count", isText: true, value: ""}
    : {id: newId(), name, value: kAtoms[name].start ?? ""});

const opaque = (json) => node({kind: "opaque", json});

/** The tree of a query; its root is always a group. `json` may be null, for no question yet. */
export function treeOf(json) {
    const root = json ? nodeOf(json) : newGroup();
    return root.kind === "group" && !root.isNot ? root : newGroup("and", [root]);
}

function nodeOf(json) {
    if (json.not) {
        const inner = nodeOf(json.not);
        return inner.kind === "opaque" || inner.isNot ? opaque(json) : {...inner, isNot: true};
    }
    const op = kOps.find((name) => json[name]);
    if (op) return (op === "and" && rangeOf(json.and)) || newGroup(op, json[op].map(nodeOf));
    if (/^@?[\w-]+$/.test(json.bitmap ?? "")) return newSet(json.bitmap.replace("@", ""));
    if (json.all) return conditionOf(json);
    return testOf(json) ?? opaque(json);
}

// ---- tests of the game

/** [relation, value] of a header test; null when it has relations that one row cannot show. */
function comparisonOf(value) {
    if (typeof value !== "object" || Array.isArray(value)) return ["=", value];
    const relations = Object.keys(value);
    if (relations.length === 1) return [relations[0], value[relations[0]]];
    const isBetween = relations.length === 2 && ">=" in value && "<=" in value;
    return isBetween ? ["between", [value[">="], value["<="]]] : null;
}

/** "year = 1990..2000" arrives as two tests of one field; here it is one. Null for any other parts. */
function rangeOf(parts) {
    const [first, last] = parts.map(testOf);
    const isRange = parts.length === 2 && first && last && first.field === last.field
        && first.relation === ">=" && last.relation === "<=";
    return isRange ? {...first, relation: "between", value: [first.value, last.value]} : null;
}

function testOf(json) {
    if (json.tag) {
        const relation = "~" in json ? "~" : "=";
        return node({kind: "test", field: "tag", tag: json.tag, relation, value: json[relation]});
    }
    const [field] = Object.keys(json);
    const comparison = kFields[field] && comparisonOf(json[field]);
    if (!comparison) return null;
    const [relation, value] = comparison;
    const {type} = kFields[field];
    if (type === "choice") return node({kind: "test", field, relation, value: [value].flat()});
    if (type === "list") return node({kind: "test", field, relation, value: [value].flat().join(", ")});
    const typed = relation === "between" ? value.map(String) : String(value);
    return node({kind: "test", field, relation, value: typed});
}

const words = (text) => text.split(/[\s,]+/).filter((word) => word !== "");

/** What was typed, as the JSON form wants it; null when there is nothing yet. */
function valueJson(type, text) {
    if (type === "choice") return text.length > 0 ? text : null;
    if (type === "list") return words(text).length > 0 ? words(text) : null;
    if (text.trim() === "") return null;
    if (type !== "number") return text.trim();
    return /^-?\d+$/.test(text.trim()) ? Number(text) : null;
}

function testJson({field, tag, relation, value}) {
    const {type} = kFields[field];
    if (type === "tag") {
        return tag?.trim() && value.trim() ? {tag: tag.trim(), [relation]: value.trim()} : null;
    }
    if (relation === "between") {
        const [first, last] = value.map((end) => valueJson(type, end));
        return first === null || last === null ? null : {[field]: {">=": first, "<=": last}};
    }
    const wanted = valueJson(type, value);
    return wanted === null ? null : {[field]: {[relation]: wanted}};
}

// ---- conditions

function conditionOf(json) {
    const window = kWindowKeys.find((key) => key in json) ?? "default";
    const [first, last] = (json.range ?? []).map((end) => (end === null ? "" : String(end)));
    // An edge (became, ceased) is more than the builder's row can show.
    if (json.edge) return opaque(json);
    return node({
        kind: "condition", window, side: json.side ?? "", first: first ?? "", last: last ?? "",
        count: window === "streak" || window === "at" ? String(json[window]) : "",
        atoms: json.all.flatMap(atomsOf),
    });
}

/** A count of several comparisons becomes an atom for each. */
function atomsOf(json) {
    const [name] = typeof json === "string" ? [json] : Object.keys(json);
    const made = (properties) => ({id: newId(), name, value: "", ...properties});
    if (!kAtoms[name]) return made({name: "opaque", json});
    if (typeof json === "string") return made({});
    if (name === "count") return json.count.split(",").map((part) => made({id: newId(), value: part.trim()}));
    if (name === "subfen") {
        const options = kOptions.map((option) => [option, json[option] ?? false]);
        return made({value: json.subfen, ...Object.fromEntries(options)});
    }
    if (name === "captured" && json.captured === "none") return made({name: "captured_none"});
    const value = [json[name]].flat().join(", ");
    return made({value: kAtoms[name].type === "kinds" ? value.toUpperCase() : value});
}

function atomJson({name, value, json, ...options}) {
    if (name === "opaque") return json;
    if (name === "captured_none") return {captured: "none"};
    const {type} = kAtoms[name];
    const text = value.trim();
    if (type === "none" || (type === "file" && text === "")) return name;
    if (text === "" || text === kAtoms.subfen.start) return null;
    if (type === "moves") return {[name]: words(text)};
    if (type === "pattern") {
        const chosen = kOptions.filter((option) => options[option]);
        return {subfen: text, ...Object.fromEntries(chosen.map((option) => [option, true]))};
    }
    return {[name]: text};
}

const isPly = (text) => /^\d+$/.test(text.trim());
const isOpenOrPly = (text) => text.trim() === "" || isPly(text);

function conditionJson({window, count, first, last, side, atoms}) {
    const all = atoms.map(atomJson).filter((atom) => atom !== null);
    const needsCount = window === "streak" || window === "at";
    if (all.length === 0 || (needsCount && !isPly(count))) return null;
    if (window !== "at" && ![first, last].every(isOpenOrPly)) return null;
    const ends = [first, last].map((end) => (isPly(end) ? Number(end) : null));
    const hasRange = window !== "at" && ends.some((end) => end !== null);
    return {
        ...(window === "default" ? {} : {[window]: needsCount ? Number(count) : true}),
        ...(hasRange ? {range: ends} : {}),
        ...(side ? {side} : {}),
        all,
    };
}

// ---- the whole

function plainJson(of) {
    if (of.kind === "opaque") return of.json;
    if (of.kind === "set") return of.name ? {bitmap: `@${of.name}`} : null;
    if (of.kind === "test") return testJson(of);
    if (of.kind === "condition") return conditionJson(of);
    const children = of.children.map(jsonOf).filter((child) => child !== null);
    return children.length > 1 ? {[of.op]: children} : (children[0] ?? null);
}

/** The JSON form of a tree, without what is unfinished; null when nothing is left. */
export function jsonOf(of) {
    const json = plainJson(of);
    return json !== null && of.isNot ? {not: json} : json;
}

/** Whether a node, or an atom of a condition, is left out of the JSON as it is now. */
export const isUnfinished = (of) => (of.kind ? jsonOf(of) : atomJson(of)) === null;

// ---- counts

/** {left, relation, right} of a comparison of two counts, or null when it is more than that. */
export function comparisonOfCount(text) {
    const counted = kCounted.map(([letters]) => letters).join("|");
    const match = new RegExp(`^(${counted})\\s*(<=|>=|!=|=|<|>)\\s*(${counted}|\\d+)$`).exec(text.trim());
    return match && {left: match[1], relation: match[2], right: match[3]};
}
