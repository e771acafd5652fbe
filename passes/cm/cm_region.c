// SPDX-License-Identifier: MIT
// lower_cm: regions of objects and of values.
//
//   before  %r = call <4 x i32> @__cm_rd(ptr %a, i32 128, i32 0, i32 4, i32 2, i32 4)
//   after   %o = load <32 x i32>, ptr %a
//           %r = call <4 x i32> @llvm.genx.rdregioni.v4i32.v32i32.i16(<32 x i32> %o, i32 0, i32 4,
//           i32 2, i16 4, ...)
//
// A write loads the object, writes the region and stores the object. sroa turns both into SSA values, whether the
// region was written through a named reference or in place.

#include "cm_priv.h"
#include "llvm_shim.h"

#include <assert.h>

enum { CM_MOST_INDICES = 256 }; // of iselect

// The vector type of an alloca, when it has size_b bytes.
static LLVMTypeRef allocated_vector(LLVMValueRef ptr, uint32_t size_b) {
    if (!LLVMIsAAllocaInst(ptr))
        return NULL;
    LLVMTypeRef t = LLVMGetAllocatedType(ptr);
    while (LLVMGetTypeKind(t) == LLVMStructTypeKind && LLVMCountStructElementTypes(t) == 1)
        t = LLVMStructGetTypeAtIndex(t, 0);
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind && genx_size_b(t) == size_b ? t : NULL;
}

// The type in which an object is loaded: its own, or elements of the region's type, or bytes when those do not fit.
static LLVMTypeRef object_type(cm_lower *l, LLVMValueRef ptr, uint32_t size_b, LLVMTypeRef elt) {
    LLVMTypeRef t = allocated_vector(ptr, size_b);
    if (t)
        return t;
    uint32_t elt_b = genx_elt_b(elt);
    return size_b % elt_b == 0 ? LLVMVectorType(elt, size_b / elt_b) : LLVMVectorType(l->i8, size_b);
}

// The object may not be a whole number of the region's elements, as with two ints in five shorts. Such an object is
// padded with undefined bytes at its end.
static LLVMTypeRef padded_type(LLVMTypeRef object, uint32_t elt_b) {
    uint32_t own_b = genx_elt_b(genx_elt_type(object));
    uint32_t size_b = (genx_size_b(object) + elt_b - 1) / elt_b * elt_b;
    return LLVMVectorType(genx_elt_type(object), size_b / own_b);
}

static LLVMValueRef load_object(cm_lower *l, LLVMValueRef ptr, uint32_t size_b, LLVMTypeRef elt) {
    uint32_t elt_b = genx_elt_b(elt);
    LLVMTypeRef t = object_type(l, ptr, size_b, elt);
    uint32_t own_b = genx_elt_b(genx_elt_type(t));
    LLVMValueRef v = LLVMBuildLoad2(l->b, t, ptr, "");
    LLVMSetAlignment(v, own_b < elt_b ? own_b : elt_b);
    if (size_b % elt_b)
        v = cm_wr(l, LLVMGetUndef(padded_type(t, elt_b)), v, cm_row(size_b / own_b, 0, own_b), NULL);
    return cm_cast(l, v, elt);
}

static void store_object(cm_lower *l, LLVMValueRef ptr, uint32_t size_b, LLVMValueRef v) {
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(v));
    uint32_t elt_b = genx_elt_b(elt);
    LLVMTypeRef t = object_type(l, ptr, size_b, elt);
    uint32_t own_b = genx_elt_b(genx_elt_type(t));
    v = cm_cast(l, v, genx_elt_type(t));
    v = cm_rd(l, v, cm_row(size_b / own_b, 0, own_b), false); // without padding
    LLVMSetAlignment(LLVMBuildStore(l->b, v, ptr), own_b < elt_b ? own_b : elt_b);
}

// Operands of __cm_rd; __cm_wr adds the value, and __cm_wr_mask also the mask.
enum { OP_OBJECT, OP_SIZE_B, OP_VSTRIDE, OP_WIDTH, OP_STRIDE, OP_OFFSET_B, OP_VALUE, OP_MASK };

