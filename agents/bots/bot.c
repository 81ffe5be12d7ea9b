/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds a bot's program; starts, reads and ends its processes; greets and asks it. Also the agent exec, whose plays it
   makes. */
#include "agents/bots/bot.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/clock.h"
#include "engine/text/error.h"
#include "engine/text/words.h"

/* ---- the command */

/* Cuts the command of an agent, with its numbers in place of braces, at blanks; 'single' and "double" quotes and \ keep
   what they stand before. */
static bool words_take(BotCommand *command, const char *text, const Agent *agent, Error *error)
{
    if (strlen(braces_fill(command->text, sizeof command->text, text, agent, false)) >= COMMAND_TEXT)
        return error_set(error, "longer than %d characters", COMMAND_TEXT - 1);
    const int count = words_quoted(command->words, COMMAND_WORDS, command->text);
    if (count < 0) return error_set(error, "a quote is not closed");
    if (count > COMMAND_WORDS) return error_set(error, "more than %d words", COMMAND_WORDS);
    return (count && *command->words[0]) ||
           error_set(error, "names no program; expected exec:PROGRAM ARGS, or exec:name=NAME:PROGRAM ARGS");
}

static bool is_program(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* The program's path: its name where that has a slash, else in the first folder of PATH that has it. NULL: there is
   none. */
static const char *program_find(char path[static PATH_MAX], const char *name)
{
    const char *folders = getenv("PATH");
    if (strchr(name, '/')) return is_program(name) ? name : NULL;
    for (const char *at = folders ? folders : "/usr/bin:/bin"; at;) {
        const size_t length = strcspn(at, ":");
        const int used = snprintf(path, PATH_MAX, "%.*s%s%s", (int)length, at, length ? "/" : "./", name);
        if (used > 0 && used < PATH_MAX && is_program(path)) return path;
        at = at[length] ? at + length + 1 : NULL;
    }
    return NULL;
}

/* Finds the next parameter in braces, {NAME=DEFAULT:LOW:HIGH}, and its length; it is whole if no number has a point or
   an exponent. Other braces are passed over. NULL: there is none. */
static const char *brace_find(AgentParam *param, char name[static 64], int *length, const char *text)
{
    for (const char *at = text; (at = strchr(at, '{')) != NULL; at++) {
        *length = 0;
        if (sscanf(at, "{%63[A-Za-z0-9_]=%lf:%lf:%lf}%n", name, &param->fallback, &param->low, &param->high, length) <
                4 ||
            !*length)
            continue;
        const char *numbers = strchr(at, '=');
        const bool whole = strcspn(numbers, ".eExXnN") >= (size_t)(*length - (numbers - at));
        param->type = whole ? PARAM_INT : PARAM_DOUBLE;
        param->name = name;
        param->help = "of the program";
        return at;
    }
    return NULL;
}

char *braces_fill(char *out, size_t size, const char *text, const Agent *agent, bool braces)
{
    const Names names = agent_param_names(agent->kind);
    AgentParam param;
    char name[64];
    size_t used = 0;
    int length;
    for (const char *at; used < size && (at = brace_find(&param, name, &length, text)) != NULL; text = at + length) {
        const double value = agent->values[name_find(&names, name)];
        used += (size_t)snprintf(out + used, size - used, "%.*s", (int)(at - text), text);
        if (used < size && braces)
            used += (size_t)snprintf(out + used, size - used, "{%s=%.15g%.*s", name, value,
                                     length - (int)(strchr(at, ':') - at), strchr(at, ':'));
        else if (used < size)
            used += (size_t)snprintf(out + used, size - used, "%.15g", value);
    }
    if (used < size) snprintf(out + used, size - used, "%s", text);
    return out;
}

/* Takes the parameters in braces into the agent. */
static bool braces_take(Agent *agent, const char *text, Error *error)
{
    AgentParam param;
    char name[64];
    int length;
    for (const char *at; (at = brace_find(&param, name, &length, text)) != NULL; text = at + length) {
        if (!(param.low <= param.fallback && param.fallback <= param.high && param.low > -1e9 && param.high < 1e9))
            return error_set(error, "%.*s: expected {NAME=DEFAULT:LOW:HIGH}, LOW <= DEFAULT <= HIGH", length, at);
        if (!agent_param_add(agent, param, error)) return false;
    }
    return true;
}

/* ---- the processes of one agent */

/* A pipe that no program inherits. */
static bool pipe_open(int ends[2])
{
    if (pipe(ends)) return false;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return true;
}

/* write, where a reader that is gone is a failure as any other. */
static ssize_t pipe_write(int descriptor, const void *text, size_t length)
{
    sigset_t pipes, before, pending;
    int taken;
    sigemptyset(&pipes);
    sigaddset(&pipes, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipes, &before);
    const ssize_t written = write(descriptor, text, length);
    const int reason = errno;
    if (written < 0 && reason == EPIPE && !sigpending(&pending) && sigismember(&pending, SIGPIPE))
        sigwait(&pipes, &taken);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return written;
}

/* NULL with the reason. */
static struct Bots *bots_open(const Agent *agent, const char *text, Error *error)
{
    char room[PATH_MAX];
    struct Bots *bots = calloc(1, sizeof *bots);
    if (!bots) return error_memory(error), NULL;
    BotCommand *command = &bots->command;
    if (!words_take(command, text, agent, error)) return free(bots), NULL;
    const char *path = program_find(room, command->words[0]);
    if (!path) error_set(error, "'%.200s' is not a program that can be run", command->words[0]);
    if (path && !(command->path = strdup(path))) error_memory(error);
    if (!command->path) return free(bots), NULL;
    strcpy(bots->text, text);
    bots->settings =
        (BotSettings){.move_timeout = 60, .start_timeout = 60, .end_timeout = 1, .batch = 64, .version = "-"};
    bots->number = 1;
    pthread_mutex_init(&bots->lock, NULL);
    return bots;
}

static void bots_close(struct Bots *bots)
{
    pthread_mutex_destroy(&bots->lock);
    free(bots->command.path);
    free(bots);
}

struct Bots *bots_of(const Agent *agent) { return agent_row(agent) == &AGENT_EXEC ? agent->own : NULL; }

/* ---- how a bot fails */

static const char NOT_STARTED[] = "its program could not be started";
static const char LOG_FAILED[] = "the file for its stderr could not be written";
const char BOT_NOT_READY[] = "it did not say 'ready' in time";
static const char SIGNALLED[] = "its program crashed, or was ended by a signal";
static const char EXITED[] = "its program ended before it answered";
static const char CLOSED_INPUT[] = "it closed its input";
static const char CLOSED_OUTPUT[] = "it closed its output";
static const char FLOODED[] = "it wrote a line without end";
static const char WRONG_READY[] = "it did not say 'ready 1' as the protocol requires";
static const char NO_HELLO[] = "it answered the hello with an error";
static const char OTHER_RULES[] = "it says that it does not play by these rules";
static const char RUBBISH[] = "its answer is malformed";
static const char UNASKED[] = "it answered a request that was not made";
static const char REFUSED[] = "it answered with an error";

/* What a bot wrote, on one line that can be printed, without the blanks at its end. */
static void text_show(char *out, size_t size, const char *text)
{
    char copy[256];
    snprintf(copy, sizeof copy, "%s", text);
    for (size_t length = strlen(copy); length && strchr(" \t\r\n", copy[length - 1]); length--)
        copy[length - 1] = 0;
    for (char *c = strchr(copy, '\n'); c; c = strchr(c, '\n'))
        *c = '|';
    text_one_line(out, size, copy);
}

/* Counts a failure among those of the agent. */
static void failure_add(struct Bots *bots, const char *why, const char *said)
{
    int at = 0;
    pthread_mutex_lock(&bots->lock);
    while (at < bots->failure_count && strcmp(bots->failures[at].why, why) != 0)
        at++;
    if (at < BOT_FAILURES && bots->failures[at].count++ == 0) {
        bots->failure_count = at + 1;
        bots->failures[at].why = why;
        strcpy(bots->failures[at].said, said);
    }
    pthread_mutex_unlock(&bots->lock);
}

/* The bot has failed, as `said` shows ("": nothing does): its process, if one runs, is ended and counted. Returns
   false. */
static bool bot_fail(Bot *bot, const char *why, const char *said)
{
    char heard[160];
    const bool runs = bot->process != 0;
    bot->why = why;
    bot_end(bot, BOT_KILL);
    text_show(heard, sizeof heard, bot->tail);
    snprintf(bot->said, sizeof bot->said, "%s%s%s%s%s", said, *said && *heard ? "; " : "", *heard ? "on stderr '" : "",
             heard, *heard ? "'" : "");
    if (runs && why != AGENT_STOPPED) failure_add(bot->bots, why, bot->said);
    return false;
}

/* The same, and what shows it is the line that the bot wrote last. */
static bool fail_line(Bot *bot, const char *why)
{
    char said[sizeof bot->line + 2];
    snprintf(said, sizeof said, "'%s'", bot->line);
    return bot_fail(bot, why, said);
}

void bot_story(char *out, size_t size, const Bot *bot)
{
    snprintf(out, size, "%s%s%s", bot->why, *bot->said ? ": " : "", bot->said);
}

/* ---- its stderr */

/* Opens the bot's file for stderr, to which every process of it adds; not through a link. */
static bool log_open(Bot *bot)
{
    char name[PATH_MAX];
    const BotSettings *settings = &bot->bots->settings;
    if (!settings->log_folder || bot->log >= 0) return true;
    snprintf(name, sizeof name, "%s/bot-%llu-%04llu.log", settings->log_folder, (unsigned long long)bot->bots->number,
             (unsigned long long)bot->number);
    bot->log = open(name, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
    return bot->log >= 0;
}

static void log_note(const Bot *bot, const char *what, const char *text)
{
    char line[COMMAND_TEXT + 32];
    if (bot->log < 0) return;
    const int length = snprintf(line, sizeof line, "# %s: %s\n", what, text);
    if (write(bot->log, line, (size_t)length) < 0) return; /* the bot's own lines will tell of a full disk */
}

/* Adds to the end of stderr that is kept, and to where the rest goes, up to a bound. */
static void stderr_add(Bot *bot, const char *text, size_t length)
{
    static const char DROPPED[] = "\n# the rest of this bot's stderr is not kept\n";
    const int to = bot->log >= 0 ? bot->log : STDERR_FILENO;
    const size_t room = sizeof bot->tail - 1, kept = strlen(bot->tail), add = length < room ? length : room;
    const size_t stay = kept + add > room ? room - add : kept;
    memmove(bot->tail, bot->tail + kept - stay, stay);
    memcpy(bot->tail + stay, text + length - add, add);
    bot->tail[stay + add] = 0;
    if (bot->logged >= BOT_STDERR_MOST) return;
    bot->logged += length;
    if (write(to, text, length) < 0 || bot->logged < BOT_STDERR_MOST) return;
    if (write(to, DROPPED, sizeof DROPPED - 1) < 0) return; /* what cannot be shown is not */
}

/* Takes what the process has written to stderr. */
static void stderr_take(Bot *bot)
{
    char text[4096];
    ssize_t got = 1;
    for (int i = 0; i < 16 && bot->heard >= 0 && got > 0; i++) {
        got = read(bot->heard, text, sizeof text);
        if (got > 0) stderr_add(bot, text, (size_t)got);
    }
    if (got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR))) return;
    close(bot->heard);
    bot->heard = -1;
}

