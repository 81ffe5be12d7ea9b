# SPDX-License-Identifier: GPL-3.0-or-later
"""Agents, those of the library and your own, and rounds between them."""
from __future__ import annotations

import ctypes
import operator
import threading
from ctypes import byref, c_uint64
from typing import Any, Callable, Iterable, List, Optional, Sequence, Union

import numpy as np

from . import _library
from ._aside import aside
from ._library import C, CView, Error, Handle
from .cards import Cards, Play, play_bits, play_of
from .rounds import Round, Rules, View, rules_of

BATCH = 256  # decisions that a function is asked for at once, at most
_SEATINGS = (1 << 31) - 1
Choice = Union[Play, Cards, str, int]
Function = Callable[[View, List[Play], int], Choice]
Policy = Callable[[np.ndarray, np.ndarray, np.ndarray, np.ndarray], np.ndarray]


class Agent(Handle):
    """An agent as on the command line: Agent("pagat", "tactic:exact=1"); `pasur agents` lists them.

    An agent belongs to its rules and does not change; any number of rounds and threads may use it.
    """

    __slots__ = ("rules", "name", "_function", "_callback", "_raised", "_batch")
    _free = "pasur_agent_free"

    def __init__(self, rules: Union[Rules, str], text: str):
        _library.kind("agent", text, str, 'its text, such as "greedy" (Agent.own takes a function)')
        self._prepare(rules, text)
        self._handle = _library.make(C.pasur_agent_new, self.rules._handle, _library.encoded(text))

    def _prepare(self, rules: Union[Rules, str], name: str) -> None:
        self.rules: Rules = rules_of(rules)
        self.name: str = name
        self._function: Optional[Callable] = None
        self._callback: Any = None
        self._batch: bool = False
        self._raised: List[BaseException] = []

    @classmethod
    def own(cls, rules: Union[Rules, str], function: Function, name: str = "") -> "Agent":
        """An agent of your own: function(view, plays, random) says which of `plays`, the legal ones of the View, it
        chooses: the play, its text, or its place in the list. `random` are 64 random bits of the seat's own, the same
        whenever that round of that seed is played again. If the function raises an exception, the call that played raises
        it. The function is called on another thread than the main one."""
        _library.kind("function", function, Callable, "a function of view, plays and random")
        made = cls.__new__(cls)
        made._prepare(rules, name or getattr(function, "__name__", "own"))
        made._function = function
        made._callback = _library.CHOOSE(_answer(function, made._raised, made.rules, made.name))
        made._handle = _library.make(C.pasur_agent_own, made.rules._handle, _library.encoded(made.name), made._callback, None)
        return made

    @classmethod
    def own_batch(cls, rules: Union[Rules, str], function: Policy, name: str = "") -> "Agent":
        """An agent of your own that decides on up to 256 plays at once, as a network does:
        function(planes, counts, plays, first) is shown n decisions as Steps shows them (planes: uint8 [n, PLANES, 52];
        counts: int16 [n, COUNTS]; the legal plays of decision i are plays[first[i]] … plays[first[i + 1] - 1]), and
        returns n places in `plays`, as Steps.step takes them. sim and Steps.choose gather decisions for it. Whatever it
        draws is its own affair. For exceptions and threads see own."""
        _library.kind("function", function, Callable, "a function of planes, counts, plays and first")
        made = cls.__new__(cls)
        made._prepare(rules, name or getattr(function, "__name__", "own"))
        made._function, made._batch = function, True
        made._callback = _library.CHOOSE_MANY(_answer_many(function, made._raised, made.name))
        made._handle = _library.make(C.pasur_agent_own_many, made.rules._handle, _library.encoded(made.name),
                                     made._callback, None)
        return made

    def __copy__(self) -> "Agent":
        return self

    def __deepcopy__(self, memo) -> "Agent":
        return self

    def __reduce__(self):
        return (Agent, (self.rules, self.name)) if not self._function else super().__reduce__()

    def __repr__(self) -> str:
        return f"<Agent {self.name}, {self.rules}>"


def _answer(function: Function, raised: list, rules: Rules, name: str):
    """What the library calls. An exception cannot cross it: it is kept in `raised`, and from then on nothing is chosen."""

    def answer(_context, view, plays, count, random):
        if raised:
            return 0
        try:
            bits = plays[:count]
            seen = CView.from_buffer_copy(view.contents)
            return _chosen(function(View(seen, rules), [play_of(play, seen.hand) for play in bits], random), bits, name)
        except BaseException as error:
            raised.append(error)
            return 0

    return answer


def _column(address: int, type: Any, *shape: int) -> np.ndarray:
    """A copy of what the library shows, so that it may be kept."""
    size = int(np.prod(shape)) * np.dtype(type).itemsize
    return np.frombuffer((ctypes.c_char * size).from_address(address), type).reshape(shape).copy()


