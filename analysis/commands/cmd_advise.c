/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur advise: what each legal play is worth; and how that is put into words, also for a player at the table who asks
   for a hint. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agents/protocol.h"
#include "agents/search/search.h"
#include "analysis/commands/commands.h"
#include "analysis/commands/goal.h"
#include "analysis/commands/play/seat.h"
#include "analysis/report/chart.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "engine/match.h"
#include "engine/notation.h"
#include "engine/text/number.h"
#include "sim/files/record_file.h"
#include "sim/files/text_buffer.h"

enum { SEATED_ROWS = 10 /* that are listed at once for who sits at the table */ };
static const Interval UNKNOWN = {NAN, NAN};

/* A play of the view: as at the table for who sits there, else as records write it. Returns out. */
static char *play_name(char out[static PLAY_SHOWN], const AdviceShown *shown, CardSet play)
{
    const CardSet hand = shown->view->hand;
    if (shown->seated) return page_play(out, shown->seated, play & hand, play & ~hand);
    play_print(out, set_first(play & hand), play & ~hand);
    return out;
}

static const char *unit_of(const Advice *advice) { return advice->is_chance ? "%" : "points"; }

/* ---- the figures */

typedef struct {
    AdvisePlay of;  /* what it is worth; intervals are unknown where none is told */
    Interval value; /* on the terminal: its interval if it is an estimate */
    double worse;   /* there: how much better the choice is; unknown of itself */
    double visits, deals;
    bool choice;
    bool numbered;                            /* who asks sees its … */
    int number;                               /* … among the legal plays, from 1 */
    Chance capture, sur, jack, clubs, others; /* the own side wins the clubs, another side does */
    char play[PLAY_SHOWN];
} AdviceRow;

static void play_cell(char out[static COLUMN_CELL], const void *row)
{
    const AdviceRow *own = row;
    char number[16] = "";
    if (own->numbered) snprintf(number, sizeof number, "%d ", own->number);
    snprintf(out, COLUMN_CELL, "%c %s%.300s", own->choice ? '*' : ' ', number, own->play);
}

static void visits_cell(char out[static COLUMN_CELL], const void *row)
{
    short_count(out, ((const AdviceRow *)row)->visits);
}

#define AT(member) COLUMN_AT(AdviceRow, member)
/* The columns of a chance, by counting and by what the plays tell. */
#define CHANCE(name, what, member)                                                                                     \
    {name "_counted", "probability", what ", by counting: every unseen card lies anywhere with equal chance",          \
     AT(member.counted.value)},                                                                                        \
        {name "_told", "probability",                                                                                  \
         what ", by what the plays of this deal tell of the hands; empty where they are not known",                    \
         AT(member.told.value)},                                                                                       \
        {name "_told_ci_low", "probability", "low end of its 95 % interval; the value itself if no hand is left out",  \
         AT(member.told.low)},                                                                                         \
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
enum { IN_POINTS = 1, IN_CHANCES = 4, ESTIMATE = 8, SAMPLED = 16, SEARCHED = 32 };
#define VALUE(what, title_, format_, legend_)                                                                          \
    .title = (title_), .when = (what), .format = (format_), .interval = offsetof(AdviceRow, value), .legend = (legend_)
#define VISITS(what, title_)                                                                                           \
    .title = (title_), .when = (what), .cell = visits_cell, .legend = "how often the play was tried"
static const Column COLUMNS[] = {
    {"play", "play", "a legal play, as records write it", AT(play), .plain = "play"},
    {.title = "  play", .cell = play_cell, .legend = "a play; * is the agent's choice"},
    {"value", "points or %", "what the play is worth to the side that plays; the head line `unit` says in what",
     AT(of.value.mean),
     VALUE(IN_POINTS, "points (95 %)", "%+.*f", "by how much your side wins the round, captured cards included"),
     .plain = ""},
    {AT(of.value.mean), VALUE(IN_CHANCES, "win % (95 %)", "%.*f", "your side's chance to win the match")},
    COLUMN_ENDS("ci", "points or %", "the 95 % interval of the value", AdviceRow, of.value),
    {AT(worse), .title = "behind (95 %)", .when = ESTIMATE, .format = "%.*f",
     .interval = offsetof(AdviceRow, of.behind.low), .drop = 4,
     .legend = "how much better the agent's choice is, in the same deals, with its own 95 % interval"},
    {AT(of.points.mean), .title = "points", .when = IN_CHANCES, .format = "%+.2f", .drop = 3,
     .legend = "by how much your side wins the round"},
    {"visits", "count", "how often the play was tried: the search's visits, or sampled deals; empty where it is exact",
     AT(visits), VISITS(SAMPLED, "deals"), .drop = 1},
    {AT(visits), VISITS(SEARCHED, "visits"), .drop = 1},
    {"choice", "0 or 1", "1: the agent plays this", AT(choice), .plain = "chosen", .no = "", .yes = "chosen"},
    {"behind", "points or %", "by how much the agent's choice is better than the play, over the same deals",
     AT(of.behind.mean)},
    COLUMN_ENDS("behind_ci", "points or %", "the 95 % interval of `behind`", AdviceRow, of.behind),
    {"deals", "count",
     "sampled deals in which the play was made: a search's result is measured on deals that it has not seen; empty "
     "if it is exact, or was stopped before",
     AT(deals)},
    {"points", "points",
     "if values are chances from sampled deals: by how many points the side wins the round in these deals; else empty",
     AT(of.points.mean)},
    COLUMN_ENDS("points_ci", "points", "the 95 % interval of `points`", AdviceRow, of.points),
    CHANCE("capture", "chance that the next player captures something", capture),
    CHANCE("sur", "chance that the next player makes a Sur that counts, or cancels one", sur),
    CHANCE("jack", "chance that the next player holds a jack", jack),
    SAMPLED_CHANCE("clubs", "chance that the own side wins the clubs", clubs),
    SAMPLED_CHANCE("clubs_others", "chance that another side wins the clubs", others),
};
static const ColumnTable ADVISE_COLUMNS = {"advise --csv", "legal play", COLUMN_ROWS(COLUMNS), NULL};

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

