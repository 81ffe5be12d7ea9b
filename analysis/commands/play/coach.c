/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks the strongest agent, and puts its answer and the tactics behind it into words. */
#include "analysis/commands/play/coach.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/tactic/tactics.h"
#include "analysis/commands/play/narrate.h"
#include "analysis/report/kinds/kinds.h"
#include "engine/text/number.h"
#include "sim/files/system.h"
#include "sim/reasons.h"

static const char STRONGEST[] = "ismcts";
enum { HINTS = 10 /* plays whose worth is said */, REASONS = 5, REASON_TEXT = 200 };
/* Points from which a tactic's word for a play is told. */
static const double REASON_LEAST = 0.05;
/* A difference of chances from which it is told. */
static const double CHANCE_LEAST = 0.01;

/* For the match where there is a table of chances, else for points. */
static bool strongest_parse(Agent *agent, const Rules *rules, bool match, Error *error)
{
    char name[AGENT_NAME];
    Error no_table;
    snprintf(name, sizeof name, "%s:goal=match", STRONGEST);
    return (match && agent_parse(agent, name, rules, &no_table)) || agent_parse(agent, STRONGEST, rules, error);
}

bool coach_open(Coach *coach, const Company *company, uint64_t seed, uint64_t iterations, int threads, Error *error)
{
    *coach = (Coach){.seed = seed, .iterations = iterations, .threads = threads, .match = company->match, .ply = -1};
    if (!strongest_parse(&coach->agent, company->rules, company->match, error)) return false;
    coach->advice = malloc(sizeof *coach->advice);
    coach->chances = calloc(1, sizeof *coach->chances);
    if (coach->advice && coach->chances) return true;
    free(coach->advice);
    free(coach->chances);
    coach->advice = NULL;
    agent_free(&coach->agent);
    return error_memory(error);
}

void coach_close(Coach *coach)
{
    if (coach->advice) agent_free(&coach->agent);
    free(coach->advice);
    free(coach->chances);
    *coach = (Coach){0};
}

static bool goes_on(void *context, const Advice *advice)
{
    (void)context, (void)advice;
    return !interrupt_seen();
}

static AdviseTask coach_task(const Coach *coach, const View *view)
{
    return (AdviseTask){.agent = &coach->agent,
                        .view = view,
                        .seed = coach->seed,
                        .iterations = coach->iterations,
                        .threads = coach->threads,
                        .equity = agent_equity(&coach->agent),
                        .measured = true};
}

/* Makes sure that the advice is of this position. */
static bool advice_find_out(Coach *coach, const View *view, int round, Error *error)
{
    const AdviseTask task = coach_task(coach, view);
    if (coach->ply == view->table->ply && coach->round == round) return true;
    coach->ply = -1;
    if (!advise(coach->advice, &task, goes_on, NULL, error)) return false;
    for (int i = 0; i < coach->advice->count; i++)
        coach->chances->plays[i] = coach->advice->plays[i].play;
    coach->chances->count = coach->advice->count;
    if (!chances_find(coach->chances, view, CHANCES_DEALS, coach->seed)) return error_memory(error);
    coach->ply = view->table->ply;
    coach->round = round;
    return true;
}

/* The place of a play in the list of legal ones. */
static int place_of(CardSet play, const CardSet plays[])
{
    int i = 0;
    while (plays[i] != play)
        i++;
    return i;
}

/* ---- what plays are worth */

typedef struct {
    int place;
    const AdvisePlay *play;
    bool choice;
} Hint;

static int hint_order(const void *left, const void *right)
{
    const Hint *a = left, *b = right;
    if (a->choice != b->choice) return a->choice ? -1 : 1;
    if (isnan(a->play->value) || isnan(b->play->value)) return isnan(a->play->value) - isnan(b->play->value);
    return a->play->value != b->play->value ? a->play->value > b->play->value ? -1 : 1 : a->place - b->place;
}

