// SPDX-License-Identifier: GPL-3.0-or-later
// Cards, backs, portraits and signs as they are drawn; the drawings are symbols of symbols.svg.
import { html } from "./markup.js";
import { cardsOf, cardSpoken } from "./words.js";

export const icon = (name, classes = "") => html`<svg class="ic ${classes}" aria-hidden="true"><use href="#i-${name}"/></svg>`;
export const rosette = () => html`<svg class="ro" aria-hidden="true"><use href="#ro"/></svg>`;
export const portrait = (person, classes = "") => html`<span class="av ${person} ${classes}" aria-hidden="true"
    ><svg viewBox="0 0 48 48"><use href="#a-body" width="48" height="48"/><use href="#a-${person}" width="48" height="48"/></svg></span>`;

const L = 37, M = 50, R = 63; // where the pips of a card stand: left, middle, right; and how far down
const PIPS = {
    2: [[M, 28], [M, 112]], 3: [[M, 28], [M, 70], [M, 112]], 4: [[L, 28], [R, 28], [L, 112], [R, 112]],
    5: [[L, 28], [R, 28], [M, 70], [L, 112], [R, 112]], 6: [[L, 28], [R, 28], [L, 70], [R, 70], [L, 112], [R, 112]],
    7: [[L, 28], [R, 28], [M, 49], [L, 70], [R, 70], [L, 112], [R, 112]],
    8: [[L, 28], [R, 28], [M, 49], [L, 70], [R, 70], [M, 91], [L, 112], [R, 112]],
    9: [[L, 28], [R, 28], [L, 56], [R, 56], [M, 70], [L, 84], [R, 84], [L, 112], [R, 112]],
    T: [[L, 28], [R, 28], [M, 42], [L, 56], [R, 56], [L, 84], [R, 84], [M, 98], [L, 112], [R, 112]],
};
const pip = (suit, x, y, size, turn) => html`<use href="#${suit}" x="${x}" y="${y}" width="${size}" height="${size}"${
    turn ? html` transform="${turn}"` : ""}/>`;

function middle([rank, suit]) {
    if (rank === "A")
        return html`<use href="#ro1" transform="translate(50 70) scale(.62)" fill="none" stroke="currentColor" stroke-width=".9"
            opacity=".28"/>${pip(suit, 31, 51, 38)}`;
    if (PIPS[rank]) return PIPS[rank].map(([x, y]) => pip(suit, x - 8.7, y - 8.7, 17.4, y > 70 ? `rotate(180 ${x} ${y})` : ""));
    const half = html`<g clip-path="url(#hc)"><use href="#f${rank}"/></g>`;
    return html`<rect x="27" y="15" width="46" height="110" rx="4" fill="currentColor" fill-opacity=".07"/>${half}
        <g transform="rotate(180 50 70)">${half}</g><rect x="27" y="66" width="46" height="8" fill="#e2a537"/>
        <path d="M32 70l4-3 4 3-4 3zM46 70l4-3 4 3-4 3zM60 70l4-3 4 3-4 3z" fill="currentColor"/>
        <rect x="27" y="15" width="46" height="110" rx="4" fill="none" stroke="currentColor" stroke-width="1.2"/>`;
}

export function face(card) {
    const [rank, suit] = card;
    const index = html`<use class="rk" href="#r${rank}" transform="translate(${rank === "T" ? 4.2 : 5.6} 7.5) scale(${rank === "T" ? 1.04 : 1.14})"/>${
        pip(suit, 6.6, 35.5, 16.5)}`;
    return html`<svg viewBox="0 0 100 140" aria-hidden="true">${middle(card)}<g>${index}</g><g transform="rotate(180 50 70)">${index}</g></svg>`;
}

// A card: a button where `act` says what a tap does, else a picture with a name. said: what is heard besides its name; over: what
// lies on it; more: further attributes.
export function cardShown(card, { act, classes = "", said = "", over = "", more = "", key = "card-" + card } = {}) {
    const name = cardSpoken(card) + (said ? ", " + said : ""), common = html`class="card ${card[1]} ${classes}" data-key="${key}"
        data-card="${card}" aria-label="${name}"`;
    return act ? html`<button type="button" ${common} data-do="${act}" ${more}>${face(card)}${over}</button>`
        : html`<span role="img" ${common} ${more}>${face(card)}${over}</span>`;
}
export const backShown = () => html`<span class="card bk" aria-hidden="true"><svg viewBox="0 0 100 140"><use href="#bk"/></svg></span>`;

// A card in a line of text.
export const miniCard = (card) => html`<span class="mc ${card[1]}" role="img" aria-label="${cardSpoken(card)}">${
    card[0] === "T" ? "10" : card[0]}<svg aria-hidden="true"><use href="#${card[1]}"/></svg></span>`;
export const miniCards = (text) => html`<span class="mcs">${cardsOf(text).map(miniCard)}</span>`;
// "7hx4c": seven × four
export function miniPlay(play) {
    const [card, takes] = play.split("x");
    return takes ? html`<span class="mcs">${miniCard(card)} × ${cardsOf(takes).map(miniCard)}</span>` : miniCard(card);
}
