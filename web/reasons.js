// SPDX-License-Identifier: GPL-3.0-or-later
// Why a play is better than another, in the words of the game, from what the engine says of both.
import { html } from "./markup.js";
import { miniCard, miniCards, miniPlay } from "./cards.js";
import { oftenTold } from "./told.js";
import { cardsOf, cardSpoken, cardsSpoken, decimal, percent, told, valueOf, word } from "./words.js";

const PLAIN = 8; // % by which a chance must differ to be the reason

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

const takenBy = (play) => (play.includes("x") ? cardsOf(play.replace("x", "")) : []);
const clubsOf = (play) => takenBy(play).filter((card) => card[1] === "c").length;
const worthOf = (play) => takenBy(play).reduce((sum, card) => sum + ({ A: 1, J: 1 }[card[0]] ?? { Td: 3, "2c": 2 }[card] ?? 0), 0);
const chanceOf = (one, name) => (one[name + "_told"] ?? one[name] ?? 0) / 100;

// What sets the better play apart, as the name of a text and its values.
function difference(better, worse) {
    const sur = chanceOf(worse, "makes_sur") - chanceOf(better, "makes_sur"), less = chanceOf(worse, "captures") - chanceOf(better, "captures");
    if (sur >= PLAIN / 100) return ["fewer_surs", oftenTold(chanceOf(worse, "makes_sur"))];
    if (worthOf(better.play) > worthOf(worse.play)) return ["more_points"];
    if (clubsOf(better.play) > clubsOf(worse.play)) return ["more_clubs", clubsOf(better.play) - clubsOf(worse.play)];
    if (worse.play[0] === "J" && better.play[0] !== "J") return ["keeps_jack"];
    if (less >= PLAIN / 100) return ["takes_less", oftenTold(chanceOf(worse, "captures"))];
    if (takenBy(better.play).length > takenBy(worse.play).length) return ["more_cards"];
    return ["looks_ahead"];
}

// Why this play is the best one, in a few words.
export function bestReason(advice) {
    const best = advice.plays[advice.choice], rival = advice.plays[advice.rival], [card, takes] = best.play.split("x");
    const what = takes ? told("hint_takes", miniCard(card), miniCards(takes)) : told("hint_lays", miniCard(card));
    return rival ? html`${what}: ${word("because_" + difference(best, rival)[0], ...difference(best, rival).slice(1))}` : what;
}

export const costShown = (advice, cost) => (advice.chance ? word("cost_chance", percent(cost.value, 1)) : word("cost_points", decimal(cost.value, 1)));

// What a play did wrong, as { seen, heard, sum }. state: after the play; you: was it the person's?
export function reasonTold({ state, advice, made, best, cost, you = true }) {
    const [name, ...values] = difference(best, made), points = decimal(cost.points, 1);
    const left = cardsOf(state.pool).reduce((sum, card) => sum + valueOf(card), 0), sum = name === "fewer_surs" && left > 0 && left <= 10 ? left : 0;
    const key = sum ? (you ? "you_left" : "was_left") : "costs";
    const first = sum ? [sum, values[0], points] : [points, word("reason_" + name, ...values)];
    const spoken = best.play.split("x").map((cards, i) => (i ? cardsSpoken(cards) : cardSpoken(cards)));
    return { sum, seen: html`${told(key, ...first)} ${told("better", miniPlay(best.play))}`,
        heard: `${word(key, ...first).replaceAll("**", "")} ${word(spoken[1] ? "better_taking" : "better", ...spoken)}` };
}
