// What is in the package, and what it may ask of the machine.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {createRequire} from "node:module";
import {readdirSync, readFileSync} from "node:fs";
import {homedir, tmpdir} from "node:os";
import {dirname, join, resolve} from "node:path";
import {test} from "node:test";
import {fileURLToPath} from "node:url";
import {edge, kClassics, kPackage, makeFolder} from "./support/package.mjs";

const kHere = dirname(fileURLToPath(import.meta.url));
const addon = join(kPackage, "prebuilt/edge.node");

test("it holds what it needs and no more", () => {
    const files = readdirSync(kPackage).sort();
    assert.deepEqual(files, ["LICENSE", "NOTICE", "README.md", "answers.d.ts", "error_codes.d.ts", "index.cjs", "index.d.cts",
        "index.d.ts", "index.js", "lib", "package.json", "prebuilt", "requests.d.ts"]);
    const manifest = JSON.parse(readFileSync(join(kPackage, "package.json")));
    assert.equal(manifest.version, edge.version);
    assert.equal(manifest.dependencies, undefined);
    assert.equal(manifest.scripts, undefined);
});

test("the addon has no path of the machine that built it", () => {
    const bytes = readFileSync(addon, "latin1");
    for (const folder of [resolve(kHere, "../../.."), resolve(kPackage, "../.."), homedir(), tmpdir()]) {
        assert.ok(!bytes.includes(`${folder}/`), folder);
    }
});

test("the addon links system libraries only", () => {
    const libraries = execFileSync("readelf", ["--dynamic", "--wide", addon], {encoding: "utf8"});
    const needed = [...libraries.matchAll(/NEEDED.*\[(.*)\]/g)].map((match) => match[1]);
    const known = /^(lib(c|m|gcc_s|stdc\+\+|z|bz2|zstd|xxhash|fmt|pthread)|ld-linux[-a-z0-9]*)\.so/;
    assert.ok(needed.length > 0);
    for (const library of needed) assert.match(library, known);
    assert.doesNotMatch(libraries, /R(UN)?PATH/);
});

test("require() works too", async () => {
    const {EdgeError, index, open} = createRequire(import.meta.url)(join(kPackage, "index.cjs"));
    const path = join(makeFolder(), "new.scoredb");
    assert.equal((await index(kClassics, path)).games, 58);
    assert.ok(await open(path) instanceof edge.Corpus);
    assert.equal(EdgeError, edge.EdgeError);
    await assert.rejects(open(`${path}.missing`), EdgeError);
});

test("the types fit", () => {
    const compiler = join(process.env.EDGE_TYPESCRIPT, "lib/tsc.js");
    try {
        execFileSync(process.execPath, [compiler, "-p", join(kHere, "types")], {encoding: "utf8"});
    } catch (error) {
        assert.fail(error.stdout);
    }
});
