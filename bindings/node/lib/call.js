// Running long calls of the addon: how many at once, what they report, and how they are cancelled.
import {cpus} from "node:os";
import {translated} from "./errors.cjs";

// A call has a thread of its own and asks for more. Others wait: a program may begin thousands.
const kMaxRunning = Math.max(4, cpus().length);
const kMaxThreads = 1024;

let running = 0;
const waiting = [];

/** Resolves when it is the caller's turn, who then calls leave(). Rejects when the signal aborts before that. */
function enter(signal) {
    if (running < kMaxRunning) {
        ++running;
        return undefined;
    }
    return new Promise((resolve, reject) => {
        const onAbort = () => {
            waiting.splice(waiting.indexOf(go), 1);
            reject(signal.reason);
        };
        const go = () => {
            signal?.removeEventListener("abort", onAbort);
            resolve();
        };
        signal?.addEventListener("abort", onAbort, {once: true});
        waiting.push(go);
    });
}

function leave() {
    const next = waiting.shift();
    if (next) next();
    else --running;
}

function check({signal, progress, threads}) {
    if (signal !== undefined && !(signal instanceof AbortSignal)) {
        throw new TypeError("signal: expected an AbortSignal");
    }
    if (progress !== undefined && typeof progress !== "function") {
        throw new TypeError("progress: expected a function");
    }
    if (threads !== undefined && !(Number.isInteger(threads) && threads >= 1 && threads <= kMaxThreads)) {
        throw new TypeError(`threads: expected a whole number from 1 to ${kMaxThreads}`);
    }
}

/**
 * Calls begin(threads, onProgress), which begins a call of the addon, and gives what that resolves to. An error
 * in `progress` cancels the call and is what it rejects with; a signal rejects with its reason.
 */
export async function run(begin, controls) {
    check(controls);
    const {signal, progress, threads = 0} = controls;
    signal?.throwIfAborted();
    await enter(signal);
    let failure;
    let call;
    const onAbort = () => call.cancel();
    const onProgress = progress && ((games, bytes, total_bytes) => {
        // An async function of the user may fail as well, and later.
        (async () => progress({games, bytes, total_bytes}))().catch((error) => {
            failure ??= {error};
            call.cancel();
        });
    });
    try {
        signal?.throwIfAborted();
        call = begin(threads, onProgress);
        signal?.addEventListener("abort", onAbort, {once: true});
        const answer = await call.promise;
        if (failure) throw failure.error;
        return answer;
    } catch (error) {
        if (failure) throw failure.error;
        if (signal?.aborted && (error === signal.reason || error?.code === "CANCELLED")) throw signal.reason;
        throw translated(error);
    } finally {
        signal?.removeEventListener("abort", onAbort);
        leave();
    }
}
