/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which program this is: printed by --version, in the heads of files and in run directories. */
#pragma once

/* As in CHANGELOG.md; pasur.h has its number. */
#define PASUR_VERSION "0.1.0"

/* The commit of the checkout that was built, such as 1e3651c4c0de; with "+changes" behind it where the program's
   sources were not those of the commit; "unknown (built without git)". */
extern const char PASUR_COMMIT[];
/* Compiler, flags and instruction set: "gcc 14.2.0 -O3 -DNDEBUG, x86-64". */
extern const char PASUR_BUILD[];
