// The sets of games saved with a corpus: the list of them, the actions for one, and combining
// several.
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {field, h, replace, select} from "../../lib/dom.js";
import {plural} from "../../lib/format.js";
import {keep, nameInput, nameOf} from "../../parts/keep_set.js";
import {failure, hint} from "../../parts/message.js";

const kOperations = [["and", "in all of them"], ["or", "in at least one"], ["sub", "in the first only"],
    ["xor", "in an odd number of them"]];

export class SavedSets {
    /** `onNames(names)` gets the list of names, `onAsk(name)` one to be part of the query. */
    constructor({onNames, onAsk}) {
        this.onNames = onNames;
        this.onAsk = onAsk;
        this.list = h("div");
        this.combining = h("div");
        this.notice = h("div", {"aria-live": "polite"});
        this.summary = h("summary", {}, "Saved sets");
        this.element = h("details", {}, this.summary, this.list, this.combining, this.notice);
        this.ask = api.latest((signal, path) => api.get("/corpus/inspect", {path}, {signal}));
    }

    /** Called after a set was made, to show it. */
    open() {
        this.element.open = true;
        this.update(this.corpus);
    }

    async update(corpus) {
        this.corpus = corpus;
        try {
            this.show((await this.ask(corpus)).bitmaps);
        } catch (error) {
            replace(this.list, failure(error, () => this.update(corpus)));
        }
    }

    show(bitmaps) {
        const names = bitmaps.map(({name}) => name);
        this.onNames(names);
        this.summary.textContent = `Saved sets (${names.length})`;
        replace(this.list, bitmaps.length === 0
            ? hint("None yet. Games that you find can be saved under a name, used as a filter and combined.")
            : h("ul", {class: "set-list"}, bitmaps.map((set) => this.row(set))));
        replace(this.combining, bitmaps.length >= 2 ? this.form(names) : null);
    }

    row({name, games_set: games}) {
        return h("li", {}, h("strong", {}, `@${name}`), h("span", {class: "soft"}, plural(games, "game")),
            h("span", {class: "row"},
                h("button", {type: "button", class: "quiet", onclick: () => this.onAsk(name)}, "Ask within"),
                h("button", {type: "button", class: "quiet",
                    onclick: () => address.go({in: `@${name}`}, {view: "explore"})}, "Explore")));
    }

    form(names) {
        const first = select(names.map((name) => [name, `@${name}`]), names[0]);
        const second = select(names.map((name) => [name, `@${name}`]), names[1]);
        const operation = select(kOperations, "and");
        const output = nameInput();
        return h("form", {class: "row combine", novalidate: true, onsubmit: (event) => {
            event.preventDefault();
            replace(this.notice);
            const set = nameOf(output);
            if (set === null) return;
            const request = {
                corpus: this.corpus, op: operation.value, inputs: [`@${first.value}`, `@${second.value}`],
                output: `@${set}`,
            };
            keep(this.notice, set, (force) => api.post("/combine", {...request, force}), (made) => {
                replace(this.notice, hint(`Saved ${plural(made.games_set, "game")} as @${set}.`));
                this.update(this.corpus);
            });
        }}, field("Combine", first), field("with", second), field("Games that are", operation),
        field("Save as", output), h("button", {type: "submit"}, "Combine"));
    }
}
