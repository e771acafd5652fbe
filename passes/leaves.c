// SPDX-License-Identifier: MIT
// The leaves of a type: what is left when structures and arrays are taken apart, in memory's order.
//
//   { i32, { <4 x i32>, [2 x half] } }   ->   leaves 0 to 3: i32, <4 x i32>, half, half

#include "passes_priv.h"

#include <assert.h>

bool gx_is_aggregate(LLVMTypeRef t) {
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMStructTypeKind || k == LLVMArrayTypeKind;
}

static uint64_t members(LLVMTypeRef t) {
    return LLVMGetTypeKind(t) == LLVMArrayTypeKind ? LLVMGetArrayLength2(t) : LLVMCountStructElementTypes(t);
}

LLVMTypeRef gx_member_type(LLVMTypeRef t, uint64_t i) {
    assert(gx_is_aggregate(t) && "other types have no members");
    return LLVMGetTypeKind(t) == LLVMArrayTypeKind ? LLVMGetElementType(t) : LLVMStructGetTypeAtIndex(t, (unsigned)i);
}

uint64_t gx_count_leaves(LLVMTypeRef t) {
    if (!gx_is_aggregate(t))
        return 1;
    if (LLVMGetTypeKind(t) == LLVMArrayTypeKind)
        return members(t) ? members(t) * gx_count_leaves(LLVMGetElementType(t)) : 0;
    uint64_t n = 0;
    for (uint64_t i = 0; i < members(t); i++)
        n += gx_count_leaves(gx_member_type(t, i));
    return n;
}

uint64_t gx_first_leaf(LLVMTypeRef t, uint64_t member) {
    if (LLVMGetTypeKind(t) == LLVMArrayTypeKind)
        return member * gx_count_leaves(LLVMGetElementType(t));
    uint64_t n = 0;
    for (uint64_t i = 0; i < member; i++)
        n += gx_count_leaves(gx_member_type(t, i));
    return n;
}

uint64_t gx_member_of_leaf(LLVMTypeRef t, uint64_t *leaf) {
    uint64_t member = 0;
    if (LLVMGetTypeKind(t) == LLVMArrayTypeKind) {
        uint64_t each = gx_count_leaves(LLVMGetElementType(t));
        member = *leaf / each;
        *leaf %= each;
        return member;
    }
    for (; member + 1 < members(t); member++) {
        uint64_t n = gx_count_leaves(gx_member_type(t, member));
        if (*leaf < n)
            break;
        *leaf -= n;
    }
    return member;
}

LLVMTypeRef gx_leaf_type(LLVMTypeRef t, uint64_t leaf) {
    while (gx_is_aggregate(t))
        t = gx_member_type(t, gx_member_of_leaf(t, &leaf));
    return t;
}

uint64_t gx_leaf_offset_b(LLVMTargetDataRef layout, LLVMTypeRef t, uint64_t leaf) {
    uint64_t at = 0;
    while (gx_is_aggregate(t)) {
        uint64_t member = gx_member_of_leaf(t, &leaf);
        LLVMTypeRef inner = gx_member_type(t, member);
        at += LLVMGetTypeKind(t) == LLVMArrayTypeKind ? member * LLVMABISizeOfType(layout, inner)
                                                      : LLVMOffsetOfElement(layout, t, (unsigned)member);
        t = inner;
    }
    return at;
}

LLVMValueRef gx_join_leaves(LLVMBuilderRef b, LLVMTypeRef t, LLVMValueRef *leaves) {
    if (!gx_is_aggregate(t))
        return leaves[0];
    LLVMValueRef all = LLVMGetUndef(t);
    for (uint64_t i = 0; i < members(t); i++) {
        LLVMTypeRef inner = gx_member_type(t, i);
        if (gx_count_leaves(inner))
            all = LLVMBuildInsertValue(b, all, gx_join_leaves(b, inner, leaves), (unsigned)i, "");
        leaves += gx_count_leaves(inner);
    }
    return all;
}
