/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is left of the order of a gathered pack after K riffles, and what a player wins who remembers it (docs/notes,
   "The imperfect shuffle"). Two players, pagat.

   The one who remembers plays the move that is best on average over sampled deals, each played out by tactic. He knows
   at which place each card lay in the gathered pack, and prefers deals in which the other holds what is likelier for
   that: by the card's place, and by where the cards are that lay above and below it. How likely is counted beforehand,
   on packs of their own. His opponent decides in the same way, with all deals alike. */
#include <string.h>

#include "agents/tactic/tactics.h"
#include "engine/match.h"
#include "engine/round.h"
#include "sim/moments.h"
#include "tests/bench/self_play.h"

enum { GROUPS_DEALT = 13, POOL_GROUP = 2, DEALS = 6, SEATS = 2, WORLDS = 12 };

/* ---- where the cards of a pack are dealt to: fours, 2 the pool, else in turn the seats' hands */

static int group_deal(int group) { return group <= POOL_GROUP ? 0 : (group - 1) / SEATS; }
static int group_seat(int group) { return group == POOL_GROUP ? -1 : (group - (group > POOL_GROUP)) % SEATS; }
static int hand_group(int deal, int seat) { return deal ? 1 + SEATS * deal + seat : seat; }

/* A gathered pack and what became of it. */
typedef struct {
    Card order[CARDS];   /* as gathered, the top card first */
    int8_t place[CARDS]; /* [card]: in that order */
    int8_t group[CARDS]; /* [card]: in the next pack */
} Traces;

static void traces_deal(Traces *traces, Pack *pack, const Rules *rules, Rng *rng)
{
    if (rules->shuffle)
        pack_deal_riffled(pack, traces->order, rules, rng);
    else
        pack_deal(pack, rules, rng);
    for (int i = 0; i < CARDS; i++) {
        traces->place[traces->order[i]] = (int8_t)i;
        traces->group[pack->cards[i]] = (int8_t)(i / HAND);
    }
}

/* What a seat knows of a card when a deal begins. */
enum { UNSEEN, NO_CARD, OWN_NOW, IN_POOL, OWN_BEFORE, OTHER_BEFORE, LONG_AGO, STATES };

static int state_of(const Traces *traces, int place, int deal, int seat)
{
    if (place < 0 || place >= CARDS) return NO_CARD;
    const int group = traces->group[traces->order[place]], dealt = group_deal(group);
    if (group == POOL_GROUP) return IN_POOL;
    if (dealt > deal) return UNSEEN;
    if (dealt == deal) return group_seat(group) == seat ? OWN_NOW : UNSEEN;
    if (dealt < deal - 1) return LONG_AGO;
    return group_seat(group) == seat ? OWN_BEFORE : OTHER_BEFORE;
}

/* How often the other seat's new hand held a card of this kind that was unseen. */
typedef struct {
    uint32_t held, unseen;
} Chance;
typedef Chance Chances[DEALS][SEATS][GROUPS_DEALT][STATES][STATES];

static Chance *chance_of(Chances *chances, const Traces *traces, Card card, int deal, int seat)
{
    const int place = traces->place[card];
    return &(*chances)[deal][seat][place / HAND][state_of(traces, place - 1, deal, seat)]
                      [state_of(traces, place + 1, deal, seat)];
}

/* The gathered order is any: which cards lay where says nothing by itself. */
static void order_random(Traces *traces, Rng *rng)
{
    for (int i = 0; i < CARDS; i++)
        traces->order[i] = (Card)i;
    cards_draw(traces->order, CARDS, CARDS, rng);
}

static void chances_count(Chances *chances, const Rules *rules, uint64_t seed, uint64_t packs)
{
    memset(chances, 0, sizeof *chances);
    for (uint64_t i = 0; i < packs; i++) {
        Traces traces;
        Pack pack;
        Rng rng = rng_for(seed, i, PURPOSE_TEST);
        order_random(&traces, &rng);
        traces_deal(&traces, &pack, rules, &rng);
        for (int deal = 0; deal < DEALS; deal++)
            for (int seat = 0; seat < SEATS; seat++)
                for (int k = 0; k < CARDS; k++) {
                    if (state_of(&traces, k, deal, seat) != UNSEEN) continue;
                    Chance *chance = chance_of(chances, &traces, traces.order[k], deal, seat);
                    chance->unseen++;
                    chance->held += traces.group[traces.order[k]] == hand_group(deal, !seat);
                }
    }
}

/* ---- what is left, without a game */

