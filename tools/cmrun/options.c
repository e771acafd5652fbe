// SPDX-License-Identifier: MIT
// The command line of cmrun. Every mistake is named with the text that holds it.

#include "cmrun.h"

#include <stdlib.h>
#include <string.h>

const char cmrun_help[] =
    "usage: cmrun FILE [options]\n"
    "Runs one kernel of a zebin (or of an archive of them) and prints what it wrote.\n"
    "\n"
    "  --device DEV       gpu, xesim or xesim:TARGET; default: $CMRT_DEVICE, else a GPU, else xesim\n"
    "  --kernel NAME      kernel to run; needed when the file has several\n"
    "  --groups X[,Y[,Z]] number of groups, default 1,1,1\n"
    "  --local X[,Y[,Z]]  work-items of a group, default 1,1,1\n"
    "  --arg SPEC         next argument, in the kernel's order:\n"
    "       TYPE:V[,V...]          value or vector of values: d:5  f:1,2.5\n"
    "       buf:BYTES[:INIT]       buffer surface or pointer to device memory\n"
    "       svm:BYTES[:INIT]       pointer to shared memory\n"
    "       img:WxH:FORMAT[:INIT]  2-D image; FORMAT: r8 rg8 rgba8 r16 rgba16 r32 rgba32 r32f rgba32f\n"
    "       local:BYTES            shared local memory (OpenCL kernels)\n"
    "       same:N                 the memory of argument N once more\n"
    "       skip                   leave it unset\n"
    "     INIT: zero | iota[,START[,STEP]]:TYPE | fill,V:TYPE | random | file=PATH\n"
    "  --dump N:TYPE[:COUNT[:FIRST]]   after the run, print elements of argument N; an image row by row\n"
    "  --dump N:file=PATH              or write its bytes to a file\n"
    "  --repeat COUNT     launch that many times, default 1\n"
    "  --list             print kernels and their arguments, run nothing\n"
    "  -v, --verbose      print device and launch\n"
    "  --help, --version\n"
    "\n"
    "TYPE: ub b uw w ud d uq q hf f df. Numbers of bytes may end in k or m.\n";

static cmc_status bad(cmc_diag *d, const char *option, const char *text, const char *expected) {
    cmc_diag_error(d, "CM0801", "%s '%s': expected %s", option, text, expected);
    return CMC_ERR_USER;
}

// A number at *p up to one of the characters of stops or the end; *p moves behind it.
static bool take_number(const char **p, const char *stops, size_t *out) {
    char *end;
    if (**p < '0' || **p > '9')
        return false;
    unsigned long long v = strtoull(*p, &end, 0);
    if (*end == 'k' || *end == 'm')
        v <<= *end++ == 'k' ? 10 : 20;
    if (*end && !strchr(stops, *end))
        return false;
    *p = end;
    *out = (size_t)v;
    return v <= SIZE_MAX / 4;
}

static cmc_status parse_dims(const char *option, const char *text, uint32_t dims[3], cmc_diag *d) {
    const char *p = text;
    dims[0] = dims[1] = dims[2] = 1;
    for (int i = 0; i < 3; i++) {
        size_t v;
        if (!take_number(&p, ",", &v) || v > UINT32_MAX)
            break;
        dims[i] = (uint32_t)v;
        if (!*p)
            return CMC_OK;
        p++;
    }
    return bad(d, option, text, "one to three numbers such as 8,4,1");
}

// Initial contents -------------------------------------------------------------------------------

static const char init_forms[] = "zero, iota[,START[,STEP]]:TYPE, fill,V:TYPE, random or file=PATH";

// "iota,1,2:f" or "fill,3:d", word is iota or fill.
static cmc_status parse_series(const char *whole, const char *p, data_init *in, cmc_diag *d) {
    double *const places[] = {&in->start, &in->step};
    for (int i = 0; i < 2 && *p == ','; i++) {
        char *end;
        *places[i] = strtod(p + 1, &end);
        if (end == p + 1)
            return bad(d, "--arg", whole, init_forms);
        p = end;
    }
    if (*p != ':')
        return bad(d, "--arg", whole, init_forms);
    in->type = elt_find(p + 1, strlen(p + 1));
    return in->type ? CMC_OK : bad(d, "--arg", whole, elt_names());
}

static cmc_status parse_init(const char *whole, const char *p, data_init *in, cmc_diag *d) {
    *in = (data_init){.step = 1};
    if (!*p)
        return CMC_OK;
    p++; // the colon
    if (strcmp(p, "zero") == 0)
        return CMC_OK;
    if (strcmp(p, "random") == 0) {
        in->kind = INIT_RANDOM;
        return CMC_OK;
    }
    if (strncmp(p, "file=", 5) == 0 && p[5]) {
        in->kind = INIT_FILE;
        in->path = p + 5;
        return CMC_OK;
    }
    if (strncmp(p, "iota", 4) == 0 || strncmp(p, "fill", 4) == 0) {
        in->kind = p[0] == 'i' ? INIT_IOTA : INIT_FILL;
        return parse_series(whole, p + 4, in, d);
    }
    return bad(d, "--arg", whole, init_forms);
}

