// SPDX-License-Identifier: MIT
// gx_join_writes: turn writes of single lanes into one operation and one write, where each lane is one scalar combined
// with a constant, or some bits of one scalar.
//
//   before                                                  after
//     %a = wrregion undef, %x, element 0                      %s = splat <4 x i32> %x
//     %1 = add i32 %x, 1                                      %v = add <4 x i32> %s, <0, 1, 2, 3>
//     %b = wrregion %a, %1, element 1                         %d = wrregion undef, %v, elements 0..3
//     %2 = add i32 %x, 2
//     %c = wrregion %b, %2, element 2
//     %3 = add i32 %x, 3
//     %d = wrregion %c, %3, element 3
//
//     %1 = lshr i32 %x, 4                                     %s = splat <4 x i32> %x
//     %2 = and i32 %1, 15                                     %h = lshr <4 x i32> %s, <0, 4, 8, 12>
//     %b = wrregion %a, %2, element 1    ; and so on          %v = and <4 x i32> %h, <15, 15, 15, 15>
//
// Why: `for (int i = 0; i < 16; i++) index[i] = first + i;` is the usual way to write a ramp, and `w(i) = (x >> 4 * i)
// & 15` the usual way to unpack narrow fields. Unrolled, they take one to three instructions per lane.
// Needs: unrolled loops and constant region arguments. Leaves alone: chains whose intermediate values are read, lanes
// with gaps.

#include <cmc/genx_bale.h>
#include "passes_priv.h"

#include "llvm_shim.h"

#include <llvm-c/DebugInfo.h>

enum { MIN_LANES = 4, MAX_LANES = 64, MAX_STEPS = 8 };

// Bits of a scalar: (from >> shift) & mask.
typedef struct field {
    LLVMValueRef from;
    unsigned shift;
    uint64_t mask;
} field;

typedef struct chain {
    LLVMValueRef last;   // the write that remains
    LLVMValueRef old;    // the vector that the first write updates
    LLVMValueRef scalar; // shared by all lanes; NULL until it is known
    LLVMOpcode op;       // 0: not known yet
    LLVMValueRef c[MAX_LANES];
    bool set[MAX_LANES];
    uint32_t n;
    bool fields; // lanes are bits of the scalar: f holds them, not op and c
    field f[MAX_LANES];
} chain;

typedef struct jw {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMBuilderRef b;
} jw;

// Is v a write of one scalar integer to an element at a constant offset?
static bool lane_write(LLVMValueRef v, uint32_t *lane) {
    genx_region r;
    if (!genx_is_wrregion(v) || !genx_is_vec(LLVMTypeOf(v)) || !genx_region_of(v, &r) || !r.off_const || r.lanes != 1 ||
        !genx_mask_is_true(v) || r.off_b % r.elt_b)
        return false;
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(v, 1));
    unsigned bits = genx_elt_bits(t);
    *lane = r.off_b / r.elt_b;
    return !genx_is_vec(t) && LLVMGetTypeKind(t) == LLVMIntegerTypeKind && (bits == 8 || bits == 16 || bits == 32) &&
           *lane < MAX_LANES;
}

static bool joinable(LLVMOpcode o) {
    return o == LLVMAdd || o == LLVMOr || o == LLVMXor || o == LLVMShl || o == LLVMMul || o == LLVMAnd ||
           o == LLVMLShr || o == LLVMAShr;
}

// Is x op 0 the same as x?
static bool zero_is_neutral(LLVMOpcode o) {
    return o != LLVMMul && o != LLVMAnd;
}

