// A row of the query builder about the game as a whole: a field, a relation, a value.
import {h, select} from "../../lib/dom.js";
import {kFields, kRelations} from "../../lib/query_words.js";
import {nameList} from "../../parts/name_list.js";

/** The value that a field begins with. */
function emptyValue({type}, relation) {
    if (type === "choice") return [];
    return relation === "between" ? ["", ""] : "";
}

export function gameRow(node, host) {
    const field = kFields[node.field];
    const names = select(Object.entries(kFields).map(([key, {label}]) => [key, label]), node.field, {
        "aria-label": "What about the game",
        onchange: () => {
            node.field = names.value;
            const next = kFields[node.field];
            if (next.type !== field.type) node.relation = kRelations[next.type][0][0];
            if (node.field === "tag") node.tag ??= "Event";
            node.value = emptyValue(next, node.relation);
            host.reshaped(node.id);
        },
    });
    const relations = select(kRelations[field.type], node.relation, {
        "aria-label": "Relation",
        onchange: () => {
            const wasBetween = node.relation === "between";
            node.relation = relations.value;
            if (node.relation === "between") node.value = [node.value, ""];
            else if (wasBetween) node.value = node.value[0];
            host.reshaped(node.id);
        },
    });
    return h("div", {class: "row"}, names, node.field === "tag" ? tagName(node, host) : null, relations,
        valueControl(node, field, host));
}

function tagName(node, host) {
    const input = textInput(node.tag ?? "", "Event", "Name of the tag", (text) => {
        node.tag = text;
        host.edited();
    });
    input.size = 8;
    return input;
}

function textInput(value, example, label, take) {
    const input = h("input", {
        type: "text", value, placeholder: `e.g. ${example}`, "aria-label": label,
        autocomplete: "off", spellcheck: "false",
        oninput: () => take(input.value),
    });
    return input;
}

function valueControl(node, field, host) {
    if (field.type === "choice") return choice(node, field, host);
    const ends = node.relation === "between" ? [0, 1] : [null];
    const inputs = ends.map((end) => {
        const value = end === null ? node.value : node.value[end];
        const label = {0: "From", 1: "To"}[end] ?? field.label;
        const input = textInput(value, field.example, label, (text) => {
            if (end === null) node.value = text;
            else node.value[end] = text;
            host.edited();
        });
        const isShort = field.type === "number" || field.type === "date";
        input.size = isShort ? 7 : 18;
        // The keyboards that phones show for numbers have no minus.
        if (field.type === "number" && node.field !== "elo_diff") input.inputMode = "numeric";
        return input;
    });
    if (field.type === "name") return [inputs[0], nameList(inputs[0])];
    return inputs.length === 2 ? [inputs[0], h("span", {class: "soft"}, "and"), inputs[1]] : inputs;
}

function choice(node, field, host) {
    return h("div", {class: "row choices", role: "group", "aria-label": field.label},
        field.options.map(([value, text]) => {
            const button = h("button", {
                type: "button", class: "chip", "aria-pressed": String(node.value.includes(value)),
                onclick: () => {
                    const isOn = node.value.includes(value);
                    node.value = isOn
                        ? node.value.filter((other) => other !== value)
                        : [...node.value, value];
                    button.setAttribute("aria-pressed", String(!isOn));
                    host.edited();
                },
            }, text);
            return button;
        }));
}
