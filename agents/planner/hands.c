/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weighs what others may hold, and caches the choices of styles. */
#include "agents/planner/hands.h"

#include <stdlib.h>
#include <string.h>

/* ---- what was answered before */

/* As many as a decision asks for, so that they stay in the cache. */
enum { ANSWERS = 1 << 12 };

struct AnswerEntry {
    uint64_t key; /* of the plays so far and the hand; 0: there is none */
    JudgedPlays judged;
    int count;
    CardSet plays[JUDGED_PLAYS];
};

void answers_close(Answers *answers)
{
    free(answers->entries);
    free(answers->net);
    answers->entries = NULL; /* who could not open it may close it again */
    answers->net = NULL;
}

bool answers_init(Answers *answers)
{
    answers->next = 0;
    memset(answers->places, 0, sizeof answers->places);
    answers->entries = calloc(ANSWERS, sizeof *answers->entries);
    answers->net = malloc(sizeof *answers->net);
    if (answers->net) net_memory_clear(answers->net);
    return answers->entries && answers->net;
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
    entry->judged.memory = answers->net;
    entry->judged.key = of_plays;
    return (Answer){entry->count <= JUDGED_PLAYS ? entry->plays : answers->plays, entry->count, &entry->judged};
}

/* ---- hands */

void held_close(HeldHands *held) { free(held->hands); }

bool held_init(HeldHands *held, int room)
{
    const size_t each = sizeof *held->hands + MAX_SEATS * sizeof *held->sums;
    *held = (HeldHands){.room = room, .hands = malloc(((size_t)room + 1) * each)}; /* never nothing */
    if (held->hands) held->sums = (double *)(held->hands + room);
    return held->hands;
}

/* Adds every hand that is `hand` with this many more cards of `rest`, one of each class, with the number of such hands as
   its weight. False if there is no room. */
static bool hands_add(HeldHands *held, const OpponentModel *model, CardSet rest, CardSet hand, int more, double ways)
{
    const int other = !held->sampler.seat;
    if (!more) {
        if (held->count == held->room) return false;
        HeldHand *next = &held->hands[held->count++];
        next->hands[other] = hand;
        next->hands[!other] = 0;
        next->weight = ways;
        return true;
    }
    if (set_count(rest) < more) return true;
    const CardSet first = rest & -rest;
    const CardSet class = first & model->fold ? first : rest & ~model->fold & RANK_SET(card_rank(set_first(first)));
    const int size = set_count(class);
    CardSet kept = class;
    for (int taken = size; taken >= 0; taken--) {
        if (taken <= more && !hands_add(held, model, rest & ~class, hand | kept, more - taken,
                                        ways * model->by_rules.odds.choose[taken][size]))
            return false;
        kept = set_rest(kept);
    }
    return true;
}

/* How likely each seat's plays of this deal are with the hands, and how likely styles are after them. */
static void hands_likelihood(double weights[static MAX_SEATS], float styles[][OPPONENT_STYLES], const CardSet hands[],
                             const Infer *infer, const uint64_t keys[], Answers *answers, const OpponentModel *model)
{
    for (int seat = 0; seat < MAX_SEATS; seat++)
        weights[seat] = 1;
    memcpy(styles, infer->styles, sizeof infer->styles);
    for (int i = 0; i < infer->count; i++) {
        const int seat = infer->plays[i].table.turn;
        const View past = seen_view(&infer->plays[i], &infer->view, hands[seat]);
        const Answer answer = answers_find(answers, model, &past, keys[i]);
        if (answer.count > 1)
            weights[seat] *= opponent_update(styles[seat], answer.judged, model, &past, answer.plays, answer.count,
                                             infer->plays[i].play);
    }
}

/* The first of `count` sums from `first` on that is above `wanted`, or the last one. */
static int sum_above(const double sums[], int count, int first, double wanted)
{
    while (first + 1 < count && !(sums[first] > wanted))
        first++;
    return first;
}

