// SPDX-License-Identifier: GPL-3.0-or-later
// What each play is worth, as a table.
import { element, playShown } from "./cards.js";
import { decimal, number, word } from "./words.js";

const PLAYS_LISTED = 10, REASONS_LISTED = 5;

const valueShown = (value, chance) => (value == null ? "–" : decimal(value, 2, !chance));

const percent = (value) => (value == null ? "–" : number(Math.round(value)) + word("percent"));

// How likely things are after the choice: by counting, over the cards that have not been seen, and by what the plays of this
// deal tell of the hands, where they are known. A chance that was sampled comes with its interval.
function chancesElement(choice) {
    const shown = (chance) => (Array.isArray(chance)
        ? [percent(chance[0]), " ", element("small", {}, word("range", percent(chance[1]), percent(chance[2])))] : [percent(chance)]);
    const rows = [["captures", "next_captures"], ["makes_sur", "next_sur"], ["jack", "next_jack"], ["clubs", "own_clubs"],
        ["clubs_next", "next_clubs"]].filter(([name]) => choice[name] != null);
    if (!rows.length) return null;
    const told = rows.some(([name]) => choice[name + "_told"] != null);
    return element("table", { class: "chances" }, element("caption", {}, word("chances_after", playShown(choice.play))),
        element("thead", {}, element("tr", {}, element("td", {}), element("th", { scope: "col" }, word("by_counting")),
            told ? element("th", { scope: "col" }, word("by_plays")) : null)),
        element("tbody", {}, ...rows.map(([name, text]) => element("tr", {}, element("th", { scope: "row" }, word(text)),
            element("td", {}, ...shown(choice[name])), told ? element("td", {}, ...shown(choice[name + "_told"])) : null))));
}

const higher = (plays, than, but) => plays.filter((one) => one !== but && one.value > than.value).sort((a, b) => b.value - a.value)[0];

// What the choice and the best other play are worth in the same deals. Which one is next other deals have said.
function worthElement(advice, choice, rival) {
    const where = word(advice.kind === "exact" ? "all_known" : "same_deals"), shown = [choice, rival].map(({ play }) => playShown(play));
    if (rival.behind == null) return null;
    const worth = rival.behind === 0 ? word("worth_same")
        : advice.chance ? word("worth_chance", ...shown, decimal(choice.value, 2), decimal(rival.value, 2), where)
            : word(rival.behind < 0 ? "worth_less" : "worth_more", ...shown, decimal(Math.abs(rival.behind), 2), where);
    return element("p", {}, higher(advice.plays, rival, choice) ? word("next_by_others", shown[1]) + " " : "", worth);
}

// The rules of thumb by which the choice differs from the best other play; they are not why the search chose.
function reasonsElement(advice, choice) {
    const rival = advice.plays[advice.rival];
    if (!rival) return null;
    const reasons = [...advice.reasons].sort((a, b) => Math.abs(b.points) - Math.abs(a.points)).slice(0, REASONS_LISTED);
    return element("details", { class: "why" },
        element("summary", {}, word("why", playShown(choice.play), playShown(rival.play))),
        worthElement(advice, choice, rival), element("p", {}, word(reasons.length ? "why_thumb" : "why_none")),
        element("ul", {}, ...reasons.map(({ tactic, points }) =>
            element("li", {}, `${valueShown(points)} ${word("why_" + tactic)}`))));
}

export function adviceElement(advice, agent) {
    if (advice.waits) return element("p", { class: "advice" }, word("thinking"));
    const choice = advice.plays[advice.choice];
    const plays = [...advice.plays].sort((a, b) => (b === choice) - (a === choice) || (b.value ?? -1e9) - (a.value ?? -1e9));
    const range = (play) => (play.low == null || play.low === play.high ? null
        : element("small", {}, word("range", valueShown(play.low, advice.chance), valueShown(play.high, advice.chance))));
    const points = advice.chance && choice.points != null, best = advice.kind === "exact" ? null : higher(plays, choice);
    const head = ["play_of", "worth", ...(points ? ["points"] : []), "next_captures", "next_sur"];
    return element("div", { class: "advice" },
        element("p", {}, word("hint_would", agent.split(":")[0], playShown(choice.play))),
        element("table", {}, element("caption", {}, word(points ? "chance_points" : advice.chance ? "chance_best" : "points_best")),
            element("thead", {}, element("tr", {}, ...head.map((name) => element("th", { scope: "col" }, word(name))))),
            element("tbody", {}, ...plays.slice(0, PLAYS_LISTED).map((play) => element("tr", {},
                element("th", { scope: "row" }, playShown(play.play)),
                element("td", {}, valueShown(play.value, advice.chance), " ", range(play)),
                points ? element("td", {}, valueShown(play.points)) : null,
                element("td", {}, percent(play.captures)), element("td", {}, percent(play.makes_sur)))))),
        best ? element("p", {}, word("all_the_same", playShown(choice.play), playShown(best.play))) : null,
        chancesElement(choice), reasonsElement(advice, choice));
}
