// Making files from files.
import {run} from "./call.js";
import {native} from "./native.js";
import {pathOf, splitOptions} from "./request.js";

async function runJob(what, request, controls) {
    const json = JSON.stringify(request);
    return JSON.parse(await run((...last) => native.run(what, json, ...last), controls));
}

const pathsOf = (paths, name) => (Array.isArray(paths) ? paths : [paths]).map((path) => pathOf(path, name));

async function job(what, inputs, output, options) {
    const {controls, rest} = splitOptions(options);
    const report = await runJob(what, {...rest, inputs: pathsOf(inputs, "inputs"), ...output}, controls);
    const isKnown = report.added?.known_sources.length > 0;
    if (report.games_read === 0 && !isKnown) process.emitWarning("no game was found", "EdgeWarning");
    return report;
}

/** Makes a corpus of games: `edge index --json`. */
export const index = async (inputs, out, options) => job("index", inputs, {out: pathOf(out, "out")}, options);

/** Adds games to a corpus: `edge add --json`. Corpora that are open go on seeing what they had. */
export const add = async (corpus, inputs, options) =>
    job("index", inputs, {append: pathOf(corpus, "corpus")}, options);

/** Joins what adding games has split, or writes a corpus without some games: `edge compact --json`. */
export async function compact(corpus, options) {
    const {controls, rest} = splitOptions(options);
    return runJob("compact", {...rest, corpus: pathOf(corpus, "corpus")}, controls);
}

/** Makes one corpus of several: `edge merge --json`. */
export async function merge(corpora, out, options) {
    const {controls, rest} = splitOptions(options);
    const request = {...rest, corpora: pathsOf(corpora, "corpora"), out: pathOf(out, "out")};
    return runJob("merge", request, controls);
}

/** Writes games as another kind of file: `edge convert --json`. */
export const convert = async (inputs, out, options) => job("convert", inputs, {out: pathOf(out, "out")}, options);
