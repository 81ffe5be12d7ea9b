/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/referee/referee.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool one_in(RefRandom *random, int n) { return ref_below(random, n) == 0; }

static int any_of(const RefCards *cards, RefRandom *random) { return cards->card[ref_below(random, cards->n)]; }

/* The pool's cards with a value (numerals), or of one rank. */
static RefCards numerals_of(const RefCards *pool)
{
    RefCards found = {0};
    for (int i = 0; i < pool->n; i++)
        if (ref_value(pool->card[i]) > 0) ref_add(&found, pool->card[i]);
    return found;
}

static RefCards rank_of(const RefCards *pool, int rank)
{
    RefCards found = {0};
    for (int i = 0; i < pool->n; i++)
        if (ref_rank(pool->card[i]) == rank) ref_add(&found, pool->card[i]);
    return found;
}

/* Kings and queens. */
static RefCards faces_of(const RefCards *pool)
{
    RefCards found = rank_of(pool, REF_QUEEN), kings = rank_of(pool, REF_KING);
    ref_add_all(&found, &kings);
    return found;
}

static RefCards jack_takes(const RefCards *pool)
{
    RefCards found = numerals_of(pool), jacks = rank_of(pool, REF_JACK);
    ref_add_all(&found, &jacks);
    return found;
}

/* ---- wrong plays: given a state and a card of the mover's hand, a play of it that breaks one rule, or false ---- */

typedef bool WrongPlay(RefPlay *play, const RefRound *round, int card, RefRandom *random);

/* What would be legal, if only the card were in hand. */
static bool not_in_hand(RefPlay *play, const RefRound *round, int card, RefRandom *random)
{
    RefCards hand = {.n = 1, .card = {card}};
    do
        hand.card[0] = ref_below(random, REF_PACK);
    while (ref_has(&round->hand[round->seat], hand.card[0]) || ref_has(&round->pool, hand.card[0]));
    RefPlays plays = {0};
    ref_legal(&plays, &hand, &round->pool);
    *play = plays.play[ref_below(random, plays.n)];
    ref_plays_free(&plays);
    return true;
}

static bool trail_anyway(RefPlay *play, const RefRound *round, int card, RefRandom *random)
{
    (void)round, (void)random;
    *play = (RefPlay){.card = card};
    return true;
}

static bool wrong_sum(RefPlay *play, const RefRound *round, int card, RefRandom *random)
{
    RefCards numerals = numerals_of(&round->pool);
    *play = (RefPlay){.card = card};
    int sum = ref_value(card);
    for (int i = 0; i < numerals.n; i++) {
        if (one_in(random, 3)) {
            ref_add(&play->taken, numerals.card[i]);
            sum += ref_value(numerals.card[i]);
        }
    }
    return ref_value(card) > 0 && play->taken.n > 0 && sum != 11;
}

/* Two captures at once, each of them right. */
static bool two_sets(RefPlay *play, const RefRound *round, int card, RefRandom *random)
{
    (void)random;
    RefCards hand = {.n = 1, .card = {card}}, pool = round->pool;
    *play = (RefPlay){.card = card};
    for (int times = 0; times < 2; times++) {
        RefPlays plays = {0};
        ref_legal(&plays, &hand, &pool);
        RefCards taken = plays.play[0].taken;
        ref_plays_free(&plays);
        if (ref_value(card) == 0 || taken.n == 0) return false;
        ref_add_all(&play->taken, &taken);
        for (int i = 0; i < taken.n; i++)
            ref_remove(&pool, taken.card[i]);
    }
    return true;
}

static bool numeral_takes_face(RefPlay *play, const RefRound *round, int card, RefRandom *random)
{
    RefCards faces = faces_of(&round->pool), jacks = rank_of(&round->pool, REF_JACK);
    ref_add_all(&faces, &jacks);
    if (ref_value(card) == 0 || faces.n == 0) return false;
    RefCards hand = {.n = 1, .card = {card}};
    RefPlays plays = {0};
    ref_legal(&plays, &hand, &round->pool);
    *play = plays.play[0];
    ref_plays_free(&plays);
    ref_add(&play->taken, any_of(&faces, random));
    return true;
}

static bool is_king_or_queen(int card) { return ref_rank(card) == REF_KING || ref_rank(card) == REF_QUEEN; }

