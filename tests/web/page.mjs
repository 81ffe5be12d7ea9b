// SPDX-License-Identifier: GPL-3.0-or-later
// node page.mjs MODULES PAGE.html FOLDER [PICTURES [ONLY]]: goes through the rooms of the page in headless Chromium (BROWSER=firefox:
// in Firefox), by touch, mouse and keys, from 320 to 2560 pixels, in both languages. Nothing may be written to the console or fetched,
// nothing may stick out to the side, axe-core finds nothing wrong. Records that it saves lie in FOLDER afterwards, for `pasur replay`;
// in PICTURES what each room looked like, and docs/img/web.png. ONLY: parts of the names of the stories to run. SEED: of the deals.
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [modules, name, folder, pictures, only] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(modules), "package.json"));
const puppeteer = require("puppeteer-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const address = pathToFileURL(path.resolve(name)).href;
const firefox = process.env.BROWSER === "firefox";
const faults = [];
const expect = (holds, text) => { if (!holds) faults.push(text); };

const browser = await puppeteer.launch(firefox ? { browser: "firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr", headless: true, protocolTimeout: 600000 }
    : { executablePath: process.env.CHROMIUM, headless: true, protocolTimeout: 600000, args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync", "--js-flags=--expose-gc"] });

const QUIET = { language: "en", theme: "light", speed: "off", sound: false, warn: false, words: false };
const SHORT = { preset: "pagat", table: "two", others: ["nima", "kamran", "leila"], house: { target: "15" } }; // a match of a round or two

// Each in a context of its own. kept: what an earlier page has kept.
async function opened(where, [width, height], { settings = {}, kept = {}, hash = "", touch = width < 1000, url = address } = {}) {
    const page = await (await browser.createBrowserContext()).newPage();
    page.on("console", (message) => faults.push(`${where}: console: ${message.text()}`));
    page.on("pageerror", (error) => faults.push(`${where}: script: ${error.message}`));
    page.on("request", (request) => {
        if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(url.replace(/[^/]*$/, ""))) faults.push(`${where}: asks for ${request.url()}`);
    });
    page.setDefaultTimeout(Number(process.env.PATIENCE ?? 300000));
    await page.setViewport({ width, height, ...(firefox ? {} : { hasTouch: touch, isMobile: touch }) });
    const all = { settings: { ...QUIET, ...settings }, game: SHORT, ...kept };
    await page.evaluateOnNewDocument((stored, seed) => {
        if (document.URL === "about:blank") return;
        crypto.getRandomValues = (into) => into.fill(seed++); // the same deals each time
        for (const key in stored) if (localStorage.getItem("pasur-" + key) == null) localStorage.setItem("pasur-" + key, stored[key]);
    }, Object.fromEntries(Object.entries(all).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)])), Number(process.env.SEED ?? 1) * 1000 + where.length);
    await page.goto(url + hash);
    await page.waitForSelector("html[data-ready]");
    return page;
}
const closed = (page) => page.browserContext().close();

// On a Persian page nothing is in English but names: of agents and of the program.
async function english(page, where) {
    const found = await page.evaluate(() => {
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), words = [];
        while (walk.nextNode()) {
            const { textContent: text, parentElement: holder } = walk.currentNode;
            if (!holder.closest("script, template, noscript, kbd, [dir=ltr], [lang=en], .mc, textarea, #live")) words.push(...(text.match(/[A-Za-z]{2,}/g) ?? []));
        }
        return words;
    });
    const names = ["pasur", "pagat", "greedy", "counter", "tactic", "policy", "ismcts", "planner", "target"];
    const strange = found.filter((word) => !names.includes(word));
    expect(!strange.length, `${where}: in English: ${strange.join(", ")}`);
}

