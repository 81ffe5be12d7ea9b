// SPDX-License-Identifier: GPL-3.0-or-later
// Who plays: the persons of the six levels, and whom a seat belongs to.
import { number, word } from "./words.js";

// agent: who plays for this person; beats: matches of a hundred that it wins against the person before, [share, low, high] with
// 95 % confidence, as measured by `pasur sim AGENT AGENT-BEFORE --matches N --seed 1` (web/strength.sh runs them all).
export const PEOPLE = {
    nima: { agent: "greedy" },
    sara: { agent: "counter", beats: [75.9, 73.5, 78.2] },
    kamran: { agent: "tactic", beats: [69.0, 66.5, 71.4] },
    leila: { agent: "policy", beats: [66.9, 64.6, 69.2] },
    dariush: { agent: "ismcts", goal: true },
    shirin: { agent: "planner" },
};
export const LEVELS = Object.keys(PEOPLE);

// Dariush plays for the match where there is a table of its chances.
export const agentOf = (person, rules) => PEOPLE[person].agent + (PEOPLE[person].goal && rules === "pagat" ? ":goal=match" : "");

export const sideOf = (state, seat) => (state.teams ? seat % 2 : seat);
export const seatsOf = (state) => [...Array(state.players).keys()];

// Names of the seats of a round. people: by seats of the first round, as Match keeps them; two of one name are numbered.
export function namesOf(state, people) {
    const turned = seatsOf(state).map((seat) => people[(seat + state.round) % state.players]);
    const names = turned.map((person) => word("person_" + person));
    return { people: turned, names: names.map((name, i) => (names.indexOf(name) === i ? name
        : `${name} ${number(1 + names.slice(0, i).filter((one) => one === name).length)}`)) };
}
