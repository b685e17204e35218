// The board as a user moves and sees the pieces.

const kLetters = {wp: "P", wn: "N", wb: "B", wr: "R", wq: "Q", wk: "K", bp: "p", bn: "n", bb: "b", br: "r", bq: "q", bk: "k"};

const square = (board, name) => board.locator(`rect.square[data-square="${name}"]`);

async function centre(board, name) {
    const {x, y, width, height} = await square(board, name).boundingBox();
    return [x + width / 2, y + height / 2];
}

/** "e2e4", dragged with the mouse. */
export async function drag(board, uci) {
    const {mouse} = board.page();
    await board.scrollIntoViewIfNeeded();
    await mouse.move(...await centre(board, uci.slice(0, 2)));
    await mouse.down();
    await mouse.move(...await centre(board, uci.slice(2, 4)), {steps: 5});
    await mouse.up();
}

/** The same by two clicks. */
export async function click(board, uci) {
    const {mouse} = board.page();
    await board.scrollIntoViewIfNeeded();
    await mouse.click(...await centre(board, uci.slice(0, 2)));
    await mouse.click(...await centre(board, uci.slice(2, 4)));
}

/** The middle of each square, for moves made too fast to look again. */
export async function centres(board) {
    await board.scrollIntoViewIfNeeded();
    return board.locator("rect.square").evaluateAll((squares) => Object.fromEntries(squares.map((each) => {
        const {x, y, width, height} = each.getBoundingClientRect();
        return [each.dataset.square, [x + width / 2, y + height / 2]];
    })));
}

/** The same as click, without a pause. */
export const quickClicks = (places) => async (board, uci) => {
    const {mouse} = board.page();
    await mouse.click(...places[uci.slice(0, 2)]);
    await mouse.click(...places[uci.slice(2, 4)]);
};

/** The same by two touches. */
export async function tap(board, uci) {
    const {touchscreen} = board.page();
    await board.scrollIntoViewIfNeeded();
    await touchscreen.tap(...await centre(board, uci.slice(0, 2)));
    await touchscreen.tap(...await centre(board, uci.slice(2, 4)));
}

/** The pieces as displayed, as the first field of a FEN. */
export async function placement(board) {
    const pieces = new Map(await board.locator("[data-piece][data-square]").evaluateAll((nodes) =>
        nodes.map((node) => [node.dataset.square, node.dataset.piece])));
    const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) =>
        [..."abcdefgh"].map((file) => kLetters[pieces.get(`${file}${rank}`)] ?? "1").join(""));
    return rows.join("/").replace(/1+/g, (empty) => empty.length);
}

/** The same of a whole FEN. */
export const placementOf = (fen) => fen.split(" ")[0];
