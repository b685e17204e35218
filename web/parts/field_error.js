// An error shown at its field: below it, and to screen readers.
import {h, newId} from "../lib/dom.js";

const messages = new WeakMap();  // the message of each field that ever had one

/**
 * `text` is what is wrong with the control, "" when nothing is. Only its first line is shown: the others
 * show the place in the text of the control. The message goes after `place`.
 */
export function showError(control, text, place = control) {
    let message = messages.get(control);
    if (!message) {
        if (text === "") return;
        message = h("p", {class: "field-error", id: newId(), role: "alert"});
        messages.set(control, message);
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
    showError(control, isFit ? "" : words);
    if (!isFit) control.focus();
    return isFit;
}
