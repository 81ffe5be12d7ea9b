/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prepares what the tactics look at: tables of a rule set, and the features of a decision. */
#include "agents/tactic/features.h"

#include "engine/moves.h"
#include "engine/table.h"

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

int32_t features_percard_worth(const Features *features, int more)
{
    const Rules *rules = features->rules;
    int left = features->left - more, share = left * POINT / rules->sides,
        cap = worth_clubs(CLUBS_IN_PACK, rules) * POINT;
    int mine = (features->clubs + more) * POINT + share, best = (features->clubs - features->lead) * POINT + share;
    int64_t win = features->by_rules->clubs[CLUBS_IN_PACK + features->lead + more][left];
    return (
        int32_t)((win * (mine < cap ? mine : cap) - (POINT - win) * (best < cap ? best : cap) / (rules->sides - 1)) /
                 POINT);
}

/* The number of cards in each nibble. */
static uint64_t nibble_counts(CardSet set)
{
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    return (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
}

/* Moves the numerals of value v from nibble v - 1 to nibble 11 - v, and drops the other cards. */
static uint64_t partners_of(uint64_t nibbles)
{
    nibbles &= NUMERALS;
    nibbles = (nibbles & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4 | (nibbles >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
    return __builtin_bswap64(nibbles) >> 4 * 5;
}

int numerals_total(CardSet set)
{
    uint64_t counts = nibble_counts(set);
    uint64_t odd = counts & UINT64_C(0x0f0f0f0f0f), even = counts >> 4 & UINT64_C(0x0f0f0f0f0f);
    return (int)((odd * UINT64_C(0x0103050709) >> 32 & 0xff) + (even * UINT64_C(0x020406080a) >> 32 & 0xff));
}

/* What a Sur that the side `maker` makes in that deal is worth to the side to move; `held`: some side holds Surs. */
static int32_t sur_worth(const FeatureRules *by_rules, const Rules *rules, const Table *table, int maker, int deal,
                         bool held)
{
    int32_t whole = by_rules->sur_points, share = by_rules->sur_share;
    int effect = sur_in_deal(deal, rules), side = table_side(table, rules);
    if (effect == LAST_DEAL_NO || !sur_by_score(table->scores[maker], rules)) return 0;
    int victim = held ? sur_victim(table->surs, maker, rules) : NOBODY;
    if (victim != NOBODY) return victim == side ? -whole : share;
    if (effect == LAST_DEAL_CANCEL) return 0;
    return maker == side ? whole : -share;
}

/* As features_surs, where by_rules->sur_plain. */
static inline void surs_plain(int32_t *gain, int32_t *cost, const FeatureRules *by_rules, const Rules *rules,
                              const Table *table)
{
    int side = table_side(table, rules);
    bool gains = sur_by_score(table->scores[side], rules), costs = sur_by_score(table->scores[!side], rules);
    *gain = gains & by_rules->sur_deals >> table->deal ? by_rules->sur_points : 0;
    *cost = costs & by_rules->sur_deals >> by_rules->next_deal[table->ply] ? by_rules->sur_points : 0;
}

static inline void surs_find(int32_t *gain, int32_t *cost, const FeatureRules *by_rules, const Rules *rules,
                             const Table *table)
{
    if (by_rules->sur_plain) {
        surs_plain(gain, cost, by_rules, rules, table);
        return;
    }
    int next = table->turn + 1 == rules->players ? 0 : table->turn + 1;
    const uint8_t *surs = table->surs;
    bool held = surs[0] | surs[1] | surs[2] | surs[3];
    *gain = sur_worth(by_rules, rules, table, table_side(table, rules), table->deal, held);
    *cost = -sur_worth(by_rules, rules, table, rules_side(rules, next), by_rules->next_deal[table->ply], held);
}

/* What follows from the counts of unseen cards. */
static inline void features_counts(Features *features)
{
    const FeatureRules *by_rules = features->by_rules;
    int held = by_rules->next[features->table->ply];
    features->unseen_count = nibbles_sum(features->counts);
    features->sur_jacks = sur_by_rank(JACK, features->rules) ? (int)(features->counts >> 4 * JACK & 0xf) : 0;
    features->trail_counts = features->pool & (FACES | JACKS) ? 0 : features->counts;
    features->trail_jacks = features->pool & FACES ? 0 : features->sur_jacks;
    features->next_row = by_rules->odds.choose[held];
    features->next_scale = CERTAIN * by_rules->odds.inverse[held][features->unseen_count];
}

void features_surs(int32_t *gain, int32_t *cost, const FeatureRules *by_rules, const Rules *rules, const Table *table)
{
    surs_find(gain, cost, by_rules, rules, table);
}

static inline void features_unseen(Features *features, const View *view)
{
    features->unseen = view_unseen(view);
    features->counts = nibble_counts(features->unseen);
    features_counts(features);
}

static inline void features_clubs(Features *features)
{
    const CardSet *piles = features->table->piles;
    int best = 0, taken = 0;
    for (int side = 0; side < features->rules->sides; side++) {
        int clubs = clubs_count(piles[side]), others = side == features->side ? 0 : clubs;
        taken += clubs;
        best = others > best ? others : best;
    }
    features->clubs = clubs_count(piles[features->side]);
    features->lead = features->clubs - best;
    features->left = CLUBS_IN_PACK - taken;
    features->club = features->left ? features_clubs_worth(features, 1) : 0;
}

static inline void features_others(Features *features)
{
    const Odds *odds = &features->by_rules->odds;
    int held = features->by_rules->others[features->table->ply];
    features->others_row = odds->choose[held];
    features->others_scale = CERTAIN * odds->inverse[held][features->unseen_count];
    features->partners = partners_of(features->counts);
}

static inline void features_stakes(Features *features)
{
    const FeatureRules *by_rules = features->by_rules;
    const Table *table = features->table;
    int count = 0;
    uint64_t counts = features->counts, reach = 0;
    features_others(features);
    features->own_takers = partners_of(features->hand);
    features->last = !features->last_deal || table->last == NOBODY ? 0 : table->last == features->side ? 1 : -1;
    for (CardSet rest = features->pool & by_rules->scoring; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        int rank = card_rank(card), kin = rank > JACK ? rank : JACK;
        Stake *stake = &features->stakes[count++];
        stake->card = set_of(card);
        stake->worth = by_rules->points[card] + (-(int32_t)set_has(CLUBS, card) & features->club);
        stake->takers = RANK_SET(kin);
        stake->unseen = (int)(counts >> 4 * kin & 0xf);
        stake->reach = 0;
        if (rank < JACK) {
            uint64_t others = reach_from(0xf, features->pool & ~stake->card);
            stake->reach = others << 4 * (rank + 1);
            reach = others | stake->reach;
        }
    }
    features->reach = reach ? reach : reach_from(0xf, features->pool);
    features->stakes_count = count;
}

/* The cards, jacks apart, of the ranks that can capture from the pool. */
static CardSet capturers(CardSet pool)
{
    const uint32_t reach = capture_reach(pool);
    CardSet cards = 0;
    for (int rank = ACE; rank < RANKS; rank++)
        if (rank != JACK && capture_possible(pool, reach, rank)) cards |= RANK_SET(rank);
    return cards;
}

/* The unseen cards with which each opponent who plays before the own side does again could have captured when it trailed
   in this deal, jacks apart, which are often kept. None where nobody knows the plays, or if fewer other cards are unseen than
   these opponents hold. */
static CardSet declined_find(const Features *features, const View *view)
{
    const Rules *rules = features->rules;
    const Table *table = features->table;
    const int players = rules->players, began = table->deal * HAND * players;
    const int opponents = rules->teams ? 1 : players - 1;
    CardSet pool = view->first_pool, declined[MAX_SEATS] = {0}, all = features->unseen;
    if (!view->history || table->ply == began) return 0;
    for (int ply = 0; ply < table->ply; ply++) {
        const CardSet play = view->history[ply], taken = play & pool;
        const int place = (ply % players - view->seat + players) % players;
        if (ply >= began && !taken) declined[place] |= capturers(pool);
        pool = taken ? pool ^ taken : pool | play;
        if (taken && sweeps_at(ply, rules)) pool = 0;
    }
    for (int place = 1; place <= opponents; place++)
        all &= declined[place];
    return set_count(features->unseen & ~all) < features->by_rules->others[table->ply] ? 0 : all;
}

void features_without(Features *features, CardSet declined)
{
    features->counts = nibble_counts(features->unseen & ~declined);
    features_counts(features);
    features_others(features);
    for (int i = 0; i < features->stakes_count; i++)
        features->stakes[i].unseen = set_count(features->unseen & ~declined & features->stakes[i].takers);
}

void features_init(Features *features, const FeatureRules *by_rules, const View *view, const CardSet *moves, int count,
                   unsigned sees)
{
    const Rules *rules = view->rules;
    const Table *table = view->table;
    CardSet plays = 0;
    for (int i = 0; i < count; i++)
        plays |= moves[i];
    features->by_rules = by_rules;
    features->rules = rules;
    features->table = table;
    features->hand = view->hand;
    features->pool = table->pool;
    features->total = numerals_total(table->pool);
    features->side = table_side(table, rules);
    features->capturing = (plays & table->pool) != 0;
    features->last_deal = table_last_deal(table, rules);
    features->sweeps = sweeps_at(table->ply, rules);
    surs_find(&features->sur_gain, &features->sur_cost, by_rules, rules, table);
    if (sees & SEES_UNSEEN) features_unseen(features, view);
    if (sees & SEES_CLUBS) features_clubs(features);
    if ((sees & SEES_STAKES) == SEES_STAKES) features_stakes(features);
    features->declined = sees & SEES_PLAYS ? declined_find(features, view) : 0;
}
