# SPDX-License-Identifier: GPL-3.0-or-later
"""Student's t: an interval from exact sums, as analysis/stats/estimate.c works it out."""
from __future__ import annotations

import math
from typing import Tuple


def _beta_fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function (Abramowitz and Stegun 26.5.8), by Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    value = d
    for m in range(1, 10000):
        for term in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                     -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 + term * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + term / c
            c = c if abs(c) > tiny else tiny
            value *= d * c
        if abs(d * c - 1) < 1e-16:
            break
    return value


def _beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(b, a, 1 - x)
    front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    return math.exp(front) * _beta_fraction(a, b, x) / a


def student_tail(t: float, dof: float) -> float:
    """P(T > t) for t >= 0."""
    return 0.5 * _beta(dof / 2, 0.5, dof / (dof + t * t))


def student_upper(tail: float, dof: float) -> float:
    """The t with P(T > t) = tail, 0 < tail < 1/2."""
    low, high = 0.0, 1.0
    while student_tail(high, dof) > tail:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (middle, high) if student_tail(middle, dof) > tail else (low, middle)
    return (low + high) / 2


def interval(n: int, total: int, squares: int, scale: int, alpha: float = 0.05) -> Tuple[float, float, float, float]:
    """Mean, standard deviation of one observation, and the interval's ends, from n, the sum and the sum of squares of
    integers, `scale` of which make one unit. NAN where unknown."""
    nan = math.nan
    mean = total / (n * scale) if n else nan
    sd = math.sqrt((squares * n - total * total) / n / (n - 1)) / scale if n > 1 else nan
    if not n > 1 or not sd > 0:
        return mean, sd, nan, nan
    half = student_upper(alpha / 2, n - 1) * sd / math.sqrt(n)
    return mean, sd, mean - half, mean + half
