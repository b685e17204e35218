// The duplicates of a corpus as shown, compared with `edge dedup`: their headers, pages, near misses, and the
// set of the games to drop.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {after, afterEach, before, describe, test} from "node:test";
import {problems} from "./support/access.mjs";
import {at, becomes, kDesktop, kPhone, kSmallPhone, parameters, Visitor} from "./support/browser.mjs";
import {Daemon, edge, edgeText, kClassics} from "./support/program.mjs";
import {Stage} from "./support/stage.mjs";
import {rows} from "./support/table.mjs";
import {settle} from "./support/views.mjs";

const kLong = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 "
    + "11. Nbd2";
const kGroups = 250;  // more than one answer has
const kMany = 9;      // copies of a game, more than are shown at first

function pgn(tags, moves, result = "1-0") {
    const lines = Object.entries({...tags, Result: result}).map(([name, text]) => `[${name} "${text}"]\n`);
    return `${lines.join("")}\n${moves} ${result}\n\n`;
}

/** A group with every kind of difference, and a near miss. */
const kTwice = [
    pgn({Event: "Open", Site: "Oslo", Date: "2001.05.06", Round: "3", White: "Carlsen, Magnus", Black: "Réti, Richard",
        WhiteElo: "2850", BlackElo: "2700", ECO: "C84"}, `${kLong} Bb7 12. Bc2`),
    pgn({Event: "Oslo op", Site: "?", Date: "2001.??.??", White: "Carlsen,M", Black: "Reti,R"}, `${kLong} Bb7 12. Bc2`),
    pgn({Event: "Open", Date: "2001.05.06", White: "Carlsen, Magnus", Black: "RETI RICHARD"}, kLong, "*"),
    pgn({Date: "1999.01.01", White: "Anna", Black: "Bert"}, "1. d4 d5", "1/2-1/2"),
    pgn({Date: "1999.01.02", White: "Anna", Black: "Bert"}, "1. d4 d5", "1/2-1/2"),
].join("");

const stage = new Stage();
before(async () => {
    await stage.set();
    const {inRoot} = stage.games;
    const many = Array.from({length: kGroups}, (_, group) =>
        pgn({White: `Player ${group}`, Black: "Bert"}, "1. e4 c5").repeat(group === 0 ? kMany : 2)).join("");
    for (const [name, text] of [["twice", kTwice], ["many", many]]) {
        await writeFile(inRoot(`${name}.pgn`), text);
        await edge("index", inRoot(`${name}.pgn`), "--out", inRoot(`${name}.scoredb`));
    }
    await edge("index", kClassics, "--out", inRoot("once.scoredb"));
});
afterEach(() => stage.visitor.leave());
after(() => stage.strike());

const pathOf = (name) => `${name}.scoredb`;
const cardOf = (page, name) => page.getByRole("article", {name: pathOf(name), exact: true});
const viewOf = (page, name) => page.getByRole("region", {name: `Duplicates in ${pathOf(name)}`});
const groupsOf = (page) => page.locator("article.duplicate-group");
const open = (name, more = {}, options = {}) =>
    (options.visitor ?? stage.visitor).open(at("corpora", {corpus: pathOf(name), corpora_view: "duplicates", ...more}),
        options);

const numbered = (number, {kept}) => `${number}. ${kept.white} – ${kept.black}`;

/** What edge says about a corpus. */
const found = (name, ...options) => edge("dedup", stage.games.inRoot(pathOf(name)), ...options);

