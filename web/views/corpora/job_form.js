// A form that begins a job with some files: choosing them, sending those on this computer, and what the
// daemon says to it.
import * as api from "../../lib/api.js";
import {h, replace} from "../../lib/dom.js";
import {failure, hint} from "../../parts/message.js";
import {FileChooser} from "./file_chooser.js";

export class JobForm {
    /**
     * `fields` are shown below the files. `requestOf(inputs)` is the body of POST /index, null when a field
     * has a mistake; `begun` is said when the job has begun, and `refused` before the reason why none can
     * begin here. `onConflict(request, again)` asks what to do when the corpus exists.
     */
    constructor({label, fields, begun, refused, requestOf, onFiles, onConflict, onChoice, onStart}) {
        Object.assign(this, {begun, refused, requestOf, onConflict, onStart});
        this.chooser = new FileChooser({onChange: () => {
            this.say();
            onChoice?.();
        }, onSent: onFiles});
        this.start = h("button", {type: "submit", class: "primary"}, label);
        this.message = h("div", {class: "index-message", "aria-live": "polite"});
        this.element = h("form", {class: "stack", novalidate: true, onsubmit: (event) => {
            event.preventDefault();
            this.submit();
        }}, this.chooser.element, fields, h("div", {}, this.start), this.message);
        this.chooser.takeDropsOn(this.element);
    }

    async submit() {
        if (this.start.disabled) return;
        const isNone = this.chooser.chosen().length === 0;
        this.say(isNone ? hint("Choose one file or more.") : null);
        if (isNone || this.requestOf([]) === null) return;
        await this.whileBusy(async () => {
            const inputs = await this.chooser.collect((...content) => this.say(...content));
            if (inputs === null) return this.say(hint("Cancelled. Nothing was begun."));
            await this.begin(this.requestOf(inputs));
        }, () => this.submit());
    }

    /** The button waits meanwhile. `again` is offered when it fails. */
    async whileBusy(act, again) {
        this.start.disabled = true;
        try {
            await act();
        } catch (error) {
            if (error.status === 403) this.say(hint(`${this.refused}: ${error.message}.`));
            else this.say(failure(error, again));
        }
        this.start.disabled = false;
    }

    async begin(request) {
        this.say();
        try {
            await api.post("/index", request);
        } catch (error) {
            if (error.status !== 409 || request.force || !this.onConflict) throw error;
            return this.onConflict(request);
        }
        this.chooser.clear();
        await this.onStart();
        this.say(hint(this.begun));
    }

    say(...content) {
        replace(this.message, content);
    }
}
