/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur play: a person against agents, at the terminal.

   The match is saved in a file before each turn, so that a later start can resume it: same cards, same random numbers
   for the others. The file holds records of the rounds, the last one unfinished, and in comments the command line that
   started the match and the state of the random numbers after each play. Resuming and taking back replay the match from
   its beginning without asking anybody, as far as plays are kept. Only agents with a memory are asked in the current
   round, so that they remember. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "agents/text_lines.h"
#include "analysis/commands/play/seat.h"
#include "engine/match.h"
#include "sim/boards.h"
#include "sim/files/output_file.h"
#include "sim/files/packer.h"
#include "sim/rounds.h"

enum { WORST = 3, REVIEW_ITERATIONS = 50000 };

typedef struct {
    CardSet play;
    uint64_t stream; /* of who played it: its state afterwards */
    int round;       /* from 0 */
    bool own;        /* it is the person's */
} SavedPlay;

/* An agent's kind with what is kept in front of it: a play that is kept is made without asking. */
typedef struct {
    AgentKind kind; /* the first: that of the agent, but for what chooses */
    const AgentKind *inner;
    struct PlayCommand *command;
} SavedKind;

typedef struct PlayCommand {
    const char *from, *save, *resume, *deal;
    uint64_t seat, seed, number;
    bool single, confirm, review, study; /* options */

    Schedule schedule;
    PersonSeat person;
    int own;                 /* the person's seat in the first round */
    Agent agents[MAX_SEATS]; /* who play; copies of the driver's, whose kinds are … */
    SavedKind kinds[MAX_SEATS];
    Board board;        /* the match, as it goes on */
    TextBuffer records; /* of all rounds that are over */

    char *start;  /* the words with which the play was started, as lines of the file; owned */
    char **words; /* of the file that was read: "play", then those, then NULL; owned */
    size_t word_count;
    SavedPlay *plays;    /* of the whole match; owned */
    Pack pack;           /* of the last round that was read */
    size_t count, made;  /* of all plays that are kept, and how many of the person's were made */
    size_t next;         /* of them is played again next */
    int under_way;       /* the round behind those that are kept whole */
    char file[PATH_MAX]; /* empty: there is none yet */
    bool written;        /* the file holds the match */
    Error failure;       /* why the match could not be kept; empty: it could */
    Error fault;         /* why the match cannot go on; empty: it can */
    Review reviewed;
} PlayCommand;

static const Option OPTIONS[] = {
    {.heading = "Game", OPTION_RULES},
    {"from",
     "scores at which the match begins (default zeros), in the order of play: first that of the side that plays "
     "first, whoever you are; with --seat 1 yours is the second",
     OPTION_AT(PlayCommand, from), .metavar = "A/B", .brief = "scores to begin with, the first player's first"},
    {"round", "a single round instead of a match", OPTION_AT(PlayCommand, single),
     .brief = "a single round instead of a match"},
    {"deal", "a single round with the cards of a record of this file, as 'pasur deal' and '--records' write them",
     OPTION_AT(PlayCommand, deal), .metavar = "FILE", .file = FILE_READ,
     .brief = "a round with the cards of this file"},
    {"board", "which of its records, from 0", OPTION_AT(PlayCommand, number), .fallback = "0"},
    {"seat", "your seat in the first round; seat 0 plays first, and seats move on from round to round",
     OPTION_AT(PlayCommand, seat), .low = "0", .high = "3", .fallback = "0", .brief = "yours; 0 plays first"},
    {"seed", "seed of the cards and the agents; default: a new one each time, shown at the end",
     OPTION_AT(PlayCommand, seed), .metavar = "S"},
    {"confirm", "ask before each play is made, so that you can take back a slip", OPTION_AT(PlayCommand, confirm),
     .heading = "Help and review", .brief = "ask before each play is sent"},
    {"review",
     "say at the end what your plays cost, in points or chances to win the match: the three costliest, and "
     "why",
     OPTION_AT(PlayCommand, review), .brief = "at the end, your three costliest plays"},
    {"study", "'undo' takes back your plays at any time, one by one, as far as the match's beginning",
     OPTION_AT(PlayCommand, study), .brief = "'undo' takes back at any time"},
    {"resume", "go on with the match kept in this file. Its rules, cards and opponents are those that it began with",
     OPTION_AT(PlayCommand, resume), .metavar = "FILE", .heading = "Files", .file = FILE_OWN,
     .brief = "go on with the match that was left"},
    {"save", "keep the match there before each turn; default match-SEED.txt, until the match is over",
     OPTION_AT(PlayCommand, save), .metavar = "FILE", .file = FILE_OWN, .brief = "keep the match there"},
    {OPTION_RECORDS},
    OPTIONS_BOTS,
};

