/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A round as the search sees it is the engine's round, and playouts make legal plays. */
#include "tests/engine/claims.h"

#include "agents/search/playout.h"
#include "engine/round.h"
#include "engine/table.h"
#include "tests/test.h"

/* The same cards but for which of equal ones. */
static bool equal_cards(CardSet a, CardSet b, const Classes *classes)
{
    for (int class = 0; class < classes->count; class ++)
        if (set_count(a & classes->cards[class]) != set_count(b & classes->cards[class])) return false;
    return true;
}

TEST(public_state_follows_the_round)
{
    Rng rng = rng_for(2, 1, PURPOSE_TEST);
    char text[RULES_TEXT];
    for (int i = 0; i < 1500; i++) {
        random_rules(text, &rng);
        Rules rules = rules_of(text);
        Round round = random_round(&rules, (int)rng_bounded(&rng, PLAYS), &rng);
        Playout playout;
        PublicState view;
        playout_init(&playout, &rules, round.table.scores, i & 1);
        public_init(&view, &playout, &round.table);
        while (!table_over(&round.table)) {
            CardSet moves[MAX_MOVES], captures[MAX_CAPTURES];
            int count = moves_list(moves, round_hand(&round), round.table.pool, NULL);
            CardSet play = moves[rng_bounded(&rng, (uint32_t)count)], card = play & round_hand(&round);
            int class = playout.classes.of[set_first(card)], found = -1;
            int capture_count = public_captures(captures, &view, &playout, class);
            for (int j = 0; j < capture_count; j++)
                if (equal_cards(captures[j], play ^ card, &playout.classes)) {
                    assert_int_equal(found, -1);
                    found = j;
                }
            about_round(&rules, &round);
            about_play(play);
            assert_true(found >= 0);
            public_play(&view, &playout, class, captures[found]);
            round_play(&round, &rules, play);
            assert_true(equal_cards(view.table.pool, round.table.pool, &playout.classes));
            assert_int_equal(view.table.ply, round.table.ply);
            assert_int_equal(view.table.turn, round.table.turn);
            assert_int_equal(view.table.deal, round.table.deal);
            assert_int_equal(view.table.last, round.table.last);
        }
        int points[MAX_SIDES], ours[MAX_SIDES];
        public_points(ours, &view, &playout);
        count_points(points, &round.table, &rules);
        for (int side = 0; side < rules.sides; side++)
            assert_int_equal(ours[side], points[side]);
    }
}

/* True if some capture by the class leads from *before to *after with that pool; *before is moved on. */
static bool explained(PublicState *before, const PublicState *after, const Pool *pool, int class,
                      const Playout *playout)
{
    CardSet captures[MAX_CAPTURES];
    int count = public_captures(captures, before, playout, class);
    for (int i = 0; i < count; i++) {
        PublicState next = *before;
        public_play(&next, playout, class, captures[i]);
        if (memcmp(next.tally, after->tally, sizeof next.tally) ||
            memcmp(next.table.surs, after->table.surs, sizeof next.table.surs) ||
            next.table.last != after->table.last || next.table.turn != after->table.turn ||
            next.table.deal != after->table.deal ||
            tally_of(next.table.pool, &playout->classes) != pool_scoring(pool) ||
            set_count(next.table.pool) != pool->numerals + pool->jacks + pool->faces[0] + pool->faces[1])
            continue;
        *before = next;
        return true;
    }
    return false;
}

/* Only captures that change the tallies alike can be mistaken for each other, so where they are told apart by worth the
   playout is followed play by play; a round in which it is ambiguous is followed until then. */
TEST(playouts_make_legal_plays)
{
    Rng rng = rng_for(2, 2, PURPOSE_TEST);
    char text[RULES_TEXT];
    long followed = 0;
    for (int i = 0; i < 3000; i++) {
        random_rules(text, &rng);
        Rules rules = rules_of(text);
        Pack pack;
        Round round;
        pack_deal(&pack, &rules, &rng);
        round_start(&round, &rules, &pack, NULL);
        about_round(&rules, &round);
        Playout playout;
        PublicState before, after;
        playout_init(&playout, &rules, round.table.scores, i & 1);
        playout.policy = (PlayoutPolicy)(i % 3);
        playout.noise = UINT32_MAX / 3;
        uint8_t order[PLAYS];
        for (int ply = 0; ply < PLAYS; ply++)
            order[ply] = playout.classes.of[pack.cards[ply + (ply >= rules.players * HAND ? FIRST_POOL : 0)]];
        public_init(&before, &playout, &round.table);
        for (playout.end = 1; playout.end <= PLAYS; playout.end++) {
            CardSet captures[MAX_CAPTURES];
            after = before;
            Pool pool;
            playout_run(&after, &pool, &playout, order, &rng);
            int class = order[before.table.ply];
            bool ambiguous = public_captures(captures, &before, &playout, class) > 1;
            if (!explained(&before, &after, &pool, class, &playout)) fail_msg("%s: ply %d", text, before.table.ply);
            if (ambiguous) break;
            followed++;
        }
    }
    assert_true(followed > 3000 * 5);
}

/* Playouts from the start are about as good as random rounds of the engine: captures are not equally likely, cards
   are. */
TEST(random_playouts_play_like_the_engine)
{
    enum { ROUNDS = 20000 };
    Rng rng = rng_for(2, 3, PURPOSE_TEST);
    Rules rules = rules_of("pagat");
    int16_t scores[MAX_SIDES] = {0};
    Playout playout;
    playout_init(&playout, &rules, scores, true);
    double surs[2] = {0}, squares[2] = {0};
    for (int i = 0; i < ROUNDS; i++) {
        Pack pack;
        Round round;
        PublicState view;
        pack_deal(&pack, &rules, &rng);
        round_start(&round, &rules, &pack, NULL);
        public_init(&view, &playout, &round.table);
        uint8_t order[PLAYS];
        for (int ply = 0; ply < PLAYS; ply++) {
            int place = ply % (HAND * rules.players), deal = ply - place;
            int index = deal + place % rules.players * HAND + place / rules.players;
            order[ply] = playout.classes.of[pack.cards[index + (deal ? FIRST_POOL : 0)]];
        }
        Pool pool;
        playout_run(&view, &pool, &playout, order, &rng);
        while (!table_over(&round.table)) {
            CardSet captures[MAX_CAPTURES], hand = round_hand(&round);
            for (uint32_t skip = rng_bounded(&rng, (uint32_t)set_count(hand)); skip; skip--)
                hand = set_rest(hand);
            int count = capture_list(captures, round.table.pool, card_rank(set_first(hand)), NULL);
            CardSet captured = count ? captures[rng_bounded(&rng, (uint32_t)count)] : 0;
            round_play(&round, &rules, set_of(set_first(hand)) | captured);
        }
        int points[MAX_SIDES], ours[MAX_SIDES];
        count_points(points, &round.table, &rules);
        public_points(ours, &view, &playout);
        surs[0] += view.table.surs[0] + view.table.surs[1], surs[1] += round.table.surs[0] + round.table.surs[1];
        squares[0] += (ours[0] - ours[1]) * (ours[0] - ours[1]);
        squares[1] += (points[0] - points[1]) * (points[0] - points[1]);
    }
    /* within 5 %: the standard error of each figure is below 1 % */
    assert_true(surs[0] > .95 * surs[1] && surs[0] < 1.05 * surs[1]);
    assert_true(squares[0] > .95 * squares[1] && squares[0] < 1.05 * squares[1]);
}
