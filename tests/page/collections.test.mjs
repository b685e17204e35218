// The collections of a corpus as shown, compared with `edge collection`: their queries and games, how they are
// kept, asked again and deleted, and what adding games does to them.
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {once} from "node:events";
import {readFile, writeFile} from "node:fs/promises";
import {after, afterEach, before, describe, test} from "node:test";
import {problems} from "./support/access.mjs";
import {at, becomes, kDesktop, kPhone, kSmallPhone, parameters, Visitor} from "./support/browser.mjs";
import {Daemon, edge, edgeText} from "./support/program.mjs";
import {Stage} from "./support/stage.mjs";
import {settle} from "./support/views.mjs";

const kLong = "result = W and ever(to_move(w) move(\"Bxh7+\")) or result = B and ever(to_move(b) move(\"Bxh2+\")) "
    + "or streak(6, N=b=1 B+n+R+r+Q+q=0) or streak(6, n=B=1 b+N+R+r+Q+q=0)";

const stage = new Stage();
before(() => stage.set());
afterEach(() => stage.visitor.leave());
after(() => stage.strike());

const pathOf = (name) => `${name}.scoredb`;
const stored = (name) => stage.games.inRoot(pathOf(name));
const cardOf = (page, name) => page.getByRole("article", {name: pathOf(name), exact: true});
const panelOf = (page, name) => page.getByRole("region", {name: `Collections of ${pathOf(name)}`});
const collectionOf = (page, name) => page.getByRole("article", {name: `@${name}`, exact: true});
const open = (name, {visitor = stage.visitor, ...options} = {}) =>
    visitor.open(at("corpora", {corpus: pathOf(name), corpora_view: "collections"}), options);

/** Asks a corpus and keeps the answer as a collection. */
const keep = (corpus, name, query) => edge("query", stored(corpus), "--query", query, "--save-as", name, "--force");

/** A corpus of the bundled games with these collections. */
async function make(name, collections = {}) {
    await edge("index", stage.games.inRoot("classics.pgn"), "--out", stored(name));
    for (const [collection, query] of Object.entries(collections)) await keep(name, collection, query);
}

async function listed(corpus) {
    return (await edge("collection", "list", stored(corpus))).collections;
}

const words = (games) => `${games.toLocaleString("en")} ${games === 1 ? "game" : "games"}`;

/** What the page shows of each collection: its name, its games, its query. */
const shown = (page) => page.locator("article.collection").evaluateAll((all) => all.map((each) =>
    ["h2", ".collection-games", ".query-code"].map((part) => each.querySelector(part)?.textContent)));

async function showsAll(page, corpus) {
    const wanted = (await listed(corpus)).map(({name, games, query}) => [`@${name}`, words(games), query]);
    await becomes(() => shown(page), wanted);
}

/** A corpus with one collection that another one refers to, and that has changed since. */
async function makeStale(name) {
    await make(name, {mated: "ever(checkmate)", white_mates: "@mated and result = W"});
    await keep(name, "mated", "ever(checkmate) and plies < 60");
}

/** Changes a byte of a file of a corpus. */
async function damage(corpus, file, offset) {
    const path = `${stored(corpus)}/bitmaps/${file}`;
    const bytes = await readFile(path);
    bytes[offset] ^= 1;
    await writeFile(path, bytes);
}

/** Another process changes the corpus as long as `act` runs. */
async function whileChanging(corpus, act) {
    const holder = spawn("flock", [stored(corpus), "sh", "-c", "echo held; cat"], {stdio: ["pipe", "pipe", "inherit"]});
    await once(holder.stdout, "data");
    try {
        await act();
    } finally {
        holder.stdin.end();
        await once(holder, "exit");
    }
}

const chooseCorpus = (page, name) => page.getByLabel("Corpus", {exact: true}).selectOption(pathOf(name));

