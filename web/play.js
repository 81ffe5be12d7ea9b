// SPDX-License-Identifier: GPL-3.0-or-later
// A match at the table: how a card is played, what the others do, hints, the word after a costly play, undo, and the rounds' ends.
import { costOf, hintLine, hintTable, madeOf, reasonTold } from "./advice.js";
import { icon, miniCards, portrait, rosette } from "./cards.js";
import { countRowsOf, countShown, countSkip } from "./count.js";
import { endShown } from "./end.js";
import { html } from "./markup.js";
import { motionEnd, pause, playSeenMoving } from "./motion.js";
import { namesOf, PEOPLE, sideOf } from "./people.js";
import { setting } from "./settings.js";
import { sound } from "./sound.js";
import { keep, kept } from "./store.js";
import { playsShown, slotsOf, surShown, tableShown, worthShown } from "./table.js";
import { oftenTold, playHeard, playSeen, sweepOf, winnerTold } from "./told.js";
import { cardsOf, cardSpoken, cardsSpoken, list, number, told, valueOf, word } from "./words.js";

const THINKS = 500;        // milliseconds before another's play
const JUDGED = 1000;       // iterations for the advice that stands behind hints and words
const COSTLY = 1;          // points from which a word is said
const GIVES_SUR = 12;      // % by which a play makes a Sur of the next player likelier than the safest does
const PATIENCE = 4000;     // milliseconds for which the game waits for what a word or a warning needs
const inTime = (work) => Promise.race([work, new Promise((resolve) => setTimeout(resolve, PATIENCE, null))]);
const MATCH = "match", PERSONS = ["you", "friend"];

export class Match {
    // page: engine, judge, draw(room), say(text), toast(text), go(address), wrong(error), finished(match)
    constructor(page) {
        this.page = page;
        this.number = 0; // of the state that is going on: what comes late from an older one is dropped
        this.keeps = true;
    }

    // ---- begin, keep, go on

    // setting: rules, seed, seat, people (by seats of the first round), and compare, the result of another with the same cards.
    async begin(chosen) {
        this.start(chosen);
        const state = await this.page.engine.ask("begin", chosen.rules, chosen.seed, this.hot ? "-" : chosen.seat, "-", ...this.agents);
        await this.take(state);
    }
    start(chosen) {
        this.setting = chosen;
        this.rounds = []; // that are over: { plays, points, judged }
        this.judged = []; // own plays of this round: { ply, play, best, cost, value, reason }
        this.advices = new Map();
        this.hints = 0;
        this.stage = "table";
        this.ready = null; // the seat whose hand may be seen, where two people share the device
    }
    get hot() { return this.setting.people.filter((person) => PERSONS.includes(person)).length > 1; }
    get agents() { return this.setting.people.map((person) => (PERSONS.includes(person) ? "you" : PEOPLE[person].agent)); }

    static kept() {
        const all = kept(MATCH);
        return all?.setting?.people?.every?.((person) => person in PEOPLE || PERSONS.includes(person)) && Array.isArray(all.rounds) ? all : null;
    }
    // Goes on with the match that this browser has kept, or with another one of that kind. False: it cannot be gone on with.
    async restore(all = Match.kept()) {
        if (!all) return false;
        const { engine } = this.page;
        this.start(all.setting);
        let state = await engine.ask("begin", all.setting.rules, all.setting.seed, this.hot ? "-" : all.setting.seat, "-", ...this.agents);
        for (const [i, round] of all.rounds.entries()) {
            for (const play of round.plays) state = await engine.ask("play", play);
            if (i + 1 < all.rounds.length) {
                this.rounds.push(round);
                state = await engine.ask("next");
            }
        }
        this.judged = all.rounds.at(-1)?.judged ?? [];
        this.hints = all.hints ?? 0;
        await this.take(state, true);
        return true;
    }
    get playsMade() { return this.state.history.map((entry) => entry.does.play); }
    get all() {
        const { counts, surs, points } = this.state, clubs = counts.map((count) => count.clubs_points > 0);
        const now = { plays: this.playsMade, judged: this.judged, points, clubs, surs };
        return { setting: this.setting, rounds: [...this.rounds, now], scores: this.state.over ? this.state.after : this.state.scores,
            round: this.state.round, hints: this.hints };
    }
    get finished() { return this.state.over && this.state.winner >= 0; }
    keep() { if (this.keeps) keep(MATCH, this.finished ? null : this.all); }

