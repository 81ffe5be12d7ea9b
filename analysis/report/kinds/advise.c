/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `advise` says of a position. */
#include "analysis/report/kinds/kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/search/search.h"
#include "analysis/report/chart.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "engine/notation.h"
#include "engine/text/number.h"
#include "sim/files/text_buffer.h"

enum { DECIMALS_SHOWN = 4 /* at most */ };
enum { EQUALS_NAMED = 3, EQUALS_TEXT = 16 + EQUALS_NAMED * (PLAY_TEXT + 2) };

/* A play of the view as written. Returns text. */
static char *play_text(char text[static PLAY_TEXT], const View *view, CardSet play)
{
    play_print(text, set_first(play & view->hand), play & ~view->hand);
    return text;
}

static uint64_t visits_sum(const Advice *advice)
{
    uint64_t sum = 0;
    for (int i = 0; i < advice->count; i++)
        sum += advice->plays[i].visits;
    return sum;
}

/* The trees of a search that was not measured differ by their seeds alone: that is no interval of what a play is
   worth. */
static bool intervals_told(const Advice *advice) { return advice->kind != ADVISE_SEARCH || advice->deals; }

static Interval interval_of(const Advice *advice, const AdvisePlay *play)
{
    return intervals_told(advice) ? (Interval){play->low, play->high} : (Interval){NAN, NAN};
}

static Interval behind_of(const Advice *advice, const AdvisePlay *play)
{
    return intervals_told(advice) ? (Interval){play->behind_low, play->behind_high} : (Interval){NAN, NAN};
}

static const char *unit_of(const Advice *advice)
{
    return advice->is_chance ? "%" : advice->is_reward ? "reward" : "points";
}

/* Chances have no sign. */
static const char *format_of(const Advice *advice) { return advice->is_chance ? "%.*f" : "%+.*f"; }

/* ---- the figures */

typedef struct {
    char play[PLAY_TEXT];
    double value, low, high;
    double behind, behind_low, behind_high;
    double points, points_low, points_high;
    double visits, share, deals; /* share: of all visits, in % */
    bool choice, chance;
    int decimals, place;                      /* decimals: the same in all rows; place: among the advice's plays */
    Chance capture, sur, jack, clubs, others; /* the own side wins the clubs, another side does */
    char equals[EQUALS_TEXT];
} AdviceRow;

static void play_cell(char out[static FIGURE_CELL], const void *row)
{
    snprintf(out, FIGURE_CELL, "%c %s", ((const AdviceRow *)row)->choice ? '*' : ' ', ((const AdviceRow *)row)->play);
}

static void value_cell(char out[static FIGURE_CELL], const void *row)
{
    const AdviceRow *own = row;
    char number[DECIMAL_TEXT];
    snprintf(out, FIGURE_CELL, "%.200s",
             isnan(own->value) ? "?" : decimal_text(number, !own->chance, own->decimals, own->value));
}

static void interval_cell(char out[static FIGURE_CELL], const void *row)
{
    const AdviceRow *own = row;
    char low[DECIMAL_TEXT], high[DECIMAL_TEXT];
    *out = 0;
    if (!isnan(own->low))
        snprintf(out, FIGURE_CELL, "%.100s to %7.100s", decimal_text(low, !own->chance, own->decimals, own->low),
                 decimal_text(high, !own->chance, own->decimals, own->high));
}

static void behind_cell(char out[static FIGURE_CELL], const void *row)
{
    const AdviceRow *own = row;
    char number[DECIMAL_TEXT], low[DECIMAL_TEXT], high[DECIMAL_TEXT];
    *out = 0;
    if (!own->choice && !isnan(own->behind_low))
        snprintf(out, FIGURE_CELL, "%.100s (%.60s to %.60s)", decimal_text(number, false, own->decimals, own->behind),
                 decimal_text(low, false, own->decimals, own->behind_low),
                 decimal_text(high, false, own->decimals, own->behind_high));
}

static void visits_cell(char out[static FIGURE_CELL], const void *row)
{
    short_count(out, ((const AdviceRow *)row)->visits);
}

