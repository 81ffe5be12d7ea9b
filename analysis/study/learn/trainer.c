/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gradient of the loss, the file of a training, epochs of batches by Adam. */
#include "analysis/study/learn/trainer.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/crc32c.h"
#include "sim/files/output_file.h"
#include "sim/files/system.h"

enum { LANES = 16 };
_Static_assert(NET_STEP % LANES == 0, "layers are whole lanes");

static void loss_add(Loss *sum, const Loss *more)
{
    sum->cross += more->cross;
    sum->square += more->square;
    sum->lost += more->lost;
    sum->hits += more->hits;
    sum->count += more->count;
}

void gradient_room_free(GradientRoom *room)
{
    free(room->units);
    *room = (GradientRoom){0};
}

/* ---- rows of numbers; `count` is a multiple of LANES */

static inline void row_add(float *restrict to, const float *restrict row, int count)
{
    for (int i = 0; i < count; i++)
        to[i] += row[i];
}

static inline void row_add_times(float *restrict to, const float *restrict row, float factor, int count)
{
    for (int i = 0; i < count; i++)
        to[i] += factor * row[i];
}

/* The sum of products, lane by lane and then the lanes in order. */
static inline float row_dot(const float *restrict a, const float *restrict b, int count)
{
    float lanes[LANES] = {0}, sum = 0;
    for (int i = 0; i < count; i += LANES)
        for (int lane = 0; lane < LANES; lane++)
            lanes[lane] += a[i + lane] * b[i + lane];
    for (int lane = 0; lane < LANES; lane++)
        sum += lanes[lane];
    return sum;
}

static inline void row_cut(float *restrict to, const float *restrict from, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = from[i] < 0 ? 0 : from[i] > 1 ? 1 : from[i];
}

/* Takes out what cutting did not let through. */
static inline void row_mask(float *restrict gradient, const float *restrict before, float margin, int count)
{
    for (int i = 0; i < count; i++)
        gradient[i] = before[i] > -margin && before[i] < 1 + margin ? gradient[i] : 0;
}

/* ---- a second layer */

typedef struct {
    int units, hidden;
    float *weights, *bias, *out;
} Second;

/* The weighted sum; before[] and after[] are the units before and after they are cut. */
static float second_forward(float before[], float after[], const Second *layer, const float h[])
{
    for (int j = 0; j < layer->units; j++)
        before[j] = layer->bias[j] + row_dot(layer->weights + (size_t)j * (size_t)layer->hidden, h, layer->hidden);
    row_cut(after, before, layer->units);
    return row_dot(layer->out, after, layer->units);
}

/* Adds to the gradient of the layer, and to dh, for a derivative of the weighted sum. */
static void second_backward(const Second *gradient, float dh[], const Second *layer, const float h[],
                            const float before[], const float after[], float margin, float derivative)
{
    row_add_times(gradient->out, after, derivative, layer->units);
    for (int j = 0; j < layer->units; j++) {
        if (before[j] <= -margin || before[j] >= 1 + margin) continue;
        const float d = derivative * layer->out[j];
        const size_t row = (size_t)j * (size_t)layer->hidden;
        gradient->bias[j] += d;
        row_add_times(gradient->weights + row, h, d, layer->hidden);
        row_add_times(dh, layer->weights + row, d, layer->hidden);
    }
}

/* ---- an example */

typedef struct {
    const Example *example;
    NetFloats net, gradient;
    NetShape shape;
    const LossRule *rule;
    /* of each play, then of the value: hidden and second units, before and after they are cut */
    float *hidden_before, *hidden, *second_before, *second;
    float *base;   /* [hidden] bias and rows of the decision */
    float *scores; /* [plays] */
} Pass;

static bool pass_room(Pass *pass, GradientRoom *room)
{
    const size_t hidden = (size_t)pass->shape.hidden, rows = (size_t)pass->example->play_count + 1;
    const size_t second = (size_t)(pass->shape.second > pass->shape.value ? pass->shape.second : pass->shape.value);
    const size_t wanted = rows * (2 * hidden + 2 * second + 1) + 3 * hidden;
    if (!list_reserve(&room->units, &room->room, 0, wanted, sizeof *room->units)) return false;
    pass->base = room->units;
    pass->hidden_before = pass->base + 3 * hidden;
    pass->hidden = pass->hidden_before + rows * hidden;
    pass->second_before = pass->hidden + rows * hidden;
    pass->second = pass->second_before + rows * second;
    pass->scores = pass->second + rows * second;
    return true;
}

