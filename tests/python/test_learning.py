# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays and views as numbers, rounds side by side, and the environment of PettingZoo's kind."""
import random
import unittest

import numpy as np
import pasur
from pasur import ACTIONS, COUNT_NAMES, COUNTS, PLANE_NAMES, PLANES

try:
    from pettingzoo.test import api_test
except ImportError:
    api_test = None


def bits(cards):
    return [int(cards.bits >> card & 1) for card in range(52)]


class NumbersTest(unittest.TestCase):
    def test_a_play_has_its_number_everywhere(self):
        for round in walk(pasur.Round("pagat,players=3", seed=2)):
            numbers = [pasur.action(play) for play in round.legal()]
            self.assertEqual(len(set(numbers)), len(numbers))
            for number, play in zip(numbers, round.legal()):
                self.assertTrue(0 <= number < ACTIONS)
                self.assertEqual(pasur.action_play(number, round.pool), play)
        self.assertEqual(pasur.action("Kd"), pasur.Cards("Kd").bits.bit_length() - 1)
        self.assertEqual(pasur.action("7hx4c"), pasur.action(pasur.Play("7hx4c")))
        self.assertEqual(pasur.action("7hx5c"), -1)
        self.assertIsNone(pasur.action_play(pasur.action("7hx4c"), pasur.Cards("5c")))
        self.assertIsNone(pasur.action_play(ACTIONS, pasur.Cards("5c")))

    def test_a_view_knows_its_rules(self):
        for rules in ("pagat", "pagat,players=4"):
            for _ in range(20):  # nothing may be freed while it is used
                view = pasur.Round(rules).view()
                for seen, again in zip(pasur.observe(view), pasur.observe(view, rules)):
                    np.testing.assert_array_equal(seen, again)
        self.assertEqual(pasur.View.read("bicycle", hand="Ac", pool="").rules, pasur.Rules("bicycle"))

    def test_other_types_are_refused(self):
        for call, said in ((lambda: pasur.observe(pasur.Round()), "view: a View"), (lambda: pasur.action(3), "play: a Play"),
                           (lambda: pasur.action_play(1.5, "Ac"), "action: a whole number"),
                           (lambda: pasur.Steps(n=2.5), "n: a whole number"),
                           (lambda: pasur.Steps(n=2).choose(pasur.Agent("pagat", "greedy")), "player: a Player")):
            with self.assertRaisesRegex(TypeError, said):
                call()
        self.assertEqual(str(pasur.action_play(3, "Ac")), "As")

    def test_nothing_is_written_to_what_is_not_the_callers(self):
        steps, player = pasur.Steps(n=4, seed=3), pasur.Player("greedy")
        kept = bytes(32)
        locked = np.zeros(4, np.uint64)
        locked.flags.writeable = False
        room = np.zeros(5 * 8 + 1, np.uint8)
        crooked = room[1:33].view(np.uint64)
        for plays in (np.frombuffer(kept, np.uint64), locked, np.zeros(8, np.uint64)[::2], crooked,
                      np.zeros(4, ">u8"), np.zeros(5, np.uint64), np.zeros(4, np.int64), steps.plays[:4]):
            with self.assertRaisesRegex(pasur.Error, "^plays: an array "):
                steps.choose(player, plays=plays)
        self.assertEqual((kept, int(locked.sum()), int(room.sum())), (bytes(32), 0, 0))
        with self.assertRaisesRegex(TypeError, "^plays: an array of uint64, not "):
            steps.choose(player, plays=[0, 0, 0, 0])
        plays = np.zeros(4, np.uint64)
        here = plays.view(np.uint8)[:4]  # lies in plays
        here[:] = 0
        steps.choose(player, here=here, plays=plays)
        self.assertEqual(plays.tolist(), [0] * 4)
        whole = steps.choose(player)
        self.assertTrue(whole.all())
        # what the attributes name may go: the library writes to what it was given
        steps.plays = steps.actions = steps.planes = steps.points = None
        steps.step_plays(whole)

    def test_what_is_no_number_or_too_many_is_refused_by_its_name(self):
        steps = pasur.Steps(n=2)
        lone = "\ud800"
        for call, error, said in (
                (lambda: pasur.Round.read(None), TypeError, "^text: a str, not None"),
                (lambda: pasur.Steps(scores="x"), TypeError, "^scores: whole numbers"),
                (lambda: pasur.Steps(scores=[1.5, 2]), TypeError, "^scores: whole numbers"),
                (lambda: pasur.Steps(n=3, scores=[1, 2, 3]), pasur.Error, "^scores: shape"),
                (lambda: pasur.Steps(n=2, scores=[[1, 2], [3]]), pasur.Error, "^scores: "),
                (lambda: pasur.Steps(scores=[1, 2**40]), pasur.Error, "^scores: numbers that int32 holds"),
                (lambda: pasur.sim(["greedy", "random"], boards=2**62), pasur.Error, "^boards: too many for the memory"),
                (lambda: pasur.Rules(lone), pasur.Error, "surrogate"), (lambda: pasur.Cards(lone), pasur.Error, "surrogate"),
                (lambda: pasur.Agent("pagat", lone), pasur.Error, "surrogate"),
                (lambda: pasur.Agent.own("pagat", print, name=lone), pasur.Error, "surrogate"),
                (lambda: pasur.Agent.own("pagat", print, name="a\tb"), pasur.Error, "^name: 1 to 255 bytes"),
                (lambda: pasur.Agent.own_batch("pagat", print, name="a" * 256), pasur.Error, "^name: 1 to 255 bytes"),
                (lambda: pasur.View.read(hand="Ac", pool="", first="4c5d6h7s", plays=5), TypeError, "^plays: "),
                (lambda: steps.step_plays([1.5, 2]), TypeError, "^plays: whole numbers"),
                (lambda: steps.step_plays([-1, 2]), pasur.Error, "^plays: numbers that uint64 holds"),
                (lambda: steps.step_plays("x"), TypeError, "^plays: whole numbers"),
                (lambda: pasur.Steps(n=2**62), pasur.Error, "")):
            with self.assertRaisesRegex(error, said):
                call()

    def test_planes_and_counts_are_what_the_view_shows(self):
        self.assertEqual((len(PLANE_NAMES), len(COUNT_NAMES)), (PLANES, COUNTS))
        for round in walk(pasur.Round("pagat", seed=3)):
            view = round.view()
            other = 1 - view.seat
            planes, counts = pasur.observe(view, round.rules)
            shown = dict(zip(COUNT_NAMES, counts.tolist()))
            self.assertEqual(planes.shape, (PLANES, 52))
            for plane, cards in ((0, view.hand), (1, view.pool), (2, view.piles[view.seat]), (3, view.piles[other]),
                                 (6, view.unseen)):
                self.assertEqual(planes[plane].tolist(), bits(cards), PLANE_NAMES[plane])
            last = view.history[-1].cards if view.ply else pasur.Cards()
            self.assertEqual(planes[8].tolist(), bits(last))
            self.assertEqual((shown["ply"], shown["deal"]), (view.ply, view.deal))
            for i, side in enumerate((view.seat, other)):
                count = round.count()[side]
                for name in ("surs", "clubs", "points", "cards"):
                    self.assertEqual(shown[f"{name} {i}"], getattr(count, name), name)
                self.assertEqual(shown[f"hand {i}"], len(round.hand(side)))
                self.assertEqual(shown[f"last {i}"], int(view.last == side))


