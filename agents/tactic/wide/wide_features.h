/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eight decisions side by side: their features, as features.h has them for one, and their plays. For tactic_wide.c alone. */
#pragma once

#include "agents/many/captures.h"
#include "agents/tactic/wide/tactic_many.h"
#include "agents/tactic/wide/wide_lanes.h"
#include "engine/worth.h"

/* Room for the plays of a decision, the numerals of a pool, and its stakes. */
enum { SLOTS = 8, MOST_NUMERALS = 8, MOST_STAKES = 6 };

/* What holder_of says where nobody holds a Sur. */
enum { NO_HOLDER = 8 };

/* The chances that some players hold none of so many wanted cards. */
typedef struct {
    SmallTable tables[2];        /* of up to 31 cards, in 1/CERTAIN */
    const double *row, *inverse; /* for more, or where other numbers of cards are unseen: as in Odds */
    int unseen;
} WideMisses;

/* What all lanes share, as they are before the same play of a round. */
typedef struct {
    const FeatureRules *by_rules;
    const Rules *rules;
    bool weighed[TACTIC_COUNT]; /* somebody gives the row a weight */
    const uint8_t *part;        /* by row, as in TacticParts */
    bool last_deal;             /* this is the last deal */
    int side, next;             /* of the seat to move, and of the one behind it */
    int seat, ply, deal;
    SmallTable sur_gain, sur_cost;  /* by the side that holds Surs or NO_HOLDER: as in Features, if scores allow Surs */
    bool costs, feeds;              /* some sur_cost is above 0, below 0 */
    SmallTable sur_chance;          /* by the number of cards that can clear the pool: that the next player has one */
    SmallTable club_shares;         /* by the clubs that are left: a side's part of them, in 1/POINT */
    uint64_t rival_part, clubs_cap; /* for clubs=percard: 2^32 / number of other sides; the most they pay, in 1/POINT */
    int others;                     /* cards of the opponents who play before the own side does again … */
    WideMisses others_miss;         /* … and the chance that they hold none of the wanted ones */
    WideMisses next_miss;           /* of the next player, where a row asks */
    SmallTable high_trail;          /* by rank: the value of high_trail */
} WideShared;

/* Eight stakes, as Stake. */
typedef struct {
    Lanes card, worth, takers, unseen, reach;
    Lanes first_reach; /* what the card reaches by itself */
} WideStake;

/* The features of eight decisions, as Features. A lane with fewer numerals or stakes than another has zeros for them. */
typedef struct {
    Lanes hand, pool, unseen, counts, total, reach, partners, own_takers, club, last, sur_jacks;
    Lanes sur_gain, sur_loss, sur_feed; /* the latter two: sur_cost where it is above 0, minus it where below */
    Lanes clubs, best, left;            /* the clubs of the own side, of the best other side, of nobody */
    Lanes clubs_at;                     /* the index in the clubs of FeatureRules, a table of one row after the other */
    Lanes clubs_now;                    /* what all clubs are worth now */
    Mask capturing;
    Mask raises;     /* raise_11 has something to say */
    Mask no_faces;   /* the hand has no face card */
    Mask ace_trails; /* the hand has an ace that can be trailed */
    Lanes numerals[MOST_NUMERALS];
    Lanes shifts[MOST_NUMERALS]; /* 4 * the value of the numeral; 64 for none */
    Lanes before[MOST_NUMERALS]; /* what the numerals before it reach, as `reach` */
    Lanes twice;                 /* nibble s is full if several sets of numerals sum to s */
    int numeral_count, stake_count;
    WideStake stakes[MOST_STAKES];
    /* where offer_declined has a weight: unseen cards without those that opponents let lie in this deal, as `declined` of
       Features; the mask has the lanes where there are such */
    Lanes rest, rest_counts, rest_partners, rest_count;
    Mask declined;
} WideFeatures;

