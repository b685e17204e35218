// The module reads no compressed files: what gzip or zstd packed is unpacked before it goes in.
import {EdgeError} from "./errors.js";

// Begun at once, as a page may lose its server. Null where tools/build_wasm.sh could not fetch it.
const zstd = import("./fzstd.js").catch(() => null);

const kKinds = [
    {name: "gzip", magic: [0x1f, 0x8b], unpack: unpackGzip},
    {name: "zstd", magic: [0x28, 0xb5, 0x2f, 0xfd], unpack: unpackZstd},
];

/** The bytes, unpacked where they begin as packed ones do. `name` is what errors call them. */
export async function unpacked(bytes, name) {
    const kind = kKinds.find(({magic}) => magic.every((byte, at) => bytes[at] === byte));
    if (kind === undefined) return bytes;
    try {
        return await kind.unpack(bytes, name);
    } catch (failure) {
        if (failure instanceof EdgeError) throw failure;
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
