/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each tactic on positions made by hand, and against slow referees on random ones. */
#include "tests/engine/claims.h"

#include <math.h>

#include "agents/tactic/tactics.h"
#include "engine/table.h"
#include "tests/test.h"

/* A position as one seat sees it; what is not named is unseen. The first deal unless ply says otherwise. */
typedef struct {
    const char *rules, *hand, *pool, *piles[MAX_SIDES];
    int surs[MAX_SIDES], scores[MAX_SIDES];
    int ply;
    int last;                                         /* side that captured last plus 1, 0: nobody */
    const char *first_pool, *plays[HAND * MAX_SEATS]; /* where the plays of the round are known: as many as ply says */
} Position;

enum { EVERY_ROW = (1 << TACTIC_COUNT) - 1 };

/* Points that the tactic gives to the play. */
static double value(const Position *position, const char *tactic, const char *play_text)
{
    Rules rules = rules_of(position->rules ? position->rules : "pagat");
    FeatureRules by_rules;
    feature_rules_init(&by_rules, &rules);
    Table table = {.pool = position->pool ? cards_of(position->pool) : 0,
                   .ply = (uint8_t)position->ply,
                   .turn = (uint8_t)(position->ply % rules.players),
                   .deal = (uint8_t)(position->ply / (HAND * rules.players)),
                   .last = (int8_t)(position->last - 1)};
    for (int side = 0; side < rules.sides; side++) {
        table.piles[side] = position->piles[side] ? cards_of(position->piles[side]) : 0;
        table.surs[side] = (uint8_t)position->surs[side];
        table.scores[side] = (int16_t)position->scores[side];
    }
    View view = {.rules = &rules, .table = &table, .hand = cards_of(position->hand), .seat = table.turn};
    CardSet history[HAND * MAX_SEATS] = {0};
    for (int i = 0; position->first_pool && i < position->ply; i++)
        history[i] = cards_of(position->plays[i]);
    view.first_pool = position->first_pool ? cards_of(position->first_pool) : 0;
    view.history = position->first_pool ? history : NULL;
    CardSet moves[MAX_MOVES], play = cards_of(play_text);
    int count = moves_list(moves, view.hand, table.pool, NULL), index = 0, row = name_find(&TACTIC_NAMES, tactic);
    while (index < count && moves[index] != play)
        index++;
    if (index == count) fail_msg("%s is not a legal play", play_text);
    int64_t says[1][TACTIC_COUNT];
    tactics_say(says, &by_rules, EVERY_ROW, &view, plays_capture(moves, count, table.pool), &play, 1);
    return (double)says[0][row] / POINT;
}

#define CLAIM(tactic, play, points, ...) near((points), value(&(Position){__VA_ARGS__}, (tactic), (play)), __LINE__)

static void near(double wanted, double found, int line)
{
    if (fabs(wanted - found) > 0.002) fail_msg("line %d: wanted %.4f, found %.4f", line, wanted, found);
}

/* Chance that `held` of `unseen` cards contain one of `wanted`, card by card. */
static double holds(int held, int unseen, int wanted)
{
    double none = 1;
    for (int i = 0; i < held; i++)
        none *= unseen - i > 0 ? (double)(unseen - wanted - i > 0 ? unseen - wanted - i : 0) / (unseen - i) : 0;
    return 1 - none;
}

#define EIGHTS "8c8d8h8s"

TEST(leaving_eleven)
{
    /* 48 cards unseen, the next player holds 4 of them, four eights among them */
    CLAIM("deny_sur", "3h", -5 * holds(4, 48, 4), .hand = "3h9hThKh");
    CLAIM("deny_sur", "3h", 0, .hand = "3h9hThKh", .piles = {EIGHTS});
    CLAIM("deny_sur", "3h", -5 * holds(4, 46, 2), .hand = "3h9hThKh", .piles = {"8c8d"});
    CLAIM("deny_sur", "3h", -5 * holds(4, 47, 3), .hand = "3h9hThKh", .pool = "4s"); /* three fours are unseen */
    CLAIM("deny_sur", "Th", 0, .hand = "3h9hThKh", .pool = "4s");
    CLAIM("deny_sur", "3h", 0, .hand = "3h9hThKh", .pool = "4sQs");
    CLAIM("deny_sur", "3h", 0, .hand = "3h9hThKh", .pool = "4sJs");
    CLAIM("deny_sur", "9h2d", 0, .hand = "3h9hThKh", .pool = "2d");
    CLAIM("deny_sur", "9h2d", -5 * holds(4, 46, 4), .hand = "3h9hThKh", .pool = "2d4s");
    CLAIM("deny_sur", "Jh4s5s", -5 * holds(4, 46, 3), .hand = "JhTh", .pool = "4s5sQd", .piles = {"2s"});
    CLAIM("deny_sur", "Kh", -5 * holds(4, 48, 3), .hand = "3h9hThKh");
    CLAIM("deny_sur", "Kh", 0, .rules = "pagat,sur_faces=0", .hand = "3h9hThKh");
    CLAIM("deny_sur", "9h", 0, .hand = "3h9hThKh", .pool = "8d");
    CLAIM("deny_sur", "9h", -5 * holds(4, 47, 4), .rules = "pagat,sur_jack=1", .hand = "3h9hThKh", .pool = "8d");
    CLAIM("deny_sur", "3h", -10 * holds(4, 48, 4), .rules = "pagat,sur_points=10", .hand = "3h9hThKh");
}

