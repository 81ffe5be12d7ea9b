/* SPDX-License-Identifier: GPL-3.0-or-later */
/* referee: makes and judges records by the slow reading of the rules. Exit status as for pasur: 1 a record is wrong,
   2 wrong use or bad input. */
#include "tests/referee/referee.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "referee: %s: %s\n", what, why);
    return 2;
}

static bool read_number(const char *text, long *number)
{
    char *end;
    *number = strtol(text, &end, 10);
    return *text != '\0' && *end == '\0' && *number >= 0;
}

/* The whole file, for the caller to free; "-" is stdin. NULL if it cannot be read. */
static char *read_all(const char *name)
{
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "r");
    if (file == NULL) return NULL;
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room);
    while (text != NULL) {
        size += fread(text + size, 1, room - size - 1, file);
        if (size < room - 1) break;
        room *= 2;
        text = realloc(text, room);
    }
    if (text != NULL) text[size] = '\0';
    if (file != stdin) fclose(file);
    return text;
}

/* Does something with each record in turn; false stops with status 1. */
typedef bool Visit(int index, const RefRecord *record, void *data);

/* Reads all records first, so that nothing, not even the header, is printed when one is bad. */
static int visit_file(const char *name, const char *header, Visit *visit, void *data)
{
    char *text = read_all(name);
    if (text == NULL) return fail(name, "cannot be read");
    char why[REF_WHY];
    RefRecord record;
    RefReader reader = {.at = text};
    RefRead got;
    while ((got = ref_record_read(&record, &reader, why)) == REF_READ_RECORD)
        continue;
    if (got == REF_READ_BAD) {
        fprintf(stderr, "%s:%d: %s\n", name, reader.line, why);
        free(text);
        return 2;
    }
    printf("%s", header);
    bool right = true;
    reader = (RefReader){.at = text};
    for (int i = 0; ref_record_read(&record, &reader, why) == REF_READ_RECORD; i++)
        right &= visit(i, &record, data);
    free(text);
    return right ? 0 : 1;
}

static void print_figures(const int number[REF_SEATS], const RefVerdict *verdict)
{
    for (int side = 0; verdict->counted && side < verdict->sides; side++)
        printf("%s%d", side > 0 ? " " : "", number[side]);
    printf(",");
}

static bool replay_one(int index, const RefRecord *record, void *data)
{
    (void)data;
    RefVerdict verdict;
    RefRound round;
    ref_judge(&verdict, &round, record);
    printf("%d,%d,", index, verdict.ok);
    print_figures(verdict.points, &verdict);
    print_figures(verdict.surs, &verdict);
    print_figures(verdict.clubs, &verdict);
    printf("%s\n", verdict.error);
    return verdict.ok;
}

static int run_replay(char **arg)
{
    return visit_file(arg[0], "record,ok,points,surs,clubs,error\n", replay_one, NULL);
}

static bool perft_one(int index, const RefRecord *record, void *data)
{
    const long *depth = data;
    RefVerdict verdict;
    RefRound round;
    ref_judge(&verdict, &round, record);
    if (verdict.ok)
        printf("%llu\n", (unsigned long long)ref_perft(&round, (int)*depth));
    else
        fprintf(stderr, "referee: record %d: %s\n", index, verdict.error);
    return verdict.ok;
}

static int run_perft(char **arg)
{
    long depth;
    if (!read_number(arg[1], &depth) || depth > REF_MAX_PLAYS) return fail(arg[1], "not a depth");
    return visit_file(arg[0], "", perft_one, &depth);
}

static bool spoil_one(int index, const RefRecord *record, void *data)
{
    RefRandom *random = data;
    RefVerdict verdict;
    RefRound round;
    ref_judge(&verdict, &round, record);
    if (!verdict.ok) {
        fprintf(stderr, "referee: record %d is wrong already: %s\n", index, verdict.error);
        return false;
    }
    for (int way = 0; way < ref_spoil_ways(); way++) {
        char text[REF_TEXT];
        const char *expect;
        if (ref_spoil(text, &expect, record, way, random)) printf("# expect: %s\n%s", expect, text);
    }
    return true;
}