    // ---- who is who

    get who() {
        const named = namesOf(this.state, this.setting.people, this.setting.names);
        return { ...named, you: this.hot ? -1 : this.state.own };
    }
    isPerson(seat) { return PERSONS.includes(this.who.people[seat]); }
    // The seat at the bottom: of two people at one device the one whose turn it is, or was.
    get seat() {
        if (!this.hot) return Math.max(this.state.own, 0);
        if (this.ready != null) return this.ready;
        const last = this.state.history.findLast((entry) => this.isPerson(entry.seat));
        return last ? last.seat : [...this.state.hands.keys()].find((seat) => this.isPerson(seat));
    }
    get mine() { return this.stage === "table" && !this.state.over && this.state.turn === this.seat && this.sent !== this.number && !this.word; }
    get side() { return sideOf(this.state, this.seat); }

    // ---- the course of a round

    // The state after a play: shows and tells of it, and lets the others play until it is a person's turn. quiet: it was there before.
    async take(state, quiet) {
        const number = ++this.number, from = this.from;
        this.from = this.choice = this.note = this.hint = this.warned = this.word = null;
        this.more = false;
        this.state = state;
        if (!state.over) this.stage = "table";
        const last = state.history.at(-1);
        this.fresh = !quiet;
        this.keep();
        if (this.hot && !quiet && last && this.isPerson(last.seat)) this.ready = last.seat;
        this.draw();
        if (last && !quiet) {
            this.page.say(playHeard(this.who, last));
            if (setting("sound")) sound(last.does.sur > 0 ? "sur" : last.does.takes ? "takes" : "lays");
            await playSeenMoving(last.does, last.seat, from);
            if (last.does.sur > 0) await pause(700);
            if (number !== this.number) return;
            if (!await this.wordGiven(last, number)) return;
        } else if (!last) this.page.say(word("new_deal"));
        if (state.over) return this.over(quiet);
        if (this.isPerson(state.turn)) return this.turnBegins(quiet);
        await pause(THINKS);
        if (number !== this.number) return;
        const after = await this.page.engine.ask("think");
        if (number === this.number) await this.take(after);
    }

    turnBegins(quiet) {
        if (this.hot && this.ready !== this.state.turn) {
            this.stage = "cover";
            this.page.say(word("hand_over", this.who.names[this.state.turn]));
            return this.draw("cover");
        }
        this.page.say(word("your_turn"));
        if (setting("sound") && !quiet && this.state.players > 2) sound("turn");
        this.draw();
        this.judge(this.state.ply).catch(this.page.wrong);
    }

    over(quiet) {
        this.stage = this.finished && quiet ? "end" : "count";
        this.counted = quiet ? 99 : 0;
        if (this.finished) {
            const won = this.state.winner === sideOf(this.state, this.seat);
            if (setting("sound") && !quiet) sound(won ? "wins" : "loses");
            if (!quiet) this.page.finished(this);
        }
        this.draw("count");
        const sweep = sweepOf(this.state);
        this.page.say([this.state.stopped >= 0 ? word("stopped_heard", list(this.stoppers)) : "",
            ...countRowsOf(this.state, this.who, sweep).map((row) => row.heard), winnerTold(this.state, this.who)].filter(Boolean).join(" "));
    }
    get stoppers() { return this.who.names.filter((_, seat) => sideOf(this.state, seat) === this.state.stopped); }

    // Asks the judge about the position before that play.
    async judgeAsk(ply, ...words) {
        const { judge, engine } = this.page, match = this.number, { record } = await engine.ask("record");
        return judge.alone(async () => {
            if (match !== this.number) return null;
            await judge.ask("read", ...record.trim().split("\n\n").at(-1).split("\n"));
            await judge.ask("view_of", ply);
            return judge.ask(...words);
        });
    }

