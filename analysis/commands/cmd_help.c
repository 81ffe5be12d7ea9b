/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur help: the topics, the list of commands, and what a command takes. pasur manual: all that --help says.
   pasur columns, agents, rules: every column of every CSV file, what there is to play with, and by which rules. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "engine/text/words.h"
#include "library/version.h"
#include "sim/files/text_buffer.h"

enum { NAMES_MOST = 64, WIDTH = 80 };

/* ---- the topics. In texts and meanings, what stands between backquotes is something to type; the terminal shows quotes
   in their place. */

/* A paragraph. */
typedef struct {
    const char *title;  /* NULL: it goes on under the last one */
    const char *text;   /* one paragraph */
    const char *sample; /* lines as they are, each ended by \n; NULL: none */
} TopicBlock;

/* A word and what it means. */
typedef struct {
    const char *word, *meaning;
} TopicWord;

/* Words of one subject, in order of the alphabet. */
typedef struct {
    const char *title;
    const TopicWord *words;
    size_t count;
} TopicWords;

typedef struct {
    const char *name, *summary;
    const char *heading; /* of the page, and of what is printed */
    const TopicBlock *blocks;
    size_t block_count;
    const TopicWords *lists; /* after the blocks */
    size_t list_count;
} Topic;

#define ROWS(array) (array), sizeof(array) / sizeof *(array)

static const TopicBlock RULES_BLOCKS[] = {
    {"Aim",
     "Capture cards from the pool with numbers that add up to eleven. Most clubs, aces, jacks, the two of clubs and the ten "
     "of diamonds score, and so does emptying the pool (a Sur). The first side with 62 points wins the match.",
     NULL},
    {"Deal",
     "Four cards for each seat and four face up to the pool, then four more for each seat whenever all hands are empty: six "
     "deals for two players, four for three, three for four. A jack in the first pool goes back into the stock, and the "
     "stock's top card takes its place; with two jacks, three kings or three queens there the whole pack is dealt anew.",
     NULL},
    {"Plays",
     "Put down one card; one that can capture must. A numeral (ace = 1, to ten) captures one set of numerals that make eleven "
     "with it. A king captures a king, a queen a queen, a jack all numerals and jacks. A card that captures nothing is "
     "trailed: it joins the pool. After the last play the pool goes to the side that captured last (if none has, to nobody).",
     "7hx4c       7 + 4 = 11\n"
     "5sxAd2c3h   5 + 1 + 2 + 3 = 11\n"
     "Kc          nothing to capture: trailed\n"},
    {"Sur",
     "A capture that empties the pool scores 5, but not by a jack, not in the last deal, and not for a side that began the "
     "round with 50 points or more. Where another side holds Surs, it cancels one of those instead.",
     NULL},
    {"Count",
     "The most clubs score 7 (of two sides, seven of the thirteen are enough), the ten of diamonds 3, the two of clubs 2, each "
     "ace 1, each jack 1 and each Sur 5. Without Surs a round has 20 points.",
     NULL},
    {"Match",
     "Scores add up, and who played first deals the next round. The highest score of 62 or more after a round wins; if it is shared, "
     "another round is played to its end. Per shodam: after any play a side whose score, with what its pile and its Surs count so "
     "far, comes to 62 and is the highest has won at once; the clubs count for it from seven on.",
     NULL},
    {"House rules",
     "All of this is the preset `pagat`, the default. `pasur rules` lists presets and keys, `pasur rules R` the values of one "
     "rule set; docs/game.md tells the game with pictures.",
     "pasur sim tactic greedy --rules bicycle\n"
     "pasur sim tactic greedy greedy --rules pagat,sur_points=10,clubs_tie=nobody\n"},
};

static const TopicBlock AGENTS_BLOCKS[] = {
    {"Naming one",
     "An agent is a name; behind a colon stand the parameters that differ from their defaults. `pasur agents` lists them all with their "
     "parameters, `pasur agents tactic` one kind.",
     "pasur sim tactic greedy\n"
     "pasur sim tactic:deny_sur=0,jack_face=2 tactic\n"
     "pasur sim tactic:weights=my.weights ismcts:iters=300 --boards 500\n"
     "pasur sim exec:'python3 examples/bots/bot.py' greedy --boards 1000\n"},
    {"Seats",
     "As many seats as agents are named, unless the rules say `players`. Two agents at four seats sit A B A B, partners opposite; "
     "at three seats A B B, one against two. Every board is played in all seatings.",
     "pasur sim tactic greedy counter\n"
     "pasur sim tactic greedy --rules pagat,players=4\n"},
};

