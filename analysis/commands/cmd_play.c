/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur play: a person against agents, at the terminal. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "analysis/commands/play/kept.h"
#include "analysis/commands/review.h"
#include "engine/match.h"
#include "sim/boards.h"
#include "sim/rounds.h"

enum { WORST = 3, REVIEW_ITERATIONS = 50000 };
static const char OPPONENT[] = "ismcts", FOR_MATCH[] = "ismcts:goal=match";

typedef struct {
    const char *from, *save, *resume, *deal;
    uint64_t seat, seed, board;
    bool single, confirm, review, study; /* options */

    Schedule schedule;
    PersonSeat person;
    Kept kept;
    int own;            /* the person's seat in the first round */
    TextBuffer records; /* of all rounds that are over */
    Match match;        /* as it ended */
    bool over;          /* it came to its end */
} PlayCommand;

static const Option OPTIONS[] = {
    {.heading = "Game", OPTION_RULES},
    {"from",
     "scores with which the match begins (default zeros), in the order of play: that of the side that plays first named first, "
     "whoever you are; with --seat 1 yours is the second",
     OPTION_AT(PlayCommand, from), .metavar = "A/B", .brief = "scores to begin with, the first player's first"},
    {"round", "a single round instead of a match", OPTION_AT(PlayCommand, single),
     .brief = "a single round instead of a match"},
    {"deal", "a single round with the cards of a record of this file, as 'pasur deal' and '--records' write them",
     OPTION_AT(PlayCommand, deal), .metavar = "FILE", .file = FILE_READ,
     .brief = "a round with the cards of this file"},
    {"board", "which of its records, from 0", OPTION_AT(PlayCommand, board), .fallback = "0"},
    {"seat", "yours in the first round; 0 plays first, and seats move on from round to round",
     OPTION_AT(PlayCommand, seat), .low = "0", .high = "3", .fallback = "0", .brief = "yours; 0 plays first"},
    {"seed", "of the cards and the agents; default another each time, which is shown at the end",
     OPTION_AT(PlayCommand, seed), .metavar = "S"},
    {"confirm", "ask before each play is sent, so that a slip can be taken back", OPTION_AT(PlayCommand, confirm),
     .heading = "Help and review", .brief = "ask before each play is sent"},
    {"review", "at the end what your plays cost, of points or chances to win the match: the three costliest and why",
     OPTION_AT(PlayCommand, review), .brief = "at the end, your three costliest plays"},
    {"study", "'undo' takes back at any time, play by play, as far as the match's beginning",
     OPTION_AT(PlayCommand, study), .brief = "'undo' takes back at any time"},
    {"resume",
     "go on with a match that was left, kept in that file; last: with the one that was left last. Its rules, cards and "
     "opponents are those that it began with",
     OPTION_AT(PlayCommand, resume), .metavar = "FILE|last", .heading = "Files", .takes = TAKES_FILE, .words = "last",
     .brief = "go on with the match that was left"},
    {"save", "keep the match there from turn to turn; default a file in ~/.local/state/pasur, until the match is over",
     OPTION_AT(PlayCommand, save), .metavar = "FILE", .file = FILE_OWN, .brief = "keep the match there"},
    {OPTION_RECORDS},
    OPTIONS_BOTS,
};

/* ---- before the first card */

/* The opponent where none is named: it plays for the match where there is a table of chances for that. */
static const char *opponent_name(const PlayCommand *own, const Rules *rules)
{
    Agent agent;
    Error unused;
    if (own->single || !agent_parse(&agent, FOR_MATCH, rules, &unused)) return OPPONENT;
    agent_free(&agent);
    return FOR_MATCH;
}

