// Long lists in bounded memory. The games that match are found once, as a set, and then asked about a page at a
// time. A page is a set of its own, so that a query with conditions about positions plays only its games.
import {splitChoice, splitOptions} from "./request.js";

const kGamesPerPage = 1000;
// A game has about a hundred positions. Where few of them match, pages grow.
const kGamesPerPositionPage = 100;
const kPositionsPerPage = 10000;
const kMaxGamesPerPage = 4096;

function checkCount(value, name, least) {
    if (value === Infinity || (Number.isSafeInteger(value) && value >= least)) return value;
    throw new TypeError(`${name}: expected a whole number from ${least}`);
}

/** How many games to ask about after a page of `size` games had that many positions. */
function nextSize(size, found) {
    if (found > kPositionsPerPage) return Math.max(kGamesPerPositionPage, size >> 1);
    return found < kPositionsPerPage / 4 ? Math.min(kMaxGamesPerPage, size * 4) : size;
}

/** Arrays of at most size() ids, without the first `skip`, `limit` in all. */
function* parts(ids, size, skip, limit) {
    let part = [];
    let left = limit;
    for (const id of ids) {
        if (skip > 0) {
            --skip;
            continue;
        }
        if (left-- <= 0) break;
        part.push(id);
        if (part.length >= size()) {
            yield part;
            part = [];
        }
    }
    if (part.length) yield part;
}

/** The arguments of a stream, split up. A query of scoutfish may have its own skip and limit. */
function splitStream(query, options, gamesPerPage) {
    const {controls, rest: all} = splitOptions(options);
    const {choice, games, rest} = splitChoice(query, all);
    const {skip: scoutSkip, limit: scoutLimit, ...scoutfish} = choice.scoutfish ?? {};
    // The library refuses what is not an object.
    if (choice.scoutfish && typeof choice.scoutfish === "object") choice.scoutfish = scoutfish;
    const {page = gamesPerPage, skip = scoutSkip ?? 0, limit = scoutLimit ?? Infinity, ...request} = rest;
    return {
        controls, choice, games, request,
        page: page === undefined ? page : checkCount(page, "page", 1),
        skip: checkCount(skip, "skip", 0),
        limit: checkCount(limit, "limit", 0),
    };
}

const found = (corpus, {choice, games, controls}) =>
    corpus.find(undefined, {...choice, within: games, ...controls});

/** The ids of a set in another order than the corpus's: 8 bytes each, and their text for a moment. */
async function sortedIds(ask, set, {sort, desc}, controls) {
    const request = {sort, desc, format: "csv", columns: ["game_id"]};
    const lines = (await ask("games", request, set, controls)).trimEnd().split("\n");
    return Float64Array.from(lines.slice(1), Number);
}

/** The answers of "games" to each page of games. */
export async function* gamePages(corpus, ask, query, options, format) {
    const stream = splitStream(query, options, kGamesPerPage);
    const {controls, choice, request, page, skip, limit} = stream;
    const set = await found(corpus, stream);
    const isSorted = request.sort !== undefined && request.sort !== "none";
    const ids = isSorted ? await sortedIds(ask, set, request, controls) : set;
    // A page is a run of the sorted list, so that sorting it alone gives its order there.
    for (const part of parts(ids, () => page, skip, limit)) {
        yield await ask("games", {...choice, ...request, format}, corpus.setOf(part), controls);
    }
}

export async function* matches(corpus, ask, query, options) {
    const stream = splitStream(query, options, kGamesPerPage);
    const {controls, choice, request, page, skip, limit} = stream;
    const asked = {...choice, ...request, answer: "matches"};
    for (const part of parts(await found(corpus, stream), () => page, skip, limit)) {
        yield* (await ask("query", asked, corpus.setOf(part), controls)).matches;
    }
}

export async function* positions(corpus, ask, query, options) {
    const {controls, choice, games, request, page, skip, limit} = splitStream(query, options, undefined);
    if (skip) throw new TypeError("skip: positions have none");
    const asked = {...choice, ...request, answer: "positions"};
    const bound = (left) => (left === Infinity ? {} : {limit: left});
    if (request.unique) {
        // What was listed before is known to one call only.
        yield* (await ask("query", {...asked, ...bound(limit)}, games, controls)).positions;
        return;
    }
    // Every game is asked about, as many at a time as have positions for a page. With ignore_windows a game may have
    // some and not match; without it, finding the games that match would be a scan of its own.
    let size = page ?? kGamesPerPositionPage;
    let left = limit;
    for (const part of parts(await corpus.find(games, controls), () => size, 0, Infinity)) {
        if (left <= 0) return;
        const answer = await ask("query", {...asked, ...bound(left)}, corpus.setOf(part), controls);
        left -= answer.positions.length;
        if (page === undefined) size = nextSize(size, answer.positions.length);
        yield* answer.positions;
    }
}
