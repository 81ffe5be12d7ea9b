/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches: how scores add up, who wins and when, whether records of rounds make a match, and the shuffle between
   rounds. */
#include "engine/match.h"

#include <string.h>

void match_start(Match *match, const int16_t *scores)
{
    *match = (Match){.winner = NOBODY};
    if (scores) memcpy(match->scores, scores, sizeof match->scores);
}

bool match_round_begins(const int16_t scores[], const Rules *rules, const char **why)
{
    int best, side = scores_leader(&best, scores, NULL, rules->sides);
    *why = "a side had already won before the round";
    return best < rules->target || side == NOBODY;
}

bool match_ends(const Rules *rules, const char **why)
{
    if (scoring_scoring(rules) || scoring_clubs(CLUBS_IN_PACK, rules)) return true;
    *why = sur_points(1, rules) ? "only Surs score, and none from sur_limit on: a match could last for ever"
                                : "nothing scores under these rules: a match would last for ever";
    return sur_points(1, rules) && sur_by_score(rules->target, rules);
}

void match_scores(int16_t out[static MAX_SIDES], const Match *match, const Rules *rules)
{
    for (int side = 0; side < rules->sides; side++)
        out[side] = match->scores[match_side(rules, match->rounds, side)];
}

int match_margin(const Match *match, const Rules *rules, int side)
{
    int best = -1;
    for (int other = 0; other < rules->sides; other++)
        if (other != side && match->scores[other] > best) best = match->scores[other];
    return match->scores[side] - best;
}

int match_claims_from(const int16_t scores[], const Rules *rules)
{
    int best;
    scores_leader(&best, scores, NULL, rules->sides);
    const int missing = rules->target - best - scoring_cards(PACK, rules) - scoring_clubs(CLUBS_IN_PACK, rules);
    const int sur = sur_points(1, rules);
    if (!rules->per_shodam || (missing > 0 && !sur)) return PLAYS + 1;
    return missing > 0 ? (missing + sur - 1) / sur : 0;
}

bool match_add(Match *match, const Rules *rules, const Table *table)
{
    int points[MAX_SIDES], best;
    int16_t scores[MAX_SIDES] = {0};
    count_points(points, table, rules);
    scores_leader(&best, match->scores, NULL, rules->sides);
    const bool tie_break = best >= rules->target;
    for (int side = 0; side < rules->sides; side++) {
        const int own = match_side(rules, match->rounds, side), score = match->scores[own] + points[side];
        if (score > MAX_SCORE) return false;
        scores[own] = (int16_t)score;
    }
    memcpy(match->scores, scores, sizeof scores);
    match->rounds++;
    match->tie_break = tie_break;
    const int side = scores_leader(&best, scores, NULL, rules->sides);
    if (best < rules->target || side == NOBODY) return true;
    match->winner = side;
    match->end = table_over(table) ? MATCH_COUNT : MATCH_SHODAM;
    return true;
}

/* ---- records */

/* Are `now` the same names as `before`, moved on by one seat? Names may hold blanks; so it is enough if moving some
   words from the front of one to its end gives the other. */
static bool names_moved(const char *before, const char *now, int seats)
{
    const size_t length = strlen(before);
    int words = 1;
    for (const char *at = before; *at; at++)
        words += *at == ' ';
    if (length != strlen(now)) return false;
    for (const char *at = strchr(before, ' '); at; at = strchr(at + 1, ' ')) {
        const size_t front = (size_t)(at - before), rest = length - front - 1;
        if (!memcmp(now, at + 1, rest) && now[rest] == ' ' && !memcmp(now + rest + 1, before, front)) return true;
        if (words == seats) return false; /* one name a seat: only the first moves */
    }
    return false;
}

bool match_continues(const MatchReader *reader, const Record *record)
{
    if (!reader->begun) return false;
    const Record *last = &reader->last;
    return last->has_match == record->has_match && last->match == record->match;
}

/* Is it the record that comes next? */
static bool record_next(const MatchReader *reader, const Record *record, Error *error)
{
    const Match *match = &reader->match;
    const Rules *rules = &record->rules;
    int16_t scores[MAX_SIDES];
    const char *why;
    if (match->winner != NOBODY) return error_set(error, "a round follows, but the match has ended");
    if (record->has_match != record->has_round)
        return error_set(error, "the record has %s, but no %s", record->has_match ? "a match" : "a round",
                         record->has_match ? "round" : "match");
    if (record->has_round && record->round != (uint64_t)match->rounds)
        return error_set(error, "round: %llu, expected %d", (unsigned long long)record->round, match->rounds);
    if (!match_round_begins(record->scores, rules, &why)) return error_set(error, "scores: %s", why);
    if (!match->rounds) return true;
    if (!rules_equal(rules, &reader->last.rules)) return error_set(error, "rules: not those of the previous round");
    match_scores(scores, match, rules);
    for (int side = 0; side < rules->sides; side++)
        if (scores[side] != record->scores[side])
            return error_set(error, "scores: side %d begins the round with %d, not %d", side, scores[side],
                             record->scores[side]);
    const char *before = reader->last.agents, *now = record->agents;
    if (*before && *now && !names_moved(before, now, rules->players))
        return error_set(error, "agents: they have not moved on by one seat");
    return true;
}

