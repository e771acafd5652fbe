// SPDX-License-Identifier: MIT
// xedis: disassembles the kernels of a zebin, or raw instruction bytes, in iga64's syntax.

#include <cmc/completion.h>
#include <cmc/file_kind.h>
#include <cmc/isa.h>
#include <cmc/zebin.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct options {
    const char *march, *input, *output, *kernel, *shell;
    bool raw, no_lines;
    isa_disasm_opts dis;
} options;

static const char usage[] =
    "usage: xedis [options] FILE\n"
    "Disassembles the kernels of a zebin, or of all zebins in an archive, in iga64's syntax.\n"
    "FILE may be - for standard input.\n"
    "  --raw           FILE holds instruction bytes only; needs -march\n"
    "  -march=TARGET   target of raw bytes, or the one image to take from an archive; overrides a\n"
    "                  zebin's own\n"
    "  --kernel NAME   only this kernel\n"
    "  --offsets       print the byte offset before each instruction\n"
    "  --no-comments   leave out the explanation after sends\n"
    "  --lines, --no-lines\n"
    "                  print source lines before their instructions if the file has debug\n"
    "                  information (cmc -g); default: with\n"
    "  --json          print one JSON object per instruction\n"
    "  -o FILE         output (default standard output)\n"
    "  --completion=SHELL\n"
    "                  print the script that completes options: bash or zsh\n"
    "  --help          this text\n";

static int complain(const char *what, const char *arg) {
    fprintf(stderr, "xedis: error: %s%s\n", what, arg);
    return 1;
}

static bool parse_switch(const char *a, options *o) {
    if (strcmp(a, "--raw") == 0)
        o->raw = true;
    else if (strcmp(a, "--offsets") == 0)
        o->dis.offsets = true;
    else if (strcmp(a, "--no-comments") == 0)
        o->dis.message_comment = false;
    else if (strcmp(a, "--lines") == 0 || strcmp(a, "--no-lines") == 0)
        o->no_lines = a[2] == 'n';
    else if (strcmp(a, "--json") == 0)
        o->dis.json = true;
    else if (strncmp(a, "-march=", 7) == 0)
        o->march = a + 7;
    else if (strncmp(a, "--completion=", 13) == 0)
        o->shell = a + 13;
    else
        return false;
    return true;
}

// 0 = go on, otherwise 1 + exit code.
static int parse_args(int argc, char **argv, options *o) {
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i], **where = NULL;
        if (strcmp(a, "--help") == 0) {
            fputs(usage, stdout);
            return 1;
        }
        if (parse_switch(a, o))
            continue;
        if (strcmp(a, "-o") == 0)
            where = &o->output;
        else if (strcmp(a, "--kernel") == 0)
            where = &o->kernel;
        else if (a[0] == '-' && a[1] != '\0')
            return 1 + complain("unknown option ", a);
        else if (o->input)
            return 1 + complain("more than one input file: ", a);
        else
            o->input = a;
        if (where && i + 1 == argc)
            return 1 + complain("missing value for ", a);
        if (where)
            *where = argv[++i];
    }
    if (o->shell)
        return 0;
    if (!o->input)
        return 1 + complain("no input file; try --help", "");
    if (o->raw && !o->march)
        return 1 + complain("--raw needs a target: -march=", isa_model_names());
    return 0;
}

typedef struct output {
    cmc_str *text;
    unsigned n_kernels;
} output;

static void put_name(cmc_str *out, const char *name, bool json) {
    if (json)
        cmc_str_append_json(out, name);
    else
        cmc_str_append_line(out, name);
}

