// The code of a worker thread: sends queries until it is terminated.
import {parentPort, workerData} from "node:worker_threads";
import {edge} from "../support/package.mjs";

const {path, pgn, out} = workerData;
const corpus = await edge.open(path);
const progress = () => parentPort.postMessage("progress");
if (out) edge.index(pgn, out, {progress, force: true}).catch(() => {});
parentPort.postMessage("begun");
for (;;) {
    await Promise.all([
        corpus.query("passed_pawn", {progress}),
        corpus.heatmap(undefined, {progress}),
        corpus.find("queens_off", {progress}),
    ]);
}
