/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the gnuplot that is found in PATH. */
#pragma once

#include <stdbool.h>

#include "engine/text/error.h"
#include "sim/files/text_buffer.h"

#define GNUPLOT_MISSING "gnuplot is not installed: 'apt install gnuplot-nox' or 'brew install gnuplot' gets it"

/* Can gnuplot be found in PATH? */
bool gnuplot_found(void);
/* Runs gnuplot on the script, without anybody's start-up files or temporary ones, and adds what it draws to *drawn. False
   with the reason: gnuplot is missing, cannot be started, or failed, and then says why itself. */
bool gnuplot_run(const char *script, TextBuffer *drawn, Error *error);