#define AT(member) FIGURE_AT(AdviceRow, member)
/* The columns of a chance, by counting and by what the plays tell. */
#define CHANCE(name, what, member)                                                                                     \
    {name "_counted", "probability", what ", by counting: every unseen card lies anywhere with equal chance",          \
     AT(member.counted.value)},                                                                                        \
        {name "_told", "probability",                                                                                  \
         what ", by what the plays of this deal tell of the hands; empty where they are not known",                    \
         AT(member.told.value)},                                                                                       \
        {name "_told_ci_low", "probability",                                                                           \
         "low end of its 95 % interval; the value itself where no hand is left out", AT(member.told.low)},             \
    {                                                                                                                  \
        name "_told_ci_high", "probability", "high end of that", AT(member.told.high)                                  \
    }
#define SAMPLED_CHANCE(name, what, member)                                                                             \
    CHANCE(name, what ", if tactic plays sampled deals out", member),                                                  \
        {name "_counted_ci_low", "probability", "low end of the 95 % interval of " name "_counted",                    \
         AT(member.counted.low)},                                                                                      \
    {                                                                                                                  \
        name "_counted_ci_high", "probability", "high end of that", AT(member.counted.high)                            \
    }
/* What the terminal's table is about. */
enum { IN_POINTS = 1, IN_REWARD = 2, IN_CHANCES = 4, ESTIMATE = 8, SAMPLED = 16, SEARCHED = 32, FOLDED = 64 };
#define VALUE(what, title_, legend_)                                                                                   \
    .title = (title_), .when = (what), .width = 8, .cell = value_cell, .legend = (legend_)
#define VISITS(what, title_)                                                                                           \
    .title = (title_), .when = (what), .width = 7, .cell = visits_cell, .legend = "how often the play was tried"
static const Figure FIGURES[] = {
    {"play", "play", "a legal play, as records write it", AT(play), .plain = "play"},
    {.title = "  play", .width = -7, .cell = play_cell, .legend = "a play; * is the agent's choice"},
    {"value", "points, reward or %", "what the play is worth to the side that plays; the head line `unit` says in what",
     AT(value), VALUE(IN_POINTS, "points", "by how much your side wins the round, captured cards included"),
     .interval = offsetof(AdviceRow, low), .plain = ""},
    {AT(value), VALUE(IN_REWARD, "reward", "what the play is worth, from -1 to 1")},
    {AT(value), VALUE(IN_CHANCES, "win %", "your side's chance to win the match")},
    {"ci_low", "points, reward or %", "low end of the 95 % interval of the value", AT(low), .title = "95 % interval",
     .when = ESTIMATE, .width = 18, .cell = interval_cell, .legend = "of that: other deals would move it so far"},
    {"ci_high", "points, reward or %", "high end of the 95 % interval of the value", AT(high)},
    {AT(behind), .title = "behind (95 %)", .when = ESTIMATE, .width = 20, .cell = behind_cell,
     .legend = "how much better the agent's choice is, in the same deals, with its own 95 % interval"},
    {"visits", "count", "how often the play was tried: the search's visits, or dealt worlds; empty where it is exact",
     AT(visits), VISITS(SAMPLED, "deals"), .drop = 1},
    {AT(visits), VISITS(SEARCHED, "visits"), .drop = 1},
    {"choice", "0 or 1", "1: the agent plays this", AT(choice), .plain = "chosen", .no = "", .yes = "chosen"},
    {AT(share), .title = "share %", .when = SEARCHED, .width = 7, .format = "%.1f", /* it is in no CSV, and stays */
     .legend = "of all visits: a search tries what is good more often"},
    {"behind", "points or %", "by how much the agent's choice is better than the play, over the same deals",
     AT(behind)},
    {"behind_ci_low", "points or %", "low end of the 95 % interval of `behind`", AT(behind_low)},
    {"behind_ci_high", "points or %", "high end of the 95 % interval of `behind`", AT(behind_high)},
    {"deals", "count",
     "sampled deals in which the play was made: what a search has found is measured by deals that it has not seen; empty "
     "where it is exact, or was stopped before",
     AT(deals)},
    {AT(equals), .title = "", .when = FOLDED},
    {"points", "points",
     "where values are chances by sampled deals: by how many points the side wins the round in these; else empty",
     AT(points)},
    {"points_ci_low", "points", "low end of the 95 % interval of `points`", AT(points_low)},
    {"points_ci_high", "points", "high end of the 95 % interval of `points`", AT(points_high)},
    CHANCE("capture", "chance that the next player captures something", capture),
    CHANCE("sur", "chance that the next player makes a Sur that counts, or cancels one", sur),
    CHANCE("jack", "chance that the next player holds a jack", jack),
    SAMPLED_CHANCE("clubs", "chance that the own side wins the clubs", clubs),
    SAMPLED_CHANCE("clubs_others", "chance that another side wins the clubs", others),
};
static const FigureTable ADVISE_FIGURES = {"advise --csv", "legal play", FIGURE_ROWS(FIGURES), NULL};

