// Players of the corpus, offered while a name is typed.
import * as address from "../lib/address.js";
import * as api from "../lib/api.js";
import {h, newId, replace} from "../lib/dom.js";
import {plural} from "../lib/format.js";

const kNamesShown = 12;
const kLeastPart = 2;  // letters of a name; with fewer, too many names would fit

/** Browsers show only what has the typed text in it, so the label of another spelling repeats that text. */
export function labelOf({name, games, first_year: first, last_year: last}, text) {
    const years = first === null ? "" : `, ${first === last ? first : `${first}–${last}`}`;
    const label = games === null ? "" : plural(games, "game") + years;
    if (name.toLowerCase().includes(text.toLowerCase())) return label;
    return label ? `${label}, for “${text}”` : `for “${text}”`;
}

/** Gives the input a list of players, a <datalist> that must be next to it: who may be meant, best first. */
export function nameList(input) {
    const list = h("datalist", {id: newId()});
    const complete = api.latest((signal, text) =>
        api.get("/players", {corpus: address.read().get("corpus"), text, limit: kNamesShown}, {signal}));
    input.setAttribute("list", list.id);
    input.addEventListener("input", async () => {
        const text = input.value.trim();
        if (text.length < kLeastPart) return;
        // Optional: without an answer there is no list.
        const {players} = await complete(text).catch(() => ({players: []}));
        replace(list, players.map((player) => h("option", {value: player.name}, labelOf(player, text))));
    });
    return list;
}
