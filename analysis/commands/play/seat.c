/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells a person what happens and asks for plays. */
#include "analysis/commands/play/seat.h"

#include <string.h>
#include <strings.h>

#include "analysis/commands/driver/line_input.h"
#include "analysis/commands/play/typed.h"
#include "sim/files/system.h"

enum { LINE_ROOM = 256 };
static const char PROMPT[] = "you> ";

/* ---- telling */

/* Announces a new deal; false: there is none. */
static bool deal_tell(PersonSeat *seat, const Table *table)
{
    if (seat->deal == table->deal) return false;
    seat->deal = table->deal;
    talk_say(&seat->talk, "\nDeal %d of %d\n", table->deal + 1, seat->company.rules->deals);
    return true;
}

static void play_tell(PersonSeat *seat, CardSet play)
{
    if (deal_tell(seat, &seat->table)) narrate_pool(&seat->talk, seat->table.pool);
    narrate_play(&seat->talk, &seat->company, &seat->table, play);
}

/* Tells all plays that were made since. */
static void catch_up(PersonSeat *seat, const View *view)
{
    while (seat->table.ply < view->table->ply)
        play_tell(seat, view->history[seat->table.ply]);
}

static void begin(void *context, const View *view)
{
    PersonSeat *seat = context;
    int sum = 0;
    for (int side = 0; side < view->rules->sides; side++)
        sum += view->table->scores[side];
    if (seat->company.match && sum <= seat->score_sum) seat->round = 0;
    if (!seat->shown)
        talk_say(&seat->talk, "Type a play by its number or its cards; 'help' tells more, 'quit' stops.\n");
    seat->shown = true;
    seat->score_sum = sum;
    seat->company.seat = view->seat;
    seat->table = *view->table;
    seat->deal = -1;
    narrate_round(&seat->talk, &seat->company, view->table, ++seat->round);
}

static void end(void *context, const View *view)
{
    PersonSeat *seat = context;
    catch_up(seat, view);
    if (!table_over(view->table)) narrate_shodam(&seat->talk, &seat->company, view->table);
    narrate_count(&seat->talk, &seat->company, view->table);
    fflush(seat->talk.out);
}

/* ---- asking */

static void help_tell(const Talk *talk, const Company *company)
{
    talk_say(
        talk,
        "A play: its number in the list, or its cards in any order, the card of your hand among them: 7hx4c, 4c 7h%s. "
        "The card alone will do where it can take only one set. Suits: c clubs, d diamonds, h hearts, s spades.\n",
        talk->page.unicode ? ", 7\u26654\u2663" : "");
    talk_say(
        talk,
        "A numeral (ace = 1, to ten) takes numerals that make 11 with it, a king a king, a queen a queen, a jack all but "
        "kings and queens; a card that can take must take. Who empties the table makes a Sur.\n");
    narrate_scoring(talk, company);
    for (int i = 0; i < TABLE_WORDS; i++)
        talk_say(talk, "  %-8s %s\n", TABLE_WORD_NAMES[i], TABLE_WORD_HELP[i]);
}

static void leave(PersonSeat *seat)
{
    seat->left = true;
    interrupt_ask();
}

/* Does what a word asks for. */
static void word_do(PersonSeat *seat, const Typed *typed, const View *view, const CardSet plays[], int count)
{
    const Talk *talk = &seat->talk;
    Error error = {.text = ""};
    bool good = true;
    switch (typed->word) {
    case WORD_help: help_tell(talk, &seat->company); break;
    case WORD_hint: good = coach_hint(&seat->coach, talk, view, seat->round, plays, count, &error); break;
    case WORD_why: good = coach_why(&seat->coach, talk, view, seat->round, typed->play, &error); break;
    case WORD_count: narrate_seen(talk, &seat->company, view); break;
    case WORD_table: narrate_choice(talk, view, plays, count); break;
    case WORD_confirm:
        seat->confirm = typed->setting < 0 ? !seat->confirm : typed->setting;
        talk_say(talk,
                 seat->confirm ? "Each play is asked for again before it is sent.\n" : "Plays are sent at once.\n");
        break;
    case WORD_undo:
        talk_say(talk, "A card that is played cannot be taken back. %s\n",
                 seat->confirm ? "Before it is sent, 'u' takes it back." : "'confirm' asks before each play is sent.");
        break;
    case WORD_quit:
    case TABLE_WORDS:
        talk_say(talk, "You stop here.\n");
        leave(seat);
        break;
    }
    if (!good) talk_say(talk, "%s\n", error.text);
}

