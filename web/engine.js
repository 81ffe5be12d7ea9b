// SPDX-License-Identifier: GPL-3.0-or-later
// The program behind the page: requests to web/table.c, answered by a worker, so that thinking never stops the page.

// Runs in the worker: everything it needs stands in it.
function engineWork() {
    let exports, memory;
    const view = () => new DataView(memory.buffer);
    const bytes = () => new Uint8Array(memory.buffer);
    // What a C library asks of a system: a clock, and no files.
    const NO_FILE = 8;
    const wasi = {
        environ_sizes_get(count, size) { view().setUint32(count, 0, true); view().setUint32(size, 0, true); return 0; },
        environ_get: () => 0,
        clock_time_get(id, precision, out) {
            view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
            return 0;
        },
        proc_exit(status) { throw new Error("the program ended with status " + status); },
    };

    async function open(packed) {
        const text = atob(packed), gzip = new Uint8Array(text.length);
        for (let i = 0; i < text.length; i++) gzip[i] = text.charCodeAt(i);
        const stream = new Blob([gzip]).stream().pipeThrough(new DecompressionStream("gzip"));
        const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
        const imports = {};
        for (const { module: from, name } of WebAssembly.Module.imports(module))
            (imports[from] ??= {})[name] = wasi[name] ?? (() => NO_FILE);
        ({ exports } = await WebAssembly.instantiate(module, imports));
        memory = exports.memory;
        exports._initialize();
    }

    function ask(words) {
        const request = new TextEncoder().encode(words.join("\n") + "\0");
        const room = exports.pasur_room(request.length);
        bytes().set(request, room);
        const answer = exports.pasur_ask(room);
        exports.pasur_room_free(room);
        const all = bytes();
        return JSON.parse(new TextDecoder().decode(all.subarray(answer, all.indexOf(0, answer))));
    }

    let ready;
    self.onmessage = async ({ data }) => {
        if (data.packed) {
            ready = open(data.packed);
            return;
        }
        try {
            await ready;
            self.postMessage({ id: data.id, answer: ask(data.words) });
        } catch (error) {
            self.postMessage({ id: data.id, answer: { error: String(error.message ?? error) } });
        }
    };
}

// One engine: a worker with a table of its own. What is asked is answered in its order.
export class Engine {
    constructor(packed) {
        const source = new Blob([`(${engineWork})()`], { type: "text/javascript" });
        this.address = URL.createObjectURL(source);
        this.worker = new Worker(this.address);
        this.waiting = new Map();
        this.last = 0;
        this.worker.onmessage = ({ data }) => {
            this.waiting.get(data.id)(data.answer);
            this.waiting.delete(data.id);
        };
        this.worker.postMessage({ packed });
    }

    // The answer; an answer of what is wrong is thrown.
    async ask(...words) {
        const id = ++this.last;
        const answer = await new Promise((resolve) => {
            this.waiting.set(id, resolve);
            this.worker.postMessage({ id, words: words.map(String) });
        });
        if (answer.error) throw new Error(answer.error);
        return answer;
    }

    // Requests that belong together: nothing that is `alone` comes between them.
    alone(work) {
        const turn = (this.turn ?? Promise.resolve()).then(work);
        this.turn = turn.catch(() => {});
        return turn;
    }

    close() {
        this.worker.terminate();
        URL.revokeObjectURL(this.address);
    }
}
