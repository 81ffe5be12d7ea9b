// SPDX-License-Identifier: GPL-3.0-or-later
// Cards as they are drawn: rank and suit in two corners and large in the middle; suits differ by sign and by colour.
import { isolated, word } from "./words.js";

const RANKS = "A23456789TJQK", SUITS = "cdhs", SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

// "7h4c" → ["7h", "4c"]
export const cardsOf = (text) => text.match(/../g) ?? [];
export const allCards = () => [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
export const rankOf = (card) => RANKS.indexOf(card[0]);
export const rankShown = (card) => (card[0] === "T" ? "10" : card[0]);
const plainly = (card) => rankShown(card) + SIGNS[card[1]];
export const cardShown = (card) => isolated(plainly(card));
export const cardsShown = (text) => isolated(cardsOf(text).map(plainly).join(" "));
// What a screen reader says: "seven of hearts".
export const cardSpoken = (card) => word("card", word("rank_" + card[0]), word("suit_" + card[1]));
export const cardsSpoken = (text) => cardsOf(text).map(cardSpoken).join(", ");

// "7hx4c" → "7♥ × 4♣"
export function playShown(play) {
    const [card, takes] = play.split("x");
    return isolated(takes ? `${plainly(card)} × ${cardsOf(takes).map(plainly).join(" ")}` : plainly(card));
}

export function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
        if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
        else if (value !== false && value != null) made.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : value);
    made.append(...children.filter((child) => child != null));
    return made;
}

// Puts the elements into the room. The button that had the keyboard's focus keeps it, by its name.
export function fill(room, ...elements) {
    const held = room.getRootNode().activeElement, name = held?.tagName === "BUTTON" && room.contains(held) ? held.textContent : "";
    room.replaceChildren(...elements.filter(Boolean));
    if (name) [...room.querySelectorAll("button:enabled")].find((one) => one.textContent === name)?.focus();
}

// A card: a button where something happens when it is tapped, else a picture with a name.
export function cardElement(card, attributes = {}) {
    const button = attributes.onclick;
    return element(button ? "button" : "span", {
        type: button ? "button" : null, role: button ? null : "img", "data-card": card,
        "data-corner": `${rankShown(card)}\n${SIGNS[card[1]]}`, "data-sign": SIGNS[card[1]], // the style sheet writes them
        "aria-label": cardSpoken(card), ...attributes, class: `card ${card[1]} ${attributes.class ?? ""}`,
    });
}

export const backElement = () => element("span", { class: "card back", "aria-hidden": true });
