/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties over random rounds under every preset and many random rule sets. */
#include "tests/engine/claims.h"

#include "engine/notation.h"
#include "engine/table.h"
#include "tests/test.h"

enum { RULE_SETS = 300 };

/* Runs the claim under every preset, then under random rules. */
static void everywhere(void (*claim)(const Rules *, Rng *))
{
    char text[RULES_TEXT];
    for (int i = 0; i < PRESET_RULES_COUNT + RULE_SETS; i++) {
        Rng rng = rng_for(1, (uint64_t)i, PURPOSE_TEST);
        if (i < PRESET_RULES_COUNT)
            strcpy(text, PRESET_RULES[i]);
        else
            random_rules(text, &rng);
        Rules rules = rules_of(text);
        claim(&rules, &rng);
    }
}

static void stays_valid(const Rules *rules, Rng *rng)
{
    Round round = random_round(rules, 0, rng);
    for (int ply = 0; ply <= PLAYS; ply++) {
        const char *why = "";
        about_round(rules, &round);
        if (!round_valid(&round, rules, &why)) fail_msg("after %d plays: %s", ply, why);
        assert_int_equal(round.table.ply, ply);
        if (ply == PLAYS) break;
        CardSet moves[MAX_MOVES];
        int count = moves_list(moves, round_hand(&round), round.table.pool, NULL);
        round_play(&round, rules, moves[rng_bounded(rng, (uint32_t)count)]);
    }
    assert_true(table_over(&round.table));
}

TEST(every_state_is_valid) { everywhere(stays_valid); }

/* Among all subsets of the pool, exactly the listed captures are legal. */
static void lists_what_is_legal(const Rules *rules, Rng *rng)
{
    Round round = random_round(rules, (int)rng_bounded(rng, PLAYS), rng);
    CardSet moves[MAX_MOVES], hand = round_hand(&round), pool = round.table.pool;
    if (set_count(pool) > 12) return;
    int count = moves_list(moves, hand, pool, NULL), legal = 0;
    const char *why;
    for (CardSet rest = hand; rest; rest = set_rest(rest))
        for (CardSet captured = pool;; captured = (captured - 1) & pool) {
            if (round_legal(&round, set_first(rest), captured, &why)) {
                CardSet play = captured | set_of(set_first(rest));
                int found = 0;
                about_play(play);
                for (int i = 0; i < count; i++)
                    found += moves[i] == play;
                assert_int_equal(found, 1);
                legal++;
            }
            if (!captured) break;
        }
    about_play(0);
    assert_int_equal(legal, count);
}

/* Of any set of cards at all, the listed plays and no others are legal. */
static void knows_listed_plays(const Rules *rules, Rng *rng)
{
    const Round round = random_round(rules, (int)rng_bounded(rng, PLAYS), rng);
    const char *why;
    CardSet moves[MAX_MOVES], hand = round_hand(&round), pool = round.table.pool;
    const int count = moves_list(moves, hand, pool, NULL);
    assert_false(play_legal(hand, pool, 0, &why));
    for (int i = 0; i < 200; i++) {
        /* a listed play with some cards more or less, or any cards of hand and pool */
        CardSet play = moves[rng_bounded(rng, (uint32_t)count)];
        for (uint32_t cards = rng_bounded(rng, 3); cards; cards--)
            play ^= set_of((Card)rng_bounded(rng, 64));
        if (i % 4 == 0) play = (hand | pool) & ((uint64_t)rng_next(rng) << 32 | rng_next(rng));
        bool listed = false;
        for (int k = 0; k < count; k++)
            listed |= moves[k] == play;
        about_play(play & PACK);
        assert_int_equal(play_legal(hand, pool, play, &why), listed);
        assert_int_equal(!why, listed);
    }
    about_play(0);
}

TEST(whatever_is_not_listed_is_not_legal) { everywhere(knows_listed_plays); }

TEST(every_legal_play_is_listed_once) { everywhere(lists_what_is_legal); }

/* The folded list is the set of representatives of the full list. */
static void folds_the_list(const Rules *rules, Rng *rng)
{
    Round round = random_round(rules, (int)rng_bounded(rng, PLAYS), rng);
    Fold fold = fold_for(rules);
    CardSet full[MAX_MOVES], folded[MAX_MOVES], hand = round_hand(&round), pool = round.table.pool;
    int full_count = moves_list(full, hand, pool, NULL), folded_count = moves_list(folded, hand, pool, &fold);
    bool met[MAX_MOVES] = {false};
    for (int i = 0; i < full_count; i++) {
        CardSet card = fold_set(full[i] & hand, hand, &fold), captured = fold_set(full[i] & pool, pool, &fold);
        int found = -1;
        about_play(full[i]);
        for (int j = 0; j < folded_count; j++)
            if (folded[j] == (card | captured)) found = j;
        assert_true(found >= 0);
        met[found] = true;
    }
    for (int j = 0; j < folded_count; j++) {
        about_play(folded[j]);
        assert_true(met[j]);
    }
}

TEST(folding_keeps_one_of_each_class) { everywhere(folds_the_list); }

/* With pagat's points, a round of two or three sides counts 20 and the Surs, unless clubs or cards stay with nobody. */
TEST(base_points_sum_to_twenty)
{
    for (int players = 2; players <= 3; players++) {
        Error error;
        Rules rules = rules_of("pagat");
        assert_true(rules_parse_seated(&rules, "pagat", players, &error));
        for (uint64_t board = 0; board < 500; board++) {
            Rng rng = rng_for(2, board, PURPOSE_TEST);
            Round round = random_round(&rules, PLAYS, &rng);
            SideCount counts[MAX_SIDES];
            count_sides(counts, &round.table, &rules);
            int base = 0, clubs = 0, sharing = 0, most = 0;
            for (int side = 0; side < players; side++) {
                base += counts[side].points - 5 * counts[side].surs;
                clubs += counts[side].clubs;
                most = counts[side].clubs > most ? counts[side].clubs : most;
            }
            for (int side = 0; side < players; side++)
                sharing += counts[side].clubs == most;
            assert_int_equal(clubs, 13);
            assert_int_equal(base, 20);
            assert_true(players == 2 || sharing < 3);
        }
    }
}

/* The public referee's match: its own scores come out, round after round. */
TEST(the_public_log_replays)
{
    FILE *file = fopen("tests/data/public_log.txt", "r");
    assert_non_null(file);
    RecordReader reader = {0};
    Record record;
    char line[RECORD_TEXT];
    Error error;
    int records = 0, scores[2] = {0, 0};
    for (bool more = true; more;) {
        more = fgets(line, sizeof line, file) != NULL;
        ReadStatus status = record_feed(&reader, &record, more ? line : NULL, &error);
        assert_int_not_equal(status, READ_ERROR);
        if (status == READ_MORE) continue;
        Round round;
        SideCount counts[MAX_SIDES];
        if (!record_replay(&round, &record, &error)) fail_msg("round %d: %s", records, error.text);
        assert_true(table_over(&round.table));
        count_sides(counts, &round.table, &record.rules);
        /* the seats change places each round, and the log gives the scores by seat */
        assert_int_equal(record.scores[0], scores[records & 1]);
        assert_int_equal(record.scores[1], scores[!(records & 1)]);
        scores[records & 1] += counts[0].points;
        scores[!(records & 1)] += counts[1].points;
        records++;
    }
    fclose(file);
    assert_int_equal(records, 6);
}
