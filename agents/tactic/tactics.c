/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each tactic says about a play, and weighted sums of what they say. */
#include "agents/tactic/tactics.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "engine/worth.h"

/* The cards that the play takes from the pool. */
static inline CardSet taken(const Features *features, const PlayOption *option)
{
    return features->sweeps ? features->pool : option->captured;
}

/* What the card is worth as one more club. */
static inline int32_t club_of(const Features *features, CardSet card)
{
    return -((card & CLUBS) != 0) & features->club;
}

static inline int unseen_of(const Features *features, int rank) { return (int)(features->counts >> 4 * rank & 0xf); }

/* The number of unseen cards that empty the pool which the play leaves, and can make a Sur by that. */
static inline int clearing_cards(const Features *features, const PlayOption *option)
{
    const Rules *rules = features->rules;
    CardSet left = option->left;
    if (option->kind == TRAIL_NUMERAL) {
        int rank = option->total < ELEVEN ? ELEVEN - 1 - option->total : RANKS;
        return features->trail_jacks + (int)(features->trail_counts >> 4 * rank & 0xf);
    }
    if (option->kind == TRAIL_FACE)
        return sur_by_rank(option->rank, rules) && !features->pool ? unseen_of(features, option->rank) : 0;
    if (!left) return 0;
    if (left & FACES)
        return sur_by_rank(KING, rules) && !set_rest(left) ? unseen_of(features, card_rank(set_first(left))) : 0;
    return features->sur_jacks +
           (option->total < ELEVEN && !(left & JACKS) ? unseen_of(features, ELEVEN - 1 - option->total) : 0);
}

/* What the next player's Sur is expected to cost after the play; below 0: to gain. */
static inline int32_t sur_expected(const Features *features, const PlayOption *option)
{
    int32_t chance = CERTAIN - features_next_misses(features, clearing_cards(features, option));
    return (int32_t)((int64_t)features->sur_cost * chance / CERTAIN);
}

static inline int32_t value_base_points(const Features *features, const PlayOption *option)
{
    return worth_cards(taken(features, option), features->rules) * POINT;
}

static inline int32_t value_base_clubs(const Features *features, const PlayOption *option)
{
    return clubs_count(taken(features, option)) * features->by_rules->club_share;
}

static inline int32_t value_base_sur(const Features *features, const PlayOption *option)
{
    return option->left || !sur_by_rank(option->rank, features->rules) ? 0 : features->sur_gain;
}

static inline int32_t value_high_trail(const Features *features, const PlayOption *option)
{
    return -!features->capturing & (option->rank + 1) * POINT / 10;
}

static inline int32_t value_seek_clubs(const Features *features, const PlayOption *option)
{
    return features_clubs_worth(features, clubs_count(option->card | taken(features, option)));
}

static inline int32_t value_hold_clubs(const Features *features, const PlayOption *option)
{
    CardSet kin = RANK_SET(option->rank) & (features->unseen | (features->hand ^ option->card));
    return option->rank < JACK || kin ? -club_of(features, option->card) : 0;
}

static inline int32_t value_rich_capture(const Features *features, const PlayOption *option)
{
    return features->by_rules->points[set_first(option->card)] +
           (-((option->card & CLUBS) != 0) & features->by_rules->club_share);
}

static inline int32_t value_many_cards(const Features *features, const PlayOption *option)
{
    return set_count(taken(features, option)) * POINT;
}

static inline int32_t value_jack_clear(const Features *features, const PlayOption *option)
{
    (void)features;
    return option->left ? 0 : POINT;
}

static inline int32_t value_jack_save(const Features *features, const PlayOption *option)
{
    enum { PLENTY = 4 };
    int count = features->pool & FACES ? 0 : set_count(option->captured);
    return count < PLENTY ? -POINT * (PLENTY - count) / PLENTY : 0;
}

