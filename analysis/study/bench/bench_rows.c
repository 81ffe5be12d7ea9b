/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of what `bench` can measure. */
#include "analysis/study/bench/bench_rows.h"

#include <string.h>

#define OF_THREE .rules = "pagat,players=3"
#define IN_TEAMS .rules = "pagat,players=4"

const BenchRow BENCH_ROWS[] = {
    {"random", "rounds/s", WORK_BOARDS, .agents = {"random", "random"}, .plays = true},
    {"greedy", "rounds/s", WORK_BOARDS, .agents = {"greedy", "greedy"}, .plays = true},
    {"greedy in matches", "rounds/s", WORK_MATCHES, .agents = {"greedy", "greedy"}, .over = "greedy",
     .ratio = "greedy in matches over boards"},
    {"tactic", "rounds/s", WORK_BOARDS, .agents = {"tactic", "tactic"}},
    {"tactic counter", "rounds/s", WORK_BOARDS, .agents = {"tactic", "counter"}},
    {"tactic of three", "rounds/s", WORK_BOARDS, OF_THREE, .agents = {"tactic", "tactic"}},
    {"tactic counter of three", "rounds/s", WORK_BOARDS, OF_THREE, .agents = {"tactic", "counter"}},
    {"tactic in teams", "rounds/s", WORK_BOARDS, IN_TEAMS, .agents = {"tactic", "tactic"}},
    {"tactic counter in teams", "rounds/s", WORK_BOARDS, IN_TEAMS, .agents = {"tactic", "counter"}},
    {"rate", "rounds/s", WORK_RATE, .times = 1},
    {"tune", "rounds/s", WORK_TUNE, .asked = true},
    {"equity", "boards/s", WORK_EQUITY, .rules = BENCH_EQUITY},
    {"ismcts", "rounds/s", WORK_BOARDS, .agents = {"ismcts", "ismcts"}, .plays = true, .times = 6},
    {"random as a bot", "plays/s", WORK_BOT, .alone = true},
    {"search", "iterations/s", WORK_SEARCH, .times = 2},
    {"sampling and playout", "iterations/s", WORK_PLAYOUTS, .times = 2, .over = "search",
     .ratio = "search over sampling and playout"},
    {"solve last deal", "us", WORK_LAST_DEALS, .times = 1},
    {"solve round", "ms", WORK_ROUNDS, .times = 2},
    {"steps", "plays/s", WORK_STEPS, .times = 1},
    {"answer " BENCH_ANSWER " expected", "s", WORK_FORECAST, .times = 2},
    {"answer " BENCH_ANSWER, "s", WORK_ANSWER, .asked = true},
};
const size_t BENCH_ROW_COUNT = sizeof BENCH_ROWS / sizeof *BENCH_ROWS;
_Static_assert(sizeof BENCH_ROWS / sizeof *BENCH_ROWS <= BENCH_ROWS_MOST, "there is room for all rows");

bool bench_row_takes(const BenchRow *row) { return !strchr(row->unit, '/'); }

double bench_value(const BenchRow *row, double seconds, double done)
{
    const double scale = row->unit[0] == 'u' ? 1e6 : row->unit[0] == 'm' ? 1e3 : 1;
    return bench_row_takes(row) ? scale * seconds / done : done / seconds;
}