static void traces_print(const char *name, const Rules *rules, uint64_t seed, uint64_t packs)
{
    static double groups[CARDS][GROUPS_DEALT];
    int64_t behind = 0, together = 0;
    double far = 0;
    memset(groups, 0, sizeof groups);
    for (uint64_t i = 0; i < packs; i++) {
        Traces traces;
        Pack pack;
        int at[CARDS];
        Rng rng = rng_for(seed, packs + i, PURPOSE_TEST);
        order_random(&traces, &rng);
        traces_deal(&traces, &pack, rules, &rng);
        for (int k = 0; k < CARDS; k++)
            at[pack.cards[k]] = k;
        for (int k = 0; k < CARDS; k++) {
            const Card card = traces.order[k], above = traces.order[k ? k - 1 : 0];
            groups[k][traces.group[card]]++;
            behind += k && at[card] == at[above] + 1;
            together += k && traces.group[card] == traces.group[above];
        }
    }
    for (int k = 0; k < CARDS; k++)
        for (int group = 0; group < GROUPS_DEALT; group++)
            far += fabs(groups[k][group] / (double)packs - 1.0 / GROUPS_DEALT) / 2;
    const double pairs = (CARDS - 1) * (double)packs;
    printf("%-8s %13.2f %13.2f %13.2f", name, 100 * (double)behind / pairs, 100 * (double)together / pairs,
           100 * far / CARDS);
}

/* ---- who remembers, and who does not */

typedef struct {
    FeatureRules by_rules;
    TacticWeights weights;
    Chances *chances; /* NULL: he does not remember */
    const Traces *traces;
    const Rules *rules;
} Rememberer;

/* Makes the other hand the cards that come first in a race: a card that is likelier to be there runs faster. */
static void hand_prefer(Round *world, const Rememberer *mind, const View *view, Rng *rng)
{
    const int other = !view->seat, held = set_count(world->hands[other]);
    const int dealt = view->table->deal * HAND * SEATS, stock = CARDS - SEATS * HAND - FIRST_POOL; /* of the stock */
    double times[CARDS];
    CardSet hand = 0, rest = view_unseen(view), out;
    for (CardSet left = rest; left; left = set_rest(left)) {
        const Card card = set_first(left);
        const Chance *chance = chance_of(mind->chances, mind->traces, card, view->table->deal, view->seat);
        const double likely = (chance->held + 0.1) / (chance->unseen + 1.0);
        times[card] = -log((rng_next(rng) + 0.5) / 4294967296.0) * (1 - likely) / likely;
    }
    for (int i = 0; i < held; i++) {
        Card first = set_first(rest);
        for (CardSet left = rest; left; left = set_rest(left))
            if (times[set_first(left)] < times[first]) first = set_first(left);
        hand |= set_of(first);
        rest &= ~set_of(first);
    }
    out = world->hands[other] & ~hand;
    for (int i = dealt; i < stock && out; i++)
        if (set_has(hand, world->stock[i])) {
            world->stock[i] = set_first(out);
            out = set_rest(out);
        }
    world->hands[other] = hand;
}

static int played_out(Round *round, const Rememberer *mind, int seat, Rng *rng)
{
    int points[MAX_SIDES];
    while (!table_over(&round->table)) {
        const View view = {
            .rules = mind->rules, .table = &round->table, .hand = round_hand(round), .seat = round->table.turn};
        round_play(round, mind->rules, tactic_choose(&mind->by_rules, &mind->weights, &view, rng));
    }
    count_points(points, &round->table, mind->rules);
    return points[seat] - points[!seat];
}

static CardSet choose(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    const Rememberer *mind = memory;
    CardSet moves[MAX_MOVES];
    int sums[MAX_MOVES] = {0}, best = 0;
    const int count = moves_list(moves, view->hand, view->table->pool, NULL);
    Sampler sampler;
    (void)agent;
    if (count == 1 || !sampler_init(&sampler, view->rules, view->table, view->hand, NULL)) return moves[0];
    for (int i = 0; i < WORLDS; i++) {
        Round world;
        sampler_round(&world, &sampler, rng);
        if (mind->chances) hand_prefer(&world, mind, view, rng);
        for (int k = 0; k < count; k++) {
            Round round = world;
            round_play(&round, mind->rules, moves[k]);
            sums[k] += played_out(&round, mind, view->seat, rng);
        }
    }
    for (int k = 1; k < count; k++)
        if (sums[k] > sums[best]) best = k;
    return moves[best];
}

static const AgentKind KIND = {.name = "rememberer", .choose = choose};

