// SPDX-License-Identifier: GPL-3.0-or-later
// node web/assemble.mjs PROGRAM.wasm OUT.html: the page as one file, which asks for nothing from elsewhere.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { markdown } from "./markdown.mjs";

const [program, out] = process.argv.slice(2);
const read = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const MODULES = ["words", "cards", "engine", "sound", "advice", "table", "play", "review", "position", "main"];
// One script: what the modules take from one another is all in one place.
const script = "\n" + MODULES.map((name) => read(name + ".js").replace(/^import .*\n/gm, "").replace(/^export /gm, "")).join("\n");
const style = read("style.css");
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = `default-src 'none'; script-src ${hash(script)} 'wasm-unsafe-eval' blob:; worker-src blob:; ` +
    `style-src ${hash(style)}; base-uri 'none'; form-action 'none'`;
const page = (name, without) => markdown(fileURLToPath(new URL("../docs/" + name, import.meta.url)), without);
const parts = { POLICY: policy, STYLE: style, PROGRAM: gzipSync(readFileSync(program), { level: 9 }).toString("base64"), SCRIPT: script,
    GAME: page("game.md", / ?\(\[فارسی\]\(game\.fa\.md\)\)/), GAMEFA: page("game.fa.md", "[English](game.md)") };
writeFileSync(out, read("page.html").replace(/@([A-Z]+)@/g, (whole, name) => parts[name]));
