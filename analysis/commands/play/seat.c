/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says what happens, understands what a person types, asks for plays, and says what the strongest agent would do. */
#include "analysis/commands/play/seat.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "agents/match_equity.h"
#include "analysis/commands/driver/terminal.h"
#include "analysis/report/table.h"
#include "engine/notation.h"
#include "engine/table.h"
#include "engine/text/number.h"
#include "sim/files/system.h"
#include "sim/files/text_buffer.h"

enum { PIPE_WIDTH = 80, INDENT = 2, GAP = 2 };

/* Says all that was printed on the text. False if memory runs out. */
static bool talk_close(const Talk *talk, PageText *text)
{
    char *lines = NULL;
    size_t length;
    FILE *stream = open_memstream(&lines, &length);
    const bool good = page_text_close(text, stream ? stream : talk->out, &talk->page);
    if (text_stream_close(stream, &lines)) page_paint(talk->out, &talk->page, lines);
    free(lines);
    return good;
}

void talk_say(const Talk *talk, const char *format, ...)
{
    PageText text;
    va_list args;
    if (!page_text_open(&text)) return;
    va_start(args, format);
    vfprintf(text.stream, format, args);
    va_end(args);
    talk_close(talk, &text);
}

/* Says texts of such widths side by side: as many columns as fit, read from left to right. */
static void talk_columns(const Talk *talk, const char *const texts[], int count)
{
    const int width = talk->page.width > 0 ? talk->page.width : PIPE_WIDTH;
    int widest = 0;
    for (int i = 0; i < count; i++)
        if (display_width(texts[i]) > widest) widest = display_width(texts[i]);
    int columns = (width - INDENT + GAP) / (widest + GAP);
    if (columns < 1) columns = 1;
    for (int i = 0; i < count; i++) {
        const bool last = i + 1 == count || (i + 1) % columns == 0;
        if (i % columns == 0) fprintf(talk->out, "%*s", INDENT, "");
        page_paint(talk->out, &talk->page, texts[i]);
        if (last)
            fputc('\n', talk->out);
        else
            fprintf(talk->out, "%*s", widest + GAP - display_width(texts[i]), "");
    }
}

/* ---- who */

enum { LISTED = 30 /* plays that are listed at once */, NAME_SHOWN = 64 };

static const char *name_of(const Talk *talk, int seat)
{
    const int players = talk->rules->players;
    return seat == talk->seat ? "You" : talk->names[(seat - talk->seat + players) % players];
}

/* The side as the end of a sentence has it: "you", "ismcts", "the other side". */
static const char *side_name(const Talk *talk, int side)
{
    const bool own = side == rules_side(talk->rules, talk->seat);
    if (talk->rules->teams) return own ? "your side" : "the other side";
    return own ? "you" : name_of(talk, side);
}

/* ---- a round begins */

void narrate_round(const Talk *talk, const Table *table, int round)
{
    const Rules *rules = talk->rules;
    int barred = 0, most = 0, used = 0, listed = 0;
    char scores[MAX_SIDES * (NAME_SHOWN + 16)] = "", names[sizeof scores] = "", target[32] = "";
    for (int i = 0; i < rules->sides && talk->match; i++) {
        const int side = (rules_side(rules, talk->seat) + i) % rules->sides, score = table->scores[side];
        const char *name = side_name(talk, side);
        used += snprintf(scores + used, sizeof scores - (size_t)used, "%s%.*s %d", i ? ", " : ": ", NAME_SHOWN, name,
                         score);
        most = score > most ? score : most;
        if (!sur_by_score(score, rules))
            listed += snprintf(names + listed, sizeof names - (size_t)listed, "%s%.*s", barred++ ? ", " : "",
                               NAME_SHOWN, name);
    }
    if (talk->match) snprintf(target, sizeof target, ", of %d", rules->target);
    talk_say(talk, "\nRound %d%s%s. %s play%s first.\n", round, scores, target, name_of(talk, 0),
             talk->seat ? "s" : "");
    if (most >= rules->target)
        talk_say(talk, "The lead is shared at %d, so nobody has won yet: this round is played to its end.\n", most);
    if (barred && sur_points(1, rules))
        talk_say(talk, "No Surs in this round, with a score of %d or more: %s.\n", rules->sur_limit, names);
}

/* ---- a play */

enum { SCORING_TEXT = 2 * SHORT_TEXT + 8 };
/* "(2 clubs, 4 points)", what the cards are worth; empty where that is nothing. */
static const char *scoring_text(char out[static SCORING_TEXT], CardSet cards, const Rules *rules)
{
    const int clubs = set_count(cards & CLUBS), points = scoring_cards(cards, rules);
    char some[SHORT_TEXT] = "", paid[SHORT_TEXT] = "";
    *out = 0;
    if (clubs) snprintf(some, sizeof some, "%d club%s", clubs, PLURAL(clubs));
    if (points) snprintf(paid, sizeof paid, "%d point%s", points, PLURAL(points));
    if (clubs || points) snprintf(out, SCORING_TEXT, " (%s%s%s)", some, clubs && points ? ", " : "", paid);
    return out;
}

