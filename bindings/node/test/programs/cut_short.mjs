// Cuts the games of an open corpus short and asks about them; prints the code of the error.
import {truncateSync} from "node:fs";
import {join} from "node:path";
import {edge} from "../support/package.mjs";

const path = process.argv[2];
const corpus = await edge.open(path);
truncateSync(join(path, "shards/0.moves"), 4096);
try {
    await corpus.query("passed_pawn");
    console.log("answered");
} catch (error) {
    console.log(error.code);
}
