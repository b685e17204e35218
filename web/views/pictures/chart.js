// What the charts have in common: their frame, text, the legend of results and the parts of a bar.
import {svg} from "../../lib/dom.js";
import {percent, plural} from "../../lib/format.js";

// The font of .chart-text in the style sheet; a canvas measures text without a layout of the page.
const pen = document.createElement("canvas").getContext("2d");
pen.font = `13px ${getComputedStyle(document.documentElement).getPropertyValue("--sans")}`;

/** Names of the three parts of a bar; for players they are the player's own results. */
export const kResultWords = {white: "White won", draws: "drawn", black: "Black won"};
export const kPlayerWords = {white: "won", draws: "drawn", black: "lost"};

/** The picture as a whole, drawn at the size it is shown at, so that text keeps its size. */
export function chart({width, height, title, role = "img"}, ...content) {
    const viewBox = `0 0 ${width} ${height}`;
    return svg("svg", {class: "chart", viewBox, width, height, role, "aria-label": title},
        svg("title", {}, title), content);
}

export function label(x, y, text, properties) {
    return svg("text", {x, y, class: "chart-text", "dominant-baseline": "central", ...properties}, text);
}

export const textWidth = (text) => pen.measureText(text).width;

/** As much of a text as fits a width. */
export function clipped(text, width) {
    if (textWidth(text) <= width) return text;
    let letters = text.length - 1;
    while (letters > 3 && textWidth(`${text.slice(0, letters)}…`) > width) --letters;
    return `${text.slice(0, letters)}…`;
}

/** Swatches for the three results, in a row that begins at x. */
export function resultLegend(x, y, words) {
    let at = x;
    return Object.entries(words).map(([result, word]) => {
        const place = at;
        at += 36 + textWidth(word);
        return svg("g", {},
            svg("rect", {x: place, y: y - 7, width: 14, height: 14, class: `chart-part wdb-${result}`}),
            label(place + 20, y, word));
    });
}

/** How a bar of that length is split by the results of a row: [{result, at, length, share}]. */
export function resultParts(row, length) {
    const total = row.white + row.draws + row.black;
    if (total === 0) return [];
    let at = 0;
    return ["white", "draws", "black"].map((result) => {
        const part = {result, at, length: (length * row[result]) / total, share: percent(row[result], total)};
        at += part.length;
        return part;
    });
}

/** "216 games: 33% White won, 30% drawn, 37% Black won" */
export function resultsInWords(row, words) {
    const parts = resultParts(row, 1).map(({result, share}) => `${share} ${words[result]}`);
    return [plural(row.games, "game"), parts.join(", ")].filter(Boolean).join(": ");
}

/** Rows of a group answer with the same names for every key, a player's wins being "white". */
export function resultRows(groups) {
    return groups.rows.map((row) => ({...row, white: row.white ?? row.wins, black: row.black ?? row.losses}));
}
