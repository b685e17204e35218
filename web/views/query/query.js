// The query bench: a question as rows and as text, each following the other, and the games it finds. The
// text is what counts (parameter "query"); the daemon reads it and writes it, the page only edits its
// JSON.
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {loadCss} from "../../lib/css.js";
import {field, h, replace} from "../../lib/dom.js";
import {andText, filterQuery} from "../../lib/filter_query.js";
import {count, percent, plural, sentence} from "../../lib/format.js";
import {kExamples} from "../../lib/query_words.js";
import {Filters} from "../../parts/filters.js";
import {keep, nameInput, nameOf} from "../../parts/keep_set.js";
import {failure, hint, wordsOf} from "../../parts/message.js";
import {QueryText} from "../../parts/query_text.js";
import {cancelled, searching} from "../../parts/searching.js";
import {QueryBuilder} from "./builder.js";
import {Matches, kPage} from "./matches.js";
import {SavedSets} from "./saved_sets.js";

const kBuilderPauseMs = 150;

await loadCss("query.css", import.meta.url);

export function create(app) {
    return new QueryView(app);
}

class QueryView {
    constructor(app) {
        this.app = app;
        this.filters = new Filters();
        this.text = new QueryText({
            label: "The question as text", rows: 4, placeholder: "result = W and queens_off",
            onText: (query) => this.typed(query),
        });
        this.builder = new QueryBuilder({
            onChange: (json) => this.built(json),
            textOf: (json) => this.textOf(json),
        });
        this.sets = new SavedSets({
            onNames: (names) => this.builder.offerSets(names),
            onAsk: (name) => this.askFor(andText(address.read().get("query"), `@${name}`)),
        });
        this.matches = new Matches();
        this.status = h("div");
        this.actions = h("div");
        this.keepsUp = h("input", {type: "checkbox"});
        this.notice = h("div", {"aria-live": "polite"});
        this.builderError = h("p", {class: "query-error", hidden: true});
        this.explained = h("pre", {class: "explain"});
        this.results = h("section", {class: "card", "aria-label": "Games found", hidden: true},
            this.matches.element);
        const asking = (answer) =>
            api.latest((signal, body) => api.post("/query", {...body, answer}, {signal}));
        this.read = asking("explain");   // of the text
        this.write = asking("explain");  // of what the builder has
        this.search = asking("matches");
        this.element = this.layout();
    }

    layout() {
        const examples = h("div", {class: "row examples"}, h("span", {class: "soft"}, "For example"),
            kExamples.map(([title, query]) =>
                h("button", {type: "button", class: "chip", onclick: () => this.askFor(query)}, title)));
        return h("div", {class: "stack"},
            h("h1", {class: "visually-hidden"}, "Query"),
            this.filters.element,
            h("section", {class: "card stack", "aria-label": "The question"},
                examples,
                h("div", {class: "query-sides"},
                    h("div", {class: "field"}, h("span", {class: "soft small"}, "The question, built"),
                        this.builder.element, this.builderError),
                    h("div", {class: "stack query-side"},
                        this.text.element, this.status, this.actions, this.notice, this.sets.element,
                        h("details", {}, h("summary", {}, "How Edge reads it"), this.explained)))),
            this.results);
    }

    /** What is typed counts, even if the builder was still waiting for its text. */
    typed(query) {
        clearTimeout(this.builderTimer);
        this.write.cancel();
        address.go({query, query_game: null}, {replace: true});
    }

    /** Another question, with a step in the history. */
    askFor(query) {
        address.go({query, query_game: null});
    }

    update(now) {
        this.filters.update(now);
        const [corpus, query] = [now.get("corpus"), now.get("query")];
        if (corpus !== this.corpus) this.sets.update(corpus);
        this.corpus = corpus;
        this.text.show(query);
        const whole = andText(query, filterQuery(now));
        const asked = [corpus, query, whole].join("\n");
        if (asked === this.asked) return this.matches.choose(now.get("query_game"));
        this.asked = asked;
        this.ask(query, whole);
    }

    /** Reads the text, lets the builder follow, and searches. */
    async ask(query, whole) {
        const {corpus} = this;
        this.read.cancel();
        this.search.cancel();
        this.setSearching(true);
        try {
            const read = query === "" ? null : await this.read({corpus, query});
            this.text.showError(null);
            this.element.classList.remove("is-wrong");
            this.follow(query, read?.query_json ?? null);
            replace(this.explained, read ? read.explain.join("\n") : "Every game matches.");
        } catch (error) {
            return this.refuse(error);
        }
        await this.find(whole);
    }

    /** Shows the question in the builder, unless it is what the builder has: rows may be unfinished there. */
    follow(query, json) {
        if (query === this.builderText) return;
        this.builderText = query;
        this.builderError.hidden = true;
        this.builder.show(json);
    }

    /** A text that cannot be read; earlier results stay, but dimmed. */
    refuse(error) {
        this.search.cancel();
        this.setSearching(false);
        this.element.classList.add("is-wrong");
        if (error.status !== 400) return this.fail(error);
        this.text.showError(error);
        this.builder.fallBehind();
        this.holdBack("The text has an error; the builder and the games are updated when it is correct.");
    }

