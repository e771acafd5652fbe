// SPDX-License-Identifier: MIT
// 128-bit instruction words and their fields. These functions are inline because every step of the coder uses them.

#ifndef CMC_ISA_WORD_H
#define CMC_ISA_WORD_H

#include <assert.h>
#include <stdint.h>
#include <string.h>

typedef struct isa_word { // q[0] holds bits 63:0
    uint64_t q[2];
} isa_word;

typedef struct isa_run { // no run crosses bit 64
    uint8_t lo;
    uint8_t len;
} isa_run;

// The first run is stored precomputed: a field with a single run, as nearly all are, needs a load, a shift and a mask.
typedef struct isa_field { // n == 0: the family does not have the field
    uint8_t n;
    uint8_t bits;        // of all runs
    uint8_t word, shift; // of the first run, which holds the least significant bits
    uint32_t mask;       // of its value
    isa_run run[3];
} isa_field;

// Initializers of fields of one, two and three runs.
#define ISA_RUN(hi, lo)                                                                                                \
    { lo, (hi) - (lo) + 1 }
#define ISA_NO_RUN                                                                                                     \
    { 0, 0 }
#define ISA_FIELD_INIT(n, bits, hi, lo, ...)                                                                           \
    {                                                                                                                  \
        n, bits, (lo) / 64, (lo) % 64, (uint32_t)(UINT64_MAX >> (63 - ((hi) - (lo)))), {                               \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }
#define ISA_FIELD_0                                                                                                    \
    {                                                                                                                  \
        0, 0, 0, 0, 0, {                                                                                               \
            ISA_NO_RUN, ISA_NO_RUN, ISA_NO_RUN                                                                         \
        }                                                                                                              \
    }
#define ISA_FIELD_1(hi, lo) ISA_FIELD_INIT(1, (hi) - (lo) + 1, hi, lo, ISA_RUN(hi, lo), ISA_NO_RUN, ISA_NO_RUN)
#define ISA_FIELD_2(hi, lo, hi2, lo2)                                                                                  \
    ISA_FIELD_INIT(2, (hi) - (lo) + (hi2) - (lo2) + 2, hi, lo, ISA_RUN(hi, lo), ISA_RUN(hi2, lo2), ISA_NO_RUN)
#define ISA_FIELD_3(hi, lo, hi2, lo2, hi3, lo3)                                                                        \
    ISA_FIELD_INIT(3, (hi) - (lo) + (hi2) - (lo2) + (hi3) - (lo3) + 3, hi, lo, ISA_RUN(hi, lo), ISA_RUN(hi2, lo2),     \
                   ISA_RUN(hi3, lo3))

// len is 1 to 64.
static inline uint64_t isa_low_mask(unsigned len) {
    return ~(uint64_t)0 >> (64 - len);
}

static inline uint64_t isa_get_run(const isa_word *w, unsigned hi, unsigned lo) {
    assert(hi / 64 == lo / 64);
    return (w->q[lo / 64] >> (lo % 64)) & isa_low_mask(hi - lo + 1);
}

static inline void isa_put_run(isa_word *w, unsigned hi, unsigned lo, uint64_t v) {
    assert(hi / 64 == lo / 64);
    uint64_t mask = isa_low_mask(hi - lo + 1);
    assert((v & ~mask) == 0);
    w->q[lo / 64] = (w->q[lo / 64] & ~(mask << (lo % 64))) | (v << (lo % 64));
}

static inline uint64_t isa_get(const isa_word *w, const isa_field *f) {
    uint64_t v = w->q[f->word] >> f->shift & f->mask;
    for (unsigned i = 1, at = f->run[0].len; i < f->n; at += f->run[i++].len)
        v |= isa_get_run(w, f->run[i].lo + f->run[i].len - 1u, f->run[i].lo) << at;
    return v;
}

// v must fit.
static inline void isa_put(isa_word *w, const isa_field *f, uint64_t v) {
    assert(f->bits >= 64 || v >> f->bits == 0);
    uint64_t *q = &w->q[f->word], mask = f->mask;
    *q = (*q & ~(mask << f->shift)) | (v & mask) << f->shift;
    for (unsigned i = 1, at = f->run[0].len; i < f->n; at += f->run[i++].len)
        isa_put_run(w, f->run[i].lo + f->run[i].len - 1u, f->run[i].lo, v >> at & isa_low_mask(f->run[i].len));
}

static inline uint64_t isa_load_8(const uint8_t *p) {
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
           (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static inline void isa_store_8(uint8_t *p, uint64_t v) {
    p[0] = (uint8_t)v; // unrolled so that compilers merge it into one store
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
    p[4] = (uint8_t)(v >> 32);
    p[5] = (uint8_t)(v >> 40);
    p[6] = (uint8_t)(v >> 48);
    p[7] = (uint8_t)(v >> 56);
}

// size_b is 8 or 16.
static inline isa_word isa_word_load(const uint8_t *bytes, size_t size_b) {
    return (isa_word){{isa_load_8(bytes), size_b > 8 ? isa_load_8(bytes + 8) : 0}};
}

static inline void isa_word_store(isa_word w, uint8_t *bytes, size_t size_b) {
    isa_store_8(bytes, w.q[0]);
    if (size_b > 8)
        isa_store_8(bytes + 8, w.q[1]);
}

#endif