static const TopicBlock ADVICE_BLOCKS[] = {
    {NULL,
     "A rule of your own in a few lines of Lua: `value(play, seen)` says what a play is worth, in points. It is measured, "
     "swept and tuned like any tactic; docs/advice.md tells what a script sees and may do, and examples/advice has some.",
     "-- feast.lua: never leave a jack's feast\n"
     "params = {cards = {5, 2, 9}}\n"
     "function value(play, seen) return #play.left >= params.cards and -1 or 0 end\n"},
    {"Using one", "Its file gives it its name, and its numbers are `feast` (its weight) and `feast.cards`:",
     "pasur tactics --advice feast.lua\n"
     "pasur tactics --advice feast.lua --sweep feast.cards=4:8:2\n"
     "pasur tune tactic:advice=feast.lua --params feast,feast.cards\n"
     "pasur sim tactic:advice=feast.lua,feast.cards=6 lua:feast.lua\n"},
};

static const TopicBlock NOTATION_BLOCKS[] = {
    {"Cards",
     "A card is its rank and its suit: `A 2 3 4 5 6 7 8 9 T J Q K` and `c d h s`. Either case is read, and `10c` as `Tc`. A "
     "list of cards needs no blanks. Hands and pools that people type may also have commas and the signs of the suits.",
     "Ac4d8sQh\n"
     "Ac 4d 8s Qh\n"
     "A\u2663 4\u2666 8\u2660 Q\u2665\n"},
    {"Plays",
     "A play is the card; if it captures, then an x and what it takes, by rank and then by suit (any order is read).",
     "Kc          the king of clubs is trailed\n"
     "7hx4c       the seven of hearts captures the four of clubs\n"
     "5sxAd2c3h   one card captures three\n"},
    {"Records",
     "A record is one round as lines `key value`, ended by an empty line. `deal` lists the pack: seat 0's four cards, seat 1's, "
     "..., the pool's four, then each later deal seat by seat; the pool stands there as it was put right. A round that was noted "
     "at a table has `pool` in place of `deal`, the first four cards. `play` has the plays so far; a record without points is a "
     "position. `#` begins a comment. `rules` is pagat and `scores` are zeros where nothing is "
     "said. `agents`, `seed`, `round` and `match` say where it comes from.",
     "rules pagat\n"
     "scores 14 31\n"
     "deal 7h4c... (52 cards)\n"
     "play 7hx4c Kc ...\n"
     "points 13 7\n"
     "surs 1 0\n"
     "clubs 7 6\n"},
    {NULL,
     "`sim --records` and `pasur deal` write records; `replay` checks them play by play; `solve`, `perft`, `advise` and "
     "`--deal` read them.",
     "pasur sim tactic greedy --boards 10 --records games.txt\n"
     "pasur replay games.txt\n"},
    {"Matches",
     "A match is the records of its rounds one after the other, each with `match` and `round`. `scores`, `points`, `surs` and "
     "`clubs` stand in the order of that round's seats, and seats move on by one from round to round. A round that per shodam "
     "stopped ends with the play that reached the target.",
     NULL},
    {"What one player knows",
     "`pasur advise` takes a position as its player sees it: the hand, the pool, and as far as known the piles, Surs and scores, "
     "with / between the sides in the order of play (that of seat 0, which played first in this round, stands first, whoever you "
     "are), which deal it is, and who captured last. What is not told counts as unseen. Your seat follows from the cards, or from "
     "--seat. Where all hands lie open (open_hands=1) --hand names those of all seats, with / between them, that of seat 0 "
     "first.",
     "pasur advise --hand 7h4cJdKs --pool 2c5d9h\n"
     "pasur advise --hand Ac4d8sQh --pool 3c9d --piles 6c5s7cJh2h4sTc/Kd8d3h\n"},
};

static const TopicBlock CSV_BLOCKS[] = {
    {"Form",
     "RFC 4180 in UTF-8: a header line, commas, a point for decimals, numbers that read back exactly. An empty field is a value that is not "
     "known. Lines `# key: value` before the header give version, command, seed, rules, start and seconds, and PARTIAL where a "
     "run was stopped; files that are written while a run goes on have seconds or PARTIAL in their last line. Columns are only "
     "ever added at the end.",
     NULL},
    {"Writing",
     "`--csv FILE` has the figures, `--rounds-csv` a row for each round and seat; `-` is standard output. Names that end in .gz or "
     ".zst are compressed. `pasur columns sim` says what each column means, `pasur plot FILE.csv` draws it.",
     "pasur sim tactic greedy --csv result.csv\n"
     "pasur columns sim\n"},
    {"Reading", "Two lines each in Python, R and DuckDB:",
     "import pandas\n"
     "print(pandas.read_csv(\"result.csv\", comment=\"#\"))\n"
     "\n"
     "result <- read.csv(\"result.csv\", comment.char = \"#\")\n"
     "print(result[, c(\"agent\", \"diff_mean\", \"diff_ci_low\", \"diff_ci_high\")])\n"
     "\n"
     "SELECT agent, diff_mean, diff_ci_low, diff_ci_high\n"
     "FROM read_csv('result.csv', comment = '#', header = true);\n"},
};

static const TopicBlock GLOSSARY_BLOCKS[] = {
    {NULL,
     "The words of the game first, then those of the program. docs/game.md tells the game, docs/methods.md the statistics.",
     NULL},
};