/* The row of the legal play number `number`, from 1; of plays that are equal by folding only the first can be the choice. */
static AdviceRow row_of(const AdviceShown *shown, CardSet play, int number)
{
    const Advice *advice = &shown->advised->advice;
    const Chances *chances = &shown->advised->chances;
    const int place = advice_find(advice, shown->view, play);
    const PlayChances *of = &chances->of[place];
    const Rules *rules = shown->view->rules;
    const int own = table_side(shown->view->table, rules);
    const bool exact = advice->kind == ADVISE_EXACT;
    AdviceRow row = {.of = advice->plays[place],
                     .choice = play == advice->plays[advice->choice].play,
                     .numbered = shown->seated,
                     .number = number,
                     .value = UNKNOWN,
                     .capture = of->capture,
                     .sur = of->sur,
                     .jack = chances->ranks[JACK],
                     .clubs = of->clubs[own],
                     .others = clubs_of_others(of, rules, own)};
    const uint64_t deals = advice->kind == ADVISE_SEARCH ? advice->deals : row.of.visits;
    row.deals = exact || !deals || isnan(row.of.value.mean) ? NAN : (double)deals;
    row.visits = exact ? NAN : (double)row.of.visits;
    if (!exact) row.value = (Interval){row.of.value.low, row.of.value.high};
    row.worse = row.choice ? NAN : row.of.behind.mean;
    play_name(row.play, shown, play);
    return row;
}

/* A row for each legal play; NULL if memory runs out. */
static AdviceRow *rows_of(int *count, const AdviceShown *shown)
{
    CardSet moves[MAX_MOVES];
    *count = moves_list(moves, shown->view->hand, shown->view->table->pool, NULL);
    AdviceRow *rows = calloc((size_t)*count, sizeof *rows);
    for (int i = 0; rows && i < *count; i++)
        rows[i] = row_of(shown, moves[i], i + 1);
    return rows;
}

enum { RANKS_SHOWN = 16 * (CARDS / 4) };
/* How likely the next player holds a card of each rank, times `scale`: "A 0.3121, 2 0.3350, …"; empty where that is
   unknown. Returns out. */
static char *ranks_text(char out[static RANKS_SHOWN], const Chances *chances, bool told, double scale, int decimals)
{
    *out = 0;
    for (int rank = 0, used = 0; rank < CARDS / 4; rank++) {
        const Likely *chance = told ? &chances->ranks[rank].told : &chances->ranks[rank].counted;
        if (isnan(chance->value)) break;
        used += snprintf(out + used, RANKS_SHOWN - (size_t)used, "%s%c %.*f", rank ? ", " : "", "A23456789TJQK"[rank],
                         decimals, scale * chance -> value);
    }
    return out;
}

/* ---- the table */

/* The choice first, then by value. */
static int row_order(const void *left, const void *right)
{
    const AdviceRow *a = left, *b = right;
    const double x = a->of.value.mean, y = b->of.value.mean;
    if (a->choice != b->choice) return a->choice ? -1 : 1;
    if (isnan(x) || isnan(y)) return isnan(x) - isnan(y);
    return x > y ? -1 : x < y ? 1 : a->number - b->number;
}

static bool table_print(FILE *file, const Page *page, const AdviceShown *shown)
{
    const Advice *advice = &shown->advised->advice;
    const unsigned made = advice->kind == ADVISE_EXACT    ? 0
                          : advice->kind == ADVISE_SEARCH ? ESTIMATE | SEARCHED
                                                          : ESTIMATE | SAMPLED;
    int count;
    AdviceRow *rows = rows_of(&count, shown);
    if (!rows) return false;
    const int listed = shown->seated && count > SEATED_ROWS ? SEATED_ROWS : count;
    qsort(rows, (size_t)count, sizeof *rows, row_order);
    column_table_print(file, page, &ADVISE_COLUMNS, made | (advice->is_chance ? IN_CHANCES : IN_POINTS), rows,
                       sizeof *rows, (size_t)listed);
    if (listed < count) fprintf(file, "  and %d more\n", count - listed);
    free(rows);
    return true;
}

/* ---- sentences */