/* Why nobody gets a Sur for this capture that empties the table. */
static const char *sur_missing(const Table *before, const Rules *rules, Card card)
{
    if (!sur_by_rank(card_rank(card), rules))
        return card_rank(card) == JACK ? "a jack makes none" : "kings and queens make none";
    if (sur_in_deal(before->deal, rules) == LAST_DEAL_NO) return "the last deal has none";
    if (!sur_by_score(before->scores[table_side(before, rules)], rules))
        return "with that score there are none any more";
    return "in the last deal it could only cancel one";
}

/* Says what came of a capture that has emptied the table. */
static void sur_say(const Talk *talk, const Table *before, const Table *after, Card card)
{
    const Rules *rules = talk->rules;
    const int side = table_side(before, rules);
    if (!sur_points(1, rules)) return;
    if (after->surs[side] > before->surs[side]) {
        talk_say(talk, "Sur! The table is empty: %d point%s for %s.\n", sur_points(1, rules),
                 PLURAL(sur_points(1, rules)), side_name(talk, side));
        return;
    }
    for (int other = 0; other < rules->sides; other++)
        if (after->surs[other] < before->surs[other]) {
            talk_say(talk, "Sur! The table is empty: it cancels a Sur of %s.\n", side_name(talk, other));
            return;
        }
    talk_say(talk, "The table is empty, but that is no Sur: %s.\n", sur_missing(before, rules, card));
}

/* Where the cards go that are left after the last play, or after a capture that sweeps. */
static void rest_say(const Talk *talk, const Table *after, CardSet left, bool swept)
{
    char cards[CARDS_SHOWN], score[SCORING_TEXT];
    if (!left) return;
    page_cards(cards, &talk->page, left);
    scoring_text(score, left, talk->rules);
    if (swept)
        talk_say(talk, "The last card sweeps the table: %s%s.\n", cards, score);
    else if (after->last == NOBODY)
        talk_say(talk, "Left on the table: %s. Nobody has captured, so nobody gets it.\n", cards);
    else
        talk_say(talk, "Left on the table: %s%s. %s to %s, who captured last.\n", cards, score,
                 set_count(left) == 1 ? "It goes" : "They go", side_name(talk, after->last));
}

/* Makes the play on the table and tells of it: the card, what it takes and what that is worth, a Sur or why there is
   none, where what is left goes. */
static void narrate_play(const Talk *talk, Table *table, CardSet play)
{
    const Rules *rules = talk->rules;
    const Table before = *table;
    const CardSet taken = play & before.pool, card = play & ~before.pool;
    const bool you = before.turn == talk->seat;
    const char *name = name_of(talk, before.turn);
    char put[CARDS_SHOWN], took[CARDS_SHOWN], score[SCORING_TEXT];
    table_play(table, rules, play);
    page_cards(put, &talk->page, card);
    if (!taken)
        talk_say(talk, "%s %s %s.\n", name, you ? "lay" : "lays", put);
    else
        talk_say(talk, "%s %s %s and %s %s%s.\n", name, you ? "play" : "plays", put, you ? "take" : "takes",
                 page_cards(took, &talk->page, taken), scoring_text(score, play, rules));
    if (taken && taken == before.pool) sur_say(talk, &before, table, set_first(card));
    const bool swept = taken && taken != before.pool && sweeps_at(before.ply, rules);
    const CardSet left = (before.pool & ~taken) | (taken ? 0 : card);
    if (swept || table_over(table)) rest_say(talk, table, left, swept);
}

/* ---- a choice */

static void narrate_pool(const Talk *talk, CardSet pool)
{
    char cards[CARDS_SHOWN];
    page_cards(cards, &talk->page, pool);
    talk_say(talk, "Table  %s\n", *cards ? cards : "empty");
}

/* The table, the hand and the legal plays with their numbers. */
static void narrate_choice(const Talk *talk, const View *view, const CardSet plays[], int count)
{
    char hand[CARDS_SHOWN], texts[LISTED][PLAY_SHOWN + 8];
    const char *list[LISTED];
    const int shown = count < LISTED ? count : LISTED, players = view->rules->players;
    narrate_pool(talk, view->table->pool);
    for (int i = 1; view->hands && i < players; i++) { /* the others', where they lie open, as they play next */
        page_cards(hand, &talk->page, view->hands[(view->seat + i) % players]);
        talk_say(talk, "%s  %s\n", i == 1 ? "Next " : "Then ", *hand ? hand : "no cards");
    }
    talk_say(talk, "Hand   %s\n", page_cards(hand, &talk->page, view->hand));
    for (int i = 0; i < shown; i++) {
        char play[PLAY_SHOWN];
        snprintf(texts[i], sizeof *texts, "%d %s", i + 1,
                 page_play(play, &talk->page, plays[i] & view->hand, plays[i] & ~view->hand));
        list[i] = texts[i];
    }
    talk_columns(talk, list, shown);
    if (count > shown) talk_say(talk, "  and %d plays more: type the cards\n", count - shown);
}

