// SPDX-License-Identifier: MIT
// Regions. A constant region is a shuffle; one with an offset of run time goes through memory:
//
//   rdregion(%v, offset %o)     store %v; load the elements from %o to the region's last; shuffle
//   wrregion(%v, %x, %o)        store %v; the same, with %x's elements in place; store; load %v
//   an offset for each row      store %v; gather or scatter
//
// Large vectors stay where the last write put them: a write whose old value nothing else uses goes to the same memory,
// and reads of the newest value read there.
//
// Offsets of run time are limited to the vector, so that no program reads or writes outside it.

#include "host_priv.h"

#include <assert.h>
#include <string.h>

enum { READ = 0, WRITE = 1, NONE = -1 };
enum { LARGE_B = 256 }; // more than the processor keeps in registers for one value

typedef struct place {
    genx_region r;
    uint32_t n; // elements of the whole vector
    LLVMTypeRef elt;
    LLVMTypeRef whole; // as a vector
} place;

static bool find_place(host *h, LLVMValueRef call, LLVMValueRef whole, place *p) {
    if (!genx_region_of(call, &p->r)) {
        host_error(h, call, "CM0972", "a region whose strides are not constant");
        return false;
    }
    p->elt = genx_elt_type(LLVMTypeOf(whole));
    p->n = genx_lanes(LLVMTypeOf(whole));
    p->whole = LLVMVectorType(p->elt, p->n);
    return true;
}

// The element of lane k, counted from the offset.
static int64_t element(const place *p, uint32_t k) {
    genx_region r = p->r;
    r.off_b = 0;
    return genx_region_lane_b(&r, k) / r.elt_b;
}

// Constant offsets

static LLVMValueRef read_constant(host *h, LLVMValueRef call, const place *p, LLVMValueRef src) {
    uint32_t from[HOST_MAX_LANES];
    int64_t first = p->r.off_b / p->r.elt_b;
    for (uint32_t k = 0; k < p->r.lanes; k++) {
        int64_t e = first + element(p, k);
        from[k] = e >= 0 && e < p->n ? (uint32_t)e : UINT32_MAX;
    }
    if (genx_is_vec(LLVMTypeOf(call)))
        return host_shuffle(h, src, NULL, from, p->r.lanes);
    if (from[0] == UINT32_MAX)
        return LLVMGetUndef(LLVMTypeOf(call));
    return LLVMBuildExtractElement(h->b, src, host_i32(h, from[0]), "");
}

// One lane for each element of the vector: which element of the new value it gets; NONE: it stays.
static void find_writers(const place *p, int64_t first, uint32_t n, int32_t *writer) {
    for (uint32_t e = 0; e < n; e++)
        writer[e] = NONE;
    for (uint32_t k = 0; k < p->r.lanes; k++) {
        int64_t e = first + element(p, k);
        if (e >= 0 && e < n)
            writer[e] = (int32_t)k;
    }
}

// n elements of old, those with a writer replaced by the writer's lane of fresh where the mask is on.
static LLVMValueRef merge(host *h, LLVMValueRef old, LLVMValueRef fresh, LLVMValueRef mask, const int32_t *writer,
                          uint32_t n) {
    uint32_t spread[HOST_MAX_LANES] = {0}, from[HOST_MAX_LANES] = {0};
    for (uint32_t e = 0; e < n; e++) {
        spread[e] = writer[e] == NONE ? UINT32_MAX : (uint32_t)writer[e];
        from[e] = writer[e] == NONE ? e : n + e;
    }
    LLVMValueRef wide = host_shuffle(h, fresh, NULL, spread, n);
    if (!mask)
        return host_shuffle(h, old, wide, from, n);
    uint32_t of_mask[HOST_MAX_LANES], lanes = genx_lanes(LLVMTypeOf(mask));
    for (uint32_t e = 0; e < n; e++)
        of_mask[e] = writer[e] == NONE ? lanes : (uint32_t)writer[e];
    LLVMValueRef off = LLVMConstNull(LLVMTypeOf(mask));
    LLVMValueRef on = host_shuffle(h, mask, off, of_mask, n);
    return LLVMBuildSelect(h->b, on, wide, old, "");
}

static LLVMValueRef write_constant(host *h, const place *p, LLVMValueRef old, LLVMValueRef fresh, LLVMValueRef mask) {
    int32_t writer[HOST_MAX_LANES];
    int64_t first = p->r.off_b / p->r.elt_b;
    if (p->r.lanes == 1 && !mask) {
        LLVMValueRef one = host_as(h, fresh, p->elt);
        return first < p->n ? LLVMBuildInsertElement(h->b, old, one, host_i32(h, (uint64_t)first), "") : old;
    }
    find_writers(p, first, p->n, writer);
    return merge(h, old, fresh, mask, writer, p->n);
}

