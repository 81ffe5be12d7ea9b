/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The features of decisions and plays: their numbers, and what they do not depend on. */
#include "tests/agents/net/past.h"
#include "tests/test.h"

#include <stdlib.h>

typedef struct {
    int first, size, most;
    const char *name;
} Group;

#define GROUP(name, size, most) {NET_##name, size, most, #name},
static const Group VIEW[] = {NET_VIEW_GROUPS(GROUP)}, PLAY[] = {NET_PLAY_GROUPS(GROUP)};

static void about_features(const uint16_t features[], int count, const Group groups[], size_t group_count)
{
    const Group *last = &groups[group_count - 1];
    for (size_t i = 0; i < group_count; i++) {
        int found = 0;
        for (int j = 0; j < count; j++)
            found += features[j] >= groups[i].first && features[j] < groups[i].first + groups[i].size;
        if (found > groups[i].most) fail_msg("%s: %d features", groups[i].name, found);
    }
    for (int i = 0; i < count; i++) {
        assert_true(features[i] < last->first + last->size);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(features[i], features[j]);
    }
}

TEST(each_group_keeps_its_bounds)
{
    for (int i = 0; i < 4000; i++) {
        Rng rng = rng_for(5, (uint64_t)i, PURPOSE_TEST);
        Past past;
        past_any(&past, i, &rng);
        uint16_t features[NET_VIEW_MOST], of_play[NET_PLAY_MOST];
        CardSet moves[MAX_MOVES];
        View view = past_view(&past);
        NetPosition position;
        net_position_init(&position, &view);
        about_features(features, net_view_features(features, &position), VIEW, sizeof VIEW / sizeof *VIEW);
        int count = moves_list(moves, view.hand, view.table->pool, NULL);
        for (int j = 0; j < count && j < 20; j++)
            about_features(of_play, net_play_features(of_play, &position, moves[j]), PLAY, sizeof PLAY / sizeof *PLAY);
    }
}

/* The features of a position that was found by a way that is known. */
static void about_line(NetLine *line, const View *view, CardSet play)
{
    uint16_t features[2][NET_VIEW_MOST] = {{0}}, of_play[2][NET_PLAY_MOST] = {{0}};
    NetPosition position[2];
    net_position_init(&position[0], view);
    net_position_along(&position[1], line, view);
    for (int i = 0; i < 2; i++) {
        net_view_features(features[i], &position[i]);
        net_play_features(of_play[i], &position[i], play);
    }
    assert_memory_equal(features[0], features[1], sizeof features[0]);
    assert_memory_equal(of_play[0], of_play[1], sizeof of_play[0]);
}

/* Rounds that go on from one another as playouts do, and others in between. */
TEST(a_known_way_changes_nothing)
{
    const char *const rules[] = {"pagat", "pagat,clubs=percard", "pagat,players=3", "pagat,players=4",
                                 "pagat,players=4,teams=0"};
    NetLine line;
    for (int i = 0; i < 100; i++) {
        Rng rng = rng_for(9, (uint64_t)i, PURPOSE_TEST);
        Past root;
        if (i % 20 == 0) net_line_clear(&line);
        past_make(&root, rules[i / 20], (int)rng_bounded(&rng, PLAYS), &rng);
        for (int tries = 0; tries < 4; tries++) {
            Past past = root;
            while (!table_over(&past.round.table)) {
                CardSet moves[MAX_MOVES];
                const View view = past_view(&past);
                const int count = moves_list(moves, view.hand, view.table->pool, NULL);
                const CardSet play = moves[rng_bounded(&rng, (uint32_t)count)];
                about_line(&line, &view, play);
                past.history[past.round.table.ply] = play;
                round_play(&past.round, &past.rules, play);
            }
        }
    }
}

/* ---- suits */

static int ascending(const void *a, const void *b) { return (int)*(const uint16_t *)a - (int)*(const uint16_t *)b; }

