/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur tactics: what each tactic is worth. */
#include "analysis/commands/commands.h"
#include "analysis/commands/equity_table.h"
#include "analysis/commands/vary.h"
#include "analysis/report/kinds/kinds.h"
#include "analysis/report/table.h"
#include "analysis/study/sim_figures.h"
#include "analysis/study/tactics/tactic_run.h"

typedef struct {
    TacticRequest request;
    uint64_t boards;
    const char *stop_text, *equity, *vary_text;

    Schedule schedule;
    TacticStudy study;
    EquityTable worth; /* of --equity */
    StopRule stop;
    TacticResult result;
    Vary vary; /* of --vary */
} Tactics;

static const Option OPTIONS[] = {
    {"tactics", "these tactics (default all but the base); of base_...: what it costs to forget it",
     OPTION_AT(Tactics, request.tactics), .metavar = "A,B,...", .heading = "Question",
     .brief = "these tactics instead of all", .takes = TAKES_TACTICS},
    {"sweep", "a curve: what each weight is worth in the full set, more than the weight 0; several with commas",
     OPTION_AT(Tactics, request.sweep), .metavar = "TACTIC=LOW:HIGH:STEP", .takes = TAKES_WEIGHTS},
    {"pairs", "what two tactics added to the base are worth together, beyond the sum of each alone",
     OPTION_AT(Tactics, request.pairs)},
    {"advice", "a script in Lua whose advice is measured, alone and added to the full set (docs/advice.md)",
     OPTION_AT(Tactics, request.advice), .metavar = "FILE.lua", .takes = TAKES_FILE},
    {"added", "tactics at these weights, alone and put on top of the full set, which lacks them",
     OPTION_AT(Tactics, request.added), .metavar = "TACTIC=WEIGHT,...", .takes = TAKES_TACTICS},
    {"by",
     "divide a tactic's value in the full set by the deal, the pool's total or the score at the first decision "
     "that it changed, or by what the function group of a script says there",
     OPTION_AT(Tactics, request.by), .fallback = "all", .metavar = "deal|pool|score|FILE.lua", .takes = TAKES_FILE,
     .words = "all deal pool score"},
    {"opponent", "measure against each of these agents", OPTION_AT(Tactics, request.opponents), .fallback = "tactic",
     .metavar = "A,B,...", .takes = TAKES_AGENTS},
    {"agent", "whose tactics: tactic, or tactic:KEY=VALUE,... for other weights; its weights are the full set",
     OPTION_AT(Tactics, request.agent), .fallback = "tactic", .metavar = "A", .takes = TAKES_AGENT},
    {"boards",
     "packs to play, each once in every seating of every version (default 20k; with --stop, as many as it "
     "takes)",
     OPTION_AT(Tactics, boards), .low = "2", .high = BOARDS_MOST, .heading = "Sample",
     .brief = "packs to play, each once in every seating (default 20k)"},
    {OPTION_MATCHES},
    {OPTION_FROM},
    {OPTION_MAX_ROUNDS},
    {"stop", "stop as soon as every row's interval is at most X points a round to either side, or of X of the matches",
     OPTION_AT(Tactics, stop_text), .metavar = "ci=X", .brief = "when every interval is at most X to either side",
     .words = "ci="},
    {OPTION_RULES},
    {VARY_OPTION(Tactics, vary_text)},
    {OPTION_SEED},
    {OPTION_MAX_VOID},
    {.heading = "Output", EQUITY_OPTION(Tactics, equity)},
    {OPTION_CSV},
    {OPTION_JSON},
    {OPTION_TABLE},
    {OPTION_PLOT},
    OPTIONS_BOTS,
    OPTIONS_RUN,
    OPTIONS_KEEP,
};

