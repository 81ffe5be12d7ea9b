/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a rule set, the rows, and decisions by tactics: one at a time, or in lanes where the processor has them. */
#include "agents/tactic/tactics.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "agents/isa.h"
#include "agents/tactic/values.h"

/* ---- the tables of a rule set */

static void odds_init(Odds *odds)
{
    for (int cards = 0; cards <= CARDS; cards++) {
        odds->choose[0][cards] = 1;
        for (int held = 1; held <= MAX_HIDDEN; held++)
            odds->choose[held][cards] = cards ? odds->choose[held - 1][cards - 1] + odds->choose[held][cards - 1] : 0;
    }
    for (int held = 0; held <= MAX_HIDDEN; held++)
        for (int cards = 0; cards <= CARDS; cards++)
            odds->inverse[held][cards] = cards < held ? 0 : 1 / odds->choose[held][cards];
}

/* The number of cards that the seat which makes the play `ply` holds just before it; 0 past the end of the round. */
static uint8_t held_at(const Rules *rules, int ply)
{
    return (uint8_t)(ply < PLAYS ? HAND - ply % (HAND * rules->players) / rules->players : 0);
}

static void clubs_init(FeatureRules *by_rules, const Rules *rules)
{
    enum { LEADS = 2 * CLUBS_IN_PACK + 1 };
    double win[LEADS][CLUBS_IN_PACK + 1], sides = rules->sides;
    double stake = worth_clubs_vary(rules) ? POINT : worth_clubs(CLUBS_IN_PACK, rules) * sides / (sides - 1) * POINT;
    for (int left = 0; left <= CLUBS_IN_PACK; left++)
        for (int lead = 0; lead < LEADS; lead++) {
            int more = lead + 1 < LEADS ? lead + 1 : lead, less = lead ? lead - 1 : lead;
            win[lead][left] =
                left ? (win[more][left - 1] + win[less][left - 1] + (sides - 2) * win[lead][left - 1]) / sides
                     : lead > CLUBS_IN_PACK;
            by_rules->clubs[lead][left] = (int32_t)(stake * win[lead][left]);
        }
    by_rules->club_share = worth_club(CLUBS_IN_PACK, rules) * POINT / CLUBS_IN_PACK;
    const uint64_t rivals = rules->sides - 1u;
    memset(by_rules->club_shares, 0, sizeof by_rules->club_shares);
    for (int left = 0; left <= CLUBS_IN_PACK; left++)
        by_rules->club_shares[left] = left * POINT / rules->sides;
    by_rules->rival_part = ((UINT64_C(1) << 32) + rivals - 1) / rivals;
    by_rules->clubs_cap = (uint64_t)worth_clubs(CLUBS_IN_PACK, rules) * POINT;
}

/* Adds a card with points to the cards of the same points. */
static void price_add(FeatureRules *by_rules, Card card)
{
    int i = 0;
    while (i < by_rules->price_count && by_rules->prices[i].points != by_rules->points[card])
        i++;
    if (i == by_rules->price_count) by_rules->prices[by_rules->price_count++].cards = 0;
    by_rules->prices[i].points = by_rules->points[card];
    by_rules->prices[i].cards |= set_of(card);
    by_rules->scoring |= set_of(card);
}

static void misses_init(int32_t misses[static MISSES], const Odds *odds, int held, int unseen)
{
    const double scale = CERTAIN * odds->inverse[held][unseen];
    for (int wanted = 0; wanted < MISSES; wanted++)
        misses[wanted] = wanted <= unseen ? (int32_t)(odds->choose[held][unseen - wanted] * scale) : 0;
}

void feature_rules_init(FeatureRules *by_rules, const Rules *rules)
{
    odds_init(&by_rules->odds);
    clubs_init(by_rules, rules);
    by_rules->sur_points = sur_points(1, rules) * POINT;
    by_rules->sur_share = by_rules->sur_points / (rules->sides - 1);
    by_rules->sur_plain = rules->sides == 2 && sur_adds_up(rules);
    by_rules->sur_deals = 0;
    for (int deal = 0; deal < rules->deals; deal++)
        by_rules->sur_deals |= (unsigned)(sur_in_deal(deal, rules) != LAST_DEAL_NO) << deal;
    by_rules->scoring = CLUBS;
    by_rules->price_count = 0;
    for (int card = 0; card < CARDS; card++) {
        by_rules->points[card] = worth_cards(set_of((Card)card), rules) * POINT;
        if (by_rules->points[card]) price_add(by_rules, (Card)card);
    }
    memset(by_rules->high_trail, 0, sizeof by_rules->high_trail);
    for (int rank = 0; rank < JACK; rank++)
        by_rules->high_trail[rank] = (rank + 1) * POINT / 10;
    for (int ply = 0; ply < PLAYS; ply++) {
        by_rules->next[ply] = held_at(rules, ply + 1);
        by_rules->others[ply] = by_rules->next[ply];
        for (int ahead = 2; !rules->teams && ahead < rules->players; ahead++)
            by_rules->others[ply] = (uint8_t)(by_rules->others[ply] + held_at(rules, ply + ahead));
        by_rules->next_deal[ply] = (uint8_t)((ply + 1) / (HAND * rules->players));
        const int unseen = CARDS - HAND - ply - held_at(rules, ply);
        misses_init(by_rules->next_misses[ply], &by_rules->odds, by_rules->next[ply], unseen);
        misses_init(by_rules->others_misses[ply], &by_rules->odds, by_rules->others[ply], unseen);
    }
}