static const TopicWord GAME_WORDS[] = {
    {"cancel", "to make a Sur while another side holds one: nothing is scored, and one of theirs is gone"},
    {"capture", "a play that takes cards from the pool; card and captured cards go onto the pile"},
    {"count", "the end of a round: each side's points are added up. To count cards is to know which are still unseen"},
    {"deal", "one batch of four cards to each seat; a round for two has six deals"},
    {"dealer", "who deals the round: the last seat, which plays last; the next round is dealt by who played first"},
    {"face card", "king, queen or jack"},
    {"forced play", "a play beside which there is no other, equal cards counted once"},
    {"house rule", "a rule that a table changes: a key of `--rules`"},
    {"match", "rounds until a side has reached the target, 62 by default"},
    {"names",
     "the game is Pâsur (پاسور), and also haft khâj (هفت خاج, seven clubs), chahâr barg (چهار برگ, four cards), "
     "yâzdahtâyi (یازده‌تایی, the one of eleven), haft va chahâr, yâzdah (هفت و چهار، یازده, seven and four: "
     "eleven)"},
    {"numeral", "ace (1) to ten; also called a number"},
    {"pack", "the 52 cards in their shuffled order"},
    {"partners", "two players who sit opposite and are one side"},
    {"per shodam",
     "the claim with which a side stops the match in mid-round: what it has captured brings it to the "
     "target, and ahead of every other side; clubs count for it from seven on. The program stops for each side "
     "as soon as it may (پر شدم: I am full)"},
    {"pile", "what a side has captured, face down"},
    {"pool", "the cards face up on the table"},
    {"redeal", "to shuffle and deal the whole pack anew, since the first pool is one that may not lie there"},
    {"round", "one pack, from the first deal to the count"},
    {"seat", "a player's place in the order of play; seat 0 plays first, the last seat deals"},
    {"side", "who collects and scores: a seat, or two partners"},
    {"stock", "the cards that are not dealt yet"},
    {"Sur",
     "to empty the pool with a capture: 5 points, but not by a jack, not in the last deal, and not for a side that "
     "began the round with 50 points or more"},
    {"target", "the score that ends a match"},
    {"tie-break", "a round that begins with the highest score shared at the target or above; it is played to its end"},
    {"trail", "to play a card that captures nothing; it joins the pool. `pasur play` says \"lays\""},
};

static const TopicWord PROGRAM_WORDS[] = {
    {"agent", "a player of the program, such as `greedy` or `tactic:deny_sur=0`"},
    {"alone", "a tactic's value when it is added to the base: what a beginner gains by it"},
    {"base",
     "the agent `tactic` with all weights 0 but base_points, base_clubs and base_sur: it knows only what it can take at once"},
    {"best reply", "the play, or the player, that does best against a player whose policy is known"},
    {"board", "one pack, played once in each seating; the unit of all statistics"},
    {"bound", "in `exploit`: by how much a player can be beaten at least, since an exploiter did so"},
    {"bot", "a program of yours that plays, `exec:PROGRAM`; see docs/protocol.md"},
    {"confidence interval",
     "a range that holds the true value in 95 of 100 runs; where a run was stopped on the way, one that holds at all "
     "times together"},
    {"diff", "a side's points less the mean of the other sides' points, in points a round"},
    {"draw",
     "a round in which sides share the highest score; it counts as half a win (one of three who share it: a third)"},
    {"duplicate play", "to play the same pack in every seating, so that luck of the cards falls on all"},
    {"Elo", "a scale of strength: 400 more means ten wins for each loss"},
    {"equity", "the chance to win the match from a pair of scores"},
    {"epoch", "one pass of a training over all lessons"},
    {"exact value", "what a position with open cards is worth with best play by both sides"},
    {"exploiter", "a player that knows another's policy and plays its best against it"},
    {"full set", "the agent `tactic` with all its weights"},
    {"gate", "in `learn`: fresh boards that decide whether a net takes the place of the one before"},
    {"generation", "in `learn`: lessons, a training and a gate"},
    {"held out", "boards that took no part in a choice, on which the choice is measured"},
    {"iteration", "one pass of a search: a sampled deal, a way down the tree, a playout"},
    {"lesson", "a round in which a teacher says what each play of a decision is worth, for a net to learn"},
    {"LLR", "log-likelihood ratio: how much more likely the results are if the high hypothesis is true"},
    {"lockstep", "many boards side by side, play by play, which takes less time; figures are the same"},
    {"look", "a number of boards, planned beforehand, at which an interval is quoted"},
    {"measure", "how a tactic is measured: alone or without"},
    {"net", "a small neural network that scores plays: what the agent `policy` plays by"},
    {"opponent", "whom a tactic or a weight is measured against"},
    {"pairing",
     "agents that meet in a tournament. In the table of `tactics`: by how much fewer boards it takes because both "
     "versions play the same ones"},
    {"PARTIAL", "the mark of a result that was stopped before its end"},
    {"pilot", "a short run that tells how much boards scatter"},
    {"playout", "a round played on quickly to its end, or to the end of the deal, to value a position"},
    {"preset", "a named rule set: pagat, french, bicycle, ..."},
    {"prior", "what a search thinks of a play before it tries it; `ismcts:prior=` asks a net"},
    {"record", "one round as text; see `pasur help notation`"},
    {"run", "what one command plays; the same command repeats it to the last digit"},
    {"run directory", "where `--run` keeps what is finished, so that the same command goes on"},
    {"sampled deal", "cards for the hidden places that agree with all that a player knows"},
    {"seating", "who sits at which seat; the seatings of a board are all rotations of the agents"},
    {"seat effect", "what it is worth to play first"},
    {"seed", "the number from which all randomness of a run comes"},
    {"signature", "a hash of plays and figures of a fixed workload, the same for every compiler and number of threads"},
    {"SPRT", "sequential probability ratio test: play until it is decided which of two hypotheses holds"},
    {"style", "how another player is thought to choose, as `ismcts` sees it"},
    {"tactic", "a piece of advice that the agent `tactic` follows by its weight, such as deny_sur"},
    {"teacher", "the search whose values a net learns"},
    {"test, validation",
     "in `tune`: boards that decide whether the tuned weights are accepted, and others that measure them once more"},
    {"trees",
     "a search of `advise` runs several times, each time from nothing: the spread of these trees gives the interval"},
    {"verdict", "what a test or an interval says: high or low, helps or hurts, accepted or refused"},
    {"view", "what one player knows of a position"},
    {"visits, share %",
     "how often a search tried a play, and that as a share of all its tries: what is good it tries more"},
    {"void", "a board that does not count, since an agent failed on it"},
    {"weight", "how much a tactic counts among the others; 0: not at all, below 0: against the advice"},
    {"without", "what is lost when a tactic is taken out of the full set: what an expert would lose by forgetting it"},
};

