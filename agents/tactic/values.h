/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each tactic says about a play, and what it looks at: written once, for one decision or several side by side in
   the lanes of agents/lanes.h. Each row of TACTIC_ROWS has a function value_NAME, which is called for the plays that
   the row judges. For tactic_choose.c, where there is one lane, and for tactic_lanes.c. */
#pragma once

#include "agents/lanes.h"
#include "agents/tactic/tactics.h"

#define FACES (QUEENS | KINGS)

enum { ELEVEN = 11 };

/* Room for the numerals of a pool and its stakes. With several lanes, decisions with more are made one by one. */
enum { MOST_NUMERALS = LANES > 1 ? 8 : 40, MOST_STAKES = LANES > 1 ? 6 : CARDS };

/* ---- what all lanes share, as they are before the same play of a round */

/* The chances that some players hold none of this many wanted cards, of `unseen` cards. */
typedef struct {
    const double *row, *inverse; /* of the cards that these players hold, as in Odds */
#if LANES == 1
    double scale;
    uint64_t unseen;
#else
    LargeTable table;     /* of up to LARGE_TABLE - 1 wanted cards, in 1/CERTAIN … */
    const int32_t *whole; /* … and of any number */
#endif
} Misses;

typedef struct {
    const FeatureRules *by_rules;
    const Rules *rules;
    unsigned sees;                      /* SEES_…: what of the features is wanted */
    bool last_deal;                     /* this is the last deal */
    bool sweeps;                        /* a capture takes the whole pool */
    int side, seat;                     /* of the seat to move */
    int ply, began;                     /* plays before this one, and before this deal */
    uint64_t others;                    /* cards of the opponents who play before the own side does again … */
    Misses others_miss;                 /* … and the chance that they hold none of the wanted ones */
    Misses next_miss;                   /* the same of the next player */
    SmallTable club_shares, high_trail; /* those of by_rules */
} Shared;

INLINE void misses_load(Misses *misses, const Odds *odds, int held, const int32_t table[static MISSES], int unseen)
{
    misses->row = odds->choose[held];
    misses->inverse = odds->inverse[held];
#if LANES == 1
    (void)table;
    misses->unseen = (uint64_t)unseen;
    misses->scale = CERTAIN * misses->inverse[unseen];
#else
    (void)unseen;
    misses->table = large_table(table);
    misses->whole = table;
#endif
}

/* Chance, in 1/CERTAIN, that none of the wanted cards is held. Only the low half of the result means something. */
INLINE Lanes missed(const Misses *misses, Lanes wanted)
{
#if LANES == 1
    return (Lanes)(int64_t)(misses->row[misses->unseen - wanted] * misses->scale);
#elif LANES == 8
    Lanes found = large_entry(misses->table, wanted);
    const Mask large = below(all(LARGE_TABLE - 1), wanted);
    if (__builtin_expect(any(large), 0)) found = blend(large, entry_of(misses->whole, large, wanted), found);
    return found;
#else
    return small_entry(misses->whole, wanted);
#endif
}

/* The same where this many cards are unseen that may be held: another number in each lane. */
INLINE Lanes missed_among(const Misses *misses, Lanes unseen, Lanes wanted)
{
    Lanes found = all(0);
    for (int lane = 0; lane < LANES; lane++) {
        const double scale = CERTAIN * misses->inverse[LANE(unseen, lane)];
        LANE(found, lane) = (uint64_t)(int64_t)(misses->row[LANE(unseen, lane) - LANE(wanted, lane)] * scale);
    }
    return found;
}

/* `unseen`: the number of unseen cards, where somebody asks; else any that there may be. */
INLINE void shared_init(Shared *shared, const FeatureRules *by_rules, const Rules *rules, const Table *table,
                        unsigned sees, int unseen)
{
    const int ply = table->ply;
    shared->by_rules = by_rules;
    shared->rules = rules;
    shared->sees = sees;
    shared->last_deal = table_last_deal(table, rules);
    shared->sweeps = sweeps_at(table->ply, rules);
    shared->side = table_side(table, rules);
    shared->seat = table->turn;
    shared->ply = ply;
    shared->began = table->deal * HAND * rules->players;
    shared->others = by_rules->others[ply];
    misses_load(&shared->others_miss, &by_rules->odds, by_rules->others[ply], by_rules->others_misses[ply], unseen);
    misses_load(&shared->next_miss, &by_rules->odds, by_rules->next[ply], by_rules->next_misses[ply], unseen);
    shared->club_shares = small_table(by_rules->club_shares);
    shared->high_trail = small_table(by_rules->high_trail);
}

