// edge-chess: a corpus of chess games, asked from Node. docs/node.md explains how; index.d.ts has every
// type.
import {native} from "./lib/native.js";

export {Bitmap} from "./lib/bitmap.js";
export {Corpus, open} from "./lib/corpus.js";
export {EdgeError} from "./lib/errors.cjs";
export {add, compact, convert, index, merge} from "./lib/jobs.js";

/** The version of the library. */
export const version = native.version();