static const TopicWords GLOSSARY[] = {{"The game", ROWS(GAME_WORDS)}, {"The program", ROWS(PROGRAM_WORDS)}};

static const TopicWord STATUS_WORDS[] = {
    {"0", "done; of a test: the high hypothesis holds"},
    {"1", "the answer is no: a record is wrong, a check failed; of a test: the low hypothesis"},
    {"2", "wrong use or bad input"},
    {"3", "a test ended undecided, or --stop ci= before it was that precise"},
    {"4", "more void boards than --max-void allows"},
    {"5", "the system failed: disk full, no memory, a file that cannot be written"},
    {"130", "stopped by the user; everything finished so far is kept"},
};

static const TopicWords STATUSES[] = {{"Of every command", ROWS(STATUS_WORDS)}};

static const Topic TOPICS[] = {
    {"rules", "the game, and how house rules are named", "Rules of Pasur", ROWS(RULES_BLOCKS), NULL, 0},
    {"agents", "how agents are named and seated", "Agents", ROWS(AGENTS_BLOCKS), NULL, 0},
    {"advice", "rules of your own, as scripts", "Advice of your own", ROWS(ADVICE_BLOCKS), NULL, 0},
    {"notation", "cards, plays, records and positions as text", "Notation", ROWS(NOTATION_BLOCKS), NULL, 0},
    {"csv", "the files of results, and how to read them", "CSV files", ROWS(CSV_BLOCKS), NULL, 0},
    {"glossary", "words of the game and of the program", "Glossary", ROWS(GLOSSARY_BLOCKS), ROWS(GLOSSARY)},
    {"statuses", "what the exit statuses mean", "Exit statuses", NULL, 0, ROWS(STATUSES)},
};
enum { TOPIC_COUNT = sizeof TOPICS / sizeof *TOPICS };

const char *help_topic(size_t index, const char **summary)
{
    if (index >= TOPIC_COUNT) return NULL;
    *summary = TOPICS[index].summary;
    return TOPICS[index].name;
}

/* ---- pasur help */

/* The word for the list of all commands, where `pasur --help` has what fits a screen: the first of them and names. */
static const char ALL[] = "commands";
enum { FIRST_COMMANDS = 12 };

/* The names of commands, those that are rare or the others. */
static void names_print(FILE *out, const char *before, const Command *const *command, bool rare)
{
    for (; *command; command++) {
        if ((*command)->rare != rare) continue;
        fprintf(out, "%s %s", before, (*command)->spec.command);
        before = ",";
    }
    fputs(".\n", out);
}

static void usage_print(FILE *out, const Driver *driver, bool all)
{
    const Command *const *command = driver->commands;
    fputs("Monte Carlo research on the card game Pasur.\n\n"
          "Usage: pasur COMMAND [options]\n\nCommands:\n",
          out);
    for (int i = 0; *command && (all || i < FIRST_COMMANDS); command++) {
        if (!all && (*command)->rare) continue;
        fprintf(out, "  %-9s  %s\n", (*command)->spec.command, (*command)->spec.summary);
        i++;
    }
    if (!all) {
        names_print(out, "and", command, false);
        names_print(out, "More:", driver->commands, true);
        fputs("Topics:", out);
        for (size_t i = 0; i < TOPIC_COUNT; i++)
            fprintf(out, " %s%s", TOPICS[i].name, i + 1 < TOPIC_COUNT ? "," : ".\n");
        fprintf(out, "'pasur help %s' says what all are for, 'pasur help NAME' tells of one.\n", ALL);
    } else {
        fputs("\nTopics, by 'pasur help TOPIC':\n", out);
        for (size_t i = 0; i < TOPIC_COUNT; i++)
            fprintf(out, "  %-9s  %s\n", TOPICS[i].name, TOPICS[i].summary);
        fputs("\n'pasur help COMMAND' or 'pasur COMMAND --help' shows a command's options.\n", out);
    }
    fputs("Example: pasur sim greedy random --boards 1M\n", out);
}

