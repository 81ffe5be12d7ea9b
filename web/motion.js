// SPDX-License-Identifier: GPL-3.0-or-later
// A play is seen: the card comes to the table, what it takes is lifted and goes to the pile. A tap ends it; who wants no motion sees none.
import { face } from "./cards.js";
import { filled } from "./markup.js";
import { FACTORS, setting } from "./settings.js";

export const pace = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : FACTORS[setting("speed")]);
const COMES = 280, LIFTS = 160, HOLDS = 320, LEAVES = 420, APART = 45;
let hurry = false;
export function motionEnd() {
    if (!document.querySelector(".fly")) return;
    hurry = true;
    for (const one of document.querySelectorAll(".fly")) one.getAnimations().forEach((animation) => animation.finish());
}

const boxOf = (node) => node?.getBoundingClientRect();
function flyer(card, box) {
    const node = document.createElement("div");
    node.className = "fly";
    node.style.setProperty("--cw", box.width + "px");
    node.style.transform = `translate(${box.x}px, ${box.y}px)`;
    node.innerHTML = `<span class="card ${card[1]}">${filled(face(card))}</span>`;
    document.body.append(node);
    return node;
}

// The table already shows what is after the play. from: where the card was, a box; seat: who played.
export async function playSeenMoving({ card, takes }, seat, from) {
    const room = document.querySelector("#room .table"), speed = pace();
    const pile = room?.querySelector(`[data-seat="${seat}"] .pile`);
    if (!pile || !speed) return;
    hurry = false;
    const time = (milliseconds) => (hurry ? 1 : milliseconds * speed);
    const ghosts = [...room.querySelectorAll(".ghost")], target = takes ? ghosts[0] : room.querySelector(`.pool [data-card="${card}"]`);
    if (!target) return;
    const start = from ?? boxOf(room.querySelector(`[data-seat="${seat}"] .av`)), to = boxOf(pile), place = boxOf(target);
    const small = from ? Math.min(1, from.width / place.width) : 0.35, shift = takes ? [place.width * 0.3, place.height * 0.22] : [0, 0];
    for (const node of takes ? ghosts : [target]) node.style.opacity = 0;
    const taken = takes ? ghosts.map((ghost) => flyer(ghost.dataset.ghost, boxOf(ghost))) : [], played = flyer(card, place);
    const move = (node, frames, options) => node.animate(frames, { fill: "forwards", ...options }).finished.catch(() => {});
    const at = `translate(${place.x + shift[0]}px, ${place.y + shift[1]}px)`;
    await move(played, [{ transform: `translate(${start.x}px, ${start.y}px) scale(${small})`, opacity: from ? 1 : 0.4 }, { transform: at, opacity: 1 }],
        { duration: time(COMES), easing: "cubic-bezier(.2,.8,.25,1)" });
    if (takes) {
        for (const node of taken) {
            node.firstChild.classList.add("mark");
            move(node, { transform: [node.style.transform, node.style.transform + " translateY(-8px)"] }, { duration: time(LIFTS), easing: "ease-out" });
        }
        await move(played, {}, { duration: time(LIFTS + HOLDS) });
        await Promise.all([played, ...taken].map((node, i) => move(node, {
            transform: `translate(${to.x - place.width * 0.36}px, ${to.y - place.height * 0.4}px) scale(.2) rotate(${i * 8}deg)`, opacity: [1, 1, 0.2],
        }, { duration: time(LEAVES), delay: time(i * APART), easing: "cubic-bezier(.5,0,.8,.4)" })));
        pile.animate({ transform: ["scale(1)", "scale(1.35)", "scale(1)"] }, { duration: time(260) });
    }
    for (const node of [played, ...taken]) node.remove();
    for (const node of takes ? ghosts : [target]) node.style.opacity = "";
}
export const pause = (milliseconds) => (pace() ? new Promise((resolve) => setTimeout(resolve, milliseconds * pace())) : Promise.resolve());