static void hint_say(const Talk *talk, const Hint *hint, const View *view, const CardSet plays[], const Advice *advice)
{
    char play[PLAY_SHOWN], value[64] = "not tried";
    const AdvisePlay *advised = hint->play;
    const bool range = advice->kind != ADVISE_EXACT && !isnan(advised->low), chance = advice->is_chance;
    play_show(play, plays[hint->place], view->hand, talk);
    if (!isnan(advised->value)) {
        const int used = snprintf(value, sizeof value, chance ? "%5.2f %%" : "%+5.2f", advised->value);
        if (range)
            snprintf(value + used, sizeof value - (size_t)used, chance ? " (%.2f to %.2f)" : " (%+.2f to %+.2f)",
                     advised->low, advised->high);
    }
    if (!isnan(advised->points))
        snprintf(value + strlen(value), sizeof value - strlen(value), ", %+.2f points", advised->points);
    talk_say(talk, "  %s  %d %s\n", value, hint->place + 1, play);
}

/* What the figures of the hint are: "Your chance to win the match, as it estimates, …". */
static void unit_say(const Talk *talk, const char *before, const View *view, const Advice *advice)
{
    const bool teams = view->rules->teams;
    const char *what = advice->is_chance
                           ? teams ? "Your side's chance to win the match" : "Your chance to win the match"
                       : teams ? "Points by which your side wins the round"
                               : "Points by which you win the round";
    const bool points = !isnan(advice->plays[advice->choice].points);
    talk_say(talk, "%s %s%s%s, %s:\n", before, what, points ? ", and points by which you win the round" : "",
             view->rules->sides > 2 && !advice->is_chance ? " against the mean of the others" : "",
             advice->kind == ADVISE_EXACT ? "exact, since all cards are known"
                                          : "as it estimates; in brackets, how far other deals may move that");
}

/* How likely things are after the choice. */
static bool likely_say(const Coach *coach, const Talk *talk, const View *view, Error *error)
{
    char play[PLAY_SHOWN], *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    if (!file) return error_memory(error);
    const int choice = coach->advice->choice;
    play_show(play, coach->advice->plays[choice].play, view->hand, talk);
    advice_chances(file, &(Page){0}, coach->chances, choice, view, play, USUAL_ALPHA);
    const bool good = text_stream_close(file, &text);
    for (char *line = text, *end; good && (end = strchr(line, '\n')); line = end + 1)
        talk_say(talk, "%.*s\n", (int)(end - line), line);
    free(text);
    return good || error_memory(error);
}

bool coach_hint(Coach *coach, const Talk *talk, const View *view, int round, const CardSet plays[], int count,
                Error *error)
{
    const Advice *advice = coach->advice;
    char play[PLAY_SHOWN], before[PLAY_SHOWN + 64];
    if (!advice_find_out(coach, view, round, error)) return false;
    if (interrupt_seen()) return true;
    Hint *hints = calloc((size_t)count, sizeof *hints);
    if (!hints) return error_memory(error);
    const CardSet choice = advice->plays[advice->choice].play;
    for (int i = 0; i < count; i++)
        hints[i] = (Hint){i, &advice->plays[advice_find(advice, view, plays[i])], plays[i] == choice};
    qsort(hints, (size_t)count, sizeof *hints, hint_order);
    snprintf(before, sizeof before, "%s would play %d, %s.", coach->agent.kind->name, place_of(choice, plays) + 1,
             play_show(play, choice, view->hand, talk));
    unit_say(talk, before, view, advice);
    for (int i = 0; i < count && i < HINTS; i++)
        hint_say(talk, &hints[i], view, plays, advice);
    if (count > HINTS) talk_say(talk, "  and %d more\n", count - HINTS);
    free(hints);
    if (!likely_say(coach, talk, view, error)) return false;
    if (coach->match && !advice->is_chance)
        talk_say(talk, "These rules have no table of chances to win the match: how near the target is counts for "
                       "nothing here.\n");
    return true;
}

/* ---- why */

