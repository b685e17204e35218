#!/usr/bin/env node
// How fast the module scans compared with the program on one thread, in one run:
//
//     run.mjs [--runs N] [--pgn FILE | --corpus DIR] [--output FILE.md]
//
// The games are those of FILE, or of otb-sample in the folder that EDGE_SHARED names, indexed without packed
// tags. Each figure is the least CPU time of N repetitions, so that other programs on the machine disturb it
// little; that of the program includes its start. The goal is a third of the program's speed.
import {execFileSync} from "node:child_process";
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {fileURLToPath} from "node:url";
import {parseArgs} from "node:util";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const program = process.env.EDGE_BIN ?? join(root, "build/release/cli/edge");
const packageFolder = process.env.EDGE_WASM_PACKAGE ?? join(root, "build/wasm/package");
const {loadEdge} = await import(join(packageFolder, "edge.js"));

const kQueries = {
    material: 'material("KRPKR")',
    count: "streak(5, R=r=1 Q=q=0 B=b=0 N=n=0 P<p)",
    passed_pawn: "streak(10, white: passed_pawn)",
    subfen: 'subfen("8/8/8/3PP3/8/8/8/8", mirror)',
    move: 'to_move(w) move("Bxh7")',
    sequence: "run(promoted(N), checkmate)",
};

const {values: given} = parseArgs({
    options: {
        runs: {type: "string", default: "5"},
        pgn: {type: "string"},
        corpus: {type: "string"},
        output: {type: "string"},
    },
});
const runs = Number(given.runs);

function sample(work) {
    const shared = process.env.EDGE_SHARED ?? join(root, "../shared");
    const unpacked = join(work, "otb-sample.pgn");
    execFileSync("zstd", ["-dqf", join(shared, "corpora/otb-sample.pgn.zst"), "-o", unpacked]);
    return unpacked;
}

function makeCorpus(work) {
    const corpus = join(work, "games.scoredb");
    const pgn = given.pgn ?? sample(work);
    const options = ["--no-extra", "--no-tree", "--shards", "1", "--out", corpus];
    execFileSync(program, ["index", pgn, ...options]);
    return corpus;
}

function filesOf(corpus) {
    const names = readdirSync(corpus, {recursive: true, withFileTypes: true});
    const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.path, entry.name));
    return Object.fromEntries(
        paths.map((path) => [path.slice(corpus.length + 1), new Uint8Array(readFileSync(path))]),
    );
}

/** The least of several measurements, in milliseconds. */
const least = (measure) => Math.min(...Array.from({length: runs}, measure));

function nativeTime(corpus, query) {
    const command = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null';
    const args = [program, "query", corpus, "--query", query, "--threads", "1", "--json"];
    const printed = execFileSync("bash", ["-c", `{ ${command}; } 2>&1`, "bash", ...args], {encoding: "utf8"});
    const [user, system] = printed.trim().split(" ").map(Number);
    return 1000 * (user + system);
}

function wasmTime(corpus, query) {
    const before = process.cpuUsage();
    corpus.query(query);
    const {user, system} = process.cpuUsage(before);
    return (user + system) / 1000;
}

const work = mkdtempSync(join(tmpdir(), "edge-bench-"));
try {
    const folder = given.corpus === undefined ? makeCorpus(work) : resolve(given.corpus);
    const corpus = (await loadEdge()).openCorpus(filesOf(folder));
    const lines = ["| Query | program, ms | module, ms | speed of the module |", "|---|---|---|---|"];
    for (const [name, query] of Object.entries(kQueries)) {
        wasmTime(corpus, query); // the engine compiles what is hot
        const native = least(() => nativeTime(folder, query));
        const wasm = least(() => wasmTime(corpus, query));
        lines.push(`| ${name} | ${native.toFixed(0)} | ${wasm.toFixed(0)} | ${(native / wasm).toFixed(2)} |`);
    }
    const text = `${lines.join("\n")}\n`;
    if (given.output === undefined) process.stdout.write(text);
    else writeFileSync(given.output, text);
} finally {
    rmSync(work, {recursive: true});
}
