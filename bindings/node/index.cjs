// For programs that use require(): the functions, all of which give promises.
"use strict";

const lazily = (name) => async (...args) => (await import("./index.js"))[name](...args);

module.exports = {open: lazily("open"), index: lazily("index"), convert: lazily("convert")};
