/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur review: what each play of records cost. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/search/search.h"
#include "analysis/commands/commands.h"
#include "analysis/commands/goal.h"
#include "analysis/commands/play/seat.h"
#include "analysis/report/chart.h"
#include "analysis/report/result.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "analysis/study/review.h"
#include "engine/notation.h"
#include "sim/files/text_buffer.h"

/* ---- plays */

/* A row of the terminal; one of the file is no more than its first member. */
typedef struct {
    ReviewPlay of;
    char where[80];
    char played[PLAY_SHOWN], best[PLAY_SHOWN]; /* as the page writes cards */
    Interval shown;                            /* of the loss; unknown if that is exact */
} PlayRow;

#define AT(member) COLUMN_AT(PlayRow, member)
/* What the terminal's tables are about. */
enum { POINTS = 1, CHANCE = 2 };
#define COST(what, title_, legend_)                                                                                    \
    .title = (title_), .when = (what), .format = "%.*f", .interval = offsetof(PlayRow, shown), .legend = (legend_)
static const Column PLAYS_COLUMNS[] = {
    {"record", "index", "which record of the file, from 0", AT(of.record)},
    {"match", "index", "the match that the record names; empty: none", AT(of.match)},
    {"round", "index", "the round that the record names; empty: none", AT(of.round)},
    {"ply", "index", "which play of the round, from 0", AT(of.ply)},
    {"deal", "index", "in which deal, from 1", AT(of.deal)},
    {"seat", "index", "the seat that played, from 0", AT(of.seat)},
    {AT(where), .title = "where",
     .legend = "where in the file: matches, rounds and deals from 1, as at the table; records from 0"},
    {"player", "name", "the agent of that name, with its seat in the match's first round where two have the same",
     AT(of.name), .title = "player", .plain = "player"},
    {"play", "play", "what was played", AT(of.played), .plain = "played"},
    {AT(played), .title = "played"},
    {"best", "play", "what would have been best: the play itself if it cost nothing", AT(of.better), .plain = "best"},
    {AT(best), .title = "best"},
    {"choices", "count", "legal plays, equal ones counted once", AT(of.choices)},
    {"value", "points or %",
     "by how much the side wins the round with the play, captured cards included, or its chance to win the match; "
     "the head line `unit` says which; empty: not asked, since there was only one play",
     AT(of.value)},
    {"loss", "points or %",
     "by how much the best play is better than the play, over the same deals; below 0 if the deals say otherwise",
     AT(of.loss), COST(POINTS, "cost", "points that the play cost, with its 95 % interval"), .plain = "cost"},
    {AT(of.loss), COST(CHANCE, "cost %", "of the chance to win the match, with its 95 % interval")},
    COLUMN_ENDS("ci", "points or %", "the 95 % interval of the loss, over the deals in which both plays were made",
                PlayRow, of.cost),
    {"why", "text", "if the loss is shown: what the best play does better over the same deals; 'it' is the play",
     AT(of.why)},
};
#undef COST
static const ColumnTable REVIEW_COLUMNS = {"review --csv", "play", COLUMN_ROWS(PLAYS_COLUMNS), NULL};

static PlayRow play_row(const Review *review, const ReviewPlay *play, const Page *page)
{
    PlayRow row = {.of = *play, .shown = play->cost.low < play->cost.high ? play->cost : (Interval){NAN, NAN}};
    const bool several = strcmp(review->plays[0].match, review->plays[review->count - 1].match) != 0;
    int used = 0;
    if (*play->match && several)
        used = snprintf(row.where, sizeof row.where, "match %llu ", strtoull(play->match, NULL, 10) + 1);
    snprintf(row.where + used, sizeof row.where - (size_t)used, "%s %llu deal %d", *play->match ? "round" : "record",
             *play->match ? strtoull(play->round, NULL, 10) + 1 : (unsigned long long)play->record, play->deal);
    page_play(row.played, page, play->play & play->hand, play->play & ~play->hand);
    page_play(row.best, page, play->best & play->hand, play->best & ~play->hand);
    return row;
}

/* Fills rows of the plays that cost most, the dearest first, `most` of them at most; returns how many. */
static size_t costly_rows(PlayRow rows[], size_t most, const Review *review, const Page *page)
{
    Ranked *plays = calloc(review->count + 1, sizeof *plays);
    size_t count = 0;
    for (size_t i = 0; plays && i < review->count; i++)
        plays[i] = (Ranked){i, isnan(review->plays[i].loss) ? 0 : review->plays[i].loss};
    if (plays) ranked_sort(plays, review->count);
    for (; plays && count < most && count < review->count && plays[count].rank > 0; count++)
        rows[count] = play_row(review, &review->plays[plays[count].index], page);
    free(plays);
    return count;
}

