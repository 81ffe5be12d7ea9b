/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is told of ratings that do not explain all pairs: of a file, as rate writes it. */
#include "tests/analysis/claims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/result.h"
#include "analysis/report/verdict.h"
#include "library/version.h"
#include "tests/test.h"

const char PASUR_COMMIT[] = "", PASUR_BUILD[] = ""; /* which the commands name */

/* What is told of three agents around a circle, which is shown or not; to be freed. */
static char *told(const char *shown, const char *nash)
{
    static const ResultKind *const KINDS[] = {&RESULT_RATE, NULL};
    const char *name = "rate_fit.csv";
    char *text = NULL;
    size_t length;
    Result result;
    CsvReader reader;
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs("# command: pasur rate a b c\n# unit: points a round\nagent,rounds,rating,ci_low,ci_high,nash,fit_p,cyclic,"
          "circle,circle_beats,circle_beaten_by,circle_shown\n",
          file);
    for (int i = 0; i < 3; i++)
        fprintf(file, "%c,100,0,-1,1,%s,0.0001,0.5,6,%c,%c,%s\n", "abc"[i], i ? "0.25" : nash, "bca"[i], "cab"[i],
                shown);
    fclose(file);
    assert_true(csv_open(&reader, &result, name) && csv_begin(&reader) && csv_kind(&reader, KINDS) &&
                csv_rows(&reader, CSV_MOST_ROWS));
    csv_close(&reader);
    FILE *out = open_memstream(&text, &length);
    verdicts_print(out, &result);
    fclose(out);
    result_free(&result);
    remove(name);
    return text;
}

TEST(a_circle_is_told_where_it_is_shown)
{
    char *shown = told("1", "0.5"), *hidden = told("0", "0.5");
    assert_non_null(
        strstr(shown, "The largest measured circle of three that is shown: a beats b, which beats c, which beats a; "
                      "the three margins sum to 6.00 points a round, where ratings would give 0."));
    assert_null(strstr(shown, "margins do not add up"));
    assert_null(strstr(hidden, "circle of three that"));
    assert_non_null(strstr(hidden, "No three agents are shown to beat each other in a circle"));
    free(shown);
    free(hidden);
}

TEST(the_nash_average_is_a_mixture_or_one_agent)
{
    char *mixture = told("1", "0.5"), *alone = told("1", "1");
    assert_non_null(
        strstr(mixture, "no agent here beats this mixture on average (Nash average): a 50 %, b 25 %, c 25 %."));
    assert_non_null(strstr(alone, "no agent here beats a on average (Nash average: a 100 %)."));
    free(mixture);
    free(alone);
}
