// Pawn structures as small boards, each with its games and their results, in one picture.
import {svg} from "../../lib/dom.js";
import {plural} from "../../lib/format.js";
import {chart, kResultWords, label, resultParts, resultsInWords} from "./chart.js";
import {miniBoard} from "./mini_board.js";

const kGap = 20;
const kLeast = 170;  // the width of a board
const kCaption = 46;

/** "33/30/37%", in the order of the bars. */
const sharesOf = (row) => resultParts(row, 1).map(({share}) => share).join("/").replaceAll("%/", "/");

/** `rows` are {key: the board field of a FEN, positions, games, white, draws, black}. */
export function structures(rows, {width, title}) {
    const columns = Math.max(2, Math.floor((width + kGap) / (kLeast + kGap)));
    const side = (width - kGap * (columns - 1)) / columns;
    const rowHeight = side + kCaption + kGap;
    const height = Math.ceil(rows.length / columns) * rowHeight - kGap;
    return chart({width, height, title}, rows.map((row, index) =>
        structure(row, (index % columns) * (side + kGap), Math.floor(index / columns) * rowHeight)));

    function structure(row, x, y) {
        return svg("g", {},
            svg("title", {}, `${plural(row.positions, "position")}, ${resultsInWords(row, kResultWords)}`),
            miniBoard(row.key, {x, y, width: side, height: side}),
            resultParts(row, side).map(({result, at, length}) =>
                svg("rect", {x: x + at, y: y + side + 6, width: length, height: 12,
                    class: `chart-part wdb-${result}`})),
            label(x, y + side + 32, plural(row.games, "game")),
            label(x + side, y + side + 32, sharesOf(row),
                {"text-anchor": "end", class: "chart-text is-soft"}));
    }
}
