// Corpora made from the page: a job to its end, one that is watched again after a reload, and the
// reports.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {after, afterEach, before, describe, test} from "node:test";
import {at, becomes, kDesktop, kPhone} from "./support/browser.mjs";
import {edge, kClassics, makeManyGames} from "./support/program.mjs";
import {Stage} from "./support/stage.mjs";
import {number, rows} from "./support/table.mjs";

// Enough for a job that a reload does not outlast on a fast machine.
const kMany = {games: 10_000, copies: 40};

const stage = new Stage();
before(async () => {
    await stage.set();
    await makeManyGames(stage.games.root, "many.pgn", kMany);
});
afterEach(() => stage.visitor.leave());
after(() => stage.strike());

const jobOf = (page, name) => page.getByRole("article", {name: `Job ${name}.scoredb`});

async function inspected(name) {
    return (await edge("inspect", stage.games.inRoot(`${name}.scoredb`))).meta;
}

async function beginJob(page, file, name) {
    const form = page.getByRole("region", {name: "Index games"});
    await form.getByLabel(file).check();
    await form.getByLabel("Name of the corpus").fill(name);
    await form.getByRole("button", {name: "Index"}).click();
}

async function showsMovesOf(page, name) {
    const {moves} = await edge("explore", stage.games.inRoot(`${name}.scoredb`));
    const row = page.getByRole("table", {name: "Moves from this position"}).getByRole("row").nth(1);
    await row.filter({hasText: moves[0].san}).filter({hasText: moves[0].total.toLocaleString("en")}).waitFor();
}

for (const viewport of [kDesktop, kPhone]) {
    describe(`at ${viewport.width} px`, () => {
        test("a file is indexed, reported on and explored", async () => {
            const name = `classics_${viewport.width}`;
            const page = await stage.visitor.open(at("corpora"), {viewport});
            await beginJob(page, "classics.pgn", name);
            const job = jobOf(page, name);
            await job.getByText(`Indexed ${name}.scoredb`).waitFor();
            const {total_games: games, total_moves: plies} = await inspected(name);
            await job.getByText(`${games} games, ${plies.toLocaleString("en")} half-moves`).waitFor();
            await job.getByRole("link", {name: "Explore it"}).click();
            await showsMovesOf(page, name);
        });
    });
}

test("a corpus that is new to the page is found by its address", async () => {
    const page = await stage.visitor.open(at("explore"));
    await showsMovesOf(page, "games");
    await edge("index", kClassics, "--out", stage.games.inRoot("late.scoredb"));
    await page.evaluate((hash) => (location.hash = hash), at("explore", {corpus: "late.scoredb"}));
    await showsMovesOf(page, "late");
    await page.getByLabel("Corpus").filter({hasText: "late"}).waitFor();
});

test("a reload in the middle of a job shows it continuing", async () => {
    const page = await stage.visitor.open(at("corpora"));
    await beginJob(page, "many.pgn", "many");
    const progress = page.getByRole("progressbar", {name: "many"});
    await progress.waitFor();
    await page.reload();
    await progress.waitFor();
    const done = () => progress.evaluate(({value, max}) => value / max);
    const first = await done();
    await becomes(async () => await done().catch(() => 1) > first, true);
    await jobOf(page, "many").getByText("Indexed many.scoredb").waitFor({timeout: 120_000});
    const {total_games: games} = await inspected("many");
    assert.equal(games, kMany.games * kMany.copies);
    await jobOf(page, "many").getByText(`${games.toLocaleString("en")} games`).first().waitFor();
});

test("a job can be cancelled and leaves nothing", async () => {
    const page = await stage.visitor.open(at("corpora"));
    await beginJob(page, "many.pgn", "more");
    await jobOf(page, "more").getByRole("button", {name: "Cancel"}).click();
    await jobOf(page, "more").getByText("Cancelled more.scoredb").waitFor();
    const {corpora} = await stage.daemon.ask("/corpora");
    assert.ok(!corpora.some(({path}) => path === "more.scoredb"));
});

test("games that were not kept whole are reported", async () => {
    const page = await stage.visitor.open(at("corpora"));
    await beginJob(page, "broken.pgn", "broken");
    await jobOf(page, "broken").getByText("1: an illegal move").waitFor();
});

test("an existing corpus is not replaced without asking", async () => {
    const page = await stage.visitor.open(at("corpora"));
    await beginJob(page, "classics.pgn", "annotated");
    await page.getByText("annotated.scoredb exists already").waitFor();
    await page.getByRole("button", {name: "Keep it"}).click();
    assert.equal((await inspected("annotated")).total_games, 1);
});

test("the question whether to replace a corpus goes with its name", async () => {
    const page = await stage.visitor.open(at("corpora"));
    await beginJob(page, "classics.pgn", "annotated");
    const question = page.getByText("annotated.scoredb exists already");
    await question.waitFor();
    await page.getByLabel("Name of the corpus").fill("annotated 2");
    await becomes(() => question.count(), 0);
});

test("an invalid name is reported at its field", async () => {
    const page = await stage.visitor.open(at("corpora"));
    await beginJob(page, "classics.pgn", "?");
    await page.getByText("A name begins with a letter").waitFor();
});

test("the details of a corpus show what it holds", async () => {
    const {shards} = await edge("inspect", stage.games.corpus);
    const page = await stage.visitor.open(at("corpora"));
    await page.getByRole("article", {name: "games.scoredb"}).getByRole("button", {name: "Details"}).click();
    const table = page.getByRole("region", {name: "Details of games.scoredb"}).getByRole("table").first();
    const shown = (await rows(table)).map(([, games, plies, names]) => [games, plies, names].map(number));
    assert.deepEqual(shown, shards.map(({games, plies, names}) => [games, plies, names]));
});

test("repertoire news are those of edge news", async () => {
    // No game can enter the second line.
    const repertoire = '1. e4 c5 2. Nf3 d6 3. d4 *\n\n[FEN "7k/8/8/8/8/8/8/KQ6 w - - 0 1"]\n\n1. Ka2 *\n';
    const file = stage.games.inRoot("repertoire.pgn");
    await writeFile(file, repertoire);
    const answer = await edge("news", file, stage.games.corpus, "--limit", 10);
    const [line] = answer.lines;
    const page = await stage.visitor.open(at("corpora"));
    const news = page.getByRole("region", {name: "Repertoire news"});
    await news.getByLabel("Repertoire as PGN").fill(repertoire);
    await news.getByRole("button", {name: "Look"}).click();
    await news.getByText(`${line.entered.toLocaleString("en")} games entered`).waitFor();
    assert.deepEqual([answer.lines_entered, answer.lines.length], [1, 2]);
    await news.getByText("games entered 1 line;").waitFor();
    await news.getByText("1 line that no game entered").waitFor();
    // "2… e5 new": its number, the move, and whether it was a novelty.
    const left = (await rows(news.getByRole("table").first())).map(([move, , , games]) =>
        [/^\S+ (.+?) ?(new)?$/.exec(move)[1], number(games)]);
    assert.deepEqual(left, line.departures.map(({san, games}) => [san, games]));
});
