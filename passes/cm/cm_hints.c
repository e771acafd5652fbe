// SPDX-License-Identifier: MIT
// lower_cm: check that a pair of cache hints exists. The pairs are in lsc_hints.def.
//
//   cm_load<float, VectorSize::N1, DataSize::Default, CacheHint::WriteBack, CacheHint::Cached>(...)
//   error: unsupported cache hint: a load cannot be WriteBack in L1 and Cached in L3; it can be ...

#include "cm_priv.h"

// Numbers of CacheHint in include/cm/lsc.h.
typedef enum hint {
    HINT_DEFAULT = 0,
    HINT_UNCACHED,
    HINT_CACHED,
    HINT_WRITE_BACK,
    HINT_WRITE_THROUGH,
    HINT_STREAMING,
    HINT_READ_INVALIDATE,
    HINT_CONST_CACHED,
    HINT_COUNT
} hint;

static const char *const hint_names[HINT_COUNT] = {"Default",      "Uncached",  "Cached",         "WriteBack",
                                                   "WriteThrough", "Streaming", "ReadInvalidate", "ConstCached"};

static const char *const esimd_names[HINT_COUNT] = {"none",          "uncached",  "cached",          "write_back",
                                                    "write_through", "streaming", "read_invalidate", "const_cached"};

typedef enum since { SINCE_ALL, SINCE_FIRST, SINCE_LATER } since;

typedef struct pair {
    char use;
    uint8_t l1, l3, since;
} pair;

enum { USE_LOAD = 'l', USE_PREFETCH = 'p', USE_STORE = 's', USE_ATOMIC = 'a' };

static const pair pairs[] = {
#define CM_HINTS(use, l1, l3, since) {USE_##use, HINT_##l1, HINT_##l3, SINCE_##since},
#include "lsc_hints.def"
#undef CM_HINTS
};

static bool exists(const cm_lower *l, const pair *p) {
    bool older = l->cx->model->has_hdc;
    return p->since == SINCE_ALL || (p->since == SINCE_FIRST) == older;
}

static const char *use_name(char use) {
    switch (use) {
    case USE_LOAD:
        return "load";
    case USE_PREFETCH:
        return "prefetch";
    case USE_STORE:
        return "store";
    default:
        return "atomic";
    }
}

static const char *hint_name(const cm_lower *l, int64_t h) {
    return h < 0 || h >= HINT_COUNT ? "unknown" : l->esimd ? esimd_names[h] : hint_names[h];
}

bool cm_check_hints(cm_lower *l, LLVMValueRef call, char use, int64_t l1, int64_t l3) {
    cmc_str legal = CMC_STR_INIT;
    bool ok = false;
    for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
        const pair *p = &pairs[i];
        if (p->use != use || !exists(l, p))
            continue;
        ok = ok || (p->l1 == l1 && p->l3 == l3);
        cmc_str_printf(&legal, "%s%s/%s", cmc_str_text(&legal)[0] ? ", " : "", hint_name(l, p->l1),
                       hint_name(l, p->l3));
    }
    if (!ok)
        gx_error(l->cx, call, "CM0221",
                 "unsupported cache hint: %s does not take %s in L1 and %s in %s; expected one of %s", use_name(use),
                 hint_name(l, l1), hint_name(l, l3), l->esimd ? "L2" : "L3", cmc_str_text(&legal));
    cmc_str_free(&legal);
    return ok;
}
