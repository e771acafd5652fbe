// SPDX-License-Identifier: MIT
// xeas: assembles instruction text (iga64's syntax) to bytes, or into the text of a zebin's kernel.

#include "moved.h"

#include <cmc/completion.h>
#include <cmc/file_kind.h>
#include <cmc/isa.h>
#include <cmc/zebin.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct options {
    const char *march, *input, *output, *into, *kernel, *shell;
    bool compact, new_code;
} options;

static const char usage[] =
    "usage: xeas [options] FILE.asm\n"
    "Assembles Intel GPU instructions in iga64's syntax. FILE may be - for standard input.\n"
    "  -march=TARGET   target (default: that of the zebin of --into, else tgl)\n"
    "  -o FILE         output (default: the input's name with .krn; - for standard output)\n"
    "  --compact       use the 8-byte form wherever one exists\n"
    "  --into ZEBIN    put the code into this zebin's kernel instead; -o names the new file "
    "(default: in place)\n"
    "  --kernel NAME   kernel for --into (default: the only one)\n"
    "  --new-code      the code of --into has nothing in common with the old: drop relocations, "
    "entries and inner symbols\n"
    "  --completion=SHELL\n"
    "                  print the script that completes options: bash or zsh\n"
    "  --help          this text\n";

static int complain(const char *what, const char *arg) {
    fprintf(stderr, "xeas: error: %s%s\n", what, arg);
    return 1;
}

// The value of "-x VALUE"; NULL when it is missing.
static const char *value_of(int argc, char **argv, int *i) {
    return *i + 1 < argc ? argv[++*i] : NULL;
}

// 0 = go on, otherwise 1 + exit code.
static int parse_args(int argc, char **argv, options *o) {
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i], **where = NULL;
        if (strcmp(a, "--help") == 0) {
            fputs(usage, stdout);
            return 1;
        }
        if (strncmp(a, "-march=", 7) == 0)
            o->march = a + 7;
        else if (strncmp(a, "--completion=", 13) == 0)
            o->shell = a + 13;
        else if (strcmp(a, "--compact") == 0)
            o->compact = true;
        else if (strcmp(a, "--new-code") == 0)
            o->new_code = true;
        else if (strcmp(a, "-o") == 0)
            where = &o->output;
        else if (strcmp(a, "--into") == 0)
            where = &o->into;
        else if (strcmp(a, "--kernel") == 0)
            where = &o->kernel;
        else if (a[0] == '-' && a[1] != '\0')
            return 1 + complain("unknown option ", a);
        else if (o->input)
            return 1 + complain("more than one input file: ", a);
        else
            o->input = a;
        if (where && !(*where = value_of(argc, argv, &i)))
            return 1 + complain("missing value for ", a);
    }
    if (o->shell)
        return 0;
    if (!o->input)
        return 1 + complain("no input file; try --help", "");
    if (o->kernel && !o->into)
        return 1 + complain("--kernel requires --into", "");
    if (o->new_code && !o->into)
        return 1 + complain("--new-code requires --into", "");
    return 0;
}

static void print_messages(const char *input, const cmc_diag *d) {
    enum { SHOWN = 100 }; // a file that is not text has an error in every line
    size_t n = cmc_diag_count(d);
    for (size_t i = 0; i < n && i < SHOWN; i++) {
        const cmc_message *m = cmc_diag_get(d, i);
        if (m->loc.line)
            fprintf(stderr, "%s:%u:%u: error: %s\n", input, m->loc.line, m->loc.col, m->text);
        else
            fprintf(stderr, "xeas: error: %s\n", m->text);
    }
    if (n > SHOWN)
        fprintf(stderr, "xeas: error: %zu more errors are not shown\n", n - SHOWN);
}

static zeb_kernel *find_kernel(const zeb_file *f, const char *name, cmc_diag *d) {
    if (!name && f->kernels.len == 1)
        return f->kernels.data[0];
    for (uint32_t i = 0; name && i < f->kernels.len; i++)
        if (strcmp(f->kernels.data[i]->name, name) == 0)
            return f->kernels.data[i];
    if (name)
        cmc_diag_error(d, "XEAS", "the zebin has no kernel '%s'", name);
    else
        cmc_diag_error(d, "XEAS", "the zebin has %u kernels; name one with --kernel", f->kernels.len);
    return NULL;
}

// Removes the sections that describe the replaced code: its source lines, its assembly.
static void forget_code(zeb_file *f, const zeb_kernel *k) {
    static const char *const prefixes[] = {".gtpin_info.", ".visaasm."};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->sections.len; i++) {
        const char *name = f->sections.data[i].name;
        bool stale = strncmp(name, ".debug_", 7) == 0;
        for (unsigned p = 0; p < sizeof prefixes / sizeof prefixes[0]; p++) {
            size_t n = strlen(prefixes[p]);
            stale = stale || (strncmp(name, prefixes[p], n) == 0 && strcmp(name + n, k->name) == 0);
        }
        if (!stale)
            f->sections.data[kept++] = f->sections.data[i];
    }
    f->sections.len = kept;
}

