// The indexing jobs of the daemon: those that are running, even if the page was loaded in the middle, and
// those that ended recently.
import * as api from "../../lib/api.js";
import {h, replace} from "../../lib/dom.js";
import {failure, hint} from "../../parts/message.js";
import {Job} from "./job.js";

const kPauseMs = 1000;  // before asking about a job that has gone silent

export class Jobs {
    /** `onChange()` is called when the corpora have changed. */
    constructor(app, onChange) {
        this.app = app;
        this.onChange = onChange;
        this.shown = [];
        this.message = h("div");
        this.list = h("div");
        this.element = h("section", {class: "card", "aria-label": "Jobs"}, h("h2", {}, "Jobs"),
            this.message, this.list);
        this.ask = api.latest((signal) => api.get("/jobs", {}, {signal}));
    }

    /** Asks which there are; the latest comes first. */
    async refresh() {
        try {
            this.show((await this.ask()).jobs.reverse());
        } catch (error) {
            replace(this.message, failure(error, () => this.refresh()));
        }
    }

    show(jobs) {
        const isKnown = ({id, out}) =>
            this.shown.some(({job}) => job.id === id && job.out === out && job.state !== "running");
        // A short job can end before the first question about it.
        const hasEnded = jobs.some((job) => job.state !== "running" && !isKnown(job));
        const isThere = ({job}) => jobs.some(({id, out}) => id === job.id && out === job.out);
        const gone = this.shown.filter((each) => each.job.state === "running" && !isThere(each));
        this.leave();
        this.shown = jobs.map((job, index) => new Job(this.app, job, {
            onEnd: () => this.onEnd(), onLost: () => this.refreshSoon(), isOpen: index === 0,
        }));
        // Its place is reserved, so that the first job does not push the form away from under the
        // pointer.
        replace(this.list, jobs.length === 0 ? hint("Nothing has been indexed or added since Edge was started.")
            : this.shown.map(({element}) => element));
        replace(this.message, gone.map(({job}) =>
            hint(`The job on ${job.out} ended when Edge was stopped; it has been restarted since.`)));
        if (hasEnded) this.onEnd();
    }

    refreshSoon() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.refresh(), kPauseMs);
    }

    async onEnd() {
        // A missing daemon is reported elsewhere, and the list is requested again when it is back.
        await this.app.refreshCorpora().catch(() => {});
        this.onChange();
    }

    /** Stops listening to running jobs. */
    leave() {
        clearTimeout(this.timer);
        for (const job of this.shown) job.leave();
    }
}