for (const viewport of [kDesktop, kPhone]) {
    describe(`at ${viewport.width} px`, () => {
        test("the games of a group are shown side by side, and what differs is marked", async () => {
            const page = await stage.visitor.open(at("corpora"), {viewport});
            await cardOf(page, "twice").getByRole("link", {name: "Find duplicates"}).click();
            const view = viewOf(page, "twice");
            await view.getByText("1 group of duplicates: 2 of 5 games could be dropped.").waitFor();
            const table = view.getByRole("table", {name: "Group 1: games compared"});
            const heads = await table.locator("thead th").allTextContents();
            assert.deepEqual(heads, ["KeepReplay game 0", "DropReplay game 1", "DropReplay game 2"]);
            const shown = await table.locator("tbody tr").evaluateAll((all) =>
                all.map((row) => [...row.cells].map((cell) => cell.textContent)));
            const other = (text) => `≠ differs: ${text}`;
            assert.deepEqual(shown, [
                ["Why", "", "The same moves; players with abbreviated names.",
                    "The moves of one begin the other; players spelled differently."],
                ["White", "Carlsen, Magnus", other("Carlsen,M"), "Carlsen, Magnus"],
                ["Black", "Réti, Richard", other("Reti,R"), other("RETI RICHARD")],
                ["Elo", "2850 · 2700", other("–"), other("–")],
                ["Date", "2001-05-06", other("2001"), "2001-05-06"],
                ["Event", "Open", other("Oslo op"), "Open"],
                ["Round", "3", other("–"), other("–")],
                ["Result", "1–0", "1–0", other("*")],
                ["ECO", "C84", other("–"), other("–")],
                ["Half-moves", "23", "23", other("21")],
                ["Site", "Oslo", other("–"), other("–")],
            ]);
        });

        test("every game can be replayed, and the way back leads to the same place", async () => {
            const page = await open("many", {corpora_page: 2}, {viewport});
            const {listed} = await found("many", "--skip", 35, "--limit", 1);
            const [{kept, dropped: [dropped]}] = listed;
            const group = page.getByRole("article", {name: numbered(36, listed[0])});
            await group.getByRole("link", {name: `Replay game ${kept.game_id}`}).waitFor();
            const link = group.getByRole("link", {name: `Replay game ${dropped.game_id}`});
            await link.scrollIntoViewIfNeeded();
            const before = await page.evaluate(() => scrollY);
            assert.ok(before > 0);
            await link.click();
            await page.getByRole("heading", {name: "Player 35"}).waitFor();
            const {corpus, game} = parameters(page);
            assert.deepEqual([corpus, game], ["many.scoredb", String(dropped.game_id)]);
            await page.goBack();
            await group.waitFor();
            await becomes(() => page.evaluate(() => scrollY), before);
        });

        test("the games to drop are stored as a set, and the command makes a corpus without them", async () => {
            const name = `kept_${viewport.width}`;
            await edge("index", stage.games.inRoot("twice.pgn"), "--out", stage.games.inRoot(pathOf(name)));
            const page = await open(name, {}, {viewport});
            const view = viewOf(page, name);
            await view.getByLabel("Store the games to drop as a set named").fill("twice");
            await view.getByRole("button", {name: "Store the set"}).click();
            await view.getByText("Saved 2 games as @twice.").waitFor();
            assert.deepEqual(await problems(page), []);
            await view.getByRole("button", {name: "Copy"}).click();
            await view.getByRole("button", {name: "Copied"}).waitFor();
            const [program, ...words] = (await page.evaluate(() => navigator.clipboard.readText())).split(" ");
            assert.equal(program, "edge");
            const inRoot = words.map((word) => (word.endsWith(".scoredb") ? stage.games.inRoot(word) : word));
            const {games} = await edge(...inRoot);
            assert.equal(games, 3);
            assert.equal((await edge("dedup", inRoot.at(-1))).duplicates, 0);
            await view.getByRole("link", {name: "Show them"}).click();
            await page.getByText("2 games found").first().waitFor();
        });
    });
}

test("many groups are shown a page at a time", async () => {
    const page = await open("many");
    const view = viewOf(page, "many");
    const games = 2 * kGroups + kMany - 2;
    await view.getByText(`${kGroups} groups of duplicates: ${games - kGroups} of ${games} games could be`).waitFor();
    const {listed} = await found("many", "--limit", kGroups);
    const go = (to, more) => to.evaluate((hash) => (location.hash = hash),
        at("corpora", {corpus: "many.scoredb", corpora_view: "duplicates", ...more}));
    const shown = () => groupsOf(page).locator("h2").allInnerTexts();
    const wanted = (first, end) => listed.slice(first, end).map((group, index) => numbered(first + index + 1, group));
    await becomes(shown, wanted(0, 20));
    await page.getByText("1 to 20 of 250").waitFor();
    await page.getByRole("button", {name: "Next"}).click();
    await becomes(shown, wanted(20, 40));
    await go(page, {corpora_page: 10});
    await becomes(shown, wanted(180, 200));
    await page.getByRole("button", {name: "Next"}).click();  // needs another answer
    await becomes(shown, wanted(200, 220));
    await page.reload();
    await becomes(shown, wanted(200, 220));
    await page.goBack();
    await becomes(shown, wanted(180, 200));
    await go(page, {corpora_page: 13});
    await becomes(shown, wanted(240, 250));
    assert.ok(await page.getByRole("button", {name: "Next"}).isDisabled());
});

test("a group of many games shows a few, and all on request", async () => {
    const page = await open("many");
    const group = groupsOf(page).first();
    const links = () => group.getByRole("link").count();
    await becomes(links, 6);
    await group.getByRole("button", {name: "Show 3 more games"}).click();
    await becomes(links, kMany);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Replay game 6");
});

