// What a view says instead of its content: that it is waiting, that there is nothing, that something failed.
import {Unreachable} from "../lib/api.js";
import {h} from "../lib/dom.js";

export function hint(...content) {
    return h("p", {class: "hint"}, ...content);
}

/** Words for whatever was thrown, without the field of the request that the daemon names first. */
export function wordsOf(error) {
    if (error.status === 503) return `Edge is busy: ${error.message}. Try again in a moment.`;
    // Further lines show the place in a query's text, which stands elsewhere on the page.
    return error.message.replace(/^\/\S*: /, "").split("\n")[0];
}

/** `again` is called by a button, where trying once more may help. */
export function failure(error, again) {
    const isAway = error instanceof Unreachable;
    const mayHelp = again && (isAway || error.status >= 500);
    // That nobody answers is told above all views, with what to do: here it need not be a second alarm.
    return h("div", isAway ? {class: "hint"} : {class: "failure", role: "alert"}, h("p", {}, wordsOf(error)),
        mayHelp ? h("button", {type: "button", onclick: again}, "Try again") : null);
}
