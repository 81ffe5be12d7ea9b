/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine and the referee on the scenarios: what each line claims is what both find, and the lines leave out no
   preset and no rule key. */
#include "tests/engine/scenario.h"

#include "engine/match.h"
#include "tests/engine/claims.h"
#include "tests/referee/referee.h"
#include "tests/test.h"

#define SCENARIOS "tests/scenarios/*.txt"

/* ---- what the engine finds */

static Play play_of(CardSet cards, CardSet hand)
{
    return (Play){.card = set_first(cards & hand), .captured = cards & ~hand};
}

/* What becomes of the match after a round that is over or was stopped. */
static void engine_match(Facts *facts, const Table *table, const Rules *rules)
{
    Match match;
    int16_t next[MAX_SIDES];
    match_start(&match, table->scores);
    assert_true(match_add(&match, rules, table));
    match_scores(next, &match, rules);
    facts->wins = match.winner;
    for (int side = 0; side < rules->sides; side++)
        facts->next[side] = next[side];
}

static void engine_finds(Facts *facts, const Scenario *scenario)
{
    static CardSet moves[MAX_MOVES];
    const Rules *rules = &scenario->rules;
    Table table = scenario->table;
    CardSet hand = scenario->hands[table.turn];
    *facts = (Facts){.sides = rules->sides, .stops = NOBODY, .wins = NOBODY};
    if (scenario->claims.told >> CLAIM_PLAYS & 1) facts->play_count = moves_list(moves, hand, table.pool, NULL);
    for (int i = 0; i < facts->play_count; i++)
        facts->plays[i] = play_of(moves[i], hand);
    for (int i = 0; i < scenario->play_count; i++)
        table_play(&table, rules, set_of(scenario->play[i].card) | scenario->play[i].captured);
    facts->pool = table.pool;
    facts->last = table.last;
    SideCount counts[MAX_SIDES];
    count_sides(counts, &table, rules);
    for (int side = 0; side < rules->sides; side++) {
        facts->piles[side] = table.piles[side];
        facts->surs[side] = table.surs[side];
        facts->points[side] = counts[side].points;
        facts->clubs[side] = counts[side].clubs;
    }
    if (!table_shodam(&table, rules, &facts->stops)) facts->stops = NOBODY;
    if (table_over(&table) || facts->stops != NOBODY) engine_match(facts, &table, rules);
    /* The engine puts a pool right as it deals; asked for are the pool that was dealt and the one that is claimed. */
    const char *why;
    CardSet first = 0;
    for (int i = 0; i < FIRST_POOL; i++)
        first |= set_of(scenario->first[i]);
    CardSet claimed = scenario->claims.becomes;
    facts->becomes = first_pool_allowed(first, rules, &why)     ? first
                     : first_pool_allowed(claimed, rules, &why) ? claimed
                                                                : 0;
}

/* ---- what the referee finds */

static RefCards ref_cards(CardSet set)
{
    RefCards cards = {0};
    for (; set; set = set_rest(set))
        ref_add(&cards, set_first(set));
    return cards;
}

static CardSet set_from(const RefCards *cards)
{
    CardSet set = 0;
    for (int i = 0; i < cards->n; i++)
        set |= set_of((Card)cards->card[i]);
    return set;
}

/* Moves some cards from *rest into the list until it holds this many. */
static void fill(RefCards *cards, int count, CardSet *rest)
{
    for (; cards->n < count; *rest = set_rest(*rest)) {
        if (!*rest) fail_msg("too many cards are named for the hands to be full");
        ref_add(cards, set_first(*rest));
    }
}

/* The round with hands and stock made up of cards that the line does not name. */
static RefRound ref_round(const Scenario *scenario)
{
    RefRound round = {0};
    char why[REF_WHY];
    const Table *table = &scenario->table;
    if (!ref_rules_parse(&round.rules, scenario->rules_text, why)) fail_msg("%s", why);
    const int players = round.rules.players;
    CardSet rest = PACK & ~table->pool;
    for (int side = 0; side < ref_sides(&round.rules); side++) {
        round.before[side] = table->scores[side];
        round.surs[side] = table->surs[side];
        round.pile[side] = ref_cards(table->piles[side]);
        rest &= ~table->piles[side];
    }
    round.pool = ref_cards(table->pool);
    round.last_capturer = table->last;
    round.deal = table->deal + 1;
    round.seat = table->turn;
    round.plays = table->ply;
    round.over = table->ply == PLAYS;
    if (round.over) return round;
    CardSet hands[MAX_SEATS];
    memcpy(hands, scenario->hands, sizeof hands);
    for (int i = 0; i < scenario->play_count; i++)
        hands[(table->turn + i) % players] |= set_of(scenario->play[i].card);
    for (int seat = 0; seat < players; seat++)
        rest &= ~hands[seat];
    int played = table->ply % (4 * players);
    for (int seat = 0; seat < players; seat++) {
        round.hand[seat] = ref_cards(hands[seat]);
        fill(&round.hand[seat], 4 - played / players - (seat < table->turn), &rest);
    }
    round.stock = ref_cards(rest);
    return round;
}

static RefPlay ref_play_of(const Play *play)
{
    return (RefPlay){.card = play->card, .taken = ref_cards(play->captured)};
}