static bool face_takes_two(RefPlay *play, const RefRound *round, int card, RefRandom *random)
{
    (void)random;
    RefCards same = rank_of(&round->pool, ref_rank(card));
    if (!is_king_or_queen(card) || same.n < 2) return false;
    *play = (RefPlay){.card = card, .taken = {.n = 2, .card = {same.card[0], same.card[1]}}};
    return true;
}

static bool face_takes_other_face(RefPlay *play, const RefRound *round, int card, RefRandom *random)
{
    RefCards others = rank_of(&round->pool, ref_rank(card) == REF_KING ? REF_QUEEN : REF_KING);
    if (!is_king_or_queen(card) || others.n == 0) return false;
    *play = (RefPlay){.card = card, .taken = {.n = 1, .card = {any_of(&others, random)}}};
    return true;
}

static bool face_takes_numeral(RefPlay *play, const RefRound *round, int card, RefRandom *random)
{
    RefCards numerals = numerals_of(&round->pool), same = rank_of(&round->pool, ref_rank(card));
    if (!is_king_or_queen(card) || numerals.n == 0) return false;
    *play = (RefPlay){.card = card, .taken = {.n = 1, .card = {any_of(&numerals, random)}}};
    if (same.n > 0) ref_add(&play->taken, any_of(&same, random));
    return true;
}

static bool jack_misses_one(RefPlay *play, const RefRound *round, int card, RefRandom *random)
{
    RefCards taken = jack_takes(&round->pool);
    if (ref_rank(card) != REF_JACK || taken.n < 2) return false;
    ref_remove(&taken, any_of(&taken, random));
    *play = (RefPlay){.card = card, .taken = taken};
    return true;
}

static bool jack_takes_face(RefPlay *play, const RefRound *round, int card, RefRandom *random)
{
    RefCards taken = jack_takes(&round->pool), faces = faces_of(&round->pool);
    if (ref_rank(card) != REF_JACK || faces.n == 0) return false;
    ref_add(&taken, any_of(&faces, random));
    *play = (RefPlay){.card = card, .taken = taken};
    return true;
}

/* Takes a card that would fit, but does not lie there. */
static bool not_in_pool(RefPlay *play, const RefRound *round, int card, RefRandom *random)
{
    if (ref_rank(card) == REF_JACK) return false;
    int rank = is_king_or_queen(card) ? ref_rank(card) : 10 - ref_value(card);
    int taken = 4 * rank + ref_below(random, 4);
    *play = (RefPlay){.card = card, .taken = {.n = 1, .card = {taken}}};
    return taken != card && !ref_has(&round->pool, taken);
}

/* ---- wrong records: false if this one cannot be made wrong so ---- */

typedef bool WrongRecord(RefRecord *record, RefRandom *random);

static bool out_of_turn(RefRecord *record, RefRandom *random)
{
    if (record->plays < 2) return false;
    int i = ref_below(random, record->plays - 1);
    RefPlay play = record->play[i];
    record->play[i] = record->play[i + 1];
    record->play[i + 1] = play;
    return true;
}

static bool change_one(int figure[REF_SEATS], const RefRecord *record, RefRandom *random)
{
    int side = ref_below(random, ref_sides(&record->rules));
    figure[side] += figure[side] > 0 && one_in(random, 2) ? -1 : 1;
    return true;
}

static bool wrong_points(RefRecord *record, RefRandom *random)
{
    return record->has_points && change_one(record->points, record, random);
}

static bool wrong_surs(RefRecord *record, RefRandom *random)
{
    return record->has_surs && change_one(record->surs, record, random);
}

static bool wrong_clubs(RefRecord *record, RefRandom *random)
{
    return record->has_clubs && change_one(record->clubs, record, random);
}

static bool past_the_end(RefRecord *record, RefRandom *random)
{
    if (record->plays != 12 / record->rules.players * 4 * record->rules.players) return false;
    record->play[record->plays] = record->play[ref_below(random, record->plays)];
    record->plays++;
    return true;
}

/* The figures of a moment at which nobody may stop. */
static bool stopped_too_early(RefRecord *record, RefRandom *random)
{
    if (record->plays == 0) return false;
    record->plays = ref_below(random, record->plays);
    record->has_points = record->has_surs = record->has_clubs = false;
    RefVerdict verdict;
    RefRound round;
    ref_judge(&verdict, &round, record);
    record->has_points = true;
    memcpy(record->points, verdict.points, sizeof record->points);
    return !ref_claimable(&round);
}

