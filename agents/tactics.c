/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agents/tactics.h"

#include <string.h>

#include "engine/count.h"

enum { POINT = TACTIC_POINT, ELEVEN = 11, CLUBS_IN_PACK = 13 };

#define FACES (QUEENS | KINGS)

void tactic_rules_init(TacticRules *base, const Rules *rules)
{
    base->rules = rules;
    odds_init(&base->odds);
    base->scoring = CLUBS;
    for (int card = 0; card < CARDS; card++) {
        base->worth[card] = count_cards(set_of((Card)card), rules) * POINT;
        if (base->worth[card]) base->scoring |= set_of((Card)card);
    }
    /* Each club left goes to one side or another with equal chance. */
    enum { LEADS = 2 * CLUB_LEAD + 1 };
    double win[LEADS][CLUBS_IN_PACK + 1];
    double sides = rules->sides,
           stake = rules->clubs == CLUBS_MOST ? rules->clubs_points * sides / (sides - 1) * POINT : 0;
    for (int left = 0; left <= CLUBS_IN_PACK; left++)
        for (int lead = 0; lead < LEADS; lead++) {
            int more = lead + 1 < LEADS ? lead + 1 : lead, less = lead ? lead - 1 : lead;
            win[lead][left] =
                left ? (win[more][left - 1] + win[less][left - 1] + (sides - 2) * win[lead][left - 1]) / sides
                     : lead > CLUB_LEAD;
            base->clubs[lead][left] = (int32_t)(stake * win[lead][left]);
        }
}

/* What `count` more clubs are worth to the side. */
static int32_t clubs_worth(const Scene *scene, int count)
{
    if (scene->rules->clubs == CLUBS_PERCARD) {
        int room = scene->rules->clubs_cap - scene->clubs;
        return POINT * (room < 0 ? 0 : count < room ? count : room);
    }
    const int32_t(*clubs)[CLUBS_IN_PACK + 1] = scene->base->clubs + CLUB_LEAD + scene->lead;
    return clubs[count][scene->left - count] - clubs[0][scene->left];
}

/* Clubs in a set: they are the first cards of the nibbles. */
static inline int clubs_count(CardSet set) { return (int)((set & CLUBS) * UINT64_C(0x1111111111111111) >> 60); }

