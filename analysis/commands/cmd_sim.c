/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur sim: agents against each other over many boards: what they score and win, and its summary in words. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/play/seat.h"
#include "analysis/commands/vary.h"
#include "analysis/report/chart.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "analysis/stats/rating.h"
#include "analysis/study/sim_estimates.h"
#include "engine/text/number.h"
#include "sim/boards.h"
#include "sim/rounds.h"

enum { ORDER_TURNS, ORDER_FIXED };
enum { SIM_BY_NOTHING, SIM_BY_SCORE };
/* Scores of --by score, as shares of the target: every two of them are a pair. */
static const double LEVELS[] = {0, 0.5, 0.65, 0.78, 0.89};
enum { LEVEL_COUNT = sizeof LEVELS / sizeof *LEVELS, SITUATIONS = LEVEL_COUNT * LEVEL_COUNT };
_Static_assert((int)SITUATIONS <= (int)SCHEDULES_MOST, "a schedule for each pair of scores");

typedef struct {
    uint64_t boards;
    int order, by;

    PersonSeat person; /* who plays, if somebody does */
    SimResult result;
    SimRow rows[MAX_SEATS]; /* of the agents */
    Vary vary;              /* of --vary */
} Sim;

/* ---- the rows */

#define AT(member) COLUMN_AT(SimRow, member)
#define MATCHES(member, divisor) COLUMN_PER(SimRow, member, divisor)
/* A measure's sum, and its mean over the agent's sides; unknown where some boards were not asked for it. */
#define COUNT(measure) COLUMN_PER(SimRow, of[SUM_##measure].sum, of[SUM_##measure].one)
#define MEAN(measure) COLUMN_PER(SimRow, of[SUM_##measure].sum, of[SUM_##measure].sides)
#define MORE_COLUMN(name, unit, help, value) {#name "_mean", unit, help, MEAN(name)},
/* Of a class of paying cards; four have places of old, the others stand behind the columns with fixed places. */
enum { LATER_COLUMNS = 38 };
#define PAYING_COLUMN(name, key, pagat, cards, help, label, each, column, place)                                       \
    [(place) < 4 ? 16 + (place) : LATER_COLUMNS - 4 + (place)] = {                                                     \
        __builtin_popcountll(cards) == 1 ? #name : #name "_mean",                                                      \
        __builtin_popcountll(cards) == 1 ? "rounds" : "cards a round",                                                 \
        __builtin_popcountll(cards) == 1 ? "rounds in which the side captured " help : label " captured",              \
        .type = COLUMN_RATIO,                                                                                          \
        .offset = offsetof(SimRow, of[SUM_##name].sum),                                                                \
        .per = __builtin_popcountll(cards) == 1 ? offsetof(SimRow, of[SUM_##name].one)                                 \
                                                : offsetof(SimRow, of[SUM_##name].sides)},
enum { ROUNDS = 1 }; /* the terminal's table is about them alone */
#define VALUE(name, ends, unit, help, member, between, ...)                                                            \
    COLUMN_VALUE(name, ends, unit, help, "the 95 % interval of " name, SimRow, member, between, __VA_ARGS__)
static const Column COLUMNS[] = {
    {"agent", "name", "the agent", AT(agent), .title = "agent", .plain = "player", .key = KEY_WHO},
    {"boards", "boards", "packs played, each in every seating", AT(boards)},
    {"rounds", "rounds", "rounds played", AT(rounds)},
    {"points_mean", "points a round", "mean of the points that the agent's side scored", AT(estimates.points.mean),
     .title = "points (95 %)", .when = ROUNDS, .drop = 2, .format = "%.*f",
     .interval = offsetof(SimRow, estimates.points_interval)},
    {"points_se", "points a round", "standard error of points_mean, over boards", AT(estimates.points.se)},
    VALUE("diff_mean", "diff_ci", "points a round",
          "mean of the side's points less the mean of the other sides' points", estimates.diff.mean,
          estimates.diff_interval, .title = "over the others (95 %)", .when = ROUNDS, .format = "%+.*f",
          .plain = "points a round over the others", .measured = "diff_sd"),
    {"diff_sd", "points a round", "standard deviation of one board's difference", AT(estimates.diff.sd)},
    VALUE("win_rate", "win_ci", "share",
          "rounds in which no side scored more; a highest score that n sides share counts 1/n", estimates.wins.mean,
          estimates.win_interval, .title = "wins, % (95 %)", .when = ROUNDS, .drop = 1, .format = "%.*f",
          .plain = "won, %", .measured = ""),
    {"draws", "rounds", "rounds in which the agent's side shared the highest score", COUNT(draws)},
    {"clubs_mean", "cards a round", "clubs captured", MEAN(clubs)},
    {"clubs_won", "rounds", "rounds in which the side won the clubs, whether or not the rules pay for that",
     COUNT(clubs_won)},
    {"surs_mean", "Surs a round", "Surs of the side", MEAN(surs)},
    [20] = {"captures_mean", "plays a round", "plays of the side that captured", MEAN(captures)},
    {"plays", "plays", "plays that the agent chose", COUNT(plays)},
    {"ns_per_play", "nanoseconds",
     "time that the agent took for a play, measured on some of the boards; a program's start and the first play of "
     "each of its processes do not count; it differs from run to run",
     COLUMN_PER(SimRow, of[SUM_nanoseconds].sum, of[SUM_timed_plays].sum)},
    VALUE("elo", "elo_ci", "Elo",
          "win_rate as Elo, with two sides; empty: not known, or without a bound, as the head `unbounded` says", elo,
          elo_interval, .measured = ""),
    {"matches", "matches",
     "matches played: win_rate, draws and elo are about matches, all other figures about their rounds",
     MATCHES(matches, one), .plain = "matches"},
    {"rounds_a_match", "rounds", "mean length of a match", MATCHES(match_rounds, matches)},
    {"won_count", "share", "matches that the agent's side won by the count after a round",
     MATCHES(of[SUM_won_count].sum, match_sides)},
    {"won_per_shodam", "share", "matches that it won by stopping them midway",
     MATCHES(of[SUM_won_shodam].sum, match_sides)},
    {"won_tie_break", "share", "matches that it won by the count after a tie-break",
     MATCHES(of[SUM_won_tie].sum, match_sides)},
    {"limit_rounds", "share", "rounds that the side began with too high a score to make Surs (sur_limit)",
     MATCHES(of[SUM_limit_rounds].sum, round_sides)},
    {"limit_surs", "Surs a match", "Surs that the limit took from the side",
     MATCHES(of[SUM_limit_surs].sum, match_sides)},
    {"margin_mean", "points", "the side's final score less the best final score of another side",
     MATCHES(of[SUM_margin].sum, match_sides)},
    {"won_by_mean", "points", "the same, over the matches that it won", MATCHES(of[SUM_won_margin].sum, won)},
    VALUE("match_gain", "match_gain", "share",
          "what a round is worth in matches won, by the table of --equity; else empty", gain.mean, gain_interval),
    PAYING_ROWS(PAYING_COLUMN) /* each at its place */
        [LATER_COLUMNS + PAYING - 4] = {NULL, "share", "matches won", AT(estimates.wins.mean),
                                        .title = "matches won, % (95 %)", .when = OF_MATCHES, .format = "%.*f",
                                        .interval = offsetof(SimRow, estimates.win_interval)},
    {NULL, "Elo", "matches won, as Elo", AT(elo), .title = "Elo (95 %)", .when = OF_MATCHES, .drop = 2,
     .format = "%+.0f", .interval = offsetof(SimRow, elo_interval)},
    {NULL, "points a round", "mean of the side's points less the mean of the other sides' points",
     AT(estimates.diff.mean), .title = "points over the others (95 %)", .when = OF_MATCHES, .drop = 1,
     .format = "%+.*f", .interval = offsetof(SimRow, estimates.diff_interval)},
    SIDE_MEASURES_MORE(MORE_COLUMN)};
static const ColumnTable SIM_COLUMNS = {"sim --csv", "agent", COLUMN_ROWS(COLUMNS), NULL};

/* ---- --by score: matches from pairs of scores, each of a schedule from one of them: the score of the side that plays first
   stands first. A row for each schedule, of the first agent. */

typedef struct {
    int score, opponent;
    char scores[24];
    const char *agent;
    int64_t boards, matches;
    Estimate wins;
    Interval interval;
    double elo, first, second;
    const char *verdict;
} SituationRow;

#undef AT
#define AT(member) COLUMN_AT(SituationRow, member)
static const Column SCORE_ROWS[] = {
    {"score", "points", "score with which the side that plays first begins the match", AT(score), .plain = "score"},
    {"opponent", "points", "score of the other side", AT(opponent), .plain = "the other score"},
    {NULL, "points", "both, that of the side that plays first before the other", AT(scores), .title = "scores"},
    {"agent", "name", "the first agent, which has both places in turn", AT(agent)},
    {"boards", "boards", "sequences of packs, each played in every seating", AT(boards)},
    {"matches", "matches", "matches played", AT(matches), .title = "matches", .drop = 3},
    COLUMN_VALUE("win_rate", "win_ci", "share", "matches that the agent won",
                 "its interval, which holds for all rows together (Bonferroni)", SituationRow, wins.mean, interval,
                 .title = "wins, % (95 % for all rows)", .format = "%.*f", .plain = "matches won, %"),
    {"elo", "Elo", "win_rate as Elo", AT(elo), .title = "Elo", .drop = 2, .format = "%+.1f"},
    {"first", "share", "matches that it won when it had the score `score` and played first", AT(first),
     .title = "as first %", .drop = 1, .format = "%.2f"},
    {"second", "share", "matches that it won when it had the score `opponent` and played second", AT(second),
     .title = "as second %", .drop = 1, .format = "%.2f"},
    {"verdict", "text", "more, less: the interval leaves out one half; else not shown", AT(verdict),
     .title = "verdict"},
};
static const ColumnTable SCORE_COLUMNS = {"sim --by score --csv", "pair of scores", COLUMN_ROWS(SCORE_ROWS), NULL};

static void score_verdicts(Verdicts *verdicts, Result *result)
{
    size_t signs[3] = {0};
    for (size_t row = 0; row < result->row_count; row++)
        signs[interval_sign(result_interval(result, row, "win_ci"), 0.5) + 1]++;
    verdict_add(verdicts,
                (Verdict){.words = result_format(result,
                                                 "$1 is shown to win more than half of the matches from %zu of "
                                                 "%zu pairs of scores, and less from %zu.",
                                                 signs[2], result->row_count, signs[0]),
                          .names = {text_at(result, 0, "agent")}});
}

static const Picture SCORE_PICTURE = {.form = CHART_SQUARES,
                                      .title = "What {agent} wins, by the scores at the start",
                                      .subtitle = "downward: the score of the side that plays first; to the right: the "
                                                  "other's; pale, in brackets: may be 0",
                                      .unit = "% of the matches won, less 50",
                                      .middle = 0.5,
                                      .format = "%+.1f",
                                      .between = "to",
                                      MARKS(NULL, "{opponent}", "{score}", "win_rate", "win_ci")};

static const ResultKind RESULT_BY_SCORE = {
    .table = &SCORE_COLUMNS,
    .question = "Who wins from which scores?",
    .method = "From each pair of scores both agents play first in turn, so that equal players would win one half; the "
              "intervals hold for all pairs together (Bonferroni).",
    .page = "matches.md",
    .verdicts = score_verdicts,
    .picture = &SCORE_PICTURE,
};

/* SITUATION_BOARDS: 1, as a pair of scores has void boards of its own. */
enum { SITUATION_WINS, SITUATION_FIRST, SITUATION_SECOND, SITUATION_BOARDS, SITUATION_MEASURES };

static bool situations_add(const void *arg, void *own, int64_t *values, const WholeBoard *whole, VoidBoard *failure)
{
    (void)own, (void)failure;
    for (int i = 0; i < ((const SimResult *)arg)->sums->shape.rows; i++, values += SITUATION_MEASURES) {
        if (!whole->boards[i]) continue;
        const int64_t *row = board_values(whole->boards[i])->rows[0];
        memcpy(values, (int64_t[]){row[SUM_wins], row[SUM_place_0], row[SUM_place_1], 1},
               SITUATION_MEASURES * sizeof *values);
    }
    return true;
}

static const char *const SITUATION_NAMES[] = {"wins", "place_0", "place_1", "boards"};
/* But for how many rows. */
static const SumsShape SITUATIONS_SHAPE = {
    .measures = SITUATION_NAMES, .count = SITUATION_MEASURES, .squares = SITUATION_BOARDS, .rows_count = true};

/* The share that the agent won at that place of the first round. */
static double place_share(const SimResult *result, int index, int measure)
{
    const Schedule *schedule = &result->schedule[index];
    if (schedule->seatings < schedule->rules.sides) return NAN;
    const Moments there = sums_moments(result->sums, index, measure);
    return (estimate_of(&there, 1).mean + 1) / schedule->rules.sides;
}

static SituationRow situation_row(const SimResult *result, int index)
{
    const Schedule *schedule = &result->schedule[index];
    const Moments wins = sums_moments(result->sums, index, SITUATION_WINS);
    SituationRow row = {.score = schedule->scores[0],
                        .opponent = schedule->scores[1],
                        .agent = result->agents[0].name,
                        .boards = wins.n,
                        .matches = wins.n * schedule->seatings,
                        .wins = estimate_of(&wins, board_scale(schedule, 0) * win_scale(schedule->rules.sides)),
                        .first = place_share(result, index, SITUATION_FIRST),
                        .second = place_share(result, index, SITUATION_SECOND)};
    snprintf(row.scores, sizeof row.scores, "%d-%d", row.score, row.opponent);
    row.interval = sim_share_interval(&row.wins, result);
    row.elo = elo_of_share(row.wins.mean);
    row.verdict = row.interval.low > 0.5 ? "more" : row.interval.high < 0.5 ? "less" : "not shown";
    return row;
}

static void situations_result(Result *out, const SimResult *result)
{
    SituationRow rows[SCHEDULES_MOST];
    size_t count = 0;
    for (int i = 0; i < result->sums->shape.rows; i++)
        if (sums_x(result->sums, i, SITUATION_BOARDS)) rows[count++] = situation_row(result, i);
    result_rows(out, &RESULT_BY_SCORE, rows, sizeof *rows, count);
}

static int16_t level_score(int level, const Rules *rules) { return (int16_t)(LEVELS[level] * rules->target); }
/* Small targets have fewer of them. */
static bool level_new(int level, const Rules *rules)
{
    return !level || level_score(level, rules) != level_score(level - 1, rules);
}

static bool by_score_prepare(Driver *driver, Error *error)
{
    static const char *const OTHERS[] = {"from", "stop", "rounds-csv", "records", "matches-csv", NULL};
    Sim *sim = driver->own;
    const Rules *rules = &driver->schedule.rules;
    if (!driver->schedule.match_rounds)
        return error_set(error, "--by score is about whole matches; it goes with --matches N");
    if (rules->sides != 2) return error_set(error, "--by score takes two sides");
    if (!driver_alone(driver, "by score", OTHERS, error)) return false;
    size_t pairs = 0;
    for (int i = 0; i < SITUATIONS; i++) {
        const int first = i / LEVEL_COUNT, second = i % LEVEL_COUNT;
        if (!level_new(first, rules) || !level_new(second, rules)) continue;
        driver->schedules[pairs] = driver->schedule;
        driver->schedules[pairs].scores[0] = level_score(first, rules);
        driver->schedules[pairs++].scores[1] = level_score(second, rules);
    }
    sim->result.schedule = driver->schedules;
    driver->plan.boards.schedule = driver->schedules;
    driver->plan.boards.schedules = driver->plan.each = pairs;
    driver->plan.use = BOARDS_MEASURED;
    driver->plan.use.shape = SITUATIONS_SHAPE;
    driver->plan.use.shape.rows = (int)pairs;
    driver->plan.use.whole = situations_add;
    driver->plan.use.apart = true;
    driver->plan.use.arg = &sim->result;
    return true;
}

/* ---- a test */

static const char *test_unit(const StopRule *stop)
{
    return stop->results ? "Elo" : stop->matches ? "of the matches more than the fair share" : "points a round";
}

/* What the test knew, before its verdict. That of results is made of boards by half points, and tells as Elo what the
   table has as wins; that of matches has the Elo itself. */
static void test_print(FILE *out, const StopRule *stop, const Sim *sim)
{
    const SimResult *result = &sim->result;
    const SprtPlan *plan = &stop->plan;
    const SimRow *row = sim->rows;
    const double llr = stop_llr(stop, result);
    char text[COLUMN_CELL];
    if (isnan(llr))
        fprintf(out, "The LLR of %s is not known yet: %s.\n", row->agent,
                row->boards < 2 ? "it takes two boards" : "all boards came out the same");
    else
        fprintf(out, "%s: %s at %g against %g %s\n", llr_text(text, 3, llr, plan->bound_low, plan->bound_high),
                row->agent, plan->high, plan->low, test_unit(stop));
    if (!stop->results) return;
    fprintf(out, "boards by half points of %s:", row->agent);
    for (int i = 0; i <= 2 * result->schedule->seatings; i++)
        fprintf(out, "%c%lld", i ? ',' : ' ',
                (long long)sums_x(result->sums, table_row(result->sums), SUM_result_0 + i));
    fputc('\n', out);
    if (!sim_matches(result) && row->boards)
        fprintf(out, "%s wins %.2f %% of the rounds, Elo %s\n", row->agent, 100 * row->estimates.wins.mean,
                interval_text(text, "%+.1f", row->elo, row->elo_interval));
}

static void test_heads(Result *out, const StopRule *stop, const SimResult *result)
{
    static const char *const VERDICTS[] = {[SPRT_UNDECIDED] = "undecided", [SPRT_LOW] = "low", [SPRT_HIGH] = "high"};
    const SprtPlan *plan = &stop->plan;
    const SprtVerdict verdict = stop_verdict(stop, result);
    const long long boards = result->sums->boards;
    const bool high = verdict == SPRT_HIGH;
    const double llr = stop_llr(stop, result);
    char number[NUMBER_TEXT];
    result_head_number(out, "llr", isnan(llr) ? "" : number_text(number, llr));
    result_head_number(out, "llr_low", number_text(number, plan->bound_low));
    result_head_number(out, "llr_high", number_text(number, plan->bound_high));
    result_head(out, "verdict", "%s", VERDICTS[verdict]);
    if (verdict == SPRT_UNDECIDED)
        result_head(out, "test", "The test is undecided after %lld board%s%s.", boards, PLURAL(boards),
                    boards < SPRT_MIN_BOARDS ? ", too few for a verdict" : "");
    else
        result_head(out, "test", "The test says %s after %lld boards: %g rather than %g %s.", high ? "HIGH" : "LOW",
                    boards, high ? plan->high : plan->low, high ? plan->low : plan->high, test_unit(stop));
}

/* ---- who is better, by the columns of `sim` */

typedef struct {
    Rules rules;
    bool pairs; /* four as two teams: rows 0 and 2 are of one side, with the same figures */
} SimTable;

static void table_look(SimTable *out, const Result *result)
{
    if (!result_rules(&out->rules, result))
        out->rules = (Rules){.sides = result->row_count == 2 ? 2 : (uint8_t)result->row_count};
    out->pairs = result->row_count == 4 && out->rules.teams;
}

/* The agent, or where four play as two teams both of its side. */
static const char *side_name(Result *result, const SimTable *table, size_t row)
{
    const char *name = text_at(result, table->pairs ? row & 1 : row, "agent");
    return table->pairs ? result_format(result, "%s and %s", name, text_at(result, (row & 1) | 2, "agent")) : name;
}

/* Whom the agent is compared with. */
static const char *against_name(Result *result, const SimTable *table, size_t row)
{
    if (result->row_count != 2 && !table->pairs) return "the others' mean";
    const char *other = side_name(result, table, row ^ 1);
    const bool several = result->row_count == 2 && (table->rules.sides == 4 || (table->rules.sides == 3 && row == 0));
    return several ? result_format(result, "the mean of the other sides, %s", other) : other;
}

/* Where a test has the last word, no verdict stands beside its own. */
static void sim_verdicts(Verdicts *verdicts, Result *result)
{
    const char *test = result_head_of(result, "test");
    SimTable table;
    table_look(&table, result);
    const bool matches = result_filled(result, "matches");
    const char *value = matches ? "win_rate" : "diff_mean";
    const double scale = matches ? 100 : 1, fair = matches ? 100. / table.rules.sides : 0;
    size_t best = 0;
    for (size_t row = 1; row < result->row_count; row++)
        if (number_at(result, row, value) > number_at(result, best, value)) best = row;
    const bool several = result->row_count > 2 && !table.pairs; /* the best of them is chosen after the fact */
    Interval share = result_interval(result, best, matches ? "win_ci" : "diff_ci");
    if (several) share = interval_adjusted(result, share, number_at(result, best, value), result->row_count);
    if (matches && several) share = (Interval){fmax(0, share.low), fmin(1, share.high)};
    Verdict verdict = {.names = {side_name(result, &table, best), against_name(result, &table, best)},
                       .size = scale * number_at(result, best, value),
                       .interval = interval_scaled(share, scale)};
    const char *s = table.pairs ? "" : "s", *all = several ? " for all agents together" : "",
               *open = test ? "With" : "No difference is shown: with";
    const bool more = interval_sign(verdict.interval, fair) > 0;
    verdict.decimals = interval_decimals(matches ? 1 : 3, verdict.interval);
    if (matches) verdict.decimals = decimals_apart(verdict.decimals, verdict.interval.low, fair);
    const bool same = !strcmp(verdict.names[0], verdict.names[1]);
    for (int i = 0; i < 2 && same; i++)
        verdict.names[i] = result_format(result, "%s, named %s%s", verdict.names[i],
                                         (best == 0) == (i == 0) ? "first" : "second", i ? "" : ",");
    if (!interval_known(verdict.interval))
        verdict.words = "Too few boards to tell the agents apart.";
    else if (matches && more)
        verdict.words = result_format(result,
                                      "$1 win%s $s %% of the matches, between $l and $h %% with 95 %% confidence%s; "
                                      "an equal player would win %.4g %%.",
                                      s, all, fair);
    else if (matches)
        verdict.words =
            result_format(result,
                          "%s 95 %% confidence%s $1 win%s between $l and $h %% of the matches; an equal player would "
                          "win %.4g %%.",
                          open, all, s, fair);
    else if (more)
        verdict.words = result_format(result,
                                      "$1 score%s $s points a round more than $2: between $l and $h more with 95 %% "
                                      "confidence%s, and win%s %.1f %% of the rounds (%s).",
                                      s, all, s, 100 * number_at(result, best, "win_rate"),
                                      table.rules.sides == 2 ? "draws count half" : "ties are shared");
    else
        verdict.words = result_format(
            result, "%s 95 %% confidence%s $1 score%s between $L less and $h more points a round than $2.", open, all,
            s);
    verdict_add(verdicts, verdict);
    if (test) verdict_say(verdicts, result, "%s", test);
}

/* ---- pictures */

static const char *more_axis(const Result *result)
{
    return result_of_two(result) ? "points a round more than the other" : "points a round more than the others";
}

static bool sim_draw(Chart *chart)
{
    Result *result = chart->result;
    Picture *picture = &chart->picture;
    const bool wins = result_filled(result, "matches");
    SimTable table;
    Columns of;
    picture->title = wins ? "Who wins more matches" : "Who scores more";
    picture->unit = wins ? "% of the matches won" : more_axis(result);
    picture->is |= wins ? CHART_SHARES : 0;
    if (!(wins ? columns_read(&of, result, "win_rate", "win_ci") : columns_read(&of, result, "diff_mean", "diff_ci")))
        return false;
    table_look(&table, result);
    for (size_t row = 0; row < (table.pairs ? 2 : result->row_count); row++) {
        const char *name = side_name(result, &table, row);
        if (!chart_mark(chart, (Mark){.row = name, .value = of.value[row], .interval = {of.low[row], of.high[row]}}))
            return false;
    }
    return true;
}

static bool rounds_draw(Chart *chart)
{
    chart->picture.x_title = more_axis(chart->result);
    return chart_spread(chart, "diff", "round", "rounds");
}

static bool matches_draw(Chart *chart) { return chart_spread(chart, "margin", "match", "matches"); }

#define SPREAD .form = CHART_SPREAD, .subtitle = "one bar for each point; the dashed line is the mean"
static const Picture SIM_PICTURE = {.is = CHART_OWN | CHART_ZERO, .draw = sim_draw},
                     ROUNDS_PICTURE = {SPREAD, .title = "How much an agent wins or loses a round by", .is = CHART_ZERO,
                                       .draw = rounds_draw},
                     MATCHES_PICTURE = {SPREAD, .title = "How much an agent wins or loses a match by",
                                        .x_title = "final score less the best of the others'", .is = CHART_ZERO,
                                        .draw = matches_draw};

/* ---- the kinds */

static const char SIM_METHOD[] =
    "diff is an agent's points less the mean of the other sides' in the same round. Where a run may stop early (--stop), its "
    "interval is valid at every look.";

const ResultKind RESULT_SIM = {
    .table = &SIM_COLUMNS,
    .question = "Who is stronger?",
    .method = SIM_METHOD,
    .page = "agents.md",
    .verdicts = sim_verdicts,
    .by_place = true,
    .keeps_blocks = true,
    .picture = &SIM_PICTURE,
};
const ResultKind RESULT_ROUNDS = {
    .table = &ROUND_COLUMNS,
    .question = "How are the points of a round spread?",
    .method = SIM_METHOD,
    .page = "agents.md",
    .picture = &ROUNDS_PICTURE,
    .streams = true,
};
const ResultKind RESULT_MATCHES = {
    .table = &MATCH_COLUMNS,
    .question = "By how much is a match won?",
    .method = SIM_METHOD,
    .page = "agents.md",
    .picture = &MATCHES_PICTURE,
    .streams = true,
};

/* ---- the command */

static const Option OPTIONS[] = {
    {"boards",
     "packs to play, each once in every seating; 100 by default if an agent searches; with --stop ci= the most, by "
     "default no limit",
     OPTION_AT(Sim, boards), .low = "1", .high = BOARDS_MOST, .fallback = "100k", .heading = "Sample",
     .brief = "packs to play, each once in every seating"},
    {OPTION_MATCHES},
    {OPTION_FROM},
    {OPTION_MAX_ROUNDS},
    {"by",
     "score: play the boards of matches from 25 pairs of scores (fewer if the target is small), and say how often "
     "the first agent wins from each; two sides",
     OPTION_AT(Sim, by), .choices = "nothing score", .fallback = "nothing"},
    {OPTION_RULES},
    {OPTION_VARY},
    {OPTION_DEAL},
    {OPTION_SEED},
    {OPTION_NO_DUPLICATE},
    {"order",
     "how three or four different agents sit around the table: turns: every board takes the next circular order (in "
     "teams, partners stay partners) and, with --no-duplicate, another agent plays first; fixed: as they are named",
     OPTION_AT(Sim, order), .choices = "turns fixed", .fallback = "turns"},
    {OPTION_COMMON(
         stop, "stop",
         "ci=X: as soon as every agent's interval, valid at any time, is at most X points a round to either side; "
         "sprt=LOW,HIGH: as soon as a sequential test decides whether A is LOW or HIGH points a round better; with "
         "--matches all three are shares of the matches, LOW and HIGH beyond A's fair share"),
     .metavar = "RULE", .brief = "ci=X: when that precise; sprt=LOW,HIGH: when decided", .words = "ci= sprt="},
    {OPTION_COMMON(levels.alpha, "alpha", "chance of the verdict HIGH where LOW is true"), .low = "1e-9", .high = "0.5",
     .fallback = "0.05"},
    {OPTION_COMMON(levels.beta, "beta", "chance of the verdict LOW where HIGH is true"), .low = "1e-9", .high = "0.5",
     .fallback = "0.05"},
    {OPTION_COMMON(
         levels.results, "model",
         "what the test is about: points a round (or matches won), or results of two agents, LOW and HIGH in Elo"),
     .choices = "points results", .fallback = "points"},
    {OPTION_MAX_VOID},
    {OPTION_EQUITY, .heading = "Worth in matches"},
    {OPTION_COMMON(at, "at",
                   "with --equity: the scores at which rounds begin (default 0/0), A's first in every seating"),
     .metavar = "A/B"},
    OPTIONS_RESULTS,
    {OPTION_ROUNDS_CSV},
    {OPTION_RECORDS},
    {OPTION_MATCHES_CSV},
    {OPTION_PLOT},
    OPTIONS_BOTS,
    {OPTION_BOT_BATCH},
    OPTIONS_RUN,
    OPTIONS_KEEP,
};

static bool sim_seats(Driver *driver, Seated *out, Error *error)
{
    const ParsedOptions *parsed = &driver->parsed;
    bool person;
    if (!person_fits(driver, parsed->args, parsed->arg_count, &person, error)) return false;
    if (driver->common.vary && person) return error_set(error, "--vary: a person plays under one rule set");
    return driver_seats(driver, out, error);
}

static bool sim_prepare(Driver *driver, Error *error)
{
    Sim *sim = driver->own;
    Schedule *schedule = &driver->schedule;
    if (driver->stop.kind != STOP_TEST &&
        (driver_given(driver, "alpha") || driver_given(driver, "beta") || driver_given(driver, "model")))
        return error_set(error, "--alpha, --beta and --model belong to --stop sprt=LOW,HIGH");
    if (driver_given(driver, "matches-csv") && !schedule->match_rounds)
        return error_set(error, "--matches-csv is about whole matches; it goes with --matches N");
    schedule->fixed_order = sim->order == ORDER_FIXED || (driver->setup.people && schedule->agents > 2);
    sim->result = (SimResult){schedule, driver->agents, &driver->sums, driver->rho, driver_alpha(driver)};
    driver->plan.files = true;
    return (!driver->set_count || vary_boards(&sim->vary, driver, error)) &&
           (!sim->by || by_score_prepare(driver, error)) && person_open(&sim->person, driver, schedule, error);
}

static void sim_plan(const Driver *driver, FILE *out)
{
    const Sim *sim = driver->own;
    const Schedule *schedule = &driver->schedule;
    fprintf(out, "rules %s, %d seats, %d sides; seed %llu; seats in turn:", driver->setup.rules_text,
            schedule->rules.players, schedule->rules.sides, (unsigned long long)schedule->seed);
    for (int slot = 0; slot < schedule->rules.players; slot++)
        fprintf(out, " %s", driver->agents[schedule->slots[slot]].name);
    if (schedule_orders(schedule) > 1)
        fprintf(out, "; %d orders around the table take turns", schedule_orders(schedule));
    if (schedule_turns(schedule) > 1) fputs("; the agents take turns to play first", out);
    if (driver->stop.kind == STOP_WIDTH && sim->boards == BOARDS_NO_END)
        fprintf(out, "\nboards in %d seating%s until the interval is +-%g\n", schedule->seatings,
                PLURAL(schedule->seatings), driver->stop.width);
    else
        fprintf(out, "\n%llu board%s in %d seating%s: %llu %s\n", (unsigned long long)sim->boards, PLURAL(sim->boards),
                schedule->seatings, PLURAL(schedule->seatings),
                (unsigned long long)sim->boards * (unsigned)schedule->seatings,
                driver->stop.matches ? "matches" : "rounds");
    if (sim->by) fprintf(out, "from each of %zu pairs of scores\n", driver->plan.boards.schedules);
}

/* How the first agent does, the LLR of a test, void boards. */
static uint64_t sim_progress(const Driver *driver, char rest[static PROGRESS_REST])
{
    const Sim *sim = driver->own;
    const SprtPlan *plan = &driver->stop.plan;
    int used = 0;
    char text[COLUMN_CELL];
    if (sim->by || driver->set_count) return driver->work.total;
    const double llr = stop_llr(&driver->stop, &sim->result);
    const AgentEstimates estimates = agent_estimates(&sim->result, 0);
    const Interval won = interval_scaled(estimates.win_interval, 100);
    if (sim_matches(&sim->result) && interval_known(won))
        used = snprintf(rest, PROGRESS_REST, "%s wins %s %%, ", driver->agents->name,
                        interval_text(text, "%.1f", 100 * estimates.wins.mean, won));
    else if (interval_known(estimates.diff_interval))
        used = snprintf(rest, PROGRESS_REST, "%s %s points, ", driver->agents->name,
                        interval_text(text, "%+.3f", estimates.diff.mean, estimates.diff_interval));
    if (!isnan(llr))
        used += snprintf(rest + used, PROGRESS_REST - (size_t)used, "%s, ",
                         llr_text(text, 2, llr, plan->bound_low, plan->bound_high));
    snprintf(rest + used, PROGRESS_REST - (size_t)used, "%lld void", (long long)driver->sums.voids.boards);
    return stop_expected_boards(&driver->stop, sim->boards, &sim->result);
}

static bool sim_stop(const Driver *driver)
{
    const Sim *sim = driver->own;
    return stop_reached(&driver->stop, &sim->result);
}

static BlockRatio sim_ratio(const Driver *driver, size_t row, int which)
{
    const Schedule *schedule = &driver->schedule;
    const int agent = (int)row, sides = schedule->rules.sides;
    const double seats = board_scale(schedule, agent), others = sides - 1;
    if (which == 1) return (BlockRatio){agent, BLOCK_WINS, -1, 0, seats * win_scale(sides)};
    if (which > 1) return (BlockRatio){0};
    if (!schedule->match_rounds) return (BlockRatio){agent, BLOCK_DIFF, -1, 0, others * seats};
    return (BlockRatio){agent, BLOCK_DIFF, schedule->agents, BLOCK_ROUNDS, others * schedule->side_count[agent]};
}

static bool sim_found(Driver *driver, Error *error)
{
    static const int STATUSES[] = {[SPRT_UNDECIDED] = STATUS_UNDECIDED, [SPRT_LOW] = STATUS_NO, [SPRT_HIGH] = 0};
    Sim *sim = driver->own;
    if (driver->set_count) return vary_found(&sim->vary, driver, error);
    if (sim->by) {
        SimResult *result = &sim->result;
        result->alpha = bonferroni_alpha(result->alpha, driver->plan.boards.schedules);
        result->rho = driver->work.done < driver->work.total ? anytime_rho(result->alpha, (double)sim->boards) : 0;
        return true;
    }
    sim->result.rho = stop_rho(&driver->stop, driver->rho, driver->work.interrupted);
    for (int agent = 0; agent < driver->schedule.agents; agent++)
        sim->rows[agent] = sim_row(&sim->result, agent);
    if (driver->stop.kind == STOP_TEST) driver->work.verdict = STATUSES[stop_verdict(&driver->stop, &sim->result)];
    if (driver->stop.kind == STOP_WIDTH && !sim_stop(driver)) driver->work.verdict = STATUS_UNDECIDED;
    return true;
}

static void sim_fill(const Driver *driver, Result *out)
{
    const Sim *sim = driver->own;
    if (sim->by) return situations_result(out, &sim->result);
    if (driver->set_count) {
        result_head(out, "vary", "%s", driver->common.vary);
        result_rows(out, &RESULT_VARY, sim->vary.rows, sizeof *sim->vary.rows, sim->vary.count);
        return;
    }
    result_head(out, "interval", "%s", sim->result.rho > 0 ? "anytime" : "fixed number of boards");
    if (driver->stop.kind == STOP_TEST) test_heads(out, &driver->stop, &sim->result);
    result_rows(out, &RESULT_SIM, sim->rows, sizeof *sim->rows, (size_t)driver->schedule.agents);
}

/* ---- people */

/* How long matches are, how they end, and what the limit of Surs does. */
static void matches_print(FILE *out, const Sim *sim)
{
    const SimResult *result = &sim->result;
    const Schedule *schedule = result->schedule;
    const Rules *rules = &schedule->rules;
    const Sums *sums = result->sums;
    const int table = table_row(sums);
    const Moments boards = sums_moments(sums, table, SUM_rounds),
                  matches = {sums->boards * schedule->seatings, boards.sum, sums_x(sums, table, SUM_lengths_squared)};
    const Estimate rounds = estimate_of(&boards, schedule->seatings), length = estimate_of(&matches, 1);
    double all[SIM_MEASURE_COUNT] = {0}, won = 0, match_sides = 0, round_sides = 0;
    char cell[COLUMN_CELL];
    for (const SimRow *row = sim->rows; row < sim->rows + schedule->agents; row++) {
        for (int i = 0; i < SIM_MEASURE_COUNT; i++)
            all[i] += (double)row->of[i].sum;
        won += (double)row->won;
        match_sides += (double)row->match_sides;
        round_sides += (double)row->round_sides;
    }
    fprintf(out, "a match: %s rounds", interval_text(cell, "%.*f", rounds.mean, sim_interval(&rounds, result)));
    if (!isnan(length.sd)) fprintf(out, ", standard deviation %.2f", length.sd);
    fprintf(out, "; the winner is %.1f points ahead\n", all[SUM_won_margin] / won);
    fprintf(out,
            "ends: %.1f %% by the count after a round, %.1f %% by per shodam, %.2f %% by the count after a tie-break\n",
            100 * all[SUM_won_count] / won, 100 * all[SUM_won_shodam] / won, 100 * all[SUM_won_tie] / won);
    if (rules->sur_limit && rules->sur_points)
        fprintf(out,
                "limit of Surs: sides began %.1f %% of their rounds with %d points or more, which cost %.3f Surs a "
                "match\n",
                100 * all[SUM_limit_rounds] / round_sides, rules->sur_limit,
                all[SUM_limit_surs] / match_sides * rules->sides);
}

/* How the wanted width ended the run. */
static void width_print(FILE *out, double wanted, const SimResult *result)
{
    char width[DECIMAL_TEXT];
    const double half = stop_width(result);
    const Sums *sums = result->sums;
    const unsigned long long boards = (unsigned long long)(sums->boards + sums->voids.boards);
    if (half <= wanted)
        fprintf(out, "Stopped after %llu boards: the interval is narrow enough.\n", boards);
    else if (isnan(half))
        fprintf(out, "The interval is not as narrow as +-%g after %llu boards: it is not known yet.\n", wanted, boards);
    else
        fprintf(out, "The interval is not as narrow as +-%g after %llu boards: it is +-%s.\n", wanted, boards,
                decimal_text(width, false, decimals_apart(3, half, wanted), half));
}

/* Do all sides begin the match with the same score? */
static bool even_start(const Schedule *schedule)
{
    for (int side = 1; side < schedule->rules.sides; side++)
        if (schedule->scores[side] != schedule->scores[0]) return false;
    return true;
}

/* By how much duplicate play lowers the variance, if not less is to be told. */
static const double GAIN_USUAL = 1.05;

/* Who sat where, and what that did. */
static void seats_print(FILE *out, const Page *page, const SimResult *result)
{
    const Schedule *schedule = result->schedule;
    const bool matches = sim_matches(result);
    char cell[COLUMN_CELL];
    if (schedule->seatings > 1) {
        const Estimate seat = seat_effect(result);
        const Interval interval = sim_interval(&seat, result);
        const double gain = duplicate_gain(result);
        if (seat.n && matches && even_start(schedule))
            fprintf(
                out,
                "seat effect: the side that plays first in the first round wins %s %% of the matches beyond its fair "
                "share\n",
                interval_text(cell, "%+.*f", 100 * seat.mean, interval_scaled(interval, 100)));
        else if (seat.n && !matches)
            fprintf(out, "seat effect: the side that plays first scores %s points a round more than the other%s\n",
                    interval_text(cell, "%+.*f", seat.mean, interval), schedule->rules.sides > 2 ? "s" : "");
        /* that the seatings of a board even its luck out is to be expected; that they hardly do is not */
        if (!isnan(gain) && (gain < GAIN_USUAL || page->legend == LEGEND_FULL))
            fprintf(out, "duplicate play: %.2f times less variance than the same number of %s on separate boards\n",
                    gain, matches ? "matches" : "rounds");
    } else if (schedule_turns(schedule) > 1)
        fputs("one seating a board (--no-duplicate): the agents took turns at playing first\n", out);
    else
        fputs("one seating: the same agent always plays first, and that is part of the difference (--no-duplicate)\n",
              out);
    if (schedule->side_count[0] != schedule->side_count[1])
        fprintf(out, "seats: %s sits alone against two of %s\n", result->agents[0].name, result->agents[1].name);
    if (schedule_orders(schedule) > 1)
        fprintf(out,
                schedule_orders(schedule) == 2
                    ? "order: both orders around the table took turns, so the order of naming does not matter\n"
                    : "order: all %d orders around the table took turns, so the order of naming does not matter\n",
                schedule_orders(schedule));
    else if (schedule->agents > 2)
        fputs("order: fixed, so the seat that each agent plays behind is part of the differences (--order fixed)\n",
              out);
}

/* What a round of the first agent is worth to it. */
static void round_equity_print(FILE *out, const Schedule *schedule, const SimRow *row, const EquityTable *table)
{
    const Interval percent = interval_scaled(row->gain_interval, 100);
    char gain[COLUMN_CELL];
    fprintf(
        out,
        "By the table %s, such a round from %d-%d is worth %s %% of a match to %s, whose chance is %.1f %% after it "
        "instead of %.1f %%.\n",
        table->name, schedule->scores[0], schedule->scores[1],
        interval_text(gain, "%+.*f", 100 * row->gain.mean, percent), row->agent, 100 * (row->before + row->gain.mean),
        100 * row->before);
    fputs(TABLE_NOTE, out);
}

/* The table, what it means, and how the rule ended the run. */
static void found_print(FILE *out, const Driver *driver)
{
    const Sim *sim = driver->own;
    const SimResult *result = &sim->result;
    const Schedule *schedule = result->schedule;
    const StopRule *stop = &driver->stop;
    const bool matches = sim_matches(result);
    Verdicts verdicts;
    result_print(out, &driver->page, driver->results,
                 (matches ? OF_MATCHES : ROUNDS) | (schedule->rules.sides == 2 ? OF_TWO : 0));
    agents_open_note(out, result->agents, schedule->agents);
    if (matches && result->sums->boards) matches_print(out, sim);
    seats_print(out, &driver->page, result);
    verdicts_find(&verdicts, driver->results);
    for (size_t i = 0; i < verdicts.count; i++) {
        if (i == 1) test_print(out, stop, sim);
        verdict_print(out, &verdicts.list[i], driver->results, false);
        fputc('\n', out);
    }
    if (stop->kind == STOP_TEST && stop_reached(stop, result))
        fputs("The test chooses only between these two values. The interval holds at any time and is wider than the "
              "test needs.\n",
              out);
    if (stop->kind == STOP_WIDTH) width_print(out, stop->width, result);
    if (stop->kind == STOP_NEVER && result->rho > 0)
        fputs("The run is not complete: its intervals hold whenever it stops, and are wider than those of a complete "
              "run.\n",
              out);
}

static void situations_print(FILE *out, const Driver *driver)
{
    const Schedule *schedule = &driver->schedule;
    fprintf(out, "%llu boards in %d seating%s from each of %zu pairs of scores, rules %s, seed %llu; %s\n",
            (unsigned long long)((const Sim *)driver->own)->boards, schedule->seatings, PLURAL(schedule->seatings),
            driver->plan.boards.schedules, driver->setup.rules_text, (unsigned long long)schedule->seed,
            driver->end.took);
    result_print(out, &driver->page, driver->results, 0);
    verdicts_print(out, driver->results);
    fputs("From each pair, both agents in turn play first with the score before the dash, so that equal players "
          "would win one half.\n",
          out);
}

static bool sim_summary(const Driver *driver, FILE *out)
{
    const Sim *sim = driver->own;
    const Schedule *schedule = &driver->schedule;
    char rate[SHORT_TEXT], speed[SHORT_TEXT + 16] = "";
    if (driver->set_count) return vary_print(driver, out), true;
    if (sim->by) return situations_print(out, driver), true;
    const Sums *sums = &driver->sums;
    const double games = (double)sums->boards * schedule->seatings, rounds = (double)sim->rows->rounds;
    char matches[SHORT_TEXT + 16] = "";
    if (driver->stop.matches) snprintf(matches, sizeof matches, "%.0f match%s, ", games, games == 1 ? "" : "es");
    short_count(rate, rounds / driver->end.wall);
    if (!driver->run.goes_on) snprintf(speed, sizeof speed, ", %s rounds/s", rate);
    fprintf(out, "%lld board%s in %d seating%s, %s%.0f round%s, rules %s, seed %llu; %s%s\n", (long long)sums->boards,
            PLURAL(sums->boards), schedule->seatings, PLURAL(schedule->seatings), matches, rounds, PLURAL(rounds),
            driver->setup.rules_text, (unsigned long long)schedule->seed, driver->end.took, speed);
    found_print(out, driver);
    if (schedule->equity) round_equity_print(out, schedule, sim->rows, &driver->equity);
    return true;
}

static void sim_free(Driver *driver)
{
    Sim *sim = driver->own;
    person_close(&sim->person);
    vary_close(&sim->vary);
}

const Command CMD_SIM = {
    .spec =
        {.command = "sim",
         .summary = "agents against each other over many boards, or whole matches",
         .args = {"A B [C D]", 2, MAX_SEATS, NULL, TAKES_AGENT},
         .about =
             "Seats agents against each other and says who scores more, and how certain that is. A board is one "
             "shuffled pack, played once in each seating (every distinct rotation of the agents); with --matches it "
             "is as many packs as it takes until somebody wins the match.",
         .example = "pasur sim greedy random --boards 1M --csv result.csv",
         .notes =
             "Exit status: with --stop sprt= 0 HIGH, 1 LOW, 3 undecided; with --stop ci= 3 if the interval did not "
             "become that narrow.\n"
             "Two agents at four seats sit A B A B, at three seats A B B. Without --matches every round begins at 0 "
             "points and is played to its end: sur_limit, target, per_shodam and shuffle matter only in matches. "
             "'pasur agents' lists the agents.\n"
             "--equity values each round by a table of chances to win a match: the round begins at the scores --at "
             "and ends where per shodam would stop it, and both sides then go on as the table's agents do. The "
             "figure is the mean chance after the round less the chance before it, both averaged over who plays "
             "first, with its interval over boards.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Sim),
    .sample = "boards",
    COMMAND_RESULTS(&RESULT_SIM, &RESULT_ROUNDS, &RESULT_MATCHES, &RESULT_BY_SCORE),
    .fewer = 100,
    .seats = sim_seats,
    .prepare = sim_prepare,
    .plan = sim_plan,
    .stop = sim_stop,
    .progress = sim_progress,
    .found = sim_found,
    .result = sim_fill,
    .ratio = sim_ratio,
    .summary = sim_summary,
    .free = sim_free,
};
