// SPDX-License-Identifier: GPL-3.0-or-later
// A round that was played, play by play: the curve, what each play cost and why, and any play to go on from.
import { costOf, costShown, hintTable, madeOf, reasonTold } from "./advice.js";
import { cardShown, icon, miniPlay } from "./cards.js";
import { curveShown } from "./curve.js";
import { html } from "./markup.js";
import { seatsOf, sideOf } from "./people.js";
import { handOf, slotsOf } from "./table.js";
import { playHeard } from "./told.js";
import { cardsOf, decimal, number, percent, word } from "./words.js";

const REVIEW_ITERATIONS = 2000, REVIEW_DEAREST = 3;
const SLIP = { chance: 0.5, points: 0.15 }, DEAR = { chance: 4, points: 1 }; // costs from which a play is a slip, or dear

// The records of a text, each as its lines, without the comments.
export function recordsOf(text) {
    const records = [[]];
    for (const line of text.split(/\r?\n/))
        if (!line.trim()) records.push([]);
        else if (!line.startsWith("#")) records.at(-1).push(line);
    return records.filter((lines) => lines.length);
}

export class Review {
    // page: judge, agent(state), draw(room), say(text), wrong(error), and playOn(review) where a match may go on from here
    constructor(page) { this.page = page; }

    // Reads the record and looks at each of its plays. seat: from whose side it is told; names: of the seats, where the record's are not these.
    async open(lines, seat = 0, names = null) {
        const { judge } = this.page, turn = (this.number = (this.number ?? 0) + 1);
        this.last = null;
        this.opening = true;
        const [last, state] = await judge.alone(async () => [await judge.ask("read", ...lines), await judge.ask("at", 0)]);
        if (turn !== this.number) return; // another one was opened since
        this.opening = false;
        this.who = { you: names?.you ?? -1, names: names?.names ?? seatsOf(last).map((one) => last.names[one] || word("seat_number", one + 1)), people: [] };
        Object.assign(this, { lines, last, state, ply: 0, plays: [], seat: Math.min(seat, last.players - 1), more: false });
        this.page.draw(this);
        for (let ply = 0; ply < last.history.length; ply++) {
            const advice = await judge.alone(async () => {
                if (turn !== this.number) return null;
                await judge.ask("read", ...lines);
                await judge.ask("view_of", ply);
                const found = await judge.ask("advise", this.page.agent(last), REVIEW_ITERATIONS, 1), play = last.history[ply].does.play;
                const better = found.plays[found.choice].play;
                found.why = costOf(found, madeOf(found, play)).shown ? await judge.ask("why", this.page.agent(last), better, play, 1) : null;
                return found;
            });
            if (turn !== this.number) return;
            this.add(ply, advice);
            if (ply % 4 === 3) this.page.draw(this);
        }
        this.page.draw(this);
    }

    // Asks about this round, whatever else was asked about since.
    ask(...words) {
        const { judge } = this.page;
        return judge.alone(async () => {
            await judge.ask("read", ...this.lines);
            return judge.ask(...words);
        });
    }

    add(ply, advice) {
        const entry = this.last.history[ply], best = advice.plays[advice.choice], made = madeOf(advice, entry.does.play);
        const cost = costOf(advice, made), own = sideOf(this.last, entry.seat) === sideOf(this.last, this.seat), value = made.value ?? 0;
        const amount = cost.value, of = advice.chance ? "chance" : "points";
        this.plays.push({ ply, entry, advice, best, made, cost, amount,
            verdict: made === best ? "best" : !cost.shown || amount < SLIP[of] ? "fine" : amount < DEAR[of] ? "slip" : "dear",
            value: own ? value : this.last.sides === 2 ? (advice.chance ? 100 - value : -value) : null });
    }

    async go(ply) {
        const wanted = Math.max(0, Math.min(ply, this.last.history.length));
        const state = await this.ask("at", wanted);
        Object.assign(this, { ply: wanted, state });
        this.page.draw(this);
        const here = this.plays[wanted], entry = this.last.history[wanted];
        if (entry) this.page.say(`${word("play_of_all", wanted + 1, this.last.history.length)}. ${playHeard(this.who, entry)} ${
            here ? word("verdict_" + here.verdict) + ". " + (this.isSlip(here) ? this.reason(here).heard : "") : ""}`);
    }

    isSlip(play) { return play?.verdict === "slip" || play?.verdict === "dear"; }
    get dearest() { return this.plays.filter((play) => this.isSlip(play)).sort((a, b) => b.amount - a.amount).slice(0, REVIEW_DEAREST); }
    reason({ entry, advice, best, cost }) {
        const pool = this.last.over && this.poolAfter(entry);
        return reasonTold({ state: { pool: pool || "" }, best, cost, why: advice.why, you: entry.seat === this.who.you });
    }
    poolAfter(entry) {
        const upTo = this.last.history.indexOf(entry) + 1;
        return slotsOf({ ...this.last, history: this.last.history.slice(0, upTo) }).filter((slot) => slot && !slot.ghost).map((slot) => slot.card).join("");
    }

    // ---- what is shown

    get curve() {
        const points = this.plays.filter((play) => play.value != null);
        if (points.length < 2) return "";
        const chance = Boolean(points[0].advice.chance), dear = this.plays.length === this.last.history.length ? this.dearest : [];
        const cuts = this.last.history.map((entry, i) => (i && entry.deal !== this.last.history[i - 1].deal ? i : 0)).filter(Boolean);
        return curveShown({ points: points.map((play) => ({ x: play.ply, y: play.value, dear: dear.includes(play) })), width: this.last.history.length - 1, cuts,
            now: Math.min(this.ply, this.last.history.length - 1), label: word(chance ? "curve" : "curve_points"), chance, height: 112 });
    }

