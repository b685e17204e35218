// Making files from files.
import {run} from "./call.js";
import {native} from "./native.js";
import {pathOf, splitOptions} from "./request.js";

async function job(what, inputs, output, options) {
    const {controls, rest} = splitOptions(options);
    const paths = (Array.isArray(inputs) ? inputs : [inputs]).map((input) => pathOf(input, "inputs"));
    const request = JSON.stringify({...rest, inputs: paths, ...output});
    const report = JSON.parse(await run((...last) => native.run(what, request, ...last), controls));
    const isKnown = report.added?.known_sources.length > 0;
    if (report.games_read === 0 && !isKnown) process.emitWarning("no game was found", "EdgeWarning");
    return report;
}

/** Makes a corpus of games: `edge index --json`. */
export const index = async (inputs, out, options) => job("index", inputs, {out: pathOf(out, "out")}, options);

/** Adds games to a corpus: `edge add --json`. Corpora that are open go on seeing what they had. */
export const add = async (corpus, inputs, options) =>
    job("index", inputs, {append: pathOf(corpus, "corpus")}, options);

/** Writes games as another kind of file: `edge convert --json`. */
export const convert = async (inputs, out, options) => job("convert", inputs, {out: pathOf(out, "out")}, options);
