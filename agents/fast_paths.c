/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks the environment. */
#include "agents/fast_paths.h"

#include <stdlib.h>

bool fast_paths_allowed(void)
{
    const char *plain = getenv("PASUR_PLAIN");
    return !plain || !*plain;
}