static uint64_t nibbles_reversed(uint64_t x)
{
    x = (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4 | (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
    return __builtin_bswap64(x);
}

/* Clubs of the sides: how many the own side has, how far it is ahead of the best other one. */
static void scene_clubs(Scene *scene)
{
    const Table *table = scene->table;
    int best = 0, taken = 0;
    for (int side = 0; side < scene->rules->sides; side++) {
        int clubs = clubs_count(table->piles[side]);
        taken += clubs;
        if (side == scene->side)
            scene->clubs = clubs;
        else if (clubs > best)
            best = clubs;
    }
    scene->lead = scene->clubs - best;
    scene->left = CLUBS_IN_PACK - taken;
    scene->club = scene->left ? clubs_worth(scene, 1) : 0;
}

/* By how much a Sur of `maker` changes what the own side is ahead of the mean of the others; deal: when it is made. */
static int32_t sur_swing(const Scene *scene, int maker, int deal)
{
    const Rules *rules = scene->rules;
    const Table *table = scene->table;
    bool last = deal + 1 == rules->deals;
    int32_t whole = rules->sur_points * POINT, share = whole / (rules->sides - 1);
    if ((last && rules->sur_last_deal == LAST_DEAL_NO) ||
        (rules->sur_limit && table->scores[maker] >= rules->sur_limit))
        return 0;
    if (rules->sur_cancel)
        for (int victim = 0; victim < rules->sides; victim++)
            if (victim != maker && table->surs[victim]) return victim == scene->side ? -whole : share;
    if (last && rules->sur_last_deal == LAST_DEAL_CANCEL) return 0;
    return maker == scene->side ? whole : -share;
}

void scene_init(Scene *scene, const TacticRules *base, const View *view, const CardSet *moves, int count)
{
    const Rules *rules = view->rules;
    const Table *table = view->table;
    scene->base = base;
    scene->rules = rules;
    scene->table = table;
    scene->hand = view->hand;
    scene->pool = table->pool;
    scene->unseen = view_unseen(view);
    scene->side = table_side(table, rules);
    scene->reach = 0xf;
    scene->total = 0;
    for (CardSet rest = table->pool & NUMERALS; rest; rest = set_rest(rest)) {
        int value = card_rank(set_first(rest)) + 1;
        scene->reach |= scene->reach << 4 * value;
        scene->total += value;
    }
    scene->takers = nibbles_reversed(scene->unseen & NUMERALS) >> 4 * 5;
    scene->capturing = false;
    for (int i = 0; i < count; i++)
        scene->capturing |= (moves[i] & table->pool) != 0;
    scene_clubs(scene);
    scene->unseen_count = set_count(scene->unseen);
    scene->next = view_held(view, 1);
    scene->others = scene->next;
    if (!rules->teams)
        for (int ahead = 2; ahead < rules->players; ahead++)
            scene->others += view_held(view, ahead);
    int next = table->turn + 1 == rules->players ? 0 : table->turn + 1;
    int deal = (table->ply + 1) / (HAND * rules->players);
    scene->sur_gain = sur_swing(scene, scene->side, table->deal);
    scene->sur_cost = -sur_swing(scene, rules_side(rules, next), deal);
}

void option_init(Option *option, const Scene *scene, CardSet play)
{
    option->play = play;
    option->card = play & scene->hand;
    option->captured = play & scene->pool;
    option->rank = card_rank(set_first(option->card));
    option->left = option->captured ? scene->pool ^ option->captured : scene->pool | option->card;
    option->kind = option->captured      ? option->rank == JACK ? CAPTURE_JACK : CAPTURE_CARD
                   : option->rank < JACK ? TRAIL_NUMERAL
                   : option->rank > JACK ? TRAIL_FACE
                                         : TRAIL_JACK;
}

/* Value sum of numerals. */
static int numerals_total(CardSet set)
{
    int total = 0;
    for (CardSet rest = set & NUMERALS; rest; rest = set_rest(rest))
        total += card_rank(set_first(rest)) + 1;
    return total;
}

static int32_t chance(const Scene *scene, int held, int wanted)
{
    return (int32_t)(odds_hold(&scene->base->odds, held, scene->unseen_count, wanted) * POINT);
}

/* Chance that the next player can empty the pool that the play leaves with a card for which Surs exist. */
static int32_t clear_chance(const Scene *scene, const Option *option)
{
    CardSet left = option->left, wanted = 0;
    if (!left) return 0;
    if (left & FACES) {
        if (scene->rules->sur_faces && !set_rest(left)) wanted = RANK_SET(card_rank(set_first(left)));
    } else {
        int total = numerals_total(left);
        if (total < ELEVEN && !(left & JACKS)) wanted = RANK_SET(ELEVEN - total - 1);
        if (scene->rules->sur_jack) wanted |= JACKS;
    }
    int count = set_count(wanted & scene->unseen);
    return count ? chance(scene, scene->next, count) : 0;
}

/* Points and clubs, flat. */
static int32_t cards_points(const Scene *scene, CardSet cards) { return count_cards(cards, scene->rules) * POINT; }

/* A club's even share of what the clubs are worth. */
static int32_t club_share(const Rules *rules)
{
    return rules->clubs == CLUBS_PERCARD ? POINT : rules->clubs_points * POINT / CLUBS_IN_PACK;
}

/* What the play takes from the pool. */
static CardSet taken(const Scene *scene, const Option *option)
{
    bool sweep = scene->rules->last_sweep == SWEEP_MATCH && scene->table->ply >= PLAYS - scene->rules->players;
    return sweep ? scene->pool : option->captured;
}

static int32_t base_points(const Scene *scene, const Option *option)
{
    return cards_points(scene, taken(scene, option));
}

static int32_t base_clubs(const Scene *scene, const Option *option)
{
    return clubs_count(taken(scene, option)) * club_share(scene->rules);
}

static int32_t base_sur(const Scene *scene, const Option *option)
{
    const Rules *rules = scene->rules;
    bool qualifies = option->rank < JACK || (option->rank == JACK ? rules->sur_jack : rules->sur_faces);
    return option->left || !qualifies ? 0 : scene->sur_gain;
}

static int32_t high_trail(const Scene *scene, const Option *option)
{
    return scene->capturing ? 0 : (option->rank + 1) * POINT / 10;
}

static int32_t seek_clubs(const Scene *scene, const Option *option)
{
    return clubs_worth(scene, clubs_count(option->card | taken(scene, option)));
}

static int32_t hold_clubs(const Scene *scene, const Option *option)
{
    if (!(option->card & CLUBS)) return 0;
    bool match =
        option->kind == TRAIL_NUMERAL || (RANK_SET(option->rank) & (scene->unseen | (scene->hand ^ option->card)));
    return match ? -scene->club : 0;
}

static int32_t rich_capture(const Scene *scene, const Option *option)
{
    return scene->base->worth[set_first(option->card)] + (option->card & CLUBS ? club_share(scene->rules) : 0);
}

static int32_t many_cards(const Scene *scene, const Option *option) { return set_count(taken(scene, option)) * POINT; }

static int32_t jack_clear(const Scene *scene, const Option *option)
{
    (void)scene;
    return option->left ? 0 : POINT;
}

static int32_t jack_save(const Scene *scene, const Option *option)
{
    enum { PLENTY = 4 };
    if (option->rank != JACK) return 0;
    if (scene->pool & FACES) return -POINT;
    int count = set_count(option->captured);
    return count < PLENTY ? -POINT * (PLENTY - count) / PLENTY : 0;
}

static int32_t leave_11(const Scene *scene, const Option *option)
{
    return scene->sur_cost > 0 ? (int32_t)(-(int64_t)scene->sur_cost * clear_chance(scene, option) / POINT) : 0;
}

static int32_t raise_11(const Scene *scene, const Option *option)
{
    if (scene->capturing || scene->total >= ELEVEN || scene->pool & FACES || scene->sur_cost <= 0) return 0;
    if (option->kind == TRAIL_FACE) return POINT;
    return !(scene->hand & FACES) && scene->total + option->rank + 1 >= ELEVEN ? POINT : 0;
}

static int32_t face_over_ace(const Scene *scene, const Option *option)
{
    bool ace = (scene->hand & ACES) && !(scene->reach >> 4 * 10 & 1);
    return ace && !(option->card & CLUBS) ? POINT : 0;
}

/* What the opponents can be expected to take of the points left, before the own side plays again. */
static int32_t count_cards_value(const Scene *scene, const Option *option)
{
    CardSet left = option->left;
    int64_t sum = 0;
    bool last_deal = table_last_deal(scene->table, scene->rules);
    int mine = (option->captured ? scene->side : scene->table->last) == scene->side ? 1 : -1;
    for (CardSet rest = left & scene->base->scoring; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        int rank = card_rank(card);
        int wanted = set_count(scene->unseen & JACKS);
        if (rank < JACK) {
            uint64_t reach = UINT64_C(0xf) << 4 * (rank + 1);
            for (CardSet with = left & NUMERALS & ~set_of(card); with; with = set_rest(with))
                reach |= reach << 4 * (card_rank(set_first(with)) + 1);
            wanted += set_count(reach & scene->takers);
        } else if (rank > JACK) {
            wanted = set_count(scene->unseen & RANK_SET(rank));
        }
        int32_t lost = chance(scene, scene->others, wanted);
        int32_t worth = scene->base->worth[card] + (set_has(CLUBS, card) ? scene->club : 0);
        sum -= (int64_t)worth * lost;
        if (last_deal && scene->table->last != NOBODY) sum += (int64_t)worth * (POINT - lost) / 2 * mine;
    }
    return (int32_t)(sum / POINT);
}

static int32_t feed_cancel(const Scene *scene, const Option *option)
{
    return scene->sur_cost < 0 ? (int32_t)(-(int64_t)scene->sur_cost * clear_chance(scene, option) / POINT) : 0;
}

#define ON(kind) (1u << (kind))
#define TRAILS (ON(TRAIL_NUMERAL) | ON(TRAIL_FACE) | ON(TRAIL_JACK))
#define CAPTURES (ON(CAPTURE_CARD) | ON(CAPTURE_JACK))

#define WEIGHT(name, weight, help)                                                                                     \
    {                                                                                                                  \
        name, PARAM_DOUBLE, -100, 100, weight, NULL, help                                                              \
    }

/* clang-format off */
const Tactic TACTICS[TACTIC_COUNT] = {
    {WEIGHT("base_points", 1.0,
            "base: points of the cards taken from the pool"), CAPTURES, base_points},
    {WEIGHT("base_clubs", 1.0,
            "base: clubs taken from the pool, 1/13 of clubs_points each (percard: 1)"), CAPTURES, base_clubs},
    {WEIGHT("base_sur", 1.0,
            "base: what a Sur made or cancelled gains"), CAPTURES, base_sur},
    {WEIGHT("high_trail", 0.2,
            "rules.md, tactics: nothing to capture: trail high, a tenth of the value"), ON(TRAIL_NUMERAL), high_trail},
    {WEIGHT("seek_clubs", 0.5,
            "rules.md, tactics: take clubs, towards seven; by what they change in the race for the clubs"), CAPTURES, seek_clubs},
    {WEIGHT("hold_clubs", 0.5,
            "rules.md, tactics: do not trail a club that you may match later; what one club is worth now"), TRAILS, hold_clubs},
    {WEIGHT("rich_capture", 0.5,
            "rules.md, tactics: of several cards that capture, play the one worth more points and clubs"), CAPTURES, rich_capture},
    {WEIGHT("many_cards", 0.06,
            "rules.md, tactics: prefer the capture with more cards; the number of them"), CAPTURES, many_cards},
    {WEIGHT("jack_clear", 0.5,
            "rules.md, tactics: clear the pool with a jack when that leaves it empty"), ON(CAPTURE_JACK), jack_clear},
    {WEIGHT("jack_save", 1.0,
            "rules.md, tactics: keep jacks while kings or queens lie in the pool, or while it holds little"), ON(TRAIL_JACK) | ON(CAPTURE_JACK), jack_save},
    {WEIGHT("leave_11", 1.0,
            "rules.md, tactics: do not leave a pool of 1-10 that the next player can clear; chance times the Sur's cost"), TRAILS | CAPTURES, leave_11},
    {WEIGHT("raise_11", 0.5,
            "rules.md, tactics: pool of 10 or less, nothing to win: trail a face card, else lift it to 11 or more"), ON(TRAIL_NUMERAL) | ON(TRAIL_FACE), raise_11},
    {WEIGHT("face_over_ace", 0.2,
            "rules.md, tactics: trail a king or a queen, not a club, rather than an ace"), ON(TRAIL_FACE), face_over_ace},
    {WEIGHT("count_cards", 1.0,
            "rules.md, tactics: what is safe to leave, given every card seen; expected loss of points and clubs"), TRAILS | CAPTURES, count_cards_value},
    {WEIGHT("feed_cancel", 1.0,
            "rules.md, tactics: an opponent holds Surs and another opponent plays next: leave it a Sur"), TRAILS | CAPTURES, feed_cancel},
};
/* clang-format on */

int tactic_find(const char *name, size_t length)
{
    for (int i = 0; i < TACTIC_COUNT; i++)
        if (strlen(TACTICS[i].weight.name) == length && !memcmp(TACTICS[i].weight.name, name, length)) return i;
    return -1;
}
