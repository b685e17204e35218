// For programs that use require(): the functions, all of which give promises, and what they reject with.
"use strict";

const {EdgeError} = require("./lib/errors.cjs");

const lazily = (name) => async (...args) => (await import("./index.js"))[name](...args);

module.exports = {
    open: lazily("open"),
    index: lazily("index"),
    add: lazily("add"),
    compact: lazily("compact"),
    convert: lazily("convert"),
    merge: lazily("merge"),
    EdgeError,
};
