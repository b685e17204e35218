// Chromium, and pages in it that note what must never happen: requests to other hosts, scripts that fail.
import assert from "node:assert/strict";
import {chromium} from "playwright-core";

const kExecutable = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const kDesktop = {width: 1280, height: 800};
export const kPhone = {width: 390, height: 844};
export const kSmallPhone = {width: 360, height: 740};
// Generous, since a busy machine is not the page's fault.
const kPatienceMs = 30_000;

export function launch() {
    return chromium.launch({
        executablePath: kExecutable,
        // Chromium refuses to run as root with its sandbox, which is how containers run it.
        args: process.getuid() === 0 ? ["--no-sandbox"] : [],
    });
}

/** Pages of one daemon. */
export class Visitor {
    constructor(browser, address) {
        this.browser = browser;
        this.address = address;
        this.troubles = [];
        this.contexts = [];
    }

    /** A new page at `#view?parameters`, as a first visitor sees it. */
    async open(hash = "", {viewport = kDesktop, colorScheme = "light"} = {}) {
        const context = await this.browser.newContext({
            viewport, colorScheme, reducedMotion: "reduce", hasTouch: viewport.width < 500,
            permissions: ["clipboard-read", "clipboard-write"],
        });
        context.setDefaultTimeout(kPatienceMs);
        this.contexts.push(context);
        context.on("request", (request) => this.#note(request));
        context.on("weberror", ({error}) => this.troubles.push(`script: ${error().stack}`));
        const page = await context.newPage();
        page.on("dialog", (dialog) => {
            this.troubles.push(`dialog: ${dialog.message()}`);
            dialog.dismiss();
        });
        await page.goto(`${this.address}/${hash}`);
        return page;
    }

    #note(request) {
        const {protocol, origin} = new URL(request.url());
        const isOwn = origin === this.address || protocol === "data:" || protocol === "blob:";
        if (!isOwn) this.troubles.push(`request to another host: ${request.url()}`);
    }

    /** Closes all pages; fails if one of them did something forbidden. */
    async leave() {
        for (const context of this.contexts) await context.close();
        this.contexts = [];
        assert.deepEqual(this.troubles.splice(0), []);
    }
}

/** An address of the page: at("explore", {moves: "e4 c5"}). */
export function at(view, parameters = {}) {
    return `#${view}?${new URLSearchParams({corpus: "games.scoredb", ...parameters})}`;
}

/** Polls until `read` gives what is wanted: a page shows an answer once the daemon has given it. */
export async function becomes(read, wanted) {
    let last;
    const end = Date.now() + kPatienceMs;
    do {
        last = await read().catch((error) => error);
        try {
            return assert.deepEqual(last, wanted);
        } catch {
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
    } while (Date.now() < end);
    assert.deepEqual(last, wanted);
}

/** The parameters after the '#'. */
export function parameters(page) {
    const hash = new URL(page.url()).hash;
    return Object.fromEntries(new URLSearchParams(hash.slice(hash.indexOf("?") + 1)));
}
