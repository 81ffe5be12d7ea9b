// SPDX-License-Identifier: GPL-3.0-or-later
// The page: its rooms and their addresses, the bar and the menu, what is heard, and the two engines behind it.
import { icon } from "./cards.js";
import { dragBegin } from "./drag.js";
import { Engine } from "./engine.js";
import { Lesson } from "./lesson.js";
import { html, show } from "./markup.js";
import { motionEnd } from "./motion.js";
import { NewGame } from "./newgame.js";
import { LEVELS, PEOPLE, seatsOf } from "./people.js";
import { Match } from "./play.js";
import { Position } from "./position.js";
import { recordsOf, Review } from "./review.js";
import { Rules } from "./rules.js";
import { setting, settingsShown, settingTap } from "./settings.js";
import { dealOf, linkOf, recordLink, recordOfLink, settingOf } from "./share.js";
import { storeAlone, storeOpen } from "./store.js";
import { matchesKept, matchKeep, Statistics } from "./statistics.js";
import { playsShown, stockOf, stockShown } from "./table.js";
import { sideNames } from "./told.js";
import { allCards, cardsOf, farsi, isolated, languageSet, number, RANKS, word } from "./words.js";

const byId = (id) => document.getElementById(id);
const LISTED = 200;   // records of a text that are offered at once
const LONG = 20000;   // characters of a long text
const HEARD = 20, HEARD_APART = 350; // sentences that stay for a screen reader, and the milliseconds between two
const LESSON_SEED = 62;

const packed = byId("program").textContent.trim();
const engine = new Engine(packed); // the match
let second;                        // hints, reviews and positions: thinking there holds up no play
let about, room = null, match = null, sheet = null, sheetWork = null;

// ---- what is heard, and what is told in passing

const waiting = [];
let speaking = false;
// Sentences wait for each other: none is overwritten before it was heard.
function say(text) {
    if (text) waiting.push(text);
    if (speaking || !waiting.length) return;
    speaking = true;
    const line = document.createElement("p"), live = byId("live");
    line.textContent = waiting.shift();
    live.append(line);
    while (live.children.length > HEARD) live.firstChild.remove();
    setTimeout(() => { speaking = false; say(); }, HEARD_APART);
}
let toastEnd;
function toast(text) {
    byId("toast").textContent = text;
    byId("toast").hidden = false;
    clearTimeout(toastEnd);
    toastEnd = setTimeout(() => { byId("toast").hidden = true; }, 2500 + 60 * text.length);
    say(text);
}
// What is wrong, in the language of the page.
function reasonOf(error) {
    if (!farsi()) return word("wrong", error.message);
    const known = Object.keys(about?.wrong ?? {}).find((part) => error.message.includes(part));
    return word(known ? about.wrong[known] : "wrong_plain");
}
const wrong = (error) => toast(reasonOf(error));

// ---- what the rooms ask for

