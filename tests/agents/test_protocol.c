/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of the protocol say what they are made of, and nothing that cannot be is believed. */
#include "tests/engine/claims.h"

#include <stdlib.h>

#include "agents/protocol.h"
#include "engine/text/error.h"

static Error error;

/* A request of a random position of a random round. */
static ProtocolAsk random_ask(const Rules *rules, int plays, Rng *rng)
{
    ProtocolAsk ask = {.id = 1 + rng_bounded(rng, 1000000)};
    Pack pack;
    Round round;
    int16_t scores[MAX_SIDES];
    for (int side = 0; side < MAX_SIDES; side++)
        scores[side] = (int16_t)rng_bounded(rng, 100);
    pack_deal(&pack, rules, rng);
    round_start(&round, rules, &pack, scores);
    ask.first_pool = round.table.pool;
    while (round.table.ply < plays) {
        CardSet moves[MAX_MOVES];
        const int count = moves_list(moves, round_hand(&round), round.table.pool, NULL);
        const CardSet play = ask.history[round.table.ply] = moves[rng_bounded(rng, (uint32_t)count)];
        round_play(&round, rules, play);
    }
    ask.table = round.table;
    ask.hand = round_hand(&round);
    if (rules->open_hands) memcpy(ask.hands, round.hands, sizeof ask.hands);
    ask.stream = rng_for(rng_next(rng), 1, PURPOSE_TEST);
    return ask;
}

static void same(const ProtocolAsk *a, const ProtocolAsk *b, const Rules *rules)
{
    assert_true(a->id == b->id && a->hand == b->hand && a->first_pool == b->first_pool);
    assert_true(a->stream.state == b->stream.state && a->stream.inc == b->stream.inc);
    assert_true(a->table.pool == b->table.pool && a->table.ply == b->table.ply && a->table.turn == b->table.turn);
    assert_true(a->table.deal == b->table.deal && a->table.last == b->table.last);
    for (int side = 0; side < rules->sides; side++)
        assert_true(a->table.piles[side] == b->table.piles[side] && a->table.scores[side] == b->table.scores[side] &&
                    a->table.surs[side] == b->table.surs[side]);
    if (a->first_pool) assert_memory_equal(a->history, b->history, a->table.ply * sizeof *a->history);
}

static void a_request_reads_back_the_same(void **state)
{
    (void)state;
    Rng rng = rng_for(1, 1, PURPOSE_TEST);
    static char line[PROTOCOL_LEGAL_TEXT], again[PROTOCOL_LEGAL_TEXT];
    for (int i = 0; i < 3000; i++) {
        char text[RULES_TEXT];
        ProtocolAsk read;
        random_rules(text, &rng);
        const Rules rules = i % 2 ? rules_of(text) : rules_of(PRESET_RULES[i % PRESET_RULES_COUNT]);
        ProtocolAsk ask = random_ask(&rules, (int)rng_bounded(&rng, PLAYS), &rng);
        if (i % 3 == 0) ask.first_pool = 0;
        const int length = protocol_ask_print(line, &ask, &rules, i % 5 == 0);
        assert_int_equal(length, strlen(line));
        if (i % 5) assert_true(length < PROTOCOL_ASK_TEXT);
        strcpy(again, line);
        if (!protocol_ask_parse(&read, again, &rules, &error)) fail_msg("%s: %s", line, error.text);
        same(&ask, &read, &rules);
        protocol_ask_print(again, &read, &rules, i % 5 == 0);
        assert_string_equal(line, again);
    }
}

static void a_hello_reads_back_the_same(void **state)
{
    (void)state;
    Rng rng = rng_for(1, 2, PURPOSE_TEST);
    for (int i = 0; i < 1000; i++) {
        char text[RULES_TEXT], line[PROTOCOL_ASK_TEXT];
        random_rules(text, &rng);
        ProtocolHello hello = {.version = "0.1.0", .rules = rules_of(text), .seed = rng_next(&rng)}, read;
        protocol_hello_print(line, &hello);
        assert_true(strlen(line) + 1 < sizeof line);
        if (!protocol_hello_parse(&read, line, &error)) fail_msg("%s: %s", line, error.text);
        assert_true(rules_equal(&read.rules, &hello.rules) && read.seed == hello.seed);
        assert_string_equal(read.version, hello.version);
    }
}