/* Reads a line; false: the person wants no more. */
static bool line_ask(PersonSeat *seat, char line[static LINE_ROOM], const char *prompt)
{
    fflush(seat->talk.out);
    const LineStatus status = line_read(line, LINE_ROOM, prompt);
    if (status == LINE_STOPPED) talk_say(&seat->talk, "\nYou stop here.\n");
    if (status == LINE_END) {
        talk_say(&seat->talk, "\nNothing more is typed: the play stops here.\n");
        leave(seat);
    }
    return status == LINE_READ && !interrupt_seen();
}

typedef enum { ANSWER_SEND, ANSWER_BACK, ANSWER_OTHER } Answer;

/* Is the play to be sent? ANSWER_OTHER: it is taken back by what stands in `line` now, which is to be read in its place. */
static Answer play_confirm(PersonSeat *seat, char line[static LINE_ROOM], CardSet play, const View *view)
{
    static const char *const SEND[] = {"", "y", "yes"}, *const BACK[] = {"u", "undo", "n", "no"};
    char prompt[PLAY_SHOWN + 64], shown[PLAY_SHOWN], word[LINE_ROOM];
    if (!seat->confirm) return ANSWER_SEND;
    snprintf(prompt, sizeof prompt, "%s? Enter sends it, u takes it back> ",
             play_show(shown, play, view->hand, &seat->talk));
    if (!line_ask(seat, line, prompt)) return ANSWER_BACK;
    strcpy(word, line + strspn(line, " \t\r"));
    word[strcspn(word, " \t\r")] = 0;
    for (size_t i = 0; i < sizeof SEND / sizeof *SEND; i++)
        if (!strcasecmp(word, SEND[i])) return ANSWER_SEND;
    talk_say(&seat->talk, "Taken back.\n");
    for (size_t i = 0; i < sizeof BACK / sizeof *BACK; i++)
        if (!strcasecmp(word, BACK[i])) return ANSWER_BACK;
    return ANSWER_OTHER;
}

static CardSet ask(void *context, const View *view)
{
    PersonSeat *seat = context;
    CardSet plays[MAX_MOVES];
    char line[LINE_ROOM];
    Typed typed;
    const int count = moves_list(plays, view->hand, view->table->pool, NULL);
    if (interrupt_seen()) return 0;
    catch_up(seat, view);
    deal_tell(seat, view->table);
    narrate_choice(&seat->talk, view, plays, count);
    Answer answer = ANSWER_BACK;
    while (answer == ANSWER_OTHER || line_ask(seat, line, PROMPT)) {
        answer = ANSWER_BACK;
        typed_read(&typed, line, view, plays, count, &seat->talk);
        if (typed.kind == TYPED_NOTHING && count == 1) typed = (Typed){.kind = TYPED_PLAY, .play = plays[0]};
        if (typed.kind == TYPED_NOTHING)
            talk_say(&seat->talk, "Type a play by its number or its cards, or 'help'.\n");
        else if (typed.kind == TYPED_WRONG)
            talk_say(&seat->talk, "%s\n", typed.reason.text);
        else if (typed.kind == TYPED_WORD)
            word_do(seat, &typed, view, plays, count);
        else
            answer = play_confirm(seat, line, typed.play, view);
        if (answer == ANSWER_SEND) return play_tell(seat, typed.play), typed.play;
        if (interrupt_seen()) break;
    }
    return 0;
}

void person_seat_open(PersonSeat *seat)
{
    seat->human = (HumanSeat){.context = seat, .begin = begin, .ask = ask, .end = end};
}