/* ---- its process */

/* In the child: from here on only calls that are safe after a fork. */
static void child_run(const Bot *bot, int ends[3][2])
{
    enum { DESCRIPTORS = 4096 };
    static const char CANNOT[] = "pasur: a bot's program cannot be executed\n";
    const struct Bots *bots = bot->bots;
    sigset_t none;
    setpgid(0, 0);
    for (int signal_number = 1; signal_number < 32; signal_number++)
        signal(signal_number, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int i = 0; i < 3; i++)
        if (dup2(ends[i][i > 0], i) < 0) _exit(127);
    for (int descriptor = STDERR_FILENO + 1; descriptor < DESCRIPTORS; descriptor++)
        close(descriptor);
    if (bots->settings.memory) {
        const struct rlimit limit = {bots->settings.memory, bots->settings.memory};
        if (setrlimit(RLIMIT_AS, &limit)) _exit(127);
    }
    execv(bots->command.path, bot->command.words);
    if (write(STDERR_FILENO, CANNOT, sizeof CANNOT - 1) < 0) _exit(126);
    _exit(127);
}

/* Under the lock, so that no process inherits the ends of another one's pipes before they are closed to it. */
static bool process_fork(Bot *bot)
{
    int ends[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}}; /* of its stdin, stdout and stderr: to read from, to write to */
    pid_t process = -1;
    if (pipe_open(ends[0]) && pipe_open(ends[1]) && pipe_open(ends[2])) process = fork();
    if (process == 0) child_run(bot, ends);
    const int reason = errno;
    for (int i = 0; i < 3; i++) {
        if (ends[i][i > 0] >= 0) close(ends[i][i > 0]);
        if (process < 0 && ends[i][!i] >= 0) close(ends[i][!i]);
        if (process > 0) fcntl(ends[i][!i], F_SETFL, O_NONBLOCK);
    }
    if (process < 0) return bot_fail(bot, NOT_STARTED, strerror(reason));
    setpgid(process, process); /* whoever of the two comes first */
    bot->process = process;
    bot->to = ends[0][1];
    bot->from = ends[1][0];
    bot->heard = ends[2][0];
    return true;
}