/* ---- printing */

enum { INDENT = 2, WORD_COLUMN = 24, TEXT_MOST = 1024 };

/* Writes a text in lines from `column` on, where the first one begins. */
static void text_lines(const char *text, int column, int width)
{
    char plain[TEXT_MOST];
    const size_t length = strlen(text);
    assert(length < TEXT_MOST);
    for (size_t i = 0; i <= length; i++)
        plain[i] = text[i] == '`' ? '\'' : text[i];
    page_words(stdout, plain, length, column, column, width);
    putchar('\n');
}

static void topic_word(const char *word, const char *meaning, int width)
{
    printf("%*s%-*s", INDENT, "", WORD_COLUMN - INDENT, word);
    text_lines(meaning, WORD_COLUMN, width);
}

/* Prints the topic in lines of that width; samples are left as they are. */
static void topic_print(const Topic *topic, int width)
{
    printf("%s\n", topic->heading);
    for (size_t i = 0; i < topic->block_count; i++) {
        const TopicBlock *block = &topic->blocks[i];
        printf("\n%s%s%*s", block->title ? block->title : "", block->title ? "\n" : "", INDENT, "");
        text_lines(block->text, INDENT, width);
        for (const char *at = block->sample; at && *at; at += strcspn(at, "\n") + 1)
            printf("%*s%.*s\n", *at == '\n' ? 0 : 2 * INDENT, "", (int)strcspn(at, "\n"), at);
    }
    for (size_t list = 0; list < topic->list_count; list++) {
        const TopicWords *words = &topic->lists[list];
        printf("\n%s\n", words->title);
        for (size_t i = 0; i < words->count; i++)
            topic_word(words->words[i].word, words->words[i].meaning, width);
    }
}

/* What the program's tables know of a topic. */
static void topic_more(const Driver *driver, const Topic *topic, int width)
{
    if (!strcmp(topic->name, "rules")) {
        puts("\nPresets");
        for (int i = 0; i < RULE_PRESET_COUNT; i++)
            topic_word(RULE_PRESETS[i].name, RULE_PRESETS[i].source, width);
    } else if (!strcmp(topic->name, "agents")) {
        puts("\nKinds");
        for (int i = 0; i < AGENT_KIND_COUNT; i++)
            topic_word(AGENT_KINDS[i]->name, AGENT_KINDS[i]->help, width);
    } else if (!strcmp(topic->name, "csv")) {
        puts("\nFiles, and what a row is");
        for (const Command *const *command = driver->commands; *command; command++)
            for (const ResultKind *const *kind = (*command)->results; kind && *kind; kind++)
                topic_word((*kind)->table->file, (*kind)->table->row, width);
    }
}

static const Topic *topic_find(const char *word)
{
    for (size_t i = 0; i < TOPIC_COUNT; i++)
        if (!strcmp(TOPICS[i].name, word)) return &TOPICS[i];
    return NULL;
}

static bool name_refuse(const Driver *driver, const char *word, bool topics, Error *error)
{
    const char *names[NAMES_MOST];
    Names list = NAMES_OF(topics ? "command or topic" : "command", names, 0, "'pasur help' lists them");
    for (size_t i = 0; i < TOPIC_COUNT && topics; i++)
        names[list.count++] = TOPICS[i].name;
    for (const Command *const *command = driver->commands; *command; command++) {
        assert(list.count < NAMES_MOST);
        names[list.count++] = (*command)->spec.command;
    }
    return name_unknown(error, &list, word);
}

static bool help_print(Driver *driver, Error *error)
{
    PageText text;
    const char *word = driver->parsed.arg_count ? driver->parsed.args[0] : NULL;
    if (!word || !strcmp(word, ALL)) {
        if (!page_text_open(&text)) return error_memory(error);
        usage_print(text.stream, driver, word);
        return page_text_close(&text, stdout, &driver->page) || error_memory(error);
    }
    const Topic *topic = topic_find(word);
    const Command *command = command_named(driver->commands, word);
    if (!topic && !command) return name_refuse(driver, word, true, error);
    const int width = driver->page.width > 0 && driver->page.width < WIDTH ? driver->page.width : WIDTH;
    if (topic) topic_print(topic, width);
    if (topic) topic_more(driver, topic, width);
    if (topic && command) fputs("\nThe command\n\n", stdout);
    if (command) options_help(stdout, &command->spec, driver->page.width, false);
    return true;
}

