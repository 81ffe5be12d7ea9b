/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays a person's match with all plays kept, writes them into a file and reads them back. */
#include "analysis/commands/play/kept.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agents/text_lines.h"
#include "sim/files/output_file.h"
#include "sim/files/packer.h"
#include "sim/rounds.h"

static const char STREAMS[] = "# streams:", WORD[] = "# word: ";

/* ---- where */

/* The folder for matches that were left, as the XDG base directories have it. False: the environment names none. */
static bool folder_name(char out[static PATH_MAX])
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/') return snprintf(out, PATH_MAX, "%s/pasur", state) < PATH_MAX;
    return home && *home && snprintf(out, PATH_MAX, "%s/.local/state/pasur", home) < PATH_MAX;
}

/* Makes the folder, and those in which it lies. */
static bool folder_make(const char *name, Error *error)
{
    char path[PATH_MAX];
    strcpy(path, name);
    for (char *at = path + 1; (at = strchr(at, '/')); *at++ = '/') {
        *at = 0;
        mkdir(path, 0700);
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST || error_file(error, path, errno);
}

/* Names a file of the folder that is not there yet, and makes it. */
static bool file_choose(Kept *kept, Error *error)
{
    char folder[PATH_MAX], number[16] = "";
    if (*kept->file) return true;
    if (!folder_name(folder)) return error_set(error, "neither HOME nor XDG_STATE_HOME names a folder");
    if (!folder_make(folder, error)) return false;
    for (int i = 2;; i++) {
        if (snprintf(kept->file, PATH_MAX, "%s/match-%" PRIu64 "%s.txt", folder, kept->players.schedule->seed,
                     number) >= PATH_MAX)
            return *kept->file = 0, error_file(error, folder, ENAMETOOLONG);
        const int file = open(kept->file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file >= 0) return close(file), true;
        if (errno != EEXIST) return error_file(error, kept->file, errno), *kept->file = 0, false;
        snprintf(number, sizeof number, "-%d", i);
    }
}

/* The file of the folder that was written last. */
static bool file_last(char out[static PATH_MAX], Error *error)
{
    char pattern[PATH_MAX];
    struct stat about, latest = {0};
    glob_t found;
    *out = 0;
    if (!folder_name(pattern) || strlen(pattern) + sizeof "/match-*.txt" > PATH_MAX)
        return error_set(error, "neither HOME nor XDG_STATE_HOME names a folder");
    strcat(pattern, "/match-*.txt");
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            if (stat(found.gl_pathv[i], &about) || strlen(found.gl_pathv[i]) >= PATH_MAX) continue;
            if (!about.st_size) continue; /* a program was killed right after it had made the file */
            const bool later = about.st_mtim.tv_sec != latest.st_mtim.tv_sec
                                   ? about.st_mtim.tv_sec > latest.st_mtim.tv_sec
                                   : about.st_mtim.tv_nsec > latest.st_mtim.tv_nsec;
            if (!*out || later) latest = about, strcpy(out, found.gl_pathv[i]);
        }
        globfree(&found);
    }
    return *out || error_set(error, "no match was left: there is no %s", pattern);
}

/* ---- writing */

void kept_word(FILE *start, const char *word) { fprintf(start, "%s%s\n", WORD, word); }

/* Writes the whole match as far as it goes; `round` is the one under way. False with the reason. */
static bool match_write(Kept *kept, const RoundPlay *round, Error *error)
{
    const Schedule *schedule = kept->players.schedule;
    const Pairing as_named = {{0, 1, 2, 3}};
    const int number = kept->rounds - 1;
    const PlayedRound played = {.order = &as_named,
                                .rotation = schedule_rotation(schedule, 0, number),
                                .pack = round->pack,
                                .game = round->game,
                                .index = (uint64_t)number,
                                .match = schedule->match_rounds ? 0 : NO_MATCH};
    TextBuffer record = {0};
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    bool good = out && record_add(&record, schedule, kept->agents, &played);
    if (good) {
        fprintf(out, "# A match of 'pasur play' that was left: 'pasur play --resume FILE' goes on with it.\n%s",
                kept->start);
        if (kept->records->length) fwrite(kept->records->data, 1, kept->records->length, out);
        fwrite(record.data, 1, record.length, out);
        fputs(STREAMS, out);
        for (size_t i = 0; i < kept->count; i++)
            fprintf(out, " %" PRIx64, kept->plays[i].stream);
        fputc('\n', out);
    }
    if (out) good &= text_stream_close(out, &text);
    good = good ? file_choose(kept, error) && atomic_file_write_light(kept->file, text, length, error)
                : error_memory(error);
    free(text);
    text_buffer_free(&record);
    return good;
}