// Operands from `first` on: row stride, width, stride, offset in bytes.
static bool region_args(cm_lower *l, LLVMValueRef call, unsigned first, LLVMTypeRef part, genx_region *r) {
    int64_t vs, width, hs, off;
    if (!cm_const_arg(l, call, first, "the row stride of a region", &vs) ||
        !cm_const_arg(l, call, first + 1, "the width of a region", &width) ||
        !cm_const_arg(l, call, first + 2, "the stride of a region", &hs))
        return false;
    *r = (genx_region){.vstride = (uint32_t)vs,
                       .width = (uint32_t)width,
                       .stride = (uint32_t)hs,
                       .lanes = genx_lanes(part),
                       .elt_b = genx_elt_b(genx_elt_type(part))};
    if (r->width == 0 || r->width > r->lanes)
        r->width = r->lanes;
    LLVMValueRef o = LLVMGetOperand(call, first + 3);
    if (cm_is_const(o, &off)) {
        r->off_const = true;
        r->off_b = (uint32_t)off;
    } else {
        r->offset = LLVMBuildTrunc(l->b, o, l->i16, "");
    }
    return true;
}

static uint64_t span_b(const genx_region *r) {
    assert(r->lanes > 0 && r->elt_b > 0 && "a region has elements");
    uint64_t rows = r->width ? r->lanes / r->width : 1;
    return r->elt_b * ((rows - 1) * r->vstride + (uint64_t)(r->width - 1) * r->stride + 1);
}

// At a computed place, a region is read and written as a whole, with zeros after its object.
static bool has_room(cm_lower *l, LLVMValueRef call, const genx_region *r) {
    const uint32_t most_b = (uint32_t)l->cx->model->grf_count_large * l->cx->model->grf_b;
    if (r->off_const || span_b(r) <= most_b)
        return true;
    gx_error(
        l->cx, call, "CM0255",
        "a part at a variable place spans %llu bytes, more than the %u bytes of a thread's registers; use a smaller "
        "stride",
        (unsigned long long)span_b(r), most_b);
    return false;
}

static bool object_region(cm_lower *l, LLVMValueRef call, LLVMTypeRef part, uint32_t *size_b, genx_region *r) {
    int64_t n;
    if (!cm_is_const(LLVMGetOperand(call, OP_SIZE_B), &n)) {
        cm_error_once(l, call, "CM0203", "the object this reference is bound to is known only at run time;",
                      "use one reference for each object");
        return false;
    }
    *size_b = (uint32_t)n;
    return region_args(l, call, OP_VSTRIDE, part, r) && has_room(l, call, r);
}

// Registers are addressed in whole elements, but v.select<8, 1>(3).format<int>() on bytes may begin anywhere. The
// bytes of the region are then read and written as elements small enough for their offset, as a separate object.
typedef struct shifted {
    LLVMTypeRef unit;   // NULL: aligned, the object itself
    LLVMValueRef units; // the object in these elements
    genx_region part;   // the bytes of the region, in these elements
    LLVMValueRef value; // the vector that the region refers to
} shifted;

static shifted align_object(cm_lower *l, LLVMValueRef object, genx_region *r) {
    shifted s = {.value = object};
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(object));
    uint32_t unit_b = r->off_const ? cm_power_of_two_in(r->off_b, r->elt_b) : cm_multiple_of(r->offset, r->elt_b);
    if (unit_b == r->elt_b)
        return s;
    uint32_t n = (uint32_t)span_b(r) / unit_b;
    s.unit = LLVMIntTypeInContext(LLVMGetTypeContext(elt), unit_b * 8);
    s.units = cm_cast(l, object, s.unit);
    s.part = *r;
    s.part.vstride = 0;
    s.part.width = s.part.lanes = n;
    s.part.stride = 1;
    s.part.elt_b = unit_b;
    s.value = cm_cast(l, cm_rd(l, s.units, s.part, false), elt);
    r->off_const = true;
    r->off_b = 0;
    r->offset = NULL;
    return s;
}

