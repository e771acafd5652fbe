// SPDX-License-Identifier: MIT
// Arrays of NumPy: the format's versions 1 to 3, little-endian numbers in C order.
//
//   "\x93NUMPY"  major  minor  length of the text (2 bytes, from version 2 on 4)
//   {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }  spaces  "\n"
//   numbers

#include "example.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC "\x93NUMPY"
enum { MAGIC_B = 6, PREFIX_B = 10, ALIGN_B = 64, MAX_HEADER_B = 512 };
static const char *const types[] = {"f2", "f4", "f8", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"};
enum { N_TYPES = sizeof types / sizeof *types };

// The text of a header while it is read.
typedef struct text {
    const char *path;
    const uint8_t *bytes;
    size_t at, end;
    char *why;
} text;

static bool bad(const text *t, const char *expected) {
    return ex_why(t->why, "%s: byte %zu: %s", t->path, t->at, expected);
}

static void skip_spaces(text *t) {
    while (t->at < t->end && isspace(t->bytes[t->at]))
        t->at++;
}

// Takes a word if it is next.
static bool take(text *t, const char *word) {
    skip_spaces(t);
    size_t n = strlen(word);
    if (t->end - t->at < n || memcmp(t->bytes + t->at, word, n) != 0)
        return false;
    t->at += n;
    return true;
}

static bool take_type(text *t, npy_array *a) {
    skip_spaces(t);
    const uint8_t *p = t->bytes + t->at;
    if (t->end - t->at < 5 || (p[0] != '\'' && p[0] != '"') || p[4] != p[0] || !strchr("<|", p[1]))
        return bad(t, "expected the type of a little-endian number, such as '<f4'");
    memcpy(a->type, p + 2, 2);
    a->type[2] = '\0';
    for (unsigned i = 0; i < N_TYPES; i++) {
        if (strcmp(a->type, types[i]) == 0) {
            t->at += 5;
            return true;
        }
    }
    return bad(t, "unknown type of numbers; expected one of f2 f4 f8 i1 u1 i2 u2 i4 u4 i8 u8");
}

static bool take_shape(text *t, npy_array *a) {
    uint64_t count = 1;
    if (!take(t, "("))
        return bad(t, "expected a shape, such as (3, 4)");
    for (a->n_dims = 0; !take(t, ")"); a->n_dims++) {
        uint64_t n = 0;
        size_t first = t->at;
        if (a->n_dims == EX_MAX_DIMS)
            return bad(t, "more than 8 dimensions");
        for (; t->at < t->end && isdigit(t->bytes[t->at]) && n < (1ull << 40); t->at++)
            n = n * 10 + (uint64_t)(t->bytes[t->at] - '0');
        if (t->at == first)
            return bad(t, "expected a size");
        if (n > (1ull << 40) || (n && count > (1ull << 40) / n))
            return bad(t, "more than 2^40 elements");
        count *= n ? n : 1;
        a->shape[a->n_dims] = n;
        if (!take(t, ",") && (skip_spaces(t), t->at >= t->end || t->bytes[t->at] != ')'))
            return bad(t, "expected ',' or ')'");
    }
    return true;
}

static bool take_order(text *t) {
    return take(t, "False") || bad(t, "the array is in Fortran order, expected C order");
}

// The three entries, in any order.
static bool take_header(text *t, npy_array *a) {
    unsigned seen = 0;
    if (!take(t, "{"))
        return bad(t, "expected '{'");
    while (!take(t, "}")) {
        bool ok;
        if (take(t, "'descr':") && (seen |= 1))
            ok = take_type(t, a);
        else if (take(t, "'fortran_order':") && (seen |= 2))
            ok = take_order(t);
        else if (take(t, "'shape':") && (seen |= 4))
            ok = take_shape(t, a);
        else
            return bad(t, "expected 'descr', 'fortran_order' or 'shape'");
        if (!ok)
            return false;
        take(t, ",");
    }
    return seen == 7 || bad(t, "the header lacks 'descr', 'fortran_order' or 'shape'");
}

static size_t element_b(const npy_array *a) {
    return (size_t)(a->type[1] - '0');
}

uint64_t npy_count(const npy_array *a) {
    uint64_t n = 1;
    for (uint32_t i = 0; i < a->n_dims; i++)
        n *= a->shape[i];
    return n;
}

// Where the text begins and ends.
static bool find_header(text *t, size_t size_b) {
    if (size_b < PREFIX_B || memcmp(t->bytes, MAGIC, MAGIC_B) != 0)
        return bad(t, "not an array of NumPy");
    unsigned major = t->bytes[MAGIC_B];
    t->at = MAGIC_B;
    if (major < 1 || major > 3)
        return bad(t, "unknown version, expected 1, 2 or 3");
    size_t prefix_b = major == 1 ? PREFIX_B : PREFIX_B + 2, length = 0;
    t->at = PREFIX_B - 2;
    if (size_b < prefix_b)
        return bad(t, "the file ends in its header");
    for (size_t i = prefix_b; i-- > PREFIX_B - 2;)
        length = length << 8 | t->bytes[i];
    if (length > size_b - prefix_b)
        return bad(t, "the file ends in its header");
    t->at = prefix_b;
    t->end = prefix_b + length;
    return true;
}

static bool parse(const char *path, const uint8_t *bytes, size_t size_b, npy_array *a, char *why) {
    text t = {.path = path, .bytes = bytes, .why = why};
    if (!find_header(&t, size_b) || !take_header(&t, a))
        return false;
    size_t needed_b = npy_count(a) * element_b(a), has_b = size_b - t.end;
    if (needed_b != has_b)
        return ex_why(why, "%s: byte %zu: %zu bytes follow, expected %zu for %llu numbers of type %s", path, t.end,
                      has_b, needed_b, (unsigned long long)npy_count(a), a->type);
    a->data = malloc(needed_b + 1);
    if (!a->data)
        return ex_why(why, "%s: out of memory for %zu bytes", path, needed_b);
    memcpy(a->data, bytes + t.end, needed_b);
    return true;
}

bool npy_file_read(const char *path, npy_array *a, char why[EX_WHY]) {
    uint8_t *bytes;
    size_t size_b;
    *a = (npy_array){0};
    if (!ex_file_read(path, &bytes, &size_b, why))
        return false;
    bool ok = parse(path, bytes, size_b, a, why);
    free(bytes);
    return ok;
}

bool npy_file_write(const char *path, const npy_array *a, char why[EX_WHY]) {
    char shape[24 * EX_MAX_DIMS] = "", head[PREFIX_B + MAX_HEADER_B];
    size_t n = 0;
    for (uint32_t i = 0; i < a->n_dims; i++)
        n += (size_t)snprintf(shape + n, sizeof shape - n, "%llu,%s", (unsigned long long)a->shape[i],
                              i + 1 < a->n_dims ? " " : "");
    int length = snprintf(head + PREFIX_B, MAX_HEADER_B, "{'descr': '%c%s', 'fortran_order': False, 'shape': (%s), }",
                          element_b(a) == 1 ? '|' : '<', a->type, shape);
    size_t whole_b = (PREFIX_B + (size_t)length + 1 + ALIGN_B - 1) / ALIGN_B * ALIGN_B;
    memset(head + PREFIX_B + length, ' ', whole_b - PREFIX_B - (size_t)length - 1);
    head[whole_b - 1] = '\n';
    memcpy(head, MAGIC "\x01\x00", MAGIC_B + 2);
    head[PREFIX_B - 2] = (char)((whole_b - PREFIX_B) & 0xff);
    head[PREFIX_B - 1] = (char)((whole_b - PREFIX_B) >> 8);
    return ex_file_write(path, head, whole_b, a->data, npy_count(a) * element_b(a), why);
}

npy_array npy_need(const ex_common *common, const char *path, const char *type, uint32_t n_dims) {
    npy_array a;
    char why[EX_WHY];
    if (!npy_file_read(path, &a, why))
        ex_fail(common, "%s", why);
    if (strcmp(a.type, type) != 0 || a.n_dims != n_dims || npy_count(&a) == 0)
        ex_fail(common, "%s: %llu numbers of type %s in %u dimensions, expected some of type %s in %u", path,
                (unsigned long long)npy_count(&a), a.type, a.n_dims, type, n_dims);
    return a;
}

void npy_save(const ex_common *common, const char *path, const char *type, uint32_t n_dims, const uint64_t *shape,
              const void *data) {
    npy_array a = {.n_dims = n_dims, .data = (void *)data};
    char why[EX_WHY];
    snprintf(a.type, sizeof a.type, "%s", type);
    for (uint32_t i = 0; i < n_dims; i++)
        a.shape[i] = shape[i];
    if (path && !npy_file_write(path, &a, why))
        ex_fail(common, "%s", why);
}
