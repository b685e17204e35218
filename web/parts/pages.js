// The buttons that turn the pages of a long list, and where in the list the reader is.
import {h} from "../lib/dom.js";
import {count} from "../lib/format.js";

/** The page, from 1, that a parameter of the address names. */
export const pageOf = (text) => Math.max(1, Math.floor(Number(text)) || 1);

export class Pages {
    /** `onTurn(page)` is called by the buttons. */
    constructor(size, onTurn) {
        this.size = size;
        const button = (label, target) => h("button", {type: "button", onclick: () => onTurn(target())}, label);
        this.first = button("First", () => 1);
        this.previous = button("Previous", () => Math.min(this.page - 1, this.last));
        this.next = button("Next", () => this.page + 1);
        this.range = h("span", {class: "soft"});
        this.element = h("nav", {class: "row pages", "aria-label": "Pages", hidden: true},
            this.first, this.previous, this.range, this.next);
    }

    /** `shown` things of `all` are on the page. */
    show(page, shown, all) {
        this.page = page;
        this.last = Math.max(1, Math.ceil(all / this.size));
        const from = (page - 1) * this.size;
        this.range.textContent = shown === 0 ? "" : `${count(from + 1)} to ${count(from + shown)} of ${count(all)}`;
        this.first.disabled = page === 1;
        this.previous.disabled = page === 1;
        this.next.disabled = page >= this.last;
        this.element.hidden = page === 1 && this.last === 1;
    }

    hide() {
        this.element.hidden = true;
    }
}
