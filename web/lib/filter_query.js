// The filters of the address as query text, the form in which the daemon gets them.
//
// Parameters: min_elo and max_elo (of both players), speed (Lichess's speeds, separated by commas), from
// and to (years or dates), result (W, D, B or decisive), player (a whole name, or a part of one after "~"),
// color (white or black: the player's), in (any query text; a saved bitmap is "@name").

/** All of them. */
export const kFilterNames = ["min_elo", "max_elo", "speed", "from", "to", "result", "player", "color", "in"];

/** The ranges: the parameters of their ends, and how one is written. */
export const kRatings = {names: ["min_elo", "max_elo"], end: /^\d{1,4}$/};
export const kDates = {names: ["from", "to"], end: /^\d{4}(-\d{2}){0,2}$/};

/** Whether the first end of a range comes after the last: numbers, or dates as far as both are given. */
export function runBackwards(first, last) {
    if (first === "" || last === "") return false;
    const isNumber = !(first + last).includes("-");
    const length = Math.min(first.length, last.length);
    return isNumber ? Number(first) > Number(last) : first.slice(0, length) > last.slice(0, length);
}

/** The ends of a range that are used: a shared address may hold some that cannot be read. */
export function endsOf({names, end}, address) {
    const [first, last] = names.map((name) => address.get(name).trim())
        .map((text) => (end.test(text) ? text : ""));
    return runBackwards(first, last) ? ["", ""] : [first, last];
}

/** A string of the query language. */
function quote(text) {
    return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** The games that all of these query texts find; empty ones do not matter. */
export function andText(...parts) {
    const given = parts.map((part) => (part ?? "").trim()).filter((part) => part !== "");
    if (given.length < 2) return given.join("");
    return given.map((part) => (bindsLooser(part) ? `(${part})` : part)).join(" and ");
}

// Extra parentheses do no harm, so the text inside parentheses is not parsed.
function bindsLooser(text) {
    const outsideStrings = text.replace(/"(\\.|[^"\\])*"/g, "");
    return /\b(or|xor|sub)\b/.test(outsideStrings);
}

/** "2400..", "..2600" or "2400..2600"; "" when both ends are open. */
function range(name, [first, last]) {
    if (first === "" && last === "") return "";
    if (first === last) return `${name} = ${first}`;
    return `${name} = ${first}..${last}`;
}

function playerText(player, color) {
    if (player === "") return "";
    const isPart = player.startsWith("~");
    return `${color || "player"} ${isPart ? "~" : "="} ${quote(isPart ? player.slice(1) : player)}`;
}

/** The query that the filters of an address make, "" for all games. */
export function filterQuery(address) {
    const value = (name) => address.get(name).trim();
    const speed = value("speed");
    const result = value("result");
    return andText(
        range("elo", endsOf(kRatings, address)),
        speed && `speed = ${speed}`,
        range("date", endsOf(kDates, address)),
        result && `result = ${result}`,
        playerText(value("player"), value("color")),
        value("in"));
}
