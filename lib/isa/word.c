// SPDX-License-Identifier: MIT
// 128-bit instruction words and the fields of tables/fields.def in them.

#include "isa_priv.h"
#include <assert.h>

#define NO                                                                                         \
    {                                                                                              \
        0, {                                                                                       \
            {0, 0}, {0, 0}, {0, 0}                                                                 \
        }                                                                                          \
    }
#define B(hi, lo)                                                                                  \
    {                                                                                              \
        1, {                                                                                       \
            {lo, (hi) - (lo) + 1}, {0, 0}, {0, 0}                                                  \
        }                                                                                          \
    }
#define BB(hi, lo, hi2, lo2)                                                                       \
    {                                                                                              \
        2, {                                                                                       \
            {lo, (hi) - (lo) + 1}, {lo2, (hi2) - (lo2) + 1}, {0, 0}                                \
        }                                                                                          \
    }
#define BBB(hi, lo, hi2, lo2, hi3, lo3)                                                            \
    {                                                                                              \
        3, {                                                                                       \
            {lo, (hi) - (lo) + 1}, {lo2, (hi2) - (lo2) + 1}, {lo3, (hi3) - (lo3) + 1}              \
        }                                                                                          \
    }

static const isa_field fields_none[ISA_F_COUNT];

#define ISA_FIELD(id, text, g9, g11, lp, hpg, hpc, xe2) g9,
static const isa_field fields_gen9[ISA_F_COUNT] = {
#include "tables/fields.def"
};
#undef ISA_FIELD
#define ISA_FIELD(id, text, g9, g11, lp, hpg, hpc, xe2) g11,
static const isa_field fields_gen11[ISA_F_COUNT] = {
#include "tables/fields.def"
};
#undef ISA_FIELD
#define ISA_FIELD(id, text, g9, g11, lp, hpg, hpc, xe2) lp,
static const isa_field fields_xe_lp[ISA_F_COUNT] = {
#include "tables/fields.def"
};
#undef ISA_FIELD
#define ISA_FIELD(id, text, g9, g11, lp, hpg, hpc, xe2) hpg,
static const isa_field fields_xe_hpg[ISA_F_COUNT] = {
#include "tables/fields.def"
};
#undef ISA_FIELD
#define ISA_FIELD(id, text, g9, g11, lp, hpg, hpc, xe2) hpc,
static const isa_field fields_xe_hpc[ISA_F_COUNT] = {
#include "tables/fields.def"
};
#undef ISA_FIELD
#define ISA_FIELD(id, text, g9, g11, lp, hpg, hpc, xe2) xe2,
static const isa_field fields_xe2[ISA_F_COUNT] = {
#include "tables/fields.def"
};
#undef ISA_FIELD
#define ISA_FIELD(id, text, g9, g11, lp, hpg, hpc, xe2) text,
static const char *const field_text[ISA_F_COUNT] = {
#include "tables/fields.def"
};
#undef ISA_FIELD

const isa_field *isa_fields(isa_family f) {
    static const isa_field *const by_family[ISA_FAMILY_COUNT] = {
        [ISA_FAMILY_NONE] = fields_none, [ISA_GEN9] = fields_gen9,     [ISA_GEN11] = fields_gen11,
        [ISA_XE_LP] = fields_xe_lp,      [ISA_XE_HPG] = fields_xe_hpg, [ISA_XE_HPC] = fields_xe_hpc,
        [ISA_XE2] = fields_xe2,
    };
    return (unsigned)f < ISA_FAMILY_COUNT ? by_family[f] : fields_none;
}

const char *isa_field_text(isa_field_id id) {
    return field_text[id];
}

unsigned isa_field_bits(const isa_field *f) {
    unsigned n = 0;
    for (unsigned i = 0; i < f->n; i++)
        n += f->run[i].len;
    return n;
}

static uint64_t low_mask(unsigned len) {
    return len >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << len) - 1;
}

// No field run crosses bit 64.
uint64_t isa_get_run(const isa_word *w, unsigned hi, unsigned lo) {
    assert(hi / 64 == lo / 64);
    return (w->q[lo / 64] >> (lo % 64)) & low_mask(hi - lo + 1);
}

void isa_put_run(isa_word *w, unsigned hi, unsigned lo, uint64_t v) {
    assert(hi / 64 == lo / 64);
    uint64_t mask = low_mask(hi - lo + 1);
    assert((v & ~mask) == 0);
    w->q[lo / 64] = (w->q[lo / 64] & ~(mask << (lo % 64))) | (v << (lo % 64));
}

uint64_t isa_get(const isa_word *w, const isa_field *f) {
    uint64_t v = 0;
    unsigned at = 0;
    for (unsigned i = 0; i < f->n; i++) {
        unsigned lo = f->run[i].lo, len = f->run[i].len;
        v |= isa_get_run(w, lo + len - 1, lo) << at;
        at += len;
    }
    return v;
}

void isa_put(isa_word *w, const isa_field *f, uint64_t v) {
    for (unsigned i = 0; i < f->n; i++) {
        unsigned lo = f->run[i].lo, len = f->run[i].len;
        isa_put_run(w, lo + len - 1, lo, v & low_mask(len));
        v = len >= 64 ? 0 : v >> len;
    }
    assert(v == 0);
}

isa_word isa_word_load(const uint8_t *bytes, size_t size_b) {
    isa_word w = {{0, 0}};
    for (size_t i = 0; i < size_b; i++)
        w.q[i / 8] |= (uint64_t)bytes[i] << (i % 8 * 8);
    return w;
}

void isa_word_store(isa_word w, uint8_t *bytes, size_t size_b) {
    for (size_t i = 0; i < size_b; i++)
        bytes[i] = (uint8_t)(w.q[i / 8] >> (i % 8 * 8));
}
