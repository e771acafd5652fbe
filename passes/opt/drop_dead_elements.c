// SPDX-License-Identifier: MIT
// gx_drop_dead_elements: do not compute, write or keep elements that are never read.
//
//   before                                                  after
//     %a = wrregion <8 x i32> zeroinitializer, %x, 0..3        %a = wrregion undef, %x, 0..3
//     %b = wrregion %a, %y, lanes 4..7                         %b = wrregion %a, %y, lanes 4..7
//     %c = wrregion %b, %z, lanes 0..1                         %r = rdregion %b, lanes 4..7
//     %r = rdregion %c, lanes 4..7
//
// Why: a vector whose elements are all written before they are read can start undefined: it needs no initialisation and
// no copy. A write of elements that are never read disappears.
// How: propagates the bytes that are read backwards from the instructions with effects, to a fixed point over PHIs.
// Needs: gx_lower. Keeps: the sizes of vectors; single dead lanes of an operation stay, since they cost nothing.

#include <cmc/genx_bale.h>
#include "passes_priv.h"

#include "llvm_shim.h"

#include <assert.h>

typedef struct live_bytes {
    LLVMValueRef inst;
    uint32_t index;  // of the instruction in the function
    uint8_t kind;    // bale_kind
    cmc_bitset used; // its bytes, or the lanes of a predicate
} live_bytes;

typedef struct de {
    gx_ctx *cx;
    live_bytes *all;   // in program order
    ptrmap values;     // LLVMValueRef -> live_bytes
    cmc_bitset queued; // by index
    cmc_bitset kept;   // for kept()
} de;

// The number of flags of a value: one for each byte, or one for each lane of a predicate.
static uint32_t bytes_of(LLVMTypeRef t) {
    return genx_is_bool(t) ? genx_lanes(t) : genx_size_b(t);
}

// The bytes of v that are known to be read; NULL: not of interest.
static live_bytes *get(const de *D, LLVMValueRef v) {
    live_bytes *l = LLVMIsAInstruction(v) ? ptrmap_get(&D->values, v) : NULL;
    return l && l->used.n_bits ? l : NULL;
}

static uint32_t within(const cmc_bitset *b, int64_t at) {
    return at < 0 ? 0 : at > b->n_bits ? b->n_bits : (uint32_t)at;
}

static void queue(de *D, const live_bytes *l, bool grew) {
    if (grew)
        cmc_bitset_set(&D->queued, l->index);
}

static void mark(de *D, live_bytes *l, int64_t from, int64_t to) {
    if (l)
        queue(D, l, cmc_bitset_set_range(&l->used, within(&l->used, from), within(&l->used, to)));
}

static void mark_all(de *D, LLVMValueRef v) {
    mark(D, get(D, v), 0, INT32_MAX);
}

static void mark_same(de *D, LLVMValueRef v, const cmc_bitset *used) {
    live_bytes *l = get(D, v);
    if (l && l->used.n_bits == used->n_bits)
        queue(D, l, cmc_bitset_union(&l->used, used));
    else
        mark(D, l, 0, INT32_MAX);
}

static bool any_used(const live_bytes *l, int64_t from, int64_t to) {
    return cmc_bitset_any(&l->used, within(&l->used, from), within(&l->used, to));
}

static bool lane_used(const live_bytes *l, const genx_region *r, uint32_t k) {
    int64_t at = genx_region_lane_b(r, k);
    return any_used(l, at, at + r->elt_b);
}

static void through_read(de *D, const live_bytes *l) {
    genx_region r;
    if (!genx_region_of(l->inst, &r) || !r.off_const) {
        for (unsigned k = 0; k < GENX_RD_N_OPERANDS; k++)
            mark_all(D, LLVMGetOperand(l->inst, k));
        return;
    }
    live_bytes *from = get(D, LLVMGetOperand(l->inst, GENX_RD_SRC));
    for (uint32_t k = 0; from && k < r.lanes; k++)
        if (any_used(l, (int64_t)k * r.elt_b, (int64_t)(k + 1) * r.elt_b)) {
            int64_t at = genx_region_lane_b(&r, k);
            mark(D, from, at, at + r.elt_b);
        }
}

// The used bytes of the old value that a write does not overwrite, until the next call.
static const cmc_bitset *kept(de *D, const genx_region *r, const live_bytes *l) {
    cmc_bitset *k = &D->kept;
    k->n_bits = l->used.n_bits;
    cmc_bitset_copy(k, &l->used);
    for (uint32_t i = 0; i < r->lanes; i++) {
        int64_t at = genx_region_lane_b(r, i);
        cmc_bitset_clear_range(k, within(k, at), within(k, at + r->elt_b));
    }
    return k;
}

static void through_write(de *D, const live_bytes *l) {
    assert(genx_is_wrregion(l->inst) && "the caller checked");
    genx_region r;
    LLVMValueRef v = l->inst;
    if (!genx_region_of(v, &r) || !r.off_const) {
        for (unsigned k = 0; k < GENX_WR_N_OPERANDS; k++)
            mark_all(D, LLVMGetOperand(v, k));
        return;
    }
    mark_same(D, LLVMGetOperand(v, GENX_WR_OLD), genx_mask_is_true(v) ? kept(D, &r, l) : &l->used);
    mark_all(D, LLVMGetOperand(v, GENX_WR_MASK));
    live_bytes *x = get(D, LLVMGetOperand(v, GENX_WR_NEW));
    for (uint32_t i = 0; x && i < r.lanes; i++)
        if (lane_used(l, &r, i))
            mark(D, x, (int64_t)i * r.elt_b, (int64_t)(i + 1) * r.elt_b);
}

