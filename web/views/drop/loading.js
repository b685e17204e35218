// Files on their way into a corpus: the progress, a button to cancel, and what went wrong.
import {h} from "../../lib/dom.js";
import {bytes, plural} from "../../lib/format.js";
import {namesOf} from "../../lib/local_corpora.js";
import {failure} from "../../parts/message.js";

export class Loading {
    constructor(corpora, files) {
        this.corpora = corpora;
        this.files = files;
        this.controller = new AbortController();
        this.bar = h("progress", {"aria-label": `Progress of ${namesOf(files)}`});
        this.status = h("p", {class: "soft"}, "Reading …");
        this.element = h("article", {class: "card drop-loading", "aria-label": namesOf(files)},
            h("div", {class: "row spread"}, h("h2", {}, namesOf(files)),
                h("button", {type: "button", onclick: () => this.controller.abort()}, "Cancel")),
            this.bar, this.status);
    }

    /** Promises the path of the corpus, or null when cancelled or failed; then the element is gone or shows what went wrong. */
    async run() {
        const {signal} = this.controller;
        try {
            const progress = (where) => this.show(where);
            const path = await this.corpora.index(this.files, {signal, progress});
            this.element.remove();
            return path;
        } catch (error) {
            if (signal.aborted) this.element.remove();
            else this.element.replaceWith(failure(error));
            return null;
        }
    }

    show({games, bytes: done, total_bytes: total}) {
        if (total > 0) {
            this.bar.max = total;
            this.bar.value = done;
        }
        const isRead = total > 0 && done >= total;
        const size = total > 0 ? `${bytes(done)} of ${bytes(total)}` : bytes(done);
        this.status.textContent = [size, plural(games, "game"), isRead ? "making the tree of moves …" : ""]
            .filter(Boolean).join("  ·  ");
    }
}
