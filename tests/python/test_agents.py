# SPDX-License-Identifier: GPL-3.0-or-later
"""Agents, players, boards between them, and what plays are worth."""
import copy
import csv
import gc
import io
import math
import os
import pickle
import sys
import tempfile
import unittest

import common
import numpy as np
import pasur
from pasur._student import interval, student_tail, student_upper


def most(view, plays, random):
    """What captures most cards."""
    return max(plays, key=lambda play: len(play.captured))


class OwnAgentTest(unittest.TestCase):
    def test_a_function_is_asked_and_its_play_is_played(self):
        asked = []

        def last(view, plays, random):
            asked.append((view.seat, view.legal() == plays, random))
            return len(plays) - 1

        round = pasur.play_round(pasur.Round(), [pasur.Agent.own("pagat", last), pasur.Agent("pagat", "greedy")])
        self.assertTrue(round.over)
        self.assertEqual([seat for seat, _, _ in asked], [0] * 24)
        self.assertTrue(all(same for _, same, _ in asked))
        before, asked[:] = asked[:], []
        pasur.play_round(pasur.Round(), [pasur.Agent.own("pagat", last), pasur.Agent("pagat", "greedy")])
        self.assertEqual(asked, before)  # random bits too
        self.assertGreater(len({random for _, _, random in asked}), 20)

    def test_play_text_and_place_are_the_same_choice(self):
        choices = [lambda v, plays, r: plays[-1], lambda v, plays, r: str(plays[-1]), lambda v, plays, r: len(plays) - 1,
                   lambda v, plays, r: np.int64(len(plays) - 1), lambda v, plays, r: plays[-1].cards]
        records = {pasur.play_round(pasur.Round(), [pasur.Agent.own("pagat", choose), "random"]).record()
                   for choose in choices}
        self.assertEqual(len(records), 1)

    def test_an_exception_comes_out(self):
        class Mine(Exception):
            pass

        def raises(view, plays, random):
            if view.ply > 10:
                raise Mine("eleven")
            return 0

        agent = pasur.Agent.own("pagat", raises)
        for _ in range(2):
            with self.assertRaisesRegex(Mine, "eleven"):
                pasur.sim([agent, "greedy"], boards=50)
        with self.assertRaises(Mine):
            pasur.sim([agent, "greedy"], boards=50, threads=2)
        round = pasur.Round()
        with self.assertRaises(Mine):
            pasur.play_round(round, [agent, "greedy"])
        self.assertEqual(round.ply, 0)

        def interrupted(view, plays, random):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            pasur.sim([pasur.Agent.own("pagat", interrupted), "greedy"])

    def test_a_choice_that_is_none_is_an_error(self):
        for choice, said in ((99, "99"), (-1, "-1"), ("Kcx2d", "Kcx2d"), (None, "None"), (1.5, "1.5")):
            agent = pasur.Agent.own("pagat", lambda v, plays, r: choice, name="mine")
            with self.assertRaisesRegex((pasur.Error, TypeError), "mine: chose .*" + said):
                pasur.sim([agent, "greedy"], boards=2)

    def test_the_agent_keeps_its_function_alive(self):
        def play():
            agent = pasur.Agent.own("pagat", lambda view, plays, random: 0)
            return pasur.Player(agent)

        player = play()
        gc.collect()
        round = pasur.Round()
        player.begin(round, 0)
        self.assertEqual(player.choose(round), round.legal()[0])