/* ---- the count of a round, and what has been seen so far */

enum { LINE_TEXT = 1024, CELL = 80, SHEET_ROWS = PAYING + 8 };

/* A table of counts: a column for each side, the person's own first. */
typedef struct {
    const Talk *talk;
    char cells[SHEET_ROWS][MAX_SIDES + 1][CELL];
    size_t rows;
} Sheet;

/* The side of that column: the person's own is the first. */
static int side_at(const Talk *talk, int column)
{
    return (rules_side(talk->rules, talk->seat) + column) % talk->rules->sides;
}

/* The name of that column. */
static const char *head_of(const Talk *talk, int column)
{
    if (talk->rules->teams) return column ? "they" : "you two";
    return column ? name_of(talk, side_at(talk, column)) : "you";
}

static Sheet sheet_of(const Talk *talk, const char *label)
{
    Sheet sheet = {.talk = talk, .rows = 1};
    snprintf(sheet.cells[0][0], CELL, "%s", label);
    for (int i = 0; i < talk->rules->sides; i++)
        snprintf(sheet.cells[0][i + 1], CELL, "%.*s", NAME_SHOWN, head_of(talk, i));
    return sheet;
}

/* Adds a line of what is counted: how many of a thing each side has (NULL: that is not said), and the points for it. */
static void counts_add(Sheet *sheet, const char *label, const int counts[], const int points[])
{
    char(*cells)[CELL] = sheet->cells[sheet->rows++];
    snprintf(cells[0], CELL, "%s", label);
    for (int i = 0; i < sheet->talk->rules->sides; i++) {
        const int side = side_at(sheet->talk, i);
        if (counts)
            snprintf(cells[i + 1], CELL, "(%d) %3d", counts[side], points[side]);
        else
            snprintf(cells[i + 1], CELL, "%d", points[side]);
    }
}

static const char *sheet_cell(Result *memory, const void *own, size_t row, size_t column)
{
    (void)memory;
    return ((const Sheet *)own)->cells[row][column];
}

#define CARD_LINE(name, key, pagat, cards, help, label, each, ...) {label, each},
/* The classes of cards that count by themselves: what they are called, all and each. */
static const struct {
    const char *label, *each;
} CARD_LINES[PAYING] = {PAYING_ROWS(CARD_LINE)};

static bool is_single(int class) { return !set_rest(PAYING_CARDS[class]); }

/* The classes in the order in which a count names them: single cards first. */
static void classes_order(int order[static PAYING])
{
    int count = 0;
    for (int single = 1; single >= 0; single--)
        for (int i = 0; i < PAYING; i++)
            if (is_single(i) == single) order[count++] = i;
}

static void points_add(Sheet *sheet, const SideCount counts[])
{
    const Rules *rules = sheet->talk->rules;
    int had[MAX_SIDES], points[MAX_SIDES], order[PAYING];
    classes_order(order);
    for (int side = 0; side < rules->sides; side++) {
        had[side] = counts[side].clubs;
        points[side] = counts[side].clubs_won ? scoring_clubs(counts[side].clubs, rules) : 0;
    }
    if (scoring_clubs(CLUBS_IN_PACK, rules)) counts_add(sheet, "clubs", had, points);
    for (int line = 0; line < PAYING; line++) {
        const int i = order[line];
        if (!rules->paying[i]) continue;
        for (int side = 0; side < rules->sides; side++) {
            had[side] = counts[side].paying[i];
            points[side] = had[side] * rules->paying[i];
        }
        counts_add(sheet, CARD_LINES[i].label, is_single(i) ? NULL : had, points);
    }
    for (int side = 0; side < rules->sides; side++) {
        had[side] = counts[side].surs;
        points[side] = sur_points(counts[side].surs, rules);
    }
    if (sur_points(1, rules)) counts_add(sheet, "Surs", had, points);
}

/* What each side has captured, and what that scores in a round that is over, or so far. */
static void captured_say(const Talk *talk, const Table *table, bool over)
{
    const Rules *rules = talk->rules;
    Sheet sheet = sheet_of(talk, over ? "The count" : "Captured");
    SideCount counts[MAX_SIDES];
    int points[MAX_SIDES], scores[MAX_SIDES];
    count_sides(counts, table, rules);
    points_add(&sheet, counts);
    for (int side = 0; side < rules->sides; side++) {
        points[side] = counts[side].points;
        scores[side] = table->scores[side] + counts[side].points;
    }
    counts_add(&sheet, over ? "this round" : "points so far", NULL, points);
    if (talk->match) counts_add(&sheet, over ? "the match" : "match so far", NULL, scores);
    texts_print(talk->out, &talk->page, sheet.rows, (size_t)rules->sides + 1, 1, sheet_cell, &sheet);
    talk_say(talk, "(In brackets: how many of them.)\n");
}

