// Ends the process while worker threads scan.
import {once} from "node:events";
import {Worker} from "node:worker_threads";

const path = process.argv[2];
const workers = [1, 2].map(() => new Worker(new URL("scan_forever.mjs", import.meta.url), {workerData: {path}}));
const begun = async (worker) => {
    while ((await once(worker, "message"))[0] !== "progress") {}
};
await Promise.all(workers.map(begun));
process.exit(7);