/* Another side wins the clubs: the one other side, or the sum of several, without an interval. */
static Chance clubs_of_others(const PlayChances *of, const Rules *rules, int own)
{
    Chance sum = of->clubs[rules->sides == 2 ? !own : own];
    if (rules->sides == 2) return sum;
    sum = (Chance){{0, NAN, NAN}, {0, NAN, NAN}};
    for (int side = 0; side < rules->sides; side++) {
        if (side == own) continue;
        sum.counted.value += of->clubs[side].counted.value;
        sum.told.value += of->clubs[side].told.value;
    }
    return sum;
}

static void row_chances(AdviceRow *row, const Chances *chances, const View *view)
{
    static const Chance UNKNOWN = {{NAN, NAN, NAN}, {NAN, NAN, NAN}};
    const int own = table_side(view->table, view->rules);
    row->capture = row->sur = row->jack = row->clubs = row->others = UNKNOWN;
    if (!chances) return;
    const PlayChances *of = &chances->of[row->place];
    row->capture = of->capture;
    row->sur = of->sur;
    row->jack = chances->ranks[JACK];
    row->clubs = of->clubs[own];
    row->others = clubs_of_others(of, view->rules, own);
}

/* The row of a play under one of its names. */
static AdviceRow row_of(const Advice *advice, const View *view, int place, CardSet name)
{
    const AdvisePlay *play = &advice->plays[place];
    const Interval value = interval_of(advice, play), behind = behind_of(advice, play);
    const uint64_t deals = advice->kind == ADVISE_SEARCH ? advice->deals : play->visits;
    AdviceRow row = {.value = play->value,
                     .low = value.low,
                     .high = value.high,
                     .behind = play->behind,
                     .behind_low = behind.low,
                     .behind_high = behind.high,
                     .points = play->points,
                     .points_low = play->points_low,
                     .points_high = play->points_high,
                     .deals = advice->kind == ADVISE_EXACT || !deals || isnan(play->value) ? NAN : (double)deals,
                     .visits = advice->kind == ADVISE_EXACT ? NAN : (double)play->visits,
                     .chance = advice->is_chance,
                     .choice = name == advice->plays[advice->choice].play,
                     .place = place};
    play_text(row.play, view, name);
    return row;
}

static char rank_letter(int rank)
{
    char text[CARDS_TEXT];
    cards_print(text, RANK_SET(rank) & CLUBS);
    return *text;
}

/* "A 0.312, 2 0.335, …": how likely the next player holds a card of each rank. */
static void head_ranks(Result *out, const char *key, const Chances *chances, bool told)
{
    char text[16 * (CARDS / 4)];
    for (int rank = 0, used = 0; rank < CARDS / 4; rank++) {
        const Likely *chance = told ? &chances->ranks[rank].told : &chances->ranks[rank].counted;
        if (isnan(chance->value)) return;
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%c %.4f", rank ? ", " : "", rank_letter(rank),
                         chance->value);
    }
    result_head(out, key, "%s", text);
}