/* Writes the match before the person is asked, once there is a play of the person's; a failure is told once. */
static void match_keep(Kept *kept, const RoundPlay *round)
{
    if (*kept->failure.text || (!kept->own && !kept->written)) return;
    if (match_write(kept, round, &kept->failure)) {
        kept->written = true;
        return;
    }
    if (!kept->written && *kept->file) unlink(kept->file); /* which was made, and is empty */
    kept->written = false;
    talk_say(&kept->seat->talk, "The match cannot be kept from here on: %s.\n", kept->failure.text);
}

void kept_drop(Kept *kept)
{
    if (kept->written) unlink(kept->file);
    kept->written = false;
}

/* ---- reading */

/* Adds a word to those of the start, behind which NULL stands. */
static bool word_add(Kept *kept, const char *word, Error *error)
{
    char *copy = strdup(word), *end = NULL;
    const bool good = copy && list_add(&kept->words, &kept->word_count, &copy, sizeof copy) &&
                      list_add(&kept->words, &kept->word_count, &end, sizeof end);
    kept->word_count -= good;
    return good || error_memory(error);
}

/* Takes the cards and the plays of a record. */
static bool record_read(Kept *kept, const Record *record, Error *error)
{
    kept->pack = record->pack;
    for (int i = 0; i < record->play_count; i++) {
        const Play *play = &record->plays[i];
        const KeptPlay item = {.play = play->captured | set_of(play->card)};
        if (!list_add(&kept->plays, &kept->count, &item, sizeof item)) return error_memory(error);
    }
    return true;
}

/* Gives the plays the states of random numbers in that line, one for each. */
static bool streams_read(Kept *kept, const char *line, Error *error)
{
    char *end = (char *)line + sizeof STREAMS - 1;
    size_t count = 0;
    for (; *end == ' ' && count < kept->count; count++)
        kept->plays[count].stream = strtoull(end, &end, 16);
    return (count == kept->count && !*end) || error_set(error, "it does not have a state for each of its plays");
}

static bool lines_read(Kept *kept, FILE *file, Error *error)
{
    RecordReader reader = {0};
    Record record;
    TextLines lines = {.file = file};
    int bad_line;
    bool good = word_add(kept, "play", error), ended = false;
    while (good && text_lines_next(&lines, error)) {
        ended = !strncmp(lines.line, STREAMS, sizeof STREAMS - 1);
        const ReadStatus status = record_feed(&reader, &record, lines.line, &bad_line, error);
        good = status != READ_ERROR;
        if (status == READ_RECORD) good = record_read(kept, &record, error);
        if (good && ended) good = streams_read(kept, lines.line, error);
        if (good && !strncmp(lines.line, WORD, sizeof WORD - 1))
            good = word_add(kept, lines.line + sizeof WORD - 1, error);
    }
    good &= lines.ended;
    text_lines_free(&lines);
    return good && (ended || error_set(error, "it holds no match that 'pasur play' has kept"));
}

bool kept_read(Kept *kept, const char *name, Error *error)
{
    if (!strcmp(name, "last")) {
        if (!file_last(kept->file, error)) return false;
    } else if (snprintf(kept->file, PATH_MAX, "%s", name) >= PATH_MAX) {
        return error_file(error, name, ENAMETOOLONG);
    }
    FILE *file = text_file_open(kept->file, error);
    if (!file) return error->system &= errno == ENOMEM, false;
    kept->written = lines_read(kept, file, error);
    fclose(file);
    return kept->written || error_under(error, "%.300s", kept->file);
}

void kept_free(Kept *kept)
{
    for (size_t i = 0; i < kept->word_count; i++)
        free(kept->words[i]);
    free(kept->words);
    free(kept->start);
    free(kept->plays);
    kept->plays = NULL;
}

/* ---- playing */