/* ---- players */

#undef AT
#define AT(member) COLUMN_AT(ReviewPlayer, member)
#define COST(what, title_)                                                                                             \
    AT(mean.mean), .title = (title_), .when = (what), .format = "%.*f", .interval = offsetof(ReviewPlayer, interval),  \
                   .legend = "what a play costs on average"
static const Column PLAYERS_COLUMNS[] = {
    {AT(name), .title = "player",
     .legend = "the agent of that name, with its seat in the match's first round where two have the same"},
    {AT(count.n), .title = "rounds", .legend = "rounds with plays of the player"},
    {AT(plays), .title = "plays", .legend = "plays of the player"},
    {AT(choices), .title = "choices", .drop = 1, .legend = "of these, how many were a choice between plays"},
    {AT(best), .title = "best", .drop = 2, .legend = "of the choices, those in which no other play was better"},
    {COST(POINTS, "cost a play")},
    {COST(CHANCE, "cost % a play")},
    {AT(round), .title = "a round", .format = "%.2f", .legend = "what the plays of a round cost on average"},
};
#undef COST
#undef AT
static const ColumnTable REVIEW_PLAYER_COLUMNS = {"review", "player", COLUMN_ROWS(PLAYERS_COLUMNS), NULL};

/* ---- both */

/* Says why, of the plays that are shown to have cost something, and what the player had. */
static void reasons_print(FILE *out, const Page *page, const PlayRow rows[], size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const ReviewPlay *play = &rows[i].of;
        char hand[CARDS_SHOWN], pool[CARDS_SHOWN];
        if (!*play->why) continue;
        if (!any)
            fprintf(out, "\nWhy, over %d sampled deals in which both are made and tactic plays on:\n", REASON_DEALS);
        any = true;
        fprintf(out, "%s, %s (hand %s, table %s): %s\n", rows[i].where, rows[i].played,
                page_cards(hand, page, play->hand), play->pool ? page_cards(pool, page, play->pool) : "empty",
                play->why);
    }
}

bool review_summary(FILE *out, const Page *page, const Review *review, size_t worst)
{
    const char *const legend[] = {
        review->chance
            ? "cost: by how much the play lowered the chance to win the match, in %, compared with the search's "
              "choice, seen from that seat."
            : "cost: points of the round, compared with the search's choice, seen from that seat.",
        "The search chooses what is best; fresh deals, in which both plays are made, say what the played one cost "
        "(95 % intervals): the figures of 'pasur advise --record FILE --ply N'.",
        "A player's interval is over rounds, if there are two or more."};
    const unsigned is = review->chance ? CHANCE : POINTS;
    char *text = NULL;
    size_t length;
    PlayRow *rows = calloc(worst + 1, sizeof *rows);
    FILE *tables = rows ? open_memstream(&text, &length) : NULL;
    const size_t count = tables ? costly_rows(rows, worst, review, page) : 0;
    if (count)
        column_table_print(tables, page, &REVIEW_COLUMNS, is, rows, sizeof *rows, count);
    else if (tables)
        fputs(review->count ? "No play cost anything.\n" : "No play was reviewed: no deal is complete.\n", tables);
    if (tables) {
        reasons_print(tables, page, rows, count);
        fputc('\n', tables);
        column_table_print(tables, page, &REVIEW_PLAYER_COLUMNS, is, review->players, sizeof *review->players,
                           (size_t)review->player_count);
    }
    const bool good = text_stream_close(tables, &text);
    if (good) {
        page_paint(out, page, text);
        legend_print(out, page, legend, 3);
    }
    free(rows);
    free(text);
    return good;
}

/* ---- the picture: how the winning side changed over each round */

enum { SWINGS = 3 /* dearest plays of a round that are marked */, ROUNDS_DRAWN = 6 };

/* Whose side values are seen from, where there are two: the person's, else the first player's. NULL: each player's
   own. */
static const char *seen_by(const Result *result, const char *const players[])
{
    Rules rules;
    if (!result_rules(&rules, result) || rules.sides != 2) return NULL;
    for (size_t row = 0; row < result->row_count; row++)
        if (!strcmp(players[row], AGENT_HUMAN.name)) return AGENT_HUMAN.name;
    return players[0];
}

