// One game, played through: the board between its players, the moves, and what the corpus knows of the
// position. Parameters: game, ply (the start when missing), flip.
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {h, replace} from "../../lib/dom.js";
import {plyOf} from "../../lib/fen.js";
import {date, numbered, playerName, result} from "../../lib/format.js";
import {notesOf} from "../../lib/pgn_notes.js";
import {Board} from "../../parts/board.js";
import {icon} from "../../parts/icon.js";
import {failure, hint} from "../../parts/message.js";
import {GameText, loadGameText} from "./game_text.js";
import {MoveList} from "./move_list.js";
import {PositionCount, hasTree} from "./position_count.js";

const kStepMs = 1000;
const kScores = {"1-0": ["1", "0"], "0-1": ["0", "1"], "1/2-1/2": ["½", "½"]};

async function fetchGame(signal, app, corpus, id) {
    const [game] = (await api.get("/games", {corpus, game: id}, {signal})).games;
    // Only the line is needed. Without a tree, all games would be scanned for its last position: ask for
    // none.
    const query = hasTree(app, corpus) ? undefined : "plies < 0";
    const [answer, text] = await Promise.all([
        api.post("/tree", {corpus, moves: game.moves, fen: game.tags.FEN, query, board: true}, {signal}),
        loadGameText(signal, corpus, id),
    ]);
    return {game, line: answer.board, text};
}

export class Replay {
    constructor(app) {
        this.app = app;
        this.isReady = false;  // whether the game of the address is the one that is shown
        this.ply = 0;
        this.fens = [""];  // after each ply
        this.fetch = api.latest(fetchGame);
        this.board = new Board();
        this.top = h("div", {class: "player"});
        this.bottom = h("div", {class: "player"});
        this.title = h("h1");
        this.about = h("p", {class: "soft"});
        this.moves = new MoveList((ply) => this.goTo(ply));
        this.count = new PositionCount(app);
        this.explore = h("a", {class: "button"}, "Explore from here");
        this.text = new GameText(app, () => this.fens[this.ply]);
        this.message = h("div");
        this.content = h("div", {class: "stack", hidden: true},
            h("div", {class: "replay"},
                h("div", {class: "replay-board"}, this.top, this.board.element, this.bottom, this.controls()),
                h("section", {class: "card replay-side", "aria-label": "The game"}, this.title, this.about,
                    this.moves.element, this.count.element, h("div", {}, this.explore))),
            this.text.element);
        this.element = h("div", {}, this.message, this.content);
    }

    controls() {
        const button = (name, label, act) => h("button", {
            type: "button", class: "icon-button", "aria-label": label, title: label, onclick: act,
        }, icon(name));
        this.playButton = h("button", {type: "button"}, "Play");
        this.playButton.onclick = () => (this.timer ? this.stop() : this.play());
        return h("div", {class: "row replay-controls", role: "group", "aria-label": "Along the game"},
            button("first", "To the start", () => this.goTo(0)),
            button("back", "One move back", () => this.goTo(this.ply - 1)),
            this.playButton,
            button("forward", "One move forward", () => this.goTo(this.ply + 1)),
            button("last", "To the end", () => this.goTo(this.last)),
            button("flip", "Flip the board", () => this.flip()));
    }

    get last() {
        return this.fens.length - 1;
    }

    async update(now) {
        const [corpus, id] = [now.get("corpus"), now.get("game")];
        const key = `${corpus} ${id}`;
        if (key !== this.key) {
            this.stop();
            this.key = key;
            this.isReady = false;
            await this.load(corpus, id);
        }
        if (this.isReady) this.show(address.read());
    }

    async load(corpus, id) {
        // The previous game stays until this one has arrived.
        this.content.classList.add("is-waiting");
        if (this.content.hidden) replace(this.message, hint("Fetching the game …"));
        try {
            this.take(await this.fetch(this.app, corpus, id));
            this.isReady = true;
            replace(this.message);
            this.content.hidden = false;
        } catch (error) {
            this.key = undefined;  // so that the next update asks again
            this.content.hidden = true;
            replace(this.message, failure(error, () => this.update(address.read())));
        }
        this.content.classList.remove("is-waiting");
    }

