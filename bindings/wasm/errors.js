// The errors of the library, with the names of edge_status as codes.

export class EdgeError extends Error {
    constructor(code, message, {place = null, ...options} = {}) {
        super(message, options);
        this.name = "EdgeError";
        this.code = code;
        this.place = place;
    }
}
