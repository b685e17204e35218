// Terminates worker threads at various moments: while they load the addon, and during their calls.
import {on} from "node:events";
import {Worker} from "node:worker_threads";

const [path, pgn, out] = process.argv.slice(2);
const start = (workerData) => new Worker(new URL("scan_forever.mjs", import.meta.url), {workerData});
for (let round = 0; round < 10; ++round) {
    const workers = [start({path}), start({path}), start({path, pgn, out})];
    const messages = on(workers[2], "message");
    for (let i = 0; i < 2 * round; ++i) await messages.next();
    await Promise.all(workers.map((worker) => worker.terminate()));
}
