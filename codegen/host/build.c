// SPDX-License-Identifier: MIT
// Shorthands for building LLVM IR: shuffles, casts, buffers for arguments, branches around a piece of code.

#include "host_priv.h"

#include "llvm_shim.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void host_error(host *h, LLVMValueRef at, const char *code, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    cmc_diag_vadd(h->d, CMC_ERROR, code, at ? genx_loc(at, h->a) : (cmc_loc){0}, fmt, ap);
    va_end(ap);
}

int64_t host_const_arg(LLVMValueRef call, unsigned i) {
    int64_t x = 0;
    bool known = genx_const_i64(LLVMGetOperand(call, i), &x);
    assert(known && "passes/input checks constant operands");
    (void)known;
    return x;
}

uint32_t host_line(LLVMValueRef at) {
    return LLVMIsAInstruction(at) ? LLVMGetDebugLocLine(at) : 0;
}

LLVMValueRef host_all(LLVMTypeRef t, uint64_t x) {
    return genx_const_all(t, LLVMConstInt(genx_elt_type(t), x, 0));
}

LLVMTypeRef host_like(LLVMTypeRef lanes_of, LLVMTypeRef elt) {
    return genx_is_vec(lanes_of) ? LLVMVectorType(elt, genx_lanes(lanes_of)) : elt;
}

LLVMValueRef host_shuffle(host *h, LLVMValueRef a, LLVMValueRef b, const uint32_t *from, uint32_t n) {
    LLVMValueRef mask[HOST_MAX_LANES];
    assert(n <= HOST_MAX_LANES && "values fit in a register file");
    for (uint32_t i = 0; i < n; i++)
        mask[i] = from[i] == UINT32_MAX ? LLVMGetUndef(h->i32) : host_i32(h, from[i]);
    return LLVMBuildShuffleVector(h->b, a, b ? b : LLVMGetPoison(LLVMTypeOf(a)), LLVMConstVector(mask, n), "");
}

LLVMValueRef host_slice(host *h, LLVMValueRef v, uint32_t first, uint32_t n) {
    uint32_t from[HOST_MAX_LANES];
    for (uint32_t i = 0; i < n; i++)
        from[i] = first + i;
    return first == 0 && n == genx_lanes(LLVMTypeOf(v)) ? v : host_shuffle(h, v, NULL, from, n);
}

LLVMValueRef host_as_vector(host *h, LLVMValueRef v) {
    LLVMTypeRef t = LLVMTypeOf(v);
    if (genx_is_vec(t))
        return v;
    return LLVMBuildInsertElement(h->b, LLVMGetPoison(LLVMVectorType(t, 1)), v, host_i32(h, 0), "");
}

static LLVMValueRef bitcast(host *h, LLVMValueRef v, LLVMTypeRef t) {
    bool from_ptr = LLVMGetTypeKind(genx_elt_type(LLVMTypeOf(v))) == LLVMPointerTypeKind;
    bool to_ptr = LLVMGetTypeKind(genx_elt_type(t)) == LLVMPointerTypeKind;
    if (LLVMTypeOf(v) == t)
        return v;
    if (from_ptr && !to_ptr)
        return bitcast(h, LLVMBuildPtrToInt(h->b, v, host_like(LLVMTypeOf(v), h->i64), ""), t);
    if (to_ptr && !from_ptr)
        return LLVMBuildIntToPtr(h->b, bitcast(h, v, host_like(t, h->i64)), t, "");
    return LLVMBuildBitCast(h->b, v, t, "");
}

LLVMValueRef host_as(host *h, LLVMValueRef v, LLVMTypeRef t) {
    LLVMTypeRef from = LLVMTypeOf(v);
    if (genx_is_vec(from) && genx_lanes(from) == 1 && !genx_is_vec(t))
        return bitcast(h, LLVMBuildExtractElement(h->b, v, host_i32(h, 0), ""), t);
    if (!genx_is_vec(from) && genx_is_vec(t) && genx_lanes(t) == 1)
        return host_as_vector(h, bitcast(h, v, genx_elt_type(t)));
    return bitcast(h, v, t);
}

LLVMValueRef host_splat(host *h, LLVMValueRef v, uint32_t n) {
    if (genx_is_vec(LLVMTypeOf(v)))
        return v;
    return genx_build_splat(h->b, v, n);
}

LLVMValueRef host_int_cast(host *h, LLVMValueRef v, LLVMTypeRef elt, bool is_signed) {
    LLVMTypeRef t = host_like(LLVMTypeOf(v), elt);
    uint32_t from = LLVMGetIntTypeWidth(genx_elt_type(LLVMTypeOf(v))), to = LLVMGetIntTypeWidth(elt);
    if (from == to)
        return v;
    if (from > to)
        return LLVMBuildTrunc(h->b, v, t, "");
    return is_signed ? LLVMBuildSExt(h->b, v, t, "") : LLVMBuildZExt(h->b, v, t, "");
}

