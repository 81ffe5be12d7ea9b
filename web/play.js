// SPDX-License-Identifier: GPL-3.0-or-later
// A match against agents: whose turn it is, how a card is chosen and played, hints, undo, the rounds' ends.
import { cardsOf, cardShown, cardsShown, element, playShown } from "./cards.js";
import { adviceElement } from "./advice.js";
import { countElement, headElement, logElement, nameOf, playTold, sideOf, tableElement, winnerTold } from "./table.js";
import { word } from "./words.js";

const PAUSE = 600; // milliseconds before an agent's play, so that a person can follow it
const COUNT_PAUSE = 1500; // and for each line of the count, which is read aloud
const KEPT = "pasur-match";

export class Play {
    // page: { engine, judge: an engine for hints, draw(room, ...elements), say(text), sound(name), review(record), hints, wrong(error) }
    constructor(page) {
        this.page = page;
        this.chosen = null; // the play that is shown before it is made
        this.wishes = [];   // cards of the pool that it is to take or to leave, as they were tapped, the latest first
        this.sent = null;   // the number of the state whose play is on its way
        this.number = 0; // of the game that is going on: what comes late from an older one is dropped
    }

    async begin(setting) {
        this.setting = setting;
        this.done = []; // rounds that are over: what was played
        const { rules, seed, seat, scores, agents } = setting;
        await this.take(await this.page.engine.ask("begin", rules, seed, seat, scores, ...agents));
    }

    // Goes on with the match that this browser has kept. False: there is none.
    async restore() {
        const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
        if (!kept) return false;
        const { rules, seed, seat, scores, agents } = kept.setting;
        const { engine } = this.page;
        let state = await engine.ask("begin", rules, seed, seat, scores, ...agents);
        for (const [i, plays] of kept.rounds.entries()) {
            for (const play of plays) state = await engine.ask("play", play);
            if (i + 1 < kept.rounds.length) state = await engine.ask("next");
        }
        this.setting = kept.setting;
        this.done = kept.rounds.slice(0, -1);
        await this.take(state);
        return true;
    }
    static kept() { return localStorage.getItem(KEPT) !== null; }

    keep() {
        const rounds = [...this.done, this.state.history.map((entry) => entry.does.play)];
        try {
            if (this.state.over && this.state.winner >= 0) localStorage.removeItem(KEPT);
            else localStorage.setItem(KEPT, JSON.stringify({ setting: this.setting, rounds }));
        } catch { /* a page from a disk may not be allowed to keep anything */ }
    }

    // The state after a play: tells of it, and lets the agents play until it is the person's turn.
    async take(state) {
        const number = ++this.number;
        this.state = state;
        this.choose(null);
        this.advice = null;
        this.keep();
        this.draw();
        const last = state.history.at(-1);
        if (last) this.page.sound(last.does.sur > 0 ? "sur" : last.does.takes ? "takes" : "lays");
        if (last) this.page.say(playTold(state, last, true));
        else this.page.say(word("new_deal"));
        if (state.over) {
            if (state.winner >= 0) this.page.sound(state.winner === sideOf(state, state.own) ? "wins" : "loses");
            return this.countTell(number);
        }
        if (state.turn === state.own) {
            this.page.say(word("your_turn"));
            if (this.page.hints()) this.hint().catch(this.page.wrong);
            return;
        }
        await new Promise((resolve) => setTimeout(resolve, this.page.pause ?? PAUSE));
        if (number !== this.number) return;
        const after = await this.page.engine.ask("think");
        if (number === this.number) await this.take(after);
    }

    // The lines of the count come one after the other, on the screen and for who listens; then who has won.
    async countTell(number) {
        const rows = [...document.querySelectorAll(".count tbody tr")], rest = [...rows, ...document.querySelectorAll(".winner")];
        const columns = [...document.querySelectorAll(".count thead th")].map((name) => name.textContent);
        for (const row of rest) row.classList.add("later");
        for (const row of rows) {
            await new Promise((resolve) => setTimeout(resolve, this.page.pause ?? COUNT_PAUSE));
            if (number !== this.number) return;
            row.classList.remove("later");
            const [name, ...cells] = [...row.cells].map((cell) => cell.textContent);
            this.page.say(`${name}. ${cells.map((cell, i) => `${columns[i]}: ${cell}`).join("; ")}.`);
        }
        for (const row of rest) row.classList.remove("later");
        if (!winnerTold(this.state)) return;
        await new Promise((resolve) => setTimeout(resolve, this.page.pause ?? COUNT_PAUSE));
        if (number === this.number) this.page.say(winnerTold(this.state));
    }

    get mine() { return !this.state.over && this.state.turn === this.state.own && this.sent !== this.number; }

    // The plays that this card can make.
    plays(card) { return this.state.legal.filter((play) => play.card === card); }

    // Shows a play before it is made.
    choose(play, wishes = []) {
        this.chosen = play;
        this.wishes = wishes;
        if (!play) return;
        this.page.say((play.takes ? word("takes_these", cardsShown(play.takes)) : word("no_capture"))
            + (play.sur > 0 ? " — " + word("makes_sur") : ""));
    }

    // A first tap shows what the card does, the next one plays it.
    async tap(card) {
        if (!this.mine) return;
        if (this.chosen?.card === card) return this.make(this.chosen.play);
        this.choose(this.plays(card)[0]);
        this.draw(card);
    }

