// SPDX-License-Identifier: GPL-3.0-or-later
// The page: its rooms (a match, a review, a position), settings, languages, and the two engines behind it.
import { element, fill } from "./cards.js";
import { Engine } from "./engine.js";
import { Play } from "./play.js";
import { Position } from "./position.js";
import { recordsOf, Review } from "./review.js";
import { sound } from "./sound.js";
import { languageNow, languageSet, number, ruleWord, word } from "./words.js";

// Levels in words; "expert" plays for the match where the rules have a table of chances.
const LEVELS = { easy: "greedy", fair: "counter", good: "tactic", strong: "policy", expert: "ismcts", best: "planner" };
const SETTINGS = "pasur-settings";
const byId = (id) => document.getElementById(id);

const kept = (() => {
    try { return JSON.parse(localStorage.getItem(SETTINGS) ?? "{}"); } catch { return {}; }
})();
function keep(changed) {
    Object.assign(kept, changed);
    try { localStorage.setItem(SETTINGS, JSON.stringify(kept)); } catch { /* not from every disk */ }
}

const packed = byId("program").textContent.trim();
const engine = new Engine(packed); // the match
let second;                        // hints, reviews and positions: thinking there holds up no play
const page = {
    engine,
    get judge() { return (second ??= new Engine(packed)); },
    show(...elements) { fill(byId("room"), ...elements); },
    // The same for a room, which may have thought until another was open.
    draw(whose, ...elements) { if (rooms[room] === whose) page.show(...elements); },
    say(text) { if (text) byId("live").textContent = text; },
    wrong(error) { page.say(word("wrong", error.message)); byId("wrong").textContent = word("wrong", error.message); },
    sound(name) { if (kept.sounds) sound(name); },
    hints: () => Boolean(kept.hints),
    // Who judges: for the match where there is a table of chances for that, else for points.
    agent: (state) => (state.match && state.rules === "pagat" ? "ismcts:goal=match" : "ismcts"),
    async review() {
        const record = recordsOf(await recordOf()).at(-1);
        tabShow("review");
        await rooms.review.open(record, Math.max(0, rooms.play.state.own));
    },
    async save() {
        const { record } = await engine.ask("record");
        const link = element("a", { href: URL.createObjectURL(new Blob([record], { type: "text/plain" })),
            download: "pasur-match.txt" });
        link.click();
        URL.revokeObjectURL(link.href);
    },
    async playOn(review) {
        await engine.ask("read", ...review.lines);
        const state = await engine.ask("go_on", review.ply, review.seat, ...Array(review.last.players).fill(LEVELS.best));
        rooms.play = new Play(page);
        rooms.play.setting = null;
        rooms.play.done = [];
        rooms.play.keep = () => {};
        tabShow("play");
        await rooms.play.take(state);
    },
};
if (kept.pause != null) page.pause = kept.pause;

const recordOf = async () => (await engine.ask("record")).record;
const rooms = { play: null, review: new Review(page), position: new Position(page), rules: null };
let room = "play", about;

// ---- a new game

function choice(name, options, value, onchange) {
    return element("label", {}, word(name), element("select", { id: "choice-" + name, onchange }, ...options.map(([key, text]) =>
        element("option", { value: key, selected: String(key) === value }, text))));
}

async function newGame() {
    const chosen = { preset: "pagat", players: 2, partners: true, level: "strong", first: true, house: {}, ...kept.game };
    const again = async () => {
        keep({ game: chosen });
        let rules = null, reason = "";
        try {
            rules = await engine.ask("rules", rulesText(chosen), chosen.players);
        } catch (error) { reason = error.message; }
        draw(rules, reason);
    };
    const draw = (rules, reason) => {
        const preset = about.presets.find((one) => one.name === chosen.preset);
        const levels = [...Object.keys(LEVELS).map((level) => [level, word("level_" + level)]),
            ...about.agents.filter((agent) => !agent.cheats).map((agent) => ["=" + agent.name, agent.name])];
        if (!levels.some(([level]) => level === chosen.level)) chosen.level = "strong"; // it was kept by another version
        const set = (key, read = (text) => text) => (event) => { chosen[key] = read(event.target.value); again(); };
        page.show(element("form", { class: "new", onsubmit: (event) => { event.preventDefault(); start(chosen).catch(page.wrong); } },
            element("h2", {}, word("new_game")),
            Play.kept() ? element("button", { type: "button", class: "main",
                onclick: () => goOn().catch(page.wrong) }, word("go_on")) : null,
            choice("opponent", levels, chosen.level, set("level")),
            choice("rule_set", about.presets.map((one) => [one.name, one.name]), chosen.preset,
                (event) => { chosen.preset = event.target.value; chosen.house = {}; again(); }),
            choice("players", [2, ...(preset.three ? [3] : []), 4].map((count) => [count, number(count)]), String(chosen.players), set("players", Number)),
            chosen.players === 4 && !preset.teams_only ? choice("partners", [["1", word("partners")], ["0", word("each_alone")]],
                chosen.partners ? "1" : "0", set("partners", (text) => text === "1")) : null,
            choice("seat", [["1", word("you_first")], ["", word("they_first")]], chosen.first ? "1" : "", set("first", Boolean)),
            ...["hints", "sounds"].map((name) => element("label", { class: "check" }, element("input", { type: "checkbox",
                checked: Boolean(kept[name]), onchange: (event) => keep({ [name]: event.target.checked }) }), word(name + "_on"))),
            element("details", { open: Object.keys(chosen.house).length > 0 }, element("summary", {}, word("house_rules")),
                element("div", { class: "house" }, ...(rules?.keys ?? [])
                    .filter((key) => key.name !== "players" && key.name !== "teams").map((key) => keyElement(key, chosen, again)))),
            reason ? element("p", { class: "wrong", role: "alert" }, reason) : null,
            element("button", { class: "main", disabled: !rules }, word("begin"))));
    };
    await again();
}

