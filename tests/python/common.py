# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests share: the program, to compare the package with."""
import os
import subprocess
import unittest


def program(*words: str, stdin: str = "") -> str:
    """What `pasur WORDS` prints."""
    if "PASUR" not in os.environ:
        raise unittest.SkipTest("PASUR names no program")
    return subprocess.run([os.environ["PASUR"], *words], input=stdin, capture_output=True, text=True, check=True).stdout