class AgentTest(unittest.TestCase):
    def test_agents_can_be_copied_and_players_cannot(self):
        agent = pasur.Agent("pagat,target=100", "tactic:exact=1")
        again = pickle.loads(pickle.dumps(agent))
        self.assertEqual((again.name, again.rules), (agent.name, agent.rules))
        own = pasur.Agent.own("pagat", most)
        self.assertIs(copy.deepcopy(own), own)
        for made in (pasur.Player(agent), pasur.Steps("pagat", n=2)):
            with self.assertRaises(TypeError):
                copy.copy(made)
        with self.assertRaises(TypeError):
            pickle.dumps(own)

    def test_players_are_made_of_texts_too(self):
        self.assertEqual(pasur.Player("greedy").agent.name, "greedy")
        self.assertEqual(pasur.Player("tactic", "bicycle").agent.rules, pasur.Rules("bicycle"))

    def test_other_types_are_refused(self):
        round, player = pasur.Round(), pasur.Player("greedy")
        for call, said in ((lambda: pasur.sim([most, "greedy"]), "Agent.own"), (lambda: pasur.sim(3), "agents: a list"),
                           (lambda: pasur.play_round(round, [most, "greedy"]), "Agent.own"),
                           (lambda: pasur.play_round(round, "greedy"), "agents: a list"),
                           (lambda: pasur.play_round(3, ["greedy"] * 2), "round: a Round"),
                           (lambda: pasur.sim(["greedy"] * 2, seed=1.5), "seed: a whole number"),
                           (lambda: pasur.sim(["greedy"] * 2, threads="2"), "threads: a whole number"),
                           (lambda: pasur.Agent("pagat", most), "Agent.own"),
                           (lambda: pasur.Agent.own("pagat", None), "function: a function"),
                           (lambda: pasur.Agent(3, "greedy"), "rules: Rules or their text"),
                           (lambda: pasur.Player(None), "agent: an Agent or its text"),
                           (lambda: player.begin(round, "1"), "seat: a whole number"),
                           (lambda: player.choose("1"), "round: a Round"), (lambda: round.play(0), "play: a Play"),
                           (lambda: pasur.Round(seed="1"), "seed: a whole number"),
                           (lambda: pasur.Round(board=0.5), "board: a whole number"),
                           (lambda: pasur.solve(None), "round: a Round"),
                           (lambda: pasur.advise("ismcts", 3), "position: a View or a Round"),
                           (lambda: pasur.advise("ismcts", round, iterations=1e3), "iterations: a whole number")):
            with self.assertRaisesRegex(TypeError, said):
                call()
        for call in (lambda: pasur.Agent("pagat", "human"), lambda: pasur.Player("greedy").choose(round)):
            with self.assertRaises(pasur.Error) as raised:
                call()
            self.assertNotIn("pasur_", str(raised.exception))
        self.assertEqual(pasur.Round(seed=np.int64(3), board=np.uint8(2)).record(), pasur.Round(seed=3, board=2).record())

    def test_what_is_wrong_is_refused(self):
        for wrong, said in (("gredy", "greedy"), ("human", "person"), ("tactic:leaves=1", "leave"),
                            ("tactic:goal=match", "match")):
            with self.assertRaisesRegex(pasur.Error, said):
                pasur.Agent("pagat", wrong)
        with self.assertRaisesRegex(pasur.Error, "other rules"):
            pasur.play_round(pasur.Round("pagat"), [pasur.Agent("bicycle", "greedy"), "greedy"])
        with self.assertRaisesRegex(pasur.Error, "2 seats"):
            pasur.play_round(pasur.Round("pagat"), ["greedy"])

    def test_players_play_what_play_round_plays(self):
        agents = [pasur.Agent("pagat", name) for name in ("random", "tactic")]
        round = pasur.Round(seed=3, board=8)
        players = [pasur.Player(agent) for agent in agents]
        for seat, player in enumerate(players):
            player.begin(round, seat, seed=3, board=8)
        while not round.over:
            round.play(players[round.turn].choose(round))
        self.assertEqual(round.record(), pasur.play_round(pasur.Round(seed=3, board=8), agents, 3, 8).record())
        with self.assertRaisesRegex(pasur.Error, "over"):
            players[0].choose(round)


def most_many(planes, counts, plays, first):
    """The places of the plays with most cards: the first of them."""
    sizes = pasur.bits(plays).sum(axis=-1)
    return np.array([low + np.argmax(sizes[low:high]) for low, high in zip(first[:-1].astype(int), first[1:].astype(int))])