    // What the plays before this one are worth; asked once. Ready before the person is, as a rule.
    async judge(ply) {
        if (this.advices.has(ply)) return this.advices.get(ply);
        const match = this.number, asked = this.judgeAsk(ply, "advise", this.page.agent(this.state), JUDGED, 1);
        this.advices.set(ply, asked);
        const advice = await asked;
        if (!advice && this.advices.get(ply) === asked) this.advices.delete(ply);
        if (advice && match === this.number) this.judgedAt = match;
        if (advice && match === this.number && this.mine) this.draw();
        return advice;
    }

    // After an own play that cost much, before the next player moves, a word; true: the round goes on.
    async wordGiven(last, number) {
        if (this.hot || last.seat !== this.state.own) return true;
        const ply = this.state.ply - 1, asked = this.advices.get(ply)?.then((advice) => advice && this.judgedAdd(ply, last, advice)).catch(() => null);
        const judged = setting("words") && asked ? await inTime(asked) : null;
        if (number !== this.number) return false;
        if (!judged?.cost.shown || !(judged.cost.points >= COSTLY)) return true;
        this.word = judged.reason;
        this.draw(".word .main");
        this.page.say(judged.reason.heard);
        const goes = await new Promise((resolve) => { this.wordEnds = resolve; });
        if (number !== this.number) return false;
        this.word = null;
        if (!goes) {
            await this.undo();
            return false;
        }
        this.draw();
        return true;
    }
    // What an own play was worth is kept for the end of the match.
    async judgedAdd(ply, last, advice) {
        const made = madeOf(advice, last.does.play), best = advice.plays[advice.choice], cost = costOf(advice, made);
        const pool = this.poolAfter(ply + 1), why = cost.shown ? await this.judgeAsk(ply, "why", this.page.agent(this.state), best.play, made.play, 1) : null;
        const reason = reasonTold({ state: { pool }, best, cost, why });
        this.judged = [...this.judged.filter((one) => one.ply < ply), { ply, play: last.does.play, best: best.play, value: made.value,
            chance: Boolean(advice.chance), cost: advice.chance ? cost.value : cost.points, shown: cost.shown, reason: reason.heard }];
        this.keep();
        return { cost, reason };
    }

    poolAfter(plies) {
        const { state } = this;
        return slotsOf({ ...state, history: state.history.slice(0, plies) }).filter((slot) => slot && !slot.ghost).map((slot) => slot.card).join("");
    }

    // ---- a person's play

    // The plays of a card, in the order in which what they take lies on the table.
    plays(card) {
        const { legal, pool } = this.state;
        return legal.filter((play) => play.card === card).sort((a, b) => pool.indexOf(a.takes.slice(0, 2)) - pool.indexOf(b.takes.slice(0, 2)));
    }

    async tap(card) {
        if (!this.mine) return;
        const plays = this.plays(card);
        this.note = this.warned = null;
        if (plays.length === 1) return this.make(plays[0]);
        this.choice = this.choice === card ? null : card;
        this.draw();
        if (this.choice) this.page.say(word("ways_heard", cardSpoken(card), plays.map((play, i) => `${number(i + 1)}: ${cardsSpoken(play.takes)}`).join("; ")));
    }

    // A card of the pool: chooses the capture that takes it, or says what takes it, and why nothing does.
    tapPool(card) {
        if (!this.mine) return;
        this.note = null;
        const takers = this.state.legal.filter((play) => cardsOf(play.takes).includes(card));
        if (this.choice) {
            const ways = takers.filter((play) => play.card === this.choice);
            if (ways.length === 1) return this.make(ways[0]);
            this.note = ways.length ? { text: told("several_take", miniCards(card), list(ways.map((play) => number(this.plays(play.card).indexOf(play) + 1)))) }
                : { text: this.whyNot(this.choice, card) };
        } else if (takers.length) {
            const cards = [...new Set(takers.map((play) => play.card))];
            this.note = { cards: [...cards, card], text: told("taken_by", miniCards(card), miniCards(cards.join(""))) };
        } else this.note = { text: this.whyNot(null, card) };
        this.noteTell();
    }
    // A card that was dropped on one which it does not take.
    refuse(card, pooled) {
        this.choice = this.dropped = null;
        this.note = { cards: [card, pooled], text: this.whyNot(card, pooled) };
        this.noteTell();
    }
    noteTell() {
        this.draw();
        this.page.say(heard(document.querySelector("#room .say")));
    }

