/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How other players may play, the chances of their plays, and what these reveal about styles and hands. */
#include "agents/search/opponent_model.h"

#include <math.h>
#include <string.h>

#include "engine/text/words.h"

/* The manners of `loose` and `policy` were found by likelihood (docs/notes/2026-11-search.md). The bots play
   their best play all but always; a few plays at random stand for bots that are not quite these. */
static const struct {
    const char *name;
    Judge judge;
    Manner manner;
    float prior;
} STYLES[OPPONENT_STYLES] = {
    [OPPONENT_LOOSE] = {"loose", JUDGE_TACTIC, {1.7f, 0.05f}, 20},
    [OPPONENT_CAREFUL] = {"careful", JUDGE_TACTIC, {5, 0.03f}, 1},
    [OPPONENT_TACTIC] = {"tactic", JUDGE_TACTIC, {30, 0.02f}, 1},
    [OPPONENT_COUNTER] = {"counter", JUDGE_COUNTER, {30, 0.02f}, 1},
    [OPPONENT_GREEDY] = {"greedy", JUDGE_GREEDY, {30, 0.02f}, 1},
    [OPPONENT_RANDOM] = {"random", JUDGE_NONE, {0, 1}, 1},
    [OPPONENT_POLICY] = {"policy", JUDGE_NET, {4, 0.05f}, 1},
};

bool opponent_styles_parse(uint32_t *possible, const char *names, Error *error)
{
    const Names styles = NAMES_OF("style", STYLES, OPPONENT_STYLES, OPPONENT_STYLE_NAMES);
    Words words = {.rest = names, .separator = '+', .names = &styles};
    if (!words_rest(&words, error)) return error_under(error, "styles=%s", names);
    *possible = names ? (uint32_t)words.given : OPPONENT_USUAL;
    return true;
}

void opponent_model_init(OpponentModel *model, const Rules *rules, const Fold *fold, uint32_t possible, const Net *net)
{
    double values[TACTIC_COUNT];
    for (int i = 0; i < TACTIC_COUNT; i++)
        values[i] = tactic_default(i, rules);
    feature_rules_init(&model->by_rules, rules);
    tactic_weights_init(&model->weights, values);
    model->fold = *fold;
    model->net = net;
    for (int style = 0; style < OPPONENT_STYLES; style++) {
        model->manners[style] = STYLES[style].manner;
        model->priors[style] = possible >> style & 1 ? STYLES[style].prior : 0;
    }
}

/* What the tactics say of `count` plays out of all legal ones, in points. */
static void tactic_scores(double scores[], const OpponentModel *model, const View *view, const CardSet legal[],
                          int legal_count, const CardSet plays[], int count)
{
    int64_t sums[MAX_MOVES];
    const bool capturing = plays_capture(legal, legal_count, view->table->pool);
    tactics_score(sums, &model->by_rules, &model->weights, view, capturing, plays, count);
    for (int i = 0; i < count; i++)
        scores[i] = (double)sums[i] / ((double)POINT * WEIGHT_ONE);
}

void opponent_weights(float out[], const OpponentModel *model, const View *view, const CardSet plays[], int count)
{
    CardSet legal[MAX_MOVES];
    double points[MAX_MOVES];
    int legal_count = moves_list(legal, view->hand, view->table->pool, &model->fold);
    tactic_scores(points, model, view, legal, legal_count, plays, count);
    for (int i = 0; i < count; i++)
        out[i] = expf(model->manners[OPPONENT_LOOSE].sharpness * (float)points[i]);
}

/* What the net says of the plays, in points. */
static void net_points(double points[], const Net *net, const JudgedPlays *judged, const View *view,
                       const CardSet plays[], int count)
{
    int32_t scores[MAX_MOVES];
    NetPosition position;
    if (judged && judged->memory) {
        net_memory_scores(scores, net, judged->memory, judged->key, view, plays, count);
    } else {
        net_position_init(&position, view);
        net_scores(scores, net, &position, plays, count);
    }
    for (int i = 0; i < count; i++)
        points[i] = NET_POINTS * scores[i] / NET_ONE;
}

