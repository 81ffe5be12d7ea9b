// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the page: its sentences, numbers, lists and names of cards. What is said stands in text/en.js and text/fa.js.
import { filled, Markup } from "./markup.js";
import { EN } from "./text/en.js";
import { FA } from "./text/fa.js";

const TEXTS = new Map([["en", EN], ["fa", FA]]);
let language = "en";
export const LANGUAGES = [...TEXTS.keys()];
export const languageNow = () => language;
export const farsi = () => language === "fa";
export function languageSet(chosen) {
    language = TEXTS.has(chosen) ? chosen : "en";
    document.documentElement.lang = language;
    document.documentElement.dir = farsi() ? "rtl" : "ltr";
}

// A number as the language writes it.
export const number = (value) => value.toLocaleString(language, { useGrouping: false });
export const decimal = (value, digits, sign) => value.toLocaleString(language,
    { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: sign ? "always" : "auto" });
export const percent = (value, digits = 0) => decimal(value, digits) + (farsi() ? "٪" : "\u202f%");
// Words of another script keep to themselves in a sentence.
export const isolated = (text) => (farsi() && /[A-Za-z]/.test(text) ? `\u2068${text}\u2069` : text);

// The text by its name. One that has "|" has a form for one and a form for several: the first number says which.
function textOf(name, values) {
    const text = [TEXTS.get(language), EN].find((all) => Object.hasOwn(all, name))?.[name] ?? name;
    const [one, several] = text.split("|");
    return several == null || values.find((value) => typeof value === "number") === 1 ? one : several;
}
const valueText = (value) => (typeof value === "number" ? number(value) : value instanceof Markup ? value : isolated(String(value ?? "")));
export const hasWord = (name) => Object.hasOwn(EN, name);
// A sentence; {0}, {1} … are filled in.
export const word = (name, ...values) => textOf(name, values).replace(/\{(\d)\}/g, (whole, i) => valueText(values[i]));
// The same as markup, with cards in it; **these words** are strong.
export const told = (name, ...values) => new Markup(filled(textOf(name, values)).replace(/\*\*(.+?)\*\*/g, "<b>$1</b>")
    .replace(/\{(\d)\}/g, (whole, i) => filled(valueText(values[i]))));

export const list = (items) => (items.length < 2 ? items.join("")
    : items.slice(0, -1).join(word("list_comma")) + word("list_and") + items.at(-1));

// "7h4c" → ["7h", "4c"]
export const cardsOf = (text) => text.match(/../g) ?? [];
export const RANKS = "A23456789TJQK", SUITS = "cdhs";
export const allCards = () => [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
export const rankOf = (card) => RANKS.indexOf(card[0]);
// What a numeral counts; of a face card 0.
export const valueOf = (card) => (rankOf(card) < 10 ? rankOf(card) + 1 : 0);
// What a screen reader says: "seven of hearts".
export const cardSpoken = (card) => word("card", word("rank_" + card[0]), word("suit_" + card[1]));
export const cardsSpoken = (text) => list(cardsOf(text).map(cardSpoken));
// For the test that both languages say everything.
export const wordNames = () => Object.fromEntries([...TEXTS].map(([tongue, all]) => [tongue, Object.keys(all)]));
