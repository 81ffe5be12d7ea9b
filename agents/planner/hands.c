/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weighs what others may hold, and remembers what styles answer. */
#include "agents/planner/hands.h"

#include "agents/exploit/reply.h"

#include <stdlib.h>
#include <string.h>

/* ---- what was answered before */

/* As many as a decision asks for, so that they stay in the cache. */
enum { ANSWERS = 1 << 12, TABLES = 1 << 8 };

struct AnswerEntry {
    uint64_t key; /* of the plays so far and the hand; 0: there is none */
    JudgedPlays judged;
    int count;
    CardSet plays[JUDGED_PLAYS];
};

void answers_close(Answers *answers)
{
    free(answers->entries);
    free(answers->tables);
    answers->entries = NULL; /* who could not open it may close it again */
    answers->tables = NULL;
}

bool answers_init(Answers *answers)
{
    answers->next = 0;
    memset(answers->places, 0, sizeof answers->places);
    answers->entries = calloc(ANSWERS, sizeof *answers->entries);
    answers->tables = calloc(TABLES, sizeof *answers->tables);
    return answers->entries && answers->tables;
}

Answer answers_find(Answers *answers, const OpponentModel *model, const View *view, uint64_t key)
{
    if (!set_rest(view->hand)) { /* mostly one play, about which there is no question */
        const int count = moves_list(answers->plays, view->hand, view->table->pool, &model->fold);
        if (count == 1) return (Answer){answers->plays, count, NULL};
    }
    const uint64_t of_plays = key | 1;
    key = rng_mix(key ^ rng_mix(view->hand)) | 1;
    uint32_t *place = &answers->places[key >> 32 & (ANSWER_PLACES - 1)];
    const uint32_t other_part = (uint32_t)key / ANSWERS * ANSWERS;
    struct AnswerEntry *entry = &answers->entries[*place % ANSWERS];
    const bool known = *place / ANSWERS * ANSWERS == other_part && entry->key == key;
    if (!known) {
        entry = &answers->entries[answers->next];
        *place = other_part | answers->next;
        answers->next = (answers->next + 1) % ANSWERS;
    }
    if (!known || entry->count > JUDGED_PLAYS)
        entry->count = moves_list(answers->plays, view->hand, view->table->pool, &model->fold);
    if (!known) {
        entry->key = key;
        entry->judged.judged = 0;
        if (entry->count <= JUDGED_PLAYS)
            memcpy(entry->plays, answers->plays, (size_t)entry->count * sizeof *entry->plays);
    }
    entry->judged.table = &answers->tables[of_plays >> 32 & (TABLES - 1)];
    entry->judged.key = of_plays;
    return (Answer){entry->count <= JUDGED_PLAYS ? entry->plays : answers->plays, entry->count, &entry->judged};
}

/* ---- hands */

void held_close(HeldHands *held)
{
    free(held->hands);
    free(held->styles);
}

bool held_init(HeldHands *held, int room)
{
    held->room = room;
    held->hands = malloc(((size_t)room + 1) * sizeof *held->hands); /* never nothing */
    held->styles = malloc(((size_t)room + 1) * sizeof *held->styles);
    if (held->hands && held->styles) return true;
    held_close(held);
    *held = (HeldHands){0};
    return false;
}

/* In how many ways `size` cards are chosen out of `count`. */
static double choices(int size, int count)
{
    double ways = 1;
    for (int i = 0; i < size; i++)
        ways = ways * (count - i) / (i + 1);
    return ways;
}

/* Adds every hand that is `hand` with so many more cards of `rest`, one of each class, with the number of such hands as
   its weight. False if there is no room. */
