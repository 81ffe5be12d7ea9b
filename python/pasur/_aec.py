# SPDX-License-Identifier: GPL-3.0-or-later
"""What an environment needs of PettingZoo and Gymnasium: theirs where they are installed, else as much as their
documentation promises to who plays one."""
from __future__ import annotations

from typing import Any, Dict, List

try:
    from gymnasium import spaces
except ImportError:
    from . import _spaces as spaces  # type: ignore[no-redef]

try:
    from pettingzoo import AECEnv
except ImportError:

    class AECEnv:  # type: ignore[no-redef]
        """Agents take turns: `agent_selection` is to act, `last` says what it sees and what it got since it acted."""

        metadata: Dict[str, Any] = {}
        possible_agents: List[str]
        agents: List[str]
        agent_selection: str
        rewards: Dict[str, float]
        terminations: Dict[str, bool]
        truncations: Dict[str, bool]
        infos: Dict[str, Dict[str, Any]]
        _cumulative_rewards: Dict[str, float]

        def observe(self, agent: str):
            raise NotImplementedError

        @property
        def num_agents(self) -> int:
            return len(self.agents)

        @property
        def max_num_agents(self) -> int:
            return len(self.possible_agents)

        @property
        def unwrapped(self):
            return self

        def __str__(self) -> str:
            return self.metadata.get("name", type(self).__name__)

        def agent_iter(self, max_iter: int = 2 ** 63):
            """The agents in the order in which they must act, at most max_iter of them."""
            while self.agents and max_iter > 0:
                max_iter -= 1
                yield self.agent_selection

        def last(self, observe: bool = True):
            """Observation, reward since it acted, terminated, truncated and info of the agent that is to act."""
            agent = self.agent_selection
            seen = self.observe(agent) if observe else None
            return (seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent],
                    self.infos[agent])

        def _accumulate_rewards(self) -> None:
            for agent, reward in self.rewards.items():
                self._cumulative_rewards[agent] += reward

        def _clear_rewards(self) -> None:
            self.rewards = dict.fromkeys(self.rewards, 0)

        def _was_dead_step(self, action) -> None:
            """An agent for which the round is over acts with None, and leaves."""
            if action is not None:
                raise ValueError("when an agent is dead, the only valid action is None")
            gone = self.agent_selection
            tables: List[Dict[str, Any]] = [self.rewards, self._cumulative_rewards, self.terminations, self.truncations,
                                            self.infos]
            for table in tables:
                del table[gone]
            self.agents.remove(gone)
            if self.agents:
                self.agent_selection = self.agents[0]
            self._clear_rewards()
