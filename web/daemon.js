// The page that `edge serve` serves: all views, and the message when the daemon is away.
import {begin, start} from "./app.js";
import * as address from "./lib/address.js";
import * as api from "./lib/api.js";
import {field, h, replace} from "./lib/dom.js";
import {hint} from "./parts/message.js";

const notice = document.getElementById("notice");

function showLost() {
    replace(notice, h("div", {class: "failure"},
        h("p", {}, "Edge does not answer. Start it again with ", h("code", {}, "edge serve"),
            ": this page then continues by itself.")));
}

function askForToken() {
    const input = h("input", {type: "password", autocomplete: "off", required: true});
    replace(notice, h("form", {class: "failure", onsubmit: (event) => {
        event.preventDefault();
        api.setToken(input.value);
        location.reload();
    }}, h("p", {}, "Edge asks for its token here."), field("Token", input),
    h("button", {type: "submit"}, "Use it")));
}

api.connection.addEventListener("lost", showLost);
api.connection.addEventListener("token", askForToken);
api.connection.addEventListener("found", () => {
    replace(notice);
    begin();
});

start({
    canAdd: true,
    views: [
        ["explore", "Explorer", () => import("./views/explorer/explorer.js")],
        ["query", "Query", () => import("./views/query/query.js")],
        ["pictures", "Pictures", () => import("./views/pictures/pictures.js")],
        ["games", "Games", () => import("./views/games/games.js")],
        ["corpora", "Corpora", () => import("./views/corpora/corpora.js")],
    ],
    home: "corpora",
    withoutCorpus: ({corpora}, now) => (corpora.length === 0
        ? hint("There is no corpus in Edge's folder yet. ",
            h("a", {href: address.linkTo({}, "corpora")}, "Index some games"), " first.")
        : hint(`There is no corpus ${now.get("corpus")} here (any more). Choose one above.`)),
    footer: h("a", {href: "openapi.json"}, "HTTP interface"),
});
