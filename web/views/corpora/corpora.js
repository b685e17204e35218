// The corpora: the list, their contents, making one, adding games to one, and news for a repertoire; or, in
// place of all that, a panel about the corpus that is chosen. Parameter: corpora_view, the name of the panel.
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {loadCss} from "../../lib/css.js";
import {h} from "../../lib/dom.js";
import {AddForm} from "./add_form.js";
import {Collections} from "./collections.js";
import {CorpusList} from "./corpus_list.js";
import {Duplicates} from "./duplicates.js";
import {IndexForm} from "./index_form.js";
import {Jobs} from "./jobs.js";
import {News} from "./news.js";

await Promise.all(["corpora.css", "collections.css", "duplicates.css"].map((name) => loadCss(name, import.meta.url)));

export function create(app) {
    const list = new CorpusList(app);
    const jobs = new Jobs(app, showCorpora);
    const hooks = {onStart: () => jobs.refresh(), onFiles: () => refreshFiles()};
    const forms = [new AddForm(app, hooks), new IndexForm(hooks)];
    const [adding, making] = forms;
    const news = new News();
    const panels = {collections: new Collections(app), duplicates: new Duplicates(app)};
    const element = h("div");
    const browser = h("div", {class: "stack"}, list.element, adding.element,
        h("div", {class: "corpora-making"}, making.element, jobs.element), news.element);
    element.append(browser, ...Object.values(panels).map((panel) => panel.element));
    let isFresh = false;  // whether jobs and files were requested since the view was shown

    function showCorpora() {
        const now = address.read();
        list.update(now);
        adding.update(now);
        news.element.hidden = app.corpora.length === 0;
        if (element.isConnected) showPanel(now);
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

    let opened = "";  // the name of the panel that is shown
    let openedPath = "";
    let browserScroll = 0;
    let leftAt = null;  // where the reader was when another view took the place

    function showPanel(now) {
        const path = now.get("corpus");
        const asked = now.get("corpora_view");
        const name = path !== "" && Object.hasOwn(panels, asked) ? asked : "";
        const [before, beforePath] = [opened, openedPath];
        [opened, openedPath] = [name, path];
        if (before === "" && name !== "") browserScroll = scrollY;
        browser.hidden = name !== "";
        for (const [each, panel] of Object.entries(panels)) {
            panel.element.hidden = each !== name;
            if (each === name) panel.update(now);
            else panel.leave();
        }
        if (name === before && (name === "" || path === beforePath)) return;
        scrollTo(0, name === "" ? browserScroll : 0);
        // Another corpus is chosen in the header, where the focus stays.
        if (name === before) return;
        if (name === "") list.focusLink(beforePath, before);
        else panels[name].title.focus({preventScroll: true});
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
            for (const panel of Object.values(panels)) panel.leave();
            jobs.leave();
        },
    };
}