TEST(leaving_eleven_where_there_is_no_sur)
{
    CLAIM("deny_sur", "3h", 0, .hand = "3h9hThKh", .ply = 40);
    CLAIM("deny_sur", "3h", 0, .hand = "3h", .ply = 39); /* the next play is the last deal's first */
    CLAIM("deny_sur", "3h", -5 * holds(4, 48, 4), .rules = "pagat,sur_last_deal=yes", .hand = "3h9hThKh", .ply = 40);
    CLAIM("deny_sur", "3h", 0, .rules = "pagat,sur_last_deal=cancel", .hand = "3h9hThKh", .ply = 40);
    CLAIM("deny_sur", "3h", -5 * holds(4, 48, 4), .rules = "pagat,sur_last_deal=cancel", .hand = "3h9hThKh", .ply = 40,
          .surs = {1, 0});
    CLAIM("deny_sur", "3h", 0, .hand = "3h9hThKh", .scores = {0, 50});
    CLAIM("deny_sur", "3h", -5 * holds(4, 48, 4), .hand = "3h9hThKh", .scores = {50, 49});
    CLAIM("deny_sur", "3h", -5 * holds(4, 48, 4), .rules = "pagat,sur_limit=0", .hand = "3h9hThKh", .scores = {0, 70});
}

TEST(leaving_eleven_to_one_of_several)
{
    /* another side's Sur costs its share of the mean; one of my own, cancelled, costs all */
    CLAIM("deny_sur", "3h", -2.5 * holds(4, 48, 4), .rules = "pagat,players=3", .hand = "3h9hThKh");
    CLAIM("deny_sur", "3h", -5 * holds(4, 48, 4), .rules = "pagat,players=3", .hand = "3h9hThKh", .surs = {1, 0, 0});
    CLAIM("deny_sur", "3h", 0, .rules = "pagat,players=3", .hand = "3h9hThKh", .surs = {0, 0, 1});
    CLAIM("deny_sur", "3h", -5 * holds(4, 48, 4), .rules = "pagat,players=4", .hand = "3h9hThKh");
    CLAIM("deny_sur", "3h", -5 / 3. * holds(4, 48, 4), .rules = "pagat,players=4,teams=0", .hand = "3h9hThKh");
}

TEST(feeding_a_cancel)
{
    CLAIM("feed_cancel", "3h", 2.5 * holds(4, 48, 4), .rules = "pagat,players=3", .hand = "3h9hThKh",
          .surs = {0, 0, 1});
    CLAIM("feed_cancel", "3h", 0, .rules = "pagat,players=3", .hand = "3h9hThKh", .surs = {0, 1, 0});
    CLAIM("feed_cancel", "3h", 0, .rules = "pagat,players=3", .hand = "3h9hThKh", .surs = {1, 0, 0});
    CLAIM("feed_cancel", "3h", 0, .rules = "pagat,players=3", .hand = "3h9hThKh");
    CLAIM("feed_cancel", "3h", 0, .rules = "wikipedia,players=3", .hand = "3h9hThKh", .surs = {0, 0, 1});
    CLAIM("feed_cancel", "3h", 0, .hand = "3h9hThKh", .surs = {0, 1});
    CLAIM("feed_cancel", "3h", 0, .rules = "pagat,players=4", .hand = "3h9hThKh", .surs = {1, 0});
}

TEST(starving)
{
    CLAIM("starve", "3h", -holds(4, 48, 4), .hand = "3h9hThKh"); /* four eights, jacks apart */
    CLAIM("starve", "Kh", -holds(4, 48, 3), .hand = "3h9hThKh");
    CLAIM("starve", "Th", -holds(4, 47, 8), .hand = "3h9hThKh", .pool = "4s");     /* sevens and aces */
    CLAIM("starve", "3h", -holds(4, 47, 11), .hand = "3h9hThKh", .pool = "4s");    /* eights, sevens and fours */
    CLAIM("starve", "9h2d", 0, .hand = "3h9hThKh", .pool = "2d");                  /* nothing is left */
    CLAIM("starve", "9h2d", -holds(4, 46, 2), .hand = "3h9hThKh", .pool = "2dKs"); /* two kings */
    CLAIM("starve", "3h", 0, .hand = "3h9hThKh", .piles = {EIGHTS});
}