/* Plays the record, which stops where a side may stop the match, and nowhere else. */
static bool record_stops(const Record *record, Error *error)
{
    Round round;
    int side;
    round_start(&round, &record->rules, &record->pack, record->scores);
    for (int i = 0; i < record->play_count; i++) {
        if (table_shodam(&round.table, &record->rules, &side))
            return error_set(error, "side %d stops the match after %d plays, but the round goes on", side, i);
        round_play(&round, &record->rules, record->plays[i].captured | set_of(record->plays[i].card));
    }
    return table_over(&round.table) || table_shodam(&round.table, &record->rules, &side) ||
           error_set(error, "the round ends after %d plays, though nobody may stop the match", record->play_count);
}

bool match_feed(MatchReader *reader, const Record *record, Error *error)
{
    Round round;
    if (!reader->begun) match_start(&reader->match, record->scores);
    const bool right =
        (record_next(reader, record, error) && record_replay(&round, record, error) && record_stops(record, error)) ||
        error_under(error, "round %d", reader->match.rounds);
    if (right || !reader->begun) reader->last = *record;
    reader->begun = true;
    reader->wrong = !right;
    if (right && !match_add(&reader->match, &record->rules, &round.table))
        return reader->wrong = true, error_set(error, "a score of more than %d", MAX_SCORE);
    return right;
}

bool match_finish(const MatchReader *reader, Error *error)
{
    return reader->match.winner != NOBODY || error_set(error, "after %d rounds nobody has won", reader->match.rounds);
}

/* ---- the shuffle between rounds */

void cards_riffle(Card *cards, int count, Rng *rng)
{
    /* a bit for each place says which packet its card comes from; the number of zeros is where the pack is cut */
    uint64_t bits = rng_next(rng);
    bits |= (uint64_t)rng_next(rng) << 32;
    Card cut[CARDS];
    int top = 0, bottom = 0;
    memcpy(cut, cards, (size_t)count * sizeof *cut);
    for (int i = 0; i < count; i++)
        bottom += !(bits >> i & 1);
    for (int i = 0; i < count; i++)
        cards[i] = bits >> i & 1 ? cut[bottom++] : cut[top++];
}

/* Puts cards onto a pile, face down, in pack order. */
static int pile_add(Card *pile, int count, CardSet cards)
{
    for (; cards; cards = set_rest(cards))
        pile[count++] = set_first(cards);
    return count;
}

/* The card of a pair of kings or queens that goes onto an opponent's pile; none of any other capture. */
static CardSet pair_split(CardSet card, CardSet play)
{
    const CardSet captured = play ^ card;
    if (!(card & (KINGS | QUEENS))) return 0;
    return captured & CLUBS ? card : captured;
}

void pack_gather(Card order[static CARDS], const Rules *rules, const Pack *pack, const CardSet history[static PLAYS],
                 unsigned splits)
{
    Card piles[MAX_SIDES][CARDS]; /* the last card is on top */
    int counts[MAX_SIDES] = {0};
    Round round;
    Table *table = &round.table;
    CardSet left = 0;
    round_start(&round, rules, pack, NULL);
    while (!table_over(table)) {
        const int seat = table->turn, side = table_side(table, rules);
        const CardSet play = history[table->ply], card = play & round_hand(&round);
        const CardSet captured = play == card ? 0 : sweeps_at(table->ply, rules) ? table->pool : play ^ card;
        left = (table->pool | (captured ? 0 : card)) & ~captured;
        const CardSet given = captured && splits >> seat & 1 ? pair_split(card, play) : 0;
        if (captured)
            counts[side] = pile_add(piles[side], pile_add(piles[side], counts[side], captured & ~given), card & ~given);
        if (given) {
            const int next = rules_side(rules, (seat + 1) % rules->players); /* an opponent's, also between partners */
            counts[next] = pile_add(piles[next], counts[next], given);
        }
        round_play(&round, rules, play);
    }
    if (table->last != NOBODY) counts[table->last] = pile_add(piles[table->last], counts[table->last], left);
    /* the piles one on the other, the first at the bottom; what nobody has captured lies below them */
    int top = CARDS;
    if (table->last == NOBODY) top -= pile_add(order, 0, left), memmove(order + top, order, (size_t)(CARDS - top));
    for (int side = 0; side < rules->sides; side++)
        for (int i = 0; i < counts[side]; i++)
            order[--top] = piles[side][i];
}

void pack_deal_riffled(Pack *pack, const Card order[static CARDS], const Rules *rules, Rng *rng)
{
    Card cards[CARDS];
    memcpy(cards, order, sizeof cards);
    do {
        for (int i = 0; i < rules->shuffle; i++)
            cards_riffle(cards, CARDS, rng);
        memcpy(pack->cards, cards, sizeof cards);
    } while (!pack_put_right(pack, rules, rng));
}
