/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slow: not part of make quick, nor run under sanitizers. */
#include "tests/engine/claims.h"

#include <string.h>

#include "agents/agent.h"
#include "agents/search/search.c" /* what it keeps is its own */
#include "engine/solve.h"
#include "tests/test.h"

static Agent agent_of(const char *text, const Rules *rules)
{
    Agent agent;
    Error error;
    if (!agent_parse(&agent, text, rules, &error)) fail_msg("%s", error.text);
    return agent;
}

typedef struct {
    Agent agent;
    void *memory;
} Player;

static Player player_open(const char *text, const Rules *rules)
{
    Player player = {.agent = agent_of(text, rules)};
    player.memory = player.agent.kind->memory_open(&player.agent, rules);
    assert_non_null(player.memory);
    return player;
}

static void player_close(Player *player)
{
    player->agent.kind->memory_close(player->memory);
    agent_free(&player->agent);
}

/* One play, checked to be legal. */
static CardSet player_choose(Player *player, const Rules *rules, const Round *round, CardSet first_pool,
                             const CardSet *history, Rng *rng)
{
    View view = {rules, &round->table, round_hand(round), round->table.turn, first_pool, history, NULL};
    const AgentKind *kind = player->agent.kind;
    if (kind->begin && round->table.ply < rules->players) kind->begin(&player->agent, player->memory, &view);
    CardSet play = kind->choose(&player->agent, player->memory, &view, rng);
    assert_play_legal(rules, round, play);
    return play;
}

/* Plays a round with one memory for each seat; writes its plays. */
static void round_with(CardSet plays[PLAYS], Player players[], const Rules *rules, uint64_t board)
{
    Rng rng = rng_for(5, board, PURPOSE_CARDS), draws = rng_for(5, board, PURPOSE_AGENT);
    Pack pack;
    Round round;
    pack_deal(&pack, rules, &rng);
    round_start(&round, rules, &pack, NULL);
    CardSet first_pool = round.table.pool;
    while (!table_over(&round.table)) {
        Player *player = &players[round.table.turn];
        CardSet play = player_choose(player, rules, &round, first_pool, plays, &draws);
        plays[round.table.ply] = play;
        round_play(&round, rules, play);
    }
}

static const char *const VARIANTS[] = {
    "",
    ",select=ucbtuned,playout=greedy,reward=win",
    ",select=exp3,playout=guarded,reward=share",
    ",select=puct,fold=0,nodes=20",
    ",variant=flat,exact=0",
    ",variant=mo,keep=1,infer=9,exact=0",
    ",cut=1,keep=1,model=0.5,infer=1,styles=loose",
    ",cut=2,infer=20,dets=7,backup=paranoid",
    ",variant=mo,nodes=60,select=puct,model=1",
    ",prior=20,styles=loose+policy,infer=9,keep=1",
    ",prior=3,variant=mo,select=ucbtuned,nodes=9,cut=0",
};

static Player variant_open(int variant, int iterations, const Rules *rules)
{
    char text[AGENT_NAME];
    snprintf(text, sizeof text, "ismcts:iters=%d%s", iterations, VARIANTS[variant]);
    return player_open(text, rules);
}

/* A memory that has played other rounds plays this one as a fresh one does. */
TEST(plays_depend_on_nothing_else)
{
    Rules rules = rules_of("pagat");
    for (int j = 0; j < COUNT(VARIANTS); j++) {
        CardSet used[PLAYS], fresh[PLAYS];
        Player players[2] = {variant_open(j, 40, &rules), variant_open(j, 40, &rules)};
        round_with(used, players, &rules, 1);
        round_with(used, players, &rules, 2);
        player_close(&players[0]), player_close(&players[1]);
        players[0] = variant_open(j, 40, &rules), players[1] = variant_open(j, 40, &rules);
        round_with(fresh, players, &rules, 2);
        player_close(&players[0]), player_close(&players[1]);
        about_text(VARIANTS[j]);
        for (int ply = 0; ply < PLAYS; ply++)
            assert_cards_equal(fresh[ply], used[ply]);
    }
}

/* The last two cards: seat 0 takes the ten of diamonds, which decides the round, or leaves it to seat 1's ace. */
TEST(finds_the_play_that_wins)
{
    Rules rules = rules_of("pagat");
    CardSet pool = cards_of("TdTs"), hand = cards_of("AsKh"), other = cards_of("AhQh");
    Table table = {.pool = pool, .ply = 44, .deal = 5, .last = 1};
    table.piles[0] = cards_of("AcAdJdJhJs2c");
    table.piles[1] = PACK & ~(pool | hand | other | table.piles[0]);
    View view = {&rules, &table, hand, 0, 0, NULL, NULL};
    for (int j = 0; j < COUNT(VARIANTS); j++) {
        Player player = variant_open(j, 1000, &rules);
        Rng rng = rng_for(6, 0, PURPOSE_AGENT);
        CardSet play = player.agent.kind->choose(&player.agent, player.memory, &view, &rng);
        about_table(&rules, &table, hand);
        about_text(VARIANTS[j]);
        assert_play_equal(play, cards_of("AsTd"));
        player_close(&player);
    }
}

