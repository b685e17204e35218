// The pictures: their tables say what `edge query` says, and saved files are self-contained.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {after, afterEach, before, describe, test} from "node:test";
import {at, becomes, kDesktop, kPhone} from "./support/browser.mjs";
import {heatmapRows, pictureOf, tabled} from "./support/pictures.mjs";
import {edge} from "./support/program.mjs";
import {Stage} from "./support/stage.mjs";

const kQuery = "result = W and plies > 30";

const stage = new Stage();
before(() => stage.set());
afterEach(() => stage.visitor.leave());
after(() => stage.strike());

async function groups(key, query, ...options) {
    const answer = await edge("query", stage.games.corpus, "--query", query, "--group-by", key, ...options);
    return answer.groups.rows.map((row) =>
        [String(row.key ?? "unknown"), row.games, row.white, row.draws, row.black, row.positions]);
}

/** What a button saves: the name of the file, and its text. */
async function saved(page, name) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", {name}).click()]);
    return {file: download.suggestedFilename(), text: await readFile(await download.path(), "utf8")};
}

for (const viewport of [kDesktop, kPhone]) {
    describe(`at ${viewport.width} px`, () => {
        test("a heatmap counts the pieces on each square", async () => {
            const answer = await edge("query", stage.games.corpus, "--query", kQuery, "--heatmap=B");
            const page = await stage.visitor.open(at("pictures", {query: kQuery}), {viewport});
            await page.getByLabel("Pieces").selectOption({label: "bishops"});
            await becomes(() => tabled(page), heatmapRows(answer, "B"));
        });

        test("groups are those of edge query --group-by", async () => {
            const page = await stage.visitor.open(at("pictures", {query: kQuery}), {viewport});
            await pictureOf(page).getByRole("button", {name: "Groups"}).click();
            await becomes(() => tabled(page), await groups("eco", kQuery, "--top-n", 20));
            await page.getByLabel("By", {exact: true}).selectOption({label: "White"});
            await becomes(() => tabled(page), await groups("white", kQuery, "--top-n", 20));
        });
    });
}

test("a square shows its count", async () => {
    const {heatmap} = await edge("query", stage.games.corpus, "--query", kQuery, "--heatmap=N");
    const page = await stage.visitor.open(at("pictures", {query: kQuery}));
    const text = `White's knights on a1: ${heatmap.planes.N[0]} of`;
    await pictureOf(page).getByRole("img", {name: /White's knights/}).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await page.getByText(text).waitFor();
});

test("results over the years are in the order of years", async () => {
    const wanted = (await groups("year", kQuery)).filter(([year]) => year !== "unknown").sort(([a], [b]) => a - b);
    const page = await stage.visitor.open(at("pictures", {query: kQuery}));
    await pictureOf(page).getByRole("button", {name: "Over the years"}).click();
    await becomes(() => tabled(page), wanted);
});

test("pawn structures are drawn and counted, after move 15 when the question is not about positions", async () => {
    const wanted = await groups("pawn-structure", `${kQuery} and at(30, pass)`, "--top-n", 20);
    const page = await stage.visitor.open(at("pictures", {query: kQuery, pictures: "structures"}));
    await becomes(async () => (await tabled(page)).slice(0, 20), wanted);
});

test("pictures are of the games that pass the filters", async () => {
    const page = await stage.visitor.open(at("pictures", {pictures: "groups", pictures_key: "result", result: "decisive"}));
    const wanted = await groups("result", "result = decisive", "--top-n", 20);
    await becomes(() => tabled(page), wanted.map(([key, ...numbers]) => [key.replace("-", "–"), ...numbers]));
});

for (const kind of ["heatmap", "groups", "structures", "years"]) {
    test(`${kind} can be saved as SVG that needs nothing else, and as data`, async () => {
        const page = await stage.visitor.open(at("pictures", {query: kQuery, pictures: kind}));
        const {file, text} = await saved(page, "Save as SVG");
        assert.match(file, new RegExp(`^games-${kind}[\\w-]*\\.svg$`));
        assert.ok(text.includes(`games: ${kQuery.replace(">", "&gt;")}`), "the question in the picture");
        const found = await page.evaluate((source) => {
            const picture = new DOMParser().parseFromString(source, "image/svg+xml");
            return {
                error: picture.querySelector("parsererror")?.textContent ?? "",
                name: picture.documentElement.localName,
                drawn: picture.querySelectorAll("rect").length,
                colours: new Set([...picture.querySelectorAll("rect")].map((rect) => rect.getAttribute("fill"))).size,
                outside: [...picture.querySelectorAll("[href]")].map((node) => node.getAttribute("href"))
                    .filter((href) => !href.startsWith("#") || !picture.querySelector(href)),
            };
        }, text);
        assert.equal(found.error, "");
        assert.equal(found.name, "svg");
        assert.ok(found.drawn > 10, `${found.drawn} rectangles`);
        assert.ok(found.colours > 2, `${found.colours} colours`);
        assert.deepEqual(found.outside, []);
        assert.ok(!text.includes("var(--"), "colours of the page");
        const lines = (await saved(page, "Save as CSV")).text.trim().split("\r\n");
        const table = await tabled(page);
        assert.deepEqual(lines.slice(1).map((line) => Number(line.split(",")[1])), table.map(([, games]) => games));
    });
}

test("a mistake in the question is shown where it is", async () => {
    const page = await stage.visitor.open(at("pictures", {query: "result ="}));
    await page.getByText(/Column \d+:/).waitFor();
});
