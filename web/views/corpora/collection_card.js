// One collection: its query, how many games it has, why it is out of date, and what can be done with it.
import * as address from "../../lib/address.js";
import {h, replace} from "../../lib/dom.js";
import {plural, sentence, time} from "../../lib/format.js";
import {hint} from "../../parts/message.js";
import {queryCode} from "../../parts/query_text.js";

/** Whether it should be asked again: its answer may be another one by now, or its set is damaged. */
export const isOutdated = ({stale, error, query}) => stale.length > 0 || (error !== null && query !== "");

const link = (label, changes, view) => h("a", {class: "button", href: address.linkTo(changes, view)}, label);

function links(name) {
    const set = `@${name}`;
    return [
        link("Games", {in: set, game: null, ply: null, games_page: null}, "games"),
        link("Explore", {in: set}, "explore"),
        link("Ask within", {query: set, in: null, query_game: null}, "query"),
    ];
}

const staleWords = (reasons) => h("div", {class: "failure collection-stale"},
    h("p", {}, "Out of date: its question may have another answer by now."),
    h("ul", {}, reasons.map((reason) => h("li", {}, sentence(reason)))));

const damagedWords = (error) => h("div", {class: "failure"}, h("p", {}, `It cannot be read: ${error}.`));

export class CollectionCard {
    /** `actions`: {refresh(place), remove(place)}, which show in `place` how they go; false where neither may be. */
    constructor(collection, actions) {
        const {name, query, aliases, games, made_at: madeAt, stale, error} = collection;
        this.name = name;
        this.actions = actions;
        this.notice = h("div", {class: "collection-notice", "aria-live": "polite"});
        this.title = h("h2", {tabindex: -1}, `@${name}`);
        this.deleting = h("button", {type: "button", class: "collection-delete", onclick: () => this.confirm()}, "Delete");
        const facts = [madeAt && `Asked of all games ${time(madeAt)}`, query && !aliases && "names in this spelling only"];
        this.element = h("article", {class: "card stack collection", "aria-label": `@${name}`},
            h("div", {class: "row spread"}, this.title,
                games === null ? null : h("strong", {class: "collection-games"}, plural(games, "game"))),
            query === "" ? null : queryCode(query),
            h("p", {class: "soft"}, facts.filter(Boolean).join(" · ")),
            error === null ? null : damagedWords(error),
            stale.length === 0 ? null : staleWords(stale),
            h("div", {class: "row"}, games === null ? null : links(name), actions ? this.changes(collection) : null),
            this.notice);
    }

    changes(collection) {
        const again = h("button", {type: "button", class: "primary", onclick: () => this.actions.refresh(this.notice)},
            "Ask again");
        return [isOutdated(collection) ? again : null, this.deleting];
    }

    confirm() {
        const leave = () => {
            replace(this.notice);
            this.deleting.focus();
        };
        replace(this.notice, h("div", {class: "row"},
            h("span", {}, `Delete @${this.name}? Its games stay in the corpus.`),
            h("button", {type: "button", onclick: () => this.actions.remove(this.notice)}, "Delete it"),
            h("button", {type: "button", class: "quiet", onclick: leave}, "Keep it")));
    }

    /** Says what has happened to it; what had the focus is gone. */
    tell(words) {
        replace(this.notice, hint(words));
        this.title.focus();
    }
}