/* Names an agent for each seat: the person's among them. Returns how many; 0 with the reason. */
static int seats_name(const char *names[static MAX_SEATS], Driver *driver, Error *error)
{
    PlayCommand *own = driver->own;
    const ParsedOptions *parsed = &driver->parsed;
    Rules rules;
    if (parsed->arg_count >= MAX_SEATS)
        return error_set(error, "%d opponents: there are at most %d", parsed->arg_count, MAX_SEATS - 1), 0;
    if (!rules_parse_seated(&rules, driver->common.rules, parsed->arg_count > 1 ? parsed->arg_count + 1 : 2, error))
        return 0;
    const int others = rules.players - 1;
    if (parsed->arg_count > 1 && parsed->arg_count != others)
        return error_set(error, "%d opponents for %d other seats: name %d, or one for all", parsed->arg_count, others,
                         others),
               0;
    if (own->seat >= rules.players)
        return error_set(error, "--seat %llu: there are seats 0 to %d", (unsigned long long)own->seat, others), 0;
    own->own = (int)own->seat;
    for (int seat = 0, next = 0; seat < rules.players; seat++)
        names[seat] = seat == own->own         ? AGENT_HUMAN.name
                      : !parsed->arg_count     ? opponent_name(own, &rules)
                      : parsed->arg_count == 1 ? parsed->args[0]
                                               : parsed->args[next++];
    return rules.players;
}

/* Makes the round one of a match. */
static bool match_make(Driver *driver, Error *error)
{
    PlayCommand *own = driver->own;
    Schedule *schedule = &own->schedule;
    const Rules *rules = &schedule->rules;
    const char *why;
    if (own->single) return !own->from || error_set(error, "--from is about a match; it does not go with --round");
    if (!match_ends(rules, &why)) return error_set(error, "--rules: %s", why);
    if (own->from && !scores_parse(schedule->scores, own->from, rules, error)) return error_under(error, "--from");
    if (!match_round_begins(schedule->scores, rules, &why)) return error_set(error, "--from %s: %s", own->from, why);
    schedule->scores_by_side = true;
    schedule->match_rounds = MATCH_ROUNDS;
    driver->setup.matches = true;
    return true;
}

/* The cards of --deal, or of a round that was left. */
static bool cards_take(Driver *driver, Error *error)
{
    PlayCommand *own = driver->own;
    Packs *packs = &driver->packs;
    if (driver_given(driver, "board") && !own->deal)
        return error_set(error, "--board is about the records of --deal FILE");
    own->single |= own->deal != NULL;
    if (own->resume && own->single) own->schedule.packs = &own->kept.pack;
    if (own->deal) {
        if (!strcmp(own->deal, "-")) return error_set(error, "--deal: a file; what you type is read from -");
        if (!packs_read(packs, own->deal, &own->schedule.rules, error)) return false;
        if (own->board >= packs->count)
            return error_set(error, "--board %llu: %.200s holds %llu record%s, the last is --board %llu",
                             (unsigned long long)own->board, own->deal, (unsigned long long)packs->count,
                             PLURAL(packs->count), (unsigned long long)packs->count - 1);
        own->schedule.packs = packs->packs + own->board;
    }
    own->schedule.pack_count = own->schedule.packs ? 1 : 0;
    return true;
}

/* Begins as the match began that is to go on. */
static bool resume(Driver *driver, Error *error)
{
    static const char *const SAID[] = {"rules", "from", "round", "deal", "board", "seat", "seed", "save"};
    PlayCommand *own = driver->own;
    for (size_t i = 0; i < sizeof SAID / sizeof *SAID; i++)
        if (driver_given(driver, SAID[i]))
            return error_set(error, "--resume goes on as the match began; leave out --%s", SAID[i]);
    if (driver->parsed.arg_count)
        return error_set(error, "--resume goes on as the match began; leave out %.100s", driver->parsed.args[0]);
    if (!kept_read(&own->kept, own->resume, error)) return error_under(error, "--resume");
    files_add(&driver->files, "--resume", own->kept.file, FILE_OWN);
    const uint64_t given = driver->parsed.given;
    if (options_parse(&driver->parsed, &driver->command->spec, own->kept.words, own, &driver->common, error) !=
        OPTIONS_OK)
        return error_under(error, "--resume: %.300s", own->kept.file);
    driver->parsed.given |= given;
    return true;
}

