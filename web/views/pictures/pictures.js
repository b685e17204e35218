// Pictures of the games that the question and the filters leave: one at a time, as SVG and as data.
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {loadCss} from "../../lib/css.js";
import {h, replace} from "../../lib/dom.js";
import {andText, filterQuery} from "../../lib/filter_query.js";
import {corpusName, count, plural, sentence} from "../../lib/format.js";
import {saveCsv, saveSvg} from "../../lib/save.js";
import {Filters} from "../../parts/filters.js";
import {failure, hint} from "../../parts/message.js";
import {numberTable} from "../../parts/number_table.js";
import {QueryText} from "../../parts/query_text.js";
import {cancelled, searching} from "../../parts/searching.js";
import {kPictures} from "./picture_kinds.js";

// What this view shows depends on these and the filters.
const kParameters = ["corpus", "query", "pictures", "pictures_key", "pictures_men", "pictures_color",
    "pictures_at"];

await loadCss("pictures.css", import.meta.url);

export function create(app) {
    return new PicturesView(app);
}

class PicturesView {
    constructor(app) {
        this.app = app;
        this.filters = new Filters();
        this.text = new QueryText({label: "The question, if any", placeholder: "All games",
            onText: (query) => address.go({query}, {replace: true})});
        this.kinds = h("div", {class: "row", role: "group", "aria-label": "Which picture"},
            Object.entries(kPictures).map(([name, {title}]) => h("button", {
                type: "button", dataset: {name}, onclick: () => address.go({pictures: name}),
            }, title)));
        this.options = h("div", {class: "row picture-options"});
        this.caption = h("div", {class: "picture-caption"});
        this.place = h("div", {class: "picture-place"});
        this.table = h("div");
        this.explain = api.latest((signal, body) =>
            api.post("/query", {...body, answer: "explain"}, {signal}));
        this.search = api.latest((signal, body) => api.post("/query", body, {signal}));
        this.element = h("div", {class: "stack"},
            h("h1", {class: "visually-hidden"}, "Pictures"),
            this.filters.element,
            h("section", {class: "card", "aria-label": "The question"}, this.text.element),
            h("section", {class: "card stack", "aria-label": "The picture"},
                h("div", {class: "row spread"}, this.kinds, this.options),
                this.caption, this.place, this.table));
        new ResizeObserver(() => this.draw()).observe(this.place);
    }

    update(now) {
        this.filters.update(now);
        this.now = now;
        this.text.show(now.get("query"));
        const asked = [filterQuery(now), ...kParameters.map((name) => now.get(name))].join("\n");
        if (asked === this.asked) return;
        this.asked = asked;
        this.showChoices();
        this.ask();
    }

    get kindName() {
        return this.now.get("pictures") in kPictures ? this.now.get("pictures") : Object.keys(kPictures)[0];
    }

    get kind() {
        return kPictures[this.kindName];
    }

    showChoices() {
        for (const button of this.kinds.children) {
            button.setAttribute("aria-pressed", String(button.dataset.name === this.kindName));
        }
        // A control that was just used already shows its value, and keeps the focus.
        const isInUse = this.options.contains(document.activeElement);
        if (isInUse && this.options.dataset.kind === this.kindName) return;
        this.options.dataset.kind = this.kindName;
        replace(this.options, this.kind.options(this.now));
    }

    async ask() {
        const {now, kind} = this;
        const [corpus, query] = [now.get("corpus"), now.get("query")];
        const games = andText(query, filterQuery(now));
        this.stop();
        this.setWaiting(true);
        try {
            if (query === "") this.text.showError(null);
            else if (!await this.check(corpus, query)) return this.setWaiting(false);
            const isOfHeaders = games === "" || (await this.explain({corpus, query: games})).header_only;
            const {at, ...body} = kind.request(now, isOfHeaders);
            const text = andText(games, at ? `at(${at}, pass)` : "");
            const answer = await this.search({corpus, ...body, ...(text ? {query: text} : {})});
            this.setWaiting(false);
            this.show(answer, kind, now, at);
        } catch (error) {
            this.setWaiting(false);
            // What is shown may be another picture. The next update, as when the daemon is back,
            // asks again.
            this.asked = this.shown = null;
            replace(this.place);
            replace(this.table);
            replace(this.caption, failure(error, () => this.update(address.read())));
        }
    }

