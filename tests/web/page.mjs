// SPDX-License-Identifier: GPL-3.0-or-later
// node page.mjs MODULES PAGE.html FOLDER [PICTURES]: plays at the page in headless Chromium, by mouse, keyboard and touch, at
// 360 and 1280 pixels, offline. Nothing may be written to the console or fetched, nothing may stick out to the side, axe-core
// finds nothing wrong. The records that it saves lie in FOLDER afterwards, for `pasur replay`.
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

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, headless: true,
    args: ["--no-sandbox", "--disable-gpu"], protocolTimeout: 600000 });

async function opened(where, width, settings, hash = "") {
    const page = await browser.newPage();
    page.on("console", (message) => faults.push(`${where}: console: ${message.text()}`));
    page.on("pageerror", (error) => faults.push(`${where}: script: ${error.message}`));
    page.on("request", (request) => {
        if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(address)) faults.push(`${where}: asks for ${request.url()}`);
    });
    await page.setOfflineMode(true);
    await page.setViewport({ width, height: 800, hasTouch: width < 500, isMobile: width < 500 });
    await page.evaluateOnNewDocument((kept) => {
        localStorage.clear();
        localStorage.setItem("pasur-settings", JSON.stringify(kept));
    }, { pause: 0, language: "en", ...settings });
    await page.goto(address + hash);
    await page.waitForSelector("html[data-ready]", { timeout: 300000 });
    return page;
}

async function inspect(page, where) {
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over <= 0, `${where}: sticks out by ${over} px`);
    await page.evaluate(axe); // as an extension would: the page refuses foreign scripts
    const found = await page.evaluate(() => window.axe.run());
    for (const one of found.violations) faults.push(`${where}: ${one.id}: ${one.nodes.map((node) => node.html).join(" ").slice(0, 200)}`);
    if (pictures) await page.screenshot({ path: path.join(pictures, where.replace(/\W+/g, "-") + ".png"), fullPage: true });
}

const recordOf = (page) => page.evaluate(async () => {
    const made = URL.createObjectURL;
    const text = new Promise((resolve) => { URL.createObjectURL = (blob) => { resolve(blob.text()); return made.call(URL, blob); }; });
    HTMLAnchorElement.prototype.click = () => {};
    [...document.querySelectorAll(".tools button")].find((button) => button.textContent === "Save the record").click();
    return text;
});

// The person's turn, or the end of the round: true.
async function waited(page) {
    await page.waitForFunction(() => document.querySelector("table.count") || document.querySelector(".hand button"), { timeout: 300000 });
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

async function round(where, width, way, game, level = "easy") {
    const page = await opened(where, width, { game: { preset: "pagat", players: 2, level, ...game } });
    await page.waitForSelector("form .main:not([disabled])");
    await page.evaluate(() => document.querySelector("form").requestSubmit());
    await page.waitForSelector(".table");
    let plays = 0;
    while (!await waited(page) && plays++ < 60) {
        const ply = await page.evaluate(() => document.querySelectorAll(".log li").length);
        await WAYS[way](page);
        await page.waitForFunction((before) => document.querySelectorAll(".log li").length > before, { timeout: 300000 }, ply);
        if (plays === 2) await inspect(page, where);
    }
    await inspect(page, `${where}, count`);
    writeFileSync(path.join(folder, where.replace(/\W+/g, "-")), await recordOf(page));
    return page;
}

for (const [preset, players] of [["pagat", 2], ["pagat", 4], ["bicycle", 2], ["wikipedia", 3], ["french", 4], ["playpasur", 2], ["ru-baaz", 3]])
    await (await round(`mouse, ${preset} of ${players}`, 1280, "mouse", { preset, players })).close();
await (await round("keyboard", 1280, "keyboard", {}, "good")).close();
const page = await round("touch", 360, "touch", {}, "strong");

// undo, and the review of the round
await page.evaluate(() => [...document.querySelectorAll(".end button")].at(-1).click());
await page.waitForSelector(".dearest", { timeout: 300000 });
await inspect(page, "review, narrow");
expect(await page.$(".graph .curve"), "the review has no curve");
await page.keyboard.press("ArrowRight");
await page.waitForFunction(() => document.querySelectorAll(".log li").length === 1);
await page.evaluate(() => [...document.querySelectorAll(".tools button")].find((one) => one.textContent === "Play on from here").click());
await page.waitForSelector(".hand button", { timeout: 300000 });
await page.evaluate(() => [...document.querySelectorAll(".tools button")].find((one) => one.textContent === "Hints").click());
await page.waitForSelector(".advice td", { timeout: 300000 });

// Persian, right to left
await page.evaluate(() => document.getElementById("language").click());
await page.waitForFunction(() => document.documentElement.dir === "rtl");
await inspect(page, "Persian, narrow");
await page.close();

// a position as a link, dark
const link = await opened("position", 360, { theme: "dark" }, "#position=pagat/8h5s3c/9c5d/Ac2c/7d4d/0.0/0.0");
await link.evaluate(() => [...document.querySelectorAll(".tools button")].find((one) => one.textContent === "What should I play?").click());
await link.waitForSelector(".advice td, p.wrong", { timeout: 300000 });
expect(!await link.$("p.wrong"), "the position of the link is refused");
await inspect(link, "position, dark");
await browser.close();
console.log(faults.join("\n"));
process.exit(faults.length ? 1 : 0);
