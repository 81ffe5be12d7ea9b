/* SPDX-License-Identifier: GPL-3.0-or-later */
/* First plays tried on many boards, and the best one in each class of situations. */
#include "analysis/study/openings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/scoring.h"
#include "sim/rollouts.h"

/* ---- kinds of plays */

const struct OpeningKind OPENING_KIND[OPENING_KINDS] = {
    [KIND_CLEAR] = {"clear", "clear the pool without a jack"},
    [KIND_JACK] = {"jack", "take with the jack"},
    [KIND_FACE] = {"face", "take a king or queen"},
    [KIND_RICH] = {"rich", "take the numerals that are worth most"},
    [KIND_SAFE] = {"deny_sur", "take numerals so that 11 or more stay, or none"},
    [KIND_LIE_FACE] = {"trail_face", "trail a king or queen"},
    [KIND_LIE_HIGH] = {"trail_high", "trail the highest numeral"},
    [KIND_LIE_LOW] = {"trail_low", "trail the lowest numeral"},
    [KIND_LIE_SAFE] = {"trail_11", "trail the lowest numeral that leaves 11 or more"},
};

/* The play of each kind, 0: there is none. Of several the one is meant that is highest there: the richest capture, the
   highest or the lowest card. */
static void kinds_find(CardSet out[static OPENING_KINDS], CardSet hand, CardSet pool, const Rules *rules)
{
    CardSet plays[MAX_MOVES];
    int most[OPENING_KINDS] = {0};
    const int count = moves_list(plays, hand, pool, NULL);
    memset(out, 0, OPENING_KINDS * sizeof *out);
    for (int i = 0; i < count; i++) {
        const CardSet play = plays[i], card = play & ~pool, taken = play & pool;
        const bool numeral = card & NUMERALS, jack = card & JACKS, face = !numeral && !jack, takes = taken;
        const bool safe =
            takes ? numerals_total(pool ^ taken) > 10 || !(pool & ~taken & NUMERALS) : numerals_total(pool | card) > 10;
        const int rank = card_rank(set_first(card));
        /* what the cards are worth, then how many they are */
        const int rich = 64 * (scoring_cards(play, rules) * 4 + clubs_count(play)) + set_count(play);
        const struct {
            bool is;
            int height;
        } kinds[OPENING_KINDS] = {[KIND_CLEAR] = {taken == pool && !jack, rich},
                                  [KIND_JACK] = {takes && jack, rich},
                                  [KIND_FACE] = {takes && face, rich},
                                  [KIND_RICH] = {takes && numeral, rich},
                                  [KIND_SAFE] = {takes && numeral && safe, rich},
                                  [KIND_LIE_FACE] = {!takes && face, -rank},
                                  [KIND_LIE_HIGH] = {!takes && numeral, rank},
                                  [KIND_LIE_LOW] = {!takes && numeral, -rank},
                                  [KIND_LIE_SAFE] = {!takes && numeral && safe, -rank}};
        for (int kind = 0; kind < OPENING_KINDS; kind++)
            if (kinds[kind].is && (!out[kind] || kinds[kind].height > most[kind]))
                out[kind] = play, most[kind] = kinds[kind].height;
    }
}

/* ---- situations */

static int faces_of(CardSet cards) { return set_count(cards & ~NUMERALS & ~JACKS); }

/* What a rule may say of pool and hand, and whether it holds. */
#define FACT_ROWS(ROW)                                                                                                 \
    ROW("the pool's numerals come to 10 or less", total <= 10)                                                         \
    ROW("the pool's numerals come to 11 to 20", total > 10 && total <= 20)                                             \
    ROW("the pool's numerals come to 21 or more", total > 20)                                                          \
    ROW("no king or queen lies", !faces_of(pool))                                                                      \
    ROW("a king or queen lies", faces_of(pool) > 0)                                                                    \
    ROW("you hold a jack", (hand & JACKS) != 0)                                                                        \
    ROW("you hold no jack", !(hand & JACKS))                                                                           \
    ROW("you hold a king or queen", faces_of(hand) > 0)                                                                \
    ROW("you can take numerals", plays[KIND_RICH] != 0)                                                                \
    ROW("you can take no numerals", !plays[KIND_RICH])                                                                 \
    ROW("you can take a king or queen", plays[KIND_FACE] != 0)                                                         \
    ROW("you can take nothing but by a jack", !plays[KIND_RICH] && !plays[KIND_FACE])                                  \
    ROW("you hold an ace", (hand & ACES) != 0)                                                                         \
    ROW("a card that pays lies", scoring_cards(pool, rules) > 0)                                                       \
    ROW("two clubs or more lie", clubs_count(pool) > 1)
