// The moves of a game as running text: each a button, the current one marked, remarks between them.
import {h, replace} from "../../lib/dom.js";
import {moveNumber} from "../../lib/format.js";

export class MoveList {
    /** `onPick(ply)` is called with the ply that a clicked move leads to. */
    constructor(onPick) {
        this.onPick = onPick;
        this.buttons = [];  // of ply 1, 2, ...
        this.element = h("div", {class: "move-list", role: "group", "aria-label": "Moves"});
    }

    /** `first` is the ply of the first move counted from move 1; notes are those of lib/pgn_notes.js. */
    show(moves, {first, result, notes}) {
        const content = remarksAt(notes, 0);
        let wasInterrupted = true;
        this.buttons = moves.map((san, index) => {
            const ply = first + index;
            const button = h("button", {type: "button", onclick: () => this.onPick(index + 1)},
                san + (notes.signs.get(index + 1) ?? ""));
            const remarks = remarksAt(notes, index + 1);
            // In one span, so that a number stays on the same line as its move.
            const before = ply % 2 === 0 || wasInterrupted 
                ? h("span", {class: "move-number"}, moveNumber(ply)) : null;
            content.push(h("span", {class: "move"}, before, button), " ", ...remarks);
            wasInterrupted = remarks.length > 0;
            return button;
        });
        replace(this.element, content, h("span", {class: "move-result"}, result));
    }

    mark(ply) {
        this.current?.removeAttribute("aria-current");
        this.current = this.buttons[ply - 1];
        this.current?.setAttribute("aria-current", "step");
        this.keepInView(this.current);
    }

    // Done in code, as scrollIntoView would move the whole page too and take the board out of
    // sight.
    keepInView(button) {
        if (!button) {
            this.element.scrollTop = 0;
            return;
        }
        const [own, list] = [button.getBoundingClientRect(), this.element.getBoundingClientRect()];
        if (own.top < list.top) this.element.scrollTop -= list.top - own.top + own.height;
        if (own.bottom > list.bottom) this.element.scrollTop += own.bottom - list.bottom + own.height;
    }
}

function remarksAt(notes, ply) {
    return (notes.remarks.get(ply) ?? []).map(({text, isVariation}) =>
        h("span", {class: isVariation ? "remark variation" : "remark"}, text));
}