/* A round of the file. */
typedef struct {
    bool drawn;    /* it is one of those with the dearest plays */
    double parity; /* of the seats of the side that is seen */
    const char *title;
} RoundDrawn;

/* Finds the rounds, and of each row to which it belongs. Returns how many there are. */
static size_t rounds_find(RoundDrawn rounds[], size_t of[], Ranked dearest[], Result *result, const char *seen,
                          const char *const players[])
{
    const double *record = result_numbers(result, "record"), *seat = result_numbers(result, "seat"),
                 *loss = result_numbers(result, "loss");
    size_t count = 0;
    for (size_t row = 0; record && seat && loss && row < result->row_count; row++) {
        if (!row || record[row] != record[row - 1]) {
            dearest[count] = (Ranked){count, 0};
            rounds[count++].title = *text_at(result, row, "match") ? result_format(result, "match %.0f, round %.0f",
                                                                                   number_at(result, row, "match") + 1,
                                                                                   number_at(result, row, "round") + 1)
                                                                   : result_format(result, "record %.0f", record[row]);
        }
        of[row] = count - 1;
        dearest[count - 1].rank = fmax(dearest[count - 1].rank, loss[row]);
        if (seen && !strcmp(players[row], seen)) rounds[count - 1].parity = fmod(seat[row], 2);
    }
    ranked_sort(dearest, count);
    for (size_t i = 0; i < count && i < ROUNDS_DRAWN; i++)
        rounds[dearest[i].index].drawn = true;
    return count;
}

/* Is the play of that row shown to have cost something, and one of the dearest of its round? */
static bool is_swing(const double loss[], const double low[], const size_t of[], size_t rows, size_t row)
{
    int dearer = 0;
    for (size_t i = 0; i < rows; i++)
        dearer += of[i] == of[row] && loss[i] > loss[row];
    return low[row] > 0 && dearer < SWINGS;
}

/* Marks what was played there, and what it cost, beside the lines. */
static bool swing_mark(Chart *chart, size_t row, const char *player, Mark mark, double best)
{
    Result *result = chart->result;
    char played[PLAY_SHOWN], range[COLUMN_CELL];
    mark.group = "what a play lost";
    mark.alone = true;
    mark.interval = (Interval){fmin(mark.value, best), fmax(mark.value, best)};
    page_play_text(played, &(Page){.unicode = true}, text_at(result, row, "play"));
    interval_text(range, "%+.2f", mark.value, mark.interval);
    mark.pointed =
        result_format(result, "%s: %s, which cost %.2f %s, play of the round %.6g\n%s %s", player, played,
                      number_at(result, row, "loss"), result_unit(result), mark.x, range, chart->picture.unit);
    return chart_mark(chart, mark);
}

static bool review_draw(Chart *chart)
{
    Result *result = chart->result;
    const size_t rows = result->row_count;
    const double *seat = result_numbers(result, "seat"), *ply = result_numbers(result, "ply"),
                 *value = result_numbers(result, "value"), *loss = result_numbers(result, "loss"),
                 *low = result_numbers(result, "ci_low");
    const char *const *players = result_texts(result, "{player}");
    const bool chance = !strcmp(result_unit(result), "%");
    RoundDrawn *rounds = result_alloc(result, rows, sizeof *rounds);
    Ranked *dearest = result_alloc(result, rows, sizeof *dearest);
    size_t *of = result_alloc(result, rows, sizeof *of);
    if (*result->error.text || result->failed) return false;
    const char *seen = seen_by(result, players), *group = NULL;
    const size_t count = rounds_find(rounds, of, dearest, result, seen, players);
    if (seen) group = result_format(result, chance ? "chance of %s" : "%s wins by", seen);
    chart->picture.title = chance ? "How the chance to win changed" : "How the round changed";
    chart->picture.unit = chance ? "chance, %" : "points of the round";
    if (count > ROUNDS_DRAWN)
        chart->picture.subtitle = result_format(
            result, "the %d of %zu rounds with the costliest plays, which are marked", ROUNDS_DRAWN, count);
    for (size_t row = 0; row < rows; row++) {
        const RoundDrawn *round = &rounds[of[row]];
        const bool turned = seen && fmod(seat[row], 2) != round->parity;
        const double whole = chance ? 100 : 0, best = value[row] + loss[row];
        const Mark mark = {.panel = round->title,
                           .group = seen ? group : players[row],
                           .x = ply[row],
                           .value = turned ? whole - value[row] : value[row],
                           .interval = {NAN, NAN}};
        if (!round->drawn || isnan(value[row])) continue;
        if (!chart_mark(chart, mark)) return false;
        if (is_swing(loss, low, of, rows, row) &&
            !swing_mark(chart, row, players[row], mark, turned ? whole - best : best))
            return false;
    }
    return !*result->error.text && !result->failed;
}

