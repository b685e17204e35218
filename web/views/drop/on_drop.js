// Files that are dropped anywhere on the page.

const hasFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;

/** Calls `take` with the files of each drop. While files are held over the page, it has a class for that. */
export function onDrop(take) {
    const mark = (isOver) => document.body.classList.toggle("is-dropping", isOver);
    document.addEventListener("dragover", (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();  // else the browser would open the file
        mark(true);
    });
    document.addEventListener("dragleave", (event) => {
        if (event.relatedTarget === null) mark(false);
    });
    document.addEventListener("drop", (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        mark(false);
        take([...event.dataTransfer.files]);
    });
}
