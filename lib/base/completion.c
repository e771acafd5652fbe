// SPDX-License-Identifier: MIT
// cmc_completion: the scripts for bash and zsh.
//
//   -march=TARGET      compile for TARGET
//   ->  bash: case -march=) the targets;  zsh: '-march=-[compile for TARGET]:TARGET:(skl icl ...)'
//
// The help text is the table: it lists every option once, with its value and what it does.

#include <cmc/completion.h>

#include <assert.h>
#include <ctype.h>
#include <string.h>

typedef struct option {
    const char *name, *value, *help; // value: its name, empty without one
    int name_len, value_len, help_len;
    char join; // between name and value: '=', ' ', or 0 without a value
} option;

typedef struct writer {
    cmc_str *out;
    const char *program;
    const cmc_completion_value *values;
    void (*option)(const struct writer *w, const option *o);
} writer;

// The words that complete the value; NULL: files.
static const char *words_of(const writer *w, const option *o) {
    int len = 0;
    while (len < o->value_len && (isupper((unsigned char)o->value[len])))
        len++;
    for (const cmc_completion_value *v = w->values; v->name; v++)
        if (len && (int)strlen(v->name) == len && strncmp(v->name, o->value, (size_t)len) == 0)
            return v->words;
    return NULL;
}

// Reads one spelling at *at, "-k", "--kernel NAME" or "--check[=LIST]", up to the next one or the end of the names.
// *both: the option is complete without its value too.
static bool take_spelling(const char **at, const char *end, option *o, bool *both) {
    const char *p = *at;
    if (p >= end || *p != '-')
        return false;
    *o = (option){.name = p};
    while (p < end && !strchr(" =[,", *p))
        p++;
    o->name_len = (int)(p - o->name);
    *both = p + 1 < end && p[0] == '[' && p[1] == '=';
    p += *both;
    if (p < end && (*p == '=' || (*p == ' ' && p + 1 < end && p[1] != ' '))) {
        o->join = *p++;
        o->value = p;
        while (p < end && *p != ' ' && !(*p == ',' && p + 1 < end && p[1] == ' '))
            p++;
        o->value_len = (int)(p - o->value) - *both;
    }
    while (p < end && (*p == ',' || *p == ' '))
        p++;
    *at = p;
    return true;
}

// The names of a line end at two blanks, its help begins after them.
static const char *end_of_names(const char *line, const char *end) {
    for (const char *p = line; p + 1 < end; p++)
        if (p[0] == ' ' && p[1] == ' ')
            return p;
    return end;
}

// "-k, --kernel NAME": the value is that of all spellings.
static void write_line(const writer *w, const char *line, const char *end) {
    enum { MAX_SPELLINGS = 4 };
    const char *names_end = end_of_names(line, end), *help = names_end;
    option all[MAX_SPELLINGS];
    bool both[MAX_SPELLINGS];
    int n = 0;
    while (help < end && *help == ' ')
        help++;
    while (n < MAX_SPELLINGS && take_spelling(&line, names_end, &all[n], &both[n]))
        n++;
    for (int i = 0; i < n; i++) {
        option o = all[i];
        o.help = help;
        o.help_len = (int)(end - help);
        if (both[i]) {
            option plain = o;
            plain.join = 0;
            w->option(w, &plain);
        }
        if (all[n - 1].join == ' ' && !o.join) {
            o.join = ' ';
            o.value = all[n - 1].value;
            o.value_len = all[n - 1].value_len;
        }
        w->option(w, &o);
    }
}

static void write_options(const writer *w, const char *help) {
    for (const char *line = help; *line;) {
        const char *end = line + strcspn(line, "\n");
        if (strncmp(line, "  -", 3) == 0)
            write_line(w, line + 2, end);
        line = end + (*end == '\n');
    }
}

// bash: readline splits "-march=x" into three words.

static void bash_name(const writer *w, const option *o) {
    cmc_str_printf(w->out, " %.*s%s", o->name_len, o->name, o->join == '=' ? "=" : "");
}

