#!/usr/bin/env node
// Pictures of every view for the documentation: screenshots.mjs CORPUS FOLDER, where CORPUS is one with
// ratings and a tree. Writes page-VIEW-SIZE-SCHEME.png.
import {mkdir, writeFile} from "node:fs/promises";
import {basename, dirname, join, resolve} from "node:path";
import {at, kDesktop, kPhone, launch, Visitor} from "./support/browser.mjs";
import {palettePng} from "./support/palette_png.mjs";
import {Daemon} from "./support/program.mjs";
import {settle} from "./support/views.mjs";

const kShots = {
    explore: ["explore", {moves: "e4 c5 Nf3 d6", min_elo: 2200}],
    query: ["query", {query: "result = W and streak(6, white: queens_off passed_pawn(d))"}],
    pictures: ["pictures", {query: "result = W"}],
    structures: ["pictures", {pictures: "structures"}],
    games: ["games", {games_sort: "elo desc"}],
    game: ["games", {game: 0, ply: 21}],
    corpora: ["corpora", {}],
};

const [corpus, folder] = process.argv.slice(2).map((path) => resolve(path));
if (!folder) {
    console.error("usage: screenshots.mjs CORPUS FOLDER");
    process.exit(2);
}
await mkdir(folder, {recursive: true});
const daemon = new Daemon(dirname(corpus));
await daemon.start();
const browser = await launch();
const visitor = new Visitor(browser, daemon.address);

const darkroom = await browser.newPage();

/** The pixels of a picture, which the browser itself unpacks. */
async function pixelsOf(png) {
    const base64 = await darkroom.evaluate(async (source) => {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
        canvas.drawImage(image, 0, 0);
        const {data} = canvas.getImageData(0, 0, image.width, image.height);
        let text = "";
        for (let at = 0; at < data.length; at += 1024) text += String.fromCharCode(...data.subarray(at, at + 1024));
        return btoa(text);
    }, png.toString("base64"));
    return Buffer.from(base64, "base64");
}

async function shoot(page, file) {
    const {width, height} = page.viewportSize();
    const bytes = palettePng(await pixelsOf(await page.screenshot()), width, height);
    await writeFile(file, bytes);
    return bytes.length;
}

let total = 0;
for (const [name, [view, parameters]] of Object.entries(kShots)) {
    for (const [size, viewport] of Object.entries({desktop: kDesktop, phone: kPhone})) {
        for (const colorScheme of ["light", "dark"]) {
            const page = await visitor.open(at(view, {...parameters, corpus: basename(corpus)}), {viewport, colorScheme});
            await settle(page);
            total += await shoot(page, join(folder, `page-${name}-${size}-${colorScheme}.png`));
            await visitor.leave();
        }
    }
}
console.log(`${total} bytes in ${folder}`);
await browser.close();
await daemon.stop();
