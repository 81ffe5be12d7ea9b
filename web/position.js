// SPDX-License-Identifier: GPL-3.0-or-later
// A position of the user's own: cards are tapped into places, and the page says what to play. A position is a link.
import { adviceElement } from "./advice.js";
import { allCards, cardElement, cardsOf, cardShown, cardSpoken, element, rankOf } from "./cards.js";
import { number, word } from "./words.js";

const POSITION_ITERATIONS = 20000;
const said = (text) => text || "-";

export class Position {
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
        } catch (error) { this.reason = word("wrong", error.message); }
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
        this.draw();
        const { judge } = this.page, { link } = this;
        try {
            this.agent = this.page.agent({ rules: this.rules, match: false });
            const answer = await judge.alone(() => this.advice(judge));
            if (link !== this.link) return; // other cards lie here since
            this.answer = answer;
        } catch (error) {
            if (link !== this.link) return;
            this.answer = null;
            this.reason = word("wrong", error.message);
        }
        this.draw();
        this.page.say(this.reason ?? "");
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
        history.replaceState(null, "", this.link);
        this.draw();
    }

    draw() {
        const { card: held, place: heldPlace } = document.activeElement?.dataset ?? {};
        const places = this.places.map((place) => element("button", {
            type: "button", class: `zone ${place}`, "data-place": place, "aria-pressed": String(this.place === place),
            onclick: () => { this.place = place; this.draw(); },
        }, `${this.placeShown(place)}: ${cardsOf(this.in(place)).map(cardShown).join(" ") || "–"}`));
        const grid = allCards().map((card) => {
            const place = this.cards.get(card);
            return cardElement(card, {
                class: `small ${place ?? ""}`, "aria-pressed": String(Boolean(place)),
                "aria-label": cardSpoken(card) + (place ? ", " + this.placeShown(place) : ""),
                onclick: () => {
                    if (place === this.place) this.cards.delete(card);
                    else this.cards.set(card, this.place);
                    this.changed();
                },
            });
        });
        const text = (name, key) => element("label", {}, word(name), element("input", {
            type: "text", value: this[key], placeholder: this.piles.map(() => 0).join("/"), size: 8, dir: "ltr",
            onchange: (event) => { this[key] = event.target.value.trim(); this.changed(); },
        }));
        const one = (name, key, most) => element("label", {}, word(name), element("select", {
            onchange: (event) => { this[key] = event.target.value; this.changed(); },
        }, ...["", ...Array.from({ length: most }, (_, i) => String(i + 1))].map((value) => element("option",
            { value, selected: this[key] === value }, value ? number(Number(value)) : word("as_cards_tell")))));
        this.page.draw(this, element("p", {}, word("position_help")), element("div", { class: "zones" }, ...places),
            element("div", { class: "grid" }, ...grid),
            element("div", { class: "fields" },
                element("label", {}, word("rule_set"), element("input", { type: "text", value: this.rules, size: 20, dir: "ltr",
                    onchange: async (event) => { await this.rulesSet(event.target.value.trim()); this.changed(); } })),
                text("surs_of", "surs"), text("scores_of", "scores"), one("deal_of", "deal", this.about.deals),
                one("seat_of", "seat", this.about.players)),
            element("div", { class: "tools" },
                element("button", { type: "button", class: "main", onclick: () => this.ask() }, word("ask")),
                element("button", { type: "button", onclick: () => { this.clear(); this.changed(); } }, word("clear")),
                element("button", { type: "button", onclick: async () => {
                    await navigator.clipboard?.writeText(location.href.split("#")[0] + this.link);
                    this.page.say(word("copied"));
                } }, word("copy_link"))),
            this.reason ? element("p", { class: "wrong", role: "alert" }, this.reason) : null,
            this.answer && !this.answer.waits ? element("p", { class: "taken" }, this.taken) : null,
            this.answer ? adviceElement(this.answer, this.agent ?? "ismcts") : null);
        if (held) document.querySelector(`.grid [data-card="${held}"]`)?.focus();
        else if (heldPlace) document.querySelector(`[data-place="${heldPlace}"]`)?.focus();
    }

    key() {}
}
