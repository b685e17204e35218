// The page without a daemon: games that are dropped onto it are indexed and explored in the browser.
import {app, start} from "./app.js";
import * as address from "./lib/address.js";
import * as api from "./lib/api.js";
import {h} from "./lib/dom.js";
import {localTransport} from "./lib/local_api.js";
import {LocalCorpora} from "./lib/local_corpora.js";
import {loadOpenings} from "./lib/openings.js";
import {hint} from "./parts/message.js";
import {DropView} from "./views/drop/drop.js";

const corpora = new LocalCorpora();
api.setTransport(localTransport(corpora, loadOpenings(new URL("openings/codes.json", import.meta.url))));
const drop = new DropView(app, corpora);

const views = [
    ["drop", "Files", async () => ({create: () => drop})],
    ["explore", "Explorer", () => import("./views/explorer/explorer.js")],
    ["query", "Query", () => import("./views/query/query.js")],
    ["pictures", "Pictures", () => import("./views/pictures/pictures.js")],
    ["games", "Games", () => import("./views/games/games.js")],
];

start({
    canAdd: false,
    views,
    home: "drop",
    withoutCorpus: (_, now) => hint(now.get("corpus") === "" ? "There are no games here yet. "
        : "The games of this address are not here (any more): dropped games stay until you leave the page. ",
    h("a", {href: address.linkTo({}, "drop")}, "Drop some games"), " first."),
    footer: "Your games never leave this computer.",
});

// All of the page is fetched now, so that it keeps working without its server.
const kDrawings = ["board/assets/pieces/standard.svg", "board/assets/extensions/markers/markers.svg"];
for (const [, , load] of views) load().catch(() => {});
for (const drawing of kDrawings) fetch(new URL(drawing, import.meta.url)).catch(() => {});