for (const viewport of [kDesktop, kPhone]) {
    const width = viewport.width;
    describe(`at ${width} px`, () => {
        test("collections are shown with their queries and games", async () => {
            const name = `shown_${width}`;
            await make(name, {mated: "ever(checkmate)", long: kLong, none: "year > 2100"});
            const page = await stage.visitor.open(at("corpora"), {viewport});
            await cardOf(page, name).getByRole("link", {name: "Collections"}).click();
            await panelOf(page, name).getByText("3 collections.").waitFor();
            await showsAll(page, name);
            assert.equal(parameters(page).corpus, pathOf(name));
        });

        test("a collection leads to its games in the views", async () => {
            const name = `leads_${width}`;
            await make(name, {mated: "ever(checkmate)", draws: "result = D"});
            const [{games}] = (await listed(name)).filter((each) => each.name === "mated");
            const page = await open(name, {viewport});
            const mated = collectionOf(page, "mated");
            for (const [link, wanted] of [
                ["Games", `${words(games)} found`],
                ["Explore", `${games} in all pass the filters`],
                ["Ask within", `of ${words((await edge("inspect", stored(name))).meta.total_games)} match`],
            ]) {
                await mated.getByRole("link", {name: link}).click();
                await page.getByText(wanted).first().waitFor();
                const {corpus, in: set, query} = parameters(page);
                assert.deepEqual([corpus, set ?? query], [pathOf(name), "@mated"]);
                if (query) await page.locator(".query-count strong", {hasText: new RegExp(`^${games}$`)}).waitFor();
                await page.goBack();
            }
            await showsAll(page, name);
        });

        test("an answer is kept as a collection, and games that are added on the page join it", async () => {
            const name = `kept_${width}`;
            await make(name);
            await writeFile(stage.games.inRoot(`${name}.pgn`), await edgeText("synth", 400, "--seed", width));
            const query = "result = W and ever(white: passed_pawn)";
            const page = await stage.visitor.open(at("query", {corpus: pathOf(name), query, from: 1850}), {viewport});
            await page.getByLabel("Save these games as").fill("passed");
            await page.getByLabel("Keep up to date when games are added").check();
            assert.deepEqual(await problems(page), []);
            await page.getByRole("button", {name: "Save", exact: true}).click();
            await page.getByText("as the collection @passed.").waitFor();
            const [before] = await listed(name);
            // What is kept is the question with the filters.
            const asked = await edge("query", stored(name), "--query", `${query} and date >= 1850`);
            assert.deepEqual([before.query, before.games], [asked.query, asked.games_matched]);
            await page.getByRole("link", {name: "All collections"}).click();
            await showsAll(page, name);
            await page.getByRole("button", {name: "All corpora"}).click();
            await cardOf(page, name).getByRole("button", {name: "Add games"}).click();
            const form = page.getByRole("region", {name: `Add games to ${pathOf(name)}`});
            await form.getByLabel(`${name}.pgn`).check();
            await form.getByRole("button", {name: "Add games"}).click();
            await page.getByText("Adding has begun.").waitFor();
            // The list is on the screen when the job ends, or before.
            await cardOf(page, name).getByRole("link", {name: "Collections"}).click();
            await becomes(async () => (await shown(page))[0][1] !== words(before.games), true);
            await showsAll(page, name);
            const [{games, stale}] = await listed(name);
            assert.ok(games > before.games);
            assert.deepEqual(stale, []);
        });

        test("a collection that is out of date says why, and is asked again", async () => {
            const name = `stale_${width}`;
            await makeStale(name);
            const page = await open(name, {viewport});
            await panelOf(page, name).getByText("2 collections, 1 out of date.").waitFor();
            const card = collectionOf(page, "white_mates");
            await card.getByText("@mated has changed.").waitFor();
            assert.equal(await collectionOf(page, "mated").getByRole("button", {name: "Ask again"}).count(), 0);
            await card.getByRole("button", {name: "Ask again"}).click();
            const {games_matched: games} = await edge("query", stored(name), "--query", "@mated and result = W");
            await card.getByText(`Asked again: ${words(games)}.`).waitFor();
            await panelOf(page, name).getByText("2 collections.").waitFor();
            assert.equal(await card.getByText("Out of date").count(), 0);
            assert.equal(await page.evaluate(() => document.activeElement.textContent), "@white_mates");
            await showsAll(page, name);
        });

        test("a collection is deleted only when the reader says so twice", async () => {
            const name = `delete_${width}`;
            await make(name, {mated: "ever(checkmate)", white_mates: "@mated and result = W"});
            const page = await open(name, {viewport});
            const remove = async (collection) => {
                await collectionOf(page, collection).getByRole("button", {name: "Delete", exact: true}).click();
                await collectionOf(page, collection).getByText(`Delete @${collection}? Its games stay`).waitFor();
            };
            const confirm = (collection) => collectionOf(page, collection).getByRole("button", {name: "Delete it"}).click();
            await remove("mated");
            await collectionOf(page, "mated").getByRole("button", {name: "Keep it"}).click();
            assert.equal(await page.evaluate(() => document.activeElement.textContent), "Delete");
            await remove("mated");
            await confirm("mated");
            await collectionOf(page, "mated")
                .getByText("@mated cannot be deleted: the collection @white_mates refers to it").waitFor();
            assert.equal((await listed(name)).length, 2);
            await remove("white_mates");
            await confirm("white_mates");
            await panelOf(page, name).getByText("Deleted @white_mates.").waitFor();
            await showsAll(page, name);
            await remove("mated");
            await confirm("mated");
            await panelOf(page, name).getByText("None yet.").waitFor();
            assert.deepEqual(await listed(name), []);
        });
    });
}

