// SPDX-License-Identifier: GPL-3.0-or-later
// node engine.mjs PROGRAM.wasm: answers requests as the page's worker does, one a line on stdin, its words divided by tabs.
// "memory" is answered by how many bytes the program has.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const source = readFileSync(new URL("../../web/engine.js", import.meta.url), "utf8").replace(/^export /gm, "");
const work = new Function(source + "; return engineWork;")();
const answers = new Map();
globalThis.self = { postMessage: ({ id, answer }) => answers.get(id)(answer) };
work();
const { gzipSync } = await import("node:zlib");
self.onmessage({ data: { packed: gzipSync(readFileSync(process.argv[2]), { level: 1 }).toString("base64") } });
let id = 0, memory;
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    ({ memory } = made.exports);
    return made;
};
for await (const line of createInterface({ input: process.stdin })) {
    if (line === "memory") {
        console.log(memory.buffer.byteLength);
        continue;
    }
    const answer = new Promise((resolve) => answers.set(++id, resolve));
    self.onmessage({ data: { id, words: line.split("\t") } });
    console.log(JSON.stringify(await answer));
}