/* The number of unseen cards, jacks apart, that can capture from the pool that is left. */
static int takers_unseen(const Features *features, const PlayOption *option)
{
    const uint32_t reach = capture_reach(option->left);
    int takers = 0;
    for (int rank = ACE; rank < RANKS; rank++)
        if (rank != JACK && capture_possible(option->left, reach, rank))
            takers += (int)(features->counts >> 4 * rank & 0xf);
    return takers;
}

static inline int32_t value_starve(const Features *features, const PlayOption *option)
{
    return (features_next_misses(features, takers_unseen(features, option)) >> (CERTAIN_BITS - 12)) - POINT;
}

static inline int32_t value_leave_11(const Features *features, const PlayOption *option)
{
    return features->sur_cost > 0 ? -sur_expected(features, option) : 0;
}

static inline int32_t value_raise_11(const Features *features, const PlayOption *option)
{
    if (features->capturing || features->total >= ELEVEN || features->pool & FACES || features->sur_cost <= 0) return 0;
    return option->kind == TRAIL_FACE || (!(features->hand & FACES) && option->total >= ELEVEN) ? POINT : 0;
}

static inline int32_t value_face_over_ace(const Features *features, const PlayOption *option)
{
    bool ace_trails = (features->hand & ACES) && !(reach_from(0xf, features->pool) >> 4 * 10 & 1);
    return ace_trails && !(option->card & CLUBS) ? POINT : 0;
}

/* What a card that is left in the pool comes to: an opponent takes it; or else the own hand may take it, which counts half;
   and in the last deal it stays for whoever captured last, which counts half. `last` is that of Features, after the play;
   `reach` of the stake, after the play. In 1/(2 * POINT * CERTAIN). */
static inline int64_t stake_value(const Features *features, const Stake *stake, uint64_t reach, CardSet own,
                                  uint64_t own_takers, int last)
{
    int64_t kept = features_others_miss(features, nibbles_sum(reach & features->partners) + stake->unseen);
    int mine = ((reach & own_takers) | (own & stake->takers)) != 0;
    return stake->worth * (kept * (2 + mine + last) - 2 * CERTAIN);
}

static inline int32_t value_count_cards(const Features *features, const PlayOption *option)
{
    CardSet own = features->hand ^ option->card;
    int rank = option->rank, suit = card_suit(set_first(option->card));
    uint64_t own_takers = features->own_takers;
    int64_t sum = 0;
    if (rank < JACK) own_takers &= ~(UINT64_C(1) << (4 * (ELEVEN - 1 - rank) + suit));
    if (option->captured) {
        int last = features->last_deal;
        for (int i = 0; i < features->stakes_count; i++) {
            const Stake *stake = &features->stakes[i];
            if (stake->card & option->captured) continue;
            uint64_t reach = stake->reach ? reach_from(UINT64_C(0xf) << 4 * (card_rank(set_first(stake->card)) + 1),
                                                       option->left & ~stake->card)
                                          : 0;
            sum += stake_value(features, stake, reach, own, own_takers, last);
        }
        return (int32_t)(sum / (2 * CERTAIN));
    }
    /* A numeral that is trailed adds its value to all sums that are reached; a face card adds none below 11. */
    int shift = 4 * (rank < JACK ? rank + 1 : ELEVEN);
    for (int i = 0; i < features->stakes_count; i++) {
        const Stake *stake = &features->stakes[i];
        sum += stake_value(features, stake, stake->reach | stake->reach << shift, own, own_takers, features->last);
    }
    int kin = rank > JACK ? rank : JACK;
    Stake stake = {.worth = features->by_rules->points[set_first(option->card)] + club_of(features, option->card),
                   .takers = RANK_SET(kin),
                   .unseen = (int)(features->counts >> 4 * kin & 0xf)};
    sum += stake_value(features, &stake, rank < JACK ? features->reach << shift : 0, own, own_takers, features->last);
    return (int32_t)(sum / (2 * CERTAIN));
}

static inline int32_t value_feed_cancel(const Features *features, const PlayOption *option)
{
    return features->sur_cost < 0 ? -sur_expected(features, option) : 0;
}