/* In the last deal 1 if the side to move captured last, -1 if another side did; else 0. */
static inline int last_of(const Shared *shared, const Table *table)
{
    return !shared->last_deal || table->last == NOBODY ? 0 : table->last == shared->side ? 1 : -1;
}

/* What a Sur that the side `maker` makes in that deal is worth to the side `side`, where the scores allow it; the Surs
   held so far say whose it cancels. */
static inline int32_t sur_scoring(const FeatureRules *by_rules, const Rules *rules,
                                  const uint8_t surs[static MAX_SIDES], int side, int maker, int deal)
{
    const int32_t whole = by_rules->sur_points, share = by_rules->sur_share;
    const int effect = sur_in_deal(deal, rules);
    if (effect == LAST_DEAL_NO) return 0;
    const int victim = surs[0] | surs[1] | surs[2] | surs[3] ? sur_victim(surs, maker, rules) : NOBODY;
    if (victim != NOBODY) return victim == side ? -whole : share;
    if (effect == LAST_DEAL_CANCEL) return 0;
    return maker == side ? whole : -share;
}

INLINE int next_side(const Table *table, const Rules *rules)
{
    return rules_side(rules, table->turn + 1 == rules->players ? 0 : table->turn + 1);
}

/* What the side to move gains by a Sur now, and what it loses by a Sur of the next player, where the scores allow
   them. */
INLINE void surs_weigh(int32_t *gain, int32_t *cost, const FeatureRules *by_rules, const Rules *rules,
                       const Table *table, const uint8_t surs[static MAX_SIDES])
{
    const int side = table_side(table, rules), next = next_side(table, rules);
    *gain = sur_scoring(by_rules, rules, surs, side, side, table->deal);
    *cost = -sur_scoring(by_rules, rules, surs, side, next, by_rules->next_deal[table->ply]);
}

/* What the side to move gains by a Sur now, 0 where there are none, and what it loses by a Sur of the next player;
   below 0: it gains by that. */
INLINE void surs_find(int32_t *gain, int32_t *cost, const Shared *shared, const Table *table)
{
    const FeatureRules *by_rules = shared->by_rules;
    const Rules *rules = shared->rules;
    if (by_rules->sur_plain) {
        *gain = by_rules->sur_deals >> table->deal & 1 ? by_rules->sur_points : 0;
        *cost = by_rules->sur_deals >> by_rules->next_deal[table->ply] & 1 ? by_rules->sur_points : 0;
    } else {
        surs_weigh(gain, cost, by_rules, rules, table, table->surs);
    }
    if (!sur_by_score(table->scores[shared->side], rules)) *gain = 0;
    if (!sur_by_score(table->scores[next_side(table, rules)], rules)) *cost = 0;
}

/* ---- a decision, as the side to move sees it */

/* What the features are found from. */
typedef struct {
    Lanes hand, pool, piles[MAX_SIDES];
    Lanes unseen;             /* for SEES_UNSEEN */
    Lanes sur_gain, sur_cost; /* as surs_find has them */
    Lanes last;               /* as last_of has it */
    /* The plays of the round, from each to the next one `row` numbers; NULL: nobody knows them. In lanes those of a play
       lie side by side, in the order … */
    const CardSet *history;
    int row;
    const uint8_t *order; /* … that this leads to */
    Lanes first_pool;
} Seen;

/* A card of the pool that is worth something, and the cards that could capture it. */
typedef struct {
    Lanes card, points;
    Lanes reach;       /* nibble s is full if numerals of the pool, this card among them, sum to s */
    Lanes first_reach; /* the same of the card by itself */
    Lanes takers;      /* cards that capture it whatever else lies in the pool */
    Lanes unseen;      /* the number of unseen cards among these */
} Stake;

