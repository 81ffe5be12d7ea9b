// SPDX-License-Identifier: GPL-3.0-or-later
// A position of the user's own: cards are tapped into places, and the page says what to play. A position is a link.
import { adviceElement } from "./advice.js";
import { allCards, cardElement, cardsOf, cardShown, cardSpoken, element } from "./cards.js";
import { word } from "./words.js";

const ZONES = ["hand", "pool", "own", "other"], POSITION_ITERATIONS = 20000;

export class Position {
    constructor(page) {
        this.page = page;
        this.clear();
    }

    clear() {
        this.cards = new Map(); // card → zone
        this.zone = "hand";
        this.rules = "pagat";
        this.surs = "";
        this.scores = "";
        this.answer = this.reason = null;
    }

    in(zone) { return allCards().filter((card) => this.cards.get(card) === zone).join(""); }

    // #position=rules/hand/pool/own/other/surs/scores, "." between numbers of two sides
    get link() {
        const parts = [this.rules, ...ZONES.map((zone) => this.in(zone)), this.surs, this.scores];
        return "#position=" + parts.map((part) => encodeURIComponent(part.replaceAll("/", "."))).join("/");
    }
    read(hash) {
        this.clear();
        const parts = hash.replace("#position=", "").split("/").map(decodeURIComponent);
        [this.rules] = parts;
        ZONES.forEach((zone, i) => cardsOf(parts[i + 1] ?? "").forEach((card) => {
            if (allCards().includes(card)) this.cards.set(card, zone);
        }));
        [this.surs, this.scores] = [parts[5] ?? "", parts[6] ?? ""].map((part) => part.replace(".", "/"));
    }

    // What seat 0 of two sees: its own pile is the first; where it is to move is what the cards leave.
    async ask() {
        this.answer = { waits: true };
        this.reason = null;
        this.draw();
        const { judge } = this.page;
        const piles = `${this.in("own")}/${this.in("other")}`;
        const said = (text) => text || "-";
        try {
            await judge.ask("view", this.rules, said(this.in("hand")), this.in("pool"), piles === "/" ? "-" : piles,
                said(this.surs), said(this.scores), "-", "-", "-");
            this.agent = this.page.agent({ rules: this.rules, match: false, players: 2 });
            this.answer = await judge.ask("advise", this.agent, POSITION_ITERATIONS, 1);
        } catch (error) {
            this.answer = null;
            this.reason = word("wrong", error.message);
        }
        this.draw();
        this.page.say(this.reason ?? "");
    }

    draw() {
        const focus = document.activeElement?.dataset?.card;
        const zones = ZONES.map((zone) => element("button", {
            type: "button", class: "zone", "aria-pressed": String(this.zone === zone),
            onclick: () => { this.zone = zone; this.draw(); },
        }, `${word("zone_" + zone)}: ${cardsOf(this.in(zone)).map(cardShown).join(" ") || "–"}`));
        const grid = allCards().map((card) => cardElement(card, {
            class: `small ${this.cards.get(card) ?? ""}`, "aria-pressed": String(this.cards.has(card)),
            "aria-label": cardSpoken(card) + (this.cards.has(card) ? ", " + word("zone_" + this.cards.get(card)) : ""),
            onclick: () => {
                if (this.cards.get(card) === this.zone) this.cards.delete(card);
                else this.cards.set(card, this.zone);
                this.answer = this.reason = null;
                history.replaceState(null, "", this.link);
                this.draw();
            },
        }));
        const field = (name, key) => element("label", {}, word(name), element("input", {
            type: "text", value: this[key], placeholder: "0/0", size: 8, dir: "ltr",
            onchange: (event) => { this[key] = event.target.value.trim(); history.replaceState(null, "", this.link); },
        }));
        this.page.show(element("p", {}, word("position_help")), element("div", { class: "zones" }, ...zones),
            element("div", { class: "grid" }, ...grid),
            element("div", { class: "fields" }, field("rule_set", "rules"), field("surs_of", "surs"), field("scores_of", "scores")),
            element("div", { class: "tools" },
                element("button", { type: "button", class: "main", onclick: () => this.ask() }, word("ask")),
                element("button", { type: "button", onclick: () => { this.clear(); this.draw(); } }, word("clear")),
                element("button", { type: "button", onclick: async () => {
                    await navigator.clipboard?.writeText(location.href.split("#")[0] + this.link);
                    this.page.say(word("copied"));
                } }, word("copy_link"))),
            ...(this.reason ? [element("p", { class: "wrong", role: "alert" }, this.reason)] : []),
            ...(this.answer ? [adviceElement(this.answer, this.agent ?? "ismcts")] : []));
        if (focus) document.querySelector(`.grid [data-card="${focus}"]`)?.focus();
    }

    key() {}
}
