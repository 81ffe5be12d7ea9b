/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Run directories, and commands of many ranks. */
#pragma once

#include "analysis/commands/driver/driver.h"

/* Opens run directories of one run to be looked at, for a driver that driver_free frees in any case. False with the reason
   if one cannot be read, was written by another version, or is of another run. */
bool run_look_open(Driver *driver, const char *const names[], int count, Error *error);
/* Reads --part, and makes the directory of --run, unless nothing is to be done. False with the reason if something is wrong
   with them. */
bool run_keep_prepare(Driver *driver, Error *error);
/* Opens the directory of --run, or begins with those that are looked at, and says which it is; does nothing without. */
bool run_keep_open(Driver *driver, Error *error);
/* Says what became of it after the work, and closes it: sets driver->end.partial, and returns false with the reason if
   something went wrong. */
bool run_keep_close(Driver *driver, bool good, Error *error);

/* ---- a command of many ranks. Every rank takes it from the options to the end of the work; rank 0 alone speaks, opens
   the files that are written, so that nothing is written elsewhere, and keeps the run directory. */

/* False with the reason for a command that is played by one process. */
bool ranks_fit(const Command *command, Error *error);
/* Is every rank as far? Else the error is that of the first that is not. */
bool ranks_agree(bool good, Error *error);
/* The same before the first board; makes sure that all play the same run. */
bool ranks_join(Driver *driver, bool good, Error *error);
