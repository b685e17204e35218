// The games of a group of duplicates, or of a near miss, side by side: their headers row by row, each with
// a sign where it differs from that of the first game.
import * as address from "../../lib/address.js";
import {h} from "../../lib/dom.js";
import {count, date, playerName, plural, result} from "../../lib/format.js";

const kShown = 6;  // games of a group, before the reader asks for the others
const kMoves = {same: "The same moves", prefix: "The moves of one begin the other"};
const kPlayers = {
    same: "the same players", spelling: "players spelled differently", alias: "players whom players.tsv joins",
    initials: "players with abbreviated names", unknown: "a player's name is missing in one",
};
const kContradictions = {date: "the dates contradict", result: "the results contradict"};

const text = (name) => (game) => game[name] ?? "";
const ratings = ({white_elo: white, black_elo: black}) =>
    (white === null && black === null ? "" : `${white ?? "?"} · ${black ?? "?"}`);

// A row's name and what a game has in it, "" when that is not known. The key is what may contradict.
const kRows = [
    ["White", (game) => playerName(game.white)],
    ["Black", (game) => playerName(game.black)],
    ["Elo", ratings],
    ["Date", (game) => date(game.date), "date"],
    ["Event", text("event")],
    ["Round", text("round")],
    ["Result", (game) => result(game.result), "result"],
    ["ECO", text("eco")],
    ["Half-moves", (game) => count(game.plies)],
    ["Site", text("site")],
];

const reasonWords = ({moves, players, contradicts = []}) =>
    `${[kMoves[moves], kPlayers[players], ...contradicts.map((each) => kContradictions[each])].join("; ")}.`;

/** The game in the view of games. */
function replayLink(id) {
    // Where there is little room, screen readers alone say "Replay".
    return h("a", {href: address.linkTo({game: id, ply: null}, "games")},
        h("span", {}, "Replay "), `game ${id}`);
}

/** Shows the whole column of a link that the keyboard has reached; the browser is content with its edge. */
function showColumn({target}) {
    if (!target.matches(":focus-visible")) return;
    target.closest("th").scrollIntoView({block: "nearest", inline: "nearest"});
}

function cell(value, first) {
    const isOther = first !== undefined && value !== first;
    const shown = value === "" ? "–" : value;
    if (!isOther) return h("td", {}, shown);
    return h("td", {class: "is-other"}, h("span", {"aria-hidden": "true"}, "≠ "),
        h("span", {class: "visually-hidden"}, "differs: "), shown);
}

/** `columns` are {title, game}, `reasons` the cells that say why; the rows in `contradicts` say so. */
function comparison(label, columns, reasons, contradicts = []) {
    const head = ({title, game}) => h("th", {scope: "col"}, title, h("br"), replayLink(game.game_id));
    const row = ([name, valueOf, key]) => {
        const values = columns.map(({game}) => valueOf(game));
        const isContradiction = contradicts.includes(key);
        return h("tr", {class: isContradiction ? "is-contradiction" : null},
            h("th", {scope: "row"}, name, isContradiction ? h("span", {}, " contradicts") : null),
            values.map((value, index) => cell(value, index === 0 ? undefined : values[0])));
    };
    const why = h("tr", {}, h("th", {scope: "row"}, "Why"), reasons);
    return h("div", {class: "scroll-x", onfocusin: showColumn}, h("table", {class: "comparison", "aria-label": label},
        h("thead", {}, h("tr", {}, h("td", {}), columns.map(head))), h("tbody", {}, why, kRows.map(row))));
}

const titleOf = (number, game) => `${count(number)}. ${playerName(game.white)} – ${playerName(game.black)}`;

function card(number, game, ...content) {
    const title = titleOf(number, game);
    return h("article", {class: "card duplicate-group", "aria-label": title}, h("h2", {}, title), content);
}

/** `group` is one of those listed by POST /dedup, `number` its place in the list. */
export function duplicateGroup({kept, dropped}, number) {
    const columns = [{title: "Keep", game: kept}, ...dropped.map((game) => ({title: "Drop", game}))];
    const reasons = () => [h("td"), ...dropped.map((game) => h("td", {}, reasonWords(game)))];
    const show = (shown) => comparison(`Group ${count(number)}: games compared`, columns.slice(0, shown),
        reasons().slice(0, shown));
    const content = h("div", {}, show(kShown));
    const size = h("p", {class: "soft"}, `${plural(dropped.length, "game")} to drop`);
    const rest = columns.length - kShown;
    if (rest <= 0) return card(number, kept, size, content);
    const more = h("button", {type: "button", onclick: () => {
        content.replaceChildren(show(columns.length));
        more.remove();
        content.querySelectorAll("thead a")[kShown].focus();  // the first of those that came
    }}, `Show ${plural(rest, "more game", "more games")}`);
    return card(number, kept, size, content, more);
}

/** `miss` is one of the contradictions of POST /dedup. */
export function nearMiss({game, other, contradicts, ...agreement}, number) {
    const columns = [{title: "One game", game}, {title: "The other", game: other}];
    const reason = h("td", {colspan: 2}, reasonWords({...agreement, contradicts}));
    return card(number, game,
        comparison(`Near miss ${count(number)}: games compared`, columns, reason, contradicts));
}