/* The best plays, and what each comes to. */
static void exact_sentence(FILE *file, const AdviceShown *shown)
{
    const Advice *advice = &shown->advised->advice;
    const bool chance = advice->is_chance;
    char text[PLAY_SHOWN], number[DECIMAL_TEXT];
    double best = -INFINITY;
    int count = 0;
    for (int i = 0; i < advice->count; i++)
        best = fmax(best, advice->plays[i].value.mean);
    fprintf(file, "All cards are known, so the values are exact: play ");
    for (int i = 0; i < advice->count; i++)
        if (advice->plays[i].value.mean == best)
            fprintf(file, "%s%s", count++ ? " or " : "", play_name(text, shown, advice->plays[i].play));
    fprintf(file,
            chance ? "%s; with best play by both you win the match with %s %%.\n"
                   : "%s; with best play by both the round ends %s points for you.\n",
            count > 1 ? ", which are equal" : "", decimal_text(number, !chance, chance ? 2 : 0, best));
}

void advice_sentence(FILE *file, const AdviceShown *shown, int other)
{
    const Advice *advice = &shown->advised->advice;
    char play[PLAY_SHOWN], its[PLAY_SHOWN], number[DECIMAL_TEXT], range[COLUMN_CELL], width[COLUMN_CELL + 32] = "";
    play_name(play, shown, advice->plays[advice->choice].play);
    if (advice->count == 1)
        fprintf(file, "Play %s: there is no other choice.\n", play);
    else if (advice->kind == ADVISE_EXACT)
        exact_sentence(file, shown);
    else if (other < 0)
        fprintf(file, "Play %s: nothing else was tried.\n", play);
    if (advice->count == 1 || advice->kind == ADVISE_EXACT || other < 0) return;
    const AdvisePlay *rival = &advice->plays[other];
    bool next = other == advice_next(advice), first = true; /* first: of the others in the table */
    for (int i = 0; i < advice->count; i++)
        first &= i == advice->choice || !(advice->plays[i].value.mean > rival->value.mean);
    const Interval behind = {rival->behind.low, rival->behind.high};
    const Interval better = interval_scaled(behind, rival->behind.mean < 0 ? -1 : 1); /* the one or the other */
    const int decimals = interval_decimals(2, behind);
    const char *unit = unit_of(advice);
    play_name(its, shown, rival->play);
    decimal_text(number, false, decimals, fabs(rival->behind.mean));
    if (interval_known(behind))
        snprintf(width, sizeof width, " (%g %% interval %s)", 100 * (1 - shown->alpha),
                 range_text(range, "%.*f", better));
    if (behind.high < 0)
        fprintf(file, "%s plays %s, but %s is estimated %s %s better%s.\n", shown->agent, play, its, number, unit,
                width);
    else if (behind.low > 0)
        fprintf(file, "Play %s: it is estimated %s %s better than %s%s%s%s.\n", play, number, unit,
                next && first ? "the next, " : "", its, next && !first ? ", which other deals rank next" : "", width);
    else
        fprintf(file, "Play %s, but it and %s cannot be told apart: their estimates differ by %s %s%s.\n", play, its,
                number, unit, width);
}

/* ---- what is known, and what the figures are made of */

/* What is known of the position: one line, and the scores of the match unless all are 0. */
static void advice_head(FILE *file, const KnownView *known)
{
    static const char *const PLACES[MAX_SEATS] = {"first", "second", "third", "fourth"},
                             *const COUNTS[MAX_SEATS + 1] = {[2] = "two", "three", "four"};
    const Table *table = &known->round.table;
    const int own = table_side(table, &known->rules), sides = known->rules.sides;
    char rules[RULES_TEXT], hand[HANDS_TEXT], pool[CARDS_TEXT];
    int sum = 0;
    rules_print(rules, &known->rules);
    view_print_hand(hand, known);
    cards_print(pool, table->pool);
    fprintf(file, "You play %s of %s (%s), deal %d of %d: hand%s %s, pool %s\n", PLACES[table->turn],
            COUNTS[known->rules.players], rules, table->deal + 1, known->rules.deals,
            known->rules.open_hands ? "s" : "", hand, *pool ? pool : "empty");
    for (int side = 0; side < sides; side++)
        sum += table->scores[side];
    if (!sum) return;
    fprintf(file, "In the match you have %d, and the %s", table->scores[own], sides > 2 ? "others" : "other side");
    for (int i = 1; i < sides; i++)
        fprintf(file, "%s %d", i > 1 ? "," : "", table->scores[(own + i) % sides]);
    fputc('\n', file);
}

