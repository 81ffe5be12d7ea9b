/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent planner: the play that wins most if the others play in one of several styles (policy's net is the
   likeliest) and its own seat searches its later plays. The others' hands and styles are inferred from their plays; the
   last deal of two players is exact. */
#include "agents/planner/planner.h"

#include <limits.h>
#include <stdlib.h>

#include "agents/exploit/reply.h"
#include "agents/planner/hands.h"
#include "agents/search/search.h"

enum {
    PARAM_PLAYOUTS,
    PARAM_TIME,
    PARAM_HANDS,
    PARAM_CUT,
    PARAM_SEARCH,
    PARAM_STYLES,
    PARAM_TRUST,
    PARAM_EXACT,
    PARAM_NET,
    PARAM_BEHIND,
    PARAM_COUNT
};
static const AgentParam PARAMS[PARAM_COUNT] = {
    [PARAM_PLAYOUTS] = {"playouts", PARAM_INT, 1, 1e9, 3000, NULL, "most playouts for each decision"},
    [PARAM_TIME] = {"time", PARAM_DOUBLE, 0, 3600, 0, NULL,
                    "seconds for each decision instead (not repeatable); 0: playouts"},
    [PARAM_HANDS] = {"hands", PARAM_INT, 0, 1e6, 400, NULL,
                     "hands to weigh by what others' plays reveal; 0: all have equal weight"},
    [PARAM_CUT] = {"cut", PARAM_INT, 0, 12, 1, NULL,
                   "value a round after this many deals, this one counted; 0: play on"},
    [PARAM_SEARCH] = {"search", PARAM_BOOL, 0, 1, 1, NULL,
                      "also search its own later plays in the deal; 0: the net plays them"},
    [PARAM_STYLES] = {"styles", PARAM_TEXT, 0, 0, 0, NULL,
                      "a+b...: how others may play, by Bayes' rule: " OPPONENT_STYLE_NAMES "; default all"},
    [PARAM_TRUST] = {"trust", PARAM_DOUBLE, 0, 1e6, 20, NULL,
                     "prior weight of the style policy, where every other style has 1"},
    [PARAM_EXACT] = {"exact", PARAM_BOOL, 0, 1, 1, NULL, "two players: exact values in the last deal"},
    [PARAM_NET] = {"file", PARAM_FILE, 0, 0, 0, NULL, "the net, from 'pasur learn'; else a built-in one"},
    [PARAM_BEHIND] = {"behind", PARAM_DOUBLE, 0, 1, 0.003, NULL,
                      "leave out a play early if more playouts could gain fewer points than this by it; 0: none"},
};

static bool planner_open(Agent *agent, const Rules *rules, Error *error)
{
    const char *text = agent->texts[PARAM_STYLES];
    uint32_t styles;
    if ((agent->given >> PARAM_PLAYOUTS & 1) && (agent->given >> PARAM_TIME & 1))
        return error_set(error, "playouts and time exclude each other");
    if (!opponent_styles_parse(&styles, text, error)) return false;
    if (!text) styles |= 1u << OPPONENT_POLICY;
    if (styles == 1u << OPPONENT_POLICY && !(agent->values[PARAM_TRUST] > 0))
        return error_set(error, "trust=0 leaves no style of styles=policy");
    agent->values[PARAM_STYLES] = styles;
    return net_open(agent, agent->texts[PARAM_NET], rules, error);
}

/* With this many playouts or fewer it can be asked for every hand that it may hold (agents/exploit). */
enum { PLAYOUTS_ASKED = 100 };

static unsigned traits_of(const Agent *agent)
{
    const bool timed = agent->values[PARAM_TIME] > 0, slow = timed || agent->values[PARAM_PLAYOUTS] > PLAYOUTS_ASKED;
    return (timed ? TRAIT_TIMED : 0u) | (slow ? TRAIT_SLOW : 0u);
}

/* ---- memory */

