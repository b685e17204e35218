// The module reads no compressed files: gzip and zstd are unpacked before they go in.
import {EdgeError} from "./errors.js";

// Loaded at once, because a page may lose its server. Null where tools/build_wasm.sh could not
// fetch it.
const zstd = import("./fzstd.js").catch(() => null);

// Zstd files of Lichess begin with a frame that is to be skipped, which has one of 16 numbers.
const kKinds = [
    {name: "gzip", begins: (a, b) => a === 0x1f && b === 0x8b, unpack: unpackGzip},
    {name: "zstd", begins: (a, b, c, d) => a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd, unpack: unpackZstd},
    {name: "zstd", begins: (a, b, c, d) => a >> 4 === 5 && b === 0x2a && c === 0x4d && d === 0x18, unpack: unpackZstd},
];

/** The bytes, unpacked if they begin like packed ones. `name` is what errors call them. */
export async function unpacked(bytes, name) {
    const kind = kKinds.find(({begins}) => begins(...bytes.subarray(0, 4)));
    if (kind === undefined) return bytes;
    try {
        return await kind.unpack(bytes, name);
    } catch (failure) {
        if (failure instanceof EdgeError) throw failure;
        if (failure instanceof RangeError) {
            throw new EdgeError("OUT_OF_MEMORY", `${name}: found not enough memory to unpack it`, {cause: failure});
        }
        const why = `found damaged ${kind.name} data (${failure.message}), expected a whole file`;
        throw new EdgeError("CORRUPT", `${name}: ${why}`, {cause: failure});
    }
}

async function unpackGzip(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function unpackZstd(bytes, name) {
    const unpacker = await zstd;
    if (unpacker === null) throw new EdgeError("UNSUPPORTED", `${name}: this build unpacks no zstd files`);
    return unpacker.decompress(bytes);
}