class ManyTest(unittest.TestCase):
    def test_many_at_once_play_as_one_by_one(self):
        for rules in ("pagat", "pagat,players=3", "bicycle,players=4"):
            many, alone = pasur.Agent.own_batch(rules, most_many), pasur.Agent.own(rules, most)
            played, wanted = pasur.sim([many, "greedy"], 150, seed=4), pasur.sim([alone, "greedy"], 150, seed=4)
            np.testing.assert_array_equal(played.points, wanted.points)
        self.assertEqual(pasur.play_round(pasur.Round(), [pasur.Agent.own_batch("pagat", most_many), "greedy"]).record(),
                         pasur.play_round(pasur.Round(), [pasur.Agent.own("pagat", most), "greedy"]).record())

    def test_it_is_shown_what_steps_show(self):
        sizes = []

        def looks(planes, counts, plays, first):
            sizes.append(len(first) - 1)
            self.assertEqual((planes.shape, planes.dtype), ((sizes[-1], pasur.PLANES, 52), np.uint8))
            self.assertEqual((counts.shape, counts.dtype), ((sizes[-1], pasur.COUNTS), np.int16))
            self.assertEqual((len(plays), plays.dtype, first.dtype), (first[-1], np.uint64, np.uint32))
            hands = (planes[:, 0].astype(np.uint64) << np.arange(52, dtype=np.uint64)).sum(axis=1, dtype=np.uint64)
            self.assertTrue((plays & np.repeat(hands, np.diff(first)) != 0).all())
            return first[:-1]

        pasur.sim([pasur.Agent.own_batch("pagat", looks), "greedy"], 2048)
        self.assertGreater(max(sizes), 240)
        self.assertLessEqual(max(sizes), 256)
        self.assertGreater(np.mean(sizes), 200)

    def test_two_policies_have_a_verdict(self):
        played = pasur.duel(most_many, "greedy", 100, seed=2)
        wanted = pasur.sim([pasur.Agent.own("pagat", most, "most_many"), "greedy"], 100, seed=2)
        self.assertEqual(played.verdict(), wanted.verdict())
        self.assertEqual(pasur.duel(most_many, lambda planes, counts, plays, first: most_many(planes, counts, plays, first), 20,
                                    rules="pagat,players=4").verdict().mean, 0)

    def test_steps_ask_it_for_many(self):
        steps, asked = pasur.Steps("pagat", n=300), []
        player = pasur.Player(pasur.Agent.own_batch("pagat", lambda *shown: asked.append(len(shown[3]) - 1) or most_many(*shown)))
        plays = steps.choose(player)
        np.testing.assert_array_equal(plays, steps.plays[most_many(None, None, steps.plays[:steps.first[-1]], steps.first)])
        self.assertEqual(asked, [256, 44])

    def test_what_is_wrong_comes_out(self):
        for wrong, said, error in ((lambda p, c, plays, first: first[1:], "none of its legal plays", pasur.Error),
                                   (lambda p, c, plays, first: first, "shape", pasur.Error),
                                   (lambda p, c, plays, first: first[:-1] + 0.5, "whole numbers", TypeError),
                                   (lambda p, c, plays, first: 1 / 0, "division", ZeroDivisionError)):
            with self.assertRaisesRegex(error, said):
                pasur.duel(wrong, "greedy", 10)
        with self.assertRaisesRegex(TypeError, "a function"):
            pasur.Agent.own_batch("pagat", 3)


BOT = """
import pasur, sys
sys.path.insert(0, {tests!r})
from test_agents import most, most_many
pasur.serve({function}, batch={batch}, players="2", rules="pagat")
"""