// Offsets of run time

static uint32_t extent(const place *p) {
    int64_t last = 0;
    for (uint32_t k = 0; k < p->r.lanes; k++)
        last = element(p, k) > last ? element(p, k) : last;
    return last < p->n ? (uint32_t)last + 1 : p->n;
}

// The offset's element, at most as far as the region of n elements stays inside. The offset is unsigned.
static LLVMValueRef limited(host *h, const place *p, LLVMValueRef offset, uint32_t n) {
    uint32_t log2 = (uint32_t)__builtin_ctz(p->r.elt_b);
    LLVMTypeRef t = LLVMTypeOf(offset);
    LLVMValueRef e = LLVMBuildLShr(h->b, offset, host_all(t, log2), "");
    e = host_min(h, e, host_all(t, p->n - n), false, false);
    return host_int_cast(h, e, h->i64, false);
}

// Marks of a load: its address is the vector's memory; a read elsewhere takes the vector from there.
static const char slot_mark[] = "cmc.slot", shared_mark[] = "cmc.shared";

static unsigned kind_of(const host *h, const char *mark) {
    return LLVMGetMDKindIDInContext(h->llvm, mark, (unsigned)strlen(mark));
}

static void mark_load(host *h, LLVMValueRef load, const char *mark) {
    LLVMSetMetadata(load, kind_of(h, mark), LLVMMetadataAsValue(h->llvm, LLVMMDNodeInContext2(h->llvm, NULL, 0)));
}

// The value of a vector after a write to its memory.
static LLVMValueRef written(host *h, const place *p, LLVMValueRef slot) {
    LLVMValueRef v = host_load(h, p->whole, slot, 1);
    if (genx_size_b(p->whole) >= LARGE_B)
        mark_load(h, v, slot_mark);
    return v;
}

// The memory that holds a vector because a write put it there; NULL: none. It holds the vector wherever that may be
// used: only the write's own instructions change it, and a next write to it that is the only use.
static LLVMValueRef slot_of(host *h, LLVMValueRef v) {
    return LLVMIsALoadInst(v) && LLVMGetMetadata(v, kind_of(h, slot_mark)) ? LLVMGetOperand(v, 0) : NULL;
}

static LLVMValueRef in_memory(host *h, const place *p, LLVMValueRef v) {
    LLVMValueRef slot = host_variable(h, p->whole);
    host_store(h, v, slot, genx_size_b(p->whole) >= 64 ? 64 : 1);
    if (genx_size_b(p->whole) >= 64)
        LLVMSetAlignment(slot, 64);
    return slot;
}

// Memory with a vector, for a read.
static LLVMValueRef to_read(host *h, LLVMValueRef call, const place *p, LLVMValueRef v) {
    LLVMValueRef slot = slot_of(h, v);
    if (!slot)
        return in_memory(h, p, v);
    if (LLVMGetInstructionParent(v) != LLVMGetInstructionParent(call))
        mark_load(h, v, shared_mark);
    return slot;
}

// Memory with a vector that a write may change: not while another use may read it later, and not in another block,
// which may be in a loop.
static LLVMValueRef to_write(host *h, LLVMValueRef call, const place *p, LLVMValueRef old) {
    LLVMValueRef slot = slot_of(h, old);
    LLVMUseRef use = LLVMGetFirstUse(old);
    bool only_here = use && !LLVMGetNextUse(use) && LLVMGetUser(use) == call;
    if (slot && only_here && !LLVMGetMetadata(old, kind_of(h, shared_mark)) &&
        LLVMGetInstructionParent(old) == LLVMGetInstructionParent(call))
        return slot;
    return in_memory(h, p, old);
}

static LLVMValueRef element_pointer(host *h, const place *p, LLVMValueRef slot, LLVMValueRef index) {
    return LLVMBuildGEP2(h->b, p->elt, slot, &index, 1, "");
}

