/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes and reads lessons, plays rounds for them, and turns them into examples. */
#include "analysis/study/learn/lessons.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/table.h"
#include "sim/files/system.h"
#include "sim/schedule.h"

/* ---- writing */

void lesson_begin(LessonWriter *writer) { writer->plays.length = 0; }

static int play_index(const CardSet plays[], int count, CardSet play)
{
    int index = 0;
    while (index < count && plays[index] != play)
        index++;
    return index;
}

bool lesson_add(LessonWriter *writer, const View *view, CardSet play, const SearchResult *found)
{
    CardSet plays[MAX_MOVES];
    TextBuffer *out = &writer->plays;
    const int count = moves_list(plays, view->hand, view->table->pool, NULL);
    const unsigned label = !found || found->count < 2 ? LABEL_NONE : found->exact ? LABEL_EXACT : LABEL_SEARCH;
    bool good = put_uint(out, (unsigned)play_index(plays, count, play) * LABELS + label);
    for (int i = 0; good && label != LABEL_NONE && i < found->count; i++) {
        const SearchPlay *one = &found->plays[i];
        good = (label == LABEL_EXACT || put_uint(out, one->visits)) && put_int(out, lrint(one->value * LESSON_POINT));
    }
    return good;
}

bool lesson_end(LessonWriter *writer, TextBuffer *out, const Pack *pack, const Game *game)
{
    bool good = text_buffer_add(out, (const char *)pack->cards, CARDS);
    for (int side = 0; side < writer->rules->sides; side++)
        good = good && put_int(out, game->counts[side].points);
    return good && text_buffer_add(out, writer->plays.data, writer->plays.length);
}

/* ---- reading */

bool lesson_open(Lesson *lesson, const Rules *rules, const char *bytes, size_t length)
{
    Pack pack;
    CardSet seen = 0;
    lesson->rules = rules;
    lesson->fold = fold_for(rules);
    lesson->waiting = false;
    lesson->in = (FieldReader){.at = bytes, .end = bytes + length};
    const char *cards = get_some(&lesson->in, CARDS);
    if (!cards) return false;
    for (int i = 0; i < CARDS; i++) {
        pack.cards[i] = (Card)cards[i];
        seen |= pack.cards[i] < CARDS ? set_of(pack.cards[i]) : 0;
    }
    for (int side = 0; side < rules->sides; side++)
        lesson->points[side] = (int)get_int(&lesson->in);
    if (seen != PACK || lesson->in.failed) return false;
    game_start(&lesson->game, rules, &pack, NULL);
    return true;
}

/* Makes a play of the lesson, the one of that index. */
static void play_make(Lesson *lesson, uint64_t index)
{
    CardSet plays[MAX_MOVES];
    const View view = game_view(&lesson->game, lesson->rules);
    const int count = moves_list(plays, view.hand, view.table->pool, NULL);
    if (index < (uint64_t)count)
        game_put(&lesson->game, lesson->rules, plays[index]);
    else
        reader_fail(&lesson->in);
}

/* Is `a` what the search prefers to `b`? As in result_choose, and by value where all values are exact. */
static bool is_preferred(const Decision *decision, int a, int b)
{
    if (!decision->exact && decision->visits[a] != decision->visits[b])
        return decision->visits[a] > decision->visits[b];
    return decision->values[a] > decision->values[b];
}

static void label_read(Lesson *lesson, bool exact)
{
    Decision *decision = &lesson->decision;
    decision->view = game_view(&lesson->game, lesson->rules);
    decision->exact = exact;
    decision->chosen = 0;
    decision->count = moves_list(decision->plays, decision->view.hand, decision->view.table->pool, &lesson->fold);
    for (int i = 0; i < decision->count; i++) {
        decision->visits[i] = exact ? 0 : (uint32_t)get_uint(&lesson->in);
        decision->values[i] = (float)get_int(&lesson->in) / LESSON_POINT;
        if (is_preferred(decision, i, decision->chosen)) decision->chosen = i;
    }
}

bool lesson_next(Lesson *lesson)
{
    if (lesson->waiting) play_make(lesson, lesson->next);
    lesson->waiting = false;
    while (!lesson->in.failed && lesson->in.at < lesson->in.end && !table_over(&lesson->game.round.table)) {
        const uint64_t code = get_uint(&lesson->in);
        const unsigned label = (unsigned)(code % LABELS);
        lesson->next = code / LABELS;
        if (label != LABEL_NONE) {
            label_read(lesson, label == LABEL_EXACT);
            lesson->waiting = true;
            return !lesson->in.failed;
        }
        play_make(lesson, lesson->next);
    }
    return false;
}