#define FACT_WORDS(words, holds) words,
#define FACT_HOLDS(words, holds) holds,
static const char *const FACTS[] = {FACT_ROWS(FACT_WORDS)};
enum { FACT_COUNT = sizeof FACTS / sizeof *FACTS };

static uint32_t facts_of(CardSet hand, CardSet pool, const CardSet plays[static OPENING_KINDS], const Rules *rules)
{
    const int total = numerals_total(pool);
    const bool holds[] = {FACT_ROWS(FACT_HOLDS)};
    uint32_t facts = 0;
    for (int i = 0; i < FACT_COUNT; i++)
        facts |= (uint32_t)holds[i] << i;
    return facts;
}

/* Names of classes: the sum of a pool's numerals and how many kings and queens lie (2: or more); what a hand can take
   without a jack. */
static const char *const TOTALS[] = {"sum_to_10", "sum_11_to_14", "sum_15_to_20", "sum_from_21"};
static const char *const HAND_NAMES[] = {"nothing", "face", "numerals", "numerals_or_face", "clear"};

static int pool_class(CardSet pool)
{
    const int total = numerals_total(pool), faces = faces_of(pool);
    return (total <= 10 ? 0 : total <= 14 ? 1 : total <= 20 ? 2 : 3) * 3 + (faces < 2 ? faces : 2);
}

static int hand_class(CardSet hand, const CardSet plays[static OPENING_KINDS])
{
    const int takes = plays[KIND_CLEAR] ? 4 : (plays[KIND_FACE] != 0) + 2 * (plays[KIND_RICH] != 0);
    return 2 * takes + ((hand & JACKS) != 0);
}

/* How often each class of first pools comes: of all pools with which a round may begin, which are equally likely. */
static void pool_shares(double out[static OPENING_POOLS], const Rules *rules)
{
    uint64_t counts[OPENING_POOLS] = {0}, all = 0;
    const char *why;
    int places[] = {0, 1, 2, 3};
    do {
        CardSet pool = 0;
        for (int i = 0; i < 4; i++)
            pool |= set_of((Card)places[i]);
        if (!first_pool_allowed(pool, rules, &why)) continue;
        counts[pool_class(pool)]++;
        all++;
    } while (places_next(places, 4, CARDS));
    for (int i = 0; i < OPENING_POOLS; i++)
        out[i] = (double)counts[i] / (double)all;
}

/* ---- boards */

/* Puts hand, pool, and what the side that plays first wins by with each play, when the agent plays on: of each kind that
   there is, the other player's, the agent's own. The players are those of the seats, then the one whose first play is the measure. */
static bool board_look(void *arg, Player players[], uint64_t index, TextBuffer *row, Voids *voids)
{
    enum { BASE = OPENING_KINDS, OWN, PLAYS_TRIED };
    const OpeningTask *task = &((const Openings *)arg)->task;
    const Rules *rules = &task->schedule->rules;
    const Rng rng = player_rng(task->schedule->seed, index, 0, 0);
    const RolloutSeats seats = {players, rules, task->schedule->seed, 0, voids};
    Game game, tried;
    Pack pack;
    CardSet plays[PLAYS_TRIED];
    int values[PLAYS_TRIED], unused;
    schedule_pack(&pack, task->schedule, index);
    game_start(&game, rules, &pack, NULL);
    const View view = game_view(&game, rules);
    kinds_find(plays, view.hand, game.round.table.pool, rules);
    if (!(plays[BASE] = player_ask_there(&players[rules->players], rng, &view, &game.round, index, 0, voids)) ||
        !(plays[OWN] = player_ask_there(&players[0], rng, &view, &game.round, index, 0, voids)) ||
        !put_uint(row, view.hand) || !put_uint(row, game.round.table.pool))
        return false;
    for (int i = 0; i < PLAYS_TRIED; i++) {
        int same = 0;
        if (!plays[i]) continue;
        while (plays[same] != plays[i])
            same++;
        tried = game;
        if (same == i && !rollout_play(&tried, &seats, plays[i], index)) return false;
        values[i] = same < i ? values[same] : rollout_scoring(&unused, &tried.round, rules, rules_side(rules, 0), NULL);
        if (!put_int(row, values[i])) return false;
    }
    return true;
}

static bool board_take(void *arg, uint64_t index, Fields *row)
{
    const Openings *openings = arg;
    const Rules *rules = &openings->task.schedule->rules;
    OpeningBoard *out = &openings->boards[index];
    CardSet plays[OPENING_KINDS];
    *out = (OpeningBoard){.there = true, .hand = get_uint(row)};
    out->pool = get_uint(row);
    kinds_find(plays, out->hand, out->pool, rules);
    for (int kind = 0; kind < OPENING_KINDS; kind++)
        if (plays[kind]) out->values[kind] = (int16_t)get_int(row), out->kinds |= (uint16_t)(1 << kind);
    out->base = (int16_t)get_int(row);
    out->own = (int16_t)get_int(row);
    out->facts = facts_of(out->hand, out->pool, plays, rules);
    out->pool_class = (uint8_t)pool_class(out->pool);
    out->hand_class = (uint8_t)hand_class(out->hand, plays);
    return true;
}

