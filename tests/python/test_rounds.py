# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules, rounds and views."""
import copy
import gc
import pickle
import random
import unittest

import common
import pasur


class RulesTest(unittest.TestCase):
    def test_rules_say_what_they_are(self):
        rules = pasur.Rules("pagat", players=4)
        self.assertEqual((rules.players, rules.sides, rules.side(3)), (4, 2, 1))
        self.assertEqual(str(pasur.Rules("pagat,sur_points=5")), "pagat")
        self.assertEqual(pasur.Rules("pagat"), pasur.Rules("pagat,players=2"))
        self.assertEqual(pasur.Rules("ru-baaz").players, 3)

    def test_what_is_wrong_is_refused(self):
        for wrong, said in (("pagta", "pagat"), ("pagat,target=0", "target"), ("pagat,players=9", "players")):
            with self.assertRaisesRegex(pasur.Error, said):
                pasur.Rules(wrong)
        with self.assertRaisesRegex(pasur.Error, "seat"):
            pasur.Rules().side(2)


class RoundTest(unittest.TestCase):
    def test_a_round_is_played_to_its_end(self):
        draw = random.Random(1)
        for rules in (pasur.Rules("pagat"), pasur.Rules("bicycle", 3), pasur.Rules("french", 4)):
            round = pasur.Round(rules, seed=7, board=draw.randrange(1000))
            while not round.over:
                plays = round.legal()
                self.assertEqual(len(set(plays)), len(plays))
                play = draw.choice(plays)
                self.assertIn(play.card, round.hand(round.turn))
                self.assertLessEqual(play.captured, round.pool)
                round.play(play)
            self.assertEqual(round.legal(), [])
            self.assertEqual(round.ply, 48)
            self.assertEqual(sum(len(round.pile(side)) for side in range(rules.sides)) + len(round.pool), 52)
            self.assertEqual(sum(count.cards for count in round.count()), 52 - len(round.pool))
            self.assertEqual(sum(count.clubs for count in round.count()), 13)

    def test_deals_are_those_of_the_program(self):
        record = pasur.Round("pagat,players=3", seed=5, board=2).record()
        printed = common.program("deal", "--boards", "3", "--rules", "pagat,players=3", "--seed", "5")
        deal = [line for line in record.splitlines() if line.startswith("deal ")]
        self.assertEqual(deal, [line for line in printed.splitlines() if line.startswith("deal ")][2:])

    def test_a_record_is_read_back(self):
        round = pasur.play_round(pasur.Round("wikipedia,players=3", seed=2), ["random"] * 3)
        again = pasur.Round.read(round.record())
        self.assertEqual(again.record(), round.record())
        self.assertEqual((again.rules, again.over), (round.rules, True))
        self.assertEqual(common.program("replay", "-", stdin=round.record()).splitlines()[1][:4], "0,1,")
        self.assertEqual(pickle.loads(pickle.dumps(round)).count(), round.count())
        with self.assertRaisesRegex(pasur.Error, "line 2"):
            pasur.Round.read("rules pagat\nnonsense\n")

    def test_a_pack_is_dealt(self):
        pack = [line[5:] for line in pasur.Round(seed=3).record().splitlines() if line.startswith("deal ")][0]
        round = pasur.Round.of_pack("pagat", pack, scores=[30, 61])
        self.assertEqual(round.hand(0), pasur.Round(seed=3).hand(0))
        self.assertEqual(round.view().scores, (30, 61))
        for wrong, scores in ((pack[:-2], None), (pack[:-2] + pack[:2], None), (pack, [1]), (pack, [1, 40000])):
            with self.assertRaises(pasur.Error):
                pasur.Round.of_pack("pagat", wrong, scores)

    def test_an_illegal_play_is_refused_and_nothing_changes(self):
        round = pasur.Round()
        before = round.record()
        absent = next(iter(pasur.PACK - round.hand(0)))
        for wrong in (str(absent), pasur.Play(str(absent)), absent, "Kcx2d"):
            with self.assertRaises(pasur.Error):
                round.play(wrong)
        with self.assertRaises(pasur.Error):
            round.hand(2)
        with self.assertRaises(pasur.Error):
            round.pile(-1)
        self.assertEqual(round.record(), before)

    def test_a_copy_goes_its_own_way(self):
        round = pasur.Round()
        for other in (round.copy(), copy.copy(round), copy.deepcopy(round)):
            other.play(other.legal()[0])
            self.assertEqual((round.ply, other.ply), (0, 1))

    def test_a_round_outlives_its_rules(self):
        round = pasur.Round(pasur.Rules("pagat", 3))
        gc.collect()
        self.assertEqual(len(round.hand(2)), 4)

    def test_a_pack_as_people_write_it(self):
        round = pasur.Round()
        deal = next(line[5:] for line in round.record().splitlines() if line.startswith("deal "))
        spaced = " ".join(deal[i:i + 2].replace("T", "10") for i in range(0, len(deal), 2))
        self.assertEqual(pasur.Round.of_pack("pagat", spaced).record(), round.record())
        self.assertEqual(pasur.Round.of_pack("pagat", deal, [-1, 7]).view().scores[:2], (-1, 7))
        with self.assertRaisesRegex(pasur.Error, "score: -30000 to 30000"):
            pasur.Round.of_pack("pagat", deal, [1, (1 << 32) + 7])

    def test_a_text_ends_where_it_ends(self):
        for wrong in (lambda: pasur.Rules("pagat\0,target=51"), lambda: pasur.Cards("Ac\0zz"),
                      lambda: pasur.Agent("pagat", "greedy\0"), lambda: pasur.View.read(hand="7h\0", pool="4c")):
            with self.assertRaisesRegex(pasur.Error, "a text has no NUL"):
                wrong()


