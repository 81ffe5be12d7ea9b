# SPDX-License-Identifier: GPL-3.0-or-later
"""One round as an environment of PettingZoo (AEC): seats take turns until the cards are played out."""
from __future__ import annotations

from typing import Any, Dict, Optional, Union

import numpy as np

from . import _library
from ._aec import AECEnv, spaces
from ._library import Error
from .rounds import Round, Rules, rules_of
from .steps import ACTIONS, COUNTS, PLANES, action_play, action, observe

_PLANE_BYTES = PLANES * _library.CARDS


class PasurEnv(AECEnv):
    """One round. Agents "seat_0" … are the seats, in the order of play.

    An action is the number of a play (pasur.action, pasur.action_play), 0 … ACTIONS - 1. An observation is a dictionary of
    `observation`, int16 [PLANES * 52 + COUNTS]: the planes of pasur.observe, one behind the other, then its counts; and
    `action_mask`, int8 [ACTIONS], 1 where an action is legal, all 0 for a seat that is not to move.
    The reward of a seat, when the round ends, is by how many points its side beats the mean of the other sides; until
    then it is 0. An action that is not legal is refused with pasur.Error, and the round stays as it was.

    reset(seed=S) deals board 0 of seed S, each reset() after it the next board of that seed, beginning with seed 1: give
    environments side by side seeds of their own. `seed` and `board` tell what is played, `round` is that Round.
    """

    metadata: Dict[str, Any] = {"name": "pasur_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(self, rules: Union[Rules, str] = "pagat", players: int = 0, render_mode: Optional[str] = None):
        super().__init__()
        if render_mode not in (None, "ansi", "human"):
            raise Error("render_mode: None, 'ansi' or 'human'")
        self.rules, self.render_mode = rules_of(rules, players), render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.players)]
        self.agents = list(self.possible_agents)
        seen = spaces.Box(-30000, 30000, (_PLANE_BYTES + COUNTS,), np.int16)
        mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
        self.observation_spaces = {a: spaces.Dict({"observation": seen, "action_mask": mask}) for a in self.agents}
        self.action_spaces = {a: spaces.Discrete(ACTIONS) for a in self.agents}
        self.seed, self.board = 1, -1
        self._round: Optional[Round] = None

    @property
    def round(self) -> Round:
        """The round that is played."""
        if self._round is None:
            raise Error("no round is dealt yet: call reset() first")
        return self._round

    def observation_space(self, agent: str):
        return self.observation_spaces[agent]

    def action_space(self, agent: str):
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None) -> None:
        """Deals the next board, or board 0 of a seed."""
        seed, board = (self.seed, self.board + 1) if seed is None else (seed, 0)
        self._round = Round(self.rules, seed, board)
        self.seed, self.board = seed, board
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Dict[str, np.ndarray]:
        if agent not in self.possible_agents:
            raise Error(f"agent: one of {', '.join(self.possible_agents)}, not {agent!r}")
        seat = self.possible_agents.index(agent)
        planes, counts = observe(self.round.view(seat), self.rules)
        mask = np.zeros(ACTIONS, np.int8)
        if seat == self.round.turn:
            mask[[action(play) for play in self.round.legal()]] = 1
        return {"observation": np.concatenate([planes.reshape(-1).astype(np.int16), counts]), "action_mask": mask}

    def last(self, observe: bool = True):
        self.round  # says that reset() comes first
        return super().last(observe)

    def agent_iter(self, max_iter: int = 2 ** 63):
        self.round
        return super().agent_iter(max_iter)

    def step(self, action: Optional[int]) -> None:
        if self.round.over and self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        play = None if action is None else action_play(action, self.round.pool)
        if play is None or play.card not in self.round.hand(self.round.turn):
            raise Error(f"action: {action} is not legal for {agent}; its action_mask tells which are")
        self.round.play(play)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.round.over:
            self._end()
        self.agent_selection = self.possible_agents[self.round.turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        points = [count.points for count in self.round.count()]
        sides = len(points)
        for seat, agent in enumerate(self.possible_agents):
            own = points[self.rules.side(seat)]
            self.rewards[agent] = (sides * own - sum(points)) / (sides - 1)
            self.terminations[agent] = True

    def render(self) -> Optional[str]:
        """The table as a line of text: returned for "ansi", printed for "human"."""
        view = self.round.view()
        piles = "/".join(str(len(pile)) for pile in view.piles)
        text = f"play {view.ply} seat {view.seat} hand {view.hand} pool {view.pool or '-'} captured {piles}"
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


def env(rules: Union[Rules, str] = "pagat", players: int = 0, render_mode: Optional[str] = None) -> PasurEnv:
    """An environment of PettingZoo's AEC kind; see PasurEnv. PettingZoo need not be installed."""
    return PasurEnv(rules, players, render_mode)