#define SECOND UINT64_C(1000000000)
#define MILLISECOND UINT64_C(1000000)
enum { SLICE = 50 }; /* milliseconds between two looks at what the user wants */

/* So many seconds from now, in ns. */
static uint64_t time_in(double seconds) { return nanoseconds_now() + (uint64_t)(seconds * (double)SECOND); }

static bool is_stopped(const Bot *bot) { return bot->bots->settings.stopped && bot->bots->settings.stopped(); }

/* Has it ended within this many seconds? It is left as it is, so that its group keeps its number. */
static bool has_ended(Bot *bot, double seconds, bool patient, siginfo_t *info)
{
    const uint64_t deadline = time_in(seconds);
    struct timespec pause = {0, 100000};
    for (;;) {
        *info = (siginfo_t){0};
        const bool ended = waitid(P_PID, (id_t)bot->process, info, WEXITED | WNOHANG | WNOWAIT) == 0 && info->si_pid;
        stderr_take(bot);
        if (ended) return true;
        if (time_in(0) >= deadline || (patient && is_stopped(bot))) return false;
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < 5000000) pause.tv_nsec *= 2;
    }
}

bool bot_end(Bot *bot, BotEnd how)
{
    siginfo_t unused;
    if (!bot->process) return true;
    if (how == BOT_KILL && bot->why) log_note(bot, "ended, since", bot->why);
    if (how == BOT_BYE && !is_stopped(bot)) pipe_write(bot->to, "bye\n", 4);
    close(bot->to);
    const bool ended = how != BOT_KILL && has_ended(bot, bot->bots->settings.end_timeout, true, &unused);
    if (!ended) {
        kill(-bot->process, SIGTERM);
        has_ended(bot, 0.1, false, &unused);
    }
    close(bot->from);
    kill(-bot->process, SIGKILL); /* what it has started and left */
    while (waitpid(bot->process, NULL, 0) < 0 && errno == EINTR)
        continue;
    stderr_take(bot);
    if (bot->heard >= 0) close(bot->heard);
    bot->process = 0;
    bot->begin = bot->end = 0;
    return ended;
}