const page = {
    engine, say, toast, wrong, reasonOf,
    get about() { return about; },
    get judge() { return (second ??= new Engine(packed)); },
    // Who judges: for the match where there is a table of chances for that, else for points.
    agent: (state) => (state.match && state.rules === "pagat" ? "ismcts:goal=match" : "ismcts"),
    draw(whose, focus) { if (room === whose) drawRoom(focus); },
    go(address) { location.hash = address; },
    address(hash) { history.replaceState(null, "", hash); },
    // What pays in these rules: [name, points, card].
    worthOf(rules) { return worth.get(rules) ?? worthAsk(rules); },
    surPoints: (rules) => (worth.get(rules) ?? []).find((one) => one[3] === "sur_points")?.[1] ?? 5,
    rulesNow: () => match?.setting.rules ?? "pagat",
    countNotes, running: () => (match && !match.finished ? { opponents: match.opponents, round: match.state.round + 1 } : null),
    resume() { page.go("#play"); },
    async start(chosen) {
        if (match && !match.finished && match.keeps) return sure(word("end_match", match.opponents), word("deal_anew"), () => begin(chosen));
        return begin(chosen);
    },
    begins: () => page.start({ rules: "pagat", seed: LESSON_SEED, seat: 0, people: ["you", "nima"] }),
    rematch(old, same) {
        const { setting: before } = old, players = before.people.length, seat = (before.seat + 1) % players;
        const people = before.people.map((_, i) => before.people[(i + players - 1) % players]);
        const seed = crypto.getRandomValues(new Uint32Array(1))[0] % 1000000;
        return begin({ ...before, seat, people, seed: same ? before.seed : seed, compare: same ? scoreOf(old) : null });
    },
    finished(one) { if (!one.hot && one.keeps) matchKeep(one); },
    async review(one) {
        const { record } = await engine.ask("record");
        const opened = rooms.review.open(recordsOf(record).at(-1), one.seat, one.who);
        page.go("#review");
        await opened;
    },
    async share(what) {
        const link = what instanceof Match ? dealOf(what.setting, scoreOf(what)) : await recordLink(what.lines, what.seat);
        return page.copy(link);
    },
    async copy(hash) {
        const link = linkOf(hash);
        try {
            await navigator.clipboard.writeText(link);
            toast(word("copied"));
        } catch { open("link", () => html`<h2 id="sheet-title">${word("copy_this")}${closer()}</h2><textarea class="link" rows="4" readonly dir="ltr" aria-label="${word("copy_this")}">${link}</textarea>`); }
    },
    save(name, text) {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
        link.download = name;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    },
    sure,
    async playOn(review) {
        const one = new Match(page), { last } = review;
        one.keeps = false;
        one.start({ rules: last.rules, seed: 1, seat: review.seat, people: seatsOf(last).map((seat) => (seat === review.seat ? "you" : "shirin")) });
        await engine.ask("read", ...review.lines);
        const state = await engine.ask("go_on", review.ply, review.seat, ...Array(last.players).fill(PEOPLE.shirin.agent));
        match = one;
        page.go("#play");
        room = one;
        await one.take(state, true);
    },
};
const worth = new Map();
const CARD_OF = { ten_points: "Td", two_points: "2c" };
function worthAsk(rules) {
    worth.set(rules, []);
    engine.ask("rules", rules, 2).then(({ keys }) => {
        const paid = keys.filter((key) => /_points$/.test(key.name)).map((key) => [word("pays_" + key.name), Number(key.value), CARD_OF[key.name], key.name]);
        if (keys.find((key) => key.name === "clubs")?.value === "percard") paid.find((one) => one[3] === "clubs_points").splice(0, 2, word("pays_each_club"), 1);
        worth.set(rules, paid);
        if (room) drawRoom();
    }).catch(wrong);
    return [];
}
const scoreOf = (one) => {
    const { state, side } = one, scores = state.over ? state.after : state.scores;
    return [scores[side], Math.max(...scores.filter((_, i) => i !== side))];
};

async function begin(chosen) {
    match = new Match(page);
    match.keeps = keeps;
    room = match;
    const begun = match.begin(chosen); // draws when the engine has dealt
    page.address("#play");
    await begun;
}

