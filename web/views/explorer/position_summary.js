// Facts about a position other than its moves: the name of its opening, how many games continued
// from it, where that number comes from, and what to do when there is nothing.
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {h, replace} from "../../lib/dom.js";
import {kStartFen} from "../../lib/fen.js";
import {kFilterNames} from "../../lib/filter_query.js";
import {count, plural} from "../../lib/format.js";
import {failure, hint} from "../../parts/message.js";

const kPatienceMs = 150;  // before saying that an answer takes time
const kEnds = {checkmate: "Checkmate.", stalemate: "Stalemate."};

/** What /tree is asked with, for a request of the explorer: {corpus, fen, query, isDeep}. */
export function treeBody({corpus, fen, query, isDeep}) {
    return {corpus, ...(fen && {fen}), ...(query && {query}), ...(isDeep && {deep: true})};
}

/**
 * How many games went on. The moves can add up to more: a game that came back to the position and then played
 * another move counts for both. How many there are is known where they are listed.
 */
export const gamesOf = ({games_matched: games, total}) => games ?? total;

// A scan also finds what is beyond the depth of the tree.
const scanButton = (properties, words, deep) => h("button", {type: "button", ...properties,
    onclick: () => address.go({explore_deep: deep})}, words);

export class PositionSummary {
    constructor() {
        this.opening = h("h1", {class: "opening"});
        this.facts = h("p", {class: "soft position-facts"});
        this.repeated = h("p", {class: "soft position-facts", hidden: true});
        this.transposed = h("p", {class: "soft position-facts", hidden: true});
        this.status = h("div", {class: "position-status"});
        this.element = h("div", {}, this.opening, this.facts, this.repeated, this.transposed, this.status);
        this.askBefore = api.latest((signal, body) => api.post("/tree", body, {signal}));
    }

    /** Says after a while that an answer is on its way. */
    wait() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => replace(this.status, hint("Searching …")), kPatienceMs);
    }

    fail(error, again) {
        clearTimeout(this.timer);
        replace(this.opening, "No answer");
        replace(this.facts);
        this.repeated.hidden = this.transposed.hidden = true;
        const isOfLine = /^\/(fen|moves)/.test(error.pointer ?? "");
        replace(this.status, failure(error, again), isOfLine ? h("button", {type: "button",
            onclick: () => address.go({fen: null, moves: null, explore_ply: null}),
        }, "To the starting position") : null);
    }

    show(request, answer) {
        clearTimeout(this.timer);
        const {opening} = answer.board;
        replace(this.opening, opening
            ? [h("span", {class: "eco"}, opening.eco), ` ${opening.name}`]
            : answer.fen === kStartFen ? "Starting position" : "Unnamed position");
        this.showFacts(request, answer);
        replace(this.status, this.statusOf(request, answer));
        this.showTransposed(request, answer);
    }

    showFacts(request, answer) {
        const {total, source, board, tree_plies: depth, games_selected: selected} = answer;
        const isTree = source === "tree";
        const tree = depth ? `opening tree, first ${Math.floor(depth / 2)} moves` : "opening tree";
        const facts = [board.turn === "white" ? "White to move" : "Black to move",
            `${plural(gamesOf(answer), "game")} went on`];
        if (selected !== undefined) facts.push(`${count(selected)} in all pass the filters`);
        facts.push(isTree ? tree : "scan of all games");
        replace(this.facts, `${facts.join(" · ")} `,
            isTree && total > 0 ? scanButton({class: "quiet"}, "Scan all games", 1) : null,
            request.isDeep && depth !== null ? scanButton({class: "quiet"}, "Use the tree", null) : null,
            !isTree && depth === null ? "(this corpus has no opening tree)" : null);
        this.repeated.hidden = total <= gamesOf(answer);
        this.repeated.textContent = `The moves add up to ${count(total)}: `
            + "a game that came back here and then played another move counts for both.";
    }

    statusOf({query}, {total, source, board, games_selected: selected}) {
        if (board.end) return hint(kEnds[board.end]);
        if (total > 0) return null;
        if (selected === 0) {
            const clear = () => address.go(Object.fromEntries(kFilterNames.map((name) => [name, null])));
            return [hint("No game passes the filters."),
                h("button", {type: "button", class: "primary", onclick: clear}, "Clear the filters")];
        }
        const game = query ? "game that passes the filters" : "game";
        if (source !== "tree") return hint(`No ${game} continues from here.`);
        return [
            hint(`The opening tree has no ${game} that continues from here. `,
                "A scan also finds games that reach this position later."),
            scanButton({class: "primary"}, "Scan all games", 1),
        ];
    }

    /**
     * An answer is about the games that went on from the position, by whatever moves they came to it. How
     * many came by the last move of the line is in the answer about the position before it.
     */
    async showTransposed(request, answer) {
        const {source, board} = answer;
        const games = gamesOf(answer);
        this.transposed.hidden = true;
        this.shown = board;
        const last = board.line.at(-1);
        if (!last || games === 0 || source !== "tree") return;
        const moves = board.line.slice(0, -1).map(({san}) => san);
        const before = await this.askBefore({...treeBody(request), moves}).catch(() => null);
        const came = before?.moves.find(({san}) => san === last.san)?.total ?? 0;
        if (!before || games === came || this.shown !== board) return;
        const byMove = `${plural(came, "game")} came by ${last.san}`;
        this.transposed.textContent = games < came
            ? `${byMove}, at least ${count(came - games)} of them ended here.`
            : `Also reached by transposition: ${byMove}, at least ${count(games - came)} by other moves.`;
        this.transposed.hidden = false;
    }
}