/* The set with its suits exchanged, in each rank in another way: suits[rank] has the new places. */
static CardSet exchanged(CardSet set, const uint8_t suits[RANKS][SUITS])
{
    CardSet out = 0;
    for (; set; set = set_rest(set)) {
        Card card = set_first(set);
        out |= CARD_SET(card_rank(card), suits[card_rank(card)][card_suit(card)]);
    }
    return out;
}

/* Clubs stay clubs, the ten of diamonds stays what it is. */
static void suits_draw(uint8_t suits[RANKS][SUITS], Rng *rng)
{
    for (int rank = 0; rank < RANKS; rank++) {
        const int fixed = rank == TEN ? 2 : 1;
        for (uint8_t suit = 0; suit < SUITS; suit++)
            suits[rank][suit] = suit;
        for (int suit = SUITS - 1; suit > fixed; suit--) {
            int other = fixed + (int)rng_bounded(rng, (uint32_t)(suit - fixed + 1));
            uint8_t kept = suits[rank][suit];
            suits[rank][suit] = suits[rank][other];
            suits[rank][other] = kept;
        }
    }
}

static Past past_exchanged(const Past *past, const uint8_t suits[RANKS][SUITS])
{
    Past out = *past;
    out.first_pool = exchanged(past->first_pool, suits);
    out.round.table.pool = exchanged(past->round.table.pool, suits);
    for (int side = 0; side < MAX_SIDES; side++)
        out.round.table.piles[side] = exchanged(past->round.table.piles[side], suits);
    for (int seat = 0; seat < MAX_SEATS; seat++)
        out.round.hands[seat] = exchanged(past->round.hands[seat], suits);
    for (int ply = 0; ply < past->round.table.ply; ply++)
        out.history[ply] = exchanged(past->history[ply], suits);
    return out;
}

TEST(suits_that_score_alike_are_alike)
{
    for (int i = 0; i < 2000; i++) {
        Rng rng = rng_for(6, (uint64_t)i, PURPOSE_TEST);
        uint16_t features[2][NET_VIEW_MOST], of_play[2][NET_PLAY_MOST];
        CardSet moves[MAX_MOVES];
        NetPosition position[2];
        Past past[2];
        uint8_t suits[RANKS][SUITS];
        int count[2];
        past_any(&past[0], i, &rng);
        suits_draw(suits, &rng);
        past[1] = past_exchanged(&past[0], (const uint8_t(*)[SUITS])suits);
        View view[2] = {past_view(&past[0]), past_view(&past[1])};
        for (int k = 0; k < 2; k++) {
            net_position_init(&position[k], &view[k]);
            count[k] = net_view_features(features[k], &position[k]);
            qsort(features[k], (size_t)count[k], sizeof **features, ascending);
        }
        assert_int_equal(count[0], count[1]);
        assert_memory_equal(features[0], features[1], (size_t)count[0] * sizeof **features);
        int plays = moves_list(moves, view[0].hand, view[0].table->pool, NULL);
        for (int j = 0; j < plays && j < 20; j++) {
            CardSet play[2] = {moves[j], exchanged(moves[j], (const uint8_t(*)[SUITS])suits)};
            for (int k = 0; k < 2; k++) {
                count[k] = net_play_features(of_play[k], &position[k], play[k]);
                qsort(of_play[k], (size_t)count[k], sizeof **of_play, ascending);
            }
            assert_int_equal(count[0], count[1]);
            assert_memory_equal(of_play[0], of_play[1], (size_t)count[0] * sizeof **of_play);
        }
    }
}

TEST(folds_by_rank)
{
    assert_int_equal(net_fold(cards_of("7s")), cards_of("7d"));
    assert_int_equal(net_fold(cards_of("7c7h")), cards_of("7c7d"));
    assert_int_equal(net_fold(cards_of("AhAsKdKhKs")), cards_of("AdAhKdKhKs"));
    assert_int_equal(net_fold(cards_of("Td")), cards_of("Td"));
    assert_int_equal(net_fold(cards_of("Ts")), cards_of("Th"));
    assert_int_equal(net_fold(cards_of("TcTdTs")), cards_of("TcTdTh"));
    assert_int_equal(net_fold(PACK), PACK);
    for (int i = 0; i < 1000; i++) {
        Rng rng = rng_for(8, (uint64_t)i, PURPOSE_TEST);
        CardSet set = ((uint64_t)rng_next(&rng) << 32 | rng_next(&rng)) & PACK;
        for (int rank = 0; rank < RANKS; rank++)
            assert_int_equal(set_count(net_fold(set) & RANK_SET(rank)), set_count(set & RANK_SET(rank)));
        assert_int_equal(net_fold(net_fold(set)), net_fold(set));
    }
}

