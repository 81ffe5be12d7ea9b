/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agents/tactic/features.h"

#include "engine/count.h"

static void clubs_init(SceneRules *base, const Rules *rules)
{
    enum { LEADS = 2 * CLUBS_IN_PACK + 1 };
    double win[LEADS][CLUBS_IN_PACK + 1], sides = rules->sides;
    double stake = rules->clubs == CLUBS_MOST ? rules->clubs_points * sides / (sides - 1) * POINT : POINT;
    for (int left = 0; left <= CLUBS_IN_PACK; left++)
        for (int lead = 0; lead < LEADS; lead++) {
            int more = lead + 1 < LEADS ? lead + 1 : lead, less = lead ? lead - 1 : lead;
            win[lead][left] =
                left ? (win[more][left - 1] + win[less][left - 1] + (sides - 2) * win[lead][left - 1]) / sides
                     : lead > CLUBS_IN_PACK;
            base->clubs[lead][left] = (int32_t)(stake * win[lead][left]);
        }
    base->club_share = rules->clubs == CLUBS_PERCARD ? POINT : rules->clubs_points * POINT / CLUBS_IN_PACK;
}

void scene_rules_init(SceneRules *base, const Rules *rules)
{
    odds_init(&base->odds);
    clubs_init(base, rules);
    base->sur_points = rules->sur_points * POINT;
    base->sur_share = base->sur_points / (rules->sides - 1);
    base->sur_plain = rules->sides == 2 && rules->sur_last_deal != LAST_DEAL_CANCEL;
    base->sur_deals = (1u << (rules->deals - (rules->sur_last_deal == LAST_DEAL_NO))) - 1;
    base->scoring = CLUBS;
    for (int card = 0; card < CARDS; card++) {
        base->points[card] = count_cards(set_of((Card)card), rules) * POINT;
        if (base->points[card]) base->scoring |= set_of((Card)card);
    }
    for (int ply = 0; ply < PLAYS; ply++) {
        base->next[ply] = (uint8_t)seat_held(rules, ply + 1);
        base->others[ply] = base->next[ply];
        for (int ahead = 2; !rules->teams && ahead < rules->players; ahead++)
            base->others[ply] = (uint8_t)(base->others[ply] + seat_held(rules, ply + ahead));
        base->next_deal[ply] = (uint8_t)((ply + 1) / (HAND * rules->players));
    }
}

