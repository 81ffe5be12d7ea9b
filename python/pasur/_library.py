# SPDX-License-Identifier: GPL-3.0-or-later
"""The C library, as ctypes sees it: pasur.h word for word. What the package shows is made from it in the other modules."""
from __future__ import annotations

import ctypes
import operator
import os
import sys
from ctypes import CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_double, c_int, c_int32, c_size_t
from ctypes import c_uint8, c_uint64, c_void_p
from pathlib import Path
from typing import Any, NamedTuple, Optional, Tuple

import numpy as np

ABI = 1
INPUT, FAILED, SYSTEM = 2, 4, 5
CARDS, SEATS, PLAYS, LEGAL = 52, 4, 48, 1320
ACTIONS, PLANES, COUNTS = 12180, 11, 30
CARDS_TEXT, PLAY_TEXT, RULES_TEXT, RECORD_TEXT = 105, 108, 512, 9280


class Error(ValueError):
    """What the library refuses, or what failed, in one line. `status`: 2 the input is wrong, 4 an agent failed, 5 the
    system did (memory, a file)."""

    def __init__(self, text: str, status: int = INPUT):
        super().__init__(text)
        self.status = status


class CError(Structure):
    _fields_ = [("status", c_int), ("text", c_char * 1024)]


class Count(NamedTuple):
    """What one side has scored. `points` are of this round; `tens` are those other than the ten of diamonds;
    `two_of_clubs`, `ten_of_diamonds` and `clubs_won` are 0 or 1; `cards` are those it captured."""

    points: int
    surs: int
    clubs: int
    aces: int
    jacks: int
    tens: int
    two_of_clubs: int
    ten_of_diamonds: int
    clubs_won: int
    cards: int


class CCount(Structure):
    _fields_ = [(name, c_int32) for name in Count._fields]


class CView(Structure):
    _fields_ = [("hand", c_uint64), ("pool", c_uint64), ("piles", c_uint64 * SEATS), ("first_pool", c_uint64),
                ("history", c_uint64 * PLAYS), ("scores", c_int32 * SEATS), ("surs", c_int32 * SEATS),
                ("seat", c_int32), ("ply", c_int32), ("deal", c_int32), ("last", c_int32), ("history_known", c_int32),
                ("hands", c_uint64 * SEATS)]


class CViewWords(Structure):
    _fields_ = [(name, c_char_p) for name in ("hand", "pool", "piles", "surs", "scores", "deal", "last", "seat")]


class CSimOptions(Structure):
    _fields_ = [("seed", c_uint64), ("first", c_uint64), ("boards", c_uint64), ("alone", c_int32), ("threads", c_int32)]


class CEnvArrays(Structure):
    _fields_ = [(name, c_void_p) for name in ("planes", "counts", "turn", "first", "plays", "actions", "points", "ended")]


class CSimRows(Structure):
    _fields_ = [(name, POINTER(c_int32)) for name in ("agent", "points", "surs", "clubs")]


class CDecisions(Structure):
    _fields_ = [("count", c_size_t), ("views", POINTER(CView)), ("planes", c_void_p), ("counts", c_void_p),
                ("first", c_void_p), ("plays", c_void_p), ("random", c_void_p)]


class CAdviseOptions(Structure):
    _fields_ = [("seed", c_uint64), ("iterations", c_uint64), ("seconds", c_double), ("threads", c_int32)]


class CAdvice(Structure):
    _fields_ = [("play", c_uint64), ("value", c_double), ("low", c_double), ("high", c_double), ("visits", c_uint64)]


class CChance(Structure):
    _fields_ = [(name, c_double) for name in ("counted", "counted_low", "counted_high", "told", "told_low", "told_high")]


class CChances(Structure):
    _fields_ = [("play", c_uint64), ("capture", CChance), ("sur", CChance), ("clubs", CChance * SEATS)]


CHOOSE = CFUNCTYPE(c_uint64, c_void_p, POINTER(CView), POINTER(c_uint64), c_size_t, c_uint64)
CHOOSE_MANY = CFUNCTYPE(None, c_void_p, POINTER(CDecisions), POINTER(c_uint64))
_cards, _error, _handle, _text = POINTER(c_uint64), POINTER(CError), c_void_p, c_char_p

