// The explorer, used as a player would, its numbers compared with `edge explore`.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {after, afterEach, before, test} from "node:test";
import {centres, click, drag, placement, placementOf, quickClicks, tap} from "./support/board.mjs";
import {at, becomes, kDesktop, kPhone, kSmallPhone, parameters} from "./support/browser.mjs";
import {boardOf, mainLine, showsTable} from "./support/explorer.mjs";
import {edge} from "./support/program.mjs";
import {Stage} from "./support/stage.mjs";

const stage = new Stage();
before(() => stage.set());
afterEach(() => stage.visitor.leave());
after(() => stage.strike());

/** The position after these moves is on the board, and its table next to it. */
async function shows(page, moves) {
    await showsTable(page, stage.games.corpus, moves);
    const {fen} = await edge("explore", stage.games.corpus, "--moves", moves);
    await becomes(() => placement(boardOf(page)), placementOf(fen));
}

const ways = [
    ["dragged", drag, kDesktop], ["clicked", click, kDesktop], ["tapped at 390 px", tap, kPhone],
    ["tapped at 360 px", tap, kSmallPhone],
];
for (const [name, move, viewport] of ways) {
    test(`an opening ${name} on the board shows the table of each position`, async () => {
        const page = await stage.visitor.open(at("explore"), {viewport});
        await shows(page, "");
        const played = [];
        for (const {san, uci} of await mainLine(stage.games.corpus, 6)) {
            await move(boardOf(page), uci);
            played.push(san);
            await shows(page, played.join(" "));
        }
        assert.equal(parameters(page).moves, played.join(" "));
    });
}

// Faster than any hand, and than the daemon, with and without a filter that takes time.
for (const filters of [{}, {in: "ever(white: passed_pawn)"}]) {
    for (const [name, viewport] of [["clicks", kDesktop], ["taps", kPhone]]) {
        const line = [["e4", "e2e4"], ["e5", "e7e5"], ["Nf3", "g1f3"], ["Nc6", "b8c6"], ["Bb5", "f1b5"], ["Nf6", "g8f6"],
            ["O-O", "e1g1"], ["Nxe4", "f6e4"]];
        test(`${name} without a pause all count, filtered by ${filters.in ?? "nothing"}`, async () => {
            const page = await stage.visitor.open(at("explore", filters), {viewport});
            await showsTable(page, stage.games.corpus, "", filters.in);
            const move = name === "taps" ? tap : quickClicks(await centres(boardOf(page)));
            for (const [, uci] of line) await move(boardOf(page), uci);
            const moves = line.map(([san]) => san).join(" ");
            await becomes(async () => parameters(page).moves, moves);
            const {fen} = await edge("explore", stage.games.corpus, "--moves", moves);
            await becomes(() => placement(boardOf(page)), placementOf(fen));
        });
    }
}

test("a move made early that turns out illegal is taken back, with those after it", async () => {
    const page = await stage.visitor.open(at("explore"));
    await shows(page, "");
    const move = quickClicks(await centres(boardOf(page)));
    for (const uci of ["e2e4", "e7e4", "g1f3"]) await move(boardOf(page), uci);
    await shows(page, "e4");
    assert.equal(parameters(page).moves, "e4");
});

test("an illegal move is not made", async () => {
    const page = await stage.visitor.open(at("explore"));
    await shows(page, "");
    await drag(boardOf(page), "e2e5");
    await click(boardOf(page), "d1d4");
    await shows(page, "");
    assert.equal(parameters(page).moves, undefined);
});

test("a promotion asks for the piece", async () => {
    const page = await stage.visitor.open(at("explore", {fen: "8/P6k/8/8/8/8/8/K7 w - - 0 1"}));
    await becomes(() => placement(boardOf(page)), "8/P6k/8/8/8/8/8/K7");
    await drag(boardOf(page), "a7a8");
    await page.locator(".promotion-dialog-group [data-piece=wn]").first().click();
    await becomes(() => placement(boardOf(page)), "N7/7k/8/8/8/8/8/K7");
    assert.equal(parameters(page).moves, "a8=N");
});