void narrate_count(const Talk *talk, const Table *table)
{
    fputc('\n', talk->out);
    captured_say(talk, table, true);
}

static void narrate_scoring(const Talk *talk)
{
    const Rules *rules = talk->rules;
    char text[LINE_TEXT] = "", target[128] = "";
    int used = 0, order[PAYING];
    const int clubs = scoring_clubs(CLUBS_IN_PACK, rules), sur = sur_points(1, rules);
    classes_order(order);
    if (scoring_clubs_vary(rules))
        used = snprintf(text, sizeof text, ", each club 1, for the side with the most");
    else if (clubs)
        used = snprintf(text, sizeof text, ", the most clubs %d", clubs);
    if (used && rules->clubs_least)
        used += snprintf(text + used, sizeof text - (size_t)used, " (not with fewer than %d)", rules->clubs_least);
    for (int line = 0; line < PAYING; line++) {
        const int i = order[line], score = rules->paying[i];
        if (score) used += snprintf(text + used, sizeof text - (size_t)used, ", %s %d", CARD_LINES[i].each, score);
    }
    if (sur) used += snprintf(text + used, sizeof text - (size_t)used, ", a Sur %d", sur);
    if (talk->match)
        snprintf(target, sizeof target, " With %d the match is won.%s", rules->target,
                 rules->per_shodam ? " Who has them alone in a round stops it at once (per shodam)." : "");
    if (used) talk_say(talk, "What scores: %s.%s\n", text + 2, target);
}

/* Who stops the match by per shodam. */
static void narrate_shodam(const Talk *talk, const Table *table)
{
    const int own = rules_side(talk->rules, talk->seat), sides = talk->rules->sides;
    int winner;
    if (table_shodam(table, talk->rules, &winner))
        talk_say(talk, "Per shodam: with what is captured already, %s win%s the match.\n",
                 head_of(talk, (winner - own + sides) % sides), winner == own || talk->rules->teams ? "" : "s");
}

/* ---- how the sides stand */

/* What each side has so far: its score in a match, points of this round, clubs and Surs, in a line. */
static void narrate_standing(const Talk *talk, const Table *table)
{
    const Rules *rules = talk->rules;
    int points[MAX_SIDES], used = 0;
    char text[LINE_TEXT];
    count_points(points, table, rules);
    for (int i = 0; i < rules->sides; i++) {
        const int side = side_at(talk, i), clubs = set_count(table->piles[side] & CLUBS), surs = table->surs[side];
        char score[24] = "", made[24] = "";
        if (talk->match) snprintf(score, sizeof score, "%d + ", table->scores[side]);
        if (sur_points(1, rules)) snprintf(made, sizeof made, ", %d Sur%s", surs, PLURAL(surs));
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%.40s %s%d (%d club%s%s)", i ? ", " : "",
                         head_of(talk, i), score, points[side], clubs, PLURAL(clubs), made);
    }
    talk_say(talk, "So far %s\n", text);
}

/* What each side has captured so far, with its score in a match, and which cards have not been seen. */
static void narrate_seen(const Talk *talk, const View *view)
{
    const CardSet unseen = view_hidden(view);
    char cards[CARDS_SHOWN];
    captured_say(talk, view->table, false);
    talk_say(talk, "Not seen yet, %d card%s, %d of them clubs: %s\n", set_count(unseen), PLURAL(set_count(unseen)),
             set_count(unseen & CLUBS), page_cards(cards, &talk->page, unseen));
}

/* ---- what a person types: a play by its number or by its cards in any order, or a word */

/* The words, each with what `help` says of it. */
typedef enum { WORD_HELP, WORD_HINT, WORD_WHY, WORD_COUNT, WORD_TABLE, WORD_UNDO, WORD_QUIT, WORDS_MOST } TableWord;
static const struct {
    const char *name, *help;
} TABLE_WORDS[WORDS_MOST] = {
    [WORD_HELP] = {"help", "this list"},
    [WORD_HINT] = {"hint", "what a strong player would do, and what each play is worth"},
    [WORD_WHY] = {"why", "the reasons for that play; 'why 3': why not play 3"},
    [WORD_COUNT] = {"count", "what has been captured and seen"},
    [WORD_TABLE] = {"table", "the cards again"},
    [WORD_UNDO] = {"undo", "with --study: take back your last play, and so on to the beginning"},
    [WORD_QUIT] = {"quit", "stop here (Ctrl-D and Ctrl-C do too)"},
};

enum { LINE_MOST = 256 };
static const char PROMPT[] = "you> ";

/* ---- telling */

/* Announces a new deal; false: there is none. */
static bool deal_announce(PersonSeat *seat, const Table *table)
{
    if (seat->deal == table->deal) return false;
    seat->deal = table->deal;
    talk_say(&seat->talk, "\nDeal %d of %d\n", table->deal + 1, seat->talk.rules->deals);
    return true;
}

