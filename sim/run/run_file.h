/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens the files of a run directory. For this folder alone. */
#pragma once

#include "engine/text/error.h"

/* Opens a file as open() does, with these of its flags (O_RDONLY, or O_RDWR | O_CREAT), closed in children. It is a regular
   file and reached through no link; who writes to it has it under no other name. Waits for nobody. -1 with the reason if
   it cannot be opened, is no such file, or with errno ENOENT if there is none. */
int run_file_open(const char *path, int flags, Error *error);
