// What is played from a position: a row for each move with its games, results, ratings and years. A row can
// be clicked, chosen with keys, and pointed at, which the board shows as an arrow.
import {h, replace} from "../../lib/dom.js";
import {count, orDash, percent} from "../../lib/format.js";
import {wdbBar} from "../../parts/wdb_bar.js";

const kRowsAtFirst = 12;
const kLeastGames = 5;  // for a performance that means something
const kLeastShare = 0.0005;  // less would be rounded to nothing

const number = (text, title, kind = "") => h("th", {scope: "col", class: `number ${kind}`, title}, text);

export class MoveTable {
    /** `onPlay(move)` with a move of the answer, `onPoint(uci)` with the move pointed at or "". */
    constructor({onPlay, onPoint}) {
        this.onPlay = onPlay;
        this.onPoint = onPoint;
        this.answer = {moves: [], total: 0};
        this.chosen = -1;
        this.isWhole = false;  // whether more rows than at first are shown
        this.body = h("tbody");
        this.foot = h("tfoot");
        this.more = h("button", {type: "button", class: "quiet", onclick: () => {
            this.isWhole = true;
            this.draw();
        }});
        this.element = h("div", {class: "move-table"},
            h("table", {}, h("caption", {class: "visually-hidden"}, "Moves from this position"),
                h("thead", {}, h("tr", {},
                    h("th", {scope: "col"}, "Move"),
                    number("Games", "Games that played it"),
                    number("Share", "Share of the games that continued", "on-wide"),
                    h("th", {scope: "col"}, h("span", {class: "on-wide"}, "White / draw / Black"),
                        h("span", {class: "on-narrow"}, "Results")),
                    number("Rating", "Mean rating of those who played it"),
                    number("Perf.", `Performance of those who played it, from ${kLeastGames} games on`,
                        "on-wide"),
                    number("Last", "Year of the latest game"))),
                this.body, this.foot),
            this.more);
        this.element.addEventListener("pointerleave", () => this.onPoint(this.move?.uci ?? ""));
    }

    /** An answer of /tree with details. */
    show(answer) {
        this.answer = answer;
        this.chosen = -1;
        this.isWhole = false;
        this.draw();
    }

    /** The move chosen with keys, if there is one. */
    get move() {
        return this.answer.moves[this.chosen];
    }

    /** Chooses the next row (1) or the one before (-1). */
    step(by) {
        const shown = this.body.children.length;
        if (shown === 0) return;
        this.body.children[this.chosen]?.classList.remove("is-chosen");
        this.chosen = this.chosen < 0 ? (by > 0 ? 0 : shown - 1) : (this.chosen + by + shown) % shown;
        const row = this.body.children[this.chosen];
        row.classList.add("is-chosen");
        row.scrollIntoView({block: "nearest"});
        this.onPoint(this.move.uci);
    }

    draw() {
        const {moves, total} = this.answer;
        const shown = this.isWhole || moves.length <= kRowsAtFirst + 2 ? moves : moves.slice(0, kRowsAtFirst);
        replace(this.body, shown.map((move) => this.row(move, total)));
        this.body.children[this.chosen]?.classList.add("is-chosen");
        replace(this.foot, moves.length > 1 ? h("tr", {},
            h("th", {scope: "row"}, "All"),
            h("td", {class: "number"}, count(total)), h("td", {class: "on-wide"}),
            h("td", {}, wdbBar(this.answer)), h("td"), h("td", {class: "on-wide"}), h("td")) : null);
        this.more.hidden = shown.length === moves.length;
        this.more.textContent = `All ${moves.length} moves`;
    }

    row(move, total) {
        const point = () => this.onPoint(move.uci);
        const performance = move.total < kLeastGames ? null : move.performance;
        const share = move.total / total < kLeastShare ? "<0.1%" : percent(move.total, total, 1);
        return h("tr", {class: "is-clickable", onclick: () => this.onPlay(move), onpointerenter: point},
            h("th", {scope: "row"}, h("button", {type: "button", class: "move-name", onfocus: point,
                onblur: () => this.onPoint("")}, move.san)),
            h("td", {class: "number"}, count(move.total), h("span", {class: "under"}, share)),
            h("td", {class: "number on-wide soft"}, share),
            h("td", {class: "results"}, wdbBar(move)),
            h("td", {class: "number"}, orDash(move.average_rating),
                performance ? h("span", {class: "under"}, `perf. ${performance}`) : null),
            h("td", {class: "number on-wide"}, orDash(performance)),
            h("td", {class: "number"}, orDash(move.last_year)));
    }
}
