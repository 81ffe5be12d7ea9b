// SPDX-License-Identifier: GPL-3.0-or-later
// node page.mjs MODULES PAGE.html FOLDER [PICTURES]: plays at the page in headless Chromium, by mouse, keyboard and touch, at
// 360 and 1280 pixels, offline. Nothing may be written to the console or fetched, nothing may stick out to the side, axe-core
// finds nothing wrong. The records that it saves lie in FOLDER afterwards, for `pasur replay`; in PICTURES what it looked at,
// and docs/img/web.png.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [modules, name, folder, pictures] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(modules), "package.json"));
const puppeteer = require("puppeteer-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const address = pathToFileURL(path.resolve(name)).href;
const faults = [];
const expect = (holds, text) => { if (!holds) faults.push(text); };

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, headless: true, args: ["--no-sandbox", "--disable-gpu",
    "--js-flags=--expose-gc"], protocolTimeout: 600000 });

// Each in a context of its own. `stored`: what an earlier page has kept, as it stands in localStorage. It is handed over here
// because a busy Chromium loses what a page from a file kept when that page is loaded again.
async function opened(where, width, settings, hash = "", stored = {}) {
    const page = await (await browser.createBrowserContext()).newPage();
    page.on("console", (message) => faults.push(`${where}: console: ${message.text()}`));
    page.on("pageerror", (error) => faults.push(`${where}: script: ${error.message}`));
    page.on("request", (request) => {
        if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(address)) faults.push(`${where}: asks for ${request.url()}`);
    });
    page.setDefaultTimeout(300000);
    await page.setOfflineMode(true);
    await page.setViewport({ width, height: 800, hasTouch: width < 500 || where.startsWith("touch"), isMobile: width < 500 });
    await page.evaluateOnNewDocument((all) => { for (const key in all) localStorage.setItem(key, all[key]); },
        { "pasur-settings": JSON.stringify({ pause: 0, language: "en", ...settings }), ...stored });
    await page.goto(address + hash);
    await page.waitForSelector("html[data-ready]");
    return page;
}

// On a Persian page nothing is in English but names: of agents, rules and their keys, and of the program.
async function english(page, where) {
    const found = await page.evaluate(() => {
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), words = [];
        while (walk.nextNode()) {
            const { textContent: text, parentElement: holder } = walk.currentNode;
            if (!holder.closest("script, template, bdi, code, [dir=ltr], #language, #choice-rule_set, #choice-opponent"))
                words.push(...(text.match(/[A-Za-z]{2,}/g) ?? []));
        }
        return words;
    });
    const names = ["pasur", "pagat", "ismcts", "policy", "tactic", "planner", "riffle"];
    const strange = found.filter((word) => !names.includes(word));
    expect(!strange.length, `${where}: in English: ${strange.join(", ")}`);
}

const closed = (page) => page.browserContext().close();

async function inspect(page, where) {
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over <= 0, `${where}: sticks out by ${over} px`);
    await page.evaluate(axe); // as an extension would: the page refuses foreign scripts
    const found = await page.evaluate(() => window.axe.run());
    for (const one of found.violations) faults.push(`${where}: ${one.id}: ${one.nodes.map((node) => node.html).join(" ").slice(0, 200)}`);
    if (pictures) await page.screenshot({ path: path.join(pictures, where.replace(/\W+/g, "-") + ".png"), fullPage: true });
}

async function press(page, text) {
    const button = await page.waitForFunction((wanted) =>
        [...document.querySelectorAll("button")].find((one) => one.textContent === wanted), {}, text);
    await button.evaluate((one) => one.click());
}

const recordOf = (page) => page.evaluate(async () => {
    const made = URL.createObjectURL;
    const text = new Promise((resolve) => { URL.createObjectURL = (blob) => { resolve(blob.text()); return made.call(URL, blob); }; });
    HTMLAnchorElement.prototype.click = () => {};
    [...document.querySelectorAll(".tools button")].find((button) => button.textContent === "Save the record").click();
    return text;
});
async function kept(page, where) { writeFileSync(path.join(folder, where.replace(/\W+/g, "-")), await recordOf(page)); }

