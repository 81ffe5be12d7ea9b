// SPDX-License-Identifier: GPL-3.0-or-later
// A new match: who sits at the table, whose rules, and what the house plays otherwise.
import { icon, portrait } from "./cards.js";
import { html } from "./markup.js";
import { LEVELS, PEOPLE } from "./people.js";
import { segmentShown, switchShown } from "./settings.js";
import { keep, kept } from "./store.js";
import { decimal, hasWord, isolated, number, word } from "./words.js";

const TABLES = { two: 2, three: 3, pairs: 4, alone: 4 };
// Keys of the rules by what they are about; a key that stands nowhere is among the last.
const GROUPS = { surs: ["sur_points", "sur_limit", "sur_cancel", "sur_last_deal", "sur_faces", "sur_jack"],
    points: ["clubs", "clubs_points", "clubs_cap", "clubs_tie", "clubs_least", "ten_points", "tens_points", "two_points", "ace_points", "jack_points"],
    deal: ["pool_jacks", "pool_bury_twice", "pool_max_kq", "open_hands", "shuffle"], end: [] };
const SEATING = ["players", "teams"];

export class NewGame {
    // page: engine, about (presets), draw(room), start(setting), reasonOf(error), running() → its match or null
    constructor(page) { this.page = page; }

    async open() {
        const { presets } = this.page.about, old = kept("game") ?? {};
        const preset = presets.some((one) => one.name === old.preset) ? old.preset : "pagat";
        this.chosen = { preset, table: Object.hasOwn(TABLES, old.table) ? old.table : "two", hot: old.hot === true, first: old.first !== false,
            names: Array.isArray(old.names) ? old.names.slice(0, 2).map(String) : [],
            others: LEVELS.includes(old.others?.[0]) && old.others.length === 3 && old.others.every((one) => LEVELS.includes(one)) ? old.others : ["sara", "kamran", "leila"],
            house: old.house && typeof old.house === "object" && !Array.isArray(old.house) ? old.house : {} };
        await this.changed(true);
    }
    get preset() { return this.page.about.presets.find((one) => one.name === this.chosen.preset); }
    get tables() { return Object.keys(TABLES).filter((one) => (one === "three" ? this.preset.three : one === "alone" ? !this.preset.teams_only : true)); }
    get players() { return TABLES[this.chosen.table]; }

    rulesText() {
        const { preset, table, house } = this.chosen, keys = Object.entries(house).map(([key, value]) => `,${key}=${value}`).join("");
        const teams = this.players === 4 && !this.preset.teams_only ? `,teams=${table === "pairs" ? 1 : 0}` : "";
        return `${preset}${teams || keys ? `,players=${this.players}` : ""}${teams}${keys}`;
    }
    async changed(first) {
        if (!this.tables.includes(this.chosen.table)) this.chosen.table = "two";
        this.reason = "";
        try {
            this.rules = await this.page.engine.ask("rules", this.rulesText(), this.players);
        } catch (error) {
            if (first && Object.keys(this.chosen.house).length) { // it was kept by another version
                this.chosen.house = {};
                return this.changed();
            }
            this.reason = this.page.reasonOf(error);
        }
        if (!first) keep("game", this.chosen);
        this.page.draw(this);
    }

    get bar() { return html`<b>${word("new_game")}</b>`; }
    get markup() {
        const { chosen } = this, alone = this.players === 2 && chosen.hot, more = this.players - 1 - (chosen.hot ? 1 : 0), running = this.page.running();
        return html`<div class="paper" data-key="new"><div class="sheet1"><div class="new"><h2 class="full">${word("new_game")}</h2>
            ${running ? html`<div class="full offer"><span>${word("running", running.opponents, running.round)}</span><button type="button" class="b line" data-do="resume"
                data-key="resume">${word("go_on_match")}</button></div>` : html`<div class="full offer"><span>${word("first_time")}</span><a class="b line" href="#lesson">${word("learn")}</a></div>`}
            ${alone ? "" : html`<div class="fld"><span>${word("whom")}</span><div class="levels" role="radiogroup" aria-label="${word("opponent")}">${LEVELS.map((one) => this.levelShown(one))}</div></div>`}
            <div class="stack">${segmentShown(word("players"), "table", this.tables.map((one) => [one, word("table_" + one)]), chosen.table)}
            ${more > 1 || (chosen.hot && more > 0) ? html`<div class="fld"><span>${word("who_else")}</span>${this.seatsShown(more)}</div>` : ""}
            ${segmentShown(word("device"), "hot", [["no", word("device_one")], ["yes", word("device_two")]], chosen.hot ? "yes" : "no")}
            ${chosen.hot ? html`<div class="fld"><span>${word("names")}</span>${[0, 1].map((i) => html`<label class="pick"><span>${word("player_number", i + 1)}</span><input type="text" class="long"
                maxlength="20" value="${chosen.names[i] ?? ""}" placeholder="${this.nameOf(i)}" data-change="name${i}"></label>`)}</div>` : segmentShown(word("who_first"), "first", [["yes", word("you_first")], ["no", word("they_first")]], chosen.first ? "yes" : "no")}
            ${segmentShown(word("set_language"), "set", [["language=en", "English"], ["language=fa", "فارسی"]], "language=" + document.documentElement.lang)}
            <div class="fld"><span>${word("house_rules")}</span><label class="pick"><span>${word("rules_of")}</span><select data-change="preset">${this.page.about.presets.map((one) =>
                html`<option value="${one.name}" ${one.name === chosen.preset ? html`selected` : ""}>${word("preset_" + one.name)}</option>`)}</select></label><div>${
                Object.keys(GROUPS).map((group) => this.groupShown(group))}</div>${Object.keys(chosen.house).length ? html`<button type="button" class="b line" data-do="unhouse"
                data-key="unhouse">${word("as_preset", word("preset_" + chosen.preset))}</button>` : ""}</div></div>
            </div>${this.reason ? html`<p class="wrong" role="alert">${this.reason}</p>` : ""}</div><div class="stick"><button type="button" class="b main" data-do="deal" data-key="deal" ${
            this.reason ? html`disabled` : ""}>${word("deal_cards")}</button></div></div>`;
    }

