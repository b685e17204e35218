// What is shown while the daemon scans: nothing at first, since most answers come at once, then that it
// is searching, with a button to cancel.
import {h} from "../lib/dom.js";
import {hint} from "./message.js";

/** `cancel` is called by the button. The style sheet delays it by 150 ms. */
export function searching(cancel) {
    return h("div", {class: "searching row", role: "status"}, h("span", {}, "Searching …"),
        h("button", {type: "button", onclick: cancel}, "Cancel"));
}

/** Its content after that: a button to search `again`. */
export function cancelled(again) {
    return h("div", {class: "row"}, hint("Cancelled."),
        h("button", {type: "button", onclick: again}, "Search"));
}
