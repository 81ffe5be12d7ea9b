// SPDX-License-Identifier: GPL-3.0-or-later
// What this browser keeps for the page. Where it keeps nothing, or no more, the page goes on with what it has in memory.
const memory = new Map();
let trouble = () => {};
const toldOf = new Set();
function tell(what) {
    if (!toldOf.has(what)) trouble(what);
    toldOf.add(what);
}
// fault: is told once of each trouble: "forbidden", "full" or "broken".
export function storeOpen(fault) { trouble = fault; }

export function kept(name) {
    if (memory.has(name)) return memory.get(name);
    let text = null;
    try { text = localStorage.getItem("pasur-" + name); } catch { tell("forbidden"); }
    try { return text == null ? null : JSON.parse(text); } catch { tell("broken"); }
    return null;
}

export function keep(name, value) {
    memory.set(name, value);
    try {
        if (value == null) localStorage.removeItem("pasur-" + name);
        else localStorage.setItem("pasur-" + name, JSON.stringify(value));
    } catch (error) { tell(error.name === "SecurityError" ? "forbidden" : "full"); }
}

// Is this the first page that keeps the match? The later one keeps nothing, so that neither loses its own.
export async function storeAlone() {
    try {
        return await new Promise((resolve) => {
            navigator.locks.request("pasur-match", { ifAvailable: true }, (lock) => {
                resolve(Boolean(lock));
                return lock && new Promise(() => {});
            }).catch(() => resolve(true));
        });
    } catch { return true; }
}