    // Why a card of the hand does not take this one; of no card: why none does.
    whyNot(card, pooled) {
        const value = valueOf(pooled), own = card ? valueOf(card) : 0;
        if (!value) return told(pooled[0] === "J" ? "needs_jack" : pooled[0] === "Q" ? "needs_queen" : "needs_king", miniCards(pooled));
        if (!card) return told("needs_number", miniCards(pooled), 11 - value);
        if (!own) return told("takes_no_number", miniCards(card), miniCards(pooled));
        return told(own + value > 11 ? "too_much" : "too_little", own, value, own + value, 11 - own);
    }

    // A play; before one that gives a Sur away, a warning.
    async make(play, sure) {
        if (!this.mine) return;
        const hand = document.querySelector(`#room .hand [data-card="${play.card}"]`);
        this.from = this.dropped ?? hand?.getBoundingClientRect();
        this.dropped = null;
        const { number } = this;
        this.sent = number; // what is tapped until the answer comes does nothing
        try {
            if (!sure && setting("warn") && !this.hot && await this.givesSur(play)) {
                if (number !== this.number) return;
                this.sent = null;
                this.warned = play;
                this.choice = null;
                this.page.say(word("warn_heard", cardSpoken(play.card)));
                return this.draw(".word .b");
            }
            if (number !== this.number) return;
            const state = await this.page.engine.ask("play", play.play);
            if (number === this.number) await this.take(state);
        } catch (error) {
            this.sent = null;
            this.page.wrong(error);
        }
    }

    async givesSur(play) {
        const advice = await inTime(this.judge(this.state.ply).catch(() => null));
        if (!advice || advice.plays.length < 2) return false;
        const made = madeOf(advice, play.play), chances = advice.plays.map((one) => one.makes_sur_told ?? one.makes_sur ?? 0);
        this.risk = made.makes_sur_told ?? made.makes_sur ?? 0;
        return play.sur <= 0 && this.risk - Math.min(...chances) >= GIVES_SUR;
    }

    async undo() {
        if (this.hot || !this.state.history.length || (this.state.over && this.state.winner >= 0)) return;
        const own = this.state.history.findLastIndex((entry) => entry.seat === this.state.own);
        if (own < 0) return;
        this.word = null;
        this.judged = this.judged.filter((one) => one.ply < own);
        for (const ply of this.advices.keys()) if (ply > own) this.advices.delete(ply);
        this.page.say(word("taken_back"));
        await this.take(await this.page.engine.ask("undo", own), true);
    }

    async next() {
        if (this.stage !== "count" || this.sent === this.number) return;
        this.sent = this.number;
        this.rounds.push(this.all.rounds.at(-1));
        this.judged = [];
        this.advices = new Map();
        this.ready = null;
        await this.take(await this.page.engine.ask("next"));
    }

    async hintAsk() {
        if (!this.mine) return;
        if (this.hint) {
            this.hint = null;
            return this.draw();
        }
        const { number } = this;
        this.choice = this.note = this.warned = null;
        this.hint = { waits: true };
        this.hints++;
        this.draw();
        const advice = await this.judge(this.state.ply);
        if (number !== this.number || !this.hint || !advice) return;
        this.hint = advice;
        this.draw();
        const best = advice.plays[advice.choice], [card, takes] = best.play.split("x");
        this.page.say(word(takes ? "hint_takes_heard" : "hint_lays_heard", cardSpoken(card), cardsSpoken(takes ?? "")));
    }

    // ---- what is shown

