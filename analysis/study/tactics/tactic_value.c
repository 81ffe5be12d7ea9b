/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rows of a study come to: the line-ups that they need, and what a row makes of their outcomes. */
#include "analysis/study/tactics/tactic_value.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "agents/tactic/advice.h"
#include "agents/tactic/tactics.h"
#include "sim/lineups.h"
#include "sim/measures.h"

/* ---- the line-ups */

/* Do both play alike? Agents with texts are where they are one agent. */
static bool agents_equal(const Agent *a, const Agent *b)
{
    for (int i = 0; i < MAX_AGENT_PARAMS; i++)
        if (a->texts[i] != b->texts[i]) return false;
    return a->kind == b->kind && !memcmp(a->values, b->values, sizeof a->values);
}

/* Index of the agent among those of the line-ups, added if it is new; -1 if memory runs out. */
static int agent_index(TacticLineups *lineups, const Agent *agent)
{
    for (size_t i = 0; i < lineups->agent_count; i++)
        if (agents_equal(&lineups->agents[i], agent)) return (int)i;
    return list_add(&lineups->agents, &lineups->agent_count, agent, sizeof *agent) ? (int)lineups->agent_count - 1 : -1;
}

static Agent opponent_agent(const TacticStudy *study, int opponent)
{
    Agent agent = study->opponents[opponent];
    /* The weights say all of an agent of this kind, so that it may be the same player as a variant. */
    if (agent.kind == study->agent.kind) memset(agent.texts, 0, sizeof agent.texts);
    return agent;
}

void tactic_lineups_free(TacticLineups *lineups)
{
    free(lineups->agents);
    free(lineups->lineups);
    free(lineups->terms);
    *lineups = (TacticLineups){0};
}

bool tactic_lineups_make(TacticLineups *lineups, const TacticStudy *study, const bool *skip)
{
    tactic_lineups_free(lineups);
    lineups->study = study;
    lineups->skip = skip;
    lineups->terms = calloc((size_t)study->row_count + 1, sizeof *lineups->terms);
    if (!lineups->terms) return false;
    for (int row = 0; row < study->row_count; row++) {
        const TacticRow *of = &study->rows[row];
        for (int term = 0; term < of->terms && !(skip && skip[row]); term++) {
            const Agent variant = study_variant(study, of->variants[term]), other = opponent_agent(study, of->opponent);
            const int one = agent_index(lineups, &variant), two = agent_index(lineups, &other);
            const Pairing lineup = {{(uint16_t)one, (uint16_t)two}};
            if (one < 0 || two < 0) return false;
            int *at = &lineups->terms[row][term];
            *at = list_index(&lineups->lineups, &lineups->lineup_count, &lineup, sizeof lineup);
            if (*at < 0) return false;
        }
    }
    return true;
}

/* ---- measures */

#define NUMBERED(name)                                                                                                 \
    {name "_0", "units", ""}, {name "_1", "units", ""}, {name "_2", "units", ""}, { name "_3", "units", "" }
#define OF_STRATA(name)                                                                                                \
    NUMBERED(name), {name "_4", "units", ""}, {name "_5", "units", ""}, {name "_6", "units", ""},                      \
    {                                                                                                                  \
        name "_7", "units", ""                                                                                         \
    }
static const MeasureRow TACTIC_ROWS[TACTIC_MEASURES] = {NUMBERED("plus"),    NUMBERED("minus"),   OF_STRATA("value"),
                                                        {"boards", "1", ""}, OF_STRATA("active"), OF_STRATA("changed"),
                                                        OF_STRATA("rounds")};

SumsShape tactic_shape(const TacticStudy *study)
{
    return (SumsShape){TACTIC_ROWS, TACTIC_MEASURES, TACTIC_SQUARES, study->row_count, MAX_STRATA + 1, TACTIC_VALUE};
}

Moments tactic_moments(const Sums *sums, int row, int measure)
{
    Moments moments = sums_moments(sums, row, measure);
    moments.n = sums_x(sums, row, TACTIC_BOARDS);
    return moments;
}

double tactic_value_scale(const TacticStudy *study)
{
    const Schedule *schedule = &study->schedule;
    return board_scale(schedule, 0) * (study_matches(study) ? 1 : schedule->rules.sides - 1);
}

/* ---- a board */

static void *grouper_open(const void *arg)
{
    const TacticStudy *study = ((const TacticLineups *)arg)->study;
    FeatureRules rules;
    feature_rules_init(&rules, &study->schedule.rules);
    return advice_open(&study->grouper, &rules, &study->schedule.rules);
}

static void grouper_close(void *grouper) { advice_close(grouper); }

/* By how many points the side to move leads the best other side, counted as if the round ended here. */
static int lead_of(const Round *round, const Rules *rules)
{
    const int side = table_side(&round->table, rules);
    int points[MAX_SIDES], best = INT_MIN;
    count_points(points, &round->table, rules);
    for (int other = 0; other < rules->sides; other++)
        if (other != side && points[other] > best) best = points[other];
    return points[side] - best;
}