const Command CMD_HELP = {
    .spec = {.command = "help",
             .summary = "what a command takes, and the topics below",
             .args = {"[COMMAND|TOPIC]", 0, 1, NULL, TAKES_TOPIC},
             .about =
                 "Lists the commands, all of them with 'commands'; with a command, what it takes; with a topic (rules, "
                 "agents, advice, notation, csv, glossary, statuses), what there is to know of it.",
             .example = "pasur help glossary"},
    .work = help_print,
};

/* ---- pasur manual */

enum { AS_TEXT, AS_MAN, AS_MARKDOWN, AS_NAMES };

typedef struct {
    int format;
} Manual;

static const Option MANUAL_OPTIONS[] = {
    {"format",
     "text as of --help all, a page for man(1), a section of a page in Markdown, or the names of the commands",
     OPTION_AT(Manual, format), .choices = "text man markdown names", .fallback = "text"},
};

/* The text as roff has it. */
static void roff_print(FILE *out, const char *text)
{
    static const char *const ESCAPES[] = {"\\\\e", "-\\-", "'\\(aq", "`\\(ga", "^\\(ha", "~\\(ti"};
    for (const char *at = text; *at; at++) {
        size_t i = 0;
        while (i < sizeof ESCAPES / sizeof *ESCAPES && *ESCAPES[i] != *at)
            i++;
        if (*at == '.' && (at == text || at[-1] == '\n')) fputs("\\&", out);
        if (i < sizeof ESCAPES / sizeof *ESCAPES)
            fputs(ESCAPES[i] + 1, out);
        else
            putc(*at, out);
    }
}

/* What --help all says, as it is. */
static void manual_page(FILE *out, int format, const Command *command, const char *text)
{
    const char *name = command->spec.command;
    if (format == AS_NAMES) fprintf(out, "%s\n", name);
    if (format == AS_TEXT) fputs(text, out);
    if (format == AS_MARKDOWN) fprintf(out, "\n## `pasur %s`\n\n```\n%s```\n", name, text);
    if (format != AS_MAN) return;
    fprintf(out, ".TH pasur\\-%s 1 \"\" \"pasur %s\"\n.SH NAME\npasur\\-%s \\- ", name, PASUR_VERSION, name);
    roff_print(out, command->spec.summary);
    fputs("\n.SH DESCRIPTION\n.nf\n", out);
    roff_print(out, text);
    fputs(".fi\n", out);
}

static bool manual_print(Driver *driver, Error *error)
{
    const int format = ((const Manual *)driver->own)->format;
    const char *word = driver->parsed.arg_count ? driver->parsed.args[0] : NULL;
    const Command *named = word ? command_named(driver->commands, word) : NULL;
    if (word && !named) return name_refuse(driver, word, false, error);
    for (const Command *const *command = driver->commands; *command; command++) {
        char *text = NULL;
        size_t length;
        if (named && *command != named) continue;
        FILE *lines = open_memstream(&text, &length);
        if (lines) options_help(lines, &(*command)->spec, format == AS_TEXT ? driver->page.width : 0, true);
        if (!text_stream_close(lines, &text)) return free(text), error_memory(error);
        if (!named && format == AS_TEXT)
            printf("%s==== pasur %s\n\n", command > driver->commands ? "\n" : "", (*command)->spec.command);
        manual_page(stdout, format, *command, text);
        free(text);
    }
    return driver_printed(error);
}

const Command CMD_MANUAL = {
    .rare = true,
    .spec = {.command = "manual",
             .summary = "all that --help says, of one command or of all, also as a man page",
             .args = {"[COMMAND]", 0, 1, NULL, TAKES_COMMAND},
             .about = "Prints the manual of one command or of all, as '--help all' of each does, as text, as pages for "
                      "man(1) or as Markdown.",
             .example = "pasur manual sim",
             OPTION_ROWS(MANUAL_OPTIONS)},
    .size = sizeof(Manual),
    .work = manual_print,
};

/* ---- pasur columns */

/* Does the user's word name the table: all of its file, or the command that writes it? Several may write it: their names
   are apart by commas. */
static bool is_named(const FigureTable *table, const char *word)
{
    const size_t length = strlen(word);
    for (const char *file = table->file; file; file = strstr(file, ", ")) {
        file += strspn(file, ", ");
        if (!strncmp(file, word, length) && (strcspn(file, ",") == length || strcspn(file, " ") == length)) return true;
    }
    return false;
}

static bool columns_print(Driver *driver, Error *error)
{
    const char *word = driver->parsed.arg_count ? driver->parsed.args[0] : NULL;
    const char *files[NAMES_MOST];
    Names names = NAMES_OF("file", files, 0, "'pasur columns' lists them");
    bool shown = false;
    PageText text;
    if (!page_text_open(&text)) return error_memory(error);
    for (const Command *const *command = driver->commands; *command; command++)
        for (const ResultKind *const *kind = (*command)->results; kind && *kind; kind++) {
            const FigureTable *table = (*kind)->table;
            assert(names.count < NAMES_MOST);
            files[names.count++] = table->file;
            if (word && !is_named(table, word)) continue;
            if (shown) fputc('\n', text.stream);
            figures_explain(text.stream, table);
            shown = true;
        }
    if (!page_text_close(&text, stdout, &driver->page)) return error_memory(error);
    return shown || name_unknown(error, &names, word);
}