/* A lane with fewer numerals or stakes than another has zeros for them. */
typedef struct {
    const Shared *shared;
    Lanes hand, pool;
    Lanes total;                   /* the sum of the pool's numerals */
    Lanes sur_gain;                /* what the side gains by a Sur now, 0 where there are none */
    Lanes sur_loss, sur_feed;      /* what it loses by a Sur of the next player; what it gains by it */
    bool costs, feeds;             /* some lane has the one, or the other */
    Mask capturing;                /* some legal play captures */
    Mask raises;                   /* raise_11 has something to say */
    Mask no_faces;                 /* the hand has no face card */
    Mask ace_trails;               /* the hand has an ace that can be trailed */
    Lanes numerals[MOST_NUMERALS]; /* of the pool */
    Lanes shifts[MOST_NUMERALS];   /* 4 * the value of the numeral */
    Lanes reach;                   /* nibble s, 0 … 10, is full if some of the pool's numerals sum to s */
    int numeral_count, stake_count;
    /* for SEES_UNSEEN */
    Lanes unseen, counts; /* nibble r of counts: the number of unseen cards of rank r */
    Lanes sur_jacks;      /* unseen jacks, where a jack can make a Sur; else 0 */
    /* for SEES_CLUBS */
    Lanes clubs, best, left; /* clubs of the own side, of the best other side, of nobody yet */
    Lanes clubs_at;          /* the index in the clubs of FeatureRules, a table of one row after the other */
    Lanes clubs_now;         /* what all clubs are worth now */
    Lanes club;              /* what one more is worth */
    /* for SEES_STAKES */
    Lanes partners;   /* nibble s: the number of unseen numerals of value 11 - s */
    Lanes own_takers; /* nibble s: the suits in which the hand has numerals of value 11 - s */
    Lanes last;       /* as in Seen */
    Stake stakes[MOST_STAKES];
    /* for SEES_DECLINED: the unseen cards without those with which all opponents who play before the own side does
       again could have captured when they trailed in this deal; the mask has the lanes where there are such */
    Lanes rest, rest_counts, rest_partners, rest_count;
    Mask declined;
} Features;

/* Adds to the sums in `reach` those that are reached with the pool's numerals within `cards` too. */
INLINE Lanes reach_within(const Features *features, Lanes reach, Lanes cards)
{
    for (int i = 0; i < features->numeral_count; i++)
        reach |= keep(meets(features->numerals[i], cards), up(reach, features->shifts[i]));
    return reach;
}

/* Fills in the pool's numerals and what they reach. Where a lane has fewer than another, the shift moves what is
   reached by no numeral to nibble 15: what nibbles above ten hold does not matter. */
INLINE void numerals_fill(Features *features)
{
    enum { NOWHERE = 4 * 15 };
    Lanes rest = features->pool & NUMERALS, reach = all(0xf), total = all(0);
    int count = 0;
    while (any(some(rest)) && count < MOST_NUMERALS) {
        const Lanes card = first_taken(&rest), index = index_of(card);
        const Mask there = LANES == 1 ? mask_all(true) : some(card);
        const Lanes value = keep(there, (index >> 2) + 1), shift = blend(there, value << 2, all(NOWHERE));
        const Lanes more = up(reach, shift);
        features->numerals[count] = card;
        features->shifts[count] = shift;
        total += value;
        reach |= more;
        count++;
    }
    features->numeral_count = count;
    features->total = total;
    features->reach = reach;
}

/* The cards, jacks apart, of the ranks that can capture from the pool, whose numerals reach these sums. */
INLINE Lanes capturers(Lanes reach, Lanes pool)
{
    /* A numeral of nibble r takes the sum 10 - r. */
    const Lanes numerals = partners_of(reach >> 4) >> 4 & NUMERALS;
    return numerals | keep(meets(pool, all(QUEENS)), all(QUEENS)) | keep(meets(pool, all(KINGS)), all(KINGS));
}

/* The sums that a pool's numerals reach, as in Features. */
INLINE Lanes pool_reach(Lanes pool)
{
    Lanes reach = all(0xf);
    for (Lanes rest = pool & NUMERALS; any(some(rest));) {
        const Lanes card = first_taken(&rest);
        reach |= keep(some(card), up(reach, (index_of(card) & 0x3c) + 4));
    }
    return reach;
}

/* The points of one card, in 1/POINT; 0 for none. */
INLINE Lanes card_points(const FeatureRules *by_rules, Lanes card, Lanes index)
{
    Lanes sum = all(0);
    if (LANES == 1) return entry_of(by_rules->points, mask_all(true), index);
    for (int i = 0; i < by_rules->price_count; i++)
        sum += keep(meets(card, all(by_rules->prices[i].cards)), all((uint64_t)by_rules->prices[i].points));
    return sum;
}

INLINE Lanes clubs_in(Lanes cards)
{
#if LANES == 1
    return (Lanes)clubs_count(cards);
#else
    return popcount(cards & CLUBS);
#endif
}

