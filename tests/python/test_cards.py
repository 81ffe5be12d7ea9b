# SPDX-License-Identifier: GPL-3.0-or-later
"""Cards and plays as values and as text."""
import copy
import pickle
import unittest

import numpy as np
import pasur
from pasur import Cards, Play


class CardsTest(unittest.TestCase):
    def test_text_is_read_and_written(self):
        self.assertEqual(str(Cards("kh 10D ac")), "AcTdKh")
        self.assertEqual(Cards("Ac7h").bits, 1 | 1 << 26)
        self.assertEqual(Cards(Cards("Ac7h").bits), Cards("Ac7h"))
        self.assertEqual(repr(Cards("Ac")), "Cards('Ac')")
        self.assertEqual(str(Cards()), "")
        self.assertEqual(len(pasur.PACK), 52)

    def test_they_are_a_set(self):
        cards = Cards("Ac7hTd")
        self.assertEqual([str(card) for card in cards], ["Ac", "7h", "Td"])
        self.assertIn("7h", cards)
        self.assertIn(Cards("AcTd"), cards)
        self.assertNotIn("7d", cards)
        self.assertEqual(cards - Cards("7h"), Cards("AcTd"))
        self.assertEqual(cards & Cards("7hKd"), Cards("7h"))
        self.assertEqual(cards | Cards("Kd"), Cards("Ac7hTdKd"))
        self.assertEqual(cards ^ Cards("AcKd"), Cards("7hTdKd"))
        self.assertTrue(Cards("7h") <= cards and not cards <= Cards("7h"))
        self.assertFalse(Cards())
        self.assertEqual(len({Cards("Ac7h"), Cards("7hAc"), cards}), 2)

    def test_one_card_has_rank_and_suit(self):
        self.assertEqual([card.rank for card in Cards("AcTdJhKs")], [1, 10, 11, 13])
        self.assertEqual([card.suit for card in Cards("AcTdJhKs")], ["c", "d", "h", "s"])
        with self.assertRaisesRegex(pasur.Error, "one card"):
            Cards("AcTd").rank

    def test_what_is_wrong_is_refused_in_one_line(self):
        for wrong in ("Ax", "AcAc", "7h4", 1 << 52, -1):
            with self.assertRaises(pasur.Error) as raised:
                Cards(wrong)
            self.assertEqual(raised.exception.status, 2)
            self.assertNotIn("\n", str(raised.exception))
        with self.assertRaises(AttributeError):
            Cards("Ac").bits = 3

    def test_a_play_is_a_card_and_what_it_captures(self):
        play = Play("7hx4c")
        self.assertEqual((play.card, play.captured, play.cards), (Cards("7h"), Cards("4c"), Cards("4c7h")))
        self.assertEqual(str(Play("5sx3hAd2c")), "5sxAd2c3h")
        self.assertEqual(str(Play("10c")), "Tc")
        self.assertNotEqual(Play("7hx4c"), Play("4cx7h"))
        for wrong in ("", "7hx", "7h4c", "7hx7h"):
            with self.assertRaises(pasur.Error):
                Play(wrong)

    def test_a_play_equals_its_text(self):
        self.assertEqual(Play("7hx4c"), "7hx4c")
        self.assertIn("3d", [Play("Kd"), Play("3d")])
        self.assertIn(Play("3d"), {"3d"})
        self.assertNotEqual(Play("3d"), "3c")

    def test_other_types_are_refused(self):
        for wrong in (3.5, None, ["Ac"]):
            with self.assertRaisesRegex(TypeError, "cards: their text"):
                Cards(wrong)
        for wrong in (3, None, Cards("Ac")):
            with self.assertRaisesRegex(TypeError, "play: its text"):
                Play(wrong)

    def test_bits_are_a_number_for_each_card(self):
        self.assertEqual(np.flatnonzero(pasur.bits(Cards("Ac7hKs"))).tolist(), [0, 26, 51])
        self.assertEqual(np.flatnonzero(pasur.bits(Play("7hx4c"))).tolist(), [12, 26])
        steps = pasur.Steps("pagat", n=3)
        plays = pasur.bits(steps.plays[:steps.first[-1]])
        self.assertEqual((plays.shape, plays.dtype), ((int(steps.first[-1]), 52), np.uint8))
        self.assertEqual([str(Cards(int(bits))) for bits in (plays.astype(object) * [1 << i for i in range(52)]).sum(1)],
                         [str(play.cards) for i in range(3) for play in steps.round(i).legal()])
        self.assertEqual(pasur.bits(np.zeros((2, 3), np.uint64)).shape, (2, 3, 52))
        with self.assertRaisesRegex(TypeError, "array of whole numbers"):
            pasur.bits(1.5)

    def test_they_can_be_copied_and_pickled(self):
        for value in (Cards("Ac7h"), Play("7hx4c"), pasur.Rules("pagat", 3)):
            self.assertEqual(pickle.loads(pickle.dumps(value)), value)
            self.assertEqual(copy.deepcopy(value), value)


if __name__ == "__main__":
    unittest.main()