/* Puts the pool right in a pack of these cards in their places, the others anywhere. */
static CardSet ref_first_pool(const Scenario *scenario, const RefRules *rules)
{
    RefCards pack = {0};
    RefRandom random = {1};
    CardSet rest = PACK, pool = 0;
    for (int i = 0; i < FIRST_POOL; i++)
        rest &= ~set_of(scenario->first[i]);
    for (int i = 0; i < scenario->stock_count; i++)
        rest &= ~set_of(scenario->stock[i]);
    fill(&pack, 4 * rules->players, &rest);
    for (int i = 0; i < FIRST_POOL; i++)
        ref_add(&pack, scenario->first[i]);
    for (int i = 0; i < scenario->stock_count; i++)
        ref_add(&pack, scenario->stock[i]);
    fill(&pack, REF_PACK, &rest);
    if (!ref_put_right(rules, &pack, &random)) return 0;
    for (int i = 0; i < FIRST_POOL; i++)
        pool |= set_of((Card)pack.card[4 * rules->players + i]);
    return pool;
}

static void referee_finds(Facts *facts, const Scenario *scenario)
{
    RefRound round = ref_round(scenario);
    RefPlays plays = {0};
    char why[REF_WHY];
    int sides = ref_sides(&round.rules);
    *facts = (Facts){.sides = sides, .stops = NOBODY, .wins = NOBODY};
    if (scenario->claims.told >> CLAIM_PLAYS & 1) ref_legal(&plays, &round.hand[round.seat], &round.pool);
    facts->play_count = plays.n;
    for (int i = 0; i < plays.n; i++)
        facts->plays[i] = (Play){.card = (Card)plays.play[i].card, .captured = set_from(&plays.play[i].taken)};
    ref_plays_free(&plays);
    for (int i = 0; i < scenario->play_count; i++) {
        RefPlay play = ref_play_of(&scenario->play[i]);
        if (!ref_play_legal(&round, &play, why)) fail_msg("play %d: %s", i + 1, why);
        ref_play(&round, &play);
    }
    facts->pool = set_from(&round.pool);
    facts->last = round.last_capturer;
    ref_count(facts->points, &round);
    ref_clubs(facts->clubs, &round);
    int best = 0;
    for (int side = 0; side < sides; side++) {
        facts->piles[side] = set_from(&round.pile[side]);
        facts->surs[side] = round.surs[side];
        if (round.before[side] + facts->points[side] > round.before[best] + facts->points[best]) best = side;
    }
    if (ref_claimable(&round)) facts->stops = best;
    if (round.over || facts->stops != NOBODY) {
        RefMatch match = {0};
        ref_match_begin(&match, &round.rules, round.before);
        ref_match_add(&match, facts->points);
        facts->wins = match.winner;
        ref_match_scores(facts->next, &match);
    }
    if (scenario->claims.told >> CLAIM_BECOMES & 1) facts->becomes = ref_first_pool(scenario, &round.rules);
}

/* ---- the claims */

static int wrong_claims;

static void check_engine(const Scenario *scenario)
{
    static Facts facts;
    engine_finds(&facts, scenario);
    wrong_claims += scenario_compare(scenario, "the engine", &facts);
}

TEST(the_engine_agrees)
{
    wrong_claims = 0;
    scenarios_visit(SCENARIOS, check_engine);
    about_text("");
    if (wrong_claims) fail_msg("claims that do not hold: %d", wrong_claims);
}

static void check_referee(const Scenario *scenario)
{
    static Facts facts;
    referee_finds(&facts, scenario);
    wrong_claims += scenario_compare(scenario, "the referee", &facts);
}

TEST(the_referee_agrees)
{
    wrong_claims = 0;
    scenarios_visit(SCENARIOS, check_referee);
    about_text("");
    if (wrong_claims) fail_msg("claims that do not hold: %d", wrong_claims);
}

/* ---- what the lines cover */

enum { KEYS = 64, VALUES = 1024 };
static bool seen_preset[KEYS], seen_value[KEYS][VALUES];
static int seen_claims[CLAIMS];

static void note_scenario(const Scenario *scenario)
{
    seen_preset[scenario->rules.preset] = true;
    for (int claim = 0; claim < CLAIMS; claim++)
        if (scenario->claims.told >> claim & 1) seen_claims[claim]++;
    for (int key = 0; key < RULE_KEY_COUNT; key++) {
        uint16_t value;
        memcpy(&value, (const char *)&scenario->rules + RULE_KEYS[key].offset, sizeof value);
        seen_value[key][value] = true;
    }
}

static int word_count(const char *words)
{
    int count = 1;
    for (; *words; words++)
        count += *words == ' ';
    return count;
}

/* Every preset, every word and switch of a key, and at least two values of every number. */
TEST(every_rule_has_a_scenario)
{
    assert_true(RULE_KEY_COUNT <= KEYS && RULE_PRESET_COUNT <= KEYS);
    scenarios_visit(SCENARIOS, note_scenario);
    about_text("tests/scenarios");
    for (int preset = 0; preset < RULE_PRESET_COUNT; preset++)
        if (!seen_preset[preset]) fail_msg("no scenario plays by %s", RULE_PRESETS[preset].name);
    for (int i = 0; i < RULE_KEY_COUNT; i++) {
        const RuleKey *key = &RULE_KEYS[i];
        int seen = 0, few = 2;
        for (int value = 0; value < VALUES; value++)
            seen += seen_value[i][value];
        if (key->words) few = word_count(key->words);
        if (seen < few) fail_msg("scenarios play by %d values of %s, which is fewer than %d", seen, key->name, few);
    }
    for (int claim = 0; claim < CLAIM_CHOOSES; claim++)
        assert_true(seen_claims[claim] > 0);
}
