// A view's message instead of its content: that it is waiting, that there is nothing, that
// something failed.
import {Unreachable} from "../lib/api.js";
import {h} from "../lib/dom.js";

export function hint(...content) {
    return h("p", {class: "hint"}, ...content);
}

/** The message without the field of the request, which it names first. */
export function sentenceOf({message, pointer}) {
    // Further lines show the place in a query's text, which stands elsewhere on the page.
    const [sentence] = message.split("\n");
    return pointer && sentence.startsWith(`${pointer}: `) ? sentence.slice(pointer.length + 2) : sentence;
}

/** Words for whatever was thrown. */
export function wordsOf(error) {
    return error.status === 503 ? `Edge is busy: ${error.message}. Try again in a moment.` : sentenceOf(error);
}

/** `again` is called by a button, where trying once more may help. */
export function failure(error, again) {
    const isAway = error instanceof Unreachable;
    const mayHelp = again && (isAway || error.status >= 500);
    // A missing daemon is reported above all views, with what to do, so this is not a second alert.
    return h("div", isAway ? {class: "hint"} : {class: "failure", role: "alert"}, h("p", {}, wordsOf(error)),
        mayHelp ? h("button", {type: "button", onclick: again}, "Try again") : null);
}