class ServeTest(unittest.TestCase):
    def lines(self, *lines, **options):
        out = io.StringIO()
        pasur.serve(lambda view, plays, random: random % len(plays), lines=io.StringIO("".join(lines)), out=out, **options)
        return out.getvalue().splitlines()

    def test_a_bot_plays_as_the_agent(self):
        for function, batch in (("most_many", True), ("lambda view, plays, random: random % len(plays)", False)):
            with tempfile.NamedTemporaryFile("w", suffix=".py") as bot:
                bot.write(BOT.format(tests=os.path.dirname(__file__), function=function, batch=batch))
                bot.flush()
                shown = common.program("sim", f"exec:{sys.executable} {bot.name}", "greedy", "--boards", "40", "--csv", "-", "-q")
            agent = (pasur.Agent.own_batch if batch else pasur.Agent.own)("pagat", eval(function), "bot")
            rows = [row.split(",") for row in shown.splitlines() if not row.startswith("#")]
            self.assertEqual(float(rows[1][rows[0].index("diff_mean")]), pasur.sim([agent, "greedy"], 40).verdict().mean)

    def test_lines_are_answered(self):
        hello = "hello 1 version 9 rules pagat,players=2 seed 1\n"
        ask = ("ask 17 seat 1 deal 1 hand 3d4d6sTd pool 6hKc piles 2c9d/- surs 1/0 scores 5/6 last 0 "
               "stream 00000000000000aa/0000000000000005 first 6h9dKcAs plays 2cx9d\n")
        self.assertEqual(self.lines(hello, name="my bot", players="2"),
                         ["ready 1 batch end players=2 name=my_bot"])
        wrong = self.lines(hello, ask, "ask\n", "nonsense\n", "bye\n", hello)[1:]
        self.assertEqual([line.split()[:2] for line in wrong], [["error", "17"], ["error", "0"], ["error", "0"]])
        view = pasur.Round().view()
        told = (f"ask 3 seat 0 deal 1 hand {view.hand} pool {view.pool} piles -/- surs 0/0 scores 0/0 last - "
                f"stream 00000000000000aa/0000000000000005 first {view.pool} plays -\n")
        self.assertEqual(len(self.lines(hello, told)), 1)  # nothing is answered before the end of the batch
        self.assertRegex(self.lines(hello, told, "end\n")[1], "^play 3 [^ ]+ [0-9a-f]{16}$")


class SimTest(unittest.TestCase):
    def rows(self, *words):
        text = common.program("sim", *words, "--csv", "-", "--quiet")
        return list(csv.DictReader(line for line in io.StringIO(text) if not line.startswith("#")))

    def test_the_verdict_is_what_the_program_prints(self):
        for agents, rules in ((["greedy", "random"], "pagat"), (["greedy", "random", "tactic"], "pagat"),
                              (["tactic", "greedy"], "pagat,players=3"), (["tactic", "greedy"], "pagat,players=4"),
                              (["tactic", "greedy"], "pagat,players=4,teams=0")):
            printed = self.rows(*agents, "--boards", "60", "--seed", "9", "--rules", rules)
            played = pasur.sim(agents, boards=60, seed=9, rules=rules)
            for i, row in enumerate(printed):
                verdict = played.verdict(i)
                self.assertEqual((verdict.boards, verdict.rounds), (int(row["boards"]), int(row["rounds"])))
                for name, column in (("mean", "diff_mean"), ("sd", "diff_sd"), ("low", "diff_ci_low"),
                                     ("high", "diff_ci_high")):
                    self.assertAlmostEqual(getattr(verdict, name), float(row[column]), delta=1e-12)
                self.assertAlmostEqual(played.diff(i).mean(), verdict.mean, delta=1e-12)
                self.assertAlmostEqual(played.points[played.agent == i].mean(), float(row["points_mean"]), delta=1e-12)

    def test_agents_are_found_by_name(self):
        played = pasur.sim(["greedy", "random"], boards=20)
        self.assertEqual(played.verdict("random"), played.verdict(1))
        self.assertEqual(played.diff("greedy").tolist(), played.diff(0).tolist())
        for wrong in ("tactic", "greed"):
            with self.assertRaisesRegex(pasur.Error, "greedy, random"):
                played.verdict(wrong)
        with self.assertRaisesRegex(pasur.Error, "greedy, greedy"):
            pasur.sim(["greedy", "greedy"], boards=2).verdict("greedy")

    def test_each_board_once(self):
        printed = self.rows("greedy", "random", "--boards", "61", "--no-duplicate")
        played = pasur.sim(["greedy", "random"], boards=61, alone=True)
        self.assertEqual(played.points.shape, (61, 1, 2))
        self.assertAlmostEqual(played.verdict().mean, float(printed[0]["diff_mean"]), delta=1e-12)

    def test_arrays_do_not_depend_on_threads_or_slices(self):
        all_boards = pasur.sim(["tactic", "random"], boards=40, threads=2)
        part = pasur.sim(["tactic", "random"], boards=15, first=20, threads=1)
        for name in ("agent", "points", "surs", "clubs"):
            np.testing.assert_array_equal(getattr(all_boards, name)[20:35], getattr(part, name))
        self.assertEqual(all_boards.agent.dtype, np.int32)
        self.assertEqual(all_boards.voids, 0)

    def test_the_frame_has_a_row_for_each_seat(self):
        played = pasur.sim(["greedy", "random", "tactic"], boards=4, first=2)
        frame = played.frame()
        self.assertEqual(list(frame), ["board", "seating", "seat", "agent", "points", "diff", "surs", "clubs"])
        self.assertEqual(len(frame["board"]), 4 * 3 * 3)
        self.assertEqual((min(frame["board"]), max(frame["board"])), (2, 5))
        mean = np.asarray(frame["diff"])[np.asarray(frame["agent"]) == "greedy"].mean()
        self.assertAlmostEqual(mean, played.verdict(0).mean, delta=1e-12)

    def test_void_boards_are_left_out(self):
        with self.assertRaises(pasur.Error) as raised:
            pasur.sim(["exec:/bin/false", "greedy"], boards=2)
        self.assertEqual(raised.exception.status, 4)

    def test_wrong_use_is_refused(self):
        with self.assertRaisesRegex(pasur.Error, "seats"):
            pasur.sim(["greedy"] * 3, rules="pagat,players=2")
        with self.assertRaises(TypeError):
            pasur.sim("greedy")
        for wrong in ({"seed": -1}, {"boards": -1}, {"first": 1 << 64}, {"first": 1 << 60}, {"threads": -1}):
            with self.assertRaisesRegex(pasur.Error, "boards" if wrong == {"first": 1 << 60} else next(iter(wrong))):
                pasur.sim(["greedy", "random"], **{"boards": 1, **wrong})
        with self.assertRaisesRegex(pasur.Error, "agent"):
            pasur.sim(["greedy", "random"], boards=1).verdict(2)
        with self.assertRaisesRegex(pasur.Error, "other rules"):
            pasur.sim([pasur.Agent("bicycle", "greedy"), "random"], rules="pagat")
        self.assertEqual(pasur.sim(["greedy", "random"], boards=0).points.shape, (0, 2, 2))


