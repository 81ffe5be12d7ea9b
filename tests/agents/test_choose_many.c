/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sanitized: not part of make quick. */
/* An agent that decides many at once chooses and draws as it does one by one. Where the processor has the fast paths,
   these have hardly any code in common with the plain one: the positions are cards of the pack at random, whether or
   not play leads there, so that there are pools of all sizes, captures in many ways and ties of all kinds. */
#include "tests/engine/claims.h"

#include "agents/agent.h"
#include "agents/batch/batch.h"
#include "agents/isa.h"
#include "agents/tactic/tactics.h"
#include "tests/test.h"

enum { BATCHES = 2000 };

typedef struct {
    Table tables[BATCH_SIZE];
    CardSet hands[BATCH_SIZE];
    Rng rngs[BATCH_SIZE];
    int count;
} Batch;

/* One position of the batch: each seen card lies in the pool with this chance. */
static void position_make(Batch *batch, int i, const Rules *rules, const Table *like, double pooled, Rng *rng)
{
    Table *table = &batch->tables[i];
    Card cards[CARDS];
    CardSet hand = 0;
    *table = *like;
    table->last = (int8_t)((int)rng_bounded(rng, rules->sides + 1u) - 1);
    const int holder = (int)rng_bounded(rng, rules->sides);
    for (int side = 0; side < rules->sides; side++)
        if (!rules->sur_cancel || side == holder) table->surs[side] = (uint8_t)rng_bounded(rng, 3);
    for (int side = 0; side < rules->sides; side++)
        table->scores[side] = (int16_t)rng_bounded(rng, 62);
    for (int k = 0; k < CARDS; k++) {
        const int other = (int)rng_bounded(rng, (uint32_t)k + 1);
        cards[k] = cards[other];
        cards[other] = (Card)k;
    }
    const int seen = HAND + table->ply, held = table_hand_size(table, rules, table->turn);
    for (int k = 0; k < seen; k++) {
        CardSet *place = rng_double(rng) < pooled ? &table->pool : &table->piles[rng_bounded(rng, rules->sides)];
        *place |= set_of(cards[k]);
    }
    for (int k = 0; k < held; k++)
        hand |= set_of(cards[seen + k]);
    batch->rngs[i] = rng_make(rng_next(rng), rng_next(rng));
    batch->hands[i] = hand;
}

static void batch_make(Batch *batch, const Rules *rules, Rng *rng)
{
    static const double POOLED[] = {0.03, 0.07, 0.15, 0.4};
    const double pooled = POOLED[rng_bounded(rng, COUNT(POOLED))];
    Table like = {.ply = (uint8_t)rng_bounded(rng, PLAYS)};
    like.turn = (uint8_t)(like.ply % rules->players);
    like.deal = (uint8_t)(like.ply / (HAND * rules->players));
    batch->count = 1 + (int)rng_bounded(rng, rng_bounded(rng, 3) ? 40 : BATCH_SIZE);
    for (int i = 0; i < batch->count; i++)
        position_make(batch, i, rules, &like, pooled, rng);
}

/* Players who are asked together: of the same kind, with other numbers where it has some. */
enum { PLAYERS = 6 };
typedef struct {
    Agent agents[PLAYERS];
    void *memories[PLAYERS];
    int count;
} Asked;

static void asked_open(Asked *asked, const AgentKind *kind, const Rules *rules, Rng *rng)
{
    static const char *const OTHERS[PLAYERS] = {"",
                                                ":deny_sur=0",
                                                ":count_cards=0,base_sur=-100",
                                                ":starve=1,offer_declined=1",
                                                ":only=base_points",
                                                ":seek_clubs=100"};
    Error error;
    asked->count = kind == &AGENT_TACTIC ? PLAYERS : 1;
    for (int i = 0; i < asked->count; i++) {
        char text[AGENT_NAME];
        Agent *agent = &asked->agents[i];
        snprintf(text, sizeof text, "%s%s", kind->name, OTHERS[i]);
        assert_true(agent_parse(agent, text, rules, &error));
        assert_true(agent_has(agent, TRAIT_BATCH | TRAIT_LISTED));
        if (i == 1) random_weights(agent->values, TACTIC_COUNT, rng);
        asked->memories[i] = kind->memory_open ? kind->memory_open(agent, rules) : NULL;
    }
}

static void asked_close(Asked *asked, const AgentKind *kind)
{
    for (int i = 0; i < asked->count; i++) {
        if (asked->memories[i]) kind->memory_close(asked->memories[i]);
        agent_free(&asked->agents[i]);
    }
}

/* Decides in lanes, for the rounds before one of them and for the others, and makes the plays there as table_play does.
   */
