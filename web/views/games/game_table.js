// A list of games as a table; on a phone each is two lines.
import {h, select} from "../../lib/dom.js";
import {date, playerName, result} from "../../lib/format.js";

/** What GET /games is asked for, so that a row can be written. */
export const kGameColumns = "game_id,white,black,white_elo,black_elo,result,date,event,eco,plies";

// [title, of a game, class, how the daemon names its order]
const kColumns = [
    ["White", (game) => playerName(game.white), "game-name"],
    ["Black", (game) => playerName(game.black), "game-name"],
    ["Ratings", ratings, "game-ratings", "elo"],
    ["Result", (game) => result(game.result), "game-result"],
    ["Date", (game) => date(game.date), "game-date", "date"],
    ["Event", (game) => known(game.event), "game-event"],
    ["ECO", (game) => game.eco ?? "", "game-eco"],
    ["Moves", (game) => Math.ceil(game.plies / 2), "number", "plies"],
];

const kOrders = [
    ["none", "As in the corpus"], ["date desc", "Latest first"], ["date", "Earliest first"],
    ["elo desc", "Highest rated first"], ["elo", "Lowest rated first"], ["plies desc", "Longest first"],
    ["plies", "Shortest first"],
];

const known = (text) => (text === "?" ? "" : (text ?? ""));

function ratings({white_elo: white, black_elo: black}) {
    return white || black ? `${white ?? "?"} · ${black ?? "?"}` : "";
}

function secondLine(game) {
    return [ratings(game), date(game.date), game.eco, known(game.event)].filter(Boolean).join("  ·  ");
}

/**
 * A button of the head that sorts by its column: the highest or latest first, then the other way, then as in
 * the corpus.
 */
function sortButton(title, key, order, onSort) {
    const next = {[`${key} desc`]: key, [key]: "none"}[order] ?? `${key} desc`;
    const mark = {[`${key} desc`]: "↓", [key]: "↑"}[order] ?? "↕";
    return h("button", {type: "button", dataset: {order: key}, onclick: () => onSort(next)}, title,
        h("span", {class: "game-order", "aria-hidden": "true"}, mark));
}

function head([title, , kind, key], order, onSort) {
    if (!key || !onSort) return h("th", {class: kind, scope: "col"}, title);
    const direction = {[`${key} desc`]: "descending", [key]: "ascending"}[order] ?? "none";
    return h("th", {class: kind, scope: "col", "aria-sort": direction},
        sortButton(title, key, order, onSort));
}

/**
 * `linkOf(game)` is where a click leads; `order` is "date desc", "elo" or "none", and `onSort(order)` is
 * called with the one to be.
 */
export function gameTable(games, {linkOf, order = "none", onSort}) {
    const row = (game) => {
        const link = linkOf(game);
        return h("tr", {class: "is-clickable", onclick: (event) => {
            if (!event.target.closest("a") && getSelection().isCollapsed) location.hash = link;
        }}, kColumns.map(([title, of, kind]) => h("td", {class: kind}, title === "White"
            ? [h("a", {href: link}, of(game),
                h("span", {class: "game-phone"}, ` – ${playerName(game.black)}`)),
                h("span", {class: "game-phone game-second-line"}, secondLine(game))]
            : of(game))));
    };
    const choice = onSort && select(kOrders, order, {
        class: "game-phone", "aria-label": "Order of the games", dataset: {order: "any"},
        onchange: () => onSort(choice.value),
    });
    return h("div", {class: "game-table"}, choice,
        h("table", {},
            h("thead", {}, h("tr", {}, kColumns.map((column) => head(column, order, onSort)))),
            h("tbody", {}, games.map(row))));
}
