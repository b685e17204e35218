// The filters, compared with `edge explore --query`, and restored from an address.
import assert from "node:assert/strict";
import {after, afterEach, before, describe, test} from "node:test";
import {drag, placement, placementOf} from "./support/board.mjs";
import {at, becomes, kDesktop, kPhone, parameters} from "./support/browser.mjs";
import {boardOf, showsTable} from "./support/explorer.mjs";
import {edge} from "./support/program.mjs";
import {Stage} from "./support/stage.mjs";

const stage = new Stage();
before(() => stage.set());
afterEach(() => stage.visitor.leave());
after(() => stage.strike());

const filtersOf = (page) => page.getByRole("region", {name: "Filters"});
const shows = (page, moves, query) => showsTable(page, stage.games.corpus, moves, query);

/** On a narrow screen a button opens the fields. */
async function openFilters(page) {
    await filtersOf(page).waitFor();
    const opener = filtersOf(page).getByRole("button", {name: "Filters"});
    if (await opener.isVisible()) await opener.click();
}

/** The player of the most games. */
async function busiestPlayer() {
    const {groups} = await edge("query", stage.games.corpus, "--group-by", "player", "--top-n", 1);
    return groups.rows[0].key;
}

/** A rating that some games have and others do not, so that filtering by it changes the numbers. */
async function middleRating() {
    for (const rating of [2600, 2500, 2400, 2300]) {
        const {games_matched: games} = await edge("query", stage.games.corpus, "--query", `elo >= ${rating}`);
        if (games > 100) return rating;
    }
    return null;
}

for (const viewport of [kDesktop, kPhone]) {
    describe(`at ${viewport.width} px`, () => {
        test("by rating", async (t) => {
            const rating = await middleRating();
            if (rating === null) return t.skip("the bundled games have no ratings");
            const page = await stage.visitor.open(at("explore"), {viewport});
            await openFilters(page);
            await page.getByLabel("Both ratings, from").fill(String(rating));
            await page.getByLabel("Both ratings, from").press("Enter");
            await shows(page, "", `elo >= ${rating}`);
            await drag(boardOf(page), "e2e4");
            await shows(page, "e4", `elo >= ${rating}`);
            await page.getByLabel("Both ratings, to").fill(String(rating + 50));
            await page.getByLabel("Both ratings, to").press("Enter");
            await shows(page, "e4", `elo = ${rating}..${rating + 50}`);
        });

        test("by player and colour", async () => {
            const player = await busiestPlayer();
            const page = await stage.visitor.open(at("explore"), {viewport});
            await openFilters(page);
            const field = page.getByLabel("Player", {exact: true});
            await field.pressSequentially(player, {delay: 5});
            await field.press("Enter");
            await shows(page, "", `player ~ "${player}"`);
            await page.getByLabel("Playing").selectOption("Black");
            await shows(page, "", `black ~ "${player}"`);
        });

        test("by result, and off again", async () => {
            const page = await stage.visitor.open(at("explore", {moves: "e4"}), {viewport});
            await openFilters(page);
            await page.getByLabel("Result").selectOption("Black won");
            await shows(page, "e4", "result = B");
            await filtersOf(page).getByRole("button", {name: /Remove the filter/}).click();
            await shows(page, "e4");
        });
    });
}

/** A date before which about half of the games were played. */
async function middleDate() {
    const {games_matched: count} = await edge("query", stage.games.corpus);
    const {games: [game]} = await edge("games", stage.games.corpus, "--sort", "date", "--columns", "date",
        "--skip", Math.floor(count / 2), "--limit", 1);
    return game.date.replaceAll(".??", "").replaceAll(".", "-");
}

test("a surname offers the players, and is not taken for a whole name", async (t) => {
    const {players} = await edge("players", stage.games.corpus, "adams", "--limit", 12);
    const names = players.map(({name}) => name);
    if (!names.includes("Adams")) return t.skip("the bundled games have no Adams");
    const page = await stage.visitor.open(at("explore"));
    const field = page.getByLabel("Player", {exact: true});
    await field.pressSequentially("adams", {delay: 5});
    const list = page.locator(`datalist#${await field.getAttribute("list")} option`);
    await list.nth(names.length - 1).waitFor({state: "attached"});
    const offered = await list.evaluateAll((options) => options.map(({value}) => value));
    if (offered.join() !== names.join()) throw new Error(`offered ${offered.join("; ")}`);
    await field.press("Enter");
    await shows(page, "", 'player ~ "adams"');
});

test("by date and by any query", async () => {
    const date = await middleDate();
    const page = await stage.visitor.open(at("explore"));
    await page.getByLabel("Dates, to").fill(date);
    await page.getByLabel("Dates, to").press("Enter");
    await shows(page, "", `date <= ${date}`);
    const query = page.getByLabel("Saved set or query");
    await query.fill("plies > 60 or result = D");
    await query.press("Enter");
    await shows(page, "", `date <= ${date} and (plies > 60 or result = D)`);
});

test("by speed", async () => {
    const corpus = stage.games.inRoot("online.scoredb");
    const page = await stage.visitor.open(at("explore", {corpus: "online.scoredb"}));
    const {games_matched: rapid} = await edge("query", corpus, "--speed", "rapid");
    await filtersOf(page).getByLabel("Speed: Any").click();
    await page.getByLabel("Rapid").check();
    if (rapid > 0) await showsTable(page, corpus, "", "speed = rapid");
    else await page.getByText("No game passes the filters").waitFor();
});

test("a mistake in a filter is shown, and the table stays", async () => {
    const page = await stage.visitor.open(at("explore"));
    const query = page.getByLabel("Saved set or query");
    await query.fill("result = X");
    await query.press("Enter");
    await becomes(() => query.getAttribute("aria-invalid"), "true");
    await shows(page, "");
});

test("a reload in the middle of a line with filters brings back the same", async () => {
    const page = await stage.visitor.open(at("explore", {moves: "e4 c5 Nf3", result: "W", flip: 1}));
    await shows(page, "e4 c5 Nf3", "result = W");
    await page.keyboard.press("ArrowLeft");
    await shows(page, "e4 c5", "result = W");
    const address = page.url();
    await page.reload();
    await shows(page, "e4 c5", "result = W");
    const {fen} = await edge("explore", stage.games.corpus, "--moves", "e4 c5");
    await becomes(() => placement(boardOf(page)), placementOf(fen));
    assert.equal(page.url(), address);
    assert.equal(await page.getByLabel("Result").inputValue(), "W");
    await page.keyboard.press("ArrowRight");
    await shows(page, "e4 c5 Nf3", "result = W");
});

test("back and forward go through the filters and the views", async () => {
    const page = await stage.visitor.open(at("explore", {moves: "e4"}));
    await shows(page, "e4");
    await page.getByLabel("Result").selectOption("Drawn");
    await shows(page, "e4", "result = D");
    await page.getByRole("navigation", {name: "Views"}).getByRole("link", {name: "Games"}).click();
    await page.getByRole("heading", {name: "Games", level: 1}).waitFor();
    assert.equal(parameters(page).result, "D");
    await page.goBack();
    await shows(page, "e4", "result = D");
    await page.goBack();
    await shows(page, "e4");
    await page.goForward();
    await shows(page, "e4", "result = D");
});
