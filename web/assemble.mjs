// SPDX-License-Identifier: GPL-3.0-or-later
// node web/assemble.mjs PROGRAM.wasm OUT.html [FOLDER]: the page as one file, which asks for nothing from elsewhere. In FOLDER it
// is an app: the same page with a manifest, an icon, and a worker that keeps it for use offline.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

const [program, out, folder] = process.argv.slice(2);
const read = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const MODULES = ["text/en", "text/fa", "markup", "words", "cards", "engine", "sound", "store", "settings", "motion", "people", "told", "advice", "curve", "table",
    "count", "end", "play", "review", "position", "newgame", "lesson", "rules", "statistics", "share", "drag", "main"];
// One script: what the modules take from one another is all in one place.
const script = "\n" + MODULES.map((name) => read(name + ".js").replace(/^import .*\n(?:    .*\n)*?(?<=;\n)/gm, "").replace(/^export /gm, "")).join("\n");
const style = read("style.css");
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = (app) => `default-src 'none'; script-src ${hash(script)} 'wasm-unsafe-eval' blob:; worker-src blob:${app ? " 'self'" : ""}; ` +
    `style-src ${hash(style)}; font-src data:; ${app ? "manifest-src 'self'; img-src 'self'; " : ""}base-uri 'none'; form-action 'none'`;
const packed = gzipSync(readFileSync(program), { level: 9 }).toString("base64");
function pageWrite(file, app) {
    const parts = { POLICY: policy(app), STYLE: style, SYMBOLS: read("symbols.svg"), PROGRAM: packed, SCRIPT: script, APP: app ? ' data-app="1"' : "",
        LINKS: app ? '<link rel="manifest" href="pasur.webmanifest">\n<link rel="icon" href="pasur-icon.svg">\n' : "" };
    writeFileSync(file, read("page.html").replace(/@([A-Z]+)@/g, (whole, name) => parts[name]));
}
pageWrite(out, false);
if (folder) {
    mkdirSync(folder, { recursive: true });
    pageWrite(path.join(folder, "pasur.html"), true);
    for (const name of ["pasur.webmanifest", "pasur-icon.svg"]) writeFileSync(path.join(folder, name), read("app/" + name));
    const version = createHash("sha256").update(script + style + packed).digest("hex").slice(0, 12);
    writeFileSync(path.join(folder, "pasur-worker.js"), read("app/pasur-worker.js").replace("@VERSION@", version));
}
