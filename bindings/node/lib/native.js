// The addon. Its functions are those of edge.h; native/addon.cpp lists them.
import {createRequire} from "node:module";

export const native = createRequire(import.meta.url)("../prebuilt/edge.node");

// Threads that still scan while the process shuts down would crash it.
process.on("exit", () => native.stop());
