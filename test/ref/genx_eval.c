// SPDX-License-Identifier: MIT
// genx_eval: evaluates a function of an IR file and prints its result and buffers, or compares two
// files.
//
//   genx_eval FILE.ll [--kernel NAME] [--arg ARG]... [--print N:TYPE[:COUNT]]... [--grid X,Y,Z]
//   [--ftz] genx_eval --compare A.ll B.ll [--kernel NAME] [--seed N] [--rounds N] [--ftz]
//
// ARG, in the function's order: a number or [n, n, ...] for a value (undef for an undefined lane;
// one number fills every lane); buf:BYTES[:FILL] for memory whose address is passed;
// surf:BYTES[:FILL] for a surface; surf2d:WIDTHxHEIGHT[:FILL] for one of bytes in rows. FILL: zero,
// u8, u16, u32 or f32 (0, 1, 2, ...). TYPE: i8 i16 i32 i64 u8 u16 u32 f16 f32 f64. Exit status: 0
// fine, 1 the program or comparison failed, 2 usage.

#include "ge_priv.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARGS = 64 };
enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

typedef struct command {
    const char *files[2];
    unsigned n_files;
    const char *function;
    const char *args[MAX_ARGS], *prints[MAX_ARGS];
    unsigned n_args, n_prints;
    uint32_t grid[3];
    uint64_t seed;
    unsigned rounds;
    bool compare, flush;
} command;

static int usage(const char *why, const char *what) {
    fprintf(stderr, "genx_eval: %s%s\n", why, what);
    fprintf(stderr, "usage: genx_eval FILE.ll [--kernel NAME] [--arg ARG]... [--print N:TYPE[:COUNT]]... "
                    "[--grid X,Y,Z] [--ftz]\n"
                    "       genx_eval --compare A.ll B.ll [--kernel NAME] [--seed N] [--rounds N] [--ftz]\n");
    return EXIT_USAGE;
}

static void show(cmc_diag *d) {
    cmc_str text = CMC_STR_INIT;
    cmc_diag_format(d, &text);
    fputs(cmc_str_text(&text), stderr);
    cmc_str_free(&text);
}

static const struct {
    const char *name;
    ge_kind kind;
    unsigned bits;
    bool is_unsigned;
} types[] = {
    {"i8", GE_INT, 8, false},      {"i16", GE_INT, 16, false},  {"i32", GE_INT, 32, false},
    {"i64", GE_INT, 64, false},    {"u8", GE_INT, 8, true},     {"u16", GE_INT, 16, true},
    {"u32", GE_INT, 32, true},     {"f16", GE_HALF, 16, false}, {"f32", GE_FLOAT, 32, false},
    {"f64", GE_DOUBLE, 64, false},
};

static int find_type(const char *name, size_t len) {
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strlen(types[i].name) == len && strncmp(types[i].name, name, len) == 0)
            return (int)i;
    return -1;
}

static bool fill_from_file(ge_buffer *b, const char *path) {
    uint8_t *data = NULL;
    size_t len = 0;
    if (cmc_file_read(path, &data, &len, NULL) != CMC_OK)
        return false;
    memcpy(b->data, data, len < b->size_b ? len : b->size_b);
    free(data);
    return true;
}

static bool fill(ge_buffer *b, const char *how) {
    if (!*how || strcmp(how, "zero") == 0)
        return true;
    if (strncmp(how, "file=", 5) == 0)
        return fill_from_file(b, how + 5);
    const int t = find_type(how, strlen(how));
    if (t < 0)
        return false;
    const unsigned size = types[t].bits / 8;
    for (uint64_t i = 0; i < b->size_b / size; i++) {
        const uint64_t v = types[t].kind == GE_INT ? i : ge_from_double(types[t].kind, (double)i);
        for (unsigned k = 0; k < size; k++)
            b->data[i * size + k] = (uint8_t)(v >> 8 * k);
    }
    return true;
}

static bool parse_buffer(ge_ctx *cx, const char *text, unsigned index, ge_value *v) {
    const bool svm = strncmp(text, "buf:", 4) == 0, flat = strncmp(text, "surf2d:", 7) == 0;
    char *end, name[16];
    const uint64_t first = strtoull(strchr(text, ':') + 1, &end, 0);
    uint64_t rows = 1;
    if (flat && *end == 'x')
        rows = strtoull(end + 1, &end, 0);
    if (!first || !rows || (*end && *end != ':') || first > UINT32_MAX || rows > UINT32_MAX)
        return false;
    snprintf(name, sizeof name, "%u", index);
    ge_buffer *b = ge_buffer_add(cx, name, first * rows, svm ? -1 : (int32_t)index + 1);
    if (!b)
        return false;
    if (flat) {
        b->width_b = b->pitch_b = (uint32_t)first;
        b->height = (uint32_t)rows;
        b->px_b = 1;
    }
    ge_set(v, 0, svm ? b->base : index + 1);
    return fill(b, *end ? end + 1 : "");
}

