# SPDX-License-Identifier: GPL-3.0-or-later
"""A stand-in for OpenSpiel, as much of its Python interface for games as an adapter and a player of its games use, after
the documentation. The tests take it where OpenSpiel is not installed."""
import copy
import enum
import types


class PlayerId(enum.IntEnum):
    CHANCE = -1
    TERMINAL = -4


class PrivateInfoType(enum.Enum):
    NONE, SINGLE_PLAYER, ALL_PLAYERS = range(3)


class IIGObservationType:
    def __init__(self, perfect_recall, public_info=True, private_info=PrivateInfoType.SINGLE_PLAYER):
        self.perfect_recall, self.public_info, self.private_info = perfect_recall, public_info, private_info


class GameType(types.SimpleNamespace):
    Dynamics = enum.Enum("Dynamics", "SEQUENTIAL SIMULTANEOUS")
    ChanceMode = enum.Enum("ChanceMode", "DETERMINISTIC EXPLICIT_STOCHASTIC SAMPLED_STOCHASTIC")
    Information = enum.Enum("Information", "ONE_SHOT PERFECT_INFORMATION IMPERFECT_INFORMATION")
    Utility = enum.Enum("Utility", "ZERO_SUM CONSTANT_SUM GENERAL_SUM IDENTICAL")
    RewardModel = enum.Enum("RewardModel", "REWARDS TERMINAL")


class GameInfo(types.SimpleNamespace):
    pass


class Game:
    def __init__(self, game_type, info, params):
        self._type, self._info, self._params = game_type, info, params
        self._observers = {}

    def num_players(self):
        return self._info.num_players

    def num_distinct_actions(self):
        return self._info.num_distinct_actions

    def max_game_length(self):
        return self._info.max_game_length

    def min_utility(self):
        return self._info.min_utility

    def max_utility(self):
        return self._info.max_utility

    def observer(self, perfect_recall):
        if perfect_recall not in self._observers:
            self._observers[perfect_recall] = self.make_py_observer(IIGObservationType(perfect_recall=perfect_recall))
        return self._observers[perfect_recall]


class State:
    def __init__(self, game):
        self._game, self._history = game, []

    def history(self):
        return list(self._history)

    def is_chance_node(self):
        return self.current_player() == PlayerId.CHANCE

    def legal_actions(self):
        if self.is_terminal():
            return []
        if self.is_chance_node():
            return [action for action, _ in self.chance_outcomes()]
        return self._legal_actions(self.current_player())

    def action_to_string(self, player, action):
        return self._action_to_string(player, action)

    def apply_action(self, action):
        self._apply_action(action)
        self._history.append(action)

    def clone(self):
        made = self._game.new_initial_state()
        for name, value in vars(self).items():
            if name != "_game":
                setattr(made, name, copy.deepcopy(value))
        return made

    def _string(self, player, perfect_recall):
        return self._game.observer(perfect_recall).string_from(self, player)

    def _tensor(self, player, perfect_recall):
        observer = self._game.observer(perfect_recall)
        observer.set_from(self, player)
        return observer.tensor.tolist()

    def information_state_string(self, player):
        return self._string(player, True)

    def observation_string(self, player):
        return self._string(player, False)

    def information_state_tensor(self, player):
        return self._tensor(player, True)

    def observation_tensor(self, player):
        return self._tensor(player, False)


class Bot:
    pass


_GAMES = {}


def register_game(game_type, maker):
    _GAMES[game_type.short_name] = (game_type, maker)


def _value(text):
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return {"True": True, "False": False}.get(text, text)


def _game_text(text):
    """The name and parameters of a text such as "name(players=3,rules=pagat)"."""
    name, _, rest = text.partition("(")
    if not rest:
        return name, {}
    if not rest.endswith(")"):
        raise ValueError(f"{text}: no closing bracket")
    pairs = [word.rpartition("=") for word in rest[:-1].split(",")]
    if not all(equals for _, equals, _ in pairs):
        raise ValueError(f"{text}: parameters are key=value")
    return name, {key: _value(value) for key, _, value in pairs}


def load_game(name, params=None):
    name, told = _game_text(name)
    params = {**told, **(params or {})}
    game_type, maker = _GAMES[name]
    unknown = set(params or {}) - set(game_type.parameter_specification)
    if unknown:
        raise ValueError(f"{name} has no parameter {unknown}")
    return maker(params)
