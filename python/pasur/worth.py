# SPDX-License-Identifier: GPL-3.0-or-later
"""What plays are worth: exact values with open cards, and advice."""
from __future__ import annotations

import ctypes
import threading
from ctypes import byref, c_size_t
from typing import List, NamedTuple, Optional, Union

from . import _library
from ._library import C, CAdvice, CAdviseOptions, CView, Error
from .agents import Agent, call_agents
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


def _interruptible(function, *arguments) -> None:
    """Calls on a thread of its own, so that Ctrl-C ends the waiting at once. `arguments` are nobody else's: a call that is
    no longer waited for goes on by itself to its end."""
    raised: List[BaseException] = []

    def run():
        try:
            function(*arguments)
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)
    if raised:
        raise raised[0]


def solve(round: Round) -> List[Value]:
    """Exact values of all legal plays, all cards known, best play by both, two sides only. It takes moments in the last
    deals, and minutes or hours for a whole round."""
    plays, values = (ctypes.c_uint64 * _library.LEGAL)(), (ctypes.c_int32 * _library.LEGAL)()
    count, copy = c_size_t(), round.copy()
    _interruptible(lambda: _library.call(C.pasur_solve, copy._handle, plays, values, byref(count)))
    hand = round.hand(round.turn).bits
    return [Value(play_of(plays[i], hand), values[i]) for i in range(count.value)]


def advise(agent: Agent, position: Union[View, Round], *, iterations: Optional[int] = None, seconds: float = 0,
           seed: int = 1, threads: int = 0) -> Advice:
    """What each legal play is worth to an agent, as `pasur advise` says it. position: a View whose seat is to move, or a
    Round, of which it takes that view. iterations: 100 or more; None: 1000, or as many as `seconds` allow. Plays that equal
    each other may share an entry."""
    _library.counted(seed=seed, iterations=iterations or 0)
    view = position.view() if isinstance(position, Round) else position
    if iterations is None:
        iterations = 0 if seconds else 1000
    elif not iterations:
        raise Error("iterations: 100 or more")
    options = CAdviseOptions(seed, iterations, seconds, threads or (1 if agent._function else 0))
    found = (CAdvice * _library.LEGAL)()
    count, choice, seen = c_size_t(), c_size_t(), CView.from_buffer_copy(view._c)
    _interruptible(lambda: call_agents([agent], C.pasur_advise, agent._handle, byref(seen), byref(options), found,
                                       byref(count), byref(choice)))
    advised = [Advised(play_of(a.play, seen.hand), a.value, a.low, a.high, a.visits) for a in found[:count.value]]
    return Advice(advised, advised[choice.value].play)
