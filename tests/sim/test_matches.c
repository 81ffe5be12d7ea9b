/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole matches among seated agents: their records are a match to the engine and to the referee. */
#include <string.h>

#include "tests/sim/alone.h"

#include "engine/match.h"
#include "engine/notation.h"
#include "tests/engine/claims.h"
#include "tests/referee/referee.h"
#include "tests/test.h"

static Error error;

/* What the readers of a match's records say of it so far. */
typedef struct {
    const Rules *rules;
    int seatings; /* of the board: this many stand side by side */
    MatchReader reader;
    RefMatch match;
    int rounds;
} Readers;

static bool read_round(void *arg, const PlayedRound *played)
{
    const Pack *pack = played->pack;
    const Game *game = played->game;
    static Record record;
    static RefRecord ref_record;
    static char text[RECORD_TEXT];
    Readers *readers = (Readers *)arg + played->match % ((const Readers *)arg)->seatings;
    Round round;
    char why[REF_WHY];
    record = (Record){.rules = *readers->rules,
                      .pack = *pack,
                      .has_play = true,
                      .has_points = true,
                      .has_round = true,
                      .has_match = true,
                      .round = played->index};
    memcpy(record.scores, game->round.table.scores, sizeof record.scores);
    round_start(&round, readers->rules, pack, record.scores);
    for (; record.play_count < game->round.table.ply; record.play_count++) {
        const CardSet play = game->history[record.play_count], card = play & round_hand(&round);
        record.plays[record.play_count] = (Play){play ^ card, set_first(card)};
        round_play(&round, readers->rules, play);
    }
    for (int side = 0; side < readers->rules->sides; side++)
        record.points[side] = game->counts[side].points;
    if (!match_feed(&readers->reader, &record, &error)) fail_msg("%s", error.text);
    record_print(text, &record);
    about_text(text);
    RefReader reader = {text, 0};
    if (ref_record_read(&ref_record, &reader, why) != REF_READ_RECORD) fail_msg("%s", why);
    if (!ref_match_take(&readers->match, &ref_record)) fail_msg("%s", readers->match.error);
    readers->rounds++;
    return true;
}

/* Checks the match of a seating; returns whether it found an end. */
static bool check_match(const Board *board, Readers *readers, int seating)
{
    const Match *match = &board->matches[seating];
    if (!board->played && seating > board->failure.seating) return false; /* it was not played */
    assert_int_equal(readers->rounds, match->rounds);
    if (!board->played && seating == board->failure.seating) {
        assert_null(board->failure.agent);
        assert_int_equal(match->rounds, 40);
        return false;
    }
    assert_true(match_finish(&readers->reader, &error));
    assert_true(ref_match_end(&readers->match));
    assert_int_equal(readers->match.winner, match->winner);
    assert_int_equal(readers->match.stopped, match->end == MATCH_SHODAM);
    for (int side = 0; side < readers->rules->sides; side++)
        assert_int_equal(readers->match.score[side], match->scores[side]);
    return true;
}

/* Plays the matches of a few boards, as many as find an end, and has them read. */
static int check_matches(const char *rules, int boards)
{
    static const char *const NAMES[] = {"greedy", "random"};
    Schedule schedule;
    Agent agents[2];
    Players players;
    int found = 0;
    about_text(rules);
    assert_true(schedule_make(&schedule, rules, 2, true, &error));
    for (int i = 0; i < 2; i++)
        assert_true(agent_parse(&agents[i], NAMES[i], &schedule.rules, &error));
    assert_true(players_open(&players, &schedule, agents, 2));
    schedule.match_rounds = 40;
    for (int board = 0; board < boards; board++) {
        static Readers readers[MAX_SEATS];
        static Board played;
        board_begin(&played, &schedule, NULL, (uint64_t)board);
        played.round = read_round;
        played.state = readers;
        for (int seating = 0; seating < schedule.seatings; seating++)
            readers[seating] = (Readers){.rules = &schedule.rules, .seatings = schedule.seatings};
        board_finish(&played, &players);
        for (int seating = 0; seating < schedule.seatings; seating++)
            found += check_match(&played, &readers[seating], seating);
    }
    players_close(&players);
    return found;
}

TEST(matches_are_right_under_every_preset)
{
    for (int i = 0; i < PRESET_RULES_COUNT; i++) {
        char riffled[RULES_TEXT];
        assert_int_not_equal(check_matches(PRESET_RULES[i], 4), 0);
        snprintf(riffled, sizeof riffled, "%s,shuffle=riffle:3", PRESET_RULES[i]);
        assert_int_not_equal(check_matches(riffled, 2), 0);
    }
}

