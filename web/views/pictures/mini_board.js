// A small board as SVG, as a part of a larger picture.
import {svg} from "../../lib/dom.js";
import {menOf} from "../../lib/fen.js";
import {kManSize, man} from "../../parts/man.js";

const place = (square) => [(square % 8) * kManSize, (7 - Math.floor(square / 8)) * kManSize];

function squareOf(square) {
    const [x, y] = place(square);
    const isDark = (square + Math.floor(square / 8)) % 2 === 0;
    return svg("rect", {x, y, width: kManSize, height: kManSize,
        class: isDark ? "square dark" : "square light"});
}

/** `placement` is the first field of a FEN; `properties` say where in the picture the board is. */
export function miniBoard(placement, properties) {
    const men = menOf(placement).map(({square, piece}) =>
        svg("g", {transform: `translate(${place(square).join(" ")})`}, man(piece)));
    const squares = Array.from({length: 64}, (_, square) => squareOf(square));
    return svg("svg", {class: "mini-board", viewBox: `0 0 ${8 * kManSize} ${8 * kManSize}`, role: "img",
        "aria-label": placement, ...properties}, squares, men);
}
