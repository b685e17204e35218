// The games that the filters let through, a page at a time, in the order that the reader chooses.
// Parameters: games_sort ("date desc", "elo"; missing: as in the corpus), games_page (from 1).
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {h, replace} from "../../lib/dom.js";
import {filterQuery} from "../../lib/filter_query.js";
import {plural} from "../../lib/format.js";
import {failure, hint} from "../../parts/message.js";
import {Pages, pageOf} from "../../parts/pages.js";
import {gameTable, kGameColumns} from "./game_table.js";

const kPageSize = 50;

export class GameList {
    constructor(app) {
        this.app = app;
        this.ids = [];  // of the games on the page
        this.found = h("p", {class: "soft game-found"});
        this.content = h("div");
        this.pages = new Pages(kPageSize, (page) => {
            address.go({games_page: page === 1 ? null : page});
            this.element.scrollIntoView({block: "start"});
        });
        this.element = h("section", {class: "card game-list", "aria-label": "Games"},
            h("div", {class: "row spread"}, h("h1", {}, "Games"), this.found), this.content, this.pages.element);
        this.ask = api.latest((signal, params) => api.get("/games", params, {signal}));
    }

    /** Identifies the list, whichever of its pages is shown; a corpus may be replaced by another. */
    listOf(now) {
        const corpus = this.app.corpora.find(({path}) => path === now.get("corpus"));
        return JSON.stringify([corpus, filterQuery(now), now.get("games_sort")]);
    }

    update(now) {
        const list = this.listOf(now);
        const page = pageOf(now.get("games_page"));
        if (list === this.list && page === this.page) return;
        const isOtherList = this.list !== undefined && list !== this.list;
        // A page number kept while the filters changed belongs to a list that is gone.
        if (isOtherList && page === this.page && page > 1) {
            address.go({games_page: null}, {replace: true});
            return;
        }
        this.list = list;
        this.page = page;
        this.load(now);
    }

    async load(now) {
        const order = now.get("games_sort") || "none";
        const [sort, direction] = order.split(" ");
        this.isWaiting = true;
        this.content.classList.add("is-waiting");
        if (!this.content.hasChildNodes()) replace(this.content, hint("Looking for games …"));
        try {
            const answer = await this.ask({
                corpus: now.get("corpus"), query: filterQuery(now), columns: kGameColumns, limit: kPageSize,
                skip: (this.page - 1) * kPageSize, sort, desc: direction === "desc" ? "true" : "",
            });
            this.show(answer, order);
        } catch (error) {
            this.list = undefined;  // so that the next update asks again
            this.found.textContent = "";
            this.pages.hide();
            replace(this.content, failure(error, () => this.load(now)));
        }
        this.isWaiting = false;
        this.content.classList.remove("is-waiting");
    }

    /** A running search is of no use to another view; it is restarted when this one is shown again. */
    leave() {
        if (!this.isWaiting) return;
        this.ask.cancel();
        this.list = undefined;
    }

    /** The id of the game `step` rows below the open one, if both are on the page. */
    near(now, step) {
        const index = this.listOf(now) === this.list ? this.ids.indexOf(now.get("game")) : -1;
        return index < 0 ? undefined : this.ids[index + step];
    }

    show({games, games_matched: matched}, order) {
        this.ids = games.map((game) => String(game.game_id));
        this.found.textContent = `${plural(matched, "game")} found`;
        this.app.announce(this.found.textContent);
        const focused = document.activeElement?.dataset.order;
        replace(this.content, games.length > 0 ? this.table(games, order)
            : hint(matched === 0 ? "No game passes the filters. Remove one of them to see more."
                : "The list does not have that page."));
        // A header that was used to sort has been replaced now.
        if (focused) this.content.querySelector(`[data-order="${focused}"]`)?.focus({preventScroll: true});
        this.pages.show(this.page, games.length, matched);
    }

    table(games, order) {
        return gameTable(games, {
            linkOf: (game) => address.linkTo({game: game.game_id, ply: null}),
            order,
            onSort: (next) => address.go({games_sort: next === "none" ? null : next, games_page: null}),
        });
    }
}
