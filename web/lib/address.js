// What is shown, as the part of the address after '#': "#explore?corpus=otb.scoredb&moves=e4+c5". It is
// the only state that views share, so that any view can be shared as a link, reloaded and returned to.
//
// Parameters (all text; missing means the default):
//   corpus   the corpus, by its path below the daemon's root
//   fen      where a line begins, when not at the start
//   moves    the line, SAN separated by spaces
//   flip     1: Black at the bottom
//   min_elo, max_elo, speed, from, to, result, player, color, in
//            the filters: see lib/filter_query.js
//   query    the question of the query bench and of the pictures
//   game     the id of the game that is open
//   ply      how many of its moves are on the board; none when missing
// Others belong to one view, which begins their names with its own.

/** The changes for another corpus: sets and games belong to one corpus, positions do not. */
export const ofCorpus = (path) =>
    ({corpus: path, game: null, ply: null, in: null, games_page: null, query_game: null, corpora_page: null});

/** The same where that corpus may be the one that is chosen already. */
export const toCorpus = (path) => (path === read().get("corpus") ? {} : ofCorpus(path));

const listeners = new Set();

/** {view, get(name), all}: `all` is a URLSearchParams. */
export function read() {
    const hash = location.hash.slice(1);
    const mark = hash.includes("?") ? hash.indexOf("?") : hash.length;
    const view = hash.slice(0, mark);
    const all = new URLSearchParams(hash.slice(mark + 1));
    return {view, all, get: (name) => all.get(name) ?? ""};
}

/** The address that these changes make of the current one, for a link. An empty value removes. */
export function linkTo(changes, view) {
    const now = read();
    for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === undefined || value === "") now.all.delete(name);
        else now.all.set(name, value);
    }
    const text = now.all.toString();
    return `#${view ?? now.view}${text ? `?${text}` : ""}`;
}

/**
 * Changes the address and notifies all listeners. `replace` adds no step to the history, for
 * changes that follow typing or a slider.
 */
export function go(changes, {view, replace = false} = {}) {
    const link = linkTo(changes, view);
    if (link === location.hash) return;
    if (replace) history.replaceState(null, "", link);
    else history.pushState(null, "", link);
    notify();
}

/** Calls `listener(address)` after every change. */
export function listen(listener) {
    listeners.add(listener);
}

function notify() {
    const address = read();
    for (const listener of listeners) listener(address);
}

window.addEventListener("popstate", notify);
