/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the solver prepares before a search. */
#include "engine/solve_script.h"

#include <string.h>

static int min_int(int a, int b) { return a < b ? a : b; }

static CardSet places_of(const Script *script, Card card)
{
    CardSet alone = script->fold[0];
    return set_has(alone, card) ? set_of(card) : RANK_SET(card_rank(card)) & ~alone;
}

CardSet script_fold(const Script *script, CardSet set, bool settled)
{
    CardSet pool = 0;
    for (CardSet rest = set; rest; rest = set_rest(rest))
        pool = fold_add(pool, places_of(script, set_first(rest)));
    return settled ? fold_clubs(pool, script) : pool;
}

static void clubs_set(Spot *spot, int side, int count)
{
    int shift = REST_CLUBS + CLUBS_BITS * side;
    spot->rest = (spot->rest & ~(UINT64_C(15) << shift)) | (uint64_t)count << shift;
}

int script_clubs(const Script *script, Spot *spot, int side, int count)
{
    int before = spot_clubs(spot, side), after = min_int(before + count, script->clubs_cap);
    if (spot_clubs(spot, !side) >= CLUBS_WON || before == after) return 0;
    clubs_set(spot, side, after);
    if (after < CLUBS_WON) return 0;
    clubs_set(spot, !side, after == script->clubs_cap ? after : 0);
    return worth_clubs(after, &script->rules) - (before < CLUBS_WON ? 0 : worth_clubs(before, &script->rules));
}

void script_surs(Spot *spot, int surs)
{
    int most = (PLAYS - spot->ply + 1) / 2; /* plays that one side still has */
    surs = surs > most ? most : surs < -most ? -most : surs;
    spot->rest = (spot->rest & ~(UINT64_C(63) << REST_SURS)) | (uint64_t)(surs & 63) << REST_SURS;
}

/* True if, with any play, somebody captures once all of `later` has been played. */
static bool capture_sure(CardSet later)
{
    for (int value = 1; value <= 5; value++)
        if ((later & RANK_SET(value - 1)) && (later & RANK_SET(10 - value))) return true;
    for (int rank = JACK; rank <= KING; rank++)
        if (set_rest(later & RANK_SET(rank))) return true;
    return false;
}

static void hand_load(Script *script, ScriptHand *hand, CardSet set)
{
    uint8_t repeats[2][HAND] = {{0}}; /* earlier slots with an equal card */
    int count = 0;
    *hand = (ScriptHand){0};
    for (CardSet rest = set; rest; rest = set_rest(rest), count++) {
        Card card = set_first(rest);
        hand->cards[count] = (ScriptCard){
            .places = places_of(script, card),
            .points = (int16_t)worth_cards(set_of(card), &script->rules),
            .rank = (uint8_t)card_rank(card),
            .club = card_suit(card) == CLUB,
        };
        for (int settled = 0; settled < 2; settled++) {
            CardSet equals = RANK_SET(card_rank(card)) & ~script->fold[settled];
            int before = set_count(set & equals & (set_of(card) - 1)); /* they stand side by side */
            if (set_has(equals, card)) repeats[settled][count] = (uint8_t)(((1 << before) - 1) << (count - before));
        }
    }
    for (unsigned slots = 0; slots < 1u << count; slots++)
        for (int slot = 0; slot < count; slot++) {
            if (!(slots >> slot & 1)) continue;
            int rank = hand->cards[slot].rank;
            if (script->sur_rank[rank]) hand->sur_ranks[slots] |= (uint16_t)(1u << rank);
            hand->takes[slots] |= (uint16_t)(rank < JACK ? 1u << (10 - rank) : rank_taken(rank));
            for (int settled = 0; settled < 2; settled++)
                if (!(repeats[settled][slot] & slots)) hand->distinct[settled][slots] |= (uint8_t)(1u << slot);
        }
}

/* The most that clubs can still score for a side with `own` of them. */
static int clubs_room(const Script *script, int own, int other)
{
    if ((own == script->clubs_cap && other == own) || other >= CLUBS_WON) return 0;
    return script->clubs_full - (own < CLUBS_WON ? 0 : worth_clubs(own, &script->rules));
}