static void play_announce(PersonSeat *seat, CardSet play)
{
    if (deal_announce(seat, &seat->table)) narrate_pool(&seat->talk, seat->table.pool);
    narrate_play(&seat->talk, &seat->table, play);
}

/* Tells all plays that were made since. */
static void catch_up(PersonSeat *seat, const View *view)
{
    while (seat->table.ply < view->table->ply)
        play_announce(seat, view->history[seat->table.ply]);
}

/* Announces a new round. */
static void round_announce(PersonSeat *seat, const Table *table)
{
    if (seat->told != seat->round) narrate_round(&seat->talk, table, seat->round);
    seat->told = seat->round;
}

static void seat_begin(const Agent *agent, void *memory, const View *view)
{
    PersonSeat *seat = agent->own;
    (void)memory;
    int sum = 0;
    for (int side = 0; side < view->rules->sides; side++)
        sum += view->table->scores[side];
    if (seat->talk.match && sum <= seat->score_sum) seat->round = seat->told = 0;
    if (!seat->shown)
        talk_say(&seat->talk, "Type a play by its number or its cards; 'help' says more, 'quit' stops.\n");
    seat->shown = true;
    seat->score_sum = sum;
    seat->talk.seat = view->seat;
    seat->table = *view->table;
    seat->deal = -1;
    seat->round++;
    if (!seat->silent) round_announce(seat, view->table);
}

static void seat_end(const Agent *agent, void *memory, const View *view)
{
    PersonSeat *seat = agent->own;
    (void)memory;
    if (seat->silent) return;
    catch_up(seat, view);
    if (!table_over(view->table)) narrate_shodam(&seat->talk, view->table);
    narrate_count(&seat->talk, view->table);
    fflush(seat->talk.out);
}

/* ---- what the strongest agent would do in the person's place, and what speaks for it */

enum { HINT_ITERATIONS = 100000 };

const char *person_strongest(const Rules *rules, bool match)
{
    return match && match_equity_builtin(rules) ? "ismcts:goal=match" : "ismcts";
}

static AdviseTask coach_task(const PersonSeat *seat, const View *view)
{
    return advise_task(&seat->coach, view, seat->seed, HINT_ITERATIONS, arena_cores());
}

/* Makes sure that the advice is of this position. False with the reason, which is empty if the person wants no more. */
static bool coach_ask(PersonSeat *seat, const View *view, Error *error)
{
    const AdviseTask task = coach_task(seat, view);
    if (seat->advised_ply == view->table->ply && seat->advised_round == seat->round) return true;
    seat->advised_ply = -1;
    if (!advised_find(seat->advised, &task, error)) return false;
    if (interrupt_seen()) return *error->text = 0, false;
    seat->advised_ply = view->table->ply;
    seat->advised_round = seat->round;
    return true;
}

static AdviceShown coach_shown(const PersonSeat *seat, const View *view)
{
    return (AdviceShown){seat->advised, view, seat->coach.kind->name, USUAL_ALPHA, &seat->talk.page};
}

/* Says what the agent would play, what each of the plays is worth, and why. False with the reason. */
static bool coach_hint(PersonSeat *seat, const View *view, Error *error)
{
    PageText text;
    if (!coach_ask(seat, view, error)) return false;
    const AdviceShown shown = coach_shown(seat, view);
    if (!page_text_open(&text)) return error_memory(error);
    const bool good = advised_print(text.stream, &seat->talk.page, &shown);
    if (!talk_close(&seat->talk, &text) || !good) return error_memory(error);
    if (seat->talk.match && !seat->advised->advice.is_chance)
        talk_say(&seat->talk, "These rules have no table of chances to win the match: the distance to the target "
                              "does not count here.\n");
    return true;
}

/* Says what the play leaves on the table, and with how many of the unseen cards the next player makes a Sur of that; where
   its hand lies open, of the cards there. */
static void left_say(const PersonSeat *seat, const View *view, CardSet play)
{
    const Talk *talk = &seat->talk;
    Table after = *view->table;
    int winner;
    table_play(&after, view->rules, play);
    const CardSet open = view->hands ? view->hands[after.turn] : 0;
    const int surs = set_count(chances_sur_cards(&after, view->rules) & (open ? open : view_hidden(view)));
    char name[PLAY_SHOWN], cards[CARDS_SHOWN];
    page_play(name, &talk->page, play & view->hand, play & ~view->hand);
    page_cards(cards, &talk->page, after.pool);
    if (seat->talk.match && table_shodam(&after, view->rules, &winner) &&
        winner == table_side(view->table, view->rules))
        talk_say(talk, "%s wins the match at once, per shodam.\n", name);
    else if (surs)
        talk_say(talk, "%s leaves %s: %d %s can make a Sur of that.\n", name, cards, surs,
                 open        ? "of the next player's cards"
                 : surs == 1 ? "unseen card"
                             : "unseen cards");
    else
        talk_say(talk, "%s leaves %s.\n", name, *cards ? cards : "nothing");
}