static LLVMValueRef read_window(host *h, LLVMValueRef call, const place *p, LLVMValueRef src) {
    uint32_t n = extent(p), from[HOST_MAX_LANES];
    LLVMValueRef at = limited(h, p, p->r.offset, n);
    if (!genx_is_vec(LLVMTypeOf(call)) && !slot_of(h, src))
        return LLVMBuildExtractElement(h->b, src, at, "");
    LLVMValueRef pointer = element_pointer(h, p, to_read(h, call, p, src), at);
    if (!genx_is_vec(LLVMTypeOf(call)))
        return host_load(h, p->elt, pointer, p->r.elt_b);
    LLVMValueRef window = host_load(h, LLVMVectorType(p->elt, n), pointer, p->r.elt_b);
    for (uint32_t k = 0; k < p->r.lanes; k++)
        from[k] = element(p, k) < n ? (uint32_t)element(p, k) : UINT32_MAX;
    return host_shuffle(h, window, NULL, from, p->r.lanes);
}

static LLVMValueRef write_window(host *h, LLVMValueRef call, const place *p, LLVMValueRef old, LLVMValueRef fresh,
                                 LLVMValueRef mask) {
    uint32_t n = extent(p);
    int32_t writer[HOST_MAX_LANES];
    LLVMValueRef at = limited(h, p, p->r.offset, n);
    if (p->r.lanes == 1 && !mask && genx_size_b(p->whole) < LARGE_B)
        return LLVMBuildInsertElement(h->b, old, host_as(h, fresh, p->elt), at, "");
    LLVMValueRef slot = to_write(h, call, p, old), pointer = element_pointer(h, p, slot, at);
    if (p->r.lanes == 1 && !mask) {
        host_store(h, host_as(h, fresh, p->elt), pointer, p->r.elt_b);
        return written(h, p, slot);
    }
    LLVMTypeRef t = LLVMVectorType(p->elt, n);
    LLVMValueRef window = host_load(h, t, pointer, p->r.elt_b);
    find_writers(p, 0, n, writer);
    host_store(h, merge(h, window, fresh, mask, writer, n), pointer, p->r.elt_b);
    return written(h, p, slot);
}

// The element of each lane, from an offset for each row.
static LLVMValueRef indices(host *h, const place *p) {
    uint32_t row[HOST_MAX_LANES];
    LLVMValueRef step[HOST_MAX_LANES];
    for (uint32_t k = 0; k < p->r.lanes; k++) {
        row[k] = k / p->r.width;
        step[k] =
            LLVMConstInt(LLVMInt16TypeInContext(h->llvm), (uint64_t)(k % p->r.width) * p->r.stride * p->r.elt_b, 0);
    }
    LLVMValueRef rows = host_shuffle(h, p->r.offset, NULL, row, p->r.lanes);
    LLVMValueRef at = LLVMBuildAdd(h->b, rows, LLVMConstVector(step, p->r.lanes), "");
    return limited(h, p, at, 1);
}

static LLVMValueRef all_on(host *h, uint32_t n) {
    return LLVMConstAllOnes(LLVMVectorType(h->i1, n));
}

static LLVMValueRef read_rows(host *h, LLVMValueRef call, const place *p, LLVMValueRef src) {
    LLVMTypeRef t = LLVMVectorType(p->elt, p->r.lanes);
    LLVMValueRef slot = to_read(h, call, p, src), pointers = element_pointer(h, p, slot, indices(h, p));
    LLVMValueRef args[] = {pointers, host_i32(h, p->r.elt_b), all_on(h, p->r.lanes), LLVMGetUndef(t)};
    LLVMTypeRef over[] = {t, LLVMTypeOf(pointers)};
    return host_as(h, host_intrinsic2(h, "llvm.masked.gather", over, 2, args, 4), LLVMTypeOf(call));
}

static LLVMValueRef write_rows(host *h, LLVMValueRef call, const place *p, LLVMValueRef old, LLVMValueRef fresh,
                               LLVMValueRef mask) {
    LLVMValueRef slot = to_write(h, call, p, old), pointers = element_pointer(h, p, slot, indices(h, p));
    LLVMValueRef args[] = {host_as_vector(h, fresh), pointers, host_i32(h, p->r.elt_b),
                           mask ? mask : all_on(h, p->r.lanes)};
    LLVMTypeRef over[] = {LLVMTypeOf(args[0]), LLVMTypeOf(pointers)};
    host_intrinsic2(h, "llvm.masked.scatter", over, 2, args, 4);
    return written(h, p, slot);
}

// The intrinsics

static LLVMValueRef rdregion(host *h, LLVMValueRef call, int param) {
    (void)param;
    place p;
    LLVMValueRef src = host_arg(call, GENX_RD_SRC);
    if (!find_place(h, call, src, &p))
        return LLVMGetUndef(LLVMTypeOf(call));
    src = host_as_vector(h, src);
    if (p.r.off_const)
        return read_constant(h, call, &p, src);
    return p.r.off_vector ? read_rows(h, call, &p, src) : read_window(h, call, &p, src);
}