/* By how much the play is better, as count_cards and leave_11 value it, if nobody holds what was declined. */
static inline int32_t value_offer_declined(const Features *features, const PlayOption *option)
{
    if (!features->declined) return 0;
    Features without = *features;
    features_without(&without, features->declined);
    return value_count_cards(&without, option) - value_count_cards(features, option) +
           value_leave_11(&without, option) - value_leave_11(features, option);
}

/* Nothing: it is about the cards once they are captured (tactic_agent_splits). */
static inline int32_t value_split_faces(const Features *features, const PlayOption *option)
{
    (void)features, (void)option;
    return 0;
}

#define TACTIC_ROW(name, two, several, teams, kinds, sees, about, wide, help)                                          \
    {#name, {two, several, teams}, kinds, sees, about, wide, value_##name},
const Tactic TACTICS[TACTIC_COUNT] = {TACTIC_ROWS(TACTIC_ROW)};
const Names TACTIC_NAMES = {"tactic", TACTICS, TACTIC_COUNT, sizeof *TACTICS, AGENTS_HINT, NULL};

char *tactic_advice(char out[static TACTIC_ADVICE], int tactic)
{
#define TACTIC_HELP(name, two, several, teams, kinds, sees, about, wide, help) help,
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

unsigned tactics_sees(const int32_t weights[static TACTIC_COUNT])
{
    unsigned sees = 0;
    for (int i = 0; i < TACTIC_COUNT; i++)
        sees |= weights[i] ? TACTICS[i].sees : 0;
    return sees;
}

/* Adds what the rows say of the play to the sums of their parts, part[row]; NULL: all to sums[0]. Compiled once for each
   kind of play, with the rows that speak on it. */
__attribute__((always_inline)) static inline void sums_kind(int64_t sums[], const Features *features, PlayOption play,
                                                            const int32_t weights[], const uint8_t *part, PlayKind kind)
{
    const PlayOption *option = &play;
    play.kind = kind;
#define ADD(name, two, several, teams, kinds, sees, about, wide, help)                                                 \
    if ((kinds) >> kind & 1 && ((!part && !(sees)) || weights[TACTIC_##name]))                                         \
        sums[part ? part[TACTIC_##name] : 0] += (int64_t)weights[TACTIC_##name] * value_##name(features, option);
    TACTIC_ROWS(ADD)
}

/* Calls `one` with the kind as a constant, so that such a function is compiled for it. */
#define SWITCH_KIND(kind, one)                                                                                         \
    switch (kind) {                                                                                                    \
    case TRAIL_NUMERAL: one(TRAIL_NUMERAL); break;                                                                     \
    case TRAIL_FACE: one(TRAIL_FACE); break;                                                                           \
    case TRAIL_JACK: one(TRAIL_JACK); break;                                                                           \
    case CAPTURE_CARD: one(CAPTURE_CARD); break;                                                                       \
    case CAPTURE_JACK: one(CAPTURE_JACK); break;                                                                       \
    case PLAY_KINDS: break;                                                                                            \
    }

void tactics_score(int64_t scores[], const Features *features, const CardSet moves[], int count,
                   const int32_t weights[static TACTIC_COUNT])
{
#define SCORE(kind) sums_kind(&sum, features, option, weights, NULL, kind)
    for (int i = 0; i < count; i++) {
        PlayOption option;
        int64_t sum = 0;
        play_option_init(&option, features, moves[i]);
        SWITCH_KIND(option.kind, SCORE)
        scores[i] = sum;
    }
}

void tactics_parts(int64_t sums[][TACTIC_COUNT], const Features *features, const CardSet moves[], int count,
                   const TacticParts *parts)
{
#define PARTS(kind) sums_kind(sums[i], features, option, parts->weights, parts->part, kind)
    for (int i = 0; i < count; i++) {
        PlayOption option;
        play_option_init(&option, features, moves[i]);
        memset(sums[i], 0, (size_t)parts->count * sizeof sums[i][0]);
        SWITCH_KIND(option.kind, PARTS)
    }
}
