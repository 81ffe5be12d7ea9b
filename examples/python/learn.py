# SPDX-License-Identifier: GPL-3.0-or-later
"""Learns to play by playing against itself, then plays what it learned against one of ours: python3 learn.py [AGENT]

The policy is linear: a play that captures has the sum of the weights of its cards, another the weight of its card, and
a play is drawn with a chance in proportion to exp(sum). Each round moves the weights (REINFORCE): towards the plays of
the side that won, by how many points it won, away from those of the other.
"""
import sys

import numpy as np
import pasur

N, STEPS, RATE = 500, 48 * 24, 0.02


def features(plays):
    """[plays, 104]: the cards of a play that captures, then the card of one that does not."""
    cards = pasur.bits(plays)
    captures = cards.sum(axis=-1, keepdims=True) > 1
    return np.concatenate([cards * captures, cards * ~captures], axis=-1).astype(float)


def learn():
    steps, draw, weights = pasur.Steps("pagat", n=N, seed=1, observations=False), np.random.RandomState(1), np.zeros(104)
    moves = np.zeros((N, 2, 104))                        # by round and seat: what makes its plays more likely
    for _ in range(STEPS):
        first = steps.first.astype(int)
        starts, sizes = first[:-1], np.diff(first)
        seen = features(steps.plays[:first[-1]])
        scores = np.exp(seen @ weights)
        ends = np.cumsum(scores)
        before = np.concatenate([[0], ends[starts[1:] - 1]])
        total = np.add.reduceat(scores, starts)
        chosen = np.clip(np.searchsorted(ends, before + draw.random_sample(N) * total), starts, first[1:] - 1)
        mean = np.add.reduceat(seen * (scores / np.repeat(total, sizes))[:, None], starts)
        moves[np.arange(N), steps.turn] += seen[chosen] - mean
        steps.step(chosen)
        over = steps.ended == 1
        lead = steps.points[over, 0] - steps.points[over, 1]
        if len(lead):                                    # rounds end together: all have 48 plays
            weights += RATE * ((lead - lead.mean())[:, None] * (moves[over, 0] - moves[over, 1])).mean(axis=0)
            moves[over] = 0
    return weights


weights = learn()
mine = pasur.Agent.own("pagat", lambda view, plays, random: int(np.argmax(
    features(np.array([play.bits for play in plays], np.uint64)) @ weights)), name="learned")
print(pasur.sim([mine, sys.argv[1] if len(sys.argv) > 1 else "greedy"], boards=500, seed=2).verdict())
