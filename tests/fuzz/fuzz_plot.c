/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a CSV file to draw: refused, or described for gnuplot, which is not run. */
#include <string.h>

#include "analysis/report/draw.h"
#include "tests/fuzz/input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Error error;
    memset(&error, 0, sizeof error);
    if (!plot_draw(input_file(data, size), "picture.svg", NULL, true, &error)) MUST(*error.text);
    return 0;
}
