# SPDX-License-Identifier: GPL-3.0-or-later
"""Many boards between agents, as arrays, and what they say."""
from __future__ import annotations

import ctypes
import math
import os
import time
from ctypes import byref, c_int32, c_uint64
from typing import List, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _library
from ._library import C, CSimOptions, CSimRows, Error
from ._student import interval
from .agents import BATCH, Agent, Policy, agents_of, aside_agents, handles, raise_kept
from .rounds import Rules, rules_of

_COLUMNS = ("agent", "points", "surs", "clubs")
_SLICE_SECONDS = 0.2  # how long Ctrl-C leaves the library at work, where a board is short


class Verdict(NamedTuple):
    """How an agent did against the others: `mean` points a round beyond the mean of the other sides, with the 95 %
    interval `low` … `high` (Student's t over boards, for a number of boards that was fixed beforehand; NAN where all
    boards were equal), and `sd`, one board's standard deviation. It is what `pasur sim` prints for the same boards."""

    agent: str
    others: str
    boards: int
    rounds: int
    mean: float
    low: float
    high: float
    sd: float

    def __str__(self) -> str:
        head = f"{self.agent} scores {self.mean:+.3f} points a round over {self.others}"
        if not self.boards:
            return f"{self.agent} against {self.others}: no board was played"
        tail = f"{self.boards} board{'s' * (self.boards != 1)}, {self.rounds} round{'s' * (self.rounds != 1)}"
        if math.isnan(self.low):
            return f"{head} ({tail}; the interval is unknown)"
        return f"{head}: between {self.low:+.3f} and {self.high:+.3f} with 95 % confidence ({tail})"


class Boards:
    """What was played. Arrays of int32 with shape [boards, seatings, seats]:

    `agent`: which of `agents` sat there, from 0; -1 where the board is void, whose other entries are 0.
    `points`, `surs`, `clubs`: of the seat's side in that round.
    """

    agent: np.ndarray
    points: np.ndarray
    surs: np.ndarray
    clubs: np.ndarray

    def __init__(self, rules: Rules, agents: List[str], seed: int, first: int, shape):
        self.rules, self.agents, self.seed, self.first = rules, agents, seed, first
        for name in _COLUMNS:
            setattr(self, name, _library.zeros("boards", shape, np.int32))

    @property
    def voids(self) -> int:
        """Boards that do not count, because an agent failed."""
        return int((self.agent[:, 0, 0] < 0).sum())

    def _scaled(self) -> np.ndarray:
        """(sides - 1) times a side's points beyond the mean of the other sides: integers, shaped as points."""
        sides = self.rules.sides
        points = self.points.astype(np.int64)
        total = points[:, :, :sides].sum(axis=2, keepdims=True)  # the first seats are the sides
        return sides * points - total

    def diff(self, agent: Union[int, str] = 0) -> np.ndarray:
        """For each board that counts, how many points a round the agent's side scored beyond the mean of the other
        sides: float64, shape [boards - voids]. agent: its place in `agents`, or its name."""
        sums, scale = self._sums(self._place(agent))
        return sums / scale

    def _place(self, agent: Union[int, str]) -> int:
        if not isinstance(agent, str):
            return _library.whole(0, len(self.agents) - 1, agent=agent)
        if self.agents.count(agent) != 1:
            raise Error(f"agent: the name of one of {', '.join(self.agents)}, or its place from 0, not {agent!r}")
        return self.agents.index(agent)

    def _sums(self, agent: int):
        played = self.agent[:, 0, 0] >= 0
        sat = self.agent[played] == agent
        sums = (self._scaled()[played] * sat).sum(axis=(1, 2))
        rounds = int(sat[0].sum()) if len(sat) else 1
        return sums, rounds * (self.rules.sides - 1)

    def verdict(self, agent: Union[int, str] = 0) -> Verdict:
        """How an agent, by its place in `agents` or its name, did against the others, with its interval."""
        agent = self._place(agent)
        sums, scale = self._sums(agent)
        n, total, squares = len(sums), int(sums.sum()), int((sums * sums).sum())
        mean, sd, low, high = interval(n, total, squares, scale)
        others = ", ".join(name for i, name in enumerate(self.agents) if i != agent)
        return Verdict(self.agents[agent], others, n, n * self.agent.shape[1], mean, low, high, sd)

    def frame(self):
        """One row for each board that counts, seating and seat, with columns board, seating, seat, agent (its name),
        points, diff, surs, clubs: a pandas.DataFrame where pandas is installed, else a dict of arrays."""
        played = np.flatnonzero(self.agent[:, 0, 0] >= 0)
        board, seating, seat = np.meshgrid(played + self.first, *map(np.arange, self.agent.shape[1:]), indexing="ij")
        columns = {"board": board, "seating": seating, "seat": seat,
                   "agent": np.array(self.agents)[self.agent[played]], "points": self.points[played],
                   "diff": self._scaled()[played] / (self.rules.sides - 1), "surs": self.surs[played],
                   "clubs": self.clubs[played]}
        columns = {name: column.reshape(-1) for name, column in columns.items()}
        try:
            import pandas
        except ImportError:
            return columns
        return pandas.DataFrame(columns)

    def __repr__(self) -> str:
        return f"<{len(self.points)} boards of {', '.join(self.agents)}, {self.rules}, seed {self.seed}>"