# function: what it returns, what it takes
_FUNCTIONS = {
    "pasur_abi": (c_int, []),
    "pasur_version": (_text, []),
    "pasur_cards_read": (c_int, [_cards, _text, _error]),
    "pasur_cards_text": (c_void_p, [_text, c_uint64]),
    "pasur_play_text": (c_void_p, [_text, c_uint64, c_uint64]),
    "pasur_play_read": (c_int, [_cards, _text, _error]),
    "pasur_rules_new": (_handle, [_text, c_int, _error]),
    "pasur_rules_free": (None, [_handle]),
    "pasur_rules_text": (c_void_p, [_text, _handle]),
    "pasur_rules_players": (c_int, [_handle]),
    "pasur_rules_sides": (c_int, [_handle]),
    "pasur_rules_side": (c_int, [_handle, c_int]),
    "pasur_round_new": (_handle, [_handle, _error]),
    "pasur_round_free": (None, [_handle]),
    "pasur_round_copy": (None, [_handle, _handle]),
    "pasur_round_deal": (None, [_handle, c_uint64, c_uint64]),
    "pasur_round_deal_pack": (c_int, [_handle, POINTER(c_uint8), POINTER(c_int32), _error]),
    "pasur_round_pack": (None, [_handle, POINTER(c_uint8)]),
    "pasur_round_read": (c_int, [_handle, _text, _error]),
    "pasur_round_text": (c_void_p, [_text, _handle]),
    "pasur_round_over": (c_int, [_handle]),
    "pasur_round_turn": (c_int, [_handle]),
    "pasur_round_ply": (c_int, [_handle]),
    "pasur_round_hand": (c_uint64, [_handle, c_int]),
    "pasur_round_pool": (c_uint64, [_handle]),
    "pasur_round_pile": (c_uint64, [_handle, c_int]),
    "pasur_round_legal": (c_size_t, [_handle, _cards]),
    "pasur_round_play": (c_int, [_handle, c_uint64, _error]),
    "pasur_round_count": (None, [_handle, POINTER(CCount)]),
    "pasur_round_view": (None, [POINTER(CView), _handle, c_int]),
    "pasur_view_read": (c_int, [POINTER(CView), _handle, POINTER(CViewWords), _error]),
    "pasur_view_read_plays": (c_int, [POINTER(CView), _handle, _text, _text, _error]),
    "pasur_view_legal": (c_size_t, [POINTER(CView), _cards]),
    "pasur_agent_new": (_handle, [_handle, _text, _error]),
    "pasur_agent_free": (None, [_handle]),
    "pasur_agent_own": (_handle, [_handle, _text, CHOOSE, c_void_p, _error]),
    "pasur_agent_own_many": (_handle, [_handle, _text, CHOOSE_MANY, c_void_p, _error]),
    "pasur_player_new": (_handle, [_handle, _error]),
    "pasur_player_free": (None, [_handle]),
    "pasur_player_begin": (c_int, [_handle, _handle, c_int, c_uint64, c_uint64, c_int, _error]),
    "pasur_player_choose": (c_int, [_handle, _handle, _cards, _error]),
    "pasur_play_round": (c_int, [_handle, POINTER(c_void_p), c_uint64, c_uint64, c_int, _error]),
    "pasur_sim_seatings": (c_int, [_handle, c_int, c_int]),
    "pasur_sim": (c_int, [_handle, POINTER(c_void_p), c_int, POINTER(CSimOptions), POINTER(CSimRows),
                          POINTER(c_uint64), _error]),
    "pasur_solve": (c_int, [_handle, _cards, POINTER(c_int32), POINTER(c_size_t), _error]),
    "pasur_advise": (c_int, [_handle, POINTER(CView), POINTER(CAdviseOptions), POINTER(CAdvice), POINTER(c_size_t),
                             POINTER(c_size_t), _error]),
    "pasur_chances_find": (c_int, [POINTER(CChances), POINTER(c_size_t), POINTER(CChance), _handle, POINTER(CView), c_uint64,
                                   _error]),
    "pasur_action": (c_int32, [c_uint64, c_uint64]),
    "pasur_action_play": (c_uint64, [c_int32, c_uint64]),
    "pasur_view_observe": (None, [POINTER(CView), _handle, c_void_p, c_void_p]),
    "pasur_env_new": (_handle, [_handle, c_size_t, c_uint64, _error]),
    "pasur_env_free": (None, [_handle]),
    "pasur_env_reset": (None, [_handle, c_uint64]),
    "pasur_env_observe": (None, [_handle, POINTER(CEnvArrays)]),
    "pasur_env_choose": (c_int, [_handle, _handle, c_void_p, c_void_p, _error]),
    "pasur_env_scores": (c_int, [_handle, c_void_p, _error]),
    "pasur_env_starts": (c_int, [_handle, POINTER(c_void_p), c_size_t, _error]),
    "pasur_env_size": (c_size_t, [_handle]),
    "pasur_env_save": (None, [_handle, c_void_p]),
    "pasur_env_restore": (c_int, [_handle, c_void_p, c_size_t, _error]),
    "pasur_env_round": (None, [_handle, _handle, c_size_t]),
    "pasur_step": (c_int, [_handle, c_void_p, POINTER(CEnvArrays), _error]),
}