/* ---- what is there in a position made by hand */

typedef struct {
    uint16_t numbers[NET_VIEW_MOST > NET_PLAY_MOST ? NET_VIEW_MOST : NET_PLAY_MOST];
    int count;
} Found;

static bool has(const Found *found, int number)
{
    for (int i = 0; i < found->count; i++)
        if (found->numbers[i] == number) return true;
    return false;
}

/* How many of a group are there. */
static int has_of(const Found *found, int first, int size)
{
    int count = 0;
    for (int i = 0; i < found->count; i++)
        count += found->numbers[i] >= first && found->numbers[i] < first + size;
    return count;
}

/* Two players, pagat: seat 0 trailed 2c on a pool of 5h Kd and captured it later; seat 1 is to move. */
TEST(the_next_one_is_known_by_its_plays)
{
    Rules rules = rules_of("pagat");
    const CardSet history[] = {cards_of("2c"), cards_of("Qs"), cards_of("4h2c5h")};
    Table table = {.pool = cards_of("KdQs"), .piles = {cards_of("4h2c5h")}, .ply = 3, .turn = 1, .last = 0};
    View view = {.rules = &rules,
                 .table = &table,
                 .hand = cards_of("Ts8sJd"),
                 .seat = 1,
                 .first_pool = cards_of("5hKd"),
                 .history = history};
    NetPosition position;
    Found found;
    net_position_init(&position, &view);
    found.count = net_view_features(found.numbers, &position);
    assert_true(has(&found, NET_VIEW_TRAILED + set_first(cards_of("2c"))));
    assert_int_equal(has_of(&found, NET_VIEW_TRAILED, NET_OTHERS * CARDS), 1);
    assert_true(has(&found, NET_VIEW_CAPTURED + set_first(cards_of("4d"))));
    assert_int_equal(has_of(&found, NET_VIEW_CAPTURED, NET_OTHERS * CARDS), 1);
    /* when it trailed, a six could have captured the five, a king the king, a jack the five */
    assert_int_equal(has_of(&found, NET_VIEW_DECLINED, NET_OTHERS * RANKS), 3);
    assert_true(has(&found, NET_VIEW_DECLINED + 5) && has(&found, NET_VIEW_DECLINED + KING) &&
                has(&found, NET_VIEW_DECLINED + JACK));
    assert_int_equal(has_of(&found, NET_VIEW_NO_SUR, NET_OTHERS * RANKS), 0);
    assert_true(has(&found, NET_VIEW_CLUBS + 0 * NET_RIVALS + 1) && has(&found, NET_VIEW_NEXT_CLUBS + 1));
    assert_true(has(&found, NET_VIEW_SURS) && has(&found, NET_VIEW_PLY + 3) && has(&found, NET_VIEW_DEALS_LEFT + 5));
    assert_true(has(&found, NET_VIEW_HAND_SIZE + 2) && has(&found, NET_VIEW_LAST + 2) &&
                has(&found, NET_VIEW_SIZE + 2));
    assert_true(has(&found, NET_VIEW_TOTAL + 0));
    assert_int_equal(has_of(&found, NET_VIEW_UNSEEN, CARDS), set_count(view_unseen(&view)));
    /* the next hand did not take the five, nor the king: a play that leaves them is known for it */
    found.count = net_play_features(found.numbers, &position, cards_of("8s"));
    assert_int_equal(has_of(&found, NET_PLAY_DECLINED, RANKS * NET_REPLIES), 3);
    assert_true(has(&found, NET_PLAY_DECLINED + 5 * NET_REPLIES + NET_REPLY_NONE) &&
                has(&found, NET_PLAY_DECLINED + KING * NET_REPLIES + NET_REPLY_PLAIN) &&
                has(&found, NET_PLAY_DECLINED + JACK * NET_REPLIES + NET_REPLY_PLAIN));
    /* without the history the rest stays */
    Found without;
    found.count = net_view_features(found.numbers, &position);
    view.history = NULL;
    net_position_init(&position, &view);
    without.count = net_view_features(without.numbers, &position);
    assert_int_equal(without.count, found.count - 6);
    assert_int_equal(has_of(&without, NET_VIEW_TRAILED, NET_VIEW_CLUBS - NET_VIEW_TRAILED), 0);
}

