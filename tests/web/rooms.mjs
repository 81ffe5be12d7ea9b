// SPDX-License-Identifier: GPL-3.0-or-later
// node rooms.mjs PROGRAM.wasm LANGUAGE: what rooms of the page say, without a browser. Each line of stdin asks for one:
// "position HASH" for the question of a link, "review FILE" for a record, "advice JSON" for how that advice is shown.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { adviceElement } from "../../web/advice.js";
import { Position } from "../../web/position.js";
import { recordsOf, Review } from "../../web/review.js";
import { languageSet } from "../../web/words.js";
import { opened } from "./engine.mjs";

// What the rooms ask of a document: elements, of which only the text is looked at. A cell ends with " | ", a block with a line.
const ends = (tag) => (/^(td|th)$/.test(tag) ? " | " : /^(p|tr|li|caption|summary|h2|section|button)$/.test(tag) ? "\n" : "");
const made = (tag) => {
    const parts = [];
    return {
        setAttribute() {}, addEventListener() {}, append(...more) { parts.push(...more); },
        set textContent(text) { parts.splice(0, parts.length, text); },
        get textContent() { return parts.map((part) => part.textContent ?? part).join("") + ends(tag); },
    };
};
globalThis.document = { createElement: made, createElementNS: (space, tag) => made(tag), documentElement: {}, querySelector: () => null };
languageSet(process.argv[3]);

const engine = opened(process.argv[2]);
const asked = [];
async function ask(...words) {
    asked.push(words.map(String));
    const answer = await engine.ask(words.map(String));
    if (answer.error) throw new Error(answer.error);
    return answer;
}
let shown;
const page = {
    engine: { ask }, judge: { ask, alone: (work) => work() }, say() {}, wrong(error) { shown = error.message; },
    draw(_, ...elements) { shown = elements.filter(Boolean).map((one) => one.textContent).join("\n"); },
    agent: (state) => (state.match && state.rules === "pagat" ? "ismcts:goal=match" : "ismcts"),
};
for await (const line of createInterface({ input: process.stdin })) {
    const [room, text] = [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)];
    if (room === "position") {
        const position = new Position(page);
        await position.read(text);
        await position.ask();
        const views = asked.filter(([what]) => what === "view");
        if (!position.reason) console.log((await ask(...views.at(-1))).options);
    } else if (room === "review") {
        await new Review(page).open(recordsOf(readFileSync(text, "utf8"))[0]);
    } else {
        page.draw(null, adviceElement(JSON.parse(text), "ismcts"));
    }
    console.log(shown);
}
