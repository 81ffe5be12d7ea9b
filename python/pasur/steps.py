# SPDX-License-Identifier: GPL-3.0-or-later
"""For programs that learn: plays as numbers, what a seat sees as numbers, and many rounds side by side."""
from __future__ import annotations

import functools
from ctypes import byref, c_void_p
from typing import Any, Optional, Sequence, Tuple, Union

import numpy as np

from . import _library
from ._library import C, CEnvArrays, Handle
from .agents import Player, call_agents, places_of
from .cards import Cards, Play, play_of
from .rounds import Round, Rules, View, rules_of

ACTIONS, PLANES, COUNTS = _library.ACTIONS, _library.PLANES, _library.COUNTS

PLANE_NAMES = ("hand", "pool", "pile of its own side", "pile of the next side", "pile of the side after that",
               "pile of the fourth side", "unseen", "its own last play", "the next seat's last play",
               "the last play of the seat after that", "the fourth seat's last play")
COUNT_NAMES = ("ply", "deal") + tuple(f"{name} {i}" for name in ("hand", "surs", "clubs", "cards", "points", "last",
                                                                 "scores") for i in range(4))


def action(play: Union[Play, str]) -> int:
    """The number of a play, 0 … ACTIONS - 1, which is the same in every position; -1 where there is no such play."""
    play = Play(play) if isinstance(play, str) else play
    _library.kind("play", play, Play, "a Play or its text")
    return C.pasur_action(play.bits, play._card)


def action_play(action: int, pool: Union[Cards, str]) -> Optional[Play]:
    """The play that a number means with that pool; None where it can be no legal play."""
    pool = Cards(pool)
    bits = C.pasur_action_play(_library.whole(-1 << 31, (1 << 31) - 1, action=action), pool.bits)
    return play_of(bits, bits & ~pool.bits) if bits else None


def observe(view: View, rules: Union[Rules, str, None] = None) -> Tuple[np.ndarray, np.ndarray]:
    """What a view shows, as numbers: planes, uint8 [PLANES, 52], of 0 and 1, and counts, int16 [COUNTS]; PLANE_NAMES and
    COUNT_NAMES tell which is which. Seats and sides begin with the view's own; those that there are not are 0. rules: None
    for those of the view."""
    _library.kind("view", view, View, "a View")
    rules = view.rules if rules is None else rules_of(rules)  # the name keeps them alive during the call
    planes, counts = np.zeros((PLANES, _library.CARDS), np.uint8), np.zeros(COUNTS, np.int16)
    C.pasur_view_observe(byref(view._c), rules._handle, planes.ctypes.data, counts.ctypes.data)
    return planes, counts


