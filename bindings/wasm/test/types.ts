// Compiled and never run: the types take what they should, and nothing else.
import {Bitmap, EdgeError, loadEdge} from "./edge.js";
import {startEdge} from "./client.js";

export async function inThread(bytes: Uint8Array): Promise<number> {
    const edge = await loadEdge(bytes, {maxMemoryBytes: 1 << 28});
    const corpus = edge.index([{name: "a.pgn", bytes}], {shards: 1, progress: ({games}) => games < 10});
    const found: Bitmap = corpus.find("mate").and(corpus.find({query: "result = W"}));
    const text: string = corpus.games({format: "pgn"}, {within: found});
    const page: number = corpus.games().games.length;
    corpus.explore({moves: ["e4"], continued: true, games: {sort: "date", limit: 3}});
    // @ts-expect-error: no such order
    corpus.explore({games: {sort: "name"}});
    // @ts-expect-error: no such key
    corpus.groupBy("colour");
    // @ts-expect-error: a set, not its ids
    corpus.query("mate", {within: found.ids()});
    return text.length + page + found.ids()[0]!;
}

export async function inWorker(file: File, signal: AbortSignal): Promise<Uint32Array> {
    const edge = await startEdge({wasm: new URL("https://example.org/edge.wasm")});
    const corpus = await edge.index([file], {signal});
    try {
        const found = await corpus.find("mate", {signal});
        return await (await found.not()).ids();
    } catch (error) {
        if (error instanceof EdgeError && error.code === "CANCELLED") return new Uint32Array();
        throw error;
    } finally {
        edge.terminate();
    }
}
