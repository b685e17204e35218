// The daemon's routes, as promises. Failures are a Problem (the daemon refused, with a message) or
// Unreachable (no answer). docs/http_api.md describes the routes. On the page without a daemon
// lib/local_api.js answers them.

/** An answer of RFC 9457; `line` and `column` (from 1) say where a query text is wrong. */
export class Problem extends Error {
    constructor(status, body) {
        super(body.detail ?? body.title ?? `Edge answered ${status}`);
        this.status = status;
        this.line = body.line;
        this.column = body.column;
        this.pointer = body.pointer;
    }
}

export class Unreachable extends Error {
    constructor() {
        super("No answer from Edge. It may have been stopped.");
    }
}

/** Emits "lost", "found" (whether the daemon answers) and "token" (it wants one). */
export const connection = new EventTarget();
let isLost = false;

function note(lost) {
    if (lost === isLost) return;
    isLost = lost;
    connection.dispatchEvent(new Event(lost ? "lost" : "found"));
    if (lost) awaitReturn();
}

// An answer may take long, as a scan does; but a daemon that does not even answer a ping is not
// responding.
const kPatienceMs = 4000;
const kSignOfLifeMs = 2000;

/** Waits for an answer of the daemon, and emits "lost" if it stops responding meanwhile. */
export async function patiently(answer) {
    const patience = setTimeout(() => {
        fetch("healthz", {signal: AbortSignal.timeout(kSignOfLifeMs)}).catch(() => note(true));
    }, kPatienceMs);
    try {
        return await answer;
    } finally {
        clearTimeout(patience);
    }
}

function awaitReturn() {
    setTimeout(() => {
        fetch("healthz").then(() => note(false), awaitReturn);
    }, 1000);
}

// A daemon that listens beyond its own machine asks for a token; it is kept for this tab alone.
const kTokenKey = "edge.token";
const token = () => sessionStorage.getItem(kTokenKey);

export function setToken(text) {
    sessionStorage.setItem(kTokenKey, text);
}

/** `path` begins with a slash, but the page may lie below another one. `as` is "json" or "text". */
async function askDaemon(method, path, {params, body, signal, accept, as = "json"} = {}) {
    const given = Object.entries(params ?? {}).filter(([, value]) => (value ?? "") !== "");
    const query = new URLSearchParams(given).toString();
    const route = path.slice(1);
    const headers = {};
    const isRaw = body instanceof ArrayBuffer;
    if (body !== undefined) headers["Content-Type"] = isRaw ? "application/octet-stream" : "application/json";
    if (accept) headers.Accept = accept;
    if (token()) headers.Authorization = `Bearer ${token()}`;
    let response;
    try {
        response = await patiently(fetch(query ? `${route}?${query}` : route, {
            method, headers, signal, body: isRaw || body === undefined ? body : JSON.stringify(body),
        }));
    } catch (error) {
        if (error.name === "AbortError") throw error;
        note(true);
        throw new Unreachable();
    }
    note(false);
    if (response.ok) return response[as]();
    const problem = await response.json().catch(() => ({}));
    if (response.status === 401) connection.dispatchEvent(new Event("token"));
    throw new Problem(response.status, problem);
}

let transport = askDaemon;

/** Replaces askDaemon from now on by a function with the same interface. */
export function setTransport(other) {
    transport = other;
}

/** get("/games", {corpus, limit: 20}): the JSON of a read route. */
export function get(path, params, options) {
    return transport("GET", path, {params, ...options});
}

/** The same for an answer that is text, such as PGN. */
export function getText(path, params, options) {
    return transport("GET", path, {params, ...options, as: "text"});
}

/** post("/tree", {corpus, moves}): `options` may hold params and a signal. */
export function post(path, body, options) {
    return transport("POST", path, {body, ...options});
}

/** The same for bytes, an ArrayBuffer. */
export function put(path, body, options) {
    return transport("PUT", path, {body, ...options});
}

export async function remove(path) {
    await transport("DELETE", path, {as: "text"});
}

/** Calls `onMessage` with each event of a job; returns a function that stops listening. */
export function events(path, onMessage, onEnd) {
    const address = new URL(path.slice(1), location.href.split("#")[0]);
    address.protocol = address.protocol.replace("http", "ws");
    const protocols = ["edge.events"];
    if (token()) {
        const text = btoa(token()).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
        protocols.push(`edge.token.${text}`);
    }
    const socket = new WebSocket(address, protocols);
    socket.onmessage = (message) => onMessage(JSON.parse(message.data));
    socket.onclose = () => onEnd?.();
    return () => {
        socket.onclose = null;
        socket.close();
    };
}

/**
 * Wraps an asking function so that a new call aborts the one before it: `latest(async (signal, x)
 * => ...)`. A superseded call never settles, so that its caller cannot show an outdated answer; nor
 * does one ended by the cancel() of the returned function.
 */
export function latest(ask) {
    let controller;
    const asking = async (...args) => {
        controller?.abort();
        const own = (controller = new AbortController());
        try {
            const answer = await ask(own.signal, ...args);
            if (!own.signal.aborted) return answer;
        } catch (error) {
            if (!own.signal.aborted) throw error;
        }
        return new Promise(() => {});
    };
    asking.cancel = () => controller?.abort();
    return asking;
}
