/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays rounds with labels, by many threads. */
#include "analysis/study/learn/teacher.h"

#include <stdlib.h>
#include <string.h>

#include "sim/files/clock.h"
#include "sim/schedule.h"

void lessons_free(Lessons *lessons)
{
    text_buffer_free(&lessons->bytes);
    free(lessons->ends);
    *lessons = (Lessons){0};
}

const char *lessons_at(const Lessons *lessons, size_t index, size_t *length)
{
    const size_t begin = index ? lessons->ends[index - 1] : 0;
    *length = lessons->ends[index] - begin;
    return lessons->bytes.data + begin;
}

/* Marks the end of a lesson whose bytes were added. */
static bool lessons_mark(Lessons *lessons)
{
    if (lessons->count == lessons->room) {
        const size_t room = lessons->room ? 2 * lessons->room : TEACHER_CHUNK;
        size_t *grown = realloc(lessons->ends, room * sizeof *grown);
        if (!grown) return false;
        lessons->ends = grown;
        lessons->room = room;
    }
    lessons->ends[lessons->count++] = lessons->bytes.length;
    return true;
}

/* ---- one round */

/* The working memory of a thread. */
typedef struct {
    const TeacherJob *job;
    Search *search;
    Player guests[MAX_SEATS], students[MAX_SEATS];
    LessonWriter writer;
} Teacher;

typedef struct {
    bool learner;   /* its decisions are labelled … */
    Player *player; /* … and this one plays; NULL: what the teacher says */
    Rng rng, stray; /* of the search, and of plays that are drawn */
} Chair;

static void chairs_set(Chair chairs[static MAX_SEATS], Teacher *teacher, uint64_t board)
{
    const TeacherPlan *plan = teacher->job->plan;
    const Rules *rules = plan->rules;
    Rng rng = rng_for(plan->seed, board, PURPOSE_TUNE);
    unsigned learners = 1 + rng_bounded(&rng, (1u << rules->sides) - 1), students = 0;
    for (int side = 0; side < rules->sides; side++)
        if (rng_bounded(&rng, 4)) students |= 1u << side;
    for (int seat = 0; seat < rules->players; seat++) {
        const int side = rules_side(rules, seat);
        Chair *chair = &chairs[seat];
        *chair = (Chair){.learner = learners >> side & 1,
                         .rng = rng_for(plan->seed, board, PURPOSE_AGENT + MAX_SEATS + (uint64_t)seat),
                         .stray = rng_for(plan->seed, board, PURPOSE_AGENT + 2 * MAX_SEATS + (uint64_t)seat)};
        if (!chair->learner)
            chair->player = &teacher->guests[seat];
        else if (plan->student && (students >> side & 1))
            chair->player = &teacher->students[seat];
        if (chair->player) chair->player->rng = player_rng(plan->seed, board, 0, seat);
    }
}

static void chairs_tell(Chair chairs[static MAX_SEATS], const Game *game, const Rules *rules)
{
    View view = game_view(game, rules);
    for (view.seat = 0; view.seat < rules->players; view.seat++) {
        view.hand = game->round.hands[view.seat];
        if (chairs[view.seat].player) player_begin(chairs[view.seat].player, &view);
    }
}

/* What is played at the decision; *found is what the search says where it was asked. 0: an agent failed. */
static CardSet decide(Chair *chair, Teacher *teacher, const View *view, const Round *round, SearchResult *found,
                      bool *asked)
{
    CardSet plays[MAX_MOVES];
    const Fold fold = fold_for(view->rules);
    const int count = moves_list(plays, view->hand, view->table->pool, &fold);
    CardSet play = 0;
    *asked = chair->learner && count > 1;
    if (*asked && !search_run(found, teacher->search, view, &chair->rng)) return 0;
    if (chair->player) {
        play = player_ask(chair->player, view, round);
        if (!play) return 0;
    } else {
        play = *asked ? found->plays[found->best].play : plays[0];
    }
    if (chair->learner && !rng_bounded(&chair->stray, STRAYS))
        play = plays[rng_bounded(&chair->stray, (uint32_t)count)];
    return play;
}

/* Adds the lesson of a board; nothing where an agent failed. False if memory runs out. */
static bool lesson_make(Teacher *teacher, Lessons *out, uint64_t board)
{
    const TeacherPlan *plan = teacher->job->plan;
    const Schedule schedule = {.rules = *plan->rules, .seed = plan->seed};
    Chair chairs[MAX_SEATS];
    SearchResult found;
    Pack pack;
    Game game;
    schedule_pack(&pack, &schedule, board);
    chairs_set(chairs, teacher, board);
    game_start(&game, plan->rules, &pack, NULL);
    chairs_tell(chairs, &game, plan->rules);
    search_forget(teacher->search);
    lesson_begin(&teacher->writer);
    while (!table_over(&game.round.table)) {
        bool asked;
        const View view = game_view(&game, plan->rules);
        const CardSet play = decide(&chairs[view.seat], teacher, &view, &game.round, &found, &asked);
        if (!play) return true;
        if (!lesson_add(&teacher->writer, &view, play, asked ? &found : NULL)) return false;
        game_put(&game, plan->rules, play);
    }
    count_sides(game.counts, &game.round.table, plan->rules);
    return lesson_end(&teacher->writer, &out->bytes, &pack, &game);
}

