// Where pieces stand, as boards whose squares grow stronger with the count. Each square also shows
// its share as a number, and the readout below shows it in words for the square under the pointer
// or the arrow keys.
import {h, svg} from "../../lib/dom.js";
import {squareName} from "../../lib/fen.js";
import {count, percent} from "../../lib/format.js";
import {chart, label} from "./chart.js";

const kEdge = 22;  // for the names of ranks and files
const kGap = 28;
const kHead = 26;
const kLegend = 52;
const kLegendStep = 58;
const kSteps = 5;
const kLargest = 480;
const kTextSize = 34;  // a square this large has room for its share
const kWay = matchMedia("(pointer: coarse)").matches ? "Tap a square to see its numbers."
    : "Point at a square, or go over it with the arrow keys.";
const kDark = 0.77;  // from this strength on, text on a square needs the other colour

/** The strength of a count from 0 to 1: its root, since home squares would drown out the others. */
const strengthOf = (value, most) => (most > 0 ? Math.sqrt(value / most) : 0);

const shareOf = (value, total) => percent(value, total, value / total >= 0.0995 ? 0 : 1);

/** A rectangle of that strength, on a ground that is the same for all. */
function heatRect(place, strength) {
    return [svg("rect", {...place, class: "heat-ground"}),
        svg("rect", {...place, class: "heat", "fill-opacity": strength.toFixed(3)})];
}

/** `boards` are [{name, counts}] with 64 counts, a1 first; `total` the positions they are of. */
export function heatmap(boards, {width, total, title}) {
    const isWide = width >= 560 && boards.length > 1;
    const side = Math.min(kLargest, isWide ? (width - kGap) / 2 : width);
    const tile = (side - kEdge) / 8;
    const most = Math.max(...boards.flatMap(({counts}) => counts));
    const boardHeight = kHead + 8 * tile + kEdge;
    const height = (isWide ? boardHeight : boards.length * boardHeight) + kLegend;
    const readout = h("p", {class: "readout", "aria-live": "polite"}, kWay);
    const drawnWidth = isWide ? 2 * side + kGap : side;
    const picture = chart({width: drawnWidth, height, title, role: "group"}, boards.map(boardOf), legend());
    return {picture, readout};

    function describe({name, counts}, square) {
        const value = counts[square];
        readout.textContent = `${name} on ${squareName(square)}: ${count(value)} of ${count(total)} positions`
            + ` (${percent(value, total, 1)})`;
    }

    function placeOf(square) {
        const [file, rank] = [square % 8, Math.floor(square / 8)];
        return {x: kEdge + file * tile, y: kHead + (7 - rank) * tile, width: tile, height: tile};
    }

    function tileOf(board, square) {
        const place = placeOf(square);
        const value = board.counts[square];
        const strength = strengthOf(value, most);
        const hasText = value > 0 && tile >= kTextSize;
        const textClass = strength > kDark ? "heat-text is-on-strong" : "heat-text";
        return svg("g", {class: "heat-square", onpointerenter: () => describe(board, square)},
            svg("title", {}, `${squareName(square)}: ${count(value)} (${percent(value, total, 1)})`),
            heatRect(place, strength),
            hasText ? label(place.x + tile / 2, place.y + tile / 2, shareOf(value, total),
                {"text-anchor": "middle", class: textClass}) : null);
    }

    function boardOf(board, index) {
        let cursor = 0;
        const mark = svg("rect", {...placeOf(cursor), class: "heat-cursor"});
        const move = (square) => {
            cursor = square;
            const {x, y} = placeOf(square);
            mark.setAttribute("x", x);
            mark.setAttribute("y", y);
            describe(board, square);
        };
        const keydown = (event) => {
            const step = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: 8, ArrowDown: -8}[event.key];
            if (!step || !(cursor + step in board.counts)) return;
            event.preventDefault();
            move(cursor + step);
        };
        const [x, y] = isWide ? [index * (side + kGap), 0] : [0, index * boardHeight];
        return svg("g", {transform: `translate(${x} ${y})`, tabindex: 0, class: "heat-board", role: "img",
            "aria-label": `${board.name}; arrow keys go from square to square`, onkeydown: keydown},
        label(kEdge, 10, board.name, {class: "chart-text is-strong"}),
        board.counts.map((_, square) => tileOf(board, square)),
        coordinates(), mark);
    }

    function coordinates() {
        const middle = {"text-anchor": "middle"};
        return Array.from({length: 8}, (_, line) => [
            label(kEdge - 10, kHead + (7.5 - line) * tile, String(line + 1), middle),
            label(kEdge + (line + 0.5) * tile, kHead + 8 * tile + 12, "abcdefgh"[line], middle),
        ]);
    }

    // Shares at even steps of strength, so that the scale can be read off it.
    function legend() {
        const y = height - kLegend + 10;
        return Array.from({length: kSteps}, (_, index) => {
            const strength = index / (kSteps - 1);
            const x = kEdge + index * kLegendStep;
            return [heatRect({x, y, width: kLegendStep, height: 14}, strength),
                label(x + kLegendStep / 2, y + 26, shareOf(most * strength ** 2, total),
                    {"text-anchor": "middle"})];
        });
    }
}