static int run_seeded(char **arg, Visit *visit)
{
    long seed;
    if (!read_number(arg[0], &seed)) return fail(arg[0], "not a seed");
    RefRandom random = {.state = (uint64_t)seed};
    return visit_file("-", "", visit, &random);
}

static int run_spoil(char **arg) { return run_seeded(arg, spoil_one); }

static bool reword_one(int index, const RefRecord *record, void *data)
{
    (void)index;
    char text[REF_TEXT];
    ref_reword(text, record, data);
    fputs(text, stdout);
    return true;
}

static int run_reword(char **arg) { return run_seeded(arg, reword_one); }

static bool print_one(int index, const RefRecord *record, void *data)
{
    (void)index, (void)data;
    char text[REF_TEXT];
    ref_record_print(text, record);
    fputs(text, stdout);
    return true;
}

static int run_print(char **arg) { return visit_file(arg[0], "", print_one, NULL); }

typedef enum { DEAL, POSITION, ROUND, SHODAM } Make;

/* Reads RULES N SEED; the exit status, 0 if they are right. */
static int read_made(char **arg, long *count, RefRandom *random)
{
    char why[REF_WHY];
    RefRules rules;
    long seed;
    if (!ref_rules_parse(&rules, arg[0], why)) return fail(arg[0], why);
    if (!read_number(arg[1], count) || !read_number(arg[2], &seed)) return fail("N and SEED", "not numbers");
    *random = (RefRandom){.state = (uint64_t)seed};
    return 0;
}

static int make_records(char **arg, Make make)
{
    long count;
    RefRandom random;
    int status = read_made(arg, &count, &random);
    if (status != 0) return status;
    for (long i = 0; i < count; i++) {
        RefRecord record;
        if (make == DEAL)
            ref_random_deal(&record, arg[0], &random);
        else if (make == POSITION)
            ref_random_position(&record, arg[0], &random);
        else
            ref_random_round(&record, arg[0], make == SHODAM, &random);
        print_one((int)i, &record, NULL);
    }
    return 0;
}

static int run_random(char **arg) { return make_records(arg, ROUND); }

static int run_shodam(char **arg)
{
    if (strcmp(arg[3], "shodam") != 0) return fail(arg[3], "not the word shodam");
    return make_records(arg, SHODAM);
}

static int run_partial(char **arg) { return make_records(arg, POSITION); }

static int run_setup(char **arg) { return make_records(arg, DEAL); }

static int run_rules(char **arg)
{
    long count, seed;
    if (!read_number(arg[0], &count) || !read_number(arg[1], &seed)) return fail("N and SEED", "not numbers");
    RefRandom random = {.state = (uint64_t)seed};
    for (long i = 0; i < count; i++) {
        char text[REF_RULES];
        ref_random_rules(text, &random);
        puts(text);
    }
    return 0;
}

static int run_matches(char **arg)
{
    long count;
    RefRandom random;
    int status = read_made(arg, &count, &random);
    if (status != 0) return status;
    RefRecord *records = malloc((REF_MATCH + 1) * sizeof *records);
    for (long i = 0, n = 0; records != NULL && i < count; i++) {
        int rounds = ref_random_match(records, arg[0], (int)n, &random);
        if (rounds > 0) n++; /* the others found no end */
        for (int round = 0; round < rounds; round++)
            print_one(round, &records[round], NULL);
    }
    free(records);
    return 0;
}

/* All matches of a file one after the other: the records, and where each match begins. */
typedef struct {
    RefMatch match;
    int index;
    bool right;
} Matches;

static void match_done(Matches *matches)
{
    char text[REF_TEXT];
    if (matches->match.records == 0) return;
    matches->right &= ref_match_end(&matches->match);
    ref_match_print(text, &matches->match, matches->index++);
    printf("%s%s\n", text, matches->match.error);
    matches->match = (RefMatch){0};
}

