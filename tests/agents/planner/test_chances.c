/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sanitized: not part of make quick. */
/* Chances by counting are those of every hand that may be, one after the other; chances by what the plays tell agree
   with how often a thing comes, better than counting does. */
#include "tests/agents/net/past.h"

#include <math.h>
#include <stdlib.h>

#include "agents/planner/chances.h"
#include "agents/search/opponent_model.h"
#include "tests/engine/claims.h"
#include "tests/test.h"

static Error error;
static Chances chances;

/* A round of tactic up to a play. */
static void past_played(Past *past, const char *rules, int plays, int number)
{
    Rng rng = rng_for(43, (uint64_t)number, PURPOSE_TEST);
    Agent agent;
    past_make(past, rules, 0, &rng);
    assert_true(agent_parse(&agent, "tactic", &past->rules, &error));
    void *memory = agent.kind->memory_open(&agent, &past->rules);
    while (past->round.table.ply < plays) {
        const View view = past_view(past);
        const CardSet play = agent.kind->choose(&agent, memory, &view, &rng);
        past->history[past->round.table.ply] = play;
        round_play(&past->round, &past->rules, play);
    }
    agent.kind->memory_close(memory);
    agent_free(&agent);
}

static void chances_of(const View *view, int deals)
{
    chances.count = moves_list(chances.plays, view->hand, view->table->pool, NULL);
    assert_true(chances_find(&chances, view, deals, 7));
}

/* What the next player can do with a hand: bit 0 capture, bit 1 make a Sur or cancel one. */
static int can_do(const Table *after, const Rules *rules, CardSet hand)
{
    static CardSet moves[MAX_MOVES];
    const int count = moves_list(moves, hand, after->pool, NULL);
    int found = 0;
    for (int i = 0; i < count; i++) {
        Table then = *after;
        if (!(moves[i] & after->pool)) continue;
        found |= 1;
        table_play(&then, rules, moves[i]);
        if (memcmp(then.surs, after->surs, sizeof then.surs) != 0) found |= 2;
    }
    return found;
}

/* Tries every hand that the next player may hold. */
static void counted_by_hand(const View *view, int k)
{
    const Rules *rules = view->rules;
    const CardSet play = chances.plays[k], hidden = view_unseen(view);
    Card cards[CARDS];
    int count = 0, places[HAND], captures = 0, surs = 0, without = 0, jacks = 0;
    Table after = *view->table;
    table_play(&after, rules, play);
    const int held = table_over(&after) ? 0 : table_hand_size(&after, rules, after.turn);
    assert_int_equal(chances.held, held);
    if (!held) return;
    for (CardSet rest = hidden; rest; rest = set_rest(rest))
        cards[count++] = set_first(rest);
    for (int i = 0; i < held; i++)
        places[i] = i;
    double all = 0;
    do {
        CardSet hand = 0;
        for (int i = 0; i < held; i++)
            hand |= set_of(cards[places[i]]);
        const int can = can_do(&after, rules, hand);
        all++;
        captures += !(can & 1);
        surs += !(can & 2);
        jacks += !(hand & JACKS);
        without += !(hand & RANK_SET(3));
    } while (places_next(places, held, count));
    assert_true(chances.of[k].capture.counted.value == 1 - captures / all);
    assert_true(chances.of[k].sur.counted.value == 1 - surs / all);
    assert_true(chances.ranks[JACK].counted.value == 1 - jacks / all);
    assert_true(chances.ranks[3].counted.value == 1 - without / all);
    assert_true(chances.of[k].capture.counted.low == chances.of[k].capture.counted.high);
}

TEST(counting_is_exact)
{
    static const struct {
        const char *rules;
        int plays;
    } CASES[] = {{"pagat,players=2", 30},     {"pagat,players=2", 39},           {"pagat,players=2", 47},
                 {"pagat,players=3", 25},     {"pagat,players=4", 33},           {"bicycle,players=2", 44},
                 {"playpasur,players=2", 30}, {"pagat,players=2,sur_jack=1", 35}};
    for (int i = 0; i < COUNT(CASES); i++) {
        Past past;
        past_played(&past, CASES[i].rules, CASES[i].plays, i);
        const View view = past_view(&past);
        chances_of(&view, 0);
        for (int k = 0; k < chances.count && k < 4; k++)
            counted_by_hand(&view, k);
        assert_true(isnan(chances.of[0].clubs[0].counted.value));
    }
}

/* Chances, and what came. */
typedef struct {
    double sum, came, variance, squares;
    int count;
} Score;

static void score_add(Score *score, Likely chance, bool came)
{
    assert_true(chance.low <= chance.value && chance.value <= chance.high);
    score->sum += chance.value;
    score->came += came;
    score->variance += chance.value * (1 - chance.value);
    score->squares += (chance.value - came) * (chance.value - came);
    score->count++;
}

/* Does a thing come as often as its chances say, within this many standard deviations? */
static void score_agrees(const char *name, const Score *score, double deviations)
{
    const double off = (score->sum - score->came) / sqrt(score->variance);
    print_message("%s: %d chances sum up to %.1f, and %.0f came; %+.2f standard deviations\n", name, score->count,
                  score->sum, score->came, off);
    assert_true(fabs(off) < deviations);
}

