// SPDX-License-Identifier: MIT
// The genx dialect over LLVM-C: which intrinsic a call is, what it does to memory, and builders for regions.
// Shared by passes/ and codegen/select; knows nothing of machine IR.

#ifndef CMC_SELECT_GENX_H
#define CMC_SELECT_GENX_H

#include <cmc/base.h>
#include <cmc/isa.h>
#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum genx_id {
    GENX_NONE = 0, // not a call of a known llvm.genx intrinsic
#define GENX(id, name, memory, convergent, form, result, operands) GENX_##id,
#include "genx.def"
#undef GENX
    GENX_COUNT
} genx_id;

typedef enum genx_memory { GENX_MEM_NONE = 0, GENX_MEM_READ, GENX_MEM_WRITE, GENX_MEM_RW } genx_memory;

typedef struct genx_info {
    const char *name; // without "llvm.genx."
    uint8_t memory;   // genx_memory
    bool convergent;
    const char *result, *operands; // kinds: genx.def
} genx_info;

const genx_info *genx_info_get(genx_id id); // never NULL
// Walks over the kinds of genx_info: is this one's type in the mangled name, and which kind follows?
static inline bool genx_is_overloaded(const char *kind) {
    return kind[1] == '*';
}
static inline const char *genx_next_kind(const char *kind) {
    return kind + (genx_is_overloaded(kind) ? 2 : 1);
}
// How many registers fn asks for (genx_grf.c); 0 is automatic. False: it does not say.
bool genx_grf_asked(LLVMValueRef fn, const isa_model *m, uint32_t *out);

genx_id genx_find(const char *name, size_t len); // full name with or without type suffixes
genx_id genx_call_id(LLVMValueRef v);            // NONE for anything that is not such a call
// A call of cmc.simdcf.WHAT, which fit_simdcf makes: "goto", "join", or "on" (the channels that are on, as a
// predicate).
bool genx_is_flow(LLVMValueRef v, const char *what);
bool genx_is_genx_name(const char *name, size_t len); // begins with "llvm.genx."

// Walks: plain headers of for loops, so break and continue do as always. The safe forms take the next element before
// the body, which may then erase the current one; it may set next, too, and the walk goes on there.
#define genx_foreach_function(m, f) for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
#define genx_foreach_global(m, g)   for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
#define genx_foreach_block(fn, bb)                                                                                     \
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
#define genx_foreach_block_reverse(fn, bb)                                                                             \
    for (LLVMBasicBlockRef bb = LLVMGetLastBasicBlock(fn); bb; bb = LLVMGetPreviousBasicBlock(bb))
#define genx_foreach_inst(bb, i) for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
#define genx_foreach_inst_reverse(bb, i)                                                                               \
    for (LLVMValueRef i = LLVMGetLastInstruction(bb); i; i = LLVMGetPreviousInstruction(i))
#define genx_foreach_phi(bb, p)                                                                                        \
    for (LLVMValueRef p = LLVMGetFirstInstruction(bb); p && LLVMIsAPHINode(p); p = LLVMGetNextInstruction(p))
#define genx_foreach_use(v, u) for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))

#define genx_foreach_function_safe(m, f, next)                                                                         \
    for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f && (next = LLVMGetNextFunction(f), true); f = next)
#define genx_foreach_global_safe(m, g, next)                                                                           \
    for (LLVMValueRef g = LLVMGetFirstGlobal(m), next; g && (next = LLVMGetNextGlobal(g), true); g = next)
#define genx_foreach_inst_safe(bb, i, next)                                                                            \
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i && (next = LLVMGetNextInstruction(i), true); i = next)
#define genx_foreach_inst_reverse_safe(bb, i, next)                                                                    \
    for (LLVMValueRef i = LLVMGetLastInstruction(bb), next; i && (next = LLVMGetPreviousInstruction(i), true); i = next)
#define genx_foreach_phi_safe(bb, p, next)                                                                             \
    for (LLVMValueRef p = LLVMGetFirstInstruction(bb), next;                                                           \
         p && LLVMIsAPHINode(p) && (next = LLVMGetNextInstruction(p), true); p = next)
#define genx_foreach_use_safe(v, u, next)                                                                              \
    for (LLVMUseRef u = LLVMGetFirstUse(v), next; u && (next = LLVMGetNextUse(u), true); u = next)

// Types
bool genx_is_vec(LLVMTypeRef t);
LLVMTypeRef genx_elt_type(LLVMTypeRef t); // t itself when not a vector
uint32_t genx_lanes(LLVMTypeRef t);       // 1 when not a vector
uint32_t genx_elt_bits(LLVMTypeRef t);    // 64 for pointers, 0 for what has no size in registers
uint32_t genx_elt_b(LLVMTypeRef t);       // bytes; 0 for i1
uint32_t genx_size_b(LLVMTypeRef t);
LLVMTypeRef genx_with_lanes(LLVMTypeRef elt, uint32_t n, bool scalar_if_one);
bool genx_is_bool(LLVMTypeRef t);  // i1 or <n x i1>
bool genx_is_float(LLVMTypeRef t); // element is floating point

