// The scenario through edge-chess-wasm: wasm.mjs PACKAGE_FOLDER
import {readFileSync} from "node:fs";
import {pathToFileURL} from "node:url";
import {answerLines, setAnswer} from "./protocol.mjs";

const {loadEdge} = await import(pathToFileURL(`${process.argv[2]}/edge.js`));
const edge = await loadEdge(readFileSync(`${process.argv[2]}/edge.wasm`));
const corpora = new Map();
const sets = new Map();

function keep(name, set) {
    sets.set(name, set);
    return setAnswer(set.ids());
}

await answerLines(({verb, corpus: path, name, argument, set}) => {
    if (verb === "run") {
        const {inputs, out, ...options} = JSON.parse(argument);
        const games = inputs.map((input) => ({name: input, bytes: readFileSync(input)}));
        corpora.set(out, edge.index(games, {...options, name: out}));
        return corpora.get(out).report;
    }
    const corpus = corpora.get(path);
    const within = sets.get(set);
    if (verb === "ask") return corpus[name](JSON.parse(argument), {within});
    if (verb === "find") return keep(name, corpus.find(JSON.parse(argument), {within}));
    if (verb === "load") return keep(set, corpus.load(name));
    if (verb === "save") {
        corpus.save(within, name);
        return {};
    }
    const [operation, left, ...right] = argument.split(" ");
    return keep(name, sets.get(left)[operation](...right.map((other) => sets.get(other))));
});