static void through_lanes(de *D, const live_bytes *l) {
    uint32_t n = genx_lanes(LLVMTypeOf(l->inst)), e = l->used.n_bits / n;
    unsigned ops = (unsigned)LLVMGetNumOperands(l->inst);
    for (unsigned i = 0; i < ops; i++) {
        live_bytes *x = get(D, LLVMGetOperand(l->inst, i));
        uint32_t xn = x ? genx_lanes(LLVMTypeOf(x->inst)) : 0;
        // A compare writes a whole flag register: its other bits would come from undefined data.
        if (xn != n || l->kind == BALE_CMP) {
            mark(D, x, 0, INT32_MAX);
            continue;
        }
        uint32_t xe = x->used.n_bits / xn;
        for (uint32_t k = 0; k < n; k++)
            if (any_used(l, (int64_t)k * e, (int64_t)(k + 1) * e))
                mark(D, x, (int64_t)k * xe, (int64_t)(k + 1) * xe);
    }
}

static void through(de *D, const live_bytes *l) {
    switch ((bale_kind)l->kind) {
    case BALE_RD:
        through_read(D, l);
        break;
    case BALE_WR:
        through_write(D, l);
        break;
    case BALE_PHI:
        for (unsigned i = 0; i < LLVMCountIncoming(l->inst); i++)
            mark_same(D, LLVMGetIncomingValue(l->inst, i), &l->used);
        break;
    case BALE_ALIAS:
        mark_same(D, LLVMGetOperand(l->inst, 0), &l->used);
        break;
    case BALE_ELEMENTWISE:
    case BALE_CMP:
        through_lanes(D, l);
        break;
    default:
        break; // all its operands were marked at the start
    }
}

// Backwards, so that most users of a value come before it; values carried around a loop take another round.
static bool one_round(de *D) {
    bool any = false;
    for (uint32_t w = D->queued.n_bits / 64 + 1; w-- > 0;)
        while (D->queued.words[w]) {
            uint32_t i = w * 64 + 63 - (uint32_t)__builtin_clzll(D->queued.words[w]);
            cmc_bitset_clear(&D->queued, i);
            through(D, &D->all[i]);
            any = true;
        }
    return any;
}

// False: out of memory.
static bool number(de *D, LLVMValueRef fn) {
    uint32_t n = 0, most = 0;
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            n++;
    D->all = CMC_NEW_N(D->cx->arena, live_bytes, n);
    D->queued = cmc_bitset_make(D->cx->arena, n);
    n = 0;
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i) {
            uint32_t bits = bytes_of(LLVMTypeOf(i));
            if (!D->all || !ptrmap_put(&D->values, i, &D->all[n]))
                return false;
            most = bits > most ? bits : most;
            D->all[n] = (live_bytes){.inst = i,
                                     .index = n,
                                     .kind = bale_describe(D->cx->model, i).kind,
                                     .used = cmc_bitset_make(D->cx->arena, bits)};
            if (!D->all[n++].used.words)
                return false;
        }
    D->kept = cmc_bitset_make(D->cx->arena, most);
    return D->queued.words && D->kept.words;
}

static bool simplify_write(de *D, const live_bytes *l) {
    assert(genx_is_wrregion(l->inst) && "the caller checked");
    genx_region r;
    LLVMValueRef v = l->inst, old = LLVMGetOperand(v, GENX_WR_OLD);
    if (!genx_region_of(v, &r) || !r.off_const || old == v) // a write can be its own old value in unreachable code
        return false;
    bool written = false;
    for (uint32_t i = 0; i < r.lanes && !written; i++)
        written = lane_used(l, &r, i);
    if (!written) {
        LLVMReplaceAllUsesWith(v, old);
        return true;
    }
    if (!genx_mask_is_true(v) || LLVMIsUndef(old) || cmc_bitset_any(kept(D, &r, l), 0, l->used.n_bits))
        return false;
    LLVMSetOperand(v, GENX_WR_OLD, LLVMGetUndef(LLVMTypeOf(old)));
    return true;
}

bool gx_drop_dead_elements(gx_ctx *cx, LLVMValueRef fn) {
    de D = {.cx = cx, .values = {.arena = cx->arena}};
    bool changed = false;
    if (!number(&D, fn))
        return false;
    for (uint32_t i = 0; i < D.queued.n_bits; i++) {
        LLVMValueRef v = D.all[i].inst;
        unsigned ops = bale_kind_is_pure((bale_kind)D.all[i].kind, v) ? 0 : (unsigned)LLVMGetNumOperands(v);
        for (unsigned k = 0; k < ops; k++)
            mark_all(&D, LLVMGetOperand(v, k));
    }
    while (one_round(&D))
        continue;
    for (uint32_t i = 0; i < D.queued.n_bits; i++)
        if (D.all[i].kind == BALE_WR && LLVMGetFirstUse(D.all[i].inst))
            changed |= simplify_write(&D, &D.all[i]);
    if (changed)
        gx_shim_delete_dead(fn);
    return changed;
}
