/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of analysis/ share: cmocka, and a comparison of doubles (its own is of floats). NAN is close to
   nothing. */
#ifndef TESTS_ANALYSIS_CLAIMS_H
#define TESTS_ANALYSIS_CLAIMS_H

#include <math.h>

#include "tests/engine/about.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define assert_close(actual, expected, tolerance) assert_true(fabs((actual) - (expected)) <= (tolerance))

#endif
