// Results over the years: above, the shares of each year; below, how many games there are of it.
import {svg} from "../../lib/dom.js";
import {shortCount} from "../../lib/format.js";
import {chart, kResultWords, label, resultLegend, resultParts, resultsInWords} from "./chart.js";

const kLeft = 44;
const kTop = 34;
const kShares = 220;  // heights of the two parts
const kGap = 26;
const kGames = 70;
const kFloor = kTop + kShares + kGap + kGames;
const kWidest = 96;  // of a column
const kLegendWidth = 330;
const kFew = 10;  // with fewer games, shares mean little

/** The years between labels, so that these do not meet. */
function labelStep(years, unit) {
    return [1, 2, 5, 10, 20, 25, 50, 100].find((step) => step * unit >= 46) ?? years;
}

/** `rows` are {key: year, games, white, draws, black}, in the order of years. */
export function years(rows, {width, title}) {
    const first = rows[0].key;
    const span = rows.at(-1).key - first + 1;
    const unit = Math.min((width - kLeft - 8) / span, kWidest);
    const thickness = unit > 6 ? unit - 2 : unit;
    const most = Math.max(...rows.map(({games}) => games));
    const step = labelStep(span, unit);
    const xOf = (year) => kLeft + (year - first) * unit;
    const labelled = Array.from({length: span}, (_, index) => first + index)
        .filter((year) => year % step === 0 || span === 1);
    const half = kTop + kShares / 2;
    // A few years do not need the whole width, but the legend needs its own.
    const right = kLeft + span * unit;
    return chart({width: Math.min(width, Math.max(right + 8, kLegendWidth)), height: kFloor + 24, title},
        resultLegend(kLeft, 12, kResultWords),
        [0, 0.5, 1].map((share) => grid(kTop + kShares * (1 - share), `${100 * share}%`)),
        grid(kFloor, "0"), grid(kFloor - kGames, shortCount(most)),
        label(kLeft, kTop + kShares + kGap - 11, "Games"),
        rows.map(column),
        labelled.map((year) =>
            label(xOf(year) + unit / 2, kFloor + 14, String(year), {"text-anchor": "middle"})),
        // After the columns, which would hide it.
        svg("line", {x1: kLeft, x2: right, y1: half, y2: half, class: "chart-half"}));

    function grid(y, text) {
        return [svg("line", {x1: kLeft, x2: right, y1: y, y2: y, class: "chart-line"}),
            label(kLeft - 6, y, text, {"text-anchor": "end"})];
    }

    function column(row) {
        const x = xOf(row.key);
        const games = (kGames * row.games) / most;
        return svg("g", {class: row.games < kFew ? "chart-column is-few" : "chart-column"},
            svg("title", {}, `${row.key}, ${resultsInWords(row, kResultWords)}`),
            resultParts(row, kShares).map(({result, at, length}) =>
                svg("rect", {x, y: kTop + kShares - at - length, width: thickness, height: length,
                    class: `chart-part wdb-${result}`})),
            svg("rect", {x, y: kFloor - games, width: thickness, height: games, class: "chart-games"}));
    }
}