void advice_result(Result *out, const Advice *advice, const Chances *chances, const View *view, const char *agent)
{
    CardSet moves[MAX_MOVES];
    const int count = moves_list(moves, view->hand, view->table->pool, NULL);
    result_head(out, "unit", "%s", unit_of(advice));
    char *sentence = NULL;
    size_t length;
    FILE *text = open_memstream(&sentence, &length);
    if (text) advice_sentence(text, advice, view, agent, result_alpha(out));
    if (text_stream_close(text, &sentence))
        result_head(out, "advice", "%.*s", (int)strcspn(sentence, "\n"), sentence);
    else
        out->failed = !error_memory(&out->error);
    free(sentence);
    head_ranks(out, "holds_counted", chances, false);
    head_ranks(out, "holds_told", chances, true);
    result_begin(out, &RESULT_ADVISE, NULL);
    for (int i = 0; i < count; i++) {
        AdviceRow row = row_of(advice, view, advice_find(advice, view, moves[i]), moves[i]);
        row_chances(&row, chances, view);
        result_row(out, &ADVISE_FIGURES, &row);
    }
}

/* ---- the table */

/* What the table of advice of this kind is about. */
static unsigned cases_of(const Advice *advice, bool equals)
{
    const unsigned value = advice->is_chance ? IN_CHANCES : advice->is_reward ? IN_REWARD : IN_POINTS;
    const unsigned made =
        advice->kind == ADVISE_EXACT ? 0 : ESTIMATE | (advice->kind == ADVISE_SEARCH ? SEARCHED : SAMPLED);
    return value | (intervals_told(advice) ? made : made & ~(unsigned)ESTIMATE) | (equals ? FOLDED : 0);
}

static int row_order(const void *left, const void *right)
{
    const AdviceRow *a = left, *b = right;
    if (a->choice != b->choice) return a->choice ? -1 : 1;
    if (isnan(a->value) || isnan(b->value)) return isnan(a->value) - isnan(b->value);
    return a->value != b->value ? a->value > b->value ? -1 : 1 : a->place - b->place;
}

static void equals_fill(char out[static EQUALS_TEXT], const Advice *advice, const View *view, const AdvisePlay *play)
{
    CardSet moves[MAX_MOVES];
    char text[PLAY_TEXT];
    int count = moves_list(moves, view->hand, view->table->pool, NULL), equals = 0, used = 0;
    for (int i = 0; i < count; i++)
        if (moves[i] != play->play && &advice->plays[advice_find(advice, view, moves[i])] == play &&
            equals++ < EQUALS_NAMED)
            used += sprintf(out + used, "%s%s", equals > 1 ? ", " : "or ", play_text(text, view, moves[i]));
    if (equals > EQUALS_NAMED) sprintf(out + used, " and %d more", equals - EQUALS_NAMED);
}

bool advice_table(FILE *file, const Page *page, const Advice *advice, const View *view, int rows)
{
    AdviceRow *list = calloc((size_t)advice->count, sizeof *list);
    const bool equals = !rows && advice->folded;
    const int shown = rows && rows < advice->count ? rows : advice->count;
    const uint64_t visits = visits_sum(advice);
    int decimals = 2;
    if (!list) return false;
    for (int i = 0; i < advice->count; i++) {
        const AdvisePlay *play = &advice->plays[i];
        const int own = interval_decimals(2, behind_of(advice, play));
        list[i] = row_of(advice, view, i, play->play);
        list[i].share = 100 * (double)play->visits / (double)visits;
        if (equals) equals_fill(list[i].equals, advice, view, play);
        decimals = own > decimals ? own : decimals;
    }
    if (decimals > DECIMALS_SHOWN) decimals = DECIMALS_SHOWN;
    for (int i = 0; i < advice->count; i++)
        list[i].decimals = decimals;
    qsort(list, (size_t)advice->count, sizeof *list, row_order);
    figures_print(file, page, &ADVISE_FIGURES, cases_of(advice, equals), list, sizeof *list, (size_t)shown);
    if (shown < advice->count) fprintf(file, "  and %d more\n", advice->count - shown);
    free(list);
    return true;
}

