// The parts of a PGN game other than its moves: comments, variations, signs and clocks, each by the
// ply that it follows (0: before the first move). It needs no rules of chess: moves are counted,
// not understood. Forgiven: comments and variations without an end, extra brackets, unknown signs.

const kSigns = {$1: "!", $2: "?", $3: "!!", $4: "??", $5: "!?", $6: "?!"};
const kToken = /\{[^}]*\}?|;[^\n]*|[()]|\$\d+|[^\s(){};$]+/g;

const isComment = (token) => token.startsWith("{") || token.startsWith(";");
const isResult = (token) => /^(1-0|0-1|1\/2-1\/2|\*)$/.test(token);
const isNumber = (token) => /^\d+\.*$|^\.+$/.test(token);

function movetextOf(pgn) {
    return pgn.replace(/^(\s*\[[^\n]*\]\s*\n)+/, "");
}

/** A comment without its braces and without commands such as [%eval 0.3]. */
function words(comment) {
    return comment.replace(/^[{;]|\}$/g, "").replace(/\[%[^\]]*\]/g, "").replace(/\s+/g, " ").trim();
}

/** A variation on one line: its comments without braces, signs at their moves, numbers for signs left out. */
function variationText(tokens) {
    const text = tokens.map((token) => {
        if (isComment(token)) return words(token);
        return token.startsWith("$") ? (kSigns[token] ?? "") : token;
    });
    return text.filter((each) => each !== "").join(" ")
        .replaceAll("( ", "(").replaceAll(" )", ")").replace(/ (?=[!?])/g, "");
}

/** {remarks: Map ply -> [{text, isVariation}], signs: Map ply -> "!?", clocks: Map ply -> "0:03:00"} */
export function notesOf(pgn) {
    const notes = {remarks: new Map(), signs: new Map(), clocks: new Map()};
    let ply = 0;
    let depth = 0;  // of variations inside variations
    let variation = [];
    const remark = (text, isVariation) => {
        if (text !== "") notes.remarks.set(ply, [...(notes.remarks.get(ply) ?? []), {text, isVariation}]);
    };
    for (const token of movetextOf(pgn).match(kToken) ?? []) {
        if (token === "(") ++depth;
        if (depth > 0) variation.push(token);
        if (token === ")" && depth > 0 && --depth === 0) {
            remark(variationText(variation), true);
            variation = [];
        } else if (depth === 0 && isComment(token)) {
            const clock = /\[%clk\s+([\d:.]+)\s*\]/.exec(token);
            if (clock) notes.clocks.set(ply, clock[1]);
            remark(words(token), false);
        } else if (depth === 0 && token in kSigns) {
            notes.signs.set(ply, kSigns[token]);
        } else if (depth === 0 && !/^[$)]/.test(token) && !isNumber(token) && !isResult(token)) {
            // A move, perhaps with its number before it and a sign after it: "4.Nf3!?".
            ++ply;
            const sign = /[!?]+$/.exec(token);
            if (sign) notes.signs.set(ply, sign[0]);
        }
    }
    return notes;
}
