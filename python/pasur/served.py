# SPDX-License-Identifier: GPL-3.0-or-later
"""A function as a bot for `pasur sim exec:…`: the other end of the line protocol of docs/protocol.md."""
from __future__ import annotations

import sys
from typing import IO, Any, Callable, List, Optional, Tuple

import numpy as np

from ._library import Error, kind
from .agents import Function, Policy, _chosen, places_of
from .cards import Play, play_of
from .rounds import Rules, View
from .steps import observe

_MASK = (1 << 64) - 1
_FIELDS = ("hand", "pool", "piles", "surs", "scores", "last", "seat", "deal")


class _Stream:
    """PCG32 (XSH-RR 64/32) from the two numbers of a request."""

    def __init__(self, text: str):
        self.state, self._increment = (int(number, 16) for number in text.split("/"))

    def draw(self) -> int:
        old = self.state
        self.state = (old * 6364136223846793005 + self._increment) & _MASK
        mixed, turn = ((old >> 18 ^ old) >> 27) & 0xFFFFFFFF, old >> 59
        return (mixed >> turn | mixed << (-turn & 31)) & 0xFFFFFFFF

    def random(self) -> int:
        high = self.draw()
        return high << 32 | self.draw()


class _Ask:
    """A request: its number, the view, the legal plays and 64 random bits."""

    def __init__(self, line: str, rules: Rules):
        words = line.split()
        self.id, told = words[1], dict(zip(words[2::2], words[3::2]))
        self.view = View.read(rules, **{name: None if told[name] == "-" and name == "last" else told[name]
                                        for name in _FIELDS},
                              **({} if told["first"] == "-" else {"first": told["first"], "plays": told["plays"]}))
        self.plays: List[Play] = self.view.legal()
        stream = _Stream(told["stream"])
        self.random, self.state = stream.random(), stream.state

    def answer(self, bits: int) -> str:
        return f"play {self.id} {play_of(bits, self.view._c.hand)} {self.state:016x}"


def _answers(asks: List[_Ask], function: Callable, batch: bool, name: str) -> List[str]:
    if not batch:
        return [ask.answer(_chosen(function(ask.view, ask.plays, ask.random), [play.bits for play in ask.plays], name))
                for ask in asks]
    shown: List[Tuple[np.ndarray, np.ndarray]] = [observe(ask.view) for ask in asks]
    first = np.cumsum([0] + [len(ask.plays) for ask in asks]).astype(np.uint32)
    plays = np.array([play.bits for ask in asks for play in ask.plays], np.uint64)
    places = places_of(function(np.array([planes for planes, _ in shown]), np.array([counts for _, counts in shown]),
                                plays, first), first, name)
    return [ask.answer(int(plays[place])) for ask, place in zip(asks, places)]


def serve(function: Any, *, batch: bool = False, name: str = "", rules: str = "", players: str = "",
          lines: Optional[IO[str]] = None, out: Optional[IO[str]] = None) -> None:
    """Answers the requests of `pasur sim exec:'python3 mybot.py' …` until the end of the input, by the function that
    Agent.own takes: function(view, plays, random), or with batch=True by that of Agent.own_batch, which is shown all
    requests of a batch at once. It plays as those agents do in `sim`, to the last card. name, rules ("pagat,french") and
    players ("2,3"): what the bot says of itself. lines and out: None for stdin and stdout. An exception of the function
    ends the bot."""
    kind("function", function, Callable, "a function, as of Agent.own, or with batch=True of Agent.own_batch")
    asks: List[_Ask] = []
    agreed: Optional[Rules] = None
    name = name or getattr(function, "__name__", "own")
    lines, out = lines or sys.stdin, out or sys.stdout
    ready = "ready 1 batch end" + "".join(f" {word}={told}" for word, told in (
        ("rules", rules), ("players", players), ("name", _word(name))) if told)
    for line in lines:
        words = line.split()
        answers: List[str] = []
        if words[:1] == ["bye"]:
            break
        if words[:2] == ["hello", "1"]:
            agreed = Rules(words[words.index("rules") + 1])
            answers = [ready]
        elif words[:1] == ["ask"] and agreed:
            try:
                asks.append(_Ask(line, agreed))
            except (Error, LookupError, ValueError) as error:
                answers = [f"error {words[1] if len(words) > 1 else 0} {error}"]
        elif words == ["end"]:
            answers, asks = _answers(asks, function, batch, name) if asks else [], []
        else:
            answers = ["error 0 this is no line of the protocol"]
        if answers:
            out.write("".join(f"{answer}\n" for answer in answers))
            out.flush()


def _word(name: str) -> str:
    """The name as one word of the protocol."""
    return "".join(letter if letter.isalnum() and letter.isascii() or letter in "._+-" else "_" for letter in name)[:40]
