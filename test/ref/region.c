// SPDX-License-Identifier: MIT
// Regions, predicate regions, structured divergence and thread queries.

#include "ge_priv.h"

#include <string.h>

typedef struct region {
    int64_t vstride, width, stride;
    const ge_value *offset;
} region;

static cmc_status region_of(ge_inst *i, unsigned first, region *r) {
    CMC_TRY(ge_scalar_signed(i, first, &r->vstride));
    CMC_TRY(ge_scalar_signed(i, first + 1, &r->width));
    CMC_TRY(ge_scalar_signed(i, first + 2, &r->stride));
    r->offset = &i->arg[first + 3];
    if (r->width <= 0)
        return ge_undefined(i->cx, i->inst, "region of width %lld", (long long)r->width);
    return CMC_OK;
}

// Index, in elements of parent, of the region's element k.
static cmc_status element(ge_inst *i, const region *r, const ge_value *parent, uint32_t k, uint32_t *out) {
    const uint32_t size = parent->bits / 8u;
    const bool per_row = r->offset->n > 1;
    const uint32_t row = (uint32_t)(k / r->width), col = (uint32_t)(k % r->width);
    const uint32_t lane = per_row ? row : 0;
    if (lane >= r->offset->n)
        return ge_undefined(i->cx, i->inst, "region row %u has no offset", row);
    if (ge_lane_undef(r->offset, lane))
        return ge_undefined(i->cx, i->inst, "undefined region offset in row %u", row);
    int64_t at = (int64_t)r->offset->v[lane] + (col * r->stride) * size;
    if (!per_row)
        at += row * r->vstride * size;
    if (at % size)
        return ge_undefined(i->cx, i->inst, "region element %u at byte %lld is not aligned to its %u bytes", k,
                            (long long)at, size);
    if (at < 0 || at / size >= parent->n)
        return ge_undefined(i->cx, i->inst, "region element %u at byte %lld is outside the vector of %u bytes", k,
                            (long long)at, parent->n * size);
    *out = (uint32_t)(at / size);
    return CMC_OK;
}

static cmc_status rdregion(ge_inst *i) {
    region r;
    CMC_TRY(region_of(i, 1, &r));
    for (uint32_t k = 0; k < i->ret->n; k++) {
        uint32_t from = 0;
        CMC_TRY(element(i, &r, &i->arg[0], k, &from));
        i->ret->v[k] = i->arg[0].v[from];
        i->ret->u[k] = i->arg[0].u[from];
    }
    return CMC_OK;
}

static cmc_status wrregion(ge_inst *i) {
    region r;
    const ge_value *fresh = &i->arg[1], *mask = &i->arg[7];
    CMC_TRY(region_of(i, 2, &r));
    ge_value_copy(i->ret, &i->arg[0]);
    for (uint32_t k = 0; k < fresh->n; k++) {
        const uint32_t ml = mask->n == 1 ? 0 : k;
        uint32_t to = 0;
        if (!ge_lane_undef(mask, ml) && !mask->v[ml])
            continue;
        CMC_TRY(element(i, &r, i->ret, k, &to));
        if (ge_lane_undef(mask, ml)) {
            ge_set_undef(i->ret, to);
            continue;
        }
        i->ret->v[to] = fresh->v[k];
        i->ret->u[to] = fresh->u[k];
    }
    return CMC_OK;
}

static cmc_status rdpredregion(ge_inst *i) {
    uint64_t off = 0;
    CMC_TRY(ge_scalar(i, 1, &off));
    if (off + i->ret->n > i->arg[0].n)
        return ge_undefined(i->cx, i->inst, "predicate lanes %llu and following are outside %u",
                            (unsigned long long)off, i->arg[0].n);
    memcpy(i->ret->v, i->arg[0].v + off, i->ret->n * sizeof *i->ret->v);
    memcpy(i->ret->u, i->arg[0].u + off, i->ret->n);
    return CMC_OK;
}

