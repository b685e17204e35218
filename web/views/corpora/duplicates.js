// The games that a corpus has twice, a page of groups at a time, and the near misses. Parameters:
// corpora_near, 1: the near misses instead of the groups; corpora_page (from 1).
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {h, replace} from "../../lib/dom.js";
import {corpusName, count, plural} from "../../lib/format.js";
import {failure, hint} from "../../parts/message.js";
import {Pages, pageOf} from "../../parts/pages.js";
import {cancelled, searching} from "../../parts/searching.js";
import {duplicateGroup, nearMiss} from "./duplicate_group.js";
import {KeepDuplicates} from "./keep_duplicates.js";
import {backButton} from "./panels.js";

const kPageSize = 20;
const kAsked = 10 * kPageSize;  // each answer takes a comparison of all games, so it is of several pages

const kWhat = "Two games are duplicates if their moves are the same, or those of one begin the other's; if their "
    + "players agree, however they are spelled; and if neither dates nor results contradict each other. Of each "
    + "group the game with the most known headers is kept. The corpus itself is not changed. ≠ marks what differs "
    + "from the game that is kept.";
const kWhatNear = "Games that would be duplicates if their dates or results did not contradict each other. They are "
    + "not among the games to drop. ≠ marks what differs.";

export class Duplicates {
    constructor(app) {
        this.app = app;
        this.title = h("h1", {tabindex: -1});
        this.what = h("p", {class: "soft"});
        this.status = h("div");
        this.keeping = h("div");
        this.list = h("div", {class: "stack"});
        this.pages = new Pages(kPageSize, (page) => {
            address.go({corpora_page: page === 1 ? null : page});
            this.lists.scrollIntoView({block: "start"});
        });
        this.kinds = [this.kindButton("Duplicates", null), this.kindButton("Near misses", "1")];
        this.lists = h("section", {class: "stack duplicate-lists", "aria-label": "Groups of games"},
            h("div", {class: "row", role: "group", "aria-label": "What is listed"}, this.kinds), this.what,
            this.list, this.pages.element);
        this.element = h("section", {class: "stack duplicates"},
            h("div", {}, backButton()),
            h("div", {class: "card stack"}, this.title, this.status, this.keeping),
            this.lists);
        this.ask = api.latest((signal, body) => api.post("/dedup", body, {signal}));
    }

    kindButton(label, near) {
        return h("button", {
            type: "button", class: "chip", onclick: () => address.go({corpora_near: near, corpora_page: null}),
        }, label);
    }

    update(now) {
        const path = now.get("corpus");
        if (path !== this.path) this.begin(path);
        this.isNear = now.get("corpora_near") !== "";
        this.page = pageOf(now.get("corpora_page"));
        this.kinds.forEach((kind, index) => kind.setAttribute("aria-pressed", String(this.isNear === (index === 1))));
        this.what.textContent = this.isNear ? kWhatNear : kWhat;
        const skip = Math.floor((this.page - 1) * kPageSize / kAsked) * kAsked;
        // What a corpus has twice changes with its games.
        const corpus = this.app.corpora.find((each) => each.path === path);
        const asked = JSON.stringify([path, corpus, this.isNear, skip]);
        if (asked !== this.asked) {
            this.asked = asked;
            this.load({corpus: path, contradictions: this.isNear, skip, limit: kAsked});
        } else if (this.answer && this.page !== this.shownPage) {
            this.showPage();
        }
    }

    /** Another corpus than before. */
    begin(path) {
        this.path = path;
        this.element.setAttribute("aria-label", `Duplicates in ${path}`);
        replace(this.title, `Duplicates in ${corpusName(path)}`);
        this.keeper = new KeepDuplicates(this.app, path);
        this.clear();
    }

    /** Nothing is known, and nothing can be done. */
    clear() {
        replace(this.keeping);
        replace(this.list);
        this.pages.hide();
    }

    async load(body) {
        this.answer = undefined;
        this.isWaiting = true;
        this.lists.classList.add("is-waiting");
        replace(this.status, searching(() => {
            this.stop();
            this.clear();
            replace(this.status, cancelled(() => this.load(body)));
        }));
        try {
            const answer = await this.ask(body);
            this.stop();
            this.show(answer, body);
        } catch (error) {
            this.stop();
            this.asked = undefined;  // so that the next update asks again
            this.clear();
            replace(this.status, failure(error, () => this.update(address.read())));
        }
    }

    stop() {
        this.ask.cancel();
        this.isWaiting = false;
        this.lists.classList.remove("is-waiting");
    }

    /** A running search is of no use to another view; it is restarted when this one is shown again. */
    leave() {
        if (!this.isWaiting) return;
        this.stop();
        this.asked = undefined;
    }

    show(answer, {skip}) {
        this.answer = {...answer, skip};
        const {games, groups, duplicates} = answer;
        const words = duplicates === 0 ? `No duplicates among ${plural(games, "game")}.`
            : `${plural(groups, "group")} of duplicates: ${count(duplicates)} of ${plural(games, "game")} `
                + "could be dropped.";
        const {contradicted} = answer;
        const near = contradicted === undefined ? "" : ` ${plural(contradicted, "near miss", "near misses")}.`;
        replace(this.status, h("p", {class: "duplicate-count"}, words, near));
        this.app.announce(words + near);
        if (duplicates > 0) this.keeping.replaceChildren(this.keeper.element);
        else replace(this.keeping);
        this.showPage();
    }

    showPage() {
        this.shownPage = this.page;
        const {listed, contradictions, groups, contradicted, skip} = this.answer;
        const [all, total] = this.isNear ? [contradictions, contradicted] : [listed, groups];
        const first = (this.page - 1) * kPageSize;
        const shown = all.slice(first - skip, first - skip + kPageSize);
        const row = this.isNear ? nearMiss : duplicateGroup;
        replace(this.list, shown.length === 0 ? hint(this.emptyWords(total))
            : shown.map((each, index) => row(each, first + index + 1)));
        this.pages.show(this.page, shown.length, total);
    }

    emptyWords(total) {
        if (total > 0) return "The list does not have that page.";
        return this.isNear ? "No near misses." : "No duplicates.";
    }
}