/* What all clubs are worth to the side to move once it has this many more. */
INLINE Lanes clubs_scoring(const Features *features, Mask mask, Lanes more)
{
    const Shared *shared = features->shared;
    const FeatureRules *by_rules = shared->by_rules;
    /* One more club is in the next row of CLUBS_IN_PACK + 1 numbers, the lead, and one column back, the clubs left. */
    const Lanes win = entry_of(by_rules->clubs[0], mask, features->clubs_at + times(more, all(CLUBS_IN_PACK)));
    if (!scoring_clubs_vary(shared->rules)) return win;
    /* The winner is paid by the number of its clubs: its own ones and its share of those that are left. */
    const Lanes share = small_entry(shared->club_shares, keep(mask, features->left - more)) & UINT32_MAX;
    const Lanes cap = all(by_rules->clubs_cap);
    const Lanes mine = smaller(((features->clubs + more) << POINT_BITS) + share, cap);
    const Lanes best = smaller((features->best << POINT_BITS) + share, cap);
    return scaled_down(times(win, mine) - (times(POINT - win, best) * by_rules->rival_part >> 32), POINT_BITS);
}

/* What more clubs are worth to the side to move. */
INLINE Lanes clubs_gain(const Features *features, Mask mask, Lanes count)
{
    const Mask large = mask & below(all(1), count);
    Lanes gain = keep(mask & equal(count, all(1)), features->club);
    if (any(large)) gain |= keep(large, clubs_scoring(features, large, count) - features->clubs_now);
    return gain;
}

INLINE void clubs_fill(Features *features, const Seen *seen)
{
    const Shared *shared = features->shared;
    Lanes best = all(0), taken = all(0);
    for (int side = 0; side < shared->rules->sides; side++) {
        const Lanes clubs = clubs_in(seen->piles[side]);
        taken += clubs;
        if (side == shared->side)
            features->clubs = clubs;
        else
            best = larger(best, clubs);
    }
    features->best = best;
    features->left = CLUBS_IN_PACK - taken;
    features->clubs_at = times(features->clubs - best + CLUBS_IN_PACK, all(CLUBS_IN_PACK + 1)) + features->left;
    features->clubs_now = clubs_scoring(features, mask_all(true), all(0));
    const Mask some_left = some(features->left);
    features->club = keep(some_left, clubs_scoring(features, some_left, all(1)) - features->clubs_now);
}

INLINE void stakes_fill(Features *features)
{
    const FeatureRules *by_rules = features->shared->by_rules;
    int count = 0;
    for (Lanes rest = features->pool & by_rules->scoring; any(some(rest)) && count < MOST_STAKES;) {
        Stake *stake = &features->stakes[count++];
        const Lanes card = first_taken(&rest), index = index_of(card), rank = index >> 2;
        const Lanes kin = larger(rank, all(JACK)) << 2;
        const Mask numeral = below(rank, all(JACK));
        stake->card = card;
        stake->points = card_points(by_rules, card, index) + keep(meets(card, all(CLUBS)), features->club);
        stake->takers = up(all(0xf), kin);
        stake->unseen = down(features->counts, kin) & 0xf;
        stake->first_reach = stake->reach = all(0);
        if (LANES > 1 || any(numeral)) {
            const Lanes value = (rank << 2) + 4;
            stake->first_reach = keep(numeral, up(all(0xf), value));
            stake->reach = keep(numeral, up(reach_within(features, all(0xf), ~card), value));
        }
    }
    features->stake_count = count;
}

/* Numbers of several lanes, which lie in this order. */
INLINE Lanes lanes_from(const uint64_t values[], const uint8_t order[static LANES])
{
#if LANES == 1
    (void)order;
    return values[0];
#else
    Lanes lanes;
    for (int lane = 0; lane < LANES; lane++)
        lanes[lane] = values[order[lane]];
    return lanes;
#endif
}

/* Fills in the unseen cards without those that the opponents let lie in this deal, jacks apart, which are often kept.
   None did where nobody knows the plays, or if fewer other cards are unseen than these opponents hold. */
INLINE void declined_fill(Features *features, const Seen *seen)
{
    const Shared *shared = features->shared;
    const Rules *rules = shared->rules;
    const int players = rules->players, opponents = rules->teams ? 1 : players - 1;
    Lanes pool = seen->first_pool, declined[MAX_SEATS], lie = features->unseen;
    for (int seat = 0; seat < MAX_SEATS; seat++)
        declined[seat] = all(0);
    for (int ply = 0; seen->history && ply < shared->ply; ply++) {
        const int place = (ply % players - shared->seat + players) % players;
        const Lanes play = lanes_from(seen->history + (size_t)(ply * seen->row), seen->order);
        const Mask takes = some(play & (play - 1));
        if (place && ply >= shared->began) declined[place] |= keep(no(takes), capturers(pool_reach(pool), pool));
        pool = blend(takes, pool & ~play, pool | play);
        if (sweeps_at(ply, rules)) pool = keep(no(takes), pool);
    }
    for (int seat = 1; seat <= opponents; seat++)
        lie &= declined[seat];
    const Lanes rest = features->unseen & ~lie;
    features->declined = some(lie) & no(below(popcount(rest), all(shared->others)));
    features->rest = blend(features->declined, rest, features->unseen);
    features->rest_count = popcount(features->rest);
    features->rest_counts = nibble_counts(features->rest);
    features->rest_partners = partners_of(features->rest_counts);
}