    /** There is no question now, so there is no count and nothing to do with its games. */
    holdBack(words) {
        this.element.classList.add("is-wrong");
        replace(this.status, hint(words));
        replace(this.actions);
        replace(this.notice);
    }

    /** The question counts as not asked: the next update, perhaps when the daemon is back, asks again. */
    fail(error) {
        this.setSearching(false);
        this.asked = null;
        replace(this.status, failure(error, () => this.update(address.read())));
    }

    async find(whole) {
        const {corpus} = this;
        const body = {corpus, limit: kPage, ...(whole ? {query: whole} : {})};
        const begun = performance.now();
        this.setSearching(true);
        replace(this.notice);
        replace(this.status, searching(() => {
            this.search.cancel();
            this.setSearching(false);
            replace(this.status, cancelled(() => this.find(whole)));
        }));
        try {
            const answer = await this.search(body);
            this.setSearching(false);
            this.showCount(answer, performance.now() - begun);
            this.showActions(whole);
            this.results.hidden = answer.games_matched === 0;
            const next = (skip) => api.post("/query", {...body, answer: "matches", skip});
            await this.matches.show(corpus, answer, next);
        } catch (error) {
            this.fail(error);
        }
    }

    setSearching(isSearching) {
        this.isSearching = isSearching;
        this.results.classList.toggle("is-waiting", isSearching);
    }

    showCount(answer, elapsed) {
        const {games_matched: matched, games_scanned: scanned, positions_matched: positions} = answer;
        const seconds = `${(elapsed / 1000).toFixed(elapsed < 1000 ? 2 : 1)}\u00a0s`;
        const digits = matched / scanned < 0.01 ? 2 : 1;
        const facts = [`of ${plural(scanned, "game")} match`, percent(matched, scanned, digits),
            positions === undefined ? null : plural(positions, "position"), seconds];
        replace(this.status,
            h("p", {class: "query-count"}, h("strong", {}, count(matched)), " ",
                h("span", {class: "soft"}, facts.filter(Boolean).join(" · "))),
            (answer.warnings ?? []).map((warning) => hint(sentence(warning))));
        this.app.announce(`${count(matched)} of ${plural(scanned, "game")} match.`);
    }

    showActions(whole) {
        const query = address.read().get("query");
        const name = nameInput();
        name.placeholder = "name";
        const save = h("form", {class: "row", novalidate: true, onsubmit: (event) => {
            event.preventDefault();
            replace(this.notice);
            const set = nameOf(name);
            if (set === null) return;
            const isCollection = this.app.canAdd && this.keepsUp.checked;
            const output = isCollection ? {save_as: set} : {output: `@${set}`};
            const body = {corpus: this.corpus, ...output, ...(whole ? {query: whole} : {})};
            keep(this.notice, set, (force) => api.post("/query", {...body, force}), (answer) => {
                this.showSaved(set, answer, isCollection);
                this.sets.open();
            });
        }}, field("Save these games as", name, {class: "field inline"}),
        this.app.canAdd ? field("Keep up to date when games are added", this.keepsUp) : null,
        h("button", {type: "submit"}, "Save"));
        replace(this.actions, h("div", {class: "row"}, save,
            h("button", {type: "button", disabled: query === "",
                onclick: () => address.go({in: query}, {view: "explore"})}, "Use as filter in the explorer"),
            h("button", {type: "button", onclick: () => address.go({}, {view: "pictures"})}, "Pictures")));
    }

    showSaved(set, {games_matched: games}, isCollection) {
        replace(this.notice, isCollection
            ? hint(`Saved ${plural(games, "game")} as the collection @${set}. `,
                h("a", {href: address.linkTo({corpora_view: "collections"}, "corpora")}, "All collections"))
            : hint(`Saved ${plural(games, "game")} as @${set}.`));
    }

    /** The builder was changed: its text is asked for, and becomes the question. */
    built(json) {
        clearTimeout(this.builderTimer);
        this.builderTimer = setTimeout(async () => {
            try {
                const {text} = json ? await this.write({corpus: this.corpus, query_json: json}) : {text: ""};
                this.builderError.hidden = true;
                this.builderText = text;
                address.go({query: text, query_game: null}, {replace: true});
                this.update(address.read());  // it may be the question from before the failure
            } catch (error) {
                this.refuseBuilt(error);
            }
        }, kBuilderPauseMs);
    }

    /** What was built cannot be read; the previous question is no longer shown as asked. */
    refuseBuilt(error) {
        const isRefused = error.status === 400;
        this.builderError.hidden = false;
        replace(this.builderError, isRefused ? `Not understood yet: ${wordsOf(error)}.` : wordsOf(error));
        if (!isRefused) return;
        this.read.cancel();
        this.search.cancel();
        this.setSearching(false);
        this.asked = null;
        this.holdBack("The games are updated when the built query is valid.");
    }

    async textOf(json) {
        return (await api.post("/query", {corpus: this.corpus, query_json: json, answer: "explain"})).text;
    }

    /** A running search is of no use to another view; it is restarted when this one is shown again. */
    leave() {
        if (!this.isSearching) return;
        this.read.cancel();
        this.search.cancel();
        this.asked = null;
    }

    keydown(event) {
        this.matches.board.keydown(event);
    }
}
