// SPDX-License-Identifier: GPL-3.0-or-later
// The count of a round: what paid, row by row, and how the match stands.
import { icon, miniCards, portrait } from "./cards.js";
import { html } from "./markup.js";
import { pace } from "./motion.js";
import { seatsOf, sideOf } from "./people.js";
import { sideNames, sweepOf, sweepTold, winnerTold } from "./told.js";
import { list, number, word } from "./words.js";

const ROW = 420; // milliseconds between two rows

export const sidesOf = (state) => [...state.counts.keys()];
const peopleOf = (state, who, side) => seatsOf(state).filter((seat) => sideOf(state, seat) === side).map((seat) => who.people[seat]);

// The rows: what paid, and for each side what it has of it and what that is worth.
export function countRowsOf(state, who) {
    const { counts } = state, row = (name, cells) => ({ name, cells,
        heard: `${name}: ${list(cells.map((cell, side) => `${sideNames(state, who, side)} ${number(cell.points)}`))}.` });
    const rows = [row(word(counts.some((count) => count.clubs_points && count.clubs_points === count.clubs) ? "clubs" : "most_clubs"),
        counts.map((count) => ({ shown: word("cards_count", count.clubs), points: count.clubs_points })))];
    counts[0].paying.forEach(({ name }, i) => {
        if (counts.some((count) => count.paying[i].points))
            rows.push(row(word(name), counts.map(({ paying }) => paying[i])));
    });
    if (counts.some((count) => count.surs_points))
        rows.push(row(word("surs"), counts.map((count) => ({ shown: count.surs ? number(count.surs) : "", points: count.surs_points }))));
    return [...rows, { ...row(word("this_round"), counts.map(({ points }) => ({ points }))), total: true }];
}

function rowShown(row, i) {
    const most = Math.max(...row.cells.map((cell) => cell.points)), alone = row.cells.filter((cell) => cell.points === most).length === 1;
    return html`<div role="row"><span role="rowheader" class="${row.total ? "tot" : ""}" data-style="--i:${i}">${row.name}</span>${row.cells.map((cell) => html`<span role="cell"
        class="v ${row.total ? "tot" : ""} ${!row.total && alone && cell.points === most ? "win" : ""} ${cell.points ? "" : "z"}" data-style="--i:${i}"><span class="ev">${
        cell.cards ? miniCards(cell.cards) : cell.shown ?? ""}</span><b class="n">${cell.points || row.total ? number(cell.points) : "–"}</b></span>`)}</div>`;
}

export function countSkip(match) {
    match.counted = true;
    match.draw();
}

export function countShown(match) {
    const { state, who } = match, sides = sidesOf(state), sweep = sweepOf(state), finished = match.finished;
    const rows = countRowsOf(state, who), playing = !match.counted && pace() > 0;
    const title = state.stopped >= 0 ? word(who.you >= 0 && sideOf(state, who.you) === state.stopped ? "you_stopped" : "stopped", list(match.stoppers))
        : word("round_over", state.round + 1);
    const race = sides.map((side) => [sideNames(state, who, side), state.scores[side], state.after[side]]);
    return html`<div class="paper mid" data-key="count"><div class="sheet1 count"><div class="ch"><h2>${title}</h2>${playing ? html`<button type="button" class="b bare under"
        data-do="skip" data-key="skip">${word("skip")}</button>` : ""}</div>
        ${state.stopped >= 0 ? html`<p class="lead">${word("per_shodam_why", state.target)}</p>` : ""}
        ${sweep ? html`<p class="lead">${sweepTold(who, sweep)}</p>` : ""}
        <div class="box tight ${playing ? "playing" : ""}" data-style="--row:${Math.round(ROW * pace())}ms"><div class="ct" role="table" aria-label="${word("the_count")}"
        data-style="--sides:${sides.length}"><div role="row"><span class="hd" role="cell"></span>${sides.map((side) => html`<span class="hd" role="columnheader">${
        peopleOf(state, who, side).map((person) => portrait(person))}<span>${sideNames(state, who, side)}</span></span>`)}</div>${rows.map((row, i) => rowShown(row, i + 1))}</div></div>
        <div class="race" role="img" aria-label="${word("match_heard", list(race.map(([name, , now]) => `${name} ${number(now)}`)), state.target)}">${race.map(([name, was, now], side) =>
        html`<div><span>${name}</span><i class="side${side}" data-style="--was:${Math.min(100, (100 * was) / state.target)}%;--now:${Math.min(100, (100 * now) / state.target)}%"></i><span
        class="n">${word("of_all", now, state.target)}</span></div>`)}</div>
        ${finished ? html`<p class="winner">${icon("star")}${winnerTold(state, who)}</p>` : ""}
        <div class="row"><button type="button" class="b line" data-do="review" data-key="review">${word("look_back")}</button><button type="button" class="b main wide2"
        data-do="${finished ? "result" : "next"}" data-key="next">${word(finished ? "see_result" : "next_round")}</button></div></div></div>`;
}