/* What count_cards and deny_sur say of the play once `known` are seen elsewhere, and what they said before. */
static double relief(const char *play, Position position, const char *known)
{
    double before = value(&position, "count_cards", play) + value(&position, "deny_sur", play);
    position.piles[0] = known;
    return value(&position, "count_cards", play) + value(&position, "deny_sur", play) - before;
}

TEST(offering_what_was_declined)
{
    /* The other put the five down where an ace would have taken the ten, and a king the king. The clubs of these ranks
       are in the own hand, so that the rest might as well lie in a pile. */
    const Position trailed = {.hand = "AcKc3h7d", .pool = "TdKd5s", .ply = 1, .first_pool = "TdKd", .plays = {"5s"}};
    const char *const plays[] = {"3h", "7d", "AcTd", "KcKd"};
    for (size_t i = 0; i < sizeof plays / sizeof *plays; i++)
        near(relief(plays[i], trailed, "AdAhAsKhKs"), value(&trailed, "offer_declined", plays[i]), __LINE__);
    assert_true(value(&trailed, "offer_declined", "3h") > 0.5);
    near(0, value(&trailed, "offer_declined", "AcTd"), __LINE__); /* nothing is left that is worth anything */

    /* three players: what both of the others let lie, aces and queens, not sixes */
    const Position both = {.rules = "pagat,players=3",
                           .hand = "AcQc7d4h",
                           .pool = "TdQh5s3s",
                           .ply = 2,
                           .first_pool = "TdQh",
                           .plays = {"5s", "3s"}};
    near(relief("7d", both, "AdAhAsQdQs"), value(&both, "offer_declined", "7d"), __LINE__);
    assert_true(value(&both, "offer_declined", "7d") > 0.5);
}

TEST(nothing_was_declined)
{
    /* nobody knows the plays; the other captured; it did so in this deal and trailed in the one before; one of two
       did */
    CLAIM("offer_declined", "3h", 0, .hand = "AcKc3h7d", .pool = "TdKd5s", .ply = 1);
    CLAIM("offer_declined", "3h", 0, .hand = "AcKc3h7d", .pool = "TdKd", .ply = 1, .first_pool = "TdKd9s",
          .plays = {"2s9s"});
    CLAIM("offer_declined", "3h", 0, .hand = "AcKc3h8d", .pool = "Td5s7hQs6h4sQh7s", .ply = 9, .first_pool = "Td",
          .plays = {"5s", "9d", "7h", "Qs", "6h", "4s", "Qh", "7s", "2s9d"});
    CLAIM("offer_declined", "7d", 0, .rules = "pagat,players=3", .hand = "AcQc7d4h", .pool = "TdQh3s", .ply = 2,
          .first_pool = "TdQh6d", .plays = {"5s6d", "3s"});
    /* so few other cards are unseen that it must hold one with which it declined */
    CLAIM("offer_declined", "3h", 0, .hand = "AcKc3h7d", .pool = "TdKd5s", .ply = 1, .first_pool = "TdKd",
          .plays = {"5s"},
          .piles = {"2c2d2h2s3c3d3s4c4d4h4s5c5d5h6c6d6h6s7c7h7s8c8d8h8s9c9d9h9sTcThTsJcJdJhJsQcQdQhQs"});
}

