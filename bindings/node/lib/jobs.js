// Making files from files.
import {run} from "./call.js";
import {native} from "./native.js";
import {pathOf, splitOptions} from "./request.js";

async function job(what, inputs, out, options) {
    const {controls, rest} = splitOptions(options);
    const paths = (Array.isArray(inputs) ? inputs : [inputs]).map((input) => pathOf(input, "inputs"));
    const request = JSON.stringify({...rest, inputs: paths, out: pathOf(out, "out")});
    const report = JSON.parse(await run((...last) => native.run(what, request, ...last), controls));
    if (report.games_read === 0) process.emitWarning("no game was found", "EdgeWarning");
    return report;
}

/** Makes a corpus of games: `edge index --json`. */
export const index = async (inputs, out, options) => job("index", inputs, out, options);

/** Writes games as another kind of file: `edge convert --json`. */
export const convert = async (inputs, out, options) => job("convert", inputs, out, options);
