# SPDX-License-Identifier: GPL-3.0-or-later
"""What plays are worth: exact values with open cards, and advice."""
from __future__ import annotations

import ctypes
from ctypes import byref, c_size_t
from typing import Dict, List, NamedTuple, Optional, Tuple, Union

from . import _library
from ._aside import aside
from ._library import C, CAdvice, CAdviseOptions, CChance, CChances, CView, Error
from .agents import Agent, agent_of, aside_agents, call_agents
from .cards import Play, play_of
from .rounds import Round, View


class Value(NamedTuple):
    """A play, and the points by which the side to move then beats the other over the whole round."""

    play: Play
    value: int


class Advised(NamedTuple):
    """A play with its estimated value: points beyond the mean of the other sides (NAN: unknown), its 95 % interval, and
    the visits of the search or the deals that were sampled."""

    play: Play
    value: float
    low: float
    high: float
    visits: int


class Advice(NamedTuple):
    """plays in the order of the search; choice is the one that the agent chooses."""

    plays: List[Advised]
    choice: Play


class Likely(NamedTuple):
    """A chance, and its 95 % interval, which is the chance itself where nothing was sampled. NAN: unknown."""

    value: float
    low: float
    high: float


class Chance(NamedTuple):
    """A chance by counting, where every unseen card lies anywhere with equal chance, and by what the plays of this deal
    tell of the hands."""

    counted: Likely
    told: Likely


class Follows(NamedTuple):
    """What may follow a play: the next player captures something, makes a Sur that counts; each side wins the clubs."""

    capture: Chance
    sur: Chance
    clubs: Tuple[Chance, ...]


class Chances(NamedTuple):
    """plays: what may follow each legal play; ranks: the next player holds a card of the rank, "A" to "K"."""

    plays: Dict[Play, Follows]
    ranks: Dict[str, Chance]


def solve(round: Round) -> List[Value]:
    """Exact values of all legal plays, all cards known, best play by both, two sides only. A whole round between two takes
    some milliseconds, between two teams longer."""
    _library.kind("round", round, Round, "a Round")
    plays, values = (ctypes.c_uint64 * _library.LEGAL)(), (ctypes.c_int32 * _library.LEGAL)()
    count, copy = c_size_t(), round.copy()
    aside(lambda: _library.call(C.pasur_solve, copy._handle, plays, values, byref(count)))
    hand = round.hand(round.turn).bits
    return [Value(play_of(plays[i], hand), values[i]) for i in range(count.value)]


def advise(agent: Union[Agent, str], position: Union[View, Round], *, iterations: Optional[int] = None,
           seconds: float = 0, seed: int = 1, threads: int = 0) -> Advice:
    """What each legal play is worth to an agent, as `pasur advise` says it. position: a View whose seat is to move, or a
    Round, of which it takes that view. iterations: 100 or more; None: 1000, or as many as `seconds` allow. Plays that equal
    each other may share an entry."""
    _library.kind("position", position, (View, Round), "a View or a Round")
    view = position.view() if isinstance(position, Round) else position
    adviser = agent_of(agent, view.rules)
    _library.kind("seconds", seconds, (int, float), "a number")
    seed, threads = _library.whole(seed=seed), _library.whole(0, 1024, threads=threads)
    if iterations is None:
        iterations = 0 if seconds else 1000
    elif not _library.whole(iterations=iterations):
        raise Error("iterations: 100 or more")
    options = CAdviseOptions(seed, iterations, seconds, threads or (1 if adviser._function else 0))
    found = (CAdvice * _library.LEGAL)()
    count, choice, seen = c_size_t(), c_size_t(), CView.from_buffer_copy(view._c)
    aside_agents([adviser], lambda: call_agents([adviser], C.pasur_advise, adviser._handle, byref(seen), byref(options),
                                                found, byref(count), byref(choice)))
    advised = [Advised(play_of(a.play, seen.hand), a.value, a.low, a.high, a.visits) for a in found[:count.value]]
    return Advice(advised, advised[choice.value].play)


def _chance(c: CChance) -> Chance:
    return Chance(Likely(c.counted, c.counted_low, c.counted_high), Likely(c.told, c.told_low, c.told_high))


def chances(position: Union[View, Round], *, seed: int = 1) -> Chances:
    """How likely the next player captures something, makes a Sur or holds a card of a rank, and who wins the clubs, for
    each legal play, as `pasur advise` says it. position: a View whose seat is to move, or a Round, of which it takes that
    view."""
    _library.kind("position", position, (View, Round), "a View or a Round")
    view = position.view() if isinstance(position, Round) else position
    found, ranks = (CChances * _library.LEGAL)(), (CChance * 13)()
    count, seed, seen = c_size_t(), _library.whole(seed=seed), CView.from_buffer_copy(view._c)
    aside(lambda: _library.call(C.pasur_chances_find, found, byref(count), ranks, view.rules._handle, byref(seen), seed))
    plays = {play_of(one.play, seen.hand): Follows(_chance(one.capture), _chance(one.sur),
                                                   tuple(map(_chance, one.clubs[:view.rules.sides])))
             for one in found[:count.value]}
    return Chances(plays, dict(zip("A23456789TJQK", map(_chance, ranks))))
