// A row of the query builder about positions: when it must hold, for whom, and a list of what must hold
// at one and the same position.
import {h, select} from "../../lib/dom.js";
import {comparisonOfCount, newAtom} from "../../lib/query_model.js";
import {kAtoms, kComparisons, kCounted, kKinds, kSides, kWindows} from "../../lib/query_words.js";
import {patternPicker} from "./pattern_picker.js";

const kFiles = [["", "on any file"], ...[..."abcdefgh"].map((file) => [file, `on the ${file}-file`])];
const kTurns = [["white", "White"], ["black", "Black"], ["us", "the side itself"], ["them", "the other side"]];
const kHalfMove = "A half-move is a move of one side: White's move 20 is half-move 39, Black's is 40.";

export function positionRow(node, host) {
    return h("div", {class: "stack condition"},
        h("ul", {class: "atoms"}, node.atoms.map((atom) => atomRow(atom, node, host))),
        h("div", {class: "row"}, atomMenu(node, host), windowControls(node, host), sideControl(node, host)));
}

function plyInput(value, label, take) {
    const input = h("input", {type: "text", inputmode: "numeric", size: 4, value, "aria-label": label,
        autocomplete: "off", oninput: () => take(input.value)});
    return input;
}

function windowControls(node, host) {
    const take = (name) => (text) => {
        node[name] = text;
        host.edited();
    };
    const windows = select(kWindows, node.window, {"aria-label": "When it holds", onchange: () => {
        node.window = windows.value;
        if (node.window === "streak" && node.count === "") node.count = "5";
        if (node.window === "at" && node.count === "") node.count = "40";
        host.reshaped(node.id);
    }});
    const countLabel = {streak: "How many half-moves", at: "Half-move"}[node.window];
    return [windows,
        countLabel ? plyInput(node.count, countLabel, take("count")) : null,
        node.window === "at" ? null : h("span", {class: "row ply-range", title: kHalfMove},
            h("span", {class: "soft"}, "from half-move"),
            plyInput(node.first, "From half-move", take("first")),
            h("span", {class: "soft"}, "to"), plyInput(node.last, "To half-move", take("last")))];
}

function sideControl(node, host) {
    const sides = select(kSides, node.side, {"aria-label": "For which side", onchange: () => {
        node.side = sides.value;
        host.edited();
    }});
    return sides;
}

/** Adds what is chosen from it. */
function atomMenu(node, host) {
    const groups = [...new Set(Object.values(kAtoms).map(({group}) => group))];
    const menu = h("select", {class: "atom-menu", "aria-label": "Add what must hold", onchange: () => {
        const atom = newAtom(menu.value);
        node.atoms.push(atom);
        host.reshaped(atom.id);
    }}, h("option", {value: ""}, node.atoms.length === 0 ? "Choose what must hold …" : "and also …"),
    groups.map((group) => h("optgroup", {label: group}, Object.entries(kAtoms)
        .filter(([, atom]) => atom.group === group)
        .map(([name, {label}]) => h("option", {value: name}, label)))));
    return menu;
}

function atomRow(atom, node, host) {
    // The last one is removed with its row, which has its own button.
    const remove = node.atoms.length === 1 ? null : h("button", {
        type: "button", class: "quiet icon-button", "aria-label": "Remove this requirement",
        onclick: () => {
            node.atoms.splice(node.atoms.indexOf(atom), 1);
            host.reshaped(node.id);
        },
    }, "×");
    return h("li", {class: "atom", dataset: {id: atom.id}},
        h("div", {class: "row"}, atomControls(atom, host),
            // Where it is the only one, the row says so.
            node.atoms.length > 1 ? host.unusedMark(atom) : null), remove);
}

function atomControls(atom, host) {
    if (atom.name === "opaque") return opaqueText(atom, host);
    const {label, type, example, width} = kAtoms[atom.name];
    const take = (value) => {
        atom.value = value;
        host.edited();
    };
    const name = h("span", {}, label);
    if (type === "none") return name;
    if (type === "count") return countControls(atom, take);
    if (type === "kinds") return [name, kindButtons(atom, take)];
    if (type === "pattern") return [name, patternPicker(atom, host.edited)];
    if (type === "color") {
        const sides = select(kTurns, atom.value, {"aria-label": label, onchange: () => take(sides.value)});
        return [name, sides];
    }
    if (type === "file") {
        const files = select(kFiles, atom.value, {"aria-label": "File", onchange: () => take(files.value)});
        return [name, files];
    }
    const input = h("input", {type: "text", value: atom.value, placeholder: `e.g. ${example}`,
        size: width ?? 16, "aria-label": label, autocomplete: "off", spellcheck: "false",
        oninput: () => take(input.value)});
    return [name, input];
}

function opaqueText(atom, host) {
    const text = h("code", {}, "…");
    host.textOf({all: [atom.json]}).then(
        (words) => { text.textContent = words; },
        () => { text.textContent = JSON.stringify(atom.json); });
    return text;
}

const kNumbers = [...Array(17).keys()].map(String);

/** Two counts and how they compare; as text when it is more than that, a chain or a sum. */
function countControls(atom, take) {
    const parts = comparisonOfCount(atom.value);
    if (!parts || atom.isText) {
        const input = h("input", {
            type: "text", class: "mono", value: atom.value, placeholder: "e.g. MAT+3<=mat", size: 16,
            "aria-label": "Counts of pieces; capitals are White's", autocomplete: "off", spellcheck: "false",
            oninput: () => take(input.value),
        });
        return [h("span", {}, "Counts"), input];
    }
    const choose = (name, label, options) => {
        const list = select(options, parts[name], {"aria-label": label, onchange: () => {
            parts[name] = list.value;
            take(parts.left + parts.relation + parts.right);
        }});
        return list;
    };
    const isRare = /^\d+$/.test(parts.right) && !kNumbers.includes(parts.right);
    const numbers = isRare ? [...kNumbers, parts.right] : kNumbers;
    return [choose("left", "What is counted", kCounted), choose("relation", "Relation", kComparisons),
        choose("right", "Compared with", [...numbers, ...kCounted])];
}

function kindButtons(atom, take) {
    return h("div", {class: "row choices", role: "group", "aria-label": kAtoms[atom.name].label},
        kKinds.filter(([kind]) => atom.name !== "promoted" || "QRBN".includes(kind)).map(([kind, word]) => {
            const button = h("button", {
                type: "button", class: "chip", "aria-pressed": String(atom.value.includes(kind)),
                onclick: () => {
                    const isOn = atom.value.includes(kind);
                    take(isOn ? atom.value.replace(kind, "") : atom.value + kind);
                    button.setAttribute("aria-pressed", String(!isOn));
                },
            }, word);
            return button;
        }));
}
