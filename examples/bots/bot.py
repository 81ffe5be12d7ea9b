#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bot in Python that finds the plays itself and takes what is worth most at once: pasur sim exec:examples/bots/bot.py greedy"""
import itertools, sys

RANKS = "A23456789TJQK"


def cards(text):
    return [text[i:i + 2] for i in range(0, len(text), 2) if text[i] in RANKS]  # "-": there are none

def value(card):  # 1 to 10 of a numeral, then J Q K
    return RANKS.index(card[0]) + 1

def captures(card, pool):
    if value(card) > 11:  # a queen or a king takes one of its kind
        return [(other,) for other in pool if other[0] == card[0]]
    if value(card) == 11:  # a jack takes all numerals and jacks
        return list(filter(None, [tuple(c for c in pool if value(c) <= 11)]))
    low = [c for c in pool if value(c) <= 10]  # a numeral takes cards that make eleven with it, seven at the most
    return [t for n in range(1, 8) for t in itertools.combinations(low, n) if sum(map(value, t)) == 11 - value(card)]


def worth(card, taken):
    points = {"2c": 2, "Td": 3}
    gain = sum(points.get(c, c[0] in "AJ") + (c[1] == "c") / 2 + 0.1 for c in (card, *taken))
    return gain if taken else -value(card) / 100  # trail low


for line in sys.stdin:
    words = line.split()
    if line.startswith("hello "):
        print("ready 1", flush=True)
    elif line.startswith("ask ") and "pool" in words:
        told = dict(zip(words[::2], words[1::2]))
        pool = cards(told["pool"])
        plays = [(card, taken) for card in cards(told["hand"]) for taken in captures(card, pool) or [()]]
        for card, taken in sorted(plays, key=lambda play: worth(*play), reverse=True)[:1]:
            print("play", told["ask"], card + ("x" if taken else "") + "".join(taken), flush=True)