static const Picture PICTURE = {.form = CHART_CURVES,
                                .subtitle = "the costliest plays are marked, each with its cost",
                                .x_title = "play of the round",
                                .is = CHART_APART,
                                .draw = review_draw};

/* ---- verdicts and kinds */

/* The dearest play. */
static void review_verdicts(Verdicts *verdicts, Result *result)
{
    const int loss = result_column(result, "loss");
    size_t worst = 0;
    for (size_t row = 1; row < result->row_count; row++)
        if (result_number(result, row, loss) > result_number(result, worst, loss)) worst = row;
    const Interval interval = result_interval(result, worst, "ci");
    const Page page = {.unicode = true};
    char played[PLAY_SHOWN], best[PLAY_SHOWN];
    page_play_text(played, &page, text_at(result, worst, "play"));
    page_play_text(best, &page, text_at(result, worst, "best"));
    Verdict verdict = {
        .names = {text_at(result, worst, "player"), result_join(result, played, ""), result_join(result, best, "")},
        .size = result_number(result, worst, loss),
        .interval = interval.low < interval.high ? interval : (Interval){NAN, NAN},
        .format = "%.2f",
        .unit = result_unit(result)};
    verdict.words = verdict.size > 0
                        ? "The play with the largest measured cost: $1 played $2 instead of $3, which cost $v $u."
                        : "No play cost anything.";
    verdict_add(verdicts, verdict);
}

const ResultKind RESULT_REVIEW = {
    .table = &REVIEW_COLUMNS,
    .question = "What did each play cost?",
    .boardless = true,
    .method =
        "A judge sees each position as its player saw it. Deals that the judge has not seen, in which its choice and "
        "the play are both made, say by how much the choice is better.",
    .page = "play.md",
    .verdicts = review_verdicts,
    .picture = &PICTURE,
};

/* ---- the command */

typedef struct {
    const char *agent;
    uint64_t iterations, worst;
    Goal goal;

    Record *records; /* of the file; owned */
    size_t count;
    Review review;
} ReviewCommand;

static const Option OPTIONS[] = {
    {"agent", "the judge: an agent that searches", OPTION_AT(ReviewCommand, agent), .metavar = "A",
     .fallback = "ismcts", .heading = "Judgement", .takes = TAKES_AGENT},
    {"iters", "iterations for each position, of all 16 trees together", OPTION_AT(ReviewCommand, iterations),
     .low = "100", .high = "10G", .fallback = "50k", .brief = "iterations for each position"},
    OPTIONS_GOAL(ReviewCommand, goal),
    {OPTION_SEED},
    {"worst", "how many of the costliest plays to show", OPTION_AT(ReviewCommand, worst), .low = "0", .high = "1000",
     .fallback = "10", .heading = "Output", .brief = "costliest plays that are shown"},
    {OPTION_CSV},
    {OPTION_JSON},
    {OPTION_TABLE},
    {OPTION_PLOT},
    OPTIONS_RUN,
};

/* ---- before the first play */

static bool record_take(void *context, const Record *record, Error *error)
{
    Driver *driver = context;
    ReviewCommand *own = driver->own;
    Round round;
    if (!record_position(&round, record, error)) return false;
    if (!list_add(&own->records, &own->count, record, sizeof *record)) return error_memory(error);
    const int known = record_known(record) < record->play_count ? record_known(record) : record->play_count;
    if (known < record->play_count)
        driver_note(
            driver,
            "note: the record at line %d stops within a deal, whose hands are not known: its first %d plays are reviewed",
            record->first_line, known);
    driver->work.total += (uint64_t)known;
    return true;
}

/* Opens the agent as it judges by these rules. */
static bool judge_open(Agent *out, const ReviewCommand *own, const Rules *rules, Error *error)
{
    SearchOptions options;
    if (!agent_parse(out, own->agent, rules, error)) return false;
    if (!search_options(&options, out))
        error_set(error, "--agent %.100s does not search: take ismcts", out->name);
    else if (options.reward != REWARD_DIFFERENCE)
        error_set(error, "--agent %.100s does not count in points: take another reward", out->name);
    else
        return true;
    agent_free(out);
    return false;
}