void advice_line(FILE *file, const Advice *advice, const View *view)
{
    const AdvisePlay *choice = &advice->plays[advice->choice];
    char text[PLAY_TEXT], count[SHORT_TEXT], value[FIGURE_CELL];
    short_count(count, (double)advice->iterations);
    fprintf(file, "%s %s: %s %s %s", count, advice->kind == ADVISE_SEARCH ? "iterations" : "deals",
            play_text(text, view, choice->play),
            interval_text(value, format_of(advice), choice->value, interval_of(advice, choice)), unit_of(advice));
    if (advice->rival >= 0) {
        const AdvisePlay *rival = &advice->plays[advice->rival];
        fprintf(file, ", next %s %s", play_text(text, view, rival->play),
                interval_text(value, format_of(advice), rival->value, (Interval){NAN, NAN}));
    }
    fputc('\n', file);
}

/* All plays with the best value, as "A, B or C"; returns how many. */
static int best_print(FILE *file, const Advice *advice, const View *view, double best)
{
    char text[PLAY_TEXT];
    int count = 0, at = 0;
    for (int i = 0; i < advice->count; i++)
        count += advice->plays[i].value == best;
    for (int i = 0; i < advice->count; i++) {
        if (advice->plays[i].value != best) continue;
        fprintf(file, "%s%s",
                at == 0          ? ""
                : at + 1 < count ? ", "
                                 : " or ",
                play_text(text, view, advice->plays[i].play));
        at++;
    }
    return count;
}

static void exact_sentence(FILE *file, const Advice *advice, const View *view, const char *agent)
{
    const AdvisePlay *choice = &advice->plays[advice->choice];
    char text[PLAY_TEXT], number[DECIMAL_TEXT];
    double best = choice->value, next = -INFINITY;
    for (int i = 0; i < advice->count; i++)
        best = fmax(best, advice->plays[i].value);
    for (int i = 0; i < advice->count; i++)
        if (advice->plays[i].value < best) next = fmax(next, advice->plays[i].value);
    const bool chance = advice->is_chance;
    const int decimals = chance ? 2 : 0;
    fprintf(file, "All cards are known, so the values are exact: play ");
    int count = best_print(file, advice, view, best);
    decimal_text(number, !chance, decimals, best);
    fprintf(file,
            chance ? "%s; with best play by both you win the match with %s %%"
                   : "%s; with best play by both the round ends %s points for you",
            count > 1 ? ", which are equal" : "", number);
    if (next > -INFINITY)
        fprintf(file, ", with any other play %s at the most", decimal_text(number, !chance, decimals, next));
    if (choice->value < best)
        fprintf(file, " (%s would play %s, %s)", agent, play_text(text, view, choice->play),
                decimal_text(number, !chance, decimals, choice->value));
    fputs(".\n", file);
}

/* The scores of the match, unless all are 0. */
static void scores_say(FILE *file, const KnownView *known)
{
    const Table *table = &known->table;
    const int own = table_side(table, &known->rules);
    bool any = false;
    for (int side = 0; side < known->rules.sides; side++)
        any |= table->scores[side] != 0;
    if (!any) return;
    fprintf(file, "In the match you have %d, and the %s", table->scores[own],
            known->rules.sides > 2 ? "others" : "other side");
    for (int i = 1; i < known->rules.sides; i++)
        fprintf(file, "%s %d", i > 1 ? "," : "", table->scores[(own + i) % known->rules.sides]);
    fputc('\n', file);
}

void advice_head(FILE *file, const KnownView *known)
{
    static const char *const PLACES[MAX_SEATS] = {"first", "second", "third", "fourth"},
                             *const COUNTS[MAX_SEATS + 1] = {[2] = "two", "three", "four"};
    const Table *table = &known->table;
    char rules[RULES_TEXT], hand[HANDS_TEXT], pool[CARDS_TEXT];
    rules_print(rules, &known->rules);
    view_print_hand(hand, known);
    cards_print(pool, table->pool);
    fprintf(file, "You play %s of %s (%s), deal %d of %d: hand%s %s, pool %s\n", PLACES[table->turn],
            COUNTS[known->rules.players], rules, table->deal + 1, known->rules.deals,
            known->rules.open_hands ? "s" : "", hand, *pool ? pool : "empty");
    scores_say(file, known);
}

