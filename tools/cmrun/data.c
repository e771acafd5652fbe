// SPDX-License-Identifier: MIT
// Element types and initial contents: text to bytes and back.

#include "cmrun.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const elt_type types[] = {
    {"ub", "u8", ELT_UNSIGNED, 1},  {"b", "i8", ELT_SIGNED, 1},     {"uw", "u16", ELT_UNSIGNED, 2},
    {"w", "i16", ELT_SIGNED, 2},    {"ud", "u32", ELT_UNSIGNED, 4}, {"d", "i32", ELT_SIGNED, 4},
    {"uq", "u64", ELT_UNSIGNED, 8}, {"q", "i64", ELT_SIGNED, 8},    {"hf", "f16", ELT_FLOAT, 2},
    {"f", "f32", ELT_FLOAT, 4},     {"df", "f64", ELT_FLOAT, 8},
};

static bool is_word(const char *word, const char *text, size_t len) {
    return strlen(word) == len && strncmp(word, text, len) == 0;
}

const elt_type *elt_find(const char *name, size_t len) {
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (is_word(types[i].name, name, len) || is_word(types[i].alias, name, len))
            return &types[i];
    return NULL;
}

const char *elt_names(void) {
    return "i8, u8, i16, u16, i32, u32, i64, u64, f16, f32 or f64 (or ub, b, uw, w, ud, d, uq, q, hf, f, df)";
}

// Half precision, correctly rounded: the nearest of the 65,536 values, ties to even.
static uint16_t half_of(float f) {
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    uint32_t sign = u >> 16 & 0x8000, mag = u & 0x7fffffff;
    if (mag > 0x7f800000)
        return (uint16_t)(sign | 0x7e00);
    if (mag >= 0x47800000) // 65536 and more
        return (uint16_t)(sign | 0x7c00);
    if (mag < 0x38800000) // below the smallest normal half: count units of 2^-24
        return (uint16_t)(sign | (uint32_t)lrintf(ldexpf(fabsf(f), 24)));
    uint32_t rounded = mag + 0xfff + (mag >> 13 & 1);
    return (uint16_t)(sign | (rounded - 0x38000000) >> 13);
}

static float float_of_half(uint16_t h) {
    int exponent = h >> 10 & 31, mantissa = h & 1023;
    float mag = exponent == 31 ? (mantissa ? NAN : INFINITY)
                : exponent     ? ldexpf((float)(mantissa | 1024), exponent - 25)
                               : ldexpf((float)mantissa, -24);
    return h & 0x8000 ? -mag : mag;
}

static void store_float(const elt_type *t, double v, void *out) {
    float f = (float)v;
    uint16_t h = half_of(f);
    memcpy(out, t->size_b == 8 ? (void *)&v : t->size_b == 4 ? (void *)&f : (void *)&h, t->size_b);
}

void elt_store(const elt_type *t, double number, void *out) {
    if (t->kind == ELT_FLOAT) {
        store_float(t, number, out);
        return;
    }
    // Values past the type's end wrap, as on the device.
    int64_t whole = (int64_t)fmod(number, 9.2e18);
    memcpy(out, &whole, t->size_b); // little-endian
}

// -1 is accepted for an unsigned type too: all bits set.
static bool integer_fits(const elt_type *t, unsigned long long bits, bool negative) {
    if (t->size_b == 8)
        return true;
    unsigned long long limit = 1ull << (8 * t->size_b);
    return negative ? (0 - bits) <= limit / 2 : bits < limit;
}

bool elt_parse(const elt_type *t, const char *text, const char **end, void *out) {
    char *stop;
    if (t->kind == ELT_FLOAT) {
        store_float(t, strtod(text, &stop), out);
        *end = stop;
        return stop != text;
    }
    bool negative = text[0] == '-';
    unsigned long long bits = strtoull(text, &stop, 0);
    *end = stop;
    memcpy(out, &bits, t->size_b);
    return stop != text && integer_fits(t, bits, negative);
}

void elt_print(const elt_type *t, const void *value, cmc_str *out) {
    uint64_t bits = 0;
    memcpy(&bits, value, t->size_b);
    int shift = 64 - 8 * (int)t->size_b;
    if (t->kind == ELT_UNSIGNED) {
        cmc_str_printf(out, "%" PRIu64, bits);
    } else if (t->kind == ELT_SIGNED) {
        cmc_str_printf(out, "%" PRId64, (int64_t)(bits << shift) >> shift);
    } else if (t->size_b == 8) {
        double v;
        memcpy(&v, value, sizeof v);
        cmc_str_printf(out, "%.17g", v);
    } else {
        float v;
        uint16_t half = (uint16_t)bits;
        if (t->size_b == 4)
            memcpy(&v, value, sizeof v);
        else
            v = float_of_half(half);
        cmc_str_printf(out, "%.9g", (double)v);
    }
}

// Initial contents

static cmc_status fill_from_file(const data_init *in, uint8_t *data, size_t size_b, cmc_diag *d) {
    uint8_t *bytes = NULL;
    size_t len = 0;
    CMC_TRY(cmc_file_read(in->path, &bytes, &len, d));
    bool fits = len == size_b || (len < size_b && !in->exact);
    if (fits)
        memcpy(data, bytes, len);
    free(bytes);
    if (fits)
        return CMC_OK;
    cmc_diag_error(d, "CM0803", "'%s' has %zu bytes, but the argument has %zu", in->path, len, size_b);
    return CMC_ERR_USER;
}

// The same numbers in every run, so that runs are repeatable.
static void fill_random(uint8_t *data, size_t size_b) {
    uint64_t s = 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < size_b; i++) {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        data[i] = (uint8_t)(s >> 32);
    }
}

cmc_status data_fill(const data_init *in, uint8_t *data, size_t size_b, cmc_diag *d) {
    memset(data, 0, size_b);
    switch (in->kind) {
    case INIT_ZERO:
        return CMC_OK;
    case INIT_FILE:
        return fill_from_file(in, data, size_b, d);
    case INIT_RANDOM:
        fill_random(data, size_b);
        return CMC_OK;
    case INIT_IOTA:
    case INIT_FILL:
        for (size_t i = 0; (i + 1) * in->type->size_b <= size_b; i++)
            elt_store(in->type, in->start + (in->kind == INIT_IOTA ? (double)i * in->step : 0),
                      data + i * in->type->size_b);
        return CMC_OK;
    }
    return CMC_ERR_INTERNAL;
}
