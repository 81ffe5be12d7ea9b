/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the positions of records to a search or the solver, and adds up what plays cost. */
#include "analysis/study/review.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/search/search.h"
#include "engine/match.h"
#include "engine/solve.h"
#include "sim/files/record_file.h"
#include "sim/files/system.h"
#include "sim/files/text_buffer.h"

/* What positions are put to: the one or the other. */
typedef struct {
    const ReviewTask *task;
    Advice advice;
    ReviewWatch watch;
    void *context;
    bool matches; /* values are chances to win the match */
    bool stopped;
} Judge;

bool review_possible(const Rules *rules, const ReviewTask *task, Error *error)
{
    SearchOptions options;
    if (task->open && rules->sides != 2)
        return error_set(error, "--open: exact values are for two sides, and these rules have %d", rules->sides);
    if (task->open) return true;
    if (!search_options(&options, task->agent))
        return error_set(error, "--agent %.100s does not search: take ismcts, or --open", task->agent->name);
    return options.reward == REWARD_DIFFERENCE ||
           error_set(error, "--agent %.100s does not reckon in points: take another reward", task->agent->name);
}

/* ---- one play */

/* A search that goes on is stopped as soon as the user wants it; what it has is not used. */
static bool search_watch(void *context, const Advice *advice)
{
    Judge *judge = context;
    judge->stopped |= advice->partial && judge->watch && !judge->watch(judge->context);
    return !judge->stopped;
}

static void advised(ReviewPlay *out, const Advice *advice, const View *view)
{
    const AdvisePlay *play = &advice->plays[advice_find(advice, view, out->play)];
    const AdvisePlay *best = &advice->plays[advice->choice];
    const bool exact = advice->kind == ADVISE_EXACT;
    for (int i = 0; i < advice->count && exact; i++)
        if (advice->plays[i].value > best->value) best = &advice->plays[i];
    out->choices = advice->count;
    out->value = play->value;
    out->best = best == play ? out->play : best->play;
    out->loss = best == play ? 0 : exact ? best->value - play->value : play->behind;
    out->low = exact || best == play ? out->loss : play->behind_low;
    out->high = exact || best == play ? out->loss : play->behind_high;
}

void advice_reach(double out[static 2], double alpha)
{
    out[0] = out[1] = 0;
    if (alpha == USUAL_ALPHA) return;
    out[0] = student_upper(alpha / 2, 1e9); /* normal, as good as */
    out[1] = student_upper(alpha / 2, ROOT_PARALLEL_TREES - 1);
}

/* Fills the figures of the play by a search. False with the reason. */
static bool play_search(ReviewPlay *out, Judge *judge, const View *view, Error *error)
{
    const ReviewTask *task = judge->task;
    const AdviseTask advice = {.agent = task->agent,
                               .view = view,
                               .seed = task->seed,
                               .iterations = task->iterations,
                               .threads = task->threads,
                               .equity = agent_equity(task->agent),
                               .measured = true,
                               .reach = {task->reach[0], task->reach[1]}};
    if (!advise(&judge->advice, &advice, search_watch, judge, error)) return false;
    if (judge->stopped) return true;
    advised(out, &judge->advice, view);
    Reasons reasons = {0};
    char why[REASONS_TEXT];
    if (out->low > 0 &&
        !reasons_advised(&reasons, &judge->advice, &advice, advice_find(&judge->advice, view, out->play), error))
        return false;
    snprintf(out->why, sizeof out->why, "%.399s", reasons_text(why, &reasons, NULL, NULL));
    return true;
}

static bool play_solve(ReviewPlay *out, const Round *round, const Rules *rules)
{
    SolvePlay plays[MAX_MOVES];
    int count = 0, own = 0, best = 0;
    if (!rollout_solved(plays, &count, round, rules)) return false;
    for (int i = 0; i < count; i++) {
        if (plays[i].play == out->play) own = i;
        if (plays[i].value > plays[best].value) best = i;
    }
    out->value = plays[own].value;
    out->loss = out->low = out->high = plays[best].value - plays[own].value;
    out->best = plays[own].value == plays[best].value ? out->play : plays[best].play;
    return true;
}