    take({game, line, text}) {
        this.game = game;
        this.line = line.line;
        this.fens = [line.start_fen, ...line.line.map(({fen}) => fen)];
        this.first = plyOf(line.start_fen);
        this.notes = notesOf(text.pgn);
        const {tags} = game;
        this.title.textContent = `${playerName(tags.White)} – ${playerName(tags.Black)}`;
        const opening = line.opening && `${line.opening.eco} ${line.opening.name}`;
        const facts = [tags.Event, tags.Site, date(tags.Date), opening ?? tags.ECO];
        // A site that is a web address is shown among the tags, and linked if it is Lichess.
        const isShown = (part) => part && part !== "?" && !part.startsWith("http");
        this.about.textContent = facts.filter(isShown).join("  ·  ");
        this.moves.show(game.moves, {first: this.first, result: result(game.result), notes: this.notes});
        this.text.show(game, text);
    }

    show(now) {
        this.ply = Math.min(Math.max(0, Math.floor(Number(now.get("ply"))) || 0), this.last);
        const isFlipped = now.get("flip") === "1";
        this.board.show(this.fens[this.ply], {lastMove: this.line[this.ply - 1]?.uci});
        this.board.flip(isFlipped);
        this.showPlayer(this.top, isFlipped ? "White" : "Black");
        this.showPlayer(this.bottom, isFlipped ? "Black" : "White");
        this.moves.mark(this.ply);
        this.count.update(now.get("corpus"), this.fens[this.ply], this.ply);
        this.text.pointAt(this.ply, isFlipped);
        this.explore.href = address.linkTo({
            moves: this.game.moves.slice(0, this.ply).join(" "), fen: this.game.tags.FEN,
            game: null, ply: null,
        }, "explore");
        if (this.ply === this.last) this.stop();
    }

    showPlayer(bar, color) {
        const {tags} = this.game;
        const score = kScores[this.game.result]?.[color === "White" ? 0 : 1] ?? "";
        const kind = `player-color is-${color.toLowerCase()}`;
        replace(bar, h("span", {class: kind, role: "img", "aria-label": color}),
            h("strong", {}, playerName(tags[color])), h("span", {class: "soft"}, tags[`${color}Elo`] ?? ""),
            h("span", {class: "player-clock mono"}, this.clockOf(color)),
            h("span", {class: "player-score"}, score));
    }

    /** What the player's clock showed after the last move of theirs. */
    clockOf(color) {
        const isOwn = (ply) => (this.first + ply) % 2 === (color === "White" ? 1 : 0);
        return this.notes.clocks.get(isOwn(this.ply) ? this.ply : this.ply - 1) ?? "";
    }

    goTo(ply) {
        if (!this.isReady) return;
        const next = Math.min(Math.max(0, ply), this.last);
        if (next === this.ply) return;
        address.go({ply: next === 0 ? null : next}, {replace: true});
        if (next > 0) this.app.announce(numbered([this.game.moves[next - 1]], this.first + next - 1));
    }

    flip() {
        address.go({flip: address.read().get("flip") === "1" ? null : "1"}, {replace: true});
    }

    play() {
        if (this.ply === this.last) this.goTo(0);
        this.timer = setInterval(() => this.goTo(this.ply + 1), kStepMs);
        this.playButton.textContent = "Pause";
    }

    stop() {
        clearInterval(this.timer);
        this.timer = undefined;
        this.playButton.textContent = "Play";
    }

    leave() {
        this.stop();
        this.count.leave();
    }

    keydown(event) {
        const actions = {
            ArrowLeft: () => this.goTo(this.ply - 1), ArrowRight: () => this.goTo(this.ply + 1),
            Home: () => this.goTo(0), End: () => this.goTo(this.last), f: () => this.flip(),
        };
        if (!actions[event.key]) return;
        event.preventDefault();
        actions[event.key]();
    }
}