/* Says what speaks for the agent's choice, against the play `other` (0: against the next best). False with the reason. */
static bool coach_why(PersonSeat *seat, const View *view, CardSet other, Error *error)
{
    const Talk *talk = &seat->talk;
    const Advice *advice = &seat->advised->advice;
    const AdviseTask task = coach_task(seat, view);
    char why[REASONS_TEXT], name[PLAY_SHOWN];
    PageText text;
    Reasons reasons;
    if (!coach_ask(seat, view, error)) return false;
    const int next = other ? advice_find(advice, view, other) : advice_next(advice);
    if (next < 0) return talk_say(talk, "There is no other play, or all are the same.\n"), true;
    if (next == advice->choice)
        return talk_say(talk, "%s is what %s would play itself.\n",
                        page_play(name, &talk->page, other & view->hand, other & ~view->hand), seat->coach.kind->name),
               true;
    if (!reasons_advised(&reasons, advice, &task, next, error)) return false;
    const AdviceShown shown = coach_shown(seat, view);
    left_say(seat, view, advice->plays[advice->choice].play);
    left_say(seat, view, other ? other : advice->plays[next].play);
    if (!page_text_open(&text)) return error_memory(error);
    advice_sentence(text.stream, &shown, next);
    fprintf(text.stream, "%s\n", advice_why(why, &shown, &reasons, next));
    return talk_close(talk, &text) || error_memory(error);
}

/* ---- asking */

static void help_say(const Talk *talk)
{
    talk_say(
        talk,
        "A play: its number in the list, or its cards in any order, the card of your hand among them: 7hx4c, 4c 7h%s. "
        "The card alone will do where it can take only one set. Suits: c clubs, d diamonds, h hearts, s spades.\n",
        talk->page.unicode ? ", 7\u26654\u2663" : "");
    talk_say(
        talk,
        "A numeral (ace = 1, to ten) takes numerals that make 11 with it, a king a king, a queen a queen, a jack all "
        "but kings and queens; a card that can take must take. Emptying the table makes a Sur.\n");
    narrate_scoring(talk);
    for (int i = 0; i < WORDS_MOST; i++)
        talk_say(talk, "  %-8s %s\n", TABLE_WORDS[i].name, TABLE_WORDS[i].help);
}

static void seat_leave(PersonSeat *seat)
{
    seat->left = true;
    interrupt_ask();
}

/* Takes back the last play, where that is allowed. */
static void seat_undo(PersonSeat *seat)
{
    const Talk *talk = &seat->talk;
    seat->takes_back = seat->study && seat->has_played;
    if (seat->takes_back) seat->advised_ply = -1;
    talk_say(talk, "%s\n",
             seat->takes_back ? "Your last play, and what followed it, is taken back."
             : seat->study
                 ? "You have played nothing yet."
                 : "A card that has been played cannot be taken back; 'pasur play --study' lets you take back plays "
                   "at any time.");
}

/* ---- what a line means: a play, or a word that is answered; 0, and what is wrong was said: neither */

/* The play of that number. */
static CardSet number_play(const PersonSeat *seat, const char *text, const CardSet plays[], int count)
{
    int64_t number;
    Error unused;
    if (number_whole(&number, text, 1, count, &unused)) return plays[number - 1];
    talk_say(&seat->talk, count == 1 ? "There is only play %d.\n" : "There are plays 1 to %d, but no %.20s.\n", count,
             text);
    return 0;
}

/* The text with blanks for all that may stand between cards: x, "takes", +, = and points. */
static void cards_part(char out[static LINE_MOST], const char *text)
{
    size_t length = 0;
    while (*text && length + 1 < LINE_MOST) {
        const bool takes = !strncmp(text, "takes", 5);
        out[length++] = takes || strchr("xX+=.;", *text) ? ' ' : *text;
        text += takes ? 5 : 1;
    }
    out[length] = 0;
}

/* The play meant by cards: the one that puts the card down and takes those at least, or no more. */
static CardSet cards_play(const PersonSeat *seat, CardSet cards, const View *view, const CardSet plays[], int count)
{
    const CardSet hand = view->hand, pool = view->table->pool, strange = cards & ~(hand | pool);
    const Talk *talk = &seat->talk;
    char text[CARDS_SHOWN];
    const char *why = NULL;
    CardSet found = 0;
    int had = 0;
    if (strange)
        return talk_say(talk, "%s: neither in your hand nor on the table.\n", page_cards(text, &talk->page, strange)),
               0;
    if (!(cards & hand))
        return talk_say(talk, "Name the card of your hand as well: the one that takes %s.\n",
                        page_cards(text, &talk->page, cards)),
               0;
    if (set_rest(cards & hand))
        return talk_say(talk, "%s: one card of your hand at a time.\n", page_cards(text, &talk->page, cards & hand)), 0;
    for (int i = 0; i < count; i++) {
        if (plays[i] == cards) return cards;
        if ((plays[i] & cards) == cards && (plays[i] & hand) == (cards & hand)) found = plays[i], had++;
    }
    if (had == 1) return found;
    if (had)
        talk_say(talk, "That can be one of %d plays: say what it takes, or the number.\n", had);
    else
        play_legal(hand, pool, cards, &why), talk_say(talk, "That is not a play: %s.\n", why);
    return 0;
}