/* The help of a tactic as a sentence about it: without the source before it and the unit behind it. */
static const char *reason_text(char out[static REASON_TEXT], int tactic)
{
    static const char *const BASE[BASE_COUNT] = {
        [TACTIC_base_points] = "points of the cards that it takes",
        [TACTIC_base_clubs] = "clubs that it takes",
        [TACTIC_base_sur] = "a Sur made or cancelled",
    };
    if (tactic < BASE_COUNT) return strcpy(out, BASE[tactic]);
    const char *help = AGENT_TACTIC.params[tactic].help, *colon = strstr(help, ": ");
    if (colon) help = colon + 2;
    snprintf(out, REASON_TEXT, "%.*s", (int)strcspn(help, "["), help);
    for (size_t length = strlen(out); length && strchr(" ;", out[length - 1]);)
        out[--length] = 0;
    return out;
}

/* Says the tactics that speak for the first play (sign 1) or against it (-1), the loudest first. */
static int reasons_say(const Talk *talk, const double reasons[], const Rules *rules, int sign)
{
    bool named[TACTIC_COUNT] = {false};
    char text[REASON_TEXT];
    int count = 0;
    for (; count < REASONS; count++) {
        int best = -1;
        for (int i = 0; i < TACTIC_COUNT; i++)
            if (!named[i] && sign * reasons[i] >= REASON_LEAST &&
                (best < 0 || sign * reasons[i] > sign * reasons[best]))
                best = i;
        if (best < 0) break;
        named[best] = true;
        talk_say(talk, "  %+.1f points: %s%s (%s).\n", reasons[best], reason_text(text, best),
                 tactic_default(best, rules) < 0 ? ", which is better not done" : "", TACTICS[best].name);
    }
    return count;
}

/* The table after the play. */
static Table table_after(const View *view, CardSet play)
{
    Table after = *view->table;
    table_play(&after, view->rules, set_first(play & view->hand), play & view->table->pool);
    return after;
}

/* With how many of the unseen cards the next player makes a Sur; where its hand lies open, of the cards there. */
static int sur_cards(const Table *after, const View *view)
{
    const Rules *rules = view->rules;
    const char *why;
    int count = 0;
    if (!after->pool || table_over(after)) return 0;
    const CardSet next = view->hands ? view->hands[after->turn] : 0;
    for (CardSet rest = next ? next : view_hidden(view); rest; rest = set_rest(rest)) {
        const int rank = card_rank(set_first(rest));
        count += table_sur_possible(after, rules, rank) && capture_legal(after->pool, rank, after->pool, &why);
    }
    return count;
}

/* Does the play stop the match, as won by who makes it? */
static bool wins_at_once(const Coach *coach, const View *view, CardSet play)
{
    const Table after = table_after(view, play);
    int winner;
    return coach->match && table_shodam(&after, view->rules, &winner) && winner == table_side(view->table, view->rules);
}

static void left_say(const Coach *coach, const Talk *talk, const View *view, CardSet play)
{
    const CardSet pool = view->table->pool, captured = play & pool;
    const Table after = table_after(view, play);
    const int surs = sur_cards(&after, view);
    char name[PLAY_SHOWN], cards[CARDS_SHOWN];
    cards_show(cards, captured ? pool & ~captured : pool | play, talk);
    play_show(name, play, view->hand, talk);
    if (wins_at_once(coach, view, play))
        talk_say(talk, "%s wins the match at once, per shodam.\n", name);
    else if (surs)
        talk_say(talk, "%s leaves %s: %d %s can make a Sur of that.\n", name, cards, surs,
                 view->hands && view->hands[after.turn] ? "of the next player's cards"
                 : surs == 1                            ? "unseen card"
                                                        : "unseen cards");
    else
        talk_say(talk, "%s leaves %s.\n", name, *cards ? cards : "nothing");
}

