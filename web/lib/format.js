// Numbers, dates and names for readers.

const whole = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", {notation: "compact", maximumFractionDigits: 1});

export const count = (value) => whole.format(value);
export const shortCount = (value) => (value < 10_000 ? whole.format(value) : short.format(value));
export const percent = (part, all, digits = 0) => (all ? `${((100 * part) / all).toFixed(digits)}%` : "–");
export const plural = (value, one, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`;
export const orDash = (value) => value ?? "–";

export function bytes(value) {
    const units = ["B", "KB", "MB", "GB", "TB"];
    let unit = 0;
    while (value >= 1000 && unit < units.length - 1) {
        value /= 1000;
        ++unit;
    }
    return `${unit && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** "1998.11.??" becomes "1998-11", an unknown date "". */
export function date(text) {
    return (text ?? "").split(".").filter((part) => /^\d+$/.test(part)).join("-");
}

/** "20261116-035948" (UTC) as the reader's clock and calendar have it. */
export function time(text) {
    const parts = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$/.exec(text ?? "");
    if (!parts) return "at an unknown time";
    const [year, month, day, hour, minute, second] = parts.slice(1).map(Number);
    return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
        .toLocaleString("en-GB", {dateStyle: "medium", timeStyle: "short"});
}

/** A PGN result as people write it: "½–½"; "*" stays. */
export const result = (text) => (text === "1/2-1/2" ? "½–½" : (text ?? "*").replace("-", "–"));

/** A player's name; a PGN without one has "?" or nothing. */
export const playerName = (name) => (!name || name === "?" ? "Unknown" : name);

/** A corpus by its path, as people call it. */
export const corpusName = (path) => path.replace(/\.scoredb$/, "");

/** The daemon's messages, which begin with a small letter and end without a full stop. */
export const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`;

/** "3." for White's move at ply 4, "3…" for Black's at ply 5. */
export const moveNumber = (ply) => `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? "." : "…"}`;

/** "1. e4 c5 2. Nf3": moves with their numbers; `first` is the ply of the first, 0 for White's move 1. */
export function numbered(moves, first = 0) {
    return moves.map((san, index) => {
        const ply = first + index;
        return ply % 2 === 0 || index === 0 ? `${moveNumber(ply)} ${san}` : san;
    }).join(" ");
}