static Second play_layer(const NetFloats *net, const NetShape *shape)
{
    return (Second){shape->second, shape->hidden, net->second, net->second_bias, net->out};
}

static Second value_layer(const NetFloats *net, const NetShape *shape)
{
    return (Second){shape->value, shape->hidden, net->value_second, net->value_second_bias, net->value_out};
}

static void forward(Pass *pass)
{
    const Example *example = pass->example;
    const int hidden = pass->shape.hidden, second = pass->shape.second;
    const Second layer = play_layer(&pass->net, &pass->shape);
    memcpy(pass->base, pass->net.hidden_bias, (size_t)hidden * sizeof *pass->base);
    for (int i = 0; i < example->view_count; i++)
        row_add(pass->base, pass->net.view_rows + (size_t)example->view[i] * (size_t)hidden, hidden);
    const uint16_t *features = example->plays;
    for (int play = 0; play < example->play_count; play++) {
        float *before = pass->hidden_before + (size_t)play * (size_t)hidden;
        float *after = pass->hidden + (size_t)play * (size_t)hidden;
        memcpy(before, pass->base, (size_t)hidden * sizeof *before);
        for (int count = *features++; count; count--)
            row_add(before, pass->net.play_rows + (size_t)*features++ * (size_t)hidden, hidden);
        row_cut(after, before, hidden);
        pass->scores[play] =
            second_forward(pass->second_before + play * second, pass->second + play * second, &layer, after);
    }
}

/* Turns scores into shares, and says what they lose. */
static void shares_of(Pass *pass, Loss *loss)
{
    const Example *example = pass->example;
    int best = 0;
    double sum = 0, mean = 0;
    for (int i = 1; i < example->play_count; i++)
        if (pass->scores[i] > pass->scores[best]) best = i;
    const float top = pass->scores[best];
    for (int i = 0; i < example->play_count; i++) {
        mean += (double)example->shares[i] * (double)(pass->scores[i] - top);
        pass->scores[i] = expf(pass->scores[i] - top);
        sum += (double)pass->scores[i];
    }
    for (int i = 0; i < example->play_count; i++)
        pass->scores[i] = (float)((double)pass->scores[i] / sum);
    loss->cross += log(sum) - mean;
    loss->lost += (double)(example->values[example->chosen] - example->values[best]);
    loss->hits += best == example->chosen;
    loss->count++;
}

static void backward_plays(Pass *pass, float base[])
{
    const Example *example = pass->example;
    const int hidden = pass->shape.hidden, second = pass->shape.second;
    const Second layer = play_layer(&pass->net, &pass->shape), gradient = play_layer(&pass->gradient, &pass->shape);
    float *dh = pass->base + 2 * hidden;
    const uint16_t *features = example->plays;
    for (int play = 0; play < example->play_count; play++) {
        const size_t at = (size_t)play * (size_t)hidden;
        memset(dh, 0, (size_t)hidden * sizeof *dh);
        second_backward(&gradient, dh, &layer, pass->hidden + at, pass->second_before + play * second,
                        pass->second + play * second, pass->rule->margin, pass->scores[play] - example->shares[play]);
        row_mask(dh, pass->hidden_before + at, pass->rule->margin, hidden);
        row_add(base, dh, hidden);
        for (int count = *features++; count; count--)
            row_add(pass->gradient.play_rows + (size_t)*features++ * (size_t)hidden, dh, hidden);
    }
}

/* The value, and what its error adds to the gradient. */
static void value_pass(Pass *pass, Loss *loss, float base[], bool back)
{
    const int hidden = pass->shape.hidden, row = pass->example->play_count;
    float *after = pass->hidden + (size_t)row * (size_t)hidden, *dh = pass->base + 2 * hidden;
    float *units = pass->second_before, *cut = pass->second; /* those of the plays are no longer needed */
    const Second layer = value_layer(&pass->net, &pass->shape), gradient = value_layer(&pass->gradient, &pass->shape);
    row_cut(after, pass->base, hidden);
    const float value = *pass->net.value_bias + second_forward(units, cut, &layer, after);
    const float error = value - pass->example->value;
    loss->square += (double)error * (double)error;
    if (!back) return;
    const float derivative = 2 * pass->rule->value_weight * error;
    *pass->gradient.value_bias += derivative;
    memset(dh, 0, (size_t)hidden * sizeof *dh);
    second_backward(&gradient, dh, &layer, after, units, cut, pass->rule->margin, derivative);
    row_mask(dh, pass->base, pass->rule->margin, hidden);
    row_add(base, dh, hidden);
}

