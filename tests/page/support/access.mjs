// Whether everybody can use a page, according to axe-core.
import {readFile} from "node:fs/promises";
import {createRequire} from "node:module";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Serious and critical problems, each with the elements concerned. */
export async function problems(page) {
    await page.evaluate(axe);
    const {violations} = await page.evaluate(() => globalThis.axe.run(document, {resultTypes: ["violations"]}));
    return violations.filter(({impact}) => impact === "serious" || impact === "critical")
        .flatMap(({id, nodes}) => nodes.map(({html, failureSummary}) => `${id}: ${html}\n${failureSummary}`));
}