/* The features of seat 1 with that hand after these plays of a first deal. */
static Found found_after(const char *first_pool, const CardSet history[], int plays, const char *hand, const char *play)
{
    const Rules rules = rules_of("pagat");
    const View none = {.first_pool = cards_of(first_pool)};
    Table table = {.pool = none.first_pool, .last = NOBODY};
    for (int i = 0; i < plays; i++)
        table_play(&table, &rules, history[i]);
    const View view = {.rules = &rules,
                       .table = &table,
                       .hand = cards_of(hand),
                       .seat = 1,
                       .first_pool = none.first_pool,
                       .history = history};
    NetPosition position;
    Found found;
    net_position_init(&position, &view);
    found.count = play ? net_play_features(found.numbers, &position, cards_of(play))
                       : net_view_features(found.numbers, &position);
    return found;
}

TEST(what_plays_let_lie_is_known)
{
    const CardSet passed[] = {cards_of("6s5h")}; /* it leaves the two of clubs, which a nine takes */
    Found found = found_after("2c5h", passed, 1, "Ts8sJdKs", NULL);
    assert_int_equal(has_of(&found, NET_VIEW_LATEST, NET_OTHERS * CARDS), 1);
    assert_true(has(&found, NET_VIEW_LATEST + set_first(cards_of("6d"))));
    assert_int_equal(has_of(&found, NET_VIEW_OFFERED, NET_OTHERS * RANKS), 1);
    assert_true(has(&found, NET_VIEW_OFFERED + 8));
    /* a nine could have taken two points, a four and a jack all */
    assert_int_equal(has_of(&found, NET_VIEW_PASSED, NET_OTHERS * RANKS), 3);
    assert_true(has(&found, NET_VIEW_PASSED + 8) && has(&found, NET_VIEW_PASSED + 3) &&
                has(&found, NET_VIEW_PASSED + JACK));
    found = found_after("2c5h", passed, 1, "Ts8sJdKs", "Ks");
    assert_int_equal(has_of(&found, NET_PLAY_PASSED, RANKS * NET_REPLIES), 3);
    assert_true(has(&found, NET_PLAY_PASSED + 8 * NET_REPLIES + NET_REPLY_POINTS) &&
                has(&found, NET_PLAY_PASSED + 3 * NET_REPLIES + NET_REPLY_NONE));
    assert_int_equal(has_of(&found, NET_PLAY_OFFERED, RANKS), 0);

    /* eight lay there, which a three takes, and then seven */
    const CardSet offered[] = {cards_of("5s"), cards_of("6h5s"), cards_of("4c")};
    found = found_after("3d", offered, 3, "AhTsQs", NULL);
    assert_int_equal(has_of(&found, NET_VIEW_OFFERED, NET_OTHERS * RANKS), 2);
    assert_true(has(&found, NET_VIEW_OFFERED + 2) && has(&found, NET_VIEW_OFFERED + 3));
    assert_int_equal(has_of(&found, NET_VIEW_PASSED, NET_OTHERS * RANKS), 0);
    found = found_after("3d", offered, 3, "AhTsQs", "Ah"); /* eight again */
    assert_int_equal(has_of(&found, NET_PLAY_OFFERED, RANKS), 1);
    assert_true(has(&found, NET_PLAY_OFFERED + 2));
    found = found_after("3d", offered, 3, "AhTsQs", "Qs");
    assert_int_equal(has_of(&found, NET_PLAY_OFFERED, RANKS), 0);
}

