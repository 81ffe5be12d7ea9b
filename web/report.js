// SPDX-License-Identifier: GPL-3.0-or-later
// The reviewer in a page of `pasur report`, for rounds that were judged when the page was made: there is no engine to ask.
import { show } from "./markup.js";
import { Review } from "./review.js";

for (const host of document.querySelectorAll(".reviewer")) {
    const { last, plays } = JSON.parse(host.textContent);
    const root = host.attachShadow({ mode: "open" }), room = document.createElement("div");
    root.append(document.getElementById("table-style").content.cloneNode(true), room);
    room.className = "embedded";
    host.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const at = (ply) => ({ ...last, ...plays[ply].stand, history: last.history.slice(0, ply) });
    let looked;
    const answers = { read: () => last, at, view_of(ply) { looked = ply; }, advise: () => plays[looked].advice, why: () => plays[looked].why };
    const review = new Review({
        judge: { ask: async (what, ...args) => answers[what](...args), alone: (work) => work() },
        agent: () => "ismcts", draw: (one) => show(room, one.markup), say() {},
        wrong(error) { room.textContent = error.message; },
    });
    root.addEventListener("click", (event) => {
        const node = event.target.closest("[data-do]");
        if (node) review.act(node.dataset.do, node);
    });
    root.addEventListener("keydown", (event) => { if (review.key(event)) event.preventDefault(); });
    review.open([]);
}
