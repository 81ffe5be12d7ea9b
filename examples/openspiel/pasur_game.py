# SPDX-License-Identifier: GPL-3.0-or-later
"""Pâsur as a game of OpenSpiel: import this file, then pyspiel.load_game("python_pasur").

    python_pasur(players=3)   python_pasur(rules=bicycle,seed=2,boards=100000)
    python_pasur(rules=pagat;target:100)      in such a text ";" and ":" stand for "," and "=" of rules

The game begins with one chance node: which of `boards` boards of the seed is played, all with the same chance; the cards
of each are those of `pasur deal`. Then the seats play in turn; an action is the number of a play (pasur.action). A seat's
return is by how many points its side beats the mean of the other sides, so that they sum to 0.

The information state is what a seat was dealt in each deal, the first pool and all plays; the observation is what lies
there now (pasur.observe). Sampling a state that agrees with an information state (resample_from_infostate) is missing: the
library does not offer it, and so OpenSpiel's own searches for hidden information cannot play this game.
"""
import numpy as np
import pasur
import pyspiel

DEALS, PLAYS, CARDS = 6, 48, 52
DEFAULTS = {"rules": "pagat", "players": 2, "seed": 1, "boards": 10000,
            "max_utility": 260.0}  # 20 points and 48 Surs of 5: raise it for rules that pay more

_GAME_TYPE = pyspiel.GameType(
    short_name="python_pasur", long_name="Python Pasur",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4, min_num_players=2,
    provides_information_state_string=True, provides_information_state_tensor=True,
    provides_observation_string=True, provides_observation_tensor=True,
    parameter_specification=DEFAULTS)