/* Fills in the rest, once hand, pool and numerals are there. */
INLINE void features_fill(Features *features, const Seen *seen, Mask capturing)
{
    const Shared *shared = features->shared;
    const Mask feeds = below(seen->sur_cost, all(0));
    features->capturing = capturing;
    features->sur_gain = seen->sur_gain;
    features->sur_loss = keep(no(feeds), seen->sur_cost);
    features->sur_feed = keep(feeds, -seen->sur_cost);
    features->costs = any(some(features->sur_loss));
    features->feeds = any(feeds);
    features->no_faces = no(meets(features->hand, all(FACES)));
    features->raises = no(capturing | meets(features->pool, all(FACES))) & below(features->total, all(ELEVEN)) &
                       some(features->sur_loss);
    features->ace_trails = meets(features->hand, all(ACES)) & no(meets(features->reach, all(UINT64_C(1) << 4 * 10)));
    features->declined = mask_all(false);
    if (shared->sees & SEES_UNSEEN) {
        features->unseen = seen->unseen;
        features->counts = nibble_counts(features->unseen);
        features->sur_jacks = keep(mask_all(sur_by_rank(JACK, shared->rules)), features->counts >> 4 * JACK & 0xf);
    }
    if (shared->sees & SEES_CLUBS) clubs_fill(features, seen);
    if ((shared->sees & SEES_STAKES) != SEES_STAKES) return;
    features->partners = partners_of(features->counts);
    features->own_takers = partners_of(features->hand);
    features->last = seen->last;
    stakes_fill(features);
    if (shared->sees & SEES_PLAYS) declined_fill(features, seen);
}

/* ---- a play */

/* What is left in the pool comes to so much, by all unseen cards and by those that were not declined. */
typedef struct {
    Lanes all, rest;
} Held;

typedef struct {
    const Features *features;
    Lanes card, captured;
    Lanes taken;       /* what it takes from the pool */
    Lanes left, total; /* the pool after it, and the sum of the numerals there; if it sweeps, without that */
    Lanes index, rank; /* of the card */
    Lanes shift;       /* a numeral that is trailed adds its value to all sums that are reached: nibbles; others none */
    Lanes points;      /* of the card, in 1/POINT */
    Mask captures, trails, numeral, jack, face; /* the latter three: the card played */
    Mask club, clears;                          /* the card is a club; the pool is empty */
    Held held;                                  /* where count_cards or offer_declined has a weight */
} Play;

/* `kinds` is a set ON_… that the compiler knows: all plays are of these kinds. */
INLINE void play_init(Play *play, const Features *features, Lanes card, Lanes captured, unsigned kinds)
{
    const Mask none = mask_all(false), every = mask_all(true);
    play->held = (Held){all(0), all(0)};
    play->features = features;
    play->card = card;
    play->captured = captured;
    play->taken = features->shared->sweeps ? features->pool : captured;
    play->index = index_of(card);
    play->rank = play->index >> 2;
    play->points = card_points(features->shared->by_rules, card, play->index);
    play->captures = !(kinds & ON_CAPTURE) ? none : !(kinds & ON_TRAIL) ? every : some(captured);
    play->trails = no(play->captures);
    play->numeral = kinds == ON_NUMERAL                        ? every
                    : kinds & (ON_NUMERAL | 1 << CAPTURE_CARD) ? below(play->rank, all(JACK))
                                                               : none;
    play->jack = !(kinds & ON_JACK) ? none : !(kinds & ~(unsigned)ON_JACK) ? every : equal(play->rank, all(JACK));
    play->face = no(play->numeral | play->jack);
    play->shift = blend(play->numeral, (play->index & 0x3c) + 4, all(4 * ELEVEN));
    play->club = meets(card, all(CLUBS));
    play->left = blend(play->captures, features->pool ^ captured, features->pool | card);
    play->clears = kinds & ON_CAPTURE ? no(some(play->left)) : none;
    play->total = blend(play->captures, keep(no(play->jack), features->total - keep(play->numeral, 10 - play->rank)),
                        features->total + keep(play->numeral, play->rank + 1));
}