bool gradient_add(Loss *loss, float gradient[], float params[], const NetShape *shape, const Example *example,
                  const LossRule *rule, GradientRoom *room)
{
    Pass pass = {.example = example, .net = net_floats(params, shape), .shape = *shape, .rule = rule};
    if (!pass_room(&pass, room)) return false;
    float *base = pass.base + shape->hidden;
    forward(&pass);
    shares_of(&pass, loss);
    memset(base, 0, (size_t)shape->hidden * sizeof *base);
    if (gradient) {
        pass.gradient = net_floats(gradient, shape);
        backward_plays(&pass, base);
    }
    if (shape->value) value_pass(&pass, loss, base, gradient != NULL);
    if (!gradient) return true;
    row_add(pass.gradient.hidden_bias, base, shape->hidden);
    for (int i = 0; i < example->view_count; i++)
        row_add(pass.gradient.view_rows + (size_t)example->view[i] * (size_t)shape->hidden, base, shape->hidden);
    return true;
}

/* ---- the file in which a training stands after each epoch: 8 bytes "PASURFIT", 4 of the mark, 4 CRC-32C of what
   follows, and the TrainState of this machine. It is read by the program that wrote it, to go on after it was
   stopped. */

/* What stands after an epoch. */
typedef struct {
    uint64_t epoch; /* that many are over */
    uint64_t steps; /* of Adam */
    EpochLoss losses[EPOCHS_MOST];
    float params[]; /* net_param_count of them, then as many means and mean squares of the gradients */
} TrainState;

enum { HEAD = 16, MAGIC_LENGTH = 8 };
static const char MAGIC[] = "PASURFIT";

/* Bytes of a state with so many numbers. */
static size_t train_state_size(size_t numbers) { return sizeof(TrainState) + 3 * numbers * sizeof(float); }

/* What is trained, as a checksum of the plan and of the lessons. */
static uint32_t train_mark(const TrainJob *job)
{
    const TrainPlan *plan = job->plan;
    const double plans[] = {plan->shape.hidden,
                            plan->shape.second,
                            plan->shape.value,
                            plan->step,
                            plan->decay,
                            plan->epochs,
                            plan->batch,
                            (double)plan->targets.temperature,
                            (double)plan->targets.exact_temperature,
                            (double)plan->loss.value_weight,
                            (double)plan->loss.margin};
    uint32_t crc = crc32c(0, plans, sizeof plans);
    crc = crc32c(crc, &plan->seed, sizeof plan->seed);
    return crc32c(crc, job->lessons->bytes.data, job->lessons->bytes.length);
}

/* False with the reason. */
static bool train_state_write(const char *name, const TrainState *state, size_t numbers, uint32_t mark, Error *error)
{
    const size_t size = train_state_size(numbers);
    const uint32_t crc = crc32c(0, state, size);
    char *bytes = malloc(HEAD + size);
    if (!bytes) return error_memory(error);
    memcpy(bytes, MAGIC, MAGIC_LENGTH);
    memcpy(bytes + MAGIC_LENGTH, &mark, sizeof mark);
    memcpy(bytes + MAGIC_LENGTH + sizeof mark, &crc, sizeof crc);
    memcpy(bytes + HEAD, state, size);
    const bool good = atomic_file_write(name, bytes, HEAD + size, error);
    free(bytes);
    return good;
}

/* Fills *state; it stays as it is where there is no file, and where the file is damaged or of another training, which
   *damaged says. False with the reason if there is one that cannot be read. */
static bool train_state_read(const char *name, TrainState *state, size_t numbers, uint32_t mark, bool *damaged,
                             Error *error)
{
    const size_t size = train_state_size(numbers);
    char head[HEAD] = "";
    uint32_t its_mark, crc;
    FILE *file = fopen(name, "rb");
    *damaged = false;
    if (!file) return errno == ENOENT || error_file(error, name, errno);
    TrainState *read = malloc(size + 1);
    const bool whole = read && fread(head, 1, HEAD, file) == HEAD && fread(read, 1, size + 1, file) == size;
    fclose(file);
    if (!read) return error_memory(error);
    memcpy(&its_mark, head + MAGIC_LENGTH, sizeof its_mark);
    memcpy(&crc, head + MAGIC_LENGTH + sizeof its_mark, sizeof crc);
    const bool good = whole && !memcmp(head, MAGIC, MAGIC_LENGTH) && crc == crc32c(0, read, size) && its_mark == mark;
    if (good) memcpy(state, read, size);
    *damaged = !good;
    free(read);
    return true;
}