// Regions

// Operands of rdregion and wrregion
enum {
    GENX_RD_SRC = 0,
    GENX_RD_VSTRIDE,
    GENX_RD_WIDTH,
    GENX_RD_STRIDE,
    GENX_RD_OFFSET,
    GENX_RD_PARENT_WIDTH,
    GENX_RD_N_OPERANDS
};
enum {
    GENX_WR_OLD = 0,
    GENX_WR_NEW,
    GENX_WR_VSTRIDE,
    GENX_WR_WIDTH,
    GENX_WR_STRIDE,
    GENX_WR_OFFSET,
    GENX_WR_PARENT_WIDTH,
    GENX_WR_MASK,
    GENX_WR_N_OPERANDS
};
enum { GENX_BFN_TABLE = 3 }; // operand of bfn

// A constant or variable region as the intrinsics carry it. Strides in elements, offset in bytes.
typedef struct genx_region {
    uint32_t vstride, width, stride;
    LLVMValueRef offset; // i16 or vector of i16
    bool off_const;
    bool off_vector;       // one offset a row
    uint32_t off_b;        // when off_const
    uint32_t parent_width; // 0 = unknown
    uint32_t lanes;
    uint32_t elt_b;
} genx_region;

bool genx_is_rdregion(LLVMValueRef v);
bool genx_is_wrregion(LLVMValueRef v);
// False when v is neither, or a stride is no constant.
bool genx_region_of(LLVMValueRef v, genx_region *out);
// Byte offset of lane k from the start of the vector (without a variable offset).
int64_t genx_region_lane_b(const genx_region *r, uint32_t k);
// Do two regions name the same lanes in the same order? Vectors of offsets: never.
bool genx_region_same(const genx_region *a, const genx_region *b);
bool genx_mask_is_true(LLVMValueRef wrregion);

// Calls the intrinsic. Its name is mangled from the types that its row in genx.def has as overloaded.
LLVMValueRef genx_build(LLVMBuilderRef b, LLVMModuleRef m, genx_id id, LLVMTypeRef ret, LLVMValueRef *args, unsigned n,
                        const char *name);
// lanes 1 with scalar = true gives a scalar. offset may be NULL: off_b is used.
LLVMValueRef genx_build_rd(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef src, const genx_region *r, bool scalar);
// mask NULL = all lanes.
LLVMValueRef genx_build_wr(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef old, LLVMValueRef val, const genx_region *r,
                           LLVMValueRef mask);
LLVMValueRef genx_build_rdpred(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef src, uint32_t off, uint32_t n);
LLVMValueRef genx_build_wrpred(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef old, LLVMValueRef val, uint32_t off);
// Appends ".v16f32" and the like.
void genx_mangle(cmc_str *s, LLVMTypeRef t);
LLVMModuleRef genx_module_of(LLVMValueRef inst);
bool genx_single_use(LLVMValueRef v);          // exactly one operand of one user names it
LLVMValueRef genx_single_user(LLVMValueRef v); // that user, or NULL
bool genx_is_logic(LLVMValueRef v);            // an and, or, xor

bool genx_const_u64(LLVMValueRef v, uint64_t *out); // integer constants up to 64 bits, zero-extended
// Bit pattern of lane k of a constant (scalar: k ignored); undef and poison lanes give 0 and set *undef.
bool genx_const_lane(LLVMValueRef c, uint32_t k, uint64_t *bits, bool *undef);
LLVMValueRef genx_const_element(LLVMValueRef c,
                                uint32_t k); // of a vector of numbers, also one whose bytes are another's
// True when all defined lanes are equal.
bool genx_const_splat(LLVMValueRef c, uint64_t *bits);
LLVMValueRef genx_not_of(LLVMValueRef v); // the predicate whose opposite this xor with ones is, or NULL
// All blocks of a function, in layout order but each behind its dominators; NULL when out of memory (block_order.c).
LLVMBasicBlockRef *genx_block_order(cmc_arena *a, LLVMValueRef fn, uint32_t *n);
cmc_loc genx_loc(LLVMValueRef inst, cmc_arena *a);                     // the user's line, or all zero
cmc_loc genx_place(LLVMMetadataRef at, LLVMModuleRef m, cmc_arena *a); // of a DILocation
cmc_loc genx_kernel_loc(LLVMValueRef fn, cmc_arena *a);
const char *genx_op_name(cmc_arena *a, LLVMValueRef v); // for messages: "frem", "call of llvm.frexp.f32.i32"

#ifdef __cplusplus
}
#endif
#endif