/* The plays of these kinds, of which `kinds` are possible: sets that the compiler knows. */
INLINE Mask plays_of(const Play *play, unsigned wanted, unsigned kinds)
{
    const Mask none = mask_all(false);
    if (!(kinds & ~wanted)) return mask_all(true);
    const Mask trails =
        (wanted & ON_TRAIL) == ON_TRAIL
            ? play->trails
            : play->trails & ((wanted & ON_NUMERAL ? play->numeral : none) | (wanted & ON_FACE ? play->face : none) |
                              (wanted >> TRAIL_JACK & 1 ? play->jack : none));
    const Mask captures = (wanted & ON_CAPTURE) == ON_CAPTURE
                              ? play->captures
                              : play->captures & ((wanted >> CAPTURE_CARD & 1 ? no(play->jack) : none) |
                                                  (wanted >> CAPTURE_JACK & 1 ? play->jack : none));
    return trails | captures;
}

/* ---- a function for each tactic */

INLINE Lanes value_base_points(const Play *play)
{
    const Shared *shared = play->features->shared;
    if (LANES == 1) return all((uint64_t)scoring_cards(LANE(play->taken, 0), shared->rules) * POINT);
    return cards_scoring(shared->by_rules->prices, shared->by_rules->price_count, play->taken);
}

INLINE Lanes value_base_clubs(const Play *play)
{
    return times(clubs_in(play->taken), all((uint64_t)play->features->shared->by_rules->club_share));
}

INLINE Lanes value_base_sur(const Play *play)
{
    const Rules *rules = play->features->shared->rules;
    const Mask qualifies = play->numeral | (play->jack & mask_all(sur_by_rank(JACK, rules))) |
                           (play->face & mask_all(sur_by_rank(KING, rules)));
    return keep(qualifies & play->clears, play->features->sur_gain);
}

INLINE Lanes value_high_trail(const Play *play)
{
    const Shared *shared = play->features->shared;
    return keep(no(play->features->capturing), small_entry(shared->high_trail, play->rank & (SMALL_TABLE - 1)));
}

INLINE Lanes value_seek_clubs(const Play *play)
{
    return clubs_gain(play->features, play->captures, clubs_in(play->card | play->taken));
}

INLINE Lanes value_hold_clubs(const Play *play)
{
    const Features *features = play->features;
    const Mask kin = meets(up(all(0xf), play->index & 0x3c), features->unseen | (features->hand ^ play->card));
    return keep((play->numeral | kin) & play->club, -features->club);
}

INLINE Lanes value_rich_capture(const Play *play)
{
    const FeatureRules *by_rules = play->features->shared->by_rules;
    return play->points + keep(play->club, all((uint64_t)by_rules->club_share));
}

INLINE Lanes value_many_cards(const Play *play) { return popcount(play->taken) << POINT_BITS; }

INLINE Lanes value_jack_clear(const Play *play) { return keep(play->clears, all(POINT)); }

INLINE Lanes value_jack_face(const Play *play) { return -keep(meets(play->features->pool, all(FACES)), all(POINT)); }

INLINE Lanes value_jack_few(const Play *play)
{
    enum { PLENTY_BITS = 2, PLENTY = 1 << PLENTY_BITS };
    const Lanes count = popcount(play->captured);
    const Mask few = no(meets(play->features->pool, all(FACES))) & below(count, all(PLENTY));
    return -(keep(few, PLENTY - count) << (POINT_BITS - PLENTY_BITS));
}

/* The number of cards, of those in `counts`, that empty the pool which the play leaves, and can make a Sur by that. */
INLINE Lanes clearing_cards(const Play *play, Lanes counts)
{
    const Features *features = play->features;
    const Lanes left = play->left;
    const Mask low = below(play->total, all(ELEVEN)) & no(meets(left, all(JACKS))), faces = meets(left, all(FACES));
    const Lanes fitting = keep(low, down(counts, ((ELEVEN - 1) - play->total) << 2) & 0xf);
    Lanes clearing = keep(no(faces), features->sur_jacks + fitting);
    const Mask single = faces & no(some(left & (left - 1)));
    if ((LANES > 1 || any(single)) && sur_by_rank(KING, features->shared->rules))
        clearing = blend(single, down(counts, index_of(left) & 0x3c) & 0xf, clearing);
    return keep(no(play->clears), clearing);
}

