// SPDX-License-Identifier: GPL-3.0-or-later
// A position of the user's own: cards are tapped into places, and the page says what to play. A position is a link.
import { hintLine, hintTable } from "./advice.js";
import { cardShown, miniCards } from "./cards.js";
import { html } from "./markup.js";
import { allCards, cardsOf, number, rankOf, word } from "./words.js";

const POSITION_ITERATIONS = 20000;
const said = (text) => text || "-";

export class Position {
    // page: engine, judge, agent(state), draw(room), say(text), copy(link), reasonOf(error), address(hash)
    constructor(page) {
        this.page = page;
        this.clear();
    }

    clear() {
        this.cards = new Map(); // card → place
        this.place = "hand0";
        this.rules = "pagat";
        this.about = { players: 2, sides: 2, teams: 0, open: 0, deals: 6 }; // what the engine says of these rules
        this.surs = this.scores = this.deal = this.seat = "";
        this.answer = this.reason = null;
    }

    // Places for cards: hands and piles are mine first, and then those of the others as they play after me.
    get hands() { return Array.from({ length: this.about.open ? this.about.players : 1 }, (_, i) => "hand" + i); }
    get piles() { return Array.from({ length: this.about.sides }, (_, i) => "pile" + i); }
    get places() { return [...this.hands, "pool0", ...this.piles]; }
    placeShown(place) {
        if (place === "pool0") return word("zone_pool");
        const i = Number(place.slice(4)), kind = place.slice(0, 4);
        if (!i) return word(this.about.teams && kind === "pile" ? "zone_ours" : "zone_own_" + kind);
        return (kind === "pile" ? this.about.sides : this.about.players) === 2 ? word("zone_other_" + kind)
            : word("zone_later_" + kind, i);
    }
    in(place) {
        return allCards().filter((card) => this.cards.get(card) === place).sort((a, b) => rankOf(a) - rankOf(b)).join("");
    }

    // #position=rules/hands/pool/piles/Surs/scores/deal/seat, "." between those of several.
    get link() {
        const several = (places) => places.map((place) => this.in(place)).join(".");
        const parts = [this.rules, several(this.hands), this.in("pool0"), several(this.piles), this.surs, this.scores, this.deal, this.seat];
        return "#position=" + parts.map((part) => encodeURIComponent(part.replaceAll("/", "."))).join("/");
    }
    async read(hash) {
        this.clear();
        const parts = hash.replace("#position=", "").split("/").map(decodeURIComponent);
        const [rules, hands = "", pool = "", piles = ""] = parts;
        [this.surs, this.scores] = [parts[4] ?? "", parts[5] ?? ""].map((part) => part.replaceAll(".", "/"));
        [this.deal, this.seat] = [parts[6] ?? "", parts[7] ?? ""];
        await this.rulesSet(rules);
        const put = (text, place) => cardsOf(text).filter((card) => allCards().includes(card))
            .forEach((card) => this.cards.set(card, place));
        hands.split(".").forEach((text, i) => put(text, "hand" + i));
        put(pool, "pool0");
        piles.split(".").forEach((text, i) => put(text, "pile" + i));
    }

    async rulesSet(rules) {
        this.rules = rules;
        this.answer = this.reason = null;
        try {
            this.about = await this.page.engine.ask("rules", rules, 2);
        } catch (error) { this.reason = this.page.reasonOf(error); }
        for (const [card, place] of this.cards) if (!this.places.includes(place)) this.cards.delete(card);
    }

    // Asks the engine for the position with what is mine at this seat. `named`: it is told the seat; else it says whose turn it is.
    async view(seat, named) {
        const { players, sides } = this.about;
        // what is mine first → what is seat 0's first
        const turned = (all, count) => all.map((_, i) => all[(i - (seat % count) + count) % count]).join("/");
        const numbers = (text) => (text ? turned(text.split("/"), sides) : "-");
        const piles = turned(this.piles.map((place) => this.in(place)), sides);
        const hands = this.hands.length > 1 ? turned(this.hands.map((place) => this.in(place)), players) : this.in("hand0");
        return this.page.judge.ask("view", this.rules, said(hands), this.in("pool0"), /^\/+$/.test(piles) ? "-" : piles,
            numbers(this.surs), numbers(this.scores), said(this.deal), "-", named ? seat : "-");
    }

