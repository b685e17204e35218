// A button that copies a text to the clipboard and confirms it.
import {h} from "../lib/dom.js";
import {copyText} from "../lib/save.js";

const kSaidForMs = 1500;

/** `textOf()` gives what to copy at the time of the click. */
export function copyButton(app, label, textOf) {
    const button = h("button", {type: "button", onclick: async () => {
        await copyText(textOf());
        button.textContent = "Copied";
        app.announce("Copied");
        setTimeout(() => (button.textContent = label), kSaidForMs);
    }}, label);
    return button;
}
