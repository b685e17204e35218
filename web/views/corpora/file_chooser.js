// The files of games to index or to add: some of those in the folder that the daemon serves, and some on the
// reader's computer, which are sent to that folder first.
import {h, replace} from "../../lib/dom.js";
import {bytes} from "../../lib/format.js";
import {upload} from "../../lib/upload.js";
import {hint} from "../../parts/message.js";
import {Sending} from "./sending.js";

const kEndings = ".pgn,.gz,.bz2,.zst,.vf,.viriformat,.fbpgn";

const hasFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;

export class FileChooser {
    /** `onChange()` is called when the choice has changed, `onSent()` when a file has come to the folder. */
    constructor({onChange, onSent}) {
        this.onChange = onChange;
        this.onSent = onSent;
        this.own = [];  // {file, box} on this computer
        this.known = [];  // the paths in the folder
        this.list = h("div", {class: "file-list", role: "group", "aria-label": "Files"});
        this.nothing = h("div");
        this.input = h("input", {type: "file", multiple: true, hidden: true, accept: kEndings, onchange: () => {
            this.take([...this.input.files]);
            this.input.value = "";  // the same file may be chosen again
        }});
        this.element = h("div", {class: "stack"}, this.nothing, this.list,
            h("div", {class: "row"},
                h("button", {type: "button", onclick: () => this.input.click()}, "Choose files on this computer …"),
                h("span", {class: "soft drop-words"}, "or drop them here")),
            this.input);
        this.folder = h("div");
        this.picked = h("div");
        replace(this.list, this.picked, this.folder);
        this.show();
    }

    /** Takes the files that are dropped onto the element. */
    takeDropsOn(element) {
        const mark = (isOver) => element.classList.toggle("is-dropping-here", isOver);
        element.addEventListener("dragover", (event) => {
            if (!hasFiles(event)) return;
            event.preventDefault();  // else the browser would open the file
            mark(true);
        });
        element.addEventListener("dragleave", (event) => {
            if (!element.contains(event.relatedTarget)) mark(false);
        });
        element.addEventListener("drop", (event) => {
            if (!hasFiles(event)) return;
            event.preventDefault();
            mark(false);
            this.take([...event.dataTransfer.files]);
        });
    }

    /** Files on this computer. One that is chosen again counts once. */
    take(files) {
        for (const file of files) {
            const isSame = (other) => other.name === file.name && other.size === file.size;
            if (this.own.some((each) => isSame(each.file))) continue;
            this.own.push({file, box: this.box({checked: true})});
        }
        this.show();
        this.onChange();
    }

    /** The files of the folder, as the daemon lists them. */
    setFiles(files) {
        const chosen = new Set([...this.chosenPaths(), ...(this.sent ?? [])]);
        this.sent = [];
        this.known = files.map(({path}) => path);
        replace(this.folder, files.map(({path, bytes: size, kind}) =>
            this.row(this.box({value: path, checked: chosen.has(path)}), path, kind, size)));
        replace(this.nothing, files.length > 0 ? null
            : hint("There are no files of games in Edge's folder yet."));
        this.show();
    }

    /** Explains why the folder cannot be listed. */
    fail(message) {
        replace(this.nothing, message);
    }

    box(properties) {
        return h("input", {type: "checkbox", onchange: () => this.onChange(), ...properties});
    }

    row(box, name, kind, size) {
        return h("label", {class: "file-choice"}, box, h("span", {class: "file-name"}, name),
            h("span", {class: "soft"}, kind), h("span", {class: "number soft"}, bytes(size)));
    }

    show() {
        replace(this.picked, this.own.map(({file, box}) =>
            this.row(box, file.name, "new", file.size)));
        this.list.hidden = this.own.length === 0 && this.known.length === 0;
    }

    chosenPaths() {
        return [...this.folder.querySelectorAll("input:checked")].map(({value}) => value);
    }

    chosenOwn() {
        return this.own.filter(({box}) => box.checked);
    }

    /** The names of all chosen files, those on this computer first. */
    chosen() {
        return [...this.chosenOwn().map(({file}) => file.name), ...this.chosenPaths()];
    }

    clear() {
        this.own = this.own.filter(({box}) => !box.checked);
        for (const box of this.folder.querySelectorAll("input:checked")) box.checked = false;
        this.show();
    }

    /**
     * Sends the chosen files on this computer, and returns the paths of all that are chosen; null when
     * that was cancelled. Questions and the progress are shown by `say(...content)`.
     */
    async collect(say) {
        const paths = this.chosenPaths();
        for (const each of this.chosenOwn()) {
            const sending = new Sending(each.file, {say, known: this.known, send: upload});
            const path = await sending.run();
            if (path === null) return null;
            paths.unshift(path);
            // From now on it is one of the folder's, even if what follows fails.
            this.own = this.own.filter((other) => other !== each);
            (this.sent ??= []).push(path);
            this.show();
            await this.onSent();
        }
        return [...new Set(paths)];
    }
}
