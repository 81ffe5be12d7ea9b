/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine and the independent referee agree: on plays, counts, records right and wrong, perft, and the
   distribution of the first pool. */
#include "tests/engine/claims.h"

#include <stdlib.h>

#include "engine/notation.h"
#include "engine/table.h"
#include "tests/referee/referee.h"
#include "tests/test.h"

enum { RULE_SETS = 120, ROUNDS = 4 };
_Static_assert((int)REF_RULES >= (int)RULES_TEXT, "the referee reads any rules that the program writes");

static void any_rules(char text[static RULES_TEXT], int index, Rng *rng)
{
    if (index < PRESET_RULES_COUNT)
        strcpy(text, PRESET_RULES[index]);
    else
        random_rules(text, rng);
}

/* Reads the first record of a text; on failure says so as the program would. */
static ReadStatus read_text(Record *record, const char *text, Error *error)
{
    RecordReader reader = {0};
    char line[REF_TEXT];
    for (;;) {
        size_t length = strcspn(text, "\n");
        memcpy(line, text, length);
        line[length] = 0;
        bool end = !*text;
        text += length + (text[length] == '\n');
        ReadStatus status = record_feed(&reader, record, end ? NULL : line, error);
        if (status != READ_MORE || end) return status;
    }
}

static void same_figures(const SideCount *counts, const RefVerdict *verdict, int sides)
{
    for (int side = 0; side < sides; side++) {
        assert_int_equal(counts[side].points, verdict->points[side]);
        assert_int_equal(counts[side].surs, verdict->surs[side]);
        assert_int_equal(counts[side].clubs, verdict->clubs[side]);
    }
}

/* Judges one text both ways. */
static void same_verdict(const char *text)
{
    static Record record;
    static RefRecord ref_record;
    static RefRound ref_round;
    static RefVerdict verdict;
    Error error;
    char why[REF_WHY];
    RefReader ref_reader = {text, 0};
    about_text(text);
    ReadStatus status = read_text(&record, text, &error);
    RefRead ref_status = ref_record_read(&ref_record, &ref_reader, why);
    if ((status == READ_RECORD) != (ref_status == REF_READ_RECORD))
        fail_msg("engine '%s', referee '%s'", status == READ_ERROR ? error.text : "",
                 ref_status == REF_READ_BAD ? why : "");
    if (status != READ_RECORD) return;
    Round round;
    SideCount counts[MAX_SIDES];
    bool ok = record_replay(&round, &record, &error);
    count_sides(counts, &round.table, &record.rules);
    ref_judge(&verdict, &ref_round, &ref_record);
    if (ok != verdict.ok) fail_msg("engine '%s', referee '%s'", ok ? "" : error.text, verdict.ok ? "" : verdict.error);
    if (verdict.counted) same_figures(counts, &verdict, record.rules.sides);
}

/* ---- the rules themselves */

static bool referee_reads(RefRules *rules, const char *text, char why[static REF_WHY])
{
    about_text(text);
    return ref_rules_parse(rules, text, why);
}

/* Every preset has the same value for every key: written out, it changes nothing to the referee. */
TEST(the_referee_knows_every_preset)
{
    for (int i = 0; i < RULE_PRESET_COUNT * (MAX_SEATS - 1); i++) {
        char text[RULES_TEXT], whole[2 * RULES_TEXT], value[64], why[REF_WHY];
        const RulePreset *preset = &RULE_PRESETS[i / (MAX_SEATS - 1)];
        Rules rules;
        RefRules plain, written;
        Error error;
        snprintf(text, sizeof text, "%s,players=%d", preset->name, 2 + i % (MAX_SEATS - 1));
        bool right = rules_parse(&rules, text, &error), known = referee_reads(&plain, text, why);
        if (right && !known) fail_msg("the referee does not know the preset %s: %s", preset->name, why);
        assert_int_equal(known, right);
        if (!right) continue;
        for (int j = 0; j < RULE_KEY_COUNT; j++) {
            const char *key = RULE_KEYS[j].name;
            rule_print(value, sizeof value, &RULE_KEYS[j], &rules);
            snprintf(whole, sizeof whole, "%s,%s=%s", text, key, value);
            if (!referee_reads(&written, whole, why)) fail_msg("the referee does not know the key %s: %s", key, why);
            if (memcmp(&plain, &written, sizeof plain)) fail_msg("the referee has not %s=%s for %s", key, value, text);
        }
    }
}

static void same_answer(const RuleKey *key, const char *value)
{
    char text[RULES_TEXT], why[REF_WHY];
    Rules rules;
    RefRules ref_rules;
    Error error;
    snprintf(text, sizeof text, "pagat,%s=%s", key->name, value);
    bool right = rules_parse(&rules, text, &error), known = referee_reads(&ref_rules, text, why);
    if (right != known)
        fail_msg("the engine: %s; the referee: %s", right ? "right" : error.text, known ? "right" : why);
}