static bool prepare(Driver *driver, Error *error)
{
    Tactics *own = driver->own;
    TacticStudy *study = &own->study;
    TacticRequest *request = &own->request;
    if (!driver_given(driver, "boards")) own->boards = own->stop_text ? BOARDS_NO_END : 20000;
    if (driver->common.matches) own->boards = driver->common.matches;
    const bool divided = strcmp(request->by, "all") != 0;
    if (request->sweep && (request->pairs || divided || request->tactics || request->added))
        return error_set(error, "--sweep takes neither --pairs, --by, --added nor --tactics");
    if (request->pairs && divided) return error_set(error, "--pairs does not go with --by");
    if ((own->stop_text && !stop_parse(&own->stop, own->stop_text, NULL, error)) ||
        (own->vary_text && !vary_open(&own->vary, driver, own->vary_text, 2, error)) ||
        !driver_schedule(driver, &own->schedule, 2, error) ||
        !tactic_study_open_on(study, request, &own->schedule, error))
        return false;
    driver->setup.rules = &study->schedule.rules;
    if (own->stop_text) driver->setup.undivided = "--stop looks at the boards of all parts";
    if (own->equity && driver->common.matches)
        return error_set(error, "--equity is about points; the values of --matches are matches won");
    if (own->equity && !equity_table_open(&own->worth, driver, own->equity, driver->setup.rules, error)) return false;
    if (own->equity) study->worth = &own->worth;
    return driver_take_agents(driver, study->opponents, study->opponent_count, error) &&
           driver_take_agents(driver, &study->agent, 1, error) &&
           (!study->grouper.kind || driver_take_agents(driver, &study->grouper, 1, error)) &&
           (!own->vary_text || (vary_agents_fit(&own->vary, request->opponents, NULL, 0, error) &&
                                vary_agents_fit(&own->vary, NULL, &request->agent, 1, error)));
}

static void plan(const Driver *driver, FILE *out)
{
    const Tactics *own = driver->own;
    const TacticStudy *study = &own->study;
    fprintf(out, "%d row%s, %d versions of %s; rules %s, seed %llu; ", study->row_count, PLURAL(study->row_count),
            study->variant_count, study->agent.name, driver->setup.rules_text, (unsigned long long)driver->common.seed);
    if (own->stop.kind == STOP_WIDTH)
        fprintf(out, "until every interval is at most +-%g\n", own->stop.width);
    else
        fprintf(out, "%llu boards%s in %d seatings\n", (unsigned long long)own->boards,
                study_matches(study) ? " of whole matches" : "", study->schedule.seatings);
    if (own->vary_text) vary_plan(&own->vary, out);
}

static bool watch(void *arg, const TacticProgress *now)
{
    Driver *driver = arg;
    const Tactics *own = driver->own;
    char rest[STUDY_PROGRESS];
    if (progress_due(&driver->progress)) {
        study_progress(rest, &own->study, now);
        progress_show(&driver->progress, "boards", now->done, now->expected, rest);
    }
    return driver_voids(driver, now->voids, (double)(own->boards < BOARDS_NO_END ? own->boards : now->done));
}

/* Where the values of the rows stand in what a run directory keeps of blocks of boards. */
static bool blocks_describe(KeptBlocks *blocks, const Tactics *own, Error *error)
{
    for (int i = 0; i < own->result.cell_count; i++) {
        const TacticCell *cell = &own->result.cells[i];
        const int first = 1 + (MAX_STRATA + 1) * cell->row, stratum = cell->stratum < 0 ? 0 : cell->stratum;
        const BlockFigure value = {"value", (size_t)i, first + stratum, first + MAX_STRATA,
                                   tactic_value_scale(&own->study)};
        if (!list_add(&blocks->figures, &blocks->figure_count, &value, sizeof value)) return error_memory(error);
    }
    return true;
}

static bool work(Driver *driver, Error *error)
{
    Tactics *own = driver->own;
    own->vary.study = &own->study;
    if (own->vary_text) return vary_work(&own->vary, driver, own->boards, error);
    const TacticJob run = {
        .study = &own->study,
        .boards = driver->work.total = own->boards,
        .half_width = own->stop.width,
        .alpha = driver_alpha(driver),
        .threads = driver->threads,
        .checkpoint = driver->kept.checkpoint,
        .blocks = driver->kept.blocks ? &driver->kept.blocks->blocks : NULL,
        .watch = watch,
        .arg = driver,
    };
    if (!tactic_run(&own->result, &run)) return error_memory(error);
    driver->work.done = own->result.boards;
    driver->work.interrupted = own->result.interrupted;
    if (own->stop.width > 0 && study_unsettled(&own->result)) driver->work.verdict = STATUS_UNDECIDED;
    return !driver->kept.blocks || blocks_describe(driver->kept.blocks, own, error);
}

