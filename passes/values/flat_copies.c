// SPDX-License-Identifier: MIT
// gx_lower_flat_memory: copies and fills between addresses become loads and stores of vectors.
//
//   before  call void @llvm.memcpy(ptr align 4 %p, ptr align 4 %q, i64 72, i1 false)
//   after   %v = load <18 x i32>, ptr %q, align 4
//           store <18 x i32> %v, ptr %p, align 4
//
// If one side is a variable of the kernel, sroa and local_copies handle the copy; unless it is part of an array that
// has computed indices, which only promote_arrays makes a value, when messages have their final form. A move reads
// everything before it writes. Does not handle: sizes known only at run time, moves of more than MOVE_B bytes; both are
// errors.

#include "flat_priv.h"

#include <cmc/genx_bale.h>

#include <llvm-c/DebugInfo.h>

#include <string.h>

enum { PART_B = 256, MOVE_B = 1024, MOVE_PARTS = MOVE_B / PART_B };

typedef struct copy {
    LLVMValueRef call, to, from; // from: the byte value of a fill
    uint64_t size_b;
    unsigned align_b;
    bool fill, move;
} copy;

static unsigned align_of(LLVMValueRef call, unsigned argument) {
    unsigned kind = LLVMGetEnumAttributeKindForName("align", strlen("align"));
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    return a ? (unsigned)LLVMGetEnumAttributeValue(a) : 1;
}

static LLVMTypeRef part_type(flat *f, const copy *c, uint64_t size_b) {
    LLVMContextRef llvm = LLVMGetModuleContext(f->mod);
    bool dwords = c->align_b % 4 == 0 && size_b % 4 == 0;
    return LLVMVectorType(dwords ? LLVMInt32TypeInContext(llvm) : LLVMInt8TypeInContext(llvm),
                          (unsigned)(dwords ? size_b / 4 : size_b));
}

static LLVMValueRef place(flat *f, LLVMValueRef pointer, uint64_t at) {
    LLVMValueRef index = LLVMConstInt(f->i64, at, 0);
    return LLVMBuildGEP2(f->b, LLVMInt8TypeInContext(LLVMGetModuleContext(f->mod)), pointer, &index, 1, "");
}

static uint64_t part_b(const copy *c, uint64_t at) {
    return c->size_b - at < PART_B ? c->size_b - at : PART_B;
}

// The byte of a fill, broadcast to all bytes.
static LLVMValueRef filled(flat *f, LLVMValueRef byte, uint32_t n) {
    LLVMValueRef all[PART_B];
    if (!LLVMIsConstant(byte))
        return flat_splat(f, byte, n);
    for (uint32_t k = 0; k < n; k++)
        all[k] = byte;
    return LLVMConstVector(all, n);
}

static LLVMValueRef read_part(flat *f, const copy *c, uint64_t at) {
    uint64_t size_b = part_b(c, at);
    LLVMTypeRef t = part_type(f, c, size_b);
    if (c->fill)
        return LLVMBuildBitCast(f->b, filled(f, c->from, (uint32_t)size_b), t, "");
    LLVMValueRef v = LLVMBuildLoad2(f->b, t, place(f, c->from, at), "");
    LLVMSetAlignment(v, c->align_b);
    return v;
}

static void write_part(flat *f, const copy *c, uint64_t at, LLVMValueRef v) {
    LLVMSetAlignment(LLVMBuildStore(f->b, v, place(f, c->to, at)), c->align_b);
}

static void expand(flat *f, const copy *c) {
    LLVMValueRef parts[MOVE_PARTS];
    for (uint64_t at = 0; c->move && at < c->size_b; at += PART_B)
        parts[at / PART_B] = read_part(f, c, at);
    for (uint64_t at = 0; at < c->size_b; at += PART_B)
        write_part(f, c, at, c->move ? parts[at / PART_B] : read_part(f, c, at));
}

// Whether a place in a variable is found by a computed index.
static bool has_computed_index(LLVMValueRef place, unsigned depth) {
    enum { MAX_DEPTH = 8 };
    for (LLVMUseRef u = LLVMGetFirstUse(place); u && depth < MAX_DEPTH; u = LLVMGetNextUse(u)) {
        LLVMValueRef gep = LLVMGetUser(u);
        if (!LLVMIsAGetElementPtrInst(gep) || LLVMGetOperand(gep, 0) != place)
            continue;
        for (int k = 1; k < LLVMGetNumOperands(gep); k++)
            if (!LLVMIsConstant(LLVMGetOperand(gep, (unsigned)k)))
                return true;
        if (has_computed_index(gep, depth + 1))
            return true;
    }
    return false;
}

static bool in_array(LLVMValueRef place) {
    while (LLVMIsAGetElementPtrInst(place))
        place = LLVMGetOperand(place, 0);
    return LLVMIsAAllocaInst(place) && has_computed_index(place, 0);
}

// False when the call is not a copy between addresses, or between one and an array.
static bool describe(flat *f, LLVMValueRef call, copy *c) {
    *c = (copy){.call = call, .fill = bale_is_llvm(call, "memset"), .move = bale_is_llvm(call, "memmove")};
    if (!c->fill && !c->move && !bale_is_llvm(call, "memcpy"))
        return false;
    c->to = LLVMGetOperand(call, 0);
    c->from = LLVMGetOperand(call, 1);
    bool to_memory = flat_from_numbers(c->to, 0), from_memory = c->fill || flat_from_numbers(c->from, 0);
    if (!(to_memory && from_memory) && !(to_memory && in_array(c->from)) &&
        !(from_memory && !c->fill && in_array(c->to)))
        return false;
    unsigned to = align_of(call, 0), from = c->fill ? to : align_of(call, 1);
    c->align_b = to < from ? to : from;
    const char *what = c->fill ? "fill" : c->move ? "move" : "copy";
    if (!genx_const_u64(LLVMGetOperand(call, 2), &c->size_b))
        gx_error(f->cx, call, "CM0242",
                 "a %s in memory whose size is known only at run time is not supported; write a loop over blocks",
                 what);
    else if (c->move && c->size_b > MOVE_B)
        gx_error(f->cx, call, "CM0242",
                 "a move in memory of %llu bytes exceeds the limit of %d; write a loop over blocks",
                 (unsigned long long)c->size_b, MOVE_B);
    else
        return true;
    return false;
}

bool flat_expand_copies(flat *f, LLVMValueRef fn) {
    bool changed = false;
    genx_foreach_block(fn, bb) {
        genx_foreach_inst_safe(bb, i, next) {
            copy c;
            if (!LLVMIsACallInst(i) || !describe(f, i, &c))
                continue;
            LLVMPositionBuilderBefore(f->b, i);
            LLVMSetCurrentDebugLocation2(f->b, LLVMInstructionGetDebugLoc(i));
            expand(f, &c);
            LLVMInstructionEraseFromParent(i);
            changed = true;
        }
    }
    return changed;
}
