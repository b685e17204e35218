// The keys of a view, shown when asked for with "?".
import {h} from "../../lib/dom.js";

/** `keys` is [[keys as text, what they do]]. */
export function keysDialog(keys) {
    const dialog = h("dialog", {class: "keys card", "aria-label": "Keys", onclick: (event) => {
        if (event.target === dialog) dialog.close();
    }},
        h("h2", {}, "Keys"),
        h("dl", {}, keys.map(([key, words]) => [
            h("dt", {}, key.split(" ").map((each) => h("kbd", {}, each))), h("dd", {}, words)])),
        h("button", {type: "button", class: "primary", onclick: () => dialog.close()}, "Close"));
    return dialog;
}