/* Does side 0 win the clubs of the round, played on by tactic from this play on? */
static bool clubs_won(Past *past, CardSet play, Rng *rng)
{
    Agent agent;
    SideCount counts[MAX_SIDES];
    assert_true(agent_parse(&agent, "tactic", &past->rules, &error));
    void *memory = agent.kind->memory_open(&agent, &past->rules);
    past->history[past->round.table.ply] = play;
    round_play(&past->round, &past->rules, play);
    while (!table_over(&past->round.table)) {
        const View view = past_view(past);
        round_play(&past->round, &past->rules, agent.kind->choose(&agent, memory, &view, rng));
    }
    count_sides(counts, &past->round.table, &past->rules);
    agent.kind->memory_close(memory);
    agent_free(&agent);
    return counts[0].clubs_won;
}

/* Of rounds that tactic plays against itself: what the plays tell comes as often as it says, and tells more than
   counting does. */
TEST(chances_come_true)
{
    enum { ROUNDS = 500, STEP = 9, DEALS = 40 };
    Score counted = {0}, capture = {0}, jack = {0}, sur = {0}, clubs = {0};
    for (int number = 0; number < ROUNDS; number++)
        for (int ply = 3; ply < PLAYS; ply += STEP) {
            Past past;
            past_played(&past, "pagat,players=2", ply, number);
            const View view = past_view(&past);
            const bool sampled = number % 10 == 0;
            Rng rng = rng_for(44, (uint64_t)number, PURPOSE_TEST);
            chances_of(&view, sampled ? DEALS : 0);
            const int k = (int)rng_bounded(&rng, (uint32_t)chances.count);
            const CardSet play = chances.plays[k];
            Table after = *view.table;
            table_play(&after, view.rules, play);
            if (after.deal == view.table->deal) {
                const CardSet next = past.round.hands[chances.seat];
                const int can = can_do(&after, view.rules, next);
                score_add(&counted, chances.of[k].capture.counted, can & 1);
                score_add(&capture, chances.of[k].capture.told, can & 1);
                score_add(&sur, chances.of[k].sur.told, can & 2);
                score_add(&jack, chances.ranks[JACK].told, next & JACKS);
            }
            if (sampled) score_add(&clubs, chances.of[k].clubs[0].told, clubs_won(&past, play, &rng));
        }
    score_agrees("capture", &capture, 5);
    score_agrees("Sur", &sur, 5);
    score_agrees("jack", &jack, 5);
    score_agrees("clubs", &clubs, 5);
    assert_true(capture.squares < counted.squares);
}

/* A round up to a play of players whose styles are drawn as the model thinks, each for the whole round. */
static void past_of_styles(Past *past, OpponentModel *model, int plays, int number)
{
    Rng rng = rng_for(45, (uint64_t)number, PURPOSE_TEST);
    float priors[OPPONENT_STYLES];
    int styles[MAX_SEATS];
    past_make(past, "pagat,players=2", 0, &rng);
    const Fold fold = fold_for(&past->rules);
    opponent_model_init(model, &past->rules, &fold, OPPONENT_USUAL, NULL);
    float sum = 0;
    for (int style = 0; style < OPPONENT_STYLES; style++)
        sum += model->priors[style];
    for (int style = 0; style < OPPONENT_STYLES; style++)
        priors[style] = model->priors[style] / sum;
    for (int seat = 0; seat < MAX_SEATS; seat++)
        styles[seat] = infer_style(priors, rng_double(&rng));
    while (past->round.table.ply < plays) {
        const View view = past_view(past);
        const CardSet play = opponent_play(model, styles[view.seat], &view, &rng);
        past->history[past->round.table.ply] = play;
        round_play(&past->round, &past->rules, play);
    }
}

/* Against players such as the model takes the others for, what the plays tell of jacks comes as often as it says, also
   where it says little and where it says much. Against `tactic` it says a little too little: those keep their jacks. */
TEST(jacks_come_true)
{
    enum { ROUNDS = 600, STEP = 5, BINS = 4 };
    static const char *const NAMES[BINS] = {"jack, below 10 %", "10 to 20 %", "20 to 40 %", "from 40 %"};
    static OpponentModel model;
    Score bins[BINS] = {0};
    for (int number = 0; number < ROUNDS; number++)
        for (int ply = 2; ply < PLAYS; ply += STEP) {
            Past past;
            past_of_styles(&past, &model, ply, number);
            const View view = past_view(&past);
            chances_of(&view, 0);
            Table after = *view.table;
            table_play(&after, view.rules, chances.plays[0]);
            if (after.deal != view.table->deal || !chances.held) continue;
            const Likely told = chances.ranks[JACK].told;
            const int bin = told.value < 0.1 ? 0 : told.value < 0.2 ? 1 : told.value < 0.4 ? 2 : 3;
            if (told.low > 0 || told.high > 0) score_add(&bins[bin], told, past.round.hands[chances.seat] & JACKS);
        }
    for (int bin = 0; bin < BINS; bin++)
        score_agrees(NAMES[bin], &bins[bin], 4);
}

/* Nothing is told without a history, and in the same position the same chances come by the same seed. */
TEST(what_is_unknown_is_said)
{
    Past past;
    past_played(&past, "pagat,players=2", 21, 3);
    View view = past_view(&past);
    chances_of(&view, 20);
    const Likely before = chances.of[0].clubs[1].told;
    assert_true(chances.hands > 0 && !isnan(before.value));
    chances_of(&view, 20);
    assert_true(chances.of[0].clubs[1].told.value == before.value && before.high - before.low > 0.1);
    view.history = NULL;
    chances_of(&view, 20);
    assert_true(isnan(chances.of[0].capture.told.value) && isnan(chances.of[0].clubs[0].told.value));
    assert_true(chances.of[0].clubs[0].counted.value >= 0);
}
