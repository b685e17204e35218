// What holds for every view: it contacts only the daemon, fits the smallest phone, can be used without
// seeing it or its colours, and loads quickly.
import assert from "node:assert/strict";
import {after, before, describe, test} from "node:test";
import {problems} from "./support/access.mjs";
import {at, kDesktop, kPhone, kSmallPhone} from "./support/browser.mjs";
import {Stage} from "./support/stage.mjs";
import {kViews, settle} from "./support/views.mjs";

const kFirstViewBytes = 300_000;

describe("every view", () => {
    const stage = new Stage();
    before(() => stage.set());
    after(() => stage.strike());

    for (const [name, hash] of Object.entries(kViews)) {
        for (const colorScheme of ["light", "dark"]) {
            for (const viewport of [kDesktop, kPhone]) {
                test(`${name} has no serious accessibility problem, ${colorScheme}, ${viewport.width} px`, async () => {
                    const page = await stage.visitor.open(hash, {colorScheme, viewport});
                    await settle(page);
                    assert.deepEqual(await problems(page), []);
                    await stage.visitor.leave();
                });
            }
        }

        for (const viewport of [kPhone, kSmallPhone]) {
            test(`${name} is no wider than a screen of ${viewport.width} px`, async () => {
                const page = await stage.visitor.open(hash, {viewport});
                await settle(page);
                const [content, screen] = await page.evaluate(() =>
                    [document.scrollingElement.scrollWidth, window.innerWidth]);
                assert.ok(content <= screen, `${content} px of content`);
                await stage.visitor.leave();
            });
        }
    }

    test("contacts no other host, whichever view is shown", async () => {
        const page = await stage.visitor.open();
        for (const title of ["Explorer", "Query", "Pictures", "Games", "Corpora"]) {
            await page.getByRole("navigation", {name: "Views"}).getByRole("link", {name: title}).click();
            await settle(page);
        }
        await stage.visitor.leave();
    });

    test("the first view takes less than 300 KB", async () => {
        const page = await stage.visitor.open("favicon.ico");
        const session = await page.context().newCDPSession(page);
        let bytes = 0;
        session.on("Network.loadingFinished", ({encodedDataLength}) => (bytes += encodedDataLength));
        await session.send("Network.enable");
        await page.goto(`${stage.daemon.address}/${at("explore")}`);
        await settle(page);
        assert.ok(bytes > 10_000, `only ${bytes} bytes were counted`);
        assert.ok(bytes < kFirstViewBytes, `${bytes} bytes`);
        await stage.visitor.leave();
    });
});
