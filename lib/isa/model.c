// SPDX-License-Identifier: MIT
// Targets: the isa_model rows and the names that users write for them.
//
// In: an isa_target or a name ("tgl", "Gen12LP", "ats-m150", "12.60.7"). Out: a constant model, or
// NULL. Facts are in tables/model.def, one column a family; here a target only picks its column.

#include <cmc/isa.h>

#define ISA_FACT(field, g9, g11, lp, hpg, hpc, xe2) .field = g9,
static const isa_model model_skl = {
    .target = ISA_TARGET_SKL,
    .family = ISA_GEN9,
    .name = "skl",
    .iga_platform = "9",
#include "tables/model.def"
};
#undef ISA_FACT

#define ISA_FACT(field, g9, g11, lp, hpg, hpc, xe2) .field = g11,
static const isa_model model_icl = {
    .target = ISA_TARGET_ICL,
    .family = ISA_GEN11,
    .name = "icl",
    .iga_platform = "11",
#include "tables/model.def"
};
#undef ISA_FACT

#define ISA_FACT(field, g9, g11, lp, hpg, hpc, xe2) .field = lp,
static const isa_model model_tgl = {
    .target = ISA_TARGET_TGL,
    .family = ISA_XE_LP,
    .name = "tgl",
    .iga_platform = "12p1",
#include "tables/model.def"
};
#undef ISA_FACT

#define ISA_FACT(field, g9, g11, lp, hpg, hpc, xe2) .field = hpg,
static const isa_model model_dg2 = {
    .target = ISA_TARGET_DG2,
    .family = ISA_XE_HPG,
    .name = "dg2",
    .iga_platform = "12p71",
#include "tables/model.def"
};
#undef ISA_FACT

#define ISA_FACT(field, g9, g11, lp, hpg, hpc, xe2) .field = hpc,
static const isa_model model_pvc = {
    .target = ISA_TARGET_PVC,
    .family = ISA_XE_HPC,
    .name = "pvc",
    .iga_platform = "12p72",
#include "tables/model.def"
};
#undef ISA_FACT

#define ISA_FACT(field, g9, g11, lp, hpg, hpc, xe2) .field = xe2,
static const isa_model model_lnl = {
    .target = ISA_TARGET_LNL,
    .family = ISA_XE2,
    .name = "lnl",
    .iga_platform = "2",
#include "tables/model.def"
};
static const isa_model model_bmg = {
    .target = ISA_TARGET_BMG,
    .family = ISA_XE2,
    .name = "bmg",
    .iga_platform = "2",
#include "tables/model.def"
};
#undef ISA_FACT

static const isa_model *const models[ISA_TARGET_COUNT] = {
    [ISA_TARGET_SKL] = &model_skl, [ISA_TARGET_ICL] = &model_icl, [ISA_TARGET_TGL] = &model_tgl,
    [ISA_TARGET_DG2] = &model_dg2, [ISA_TARGET_PVC] = &model_pvc, [ISA_TARGET_LNL] = &model_lnl,
    [ISA_TARGET_BMG] = &model_bmg,
};

static const struct {
    const char *name;
    isa_target target;
} aliases[] = {
#define ISA_ALIAS(text, t) {text, ISA_TARGET_##t},
#include "tables/alias.def"
#undef ISA_ALIAS
};

const isa_model *isa_model_get(isa_target t) {
    return (unsigned)t < ISA_TARGET_COUNT ? models[t] : NULL;
}

// Next character that counts: separators skipped, ASCII upper case folded (the C locale must not
// matter here).
static char next_significant(const char **s) {
    while (**s == '-' || **s == '_' || **s == ' ')
        (*s)++;
    char c = **s;
    if (c != '\0')
        (*s)++;
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool names_match(const char *user, const char *name) {
    for (;;) {
        char a = next_significant(&user), b = next_significant(&name);
        if (a != b)
            return false;
        if (a == '\0')
            return true;
    }
}

const isa_model *isa_model_find(const char *name) {
    if (name == NULL)
        return NULL;
    for (int t = ISA_TARGET_NONE + 1; t < ISA_TARGET_COUNT; t++)
        if (names_match(name, models[t]->name))
            return models[t];
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (names_match(name, aliases[i].name))
            return models[aliases[i].target];
    return NULL;
}

const char *isa_model_names(void) {
    return "skl, icl, tgl, dg2, pvc, lnl, bmg";
}