    /** Whether the question by itself can be read; a mistake is shown at its column. */
    async check(corpus, query) {
        try {
            await this.explain({corpus, query});
            this.text.showError(null);
            return true;
        } catch (error) {
            if (error.status !== 400) throw error;
            this.text.showError(error);
            replace(this.caption, hint("The picture appears when the query is correct."));
            return false;
        }
    }

    stop() {
        this.explain.cancel();
        this.search.cancel();
    }

    setWaiting(isWaiting) {
        this.isWaiting = isWaiting;
        this.place.classList.toggle("is-waiting", isWaiting);
        if (!isWaiting) return;
        replace(this.caption, searching(() => {
            this.stop();
            this.setWaiting(false);
            replace(this.caption, cancelled(() => this.ask()));
        }));
    }

    show(answer, kind, now, at) {
        this.shown = {answer, kind, now, at};
        this.drawnWidth = null;
        this.draw();
        const {warnings = []} = answer;
        const numbers = this.numbers();
        const title = this.drawn?.title;
        replace(this.caption,
            h("div", {class: "row spread"},
                h("p", {class: "picture-caption"}, title ? h("strong", {}, title, " · ") : null,
                    h("span", {class: "soft"}, numbers)),
                this.drawn ? this.saveButtons() : null),
            warnings.map((warning) => hint(sentence(warning))));
        const isOpen = this.table.querySelector("details")?.open ?? false;  // keeps an open table open
        replace(this.table, this.drawn ? asTable(this.drawn.table, isOpen) : null);
        this.app.announce(`${kind.title}: ${numbers}.`);
    }

    /** Of how many games and positions the picture is. */
    numbers() {
        const {answer: {games_matched: games, positions_matched: positions}, at} = this.shown;
        const without = this.shown.answer.games_without_position ?? 0;
        const parts = [plural(games, "game"), plural(positions, "position"), at ? `after move ${at / 2}` : "",
            without > 0 ? `${plural(without, "game")} without a position where all of it holds` : ""];
        return parts.filter(Boolean).join(" · ");
    }

    saveButtons() {
        const {now} = this.shown;
        const corpus = corpusName(now.get("corpus"));
        const name = [corpus, this.kindName, this.drawn.detail].filter(Boolean).join("-")
            .replace(/[^\w.-]+/g, "_");
        // A picture in a file has no page around it that says what it is of.
        const games = andText(now.get("query"), filterQuery(now)) || "all games";
        const lines = [this.drawn.title, `${corpus}: ${games}`, this.numbers()];
        const button = (text, save) => h("button", {type: "button", onclick: () => save(this.drawn)}, text);
        return h("div", {class: "row"},
            button("Save as SVG", ({picture}) => saveSvg(`${name}.svg`, picture, lines)),
            button("Save as CSV", ({table}) => saveCsv(`${name}.csv`, [table.head, ...table.rows])));
    }

    /** Draws the last answer at the current width. */
    draw() {
        const width = Math.floor(this.place.clientWidth);
        if (!this.shown || width === 0 || width === this.drawnWidth) return;
        this.drawnWidth = width;
        const {answer, kind, now} = this.shown;
        this.drawn = kind.draw(answer, {width, address: now});
        replace(this.place, this.drawn
            ? [this.drawn.picture, this.drawn.extra]
            : hint("No game or position matches."));
    }

    leave() {
        if (!this.isWaiting) return;
        this.stop();
        this.asked = null;
    }
}

function asTable({head, rows, nameOf = String}, isOpen) {
    const shown = rows.map(([name, ...numbers]) => [nameOf(name), ...numbers.map(count)]);
    return h("details", {open: isOpen}, h("summary", {}, "As a table"),
        numberTable("The picture as a table", head, shown));
}