TEST(base_of_all)
{
    CLAIM("base_points", "AhTd", 3, .hand = "Ah3h", .pool = "TdKs");
    CLAIM("base_points", "9h2c", 2, .hand = "9h", .pool = "2c");
    CLAIM("base_points", "Jh5sAdAhJd", 3, .hand = "Jh", .pool = "5sAdAhJd");
    CLAIM("base_points", "AhTh", 0, .hand = "Ah3h", .pool = "Th");
    CLAIM("base_points", "AhTh", 2, .rules = "pagat,tens_points=2", .hand = "Ah3h", .pool = "Th");
    CLAIM("base_clubs", "AcTc", 7 / 13., .hand = "Ac3h", .pool = "TcKs");
    CLAIM("base_clubs", "AcTc", 1, .rules = "bicycle", .hand = "Ac3h", .pool = "TcKs");
    CLAIM("base_sur", "AcTc", 5, .hand = "Ac3h", .pool = "Tc");
    CLAIM("base_sur", "AcTc", 0, .hand = "Ac3h", .pool = "TcKs");
    CLAIM("base_sur", "JcTc", 0, .hand = "Jc3h", .pool = "Tc");
    CLAIM("base_sur", "JcTc", 5, .rules = "pagat,sur_jack=1", .hand = "Jc3h", .pool = "Tc");
    CLAIM("base_sur", "KcKh", 5, .hand = "Kc3h", .pool = "Kh");
    CLAIM("base_sur", "KcKh", 0, .rules = "playpasur", .hand = "Kc3h", .pool = "Kh");
    CLAIM("base_sur", "KcKh", 0, .hand = "Kc3h", .pool = "Kh", .ply = 40);
    CLAIM("base_sur", "KcKh", 0, .hand = "Kc3h", .pool = "Kh", .scores = {50, 0});
    CLAIM("base_sur", "KcKh", 2.5, .rules = "pagat,players=3", .hand = "Kc3h", .pool = "Kh", .surs = {0, 1, 0});
    /* the last card of the round takes the whole pool */
    CLAIM("base_points", "KcKh", 3, .rules = "wikipedia", .hand = "Kc", .pool = "KhTd", .ply = 46);
    CLAIM("base_points", "KcKh", 0, .rules = "wikipedia", .hand = "Kc3h", .pool = "KhTd", .ply = 44);
    CLAIM("many_cards", "KcKh", 2, .rules = "wikipedia", .hand = "Kc", .pool = "KhTd", .ply = 46);
}

TEST(clubs)
{
    /* six each, one left: it decides, 7 points won instead of lost, from an even chance */
    CLAIM("seek_clubs", "9h2c", 7, .hand = "9h3h", .pool = "2c", .piles = {"3c4c5c6c7c8c", "9cTcJcQcKcAc"});
    CLAIM("seek_clubs", "9h2d", 0, .hand = "9h3h", .pool = "2d", .piles = {"3c4c5c6c7c8c", "9cTcJcQcKcAc"});
    CLAIM("seek_clubs", "9h2c", 0, .hand = "9h3h", .pool = "2c", .piles = {"3c4c5c6c7c8c9c", "TcJcQcKcAc"});
    /* percard: the winner's clubs are a point each, up to the cap, and the last one was half won; of 12 clubs, six
       each, it wins 7 instead of losing 7, from 6.5 each by even chance */
    CLAIM("seek_clubs", "9h2c", 0.5, .rules = "bicycle", .hand = "9h3h", .pool = "2c",
          .piles = {"3c4c5c6c7c8c9cTcJcQcKcAc"});
    CLAIM("seek_clubs", "9h2c", 0, .rules = "bicycle,clubs_cap=7", .hand = "9h3h", .pool = "2c",
          .piles = {"3c4c5c6c7c8c9cTcJcQcKcAc"});
    CLAIM("seek_clubs", "9h2c", 7, .rules = "bicycle", .hand = "9h3h", .pool = "2c",
          .piles = {"3c4c5c6c7c8c", "9cTcJcQcKcAc"});
    CLAIM("hold_clubs", "2c", -7, .hand = "2c3h", .piles = {"3c4c5c6c7c8c", "9cTcJcQcKcAc"});
    CLAIM("hold_clubs", "3h", 0, .hand = "2c3h", .piles = {"3c4c5c6c7c8c", "9cTcJcQcKcAc"});
    CLAIM("hold_clubs", "2c", 0, .hand = "2c3h", .piles = {"3c4c5c6c7c8c9c", "TcJcQcKcAc"});
    CLAIM("hold_clubs", "Kc", 0, .hand = "Kc3h", .piles = {"KdKhKs"}); /* nothing left to match it */
    CLAIM("rich_capture", "9c2d", 7 / 13., .hand = "9c3h", .pool = "2d");
    CLAIM("rich_capture", "TdAs", 3, .hand = "Td3h", .pool = "As");
    CLAIM("many_cards", "5hAs2s3s", 3, .hand = "5hKh", .pool = "As2s3sKs");
}

TEST(clubs_of_several)
{
    /* three sides, one club left, level with the best: a third more of the chance, 7 points and 3.5 of the mean */
    const char *pile[] = {"3c4c5c6c", "7c8c9cTc", "JcQcKcAc"};
    CLAIM("seek_clubs", "9h2c", 10.5 * (1 - 1 / 3.), .rules = "pagat,players=3", .hand = "9h3h", .pool = "2c",
          .piles = {pile[0], pile[1], pile[2]});
}