    // The cards that are marked: of a choice, a hint, a note, the last play.
    get marks() {
        const marks = {}, { state } = this, last = state.history.at(-1);
        const put = (card, more) => { marks[card] = { ...marks[card], ...more, classes: `${marks[card]?.classes ?? ""} ${more.classes ?? ""}`.trim() }; };
        if (last && !last.does.takes && !this.choice) put(last.does.card, { classes: "fresh" });
        if (this.choice) {
            put(this.choice, { classes: "sel", more: html`aria-pressed="true"` });
            const ways = this.plays(this.choice), of = new Map();
            ways.forEach((play, i) => cardsOf(play.takes).forEach((card) => of.set(card, [...(of.get(card) ?? []), i])));
            for (const card of cardsOf(state.pool)) {
                const groups = of.get(card);
                if (!groups) put(card, { classes: "dim" });
                else put(card, { classes: `grp g${groups[0] % 3 + 1}`, said: word("way", list(groups.map((i) => number(i + 1)))),
                    over: html`<span class="tabs">${groups.filter((i) => groups.length > 1 || cardsOf(ways[i].takes)[0] === card).map((i) =>
                        html`<span class="num g${i % 3 + 1}">${number(i + 1)}</span>`)}</span>` });
            }
        }
        for (const card of this.note?.cards ?? []) put(card, { classes: "mark" });
        if (this.hint?.plays) {
            const best = this.hint.plays[this.hint.choice], [card, takes = ""] = best.play.split("x"), text = hintLine(this.hint).label;
            put(card, { classes: "sel", said: text, over: html`<span class="best n" aria-hidden="true">${text}</span>` });
            for (const one of cardsOf(takes)) put(one, { classes: "mark" });
        }
        if (this.word) for (const card of cardsOf(state.pool)) if (valueOf(card) && this.word.sum) put(card, { classes: "mark" });
        return marks;
    }

    get say() {
        const { state, who } = this, last = state.history.at(-1);
        if (this.choice && !this.note) {
            const ways = this.plays(this.choice);
            return html`<div class="chips" role="group" aria-label="${word("ways_with", cardSpoken(this.choice))}">${ways.map((play, i) => html`<button type="button"
                class="chip g${i % 3 + 1}" data-do="way" data-way="${i}" data-key="way-${i}"><span class="num g${i % 3 + 1}">${number(i + 1)}</span>${
                miniCards(play.takes)}</button>`)}</div>`;
        }
        if (this.word)
            return wordShown(word("word_on_play"), this.word.seen, ["back", "take_back"], ["go", "go_on"]);
        if (this.warned)
            return wordShown(word("warning"), told("warn_sur", miniCards(this.warned.card), oftenTold(this.risk / 100)), ["sure", "play_anyway"], ["other", "choose_other"]);
        if (this.hint?.waits) return html`<span class="told">${word("thinking")}</span>`;
        if (this.hint)
            return html`<span class="told">${hintLine(this.hint).reason}<button type="button" class="b bare under" data-do="more" data-key="more"
                aria-expanded="${this.more}">${word(this.more ? "less" : "more")}</button></span>`;
        if (this.note) return html`<span class="told"><span>${this.note.text}</span></span>`;
        if (last) return html`<span class="told">${playSeen(who, last)}<button type="button" class="b bare icon" data-do="again" data-key="again"
            aria-label="${word("show_again")}">${icon("again")}</button></span>`;
        return html`<span class="told plain">${word(this.mine ? "your_turn_now" : "cards_dealt")}</span>`;
    }

    get panel() {
        if (this.more && this.hint?.plays) return hintTable(this.hint, this.state);
        return html`${playsShown(this.state, this.who)}${setting("count") ? this.page.countNotes(this) : worthShown(this.page.worthOf(this.state.rules))}
            <p class="foot">${word("notes_foot")}</p>`;
    }