test("rows of the table are moves to play", async () => {
    const page = await stage.visitor.open(at("explore"));
    const [{san}] = await mainLine(stage.games.corpus, 1);
    await page.getByRole("table").getByRole("button", {name: san, exact: true}).click();
    await shows(page, san);
});

test("keys go along the line, choose a move, play it and flip the board", async () => {
    const page = await stage.visitor.open(at("explore", {moves: "e4 c5"}));
    await shows(page, "e4 c5");
    await page.keyboard.press("ArrowLeft");
    await shows(page, "e4");
    await page.keyboard.press("Home");
    await shows(page, "");
    await page.keyboard.press("End");
    await shows(page, "e4 c5");
    const {moves} = await edge("explore", stage.games.corpus, "--moves", "e4 c5");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await shows(page, `e4 c5 ${moves[0].san}`);
    const top = () => boardOf(page).locator("rect.square").evaluateAll((squares) =>
        squares.sort((a, b) => a.getBoundingClientRect().y - b.getBoundingClientRect().y)[0].dataset.square[1]);
    assert.equal(await top(), "8");
    await page.keyboard.press("f");
    await becomes(top, "1");
    await shows(page, `e4 c5 ${moves[0].san}`);
});

test("moves and positions can be typed, and mistakes are shown at the field", async () => {
    const page = await stage.visitor.open(at("explore"));
    const entry = page.getByLabel("Go to a position");
    await entry.fill("1. d4 d5");
    await entry.press("Enter");
    await shows(page, "d4 d5");
    await entry.fill("c4");
    await entry.press("Enter");
    await shows(page, "d4 d5 c4");
    await entry.fill("e9");
    await entry.press("Enter");
    await becomes(() => entry.getAttribute("aria-invalid"), "true");
    assert.match(await page.getByRole("alert").filter({hasText: "e9"}).innerText(), /e9/);
    const {fen} = await edge("explore", stage.games.corpus, "--moves", "e4 e5");
    await entry.fill(fen);
    await entry.press("Enter");
    await shows(page, "e4 e5");
});

test("a game that comes back to a position and plays another move is one game", async () => {
    const again = '[White "A"]\n[Result "1-0"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. e4 1-0\n\n';
    await writeFile(stage.games.inRoot("again.pgn"), `${again}[White "B"]\n[Result "0-1"]\n\n1. e4 e5 0-1\n`);
    const corpus = stage.games.inRoot("again.scoredb");
    await edge("index", stage.games.inRoot("again.pgn"), "--out", corpus);
    const page = await stage.visitor.open(at("explore", {corpus: "again.scoredb"}));
    await showsTable(page, corpus, "");
    await page.getByText("2 games went on").waitFor();
    await page.getByText("The moves add up to 3:").waitFor();
    await page.getByRole("heading", {name: "2 games"}).waitFor();
    const [{san}] = await mainLine(corpus, 1);
    await page.getByRole("table").getByRole("button", {name: san, exact: true}).click();
    await showsTable(page, corpus, san);
    assert.equal(await page.getByText("The moves add up to").isVisible(), false);
});

test("a position that is reached by other moves is recognised", async () => {
    const page = await stage.visitor.open(at("explore", {moves: "Nf3 d5 d4"}));
    await shows(page, "d4 d5 Nf3");
});

test("back and forward take moves back and make them again", async () => {
    const page = await stage.visitor.open(at("explore"));
    await shows(page, "");
    await drag(boardOf(page), "d2d4");
    await shows(page, "d4");
    await drag(boardOf(page), "g8f6");
    await shows(page, "d4 Nf6");
    await page.goBack();
    await shows(page, "d4");
    await page.goBack();
    await shows(page, "");
    await page.goForward();
    await shows(page, "d4");
});