    // A tap on a card of the pool: the play is to take it, a second tap: to leave it. Earlier wishes hold as far as there is
    // such a play. Where no card of the hand is chosen, one that takes it is.
    tapPool(card) {
        if (!this.mine) return;
        const takes = (play, one) => cardsOf(play.takes).includes(one);
        const wishes = [{ card, taken: !this.wishes.some((wish) => wish.card === card && wish.taken) },
            ...this.wishes.filter((wish) => wish.card !== card)];
        let plays = this.chosen ? this.plays(this.chosen.card) : this.state.legal.filter((play) => takes(play, card));
        if (!plays.length || (this.chosen && !plays.some((play) => takes(play, card) === wishes[0].taken)))
            return this.page.say(word(plays.length ? "only_way" : "nothing_takes", cardShown(card)));
        for (const wish of wishes) {
            const left = plays.filter((play) => takes(play, wish.card) === wish.taken);
            if (left.length) plays = left;
        }
        this.choose(plays[0], wishes);
        this.draw(card);
    }

    async make(play) {
        if (!this.mine) return;
        this.sent = this.number; // what is tapped until the answer comes does nothing
        try {
            await this.take(await this.page.engine.ask("play", play));
        } catch (error) {
            this.sent = null;
            this.page.wrong(error);
        }
    }

    async undo() {
        const own = this.state.history.findLastIndex((entry) => entry.seat === this.state.own);
        if (own >= 0) await this.take(await this.page.engine.ask("undo", own));
    }

    async next() {
        this.done.push(this.state.history.map((entry) => entry.does.play));
        await this.take(await this.page.engine.ask("next"));
    }

    async hint() {
        const number = this.number, { judge } = this.page;
        this.advice = { waits: true };
        this.draw();
        const { record } = await this.page.engine.ask("record");
        const { state } = this;
        const advice = await judge.alone(async () => {
            if (number !== this.number) return null;
            await judge.ask("read", ...record.trim().split("\n\n").at(-1).split("\n"));
            await judge.ask("view_of", state.ply);
            return judge.ask("advise", this.page.agent(state), 5000, 1);
        });
        if (number !== this.number) return;
        this.advice = advice;
        this.draw();
    }

    // The ways to capture with the chosen card, where there are several; and the button that plays.
    choiceElement() {
        if (!this.chosen) return null;
        const plays = this.plays(this.chosen.card);
        const ways = plays.length < 2 ? [] : plays.map((play) => element("button", {
            type: "button", class: "way", "aria-pressed": String(play === this.chosen),
            onclick: () => { this.choose(play); this.draw(play.card); },
        }, word("takes_these", cardsShown(play.takes)), play.sur > 0 ? " — " + word("makes_sur") : ""));
        return element("div", { class: "choice" }, ways.length ? element("p", {}, word("choose_capture")) : null, ...ways,
            element("button", { type: "button", class: "main", onclick: () => this.make(this.chosen.play) },
                word("play_it", playShown(this.chosen.play))));
    }

    // `focus`: the card that keeps the keyboard's focus.
    draw(focus) {
        const { state } = this;
        const held = focus ?? document.activeElement?.dataset?.card;
        const parts = [headElement(state), tableElement(state, {
            seat: Math.max(state.own, 0), chosen: this.chosen, last: state.history.at(-1),
            onCard: this.mine ? (card) => this.tap(card) : null, onPool: this.mine ? (card) => this.tapPool(card) : null,
        })];
        const button = (name, act, attributes = {}) =>
            element("button", { type: "button", onclick: () => act().catch(this.page.wrong), ...attributes }, name);
        if (state.over) {
            const told = [state.stopped >= 0 ? word("shodam", winnerTold(state)) : "", winnerTold(state)].filter(Boolean);
            parts.push(element("div", { class: "end" }, countElement(state),
                told.length ? element("p", { class: "winner" }, told.at(-1)) : null,
                state.match && state.winner < 0 ? button(word("next_round"), () => this.next(), { class: "main" }) : null,
                button(word("see_review"), () => this.page.review())));
        } else {
            parts.push(element("p", { class: "told" }, this.mine ? word("your_turn") : word("thinks", nameOf(state, state.turn))));
            parts.push(this.choiceElement());
        }
        if (this.advice) parts.push(adviceElement(this.advice, this.page.agent(state)));
        parts.push(element("div", { class: "tools" },
            button(word("undo"), () => this.undo(), { disabled: !state.history.some((entry) => entry.seat === state.own) }),
            button(word("hint"), () => this.hint(), { disabled: !this.mine }),
            button(word("save_record"), () => this.page.save())), logElement(state));
        this.page.draw(this, ...parts.filter(Boolean));
        if (held) document.querySelector(`.hand [data-card="${held}"], .pool [data-card="${held}"]`)?.focus();
    }

    // Keys: arrows go from card to card and from capture to capture, u takes back, h hints.
    key(event) {
        if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
        const place = document.activeElement?.closest(".pool") ?? document.querySelector(".hand");
        const cards = [...(place?.querySelectorAll("button") ?? [])];
        const at = cards.indexOf(document.activeElement);
        const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (move && cards.length) {
            const way = document.documentElement.dir === "rtl" ? -move : move;
            cards[(at + way + cards.length + (at < 0 && way < 0)) % cards.length].focus();
        } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && this.chosen) {
            const plays = this.plays(this.chosen.card), step = event.key === "ArrowDown" ? 1 : -1;
            this.choose(plays[(plays.indexOf(this.chosen) + step + plays.length) % plays.length]);
            this.draw(this.chosen.card);
        } else if (event.key === "u") this.undo();
        else if (event.key === "h" && this.mine) this.hint().catch(this.page.wrong);
        else if (event.key === "n" && this.state.over && this.state.winner < 0) this.next();
        else return;
        event.preventDefault();
    }
}
