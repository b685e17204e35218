// Failures are explained: a daemon that is gone, one that refuses, addresses that lead nowhere.
import assert from "node:assert/strict";
import {after, afterEach, before, describe, test} from "node:test";
import {click, tap} from "./support/board.mjs";
import {at, becomes, kDesktop, kPhone, Visitor} from "./support/browser.mjs";
import {boardOf, showsTable} from "./support/explorer.mjs";
import {Daemon} from "./support/program.mjs";
import {Stage} from "./support/stage.mjs";

const stage = new Stage();
before(() => stage.set());
afterEach(() => stage.visitor.leave());
after(() => stage.strike());

for (const [viewport, move] of [[kDesktop, click], [kPhone, tap]]) {
    describe(`at ${viewport.width} px`, () => {
        test("a stopped daemon is reported, and the page continues when it is back", async () => {
            const page = await stage.visitor.open(at("explore"), {viewport});
            await showsTable(page, stage.games.corpus, "");
            await stage.daemon.stop();
            await move(boardOf(page), "e2e4");
            const notice = page.getByRole("alert").filter({hasText: "Edge does not answer"});
            await notice.first().waitFor();
            assert.ok(await notice.first().isVisible());
            await stage.daemon.start();
            await showsTable(page, stage.games.corpus, "e4");
            await becomes(() => notice.count(), 0);
        });
    });
}

// For each view, words that it shows only after the daemon has answered.
const views = {query: /games? match/, pictures: "Save as SVG", games: /games? found/, corpora: "classics.pgn"};
for (const [view, words] of Object.entries(views)) {
    test(`the view ${view} says so too, and comes back`, async () => {
        const page = await stage.visitor.open(at("explore"));
        await showsTable(page, stage.games.corpus, "");
        // The view's own files are there by now, as they would be after a first visit.
        await page.getByRole("navigation", {name: "Views"}).locator(`a[href*="#${view}"]`).click();
        await page.waitForLoadState("networkidle");
        await page.getByRole("navigation", {name: "Views"}).locator('a[href*="#explore"]').click();
        await stage.daemon.stop();
        await page.evaluate((hash) => (location.hash = hash), at(view, {result: "W", query: "plies < 50"}));
        const notice = page.getByRole("alert").filter({hasText: "Edge does not answer"});
        await notice.first().waitFor();
        await stage.daemon.start();
        await becomes(() => notice.count(), 0);
        await page.getByRole("main").getByText(words).first().waitFor();
    });
}

test("a missing corpus is reported", async () => {
    const page = await stage.visitor.open(at("explore", {corpus: "none.scoredb"}));
    await page.getByText("There is no corpus none.scoredb here").waitFor();
});

test("moves that cannot be read are reported, with a way out", async () => {
    const page = await stage.visitor.open(at("explore", {moves: "e4 e4"}));
    await page.getByRole("alert").filter({hasText: "e4"}).waitFor();
    await page.getByRole("button", {name: "To the starting position"}).click();
    await showsTable(page, stage.games.corpus, "");
});

const oddAddresses = {
    "no view": "#", "a view that does not exist": "#nothing", "a sign that is not a code": "#explore?in=100%",
    "no position": at("explore", {fen: "xyz"}), "no game": at("games", {game: 999999}), "no question": at("query", {query: "("}),
    "no page of the list": at("games", {games_page: 9999}), "no picture": at("pictures", {pictures: "nothing"}),
};
for (const [what, hash] of Object.entries(oddAddresses)) {
    test(`an address with ${what} is answered`, async () => {
        const page = await stage.visitor.open(hash);
        const main = page.getByRole("main");
        await becomes(async () => await main.getAttribute("data-view") !== null, true);
        await becomes(async () => (await main.innerText()).length > 20, true);
    });
}

/** A visit to a daemon with other options than the usual ones. */
async function withDaemon(options, visit) {
    const daemon = new Daemon(stage.games.root, options);
    await daemon.start();
    const visitor = new Visitor(stage.browser, daemon.address);
    try {
        await visit(visitor);
        await visitor.leave();
    } finally {
        await daemon.stop();
    }
}

test("a daemon with a token asks for it, and for nothing more", async () => {
    await withDaemon(["--token", "secret"], async (visitor) => {
        const page = await visitor.open(at("explore"));
        await page.getByLabel("Token").fill("secret");
        await page.getByLabel("Token").press("Enter");
        await showsTable(page, stage.games.corpus, "");
        await page.reload();
        await showsTable(page, stage.games.corpus, "");
    });
});

test("a daemon that only reads says so when something is to be written", async () => {
    await withDaemon(["--read-only"], async (visitor) => {
        const page = await visitor.open(at("corpora"));
        const form = page.getByRole("region", {name: "Index games"});
        await form.getByLabel("classics.pgn").check();
        await form.getByRole("button", {name: "Index"}).click();
        await form.getByText(/read-only|only reads/i).waitFor();
    });
});
