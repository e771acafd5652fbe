// SPDX-License-Identifier: MIT
// The fields of tables/fields.def, by family.

#include "isa_priv.h"

#include <assert.h>

#define NO       ISA_FIELD_0
#define B(...)   ISA_FIELD_1(__VA_ARGS__)
#define BB(...)  ISA_FIELD_2(__VA_ARGS__)
#define BBB(...) ISA_FIELD_3(__VA_ARGS__)

static const isa_field fields[ISA_FAMILY_COUNT][ISA_F_COUNT] = {
#define ISA_FIELD(id, text, g9, g11, lp, hpg, hpc, xe2)                                                                \
    [ISA_GEN9][ISA_F_##id] = g9, [ISA_GEN11][ISA_F_##id] = g11, [ISA_XE_LP][ISA_F_##id] = lp,                          \
    [ISA_XE_HPG][ISA_F_##id] = hpg, [ISA_XE_HPC][ISA_F_##id] = hpc, [ISA_XE2][ISA_F_##id] = xe2,
#include "tables/fields.def"
#undef ISA_FIELD
};

static const char *const field_text[ISA_F_COUNT] = {
#define ISA_FIELD(id, text, ...) text,
#include "tables/fields.def"
#undef ISA_FIELD
};

const isa_field *isa_fields(isa_family f) {
    return fields[(unsigned)f < ISA_FAMILY_COUNT ? f : ISA_FAMILY_NONE];
}

const char *isa_field_text(isa_field_id id) {
    assert(id < ISA_F_COUNT);
    return field_text[id];
}