/* Leaves a bare deal whose pool has this card at this place of it. */
static void put_in_pool(RefRecord *record, int place, int card)
{
    int in_deal = 0;
    while (record->pack.card[in_deal] != card)
        in_deal++;
    int in_pool = 4 * record->rules.players + place;
    record->pack.card[in_deal] = record->pack.card[in_pool];
    record->pack.card[in_pool] = card;
    record->plays = 0;
    record->has_points = record->has_surs = record->has_clubs = false;
}

static bool jack_in_pool(RefRecord *record, RefRandom *random)
{
    put_in_pool(record, ref_below(random, 4), 4 * REF_JACK + ref_below(random, 4));
    return record->rules.pool_jacks != REF_KEEP;
}

static bool too_many_faces(RefRecord *record, RefRandom *random)
{
    int rank = one_in(random, 2) ? REF_KING : REF_QUEEN;
    if (record->rules.pool_max_kq == 4) return false;
    for (int place = 0; place <= record->rules.pool_max_kq; place++)
        put_in_pool(record, place, 4 * rank + place);
    return true;
}

static bool card_twice(RefRecord *record, RefRandom *random)
{
    int i = ref_below(random, REF_PACK);
    record->pack.card[i] = record->pack.card[(i + 1 + ref_below(random, REF_PACK - 1)) % REF_PACK];
    return true;
}

static bool card_missing(RefRecord *record, RefRandom *random)
{
    ref_remove(&record->pack, any_of(&record->pack, random));
    return true;
}

static bool bad_rules(RefRecord *record, RefRandom *random)
{
    static const char *const BAD[] = {
        "chess",
        "Pagat",
        "pagat,colour=1",
        "pagat,players",
        "pagat,players=",
        "pagat,players=1",
        "pagat,players=5",
        "pagat,players=two",
        "pagat,teams=1",
        "pagat,players=3,teams=1",
        "pagat,players=4,teams=2",
        "playpasur,players=3",
        "playpasur,players=4,teams=0",
        "french,players=4,teams=0",
        "french,teams=0,players=4",
        "french,players=3,teams=1",
        "ru-baaz,teams=1",
        "pagat,pool_jacks=hide",
        "pagat,pool_jacks=0",
        "pagat,pool_bury_twice=2",
        "pagat,pool_max_kq=5",
        "pagat,sur_points=101",
        "pagat,sur_points=-1",
        "pagat,sur_points=5x",
        "pagat,sur_limit=1001",
        "pagat,sur_cancel=2",
        "pagat,sur_last_deal=1",
        "pagat,sur_last_deal=never",
        "pagat,sur_faces=yes",
        "pagat,sur_jack=2",
        "pagat,clubs=least",
        "pagat,clubs_points=101",
        "pagat,clubs_cap=0",
        "pagat,clubs_cap=14",
        "pagat,clubs_tie=both",
        "pagat,clubs_least=14",
        "pagat,open_hands=yes",
        "pagat,ten_points=101",
        "pagat,tens_points=101",
        "pagat,two_points=101",
        "pagat,ace_points=101",
        "pagat,jack_points=101",
        "pagat,last_sweep=none",
        "pagat,target=0",
        "pagat,target=1001",
        "pagat,per_shodam=2",
        "pagat,per_shodam=99999999999999999999",
        "pagat,",
        "pagat,,players=2",
        "players=3",
    };
    snprintf(record->rules_text, REF_RULES, "%s", BAD[ref_below(random, (int)(sizeof BAD / sizeof BAD[0]))]);
    return true;
}

/* ---- wrong texts ---- */

typedef bool WrongText(char *text, RefRandom *random);

static void insert_text(char *at, const char *more)
{
    memmove(at + strlen(more), at, strlen(at) + 1);
    memcpy(at, more, strlen(more));
}

static bool unknown_key(char *text, RefRandom *random)
{
    static const char *const BAD[] = {"colour red\n", "Deal AcAd\n", "player 2\n", "deals 6\n", "points: 3\n"};
    insert_text(text, BAD[ref_below(random, 5)]);
    return true;
}

static bool no_deal(char *text, RefRandom *random)
{
    (void)random;
    char *line = strstr(text, "deal ");
    char *next = strchr(line, '\n') + 1;
    memmove(line, next, strlen(next) + 1);
    return true;
}

static bool malformed_card(char *text, RefRandom *random)
{
    strstr(text, "deal ")[5 + ref_below(random, 2 * REF_PACK)] = "Z1*0,"[ref_below(random, 5)];
    return true;
}