/* What the next player's Sur is expected to come to after the play, where one comes to that much. */
INLINE Lanes sur_expected(const Play *play, Lanes sur)
{
    const Features *features = play->features;
    const Lanes clearing = clearing_cards(play, features->counts);
    return times(sur, CERTAIN - missed(&features->shared->next_miss, clearing)) >> CERTAIN_BITS;
}

/* The same if the next player holds nothing that was declined. */
INLINE Lanes sur_of_rest(const Play *play, Lanes sur)
{
    const Features *features = play->features;
    const Lanes clearing = clearing_cards(play, features->rest_counts);
    const Lanes none = missed_among(&features->shared->next_miss, features->rest_count, clearing);
    return times(sur, CERTAIN - none) >> CERTAIN_BITS;
}

INLINE Lanes value_deny_sur(const Play *play)
{
    return play->features->costs ? -sur_expected(play, play->features->sur_loss) : all(0);
}

INLINE Lanes value_raise_11(const Play *play)
{
    const Features *features = play->features;
    const Mask lifted = features->no_faces & play->numeral & no(below(play->total, all(ELEVEN)));
    return keep(features->raises & (play->face | lifted), all(POINT));
}

INLINE Lanes value_face_over_ace(const Play *play)
{
    return keep(play->features->ace_trails & no(play->club), all(POINT));
}

/* The page's words: a pool of 1 to 10 is left, without a face card, where the next player plays in a deal with Surs. */
INLINE Lanes value_leave_11(const Play *play)
{
    const FeatureRules *by_rules = play->features->shared->by_rules;
    const int deal = by_rules->next_deal[play->features->shared->ply];
    if (!by_rules->sur_points || !(by_rules->sur_deals >> deal & 1)) return all(0);
    const Mask low = some(play->total) & below(play->total, all(ELEVEN)) & no(meets(play->left, all(FACES | JACKS)));
    return keep(low, all((uint64_t)-POINT));
}

/* What a card that is left in the pool comes to: an opponent takes it; or else the own hand may take it, which counts
   half; and in the last deal it stays for whoever captured last, which counts half. In 1/(2 * POINT * CERTAIN). */
INLINE Lanes stake_value(Lanes points, Lanes held, Mask mine, Lanes last)
{
    return times(points, times(held, 2 + keep(mine, all(1)) + last) - 2 * CERTAIN);
}

/* Adds what one card that is left comes to; `takers` capture it whatever else lies there, `reach` is as in Stake, after
   the play. rest: the compiler knows whether both sums are wanted. */
INLINE void stake_add(Held *held, const Play *play, const Stake *stake, Lanes reach, Mask mine, Lanes last, bool rest)
{
    const Features *features = play->features;
    const Misses *misses = &features->shared->others_miss;
    Lanes wanted = nibbles_total(reach & features->partners) + stake->unseen;
    held->all += stake_value(stake->points, missed(misses, wanted), mine, last);
    if (!rest) return;
    wanted = nibbles_total(reach & features->rest_partners) + popcount(features->rest & stake->takers);
    held->rest += stake_value(stake->points, missed_among(misses, features->rest_count, wanted), mine, last);
}

/* The card that is trailed is a stake, too. */
INLINE void trailed_add(Held *held, const Play *play, Lanes own, Lanes own_takers, Lanes shift, bool rest)
{
    const Features *features = play->features;
    const Lanes kin = blend(play->face, play->index & 0x3c, all(4 * JACK)), takers = up(all(0xf), kin);
    const Lanes reach = keep(play->numeral, up(features->reach, shift));
    const Stake stake = {.points = keep(play->trails, play->points + keep(play->club, features->club)),
                         .takers = takers,
                         .unseen = down(features->counts, kin) & 0xf};
    stake_add(held, play, &stake, reach, meets(reach, own_takers) | meets(own, takers), features->last, rest);
}

INLINE void held_fill(Play *play, bool rest)
{
    const Features *features = play->features;
    const Lanes own = features->hand ^ play->card, rank4 = play->index & 0x3c;
    const Lanes shift = play->shift;
    const Lanes played = keep(play->numeral, up(all(1), 4 * (ELEVEN - 1) - rank4 + (play->index & 3)));
    const Lanes own_takers = features->own_takers & ~played;
    const Lanes last = blend(play->captures, all(features->shared->last_deal), features->last);
    Held held = {all(0), all(0)};
    for (int i = 0; i < features->stake_count; i++) {
        Stake stake = features->stakes[i];
        const Mask goes = meets(stake.card, play->captured);
        if (LANES == 1 && any(goes)) continue;
        stake.points = keep(no(goes), stake.points);
        Lanes reach = stake.reach | up(stake.reach, shift);
        if (any(play->captures))
            reach = blend(play->captures, reach_within(features, stake.first_reach, play->left & ~stake.card), reach);
        const Mask mine = meets(reach, own_takers) | meets(own, stake.takers);
        stake_add(&held, play, &stake, reach, mine, last, rest);
    }
    if (any(play->trails)) trailed_add(&held, play, own, own_takers, shift, rest);
    play->held.all = scaled_down(held.all, CERTAIN_BITS + 1);
    if (rest) play->held.rest = scaled_down(held.rest, CERTAIN_BITS + 1);
}