static void result_fill(const Driver *driver, Result *out)
{
    const Tactics *own = driver->own;
    char names[TACTIC_SET_TEXT];
    const uint64_t reversed = study_reversed(&own->study), left_out = own->study.left_out;
    if (own->vary_text) result_head(out, "vary", "%s", own->vary_text);
    result_head(out, "interval", "simultaneous for all rows; %s",
                own->stop.width > 0   ? "valid at every look"
                : own->result.stopped ? "anytime"
                                      : "fixed number of boards");
    if (study_matches(&own->study)) result_head(out, "unit", "share of the matches");
    if (reversed) result_head(out, "reversed", "%s", tactic_set_names(names, &own->study, reversed));
    if (left_out) result_head(out, "left_out", "%s", tactic_set_names(names, &own->study, left_out));
    own->vary_text ? vary_result(out, own->vary.rows, own->vary.count) : study_result(out, &own->study, &own->result);
}

static bool summary(const Driver *driver, FILE *out)
{
    const Tactics *own = driver->own;
    const Schedule *schedule = &own->study.schedule;
    if (own->vary_text) return vary_print(&own->vary, driver, out), true;
    fprintf(out, "%llu board%s%s in %d seatings, rules %s, seed %llu; %s\n", (unsigned long long)driver->work.done,
            PLURAL(driver->work.done), study_matches(&own->study) ? " of whole matches" : "", schedule->seatings,
            driver->setup.rules_text, (unsigned long long)driver->common.seed, driver->end.took);
    if (!study_summary(out, &driver->page, &own->study, &own->result, own->stop.width, driver->results)) return false;
    agents_open_note(out, own->study.opponents, own->study.opponent_count);
    return true;
}

static void tactics_free(Driver *driver)
{
    Tactics *own = driver->own;
    tactic_result_free(&own->result);
    tactic_study_free(&own->study);
    vary_close(&own->vary);
    equity_table_close(&own->worth);
}

const Command CMD_TACTICS = {
    .spec =
        {.command = "tactics",
         .summary = "what each tactic is worth, in points or in matches, with confidence intervals",
         .about =
             "What each tactic of the agent 'tactic' is worth, in points a round with intervals that hold for "
             "all rows together: alone (added to the base), without (what is lost when it is taken out of "
             "the full set), and added (what it brings on top of a full set that lacks it). Versions play the same boards with the same random draws. With --matches boards are "
             "of whole matches, and values are what is won of them more, in %.",
         .example = "pasur tactics --tactics deny_sur --stop ci=0.05",
         .notes =
             "A row that changed the result of fewer than 40 boards is too rare to say anything about. A "
             "tactic whose\nweight is 0 in the agent is the same with and without. One that cannot come up "
             "under the rules is left out.\n--explain says what each tactic advises; 'pasur agents tactic' has the weights too. At three seats the agent sits "
             "A B B, alone against two of the opponent, at four\nA B A B; opponents are not mixed, and in which "
             "order they or the tactics are named does not count.\nExit status: 3 where a row did not get as "
             "precise as --stop asks.\n--equity scales values by what a point of difference is worth at 0-0, 30-30 "
             "and 55-55: good where\nvalues are small and the limit of Surs is far. 'pasur sim A B --equity FILE --at "
             "A/B' plays from any scores.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Tactics),
    .sample = "boards",
    COMMAND_RESULTS(&RESULT_TACTICS, &RESULT_SWEEP, &RESULT_PAIRS, &RESULT_STRATA, &RESULT_VARY),
    .prepare = prepare,
    .plan = plan,
    .work = work,
    .result = result_fill,
    .summary = summary,
    .free = tactics_free,
};
