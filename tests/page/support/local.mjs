// The page that needs no daemon: a web server that knows nothing but files, games to drop, and the corpus that
// `edge index` makes of the same games.
import {mkdtemp, readFile, rm} from "node:fs/promises";
import {existsSync} from "node:fs";
import {createServer} from "node:http";
import {once} from "node:events";
import {tmpdir} from "node:os";
import {extname, join, normalize} from "node:path";
import {launch, Visitor} from "./browser.mjs";
import {edge, kClassics, kEdge} from "./program.mjs";

/** Where tools/build_local_page.sh put it for the program under test. */
const kFolder = process.env.EDGE_LOCAL_PAGE ?? join(kEdge, "../../share/edge/local");

/** Why there is nothing to test, or false. */
export const kMissing = existsSync(kFolder) ? false
    : `${kFolder} is not there: tools/build_wasm.sh and tools/build_local_page.sh make it`;

const kTypes = {
    ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml",
    ".json": "application/json", ".wasm": "application/wasm",
};

/** Serves the files of the page, and records all requests. */
class FileServer {
    asked = [];  // "METHOD PATH", as they came

    async start() {
        this.server = createServer((request, response) => this.#answer(request, response));
        this.server.listen(0, "127.0.0.1");
        await once(this.server, "listening");
        this.address = `http://127.0.0.1:${this.server.address().port}`;
    }

    async #answer(request, response) {
        this.asked.push(`${request.method} ${request.url}`);
        const path = normalize(new URL(request.url, this.address).pathname).replace(/\/$/, "/index.html");
        try {
            const bytes = await readFile(join(kFolder, path));
            response.writeHead(200, {
                "Content-Type": kTypes[extname(path)] ?? "text/plain", "Cache-Control": "max-age=3600",
            });
            response.end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    }

    stop() {
        this.server.closeAllConnections();
        this.server.close();
    }
}

export class LocalStage {
    async set() {
        this.folder = await mkdtemp(join(tmpdir(), "edge-local-"));
        this.corpus = join(this.folder, "classics.scoredb");
        this.pgn = await readFile(kClassics);
        await edge("index", kClassics, "--out", this.corpus);
        this.server = new FileServer();
        await this.server.start();
        this.browser = await launch();
        this.visitor = new Visitor(this.browser, this.server.address);
    }

    /** A new page that has fetched everything it will need. */
    async open(hash, options) {
        const page = await this.visitor.open(hash, options);
        await page.getByRole("heading", {name: "Explore your games"}).waitFor();
        await page.waitForLoadState("networkidle");
        return page;
    }

    async strike() {
        await this.browser?.close();
        this.server?.stop();
        await rm(this.folder, {recursive: true, force: true});
    }
}

/** Drops files onto the page, as from a file manager: [{name, bytes}]. */
export async function dropFiles(page, files) {
    const sent = files.map(({name, bytes}) => ({name, base64: Buffer.from(bytes).toString("base64")}));
    const transfer = await page.evaluateHandle((list) => {
        const made = new DataTransfer();
        for (const {name, base64} of list) {
            made.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name));
        }
        return made;
    }, sent);
    for (const event of ["dragover", "drop"]) {
        await page.dispatchEvent("main", event, {dataTransfer: transfer});
    }
}