static void put_head(const options *o, const isa_model *m, const char *image, const zeb_kernel *k, output *out) {
    bool first = out->n_kernels++ == 0;
    cmc_str_append(out->text, first ? "" : o->dis.json ? ",\n" : "\n");
    cmc_str_append(out->text, o->dis.json ? "{\"kernel\": " : "// kernel ");
    put_name(out->text, k->name, o->dis.json);
    if (o->dis.json)
        cmc_str_printf(out->text, ", \"target\": \"%s\", ", m->name);
    else
        cmc_str_printf(out->text, ", %s, %zu bytes", m->name, k->code_b);
    if (image) {
        cmc_str_append(out->text, o->dis.json ? "\"image\": " : ", image ");
        put_name(out->text, image, o->dis.json);
        cmc_str_append(out->text, o->dis.json ? ", " : "");
    }
    cmc_str_append(out->text, o->dis.json ? "\"instructions\": " : "\n");
}

static bool line_of(void *user, uint32_t pc_b, const char **file, uint32_t *line) {
    return zeb_lines_find(user, pc_b, file, line);
}

// lines may be NULL.
static cmc_status print_kernel(const options *o, const isa_model *m, const char *image, const zeb_kernel *k,
                               zeb_lines *lines, output *out, cmc_diag *d) {
    isa_disasm_opts dis = o->dis;
    dis.line_of = lines ? line_of : NULL;
    dis.line_user = lines;
    put_head(o, m, image, k, out);
    cmc_status st = isa_disassemble(m, k->text, k->text_b, &dis, out->text, d);
    if (o->dis.json)
        cmc_str_append(out->text, "}");
    if (st != CMC_OK)
        cmc_diag_error(d, "XEDIS", "kernel '%s' cannot be disassembled further", k->name);
    return st;
}

// image: name of the zebin in its archive, or NULL. Returns the first error; later kernels are printed all the same.
static cmc_status print_zebin(const options *o, const isa_model *m, const char *image, const zeb_file *f,
                              cmc_arena *arena, output *out, cmc_diag *d) {
    const char *target = zeb_file_target(f);
    cmc_status st = CMC_OK;
    if (!m && target)
        m = isa_model_find(target);
    if (!m) {
        cmc_diag_error(d, "XEDIS",
                       "the zebin is for product 0x%x of core family 0x%x, which is unknown here; "
                       "choose a target with -march=",
                       f->product, f->core);
        return CMC_ERR_UNSUPPORTED;
    }
    for (uint32_t i = 0; i < f->kernels.len; i++) {
        const zeb_kernel *k = f->kernels.data[i];
        if (o->kernel && strcmp(k->name, o->kernel) != 0)
            continue;
        zeb_lines *lines = o->no_lines ? NULL : zeb_lines_read(arena, f, k);
        cmc_status one = print_kernel(o, m, image, k, lines, out, d);
        st = st == CMC_OK ? one : st;
    }
    return st;
}

static cmc_status print_image(const options *o, const isa_model *m, const char *name, const zeb_entry *img,
                              cmc_arena *arena, output *out, cmc_diag *d) {
    zeb_file *f = NULL;
    CMC_TRY(zeb_read(arena, img->data, img->size_b, &f, d));
    return print_zebin(o, m, name, f, arena, out, d);
}

// Without a target option: every image that is a zebin, which code for the CPU is not.
static cmc_status print_archive(const options *o, const uint8_t *data, size_t len, cmc_arena *arena, output *out,
                                cmc_diag *d) {
    zeb_entry *entries = NULL;
    size_t count = 0;
    cmc_status st = CMC_OK;
    CMC_TRY(zeb_archive_read(arena, data, len, &entries, &count, d));
    for (size_t i = 0; i < count; i++) {
        if (!zeb_is_elf(entries[i].data, entries[i].size_b) || zeb_is_host(entries[i].data, entries[i].size_b))
            continue;
        cmc_status one = print_image(o, NULL, entries[i].name, &entries[i], arena, out, d);
        st = st == CMC_OK ? one : st;
    }
    return st;
}

// A file of a kind with a name; the zebin reader says which.
static bool is_foreign(const uint8_t *data, size_t len) {
    const char *kind = cmc_file_kind(data, len);
    return kind && strcmp(kind, CMC_FILE_BINARY) != 0;
}

