// SPDX-License-Identifier: MIT
// The genx dialect over LLVM-C: identifies the intrinsic of a call and its memory effects, and builds regions. Shared
// by passes/ and codegen/select; independent of machine IR.

#ifndef CMC_SELECT_GENX_H
#define CMC_SELECT_GENX_H

#include <cmc/base.h>
#include <cmc/isa.h>
#include <llvm-c/Core.h>

#include <assert.h>

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
    bool elementwise;              // computes lanes from lanes, and nothing else: of form ELEMENTWISE
    const char *result, *operands; // kinds: genx.def
} genx_info;

// The facts of an intrinsic; GENX_NONE's for values out of range. Source: genx.def.
const genx_info *genx_info_get(genx_id id); // never NULL
// Walk over the kinds of genx_info: true if the type of this kind is in the mangled name; the kind after this one.
static inline bool genx_is_overloaded(const char *kind) {
    return kind[1] == '*';
}
static inline const char *genx_next_kind(const char *kind) {
    return kind + (genx_is_overloaded(kind) ? 2 : 1);
}
// Operands of an entry of !genx.kernels. Lists have an element for each argument; missing ones are zero.
enum {
    GENX_ENTRY_FUNCTION,
    GENX_ENTRY_NAME,
    GENX_ENTRY_KINDS,
    GENX_ENTRY_SLM, // bytes of shared local memory
    GENX_ENTRY_OFFSETS,
    GENX_ENTRY_ACCESS,
    GENX_ENTRY_TYPES,
    GENX_ENTRY_NAMED_BARRIERS,
    GENX_ENTRY_BARRIERS,
    GENX_ENTRY_OPERANDS // how many there are
};
// The entries of !genx.kernels, *n of them; NULL: out of memory.
LLVMValueRef *genx_kernel_entries(LLVMModuleRef m, cmc_arena *a, unsigned *n);
// The operands of an entry or of a list in it, *n of them; NULL: not a list, or out of memory.
LLVMValueRef *genx_list(LLVMValueRef v, cmc_arena *a, unsigned *n);
// Operand i of an entry, one of the numbers above, or NULL; as a number, 0 for another operand.
LLVMValueRef genx_entry_operand(LLVMValueRef entry, cmc_arena *a, unsigned i);
uint32_t genx_entry_number(LLVMValueRef entry, cmc_arena *a, unsigned i);
// The kernel's name: the entry's, or without one that of its function. Arena; NULL: out of memory.
const char *genx_entry_name(LLVMValueRef entry, LLVMValueRef fn, cmc_arena *a);
// The attribute with the rounding and denormal modes that fn sets; NULL: it computes in its caller's.
LLVMAttributeRef genx_float_mode(LLVMValueRef fn);
// The bits of cr0 that it asks for; false: it has no mode.
bool genx_float_bits(LLVMValueRef fn, uint32_t *bits);
// The register count that fn requests (genx_grf.c); 0: automatic. Returns false if fn has no request.
bool genx_grf_request(LLVMValueRef fn, const isa_model *m, uint32_t *out);

genx_id genx_find(const char *name, size_t len); // full name, with or without type suffixes; NONE: unknown
genx_id genx_call_id(LLVMValueRef v);            // NONE for other values
// The name of the function that v calls directly; NULL for other values.
const char *genx_callee_name(LLVMValueRef v, size_t *len);
// Between on and off, no function of this thread's modules is deleted or gets a name of another meaning, so that the
// name of each callee is looked up once.
void genx_fix_names(bool on);
// True for a call of cmc.simdcf.WHAT from fit_simdcf: "goto", "join", or "on" (the active channels as a predicate).
bool genx_is_flow(LLVMValueRef v, const char *what);
bool genx_is_genx_name(const char *name, size_t len); // begins with "llvm.genx."

// Loop headers; break and continue work as usual. The safe forms fetch the next element before the body, which may
// erase the current one. The body may also set `next` to continue elsewhere.
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
LLVMTypeRef genx_elt_type(LLVMTypeRef t); // t itself if it is not a vector
uint32_t genx_lanes(LLVMTypeRef t);       // 1 if t is not a vector
uint32_t genx_elt_bits(LLVMTypeRef t);    // 64 for pointers, 0 for types without a size in registers
uint32_t genx_elt_b(LLVMTypeRef t);       // bytes; 0 for i1
// Bytes of the whole value.
uint32_t genx_size_b(LLVMTypeRef t);
// A vector of n elements; elt itself for n == 1 with scalar_if_one.
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

// A region with constant or variable offset, as the intrinsics have it. Strides in elements, offset in bytes.
typedef struct genx_region {
    uint32_t vstride, width, stride;
    LLVMValueRef offset; // i16 or vector of i16
    bool off_const;
    bool off_vector;       // one offset for each row
    uint32_t off_b;        // if off_const
    uint32_t parent_width; // 0: unknown
    uint32_t lanes;
    uint32_t elt_b;
} genx_region;