/* The word of which the letters are two or more at its beginning, and at that of no other; WORDS_MOST: none. No cards are
   written so. */
static TableWord word_find(const char *letters)
{
    TableWord found = WORDS_MOST;
    int had = 0;
    const size_t length = strlen(letters);
    if (!strcmp(letters, "?")) return WORD_HELP;
    if (!strcmp(letters, "exit")) return WORD_QUIT;
    for (int i = 0; i < WORDS_MOST; i++)
        if (length > 1 && !strncmp(TABLE_WORDS[i].name, letters, length)) found = (TableWord)i, had++;
    return had == 1 ? found : WORDS_MOST;
}

/* Does what a word asks for; `rest` is what stands behind it. */
static void word_do(PersonSeat *seat, TableWord word, const char *rest, const View *view, const CardSet plays[],
                    int count)
{
    const Talk *talk = &seat->talk;
    Error error = {.text = ""};
    CardSet play = 0;
    bool good = true;
    if (*rest && word != WORD_WHY) return talk_say(talk, "Type '%s' by itself.\n", TABLE_WORDS[word].name);
    if (*rest && !(play = number_play(seat, rest, plays, count))) return;
    switch (word) {
    case WORD_HELP: help_say(talk); break;
    case WORD_HINT: good = coach_hint(seat, view, &error); break;
    case WORD_WHY: good = coach_why(seat, view, play, &error); break;
    case WORD_COUNT: narrate_seen(talk, view); break;
    case WORD_TABLE: narrate_choice(talk, view, plays, count); break;
    case WORD_UNDO: seat_undo(seat); break;
    case WORD_QUIT:
    case WORDS_MOST:
        talk_say(talk, "You stop here.\n");
        seat_leave(seat);
        break;
    }
    if (!good && *error.text) talk_say(talk, "%s\n", error.text);
}

/* `plays` are the legal ones, numbered from 1. A play is understood as soon as only one is meant: `7h` alone where the
   seven can take only one set. */
static CardSet line_play(PersonSeat *seat, const char *line, const View *view, const CardSet plays[], int count)
{
    char text[LINE_MOST], letters[LINE_MOST] = "", cards[LINE_MOST];
    CardSet set;
    Error unused;
    line = text_start(line);
    line += strspn(line, " \t\r\n");
    size_t length = strnlen(line, LINE_MOST - 1);
    while (length && isspace((unsigned char)line[length - 1]))
        length--;
    snprintf(text, sizeof text, "%.*s", (int)length, line);
    if (!length && count == 1) return plays[0];
    if (!length) return talk_say(&seat->talk, "Type a play by its number or its cards, or 'help'.\n"), 0;
    if (strspn(text, "0123456789") == length) return number_play(seat, text, plays, count);
    const size_t first = strcspn(text, " \t");
    for (size_t i = 0; i < first; i++)
        letters[i] = (char)tolower((unsigned char)text[i]);
    cards_part(cards, text);
    const TableWord word = word_find(letters);
    if (word == WORDS_MOST && cards_parse(&set, NULL, cards, &unused) && set)
        return cards_play(seat, set, view, plays, count);
    if (word != WORDS_MOST)
        word_do(seat, word, text + first + strspn(text + first, " \t"), view, plays, count);
    else
        talk_say(&seat->talk,
                 "'%.40s': neither a play (its number, or cards such as 7hx4c) nor a word; 'help' lists them.\n", text);
    return 0;
}

/* ---- the agent's functions */

/* Reads a line; false: the person wants no more. */
static bool line_ask(PersonSeat *seat, char line[static LINE_MOST], const char *prompt)
{
    fflush(seat->talk.out);
    const LineStatus status = line_read(line, LINE_MOST, prompt);
    if (status == LINE_STOPPED) talk_say(&seat->talk, "\nYou stop here.\n");
    if (status == LINE_END) {
        talk_say(&seat->talk, "\nThere is no more input: the game stops here.\n");
        seat_leave(seat);
    }
    return status == LINE_READ && !interrupt_seen();
}

/* With --confirm: is the play to be sent? */
static bool play_sent(PersonSeat *seat, CardSet play, const View *view)
{
    char prompt[PLAY_SHOWN + 64], shown[PLAY_SHOWN], line[LINE_MOST];
    if (!seat->confirm) return true;
    snprintf(prompt, sizeof prompt, "%s? Enter plays it, u takes it back> ",
             page_play(shown, &seat->talk.page, play & view->hand, play & ~view->hand));
    if (!line_ask(seat, line, prompt)) return false;
    const char *word = line + strspn(line, " \t\r");
    if (!*word || *word == 'y' || *word == 'Y') return true;
    talk_say(&seat->talk, "Taken back.\n");
    return false;
}

