# SPDX-License-Identifier: GPL-3.0-or-later
"""PPO by self-play on pasur.Steps, with torch or, where that is missing, numpy: python3 ppo.py [--seconds 600] [--seed 1]

A net of one hidden layer scores each legal play from what the seat sees and what the play does; a play is drawn with a
chance in proportion to exp(score), so that no illegal one has any. The same layer says how the round will end. What is
learned is then played against one of our agents, best play first.
"""
import argparse
import math
import time

import numpy as np
import pasur

try:
    import torch
except ImportError:
    torch = None

N, HIDDEN, RATE, EPOCHS, MINIBATCH, CLIP, ENTROPY = 256, 128, 1e-3, 2, 2048, 0.2, 0.01
STATE, PLAY = pasur.PLANES * 52 + pasur.COUNTS, 104
POINTS = pasur.COUNT_NAMES.index("points 0")


def states(planes, counts):
    return np.concatenate([planes.reshape(len(planes), -1), counts / 8], axis=1).astype(np.float32)


def effects(planes, plays, first):
    """[plays, 104]: the card that is played, then what it captures."""
    cards = pasur.bits(plays).astype(np.float32)
    hands = np.repeat(planes[:, 0], np.diff(first.astype(int)), axis=0)
    return np.concatenate([cards * hands, cards * (1 - hands)], axis=1)


def begin(seed):
    draw = np.random.RandomState(seed)

    def matrix(rows, columns, scale=1.0):
        return (draw.standard_normal((rows, columns)) * scale / math.sqrt(rows)).astype(np.float32)

    return [matrix(STATE, HIDDEN), matrix(PLAY, HIDDEN), np.zeros((1, HIDDEN), np.float32), matrix(HIDDEN, 1, 0.1),
            matrix(HIDDEN, 1, 0.1)]


def softmax(scores, first):
    """Of the plays of each decision by itself."""
    sizes = np.diff(first)
    top = np.maximum.reduceat(scores, first[:-1])
    odds = np.exp(scores - np.repeat(top, sizes))
    return odds / np.repeat(np.add.reduceat(odds, first[:-1]), sizes)


class NumpyNet:
    """The net with its gradients written out, and Adam."""

    def __init__(self, seed):
        self.weights = begin(seed)
        self.means = [[np.zeros_like(w) for w in self.weights] for _ in range(2)]
        self.steps = 0

    def run(self, seen, done, first):
        state, play, bias, score, value = self.weights
        inside = seen @ state + bias
        hidden = np.repeat(inside, np.diff(first), axis=0) + done @ play
        return inside, hidden, (np.maximum(hidden, 0) @ score)[:, 0], (np.maximum(inside, 0) @ value)[:, 0]

    def look(self, seen, done, first):
        """The scores of the plays, and what is still to come in each round."""
        return self.run(seen, done, first)[2:]

    def learn(self, seen, done, first, chosen, before, gain, target):
        """A step of Adam on PPO's clipped loss, with the error of the value and a bonus for the policy's entropy."""
        state, play, bias, score, value = self.weights
        n, sizes = len(seen), np.diff(first)
        inside, hidden, scores, values = self.run(seen, done, first)
        chances = softmax(scores, first)
        logs = np.log(chances + 1e-12)
        ratio = np.exp(logs[chosen] - before)
        pull = np.where((ratio - 1) * np.sign(gain) < CLIP, ratio * gain, 0) / n
        to_scores = chances * np.repeat(pull, sizes)     # of the loss, by each score
        to_scores[chosen] -= pull
        entropy = -np.add.reduceat(chances * logs, first[:-1])
        to_scores += ENTROPY / n * chances * (logs + np.repeat(entropy, sizes))
        to_value = ((values - target) / n)[:, None]
        to_hidden = (to_scores[:, None] @ score.T) * (hidden > 0)
        to_inside = np.add.reduceat(to_hidden, first[:-1]) + (to_value @ value.T) * (inside > 0)
        self.adam([seen.T @ to_inside, done.T @ to_hidden, to_inside.sum(axis=0, keepdims=True),
                   np.maximum(hidden, 0).T @ to_scores[:, None], np.maximum(inside, 0).T @ to_value])

    def adam(self, slopes):
        self.steps += 1
        for weight, slope, mean, square in zip(self.weights, slopes, *self.means):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            up = RATE * math.sqrt(1 - 0.999 ** self.steps) / (1 - 0.9 ** self.steps)
            weight -= up * mean / (np.sqrt(square) + 1e-8)