TEST(trailing)
{
    CLAIM("high_trail", "Th", 1, .hand = "Th2hKh", .pool = "Qd");
    CLAIM("high_trail", "2h", 0.2, .hand = "Th2hKh", .pool = "Qd");
    CLAIM("high_trail", "Kh", 0, .hand = "Th2hKh", .pool = "Qd");
    CLAIM("high_trail", "2h", 0, .hand = "Th2hKh", .pool = "Ad"); /* there is something to capture */
    CLAIM("raise_11", "Kh", 1, .hand = "Th2hKh", .pool = "4d");
    CLAIM("raise_11", "Th", 0, .hand = "Th2hKh", .pool = "4d");
    CLAIM("raise_11", "Th", 1, .hand = "Th2h", .pool = "4d");
    CLAIM("raise_11", "2h", 0, .hand = "Th2h", .pool = "4d");
    CLAIM("raise_11", "Th", 0, .hand = "Th2h", .pool = "4dKd");
    CLAIM("raise_11", "Th", 0, .hand = "Th2h", .pool = "4d8d");
    CLAIM("raise_11", "Th", 0, .hand = "Th2h", .pool = "4d", .ply = 40);
    CLAIM("face_over_ace", "Kh", 1, .hand = "AhKhKc", .pool = "4d");
    CLAIM("face_over_ace", "Kc", 0, .hand = "AhKhKc", .pool = "4d");
    CLAIM("face_over_ace", "Kh", 0, .hand = "2hKhKc", .pool = "4d");
    CLAIM("face_over_ace", "Kh", 0, .hand = "AhKhKc", .pool = "Td"); /* the ace captures */
}

TEST(jacks)
{
    CLAIM("jack_clear", "Jh4d", 1, .hand = "Jh2h", .pool = "4d");
    CLAIM("jack_clear", "Jh4d", 0, .hand = "Jh2h", .pool = "4dKd");
    CLAIM("jack_clear", "7h4d", 0, .hand = "7h2h", .pool = "4d");
    CLAIM("jack_few", "Jh4d5d8dTd", 0, .hand = "Jh2h", .pool = "4d5d8dTd");
    CLAIM("jack_few", "Jh4d5d", -0.5, .hand = "Jh2h", .pool = "4d5d");
    CLAIM("jack_few", "Jh", -1, .hand = "Jh2h");
    CLAIM("jack_few", "Jh4d", 0, .hand = "Jh2h", .pool = "4dQd");
    CLAIM("jack_few", "2h", 0, .hand = "Jh2h");
    CLAIM("jack_face", "Jh4d5d", 0, .hand = "Jh2h", .pool = "4d5d");
    CLAIM("jack_face", "Jh4d5d8dTd", -1, .hand = "Jh2h", .pool = "4d5d8dTdQd");
    CLAIM("jack_face", "Jh", -1, .hand = "Jh2h", .pool = "Qd");
    CLAIM("jack_face", "2h", 0, .hand = "Jh2h", .pool = "Qd");
}

TEST(counting_cards)
{
    /* the ten of diamonds: only aces and jacks take it */
    CLAIM("count_cards", "Td", -3 * holds(4, 50, 8), .hand = "Td3h");
    CLAIM("count_cards", "Td", 0, .hand = "Td3h", .piles = {"AcAdAhAs", "JcJdJhJs"});
    CLAIM("count_cards", "3h", 0, .hand = "Td3h");
    /* what the rest of the hand can take next time counts for half */
    CLAIM("count_cards", "Td", 1.5, .hand = "TdAh", .piles = {"AcAdAs", "JcJdJhJs"});
    /* in the last deal it is half a promise to who captured last */
    CLAIM("count_cards", "Td", 1.5, .hand = "Td3h", .piles = {"AcAdAhAs", "JcJdJhJs"}, .ply = 40, .last = 1);
    CLAIM("count_cards", "Td", -1.5, .hand = "Td3h", .piles = {"AcAdAhAs", "JcJdJhJs"}, .ply = 40, .last = 2);
    CLAIM("count_cards", "9h2h", 1.5, .hand = "9h3h", .pool = "Td2h", .piles = {"AcAdAhAs", "JcJdJhJs"}, .ply = 40);
    /* of three players, both others play first; a partner takes nothing away */
    CLAIM("count_cards", "Td", -3 * holds(8, 50, 8), .rules = "pagat,players=3", .hand = "Td3h");
    CLAIM("count_cards", "Td", -3 * holds(12, 50, 8), .rules = "pagat,players=4,teams=0", .hand = "Td3h");
    CLAIM("count_cards", "Td", -3 * holds(4, 50, 8), .rules = "pagat,players=4", .hand = "Td3h");
    CLAIM("count_cards", "Td", 0, .hand = "Td3h", .ply = 47); /* nobody plays after it */
}

/* ---- referees */