test("all that are out of date are asked again at once, but for those that cannot be read", async () => {
    await makeStale("several");
    await keep("several", "draws", "result = D");
    await keep("several", "other", "@mated and result = B");
    await keep("several", "mated", "ever(checkmate) and plies < 70");
    await damage("several", "draws.query", 20);
    const page = await open("several");
    await panelOf(page, "several").getByText("4 collections, 2 out of date, 1 damaged.").waitFor();
    await page.getByRole("button", {name: "Ask all 2 again"}).click();
    await panelOf(page, "several").getByText("Asked 2 collections again.").waitFor();
    await panelOf(page, "several").getByText("4 collections, 1 damaged.").waitFor();
    assert.ok((await listed("several")).every(({stale}) => stale.length === 0));
});

test("a damaged collection is shown with what is wrong, and can be deleted", async () => {
    await make("damaged", {mated: "ever(checkmate)", draws: "result = D"});
    await damage("damaged", "draws.query", 20);
    const [{error}] = await listed("damaged");
    const page = await open("damaged");
    const card = collectionOf(page, "draws");
    await card.getByText(`It cannot be read: ${error.slice(error.indexOf("damaged.scoredb"))}.`).waitFor();
    assert.equal(await card.getByRole("link").count(), 0);
    assert.equal(await card.getByRole("button", {name: "Ask again"}).count(), 0);
    await collectionOf(page, "mated").getByRole("link", {name: "Games"}).waitFor();
    await card.getByRole("button", {name: "Delete", exact: true}).click();
    await card.getByRole("button", {name: "Delete it"}).click();
    await panelOf(page, "damaged").getByText("1 collection.").waitFor();
});

test("a collection that refers to a set that is gone says so, and so does asking again", async () => {
    await make("gone", {mated: "ever(checkmate)", white_mates: "@mated and result = W"});
    await edgeText("collection", "delete", stored("gone"), "@mated", "--force");
    const page = await open("gone");
    const card = collectionOf(page, "white_mates");
    await card.getByText("@mated is gone.").waitFor();
    await card.getByRole("button", {name: "Ask again"}).click();
    await card.getByRole("alert").filter({hasText: "mated"}).waitFor();
});

test("a corpus that another process is changing is reported, and tried again", async () => {
    await makeStale("busy");
    const page = await open("busy");
    const card = collectionOf(page, "white_mates");
    await whileChanging("busy", async () => {
        await card.getByRole("button", {name: "Ask again"}).click();
        await card.getByRole("alert").getByText("another process is changing it").waitFor();
        await collectionOf(page, "mated").getByRole("button", {name: "Delete", exact: true}).click();
        await collectionOf(page, "mated").getByRole("button", {name: "Delete it"}).click();
        await collectionOf(page, "mated").getByRole("alert").getByText("another process is changing it").waitFor();
    });
    await card.getByRole("button", {name: "Try again"}).click();
    await card.getByText("Asked again: ").waitFor();
});

