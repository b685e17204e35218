// The report of POST /news for readers: where games left a repertoire, and what was new.
import * as address from "../../lib/address.js";
import {h} from "../../lib/dom.js";
import {plyOf} from "../../lib/fen.js";
import {count, date, numbered, plural, result} from "../../lib/format.js";
import {wdbBar} from "../../parts/wdb_bar.js";

/** "3… Nf6": a move from a position, with the number that the position has. */
const numberedIn = (fen, san) => numbered([san], plyOf(fen));

function sideWords({by, by_you: isYou}) {
    if (isYou !== null) return isYou ? "your side" : "the other side";
    return by === "white" ? "White" : "Black";
}

/** The space before it is for screen readers. */
const newBadge = (words) => [" ", h("span", {class: "news-new"}, words)];

/** `heads` are texts; one that is an array has its class second. */
function table(heads, rows) {
    const head = ([text, kind]) => h("th", {scope: "col", class: kind}, text);
    return h("div", {class: "scroll-x", tabindex: "0"}, h("table", {},
        h("thead", {}, h("tr", {}, heads.map((each) => head([each].flat())))), h("tbody", {}, rows)));
}

function departureTable(line) {
    const row = (departure) => h("tr", {},
        h("td", {class: "news-move"}, numberedIn(departure.fen, departure.san),
            departure.novelty_game_id === null ? null : newBadge("new")),
        h("td", {}, sideWords(departure)),
        h("td", {class: "soft"}, departure.repertoire.join(", ") || "ends here"),
        h("td", {class: "number"}, count(departure.games)),
        h("td", {class: "news-bar"}, wdbBar(departure)));
    const more = line.departure_count - line.departures.length;
    return [
        h("h3", {}, "Left by"),
        table(["Move", "By", "Repertoire", ["Games", "number"], "Results"], line.departures.map(row)),
        more > 0 ? h("p", {class: "soft"}, `and ${plural(more, "other move")}`) : null,
    ];
}

function gameRow(game, corpus) {
    // The board shows the move of the row as played.
    const there = {corpus, game: game.game_id, ply: game.ply + (game.san ? 1 : 0)};
    const ratings = [game.white_elo, game.black_elo].map((rating) => rating ?? "?").join(" · ");
    return h("tr", {},
        h("td", {class: "news-move"}, game.san ? numberedIn(game.fen, game.san) : "ended"),
        h("td", {}, h("a", {href: address.linkTo(there, "games")}, `${game.white} – ${game.black}`)),
        h("td", {class: "soft news-figures"}, ratings === "? · ?" ? "" : ratings),
        h("td", {class: "news-figures"}, result(game.result)),
        h("td", {class: "news-figures"}, date(game.date)));
}

function gamesWithTitle(title, games, corpus) {
    if (games.length === 0) return null;
    return [h("h3", {}, title),
        table(["Move", "Game", "Ratings", "Result", "Date"], games.map((game) => gameRow(game, corpus)))];
}

function entryWords(line) {
    const part = (games, words) => (games > 0 ? `${count(games)} ${words}` : "");
    return [
        `${plural(line.entered, "game")} entered`,
        part(line.went_on, "went on into another line"),
        part(line.left_by_white, "left by White"),
        part(line.left_by_black, "left by Black"),
        part(line.past_the_end, "went past its end"),
        part(line.ended, "ended in it"),
    ].filter(Boolean).join(", ");
}

function lineSection(line, corpus, isOpen) {
    const novelties = line.novelty_count > line.novelties.length
        ? `Novelties, the latest of ${count(line.novelty_count)}` : "Novelties";
    return h("details", {class: "news-line", open: isOpen},
        h("summary", {}, line.moves || "The start",
            line.novelty_count > 0 ? newBadge(`${count(line.novelty_count)} new`) : null),
        h("div", {class: "stack"},
            h("p", {class: "soft"}, `${entryWords(line)}.`),
            line.start_fen === null ? null : h("p", {class: "soft mono"}, line.start_fen),
            line.departures.length > 0 ? departureTable(line) : null,
            gamesWithTitle(novelties, line.novelties, corpus),
            gamesWithTitle("Latest games", line.latest_games, corpus)));
}

function leftOutWords({games, chosen, without_date: withoutDate}) {
    if (games === chosen) return "";
    const undated = withoutDate > 0 ? `, ${count(withoutDate)} of them without a usable date` : "";
    return ` ${plural(games - chosen, "game")} left out by the choice above${undated}.`;
}

/** Null where nobody said whose repertoire it is. */
function leftByYouWords({left_by_you: left}) {
    return left ? ` ${plural(left, "other game")} left by your side, not reported.` : "";
}

/** `answer` is that of POST /news. */
export function newsReport(answer) {
    const entered = answer.lines.filter((line) => line.entered > 0);
    const silent = answer.lines.filter((line) => line.entered === 0);
    return h("div", {class: "stack"},
        // For a pasted repertoire a warning begins with the request's field, which the user has not
        // seen.
        answer.warnings.map((warning) => h("p", {class: "failure"}, warning.replace(/^\/pgn[,:] /, ""))),
        h("p", {}, `${answer.corpus}: ${count(answer.entered)} of ${plural(answer.chosen, "game")} entered `,
            `${plural(answer.lines_entered, "line")}; `,
            h("strong", {}, `${count(answer.novelty_count)} left by a move that was new`), ".",
            h("span", {class: "soft"}, leftByYouWords(answer), leftOutWords(answer))),
        h("div", {}, entered.map((line, index) => lineSection(line, answer.corpus, index === 0)),
            silent.length === 0 ? null : h("details", {class: "news-line"},
                h("summary", {}, `${plural(silent.length, "line")} that no game entered`),
                h("ul", {}, silent.map((line) => h("li", {}, line.moves || "The start"))))));
}