LLVMValueRef host_intrinsic2(host *h, const char *name, LLVMTypeRef *overloads, unsigned n_overloads,
                             LLVMValueRef *args, unsigned n) {
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    assert(id && "LLVM has this intrinsic");
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(h->mod, id, overloads, n_overloads);
    return LLVMBuildCall2(h->b, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

LLVMValueRef host_intrinsic(host *h, const char *name, LLVMTypeRef overload, LLVMValueRef *args, unsigned n) {
    return host_intrinsic2(h, name, &overload, 1, args, n);
}

LLVMValueRef host_min(host *h, LLVMValueRef a, LLVMValueRef b, bool max, bool is_signed) {
    static const char *const names[2][2] = {{"llvm.umin", "llvm.umax"}, {"llvm.smin", "llvm.smax"}};
    return host_intrinsic(h, names[is_signed][max], LLVMTypeOf(a), (LLVMValueRef[]){a, b}, 2);
}

LLVMValueRef host_offset(host *h, LLVMValueRef base, LLVMValueRef off_b) {
    return LLVMBuildGEP2(h->b, h->i8, base, &off_b, 1, "");
}

LLVMValueRef host_field(host *h, LLVMBuilderRef b, LLVMValueRef base, size_t off_b, LLVMTypeRef t) {
    LLVMValueRef at = host_i64(h, off_b), p = LLVMBuildGEP2(b, h->i8, base, &at, 1, "");
    LLVMValueRef v = LLVMBuildLoad2(b, t, p, "");
    static const char name[] = "invariant.load";
    unsigned kind = LLVMGetMDKindIDInContext(h->llvm, name, sizeof name - 1);
    LLVMSetMetadata(v, kind, LLVMMetadataAsValue(h->llvm, LLVMMDNodeInContext2(h->llvm, NULL, 0)));
    return v;
}

LLVMValueRef host_load(host *h, LLVMTypeRef t, LLVMValueRef p, unsigned align) {
    LLVMValueRef v = LLVMBuildLoad2(h->b, t, p, "");
    LLVMSetAlignment(v, align);
    return v;
}

void host_store(host *h, LLVMValueRef v, LLVMValueRef p, unsigned align) {
    LLVMSetAlignment(LLVMBuildStore(h->b, v, p), align);
}

LLVMValueRef host_variable(host *h, LLVMTypeRef t) {
    return LLVMBuildAlloca(h->top, t, "");
}

LLVMValueRef host_constant(host *h, LLVMValueRef value, const char *name) {
    LLVMValueRef g = LLVMAddGlobal(h->mod, LLVMTypeOf(value), name);
    LLVMSetInitializer(g, value);
    LLVMSetGlobalConstant(g, 1);
    LLVMSetLinkage(g, LLVMPrivateLinkage);
    return g;
}

LLVMValueRef host_buffer(host *h, unsigned k, uint32_t size_b, LLVMValueRef v) {
    enum { LEAST_B = 64, ALIGN_B = 64 };
    assert(k < HOST_N_BUFFERS);
    if (v && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind)
        v = LLVMBuildPtrToInt(h->b, v, h->i64, "");
    if (v && size_b < genx_size_b(LLVMTypeOf(v)))
        size_b = genx_size_b(LLVMTypeOf(v));
    if (!h->buffers[k] || h->buffer_b[k] < size_b) {
        h->buffer_b[k] = size_b < LEAST_B ? LEAST_B : size_b;
        h->buffers[k] = host_variable(h, LLVMArrayType2(h->i8, h->buffer_b[k]));
        LLVMSetAlignment(h->buffers[k], ALIGN_B);
    }
    if (v)
        host_store(h, v, h->buffers[k], 1);
    return h->buffers[k];
}

LLVMValueRef host_bytes_of_mask(host *h, LLVMValueRef mask) {
    return host_int_cast(h, mask, h->i8, false);
}

static void mark_rare(host *h, LLVMValueRef branch) {
    static const char prof[] = "prof", weights[] = "branch_weights";
    enum { RARE = 1, USUAL = 1 << 20 };
    LLVMMetadataRef parts[] = {LLVMMDStringInContext2(h->llvm, weights, sizeof weights - 1),
                               LLVMValueAsMetadata(host_i32(h, RARE)), LLVMValueAsMetadata(host_i32(h, USUAL))};
    LLVMMetadataRef node = LLVMMDNodeInContext2(h->llvm, parts, sizeof parts / sizeof parts[0]);
    unsigned kind = LLVMGetMDKindIDInContext(h->llvm, prof, sizeof prof - 1);
    LLVMSetMetadata(branch, kind, LLVMMetadataAsValue(h->llvm, node));
}

host_if host_begin_rare(host *h, LLVMValueRef call, LLVMValueRef condition) {
    host_if i = host_begin_if(h, call, condition);
    mark_rare(h, LLVMGetBasicBlockTerminator(i.before));
    return i;
}

host_if host_begin_if(host *h, LLVMValueRef call, LLVMValueRef condition) {
    LLVMMetadataRef where = LLVMGetCurrentDebugLocation2(h->b);
    host_if i = {.before = LLVMGetInstructionParent(call)};
    gx_shim_split_before(call);
    LLVMBasicBlockRef rest = LLVMGetInstructionParent(call);
    LLVMBasicBlockRef then = LLVMInsertBasicBlockInContext(h->llvm, rest, "");
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(i.before));
    LLVMPositionBuilderAtEnd(h->b, i.before);
    LLVMSetCurrentDebugLocation2(h->b, where);
    LLVMBuildCondBr(h->b, condition, then, rest);
    LLVMPositionBuilderAtEnd(h->b, then);
    i.end = LLVMBuildBr(h->b, rest);
    LLVMPositionBuilderBefore(h->b, i.end);
    LLVMSetCurrentDebugLocation2(h->b, where);
    return i;
}

LLVMValueRef host_end_if(host *h, host_if *i, LLVMValueRef call, LLVMValueRef then_value, LLVMValueRef else_value) {
    LLVMBasicBlockRef end = LLVMGetInstructionParent(i->end); // the last block of what the branch became
    LLVMPositionBuilderBefore(h->b, call);
    if (!then_value)
        return NULL;
    LLVMPositionBuilderBefore(h->b, LLVMGetFirstInstruction(LLVMGetInstructionParent(call)));
    LLVMValueRef phi = LLVMBuildPhi(h->b, LLVMTypeOf(then_value), "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){then_value, else_value}, (LLVMBasicBlockRef[]){end, i->before}, 2);
    LLVMPositionBuilderBefore(h->b, call);
    return phi;
}
