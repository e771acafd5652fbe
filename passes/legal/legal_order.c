// SPDX-License-Identifier: MIT
// Part of gx_legalize: the slices of a bale and their order.
//
//   v.select<15, 1>(1) += v.select<15, 1>(0), registers of 8 lanes, v in r4 and r5
//     in the order of the lanes, lanes 1 to 8 are overwritten      backwards, nothing is read late
//     before lanes 9 to 15 have read lane 8: a copy
//                                                                    add (8) r5.0 r4.7 r5.0
//                                                                    add (4) r4.4 r4.3 r4.4
//                                                                    add (2) r4.2 r4.1 r4.2
//                                                                    add (1) r4.1 r4.0 r4.1
//
// Any order computes the same values, but a read of a lane after its overwrite costs a copy of the old value. Where
// neither order avoids such reads, they are done first, into a temporary.

#include "legal_priv.h"

#include <assert.h>
#include <string.h>

// Does a slice of a result with a variable of its own stay within two registers?
static bool place_fits(lg *L, LLVMValueRef v, uint32_t s, uint32_t w) {
    int32_t off[RGN_MAX_LANES];
    uint8_t h;
    uint32_t e = genx_elt_b(LLVMTypeOf(v));
    if (genx_is_wrregion(v) || genx_is_bool(LLVMTypeOf(v)))
        return true;
    rgn_contiguous(s, w, e, off);
    return rgn_dest(L->cx->model, off, w, e, &h);
}

static uint32_t slice_width(lg *L, LLVMValueRef v, uint32_t s, uint32_t remaining) {
    uint32_t w = lg_width(L, v, s, remaining);
    while (w > 1 && !place_fits(L, v, s, w))
        w = lg_width(L, v, s, w - 1);
    return w;
}

static bool new_slices(lg *L, uint32_t lanes, lg_slices *out) {
    out->n = 0;
    out->first = CMC_NEW_N(L->cx->arena, uint16_t, lanes);
    out->width = CMC_NEW_N(L->cx->arena, uint8_t, lanes);
    return out->first && out->width;
}

// False if no instruction fits some lane.
static bool cut_forwards(lg *L, LLVMValueRef v, uint32_t lanes, lg_slices *out) {
    if (!new_slices(L, lanes, out))
        return false;
    for (uint32_t s = 0; s < lanes;) {
        uint32_t w = slice_width(L, v, s, lanes - s);
        if (w == 0)
            return false;
        out->first[out->n] = (uint16_t)s;
        out->width[out->n++] = (uint8_t)w;
        s += w;
    }
    return true;
}

void lg_mark_written(lg *L, const int32_t *off, uint32_t n, uint32_t elt_b) {
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < elt_b; i++)
            if (off[k] >= 0 && (uint32_t)off[k] + i < L->written_b)
                L->written[(uint32_t)off[k] + i] = 1;
}

void lg_start_writing(lg *L, LLVMValueRef old) {
    L->old_base = LLVMIsConstant(old) ? NULL : lg_base(L, old);
    L->running = old;
    L->written_b = genx_size_b(LLVMTypeOf(old));
    L->written = cmc_arena_alloc(L->cx->arena, L->written_b);
    if (!L->written || !L->old_base)
        L->running = NULL;
}

// If the instruction crosses a register, does its first half overwrite what its second half reads?
static bool halves_collide(const lg *L, const int32_t *woff, uint32_t w_b, const int32_t *roff, uint32_t r_b,
                           uint32_t n) {
    int32_t grf = L->cx->model->grf_b;
    for (uint32_t k = 1; k < n; k++) {
        if (woff[k] / grf == woff[0] / grf)
            continue;
        for (uint32_t j = 0; j < n; j++) // lane k of the second half against lane j of the first
            if (woff[j] / grf == woff[0] / grf && roff[k] < woff[j] + (int32_t)w_b && woff[j] < roff[k] + (int32_t)r_b)
                return true;
    }
    return false;
}

