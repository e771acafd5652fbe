// SPDX-License-Identifier: MIT
// abi: the bytes of an object that an argument of a call names.
//
// A vector_ref or matrix_ref is a place in memory: an address, an offset and strides. The values of its fields follow
// from the stores and copies that fill it. A function that stays a call receives the elements of a reference without
// gaps; the fields of its own parameters are therefore known.

#include "abi_priv.h"

#include "cm/cm_priv.h"

#include <cmc/genx_bale.h>

#include <string.h>

enum { MAX_BYTES = 1 << 16, MAX_DEPTH = 16 };

typedef struct source { // of a field's value
    LLVMValueRef value; // the value, or
    LLVMValueRef param; // the parameter of the caller whose field at off_b is copied; both NULL: unknown
    int64_t off_b;
} source;

typedef struct writers { // of a field
    LLVMValueRef value, copied;
    bool unknown;
} writers;

static bool is_place_param(LLVMValueRef v) {
    return LLVMIsAArgument(v) && abi_is_reference(LLVMGetParamParent(v), abi_param_index(v));
}

// Whether a call leaves the place at ptr as it is: functions with bodies get a copy of it.
static bool keeps_place(LLVMValueRef call, LLVMValueRef ptr) {
    if (bale_is_llvm(call, "lifetime.start") || bale_is_llvm(call, "lifetime.end"))
        return true;
    LLVMValueRef fn = abi_callee(call);
    bool keeps = fn != NULL;
    for (unsigned i = 0; keeps && i < LLVMCountParams(fn); i++)
        keeps = LLVMGetOperand(call, i) != ptr || abi_is_reference(fn, i) || abi_is_copy(fn, i);
    return keeps;
}

// Finds what writes the field at off_b of a local place. ptr is an address at_b bytes inside the place.
static void find_writers(const abi *a, LLVMValueRef place, LLVMValueRef ptr, int64_t at_b, int64_t off_b, writers *w) {
    genx_foreach_use(ptr, u) {
        LLVMValueRef user = LLVMGetUser(u);
        bool copy = LLVMIsAMemCpyInst(user) || LLVMIsAMemMoveInst(user);
        if (LLVMIsAGetElementPtrInst(user)) {
            int64_t at = 0;
            if (gx_shim_strip_offset(user, &at) == place)
                find_writers(a, place, user, at, off_b, w);
            else
                w->unknown = true;
        } else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != ptr) {
            LLVMValueRef v = LLVMGetOperand(user, 0);
            int64_t size_b = (int64_t)LLVMABISizeOfType(LLVMGetModuleDataLayout(a->mod), LLVMTypeOf(v));
            if (at_b + size_b <= off_b || at_b > off_b)
                continue;
            w->unknown |= w->value != NULL || at_b != off_b;
            w->value = v;
        } else if (copy && LLVMGetOperand(user, 0) == ptr) {
            w->unknown |= w->copied != NULL || at_b != 0;
            w->copied = LLVMGetOperand(user, 1);
        } else if (!copy && !LLVMIsALoadInst(user) && !(LLVMIsACallInst(user) && keeps_place(user, ptr))) {
            w->unknown = true;
        }
    }
}

static source source_of(const abi *a, LLVMValueRef place, int64_t off_b, unsigned depth) {
    if (is_place_param(place))
        return (source){.param = place, .off_b = off_b};
    writers w = {.unknown = !LLVMIsAAllocaInst(place) || depth > MAX_DEPTH};
    if (!w.unknown)
        find_writers(a, place, place, 0, off_b, &w);
    if (w.unknown || (w.value == NULL) == (w.copied == NULL))
        return (source){0};
    bool load = w.value && LLVMIsALoadInst(w.value);
    if (w.value && !load)
        return (source){.value = w.value};
    int64_t at_b = w.copied ? off_b : 0;
    LLVMValueRef from = gx_shim_strip_offset(w.copied ? w.copied : LLVMGetOperand(w.value, 0), &at_b);
    return source_of(a, from, at_b, depth + 1);
}

static bool param_number(abi *a, LLVMValueRef param, int64_t off_b, int64_t *n) {
    abi_param p = {0};
    if (!abi_plan_reference(a, LLVMGetParamParent(param), abi_param_index(param), &p))
        return false;
    switch (off_b) {
    case ABI_PLACE_SIZE_B:
        *n = genx_size_b(p.type);
        return true;
    case ABI_PLACE_OFF_B:
        *n = 0;
        return true;
    case ABI_PLACE_VS_B:
        *n = p.row;
        return true;
    case ABI_PLACE_HS_B:
        *n = 1;
        return true;
    default:
        return false;
    }
}

static bool number_of(abi *a, LLVMValueRef v, int64_t *n, unsigned depth);

static bool field_number(abi *a, LLVMValueRef place, int64_t off_b, int64_t *n, unsigned depth) {
    source s = source_of(a, place, off_b, depth);
    return s.param ? param_number(a, s.param, s.off_b, n) : s.value && number_of(a, s.value, n, depth + 1);
}