class TorchNet:
    """The same net, whose gradients torch finds."""

    def __init__(self, seed):
        torch.set_num_threads(1)
        self.weights = [torch.tensor(weight, requires_grad=True) for weight in begin(seed)]
        self.optimizer = torch.optim.Adam(self.weights, RATE)

    def run(self, seen, done, owner):
        state, play, bias, score, value = self.weights
        inside = seen @ state + bias
        hidden = inside[owner] + done @ play
        return (torch.relu(hidden) @ score)[:, 0], (torch.relu(inside) @ value)[:, 0]

    def look(self, seen, done, first):
        with torch.no_grad():
            owner = torch.from_numpy(np.repeat(np.arange(len(seen)), np.diff(first)))
            return [each.numpy() for each in self.run(torch.from_numpy(seen), torch.from_numpy(done), owner)]

    def learn(self, seen, done, first, chosen, before, gain, target):
        owner = torch.from_numpy(np.repeat(np.arange(len(seen)), np.diff(first)))
        seen, done, chosen, before, gain, target = map(torch.from_numpy, (seen, done, chosen, before, gain, target))
        scores, values = self.run(seen, done, owner)
        odds = torch.exp(scores - scores.max().detach())
        logs = torch.log(odds / torch.zeros(len(seen)).index_add(0, owner, odds)[owner] + 1e-12)
        ratio = torch.exp(logs[chosen] - before)
        loss = (-torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                + 0.5 * (values - target).square().mean() + ENTROPY / len(seen) * (torch.exp(logs) * logs).sum())
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


def play_rounds(net, steps, draw):
    """Plays n rounds to their end by the net against itself; what was seen and chosen, and how each round ended."""
    rows = {name: [] for name in ("seen", "done", "sizes", "chosen", "before", "value", "lead")}
    ends = np.zeros((48, N), np.float32)
    for ply in range(48):
        first = steps.first.astype(int)
        seen, done = states(steps.planes, steps.counts), effects(steps.planes, steps.plays[:first[-1]], steps.first)
        scores, value = net.look(seen, done, first)
        chances = softmax(scores, first)
        ends_at = np.cumsum(chances)
        wanted = np.concatenate([[0], ends_at[first[1:-1] - 1]]) + draw.random_sample(N) * 0.999999
        chosen = np.clip(np.searchsorted(ends_at, wanted), first[:-1], first[1:] - 1)
        lead = steps.counts[:, POINTS].astype(np.float32) - steps.counts[:, POINTS + 1]
        for name, row in (("seen", seen), ("done", done), ("sizes", np.diff(first)), ("chosen", chosen - first[:-1]),
                          ("before", np.log(chances[chosen] + 1e-12)), ("value", value), ("lead", lead)):
            rows[name].append(row)
        turn = steps.turn.copy()
        steps.step(chosen)
        ends[ply] = np.where(turn == 0, 1, -1)
    ends *= steps.points[:, 0] - steps.points[:, 1]
    made = {name: np.concatenate(row) for name, row in rows.items()}
    made["target"] = (ends.reshape(-1) - made["lead"]) / 10    # what was still to come, for the seat that decided
    gain = made["target"] - made["value"]
    made["gain"] = ((gain - gain.mean()) / (gain.std() + 1e-6)).astype(np.float32)
    return made


def learn_from(net, made, draw):
    starts = np.concatenate([[0], np.cumsum(made["sizes"])])
    for _ in range(EPOCHS):
        for some in np.array_split(draw.permutation(len(made["seen"])), max(len(made["seen"]) // MINIBATCH, 1)):
            sizes = made["sizes"][some]
            first = np.concatenate([[0], np.cumsum(sizes)])
            places = np.arange(first[-1]) + np.repeat(starts[some] - first[:-1], sizes)
            net.learn(made["seen"][some], made["done"][places], first, first[:-1] + made["chosen"][some],
                      made["before"][some].astype(np.float32), made["gain"][some], made["target"][some])


def main():
    parser = argparse.ArgumentParser(description="PPO by self-play, then a duel with an agent")
    parser.add_argument("--seconds", type=float, help="learn so long, by the processor's time of this program")
    parser.add_argument("--rounds", type=int, default=50000, help="or so many rounds (default 50000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--boards", type=int, default=2000, help="of the duel")
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--numpy", action="store_true", help="do without torch")
    wanted = parser.parse_args()
    net = NumpyNet(wanted.seed) if wanted.numpy or not torch else TorchNet(wanted.seed)
    steps, draw = pasur.Steps("pagat", n=N, seed=wanted.seed), np.random.RandomState(wanted.seed)
    rounds = 0
    while time.process_time() < wanted.seconds if wanted.seconds else rounds < wanted.rounds:
        learn_from(net, play_rounds(net, steps, draw), draw)
        rounds += N

    def ppo(planes, counts, plays, first):
        scores, _ = net.look(states(planes, counts), effects(planes, plays, first), first.astype(int))
        return [low + np.argmax(scores[low:high]) for low, high in zip(first[:-1], first[1:])]

    print(f"{type(net).__name__}: {rounds} rounds in {time.process_time():.0f} s of one core")
    print(pasur.duel(ppo, wanted.against, wanted.boards, seed=wanted.seed + 1000).verdict())


main()