/* Its process neither reads nor writes any more: has it ended, or is it alive and has closed one end? */
static bool fail_ended(Bot *bot, const char *alive)
{
    siginfo_t info;
    char said[96];
    if (!has_ended(bot, 0.1, true, &info)) return bot_fail(bot, alive, "");
    const bool exited = info.si_code == CLD_EXITED;
    snprintf(said, sizeof said, exited ? "exit status %d" : "signal %d, %.60s", info.si_status,
             strsignal(info.si_status));
    return bot_fail(bot, exited ? EXITED : SIGNALLED, said);
}

/* ---- its lines: where one of these is false or NULL, the bot has failed */

/* Waits until it can be read, or else written to; silent: why it fails at the deadline. */
static bool wait_for(Bot *bot, bool reading, uint64_t deadline, const char *silent)
{
    struct pollfd ends[3] = {{.fd = bot->to, .events = reading ? 0 : POLLOUT},
                             {.fd = bot->from, .events = reading ? POLLIN : 0},
                             {.fd = bot->heard, .events = POLLIN}};
    for (;;) {
        const uint64_t now = time_in(0), left = now < deadline ? (deadline - now + MILLISECOND - 1) / MILLISECOND : 0;
        if (is_stopped(bot)) return bot_fail(bot, AGENT_STOPPED, "");
        if (poll(ends, 3, left < SLICE ? (int)left : SLICE) > 0) {
            if (ends[2].revents) stderr_take(bot);
            ends[2].fd = bot->heard;
            if (ends[reading].revents) return true;
            if (ends[0].revents) return fail_ended(bot, CLOSED_INPUT);
            if (ends[1].revents) return fail_ended(bot, CLOSED_OUTPUT);
        }
        if (!left) return bot_fail(bot, silent, "");
    }
}