/* What depends on the ply, or on the clubs of both sides, alone. */
static void tables_load(Script *script)
{
    for (int ply = 0; ply <= PLAYS; ply++) {
        const int side = ply & 1, seat = ply & ((1 << script->seats_log) - 1);
        const int surs = script->sur_end > ply ? script->sur_end - ply : 0;
        script->plies[ply].hand = (uint8_t)((ply >> script->deal_log << script->seats_log) + seat);
        script->plies[ply].shift = (uint8_t)(HAND * seat);
        script->plies[ply].own_surs = (int16_t)(script->can_sur[side] ? sur_points((surs + 1) / 2, &script->rules) : 0);
        script->plies[ply].other_surs = (int16_t)(script->can_sur[!side] ? sur_points(surs / 2, &script->rules) : 0);
    }
    for (int first = 0; first <= script->clubs_cap; first++)
        for (int second = 0; second <= script->clubs_cap; second++) {
            const int both = first | second << CLUBS_BITS;
            script->clubs_room[0][both] = (int16_t)clubs_room(script, first, second);
            script->clubs_room[1][both] = (int16_t)clubs_room(script, second, first);
        }
    script->settled = (uint8_t)(script->clubs_cap | script->clubs_cap << CLUBS_BITS);
}

/* What follows from the rules and from who may make Surs. A script has mostly done that for the round before. */
static void rules_load(Script *script, const Table *table, const Rules *rules)
{
    bool teams = rules->players == 4, can_sur[2];
    for (int side = 0; side < 2; side++)
        can_sur[side] = sur_points(1, rules) && sur_by_score(table->scores[side], rules);
    if (script->loaded && rules_equal(&script->rules, rules) && !memcmp(script->can_sur, can_sur, sizeof can_sur))
        return;
    memset(script, 0, sizeof *script);
    script->loaded = true;
    memcpy(script->can_sur, can_sur, sizeof can_sur);
    script->rules = *rules;
    for (int settled = 0; settled < 2; settled++)
        script->fold[settled] = worth_alone(rules, settled);
    script->merge = CLUBS & ~script->fold[1];
    script->scoring = worth_scoring(rules);
    script->full_hands = teams ? 0xffff : 0xff;
    script->seats_log = teams ? 2 : 1;
    script->deal_log = teams ? 4 : 3;
    script->clubs_full = worth_clubs(CLUBS_IN_PACK, rules);
    script->clubs_cap = script->clubs_full ? CLUBS_WON : 0;
    while (worth_clubs(script->clubs_cap, rules) < script->clubs_full)
        script->clubs_cap++;
    for (int rank = 0; rank < RANKS; rank++)
        script->sur_rank[rank] = sur_by_rank(rank, rules);
    const int last_deal = sur_in_deal(rules->deals - 1, rules);
    bool cancels = last_deal == LAST_DEAL_CANCEL && rules->sur_cancel;
    script->track_surs = cancels && sur_points(1, rules);
    script->sur_end = last_deal == LAST_DEAL_YES || cancels ? PLAYS : PLAYS - HAND * rules->players;
    tables_load(script);
}

bool script_start(Script *script, Spot *spot, int *points, const Round *round, const Rules *rules)
{
    const Table *table = &round->table;
    if (rules->sides != 2) return false;
    rules_load(script, table, rules);
    *spot = (Spot){
        .left = (int16_t)worth_cards(PACK & ~table->piles[0] & ~table->piles[1], rules),
        .rest = (uint64_t)table->deal << REST_DEAL | (uint64_t)(table->last + 1) << REST_LAST,
        .ply = table->ply,
    };
    *points = 0;
    for (int side = 0; side < 2; side++) {
        int sum = worth_cards(table->piles[side], rules) + sur_points(table->surs[side], rules);
        sum += script_clubs(script, spot, side, set_count(table->piles[side] & CLUBS));
        *points += side ? -sum : sum;
    }
    spot->pool = script_fold(script, table->pool, spot_settled(spot, script));
    if (script->track_surs) script_surs(spot, table->surs[0] - table->surs[1]);
    if (table_over(table)) return true;
    CardSet later = 0;
    for (int deal = rules->deals - 1; deal >= table->deal; deal--) {
        script->last_moot[deal] = capture_sure(later);
        for (int seat = 0; seat < rules->players; seat++) {
            CardSet hand = round->hands[seat];
            if (deal > table->deal) {
                const Card *cards = round->stock + ((deal - 1) * rules->players + seat) * HAND;
                hand = set_of(cards[0]) | set_of(cards[1]) | set_of(cards[2]) | set_of(cards[3]);
            } else {
                spot->rest |= ((UINT64_C(1) << set_count(hand)) - 1) << (HAND * seat);
            }
            hand_load(script, script->hands + deal * rules->players + seat, hand);
            later |= hand;
        }
    }
    if (script->last_moot[table->deal]) spot->rest &= ~(UINT64_C(3) << REST_LAST);
    return true;
}