def _load() -> ctypes.CDLL:
    """The library that PASUR_LIBRARY names, or the one inside the package, or, in a checkout, the one in build/, or the
    system's."""
    name = "libpasur.1.dylib" if sys.platform == "darwin" else "libpasur.so.1"
    inside = Path(__file__).with_name(name)
    built = inside.parents[2] / "build" / name
    path = os.environ.get("PASUR_LIBRARY") or str(next((file for file in (inside, built) if file.exists()), name))
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"pasur: the C library cannot be loaded: {error}") from None
    library.pasur_abi.restype = c_int
    if library.pasur_abi() != ABI:
        raise ImportError(f"pasur: {path} has ABI {library.pasur_abi()}, not {ABI}")
    for function, (result, arguments) in _FUNCTIONS.items():
        getattr(library, function).restype = result
        getattr(library, function).argtypes = arguments
    return library


C = _load()


def refusal(error: CError) -> Error:
    text = error.text.decode()
    for name, here in (("pasur_agent_own", "Agent.own"), ("pasur_player_begin", "Player.begin")):
        text = text.replace(name, here)
    return Error(text, error.status)


def call(function, *arguments) -> None:
    """Calls a function that returns a status and takes an error last; raises Error."""
    error = CError()
    if function(*arguments, ctypes.byref(error)):
        raise refusal(error)


def make(function, *arguments) -> int:
    """Calls a function that makes an object, or raises Error."""
    error = CError()
    made = function(*arguments, ctypes.byref(error))
    if not made:
        raise refusal(error)
    return made


def whole(low: int = 0, high: int = (1 << 64) - 1, **numbers: Any) -> Any:
    """The numbers as int, a list where there are several; refuses what is no whole number from low to high."""
    made = []
    for name, number in numbers.items():
        try:
            made.append(operator.index(number))
        except TypeError:
            raise TypeError(f"{name}: a whole number, not {number!r}") from None
        if not low <= made[-1] <= high:
            raise Error(f"{name}: {low} to {'2^64 - 1' if high >> 32 else high}, not {number}")
    return made if len(made) > 1 else made[0]


def kind(name: str, value: Any, wanted: Any, expected: str) -> None:
    """Refuses a value that is of none of the classes `wanted`, and says what is expected."""
    if not isinstance(value, wanted):
        raise TypeError(f"{name}: {expected}, not {value!r}")


def encoded(text: str) -> bytes:
    """The text for the library, to which a NUL would be its end."""
    kind("text", text, str, "a str")
    if "\0" in text:
        raise Error(f"{text!r}: a text has no NUL")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise Error(f"{text!r}: a text has no halves of surrogate pairs") from None


def zeros(name: str, shape: Any, dtype: Any) -> np.ndarray:
    """An array for the library to write to; `name` is what there are too many of where memory does not suffice."""
    try:
        return np.zeros(shape, dtype)
    except (MemoryError, OverflowError, ValueError):
        raise Error(f"{name}: too many for the memory", SYSTEM) from None


def integers(name: str, value: Any, dtype: Any, shape: Tuple[int, ...]) -> np.ndarray:
    """A copy of whole numbers as an array of that type and shape."""
    try:
        given = np.asarray(value)
    except ValueError:
        raise Error(f"{name}: rows of unlike lengths") from None
    if not (np.issubdtype(given.dtype, np.integer) or given.size == 0):
        raise TypeError(f"{name}: whole numbers, not {given.dtype}")
    try:
        made = np.broadcast_to(given, shape).astype(dtype)
    except ValueError:
        raise Error(f"{name}: shape {shape}, not {given.shape}") from None
    if not np.array_equal(made, np.broadcast_to(given, shape)) or (made < 0).any() != (given < 0).any():
        raise Error(f"{name}: numbers that {np.dtype(dtype)} holds")
    return made


def writable(name: str, array: Any, dtype: Any, shape: Tuple[int, ...]) -> np.ndarray:
    """The array, if the library may write to it as it is; it may not change what others hold to be theirs."""
    kind(name, array, np.ndarray, f"an array of {np.dtype(dtype)}")
    if array.dtype != dtype or array.shape != shape:
        raise Error(f"{name}: an array of {np.dtype(dtype)} of shape {shape}, not {array.dtype} of shape {array.shape}")
    if not (array.flags.c_contiguous and array.flags.aligned and array.flags.writeable):
        raise Error(f"{name}: an array that can be written to, aligned and without gaps (C order)")
    return array


def words(size: int, function, *arguments) -> str:
    """Calls a function that writes text of at most `size` bytes."""
    buffer = ctypes.create_string_buffer(size)
    function(buffer, *arguments)
    return buffer.value.decode()


class Handle:
    """An object of the library, freed when nothing in Python refers to it any more."""

    __slots__ = ("_handle", "__weakref__")
    _handle: Optional[int]
    _free = ""  # the name of the function that frees it

    def __reduce__(self):
        raise TypeError(f"{type(self).__name__}: it cannot be copied")

    def __del__(self):
        handle = getattr(self, "_handle", None)
        if handle and C is not None:
            self._handle = None
            getattr(C, self._free)(handle)
