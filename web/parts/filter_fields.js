// The fields of the filter bar. Each is {element, names, words(address), update(address)}: the parameters of
// the address that it owns, how it describes their values, and how it shows them. They change the
// address themselves.
import * as address from "../lib/address.js";
import * as api from "../lib/api.js";
import {field, h, newId, replace, select} from "../lib/dom.js";
import {endsOf, kDates, kRatings, runBackwards} from "../lib/filter_query.js";
import {showError} from "./field_error.js";
import {wordsOf} from "./message.js";
import {nameList} from "./name_list.js";

const kSpeeds = [
    ["ultrabullet", "UltraBullet"], ["bullet", "Bullet"], ["blitz", "Blitz"], ["rapid", "Rapid"],
    ["classical", "Classical"], ["correspondence", "Correspondence"],
];
const kResults = [
    ["", "Any"], ["W", "White won"], ["D", "Drawn"], ["B", "Black won"], ["decisive", "Decisive"],
];
const kColors = [["", "Either side"], ["white", "White"], ["black", "Black"]];

const wordFor = (options, value) => options.find(([key]) => key === value)?.[1] ?? value;

const said = new WeakMap();  // what the address last said of each input

// What is being typed, or was typed wrong, stays until the address changes. Returns whether it did.
function put(input, value) {
    if (said.get(input) === value) return false;
    said.set(input, value);
    input.value = value;
    return true;
}

// A choice from the list of a field counts at once; typing counts when the field is left or Enter is pressed.
function isChoice(event, list) {
    const isTyped = event.inputType && event.inputType !== "insertReplacementText";
    return !isTyped && [...list.children].some(({value}) => value === event.target.value);
}

/** Two inputs with one label, for a range of lib/filter_query.js; `example` says how an end is written. */
function rangeField(label, range, {kind, unit, example, properties, clean = (text) => text}) {
    const ends = h("div", {class: "filter-ends"});
    const inputs = range.names.map((_, index) => {
        const end = index ? "to" : "from";
        return h("input", {...properties, "aria-label": `${label}, ${end}`, placeholder: end,
            autocomplete: "off", onchange: () => take()});
    });
    const textOf = (input) => clean(input.value.trim());
    const mistakes = () => {
        const texts = inputs.map(textOf);
        const wrong = texts.map((text) => (text === "" || range.end.test(text) ? "" : example));
        if (wrong.join("") === "" && runBackwards(...texts)) {
            wrong[1] = `The range is reversed, from ${texts[0]} to ${texts[1]}.`;
        }
        return wrong;
    };
    // Both ends apply together or not at all, so that the fields show what is in force.
    const take = () => {
        const wrong = mistakes();
        const isWrong = wrong.some((text) => text !== "");
        const inForce = isWrong ? words(address.read()) : "";
        const stays = inForce && ` Until then it stays “${inForce}”.`;
        inputs.forEach((input, index) => showError(input, wrong[index] && wrong[index] + stays, ends));
        if (isWrong) return;
        const [first, last] = inputs.map(textOf);
        address.go({[range.names[0]]: first, [range.names[1]]: last});
    };
    const words = (now) => {
        const [first, last] = endsOf(range, now);
        if (first === last) return first && `${unit} ${first}`;
        if (first === "") return `${unit} up to ${last}`;
        return last === "" ? `${unit} from ${first}` : `${unit} ${first} to ${last}`;
    };
    ends.append(...inputs);
    return {
        names: range.names,
        element: h("div", {class: `field ${kind}`, role: "group", "aria-label": label},
            h("span", {class: "filter-label", "aria-hidden": "true"}, label), ends),
        words,
        update(now) {
            const isOther = range.names.map((name, index) => put(inputs[index], now.get(name)));
            if (!isOther.includes(true)) return;
            const wrong = mistakes();
            inputs.forEach((input, index) => showError(input, wrong[index], ends));
        },
    };
}

export const ratingField = () => rangeField("Both ratings", kRatings, {
    kind: "filter-ratings",
    unit: "Rating",
    example: "Write a number, such as 2400.",
    properties: {inputmode: "numeric", title: "Both players are rated so"},
});

export const dateField = () => rangeField("Dates", kDates, {
    kind: "filter-dates",
    unit: "Dates",
    example: "Write a year or a date, such as 1998 or 1998-11-30.",
    properties: {title: "A year or a date, such as 1998 or 1998-11-30"},
    // Users also write 1998.1.5 and 1998/1/5.
    clean: (text) => text.replace(/[-./](\d{1,2})/g, (_, part) => `-${part.padStart(2, "0")}`),
});