/* What the figures are made of, after an empty line. */
static void basis_print(FILE *file, const Page *page, const AdviceShown *shown)
{
    static const char *const POINTS[] = {
        "Points: by how much your side wins the round, captured cards included.",
        "Points: by how much your side wins the round against the mean of the others, captured cards included."};
    static const char *const CHANCE = "Win %: the chance of your side to win the match.";
    const Advice *advice = &shown->advised->advice;
    const Table *table = shown->view->table;
    const int sides = shown->view->rules->sides;
    char count[SHORT_TEXT], deals[SHORT_TEXT];
    short_count(count, (double)(advice->kind == ADVISE_SEARCH ? advice->played : advice->iterations));
    short_count(deals, (double)advice->deals);
    int seen = set_count(table->pool);
    for (int side = 0; side < sides; side++)
        seen += set_count(table->piles[side]);
    const int missing = FIRST_POOL + table->ply - seen;
    if (page->table == TABLE_TEXT) fputc('\n', file); /* tables as a source have one */
    if (advice->kind != ADVISE_EXACT) legend_print(file, page, advice->is_chance ? &CHANCE : &POINTS[sides > 2], 1);
    if (advice->kind == ADVISE_SEARCH)
        fprintf(file,
                "%s iterations in %d trees by %s; values from %s fresh deals, with each play made in all of them and "
                "played on by %s.\n",
                count, ROOT_PARALLEL_TREES, shown->agent, deals, AGENT_TACTIC.name);
    else if (advice->kind == ADVISE_ROLLOUTS)
        fprintf(file, "%s sampled deals, played on by %s.\n", count, shown->agent);
    else if (advice->kind == ADVISE_SOLVED)
        fprintf(file, "%s sampled deals, each solved with open cards.\n", count);
    if (missing)
        fprintf(file, "%d captured card%s not named (--piles): these may be any unseen cards, in any side's pile.\n",
                missing, missing == 1 ? " is" : "s are");
}

/* ---- chances in words */

enum { LIKELY_TEXT = 64, LIKELY_ROWS = 3 + MAX_SEATS };

/* A line: what may come, and how likely that is. */
typedef struct {
    char what[LIKELY_TEXT];
    const Chance *chance;
} LikelyRow;

/* Of the table of such lines; "12.1 %", or "55 % (50 to 60)" where it was sampled. */
static const char *likely_cell(Result *memory, const void *own, size_t row, size_t column)
{
    static const char *const TITLES[] = {" ", "by counting", "by the plays"};
    if (!row) return TITLES[column];
    const LikelyRow *line = (const LikelyRow *)own + (row - 1);
    const Likely chance = column == 1 ? line->chance->counted : line->chance->told;
    if (!column) return result_format(memory, "  %s", line->what);
    if (!(chance.high > chance.low)) return result_format(memory, "%.1f %%", 100 * chance.value);
    return result_format(memory, "%.0f %% (%.0f to %.0f)", 100 * chance.value, 100 * chance.low, 100 * chance.high);
}

/* How likely things are after the choice: a line for each, by counting and by what the plays tell. */
static void chances_print(FILE *file, const Page *page, const AdviceShown *shown)
{
    const Advice *advice = &shown->advised->advice;
    const Chances *chances = &shown->advised->chances;
    const PlayChances *of = &chances->of[advice->choice];
    const View *view = shown->view;
    const int sides = view->rules->sides, own = table_side(view->table, view->rules);
    const bool told = chances->hands > 0;
    char name[PLAY_SHOWN], ranks[RANKS_SHOWN];
    LikelyRow rows[LIKELY_ROWS];
    size_t count = 0;
    fprintf(file, "How likely after %s, by counting%s:\n", play_name(name, shown, advice->plays[advice->choice].play),
            told ? " and by what the plays of this deal reveal" : "");
    if (chances->held) {
        rows[count++] = (LikelyRow){"the next player captures something", &of->capture};
        rows[count++] = (LikelyRow){"it makes a Sur", &of->sur};
        rows[count++] = (LikelyRow){"it holds a jack", &chances->ranks[JACK]};
    }
    for (int i = 0; i < sides; i++) {
        const int side = (own + i) % sides;
        rows[count].chance = &of->clubs[side];
        snprintf(rows[count++].what, LIKELY_TEXT,
                 !i          ? "your side wins the clubs"
                 : sides > 2 ? "side %d wins them"
                             : "the other side wins them",
                 side);
    }
    texts_print(file, page, count + 1, told ? 3 : 2, told ? 2 : 1, likely_cell, rows);
    for (int by = 0; chances->held && by <= told; by++)
        fprintf(file, "  The next player holds, in %%, by %s: %s.\n", by ? "the plays" : "counting",
                ranks_text(ranks, chances, by, 100, 0));
    fprintf(file, "  The clubs: %d sampled deals that tactic plays out, with %g %% intervals.\n", chances->deals,
            100 * (1 - shown->alpha));
    if (told) fputs("  By the plays: as players of several styles would have made them (docs/agents.md).\n", file);
    if (told && !chances->all) fprintf(file, "  By the plays: %d sampled hands.\n", chances->hands);
    if (!told && view->history) fputs("  The plays of this deal reveal nothing yet.\n", file);
}

char *advice_why(char out[static REASONS_TEXT], const AdviceShown *shown, const Reasons *why, int other)
{
    const Advice *advice = &shown->advised->advice;
    char choice[PLAY_SHOWN], its[PLAY_SHOWN];
    play_name(choice, shown, advice->plays[advice->choice].play);
    play_name(its, shown, advice->plays[other].play);
    return reasons_text(out, why, why->choice ? choice : its, why->choice ? its : choice);
}

