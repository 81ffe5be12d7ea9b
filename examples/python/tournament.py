# SPDX-License-Identifier: GPL-3.0-or-later
"""A thousand games of an agent of your own against one of ours: python3 tournament.py [AGENT]"""
import sys

import pasur


def most(view, plays, random):
    """Plays what captures most cards; among equals the one that `random`, 64 bits, draws."""
    captured = [len(play.captured) for play in plays]
    best = [play for play, cards in zip(plays, captured) if cards == max(captured)]
    return best[random % len(best)]


rules = pasur.Rules("pagat")
mine = pasur.Agent.own(rules, most)
played = pasur.sim([mine, sys.argv[1] if len(sys.argv) > 1 else "greedy"], boards=500, seed=1)
print(played.verdict())
print(f"clubs: {played.clubs[played.agent == 0].mean():.2f} of 13 a round")
