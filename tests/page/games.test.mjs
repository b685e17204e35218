// The list of games and a game played through, compared with `edge games`.
import assert from "node:assert/strict";
import {after, afterEach, before, describe, test} from "node:test";
import {placement, placementOf} from "./support/board.mjs";
import {at, becomes, kDesktop, kPhone, parameters} from "./support/browser.mjs";
import {edge, edgeText} from "./support/program.mjs";
import {Stage} from "./support/stage.mjs";
import {rows} from "./support/table.mjs";

const stage = new Stage();
before(() => stage.set());
afterEach(() => stage.visitor.leave());
after(() => stage.strike());

const boardOf = (page) => page.locator(".board").first();
const listOf = (page) => page.getByRole("region", {name: "Games"});
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

/** The position at a ply, as `edge explore` reads the moves. */
async function placementAt(moves, ply) {
    const {fen} = await edge("explore", stage.games.corpus, "--moves", moves.slice(0, ply).join(" "));
    return placementOf(fen);
}

async function game(id) {
    return JSON.parse(await edgeText("games", stage.games.corpus, "--game", id, "--format", "jsonl"));
}

for (const viewport of [kDesktop, kPhone]) {
    describe(`at ${viewport.width} px`, () => {
        test("a game is played through to its end", async () => {
            const {moves, tags} = await game(7);
            const page = await stage.visitor.open(at("games", {game: 7}), {viewport});
            await page.getByRole("heading", {name: tags.White}).waitFor();
            await becomes(() => placement(boardOf(page)), await placementAt(moves, 0));
            for (let ply = 1; ply <= 6; ++ply) {
                await page.getByRole("button", {name: "One move forward"}).click();
                await becomes(() => placement(boardOf(page)), await placementAt(moves, ply));
            }
            await page.getByRole("button", {name: "To the end"}).click();
            await becomes(() => placement(boardOf(page)), await placementAt(moves, moves.length));
            await page.reload();
            await becomes(() => placement(boardOf(page)), await placementAt(moves, moves.length));
        });
    });
}

test("the PGN can be copied", async () => {
    const page = await stage.visitor.open(at("games", {game: 7}));
    await page.getByRole("button", {name: "Copy PGN"}).click();
    const pgn = await edgeText("games", stage.games.corpus, "--game", 7);
    await becomes(async () => (await clipboard(page)).trim(), pgn.trim());
});

test("comments come from the source, and Lichess is linked to where it has the game", async () => {
    const page = await stage.visitor.open(at("games", {corpus: "annotated.scoredb", game: 0}));
    await page.getByRole("group", {name: "Moves"}).getByText("the king's pawn").waitFor();
    await page.getByRole("button", {name: "Copy PGN"}).click();
    await becomes(async () => (await clipboard(page)).includes("(1... c5 2. Nf3)"), true);
    const link = page.getByRole("link", {name: "Lichess"});
    assert.match(await link.getAttribute("href"), /^https:\/\/lichess\.org\/abcdefgh/);
});

test("the list is sorted and paged as it is asked", async () => {
    const {games_matched: count} = await edge("query", stage.games.corpus);
    const columns = "white,black,plies";
    const sorted = await edge("games", stage.games.corpus, "--sort", "plies", "--desc", "--limit", 60, "--columns", columns);
    const page = await stage.visitor.open(at("games"));
    await listOf(page).getByText(`${count.toLocaleString("en")} games found`).waitFor();
    await page.getByRole("button", {name: "Moves"}).click();
    const shown = async () => (await rows(page.getByRole("table"))).slice(0, 8).map((row) => Number(row.at(-1)));
    const wanted = (from) => sorted.games.slice(from, from + 8).map(({plies}) => Math.ceil(plies / 2));
    await becomes(shown, wanted(0));
    await page.getByRole("button", {name: "Next"}).click();
    await becomes(shown, wanted(50));
    await page.goBack();
    await becomes(shown, wanted(0));
});

test("the list is of the games that pass the filters", async () => {
    const query = "result = B and plies > 60";
    const {games_matched: count} = await edge("query", stage.games.corpus, "--query", query);
    const page = await stage.visitor.open(at("games", {result: "B", in: "plies > 60"}));
    await listOf(page).getByText(`${count.toLocaleString("en")} games found`).waitFor();
});

test("a row opens its game, and the explorer goes on from its position", async () => {
    const {moves} = await game(0);
    const page = await stage.visitor.open(at("games"));
    await page.getByRole("table").getByRole("row").nth(1).getByRole("link").click();
    await becomes(async () => parameters(page).game, "0");
    await page.getByRole("button", {name: "Copy PGN"}).waitFor();
    for (let ply = 0; ply < 4; ++ply) await page.keyboard.press("ArrowRight");
    await becomes(() => placement(boardOf(page)), await placementAt(moves, 4));
    await page.getByRole("link", {name: "Explore from here"}).click();
    await page.getByRole("table", {name: "Moves from this position"}).waitFor();
    await becomes(() => placement(boardOf(page)), await placementAt(moves, 4));
});