void advice_basis(FILE *file, const Page *page, const Advice *advice, const KnownView *known, const char *agent)
{
    static const char *const POINTS[] = {
        "Points: by how much your side wins the round, captured cards included.",
        "Points: by how much your side wins the round against the mean of the others, captured cards included."};
    static const char *const CHANCE = "Win %: the chance of your side to win the match.";
    const Table *table = &known->table;
    char count[SHORT_TEXT], deals[SHORT_TEXT];
    short_count(count, (double)advice->iterations);
    short_count(deals, (double)advice->deals);
    int seen = set_count(table->pool);
    for (int side = 0; side < known->rules.sides; side++)
        seen += set_count(table->piles[side]);
    const int missing = FIRST_POOL + table->ply - seen;
    if (page->table == TABLE_TEXT) fputc('\n', file); /* tables as a source have one */
    if (advice->kind != ADVISE_EXACT && !advice->is_reward)
        legend_print(file, page, advice->is_chance ? &CHANCE : &POINTS[known->rules.sides > 2], 1);
    if (advice->kind == ADVISE_SEARCH)
        fprintf(file, "%s iterations in %d trees by %s", count, ROOT_PARALLEL_TREES, agent);
    if (advice->kind == ADVISE_SEARCH && advice->deals)
        fprintf(file, "; values by %s fresh deals, each play made in all of them and played on by %s.\n", deals,
                AGENT_TACTIC.name);
    else if (advice->kind == ADVISE_SEARCH)
        fprintf(file, "; values are its own, and drift: it was stopped before fresh deals measured them.\n");
    else if (advice->kind == ADVISE_ROLLOUTS)
        fprintf(file, "%s sampled deals, played on by %s.\n", count, agent);
    else if (advice->kind == ADVISE_SOLVED)
        fprintf(file, "%s sampled deals, each solved with open cards.\n", count);
    if (missing)
        fprintf(file,
                missing == 1
                    ? "%d captured card is not named (--piles): any unseen card, in the pile of any side.\n"
                    : "%d captured cards are not named (--piles): any unseen cards, in the piles of any side.\n",
                missing);
}

/* ---- chances in words */

enum { LIKELY_TEXT = 64, LIKELY_ROWS = 3 + MAX_SEATS + CARDS / 4 };

/* A line: what may come, how likely by counting, and by the plays. */
typedef struct {
    char what[LIKELY_TEXT], counted[LIKELY_TEXT], told[LIKELY_TEXT];
} LikelyRow;
enum { TOLD = 1 }; /* the case of the table that has the chances by the plays */

static const Figure LIKELY_ROW[] = {
    {.title = "how likely", FIGURE_AT(LikelyRow, what)},
    {.title = "by counting", FIGURE_AT(LikelyRow, counted), .width = 1},
    {.title = "by the plays", FIGURE_AT(LikelyRow, told), .width = 1, .when = TOLD},
};
static const FigureTable LIKELY_FIGURES = {"advise", "chance", FIGURE_ROWS(LIKELY_ROW), NULL};

/* "12.1 %", or "55 % (50 to 60)" where it was sampled. */
static void likely_text(char out[static LIKELY_TEXT], Likely chance)
{
    if (chance.high > chance.low)
        snprintf(out, LIKELY_TEXT, "%.0f %% (%.0f to %.0f)", 100 * chance.value, 100 * chance.low, 100 * chance.high);
    else
        snprintf(out, LIKELY_TEXT, "%.1f %%", 100 * chance.value);
}

static LikelyRow *likely_add(LikelyRow *row, const char *what, const Chance *chance)
{
    snprintf(row->what, sizeof row->what, "%s", what);
    likely_text(row->counted, chance->counted);
    likely_text(row->told, chance->told);
    return row + 1;
}

