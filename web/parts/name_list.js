// Names of the corpus, offered while one is typed.
import * as address from "../lib/address.js";
import * as api from "../lib/api.js";
import {h, newId, replace} from "../lib/dom.js";
import {plural} from "../lib/format.js";

const kNamesShown = 12;
const kLeastPart = 2;  // letters of a name; with fewer, too many names would fit

/** Gives the input a list of names, a <datalist> that must be next to it. */
export function nameList(input) {
    const list = h("datalist", {id: newId()});
    const complete = api.latest((signal, part) =>
        api.get("/names", {corpus: address.read().get("corpus"), part, limit: kNamesShown}, {signal}));
    input.setAttribute("list", list.id);
    input.addEventListener("input", async () => {
        const part = input.value.trim();
        if (part.length < kLeastPart) return;
        // Optional: without an answer there is no list.
        const {names} = await complete(part).catch(() => ({names: []}));
        replace(list, names.map(({name, games}) => h("option", {value: name}, plural(games, "game"))));
    });
    return list;
}