static inline bool genx_is_rd_id(genx_id id) {
    return id == GENX_RDREGIONI || id == GENX_RDREGIONF;
}
static inline bool genx_is_wr_id(genx_id id) {
    return id == GENX_WRREGIONI || id == GENX_WRREGIONF || id == GENX_WRCONSTREGION;
}
bool genx_is_rdregion(LLVMValueRef v);
bool genx_is_wrregion(LLVMValueRef v);
// The region of a rdregion or wrregion. Returns false if v is neither, or a stride is not constant.
bool genx_region_of(LLVMValueRef v, genx_region *out);
// The byte offset of lane k from the start of the vector (without a variable offset).
static inline int64_t genx_region_lane_b(const genx_region *r, uint32_t k) {
    assert(k < r->lanes && "the region has this lane");
    if (k < r->width) // without divisions
        return (int64_t)r->off_b + (int64_t)k * r->stride * r->elt_b;
    int64_t row = r->off_vector ? 0 : (int64_t)(k / r->width) * r->vstride;
    return (int64_t)r->off_b + (row + (int64_t)(k % r->width) * r->stride) * r->elt_b;
}
// Do all lanes of a region read one element?
static inline bool genx_region_is_element(const genx_region *r) {
    return r->lanes == 1 || (!r->off_vector && r->stride == 0 && (r->width == r->lanes || r->vstride == 0));
}
// True if two regions have the same lanes in the same order; false for vectors of offsets.
bool genx_region_same(const genx_region *a, const genx_region *b);
// True if two regions share a byte. Variable offsets count as zero.
bool genx_regions_overlap(const genx_region *a, const genx_region *b);
// n elements one after another, the first at byte off_b.
genx_region genx_row_region(uint32_t n, uint32_t off_b, uint32_t elt_b);
// True if the mask of a wrregion is constant and true for all lanes.
bool genx_mask_is_true(LLVMValueRef wrregion);

// Builds a call of the intrinsic and declares it if necessary. The row in genx.def marks the types that are mangled
// into the name.
LLVMValueRef genx_build(LLVMBuilderRef b, LLVMModuleRef m, genx_id id, LLVMTypeRef ret, LLVMValueRef *args, unsigned n,
                        const char *name);
// Builds a rdregion. With scalar, one lane gives a scalar. r->offset may be NULL: off_b is used.
LLVMValueRef genx_build_rd(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef src, const genx_region *r, bool scalar);
// Builds a wrregion of val into old. mask NULL: all lanes.
LLVMValueRef genx_build_wr(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef old, LLVMValueRef val, const genx_region *r,
                           LLVMValueRef mask);
// The scalar x in n lanes; a constant if x is one.
LLVMValueRef genx_build_splat(LLVMBuilderRef b, LLVMValueRef x, uint32_t n);
// The scalar in all lanes of such a vector; NULL for another value.
LLVMValueRef genx_splat_scalar(LLVMValueRef v);
// Reads lanes [off, off + n) of the predicate src.
LLVMValueRef genx_build_rdpred(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef src, uint32_t off, uint32_t n);
// Appends the mangled suffix of a type, such as ".v16f32".
void genx_mangle(cmc_str *s, LLVMTypeRef t);
LLVMModuleRef genx_module_of(LLVMValueRef inst);
bool genx_single_use(LLVMValueRef v);          // exactly one use
LLVMValueRef genx_single_user(LLVMValueRef v); // the user of the only use, or NULL
bool genx_is_logic(LLVMValueRef v);            // and, or, xor
bool genx_is_int_op(LLVMOpcode o);             // add, sub, mul, and, or, xor, shl, lshr, ashr

// The value that a PHI has when control comes from a block; NULL: it does not.
LLVMValueRef genx_incoming(LLVMValueRef phi, LLVMBasicBlockRef from);
// The first instruction of a block that is not a PHI.
LLVMValueRef genx_after_phis(LLVMBasicBlockRef bb);
// The only predecessor of bb, if one edge alone leads from there to bb; else NULL.
LLVMBasicBlockRef genx_only_pred(LLVMBasicBlockRef bb);

bool genx_const_i64(LLVMValueRef v, int64_t *out);  // the same as genx_const_u64, sign-extended
bool genx_const_u64(LLVMValueRef v, uint64_t *out); // integer constants of up to 64 bits, zero-extended; else false
// The bit pattern of lane k of a constant (k is ignored for scalars). Lanes that are undef or poison give 0 and set
// *undef. Returns false if c is not a constant, or its value is unknown.
bool genx_const_lane(LLVMValueRef c, uint32_t k, uint64_t *bits, bool *undef);
LLVMValueRef genx_const_element(LLVMValueRef c,
                                uint32_t k); // of a vector of numbers or of a bitcast constant; NULL: unknown
// True if all defined lanes of a constant are equal; *bits is their pattern.
bool genx_const_splat(LLVMValueRef c, uint64_t *bits);
// The constant of type t with the element e in all lanes; e itself if t is a scalar.
LLVMValueRef genx_const_all(LLVMTypeRef t, LLVMValueRef e);
LLVMValueRef genx_not_of(LLVMValueRef v); // the x of an xor of x with ones, for predicates; else NULL
// All blocks of a function in layout order, but each after its dominators; NULL: out of memory (block_order.c).
LLVMBasicBlockRef *genx_block_order(cmc_arena *a, LLVMValueRef fn, uint32_t *n);
cmc_loc genx_loc(LLVMValueRef inst, cmc_arena *a);                     // source location; all zero: unknown
cmc_loc genx_place(LLVMMetadataRef at, LLVMModuleRef m, cmc_arena *a); // of a DILocation
// Source location of a kernel, with the column that the front end recorded; all zero: unknown.
cmc_loc genx_kernel_loc(LLVMValueRef fn, cmc_arena *a);
const char *genx_op_name(cmc_arena *a, LLVMValueRef v); // for messages: "frem", "call of llvm.frexp.f32.i32"

#ifdef __cplusplus
}
#endif
#endif
