/* SPDX-License-Identifier: GPL-3.0-or-later */
/* First plays tried on many boards, and what is best in each class of situations. */
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

/* The sum of the numerals. */
static int total_of(CardSet cards)
{
    int total = 0;
    for (CardSet rest = cards & NUMERALS; rest; rest = set_rest(rest))
        total += card_rank(set_first(rest)) + 1;
    return total;
}

/* What the cards of a capture are worth, then how many they are: the higher the richer. */
static int richness(CardSet play, const Rules *rules)
{
    return 64 * (scoring_cards(play, rules) * 4 + clubs_count(play)) + set_count(play);
}

/* Of two plays of a kind, is `play` the one that the kind means? */
static bool means(int kind, CardSet play, CardSet other, CardSet pool, const Rules *rules)
{
    if (!other) return true;
    if (kind <= KIND_SAFE) return richness(play, rules) > richness(other, rules);
    const int rank = card_rank(set_first(play & ~pool)), its = card_rank(set_first(other & ~pool));
    return kind == KIND_LIE_HIGH ? rank > its : rank < its;
}

static bool is_of(int kind, CardSet play, CardSet pool)
{
    const CardSet card = play & ~pool, taken = play & pool;
    const bool numeral = card & NUMERALS, jack = card & JACKS;
    const int left = total_of(pool ^ taken), after = total_of(pool) + total_of(card);
    switch (kind) {
    case KIND_CLEAR: return taken == pool && !jack;
    case KIND_JACK: return taken && jack;
    case KIND_FACE: return taken && !numeral && !jack;
    case KIND_RICH: return taken && numeral;
    case KIND_SAFE: return taken && numeral && (left > 10 || !(pool & ~taken & NUMERALS));
    case KIND_LIE_FACE: return !taken && !numeral && !jack;
    case KIND_LIE_HIGH:
    case KIND_LIE_LOW: return !taken && numeral;
    case KIND_LIE_SAFE: return !taken && numeral && after > 10;
    default: return false;
    }
}

/* The play of each kind; 0: there is none. */
static void kinds_find(CardSet out[static OPENING_KINDS], CardSet hand, CardSet pool, const Rules *rules)
{
    CardSet plays[MAX_MOVES];
    const int count = moves_list(plays, hand, pool, NULL);
    memset(out, 0, OPENING_KINDS * sizeof *out);
    for (int kind = 0; kind < OPENING_KINDS; kind++)
        for (int i = 0; i < count; i++)
            if (is_of(kind, plays[i], pool) && means(kind, plays[i], out[kind], pool, rules)) out[kind] = plays[i];
}

/* ---- situations */

static int faces_of(CardSet cards) { return set_count(cards & ~NUMERALS & ~JACKS); }

/* What a rule may say of pool and hand. */
static const char *const FACTS[] = {
    "the pool's numerals come to 10 or less",
    "the pool's numerals come to 11 to 20",
    "the pool's numerals come to 21 or more",
    "no king or queen lies",
    "a king or queen lies",
    "you hold a jack",
    "you hold no jack",
    "you hold a king or queen",
    "you can take numerals",
    "you can take no numerals",
    "you can take a king or queen",
    "you can take nothing but by a jack",
    "you hold an ace",
    "a card that pays lies",
    "two clubs or more lie",
};
enum { FACT_COUNT = sizeof FACTS / sizeof *FACTS };

