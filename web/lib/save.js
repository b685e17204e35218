// Saves what is shown: pictures as SVG, tables as CSV, games as PGN; and the clipboard.

export function saveText(name, text, type) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], {type: `${type};charset=utf-8`}));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** `rows` are arrays; the first may be the head. */
export function saveCsv(name, rows) {
    const cell = (value) => {
        const text = String(value ?? "");
        return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    };
    saveText(name, rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n", "text/csv");
}

// What an exported picture takes from the style sheets, all of it inherited.
const kKept = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "font-family",
    "font-size", "font-weight", "text-anchor", "dominant-baseline"];

/** Writes an element's style into its copy, unless it inherits it from its parent. */
function keepLook(original, copy, isRoot) {
    for (const attribute of ["class", "style", "tabindex"]) copy.removeAttribute(attribute);
    if (["title", "desc"].includes(copy.tagName)) return;
    const style = getComputedStyle(original);
    const parent = getComputedStyle(original.parentElement);
    for (const property of kKept) {
        const value = style.getPropertyValue(property);
        if (isRoot || value !== parent.getPropertyValue(property)) copy.setAttribute(property, value);
    }
    if (style.opacity !== "1") copy.setAttribute("opacity", style.opacity);
}

/**
 * An SVG element as a self-contained file: with the colours and the background it has on the page,
 * and above it lines of text that say what it is.
 */
export async function saveSvg(name, element, lines) {
    const copy = element.cloneNode(true);
    const originals = [element, ...element.querySelectorAll("*")];
    [copy, ...copy.querySelectorAll("*")].forEach((node, index) =>
        keepLook(originals[index], node, index === 0));
    await inlineUses(copy);
    frame(copy, element, lines);
    saveText(name, new XMLSerializer().serializeToString(copy), "image/svg+xml");
}

const kMargin = 16;
const kLetter = 7;  // pixels, of text at 13 px
const kLine = 19;

/** A text broken between words into lines of at most `letters` letters; a longer word has a line of its own. */
export function broken(text, letters) {
    const lines = [""];
    for (const word of text.split(/\s+/)) {
        const longer = lines.at(-1) === "" ? word : `${lines.at(-1)} ${word}`;
        if (longer.length <= letters || lines.at(-1) === "") lines[lines.length - 1] = longer;
        else lines.push(word);
    }
    return lines;
}

const svgElement = (tag, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
};

/** Adds a size, a margin, the lines above, and the background that the picture has on the page. */
function frame(copy, element, lines) {
    const {x, y, width, height} = element.viewBox.baseVal;
    const caption = lines.flatMap((line, index) => broken(line, Math.floor(width / kLetter))
        .map((text) => ({text, isTitle: index === 0})));
    const top = y - caption.length * kLine - kMargin;
    const outer = {x: x - kMargin, y: top - kMargin, width: width + 2 * kMargin,
        height: y + height - top + 2 * kMargin};
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("viewBox", Object.values(outer).join(" "));
    copy.setAttribute("width", outer.width);
    copy.setAttribute("height", outer.height);
    const style = getComputedStyle(element.closest(".card") ?? document.body);
    const texts = caption.map(({text, isTitle}, index) => {
        const made = svgElement("text", {x, y: top + (index + 0.5) * kLine, fill: style.color,
            "font-size": 13, "font-family": style.fontFamily, "font-weight": isTitle ? 650 : 400});
        made.textContent = text;
        return made;
    });
    copy.prepend(svgElement("rect", {...outer, fill: style.backgroundColor}), ...texts);
}

/** Replaces each <use> of another file by what it shows. */
async function inlineUses(picture) {
    const files = new Map();
    for (const use of picture.querySelectorAll("use")) {
        const [path, id] = use.getAttribute("href").split("#");
        if (!files.has(path)) {
            const text = await (await fetch(path)).text();
            files.set(path, new DOMParser().parseFromString(text, "image/svg+xml"));
        }
        const shape = files.get(path).getElementById(id).cloneNode(true);
        for (const node of [shape, ...shape.querySelectorAll("[id]")]) node.removeAttribute("id");
        use.replaceWith(shape);
    }
}

export async function copyText(text) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        // There is no clipboard without https or localhost: this older way needs neither.
        const area = document.createElement("textarea");
        area.value = text;
        document.body.append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
    }
}
