// SPDX-License-Identifier: GPL-3.0-or-later
// The reviewer in a page of `pasur report`, for rounds that were judged when the page was made: there is no engine to ask.
import { element, fill } from "./cards.js";
import { Review } from "./review.js";

for (const host of document.querySelectorAll(".reviewer")) {
    const { last, plays } = JSON.parse(host.textContent);
    const root = host.attachShadow({ mode: "open" }), room = element("div");
    root.append(document.getElementById("table-style").content.cloneNode(true), room);
    host.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const at = (ply) => ({ ...last, ...plays[ply].stand, history: last.history.slice(0, ply) });
    let looked;
    const answers = { read: () => last, at, view_of(ply) { looked = ply; }, advise: () => plays[looked].advice };
    const review = new Review({
        judge: { ask: async (what, ...args) => answers[what](...args), alone: (work) => work() },
        agent: () => "ismcts", draw: (_, ...elements) => fill(room, ...elements), say() {},
        wrong(error) { room.textContent = error.message; },
    });
    root.addEventListener("keydown", (event) => review.key(event));
    review.open([]);
}