// Arguments --------------------------------------------------------------------------------------

static cmc_status parse_memory(arg_kind kind, const char *whole, const char *p, run_arg *a,
                               cmc_diag *d) {
    a->kind = kind;
    if (!take_number(&p, ":", &a->size_b) || a->size_b == 0)
        return bad(d, "--arg", whole, "a number of bytes behind the colon");
    if (kind == ARG_LOCAL && *p)
        return bad(d, "--arg", whole, "local:BYTES");
    return parse_init(whole, p, &a->init, d);
}

static cmc_status parse_image(const char *whole, const char *p, run_arg *a, cmc_diag *d) {
    static const struct {
        const char *name;
        cmrt_format format;
    } formats[] = {
        {"r8", CMRT_FORMAT_R8_UINT},         {"rg8", CMRT_FORMAT_RG8_UINT},
        {"rgba8", CMRT_FORMAT_RGBA8_UINT},   {"r16", CMRT_FORMAT_R16_UINT},
        {"rgba16", CMRT_FORMAT_RGBA16_UINT}, {"r32", CMRT_FORMAT_R32_UINT},
        {"rgba32", CMRT_FORMAT_RGBA32_UINT}, {"r32f", CMRT_FORMAT_R32_FLOAT},
        {"rgba32f", CMRT_FORMAT_RGBA32_FLOAT},
    };
    size_t w, h = 0;
    a->kind = ARG_IMAGE;
    bool ok = take_number(&p, "x", &w) && *p++ == 'x' && take_number(&p, ":", &h) && *p++ == ':';
    if (!ok || !w || !h || w > UINT32_MAX || h > UINT32_MAX)
        return bad(d, "--arg", whole, "img:WxH:FORMAT[:INIT]");
    size_t len = strcspn(p, ":");
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (strlen(formats[i].name) == len && strncmp(formats[i].name, p, len) == 0)
            a->format = formats[i].format;
    if (a->format == CMRT_FORMAT_NONE)
        return bad(d, "--arg", whole, "a format of r8 rg8 rgba8 r16 rgba16 r32 rgba32 r32f rgba32f");
    a->width = (uint32_t)w;
    a->height = (uint32_t)h;
    a->size_b = w * h * cmrt_format_size_b(a->format);
    return parse_init(whole, p + len, &a->init, d);
}

static cmc_status parse_values(const char *whole, const elt_type *t, const char *p, run_arg *a,
                               cmc_diag *d) {
    size_t n = 1;
    for (const char *c = p; *c; c++)
        n += *c == ',';
    a->kind = ARG_VALUE;
    a->value = calloc(n, t->size_b);
    if (!a->value)
        return CMC_ERR_OOM;
    a->size_b = n * t->size_b;
    for (size_t i = 0; i < n; i++) {
        const char *end;
        if (!elt_parse(t, p, &end, a->value + i * t->size_b) || (*end && *end != ','))
            return bad(d, "--arg", whole, "numbers that fit the type, with commas between them");
        p = end + (*end == ',');
    }
    return CMC_OK;
}

static cmc_status parse_arg(const char *text, run_options *o, cmc_diag *d) {
    static const struct {
        const char *word;
        arg_kind kind;
    } words[] = {{"buf", ARG_BUFFER}, {"svm", ARG_SVM}, {"local", ARG_LOCAL}};
    if (o->n_args == CMRUN_MAX_ARGS)
        return bad(d, "--arg", text, "at most 64 arguments");
    run_arg *a = &o->args[o->n_args++];
    size_t len = strcspn(text, ":"), number;
    const char *rest = text[len] ? text + len + 1 : text + len;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i].word) == len && strncmp(text, words[i].word, len) == 0)
            return parse_memory(words[i].kind, text, rest, a, d);
    if (len == 3 && strncmp(text, "img", 3) == 0)
        return parse_image(text, rest, a, d);
    if (strcmp(text, "skip") == 0) {
        a->kind = ARG_SKIP;
        return CMC_OK;
    }
    if (len == 4 && strncmp(text, "same", 4) == 0) {
        a->kind = ARG_SAME;
        if (!take_number(&rest, "", &number) || number + 1 >= o->n_args)
            return bad(d, "--arg", text, "same:N with the number of an earlier argument");
        a->same_as = (uint32_t)number;
        return CMC_OK;
    }
    const elt_type *t = elt_find(text, len);
    return t && text[len] ? parse_values(text, t, rest, a, d)
                          : bad(d, "--arg", text, "TYPE:VALUE, buf:, svm:, img:, local:, same: or skip");
}

