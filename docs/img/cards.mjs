// SPDX-License-Identifier: GPL-3.0-or-later
// node docs/img/cards.mjs docs/img/cards.txt docs/img: draws the pictures of cards that cards.txt lists, with the cards of the page
// (web/cards.js, web/symbols.svg), as OUT/NAME.svg. No font is needed; what stands beside the cards is grey, for light and dark pages.
import { readFileSync, writeFileSync } from "node:fs";
import { face } from "../../web/cards.js";
import { filled } from "../../web/markup.js";

const [list, out] = process.argv.slice(2);
const W = 70, H = 98, GAP = 8, GREY = "#808080", COLOURS = { c: "#14683a", d: "#1a57a8", h: "#b71f39", s: "#1b1e26" };
const STYLE = "svg{--skin:#f2cfae;--hair:#2b2530;--trim:#e2a537;--card:#fffdf6}.rk{fill:none;stroke:currentColor;stroke-width:3.1;stroke-linecap:round;stroke-linejoin:round}";
const SIGNS = { 0: "M8 1.5C4.500 1.5 2 5 2 11s2.500 9.500 6 9.500 6-3.500 6-9.500-2.500-9.500-6-9.500z", 1: "M4.500 5 9 1.500v19", "+": "M8 5v12M2 11h12", "=": "M2 8h12M2 14h12", ">": "M2 11h12M9 6l5 5-5 5" };

// The drawings by their ids, each as its text; and those that a text needs.
const symbols = readFileSync(new URL("../../web/symbols.svg", import.meta.url), "utf8");
const DRAWN = new Map([...symbols.matchAll(/<(symbol|clipPath|pattern|g)\b[^>]*\bid="([\w-]+)"[^]*?<\/\1>|<path id="(\w+)"[^>]*\/>/g)].map((found) => [found[2] ?? found[3], found[0]]));
DRAWN.set("ro1", /<g id="ro1">[^]*?<\/g>/.exec(symbols)[0]);
function needed(text, found = new Set()) {
    for (const [, id] of text.matchAll(/(?:href="|url\()#([\w-]+)/g))
        if (!found.has(id) && DRAWN.has(id)) needed(DRAWN.get(id), found.add(id));
    return found;
}

const box = (x, y, more) => `<rect x="${x}" y="${y}" width="${W}" height="${H}" rx="5" ${more}/>`;
const cardDrawn = (card, mark, x, y) => box(x, y, `fill="#fffdf6" stroke="${mark === "!" ? "#e07b00" : mark === "*" ? "#1479c4" : "#8a8a8a"}" stroke-width="${mark ? 4 : 1}"`) +
    `<svg x="${x}" y="${y}" width="${W}" height="${H}" viewBox="0 0 100 140" color="${COLOURS[card[1]]}">${filled(face(card)).replace(/^<svg[^>]*>|<\/svg>$/g, "").replace(/\s*\n\s*/g, " ")}</svg>`;
// Signs and numbers, 16 wide.
const textDrawn = (text, x, y) => [...text].map((sign, i) => {
    const at = `transform="translate(${x + 18 * i} ${y + H / 2 - 11})"`;
    return SIGNS[sign] ? `<path class="rk" d="${SIGNS[sign]}" ${at}/>` : `<use class="rk" href="#r${sign}" ${at}/>`;
}).join("");

// A thing of a row → [width, drawing].
function thing(token, x, y) {
    if (token === ".") return [14, ""];
    if (token === "##") return [W, `<svg x="${x}" y="${y}" width="${W}" height="${H}" viewBox="0 0 100 140">${'<rect width="100" height="140" rx="7" fill="#243f7d"/><use href="#bk" width="100" height="140"/>'}</svg>`];
    if (token === "()") return [W, box(x, y, `fill="none" stroke="#8a8a8a" stroke-width="2" stroke-dasharray="6 5"`)];
    const text = /^n(.+)|^([+=>])$/.exec(token);
    if (text) return [18 * (text[1] ?? text[2]).length - 2, `<g color="${GREY}">${textDrawn(text[1] ?? text[2], x, y)}</g>`];
    const card = /^([A2-9TJQK][cdhs])([!*]?)$/.exec(token);
    if (!card) throw new Error(`${list}: unknown thing '${token}'`);
    return [W, cardDrawn(card[1], card[2], x, y)];
}

function pictureWrite(name, rows) {
    let y = 4, width = 0, drawn = "";
    for (const row of rows) {
        if (row.every((token) => token === ".")) {
            y += 6;
            continue;
        }
        let x = 4;
        for (const token of row) {
            const [wide, text] = thing(token, x, y);
            drawn += text + "\n";
            x += wide + GAP;
        }
        width = Math.max(width, x - GAP);
        y += H + 10;
    }
    const defs = [...needed(drawn)].map((id) => DRAWN.get(id)).join("");
    writeFileSync(`${out}/${name}.svg`, `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 4}" height="${y}" viewBox="0 0 ${width + 4} ${y}">\n<style>${STYLE}</style><defs>${defs}</defs>\n${drawn}</svg>\n`);
}

for (const part of readFileSync(list, "utf8").replace(/^#(?!#).*$/gm, "").split(/^picture /m).slice(1)) {
    const [name, ...rows] = part.trim().split("\n").filter((line) => line.trim());
    pictureWrite(name.trim(), rows.map((row) => row.trim().split(/\s+/)));
}