/* ---- the file */

static const char STREAMS[] = "# streams:", WORD[] = "# word: ";

/* Makes a file that is not there yet, so that no other match can take its name. */
static bool file_choose(PlayCommand *own, Error *error)
{
    char number[16] = "";
    for (int i = 2; !*own->file; i++) {
        snprintf(own->file, PATH_MAX, "match-%" PRIu64 "%s.txt", own->schedule.seed, number);
        const int file = open(own->file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file >= 0) return close(file), true;
        if (errno != EEXIST) return error_file(error, own->file, errno), *own->file = 0, false;
        snprintf(number, sizeof number, "-%d", i);
        *own->file = 0;
    }
    return true;
}

/* Puts a word into the lines for `start`. */
static void saved_word(FILE *start, const char *word) { fprintf(start, "%s%s\n", WORD, word); }

/* Writes the whole match as far as it goes. False with the reason. */
static bool match_write(PlayCommand *own, Error *error)
{
    const Schedule *schedule = &own->schedule;
    const size_t over = own->records.length;
    const int number = own->board.matches[0].rounds;
    PlayedRound round = board_round(&own->board, schedule, 0);
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    round.rotation = schedule_rotation(schedule, 0, number);
    round.pack = own->board.dealt[0];
    round.index = (uint64_t)number;
    bool good = out && record_add(&own->records, schedule, own->agents, &round);
    if (good) {
        fprintf(out, "# A match of 'pasur play' that was left: 'pasur play --resume FILE' goes on with it.\n%s",
                own->start);
        fwrite(own->records.data, 1, own->records.length, out);
        fputs(STREAMS, out);
        for (size_t i = 0; i < own->count; i++)
            fprintf(out, " %" PRIx64, own->plays[i].stream);
        fputc('\n', out);
    }
    own->records.length = over;
    if (out) good &= text_stream_close(out, &text);
    good = good ? file_choose(own, error) && atomic_file_write(own->file, text, length, error) : error_memory(error);
    free(text);
    return good;
}

/* Writes the match before the person is asked, once there is a play of the person's; a failure is told once. */
static void match_keep(PlayCommand *own)
{
    if (*own->failure.text || (!own->made && !own->written)) return;
    const bool before = own->written;
    own->written = match_write(own, &own->failure);
    if (own->written) return;
    if (!before && *own->file) unlink(own->file); /* which was made, and is empty */
    talk_say(&own->person.talk, "The match can no longer be saved: %s.\n", own->failure.text);
}

/* Adds a word to those of the file. */
static bool word_add(PlayCommand *own, const char *word, Error *error)
{
    char *copy = word ? strdup(word) : NULL;
    return ((copy || !word) && list_add(&own->words, &own->word_count, &copy, sizeof copy)) || error_memory(error);
}

/* Takes the cards and the plays of the record of a round. */
static bool record_read(PlayCommand *own, const Record *record, int round, Error *error)
{
    own->under_way = round;
    own->pack = record->pack;
    for (int i = 0; i < record->play_count; i++) {
        const Play *play = &record->plays[i];
        const SavedPlay item = {.play = play->captured | set_of(play->card), .round = round};
        if (!list_add(&own->plays, &own->count, &item, sizeof item)) return error_memory(error);
    }
    return true;
}

/* Gives the plays the states of random numbers in that line, one for each. */
static bool streams_read(PlayCommand *own, const char *line, Error *error)
{
    char *end = (char *)line + sizeof STREAMS - 1;
    size_t count = 0;
    for (; *end == ' ' && count < own->count; count++)
        own->plays[count].stream = strtoull(end, &end, 16);
    return (count == own->count && !*end) || error_set(error, "it does not have a state for each of its plays");
}

