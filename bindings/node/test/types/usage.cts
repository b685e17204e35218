// The same for a program that uses require().
import edge = require("edge-chess");

async function count(path: string): Promise<number> {
    await edge.index("games.pgn", path);
    const corpus: edge.Corpus = await edge.open(path);
    return (await corpus.query("result = W")).games_matched;
}

function explain(failure: unknown): string {
    return failure instanceof edge.EdgeError ? failure.code : "";
}

export = {count, explain};