static void lanes_choose(CardSet plays[], BatchRounds *rounds, const AgentKind *kind, const Batch *batch, Rng *rng)
{
    const Rules *rules = rounds->rules;
    const int seat = batch_seat(rounds), side = rules_side(rules, seat);
    const int part = (int)rng_bounded(rng, (uint32_t)batch->count + 1);
    if (part) kind->choose_batch(rounds, 0, part);
    if (part < batch->count) kind->choose_batch(rounds, part, batch->count - part);
    memcpy(plays, batch_plays(rounds), (size_t)batch->count * sizeof *plays);
    const CardSet *hands = batch_hands(rounds, seat);
    batch_lanes()->put(rounds);
    for (int i = 0; i < batch->count; i++) {
        const CardSet card = plays[i] & batch->hands[i];
        Table played = batch->tables[i], made;
        table_play(&played, rules, plays[i]);
        batch_table(&made, rounds, i);
        if (table_over(&made)) table_finish(&made);
        assert_true(made.pool == played.pool && made.last == played.last);
        assert_memory_equal(made.piles, played.piles, rules->sides * sizeof *made.piles);
        assert_memory_equal(made.surs, played.surs, rules->sides);
        assert_true(made.ply == played.ply && made.turn == played.turn && made.deal == played.deal);
        assert_true(hands[i] == (batch->hands[i] ^ card));
        assert_int_equal(rounds->captures[i], (uint64_t)(plays[i] != card) << 8 * side);
    }
}

static void batch_check(const Asked *asked, const Rules *rules, Batch *batch, Rng *rng)
{
    static BatchRounds rounds;
    CardSet plays[BATCH_SIZE];
    const AgentKind *kind = asked->agents[0].kind;
    const int seat = batch->tables[0].turn, players = rng_bounded(rng, 2) ? asked->count : 1;
    int who[BATCH_SIZE];
    rounds.rules = rules;
    rounds.rounds = batch->count;
    rounds.ply = batch->tables[0].ply;
    for (int i = 0; i < batch->count; i++) {
        who[i] = (int)rng_bounded(rng, (uint32_t)players);
        batch_put(&rounds, i, &batch->tables[i]);
        batch_hands(&rounds, seat)[i] = batch->hands[i];
        rounds.states[seat][i] = batch->rngs[i].state;
        rounds.sequences[seat][i] = batch->rngs[i].inc;
        rounds.memories[seat][i] = asked->memories[who[i]];
    }
    lanes_choose(plays, &rounds, kind, batch, rng);
    for (int i = 0; i < batch->count; i++) {
        const View view = {.rules = rules, .table = &batch->tables[i], .hand = batch->hands[i], .seat = seat};
        const CardSet play = kind->choose(&asked->agents[who[i]], asked->memories[who[i]], &view, &batch->rngs[i]);
        about_table(rules, view.table, view.hand);
        assert_play_equal(plays[i], play);
        assert_true(rounds.states[seat][i] == batch->rngs[i].state);
    }
}

TEST(many_choose_as_each_alone)
{
    static Batch batch;
    static Asked asked;
    int kinds = 0;
    for (int k = 0; k < AGENT_KIND_COUNT; k++) {
        const AgentKind *kind = AGENT_KINDS[k];
        assert_true(!(kind->traits & TRAIT_BATCH) || kind->choose_batch);
        if (!kind->choose_batch || (kind == &AGENT_TACTIC && isa_lanes_hindrance())) continue;
        kinds++;
        for (int i = 0; i < BATCHES; i++) {
            Rng rng = rng_for(61, (uint64_t)(k * BATCHES + i), PURPOSE_TEST);
            char text[RULES_TEXT];
            random_rules(text, &rng);
            const Rules rules = rules_of(i % 3 ? PRESET_RULES[i % PRESET_RULES_COUNT] : text);
            asked_open(&asked, kind, &rules, &rng);
            batch_make(&batch, &rules, &rng);
            batch_check(&asked, &rules, &batch, &rng);
            asked_close(&asked, kind);
        }
    }
    assert_int_equal(kinds, isa_lanes_hindrance() ? 3 : 4);
}

/* Built for it and run on a processor that can, this library must not quietly decide by plain code. */
TEST(the_fast_path_is_taken)
{
#if defined __x86_64__ && !defined PASUR_PLAIN
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2") || isa_used() == ISA_PLAIN) skip();
    assert_ptr_not_equal(batch_lanes(), &batch_lanes_plain);
#elif !defined __aarch64__
    assert_ptr_equal(batch_lanes(), &batch_lanes_plain);
#endif
}
