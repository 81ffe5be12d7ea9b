/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agents/infer.h"

#include <math.h>

#include "engine/count.h"
#include "engine/moves.h"

enum { CLUBS_WON = 7 };

static const float CARELESS = 0.1f; /* share of plays that the model takes to be made at random */

/* Fitted by maximum likelihood to 107,000 plays of tactic, counter and ismcts against each other (docs/search.md). */
static const struct {
    float point, club, sur, card, capture; /* what a capture wins; club and sur for 7 and 5 points */
    float jack, jack_card;                 /* a jack that captures, and for each card it takes */
    float lost_point, lost_club;           /* what a trail gives away */
    float value, face, trailed_jack;       /* a trail of a numeral, for each unit of its value; of a face */
    float risk;                            /* chance of a Sur for the next player, for 5 points */
    float left_point, left_club;           /* what lies in the pool after the play */
} MODEL = {1.0f, 1.0f, 4.5f, 0.7f, 0.8f, -1.7f, -0.35f, -0.8f, -1.1f, 0.08f, 0.7f, -2.3f, -12, -0.5f, -0.25f};

/* The position of a play, with what is the same for all plays in it. */
typedef struct {
    const Rules *rules;
    const Table *table;
    Table next; /* as the next player meets it, but for the play */
    CardSet seen;
    float club; /* what a club counts, in sevenths of 7 points; 0 once the clubs are won */
    float sur;  /* what a Sur counts, in fives */
    bool opponent_next;
} Position;

static Position position_of(const Table *table, const Rules *rules)
{
    Position position = {.rules = rules, .table = table, .next = *table, .seen = table->pool};
    int plays = (table->deal + 1) * HAND * rules->players;
    bool open = true;
    for (int side = 0; side < rules->sides; side++) {
        position.seen |= table->piles[side];
        open = open && set_count(table->piles[side] & CLUBS) < CLUBS_WON;
    }
    position.next.turn = (uint8_t)((table->turn + 1) % rules->players);
    if (table->ply + 1 == plays && table->ply + 1 < PLAYS) position.next.deal++;
    position.opponent_next = table_side(&position.next, rules) != table_side(table, rules);
    position.club = !open ? 0 : rules->clubs == CLUBS_MOST ? (float)rules->clubs_points / 7 : 1;
    position.sur = (float)rules->sur_points / 5;
    return position;
}

/* The chance that the next player can clear what is left with one card. */
static float risk_of(const Position *position, CardSet card, CardSet left)
{
    int rank, sum = 0;
    if (!position->opponent_next || !left) return 0;
    for (CardSet rest = left & NUMERALS; rest; rest = set_rest(rest))
        sum += card_rank(set_first(rest)) + 1;
    if (!(left & ~NUMERALS) && sum <= 10)
        rank = 10 - sum;
    else if (!set_rest(left) && left & (QUEENS | KINGS))
        rank = card_rank(set_first(left));
    else
        return 0;
    if (!table_sur_possible(&position->next, position->rules, rank)) return 0;
    CardSet unseen = PACK & ~(position->seen | card);
    int count = set_count(unseen), fitting = set_count(unseen & RANK_SET(rank));
    int hand = table_hand_size(&position->next, position->rules, position->next.turn);
    float none = 1;
    for (int i = 0; i < hand; i++)
        none *= fmaxf(0, (float)(count - fitting - i)) / (float)(count - i);
    return 1 - none;
}

static float score_of(const Position *position, CardSet card, CardSet captured)
{
    const Rules *rules = position->rules;
    CardSet pool = position->table->pool, left = captured ? pool & ~captured : pool | card;
    int rank = card_rank(set_first(card));
    float score = position->sur * MODEL.risk * risk_of(position, card, left);
    score += MODEL.left_point * (float)count_cards(left & ~TENS, rules);
    score += MODEL.left_club * position->club * (float)set_count(left & CLUBS);
    if (captured) {
        float cards = (float)set_count(captured);
        score += MODEL.capture + MODEL.card * cards + MODEL.point * (float)count_cards(captured | card, rules);
        score += MODEL.club * position->club * (float)set_count((captured | card) & CLUBS);
        if (!left && table_sur_possible(position->table, rules, rank)) score += MODEL.sur * position->sur;
        if (rank == JACK) score += MODEL.jack + MODEL.jack_card * cards;
        return score;
    }
    score += MODEL.lost_point * (float)count_cards(card, rules);
    if (card & CLUBS) score += MODEL.lost_club * position->club;
    return score + (rank < JACK ? MODEL.value * (float)(rank + 1) : rank == JACK ? MODEL.trailed_jack : MODEL.face);
}

/* Weight of each class that may be in a hidden hand. */
static void weights_fill(float weights[static CARDS], const Position *position, const Classes *classes,
                         const Fold *fold, double sharpness)
{
    CardSet captures[MAX_CAPTURES];
    for (int class = 0; class < classes->count; class ++) {
        CardSet card = classes->cards[class] & ~position->seen;
        weights[class] = 0;
        if (!card) continue;
        int count = capture_list(captures, position->table->pool, classes->value[class] - 1, fold);
        if (!count) captures[count++] = 0;
        for (int i = 0; i < count; i++)
            weights[class] += expf((float)sharpness * score_of(position, set_of(set_first(card)), captures[i]));
    }
}

static float likelihood(float played, float all) { return CARELESS + (1 - CARELESS) * played / all; }

/* Weights of the cards of play `index` and of those that its seat played later in the deal. */
static float known_weights(const Infer *infer, int index)
{
    float sum = 0;
    for (int i = index; i < infer->count; i++)
        if (infer->plays[i].seat == infer->plays[index].seat) sum += infer->plays[index].weights[infer->plays[i].class];
    return sum;
}

void infer_init(Infer *infer, const Classes *classes, const Fold *fold, const View *view, double sharpness)
{
    const Rules *rules = view->rules;
    infer->count = 0;
    if (sharpness <= 0 || !view->history) return;
    Table table = {.pool = view->first_pool, .last = NOBODY};
    for (int side = 0; side < rules->sides; side++)
        table.scores[side] = view->table->scores[side];
    while (table.ply < view->table->ply) {
        CardSet play = view->history[table.ply], card = play & ~table.pool;
        if (table.deal == view->table->deal && table.turn != view->seat) {
            Position position = position_of(&table, rules);
            int index = infer->count++;
            infer->plays[index].seat = table.turn;
            infer->plays[index].class = classes->of[set_first(card)];
            infer->plays[index].played = expf((float)sharpness * score_of(&position, card, play ^ card));
            weights_fill(infer->plays[index].weights, &position, classes, fold, sharpness);
        }
        table_play(&table, rules, set_first(card), play ^ card);
    }
    for (int i = 0; i < infer->count; i++)
        infer->plays[i].bound = likelihood(infer->plays[i].played, known_weights(infer, i));
}

float infer_likelihood(const Infer *infer, const uint8_t hands[][HAND], const uint8_t left[])
{
    float product = 1;
    for (int i = 0; i < infer->count; i++) {
        const float *weights = infer->plays[i].weights;
        int seat = infer->plays[i].seat;
        float all = known_weights(infer, i);
        for (int j = 0; j < left[seat]; j++)
            all += weights[hands[seat][j]];
        product *= likelihood(infer->plays[i].played, all) / infer->plays[i].bound;
    }
    return product;
}