static bool malformed_play(char *text, RefRandom *random)
{
    static const char *const BAD[] = {"7hx ", "7 ", "7x4c ", "Kc4d ", "7hxx4c ", "0c ", "7hx4 ", "x4c ", "7h-4c "};
    char *line = strstr(text, "\nplay ");
    if (line == NULL) return false;
    insert_text(line + 6, BAD[ref_below(random, 9)]);
    return true;
}

static bool malformed_number(char *text, RefRandom *random)
{
    static const char *const BAD[] = {"x", "-", "1.5", "one", "3,"};
    char *at = strstr(text, "scores ") + 7;
    char *end = at + strcspn(at, " \n");
    memmove(at, end, strlen(end) + 1);
    insert_text(at, BAD[ref_below(random, 5)]);
    return true;
}

/* ---- all ways ---- */

/* One of the three functions is set. */
typedef struct {
    const char *expect;
    WrongPlay *play;
    WrongRecord *record;
    WrongText *text;
} Way;

static const Way WAYS[] = {
    {"not-in-hand", not_in_hand, NULL, NULL},
    {"must-capture", trail_anyway, NULL, NULL},
    {"wrong-sum", wrong_sum, NULL, NULL},
    {"two-sets", two_sets, NULL, NULL},
    {"numeral-takes-face", numeral_takes_face, NULL, NULL},
    {"face-takes-two", face_takes_two, NULL, NULL},
    {"face-takes-other-face", face_takes_other_face, NULL, NULL},
    {"face-takes-numeral", face_takes_numeral, NULL, NULL},
    {"jack-misses-one", jack_misses_one, NULL, NULL},
    {"jack-takes-face", jack_takes_face, NULL, NULL},
    {"not-in-pool", not_in_pool, NULL, NULL},
    {"out-of-turn", NULL, out_of_turn, NULL},
    {"wrong-points", NULL, wrong_points, NULL},
    {"wrong-surs", NULL, wrong_surs, NULL},
    {"wrong-clubs", NULL, wrong_clubs, NULL},
    {"past-the-end", NULL, past_the_end, NULL},
    {"stopped-too-early", NULL, stopped_too_early, NULL},
    {"jack-in-pool", NULL, jack_in_pool, NULL},
    {"too-many-faces", NULL, too_many_faces, NULL},
    {"input", NULL, card_twice, NULL},
    {"input", NULL, card_missing, NULL},
    {"input", NULL, bad_rules, NULL},
    {"input", NULL, NULL, unknown_key},
    {"input", NULL, NULL, no_deal},
    {"input", NULL, NULL, malformed_card},
    {"input", NULL, NULL, malformed_play},
    {"input", NULL, NULL, malformed_number},
};

int ref_spoil_ways(void) { return (int)(sizeof WAYS / sizeof WAYS[0]); }

/* Tries the cards of the mover's hand in turn; true once *play is wrong. */
static bool spoil_here(RefPlay *play, const RefRound *round, WrongPlay *wrong, RefRandom *random)
{
    const RefCards *hand = &round->hand[round->seat];
    int start = ref_below(random, hand->n);
    char why[REF_WHY];
    for (int i = 0; i < hand->n; i++)
        if (wrong(play, round, hand->card[(start + i) % hand->n], random) && !ref_play_legal(round, play, why))
            return true;
    return false;
}

/* Tries the plays of the record from a random one on, and around. */
static bool spoil_play(RefRecord *record, WrongPlay *wrong, RefRandom *random)
{
    RefRecord shown = *record;
    shown.has_points = shown.has_surs = shown.has_clubs = false;
    int start = record->plays > 0 ? ref_below(random, record->plays) : 0;
    for (int i = 0; i < record->plays; i++) {
        int at = (start + i) % record->plays;
        RefVerdict verdict;
        RefRound round;
        shown.plays = at;
        ref_judge(&verdict, &round, &shown);
        RefPlay play;
        if (spoil_here(&play, &round, wrong, random)) {
            record->play[at] = play;
            return true;
        }
    }
    return false;
}

bool ref_spoil(char *out, const char **expect, const RefRecord *record, int way, RefRandom *random)
{
    assert(way >= 0 && way < ref_spoil_ways());
    RefRecord copy = *record;
    *expect = WAYS[way].expect;
    if (WAYS[way].play != NULL && !spoil_play(&copy, WAYS[way].play, random)) return false;
    if (WAYS[way].record != NULL && !WAYS[way].record(&copy, random)) return false;
    ref_record_print(out, &copy);
    return WAYS[way].text == NULL || WAYS[way].text(out, random);
}