static CardSet seat_ask(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    PersonSeat *seat = agent->own;
    (void)memory, (void)rng;
    CardSet plays[MAX_MOVES];
    char line[LINE_MOST];
    const int count = moves_list(plays, view->hand, view->table->pool, NULL);
    if (interrupt_seen()) return 0;
    round_announce(seat, view->table);
    if (seat->takes_back) seat->table = *view->table, seat->deal = seat->table.deal;
    seat->takes_back = false;
    catch_up(seat, view);
    deal_announce(seat, view->table);
    narrate_standing(&seat->talk, view->table);
    narrate_choice(&seat->talk, view, plays, count);
    while (line_ask(seat, line, PROMPT)) {
        const CardSet play = line_play(seat, line, view, plays, count);
        if (play && play_sent(seat, play, view)) return play_announce(seat, play), play;
        if (interrupt_seen() || seat->takes_back) break;
    }
    return 0;
}

/* ---- the person of a command */

bool person_fits(Driver *driver, const char *const *texts, int count, bool *named, Error *error)
{
    int people = 0;
    const size_t length = strlen(AGENT_HUMAN.name);
    for (int i = 0; i < count; i++)
        people += !strncmp(texts[i], AGENT_HUMAN.name, length) && (!texts[i][length] || texts[i][length] == ':');
    *named = people > 0;
    if (!people) return true;
    if (people > 1) return error_set(error, "human: one person plays at a terminal; name it once");
    if (driver->common.threads > 1)
        return error_set(error, "--threads %llu: a person plays one board at a time; leave it out, or take 1",
                         (unsigned long long)driver->common.threads);
    driver->setup.people = true;
    driver->common.no_duplicate = true; /* who has seen the cards cannot play them again */
    driver->threads = 1;
    return true;
}

/* Names the others by the kinds of their agents; by all that was named of an agent where two are of one kind, and by
   their seats in the first round besides where two are the same. A partner is called so. */
static void names_give(PersonSeat *seat, const Driver *driver, const Schedule *schedule, int own)
{
    const Rules *rules = &schedule->rules;
    const Agent *sitting[MAX_SEATS]; /* by places behind the person */
    for (int place = 1; place < rules->players; place++)
        sitting[place] = &driver->agents[schedule->slots[(own + place) % rules->players]];
    for (int place = 1; place < rules->players; place++) {
        const Agent *agent = sitting[place];
        char number[8] = "";
        int kin = 0, same = 0;
        for (int other = 1; other < rules->players; other++) {
            const Agent *another = sitting[other];
            same += !strcmp(another->name, agent->name);
            kin += another->kind == agent->kind && strcmp(another->name, agent->name) != 0;
        }
        const bool in_full = kin || agent->kind->read; /* a program's name is all that there is */
        if (same > 1) snprintf(number, sizeof number, " %d", (own + place) % rules->players);
        snprintf(seat->talk.names[place], sizeof *seat->talk.names, "%.40s%s%s",
                 in_full ? agent->name : agent->kind->name, number, rules->teams && place == 2 ? " (partner)" : "");
    }
}

bool person_open(PersonSeat *seat, Driver *driver, const Schedule *schedule, Error *error)
{
    const int players = schedule->rules.players;
    int own = -1, held = 0;
    for (int slot = 0; slot < players; slot++)
        if (agent_has(&driver->agents[schedule->slots[slot]], TRAIT_PERSON)) own = slot, held++;
    if (!held) return true;
    if (held > 1) return error_set(error, "human: a person takes one seat of %d: name %d agents", players, players);
    Agent *agent = &driver->agents[schedule->slots[own]];
    FILE *out = driver->files.take_stdout ? stderr : stdout;
    seat->talk =
        (Talk){.out = out, .page = terminal_page(out), .rules = &schedule->rules, .match = schedule->match_rounds > 0};
    names_give(seat, driver, schedule, own);
    seat->seed = schedule->seed;
    if (!agent_parse(&seat->coach, person_strongest(&schedule->rules, seat->talk.match), &schedule->rules, error))
        return false;
    seat->advised_ply = -1;
    seat->advised = calloc(1, sizeof *seat->advised);
    if (!seat->advised) return agent_free(&seat->coach), error_memory(error);
    seat->kind = AGENT_HUMAN;
    seat->kind.begin = seat_begin;
    seat->kind.choose = seat_ask;
    seat->kind.end = seat_end;
    agent->kind = &seat->kind;
    agent->own = seat;
    return true;
}

void person_close(PersonSeat *seat)
{
    if (seat->advised) agent_free(&seat->coach);
    free(seat->advised);
    seat->advised = NULL;
}
