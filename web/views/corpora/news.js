// Repertoire news: what the games of the corpus did with the user's lines.
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {field, h, replace, select} from "../../lib/dom.js";
import {fits, showError} from "../../parts/field_error.js";
import {failure, hint} from "../../parts/message.js";
import {newsReport} from "./news_report.js";

const kSince = /^(\d{4}(-\d\d(-\d\d)?)?)?$/;
const kListed = 10;  // departures, novelties and games of each line
const kExample = "1. e4 e5 (1... c5 2. Nf3 d6 3. d4) 2. Nf3 Nc6 3. Bb5 *";
const kWhat = "Which of your lines the games of this corpus entered, where and by whose move they left them, "
    + "and what had not been played before.";

export class News {
    constructor() {
        this.file = h("select", {onchange: () => this.showField()});
        this.pgn = h("textarea", {rows: 5, spellcheck: "false", placeholder: kExample});
        this.pgnField = field("Repertoire as PGN, with its variations", this.pgn);
        this.since = h("input", {placeholder: "2024-06", size: 10});
        this.minElo = h("input", {type: "number", min: 0, max: 4000, placeholder: "any", class: "news-elo"});
        this.color = select([["", "both"], ["white", "White"], ["black", "Black"]], "");
        this.button = h("button", {type: "submit", class: "primary"}, "Look");
        this.report = h("div", {"aria-live": "polite"});
        this.ask = api.latest((signal, body) => api.post("/news", body, {signal}));
        this.element = h("section", {class: "card stack news", "aria-label": "Repertoire news"},
            h("h2", {}, "Repertoire news"), h("p", {class: "soft"}, kWhat), this.form(), this.report);
        this.setFiles([]);
    }

    form() {
        const submit = (event) => {
            event.preventDefault();
            this.load();
        };
        return h("form", {class: "stack", novalidate: true, onsubmit: submit},
            h("div", {class: "row news-options"},
                field("Repertoire", this.file), field("Games since", this.since),
                field("Both rated at least", this.minElo), field("Your side", this.color)),
            this.pgnField, h("div", {}, this.button));
    }

    /** The files that may hold a repertoire. */
    setFiles(files) {
        const paths = files.filter(({kind}) => kind === "pgn").map(({path}) => path);
        const chosen = paths.includes(this.file.value) ? this.file.value : "";
        replace(this.file, h("option", {value: ""}, "Pasted below"),
            paths.map((path) => h("option", {value: path}, path)));
        this.file.value = chosen;
        this.showField();
    }

    showField() {
        this.pgnField.hidden = this.file.value !== "";
    }

    body() {
        return {
            corpus: address.read().get("corpus"), limit: kListed,
            ...(this.file.value ? {repertoire: this.file.value} : {pgn: this.pgn.value}),
            ...(this.since.value.trim() ? {since: this.since.value.trim()} : {}),
            ...(this.minElo.value ? {min_elo: Number(this.minElo.value)} : {}),
            ...(this.color.value ? {color: this.color.value} : {}),
        };
    }

    /** Whether the fields are valid; each shows its own error. */
    isReady() {
        const isDate = fits(this.since, kSince, "A year, a month or a day: 2024, 2024-06, 2024-06-30.");
        const {valid} = this.minElo.validity;
        showError(this.minElo, valid ? "" : "A whole number from 0 to 4000.");
        return isDate && valid;
    }

    async load() {
        replace(this.report);  // it is of another question
        if (!this.isReady()) return;
        if (this.file.value === "" && this.pgn.value.trim() === "") {
            replace(this.report, hint("Paste the moves of a repertoire, or choose a file."));
            return;
        }
        this.button.disabled = true;
        replace(this.report, hint("Looking at every game …"));
        try {
            replace(this.report, newsReport(await this.ask(this.body())));
        } catch (error) {
            replace(this.report, failure(error, () => this.load()));
        }
        this.button.disabled = false;
    }
}
