// The query bench: builder and text follow each other, and the count is that of `edge query`.
import assert from "node:assert/strict";
import {after, afterEach, before, describe, test} from "node:test";
import {placement, placementOf} from "./support/board.mjs";
import {at, becomes, kDesktop, kPhone} from "./support/browser.mjs";
import {edge, edgeText} from "./support/program.mjs";
import {Stage} from "./support/stage.mjs";
import {number} from "./support/table.mjs";

const stage = new Stage();
before(() => stage.set());
afterEach(() => stage.visitor.leave());
after(() => stage.strike());

const textOf = (page) => page.getByLabel("The question as text");
const foundOf = (page) => page.getByRole("main").getByText(/^[\d,]+ of [\d,]+ games? match/);

async function gamesMatched(query) {
    return (await edge("query", stage.games.corpus, "--query", query)).games_matched;
}

/** The page counts the games that `edge query` counts. */
async function counts(page, query) {
    const games = await gamesMatched(query);
    await becomes(async () => number(await foundOf(page).innerText()), games);
    return games;
}

for (const viewport of [kDesktop, kPhone]) {
    describe(`at ${viewport.width} px`, () => {
        test("what is built is written as text and counted", async () => {
            const page = await stage.visitor.open(at("query"), {viewport});
            await counts(page, "all");
            await page.getByRole("button", {name: "+ Game"}).click();
            await page.getByLabel("What about the game").selectOption("Result");
            await page.getByRole("group", {name: "Result"}).getByRole("button", {name: "White won"}).click();
            await becomes(() => textOf(page).inputValue(), "result = W");
            await counts(page, "result = W");
            await page.getByRole("button", {name: "+ Position"}).click();
            await page.getByLabel("Add what must hold").selectOption("Passed pawn");
            await page.getByLabel("File", {exact: true}).selectOption("on the d-file");
            await page.getByLabel("For which side").selectOption("for White");
            await becomes(() => textOf(page).inputValue(), "result = W and white: passed_pawn(d)");
            const games = await counts(page, "result = W and white: passed_pawn(d)");
            assert.ok(games > 0 && games < await gamesMatched("result = W"), `${games} games`);
        });

        test("what is typed is built and counted", async () => {
            const page = await stage.visitor.open(at("query"), {viewport});
            const query = "plies >= 60 and never(queens_off)";
            await textOf(page).fill(query);
            await becomes(() => page.getByLabel("What about the game").inputValue(), "plies");
            assert.equal(await page.getByLabel("Length in half-moves").inputValue(), "60");
            assert.equal(await page.getByLabel("When it holds").inputValue(), "never");
            await page.getByText("Queens are off").first().waitFor();
            await counts(page, query);
            assert.equal(await textOf(page).inputValue(), query);
        });
    });
}

test("the builder continues with what was typed", async () => {
    const page = await stage.visitor.open(at("query", {query: "result = D and plies < 40"}));
    await page.getByLabel("Length in half-moves").fill("60");
    await becomes(() => textOf(page).inputValue(), "result = D and plies < 60");
    await counts(page, "result = D and plies < 60");
});

test("a mistake is shown at its column", async () => {
    const wrong = "result = W and elo > x";
    const message = await edgeText("query", stage.games.corpus, "--query", wrong).catch(({stderr}) => stderr);
    const [, column] = /column (\d+)/.exec(message);
    const page = await stage.visitor.open(at("query"));
    await textOf(page).fill(wrong);
    const error = page.getByText(`Column ${column}:`);
    await error.waitFor();
    assert.equal(await textOf(page).getAttribute("aria-invalid"), "true");
    const [line, mark] = (await page.locator("pre", {hasText: "^"}).textContent()).split("\n");
    assert.equal(line.slice(mark.indexOf("^")), wrong.slice(column - 1));
    await textOf(page).fill("result = W and elo > 2000");
    await becomes(() => error.count(), 0);
    await counts(page, "result = W and elo > 2000");
});

test("filters and question are asked together", async () => {
    const page = await stage.visitor.open(at("query", {query: "queens_off or plies < 30", result: "B"}));
    await counts(page, "(queens_off or plies < 30) and result = B");
});

test("a match is on the board at its ply", async () => {
    const query = "ever(black: checkmate)";
    const [fen] = (await edgeText("query", stage.games.corpus, "--query", query, "--positions", "fen", "--limit", 1)).split("\n");
    const page = await stage.visitor.open(at("query", {query}));
    await page.getByText("matches here").waitFor();
    await becomes(() => placement(page.locator(".board").first()), placementOf(fen));
});

test("how the daemon reads a question is shown", async () => {
    const page = await stage.visitor.open(at("query", {query: "P<p"}));
    await page.getByText("How Edge reads it").click();
    await page.getByText(/streak\(2, P<p\)/).first().waitFor();
});

test("games are saved as sets, which can be combined and used as filters", async () => {
    const page = await stage.visitor.open(at("query", {query: "result = W"}));
    for (const [name, query] of [["won", "result = W"], ["long", "plies > 80"]]) {
        await textOf(page).fill(query);
        await counts(page, query);
        await page.getByLabel("Save these games as").fill(name);
        await page.getByRole("button", {name: "Save", exact: true}).click();
        await page.getByText(`as @${name}.`).waitFor();
    }
    const combine = page.getByLabel("Combine", {exact: true});
    await combine.selectOption("@won");
    await page.getByLabel("with", {exact: true}).selectOption("@long");
    await page.getByLabel("Save as", {exact: true}).fill("both");
    await page.getByRole("button", {name: "Combine"}).click();
    const both = page.getByRole("listitem").filter({has: page.getByText("@both", {exact: true})});
    await both.waitFor();
    const {games_matched: games} = await edge("query", stage.games.corpus, "--input-bitmap", "@both");
    assert.equal(games, await gamesMatched("result = W and plies > 80"));
    await both.getByRole("button", {name: "Explore"}).click();
    await page.getByText(`${games.toLocaleString("en")} in all pass the filters`).waitFor();
});