static View view_of(const Rules *rules, const Round *round)
{
    return (View){.rules = rules, .table = &round->table, .hand = round_hand(round), .seat = round->table.turn};
}

static double lead_of(const double points[], int side, int sides)
{
    double others = 0;
    for (int i = 0; i < sides; i++)
        others += i == side ? 0 : points[i];
    return points[side] - others / (sides - 1);
}

/* By how much the Surs of `after` differ from those of `before` for the side, in points ahead of the mean. */
static double surs_change(const Table *before, const Table *after, const Rules *rules, int side)
{
    double points[MAX_SIDES];
    for (int i = 0; i < rules->sides; i++)
        points[i] = rules->sur_points * (after->surs[i] - before->surs[i]);
    return lead_of(points, side, rules->sides);
}

static bool can_take(Card by, CardSet wanted, CardSet pool, bool all)
{
    static CardSet captures[MAX_CAPTURES];
    int count = capture_list(captures, pool, card_rank(by), NULL);
    for (int i = 0; i < count; i++)
        if (all ? captures[i] == wanted : (captures[i] & wanted) != 0) return true;
    return false;
}

/* Of the unseen cards, how many take `wanted` (all of it, or some) from the pool. */
static int takers(CardSet unseen, CardSet wanted, CardSet pool, bool all)
{
    int count = 0;
    for (; unseen; unseen = set_rest(unseen))
        count += can_take(set_first(unseen), wanted, pool, all);
    return count;
}

/* What the next player's Surs cost or bring, found by letting it play each unseen card. */
static double sur_referee(const Rules *rules, const Table *after, int side, CardSet unseen)
{
    double change = 0;
    int clearing = 0;
    if (!after->pool || table_over(after)) return 0;
    for (CardSet rest = unseen; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        if (!can_take(card, after->pool, after->pool, true) || !table_sur_possible(after, rules, card_rank(card)))
            continue;
        Table then = *after;
        table_play(&then, rules, set_of(card) | after->pool);
        change = surs_change(after, &then, rules, side);
        clearing++;
    }
    return change * holds(table_hand_size(after, rules, after->turn), set_count(unseen), clearing);
}

/* What all the clubs are worth to the side to move once it has `more` of them. */
static int clubs_scoring(const Rules *rules, const FeatureRules *by_rules, const Table *table, int more)
{
    int own = 0, best = 0, left = CLUBS_IN_PACK - more;
    for (int side = 0; side < rules->sides; side++) {
        const int clubs = set_count(table->piles[side] & CLUBS);
        left -= clubs;
        if (side == table_side(table, rules))
            own = clubs + more;
        else
            best = clubs > best ? clubs : best;
    }
    const int win = by_rules->clubs[CLUBS_IN_PACK + own - best][left];
    if (!scoring_clubs_vary(rules)) return win;
    const int share = left * POINT / rules->sides, cap = scoring_clubs(CLUBS_IN_PACK, rules) * POINT;
    const int64_t mine = own * POINT + share < cap ? own * POINT + share : cap,
                  theirs = best * POINT + share < cap ? best * POINT + share : cap;
    return (int)((win * mine - (POINT - win) * theirs / (rules->sides - 1)) / POINT);
}

/* What one more club is worth, in points; 0 where all are captured. */
static double club_scoring(const Rules *rules, const FeatureRules *by_rules, const Table *table)
{
    CardSet captured = 0;
    for (int side = 0; side < rules->sides; side++)
        captured |= table->piles[side];
    if ((captured & CLUBS) == CLUBS) return 0;
    return (clubs_scoring(rules, by_rules, table, 1) - clubs_scoring(rules, by_rules, table, 0)) / (double)POINT;
}

/* The number of cards that the opponents who play before the own side does again will hold. */
static int others_held(const Table *table, const Rules *rules)
{
    const int side = table_side(table, rules);
    int held = 0;
    for (int ply = table->ply + 1;
         ply < PLAYS && ply < table->ply + rules->players && rules_side(rules, ply % rules->players) != side; ply++)
        held += HAND - ply % (HAND * rules->players) / rules->players;
    return held;
}

/* `held` of the unseen cards are held by opponents who may take what is left. */
static double count_referee(const FeatureRules *by_rules, const View *view, const Table *after, CardSet card,
                            CardSet unseen, int held)
{
    const Rules *rules = view->rules;
    const Table *table = view->table;
    const int side = table_side(table, rules);
    const CardSet own = view->hand & ~card;
    const double club = club_scoring(rules, by_rules, table);
    double sum = 0;
    const int last = after->last == NOBODY || !table_last_deal(table, rules) ? 0 : after->last == side ? 1 : -1;
    for (CardSet rest = after->pool & by_rules->scoring; rest; rest = set_rest(rest)) {
        CardSet one = set_of(set_first(rest));
        double worth = scoring_cards(one, rules) + (one & CLUBS ? club : 0);
        double lost = holds(held, set_count(unseen), takers(unseen, one, after->pool, false));
        sum += worth * (-lost + (1 - lost) * ((takers(own, one, after->pool, false) > 0) + last) / 2.0);
    }
    return sum;
}