    nameOf(i) { return this.chosen.names[i]?.trim() || word("player_number", i + 1); }
    levelShown(person) {
        const { beats } = PEOPLE[person], on = this.chosen.others[0] === person, before = LEVELS[LEVELS.indexOf(person) - 1];
        return html`<button type="button" class="lv" role="radio" aria-checked="${on}" tabindex="${on ? 0 : -1}" data-do="level" data-value="${person}" data-key="level-${person}">${portrait(person)}<span><b>${
            word("person_" + person)}</b><em>${word("level_" + person)}</em><span class="p">${word("about_" + person)} ${
            beats ? word("beats", word("person_" + before), decimal(beats[0], 1)) : ""}</span></span>${on ? icon("tick", "tick") : ""}</button>`;
    }
    // Who sits at the other seats: beside two people of one device, or beyond the chosen opponent.
    seatsShown(more) {
        const first = this.chosen.hot ? 0 : 1;
        return Array.from({ length: more - first }, (_, i) => i + first).map((i) => html`<label class="pick"><span>${word("seat_after", i + 1)}</span><select data-change="other${i}">${LEVELS.map((one) =>
            html`<option value="${one}" ${this.chosen.others[i] === one ? html`selected` : ""}>${word("person_" + one)}, ${word("level_" + one)}</option>`)}</select></label>`);
    }

    groupShown(group) {
        const placed = Object.values(GROUPS).flat(), keys = (this.rules?.keys ?? []).filter((key) => !SEATING.includes(key.name)
            && (GROUPS[group].includes(key.name) || (group === "end" && !placed.includes(key.name))));
        const changes = keys.filter((key) => key.name in this.chosen.house).length;
        return html`<details class="g" data-key="group-${group}"><summary>${icon("r", "flip")}${word("group_" + group)}<small>${changes ? word("changes", changes)
            : word("as_preset", word("preset_" + this.chosen.preset))}</small></summary>${keys.map((key) => keyShown(key))}</details>`;
    }

    act(name, node) {
        const { value } = node.dataset, { chosen } = this;
        const acts = {
            level: () => { chosen.others = [value, ...chosen.others.slice(1).map((one, i) => (one === value ? chosen.others[0] : one))]; return this.changed(); },
            table: () => { chosen.table = value; return this.changed(); }, hot: () => { chosen.hot = value === "yes"; return this.changed(); },
            first: () => { chosen.first = value === "yes"; return this.changed(); }, unhouse: () => { chosen.house = {}; return this.changed(); },
            toggle: () => this.change("key:" + value, node.getAttribute("aria-checked") === "true" ? "0" : "1"),
            deal: () => this.start(), resume: () => this.page.resume(),
        };
        return acts[name]?.();
    }
    change(name, value) {
        const { chosen } = this;
        if (name === "preset") Object.assign(chosen, { preset: value, house: {} });
        else if (name.startsWith("name")) chosen.names[Number(name.slice(4))] = value;
        else if (name.startsWith("other")) chosen.others[Number(name.slice(5))] = value;
        else chosen.house[name.slice(4)] = value;
        return this.changed();
    }

    start() {
        const { chosen, players } = this, seat = chosen.hot || chosen.first ? 0 : players - 1, people = Array(players).fill("");
        const others = [...chosen.others];
        people[seat] = "you";
        if (chosen.hot) people[players === 4 ? 2 : 1] = "friend";
        for (let i = 1; i < players; i++) if (!people[(seat + i) % players]) people[(seat + i) % players] = others.shift();
        return this.page.start({ rules: this.rules.rules, seed: crypto.getRandomValues(new Uint32Array(1))[0] % 1000000, seat, people,
            names: chosen.hot ? { you: this.nameOf(0), friend: this.nameOf(1) } : undefined });
    }
}

const wordsOf = (key) => key.words?.split(" ").flatMap((one) => (one.endsWith(":") ? [1, 2, 3, 4, 5, 6, 7].map((times) => one + times) : [one]));
const keyValue = (value) => {
    const [name, times] = value.split(":");
    return times ? word("value_times", Number(times)) : hasWord("value_" + name) ? word("value_" + name) : isolated(value);
};
// A key of the rules: a switch, a choice of words, or a number.
function keyShown(key) {
    const name = hasWord("key_" + key.name) ? word("key_" + key.name) : key.help, words = wordsOf(key);
    if (!words && key.low === 0 && key.high === 1) return switchShown(name, "toggle", key.name, key.value === "1");
    return html`<label class="pick"><span>${name}</span>${words ? html`<select data-change="key:${key.name}">${words.map((one) => html`<option value="${one}" ${
        one === key.value ? html`selected` : ""}>${keyValue(one)}</option>`)}</select>` : html`<input type="number" inputmode="numeric" min="${key.low}" max="${key.high}"
        value="${key.value}" data-change="key:${key.name}" dir="ltr">`}</label>`;
}
// The rules that hold, as sentences, for the room of rules.
export const keyLines = (keys) => keys.filter((key) => !SEATING.includes(key.name)).map((key) => [hasWord("key_" + key.name) ? word("key_" + key.name) : key.help,
    wordsOf(key) ? keyValue(key.value) : key.low === 0 && key.high === 1 ? word(key.value === "1" ? "yes" : "no") : number(Number(key.value))]);