const Command CMD_COLUMNS = {
    .rare = true,
    .spec = {.command = "columns",
             .summary = "every column of every CSV file, with unit and meaning",
             .args = {"[FILE]", 0, 1, NULL, TAKES_COMMAND},
             .about = "Lists the columns of the CSV files that the commands write, with the unit of each and what it "
                      "means. FILE is a command ('sim') or one of its files ('sim --rounds-csv').",
             .example = "pasur columns sim"},
    .work = columns_print,
};

/* ---- pasur agents */

/* "; default 1.5, 3 players 1.4, 4 players 2": of two players, and where others have another. */
static void defaults_print(FILE *out, const AgentKind *kind, int index)
{
    static const char *const RULES[] = {"pagat,players=3", "pagat,players=4"};
    char number[NUMBER_TEXT];
    Error error;
    Rules rules;
    fprintf(out, "; default %s", number_text(number, kind->params[index].fallback));
    for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++) {
        if (!rules_parse(&rules, RULES[i], &error)) continue;
        double fallback = agent_default(kind, index, &rules);
        if (fallback != kind->params[index].fallback)
            fprintf(out, ", %d players %s", rules.players, number_text(number, fallback));
    }
}

static void param_print(FILE *out, const AgentKind *kind, int index)
{
    const AgentParam *param = &kind->params[index];
    char low[NUMBER_TEXT], high[NUMBER_TEXT];
    fprintf(out, "    %s=", param->name);
    switch (param->type) {
    case PARAM_TEXT: fprintf(out, "TEXT"); break;
    case PARAM_FILE: fprintf(out, "FILE"); break;
    case PARAM_CHOICE:
        fprintf(out, "WORD (%s; default %s)", param->words,
                choice_word(low, sizeof low, param->words, (int)param->fallback));
        break;
    case PARAM_BOOL:
    case PARAM_INT:
    case PARAM_DOUBLE:
        fprintf(out, "%s (%s to %s", param->type == PARAM_DOUBLE ? "X" : "N", number_text(low, param->low),
                number_text(high, param->high));
        defaults_print(out, kind, index);
        fprintf(out, ")");
        break;
    }
    fprintf(out, "  %s\n", param->help);
}

static void kind_print(FILE *out, const AgentKind *kind)
{
    fprintf(out, "%-10s  %s%s\n", kind->name, kind->help, kind->traits & TRAIT_CHEATS ? " (sees all cards)" : "");
    for (int k = 0; k < kind->param_count; k++)
        param_print(out, kind, k);
    for (const NameGroup *group = kind->param_groups; group && group->name; group++) {
        fprintf(out, "    %s=X  sets", group->name);
        for (uint64_t rows = group->rows; rows; rows &= rows - 1)
            fprintf(out, "%s %s", rows == group->rows ? "" : " and", kind->params[__builtin_ctzll(rows)].name);
        fprintf(out, ", which were one\n");
    }
}

static bool agents_list(Driver *driver, Error *error)
{
    PageText text;
    const char *asked = driver->parsed.arg_count ? driver->parsed.args[0] : NULL;
    const AgentKind *one = asked ? agent_kind_named(asked, error) : NULL;
    if (asked && !one) return false;
    if (!page_text_open(&text)) return error_memory(error);
    for (int i = 0; i < AGENT_KIND_COUNT; i++)
        if (!one || one == AGENT_KINDS[i]) kind_print(text.stream, AGENT_KINDS[i]);
    return page_text_close(&text, stdout, &driver->page) || error_memory(error);
}

const Command CMD_AGENTS = {
    .spec = {.command = "agents",
             .summary = "list the agents with their parameters",
             .args = {"[AGENT]", 0, 1, NULL, TAKES_AGENT},
             .about = "Lists the agents with the rule by which each plays and its parameters; with an argument, one of "
                      "them.",
             .example = "pasur agents tactic",
             .notes = "An agent is named with its parameters as name[:key=value,...]. name=NAME, the first of them, is "
                      "what tables and files show, as exec:name=mine:./bot."},
    .work = agents_list,
};

/* ---- pasur rules */

enum { VALUE_TEXT = 32, RANGE_TEXT = 128, KEY_COLUMNS = 16, VALUE_COLUMNS = 9 };

typedef struct {
    bool markdown;
} RulesList;

static const Option RULES_OPTIONS[] = {
    {"markdown", "tables of a page instead, in a player's words", OPTION_AT(RulesList, markdown)},
};