def sim(agents: Sequence[Union[Agent, str]], boards: int = 1000, *, seed: int = 1,
        rules: Union[Rules, str, None] = None, threads: Optional[int] = None, alone: bool = False,
        first: int = 0) -> Boards:
    """Plays boards first … first + boards - 1 among two agents, or as many as there are seats, as `pasur sim` does: every
    board is one shuffled pack, played once in each seating of the agents.

    agents: Agent or their text. rules: those of the agents, else "pagat". threads: all cores by default, or one where
    a function of your own decides (Python runs one at a time). alone: each board once, agents taking turns.
    Results depend on the seed, the rules and the agents, not on threads. A board whose agent failed is void (`voids`);
    Error if all are. If a function of your own raises an exception, sim raises it. Ctrl-C stops at once; the few boards
    that the library is playing then are played to their end in the background, and are lost.
    """
    seed, boards, first = _library.whole(seed=seed, boards=boards, first=first)
    alone = bool(alone)
    if isinstance(agents, (str, Agent)) or not isinstance(agents, Sequence):
        raise TypeError(f"agents: a list of them, not {agents!r}")
    if rules is None:
        rules = next((agent.rules for agent in agents if isinstance(agent, Agent)), "pagat")
    rules = rules_of(rules, 0 if isinstance(rules, Rules) else len(agents))
    seated = agents_of(agents, rules)
    seatings = C.pasur_sim_seatings(rules._handle, len(seated), alone) or 1  # the call below says what is wrong
    if threads is None:
        threads = 1 if any(agent._function for agent in seated) else 0
    wanted = _library.whole(0, 1024, threads=threads)
    result = Boards(rules, [agent.name for agent in seated], seed, first, (boards, seatings, rules.players))
    halted: List[bool] = []
    aside_agents(seated, lambda: _play(result, seated, alone, wanted, halted), lambda: halted.append(True))
    return result


def duel(policy: Union[Policy, Agent, str], other: Union[Policy, Agent, str], boards: int = 1000, *, seed: int = 1,
         rules: Union[Rules, str] = "pagat", first: int = 0) -> Boards:
    """Plays boards between two policies, functions for Agent.own_batch; one of them may be an Agent or its text. Every
    board is played in each seating: duel(mine, "greedy").verdict()."""
    rules = rules_of(rules)
    seated = [each if isinstance(each, (Agent, str)) else Agent.own_batch(rules, each) for each in (policy, other)]
    return sim(seated, boards, seed=seed, rules=rules, first=first)


def _play(result: Boards, seated: List[Agent], alone: bool, threads: int, halted: List[bool]) -> None:
    """Plays the boards slice by slice, until `halted` has an entry, or a function has raised an exception."""
    least = threads or os.cpu_count() or 1  # a board for each thread …
    if any(agent._batch for agent in seated):
        least *= max(BATCH // result.agent.shape[1], 1)  # … or as many as fill a batch
    boards, at, size, good, failure = len(result.points), 0, least, 0, None
    while not halted and (at < boards or not boards):
        size = min(size, boards - at)
        options = CSimOptions(result.seed, result.first + at, size, alone, threads)
        rows = CSimRows(*(_pointer(getattr(result, name)[at:at + size]) for name in _COLUMNS))
        voids, begin = c_uint64(), time.monotonic()
        try:
            _library.call(C.pasur_sim, result.rules._handle, handles(seated), len(seated), byref(options), byref(rows),
                          byref(voids))
            good += size - voids.value
        except Error as error:
            if error.status != _library.FAILED:
                raise
            failure = error
        raise_kept(seated)
        at += size
        spent = max(time.monotonic() - begin, 1e-9)
        size = max(least, min(8 * size, int(size * _SLICE_SECONDS / spent)) // least * least)
        if not boards:
            return
    if failure and not good:
        raise failure


def _pointer(column: np.ndarray):
    return column.ctypes.data_as(ctypes.POINTER(c_int32))
