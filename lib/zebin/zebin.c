// SPDX-License-Identifier: MIT
// The zebin in memory: creation, and the target that a file's numbers identify.

#include "zebin_priv.h"

#include <assert.h>
#include <string.h>

const zeb_target_row zeb_targets[] = {
#define ZEB_TARGET(t, acr, prod, fam, maj, min, rev, alone)                                                            \
    {.target = #t,                                                                                                     \
     .acronym = (acr),                                                                                                 \
     .product = (prod),                                                                                                \
     .core = (fam),                                                                                                    \
     .arch = (maj),                                                                                                    \
     .release = (min),                                                                                                 \
     .revision = (rev),                                                                                                \
     .own = (alone)},
#include "targets.def"
};
#define ZEB_TARGET(t, ...) CMC_TARGET_ROW(targets_def, t)
#include "targets.def"
CMC_TARGETS_WITH(CMC_TARGET_NEEDS_ROW, targets_def)
const size_t zeb_target_count = sizeof zeb_targets / sizeof zeb_targets[0];

zeb_file *zeb_create(cmc_arena *a) {
    assert(a);
    zeb_file *f = CMC_NEW(a, zeb_file);
    if (!f)
        return NULL;
    f->arena = a;
    f->version = ZEB_VERSION_TEXT;
    return f;
}

zeb_kernel *zeb_kernel_add(zeb_file *f, const char *name) {
    assert(f && name);
    zeb_kernel *k = CMC_NEW(f->arena, zeb_kernel);
    if (!k || !(k->name = cmc_arena_strdup(f->arena, name)))
        return NULL;
    return cmc_vec_push(f->arena, &f->kernels, k) ? k : NULL;
}

// The default row of a target, or NULL.
static const zeb_target_row *row_of(const char *target) {
    for (size_t i = 0; i < zeb_target_count; i++)
        if (strcmp(zeb_targets[i].target, target) == 0)
            return &zeb_targets[i];
    return NULL;
}

bool zeb_target_ids(const char *target, uint32_t *product, uint32_t *core) {
    assert(target && product && core);
    const zeb_target_row *t = row_of(target);
    if (!t)
        return false;
    *product = t->product;
    *core = t->core;
    return true;
}

bool zeb_file_set_target(zeb_file *f, const char *target) {
    assert(f && target);
    const zeb_target_row *t = row_of(target);
    if (!t)
        return false;
    f->core = t->core;
    f->product = t->own ? t->product : 0;
    return true;
}

static bool row_matches(const zeb_target_row *t, const zeb_file *f) {
    if (f->product || f->core)
        return (!f->product || f->product == t->product) && (!f->core || f->core == t->core);
    // Architecture and release decide; the revision is a stepping.
    return f->product_config && (f->product_config >> 22) == t->arch &&
           ((f->product_config >> 14) & 0xff) == t->release;
}

bool zeb_file_fits(const zeb_file *f, const char *target) {
    assert(f && target);
    for (size_t i = 0; i < zeb_target_count; i++)
        if (strcmp(zeb_targets[i].target, target) == 0 && row_matches(&zeb_targets[i], f))
            return true;
    return false;
}

const char *zeb_file_target(const zeb_file *f) {
    assert(f);
    for (size_t i = 0; i < zeb_target_count; i++)
        if (row_matches(&zeb_targets[i], f))
            return zeb_targets[i].target;
    return NULL;
}
