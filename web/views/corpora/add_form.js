// Adds games to a corpus. Parameter: corpora_add, the path of that corpus.
import * as address from "../../lib/address.js";
import {field, h, replace} from "../../lib/dom.js";
import {corpusName} from "../../lib/format.js";
import {failure} from "../../parts/message.js";
import {folderWords} from "./index_form.js";
import {JobForm} from "./job_form.js";

export class AddForm {
    /** `onStart()` is called when a job has begun, `onFiles()` when a file has come to the folder. */
    constructor(app, {onStart, onFiles}) {
        this.app = app;
        this.path = "";
        this.files = [];
        this.skip = h("input", {type: "checkbox"});
        this.form = new JobForm({
            label: "Add games",
            fields: field("Leave out duplicates of games that are there", this.skip),
            begun: "Adding has begun. Its progress is under Jobs.",
            refused: "Games cannot be added here",
            requestOf: (inputs) => ({inputs, append: this.path, skip_duplicates: this.skip.checked}),
            onStart, onFiles,
        });
        this.title = h("h2", {tabindex: -1});
        const close = h("button", {type: "button", onclick: () => address.go({corpora_add: null})}, "Close");
        this.element = h("section", {class: "card", hidden: true},
            h("div", {class: "row spread"}, this.title, close),
            h("p", {class: "soft"}, "Games of files that were added before are recognised and not added again. ",
                "The games that are there keep their numbers."),
            folderWords(), this.form.element);
    }

    /** They are listed while the form is open. */
    setFiles(files) {
        this.files = files;
        this.form.chooser.setFiles(this.path === "" ? [] : files);
    }

    fail(error, again) {
        this.form.chooser.fail(failure(error, again));
    }

    update(now) {
        const asked = now.get("corpora_add");
        const path = this.app.corpora.some((corpus) => corpus.path === asked) ? asked : "";
        if (path === this.path) return;
        this.path = path;
        this.element.hidden = path === "";
        this.form.say();
        this.setFiles(this.files);
        if (path === "") return;
        this.element.setAttribute("aria-label", `Add games to ${path}`);
        replace(this.title, `Add games to ${corpusName(path)}`);
        this.element.scrollIntoView({block: "nearest"});
        this.title.focus({preventScroll: true});
    }
}
