// A worker of worker.js as client.js talks to it, the same in browsers and in Node.

export async function startWorker() {
    const url = new URL("./worker.js", import.meta.url);
    if (typeof Worker !== "undefined") return linkTo(new Worker(url, {type: "module"}));
    const {Worker: NodeWorker} = await import("node:worker_threads");
    const worker = new NodeWorker(url);
    return {
        post: (message) => worker.postMessage(message),
        listen(onMessage, onError) {
            worker.on("message", onMessage);
            worker.on("error", onError);
        },
        terminate: () => worker.terminate(),
    };
}

/** To a Worker of a browser. */
export function linkTo(worker) {
    return {
        post: (message) => worker.postMessage(message),
        listen(onMessage, onError) {
            worker.addEventListener("message", (event) => onMessage(event.data));
            worker.addEventListener("error", onError);
        },
        terminate: () => worker.terminate(),
    };
}
