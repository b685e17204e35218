// What the library says when it cannot do something, with the names of edge_status as codes.

/** Of edge_status, by number. */
export const kStatus = [
    "OK",
    "INVALID_ARGUMENT",
    "NOT_FOUND",
    "CORRUPT",
    "UNSUPPORTED",
    "IO",
    "CANCELLED",
    "OUT_OF_MEMORY",
    "INTERNAL",
];

export class EdgeError extends Error {
    constructor(code, message, options) {
        super(message, options);
        this.name = "EdgeError";
        this.code = code;
    }
}