/* By how many points the plays score less than the best of them. */
static void model_judge(float scores[], const OpponentModel *model, Judge by, const JudgedPlays *judged,
                        const View *view, const CardSet plays[], int count)
{
    double points[MAX_MOVES], best = -INFINITY;
    if (by == JUDGE_NET)
        net_points(points, model->net, judged, view, plays, count);
    else if (by == JUDGE_TACTIC)
        tactic_scores(points, model, view, plays, count, plays, count);
    else
        (by == JUDGE_COUNTER ? &AGENT_COUNTER : &AGENT_GREEDY)->score(points, view, plays, count);
    for (int i = 0; i < count; i++)
        best = points[i] > best ? points[i] : best;
    for (int i = 0; i < count; i++)
        scores[i] = (float)(points[i] - best);
}

CardSet opponent_play(const OpponentModel *model, int style, const View *view, Rng *rng)
{
    CardSet plays[MAX_MOVES];
    float scores[MAX_MOVES], sum = 0;
    int count = moves_list(plays, view->hand, view->table->pool, &model->fold);
    if (count == 1) return plays[0];
    Manner manner = model->manners[style];
    if (rng_double(rng) < manner.careless) return plays[rng_bounded(rng, (uint32_t)count)];
    model_judge(scores, model, STYLES[style].judge, NULL, view, plays, count);
    for (int i = 0; i < count; i++)
        sum += scores[i] = expf(scores[i] * manner.sharpness);
    float draw = (float)rng_double(rng) * sum;
    for (int i = 0; i + 1 < count; i++) {
        draw -= scores[i];
        if (draw < 0) return plays[i];
    }
    return plays[count - 1];
}

void opponent_scores(float out[], JudgedPlays *judged, const OpponentModel *model, int style, const View *view,
                     const CardSet plays[], int count)
{
    const Judge by = STYLES[style].judge;
    if (by == JUDGE_NONE) {
        memset(out, 0, (size_t)count * sizeof *out);
    } else if (count <= JUDGED_PLAYS && judged->judged >> by & 1) {
        memcpy(out, judged->scores[by], (size_t)count * sizeof *out);
    } else {
        model_judge(out, model, by, judged, view, plays, count);
        if (count > JUDGED_PLAYS) return;
        memcpy(judged->scores[by], out, (size_t)count * sizeof *out);
        judged->judged |= 1u << by;
    }
}

void opponent_shares(float out[], JudgedPlays *judged, const OpponentModel *model, int style, const View *view,
                     const CardSet plays[], int count)
{
    const Manner manner = model->manners[style];
    const float even = 1 / (float)count;
    float sum = 0;
    opponent_scores(out, judged, model, style, view, plays, count);
    for (int i = 0; i < count; i++)
        sum += out[i] = expf(out[i] * manner.sharpness);
    for (int i = 0; i < count; i++)
        out[i] = (1 - manner.careless) * out[i] / sum + manner.careless * even;
}

/* ---- what plays tell */

static const float NEGLIGIBLE = 0.01f; /* a style with a smaller chance is no longer thought of */

/* Chances from weights; those that are negligible become 0. Returns the sum of the weights. */
static float model_normalise(float chances[static OPPONENT_STYLES])
{
    float sum = 0, kept = 0;
    for (int style = 0; style < OPPONENT_STYLES; style++)
        sum += chances[style];
    for (int style = 0; style < OPPONENT_STYLES; style++) {
        if (chances[style] < NEGLIGIBLE * sum) chances[style] = 0;
        kept += chances[style];
    }
    for (int style = 0; style < OPPONENT_STYLES; style++)
        chances[style] /= kept;
    return sum;
}

float opponent_update(float chances[static OPPONENT_STYLES], JudgedPlays *judged, const OpponentModel *model,
                      const View *view, const CardSet plays[], int count, CardSet play)
{
    const CardSet wanted = fold_play(play, view->hand, view->table->pool, &model->fold);
    float shares[MAX_MOVES];
    int played = 0;
    while (plays[played] != wanted)
        played++;
    for (int style = 0; style < OPPONENT_STYLES && count > 1; style++) {
        if (!(chances[style] > 0)) continue;
        opponent_shares(shares, judged, model, style, view, plays, count);
        chances[style] *= shares[played];
    }
    return model_normalise(chances);
}

