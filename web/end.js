// SPDX-License-Identifier: GPL-3.0-or-later
// After a match: who won and how, the curve of the chances, the dearest plays, and what may follow.
import { icon, miniPlay, portrait, rosette } from "./cards.js";
import { curveShown } from "./curve.js";
import { html } from "./markup.js";
import { seatsOf, sideOf } from "./people.js";
import { sideNames, winnerTold } from "./told.js";
import { decimal, number, percent, word } from "./words.js";

const DEAREST = 3, LEAST = 0.005;
const endCost = (one) => "\u200e−" + (one.chance ? percent(one.cost, 1) : decimal(one.cost, 1));

// The own plays that are shown to have cost most. rounds: as a match keeps them.
export const dearestOf = (rounds) => rounds.flatMap((round, i) => (round.judged ?? []).map((one) => ({ ...one, round: i })))
    .filter((one) => one.shown && one.cost > LEAST).sort((a, b) => b.cost - a.cost).slice(0, DEAREST);

// The curve over all rounds, from what was asked at the person's own plays; the end is won or lost.
function matchCurve(rounds, dear, won) {
    const starts = [];
    let width = 0;
    for (const round of rounds) {
        starts.push(width);
        width += round.plays.length;
    }
    const points = rounds.flatMap((round, i) => (round.judged ?? []).filter((one) => one.chance && one.value != null).map((one) => ({ x: starts[i] + one.ply, y: one.value,
        dear: dear.some((other) => other.round === i && other.ply === one.ply) })));
    if (points.length < 2) return "";
    return curveShown({ points: [...points, { x: width, y: won ? 100 : 0 }], width, cuts: starts.slice(1), label: word("curve"), chance: true });
}

function story(match, rounds) {
    const { state, who } = match, mine = sideOf(state, match.seat), winner = state.winner, name = sideNames(state, who, winner);
    const then = (side, i) => (side + state.round - i) % state.sides; // the side of these players in round i: the seats turn
    const you = !match.hot && winner === mine, clubs = rounds.filter((round, i) => round.clubs?.[then(winner, i)]).length;
    const surs = (side) => rounds.reduce((sum, round, i) => sum + (round.surs?.[then(side, i)] ?? 0), 0), others = [...state.after.keys()].filter((side) => side !== winner);
    return [word((state.stopped >= 0 ? "reached_midway" : "reached") + (you ? "_you" : ""), name, state.target, state.round + 1),
        word("clubs_won" + (you ? "_you" : ""), clubs, rounds.length, name),
        word("surs_made" + (you ? "_you" : ""), surs(winner), others.reduce((sum, side) => sum + surs(side), 0))].join(" ");
}

export function endShown(match) {
    const { state, who } = match, { rounds } = match.all, dear = match.hot ? [] : dearestOf(rounds), mine = sideOf(state, match.seat);
    const sides = [...state.after.keys()].sort((a, b) => (b === mine) - (a === mine)), { compare } = match.setting;
    const side = (one) => html`<div class="${one === state.winner ? "won" : ""}"><span class="faces">${seatsOf(state).filter((seat) => sideOf(state, seat) === one).map((seat) =>
        portrait(who.people[seat]))}</span>${sideNames(state, who, one)}</div>`;
    const hero = sides.length === 2 ? html`${side(sides[0])}<div class="sc n" dir="ltr">${document.documentElement.dir === "rtl" ? html`${number(state.after[sides[1]])}<span>–</span>${
        number(state.after[sides[0]])}` : html`${number(state.after[sides[0]])}<span>–</span>${number(state.after[sides[1]])}`}</div>${side(sides[1])}`
        : html`<div class="many">${sides.map((one) => html`<div>${side(one)}<b class="n">${number(state.after[one])}</b></div>`)}</div>`;
    return html`<div class="paper" data-key="end"><div class="sheet1"><div class="endgrid"><div class="hero">${rosette()}<h2 class="hd2">${winnerTold(state, who)}</h2>${hero}</div>
        <div class="box"><h3>${word("how_it_went")}</h3><p class="lead">${story(match, rounds)}</p>${compare ? html`<p class="lead"><b>${
        word("same_cards_other", number(compare[0]), number(compare[1]))}</b></p>` : ""}${matchCurve(rounds, dear, state.winner === mine)}</div>
        <div class="box"><h3>${word("dearest_plays")}</h3>${dear.length ? html`<ol class="dear">${dear.map((one, i) => html`<li><span class="num">${number(i + 1)}</span><span>${
        miniPlay(one.play)}</span><span class="cost n">${endCost(one)}</span><p>${word("in_round", one.round + 1)} ${one.reason}</p></li>`)}</ol>`
        : html`<p class="lead">${word(match.hot ? "no_dear_two" : "no_dear")}</p>`}</div>
        <div class="acts row"><button type="button" class="b main wide2" data-do="rematch" data-key="rematch">${word("rematch")}</button><button type="button" class="b line"
        data-do="seats" data-key="seats">${icon("swap")}${word("same_cards")}</button><button type="button" class="b line" data-do="review" data-key="review">${
        word("review")}</button><button type="button" class="b line" data-do="share" data-key="share">${word("share")}</button></div></div></div></div>`;
}