int numerals_total(CardSet set)
{
    uint64_t counts = nibble_counts(set);
    uint64_t odd = counts & UINT64_C(0x0f0f0f0f0f), even = counts >> 4 & UINT64_C(0x0f0f0f0f0f);
    return (int)((odd * UINT64_C(0x0103050709) >> 32 & 0xff) + (even * UINT64_C(0x020406080a) >> 32 & 0xff));
}

/* ---- the rows */

#define TACTIC_ROW(name, two, several, teams, kinds, sees, about, help)                                                \
    {#name, {two, several, teams}, kinds, sees, about},
const Tactic TACTICS[TACTIC_COUNT] = {TACTIC_ROWS(TACTIC_ROW)};
const Names TACTIC_NAMES = {"tactic", TACTICS, TACTIC_COUNT, sizeof *TACTICS, AGENTS_HINT, NULL};

char *tactic_advice(char out[static TACTIC_ADVICE], int tactic)
{
#define TACTIC_HELP(name, two, several, teams, kinds, sees, about, help) help,
    static const char *const HELPS[TACTIC_COUNT] = {TACTIC_ROWS(TACTIC_HELP)};
    const char *colon = strstr(HELPS[tactic], ": "), *from = colon ? colon + 2 : HELPS[tactic];
    snprintf(out, TACTIC_ADVICE, "%.*s", (int)strcspn(from, "["), from);
    char *base = strstr(out, "; base");
    size_t length = base ? (size_t)(base - out) : strlen(out);
    while (length && out[length - 1] == ' ')
        length--;
    out[length] = 0;
    return out;
}

bool tactic_comes_up(int tactic, const Rules *rules, bool matches)
{
    const unsigned about = TACTICS[tactic].about;
    unsigned scoring = 0;
    if (worth_scoring(rules)) scoring |= ABOUT_CARDS;
    if (worth_clubs(CLUBS_IN_PACK, rules)) scoring |= ABOUT_CLUBS;
    if (sur_points(1, rules)) scoring |= ABOUT_SURS;
    if (sur_points(1, rules) && rules->sur_cancel && rules->sides > 2) scoring |= ABOUT_RIVALS;
    if (matches && rules->shuffle) scoring |= ABOUT_SHUFFLE;
    return about == ABOUT_ANY || about & scoring;
}

/* SEES_…: what the rows that have a weight look at. */
static unsigned weights_see(const int32_t weights[static TACTIC_COUNT])
{
    unsigned sees = 0;
    for (int i = 0; i < TACTIC_COUNT; i++)
        sees |= weights[i] ? TACTICS[i].sees : 0;
    return sees;
}

/* ---- one decision */

/* A weight in 1/WEIGHT_ONE, rounded. */
static int32_t weight_of(double value) { return (int32_t)lround(value * WEIGHT_ONE); }

void tactic_weights_init(TacticWeights *weights, const double values[static TACTIC_COUNT])
{
    for (int i = 0; i < TACTIC_COUNT; i++)
        weights->weights[i] = weight_of(values[i]);
    weights->sees = weights_see(weights->weights);
}

/* Prepares what the rows look at. */
__attribute__((noinline)) static void view_features(Features *features, Shared *shared, const FeatureRules *by_rules,
                                                    const View *view, bool capturing, unsigned sees)
{
    const Table *table = view->table;
    int32_t gain, cost;
    shared_init(shared, by_rules, view->rules, table, sees, sees & SEES_UNSEEN ? set_count(view_unseen(view)) : 0);
    surs_find(&gain, &cost, by_rules, view->rules, table);
    Seen seen = {.hand = view->hand,
                 .pool = table->pool,
                 .piles = {table->piles[0], table->piles[1], table->piles[2], table->piles[3]},
                 .sur_gain = (Lanes)(int64_t)gain,
                 .sur_cost = (Lanes)(int64_t)cost,
                 .last = (Lanes)(int64_t)last_of(shared, table)};
    if (sees & SEES_PLAYS && view->history) {
        seen.history = (uintptr_t)view->history;
        seen.deal_pool = deal_pool(view->first_pool, view->history, shared->began);
    }
    features->shared = shared;
    features->hand = view->hand;
    features->pool = table->pool;
    numerals_fill(features);
    features_fill(features, &seen, mask_all(capturing));
}

static inline PlayKind play_kind(CardSet card, CardSet captured)
{
    const int rank = card_rank(set_first(card));
    if (captured) return rank == JACK ? CAPTURE_JACK : CAPTURE_CARD;
    return rank < JACK ? TRAIL_NUMERAL : rank > JACK ? TRAIL_FACE : TRAIL_JACK;
}

/* The sums of one play, compiled once for each kind of play, with the rows that speak on it. */
INLINE void kind_sums(Lanes sums[], const Weighing *by, const Features *features, CardSet play)
{
    const CardSet card = play & features->hand, captured = play & features->pool;
    switch (play_kind(card, captured)) {
    case TRAIL_NUMERAL: play_sums(sums, by, features, card, captured, 1 << TRAIL_NUMERAL); break;
    case TRAIL_FACE: play_sums(sums, by, features, card, captured, 1 << TRAIL_FACE); break;
    case TRAIL_JACK: play_sums(sums, by, features, card, captured, 1 << TRAIL_JACK); break;
    case CAPTURE_CARD: play_sums(sums, by, features, card, captured, 1 << CAPTURE_CARD); break;
    case CAPTURE_JACK: play_sums(sums, by, features, card, captured, 1 << CAPTURE_JACK); break;
    case PLAY_KINDS: break;
    }
}

void tactics_score(int64_t scores[], const FeatureRules *by_rules, const TacticWeights *weights, const View *view,
                   bool capturing, const CardSet plays[], int count)
{
    const Weighing by = {.weights = weights->weights, .part = NULL, .parts = 1};
    Features features;
    Shared shared;
    view_features(&features, &shared, by_rules, view, capturing, weights->sees);
    for (int i = 0; i < count; i++) {
        Lanes sum;
        kind_sums(&sum, &by, &features, plays[i]);
        scores[i] = (int64_t)sum;
    }
}

void tactic_parts_rows(TacticParts *parts)
{
    *parts = (TacticParts){.count = TACTIC_COUNT, .sees = SEES_DECLINED};
    for (int row = 0; row < TACTIC_COUNT; row++) {
        parts->weights[row] = 1;
        parts->part[row] = (uint8_t)row;
    }
}

void tactics_parts(int64_t sums[][TACTIC_COUNT], const FeatureRules *by_rules, const TacticParts *parts,
                   const View *view, bool capturing, const CardSet plays[], int count)
{
    const Weighing by = {.weights = parts->weights, .part = parts->part, .parts = parts->count};
    Features features;
    Shared shared;
    view_features(&features, &shared, by_rules, view, capturing, parts->sees);
    for (int i = 0; i < count; i++) {
        Lanes found[TACTIC_COUNT];
        kind_sums(found, &by, &features, plays[i]);
        for (int part = 0; part < parts->count; part++)
            sums[i][part] = (int64_t)found[part];
    }
}

CardSet tactic_choose(const FeatureRules *by_rules, const TacticWeights *weights, const View *view, Rng *rng)
{
    CardSet moves[MAX_MOVES];
    int64_t scores[MAX_MOVES];
    const CardSet pool = view->table->pool;
    const int count = moves_list(moves, view->hand, pool, NULL);
    const uint32_t draw = rng_next(rng);
    if (count == 1) return moves[0];
    tactics_score(scores, by_rules, weights, view, plays_capture(moves, count, pool), moves, count);
    return tactics_pick(moves, scores, count, draw);
}

/* ---- many decisions */

/* Puts a row into a part: the variants give it these weights. */
static void row_place(TacticVariants *variants, int row, const int32_t weights[])
{
    TacticParts *parts = &variants->parts;
    int32_t whole = 0, factors[MAX_TACTIC_VARIANTS];
    bool switched = true; /* every variant gives it the same weight or none */
    for (int variant = 0; variant < variants->count; variant++) {
        if (!weights[variant]) continue;
        switched &= !whole || weights[variant] == whole;
        whole = weights[variant];
    }
    if (!whole) return;
    for (int variant = 0; variant < variants->count; variant++)
        factors[variant] = switched ? weights[variant] != 0 : weights[variant];
    int part = 0;
    for (bool same = false; part < parts->count; part++) {
        same = true;
        for (int variant = 0; variant < variants->count; variant++)
            same &= variants->factors[variant][part] == factors[variant];
        if (same) break;
    }
    parts->weights[row] = switched ? whole : 1;
    parts->part[row] = (uint8_t)part;
    if (part < parts->count) return;
    parts->count++;
    for (int variant = 0; variant < variants->count; variant++) {
        variants->factors[variant][part] = factors[variant];
        variants->changed[variant] |= (uint32_t)(factors[variant] != factors[0]) << part;
    }
}

void tactic_variants_init(TacticVariants *variants, const double *const values[], int count)
{
    memset(variants, 0, sizeof *variants);
    variants->count = count;
    for (int row = 0; row < TACTIC_COUNT; row++) {
        int32_t weights[MAX_TACTIC_VARIANTS];
        for (int variant = 0; variant < count; variant++)
            weights[variant] = weight_of(values[variant][row]);
        row_place(variants, row, weights);
    }
    variants->parts.sees = weights_see(variants->parts.weights);
}

static CardSet variant_pick(const TacticVariants *variants, int variant, const CardSet moves[],
                            int64_t sums[][TACTIC_COUNT], int count, uint32_t draw)
{
    int64_t scores[MAX_MOVES];
    const int32_t *factors = variants->factors[variant];
    for (int i = 0; i < count; i++) {
        scores[i] = 0;
        for (int part = 0; part < variants->parts.count; part++)
            scores[i] += factors[part] * sums[i][part];
    }
    return tactics_pick(moves, scores, count, draw);
}

static void choose_one(CardSet out[], const FeatureRules *by_rules, const Rules *rules, const TacticVariants *variants,
                       const TacticDecision *decision)
{
    CardSet moves[MAX_MOVES];
    int64_t sums[MAX_MOVES][TACTIC_COUNT];
    View view = {.rules = rules,
                 .table = decision->table,
                 .hand = decision->hand,
                 .seat = decision->table->turn,
                 .first_pool = decision->first_pool,
                 .history = decision->history};
    int count = moves_list(moves, view.hand, view.table->pool, NULL);
    uint32_t varies = 0; /* bit p: part p tells the plays apart */
    CardSet first = moves[0];
    if (count > 1) {
        tactics_parts(sums, by_rules, &variants->parts, &view, plays_capture(moves, count, view.table->pool), moves,
                      count);
        for (int i = 1; i < count; i++)
            for (int part = 0; part < variants->parts.count; part++)
                varies |= (uint32_t)(sums[i][part] != sums[0][part]) << part;
        first = variant_pick(variants, 0, moves, sums, count, decision->draw);
    }
    for (uint64_t rest = decision->wanted; rest; rest &= rest - 1) {
        int variant = __builtin_ctzll(rest);
        out[variant] = variants->changed[variant] & varies
                           ? variant_pick(variants, variant, moves, sums, count, decision->draw)
                           : first;
    }
}

/* What makes decisions side by side on this processor; NULL: nothing does. */
static TacticLanes *lanes_here(void)
{
    static TacticLanes *const BY_ISA[ISA_COUNT] = {
#if defined ISA_X86
        [ISA_AVX2] = tactic_lanes_avx2,
        [ISA_AVX512] = tactic_lanes_avx512,
#elif defined ISA_ARM
        [ISA_NEON] = tactic_lanes_neon,
#endif
    };
    return BY_ISA[isa_used()];
}

/* How many of these decisions one call takes. */
static int part_count(const TacticVariants *variants, const TacticDecision decisions[], int count)
{
    int part = count < LANE_DECISIONS ? count : LANE_DECISIONS;
    for (int i = 1, changes = 0; !variants && i < part; i++) {
        changes += decisions[i].own != decisions[i - 1].own;
        if (changes == TACTIC_COLUMNS) return i;
    }
    return part;
}

int tactic_choose_many(CardSet out[], const FeatureRules *by_rules, const Rules *rules, const TacticVariants *variants,
                       const TacticDecision decisions[], int count)
{
    enum { FEW = 3 }; /* fewer decisions are made sooner one by one */
    const int each = variants ? variants->count : 1;
    int open[LANE_DECISIONS], made = 0;
    TacticLanes *lanes = count < FEW ? NULL : lanes_here();
    for (int first = 0, part; first < count; first += part) {
        CardSet *chosen = out + first * each;
        part = part_count(variants, decisions + first, count - first);
        int left = part;
        if (lanes) left = lanes(chosen, open, by_rules, rules, variants, decisions + first, part);
        made += part - left;
        for (int i = 0; i < left; i++) {
            const int at = lanes ? open[i] : i;
            const TacticDecision *decision = &decisions[first + at];
            choose_one(chosen + at * each, by_rules, rules, variants ? variants : decision->own, decision);
        }
    }
    return made;
}
