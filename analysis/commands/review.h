/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reviews of rounds tell people, at the end of a game that was played here too. */
#pragma once

#include "analysis/report/text.h"
#include "analysis/study/review.h"

/* The `worst` plays that cost most, the dearest first, with the reasons, and a row for each player. False if memory
   runs out. */
bool review_summary(FILE *out, const Page *page, const Review *review, size_t worst);
