// SPDX-License-Identifier: GPL-3.0-or-later
// The table: seats around it, the pool in its slots, the line of what happened, the hand, and the notes beside it.
import { cardShown, face, icon, miniCard, miniCards, portrait, rosette } from "./cards.js";
import { html } from "./markup.js";
import { sideOf } from "./people.js";
import { cardsOf, number, rankOf, word } from "./words.js";

const SLOTS = 8, PLAYS_NOTED = 9;

// Where each card of the pool lies: it keeps its slot, a captured one leaves a ghost until the next play, and a new one takes the first
// free slot. → [{ card, ghost } or null]
export function slotsOf(state) {
    let slots = cardsOf(state.first_pool).map((card) => ({ card }));
    for (const { does } of state.history) {
        slots = slots.map((slot) => (slot?.ghost ? null : slot));
        const takes = cardsOf(does.takes), free = slots.includes(null) ? slots.indexOf(null) : slots.length;
        if (takes.length) slots = slots.map((slot) => (slot && takes.includes(slot.card) ? { ...slot, ghost: true } : slot));
        else slots[free] = { card: does.card };
    }
    while (slots.length && !slots.at(-1)) slots.pop();
    while (slots.length < SLOTS || slots.length % 2) slots.push(null);
    return slots;
}

export const handOf = (state, seat) => cardsOf(state.hands[seat]).sort((a, b) => rankOf(a) - rankOf(b));
export function stockOf(state) {
    const held = state.sizes.reduce((sum, size) => sum + size, 0);
    return 52 - held - cardsOf(state.pool).length - state.piles.reduce((sum, pile) => sum + cardsOf(pile).length, 0);
}
export const stockShown = (count) => html`<span class="stock" role="img" aria-label="${word("in_stock", count)}"><span class="pile"><i></i>${
    number(count)}</span></span>`;

// What stands under a name: whose turn it is, else who that is.
function underName(state, view, seat) {
    const { who } = view;
    if (view.sub?.[seat] != null) return view.sub[seat];
    if (state.turn === seat && !state.over && !view.still) return word(seat === who.you ? "your_turn" : "is_thinking");
    if (seat === who.you) return "";
    if (state.teams) return word((seat - view.seat) % 2 ? "other_pair" : "partner");
    return who.people[seat] in view.levels ? word("level_" + who.people[seat]) : "";
}

function seatShown(state, view, seat, place) {
    const { who } = view, side = sideOf(state, seat), pile = cardsOf(state.piles[side]).length, surs = state.surs[side];
    const turn = state.turn === seat && !state.over && !view.still, mates = state.teams && (seat - view.seat) % 2 === 0;
    const held = state.sizes[seat];
    return html`<div class="seat ${place} ${turn ? "turn" : ""} ${mates ? "team" : ""}" data-key="seat-${seat}" data-seat="${seat}">${portrait(who.people[seat])}
        <span class="who"><b>${who.names[seat]}</b><small>${underName(state, view, seat)}</small></span>
        <span class="meta">${place !== "own" && held ? html`<span class="held" role="img" aria-label="${word("in_hand", held)}">${
            Array.from({ length: held }, () => html`<i></i>`)}</span>` : ""}
        <span class="pile" role="img" aria-label="${word("in_pile", pile)}"><i></i><span class="n">${number(pile)}</span></span>
        ${surs ? html`<span class="surs" role="img" aria-label="${word("surs_count", surs)}">${icon("star")}${number(surs)}</span>` : ""}</span>
        <span class="pts n"><span>${number(state.scores[side])}</span><small>${word("of_target", state.target)}</small></span></div>`;
}

// marks: card → what cardShown is told of it.
function poolShown(state, view) {
    const slots = view.slots ?? slotsOf(state), many = slots.length > SLOTS;
    return html`<div class="pool ${many ? "many" : ""}" ${many ? html`data-style="--cols:${slots.length / 2}"` : ""} role="group" data-row="pool"
        data-key="pool" aria-label="${word("pool")}">${slots.map((slot, i) => {
        if (!slot) return html`<span class="slot" data-key="slot-${i}" aria-hidden="true"></span>`;
        if (slot.ghost) return html`<span class="slot ghost" data-key="ghost-${slot.card}" data-ghost="${slot.card}" aria-hidden="true"
            ><span class="card ${slot.card[1]}">${face(slot.card)}</span></span>`;
        return cardShown(slot.card, { act: view.poolAct, ...view.marks?.[slot.card] });
    })}${view.over ?? ""}</div>`;
}