static void bash_value(const writer *w, const option *o) {
    const char *words = words_of(w, o);
    if (o->join)
        cmc_str_printf(w->out, "    '%.*s%s') words='%s' ;;\n", o->name_len, o->name, o->join == '=' ? "=" : "",
                       words ? words : "");
}

static void write_bash(writer *w, const char *help) {
    cmc_str_printf(w->out,
                   "# completion of %s in bash\n"
                   "_%s() {\n"
                   "    local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} words=\n"
                   "    if [ \"$cur\" = = ]; then\n"
                   "        option=$option= cur=\n"
                   "    elif [ \"$option\" = = ]; then\n"
                   "        option=${COMP_WORDS[COMP_CWORD - 2]}=\n"
                   "    fi\n"
                   "    COMPREPLY=()\n"
                   "    case $option in\n",
                   w->program, w->program);
    w->option = bash_value;
    write_options(w, help);
    cmc_str_append(w->out, "    *)\n"
                           "        case $cur in\n"
                           "        -*) words='");
    w->option = bash_name;
    write_options(w, help);
    cmc_str_printf(w->out,
                   "' ;;\n"
                   "        esac ;;\n"
                   "    esac\n"
                   "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
                   "    case ${COMPREPLY[0]-} in\n"
                   "    *=) compopt -o nospace 2>/dev/null ;;\n"
                   "    esac\n"
                   "}\n"
                   "complete -o default -F _%s %s\n",
                   w->program, w->program);
}

// zsh

// Text within '...' of a shell and within a specification of _arguments.
static void zsh_text(cmc_str *out, const char *text, int len) {
    for (int i = 0; i < len; i++)
        if (text[i] == '\'')
            cmc_str_append(out, "'\\''");
        else
            cmc_str_printf(out, strchr("[]:\\", text[i]) ? "\\%c" : "%c", text[i]);
}

static void zsh_option(const writer *w, const option *o) {
    const char *words = words_of(w, o);
    cmc_str_printf(w->out, " \\\n    '*%.*s%s[", o->name_len, o->name, o->join == '=' ? "=-" : o->join ? "+" : "");
    zsh_text(w->out, o->help, o->help_len);
    cmc_str_append(w->out, "]");
    if (o->join) {
        cmc_str_append(w->out, ":");
        zsh_text(w->out, o->value, o->value_len);
        cmc_str_printf(w->out, words ? ":(%s)" : ":_files", words);
    }
    cmc_str_append(w->out, "'");
}

static void write_zsh(writer *w, const char *help) {
    cmc_str_printf(w->out, "#compdef %s\n# completion of %s in zsh\n_arguments", w->program, w->program);
    w->option = zsh_option;
    write_options(w, help);
    cmc_str_append(w->out, " \\\n    '*:file:_files'\n");
}

cmc_status cmc_completion(cmc_str *out, const char *shell, const char *program, const char *help,
                          const cmc_completion_value *values, cmc_diag *d) {
    assert(out && shell && program && help && values);
    writer w = {.out = out, .program = program, .values = values};
    if (strcmp(shell, "bash") == 0) {
        write_bash(&w, help);
    } else if (strcmp(shell, "zsh") == 0) {
        write_zsh(&w, help);
    } else {
        cmc_diag_error(d, "CM0003", "'--completion=%s': expected bash or zsh", shell);
        return CMC_ERR_USER;
    }
    return out->oom ? CMC_ERR_OOM : CMC_OK;
}

cmc_status cmc_completion_write(const char *shell, const char *program, const char *help,
                                const cmc_completion_value *values, cmc_diag *d) {
    cmc_str out = CMC_STR_INIT;
    cmc_status s = cmc_completion(&out, shell, program, help, values, d);
    if (s == CMC_OK)
        s = cmc_file_write("-", cmc_str_text(&out), out.len, d);
    cmc_str_free(&out);
    return s;
}
