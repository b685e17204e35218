// The board: cm-chessboard with what every view needs of it. It knows no rules: the legal moves
// come from the daemon.
import {BORDER_TYPE, COLOR, Chessboard, FEN, INPUT_EVENT_TYPE} from "../board/src/Chessboard.js";
import {MARKER_TYPE, Markers} from "../board/src/extensions/markers/Markers.js";
import {PromotionDialog} from "../board/src/extensions/promotion-dialog/PromotionDialog.js";
import {h} from "../lib/dom.js";
import {piecesOf, squareName} from "../lib/fen.js";
import {Arrows} from "./arrows.js";

const kLastMove = {class: "marker-last-move", slice: "markerSquare"};
const kCastling = {e1g1: ["h1", "f1"], e1c1: ["a1", "d1"], e8g8: ["h8", "f8"], e8c8: ["a8", "d8"]};
const kPieceWords = {k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn"};

/** A position in words, for those who cannot see it: "White: king e1, ... Black: ..." */
function inWords(fen) {
    const pieces = piecesOf(fen).sort((a, b) => "kqrbnp".indexOf(a.piece[1]) - "kqrbnp".indexOf(b.piece[1]));
    const list = (color) => pieces.filter(({piece}) => piece[0] === color)
        .map(({square, piece}) => `${kPieceWords[piece[1]]} ${squareName(square)}`)
        .join(", ");
    return `Chess board. White: ${list("w")}. Black: ${list("b")}.`;
}

export class Board {
    /** `onMove(move)` is called when one of the allowed moves is made; without it none can be made. */
    constructor({onMove} = {}) {
        this.arrows = new Arrows();
        this.element = h("div", {class: "board"});
        this.onMove = onMove;
        this.legal = [];  // the moves of the position shown; null while they are not known
        this.early = [];  // moves made meanwhile, which may be dropped: "e7e5"
        this.isHolding = false;  // a piece was picked up
        this.fen = "";  // what was shown last
        this.isFlipped = false;
    }

    // cm-chessboard measures its element, which must be in the page by then.
    get chessboard() {
        this.made ??= this.make();
        return this.made;
    }

    make() {
        const chessboard = new Chessboard(this.element, {
            position: FEN.start,
            assetsUrl: "page/board/assets/",
            style: {cssClass: "edge", borderType: BORDER_TYPE.none, animationDuration: 150},
            extensions: [
                {class: Markers, props: {autoMarkers: MARKER_TYPE.square}},
                {class: PromotionDialog, props: {language: "en"}},
            ],
        });
        if (this.onMove) chessboard.enableMoveInput((event) => this.onInput(event));
        // A touch that puts a piece down must not count again, as a click on the piece.
        this.element.addEventListener("touchstart", (event) => {
            if (this.isHolding && event.target.dataset.square) event.preventDefault();
        }, {capture: true, passive: false});
        this.element.append(this.arrows.element);
        return chessboard;
    }

    /** `lastMove` is marked. */
    show(fen, {lastMove} = {}) {
        this.chessboard.removeMarkers(kLastMove);
        for (const square of lastMove ? [lastMove.slice(0, 2), lastMove.slice(2, 4)] : []) {
            this.chessboard.addMarker(kLastMove, square);
        }
        const isFirst = this.fen === "";
        this.fen = fen;
        this.element.querySelector("svg.cm-chessboard").setAttribute("aria-label", inWords(fen));
        if (this.early.length === 0) this.draw({isAnimated: !isFirst});
    }

    draw({isAnimated = true} = {}) {
        const isQuiet = matchMedia("(prefers-reduced-motion: reduce)").matches;
        this.chessboard.setPosition(this.fen, isAnimated && !isQuiet);
    }

    /**
     * Another position is on its way. Moves made before allow() gives its legal moves wait for
     * that, if a move made here leads to it; after any other change they are dropped.
     */
    hold() {
        this.legal = null;
        if (!this.isMoving) this.early = [];
    }

    /** The moves that can be made from the position shown: [{uci}]. */
    allow(legal) {
        this.legal = legal;
        if (this.early.length > 0 && !this.take(this.early.shift())) this.undo();
    }

    /** [{uci, weight}], the weight from 0 to 1: how strong an arrow looks. */
    drawArrows(arrows) {
        this.arrows.show(arrows);
    }

    /** Makes the arrow of one move stand out; "" for none. */
    point(uci) {
        this.arrows.point(uci);
    }

    flip(isFlipped) {
        if (this.isFlipped === isFlipped) return;
        this.isFlipped = isFlipped;
        this.chessboard.setOrientation(isFlipped ? COLOR.black : COLOR.white, false);
        this.arrows.flip(isFlipped);
    }

    onInput({type, squareFrom: from, squareTo: to}) {
        if (type === INPUT_EVENT_TYPE.moveInputStarted) return (this.isHolding = this.takeUp(from));
        if (type === INPUT_EVENT_TYPE.moveInputFinished || type === INPUT_EVENT_TYPE.moveInputCanceled) {
            this.chessboard.removeMarkers(MARKER_TYPE.dot);
            return true;
        }
        if (type !== INPUT_EVENT_TYPE.validateMoveInput) return true;
        this.isHolding = false;
        if (this.mayMove(from, to)) queueMicrotask(() => this.putDown(from, to));
        // Never left to cm-chessboard, which would take no other move until this one is drawn.
        return false;
    }

    /** Whether a piece can be moved; shows where to. */
    takeUp(from) {
        if (!this.legal) return true;
        const own = this.legal.filter(({uci}) => uci.startsWith(from));
        for (const target of new Set(own.map(({uci}) => uci.slice(2, 4)))) {
            this.chessboard.addMarker(MARKER_TYPE.dot, target);
        }
        return own.length > 0;
    }

    mayMove(from, to) {
        if (this.legal) return this.legal.some(({uci}) => uci.startsWith(from + to));
        // Another piece of the same side is picked up instead.
        return this.chessboard.getPiece(from)?.[0] !== this.chessboard.getPiece(to)?.[0];
    }

    putDown(from, to) {
        // A rook that castles moves at once too, since the next move may be its own.
        const rook = this.chessboard.getPiece(from)?.[1] === "k" ? kCastling[from + to] : undefined;
        this.chessboard.movePiece(from, to);
        if (rook) this.chessboard.movePiece(...rook);
        if (this.legal) this.take(from + to);
        else this.early.push(from + to);
    }

    /** Makes the move between two squares; false if there is none. */
    take(squares) {
        const found = this.legal.filter(({uci}) => uci.startsWith(squares));
        if (found.length === 1) this.play(found[0]);
        else if (found.length > 1) this.askForPiece(squares.slice(2), found);
        return found.length > 0;
    }

    play(move) {
        this.isMoving = true;
        this.onMove(move);
        this.isMoving = false;
    }

    askForPiece(to, promotions) {
        this.early = [];
        this.chessboard.showPromotionDialog(to, to[1] === "8" ? COLOR.white : COLOR.black, (result) => {
            if (result?.piece) this.play(promotions.find(({uci}) => uci[4] === result.piece[1]));
            else this.undo();
        });
    }

    /** Takes back a move that was made only on the board. */
    undo() {
        this.early = [];
        this.draw();
    }
}