static void ranks_say(FILE *file, const char *what, const Chances *chances, bool told)
{
    fprintf(file, "  %-16s", what);
    for (int rank = 0; rank < CARDS / 4; rank++)
        fprintf(file, "%4.0f", 100 * (told ? chances->ranks[rank].told.value : chances->ranks[rank].counted.value));
    fputc('\n', file);
}

/* The rows up to `end` in columns, and a line of all ranks. */
static void likely_print(FILE *file, const LikelyRow *row, const LikelyRow *end, const Chances *chances)
{
    const bool told = chances->hands > 0;
    for (; row < end; row++)
        fprintf(file, told ? "  %-36s %16s %18s\n" : "  %-36s %16s\n", row->what, row->counted, row->told);
    if (!chances->held) return;
    fputs("  it holds, in %   ", file);
    for (int rank = 0; rank < CARDS / 4; rank++)
        fprintf(file, "%4c%s", rank_letter(rank), rank == KING ? "\n" : "");
    ranks_say(file, "  by counting", chances, false);
    if (told) ranks_say(file, "  by the plays", chances, true);
}

void advice_chances(FILE *file, const Page *page, const Chances *chances, int play, const View *view, const char *name,
                    double alpha)
{
    const PlayChances *of = &chances->of[play];
    const int own = table_side(view->table, view->rules);
    const bool told = chances->hands > 0;
    char what[64];
    LikelyRow rows[LIKELY_ROWS], *end = rows;
    fprintf(file, "How likely after %s, by counting%s:\n", name,
            told ? " and by what the plays of this deal tell" : "");
    if (chances->held) {
        end = likely_add(end, "the next player captures something", &of->capture);
        end = likely_add(end, "it makes a Sur", &of->sur);
        end = likely_add(end, "it holds a jack", &chances->ranks[JACK]);
    }
    for (int i = 0; i < view->rules->sides; i++) {
        const int side = (own + i) % view->rules->sides;
        snprintf(what, sizeof what, !i ? "your side wins the clubs" : "the other side wins them");
        if (i && view->rules->sides > 2) snprintf(what, sizeof what, "side %d wins them", side);
        end = likely_add(end, what, &of->clubs[side]);
    }
    if (page->table == TABLE_TEXT) likely_print(file, rows, end, chances);
    for (int rank = 0; page->table != TABLE_TEXT && chances->held && rank < CARDS / 4; rank++) {
        if (rank == JACK) continue; /* told above */
        snprintf(what, sizeof what, "the next player holds %c", rank_letter(rank));
        end = likely_add(end, what, &chances->ranks[rank]);
    }
    if (page->table != TABLE_TEXT)
        figures_print(file, page, &LIKELY_FIGURES, told ? TOLD : 0, rows, sizeof *rows, (size_t)(end - rows));
    fprintf(file, "  The clubs: %d sampled deals that tactic plays out, with %g %% intervals.\n", chances->deals,
            100 * (1 - alpha));
    if (told) fputs("  By the plays: as players of several styles would have made them (docs/agents.md).\n", file);
    if (told && !chances->all) fprintf(file, "  By the plays: %d sampled hands.\n", chances->hands);
    if (!told && view->history) fputs("  The plays of this deal tell nothing yet.\n", file);
}

