// SPDX-License-Identifier: MIT
// Reads a row of cases.def into a case with filled buffers. The notation is described there.

#include "case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "references.h"

#define CASE(file, kernel, global, local, args, tolerance, reference, when)                                            \
    {file ".cl", #kernel, global, local, args, tolerance, reference, OC_##when, __LINE__},
const oc_row oc_rows[] = {
#include "cases.def"
};
#undef CASE
const unsigned oc_n_rows = sizeof oc_rows / sizeof oc_rows[0];

static const struct {
    const char *name;
    unsigned size_b;
} types[OC_TYPE_COUNT] = {
    [OC_I8] = {"i8", 1},   [OC_U8] = {"u8", 1},   [OC_I16] = {"i16", 2}, [OC_U16] = {"u16", 2},
    [OC_I32] = {"i32", 4}, [OC_U32] = {"u32", 4}, [OC_I64] = {"i64", 8}, [OC_U64] = {"u64", 8},
    [OC_F16] = {"f16", 2}, [OC_F32] = {"f32", 4}, [OC_F64] = {"f64", 8},
};

unsigned oc_type_size(oc_type t) {
    return types[t].size_b;
}

static bool find_type(const char *name, oc_type *out) {
    for (unsigned i = 0; i < OC_TYPE_COUNT; i++)
        if (strcmp(types[i].name, name) == 0) {
            *out = (oc_type)i;
            return true;
        }
    return false;
}

// Contents

static uint64_t next(uint64_t *state) { // splitmix64
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint16_t half_of(float f) { // to nearest; what the table needs: normal numbers and zero
    uint32_t u;
    memcpy(&u, &f, 4);
    uint32_t sign = u >> 16 & 0x8000u, magnitude = u & 0x7fffffffu;
    if (magnitude < 0x38800000u)
        return (uint16_t)sign;
    magnitude += 0xfffu + (magnitude >> 13 & 1u);
    return (uint16_t)(sign | ((magnitude >> 13) - (112u << 10)));
}

float oc_half_to_float(uint16_t h) {
    uint32_t sign = (uint32_t)(h & 0x8000u) << 16, e = h >> 10 & 31u, m = h & 0x3ffu, u;
    float f;
    if (e == 0) {
        f = (float)m * 0x1p-24f;
        return sign ? -f : f;
    }
    u = sign | (e == 31 ? 0x7f800000u : (e + 112) << 23) | m << 13;
    memcpy(&f, &u, 4);
    return f;
}

static void put(oc_arg *a, size_t i, double v) {
    uint8_t *p = a->data + i * types[a->type].size_b;
    float f = (float)v;
    int64_t n = (int64_t)v;
    uint16_t h;
    switch (a->type) {
    case OC_F16:
        h = half_of(f);
        memcpy(p, &h, 2);
        break;
    case OC_F32:
        memcpy(p, &f, 4);
        break;
    case OC_F64:
        memcpy(p, &v, 8);
        break;
    default:
        memcpy(p, &n, types[a->type].size_b);
        break;
    }
}

static void fill_range(oc_arg *a, double lo, double hi, uint64_t seed) {
    for (size_t i = 0; i < a->count; i++) {
        double u = (double)(next(&seed) >> 11) * 0x1p-53;
        bool is_float = a->type == OC_F16 || a->type == OC_F32 || a->type == OC_F64;
        put(a, i, is_float ? lo + u * (hi - lo) : (double)(int64_t)(lo + u * (hi - lo + 1)));
    }
}

// Random bits; one element in eight is the least, the greatest, 0, 1 or -1.
static void fill_bits(oc_arg *a, bool edges, uint64_t seed) {
    unsigned size_b = types[a->type].size_b;
    for (size_t i = 0; i < a->count; i++) {
        uint64_t v = next(&seed), k = next(&seed);
        const uint64_t top = (uint64_t)1 << (size_b * 8 - 1), edge[5] = {top, top - 1, 0, 1, UINT64_MAX};
        if (edges && k % 8 == 0)
            v = edge[k / 8 % 5];
        memcpy(a->data + i * size_b, &v, size_b);
    }
}

static void fill_specials(oc_arg *a, uint64_t seed) {
    static const uint32_t bits[] = {0x7fc00000, 0x7f800000, 0xff800000, 0,          0x80000000, 0x00000001,
                                    0x3f800000, 0xbf800000, 0x7f7fffff, 0x00800000, 0x807fffff, 0x41200000};
    for (size_t i = 0; i < a->count; i++)
        memcpy(a->data + 4 * i, &bits[next(&seed) % 12], 4);
}

static void fill_set(oc_arg *a, const char *list, uint64_t seed) {
    double v[32];
    unsigned n = 0;
    for (const char *p = list; n < 32; p++) {
        char *end;
        v[n++] = strtod(p, &end);
        p = end;
        if (*p != '|')
            break;
    }
    for (size_t i = 0; i < a->count; i++)
        put(a, i, v[next(&seed) % n]);
}

static bool fill(oc_arg *a, const char *how, uint64_t seed) {
    double lo, hi;
    unsigned k = 0;
    if (strcmp(how, "zero") == 0) {
        memset(a->data, 0, a->size_b);
    } else if (strcmp(how, "ones") == 0) {
        memset(a->data, 0xff, a->size_b);
    } else if (strcmp(how, "bits") == 0 || strcmp(how, "any") == 0) {
        fill_bits(a, how[0] == 'a', seed);
    } else if (strcmp(how, "special") == 0 && a->type == OC_F32) {
        fill_specials(a, seed);
    } else if (strncmp(how, "set", 3) == 0) {
        fill_set(a, how + 3, seed);
    } else if (sscanf(how, "%lf~%lf@%u", &lo, &hi, &k) >= 2) {
        fill_range(a, lo, hi, seed);
        for (size_t i = 0; k != 0 && i < a->count; i++) // square matrices with a strong diagonal
            if (i % (k * k) % (k + 1) == 0)
                put(a, i, 2.0 * k + (double)i / (double)a->count);
    } else {
        return false;
    }
    return true;
}

// Arguments

static bool parse_ignored(oc_arg *a, const char *text) {
    for (const char *p = strchr(text, '!'); p != NULL; p = strchr(p + 1, '!')) {
        char *end;
        if (a->n_ignored == OC_MAX_IGNORED)
            return false;
        a->ignored[a->n_ignored].first = strtoul(p + 1, &end, 10);
        a->ignored[a->n_ignored].last = a->ignored[a->n_ignored].first;
        if (*end == '-')
            a->ignored[a->n_ignored].last = end[1] >= '0' && end[1] <= '9' ? strtoul(end + 1, NULL, 10) : SIZE_MAX;
        a->n_ignored++;
    }
    return true;
}

// in:TYPE:COUNT:FILL, io:..., out:TYPE:COUNT; TYPE fT: double or four floats.
static bool parse_buffer(oc_arg *a, char **part, unsigned n, bool doubles, uint64_t seed) {
    a->kind = OC_BUFFER;
    a->compared = strncmp(part[0], "in", 2) != 0;
    bool either = strcmp(part[1], "fT") == 0;
    if (n < 3 || !parse_ignored(a, part[0]) || !find_type(either ? (doubles ? "f64" : "f32") : part[1], &a->type))
        return false;
    a->count = strtoul(part[2], NULL, 10) * (either && !doubles ? 4 : 1);
    a->size_b = a->count * types[a->type].size_b;
    a->data = calloc(1, a->size_b + 1);
    const char *how = n > 3 ? part[3] : strncmp(part[0], "out", 3) == 0 ? "ones" : "bits";
    return a->data != NULL && fill(a, how, seed);
}

static bool parse_value(oc_arg *a, char *token, bool doubles) {
    char *equals = strchr(token, '='), *star = strchr(token, '*');
    *equals = 0;
    a->kind = OC_VALUE;
    a->count = star != NULL ? strtoul(star + 1, NULL, 10) : 1;
    if (star != NULL)
        *star = 0;
    if (!find_type(strcmp(token, "fT") == 0 ? (doubles ? "f64" : "f32") : token, &a->type))
        return false;
    const unsigned each_b = types[a->type].size_b;
    a->size_b = a->count * each_b;
    a->data = calloc(1, a->size_b + 8);
    if (a->data == NULL)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        uint64_t v = strtoull(equals + 1, NULL, 0) + i;
        if (a->type >= OC_F16)
            put(a, i, strtod(equals + 1, NULL) + (double)i);
        else
            memcpy(a->data + i * each_b, &v, each_b);
    }
    return true;
}

static bool parse_format(oc_arg *a, const char *f) {
    static const struct {
        const char *name;
        unsigned n;
        oc_type type;
        oc_channel channel;
    } formats[] = {
        {"rgba8", 4, OC_U8, OC_UNORM},    {"rg8", 2, OC_U8, OC_UNORM},      {"r8", 1, OC_U8, OC_UNORM},
        {"rgba8s", 4, OC_I8, OC_SNORM},   {"rgba8ui", 4, OC_U8, OC_UINT},   {"rgba8i", 4, OC_I8, OC_SINT},
        {"rgba16", 4, OC_U16, OC_UNORM},  {"rgba16i", 4, OC_I16, OC_SINT},  {"rgba16ui", 4, OC_U16, OC_UINT},
        {"rgba16f", 4, OC_F16, OC_FLOAT}, {"rgba32f", 4, OC_F32, OC_FLOAT}, {"rg32f", 2, OC_F32, OC_FLOAT},
        {"r32f", 1, OC_F32, OC_FLOAT},    {"rgba32i", 4, OC_I32, OC_SINT},  {"rgba32ui", 4, OC_U32, OC_UINT},
        {"r32ui", 1, OC_U32, OC_UINT},    {"r16f", 1, OC_F16, OC_FLOAT},    {"r32i", 1, OC_I32, OC_SINT},
    };
    for (unsigned i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (strcmp(formats[i].name, f) == 0) {
            a->n_channels = formats[i].n;
            a->type = formats[i].type;
            a->channel = formats[i].channel;
            return true;
        }
    return false;
}

// image:in|out|io:KIND:FORMAT:WxHxD:FILL
static bool parse_image(oc_arg *a, char **part, unsigned n, uint64_t seed) {
    static const char *const kinds[] = {"1d", "2d", "3d", "2da", "1db"};
    a->kind = OC_IMAGE;
    a->height = a->depth = 1;
    if (n < 5 || !parse_format(a, part[3]) || sscanf(part[4], "%ux%ux%u", &a->width, &a->height, &a->depth) < 1)
        return false;
    a->compared = a->writable = strcmp(part[1], "in") != 0;
    unsigned k = 0;
    while (k < 5 && strcmp(kinds[k], part[2]) != 0)
        k++;
    if (k == 5)
        return false;
    a->image = (oc_image_kind)k;
    a->count = (size_t)a->width * a->height * a->depth * a->n_channels;
    a->size_b = a->count * types[a->type].size_b;
    a->data = calloc(1, a->size_b);
    return a->data != NULL && fill(a, n > 5 ? part[5] : "zero", seed);
}

static bool parse_arg(oc_arg *a, char *token, bool doubles, uint64_t seed) {
    char *part[6], *save = NULL;
    unsigned n = 0;
    if (strchr(token, '=') != NULL)
        return parse_value(a, token, doubles);
    for (char *p = strtok_r(token, ":", &save); p != NULL && n < 6; p = strtok_r(NULL, ":", &save))
        part[n++] = p;
    if (n >= 2 && strcmp(part[0], "local") == 0) {
        a->kind = OC_LOCAL;
        a->size_b = strtoul(part[1], NULL, 10);
        return a->size_b != 0;
    }
    if (n >= 1 && strcmp(part[0], "image") == 0)
        return parse_image(a, part, n, seed);
    return n >= 2 && parse_buffer(a, part, n, doubles, seed);
}

static bool parse_args(oc_case *c) {
    char *text = strdup(c->row->args), *save = NULL;
    bool ok = text != NULL;
    uint64_t seed = oc_hash(oc_hash_start(), c->row->kernel, strlen(c->row->kernel));
    for (char *p = ok ? strtok_r(text, " ", &save) : NULL; p != NULL && ok; p = strtok_r(NULL, " ", &save)) {
        ok = c->n_args < OC_MAX_ARGS && parse_arg(&c->args[c->n_args], p, c->doubles, seed + c->n_args);
        c->n_args += ok;
    }
    free(text);
    return ok;
}

// "X,Y,Z"; with offsets "OX+X,...". Missing dimensions are 1.
static unsigned parse_size(const char *text, uint32_t offset[3], uint32_t size[3]) {
    unsigned n = 0;
    for (unsigned i = 0; i < 3; i++) {
        offset[i] = 0;
        size[i] = 1;
    }
    for (const char *p = text; n < 3; p++) {
        char *end;
        size[n] = (uint32_t)strtoul(p, &end, 10);
        if (*end == '+') {
            offset[n] = size[n];
            size[n] = (uint32_t)strtoul(end + 1, &end, 10);
        }
        n++;
        p = end;
        if (*p != ',')
            break;
    }
    return n;
}

static bool parse_tolerance(oc_case *c) {
    const char *t = c->row->tolerance;
    if (strcmp(t, "exact") == 0)
        return true;
    int n = sscanf(t, "%lf@%lf~%lf", &c->ulp, &c->floor, &c->loose);
    return n >= 2;
}

bool oc_case_applies(const oc_row *row, bool doubles) {
    bool only_with = row->when == OC_DOUBLES || row->when == OC_MATRIX16;
    bool only_without = row->when == OC_SINGLES || row->when == OC_MATRIX8;
    return doubles ? !only_without : !only_with;
}

bool oc_case_make(const oc_row *row, bool doubles, oc_case *c) {
    uint32_t none[3];
    *c = (oc_case){.row = row, .doubles = doubles};
    c->dims = parse_size(row->global, c->offset, c->global);
    parse_size(row->local, none, c->local);
    bool ok = parse_tolerance(c) && parse_args(c);
    for (unsigned i = 0; i < 3; i++)
        ok = ok && c->local[i] != 0 && c->global[i] % c->local[i] == 0;
    if (!ok) {
        fprintf(stderr, "cases.def:%u: %s: argument %u or the sizes are malformed\n", row->line, row->kernel,
                c->n_args);
        oc_case_free(c);
    }
    return ok;
}

void oc_case_free(oc_case *c) {
    for (unsigned i = 0; i < OC_MAX_ARGS; i++)
        free(c->args[i].data);
    c->n_args = 0;
}

size_t oc_case_data_size(const oc_case *c) {
    size_t n = 0;
    for (unsigned i = 0; i < c->n_args; i++)
        if (c->args[i].kind == OC_BUFFER || c->args[i].kind == OC_IMAGE)
            n += c->args[i].size_b;
    return n;
}
