// Every view in a state in which it has something to show, for what must hold of all of them.
import {at} from "./browser.mjs";

export const kViews = {
    explorer: at("explore", {moves: "e4 c5 Nf3"}),
    filters: at("explore", {moves: "e4", min_elo: 2000, result: "W"}),
    query: at("query", {query: "result = W and ever(white: passed_pawn)"}),
    mistake: at("query", {query: "result = W and elo >"}),
    heatmap: at("pictures", {query: "result = W"}),
    groups: at("pictures", {pictures: "groups"}),
    structures: at("pictures", {pictures: "structures"}),
    years: at("pictures", {pictures: "years"}),
    games: at("games"),
    game: at("games", {game: 0}),
    corpora: at("corpora", {corpora_open: "games.scoredb"}),
    collections: at("corpora", {corpora_view: "collections"}),
    duplicates: at("corpora", {corpora_view: "duplicates"}),
};

/** Waits until the view has asked all it asks and shows the answers. */
export async function settle(page) {
    await page.waitForLoadState("networkidle");
    await page.waitForFunction(() => {
        const main = document.querySelector("main");
        return main.dataset.view && !main.querySelector(".is-waiting, [aria-busy=true]");
    });
}
