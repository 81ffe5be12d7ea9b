/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Has a search judge the positions of records, and adds up what plays cost. */
#include "analysis/study/review.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/match.h"
#include "sim/files/system.h"
#include "sim/files/text_buffer.h"

double advice_reach(double alpha)
{
    return alpha == USUAL_ALPHA ? 0 : student_upper(alpha / 2, 1e9); /* normal, as good as */
}

/* ---- one play */

/* A record whose plays are looked at. */
typedef struct {
    Review *review;
    AdviseTask ask;
    const Record *record;
    uint64_t number;
    Advice advice;
} Judge;

/* Fills the figures of the play by a search. False with the reason. */
static bool play_search(ReviewPlay *out, Judge *judge, const View *view, Error *error)
{
    const Advice *advice = &judge->advice;
    Reasons reasons = {0};
    char why[REASONS_TEXT];
    judge->ask.view = view;
    if (!advise(&judge->advice, &judge->ask, error)) return false;
    if (interrupt_seen()) return true;
    const int own = advice_find(advice, view, out->play);
    const AdvisePlay *play = &advice->plays[own], *best = &advice->plays[advice->choice];
    const bool exact = advice->kind == ADVISE_EXACT;
    for (int i = 0; i < advice->count && exact; i++)
        if (advice->plays[i].value.mean > best->value.mean) best = &advice->plays[i];
    out->choices = advice->count;
    out->value = play->value.mean;
    if (best == play) return true;
    out->best = best->play;
    out->loss = exact ? best->value.mean - play->value.mean : play->behind.mean;
    out->cost = exact ? (Interval){out->loss, out->loss} : (Interval){play->behind.low, play->behind.high};
    if (out->cost.low > 0 && !reasons_advised(&reasons, advice, &judge->ask, own, error)) return false;
    snprintf(out->why, sizeof out->why, "%.399s", reasons_text(why, &reasons, NULL, NULL));
    return true;
}

/* Looks at the play that is made there, and adds it. False with the reason. */
static bool play_judge(Judge *judge, const View *view, CardSet play, Error *error)
{
    CardSet plays[MAX_MOVES];
    Review *review = judge->review;
    const Record *record = judge->record;
    const Fold fold = fold_for(view->rules);
    ReviewPlay out = {.record = judge->number,
                      .ply = view->table->ply,
                      .seat = view->seat,
                      .deal = view->table->deal + 1,
                      .hand = view->hand,
                      .pool = view->table->pool,
                      .play = play,
                      .best = play,
                      .choices = moves_list(plays, view->hand, view->table->pool, &fold),
                      .value = NAN};
    /* where there is no choice the play costs nothing, whatever it is worth */
    if (out.choices > 1 && !play_search(&out, judge, view, error)) return false;
    if (interrupt_seen()) return true; /* what a search has that was stopped is not used */
    if (record->has_match) {
        snprintf(out.match, sizeof out.match, "%llu", (unsigned long long)record->match);
        snprintf(out.round, sizeof out.round, "%llu", (unsigned long long)record->round);
    }
    play_print(out.played, set_first(play & out.hand), play & ~out.hand);
    play_print(out.better, set_first(out.best & out.hand), out.best & ~out.hand);
    out.player = review_player(review, record, view->seat);
    if (out.player < 0) return error_set(error, "there are more than %d players", REVIEW_PLAYERS);
    out.name = review->players[out.player].name;
    return list_add(&review->plays, &review->count, &out, sizeof out) || error_memory(error);
}

/* ---- a record */

bool review_record(Review *review, const Record *record, uint64_t number, const AdviseTask *ask, unsigned seats,
                   Error *error)
{
    Judge judge = {.review = review, .ask = *ask, .record = record, .number = number};
    const Rules *rules = &record->rules;
    const bool matches = ask->equity;
    const size_t first = review->count;
    const char *why;
    Round last;
    Game game;
    int side;
    if (!record_position(&last, record, error)) return false;
    if (matches && !match_round_begins(record->scores, rules, &why)) return error_set(error, "scores: %s", why);
    game_start(&game, rules, &record->pack, record->scores);
    for (int i = 0; i < record->play_count && i < record_known(record) && !interrupt_seen(); i++) {
        const CardSet play = record->plays[i].captured | set_of(record->plays[i].card);
        const View view = game_view(&game, rules);
        if (matches && table_shodam(view.table, rules, &side))
            return error_set(error, "side %d has won the match before play %d (per shodam): only points can be told",
                             side, i + 1);
        if (seats >> view.seat & 1 && !play_judge(&judge, &view, play, error)) return false;
        game_put(&game, rules, play);
    }
    review_add(review, first);
    return true;
}

/* ---- players */

/* The name in the record's list at that seat, if there is one for each; behind it the seat in the match's first round,
   if another has the same name. */
static bool name_own(char out[static REVIEW_NAME], const Record *record, int seat, int first_seat)
{
    bool same = false;
    char names[RECORD_AGENTS], *list[MAX_SEATS + 1] = {NULL};
    int count = 0;
    snprintf(names, sizeof names, "%s", record->agents);
    for (char *rest = NULL, *name = strtok_r(names, " ", &rest); name && count <= MAX_SEATS;
         name = strtok_r(NULL, " ", &rest))
        list[count++] = name;
    if (count != record->rules.players || !list[seat]) return false;
    for (int other = 0; other < count; other++)
        same |= other != seat && !strcmp(list[other], list[seat]);
    const int length = snprintf(out, REVIEW_NAME, "%.*s", AGENT_NAME, list[seat]);
    if (same) snprintf(out + length, REVIEW_NAME - (size_t)length, " %d", first_seat);
    return true;
}

int review_player(Review *review, const Record *record, int seat)
{
    char name[REVIEW_NAME];
    const uint64_t round = record->has_match ? record->round : 0;
    const int first_seat = (int)(((uint64_t)seat + round) % (uint64_t)record->rules.players);
    if (!name_own(name, record, seat, first_seat)) snprintf(name, sizeof name, "seat %d", first_seat);
    for (int i = 0; i < review->player_count; i++)
        if (!strcmp(review->players[i].name, name)) return i;
    if (review->player_count == REVIEW_PLAYERS) return -1;
    strcpy(review->players[review->player_count].name, name);
    return review->player_count++;
}

void review_add(Review *review, size_t first)
{
    int64_t losses[REVIEW_PLAYERS] = {0}, counts[REVIEW_PLAYERS] = {0};
    for (size_t i = first; i < review->count; i++) {
        const ReviewPlay *play = &review->plays[i];
        if (isnan(play->loss)) continue; /* the search never came to it */
        ReviewPlayer *player = &review->players[play->player];
        player->choices += play->choices > 1;
        player->best += play->choices > 1 && play->best == play->play;
        losses[play->player] += (int64_t)lround(play->loss * REVIEW_UNIT);
        counts[play->player]++;
    }
    for (int i = 0; i < review->player_count; i++) {
        ReviewPlayer *player = &review->players[i];
        if (counts[i]) {
            player->plays += counts[i];
            moments_add(&player->loss, losses[i]);
            moments_add(&player->count, counts[i]);
            moments_add(&player->both, losses[i] + counts[i]);
        }
        player->mean = estimate_ratio(&player->loss, &player->count, &player->both, REVIEW_UNIT);
        player->interval = interval_t(&player->mean, review->alpha);
        player->round = player->loss.n ? (double)player->loss.sum / REVIEW_UNIT / (double)player->loss.n : NAN;
    }
}