/* Notes the words with which another start goes on; the cards of --deal are in the record. */
static bool start_note(Driver *driver, Error *error)
{
    PlayCommand *own = driver->own;
    char text[64];
    size_t length;
    FILE *start = open_memstream(&own->kept.start, &length);
    if (!start) return error_memory(error);
    for (int i = 0; i < driver->parsed.arg_count; i++)
        kept_word(start, driver->parsed.args[i]);
    snprintf(text, sizeof text, "--seed=%llu", (unsigned long long)own->seed);
    kept_word(start, text);
    if (own->single) kept_word(start, "--round");
    driver_words(driver, " resume save deal board round seed ", kept_word, start);
    return text_stream_close(start, &own->kept.start) || error_memory(error);
}

/* Where the match is kept. */
static bool save_take(PlayCommand *own, Error *error)
{
    if (!own->save) return true;
    if (!access(own->save, F_OK) || !strcmp(own->save, "-"))
        return error_set(error, "--save %.300s: %s", own->save,
                         strcmp(own->save, "-") ? "it is there already; --resume goes on with a match that it keeps"
                                                : "a match is kept in a file");
    return snprintf(own->kept.file, PATH_MAX, "%s", own->save) < PATH_MAX || error_file(error, own->save, ENAMETOOLONG);
}

static bool play_prepare(Driver *driver, Error *error)
{
    PlayCommand *own = driver->own;
    const char *names[MAX_SEATS];
    bool person;
    if (own->resume && !resume(driver, error)) return false;
    for (int i = 0; i < driver->parsed.arg_count; i++)
        if (!strncmp(driver->parsed.args[i], AGENT_HUMAN.name, strlen(AGENT_HUMAN.name)))
            return error_set(error, "human: that is you; name who plays against you");
    const int players = seats_name(names, driver, error);
    if (!players || !schedule_make(&own->schedule, driver->common.rules, players, false, error)) return false;
    if (!driver_given(driver, "seed") && !own->resume)
        own->seed = ((uint64_t)time(NULL) * 1000003 ^ (uint64_t)getpid()) % 1000000;
    own->schedule.seed = driver->common.seed = own->seed;
    own->schedule.fixed_order = true;
    driver->setup.rules = &own->schedule.rules;
    driver->setup.scores_count = true;
    driver->work.unit = "rounds";
    if (!cards_take(driver, error) || !match_make(driver, error) ||
        !person_fits(driver, names, players, &person, error) ||
        !driver_agents(driver, names, players, &own->schedule.rules, error) ||
        !person_open(&own->person, driver, &own->schedule, error))
        return false;
    own->person.confirm = own->confirm;
    own->person.study = own->study;
    return save_take(own, error) && start_note(driver, error);
}

/* ---- the game */

/* Writes the records from that byte on. */
static bool records_write(Driver *driver, size_t from)
{
    const PlayCommand *own = driver->own;
    CommandFile *file = files_find(&driver->files, "records");
    if (!file || from == own->records.length) return true;
    output_file_write(&file->out, own->records.data + from, own->records.length - from);
    return output_files_flush((OutputFile *const[]){&file->out}, 1);
}

/* Keeps the record of a round, and writes it, unless it may be taken back. */
static bool record_keep(Driver *driver, const PlayedRound *round)
{
    PlayCommand *own = driver->own;
    const size_t before = own->records.length;
    if (!record_add(&own->records, &own->schedule, driver->agents, round)) return false;
    driver->work.done++;
    return own->study || records_write(driver, before);
}

static bool round_shown(void *arg, const PlayedRound *round) { return record_keep(arg, round); }

/* An agent failed, unless the person wants no more, or a play is to be taken back, or the match cannot go on. */
static void cut_short(Driver *driver, const VoidBoard *failure)
{
    const PlayCommand *own = driver->own;
    char text[VOID_TEXT];
    if (own->person.takes_back || *own->kept.fault.text) return;
    driver->work.interrupted = void_by_stop(failure) || interrupt_seen();
    if (driver->work.interrupted) return;
    talk_say(&own->person.talk, "\nThe play cannot go on: %s\n", void_print(text, failure));
    driver->work.verdict = STATUS_VOID;
    driver->end.partial = true;
}

