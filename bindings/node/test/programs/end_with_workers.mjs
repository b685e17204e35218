// Ends the process while worker threads scan.
import {once} from "node:events";
import {setTimeout} from "node:timers/promises";
import {Worker} from "node:worker_threads";

const path = process.argv[2];
const workers = [1, 2].map(() => new Worker(new URL("scan_forever.mjs", import.meta.url), {workerData: {path}}));
await Promise.all(workers.map((worker) => once(worker, "message")));
await setTimeout(20);
process.exit(7);