/* The values of so many presets from the first on, side by side. */
static void values_print(FILE *out, int first, int count)
{
    char value[VALUE_TEXT];
    Error error;
    fprintf(out, "\n%-*s", KEY_COLUMNS, "Key");
    for (int i = first; i < first + count && i < RULE_PRESET_COUNT; i++)
        fprintf(out, " %-*s", VALUE_COLUMNS, RULE_PRESETS[i].name);
    fputc('\n', out);
    for (int k = 0; k < RULE_KEY_COUNT; k++) {
        fprintf(out, "%-*s", KEY_COLUMNS, RULE_KEYS[k].name);
        for (int i = first; i < first + count && i < RULE_PRESET_COUNT; i++) {
            Rules rules;
            if (!rules_parse(&rules, RULE_PRESETS[i].name, &error)) continue;
            rule_print(value, sizeof value, &RULE_KEYS[k], &rules);
            fprintf(out, " %-*s", VALUE_COLUMNS, value);
        }
        fputc('\n', out);
    }
}

static void presets_print(FILE *out, int width)
{
    const int room = (width - KEY_COLUMNS) / (VALUE_COLUMNS + 1);
    const int count = width <= 0 || room > RULE_PRESET_COUNT ? RULE_PRESET_COUNT : room > 1 ? room : 1;
    fputs("Presets (--rules PRESET[,key=value]...):\n", out);
    for (int i = 0; i < RULE_PRESET_COUNT; i++) {
        const RulePreset *preset = &RULE_PRESETS[i];
        const char *games = !preset->teams_only ? ""
                            : preset->three     ? " (four only in teams)"
                                                : " (two, or four in teams)";
        fprintf(out, "  %-10s %s%s\n", preset->name, preset->source, games);
    }
    for (int first = 0; first < RULE_PRESET_COUNT; first += count)
        values_print(out, first, count);
    fputc('\n', out);
    for (int k = 0; k < RULE_KEY_COUNT; k++) {
        char range[RANGE_TEXT];
        rule_range(range, sizeof range, &RULE_KEYS[k]);
        fprintf(out, "%-*s %s\n%-*s (%s)\n", KEY_COLUMNS, RULE_KEYS[k].name, RULE_KEYS[k].help, KEY_COLUMNS, "", range);
    }
}

/* Presets and keys as tables of a page, in a player's words. */
static void markdown_print(FILE *out)
{
    fputs("| preset | from | how it is played | other than `pagat` |\n|---|---|---|---|\n", out);
    for (int i = 0; i < RULE_PRESET_COUNT; i++) {
        const RulePreset *preset = &RULE_PRESETS[i];
        fprintf(out, "| `%s` | %s | %s | %s |\n", preset->name, preset->source, preset->words_of_players,
                preset->overrides);
    }
    fputs("\n| key | what it is about | values | `pagat` |\n|---|---|---|---|", out);
    for (int k = 0; k < RULE_KEY_COUNT; k++) {
        const RuleKey *key = &RULE_KEYS[k];
        char range[RANGE_TEXT], value[VALUE_TEXT] = "";
        Rules rules;
        Error error;
        rule_range(range, sizeof range, key);
        if (rules_parse(&rules, "pagat", &error)) rule_print(value, sizeof value, key, &rules);
        fprintf(out, "\n| `%s` | %s%s%s | %s | %s |", key->name, key->words_of_players ? "" : "What ",
                key->words_of_players ? key->words_of_players : key->help, key->words_of_players ? "" : " pays.", range,
                value);
    }
    fputc('\n', out);
}

static void keys_print(FILE *out, const Rules *rules)
{
    char text[RULES_TEXT], value[VALUE_TEXT];
    rules_print(text, rules);
    fprintf(out, "%s: %d seats, %d sides, %d deals\n", text, rules->players, rules->sides, rules->deals);
    for (int k = 0; k < RULE_KEY_COUNT; k++) {
        rule_print(value, sizeof value, &RULE_KEYS[k], rules);
        fprintf(out, "%-*s %-*s  %s\n", KEY_COLUMNS, RULE_KEYS[k].name, VALUE_COLUMNS, value, RULE_KEYS[k].help);
    }
}

static bool rules_work(Driver *driver, Error *error)
{
    Rules rules;
    PageText text;
    const bool one = driver->parsed.arg_count > 0;
    if (one && !rules_parse(&rules, driver->parsed.args[0], error)) return false;
    if (((RulesList *)driver->own)->markdown) {
        if (one) return error_set(error, "--markdown lists all presets and keys");
        return markdown_print(stdout), driver_printed(error);
    }
    if (!page_text_open(&text)) return error_memory(error);
    if (one)
        keys_print(text.stream, &rules);
    else
        presets_print(text.stream, driver->page.width);
    return page_text_close(&text, stdout, &driver->page) || error_memory(error);
}

const Command CMD_RULES = {
    .spec = {.command = "rules",
             .summary = "list presets and keys with their values",
             .args = {"[R]", 0, 1, NULL, TAKES_RULES},
             .about = "Lists presets and keys with their values, ranges and meaning; with an argument, the values of "
                      "that rule set.",
             .example = "pasur rules wikipedia,target=100,sur_points=10",
             OPTION_ROWS(RULES_OPTIONS)},
    .size = sizeof(RulesList),
    .work = rules_work,
};
