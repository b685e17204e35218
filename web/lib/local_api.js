// The daemon's routes that views ask, answered by corpora in the browser's memory: the requests go
// to the library unchanged, and the answers come from it.
import {Problem} from "./api.js";

// ---- mistakes

const kStatus = {INVALID_ARGUMENT: 400, NOT_FOUND: 404, EXISTS: 409, UNSUPPORTED: 422, BUSY: 503};

/** The library's errors in the daemon's form. */
function problemOf(error) {
    if (!error.code || error instanceof Problem || error instanceof DOMException) return error;
    const status = kStatus[error.code] ?? 500;
    const place = error.place?.pointer ? error.place : {};  // others are in files
    return new Problem(status, {detail: error.message, ...place});
}

// ---- games

const kNumbers = ["game", "skip", "limit"];
const kFlags = ["desc", "original"];

/** The parameters of GET /games, which are texts, as the request that they mean. */
function gamesRequest({corpus, set, ...params}) {
    const request = {};
    for (const [name, value] of Object.entries(params)) {
        if ((value ?? "") === "") continue;
        if (kNumbers.includes(name)) request[name] = Number(value);
        else if (kFlags.includes(name)) request[name] = value === "true";
        else request[name] = name === "columns" ? value.split(",") : value;
    }
    if (set) request.query = set;
    return request;
}

function games({corpora, params, options}) {
    if (params.original === "true") {
        throw new Problem(422, {detail: "the text of the games is not kept on this page"});
    }
    return corpora.find(params.corpus).games(gamesRequest(params), options);
}

// ---- players

function players({corpora, params: {corpus, text = "", limit = 20}, options}) {
    return corpora.find(corpus).players({text, limit: Number(limit)}, options);
}

// ---- sets

async function checkFree(corpus, output, force) {
    if (force) return;
    const {bitmaps} = await corpus.inspect();
    if (!bitmaps.some(({name}) => `@${name}` === output)) return;
    throw new Problem(409, {detail: `${output} exists already`});
}

/** The games that match are named by the question itself, which GET /games takes as a set. */
async function query({corpora, body: {corpus: path, ...request}, options}) {
    const corpus = corpora.find(path);
    if (request.output) await checkFree(corpus, request.output, request.force);
    return {set: request.query ?? "", ...await corpus.query(request, options)};
}

const kCombined = {
    and: (a, b) => `${a} and ${b}`,
    or: (a, b) => `${a} or ${b}`,
    sub: (a, b) => `${a} and not ${b}`,
    xor: (a, b) => `(${a} and not ${b}) or (${b} and not ${a})`,
};

/** Of two sets, as the views ask it. */
async function combine({body: {op, inputs, ...body}, ...asked}) {
    const answer = await query({...asked, body: {...body, query: kCombined[op](...inputs)}});
    return {games_set: answer.games_matched};
}

// ---- positions

async function tree({corpora, openings, body: {corpus, ...request}, options}) {
    const answer = await corpora.find(corpus).explore(request, options);
    if (answer.board) answer.board.opening = (await openings).lastNamed(answer.board);
    return answer;
}

const kRoutes = {
    "GET /corpora": ({corpora}) => ({corpora: corpora.list()}),
    "GET /corpus/inspect": ({corpora, params, options}) => corpora.find(params.path).inspect({}, options),
    "GET /players": players,
    "GET /games": games,
    "POST /query": query,
    "POST /combine": combine,
    "POST /tree": tree,
};

/** Asks `corpora` (LocalCorpora) what api.js asks; `openings` promises Openings. */
export function localTransport(corpora, openings) {
    return async (method, path, {params = {}, body, signal} = {}) => {
        try {
            return await kRoutes[`${method} ${path}`]({corpora, openings, params, body, options: {signal}});
        } catch (error) {
            throw problemOf(error);
        }
    };
}