// What a player counts: of each side, and what nobody has seen.
function countNotes(one) {
    const { state, who } = one, sides = state.surs.map((_, side) => side), seen = new Set([...cardsOf(state.pool), ...cardsOf(state.hands[one.seat]), ...state.piles.flatMap(cardsOf)]);
    const unseen = allCards().filter((card) => !seen.has(card)), classOf = (count, name) => count.paying.find((paying) => paying.name === name);
    const rows = [["clubs", (count) => count.clubs], ...["aces", "jacks"].map((name) => [name, (count) => cardsOf(classOf(count, name).cards).length])];
    return html`<h2>${word("my_count")}</h2><table class="t"><thead><tr><td></td>${sides.map((side) => html`<th scope="col">${sideNames(state, who, side)}</th>`)}</tr></thead><tbody>
        ${rows.map(([name, of]) => html`<tr><th scope="row">${word(name)}</th>${state.counts.map((count) => html`<td>${number(of(count))}</td>`)}</tr>`)}
        <tr><th scope="row">${word("points_so_far")}</th>${sides.map((side) => html`<td>${number(state.points[side])}</td>`)}</tr></tbody></table>
        <h2>${word("unseen", unseen.length)}</h2><div class="unseen">${[...RANKS].map((rank) => {
        const left = unseen.filter((card) => card[0] === rank);
        return html`<span class="${left.length ? "" : "z"}" role="img" aria-label="${word("rank_" + rank)}: ${number(left.length)}"><b dir="ltr">${rank === "T" ? "10" : rank}</b>${number(left.length)}</span>`;
    })}</div><p class="note">${word("unseen_clubs", unseen.filter((card) => card[1] === "c").length)}</p>`;
}

// ---- the room on the screen

