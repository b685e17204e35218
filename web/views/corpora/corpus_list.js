// The corpora below the daemon's folder, and what one of them holds. Parameters: corpora_open, the
// path of the one whose details are shown; corpora_add, of the one that games are to be added to.
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {h, replace} from "../../lib/dom.js";
import {bytes, corpusName, count, plural, shortCount, time} from "../../lib/format.js";
import {failure, hint} from "../../parts/message.js";
import {corpusDetails, treeWords} from "./corpus_details.js";
import {kOpening} from "./panels.js";

/** A button that shows something about a corpus and hides it again: {element, mark(shown)}. */
function opener(path, parameter, [show, hide]) {
    const element = h("button", {
        type: "button",
        onclick: () => address.go({[parameter]: address.read().get(parameter) === path ? null : path}),
    });
    return {element, mark(shown) {
        element.textContent = path === shown ? hide : show;
        element.setAttribute("aria-expanded", String(path === shown));
    }};
}

/** A link to what takes the place of the list, and chooses the corpus: {element, mark()}. */
function linkTo(label, path, changes) {
    const element = h("a", {class: "button"}, label);
    return {element, mark() {
        element.href = address.linkTo({...address.toCorpus(path), ...changes});
    }};
}

/** {path, element, links, mark(address)}, where `links` are the elements of those to panels, by name. */
function corpusCard({path, games, plies, indexed_at: indexedAt, tree_plies: treePlies}) {
    const inUse = h("span", {class: "corpus-used"}, "In use");
    const size = h("span");
    const use = h("button", {type: "button", onclick: () => address.go(address.ofCorpus(path))}, "Use");
    const details = opener(path, "corpora_open", ["Details", "Hide details"]);
    const add = opener(path, "corpora_add", ["Add games", "Add games"]);
    const collections = linkTo("Collections", path, kOpening.collections);
    const duplicates = linkTo("Find duplicates", path, kOpening.duplicates);
    const element = h("article", {class: "card corpus-card", "aria-label": path},
        h("div", {class: "row spread"}, h("h2", {}, corpusName(path)), inUse),
        h("p", {class: "corpus-games"}, h("strong", {title: count(games)}, shortCount(games)),
            games === 1 ? " game" : " games"),
        h("p", {class: "soft"}, plural(plies, "half-move"), size, h("br"), treeWords(treePlies), h("br"),
            `Indexed ${time(indexedAt)}`),
        h("div", {class: "row"}, use, details.element, add.element, collections.element, duplicates.element));
    // The size is not in the list, and nothing waits for it.
    api.get("/corpus/inspect", {path})
        .then(({total_bytes: total}) => (size.textContent = `, ${bytes(total)}`), () => {});
    return {
        path, element, links: {collections: collections.element, duplicates: duplicates.element},
        mark(now) {
            const isUsed = path === now.get("corpus");
            inUse.hidden = !isUsed;
            use.hidden = isUsed;
            element.classList.toggle("is-used", isUsed);
            details.mark(now.get("corpora_open"));
            add.mark(now.get("corpora_add"));
            collections.mark();
            duplicates.mark();
        },
    };
}

export class CorpusList {
    constructor(app) {
        this.app = app;
        this.list = h("div", {class: "corpus-cards"});
        this.details = h("div");
        this.element = h("section", {class: "stack", "aria-label": "Corpora"},
            h("h1", {}, "Corpora"), this.list, this.details);
        this.inspect = api.latest((signal, path) => api.get("/corpus/inspect", {path}, {signal}));
    }

    update(now) {
        const open = now.get("corpora_open");
        // Everything about a corpus changes when another takes its place, so the cards are rebuilt
        // then.
        const listed = JSON.stringify(this.app.corpora);
        if (listed !== this.listed) {
            this.listed = listed;
            this.cards = this.app.corpora.map(corpusCard);
            this.opened = undefined;
            replace(this.list, this.cards.length === 0 ? hint("There is no corpus here yet.")
                : this.cards.map(({element}) => element));
        }
        for (const card of this.cards) card.mark(now);
        if (open === this.opened) return;
        this.opened = open;
        this.load(open);
    }

    /** Where the reader was before a panel of a corpus was shown. */
    focusLink(path, panel) {
        this.cards.find((card) => card.path === path)?.links[panel].focus({preventScroll: true});
    }

    async load(path) {
        if (path === "") {
            replace(this.details);
            return;
        }
        replace(this.details, hint("Reading it …"));
        try {
            replace(this.details, corpusDetails(await this.inspect(path)));
            this.details.scrollIntoView({block: "nearest"});
        } catch (error) {
            this.opened = undefined;  // so that the next update asks again
            replace(this.details, failure(error, () => this.load(path)));
        }
    }
}