    // focus: what gets the keyboard where it is with nobody.
    draw(focus) { this.page.draw(this, focus); }
    get bar() {
        const { state } = this;
        if (this.stage === "end") return html`<b>${word("match_to", this.opponents, state.target)}</b>`;
        if (this.stage !== "table") return html`<b>${word("round", state.round + 1)}</b>`;
        return html`<span><b>${word("round", state.round + 1)}</b></span><span>${word("deal", state.deal + 1, state.deals)}</span>`;
    }
    get opponents() { return list(this.who.names.filter((_, seat) => seat !== this.seat)); }
    get markup() {
        if (this.stage === "cover") return this.coverShown();
        if (this.stage === "count") return countShown(this);
        if (this.stage === "end") return endShown(this);
        const { state, mine } = this, last = state.history.at(-1), made = this.fresh && last?.does.sur > 0;
        const undo = this.hot || !state.history.some((entry) => entry.seat === state.own);
        return tableShown(state, {
            who: this.who, seat: this.seat, levels: PEOPLE, marks: this.marks, handAct: mine ? "card" : "", poolAct: mine ? "pool" : "",
            ready: this.judgedAt === this.number, say: this.say, panel: this.panel, hintOn: Boolean(this.hint), hintOff: !mine, undoOff: undo,
            hand: this.hot && this.stage !== "table" ? [] : undefined,
            over: html`${made ? surShown(this.page.surPoints(state.rules), "sur-" + state.ply) : ""}${this.word?.sum ? html`<div class="sum8" aria-hidden="true"><b>${
                number(this.word.sum)}</b></div>` : ""}`,
            sheet: this.more && this.hint?.plays ? html`<div class="sheet inpanel" role="dialog" aria-label="${word("hint")}" data-key="hint-sheet">${
                hintTable(this.hint, state)}<button type="button" class="b line wide" data-do="more">${word("close")}</button></div>` : "",
        });
    }

    coverShown() {
        const { who } = this, to = this.state.turn, last = this.state.history.at(-1);
        return html`<div class="cover">${rosette()}<div><div class="swap">${this.seat === to ? "" : html`${portrait(who.people[this.seat])}${icon("r", "flip")}`}${portrait(who.people[to], "to")}</div>
            <h2>${word("hand_over", who.names[to])}</h2><p>${last ? playSeen(who, last) : ""} ${word("hands_covered", who.names[to])}</p>
            <button type="button" class="b main big" data-do="uncover" data-key="uncover">${word("i_am", who.names[to])}</button></div></div>`;
    }

    // ---- taps and keys

    act(name, node) {
        const { card, way } = node.dataset;
        const acts = {
            card: () => this.tap(card), pool: () => this.tapPool(card),
            way: () => this.make(this.plays(this.choice)[way]),
            undo: () => this.undo(), hint: () => this.hintAsk(),
            more: () => { this.more = !this.more; this.draw(); },
            again: () => { const last = this.state.history.at(-1); return playSeenMoving(last.does, last.seat); },
            back: () => this.wordEnds?.(false), go: () => this.wordEnds?.(true),
            sure: () => { const play = this.warned; this.warned = null; return this.make(play, true); },
            other: () => { this.warned = null; this.draw(); },
            uncover: () => { this.ready = this.state.turn; this.stage = "table"; this.turnBegins(); },
            skip: () => { countSkip(this); }, next: () => this.next(),
            result: () => { this.stage = "end"; this.draw("end"); },
            review: () => this.page.review(this),
            rematch: () => this.page.rematch(this), seats: () => this.page.rematch(this, true), share: () => this.page.share(this),
        };
        return acts[name]?.();
    }

    key(event) {
        const code = event.code;
        if (code === "KeyU") this.undo().catch(this.page.wrong);
        else if (code === "KeyH") this.hintAsk().catch(this.page.wrong);
        else if (code === "KeyN" && this.stage === "count" && this.state.winner < 0) this.next().catch(this.page.wrong);
        else if (/^Digit[1-9]$/.test(code) && this.choice && this.plays(this.choice)[code[5] - 1]) this.make(this.plays(this.choice)[code[5] - 1]);
        else if (code === "Escape" && (this.choice || this.note || this.hint || this.warned)) {
            motionEnd();
            this.choice = this.note = this.hint = this.warned = null;
            this.more = false;
            this.draw();
        } else return false;
        return true;
    }
}

// What a screen reader would read of it.
const heard = (node) => [...(node?.childNodes ?? [])].map((one) => (one.nodeType === 3 ? one.nodeValue : one.getAttribute("aria-label") ?? heard(one))).join("");
const wordShown = (label, text, [first, firstText], [second, secondText]) => html`<div class="word sheetlike" role="group" aria-label="${label}" data-key="word"><p>${
    text}</p><div class="acts"><button type="button" class="b line" data-do="${first}" data-key="do-${first}">${word(firstText)}</button><button type="button"
    class="b main" data-do="${second}" data-key="do-${second}">${word(secondText)}</button></div></div>`;
