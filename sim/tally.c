/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds up boards for each agent, and puts sums and void boards into a run's log and gets them back. */
#include "sim/tally.h"

#include <string.h>

#include "agents/match_equity.h"

void side_points(int out[static MAX_SIDES], const SideCount counts[static MAX_SIDES], int sides)
{
    for (int side = 0; side < sides; side++)
        out[side] = counts[side].points;
}

void diff_units(int out[static MAX_SIDES], const int points[static MAX_SIDES], int sides)
{
    int total = 0;
    for (int side = 0; side < sides; side++)
        total += points[side];
    for (int side = 0; side < sides; side++)
        out[side] = sides * points[side] - total;
}

void win_units(int out[static MAX_SIDES], const int points[static MAX_SIDES], int sides)
{
    int best = points[0], sharing = 0;
    for (int side = 1; side < sides; side++)
        best = points[side] > best ? points[side] : best;
    for (int side = 0; side < sides; side++)
        sharing += points[side] == best;
    for (int side = 0; side < sides; side++)
        out[side] = points[side] < best ? 0 : win_scale(sides) / sharing;
}

static void count_add(TallyCounts *into, const SideCount *count)
{
    into->clubs += count->clubs;
    into->clubs_won += count->clubs_won;
    into->surs += count->surs;
    into->aces += count->aces;
    into->jacks += count->jacks;
    into->two_c += count->two_c;
    into->ten_d += count->ten_d;
}

/* ---- matches */

/* Surs of each side that the limit took in a round: they would have counted, or cancelled one. */
static void limit_surs(int out[static MAX_SIDES], const Rules *rules, const PlayedRound *played)
{
    const Game *game = played->game;
    Round round;
    round_start(&round, rules, played->pack, game->round.table.scores);
    for (int ply = 0; ply < game->round.table.ply; ply++) {
        const CardSet play = game->history[ply];
        const int side = table_side(&round.table, rules), rank = card_rank(set_first(play & round_hand(&round)));
        const bool clears = set_rest(play) && !(round.table.pool & ~play);
        out[side] += clears && !sur_by_score(round.table.scores[side], rules) && sur_by_rank(rank, rules) &&
                     table_sur_points(&round.table, rules) > 0;
        round_play(&round, rules, play);
    }
}

static void limit_add(BoardSums *sums, const Schedule *schedule, const PlayedRound *round)
{
    const Rules *rules = &schedule->rules;
    const int16_t *scores = round->game->round.table.scores;
    int surs[MAX_SIDES] = {0};
    bool bites = false;
    for (int side = 0; side < rules->sides; side++)
        bites |= !sur_by_score(scores[side], rules);
    if (!bites) return;
    limit_surs(surs, rules, round);
    for (int agent = 0; agent < schedule->agents; agent++)
        for (unsigned sides = schedule->sides[round->rotation][agent]; sides; sides &= sides - 1) {
            const int side = __builtin_ctz(sides);
            sums->counts[agent].limit_rounds += !sur_by_score(scores[side], rules);
            sums->counts[agent].limit_surs += surs[side];
        }
}

/* ---- match equity */

/* The side that stops the match in this round, or NOBODY: the round was played out whatever the scores. */
static int round_stopper(const Rules *rules, const Pack *pack, const Game *game)
{
    Round round;
    int side;
    round_start(&round, rules, pack, game->round.table.scores);
    for (int ply = 0; ply + 1 < PLAYS; ply++) {
        round_play(&round, rules, game->history[ply]);
        if (set_rest(game->history[ply]) && table_shodam(&round.table, rules, &side)) return side;
    }
    return NOBODY;
}

/* The chance of the first agent's side after the board's rounds, by schedule->equity, summed over the seatings, in
   1/EQUITY_ONE. Each round begins with the schedule's scores, and per shodam may have stopped it midway. Two sides. */
static int board_chances(const Board *board, const Schedule *schedule)
{
    const Rules *rules = &schedule->rules;
    int chances = 0;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        const Game *game = &board->games[seating];
        const int16_t *before = game->round.table.scores;
        const int own = schedule->sides[seating][0] >> 1 & 1, other = !own;
        const int stopper = round_stopper(rules, &board->pack, game);
        if (stopper != NOBODY)
            chances += stopper == own ? EQUITY_ONE : 0;
        else /* who played first now plays last */
            chances += match_equity_units(schedule->equity, before[own] + game->counts[own].points,
                                          before[other] + game->counts[other].points, own == 1);
    }
    return chances;
}

/* ---- boards */

void sums_round(BoardSums *sums, const Schedule *schedule, const PlayedRound *round)
{
    const Rules *rules = &schedule->rules;
    const Game *game = round->game;
    int points[MAX_SIDES], diff[MAX_SIDES];
    side_points(points, game->counts, rules->sides);
    diff_units(diff, points, rules->sides);
    sums->rounds++;
    for (int seat = 0; seat < rules->players; seat++) {
        TallyCounts *counts = &sums->counts[schedule_agent(schedule, round->rotation, seat)];
        const int plays = (game->round.table.ply + rules->players - 1 - seat) / rules->players;
        counts->plays += plays;
    }
    for (int agent = 0; agent < schedule->agents; agent++)
        for (unsigned sides = schedule->sides[round->rotation][agent]; sides; sides &= sides - 1) {
            const int side = __builtin_ctz(sides);
            sums->points[agent] += points[side];
            sums->diffs[agent] += diff[side];
            sums->counts[agent].captures += game->captures[side];
            count_add(&sums->counts[agent], &game->counts[side]);
        }
    if (round->match != NO_MATCH) limit_add(sums, schedule, round);
}