bool advised_print(FILE *file, const Page *page, const AdviceShown *shown)
{
    const Advised *advised = shown->advised;
    const int next = advice_next(&advised->advice);
    char why[REASONS_TEXT];
    if (!table_print(file, page, shown)) return false;
    basis_print(file, page, shown);
    chances_print(file, page, shown);
    advice_sentence(file, shown, next);
    if (advised->why.shown) fprintf(file, "Why: %s\n", advice_why(why, shown, &advised->why, next));
    return true;
}

/* ---- verdict, picture and kind */

/* The sentence; of a file without one the highest estimate. */
static void advise_verdicts(Verdicts *verdicts, Result *result)
{
    static const VerdictColumns ESTIMATES = {{"play"}, "value", "ci", 0, "points by which the side wins the round",
                                             NULL};
    const char *advice = result_head_of(result, "advice");
    if (advice)
        verdict_say(verdicts, result, "%s", advice);
    else
        verdict_highest(verdicts, result, &ESTIMATES,
                        (VerdictWords){"$1 has the estimate $v $u", "$1 is best: $v $u",
                                       "$1 has the highest estimate: $v $u", "$1", NULL});
}

static bool advise_draw(Chart *chart)
{
    Result *result = chart->result;
    Picture *picture = &chart->picture;
    const char *unit = result_head_of(result, "unit");
    picture->unit =
        unit && !strcmp(unit, "%") ? "chance to win the match, %" : "points by which your side wins the round";
    Columns of, behind;
    if (result_column(result, "behind") < 0) return chart_rows(chart);
    /* A play's interval is that of how far it lies behind the choice, so that no two intervals overlap where the table
       says that the plays can be told apart. */
    picture->subtitle = "the 95 % intervals are those of the difference from the agent's play, which has none";
    if (!columns_read(&of, result, "value", "ci") || !columns_read(&behind, result, "behind", "behind_ci"))
        return false;
    for (size_t row = 0; row < result->row_count; row++) {
        const double at = of.value[row] + behind.value[row];
        Mark mark = {.row = text_at(result, row, "play"),
                     .value = of.value[row],
                     .interval = {at - behind.high[row], at - behind.low[row]}};
        if (number_at(result, row, "choice") == 1) mark.interval = (Interval){NAN, NAN};
        if (!chart_mark(chart, mark)) return false;
    }
    return true;
}

static const Picture PICTURE = {.form = CHART_BARS,
                                .title = "What each play is worth",
                                .is = CHART_OWN | CHART_ZERO | CHART_SORTED,
                                MARKS(NULL, NULL, "{play}", "value", "ci"),
                                .draw = advise_draw};

static const ResultKind RESULT_ADVISE = {
    .table = &ADVISE_COLUMNS,
    .question = "What should be played?",
    .method =
        "The cards that the player cannot see are dealt many times, as they may lie; every play is made in each of "
        "these deals, and the round is played out from there. A search's choice is measured on deals that it has not "
        "seen.",
    .page = "agents.md",
    .verdicts = advise_verdicts,
    .picture = &PICTURE,
};

/* ---- the command */

typedef struct {
    ViewText view_text;
    const char *record, *agent;
    uint64_t number, ply, iterations;
    double seconds;
    bool watch;
    uint64_t next; /* --watch: iterations at which a line is due */
    Goal goal;
    MatchEquity equity; /* the table, where the agent plays for points */

    Record taken;   /* the record that is asked for */
    uint64_t count; /* records of the file … */
    bool matches;   /* … which are all of matches */
    KnownView known;
    CardSet history[PLAYS];
    View view;
    AdviseTask task;
    Advised advised;
} AdviseCommand;

