// SPDX-License-Identifier: GPL-3.0-or-later
// Who plays: the persons of the six levels, and whom a seat belongs to.
import { number, word } from "./words.js";

// agent: who plays for this person; beats: by how many points a round it beats the person before, [mean, low, high] with 95 %
// confidence, as measured by `pasur sim AGENT AGENT-BEFORE --matches 500 --seed 1`; for leila 300 matches, for dariush 400, and for
// shirin `pasur sim planner ismcts --boards 1000` with seeds 7303 and 7304, which docs/agents.md has.
export const PEOPLE = {
    nima: { agent: "greedy" },
    sara: { agent: "counter", beats: [3.02, 2.8, 3.23] },
    kamran: { agent: "tactic", beats: [1.99, 1.8, 2.19] },
    leila: { agent: "policy:mix=0.6", beats: [1.07, 0.82, 1.32] },
    dariush: { agent: "ismcts", beats: [0.75, 0.55, 0.96] },
    shirin: { agent: "planner", beats: [0.64, 0.46, 0.83] },
};
export const LEVELS = Object.keys(PEOPLE);

export const sideOf = (state, seat) => (state.teams ? seat % 2 : seat);
export const seatsOf = (state) => [...Array(state.players).keys()];

// Names of the seats of a round. people: by seats of the first round, as Match keeps them; given: names that persons have said. Two of
// one name are numbered.
export function namesOf(state, people, given) {
    const turned = seatsOf(state).map((seat) => people[(seat + state.round) % state.players]);
    const names = turned.map((person) => given?.[person] || word("person_" + person));
    return { people: turned, names: names.map((name, i) => (names.indexOf(name) === i ? name
        : `${name} ${number(1 + names.slice(0, i).filter((one) => one === name).length)}`)) };
}
