// SPDX-License-Identifier: MIT
// One --arg: text to run_arg. Each form is a row of a table; each error message quotes the text with the mistake.

#include "cmrun.h"

#include <stdlib.h>
#include <string.h>

cmc_status cmrun_bad(cmc_diag *d, const char *option, const char *text, const char *expected) {
    cmc_diag_error(d, "CM0801", "%s '%s': expected %s", option, text, expected);
    return CMC_ERR_USER;
}

static cmc_status bad_arg(cmc_diag *d, const run_arg *a, const char *expected) {
    return cmrun_bad(d, "--arg", a->text, expected);
}

bool cmrun_take_number(const char **p, const char *stops, size_t *out) {
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

static bool is_word(const char *word, const char *text, size_t len) {
    return strlen(word) == len && strncmp(word, text, len) == 0;
}

// Initial contents

static const char init_forms[] = "zero, iota[,START[,STEP]]:TYPE, fill,V:TYPE, random or file=PATH";

// "iota,1,2:f" or "fill,3:d"; word is iota or fill.
static cmc_status parse_series(const run_arg *a, const char *p, data_init *in, cmc_diag *d) {
    double *const places[] = {&in->start, &in->step};
    for (int i = 0; i < 2 && *p == ','; i++) {
        char *end;
        *places[i] = strtod(p + 1, &end);
        if (end == p + 1)
            return bad_arg(d, a, init_forms);
        p = end;
    }
    if (*p != ':')
        return bad_arg(d, a, init_forms);
    in->type = elt_find(p + 1, strlen(p + 1));
    return in->type ? CMC_OK : bad_arg(d, a, elt_names());
}

static cmc_status parse_init(const run_arg *a, const char *p, data_init *in, cmc_diag *d) {
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
        return parse_series(a, p + 4, in, d);
    }
    return bad_arg(d, a, init_forms);
}

// Memory of a series or number

static cmc_status parse_sized(run_arg *a, const char *p, cmc_diag *d) {
    if (!cmrun_take_number(&p, ":", &a->size_b) || a->size_b == 0)
        return bad_arg(d, a, "a number of bytes after the colon");
    if (a->kind == ARG_LOCAL && *p)
        return bad_arg(d, a, "local:BYTES");
    return parse_init(a, p, &a->init, d);
}

static cmc_status parse_buffer(run_arg *a, const char *p, cmc_diag *d) {
    a->kind = ARG_BUFFER;
    return parse_sized(a, p, d);
}

static cmc_status parse_svm(run_arg *a, const char *p, cmc_diag *d) {
    a->kind = ARG_SVM;
    return parse_sized(a, p, d);
}

static cmc_status parse_local(run_arg *a, const char *p, cmc_diag *d) {
    a->kind = ARG_LOCAL;
    return parse_sized(a, p, d);
}

// Memory of a file

static cmc_status parse_in(run_arg *a, const char *p, cmc_diag *d) {
    if (!*p)
        return bad_arg(d, a, "in:FILE");
    a->kind = ARG_BUFFER;
    a->init = (data_init){.kind = INIT_FILE, .path = p, .exact = true};
    return CMC_OK;
}

static cmc_status parse_out(run_arg *a, const char *p, cmc_diag *d) {
    a->kind = ARG_BUFFER;
    if (!cmrun_take_number(&p, ":", &a->size_b) || a->size_b == 0 || *p != ':' || !p[1])
        return bad_arg(d, a, "out:BYTES:FILE");
    a->out_path = p + 1;
    return CMC_OK;
}

// Sets the text before the colon as input file and the text after it as output file.
static cmc_status split_files(run_arg *a, const char *p, const char *colon, cmc_diag *d) {
    a->in_path = strndup(p, colon ? (size_t)(colon - p) : strlen(p));
    if (!a->in_path) {
        cmc_diag_error(d, "CM0804", "out of memory");
        return CMC_ERR_OOM;
    }
    a->init = (data_init){.kind = INIT_FILE, .path = a->in_path, .exact = true};
    a->out_path = colon ? colon + 1 : NULL;
    return CMC_OK;
}

