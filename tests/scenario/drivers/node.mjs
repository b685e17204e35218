// The scenario through edge-chess: node.mjs PACKAGE_FOLDER
import {pathToFileURL} from "node:url";
import {answerLines, setAnswer} from "./protocol.mjs";

const {convert, index, open} = await import(pathToFileURL(`${process.argv[2]}/index.js`));
const corpora = new Map();
const sets = new Map();

async function corpusOf(path) {
    if (!corpora.has(path)) corpora.set(path, await open(path));
    return corpora.get(path);
}

function keep(name, set) {
    sets.set(name, set);
    return setAnswer(set);
}

async function collect(pieces) {
    const list = [];
    for await (const piece of pieces) list.push(piece);
    return list;
}

/** The games, and around them what `edge games --json` says about all of them. */
async function page(corpus, query, options) {
    const {game, ...rest} = options;
    if (game !== undefined) return {games: [await corpus.game(game, rest)]};
    const games = await collect(corpus.games(query, rest));
    return {...(await corpus.query(query, {within: rest.within})), games};
}

async function games(corpus, query, options) {
    const {format = "json", game} = options;
    if (format === "json") return page(corpus, query, options);
    if (game !== undefined) return corpus.game(game, options);
    return (await collect(corpus.text(query, options))).join("");
}

async function ask(corpus, {name, argument, set}) {
    const {query, query_json, ...options} = JSON.parse(argument);
    const asked = query ?? query_json;
    const within = sets.get(set);
    if (name === "query") return corpus.query(asked, {...options, within});
    if (name === "explore") return corpus.explore({...options, query: asked, within});
    if (name === "games") return games(corpus, asked, {...options, within});
    if (name === "players") {
        const {text, ...rest} = options;
        return corpus.players(text, rest);
    }
    return corpus[name](options);
}

await answerLines(async (line) => {
    const {verb, name, argument, set} = line;
    if (verb === "run") {
        const {inputs, out, ...options} = JSON.parse(argument);
        return (name === "index" ? index : convert)(inputs, out, options);
    }
    const corpus = await corpusOf(line.corpus);
    if (verb === "ask") return ask(corpus, line);
    if (verb === "find") {
        return keep(name, await corpus.find(JSON.parse(argument).query, {within: sets.get(set)}));
    }
    if (verb === "load") return keep(set, await corpus.load(name));
    if (verb === "save") {
        await corpus.save(sets.get(set), name);
        return {};
    }
    const [operation, left, ...right] = argument.split(" ");
    return keep(name, sets.get(left)[operation](...right.map((other) => sets.get(other))));
});
