// Arrows over a board, one for each move. Wider and darker means more: both show the same thing, so
// that it is visible at a glance and without colours.
import {replace, svg} from "../lib/dom.js";

// In squares.
const kHead = {width: 0.42, length: 0.34};
const kShaft = {thinnest: 0.06, widest: 0.19};
const kFaintest = 0.35;
const kFromCentre = 0.28;  // where the shaft begins, to keep the piece visible

export class Arrows {
    constructor() {
        this.element = svg("svg", {class: "arrows", viewBox: "0 0 8 8", "aria-hidden": "true"});
        this.arrows = [];
        this.isFlipped = false;
        this.pointed = "";
    }

    /** [{uci, weight}], the weight from 0 to 1. */
    show(arrows) {
        this.arrows = arrows;
        this.draw();
    }

    flip(isFlipped) {
        if (isFlipped === this.isFlipped) return;
        this.isFlipped = isFlipped;
        this.draw();
    }

    /** One move that stands out among the arrows, whether it has one or not; "" for none. */
    point(uci) {
        if (uci === this.pointed) return;
        this.pointed = uci;
        this.draw();
    }

    draw() {
        // The strongest last, over the others.
        const others = this.arrows.filter(({uci}) => uci !== this.pointed);
        const ordered = others.sort((a, b) => a.weight - b.weight);
        const paths = ordered.map(({uci, weight}) => this.path(uci, weight, {
            opacity: (kFaintest + (0.85 - kFaintest) * weight) * (this.pointed ? 0.5 : 1),
        }));
        if (this.pointed) {
            const weight = this.arrows.find(({uci}) => uci === this.pointed)?.weight ?? 0;
            paths.push(this.path(this.pointed, Math.max(weight, 0.5), {class: "is-pointed"}));
        }
        replace(this.element, paths);
    }

    path(uci, weight, properties) {
        const [x1, y1] = this.centre(uci.slice(0, 2));
        const [x2, y2] = this.centre(uci.slice(2, 4));
        const length = Math.hypot(x2 - x1, y2 - y1);
        const half = (kShaft.thinnest + (kShaft.widest - kShaft.thinnest) * weight) / 2;
        const headHalf = Math.max(kHead.width / 2, half * 2) * (0.7 + 0.3 * weight);
        const neck = length - kHead.length;
        // Drawn from left to right along the x axis, and then turned.
        const outline = `M${kFromCentre} ${-half}H${neck}V${-headHalf}`
            + `L${length} 0L${neck} ${headHalf}V${half}H${kFromCentre}Z`;
        const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
        return svg("path", {d: outline, transform: `translate(${x1} ${y1}) rotate(${angle})`, ...properties});
    }

    centre(square) {
        const file = square.charCodeAt(0) - "a".charCodeAt(0);
        const rank = Number(square[1]) - 1;
        return this.isFlipped ? [7.5 - file, rank + 0.5] : [file + 0.5, 7.5 - rank];
    }
}
