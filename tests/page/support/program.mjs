// The program under test: its answers on the command line, which the page must agree with, and its
// daemon on a folder of games made for the tests.
import {execFile, spawn} from "node:child_process";
import {once} from "node:events";
import {copyFile, mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {existsSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {fileURLToPath} from "node:url";
import {promisify} from "node:util";

const kRepository = fileURLToPath(new URL("../../..", import.meta.url));
export const kEdge = process.env.EDGE_BIN ?? join(kRepository, "build/release/cli/edge");
const kShared = process.env.EDGE_SHARED ?? join(kRepository, "../shared");
export const kClassics = join(kRepository, "data/classics.pgn");
const kAnswerBytes = 1 << 28;

/** What `edge ARGUMENTS` prints. */
export async function edgeText(...args) {
    return (await promisify(execFile)(kEdge, args.map(String), {maxBuffer: kAnswerBytes})).stdout;
}

/** What `edge ARGUMENTS --json` answers. */
export async function edge(...args) {
    return JSON.parse(await edgeText(...args, "--json"));
}

// A game with everything that only the source keeps.
const kAnnotated = `[Event "Notes"]
[Site "https://lichess.org/abcdefgh"]
[White "Somebody"]
[Black "Nobody"]
[Result "1-0"]

1. e4 {the king's pawn} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 3. Bb5 1-0
`;

/**
 * A folder for a daemon. Its corpora: games.scoredb, a few thousand games over the board; online.scoredb, as
 * many with speeds (both the bundled sample where the collections of EDGE_SHARED are missing); and
 * annotated.scoredb, a game with comments. classics.pgn and broken.pgn wait to be indexed.
 */
export async function makeRoot() {
    const root = await mkdtemp(join(tmpdir(), "edge-page-"));
    const inRoot = (name) => join(root, name);
    const used = [
        await index("otb-sample.pgn.zst", 4000, inRoot("games.scoredb")),
        await index("lichess-sample.pgn.zst", 3000, inRoot("online.scoredb")),
    ];
    await writeFile(inRoot("annotated.pgn"), kAnnotated);
    await edge("index", inRoot("annotated.pgn"), "--out", inRoot("annotated.scoredb"));
    await copyFile(kClassics, inRoot("classics.pgn"));
    const broken = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Ke3 *\n';
    await writeFile(inRoot("broken.pgn"), `${await readFile(kClassics, "utf8")}\n${broken}`);
    return {root, used, inRoot, corpus: inRoot("games.scoredb"), remove: () => rm(root, {recursive: true, force: true})};
}

/** Indexes the first games of a collection and says what was used. */
async function index(file, games, corpus) {
    const collection = join(kShared, "corpora", file);
    const isThere = existsSync(collection);
    await edge("index", isThere ? collection : kClassics, "--max-games", games, "--out", corpus);
    return isThere ? `${games} games of ${file}` : "data/classics.pgn";
}

/** A folder with games.scoredb alone, of more games, for measuring. */
export async function makeLargeRoot() {
    const root = await mkdtemp(join(tmpdir(), "edge-page-"));
    const collection = join(kShared, "corpora", "otb-sample.pgn.zst");
    const source = existsSync(collection) ? collection : join(root, "games.pgn");
    if (!existsSync(collection)) await writeFile(source, await edgeText("synth", 100_000));
    await edge("index", source, "--out", join(root, "games.scoredb"));
    return {corpus: join(root, "games.scoredb"), remove: () => rm(root, {recursive: true, force: true})};
}

/** A file of made-up games below the root, the same few repeated. */
export async function makeManyGames(root, name, {games, copies}) {
    const text = await edgeText("synth", games);
    for (let copy = 0; copy < copies; ++copy) await writeFile(join(root, name), text, {flag: "a"});
}

/** `edge serve` on a folder. It chooses its port, and takes the same one when it is started again. */
export class Daemon {
    constructor(root, options = []) {
        this.root = root;
        this.options = options;
        this.port = 0;
    }

    async start() {
        const page = process.env.EDGE_PAGE ? ["--page", process.env.EDGE_PAGE] : [];
        const args = ["serve", "--root", this.root, "--port", this.port, "--log", "none", ...page, ...this.options];
        this.child = spawn(kEdge, args, {stdio: ["ignore", "pipe", "inherit"]});
        process.once("exit", () => this.child.kill("SIGKILL"));
        const [line] = await once(createInterface(this.child.stdout), "line");
        this.port = Number(/:(\d+)\/$/.exec(line)[1]);
        this.address = `http://127.0.0.1:${this.port}`;
    }

    async stop() {
        if (this.child.exitCode !== null || this.child.signalCode !== null) return;
        this.child.kill("SIGKILL");
        await once(this.child, "exit");
    }

    /** What a route answers, for those that the command line does not have. */
    async ask(path, body) {
        const options = body && {
            method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
        };
        return (await fetch(this.address + path, options)).json();
    }
}
