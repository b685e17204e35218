// What goes wrong in the library. Values of a wrong type are TypeErrors instead. One class for those who import and
// those who require.
"use strict";

const kCodes = new Set(["INVALID_ARGUMENT", "NOT_FOUND", "CORRUPT", "UNSUPPORTED", "IO", "CANCELLED",
    "OUT_OF_MEMORY", "INTERNAL"]);

class EdgeError extends Error {
    constructor(code, message) {
        super(message);
        this.name = "EdgeError";
        this.code = code;
    }
}

/** What the addon threw or rejected with, as users see it. */
function translated(error) {
    return kCodes.has(error?.code) ? new EdgeError(error.code, error.message) : error;
}

module.exports = {EdgeError, translated};