test("asking again can be cancelled", async () => {
    await makeStale("cancelled");
    const page = await open("cancelled");
    const card = collectionOf(page, "white_mates");
    await page.route("**/collections", (route) =>
        (route.request().postDataJSON()?.action === "refresh" ? undefined : route.continue()));
    await card.getByRole("button", {name: "Ask again"}).click();
    await card.getByRole("button", {name: "Cancel"}).click();
    await card.getByText("Cancelled.").waitFor();
    await page.unroute("**/collections");
    await card.getByRole("button", {name: "Ask again"}).click();
    await card.getByText("Asked again: ").waitFor();
});

test("a list that failed can be asked for again", async () => {
    await make("failed", {mated: "ever(checkmate)"});
    const page = await stage.visitor.open(at("corpora"));
    const answer = {status: 503, contentType: "application/problem+json", body: '{"detail": "too many questions"}'};
    await page.route("**/collections", (route) => route.fulfill(answer));
    await cardOf(page, "failed").getByRole("link", {name: "Collections"}).click();
    await panelOf(page, "failed").getByRole("alert").getByText("too many questions").waitFor();
    await page.unroute("**/collections");
    await panelOf(page, "failed").getByRole("button", {name: "Try again"}).click();
    await showsAll(page, "failed");
});

test("a corpus without collections, and one that is not there", async () => {
    const page = await open("annotated");
    await panelOf(page, "annotated").getByText("None yet.").waitFor();
    await page.getByRole("link", {name: "Ask a question"}).click();
    await page.getByLabel("Keep up to date when games are added").waitFor();
    const other = await open("missing");
    await other.getByRole("alert").filter({hasText: "missing.scoredb"}).waitFor();
});

test("a daemon that only reads lists collections and offers nothing else", async () => {
    await makeStale("read");
    const daemon = new Daemon(stage.games.root, ["--read-only"]);
    await daemon.start();
    const visitor = new Visitor(stage.browser, daemon.address);
    try {
        const page = await open("read", {visitor});
        await showsAll(page, "read");
        await page.getByText("@mated has changed.").waitFor();
        assert.deepEqual(await panelOf(page, "read").getByRole("button").allTextContents(), ["← All corpora"]);
        await chooseCorpus(page, "annotated");
        await panelOf(page, "annotated").getByText("None.").waitFor();
        await visitor.leave();
    } finally {
        await daemon.stop();
    }
});

test("a collection that is there is replaced only when the reader says so, and never refers to itself", async () => {
    await make("named", {taken: "result = W"});
    const page = await stage.visitor.open(at("query", {corpus: pathOf("named"), query: "result = B"}));
    const save = async () => {
        await page.getByLabel("Save these games as").fill("taken");
        await page.getByLabel("Keep up to date when games are added").check();
        await page.getByRole("button", {name: "Save", exact: true}).click();
    };
    await save();
    await page.getByText("The set @taken already exists.").waitFor();
    await page.getByRole("button", {name: "Leave it"}).click();
    assert.equal((await listed("named"))[0].query, "result = W");
    await save();
    await page.getByRole("button", {name: "Replace it"}).click();
    await page.getByText("as the collection @taken.").waitFor();
    assert.equal((await listed("named"))[0].query, "result = B");
    await page.getByLabel("The question as text").fill("@taken and plies < 40");
    await page.locator(".query-count").waitFor();
    await settle(page);
    await save();
    await page.getByRole("button", {name: "Replace it"}).click();
    await page.getByRole("alert").getByText("@taken would refer to itself").waitFor();
    await whileChanging("named", async () => {
        await page.getByLabel("Save these games as").fill("free");
        await page.getByRole("button", {name: "Save", exact: true}).click();
        await page.getByRole("alert").getByText("another process is changing it").waitFor();
    });
    await page.getByRole("button", {name: "Try again"}).click();
    await page.getByText("as the collection @free.").waitFor();
});

