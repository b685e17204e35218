#!/usr/bin/env node
// How long the web page takes in Chromium, on the same machine as the daemon:
//
//     run.mjs [--quick] [--corpus DIR] [--output FILE.md]
//
// The first view is the time from the start of the navigation to the first table of moves, each time in a
// browser that has nothing cached. A move is the time from releasing a piece with the mouse to the table
// of the new position. Both end with the frame after which the table is there. The corpus is otb-sample,
// or synthetic games where the samples are missing.
import {writeFileSync} from "node:fs";
import {cpus} from "node:os";
import {basename, dirname, resolve} from "node:path";
import {parseArgs} from "node:util";
import {drag} from "../../../tests/page/support/board.mjs";
import {at, launch, Visitor} from "../../../tests/page/support/browser.mjs";
import {Daemon, makeLargeRoot} from "../../../tests/page/support/program.mjs";

const kLine = ["e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "c5d4", "f3d4", "g8f6", "b1c3", "a7a6"];
const kFilter = {min_elo: 2300};

/** Runs in the page: the time at which the table of moves is that of another position than before. */
function nextTable() {
    const text = () => document.querySelector("main table tbody")?.textContent ?? "";
    const old = text();
    return new Promise((resolve) => {
        const look = () => {
            const isWaiting = document.querySelector("main .is-waiting");
            if (text() !== old && !isWaiting) resolve(performance.now());
            else requestAnimationFrame(look);
        };
        look();
    });
}

async function firstView(visitor, hash) {
    const page = await visitor.open("healthz");
    await page.addInitScript(`document.addEventListener("DOMContentLoaded", () => {
        globalThis.firstTable = (${nextTable})();
    });`);
    await page.goto(`${visitor.address}/${hash}`);
    const time = await page.evaluate(() => globalThis.firstTable);
    await visitor.leave();
    return time;
}

async function moves(visitor, parameters) {
    const page = await visitor.open(at("explore", parameters));
    await page.locator("main table tbody tr").first().waitFor();
    await page.evaluate(() => {
        for (const name of ["pointerup", "mouseup"]) {
            document.addEventListener(name, () => (globalThis.letGo = performance.now()), true);
        }
    });
    const times = [];
    for (const uci of kLine) {
        const done = page.evaluate(nextTable);
        await drag(page.locator(".board").first(), uci);
        const end = await done;
        times.push(end - await page.evaluate(() => globalThis.letGo));
    }
    await visitor.leave();
    return times;
}

function row(name, times, goal) {
    const sorted = [...times].sort((a, b) => a - b);
    const ms = (value) => value.toFixed(0).padStart(6);
    return `| ${name.padEnd(28)} | ${ms(sorted[sorted.length >> 1])} | ${ms(sorted.at(-1))} | ${goal.padStart(6)} |`;
}

async function measure(visitor, corpus, rounds) {
    const times = {view: [], filtered: [], moves: [], filteredMoves: []};
    for (let round = 0; round < rounds; ++round) {
        times.view.push(await firstView(visitor, at("explore", {corpus})));
        times.filtered.push(await firstView(visitor, at("explore", {corpus, ...kFilter})));
        times.moves.push(...await moves(visitor, {corpus}));
        times.filteredMoves.push(...await moves(visitor, {corpus, ...kFilter}));
    }
    return [
        row("first view", times.view, "1000"),
        row("first view, filtered", times.filtered, "1000"),
        row("table after a move", times.moves, "100"),
        row("table after a move, filtered", times.filteredMoves, "100"),
    ];
}

const {values} = parseArgs({options: {
    quick: {type: "boolean", default: false}, corpus: {type: "string"}, output: {type: "string"},
}});
const large = values.corpus ? undefined : await makeLargeRoot();
const corpus = resolve(values.corpus ?? large.corpus);
const daemon = new Daemon(dirname(corpus));
await daemon.start();
const browser = await launch();
try {
    const visitor = new Visitor(browser, daemon.address);
    const table = await measure(visitor, basename(corpus), values.quick ? 2 : 7);
    const text = [
        `The page in Chromium ${browser.version()} on ${cpus()[0].model}, ${cpus().length} cores.`, "",
        "| milliseconds                 | median |  worst |   goal |",
        "|------------------------------|-------:|-------:|-------:|",
        ...table, "",
    ].join("\n");
    console.log(text);
    if (values.output) writeFileSync(values.output, text);
} finally {
    await browser.close();
    await daemon.stop();
    await large?.remove();
}
