// Tables as they are shown.

/** The texts of the cells, row by row, without the head and the foot. */
export async function rows(table) {
    return table.evaluate((element) => [...element.querySelectorAll("tbody tr")].map((row) =>
        [...row.cells].map((cell) => cell.innerText.trim().replace(/\s+/g, " "))));
}

/** The same as objects, {Move: "e4", Games: "1,234"}, by the names in the head. */
export async function namedRows(table) {
    const names = await table.locator("thead th").allInnerTexts();
    return (await rows(table)).map((row) => Object.fromEntries(row.map((text, index) => [names[index].trim(), text])));
}

/** "1,234" as a number; of "2,412 51.3%" the first one. */
export function number(text) {
    const digits = text.split(" ")[0].replaceAll(",", "");
    return /\d/.test(digits) ? Number(digits) : null;
}