static bool review_prepare(Driver *driver, Error *error)
{
    ReviewCommand *own = driver->own;
    bool matches = true;
    Agent agent;
    driver->setup.scores_count = driver->setup.repeats = true;
    driver->work.unit = "plays";
    if (!record_file_read(driver->parsed.args[0], record_take, driver, error)) return false;
    for (size_t i = 0; i < own->count && matches; i++)
        matches = own->records[i].has_match && match_equity_builtin(&own->records[i].rules);
    driver->setup.rules = &own->records[0].rules;
    if (!goal_decide(&own->goal, &own->agent, driver->setup.rules, matches, error)) return false;
    driver->setup.matches = own->goal.goal == GOAL_OF_MATCH;
    if (!driver_agents(driver, &own->agent, 1, driver->setup.rules, error)) return false;
    for (size_t i = 0; i < own->count; i++) {
        const Rules *rules = &own->records[i].rules;
        if (i && !memcmp(rules, &own->records[i - 1].rules, sizeof *rules)) continue;
        if (!judge_open(&agent, own, rules, error)) return false;
        agent_free(&agent);
    }
    own->review.alpha = driver_alpha(driver);
    own->review.chance = agent_equity(driver->agents);
    return true;
}

static void review_plan(const Driver *driver, FILE *out)
{
    const ReviewCommand *own = driver->own;
    fprintf(out, "%llu plays of %zu record%s, ", (unsigned long long)driver->work.total, own->count,
            PLURAL(own->count));
    fprintf(out, "each by %llu iterations of %s, seed %llu\n", (unsigned long long)own->iterations,
            driver->agents->name, (unsigned long long)driver->common.seed);
}

/* ---- the plays */

static bool review_watch(void *context, const Advice *advice)
{
    Driver *driver = context;
    (void)advice;
    driver->work.done = ((const ReviewCommand *)driver->own)->review.count;
    if (progress_due(&driver->progress))
        progress_show(&driver->progress, "plays", driver->work.done, driver->work.total, "");
    return true;
}

static bool review_work(Driver *driver, Error *error)
{
    ReviewCommand *own = driver->own;
    bool good = true;
    for (size_t i = 0; i < own->count && good && !interrupt_seen(); i++) {
        const Record *record = &own->records[i];
        Agent agent;
        if (!judge_open(&agent, own, &record->rules, error)) return false;
        AdviseTask ask = advise_task(&agent, NULL, driver->common.seed, own->iterations, driver->threads);
        ask.reach = advice_reach(own->review.alpha);
        ask.watch = review_watch;
        ask.context = driver;
        good = review_record(&own->review, record, i, &ask, (1u << MAX_SEATS) - 1, error) ||
               record_blame(error, driver->parsed.args[0], record);
        agent_free(&agent);
        driver->work.done = own->review.count;
    }
    driver->work.interrupted = interrupt_seen();
    return good;
}

static void result_fill(const Driver *driver, Result *out)
{
    const Review *review = &((const ReviewCommand *)driver->own)->review;
    result_head(out, "judge", "%s", driver->agents->text);
    result_head(out, "unit", "%s", review->chance ? "%" : "points");
    result_rows(out, &RESULT_REVIEW, review->plays, sizeof *review->plays, review->count);
}

static bool review_command_summary(const Driver *driver, FILE *out)
{
    const ReviewCommand *own = driver->own;
    fprintf(out, "%zu plays of %zu record%s, each by %llu iterations of %s, seed %llu; %s\n\n", own->review.count,
            own->count, PLURAL(own->count), (unsigned long long)own->iterations, driver->agents->name,
            (unsigned long long)driver->common.seed, driver->end.took);
    return review_summary(out, &driver->page, &own->review, own->worst);
}

static void review_free(Driver *driver)
{
    ReviewCommand *own = driver->own;
    free(own->records);
    free(own->review.plays);
}

const Command CMD_REVIEW = {
    .spec = {.command = "review",
             .summary = "what each play of a record cost, and what each player loses",
             .args = {"FILE", 1, 1, "the file", TAKES_FILE},
             .about =
                 "Says what each play of the records in FILE (- is stdin) cost: a search judges each position as its "
                 "player saw it, and the play's value is compared with that of the search's choice.",
             .example = "pasur sim tactic greedy --boards 1 --records - -q | pasur review -",
             .notes =
                 "Records come from 'pasur play --records', 'pasur sim --records', or by hand. docs/play.md has the "
                 "method.",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(ReviewCommand),
    COMMAND_RESULTS(&RESULT_REVIEW),
    .prepare = review_prepare,
    .plan = review_plan,
    .work = review_work,
    .result = result_fill,
    .summary = review_command_summary,
    .free = review_free,
};
