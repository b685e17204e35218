// What takes the place of the list of corpora, about the corpus that is chosen: how the address opens and closes
// it. A panel is {element, title, update(address), leave()}; leave is called wherever it is not shown.
import * as address from "../../lib/address.js";
import {h} from "../../lib/dom.js";

const opening = (name) => ({corpora_view: name, corpora_near: null, corpora_page: null});

/** The changes of the address that open each. */
export const kOpening = {collections: opening("collections"), duplicates: opening("duplicates")};

export function backButton() {
    return h("button", {type: "button", onclick: () => address.go(opening(null))}, "← All corpora");
}