test("a set that is not to be kept up is none", async () => {
    await make("plain");
    const page = await stage.visitor.open(at("query", {corpus: pathOf("plain"), query: "result = B"}));
    await page.getByLabel("Save these games as").fill("lost");
    await page.getByRole("button", {name: "Save", exact: true}).click();
    await page.getByText("as @lost.").waitFor();
    assert.deepEqual(await listed("plain"), []);
});

for (const [view, title] of [["collections", "Collections of"], ["duplicates", "Duplicates in"]]) {
    test(`the ${view} are those of the corpus that is chosen`, async () => {
        const [first, second] = [`${view}_first`, `${view}_second`];
        for (const name of [first, second]) await make(name, {[name]: "ever(checkmate)"});
        const page = await stage.visitor.open(at("corpora", {corpus: pathOf(first), corpora_view: view, corpora_page: 2}));
        const panel = (name) => page.getByRole("region", {name: `${title} ${pathOf(name)}`});
        await panel(first).waitFor();
        await page.getByLabel("Corpus", {exact: true}).focus();
        await chooseCorpus(page, second);
        await panel(second).waitFor();
        assert.equal(parameters(page).corpora_page, undefined);
        assert.equal(await page.evaluate(() => document.activeElement.tagName), "SELECT");
        if (view === "collections") await showsAll(page, second);
        // Also where it is chosen in another view.
        const views = page.getByRole("navigation", {name: "Views"});
        await views.getByRole("link", {name: "Games"}).click();
        await chooseCorpus(page, first);
        await views.getByRole("link", {name: "Corpora"}).click();
        await panel(first).waitFor();
        if (view === "collections") await showsAll(page, first);
        await page.getByRole("button", {name: "All corpora"}).click();
        await cardOf(page, first).getByText("In use").waitFor();
    });
}

test("the panel can be used with the keyboard", async () => {
    await makeStale("keys");
    const page = await stage.visitor.open(at("corpora"));
    const focused = () => page.evaluate(() => document.activeElement.textContent);
    await cardOf(page, "keys").getByRole("link", {name: "Collections"}).press("Enter");
    await becomes(focused, "Collections of keys");
    const card = collectionOf(page, "white_mates");
    await card.getByRole("button", {name: "Ask again"}).press("Space");
    await card.getByText("Asked again: ").waitFor();
    await becomes(focused, "@white_mates");
    await card.getByRole("button", {name: "Delete", exact: true}).press("Enter");
    await page.keyboard.press("Tab");
    await becomes(focused, "Delete it");
    await page.keyboard.press("Enter");
    await panelOf(page, "keys").getByText("Deleted @white_mates.").waitFor();
    await becomes(focused, "Collections of keys");
    await page.getByRole("button", {name: "All corpora"}).press("Enter");
    await becomes(() => cardOf(page, "keys").getByRole("link", {name: "Collections"})
        .evaluate((link) => link === document.activeElement), true);
});

describe("everybody can read it", () => {
    before(async () => {
        await makeStale("everybody");
        await keep("everybody", "long", kLong);
        await keep("everybody", "draws", "result = D");
        await damage("everybody", "draws.query", 20);
    });

    for (const colorScheme of ["light", "dark"]) {
        for (const viewport of [kDesktop, kPhone, kSmallPhone]) {
            test(`${colorScheme}, ${viewport.width} px`, async () => {
                const page = await open("everybody", {colorScheme, viewport});
                await collectionOf(page, "mated").getByRole("button", {name: "Delete", exact: true}).click();
                await collectionOf(page, "mated").getByRole("button", {name: "Delete it"}).click();
                await page.getByText("@mated cannot be deleted").waitFor();
                await collectionOf(page, "long").getByRole("button", {name: "Delete", exact: true}).click();
                assert.deepEqual(await problems(page), []);
                const [content, screen] = await page.evaluate(() =>
                    [document.scrollingElement.scrollWidth, window.innerWidth]);
                assert.ok(content <= screen, `${content} px of content`);
            });
        }
    }
});