def walk(round, seed=1):
    """The round, before each of its plays."""
    draw = random.Random(seed)
    while not round.over:
        yield round
        round.play(draw.choice(round.legal()))


class StepsTest(unittest.TestCase):
    def play(self, steps, count, seed=1):
        """Random plays; yields after each step."""
        draw = np.random.default_rng(seed)
        for _ in range(count):
            first = steps.first.astype(np.int64)
            steps.step(first[:-1] + draw.integers(0, first[1:] - first[:-1]))
            yield steps

    def test_rounds_side_by_side_are_rounds(self):
        for rules in (pasur.Rules("pagat"), pasur.Rules("bicycle", 3), pasur.Rules("french", 4)):
            steps = pasur.Steps(rules, n=5, seed=4)
            rounds = [pasur.Round(rules, seed=4, board=i) for i in range(5)]
            boards = list(range(5))
            draw = random.Random(2)
            for _ in range(60):
                places = np.zeros(5, np.int64)
                for i, round in enumerate(rounds):
                    low, high = int(steps.first[i]), int(steps.first[i + 1])
                    self.assertEqual(steps.turn[i], round.turn)
                    self.assertEqual(steps.plays[low:high].tolist(), [play.bits for play in round.legal()])
                    self.assertEqual(steps.actions[low:high].tolist(), [pasur.action(p) for p in round.legal()])
                    planes, counts = pasur.observe(round.view(), rules)
                    np.testing.assert_array_equal(steps.planes[i], planes)
                    np.testing.assert_array_equal(steps.counts[i], counts)
                    self.assertEqual(steps.round(i).record(), round.record())
                    places[i] = draw.randrange(low, high)
                    round.play(round.legal()[places[i] - low])
                steps.step(places)
                for i, round in enumerate(rounds):
                    self.assertEqual(steps.ended[i], round.over)
                    points = [count.points for count in round.count()] if round.over else [0] * rules.sides
                    self.assertEqual(steps.points[i, :rules.players].tolist(),
                                     [points[rules.side(seat)] for seat in range(rules.players)])
                    if round.over:
                        boards[i] += 5
                        rounds[i] = pasur.Round(rules, seed=4, board=boards[i])

    def test_a_seed_repeats(self):
        steps = pasur.Steps("pagat", n=7, seed=9, observations=False)
        self.assertIsNone(steps.planes)
        ends = [(s.ended.tolist(), s.points.tolist()) for s in self.play(steps, 100)]
        steps.reset(9)
        self.assertEqual([(s.ended.tolist(), s.points.tolist()) for s in self.play(steps, 100)], ends)
        self.assertEqual(sum(sum(ended) for ended, _ in ends), 14)
        steps.reset(10)
        self.assertNotEqual([(s.ended.tolist(), s.points.tolist()) for s in self.play(steps, 100)], ends)

    def test_steps_are_saved_and_go_on(self):
        steps, other = pasur.Steps("pagat", n=4, seed=2), pasur.Steps("pagat", n=4, seed=5)
        list(self.play(steps, 60))
        other.restore(steps.save())
        np.testing.assert_array_equal(other.planes, steps.planes)
        ends = [[s.points.tolist() for s in self.play(each, 100)] for each in (steps, other)]
        self.assertEqual(*ends)
        saved = bytearray(steps.save())
        saved[30] ^= 1
        with self.assertRaisesRegex(pasur.Error, "damaged"):
            steps.restore(bytes(saved))
        with self.assertRaisesRegex(pasur.Error, "another n"):
            pasur.Steps("pagat", n=5).restore(steps.save())

    def test_steps_begin_from_scores_and_positions(self):
        steps = pasur.Steps("pagat", n=3, scores=(40, 55))
        self.assertEqual(steps.counts[:, 26:28].tolist(), [[40, 55]] * 3)
        self.assertEqual(pasur.Steps("pagat", n=2, scores=[(1, 2), (3, 4)]).counts[:, 26:28].tolist(), [[1, 2], [3, 4]])
        rounds = [pasur.Round(seed=8, board=board) for board in range(2)]
        for round in rounds:
            for _ in range(9):
                round.play(round.legal()[-1])
        steps = pasur.Steps("pagat", n=3, rounds=[pasur.Round.read(round.record()) for round in rounds])
        for _ in range(2):
            at = [steps.round(i).record() for i in range(3)]
            self.assertEqual(len(set(at)), 2)
            self.assertLessEqual(set(at), {round.record() for round in rounds})
            list(self.play(steps, 39))
            self.assertTrue(steps.ended.all())
        rounds[1].play(rounds[1].legal()[0])
        with self.assertRaisesRegex(pasur.Error, "position 1: not as many plays"):
            pasur.Steps("pagat", n=3, rounds=rounds)
        with self.assertRaisesRegex(TypeError, "rounds: a list of Round"):
            pasur.Steps("pagat", rounds=["Ac"])

    def test_a_player_sits_beside_who_learns(self):
        steps, agents = pasur.Steps("pagat", n=4, seed=3), [pasur.Agent("pagat", name) for name in ("random", "tactic")]
        players = [pasur.Player(agent) for agent in agents]
        points = np.zeros((4, 2), np.int64)
        for _ in range(48):
            plays = steps.choose(players[0], steps.turn == 0)
            self.assertEqual((plays > 0).tolist(), (steps.turn == 0).tolist())
            self.assertIs(steps.choose(players[1], steps.turn == 1, plays), plays)
            steps.step_plays(plays)
            points += steps.points[:, :2]
        for board in range(4):
            round = pasur.play_round(pasur.Round(seed=3, board=board), agents, 3, board)
            self.assertEqual(points[board].tolist(), [count.points for count in round.count()])

        def raises(view, plays, random):
            raise KeyError("mine")

        with self.assertRaisesRegex(KeyError, "mine"):
            steps.choose(pasur.Player(pasur.Agent.own("pagat", raises)))
        for here, plays in ((np.ones(3), None), (None, np.zeros(4)), (None, np.zeros(8, np.uint64)[::2])):
            with self.assertRaises(pasur.Error):
                steps.choose(players[0], here, plays)

    def test_what_is_not_legal_is_refused(self):
        steps = pasur.Steps("pagat", n=3)
        before = [steps.round(i).record() for i in range(3)]
        places = steps.first[:-1].astype(np.int64)
        for wrong in (places[:2], places + [0, 100, 0], places - 1):
            with self.assertRaises(pasur.Error):
                steps.step(wrong)
        plays = steps.plays[places]
        plays[1] = 0
        with self.assertRaises(pasur.Error):
            steps.step_plays(plays)
        self.assertEqual([steps.round(i).record() for i in range(3)], before)
        steps.step_plays(steps.plays[places])
        self.assertEqual([steps.round(i).ply for i in range(3)], [1, 1, 1])
        with self.assertRaises(pasur.Error):
            pasur.Steps("pagat", n=0)
        with self.assertRaises(pasur.Error):
            steps.round(3)