// The person's turn, or the end of the round: true.
async function waited(page) {
    await page.waitForFunction(() => document.querySelector("table.count") || document.querySelector(".hand button"));
    return page.$("table.count");
}

// ways to play the first card of the hand
const WAYS = {
    async mouse(page) {
        await (await page.$(".hand button")).click();
        await (await page.waitForSelector(".choice .main")).click();
    },
    async touch(page) {
        await (await page.$(".hand button")).tap();
        await (await page.waitForSelector(".hand button.chosen")).tap();
    },
    async keyboard(page) {
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Enter");
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
    },
};

async function begun(where, width, game, settings = {}) {
    const page = await opened(where, width, { game: { preset: "pagat", players: 2, level: "easy", ...game }, ...settings });
    await page.waitForSelector("form .main:not([disabled])");
    await page.evaluate(() => document.querySelector("form").requestSubmit());
    await page.waitForSelector(".table");
    return page;
}

// A whole round; it is looked at on its way and at its end.
async function round(where, width, way, game, looks = true) {
    const page = await begun(where, width, game);
    let plays = 0;
    while (!await waited(page) && plays++ < 60) {
        const ply = await page.evaluate(() => document.querySelectorAll(".log li").length);
        await WAYS[way](page);
        await page.waitForFunction((before) => document.querySelectorAll(".log li").length > before, {}, ply);
        if (plays === 2 && looks) await inspect(page, where);
    }
    if (looks) await inspect(page, `${where}, count`);
    await kept(page, where);
    return page;
}

// Every preset by mouse, keyboard and touch, at both widths.
for (const [preset, players] of [["pagat", 2], ["pagat", 4], ["bicycle", 2], ["wikipedia", 3], ["french", 4], ["playpasur", 2], ["ru-baaz", 3]])
    for (const width of [360, 1280])
        for (const way of width < 500 ? ["touch", "mouse", "keyboard"] : ["mouse", "keyboard"])
            await closed(await round(`${way}, ${preset} of ${players}, ${width}`, width, way, { preset, players }, way !== "keyboard"));
await closed(await round("touch, 1280", 1280, "touch", {}));
await closed(await round("against a good one", 1280, "keyboard", {}, "good"));

{ // the best level; undo; a match that goes on after the page was closed; sounds
    let page = await begun("undo", 1280, { level: "best" }, { sounds: true });
    const plies = () => page.evaluate(() => document.querySelectorAll(".log li").length);
    await page.waitForSelector(".hand button");
    await page.evaluate(() => {
        window.tones = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...when) { window.tones++; return start.apply(this, when); };
    });
    for (const expected of [2, 4]) {
        await WAYS.keyboard(page);
        await page.waitForFunction((count) => document.querySelectorAll(".log li").length === count, {}, expected);
    }
    expect(await page.evaluate(() => window.tones) >= 4, "nothing is heard of four plays");
    await page.keyboard.press("u");
    await page.waitForFunction(() => document.querySelectorAll(".log li").length === 2);
    const before = await page.evaluate(() => document.querySelector(".table").textContent);
    const stored = await page.evaluate(() => ({ ...localStorage }));
    await closed(page);
    page = await opened("undo, later", 1280, {}, "", stored);
    await press(page, "Go on with the match");
    await page.waitForSelector(".hand button");
    expect(await plies() === 2 && before === await page.evaluate(() => document.querySelector(".table").textContent),
        "another match goes on than was kept");
    await closed(page);
}