    async ask() {
        this.answer = { waits: true };
        this.reason = null;
        this.page.draw(this);
        const { judge } = this.page, { link } = this;
        try {
            this.agent = this.page.agent({ rules: this.rules, match: false });
            const answer = await judge.alone(() => this.advice(judge));
            if (link !== this.link) return; // other cards lie here since
            this.answer = answer;
        } catch (error) {
            if (link !== this.link) return;
            this.answer = null;
            this.reason = this.page.reasonOf(error);
        }
        this.page.draw(this);
        this.page.say(this.reason ?? hintLine(this.answer).label);
    }

    // Of a seat that is not said the engine finds the first play at which these cards can be held. Whose pile is whose depends on
    // the seat, so each is tried; where the engine always finds another one, it is told the seat.
    async seated() {
        if (this.seat) return this.view(Number(this.seat) - 1, true);
        const found = [], wrong = [];
        for (const named of [false, true]) {
            for (let seat = 0; seat < this.about.players; seat++)
                await this.view(seat, named).then((seen) => { if (seen.turn === seat) found.push(seen); }, (error) => wrong.push(error));
            if (found.length) return this.view(found.sort((a, b) => a.ply - b.ply)[0].turn, named);
            if (wrong.length) throw wrong[0];
        }
    }

    async advice(judge) {
        const { deal, deals, turn, players } = await this.seated();
        this.taken = word("taken_for", deal + 1, deals, turn + 1, players);
        return judge.ask("advise", this.agent, POSITION_ITERATIONS, 1);
    }

    // What the link says has changed.
    changed() {
        this.answer = this.reason = null;
        this.page.address(this.link);
        this.page.draw(this);
    }

    get bar() { return html`<b>${word("position")}</b>`; }
    get markup() {
        const text = (name, key, size) => html`<label>${word(name)}<input type="text" value="${this[key]}" data-change="${key}" size="${size}" dir="ltr"
            placeholder="${this.piles.map(() => 0).join("/")}"></label>`;
        const one = (name, key, most) => html`<label>${word(name)}<select data-change="${key}">${["", ...Array.from({ length: most }, (_, i) => String(i + 1))].map((value) =>
            html`<option value="${value}" ${this[key] === value ? html`selected` : ""}>${value ? number(Number(value)) : word("as_cards_tell")}</option>`)}</select></label>`;
        return html`<div class="paper" data-key="position"><div class="sheet1"><div class="ch"><h2>${word("position")}</h2></div><p class="lead">${word("position_help")}</p>
            <div class="zones" role="radiogroup" aria-label="${word("place")}">${this.places.map((place) => html`<button type="button" role="radio" class="zone ${place}" data-do="place"
                data-value="${place}" data-key="zone-${place}" aria-checked="${this.place === place}" tabindex="${this.place === place ? 0 : -1}"><span>${this.placeShown(place)}</span>${
                this.in(place) ? miniCards(this.in(place)) : html`<span class="take">–</span>`}</button>`)}</div>
            <div class="grid52" data-row="pack">${allCards().map((card) => {
                const place = this.cards.get(card);
                return cardShown(card, { act: "put", classes: place ?? "", said: place ? this.placeShown(place) : "", more: html`aria-pressed="${Boolean(place)}"` });
            })}</div>
            <div class="fields">${text("rule_text", "rules", 20)}${text("surs_of", "surs", 8)}${text("scores_of", "scores", 8)}${one("deal_of", "deal", this.about.deals)}${
                one("seat_of", "seat", this.about.players)}</div>
            <div class="row"><button type="button" class="b main wide2" data-do="ask" data-key="ask">${word("ask")}</button><button type="button" class="b line" data-do="clear"
                data-key="clear">${word("clear")}</button><button type="button" class="b line" data-do="copy" data-key="copy">${word("copy_link")}</button></div>
            ${this.reason ? html`<p class="wrong" role="alert">${this.reason}</p>` : ""}${this.answer?.waits ? html`<p class="lead">${word("thinking")}</p>` : ""}
            ${this.answer && !this.answer.waits ? html`<div class="box"><p class="answer">${hintLine(this.answer).reason}</p><p class="note">${this.taken}</p>${hintTable(this.answer)}</div>` : ""}
            </div></div>`;
    }

    act(name, node) {
        const acts = {
            place: () => { this.place = node.dataset.value; this.page.draw(this); },
            put: () => {
                const { card } = node.dataset;
                if (this.cards.get(card) === this.place) this.cards.delete(card);
                else this.cards.set(card, this.place);
                this.changed();
            },
            ask: () => this.ask(), clear: () => { this.clear(); this.changed(); }, copy: () => this.page.copy(this.link),
        };
        return acts[name]?.();
    }
    async change(name, value) {
        if (name === "rules") await this.rulesSet(value.trim() || "pagat");
        else this[name] = value.trim();
        this.changed();
    }
}
