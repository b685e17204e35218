// The games: the list of those that the filters let through, or one of them, played through.
import * as address from "../../lib/address.js";
import {loadCss} from "../../lib/css.js";
import {h} from "../../lib/dom.js";
import {Filters} from "../../parts/filters.js";
import {GameList} from "./game_list.js";
import {Replay} from "./replay.js";

await loadCss("games.css", import.meta.url);

export function create(app) {
    const filters = new Filters();
    const list = new GameList(app);
    const replay = new Replay(app);
    const button = (label, act) => h("button", {type: "button", onclick: act}, label);
    const step = (by) => address.go({game: list.near(address.read(), by), ply: null});
    const back = button("← All games", () => address.go({game: null, ply: null}));
    const previous = button("Previous game", () => step(-1));
    const next = button("Next game", () => step(1));
    const browser = h("div", {}, filters.element, list.element);
    const opened = h("div", {class: "stack"}, h("div", {class: "row"}, back, previous, next), replay.element);
    let isOpen = false;
    let listScroll = 0;  // where the reader was in the list when a game was opened

    function open(willBeOpen) {
        if (willBeOpen && !isOpen) listScroll = scrollY;
        const isOther = willBeOpen !== isOpen;
        isOpen = willBeOpen;
        browser.hidden = isOpen;
        opened.hidden = !isOpen;
        if (isOther) scrollTo(0, isOpen ? 0 : listScroll);
    }

    opened.hidden = true;
    return {
        element: h("div", {}, browser, opened),
        update(now) {
            open(now.get("game") !== "");
            if (isOpen) {
                previous.hidden = list.near(now, -1) === undefined;
                next.hidden = list.near(now, 1) === undefined;
                replay.update(now);
            } else {
                replay.stop();
                filters.update(now);
                list.update(now);
            }
        },
        leave() {
            list.leave();
            replay.leave();
        },
        keydown: (event) => isOpen && replay.keydown(event),
    };
}
