// An error shown at its field: below it, and to screen readers.
import {h, newId} from "../lib/dom.js";

const told = new WeakMap();  // the message of each field that ever had one

/**
 * `text` is what is wrong with the control, "" when all is well again. Its first line is enough: the others
 * show the place in a text that stands in the control. It is told after `place`.
 */
export function tellError(control, text, place = control) {
    let message = told.get(control);
    if (!message) {
        if (text === "") return;
        message = h("p", {class: "field-error", id: newId(), role: "alert"});
        told.set(control, message);
        place.after(message);
    }
    message.hidden = text === "";
    [message.textContent] = text.split("\n");
    if (text === "") {
        control.removeAttribute("aria-invalid");
        control.removeAttribute("aria-describedby");
    } else {
        control.setAttribute("aria-invalid", "true");
        control.setAttribute("aria-describedby", message.id);
    }
}

/** Whether the control's value fits the pattern. If not, `words` are shown at it, and it gets the focus. */
export function fits(control, pattern, words) {
    const isFit = pattern.test(control.value.trim());
    tellError(control, isFit ? "" : words);
    if (!isFit) control.focus();
    return isFit;
}
