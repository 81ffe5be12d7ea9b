# SPDX-License-Identifier: GPL-3.0-or-later
"""Cards and plays, with their text in both directions."""
from __future__ import annotations

import operator
from ctypes import byref, c_uint64
from typing import Iterator, Union

import numpy as np

from . import _library
from ._library import C, Error

RANKS, SUITS = "A23456789TJQK", "cdhs"
_NAMES = [rank + suit for rank in RANKS for suit in SUITS]
_ALL = (1 << _library.CARDS) - 1


class Cards:
    """An unchanging set of cards: Cards("Ac7h"), Cards("Ac 10h"), Cards(bits).

    `bits` has bit 4 * rank + suit set for each card; ranks A 2 … T J Q K are 0 … 12, suits c d h s are 0 … 3.
    As a set: `len`, `in`, `|`, `&`, `-`, `^`, `<=`, truth; iteration gives sets of one card, in the order of the pack.
    """

    __slots__ = ("bits",)
    bits: int

    def __init__(self, cards: Union[str, int, "Cards"] = 0):
        if isinstance(cards, Cards):
            bits = cards.bits
        elif isinstance(cards, str):
            read = c_uint64()
            _library.call(C.pasur_cards_read, byref(read), _library.encoded(cards)) if cards.strip() else None
            bits = read.value
        else:
            try:
                bits = operator.index(cards)
            except TypeError:
                raise TypeError(f"cards: their text, such as 'Ac7h', or their bits, not {cards!r}") from None
            if bits & ~_ALL:
                raise Error("cards: a set of cards has bits 0 to 51 only")
        object.__setattr__(self, "bits", bits)

    def __setattr__(self, name, value):
        raise AttributeError("cards do not change")

    def __str__(self) -> str:
        return "".join(_NAMES[i] for i in self._numbers())

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})"

    def _numbers(self) -> Iterator[int]:
        bits = self.bits
        while bits:
            yield (bits & -bits).bit_length() - 1
            bits &= bits - 1

    def __iter__(self) -> Iterator["Cards"]:
        return (_set(1 << i) for i in self._numbers())

    def __len__(self) -> int:
        return bin(self.bits).count("1")

    def __bool__(self) -> bool:
        return self.bits != 0

    def __contains__(self, cards: Union[str, "Cards"]) -> bool:
        return not Cards(cards).bits & ~self.bits

    def __eq__(self, other) -> bool:
        return self.bits == other.bits if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.bits)

    def __or__(self, other: "Cards") -> "Cards":
        return _set(self.bits | other.bits)

    def __and__(self, other: "Cards") -> "Cards":
        return _set(self.bits & other.bits)

    def __sub__(self, other: "Cards") -> "Cards":
        return _set(self.bits & ~other.bits)

    def __xor__(self, other: "Cards") -> "Cards":
        return _set(self.bits ^ other.bits)

    def __le__(self, other: "Cards") -> bool:
        return not self.bits & ~other.bits

    def __reduce__(self):
        return Cards, (self.bits,)

    @property
    def rank(self) -> int:
        """Of one card: 1 (ace) … 13 (king), so that numerals have their value."""
        return self._one() // 4 + 1

    @property
    def suit(self) -> str:
        """Of one card: "c", "d", "h" or "s"."""
        return SUITS[self._one() % 4]

    def _one(self) -> int:
        if len(self) != 1:
            raise Error(f"cards: one card has a rank and a suit, not {str(self)!r}")
        return self.bits.bit_length() - 1


def _set(bits: int) -> Cards:
    cards = object.__new__(Cards)
    object.__setattr__(cards, "bits", bits)
    return cards


PACK = _set(_ALL)


class Play:
    """A card that is played, and what it captures: Play("7hx4c"), Play("Kd").

    `card` and `captured` are Cards; `bits` has both, as pasur_cards. str() gives the notation back, and a play equals
    that text.
    """

    __slots__ = ("bits", "_card")

    def __init__(self, text: str):
        _library.kind("play", text, str, "its text, such as '7hx4c'")
        read = c_uint64()
        _library.call(C.pasur_play_read, byref(read), _library.encoded(text))
        self.bits = read.value
        self._card = Cards(text.lower().partition("x")[0]).bits

    @property
    def card(self) -> Cards:
        return _set(self._card)

    @property
    def captured(self) -> Cards:
        return _set(self.bits & ~self._card)

    @property
    def cards(self) -> Cards:
        """The card with what it captures."""
        return _set(self.bits)

    def __str__(self) -> str:
        return f"{self.card}x{self.captured}" if self.captured else str(self.card)

    def __repr__(self) -> str:
        return f"Play({str(self)!r})"

    def __eq__(self, other) -> bool:
        if isinstance(other, str):
            return str(self) == other
        return isinstance(other, Play) and (self.bits, self._card) == (other.bits, other._card)

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self):
        return Play, (str(self),)


def play_of(bits: int, card: int) -> Play:
    """The play of these bits, of which `card` is the hand, or the card alone."""
    play = object.__new__(Play)
    play.bits, play._card = bits, bits & card
    return play


def play_bits(play: Union[Play, Cards, str]) -> int:
    """What the library calls a play: of one, of its text, or of the card with what it captures."""
    _library.kind("play", play, (Play, Cards, str), "a Play, its text, such as '7hx4c', or its cards")
    return (Play(play) if isinstance(play, str) else play).bits


def bits(cards: Union[Cards, Play, np.ndarray]) -> np.ndarray:
    """Sets of cards as numbers 0 and 1, uint8 with a last axis of 52: of Cards, a Play, or an array of uint64 such as
    Steps.plays, whose shape comes first."""
    sets = np.asarray(cards.bits if isinstance(cards, (Cards, Play)) else cards)
    if sets.dtype.kind not in "ui":
        raise TypeError(f"cards: Cards, a Play or an array of whole numbers, not {cards!r}")
    return (sets.astype(np.uint64)[..., None] >> np.arange(_library.CARDS, dtype=np.uint64)).astype(np.uint8) & 1