    get board() {
        const entry = this.last.history[this.ply], here = this.plays[this.ply], { state } = this, seat = entry?.seat ?? this.seat;
        const cards = (play) => play.replace("x", ""), played = entry ? cardsOf(cards(entry.does.play)) : [];
        const better = this.isSlip(here) ? cardsOf(cards(here.best.play)) : [];
        const shown = (card) => cardShown(card, { classes: [...(played.includes(card) || better.includes(card) ? ["mark"] : []),
            ...(better.includes(card) && !played.includes(card) ? ["g2"] : [])].join(" ") });
        const pool = cardsOf(state.pool), hand = handOf(state, seat), wide = Math.max(4, hand.length, Math.ceil(pool.length / (pool.length > 6 ? 2 : 1)));
        return html`<div class="mini" data-style="--wide:${wide}"><small>${entry ? html`${word("play_of_all", this.ply + 1, this.last.history.length)}: ${
            this.who.names[seat]} ${miniPlay(entry.does.play)}` : word("round_over", (this.last.round ?? 0) + 1)}</small>
            <div class="rowc pooled" role="group" aria-label="${word("pool")}">${pool.length ? pool.map(shown) : html`<em>${word("pool_empty")}</em>`}</div>
            <div class="rowc" role="group" aria-label="${word("hand_of", this.who.names[seat])}">${hand.map(shown)}</div>
            <small>${this.isSlip(here) ? this.reason(here).seen : here ? word("verdict_" + here.verdict) : entry ? word("thinking") : ""}</small></div>`;
    }

    get listed() {
        return html`<ol class="rl" data-key="plays" tabindex="0" aria-label="${word("plays")}">${this.last.history.map(({ seat, does }, i) => {
            const play = this.plays[i];
            return html`<li><button type="button" data-do="ply" data-ply="${i}" ${i === this.ply ? html`aria-current="step"` : ""}><span class="k n">${number(i + 1)}</span><span
                class="k who">${this.who.names[seat]}</span><span>${miniPlay(does.play)}${does.sur > 0 ? icon("star", "sur") : ""}</span>${play ? html`<span class="vd v-${play.verdict}">${
                word("verdict_" + play.verdict)}${this.isSlip(play) ? html`<span class="n">${"\u200e−"}${play.advice.chance ? percent(play.amount, 1) : decimal(play.amount, 1)}</span>` : ""}</span>`
                : html`<span class="vd">…</span>`}</button></li>`;
        })}</ol>`;
    }

    get bar() { return this.last ? html`<b>${word("round", (this.last.round ?? 0) + 1)}</b>` : html`<b>${word("review")}</b>`; }
    get markup() {
        const { last, ply } = this, total = last.history.length, here = this.plays[ply];
        const step = (name, to, sign, off) => html`<button type="button" class="b line icon" data-do="ply" data-ply="${to}" data-key="step-${name}" aria-label="${word(name)}" ${
            off ? html`disabled` : ""}>${icon(sign, "flip")}</button>`;
        return html`<div class="paper fix" data-key="review"><div class="rev"><div class="c1 ch"><h2>${word("review")}</h2>${this.plays.length < total ? html`<span class="note">${
            word("reviewing", this.plays.length + 1, total)}</span>` : ""}${this.page.share ? html`<button type="button" class="b line" data-do="link" data-key="link">${word("share")}</button>` : ""}${
            this.page.playOn ? html`<button type="button" class="b line" data-do="on" data-key="on" ${this.state.over ? html`disabled` : ""}>${word("play_on")}</button>` : ""}</div>
            ${this.board}<div class="side2">${this.more && here ? html`<div class="box scroll" tabindex="0">${hintTable(here.advice)}</div>` : html`${this.curve}${this.listed}`}</div>
            <div class="steps c1">${step("step_back", ply - 1, "l", !ply)}<span class="mid2 n">${word("of_all", Math.min(ply + 1, total), total)}</span><button type="button" class="b line" data-do="values"
            data-key="values" ${here ? "" : html`disabled`}>${word(this.more ? "plays" : "values")}</button><button type="button" class="b line" data-do="slip" data-key="slip" ${
            this.plays.some((play) => this.isSlip(play)) ? "" : html`disabled`}>${word("next_slip")}</button>${step("step_on", ply + 1, "r", ply >= total)}</div></div></div>`;
    }

    act(name, node) {
        const acts = {
            ply: () => this.go(Number(node.dataset.ply)), values: () => { this.more = !this.more; this.page.draw(this); },
            slip: () => {
                const slips = this.plays.filter((play) => this.isSlip(play)).map((play) => play.ply);
                return this.go(slips.find((ply) => ply > this.ply) ?? slips[0]);
            },
            on: () => this.page.playOn(this), link: () => this.page.share(this),
        };
        return acts[name]?.();
    }
    key(event) {
        const rtl = document.documentElement.dir === "rtl" ? -1 : 1, move = { ArrowRight: rtl, ArrowLeft: -rtl, Home: -99, End: 99 }[event.code];
        if (!move || !this.last) return false;
        this.go(this.ply + move).catch(this.page.wrong);
        return true;
    }
}
// For a test, which reads what a play cost.
export const costText = (play) => costShown(play.advice, play.cost);
