// Makes a corpus from files in the folder that the daemon serves.
import * as api from "../../lib/api.js";
import {field, h, replace} from "../../lib/dom.js";
import {bytes} from "../../lib/format.js";
import {fits} from "../../parts/field_error.js";
import {failure, hint} from "../../parts/message.js";

const kEnding = ".scoredb";
const kName = /^\w[\w./ -]*$/;
const kNameWords = "A name begins with a letter from a to z or a digit; "
    + "after that, spaces and . - _ / are allowed too.";

/** Where the files come from, and how to add more. */
function folderWords() {
    return h("p", {class: "soft"}, "Files of games in the folder that Edge was started with (",
        h("code", {}, "edge serve --root"), ") and in the folders below it. To add some, copy PGN files ",
        "there, compressed or not, and come back here.");
}

/** "games/2024.pgn.zst" is proposed as "2024". */
function nameOf(path) {
    return path.split("/").pop().replace(/(\.[a-z]\w{0,5})+$/i, "").replace(/[^\w.-]+/g, "_");
}

export class IndexForm {
    /** `onStart()` is called when a job has begun. */
    constructor(onStart) {
        this.onStart = onStart;
        this.files = h("div", {class: "file-list", role: "group", "aria-label": "Files"});
        // An error about one name does not apply to another name.
        this.name = h("input", {autocomplete: "off", spellcheck: "false", oninput: () => this.say()});
        this.tree = h("input", {type: "checkbox", checked: true});
        this.start = h("button", {type: "submit", class: "primary"}, "Index");
        this.message = h("div", {class: "index-message", "aria-live": "polite"});
        this.form = h("form", {class: "stack", novalidate: true, onsubmit: (event) => {
            event.preventDefault();
            this.submit();
        }}, this.files, field("Name of the corpus", this.name, {class: "field index-name"}),
        field("With the tree of moves, which makes the explorer fast", this.tree),
        h("div", {}, this.start), this.message);
        this.nothing = h("div");
        this.element = h("section", {class: "card", "aria-label": "Index games"}, h("h2", {}, "Index games"),
            folderWords(), this.nothing, this.form);
    }

    setFiles(files) {
        const chosen = new Set(this.chosen());
        replace(this.files, files.map((file) => this.choice(file, chosen.has(file.path))));
        this.form.hidden = files.length === 0;
        replace(this.nothing, files.length > 0 ? null
            : hint("There are no files of games in that folder yet."));
    }

    /** Says why there is no list of files. */
    fail(error, again) {
        this.form.hidden = true;
        replace(this.nothing, failure(error, again));
    }

    choice({path, bytes: size, kind}, isChosen) {
        const box = h("input", {type: "checkbox", value: path, checked: isChosen,
            onchange: () => this.proposeName()});
        return h("label", {class: "file-choice"}, box, h("span", {class: "file-name"}, path),
            h("span", {class: "soft"}, kind), h("span", {class: "number soft"}, bytes(size)));
    }

    chosen() {
        return [...this.files.querySelectorAll("input:checked")].map(({value}) => value);
    }

    // Until the user types another one, the name is that of the first file.
    proposeName() {
        if (this.name.value !== "" && this.name.value !== this.proposed) return;
        const [first] = this.chosen();
        this.proposed = first ? nameOf(first) : "";
        this.name.value = this.proposed;
    }

    submit() {
        const inputs = this.chosen();
        this.say(inputs.length === 0 ? hint("Choose one file or more.") : null);
        if (inputs.length === 0 || !fits(this.name, kName, kNameWords)) return;
        const name = this.name.value.trim();
        const out = name.endsWith(kEnding) ? name : name + kEnding;
        this.begin({inputs, out, force: false, tree: this.tree.checked});
    }

    async begin(request) {
        this.start.disabled = true;
        this.say();
        try {
            await api.post("/index", request);
            await this.onStart();
            this.say(hint("Indexing has begun. Its progress is under Jobs."));
        } catch (error) {
            if (error.status === 409 && !request.force) this.askToReplace(request);
            else if (error.status === 403) this.say(hint(`Corpora cannot be made here: ${error.message}.`));
            else this.say(failure(error, () => this.begin(request)));
        }
        this.start.disabled = false;
    }

    /** Replaces only the corpus named here, whatever the form says by then. */
    askToReplace(request) {
        const button = (label, act) => h("button", {type: "button", onclick: act}, label);
        const yes = button("Replace it", () => this.begin({...request, force: true}));
        const no = button("Keep it", () => this.say());
        this.say(h("div", {class: "failure"}, h("p", {}, `${request.out} exists already.`),
            h("div", {class: "row"}, yes, no)));
        yes.focus();
    }

    say(...content) {
        replace(this.message, content);
    }
}