/* ---- many */

static void worker_close(void *arg)
{
    Teacher *teacher = arg;
    if (teacher->search) search_close(teacher->search);
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        player_close(&teacher->guests[seat]);
        player_close(&teacher->students[seat]);
    }
    text_buffer_free(&teacher->writer.plays);
    free(teacher);
}

typedef struct {
    const TeacherJob *job;
    Lessons *lessons;
    uint64_t before; /* nanoseconds of lessons that were there */
} TeacherRun;

static void *worker_open(void *shared)
{
    const TeacherJob *job = ((TeacherRun *)shared)->job;
    const TeacherPlan *plan = job->plan;
    SearchOptions options;
    Teacher *teacher = calloc(1, sizeof *teacher);
    if (!teacher) return NULL;
    teacher->job = job;
    teacher->writer.rules = plan->rules;
    bool good = search_options(&options, plan->teacher);
    options.fold = true; /* labels are of folded plays */
    good = good && (teacher->search = search_open(&options, plan->rules));
    for (int seat = 0; good && seat < plan->rules->players; seat++)
        good = player_open(&teacher->guests[seat], plan->guest, plan->rules) &&
               (!plan->student || player_open(&teacher->students[seat], plan->student, plan->rules));
    if (good) return teacher;
    worker_close(teacher);
    return NULL;
}

static bool lesson_work(void *arg, uint64_t index, void *result)
{
    Teacher *teacher = arg;
    Lessons *lessons = result;
    const uint64_t start = nanoseconds_now();
    const bool good = lesson_make(teacher, lessons, teacher->job->plan->first + index) && lessons_mark(lessons);
    lessons->nanoseconds += nanoseconds_since(start) / (unsigned)teacher->job->threads;
    return good;
}

static uint64_t work(void *worker, const ArenaRange *range) { return arena_each(range, worker, lesson_work); }

static void result_clear(void *result)
{
    Lessons *lessons = result;
    lessons->bytes.length = lessons->count = 0;
    lessons->nanoseconds = 0;
}

static void result_free(void *result) { lessons_free(result); }

static bool release(void *shared, uint64_t first, uint64_t count, const void *result)
{
    TeacherRun *run = shared;
    const Lessons *part = result;
    Lessons *all = run->lessons;
    (void)first, (void)count;
    for (size_t i = 0; i < part->count; i++) {
        size_t length;
        const char *bytes = lessons_at(part, i, &length);
        if (!text_buffer_add(&all->bytes, bytes, length) || !lessons_mark(all)) return false;
    }
    all->nanoseconds += part->nanoseconds;
    const double seconds = (double)(all->nanoseconds - run->before) * 1e-9;
    if (run->job->watch && !run->job->watch(run->job->arg, all->count, seconds)) return false;
    return run->job->seconds <= 0 || seconds < run->job->seconds;
}

static bool put(const void *shared, TextBuffer *out, const void *result)
{
    const Lessons *lessons = result;
    (void)shared;
    bool good = put_uint(out, lessons->nanoseconds);
    for (size_t i = 0; good && i < lessons->count; i++) {
        size_t length;
        const char *bytes = lessons_at(lessons, i, &length);
        good = put_bytes(out, bytes, length);
    }
    return good;
}

static bool get(void *shared, FieldReader *in, uint32_t kind, BoardRange jobs, void *result)
{
    Lessons *lessons = result;
    (void)shared, (void)kind;
    lessons->nanoseconds = get_uint(in);
    for (uint64_t i = 0; i < jobs.count && !in->failed; i++) {
        size_t length;
        const char *bytes = get_bytes(in, &length);
        if (bytes && !(text_buffer_add(&lessons->bytes, bytes, length) && lessons_mark(lessons))) return false;
    }
    return true;
}

ArenaEnd teacher_run(Lessons *lessons, const TeacherJob *job)
{
    static const ResultFormat FORMAT = {.kind = KIND_LESSONS, .put = put, .get = get};
    TeacherRun run = {job, lessons, lessons->nanoseconds};
    const ArenaJob arena = {
        .count = job->rounds,
        .chunk = TEACHER_CHUNK,
        .threads = job->threads,
        .shared = &run,
        .worker_open = worker_open,
        .worker_close = worker_close,
        .result_size = sizeof(Lessons),
        .result_clear = result_clear,
        .result_free = result_free,
        .work = work,
        .release = release,
    };
    return journal_run(job->journal, &arena, &FORMAT);
}
