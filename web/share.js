// SPDX-License-Identifier: GPL-3.0-or-later
// Links: a deal to be played by another person too, and a round to be looked at.
import { PEOPLE } from "./people.js";

export const linkOf = (hash) => location.href.split("#")[0] + hash;

// #deal=rules/seed/seat/people/score, people and the two scores with "." between them.
export const dealOf = ({ rules, seed, seat, people }, score) => "#deal=" + [rules, seed, seat, people.join("."), score.join(".")].map(encodeURIComponent).join("/");
export function settingOf(text) {
    const [rules, seed, seat, people = "", score = ""] = text.split("/").map(decodeURIComponent), seated = people.split(".");
    const compare = score.split(".").map(Number), known = seated.every((one) => one === "you" || Object.hasOwn(PEOPLE, one));
    if (!known || seated.filter((one) => one === "you").length !== 1 || seated[Number(seat)] !== "you" || !/^\d+$/.test(seed)) throw new URIError(text);
    return { rules, seed: Number(seed), seat: Number(seat), people: seated, compare: compare.length === 2 && compare.every(Number.isFinite) && compare[0] + compare[1] > 0 ? compare : null };
}

const SMALL = "deflate-raw";
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
// #record=seat.TEXT: the lines of a record, packed.
export async function recordLink(lines, seat) {
    const packed = await through(new TextEncoder().encode(lines.join("\n")), new CompressionStream(SMALL));
    return `#record=${seat}.${btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}
export async function recordOfLink(text) {
    const [seat, packed = ""] = text.split(".");
    try {
        const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
        return [new TextDecoder().decode(await through(bytes, new DecompressionStream(SMALL))).split("\n"), Number(seat) || 0];
    } catch { throw new URIError(text); }
}
