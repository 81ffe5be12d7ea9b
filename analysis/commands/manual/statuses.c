/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the exit statuses mean. */
#include "analysis/commands/manual/manual.h"

const StatusRow STATUSES[] = {
    {0, "done; of a test: the high hypothesis holds"},
    {STATUS_NO, "the answer is no: a record is wrong, a check failed; of a test: the low hypothesis"},
    {STATUS_WRONG_USE, "wrong use or bad input"},
    {STATUS_UNDECIDED, "a test ended undecided, or --stop ci= before it was that precise"},
    {STATUS_VOID, "more void boards than --max-void allows"},
    {STATUS_FAILED, "the system failed: disk full, no memory, a file that cannot be written"},
    {STATUS_INTERRUPTED, "stopped by the user; everything finished so far is kept"},
    {0, NULL},
};
