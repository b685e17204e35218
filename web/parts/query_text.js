// A query as text: to be read, or in a field to write it in, with what is wrong and where below it.
import {loadCss} from "../lib/css.js";
import {h, newId, replace} from "../lib/dom.js";
import {sentenceOf} from "./message.js";

await loadCss("query_text.css", import.meta.url);

const kPauseMs = 150;  // without a keystroke, before what was typed is used
const kAround = 20;  // characters of the text shown on each side of a mistake

/** The daemon's sentence without the place and the drawing, which are shown separately. */
function mistakeOf(error) {
    const sentence = sentenceOf(error);
    const place = placeOf(error).toLowerCase();
    const words = sentence.startsWith(place) ? sentence.slice(place.length) : sentence;
    return words[0].toUpperCase() + words.slice(1);
}

function placeOf({line, column}) {
    if (!column) return "";
    return line > 1 ? `Line ${line}, column ${column}: ` : `Column ${column}: `;
}

/** The line of the text around the mistake, and a line with a caret under it. */
function drawing(text, {line = 1, column}) {
    const wrong = text.split("\n")[line - 1] ?? "";
    const first = Math.max(0, column - 1 - kAround);
    const before = first > 0 ? "…" : "";
    const last = column - 1 + kAround;
    const shown = before + wrong.slice(first, last) + (wrong.length > last ? "…" : "");
    return `${shown}\n${" ".repeat(before.length + column - 1 - first)}^`;
}

/** A query to be read. */
export const queryCode = (text) => h("code", {class: "query-code"}, text);

export class QueryText {
    /** `onText(text)` is called with what was typed, after a pause. `rows` is the least height. */
    constructor({onText, label, rows = 1, placeholder}) {
        this.onText = onText;
        const errorId = newId();
        this.area = h("textarea", {
            rows, placeholder, id: newId(), class: "query-text", spellcheck: "false", autocapitalize: "off",
            autocomplete: "off", "aria-describedby": errorId,
            oninput: () => this.typed(),
            onkeydown: (event) => {
                if (event.key !== "Enter" || event.shiftKey) return;
                event.preventDefault();
                this.take();
            },
        });
        this.error = h("div", {id: errorId, "aria-live": "polite"});
        this.element = h("div", {class: "field"},
            h("label", {for: this.area.id}, label), this.area, this.error);
        this.taken = null;
    }

    /** Shows a text, unless it was typed here: the user may have typed more by now. */
    show(text) {
        if (text === this.taken) return;
        this.taken = text;
        this.area.value = text;
        this.fit();
    }

    typed() {
        this.fit();
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.take(), kPauseMs);
    }

    take() {
        clearTimeout(this.timer);
        this.taken = this.area.value.trim();
        this.onText(this.taken);
    }

    // As high as the text, so that all of it can be seen.
    fit() {
        this.area.style.height = "auto";
        if (this.area.scrollHeight > 0) this.area.style.height = `${this.area.scrollHeight + 2}px`;
    }

    /** Shows a mistake in the text, or removes it when there is none. */
    showError(error) {
        this.area.setAttribute("aria-invalid", String(Boolean(error)));
        replace(this.error, error ? h("div", {class: "query-error"},
            error.column ? h("pre", {"aria-hidden": "true"}, drawing(this.area.value, error)) : null,
            h("p", {}, placeOf(error), mistakeOf(error))) : null);
    }
}