function keyElement(key, chosen, again) {
    const set = (value) => { chosen.house[key.name] = value; again(); };
    const words = key.words?.split(" ").flatMap((one) => (one.endsWith(":") ? [1, 2, 3, 4, 5, 6, 7].map((times) => one + times) : [one]));
    const input = words
        ? element("select", { onchange: (event) => set(event.target.value) }, ...words.map((one) =>
            element("option", { value: one, selected: one === key.value }, ruleWord("value_" + one, one))))
        : element("input", { type: "number", min: key.low, max: key.high, value: key.value, dir: "ltr",
            onchange: (event) => set(event.target.value) });
    const help = ruleWord(key.name, key.help);
    return element("label", { title: help }, element("bdi", {}, key.name), input, element("small", {}, help));
}

function rulesText({ preset, players, partners, house }) {
    const keys = Object.entries(house).map(([key, value]) => `,${key}=${value}`).join("");
    const teams = players === 4 && !about.presets.find((one) => one.name === preset).teams_only
        ? `,teams=${partners ? 1 : 0}` : "";
    return `${preset}${teams || keys ? `,players=${players}` : ""}${teams}${keys}`;
}

async function start(chosen) {
    const { rules } = await engine.ask("rules", rulesText(chosen), chosen.players);
    let agent = chosen.level.startsWith("=") ? chosen.level.slice(1) : LEVELS[chosen.level];
    if (chosen.level === "expert" && rules === "pagat") agent = "ismcts:goal=match";
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] % 1000000;
    rooms.play = new Play(page);
    await rooms.play.begin({ rules, seed, seat: chosen.first ? 0 : chosen.players - 1, scores: "-",
        agents: Array(chosen.players).fill(agent) });
}

async function goOn() {
    rooms.play = new Play(page);
    if (!await rooms.play.restore()) await newGame();
}

// ---- rooms

function tabShow(name) {
    room = name;
    for (const tab of document.querySelectorAll("nav [data-room]"))
        if (tab.dataset.room === name) tab.setAttribute("aria-current", "page");
        else tab.removeAttribute("aria-current");
    byId("wrong").textContent = "";
}

async function roomOpen(name, records) {
    const again = room === name;
    tabShow(name);
    if (name === "play") return rooms.play ? rooms.play.draw() : newGame();
    if (name === "position") return rooms.position.draw();
    if (name === "rules") return rulesShow();
    if (records) return recordsReview(records);
    if (again && rooms.review.last) return rooms.review.draw(); // in another language
    reviewStart();
}

// A record is reviewed; of several one is chosen.
async function recordsReview(text, seat = 0) {
    const all = recordsOf(text);
    if (all.length < 2) return rooms.review.open(all[0] ?? [""], seat);
    page.show(element("p", {}, word("review_which")), element("div", { class: "tools" }, ...all.map((lines, i) =>
        element("button", { type: "button", onclick: () => rooms.review.open(lines, seat).catch(page.wrong) }, word("round", i + 1)))));
}

function reviewStart() {
    const text = element("textarea", { id: "record", rows: 8, dir: "ltr", "aria-label": word("review_help") });
    const file = element("input", { type: "file", onchange: async () => {
        if (file.files[0]) recordsReview(await file.files[0].text()).catch(page.wrong);
    } });
    page.show(element("p", {}, word("review_help")), text, element("div", { class: "tools" },
        element("button", { type: "button", class: "main", onclick: () => recordsReview(text.value).catch(page.wrong) }, word("read")),
        element("label", {}, word("file"), " ", file),
        rooms.play ? element("button", { type: "button", onclick: () => page.review().catch(page.wrong) }, word("review_own")) : null));
}

// The page of the game, which stands in the document in both languages.
function rulesShow() {
    const sheet = element("article", { class: "sheet" });
    sheet.append(byId("rules-" + languageNow()).content.cloneNode(true));
    page.show(sheet);
}

function labels() {
    for (const one of document.querySelectorAll("[data-word]")) one.textContent = word(one.dataset.word);
    byId("about").textContent = word("about", about?.version ?? "");
}

function themeSet(theme) { document.documentElement.dataset.theme = theme; }

async function open() {
    languageSet(kept.language ?? (navigator.language?.startsWith("fa") ? "fa" : "en"));
    themeSet(kept.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
    about = await engine.ask("setup");
    labels();
    document.addEventListener("keydown", (event) => rooms[room]?.key(event));
    for (const tab of document.querySelectorAll("nav [data-room]"))
        tab.addEventListener("click", () => roomOpen(tab.dataset.room).catch(page.wrong));
    byId("new").addEventListener("click", () => { tabShow("play"); newGame().catch(page.wrong); });
    byId("language").addEventListener("click", () => {
        keep({ language: languageNow() === "en" ? "fa" : "en" });
        languageSet(kept.language);
        labels();
        byId("live").textContent = "";
        roomOpen(room).catch(page.wrong);
    });
    byId("theme").addEventListener("click", () => {
        keep({ theme: document.documentElement.dataset.theme === "dark" ? "light" : "dark" });
        themeSet(kept.theme);
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", async (event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file) roomOpen("review", await file.text()).catch(page.wrong);
    });
    if (location.hash.startsWith("#position=")) {
        await rooms.position.read(location.hash);
        await roomOpen("position");
    } else await roomOpen("play");
    addEventListener("hashchange", async () => {
        if (!location.hash.startsWith("#position=")) return;
        await rooms.position.read(location.hash);
        await roomOpen("position");
    });
    document.documentElement.dataset.ready = "1";
}

open().catch(page.wrong);