// The object after its shifted part has become v.
static LLVMValueRef put_back(cm_lower *l, const shifted *s, LLVMValueRef v) {
    if (!s->unit)
        return v;
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(v));
    v = cm_wr(l, s->units, cm_cast(l, v, s->unit), s->part, NULL);
    return cm_cast(l, v, elt);
}

// A region with a variable offset that is larger than its object leaves it in any case. The object is followed by
// zeros, which such a region reaches.
static LLVMValueRef followed_by_zeros(cm_lower *l, LLVMValueRef object, const genx_region *r) {
    uint32_t n = genx_lanes(LLVMTypeOf(object));
    if (r->off_const || span_b(r) <= n * r->elt_b)
        return object;
    uint32_t zeros_b = (uint32_t)(span_b(r) + 7) / 8 * 8; // whole elements of any type
    LLVMTypeRef t = LLVMVectorType(genx_elt_type(LLVMTypeOf(object)), n + zeros_b / r->elt_b);
    return cm_wr(l, LLVMConstNull(t), object, cm_row(n, 0, r->elt_b), NULL);
}

static LLVMValueRef read_part(cm_lower *l, LLVMValueRef object, genx_region r, bool scalar) {
    shifted s = align_object(l, object, &r);
    return cm_rd(l, s.value, r, scalar);
}

static LLVMValueRef read_region(cm_lower *l, LLVMValueRef object, uint32_t size_b, genx_region r, bool scalar) {
    if (!r.off_const || !gx_leaves(&r, size_b))
        return read_part(l, followed_by_zeros(l, object, &r), r, scalar);
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(object));
    LLVMValueRef v = LLVMConstNull(scalar ? elt : LLVMVectorType(elt, r.lanes));
    gx_inside p = {.next_row = 0};
    while (!scalar && gx_next_inside(&r, size_b, &p)) {
        LLVMValueRef part = read_part(l, object, p.region, false);
        v = cm_wr(l, v, part, cm_row(p.region.lanes, p.first * r.elt_b, r.elt_b), NULL);
    }
    return v;
}

LLVMValueRef gx_cm_rd(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    LLVMTypeRef part = LLVMTypeOf(call);
    uint32_t size_b;
    genx_region r;
    if (!object_region(l, call, part, &size_b, &r))
        return NULL;
    LLVMValueRef object = load_object(l, LLVMGetOperand(call, OP_OBJECT), size_b, genx_elt_type(part));
    return read_region(l, object, size_b, r, !genx_is_vec(part));
}

// Inside SIMD control flow, a statement writes only the active channels.
static LLVMValueRef active_only(cm_lower *l, LLVMValueRef call, uint32_t lanes, LLVMValueRef mask) {
    uint32_t width;
    LLVMValueRef em = cm_channels(call, &width);
    if (!em || lanes == 1)
        return mask;
    if (lanes != width) {
        cm_width_error(l->cx, call, lanes, width);
        return mask;
    }
    em = cm_some_channels(l->b, em, 0, width);
    return mask ? LLVMBuildAnd(l->b, em, mask, "") : em;
}

// The object after the lanes of r have become v.
static LLVMValueRef write_part(cm_lower *l, LLVMValueRef object, LLVMValueRef v, genx_region r, LLVMValueRef mask) {
    shifted s = align_object(l, object, &r);
    return put_back(l, &s, cm_wr(l, s.value, v, r, mask));
}

// Lanes [first, first + n) of a mask; NULL for NULL.
static LLVMValueRef mask_part(cm_lower *l, LLVMValueRef mask, uint32_t first, uint32_t n) {
    LLVMValueRef lanes[CM_MOST_ARRAY_B];
    if (!mask)
        return NULL;
    for (uint32_t k = 0; k < n; k++)
        lanes[k] = cm_i32(l, first + k);
    return LLVMBuildShuffleVector(l->b, mask, LLVMGetPoison(LLVMTypeOf(mask)), LLVMConstVector(lanes, n), "");
}