void advice_sentence(FILE *file, const Advice *advice, const View *view, const char *agent, double alpha)
{
    const AdvisePlay *choice = &advice->plays[advice->choice];
    char play[PLAY_TEXT], other[PLAY_TEXT], number[DECIMAL_TEXT], range[FIGURE_CELL], width[FIGURE_CELL + 32] = "";
    play_text(play, view, choice->play);
    if (advice->count == 1) {
        fprintf(file, "Play %s: there is no other choice.\n", play);
        return;
    }
    if (advice->kind == ADVISE_EXACT) {
        exact_sentence(file, advice, view, agent);
        return;
    }
    if (advice->rival < 0) {
        fprintf(file, "Play %s: nothing else was tried.\n", play);
        return;
    }
    const AdvisePlay *rival = &advice->plays[advice_next(advice)];
    bool next = true; /* in the table */
    for (int i = 0; i < advice->count; i++)
        next &= i == advice->choice || !(advice->plays[i].value > rival->value);
    const Interval behind = behind_of(advice, rival);
    const Interval better =
        rival->behind < 0 ? (Interval){-behind.high, -behind.low} : behind; /* the one or the other */
    const int decimals = interval_decimals(2, behind);
    const char *unit = unit_of(advice);
    play_text(other, view, rival->play);
    decimal_text(number, false, decimals, fabs(rival->behind));
    if (interval_known(behind))
        snprintf(width, sizeof width, " (%g %% interval %s)", 100 * (1 - alpha), range_text(range, "%.*f", better));
    if (behind.high < 0)
        fprintf(file, "%s plays %s, but %s is estimated %s %s better%s.\n", agent, play, other, number, unit, width);
    else if (behind.low > 0)
        fprintf(file, "Play %s: it is estimated %s %s better than %s%s%s%s.\n", play, number, unit,
                next ? "the next, " : "", other, next ? "" : ", which other deals put next", width);
    else if (!intervals_told(advice))
        fprintf(file, "Play %s: that is what %s would play so far.\n", play, agent);
    else
        fprintf(file, "Play %s, but it and %s cannot be told apart: their estimates differ by %s %s%s.\n", play, other,
                number, unit, width);
}

/* ---- verdict, picture and kind */

/* The sentence; of a file without one the highest estimate. */
static void advise_verdicts(Verdicts *verdicts, Result *result)
{
    static const VerdictColumns ESTIMATES = {
        {"play"}, "value", "ci_low", "ci_high", 0, "%+.2f", "points by which the side wins the round", {NULL}};
    const char *advice = result_head_of(result, "advice");
    if (advice)
        verdict_say(verdicts, advice);
    else
        verdict_highest(verdicts, result, &ESTIMATES,
                        (VerdictWords){"$1 has the estimate $v $u", "$1 is best: $v $u",
                                       "$1 has the highest estimate: $v $u", "$1", NULL, false});
}

static bool advise_draw(Chart *chart)
{
    Result *result = chart->result;
    const char *unit = result_head_of(result, "unit");
    chart->form = CHART_BARS;
    chart->title = "What each play is worth";
    chart->unit = !unit || !strcmp(unit, "points") ? "points by which your side wins the round"
                  : !strcmp(unit, "%")             ? "chance to win the match, %"
                                                   : unit;
    chart->zero = chart->sorted = true;
    Columns behind;
    if (result_column(result, "behind") < 0) return chart_rows(chart, "play", "value", "ci_low", "ci_high");
    /* A play's interval is that of how far it lies behind the choice, so that no two intervals overlap where the table
       says that the plays can be told apart. */
    chart->subtitle = "the 95 % intervals are those of the difference to what the agent plays, which has none";
    if (!chart_rows(chart, "play", "value", "ci_low", "ci_high") ||
        !columns_read(&behind, result, "behind", "behind_ci_low", "behind_ci_high"))
        return false;
    for (size_t row = 0; row < result->row_count; row++) {
        Mark *mark = &chart->marks[row];
        const bool chosen = result_number(result, row, result_column(result, "choice")) == 1;
        const double at = mark->value + behind.value[row];
        mark->low = chosen ? NAN : at - behind.high[row];
        mark->high = chosen ? NAN : at - behind.low[row];
    }
    return true;
}

const ResultKind RESULT_ADVISE = {
    .table = &ADVISE_FIGURES,
    .first = 4,
    .question = "What should be played?",
    .method =
        "The cards that the player cannot see are dealt again and again, as they may lie, every play is made in each of "
        "these deals, and the round is played out from there; what a search chooses is measured by deals that it has not "
        "seen.",
    .page = "agents.md",
    .verdicts = advise_verdicts,
    .draw = advise_draw,
};