async function inspect(page, where, thorough = true) {
    await page.evaluate(() => Promise.all(document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity).map((one) => one.finished.catch(() => {}))));
    const over = await page.evaluate(async () => { // on a busy machine a frame may be late
        const sticks = () => Math.max(document.documentElement.scrollWidth - document.documentElement.clientWidth,
            ...[...document.querySelectorAll(".paper, .table")].map((room) => room.scrollWidth - room.clientWidth));
        for (let i = 0; i < 50 && sticks() > 0; i++) await new Promise((resolve) => setTimeout(resolve, 100));
        return sticks();
    });
    expect(over <= 0, `${where}: sticks out by ${over} px`);
    const hidden = await page.evaluate(() => [...document.querySelectorAll(".table .hand .card, .table .pool .card, .table .tool, .chip, .word .b, .coach .b")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    }).length);
    expect(!hidden, `${where}: ${hidden} cards or buttons are not on the screen`);
    if (thorough) {
        await page.evaluate(axe); // as an extension would: the page refuses foreign scripts
        const found = await page.evaluate(() => window.axe.run());
        for (const one of found.violations) faults.push(`${where}: ${one.id}: ${one.nodes.map((node) => node.html).join(" ").slice(0, 260)}`);
    }
    if (pictures) await page.screenshot({ path: path.join(pictures, where.replace(/\W+/g, "-") + ".png") });
}

// What is on the screen, once the page waits for somebody.
const standing = (page) => page.waitForFunction(() => ["end", "count", "cover", "word", "chips", "hand"].find((what) => document.querySelector({ end: "[data-key=end]", count: "[data-key=count]",
    cover: ".cover", word: ".word", chips: ".chip", hand: ".table .hand button" }[what]))).then((found) => found.jsonValue());
const ply = (page) => page.evaluate(() => Number(document.querySelector(".table")?.dataset.ply ?? -1));
async function press(page, selector) {
    const node = await page.waitForSelector(selector);
    await node.evaluate((one) => one.click());
    await node.dispose(); // else what it stood in would stay in memory
}
const menu = async (page, selector) => { await press(page, "[data-do=menu]"); await press(page, "#sheet " + selector); };

// Ways to use a button.
const WAYS = {
    mouse: async (page, selector) => (await page.waitForSelector(selector)).click(),
    touch: async (page, selector) => (await page.waitForSelector(selector)).tap(),
    async keys(page, selector) {
        await (await page.waitForSelector(selector)).focus();
        await page.keyboard.press("Enter");
    },
};
// One play: of the first card of the hand; where there are several captures, the first.
async function play(page, use) {
    const before = await ply(page);
    await use(page, ".table .hand button");
    await page.waitForFunction((old) => Number(document.querySelector(".table")?.dataset.ply ?? -1) !== old || document.querySelector(".chip, .word"), {}, before);
    if (await page.$(".chip")) {
        await use(page, ".chip");
        await page.waitForFunction((old) => Number(document.querySelector(".table")?.dataset.ply ?? -1) !== old || document.querySelector(".word"), {}, before);
    }
    return standing(page);
}
// Played on inside the page until what is wanted stands there.
const playedTo = (page, wanted) => page.evaluate((selector) => new Promise((resolve) => {
    const step = () => {
        if (document.querySelector(selector)) {
            seen.disconnect();
            return resolve();
        }
        document.querySelector(".chip, .word .main, [data-do=uncover], [data-key=count] [data-key=next], .table .hand button")?.click();
    };
    const seen = new MutationObserver(() => setTimeout(step));
    seen.observe(document.getElementById("room"), { subtree: true, childList: true, attributes: true });
    step();
}), wanted);

async function recordOf(page, where) {
    await page.evaluate(() => {
        HTMLAnchorElement.prototype.click = () => {};
        const made = URL.createObjectURL;
        window.record = new Promise((resolve) => { URL.createObjectURL = (blob) => { resolve(blob.text()); return made.call(URL, blob); }; });
    });
    await menu(page, "[data-do=record]");
    writeFileSync(path.join(folder, where.replace(/\W+/g, "-")), await page.evaluate(() => window.record));
}

