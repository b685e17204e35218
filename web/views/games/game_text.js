// A game as text: its tags, its PGN (as its source has it, where that may be read), and ways to copy and
// download it.
import * as api from "../../lib/api.js";
import {h, replace} from "../../lib/dom.js";
import {saveText} from "../../lib/save.js";
import {copyButton} from "../../parts/copy_button.js";
import {fact, factList} from "../../parts/facts.js";

/** {pgn, refusal}: the original text; else the plain PGN, and in words why. */
export async function loadGameText(signal, corpus, game) {
    const plain = {corpus, game, format: "pgn"};
    try {
        return {pgn: await api.getText("/games", {...plain, original: "true"}, {signal})};
    } catch (error) {
        if (!(error instanceof api.Problem)) throw error;
        return {pgn: await api.getText("/games", plain, {signal}), refusal: error.message};
    }
}

export class GameText {
    /** `fenOf()` gives the position on the board. */
    constructor(app, fenOf) {
        this.pgn = "";
        this.tags = factList();
        this.text = h("pre", {class: "game-text", tabindex: "0", "aria-label": "Text of the game"});
        this.refusal = h("p", {class: "soft"});
        this.details = h("details", {}, h("summary", {}, "Text as PGN"), this.refusal, this.text);
        this.lichess = h("a", {class: "button", rel: "noreferrer", target: "_blank"}, "See it on Lichess");
        this.buttons = h("div", {class: "row"},
            copyButton(app, "Copy PGN", () => this.pgn),
            h("button", {type: "button", onclick: () => this.save()}, "Download PGN"),
            copyButton(app, "Copy FEN", fenOf), this.lichess);
        this.element = h("section", {class: "card stack", "aria-label": "The game as text"}, this.buttons,
            h("div", {class: "game-text-columns"},
                h("div", {}, h("h2", {}, "Tags"), this.tags),
                this.details));
    }

    show(game, {pgn, refusal}) {
        this.pgn = pgn;
        this.fileName = `game_${game.game_id}.pgn`;
        this.lichessId = game.lichess_id;
        const tags = Object.entries(game.tags);
        replace(this.tags, tags.map(([name, value]) => fact(name, value)));
        this.refusal.hidden = !refusal;
        // After the semicolon the daemon says what a program could request instead.
        const reason = (refusal ?? "").split(";")[0];
        this.refusal.textContent = `Written from the corpus, without comments and variations: ${reason}.`;
        this.details.open = !refusal;  // otherwise it adds nothing to the page
        this.text.textContent = pgn.trim();
    }

    save() {
        saveText(this.fileName, this.pgn, "application/x-chess-pgn");
    }

    /** Where the link to Lichess leads. */
    pointAt(ply, isFlipped) {
        this.lichess.hidden = !this.lichessId;
        this.lichess.href = `https://lichess.org/${this.lichessId}${isFlipped ? "/black" : ""}#${ply}`;
    }
}
