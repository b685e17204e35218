// The games behind a position, as many as fit next to a board: the best rated or the latest ones.
import * as address from "../../lib/address.js";
import {h, replace} from "../../lib/dom.js";
import {date, playerName, plural, result} from "../../lib/format.js";
import {failure} from "../../parts/message.js";

const kOrders = [["elo", "Best rated"], ["date", "Latest"]];

/** How many games are asked for at once. */
export const kGamesAtOnce = 8;

const player = (name, rating) => [h("span", {}, playerName(name)),
    rating ? h("span", {class: "soft"}, ` ${rating}`) : null];

function row({game_id: id, tags, result: ended}, ply) {
    return h("li", {}, h("a", {href: address.linkTo({game: id, ply}, "games")},
        h("span", {}, result(ended)),
        h("span", {class: "top-players"}, h("span", {}, player(tags.White, tags.WhiteElo)),
            h("span", {}, player(tags.Black, tags.BlackElo))),
        h("span", {class: "top-when soft"}, date(tags.Date).slice(0, 7))));
}

export class TopGames {
    /** `fetch(cursor)` gives the games after a cursor. */
    constructor({fetch}) {
        this.fetch = fetch;
        this.orders = kOrders.map(([key, words], index) => h("button", {type: "button", class: "chip",
            onclick: () => address.go({explore_order: index === 0 ? null : key}, {replace: true})}, words));
        this.list = h("ol", {class: "top-list"});
        const showMore = () => this.showMore();
        this.more = h("button", {type: "button", class: "quiet", onclick: showMore}, "More games");
        this.title = h("h2", {}, "Games");
        this.element = h("section", {class: "top-games card"},
            h("div", {class: "row spread"}, this.title, h("div", {class: "row"}, this.orders)),
            this.list, this.more);
    }

    /** Takes the order from the address: `order` is it, as the daemon calls it. */
    update(now) {
        const chosen = Math.max(0, kOrders.findIndex(([key]) => key === now.get("explore_order")));
        this.order = kOrders[chosen][0];
        this.orders.forEach((button, index) => button.setAttribute("aria-pressed", String(index === chosen)));
    }

    /** The games of an answer of /tree, to be opened at a ply. */
    show(answer, ply) {
        this.ply = ply;
        this.element.hidden = !answer.games?.length;
        this.title.textContent = plural(answer.games_matched ?? 0, "game");
        replace(this.list);
        this.append(answer);
    }

    append({games = [], next_cursor: cursor}) {
        this.cursor = cursor;
        this.list.append(...games.map((game) => row(game, this.ply)));
        this.more.hidden = !cursor;
    }

    async showMore() {
        const {cursor} = this;
        this.more.disabled = true;
        try {
            const answer = await this.fetch(cursor);
            // Meanwhile the board may have moved on to another position.
            if (cursor === this.cursor) this.append(answer);
        } catch (error) {
            if (cursor === this.cursor) this.list.append(h("li", {}, failure(error)));
        } finally {
            this.more.disabled = false;
        }
    }
}
