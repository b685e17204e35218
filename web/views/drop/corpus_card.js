// A corpus that is on the page: what was read into it, and its actions.
import * as address from "../../lib/address.js";
import {h} from "../../lib/dom.js";
import {corpusName, plural} from "../../lib/format.js";
import {indexReport} from "../../parts/index_report.js";

/** Games of the file that are missing from the corpus or incomplete. */
function notWhole({games_read: read, games, truncated}) {
    const parts = [];
    if (read > games) parts.push(`${plural(read - games, "game")} left out`);
    if (truncated > 0) parts.push(`${plural(truncated, "game")} cut short`);
    return parts.length === 0 ? "" : ` · ${parts.join(", ")}`;
}

export function corpusCard({path, games, report}, onRemove) {
    const name = corpusName(path);
    const explore = () => address.go(address.ofCorpus(path), {view: "explore"});
    const button = (words, act) =>
        h("button", {type: "button", onclick: act, "aria-label": `${words} ${name}`}, words);
    return h("article", {class: "card stack drop-corpus", "aria-label": name},
        h("div", {class: "row spread"},
            h("div", {}, h("h3", {}, name), h("p", {class: "soft"}, plural(games, "game"), notWhole(report))),
            h("div", {class: "row"}, button("Explore", explore), button("Remove", onRemove))),
        h("details", {}, h("summary", {}, "What was read"), indexReport(report)));
}
