// A small board as SVG, as a part of a larger picture.
import {svg} from "../../lib/dom.js";
import {piecesOf} from "../../lib/fen.js";
import {drawnPiece, kPieceSize} from "../../parts/piece.js";

const place = (square) => [(square % 8) * kPieceSize, (7 - Math.floor(square / 8)) * kPieceSize];

function squareOf(square) {
    const [x, y] = place(square);
    const isDark = (square + Math.floor(square / 8)) % 2 === 0;
    return svg("rect", {x, y, width: kPieceSize, height: kPieceSize,
        class: isDark ? "square dark" : "square light"});
}

/** `placement` is the first field of a FEN; `properties` say where in the picture the board is. */
export function miniBoard(placement, properties) {
    const pieces = piecesOf(placement).map(({square, piece}) =>
        svg("g", {transform: `translate(${place(square).join(" ")})`}, drawnPiece(piece)));
    const squares = Array.from({length: 64}, (_, square) => squareOf(square));
    return svg("svg", {class: "mini-board", viewBox: `0 0 ${8 * kPieceSize} ${8 * kPieceSize}`, role: "img",
        "aria-label": placement, ...properties}, squares, pieces);
}
