// What programs write, to be checked by the compiler and not run. A line after @ts-expect-error is a mistake that
// the types must catch.
import {Bitmap, compact, convert, Corpus, EdgeError, index, merge, open, version} from "edge-chess";
import type {GameRow, Group, IndexReport, Match, MatchedPosition, Progress} from "edge-chess";

const text: string = version;
const report: IndexReport = await index(["games.pgn", new URL("file:///more.pgn")], "games.scoredb", {
    force: true,
    tree_plies: "all",
    signal: AbortSignal.timeout(1000),
    progress: ({games, bytes, total_bytes}: Progress) => console.log(games, bytes / total_bytes, text),
});
const joined: number = (await compact("games.scoredb", {shards: true})).shards_before;
const parts: number = (await compact("games.scoredb", {tree: true, memory: "1G"})).segments;
const kept: number = (await compact("games.scoredb", {drop: "@twice", out: "once.scoredb"})).left_out;
const merged: string[] = (await merge(["a.scoredb", "b.scoredb"], "c.scoredb", {force: true})).warnings;
const written: number = (await convert("games.scoredb", "games.si4", {query: "result = W"})).games_written;

const corpus: Corpus = await open("games.scoredb", {threads: 2});
const count: number = (await corpus.query("result = W")).games_matched + report.games + written;
const {matches} = await corpus.query("ever(checkmate)", {answer: "matches", limit: 5});
const ply: number | undefined = matches[0]?.plies[0];
const rows: Group[] = (await corpus.query(undefined, {answer: "groups", key: "eco"})).groups.rows;
const kings: number[] | undefined = (await corpus.heatmap({all: ["queens_off"]}, {pieces: "K"})).heatmap.planes.k;
const largest: Group[] = (await corpus.groupBy("year", "elo >= 2500", {top_n: 3})).groups.rows;
const share: number | null | undefined = (await corpus.explore({moves: "e4 c5", details: true})).moves[0]?.performance;
const answers: number = (await corpus.explore({positions: ["moves e4", {moves: ["d4"]}]})).answers.length;
const isSound: boolean | undefined = (await corpus.inspect({verify: true})).verify?.ok;
const lines: string[] = (await corpus.news({pgn: "1. e4 *"})).lines.map((line) => line.moves);

const won: Bitmap = await corpus.find("result = W");
const chosen: Bitmap = won.and(corpus.setOf([1, 2, 3])).or(won.not()).xor(won).sub(won);
const ids: number[] = [...chosen];
const bits: bigint | undefined = chosen.words(0)[0];
await corpus.save(chosen, "@chosen", {force: true});
const known: boolean = (await corpus.load("@chosen")).has(chosen.count);

for await (const game of corpus.games(won, {sort: "elo", desc: true, limit: 10})) {
    const row: GameRow = game;
    console.log(row.tags["White"], row.moves.length);
}
for await (const row of corpus.games("eco = B33", {columns: ["game_id", "white"]})) console.log(row["white"]);
for await (const piece of corpus.text(won, {format: "csv"})) console.log(piece.length);
for await (const match of corpus.matches("ever(checkmate)")) console.log((match satisfies Match).plies);
for await (const found of corpus.positions("ever(checkmate)", {positions: "fen"})) {
    console.log((found satisfies MatchedPosition).fen);
}
const pgn: string = await corpus.game(0, {format: "pgn"});
const first: GameRow = await corpus.game(0);

try {
    await using other = await open("other.scoredb");
    await other.query("result = W");
} catch (error) {
    if (error instanceof EdgeError && error.code === "NOT_FOUND") console.log(error.message);
}

// @ts-expect-error: a path is text
await open(7);
// @ts-expect-error: no such key
await corpus.groupBy("colour");
// @ts-expect-error: no such field
await index("games.pgn", "games.scoredb", {shard: 3});
// @ts-expect-error: no such answer
await corpus.query("all", {answer: "everything"});
// @ts-expect-error: a corpus is opened, not made
new Corpus();
// @ts-expect-error: sets go with sets
won.and([1, 2, 3]);
// @ts-expect-error: a count has no groups
(await corpus.query("all")).groups;
// @ts-expect-error: no such code
const code: EdgeError["code"] = "EPERM";

export {answers, bits, code, count, first, ids, isSound, kings, known, largest, lines, pgn, ply, rows, share};