static const Option OPTIONS[] = {
    {"hand",
     "your cards, such as Ac7hTd, 'A♣ 7♥ 10♦' or Ac,7h,Td; if all hands lie open (open_hands=1), those of all seats, "
     "A/B, seat 0's first",
     OPTION_AT(AdviseCommand, view_text.hand), .metavar = "CARDS", .heading = "What you know",
     .brief = "your cards, such as Ac7hTd or 'A♣ 7♥ 10♦'"},
    {"pool", "the cards on the table; - is none", OPTION_AT(AdviseCommand, view_text.pool), .metavar = "CARDS",
     .brief = "the cards on the table; - is none"},
    {"piles",
     "captured cards as far as known, first those of seat 0, which plays first in the round, whoever you are; the "
     "others could be anywhere except in a hand",
     OPTION_AT(AdviseCommand, view_text.piles), .metavar = "A/B",
     .brief = "captured cards, first those of the side that plays first"},
    {"surs", "Surs that each side holds, in the same order (default none)", OPTION_AT(AdviseCommand, view_text.surs),
     .metavar = "A/B"},
    {"scores", "of the sides before this round, in the same order (default zeros)",
     OPTION_AT(AdviseCommand, view_text.scores), .metavar = "A/B"},
    {"deal", "which deal, from 1 (default: what the cards tell)", OPTION_AT(AdviseCommand, view_text.deal),
     .metavar = "K"},
    {"last", "which side captured last: 0 is that of seat 0", OPTION_AT(AdviseCommand, view_text.last),
     .metavar = "SIDE"},
    {"seat", "your seat; seat 0 plays first (default: the one that fits)", OPTION_AT(AdviseCommand, view_text.seat),
     .metavar = "SEAT"},
    {"rules", "preset[,key=value]... (default pagat)", OPTION_AT(AdviseCommand, view_text.rules), .metavar = "R",
     .takes = TAKES_RULES},
    {"record", "the position of a record; the same as FILE", OPTION_AT(AdviseCommand, record), .file = FILE_READ,
     .metavar = "FILE", .heading = "Or a record"},
    {"number", "which record of the file, from 0", OPTION_AT(AdviseCommand, number), .fallback = "0"},
    {"ply", "the position after this many of its plays, instead of all", OPTION_AT(AdviseCommand, ply), .high = "47"},
    {"agent", "the agent to ask; one that does not search plays sampled deals out at every seat",
     OPTION_AT(AdviseCommand, agent), .metavar = "A", .fallback = "ismcts", .heading = "Advice",
     .brief = "the agent to ask", .takes = TAKES_AGENT},
    {"time", "seconds; default 1, or what the agent says", OPTION_AT(AdviseCommand, seconds), .low = "0.001",
     .high = "1000000", .brief = "seconds (default 1)"},
    {"iters", "instead of --time, and repeatable: iterations of all 16 trees together, or sampled deals",
     OPTION_AT(AdviseCommand, iterations), .low = "100", .high = "10G"},
    OPTIONS_GOAL(AdviseCommand, goal),
    {"watch", "show on stderr how the search deepens", OPTION_AT(AdviseCommand, watch)},
    {OPTION_SEED},
    {OPTION_MAX_VOID},
    OPTIONS_RESULTS,
    OPTIONS_BOTS,
    OPTIONS_RUN,
};
enum { VIEW_OPTIONS = 9 }; /* the first this many rows are of a view */

/* ---- the position */

static bool record_take(void *context, const Record *record, Error *error)
{
    (void)error;
    AdviseCommand *own = context;
    own->matches = (own->matches || !own->count) && record->has_match;
    if (own->count++ == own->number) own->taken = *record;
    return true;
}

/* Replays the record, whose plays become the view's history. */
static bool record_view(AdviseCommand *own, Error *error)
{
    Record *record = &own->taken;
    const char *why;
    Round round;
    const CardSet pool = pack_pool(&record->pack, &record->rules);
    if (!first_pool_allowed(pool, &record->rules, &why)) return error_set(error, "deal: %s", why);
    if (!record_position(&round, record, error)) return false;
    if (table_over(&round.table))
        return error_set(error, "the round is over; --ply N takes the position after N plays");
    if (record->play_count >= record_known(record))
        return error_set(error, "who holds what after play %d is not known; --ply N takes a position before it",
                         record_known(record));
    for (int i = 0; i < record->play_count; i++)
        own->history[i] = record->plays[i].captured | set_of(record->plays[i].card);
    own->known = (KnownView){record->rules, round};
    own->view = turn_view(&own->known.round, &own->known.rules, pool, own->history);
    return true;
}

/* Takes the position from the file's records. */
static bool records_view(Driver *driver, Error *error)
{
    AdviseCommand *own = driver->own;
    Record *record = &own->taken;
    const char *name = own->record;
    if (!record_file_read(name, record_take, own, error)) return false;
    const unsigned long long count = own->count;
    if (count <= own->number)
        return error_set(error, "%.128s: it holds %llu record%s, the last is --number %llu", name, count, PLURAL(count),
                         count - 1);
    if (driver_given(driver, "ply")) {
        if (own->ply > (uint64_t)record->play_count)
            return error_set(error, "--ply %llu: the record at %.128s:%d has %d plays", (unsigned long long)own->ply,
                             name, record->first_line, record->play_count);
        record->play_count = (int)own->ply;
    }
    if (!record_view(own, error)) return record_blame(error, name, record);
    if (count > 1 && !driver_given(driver, "number"))
        snprintf(driver->setup.note, sizeof driver->setup.note,
                 "note: the first of %llu records; --number K takes another", count);
    return true;
}

static bool position_read(Driver *driver, Error *error)
{
    AdviseCommand *own = driver->own;
    const ParsedOptions *parsed = &driver->parsed;
    if (parsed->arg_count && own->record)
        return error_set(error, "--record and '%.128s' both name a file; give one", parsed->args[0]);
    /* "--hand 7h 4c" without quotes: the rest looks like a file */
    if (parsed->arg_count && (own->view_text.hand || own->view_text.pool) && strcmp(parsed->args[0], "-") != 0 &&
        access(parsed->args[0], F_OK) != 0)
        return error_set(error, "'%.128s' is not a file; put cards with blanks in quotes, such as --hand '7h 4c'",
                         parsed->args[0]);
    if (parsed->arg_count) own->record = parsed->args[0];
    for (int i = 0; i < VIEW_OPTIONS && own->record; i++)
        if (driver_given(driver, OPTIONS[i].name))
            return error_set(error, "--%s belongs to a view; a record has its own", OPTIONS[i].name);
    if (own->record) return records_view(driver, error);
    if (driver_given(driver, "number") || driver_given(driver, "ply"))
        return error_set(error, "--%s belongs to a record; name its FILE",
                         driver_given(driver, "number") ? "number" : "ply");
    if (!own->view_text.hand || !own->view_text.pool)
        return error_set(
            error,
            "--%s is missing; expected: pasur advise --hand CARDS --pool CARDS [...], or FILE; such as: pasur advise --hand 7h4cJdKs --pool 2c5d9h",
            own->view_text.hand ? "pool" : "hand");
    if (!view_parse(&own->known, &own->view_text, error)) return false;
    own->view = turn_view(&own->known.round, &own->known.rules, 0, NULL);
    return true;
}