class Steps(Handle):
    """n rounds side by side, on arrays that each step overwrites:

        steps = Steps("pagat", n=1024, seed=1)
        while learning:
            steps.step(steps.first[:-1] + choices)      # choices[i]: which of the legal plays of round i

    planes: uint8 [n, PLANES, 52] and counts: int16 [n, COUNTS], what the seat to move sees (see observe); observations=False
    does without. turn: int32 [n], that seat.
    first: uint32 [n + 1]; plays: uint64 and actions: int32, of which entries first[i] … first[i + 1] - 1 are the legal
    plays of round i, as pasur_cards and as numbers.
    ended: uint8 [n], 1 where a round ended with this step; points: int32 [n, 4], there the points of each seat's side in
    the round that ended, else 0. The next round is dealt at once: round i plays the boards i, i + n, i + 2n … of the seed.

    scores: of the match before each round, by side, or a row of them for each of the n rounds. rounds: positions, such as
    [Round.read(record)], all after as many plays: board b begins as rounds[b % len(rounds)], with its scores and plays.
    """

    __slots__ = ("rules", "n", "planes", "counts", "turn", "first", "plays", "actions", "points", "ended", "_chosen",
                 "_columns", "_arrays")
    _free = "pasur_env_free"

    def __init__(self, rules: Union[Rules, str] = "pagat", n: int = 1024, seed: int = 1, observations: bool = True, *,
                 scores: Any = None, rounds: Optional[Sequence[Round]] = None):
        n, seed = _library.whole(n=n, seed=seed)
        self.rules, self.n = rules_of(rules), n
        self._handle = _library.make(C.pasur_env_new, self.rules._handle, n, seed)
        if scores is not None:
            wanted = _library.zeros("n", (n, _library.SEATS), np.int32)
            wanted[:, :self.rules.sides] = _library.integers("scores", scores, np.int32, (n, self.rules.sides))
            _library.call(C.pasur_env_scores, self._handle, wanted.ctypes.data)
        if rounds is not None:
            for round in rounds:
                _library.kind("rounds", round, Round, "a list of Round")
            given = (c_void_p * len(rounds))(*(round._handle for round in rounds))
            _library.call(C.pasur_env_starts, self._handle, given, len(rounds))
        made = functools.partial(_library.zeros, "n")
        self.planes = made((n, PLANES, _library.CARDS), np.uint8) if observations else None
        self.counts = made((n, COUNTS), np.int16) if observations else None
        self.turn, self.first = made(n, np.int32), made(n + 1, np.uint32)
        self.plays = made(n * _library.LEGAL, np.uint64)  # memory that is not written is not taken
        self.actions = made(n * _library.LEGAL, np.int32)
        self.points, self.ended, self._chosen = made((n, _library.SEATS), np.int32), made(n, np.uint8), made(n, np.uint64)
        # the library writes to these, whatever the attributes come to name
        self._columns = (self.planes, self.counts, self.turn, self.first, self.plays, self.actions, self.points, self.ended)
        self._arrays = CEnvArrays(*(None if column is None else column.ctypes.data for column in self._columns))
        C.pasur_env_observe(self._handle, byref(self._arrays))

    def reset(self, seed: int) -> None:
        """Begins again, with the boards of this seed."""
        C.pasur_env_reset(self._handle, _library.whole(seed=seed))
        C.pasur_env_observe(self._handle, byref(self._arrays))

    def save(self) -> bytes:
        """Where all rounds are, for restore; the same bytes on every machine."""
        saved = np.zeros(C.pasur_env_size(self._handle), np.uint8)
        C.pasur_env_save(self._handle, saved.ctypes.data)
        return saved.tobytes()

    def restore(self, saved: bytes) -> None:
        """Goes on from there, in Steps of the same rules, n, scores and rounds. Error where it was saved by others, or is
        damaged."""
        _library.kind("saved", saved, bytes, "what save returned")
        kept = np.frombuffer(saved, np.uint8)
        _library.call(C.pasur_env_restore, self._handle, kept.ctypes.data, len(kept))
        C.pasur_env_observe(self._handle, byref(self._arrays))
        self.ended[:] = 0

    def step(self, places: np.ndarray) -> None:
        """Makes one play in each round: places[i], from first[i] to first[i + 1] - 1, is its place in `plays`."""
        np.take(self.plays, places_of(places, self.first, "places"), out=self._chosen)
        _library.call(C.pasur_step, self._handle, self._chosen.ctypes.data, byref(self._arrays))

    def step_plays(self, plays: np.ndarray) -> None:
        """The same with plays as pasur_cards: uint64 [n]. Error, and nothing is played, where one is not legal."""
        self._chosen[:] = _library.integers("plays", plays, np.uint64, (self.n,))
        _library.call(C.pasur_step, self._handle, self._chosen.ctypes.data, byref(self._arrays))

    def choose(self, player: Player, here: Optional[np.ndarray] = None,
               plays: Optional[np.ndarray] = None) -> np.ndarray:
        """What a player, beside a program that learns, plays as the seat to move: written to plays[i], uint64 [n], in the
        rounds where here[i] is true (None: in all); the other plays stay as they are, or are 0. Returns plays, for
        step_plays. The player's begin need not be called."""
        _library.kind("player", player, Player, "a Player, which Player(agent) makes")
        plays = np.zeros(self.n, np.uint64) if plays is None else _library.writable("plays", plays, np.uint64, (self.n,))
        if any(column is not None and np.may_share_memory(plays, column) for column in self._columns):
            raise _library.Error("plays: an array of its own, not one of these Steps")
        asked = None if here is None else np.array(here, bool)  # a copy, which no writing to plays changes
        if asked is not None and asked.shape != (self.n,):
            raise _library.Error(f"here: shape ({self.n},), not {asked.shape}")
        call_agents([player.agent], C.pasur_env_choose, self._handle, player._handle,
                    None if asked is None else asked.ctypes.data, plays.ctypes.data)
        return plays

    def round(self, i: int) -> Round:
        """A copy of round i as it stands."""
        i = _library.whole(0, self.n - 1, round=i)
        made = Round(self.rules)
        C.pasur_env_round(made._handle, self._handle, i)
        return made
