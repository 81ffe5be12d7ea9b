/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agents/tactic/wide/tactic_wide.h"

#if defined __AVX512VPOPCNTDQ__ && !defined PASUR_PLAIN

#include "agents/tactic/wide/wide_features.h"

/* The rows that play_score has. Another one that has a weight is left to the plain code. feed_cancel says nothing where
   Surs only add up. */
#define KNOWN(name) (1u << TACTIC_##name)
static const uint32_t KNOWN_ROWS = KNOWN(base_points) | KNOWN(base_clubs) | KNOWN(base_sur) | KNOWN(high_trail) |
                                   KNOWN(seek_clubs) | KNOWN(hold_clubs) | KNOWN(rich_capture) | KNOWN(many_cards) |
                                   KNOWN(jack_clear) | KNOWN(jack_save) | KNOWN(leave_11) | KNOWN(raise_11) |
                                   KNOWN(face_over_ace) | KNOWN(count_cards) | KNOWN(feed_cancel);

/* ---- rows */

/* Chance, in 1/CERTAIN, that no opponent holds one of the wanted cards; see others_miss. */
INLINE Lanes missed(const Shared *shared, Lanes wanted)
{
    Lanes misses = (Lanes)_mm512_permutex2var_epi32(shared->misses[0], (__m512i)wanted, shared->misses[1]);
    unsigned many = below(all(2 * WORDS - 1), wanted); /* hardly ever */
    for (; __builtin_expect(many, 0); many &= many - 1) {
        int lane = __builtin_ctz(many);
        misses[lane] = (uint64_t)(shared->others_row[shared->unseen_count - (int)wanted[lane]] * shared->others_scale);
    }
    return misses;
}

INLINE Lanes stake_worth(const Shared *shared, const WideFeatures *features, Lanes worth, Lanes unseen, Lanes reach,
                         Mask mine, Lanes last)
{
    Lanes kept = missed(shared, nibbles_total(reach & features->partners) + unseen);
    return times(worth, times(kept, 2 + keep(mine, all(1)) + last) - 2 * CERTAIN);
}