static cmc_status parse_inout(run_arg *a, const char *p, cmc_diag *d) {
    const char *colon = strrchr(p, ':');
    a->kind = ARG_BUFFER;
    if (!colon || colon == p || !colon[1])
        return bad_arg(d, a, "inout:FILE:OUTFILE");
    return split_files(a, p, colon, d);
}

// Images and samplers

static const char format_forms[] =
    "a format: r, rg or rgba, then 8, 16 or 32 bits, then ui (default), i, un, sn or f (rgba8un, r32f), or bgra8un";

static bool take_format(const char *p, size_t len, cmrt_format *out) {
    char name[16];
    if (len >= sizeof name)
        return false;
    memcpy(name, p, len);
    name[len] = 0;
    *out = cmrt_format_find(name);
    return *out != CMRT_FORMAT_NONE;
}

// The kinds of image and their number of dimensions.
static const struct {
    const char *word, *form;
    cmrt_image_kind kind;
    uint8_t height, depth; // index among the dimensions that are written, 0 = not present
} image_words[] = {
    {"image2d", "image2d:WxH:FORMAT:IN[:OUT]", CMRT_IMAGE_2D, 1, 0},
    {"image1d", "image1d:W:FORMAT:IN[:OUT]", CMRT_IMAGE_1D, 0, 0},
    {"image1d_array", "image1d_array:WxN:FORMAT:IN[:OUT]", CMRT_IMAGE_1D_ARRAY, 0, 1},
    {"image1d_buffer", "image1d_buffer:W:FORMAT:IN[:OUT]", CMRT_IMAGE_1D_BUFFER, 0, 0},
    {"image2d_array", "image2d_array:WxHxN:FORMAT:IN[:OUT]", CMRT_IMAGE_2D_ARRAY, 1, 2},
    {"image3d", "image3d:WxHxD:FORMAT:IN[:OUT]", CMRT_IMAGE_3D, 1, 2},
};

// "WxH:FORMAT" with n dimensions; advances *p past it.
static cmc_status take_image(run_arg *a, const char **p, unsigned n, const char *form, size_t dims[3], cmc_diag *d) {
    a->kind = ARG_IMAGE;
    for (unsigned i = 0; i < n; i++) {
        const char *stop = i + 1 < n ? "x" : ":";
        if (!cmrun_take_number(p, stop, &dims[i]) || **p != *stop || !dims[i] || dims[i] > UINT32_MAX)
            return bad_arg(d, a, form);
        (*p)++;
    }
    size_t len = strcspn(*p, ":");
    if (!take_format(*p, len, &a->format))
        return bad_arg(d, a, format_forms);
    *p += len;
    a->size_b = dims[0] * dims[1] * dims[2] * cmrt_format_size_b(a->format);
    return CMC_OK;
}

static cmc_status parse_img(run_arg *a, const char *p, cmc_diag *d) {
    size_t dims[3] = {1, 1, 1};
    CMC_TRY(take_image(a, &p, 2, "img:WxH:FORMAT[:INIT]", dims, d));
    a->width = (uint32_t)dims[0];
    a->height = (uint32_t)dims[1];
    a->depth = 1;
    return parse_init(a, p, &a->init, d);
}

// Row i of image_words. IN may be "-" for an image that the kernel only writes.
static cmc_status parse_image(run_arg *a, size_t i, const char *p, cmc_diag *d) {
    size_t dims[3] = {1, 1, 1};
    const unsigned height = image_words[i].height, depth = image_words[i].depth;
    CMC_TRY(take_image(a, &p, 1u + (height > 0) + (depth > 0), image_words[i].form, dims, d));
    a->image_kind = image_words[i].kind;
    a->width = (uint32_t)dims[0];
    a->height = height ? (uint32_t)dims[height] : 1;
    a->depth = depth ? (uint32_t)dims[depth] : 1;
    if (*p != ':' || !p[1] || p[1] == ':')
        return bad_arg(d, a, image_words[i].form);
    p++;
    const char *colon = strrchr(p, ':');
    if (colon && !colon[1])
        return bad_arg(d, a, image_words[i].form);
    CMC_TRY(split_files(a, p, colon, d));
    if (strcmp(a->in_path, "-") == 0)
        a->init = (data_init){0};
    return CMC_OK;
}

