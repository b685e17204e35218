// The explorer: a board, what was played from its position and how it scored, and the games behind it.
//
// A position is sent to the daemon as the line that leads to it. The daemon's answer has all that
// the board needs of the rules: the line's moves and positions, the legal moves, the opening's
// name.
//
// Its own parameters of the address: explore_ply, how many moves of the line are on the board (all when
// missing); explore_deep, 1 for a scan of all games instead of a look into the tree; and explore_order,
// "date" for the latest games instead of the best rated.
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {loadCss} from "../../lib/css.js";
import {h} from "../../lib/dom.js";
import {plyOf} from "../../lib/fen.js";
import {filterQuery} from "../../lib/filter_query.js";
import {percent, plural} from "../../lib/format.js";
import {Board} from "../../parts/board.js";
import {Filters} from "../../parts/filters.js";
import {icon} from "../../parts/icon.js";
import {keysDialog} from "./keys_dialog.js";
import {Line} from "./line.js";
import {MoveTable} from "./move_table.js";
import {PositionEntry} from "./position_entry.js";
import {PositionSummary, gamesOf, treeBody} from "./position_summary.js";
import {TopGames, kGamesAtOnce} from "./top_games.js";

await loadCss("explorer.css", import.meta.url);

const kArrows = 7;
const kLeastArrow = 0.02;  // of the games, for a move to have an arrow
const kKeys = [
    ["← →", "One move back, one move forward"],
    ["Home End", "To the start or the end of the line"],
    ["↑ ↓", "Choose a move in the table"],
    ["Enter", "Play the chosen move"],
    ["f", "Flip the board"],
    ["?", "Show these keys"],
];

export function create(app) {
    return new Explorer(app);
}

class Explorer {
    constructor(app) {
        this.app = app;
        this.asked = "";  // what the answer on show, or on its way, is about
        this.line = null;  // {key, startFen, moves: [{san, uci, fen}]}, once the daemon read it
        this.ply = 0;
        this.ask = api.latest((signal, ...about) => this.fetch(signal, ...about));

        this.filters = new Filters();
        this.board = new Board({onMove: (move) => this.play(move)});
        this.lineView = new Line({onGo: (ply) => this.goTo(ply)});
        this.entry = new PositionEntry(app, {
            lineNow: () => ({corpus: this.request.corpus, fen: this.request.fen, moves: this.playedMoves()}),
            onLine: ({fen, moves}) => this.goToLine(fen, moves),
        });
        this.table = new MoveTable({
            onPlay: (move) => this.play(move),
            onPoint: (uci) => this.board.point(uci),
        });
        this.games = new TopGames({fetch: (cursor) => this.fetchGames(cursor)});
        this.summary = new PositionSummary();
        this.keys = keysDialog(kKeys);
        this.element = this.layOut();
    }

    layOut() {
        const button = (content, label, onclick) => h("button", {
            type: "button", class: "icon-button", title: label, "aria-label": label, onclick,
        }, content);
        return h("div", {}, this.filters.element,
            h("div", {class: "explorer-columns"},
                h("div", {class: "explorer-left"},
                    this.board.element,
                    h("div", {class: "explorer-controls"}, this.lineView.buttons,
                        button(icon("flip"), "Flip the board (f)", () => this.flip()),
                        button("?", "Keys", () => this.keys.showModal())),
                    this.lineView.element,
                    this.entry.element),
                h("div", {class: "explorer-right"},
                    h("section", {class: "card", "aria-label": "Moves"},
                        this.summary.element, this.table.element),
                    this.games.element)),
            this.keys);
    }

    update(now) {
        this.filters.update(now);
        this.games.update(now);
        this.board.flip(now.get("flip") === "1");
        const request = {
            corpus: now.get("corpus"), query: filterQuery(now), isDeep: now.get("explore_deep") !== "",
            fen: now.get("fen"), moves: now.get("moves"), ply: now.get("explore_ply"),
            order: this.games.order,
        };
        const asked = JSON.stringify(request);
        if (asked === this.asked) return;
        this.asked = asked;
        this.request = request;
        this.load(request);
    }

    async load(request) {
        this.isWaiting = true;
        this.summary.wait();
        this.table.element.classList.add("is-waiting");
        this.board.hold();
        if (this.line?.key === lineKey(request)) this.showLine(request);
        let legal = [];
        try {
            // Filters and scans take time and may fail, so the board is shown first.
            if (request.query !== "" || request.isDeep) {
                const {answer, line} = await this.ask({...request, query: "", isDeep: false});
                this.line = line;
                this.showLine(request);
                ({legal} = answer.board);
                this.board.allow(legal);
                if (this.request !== request) return;  // an early move went on to another position
            }
            const found = await this.ask(request, {
                details: true, games: {sort: request.order, limit: kGamesAtOnce},
            });
            this.show(found);
            ({legal} = found.answer.board);
        } catch (error) {
            this.asked = "";  // so that the next update asks again
            this.showFailure(request, error);
        }
        this.isWaiting = false;
        this.table.element.classList.remove("is-waiting");
        this.board.allow(legal);  // last, because moves that were made early continue from here
    }

