// SPDX-License-Identifier: GPL-3.0-or-later
// A page of docs/ as part of the page: what docs/game.md and docs/game.fa.md need of Markdown. Links become plain words,
// since the page asks for nothing from elsewhere; pictures stand inside it.
import { readFileSync } from "node:fs";
import path from "node:path";

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
const inline = (text) => escaped(text)
    .replace(/`([^`]+)`/g, '<code dir="ltr">$1</code>').replace(/\*\*([^*]+)\*\*/g, "<b>$1</b>")
    .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");

function picture(text, file) {
    const svg = readFileSync(file, "utf8").replace(/^<\?xml.*?\?>\s*/, ""), name = path.basename(file, ".svg");
    return `<figure>${svg.replace("<svg ", `<svg role="img" aria-label="${escaped(text)}" `)
        .replaceAll('id="card"', `id="${name}"`).replaceAll("url(#card)", `url(#${name})`)}</figure>`;
}

function table(rows) {
    const cells = rows.map((row) => row.replace(/^\||\|\s*$/g, "").split("|").map((cell) => inline(cell.trim())));
    const line = (row, tag) => `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
    const head = cells[0].map((cell, i) => (cell ? `<th scope="col">${cell}</th>` : "<td></td>")).join("");
    return `<div class="wide" tabindex="0" role="region" aria-label="${cells[0].filter(Boolean).join(", ").replace(/<[^>]+>/g, "")}">` +
        `<table><thead><tr>${head}</tr></thead><tbody>${cells.slice(2).map((row) => line(row, "td")).join("")}</tbody></table></div>`;
}

// file: the page. Its headings begin one level lower than they stand there; `without`: a link that has no sense here.
export function markdown(file, without) {
    const text = readFileSync(file, "utf8").replace(/<!--[^]*?-->/g, "").replace(without, "");
    const blocks = [];
    for (const [block] of text.matchAll(/```[^]*?\n```|(?:(?!```).+\n?)+/g)) {
        const rows = block.trim().split("\n"), heading = /^(#+) (.*)/.exec(block);
        const shown = /^!\[([^\]]*)\]\(([^)]+)\)$/.exec(block.trim());
        if (block.startsWith("```"))
            blocks.push(`<pre dir="ltr" tabindex="0">${escaped(rows.slice(1, -1).join("\n"))}</pre>`);
        else if (heading) blocks.push(`<h${heading[1].length + 1}>${inline(heading[2])}</h${heading[1].length + 1}>`);
        else if (shown) blocks.push(picture(shown[1], path.join(path.dirname(file), shown[2])));
        else if (block.startsWith("|")) blocks.push(table(rows));
        else if (block.startsWith("- "))
            blocks.push(`<ul>${block.trim().slice(2).split(/\n- /).map((one) => `<li>${inline(one.replace(/\n\s*/g, " "))}</li>`).join("")}</ul>`);
        else if (block.trim()) blocks.push(`<p>${inline(rows.join(" "))}</p>`);
    }
    return blocks.join("\n");
}
