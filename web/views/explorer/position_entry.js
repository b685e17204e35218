// A position typed in: a FEN, or moves. Errors of the daemon are shown at the field.
import * as api from "../../lib/api.js";
import {field, h} from "../../lib/dom.js";
import {readEntry} from "../../lib/entry.js";
import {copyButton} from "../../parts/copy_button.js";
import {showError} from "../../parts/field_error.js";
import {wordsOf} from "../../parts/message.js";

function mistake(error) {
    const [, move] = /found '([^']*)' as move \d+, expected a legal move/.exec(error.message) ?? [];
    return move ? `${move} is not a legal move there.` : wordsOf(error);
}

export class PositionEntry {
    /**
     * `lineNow()` gives {corpus, fen, moves} of the board; `onLine({fen, moves})` is called with a line that
     * the daemon read, the moves as a list of SAN.
     */
    constructor(app, {lineNow, onLine}) {
        this.lineNow = lineNow;
        this.onLine = onLine;
        this.fen = "";
        this.input = h("input", {
            placeholder: "FEN, or moves such as 1. e4 c5",
            title: "Moves that begin with 1. are played from the start, others from the board",
            autocomplete: "off", autocapitalize: "off",
            spellcheck: "false", enterkeyhint: "go", oninput: () => showError(this.input, ""),
        });
        this.element = h("form", {class: "position-entry", onsubmit: (event) => {
            event.preventDefault();
            this.take(this.input.value.trim());
        }},
            field("Go to a position", this.input),
            h("button", {type: "submit"}, "Go"),
            copyButton(app, "Copy FEN", () => this.fen));
    }

    /** The position that is on the board, for copying. */
    update(fen) {
        this.fen = fen;
    }

    async take(text) {
        if (text === "") return;
        const {corpus, ...line} = this.lineNow();
        const mistakes = [];
        for (const {fen, moves} of readEntry(text, line)) {
            try {
                const {board} = await api.post("/tree", {corpus, moves, board: true, ...(fen && {fen})});
                this.input.value = "";
                showError(this.input, "");
                return this.onLine({fen, moves: board.line.map(({san}) => san)});
            } catch (error) {
                mistakes.push(error);
            }
        }
        showError(this.input, mistake(mistakes[0]));
    }
}