/* Adds to the sums in `reach` those that are reached with the pool's numerals within `cards` too, as reach_from. */
INLINE Lanes reach_within(const WideFeatures *features, Lanes reach, Lanes cards)
{
    for (int i = 0; i < features->numeral_count; i++)
        reach |= keep(meets(features->numerals[i], cards), up(reach, features->shifts[i]));
    return reach;
}

/* The points of one card, in 1/POINT; 0 for none. */
INLINE Lanes card_points(const WideShared *shared, Lanes card)
{
    Lanes sum = all(0);
    for (int i = 0; i < shared->by_rules->price_count; i++)
        sum += keep(meets(card, all(shared->by_rules->prices[i].cards)),
                    all((uint64_t)shared->by_rules->prices[i].points));
    return sum;
}

/* The points of a set of cards, in 1/POINT. */
INLINE Lanes cards_points(const WideShared *shared, Lanes cards)
{
    Lanes sum = all(0);
    for (int i = 0; i < shared->by_rules->price_count; i++)
        sum +=
            times(ones(cards & shared->by_rules->prices[i].cards), all((uint64_t)shared->by_rules->prices[i].points));
    return sum;
}

/* What all clubs are worth to the side to move once it has so many more. */
INLINE Lanes clubs_worth(const WideShared *shared, const WideFeatures *features, Mask mask, Lanes more)
{
    /* One more club is in the next row of CLUBS_IN_PACK + 1 numbers, the lead, and one column back, the clubs left. */
    Lanes win = entry_of(shared->by_rules->clubs[0], mask, features->clubs_at + more * CLUBS_IN_PACK);
    if (!worth_clubs_vary(shared->rules)) return win;
    /* as features_percard_worth */
    Lanes share = small_entry(shared->club_shares, features->left - more) & UINT32_MAX, cap = all(shared->clubs_cap);
    Lanes mine = smaller((features->clubs + more) * POINT + share, cap);
    Lanes best = smaller(features->best * POINT + share, cap);
    Lanes worth = times(win, mine) - (times(POINT - win, best) * shared->rival_part >> 32);
    worth += keep(below(worth, all(0)), all(POINT - 1)); /* divided by POINT, towards zero */
    return (Lanes)_mm512_srai_epi64((__m512i)worth, POINT_BITS);
}

/* What more clubs are worth to the side to move. */
INLINE Lanes clubs_gain(const WideShared *shared, const WideFeatures *features, Mask mask, Lanes count)
{
    Mask many = mask & below(all(1), count);
    Lanes gain = keep(mask & equal(count, all(1)), features->club);
    if (many) gain |= keep(many, clubs_worth(shared, features, many, count) - features->clubs_now);
    return gain;
}

INLINE void stakes_fill(WideFeatures *features, const WideShared *shared)
{
    features->stake_count = 0;
    for (Lanes rest = features->pool & shared->by_rules->scoring; some(rest) && features->stake_count < MOST_STAKES;) {
        WideStake *stake = &features->stakes[features->stake_count++];
        Lanes card = first_of(rest), index = index_of(card), rank = index >> 2, kin = larger(rank, all(JACK)) << 2;
        Mask numeral = below(rank, all(JACK));
        stake->card = card;
        stake->worth = card_points(shared, card) + keep(meets(card, all(CLUBS)), features->club);
        stake->takers = up(all(0xf), kin);
        stake->unseen = down(features->counts, kin) & 0xf;
        stake->first_reach = keep(numeral, up(all(0xf), (rank << 2) + 4));
        stake->reach = keep(numeral, up(reach_within(features, all(0xf), ~card), (rank << 2) + 4));
        rest ^= card;
    }
}

/* Fills in the pool's numerals and what they reach, all that the list of plays needs. */
INLINE void numerals_fill(WideFeatures *features)
{
    Lanes rest = features->pool & NUMERALS, reach = all(0xf), twice = all(0);
    features->numeral_count = 0;
    features->total = all(0);
    while (some(rest) && features->numeral_count < MOST_NUMERALS) {
        const int i = features->numeral_count++;
        const Lanes card = first_of(rest), value = keep(some(card), (index_of(card) >> 2) + 1);
        const Lanes shift = pick(some(card), value << 2, all(64)), more = up(reach, shift);
        features->numerals[i] = card;
        features->shifts[i] = shift;
        features->before[i] = reach;
        features->total += value;
        twice |= up(twice, shift) | (reach & more);
        reach |= more;
        rest ^= card;
    }
    features->reach = reach;
    features->twice = twice;
}

