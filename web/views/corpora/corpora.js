// The corpora: the list, their contents, making one, adding games to one, and news for a repertoire.
import * as address from "../../lib/address.js";
import * as api from "../../lib/api.js";
import {loadCss} from "../../lib/css.js";
import {h} from "../../lib/dom.js";
import {AddForm} from "./add_form.js";
import {CorpusList} from "./corpus_list.js";
import {IndexForm} from "./index_form.js";
import {Jobs} from "./jobs.js";
import {News} from "./news.js";

await loadCss("corpora.css", import.meta.url);

export function create(app) {
    const list = new CorpusList(app);
    const jobs = new Jobs(app, showCorpora);
    const hooks = {onStart: () => jobs.refresh(), onFiles: () => refreshFiles()};
    const forms = [new AddForm(app, hooks), new IndexForm(hooks)];
    const [adding, making] = forms;
    const news = new News();
    let isFresh = false;  // whether jobs and files were requested since the view was shown

    function showCorpora() {
        list.update(address.read());
        adding.update(address.read());
        news.element.hidden = app.corpora.length === 0;
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

    // A daemon that was away may have lost its jobs.
    api.connection.addEventListener("found", () => (isFresh = false));

    return {
        element: h("div", {class: "stack"}, list.element, adding.element,
            h("div", {class: "corpora-making"}, making.element, jobs.element), news.element),
        update() {
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
            jobs.leave();
        },
    };
}
