// SPDX-License-Identifier: GPL-3.0-or-later
// A card of the hand that is dragged onto the table is played; onto one card of the pool, it takes that one.
import { face } from "./cards.js";
import { filled } from "./markup.js";
import { cardsOf } from "./words.js";

const FAR = 10; // pixels from which a tap is a drag

export function dragBegin(event, match, room) {
    const node = event.target.closest?.("#room .hand button.card");
    if (!node || room !== match || !match.mine || event.button) return;
    const box = node.getBoundingClientRect(), { card } = node.dataset, start = [event.clientX, event.clientY];
    let flying = null;
    const moved = (now) => {
        const x = now.clientX - start[0], y = now.clientY - start[1];
        if (!flying && Math.hypot(x, y) < FAR) return;
        if (!flying) {
            flying = document.createElement("div");
            flying.className = "fly dragged";
            flying.style.setProperty("--cw", box.width + "px");
            flying.innerHTML = `<span class="card ${card[1]}">${filled(face(card))}</span>`;
            document.body.append(flying);
            node.style.opacity = 0.25;
        }
        flying.style.transform = `translate(${box.x + x}px, ${box.y + y}px)`;
        now.preventDefault();
    };
    const ended = (now) => {
        removeEventListener("pointermove", moved);
        removeEventListener("pointerup", ended);
        removeEventListener("pointercancel", ended);
        if (!flying) return;
        node.style.opacity = "";
        const from = flying.getBoundingClientRect();
        flying.remove();
        const still = (click) => { click.stopPropagation(); click.preventDefault(); };
        addEventListener("click", still, { capture: true }); // which some browsers send after a drag
        setTimeout(() => removeEventListener("click", still, { capture: true }));
        if (now.type === "pointerup") dropped(match, card, document.elementFromPoint(now.clientX, now.clientY), from);
    };
    addEventListener("pointermove", moved);
    addEventListener("pointerup", ended);
    addEventListener("pointercancel", ended);
}

function dropped(match, card, under, from) {
    if (!under?.closest(".pool, .say") || !match.mine) return;
    const pooled = under.closest(".pool [data-card]")?.dataset.card, plays = match.plays(card);
    const ways = pooled ? plays.filter((play) => cardsOf(play.takes).includes(pooled)) : plays;
    match.dropped = from;
    if (ways.length === 1) return match.make(ways[0]);
    if (pooled && !ways.length) return match.refuse(card, pooled);
    match.choice = null;
    return match.tap(card);
}
