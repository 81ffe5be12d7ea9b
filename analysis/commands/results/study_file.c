/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a file of questions. */
#include "analysis/commands/results/study_file.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/text/words.h"

enum { TEXT_MOST = 1 << 20 };

/* ---- the file */

static bool text_read(StudyFile *study, const char *name, Error *error)
{
    FILE *file = fopen(name, "rb");
    if (!file) return error_file(error, name, errno), error->system = errno == ENOMEM, false;
    study->text = malloc(TEXT_MOST + 1);
    if (study->text) study->length = fread(study->text, 1, TEXT_MOST, file);
    const int reason = ferror(file) ? errno ? errno : EIO : 0;
    fclose(file);
    if (!study->text) return error_memory(error);
    study->text[study->length] = 0;
    if (reason) return error_file(error, name, reason), error->system = errno == ENOMEM, false;
    if (study->length == TEXT_MOST) return error_set(error, "%.200s: too long for a file of questions", name);
    if (strlen(study->text) < study->length) return error_set(error, "%.200s: it is no text", name);
    return true;
}

static char *text_copy(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

/* ---- a command line */

static bool words_split(StudyQuestion *question, Error *error)
{
    char *to = question->text = text_copy(question->line, strlen(question->line));
    const char *from = to;
    if (!from) return error_memory(error);
    for (int count = -1;; count++) { /* the first word is "pasur" */
        char *word = to;
        from += strspn(from, " \t");
        if (!*from) break;
        if (!words_quoted_next(&to, &from)) return error_set(error, "a quote is not closed");
        from += *from != 0;
        *to++ = 0;
        if (count == STUDY_WORDS_MOST - 1) return error_set(error, "too many words");
        if (count >= 0) question->words[question->count++] = word;
        if (count < 0 && strcmp(word, "pasur"))
            return error_set(error, "expected 'pasur COMMAND ...' or a '[title]', found '%.60s'", word);
    }
    return question->count > 0 || error_set(error, "'pasur' needs a command, such as 'pasur sim greedy random'");
}

/* Is what the command plays kept by --run? Of a study --run means another thing, and none asks another one. */
static bool keeps_runs(const Command *command) { return option_find(&command->spec, "run") && !command->forks; }

/* The command keeps a run directory, and says nothing of what the study says. */
static bool command_check(StudyQuestion *question, const Command *const commands[], Error *error)
{
    static const char *const OURS[] = {"run", "part", "threads", "quiet", "dry-run"};
    const char *names[64];
    Names list = NAMES_OF("command", names, 0, "a study asks commands that have --run");
    for (const Command *const *command = commands; *command && list.count < 64; command++)
        if (keeps_runs(*command)) names[list.count++] = (*command)->spec.command;
    const Command *command = command_named(commands, question->words[0]);
    if (command && !keeps_runs(command)) {
        error_set(error, "'pasur %s' keeps no run directory; a study asks", command->spec.command);
        for (int i = 0; i < (int)list.count; i++)
            error_set(error, "%s%s %s", error->text, i ? "," : "", names[i]);
        return false;
    }
    if (!command) return name_unknown(error, &list, question->words[0]);
    for (int i = 1; i < question->count; i++) {
        const char *word = question->words[i];
        if (!strcmp(word, "-q")) return error_set(error, "-q is for the study to say, not for its questions");
        if (!strcmp(word, "-h") || !strcmp(word, "--help")) return error_set(error, "%s asks nothing", word);
        for (size_t k = 0; k < sizeof OURS / sizeof *OURS; k++)
            if (!strncmp(word, "--", 2) && !strncmp(word + 2, OURS[k], strlen(OURS[k])) &&
                (!word[2 + strlen(OURS[k])] || word[2 + strlen(OURS[k])] == '='))
                return error_set(error, "--%s is for the study to say, not for its questions", OURS[k]);
    }
    question->command = command;
    return true;
}

/* Does the name lead out of the folder where the study is run? */
static bool leads_out(const char *name)
{
    if (*name == '/') return true;
    for (const char *part = name; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
        if (!strncmp(part, "..", 2) && (!part[2] || part[2] == '/')) return true;
    return false;
}

bool study_link_leads_out(const char *directory, const char *name)
{
    char root[PATH_MAX], path[PATH_MAX], real[PATH_MAX];
    struct stat what;
    if (strlen(name) >= sizeof path - 3 || !realpath(directory, root)) return false; /* nothing can be written there */
    snprintf(path, sizeof path, *name == '/' ? "%s" : "./%s", name);
    while (!realpath(path, real)) {
        if (lstat(path, &what) == 0 && S_ISLNK(what.st_mode)) return true; /* to what is not there yet */
        char *slash = strrchr(path, '/');
        if (!slash || slash == path) return false;
        *slash = 0;
    }
    const size_t length = strlen(root);
    return strncmp(real, root, length) != 0 || (length > 1 && real[length] && real[length] != '/');
}

bool study_leads_out(const char *name, bool *link)
{
    *link = !leads_out(name);
    return !*link || study_link_leads_out(".", name);
}

const char *study_writes(const StudyQuestion *question, int *at, const Option **option)
{
    const OptionsSpec *spec = &question->command->spec;
    for (int i = *at; i < question->count && strcmp(question->words[i], "--") != 0; i++) {
        const char *word = question->words[i], *value = question->words[i + 1];
        const size_t length = strcspn(word, "=");
        *option = NULL;
        for (size_t k = 0; k < spec->option_count && *word == '-'; k++) {
            const char *name = spec->options[k].name;
            const bool named =
                name && word[1] == '-' && strlen(name) == length - 2 && !strncmp(word + 2, name, length - 2);
            if (named || (word[1] && word[1] == spec->options[k].letter && !word[2])) *option = &spec->options[k];
        }
        if (!*option || ((*option)->file <= FILE_READ && strcmp((*option)->name, "bot-log") != 0)) continue;
        if (word[1] == '-' && word[length]) value = word + length + 1;
        *at = i + 1;
        if (value && strcmp(value, "-") != 0) return value;
    }
    return NULL;
}

/* ---- questions */

static void folder_make(char out[static STUDY_FOLDER], const char *title)
{
    size_t length = 0;
    for (; *title && length < STUDY_FOLDER - 1; title++) {
        const unsigned char character = (unsigned char)*title;
        if (character < 128 && isalnum(character))
            out[length++] = (char)tolower(character);
        else if (length && out[length - 1] != '-')
            out[length++] = '-';
    }
    while (length && out[length - 1] == '-')
        length--;
    out[length] = 0;
}

static bool title_take(StudyFile *study, const char *line, size_t length, Error *error)
{
    if (study->count && !study->questions[study->count - 1].line)
        return error_set(error, "the title before this one has no command line");
    if (line[length - 1] != ']' || length < 3)
        return error_set(error, "a title stands in brackets, as [What is it worth?]");
    if (study->count == STUDY_QUESTIONS_MOST)
        return error_set(error, "more than %d questions", (int)STUDY_QUESTIONS_MOST);
    StudyQuestion *question = &study->questions[study->count++];
    question->title = text_copy(line + 1, length - 2);
    if (!question->title) return error_memory(error);
    folder_make(question->folder, question->title);
    if (!*question->folder) return error_set(error, "a title needs letters or digits, after which its run is named");
    for (int i = 0; i + 1 < study->count; i++)
        if (!strcmp(study->questions[i].folder, question->folder))
            return error_set(error, "this title and that of line %zu name the same directory, %s",
                             study->questions[i].at ? study->questions[i].at - 1 : 0, question->folder);
    return true;
}

static bool line_take(StudyFile *study, const char *line, size_t length, size_t number, const Command *const commands[],
                      Error *error)
{
    while (length && isspace((unsigned char)line[length - 1]))
        length--;
    for (; length && isblank((unsigned char)*line); length--)
        line++;
    if (study->count && length == strlen(STUDY_CHANGED) && !strncmp(line, STUDY_CHANGED, length))
        study->questions[study->count - 1].changed = true;
    if (!length || *line == '#') return true;
    if (*line == '[') return title_take(study, line, length, error);
    StudyQuestion *question = study->count ? &study->questions[study->count - 1] : NULL;
    if (!question || question->line)
        return error_set(error, question ? "a question has one command line; the next begins with its [title]"
                                         : "expected a [title] above the first command line");
    question->line = text_copy(line, length);
    question->at = number;
    if (!question->line) return error_memory(error);
    return words_split(question, error) && command_check(question, commands, error);
}

/* The first line of the file, if it is a comment, is the title of the page. */
static void title_find(StudyFile *study)
{
    const char *text = text_start(study->text);
    const size_t length = strcspn(text, "\r\n");
    char line[256];
    if (*text != '#' || length < 3) return;
    snprintf(line, sizeof line, "%.*s", (int)length, text);
    text_one_line(study->title, sizeof study->title, line + 1 + strspn(line + 1, "# \t"));
}

bool study_read(StudyFile *out, const char *name, const Command *const commands[], Error *error)
{
    size_t number = 1;
    *out = (StudyFile){0};
    if (!text_read(out, name, error)) return false;
    out->questions = calloc(STUDY_QUESTIONS_MOST, sizeof *out->questions);
    if (!out->questions) return error_memory(error);
    title_find(out);
    for (const char *line = text_start(out->text); *line; number++) {
        const size_t length = strcspn(line, "\n");
        if (!line_take(out, line, length, number, commands, error))
            return error_under(error, "%.200s:%zu", name, number);
        line += length + (line[length] == '\n');
    }
    if (!out->count)
        return error_set(error, "%.200s:%zu: no question: a [title] and below it 'pasur COMMAND ...'", name, number);
    if (!out->questions[out->count - 1].line)
        return error_set(error, "%.200s:%zu: the last title has no command line", name, number);
    return true;
}

void study_free(StudyFile *study)
{
    for (int i = 0; i < study->count; i++) {
        free(study->questions[i].title);
        free(study->questions[i].line);
        free(study->questions[i].text);
    }
    free(study->questions);
    free(study->text);
}
