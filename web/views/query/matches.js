// The games that a question found, with the move at which each matched, and the chosen one on a
// board.
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {h, replace} from "../../lib/dom.js";
import {date, numbered, playerName, result} from "../../lib/format.js";
import {failure, hint} from "../../parts/message.js";
import {MatchBoard} from "./match_board.js";

/** How many games are listed at a time. */
export const kPage = 25;

/** "move 27, then 28. f4": where a match is, in few words. */
function whereOf({plies, move}) {
    if (plies.length === 0) return "";
    const last = plies.at(-1);
    const isStreak = plies.length > 1 && last - plies[0] === plies.length - 1;
    const moves = [...new Set(plies.map((ply) => Math.ceil(ply / 2)))];
    const listed = isStreak && moves.length > 1 ? `${moves[0]}–${moves.at(-1)}` : moves.join(", ");
    const place = last === 0 ? "the start" : `${moves.length === 1 ? "move" : "moves"} ${listed}`;
    return move ? `${place}, then ${numbered([move], last)}` : place;
}

export class Matches {
    constructor() {
        this.rows = [];  // {game, match} of those listed
        this.list = h("ol", {class: "match-list"});
        this.more = h("div");
        this.board = new MatchBoard();
        this.element = h("div", {class: "matches"}, h("div", {}, this.list, this.more), this.board.element);
        this.games = api.latest((signal, params) => api.get("/games", params, {signal}));
    }

    /** `answer` is that of /query with matches; `next(skip)` promises the one that goes on from there. */
    async show(corpus, answer, next) {
        this.corpus = corpus;
        this.rows = [];
        replace(this.list);
        await this.add(answer, next);
    }

    async add(answer, next) {
        if (answer.matches.length === 0) return replace(this.more);
        try {
            const {games} = await this.games({corpus: this.corpus, set: answer.set, skip: this.rows.length,
                limit: answer.matches.length});
            const added = games.map((game, index) => ({game, match: answer.matches[index]}));
            this.rows.push(...added);
            this.list.append(...added.map((row) => this.row(row)));
            this.offerMore(answer, next);
            this.choose(address.read().get("query_game"));
        } catch (error) {
            replace(this.more, failure(error, () => this.add(answer, next)));
        }
    }

    offerMore(answer, next) {
        if (this.rows.length >= answer.games_matched) return replace(this.more);
        replace(this.more, h("button", {type: "button", onclick: () => this.showMore(answer, next)},
            "More games"));
    }

    async showMore(answer, next) {
        const {rows} = this;
        const isOvertaken = () => rows !== this.rows;  // by the games of another question
        replace(this.more, hint("Searching …"));
        try {
            const found = await next(rows.length);
            if (!isOvertaken()) await this.add(found, next);
        } catch (error) {
            if (!isOvertaken()) replace(this.more, failure(error, () => this.showMore(answer, next)));
        }
    }

    row({game, match}) {
        const {White, Black, Date: played} = game.tags;
        return h("li", {}, h("button", {
            type: "button", class: "match", dataset: {game: game.game_id},
            onclick: () => address.go({query_game: game.game_id}, {replace: true}),
        },
        h("span", {class: "match-players"}, `${playerName(White)} – ${playerName(Black)}`),
        h("span", {class: "soft match-where"}, whereOf(match)),
        h("span", {class: "soft number"}, `${result(game.result)} ${date(played).slice(0, 4)}`)));
    }

    /** The game of that id on the board; the first when it is not among those listed. */
    choose(id) {
        if (this.rows.length === 0) return;
        const row = this.rows.find(({game}) => String(game.game_id) === id) ?? this.rows[0];
        for (const button of this.list.querySelectorAll("button")) {
            const isChosen = button.dataset.game === String(row.game.game_id);
            if (isChosen) button.setAttribute("aria-current", "true");
            else button.removeAttribute("aria-current");
        }
        if (row === this.chosen) return;
        this.chosen = row;
        this.board.show(this.corpus, row.game, row.match.plies);
    }
}
