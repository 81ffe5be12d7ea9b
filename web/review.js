// SPDX-License-Identifier: GPL-3.0-or-later
// A round that was played, play by play: the curve of the chance to win, the dearest plays, and any play to go on from.
import { adviceElement } from "./advice.js";
import { element, playShown } from "./cards.js";
import { countElement, headElement, logElement, nameOf, playTold, sideOf, tableElement } from "./table.js";
import { decimal, number, word } from "./words.js";

const costShown = ({ cost, advice }) => word(advice.chance ? "cost_chance" : "cost_points", decimal(cost, advice.chance ? 1 : 2));
const REVIEW_ITERATIONS = 2000, DEAREST = 3;

// The records of a text, each as its lines.
export const recordsOf = (text) => text.replace(/\r/g, "").split(/\n\s*\n/).map((one) => one.split("\n"))
    .filter((lines) => lines.some((line) => line && !line.startsWith("#")));

export class Review {
    constructor(page) { this.page = page; }

    // Reads the record and looks at each of its plays. seat: from whose side it is told.
    async open(lines, seat = 0) {
        const { judge } = this.page, number = (this.number = (this.number ?? 0) + 1);
        const [last, state] = await judge.alone(async () => [await judge.ask("read", ...lines), await judge.ask("at", 0)]);
        if (number !== this.number) return; // another one was opened since
        Object.assign(this, { lines, last, state, ply: 0, plays: [], seat: Math.min(seat, last.players - 1) });
        this.draw();
        for (let ply = 0; ply < this.last.history.length; ply++) {
            const advice = await judge.alone(async () => {
                await judge.ask("read", ...lines);
                await judge.ask("view_of", ply);
                return judge.ask("advise", this.page.agent(this.last), REVIEW_ITERATIONS, 1);
            });
            if (number !== this.number) return;
            this.add(ply, advice);
            if (ply % 4 === 3) this.draw();
        }
        this.draw();
    }

    // Asks about this round, whatever else was asked about since.
    ask(...words) {
        const { judge } = this.page;
        return judge.alone(async () => {
            await judge.ask("read", ...this.lines);
            return judge.ask(...words);
        });
    }

    // A play and what it cost.
    add(ply, advice) {
        const entry = this.last.history[ply], best = advice.plays[advice.choice];
        const same = (a, b) => a[0] === b[0]; // plays that equal each other share an entry
        const made = advice.plays.find((play) => play.play === entry.does.play)
            ?? advice.plays.find((play) => same(play.play, entry.does.play)
                && (play.play.split("x")[1] ?? "").length === entry.does.takes.length) ?? best;
        const cost = Math.max(0, (best.value ?? 0) - (made.value ?? best.value ?? 0));
        const own = sideOf(this.last, entry.seat) === sideOf(this.last, this.seat);
        const value = made.value ?? 0;
        this.plays.push({ ply, entry, advice, best, cost,
            value: own ? value : this.last.sides === 2 ? (advice.chance ? 100 - value : -value) : null });
    }

    async go(ply) {
        this.ply = Math.max(0, Math.min(ply, this.last.history.length));
        this.state = await this.ask("at", this.ply);
        this.draw();
        if (this.ply) this.page.say(playTold(this.state, this.state.history.at(-1), true));
    }

    // The curve, from the seat's side.
    curveElement() {
        const points = this.plays.filter((play) => play.value != null);
        if (points.length < 2) return null;
        const chance = points[0].advice.chance, width = 48;
        const low = chance ? 0 : Math.min(-2, ...points.map((play) => play.value));
        const high = chance ? 100 : Math.max(2, ...points.map((play) => play.value));
        const y = (value) => (20 * (high - value)) / (high - low);
        const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        svg.setAttribute("viewBox", `-5 -1.5 ${width + 6} 23`);
        svg.setAttribute("role", "img");
        svg.setAttribute("aria-label", word(chance ? "curve" : "curve_points"));
        const put = (tag, attributes, text) => {
            const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
            for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
            if (text != null) made.textContent = text;
            svg.append(made);
        };
        const middle = chance ? 50 : 0;
        for (const value of [low, middle, high]) {
            put("line", { x1: 0, x2: width, y1: y(value), y2: y(value), class: value === middle ? "axis" : "grid" });
            put("text", { x: -0.6, y: y(value) + 0.7, class: "mark" }, number(Math.round(value)));
        }
        put("polyline", { points: points.map((play) => `${play.ply + 1},${y(play.value)}`).join(" "), class: "curve" });
        for (const play of this.dearest())
            if (play.value != null) put("circle", { cx: play.ply + 1, cy: y(play.value), r: 0.8, class: "dear" });
        put("line", { x1: this.ply, x2: this.ply, y1: 0, y2: 20, class: "now" });
        return element("figure", { class: "graph" }, svg, element("figcaption", {}, word(chance ? "curve" : "curve_points")));
    }

    dearest() {
        return [...this.plays].filter((play) => play.cost > 0.005).sort((a, b) => b.cost - a.cost).slice(0, DEAREST);
    }

    draw() {
        const { state, last } = this, total = last.history.length;
        const step = (name, ply, off) => element("button", {
            type: "button", disabled: off, onclick: () => this.go(ply).catch(this.page.wrong),
        }, name);
        const here = this.plays[this.ply];
        const dearest = this.plays.length === total ? this.dearest() : [];
        this.page.draw(this, headElement(state),
            this.plays.length < total ? element("p", {}, word("reviewing", this.plays.length + 1, total)) : null,
            this.curveElement(),
            total && this.plays.length === total ? element("section", { class: "dearest" }, element("h2", {}, word("mistakes")),
                dearest.length ? element("ol", {}, ...dearest.map((play) => element("li", {}, element("button", {
                    type: "button", onclick: () => this.go(play.ply).catch(this.page.wrong),
                }, word("mistake", play.ply + 1, nameOf(last, play.entry.seat), playShown(play.entry.does.play),
                    costShown(play), playShown(play.best.play)))))) : element("p", {}, word("no_mistakes")))
                : null,
            element("div", { class: "tools" }, step(word("first"), 0, !this.ply), step(word("back"), this.ply - 1, !this.ply),
                element("span", {}, word("step", this.ply, total)),
                step(word("forward"), this.ply + 1, this.ply >= total), step(word("last"), total, this.ply >= total),
                this.page.playOn ? element("button", { type: "button", disabled: Boolean(state.over),
                    onclick: () => this.page.playOn(this).catch(this.page.wrong) }, word("play_on")) : null),
            tableElement(state, { seat: this.seat, last: state.history.at(-1) }),
            state.history.length ? element("p", { class: "told" }, playTold(state, state.history.at(-1))) : null,
            here ? adviceElement(here.advice, this.page.agent(last)) : null,
            state.over ? countElement(state) : null, logElement(state));
    }

    key(event) {
        if (event.target.closest("input, select, textarea")) return;
        const move = { ArrowRight: 1, ArrowLeft: -1, Home: -99, End: 99 }[event.key];
        if (!move) return;
        event.preventDefault();
        this.go(this.ply + (document.documentElement.dir === "rtl" && Math.abs(move) === 1 ? -move : move));
    }
}