void kept_take_back(Kept *kept)
{
    while (kept->count && !kept->plays[kept->count - 1].own)
        kept->count--;
    if (kept->count) kept->count--;
}

static bool is_person(const Player *player) { return agent_has(player->agent, TRAIT_PERSON); }

/* Plays again what is kept of the round. asked: agents that remember are asked besides, whatever they say now. False
   if the round is over; kept->fault: a play is none. */
static bool plays_again(Kept *kept, Game *game, Player *const seated[static MAX_SEATS], bool asked)
{
    const Rules *rules = &kept->players.schedule->rules;
    while (kept->next < kept->count) {
        KeptPlay *play = &kept->plays[kept->next];
        Player *player = seated[game->round.table.turn];
        const View view = game_view(game, rules);
        const char *why;
        if (!play_legal(view.hand, view.table->pool, play->play, &why)) {
            error_set(&kept->fault, "%.300s: its plays do not go with the cards of its seed", kept->file);
            return true;
        }
        if (asked && agent_has(player->agent, TRAIT_REMEMBERS)) player_ask(player, &view, &game->round);
        play->own = is_person(player);
        kept->own += play->own && !asked;
        player->rng.state = play->stream;
        kept->next++;
        if (!game_put(game, rules, play->play)) return false;
    }
    return true;
}

/* Lets the player to move play. 0: it failed, or the person wants no more, or wants to take back. */
static CardSet play_next(Kept *kept, const RoundPlay *round, Player *player)
{
    const View view = game_view(round->game, &kept->players.schedule->rules);
    if (is_person(player)) {
        kept->seat->has_played = kept->own > 0;
        match_keep(kept, round);
    }
    const KeptPlay item = {
        .play = player_ask(player, &view, &round->game->round), .stream = player->rng.state, .own = is_person(player)};
    if (!item.play) return 0;
    if (!list_add(&kept->plays, &kept->count, &item, sizeof item)) return error_memory(&kept->fault), 0;
    kept->next = kept->count;
    kept->own += item.own;
    return item.play;
}

/* Begins the round for all who play; the person hears of it from its first play on, unless a play was taken back. */
static bool round_goes_on(Kept *kept, RoundPlay *round, Player *const seated[static MAX_SEATS], size_t first)
{
    PersonSeat *seat = kept->seat;
    const bool again = seat->takes_back;
    seat->round = kept->rounds - 1;
    seat->score_sum = -1;
    game_players_begin(round->game, &kept->players.schedule->rules, seated);
    kept->next = first;
    const bool goes_on = plays_again(kept, round->game, seated, true);
    if (again) seat->table = round->game->round.table, seat->deal = seat->table.deal;
    seat->takes_back = false;
    return goes_on;
}

static void kept_round_play(Kept *kept, RoundPlay *round)
{
    const Rules *rules = &kept->players.schedule->rules;
    Player seats[MAX_SEATS], *seated[MAX_SEATS] = {0};
    Game *game = round->game;
    const Game start = *game;
    const size_t first = kept->next;
    bool told = false;
    players_sit(seats, seated, &kept->players, round);
    kept->rounds++;
    bool goes_on = plays_again(kept, game, seated, false);
    if (goes_on && !*kept->fault.text) {
        *game = start;
        goes_on = told = round_goes_on(kept, round, seated, first);
    }
    for (CardSet play = 1; goes_on && play && !*kept->fault.text;) {
        play = play_next(kept, round, seated[game->round.table.turn]);
        if (play) goes_on = game_put(game, rules, play);
        round->failed = !play;
    }
    if (*kept->fault.text) round->failed = true, seated[game->round.table.turn]->why = AGENT_STOPPED;
    if (round->failed) round->failure = game_failure(game, seated, 0, 0);
    if (!goes_on) count_sides(game->counts, &game->round.table, rules);
    if (!goes_on && told) game_players_end(game, rules, seated);
    players_leave(round, seats, &kept->players);
}

static void *way_open(Players *players) { return players; }
static void way_close(void *opened) { (void)opened; }
static int way_room(const void *opened) { return (void)opened, 1; }

static void way_play(void *opened, RoundPlay rounds[], int count)
{
    for (int i = 0; i < count; i++)
        kept_round_play(opened, &rounds[i]);
}

const RoundsWay KEPT_WAY = {.open = way_open, .close = way_close, .room = way_room, .play = way_play};