// The mask as a vector; NULL: all lanes are on.
static LLVMValueRef mask_of(host *h, LLVMValueRef call, uint32_t lanes) {
    LLVMValueRef mask = host_arg(call, GENX_WR_MASK);
    if (genx_mask_is_true(call))
        return NULL;
    if (genx_lanes(LLVMTypeOf(mask)) == 1 && genx_is_vec(LLVMTypeOf(mask)))
        mask = host_as(h, mask, h->i1);
    return host_splat(h, mask, lanes);
}

static LLVMValueRef wrregion(host *h, LLVMValueRef call, int param) {
    (void)param;
    place p;
    LLVMValueRef old = host_arg(call, GENX_WR_OLD), fresh = host_arg(call, GENX_WR_NEW), v;
    if (!find_place(h, call, old, &p))
        return LLVMGetUndef(LLVMTypeOf(call));
    old = host_as_vector(h, old);
    fresh = host_as_vector(h, fresh);
    LLVMValueRef mask = mask_of(h, call, p.r.lanes);
    if (p.r.off_const)
        v = write_constant(h, &p, old, fresh, mask);
    else
        v = p.r.off_vector ? write_rows(h, call, &p, old, fresh, mask) : write_window(h, call, &p, old, fresh, mask);
    return host_as(h, v, LLVMTypeOf(call));
}

// Predicates

static LLVMValueRef predicate_at(host *h, LLVMValueRef v, uint32_t first, LLVMTypeRef t) {
    LLVMValueRef part = host_slice(h, host_as_vector(h, v), first, genx_lanes(t));
    return host_as(h, part, t);
}

static LLVMValueRef rdpredregion(host *h, LLVMValueRef call, int param) {
    (void)param;
    return predicate_at(h, host_arg(call, 0), (uint32_t)host_const_arg(call, 1), LLVMTypeOf(call));
}

static LLVMValueRef wrpredregion(host *h, LLVMValueRef call, int has_mask) {
    LLVMValueRef old = host_as_vector(h, host_arg(call, 0)), fresh = host_as_vector(h, host_arg(call, 1));
    uint32_t n = genx_lanes(LLVMTypeOf(old)), m = genx_lanes(LLVMTypeOf(fresh));
    uint32_t first = (uint32_t)host_const_arg(call, 2);
    int32_t writer[HOST_MAX_LANES];
    for (uint32_t e = 0; e < n; e++)
        writer[e] = e >= first && e < first + m ? (int32_t)(e - first) : NONE;
    LLVMValueRef mask = has_mask ? host_as_vector(h, host_arg(call, 3)) : NULL;
    return host_as(h, merge(h, old, fresh, mask, writer, n), LLVMTypeOf(call));
}

static LLVMValueRef any_or_all(host *h, LLVMValueRef call, int all) {
    LLVMValueRef v = host_as_vector(h, host_arg(call, 0));
    if (!genx_is_bool(LLVMTypeOf(v)))
        v = LLVMBuildICmp(h->b, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
    return host_intrinsic(h, all ? "llvm.vector.reduce.and" : "llvm.vector.reduce.or", LLVMTypeOf(v), &v, 1);
}

static LLVMValueRef identity(host *h, LLVMValueRef call, int param) {
    (void)h, (void)param;
    return host_arg(call, 0);
}

const host_row host_region_rows[GENX_COUNT] = {
    [GENX_RDREGIONI] = {rdregion, READ},
    [GENX_RDREGIONF] = {rdregion, READ},
    [GENX_WRREGIONI] = {wrregion, WRITE},
    [GENX_WRREGIONF] = {wrregion, WRITE},
    [GENX_WRCONSTREGION] = {wrregion, WRITE},
    [GENX_RDPREDREGION] = {rdpredregion, 0},
    [GENX_WRPREDREGION] = {wrpredregion, 0},
    [GENX_WRPREDPREDREGION] = {wrpredregion, 1},
    [GENX_ANY] = {any_or_all, 0},
    [GENX_SIMDCF_ANY] = {any_or_all, 0},
    [GENX_ALL] = {any_or_all, 1},
    [GENX_CONSTANTI] = {identity, 0},
    [GENX_CONSTANTF] = {identity, 0},
    [GENX_CONSTANTPRED] = {identity, 0},
};
