// What the drivers in JavaScript share: the lines of a scenario and how they are answered.
// drivers/ask.c says what the lines and the answers are.
import {createInterface} from "node:readline";

/** The answer for a set of games. */
export function setAnswer(ids) {
    const list = Array.from(ids, Number);
    return {count: list.length, ids: list};
}

/** Answers every line of standard input; an object is written as JSON, a string as it is. */
export async function answerLines(answer) {
    for await (const text of createInterface({input: process.stdin})) {
        const [verb, corpus, name, argument, set] = text.split("\t");
        const line = {verb, corpus, name, argument, set};
        let kind = "OK";
        let payload;
        try {
            const value = await answer(line);
            payload = Buffer.from(typeof value === "string" ? value : JSON.stringify(value));
        } catch (error) {
            if (error.name !== "EdgeError") throw error;
            kind = error.code;
            payload = Buffer.from(error.message);
        }
        process.stdout.write(`${kind} ${payload.length}\n`);
        process.stdout.write(payload);
        process.stdout.write("\n");
    }
}
