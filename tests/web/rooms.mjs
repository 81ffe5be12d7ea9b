// SPDX-License-Identifier: GPL-3.0-or-later
// node rooms.mjs PROGRAM.wasm LANGUAGE: what rooms of the page say, without a browser. Each line of stdin asks for one:
// "position HASH" for the question of a link, "review FILE" for a record, "advice JSON" for how that advice is shown.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { hintTable } from "../../web/advice.js";
import { filled } from "../../web/markup.js";
import { Position } from "../../web/position.js";
import { costText, recordsOf, Review } from "../../web/review.js";
import { languageSet } from "../../web/words.js";
import { opened } from "./engine.mjs";

globalThis.document = { documentElement: {} };
languageSet(process.argv[3]);

// The text of markup: cards with their signs, a cell ends with " | ", a block with a line.
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const textOf = (markup) => filled(markup).replace(/<span class="mc (.)"[^>]*>(10|.)<svg.*?<\/span>/g, (whole, suit, rank) => rank + SIGNS[suit]).replace(/<svg[^]*?<\/svg>/g, "")
    .replace(/\s+/g, " ").replace(/ ?<\/t[dh]> ?| ?<\/span>(?=<b class="n">)/g, " | ").replace(/ ?<\/(p|tr|li|h2|h3|button|small)> ?/g, "\n").replace(/<[^>]+>/g, "").replace(/&#39;/g, "'").replace(/\u202f/g, " ")
    .split("\n").map((line) => line.trim()).join("\n");

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
    engine: { ask }, judge: { ask, alone: (work) => work() }, say() {}, wrong(error) { shown = error.message; }, address() {},
    draw(room) { shown = textOf(room.markup); }, reasonOf: (error) => "That does not work: " + error.message,
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
        const review = new Review(page);
        await review.open(recordsOf(readFileSync(text, "utf8"))[0]);
        shown += "\n" + review.plays.map((play) => `cost ${costText(play)}`.replace("\u202f", " ")).join("\n");
    } else {
        shown = textOf(hintTable(JSON.parse(text)));
    }
    console.log(shown);
}
