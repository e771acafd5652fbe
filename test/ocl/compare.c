// SPDX-License-Identifier: MIT
// Compares what a kernel wrote with a reference, and the cache of references.

#include "case.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double value(oc_type t, const uint8_t *p) {
    union {
        int8_t i8;
        uint8_t u8;
        int16_t i16;
        uint16_t u16;
        int32_t i32;
        uint32_t u32;
        int64_t i64;
        uint64_t u64;
        float f32;
        double f64;
    } v;
    memcpy(&v, p, oc_type_size(t));
    switch (t) {
    case OC_I8:
        return v.i8;
    case OC_U8:
        return v.u8;
    case OC_I16:
        return v.i16;
    case OC_U16:
        return v.u16;
    case OC_I32:
        return v.i32;
    case OC_U32:
        return v.u32;
    case OC_I64:
        return (double)v.i64;
    case OC_U64:
        return (double)v.u64;
    case OC_F16:
        return (double)oc_half_to_float(v.u16);
    case OC_F32:
        return (double)v.f32;
    default:
        return v.f64;
    }
}

// Distance of neighbouring numbers of a type near v; 1 for integers.
static double ulp_of(oc_type t, double v) {
    int e;
    if (t < OC_F16)
        return 1;
    frexp(v, &e);
    return ldexp(1, e - (t == OC_F16 ? 11 : t == OC_F32 ? 24 : 53));
}

static bool close_enough(const oc_case *c, oc_type t, const uint8_t *got, const uint8_t *want) {
    if (memcmp(got, want, oc_type_size(t)) == 0)
        return true;
    double g = value(t, got), w = value(t, want);
    if (g != g || w != w)
        return g != g && w != w;
    if (c->ulp == 0)
        return t >= OC_F16 && g == w && c->floor > 0; // zeros of either sign
    if (g - g != 0 || w - w != 0)
        return g == w;
    return fabs(g - w) <= c->ulp * ulp_of(t, fmax(fabs(w), c->floor));
}

static bool ignored(const oc_arg *a, size_t i) {
    for (unsigned k = 0; k < a->n_ignored; k++)
        if (i >= a->ignored[k].first && i <= a->ignored[k].last)
            return true;
    return false;
}

static bool compare_arg(const oc_case *c, unsigned n, const char *who, const uint8_t *got, const uint8_t *want) {
    const oc_arg *a = &c->args[n];
    unsigned size_b = oc_type_size(a->type);
    size_t bad = 0, first = 0;
    for (size_t i = 0; i < a->count; i++)
        if (!ignored(a, i) && !close_enough(c, a->type, got + i * size_b, want + i * size_b) && bad++ == 0)
            first = i;
    if ((double)bad <= c->loose * (double)a->count)
        return true;
    fprintf(stderr, "%s: %s: argument %u: %zu of %zu elements differ, first [%zu]: %.17g (0x", who, c->row->kernel, n,
            bad, a->count, first, value(a->type, got + first * size_b));
    for (unsigned b = size_b; b-- > 0;)
        fprintf(stderr, "%02x", got[first * size_b + b]);
    fprintf(stderr, "), expected %.17g (0x", value(a->type, want + first * size_b));
    for (unsigned b = size_b; b-- > 0;)
        fprintf(stderr, "%02x", want[first * size_b + b]);
    fprintf(stderr, ")\n");
    return false;
}

bool oc_compare(const oc_case *c, const char *who, const uint8_t *got, const uint8_t *want) {
    size_t at = 0;
    bool ok = true;
    for (unsigned i = 0; i < c->n_args; i++) {
        const oc_arg *a = &c->args[i];
        if (a->kind != OC_BUFFER && a->kind != OC_IMAGE)
            continue;
        if (a->compared)
            ok = compare_arg(c, i, who, got + at, want + at) && ok;
        else if (memcmp(got + at, want + at, a->size_b) != 0) {
            fprintf(stderr, "%s: %s: argument %u is an input but was changed\n", who, c->row->kernel, i);
            ok = false;
        }
        at += a->size_b;
    }
    return ok;
}

// Cache

uint64_t oc_hash_start(void) {
    return 0xcbf29ce484222325u;
}

uint64_t oc_hash(uint64_t h, const void *data, size_t n) { // FNV-1a
    for (const uint8_t *p = data; n--; p++)
        h = (h ^ *p) * 0x100000001b3u;
    return h;
}

uint8_t *oc_read(const char *path, size_t *len) {
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return NULL;
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    rewind(f);
    uint8_t *data = malloc((size_t)size + 1);
    if (data != NULL && fread(data, 1, (size_t)size, f) != (size_t)size) {
        free(data);
        data = NULL;
    }
    fclose(f);
    if (data != NULL)
        data[size] = 0;
    *len = (size_t)size;
    return data;
}

// Named by everything that can change the results: source, row, inputs.
void oc_reference_path(const oc_case *c, const char *corpus, const char *cache, char path[1024]) {
    size_t len = 0;
    uint64_t h = oc_hash_start();
    snprintf(path, 1024, "%s/%s", corpus, c->row->file);
    uint8_t *source = oc_read(path, &len);
    if (source != NULL) {
        h = oc_hash(h, source, len);
        if (strstr((char *)source, "HAS_DOUBLES") != NULL)
            h = oc_hash(h, &c->doubles, sizeof c->doubles);
    }
    free(source);
    h = oc_hash(h, c->row->kernel, strlen(c->row->kernel) + 1);
    h = oc_hash(h, c->global, sizeof c->global);
    h = oc_hash(h, c->offset, sizeof c->offset);
    h = oc_hash(h, c->local, sizeof c->local);
    for (unsigned i = 0; i < c->n_args; i++) {
        const oc_arg *a = &c->args[i];
        h = oc_hash(h, &a->kind, sizeof a->kind);
        h = oc_hash(h, &a->size_b, sizeof a->size_b);
        if (a->data != NULL)
            h = oc_hash(h, a->data, a->size_b);
        if (a->kind == OC_IMAGE) {
            unsigned shape[6] = {
                (unsigned)a->image, (unsigned)a->channel, a->n_channels, a->width, a->height, a->depth};
            h = oc_hash(h, shape, sizeof shape);
        }
    }
    snprintf(path, 1024, "%s/%016llx.ref", cache, (unsigned long long)h);
}