static bool parse_lanes(const char *text, ge_value *v) {
    uint32_t n = 0;
    if (*text == '[')
        text++;
    while (*text && *text != ']') {
        char *end = (char *)text;
        if (n == v->n)
            return false;
        if (strncmp(text, "undef", 5) == 0) {
            ge_set_undef(v, n);
            end = (char *)text + 5;
        } else if (ge_is_float(v->kind)) {
            ge_set(v, n, ge_from_double(v->kind, strtod(text, &end)));
        } else {
            ge_set(v, n, *text == '-' ? (uint64_t)strtoll(text, &end, 0) : strtoull(text, &end, 0));
        }
        if (end == text)
            return false;
        n++;
        text = end + strspn(end, ", ");
    }
    for (uint32_t l = 1; n == 1 && l < v->n; l++) {
        v->v[l] = v->v[0];
        v->u[l] = v->u[0];
    }
    return n == 1 || n == v->n;
}

static bool parse_argument(ge_ctx *cx, LLVMValueRef param, const char *text, unsigned index, ge_value *v) {
    *v = ge_value_make(cx, LLVMTypeOf(param));
    if (v->kind == GE_VOID || v->kind == GE_STRUCT)
        return false;
    if (strncmp(text, "buf:", 4) == 0 || strncmp(text, "surf:", 5) == 0 || strncmp(text, "surf2d:", 7) == 0)
        return parse_buffer(cx, text, index, v);
    return parse_lanes(text, v);
}

static const ge_buffer *buffer_named(const ge_ctx *cx, const char *name) {
    for (size_t i = 0; i < ge_buffer_count(cx); i++)
        if (strcmp(ge_buffer_at(cx, i)->name, name) == 0)
            return ge_buffer_at(cx, i);
    return NULL;
}

static void print_element(const ge_buffer *b, uint64_t at, int t) {
    uint64_t v = 0;
    const unsigned size = types[t].bits / 8;
    for (unsigned k = 0; k < size; k++) {
        if (b->undef[at + k]) {
            fputs(" undef", stdout);
            return;
        }
        v |= (uint64_t)b->data[at + k] << 8 * k;
    }
    if (types[t].kind != GE_INT)
        printf(" %.9g", ge_to_double(types[t].kind, v));
    else if (types[t].is_unsigned)
        printf(" %" PRIu64, v);
    else
        printf(" %" PRId64, ge_sext(v, types[t].bits));
}

static bool print_buffer(const ge_ctx *cx, const char *text) {
    char name[16] = "";
    const char *colon = strchr(text, ':');
    if (!colon || (size_t)(colon - text) >= sizeof name)
        return false;
    memcpy(name, text, (size_t)(colon - text));
    const ge_buffer *b = buffer_named(cx, name);
    const size_t len = strcspn(colon + 1, ":");
    const int t = find_type(colon + 1, len);
    if (b && strncmp(colon + 1, "file=", 5) == 0)
        return cmc_file_write(colon + 6, b->data, b->size_b, NULL) == CMC_OK;
    if (b && strncmp(colon + 1, "undef=", 6) == 0)
        return cmc_file_write(colon + 7, b->undef, b->size_b, NULL) == CMC_OK;
    if (!b || t < 0)
        return false;
    uint64_t n = b->size_b / (types[t].bits / 8);
    if (colon[1 + len]) {
        const uint64_t want = strtoull(colon + 2 + len, NULL, 0);
        n = want < n ? want : n;
    }
    printf("%s:", text);
    for (uint64_t i = 0; i < n; i++)
        print_element(b, i * (types[t].bits / 8), t);
    printf("\n");
    return true;
}

static LLVMValueRef find_function(LLVMModuleRef m, const char *name) {
    if (name)
        return LLVMGetNamedFunction(m, name);
    LLVMValueRef f = LLVMGetFirstFunction(m);
    while (f && LLVMIsDeclaration(f))
        f = LLVMGetNextFunction(f);
    return f;
}

static cmc_status run_grid(ge_ctx *cx, LLVMValueRef fn, const command *c, const ge_value *args, ge_value *ret,
                           cmc_diag *d) {
    ge_options *o = ge_options_of(cx);
    memcpy(o->group_count, c->grid, sizeof o->group_count);
    for (o->group[2] = 0; o->group[2] < c->grid[2]; o->group[2]++)
        for (o->group[1] = 0; o->group[1] < c->grid[1]; o->group[1]++)
            for (o->group[0] = 0; o->group[0] < c->grid[0]; o->group[0]++)
                CMC_TRY(ge_call(cx, fn, args, c->n_args, ret, d));
    return CMC_OK;
}