class StudentTest(unittest.TestCase):
    def test_quantiles_are_those_of_the_tables(self):
        for tail, dof, value in ((0.025, 1, 12.706204736174698), (0.025, 10, 2.2281388519649385),
                                 (0.025, 999, 1.9623414611334487), (0.005, 30, 2.7499956535672183),
                                 (0.025, 10 ** 6, 1.9599663568)):
            self.assertAlmostEqual(student_upper(tail, dof), value, delta=1e-9)
            self.assertAlmostEqual(student_tail(value, dof), tail, delta=1e-10)

    def test_what_is_not_known_is_nan(self):
        self.assertTrue(all(map(math.isnan, interval(0, 0, 0, 1))))
        self.assertEqual(interval(2, 6, 18, 1)[:2], (3.0, 0.0))
        self.assertTrue(math.isnan(interval(2, 6, 18, 1)[2]))
        self.assertIn("unknown", str(pasur.sim(["greedy", "random"], boards=1).verdict()))


class WorthTest(unittest.TestCase):
    def position(self, ply):
        round = pasur.Round(seed=6)
        while round.ply < ply:
            round.play(round.legal()[0])
        return round

    def test_solved_values_are_those_of_the_program(self):
        round = self.position(42)
        printed = common.program("solve", "-", stdin=round.record()).splitlines()[1:]
        self.assertEqual([f"0,{play},{value}" for play, value in pasur.solve(round)], printed)
        with self.assertRaisesRegex(pasur.Error, "two sides"):
            pasur.solve(pasur.Round("pagat,players=3"))

    def test_advice_is_that_of_the_program(self):
        view = pasur.View.read(hand="7hTd2c", pool="4c5d")
        advice = pasur.advise(pasur.Agent("pagat", "ismcts"), view, iterations=500, seed=3)
        text = common.program("advise", "--hand", "7hTd2c", "--pool", "4c5d", "--agent", "ismcts", "--iters", "500",
                              "--seed", "3", "--csv", "-", "--quiet")
        printed = {row["play"]: row for row in csv.DictReader(l for l in io.StringIO(text) if not l.startswith("#"))}
        self.assertEqual(set(map(str, (a.play for a in advice.plays))), set(printed))
        for advised in advice.plays:
            self.assertAlmostEqual(advised.value, float(printed[str(advised.play)]["value"]), delta=1e-12)
        self.assertIn(advice.choice, view.legal())
        self.assertEqual(advice, pasur.advise(pasur.Agent("pagat", "ismcts"), view, iterations=500, seed=3, threads=1))

    def test_chances_are_those_of_the_program(self):
        view = pasur.View.read(hand="7hTd2c", pool="4c5d")
        likely = pasur.chances(view, seed=3)
        text = common.program("advise", "--hand", "7hTd2c", "--pool", "4c5d", "--agent", "greedy", "--iters", "100",
                              "--seed", "3", "--csv", "-")
        for row in csv.DictReader(line for line in text.splitlines() if not line.startswith("#")):
            follows = likely.plays[pasur.Play(row["play"])]
            self.assertEqual(follows.capture.counted.value, float(row["capture_counted"]))
            self.assertEqual(follows.clubs[0].counted.value, float(row["clubs_counted"]))
            self.assertTrue(math.isnan(follows.capture.told.value) and row["capture_told"] == "")
        self.assertEqual(list(likely.ranks), list("A23456789TJQK"))
        self.assertTrue(0 < likely.ranks["J"].counted.value < 1)
        round = pasur.Round()
        for _ in range(5):
            round.play(round.legal()[0])
        told = pasur.chances(round)
        self.assertEqual(set(told.plays), set(round.legal()))
        self.assertTrue(all(0 <= one.capture.told.value <= 1 for one in told.plays.values()))

    def test_what_cannot_be_advised_is_refused(self):
        with self.assertRaisesRegex(pasur.Error, "sees all"):
            pasur.advise(pasur.Agent("pagat", "oracle"), pasur.Round())
        with self.assertRaisesRegex(pasur.Error, "100"):
            pasur.advise(pasur.Agent("pagat", "ismcts"), pasur.Round(), iterations=5)