{ // the lines of the count come one after the other, and each is said
    const page = await begun("count", 360, {});
    await page.evaluate(() => {
        window.said = [];
        new MutationObserver(() => window.said.push(document.getElementById("live").textContent))
            .observe(document.getElementById("live"), { childList: true });
        window.most = 0; // lines that were still to come
        new MutationObserver(() => { window.most = Math.max(window.most, document.querySelectorAll(".count tr.later").length); })
            .observe(document.getElementById("room"), { subtree: true, childList: true, attributes: true });
    });
    while (!await waited(page)) await WAYS.keyboard(page);
    const lines = await page.$$eval(".count tbody tr", (rows) => rows.map((row) => row.cells[0].textContent));
    await page.waitForFunction((last) => !document.querySelector(".later") && window.said.some((text) => text.startsWith(last)), {},
        lines.at(-1));
    const said = (await page.evaluate(() => window.said)).map((text) => text.split(". ")[0]).filter((text) => lines.includes(text));
    expect(said.join() === lines.join(), `of the count ${lines} this is said: ${said}`);
    expect(await page.evaluate(() => window.most) >= lines.length - 1, "the count stands there at once");
    await closed(page);
}

{ // played on while hints are thought about, and reviewed at once: nothing is mixed up
    const page = await begun("hints in haste", 1280, {}, { hints: true });
    while (!await waited(page)) {
        await page.evaluate(() => document.querySelector(".hand button")?.click());
        await page.evaluate(() => document.querySelector(".choice .main")?.click());
    }
    await press(page, "What was each play worth?");
    await page.waitForFunction(() => { // the review thinks on, and draws nothing in another room
        if (document.querySelector("nav [data-room=review][aria-current]") && document.querySelector(".log"))
            document.querySelector("nav [data-room=position]").click();
        return document.querySelector(".zones");
    }, { polling: "mutation" });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await page.$(".zones"), "the review has drawn over another room");
    await closed(page);
}

{ // records that are pasted: of two rounds one is chosen, and reviewed
    const page = await opened("pasted", 360, {});
    await press(page, "Review");
    const deal = [..."cdhs"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit)).filter((card) => card !== "Jc");
    const record = `rules pagat\ndeal ${deal.join("")}Jc\nplay AcxTc\n`;
    await page.focus("#record");
    await page.keyboard.sendCharacter(`# pasted\n${record}\n${record.replace("AcxTc", "2cx9c")}match 0\nround 3\n`);
    await press(page, "Read");
    await press(page, "Round 2");
    await page.waitForSelector(".dearest");
    await press(page, "Last");
    await page.waitForFunction(() => document.querySelectorAll(".log li").length === 1);
    expect(/2♣ .*9♣/.test(await page.$eval(".log", (log) => log.textContent)), "not the second round is reviewed");
    expect((await page.$eval(".head", (head) => head.textContent)).startsWith("Round 4 · "), "another round is named");
    await inspect(page, "pasted, narrow");
    await closed(page);
}

