// The calls of WASI preview 1 that edge.wasm imports, over files in memory. There are no rights, no
// links, no file times, and no environment; descriptor 3 is the root.
import {kErrno, FileError, FileNode, FolderNode} from "./memory_files.js";

const kRoot = 3;
const kType = {characters: 2, folder: 3, file: 4};
const kOpen = {create: 1, folder: 2, exclusive: 4, truncate: 8};
const kAllRights = 0xffff_ffff_ffff_ffffn;
const kLongestMessage = 10_000;

/** What proc_exit throws through the module's frames. */
export class Exit extends Error {
    constructor(status) {
        super(`the module ended with status ${status}`);
        this.status = status;
    }
}

export class Wasi {
    /** What the module wrote to standard error; only it can say why it ended. */
    messages = "";
    #files;
    #memory;
    #open = new Map();
    #decoder = new TextDecoder();

    constructor(files, memory) {
        this.#files = files;
        this.#memory = memory;
        this.#open.set(kRoot, {node: files.root, offset: 0});
    }

    imports() {
        const calls = {};
        for (const name of kCalls) {
            calls[name] = (...args) => {
                try {
                    this[name](...args.map(unsigned));
                    return 0;
                } catch (failure) {
                    if (failure instanceof FileError) return failure.errno;
                    // An ArrayBuffer that the engine has no memory for.
                    if (failure instanceof RangeError) return kErrno.NOMEM;
                    throw failure;
                }
            };
        }
        return calls;
    }

    // ---- descriptors

    fd_close(fd) {
        this.#descriptor(fd);
        this.#open.delete(fd);
    }

    fd_fdstat_get(fd, out) {
        const isStandard = fd < kRoot;
        const type = isStandard ? kType.characters : typeOf(this.#descriptor(fd).node);
        const view = this.#view();
        view.setUint8(out, type);
        view.setUint16(out + 2, 0, true);
        view.setBigUint64(out + 8, kAllRights, true);
        view.setBigUint64(out + 16, kAllRights, true);
    }

    fd_filestat_get(fd, out) {
        this.#putStatus(this.#descriptor(fd).node, out);
    }

    fd_prestat_get(fd, out) {
        if (fd !== kRoot) throw new FileError(kErrno.BADF);
        this.#view().setUint32(out, 0, true);
        this.#view().setUint32(out + 4, 1, true);
    }

    fd_prestat_dir_name(fd, out) {
        if (fd !== kRoot) throw new FileError(kErrno.BADF);
        this.#view().setUint8(out, "/".charCodeAt(0));
    }

    fd_read(fd, vectors, count, out) {
        const file = this.#file(fd);
        const read = this.#readInto(file.node, file.offset, vectors, count);
        file.offset += read;
        this.#view().setUint32(out, read, true);
    }

    fd_write(fd, vectors, count, out) {
        if (fd < kRoot) {
            this.#view().setUint32(out, this.#keepMessage(vectors, count), true);
            return;
        }
        const file = this.#file(fd);
        const written = this.#writeFrom(file.node, file.offset, vectors, count);
        file.offset += written;
        this.#view().setUint32(out, written, true);
    }

    fd_pwrite(fd, vectors, count, offset, out) {
        const written = this.#writeFrom(this.#file(fd).node, Number(offset), vectors, count);
        this.#view().setUint32(out, written, true);
    }

    fd_seek(fd, offset, whence, out) {
        if (fd < kRoot) throw new FileError(kErrno.SPIPE);
        const file = this.#file(fd);
        const base = [0, file.offset, file.node.size][whence];
        const target = base + Number(offset);
        if (!(target >= 0)) throw new FileError(kErrno.INVAL);
        file.offset = target;
        this.#view().setBigUint64(out, BigInt(target), true);
    }

    fd_sync() {}
    fd_datasync() {}

    fd_readdir(fd, into, size, cookie, out) {
        const {node} = this.#descriptor(fd);
        if (!(node instanceof FolderNode)) throw new FileError(kErrno.NOTDIR);
        const entries = [...node.entries];
        let used = 0;
        for (let index = Number(cookie); index < entries.length && used < size; ++index) {
            const entry = directoryEntry(...entries[index], index + 1);
            const part = entry.subarray(0, size - used);
            this.#bytes(into + used, part.length).set(part);
            used += part.length;
        }
        this.#view().setUint32(out, used, true);
    }

    // ---- paths

    path_open(fd, lookup, path, length, how, rights, inherited, flags, out) {
        const from = this.#descriptor(fd).node;
        const name = this.#text(path, length);
        let node = this.#files.find(name, from);
        if (node === undefined) {
            if ((how & kOpen.create) === 0) throw new FileError(kErrno.NOENT);
            const parent = this.#files.parent(name, from);
            node = new FileNode();
            parent.folder.entries.set(parent.name, node);
        } else if ((how & kOpen.create) !== 0 && (how & kOpen.exclusive) !== 0) {
            throw new FileError(kErrno.EXIST);
        }
        if ((how & kOpen.folder) !== 0 && !(node instanceof FolderNode)) {
            throw new FileError(kErrno.NOTDIR);
        }
        if ((how & kOpen.truncate) !== 0) {
            if (node instanceof FolderNode) throw new FileError(kErrno.ISDIR);
            node.empty();
        }
        let opened = kRoot + 1;
        while (this.#open.has(opened)) ++opened;
        this.#open.set(opened, {node, offset: 0});
        this.#view().setUint32(out, opened, true);
    }

    path_filestat_get(fd, flags, path, length, out) {
        const from = this.#descriptor(fd).node;
        this.#putStatus(this.#files.get(this.#text(path, length), from), out);
    }

    path_create_directory(fd, path, length) {
        this.#files.makeFolder(this.#text(path, length), this.#descriptor(fd).node);
    }

    path_remove_directory(fd, path, length) {
        this.#files.removeFolder(this.#text(path, length), this.#descriptor(fd).node);
    }

    path_unlink_file(fd, path, length) {
        this.#files.removeFile(this.#text(path, length), this.#descriptor(fd).node);
    }

    path_rename(fd, path, length, newFd, newPath, newLength) {
        this.#files.rename(
            this.#text(path, length),
            this.#descriptor(fd).node,
            this.#text(newPath, newLength),
            this.#descriptor(newFd).node,
        );
    }

    path_link() {
        throw new FileError(kErrno.NOTSUP);
    }

    // ---- the rest

    environ_get() {}

    environ_sizes_get(count, size) {
        this.#view().setUint32(count, 0, true);
        this.#view().setUint32(size, 0, true);
    }

    clock_time_get(clock, precision, out) {
        const isTimeOfDay = clock === 0;
        const now = isTimeOfDay ? Date.now() : performance.now();
        this.#view().setBigUint64(out, BigInt(Math.round(now * 1e6)), true);
    }

    // Only the names of temporary folders depend on it; Node 18 has no `crypto` among its globals.
    random_get(into, size) {
        const bytes = this.#bytes(into, size);
        for (let i = 0; i < size; ++i) bytes[i] = Math.floor(Math.random() * 256);
    }

    proc_exit(status) {
        throw new Exit(status);
    }

    // ---- helpers

    #view() {
        return new DataView(this.#memory.buffer);
    }

    #bytes(address, size) {
        return new Uint8Array(this.#memory.buffer, address, size);
    }

    #text(address, size) {
        return this.#decoder.decode(this.#bytes(address, size));
    }

