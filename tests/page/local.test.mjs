// The page that needs no daemon: games are dropped onto it, and it shows what `edge` says about them.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {after, afterEach, before, describe, test} from "node:test";
import {gzipSync} from "node:zlib";
import {problems} from "./support/access.mjs";
import {placement, placementOf} from "./support/board.mjs";
import {becomes, kDesktop, kSmallPhone, parameters} from "./support/browser.mjs";
import {boardOf, mainLine, showsTable} from "./support/explorer.mjs";
import {dropFiles, kMissing, LocalStage} from "./support/local.mjs";
import {heatmapRows, tabled} from "./support/pictures.mjs";
import {edge} from "./support/program.mjs";
import {number} from "./support/table.mjs";

const kQuery = "result = W and ever(white: passed_pawn)";

const goTo = (page, title) =>
    page.getByRole("navigation", {name: "Views"}).getByRole("link", {name: title, exact: true}).click();

describe("without a daemon", {skip: kMissing}, () => {
    const stage = new LocalStage();
    before(() => stage.set());
    afterEach(() => stage.visitor.leave());
    after(() => stage.strike());

    const classics = () => ({name: "classics.pgn", bytes: stage.pgn});
    const shows = (page, moves) => showsTable(page, stage.corpus, moves);

    test("dropped games are explored, asked about, drawn and played through, and nothing is sent", async () => {
        const page = await stage.open();
        stage.server.asked = [];
        await dropFiles(page, [classics()]);
        await shows(page, "");
        for (const [index, {san}] of (await mainLine(stage.corpus, 2)).entries()) {
            await page.getByRole("table", {name: "Moves from this position"}).getByText(san, {exact: true}).click();
            await becomes(async () => parameters(page).moves.split(" ").length, index + 1);
        }
        await shows(page, parameters(page).moves);

        await goTo(page, "Query");
        const question = page.getByLabel("The question as text");
        await question.fill("result = W and elo >");
        await page.getByText(/^Column 21: /).waitFor();
        await question.fill(kQuery);
        const {games_matched: matched} = await edge("query", stage.corpus, "--query", kQuery);
        const found = page.getByRole("main").getByText(/^[\d,]+ of 58 games match/);
        await becomes(async () => number(await found.innerText()), matched);
        await becomes(() => page.locator(".match-list li").count(), matched);

        await page.getByRole("button", {name: "Pictures"}).click();
        await page.getByLabel("Pieces").selectOption({label: "bishops"});
        const heatmap = await edge("query", stage.corpus, "--query", kQuery, "--heatmap=B");
        await becomes(() => tabled(page), heatmapRows(heatmap, "B"));

        await goTo(page, "Games");
        await page.getByRole("main").getByText("58 games found").waitFor();
        await page.getByRole("region", {name: "Games"}).getByRole("link").first().click();
        await page.getByRole("button", {name: "To the end"}).click();
        const {games: [game]} = await edge("games", stage.corpus, "--limit", 1);
        const {fen} = await edge("explore", stage.corpus, "--moves", game.moves.join(" "));
        await becomes(() => placement(boardOf(page)), placementOf(fen));
        assert.deepEqual(stage.server.asked, []);
    });

    test("packed games and several files become a corpus each time, and can be removed", async () => {
        const page = await stage.open();
        await page.locator("input[type=file]").setInputFiles(
            {name: "classics.pgn.gz", mimeType: "application/gzip", buffer: gzipSync(stage.pgn)});
        await shows(page, "");
        const packed = execFileSync("zstd", ["--quiet"], {input: stage.pgn});
        await dropFiles(page, [classics(), {name: "classics.pgn.zst", bytes: packed}]);
        const corpora = page.getByLabel("Corpus", {exact: true}).locator("option");
        await becomes(() => corpora.allInnerTexts(), ["classics (58)", "classics-2 (116)"]);
        await becomes(async () => parameters(page).corpus, "classics-2.scoredb");

        await goTo(page, "Files");
        await page.getByRole("button", {name: "Remove classics-2"}).click();
        await becomes(() => corpora.allInnerTexts(), ["classics (58)"]);
        await page.getByRole("button", {name: "Explore classics"}).click();
        await shows(page, "");
    });

    const bad = [
        ["words", [{name: "diary.txt", bytes: "Dear diary,\n"}], "There is no game in diary.txt."],
        ["nothing", [{name: "empty.pgn", bytes: ""}], "There is no game in empty.pgn."],
        ["a picture", [{name: "board.png", bytes: "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"}], "board.png cannot be read"],
        ["half an archive", [{name: "a.pgn.zst", bytes: "\x28\xb5\x2f\xfd\0broken"}], "a.pgn.zst cannot be read"],
        ["a damaged archive", [{name: "a.pgn.gz", bytes: "\x1f\x8b\x08\0broken"}], "a.pgn.gz cannot be read"],
    ];
    test("files that are not games are reported, and the page goes on", async () => {
        const page = await stage.open();
        for (const [what, files, words] of bad) {
            await dropFiles(page, files.map(({name, bytes}) => ({name, bytes: Buffer.from(bytes, "latin1")})));
            await page.locator("main").getByRole("alert").getByText(words).waitFor().catch(() => assert.fail(what));
        }
        await dropFiles(page, [classics()]);
        await shows(page, "");
    });

    /** The page in a browser where a script runs first. */
    async function openAfter(script) {
        const page = await stage.visitor.open("page/icon.svg");
        await page.addInitScript(script);
        await page.goto(stage.server.address);
        return page;
    }

    test("a browser without SIMD gets a message", async () => {
        const page = await openAfter(() => {
            WebAssembly.validate = () => false;
        });
        await page.getByRole("button", {name: "Try the sample"}).click();
        await page.locator("main").getByRole("alert").getByText("no WebAssembly with SIMD").waitFor();
    });

    test("what takes too long can be cancelled", async () => {
        const page = await openAfter(() => {
            WebAssembly.compile = () => new Promise(() => {});
        });
        await page.getByRole("button", {name: "Try the sample"}).click();
        await page.getByRole("button", {name: "Cancel"}).click();
        await becomes(() => page.getByRole("progressbar").count(), 0);
        assert.equal(await page.locator("main").getByRole("alert").count(), 0);
    });

    test("the sample is explored with the keyboard alone", async () => {
        const page = await stage.open();
        const isFocused = (locator) => locator.evaluate((element) => element === document.activeElement);
        const sample = page.getByRole("button", {name: "Try the sample"});
        while (!await isFocused(sample)) await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await shows(page, "");
        await page.getByRole("main").focus();
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        await shows(page, (await mainLine(stage.corpus, 1))[0].san);
    });

    for (const [viewport, colorScheme] of [[kDesktop, "light"], [kSmallPhone, "dark"]]) {
        test(`can be used by everybody and fits, ${colorScheme}, ${viewport.width} px`, async () => {
            const page = await stage.open("", {viewport, colorScheme});
            await dropFiles(page, [{name: "diary.txt", bytes: "Dear diary"}]);
            await page.locator("main").getByRole("alert").waitFor();
            assert.deepEqual(await problems(page), []);
            await dropFiles(page, [classics()]);
            await shows(page, "");
            await goTo(page, "Files");
            await page.getByText("What was read").click();
            assert.deepEqual(await problems(page), []);
            const [content, screen] = await page.evaluate(() =>
                [document.scrollingElement.scrollWidth, window.innerWidth]);
            assert.ok(content <= screen, `${content} px of content`);
        });
    }
});
