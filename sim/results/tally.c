/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds up boards for each agent. */
#include "sim/results/tally.h"

#include "engine/table.h"
#include "sim/round_chances.h"

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
        counts->timed_plays += round->timed ? plays : 0;
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

void sums_result(BoardSums *sums, const Schedule *schedule, int seating, const int points[static MAX_SIDES])
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
    for (int a = 0; a < schedule->agents; a++)
        sums.counts[a].nanoseconds = board->timed ? (int64_t)board->nanoseconds[a] : 0;
    tally_sums(tally, schedule, &board->order, &sums);
    if (schedule->equity) moments_add(&tally->chances, board_chances(board, schedule));
}

static void agent_merge(AgentTally *into, const AgentTally *from)
{
    moments_merge(&into->points, &from->points);
    moments_merge(&into->diff, &from->diff);
    moments_merge(&into->wins, &from->wins);
    moments_merge(&into->points_rounds, &from->points_rounds);
    moments_merge(&into->diff_rounds, &from->diff_rounds);
    for (int place = 0; place < MAX_SEATS; place++)
        moments_merge(&into->by_place[place], &from->by_place[place]);
    for (int i = 0; i < TALLY_COUNTS; i++)
        into->counts.counts[i] += from->counts.counts[i];
}

void tally_merge(Tally *into, const Tally *from)
{
    into->boards += from->boards;
    voids_merge(&into->voids, &from->voids);
    moments_merge(&into->chances, &from->chances);
    moments_merge(&into->rounds, &from->rounds);
    moments_merge(&into->lengths, &from->lengths);
    for (int i = 0; i < MAX_SEATS; i++) {
        agent_merge(&into->agents[i], &from->agents[i]);
        moments_merge(&into->by_seat[i], &from->by_seat[i]);
    }
    for (int i = 0; i < RESULT_KINDS; i++)
        into->results[i] += from->results[i];
}
