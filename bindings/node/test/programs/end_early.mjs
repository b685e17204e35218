// Begins calls and ends the process while they run.
import {edge} from "../support/package.mjs";

const [how, path, pgn, out] = process.argv.slice(2);
const corpus = await edge.open(path);
const end = () => {
    if (how === "throw") throw new Error("on purpose");
    process.exit(7);
};
const calls = [
    edge.index(pgn, out, {progress: how === "exit-at-once" ? undefined : end}),
    corpus.query(undefined, {answer: "groups", key: "pawn-structure", top_n: 1}),
    corpus.find("passed_pawn"),
];
process.on("exit", () => corpus.query("all"));
if (how === "throw") for (const call of calls) call.catch((error) => setImmediate(() => { throw error; }));
if (how === "exit-at-once") setImmediate(end);
await Promise.all(calls);
