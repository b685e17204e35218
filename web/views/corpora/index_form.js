// Makes a corpus from files of games.
import {field, h} from "../../lib/dom.js";
import {fits} from "../../parts/field_error.js";
import {failure} from "../../parts/message.js";
import {JobForm} from "./job_form.js";

const kEnding = ".scoredb";
const kName = /^\w[\w./ -]*$/;
const kNameWords = "A name begins with a letter from a to z or a digit; "
    + "after that, spaces and . - _ / are allowed too.";

/** Where the files come from. */
export function folderWords() {
    return h("p", {class: "soft"}, "Games from files in the folder that Edge was started with (",
        h("code", {}, "edge serve --root"), ") and the folders below it, or from files on this computer, which are ",
        "sent to that folder first. PGN files may be compressed.");
}

/** "games/2024.pgn.zst" is proposed as "2024". */
function nameOf(path) {
    return path.split("/").pop().replace(/(\.[a-z]\w{0,5})+$/i, "").replace(/[^\w.-]+/g, "_");
}

export class IndexForm {
    /** `onStart()` is called when a job has begun, `onFiles()` when a file has come to the folder. */
    constructor({onStart, onFiles}) {
        // An error about one name does not apply to another name.
        this.name = h("input", {autocomplete: "off", spellcheck: "false", oninput: () => this.form.say()});
        this.tree = h("input", {type: "checkbox", checked: true});
        this.form = new JobForm({
            label: "Index",
            fields: [field("Name of the corpus", this.name, {class: "field index-name"}),
                field("With the tree of moves, which makes the explorer fast", this.tree)],
            begun: "Indexing has begun. Its progress is under Jobs.",
            refused: "Corpora cannot be made here",
            requestOf: (inputs) => this.requestOf(inputs),
            onConflict: (request) => this.askToReplace(request),
            onChoice: () => this.proposeName(),
            onStart, onFiles,
        });
        this.element = h("section", {class: "card", "aria-label": "Index games"}, h("h2", {}, "Index games"),
            folderWords(), this.form.element);
    }

    setFiles(files) {
        this.form.chooser.setFiles(files);
    }

    fail(error, again) {
        this.form.chooser.fail(failure(error, again));
    }

    // Until the user types another one, the name is that of the first file.
    proposeName() {
        if (this.name.value !== "" && this.name.value !== this.proposed) return;
        const [first] = this.form.chooser.chosen();
        this.proposed = first ? nameOf(first) : "";
        this.name.value = this.proposed;
    }

    requestOf(inputs) {
        if (!fits(this.name, kName, kNameWords)) return null;
        const name = this.name.value.trim();
        const out = name.endsWith(kEnding) ? name : name + kEnding;
        return {inputs, out, force: false, tree: this.tree.checked};
    }

    /** Replaces only the corpus named here, whatever the form says by then. */
    askToReplace(request) {
        const button = (label, act) => h("button", {type: "button", onclick: act}, label);
        const replaceIt = () => this.form.whileBusy(() => this.form.begin({...request, force: true}), replaceIt);
        const yes = button("Replace it", replaceIt);
        const no = button("Keep it", () => this.form.say());
        this.form.say(h("div", {class: "failure"}, h("p", {}, `${request.out} exists already.`),
            h("div", {class: "row"}, yes, no)));
        yes.focus();
    }
}