bool bot_write(Bot *bot, const char *text, size_t length)
{
    const uint64_t deadline = time_in(bot->bots->settings.move_timeout);
    while (length) {
        const ssize_t written = pipe_write(bot->to, text, length);
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        } else if (errno == EAGAIN) {
            if (!wait_for(bot, false, deadline, AGENT_SILENT)) return false;
        } else if (errno != EINTR) {
            return fail_ended(bot, CLOSED_INPUT);
        }
    }
    return true;
}

/* The next line that it writes within this many seconds, without its end, to be used before the next call. */
static char *bot_line(Bot *bot, double seconds, const char *silent)
{
    const uint64_t deadline = time_in(seconds);
    for (;;) {
        char *line = bot->in + bot->begin, *end = memchr(line, '\n', bot->end - bot->begin);
        if (end) {
            *end = 0;
            bot->begin = (size_t)(end + 1 - bot->in);
            if (end > line && end[-1] == '\r') end[-1] = 0;
            text_show(bot->line, sizeof bot->line, line);
            return line;
        }
        if (bot->end - bot->begin >= PROTOCOL_ANSWER_TEXT) return bot_fail(bot, FLOODED, ""), NULL;
        memmove(bot->in, line, bot->end - bot->begin);
        bot->end -= bot->begin;
        bot->begin = 0;
        if (!wait_for(bot, true, deadline, silent)) return NULL;
        const ssize_t got = read(bot->from, bot->in + bot->end, sizeof bot->in - 1 - bot->end);
        if (got > 0)
            bot->end += (size_t)got;
        else if (got == 0 || (errno != EAGAIN && errno != EINTR))
            return fail_ended(bot, CLOSED_OUTPUT), NULL;
    }
}

/* Sends what is queued. */
static bool queue_write(Bot *bot)
{
    const size_t length = bot->queued;
    bot->queued = 0;
    return bot_write(bot, bot->request, length);
}

/* Puts a line end behind a line that was written to the end of the queue. */
static void line_queue(Bot *bot, size_t length)
{
    bot->queued += length;
    bot->request[bot->queued++] = '\n';
}

/* ---- a bot */

void *bot_open(const Agent *agent, const Rules *rules)
{
    Error unused;
    struct Bots *bots = agent->own;
    Bot *bot = calloc(1, sizeof *bot);
    if (!bot || !words_take(&bot->command, bots->text, agent, &unused)) return free(bot), NULL;
    bot->bots = bots;
    bot->rules = rules;
    bot->log = bot->heard = -1;
    pthread_mutex_lock(&bots->lock);
    bot->number = ++bots->memories;
    pthread_mutex_unlock(&bots->lock);
    return bot;
}

void bot_close(void *memory)
{
    Bot *bot = memory;
    bot_end(bot, BOT_BYE);
    if (bot->log >= 0) close(bot->log);
    free(bot);
}

bool bot_greet(void *memory)
{
    Error unused;
    Bot *bot = memory;
    const BotSettings *settings = &bot->bots->settings;
    if (bot->process) return true;
    bot->queued = 0;
    bot->answered = bot->unended = false;
    bot->why = NULL;
    *bot->said = *bot->tail = 0;
    if (is_stopped(bot)) return bot_fail(bot, AGENT_STOPPED, "");
    if (!log_open(bot)) return bot_fail(bot, LOG_FAILED, "");
    log_note(bot, "started", bot->command.words[0]);
    pthread_mutex_lock(&bot->bots->lock);
    const bool started = process_fork(bot);
    pthread_mutex_unlock(&bot->bots->lock);
    if (!started) return false;
    protocol_hello_print(bot->request, settings->version, bot->rules, settings->seed);
    line_queue(bot, strlen(bot->request));
    if (!queue_write(bot)) return false;
    const char *line = bot_line(bot, settings->start_timeout, BOT_NOT_READY);
    if (!line) return false;
    line = text_start(line);
    if (!strncmp(line, "error ", 6)) return fail_line(bot, NO_HELLO);
    if (!protocol_ready_parse(&bot->ready, line, &unused)) return fail_line(bot, WRONG_READY);
    return protocol_ready_plays(&bot->ready, bot->rules) || fail_line(bot, OTHER_RULES);
}

