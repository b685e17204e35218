#!/usr/bin/env node
// What a query costs in Node compared with the program's own scan, in one run:
//
//     run.mjs [--quick] [--rounds N] [--corpus DIR] [--output FILE.md]
//
// The program is timed from outside; its scan is that time less the time it takes to open the corpus and to explain
// the query, which runs nothing. In Node the corpus is open. The three alternate, round after round, and medians are
// compared, of answers that are equal. The corpus is otb-sample, or synthetic games where the samples are missing.
// EDGE_BIN is the program, EDGE_NODE_PACKAGE the package that tools/build_node.sh made.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {existsSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {cpus, tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import {parseArgs} from "node:util";

const kRepository = resolve(fileURLToPath(import.meta.url), "../../../..");
const kProgram = process.env.EDGE_BIN ?? join(kRepository, "build/release/cli/edge");
const kPackage = process.env.EDGE_NODE_PACKAGE ?? join(kRepository, "build/release/node/package");
const kShared = process.env.EDGE_SHARED ?? resolve(kRepository, "../shared");
const kGoal = 1.05;

const kQueries = {
    "passed pawn": "passed_pawn(d)",
    "killer query": "(result = W and streak(5, R>=1 r>=1 Q=q=0 B=b=0 N=n=0 P<p)) "
        + "or (result = B and streak(5, R>=1 r>=1 Q=q=0 B=b=0 N=n=0 p<P))",
    "sub-FEN": 'subfen("8/8/8/3p4/3P4/8/8/8")',
    "checkmate": "ever(checkmate)",
};

const program = (...args) =>
    execFileSync(kProgram, args, {encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 2 ** 28});

/** [milliseconds, what it gave] */
async function timed(work) {
    const start = performance.now();
    const value = await work();
    return [performance.now() - start, value];
}

function median(values) {
    const sorted = [...values].sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The path of the corpus, made in the folder. */
function makeCorpus(folder) {
    const path = join(folder, "games.scoredb");
    let games = join(kShared, "corpora/otb-sample.pgn.zst");
    if (!existsSync(games)) {
        games = join(folder, "games.pgn");
        program("synth", "100000", "--output", games);
    }
    program("index", games, "--no-tree", "--out", path);
    return path;
}

async function measure(corpus, query, rounds) {
    const times = {opened: [], whole: [], node: []};
    for (let round = -1; round < rounds; ++round) {
        const [opened] = await timed(() => program("query", corpus.path, "--query", query, "--explain", "--json"));
        const [whole, printed] = await timed(() => program("query", corpus.path, "--query", query, "--json"));
        const [node, answer] = await timed(() => corpus.query(query));
        assert.deepEqual(answer, JSON.parse(printed));
        if (round < 0) continue;  // warms caches
        times.opened.push(opened);
        times.whole.push(whole);
        times.node.push(node);
    }
    const whole = median(times.whole), scan = whole - median(times.opened), node = median(times.node);
    return {whole, scan, node, ratio: node / scan};
}

function row(name, {whole, scan, node, ratio}) {
    const cells = [whole, scan, node].map((time) => time.toFixed(1).padStart(8));
    return `| ${[name.padEnd(14), ...cells, ratio.toFixed(2).padStart(11)].join(" | ")} |`;
}

const {values} = parseArgs({options: {
    quick: {type: "boolean", default: false}, rounds: {type: "string", default: "21"},
    corpus: {type: "string"}, output: {type: "string"},
}});
const rounds = values.quick ? 5 : Number(values.rounds);
const folder = mkdtempSync(join(tmpdir(), "edge-bench-"));
try {
    const {open} = await import(pathToFileURL(join(kPackage, "index.js")));
    const corpus = await open(values.corpus ? resolve(values.corpus) : makeCorpus(folder));
    const games = (await corpus.query()).games_matched;
    const rows = [];
    for (const [name, query] of Object.entries(kQueries)) {
        rows.push(row(name, await measure(corpus, query, rounds)));
    }
    const text = [
        `Queries in Node ${process.version} on ${cpus()[0].model}, ${cpus().length} cores; `
            + `${games.toLocaleString("en")} games, ${rounds} rounds.`, "",
        "| milliseconds   |  program | its scan |     Node | of the scan |",
        "|----------------|---------:|---------:|---------:|------------:|",
        ...rows, "",
        `The goal is at most ${kGoal} of the scan.`, "",
    ].join("\n");
    console.log(text);
    if (values.output) writeFileSync(values.output, text);
} finally {
    rmSync(folder, {recursive: true, force: true});
}
