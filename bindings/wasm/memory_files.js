// A file system in memory: folders as maps, files as bytes that grow. Paths are absolute, with "/"
// between names. Failures throw a FileError with the errno of WASI.

export const kErrno = {
    BADF: 8,
    EXIST: 20,
    INVAL: 28,
    ISDIR: 31,
    NOENT: 44,
    NOMEM: 48,
    NOTDIR: 54,
    NOTEMPTY: 55,
    NOTSUP: 58,
    SPIPE: 70,
};

export class FileError extends Error {
    constructor(errno) {
        super(`errno ${errno}`);
        this.errno = errno;
    }
}

let nodes = 0;

// Files grow by chunks, so that none is ever copied to make room.
const kChunkBytes = 1 << 20;

export class FileNode {
    id = ++nodes;
    size;
    #given; // the bytes given by the caller, who owns them; null once it is written to
    #chunks = [];

    constructor(bytes = null) {
        this.#given = bytes;
        this.size = bytes?.length ?? 0;
    }

    /** Copies what there is from the offset on into `into`, and returns how much. */
    readAt(offset, into) {
        const wanted = into.subarray(0, Math.max(0, this.size - offset));
        if (this.#given !== null) wanted.set(this.#given.subarray(offset, offset + wanted.length));
        else this.#eachPart(offset, wanted, (chunk, part) => part.set(chunk));
        return wanted.length;
    }

    writeAt(offset, from) {
        this.#own();
        const end = offset + from.length;
        while (this.#chunks.length * kChunkBytes < end) this.#chunks.push(new Uint8Array(kChunkBytes));
        this.#eachPart(offset, from, (chunk, part) => chunk.set(part));
        this.size = Math.max(this.size, end);
    }

    empty() {
        this.#given = null;
        this.#chunks = [];
        this.size = 0;
    }

    copy() {
        const bytes = new Uint8Array(this.size);
        this.readAt(0, bytes);
        return bytes;
    }

    #own() {
        const bytes = this.#given;
        if (bytes === null) return;
        this.#given = null;
        this.writeAt(0, bytes);
    }

    // The bytes from the offset on with the parts of the chunks that they belong in.
    #eachPart(offset, bytes, visit) {
        for (let done = 0; done < bytes.length; ) {
            const at = offset + done;
            const chunk = this.#chunks[Math.floor(at / kChunkBytes)];
            const start = at % kChunkBytes;
            const size = Math.min(bytes.length - done, kChunkBytes - start);
            visit(chunk.subarray(start, start + size), bytes.subarray(done, done + size));
            done += size;
        }
    }
}

export class FolderNode {
    id = ++nodes;
    entries = new Map();
}

export class MemoryFiles {
    root = new FolderNode();

    /** The node at a path, or undefined. `from` is the folder that a relative path begins in. */
    find(path, from = this.root) {
        let node = from;
        for (const name of parts(path)) {
            if (!(node instanceof FolderNode)) throw new FileError(kErrno.NOTDIR);
            node = node.entries.get(name);
            if (node === undefined) return undefined;
        }
        return node;
    }

    get(path, from) {
        const node = this.find(path, from);
        if (node === undefined) throw new FileError(kErrno.NOENT);
        return node;
    }

    /** The folder of a path, which must exist, and the last name. */
    parent(path, from) {
        const names = parts(path);
        const name = names.pop();
        if (name === undefined) throw new FileError(kErrno.INVAL);
        const folder = this.get(names.join("/"), from);
        if (!(folder instanceof FolderNode)) throw new FileError(kErrno.NOTDIR);
        return {folder, name};
    }

    makeFolder(path, from) {
        const {folder, name} = this.parent(path, from);
        if (folder.entries.has(name)) throw new FileError(kErrno.EXIST);
        folder.entries.set(name, new FolderNode());
    }

    /** Creates a file at a path, with the folders that it needs. */
    put(path, bytes) {
        const names = parts(path);
        const name = names.pop();
        let folder = this.root;
        for (const part of names) {
            if (!folder.entries.has(part)) folder.entries.set(part, new FolderNode());
            folder = folder.entries.get(part);
            if (!(folder instanceof FolderNode)) throw new FileError(kErrno.NOTDIR);
        }
        folder.entries.set(name, new FileNode(bytes));
    }

    removeFile(path, from) {
        const {folder, name} = this.parent(path, from);
        const node = folder.entries.get(name);
        if (node === undefined) throw new FileError(kErrno.NOENT);
        if (node instanceof FolderNode) throw new FileError(kErrno.ISDIR);
        folder.entries.delete(name);
    }

    removeFolder(path, from) {
        const {folder, name} = this.parent(path, from);
        const node = folder.entries.get(name);
        if (node === undefined) throw new FileError(kErrno.NOENT);
        if (!(node instanceof FolderNode)) throw new FileError(kErrno.NOTDIR);
        if (node.entries.size !== 0) throw new FileError(kErrno.NOTEMPTY);
        folder.entries.delete(name);
    }

    /** Removes what is at a path, with all that is in it; nothing where there is nothing. */
    removeAll(path) {
        if (this.find(path) === undefined) return;
        const {folder, name} = this.parent(path);
        folder.entries.delete(name);
    }

    rename(path, from, newPath, newFrom) {
        const old = this.parent(path, from);
        const next = this.parent(newPath, newFrom);
        const node = old.folder.entries.get(old.name);
        const taken = next.folder.entries.get(next.name);
        if (node === undefined) throw new FileError(kErrno.NOENT);
        if (taken === node) return;
        if (taken instanceof FolderNode) {
            if (!(node instanceof FolderNode)) throw new FileError(kErrno.ISDIR);
            if (taken.entries.size !== 0) throw new FileError(kErrno.NOTEMPTY);
        } else if (taken !== undefined && node instanceof FolderNode) {
            throw new FileError(kErrno.NOTDIR);
        }
        old.folder.entries.delete(old.name);
        next.folder.entries.set(next.name, node);
    }

    /** Copies of all files below a folder, by their paths in it. */
    filesBelow(path) {
        const files = {};
        const visit = (folder, prefix) => {
            for (const [name, node] of folder.entries) {
                if (node instanceof FolderNode) visit(node, `${prefix}${name}/`);
                else files[prefix + name] = node.copy();
            }
        };
        visit(this.get(path), "");
        return files;
    }
}

function parts(path) {
    const names = [];
    for (const name of path.split("/")) {
        if (name === "..") names.pop();
        else if (name !== "" && name !== ".") names.push(name);
    }
    return names;
}
