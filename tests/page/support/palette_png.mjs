// Writes PNG files with a palette, which are a third of what browsers write. Screens have few colours: the
// most frequent ones become the palette, and the others are drawn with the nearest of them.
import {deflateSync} from "node:zlib";

const kColours = 256;
const kSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** `pixels` are red, green, blue and opacity of each, row by row. */
export function palettePng(pixels, width, height) {
    const colours = Array.from({length: width * height}, (_, index) => pixels.readUIntBE(4 * index, 3));
    const {palette, indexOf} = paletteOf(colours);
    const rows = Buffer.alloc((width + 1) * height);  // each begins with its filter, 0 for none
    colours.forEach((colour, index) => {
        rows[index + Math.floor(index / width) + 1] = indexOf.get(colour);
    });
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, 3, 0, 0, 0], 8);  // eight bits, a palette
    const listed = Buffer.concat(palette.map((colour) => Buffer.from([colour >> 16, (colour >> 8) & 255, colour & 255])));
    return Buffer.concat([kSignature, chunk("IHDR", header), chunk("PLTE", listed),
        chunk("IDAT", deflateSync(rows, {level: 9})), chunk("IEND", Buffer.alloc(0))]);
}

/** The palette, and which entry of it stands for each colour. */
function paletteOf(colours) {
    const counts = new Map();
    for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
    const byCount = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
    // A colour that hardly differs from one already in the palette would only waste an entry.
    const palette = [];
    for (const closeness of [300, 60, 0]) {
        for (const colour of byCount) {
            if (palette.length === kColours) break;
            if (distance(colour, palette[nearest(colour, palette)] ?? -1) > closeness) palette.push(colour);
        }
    }
    return {palette, indexOf: new Map(byCount.map((colour) => [colour, nearest(colour, palette)]))};
}

function nearest(colour, palette) {
    let best = -1;
    let least = Infinity;
    palette.forEach((other, index) => {
        const away = distance(colour, other);
        if (away < least) [best, least] = [index, away];
    });
    return best;
}

function distance(a, b) {
    if (b < 0) return Infinity;
    const [red, green, blue] = [16, 8, 0].map((shift) => ((a >> shift) & 255) - ((b >> shift) & 255));
    return red * red + green * green + blue * blue;
}

function chunk(name, data) {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

// Node has its own only from version 20.15 on.
function crc32(bytes) {
    let crc = ~0;
    for (const byte of bytes) {
        crc ^= byte;
        for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
    }
    return ~crc >>> 0;
}
