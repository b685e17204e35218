// The library in a browser or in Node, in the thread that calls it; client.js is the same in a
// worker. Requests and answers are those of the program's --json.
import {Bitmap} from "./bitmap.js";
import {Corpus} from "./corpus.js";
import {Engine} from "./engine.js";
import {EdgeError} from "./errors.js";
import {inputFiles, requireObject} from "./inputs.js";
import {compile} from "./module.js";

export {Bitmap, Corpus, EdgeError};

/**
 * `source`: the module as bytes, URL, Response or WebAssembly.Module; edge.wasm next to this file
 * when missing.
 */
export async function loadEdge(source, options = {}) {
    const module = await compile(source ?? new URL("./edge.wasm", import.meta.url));
    return new Edge(new Engine(module, options.maxMemoryBytes));
}

class Edge {
    #engine;
    #corpora = 0;

    constructor(engine) {
        this.#engine = engine;
    }

    get version() {
        return this.#engine.textAt(this.#engine.addressOf("edge_version"));
    }

    /** Makes a corpus of games. The options are the fields of an index request, name and progress. */
    index(games, options = {}) {
        requireObject(options, "options");
        const {name, progress, ...fields} = options;
        const inputs = inputFiles(games);
        const folder = `/${++this.#corpora}`;
        const out = `${folder}/${corpusName(name ?? inputs[0].name)}`;
        const request = JSON.stringify({
            ...fields,
            inputs: inputs.map((input) => `/${input.name}`),
            out,
        });
        const engine = this.#engine;
        engine.files.makeFolder(folder);
        for (const input of inputs) engine.files.put(`/${input.name}`, input.bytes);
        try {
            const report = engine.withControl(progress, (control) =>
                engine.callForText("edge_run", ["index", request, control]),
            );
            return new Corpus(engine, folder, out, JSON.parse(report));
        } catch (failure) {
            engine.files.removeAll(folder);
            throw failure;
        } finally {
            for (const input of inputs) engine.files.removeAll(`/${input.name}`);
        }
    }

    /** Opens a corpus from its files: paths within its folder to bytes, as export() gives them. */
    openCorpus(files, options = {}) {
        requireObject(files, "files");
        requireObject(options, "options");
        const folder = `/${++this.#corpora}`;
        const path = `${folder}/${corpusName(options.name ?? "corpus")}`;
        const engine = this.#engine;
        engine.files.makeFolder(folder);
        try {
            engine.files.makeFolder(path);
            for (const [name, bytes] of Object.entries(files)) {
                if (!(bytes instanceof Uint8Array)) {
                    throw new EdgeError("INVALID_ARGUMENT", `${name}: expected a Uint8Array`);
                }
                engine.files.put(`${path}/${name}`, bytes);
            }
            return new Corpus(engine, folder, path, null);
        } catch (failure) {
            engine.files.removeAll(folder);
            throw failure;
        }
    }
}

function corpusName(name) {
    const stem = String(name).replaceAll("/", "_").replace(/\.(pgn|scoredb)$/, "");
    return `${stem}.scoredb`;
}
