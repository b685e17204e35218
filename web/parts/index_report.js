// The report at the end of indexing: how many games were read and kept, and what happened to the
// others.
import {h} from "../lib/dom.js";
import {bytes, count, plural} from "../lib/format.js";
import {fact, factList} from "./facts.js";

/** The meaning of Edge's words for a game's problem; others are shown unchanged. */
const kReasons = {
    variant: "another variant of chess",
    custom_start: "another starting position",
    no_moves: "no moves",
    bad_first_move: "the first move cannot be read",
    bad_move: "a move cannot be read",
    too_long: "too long",
    duplicate: "a repeat of another game",
    illegal_move: "an illegal move",
    unreadable_move: "an unreadable move",
    ambiguous_move: "an ambiguous move",
    null_move: "a null move",
    unclosed_comment: "a comment without an end",
    unclosed_variation: "a variation without an end",
    too_many_plies: "too many moves",
};

/** Games with problems, by reason; nothing where there are none. */
function trouble(name, byReason) {
    const all = Object.values(byReason).reduce((sum, games) => sum + games, 0);
    const reasons = Object.entries(byReason).map(([reason, games]) =>
        h("li", {}, `${count(games)}: ${kReasons[reason] ?? reason.replaceAll("_", " ")}`));
    return all > 0 ? fact(name, count(all), h("ul", {}, reasons)) : null;
}

/** What games that were added have become; nothing where a corpus was made. */
function additions({added, games}) {
    if (!added) return null;
    const last = added.first_game + games - 1;
    const numbers = games === 1 ? `number ${count(last)}`
        : `numbers ${count(added.first_game)} to ${count(last)}`;
    return [
        added.known_sources.map((source) =>
            fact("Known", `${source} is in the corpus already, nothing was added from it`)),
        fact("Added", games > 0 ? `${plural(games, "game")}, ${numbers}` : "no games"),
        fact("Now", `${plural(added.total_games, "game")} in the corpus`),
    ];
}

/** `report` is the closing one of `edge index` or `edge add`. */
export function indexReport(report) {
    const isNothing = report.added && report.games_read === 0;
    if (isNothing) return factList(additions(report));
    return factList(
        additions(report),
        fact("Games read", count(report.games_read)),
        fact("Kept", `${plural(report.games, "game")}, ${plural(report.plies, "half-move")}`),
        trouble("Cut short", report.truncated_by),
        trouble("Skipped", report.skipped),
        trouble("Not chosen", report.left_out),
        trouble("Kept in part", report.lost),
        fact("Size", `${bytes(report.input_bytes)} of games became ${bytes(report.corpus_bytes)}`),
        fact("Tree", report.tree ? plural(report.tree.edges, "move") : "none"),
        fact("Time", `${report.seconds.toFixed(1)} s`));
}