static bool lines_read(PlayCommand *own, FILE *file, Error *error)
{
    RecordReader reader = {0};
    Record record;
    TextLines lines = {.file = file};
    int rounds = 0;
    bool good = word_add(own, "play", error), ended = false;
    while (good && text_lines_next(&lines, error)) {
        ended = !strncmp(lines.line, STREAMS, sizeof STREAMS - 1);
        const ReadStatus status = record_feed(&reader, &record, lines.line, error);
        good = status != READ_ERROR;
        if (status == READ_RECORD) good = record_read(own, &record, rounds++, error);
        if (good && ended) good = streams_read(own, lines.line, error);
        if (good && !strncmp(lines.line, WORD, sizeof WORD - 1))
            good = word_add(own, lines.line + sizeof WORD - 1, error);
    }
    good &= lines.ended;
    text_lines_free(&lines);
    if (good && !ended) return error_set(error, "it holds no match saved by 'pasur play'");
    return good && word_add(own, NULL, error);
}

/* Reads the file: fills words, plays and file. False with the reason. */
static bool saved_read(PlayCommand *own, const char *name, Error *error)
{
    if (snprintf(own->file, PATH_MAX, "%s", name) >= PATH_MAX) return error_file(error, name, ENAMETOOLONG);
    FILE *file = text_file_open(own->file, error);
    if (!file) return error->system &= errno == ENOMEM, false;
    own->written = lines_read(own, file, error);
    fclose(file);
    return own->written || error_under(error, "%.300s", own->file);
}

/* ---- before the first card */

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
                      : !parsed->arg_count     ? person_strongest(&rules, !own->single)
                      : parsed->arg_count == 1 ? parsed->args[0]
                                               : parsed->args[next++];
    return rules.players;
}

/* Makes the round one of a match. */
static bool match_make(Driver *driver, Error *error)
{
    PlayCommand *own = driver->own;
    if (own->single) return !own->from || error_set(error, "--from is about a match; it does not go with --round");
    driver->setup.matches = true;
    return schedule_matches(&own->schedule, "rules", own->from, MATCH_ROUNDS, error);
}

/* The cards of --deal, or of a round that was left. */
static bool cards_take(Driver *driver, Error *error)
{
    PlayCommand *own = driver->own;
    Packs *packs = &driver->packs;
    if (driver_given(driver, "board") && !own->deal)
        return error_set(error, "--board is about the records of --deal FILE");
    own->single |= own->deal != NULL;
    if (own->resume && own->single) own->schedule.packs = &own->pack;
    if (own->deal) {
        if (!strcmp(own->deal, "-"))
            return error_set(error, "--deal: expected a file, since what you type is read "
                                    "from -");
        if (!packs_read(packs, own->deal, &own->schedule.rules, error)) return false;
        if (own->number >= packs->count)
            return error_set(error, "--board %llu: %.200s holds %llu record%s, the last is --board %llu",
                             (unsigned long long)own->number, own->deal, (unsigned long long)packs->count,
                             PLURAL(packs->count), (unsigned long long)packs->count - 1);
        own->schedule.packs = packs->packs + own->number;
    }
    own->schedule.pack_count = own->schedule.packs ? 1 : 0;
    return true;
}

/* Begins as the match began that is to go on. */
static bool play_resume(Driver *driver, Error *error)
{
    static const char *const SAID[] = {"rules", "from", "round", "deal", "board", "seat", "seed", "save"};
    PlayCommand *own = driver->own;
    for (size_t i = 0; i < sizeof SAID / sizeof *SAID; i++)
        if (driver_given(driver, SAID[i]))
            return error_set(error, "--resume continues the match as it began; leave out --%s", SAID[i]);
    if (driver->parsed.arg_count)
        return error_set(error, "--resume continues the match as it began; leave out %.100s", driver->parsed.args[0]);
    if (!saved_read(own, own->resume, error)) return error_under(error, "--resume");
    const uint64_t given = driver->parsed.given;
    if (options_parse(&driver->parsed, &driver->command->spec, own->words, own, &driver->common, error) != OPTIONS_OK)
        return error_under(error, "--resume: %.300s", own->file);
    if (!driver_given(driver, "seed")) return error_set(error, "--resume: %.300s: it names no seed", own->file);
    driver->parsed.given |= given;
    return true;
}