TEST(matches_are_right_under_random_rules)
{
    int found = 0;
    Rng rng = rng_for(21, 0, PURPOSE_TEST);
    for (int i = 0; i < 40; i++) {
        char text[RULES_TEXT];
        random_rules(text, &rng);
        found += check_matches(text, 1) > 0;
    }
    assert_true(found >= 20);
}

/* The cards of the next round, worked out anew from each round that is told. */
typedef struct {
    const Schedule *schedule;
    unsigned splitters; /* agents, bit = agent */
    Card order[CARDS];
    int changed; /* rounds of which a gathering without splits differs */
} Gathered;

static bool gather_round(void *arg, const PlayedRound *played)
{
    Gathered *gathered = arg;
    const Schedule *schedule = gathered->schedule;
    const Rules *rules = &schedule->rules;
    unsigned seats = 0;
    Card whole[CARDS];
    if (played->index) {
        Pack pack;
        Rng rng = rng_for(schedule->seed, played->board, PURPOSE_ROUND + played->index);
        pack_deal_riffled(&pack, gathered->order, rules, &rng);
        assert_memory_equal(pack.cards, played->pack->cards, sizeof pack.cards);
    }
    if (!table_over(&played->game->round.table)) return true; /* stopped: the last one */
    for (int seat = 0; seat < rules->players; seat++)
        seats |= (gathered->splitters >> round_agent(played, schedule, seat) & 1) << seat;
    pack_gather(gathered->order, rules, played->pack, played->game->history, seats);
    pack_gather(whole, rules, played->pack, played->game->history, 0);
    gathered->changed += memcmp(whole, gathered->order, sizeof whole) != 0;
    return true;
}

/* Who splits kings and queens does so at every seat to which the deal brings him, and nobody else does. */
TEST(packs_are_gathered_as_their_players_split)
{
    static const struct {
        const char *rules, *agents[2];
        unsigned splitters;
    } CASES[] = {
        {"pagat,shuffle=riffle:2", {"tactic:split_faces=1", "tactic"}, 1},
        {"pagat,shuffle=riffle:2", {"greedy", "tactic:split_faces=0.1"}, 2},
        {"pagat,shuffle=riffle:2", {"tactic:split_faces=-1", "greedy"}, 0},
        {"pagat,players=3,shuffle=riffle:1", {"tactic:split_faces=1", "greedy"}, 1},
        {"pagat,players=4,shuffle=riffle:3", {"greedy", "tactic:split_faces=1"}, 2},
    };
    for (int i = 0; i < COUNT(CASES); i++) {
        Schedule schedule;
        Agent agents[2];
        Players players;
        about_text(CASES[i].rules);
        assert_true(schedule_make(&schedule, CASES[i].rules, 2, true, &error));
        schedule.match_rounds = MATCH_ROUNDS;
        for (int k = 0; k < 2; k++)
            assert_true(agent_parse(&agents[k], CASES[i].agents[k], &schedule.rules, &error));
        assert_true(players_open(&players, &schedule, agents, 2));
        Gathered gathered = {.schedule = &schedule, .splitters = CASES[i].splitters};
        for (uint64_t board = 0; board < 3; board++) {
            static Board played;
            board_begin(&played, &schedule, NULL, board);
            played.round = gather_round;
            played.state = &gathered;
            assert_true(board_finish(&played, &players));
        }
        assert_int_equal(gathered.changed > 0, CASES[i].splitters > 0);
        players_close(&players);
        agents_free(agents, 2);
    }
}

/* What a side needs to stop a match is never looked at too late: a round with fewer Surs than match_claims_from stops
   for nobody. */
TEST(nobody_stops_before_the_surs_that_it_takes)
{
    Rng rng = rng_for(22, 0, PURPOSE_TEST);
    int stops = 0;
    for (int i = 0; i < 4000; i++) {
        char text[RULES_TEXT];
        int side, surs = 0;
        random_rules(text, &rng);
        const Rules rules = rules_of(text);
        const Round round = random_round(&rules, (int)rng_bounded(&rng, PLAYS), &rng);
        if (!table_shodam(&round.table, &rules, &side)) continue;
        for (int k = 0; k < rules.sides; k++)
            surs += round.table.surs[k];
        about_text(text);
        assert_true(surs >= match_claims_from(round.table.scores, &rules));
        stops++;
    }
    assert_true(stops > 50);
}
