// What goes wrong in the library. Values of a wrong type are TypeErrors instead. One class for both import and
// require.
"use strict";

class EdgeError extends Error {
    constructor(code, message, place = null) {
        super(message);
        this.name = "EdgeError";
        this.code = code;
        this.place = place;
    }
}

/** What the addon threw or rejected with, as users see it. What the library said has a place, which may be null. */
function translated(error) {
    return error?.place === undefined ? error : new EdgeError(error.code, error.message, error.place);
}

module.exports = {EdgeError, translated};