/* ---- the agent and how long */

/* Is there a match whose chances can be told? The table is the agent's; one that cannot play for the match gets it
   besides. */
static bool match_prepare(Driver *driver, Error *error)
{
    AdviseCommand *own = driver->own;
    const Rules *rules = &own->known.rules;
    const char *why;
    int side;
    driver->setup.matches = true;
    if (!match_round_begins(own->known.round.table.scores, rules, &why)) return error_set(error, "--scores: %s", why);
    if (table_shodam(&own->known.round.table, rules, &side))
        return error_set(error, "--goal match: side %d has won the match with what it has captured so far (%s)", side,
                         side == rules_side(rules, own->known.round.table.turn) ? "that is you" : "that is not you");
    return own->goal.says || own->agent == own->goal.text ||
           match_equity_find(&own->equity, own->goal.table, rules, error);
}

static bool task_make(Driver *driver, Error *error)
{
    AdviseCommand *own = driver->own;
    SearchOptions search;
    if (own->iterations && driver_given(driver, "time"))
        return error_set(error, "--time and --iters exclude each other");
    const bool matches = own->record && own->matches && match_equity_builtin(&own->known.rules);
    if (!goal_decide(&own->goal, &own->agent, &own->known.rules, matches, error) ||
        (own->goal.goal == GOAL_OF_MATCH && !match_prepare(driver, error)) ||
        !driver_agents(driver, &own->agent, 1, &own->known.rules, error))
        return false;
    const Agent *agent = driver->agents;
    if (agent_has(agent, TRAIT_CHEATS))
        return error_set(error,
                         "--agent %.100s sees all cards, which a view does not hold; ismcts:variant=pimc samples "
                         "them, 'pasur solve' takes them from a record",
                         agent->name);
    double iterations = (double)own->iterations, seconds = own->seconds;
    if (search_options(&search, agent) && !own->iterations && seconds <= 0) {
        iterations = ROOT_PARALLEL_TREES * agent_given(agent, agent->kind->search->iterations);
        seconds = agent_given(agent, agent->kind->search->seconds);
    }
    own->task = advise_task(agent, &own->view, driver->common.seed, (uint64_t)iterations, driver->threads);
    own->task.seconds = seconds > 0 ? seconds : 1;
    if (own->goal.goal != GOAL_OF_MATCH)
        own->task.equity = NULL;
    else if (!own->task.equity)
        own->task.equity = &own->equity;
    own->task.reach = advice_reach(driver_alpha(driver));
    return true;
}

static bool advise_prepare(Driver *driver, Error *error)
{
    AdviseCommand *own = driver->own;
    driver->setup.rules = &own->known.rules;
    driver->setup.scores_count = driver->setup.repeats = true;
    driver->work.unit = "iterations";
    return position_read(driver, error) && task_make(driver, error);
}

static void advise_plan(const Driver *driver, FILE *out)
{
    const AdviseCommand *own = driver->own;
    advice_head(out, &own->known);
    fprintf(out, "asked is %s, seed %llu", driver->agents->name, (unsigned long long)driver->common.seed);
    if (own->task.iterations)
        fprintf(out, ", %llu iterations\n", (unsigned long long)own->task.iterations);
    else
        fprintf(out, ", for %g s\n", own->task.seconds);
}

/* ---- while it runs */

static bool advise_watch(void *context, const Advice *advice)
{
    Driver *driver = context;
    AdviseCommand *own = driver->own;
    const double deals = (double)(own->task.iterations ? own->task.iterations : advice->iterations);
    if (own->watch && !driver->common.quiet && (advice->iterations >= own->next || !advice->partial)) {
        const AdvisePlay *choice = &advice->plays[advice->choice];
        char play[PLAY_TEXT], count[SHORT_TEXT];
        play_print(play, set_first(choice->play & own->view.hand), choice->play & ~own->view.hand);
        short_count(count, (double)advice->iterations);
        fprintf(stderr, "%s iterations: %s %+.2f\n", count, play, choice->value.mean);
        own->next = 2 * advice->iterations;
    } else if (own->task.iterations && progress_due(&driver->progress))
        progress_show(&driver->progress, "iterations", advice->iterations, own->task.iterations, "");
    return !advice->voids.boards || driver_voids(driver, &advice->voids, deals);
}

