// A file on its way from this computer to the daemon's folder: its progress, and the question when the folder
// has a file of that name.
import {h} from "../../lib/dom.js";
import {bytes} from "../../lib/format.js";
import {Problem} from "../../lib/api.js";
import {sentenceOf} from "../../parts/message.js";

/** "games.pgn.zst" with 2 is "games-2.pgn.zst". */
const numbered = (name, number) => name.replace(/((\.[a-z]\w{0,9})+)$/i, `-${number}$1`);

function freeName(name, known) {
    let number = 2;
    while (known.includes(numbered(name, number))) ++number;
    return numbered(name, number);
}

export class Sending {
    /** `known`: the files of the folder; `send(file, {name, onProgress, signal})` sends it. */
    constructor(file, {say, known, send}) {
        this.file = file;
        this.say = say;
        this.known = known;
        this.send = send;
    }

    /** The path in the folder; null when the user would rather not. */
    async run(name = this.file.name) {
        if (this.file.size === 0) throw new Error(`${name} is empty.`);
        const controller = new AbortController();
        this.showProgress(controller);
        try {
            return await this.send(this.file, {
                name, signal: controller.signal, onProgress: (received) => this.step(received),
            });
        } catch (error) {
            if (controller.signal.aborted) return null;
            if (error.status === 409) return this.askForName(name);
            if (error.status === 413) throw new Error(`${name} is too large: ${sentenceOf(error)}.`);
            if (error instanceof Problem && error.status === 400) {
                throw new Error(`${name} cannot be sent: ${sentenceOf(error)}.`);
            }
            throw error;
        }
    }

    showProgress(controller) {
        const {name, size} = this.file;
        this.progress = h("progress", {max: size, value: 0, "aria-label": `Sending ${name}`});
        this.status = h("span", {class: "soft", "aria-live": "off"});  // not each step
        this.step(0);
        const cancel = h("button", {type: "button", onclick: () => controller.abort()}, "Cancel");
        this.say(h("div", {class: "stack sending"},
            h("div", {class: "row spread"}, h("span", {class: "file-name"}, `Sending ${name}`), cancel),
            this.progress, this.status));
    }

    step(received) {
        this.progress.value = received;
        this.status.textContent = `${bytes(received)} of ${bytes(this.file.size)}`;
    }

    /** The folder has a file of that name, which is never replaced. */
    askForName(name) {
        const other = freeName(name, this.known);
        return new Promise((resolve, reject) => {
            const button = (label, act) => h("button", {type: "button", onclick: act}, label);
            const use = button("Use that file", () => resolve(name));
            this.say(h("div", {class: "failure"},
                h("p", {}, `Edge's folder has a file ${name} already.`),
                h("div", {class: "row"}, use,
                    button(`Send it as ${other}`, () => {
                        this.known = [...this.known, other];
                        this.run(other).then(resolve, reject);
                    }),
                    button("Cancel", () => resolve(null)))));
            use.focus();
        });
    }
}
