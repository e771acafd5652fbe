// SPDX-License-Identifier: MIT
// The predefined macros of a target, which kernels test with #ifdef.
//
// A feature that comes or goes with a CM_GENX value is a row of features[]. A feature that does not follow that order
// is a column of fe_targets.def, or a field of isa_model.

#include "fe_priv.h"

#include <cmc/isa.h>
#include <string.h>

typedef struct target {
    const char *name;
    int genx;
    const char *family;
    bool has_ieee;
} target;

static const target targets[] = {
#define FE_TARGET(name, genx, family, ieee) {#name, genx, family, ieee},
#include "fe_targets.def"
#undef FE_TARGET
};
#define FE_TARGET(name, ...) CMC_TARGET_ROW(fe_targets_def, name)
#include "fe_targets.def"
#undef FE_TARGET
CMC_TARGETS_WITH(CMC_TARGET_NEEDS_ROW, fe_targets_def)

typedef struct product {
    const char *name;
    int genx;
    const char *family;
} product;

static const product products[] = {
#define FE_TARGET(name, ...)
#define FE_PRODUCT(name, genx, family) {#name, genx, family},
#include "fe_targets.def"
#undef FE_TARGET
};

// Defined when first <= CM_GENX <= last.
typedef struct feature {
    const char *macro;
    int first, last;
} feature;

static const feature features[] = {
    {"CM_HAS_LONG_LONG", 0, 9999},
    {"CM_HAS_VA", 900, 1150},
    {"CM_HAS_VA_PLUS", 900, 1150},
    {"CM_HAS_TYPED_ATOMIC", 900, 9999},
    {"CM_HAS_BIT_ROTATE", 1150, 9999},
    {"CM_HAS_BIT_ROTATE_64BIT", 1280, 9999},
    {"CM_HAS_DP4A", 1200, 9999},
    {"CM_HAS_BFN", 1270, 9999},
    {"CM_HAS_TF32", 1280, 9999},
    {"CM_HAS_LSC", 1271, 9999},
    {"CM_HAS_LSC_UNTYPED_2D", 1280, 9999},
    {"CM_HAS_UNTYPED_2D", 1280, 9999},
    {"CM_HAS_LSC_TYPED_2D", 1290, 9999},
    {"CM_HAS_LSC_SYS_FENCE", 1280, 9999},
    {"CM_HAS_LSC_LOAD_L1RI_L3CA_HINT", 1271, 1280},
    {"CM_HAS_GATEWAY_EVENT", 1150, 1280},
    {"CM_HAS_SAMPLE_UNORM", 0, 1269},
    {"CM_HAS_STOCHASTIC_ROUNDING", 1280, 9999},
};

static const target *find_target(const char *name) {
    for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]); i++)
        if (strcmp(targets[i].name, name) == 0)
            return &targets[i];
    return NULL;
}

static const product *find_product(const char *name) {
    for (size_t i = 0; name && i < sizeof(products) / sizeof(products[0]); i++)
        if (strcmp(products[i].name, name) == 0)
            return &products[i];
    return NULL;
}

bool fe_is_product(const char *name) {
    return find_product(name) != NULL;
}

static void define(cmc_arena *a, cmc_words *out, bool when, const char *name, int value) {
    if (when)
        (void)cmc_vec_push(a, out, cmc_arena_printf(a, "%s=%d", name, value));
}

cmc_status fe_target_macros(cmc_arena *a, const char *name, const char *product_name, cmc_words *out, cmc_diag *d) {
    const target *known = find_target(name);
    const product *p = find_product(product_name);
    const isa_model *m = isa_model_find(name);
    if (!known || !m) {
        cmc_diag_error(d, "CM0100", "the front end does not know target '%s'", name);
        return CMC_ERR_USER;
    }
    target own = *known;
    const target *t = &own;
    own.genx = p ? p->genx : own.genx;
    own.family = p ? p->family : own.family;
    define(a, out, true, "__CM", 1);
    define(a, out, true, "__CMC", 1);
    define(a, out, true, "CM_1_0", 100);
    define(a, out, true, "CM_2_0", 200);
    define(a, out, true, "CM_3_0", 300);
    define(a, out, true, "CM_4_0", 400);
    define(a, out, true, "CM_5_0", 500);
    define(a, out, true, "CM_6_0", 600);
    define(a, out, true, "CM_7_0", 700);
    define(a, out, true, "__INTEL_CM", 701);
    define(a, out, true, "__INTEL_MDF", 701);
    define(a, out, true, "CM_GENX", t->genx);
    define(a, out, true, "CM_GENX_REVID", 0);
    define(a, out, true, t->family, 1);
    define(a, out, true, "CM_GRF_WIDTH", m->grf_b * 8);
    define(a, out, true, "CM_PTRSIZE", 64);
    define(a, out, m->has_fp64, "CM_HAS_DOUBLE", 1);
    define(a, out, t->has_ieee, "CM_HAS_IEEE_DIV_SQRT", 1);
    define(a, out, m->has_bf16, "CM_HAS_BF16", 1);
    define(a, out, m->has_dpas, "CM_HAS_DPAS", 1);
    define(a, out, m->has_dpasw, "CM_HAS_DPASW", 1);
    static const char *const with_dpas[] = {"CM_HAS_DPAS_INT2", "CM_HAS_DPAS_INT4", "CM_HAS_DPAS_INT8",
                                            "CM_HAS_DPAS_INT_MIX"};
    for (size_t i = 0; i < sizeof(with_dpas) / sizeof(with_dpas[0]); i++)
        define(a, out, m->has_dpas, with_dpas[i], 1);
    define(a, out, m->has_dpas && t->genx >= 1280, "CM_HAS_DPAS_ACC_HALF", 1);
    define(a, out, m->has_dpas && t->genx >= 1280, "CM_HAS_DPAS_ACC_BF16", 1);
    for (size_t i = 0; i < sizeof(features) / sizeof(features[0]); i++)
        define(a, out, t->genx >= features[i].first && t->genx <= features[i].last, features[i].macro, 1);
    return CMC_OK;
}