    /** The answer about the position. Where the board stands inside a line, the daemon reads that first. */
    async fetch(signal, request, details) {
        const {corpus, fen, moves, ply} = request;
        const tree = (body) => api.post("/tree", {...body, board: true}, {signal});
        let line = this.line?.key === lineKey(request) ? this.line : null;
        if (!line && ply !== "") line = lineOf(request, await tree({...treeBody({corpus, fen}), moves}));
        const played = line ? sans(line.moves.slice(0, plyIn(line, request))) : moves;
        const answer = await tree({...treeBody(request), moves: played, ...details});
        return {request, answer, line: line ?? lineOf(request, answer)};
    }

    /** The games after a cursor. */
    fetchGames(cursor) {
        const games = {sort: this.request.order, limit: kGamesAtOnce, cursor};
        return api.post("/tree", {...treeBody(this.request), moves: this.playedMoves(), games});
    }

    show({request, answer, line}) {
        const {moves, total} = answer;
        this.line = line;
        this.showLine(request);
        this.board.point("");
        this.board.drawArrows(moves.slice(0, kArrows)
            .filter((move) => move.total >= kLeastArrow * total)
            .map((move) => ({uci: move.uci, weight: move.total / moves[0].total})));
        this.entry.update(answer.fen);
        this.summary.show(request, answer);
        this.table.show(answer);
        this.table.element.hidden = moves.length === 0;
        this.games.show(answer, this.ply);
        const most = moves[0] ? ` Most played: ${moves[0].san}, ${percent(moves[0].total, total)}.` : "";
        this.app.announce(`${this.summary.opening.textContent}. ${plural(gamesOf(answer), "game")}.${most}`);
    }

    showFailure(request, error) {
        this.summary.fail(error, () => this.load(request));
        this.table.element.hidden = this.games.element.hidden = true;
        this.board.drawArrows([]);
    }

    showLine(request) {
        const {moves, startFen} = this.line;
        this.ply = plyIn(this.line, request);
        const last = moves[this.ply - 1];
        this.board.show(last?.fen ?? startFen, {lastMove: last?.uci});
        this.lineView.update({moves: sans(moves), first: plyOf(startFen), ply: this.ply});
    }

    /** The SAN of the moves that are on the board. */
    playedMoves() {
        return sans(this.line?.moves.slice(0, this.ply) ?? []);
    }

    play({san}) {
        if (this.line.moves[this.ply]?.san === san) this.goTo(this.ply + 1);
        else this.goToLine(this.request.fen, [...this.playedMoves(), san]);
    }

    goToLine(fen, moves) {
        address.go({fen, moves: moves.join(" "), explore_ply: null, explore_deep: null});
    }

    // Going along the line adds no history; the back button takes moves back.
    goTo(ply) {
        const isEnd = ply === this.line.moves.length;
        address.go({explore_ply: isEnd ? null : ply, explore_deep: null}, {replace: true});
    }

    flip() {
        address.go({flip: this.board.isFlipped ? null : 1}, {replace: true});
    }

    /** A running scan is of no use to another view; it is restarted when this one is shown again. */
    leave() {
        if (!this.isWaiting) return;
        this.ask.cancel();
        this.asked = "";
    }

    keydown(event) {
        const isOnControl = event.target.closest("button, a, summary") !== null;
        if (event.key === "?") this.keys.showModal();
        else if (event.key === "f") this.flip();
        else if (event.key === "ArrowDown") this.table.step(1);
        else if (event.key === "ArrowUp") this.table.step(-1);
        else if (event.key === "Enter" && this.table.move && !isOnControl) this.play(this.table.move);
        else if (!this.line || !this.lineView.keydown(event)) return;
        event.preventDefault();
    }
}

const sans = (moves) => moves.map(({san}) => san);
const lineKey = ({fen, moves}) => `${fen} ${moves}`;
const lineOf = (request, {board}) => ({key: lineKey(request), startFen: board.start_fen, moves: board.line});

/** How many moves of a line the board has made; an address without a ply means all. */
function plyIn(line, {ply}) {
    return ply === "" ? line.moves.length : Math.min(Number(ply) || 0, line.moves.length);
}
