/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a rule set, and the rows. */
#include "agents/tactic/tactics.h"

#include <stddef.h>
#include <string.h>

/* ---- the tables of a rule set */

static void odds_init(Odds *odds)
{
    for (int cards = 0; cards <= CARDS; cards++) {
        odds->choose[0][cards] = 1;
        for (int held = 1; held <= MAX_HIDDEN; held++)
            odds->choose[held][cards] = cards ? odds->choose[held - 1][cards - 1] + odds->choose[held][cards - 1] : 0;
    }
    for (int held = 0; held <= MAX_HIDDEN; held++)
        for (int cards = 0; cards <= CARDS; cards++)
            odds->inverse[held][cards] = cards < held ? 0 : 1 / odds->choose[held][cards];
}

/* The number of cards that the seat which makes the play `ply` holds just before it; 0 past the end of the round. */
static uint8_t held_at(const Rules *rules, int ply)
{
    return (uint8_t)(ply < PLAYS ? HAND - ply % (HAND * rules->players) / rules->players : 0);
}

/* The chance to win the clubs once all are captured, by the lead over the next side. Where nobody has enough of them
   all have an equal part, so that nobody gains. How many the first side has follows from its lead where the others have
   equally many, as they have between two sides. */
static double clubs_won_by(int lead, const Rules *rules)
{
    const int first = (CLUBS_IN_PACK + (rules->sides - 1) * (lead < 0 ? -lead : lead)) / rules->sides;
    return first < rules->clubs_least ? 1.0 / rules->sides : lead > 0;
}

static void clubs_init(FeatureRules *by_rules, const Rules *rules)
{
    enum { LEADS = 2 * CLUBS_IN_PACK + 1 };
    double win[LEADS][CLUBS_IN_PACK + 1], sides = rules->sides;
    double stake =
        scoring_clubs_vary(rules) ? POINT : scoring_clubs(CLUBS_IN_PACK, rules) * sides / (sides - 1) * POINT;
    for (int left = 0; left <= CLUBS_IN_PACK; left++)
        for (int lead = 0; lead < LEADS; lead++) {
            int more = lead + 1 < LEADS ? lead + 1 : lead, less = lead ? lead - 1 : lead;
            win[lead][left] =
                left ? (win[more][left - 1] + win[less][left - 1] + (sides - 2) * win[lead][left - 1]) / sides
                     : clubs_won_by(lead - CLUBS_IN_PACK, rules);
            by_rules->clubs[lead][left] = (int32_t)(stake * win[lead][left]);
        }
    by_rules->club_share = scoring_club(CLUBS_IN_PACK, rules) * POINT / CLUBS_IN_PACK;
    const uint64_t rivals = rules->sides - 1u;
    memset(by_rules->club_shares, 0, sizeof by_rules->club_shares);
    for (int left = 0; left <= CLUBS_IN_PACK; left++)
        by_rules->club_shares[left] = left * POINT / rules->sides;
    by_rules->rival_part = ((UINT64_C(1) << 32) + rivals - 1) / rivals;
    by_rules->clubs_cap = (uint64_t)scoring_clubs(CLUBS_IN_PACK, rules) * POINT;
}

static void misses_init(int32_t misses[static MISSES], const Odds *odds, int held, int unseen)
{
    const double scale = CERTAIN * odds->inverse[held][unseen];
    for (int wanted = 0; wanted < MISSES; wanted++)
        misses[wanted] = wanted <= unseen ? (int32_t)(odds->choose[held][unseen - wanted] * scale) : 0;
}

void feature_rules_init(FeatureRules *by_rules, const Rules *rules)
{
    odds_init(&by_rules->odds);
    clubs_init(by_rules, rules);
    by_rules->sur_points = sur_points(1, rules) * POINT;
    by_rules->sur_share = by_rules->sur_points / (rules->sides - 1);
    by_rules->sur_plain = rules->sides == 2 && sur_adds_up(rules);
    by_rules->sur_deals = 0;
    for (int deal = 0; deal < rules->deals; deal++)
        by_rules->sur_deals |= (unsigned)(sur_in_deal(deal, rules) != LAST_DEAL_NO) << deal;
    by_rules->scoring = CLUBS | scoring_scoring(rules);
    for (int card = 0; card < CARDS; card++)
        by_rules->points[card] = scoring_cards(set_of((Card)card), rules) * POINT;
    by_rules->price_count = scoring_prices(by_rules->prices, rules);
    for (int i = 0; i < by_rules->price_count; i++)
        by_rules->prices[i].points *= POINT;
    memset(by_rules->high_trail, 0, sizeof by_rules->high_trail);
    for (int rank = 0; rank < JACK; rank++)
        by_rules->high_trail[rank] = (rank + 1) * POINT / 10;
    for (int ply = 0; ply < PLAYS; ply++) {
        by_rules->next[ply] = held_at(rules, ply + 1);
        by_rules->others[ply] = by_rules->next[ply];
        for (int ahead = 2; !rules->teams && ahead < rules->players; ahead++)
            by_rules->others[ply] = (uint8_t)(by_rules->others[ply] + held_at(rules, ply + ahead));
        by_rules->next_deal[ply] = (uint8_t)((ply + 1) / (HAND * rules->players));
        const int unseen = CARDS - HAND - ply - held_at(rules, ply);
        misses_init(by_rules->next_misses[ply], &by_rules->odds, by_rules->next[ply], unseen);
        misses_init(by_rules->others_misses[ply], &by_rules->odds, by_rules->others[ply], unseen);
    }
}

/* ---- the rows */

#define TACTIC_ROW(name, two, several, teams, kinds, sees, about, source, advice, says)                                \
    {#name, {two, several, teams}, kinds, sees, about, advice},
const Tactic TACTICS[TACTIC_COUNT] = {TACTIC_ROWS(TACTIC_ROW)};
const NameGroup TACTIC_GROUPS[] = {
    {"jack_save", 1 << TACTIC_jack_face | 1 << TACTIC_jack_few},
    {NULL, 0},
};
const Names TACTIC_NAMES = {"tactic", TACTICS, TACTIC_COUNT, sizeof *TACTICS, AGENTS_HINT, NULL, TACTIC_GROUPS};

bool tactic_comes_up(int tactic, const Rules *rules, bool matches)
{
    const unsigned about = TACTICS[tactic].about;
    unsigned scoring = 0;
    if (scoring_scoring(rules)) scoring |= ABOUT_CARDS;
    if (scoring_clubs(CLUBS_IN_PACK, rules)) scoring |= ABOUT_CLUBS;
    if (sur_points(1, rules)) scoring |= ABOUT_SURS;
    if (sur_points(1, rules) && rules->sur_cancel && rules->sides > 2) scoring |= ABOUT_RIVALS;
    if (matches && rules->shuffle) scoring |= ABOUT_SHUFFLE;
    return about == ABOUT_ANY || about & scoring;
}

unsigned tactics_see(const int32_t weights[static TACTIC_COUNT])
{
    unsigned sees = 0;
    for (int i = 0; i < TACTIC_COUNT; i++)
        sees |= weights[i] ? TACTICS[i].sees : 0;
    return sees;
}