/* Decisions side by side, sorted. */
typedef struct {
    uint8_t order[WIDE_DECISIONS]; /* by place: the decision */
    uint64_t hand[WIDE_DECISIONS], pool[WIDE_DECISIONS], piles[MAX_SIDES][WIDE_DECISIONS];
    uint64_t surs[WIDE_DECISIONS]; /* a byte for each side, GAINS and COSTS */
    uint64_t last[WIDE_DECISIONS], draw[WIDE_DECISIONS], wanted[WIDE_DECISIONS];
    uint64_t column[WIDE_DECISIONS]; /* of its own weights, where decisions have such */
    /* where offer_declined has a weight: the address of the plays, 0 if nobody knows them, and the pool of this deal */
    uint64_t history[WIDE_DECISIONS], deal_pool[WIDE_DECISIONS];
} WideDecisions;

/* The scores let the side to move, or the next side, make Surs. */
#define GAINS (UINT64_C(1) << 32)
#define COSTS (UINT64_C(1) << 33)

/* The side that holds Surs: where they cancel each other no more than one does, elsewhere it does not matter. */
INLINE Lanes holder_of(Lanes surs) { return index_of(first_of(surs & UINT32_MAX)) >> 3; }

INLINE void surs_fill(WideFeatures *features, const WideShared *shared, Lanes surs)
{
    Lanes holder = holder_of(surs), cost = keep(meets(surs, all(COSTS)), small_entry(shared->sur_cost, holder));
    Mask feeds = meets(cost, all(UINT64_C(1) << 31));
    features->sur_gain = keep(meets(surs, all(GAINS)), small_entry(shared->sur_gain, holder));
    features->sur_loss = keep((Mask)~feeds, cost & UINT32_MAX);
    features->sur_feed = keep(feeds, -cost & UINT32_MAX);
}

/* Fills in what the piles show. Returns the cards in them. */
INLINE Lanes piles_fill(WideFeatures *features, const WideShared *shared, const WideDecisions *decisions, int place)
{
    Lanes piled = all(0);
    features->best = all(0);
    for (int side = 0; side < shared->rules->sides; side++) {
        Lanes pile = load(decisions->piles[side] + place), clubs = ones(pile & CLUBS);
        piled |= pile;
        if (side == shared->side)
            features->clubs = clubs;
        else
            features->best = larger(features->best, clubs);
    }
    features->left = CLUBS_IN_PACK - ones(piled & CLUBS);
    return piled;
}

INLINE void features_fill(WideFeatures *features, const WideShared *shared, const WideDecisions *decisions, int place)
{
    Lanes piled = piles_fill(features, shared, decisions, place);
    surs_fill(features, shared, load(decisions->surs + place));
    features->last = load(decisions->last + place);
    features->unseen = PACK & ~(features->hand | features->pool | piled);
    features->counts = nibble_counts(features->unseen);
    features->partners = partners_of(features->counts);
    features->own_takers = partners_of(features->hand);
    features->sur_jacks = keep(sur_by_rank(JACK, shared->rules) ? 0xff : 0, features->counts >> 4 * JACK & 0xf);
    features->clubs_at = (features->clubs - features->best + CLUBS_IN_PACK) * (CLUBS_IN_PACK + 1) + features->left;
    features->clubs_now = clubs_worth(shared, features, 0xff, all(0));
    features->club =
        keep(some(features->left), clubs_worth(shared, features, some(features->left), all(1)) - features->clubs_now);
    features->no_faces = (Mask)~meets(features->hand, all(FACES));
    features->ace_trails = meets(features->hand, all(ACES)) & (Mask)~meets(features->reach, all(UINT64_C(1) << 4 * 10));
}

/* ---- plays */