bool held_weigh(HeldHands *held, Answers *answers, const OpponentModel *model, const View *view, Rng *rng)
{
    Sampler *sampler = &held->sampler;
    Infer *infer = &held->infer;
    uint64_t keys[HAND * MAX_SEATS];
    double sum = 0, weights[MAX_SEATS];
    if (!sampler_of(sampler, view)) return false;
    infer_init(infer, model, view);
    held->count = 0;
    if (!infer->count || !held->room || sampler->known == sampler->hands) return true;
    held->all = view->rules->players == 2 && sampler->hidden == sampler->count &&
                hands_add(held, model, view_unseen(view), 0, sampler->hands, 1);
    if (!held->all)
        for (held->count = 0; held->count < held->room; held->count++) {
            held->hands[held->count].weight = 1;
            sampler_hands(held->hands[held->count].hands, sampler, rng);
        }
    uint64_t key = key_first(view);
    for (int ply = 0, i = 0; i < infer->count; ply++) {
        if (infer->plays[i].table.ply == ply) keys[i++] = key;
        key = key_after(key, view->history[ply]);
    }
    for (int i = 0; i < held->count; i++) {
        HeldHand *hand = &held->hands[i];
        hands_likelihood(weights, hand->styles, hand->hands, infer, keys, answers, model);
        for (int seat = 0; seat < MAX_SEATS; seat++) {
            double *seat_sum = &held->sums[seat * held->room + i];
            hand->weight *= weights[seat];
            *seat_sum = weights[seat] + (i ? seat_sum[-1] : 0);
        }
        hand->sum = sum += hand->weight;
    }
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        const double *sums = held->sums + seat * held->room;
        for (int i = 0, at = 0; i < HELD_GUIDES; i++)
            held->guides[seat][i] = at = sum_above(sums, held->count, at, sums[held->count - 1] * i / HELD_GUIDES);
    }
    return true;
}

/* Draws for each other seat one of the sampled hands by its own plays alone: they are as likely together as what each
   of them says, if no two have a card in common, and N samples give nearly N^2 or N^3 of them. False where several tries
   find none. */
static bool hands_combine(CardSet hands[static MAX_SEATS], int from[static MAX_SEATS], const HeldHands *held, Rng *rng)
{
    enum { TRIES = 16 };
    const int players = held->sampler.rules->players;
    int apart = 0;
    for (int tries = 0; tries < TRIES && apart + 1 < players; tries++) {
        CardSet all = 0;
        apart = 0;
        for (int seat = 0; seat < players; seat++) {
            if (seat == held->sampler.seat) continue;
            const double *sums = held->sums + seat * held->room, share = rng_double(rng);
            const int guide = held->guides[seat][(int)(share * HELD_GUIDES)];
            from[seat] = sum_above(sums, held->count, guide, share * sums[held->count - 1]);
            hands[seat] = held->hands[from[seat]].hands[seat];
            apart += !(hands[seat] & all);
            all |= hands[seat];
        }
    }
    return apart + 1 == players;
}

void held_round(Round *round, uint8_t styles[static MAX_SEATS], HeldHands *held, double share, Rng *rng)
{
    const int players = held->sampler.rules->players;
    CardSet hands[MAX_SEATS];
    int from[MAX_SEATS];
    if (!held->count) {
        sampler_round(round, &held->sampler, rng);
    } else {
        if (players == 2 || !hands_combine(hands, from, held, rng)) {
            const int together = sums_at(&held->hands->sum, sizeof *held->hands, held->count, share);
            memcpy(hands, held->hands[together].hands, sizeof hands);
            for (int seat = 0; seat < players; seat++)
                from[seat] = together;
        }
        sampler_round_held(round, &held->sampler, hands, rng);
    }
    for (int seat = 0; seat < players; seat++)
        if (seat != held->sampler.seat)
            styles[seat] = (uint8_t)infer_style(
                held->count ? held->hands[from[seat]].styles[seat] : held->infer.styles[seat], rng_double(rng));
}
