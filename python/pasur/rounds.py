# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules, rounds, counts and views."""
from __future__ import annotations

import ctypes
import re
from ctypes import byref
from typing import List, Optional, Sequence, Tuple, Union

from . import _library
from ._library import C, CCount, Count, CView, CViewWords, Error, Handle
from .cards import PACK, Cards, Play, _set, play_bits, play_of

_Buffer = ctypes.c_uint64 * _library.LEGAL


class Rules(Handle):
    """Rules as on the command line: Rules("pagat"), Rules("pagat,clubs_points=10", players=3).

    `pasur rules` lists presets and keys. players: 2 … 4, where the text and its preset do not say how many; 0: what the
    preset has. Rules are equal where they say the same; str() is the shortest text that reads back as them.
    """

    __slots__ = ("players", "sides", "_text")
    _free = "pasur_rules_free"

    def __init__(self, text: Union[str, "Rules"] = "pagat", players: int = 0):
        _library.kind("rules", text, (str, Rules), 'Rules or their text, such as "pagat"')
        players = _library.whole(-1 << 31, (1 << 31) - 1, players=players)  # the library says which are right
        self._handle = _library.make(C.pasur_rules_new, _library.encoded(str(text)), players)
        self._text = _library.words(_library.RULES_TEXT, C.pasur_rules_text, self._handle)
        self.players: int = C.pasur_rules_players(self._handle)
        self.sides: int = C.pasur_rules_sides(self._handle)

    def side(self, seat: int) -> int:
        """The side for which a seat plays: itself, or with partners seat % 2."""
        return C.pasur_rules_side(self._handle, _library.whole(0, self.players - 1, seat=seat))

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Rules({self._text!r})"

    def _key(self):
        return self._text.replace(f",players={self.players}", ""), self.players

    def __eq__(self, other) -> bool:
        return self._key() == other._key() if isinstance(other, Rules) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __copy__(self) -> "Rules":
        return self

    def __deepcopy__(self, memo) -> "Rules":
        return self

    def __reduce__(self):
        return Rules, (self._text,)


def rules_of(rules: Union[Rules, str], players: int = 0) -> Rules:
    return rules if isinstance(rules, Rules) else Rules(rules, players)