/* Notes the words with which another start goes on; the cards of --deal are in the record. */
static bool start_note(Driver *driver, Error *error)
{
    PlayCommand *own = driver->own;
    char text[64];
    size_t length;
    FILE *start = open_memstream(&own->start, &length);
    if (!start) return error_memory(error);
    for (int i = 0; i < driver->parsed.arg_count; i++)
        saved_word(start, driver->parsed.args[i]);
    snprintf(text, sizeof text, "--seed=%llu", (unsigned long long)own->seed);
    saved_word(start, text);
    if (own->single) saved_word(start, "--round");
    driver_words(driver, " resume save deal board round seed ", saved_word, start);
    return text_stream_close(start, &own->start) || error_memory(error);
}

static bool play_prepare(Driver *driver, Error *error)
{
    PlayCommand *own = driver->own;
    const char *names[MAX_SEATS];
    bool person;
    if (own->resume && !play_resume(driver, error)) return false;
    for (int i = 0; i < driver->parsed.arg_count; i++)
        if (!strncmp(driver->parsed.args[i], AGENT_HUMAN.name, strlen(AGENT_HUMAN.name)))
            return error_set(error, "human: that is you; name your opponents");
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
    if (own->save && (!access(own->save, F_OK) || !strcmp(own->save, "-")))
        return error_set(error, "--save %.300s: %s", own->save,
                         strcmp(own->save, "-") ? "it already exists; --resume continues a match that it holds"
                                                : "a match is kept in a file");
    if (own->save && snprintf(own->file, PATH_MAX, "%s", own->save) >= PATH_MAX)
        return error_file(error, own->save, ENAMETOOLONG);
    return start_note(driver, error);
}

/* ---- plays that are kept */

/* The player's next play: the one that is kept, or its own, which is kept from then on. `round` is for who sees all
   cards. 0: it failed, or the person wants no more, or wants to take back, or the command's fault says why no play is one. */
static CardSet saved_ask(const Agent *agent, void *memory, const View *view, const Round *round, Rng *rng)
{
    const SavedKind *kind = (const SavedKind *)agent->kind;
    const AgentKind *inner = kind->inner;
    PlayCommand *own = kind->command;
    const bool again = own->next < own->count;
    const char *why;
    SavedPlay play = {.round = own->board.matches[0].rounds, .own = agent_has(agent, TRAIT_PERSON)};
    if (!again) own->person.silent = false;
    if (!again && play.own) {
        own->person.has_played = own->made > 0;
        match_keep(own);
    }
    /* who remembers is asked besides in the round under way, whatever it says now */
    if (!again || (play.round == own->under_way && agent_has(agent, TRAIT_REMEMBERS)))
        play.play = round ? inner->choose_open(agent, memory, view->rules, round, rng)
                          : inner->choose(agent, memory, view, rng);
    play.stream = rng->state;
    if (!again) {
        if (!play.play) return 0;
        if (!list_add(&own->plays, &own->count, &play, sizeof play)) return error_memory(&own->fault), 0;
    }
    SavedPlay *made = &own->plays[own->next++];
    if (!play_legal(view->hand, view->table->pool, made->play, &why) && again)
        return error_set(&own->fault, "%.300s: its plays do not match the cards of its seed", own->file), 0;
    rng->state = made->stream;
    made->own = play.own;
    own->made += play.own;
    return made->play;
}

static CardSet saved_choose(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    return saved_ask(agent, memory, view, NULL, rng);
}

static CardSet saved_choose_open(const Agent *agent, void *memory, const Rules *rules, const Round *round, Rng *rng)
{
    const View view = turn_view(round, rules, 0, NULL);
    return saved_ask(agent, memory, &view, round, rng);
}