/* ---- slices of a batch */

enum {
    WINDOW = 512, /* lessons whose examples are mixed */
    SLICES = 8    /* of a batch */
};

/* What one slice of a batch works with. */
typedef struct {
    float *gradient;
    GradientRoom room;
    Loss loss;
    Examples examples; /* of the lessons of the window that are this slice's */
    bool failed;
} Slice;

/* Where an example of the window is. */
typedef struct {
    uint32_t slice, index;
} Spot;

typedef struct {
    const TrainJob *job;
    size_t count;  /* numbers */
    uint32_t mark; /* of the training, as its file has it */
    TrainState *state;
    float *gradient;
    Slice slices[SLICES];
    uint32_t *order; /* of the lessons that are trained on */
    size_t lessons;
    Spot *spots;
    size_t spot_count, spot_room;
} Trainer;

static bool is_held_out(size_t lesson) { return lesson % HELD_OUT == 0; }

/* ---- Adam */

static void adam_step(Trainer *trainer, float step)
{
    const double steps = (double)++trainer->state->steps;
    const float first = 0.9f, second = 0.999f;
    const float mean_scale = (float)(1 / (1 - pow((double)first, steps)));
    const float square_scale = (float)(1 / (1 - pow((double)second, steps)));
    float *restrict params = trainer->state->params, *restrict mean = params + trainer->count;
    float *restrict square = mean + trainer->count, *restrict gradient = trainer->gradient;
    const float kept = 1 - step * trainer->job->plan->decay;
    for (size_t i = 0; i < trainer->count; i++) {
        const float g = gradient[i];
        mean[i] = first * mean[i] + (1 - first) * g;
        square[i] = second * square[i] + (1 - second) * g * g;
        params[i] = kept * params[i] - step * (mean[i] * mean_scale) / (sqrtf(square[i] * square_scale) + 1e-8f);
    }
}

/* ---- batches */

/* Sums the gradients of the slices, as means over the examples, and leaves them at zero. */
static void slices_sum(Trainer *trainer, size_t examples)
{
    const float share = 1 / (float)examples;
    memset(trainer->gradient, 0, trainer->count * sizeof *trainer->gradient);
    for (int slice = 0; slice < SLICES; slice++) {
        float *restrict from = trainer->slices[slice].gradient, *restrict to = trainer->gradient;
        for (size_t i = 0; i < trainer->count; i++)
            to[i] += share * from[i];
        memset(from, 0, trainer->count * sizeof *from);
    }
}

static void slice_work(Trainer *trainer, Slice *slice, const Spot *spots, size_t count, bool back)
{
    const TrainPlan *plan = trainer->job->plan;
    for (size_t i = 0; i < count && !slice->failed; i++) {
        const Example example = examples_at(&trainer->slices[spots[i].slice].examples, spots[i].index);
        slice->failed = !gradient_add(&slice->loss, back ? slice->gradient : NULL, trainer->state->params, &plan->shape,
                                      &example, &plan->loss, &slice->room);
    }
}

/* Works through so many examples, a share for each slice, and adds up their loss. False if memory runs out. */
static bool batch_work(Trainer *trainer, Loss *loss, const Spot *spots, size_t count, bool back)
{
    bool good = true;
#pragma omp parallel for num_threads(trainer->job->threads) schedule(dynamic)
    for (int slice = 0; slice < SLICES; slice++) {
        const size_t from = count * (size_t)slice / SLICES, to = count * (size_t)(slice + 1) / SLICES;
        slice_work(trainer, &trainer->slices[slice], spots + from, to - from, back);
    }
    for (int slice = 0; slice < SLICES; slice++) {
        loss_add(loss, &trainer->slices[slice].loss);
        trainer->slices[slice].loss = (Loss){0};
        good &= !trainer->slices[slice].failed;
    }
    return good;
}

/* ---- windows */

static void slice_read(Trainer *trainer, int number, const uint32_t lessons[], size_t count)
{
    Slice *slice = &trainer->slices[number];
    const TrainJob *job = trainer->job;
    examples_clear(&slice->examples);
    for (size_t i = (size_t)number; i < count && !slice->failed; i += SLICES) {
        size_t length;
        const char *bytes = lessons_at(job->lessons, lessons[i], &length);
        slice->failed = !examples_add(&slice->examples, job->rules, bytes, length, &job->plan->targets);
    }
}