/* The same of a view about which nothing is known yet. */
static float model_update(float chances[static OPPONENT_STYLES], const OpponentModel *model, const View *view,
                          CardSet play)
{
    CardSet plays[MAX_MOVES];
    const int count = moves_list(plays, view->hand, view->table->pool, &model->fold);
    return opponent_update(chances, &(JudgedPlays){.judged = 0}, model, view, plays, count, play);
}

void infer_init(Infer *infer, const OpponentModel *model, const View *view)
{
    SeenPlay seen[PLAYS];
    const int count = seen_plays(seen, view, 0);
    infer->view = *view;
    infer->count = infer->weighed = 0;
    for (int seat = 0; seat < view->rules->players; seat++) {
        memcpy(infer->styles[seat], model->priors, sizeof model->priors);
        model_normalise(infer->styles[seat]);
    }
    for (int i = 0; i < count; i++) {
        const int seat = seen[i].table.turn;
        const bool now = seen[i].table.deal == view->table->deal;
        if (now && !view->hands) {
            infer->plays[infer->count++] = seen[i];
            continue;
        }
        const View past = seen_view(&seen[i], view, now ? view->hands[seat] : 0);
        model_update(infer->styles[seat], model, &past, seen[i].play);
    }
}

/* The number of hands with the same cards that were weighed before; `index`, which is noted, if there are none. */
static int weighed_before(Infer *infer, int index, CardSet hand)
{
    if (!infer->places) return index;
    if (!index) memset(infer->places, 0, ((size_t)infer->places_mask + 1) * sizeof *infer->places);
    uint32_t at = (uint32_t)rng_mix(hand) & infer->places_mask;
    for (; infer->places[at]; at = (at + 1) & infer->places_mask)
        if (infer->hands[infer->places[at] - 1].hand == hand) return (int)infer->places[at] - 1;
    infer->places[at] = (uint32_t)index + 1;
    return index;
}

static void plays_weigh(WeighedHands *weighed, const Infer *infer, const OpponentModel *model, const CardSet hands[])
{
    weighed->weight = 1;
    memcpy(weighed->styles, infer->styles, sizeof weighed->styles);
    for (int i = 0; i < infer->count; i++) {
        const int seat = infer->plays[i].table.turn;
        const View past = seen_view(&infer->plays[i], &infer->view, hands[seat]);
        weighed->weight *= model_update(weighed->styles[seat], model, &past, infer->plays[i].play);
    }
}

void infer_weigh(Infer *infer, const OpponentModel *model, int index, const CardSet hands[])
{
    WeighedHands *weighed = &infer->hands[index];
    const CardSet hand = infer->count ? hands[infer->plays[0].table.turn] : 0;
    const int before = weighed_before(infer, index, hand);
    if (before < index) {
        memcpy(weighed->styles, infer->hands[before].styles, sizeof weighed->styles);
        weighed->weight = infer->hands[before].weight;
    } else {
        plays_weigh(weighed, infer, model, hands);
    }
    weighed->hand = hand;
    infer->cumulative[index] = (index ? infer->cumulative[index - 1] : 0) + weighed->weight;
    infer->weighed = index + 1;
}

int infer_draw(const Infer *infer, double share)
{
    const float *sums = infer->cumulative;
    const float wanted = (float)share * sums[infer->weighed - 1];
    int first = 0;
    for (int count = infer->weighed; count > 1;) { /* no branch, as where it lies cannot be foreseen */
        const int half = count / 2;
        first += sums[first + half - 1] > wanted ? 0 : half;
        count -= half;
    }
    return first;
}

int infer_style(const float chances[static OPPONENT_STYLES], double share)
{
    int chosen = 0;
    for (int style = 0; style < OPPONENT_STYLES && share >= 0; style++) {
        if (!(chances[style] > 0)) continue;
        chosen = style;
        share -= chances[style];
    }
    return chosen;
}