/* The command that gives the same figures: by as many iterations as there were. */
static bool again_make(Driver *driver, Error *error)
{
    const AdviseCommand *own = driver->own;
    const uint64_t iterations = own->advised.advice.iterations > 100 ? own->advised.advice.iterations : 100;
    FILE *again = again_start(driver);
    if (!again) return error_memory(error);
    fputs(" advise", again);
    for (int i = 0; i < driver->parsed.arg_count; i++)
        again_word(again, driver->parsed.args[i]);
    driver_words(driver, " time iters seed ", again_word, again);
    fprintf(again, " --iters %llu --seed %llu", (unsigned long long)iterations,
            (unsigned long long)driver->common.seed);
    if (driver_alpha(driver) != USUAL_ALPHA) fprintf(again, " --level %.10g", driver->common.level);
    if (driver_given(driver, "max-void")) fprintf(again, " --max-void %g", driver->common.max_void);
    return text_stream_close(again, &driver->again) || error_memory(error);
}

static bool advise_work(Driver *driver, Error *error)
{
    AdviseCommand *own = driver->own;
    const Advice *advice = &own->advised.advice;
    driver->work.total = own->task.iterations;
    own->task.watch = advise_watch;
    own->task.context = driver;
    if (!advised_find(&own->advised, &own->task, error)) {
        driver->work.interrupted = interrupt_seen();
        if (driver->work.interrupted) return error_set(error, "stopped before there was any advice");
        driver->work.too_many_voids = advice->voids.boards > 0; /* else memory ran out */
        return false;
    }
    driver->work.interrupted = advice->partial && interrupt_seen();
    driver->work.done = advice->iterations;
    return again_make(driver, error);
}

/* ---- afterwards */

static AdviceShown advise_shown(const Driver *driver)
{
    const AdviseCommand *own = driver->own;
    return (AdviceShown){&own->advised, &own->view, driver->agents->name, driver_alpha(driver), NULL};
}

static void advise_result(const Driver *driver, Result *out)
{
    static const char *const HOLDS[] = {"holds_counted", "holds_told"};
    const AdviseCommand *own = driver->own;
    const AdviceShown shown = advise_shown(driver);
    char ranks[RANKS_SHOWN];
    int count;
    PageText text;
    AdviceRow *rows = rows_of(&count, &shown);
    result_head(out, "agent", "%s", driver->agents->text);
    if (own->task.equity)
        result_head(out, "equity", "%s",
                    own->goal.table  ? own->goal.table
                    : own->goal.says ? "the agent's"
                                     : "built in");
    result_head(out, "unit", "%s", unit_of(&own->advised.advice));
    if (page_text_open(&text)) advice_sentence(text.stream, &shown, advice_next(&own->advised.advice));
    if (text_stream_close(text.stream, &text.text) && rows)
        result_head(out, "advice", "%.*s", (int)strcspn(text.text, "\n"), text.text);
    else
        out->failed = !error_memory(&out->error);
    free(text.text);
    for (int told = 0; told < 2; told++)
        if (*ranks_text(ranks, &own->advised.chances, told, 1, 4)) result_head(out, HOLDS[told], "%s", ranks);
    if (rows) result_rows(out, &RESULT_ADVISE, rows, sizeof *rows, (size_t)count);
    free(rows);
}

static bool advise_summary(const Driver *driver, FILE *out)
{
    const AdviceShown shown = advise_shown(driver);
    advice_head(out, &((const AdviseCommand *)driver->own)->known);
    if (driver->page.table == TABLE_TEXT) fputc('\n', out);
    return advised_print(out, &driver->page, &shown);
}

static void advise_free(Driver *driver) { match_equity_free(&((AdviseCommand *)driver->own)->equity); }

const Command CMD_ADVISE = {
    .spec =
        {.command = "advise",
         .summary = "what each legal play of a hand is worth",
         .args = {"[FILE]", 0, 1, "the record", TAKES_FILE},
         .about =
             "Says what each legal play is worth: estimated points with 95 % intervals, and how far it lies behind "
             "the agent's choice. The position is what you know of a game, or that of a record in FILE (- is stdin), "
             "seen from the seat to move. If only captured cards are hidden, values are exact.",
         .example = "pasur advise --hand Ac4d8sQh --pool 3c9d --piles 6c5s7cJh2h4sTc/Kd8d3h",
         .notes = "A search's choice is measured on fresh deals: each play is made in all of them, and tactic plays "
                  "on; the search's own estimates drift while it runs. Different deals choose the best of the other "
                  "plays, so that the interval of the lead holds. This takes half of --time. The chance that the "
                  "next player captures, makes a Sur or holds a card is counted over all unseen cards and, if a "
                  "record has the plays of the deal, also inferred from them: hands are weighed by how likely they "
                  "would have been played that way. For the clubs, tactic plays 400 deals out. Each of the 16 trees "
                  "has room for 65536 plays, some 140 MB in all; a search whose tree is full goes on in it.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(AdviseCommand),
    COMMAND_RESULTS(&RESULT_ADVISE),
    .prepare = advise_prepare,
    .plan = advise_plan,
    .work = advise_work,
    .result = advise_result,
    .summary = advise_summary,
    .free = advise_free,
};