/* Adds what a seating of the board came to: the points of the sides of its round, or of its match's first round 1 for
   the winner and 0 for the others. */
static void sums_result(BoardSums *sums, const Schedule *schedule, int seating, const int points[static MAX_SIDES])
{
    const Rules *rules = &schedule->rules;
    int diff[MAX_SIDES], win[MAX_SIDES];
    bool best[MAX_SEATS] = {false}; /* [agent]: its best side is the best of all */
    diff_units(diff, points, rules->sides);
    win_units(win, points, rules->sides);
    for (int seat = 0; seat < rules->players; seat++)
        sums->seats[seat] += diff[rules_side(rules, seat)];
    for (int agent = 0; agent < schedule->agents; agent++)
        for (unsigned sides = schedule->sides[seating][agent]; sides; sides &= sides - 1) {
            const int side = __builtin_ctz(sides);
            sums->places[seating][agent] += diff[side];
            sums->wins[agent] += win[side];
            best[agent] |= win[side] > 0;
            sums->counts[agent].draws += win[side] > 0 && win[side] < win_scale(rules->sides);
        }
    sums->half_points += best[1] ? best[0] : 2;
}

void sums_match(BoardSums *sums, const Schedule *schedule, int seating, const Match *match)
{
    int points[MAX_SIDES] = {0};
    points[match->winner] = 1;
    sums_result(sums, schedule, seating, points);
    sums->lengths[seating] = match->rounds;
    for (int agent = 0; agent < schedule->agents; agent++)
        for (unsigned of = schedule->sides[seating][agent]; of; of &= of - 1) {
            TallyCounts *counts = &sums->counts[agent];
            const int side = __builtin_ctz(of);
            const int margin = match_margin(match, &schedule->rules, side);
            counts->margin += margin;
            if (side != match->winner) continue;
            counts->won_margin += margin;
            counts->won_tie += match->tie_break;
            counts->won_shodam += match->end == MATCH_SHODAM;
            counts->won_count += match->end == MATCH_COUNT && !match->tie_break;
        }
}

void tally_sums(Tally *tally, const Schedule *schedule, const Pairing *order, const BoardSums *sums)
{
    const bool matches = schedule->match_rounds > 0;
    for (int a = 0; a < schedule->agents; a++) {
        AgentTally *agent = &tally->agents[order->agents[a]];
        moments_add(&agent->points, sums->points[a]);
        moments_add(&agent->diff, sums->diffs[a]);
        moments_add(&agent->wins, sums->wins[a]);
        for (int seating = 0; seating < schedule->seatings; seating++)
            moments_add(&agent->by_place[(a + schedule->seatings - seating) % schedule->seatings],
                        sums->places[seating][a]);
        for (int i = 0; i < TALLY_COUNTS; i++)
            agent->counts.counts[i] += sums->counts[a].counts[i];
        if (!matches) continue;
        moments_add(&agent->points_rounds, sums->points[a] + sums->rounds);
        moments_add(&agent->diff_rounds, sums->diffs[a] + sums->rounds);
    }
    for (int seat = 0; seat < schedule->rules.players; seat++)
        moments_add(&tally->by_seat[seat], sums->seats[seat]);
    for (int seating = 0; matches && seating < schedule->seatings; seating++)
        moments_add(&tally->lengths, sums->lengths[seating]);
    if (matches) moments_add(&tally->rounds, sums->rounds);
    if (schedule->agents == 2) /* the first agent, which may have sat down second */
        tally->results[order->agents[0] ? 2 * schedule->seatings - sums->half_points : sums->half_points]++;
    tally->boards++;
}

void sums_times(BoardSums *sums, const Schedule *schedule, const PlayTime times[static MAX_SEATS])
{
    for (int agent = 0; agent < schedule->agents; agent++) {
        sums->counts[agent].timed_plays = (int64_t)times[agent].plays;
        sums->counts[agent].nanoseconds = (int64_t)times[agent].nanoseconds;
    }
}

void tally_add(Tally *tally, const Schedule *schedule, const Board *board)
{
    BoardSums sums = {0};
    for (int seating = 0; seating < schedule->seatings; seating++) {
        const PlayedRound round = board_round(board, schedule, seating);
        int points[MAX_SIDES];
        side_points(points, round.game->counts, schedule->rules.sides);
        sums_round(&sums, schedule, &round);
        sums_result(&sums, schedule, seating, points);
    }
    sums_times(&sums, schedule, board->times);
    tally_sums(tally, schedule, &board->order, &sums);
    if (schedule->equity) moments_add(&tally->chances, board_chances(board, schedule));
}

