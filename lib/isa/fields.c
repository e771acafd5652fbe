// SPDX-License-Identifier: MIT
// The fields of tables/fields.def by family.

#include "isa_priv.h"

#define NO       ISA_FIELD_0
#define B(...)   ISA_FIELD_1(__VA_ARGS__)
#define BB(...)  ISA_FIELD_2(__VA_ARGS__)
#define BBB(...) ISA_FIELD_3(__VA_ARGS__)

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
