/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each tactic says about eight plays side by side: the same as its value in agents/tactic/tactics.c, bit for bit, for
   plays that do not sweep the pool. Every row of TACTIC_ROWS that is WIDE has its function wide_NAME here, or
   this does not compile; the function is asked for the plays that the row speaks on. For tactic_wide.c alone. */
#pragma once

#include "agents/tactic/wide/wide_unseen.h"

/* What count_cards says, by all unseen cards and by those that were not declined. */
typedef struct {
    Lanes all, rest;
} WideKept;

/* Eight plays, as PlayOption. */
typedef struct {
    const WideShared *shared;
    const WideFeatures *features;
    Lanes card, captured, left, total;
    Lanes index, rank; /* of the card */
    Lanes points;      /* of the card, in 1/POINT */
    Mask captures, trails, numeral, jack, face, club, clears;
    WideKept kept; /* where count_cards or offer_declined has a weight */
} WidePlay;

INLINE void wide_play_init(WidePlay *play, const WideShared *shared, const WideFeatures *features, Lanes card,
                           Lanes captured)
{
    play->shared = shared;
    play->features = features;
    play->card = card;
    play->captured = captured;
    play->index = index_of(card);
    play->rank = play->index >> 2;
    play->points = card_points(shared, card);
    play->captures = some(captured);
    play->trails = (Mask)~play->captures;
    play->numeral = below(play->rank, all(JACK));
    play->jack = equal(play->rank, all(JACK));
    play->face = (Mask) ~(play->numeral | play->jack);
    play->club = meets(card, all(CLUBS));
    play->left = pick(play->captures, features->pool ^ captured, features->pool | card);
    play->clears = (Mask)~some(play->left);
    play->total = pick(play->captures, keep((Mask)~play->jack, features->total) - keep(play->numeral, 10 - play->rank),
                       features->total + keep(play->numeral, play->rank + 1));
}

/* The plays of these kinds, ON_…, which the compiler knows. */
INLINE Mask wide_kinds(const WidePlay *play, unsigned kinds)
{
    Mask numeral = kinds & ON_NUMERAL ? play->numeral : 0, face = kinds & ON_FACE ? play->face : 0;
    Mask trails = play->trails & (Mask)(numeral | face | (kinds >> TRAIL_JACK & 1 ? play->jack : 0));
    Mask captures = play->captures & (Mask)((kinds >> CAPTURE_CARD & 1 ? (Mask)~play->jack : 0) |
                                            (kinds >> CAPTURE_JACK & 1 ? play->jack : 0));
    if ((kinds & ON_TRAIL) == ON_TRAIL) trails = play->trails;
    if ((kinds & ON_CAPTURE) == ON_CAPTURE) captures = play->captures;
    return trails | captures;
}

/* ---- a function for each tactic */

INLINE Lanes wide_base_points(const WidePlay *play) { return cards_points(play->shared, play->captured); }

INLINE Lanes wide_base_clubs(const WidePlay *play)
{
    return ones(play->captured & CLUBS) * (uint64_t)play->shared->by_rules->club_share;
}

INLINE Lanes wide_base_sur(const WidePlay *play)
{
    const Rules *rules = play->shared->rules;
    Mask qualifies =
        play->numeral | (sur_by_rank(JACK, rules) ? play->jack : 0) | (sur_by_rank(KING, rules) ? play->face : 0);
    return keep(qualifies & play->clears, play->features->sur_gain);
}

INLINE Lanes wide_high_trail(const WidePlay *play)
{
    return keep((Mask)~play->features->capturing, small_entry(play->shared->high_trail, play->rank));
}

INLINE Lanes wide_seek_clubs(const WidePlay *play)
{
    Lanes clubs = ones((play->captured | play->card) & CLUBS);
    return clubs_gain(play->shared, play->features, play->captures, clubs);
}

INLINE Lanes wide_hold_clubs(const WidePlay *play)
{
    const WideFeatures *features = play->features;
    Mask kin = meets(up(all(0xf), play->index & 0x3c), features->unseen | (features->hand ^ play->card));
    return keep((play->numeral | kin) & play->club, -features->club);
}

INLINE Lanes wide_rich_capture(const WidePlay *play)
{
    return play->points + keep(play->club, all((uint64_t)play->shared->by_rules->club_share));
}

