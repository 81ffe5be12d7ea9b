/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that is written beside the one whose place it takes when it is complete: whoever reads that name finds the old
   file or the new one, whole, also after a full disk. A name that is no regular file (a device, a pipe, "-") is written
   to directly. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include "engine/text/error.h"

/* Could such a file be made, as far as one can say now? Leaves nothing. */
bool atomic_file_possible(const char *name, Error *error);
/* Makes the text the file of that name. False with the reason if it cannot be whole. */
bool atomic_file_write(const char *name, const char *text, size_t length, Error *error);
