# SPDX-License-Identifier: GPL-3.0-or-later
"""The adapter for OpenSpiel: its own test of games where it is installed, else a stand-in; and a recorded game.
`test_openspiel.py write FILE` records the game anew."""
import pickle
import random
import sys
import unittest
from pathlib import Path

import pasur

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "examples" / "openspiel"))
try:
    import pyspiel
    STANDIN = False
except ImportError:
    sys.path.insert(0, str(HERE / "standin"))
    import pyspiel
    STANDIN = True
import pasur_game

TRANSCRIPT = ROOT / "tests" / "data" / "openspiel.txt"


def load(**params):
    return pyspiel.load_game("python_pasur", params)


def transcript():
    """A game of three with random plays, and what one seat saw of it."""
    draw, lines = random.Random(1), []
    state = load(players=3, boards=50, seed=7).new_initial_state()
    while not state.is_terminal():
        player, actions = int(state.current_player()), state.legal_actions()
        action = draw.choice(actions)
        lines.append(f"player {player}: {len(actions)} actions, {action} {state.action_to_string(player, action)}")
        state.apply_action(action)
        if len(state.history()) % 12 == 1:
            for player in range(3):
                info, seen = state.information_state_tensor(player), state.observation_tensor(player)
                lines += [state.information_state_string(player), state.observation_string(player),
                          f"information {len(info)} {sum(info):g}, observation {len(seen)} {sum(seen):g}"]
    lines += [str(state), f"returns {state.returns()}"]
    return "\n".join(lines) + "\n"


class OpenSpielTest(unittest.TestCase):
    @unittest.skipIf(STANDIN, "OpenSpiel is not installed")
    def test_openspiel_has_nothing_to_say_against_it(self):
        for players in (2, 3, 4):
            pyspiel.random_sim_test(load(players=players, boards=20), num_sims=3, serialize=True, verbose=False)

    def test_games_are_as_openspiel_wants_them(self):
        draw = random.Random(2)
        for players, rules in ((2, "pagat"), (3, "pagat"), (4, "french"), (4, "bicycle")):
            game = load(players=players, rules=rules, boards=30)
            for _ in range(3):
                self.simulate(game, draw)

    def simulate(self, game, draw):
        state, told = game.new_initial_state(), [set() for _ in range(game.num_players())]
        self.assertTrue(state.is_chance_node())
        self.assertAlmostEqual(sum(chance for _, chance in state.chance_outcomes()), 1)
        while not state.is_terminal():
            actions = state.legal_actions()
            self.assertEqual(actions, sorted(set(actions)))
            self.assertTrue(actions)
            self.assertEqual(state.returns(), [0] * game.num_players())
            names = [state.action_to_string(state.current_player(), action) for action in actions]
            self.assertEqual(len(set(names)), len(names))
            if not state.is_chance_node():
                self.assertTrue(0 <= actions[0] and actions[-1] < game.num_distinct_actions())
            twin = state.clone()
            action = draw.choice(actions)
            state.apply_action(action)
            self.assertNotEqual(str(twin), str(state))
            twin.apply_action(action)
            self.assertEqual((str(twin), twin.history()), (str(state), state.history()))
            kept = {name: value for name, value in vars(state).items() if not name.startswith("_")}
            again = pickle.loads(pickle.dumps(kept))  # as OpenSpiel writes states
            self.assertEqual(again["round"].record(), state.round.record())
            self.assertEqual([again[name] for name in kept if name != "round"],
                             [kept[name] for name in kept if name != "round"])
            for player in range(game.num_players()):
                words = state.information_state_string(player)
                self.assertNotIn(words, told[player])  # perfect recall: every state is a new one
                told[player].add(words)
                self.assertEqual(words, twin.information_state_string(player))
                self.assertEqual(state.observation_tensor(player), twin.observation_tensor(player))
        self.assertEqual(len(state.history()), 1 + game.max_game_length())
        self.assertEqual(state.legal_actions(), [])
        self.assertAlmostEqual(sum(state.returns()), 0)
        self.assertTrue(all(game.min_utility() <= value <= game.max_utility() for value in state.returns()))

    def test_a_seat_is_told_nothing_of_other_hands(self):
        game = load(boards=200)
        state = game.new_initial_state()
        state.apply_action(3)
        hands = [pasur.Round(seed=1, board=3).hand(seat) for seat in range(2)]
        for seat in range(2):
            for words in (state.information_state_string(seat), state.observation_string(seat)):
                self.assertIn(str(hands[seat]), words)
                for card in hands[1 - seat]:
                    self.assertNotIn(str(card), words)
            self.assertEqual(sum(state.information_state_tensor(seat)), 1 + 4 + 4)  # the seat, its cards, the pool

    def test_games_have_a_text(self):
        for text, players, rules in (("python_pasur", 2, "pagat"), ("python_pasur(players=3)", 3, "pagat"),
                                     ("python_pasur(rules=french;target:100,seed=3,players=4)", 4, "french,target=100")):
            game = pyspiel.load_game(text)
            self.assertEqual((game.num_players(), game.rules), (players, pasur.Rules(rules, players)))
        with self.assertRaisesRegex(Exception, "targe"):
            pyspiel.load_game("python_pasur(rules=pagat;targe:100)")

    def test_actions_that_are_not_legal_are_refused(self):
        state = load(boards=10).new_initial_state()
        with self.assertRaisesRegex(ValueError, "board, 0 to 9"):
            state.apply_action(10)
        state.apply_action(0)
        hidden = pasur.action(str(next(iter(state.round.hand(1)))))
        for wrong in (-1, pasur.ACTIONS, hidden):
            with self.assertRaisesRegex(ValueError, "not legal"):
                state.apply_action(wrong)
        self.assertEqual(state.round.ply, 0)
        with self.assertRaisesRegex(ValueError, "seat 1"):
            pasur_game.AgentBot(load(), 1, "greedy").step(state)
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
        with self.assertRaisesRegex(ValueError, "over"):
            state.apply_action(0)

    def test_bots_of_the_library_play_as_they_do_elsewhere(self):
        names, game = ("random", "tactic", "ismcts:iters=20"), load(players=3, seed=4)
        bots = [pasur_game.AgentBot(game, seat, name) for seat, name in enumerate(names)]
        for board in (6, 6, 7):
            state = game.new_initial_state()
            state.apply_action(board)
            while not state.is_terminal():
                state.apply_action(bots[state.current_player()].step(state))
            played = pasur.play_round(pasur.Round(game.rules, 4, board), names, 4, board)
            self.assertEqual(state.round.record(), played.record())

    def test_the_recorded_game_is_played_again(self):
        self.assertEqual(transcript(), TRANSCRIPT.read_text())


if __name__ == "__main__":
    if sys.argv[1:2] == ["write"]:
        Path(sys.argv[2]).write_text(transcript())
    else:
        unittest.main()