ArenaEnd openings_play(Openings *out)
{
    const OpeningTask *task = &out->task;
    const Rules *rules = &task->schedule->rules;
    const Agent *agents[MAX_SEATS + 1] = {task->agent, task->agent, task->agent, task->agent};
    agents[rules->players] = task->base;
    out->boards = calloc(task->survey.count, sizeof *out->boards);
    if (!out->boards) return ARENA_FAILED;
    Survey survey = task->survey;
    survey.rules = rules;
    survey.agents = agents;
    survey.player_count = rules->players + 1;
    survey.together = 16;
    survey.known = (KnownAgents){{task->agent, task->base}, {1, 1}};
    survey.look = board_look;
    survey.take = board_take;
    survey.arg = out;
    return survey_run(&out->done, &survey);
}

/* ---- classes */

enum { LEAST_BOARDS = 30 }; /* in each half, below which nothing is said */

static double scale_of(const Openings *openings) { return openings->task.schedule->rules.sides - 1; }

/* The kind of play that wins most more than the other player's, on the boards that choose; -1: too few have any. A sum
   over the boards, so that a play that is seldom there does not win by that. */
static int kind_choose(OpeningSums sums[static OPENING_KINDS][2])
{
    int best = -1;
    for (int kind = 0; kind < OPENING_KINDS; kind++)
        if (sums[kind][0].gain.sum.n >= LEAST_BOARDS &&
            (best < 0 || sums[kind][0].gain.sum.sum > sums[best][0].gain.sum.sum))
            best = kind;
    return best;
}

/* What was measured of the row's play; the gains of this many rows hold together. */
static void gain_fill(OpeningRow *row, const Extremes *gain, const Openings *openings, int rows)
{
    const double scale = scale_of(openings), alpha = bonferroni_alpha(openings->task.alpha, (size_t)rows);
    row->play = OPENING_KIND[row->kind].name;
    row->boards = gain->sum.n;
    row->share = 2 * (double)row->boards / (double)openings->done;
    row->gain = estimate_of(&gain->sum, scale);
    row->worth = row->share * row->gain.mean;
    row->gain_interval = (Interval){NAN, NAN};
    if (row->boards >= LEAST_BOARDS) row->gain_interval = interval_skewed(gain, scale, alpha);
}

void openings_rows(Openings *openings)
{
    const OpeningTask *task = &openings->task;
    const double scale = scale_of(openings);
    memset(openings->sums, 0, sizeof openings->sums);
    for (uint64_t i = 0; i < openings->done; i++) {
        const OpeningBoard *board = &openings->boards[i];
        for (unsigned kinds = board->there ? board->kinds : 0; kinds; kinds &= kinds - 1) {
            const int kind = __builtin_ctz(kinds);
            OpeningSums *sums = &openings->sums[board->pool_class][board->hand_class][kind][i % 2];
            extremes_add(&sums->value, board->values[kind]);
            extremes_add(&sums->gain, board->values[kind] - board->base);
        }
    }
    for (int pool = 0; pool < OPENING_POOLS; pool++)
        for (int hand = 0; hand < OPENING_HANDS; hand++) {
            OpeningRow *row = &openings->rows[openings->row_count];
            const int kind = kind_choose(openings->sums[pool][hand]);
            if (kind < 0 || openings->sums[pool][hand][kind][1].gain.sum.n < LEAST_BOARDS) continue;
            *row = (OpeningRow){.pool_class = pool, .hand_class = hand, .kind = kind};
            snprintf(row->pool, sizeof row->pool, "%s_faces_%d", TOTALS[pool / 3], pool % 3);
            snprintf(row->hand, sizeof row->hand, "%s%s", HAND_NAMES[hand / 2], hand % 2 ? "_jack" : "");
            openings->row_count++;
        }
    for (OpeningRow *row = openings->rows; row < openings->rows + openings->row_count; row++) {
        const OpeningSums *of = &openings->sums[row->pool_class][row->hand_class][row->kind][1];
        gain_fill(row, &of->gain, openings, openings->row_count);
        row->value = estimate_of(&of->value.sum, scale);
        row->value_interval = interval_skewed(&of->value, scale, task->alpha);
    }
}

/* ---- rules: a list, of which the first speaks that fits. It grows at its head: each step adds the rule, of all
   situations of up to three facts and all kinds of plays, whose gain over what the list says without it (at first the
   other player's play) has the highest lower bound on the boards that choose. So exceptions stand before what they
   except, and what all rules gain is the sum of what each gains. */