/* The plays of eight decisions, in slots. */
typedef struct {
    Lanes cards[SLOTS], captured[SLOTS];
    Lanes counts; /* the number of plays of each decision */
    int slots;    /* the largest of these numbers */
    Mask over;    /* lanes with more plays or numerals than there is room for */
} WidePlays;

/* The numerals that sum to `need`, for a card that captures these. Adds to *several the lanes where more than one set of
   numerals does. Where just one does, a numeral is in it if those before it do not reach the sum by themselves. */
INLINE Lanes numerals_taken(const WideFeatures *features, Mask mask, Lanes need, Mask *several)
{
    Lanes sum = keep(mask, up(all(1), need << 2)), taken = all(0);
    *several |= meets(features->twice, sum);
    mask = meets(features->reach, sum);
    for (int i = features->numeral_count - 1; i >= 0; i--) {
        const Mask takes = mask & (Mask)~meets(features->before[i], sum);
        taken |= keep(takes, features->numerals[i]);
        sum = pick(takes, down(sum, features->shifts[i]), sum);
    }
    return taken;
}

/* Lists up to SLOTS plays of a hand in the order of moves_list; returns how many there are. `numerals` are those in reach. */
static int lane_list(CardSet moves[static SLOTS], CardSet hand, CardSet pool, CardSet numerals)
{
    const SubsetSums sums = subset_sums(numerals);
    int count = 0;
    for (CardSet rest = hand; rest; rest = set_rest(rest)) {
        const int rank = card_rank(set_first(rest));
        const uint32_t subsets = rank_subsets(sums, rank);
        const int ways = rank_ways(pool, subsets, rank);
        for (int way = 0; way < ways && count + way < SLOTS; way++)
            moves[count + way] = set_of(set_first(rest)) | way_captured(pool, numerals, subsets, rank, way);
        count += ways;
    }
    return count;
}

/* Lists the plays of a lane one by one. */
static void lane_fill(WidePlays *plays, CardSet hand, CardSet pool, int lane)
{
    CardSet moves[MAX_MOVES];
    const CardSet numerals = numerals_in_reach(pool, hand);
    const bool summed = set_count(numerals) <= MOST_SUMMED;
    const int count = summed ? lane_list(moves, hand, pool, numerals) : moves_list(moves, hand, pool, NULL);
    const int room = count < SLOTS ? count : SLOTS;
    for (; plays->slots < room; plays->slots++)
        plays->cards[plays->slots] = plays->captured[plays->slots] = all(0);
    for (int slot = 0; slot < room; slot++) {
        plays->cards[slot][lane] = moves[slot] & hand;
        plays->captured[slot][lane] = moves[slot] & pool;
    }
    plays->counts[lane] = (uint64_t)count;
    if (count > SLOTS) plays->over |= (Mask)(1 << lane);
}

/* Lists the plays of hands of `size` cards, in the order of moves_list: a play for each card, and where a card has several
   ways to capture the plays of the lane one by one. */
INLINE void plays_fill(WidePlays *plays, const WideFeatures *features, int size)
{
    Lanes rest = features->hand;
    Mask several = 0;
    for (int slot = 0; slot < size; slot++) {
        Lanes card = first_of(rest), rank = index_of(card) >> 2;
        Mask numeral = below(rank, all(JACK)), jack = equal(rank, all(JACK));
        Lanes kin = features->pool & keep((Mask) ~(numeral | jack), up(all(0xf), rank << 2));
        several |= some(kin & (kin - 1));
        plays->cards[slot] = card;
        plays->captured[slot] = numerals_taken(features, numeral, all(ELEVEN - 1) - rank, &several) |
                                keep(jack, features->pool & (NUMERALS | JACKS)) | kin;
        rest ^= card;
    }
    plays->counts = all((uint64_t)size);
    plays->slots = size;
    plays->over = below(all(MOST_NUMERALS), ones(features->pool & NUMERALS));
    for (unsigned lanes = several; lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        lane_fill(plays, features->hand[lane], features->pool[lane], lane);
    }
}