/* The request with one word put in place of another's value, and why it is refused. */
static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    static const char *const RIGHT =
        "ask 17 seat 0 deal 1 hand 4d8sQh pool 3c9dQcKh piles 5s6c/- surs 0/0 scores 0/0 last 0 stream "
        "0123456789abcdef/fedcba9876543211 first 3c5s9dKh plays 6cx5s,Qc";
    static const struct {
        const char *word, *value, *why;
    } ROWS[] = {
        {"ask", "0", "above 0"},
        {"ask", "x", "above 0"},
        {"seat", "1", "in a position after 3"},
        {"deal", "2", "in a position after"},
        {"hand", "4d8s", "in a position after 4"},
        {"hand", "4d8s6c", "6c is already somewhere else"},
        {"hand", "-", "hand"},
        {"pool", "3c9d", "does not come to this table"},
        {"piles", "-/5s6c", "does not come to this table"},
        {"surs", "1/0", "does not come to this table"},
        {"scores", "0", "one piece for each"},
        {"scores", "0/-1", "scores"},
        {"last", "1", "does not come to this table"},
        {"last", "-", "does not come to this table"},
        {"stream", "0123456789abcdef/fedcba9876543210", "the second odd"},
        {"stream", "0", "16 hexadecimal digits"},
        {"first", "3c5s9d", "not four cards"},
        {"first", "-", "not the first pool"},
        {"plays", "6cx5s,Qc,5d", "plays: 3, in a position after 2"},
        {"plays", "6c,Qc", "play 1: "},
        {"plays", "6cx5s,6c", "does not come to this table"},
        {"plays", "6cx5s,,Qc", "does not begin with a card"},
    };
    const Rules rules = rules_of("pagat");
    static char line[PROTOCOL_LEGAL_TEXT];
    ProtocolAsk ask;
    strcpy(line, RIGHT);
    if (!protocol_ask_parse(&ask, line, &rules, &error)) fail_msg("%s", error.text);
    for (int i = 0; i < COUNT(ROWS); i++) {
        char word[16];
        snprintf(word, sizeof word, "%s ", ROWS[i].word);
        const char *at = strstr(RIGHT, word) + strlen(word);
        snprintf(line, sizeof line, "%.*s%s%s", (int)(at - RIGHT), RIGHT, ROWS[i].value, at + strcspn(at, " "));
        if (protocol_ask_parse(&ask, line, &rules, &error)) fail_msg("%s %s is believed", ROWS[i].word, ROWS[i].value);
        if (!strstr(error.text, ROWS[i].why)) fail_msg("%s %s: %s", ROWS[i].word, ROWS[i].value, error.text);
    }
}

/* Lines that are cut or spoiled are refused, or say something that can be. */
static void spoiled_lines_do_no_harm(void **state)
{
    (void)state;
    Rng rng = rng_for(1, 3, PURPOSE_TEST);
    const Rules rules = rules_of("pagat,players=3");
    static char line[PROTOCOL_LEGAL_TEXT];
    int refused = 0;
    for (int i = 0; i < 20000; i++) {
        ProtocolAsk ask = random_ask(&rules, (int)rng_bounded(&rng, PLAYS), &rng), read;
        const uint32_t length = (uint32_t)protocol_ask_print(line, &ask, &rules, false);
        const uint32_t at = rng_bounded(&rng, length);
        if (i % 2)
            line[at] = (char)(1 + rng_bounded(&rng, 255));
        else
            line[at] = 0;
        if (!protocol_ask_parse(&read, line, &rules, &error)) {
            refused++;
            assert_true(*error.text);
            continue;
        }
        CardSet moves[MAX_MOVES];
        assert_true(moves_list(moves, read.hand, read.table.pool, NULL) > 0);
    }
    assert_in_range(refused, 17000, 19999);
}

static void answers_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *line, *why; /* NULL: it is an answer */
    } ROWS[] = {
        {"play 17 Kc", NULL},
        {"play 17 7hx4c", NULL},
        {"play 17 Jcx8s3d 0123456789abcdef", NULL},
        {"error 17 I do not know", NULL},
        {"error 0", NULL},
        {"", "no answer"},
        {"play", "no answer"},
        {"play 17", "no answer"},
        {"play 0 Kc", "no answer"},
        {"play x Kc", "no answer"},
        {"play 17 Kc 0123", "16 hexadecimal digits"},
        {"play 17 Kc 0123456789abcdef more", "no answer"},
        {"play 17 Zz", "does not begin with a card"},
        {"play 17 7hx", "no card follows"},
        {"play 17 7hx7h", "captures the card"},
        {"Kc", "no answer"},
    };
    char line[PROTOCOL_ANSWER_TEXT + 8];
    ProtocolAnswer answer;
    for (int i = 0; i < COUNT(ROWS); i++) {
        strcpy(line, ROWS[i].line);
        assert_int_equal(protocol_answer_parse(&answer, line, &error), !ROWS[i].why);
        if (ROWS[i].why && !strstr(error.text, ROWS[i].why)) fail_msg("%s: %s", ROWS[i].line, error.text);
    }
    strcpy(line, "play 17 Jcx8s3d 0123456789abcdef");
    assert_true(protocol_answer_parse(&answer, line, &error));
    assert_true(answer.kind == ANSWER_PLAY && answer.id == 17 && answer.drew);
    assert_true(answer.play == cards_of("Jc8s3d") && answer.state == UINT64_C(0x0123456789abcdef));
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = 0;
    assert_false(protocol_answer_parse(&answer, line, &error));
}

static void ready_is_read(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        int batch, legal; /* -1: it is none */
    } ROWS[] = {
        {"ready 1", 0, 0},   {"ready 1 legal", 0, 1},         {"ready 1 batch legal", 1, 1}, {"ready 2", -1, -1},
        {"ready", -1, -1},   {"ready 1 legal legal", -1, -1}, {"ready 1 quick", -1, -1},     {"", -1, -1},
        {"ready 1 ", -1, -1}};
    for (int i = 0; i < COUNT(ROWS); i++) {
        ProtocolReady ready = {0};
        const bool good = protocol_ready_parse(&ready, ROWS[i].line, &error);
        assert_int_equal(good, ROWS[i].batch >= 0);
        if (good) assert_true(ready.batch == ROWS[i].batch && ready.legal == ROWS[i].legal);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_reads_back_the_same),
        cmocka_unit_test(a_hello_reads_back_the_same),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(spoiled_lines_do_no_harm),
        cmocka_unit_test(answers_are_read),
        cmocka_unit_test(ready_is_read),
    };
    return cmocka_run_group_tests_name("agents/protocol", tests, NULL, NULL);
}
