// Games added to a corpus from the page: from the folder, from this computer, again, and not at all.
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {once} from "node:events";
import {readdir, readFile, rm} from "node:fs/promises";
import {after, afterEach, before, describe, test} from "node:test";
import {problems} from "./support/access.mjs";
import {at, becomes, kDesktop, kPhone, Visitor} from "./support/browser.mjs";
import {showsTable} from "./support/explorer.mjs";
import {Daemon, edge, edgeText, kClassics} from "./support/program.mjs";
import {Stage} from "./support/stage.mjs";

const stage = new Stage();
before(() => stage.set());
afterEach(() => stage.visitor.leave());
after(() => stage.strike());

const cardOf = (page, name) => page.getByRole("article", {name: `${name}.scoredb`, exact: true});
const formOf = (page, name) => page.getByRole("region", {name: `Add games to ${name}.scoredb`});
const jobOf = (page, name) => page.getByRole("article", {name: `Job ${name}.scoredb`}).first();

async function gamesOf(name) {
    return (await edge("inspect", stage.games.inRoot(`${name}.scoredb`))).meta.total_games;
}

/** A corpus of one game, and the view of corpora with the form that adds to it. */
async function openForm(name, options) {
    await edge("index", stage.games.inRoot("annotated.pgn"), "--out", stage.games.inRoot(`${name}.scoredb`));
    const page = await stage.visitor.open(at("corpora"), options);
    await cardOf(page, name).getByRole("button", {name: "Add games"}).click();
    return page;
}

/** Games that nobody has added yet, as a file for the page's file input. */
async function synthetic(name, games, seed) {
    return {name, mimeType: "text/plain", buffer: Buffer.from(await edgeText("synth", games, "--seed", seed))};
}

/** Chooses a file of this computer in a form. */
const choose = (form, file) => form.locator("input[type=file]").setInputFiles(file);

const press = (form) => form.getByRole("button", {name: "Add games"}).click();

async function showsGames(page, name, games) {
    await cardOf(page, name).getByText(new RegExp(`^${games.toLocaleString("en")} games?$`)).waitFor();
}

for (const viewport of [kDesktop, kPhone]) {
    describe(`at ${viewport.width} px`, () => {
        test("games are added from a file of the folder, and once", async () => {
            const name = `folder_${viewport.width}`;
            const page = await openForm(name, {viewport});
            const form = formOf(page, name);
            await form.getByLabel("classics.pgn").check();
            await press(form);
            await jobOf(page, name).getByText(`Added to ${name}.scoredb`).waitFor();
            const games = await gamesOf(name);
            assert.ok(games > 1);
            await jobOf(page, name).getByText(`${games - 1} games, numbers 1 to ${games - 1}`).waitFor();
            await jobOf(page, name).getByText(`${games} games in the corpus`).waitFor();
            await showsGames(page, name, games);
            await form.getByLabel("classics.pgn").check();
            await press(form);
            await jobOf(page, name).getByText("classics.pgn is in the corpus already").waitFor();
            await jobOf(page, name).getByText("no games").waitFor();
            assert.equal(await gamesOf(name), games);
        });

        test("games are added from a file of this computer", async () => {
            const name = `upload_${viewport.width}`;
            const file = await synthetic(`week_${viewport.width}.pgn`, 2500, viewport.width);
            assert.ok(file.buffer.length > 2 ** 20);
            const page = await openForm(name, {viewport});
            const form = formOf(page, name);
            await choose(form, file);
            assert.deepEqual(await problems(page), []);
            const [content, screen] = await page.evaluate(() =>
                [document.scrollingElement.scrollWidth, window.innerWidth]);
            assert.ok(content <= screen, `${content} px of content`);
            await press(form);
            await jobOf(page, name).getByText("2,500 games, numbers 1 to 2,500").waitFor();
            await showsGames(page, name, 2501);
            assert.deepEqual(await readFile(stage.games.inRoot(file.name)), file.buffer);
            await form.getByLabel(file.name).waitFor();
            assert.deepEqual(await problems(page), []);
        });
    });
}

