# SPDX-License-Identifier: GPL-3.0-or-later
"""What the package believes of the library is what its header says."""
import ctypes
import re
import unittest
from pathlib import Path

from pasur import _library

HEADER = (Path(__file__).resolve().parents[2] / "library" / "pasur.h").read_text()
CODE = re.sub(r"/\*.*?\*/", "", HEADER, flags=re.S)
STRUCTS = {"error": _library.CError, "count": _library.CCount, "view": _library.CView, "view_words": _library.CViewWords,
           "sim_options": _library.CSimOptions, "sim_rows": _library.CSimRows, "env_arrays": _library.CEnvArrays,
           "decisions": _library.CDecisions, "advise_options": _library.CAdviseOptions, "advice": _library.CAdvice,
           "chance": _library.CChance, "chances": _library.CChances}
TYPES = {"int": ctypes.c_int, "int32_t": ctypes.c_int32, "uint64_t": ctypes.c_uint64, "size_t": ctypes.c_size_t,
         "double": ctypes.c_double, "pasur_cards": ctypes.c_uint64, "void": None}


class HeaderTest(unittest.TestCase):
    def declared(self):
        """By function: its result and its arguments, as text."""
        for result, name, arguments in re.findall(r"PASUR_API (?:PASUR_MUST_USE )?([^;(]*?)(pasur_\w+)\(([^;]*)\);", CODE):
            yield name, result.strip(), [a.strip() for a in arguments.split(",") if a.strip() != "void"]

    def test_every_function_is_declared(self):
        declared = {name: (result, arguments) for name, result, arguments in self.declared()}
        self.assertEqual(set(_library._FUNCTIONS), set(declared))
        for name, (result, arguments) in declared.items():
            found, taken = _library._FUNCTIONS[name]
            self.assertEqual(len(taken), len(arguments), name)
            if "*" not in result:
                self.assertIs(found, TYPES[result], name)
            for argument, kind in zip(arguments, taken):
                word = argument.replace("const ", "").split()[0]
                if not re.search(r"[*\[]", argument) and word in TYPES:
                    self.assertIs(kind, TYPES[word], f"{name}: {argument}")

    def test_constants_are_those_of_the_header(self):
        self.assertIn(f"#define PASUR_ABI {_library.ABI}\n", HEADER)
        for name in ("INPUT", "FAILED", "SYSTEM", "CARDS", "SEATS", "PLAYS", "LEGAL", "ACTIONS", "PLANES", "COUNTS",
                     "CARDS_TEXT", "PLAY_TEXT", "RULES_TEXT", "RECORD_TEXT"):
            found = re.search(rf"\bPASUR_{name} =\s*(\d+)", CODE)
            self.assertEqual(int(found[1]), getattr(_library, name), name)

    def test_structs_have_the_members_of_the_header(self):
        found = re.findall(r"typedef struct pasur_\w+ \{([^}]*)\} pasur_(\w+);", CODE)
        bodies = {name: body for body, name in found}
        self.assertEqual(set(bodies), set(STRUCTS))
        for name, body in bodies.items():
            members = [re.sub(r"\[.*|\*|^.*[ ]", "", m.strip()) for line in body.split(";") if line.strip()
                       for m in line.strip().split(",")]
            self.assertEqual([field for field, *_ in STRUCTS[name]._fields_], members, name)


if __name__ == "__main__":
    unittest.main()