static int report_result(const ge_ctx *cx, const command *c, const ge_value *ret) {
    cmc_str text = CMC_STR_INIT;
    if (ret->kind != GE_VOID) {
        ge_value_print(ret, &text);
        printf("result: %s\n", cmc_str_text(&text));
    }
    cmc_str_free(&text);
    for (unsigned i = 0; i < c->n_prints; i++)
        if (!print_buffer(cx, c->prints[i]))
            return usage("no such buffer or type: --print ", c->prints[i]);
    for (size_t i = 0; i < ge_buffer_count(cx); i++) {
        const ge_buffer *b = ge_buffer_at(cx, i);
        if (b->undef_stores && strcmp(b->name, "alloca") != 0)
            printf("undefined bytes stored to buffer %s: %" PRIu64 "\n", b->name, b->undef_stores);
    }
    return EXIT_FINE;
}

static int evaluate(const command *c, LLVMModuleRef m, cmc_diag *d) {
    ge_options options = GE_OPTIONS_INIT;
    ge_value args[MAX_ARGS], ret = {0};
    options.flush_denorm = c->flush;
    LLVMValueRef fn = find_function(m, c->function);
    if (!fn || LLVMIsDeclaration(fn))
        return usage("no function ", c->function ? c->function : "with a body");
    if (LLVMCountParams(fn) != c->n_args)
        return usage("wrong number of --arg for ", LLVMGetValueName(fn));
    ge_ctx *cx = ge_create(m, &options);
    if (!cx || !ge_buffer_add(cx, "slm", 65536, 254))
        return EXIT_FAILED;
    int code = EXIT_FINE;
    for (unsigned i = 0; i < c->n_args && !code; i++)
        if (!parse_argument(cx, LLVMGetParam(fn, i), c->args[i], i, &args[i]))
            code = usage("cannot take as argument: ", c->args[i]);
    if (!code && run_grid(cx, fn, c, args, &ret, d) != CMC_OK)
        code = EXIT_FAILED;
    if (!code)
        code = report_result(cx, c, &ret);
    ge_destroy(cx);
    return code;
}

static int compare(const command *c, LLVMModuleRef a, cmc_diag *d) {
    ge_compare_options o = GE_COMPARE_OPTIONS_INIT;
    LLVMContextRef context;
    LLVMModuleRef b;
    unsigned n = 0;
    o.seed = c->seed;
    o.rounds = c->rounds;
    o.function = c->function;
    o.flush_denorm = c->flush;
    if (ge_load(c->files[1], &context, &b, d) != CMC_OK)
        return EXIT_FAILED;
    cmc_status s = ge_compare(a, b, &o, &n, d);
    if (s == CMC_OK)
        printf("same on %u inputs\n", n);
    LLVMDisposeModule(b);
    LLVMContextDispose(context);
    return s == CMC_OK ? EXIT_FINE : EXIT_FAILED;
}

static int parse(int argc, char **argv, command *c) {
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i], *next = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(a, "--compare") == 0) {
            c->compare = true;
            continue;
        }
        if (strcmp(a, "--ftz") == 0) {
            c->flush = true;
            continue;
        }
        if (strncmp(a, "--", 2) != 0) {
            if (c->n_files == 2)
                return usage("too many files: ", a);
            c->files[c->n_files++] = a;
            continue;
        }
        if (!next)
            return usage("unknown option or no value: ", a);
        i++;
        if (strcmp(a, "--kernel") == 0)
            c->function = next;
        else if (strcmp(a, "--seed") == 0)
            c->seed = strtoull(next, NULL, 0);
        else if (strcmp(a, "--rounds") == 0)
            c->rounds = (unsigned)strtoul(next, NULL, 0);
        else if (strcmp(a, "--arg") == 0 && c->n_args < MAX_ARGS)
            c->args[c->n_args++] = next;
        else if (strcmp(a, "--print") == 0 && c->n_prints < MAX_ARGS)
            c->prints[c->n_prints++] = next;
        else if (strcmp(a, "--grid") == 0 &&
                 sscanf(next, "%" SCNu32 ",%" SCNu32 ",%" SCNu32, &c->grid[0], &c->grid[1], &c->grid[2]) >= 1)
            continue;
        else
            return usage("unknown option: ", a);
    }
    return c->n_files == (c->compare ? 2u : 1u) ? EXIT_FINE : usage("expected one file, or two with --compare", "");
}

int main(int argc, char **argv) {
    command c = {.grid = {1, 1, 1}, .seed = 1};
    LLVMContextRef context;
    LLVMModuleRef m;
    int code = parse(argc, argv, &c);
    if (code)
        return code;
    cmc_diag *d = cmc_diag_create();
    if (ge_load(c.files[0], &context, &m, d) == CMC_OK) {
        code = c.compare ? compare(&c, m, d) : evaluate(&c, m, d);
        LLVMDisposeModule(m);
        LLVMContextDispose(context);
    } else {
        code = EXIT_FAILED;
    }
    show(d);
    cmc_diag_destroy(d);
    return code;
}
