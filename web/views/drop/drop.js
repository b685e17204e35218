// Where the page without a daemon begins: a place to drop games onto, and the games that are on the page.
import * as address from "../../lib/address.js";
import {loadCss} from "../../lib/css.js";
import {h, replace} from "../../lib/dom.js";
import {icon} from "../../parts/icon.js";
import {failure} from "../../parts/message.js";
import {corpusCard} from "./corpus_card.js";
import {Loading} from "./loading.js";
import {onDrop} from "./on_drop.js";

await loadCss("drop.css", import.meta.url);

const kSample = new URL("../../sample/classics.pgn", import.meta.url);

export class DropView {
    /** `corpora` are LocalCorpora. */
    constructor(app, corpora) {
        this.app = app;
        this.corpora = corpora;
        this.input = h("input", {type: "file", multiple: true, hidden: true, onchange: () => {
            this.take([...this.input.files]);
            this.input.value = "";  // the same file may be chosen again
        }});
        this.loadings = h("div", {class: "stack", "aria-label": "Being read", role: "group"});
        this.list = h("div", {class: "stack"});
        this.element = h("div", {class: "drop-view stack"}, this.place(), this.loadings, this.list);
        onDrop((files) => {
            address.go({}, {view: "drop"});
            this.take(files);
        });
    }

    place() {
        const button = (words, act, kind) => h("button", {type: "button", class: kind, onclick: act}, words);
        return h("section", {class: "drop-place", "aria-label": "Add games"}, icon("drop"),
            h("h1", {}, "Explore your games"),
            h("p", {}, "Drop PGN files anywhere on this page, or choose them; they may be compressed with gzip or zstd. ",
                "You get their opening tree, queries about every position, pictures, and the games to ",
                "play through."),
            h("div", {class: "row drop-choices"},
                button("Choose files", () => this.input.click(), "primary"),
                button("Try the sample", () => this.takeSample())),
            this.input,
            h("p", {class: "soft drop-promise"}, h("strong", {}, "Your games never leave this computer."),
                " Edge runs inside your browser; they are gone when you leave the page."));
    }

    /** Reads files into a corpus, which the explorer then shows. */
    async take(files) {
        if (files.length === 0) return;
        const loading = new Loading(this.corpora, files);
        // Earlier error messages have been read by now.
        replace(this.loadings, [...this.loadings.children].filter((each) => !each.matches(".failure")),
            loading.element);
        const path = await loading.run();
        if (path === null) return;
        await this.app.refreshCorpora();
        this.update();
        // A user who has moved on to other games meanwhile stays there.
        if (address.read().view === "drop") address.go(address.ofCorpus(path), {view: "explore"});
    }

    async takeSample() {
        const response = await fetch(kSample).catch(() => null);
        if (response?.ok) return this.take([new File([await response.blob()], "classics.pgn")]);
        replace(this.loadings, failure(new Error("The sample could not be fetched.")));
    }

    update() {
        const {corpora} = this.app;
        if (corpora === this.listed) return;
        this.listed = corpora;
        replace(this.list, corpora.length === 0 ? null : h("h2", {}, "On this page"),
            corpora.map((corpus) => corpusCard(corpus, () => this.remove(corpus.path))));
    }

    async remove(path) {
        this.corpora.remove(path);
        await this.app.refreshCorpora();
        if (address.read().get("corpus") === path) address.go(address.ofCorpus(null), {replace: true});
        this.update();
        this.element.querySelector("button").focus();
        this.app.announce("Removed.");
    }
}
