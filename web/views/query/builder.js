// The query as a tree of rows that can be edited: groups, tests of the game, conditions on positions. It
// works on the tree of lib/query_model.js and knows nothing of the text, which others make from its
// JSON.
import {h, replace, select} from "../../lib/dom.js";
import {
    isUnfinished, jsonOf, newCondition, newGroup, newSet, newTest, treeOf,
} from "../../lib/query_model.js";
import {gameRow} from "./builder_game_row.js";
import {positionRow} from "./builder_position_row.js";

const kGroups = [["and", "All of these"], ["or", "At least one of these"],
    ["sub", "The first but none of the others"], ["xor", "An odd number of these"]];

export class QueryBuilder {
    /**
     * `onChange(json)` is called with the query after each change, null when there is none. `textOf(json)`
     * promises the text of a part that the builder only shows.
     */
    constructor({onChange, textOf}) {
        this.element = h("div", {class: "builder"});
        this.onChange = onChange;
        this.textOf = textOf;
        this.setNames = [];
        this.show(null);
    }

    show(json) {
        this.root = treeOf(json);
        this.isBehind = false;
        this.draw();
    }

    /** The text cannot be read: an empty builder does not mean an empty query. */
    fallBehind() {
        this.isBehind = true;
        if (this.root.children.length === 0) this.draw();
    }

    /** The names of the saved sets that can be chosen. */
    offerSets(names) {
        if (names.join() === this.setNames.join()) return;
        this.setNames = names;
        this.draw();
    }

    // What rows call when they change: `edited` for a value, `reshaped` when other controls are needed,
    // after which the focus goes to the node or atom of that id.
    get host() {
        return {
            edited: () => {
                for (const mark of this.marks) mark.show();
                this.onChange(jsonOf(this.root));
            },
            reshaped: (id) => {
                this.draw();
                const place = this.element.querySelector(`[data-id="${id}"]`);
                place?.querySelector("select, input, button:not(.not-button)")?.focus();
                this.onChange(jsonOf(this.root));
            },
            textOf: this.textOf,
            unusedMark: (of) => this.unusedMark(of),
        };
    }

    /** Marks a node or an atom as not part of the query, as long as it is unfinished. */
    unusedMark(of) {
        const element = h("span", {class: "unused"}, "not used yet");
        const show = () => (element.hidden = !isUnfinished(of));
        show();
        this.marks.push({show});
        return element;
    }

    draw() {
        this.marks = [];
        replace(this.element, this.group(this.root, null));
    }

    /** "not", which inverts a node's answer. */
    notButton(node) {
        const button = h("button", {
            type: "button", class: "not-button", "aria-pressed": String(node.isNot),
            title: "Invert the answer",
            onclick: () => {
                node.isNot = !node.isNot;
                button.setAttribute("aria-pressed", String(node.isNot));
                this.host.edited();
            },
        }, "not");
        return button;
    }

    removeButton(node, parent) {
        return h("button", {
            type: "button", class: "quiet icon-button", "aria-label": "Remove this part",
            onclick: () => {
                parent.children.splice(parent.children.indexOf(node), 1);
                this.host.reshaped(parent.id);
            },
        }, "×");
    }

    row(node, parent, content, className = "") {
        return h("div", {class: `builder-row ${className}`, dataset: {id: node.id}},
            node.kind === "opaque" ? null : this.notButton(node),
            h("div", {class: "builder-content"}, content,
                node.kind === "opaque" ? null : this.unusedMark(node)),
            this.removeButton(node, parent));
    }

    group(node, parent) {
        const op = select(kGroups, node.op, {"aria-label": "How the parts are joined", onchange: () => {
            node.op = op.value;
            this.host.edited();
        }});
        const add = (text, make) => h("button", {type: "button", class: "chip", onclick: () => {
            const child = make();
            node.children.push(child);
            this.host.reshaped(child.id);
        }}, text);
        return h("div", {class: parent ? "builder-group is-inner" : "builder-group", dataset: {id: node.id}},
            h("div", {class: "row"}, parent ? this.notButton(node) : null, op,
                parent ? h("span", {class: "group-remove"}, this.removeButton(node, parent)) : null),
            node.children.length > 0
                ? h("div", {class: "builder-children"}, node.children.map((child) => this.node(child, node)))
                : h("p", {class: "hint"}, parent ? "Nothing in here yet." : this.emptyWords()),
            h("div", {class: "row"},
                add("+ Game", newTest),
                add("+ Position", newCondition),
                add("+ Group", () => newGroup(node.op === "and" ? "or" : "and")),
                this.setNames.length > 0 ? add("+ Saved set", () => newSet(this.setNames[0])) : null));
    }

    emptyWords() {
        return this.isBehind ? "The builder is updated when the text is correct."
            : "The query is empty: every game matches.";
    }

    node(node, parent) {
        if (node.kind === "group") return this.group(node, parent);
        if (node.kind === "opaque") return this.row(node, parent, this.opaque(node.json), "is-opaque");
        if (node.kind === "set") return this.row(node, parent, this.set(node));
        if (node.kind === "test") return this.row(node, parent, gameRow(node, this.host));
        return this.row(node, parent, positionRow(node, this.host), "is-condition");
    }

    set(node) {
        const names = [...new Set([...this.setNames, node.name])];
        const options = names.map((name) => [name, `@${name}`]);
        const list = select(options, node.name, {"aria-label": "Saved set", onchange: () => {
            node.name = list.value;
            this.host.edited();
        }});
        return h("div", {class: "row"}, h("span", {class: "soft"}, "in the saved set"), list);
    }

    opaque(json) {
        const text = h("code", {}, "…");
        this.textOf(json).then(
            (words) => { text.textContent = words; },
            () => { text.textContent = JSON.stringify(json); });
        return h("div", {title: "The builder cannot edit this part; change it in the text."}, text,
            h("span", {class: "soft"}, " (in the text only)"));
    }
}
