// Compiles edge.wasm from wherever it comes.
import {EdgeError} from "./errors.js";

export async function compile(source) {
    if (source instanceof WebAssembly.Module) return source;
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
        return WebAssembly.compile(source);
    }
    if (source instanceof Response) return compileResponse(source);
    if (typeof source !== "string" && !(source instanceof URL)) {
        throw new EdgeError(
            "INVALID_ARGUMENT",
            "the module: expected bytes, a URL, a Response or a Module",
        );
    }
    const url = new URL(source, globalThis.location?.href ?? import.meta.url);
    if (url.protocol === "file:") {
        const {readFile} = await import("node:fs/promises");
        return WebAssembly.compile(await readFile(url));
    }
    return compileResponse(await fetch(url));
}

// Not by compileStreaming: it refuses servers that do not know the type of .wasm files.
async function compileResponse(response) {
    if (!response.ok) {
        throw new EdgeError("IO", `${response.url}: the server answered ${response.status}`);
    }
    return WebAssembly.compile(await response.arrayBuffer());
}
