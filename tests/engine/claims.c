/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/engine/claims.h"

#include <gsl/gsl_cdf.h>

#include "engine/notation.h"

const char *const PRESET_RULES[] = {
    "pagat",
    "pagat,players=3",
    "pagat,players=4",
    "pagat,players=4,teams=0",
    "french",
    "french,players=3",
    "french,players=4",
    "playpasur",
    "playpasur,players=4",
    "bicycle",
    "bicycle,players=3",
    "bicycle,players=4",
    "wikipedia",
    "wikipedia,players=3",
    "wikipedia,players=4",
    "ru-baaz",
    "bicycle,players=4,teams=1",
};
const int PRESET_RULES_COUNT = COUNT(PRESET_RULES);

double chi_square_tail(double chi_square, double degrees) { return gsl_cdf_chisq_Q(chi_square, degrees); }

Rules rules_of(const char *text)
{
    Rules rules;
    Error error;
    if (!rules_parse(&rules, text, &error)) fail_msg("%s: %s", text, error.text);
    return rules;
}

CardSet cards_of(const char *text)
{
    CardSet set;
    Error error;
    if (!cards_parse(&set, NULL, text, &error)) fail_msg("%s: %s", text, error.text);
    return set;
}

void random_rules(char text[static RULES_TEXT], Rng *rng)
{
    for (;;) {
        const char *preset = PRESET_RULES[rng_bounded(rng, (uint32_t)PRESET_RULES_COUNT)];
        int used = snprintf(text, RULES_TEXT, "%s", preset);
        for (int i = 0; i < RULE_KEY_COUNT; i++) {
            const RuleKey *key = &RULE_KEYS[i];
            if (rng_bounded(rng, 4) || strstr(preset, key->name)) continue;
            if (key->words) {
                char word[32];
                int words = 1;
                for (const char *c = key->words; *c; c++)
                    words += *c == ' ';
                Rules sample = rules_of("pagat");
                uint16_t choice = (uint16_t)rng_bounded(rng, (uint32_t)words);
                memcpy((char *)&sample + key->offset, &choice, sizeof choice);
                rule_print(word, sizeof word, key, &sample);
                used += snprintf(text + used, RULES_TEXT - (size_t)used, ",%s=%s", key->name, word);
            } else {
                unsigned value = key->low + rng_bounded(rng, (uint32_t)(key->high - key->low) + 1);
                used += snprintf(text + used, RULES_TEXT - (size_t)used, ",%s=%u", key->name, value);
            }
        }
        Rules rules;
        Error error;
        if (rules_parse(&rules, text, &error)) return;
    }
}

void random_weights(double values[], int count, Rng *rng)
{
    for (int i = 0; i < count; i++)
        values[i] = rng_bounded(rng, 3) ? (rng_double(rng) - 0.2) * 4 : 0;
}

Round random_round(const Rules *rules, int plays, Rng *rng)
{
    Pack pack;
    Round round;
    int16_t scores[MAX_SIDES];
    for (int side = 0; side < MAX_SIDES; side++)
        scores[side] = (int16_t)rng_bounded(rng, 70);
    pack_deal(&pack, rules, rng);
    round_start(&round, rules, &pack, scores);
    while (plays-- > 0 && !table_over(&round.table)) {
        CardSet moves[MAX_MOVES];
        int count = moves_list(moves, round_hand(&round), round.table.pool, NULL);
        round_play(&round, rules, moves[rng_bounded(rng, (uint32_t)count)]);
    }
    about_round(rules, &round);
    return round;
}

bool round_valid(const Round *round, const Rules *rules, const char **why)
{
    const Table *table = &round->table;
    CardSet seen = table->pool;
    int count = set_count(table->pool);
    if (table->ply > PLAYS || table->turn != table->ply % rules->players)
        return *why = "turn does not fit the plays made", false;
    int deal = table->ply / (HAND * rules->players);
    if (table->deal != (deal < rules->deals ? deal : rules->deals - 1))
        return *why = "deal does not fit the plays made", false;
    for (int side = 0; side < MAX_SIDES; side++) {
        seen |= table->piles[side];
        count += set_count(table->piles[side]);
        if (side >= rules->sides && (table->piles[side] || table->surs[side]))
            return *why = "a side that does not play holds something", false;
    }
    if (table->last < NOBODY || table->last >= rules->sides) return *why = "no such side captured last", false;
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        seen |= round->hands[seat];
        count += set_count(round->hands[seat]);
        if (set_count(round->hands[seat]) != (seat < rules->players ? table_hand_size(table, rules, seat) : 0))
            return *why = "a hand has the wrong size", false;
    }
    int used = table->deal * HAND * rules->players, size = CARDS - rules->players * HAND - FIRST_POOL;
    for (int i = used; i < size; i++) {
        if (round->stock[i] >= CARDS) return *why = "no such card in the stock", false;
        seen |= set_of(round->stock[i]);
        count++;
    }
    if (seen != PACK || count != CARDS) return *why = "the 52 cards are not each in one place", false;
    if (rules->sur_cancel) {
        int holders = 0;
        for (int side = 0; side < rules->sides; side++)
            holders += table->surs[side] > 0;
        if (holders > 1) return *why = "two sides hold Surs", false;
    }
    return true;
}
