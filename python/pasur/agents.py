# SPDX-License-Identifier: GPL-3.0-or-later
"""Agents, those of the library and your own, and rounds between them."""
from __future__ import annotations

import ctypes
import operator
from ctypes import byref, c_uint64
from typing import Any, Callable, List, Optional, Sequence, Union

from . import _library
from ._library import C, CView, Error, Handle
from .cards import Cards, Play, play_bits, play_of
from .rounds import Round, Rules, View, rules_of

Choice = Union[Play, Cards, str, int]
Function = Callable[[View, List[Play], int], Choice]


class Agent(Handle):
    """An agent as on the command line: Agent("pagat", "tactic:exact=1"); `pasur agents` lists them.

    An agent belongs to its rules and does not change; any number of rounds and threads may use it.
    """

    __slots__ = ("rules", "name", "_function", "_callback", "_raised")
    _free = "pasur_agent_free"

    def __init__(self, rules: Union[Rules, str], text: str):
        self._prepare(rules, text)
        self._handle = _library.make(C.pasur_agent_new, self.rules._handle, text.encode())

    def _prepare(self, rules: Union[Rules, str], name: str) -> None:
        self.rules: Rules = rules_of(rules)
        self.name: str = name
        self._function: Optional[Function] = None
        self._callback: Any = None
        self._raised: List[BaseException] = []

    @classmethod
    def own(cls, rules: Union[Rules, str], function: Function, name: str = "") -> "Agent":
        """An agent of your own: function(view, plays, random) says which of `plays`, the legal ones of the View, it
        chooses: the play, its text, or its place in the list. `random` are 64 random bits of the seat's own, the same
        whenever that round of that seed is played again. What the function raises comes out of the call that played."""
        made = cls.__new__(cls)
        made._prepare(rules, name or getattr(function, "__name__", "own"))
        made._function = function
        made._callback = _library.CHOOSE(_answer(function, made._raised, made.rules.sides, made.name))
        made._handle = _library.make(C.pasur_agent_own, made.rules._handle, made.name.encode(), made._callback, None)
        return made

    def __copy__(self) -> "Agent":
        return self

    def __deepcopy__(self, memo) -> "Agent":
        return self

    def __reduce__(self):
        return (Agent, (self.rules, self.name)) if not self._function else super().__reduce__()

    def __repr__(self) -> str:
        return f"<Agent {self.name}, {self.rules}>"


def _answer(function: Function, raised: list, sides: int, name: str):
    """What the library calls. An exception cannot cross it: it is kept in `raised`, and from then on nothing is chosen."""

    def answer(_context, view, plays, count, random):
        if raised:
            return 0
        try:
            bits = plays[:count]
            seen = CView.from_buffer_copy(view.contents)
            return _chosen(function(View(seen, sides), [play_of(play, seen.hand) for play in bits], random), bits, name)
        except BaseException as error:  # Ctrl-C too
            raised.append(error)
            return 0

    return answer


def _chosen(choice: Choice, plays: List[int], name: str) -> int:
    if isinstance(choice, (Play, Cards, str)):
        bits = play_bits(choice)
        if bits in plays:
            return bits
    else:
        try:
            index = operator.index(choice)
        except TypeError:
            raise TypeError(f"{name}: chose {choice!r}, which is neither a play nor a place in the list") from None
        if 0 <= index < len(plays):
            return plays[index]
    raise Error(f"{name}: chose {choice!r}, which is none of the {len(plays)} legal plays", _library.FAILED)


def raise_kept(agents: Sequence[Agent]) -> None:
    """Raises what a function of one of these agents has raised."""
    for agent in agents:
        if agent._raised:
            error = agent._raised[0]
            agent._raised.clear()
            raise error


def call_agents(agents: Sequence[Agent], function, *arguments) -> None:
    """As _library.call, for what asks agents."""
    try:
        _library.call(function, *arguments)
    except Error:
        raise_kept(agents)
        raise
    raise_kept(agents)


def agents_of(agents: Sequence[Union[Agent, str]], rules: Rules) -> List[Agent]:
    """Agents by their names, or those that are given, which must be of these rules."""
    return [agent if isinstance(agent, Agent) else Agent(rules, agent) for agent in agents]


def handles(agents: Sequence[Agent]):
    return (ctypes.c_void_p * len(agents))(*(agent._handle for agent in agents))


class Player(Handle):
    """Somebody at a seat: an agent with its memory and its stream of random numbers.

    player.begin(round, seat, seed=1, board=0) before a round, then player.choose(round) whenever it is that seat's turn.
    """

    __slots__ = ("agent",)
    _free = "pasur_player_free"

    def __init__(self, agent: Agent):
        self.agent = agent
        self._handle = _library.make(C.pasur_player_new, agent._handle)

    def begin(self, round: Round, seat: int, seed: int = 1, board: int = 0, seating: int = 0) -> None:
        """Sits down: who plays `seat` in the seating `seating` of that board (0 where boards are played once)."""
        _library.counted(seed=seed, board=board)
        _library.call(C.pasur_player_begin, self._handle, round._handle, seat, seed, board, seating)

    def choose(self, round: Round) -> Play:
        """What the player plays; the round stays as it is."""
        play = c_uint64()
        call_agents([self.agent], C.pasur_player_choose, self._handle, round._handle, byref(play))
        return play_of(play.value, C.pasur_round_hand(round._handle, round.turn))


def play_round(round: Round, agents: Sequence[Union[Agent, str]], seed: int = 1, board: int = 0,
               seating: int = 0) -> Round:
    """Plays the round on to its end, agents[i] at seat i, with the random numbers of that seating of that board; returns
    the round. If an agent fails, the round stays as it was."""
    _library.counted(seed=seed, board=board)
    seated = agents_of(agents, round.rules)
    if len(seated) != round.rules.players:
        raise Error(f"agents: {round.rules.players} seats, not {len(seated)}")
    call_agents(seated, C.pasur_play_round, round._handle, handles(seated), seed, board, seating)
    return round