{ // several captures: chosen by tapping cards of the pool, by keys, by the buttons; the cards are those of a record
    const page = await opened("captures", 360, {});
    const record = "rules pagat\ndeal 5c9h2s3s" + "KcKdKhQc" + "2c4c6d6h" + // 5: 2+4 or 6 or 6; 9: 2
        [..."cdhs"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit))
            .filter((card) => !["5c", "9h", "2s", "3s", "Kc", "Kd", "Kh", "Qc", "2c", "4c", "6d", "6h"].includes(card)).join("") + "\n";
    await press(page, "Review");
    await page.evaluate((text) => { // dropped as a file
        const data = new DataTransfer();
        data.items.add(new File([text], "record.txt"));
        document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    }, record);
    await page.waitForSelector(".table");
    await press(page, "Play on from here");
    await page.waitForSelector(".hand button");
    const tap = async (card) => (await page.$(`[data-card="${card}"]`)).tap();
    const shows = (what, cards) => page.waitForFunction((wanted) => new RegExp(wanted).test([...document.querySelectorAll(".pool .taken")]
        .map((card) => card.dataset.card).join("")), {}, cards).catch(() => faults.push(`${what}: not ${cards} is taken`));
    await tap("5c");
    await page.waitForSelector(".way");
    await inspect(page, "captures, narrow");
    for (const [card, cards] of [["6h", "6h"], ["2c", "2c4c"], ["6d", "6d"], ["4c", "2c4c"]]) {
        await tap(card);
        await shows(`after a tap on ${card}`, cards);
    }
    await tap("2c"); // not the two: one of the sixes
    await shows("without the two", "^6[dh]$");
    await page.focus('.pool [data-card="2c"]');
    await page.keyboard.press("Enter");
    await shows("by keys", "2c4c");
    await press(page, "Hints");
    await page.waitForSelector(".advice td");
    expect(await page.$(".advice .why li"), "hints do not say why");
    await page.evaluate(() => { document.querySelector(".why").open = true; });
    await inspect(page, "hints, narrow");
    if (pictures) { // docs/img/web.png
        await page.setViewport({ width: 720, height: 800, hasTouch: true, isMobile: true });
        await page.evaluate(() => document.activeElement.blur());
        await page.screenshot({ path: path.join(pictures, "web.png"), clip: { x: 0, y: 140, width: 720, height: 628 } });
    }
    await press(page, "takes 6♥");
    await shows("by a button", "6h");
    await tap("9h");
    await tap("6h"); // which the nine does not take
    await shows("of another card", "2c");
    await press(page, "Play 9♥ × 2♣");
    await page.waitForFunction(() => document.querySelectorAll(".log li").length >= 1);
    await kept(page, "captures");
    await closed(page);
}

{ // undo, the review of the round, and hints
    const page = await round("touch", 360, "touch", { level: "strong" });
    await press(page, "What was each play worth?");
    await page.waitForSelector(".dearest");
    await inspect(page, "review, narrow");
    expect(await page.$(".graph .curve"), "the review has no curve");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelectorAll(".log li").length === 1);
    await press(page, "Play on from here");
    await page.waitForSelector(".hand button");
    await press(page, "Hints");
    await page.waitForSelector(".advice td");
    const chances = await page.$eval(".chances", (table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)));
    expect(chances[0].join() === ",by counting,by what the plays tell" && chances.slice(1).map(([name]) => name).join() ===
        "next one captures,makes a Sur,holds a jack,own side wins the clubs,next one's side wins the clubs"
        && chances.slice(1).every(([, ...cells]) => cells.length === 2 && cells.every((cell) => /^\d+ %/.test(cell))),
        `hints say of chances: ${chances.join(" | ")}`);
    const worth = await page.$eval(".advice table", (table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)));
    expect(worth[0].slice(0, 3).join() === "play,worth,points" && worth.slice(1).every(([, , points]) => /^[+-]\d+\.\d\d$/.test(points)),
        `hints say of points: ${worth.join(" | ")}`);

    // Persian, right to left, and the page of the game in both languages
    for (const [dir, where] of [["rtl", "Persian"], ["ltr", "English"]]) {
        await page.evaluate(() => document.getElementById("language").click());
        await page.waitForFunction((wanted) => document.documentElement.dir === wanted, {}, dir);
        await inspect(page, `${where}, narrow`);
        if (dir === "rtl") await english(page, "the table");
        await page.evaluate(() => document.querySelector("[data-room=rules]").click());
        await page.waitForSelector(".sheet svg");
        await inspect(page, `rules, ${where}, narrow`);
        await page.evaluate(() => document.querySelector("[data-room=play]").click());
    }
    await closed(page);
}