static bool hands_add(HeldHands *held, const Fold *fold, CardSet rest, CardSet hand, int more, double ways)
{
    const int other = !held->sampler.seat;
    if (!more) {
        if (held->count == held->room) return false;
        BelievedHands *next = &held->hands[held->count++];
        next->hands[other] = hand;
        next->hands[!other] = 0;
        next->weight = ways;
        return true;
    }
    if (set_count(rest) < more) return true;
    const CardSet first = rest & -rest;
    const CardSet class = first & *fold ? first : rest & ~*fold & RANK_SET(card_rank(set_first(first)));
    const int size = set_count(class);
    CardSet kept = class;
    for (int taken = size; taken >= 0; taken--) {
        if (taken <= more &&
            !hands_add(held, fold, rest & ~class, hand | kept, more - taken, ways * choices(taken, size)))
            return false;
        kept = set_rest(kept);
    }
    return true;
}

/* How likely the plays of this deal are with the hands, and how likely styles are after them. */
static double hands_likelihood(float styles[][OPPONENT_STYLES], const CardSet hands[], const Infer *infer,
                               const uint64_t keys[], Answers *answers, const OpponentModel *model, const View *view)
{
    double weight = 1;
    memcpy(styles, infer->styles, sizeof infer->styles);
    for (int i = 0; i < infer->count && weight > 0; i++) {
        const Table *table = &infer->plays[i].table;
        const int seat = table->turn;
        const View past = {.rules = view->rules,
                           .table = table,
                           .hand = infer->plays[i].known | hands[seat],
                           .seat = seat,
                           .first_pool = view->first_pool,
                           .history = view->history};
        float chances[MAX_MOVES], likelihood[OPPONENT_STYLES] = {0};
        const Answer answer = answers_find(answers, model, &past, keys[i]);
        const CardSet wanted = fold_play(infer->plays[i].play, past.hand, table->pool, &model->fold);
        int played = 0;
        while (answer.plays[played] != wanted)
            played++;
        if (answer.count == 1) continue;
        for (int style = 0; style < OPPONENT_STYLES; style++) {
            if (!(styles[seat][style] > 0)) continue;
            opponent_shares(chances, answer.judged, model, style, &past, answer.plays, answer.count);
            likelihood[style] = chances[played];
        }
        weight *= opponent_update(styles[seat], likelihood);
    }
    return weight;
}

bool held_weigh(HeldHands *held, Answers *answers, const OpponentModel *model, const View *view, Rng *rng)
{
    Sampler *sampler = &held->sampler;
    Infer *infer = &held->infer;
    uint64_t keys[HAND * MAX_SEATS];
    double sum = 0;
    if (!sampler_of(sampler, view)) return false;
    infer_init(infer, model, view);
    held->count = 0;
    if (!infer->count || !held->room || sampler->known == sampler->hands) return true;
    held->all = view->rules->players == 2 && sampler->hidden == sampler->count &&
                hands_add(held, &model->fold, view_unseen(view), 0, sampler->hands, 1);
    if (!held->all) {
        hands_sample(held->hands, held->room, sampler, rng);
        held->count = held->room;
    }
    uint64_t key = key_first(view);
    for (int ply = 0, i = 0; i < infer->count; ply++) {
        if (infer->plays[i].table.ply == ply) keys[i++] = key;
        key = key_after(key, view->history[ply]);
    }
    for (int i = 0; i < held->count; i++) {
        BelievedHands *hand = &held->hands[i];
        hand->weight *= hands_likelihood(held->styles[i], hand->hands, infer, keys, answers, model, view);
        hand->sum = sum += hand->weight;
    }
    return true;
}

void held_round(Round *round, uint8_t styles[static MAX_SEATS], HeldHands *held, double share, Rng *rng)
{
    const int hand = held->count ? hands_at(held->hands, held->count, share) : NOBODY;
    if (hand != NOBODY)
        sampler_round_held(round, &held->sampler, held->hands[hand].hands, rng);
    else
        sampler_round(round, &held->sampler, rng);
    for (int seat = 0; seat < held->sampler.rules->players; seat++)
        if (seat != held->sampler.seat)
            styles[seat] = (uint8_t)infer_style(hand != NOBODY ? held->styles[hand][seat] : held->infer.styles[seat],
                                                rng_double(rng));
}