static uint32_t facts_of(CardSet hand, CardSet pool, const CardSet plays[static OPENING_KINDS], const Rules *rules)
{
    const int total = total_of(pool);
    const bool holds[] = {total <= 10,
                          total > 10 && total <= 20,
                          total > 20,
                          !faces_of(pool),
                          faces_of(pool) > 0,
                          (hand & JACKS) != 0,
                          !(hand & JACKS),
                          faces_of(hand) > 0,
                          plays[KIND_RICH] != 0,
                          !plays[KIND_RICH],
                          plays[KIND_FACE] != 0,
                          !plays[KIND_RICH] && !plays[KIND_FACE],
                          (hand & ACES) != 0,
                          scoring_cards(pool, rules) > 0,
                          clubs_count(pool) > 1};
    uint32_t facts = 0;
    _Static_assert(sizeof holds / sizeof *holds == FACT_COUNT, "one for each");
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
    const int total = total_of(pool), faces = faces_of(pool);
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

typedef struct {
    const OpeningTask *task;
    Openings *openings;
} OpeningWork;

/* What the side that plays first wins by, when it begins with that play and the agent plays on; false: an agent failed.
   */
static bool play_value(int16_t *out, const OpeningTask *task, Player players[], const Game *start, CardSet play,
                       uint64_t board, Voids *voids)
{
    const Rules *rules = &task->schedule->rules;
    Game game = *start;
    Player *seated[MAX_SEATS] = {0};
    int lead;
    for (int seat = 0; seat < rules->players; seat++)
        seated[seat] = &players[seat];
    if (!rollout_play(&game, rules, play, seated, task->schedule->seed, board)) {
        const VoidBoard failure = game_failure(&game, seated, board, 0);
        voids_add(voids, &failure);
        return false;
    }
    *out = (int16_t)rollout_scoring(&lead, &game.round, rules, rules_side(rules, 0), NULL);
    return true;
}

/* The players are those of the seats, then the one whose first play is the measure. */
static bool board_look(void *arg, Player players[], uint64_t index, Voids *voids)
{
    enum { BASE = OPENING_KINDS, OWN, PLAYS_TRIED };
    const OpeningWork *work = arg;
    const OpeningTask *task = work->task;
    const Rules *rules = &task->schedule->rules;
    OpeningBoard *out = &work->openings->boards[index];
    Game game;
    Pack pack;
    CardSet plays[PLAYS_TRIED];
    int16_t values[PLAYS_TRIED];
    schedule_pack(&pack, task->schedule, index);
    game_start(&game, rules, &pack, NULL);
    const View view = game_view(&game, rules);
    const Rng rng = player_rng(task->schedule->seed, index, 0, 0);
    *out = (OpeningBoard){.hand = game.round.hands[0], .pool = game.round.table.pool};
    kinds_find(plays, out->hand, out->pool, rules);
    if (!(plays[BASE] = player_ask_there(&players[rules->players], rng, &view, &game.round, index, 0, voids)) ||
        !(plays[OWN] = player_ask_there(&players[0], rng, &view, &game.round, index, 0, voids)))
        return true;
    for (int i = 0; i < PLAYS_TRIED; i++) {
        int same = 0;
        if (!plays[i]) continue;
        while (plays[same] != plays[i])
            same++;
        values[i] = values[same];
        if (same == i && !play_value(&values[i], task, players, &game, plays[i], index, voids)) return true;
        if (i < OPENING_KINDS) out->values[i] = values[i], out->kinds |= (uint16_t)(1 << i);
    }
    out->base = values[BASE];
    out->own = values[OWN];
    out->facts = facts_of(out->hand, out->pool, plays, rules);
    out->pool_class = (uint8_t)pool_class(out->pool);
    out->hand_class = (uint8_t)hand_class(out->hand, plays);
    out->there = true;
    return true;
}

ArenaEnd openings_play(Openings *out, const OpeningTask *task)
{
    const Rules *rules = &task->schedule->rules;
    const Agent *agents[MAX_SEATS + 1] = {task->agent, task->agent, task->agent, task->agent};
    OpeningWork work = {task, out};
    agents[rules->players] = task->base;
    *out = (Openings){.boards = calloc(task->count, sizeof *out->boards)};
    if (!out->boards) return ARENA_FAILED;
    return survey_run(&out->done, &out->voids,
                      &(Survey){.rules = rules,
                                .agents = agents,
                                .player_count = rules->players + 1,
                                .threads = task->threads,
                                .count = task->count,
                                .together = 16,
                                .look = board_look,
                                .arg = &work,
                                .watch = task->watch,
                                .watch_arg = task->arg});
}

void openings_free(Openings *openings)
{
    free(openings->boards);
    openings->boards = NULL;
}

/* ---- classes */

enum { LEAST_BOARDS = 30 }; /* in each half, below which nothing is said */

static double scale_of(const OpeningTask *task) { return task->schedule->rules.sides - 1; }

/* Of the boards of one half in these classes: what the play wins, and how much more than the other player's. */
static void class_sums(Extremes sums[static 2], const Openings *openings, int pool, int hand, int kind, unsigned half)
{
    sums[0] = sums[1] = (Extremes){0};
    for (uint64_t i = half; i < openings->done; i += 2) {
        const OpeningBoard *board = &openings->boards[i];
        if (!board->there || board->pool_class != pool || board->hand_class != hand || !(board->kinds >> kind & 1))
            continue;
        extremes_add(&sums[0], board->values[kind]);
        extremes_add(&sums[1], board->values[kind] - board->base);
    }
}

/* The kind of play that wins most more than the other player's, on the boards that choose; -1: too few have any. A sum
   over the boards, so that a play that is seldom there does not win by that. */
static int class_choose(const Openings *openings, int pool, int hand)
{
    int best = -1;
    double most = 0;
    for (int kind = 0; kind < OPENING_KINDS; kind++) {
        Extremes sums[2];
        class_sums(sums, openings, pool, hand, kind, 0);
        if (sums[1].sum.n < LEAST_BOARDS) continue;
        const double gain = (double)sums[1].sum.sum;
        if (best < 0 || gain > most) best = kind, most = gain;
    }
    return best;
}

void openings_rows(Openings *openings, const OpeningTask *task)
{
    double shares[OPENING_POOLS];
    Extremes gains[OPENING_POOLS * OPENING_HANDS];
    const double scale = scale_of(task);
    pool_shares(shares, &task->schedule->rules);
    for (int pool = 0; pool < OPENING_POOLS; pool++)
        for (int hand = 0; hand < OPENING_HANDS; hand++) {
            Extremes sums[2];
            const int kind = class_choose(openings, pool, hand);
            if (kind < 0) continue;
            class_sums(sums, openings, pool, hand, kind, 1);
            if (sums[0].sum.n < LEAST_BOARDS) continue;
            gains[openings->row_count] = sums[1];
            OpeningRow *row = &openings->rows[openings->row_count++];
            *row = (OpeningRow){.pool_class = pool,
                                .hand_class = hand,
                                .kind = kind,
                                .pool_share = shares[pool],
                                .boards = sums[0].sum.n,
                                .share = 2 * (double)sums[0].sum.n / (double)openings->done,
                                .play = OPENING_KIND[kind].name,
                                .value = estimate_of(&sums[0].sum, scale),
                                .gain = estimate_of(&sums[1].sum, scale),
                                .value_interval = interval_skewed(&sums[0], scale, task->alpha)};
            snprintf(row->pool, sizeof row->pool, "%s_faces_%d", TOTALS[pool / 3], pool % 3);
            snprintf(row->hand, sizeof row->hand, "%s%s", HAND_NAMES[hand / 2], hand % 2 ? "_jack" : "");
        }
    for (int i = 0; i < openings->row_count; i++)
        openings->rows[i].gain_interval =
            interval_skewed(&gains[i], scale, bonferroni_alpha(task->alpha, (size_t)openings->row_count));
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

static bool fits(const OpeningBoard *board, const Candidate *rule)
{
    return board->there && (board->facts & rule->facts) == rule->facts && (board->kinds >> rule->kind & 1);
}

/* What a rule gains over what the list says now, on the boards of one half. */
static Extremes rule_sums(const Openings *openings, const int16_t now[], const Candidate *rule, unsigned half)
{
    Extremes sums = {0};
    for (uint64_t i = half; i < openings->done; i += 2)
        if (fits(&openings->boards[i], rule)) extremes_add(&sums, openings->boards[i].values[rule->kind] - now[i]);
    return sums;
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

static bool rules_find(Openings *openings, const OpeningTask *task)
{
    int16_t *now = calloc(openings->done + 1, sizeof *now); /* what came of the list's play, board by board */
    Extremes gains[OPENING_RULES];
    Candidate rule;
    for (uint64_t i = 0; now && i < openings->done; i++)
        now[i] = openings->boards[i].base;
    while (now && openings->rule_count < OPENING_RULES && rule_choose(&rule, openings, now)) {
        memmove(&openings->rules[1], openings->rules, (size_t)openings->rule_count * sizeof *openings->rules);
        memmove(&gains[1], gains, (size_t)openings->rule_count++ * sizeof *gains);
        gains[0] = rule_sums(openings, now, &rule, 1);
        OpeningRule *out = openings->rules;
        *out = (OpeningRule){.play = OPENING_KIND[rule.kind].name,
                             .boards = gains[0].sum.n,
                             .share = 2 * (double)gains[0].sum.n / (double)openings->done,
                             .gain = estimate_of(&gains[0].sum, scale_of(task))};
        out->worth = out->share * out->gain.mean;
        rule_words(out->rule, &rule);
        for (uint64_t i = 0; i < openings->done; i++)
            if (fits(&openings->boards[i], &rule)) now[i] = openings->boards[i].values[rule.kind];
    }
    Moments all = {0};
    for (uint64_t i = 1; now && i < openings->done; i += 2)
        if (openings->boards[i].there) moments_add(&all, now[i] - openings->boards[i].base);
    openings->by_rules = estimate_of(&all, scale_of(task));
    openings->by_rules_interval = interval_t(&openings->by_rules, task->alpha);
    for (int i = 0; i < openings->rule_count; i++) {
        OpeningRule *out = &openings->rules[i];
        out->number = i + 1;
        if (out->boards >= LEAST_BOARDS)
            out->gain_interval =
                interval_skewed(&gains[i], scale_of(task), bonferroni_alpha(task->alpha, (size_t)openings->rule_count));
        else
            out->gain_interval = (Interval){NAN, NAN};
    }
    const bool good = now;
    free(now);
    return good;
}

bool openings_find(Openings *openings, const OpeningTask *task)
{
    Moments own = {0};
    for (uint64_t i = 0; i < openings->done; i++)
        if (openings->boards[i].there) moments_add(&own, openings->boards[i].own - openings->boards[i].base);
    openings->own = estimate_of(&own, scale_of(task));
    openings->own_interval = interval_t(&openings->own, task->alpha);
    openings_rows(openings, task);
    return rules_find(openings, task);
}
