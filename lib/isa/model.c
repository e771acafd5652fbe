// SPDX-License-Identifier: MIT
// Targets: the isa_model rows and the names that users write for them.
//
// In: an isa_target or a name ("tgl", "Gen12LP", "ats-m150", "12.60.7"). Out: a constant model, or
// NULL. The targets are rows of cmc/targets.h, their facts columns of tables/model.def.

#include "isa_priv.h"

// A row for every target, each field from its column of model.def.
#define ISA_ROW(id, text, fam, facts, platform, ...)                                                                   \
    [ISA_TARGET_##id].target = ISA_TARGET_##id, [ISA_TARGET_##id].family = ISA_##fam, [ISA_TARGET_##id].name = #text,  \
    [ISA_TARGET_##id].iga_platform = (platform),
#define ISA_FIELD_OF(id, text, fam, facts, platform, field, ...)                                                       \
    [ISA_TARGET_##id].field = ISA_FACTS_##facts(__VA_ARGS__),
#define ISA_FACT(field, ...) CMC_TARGETS_WITH(ISA_FIELD_OF, field, __VA_ARGS__)
static const isa_model models[ISA_TARGET_COUNT] = {CMC_TARGETS(ISA_ROW)
#include "tables/model.def"
};
#undef ISA_FACT

static const isa_device devices[ISA_TARGET_COUNT] = {
#define ISA_DEVICE(id, text, pci, n_slices, n_subslices, n_eus, n_threads, mhz, slm)                                   \
    [ISA_TARGET_##id] = {text, pci, n_slices, n_subslices, (n_slices) * (n_subslices), n_eus, n_threads, mhz, slm},
#include "tables/devices.def"
#undef ISA_DEVICE
};
#define ISA_DEVICE(id, ...) CMC_TARGET_ROW(devices_def, id)
#include "tables/devices.def"
#undef ISA_DEVICE
#define ISA_NEEDS_DEVICE(id, ...) CMC_TARGET_NEEDS_ROW(id, id, , , , devices_def, )
CMC_TARGETS(ISA_NEEDS_DEVICE)

static const struct {
    const char *name;
    isa_target target;
} aliases[] = {
#define ISA_ALIAS(text, t) {text, ISA_TARGET_##t},
#include "tables/alias.def"
};

#define ISA_WHY_GEN8  "Gen8, which is older than every target"
#define ISA_WHY_XE_HP "Xe-HP; the nearest target is dg2, but drivers refuse its programs there"
#define ISA_WHY_XE    "a family with several targets: tgl, dg2, pvc, mtl and arlh"
#define ISA_WHY_XE3P                                                                                                   \
    "Xe3P, whose messages no target has; the nearest target is ptl, but drivers refuse its programs there"
static const struct {
    const char *name, *why;
} no_targets[] = {
#define ISA_NO_TARGET(text, reason) {text, ISA_WHY_##reason},
#include "tables/alias.def"
};

const isa_model *isa_model_get(isa_target t) {
    return t > ISA_TARGET_NONE && (unsigned)t < ISA_TARGET_COUNT ? &models[t] : NULL;
}

enum { GRF_STEP = 32 };

bool isa_has_grf_count(const isa_model *m, uint32_t count) {
    return count != 0 && count % GRF_STEP == 0 && count <= m->grf_count_large &&
           (m->grf_counts >> (count / GRF_STEP - 1) & 1);
}

uint32_t isa_grf_count_after(const isa_model *m, uint32_t count) {
    for (uint32_t n = count + GRF_STEP; n <= m->grf_count_large; n += GRF_STEP)
        if (isa_has_grf_count(m, n))
            return n;
    return 0;
}

const isa_device *isa_device_get(isa_target t) {
    return isa_model_get(t) ? &devices[t] : NULL;
}

// The next significant character: skips separators and folds ASCII upper case, independent of the C locale.
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
        if (names_match(name, models[t].name))
            return &models[t];
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (names_match(name, aliases[i].name))
            return &models[aliases[i].target];
    return NULL;
}

const char *isa_model_why_none(const char *name) {
    for (size_t i = 0; name && i < sizeof no_targets / sizeof no_targets[0]; i++)
        if (names_match(name, no_targets[i].name))
            return no_targets[i].why;
    return NULL;
}

const char *isa_model_names(void) {
    static const char names[] = CMC_TARGET_NAMES;
    return names + CMC_TARGET_NAMES_SKIP;
}