// "ADDRESS[:FILTER[:COORDINATES]]", defaults as in OpenCL: nearest, unnormalized.
static cmc_status parse_sampler(run_arg *a, const char *p, cmc_diag *d) {
    static const struct {
        const char *word;
        uint8_t field, value;
    } words[] = {
        {"none", 0, CMRT_ADDRESS_NONE},
        {"clamp_to_edge", 0, CMRT_ADDRESS_CLAMP_TO_EDGE},
        {"edge", 0, CMRT_ADDRESS_CLAMP_TO_EDGE},
        {"clamp", 0, CMRT_ADDRESS_CLAMP_TO_BORDER},
        {"repeat", 0, CMRT_ADDRESS_REPEAT},
        {"mirror", 0, CMRT_ADDRESS_MIRROR},
        {"nearest", 1, CMRT_FILTER_NEAREST},
        {"linear", 1, CMRT_FILTER_LINEAR},
        {"unnormalized", 2, 0},
        {"normalized", 2, 1},
    };
    a->kind = ARG_SAMPLER;
    for (;;) {
        size_t len = strcspn(p, ":"), i = 0, n = sizeof words / sizeof words[0];
        while (i < n && !is_word(words[i].word, p, len))
            i++;
        if (i == n)
            return bad_arg(d, a,
                           "sampler: with none, edge, clamp, repeat or mirror; nearest or linear; unnormalized or "
                           "normalized, separated by colons");
        if (words[i].field == 0)
            a->sampler.address = (cmrt_address)words[i].value;
        else if (words[i].field == 1)
            a->sampler.filter = (cmrt_filter)words[i].value;
        else
            a->sampler.normalized = words[i].value;
        if (!p[len])
            return CMC_OK;
        p += len + 1;
    }
}

// Values and references

static cmc_status parse_values(run_arg *a, const elt_type *t, const char *p, cmc_diag *d) {
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
            return bad_arg(d, a, "numbers that fit the type, separated by commas");
        p = end + (*end == ',');
    }
    return CMC_OK;
}

static cmc_status parse_same(run_arg *a, const char *p, uint32_t index, cmc_diag *d) {
    size_t number;
    a->kind = ARG_SAME;
    if (!cmrun_take_number(&p, "", &number) || number >= index)
        return bad_arg(d, a, "same:N with the number of an earlier argument");
    a->same_as = (uint32_t)number;
    return CMC_OK;
}

cmc_status arg_parse(const char *text, run_options *o, cmc_diag *d) {
    static const struct {
        const char *word;
        cmc_status (*parse)(run_arg *a, const char *rest, cmc_diag *d);
    } forms[] = {
        {"in", parse_in},   {"out", parse_out},     {"inout", parse_inout}, {"buf", parse_buffer},
        {"svm", parse_svm}, {"local", parse_local}, {"img", parse_img},     {"sampler", parse_sampler},
    };
    if (o->n_args == CMRUN_MAX_ARGS)
        return cmrun_bad(d, "--arg", text, "at most 64 arguments");
    uint32_t index = o->n_args++;
    run_arg *a = &o->args[index];
    a->text = text;
    size_t len = strcspn(text, ":");
    const char *rest = text[len] ? text + len + 1 : text + len;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (is_word(forms[i].word, text, len))
            return forms[i].parse(a, rest, d);
    for (size_t i = 0; i < sizeof image_words / sizeof image_words[0]; i++)
        if (is_word(image_words[i].word, text, len))
            return parse_image(a, i, rest, d);
    if (strcmp(text, "skip") == 0) {
        a->kind = ARG_SKIP;
        return CMC_OK;
    }
    if (is_word("same", text, len))
        return parse_same(a, rest, index, d);
    const elt_type *t = elt_find(text, len);
    return t && text[len] ? parse_values(a, t, rest, d)
                          : bad_arg(d, a,
                                    "TYPE:VALUE, in:, out:, inout:, buf:, svm:, image2d:, img:, local:, "
                                    "sampler:, same: or skip");
}
