// Groups as bars: as long as the group has games, split by their results.
import {svg} from "../../lib/dom.js";
import {count} from "../../lib/format.js";
import {chart, clipped, label, resultLegend, resultParts, resultsInWords, textWidth} from "./chart.js";

const kRow = 28;
const kTop = 32;  // for the legend
const kBar = 18;
const kShareWidth = 34;  // a part this long has room for its share
const kCountWidth = 64;
const kGap = 10;

/** `rows` are {name, games, white, draws, black}. */
export function bars(rows, {width, words, title}) {
    const names = rows.map(({name}) => clipped(name, Math.min(220, width * 0.34)));
    const left = Math.max(...names.map(textWidth)) + kGap;
    const most = Math.max(...rows.map(({games}) => games), 1);
    const unit = (width - left - kCountWidth) / most;
    return chart({width, height: kTop + rows.length * kRow, title},
        resultLegend(0, 12, words),
        rows.map((row, index) => bar(row, names[index], kTop + (index + 0.5) * kRow)));

    function bar(row, name, middle) {
        const length = row.games * unit;
        return svg("g", {}, svg("title", {}, `${row.name}, ${resultsInWords(row, words)}`),
            label(left - kGap, middle, name, {"text-anchor": "end"}),
            resultParts(row, length).map((part) => partOf(part, middle)),
            label(left + length + 8, middle, count(row.games)));
    }

    function partOf({result, at, length, share}, middle) {
        const x = left + at;
        return [
            svg("rect", {x, y: middle - kBar / 2, width: length, height: kBar,
                class: `chart-part wdb-${result}`}),
            length < kShareWidth ? null : label(x + length / 2, middle, share,
                {"text-anchor": "middle", class: `chart-share is-${result}`}),
        ];
    }
}
