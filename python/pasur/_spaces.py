# SPDX-License-Identifier: GPL-3.0-or-later
"""Spaces in the manner of gymnasium.spaces, for where Gymnasium is not installed."""
from __future__ import annotations

import numpy as np


class Space:
    def __init__(self, seed=None):
        self.seed(seed)

    def seed(self, seed=None) -> None:
        self._random = np.random.default_rng(seed)

    def contains(self, value) -> bool:
        raise NotImplementedError

    def __contains__(self, value) -> bool:
        return self.contains(value)


class Discrete(Space):
    """0 … n - 1."""

    def __init__(self, n: int, seed=None):
        super().__init__(seed)
        self.n = n

    def contains(self, value) -> bool:
        return isinstance(value, (int, np.integer)) and bool(0 <= value < self.n)

    def sample(self, mask=None) -> int:
        """Any of them, or of those where mask is 1."""
        return int(self._random.choice(np.arange(self.n) if mask is None else np.flatnonzero(mask)))

    def __eq__(self, other) -> bool:
        return isinstance(other, Discrete) and self.n == other.n


class Box(Space):
    """Arrays of one shape and type with entries low … high."""

    def __init__(self, low, high, shape, dtype, seed=None):
        super().__init__(seed)
        self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)
        self.shape, self.dtype = shape, np.dtype(dtype)

    def contains(self, value) -> bool:
        return (isinstance(value, np.ndarray) and value.shape == self.shape and value.dtype == self.dtype
                and bool(np.all((value >= self.low) & (value <= self.high))))

    def sample(self) -> np.ndarray:
        return self._random.integers(self.low, self.high, endpoint=True, dtype=self.dtype)

    def __eq__(self, other) -> bool:
        return (isinstance(other, Box) and self.shape == other.shape and self.dtype == other.dtype
                and np.array_equal(self.low, other.low) and np.array_equal(self.high, other.high))


class Dict(Space):
    """Dictionaries with an entry of each of these spaces."""

    def __init__(self, spaces: dict, seed=None):
        self.spaces = dict(spaces)
        super().__init__(seed)

    def seed(self, seed=None) -> None:
        for space in self.spaces.values():
            space.seed(seed)

    def __getitem__(self, name):
        return self.spaces[name]

    def contains(self, value) -> bool:
        return (isinstance(value, dict) and value.keys() == self.spaces.keys()
                and all(space.contains(value[name]) for name, space in self.spaces.items()))

    def sample(self) -> dict:
        return {name: space.sample() for name, space in self.spaces.items()}

    def __eq__(self, other) -> bool:
        return isinstance(other, Dict) and self.spaces == other.spaces