/* Makes the examples of these lessons. False if memory runs out. */
static bool window_read(Trainer *trainer, const uint32_t lessons[], size_t count)
{
    size_t all = 0;
#pragma omp parallel for num_threads(trainer->job->threads) schedule(dynamic)
    for (int slice = 0; slice < SLICES; slice++)
        slice_read(trainer, slice, lessons, count);
    for (int slice = 0; slice < SLICES; slice++) {
        all += trainer->slices[slice].examples.count;
        if (trainer->slices[slice].failed) return false;
    }
    if (!list_reserve(&trainer->spots, &trainer->spot_room, 0, all, sizeof *trainer->spots)) return false;
    trainer->spot_count = 0;
    for (uint32_t slice = 0; slice < SLICES; slice++)
        for (uint32_t i = 0; i < trainer->slices[slice].examples.count; i++)
            trainer->spots[trainer->spot_count++] = (Spot){slice, i};
    return true;
}

static void spots_mix(Trainer *trainer, Rng *rng)
{
    for (size_t i = trainer->spot_count; i > 1; i--) {
        const size_t other = rng_bounded(rng, (uint32_t)i);
        const Spot spot = trainer->spots[i - 1];
        trainer->spots[i - 1] = trainer->spots[other];
        trainer->spots[other] = spot;
    }
}

/* ---- epochs */

/* Trains on a window that begins at that share of the whole training. False if memory runs out. */
static bool window_train(Trainer *trainer, Loss *loss, double share)
{
    const TrainPlan *plan = trainer->job->plan;
    const float step = plan->step * (float)cos(share * 1.5707963267948966);
    for (size_t from = 0; from < trainer->spot_count; from += (size_t)plan->batch) {
        const size_t left = trainer->spot_count - from, count = left < (size_t)plan->batch ? left : (size_t)plan->batch;
        if (count < (size_t)plan->batch && from) break; /* a small rest is too noisy for a step of its own */
        if (!batch_work(trainer, loss, trainer->spots + from, count, true)) return false;
        slices_sum(trainer, count);
        adam_step(trainer, step);
    }
    return true;
}

static ArenaEnd epoch_train(Trainer *trainer)
{
    const TrainJob *job = trainer->job;
    TrainState *state = trainer->state;
    Rng rng = rng_for(job->plan->seed, state->epoch, PURPOSE_TUNE);
    Loss *trained = &state->losses[state->epoch].trained;
    *trained = (Loss){0};
    for (size_t i = 0, k = 0; k < job->lessons->count; k++)
        if (!is_held_out(k)) trainer->order[i++] = (uint32_t)k;
    for (size_t i = trainer->lessons; i > 1; i--) {
        const size_t other = rng_bounded(&rng, (uint32_t)i);
        const uint32_t lesson = trainer->order[i - 1];
        trainer->order[i - 1] = trainer->order[other];
        trainer->order[other] = lesson;
    }
    for (size_t from = 0; from < trainer->lessons; from += WINDOW) {
        const size_t left = trainer->lessons - from;
        const double share = (double)from / (double)trainer->lessons;
        if (interrupt_seen()) return ARENA_INTERRUPTED;
        if (job->tick && !job->tick(job->arg, (int)state->epoch, share)) return ARENA_STOPPED;
        if (!window_read(trainer, trainer->order + from, left < WINDOW ? left : WINDOW)) return ARENA_FAILED;
        spots_mix(trainer, &rng);
        if (!window_train(trainer, trained, ((double)state->epoch + share) / job->plan->epochs)) return ARENA_FAILED;
    }
    return ARENA_DONE;
}

/* The loss on lessons that are not trained on. False if memory runs out. */
static bool held_out_find(Trainer *trainer)
{
    const size_t all = (trainer->job->lessons->count + HELD_OUT - 1) / HELD_OUT;
    Loss *held_out = &trainer->state->losses[trainer->state->epoch].held_out;
    *held_out = (Loss){0};
    for (size_t from = 0; from < all; from += WINDOW) {
        uint32_t lessons[WINDOW];
        size_t count = 0;
        for (; count < WINDOW && from + count < all; count++)
            lessons[count] = (uint32_t)((from + count) * HELD_OUT);
        if (!window_read(trainer, lessons, count) ||
            !batch_work(trainer, held_out, trainer->spots, trainer->spot_count, false))
            return false;
    }
    return true;
}

/* ---- the whole */

/* A number with about a normal distribution. */
static float spread(Rng *rng, double deviation)
{
    return (float)(deviation * 1.7320508 * (rng_double(rng) + rng_double(rng) + rng_double(rng) + rng_double(rng) - 2));
}

