// Style sheets that are fetched with the module that needs them, not before.

/**
 * `await loadCss("explorer.css", import.meta.url)` at the head of a module: the sheet next to it is
 * loaded before anything is shown.
 */
export function loadCss(name, module) {
    const {href} = new URL(name, module);
    return new Promise((resolve) => {
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.href = href;
        // A page without one of its sheets is plain, but it works.
        link.onload = link.onerror = resolve;
        document.head.append(link);
    });
}
