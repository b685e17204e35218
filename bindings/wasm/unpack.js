// The module reads no compressed files: what was packed by gzip is unpacked before it goes in.

/** The bytes, unpacked where they begin as gzip does. */
export async function unpacked(bytes) {
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}