INLINE Lanes wide_many_cards(const WidePlay *play) { return ones(play->captured) * POINT; }

INLINE Lanes wide_jack_clear(const WidePlay *play) { return keep(play->clears, all(POINT)); }

INLINE Lanes wide_jack_save(const WidePlay *play)
{
    enum { PLENTY = 4 };
    Lanes count = keep((Mask)~meets(play->features->pool, all(FACES)), ones(play->captured));
    Lanes lack = keep(below(count, all(PLENTY)), PLENTY - count);
    return -(lack * (POINT / PLENTY));
}

/* The number of cards, of those in `counts`, by which the next player could make a Sur after the play. */
INLINE Lanes clearing_cards(const WidePlay *play, Lanes counts)
{
    const WideFeatures *features = play->features;
    Lanes left = play->left;
    Mask low = below(play->total, all(ELEVEN)) & (Mask)~meets(left, all(JACKS));
    Mask faces = meets(left, all(FACES)), single = (Mask)~some(left & (left - 1));
    Lanes fitting = keep(low, down(counts, (all(ELEVEN - 1) - play->total) << 2) & 0xf);
    Lanes clearing = keep((Mask)~faces, features->sur_jacks + fitting);
    if (sur_by_rank(KING, play->shared->rules))
        clearing = pick(faces & single, down(counts, index_of(left) & 0x3c) & 0xf, clearing);
    return keep((Mask)~play->clears, clearing);
}

/* What the next player's Sur is expected to come to after the play, where one comes to that much. */
INLINE Lanes sur_expected(const WidePlay *play, Lanes sur)
{
    const Lanes clearing = clearing_cards(play, play->features->counts);
    return times(sur, small_entry(play->shared->sur_chance, clearing)) >> CERTAIN_BITS;
}

/* The same if the next player holds nothing that was declined. */
INLINE Lanes sur_of_rest(const WidePlay *play, Lanes sur)
{
    const WideFeatures *features = play->features;
    const Lanes clearing = clearing_cards(play, features->rest_counts);
    return times(sur, CERTAIN - missed_among(&play->shared->next_miss, features->rest_count, clearing)) >> CERTAIN_BITS;
}

INLINE Lanes wide_leave_11(const WidePlay *play)
{
    return play->shared->costs ? -sur_expected(play, play->features->sur_loss) : all(0);
}

INLINE Lanes wide_raise_11(const WidePlay *play)
{
    const WideFeatures *features = play->features;
    Mask lifted = features->no_faces & play->numeral & (Mask)~below(play->total, all(ELEVEN));
    return keep(features->raises & (play->face | lifted), all(POINT));
}

INLINE Lanes wide_face_over_ace(const WidePlay *play)
{
    return keep(play->features->ace_trails & (Mask)~play->club, all(POINT));
}

INLINE Lanes stake_value(Lanes worth, Lanes kept, Mask mine, Lanes last)
{
    return times(worth, times(kept, 2 + keep(mine, all(1)) + last) - 2 * CERTAIN);
}

/* Adds what one card that is left comes to; `takers` capture it whatever else lies there. rest: the compiler knows whether
   both sums are wanted. */
INLINE void stake_add(WideKept *kept, const WidePlay *play, Lanes worth, Lanes takers, Lanes unseen, Lanes reach,
                      Mask mine, Lanes last, bool rest)
{
    const WideFeatures *features = play->features;
    const WideMisses *misses = &play->shared->others_miss;
    Lanes wanted = nibbles_total(reach & features->partners) + unseen;
    kept->all += stake_value(worth, missed(misses, wanted), mine, last);
    if (!rest) return;
    wanted = nibbles_total(reach & features->rest_partners) + ones(features->rest & takers);
    kept->rest += stake_value(worth, missed_among(misses, features->rest_count, wanted), mine, last);
}

/* Divided by 2 * CERTAIN, towards zero. */
INLINE Lanes kept_rounded(Lanes kept)
{
    kept += keep(below(kept, all(0)), all(2 * CERTAIN - 1));
    return (Lanes)_mm512_srai_epi64((__m512i)kept, CERTAIN_BITS + 1);
}