/* Looks at the play that is made in the round. False with the reason. */
static bool play_judge(ReviewPlay *out, Judge *judge, const Round *round, const View *view, CardSet play, Error *error)
{
    CardSet plays[MAX_MOVES];
    const Fold fold = fold_for(view->rules);
    out->ply = round->table.ply;
    out->seat = view->seat;
    out->deal = round->table.deal;
    out->hand = view->hand;
    out->pool = round->table.pool;
    out->play = out->best = play;
    out->choices = moves_list(plays, view->hand, view->table->pool, &fold);
    out->value = NAN;
    if (judge->watch && !judge->watch(judge->context)) return judge->stopped = true;
    if (out->choices == 1) return true; /* whatever it is worth, it costs nothing */
    if (!judge->task->open) return play_search(out, judge, view, error);
    return play_solve(out, round, view->rules) || error_memory(error);
}

/* ---- a record */

/* Is this a position of a match that is still open? */
static bool match_open(const Round *round, const Record *record, Error *error)
{
    int side;
    return !table_shodam(&round->table, &record->rules, &side) ||
           error_set(error, "side %d has won the match before play %d (per shodam): only points can be told", side,
                     round->table.ply + 1);
}

/* Adds the play that comes next in the round, as far as it was looked at. */
static bool play_add(Review *review, Judge *judge, const Record *record, uint64_t number, const Round *round,
                     const View *view, CardSet play, Error *error)
{
    ReviewPlay out = {.record = number, .match = record->match, .round = record->round, .has_match = record->has_match};
    if (!(judge->task->seats >> view->seat & 1)) return true;
    if (!play_judge(&out, judge, round, view, play, error)) return false;
    if (judge->stopped) return true;
    out.player = review_player(review, record, view->seat);
    if (out.player < 0) return error_set(error, "there are more than %d players", REVIEW_PLAYERS);
    return list_add(&review->plays, &review->count, &out, sizeof out) || error_memory(error);
}

static bool plays_judge(Review *review, Judge *judge, const Record *record, uint64_t number, Error *error)
{
    Round round;
    CardSet history[PLAYS];
    round_start(&round, &record->rules, &record->pack, record->scores);
    const CardSet first_pool = round.table.pool;
    for (int i = 0; i < record->play_count && i < record_known(record) && !judge->stopped; i++) {
        const CardSet play = record->plays[i].captured | set_of(record->plays[i].card);
        if (judge->matches && !match_open(&round, record, error)) return false;
        const View view = turn_view(&round, &record->rules, first_pool, history);
        if (!play_add(review, judge, record, number, &round, &view, play, error)) return false;
        history[i] = play;
        round_play(&round, &record->rules, play);
    }
    return true;
}

bool review_record(Review *review, bool *stopped, const Record *record, uint64_t number, const ReviewTask *task,
                   ReviewWatch watch, void *context, Error *error)
{
    Judge judge = {.task = task, .watch = watch, .context = context};
    Round unused;
    const char *why;
    const size_t first = review->count;
    *stopped = false;
    if (!record_position(&unused, record, error) || (task->open && !record_dealt(record, error))) return false;
    judge.matches = !task->open && agent_equity(task->agent);
    if (judge.matches && !match_round_begins(record->scores, &record->rules, &why))
        return error_set(error, "scores: %s", why);
    const bool good = plays_judge(review, &judge, record, number, error);
    *stopped = judge.stopped;
    if (good) review_add(review, first);
    return good;
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
        if (!counts[i]) continue;
        player->rounds++;
        player->plays += counts[i];
        moments_add(&player->loss, losses[i]);
        moments_add(&player->count, counts[i]);
        moments_add(&player->both, losses[i] + counts[i]);
    }
}

Estimate review_loss(const ReviewPlayer *player)
{
    return estimate_ratio(&player->loss, &player->count, &player->both, REVIEW_UNIT);
}