class View:
    """What one seat knows of a round: its own hand and what the table has seen. It does not change.

    By side: `piles` (Cards), `scores` of the match before this round, `surs` held. `seat` is whose view it is, `ply` the
    plays made so far (the seat to move is ply % players), `deal` from 0, `last` the side that captured last or None;
    `rules` are those of the round.
    """

    __slots__ = ("_c", "_sides", "rules")

    def __init__(self, c: CView, rules: Rules):
        self._c, self._sides, self.rules = c, rules.sides, rules

    @classmethod
    def read(cls, rules: Union[Rules, str] = "pagat", *, hand: str, pool: str, piles: Optional[str] = None,
             surs: Optional[str] = None, scores: Optional[str] = None, deal: Union[int, str, None] = None,
             last: Union[int, str, None] = None, seat: Union[int, str, None] = None, first: Optional[str] = None,
             plays: Optional[str] = None) -> "View":
        """A view as people write it, the words of `pasur advise`: View.read(hand="7hTd2c", pool="4c5d").
        Where all hands lie open (open_hands=1) hand names those of all seats, "A/B".
        piles, surs and scores are by side, "A/B"; captured cards that nobody told of may be missing. first and plays, both
        or neither, tell the history as requests of docs/protocol.md do: the first pool, and the plays with commas between
        them, or "-"."""
        rules = rules_of(rules)
        if (first is None) != (plays is None):
            raise Error("first and plays: both or neither")
        if plays is not None:  # they tell which deal it is, and whose turn
            _library.kind("plays", plays, str, 'plays with commas between them, or "-"')
            made = 0 if plays == "-" else plays.count(",") + 1
            deal = made // (4 * rules.players) + 1 if deal is None else deal
            seat = made % rules.players if seat is None else seat
        told = {"hand": hand, "pool": pool, "piles": piles, "surs": surs, "scores": scores, "deal": deal, "last": last,
                "seat": seat}
        words = CViewWords(**{name: None if word is None else _library.encoded(str(word)) for name, word in told.items()})
        c = CView()
        _library.call(C.pasur_view_read, byref(c), rules._handle, byref(words))
        if first is not None:
            _library.call(C.pasur_view_read_plays, byref(c), rules._handle, _library.encoded(first),
                          _library.encoded(str(plays)))
        return cls(c, rules)

    hand = property(lambda self: _set(self._c.hand), doc="Its own cards.")
    pool = property(lambda self: _set(self._c.pool), doc="The cards on the table.")
    hands = property(lambda self: tuple(map(_set, self._c.hands[:self.rules.players])) if any(self._c.hands) else None,
                     doc="The hands of all seats where they lie open (open_hands=1), else None.")
    piles = property(lambda self: tuple(map(_set, self._c.piles[:self._sides])), doc="Captured cards by side.")
    scores = property(lambda self: tuple(self._c.scores[:self._sides]), doc="Of the match before this round, by side.")
    surs = property(lambda self: tuple(self._c.surs[:self._sides]), doc="Surs that each side holds.")
    seat = property(lambda self: self._c.seat, doc="Whose view it is, from 0.")
    ply = property(lambda self: self._c.ply, doc="Plays made so far.")
    deal = property(lambda self: self._c.deal, doc="Which deal, from 0.")
    last = property(lambda self: None if self._c.last < 0 else self._c.last,
                    doc="The side that captured last, or None.")

    @property
    def unseen(self) -> Cards:
        """The cards that lie neither in its hand, nor in one that lies open, nor in the pool, nor in a pile that is known."""
        seen = self._c.hand | self._c.pool
        for cards in (*self._c.piles, *self._c.hands):
            seen |= cards
        return _set(PACK.bits & ~seen)

    @property
    def first_pool(self) -> Optional[Cards]:
        """The pool before the first play; None where the history is not known."""
        return _set(self._c.first_pool) if self._c.history_known else None

    @property
    def history(self) -> Optional[List[Play]]:
        """The plays so far, seat 0's first; None where they are not known."""
        if not self._c.history_known:
            return None
        plays, pool = [], self._c.first_pool
        for bits in self._c.history[:self._c.ply]:
            plays.append(play_of(bits, bits & ~pool))
            pool = pool & ~bits if bits & pool else pool | bits
        return plays

    def legal(self) -> List[Play]:
        """The legal plays of a seat that is to move, in the order of the pack."""
        buffer = _Buffer()
        count = C.pasur_view_legal(byref(self._c), buffer)
        return [play_of(bits, self._c.hand) for bits in buffer[:count]]

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}, play {self.ply + 1}: hand {self.hand}, pool {self.pool}>"