static cmc_status wrpredregion(ge_inst *i) // param 1: with a mask as last operand
{
    uint64_t off = 0;
    CMC_TRY(ge_scalar(i, 2, &off));
    if (off + i->arg[1].n > i->ret->n)
        return ge_undefined(i->cx, i->inst, "predicate lanes %llu and following are outside %u",
                            (unsigned long long)off, i->ret->n);
    ge_value_copy(i->ret, &i->arg[0]);
    for (uint32_t k = 0; k < i->arg[1].n; k++) {
        if (i->param && !i->arg[3].v[k] && !i->arg[3].u[k])
            continue;
        i->ret->v[off + k] = i->arg[1].v[k];
        i->ret->u[off + k] = (uint8_t)(i->arg[1].u[k] | (i->param ? i->arg[3].u[k] : 0));
    }
    return CMC_OK;
}

static cmc_status any_all(ge_inst *i) // param: 1 = all
{
    bool undef = false;
    for (uint32_t k = 0; k < i->arg[0].n; k++) {
        undef |= i->arg[0].u[k] != 0;
        if (!i->arg[0].u[k] && (i->arg[0].v[k] != 0) != (i->param != 0)) {
            ge_set(i->ret, 0, !i->param); // decided, whatever the others are
            return CMC_OK;
        }
    }
    if (undef)
        ge_set_undef(i->ret, 0);
    else
        ge_set(i->ret, 0, (uint64_t)i->param);
    return CMC_OK;
}

static cmc_status identity(ge_inst *i) {
    ge_value_copy(i->ret, &i->arg[0]);
    return CMC_OK;
}

// {EM', RM', br} = goto(EM, RM, cond): a true condition keeps a lane on the fall-through path.
static cmc_status simdcf_goto(ge_inst *i) {
    ge_value *em = &i->ret->fields[0], *rm = &i->ret->fields[1];
    const ge_value *cond = &i->arg[2];
    bool any = false;
    ge_value_copy(em, &i->arg[0]);
    for (uint32_t k = 0; k < cond->n; k++) {
        if (cond->u[k] && em->v[k])
            return ge_undefined(i->cx, i->inst, "undefined condition in the enabled lane %u", k);
        const uint64_t was = em->v[k];
        ge_set(em, k, was & cond->v[k]);
        ge_set(rm, k, i->arg[1].v[k] | (was & ~cond->v[k] & 1));
        any |= em->v[k] != 0;
    }
    ge_set(&i->ret->fields[2], 0, !any);
    return CMC_OK;
}

static cmc_status simdcf_join(ge_inst *i) {
    ge_value *em = &i->ret->fields[0];
    bool any = false;
    ge_value_copy(em, &i->arg[0]);
    for (uint32_t k = 0; k < em->n; k++) {
        if (k >= i->arg[1].n)
            break; // higher channels do not belong to this flow
        ge_set(em, k, em->v[k] | i->arg[1].v[k]);
        any |= em->v[k] != 0;
    }
    ge_set(&i->ret->fields[1], 0, !any);
    return CMC_OK;
}

enum { LOCAL_ID, GROUP_ID_X, GROUP_ID_Y, GROUP_ID_Z, LOCAL_SIZE, GROUP_COUNT, LANE_ID };
static cmc_status query(ge_inst *i) {
    const ge_options *o = &i->cx->options;
    const uint32_t *from = i->param == LOCAL_ID ? o->local : i->param == LOCAL_SIZE ? o->local_size : o->group_count;
    switch (i->param) {
    case GROUP_ID_X:
    case GROUP_ID_Y:
    case GROUP_ID_Z:
        ge_set(i->ret, 0, o->group[i->param - GROUP_ID_X]);
        return CMC_OK;
    case LANE_ID:
        for (uint32_t k = 0; k < i->ret->n; k++)
            ge_set(i->ret, k, k);
        return CMC_OK;
    default:
        for (uint32_t k = 0; k < i->ret->n; k++)
            ge_set(i->ret, k, k < 3 ? from[k] : 0);
        return CMC_OK;
    }
}

