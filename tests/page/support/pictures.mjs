// A picture as its table shows it.
import {number, rows} from "./table.mjs";

export const pictureOf = (page) => page.getByRole("region", {name: "The picture"});

/** The rows of the table under the picture, as numbers but for the first cell. */
export async function tabled(page) {
    const details = pictureOf(page).locator("details");
    if (!await details.evaluate(({open}) => open)) await details.locator("summary").click();
    return (await rows(details.getByRole("table"))).map(([name, ...numbers]) => [name, ...numbers.map(number)]);
}

/** The table of a heatmap of `edge query --heatmap` for a kind of pieces, "B". */
export function heatmapRows({heatmap: {planes}}, piece) {
    return planes[piece].map((count, square) =>
        ["abcdefgh"[square % 8] + (Math.floor(square / 8) + 1), count, planes[piece.toLowerCase()][square]]);
}
