// SPDX-License-Identifier: MIT
// A variant in a process of its own. Its commands are children of the process and in its process group, so that whoever
// sets the time limit can end all of them. They also end when the process that started them does.

#include "cmtune.h"

#include <errno.h>
#include <fcntl.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOTE_B = 200, MOST_PATH_B = 4096, NOT_STARTED = 127 };

typedef struct trial {
    const tune_plan *plan;
    uint32_t variant;
    cmc_arena *arena;
    const char *kernel, *log; // files of its own
} trial;

// The replacement of a placeholder that is at text, or NULL. *length: of the placeholder.
static const char *replacement(const trial *t, const char *text, size_t *length) {
    const struct {
        const char *name, *value;
    } rows[] = {{"{target}", t->plan->target},
                {"{device}", t->plan->device},
                {"{kernel}", t->kernel},
                {"{here}", t->plan->folder}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        *length = strlen(rows[i].name);
        if (strncmp(text, rows[i].name, *length) == 0)
            return rows[i].value;
    }
    for (uint32_t i = 0; i < t->plan->constants.len; i++) { // {NAME}: its value in this variant
        const char *name = t->plan->constants.data[i].name;
        *length = strlen(name) + 2;
        if (text[0] == '{' && strncmp(text + 1, name, *length - 2) == 0 && text[*length - 1] == '}')
            return tune_value(t->plan, t->variant, i);
    }
    return NULL;
}

static char *replaced(const trial *t, const char *word) {
    cmc_str out = CMC_STR_INIT;
    while (*word) {
        size_t length = 1;
        const char *value = replacement(t, word, &length);
        if (value)
            cmc_str_append(&out, value);
        else
            cmc_str_append_n(&out, word, length = 1);
        word += length;
    }
    char *text = out.oom ? NULL : cmc_arena_strdup(t->arena, cmc_str_text(&out));
    cmc_str_free(&out);
    return text;
}

typedef CMC_VEC(char *) words;

static bool add_defines(const trial *t, words *out) {
    for (uint32_t i = 0; i < t->plan->constants.len; i++) {
        char *define =
            cmc_arena_printf(t->arena, "-D%s=%s", t->plan->constants.data[i].name, tune_value(t->plan, t->variant, i));
        if (!define || !cmc_vec_push(t->arena, out, define))
            return false;
    }
    return true;
}

// The words of a command, with a NULL after the last. Words are split as a shell does; {defines} becomes a word for
// each constant.
static bool split(const trial *t, const char *command, words *out) {
    cmc_str buffer = CMC_STR_INIT;
    bool ok = true;
    for (char *word; ok && (word = cmc_word_next(&command, &buffer)) != NULL;) {
        if (strcmp(word, "{defines}") == 0) {
            ok = add_defines(t, out);
        } else {
            char *text = replaced(t, word);
            ok = text && cmc_vec_push(t->arena, out, text);
        }
    }
    ok = ok && !buffer.oom && cmc_vec_push(t->arena, out, NULL);
    cmc_str_free(&buffer);
    return ok;
}

static _Noreturn void become(const trial *t, char *const *argv) {
    const int log = open(t->log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (log < 0 || dup2(log, STDOUT_FILENO) < 0 || dup2(log, STDERR_FILENO) < 0)
        _exit(NOT_STARTED);
    execvp(argv[0], argv);
    dprintf(STDERR_FILENO, "%s: %s\n", argv[0], strerror(errno));
    _exit(NOT_STARTED);
}

// Runs a command with its output in the log. Returns the status of waitpid, or -1.
static int command(const trial *t, const char *text) {
    words argv = {0};
    int status;
    if (!split(t, text, &argv) || argv.len < 2)
        return -1;
    const pid_t child = fork();
    if (child == 0)
        become(t, argv.data);
    while (child > 0 && waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return child > 0 ? status : -1;
}

static char *read_log(const trial *t) {
    uint8_t *text = NULL;
    size_t len;
    return cmc_file_read(t->log, &text, &len, NULL) == CMC_OK ? (char *)text : NULL;
}

// The first line of the log that has the word "error", else the last one, without tabs.
static const char *note_of(const trial *t) {
    char *log = read_log(t), *save = NULL, *best = NULL;
    for (char *line = log ? strtok_r(log, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save)) {
        best = line;
        if (strstr(line, "error"))
            break;
    }
    char *note = cmc_arena_printf(t->arena, "%.*s", NOTE_B, best ? best : "no output");
    for (char *p = note; p && *p; p++)
        *p = *p == '\t' ? ' ' : *p;
    free(log);
    return note;
}

// The sum of the numbers that the plan's expression finds. Returns false if it finds no number.
static bool measured(const trial *t, double *cost) {
    regex_t e;
    regmatch_t m[2];
    char *log = read_log(t);
    bool found = false;
    if (!log || regcomp(&e, t->plan->measure, REG_EXTENDED | REG_NEWLINE) != 0) {
        free(log);
        return false;
    }
    *cost = 0;
    for (const char *p = log; regexec(&e, p, 2, m, p == log ? 0 : REG_NOTBOL) == 0 && m[0].rm_eo > 0; p += m[0].rm_eo) {
        *cost += strtod(p + m[1].rm_so, NULL);
        found = true;
    }
    regfree(&e);
    free(log);
    return found;
}

static tune_result try_variant(const trial *t) {
    int status = command(t, t->plan->compile);
    if (status != 0)
        return (tune_result){TUNE_REFUSED, 0, note_of(t)};
    status = command(t, t->plan->run);
    if (status == -1 || WIFSIGNALED(status))
        return (tune_result){TUNE_CRASHED, 0, note_of(t)};
    tune_result r = {.status = TUNE_RIGHT};
    if (WEXITSTATUS(status) != 0)
        return (tune_result){TUNE_WRONG, 0, note_of(t)};
    if (!measured(t, &r.cost))
        return (tune_result){TUNE_WRONG, 0, "no line of the output has the measure"};
    return r;
}

// Programs beside this one are found first: those of the same build.
static bool find_programs_here(cmc_arena *a) {
    char self[MOST_PATH_B];
    const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    const char *path = getenv("PATH");
    if (n < 0)
        return false;
    self[n] = '\0';
    *strrchr(self, '/') = '\0';
    const char *both = cmc_arena_printf(a, "%s:%s", self, path ? path : "/usr/bin:/bin");
    return both && setenv("PATH", both, 1) == 0;
}

void tune_variant_process(const tune_plan *p, uint32_t variant, const char *work, const char *results) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    cmc_arena *a = cmc_arena_create();
    if (!a || !find_programs_here(a) || setenv("XESIM_TIMING", "text", 1) != 0)
        _exit(ENOMEM);
    const trial t = {p, variant, a, cmc_arena_printf(a, "%s/%u.bin", work, variant),
                     cmc_arena_printf(a, "%s/%u.log", work, variant)};
    if (!t.kernel || !t.log)
        _exit(ENOMEM);
    const tune_result r = try_variant(&t);
    const int error = tune_results_add(p, results, variant, &r) ? 0 : errno;
    unlink(t.kernel);
    unlink(t.log);
    _exit(error);
}