static LLVMValueRef write_region(cm_lower *l, LLVMValueRef object, uint32_t size_b, LLVMValueRef v, genx_region r,
                                 LLVMValueRef mask) {
    if (!r.off_const || !gx_leaves(&r, size_b))
        return write_part(l, followed_by_zeros(l, object, &r), v, r, mask);
    gx_inside p = {.next_row = 0};
    while (genx_is_vec(LLVMTypeOf(v)) && gx_next_inside(&r, size_b, &p)) {
        uint32_t n = p.region.lanes;
        LLVMValueRef part = cm_rd(l, v, cm_row(n, p.first * r.elt_b, r.elt_b), false);
        object = write_part(l, object, part, p.region, mask_part(l, mask, p.first, n));
    }
    return object;
}

static LLVMValueRef write(cm_lower *l, LLVMValueRef call, LLVMValueRef mask) {
    LLVMValueRef v = LLVMGetOperand(call, OP_VALUE), ptr = LLVMGetOperand(call, OP_OBJECT);
    LLVMTypeRef part = LLVMTypeOf(v);
    uint32_t size_b;
    genx_region r;
    if (!object_region(l, call, part, &size_b, &r))
        return NULL;
    mask = active_only(l, call, genx_lanes(part), mask);
    LLVMValueRef old = load_object(l, ptr, size_b, genx_elt_type(part));
    store_object(l, ptr, size_b, write_region(l, old, size_b, v, r, mask));
    return NULL;
}

LLVMValueRef gx_cm_wr(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    return write(l, call, NULL);
}

LLVMValueRef gx_cm_wr_mask(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    return write(l, call, cm_low_bits(l, LLVMGetOperand(call, OP_MASK)));
}

LLVMValueRef gx_cm_rd_value(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    LLVMValueRef v = LLVMGetOperand(call, 0);
    genx_region r;
    if (!region_args(l, call, 1, LLVMTypeOf(call), &r) || !has_room(l, call, &r))
        return NULL;
    uint32_t have = genx_lanes(LLVMTypeOf(v)), want = r.lanes;
    if (have < want && r.width == want && r.vstride == 0) { // a short table: the remaining elements are undefined
        LLVMValueRef undef = LLVMGetUndef(LLVMTypeOf(call));
        return cm_wr(l, undef, v, cm_row(have, 0, r.elt_b), NULL);
    }
    return read_region(l, v, have * r.elt_b, r, !genx_is_vec(LLVMTypeOf(call)));
}

// A constant index that is outside: the element is 0. *inside receives a mask of the other elements, or NULL when all
// are inside. Other indices are known only at run time.
static LLVMValueRef check_indices(cm_lower *l, LLVMValueRef call, uint32_t of, LLVMValueRef index,
                                  LLVMValueRef *inside) {
    LLVMValueRef at[CM_MOST_INDICES], in[CM_MOST_INDICES];
    uint32_t n = genx_lanes(LLVMTypeOf(index));
    bool all = true;
    *inside = NULL;
    for (uint32_t i = 0; LLVMIsAConstant(index) && i < n; i++) {
        uint64_t k = 0;
        bool undef = false, known = genx_const_lane(index, i, &k, &undef) && !undef, outside = known && k >= of;
        if (outside && all)
            gx_warn(l->cx, call, "-Wcm-bounds", "index %llu of iselect is outside a vector of %u elements",
                    (unsigned long long)k, (unsigned)of);
        all &= !outside;
        at[i] = outside ? cm_i16(l, 0) : LLVMGetAggregateElement(index, i);
        in[i] = LLVMConstInt(l->i1, !outside, 0);
    }
    if (all)
        return index;
    *inside = LLVMConstVector(in, n);
    return LLVMConstVector(at, n);
}