test("near misses are shown with what contradicts", async () => {
    const {contradictions: [{game, other}]} = await found("twice", "--contradictions");
    const page = await open("twice");
    await groupsOf(page).first().waitFor();
    await page.getByRole("button", {name: "Near misses"}).click();
    await viewOf(page, "twice").getByText("could be dropped. 1 near miss.").waitFor();
    const table = page.getByRole("table", {name: "Near miss 1: games compared"});
    assert.deepEqual(await table.getByRole("link").allTextContents(),
        [game, other].map(({game_id: id}) => `Replay game ${id}`));
    await table.getByText("The same moves; the same players; the dates contradict.").waitFor();
    const dates = table.getByRole("row").filter({hasText: /^Date/});
    assert.deepEqual(await dates.locator("th, td").allTextContents(),
        ["Date contradicts", "1999-01-01", "≠ differs: 1999-01-02"]);
    assert.equal(await table.getByText("contradicts", {exact: true}).count(), 1);
    await page.goBack();
    await page.getByRole("table", {name: "Group 1: games compared"}).waitFor();
});

test("a corpus that has nothing twice says so", async () => {
    const {games} = await found("once");
    const page = await open("once");
    const view = viewOf(page, "once");
    await view.getByText(`No duplicates among ${games} games.`).waitFor();
    assert.equal(await view.getByRole("button", {name: "Store the set"}).count(), 0);
    await view.getByRole("button", {name: "Near misses"}).click();
    await view.getByText("No near misses.", {exact: true}).waitFor();
});

test("a corpus that is not there is reported", async () => {
    const page = await open("missing");
    await page.getByRole("alert").filter({hasText: "missing.scoredb"}).waitFor();
});

test("a search that failed can be tried again", async () => {
    const page = await stage.visitor.open(at("corpora"));
    const answer = {status: 503, contentType: "application/problem+json", body: '{"detail": "too many questions"}'};
    await page.route("**/dedup", (route) => route.fulfill(answer));
    await cardOf(page, "twice").getByRole("link", {name: "Find duplicates"}).click();
    const view = viewOf(page, "twice");
    await view.getByRole("alert").getByText("Edge is busy: too many questions. Try again in a moment.").waitFor();
    assert.equal(await view.getByRole("button", {name: "Store the set"}).count(), 0);
    await page.unroute("**/dedup");
    await view.getByRole("button", {name: "Try again"}).click();
    await view.getByText("1 group of duplicates").waitFor();
});

test("a search can be cancelled and begun again", async () => {
    const page = await stage.visitor.open(at("corpora"));
    await page.route("**/dedup", () => {});  // it never gets an answer
    await cardOf(page, "twice").getByRole("link", {name: "Find duplicates"}).click();
    const view = viewOf(page, "twice");
    await view.getByRole("status").getByText("Searching").waitFor();
    const failed = page.waitForEvent("requestfailed");
    await view.getByRole("button", {name: "Cancel"}).click();
    assert.equal(new URL((await failed).url()).pathname, "/dedup");
    await view.getByText("Cancelled.").waitFor();
    await page.unroute("**/dedup");
    await view.getByRole("button", {name: "Search"}).click();
    await view.getByText("1 group of duplicates").waitFor();
});

test("a search that is of no more use is ended", async () => {
    const page = await stage.visitor.open(at("corpora"));
    await page.route("**/dedup", () => {});
    const ended = [];
    page.on("requestfailed", (request) => ended.push(new URL(request.url()).pathname));
    // The near misses that the first one asks for are of no more use either.
    for (const [leave, count] of [
        [() => viewOf(page, "twice").getByRole("button", {name: "Near misses"}).click(), 1],
        [() => page.getByRole("button", {name: "All corpora"}).click(), 3],
        [() => page.getByRole("navigation", {name: "Views"}).getByRole("link", {name: "Games"}).click(), 4],
    ]) {
        await page.evaluate((hash) => (location.hash = hash),
            at("corpora", {corpus: "twice.scoredb", corpora_view: "duplicates"}));
        await viewOf(page, "twice").getByRole("button", {name: "Cancel"}).waitFor();
        await leave();
        await becomes(async () => ended.filter((path) => path === "/dedup").length, count);
    }
});