def _answer_many(function: Policy, raised: list, name: str):
    """What the library calls for many decisions; exceptions as in _answer."""

    def answer(_context, decisions, chosen):
        if raised:
            return
        try:
            shown = decisions.contents
            n = shown.count
            first = _column(shown.first, np.uint32, n + 1)
            plays = _column(shown.plays, np.uint64, int(first[-1]))
            places = places_of(function(_column(shown.planes, np.uint8, n, _library.PLANES, _library.CARDS),
                                        _column(shown.counts, np.int16, n, _library.COUNTS), plays, first), first, name)
            answers = plays[places]  # the name keeps them alive
            ctypes.memmove(chosen, answers.ctypes.data, 8 * n)
        except BaseException as error:
            raised.append(error)

    return answer


def places_of(places: Any, first: np.ndarray, name: str) -> np.ndarray:
    """The places that were chosen among plays, of which each decision has those from first[i] to first[i + 1] - 1."""
    places = np.asarray(places)
    if places.shape != (len(first) - 1,):
        raise Error(f"{name}: shape ({len(first) - 1},), not {places.shape}")
    if not np.issubdtype(places.dtype, np.integer):
        raise TypeError(f"{name}: whole numbers, not {places.dtype}")
    wrong = np.flatnonzero((places < first[:-1]) | (places >= first[1:]))
    if len(wrong):
        raise Error(f"{name}: round {wrong[0]} has none of its legal plays at {places[wrong[0]]}")
    return places.astype(np.intp, copy=False)


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


def aside_agents(agents: Sequence[Agent], work: Callable[[], Any], stop: Callable[[], None] = lambda: None) -> None:
    """work() on another thread. Where Ctrl-C breaks it off, stop() is called; then functions are not asked any more and
    the call's end is awaited; without functions, nothing is."""
    own = [agent for agent in agents if agent._function]

    def halt():
        stop()
        for agent in own:
            agent._raised.append(KeyboardInterrupt())

    try:
        aside(work, halt, wait=bool(own))
    except BaseException:
        for agent in own:
            agent._raised.clear()
        raise


def call_agents(agents: Sequence[Agent], function, *arguments) -> None:
    """As _library.call, for what asks agents; functions are asked on another thread than the main one, because signals
    raise there."""

    def work():
        try:
            _library.call(function, *arguments)
        except Error:
            raise_kept(agents)
            raise
        raise_kept(agents)

    if any(agent._function for agent in agents) and threading.current_thread() is threading.main_thread():
        aside_agents(agents, work)
    else:
        work()


def agents_of(agents: Sequence[Union[Agent, str]], rules: Rules) -> List[Agent]:
    """Agents by their names, or those that are given, which must be of these rules."""
    if isinstance(agents, (str, Agent)) or not isinstance(agents, Iterable):
        raise TypeError(f"agents: a list of them, not {agents!r}")
    return [agent_of(agent, rules) for agent in agents]


def agent_of(agent: Union[Agent, str], rules: Union[Rules, str]) -> Agent:
    expected = 'an Agent or its text, such as "greedy" (Agent.own makes one of a function)'
    _library.kind("agent", agent, (Agent, str), expected)
    return agent if isinstance(agent, Agent) else Agent(rules, agent)


def handles(agents: Sequence[Agent]):
    return (ctypes.c_void_p * len(agents))(*(agent._handle for agent in agents))


def _round(round: Round) -> None:
    _library.kind("round", round, Round, "a Round")


class Player(Handle):
    """Somebody at a seat: an agent with its memory and its stream of random numbers.

    player.begin(round, seat, seed=1, board=0) before a round, then player.choose(round) whenever it is that seat's turn.
    agent: an Agent, or the text of one of `rules`.
    """

    __slots__ = ("agent",)
    _free = "pasur_player_free"

    def __init__(self, agent: Union[Agent, str], rules: Union[Rules, str] = "pagat"):
        self.agent = agent_of(agent, rules)
        self._handle = _library.make(C.pasur_player_new, self.agent._handle)

    def begin(self, round: Round, seat: int, seed: int = 1, board: int = 0, seating: int = 0) -> None:
        """Sits down: who plays `seat` in the seating `seating` of that board (0 where boards are played once)."""
        _round(round)
        seed, board = _library.whole(seed=seed, board=board)
        seating = _library.whole(0, _SEATINGS, seating=seating)
        seat = _library.whole(0, self.agent.rules.players - 1, seat=seat)
        _library.call(C.pasur_player_begin, self._handle, round._handle, seat, seed, board, seating)

    def choose(self, round: Round) -> Play:
        """What the player plays; the round stays as it is."""
        _round(round)
        play = c_uint64()
        call_agents([self.agent], C.pasur_player_choose, self._handle, round._handle, byref(play))
        return play_of(play.value, C.pasur_round_hand(round._handle, round.turn))


def play_round(round: Round, agents: Sequence[Union[Agent, str]], seed: int = 1, board: int = 0,
               seating: int = 0) -> Round:
    """Plays the round on to its end, agents[i] at seat i, with the random numbers of that seating of that board; returns
    the round. If an agent fails, the round stays as it was."""
    _round(round)
    seed, board = _library.whole(seed=seed, board=board)
    seating = _library.whole(0, _SEATINGS, seating=seating)
    seated = agents_of(agents, round.rules)
    if len(seated) != round.rules.players:
        raise Error(f"agents: {round.rules.players} seats, not {len(seated)}")
    call_agents(seated, C.pasur_play_round, round._handle, handles(seated), seed, board, seating)
    return round
