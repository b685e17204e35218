// The pieces as SVG, for boards that are drawn without cm-chessboard.
import {svg} from "../lib/dom.js";

/** The width and height of a drawn piece. */
export const kPieceSize = 40;

/** `piece` is its colour and type, such as "wp". */
export function drawnPiece(piece) {
    return svg("use", {href: `page/board/assets/pieces/standard.svg#${piece}`});
}
