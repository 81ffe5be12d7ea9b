// SPDX-License-Identifier: GPL-3.0-or-later
// What each play is worth: one word and one number first, then as a table.
import { miniPlay } from "./cards.js";
import { html } from "./markup.js";
import { bestReason } from "./reasons.js";
import { decimal, percent, told, word } from "./words.js";

const PLAYS_LISTED = 10;
const worthText = (value, chance) => (value == null ? "–" : chance ? percent(value, 1) : decimal(value, 2, true));
const chanceText = (one, name) => {
    const value = one[name + "_told"] ?? one[name], plain = Array.isArray(value) ? value[0] : value;
    return plain == null ? "–" : percent(plain);
};

export function hintLine(advice) {
    const best = advice.plays[advice.choice];
    return { label: best.value == null ? word("best") : `${word("best")} ${advice.chance ? percent(best.value) : decimal(best.value, 1, true)}`,
        reason: html`<span>${bestReason(advice)}</span>` };
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