/* Exact values of sampled deals: in the last deal of two players there is only one. */
TEST(averages_exact_values)
{
    static SolveEntry entries[1 << 12];
    Solver solver;
    solver_init(&solver, entries, COUNT(entries));
    Rules rules = rules_of("pagat");
    Rng rng = rng_for(8, 0, PURPOSE_TEST);
    SearchOptions options = {
        .iterations = 50, .variant = VARIANT_PIMC, .determinizations = 3, .exploration = .5, .exact = true};
    Search *pimc = search_open(&options, &rules);
    options.variant = VARIANT_SO;
    Search *exact = search_open(&options, &rules);
    assert_true(pimc && exact);
    static SearchResult result;
    for (int i = 0; i < 50; i++) {
        Round round = random_round(&rules, 40 + i % 8, &rng);
        View view = {&rules, &round.table, round_hand(&round), round.table.turn, 0, NULL, NULL};
        CardSet plays[MAX_MOVES];
        int values[MAX_MOVES], best = INT16_MIN;
        const int count = moves_list(plays, view.hand, view.table->pool, NULL);
        solve_plays(values, &solver, &round, &rules, plays, count);
        for (int j = 0; j < count; j++)
            best = values[j] > best ? values[j] : best;
        for (int variant = 0; variant < 2; variant++) {
            assert_true(search_run(&result, variant ? exact : pimc, &view, &rng));
            assert_int_equal(result.count, count);
            for (int j = 0; j < count; j++) {
                assert_play_equal(result.plays[j].play, plays[j]);
                about_play(plays[j]);
                assert_true(result.plays[j].value == values[j]);
            }
            assert_true(result.plays[result.best].value == best);
        }
    }
    search_close(pimc);
    search_close(exact);
}

/* Three players with open cards are searched by tree, deal by deal. */
TEST(averages_open_searches)
{
    Rules rules = rules_of("pagat,players=3");
    Player players[MAX_SEATS];
    CardSet plays[PLAYS];
    for (int seat = 0; seat < rules.players; seat++)
        players[seat] = player_open("ismcts:variant=pimc,dets=3,iters=60", &rules);
    round_with(plays, players, &rules, 3);
    for (int seat = 0; seat < rules.players; seat++)
        player_close(&players[seat]);
}

/* A prior moves the choice towards the play that the net scores highest. */
TEST(a_prior_moves_the_choice)
{
    enum { POSITIONS = 60 };
    static const char *const NAMES[] = {"policy:exact=0", "ismcts:iters=60,exact=0",
                                        "ismcts:iters=60,exact=0,prior=1k"};
    const Rules rules = rules_of("pagat");
    int agree[COUNT(NAMES)] = {0};
    for (int i = 0; i < POSITIONS; i++) {
        Rng rng = rng_for(14, (uint64_t)i, PURPOSE_TEST);
        const Round round = random_round(&rules, (int)rng_bounded(&rng, PLAYS - 8), &rng);
        CardSet plays[COUNT(NAMES)];
        for (int k = 0; k < COUNT(NAMES); k++) {
            Player player = player_open(NAMES[k], &rules);
            Rng draws = rng_for(15, (uint64_t)i, PURPOSE_TEST);
            plays[k] = player_choose(&player, &rules, &round, 0, NULL, &draws);
            agree[k] += plays[k] == plays[0];
            player_close(&player);
        }
    }
    assert_true(agree[2] >= agree[1] + POSITIONS / 10);
}

/* The scores of the net for the plays of a view; returns the best. */
static int32_t net_asked(int32_t scores[], const Net *net, const View *view, const CardSet plays[], int count)
{
    NetPosition position;
    int32_t best = INT32_MIN;
    net_position_init(&position, view);
    net_scores(scores, net, &position, plays, count);
    for (int i = 0; i < count; i++)
        best = scores[i] > best ? scores[i] : best;
    return best;
}

/* The root's plays carry what the net says is lost by them, with everything that the seat has seen; no other node
   does. */
