// SPDX-License-Identifier: GPL-3.0-or-later
// What each play is worth: one word and one number first, then as a table.
import { miniCard, miniCards, miniPlay } from "./cards.js";
import { html } from "./markup.js";
import { oftenTold } from "./told.js";
import { cardsOf, cardSpoken, cardsSpoken, decimal, percent, told, valueOf, word } from "./words.js";

// The entry of a play: plays that equal each other share one.
export const madeOf = (advice, play) => advice.plays.find((one) => one.play === play)
    ?? advice.plays.find((one) => one.play[0] === play[0] && one.play.length === play.length) ?? advice.plays[advice.choice];

// What a play costs against the choice: of the chance to win the match, or of points; and whether it is shown to cost anything.
export function costOf(advice, made) {
    const best = advice.plays[advice.choice], points = (one) => (advice.chance ? one.points : one.value) ?? 0;
    const less = (of) => Math.max(0, of(best) - of(made));
    return { value: less((one) => one.value ?? 0), points: less(points),
        shown: made !== best && (advice.kind === "exact" ? (made.behind ?? 0) > 0 : (made.behind_low ?? 0) > 0) };
}
export const costShown = (advice, cost) => (advice.chance ? word("cost_chance", percent(cost.value, 1)) : word("cost_points", decimal(cost.value, 1)));

// The largest reason that the engine gives, as the name of a text and how often what it is about happens: after the play that is spoken of, and
// after the other. of: the better one is spoken of.
function reasonParts(reasons, of) {
    const [first] = reasons ?? [];
    const often = first ? [first.better, first.other].map((share) => oftenTold(share / 100)) : [];
    return first ? [first.part, ...(of ? often : often.reverse())] : ["looks_ahead"];
}

// What a play did wrong, as { seen, heard, sum }. state: after the play; why: the engine's reasons; you: was it the person's?
export function reasonTold({ state, best, cost, why, you = true }) {
    const [name, ...values] = reasonParts(why?.reasons, false), points = decimal(cost.points, 1);
    const left = cardsOf(state.pool).reduce((sum, card) => sum + valueOf(card), 0), sum = name === "sur_next" && left > 0 && left <= 10 ? left : 0;
    const key = sum ? (you ? "you_left" : "was_left") : "costs";
    const first = sum ? [sum, values[0], points] : [points, word("reason_" + name, ...values)];
    const spoken = best.play.split("x").map((cards, i) => (i ? cardsSpoken(cards) : cardSpoken(cards)));
    return { sum, seen: html`${told(key, ...first)} ${told("better", miniPlay(best.play))}`,
        heard: `${word(key, ...first).replaceAll("**", "")} ${word(spoken[1] ? "better_taking" : "better", ...spoken)}` };
}

const PLAYS_LISTED = 10;
const worthText = (value, chance) => (value == null ? "–" : chance ? percent(value, 1) : decimal(value, 2, true));
const chanceText = (one, name) => {
    const value = one[name + "_told"] ?? one[name], plain = Array.isArray(value) ? value[0] : value;
    return plain == null ? "–" : percent(plain);
};

export function hintLine(advice) {
    const best = advice.plays[advice.choice], [card, takes] = best.play.split("x"), [name, ...often] = reasonParts(advice.reasons, true);
    const what = takes ? told("hint_takes", miniCard(card), miniCards(takes)) : told("hint_lays", miniCard(card));
    return { label: best.value == null ? word("best") : `${word("best")} ${advice.chance ? percent(best.value) : decimal(best.value, 1, true)}`,
        reason: html`<span>${advice.plays[advice.rival] ? html`${what}: ${word("because_" + name, ...often)}` : what}</span>` };
}

// The chances after the choice that are of the round, not of the next play.
const later = (best) => [["jack", "next_jack"], ["clubs", "own_clubs"], ["clubs_next", "next_clubs"]].filter(([name]) => best[name] != null)
    .map(([name, text]) => html`<li><span>${word(text)}</span><b class="n">${chanceText(best, name)}</b></li>`);

export function hintTable(advice) {
    const best = advice.plays[advice.choice], { chance } = advice;
    const plays = [...advice.plays].sort((a, b) => (b === best) - (a === best) || (b.value ?? -1e9) - (a.value ?? -1e9)).slice(0, PLAYS_LISTED);
    const range = (one) => (one.low == null || one.low === one.high ? ""
        : html`<small class="range">${told("range", worthText(one.low, chance), worthText(one.high, chance))}</small>`);
    const higher = advice.kind === "exact" ? null : plays.find((one) => one.value > best.value);
    return html`<h2>${word("what_each_is_worth")}</h2><div class="scroll" tabindex="0" role="region" aria-label="${word("what_each_is_worth")}"><table class="t"><thead><tr>
        ${["play_of", chance ? "you_win_chance" : "points_ahead", "less_by", "next_takes", "next_sur"].map((name) => html`<th scope="col">${word(name)}</th>`)}</tr></thead><tbody>
        ${plays.map((one) => html`<tr class="${one === best ? "top" : ""}"><td>${miniPlay(one.play)}</td><td>${worthText(one.value, chance)} ${range(one)}</td>
        <td>${one === best ? word("best") : one.behind == null ? "–" : decimal(one.behind, chance ? 1 : 2)}</td><td>${chanceText(one, "captures")}</td><td>${
        chanceText(one, "makes_sur")}</td></tr>`)}</tbody></table></div>
        ${higher ? html`<p class="note">${told("all_the_same", miniPlay(best.play), miniPlay(higher.play))}</p>` : ""}
        ${later(best).length ? html`<h2>${told("chances_after", miniPlay(best.play))}</h2><ul class="worth">${later(best)}</ul>` : ""}
        <p class="note">${word(advice.kind === "exact" ? "all_known" : chance ? "chances_note" : "points_note")}</p>`;
}