/* By how much the choice is better than the other play; worse where the search tried it more often all the same. */
static void behind_say(const Talk *talk, const Advice *advice, const AdvisePlay *worse)
{
    const char *who = advice->kind == ADVISE_EXACT ? "since all cards are known" : "over the same sampled deals";
    if (isnan(worse->behind)) return;
    if (advice->is_chance)
        talk_say(talk, "The chance to win the match is %.2f %% with the first and %.2f %% with the second, %s.\n",
                 advice->plays[advice->choice].value, worse->value, who);
    else
        talk_say(talk, "The first is worth %.2f points %s than the second, %s.\n", fabs(worse->behind),
                 worse->behind < 0 ? "less" : "more", who);
    if (worse->behind < 0 && advice->kind != ADVISE_EXACT)
        talk_say(talk, "It plays the first all the same: its search weighs more than these deals do.\n");
}

/* Says what is less likely after one of the two plays than after the other. */
static void likely_compare(const Coach *coach, const Talk *talk, const View *view, int first, int second)
{
    const Chances *chances = coach->chances;
    const PlayChances *of[2] = {&chances->of[first], &chances->of[second]};
    const int own = table_side(view->table, view->rules);
    const bool told = chances->hands > 0;
    const struct {
        const char *what;
        const Chance *chances[2];
    } ROWS[] = {
        {"The next player captures something", {&of[0]->capture, &of[1]->capture}},
        {"It makes a Sur", {&of[0]->sur, &of[1]->sur}},
        {"Your side wins the clubs", {&of[0]->clubs[own], &of[1]->clubs[own]}},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        double after[2];
        for (int k = 0; k < 2; k++)
            after[k] = told ? ROWS[i].chances[k]->told.value : ROWS[i].chances[k]->counted.value;
        if (fabs(after[0] - after[1]) < CHANCE_LEAST) continue;
        talk_say(talk, "%s with %.0f %% after the first and %.0f %% after the second, %s.\n", ROWS[i].what,
                 100 * after[0], 100 * after[1], told ? "by what the plays of this deal tell" : "by counting");
    }
}

bool coach_why(Coach *coach, const Talk *talk, const View *view, int round, CardSet other, Error *error)
{
    const Advice *advice = coach->advice;
    double reasons[TACTIC_COUNT];
    char text[PLAY_SHOWN], second[PLAY_SHOWN];
    if (!advice_find_out(coach, view, round, error)) return false;
    if (interrupt_seen()) return true;
    const CardSet choice = advice->plays[advice->choice].play;
    if (advice->rival < 0 && !other) return talk_say(talk, "There is no other play, or all are the same.\n"), true;
    const CardSet rival = other ? other : advice->plays[advice->rival].play;
    if (rival == choice)
        return talk_say(talk, "%s is what %s would play itself.\n", play_show(text, rival, view->hand, talk),
                        coach->agent.kind->name),
               true;
    const AdvisePlay *worse = &advice->plays[advice_find(advice, view, rival)];
    left_say(coach, talk, view, choice);
    left_say(coach, talk, view, rival);
    if (worse->behind == 0) return talk_say(talk, "They are worth the same.\n"), true;
    behind_say(talk, advice, worse);
    const AdviseTask task = coach_task(coach, view);
    char why[REASONS_TEXT];
    if (!reasons_advised(why, advice, &task, (int)(worse - advice->plays), error)) return false;
    talk_say(talk, "%s\n", why);
    likely_compare(coach, talk, view, advice->choice, advice_find(advice, view, rival));
    if (wins_at_once(coach, view, choice)) return true; /* no rule of thumb counts beside that */
    if (!tactics_reasons(reasons, view, (CardSet[2]){choice, rival})) return error_memory(error);
    play_show(text, choice, view->hand, talk);
    play_show(second, rival, view->hand, talk);
    talk_say(talk, "Rules of thumb: by how many points %s keeps them better (+) or worse (-) than %s:\n", text, second);
    if (!reasons_say(talk, reasons, view->rules, 1) + !reasons_say(talk, reasons, view->rules, -1) == 2)
        talk_say(talk, "  none tells them apart: it is the search that looks further ahead\n");
    return true;
}
