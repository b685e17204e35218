// Neither a corpus nor an idle addon keeps a process alive, but a call does.
import {edge} from "../support/package.mjs";

const corpus = await edge.open(process.argv[2]);
void corpus.query("all").then(({games_matched}) => console.log(games_matched));