static cmc_status parse_dump(const char *text, run_options *o, cmc_diag *d) {
    static const char forms[] = "N:TYPE[:COUNT[:FIRST]] or N:file=PATH";
    const char *p = text;
    size_t arg;
    if (o->n_dumps == CMRUN_MAX_DUMPS)
        return bad(d, "--dump", text, "at most 64 dumps");
    run_dump *dump = &o->dumps[o->n_dumps++];
    if (!take_number(&p, ":", &arg) || *p++ != ':')
        return bad(d, "--dump", text, forms);
    dump->arg = (uint32_t)arg;
    if (strncmp(p, "file=", 5) == 0 && p[5]) {
        dump->path = p + 5;
        return CMC_OK;
    }
    size_t len = strcspn(p, ":");
    dump->type = elt_find(p, len);
    if (!dump->type)
        return bad(d, "--dump", text, elt_names());
    p += len;
    size_t *const places[] = {&dump->count, &dump->first};
    for (int i = 0; i < 2 && *p == ':'; i++) {
        p++;
        if (!take_number(&p, ":", places[i]))
            return bad(d, "--dump", text, forms);
    }
    return *p ? bad(d, "--dump", text, forms) : CMC_OK;
}

// Options ----------------------------------------------------------------------------------------

static cmc_status parse_repeat(const char *text, run_options *o, cmc_diag *d) {
    size_t v;
    const char *p = text;
    if (!take_number(&p, "", &v) || v == 0 || v > UINT32_MAX)
        return bad(d, "--repeat", text, "a number from 1");
    o->repeat = (uint32_t)v;
    return CMC_OK;
}

// An option that takes a value.
static cmc_status parse_valued(const char *option, const char *v, run_options *o, cmc_diag *d) {
    if (strcmp(option, "--device") == 0)
        o->device = v;
    else if (strcmp(option, "--kernel") == 0)
        o->kernel = v;
    else if (strcmp(option, "--groups") == 0)
        return parse_dims(option, v, o->groups, d);
    else if (strcmp(option, "--local") == 0)
        return parse_dims(option, v, o->local, d);
    else if (strcmp(option, "--arg") == 0)
        return parse_arg(v, o, d);
    else if (strcmp(option, "--dump") == 0)
        return parse_dump(v, o, d);
    else
        return parse_repeat(v, o, d);
    return CMC_OK;
}

static bool is_valued(const char *option) {
    static const char *const names[] = {"--device", "--kernel", "--groups", "--local",
                                        "--arg",    "--dump",   "--repeat"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], option) == 0)
            return true;
    return false;
}

static bool parse_flag(const char *option, run_options *o) {
    if (strcmp(option, "--list") == 0)
        o->list = true;
    else if (strcmp(option, "-v") == 0 || strcmp(option, "--verbose") == 0)
        o->verbose = true;
    else if (strcmp(option, "-h") == 0 || strcmp(option, "--help") == 0)
        o->help = true;
    else if (strcmp(option, "--version") == 0)
        o->version = true;
    else
        return false;
    return true;
}

static cmc_status check_dumps(const run_options *o, cmc_diag *d) {
    for (uint32_t i = 0; i < o->n_dumps; i++) {
        uint32_t arg = o->dumps[i].arg;
        arg_kind kind = arg < o->n_args ? o->args[arg].kind : ARG_NONE;
        if (kind == ARG_BUFFER || kind == ARG_SVM || kind == ARG_IMAGE)
            continue;
        cmc_diag_error(d, "CM0802", "--dump: argument %u is no buffer, svm memory or image", arg);
        return CMC_ERR_USER;
    }
    return CMC_OK;
}

cmc_status options_parse(int argc, char **argv, run_options *o, cmc_diag *d) {
    *o = (run_options){.groups = {1, 1, 1}, .local = {1, 1, 1}, .repeat = 1};
    for (int i = 1; i < argc; i++) {
        const char *text = argv[i];
        if (is_valued(text)) {
            if (i + 1 == argc)
                return bad(d, text, "", "a value behind it");
            CMC_TRY(parse_valued(text, argv[++i], o, d));
        } else if (text[0] == '-' && text[1]) {
            if (!parse_flag(text, o))
                return bad(d, "unknown option", text, "one of those that --help lists");
        } else if (o->file) {
            return bad(d, "second file", text, "one file");
        } else {
            o->file = text;
        }
    }
    if (!o->file && !o->help && !o->version) {
        cmc_diag_error(d, "CM0801", "no file given; cmrun --help says more");
        return CMC_ERR_USER;
    }
    return check_dumps(o, d);
}

void options_free(run_options *o) {
    for (uint32_t i = 0; i < o->n_args; i++)
        free(o->args[i].value);
}