TEST(the_root_knows_what_the_net_says)
{
    const Rules rules = rules_of("pagat");
    Rng rng = rng_for(16, 0, PURPOSE_TEST);
    Net net;
    assert_true(net_builtin(&net, &rules, &(Error){0}));
    SearchOptions options = {.iterations = 50, .exploration = .5, .prior = 10, .net = &net, .fold = true};
    Search *search = search_open(&options, &rules);
    assert_non_null(search);
    int told = 0; /* positions in which the plays of the round tell the net something */
    for (int i = 0; i < 50; i++) {
        Round round = random_round(&rules, 0, &rng);
        CardSet plays[MAX_MOVES], history[PLAYS];
        const CardSet first_pool = round.table.pool;
        for (int left = (int)rng_bounded(&rng, PLAYS); left > 0; left--) {
            const int legal = moves_list(plays, round_hand(&round), round.table.pool, NULL);
            const CardSet play = plays[rng_bounded(&rng, (uint32_t)legal)];
            history[round.table.ply] = play;
            round_play(&round, &rules, play);
        }
        View view = {&rules, &round.table, round_hand(&round), round.table.turn, first_pool, history, NULL},
             forgets = view;
        forgets.history = NULL;
        int32_t scores[MAX_MOVES], without[MAX_MOVES];
        SearchResult result;
        uint32_t noted = 0;
        const int count = moves_list(plays, view.hand, round.table.pool, &search->playout.fold);
        const int32_t best = net_asked(scores, &net, &view, plays, count);
        net_asked(without, &net, &forgets, plays, count);
        told += memcmp(scores, without, (size_t)count * sizeof *scores) != 0;
        assert_true(search_run(&result, search, &view, &rng));
        for (int j = 0; j < count; j++) {
            about_play(plays[j]);
            const uint32_t node =
                search_node(search, search->root, set_first(plays[j] & view.hand), plays[j] & ~view.hand);
            const double lost = NET_POINTS * ((double)best - scores[j]) / NET_ONE;
            assert_true(node > 0);
            assert_float_equal((search->tree.nodes[node].prior - 1.) / PRIOR_POINT, lost, 0.001);
            noted++;
        }
        for (uint32_t node = 1; node < search->tree.node_count; node++)
            noted -= search->tree.nodes[node].prior > 0;
        assert_int_equal(noted, 0);
    }
    assert_true(told > 10);
    search_close(search);
    net_free(&net);
}

/* Ten visits of each play say that the first is better by 3 points, the net that the second is, by 1: the net is
   believed where it counts for more than 30 visits. */
TEST(a_net_counts_for_so_many_visits)
{
    static Selector selector;
    const uint32_t plays[] = {1, 2};
    const double counts[] = {0, 1, 20, 40, 1000};
    Node nodes[3] = {{0}};
    nodes[1] = (Node){.visits = 10, .total = 10 * 3 * REWARD_ONE / 20, .prior = 1 + PRIOR_POINT, .u.available = 20};
    nodes[2] = (Node){.visits = 10, .prior = 1, .u.available = 20};
    for (int tuned = 0; tuned < 2; tuned++)
        for (int i = 0; i < COUNT(counts); i++) {
            float chance;
            selector_init(&selector, tuned ? SELECT_UCBTUNED : SELECT_UCB1, 0, counts[i]);
            assert_int_equal(select_play(&selector, nodes, plays, 2, &chance, NULL), counts[i] > 30);
        }
    nodes[1].prior = nodes[2].prior = 0; /* of plays that no net has judged the prior is silent */
    float chance;
    assert_int_equal(select_play(&selector, nodes, plays, 2, &chance, NULL), 0);
}

/* Seat 0 can take the ten of diamonds, which pays most for itself, or leave seat 2 nothing. */
TEST(others_play_for_themselves_or_against_the_searcher)
{
    Rules rules = rules_of("pagat,players=3");
    Round round = {.hands = {cards_of("As"), cards_of("5s"), cards_of("9sKd")}};
    round.table = (Table){.pool = cards_of("2c8hTd6d"), .ply = 44, .turn = 2, .deal = 3, .last = 1};
    round.table.piles[0] = PACK & ~(round.table.pool | round.hands[0] | round.hands[1] | round.hands[2]);
    static SearchResult result;
    double values[2];
    for (int backup = BACKUP_MAXN; backup <= BACKUP_PARANOID; backup++) {
        SearchOptions options = {.iterations = 3000, .exploration = .1, .fold = true, .backup = (Backup)backup};
        Search *search = search_open(&options, &rules);
        Rng rng = rng_for(7, 2, PURPOSE_TEST);
        int king = 0;
        assert_non_null(search);
        search_run_open(&result, search, &round, &rng);
        while (result.plays[king].play != cards_of("Kd"))
            king++;
        values[backup] = result.plays[king].value;
        search_close(search);
    }
    assert_true(values[BACKUP_PARANOID] < values[BACKUP_MAXN] - 2);
}