class CommandsTest(unittest.TestCase):
    def test_tables_are_those_of_the_program(self):
        printed = common.program("rate", "greedy", "random", "counter", "--boards", "20", "-q", "--csv", "-")
        rows = list(csv.DictReader(line for line in printed.splitlines() if not line.startswith("#")))
        table = pasur.rate(["greedy", "random", "counter"], boards=20)
        self.assertEqual(list(table["agent"]), [row["agent"] for row in rows])
        self.assertEqual(list(table["rating"]), [float(row["rating"]) for row in rows])
        self.assertEqual(list(table.keys()), list(rows[0]))
        self.assertTrue(math.isnan(pasur.rate(["greedy", "random"], boards=20)["ci_low"][0]))  # few boards: unknown
        worth = pasur.tactics(tactics=["count_cards"], opponent="greedy", boards=40, seed=2)
        self.assertEqual(set(worth["tactic"]), {"count_cards"})
        with tempfile.TemporaryDirectory() as folder:
            files = [os.path.join(folder, name) for name in ("a", "b")]
            for agent, file in zip(("greedy", "counter"), files):
                common.program("sim", agent, "random", "--boards", "50", "--rounds-csv", file, "-q")
            apart = pasur.compare(*files, figure="diff_mean")
            self.assertEqual(list(apart["figure"]), ["diff_mean"] * len(apart["figure"]))

    def test_what_the_program_refuses_is_an_error(self):
        common.program("--version")
        for call, error, said in ((lambda: pasur.rate(["greedy", "gredy"]), pasur.Error, "^unknown agent 'gredy'"),
                                  (lambda: pasur.rate("greedy"), TypeError, "^agents: a list"),
                                  (lambda: pasur.tune(3), TypeError, "^tune: "),
                                  (lambda: pasur.tune("tactic", from_="/nowhere"), pasur.Error, "/nowhere"),
                                  (lambda: pasur.compare("/nowhere", "/there"), pasur.Error, "/nowhere")):
            with self.assertRaisesRegex(error, said):
                call()


if __name__ == "__main__":
    unittest.main()
