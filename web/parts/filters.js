// The choice of games: the bar of filters that stays in view in every view that asks about games,
// and the filters in force as chips that can be taken away one by one.
import * as address from "../lib/address.js";
import {loadCss} from "../lib/css.js";
import {h, newId} from "../lib/dom.js";
import {dateField, playerField, queryField, ratingField, resultField, speedField} from "./filter_fields.js";

await loadCss("filters.css", import.meta.url);

export class Filters {
    constructor() {
        this.fields = [ratingField(), speedField(), dateField(), resultField(), playerField(), queryField()];
        this.panel = h("div", {class: "filter-panel", id: newId()}, this.fields.map(({element}) => element));
        // Only narrow screens show it: there it opens the fields.
        this.opener = h("button", {
            type: "button", class: "filter-opener", "aria-controls": this.panel.id, "aria-expanded": "false",
            onclick: () => this.open(!this.panel.classList.contains("is-open")),
        }, "Filters");
        // Chips are hidden rather than removed, and the button that clears all is separate: a click must
        // end on the button that it began on, even when leaving a field made another chip appear.
        this.none = h("span", {class: "soft"}, "All games");
        this.chips = this.fields.map(({names}) => h("button", {
            type: "button", class: "chip is-on", onclick: () => this.clear(names),
        }));
        this.all = h("button", {type: "button", class: "quiet filter-clear",
            onclick: () => this.clear(this.fields.flatMap(({names}) => names))}, "Clear all");
        this.element = h("section", {class: "filters card", "aria-label": "Filters"}, this.panel,
            h("div", {class: "row filter-foot"}, this.opener,
                h("div", {class: "row filter-chips"}, this.none, this.chips, this.all)));
    }

    open(isOpen) {
        this.panel.classList.toggle("is-open", isOpen);
        this.opener.setAttribute("aria-expanded", String(isOpen));
    }

    update(now) {
        let inForce = 0;
        this.fields.forEach((field, index) => {
            field.update(now);
            const words = field.words(now);
            const chip = this.chips[index];
            chip.hidden = words === "";
            if (words !== "") ++inForce;
            chip.textContent = `${words} ✕`;
            chip.setAttribute("aria-label", `Remove the filter ${words}`);
        });
        this.none.hidden = inForce > 0;
        this.all.hidden = inForce < 2;
        this.element.classList.toggle("is-empty", inForce === 0);
    }

    clear(names) {
        address.go(Object.fromEntries(names.map((name) => [name, null])));
        // The button that was pressed is gone, so the focus goes to one that is left.
        (this.chips.find((chip) => !chip.hidden) ?? this.opener).focus();
    }
}