typedef struct {
    uint32_t facts;
    int kind;
} Candidate;

enum { FACTS_MOST = 3, LEAST_FITTING = 100 };

static bool openings_fits(const OpeningBoard *board, const Candidate *rule)
{
    return board->there && (board->facts & rule->facts) == rule->facts && (board->kinds >> rule->kind & 1);
}

/* The lower end of the sum of its gains; below 0 where it is not shown to gain anything. */
static double sum_low(const Moments *sums)
{
    static const double QUANTILE = 1;
    const double n = (double)sums->n, sum = (double)sums->sum;
    if (sums->n < LEAST_FITTING) return -1;
    const double variance = ((double)sums->sum_sq - sum * sum / n) / (n - 1);
    return sum - QUANTILE * sqrt(fmax(0, variance) * n);
}

static bool rule_choose(Candidate *out, const Openings *openings, const int16_t now[])
{
    double most = 0;
    for (uint32_t facts = 0; facts < UINT32_C(1) << FACT_COUNT; facts++) {
        if (__builtin_popcount(facts) > FACTS_MOST) continue;
        Moments sums[OPENING_KINDS] = {0};
        for (uint64_t i = 0; i < openings->done; i += 2) {
            const OpeningBoard *board = &openings->boards[i];
            if (!board->there || (board->facts & facts) != facts) continue;
            for (unsigned kinds = board->kinds; kinds; kinds &= kinds - 1) {
                const int kind = __builtin_ctz(kinds);
                moments_add(&sums[kind], board->values[kind] - now[i]);
            }
        }
        for (int kind = 0; kind < OPENING_KINDS; kind++) {
            const double low = sum_low(&sums[kind]);
            if (low > most) most = low, *out = (Candidate){facts, kind};
        }
    }
    return most > 0;
}

/* "If the pool's numerals come to 10 or less and you hold no jack: trail the highest numeral" */
static void rule_words(char out[static OPENING_WORDS], const Candidate *rule)
{
    int used = 0;
    for (uint32_t facts = rule->facts; facts; facts &= facts - 1)
        used += snprintf(out + used, OPENING_WORDS - (size_t)used, "%s%s", used ? " and " : "If ",
                         FACTS[__builtin_ctz(facts)]);
    used +=
        snprintf(out + used, OPENING_WORDS - (size_t)used, "%s%s", used ? ": " : "", OPENING_KIND[rule->kind].words);
}

static bool rules_find(Openings *openings)
{
    int16_t *now = calloc(openings->done + 1, sizeof *now); /* what came of the list's play, board by board */
    Candidate found[OPENING_RULES];
    Extremes gains[OPENING_RULES] = {0}; /* of the boards that measure */
    Moments all = {0};
    int count = 0;
    if (!now) return false;
    for (uint64_t i = 0; i < openings->done; i++)
        now[i] = openings->boards[i].base;
    for (; count < OPENING_RULES && rule_choose(&found[count], openings, now); count++)
        for (uint64_t i = 0; i < openings->done; i++) {
            if (!openings_fits(&openings->boards[i], &found[count])) continue;
            const int16_t value = openings->boards[i].values[found[count].kind];
            if (i % 2) extremes_add(&gains[count], value - now[i]);
            now[i] = value;
        }
    for (uint64_t i = 1; i < openings->done; i += 2)
        if (openings->boards[i].there) moments_add(&all, now[i] - openings->boards[i].base);
    free(now);
    openings->by_rules = estimate_of(&all, scale_of(openings));
    openings->by_rules_interval = interval_t(&openings->by_rules, openings->task.alpha);
    openings->rule_count = count;
    for (int i = 0; i < count; i++) {
        const Candidate *rule = &found[count - 1 - i];
        openings->rules[i] = (OpeningRow){.kind = rule->kind, .number = i + 1};
        rule_words(openings->rules[i].rule, rule);
        gain_fill(&openings->rules[i], &gains[count - 1 - i], openings, count);
    }
    return true;
}

bool openings_find(Openings *openings)
{
    double shares[OPENING_POOLS];
    Moments own = {0};
    for (uint64_t i = 0; i < openings->done; i++)
        if (openings->boards[i].there) moments_add(&own, openings->boards[i].own - openings->boards[i].base);
    openings->own = estimate_of(&own, scale_of(openings));
    openings->own_interval = interval_t(&openings->own, openings->task.alpha);
    openings_rows(openings);
    pool_shares(shares, &openings->task.schedule->rules);
    for (OpeningRow *row = openings->rows; row < openings->rows + openings->row_count; row++)
        row->pool_share = shares[row->pool_class];
    return rules_find(openings);
}
