// SPDX-License-Identifier: GPL-3.0-or-later
// A curve over plays: the chance to win, or points ahead.
import { html } from "./markup.js";
import { number, percent } from "./words.js";

const W = 460, LEFT = 38, RIGHT = 8, TOP = 8, FOOT = 18;

// points: { x, y, dear } in the order of x, which goes from 0 to `width`; cuts: where a line goes up and down; now: where one stands.
export function curveShown({ points, width, cuts = [], now, label, chance, height = 150 }) {
    const values = points.map((one) => one.y), least = Math.min(...values), most = Math.max(...values);
    const low = chance ? Math.max(0, Math.min(30, Math.floor(least / 10) * 10)) : Math.min(-2, Math.floor(least));
    const high = chance ? Math.min(100, Math.max(70, Math.ceil(most / 10) * 10)) : Math.max(2, Math.ceil(most));
    const middle = chance ? 50 : 0, base = height - FOOT;
    const X = (x) => (LEFT + ((W - LEFT - RIGHT) * x) / Math.max(1, width)).toFixed(1);
    const Y = (y) => (TOP + (base - TOP) * (1 - (y - low) / (high - low))).toFixed(1);
    const line = points.map((one) => `${X(one.x)} ${Y(one.y)}`).join("L");
    return html`<svg class="curve" viewBox="0 0 ${W} ${height}" role="img" aria-label="${label}">
        <path d="M${X(points[0].x)} ${Y(middle)}L${line}L${X(points.at(-1).x)} ${Y(middle)}z" fill="var(--you)" opacity=".16"/>
        ${cuts.map((x) => html`<path d="M${X(x)} ${TOP}V${base}" stroke="var(--line)"/>`)}
        <path d="M${LEFT} ${Y(middle)}H${W - RIGHT}" stroke="var(--line-2)" stroke-dasharray="3 3"/>
        <path d="M${LEFT} ${Y(low)}H${W - RIGHT}M${LEFT} ${Y(high)}H${W - RIGHT}" stroke="var(--line)"/>
        ${[low, middle, high].map((value) => html`<text x="${LEFT - 5}" y="${Number(Y(value)) + 4}" text-anchor="end">${chance ? percent(value) : number(value)}</text>`)}
        <path d="M${line}" fill="none" stroke="var(--you)" stroke-width="2.2" stroke-linejoin="round"/>
        ${now == null ? "" : html`<path d="M${X(now)} ${TOP}V${base}" stroke="var(--ink)" stroke-width="1.5"/>`}
        ${points.filter((one) => one.dear).map((one) => html`<circle cx="${X(one.x)}" cy="${Y(one.y)}" r="5" fill="var(--bad)" stroke="var(--panel)" stroke-width="2"/>`)}
        <text x="${LEFT}" y="${height - 3}">${label}</text></svg>`;
}