INLINE void kept_fill(WidePlay *play, bool rest)
{
    const WideFeatures *features = play->features;
    Lanes own = features->hand ^ play->card, rank4 = play->index & 0x3c;
    Lanes shift = pick(play->numeral, rank4 + 4, all(4 * ELEVEN));
    /* the card played, among own_takers */
    Lanes played = keep(play->numeral, up(all(1), (4 * (ELEVEN - 1)) - rank4 + (play->index & 3)));
    Lanes own_takers = features->own_takers & ~played;
    Lanes last = pick(play->captures, all(play->shared->last_deal), features->last);
    WideKept kept = {all(0), all(0)};
    for (int i = 0; i < features->stake_count; i++) {
        const WideStake *stake = &features->stakes[i];
        Lanes reach = stake->reach | up(stake->reach, shift);
        if (play->captures)
            reach = pick(play->captures, reach_within(features, stake->first_reach, play->left & ~stake->card), reach);
        Mask mine = meets(reach, own_takers) | meets(own, stake->takers);
        Lanes worth = keep((Mask)~meets(stake->card, play->captured), stake->worth);
        stake_add(&kept, play, worth, stake->takers, stake->unseen, reach, mine, last, rest);
    }
    Lanes kin = pick(play->face, rank4, all(4 * JACK)), takers = up(all(0xf), kin);
    Lanes reach = keep(play->numeral, up(features->reach, shift));
    Mask mine = meets(reach, own_takers) | meets(own, takers);
    Lanes worth = keep(play->trails, play->points + keep(play->club, features->club));
    stake_add(&kept, play, worth, takers, down(features->counts, kin) & 0xf, reach, mine, features->last, rest);
    play->kept.all = kept_rounded(kept.all);
    if (rest) play->kept.rest = kept_rounded(kept.rest);
}

INLINE Lanes wide_count_cards(const WidePlay *play) { return play->kept.all; }

INLINE Lanes wide_starve(const WidePlay *play)
{
    const Lanes takers = nibbles_total(play->features->counts & capturers(play->left));
    return ((missed(&play->shared->next_miss, takers) & UINT32_MAX) >> (CERTAIN_BITS - POINT_BITS)) - POINT;
}

INLINE Lanes wide_offer_declined(const WidePlay *play)
{
    const WideFeatures *features = play->features;
    if (!features->declined) return all(0);
    Lanes gained = play->kept.rest - play->kept.all;
    if (play->shared->costs) gained += sur_expected(play, features->sur_loss) - sur_of_rest(play, features->sur_loss);
    return keep(features->declined, gained);
}

INLINE Lanes wide_feed_cancel(const WidePlay *play)
{
    return play->shared->feeds ? sur_expected(play, play->features->sur_feed) : all(0);
}

INLINE Lanes wide_split_faces(const WidePlay *play)
{
    (void)play;
    return all(0);
}

/* ---- their weighted sum */

/* Adds a row to its part of the score. Most rows are in the first part: *first stays in a register. */
INLINE void row_add(Lanes sums[], Lanes *first, const WideShared *shared, const Lanes weights[], int row, Lanes value)
{
    Lanes worth = times(value, weights[row]);
    if (shared->part[row])
        sums[shared->part[row]] += worth;
    else
        *first += worth;
}

#define ADD_WIDE(name, kinds)                                                                                          \
    if (shared->weighed[TACTIC_##name])                                                                                \
        row_add(sums, &first, shared, weights, TACTIC_##name, keep(wide_kinds(&play, kinds), wide_##name(&play)));
#define ADD_PLAIN(name, kinds)
#define ADD_ROW(name, two, several, teams, kinds, sees, about, wide, help) ADD_##wide(name, kinds)

/* The score of eight plays in parts. */
INLINE void wide_score(Lanes sums[], int parts, const WideShared *shared, const Lanes weights[],
                       const WideFeatures *features, Lanes card, Lanes captured)
{
    WidePlay play;
    Lanes first = all(0);
    for (int part = 1; part < parts; part++)
        sums[part] = all(0);
    wide_play_init(&play, shared, features, card, captured);
    if (shared->weighed[TACTIC_offer_declined] && features->declined)
        kept_fill(&play, true);
    else if (shared->weighed[TACTIC_offer_declined] | shared->weighed[TACTIC_count_cards])
        kept_fill(&play, false);
    TACTIC_ROWS(ADD_ROW)
    sums[0] = first;
}