static double row_value(const char *name, const int64_t says[static TACTIC_COUNT])
{
    return (double)says[name_find(&TACTIC_NAMES, name)] / POINT;
}

TEST(agree_with_the_referees)
{
    char text[RULES_TEXT];
    static CardSet moves[MAX_MOVES];
    for (int i = 0; i < 3000; i++) {
        Rng rng = rng_for(12, (uint64_t)i, PURPOSE_TEST);
        random_rules(text, &rng);
        Rules rules = rules_of(i % 2 ? text : PRESET_RULES[i / 2 % PRESET_RULES_COUNT]);
        FeatureRules by_rules;
        feature_rules_init(&by_rules, &rules);
        Round round = random_round(&rules, (int)rng_bounded(&rng, PLAYS), &rng);
        const Table *table = &round.table;
        View view = view_of(&rules, &round);
        int count = moves_list(moves, view.hand, table->pool, NULL), side = table_side(table, &rules);
        static int64_t says[MAX_MOVES][TACTIC_COUNT];
        tactics_say(says, &by_rules, EVERY_ROW, &view, plays_capture(moves, count, table->pool), moves, count);
        for (int move = 0; move < count && move < 12; move++) {
            const CardSet card = moves[move] & view.hand, captured = moves[move] & table->pool;
            about_play(moves[move]);
            Table after = *table;
            table_play(&after, &rules, moves[move]);
            near(surs_change(table, &after, &rules, side), row_value("base_sur", says[move]), __LINE__);
            if (captured && !table_over(&after)) {
                CardSet won = after.piles[side] & ~table->piles[side] & ~card;
                near(scoring_cards(won, &rules), row_value("base_points", says[move]), __LINE__);
                near(set_count(won), row_value("many_cards", says[move]), __LINE__);
            }
            if (sweeps_at(table->ply, &rules) && captured) continue; /* nothing is left */
            near(sur_referee(&rules, &after, side, view_unseen(&view)),
                 row_value("deny_sur", says[move]) + row_value("feed_cancel", says[move]), __LINE__);
            if (!table_over(&after))
                near(count_referee(&by_rules, &view, &after, card, view_unseen(&view), others_held(table, &rules)),
                     row_value("count_cards", says[move]), __LINE__);
        }
    }
}

/* Where hands lie open the next player's cards are known, and those of every opponent who plays before the own side. */
TEST(open_hands_are_known)
{
    static CardSet moves[MAX_MOVES];
    static int64_t says[MAX_MOVES][TACTIC_COUNT];
    int known = 0;
    for (int i = 0; i < 2000; i++) {
        Rng rng = rng_for(14, (uint64_t)i, PURPOSE_TEST);
        static const char *const RULES[] = {"pagat,open_hands=1", "wikipedia,players=3,open_hands=1",
                                            "pagat,players=4,open_hands=1", "pagat,players=4,teams=0,open_hands=1"};
        const Rules rules = rules_of(RULES[i % 4]);
        FeatureRules by_rules;
        feature_rules_init(&by_rules, &rules);
        const Round round = random_round(&rules, (int)rng_bounded(&rng, PLAYS), &rng);
        const Table *table = &round.table;
        View view = view_of(&rules, &round);
        view.hands = hands_open(round.hands, &rules);
        const int count = moves_list(moves, view.hand, table->pool, NULL), side = table_side(table, &rules);
        CardSet others = 0, next = round.hands[(view.seat + 1) % rules.players];
        for (int seat = view.seat + 1; rules_side(&rules, seat % rules.players) != side; seat++)
            others |= round.hands[seat % rules.players];
        known += next != 0;
        tactics_say(says, &by_rules, EVERY_ROW, &view, plays_capture(moves, count, table->pool), moves, count);
        for (int move = 0; move < count && move < 12; move++) {
            const CardSet card = moves[move] & view.hand, hidden = view_hidden(&view);
            about_play(moves[move]);
            Table after = *table;
            table_play(&after, &rules, moves[move]);
            if (table_over(&after) || sweeps_at(table->ply, &rules)) continue;
            const double fed = row_value("deny_sur", says[move]) + row_value("feed_cancel", says[move]);
            near(sur_referee(&rules, &after, side, next ? next : hidden), fed, __LINE__);
            near(count_referee(&by_rules, &view, &after, card, others ? others : hidden,
                               others ? set_count(others) : others_held(table, &rules)),
                 row_value("count_cards", says[move]), __LINE__);
            if (next) {
                const double starved = row_value("starve", says[move]);
                assert_true(starved == 0 || starved == -1);
            }
        }
    }
    assert_true(known > 1000);
}