/* Adds the row on the plays of the mask. */
#define ROW(name, mask, value)                                                                                         \
    if (shared->weights[TACTIC_##name]) {                                                                              \
        Lanes worth_ = keep(mask, times(value, all((uint64_t)shared->weights[TACTIC_##name])));                        \
        if (shared->part[TACTIC_##name])                                                                               \
            sums[shared->part[TACTIC_##name]] += worth_;                                                               \
        else                                                                                                           \
            sum += worth_;                                                                                             \
    }

/* A play's score in parts. */
INLINE void play_score(Lanes sums[], int parts, const Shared *shared, const WideFeatures *features, Lanes card,
                       Lanes captured)
{
    Lanes sum = all(0); /* most rows are in the first part: it stays in a register */
    for (int part = 1; part < parts; part++)
        sums[part] = all(0);
    const Rules *rules = shared->rules;
    Lanes pool = features->pool, index = index_of(card), rank = index >> 2, rank4 = index & 0x3c;
    Lanes club = card & CLUBS;
    Mask captures = some(captured), trails = (Mask)~captures;
    Mask numeral = below(rank, all(JACK)), jack = equal(rank, all(JACK)), face = (Mask) ~(numeral | jack);
    Lanes left = pick(captures, pool ^ captured, pool | card);
    Lanes points = card_points(shared, card);
    Mask left_some = some(left);
    Lanes total = pick(captures, keep((Mask)~jack, features->total) - keep(numeral, 10 - rank),
                       features->total + keep(numeral, rank + 1));
    if (captures) {
        Lanes clubs = ones(captured & CLUBS);
        ROW(base_points, captures, cards_points(shared, captured))
        ROW(base_clubs, captures, clubs * (uint64_t)shared->by_rules->club_share)
        Mask qualifies = numeral | (sur_by_rank(JACK, rules) ? jack : 0) | (sur_by_rank(KING, rules) ? face : 0);
        ROW(base_sur, captures & qualifies & (Mask)~left_some, all((uint64_t)shared->sur_gain))
        ROW(seek_clubs, captures, clubs_gain(shared, features, captures, clubs + keep(some(club), all(1))))
        ROW(rich_capture, captures, points + keep(some(club), all((uint64_t)shared->by_rules->club_share)))
        ROW(many_cards, captures, ones(captured) * POINT)
        ROW(jack_clear, captures & jack & (Mask)~left_some, all(POINT))
    }
    ROW(high_trail, trails & numeral & (Mask)~features->capturing, word_of(shared->high_trail, rank))
    if (shared->weights[TACTIC_hold_clubs]) {
        Mask kin = meets(up(all(0xf), rank4), features->unseen | (features->hand ^ card));
        ROW(hold_clubs, trails & (numeral | kin) & some(club), -features->club)
    }
    if (jack && shared->weights[TACTIC_jack_save]) {
        enum { PLENTY = 4 };
        Lanes count = keep((Mask)~meets(pool, all(FACES)), ones(captured));
        Lanes lack = keep(below(count, all(PLENTY)), PLENTY - count);
        ROW(jack_save, jack, -(lack * (POINT / PLENTY)))
    }
    if (shared->sur_cost) {
        Mask low = below(total, all(ELEVEN)) & (Mask)~meets(left, all(JACKS));
        Mask faces = meets(left, all(FACES)), single = (Mask)~some(left & (left - 1));
        Lanes clearing =
            keep((Mask)~faces,
                 features->sur_jacks + keep(low, down(features->counts, (all(ELEVEN - 1) - total) << 2) & 0xf));
        if (sur_by_rank(KING, rules))
            clearing = pick(faces & single, down(features->counts, index_of(left) & 0x3c) & 0xf, clearing);
        clearing = keep(left_some, clearing);
        ROW(leave_11, 0xff, word_of(shared->sur_loss, clearing))
        Mask lifted = features->no_faces & numeral & (Mask)~below(total, all(ELEVEN));
        ROW(raise_11, trails & features->raises & (face | lifted), all(POINT))
    }
    ROW(face_over_ace, trails & face & features->ace_trails & (Mask)~some(club), all(POINT))
    if (shared->weights[TACTIC_count_cards]) {
        Lanes own = features->hand ^ card, stakes = all(0);
        Lanes shift = pick(numeral, rank4 + 4, all(4 * ELEVEN));
        /* the card played, among own_takers */
        Lanes played = keep(numeral, up(all(1), (4 * (ELEVEN - 1)) - rank4 + (index & 3)));
        Lanes own_takers = features->own_takers & ~played;
        Lanes last = pick(captures, all(shared->last_deal), features->last);
        for (int i = 0; i < features->stake_count; i++) {
            const WideStake *stake = &features->stakes[i];
            Lanes reach = stake->reach | up(stake->reach, shift);
            if (captures)
                reach = pick(captures, reach_within(features, stake->first_reach, left & ~stake->card), reach);
            Mask mine = meets(reach, own_takers) | meets(own, stake->takers);
            Lanes worth = keep((Mask)~meets(stake->card, captured), stake->worth);
            stakes += stake_worth(shared, features, worth, stake->unseen, reach, mine, last);
        }
        Lanes kin = pick(face, rank4, all(4 * JACK));
        Lanes reach = keep(numeral, up(features->reach, shift));
        Mask mine = meets(reach, own_takers) | meets(own, up(all(0xf), kin));
        Lanes worth = keep(trails, points + keep(some(club), features->club));
        stakes += stake_worth(shared, features, worth, down(features->counts, kin) & 0xf, reach, mine, features->last);
        /* divided by 2 * CERTAIN, towards zero */
        stakes += keep(below(stakes, all(0)), all(2 * CERTAIN - 1));
        stakes = (Lanes)_mm512_srai_epi64((__m512i)stakes, CERTAIN_BITS + 1);
        ROW(count_cards, 0xff, stakes)
    }
    sums[0] = sum;
}

/* ---- choosing */

INLINE Lanes version_pick(const int32_t factors[], int parts, Lanes (*sums)[TACTIC_COUNT], const WidePlays *plays,
                          Lanes draws)
{
    Lanes scores[SLOTS], best = all((uint64_t)INT64_MIN), tied = all(0), seen = all(0), chosen = all(0);
    for (int slot = 0; slot < plays->slots; slot++) {
        Lanes score = all(0);
        for (int part = 0; part < parts; part++)
            score += sums[slot][part] * (uint64_t)(int64_t)factors[part];
        scores[slot] = pick(below(all((uint64_t)slot), plays->counts), score, all((uint64_t)INT64_MIN));
        best = larger(best, scores[slot]);
    }
    for (int slot = 0; slot < plays->slots; slot++)
        tied += keep(equal(scores[slot], best), all(1));
    Lanes wanted = (Lanes)_mm512_mul_epu32((__m512i)draws, (__m512i)tied) >> 32;
    for (int slot = 0; slot < plays->slots; slot++) {
        Mask tie = equal(scores[slot], best);
        chosen = pick(tie & equal(seen, wanted), plays->cards[slot] | plays->captured[slot], chosen);
        seen += keep(tie, all(1));
    }
    return chosen;
}

static void shared_init(Shared *shared, const FeatureRules *by_rules, const Rules *rules,
                        const TacticVersions *versions, const TacticDecision *decision)
{
    const Table *table = decision->table;
    int held = by_rules->next[table->ply], others = by_rules->others[table->ply];
    const View view = {.rules = rules, .table = table, .hand = decision->hand, .seat = table->turn};
    int unseen = set_count(view_unseen(&view));
    shared->by_rules = by_rules;
    shared->rules = rules;
    shared->part = versions->parts.part;
    shared->last_deal = table_last_deal(table, rules);
    features_surs_plain(&shared->sur_gain, &shared->sur_cost, by_rules, rules, table, table->turn);
    for (int row = 0; row < TACTIC_COUNT; row++)
        shared->weights[row] = versions->parts.weights[row];
    for (int i = 0; i < PRICES; i++)
        shared->prices[i] = (uint64_t)price_of(by_rules, i);
    int32_t misses[2 * WORDS] = {0}, loss[WORDS] = {0}, trail[WORDS] = {0};
    shared->unseen_count = unseen;
    shared->others_row = by_rules->odds.choose[others];
    shared->others_scale = CERTAIN * by_rules->odds.inverse[others][unseen];
    for (int wanted = 0; wanted < 2 * WORDS && wanted <= unseen; wanted++)
        misses[wanted] = (int32_t)(shared->others_row[unseen - wanted] * shared->others_scale);
    double scale = CERTAIN * by_rules->odds.inverse[held][unseen];
    for (int wanted = 0; wanted <= 2 * SUITS && wanted <= unseen; wanted++) {
        int32_t chance = CERTAIN - (int32_t)(by_rules->odds.choose[held][unseen - wanted] * scale);
        loss[wanted] = -(int32_t)((int64_t)shared->sur_cost * chance / CERTAIN);
    }
    for (int rank = 0; rank < JACK; rank++)
        trail[rank] = (rank + 1) * POINT / 10;
    for (int i = 0; i < 2; i++)
        shared->misses[i] = words(misses + WORDS * i);
    shared->sur_loss = words(loss);
    shared->high_trail = words(trail);
}

/* Decisions, side by side. */
typedef struct {
    uint8_t order[WIDE]; /* [place]: the decision */
    uint64_t hand[WIDE], pool[WIDE], mine[WIDE], theirs[WIDE];
    uint64_t last[WIDE], draw[WIDE], wanted[WIDE];
} WideDecisions;

/* Pools with as many numerals come together: they have about as many plays and stakes. The last decision fills up the
   lanes that are left. */
static void decisions_sort(uint8_t order[static WIDE], const TacticDecision decisions[], int count)
{
    enum { SIZES = 8 };
    int places[SIZES + 1] = {0};
    uint8_t sizes[WIDE];
    for (int i = 0; i < count; i++) {
        int size = set_count(decisions[i].table->pool & NUMERALS);
        sizes[i] = (uint8_t)(size < SIZES ? size : SIZES - 1);
        places[sizes[i] + 1]++;
    }
    for (int size = 0; size < SIZES; size++)
        places[size + 1] += places[size];
    for (int i = 0; i < count; i++)
        order[places[sizes[i]]++] = (uint8_t)i;
    for (int i = count; i % LANES; i++)
        order[i] = order[count - 1];
}

static void decisions_fill(WideDecisions *wide, const TacticDecision decisions[], int count, bool last_deal)
{
    int side = decisions[0].table->turn;
    decisions_sort(wide->order, decisions, count);
    for (int i = 0; i < count || i % LANES; i++) {
        const TacticDecision *decision = &decisions[wide->order[i]];
        const Table *table = decision->table;
        wide->hand[i] = decision->hand;
        wide->pool[i] = table->pool;
        wide->mine[i] = table->piles[side];
        wide->theirs[i] = table->piles[!side];
        wide->last[i] = (uint64_t)(!last_deal || table->last == NOBODY ? 0 : table->last == side ? 1 : -1);
        wide->draw[i] = decision->draw;
        wide->wanted[i] = decision->wanted;
    }
}

/* Decides for the lanes from that place on: chosen[version] of all versions that one of them wants. Returns the lanes
   that have too much of something. */
static Mask lanes_choose(Lanes chosen[], const Shared *shared, const TacticVersions *versions,
                         const WideDecisions *decisions, int place, int size)
{
    uint64_t wanted = (uint64_t)_mm512_reduce_or_epi64((__m512i)load(decisions->wanted + place));
    WideFeatures features;
    WidePlays plays;
    Lanes sums[SLOTS][TACTIC_COUNT], draws = load(decisions->draw + place);
    int parts = versions->parts.count;
    features.hand = load(decisions->hand + place);
    features.pool = load(decisions->pool + place);
    numerals_fill(&features);
    plays_fill(&plays, &features, size);
    if (plays.slots == 1) {
        for (; wanted; wanted &= wanted - 1)
            chosen[__builtin_ctzll(wanted)] = plays.cards[0] | plays.captured[0];
        return 0;
    }
    features.last = load(decisions->last + place);
    features_fill(&features, shared, load(decisions->mine + place), load(decisions->theirs + place));
    if (shared->weights[TACTIC_count_cards]) stakes_fill(&features, shared);
    features.capturing = 0;
    for (int slot = 0; slot < plays.slots; slot++)
        features.capturing |= some(plays.captured[slot]);
    features.raises =
        (Mask) ~(features.capturing | meets(features.pool, all(FACES))) & below(features.total, all(ELEVEN));
    for (int slot = 0; slot < plays.slots; slot++)
        play_score(sums[slot], parts, shared, &features, plays.cards[slot], plays.captured[slot]);
    for (; wanted; wanted &= wanted - 1) {
        int version = __builtin_ctzll(wanted);
        chosen[version] = version_pick(versions->factors[version], parts, sums, &plays, draws);
    }
    plays.over |= below(all(MOST_NUMERALS), ones(features.pool & NUMERALS));
    if (shared->weights[TACTIC_count_cards])
        plays.over |= below(all(MOST_STAKES), ones(features.pool & shared->by_rules->scoring));
    return plays.over;
}

int tactic_wide(CardSet out[], int open[], const FeatureRules *by_rules, const Rules *rules,
                const TacticVersions *versions, const TacticDecision decisions[], int count)
{
    Shared shared;
    WideDecisions wide;
    int opened = 0, size = set_count(decisions[0].hand);
    shared_init(&shared, by_rules, rules, versions, &decisions[0]);
    decisions_fill(&wide, decisions, count, shared.last_deal);
    for (int place = 0; place < count; place += LANES) {
        Lanes chosen[MAX_TACTIC_VERSIONS];
        int lanes = count - place < LANES ? count - place : LANES;
        Mask over = lanes_choose(chosen, &shared, versions, &wide, place, size);
        for (int lane = 0; lane < lanes; lane++) {
            int decision = wide.order[place + lane];
            CardSet *own = out + decision * versions->count;
            for (uint64_t rest = wide.wanted[place + lane]; rest; rest &= rest - 1)
                own[__builtin_ctzll(rest)] = chosen[__builtin_ctzll(rest)][lane];
            open[opened] = decision;
            opened += over >> lane & 1;
        }
    }
    return opened;
}

bool tactic_wide_plays(const FeatureRules *by_rules, const Rules *rules, const TacticVersions *versions)
{
    for (int row = 0; row < TACTIC_COUNT; row++)
        if (versions->parts.weights[row] && !(KNOWN_ROWS >> row & 1)) return false;
    return rules->players == 2 && by_rules->sur_plain && !worth_clubs_vary(rules) && prices_tell(by_rules) &&
           rules->last_sweep != SWEEP_MATCH && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vpopcntdq");
}

#else

bool tactic_wide_plays(const FeatureRules *by_rules, const Rules *rules, const TacticVersions *versions)
{
    (void)by_rules, (void)rules, (void)versions;
    return false;
}

int tactic_wide(CardSet out[], int open[], const FeatureRules *by_rules, const Rules *rules,
                const TacticVersions *versions, const TacticDecision decisions[], int count)
{
    (void)out, (void)open, (void)by_rules, (void)rules, (void)versions, (void)decisions;
    return count;
}

#endif
