// How often the games of the corpus reached the position on the board.
import * as api from "../../lib/api.js";
import {h, replace} from "../../lib/dom.js";
import {plural} from "../../lib/format.js";
import {wordsOf} from "../../parts/message.js";
import {wdbBar} from "../../parts/wdb_bar.js";

const kDelayMs = 150;  // stepping through a game quickly asks once, at the end

/** Whether positions of a corpus are found without scanning every game. */
export function hasTree(app, corpus) {
    return app.corpora.find(({path}) => path === corpus)?.tree_plies !== null;
}

export class PositionCount {
    constructor(app) {
        this.app = app;
        this.element = h("div", {class: "position-count row"});
        this.ask = api.latest(async (signal, body) => {
            await new Promise((resolve) => setTimeout(resolve, kDelayMs));
            signal.throwIfAborted();
            return api.post("/tree", body, {signal});
        });
    }

    update(corpus, fen, ply) {
        const key = `${corpus} ${fen}`;
        if (key === this.key) return;
        this.key = key;
        this.ask.cancel();
        this.setWaiting(false);
        if (hasTree(this.app, corpus)) this.load({corpus, fen}, ply);
        else this.offer("This corpus has no tree.", {corpus, fen}, ply);
    }

    async load(body, ply) {
        this.setWaiting(true);
        try {
            this.show(await this.ask(body), body, ply);
        } catch (error) {
            this.key = undefined;  // so that the next step asks again
            this.say(wordsOf(error));
        }
        this.setWaiting(false);
    }

    setWaiting(isWaiting) {
        this.isWaiting = isWaiting;
        this.element.classList.toggle("is-waiting", isWaiting);
    }

    /** A running scan is of no use to another view. */
    leave() {
        if (!this.isWaiting) return;
        this.ask.cancel();
        this.key = undefined;
    }

    show(answer, body, ply) {
        // The tree ends somewhere; beyond its end every game must be scanned.
        const isBeyondTree = answer.source === "tree" && answer.tree_plies > 0 && ply >= answer.tree_plies;
        if (answer.total > 0) {
            this.say(`${plural(answer.total, "game")} went on from here`, wdbBar(answer));
        } else if (isBeyondTree) {
            const move = Math.ceil(answer.tree_plies / 2);
            this.offer(`The tree of this corpus ends after move ${move}.`, body, ply);
        } else {
            this.say("No game went on from here");
        }
    }

    /** A text, and the button that belongs to it. */
    say(words, ...more) {
        replace(this.element, h("span", {}, words), more);
    }

    /** A scan of every game happens only on request. */
    offer(reason, body, ply) {
        this.say(reason, h("button", {type: "button", class: "quiet", onclick: () => {
            this.say("Searching all games …");
            this.load({...body, deep: true}, ply);
        }}, "Search all games"));
    }
}