export function speedField() {
    const boxes = kSpeeds.map(([value]) => h("input", {type: "checkbox", value, onchange: () => {
        address.go({speed: boxes.filter((box) => box.checked).map((box) => box.value).join(",")});
    }}));
    const summary = h("summary", {class: "button"});
    const list = h("details", {class: "filter-list"}, summary,
        h("div", {class: "filter-choices card"}, boxes.map((box, index) => field(kSpeeds[index][1], box))));
    // It closes like a menu.
    const closeOutside = (event) => {
        if (!list.contains(event.target)) list.open = false;
    };
    list.addEventListener("toggle", () => {
        if (list.open) document.addEventListener("pointerdown", closeOutside);
        else document.removeEventListener("pointerdown", closeOutside);
    });
    list.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || !list.open) return;
        list.open = false;
        summary.focus();
    });
    const words = (now) => now.get("speed").split(",").map((speed) => wordFor(kSpeeds, speed)).join(", ");
    return {
        names: ["speed"],
        element: h("div", {class: "field"},
            h("span", {class: "filter-label", "aria-hidden": "true"}, "Speed"), list),
        words,
        update(now) {
            const chosen = now.get("speed").split(",");
            for (const box of boxes) box.checked = chosen.includes(box.value);
            summary.textContent = words(now) || "Any";
            summary.setAttribute("aria-label", `Speed: ${summary.textContent}`);
        },
    };
}

export function resultField() {
    const list = select(kResults, "", {onchange: () => address.go({result: list.value})});
    return {
        names: ["result"],
        element: field("Result", list),
        words: (now) => (now.get("result") ? wordFor(kResults, now.get("result")) : ""),
        update(now) {
            list.value = now.get("result");
        },
    };
}

/**
 * A name chosen from the list is meant as a whole, and a typed one that is the best of the list. Any other text is
 * a part of names: "adams" is not somebody called just Adams while there are Adamses with more games.
 */
export function playerField() {
    let wasChosen = false;  // from the list: what the field has now
    const take = (isChosen) => {
        const text = input.value.trim();
        const offered = [...list.children].map(({value}) => value);
        const known = (isChosen ? offered : offered.slice(0, 1))
            .find((name) => name.toLowerCase() === text.toLowerCase());
        address.go({player: known ?? (text && `~${text}`), ...(text ? {} : {color: ""})});
    };
    const input = h("input", {
        placeholder: "Any", autocomplete: "off", spellcheck: "false",
        oninput: (event) => {
            wasChosen = isChoice(event, list);
            if (wasChosen) take(true);
        },
        onchange: () => take(wasChosen),
    });
    const list = nameList(input);
    const color = select(kColors, "", {onchange: () => address.go({color: color.value})});
    return {
        names: ["player", "color"],
        element: h("div", {class: "filter-player"}, field("Player", input), field("Playing", color), list),
        words(now) {
            const player = now.get("player");
            if (player === "") return "";
            const side = now.get("color") ? ` as ${wordFor(kColors, now.get("color"))}` : "";
            return (player.startsWith("~") ? `Player “${player.slice(1)}”` : player) + side;
        },
        update(now) {
            put(input, now.get("player").replace(/^~/, ""));
            color.value = now.get("color");
            color.disabled = now.get("player") === "";
        },
    };
}

/** Any query text; the saved sets are offered. An invalid text shows an error here and changes nothing. */
export function queryField() {
    let corpus = "";
    const list = h("datalist", {id: newId()});
    const check = api.latest((signal, query) =>
        api.post("/query", {corpus, query, answer: "explain"}, {signal}));
    const isRight = async (text, stays = "") => {
        check.cancel();
        try {
            if (text !== "") await check(text);
            showError(input, "");
            return true;
        } catch (error) {
            showError(input, wordsOf(error) + stays);
            return false;
        }
    };
    const take = async () => {
        const text = input.value.trim();
        const inForce = address.read().get("in");
        const stays = inForce && `. Until then it stays “${inForce}”.`;
        if (await isRight(text, stays)) address.go({in: text});
    };
    const input = h("input", {
        list: list.id, class: "mono", placeholder: "A set or a query",
        autocomplete: "off", spellcheck: "false",
        onfocus: async () => {
            const {bitmaps} = await api.get("/corpus/inspect", {path: corpus}).catch(() => ({bitmaps: []}));
            replace(list, bitmaps.map(({name}) => h("option", {value: `@${name}`})));
        },
        oninput: (event) => {
            if (isChoice(event, list)) take();
        },
        onchange: take,
    });
    let shown = "";
    return {
        names: ["in"],
        element: h("div", {class: "filter-in"}, field("Saved set or query", input), list),
        words: (now) => now.get("in"),
        update(now) {
            corpus = now.get("corpus");
            const key = `${corpus} ${now.get("in")}`;
            if (key === shown) return;
            shown = key;
            input.value = now.get("in");
            // A shared address may hold a text that is wrong, or a set that this corpus does not have.
            isRight(input.value);
        },
    };
}
