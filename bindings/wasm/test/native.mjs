// The program that the module's answers are compared with, and the bundled games.
import {execFileSync} from "node:child_process";
import {mkdtempSync, readdirSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {fileURLToPath} from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const program = process.env.EDGE_BIN ?? join(root, "build/release/cli/edge");
export const packageFolder = process.env.EDGE_WASM_PACKAGE ?? join(root, "build/wasm/package");
export const classicsPath = join(root, "data/classics.pgn");
export const classics = new Uint8Array(readFileSync(classicsPath));

export const {EdgeError, loadEdge} = await import(join(packageFolder, "edge.js"));
export const {startEdge} = await import(join(packageFolder, "client.js"));

/** What the program prints. */
export function edge(...args) {
    return execFileSync(program, args, {encoding: "utf8", maxBuffer: 1 << 28});
}

export function edgeJson(...args) {
    return JSON.parse(edge(...args, "--json"));
}

/** A folder that is removed when the tests end. */
export function temporaryFolder() {
    const folder = mkdtempSync(join(tmpdir(), "edge-wasm-"));
    process.on("exit", () => rmSync(folder, {recursive: true}));
    return folder;
}

/** The files of a folder by their paths in it. */
export function filesBelow(folder) {
    const entries = readdirSync(folder, {recursive: true, withFileTypes: true});
    // Node 18 calls the folder `path`, later ones `parentPath`.
    const pathOf = ({parentPath, path, name}) => join(parentPath ?? path, name);
    const paths = entries.filter((entry) => entry.isFile()).map(pathOf);
    return Object.fromEntries(
        paths.map((path) => [path.slice(folder.length + 1), new Uint8Array(readFileSync(path))]),
    );
}

/** An answer without what depends on the run: paths, times, and cursors, which have a time in them. */
export function comparable(answer) {
    const {corpus, path, seconds, next_cursor, ...rest} = answer;
    return rest;
}