/* By how many points `side` beat the mean of the other sides. */
static double lesson_difference(const Lesson *lesson, int side)
{
    const int sides = lesson->rules->sides;
    int others = 0;
    for (int i = 0; i < sides; i++)
        others += i == side ? 0 : lesson->points[i];
    return lesson->points[side] - (double)others / (sides - 1);
}

/* ---- the lessons that were made */

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
    return list_add(&lessons->ends, &lessons->count, &lessons->bytes.length, sizeof lessons->bytes.length);
}

/* ---- one round */

/* The working memory of a thread. */
typedef struct {
    const TeacherJob *job;
    Search *search; /* the teacher's, … */
    void *mind;     /* … or, where its values are no search's, its mind */
    Player guests[MAX_SEATS], students[MAX_SEATS];
    LessonWriter writer;
} Teacher;

typedef struct {
    bool learner;   /* its decisions are labelled … */
    Player *player; /* … and this one plays; NULL: what the teacher says */
    Rng rng, stray; /* of the teacher, and of plays that are drawn */
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

static void players_begin(Chair chairs[static MAX_SEATS], const Game *game, const Rules *rules)
{
    View view = game_view(game, rules);
    for (view.seat = 0; view.seat < rules->players; view.seat++) {
        view.hand = game->round.hands[view.seat];
        if (chairs[view.seat].player) player_begin(chairs[view.seat].player, &view);
    }
}

/* What the teacher makes of each play of the view. False if it failed. */
static bool teacher_ask(SearchResult *found, Teacher *teacher, const View *view, Rng *rng)
{
    const Agent *agent = teacher->job->plan->teacher;
    return teacher->search ? search_run(found, teacher->search, view, rng)
                           : agent->kind->search->values(found, agent, teacher->mind, view, rng);
}

/* What is played at the decision; *found is what the teacher says where it was asked. 0: an agent failed. */
static CardSet decide(Chair *chair, Teacher *teacher, const View *view, const Round *round, SearchResult *found,
                      bool *asked)
{
    CardSet plays[MAX_MOVES];
    const Fold fold = fold_for(view->rules);
    const int count = moves_list(plays, view->hand, view->table->pool, &fold);
    CardSet play = 0;
    *asked = chair->learner && count > 1;
    if (*asked && !teacher_ask(found, teacher, view, &chair->rng)) return 0;
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
    players_begin(chairs, &game, plan->rules);
    if (teacher->search) search_forget(teacher->search);
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
    if (teacher->mind) teacher->job->plan->teacher->kind->mind_close(teacher->mind);
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
    bool failed;     /* memory ran out where lessons are released, which ends the run */
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
    if (good && options.agent)
        good = (teacher->mind = plan->teacher->kind->mind_open(plan->teacher, plan->rules));
    else
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
        if (!text_buffer_add(&all->bytes, bytes, length) || !lessons_mark(all)) return run->failed = true, false;
    }
    all->nanoseconds += part->nanoseconds;
    const double seconds = (double)(all->nanoseconds - run->before) * 1e-9;
    if (run->job->watch && !run->job->watch(run->job->arg, all->count, seconds)) return false;
    return run->job->seconds <= 0 || seconds < run->job->seconds;
}

static void fields(void *shared, Fields *fields, uint32_t kind, BoardRange jobs, void *result)
{
    Lessons *lessons = result;
    (void)shared, (void)kind;
    field_uint(fields, &lessons->nanoseconds);
    for (uint64_t i = 0; i < (fields->out ? lessons->count : jobs.count) && fields_good(fields); i++) {
        size_t length;
        const char *bytes = fields->out ? lessons_at(lessons, i, &length) : NULL;
        field_bytes(fields, &bytes, &length);
        if (!fields->out && bytes)
            fields->full |= !text_buffer_add(&lessons->bytes, bytes, length) || !lessons_mark(lessons);
    }
}

ArenaEnd teacher_run(Lessons *lessons, const TeacherJob *job)
{
    static const ResultFormat FORMAT = {.kind = KIND_LESSONS, .fields = fields};
    TeacherRun run = {job, lessons, lessons->nanoseconds, false};
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
    const ArenaEnd end = journal_run(job->journal, &arena, &FORMAT);
    return run.failed ? ARENA_FAILED : end;
}

