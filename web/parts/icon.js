// Small pictures for buttons, drawn rather than text: not every font has these signs.
import {svg} from "../lib/dom.js";

const kPaths = {
    first: "M5 4v12M16 4l-8 6 8 6z",
    back: "M14 4l-8 6 8 6z",
    forward: "M6 4l8 6-8 6z",
    last: "M15 4v12M4 4l8 6-8 6z",
    drop: "M10 3v9M6.5 8.5L10 12l3.5-3.5M3 13v4h14v-4",
    flip: "M6 16V5M3 8l3-3 3 3M14 4v11M11 12l3 3 3-3",
};

const kFilled = ["first", "back", "forward", "last"];

export function icon(name) {
    return svg("svg", {class: "icon", viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": "true",
        fill: kFilled.includes(name) ? "currentColor" : "none", stroke: "currentColor", "stroke-width": 2,
        "stroke-linejoin": "round", "stroke-linecap": "round"}, svg("path", {d: kPaths[name]}));
}
