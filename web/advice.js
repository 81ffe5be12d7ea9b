// SPDX-License-Identifier: GPL-3.0-or-later
// What each play is worth, as a table.
import { element, playShown } from "./cards.js";
import { languageNow, word } from "./words.js";

const PLAYS_LISTED = 10, REASONS_LISTED = 5;

export const valueShown = (value, chance) =>
    value == null ? "–" : value.toLocaleString(languageNow(), chance ? { minimumFractionDigits: 1, maximumFractionDigits: 1 }
        : { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "always" });

const percent = (value) => (value == null ? "–" : Math.round(value).toLocaleString(languageNow()) + " %");

// A chance by counting, over the cards that have not been seen; below it by what the plays tell of the hand, where they do.
const chanceElements = (counted, told) => (told == null || Math.abs(told - counted) < 0.5 ? [percent(counted)]
    : [percent(counted), " ", element("small", {}, word("told", percent(told)))]);

// The rules of thumb by which the choice differs from the best other play; they are not why the search chose.
function reasonsElement(advice, choice) {
    const rival = advice.plays[advice.rival];
    if (!rival) return null;
    const reasons = [...advice.reasons].sort((a, b) => Math.abs(b.points) - Math.abs(a.points)).slice(0, REASONS_LISTED);
    return element("details", { class: "why" },
        element("summary", {}, word("why", playShown(choice.play), playShown(rival.play))),
        element("p", {}, word(reasons.length ? "why_thumb" : "why_none")),
        element("ul", {}, ...reasons.map(({ tactic, points }) =>
            element("li", {}, `${valueShown(points)} ${word("why_" + tactic)}`))));
}

export function adviceElement(advice, agent) {
    if (advice.waits) return element("p", { class: "advice" }, word("thinking"));
    const choice = advice.plays[advice.choice];
    const plays = [...advice.plays].sort((a, b) => (b === choice) - (a === choice) || (b.value ?? -1e9) - (a.value ?? -1e9));
    const range = (play) => (play.low == null || play.low === play.high ? null
        : element("small", {}, word("range", valueShown(play.low, advice.chance), valueShown(play.high, advice.chance))));
    const head = ["play_of", "worth", "next_captures", "next_sur"];
    return element("div", { class: "advice" },
        element("p", {}, word("hint_would", agent.split(":")[0], playShown(choice.play))),
        element("table", {}, element("caption", {}, word(advice.chance ? "chance_best" : "points_best")),
            element("thead", {}, element("tr", {}, ...head.map((name) => element("th", { scope: "col" }, word(name))))),
            element("tbody", {}, ...plays.slice(0, PLAYS_LISTED).map((play) => element("tr", {},
                element("th", { scope: "row" }, playShown(play.play)),
                element("td", {}, valueShown(play.value, advice.chance), " ", range(play)),
                element("td", {}, ...chanceElements(play.captures, play.captures_told)),
                element("td", {}, ...chanceElements(play.makes_sur, play.makes_sur_told)))))),
        choice.jack == null ? null : element("p", {}, word("next_jack"), " ", ...chanceElements(choice.jack, choice.jack_told)),
        choice.clubs == null ? null : element("p", {}, word("own_clubs"), " ", ...chanceElements(choice.clubs[0], choice.clubs_told?.[0])),
        reasonsElement(advice, choice));
}