// Threads are evaluated one after the other: a barrier means something only where there is one
// thread.
static cmc_status barrier(ge_inst *i) {
    const uint32_t *n = i->cx->options.local_size;
    if ((uint64_t)n[0] * n[1] * n[2] > 1)
        return ge_unsupported(i->cx, i->inst, "a barrier in a group of several threads:");
    return CMC_OK;
}

static cmc_status fence(ge_inst *i) {
    (void)i;
    return CMC_OK;
}

// What the hardware says of itself: any value.
static cmc_status hardware(ge_inst *i) {
    for (uint32_t k = 0; k < i->ret->n; k++)
        ge_set_undef(i->ret, k);
    return CMC_OK;
}

// param: 0 savemask (mask) -> its bits, 1 unmask (bits, all ones) -> all on, 2 remask (mask, bits) -> those,
// 3 get.em (mask) -> mask
static cmc_status masks(ge_inst *i) {
    uint64_t bits = 0;
    if (i->param == 3) {
        ge_value_copy(i->ret, &i->arg[0]);
        return CMC_OK;
    }
    for (uint32_t k = 0; k < i->arg[0].n && !i->param; k++) {
        if (ge_lane_undef(&i->arg[0], k))
            return ge_undefined(i->cx, i->inst, "channel %u is neither on nor off", k);
        bits |= (i->arg[0].v[k] & 1) << k;
    }
    if (!i->param) {
        ge_set(i->ret, 0, bits);
        return CMC_OK;
    }
    CMC_TRY(ge_scalar(i, 1, &bits));
    for (uint32_t k = 0; k < i->ret->n; k++)
        ge_set(i->ret, k, bits >> k & 1);
    return CMC_OK;
}

const ge_row ge_region_rows[] = {
    {"rdregioni", rdregion, 0},
    {"rdregionf", rdregion, 0},
    {"wrregioni", wrregion, 0},
    {"wrregionf", wrregion, 0},
    {"wrconstregion", wrregion, 0},
    {"rdpredregion", rdpredregion, 0},
    {"wrpredregion", wrpredregion, 0},
    {"wrpredpredregion", wrpredregion, 1},
    {"any", any_all, 0},
    {"all", any_all, 1},
    {"constanti", identity, 0},
    {"constantf", identity, 0},
    {"constantpred", identity, 0},
    {"convert", identity, 0},
    {"simdcf.goto", simdcf_goto, 0},
    {"simdcf.join", simdcf_join, 0},
    {"simdcf.any", any_all, 0},
    {"local.id", query, LOCAL_ID},
    {"local.id16", query, LOCAL_ID},
    {"local.size", query, LOCAL_SIZE},
    {"group.count", query, GROUP_COUNT},
    {"group.id.x", query, GROUP_ID_X},
    {"group.id.y", query, GROUP_ID_Y},
    {"group.id.z", query, GROUP_ID_Z},
    {"lane.id", query, LANE_ID},
    {"barrier", barrier, 0},
    {"sbarrier", barrier, 0},
    {"nbarrier", barrier, 0},
    {"nbarrier.arrive", barrier, 0},
    {"fence", fence, 0},
    {"lsc.fence", fence, 0},
    {"cache.flush", fence, 0},
    {"slm.init", fence, 0},
    {"timestamp", hardware, 0},
    {"r0", hardware, 0},
    {"sr0", hardware, 0},
    {"ce0", hardware, 0},
    {"cr0", hardware, 0},
    {"get.hwid", hardware, 0},
    {"simdcf.savemask", masks, 0},
    {"simdcf.unmask", masks, 1},
    {"simdcf.remask", masks, 2},
    {"simdcf.get.em", masks, 3},
    {NULL, NULL, 0},
};
