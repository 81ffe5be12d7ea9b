// SPDX-License-Identifier: GPL-3.0-or-later
// Markup in which everything that is filled in is escaped, and the page brought to it with as few changes as needed, so that
// focus, scrolling, open folds and motion stay.
export class Markup {
    constructor(text) { this.text = text; }
}

const escaped = (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
export function filled(value) {
    if (value instanceof Markup) return value.text;
    if (Array.isArray(value)) return value.map(filled).join("");
    return value == null ? "" : escaped(value);
}
export const html = (parts, ...values) => new Markup(parts.reduce((text, part, i) => text + filled(values[i - 1]) + part));

const keyOf = (node) => (node.nodeType === 1 ? node.dataset.key || node.id : "");

function attributesMatch(node, wanted) {
    const open = node.matches("details, dialog"); // a person opens and closes these
    for (const { name } of [...node.attributes])
        if (!wanted.hasAttribute(name) && name !== "style" && !(open && name === "open")) node.removeAttribute(name);
    for (const { name, value } of wanted.attributes)
        if (node.getAttribute(name) !== value && !(open && name === "open")) node.setAttribute(name, value);
    if (node.matches("option")) node.selected = wanted.hasAttribute("selected");
    if (node.matches("input") && node !== node.getRootNode().activeElement) node.value = wanted.getAttribute("value") ?? "";
}

function childrenMatch(here, wanted) {
    const keyed = new Map(), wishes = new Set([...wanted.childNodes].map(keyOf));
    for (const node of [...here.childNodes])
        if (!keyOf(node)) continue;
        else if (wishes.has(keyOf(node))) keyed.set(keyOf(node), node);
        else node.remove();
    let at = here.firstChild;
    for (const wish of [...wanted.childNodes]) {
        const key = keyOf(wish);
        let node = key ? keyed.get(key) : at && !keyOf(at) ? at : null;
        if (node && node.nodeName !== wish.nodeName) node = null;
        if (!node) {
            here.insertBefore(wish, at);
            continue;
        }
        if (node === at) at = at.nextSibling;
        else here.insertBefore(node, at);
        if (node.nodeType !== 1) node.nodeValue = wish.nodeValue;
        else {
            attributesMatch(node, wish);
            childrenMatch(node, wish);
        }
    }
    while (at) {
        const next = at.nextSibling;
        at.remove();
        at = next;
    }
}

// Brings what is in `root` to the markup. data-style is the style of an element: the page allows no style in markup.
export function show(root, markup) {
    const made = document.createElement("template");
    made.innerHTML = filled(markup);
    childrenMatch(root, made.content);
    for (const node of root.querySelectorAll("[data-style]"))
        if (node.styled !== node.dataset.style) node.style.cssText = node.styled = node.dataset.style;
}
