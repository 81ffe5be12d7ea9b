/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the fuzzers share: their input as a text and as a file. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Any bytes: what it is given is refused or read, never a crash, and what was read keeps its promises. Always 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program where a promise is broken, in every build. */
#define MUST(promise) ((promise) ? (void)0 : abort())

/* The bytes as a text of their own, ended by a zero, so that whoever reads behind it is seen. free() it. */
char *input_text(const uint8_t *data, size_t size);
/* Cuts the text behind its first line. Returns what follows, or "". */
char *input_line(char *text);
/* The name of a file that holds these bytes: always the same one, which goes when the program ends. */
const char *input_file(const uint8_t *data, size_t size);
