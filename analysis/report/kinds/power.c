/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many boards questions need, an answer a row. */
#include "analysis/report/kinds/kinds.h"

#include <string.h>

#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "engine/text/number.h"

static const Figure FIGURES[] = {
    {"question", "text",
     "what is asked: effect, ci (fixed number of boards), ci_watched (--stop ci=), sprt_low, sprt_between and sprt_high (a "
     "test, by where the truth lies), llr_logistic, llr_normalized",
     FIGURE_AT(PowerRow, question), .plain = "question"},
    {"wanted", "see unit", "the difference, half-width or true value that is asked about", FIGURE_AT(PowerRow, wanted),
     .plain = "of"},
    {"unit", "text", "points a round, of the matches (a share), or Elo", FIGURE_AT(PowerRow, unit), .plain = "unit"},
    {"boards", "boards", "how many it takes, a test on average", FIGURE_AT(PowerRow, boards), .plain = "boards"},
    {"boards_low", "boards", "the same at the lower end of what the pilot leaves open, 95 %",
     FIGURE_AT(PowerRow, range.low)},
    {"boards_high", "boards", "and at the upper end", FIGURE_AT(PowerRow, range.high)},
    {"seconds", "seconds", "how long that takes at the speed of the pilot", FIGURE_AT(PowerRow, seconds)},
    {"says_high", "share", "of the tests that then say 'high'", FIGURE_AT(PowerRow, says_high)},
    {"sd", "see unit", "standard deviation of one board", FIGURE_AT(PowerRow, sd)},
    {"llr", "number", "log-likelihood ratio of --llr", FIGURE_AT(PowerRow, llr)},
    {"verdict", "text", "what the test says of it: undecided, low, high", FIGURE_AT(PowerRow, verdict)},
};
static const FigureTable POWER_FIGURES = {"power --csv", "answer", FIGURE_ROWS(FIGURES), NULL};

/* What is asked, in words: of the wanted number and its unit. */
static const struct {
    const char *question, *words;
} WORDS[] = {
    {"effect", "To see a true difference of %s %s"},
    {"ci", "An interval of %s %s to either side, if the number of boards is fixed beforehand,"},
    {"ci_watched", "An interval of %s %s to either side, if the run is watched and stopped,"},
    {"sprt_low", "The test, where the truth is its low end, %s %s,"},
    {"sprt_between", "The test, where the truth is in the middle, %s %s,"},
    {"sprt_high", "The test, where the truth is its high end, %s %s,"},
};

static void power_verdicts(Verdicts *verdicts, Result *result)
{
    const char *agents = result_head_of(result, "agents");
    for (size_t row = 0; row < result->row_count; row++) {
        const double boards = number_at(result, row, "boards");
        const char *question = text_at(result, row, "question");
        for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS && boards > 0; i++) {
            char count[SHORT_TEXT];
            if (strcmp(question, WORDS[i].question) != 0) continue;
            const char *asked =
                result_format(result, WORDS[i].words, text_at(result, row, "wanted"), text_at(result, row, "unit"));
            short_count(count, boards);
            const Interval range = result_interval(result, row, "boards");
            char ends[2][SHORT_TEXT];
            short_count(ends[0], range.low);
            short_count(ends[1], range.high);
            asked = result_format(result, "%s takes %s boards%s%s", asked, count, agents ? " of " : "",
                                  agents ? agents : "");
            verdict_say(verdicts, !interval_known(range)
                                      ? result_format(result, "%s.", asked)
                                      : result_format(result, "%s (95 %%: %s to %s).", asked, ends[0], ends[1]));
        }
    }
}

const ResultKind RESULT_POWER = {
    .table = &POWER_FIGURES,
    .first = 3,
    .question = "How many boards does a question need?",
    .verdicts = power_verdicts,
    .method =
        "The standard deviation of one board comes from a pilot, whose boards no other command plays, or from the "
        "user.",
    .page = "methods.md",
};