static bool combine(LLVMOpcode op, int64_t x, int64_t y, int64_t *n) {
    if (x != (int32_t)x || y != (int32_t)y)
        return false;
    switch (op) {
    case LLVMAdd:
        *n = x + y;
        return true;
    case LLVMSub:
        *n = x - y;
        return true;
    case LLVMMul:
        *n = x * y;
        return true;
    case LLVMShl:
        *n = y >= 0 && y < 32 ? x * (INT64_C(1) << y) : 0;
        return y >= 0 && y < 32;
    case LLVMSDiv:
        *n = y > 0 ? x / y : 0;
        return y > 0;
    default:
        return false;
    }
}

// The number v, when it depends on constants and on fields of the caller's own places only.
static bool number_of(abi *a, LLVMValueRef v, int64_t *n, unsigned depth) {
    int64_t x, y, at_b = 0;
    if (LLVMIsAConstantInt(v)) {
        *n = LLVMConstIntGetSExtValue(v);
        return true;
    }
    if (depth > MAX_DEPTH)
        return false;
    if (LLVMIsALoadInst(v)) {
        LLVMValueRef from = gx_shim_strip_offset(LLVMGetOperand(v, 0), &at_b);
        return field_number(a, from, at_b, n, depth + 1);
    }
    if (LLVMIsACallInst(v)) {
        static const char packed[] = "packed_stride"; // 1, or an error
        size_t len;
        const char *name = cm_builtin_name(LLVMGetCalledValue(v), &len);
        *n = 1;
        return name && len == sizeof(packed) - 1 && memcmp(name, packed, len) == 0;
    }
    return LLVMIsABinaryOperator(v) && number_of(a, LLVMGetOperand(v, 0), &x, depth + 1) &&
           number_of(a, LLVMGetOperand(v, 1), &y, depth + 1) && combine(LLVMGetInstructionOpcode(v), x, y, n);
}

// The object that ptr points into: a variable, or a parameter of the caller that names one; NULL when unknown.
static LLVMValueRef object_of(LLVMValueRef ptr, abi_extent *e) {
    LLVMValueRef v = gx_shim_strip_offset(ptr, &e->at_b);
    while (LLVMIsAGetElementPtrInst(v)) { // an index that is not constant
        e->exact = false;
        v = gx_shim_strip_offset(LLVMGetOperand(v, 0), &e->at_b);
    }
    return LLVMIsAAllocaInst(v) || LLVMIsAGlobalVariable(v) || LLVMIsAArgument(v) ? v : NULL;
}

static abi_extent reference_extent(abi *a, LLVMValueRef place, const abi_param *p) {
    abi_extent e = {.exact = true};
    int64_t off_b = 0, vs = 0, hs = 0;
    source s = source_of(a, place, ABI_PLACE_BASE_B, 0);
    if (s.param)
        e.base = s.off_b == ABI_PLACE_BASE_B ? s.param : NULL;
    else if (s.value && LLVMGetTypeKind(LLVMTypeOf(s.value)) == LLVMPointerTypeKind)
        e.base = object_of(s.value, &e);
    e.exact &= field_number(a, place, ABI_PLACE_OFF_B, &off_b, 0) && field_number(a, place, ABI_PLACE_HS_B, &hs, 0) &&
               (!p->row || field_number(a, place, ABI_PLACE_VS_B, &vs, 0)) && hs >= 0 && vs >= 0;
    uint32_t n = genx_lanes(p->type);
    e.at_b += off_b;
    e.region = (genx_region){.vstride = (uint32_t)vs,
                             .width = p->row ? p->row : n,
                             .stride = (uint32_t)hs,
                             .off_const = true,
                             .lanes = n,
                             .elt_b = genx_elt_b(p->type)};
    return e;
}

abi_extent abi_extent_of(abi *a, LLVMValueRef arg, const abi_param *p) {
    abi_extent e = {.exact = true};
    if (p->kind == ABI_REGION)
        return reference_extent(a, arg, p);
    e.base = object_of(arg, &e);
    e.size_b = LLVMABISizeOfType(LLVMGetModuleDataLayout(a->mod), p->type);
    return e;
}

static bool mark(uint8_t *bytes, int64_t at, uint64_t n, uint8_t bit) {
    for (uint64_t i = 0; i < n; i++) {
        int64_t b = at + (int64_t)i;
        if (b < 0 || b >= MAX_BYTES)
            return false;
        bytes[b] |= bit;
    }
    return true;
}

static bool mark_extent(uint8_t *bytes, const abi_extent *e, uint8_t bit) {
    bool ok = true;
    if (!e->region.lanes)
        return mark(bytes, e->at_b, e->size_b, bit);
    for (uint32_t k = 0; k < e->region.lanes && ok; k++)
        ok = mark(bytes, e->at_b + genx_region_lane_b(&e->region, k), e->region.elt_b, bit);
    return ok;
}

bool abi_meet(abi *a, const abi_extent *x, const abi_extent *y) {
    enum { X = 1, Y = 2 };
    if (!x->base || !y->base)
        return true;
    if (x->base != y->base)
        return false;
    if (!a->bytes)
        a->bytes = CMC_NEW_N(a->cx->arena, uint8_t, MAX_BYTES);
    if (!a->bytes || !x->exact || !y->exact)
        return true;
    memset(a->bytes, 0, MAX_BYTES);
    if (!mark_extent(a->bytes, x, X) || !mark_extent(a->bytes, y, Y))
        return true;
    return memchr(a->bytes, X | Y, MAX_BYTES) != NULL;
}