// Adds a lane's value to the chain: the scalar itself, or an operation on it with a constant.
static bool take_value(chain *c, LLVMValueRef v, uint32_t lane) {
    LLVMValueRef x = v, k = LLVMConstNull(LLVMTypeOf(v));
    if (LLVMIsAConstant(v) || genx_elt_bits(LLVMTypeOf(v)) < 16) // the ALU has no byte operations
        return false;
    bool is_op = LLVMIsABinaryOperator(v) && joinable(LLVMGetInstructionOpcode(v)) && v != c->scalar &&
                 LLVMIsAConstantInt(LLVMGetOperand(v, 1)) && (!c->op || LLVMGetInstructionOpcode(v) == c->op) &&
                 (!c->scalar || LLVMGetOperand(v, 0) == c->scalar);
    if (is_op) {
        if (!c->op)
            c->op = LLVMGetInstructionOpcode(v);
        x = LLVMGetOperand(v, 0);
        k = LLVMGetOperand(v, 1);
    }
    if ((c->scalar && c->scalar != x) || c->set[lane])
        return false;
    c->scalar = x;
    c->c[lane] = k;
    c->set[lane] = true;
    c->n++;
    return true;
}

static uint64_t ones(unsigned bits) {
    return bits < 64 ? (1ull << bits) - 1 : UINT64_MAX;
}

// Looks through shifts, masks and width changes: which bits of which scalar is the value?
static field field_of(LLVMValueRef v) {
    uint64_t mask = UINT64_MAX;
    unsigned shift = 0;
    for (unsigned step = 0; step < MAX_STEPS && LLVMIsAInstruction(v); step++) {
        LLVMOpcode o = LLVMGetInstructionOpcode(v);
        uint64_t k = 0;
        bool number = (o == LLVMAnd || o == LLVMLShr) && genx_const_u64(LLVMGetOperand(v, 1), &k);
        unsigned bits = genx_elt_bits(LLVMTypeOf(v));
        if (shift >= bits)
            break;
        mask &= ones(bits) >> shift;
        if (o == LLVMAnd && number)
            mask &= k >> shift;
        else if (o == LLVMLShr && number && shift + k < bits)
            shift += (unsigned)k;
        else if (o != LLVMTrunc && o != LLVMZExt)
            break;
        v = LLVMGetOperand(v, 0);
    }
    unsigned bits = genx_elt_bits(LLVMTypeOf(v));
    mask = shift < bits ? mask & ones(bits) >> shift : 0;
    return (field){v, mask ? shift : 0, mask};
}

static bool take_field(chain *c, LLVMValueRef v, uint32_t lane) {
    field f = field_of(v);
    unsigned bits = genx_elt_bits(LLVMTypeOf(f.from));
    if (LLVMIsAConstant(f.from) || (bits != 8 && bits != 16 && bits != 32) || (c->scalar && c->scalar != f.from) ||
        c->set[lane])
        return false;
    c->scalar = f.from;
    c->f[lane] = f;
    c->set[lane] = true;
    c->n++;
    return true;
}

// Follows the chain upwards from its last write. The last lane determines the operation: in a ramp it is never the
// plain scalar.
static void collect(chain *c, LLVMValueRef last) {
    LLVMValueRef v = last;
    uint32_t lane;
    c->last = last;
    while ((v == last || (genx_single_use(v) && LLVMGetInstructionParent(v) == LLVMGetInstructionParent(last))) &&
           lane_write(v, &lane) &&
           (c->fields ? take_field(c, LLVMGetOperand(v, 1), lane) : take_value(c, LLVMGetOperand(v, 1), lane)))
        v = LLVMGetOperand(v, 0);
    c->old = v;
}

static bool bounds(const chain *c, uint32_t *lo, uint32_t *hi) {
    bool plain = false; // some lane is the scalar itself
    *lo = MAX_LANES;
    *hi = 0;
    for (uint32_t k = 0; k < MAX_LANES; k++)
        if (c->set[k]) {
            *lo = k < *lo ? k : *lo;
            *hi = k;
            plain |= !c->fields && LLVMIsNull(c->c[k]);
        }
    return (c->op || c->fields) && c->n >= MIN_LANES && *hi - *lo + 1 == c->n && (!plain || zero_is_neutral(c->op));
}