class PasurGame(pyspiel.Game):
    def __init__(self, params=None):
        chosen = {**DEFAULTS, **(params or {})}
        rules = pasur.Rules(chosen["rules"].replace(";", ",").replace(":", "="), chosen["players"])
        info = pyspiel.GameInfo(
            num_distinct_actions=pasur.ACTIONS, max_chance_outcomes=chosen["boards"], num_players=rules.players,
            min_utility=-chosen["max_utility"], max_utility=chosen["max_utility"], utility_sum=0.0,
            max_game_length=PLAYS)
        super().__init__(_GAME_TYPE, info, params or {})
        self.rules, self.seed, self.boards = rules, chosen["seed"], chosen["boards"]

    def new_initial_state(self):
        return PasurState(self)

    def max_chance_nodes_in_history(self):
        return 1

    def make_py_observer(self, iig_obs_type=None, params=None):
        return PasurObserver(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class PasurState(pyspiel.State):
    def __init__(self, game):
        super().__init__(game)
        self.rules, self.seed, self.boards = game.rules, game.seed, game.boards
        self.board, self.round = None, None
        self.dealt = [[] for _ in range(self.rules.players)]  # by seat: its cards in each deal

    def current_player(self):
        if self.round is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.round.over else self.round.turn

    def _legal_actions(self, player):
        if self.round is None:
            return list(range(self.boards))
        return sorted(map(pasur.action, self.round.legal()))

    def chance_outcomes(self):
        return [(board, 1 / self.boards) for board in range(self.boards)]

    def _apply_action(self, action):
        if self.is_terminal():
            raise ValueError(f"action {action}: the round is over")
        if self.round is None:
            if not 0 <= action < self.boards:
                raise ValueError(f"action {action}: the chance node takes a board, 0 to {self.boards - 1}")
            self.board, self.round = action, pasur.Round(self.rules, self.seed, action)
        elif action in self._legal_actions(self.round.turn):
            self.round.play(pasur.action_play(action, self.round.pool))
        else:
            raise ValueError(f"action {action} is not legal: {self._action_to_string(self.round.turn, action)}; "
                             "legal_actions() tells which are")
        if self.round.ply % (4 * self.rules.players) == 0 and not self.round.over:
            for seat, dealt in enumerate(self.dealt):
                dealt.append(self.round.hand(seat))

    def _action_to_string(self, player, action):
        if self.round is None:
            return f"board {action}"
        play = pasur.action_play(action, self.round.pool)
        return "no play with this pool" if play is None else str(play)

    def is_terminal(self):
        return self.round is not None and self.round.over

    def returns(self):
        if not self.is_terminal():
            return [0.0] * self.rules.players
        points = [count.points for count in self.round.count()]
        own = [points[self.rules.side(seat)] for seat in range(self.rules.players)]
        return [(len(points) * mine - sum(points)) / (len(points) - 1) for mine in own]

    def __str__(self):
        if self.round is None:
            return "no cards yet"
        return " ".join([f"board {self.board}:"] + [str(play) for play in self.round.view(0).history])


class PasurObserver:
    """What a seat sees: `tensor`, float32, flat, and `dict`, its parts by name."""

    def __init__(self, rules, iig_obs_type, params):
        if params:
            raise ValueError(f"there are no parameters of observations; got {params}")
        self.rules, self.kind = rules, iig_obs_type
        shapes = {"player": (rules.players,)}
        if self.kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            shapes.update({"dealt": (DEALS, CARDS)} if self.kind.perfect_recall else {"hand": (CARDS,)})
        if self.kind.public_info:
            shapes.update({"first_pool": (CARDS,), "plays": (PLAYS, CARDS)} if self.kind.perfect_recall else
                          {"public": (pasur.PLANES - 2, CARDS), "counts": (pasur.COUNTS,)})
        ends = np.cumsum([np.prod(shape) for shape in shapes.values()])
        self.tensor = np.zeros(ends[-1], np.float32)
        parts = np.split(self.tensor, ends[:-1])
        self.dict = {name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts)}

    def set_from(self, state, player):
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.round is None:
            return
        view = state.round.view(player)
        planes, counts = pasur.observe(view, self.rules)
        bits = {"dealt": state.dealt[player], "plays": [play.cards for play in view.history]}
        for name, part in self.dict.items():
            if name in bits:
                for row, cards in zip(part, bits[name]):
                    row[:] = _plane(cards)
        parts = {"hand": planes[0], "first_pool": _plane(view.first_pool), "counts": counts,
                 "public": np.delete(planes, (0, 6), axis=0)}  # without hand and unseen cards
        for name in self.dict.keys() & parts.keys():
            self.dict[name][:] = parts[name]

    def string_from(self, state, player):
        pieces = [f"seat {player}"]
        if state.round is None:
            return pieces[0]
        view = state.round.view(player)
        if "dealt" in self.dict:
            pieces.append("dealt " + " ".join(map(str, state.dealt[player])))
        if "hand" in self.dict:
            pieces.append(f"hand {view.hand or '-'}")
        if "plays" in self.dict:
            pieces.append(" ".join([f"pool {view.first_pool} plays"] + [str(play) for play in view.history]))
        if "public" in self.dict:
            piles = "/".join(str(pile) for pile in view.piles)
            surs = "/".join(str(surs) for surs in view.surs)
            pieces.append(f"play {view.ply} pool {view.pool or '-'} piles {piles} surs {surs} last {view.last}")
        return ", ".join(pieces)


class AgentBot(pyspiel.Bot):
    """One of the library's agents at a seat: AgentBot(game, 1, "tactic")."""

    def __init__(self, game, player, agent):
        super().__init__()
        self._seat, self._seed = player, game.seed
        self._player = pasur.Player(pasur.Agent(game.rules, agent))
        self._last = None, 0

    def player_id(self):
        return self._seat

    def provides_policy(self):
        return False

    def restart_at(self, state):
        self._last = None, 0

    def step(self, state):
        if state.current_player() != self._seat:
            raise ValueError(f"the bot sits at seat {self._seat}; to act is {state.current_player()}")
        board, ply = self._last
        if state.board != board or state.round.ply <= ply:
            self._player.begin(state.round, self._seat, self._seed, state.board)
        self._last = state.board, state.round.ply
        return pasur.action(self._player.choose(state.round))


def _plane(cards):
    return np.array([cards.bits >> card & 1 for card in range(CARDS)], np.float32)


pyspiel.register_game(_GAME_TYPE, PasurGame)
