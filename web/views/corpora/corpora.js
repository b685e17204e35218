// The corpora: the list, their contents, making one, adding games to one, and news for a repertoire; or, in
// place of all that, the duplicates of one.
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {loadCss} from "../../lib/css.js";
import {h} from "../../lib/dom.js";
import {AddForm} from "./add_form.js";
import {CorpusList} from "./corpus_list.js";
import {Duplicates} from "./duplicates.js";
import {IndexForm} from "./index_form.js";
import {Jobs} from "./jobs.js";
import {News} from "./news.js";

await Promise.all(["corpora.css", "duplicates.css"].map((name) => loadCss(name, import.meta.url)));

export function create(app) {
    const list = new CorpusList(app);
    const jobs = new Jobs(app, showCorpora);
    const hooks = {onStart: () => jobs.refresh(), onFiles: () => refreshFiles()};
    const forms = [new AddForm(app, hooks), new IndexForm(hooks)];
    const [adding, making] = forms;
    const news = new News();
    const duplicates = new Duplicates(app);
    const element = h("div");
    const browser = h("div", {class: "stack"}, list.element, adding.element,
        h("div", {class: "corpora-making"}, making.element, jobs.element), news.element);
    element.append(browser, duplicates.element);
    let isFresh = false;  // whether jobs and files were requested since the view was shown

    function showCorpora() {
        const now = address.read();
        list.update(now);
        adding.update(now);
        news.element.hidden = app.corpora.length === 0;
        if (element.isConnected) showDuplicates(now);
    }

    async function refreshFiles() {
        try {
            const {files} = await api.get("/files");
            for (const form of forms) form.setFiles(files);
            news.setFiles(files);
        } catch (error) {
            for (const form of forms) form.fail(error, refreshFiles);
        }
    }

    let opened = "";  // the corpus whose duplicates are shown
    let browserScroll = 0;
    let leftAt = null;  // where the reader was when another view took the place

    function showDuplicates(now) {
        const path = now.get("corpora_duplicates");
        const before = opened;
        opened = path;
        if (before === "" && path !== "") browserScroll = scrollY;
        browser.hidden = path !== "";
        duplicates.element.hidden = path === "";
        if (path === "") duplicates.leave();
        else duplicates.update(now);
        if (path === before) return;
        scrollTo(0, path === "" ? browserScroll : 0);
        if (path === "") list.focusDuplicates(before);
        else duplicates.title.focus({preventScroll: true});
    }

    // A daemon that was away may have lost its jobs.
    api.connection.addEventListener("found", () => (isFresh = false));

    return {
        element,
        update() {
            if (leftAt !== null) scrollTo(0, leftAt);
            leftAt = null;
            showCorpora();
            if (isFresh) return;
            isFresh = true;
            jobs.refresh();
            refreshFiles();
            // A job may have ended while another view was shown. A missing daemon is reported elsewhere.
            app.refreshCorpora().then(showCorpora, () => {});
        },
        leave() {
            isFresh = false;
            leftAt = scrollY;
            duplicates.leave();
            jobs.leave();
        },
    };
}