// Does a slice read bytes of the old value that an earlier slice has overwritten?
static bool read_hazard(lg *L, LLVMValueRef wr, LLVMValueRef rd, const lg_slices *sl) {
    genx_region w, r;
    int32_t woff[RGN_MAX_LANES], roff[RGN_MAX_LANES];
    genx_region_of(wr, &w);
    genx_region_of(rd, &r);
    if (!w.off_const || !r.off_const)
        return sl->n > 1;
    for (uint32_t i = 0; i < sl->n; i++) {
        uint32_t s = sl->first[i], n = sl->width[i];
        rgn_lanes(&r, s, n, roff);
        rgn_lanes(&w, s, n, woff);
        for (uint32_t k = 0; k < n; k++)
            for (uint32_t e = 0; e < r.elt_b; e++)
                if (roff[k] + (int32_t)e < (int32_t)L->written_b && L->written[roff[k] + (int32_t)e])
                    return true;
        if (halves_collide(L, woff, w.elt_b, roff, r.elt_b, n))
            return true;
        lg_mark_written(L, woff, n, w.elt_b);
    }
    return false;
}

// Does any read in the bale below v come after wr has overwritten its lanes? fix: such reads are done first.
static bool late_reads(lg *L, LLVMValueRef wr, LLVMValueRef v, const lg_slices *sl, bool fix) {
    bale_desc d = bale_describe(L->cx->model, v);
    bool any = false;
    for (unsigned i = 0; i < d.n_src; i++) {
        unsigned op = d.src[i];
        LLVMValueRef x = LLVMGetOperand(v, op);
        if (!bale_folds(L->bales, v, op))
            continue;
        if (!genx_is_rdregion(x)) {
            any |= late_reads(L, wr, x, sl, fix);
            continue;
        }
        lg_start_writing(L, LLVMGetOperand(wr, 0));
        L->running = NULL;
        if (!L->old_base || lg_base(L, LLVMGetOperand(x, 0)) != L->old_base || !read_hazard(L, wr, x, sl))
            continue;
        any = true;
        if (fix)
            bale_unfold(L->bales, v, op);
    }
    return any;
}

// Cuts slices from the last lane on, the widest first, each without a hazard within itself.
static bool cut_backwards(lg *L, LLVMValueRef wr, uint32_t lanes, lg_slices *out) {
    if (!new_slices(L, lanes, out))
        return false;
    for (uint32_t end = lanes; end;) {
        uint32_t w = RGN_MAX_LANES;
        for (; w; w /= 2) {
            uint16_t first = (uint16_t)(end - w);
            uint8_t width = (uint8_t)w;
            lg_slices one = {.n = 1, .first = &first, .width = &width};
            if (w <= end && lg_fits(L, wr, end - w, w) && !late_reads(L, wr, wr, &one, false))
                break;
        }
        if (w == 0)
            return false;
        end -= w;
        out->first[out->n] = (uint16_t)end;
        out->width[out->n++] = (uint8_t)w;
    }
    return true;
}

static bool better_backwards(lg *L, LLVMValueRef wr, uint32_t lanes, const lg_slices *forwards) {
    lg_slices sl;
    return genx_mask_is_true(wr) && late_reads(L, wr, wr, forwards, false) && cut_backwards(L, wr, lanes, &sl) &&
           sl.n <= forwards->n + forwards->n / 2 && !late_reads(L, wr, wr, &sl, false);
}

void lg_plan_in_place(lg *L, LLVMValueRef wr) {
    assert(genx_is_wrregion(wr) && "only writes are done in place");
    lg_slices sl;
    uint32_t lanes = genx_lanes(LLVMTypeOf(LLVMGetOperand(wr, 1)));
    genx_region r;
    if (!genx_region_of(wr, &r) || LLVMIsConstant(LLVMGetOperand(wr, 0)) || !cut_forwards(L, wr, lanes, &sl))
        return;
    if (!better_backwards(L, wr, lanes, &sl) || !ptrmap_put(&L->backwards, wr, wr))
        late_reads(L, wr, wr, &sl, true);
}

bool lg_cut(lg *L, LLVMValueRef v, uint32_t lanes, lg_slices *out) {
    assert(lanes > 0 && "a bale has lanes");
    if (ptrmap_get(&L->backwards, v) && cut_backwards(L, v, lanes, out))
        return true;
    return cut_forwards(L, v, lanes, out);
}