test("a file of a name that the folder has is used, or sent under another one", async () => {
    const page = await openForm("again");
    const form = formOf(page, "again");
    await choose(form, {name: "classics.pgn", mimeType: "text/plain", buffer: await readFile(kClassics)});
    await press(form);
    await form.getByText("Edge's folder has a file classics.pgn already").waitFor();
    await form.getByRole("button", {name: "Use that file"}).click();
    const games = 1 + (await edge("query", await classicsCorpus(), "--query", "all")).games_matched;
    await showsGames(page, "again", games);
    await choose(form, {name: "classics.pgn", mimeType: "text/plain", buffer: await readFile(kClassics)});
    await press(form);
    await form.getByRole("button", {name: "Send it as classics-2.pgn"}).click();
    await jobOf(page, "again").getByText("classics-2.pgn is in the corpus already").waitFor();
    assert.deepEqual(await readFile(stage.games.inRoot("classics-2.pgn")), await readFile(kClassics));
    assert.equal(await gamesOf("again"), games);
    await rm(stage.games.inRoot("classics-2.pgn"));
});

async function classicsCorpus() {
    const corpus = stage.games.inRoot("only_classics.scoredb");
    await edge("index", kClassics, "--out", corpus, "--force");
    return corpus;
}

test("a file that is being sent can be cancelled, and nothing of it is left", async () => {
    const page = await openForm("cancelled");
    const form = formOf(page, "cancelled");
    // The second piece never gets an answer, so that there is time to press the button.
    await page.route("**/uploads/*offset=2*", () => {});
    await choose(form, {name: "large.pgn", mimeType: "text/plain", buffer: Buffer.alloc(1_000_000, "1. e4 *\n")});
    await press(form);
    const progress = form.getByRole("progressbar", {name: "Sending large.pgn"});
    await becomes(() => progress.evaluate(({value}) => value > 0), true);
    assert.deepEqual(await problems(page), []);
    await form.getByRole("button", {name: "Cancel"}).click();
    await form.getByText("Cancelled. Nothing was begun.").waitFor();
    await becomes(async () => (await readdir(stage.games.root)).filter((name) => name.includes("large")), []);
    await page.unroute("**/uploads/*offset=2*");
    assert.ok(await form.getByLabel("large.pgn").isChecked());
    await press(form);
    await jobOf(page, "cancelled").getByText(`Added to cancelled.scoredb`).waitFor();
});

test("files are dropped onto the form", async () => {
    const page = await openForm("dropped");
    const form = formOf(page, "dropped");
    await form.locator("form").evaluate((element) => {
        const data = new DataTransfer();
        data.items.add(new File(["1. e4 e5 *"], "drop.pgn"));
        for (const type of ["dragover", "drop"]) {
            element.dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
        }
    });
    await press(form);
    await jobOf(page, "dropped").getByText("1 game, number 1").waitFor();
    await showsGames(page, "dropped", 2);
});

test("a corpus is made from a file of this computer", async () => {
    const page = await stage.visitor.open(at("corpora"));
    const form = page.getByRole("region", {name: "Index games"});
    await choose(form, await synthetic("fresh games.pgn", 200, 5));
    assert.equal(await form.getByLabel("Name of the corpus").inputValue(), "fresh_games");
    await form.getByRole("button", {name: "Index"}).click();
    await jobOf(page, "fresh_games").getByText("Indexed fresh_games.scoredb").waitFor();
    await showsGames(page, "fresh_games", 200);
});

test("a file that cannot be games is refused in words", async () => {
    const page = await openForm("refused");
    const form = formOf(page, "refused");
    for (const [file, words] of [["notes.txt", "has no ending of games"], ["empty.pgn", "empty.pgn is empty"]]) {
        await choose(form, {name: file, mimeType: "text/plain", buffer: Buffer.from(file === "empty.pgn" ? "" : "x")});
        await press(form);
        await form.getByRole("alert").filter({hasText: words}).waitFor();
        await form.getByLabel(file).uncheck();
    }
    await press(form);
    await form.getByText("Choose one file or more").waitFor();
});