bool bot_send(Bot *bot, ProtocolAsk *ask)
{
    if (!bot_greet(bot)) return false;
    ask->id = ++bot->asked;
    char *end = bot->request + bot->queued;
    line_queue(bot, (size_t)protocol_ask_print(end, ask, bot->ready.legal));
    bot->unended = true;
    return bot->queued + PROTOCOL_LEGAL_TEXT + sizeof PROTOCOL_END < sizeof bot->request || queue_write(bot);
}

bool bot_receive(Bot *bot, AgentAnswer *answer)
{
    Error unused;
    if (bot->unended && bot->ready.end) {
        memcpy(bot->request + bot->queued, PROTOCOL_END, sizeof PROTOCOL_END - 1);
        bot->queued += sizeof PROTOCOL_END - 1;
    }
    bot->unended = false;
    if (bot->queued && !queue_write(bot)) return false;
    char *line = bot_line(bot, bot->bots->settings.move_timeout, AGENT_SILENT);
    if (!line) return false;
    bot->answered = true;
    return protocol_answer_parse(answer, line, &unused) || fail_line(bot, RUBBISH);
}

bool bot_ask(Bot *bot, ProtocolAsk *ask, AgentAnswer *answer)
{
    if (bot->begin < bot->end) /* it has written more than was taken */
        return bot_line(bot, 0, UNASKED) && fail_line(bot, UNASKED);
    if (!bot_send(bot, ask) || !bot_receive(bot, answer)) return false;
    if (answer->ticket != ask->id) return fail_line(bot, UNASKED);
    return answer->play || fail_line(bot, REFUSED);
}

/* ---- the agent */

static bool exec_read(Agent *agent, const char *text, const Rules *rules, Error *error)
{
    (void)rules;
    agent->own = braces_take(agent, text, error) ? bots_open(agent, text, error) : NULL;
    return agent->own;
}

static void exec_close(Agent *agent) { bots_close(agent->own); }

static CardSet exec_choose(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    Bot *bot = memory;
    ProtocolAsk ask;
    AgentAnswer answer;
    const char *why;
    (void)agent;
    protocol_ask_of(&ask, view, rng);
    if (!bot_ask(bot, &ask, &answer)) return 0;
    if (answer.drew)
        rng->state = answer.state;
    else
        rng_next(rng);
    if (!play_legal(view->hand, view->table->pool, answer.play, &why)) fail_line(bot, why);
    return answer.play;
}

static bool exec_cold(const void *memory) { return !((const Bot *)memory)->answered; }

static const char *exec_failure(const void *memory) { return ((const Bot *)memory)->why; }

/* ---- many decisions at once */

static int exec_takes(const void *memory)
{
    const Bot *bot = memory;
    return bot->process && bot->ready.batch ? bot->bots->settings.batch : 0;
}

static bool exec_post(void *memory, const View *view, const Rng *rng, uint64_t *ticket)
{
    ProtocolAsk ask;
    protocol_ask_of(&ask, view, rng);
    const bool good = bot_send(memory, &ask);
    *ticket = ask.id;
    return good;
}

static bool exec_take(void *memory, AgentAnswer *out)
{
    return bot_receive(memory, out) && (out->play || fail_line(memory, REFUSED));
}

static void exec_fail(void *memory, const char *why) { fail_line(memory, why ? why : UNASKED); }

static const AgentBatch EXEC_BATCH = {.takes = exec_takes, .post = exec_post, .take = exec_take, .fail = exec_fail};

const AgentKind AGENT_EXEC = {
    .name = "exec",
    .help = "your own program, exec:PROGRAM ARGS, which speaks the protocol of docs/protocol.md; it starts without a "
            "shell",
    .read = exec_read,
    .close = exec_close,
    .traits = TRAIT_PROGRAM,
    .memory_open = bot_open,
    .memory_close = bot_close,
    .prepare = bot_greet,
    .cold = exec_cold,
    .choose = exec_choose,
    .failure = exec_failure,
    .batch = &EXEC_BATCH,
};
