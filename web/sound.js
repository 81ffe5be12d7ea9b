// SPDX-License-Identifier: GPL-3.0-or-later
// What is heard at the table: a card that is laid, cards that are taken, and short tunes.
const TUNES = { // hertz, one after the other
    sur: [523, 659, 784, 1047], turn: [660], wins: [523, 659, 784, 659, 1047], loses: [392, 330, 262],
};
const CARDS = { lays: 1, takes: 3 }; // so often a card is heard to fall
const SECONDS = 0.09;
let context;

function tone(hertz, start) {
    const made = new OscillatorNode(context, { type: "triangle", frequency: hertz }), loudness = new GainNode(context, { gain: 0 });
    const end = start + 2 * SECONDS;
    loudness.gain.linearRampToValueAtTime(0.12, start + 0.01);
    loudness.gain.exponentialRampToValueAtTime(0.001, end);
    made.connect(loudness).connect(context.destination);
    made.start(start);
    made.stop(end);
}

// Paper on cloth: a moment of noise without its high and low.
function fall(start) {
    const length = Math.round(context.sampleRate * 0.06), noise = new AudioBuffer({ length, sampleRate: context.sampleRate });
    const samples = noise.getChannelData(0);
    for (let i = 0; i < length; i++) samples[i] = (2 * Math.random() - 1) * (1 - i / length) ** 3;
    const made = new AudioBufferSourceNode(context, { buffer: noise });
    const cloth = new BiquadFilterNode(context, { type: "bandpass", frequency: 1400, Q: 0.7 });
    made.connect(cloth).connect(new GainNode(context, { gain: 0.5 })).connect(context.destination);
    made.start(start);
}

export function sound(name) {
    try {
        context ??= new AudioContext();
        const now = context.currentTime;
        (TUNES[name] ?? []).forEach((hertz, i) => tone(hertz, now + i * SECONDS));
        for (let i = 0; i < (CARDS[name] ?? 0); i++) fall(now + i * SECONDS);
    } catch { /* there is no sound here */ }
}