static bool continues(LLVMValueRef v) {
    LLVMUseRef u = LLVMGetFirstUse(v);
    uint32_t lane;
    return genx_single_use(v) && LLVMIsAInstruction(LLVMGetUser(u)) && lane_write(LLVMGetUser(u), &lane) &&
           LLVMGetOperand(LLVMGetUser(u), 0) == v &&
           LLVMGetInstructionParent(LLVMGetUser(u)) == LLVMGetInstructionParent(v);
}

// Extracts the bits of all lanes: a shift, and a mask unless the element type already truncates to these bits.
static LLVMValueRef join_fields(jw *J, const chain *c, uint32_t lo) {
    LLVMTypeRef e = genx_elt_type(LLVMTypeOf(c->last)), w = LLVMTypeOf(c->scalar);
    LLVMValueRef from = c->scalar, shifts[MAX_LANES], masks[MAX_LANES];
    if (genx_elt_bits(w) == 8) // the ALU has no byte operations
        from = LLVMBuildZExt(J->b, from, w = LLVMInt16TypeInContext(LLVMGetModuleContext(J->mod)), "");
    bool shifted = false, masked = false;
    for (uint32_t k = 0; k < c->n; k++) {
        const field *f = &c->f[lo + k];
        shifts[k] = LLVMConstInt(w, f->shift, 0);
        masks[k] = LLVMConstInt(w, f->mask, 0);
        shifted |= f->shift != 0;
        masked |= f->mask != (ones(genx_elt_bits(w)) >> f->shift & ones(genx_elt_bits(e)));
    }
    LLVMValueRef v = genx_build_splat(J->b, from, c->n);
    v = shifted ? LLVMBuildLShr(J->b, v, LLVMConstVector(shifts, c->n), "") : v;
    v = masked ? LLVMBuildAnd(J->b, v, LLVMConstVector(masks, c->n), "") : v;
    return LLVMBuildIntCast2(J->b, v, LLVMVectorType(e, c->n), false, "");
}

static void join(jw *J, const chain *c, uint32_t lo) {
    LLVMPositionBuilderBefore(J->b, c->last);
    LLVMSetCurrentDebugLocation2(J->b, LLVMInstructionGetDebugLoc(c->last));
    LLVMValueRef v = c->fields ? join_fields(J, c, lo)
                               : LLVMBuildBinOp(J->b, c->op, genx_build_splat(J->b, c->scalar, c->n),
                                                LLVMConstVector((LLVMValueRef *)&c->c[lo], c->n), "");
    uint32_t b = genx_elt_b(LLVMTypeOf(c->last));
    genx_region r = genx_row_region(c->n, lo * b, b);
    bool whole = c->n == genx_lanes(LLVMTypeOf(c->last));
    LLVMReplaceAllUsesWith(c->last, whole ? v : genx_build_wr(J->b, J->mod, c->old, v, &r, NULL));
}

// Joins the last writes of a chain that ends in i.
static bool join_chain(jw *J, LLVMValueRef i) {
    uint32_t lane, lo, hi;
    if (!lane_write(i, &lane) || continues(i))
        return false;
    for (int fields = 0; fields < 2; fields++) {
        chain c = {.fields = fields};
        collect(&c, i);
        if (bounds(&c, &lo, &hi)) {
            join(J, &c, lo);
            return true;
        }
    }
    return false;
}

bool gx_join_writes(gx_ctx *cx, LLVMValueRef fn) {
    jw J = {.cx = cx, .mod = LLVMGetGlobalParent(fn)};
    J.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(J.mod));
    bool changed = false;
    genx_foreach_block(fn, bb)
        genx_foreach_inst_reverse(bb, i) // so that the end of a chain comes first
            changed |= join_chain(&J, i);
    if (changed)
        gx_shim_delete_dead(fn);
    LLVMDisposeBuilder(J.b);
    return changed;
}
