// SPDX-License-Identifier: GPL-3.0-or-later
// The first lesson: ten steps on dealt hands, of which each is played, and then a whole match.
import { miniCards } from "./cards.js";
import { html } from "./markup.js";
import { playSeenMoving } from "./motion.js";
import { surShown, tableShown, worthShown } from "./table.js";
import { cardsOf, cardSpoken, number, valueOf, word } from "./words.js";

// pool and hand; plays: the ways of the card that is to be played, as "7hx4c"; none: the step is read.
const STEPS = [
    { pool: "4cQsTd", hand: "3s7h9cKd" }, { pool: "4cQsTd", hand: "3s7h9cKd" },
    { pool: "4cQsTd", hand: "3s7h9cKd", plays: ["7hx4c"] },
    { pool: "2d4h8sKc", hand: "3s5s9cQh", plays: ["5sx2d4h"] },
    { pool: "8h2dKcQs", hand: "3s9cQhKd", plays: ["KdxKc"] },
    { pool: "5d2c3hQs", hand: "6h8sTcKd", plays: ["6hx5d", "6hx2c3h"] },
    { pool: "3s8hTdQc", hand: "4d6cJdKs", plays: ["Jdx3s8hTd"] },
    { pool: "QcTs", hand: "2h6c9sKd", plays: ["9s"] },
    { pool: "4s", hand: "2h6c7hKd", plays: ["7hx4s"], sur: true },
    { pool: "", hand: "" },
];

export class Lesson {
    // page: draw(room), say(text), go(address), begins() starts the match that ends the lesson
    constructor(page) {
        this.page = page;
        this.step = 0;
    }
    open(step) {
        this.step = Math.max(0, Math.min(STEPS.length - 1, (step || 1) - 1));
        this.made = this.choice = this.note = null;
        this.page.draw(this);
        this.page.say(`${word("step_of", this.step + 1, STEPS.length)}. ${word("lesson_" + (this.step + 1))}`);
    }
    get at() { return STEPS[this.step]; }
    get state() {
        const { pool, hand } = this.at, { made } = this, [card, takes = ""] = made?.split("x") ?? [];
        const history = made ? [{ seat: 0, deal: 0, does: { play: made, card, takes, sur: this.at.sur ? 1 : 0 } }] : [];
        return { players: 2, sides: 2, teams: 0, target: 62, round: 0, deal: 0, deals: 6, pool, first_pool: pool, history, hands: [made ? hand.replace(card, "") : hand, ""],
            sizes: [cardsOf(hand).length - history.length, hand ? 4 : 0], piles: [made && takes ? card + takes : "", ""], surs: [made && this.at.sur ? 1 : 0, 0], scores: [0, 0], turn: 0, over: 0 };
    }
    get bar() {
        return html`<div class="prog" role="img" aria-label="${word("step_of", this.step + 1, STEPS.length)}">${STEPS.map((_, i) => html`<i class="${
            i < this.step ? "done" : i === this.step ? "now" : ""}"></i>`)}</div>`;
    }
    get plays() { return this.at.plays ?? []; }
    get card() { return this.plays[0]?.slice(0, 2); }

    get marks() {
        const marks = {};
        if (this.made || !this.plays.length) return marks;
        for (const card of cardsOf(this.at.hand)) marks[card] = card === this.card ? { classes: this.choice ? "sel" : "mark pulse" } : { classes: "wait" };
        this.plays.forEach((play, i) => cardsOf(play.slice(3)).forEach((card, j) => {
            marks[card] = this.choice ? { act: "way", more: html`data-way="${i}"`, classes: `grp g${i + 1}`, over: j ? "" : html`<span class="tabs"><span class="num g${i + 1}">${number(i + 1)}</span></span>` }
                : { classes: this.plays.length > 1 ? "" : "mark g2" };
        }));
        return marks;
    }
    get coach() {
        const last = this.step === STEPS.length - 1, ready = this.made || !this.plays.length, values = this.made && this.plays.length ? [this.made.slice(0, 2), ...cardsOf(this.made.slice(3))].map(valueOf) : [];
        const sum = values.length > 1 && values.every(Boolean) && values.reduce((all, one) => all + one, 0) === 11;
        return html`<div class="coach" data-key="coach">${sum ? html`<span class="eq" aria-hidden="true">${values.map((value, i) => html`${i ? html`<em>+</em>` : ""}${number(value)}`)}<em>=</em>${number(11)}</span>` : ""}
            <span>${this.note ?? word((this.made ? "done_" : "lesson_") + (this.step + 1))}</span>${ready ? html`<button type="button" class="b main" data-do="${last ? "begin" : "next"}" data-key="next">${
            word(last ? "first_match" : "next_step")}</button>` : ""}</div>`;
    }
    get markup() {
        const { state } = this, last = this.step === STEPS.length - 1, ready = !this.made && this.plays.length;
        return tableShown(state, {
            who: { people: ["you", "nima"], names: [word("person_you"), word("person_nima")], you: 0 }, seat: 0, levels: {}, sub: { 1: word("practises") }, marks: this.marks, tools: false,
            handAct: ready ? "card" : "", classes: "lesson", still: !ready,
            say: this.choice && !this.made ? html`<div class="chips" role="group" aria-label="${word("ways_with", cardSpoken(this.choice))}">${this.plays.map((play, i) => html`<button type="button" class="chip g${i + 1}"
                data-do="way" data-way="${i}" data-key="way-${i}"><span class="num g${i + 1}">${number(i + 1)}</span>${miniCards(play.slice(3))}</button>`)}</div>` : this.coach,
            over: this.made && this.at.sur ? surShown(this.page.surPoints("pagat"), "sur") : last ? html`<div class="counts">${worthShown(this.page.worthOf("pagat"))}</div>` : "",
            panel: html`<h2>${word("first_lesson")}</h2><ol class="plays steps10">${STEPS.map((_, i) => html`<li class="${i === this.step ? "last" : ""}"><button type="button" data-do="step" data-step="${i + 1}" data-key="step-${i}"><span
                class="num">${number(i + 1)}</span><span>${word("lesson_title_" + (i + 1))}</span></button></li>`)}</ol><p class="foot">${word("lesson_foot")}</p>`,
        });
    }

    async act(name, node) {
        if (name === "card") {
            const { card } = node.dataset;
            if (card !== this.card) {
                this.note = word("try_card", cardSpoken(this.card));
                this.page.say(this.note);
            } else if (this.plays.length > 1) this.choice = this.choice ? null : card;
            else return this.make(this.plays[0]);
            this.page.draw(this);
        } else if (name === "way") return this.make(this.plays[node.dataset.way]);
        else if (name === "next") this.page.go(`#lesson=${this.step + 2}`);
        else if (name === "step") this.page.go(`#lesson=${node.dataset.step}`);
        else if (name === "begin") return this.page.begins();
    }
    async make(play) {
        const from = document.querySelector(`#room .hand [data-card="${play.slice(0, 2)}"]`)?.getBoundingClientRect(), { step } = this;
        this.made = play;
        this.choice = this.note = null;
        this.page.draw(this);
        this.page.say(word("done_" + (step + 1)));
        await playSeenMoving({ card: play.slice(0, 2), takes: play.slice(3) }, 0, from);
        if (step === this.step) this.page.draw(this, "next");
    }
    key(event) {
        if (event.code !== "Escape" || !this.choice) return false;
        this.choice = null;
        this.page.draw(this);
        return true;
    }
}