test("the views that were shown before go over to the new games", async () => {
    const name = "open";
    const page = await openForm(name);
    const corpus = stage.games.inRoot(`${name}.scoredb`);
    const show = (view) => page.getByRole("navigation", {name: "Views"}).getByRole("link", {name: view}).click();
    await page.evaluate((hash) => (location.hash = hash), at("explore", {corpus: `${name}.scoredb`}));
    await showsTable(page, corpus, "");
    await show("Games");
    await page.getByText("1 game found").first().waitFor();
    await show("Query");
    await page.getByText("of 1 game match").first().waitFor();
    await show("Corpora");
    await cardOf(page, name).getByRole("button", {name: "Add games"}).click();
    await formOf(page, name).getByLabel("classics.pgn").check();
    await press(formOf(page, name));
    await jobOf(page, name).getByText(`Added to ${name}.scoredb`).waitFor();
    const games = await gamesOf(name);
    await showsGames(page, name, games);
    await page.getByLabel("Corpus", {exact: true}).filter({hasText: `${name} (${games})`}).waitFor();
    await show("Explorer");
    await showsTable(page, corpus, "");
    await show("Games");
    await page.getByText(`${games} games found`).first().waitFor();
    await show("Query");
    await page.getByText(`of ${games} games match`).first().waitFor();
});

test("duplicates are left out where that is asked for", async () => {
    const name = "once";
    const page = await openForm(name);
    const form = formOf(page, name);
    const [games, more] = await Promise.all([edgeText("synth", 20, "--seed", 3), edgeText("synth", 5, "--seed", 4)]);
    const send = async (file, text) => {
        await choose(form, {name: file, mimeType: "text/plain", buffer: Buffer.from(text)});
        await press(form);
    };
    await send("first.pgn", games);
    await showsGames(page, name, 21);
    await form.getByLabel("Leave out duplicates").check();
    await send("second.pgn", more + games);
    await showsGames(page, name, 26);
    await jobOf(page, name).getByText("a repeat of another game").waitFor();
});

test("a job that has ended before the page asks about it is not missed", async () => {
    const name = "short";
    const page = await openForm(name);
    await page.route((url) => url.pathname === "/jobs", async (route) => {
        await becomes(async () => (await (await route.fetch()).json()).jobs.at(-1).state, "done");
        await route.continue();
    });
    await formOf(page, name).getByLabel("classics.pgn").check();
    await press(formOf(page, name));
    await jobOf(page, name).getByText(`Added to ${name}.scoredb`).waitFor();
    await showsGames(page, name, await gamesOf(name));
});

test("a corpus that another program is changing is left alone, in plain words", async () => {
    const page = await openForm("busy");
    await withLock(stage.games.inRoot("busy.scoredb"), async () => {
        await formOf(page, "busy").getByLabel("classics.pgn").check();
        await press(formOf(page, "busy"));
        await jobOf(page, "busy").getByText("Another program is changing busy.scoredb at the moment").waitFor();
        await jobOf(page, "busy").getByText("Nothing was added.").waitFor();
    });
    assert.equal(await gamesOf("busy"), 1);
});

/** Holds the lock that those who change a corpus hold. */
async function withLock(folder, act) {
    const command = ["--exclusive", folder, "sh", "-c", "echo held; exec cat"];
    const holder = spawn("flock", command, {stdio: ["pipe", "pipe", "inherit"]});
    await once(holder.stdout, "data");
    try {
        await act();
    } finally {
        holder.stdin.end();
        await once(holder, "exit");
    }
}

test("the form can be used with the keyboard", async () => {
    const page = await openForm("keys");
    const form = formOf(page, "keys");
    await becomes(() => page.evaluate(() => document.activeElement.textContent), "Add games to keys");
    await form.getByLabel("classics.pgn").focus();
    await page.keyboard.press("Space");
    await form.getByRole("button", {name: "Add games"}).focus();
    await page.keyboard.press("Enter");
    await jobOf(page, "keys").getByText("Added to keys.scoredb").waitFor();
    await form.getByRole("button", {name: "Close"}).press("Enter");
    await becomes(() => form.count(), 0);
});

test("a daemon that only reads says why nothing can be added", async () => {
    const daemon = new Daemon(stage.games.root, ["--read-only"]);
    await daemon.start();
    const visitor = new Visitor(stage.browser, daemon.address);
    try {
        const page = await visitor.open(at("corpora", {corpora_add: "games.scoredb"}));
        const form = formOf(page, "games");
        await form.getByLabel("classics.pgn").check();
        await press(form);
        await form.getByText("Games cannot be added here: the daemon was started with --read-only.").waitFor();
        await form.getByLabel("classics.pgn").uncheck();
        await choose(form, {name: "new.pgn", mimeType: "text/plain", buffer: Buffer.from("1. e4 *")});
        await press(form);
        await form.getByText("Games cannot be added here: the daemon was started with --read-only.").waitFor();
        await visitor.leave();
    } finally {
        await daemon.stop();
    }
});
