// A table whose first column is text and whose others are numbers; what is too wide for the page scrolls.
import {h} from "../lib/dom.js";

/** `label` says what the table is of. */
export function numberTable(label, heads, rows) {
    const kind = (index) => (index === 0 ? "" : "number");
    const head = (text, index) => h("th", {scope: "col", class: kind(index)}, text);
    const cell = (text, index) => h("td", {class: kind(index)}, text);
    return h("div", {class: "scroll-x", tabindex: 0, role: "region", "aria-label": label}, h("table", {},
        h("thead", {}, h("tr", {}, heads.map(head))),
        h("tbody", {}, rows.map((row) => h("tr", {}, row.map(cell))))));
}