    #descriptor(fd) {
        const found = this.#open.get(fd);
        if (found === undefined) throw new FileError(kErrno.BADF);
        return found;
    }

    #file(fd) {
        const found = this.#descriptor(fd);
        if (!(found.node instanceof FileNode)) throw new FileError(kErrno.ISDIR);
        return found;
    }

    *#vectors(address, count) {
        const view = this.#view();
        for (let i = 0; i < count; ++i) {
            const at = address + 8 * i;
            yield this.#bytes(view.getUint32(at, true), view.getUint32(at + 4, true));
        }
    }

    #readInto(node, offset, vectors, count) {
        let total = 0;
        for (const into of this.#vectors(vectors, count)) {
            const read = node.readAt(offset + total, into);
            total += read;
            if (read < into.length) break;
        }
        return total;
    }

    #writeFrom(node, offset, vectors, count) {
        let total = 0;
        for (const from of this.#vectors(vectors, count)) {
            node.writeAt(offset + total, from);
            total += from.length;
        }
        return total;
    }

    #keepMessage(vectors, count) {
        let total = 0;
        for (const from of this.#vectors(vectors, count)) {
            this.messages = (this.messages + this.#decoder.decode(from)).slice(-kLongestMessage);
            total += from.length;
        }
        return total;
    }

    #putStatus(node, out) {
        const view = this.#view();
        this.#bytes(out, 64).fill(0);
        view.setBigUint64(out + 8, BigInt(node.id), true);
        view.setUint8(out + 16, typeOf(node));
        view.setBigUint64(out + 24, 1n, true);
        view.setBigUint64(out + 32, BigInt(node.size ?? 0), true);
    }
}

const kCalls = Object.getOwnPropertyNames(Wasi.prototype).filter((name) => /^[a-z]+_/.test(name));

// Addresses in the upper half of the memory arrive as negative numbers.
function unsigned(arg) {
    return typeof arg === "number" ? arg >>> 0 : arg;
}

function typeOf(node) {
    return node instanceof FolderNode ? kType.folder : kType.file;
}

function directoryEntry(name, node, next) {
    const text = new TextEncoder().encode(name);
    const entry = new Uint8Array(24 + text.length);
    const view = new DataView(entry.buffer);
    view.setBigUint64(0, BigInt(next), true);
    view.setBigUint64(8, BigInt(node.id), true);
    view.setUint32(16, text.length, true);
    view.setUint8(20, typeOf(node));
    entry.set(text, 24);
    return entry;
}
