// The answer of GET /corpus/inspect for readers.
import {h} from "../../lib/dom.js";
import {bytes, count, plural} from "../../lib/format.js";
import {fact, factList} from "../../parts/facts.js";
import {numberTable} from "../../parts/number_table.js";

export function treeWords(plies) {
    if (plies === null) return "No tree";
    return plies === 0 ? "Tree of all moves" : `Tree of the first ${plies} half-moves`;
}

function table(caption, heads, rows) {
    return h("div", {}, h("h3", {}, caption), numberTable(caption, heads, rows));
}

const size = (value) => (value === null ? "–" : bytes(value));

function treeFact(tree, plies) {
    if (!tree) return ["None: the explorer looks at every game instead"];
    return [`${treeWords(plies)}, ${plural(tree.edges, "move")}, ${bytes(tree.bytes)}`, h("br"),
        tree.games ? `games of each move, ${bytes(tree.games.bytes)}: filters are fast`
            : "without the games of each move: filters look at every game"];
}

function sourceList(sources) {
    if (sources.length === 0) return "–";
    return sources.map((source) => h("div", {}, source.path,
        source.size === null ? null : h("span", {class: "soft"}, ` (${bytes(source.size)})`)));
}

function shardTable(shards) {
    const heads = ["Shard", "Games", "Half-moves", "Names", "Moves", "Index", "Dictionary", "Columns",
        "Tags"];
    return table(plural(shards.length, "shard"), heads, shards.map((shard, index) => [
        index, count(shard.games), count(shard.plies), count(shard.names), size(shard.moves_bytes),
        size(shard.gameidx_bytes), size(shard.dict_bytes), size(shard.cols_bytes), size(shard.extra_bytes)]));
}

function setTable(bitmaps) {
    if (bitmaps.length === 0) return h("p", {class: "soft"}, "No sets of games are saved with it.");
    return table(plural(bitmaps.length, "saved set"), ["Name", "Games", "Size"],
        bitmaps.map(({name, games_set: games, error, bytes: size}) =>
            [`@${name}`, games === null ? error : count(games), bytes(size)]));
}

export function corpusDetails({path, total_bytes: total, meta, shards, tree, bitmaps, warnings}) {
    return h("section", {class: "card stack", "aria-label": `Details of ${path}`},
        h("h2", {}, path),
        warnings.map((warning) => h("p", {class: "failure"}, warning)),
        factList(
            fact("Games", count(meta.total_games)),
            fact("Half-moves", count(meta.total_moves)),
            fact("Size", bytes(total)),
            fact("Tree", ...treeFact(tree, meta.tree_plies)),
            fact("Made of", sourceList(meta.sources))),
        shardTable(shards),
        setTable(bitmaps));
}