/* Every word of a key, its lowest and its highest number, and what lies next to them. */
TEST(the_referee_takes_every_value)
{
    for (int i = 0; i < RULE_KEY_COUNT; i++) {
        const RuleKey *key = &RULE_KEYS[i];
        const int numbers[] = {key->low - 1, key->low, key->high, key->high + 1};
        char words[128], value[128];
        snprintf(words, sizeof words, "%s", key->words ? key->words : "");
        for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
            same_answer(key, word);
            snprintf(value, sizeof value, "%.64s%d", word, key->high);
            same_answer(key, value);
        }
        for (int j = 0; j < COUNT(numbers); j++) {
            snprintf(value, sizeof value, "%d", numbers[j]);
            same_answer(key, value);
        }
    }
}

/* ---- records */

TEST(records_are_judged_alike)
{
    static char text[REF_TEXT];
    static RefRecord record;
    for (int i = 0; i < PRESET_RULES_COUNT + RULE_SETS; i++) {
        Rng rng = rng_for(3, (uint64_t)i, PURPOSE_TEST);
        RefRandom random = {(uint64_t)i};
        char rules[RULES_TEXT];
        any_rules(rules, i, &rng);
        for (int j = 0; j < ROUNDS; j++) {
            if (j == ROUNDS - 1)
                ref_random_position(&record, rules, &random);
            else
                ref_random_round(&record, rules, j == 1, &random);
            ref_record_print(text, &record);
            same_verdict(text);
            ref_reword(text, &record, &random);
            same_verdict(text);
        }
    }
}

/* Every way to spoil a record is refused, for the reason at the right level. */
TEST(spoiled_records_are_refused)
{
    static char text[REF_TEXT];
    static RefRecord ref_record;
    static Record record;
    int refused = 0;
    for (int i = 0; i < PRESET_RULES_COUNT + RULE_SETS; i++) {
        Rng rng = rng_for(4, (uint64_t)i, PURPOSE_TEST);
        RefRandom random = {(uint64_t)i + 1000};
        char rules[RULES_TEXT];
        Error error = {0};
        any_rules(rules, i, &rng);
        ref_random_round(&ref_record, rules, false, &random);
        for (int way = 0; way < ref_spoil_ways(); way++) {
            const char *expect;
            if (!ref_spoil(text, &expect, &ref_record, way, &random)) continue;
            about_text(text);
            ReadStatus status = read_text(&record, text, &error);
            bool is_input = !strcmp(expect, "input");
            if (is_input != (status != READ_RECORD)) fail_msg("expected %s, engine '%s'", expect, error.text);
            if (status == READ_RECORD) {
                Round round;
                if (record_replay(&round, &record, &error)) fail_msg("expected %s, engine accepts", expect);
            }
            assert_true(*error.text);
            refused++;
        }
    }
    assert_true(refused > 1000);
}

/* The reader's own print reads back as the same record. */
TEST(records_survive_a_round_trip)
{
    static char text[REF_TEXT], printed[RECORD_TEXT], again[RECORD_TEXT];
    static RefRecord ref_record;
    static Record record, second;
    Error error;
    for (int i = 0; i < PRESET_RULES_COUNT + RULE_SETS; i++) {
        Rng rng = rng_for(5, (uint64_t)i, PURPOSE_TEST);
        RefRandom random = {(uint64_t)i + 2000};
        char rules[RULES_TEXT];
        any_rules(rules, i, &rng);
        ref_random_round(&ref_record, rules, false, &random);
        ref_record_print(text, &ref_record);
        about_text(text);
        assert_int_equal(read_text(&record, text, &error), READ_RECORD);
        record_print(printed, &record);
        assert_int_equal(read_text(&second, printed, &error), READ_RECORD);
        record_print(again, &second);
        assert_string_equal(printed, again);
        assert_true(rules_equal(&record.rules, &second.rules));
        same_verdict(printed);
    }
}

TEST(perft_agrees)
{
    static char text[REF_TEXT];
    static RefRecord ref_record;
    static RefRound ref_round;
    static RefVerdict verdict;
    static Record record;
    Error error;
    for (int i = 0; i < 2 * PRESET_RULES_COUNT; i++) {
        RefRandom random = {(uint64_t)i + 3000};
        if (i < PRESET_RULES_COUNT)
            ref_random_deal(&ref_record, PRESET_RULES[i], &random);
        else
            ref_random_position(&ref_record, PRESET_RULES[i - PRESET_RULES_COUNT], &random);
        ref_judge(&verdict, &ref_round, &ref_record);
        ref_record_print(text, &ref_record);
        assert_int_equal(read_text(&record, text, &error), READ_RECORD);
        Round round;
        assert_true(record_position(&round, &record, &error));
        about_round(&record.rules, &round);
        for (int depth = 0; depth <= 3; depth++)
            assert_int_equal(perft(&round, &record.rules, depth), ref_perft(&ref_round, depth));
    }
}