#if LANES == 1
#define SELDOM __attribute__((noinline)) static
#else
#define SELDOM INLINE
#endif

/* Both sums. One decision seldom wants them: there it is a function of its own, so that the rest has the registers. */
SELDOM Held held_both(Play play)
{
    held_fill(&play, true);
    return play.held;
}

INLINE Lanes value_count_cards(const Play *play) { return play->held.all; }

INLINE Lanes value_feed_cancel(const Play *play)
{
    return play->features->feeds ? sur_expected(play, play->features->sur_feed) : all(0);
}

INLINE Lanes value_starve(const Play *play)
{
    const Features *features = play->features;
    Lanes reach = features->reach | up(features->reach, play->shift);
    if (any(play->captures)) reach = blend(play->captures, reach_within(features, all(0xf), play->left), reach);
    const Lanes takers = nibbles_total(features->counts & capturers(reach, play->left));
    const Lanes none = missed(&features->shared->next_miss, takers) & UINT32_MAX;
    return (none >> (CERTAIN_BITS - POINT_BITS)) - POINT;
}

/* By how much the play is better, as count_cards and deny_sur value it, if nobody holds what was declined. */
SELDOM Lanes declined_gain(Play play)
{
    const Lanes gained = play.held.rest - play.held.all, loss = play.features->sur_loss;
    return play.features->costs ? gained + sur_expected(&play, loss) - sur_of_rest(&play, loss) : gained;
}

INLINE Lanes value_offer_declined(const Play *play)
{
    const Mask declined = play->features->declined;
    return __builtin_expect(any(declined), 0) ? keep(declined, declined_gain(*play)) : all(0);
}

/* Nothing: it is about the cards once they are captured (TRAIT_SPLITS). */
INLINE Lanes value_split_faces(const Play *play)
{
    (void)play;
    return all(0);
}

/* ---- their weighted sum */

/* The rows' weights. */
typedef struct {
#if LANES == 1
    const int32_t *weights;
#else
    bool weighed[TACTIC_COUNT]; /* somebody gives the row a weight */
    Lanes weights[TACTIC_COUNT];
#endif
} Weighing;

INLINE bool row_weighed(const Weighing *by, int row)
{
#if LANES == 1
    return by->weights[row] != 0;
#else
    return by->weighed[row];
#endif
}

INLINE Lanes row_weight(const Weighing *by, int row)
{
#if LANES == 1
    return (Lanes)(int64_t)by->weights[row];
#else
    return by->weights[row];
#endif
}

/* Alone, a row that looks at nothing but the play is sooner valued than left out. */
#define ADD_ROW(name, two, several, teams, on, sees, ...)                                                              \
    if ((on)&kinds && ((LANES == 1 && !rows && !(sees)) || row_weighed(by, TACTIC_##name))) {                          \
        const Lanes value = keep(plays_of(&play, on, kinds), value_##name(&play));                                     \
        if (rows && LANES > 1)                                                                                         \
            sums[TACTIC_##name] = value;                                                                               \
        else                                                                                                           \
            *(rows ? &sums[TACTIC_##name] : &sum) += times(value, row_weight(by, TACTIC_##name));                      \
    }

/* What the rows say of a play of one of these kinds, a set that the compiler knows; and so it does whether each row has a
   sum of its own; in several lanes that is what each row says that is weighed, without its weight. */
INLINE void play_sums(Lanes sums[], bool rows, const Weighing *by, const Features *features, Lanes card, Lanes captured,
                      unsigned kinds)
{
    Play play;
    Lanes sum = all(0);
    for (int row = 0; rows && LANES == 1 && row < TACTIC_COUNT; row++)
        sums[row] = all(0);
    play_init(&play, features, card, captured, kinds);
    if (__builtin_expect(any(features->declined), 0))
        play.held = held_both(play);
    else if (row_weighed(by, TACTIC_count_cards))
        held_fill(&play, false);
    TACTIC_ROWS(ADD_ROW)
    if (!rows) sums[0] = sum;
}