static void spread_all(float numbers[], size_t count, double deviation, Rng *rng)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = spread(rng, deviation);
}

static void fill(float numbers[], int count, float value)
{
    for (int i = 0; i < count; i++)
        numbers[i] = value;
}

/* Units begin in the middle of what is not cut, and rows at 0: those of features that never come up stay there. */
static void params_draw(float params[], const TrainPlan *plan)
{
    const NetShape *shape = &plan->shape;
    const size_t hidden = (size_t)shape->hidden;
    NetFloats net = net_floats(params, shape);
    Rng rng = rng_for(plan->seed, 0, PURPOSE_SAMPLE);
    memset(params, 0, net_param_count(shape) * sizeof *params);
    fill(net.hidden_bias, shape->hidden, 0.5f);
    spread_all(net.second, (size_t)shape->second * hidden, 1 / sqrt((double)hidden), &rng);
    fill(net.second_bias, shape->second, 0.5f);
    spread_all(net.out, (size_t)shape->second, 0.5, &rng);
    spread_all(net.value_second, (size_t)shape->value * hidden, 1 / sqrt((double)hidden), &rng);
    fill(net.value_second_bias, shape->value, 0.5f);
    spread_all(net.value_out, (size_t)shape->value, 2, &rng);
}

static bool trainer_open(Trainer *trainer, const TrainJob *job)
{
    const size_t lessons = job->lessons->count;
    *trainer = (Trainer){.job = job, .count = net_param_count(&job->plan->shape)};
    trainer->lessons = lessons - (lessons + HELD_OUT - 1) / HELD_OUT;
    trainer->state = calloc(1, train_state_size(trainer->count));
    trainer->gradient = calloc(trainer->count, sizeof *trainer->gradient);
    trainer->order = calloc(lessons + 1, sizeof *trainer->order);
    bool good = trainer->state && trainer->gradient && trainer->order;
    for (int slice = 0; slice < SLICES; slice++)
        good &= (trainer->slices[slice].gradient = calloc(trainer->count, sizeof(float))) != NULL;
    if (!good) return false;
    params_draw(trainer->state->params, job->plan);
    trainer->mark = train_mark(job);
    return true;
}

static void trainer_close(Trainer *trainer)
{
    for (int slice = 0; slice < SLICES; slice++) {
        free(trainer->slices[slice].gradient);
        gradient_room_free(&trainer->slices[slice].room);
        examples_free(&trainer->slices[slice].examples);
    }
    free(trainer->state);
    free(trainer->gradient);
    free(trainer->order);
    free(trainer->spots);
}

static ArenaEnd epochs_run(Trainer *trainer, Error *error)
{
    const TrainJob *job = trainer->job;
    TrainState *state = trainer->state;
    while (state->epoch < (uint64_t)job->plan->epochs) {
        const ArenaEnd end = job->reads_only ? ARENA_INTERRUPTED : epoch_train(trainer);
        if (end == ARENA_FAILED) error_memory(error);
        if (end != ARENA_DONE) return end;
        if (!held_out_find(trainer)) return error_memory(error), ARENA_FAILED;
        state->epoch++;
        if (job->keep && !train_state_write(job->keep, state, trainer->count, trainer->mark, error))
            return ARENA_FAILED;
    }
    return ARENA_DONE;
}

/* Goes on with what is kept; a damaged state is an error unless it may be left out. */
static bool state_find(Trainer *trainer, bool *damaged, Error *error)
{
    const TrainJob *job = trainer->job;
    if (!job->keep) return true;
    if (!train_state_read(job->keep, trainer->state, trainer->count, trainer->mark, damaged, error)) return false;
    return !*damaged || job->repair || job->reads_only ||
           error_set(error, "%.200s: it is damaged, or of another training; --repair trains the net anew", job->keep);
}

ArenaEnd train(TrainResult *result, float params[], const TrainJob *job, Error *error)
{
    Trainer trainer;
    ArenaEnd end = ARENA_FAILED;
    *result = (TrainResult){.epochs = 0};
    if (!trainer_open(&trainer, job)) {
        error_memory(error);
    } else if (state_find(&trainer, &result->damaged, error)) {
        end = epochs_run(&trainer, error);
        memcpy(params, trainer.state->params, trainer.count * sizeof *params);
        memcpy(result->losses, trainer.state->losses, sizeof result->losses);
        result->epochs = (int)trainer.state->epoch;
    }
    trainer_close(&trainer);
    return end;
}