class Round(Handle):
    """One round: Round("pagat", seed=1, board=0) has the cards that `pasur sim` deals for that board of that seed."""

    __slots__ = ("rules",)
    _free = "pasur_round_free"

    def __init__(self, rules: Union[Rules, str] = "pagat", seed: int = 1, board: int = 0):
        self.rules: Rules = rules_of(rules)
        self._handle = _library.make(C.pasur_round_new, self.rules._handle)
        self.deal(seed, board)

    def deal(self, seed: int, board: int) -> None:
        """Begins again, with the cards of that board of that seed and scores of 0."""
        seed, board = _library.whole(seed=seed, board=board)
        C.pasur_round_deal(self._handle, seed, board)

    @classmethod
    def of_pack(cls, rules: Union[Rules, str], pack: Sequence[Union[str, Cards]],
                scores: Optional[Sequence[int]] = None) -> "Round":
        """A round of a pack: 52 cards in the order of dealing, or their text: the four of seat 0, of seat 1 …, the four
        of the first pool, then each later deal, seat by seat. scores: by side, of the match before it."""
        made = cls(rules)
        cards = re.findall(r"10.|..?", re.sub(r"\s", "", pack)) if isinstance(pack, str) else pack
        if len(cards) != _library.CARDS:
            raise Error(f"pack: 52 cards, not {len(cards)}")
        numbers = (ctypes.c_uint8 * _library.CARDS)(*(Cards(card)._one() for card in cards))
        if scores is not None and len(scores) != made.rules.sides:
            raise Error(f"scores: {made.rules.sides} sides, not {len(scores)}")
        for score in scores or ():
            _library.whole(-30000, 30000, score=score)
        before = None if scores is None else (ctypes.c_int32 * len(scores))(*scores)
        _library.call(C.pasur_round_deal_pack, made._handle, numbers, before)
        return made

    @classmethod
    def read(cls, record: str) -> "Round":
        """The round of a record, as far as its plays go, by the record's own rules."""
        made = cls()
        _library.call(C.pasur_round_read, made._handle, _library.encoded(record))
        rules = [line[6:] for line in made.record().splitlines() if line.startswith("rules ")]
        made.rules = Rules(rules[0] if rules else "pagat")
        return made

    def record(self) -> str:
        """The round as far as it was played, in the notation of records."""
        return _library.words(_library.RECORD_TEXT, C.pasur_round_text, self._handle)

    def copy(self) -> "Round":
        made = Round(self.rules)
        C.pasur_round_copy(made._handle, self._handle)
        return made

    __copy__ = copy

    def __deepcopy__(self, memo) -> "Round":
        return self.copy()

    def __reduce__(self):
        return Round.read, (self.record(),)

    over = property(lambda self: bool(C.pasur_round_over(self._handle)), doc="Has it ended?")
    turn = property(lambda self: C.pasur_round_turn(self._handle), doc="The seat to play, from 0.")
    ply = property(lambda self: C.pasur_round_ply(self._handle), doc="Plays made, 0 … 48.")
    pool = property(lambda self: _set(C.pasur_round_pool(self._handle)), doc="The cards on the table.")

    def hand(self, seat: int) -> Cards:
        """The cards that a seat holds."""
        seat = _library.whole(0, self.rules.players - 1, seat=seat)
        return _set(C.pasur_round_hand(self._handle, seat))

    def pile(self, side: int) -> Cards:
        """The cards that a side has captured, with those it captured them with."""
        side = _library.whole(0, self.rules.sides - 1, side=side)
        return _set(C.pasur_round_pile(self._handle, side))

    def legal(self) -> List[Play]:
        """The legal plays of the seat to move, in the order of the pack; none once the round is over."""
        buffer = _Buffer()
        count = C.pasur_round_legal(self._handle, buffer)
        hand = C.pasur_round_hand(self._handle, self.turn)
        return [play_of(bits, hand) for bits in buffer[:count]]

    def play(self, play: Union[Play, Cards, str]) -> None:
        """Makes a play of the seat to move: one of legal(), or its text such as "7hx4c". New hands are dealt by
        themselves. Raises Error where it is not legal."""
        _library.call(C.pasur_round_play, self._handle, play_bits(play))

    def view(self, seat: Optional[int] = None) -> View:
        """What a seat knows; None: the seat to move."""
        seat = self.turn if seat is None else _library.whole(0, self.rules.players - 1, seat=seat)
        c = CView()
        C.pasur_round_view(byref(c), self._handle, seat)
        return View(c, self.rules)

    def count(self) -> Tuple[Count, ...]:
        """What each side has scored; before the end as if the round ended here, with clubs only for seven or more."""
        counts = (CCount * _library.SEATS)()
        C.pasur_round_count(self._handle, counts)
        return tuple(Count(*(getattr(count, name) for name in Count._fields)) for count in counts[:self.rules.sides])

    def __repr__(self) -> str:
        return f"<Round of {self.rules}, {self.ply} plays{', over' if self.over else ''}>"
