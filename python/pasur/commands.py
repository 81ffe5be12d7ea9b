# SPDX-License-Identifier: GPL-3.0-or-later
"""What `pasur rate`, `tune`, `tactics` and `compare` measure, as tables. The program itself measures it, in a process of
its own: it is the one that PASUR names in the environment, or that of the checkout, or the first in PATH."""
from __future__ import annotations

import csv
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Dict, List, Sequence, Tuple, Union

import numpy as np

from . import _library
from ._library import C, Error

_Agents = Union[str, Sequence[str]]


def _program() -> str:
    built = Path(__file__).resolve().parents[2] / "build" / "pasur"
    found = os.environ.get("PASUR") or (str(built) if built.exists() else shutil.which("pasur"))
    if not found:
        raise Error("there is no program pasur: PASUR names none, and PATH has none", _library.SYSTEM)
    return found


def _words(options: Dict[str, Any]) -> List[str]:
    """Options as the command line has them: rounds_csv="f" is --rounds-csv f, from_="f" is --from f, True is a flag, a
    list has commas."""
    words: List[str] = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        words.append("--" + name.rstrip("_").replace("_", "-"))
        if value is not True:
            words.append(",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value))
    return words


def _column(cells: Sequence[str]) -> np.ndarray:
    """Numbers, not a number where a cell is empty; else text."""
    try:
        return np.array([float(cell) if cell else np.nan for cell in cells])
    except ValueError:
        return np.array(cells)


def _table(text: str):
    """The rows of a CSV of the program: a pandas.DataFrame where pandas is installed, whose `attrs` are the lines of the
    head, else a dict of arrays."""
    lines = text.splitlines()
    heads = [line[2:].split(": ", 1) for line in lines if line.startswith("# ") and ": " in line]
    attrs = {name: value for name, value in heads}
    version = attrs.get("version", "").split(" ")[0]
    if version != C.pasur_version().decode():
        raise Error(f"the program is pasur {version}, and the library {C.pasur_version().decode()}", _library.SYSTEM)
    rows = list(csv.reader(line for line in lines if line and not line.startswith("#")))
    columns = {name: _column([row[i] for row in rows[1:]]) for i, name in enumerate(rows[0])}
    try:
        import pandas
    except ImportError:
        return columns
    frame = pandas.DataFrame(columns)
    frame.attrs.update(attrs)
    return frame


def _measure(command: str, arguments: Sequence[str], options: Dict[str, Any], right: Tuple[int, ...] = (0,)):
    """Runs the command and returns its table; raises Error with the program's own line where its status is another."""
    for argument in arguments:
        _library.kind(command, argument, (str, os.PathLike), "its arguments as text")
    words = [_program(), command, *_words({**options, "csv": "-", "quiet": True}), "--", *map(str, arguments)]
    ended = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if ended.returncode not in right:
        said = (ended.stderr.strip().splitlines() or [f"status {ended.returncode}"])[-1]
        raise Error(said[len(f"pasur {command}: "):] if said.startswith(f"pasur {command}: ") else said, ended.returncode)
    return _table(ended.stdout)


def _listed(agents: _Agents) -> List[str]:
    if isinstance(agents, str) or not isinstance(agents, Sequence):
        raise TypeError(f"agents: a list of them, not {agents!r}")
    return list(agents)


def rate(agents: Sequence[str], **options: Any):
    """A tournament, as `pasur rate`: a row for each agent with its rating and interval. options are those of the command:
    rate(["tactic", "greedy", "counter"], boards=500, seed=2, rules="bicycle")."""
    return _measure("rate", _listed(agents), options)


def tune(agent: str, **options: Any):
    """Better numbers for an agent, as `pasur tune`: a row for each step. tune("tactic", params="deny_sur", rounds="200k",
    save="tuned.weights")."""
    return _measure("tune", [agent], options, (0, 1, 3))


def tactics(**options: Any):
    """What tactics are worth, as `pasur tactics`: a row for each tactic and measure. tactics(tactics=["deny_sur"],
    opponent="greedy", boards=1000)."""
    return _measure("tactics", [], options)


def compare(one: Union[str, os.PathLike], other: Union[str, os.PathLike], **options: Any):
    """The difference of two results, files or run directories, as `pasur compare`: a row for each figure."""
    return _measure("compare", [one, other], options, (0, 1, 3))
