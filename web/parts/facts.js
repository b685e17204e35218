// A list of facts: names, each with its value.
import {h} from "../lib/dom.js";

/** `facts` are those of fact(); null where there is none. */
export function factList(...facts) {
    return h("dl", {class: "fact-list"}, facts);
}

export function fact(name, ...value) {
    return [h("dt", {}, name), h("dd", {}, value)];
}
