/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds that were played as records. */
#include <stdio.h>

#include "engine/notation.h"
#include "sim/simulate.h"

/* The names of who sat at the seats, separated by spaces, as far as they fit. */
static void seat_names(char *out, size_t size, const Schedule *schedule, const Agent agents[], const PlayedRound *round)
{
    size_t used = 0;
    for (int seat = 0; seat < schedule->rules.players && used < size; seat++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", seat ? " " : "",
                                 agents[round_agent(round, schedule, seat)].name);
}

/* Tells the card from what it captures, which takes the hands. */
static void plays_note(Record *record, const Game *game)
{
    Round round;
    round_start(&round, &record->rules, &record->pack, record->scores);
    for (; record->play_count < game->round.table.ply; record->play_count++) {
        const CardSet play = game->history[record->play_count], card = play & round_hand(&round);
        record->plays[record->play_count] = (Play){.captured = play ^ card, .card = set_first(card)};
        round_play(&round, &record->rules, play);
    }
}

bool record_add(TextBuffer *text, const Schedule *schedule, const Agent agents[], const PlayedRound *round)
{
    const Game *game = round->game;
    Record record = {.rules = schedule->rules,
                     .pack = *round->pack,
                     .has_play = true,
                     .has_points = true,
                     .has_surs = true,
                     .has_clubs = true,
                     .has_round = true,
                     .has_match = round->match != NO_MATCH,
                     .has_seed = !schedule->packs,
                     .seed = schedule->seed,
                     .round = round->index};
    if (record.has_match) record.match = (uint64_t)round->match;
    for (int side = 0; side < schedule->rules.sides; side++) {
        record.scores[side] = game->round.table.scores[side];
        record.points[side] = game->counts[side].points;
        record.surs[side] = game->counts[side].surs;
        record.clubs[side] = game->counts[side].clubs;
    }
    plays_note(&record, game);
    seat_names(record.agents, sizeof record.agents, schedule, agents, round);
    if (!text_buffer_reserve(text, RECORD_TEXT)) return false;
    text->length += (size_t)record_print(text->data + text->length, &record);
    return true;
}
