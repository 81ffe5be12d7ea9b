# SPDX-License-Identifier: GPL-3.0-or-later
"""Pâsur: the game, its agents and its simulator.

    import pasur
    mine = pasur.Agent.own("pagat", lambda view, plays, random: plays[random % len(plays)], name="mine")
    print(pasur.sim([mine, "tactic"], boards=500).verdict())

docs/python.md is the guide.
"""
from ._library import C as _C
from ._library import Error
from .aec import PasurEnv, env
from .agents import Agent, Player, play_round
from .boards import Boards, Verdict, duel, sim
from .cards import PACK, Cards, Play, bits
from .commands import compare, rate, tactics, tune
from .rounds import Count, Round, Rules, View
from .served import serve
from .steps import ACTIONS, COUNT_NAMES, COUNTS, PLANE_NAMES, PLANES, Steps, action, action_play, observe
from .worth import Advice, Advised, Chance, Chances, Follows, Likely, Value, advise, chances, solve

__version__ = _C.pasur_version().decode()
__all__ = ["ACTIONS", "Advice", "Advised", "Agent", "Boards", "COUNTS", "COUNT_NAMES", "Cards", "Chance", "Chances", "Count",
           "Error", "Follows", "Likely", "PACK",
           "PLANES", "PLANE_NAMES", "PasurEnv", "Play", "Player", "Round", "Rules", "Steps", "Value", "Verdict", "View",
           "action", "action_play", "advise", "bits", "chances", "compare", "duel", "env", "observe", "play_round", "rate",
           "serve", "sim", "solve", "tactics", "tune"]
