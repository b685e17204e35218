// A job that indexes games or adds them to a corpus: its progress while it runs, its report when it has ended.
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {h, replace} from "../../lib/dom.js";
import {bytes, count, plural} from "../../lib/format.js";
import {indexReport} from "../../parts/index_report.js";
import {wordsOf} from "../../parts/message.js";

const kTitles = {
    index: {
        running: (out) => `Indexing ${out}`, done: (out) => `Indexed ${out}`,
        failed: (out) => `Failed ${out}`, cancelled: (out) => `Cancelled ${out}`,
    },
    add: {
        running: (out) => `Adding to ${out}`, done: (out) => `Added to ${out}`,
        failed: (out) => `Failed to add to ${out}`, cancelled: (out) => `Cancelled adding to ${out}`,
    },
};

/** What a job has left that did not come to its end. */
const kLeft = {index: "No files were left behind.", add: "Nothing was added."};

function failureWords({kind, out, error, error_code: code}) {
    const words = code === "BUSY" ? `Another program is changing ${out} at the moment. Try again when it is done.`
        : error;
    return [h("p", {}, words), kind === "add" ? h("p", {}, kLeft.add) : null];
}

export class Job {
    /**
     * `onEnd()` is called when a job that was running has ended, `onLost()` when the connection to it is
     * lost; `isOpen`: its report is shown at once.
     */
    constructor(app, job, {onEnd, onLost, isOpen}) {
        this.app = app;
        this.onEnd = onEnd;
        this.onLost = onLost;
        this.isOpen = isOpen;
        this.began = {at: performance.now(), games: job.games};
        this.element = h("article", {class: "stack job", "aria-label": `Job ${job.out}`});
        this.progress = h("progress", {"aria-label": `Progress of ${job.out}`});
        this.cancel = h("button", {type: "button", onclick: () => this.stop()}, "Cancel");
        this.status = h("p", {class: "soft"});
        this.show(job);
        if (job.state === "running") this.listen();
    }

    listen() {
        this.close = api.events(`/jobs/${this.job.id}/events`, (job) => this.show(job), () => {
            // The daemon closes after the end; anything else is a daemon that went away.
            if (this.job.state === "running") this.onLost();
            else this.onEnd();
        });
    }

    async stop() {
        this.cancel.disabled = true;
        try {
            await api.remove(`/jobs/${this.job.id}`);
        } catch (error) {
            this.status.textContent = wordsOf(error);
            this.cancel.disabled = false;
        }
    }

    show(job) {
        const isNews = this.job?.state !== job.state;
        const wasSeen = this.job !== undefined;
        this.job = job;
        if (isNews) this.lay();
        if (isNews && wasSeen) this.app.announce(this.title);
        if (job.state === "running") this.showProgress();
    }

    get title() {
        return kTitles[this.job.kind][this.job.state](this.job.out);
    }

    lay() {
        if (this.job.state === "running") {
            const head = h("div", {class: "row spread"}, h("h3", {}, this.title), this.cancel);
            replace(this.element, head, this.progress, this.status);
        } else {
            replace(this.element,
                h("details", {open: this.isOpen}, h("summary", {}, this.title), this.ending()));
        }
    }

    ending() {
        if (this.job.state === "done") {
            const there = address.linkTo(address.ofCorpus(this.job.out), "explore");
            return h("div", {class: "stack"}, indexReport(this.job.report),
                h("div", {}, h("a", {class: "button", href: there}, "Explore it")));
        }
        if (this.job.state === "failed") return h("div", {class: "failure"}, failureWords(this.job));
        return h("p", {class: "soft"}, kLeft[this.job.kind]);
    }

    showProgress() {
        const {done_bytes: done, total_bytes: total, games} = this.job;
        if (total === null) {
            this.progress.removeAttribute("value");
        } else {
            this.progress.max = total;
            this.progress.value = done;
        }
        const size = total === null ? bytes(done) : `${bytes(done)} of ${bytes(total)}`;
        const isRead = games > 0 && done === total;
        const pace = isRead ? "writing the corpus and its tree …" : this.rate(games);
        this.status.textContent = [size, plural(games, "game"), pace].filter(Boolean).join("  ·  ");
    }

    /** Games a second since the job was first seen. */
    rate(games) {
        const seconds = (performance.now() - this.began.at) / 1000;
        return seconds < 1 ? "" : `${count(Math.round((games - this.began.games) / seconds))} a second`;
    }

    /** Stops listening. */
    leave() {
        this.close?.();
    }
}
