// The collections of a corpus: stored queries that adding games keeps up. Each with its games; those that are out
// of date can be asked again, and all can be deleted.
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {h, replace} from "../../lib/dom.js";
import {corpusName, plural} from "../../lib/format.js";
import {failure, hint} from "../../parts/message.js";
import {searching} from "../../parts/searching.js";
import {CollectionCard, isOutdated} from "./collection_card.js";
import {backButton} from "./panels.js";

const kWhat = "A collection is a saved set of games that knows its question: when games are added to the corpus, the "
    + "question is asked about them, and those that match join the set.";

/** Also whether the daemon would change them: the listing that could is refused where it would not. */
async function listOf(corpus, signal) {
    try {
        const answer = await api.post("/collections", {corpus, action: "list"}, {signal});
        return {...answer, canChange: true};
    } catch (error) {
        if (error.status !== 403) throw error;
        return {...await api.get("/collections", {corpus}, {signal}), canChange: false};
    }
}

export class Collections {
    constructor(app) {
        this.app = app;
        this.title = h("h1", {tabindex: -1});
        this.status = h("div");
        this.actions = h("div");
        this.notice = h("div", {class: "collection-notice", "aria-live": "polite"});
        this.list = h("div", {class: "stack"});
        this.element = h("section", {class: "stack collections"},
            h("div", {}, backButton()),
            h("div", {class: "card stack"}, this.title, h("p", {class: "soft"}, kWhat), this.status, this.actions,
                this.notice),
            this.list);
        this.ask = api.latest((signal, corpus) => listOf(corpus, signal));
        this.change = api.latest((signal, body) => api.post("/collections", body, {signal}));
    }

    update(now) {
        const path = now.get("corpus");
        if (path !== this.path) this.begin(path);
        // Adding games changes them.
        const asked = JSON.stringify([path, this.app.corpora.find((each) => each.path === path)]);
        if (asked === this.asked) return;
        this.asked = asked;
        this.load();
    }

    /** Another corpus than before. */
    begin(path) {
        this.path = path;
        this.element.setAttribute("aria-label", `Collections of ${path}`);
        replace(this.title, `Collections of ${corpusName(path)}`);
        this.clear();
        replace(this.notice);
        replace(this.status, hint("Reading them …"));
    }

    clear() {
        replace(this.actions);
        replace(this.list);
    }

    /** They may be other ones when they are shown again. */
    leave() {
        this.ask.cancel();
        this.list.classList.remove("is-waiting");
        this.asked = undefined;
    }

    /** `then()` is called when they are shown. */
    async load(then) {
        this.list.classList.add("is-waiting");
        try {
            this.show(await this.ask(this.path));
            then?.();
        } catch (error) {
            this.asked = undefined;  // so that the next update asks again
            this.clear();
            replace(this.status, failure(error, () => this.update(address.read())));
        }
        this.list.classList.remove("is-waiting");
    }

    show({collections, canChange}) {
        const old = collections.filter(({stale}) => stale.length > 0).length;
        const damaged = collections.filter(({error}) => error !== null).length;
        const counts = [plural(collections.length, "collection"), old > 0 && `${old} out of date`,
            damaged > 0 && `${damaged} damaged`];
        const outdated = collections.filter(isOutdated).map(({name}) => name);
        replace(this.status, collections.length === 0 ? this.none(canChange)
            : h("p", {class: "collection-count"}, `${counts.filter(Boolean).join(", ")}.`));
        replace(this.actions, outdated.length >= 2 && canChange
            ? h("button", {type: "button", onclick: () => this.refresh(outdated, this.notice)},
                `Ask all ${outdated.length} again`) : null);
        this.cards = collections.map((collection) => new CollectionCard(collection, canChange && {
            refresh: (place) => this.refresh([collection.name], place),
            remove: (place) => this.remove(collection.name, place),
        }));
        replace(this.list, this.cards.map(({element}) => element));
    }

    none(canChange) {
        const here = h("a", {href: address.linkTo({}, "query")}, "Ask a question");
        return canChange
            ? hint("None yet. ", here, ", and save the games that it finds with “Keep up to date when games are added”.")
            : hint("None.");
    }

    /** Asks them again of all games. */
    async refresh(names, place) {
        const stop = () => {
            this.change.cancel();
            this.isChanging = false;
            replace(place, hint("Cancelled."));
        };
        await this.attempt({action: "refresh", names}, place, searching(stop), ({collections}) => {
            if (names.length > 1) return this.tell(`Asked ${names.length} collections again.`);
            const card = this.cards.find(({name}) => name === names[0]);
            const {games} = collections[0];
            card?.tell(games === null ? "Asked again." : `Asked again: ${plural(games, "game")}.`);
        });
    }

    async remove(name, place) {
        await this.attempt({action: "delete", names: [name]}, place, hint("Deleting …"),
            () => this.tell(`Deleted @${name}.`));
    }

    /** Says something about all of them; what had the focus is gone. */
    tell(words) {
        replace(this.notice, hint(words));
        this.title.focus();
    }

    /** Changes collections; `place` shows that it goes on, and why it failed. */
    async attempt(request, place, waiting, done) {
        if (this.isChanging) return replace(place, hint("Wait until Edge is done with another collection."));
        const {path} = this;
        this.isChanging = true;
        replace(this.notice);
        replace(place, waiting);
        try {
            const answer = await this.change({corpus: path, ...request});
            this.isChanging = false;
            this.app.forgetViews();  // they may show the games of a set
            // In the meantime the reader may have left, or gone to another corpus.
            if (path === this.path && this.asked !== undefined) await this.load(() => done(answer));
        } catch (error) {
            this.isChanging = false;
            if (path !== this.path) return;
            const where = place.isConnected ? place : this.notice;  // the cards may be new ones by now
            replace(where, failure(error, () => this.attempt(request, where, waiting, done)));
        }
    }
}
