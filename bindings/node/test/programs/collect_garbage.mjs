// Drops handles while calls and views still need the objects behind them.
import {setImmediate} from "node:timers/promises";
import {edge} from "../support/package.mjs";

const path = process.argv[2];

async function collect() {
    for (let i = 0; i < 5; ++i) {
        globalThis.gc();
        await setImmediate();
    }
}

// The corpus is garbage while it is asked.
const asked = (await edge.open(path)).heatmap();
await collect();
if ((await asked).games_matched !== 30000) process.exit(1);

// The bitmap is garbage, its words are not.
const words = (await (await edge.open(path)).find("result = W")).words(0);
const before = words.join();
await collect();
for (let i = 0; i < 200; ++i) (await edge.open(path)).setOf([i]).not();
await collect();
if (words.join() !== before) process.exit(1);
console.log("kept");
