/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the advice of a tactic in its row. */
#include "analysis/report/tactics/tactic_words.h"

#include "agents/tactic/tactics.h"

_Static_assert((int)TACTIC_WORDS >= (int)TACTIC_ADVICE, "there is room for the advice");

bool tactic_words(char out[static TACTIC_WORDS], const char *name)
{
    const int tactic = name_find(&TACTIC_NAMES, name);
    *out = 0;
    if (tactic >= 0) tactic_advice(out, tactic);
    return tactic >= 0;
}