// positions as links, dark; of two, of three, and with open hands
for (const [where, hash] of [["position", "pagat/3c5s8h/5d9c/Ac2c.4d7d/0.0/0.0"],
    ["position of three", "pagat,players=3/3c5s8h/5d9c/Ac2c.4d7dTh.5h9dJs/0.0.0/0.0.0"],
    ["position of partners", "pagat,players=4/3c5s8h/5d9c/Ac2c4d7d./0.0/5.9//2"],
    ["open position", "pagat,open_hands=1/3c5s8h.2h4c9d/5d9c/Ac2c.4d7d"]]) {
    const page = await opened(where, 360, { theme: "dark" }, "#position=" + hash);
    await press(page, "What should I play?");
    await page.waitForSelector(".advice td, p.wrong");
    expect(!await page.$("p.wrong"), `${where}: the position of the link is refused`);
    await inspect(page, where);
    await page.evaluate(() => document.querySelector('.grid [data-card="8h"]').click()); // and put down again
    await page.evaluate(() => document.querySelector('.grid [data-card="8h"]').click());
    expect(decodeURIComponent(new URL(page.url()).hash).startsWith("#position=" + hash), `${where}: the link is ${page.url()}`);
    await closed(page);
}

{ // a position that is tapped: which deal and place are taken is said. What is thought about other cards is dropped
    const page = await opened("tapped position", 360, {});
    await press(page, "Position");
    const tap = (card) => page.$eval(`.grid [data-card="${card}"]`, (one) => one.click());
    for (const card of ["7h", "4c", "Jd", "Ks"]) await tap(card);
    await page.$eval("[data-place=pool0]", (one) => one.click());
    for (const card of ["2c", "5d", "9h"]) await tap(card);
    await press(page, "What should I play?");
    await page.waitForSelector(".advice td");
    const told = await page.$eval("#room", (room) => room.textContent);
    expect(told.includes("Taken for deal 1 of 6; your place in the order of play: 2 of 2."), "no deal and place are said to be taken");
    expect(/holds a jack19 %/.test(told) && /own side wins the clubs67 %/.test(told), `a position is answered as another one: ${told}`);
    await inspect(page, "tapped position");
    await press(page, "What should I play?");
    await tap("9h");
    await press(page, "What should I play?");
    await page.waitForSelector(".advice td");
    expect(!/9♥/.test(await page.$eval(".advice", (advice) => advice.textContent)), "an answer is shown for cards that lie there no more");
    await closed(page);
}

{ // an opponent that was kept and is in the list no more: the usual one plays
    const page = await begun("kept opponent", 360, { level: "=exploiter" });
    await page.waitForSelector(".hand button");
    await closed(page);
}

{ // the other rooms in Persian
    const page = await opened("Persian", 1280, { language: "fa" });
    for (const room of ["play", "position", "review"]) {
        await page.evaluate((name) => document.querySelector(`[data-room=${name}]`).click(), room);
        await page.waitForSelector({ play: "form .house label", position: ".grid", review: "#record" }[room]);
        await page.$$eval("details", (all) => all.forEach((one) => { one.open = true; }));
        await english(page, room);
        await inspect(page, `Persian, ${room}`);
    }
    await closed(page);
}

{ // memory stays flat over a hundred rounds: after the first twenty it grows no more
    const page = await begun("memory", 1280, { level: "good" });
    const used = [];
    for (const rounds of [20, 80]) {
        await page.evaluate(async (count) => {
            const wait = () => new Promise((resolve) => setTimeout(resolve));
            for (let round = 0; round < count; round++) {
                document.getElementById("new").click();
                while (!document.querySelector("form .main:not([disabled])")) await wait();
                document.querySelector("form").requestSubmit();
                while (!document.querySelector("table.count")) {
                    document.querySelector(".hand button")?.click();
                    await wait();
                }
            }
            window.gc();
        }, rounds);
        used.push(await page.metrics());
    }
    for (const what of ["JSHeapUsedSize", "Nodes", "JSEventListeners"])
        expect(used[1][what] < 1.25 * used[0][what], `${what} grows from ${used[0][what]} to ${used[1][what]}`);
    await closed(page);
}
await browser.close();
console.log(faults.join("\n"));
process.exit(faults.length ? 1 : 0);