/* Gives copies of the agents such kinds. */
static void saved_agents(PlayCommand *own, const Agent agents[], int count)
{
    for (int i = 0; i < count; i++) {
        SavedKind *kind = &own->kinds[i];
        *kind = (SavedKind){.kind = *agents[i].kind, .inner = agents[i].kind, .command = own};
        kind->kind.choose = kind->inner->choose ? saved_choose : NULL;
        kind->kind.choose_open = kind->inner->choose_open ? saved_choose_open : NULL;
        kind->kind.batch = NULL; /* one decision after the other */
        own->agents[i] = agents[i];
        own->agents[i].kind = &kind->kind;
    }
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
static bool record_keep(void *context, const PlayedRound *round)
{
    Driver *driver = context;
    PlayCommand *own = driver->own;
    const size_t before = own->records.length;
    if (!record_add(&own->records, &own->schedule, driver->agents, round)) return false;
    driver->work.done++;
    return own->study || records_write(driver, before);
}

/* An agent failed, unless the person wants no more, or a play is to be taken back, or the match cannot go on. */
static void cut_short(Driver *driver, const VoidBoard *failure)
{
    const PlayCommand *own = driver->own;
    char text[VOID_TEXT];
    if (own->person.takes_back || *own->fault.text) return;
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
    const Match *match = &own->board.matches[0];
    const int mine = rules_side(rules, own->own), place = (match->winner - mine + rules->sides) % rules->sides;
    const char *others = rules->teams ? "The other side" : seat->talk.names[place];
    const char *winner = place ? others : rules->teams ? "Your side" : "You";
    talk_say(&seat->talk, "\n%s win%s the match in %d round%s.\n", winner, place || rules->teams ? "s" : "",
             match->rounds, PLURAL(match->rounds));
}

/* The match, or the round alone. False if memory ran out. */
static bool board_play_whole(Driver *driver, BoardsPlayer *player)
{
    PlayCommand *own = driver->own;
    Board *board = &own->board;
    board_begin(board, &own->schedule, NULL, 0);
    board->round = record_keep;
    board->state = driver;
    if (!boards_player_play(player, board, 1)) return false;
    if (!board->played) return cut_short(driver, &board->failure), true;
    const PlayedRound round = board_round(board, &own->schedule, 0);
    if (own->written) unlink(own->file); /* it is over: nothing of it need be kept */
    own->written = false;
    if (own->single) return record_keep(driver, &round);
    winner_print(own);
    return true;
}

/* Plays on until the match is over or the person wants no more; where a play is taken back, once again. */
static bool match_play(Driver *driver, Error *error)
{
    PlayCommand *own = driver->own;
    PersonSeat *seat = &own->person;
    Players players;
    saved_agents(own, driver->agents, driver->agent_count);
    if (!players_open(&players, &own->schedule, own->agents, (size_t)driver->agent_count)) return error_memory(error);
    BoardsPlayer *player = boards_player_open(&players);
    bool good = player;
    do {
        if (seat->takes_back) { /* the person's last play, and what followed it */
            while (own->count && !own->plays[own->count - 1].own)
                own->count--;
            if (own->count) own->under_way = own->plays[--own->count].round;
        }
        own->records.length = driver->work.done = 0;
        own->next = own->made = 0; /* what is kept is played again */
        seat->silent = own->count > 0;
        seat->round = 0;
        seat->score_sum = -1;
        good = good && board_play_whole(driver, player);
    } while (good && seat->takes_back && !*own->fault.text);
    boards_player_close(player);
    players_close(&players);
    if (*own->fault.text) return *error = own->fault, false;
    return (good && (!own->study || records_write(driver, 0))) || error_memory(error);
}

/* ---- the review */

/* Reviews the person's plays of one round. */
static bool record_review(void *context, const Record *record, Error *error)
{
    Driver *driver = context;
    PlayCommand *own = driver->own;
    const uint64_t players = record->rules.players;
    const uint64_t seat = ((uint64_t)own->own + players - record->round % players) % players;
    const AdviseTask ask = advise_task(&own->person.coach, NULL, own->seed, REVIEW_ITERATIONS, arena_cores());
    return review_record(&own->reviewed, record, record->round, &ask, 1u << seat, error);
}

/* Reviews what was played, and tells of it as `pasur review` does. */
static bool review_all(Driver *driver, Error *error)
{
    PlayCommand *own = driver->own;
    const Talk *talk = &own->person.talk;
    FILE *records = fmemopen(own->records.data, own->records.length, "r");
    PageText text;
    if (!records) return error_memory(error);
    own->reviewed = (Review){.alpha = USUAL_ALPHA, .chance = agent_equity(&own->person.coach)};
    talk_say(talk, "\nWhat your plays cost, as %s sees it (seeing what you saw):\n", own->person.coach.kind->name);
    fflush(talk->out);
    const bool good = record_stream_read(records, "the match", record_review, driver, error);
    fclose(records);
    driver->work.interrupted = interrupt_seen();
    if (!good || driver->work.interrupted) return good;
    return (page_text_open(&text) && review_summary(text.stream, &talk->page, &own->reviewed, WORST) &&
            page_text_close(&text, talk->out, &talk->page)) ||
           error_memory(error);
}

/* Reviews the rounds that are over, unless a signal has stopped the play: who leaves by a word has time. */
static bool review_finished(Driver *driver, Error *error)
{
    PlayCommand *own = driver->own;
    const bool stopped = driver->work.interrupted;
    if (stopped && !own->person.left)
        return talk_say(&own->person.talk, "\nStopped by a signal: the finished rounds are not reviewed.\n"), true;
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
    const bool alone = own->schedule.rules.players == 2, usual = !driver->parsed.arg_count;
    const Agent *opponent = &driver->agents[own->schedule.slots[!own->own]];
    talk_say(talk, "%s, rules %s: %s%s%s%s%s.\n", talk->page.unicode ? "P\u00e2sur" : "Pasur", driver->setup.rules_text,
             own->single ? "one round" : "a match", alone ? " against " : "",
             !alone  ? ""
             : usual ? opponent->kind->name
                     : opponent->name,
             alone && usual ? ", a strong player" : "",
             alone && usual && agent_equity(opponent) ? ", which plays to win the match" : "");
    if (!alone && driver->parsed.arg_count < 2)
        talk_say(talk,
                 "The number after a name is its seat in the first round, from 0, which plays first; yours is %d.\n",
                 own->own);
    if (!match_play(driver, error)) return false;
    if ((own->review || driver_given(driver, "records")) && !driver->work.done)
        talk_say(talk, "\nNo round is over: there is nothing to keep or to review.\n");
    if (own->review && driver->work.done && !driver->end.partial && !review_finished(driver, error)) return false;
    if (own->written) {
        fputs("\nTo go on: pasur play --resume", talk->out);
        again_word(talk->out, own->file);
        fputc('\n', talk->out);
    }
    if (!own->resume) fprintf(talk->out, "\nAgain: %s\n", driver->again);
    return true;
}

static void play_free(Driver *driver)
{
    PlayCommand *own = driver->own;
    person_close(&own->person);
    for (size_t i = 0; i < own->word_count; i++)
        free(own->words[i]);
    free(own->words);
    free(own->start);
    free(own->plays);
    free(own->reviewed.plays);
    text_buffer_free(&own->records);
}

const Command CMD_PLAY = {
    .spec = {.command = "play",
             .summary = "play against agents yourself, at the terminal",
             .args = {"[OPPONENT...]", 0, OPTIONS_MAX_ARGS, NULL, TAKES_AGENT},
             .about =
                 "Seats you in a match against agents (by default ismcts, which plays for the match if it can), and "
                 "reports what happens. At the table, 'help' lists what you can type, 'hint' says what each play is "
                 "worth, and 'why' gives the reasons.",
             .example = "pasur play tactic --rules pagat,target=40 --review",
             .notes =
                 "With three or four players, a single opponent takes all other seats; with partners, the second of "
                 "three names is your partner. Ctrl-C, Ctrl-D or 'quit' stop with status 130: the match is kept for "
                 "--resume, --records keeps the finished rounds, and after 'quit' or Ctrl-D --review reviews them. "
                 "NO_COLOR in the environment is obeyed.",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(PlayCommand),
    .prepare = play_prepare,
    .work = play_work,
    .free = play_free,
};
