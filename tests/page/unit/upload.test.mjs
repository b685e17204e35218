// A file in pieces: which requests are made, in which order, and what happens when one fails.
import assert from "node:assert/strict";
import {test} from "node:test";
import {setTransport} from "../../../web/lib/api.js";
import {upload} from "../../../web/lib/upload.js";

/** A daemon that takes pieces of 4 bytes; `fail(method, offset)` may throw. */
function daemon(fail = () => {}) {
    const calls = [];
    let received = "";
    setTransport(async (method, path, {params, body}) => {
        const text = body instanceof ArrayBuffer ? new TextDecoder().decode(body) : "";
        calls.push([method, path, ...(text ? [params.offset, text] : [])]);
        fail(method, params?.offset);
        received += text;
        return {id: "7", name: body?.name, piece_bytes: 4, received: received.length};
    });
    return calls;
}

const file = new File(["0123456789"], "x.pgn");

test("pieces follow each other, and the progress is theirs", async () => {
    const calls = daemon();
    const progress = [];
    assert.equal(await upload(file, {onProgress: (bytes) => progress.push(bytes)}), "x.pgn");
    assert.deepEqual(calls, [["POST", "/uploads"], ["PUT", "/uploads/7", 0, "0123"], ["PUT", "/uploads/7", 4, "4567"],
        ["PUT", "/uploads/7", 8, "89"]]);
    assert.deepEqual(progress, [4, 8, 10]);
});

test("another name can be given", async () => {
    daemon();
    assert.equal(await upload(file, {name: "y.pgn", onProgress() {}}), "y.pgn");
});

test("an upload that fails is dropped", async () => {
    const calls = daemon((method, offset) => {
        if (offset === 4) throw new Error("no");
    });
    await assert.rejects(upload(file, {onProgress() {}}), /no/);
    assert.deepEqual(calls.at(-1), ["DELETE", "/uploads/7"]);
});

test("an upload that cannot begin leaves nothing to drop", async () => {
    const calls = daemon((method) => {
        if (method === "POST") throw new Error("no");
    });
    await assert.rejects(upload(file, {onProgress() {}}), /no/);
    assert.deepEqual(calls, [["POST", "/uploads"]]);
});