static void agent_merge(AgentTally *into, const AgentTally *from)
{
    for (int i = 0; i < TALLY_MOMENTS; i++)
        moments_merge(into->moments + i, from->moments + i);
    for (int i = 0; i < TALLY_COUNTS; i++)
        into->counts.counts[i] += from->counts.counts[i];
}

void tally_merge(Tally *into, const Tally *from)
{
    into->boards += from->boards;
    voids_merge(&into->voids, &from->voids);
    for (int i = 0; i < MAX_SEATS; i++)
        agent_merge(&into->agents[i], &from->agents[i]);
    for (int i = 0; i < RUN_MOMENTS; i++)
        moments_merge(&into->moments[i], &from->moments[i]);
    for (int i = 0; i < RESULT_KINDS; i++)
        into->results[i] += from->results[i];
}

/* ---- fields of a run's log */

/* What is far beyond any run would overflow where it is added up. */
#define SUM_MOST ((int64_t)1 << 56)
#define WIDE_MOST ((__int128)1 << 118)

void field_sum(Fields *fields, int64_t *sum) { field_int(fields, sum, -SUM_MOST, SUM_MOST); }

void field_moments(Fields *fields, Moments *moments)
{
    field_sum(fields, &moments->n);
    field_wide(fields, &moments->sum, WIDE_MOST);
    field_wide(fields, &moments->sum_sq, WIDE_MOST);
}

/* ---- void boards */

KnownAgents boards_known(const BoardsJob *job)
{
    return (KnownAgents){{job->agents}, {job->pairings ? job->agent_count : (size_t)job->schedule->agents}};
}

/* Number of the agent among those known, from 1 on; 0: none. */
static size_t agent_number(const KnownAgents *agents, const Agent *agent)
{
    for (size_t i = 0; agent && i < agents->counts[0] + agents->counts[1]; i++) {
        const size_t behind = i < agents->counts[0] ? 0 : agents->counts[0];
        if (&agents->agents[behind > 0][i - behind] == agent) return i + 1;
    }
    return 0;
}

/* Is put as its number. */
static void field_agent(Fields *fields, const Agent **agent, const KnownAgents *known)
{
    const size_t first = known->counts[0];
    uint64_t number = fields->out ? agent_number(known, *agent) : 0;
    field_uint(fields, &number);
    if (fields->out) return;
    if (number > first + known->counts[1]) reader_fail(fields->in);
    if (fields->in->failed) number = 0;
    *agent = !number ? NULL : number <= first ? &known->agents[0][number - 1] : &known->agents[1][number - 1 - first];
}

/* Texts that are got go into the pool. */
static void field_text(Fields *fields, const char **text)
{
    const char *bytes = *text;
    size_t length = fields->out ? strlen(bytes) : 0;
    field_bytes(fields, &bytes, &length);
    if (fields->out) return;
    *text = bytes ? pool_text(fields->in->pool, bytes, length) : NULL;
    if (!*text) *text = "", reader_fail(fields->in);
}

void field_void(Fields *fields, VoidBoard *board, const KnownAgents *known)
{
    field_agent(fields, &board->agent, known);
    field_text(fields, &board->why);
    field_uint(fields, &board->board);
    field_uint(fields, &board->hand);
    field_uint(fields, &board->pool);
    field_uint(fields, &board->play);
    field_int32(fields, &board->seating, SEATING_POSITION, INT32_MAX);
    field_int32(fields, &board->seat, 0, MAX_SEATS - 1);
    field_int(fields, &board->rounds, 0, INT32_MAX);
    const bool possible = board_share(board->board) <= SHARE_VALIDATION && !((board->hand | board->pool) & ~PACK);
    if (!fields->out && !possible) reader_fail(fields->in);
}

void field_voids(Fields *fields, Voids *voids, const KnownAgents *known)
{
    Voids all = fields->out ? *voids : (Voids){0};
    field_int(fields, &all.boards, 0, SUM_MOST);
    field_int(fields, &all.count, 0, VOID_KINDS);
    int64_t left = all.boards; /* what further kinds may have: two of one kind add up, too */
    for (int64_t i = 0; i < all.count && fields_good(fields); i++) {
        field_int(fields, &all.kinds[i].boards, 1, left);
        field_void(fields, &all.kinds[i].first, known);
        left -= all.kinds[i].boards;
    }
    if (!fields->out && fields_good(fields)) voids_merge(voids, &all);
}

/* ---- tallies */

void field_tally(Fields *fields, Tally *tally, int count, const KnownAgents *known)
{
    field_sum(fields, &tally->boards);
    field_voids(fields, &tally->voids, known);
    for (int i = 0; i < RUN_MOMENTS; i++)
        field_moments(fields, &tally->moments[i]);
    for (int i = 0; i < RESULT_KINDS; i++)
        field_sum(fields, &tally->results[i]);
    for (AgentTally *agent = tally->agents; agent < tally->agents + count; agent++) {
        for (int i = 0; i < TALLY_MOMENTS; i++)
            field_moments(fields, &agent->moments[i]);
        for (int i = 0; i < TALLY_COUNTS; i++)
            field_sum(fields, &agent->counts.counts[i]);
    }
}