static bool match_one(int index, const RefRecord *record, void *data)
{
    (void)index;
    Matches *matches = data;
    if (matches->match.records > 0 && strcmp(matches->match.name, record->note[3]) != 0) match_done(matches);
    ref_match_take(&matches->match, record);
    return true;
}

static int run_judge(char **arg)
{
    Matches matches = {.right = true};
    int status = visit_file(arg[0], "match,ok,rounds,scores,winner,end,error\n", match_one, &matches);
    match_done(&matches);
    return status != 0 ? status : matches.right ? 0 : 1;
}

/* One match of stdin, spoiled in every way it can be; each becomes a match of its own number. */
typedef struct {
    RefRecord *records;
    int count;
} OneMatch;

static bool collect_one(int index, const RefRecord *record, void *data)
{
    (void)index;
    OneMatch *match = data;
    if (match->count == REF_MATCH) return false;
    match->records[match->count++] = *record;
    return true;
}

static int run_spoil_match(char **arg)
{
    long seed;
    OneMatch match = {malloc((REF_MATCH + 1) * sizeof *match.records), 0};
    RefRecord *spoiled = malloc((REF_MATCH + 1) * sizeof *spoiled);
    if (!read_number(arg[0], &seed)) return fail(arg[0], "not a seed");
    if (match.records == NULL || spoiled == NULL) return fail("memory", "there is none");
    int status = visit_file("-", "", collect_one, &match);
    RefRandom random = {.state = (uint64_t)seed};
    for (int way = 0, n = 0; status == 0 && way < ref_spoil_match_ways(); way++) {
        int count = match.count;
        memcpy(spoiled, match.records, (size_t)count * sizeof *spoiled);
        if (count == 0 || !ref_spoil_match(spoiled, &count, way, &random)) continue;
        printf("# expect: %s\n", ref_spoil_match_name(way));
        for (int i = 0; i < count; i++) {
            snprintf(spoiled[i].note[3], REF_WHY, "%d", n);
            print_one(i, &spoiled[i], NULL);
        }
        n++;
    }
    free(match.records);
    free(spoiled);
    return status;
}

static int run_match_ways(char **arg)
{
    (void)arg;
    for (int way = 0; way < ref_spoil_match_ways(); way++)
        puts(ref_spoil_match_name(way));
    return 0;
}

typedef struct {
    const char *name, *arguments;
    int count;
    int (*run)(char **arg);
    const char *help;
} Command;

static const Command COMMANDS[] = {
    {"rules", "N SEED", 2, run_rules, "N right rule texts, any preset with any overrides"},
    {"random", "RULES N SEED", 3, run_random, "N rounds played at random to the end"},
    {"random", "RULES N SEED shodam", 4, run_shodam, "the same, stopped as soon as a side may"},
    {"partial", "RULES N SEED", 3, run_partial, "N rounds broken off: positions"},
    {"setup", "RULES N SEED", 3, run_setup, "N deals, the pool put right"},
    {"spoil", "SEED", 1, run_spoil, "each record of stdin spoiled in every way it can be"},
    {"reword", "SEED", 1, run_reword, "each record of stdin in other words"},
    {"print", "FILE", 1, run_print, "the records in canonical form"},
    {"replay", "FILE", 1, run_replay, "judge records"},
    {"matches", "RULES N SEED", 3, run_matches, "N matches played at random; those that find no end are left out"},
    {"judge", "FILE", 1, run_judge, "judge matches"},
    {"spoil-match", "SEED", 1, run_spoil_match, "the match on stdin spoiled in every way it can be"},
    {"match-ways", "", 0, run_match_ways, "the ways to spoil a match"},
    {"perft", "FILE DEPTH", 2, run_perft, "count sequences of plays"},
};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

int main(int argc, char **argv)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (argc == COMMANDS[i].count + 2 && strcmp(argv[1], COMMANDS[i].name) == 0) return COMMANDS[i].run(argv + 2);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(stderr, "referee %s %s: %s\n", COMMANDS[i].name, COMMANDS[i].arguments, COMMANDS[i].help);
    return 2;
}