/* The second round of a match that tactic began, in both seatings: by how many points the one who remembers wins. */
static int board_gain(const Rules *rules, const Agent *tactic, Chances *chances, uint64_t seed, uint64_t board)
{
    const Agent agent = {.kind = &KIND, .name = "rememberer"};
    Rng rng = rng_for(seed, board, PURPOSE_CARDS);
    Traces traces;
    Rememberer minds[SEATS];
    Player first[SEATS], second[SEATS], *seated[MAX_SEATS] = {&first[0], &first[1]};
    Pack pack;
    Game game;
    int gain = 0;
    for (int i = 0; i < SEATS; i++) {
        if (!player_open(&first[i], tactic, rules)) give_up(5, "out of memory");
        first[i].rng = player_rng(seed, board, 0, i);
        minds[i] = (Rememberer){.chances = i ? NULL : chances, .traces = &traces, .rules = rules};
        feature_rules_init(&minds[i].by_rules, rules);
        tactic_weights_init(&minds[i].weights, tactic_agent_weights(tactic));
    }
    pack_deal(&pack, rules, &rng);
    game_start(&game, rules, &pack, NULL);
    game_play(&game, rules, seated, false);
    pack_gather(traces.order, rules, &pack, game.history, 0);
    traces_deal(&traces, &pack, rules, &rng);
    for (int seating = 0; seating < SEATS; seating++) {
        for (int i = 0; i < SEATS; i++) {
            second[i] = (Player){.agent = &agent, .mind = &minds[i], .rng = player_rng(seed, board, 1 + seating, i)};
            seated[i ^ seating] = &second[i];
        }
        game_start(&game, rules, &pack, NULL);
        if (!game_play(&game, rules, seated, false)) give_up(1, "board %" PRIu64 ": no legal play", board);
        gain += game.counts[seating].points - game.counts[!seating].points;
    }
    for (int i = 0; i < SEATS; i++)
        player_close(&first[i]);
    return gain;
}

static void gain_print(const Rules *rules, Chances *chances, uint64_t seed, int64_t boards)
{
    Agent tactic;
    Error error;
    int64_t sum = 0, squares = 0;
    if (!agent_parse(&tactic, "tactic", rules, &error)) give_up(2, "%s", error.text);
#pragma omp parallel for schedule(dynamic) reduction(+ : sum, squares)
    for (int64_t board = 0; board < boards; board++) {
        const int64_t gain = board_gain(rules, &tactic, chances, seed, (uint64_t)board);
        sum += gain;
        squares += gain * gain;
    }
    const double n = (double)boards, mean = (double)sum / n,
                 sd = sqrt(((double)squares / n - mean * mean) * n / (n - 1));
    printf("   %+.2f ± %.2f\n", mean / SEATS, 1.96 * sd / sqrt(n) / SEATS);
    agent_free(&tactic);
}

int main(int argc, char **argv)
{
    static const char *const SHUFFLES[] = {"riffle:1", "riffle:2", "riffle:3",  "riffle:4", "riffle:5",
                                           "riffle:6", "riffle:7", "riffle:10", "perfect"};
    static Chances chances;
    if (argc > 4) give_up(2, "'%s': usage: %s [BOARDS [SEED [PACKS]]]", argv[4], argv[0]);
    const uint64_t boards = count_read("BOARDS", argc > 1 ? argv[1] : "1000", 2);
    const uint64_t seed = count_read("SEED", argc > 2 ? argv[2] : "1", 0);
    const uint64_t packs = count_read("PACKS", argc > 3 ? argv[3] : "100k", 1);
    printf("pagat, two players; %" PRIu64 " packs and %" PRIu64 " boards a row, seed %" PRIu64 "; ± 95 %%\n", packs,
           boards, seed);
    printf("%-8s %13s %13s %13s   %s\n", "shuffle", "next card, %", "same four, %", "by place, %",
           "who remembers wins");
    for (size_t i = 0; i < sizeof SHUFFLES / sizeof *SHUFFLES; i++) {
        char text[64];
        Error error;
        Rules rules;
        snprintf(text, sizeof text, "pagat,players=2,shuffle=%s", SHUFFLES[i]);
        if (!rules_parse(&rules, text, &error)) give_up(2, "%s", error.text);
        traces_print(SHUFFLES[i], &rules, seed, packs);
        chances_count(&chances, &rules, seed, packs);
        gain_print(&rules, &chances, seed, (int64_t)boards);
        fflush(stdout);
    }
    return 0;
}
