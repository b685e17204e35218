// What a file of tests needs, from the games to the browser: set() before its tests, strike() after them.
import {launch, Visitor} from "./browser.mjs";
import {Daemon, makeRoot} from "./program.mjs";

export class Stage {
    async set() {
        this.games = await makeRoot();
        console.log(`games: ${this.games.used.join(", ")}`);
        this.daemon = new Daemon(this.games.root);
        await this.daemon.start();
        this.browser = await launch();
        this.visitor = new Visitor(this.browser, this.daemon.address);
    }

    async strike() {
        await this.browser?.close();
        await this.daemon?.stop();
        await this.games?.remove();
    }
}
