// The page as a whole, with or without a daemon: the header with its views and the choice of a
// corpus, and the view that the address names. daemon.js and local.js start it.
import * as address from "./lib/address.js";
import * as api from "./lib/api.js";
import {field, h, replace} from "./lib/dom.js";
import {corpusName, shortCount} from "./lib/format.js";
import {failure} from "./parts/message.js";

const kThemeKey = "edge.theme";
const kCorpusKey = "edge.corpus";  // the one shown last

const byId = (id) => document.getElementById(id);

/** The interface for views. */
export const app = {
    corpora: [],  // of GET /corpora
    canAdd: false,  // whether games can be added to them
    /** Announces something to screen readers. */
    announce(text) {
        byId("announcer").textContent = text;
    },
    /** Fetches the list of corpora again; views call it after making one, or adding games to one. */
    async refreshCorpora() {
        const before = app.corpora;
        app.corpora = (await api.get("/corpora")).corpora;
        if (before.some(hasChanged)) app.forgetViews();
        showHeader(address.read());
    },
    /** What the views show is of the corpus as it was. All they need is in the address. */
    forgetViews() {
        for (const name of made.keys()) if (name !== page.home) made.delete(name);
    },
};

/** Whether another corpus has its path now, or it has more games. */
function hasChanged(corpus) {
    const now = app.corpora.find(({path}) => path === corpus.path);
    return now !== undefined && JSON.stringify(now) !== JSON.stringify(corpus);
}

let page;  // the arguments of start()
let links;
const made = new Map();  // the views so far, by name
let shown;
let shownCorpora;

function themeButton() {
    const names = {auto: "Theme: as the system", light: "Theme: light", dark: "Theme: dark"};
    const current = () => localStorage.getItem(kThemeKey) ?? "auto";
    const button = h("button", {type: "button", class: "icon-button", onclick: () => {
        const order = Object.keys(names);
        localStorage.setItem(kThemeKey, order[(order.indexOf(current()) + 1) % order.length]);
        apply();
    }});
    const apply = () => {
        const theme = current();
        if (theme === "auto") delete document.documentElement.dataset.theme;
        else document.documentElement.dataset.theme = theme;
        button.textContent = {auto: "◐", light: "☀", dark: "☾"}[theme];
        button.title = names[theme];
        button.setAttribute("aria-label", names[theme]);
    };
    apply();
    return button;
}

// The header is made once and then only updated, so that what has the focus keeps it.
const viewLink = ([name, title]) => h("a", {
    // An ordinary click goes through the address, so that it differs from a view's own click.
    onclick: (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        address.go({}, {view: name});
    },
}, title);
const brand = h("a", {class: "brand"},
    h("img", {src: "page/icon.svg", alt: "", width: 24, height: 24}), "Edge");
const corpusList = h("select", {
    onchange: () => address.go(address.ofCorpus(corpusList.value)),
});
const corpusChoice = field("Corpus", corpusList, {class: "field corpus-choice"});

function showHeader(now) {
    links.forEach((link, index) => {
        const [name] = page.views[index];
        link.href = address.linkTo({}, name);
        if (name === now.view) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    });
    const corpus = now.get("corpus");
    brand.href = `#${firstView()}?${new URLSearchParams({corpus})}`;
    corpusChoice.hidden = app.corpora.length === 0;
    if (shownCorpora !== app.corpora) {
        shownCorpora = app.corpora;
        replace(corpusList, app.corpora.map(({path, games}) =>
            h("option", {value: path}, `${corpusName(path)} (${shortCount(games)})`)));
    }
    corpusList.value = corpus;
}

const firstView = () => page.views[0][0];

/** The first view where the address names no corpus. */
function firstCorpus() {
    const last = app.corpora.find(({path}) => path === localStorage.getItem(kCorpusKey));
    const largest = app.corpora.reduce((most, corpus) => (corpus.games > most.games ? corpus : most));
    return (last ?? largest).path;
}

/** Whether the corpus in the address exists, or any corpus when it names none. */
const hasCorpus = (now) => app.corpora.some(({path}) => ["", path].includes(now.get("corpus")));

async function show(now) {
    const view = page.views.find(([name]) => name === now.view);
    if (!view) return address.go({}, {view: firstView(), replace: true});
    if (!hasCorpus(now) && now.view !== page.home) {
        // It may have been made since the list was fetched. A new address is shown without this.
        const asked = location.hash;
        await app.refreshCorpora();
        if (location.hash !== asked) return;
    }
    const isKnown = hasCorpus(now);
    if (isKnown && now.get("corpus") === "") {
        return address.go({corpus: firstCorpus()}, {replace: true});
    }
    if (isKnown) localStorage.setItem(kCorpusKey, now.get("corpus"));
    showHeader(now);
    document.title = `${view[1]} · Edge`;
    if (!isKnown && now.view !== page.home) return showInstead(page.withoutCorpus(app, now));
    if (!made.has(now.view)) {
        const module = await api.patiently(view[2]());
        if (!made.has(now.view)) made.set(now.view, module.create(app));
        now = address.read();
        if (now.view !== view[0]) return;
    }
    const next = made.get(now.view);
    // Not `shown`: a field that is taken out while it has the focus may change the address meanwhile.
    if (!next.element.isConnected) {
        shown?.leave?.();
        replace(byId("main"), next.element);
        byId("main").dataset.view = now.view;
        shown = next;
    }
    next.update(now);
}

/** A message in place of a view. */
function showInstead(content) {
    shown?.leave?.();
    shown = undefined;
    delete byId("main").dataset.view;
    replace(byId("main"), content);
}

const showFailure = (error) => showInstead(failure(error, begin));

// Keys belong to the view, unless they are being typed into a field.
document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.target.closest("input, textarea, select, dialog")) return;
    shown?.keydown?.(event);
});

/** Fetches the list of corpora, and shows what the address names. */
export async function begin() {
    try {
        await app.refreshCorpora();
        await show(address.read());
    } catch (error) {
        showFailure(error);
    }
}

// Done in code, since the part of the address after '#' says which view is shown.
document.querySelector(".skip-link").addEventListener("click", (event) => {
    event.preventDefault();
    byId("main").focus();
});

/**
 * `canAdd`: whether games can be added to a corpus.
 * `views`: [name in the address, title, () => import(its module)], the first one for addresses that
 * name none. A view is made when it is first shown, and kept: create(app) gives {element,
 * update(address), leave?(), keydown?(event)}. update is called when it is shown and at each change
 * of the address, leave when another view takes its place.
 * `home`: the view that needs no corpus.
 * `withoutCorpus(app, address)`: the message where the others need one that does not exist.
 * `footer`: its content in addition to the licences.
 */
export function start(given) {
    page = given;
    app.canAdd = page.canAdd;
    links = page.views.map(viewLink);
    replace(byId("header"), brand, h("nav", {"aria-label": "Views"}, links), corpusChoice, themeButton());
    replace(byId("footer"),
        h("p", {}, "Board: ", h("a", {href: "page/board/LICENSE"}, "cm-chessboard"), " (MIT). ",
            "Pieces: Colin M.L. Burnett, ", h("a", {href: "page/board/PIECES.txt"}, "CC BY-SA 3.0"), ". ",
            page.footer));
    // Its files can load while the list of corpora is fetched.
    page.views.find(([name]) => name === (address.read().view || firstView()))?.[2]().catch(() => {});
    address.listen((now) => show(now).catch(showFailure));
    begin();
}