test("a set that is there is replaced only when the reader says so", async () => {
    const stored = stage.games.inRoot(pathOf("many"));
    await edge("query", stored, "--query", "result = B", "--output", "@taken");
    const page = await open("many");
    const view = viewOf(page, "many");
    await view.getByLabel("Store the games to drop as a set named").fill("taken");
    await view.getByRole("button", {name: "Store the set"}).click();
    await view.getByText("The set @taken already exists.").waitFor();
    await view.getByRole("button", {name: "Leave it"}).click();
    assert.equal((await edge("query", stored, "--query", "@taken")).games_matched, 0);
    await view.getByRole("button", {name: "Store the set"}).click();
    await view.getByRole("button", {name: "Replace it"}).click();
    await view.getByText(`Saved ${kGroups + kMany - 2} games as @taken.`).waitFor();
    assert.equal((await edge("query", stored, "--query", "@taken")).games_matched, kGroups + kMany - 2);
    await view.getByLabel("Store the games to drop as a set named").fill("two words");
    await view.getByRole("button", {name: "Store the set"}).click();
    await view.getByText("A name has the letters a to z").waitFor();
});

test("a daemon that only reads says why no set can be stored", async () => {
    const daemon = new Daemon(stage.games.root, ["--read-only"]);
    await daemon.start();
    const visitor = new Visitor(stage.browser, daemon.address);
    try {
        const page = await open("twice", {}, {visitor});
        await viewOf(page, "twice").getByRole("button", {name: "Store the set"}).click();
        await page.getByText("Sets cannot be saved here: the daemon was started with --read-only.").waitFor();
        await visitor.leave();
    } finally {
        await daemon.stop();
    }
});

test("games that are added meanwhile are compared, too", async () => {
    const corpus = stage.games.inRoot(pathOf("growing"));
    await edge("index", stage.games.inRoot("annotated.pgn"), "--out", corpus);
    const page = await open("growing");
    const view = viewOf(page, "growing");
    await view.getByText("No duplicates among 1 game.").waitFor();
    await edge("add", corpus, stage.games.inRoot("twice.pgn"));
    const views = page.getByRole("navigation", {name: "Views"});
    await views.getByRole("link", {name: "Games"}).click();
    await settle(page);
    await views.getByRole("link", {name: "Corpora"}).click();
    await view.getByText("1 group of duplicates: 2 of 6 games could be dropped.").waitFor();
});

test("the view can be used with the keyboard", async () => {
    const page = await stage.visitor.open(at("corpora"));
    const focused = () => page.evaluate(() => document.activeElement.textContent);
    await cardOf(page, "twice").getByRole("link", {name: "Find duplicates"}).press("Enter");
    await becomes(focused, "Duplicates in twice");
    const view = viewOf(page, "twice");
    await view.getByText("1 group of duplicates").waitFor();
    await view.getByRole("button", {name: "Near misses"}).press("Space");
    await view.getByText("1 near miss.").waitFor();
    assert.equal(await view.getByRole("button", {name: "Near misses"}).getAttribute("aria-pressed"), "true");
    await page.getByRole("button", {name: "All corpora"}).press("Enter");
    await becomes(() => cardOf(page, "twice").getByRole("link", {name: "Find duplicates"})
        .evaluate((link) => link === document.activeElement), true);
    await page.goBack();
    await becomes(focused, "Duplicates in twice");
});

test("a link that is reached by the keyboard is scrolled into view", async () => {
    const page = await open("many", {}, {viewport: kPhone});
    const links = groupsOf(page).first().locator("thead a");
    const isSeen = (which) => which.evaluate((element) => {
        const [link, names, box] = [element, element.closest("tr").cells[0], element.closest(".scroll-x")]
            .map((each) => each.getBoundingClientRect());
        return link.left >= names.right && link.right <= box.right;
    });
    await links.first().focus();
    assert.ok(!await isSeen(links.nth(2)));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await becomes(() => isSeen(links.nth(2)), true);
    assert.ok(!await isSeen(links.first()));
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    await becomes(() => isSeen(links.first()), true);
});

for (const colorScheme of ["light", "dark"]) {
    for (const viewport of [kDesktop, kPhone, kSmallPhone]) {
        for (const [kind, name, more] of [["a group", "twice", {}], ["large groups", "many", {}],
            ["near misses", "twice", {corpora_near: 1}]]) {
            test(`${kind} can be read by everybody, ${colorScheme}, ${viewport.width} px`, async () => {
                const page = await open(name, more, {colorScheme, viewport});
                await groupsOf(page).first().waitFor();
                assert.deepEqual(await problems(page), []);
                const [content, screen] = await page.evaluate(() =>
                    [document.scrollingElement.scrollWidth, window.innerWidth]);
                assert.ok(content <= screen, `${content} px of content`);
            });
        }
    }
}
