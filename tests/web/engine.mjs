// SPDX-License-Identifier: GPL-3.0-or-later
// node engine.mjs PROGRAM.wasm: answers requests as the page's worker does, one a line on stdin, its words divided by tabs.
// "memory" is answered by how many bytes the program has. A test's script asks by `opened`.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

// The program, as a function of a request's words that answers it, and what it has of memory.
export function opened(program) {
    const source = readFileSync(new URL("../../web/engine.js", import.meta.url), "utf8").replace(/^export /gm, "");
    const work = new Function(source + "; return engineWork;")();
    const answers = new Map();
    globalThis.self = { postMessage: ({ id, answer }) => answers.get(id)(answer) };
    work();
    self.onmessage({ data: { packed: gzipSync(readFileSync(program), { level: 1 }).toString("base64") } });
    let id = 0, memory;
    const instantiate = WebAssembly.instantiate;
    WebAssembly.instantiate = async (...given) => {
        const made = await instantiate(...given);
        ({ memory } = made.exports);
        return made;
    };
    const ask = (words) => {
        const answer = new Promise((resolve) => answers.set(++id, resolve));
        self.onmessage({ data: { id, words } });
        return answer;
    };
    return { ask, bytes: () => memory.buffer.byteLength };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { ask, bytes } = opened(process.argv[2]);
    for await (const line of createInterface({ input: process.stdin }))
        console.log(line === "memory" ? bytes() : JSON.stringify(await ask(line.split("\t"))));
}