function drawRoom(focus) {
    const table = room === match && match?.state && match.stage === "table", { state } = match ?? {};
    show(byId("bar"), html`<h1><a href="#play" aria-label="${word("title")}">${icon("star")}<span>${word("title")}</span></a></h1><div class="where">${room.bar}</div>${table ? stockShown(stockOf(state)) : ""}<button
        type="button" class="b bare icon" data-do="menu" data-key="menu" aria-haspopup="dialog" aria-label="${word("menu")}">${icon("menu")}</button>`);
    document.body.className = room === match && table || room instanceof Lesson ? "tbl" : "";
    const active = document.activeElement, row = active?.closest?.("[data-row]")?.dataset.row, at = row ? [...active.closest("[data-row]").querySelectorAll("button")].indexOf(active) : -1;
    const inside = byId("room").contains(active) || active === document.body;
    show(byId("room"), room.markup);
    rove();
    // Nobody has the keyboard any more: it goes to what the room wants, or to the neighbour of what is gone.
    if (inside && (document.activeElement === document.body || !document.activeElement?.isConnected)) {
        const buttons = [...document.querySelectorAll(row === "pool" || row === "say" ? "#room .hand button" : `#room [data-row="${row ?? "hand"}"] button`)];
        (focusOf(focus) ?? (keyboard && (buttons[Math.min(Math.max(at, 0), buttons.length - 1)] ?? byId("room").querySelector("button.main"))) ?? null)?.focus?.({ preventScroll: true });
    }
    const current = byId("room").querySelector(".rl [aria-current]"), list = current?.closest(".rl");
    if (list && list.scrolledTo !== current) {
        list.scrolledTo = current;
        list.scrollTop = current.parentNode.offsetTop - list.clientHeight / 2 + 24;
    }
}
const focusOf = (focus) => focus && (byId("room").querySelector(/^[.#]/.test(focus) ? focus : `[data-key="${focus}"]`) ?? byId("room").querySelector("button.main"));
let keyboard = false; // the last thing that was touched was the keyboard

// One stop of the Tab key for each row of cards.
function rove() {
    for (const row of document.querySelectorAll("[data-row]")) {
        const buttons = [...row.querySelectorAll(".card, .chip")].filter((one) => one.matches("button")), stop = buttons.find((one) => one === document.activeElement) ?? buttons[0];
        buttons.forEach((one) => { one.tabIndex = one === stop ? 0 : -1; });
    }
}

// ---- the menu and other sheets

const closer = () => html`<button type="button" class="b bare icon" data-do="close" aria-label="${word("close")}">${icon("x")}</button>`;
function open(name, markup) {
    sheet = { name, markup };
    byId("sheet").dataset.name = name;
    show(byId("sheet"), markup());
    if (!byId("sheet").open) byId("sheet").showModal();
}
function close() {
    if (byId("sheet").open) byId("sheet").close();
    sheet = null;
}
function sure(question, answer, work) {
    sheetWork = work;
    open("sure", () => html`<h2 id="sheet-title">${question}${closer()}</h2><div class="row"><button type="button" class="b line" data-do="close">${word("keep_on")}</button><button type="button" class="b main"
        data-do="surely">${answer}</button></div>`);
}
const menuShown = () => {
    const link = (hash, sign, name) => html`<a class="b line" href="${hash}">${icon(sign)}${word(name)}</a>`;
    const tap = (what, sign, name) => html`<button type="button" class="b line" data-do="${what}">${icon(sign)}${word(name)}</button>`;
    const table = room === match && match?.state && match.stage === "table";
    return html`<h2 id="sheet-title">${word("menu")}${closer()}</h2><div class="mlist">${link("#new", "plus", "new_game")}${match ? link("#play", "again", "to_match") : ""}${table ? html`${tap("log", "list", "plays")}${
        tap("counting", "count", "my_count")}${tap("sharing", "share", "share_deal")}${tap("record", "save", "save_record")}` : ""}${link("#lesson", "list", "learn")}${link("#rules", "book", "rules")}${
        link("#review", "curve", "review")}${link("#position", "cards", "position")}${link("#statistics", "chart", "statistics")}${tap("settings", "gear", "settings")}</div>
        <p class="note">${word("about", about.version)} ${word("about_names", LEVELS.map((one) => `${word("person_" + one)}: ${isolated(PEOPLE[one].agent.split(":")[0])}`).join(word("list_comma")))}</p>`;
};
const ACTS = {
    menu: () => open("menu", menuShown), close, settings: () => open("settings", settingsShown),
    surely: () => { const work = sheetWork; close(); return work(); },
    log: () => open("log", () => html`<div class="sheethead">${closer()}</div>${playsShown(match.state, match.who, 99)}`),
    counting: () => open("counting", () => html`<div class="sheethead">${closer()}</div>${countNotes(match)}`),
    sharing: () => { close(); return page.share(match); },
    record: async () => { close(); page.save("pasur-match.txt", (await engine.ask("record")).record); },
    set(name, node) {
        settingTap(node.dataset.value);
        appearance();
        if (sheet) show(byId("sheet"), sheet.markup());
        worth.clear();
        drawRoom();
        if (room instanceof NewGame || !sheet) focusKept(node);
    },
    read: () => recordsRead(byId("record").value),
    one: (name, node) => reviewOpen(rooms.records.all[node.dataset.one]),
    more: () => { rooms.records.shown += LISTED; drawRoom(); },
};
function focusKept(node) { byId("room").querySelector(`[data-key="${node.dataset.key}"]`)?.focus(); }

// ---- records that are read

function reviewOpen(lines) {
    room = rooms.review;
    return rooms.review.open(lines).catch((error) => { rooms.review.opening = false; room = records; wrong(error); drawRoom(); });
}
function recordsRead(text) {
    const all = recordsOf(text);
    rooms.records.all = all;
    rooms.records.shown = LISTED;
    if (all.length > 1) return page.draw(rooms.records);
    return reviewOpen(all[0] ?? [""]);
}
// "Round 3: 13 to 7 points"
const recordTitle = (lines, i) => {
    const of = (name) => lines.find((line) => line.startsWith(name + " "))?.slice(name.length + 1);
    const points = of("points")?.split(/[ /]+/).map(Number), round = of("round");
    return word("round", round == null ? i + 1 : Number(round) + 1) + (points?.length && points.every(Number.isFinite) ? ": " + points.map(number).join(" – ") : "");
};
const records = {
    all: [], shown: LISTED,
    get bar() { return html`<b>${word("review")}</b>`; },
    get markup() {
        return html`<div class="paper" data-key="records"><div class="sheet1 read"><h2>${word("review")}</h2><p class="lead">${word("review_help")}</p>
            <textarea id="record" rows="6" dir="ltr" aria-label="${word("record")}"></textarea><div class="row"><button type="button" class="b main" data-do="read" data-key="read">${word("read")}</button><label
            class="b line file">${word("file")}<input type="file" data-change="file"></label></div>
            ${this.all.length > 1 ? html`<h3>${word("which_round")}</h3><div class="mlist">${this.all.slice(0, this.shown).map((lines, i) => html`<button type="button" class="b line" data-do="one"
            data-one="${i}">${recordTitle(lines, i)}</button>`)}</div>${this.all.length > this.shown ? html`<button type="button" class="b line" data-do="more" data-key="more">${
            word("show_more", this.all.length - this.shown)}</button>` : ""}` : ""}</div></div>`;
    },
    act: (name, node) => ACTS[name]?.(name, node),
    async change(name, value, node) { if (node.files[0]) recordsRead(await node.files[0].text()); },
};

// ---- addresses

const rooms = { fresh: new NewGame(page), lesson: new Lesson(page), review: new Review(page), position: new Position(page), rules: new Rules(page), statistics: new Statistics(page), records };
async function playRoom() {
    if (!match?.state && Match.kept()) {
        match = new Match(page);
        match.keeps = keeps;
        room = match;
        try {
            if (await match.restore()) return;
        } catch { toast(word("match_broken")); }
        match = null;
    }
    if (!match?.state) return fresh();
    room = match;
    drawRoom();
    if (match.stage === "table" && match.state.turn !== match.seat && !match.busy) return;
}
async function fresh() {
    room = rooms.fresh;
    await rooms.fresh.open();
}
const ROUTES = {
    play: playRoom, new: fresh, rules: () => enter(rooms.rules), statistics: () => enter(rooms.statistics),
    lesson(step) { room = rooms.lesson; rooms.lesson.open(Number(step)); },
    review() {
        room = rooms.review.last || rooms.review.opening ? rooms.review : records;
        if (!rooms.review.opening) drawRoom();
    },
    async position(text) {
        room = rooms.position;
        if (text) await rooms.position.read("#position=" + text);
        drawRoom();
    },
    async record(text) {
        const [lines, seat] = await recordOfLink(text);
        room = rooms.review;
        return rooms.review.open(lines, seat);
    },
    async deal(text) {
        const chosen = settingOf(text);
        await engine.ask("rules", chosen.rules, chosen.people.length);
        await fresh();
        sure(word("same_deal", chosen.people.filter((one) => one !== "you").map((one) => word("person_" + one)).join(word("list_comma")),
            chosen.compare ? chosen.compare.map(number).join(" – ") : ""), word("play_these"), () => page.start(chosen));
    },
    async match(i) {
        const one = matchesKept()[Number(i) - 1];
        if (!one?.whole) return ROUTES.statistics();
        match = new Match(page);
        match.keeps = false;
        room = match;
        await match.restore(one.whole);
    },
};
function enter(one) {
    room = one;
    return one.open();
}
async function route() {
    close();
    const [name, ...rest] = location.hash.slice(1).split("=");
    try {
        await (Object.hasOwn(ROUTES, name) ? ROUTES[name](rest.join("=")) : playRoom());
    } catch (error) {
        toast(error instanceof URIError || error instanceof SyntaxError ? word("link_broken") : reasonOf(error));
        if (!room || room === rooms.position) await playRoom();
    }
}

// ---- taps and keys

const actOf = (node) => {
    const name = node.dataset.do, own = node.closest("#sheet, #bar");
    const done = !own && name !== "set" && room.act && (room !== records || !ACTS[name]) ? room.act(name, node) : ACTS[name]?.(name, node);
    done?.catch?.(wrong);
};
function clicked(event) {
    const node = event.target.closest("[data-do]");
    if (event.target === byId("sheet")) return close();
    if (node && !node.disabled) actOf(node);
    if (event.target.closest("#sheet a")) close();
}
const BEYOND = 1e9;
// The arrows go to the nearest button as it is seen, whatever the direction of the language.
function arrow(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.code], here = document.activeElement;
    if (!step) return false;
    const radios = here.closest("[role=radiogroup]");
    if (radios) {
        const all = [...radios.querySelectorAll("[role=radio]")], on = event.code === "ArrowDown" || event.code === (farsi() ? "ArrowLeft" : "ArrowRight") ? 1 : -1;
        const next = all[(all.indexOf(here) + on + all.length) % all.length], { key } = next.dataset;
        next.focus();
        next.click();
        document.querySelector(`[data-key="${key}"]`)?.focus();
        return true;
    }
    const buttons = [...document.querySelectorAll("#room [data-row] button")];
    if (!buttons.length) return false;
    if (!here.closest("[data-row]")) {
        (document.querySelector("#room .hand button") ?? buttons[0]).focus();
        return true;
    }
    const middle = (node) => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [x, y] = middle(here);
    const far = (node) => {
        const [ax, ay] = middle(node), on = (ax - x) * step[0] + (ay - y) * step[1], off = Math.abs((ax - x) * step[1]) + Math.abs((ay - y) * step[0]);
        return on > 4 && off <= (step[0] ? on * 0.8 : BEYOND) ? on + off * (step[0] ? 2 : 0.4) : BEYOND;
    };
    const [best] = buttons.filter((one) => one !== here).sort((a, b) => far(a) - far(b));
    if (best && far(best) < BEYOND) {
        best.focus();
        rove();
    }
    return true;
}
function keyed(event) {
    keyboard = true;
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select") || byId("sheet").open) return;
    motionEnd();
    if (room.key?.(event)) event.preventDefault();
    else if (event.code === "KeyN") page.go("#new");
    else if (arrow(event)) event.preventDefault();
}

// ---- the beginning

let keeps = true; // this page is the one that keeps the match
function appearance() {
    languageSet(setting("language"));
    document.title = word("title");
    const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = setting("theme") === "system" ? (dark ? "dark" : "light") : setting("theme");
    root.dataset.deck = setting("deck");
}
async function start() {
    storeOpen((what) => setTimeout(() => toast(word("store_" + what))));
    appearance();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", appearance);
    about = { ...await engine.ask("setup"), wrong: WRONG };
    document.addEventListener("click", clicked);
    document.addEventListener("keydown", keyed);
    document.addEventListener("pointerdown", (event) => { keyboard = false; motionEnd(); dragBegin(event, match, room); }, true);
    document.addEventListener("change", (event) => {
        const node = event.target.closest("[data-change]");
        if (node) Promise.resolve(room.change?.(node.dataset.change, node.value, node)).catch(wrong);
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", async (event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (!file) return;
        room = records;
        drawRoom();
        recordsRead(await file.text());
    });
    document.addEventListener("paste", (event) => { // a long text is read at once: to lay it out would take longer
        const text = event.target.id === "record" ? event.clipboardData.getData("text") : "";
        if (text.length < LONG) return;
        event.preventDefault();
        recordsRead(text);
    });
    byId("sheet").addEventListener("close", () => { sheet = null; });
    addEventListener("hashchange", route);
    keeps = await storeAlone();
    if (!keeps) toast(word("store_other"));
    await route();
    document.documentElement.dataset.ready = "1";
    if (document.documentElement.dataset.app && "serviceWorker" in navigator) navigator.serviceWorker.register("pasur-worker.js").catch(() => {});
}
// Parts of the engine's messages, and what the page says of them in another language than English.
const WRONG = { "holds a jack": "wrong_jack", "twice": "wrong_twice", "pool": "wrong_pool", "hand": "wrong_hand", "pile": "wrong_piles", "Sur": "wrong_surs", "score": "wrong_scores",
    "deal": "wrong_deal", "seat": "wrong_seat", "record": "wrong_record", "play": "wrong_record", "line": "wrong_record", "rules": "wrong_rules", "key": "wrong_rules", "match": "wrong_rules" };
start().catch((error) => { byId("room").textContent = error.message; });
