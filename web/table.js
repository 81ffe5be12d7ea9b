// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a round as the engine tells it: the other seats, the table, the own hand, the plays so far, the count.
import { backElement, cardElement, cardShown, cardsOf, cardsShown, cardSpoken, cardsSpoken, element } from "./cards.js";
import { number, word } from "./words.js";

export function nameOf(state, seat) {
    if (seat === state.own) return word("you");
    const name = state.names[seat] === "you" ? word("you") : state.names[seat] || number(seat + 1);
    return state.teams && (seat - state.own + state.players) % state.players === 2 && state.own >= 0
        ? `${name} (${word("partner")})` : name;
}
export const sideOf = (state, seat) => (state.teams ? seat % 2 : seat);

// What happened in a play, as a sentence.
export function playTold(state, entry, spoken = false) {
    const { card, takes, sur } = entry.does;
    const name = nameOf(state, entry.seat);
    const one = spoken ? cardSpoken(card) : cardShown(card);
    const said = takes ? word("takes", name, one, spoken ? cardsSpoken(takes) : cardsShown(takes)) : word("trails", name, one);
    return said + (sur > 0 ? " — " + word("makes_sur") : sur < 0 ? " — " + word("cancels_sur") : "");
}

function seatElement(state, seat) {
    const side = sideOf(state, seat);
    const cards = state.hands[seat] ? cardsOf(state.hands[seat]).map((card) => cardElement(card, { class: "small" }))
        : Array.from({ length: state.sizes[seat] }, backElement);
    return element("div", { class: "seat" + (state.turn === seat && !state.over ? " turn" : "") },
        element("div", { class: "who" }, element("b", {}, nameOf(state, seat)), " ", sideElement(state, side)),
        element("div", { class: "held" }, ...cards));
}

// Score, captured cards and Surs of a side.
function sideElement(state, side) {
    return element("span", { class: "side" },
        `${word("score")} ${number(state.scores[side])} · ${word("cards")} ${number(cardsOf(state.piles[side]).length)} · ` +
        `${word("surs")} ${number(state.surs[side])}`);
}

// options: seat at the bottom; chosen: a play that is shown before it is made; onCard: what a tap on a card of the hand does;
// onPool: of the pool.
export function tableElement(state, { seat, chosen, onCard, onPool, last } = {}) {
    const others = [];
    for (let i = 1; i < state.players; i++) others.push(seatElement(state, (seat + i) % state.players));
    const taken = chosen ? cardsOf(chosen.takes) : [], fresh = last ? [last.does.card] : [];
    const pool = cardsOf(state.pool).map((card) => cardElement(card, {
        class: (taken.includes(card) ? "taken " : "") + (fresh.includes(card) ? "fresh" : ""),
        onclick: onPool ? () => onPool(card) : null,
        "aria-pressed": onPool ? String(taken.includes(card)) : null,
    }));
    const hand = cardsOf(state.hands[seat]).map((card) => cardElement(card, {
        class: chosen?.card === card ? "chosen" : "",
        onclick: onCard ? () => onCard(card) : null,
        "aria-pressed": onCard ? String(chosen?.card === card) : null,
    }));
    const left = 52 - state.sizes.reduce((sum, size) => sum + size, 0) - cardsOf(state.pool).length -
        state.piles.reduce((sum, pile) => sum + cardsOf(pile).length, 0);
    return element("div", { class: "table" },
        element("div", { class: "others" }, ...others),
        element("div", { class: "middle-row" },
            element("div", { class: "stock" }, left ? backElement() : null,
                element("span", {}, `${word("stock")} ${number(left)}`)),
            element("div", { class: "pool", role: "group", "aria-label": word("pool") },
                ...(pool.length ? pool : [element("em", {}, word("pool_empty"))]))),
        element("div", { class: "seat own" + (state.turn === seat && !state.over ? " turn" : "") },
            element("div", { class: "held hand", role: "group", "aria-label": word("hand") }, ...hand),
            element("div", { class: "who" }, element("b", {}, nameOf(state, seat)), " ",
                sideElement(state, sideOf(state, seat)))));
}

export const headElement = (state) => element("p", { class: "head" },
    `${state.match ? word("round", state.round + 1) + " · " : ""}${word("deal", state.deal + 1, state.deals)} · ` +
    `${state.rules}${state.match ? " · " + word("target_of", state.target) : ""}`);

// The plays so far, the latest first.
export const logElement = (state) => element("details", { class: "log" },
    element("summary", {}, word("plays_log")),
    element("ol", { reversed: true }, ...state.history.map((entry) => element("li", {}, playTold(state, entry))).reverse()));

// The count of a round, line by line, a column for each side.
export function countElement(state) {
    const sides = state.counts.map((_, side) => side);
    const names = sides.map((side) => {
        const seats = [...Array(state.players).keys()].filter((seat) => sideOf(state, seat) === side);
        return seats.map((seat) => nameOf(state, seat)).join(" + ");
    });
    const row = (name, cells, attributes = {}) => element("tr", attributes, element("th", { scope: "row" }, name),
        ...cells.map((cell) => element("td", {}, typeof cell === "number" ? number(cell) : cell)));
    const pair = (count, points) => (count ? `${number(count)}: ${number(points)}` : "–");
    const rows = [
        row(word("most_clubs"), state.counts.map((count) => `${number(count.clubs)} ${word("clubs")}: ${number(count.clubs_points)}`)),
        row(word("sur_points"), state.counts.map((count) => pair(count.surs, count.surs_points))),
    ];
    state.counts[0].paying.forEach(({ name }, i) => {
        if (state.counts.some((count) => count.paying[i].points))
            rows.push(row(word(name), state.counts.map((count) => pair(count.paying[i].count, count.paying[i].points))));
    });
    rows.push(row(word("total"), state.counts.map((count) => count.points), { class: "sum" }));
    if (state.match) rows.push(row(word("match_score"), state.after, { class: "sum" }));
    return element("table", { class: "count" }, element("caption", {}, word("count")),
        element("thead", {}, element("tr", {}, element("td", {}),
            ...names.map((name) => element("th", { scope: "col" }, name)))),
        element("tbody", {}, ...rows));
}

export function winnerTold(state) {
    if (state.winner < 0) return "";
    const own = state.own >= 0 && sideOf(state, state.own) === state.winner;
    const seat = [...Array(state.players).keys()].find((one) => sideOf(state, one) === state.winner);
    return own ? word("you_win") : word("wins", nameOf(state, seat));
}
