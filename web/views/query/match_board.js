// One match on a board: the game at the ply where the question was answered, with steps back and
// forward.
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {h, replace} from "../../lib/dom.js";
import {date, numbered, playerName, result} from "../../lib/format.js";
import {Board} from "../../parts/board.js";
import {failure} from "../../parts/message.js";

export class MatchBoard {
    constructor() {
        this.board = new Board();
        this.heading = h("div", {class: "match-heading"});
        this.place = h("p", {class: "match-place", "aria-live": "polite"});
        const step = (text, label, act) => h("button", {
            type: "button", class: "icon-button", "aria-label": label, title: label, onclick: act,
        }, text);
        this.steps = h("div", {class: "row"},
            step("‹", "One move back", () => this.go(this.ply - 1)),
            step("›", "One move forward", () => this.go(this.ply + 1)),
            h("button", {type: "button", onclick: () => this.go(this.matchPly)}, "To the match"),
            h("button", {type: "button", class: "primary", onclick: () => this.open()}, "Open the game"));
        this.element = h("div", {class: "match-board"},
            this.heading, this.board.element, this.place, this.steps);
        this.replay = api.latest((signal, body) => api.post("/tree", body, {signal}));
    }

    /** `game` is one of GET /games, `plies` where it matched; none when only its headers did. */
    async show(corpus, game, plies) {
        this.game = game;
        this.line = null;  // until it is known there are no steps along it
        this.plies = plies;
        this.matchPly = plies.at(-1) ?? game.plies;
        const {White, Black, Event, Date: played} = game.tags;
        replace(this.heading, h("h2", {}, `${playerName(White)} – ${playerName(Black)}`),
            h("p", {class: "soft"}, [result(game.result), date(played), Event].filter(Boolean).join(" · ")));
        try {
            const answer = await this.replay({corpus, moves: game.moves, board: true,
                ...(game.tags.FEN ? {fen: game.tags.FEN} : {})});
            this.line = answer.board.line;
            this.start = answer.board.start_fen;
            this.go(this.matchPly);
        } catch (error) {
            replace(this.place, failure(error, () => this.show(corpus, game, plies)));
        }
    }

    open() {
        address.go({game: this.game.game_id, ply: this.ply}, {view: "games"});
    }

    go(ply) {
        if (!this.line || ply < 0 || ply > this.line.length) return;
        this.ply = ply;
        const last = this.line[ply - 1];
        this.board.show(last?.fen ?? this.start, {lastMove: last?.uci});
        const where = last ? `After ${numbered([last.san], ply - 1)}` : "The start";
        const isMatch = this.plies.includes(ply);
        replace(this.place, where, isMatch ? h("strong", {}, " · matches here") : null);
    }

    keydown(event) {
        const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
        if (!step || !this.line) return;
        event.preventDefault();
        this.go(this.ply + step);
    }
}
