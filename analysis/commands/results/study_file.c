/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a file of questions. */
#include "analysis/commands/results/study_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "agents/text_lines.h"
#include "engine/text/words.h"
#include "sim/files/packer.h"

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

/* Takes "[title]". */
static bool title_take(StudyFile *study, const char *line, Error *error)
{
    StudyQuestion question = {0};
    const size_t length = strlen(line);
    if (study->count && !study->questions[study->count - 1].line)
        return error_set(error, "the title before this one has no command line");
    if (line[length - 1] != ']' || length < 3)
        return error_set(error, "a title stands in brackets, as [What is it worth?]");
    if (study->count == STUDY_QUESTIONS_MOST)
        return error_set(error, "more than %d questions", (int)STUDY_QUESTIONS_MOST);
    folder_make(question.folder, line);
    if (!*question.folder) return error_set(error, "a title needs letters or digits, after which its run is named");
    for (size_t i = 0; i < study->count; i++)
        if (!strcmp(study->questions[i].folder, question.folder))
            return error_set(error, "this title and that of line %d name the same directory, %s",
                             study->questions[i].at - 1, question.folder);
    question.title = strndup(line + 1, length - 2);
    if (question.title && list_add(&study->questions, &study->count, &question, sizeof question)) return true;
    free(question.title);
    return error_memory(error);
}

static bool line_take(StudyFile *study, char *line, int number, Error *error)
{
    char *end = line + strlen(line);
    if (number == 1 && *line == '#')
        text_one_line(study->title, sizeof study->title, line + 1 + strspn(line + 1, "# \t"));
    while (end > line && isspace((unsigned char)end[-1]))
        *--end = 0;
    line += strspn(line, " \t");
    if (!*line || *line == '#') return true;
    if (*line == '[') return title_take(study, line, error);
    StudyQuestion *question = study->count ? &study->questions[study->count - 1] : NULL;
    if (!question || question->line)
        return error_set(error, question ? "a question has one command line; the next begins with its [title]"
                                         : "expected a [title] above the first command line");
    question->at = number;
    question->line = strdup(line);
    return question->line || error_memory(error);
}

bool study_read(StudyFile *out, const char *name, Error *error)
{
    *out = (StudyFile){0};
    TextLines lines = {.file = text_file_open(name, error)};
    if (!lines.file) return error->system &= errno == ENOMEM, false;
    bool good = true;
    while (good && text_lines_next(&lines, error)) {
        const bool kept =
            text_buffer_add(&out->text, lines.line, strlen(lines.line)) && text_buffer_add(&out->text, "\n", 1);
        good = kept ? line_take(out, lines.line, lines.number, error) : error_memory(error);
    }
    good &= lines.ended;
    if (good && !out->count) good = error_set(error, "no question: a [title] and below it 'pasur COMMAND ...'");
    if (good && !out->questions[out->count - 1].line) good = error_set(error, "the last title has no command line");
    if (!good) text_lines_blame(&lines, name, error);
    fclose(lines.file);
    text_lines_free(&lines);
    return good;
}

void study_free(StudyFile *study)
{
    for (size_t i = 0; i < study->count; i++) {
        free(study->questions[i].title);
        free(study->questions[i].line);
    }
    free(study->questions);
    text_buffer_free(&study->text);
}