int32_t percard_worth(const Scene *scene, int more)
{
    const Rules *rules = scene->rules;
    int left = scene->left - more, share = left * POINT / rules->sides, cap = rules->clubs_cap * POINT;
    int mine = (scene->clubs + more) * POINT + share, best = (scene->clubs - scene->lead) * POINT + share;
    int64_t win = scene->base->clubs[CLUBS_IN_PACK + scene->lead + more][left];
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

/* Value sum of the numerals, from their counts. */
static int numerals_total(uint64_t counts)
{
    uint64_t odd = counts & UINT64_C(0x0f0f0f0f0f), even = counts >> 4 & UINT64_C(0x0f0f0f0f0f);
    return (int)((odd * UINT64_C(0x0103050709) >> 32 & 0xff) + (even * UINT64_C(0x020406080a) >> 32 & 0xff));
}

/* What a Sur made by the side `maker` in that deal is worth to the side to move; held: some side holds Surs. */
static int32_t sur_worth(const Scene *scene, int maker, int deal, bool held)
{
    const Rules *rules = scene->rules;
    const Table *table = scene->table;
    int32_t whole = scene->base->sur_points, share = scene->base->sur_share;
    bool last = deal + 1 >= rules->deals;
    if (last && rules->sur_last_deal == LAST_DEAL_NO) return 0;
    if (rules->sur_limit && table->scores[maker] >= rules->sur_limit) return 0;
    if (held && rules->sur_cancel)
        for (int victim = 0; victim < rules->sides; victim++)
            if (victim != maker && table->surs[victim]) return victim == scene->side ? -whole : share;
    if (last && rules->sur_last_deal == LAST_DEAL_CANCEL) return 0;
    return maker == scene->side ? whole : -share;
}

void scene_surs_plain(int32_t *gain, int32_t *cost, const SceneRules *base, const Rules *rules, const Table *table,
                      int side)
{
    int limit = rules->sur_limit ? rules->sur_limit : INT16_MAX + 1;
    bool gains = table->scores[side] < limit, costs = table->scores[!side] < limit;
    *gain = gains & base->sur_deals >> table->deal ? base->sur_points : 0;
    *cost = costs & base->sur_deals >> base->next_deal[table->ply] ? base->sur_points : 0;
}

static inline void scene_surs(Scene *scene)
{
    const SceneRules *base = scene->base;
    const Table *table = scene->table;
    int next = table->turn + 1 == scene->rules->players ? 0 : table->turn + 1, next_deal = base->next_deal[table->ply];
    if (base->sur_plain) {
        scene_surs_plain(&scene->sur_gain, &scene->sur_cost, base, scene->rules, table, scene->side);
        return;
    }
    const uint8_t *surs = table->surs;
    bool held = surs[0] | surs[1] | surs[2] | surs[3];
    scene->sur_gain = sur_worth(scene, scene->side, table->deal, held);
    scene->sur_cost = -sur_worth(scene, rules_side(scene->rules, next), next_deal, held);
}

static inline void scene_unseen(Scene *scene, const View *view)
{
    const SceneRules *base = scene->base;
    int held = base->next[scene->table->ply];
    scene->unseen = view_unseen(view);
    scene->counts = nibble_counts(scene->unseen);
    scene->unseen_count = nibbles_sum(scene->counts);
    scene->sur_jacks = scene->rules->sur_jack ? (int)(scene->counts >> 4 * JACK & 0xf) : 0;
    scene->trail_counts = scene->pool & (FACES | JACKS) ? 0 : scene->counts;
    scene->trail_jacks = scene->pool & FACES ? 0 : scene->sur_jacks;
    scene->next_row = base->odds.choose[held];
    scene->next_scale = CERTAIN * base->odds.inverse[held][scene->unseen_count];
}

static inline void scene_clubs(Scene *scene)
{
    const CardSet *piles = scene->table->piles;
    int best = 0, taken = 0;
    for (int side = 0; side < scene->rules->sides; side++) {
        int clubs = clubs_count(piles[side]), others = side == scene->side ? 0 : clubs;
        taken += clubs;
        best = others > best ? others : best;
    }
    scene->clubs = clubs_count(piles[scene->side]);
    scene->lead = scene->clubs - best;
    scene->left = CLUBS_IN_PACK - taken;
    scene->club = scene->left ? clubs_worth(scene, 1) : 0;
}

static inline void scene_stakes(Scene *scene)
{
    const SceneRules *base = scene->base;
    const Table *table = scene->table;
    int held = base->others[table->ply], count = 0;
    uint64_t counts = scene->counts, reach = 0;
    scene->others_row = base->odds.choose[held];
    scene->others_scale = CERTAIN * base->odds.inverse[held][scene->unseen_count];
    scene->partners = partners_of(counts);
    scene->own_takers = partners_of(scene->hand);
    scene->last = !scene->last_deal || table->last == NOBODY ? 0 : table->last == scene->side ? 1 : -1;
    for (CardSet rest = scene->pool & base->scoring; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        int rank = card_rank(card), kin = rank > JACK ? rank : JACK;
        Stake *stake = &scene->stakes[count++];
        stake->card = set_of(card);
        stake->worth = base->points[card] + (-(int32_t)set_has(CLUBS, card) & scene->club);
        stake->takers = RANK_SET(kin);
        stake->unseen = (int)(counts >> 4 * kin & 0xf);
        stake->reach = 0;
        if (rank < JACK) {
            uint64_t others = reach_from(0xf, scene->pool & ~stake->card);
            stake->reach = others << 4 * (rank + 1);
            reach = others | stake->reach;
        }
    }
    scene->reach = reach ? reach : reach_from(0xf, scene->pool);
    scene->stakes_count = count;
}

void scene_init(Scene *scene, const SceneRules *base, const View *view, const CardSet *moves, int count, unsigned sees)
{
    const Rules *rules = view->rules;
    const Table *table = view->table;
    CardSet plays = 0;
    for (int i = 0; i < count; i++)
        plays |= moves[i];
    scene->base = base;
    scene->rules = rules;
    scene->table = table;
    scene->hand = view->hand;
    scene->pool = table->pool;
    scene->total = numerals_total(nibble_counts(table->pool));
    scene->side = table_side(table, rules);
    scene->capturing = (plays & table->pool) != 0;
    scene->last_deal = table_last_deal(table, rules);
    scene->sweeps = rules->last_sweep == SWEEP_MATCH && table->ply >= PLAYS - rules->players;
    scene_surs(scene);
    if (sees & SEES_UNSEEN) scene_unseen(scene, view);
    if (sees & SEES_CLUBS) scene_clubs(scene);
    if (sees == SEES_STAKES) scene_stakes(scene);
}
