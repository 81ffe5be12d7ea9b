// SPDX-License-Identifier: GPL-3.0-or-later
// What happened, as sentences: to be seen, with cards in them, and to be heard, in words.
import { miniCard, miniCards } from "./cards.js";
import { html } from "./markup.js";
import { cardsOf, cardsSpoken, cardSpoken, list, told, word } from "./words.js";
import { seatsOf, sideOf } from "./people.js";

// Whose round it is that is told: names of the seats, and the seat that is "you" (-1: nobody's).
// entry: a play of the history.
function sentence(make, who, entry, one, several, after) {
    const { card, takes, sur } = entry.does, mine = entry.seat === who.you ? "_you" : "";
    const said = takes ? make("took" + mine, who.names[entry.seat], several(takes), one(card), cardsOf(takes).length)
        : make("left" + mine, who.names[entry.seat], one(card));
    return after(said, sur > 0 ? word("sur_made") : sur < 0 ? word("sur_cancelled") : "");
}
export const playSeen = (who, entry) => sentence(told, who, entry, miniCard, miniCards,
    (said, more) => html`<span>${said}${more ? html` <b>${more}</b>` : ""}</span>`);
export const playHeard = (who, entry) => sentence(word, who, entry, cardSpoken, cardsSpoken, (said, more) => `${said}. ${more}`.trim());

// What lay in the pool when the round ended, and who got it.
export function sweepOf(state) {
    const left = new Set(cardsOf(state.first_pool));
    for (const { does } of state.history)
        if (does.takes) cardsOf(does.takes).forEach((card) => left.delete(card));
        else left.add(does.card);
    const full = state.over && state.stopped < 0, last = state.history.findLast((entry) => entry.does.takes);
    return full && left.size && last ? { cards: [...left].join(""), seat: last.seat } : null;
}
export function sweepTold(who, sweep, make = told) {
    const heard = make === word, mine = sweep.seat === who.you ? "_you" : "";
    return make("swept" + mine, who.names[sweep.seat], heard ? cardsSpoken(sweep.cards) : miniCards(sweep.cards), cardsOf(sweep.cards).length);
}

// The names of a side.
export const sideNames = (state, who, side) => list(seatsOf(state).filter((seat) => sideOf(state, seat) === side).map((seat) => who.names[seat]));

export function winnerTold(state, who) {
    if (state.winner < 0) return "";
    const mine = who.you >= 0 && sideOf(state, who.you) === state.winner;
    if (!mine) return word(state.teams ? "pair_wins" : "wins", sideNames(state, who, state.winner));
    return word(state.teams ? "we_win" : "you_win");
}

const OFTEN = [[0.02, "never"], [0.05, "in_20"], [0.1, "in_10"], [0.143, "in_7"], [0.2, "in_5"], [0.25, "in_4"], [0.333, "in_3"],
    [0.4, "2_in_5"], [0.5, "in_2"], [0.6, "3_in_5"], [0.667, "2_in_3"], [0.75, "3_in_4"], [0.8, "4_in_5"], [0.9, "9_in_10"], [0.98, "always"]];
// A chance, as a player says it: "one time in three".
export const oftenTold = (chance) => word("often_" + OFTEN.reduce((best, one) =>
    (Math.abs(one[0] - chance) < Math.abs(best[0] - chance) ? one : best))[1]);