#define REPLY(rank, reply, unseen) (NET_PLAY_REPLY + ((rank)*NET_REPLIES + (reply)) * SUITS + (unseen)-1)

TEST(a_play_is_known_by_what_it_leaves)
{
    Rules rules = rules_of("pagat");
    Table table = {.pool = cards_of("4c5d2h"), .ply = 0, .turn = 0, .last = NOBODY};
    View view = {.rules = &rules, .table = &table, .hand = cards_of("7s6hKsAd")};
    NetPosition position;
    Found found;
    net_position_init(&position, &view);
    found.count = net_play_features(found.numbers, &position, cards_of("7s4c"));
    assert_true(has(&found, NET_PLAY_CAPTURING + set_first(cards_of("7d"))));
    assert_true(has(&found, NET_PLAY_TAKEN + set_first(cards_of("4c"))));
    assert_true(has(&found, NET_PLAY_POINTS + 0) && has(&found, NET_PLAY_CLUBS + 1) && has(&found, NET_PLAY_SUR + 3));
    assert_true(has(&found, NET_PLAY_TOTAL + 7) && has(&found, NET_PLAY_SIZE + 2));
    assert_true(has(&found, NET_PLAY_LAST + 15 * 3 + 1));
    /* 5d and 2h are left: a four clears both, a six takes the five, a nine the two; jacks make no Sur */
    assert_true(has(&found, REPLY(3, NET_REPLY_SUR, 3)));
    assert_true(has(&found, REPLY(5, NET_REPLY_PLAIN, 3)));
    assert_true(has(&found, REPLY(8, NET_REPLY_PLAIN, 4)));
    assert_true(has(&found, REPLY(JACK, NET_REPLY_PLAIN, 4)));
    assert_true(has(&found, REPLY(KING, NET_REPLY_NONE, 3)));
    assert_true(has(&found, NET_PLAY_OWN_REPLY + 5 * NET_REPLIES + NET_REPLY_PLAIN));
    assert_true(has(&found, NET_PLAY_OWN_REPLY + KING * NET_REPLIES + NET_REPLY_NONE));
    assert_int_equal(has_of(&found, NET_PLAY_OWN_REPLY, RANKS * NET_REPLIES), 3);
    assert_int_equal(has_of(&found, NET_PLAY_REPLY, RANKS * NET_REPLIES * SUITS), RANKS);
    /* 45 cards are unseen, of which the next hand has four: one of the three that clear the pool with .2488 */
    assert_true(has(&found, NET_PLAY_SUR_CHANCE + 1 + 3));
    assert_true(has(&found, NET_PLAY_OWN_CLUBS + 0 * NET_CLUBS + 1) && has(&found, NET_PLAY_RIVAL_CLUBS + 1));
    /* five points in .2488 of all cases, no other capture is worth anything: 1.24 points, five quarters */
    assert_true(has(&found, NET_PLAY_THREAT + 5) && has(&found, NET_PLAY_OWN_BEST + 0));

    table.pool = cards_of("Td6c");
    net_position_init(&position, &view);
    found.count = net_play_features(found.numbers, &position, cards_of("Ks"));
    /* an ace takes the ten of diamonds, a five the six of clubs, a king the king */
    assert_true(has(&found, NET_PLAY_TRAILED + set_first(cards_of("Kd"))) && has(&found, NET_PLAY_SUR + 3));
    assert_true(has(&found, REPLY(ACE, NET_REPLY_POINTS, 3)) && has(&found, REPLY(4, NET_REPLY_CLUB, 4)));
    assert_true(has(&found, REPLY(KING, NET_REPLY_PLAIN, 3)) && has(&found, REPLY(JACK, NET_REPLY_POINTS, 4)));
    assert_true(has(&found, NET_PLAY_SUR_CHANCE + 0) && has(&found, NET_PLAY_LAST + 15 * 3 + 0));
    /* of 46 cards four jacks take 3 points and 7/13, three aces 3 points, four fives 7/13: 1.75 points */
    assert_true(has(&found, NET_PLAY_THREAT + 7) && has(&found, NET_PLAY_OWN_BEST + 12));
}
