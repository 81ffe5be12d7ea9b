// SPDX-License-Identifier: GPL-3.0-or-later
// What each play is worth, as a table.
import { element, playShown } from "./cards.js";
import { languageNow, word } from "./words.js";

const PLAYS_LISTED = 10; // plays that are listed

export const valueShown = (value, chance) =>
    value == null ? "–" : value.toLocaleString(languageNow(), chance ? { minimumFractionDigits: 1, maximumFractionDigits: 1 }
        : { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "always" });

export function adviceElement(advice, agent) {
    if (advice.waits) return element("p", { class: "advice" }, word("thinking"));
    const choice = advice.plays[advice.choice];
    const plays = [...advice.plays].sort((a, b) => (b === choice) - (a === choice) || (b.value ?? -1e9) - (a.value ?? -1e9));
    return element("div", { class: "advice" },
        element("p", {}, word("hint_would", agent.split(":")[0], playShown(choice.play))),
        element("table", {}, element("caption", {}, word(advice.chance ? "chance_best" : "points_best")),
            element("tbody", {}, ...plays.slice(0, PLAYS_LISTED).map((play) => element("tr", {},
                element("th", { scope: "row" }, playShown(play.play)),
                element("td", {}, valueShown(play.value, advice.chance)),
                element("td", {}, play.low == null || play.low === play.high ? ""
                    : word("range", valueShown(play.low, advice.chance), valueShown(play.high, advice.chance))))))));
}
