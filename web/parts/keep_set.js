// Saves games with a corpus as a set: the field for its name, and the question whether to replace one that
// is there.
import {h, replace} from "../lib/dom.js";
import {fits} from "./field_error.js";
import {failure, hint} from "./message.js";

const kName = /^[A-Za-z0-9_-]+$/;

/**
 * Makes a set; if one of that name exists, asks in `place` whether to replace it.
 * `make(force)` promises the daemon's answer.
 */
export async function keep(place, name, make, done) {
    const question = (again) => h("div", {class: "row"}, h("span", {}, `The set @${name} already exists.`),
        h("button", {type: "button", onclick: () => again(true)}, "Replace it"),
        h("button", {type: "button", class: "quiet", onclick: () => replace(place)}, "Leave it"));
    const attempt = async (force) => {
        replace(place, hint("Saving …"));
        try {
            done(await make(force));
        } catch (error) {
            if (error.status === 409) return replace(place, question(attempt));
            if (error.status === 403) return replace(place, hint(`Sets cannot be saved here: ${error.message}.`));
            replace(place, failure(error, () => attempt(force)));
        }
    };
    await attempt(false);
}

/** A field for the name of a set to be made. */
export function nameInput() {
    return h("input", {type: "text", size: 14, autocomplete: "off", spellcheck: "false"});
}

/** The name in such a field; null when it is invalid, and then the field shows an error. */
export function nameOf(input) {
    const words = "A name has the letters a to z, digits, - and _, and no spaces.";
    return fits(input, kName, words) ? input.value.trim() : null;
}