class ViewTest(unittest.TestCase):
    def test_a_view_shows_what_its_seat_knows(self):
        round = pasur.Round(seed=4)
        plays = []
        for _ in range(20):
            plays.append(round.legal()[-1])
            round.play(plays[-1])
        view = round.view()
        self.assertEqual((view.hand, view.pool), (round.hand(0), round.pool))
        self.assertEqual(view.piles, (round.pile(0), round.pile(1)))
        self.assertEqual(view.history, plays)
        self.assertEqual(view.first_pool, pasur.Round(seed=4).pool)
        self.assertEqual((view.seat, view.ply, view.deal), (0, 20, 2))
        self.assertEqual(view.legal(), round.legal())
        self.assertEqual(view.surs, tuple(count.surs for count in round.count()))
        self.assertEqual(view.unseen | view.hand | view.pool | view.piles[0] | view.piles[1], pasur.PACK)
        self.assertLessEqual(round.hand(1), view.unseen)
        self.assertEqual(round.view(1).hand, round.hand(1))

    def test_a_view_is_read_from_words(self):
        view = pasur.View.read(hand="7hTd2c", pool="4c5d", piles="KcKd/", scores="14/31", deal=2, last=0)
        self.assertEqual((str(view.hand), str(view.pool), str(view.piles[0])), ("2c7hTd", "4c5d", "KcKd"))
        self.assertEqual((view.scores, view.deal, view.last, view.history), ((14, 31), 1, 0, None))
        self.assertEqual([str(play) for play in view.legal()], ["2cx4c5d", "7hx4c", "Td"])
        with self.assertRaisesRegex(pasur.Error, "(?i)7h"):
            pasur.View.read(hand="7h", pool="7h")

    def test_a_view_is_told_its_history(self):
        round = pasur.Round("pagat,players=3", seed=6)
        for ply in range(47):
            view = round.view()
            told = dict(hand=str(view.hand), pool=str(view.pool), piles="/".join(map(str, view.piles)),
                        surs="/".join(map(str, view.surs)), scores="0/0/0", first=str(view.first_pool),
                        plays=",".join(map(str, view.history)) or "-")
            again = pasur.View.read(round.rules, **told)
            self.assertEqual((again.history, again.first_pool, again.last, again.ply, again.deal, again.seat),
                             (view.history, view.first_pool, view.last, view.ply, view.deal, view.seat))
            if ply:
                for spoiled in ({"first": "AcAdAhAs"}, {"plays": "-"}, {"plays": told["plays"] + ",Kc"}, {"plays": "x"},
                                {"plays": None}):
                    with self.assertRaises(pasur.Error):
                        pasur.View.read(round.rules, **{**told, **spoiled})
            round.play(round.legal()[-1])

    def test_open_hands_are_in_the_view(self):
        round = pasur.Round("pagat,open_hands=1")
        view = round.view(0)
        self.assertEqual(view.hands, (round.hand(0), round.hand(1)))
        self.assertFalse(round.hand(1) & view.unseen)
        self.assertIsNone(pasur.Round("pagat").view(0).hands)
        read = pasur.View.read("pagat,open_hands=1", hand="4c7h/AcAdTs", pool="2c3h7dTd8s")
        self.assertEqual((read.seat, str(read.hand), str(read.hands[0])), (1, "AcAdTs", "4c7h"))


if __name__ == "__main__":
    unittest.main()