const toolShown = (act, on, off, key) => html`<button type="button" class="b felt tool ${act} ${on ? "on" : ""}" data-do="${act}" data-key="tool-${act}"
    ${off ? html`disabled` : ""} ${act === "hint" ? html`aria-pressed="${Boolean(on)}"` : ""}>${icon(act)}<span>${word(act)}</span><kbd>${key}</kbd></button>`;

// view: who (people, names, you), seat (at the bottom), slots, marks, handAct, poolAct, say, over, sheet, panel, hintOn, undoOff, hintOff,
// levels (the persons of levels), still (nobody is to play), classes.
export function tableShown(state, view) {
    const places = { 2: ["north"], 3: ["west", "east"], 4: ["west", "north", "east"] }[state.players];
    const hand = view.hand ?? handOf(state, view.seat), slots = view.slots ?? slotsOf(state);
    return html`<section class="table p${state.players} ${view.classes ?? ""}" data-key="table" data-ply="${state.ply}" data-ready="${Boolean(view.ready)}" aria-label="${word("the_table")}">
        <div class="opps">${places.map((place, i) => seatShown(state, view, (view.seat + 1 + i) % state.players, place))}</div>
        <div class="stage"><div class="lattice" data-style="--pc:${Math.max(5, slots.length / 2)}">${poolShown(state, { ...view, slots })}
        <div class="say" data-row="say">${view.say ?? ""}</div>
        <div class="hand" role="group" data-row="hand" aria-label="${word("hand")}" data-style="--cols:${Math.max(hand.length, 1)}">${
            hand.map((card) => cardShown(card, { act: view.handAct, ...view.marks?.[card] }))}</div></div></div>
        <div class="mine">${seatShown(state, view, view.seat, "own")}${view.tools === false ? "" : html`<div class="tools">${
            toolShown("undo", false, view.undoOff, "U")}${toolShown("hint", view.hintOn, view.hintOff, "H")}</div>`}</div>${view.sheet ?? ""}
        <aside class="panel" data-key="panel" aria-label="${word("notes")}">${view.panel ?? ""}</aside></section>`;
}

export const surShown = (points, key) => html`<div class="surbig" data-key="${key}"><div>${rosette()}<b>${word("sur_made")}</b><span>${word("points_count", points)}</span></div></div>`;

// The plays, the latest last.
export function playsShown(state, who, most = PLAYS_NOTED) {
    const plays = state.history.slice(-most);
    return html`<h2>${word("last_plays")}</h2>${plays.length ? html`<ol class="plays">${plays.map((entry, i) => {
        const { card, takes, sur } = entry.does;
        return html`<li class="${i === plays.length - 1 ? "last" : ""}"><span class="nm">${who.names[entry.seat]}</span>${takes ? html`<span
            class="take first">${word("note_with")}</span>${miniCard(card)}<span class="take mid">${word("note_took")}</span>${miniCards(takes)}<span
            class="take end">${word("note_taken")}</span>` : html`${miniCard(card)}<span class="take">${word("note_stays")}</span>`}${
            sur ? html`<span class="surs">${icon("star")}<span class="vh">${word(sur > 0 ? "sur_made" : "sur_cancelled")}</span></span>` : ""}</li>`;
    })}</ol>` : html`<p class="note">${word("no_plays")}</p>`}`;
}

// What pays in these rules, for the notes.
export function worthShown(worth) {
    return html`<h2>${word("what_counts")}</h2><ul class="worth">${worth.filter(([, points]) => points).map(([name, points, card]) =>
        html`<li><span>${name}</span>${card ? miniCards(card) : ""}<b class="n">${number(points)}</b></li>`)}</ul>`;
}
