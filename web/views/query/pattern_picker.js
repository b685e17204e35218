// A small board on which pieces are placed to make a sub-FEN: squares that are left alone do not
// matter.
import {h, replace, svg} from "../../lib/dom.js";
import {squareName} from "../../lib/fen.js";
import {kKinds, kPatternOptions} from "../../lib/query_words.js";
import {drawnPiece, kPieceSize} from "../../parts/piece.js";

// What a square can be asked to hold, in the language's letters; "" removes the requirement.
const kPieces = "KQRBNPkqrbnp".split("").map((letter) => [letter, nameOf(letter)]);
const kOthers = [["A", "any white piece"], ["a", "any black piece"], ["?", "any piece"], ["_", "an empty square"],
    ["", "does not matter"]];
const kTools = [...kPieces, ...kOthers];

function nameOf(letter) {
    const [, kind] = kKinds.find(([key]) => key === letter.toUpperCase());
    return `${letter === letter.toUpperCase() ? "white" : "black"} ${kind}`;
}

/** 64 letters, a8 first, "" where it does not matter. */
function squaresOf(pattern) {
    return pattern.split("/").flatMap((row) => [...row].flatMap((letter) =>
        (/\d/.test(letter) ? Array(Number(letter)).fill("") : [letter])));
}

function patternOf(squares) {
    const rows = Array.from({length: 8}, (_, row) => squares.slice(8 * row, 8 * row + 8));
    const rowText = (row) =>
        row.map((letter) => letter || "1").join("").replace(/1+/g, (free) => String(free.length));
    return rows.map(rowText).join("/");
}

function mark(letter) {
    if (/[KQRBNPkqrbnp]/.test(letter)) {
        const color = letter === letter.toUpperCase() ? "w" : "b";
        return drawnPiece(color + letter.toLowerCase());
    }
    return svg("text", {x: kPieceSize / 2, y: kPieceSize / 2, class: "pattern-mark"},
        letter === "_" ? "∅" : letter);
}

const face = (letter) =>
    svg("svg", {viewBox: `0 0 ${kPieceSize} ${kPieceSize}`, "aria-hidden": "true"}, letter ? mark(letter) : null);

/** Edits `atom.value` and the options of `kPatternOptions`, and calls `onChange` after each change. */
export function patternPicker(atom, onChange) {
    let squares = squaresOf(atom.value);
    let tool = "P";
    const board = h("div", {class: "pattern-board", role: "group", "aria-label": "Squares of the pattern"});
    const toolButton = ([letter, name], ...content) => h("button", {
        type: "button", title: name, "aria-label": name, "aria-pressed": String(letter === tool),
        dataset: {letter},
        onclick: () => {
            tool = letter;
            for (const button of tools.querySelectorAll("button")) {
                button.setAttribute("aria-pressed", String(button.dataset.letter === tool));
            }
        },
    }, letter === "" ? h("span", {class: "pattern-none"}, "×") : face(letter), content);
    // Pieces are recognised by their pictures, the others need names.
    const tools = h("div", {class: "stack", role: "group", "aria-label": "What to put"},
        h("div", {class: "pattern-tools"}, kPieces.map((each) => toolButton(each))),
        h("div", {class: "pattern-others"}, kOthers.map((each) => toolButton(each, each[1]))));

    function square(letter, index) {
        const place = squareName(index ^ 56);  // the pattern begins at a8, squares are numbered from a1
        const isDark = (index + Math.floor(index / 8)) % 2 === 1;
        const word = kTools.find(([key]) => key === letter)?.[1] ?? letter;
        return h("button", {
            type: "button", class: isDark ? "dark" : "light", "aria-label": `${place}: ${word}`,
            // One tab stop for the board; the arrow keys move from there.
            tabindex: index === 0 ? "0" : "-1",
            onclick: () => put(index),
        }, face(letter));
    }

    function put(index) {
        squares[index] = squares[index] === tool ? "" : tool;
        board.children[index].replaceWith(square(squares[index], index));
        board.children[index].focus();
        atom.value = patternOf(squares);
        onChange();
    }

    board.addEventListener("keydown", (event) => {
        const step = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8}[event.key];
        const next = [...board.children].indexOf(document.activeElement) + step;
        if (!step || !board.children[next]) return;
        event.preventDefault();
        board.children[next].focus();
    });

    const check = (name, text) => {
        const box = h("input", {type: "checkbox", checked: atom[name] ?? false, onchange: () => {
            atom[name] = box.checked;
            onChange();
        }});
        return h("label", {class: "field check"}, box, text);
    };
    replace(board, squares.map(square));
    return h("div", {class: "pattern"}, board, h("div", {class: "stack"}, tools,
        Object.entries(kPatternOptions).map(([name, text]) => check(name, text)),
        h("button", {type: "button", class: "quiet", onclick: () => {
            squares = Array(64).fill("");
            replace(board, squares.map(square));
            atom.value = patternOf(squares);
            onChange();
        }}, "Clear the board")));
}