/* ---- lessons as examples */

void examples_clear(Examples *examples) { examples->count = examples->feature_count = examples->number_count = 0; }

void examples_free(Examples *examples)
{
    free(examples->places);
    free(examples->features);
    free(examples->numbers);
    *examples = (Examples){0};
}

bool examples_reserve(Examples *examples, int plays)
{
    const size_t features = NET_VIEW_MOST + (size_t)plays * (NET_PLAY_MOST + 1) + NET_OTHERS * HAND;
    return list_reserve(&examples->places, &examples->room, examples->count, 1, sizeof *examples->places) &&
           list_reserve(&examples->features, &examples->feature_room, examples->feature_count, features,
                        sizeof *examples->features) &&
           list_reserve(&examples->numbers, &examples->number_room, examples->number_count, 2 * (size_t)plays,
                        sizeof *examples->numbers);
}

/* Writes the shares that the plays should have. */
static void shares_find(float shares[], const Decision *decision, const Targets *targets)
{
    const float temperature = decision->exact ? targets->exact_temperature : targets->temperature;
    float best = -INFINITY, sum = 0;
    for (int i = 0; i < decision->count; i++)
        if ((decision->exact || decision->visits[i]) && decision->values[i] > best) best = decision->values[i];
    for (int i = 0; i < decision->count; i++) {
        const bool seen = decision->exact || decision->visits[i];
        shares[i] = seen ? expf((decision->values[i] - best) / temperature) : 0;
        sum += shares[i];
    }
    for (int i = 0; i < decision->count; i++)
        shares[i] /= sum;
}

double standing(const Table *table, const Rules *rules, int side)
{
    int points[MAX_SIDES], others = 0;
    count_points(points, table, rules);
    for (int i = 0; i < rules->sides; i++)
        others += i == side ? 0 : points[i];
    return points[side] - (double)others / (rules->sides - 1);
}

/* `came`: by how many points the side beat the others in the end; `so_far`: by how many it does now. */
static void decision_add(Examples *examples, const Decision *decision, double came, double so_far,
                         const Targets *targets)
{
    double thought = 0;
    NetPosition position;
    uint16_t *features = examples->features + examples->feature_count;
    float *numbers = examples->numbers + examples->number_count;
    net_position_init(&position, &decision->view);
    const int view_count = net_view_features(features, &position);
    size_t used = (size_t)view_count;
    for (int i = 0; i < decision->count; i++) {
        const int count = net_play_features(features + used + 1, &position, decision->plays[i]);
        features[used] = (uint16_t)count;
        used += (size_t)count + 1;
        numbers[decision->count + i] = decision->values[i];
    }
    shares_find(numbers, decision, targets);
    for (int i = 0; i < decision->count; i++)
        thought += (double)numbers[i] * (double)decision->values[i];
    examples->places[examples->count++] = (ExamplePlace){.features = (uint32_t)examples->feature_count,
                                                         .numbers = (uint32_t)examples->number_count,
                                                         .view_count = (uint16_t)view_count,
                                                         .play_count = (uint16_t)decision->count,
                                                         .chosen = (uint16_t)decision->chosen,
                                                         .value = (float)((thought + came) / 2 - so_far)};
    examples->feature_count += used;
    examples->number_count += 2 * (size_t)decision->count;
}

bool examples_add(Examples *examples, const Rules *rules, const char *bytes, size_t length, const Targets *targets)
{
    Lesson lesson;
    if (!lesson_open(&lesson, rules, bytes, length)) return true;
    while (lesson_next(&lesson)) {
        const Decision *decision = &lesson.decision;
        const int side = rules_side(rules, decision->view.seat);
        const double so_far = standing(decision->view.table, rules, side);
        if (!examples_reserve(examples, decision->count)) return false;
        decision_add(examples, decision, lesson_difference(&lesson, side), so_far, targets);
    }
    return true;
}

Example examples_at(const Examples *examples, size_t index)
{
    const ExamplePlace *place = &examples->places[index];
    const uint16_t *features = examples->features + place->features;
    const float *numbers = examples->numbers + place->numbers;
    return (Example){.view = features,
                     .plays = features + place->view_count,
                     .seen = features + place->seen,
                     .shares = numbers,
                     .values = numbers + place->play_count,
                     .view_count = place->view_count,
                     .play_count = place->play_count,
                     .seen_count = place->seen_count,
                     .chosen = place->chosen,
                     .value = place->value};
}
