// SPDX-License-Identifier: GPL-3.0-or-later
// The rules, as they are told at a table; cards stand in the text as [7h], a play as [7hx4c].
import { cardShown, miniPlay } from "./cards.js";
import { html } from "./markup.js";
import { keyLines } from "./newgame.js";
import { worthShown } from "./table.js";
import { cardsOf, told, word } from "./words.js";

const SECTIONS = 6; // each has a heading, a text and a picture of cards: what is played, and what it takes
const PICTURES = [null, ["7h", "4c"], ["5s", "Ad2c3h"], ["Kd", "Kc"], ["7h", "4s"], null];

const picture = ([card, takes]) => html`<div class="shown">${cardShown(card, { classes: "mark", key: "own-" + card })}${cardsOf(takes).map((one) => cardShown(one, { classes: "mark g2", key: "own-" + one }))}</div>`;
const paragraph = (text) => html`<p>${text.split(/\[(\w+)\]/).map((part, i) => (i % 2 ? miniPlay(part) : part))}</p>`;

export class Rules {
    constructor(page) { this.page = page; }
    async open() {
        const of = this.page.rulesNow();
        this.keys = (await this.page.engine.ask("rules", of, 2)).keys;
        this.named = of;
        this.page.draw(this);
    }
    get bar() { return html`<b>${word("rules")}</b>`; }
    get markup() {
        const section = (i) => html`<section><h3>${word(`rules_title_${i + 1}`)}</h3>${word(`rules_text_${i + 1}`).split("\n").map(paragraph)}${PICTURES[i] ? picture(PICTURES[i]) : ""}${
            i === SECTIONS - 2 ? html`<div class="box">${worthShown(this.page.worthOf(this.named))}</div>` : ""}</section>`;
        return html`<div class="paper" data-key="rules"><div class="sheet1 read"><div class="ch"><h2>${word("rules_title")}</h2><a class="b line" href="#lesson">${word("learn")}</a></div>${
            [...Array(SECTIONS).keys()].map(section)}<section><h3>${word("rules_here")}</h3><p class="note">${told("rules_from", html`<code dir="ltr">${this.named}</code>`)}</p><dl class="keys">${keyLines(this.keys).map(([name, value]) =>
            html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></section></div></div>`;
    }
    act() {}
}
