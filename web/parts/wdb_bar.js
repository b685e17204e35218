// A bar of the shares that White won, that were drawn, and that Black won. It is read by lightness and
// by its numbers, never by hue.
import {h} from "../lib/dom.js";
import {count, percent} from "../lib/format.js";

/** `of` has white, draws and black. */
export function wdbBar(of) {
    const total = of.white + of.draws + of.black;
    const parts = [
        ["white", of.white, "White won"], ["draws", of.draws, "drawn"], ["black", of.black, "Black won"],
    ];
    const label = parts.map(([, value, word]) => `${percent(value, total)} ${word}`).join(", ");
    return h("div", {class: "wdb", role: "img", "aria-label": total ? label : "no results"},
        parts.filter(([, value]) => value > 0).map(([name, value, word]) =>
            h("span", {
                class: `wdb-${name}`,
                style: `flex-grow: ${value}`,
                title: `${count(value)} ${word} (${percent(value, total, 1)})`,
            }, h("b", {"aria-hidden": "true"}, percent(value, total)))));
}