LLVMValueRef gx_cm_iselect(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    LLVMValueRef v = LLVMGetOperand(call, 0), index = LLVMGetOperand(call, 1), inside;
    LLVMTypeRef part = LLVMTypeOf(call);
    uint32_t elt_b = genx_elt_b(genx_elt_type(part)), n = genx_lanes(part), shift = 0;
    while ((1u << shift) < elt_b)
        shift++;
    LLVMValueRef lanes[CM_MOST_INDICES], count = cm_i16(l, shift);
    if (n > CM_MOST_INDICES) {
        gx_error(l->cx, call, "CM0205", "iselect takes at most 256 indices, not %u", n);
        return NULL;
    }
    index = check_indices(l, call, genx_lanes(LLVMTypeOf(v)), index, &inside);
    for (uint32_t i = 0; i < n; i++)
        lanes[i] = count;
    LLVMValueRef off = LLVMBuildShl(l->b, index, LLVMConstVector(lanes, n), "");
    genx_region r = {.width = 1, .offset = off, .off_vector = true, .lanes = n, .elt_b = elt_b};
    LLVMValueRef out = genx_build_rd(l->b, l->mod, v, &r, false);
    return inside ? LLVMBuildSelect(l->b, inside, out, LLVMConstNull(part), "") : out;
}

// Tables

// Appends the scalars of a constant in memory order; false when one has another type than elt.
static bool flatten(LLVMValueRef c, LLVMTypeRef elt, LLVMValueRef *out, uint32_t *n, uint32_t max) {
    LLVMTypeRef t = LLVMTypeOf(c);
    uint64_t count;
    switch (LLVMGetTypeKind(t)) {
    case LLVMArrayTypeKind:
        count = LLVMGetArrayLength2(t);
        break;
    case LLVMVectorTypeKind:
        count = LLVMGetVectorSize(t);
        break;
    case LLVMStructTypeKind:
        count = LLVMCountStructElementTypes(t);
        break;
    default:
        if (t != elt)
            return false;
        if (*n < max)
            out[(*n)++] = c;
        return true;
    }
    for (uint64_t i = 0; i < count && *n < max; i++) {
        LLVMValueRef e = LLVMGetAggregateElement(c, (unsigned)i);
        if (!e || !flatten(e, elt, out, n, max))
            return false;
    }
    return true;
}

LLVMValueRef cm_fold_table(LLVMValueRef ptr, LLVMTypeRef t) {
    if (!LLVMIsAGlobalVariable(ptr) || !LLVMIsGlobalConstant(ptr) || !LLVMGetInitializer(ptr))
        return NULL;
    LLVMValueRef lanes[CM_MOST_ARRAY_B];
    uint32_t n = 0, want = genx_lanes(t);
    if (LLVMGetTypeKind(t) != LLVMVectorTypeKind || want > CM_MOST_ARRAY_B)
        return NULL;
    if (!flatten(LLVMGetInitializer(ptr), genx_elt_type(t), lanes, &n, want) || n < want)
        return NULL;
    return LLVMConstVector(lanes, n);
}

LLVMValueRef cm_fold_lanes(LLVMModuleRef m, LLVMValueRef ptr, LLVMTypeRef t) {
    LLVMValueRef lanes[CM_MOST_ARRAY_B];
    LLVMTypeRef elt = genx_elt_type(t);
    const uint32_t n = genx_lanes(t), elt_b = genx_elt_b(elt);
    if (LLVMGetTypeKind(t) != LLVMVectorTypeKind || n > CM_MOST_ARRAY_B || !elt_b)
        return NULL;
    for (uint32_t k = 0; k < n; k++)
        if (!(lanes[k] = gx_shim_fold_load(m, ptr, elt, (uint64_t)k * elt_b)))
            return NULL;
    return LLVMConstVector(lanes, n);
}

LLVMValueRef gx_cm_table(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    LLVMValueRef ptr = LLVMGetOperand(call, 0);
    LLVMValueRef c = cm_fold_table(ptr, LLVMTypeOf(call));
    if (c)
        return c;
    LLVMValueRef v = LLVMBuildLoad2(l->b, LLVMTypeOf(call), ptr, "");
    LLVMSetAlignment(v, genx_elt_b(genx_elt_type(LLVMTypeOf(call))));
    return v;
}
