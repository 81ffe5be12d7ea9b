/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks the strongest agent, and says its answer as `advise` does. */
#include "analysis/commands/play/coach.h"

#include <stdlib.h>

#include "analysis/report/kinds/advise.h"
#include "sim/files/system.h"
#include "sim/files/text_buffer.h"

/* For the match where there is a table of chances, else for points. */
static const char *const STRONGEST[] = {"ismcts:goal=match", "ismcts"};

bool coach_open(Coach *coach, const Company *company, uint64_t seed, uint64_t iterations, int threads, Error *error)
{
    Error no_table;
    *coach = (Coach){.seed = seed, .iterations = iterations, .threads = threads, .match = company->match, .ply = -1};
    if (!(company->match && agent_parse(&coach->agent, STRONGEST[0], company->rules, &no_table)) &&
        !agent_parse(&coach->agent, STRONGEST[1], company->rules, error))
        return false;
    coach->advised = calloc(1, sizeof *coach->advised);
    if (coach->advised) return true;
    agent_free(&coach->agent);
    return error_memory(error);
}

void coach_close(Coach *coach)
{
    if (coach->advised) agent_free(&coach->agent);
    free(coach->advised);
    *coach = (Coach){0};
}

static bool coach_goes_on(void *context, const Advice *advice)
{
    (void)context, (void)advice;
    return !interrupt_seen();
}

static AdviseTask coach_task(const Coach *coach, const View *view)
{
    return advise_task(&coach->agent, view, coach->seed, coach->iterations, coach->threads);
}

/* Makes sure that the advice is of this position. */
static bool coach_ask(Coach *coach, const View *view, int round, Error *error)
{
    const AdviseTask task = coach_task(coach, view);
    if (coach->ply == view->table->ply && coach->round == round) return true;
    coach->ply = -1;
    if (!advised_find(coach->advised, &task, coach_goes_on, NULL, error)) return false;
    coach->ply = view->table->ply;
    coach->round = round;
    return true;
}

static AdviceShown coach_shown(const Coach *coach, const Talk *talk, const View *view)
{
    return (AdviceShown){coach->advised, view, coach->agent.kind->name, USUAL_ALPHA, &talk->page};
}

bool coach_hint(Coach *coach, const Talk *talk, const View *view, int round, Error *error)
{
    char *text = NULL;
    size_t length;
    if (!coach_ask(coach, view, round, error)) return false;
    if (interrupt_seen()) return true;
    const AdviceShown shown = coach_shown(coach, talk, view);
    FILE *file = open_memstream(&text, &length);
    const bool good = file && advised_print(file, &talk->page, &shown);
    if (!text_stream_close(file, &text) || !good) return free(text), error_memory(error);
    talk_say(talk, "%s", text);
    free(text);
    if (coach->match && !coach->advised->advice.is_chance)
        talk_say(talk, "These rules have no table of chances to win the match: how near the target is counts for "
                       "nothing here.\n");
    return true;
}

/* ---- why */

/* With how many of the unseen cards the next player makes a Sur; where its hand lies open, of the cards there. */
static int sur_cards(const Table *after, const View *view)
{
    if (!after->pool || table_over(after)) return 0;
    const CardSet next = view->hands ? view->hands[after->turn] : 0;
    return set_count(chances_sur_cards(after, view->rules) & (next ? next : view_hidden(view)));
}

/* Says what the play leaves on the table, and who may make a Sur of that. */
static void left_say(const Coach *coach, const Talk *talk, const View *view, CardSet play)
{
    Table after = *view->table;
    int winner;
    table_play(&after, view->rules, set_first(play & view->hand), play & view->table->pool);
    const int surs = sur_cards(&after, view);
    char name[PLAY_SHOWN], cards[CARDS_SHOWN];
    play_show(name, play, view->hand, talk);
    cards_show(cards, after.pool, talk);
    if (coach->match && table_shodam(&after, view->rules, &winner) && winner == table_side(view->table, view->rules))
        talk_say(talk, "%s wins the match at once, per shodam.\n", name);
    else if (surs)
        talk_say(talk, "%s leaves %s: %d %s can make a Sur of that.\n", name, cards, surs,
                 view->hands && view->hands[after.turn] ? "of the next player's cards"
                 : surs == 1                            ? "unseen card"
                                                        : "unseen cards");
    else
        talk_say(talk, "%s leaves %s.\n", name, *cards ? cards : "nothing");
}

bool coach_why(Coach *coach, const Talk *talk, const View *view, int round, CardSet other, Error *error)
{
    const Advice *advice = &coach->advised->advice;
    const AdviseTask task = coach_task(coach, view);
    char why[REASONS_TEXT], name[PLAY_SHOWN], *text = NULL;
    size_t length;
    Reasons reasons;
    if (!coach_ask(coach, view, round, error)) return false;
    if (interrupt_seen()) return true;
    const int next = other ? advice_find(advice, view, other) : advice_next(advice);
    if (next < 0) return talk_say(talk, "There is no other play, or all are the same.\n"), true;
    const CardSet choice = advice->plays[advice->choice].play, its = other ? other : advice->plays[next].play;
    if (next == advice->choice)
        return talk_say(talk, "%s is what %s would play itself.\n", play_show(name, its, view->hand, talk),
                        coach->agent.kind->name),
               true;
    if (!reasons_advised(&reasons, advice, &task, next, error)) return false;
    const AdviceShown shown = coach_shown(coach, talk, view);
    FILE *file = open_memstream(&text, &length);
    if (file) advice_sentence(file, &shown, next);
    if (!text_stream_close(file, &text)) return error_memory(error);
    left_say(coach, talk, view, choice);
    left_say(coach, talk, view, its);
    talk_say(talk, "%s%s\n", text, advice_why(why, &shown, &reasons, next));
    free(text);
    return true;
}