class AecTest(unittest.TestCase):
    """What PettingZoo documents of an AEC environment."""

    def play(self, env, draw):
        """Plays on to the end and checks each step; returns the rewards and how often each agent acted."""
        alive, owed = list(env.agents), dict.fromkeys(env.agents, 0)
        total, acted, gone = dict.fromkeys(env.agents, 0), dict.fromkeys(env.agents, 0), []
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, info = env.last()
            self.assertIs(env.last(observe=False)[0], None)
            self.assertEqual(agent, env.agent_selection)
            self.assertTrue(env.observation_space(agent).contains(seen))
            self.assertEqual(reward, owed[agent])
            self.assertIs(type(terminated), bool)
            self.assertIs(truncated, False)
            self.assertIsInstance(info, dict)
            self.assertEqual((terminated, info), (env.terminations[agent], env.infos[agent]))
            total[agent] += reward
            owed[agent] = 0
            if terminated:
                alive.remove(agent)
                gone.append(agent)
                self.assertEqual(seen["action_mask"].sum(), 0)
                with self.assertRaises(ValueError):
                    env.step(0)
                self.assertIsNone(env.step(None))
            else:
                acted[agent] += 1
                action = draw.choice(np.flatnonzero(seen["action_mask"]))
                self.assertTrue(env.action_space(agent).contains(action))
                self.assertIsNone(env.step(action))
                for other, reward in env.rewards.items():
                    owed[other] += reward
            self.assertEqual(env.agents, alive)
            self.assertEqual(env.num_agents, len(alive))
            for table in (env.rewards, env.terminations, env.truncations, env.infos):
                self.assertEqual(set(table), set(alive))
        self.assertEqual(sorted(gone), sorted(env.possible_agents))
        return total, acted

    def test_it_keeps_the_contract(self):
        for rules, players in (("pagat", 2), ("pagat", 3), ("pagat", 4)):
            env = pasur.env(rules, players)
            self.assertEqual(env.max_num_agents, players)
            for agent in env.possible_agents:
                self.assertIs(env.observation_space(agent), env.observation_space(agent))
                self.assertIs(env.action_space(agent), env.action_space(agent))
                self.assertEqual(env.action_space(agent).n, ACTIONS)
            for _ in range(3):
                env.reset()
                self.assertFalse(any(env.terminations.values()))
                total, acted = self.play(env, np.random.default_rng(1))
                self.assertEqual(set(acted.values()), {48 // players})
                self.assertAlmostEqual(sum(total.values()), 0)
                points = [count.points for count in env.round.count()]
                for seat, agent in enumerate(env.possible_agents):
                    own = points[env.rules.side(seat)]
                    others = (sum(points) - own) / (len(points) - 1)
                    self.assertAlmostEqual(total[agent], own - others)

    def test_a_seed_repeats(self):
        env, other = pasur.env(), pasur.env()
        env.reset(seed=5)
        other.reset(seed=5)
        self.assertEqual(self.play(env, np.random.default_rng(2)), self.play(other, np.random.default_rng(2)))
        self.assertEqual(env.round.record(), other.round.record())
        env.reset()
        self.assertEqual(env.round.record(), pasur.Round(seed=5, board=1).record())
        env.reset(seed=6)
        self.assertEqual(env.round.record(), pasur.Round(seed=6).record())

    def test_an_observation_shows_no_hidden_card(self):
        env = pasur.env()
        env.reset(seed=1)
        for agent in ("seat_0", "seat_1"):
            seen = env.observe(agent)
            planes = seen["observation"][:PLANES * 52].reshape(PLANES, 52)
            seat = env.possible_agents.index(agent)
            self.assertEqual(planes[0].tolist(), bits(env.round.hand(seat)))
            self.assertEqual(planes[6].tolist(), bits(pasur.PACK - env.round.hand(seat) - env.round.pool))
            self.assertEqual(seen["action_mask"].sum() > 0, seat == 0)

    def test_what_is_not_legal_is_refused(self):
        env = pasur.env(render_mode="ansi")
        env.reset()
        line = env.render()
        for wrong in (None, -1, ACTIONS, pasur.action(str(next(iter(env.round.hand(1)))))):
            with self.assertRaises(pasur.Error):
                env.step(wrong)
        self.assertEqual(env.render(), line)
        self.assertIn(f"hand {env.round.hand(0)}", line)
        with self.assertRaises(pasur.Error):
            pasur.env(render_mode="rgb_array")
        env.close()

    def test_it_tells_what_is_played(self):
        env = pasur.env()
        for call in (lambda: env.last(), lambda: env.step(0), lambda: env.observe("seat_0"), lambda: list(env.agent_iter()),
                     lambda: env.round, lambda: env.render()):
            with self.assertRaisesRegex(pasur.Error, "reset"):
                call()
        env.reset()
        self.assertEqual((env.seed, env.board), (1, 0))
        env.reset(seed=5)
        env.reset()
        self.assertEqual((env.seed, env.board), (5, 1))
        with self.assertRaisesRegex(TypeError, "seed: a whole number"):
            env.reset(seed=1.5)
        self.assertEqual((env.seed, env.board), (5, 1))
        with self.assertRaisesRegex(pasur.Error, "seat_0, seat_1"):
            env.observe("seat_7")

    @unittest.skipIf(api_test is None, "PettingZoo is not installed")
    def test_pettingzoo_has_nothing_to_say_against_it(self):
        api_test(pasur.env(), num_cycles=100)


if __name__ == "__main__":
    unittest.main()
