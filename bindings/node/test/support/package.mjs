// The package under test, and the programs and corpora that its answers are compared with.
import {execFileSync, spawn} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {after} from "node:test";
import {fileURLToPath, pathToFileURL} from "node:url";

const kTest = dirname(dirname(fileURLToPath(import.meta.url)));

/** The folder of the package, with the addon in it; tools/build_node.sh makes it. */
export const kPackage = process.env.EDGE_NODE_PACKAGE;
export const kClassics = join(kTest, "../../../data/classics.pgn");

export const edge = await import(pathToFileURL(join(kPackage, "index.js")));

/** What the program prints. */
export function program(...args) {
    return execFileSync(process.env.EDGE_BIN, args, {encoding: "utf8", stdio: ["ignore", "pipe", "ignore"],
        maxBuffer: 2 ** 28});
}
export const programJson = (...args) => JSON.parse(program(...args, "--json"));
export const jsonLines = (text) => text.trimEnd().split("\n").map((line) => JSON.parse(line));

/** A folder that is removed when the tests of the file are done. */
export function makeFolder() {
    const folder = mkdtempSync(join(tmpdir(), "edge-node-"));
    after(() => rmSync(folder, {recursive: true, force: true}));
    return folder;
}

/** The path of an indexed data/classics.pgn. */
export function makeClassics(folder = makeFolder(), ...options) {
    const path = join(folder, "classics.scoredb");
    program("index", kClassics, "--out", path, ...options);
    return path;
}

/** {pgn, corpus}: enough games that a scan takes a moment. */
export function makeMany(folder = makeFolder()) {
    const many = {pgn: join(folder, "many.pgn"), corpus: join(folder, "many.scoredb")};
    program("synth", "30000", "--output", many.pgn);
    program("index", many.pgn, "--no-tree", "--out", many.corpus);
    return many;
}

/** Runs a program of programs/ in a process of its own: {code, signal, stdout, stderr}. */
export function runProgram(name, ...args) {
    const script = join(kTest, "programs", name);
    const child = spawn(process.execPath, ["--expose-gc", script, ...args], {stdio: ["ignore", "pipe", "pipe"]});
    const ended = {stdout: "", stderr: ""};
    for (const stream of ["stdout", "stderr"]) {
        child[stream].setEncoding("utf8").on("data", (text) => (ended[stream] += text));
    }
    return new Promise((resolve, reject) => {
        child.on("error", reject);
        child.on("close", (code, signal) => resolve({code, signal, ...ended}));
    });
}

export async function collected(stream) {
    const items = [];
    for await (const item of stream) items.push(item);
    return items;
}