// A round that was read goes on where a five takes a two and a four, or one of two sixes.
async function choosing(where, size) {
    const page = await opened(where, size), taken = "5c9h2s3sKcKdKhQc2c4c6d6h".match(/../g);
    const rest = [..."cdhs"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit)).filter((card) => !taken.includes(card));
    await page.evaluate((text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], "record.txt"));
        document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    }, `rules pagat\ndeal ${taken.join("")}${rest.join("")}\n`);
    await press(page, "[data-do=on]");
    await standing(page);
    return page;
}

const SIZES = { 320: [320, 568], 390: [390, 844], 820: [820, 1180], 1280: [1280, 800], 2560: [2560, 1440], side: [844, 390] };

// All rooms, from a new game to the end of a match and what follows.
async function tour(size, language, theme, thorough, way) {
    const where = (room) => `${room}, ${SIZES[size].join(" × ")}, ${language}, ${theme}`, use = WAYS[firefox && way === "touch" ? "mouse" : way];
    const page = await opened(where("page"), SIZES[size], { settings: { language, theme } });
    const look = async (room) => {
        await inspect(page, where(room), thorough);
        if (language === "fa") await english(page, where(room));
    };
    const go = async (hash, selector) => {
        await page.evaluate((to) => { location.hash = to; }, hash);
        await page.waitForSelector(selector);
    };
    await look("new");
    await use(page, "[data-do=deal]");
    await standing(page);
    await look("table");
    await play(page, use);
    await use(page, "[data-do=hint]");
    await page.waitForSelector(".best");
    await look("hint");
    await use(page, "[data-do=more]");
    await look("hint, more");
    await page.keyboard.press("Escape");
    for (const what of ["menu", "settings", "counting", "log"]) {
        await press(page, "[data-do=menu]");
        if (what !== "menu") await press(page, `#sheet [data-do=${what}]`);
        await look(what);
        await press(page, "#sheet [data-do=close]");
    }
    await recordOf(page, where("record"));
    await playedTo(page, "[data-key=count]");
    await look("count");
    await playedTo(page, "[data-key=end]");
    await look("end");
    await use(page, "[data-key=review]");
    await page.waitForSelector(".rl .vd:not(:empty)"); // a round that per shodam stops may have but a few plays
    await look("review");
    const more = await page.$(".rl li:nth-child(2)");
    if (more) {
        await press(page, "[data-key=step-step_on]");
        await page.waitForSelector('.rl li:nth-child(2) [aria-current]');
    }
    for (const [hash, selector] of [["#rules", ".keys"], ["#statistics", ".matches"], ["#position=pagat/3c5s8h/5d9c/Ac2c.4d7d/0.0/0.0", ".grid52"], ["#lesson=3", ".coach"], ["#lesson=10", ".coach"]]) {
        await go(hash, selector);
        await look(hash.replace(/[=#]\D*/g, " ").trim() || hash.slice(1));
    }
    await closed(page);
}

// What happens in one line each, on a page that was kept or opened somehow.
const STORIES = {
    async "lesson to rematch"() { // by touch on 360 × 640, reading nothing else
        const page = await opened("lesson to rematch", [360, 640], { settings: { words: true, warn: true }, kept: { game: "null" } }), use = WAYS[firefox ? "mouse" : "touch"];
        await use(page, 'a[href="#lesson"]');
        for (let step = 1; step < 10; step++) {
            await page.waitForFunction((now) => document.querySelectorAll(".prog .done").length === now - 1, {}, step);
            if (!await page.$("[data-key=next]")) {
                await use(page, ".hand .pulse");
                if (step === 6) await use(page, ".chip.g2");
            }
            if ([1, 6, 9].includes(step)) await inspect(page, `lesson ${step}, 360`);
            await use(page, "[data-key=next]");
        }
        await use(page, "[data-do=begin]");
        await standing(page);
        await inspect(page, "first match, 360");
        for (let i = 0; i < 3; i++) {
            const now = await standing(page);
            if (now === "word") await inspect(page, "word, 360");
            else await page.waitForSelector(".table[data-ready=true]"); // it is known what the plays are worth
            await (now === "word" ? use(page, ".word .main") : play(page, use));
        }
        await press(page, "[data-do=menu]"); // no more words: the rest is played at a machine's speed
        await press(page, "#sheet [data-do=settings]");
        for (const what of ["words", "warn"]) await press(page, `#sheet [data-value=${what}]`);
        await press(page, "#sheet [data-do=close]");
        await playedTo(page, "[data-key=end]");
        await page.waitForSelector(".dear, .lead");
        const story = await page.$eval(".endgrid .lead", (one) => one.textContent), rounds = /round (\d+)[^]* (\d+) rounds/.exec(story);
        expect(rounds && rounds[1] === rounds[2], `the end tells of other rounds than were played: ${story}`);
        await inspect(page, "end of the first match, 360");
        await use(page, "[data-key=rematch]");
        await page.waitForFunction(() => !document.querySelector("[data-key=end]"));
        expect(["hand"].includes(await standing(page)), "no rematch begins");
        await closed(page);
    },
    async "keys and ears"() { // the focus is never lost, and every play is heard
        const page = await opened("keys", [1280, 800], { kept: { game: { ...SHORT, house: {} } } });
        await WAYS.keys(page, "[data-do=deal]");
        await standing(page);
        await page.evaluate(() => {
            window.heard = [];
            new MutationObserver((changes) => changes.forEach((one) => one.addedNodes.forEach((node) => window.heard.push(node.textContent))))
                .observe(document.getElementById("live"), { childList: true });
        });
        await page.keyboard.press("ArrowDown");
        for (let i = 0; i < 4 && await standing(page) === "hand"; i++) {
            expect(await page.evaluate(() => document.activeElement.matches(".hand button")), `the focus is at ${await page.evaluate(() => document.activeElement.outerHTML.slice(0, 80))}`);
            const before = await ply(page);
            await page.keyboard.press("ArrowRight");
            await page.keyboard.press("Enter");
            await page.waitForFunction((old) => Number(document.querySelector(".table")?.dataset.ply) !== old || document.querySelector(".chip"), {}, before);
            if (await page.$(".chip")) await page.keyboard.press("1");
            await page.waitForFunction((old) => Number(document.querySelector(".table")?.dataset.ply) > old + 1 && document.querySelector(".table .hand button"), {}, before);
        }
        await page.waitForFunction(() => window.heard.filter((text) => /^Nima /.test(text)).length >= 4 && window.heard.filter((text) => /^You /.test(text)).length >= 4);
        expect(await page.evaluate(() => !window.heard.some((text) => /[♣♦♥♠]/.test(text))), "signs are heard, not words");
        await page.keyboard.press("KeyU");
        await page.waitForFunction(() => Number(document.querySelector(".table").dataset.ply) === 6);
        await page.keyboard.press("KeyN");
        await page.waitForSelector("[data-do=deal]");
        await page.goBack();
        await page.waitForSelector(".table");
        await closed(page);
    },
    async "a capture is chosen"() { // by chips, by cards of the pool, by keys, by dragging; what cannot be says why
        const page = await choosing("captures", [390, 844]);
        await page.$eval('.hand [data-card="5c"]', (one) => one.click());
        await page.waitForSelector(".chip.g3");
        await inspect(page, "choice, 390");
        expect((await page.$$(".pool .grp")).length === 4, "the captures are not shown on the cards");
        await page.keyboard.press("Escape");
        await page.waitForFunction(() => !document.querySelector(".chip"));
        await page.$eval('.pool [data-card="6h"]', (one) => one.click());
        await page.waitForFunction(() => /taken by/.test(document.querySelector(".say").textContent));
        if (!firefox) { // a nine onto a six: no
            const [from, to] = await page.evaluate(() => ['.hand [data-card="9h"]', '.pool [data-card="6h"]'].map((one) => {
                const box = document.querySelector(one).getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }));
            await page.mouse.move(...from);
            await page.mouse.down();
            await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 3 });
            await page.mouse.move(...to);
            await page.mouse.up();
            await page.waitForFunction(() => /9 and 6 make 15; 9 and 2 make 11/.test(document.querySelector(".say").textContent));
        }
        await page.$eval('.hand [data-card="5c"]', (one) => one.click());
        await page.waitForSelector(".chip");
        await page.$eval('.pool [data-card="2c"]', (one) => one.click());
        await page.waitForFunction(() => Number(document.querySelector(".table").dataset.ply) >= 1);
        await recordOf(page, "captures");
        await closed(page);
    },
    async "the picture of the README"() { // docs/img/web.png
        if (!pictures) return;
        const page = await choosing("picture", [1280, 800]);
        await page.$eval('.hand [data-card="5c"]', (one) => one.click());
        await page.waitForSelector(".chip.g3");
        await page.mouse.move(640, 20);
        await page.evaluate(() => document.activeElement.blur());
        await Promise.all(await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.then(() => 0)))));
        await page.screenshot({ path: path.join(pictures, "web.png") });
        await closed(page);
    },
    async "two people"() { // at one device: no card of a hand is in the page until who it belongs to is there
        const page = await opened("two people", [390, 844], { kept: { game: { ...SHORT, hot: true, names: ["Mina <b>", ""] } } });
        await WAYS.mouse(page, "[data-do=deal]");
        for (let i = 0; i < 3; i++) {
            await page.waitForSelector(".cover");
            expect(!await page.$("[data-card]"), "cards lie open while the device is handed over");
            if (!i) await inspect(page, "hand over, 390");
            const said = await page.$eval(".cover h2", (one) => one.textContent);
            expect(said === (i % 2 ? "Hand the device to Player 2" : "Hand the device to Mina <b>"), `${said}`);
            await press(page, "[data-do=uncover]");
            await page.waitForSelector(".table .hand button");
            await page.$eval(".hand button", (one) => one.click());
            if (await page.$(".chip")) await press(page, ".chip");
        }
        await playedTo(page, "[data-key=end]");
        await inspect(page, "two people, end, 390");
        await closed(page);
    },
    async "three and four"() {
        for (const [table, size] of [["three", "320"], ["pairs", "320"], ["alone", "320"], ["alone", "side"], ["pairs", "820"], ["pairs", "1280"], ["three", "1280"]]) {
            const where = `${table}, ${SIZES[size].join(" × ")}`, page = await opened(where, SIZES[size], { kept: { game: { ...SHORT, table } } });
            await press(page, "[data-do=deal]");
            await standing(page);
            const names = await page.$$eval(".seat b", (all) => all.map((one) => one.textContent));
            expect(new Set(names).size === names.length, `${where}: names are ${names}`);
            await inspect(page, where, size === "1280");
            await playedTo(page, "[data-key=count]");
            await inspect(page, where + ", count", false);
            await closed(page);
        }
    },
    async "kept"() { // a match goes on after the page was closed; a broken state, a broken link and another tab are told in a line
        let page = await opened("kept", [390, 844], { kept: { game: { ...SHORT, house: {} } } });
        await press(page, "[data-do=deal]");
        await standing(page);
        await play(page, WAYS.mouse);
        const table = (on) => on.$$eval(".opps, .stage, .mine", (all) => all.map((one) => one.textContent).join("")), before = await table(page), stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage).map(([key, value]) => [key.slice(6), value])));
        await closed(page);
        page = await opened("kept, later", [390, 844], { kept: stored });
        await standing(page);
        const after = await table(page);
        expect(before === after, `another match goes on than was kept: ${before.replace(/\s+/g, " ")}, then ${after.replace(/\s+/g, " ")}`);
        await page.evaluate(() => { location.hash = "#new"; });
        await press(page, "[data-do=deal]");
        await page.waitForSelector("#sheet [data-do=surely]");
        await closed(page);
        for (const [kept, hash] of [[{ game: { preset: "gone" } }, ""], [{ game: "null" }, ""], [{ game: { house: null } }, ""], [{ settings: { language: "constructor" } }, ""], [{ match: "{" }, ""], [{ match: { setting: {} } }, ""],
            [{}, "#position=%"], [{}, "#record=0.x"], [{}, "#deal=a/b/c"], [{}, "#match=9"], [{ matches: [1, {}, null] }, "#statistics"]]) {
            page = await opened(`kept ${JSON.stringify(kept)} ${hash}`, [390, 844], { kept, hash });
            expect(await page.$("#room .paper"), `nothing is there with ${JSON.stringify(kept)} ${hash}`);
            if (/%|record|deal|"\{"/.test(JSON.stringify(kept) + hash)) expect(await page.$eval("#toast", (one) => !one.hidden && one.textContent.length > 9), `no line is said of ${JSON.stringify(kept)} ${hash}`);
            await closed(page);
        }
    },
    async "nothing may be kept"() { // in a frame without an origin, all storage is forbidden
        const page = await (await browser.createBrowserContext()).newPage();
        page.on("pageerror", (error) => faults.push(`forbidden storage: ${error.message}`));
        await page.setContent(`<iframe sandbox="allow-scripts" style="width:380px;height:640px"></iframe>`);
        await page.$eval("iframe", (frame, text) => { frame.srcdoc = text; }, readFileSync(name, "utf8"));
        const frame = await (await page.$("iframe")).contentFrame();
        await frame.waitForSelector("html[data-ready]", { timeout: 60000 });
        await (await frame.waitForSelector("[data-do=deal]")).evaluate((one) => one.click());
        await frame.waitForSelector(".table .hand button", { timeout: 60000 });
        expect(await frame.$eval("#toast", (one) => one.textContent.length > 9), "it is not said that nothing is kept");
        await closed(page);
    },
    async "records"() { // a million comments, many rounds, names that mean harm
        const page = await opened("records", [390, 844], { hash: "#review" });
        const round = (i, agents, points = "") => `rules pagat\nagents ${agents}\nround ${i}\ndeal ${[..."cdhs"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit)).filter((card) => card !== "Jc").join("")}Jc\nplay AcxTc\n${points}\n`;
        const read = (text) => page.evaluate((given) => {
            const data = new DataTransfer();
            data.setData("text", given);
            document.getElementById("record").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }, text);
        await read("# x\n".repeat(1000000) + round(0, "a b") + round(2, "a b", "points 12 8\n").repeat(19999));
        await page.waitForSelector("[data-one='199']");
        expect(/^Round 3: 12 – 8$/.test(await page.$eval("[data-one='1']", (one) => one.textContent)), "a round has no score in the list");
        expect((await page.$$("[data-one]")).length === 200, "all rounds are listed at once");
        await press(page, "[data-one='0']");
        await page.waitForSelector(".rl .vd:not(:empty)");
        await page.evaluate(() => { location.hash = "#new"; });
        await page.waitForSelector("[data-do=deal]");
        await closed(page);
        const hostile = await opened("hostile", [390, 844], { hash: "#review" });
        await hostile.$eval("#record", (area, given) => { area.value = given; }, round(0, "<img/src=x/onerror=hurt()> \"><script>hurt()</script>"));
        await press(hostile, "[data-do=read]");
        await hostile.waitForSelector(".rl .vd:not(:empty)");
        expect(!await hostile.$("#room img, #room script"), "a name became markup");
        await closed(hostile);
    },
    async "same cards"() { // a link to play the same cards, and to compare
        const page = await opened("deal", [390, 844], { hash: "#deal=pagat%2Ctarget%3D5/77/0/you.nima/6.3" });
        await press(page, "#sheet [data-do=surely]");
        await standing(page);
        const hand = () => page.$$eval(".hand .card", (all) => all.map((one) => one.dataset.card).join(""));
        const first = await hand();
        await playedTo(page, "[data-key=end]");
        expect(/6 to 3/.test(await page.$eval(".endgrid", (one) => one.textContent)), "the other result is not told");
        await press(page, "[data-key=seats]");
        await standing(page);
        expect(first !== await hand(), "the seat is the same");
        await closed(page);
    },
    async "app"() { // served from a folder, it opens offline after the first time
        if (firefox) return;
        const types = { html: "text/html", js: "text/javascript", svg: "image/svg+xml", webmanifest: "application/manifest+json" };
        const server = createServer((request, answer) => {
            try {
                const file = path.basename(new URL(request.url, "http://x").pathname), text = readFileSync(path.join(path.dirname(path.resolve(name)), "app", file));
                answer.writeHead(200, { "content-type": types[file.split(".").pop()] }).end(text);
            } catch { answer.writeHead(404).end(); }
        });
        await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
        const url = `http://127.0.0.1:${server.address().port}/pasur.html`, page = await opened("app", [390, 844], { url });
        const other = await page.browserContext().newPage(); // a second table says that it is the second
        await other.goto(url);
        await other.waitForSelector("html[data-ready]");
        expect(/another tab/.test(await other.$eval("#toast", (one) => one.textContent)), "a second tab does not say that it is one");
        await other.close();
        await page.evaluate(() => navigator.serviceWorker.ready.then((there) => there.active.state === "activated" || new Promise((resolve) => { there.active.onstatechange = resolve; })));
        server.close();
        server.closeAllConnections();
        await page.reload();
        await page.waitForSelector("html[data-ready]");
        expect(await page.$("[data-do=deal]"), "the app does not open offline");
        await closed(page);
    },
    async "memory"() { // stays flat over twenty-five rounds: after the first five it grows no more
        if (firefox) return;
        const page = await opened("memory", [1280, 800], { kept: { game: { ...SHORT, house: {} } } }), used = [];
        const KINDS = ["JSHeapUsedSize", "Nodes", "JSEventListeners"];
        const grown = ([few, many]) => many && KINDS.find((what) => !(many[what] < 1.25 * few[what]));
        for (const rounds of [5, 20]) {
            for (let round = 0; round < rounds; round++) {
                await page.evaluate(() => { location.hash = "#new"; });
                await press(page, "[data-do=deal]");
                if (await page.evaluate(() => document.getElementById("sheet").open)) await press(page, "#sheet [data-do=surely]");
                await page.waitForFunction(() => location.hash === "#play" && Boolean(document.querySelector(".table")));
                await playedTo(page, "[data-key=count]");
            }
            used.push({});
            for (let i = 0; i < 20 && (i < 2 || grown(used)); i++) { // a collection at once would also keep what an old word of the stack points to
                await page.evaluate(() => window.gc({ type: "major", execution: "async" }).then(() => new Promise((resolve) => { setTimeout(resolve, 100); })));
                const now = await page.metrics();
                for (const what of KINDS) used.at(-1)[what] = Math.min(now[what], used.at(-1)[what] ?? Infinity);
            }
        }
        expect(!grown(used), `${grown(used)} grows from ${used[0][grown(used)]} to ${used[1]?.[grown(used)]}`);
        await closed(page);
    },
};

const TOURS = [["320", "fa", "light", true, "touch"], ["390", "en", "dark", true, "touch"], ["820", "fa", "dark", false, "touch"], ["1280", "en", "light", true, "keys"], ["1280", "fa", "dark", true, "mouse"],
    ["2560", "en", "light", false, "mouse"], ["side", "en", "light", false, "touch"], ["390", "fa", "light", false, "touch"], ["320", "en", "light", false, "touch"], ["820", "en", "light", false, "mouse"], ["2560", "fa", "dark", false, "keys"]];
for (const one of TOURS) STORIES["tour " + one.slice(0, 3).join(" ")] = () => tour(...one);
for (const [what, story] of Object.entries(STORIES)) {
    if (only && !only.split(",").some((part) => what.includes(part))) continue;
    const start = performance.now();
    try { await story(); } catch (error) { faults.push(`${what}: ${error.message} ${error.stack.split("\n").find((line) => /page\.mjs/.test(line)) ?? ""}`); }
    if (process.env.TIMES) console.error(what, Math.round(performance.now() - start));
}
await browser.close();
console.log(faults.join("\n"));
process.exit(faults.length ? 1 : 0);
