// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has set, and the sheet where it is set. What was kept and is none of the choices counts as not set.
import { icon } from "./cards.js";
import { html } from "./markup.js";
import { keep, kept } from "./store.js";
import { word } from "./words.js";

// The choices of each setting; where the browser does not say, the first is the one of a newcomer.
const CHOICES = { language: ["en", "fa"], theme: ["system", "light", "dark"], deck: ["four", "two"], speed: ["normal", "slow", "fast", "off"],
    sound: [true, false], warn: [true, false], words: [true, false], count: [false, true] };
export const FACTORS = { slow: 1.7, normal: 1, fast: 0.45, off: 0 }; // of the times of motion and of an opponent's pause
const set = new Map();

export function setting(name) {
    if (!set.size) {
        const all = kept("settings") ?? {};
        const usual = { language: navigator.language?.startsWith("fa") ? "fa" : "en" };
        for (const [key, choices] of Object.entries(CHOICES)) set.set(key, choices.includes(all[key]) ? all[key] : usual[key] ?? choices[0]);
    }
    return set.get(name);
}
export function settingSet(name, value) {
    if (CHOICES[name]?.includes(value)) set.set(name, value);
    keep("settings", Object.fromEntries(set));
}

// Several choices of which one holds; `act` is told the one that is tapped as data-value.
export const segmentShown = (label, act, options, chosen) => html`<div class="fld"><span>${label}</span>
    <div class="seg" role="radiogroup" aria-label="${label}">${options.map(([value, text]) => html`<button type="button" role="radio"
    aria-checked="${value === chosen}" tabindex="${value === chosen ? 0 : -1}" data-do="${act}" data-value="${value}"
    data-key="${act}-${value}"${LANGUAGE_OF[text] ? html` lang="${LANGUAGE_OF[text]}"` : ""}>${text}</button>`)}</div></div>`;
const LANGUAGE_OF = { English: "en", "فارسی": "fa" };
export const switchShown = (text, act, value, on) => html`<button type="button" class="sw" role="switch" aria-checked="${Boolean(on)}" data-do="${act}"
    data-value="${value}" data-key="${act}-${value}"><span>${text}</span><i aria-hidden="true"></i></button>`;

const choice = (name) => segmentShown(word("set_" + name), "set", CHOICES[name].map((value) => [`${name}=${value}`, word(`set_${name}_${value}`)]),
    `${name}=${setting(name)}`);
const toggle = (name) => switchShown(word("set_" + name), "set", name, setting(name));
export const settingsShown = () => html`<h2 id="sheet-title">${word("settings")}<button type="button" class="b bare icon" data-do="close"
    aria-label="${word("close")}">${icon("x")}</button></h2><div class="stack">${["language", "theme", "deck", "speed"].map(choice)}
    <div>${["sound", "warn", "words", "count"].map(toggle)}</div></div>`;

// A tap on a choice or a switch of the sheet.
export function settingTap(value) {
    const [name, chosen] = value.split("=");
    settingSet(name, chosen ?? !setting(name));
}
