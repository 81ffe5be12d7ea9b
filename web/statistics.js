// SPDX-License-Identifier: GPL-3.0-or-later
// The matches that were played here: by level, one by one, to be taken along or erased.
import { portrait } from "./cards.js";
import { html } from "./markup.js";
import { LEVELS } from "./people.js";
import { keep, kept } from "./store.js";
import { list, number, percent, word } from "./words.js";

const STATISTICS = "matches", MOST = 500, WITH_PLAYS = 20; // of the latest the plays are kept too

const fits = (one) => Array.isArray(one?.people) && Array.isArray(one.score) && typeof one.won === "boolean";
export const matchesKept = () => {
    const all = kept(STATISTICS);
    return Array.isArray(all) ? all.filter(fits) : [];
};
export function matchKeep(match) {
    const { setting, rounds, hints, scores } = match.all, others = setting.people.filter((person) => LEVELS.includes(person));
    const one = { people: others, rules: setting.rules, won: match.state.winner === match.side, score: scores, mine: match.side, rounds: rounds.length, hints,
        when: Date.now(), whole: { setting, rounds, hints } };
    keep(STATISTICS, [one, ...matchesKept()].slice(0, MOST).map((each, i) => (i < WITH_PLAYS ? each : { ...each, whole: undefined })));
}

export class Statistics {
    // page: draw(room), save(name, text), sure(question, answer, work)
    constructor(page) { this.page = page; }
    open() {
        this.page.draw(this);
    }
    get bar() { return html`<b>${word("statistics")}</b>`; }
    get markup() {
        const all = matchesKept(), levels = LEVELS.map((level) => [level, all.filter((one) => one.people.length === 1 && one.people[0] === level)]);
        const score = (one) => [one.score[one.mine], ...one.score.filter((_, side) => side !== one.mine)].map((points) => number(points)).join(" – ");
        return html`<div class="paper" data-key="statistics"><div class="sheet1 read"><h2>${word("statistics")}</h2>${all.length ? html`
            <table class="t"><thead><tr><th scope="col">${word("opponent")}</th><th scope="col">${word("matches")}</th><th scope="col">${word("won")}</th><th scope="col">${word("share_won")}</th></tr></thead><tbody>${
            levels.filter(([, of]) => of.length).map(([level, of]) => html`<tr><th scope="row" class="facename">${portrait(level)}${word("person_" + level)}</th><td>${number(of.length)}</td><td>${
            number(of.filter((one) => one.won).length)}</td><td>${percent((100 * of.filter((one) => one.won).length) / of.length)}</td></tr>`)}</tbody></table>
            <h3>${word("last_matches")}</h3><ol class="matches">${all.slice(0, WITH_PLAYS).map((one, i) => html`<li><span>${new Date(one.when).toLocaleDateString(document.documentElement.lang)}</span><span>${
            list(one.people.map((person) => word("person_" + person))) || word("two_people")}</span><b class="n">${score(one)}</b><span>${word(one.won ? "was_won" : "was_lost")}</span>${
            one.whole ? html`<a class="b line" href="#match=${i + 1}">${word("look_back")}</a>` : ""}</li>`)}</ol>` : html`<p class="lead">${word("no_matches")}</p>`}
            <div class="row"><button type="button" class="b line" data-do="export" data-key="export" ${all.length ? "" : html`disabled`}>${word("export")}</button><button type="button" class="b line"
            data-do="erase" data-key="erase" ${all.length ? "" : html`disabled`}>${word("erase")}</button></div><p class="note">${word("kept_here")}</p></div></div>`;
    }
    act(name) {
        if (name === "export") this.page.save("pasur-matches.json", JSON.stringify(matchesKept(), null, 1));
        if (name === "erase") this.page.sure(word("erase_sure"), word("erase"), () => { keep(STATISTICS, null); this.page.draw(this); });
    }
}
