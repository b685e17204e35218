// A file on this computer, sent to the daemon's folder in pieces.
import * as api from "./api.js";

/**
 * The path of the file in the daemon's folder, once all of it is there. `onProgress` is called with the
 * bytes that have arrived. A Problem with status 409 means that the folder has a file of that name.
 */
export async function upload(file, {name = file.name, onProgress, signal}) {
    const begun = await api.post("/uploads", {name, bytes: file.size}, {signal});
    const path = `/uploads/${begun.id}`;
    try {
        for (let offset = 0; offset < file.size;) {
            const piece = await readPiece(file, offset, begun.piece_bytes);
            ({received: offset} = await api.put(path, piece, {params: {offset}, signal}));
            onProgress(offset);
        }
    } catch (error) {
        // The daemon drops it by itself, but later.
        api.remove(path).catch(() => {});
        throw error;
    }
    return begun.name;
}

async function readPiece(file, offset, size) {
    try {
        return await file.slice(offset, offset + size).arrayBuffer();
    } catch {
        throw new Error(`${file.name} cannot be read any more; it may have been changed or moved.`);
    }
}