/* Cells that tell the ways of putting the pool right apart: jacks among the stock's first eight cards, jacks in hands,
   and kings and queens in the pool. */
static int setup_cell(const int cards[CARDS], int players)
{
    int hands = 0, top = 0, faces = 0, start = HAND * players;
    for (int i = 0; i < CARDS; i++) {
        int rank = cards[i] / 4;
        if (rank == JACK && i < start) hands++;
        if (rank == JACK && i >= start + FIRST_POOL && i < start + FIRST_POOL + 8) top++;
        if (rank >= QUEEN && i >= start && i < start + FIRST_POOL) faces++;
    }
    for (int i = start; i < start + FIRST_POOL; i++)
        assert_true(cards[i] / 4 != JACK || hands >= 0);
    return (hands * 5 + top) * 5 + faces;
}

/* Two-sample chi-square over cells, rare ones pooled. */
static double same_distribution(const int a[], const int b[], int cells)
{
    double chi = 0, rare_a = 0, rare_b = 0;
    int degrees = -1;
    for (int i = 0; i <= cells; i++) {
        double x = i < cells ? a[i] : rare_a, y = i < cells ? b[i] : rare_b;
        if (i < cells && x + y < 20) {
            rare_a += x, rare_b += y;
            continue;
        }
        if (x + y == 0) continue;
        chi += (x - y) * (x - y) / (x + y);
        degrees++;
    }
    return chi_square_tail(chi, degrees);
}

TEST(first_pools_have_the_same_distribution)
{
    static const char *const JACKS_RULES[] = {"bury", "bury,pool_bury_twice=0", "swap", "redeal", "keep"};
    enum { DEALS = 20000, CELLS = 125 };
    for (int way = 0; way < COUNT(JACKS_RULES); way++)
        for (int limit = 0; limit <= 4; limit += 1) {
            int players = 2 + (way + limit) % 3, engine[CELLS] = {0}, referee[CELLS] = {0}, cards[CARDS];
            char text[RULES_TEXT], why[REF_WHY];
            snprintf(text, sizeof text, "pagat,players=%d,pool_max_kq=%d,pool_jacks=%s", players, limit,
                     JACKS_RULES[way]);
            Rules rules = rules_of(text);
            RefRules ref_rules;
            assert_true(ref_rules_parse(&ref_rules, text, why));
            RefRandom random = {(uint64_t)(way * 10 + limit)};
            for (uint64_t board = 0; board < DEALS; board++) {
                Rng rng = rng_for((uint64_t)(way * 10 + limit), board, PURPOSE_CARDS);
                Pack pack;
                RefCards ref_pack;
                pack_deal(&pack, &rules, &rng);
                for (int i = 0; i < CARDS; i++)
                    cards[i] = pack.cards[i];
                engine[setup_cell(cards, players)]++;
                ref_setup(&ref_pack, &ref_rules, &random);
                referee[setup_cell(ref_pack.card, players)]++;
            }
            double p = same_distribution(engine, referee, CELLS);
            if (p < 1e-5) fail_msg("%s: p = %g", text, p);
        }
}

/* Where the buried jack lies is uniform over the whole stock: its bottom card is as good a place as any. */
TEST(a_buried_jack_lies_anywhere_in_the_stock)
{
    enum { DEALS = 60000 };
    Rules rules = rules_of("pagat");
    int place[CARDS] = {0};
    for (uint64_t board = 0; board < DEALS; board++) {
        Rng rng = rng_for(6, board, PURPOSE_CARDS);
        Pack pack;
        pack_deal(&pack, &rules, &rng);
        for (int i = 0; i < CARDS; i++)
            if (pack.cards[i] == card_of(JACK, SPADE)) place[i]++;
    }
    double hands = 0, stock = 0, chi = 0;
    for (int i = 0; i < 8; i++)
        hands += place[i];
    for (int i = 12; i < CARDS; i++)
        stock += place[i];
    assert_int_equal((int)(hands + stock), DEALS);
    for (int i = 12; i < CARDS; i++)
        chi += (place[i] - stock / 40) * (place[i] - stock / 40) / (stock / 40);
    assert_true(chi_square_tail(chi, 39) > 1e-4);
}
