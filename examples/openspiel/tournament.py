# SPDX-License-Identifier: GPL-3.0-or-later
"""A thousand games of a bot of your own against one of ours, by OpenSpiel: python3 tournament.py [AGENT]"""
import statistics
import sys

try:
    import pasur_game
    import pyspiel
except ImportError as missing:
    packages = {"pyspiel": "open_spiel", "pasur": ". in the checkout of pasur"}
    sys.exit(f"tournament.py: {missing.name} is missing; pip install {packages.get(missing.name, missing.name)}")


class Mine(pyspiel.Bot):
    """Captures when it can: the first 52 actions are those that capture nothing."""

    def step(self, state):
        return max(state.legal_actions())


game = pyspiel.load_game("python_pasur", {"boards": 500})
mine, theirs = Mine(), sys.argv[1] if len(sys.argv) > 1 else "greedy"
leads = []
for board in range(500):
    pair = []
    for seat in range(2):  # each board from both seats
        bots = [pasur_game.AgentBot(game, 1 - seat, theirs)] * 2
        bots[seat] = mine
        state = game.new_initial_state()
        state.apply_action(board)
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
        pair.append(state.returns()[seat])
    leads.append(statistics.mean(pair))
half = 1.965 * statistics.stdev(leads) / len(leads) ** 0.5  # Student's t, 499 degrees of freedom
print(f"mine: {statistics.mean(leads):+.3f} points a round over {theirs}, 95 % interval +- {half:.3f} (1000 rounds)")
