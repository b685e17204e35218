// The men of the board as SVG, for boards that are drawn without cm-chessboard.
import {svg} from "../lib/dom.js";

/** The width and height of a man as it is drawn. */
export const kManSize = 40;

/** `piece` is its colour and kind, such as "wp". */
export function man(piece) {
    return svg("use", {href: `page/board/assets/pieces/standard.svg#${piece}`});
}