static void winner_print(const PlayCommand *own)
{
    const PersonSeat *seat = &own->person;
    const Rules *rules = &own->schedule.rules;
    const Match *match = &own->match;
    const int mine = rules_side(rules, own->own), place = (match->winner - mine + rules->sides) % rules->sides;
    const char *others = rules->teams ? "The other side" : seat->names[place];
    const char *winner = place ? others : rules->teams ? "Your side" : "You";
    char scores[MAX_SIDES * 80];
    int used = snprintf(scores, sizeof scores, ": you %d", match->scores[mine]);
    for (int i = 1; i < rules->sides; i++)
        used += snprintf(scores + used, sizeof scores - (size_t)used, ", %s %d", seat->names[i],
                         match->scores[(mine + i) % rules->sides]);
    if (rules->sides == 2)
        snprintf(scores, sizeof scores, ", %d to %d", match->scores[match->winner], match->scores[!match->winner]);
    talk_say(&seat->talk, "\n%s win%s the match in %d round%s%s.\n", winner, place || rules->teams ? "s" : "",
             match->rounds, PLURAL(match->rounds), scores);
}

/* The match, or the round alone. */
static bool board_play_whole(Driver *driver)
{
    PlayCommand *own = driver->own;
    Board board;
    board_begin(&board, &own->schedule, NULL, 0);
    board.round = round_shown;
    board.kept = driver;
    BoardsPlayer *player = boards_player_open(&own->kept.players, &KEPT_WAY);
    const bool good = player && boards_player_play(player, &board, 1);
    boards_player_close(player);
    if (!good) return false;
    own->over = board.played;
    own->match = board.matches[0];
    if (!board.played) return cut_short(driver, &board.failure), true;
    const PlayedRound round = board_round(&board, &own->schedule, 0);
    if (own->single) return record_keep(driver, &round);
    winner_print(own);
    return true;
}

/* Plays on until the match is over or the person wants no more; where a play is taken back, once again. */
static bool match_play(Driver *driver, Error *error)
{
    PlayCommand *own = driver->own;
    Kept *kept = &own->kept;
    const PersonSeat *seat = &own->person;
    bool good = players_open(&kept->players, &own->schedule, driver->agents, (size_t)driver->agent_count);
    kept->agents = driver->agents;
    kept->seat = &own->person;
    kept->records = &own->records;
    do {
        if (seat->takes_back) kept_take_back(kept);
        own->records.length = driver->work.done = 0;
        kept->next = kept->own = 0; /* what is kept is played again */
        kept->rounds = 0;
        good = good && board_play_whole(driver);
    } while (good && seat->takes_back && !*kept->fault.text);
    players_close(&kept->players);
    if (*kept->fault.text) return *error = kept->fault, false;
    if (own->over) kept_drop(kept);
    return (good && (!own->study || records_write(driver, 0))) || error_memory(error);
}

/* ---- the review */

static bool may_go_on(void *context)
{
    (void)context;
    return !interrupt_seen();
}

/* Reviews the person's plays of one round. */
static bool record_review(Driver *driver, Review *review, const Record *record, Error *error)
{
    const PlayCommand *own = driver->own;
    const uint64_t players = record->rules.players;
    const uint64_t seat = ((uint64_t)own->own + players - record->round % players) % players;
    const ReviewTask task = {
        .ask = advise_task(&own->person.coach.agent, NULL, own->seed, REVIEW_ITERATIONS, arena_cores()),
        .seats = 1u << seat,
        .watch = may_go_on};
    return review_record(review, &driver->work.interrupted, record, record->round, &task, error);
}

/* Reviews what was played, and tells of it as `pasur review` does. */
static bool review_all(Driver *driver, Error *error)
{
    PlayCommand *own = driver->own;
    const Talk *talk = &own->person.talk;
    Review review = {.alpha = USUAL_ALPHA, .chance = agent_equity(&own->person.coach.agent)};
    RecordReader reader = {0};
    Record record;
    PageText text;
    int bad_line;
    bool good = text_buffer_reserve(&own->records, 1) || error_memory(error);
    if (!good) return false;
    own->records.data[own->records.length] = 0;
    talk_say(talk, "\nWhat your plays cost, as %s sees it (seeing what you saw):\n", OPPONENT);
    fflush(talk->out);
    for (char *line = own->records.data; line && good && !driver->work.interrupted;) {
        char *end = strchr(line, '\n');
        if (end) *end = 0;
        if (record_feed(&reader, &record, line, &bad_line, error) == READ_RECORD)
            good = record_review(driver, &review, &record, error);
        line = end ? end + 1 : NULL;
    }
    if (good && !driver->work.interrupted)
        good = page_text_open(&text) && review_summary(text.stream, &talk->page, &review, WORST) &&
                       page_text_close(&text, talk->out, &talk->page)
                   ? true
                   : error_memory(error);
    free(review.plays);
    return good;
}

