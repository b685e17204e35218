// The pictures there are. Each says what it asks the daemon and how its answer is drawn and tabled:
//   options(address)  the controls of its own parameters, which change the address
//   request(address, isOfHeaders)  the fields of its request, and as `at` the ply it is limited to, if any;
//       isOfHeaders says that the question is about whole games and not about positions
//   draw(answer, {width, address})  {picture, table: {head, rows, nameOf?}, title, detail?, extra?}; null if
// there is nothing. `nameOf` gives the first cell of a row for readers, `detail` is for the file's name
import * as address from "../../lib/address.js";
import {field, select} from "../../lib/dom.js";
import {squareName} from "../../lib/fen.js";
import {count, result} from "../../lib/format.js";
import {kKinds} from "../../lib/query_words.js";
import {bars} from "./bars.js";
import {kPlayerWords, kResultWords, resultRows} from "./chart.js";
import {heatmap} from "./heatmap.js";
import {structures} from "./structures.js";
import {years} from "./years.js";

const kGroupKeys = [["eco", "ECO code"], ["year", "Year"], ["result", "Result"], ["player", "Player"],
    ["white", "White"], ["black", "Black"], ["speed", "Speed (as on Lichess)"],
    ["tc", "Speed (over the board)"],
    ["plies", "Length in half-moves"], ["final-material", "Material at the end"]];
const kTop = 20;
const kBoards = 24;  // fills rows of two, three, four and six
const kPieces = [["all", "all pieces"], ...kKinds.map(([kind, word]) => [kind, `${word}s`])];
const kColors = [["", "both colours"], ["white", "White's"], ["black", "Black's"]];
const kMoves = [10, 15, 20, 30, 40];
const kAutomaticPly = 30;

/** A choice that changes one parameter of the address. */
function choice(label, name, options, now, fallback = "") {
    const list = select(options, now.get(name) || fallback, {
        onchange: () => address.go({[name]: list.value === fallback ? null : list.value}),
    });
    return field(label, list);
}

const positionChoice = (now) => choice("Positions", "pictures_at",
    [["", "as suits the question"], ["all", "all that match"],
        ...kMoves.map((move) => [String(2 * move), `after move ${move}`])], now);

function groupTable(key, rows) {
    const results = key === "player" ? ["won", "drawn", "lost"] : ["white", "draws", "black"];
    return {
        head: [key, "games", ...results, "positions"],
        rows: rows.map(({key: value, games, white, draws, black, positions}) =>
            [value ?? "unknown", games, white, draws, black, positions]),
        nameOf: key === "result" ? result : String,
    };
}

const heat = {
    title: "Heatmap",
    options: (now) => [
        choice("Pieces", "pictures_men", kPieces, now, "N"),
        choice("Colour", "pictures_color", kColors, now),
        positionChoice(now),
    ],
    request(now) {
        const pieces = now.get("pictures_men") || "N";
        const at = now.get("pictures_at");
        return {answer: "heatmap", ...(pieces === "all" ? {} : {pieces}), at: at === "all" ? "" : at};
    },
    draw({heatmap: answer}, {width, address: now}) {
        if (answer.total_positions === 0) return null;
        const pieces = now.get("pictures_men") || "N";
        const word = pieces === "all" ? "pieces" : kPieces.find(([kind]) => kind === pieces)[1];
        const planes = Object.entries(answer.planes);
        const counts = (isOwn) => planes.filter(([letter]) => isOwn(letter))
            .reduce((sum, [, plane]) => sum.map((value, square) => value + plane[square]), Array(64).fill(0));
        const isWhite = (letter) => letter === letter.toUpperCase();
        const boards = [
            {color: "white", name: `White's ${word}`, counts: counts(isWhite)},
            {color: "black", name: `Black's ${word}`, counts: counts((letter) => !isWhite(letter))},
        ].filter(({color}) => !now.get("pictures_color") || now.get("pictures_color") === color);
        const title = `Where ${boards.map(({name}) => name).join(" and ")} stand, in % of the positions`;
        const {picture, readout} = heatmap(boards, {width, total: answer.total_positions, title});
        const rows = Array.from({length: 64}, (_, square) =>
            [squareName(square), ...boards.map((board) => board.counts[square])]);
        return {title, picture, extra: readout, detail: word,
            table: {head: ["square", ...boards.map(({name}) => name)], rows}};
    },
};

/** Results as people write them; pawns are given by their number where there are many of them. */
function groupName(by, key) {
    if (by === "result") return result(key);
    return String(key ?? "unknown").replace(/P{3,}/g, (pawns) => `P×${pawns.length}`);
}

const groups = {
    title: "Groups",
    options: (now) => [choice("By", "pictures_key", kGroupKeys, now, "eco")],
    request: (now) => ({answer: "groups", key: now.get("pictures_key") || "eco", top_n: kTop}),
    draw({groups: answer}, {width}) {
        const rows = resultRows(answer);
        if (rows.length === 0) return null;
        const [, keyName] = kGroupKeys.find(([key]) => key === answer.group_by);
        const all = answer.distinct_groups;
        const which = rows.length < all ? `the largest ${rows.length} of ${count(all)}` : "all";
        const title = `${keyName}: ${which}`;
        return {
            title,
            detail: `by-${answer.group_by}`,
            picture: bars(rows.map((row) => ({...row, name: groupName(answer.group_by, row.key)})),
                {width, title, words: answer.group_by === "player" ? kPlayerWords : kResultWords}),
            table: groupTable(answer.group_by, rows),
        };
    },
};

const pawns = {
    title: "Pawn structures",
    options: (now) => [positionChoice(now)],
    // Every game begins with the same structures, so without a question about positions one ply is looked at.
    request(now, isOfHeaders) {
        const at = now.get("pictures_at") || (isOfHeaders ? String(kAutomaticPly) : "all");
        return {answer: "groups", key: "pawn-structure", top_n: kBoards, at: at === "all" ? "" : at};
    },
    draw({groups: answer}, {width}) {
        const rows = resultRows(answer);
        if (rows.length === 0) return null;
        const title = `The ${rows.length} most frequent pawn structures of ${count(answer.distinct_groups)}`;
        return {title, picture: structures(rows, {width, title}), table: groupTable("structure", rows)};
    },
};

const overYears = {
    title: "Over the years",
    options: () => [],
    request: () => ({answer: "groups", key: "year"}),
    draw({groups: answer}, {width}) {
        const rows = answer.rows.filter(({key}) => key !== null).sort((one, other) => one.key - other.key);
        if (rows.length === 0) return null;
        const title = `Results from ${rows[0].key} to ${rows.at(-1).key}`;
        return {title, picture: years(rows, {width, title}), table: groupTable("year", rows)};
    },
};

/** By the name that stands in the address; the first is shown when none does. */
export const kPictures = {heatmap: heat, groups, structures: pawns, years: overYears};
