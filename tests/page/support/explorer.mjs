// The explorer as shown, compared with the output of `edge explore`.
import assert from "node:assert/strict";
import {becomes} from "./browser.mjs";
import {edge} from "./program.mjs";
import {namedRows, number} from "./table.mjs";

export const boardOf = (page) => page.locator(".board").first();
const tableOf = (page) => page.getByRole("table", {name: "Moves from this position"});

/** The moves that the table shows, with the numbers that `edge explore --details` has for them. */
async function shown(page) {
    const table = tableOf(page);
    // What the bars say when they are pointed at: "1,234 White won (38.1%)".
    const bars = await table.locator("tbody .wdb").evaluateAll((all) =>
        all.map((bar) => [...bar.children].map(({title}) => title)));
    return (await namedRows(table)).map((row, index) => {
        const games = (words) => number(bars[index].find((title) => title.includes(words)) ?? "0");
        return {
            san: row.Move, total: number(row.Games), average_rating: number(row.Rating), last_year: number(row.Last),
            white: games("White won"), draws: games("drawn"), black: games("Black won"),
        };
    });
}

/** The same from the command line. */
export async function explored(corpus, moves, query) {
    const answer = await edge("explore", corpus, "--moves", moves, "--details", ...(query ? ["--query", query] : []));
    return answer.moves.map(({san, total, average_rating, last_year, white, draws, black}) =>
        ({san, total, average_rating, last_year, white, draws, black}));
}

/** Waits for the table of a position, of which all rows are looked at. */
export async function showsTable(page, corpus, moves, query) {
    const wanted = await explored(corpus, moves, query);
    assert.ok(wanted.length > 0, `no game goes on after ${moves}: this would test nothing`);
    await becomes(async () => (await shown(page))[0], wanted[0]);
    // Of many moves only the first few are shown before the user asks for the rest.
    const all = page.getByRole("button", {name: /^All \d+ moves$/});
    if (await all.isVisible()) await all.click();
    await becomes(() => shown(page), wanted);
}

/** The line along which most games went: [{san, uci}]. */
export async function mainLine(corpus, plies) {
    const line = [];
    while (line.length < plies) {
        const {moves} = await edge("explore", corpus, "--moves", line.map(({san}) => san).join(" "));
        line.push(moves[0]);
    }
    return line;
}