/* Reviews the rounds that are over, unless a signal has stopped the play: who leaves by a word has time. */
static bool review_finished(Driver *driver, Error *error)
{
    PlayCommand *own = driver->own;
    const bool stopped = driver->work.interrupted;
    if (stopped && !own->person.left)
        return talk_say(&own->person.talk, "\nStopped by a signal: what is over is not reviewed.\n"), true;
    if (stopped) interrupt_forget();
    driver->work.interrupted = false;
    const bool good = review_all(driver, error);
    if (good && driver_given(driver, "records") && !driver->work.interrupted) {
        fputs("All plays: pasur review", own->person.talk.out);
        again_word(own->person.talk.out, files_find(&driver->files, "records")->out.name);
        fprintf(own->person.talk.out, " --seed %llu\n", (unsigned long long)own->seed);
    }
    if (stopped) interrupt_ask();
    driver->work.interrupted |= stopped;
    return good;
}

static bool play_work(Driver *driver, Error *error)
{
    PlayCommand *own = driver->own;
    Talk *talk = &own->person.talk;
    interrupt_catch();
    const bool alone = own->schedule.rules.players == 2; /* one opponent, who has a name */
    const char *opponent = driver->agents[own->schedule.slots[!own->own]].name;
    const bool usual = alone && !driver->parsed.arg_count;
    talk_say(talk, "%s, rules %s: %s%s%s%s.\n", talk->page.unicode ? "P\u00e2sur" : "Pasur", driver->setup.rules_text,
             own->single ? "one round" : "a match", alone ? " against " : "",
             usual   ? OPPONENT
             : alone ? opponent
                     : "",
             !usual                        ? ""
             : strcmp(opponent, FOR_MATCH) ? ", a strong player"
                                           : ", a strong player, which plays to win the match");
    if (!alone && driver->parsed.arg_count < 2)
        talk_say(talk,
                 "The number behind a name is its seat in the first round, from 0, who plays first; yours is %d.\n",
                 own->own);
    if (!match_play(driver, error)) return false;
    if ((own->review || driver_given(driver, "records")) && !driver->work.done)
        talk_say(talk, "\nNo round is over: there is nothing to keep or to review.\n");
    if (own->review && driver->work.done && !driver->end.partial && !review_finished(driver, error)) return false;
    if (own->kept.written) {
        fputs("\nTo go on: pasur play --resume", talk->out);
        again_word(talk->out, own->kept.file);
        fputc('\n', talk->out);
    }
    if (!own->resume) fprintf(talk->out, "\nAgain: %s\n", driver->again);
    return true;
}

static void play_free(Driver *driver)
{
    PlayCommand *own = driver->own;
    person_close(&own->person);
    kept_free(&own->kept);
    text_buffer_free(&own->records);
}

const Command CMD_PLAY = {
    .spec =
        {.command = "play",
         .summary = "play against agents yourself, at the terminal",
         .args = {"[OPPONENT...]", 0, OPTIONS_MAX_ARGS, NULL, TAKES_AGENT},
         .about =
             "Seats you against agents (ismcts, unless others are named; it plays for the match where it can) in a match, and tells what happens. At "
             "the table, 'help' says what can be typed, 'hint' what each play is worth, 'why' what speaks for it.",
         .example = "pasur play tactic --rules pagat,target=40 --review",
         .notes =
             "With three or four players one opponent named sits on all other seats; with "
             "partners the second of three names is your partner's. Ctrl-C, Ctrl-D or 'quit' stop: "
             "status 130, the match is kept for --resume, --records keeps the rounds that are over, and after 'quit' or "
             "Ctrl-D --review reviews them. NO_COLOR in the environment is obeyed.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(PlayCommand),
    .prepare = play_prepare,
    .work = play_work,
    .free = play_free,
};