static cmc_status replace_code(const options *o, const isa_model *m, cmc_arena *a, zeb_file *f, zeb_kernel *k,
                               const cmc_str *code, cmc_diag *d) {
    if (o->new_code)
        xeas_drop(f, k, code->len);
    else
        CMC_TRY(xeas_move(m, a, f, k, code, d));
    forget_code(f, k);
    k->text = (const uint8_t *)code->data;
    k->text_b = code->len;
    k->padded = false;
    return CMC_OK;
}

static bool has_code(const zeb_kernel *k, const cmc_str *code) {
    if (code->len > k->text_b || (code->len && memcmp(code->data, k->text, code->len) != 0))
        return false;
    for (size_t i = code->len; i < k->text_b; i++)
        if (k->text[i])
            return false;
    return true;
}

static cmc_status write_into(const options *o, const isa_model *m, cmc_arena *a, zeb_file *f, const cmc_str *code,
                             cmc_diag *d) {
    cmc_str image = CMC_STR_INIT;
    zeb_kernel *k = find_kernel(f, o->kernel, d);
    if (!k)
        return CMC_ERR_USER;
    if (!has_code(k, code) || o->new_code)
        CMC_TRY(replace_code(o, m, a, f, k, code, d));
    cmc_status st = zeb_write(f, &image, d);
    if (st == CMC_OK)
        st = cmc_file_write(o->output ? o->output : o->into, image.data, image.len, d);
    cmc_str_free(&image);
    return st;
}

static cmc_status write_plain(const options *o, const cmc_str *code, cmc_diag *d) {
    cmc_str name = CMC_STR_INIT;
    const char *dot = strrchr(o->input, '.'), *slash = strrchr(o->input, '/');
    size_t stem = dot && (!slash || dot > slash) ? (size_t)(dot - o->input) : strlen(o->input);
    if (!o->output && strcmp(o->input, "-") != 0) {
        cmc_str_append_n(&name, o->input, stem);
        cmc_str_append(&name, ".krn");
    }
    cmc_status st = cmc_file_write(o->output ? o->output : name.len ? name.data : "-", code->data, code->len, d);
    cmc_str_free(&name);
    return st;
}

// The target given on the command line, else that of the zebin, else tgl.
static const isa_model *find_model(const options *o, const zeb_file *f, cmc_diag *d) {
    const char *name = o->march ? o->march : f ? zeb_file_target(f) : CMC_TARGET_DEFAULT;
    const isa_model *m = name ? isa_model_find(name) : NULL;
    if (!m && o->march)
        cmc_diag_error(d, "XEAS", "unknown target '%s'; valid targets: %s", o->march, isa_model_names());
    else if (!m)
        cmc_diag_error(d, "XEAS", "the zebin's target is unknown here; choose one with -march=%s", isa_model_names());
    return m;
}

static cmc_status assemble(const options *o, cmc_arena *a, zeb_file *f, cmc_diag *d) {
    uint8_t *text = NULL;
    size_t len = 0;
    cmc_str code = CMC_STR_INIT;
    const isa_model *m = find_model(o, f, d);
    cmc_status st = m ? cmc_file_read(o->input, &text, &len, d) : CMC_ERR_USER;
    if (st == CMC_OK && cmc_file_kind(text, len)) {
        cmc_diag_error(d, "XEAS", "'%s' is %s, not assembly text", o->input, cmc_file_kind(text, len));
        st = CMC_ERR_USER;
    }
    if (st == CMC_OK)
        st = isa_assemble(m, (const char *)text, len, o->compact, &code, d);
    if (st == CMC_OK)
        st = f ? write_into(o, m, a, f, &code, d) : write_plain(o, &code, d);
    cmc_str_free(&code);
    free(text);
    return st;
}

static cmc_status run(const options *o, cmc_arena *arena, cmc_diag *d) {
    uint8_t *data = NULL;
    size_t len = 0;
    zeb_file *f = NULL;
    cmc_status st = CMC_OK;
    if (o->into)
        st = cmc_file_read(o->into, &data, &len, d);
    if (o->into && st == CMC_OK)
        st = zeb_read(arena, data, len, &f, d);
    if (st == CMC_OK)
        st = assemble(o, arena, f, d);
    free(data);
    return st;
}

static const cmc_completion_value completion_values[] = {
    {"TARGET", CMC_COMPLETION_TARGETS}, {"SHELL", "bash zsh"}, {0}};

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_DFL); // a reader that has seen enough is no error, even if the caller ignores the signal
    options o = {0};
    int done = parse_args(argc, argv, &o);
    if (done)
        return done - 1;
    cmc_diag *d = cmc_diag_create();
    cmc_arena *arena = cmc_arena_create();
    cmc_status st = !d || !arena ? CMC_ERR_OOM
                    : o.shell    ? cmc_completion_write(o.shell, "xeas", usage, completion_values, d)
                                 : run(&o, arena, d);
    if (d)
        print_messages(o.input, d);
    if (st != CMC_OK && (!d || cmc_diag_error_count(d) == 0))
        complain(cmc_status_str(st), "");
    cmc_arena_destroy(arena);
    cmc_diag_destroy(d);
    return st == CMC_OK ? 0 : 1;
}
