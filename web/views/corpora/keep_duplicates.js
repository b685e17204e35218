// Stores the games to drop as a set, and says how to make a corpus without them.
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {field, h, replace} from "../../lib/dom.js";
import {corpusName, plural} from "../../lib/format.js";
import {copyButton} from "../../parts/copy_button.js";
import {keep, nameInput, nameOf} from "../../parts/keep_set.js";

/** A path as a shell takes it. */
function shellWord(path) {
    const word = path.startsWith("-") ? `./${path}` : path;
    return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

export class KeepDuplicates {
    /** Of the corpus at `path`. */
    constructor(app, path) {
        this.app = app;
        this.path = path;
        this.name = nameInput();
        this.name.value = "duplicates";
        this.notice = h("div", {class: "duplicate-notice", "aria-live": "polite"});
        this.button = h("button", {type: "submit"}, "Store the set");
        this.element = h("form", {class: "stack", novalidate: true, onsubmit: (event) => {
            event.preventDefault();
            this.submit();
        }},
        h("div", {class: "row keep-duplicates"},
            field("Store the games to drop as a set named", this.name), this.button),
        this.notice);
    }

    async submit() {
        if (this.button.disabled) return;
        replace(this.notice);
        const set = nameOf(this.name);
        if (set === null) return;
        const request = {corpus: this.path, output: `@${set}`, limit: 0};
        this.button.disabled = true;
        await keep(this.notice, set, (force) => api.post("/dedup", {...request, force}),
            ({duplicates}) => this.showKept(set, duplicates));
        this.button.disabled = false;
    }

    showKept(set, games) {
        this.app.forgetViews();  // they may list the sets of the corpus
        const without = `${corpusName(this.path)}-unique.scoredb`;
        const command = `edge compact ${shellWord(this.path)} --drop @${set} --out ${shellWord(without)}`;
        const changes = {in: `@${set}`, game: null, ply: null, games_page: null};
        replace(this.notice,
            h("p", {}, `Saved ${plural(games, "game")} as @${set}. `,
                h("a", {href: address.linkTo(changes, "games")}, "Show them")),
            h("p", {}, "This makes a corpus without them, in the folder that Edge was started with:"),
            h("div", {class: "row"}, h("code", {class: "command"}, command),
                copyButton(this.app, "Copy", () => command)));
    }
}