typedef struct {
    OpponentModel model;
    Answers answers;
    HeldHands held;
    Reply reply;
    uint8_t styles[MAX_SEATS]; /* of the round that is played on */
    Solver solver;
    SolveEntry entries[EXACT_ENTRIES];
} Planner;

static void memory_close(void *memory)
{
    Planner *planner = memory;
    reply_close(&planner->reply);
    held_close(&planner->held);
    answers_close(&planner->answers);
    free(planner);
}

/* ---- the model of everybody */

static void determinization_draw(void *self, Round *round, double share, Rng *rng)
{
    Planner *planner = self;
    held_round(round, planner->styles, &planner->held, share, rng);
}

/* The own seat plays as the net scores highest, the others draw a play of their style. */
static CardSet model_ask(void *self, const View *view, uint64_t key, Rng *rng)
{
    Planner *planner = self;
    const OpponentModel *model = &planner->model;
    const bool own = view->seat == planner->reply.view.seat;
    float chances[MAX_MOVES], draw = own ? 0 : (float)rng_double(rng); /* one for each play of another seat, so that
                                                                           plays are tried alike */
    const Answer answer = answers_find(&planner->answers, model, view, key);
    int best = 0;
    if (answer.count == 1) return answer.plays[0];
    if (own) {
        opponent_scores(chances, answer.judged, model, OPPONENT_POLICY, view, answer.plays, answer.count);
        for (int i = 1; i < answer.count; i++)
            if (chances[i] > chances[best]) best = i;
        return answer.plays[best];
    }
    opponent_shares(chances, answer.judged, model, planner->styles[view->seat], view, answer.plays, answer.count);
    while (best + 1 < answer.count && (draw -= chances[best]) >= 0)
        best++;
    return answer.plays[best];
}

static const ReplyModel MODEL = {.determinization = determinization_draw, .ask = model_ask};

static void *memory_open(const Agent *agent, const Rules *rules)
{
    const uint32_t styles = (uint32_t)agent->values[PARAM_STYLES];
    const ReplyOptions options = {.playouts = (int)agent->values[PARAM_PLAYOUTS],
                                  .seconds = agent->values[PARAM_TIME],
                                  .search = agent->values[PARAM_SEARCH] != 0,
                                  .cut = (int)agent->values[PARAM_CUT],
                                  .stopped = agent->stopped,
                                  .behind = (float)agent->values[PARAM_BEHIND]};
    Planner *planner = calloc(1, sizeof *planner);
    if (!planner) return NULL;
    const Fold fold = fold_for(rules);
    opponent_model_init(&planner->model, rules, &fold, styles, agent->own);
    for (int style = 0; style < OPPONENT_STYLES; style++)
        if (styles >> style & 1)
            planner->model.priors[style] = style == OPPONENT_POLICY ? (float)agent->values[PARAM_TRUST] : 1;
    solver_init(&planner->solver, planner->entries, EXACT_ENTRIES);
    const bool held = held_init(&planner->held, (int)agent->values[PARAM_HANDS]);
    const bool answers = answers_init(&planner->answers);
    if (reply_init(&planner->reply, &options, &MODEL, planner) && held && answers) return planner;
    memory_close(planner);
    return NULL;
}

/* ---- a decision */

/* The exact values of all candidates where nothing is hidden. False where something is. */
static bool values_exact(int values[], Planner *planner, const View *view)
{
    const Reply *reply = &planner->reply;
    CardSet plays[MAX_MOVES];
    Round round;
    if (!exact_round(&round, view)) return false;
    for (int i = 0; i < reply->count; i++)
        plays[i] = reply->candidates[i].play;
    solve_plays(values, &planner->solver, &round, view->rules, plays, reply->count);
    return true;
}

/* Keeps the candidates of the best exact value. False where something is hidden. */
static bool keep_exact(Planner *planner, const View *view)
{
    Reply *reply = &planner->reply;
    int exact[MAX_MOVES], best = INT_MIN, kept = 0;
    if (!values_exact(exact, planner, view)) return false;
    for (int i = 0; i < reply->count; i++)
        best = exact[i] > best ? exact[i] : best;
    for (int i = 0; i < reply->count; i++)
        if (exact[i] == best) reply->candidates[kept++] = reply->candidates[i];
    reply->count = kept;
    return true;
}

