/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that is read from a file, compressed or not. */
#pragma once

#include <stdio.h>

#include "engine/text/error.h"

/* Opens a file to be read; a regular one that gzip or Zstandard has compressed is read as what was compressed. NULL
   with the reason, as error_file gives it. */
FILE *text_file_open(const char *name, Error *error);