/* The group of the play that was chosen there; -1: the script failed. */
static int group_of(const TacticStudy *study, AdviceMemory *grouper, const Game *game, const Round *round,
                    VoidBoard *failure)
{
    const View view = turn_view(round, &study->schedule.rules, game->first_pool, game->history);
    const int group = advice_group(grouper, &view, game->history[round->table.ply]);
    if (group < 0)
        *failure = (VoidBoard){.agent = &study->agent,
                               .why = advice_failure(grouper),
                               .hand = view.hand,
                               .pool = view.table->pool,
                               .board = failure->board,
                               .seat = view.seat};
    return group;
}

/* The stratum of a round in which two line-ups diverged, by where they did; -1: the script failed. */
static int stratum_of(const TacticStudy *study, AdviceMemory *grouper, const Board *one, const Board *other,
                      int seating, VoidBoard *failure)
{
    const Rules *rules = &study->schedule.rules;
    const Game *game = &one->games[seating];
    Round round;
    round_start(&round, rules, &one->pack, NULL);
    while (game->history[round.table.ply] == other->games[seating].history[round.table.ply])
        round_play(&round, rules, game->history[round.table.ply]);
    const int total = numerals_total(round.table.pool), lead = lead_of(&round, rules);
    switch (study->by) {
    case BY_NOTHING: return 0;
    case BY_DEAL: return round.table.deal;
    case BY_POOL: return total > 20 ? 5 : (total + 4) / 5;
    case BY_SCORE: return lead <= -5 ? 0 : lead < 0 ? 1 : !lead ? 2 : lead < 5 ? 3 : 4;
    case BY_SCRIPT: failure->seating = seating; return group_of(study, grouper, game, &round, failure);
    }
    return 0;
}

/* Adds what a row's value was in a round in which the variants did not all choose the same. */
static void part_add(int64_t row[static TACTIC_MEASURES], int stratum, int64_t value)
{
    row[TACTIC_VALUE + stratum] += value;
    row[TACTIC_ACTIVE + stratum] = 1;
    row[TACTIC_CHANGED + stratum] = row[TACTIC_VALUE + stratum] != 0;
    row[TACTIC_ROUNDS + stratum]++;
}

bool tactic_row(int64_t out[static TACTIC_MEASURES], const TacticLineups *lineups, int row, AdviceMemory *grouper,
                const WholeBoard *whole, size_t schedule, VoidBoard *failure)
{
    const Board *boards = whole->boards[schedule];
    const TacticStudy *study = lineups->study;
    const int *terms = lineups->terms[row], count = study->rows[row].terms, seatings = study->schedule.seatings;
    if (whole->failed && failure->agent) failure->agent = study_player(study, failure->agent);
    if (whole->failed) return false;
    out[TACTIC_BOARDS] = 1;
    for (int seating = 0; seating < seatings; seating++) {
        uint64_t course[MAX_TERMS];
        for (int term = 0; term < count; term++) {
            const Outcome outcome = lineup_outcome(whole, schedule, (size_t)terms[term], seating, seatings);
            course[term] = outcome.course;
            out[(term & 1 ? TACTIC_MINUS : TACTIC_PLUS) + seating] += outcome.value;
        }
        if (count == 2 ? course[0] == course[1]
                       : (course[0] == course[1] && course[2] == course[3]) ||
                             (course[0] == course[3] && course[2] == course[1]))
            continue;
        const int stratum = study->by != BY_NOTHING
                                ? stratum_of(study, grouper, &boards[terms[0]], &boards[terms[1]], seating, failure)
                                : 0;
        if (stratum < 0) return false;
        part_add(out, stratum, out[TACTIC_PLUS + seating] - out[TACTIC_MINUS + seating]);
    }
    return true;
}

static bool rows_add(const void *arg, void *grouper, int64_t *values, const WholeBoard *whole, VoidBoard *failure)
{
    const TacticLineups *lineups = arg;
    for (int row = 0; row < lineups->study->row_count; row++, values += TACTIC_MEASURES)
        if (!(lineups->skip && lineups->skip[row]) && !tactic_row(values, lineups, row, grouper, whole, 0, failure))
            return false;
    return true;
}

BoardsJob tactic_job(const TacticLineups *lineups)
{
    return (BoardsJob){.schedule = &lineups->study->schedule,
                       .agents = lineups->agents,
                       .agent_count = lineups->agent_count,
                       .pairings = lineups->lineups,
                       .pairing_count = (size_t)lineups->lineup_count};
}

BoardsUse tactic_use(const TacticLineups *lineups)
{
    const TacticStudy *study = lineups->study;
    BoardsUse use = {.shape = tactic_shape(study),
                     .known = {{&study->agent, study->opponents}, {1, (size_t)study->opponent_count}},
                     .kept_size = COURSE_SIZE,
                     .begin = course_begin,
                     .round = course_round,
                     .whole = rows_add,
                     .arg = lineups};
    if (study->by == BY_NOTHING && !study_matches(study)) use.share = &LINEUPS_SHARE;
    if (study->by == BY_SCRIPT) use.own_open = grouper_open, use.own_close = grouper_close;
    return use;
}