static CardSet planner_choose(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    Planner *planner = memory;
    Reply *reply = &planner->reply;
    if (reply_begin(reply, view) == 1) return reply->candidates[0].play;
    const bool exact = agent->values[PARAM_EXACT] != 0 && keep_exact(planner, view);
    if (reply->count == 1) return reply->candidates[0].play;
    if (!held_weigh(&planner->held, &planner->answers, &planner->model, view, rng)) return 0;
    return exact ? reply_last(reply, rng) : reply_halving(reply, rng);
}

/* What the decision makes of each play, of which none is left out; the candidates are those of reply_halving. */
static bool values(SearchResult *out, const Agent *agent, void *memory, const View *view, Rng *rng)
{
    Planner *planner = memory;
    Reply *reply = &planner->reply;
    int exact[MAX_MOVES];
    reply->options.seconds = 0;
    out->count = reply_begin(reply, view);
    out->best = 0;
    out->exact = agent->values[PARAM_EXACT] != 0 && values_exact(exact, planner, view);
    out->flat = false;
    out->iterations = 0;
    for (int i = 0; i < out->count; i++) {
        out->plays[i] = (SearchPlay){reply->candidates[i].play, out->exact, out->exact ? exact[i] : 0};
        if (out->plays[i].value > out->plays[out->best].value) out->best = i;
    }
    if (out->exact) return true;
    if (!held_weigh(&planner->held, &planner->answers, &planner->model, view, rng)) return false;
    const CardSet best = reply_halving(reply, rng);
    for (int i = 0; i < out->count; i++) {
        const Candidate *tried = reply->candidates;
        while (tried->play != out->plays[i].play)
            tried++;
        out->plays[i].visits = (uint32_t)tried->rounds;
        out->plays[i].value = tried->sum / tried->rounds;
        out->iterations += (uint64_t)tried->rounds;
        if (tried->play == best) out->best = i;
    }
    return true;
}

int planner_values(PlannedPlay out[], void *memory, const View *view, int rounds, Rng *rng)
{
    Planner *planner = memory;
    Reply *reply = &planner->reply;
    const bool search = reply->options.search;
    const int count = reply_begin(reply, view);
    int exact[MAX_MOVES];
    const bool known = values_exact(exact, planner, view);
    for (int i = 0; i < count; i++)
        out[i] = (PlannedPlay){reply->candidates[i].play, {known ? exact[i] : 0, known ? exact[i] : 0}};
    if (known) return count;
    if (!held_weigh(&planner->held, &planner->answers, &planner->model, view, rng)) return 0;
    reply->options.search = false;
    for (int half = 0; half < 2; half++) {
        reply_begin(reply, view);
        reply_even(reply, rounds, rng);
        for (int i = 0; i < count; i++)
            out[i].values[half] = reply->candidates[i].sum / rounds;
    }
    reply->options.search = search;
    return count;
}

static void options_fill(SearchOptions *options, const Agent *agent)
{
    *options = (SearchOptions){
        .iterations = (uint32_t)agent->values[PARAM_PLAYOUTS], .fold = true, .exact = true, .agent = agent};
}

static const AgentSearch SEARCH = {
    .options = options_fill,
    .values = values,
    .iterations = &PARAMS[PARAM_PLAYOUTS],
    .seconds = &PARAMS[PARAM_TIME],
};

const AgentKind AGENT_PLANNER = {
    .name = "planner",
    .help = "a policy improved at play time: replies to others whose styles and hands it infers from their plays "
            "(docs/agents.md)",
    .params = PARAMS,
    .param_count = PARAM_COUNT,
    .open = planner_open,
    .close = net_close,
    .traits_of = traits_of,
    .memory_open = memory_open,
    .memory_close = memory_close,
    .choose = planner_choose,
    .search = &SEARCH,
};
