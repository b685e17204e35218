// A line of moves with their numbers: each can be clicked to go there, and buttons go along it.
import {h, replace} from "../../lib/dom.js";
import {moveNumber} from "../../lib/format.js";
import {icon} from "../../parts/icon.js";

export class Line {
    /** `onGo(ply)` is called with how many moves of the line are to be on the board. */
    constructor({onGo}) {
        this.onGo = onGo;
        this.moves = [];
        this.ply = 0;
        const button = (name, label, target) => h("button", {
            type: "button", class: "icon-button", title: label, "aria-label": label,
            onclick: () => this.go(target()),
        }, icon(name));
        this.backward = [
            button("first", "To the start of the line", () => 0),
            button("back", "One move back", () => this.ply - 1),
        ];
        this.forward = [
            button("forward", "One move forward", () => this.ply + 1),
            button("last", "To the end of the line", () => this.moves.length),
        ];
        this.element = h("ol", {class: "line-moves", "aria-label": "Line"});
        this.buttons = h("div", {class: "line-buttons", role: "group", "aria-label": "Along the line"},
            this.backward, this.forward);
        this.update({moves: [], first: 0, ply: 0});
    }

    /** The SAN of the moves, the ply at which the first is played, and how many of them are on the board. */
    update({moves, first, ply}) {
        this.moves = moves;
        this.ply = ply;
        const current = (index) => (index === ply - 1 ? {"aria-current": "true"} : {});
        replace(this.element, moves.map((san, index) => {
            const played = first + index;
            const hasNumber = played % 2 === 0 || index === 0;
            return h("li", {}, hasNumber ? h("span", {class: "soft"}, moveNumber(played)) : null,
                h("button", {type: "button", onclick: () => this.go(index + 1), ...current(index)}, san));
        }));
        for (const button of this.backward) button.disabled = ply === 0;
        for (const button of this.forward) button.disabled = ply === moves.length;
        const marked = this.element.querySelector("[aria-current]");
        // Only the list is scrolled, never the page.
        this.element.scrollTop = marked ? marked.offsetTop - this.element.clientHeight / 2 : 0;
    }

    /** Goes there if the line has it. */
    go(ply) {
        if (ply >= 0 && ply <= this.moves.length && ply !== this.ply) this.onGo(ply);
    }

    /** The keys that go along a line; whether this was one of them. */
    keydown(event) {
        const targets = {ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.moves.length};
        if (!(event.key in targets)) return false;
        this.go(targets[event.key]);
        return true;
    }
}
