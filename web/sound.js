// SPDX-License-Identifier: GPL-3.0-or-later
// Short tones for what happens at the table. They are off until somebody wants them.
const TONES = { // hertz, one after the other
    lays: [330], takes: [440, 554], sur: [523, 659, 784, 1047], turn: [660], wins: [523, 659, 784, 659, 1047], loses: [392, 330, 262],
};
const SECONDS = 0.09;
let context;

export function sound(name) {
    context ??= new AudioContext();
    TONES[name].forEach((hertz, i) => {
        const start = context.currentTime + i * SECONDS, end = start + 2 * SECONDS;
        const tone = new OscillatorNode(context, { type: "triangle", frequency: hertz });
        const loudness = new GainNode(context, { gain: 0 });
        loudness.gain.linearRampToValueAtTime(0.15, start + 0.01);
        loudness.gain.exponentialRampToValueAtTime(0.001, end);
        tone.connect(loudness).connect(context.destination);
        tone.start(start);
        tone.stop(end);
    });
}