static cmc_status print_file(const options *o, const isa_model *m, const uint8_t *data, size_t len, cmc_arena *arena,
                             output *out, cmc_diag *d) {
    zeb_entry img = {o->input, data, len};
    if (zeb_is_archive(data, len)) {
        if (!m)
            return print_archive(o, data, len, arena, out, d);
        CMC_TRY(zeb_select(data, len, m->name, &img, arena, d));
    } else if (zeb_is_host(data, len)) {
        cmc_diag_error(d, "XEDIS", "the kernels are compiled for the CPU; 'objdump -d' disassembles them");
        return CMC_ERR_UNSUPPORTED;
    } else if (!zeb_is_elf(data, len) && !is_foreign(data, len)) {
        cmc_diag_error(d, "XEDIS", "not a zebin: no ELF header; instruction bytes alone need --raw");
        return CMC_ERR_FORMAT;
    }
    return print_image(o, m, NULL, &img, arena, out, d);
}

static cmc_status disassemble(const options *o, const isa_model *m, const uint8_t *data, size_t len, cmc_arena *arena,
                              cmc_str *text, cmc_diag *d) {
    if (o->raw)
        return isa_disassemble(m, data, len, &o->dis, text, d);
    output out = {text, 0};
    cmc_str_append(text, o->dis.json ? "[" : "");
    CMC_TRY(print_file(o, m, data, len, arena, &out, d));
    cmc_str_append(text, o->dis.json ? "]\n" : "");
    if (out.n_kernels > 0)
        return CMC_OK;
    if (o->kernel)
        cmc_diag_error(d, "XEDIS", "the file has no kernel '%s'", o->kernel);
    else
        cmc_diag_error(d, "XEDIS", "the file has no kernels");
    return CMC_ERR_USER;
}

static cmc_status run(const options *o, const isa_model *m, cmc_arena *arena, cmc_diag *d) {
    uint8_t *data = NULL;
    size_t len = 0;
    cmc_str out = CMC_STR_INIT;
    cmc_status st = cmc_file_read(o->input, &data, &len, d);
    if (st == CMC_OK) {
        st = disassemble(o, m, data, len, arena, &out, d);
        // The decoded part is printed even when an error follows, but never half a JSON document.
        cmc_status write_st = CMC_OK;
        if (out.len > 0 && (st == CMC_OK || !o->dis.json))
            write_st = cmc_file_write(o->output ? o->output : "-", out.data, out.len, d);
        if (st == CMC_OK)
            st = write_st;
    }
    cmc_str_free(&out);
    free(data);
    return st;
}

static const cmc_completion_value completion_values[] = {
    {"TARGET", CMC_COMPLETION_TARGETS}, {"SHELL", "bash zsh"}, {0}};

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_DFL); // a reader that has seen enough is no error, even if the caller ignores the signal
    options o = {.dis.message_comment = true};
    int done = parse_args(argc, argv, &o);
    if (done)
        return done - 1;
    const isa_model *m = o.march ? isa_model_find(o.march) : NULL;
    if (o.march && !m) {
        fprintf(stderr, "xedis: error: unknown target '%s'; valid targets: %s\n", o.march, isa_model_names());
        return 1;
    }
    cmc_diag *d = cmc_diag_create();
    cmc_arena *arena = cmc_arena_create();
    cmc_status st = !d || !arena ? CMC_ERR_OOM
                    : o.shell    ? cmc_completion_write(o.shell, "xedis", usage, completion_values, d)
                                 : run(&o, m, arena, d);
    for (size_t i = 0; d && i < cmc_diag_count(d); i++)
        fprintf(stderr, "xedis: error: %s%s%s\n", o.input ? o.input : "", o.input ? ": " : "",
                cmc_diag_get(d, i)->text);
    if (st != CMC_OK && (!d || cmc_diag_error_count(d) == 0))
        complain(cmc_status_str(st), "");
    cmc_arena_destroy(arena);
    cmc_diag_destroy(d);
    return st == CMC_OK ? 0 : 1;
}