/* Adds to *spoke the tactics that say something of some play in this decision, bit = tactic; returns a play. */
static CardSet tactics_heard(unsigned *spoke, const FeatureRules *by_rules, const View *view, Rng *rng)
{
    static CardSet moves[MAX_MOVES];
    static int64_t says[MAX_MOVES][TACTIC_COUNT];
    const CardSet pool = view->table->pool;
    const int count = moves_list(moves, view->hand, pool, NULL);
    tactics_say(says, by_rules, EVERY_ROW, view, plays_capture(moves, count, pool), moves, count);
    for (int move = 0; move < count; move++)
        for (int tactic = 0; tactic < TACTIC_COUNT; tactic++)
            *spoke |= (unsigned)(says[move][tactic] != 0) << tactic;
    return moves[rng_bounded(rng, (uint32_t)count)];
}

/* The tactics that speak in this many rounds of random plays. */
static unsigned tactics_that_speak(const Rules *rules, int rounds)
{
    FeatureRules by_rules;
    unsigned spoke = 0;
    feature_rules_init(&by_rules, rules);
    for (int i = 0; i < rounds; i++) {
        Rng rng = rng_for(13, (uint64_t)i, PURPOSE_TEST);
        CardSet history[PLAYS];
        Round round = random_round(rules, 0, &rng);
        const CardSet first_pool = round.table.pool;
        while (!table_over(&round.table)) {
            View view = view_of(rules, &round);
            view.first_pool = first_pool, view.history = history;
            const CardSet play = tactics_heard(&spoke, &by_rules, &view, &rng);
            history[round.table.ply] = play;
            round_play(&round, rules, play);
        }
    }
    return spoke;
}

TEST(a_tactic_comes_up_where_it_says_something)
{
    static const char *const HOUSE_RULES[] = {
        "pagat,sur_points=0",
        "pagat,players=3,sur_cancel=0",
        "pagat,players=3,sur_points=0",
        "wikipedia,players=4,sur_cancel=1",
        "pagat,clubs_points=0",
        "bicycle,clubs_points=0",
        "pagat,ten_points=0,two_points=0,ace_points=0,jack_points=0",
        "pagat,ten_points=0,two_points=0,ace_points=0,jack_points=0,clubs_points=0,sur_points=0",
        "pagat,ten_points=0,two_points=0,ace_points=0,jack_points=0,clubs_points=0,tens_points=1",
    };
    for (int i = 0; i < PRESET_RULES_COUNT + COUNT(HOUSE_RULES); i++) {
        const char *text = i < PRESET_RULES_COUNT ? PRESET_RULES[i] : HOUSE_RULES[i - PRESET_RULES_COUNT];
        const Rules rules = rules_of(text);
        const unsigned spoke = tactics_that_speak(&rules, 10);
        for (int tactic = 0; tactic < TACTIC_COUNT; tactic++)
            if ((spoke >> tactic & 1) != tactic_comes_up(tactic, &rules, false))
                fail_msg("%s: %s %s", text, TACTICS[tactic].name, spoke >> tactic & 1 ? "speaks" : "is silent");
    }
}

TEST(splitting_comes_up_in_matches_that_riffle)
{
    const Rules perfect = rules_of("pagat"), riffled = rules_of("pagat,shuffle=riffle:3");
    assert_true(tactic_comes_up(TACTIC_split_faces, &riffled, true));
    assert_false(tactic_comes_up(TACTIC_split_faces, &riffled, false));
    assert_false(tactic_comes_up(TACTIC_split_faces, &perfect, true));
    assert_true(tactic_comes_up(TACTIC_deny_sur, &perfect, true));
    assert_false(tactic_comes_up(TACTIC_feed_cancel, &riffled, true));
}

TEST(odds_are_counted)
{
    Rules rules = rules_of("pagat");
    FeatureRules by_rules;
    feature_rules_init(&by_rules, &rules);
    const Odds *odds = &by_rules.odds;
    for (int unseen = 0; unseen <= CARDS; unseen++)
        for (int held = 0; held <= MAX_HIDDEN && held <= unseen; held++)
            for (int wanted = 0; wanted <= unseen; wanted++)
                assert_true(fabs(1 - odds->choose[held][unseen - wanted] * odds->inverse[held][unseen] -
                                 holds(held, unseen, wanted)) < 1e-12);
}
