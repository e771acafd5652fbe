// SPDX-License-Identifier: MIT
// Describes the instruction that each IR operation becomes: its sources, the forms that each source can fold, its
// widest execution size. Only facts are here; the decisions are in bale.c. Sources: isa-semantics 2, 3 and 5.

#include <cmc/genx_bale.h>
#include <cmc/genx_mem.h>

#include <string.h>

enum {
    R = BALE_SRC_REGION,
    E = BALE_SRC_EXT,
    M = BALE_SRC_MOD,
    I = BALE_SRC_INDIRECT,
    T = BALE_SRC_TERNARY,
    S = BALE_SRC_SHIFT,
    L = BALE_SRC_LOGIC
};

// Whether v calls an intrinsic that LLVM itself knows, which llvm.genx intrinsics are not.
static bool calls_llvm(LLVMValueRef v) {
    LLVMValueRef f = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    return f && LLVMIsAFunction(f) && LLVMGetIntrinsicID(f) != 0;
}

bool bale_is_llvm(LLVMValueRef v, const char *name) {
    if (!calls_llvm(v))
        return false;
    size_t len = 0, want = strlen(name);
    const char *s = genx_callee_name(v, &len);
    return len >= want + 5 && memcmp(s, "llvm.", 5) == 0 && memcmp(s + 5, name, want) == 0 &&
           (len == want + 5 || s[want + 5] == '.');
}

bool bale_is_neg(LLVMValueRef v, LLVMValueRef *x, unsigned *op) {
    if (!LLVMIsAInstruction(v))
        return false;
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    if (o == LLVMFNeg) {
        *op = 0;
    } else if (o == LLVMSub && LLVMIsConstant(LLVMGetOperand(v, 0)) && LLVMIsNull(LLVMGetOperand(v, 0))) {
        *op = 1;
    } else {
        return false;
    }
    *x = LLVMGetOperand(v, *op);
    return true;
}

bool bale_is_shift_of_sat(LLVMValueRef sat, LLVMValueRef v) {
    genx_id id = genx_call_id(sat);
    uint64_t n;
    unsigned bits = genx_elt_bits(LLVMTypeOf(v));
    bool is_signed = id == GENX_SSTRUNC_SAT || id == GENX_USTRUNC_SAT;
    if (!LLVMIsAInstruction(v) || bits > 32 || bits < 16 ||
        (!is_signed && id != GENX_SUTRUNC_SAT && id != GENX_UUTRUNC_SAT))
        return false;
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    return ((o == LLVMAShr && is_signed) || o == LLVMLShr) && genx_const_splat(LLVMGetOperand(v, 1), &n) && n > 0 &&
           n < bits;
}

bool bale_is_test(LLVMValueRef cmp, LLVMValueRef v) {
    if (!LLVMIsAICmpInst(cmp) || !LLVMIsAInstruction(v) || LLVMGetOperand(cmp, 0) != v)
        return false;
    LLVMIntPredicate p = LLVMGetICmpPredicate(cmp);
    LLVMValueRef zero = LLVMGetOperand(cmp, 1);
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    unsigned bits = genx_elt_bits(LLVMTypeOf(v));
    return (p == LLVMIntEQ || p == LLVMIntNE) && LLVMIsConstant(zero) && LLVMIsNull(zero) &&
           (o == LLVMAnd || o == LLVMOr) && (bits == 16 || bits == 32);
}

bool bale_is_fabs(LLVMValueRef v) {
    return bale_is_llvm(v, "fabs") || genx_call_id(v) == GENX_ABSF;
}

bool bale_is_abs_int(LLVMValueRef v) {
    unsigned bits = genx_elt_bits(LLVMTypeOf(v));
    return (bits == 16 || bits == 32) && (bale_is_llvm(v, "abs") || genx_call_id(v) == GENX_ABSI);
}

enum { NO_OPERAND = -1 };

static bale_desc elementwise(unsigned n, unsigned first, uint8_t cls) {
    bale_desc d = {.kind = BALE_ELEMENTWISE, .n_src = (uint8_t)n, .mask_op = NO_OPERAND, .max_lanes = RGN_MAX_LANES};
    for (unsigned i = 0; i < n; i++) {
        d.src[i] = (uint8_t)(first + i);
        d.cls[i] = cls;
    }
    return d;
}

static bale_desc other(uint8_t kind) {
    return (bale_desc){.kind = kind, .mask_op = NO_OPERAND, .max_lanes = RGN_MAX_LANES};
}

// Word types that can hold every lane of a value.
enum { AS_UW = 1, AS_W = 2 };

static unsigned words_of_constant(LLVMValueRef v) {
    unsigned words = AS_UW | AS_W;
    for (uint32_t k = 0; k < genx_lanes(LLVMTypeOf(v)); k++) {
        uint64_t bits;
        bool undef;
        if (!genx_const_lane(v, k, &bits, &undef))
            return 0;
        int32_t x = undef ? 0 : (int32_t)(uint32_t)bits;
        words &= (x >= 0 && x <= UINT16_MAX ? AS_UW : 0u) | (x >= INT16_MIN && x <= INT16_MAX ? AS_W : 0u);
    }
    return words;
}

static unsigned words_of_operation(LLVMValueRef v) {
    uint64_t n;
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    if (o == LLVMZExt || o == LLVMSExt) {
        uint32_t bits = genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0)));
        return bits > 16 ? 0 : o == LLVMSExt ? AS_W : bits < 16 ? AS_UW | AS_W : AS_UW;
    }
    if ((o != LLVMAnd && o != LLVMLShr && o != LLVMAShr) || !LLVMIsConstant(LLVMGetOperand(v, 1)) ||
        !genx_const_splat(LLVMGetOperand(v, 1), &n))
        return 0;
    if (o == LLVMAnd)
        return (n <= UINT16_MAX ? AS_UW : 0u) | (n <= INT16_MAX ? AS_W : 0u);
    return n < 16 || n >= 32 ? 0 : o == LLVMAShr ? AS_W : AS_UW;
}

// The word types of a value; every part of a vector that is written in parts must fit.
static unsigned words_of(LLVMValueRef v) {
    unsigned words = AS_UW | AS_W;
    for (; LLVMIsAInstruction(v) && genx_is_wrregion(v); v = LLVMGetOperand(v, 0)) {
        LLVMValueRef part = LLVMGetOperand(v, 1);
        words &= LLVMIsAConstant(part)      ? words_of_constant(part)
                 : LLVMIsAInstruction(part) ? words_of_operation(part)
                                            : 0;
        if (!words || genx_elt_bits(LLVMTypeOf(part)) != 32)
            return 0;
    }
    if (LLVMIsUndef(v))
        return words;
    if (LLVMIsAConstant(v))
        return words & words_of_constant(v);
    if (!LLVMIsAInstruction(v))
        return 0;
    genx_id id = genx_call_id(v);
    if (id == GENX_LOCAL_ID || id == GENX_LOCAL_SIZE) // no group has more than 1024 work-items
        return words;
    return words & words_of_operation(v);
}

isa_type bale_word_of(LLVMValueRef v) {
    unsigned words = words_of(LLVMIsAInstruction(v) && genx_is_rdregion(v) ? LLVMGetOperand(v, 0) : v);
    return words & AS_UW ? ISA_UW : words & AS_W ? ISA_W : ISA_TYPE_NONE;
}

// A math macro, whose operands are whole registers.
static bale_desc math_macro(const isa_model *m, LLVMTypeRef t, uint8_t n_src) {
    bale_desc d = elementwise(n_src, 0, 0);
    d.max_lanes = (uint8_t)(m->grf_b * 8u / genx_elt_bits(t));
    d.unit_dst = d.no_pred = true;
    return d;
}

static bale_desc describe_binary(const isa_model *m, LLVMOpcode o, LLVMTypeRef t) {
    bale_desc d;
    switch (o) {
    case LLVMAdd:
    case LLVMSub:
        d = elementwise(2, 0, R | E | M);
        d.commutes = true;
        break;
    case LLVMMul:
        d = elementwise(2, 0, R | E);
        d.commutes = true;
        if (genx_elt_bits(t) == 32)
            d.max_lanes = m->native_exec_32b; // a dword by dword product goes through the accumulator
        break;
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
        d = elementwise(2, 0, R | M);
        d.commutes = true;
        break;
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        if (genx_is_bool(t))
            return other(BALE_MASK);
        d = elementwise(2, 0, R | E);
        d.commutes = true;
        break;
    case LLVMFDiv:
        return math_macro(m, t, 2);
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        d = elementwise(2, 0, R);
        d.cls[0] |= E;
        break;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        d = elementwise(2, 0, 0);
        d.max_lanes = m->native_exec_32b; // rule 13
        d.unit_dst = true;
        break;
    default:
        return other(BALE_OTHER);
    }
    if (genx_elt_bits(t) == 64) { // pairs of dwords or pseudo instructions: whole values only
        // Halves of an extended number need no high dword: sums as pseudo instructions, shifts by constants and logic
        // fold extensions. A native sum extends dwords, which conformity places at the stride of the sum; a native
        // shift extends one element.
        bool one = !genx_is_vec(t), shift = o == LLVMShl || o == LLVMLShr || o == LLVMAShr;
        bool sums = o == LLVMAdd || o == LLVMSub;
        bool shifts = shift && (m->has_int64_mov ? o == LLVMShl && one : true); // a shift left scales an index
        bool logic = o == LLVMAnd || o == LLVMOr || o == LLVMXor;
        for (unsigned i = 0; i < d.n_src; i++)
            d.cls[i] &= sums || logic || (shifts && i == 0) ? R | E : R;
        d.max_lanes = m->native_exec_32b;
        d.unit_dst = o != LLVMAdd && o != LLVMSub && !genx_is_float(t);
        d.no_pred = !genx_is_float(t);
    }
    return d;
}

// Rows of element-wise intrinsics

typedef struct elementwise_row {
    const char *llvm; // LLVM's name, or ""
    uint8_t n_src, takes;
    bool commutes;
    uint8_t form; // bale_form
} elementwise_row;

static const elementwise_row rows[BALE_N_ROWS] = {
#define GENX_ELEMENTWISE(id, llvm, sources, takes, commutes, form, opcode, function, src, dst)                         \
    {llvm, sources, takes, commutes, BALE_FORM_##form},
#define LLVM_ELEMENTWISE GENX_ELEMENTWISE
#include <cmc/genx_elementwise.def>
#undef LLVM_ELEMENTWISE
#undef GENX_ELEMENTWISE
};

// If BALE_ROW_x is undeclared, genx.def says ELEMENTWISE but genx_elementwise.def has no row for x.
#define ROW_ELEMENTWISE(id) BALE_ROW_##id
#define ROW_LANES(id)       -1
#define ROW_OWN(id)         -1
static const int8_t row_of[GENX_COUNT] = {
    [GENX_NONE] = -1,
#define GENX(id, name, memory, convergent, form, result, operands) [GENX_##id] = ROW_##form(id),
#include <cmc/genx.def>
#undef GENX
};

#define COUNT_ELEMENTWISE +1
#define COUNT_LANES
#define COUNT_OWN
#define GENX(id, name, memory, convergent, form, result, operands) COUNT_##form
enum {
    N_FORMS = 0
#include <cmc/genx.def>
};
#undef GENX
#define GENX_ELEMENTWISE(id, llvm, sources, takes, commutes, form, opcode, function, src, dst) +1
#define LLVM_ELEMENTWISE(id, llvm, sources, takes, commutes, form, opcode, function, src, dst)
enum {
    N_GENX_ROWS = 0
#include <cmc/genx_elementwise.def>
};
#undef LLVM_ELEMENTWISE
#undef GENX_ELEMENTWISE
_Static_assert((int)N_FORMS == (int)N_GENX_ROWS,
               "genx_elementwise.def has a row whose form in genx.def is not ELEMENTWISE");
_Static_assert(BALE_N_ROWS <= INT8_MAX, "row numbers are bytes");

int bale_row_of(LLVMValueRef v) {
    genx_id id = genx_call_id(v);
    if (id != GENX_NONE || !calls_llvm(v))
        return row_of[id];
    for (int i = 0; i < BALE_N_ROWS; i++)
        if (*rows[i].llvm && bale_is_llvm(v, rows[i].llvm))
            return i;
    return -1;
}

bool bale_is_macro_root(LLVMValueRef v) {
    return genx_call_id(v) == GENX_IEEE_SQRT || (genx_elt_bits(LLVMTypeOf(v)) == 64 && bale_is_llvm(v, "sqrt"));
}

static bale_desc describe_row(const isa_model *m, const elementwise_row *r, LLVMTypeRef t) {
    bale_desc d = elementwise(r->n_src, 0, r->takes);
    d.commutes = r->commutes;
    switch ((bale_form)r->form) {
    case BALE_FORM_MATH:
        d.unit_dst = true;
        if (genx_elt_bits(t) == 16) // rule 32
            d.max_lanes = m->native_exec_32b;
        break;
    case BALE_FORM_MULH:
    case BALE_FORM_CARRY: // through the accumulator
        d.max_lanes = m->native_exec_32b;
        break;
    case BALE_FORM_MINMAX:
        d.no_pred = true;
        break;
    case BALE_FORM_FMA:
    case BALE_FORM_THREE:
    case BALE_FORM_THREE_SAT:
    case BALE_FORM_BFN:
        d.unit_dst = true;
        break;
    case BALE_FORM_PLAIN:
    case BALE_FORM_SAT:
    case BALE_FORM_NEG1_SAT:
    case BALE_FORM_CLAMP:
    case BALE_FORM_ABS:
        break;
    }
    return d;
}

// Operands of messages with one address for each lane: whole registers, unless the elements must be widened.
static bale_desc describe_lanes(LLVMValueRef v, const mem_desc *m) {
    bale_desc d = other(BALE_OTHER);
    const int8_t ops[] = {m->n_addr == 1 && !mem_is_transposed(v, m) ? m->addr : (int8_t)-1, m->data};
    for (size_t i = 0; i < sizeof(ops); i++) {
        if (ops[i] < 0 || genx_elt_b(LLVMTypeOf(LLVMGetOperand(v, (unsigned)ops[i]))) < 4)
            continue;
        d.src[d.n_src] = (uint8_t)ops[i];
        d.cls[d.n_src++] = BALE_SRC_RAW;
    }
    return d;
}

// The data of a store may be part of a larger value.
static bale_desc describe_message(LLVMValueRef v, genx_id id) {
    mem_desc m;
    if (mem_describe(v, &m) && LLVMGetNumArgOperands(v) == m.n_operands)
        return describe_lanes(v, &m);
    bale_desc d = other(BALE_OTHER);
    int data = id == GENX_OWORD_ST ? 2 : id == GENX_MEDIA_ST ? 6 : id == GENX_SVM_BLOCK_ST ? 1 : -1;
    if (data >= 0) {
        d.n_src = 1;
        d.src[0] = (uint8_t)data;
        d.cls[0] = BALE_SRC_RAW;
    }
    return d;
}

static bale_desc describe_call(const isa_model *m, LLVMValueRef v) {
    genx_id id = genx_call_id(v);
    bool rd = genx_is_rd_id(id);
    if (rd || genx_is_wr_id(id)) {
        bale_desc d = elementwise(1, rd ? GENX_RD_SRC : GENX_WR_NEW, R | I);
        d.kind = rd ? BALE_RD : BALE_WR;
        d.mask_op = rd ? NO_OPERAND : GENX_WR_MASK;
        return d;
    }
    if (id == GENX_ANY || id == GENX_ALL)
        return other(BALE_REDUCE);
    if (id == GENX_RDPREDREGION || id == GENX_WRPREDREGION)
        return other(BALE_MASK);
    LLVMTypeRef t = LLVMTypeOf(v);
    if (bale_is_macro_root(v) || id == GENX_IEEE_DIV)
        return math_macro(m, t, id == GENX_IEEE_DIV ? 2 : 1);
    int row = bale_row_of(v);
    if (row >= 0)
        return describe_row(m, &rows[row], t);
    return describe_message(v, id);
}

static bale_desc describe_cast(LLVMOpcode o, LLVMValueRef v) {
    bale_desc d = elementwise(1, 0, R | I);
    LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(v, 0)), to = LLVMTypeOf(v);
    if (genx_is_bool(from) || genx_is_bool(to))
        return other(BALE_OTHER);
    if (o == LLVMFPExt || o == LLVMFPTrunc || o == LLVMFPToSI || o == LLVMFPToUI)
        d.cls[0] |= M;
    if (genx_elt_bits(from) == 64 || genx_elt_bits(to) == 64)
        d.cls[0] &= R | M;
    return d;
}

static bool is_bitcast_of_same_bytes(LLVMValueRef v) {
    LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(v, 0)), to = LLVMTypeOf(v);
    return !genx_is_bool(from) && !genx_is_bool(to);
}

// Integers without a register type, which the pass lower widens. Wider ones stay bales, and selection rejects them.
static bool is_odd(LLVMTypeRef t) {
    unsigned bits = genx_elt_bits(t);
    return bits < 64 && (bits & (bits - 1) || bits == 2 || bits == 4);
}

bale_desc bale_describe(const isa_model *m, LLVMValueRef v) {
    if (!LLVMIsAInstruction(v))
        return other(BALE_OTHER);
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    if (is_odd(LLVMTypeOf(v)) || (LLVMGetNumOperands(v) > 0 && is_odd(LLVMTypeOf(LLVMGetOperand(v, 0)))))
        return other(o == LLVMPHI ? BALE_PHI : BALE_OTHER);
    LLVMValueRef x;
    unsigned op;
    if (o == LLVMFNeg && genx_elt_bits(LLVMTypeOf(v)) == 64) {
        bale_desc d = elementwise(1, 0, R);
        d.unit_dst = true;
        return d;
    }
    if (bale_is_neg(v, &x, &op))
        return genx_elt_bits(LLVMTypeOf(v)) == 64 ? describe_binary(m, LLVMSub, LLVMTypeOf(v))
                                                  : elementwise(1, op, genx_is_float(LLVMTypeOf(v)) ? R | M : R);
    switch (o) {
    case LLVMCall:
        return describe_call(m, v);
    case LLVMPHI:
        return other(BALE_PHI);
    case LLVMBitCast:
        return other(is_bitcast_of_same_bytes(v) ? BALE_ALIAS : BALE_OTHER);
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMFreeze:
        return other(genx_elt_bits(LLVMTypeOf(v)) == genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0))) &&
                             !genx_is_bool(LLVMTypeOf(v))
                         ? BALE_ALIAS
                         : BALE_OTHER);
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMFPExt:
    case LLVMFPTrunc:
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMSIToFP:
    case LLVMUIToFP:
        return describe_cast(o, v);
    case LLVMICmp:
    case LLVMFCmp: {
        bale_desc d = elementwise(2, 0, o == LLVMICmp ? R | E : R | M);
        d.cls[0] |= o == LLVMICmp ? L : 0;
        d.kind = BALE_CMP;
        d.commutes = true;
        d.max_lanes = 16; // predicates are handled in halves of a flag register
        return d;
    }
    case LLVMSelect: {
        if (genx_is_bool(LLVMTypeOf(v)))
            return other(BALE_MASK);
        bale_desc d = elementwise(2, 1, R);
        d.mask_op = 0;
        d.no_pred = true;
        d.commutes = true; // with the predicate inverted
        return d;
    }
    default: {
        bale_desc d = describe_binary(m, o, LLVMTypeOf(v));
        if (o == LLVMMul && genx_elt_bits(LLVMTypeOf(v)) == 32 &&
            (bale_word_of(LLVMGetOperand(v, 0)) || bale_word_of(LLVMGetOperand(v, 1))))
            d.max_lanes = RGN_MAX_LANES; // one multiplication, not two halves through the accumulator
        return d;
    }
    }
}

bool bale_kind_is_pure(bale_kind k, LLVMValueRef v) {
    return k == BALE_ELEMENTWISE || k == BALE_CMP || k == BALE_RD || k == BALE_WR || k == BALE_PHI ||
           (k == BALE_ALIAS && LLVMIsABitCastInst(v));
}

bool bale_is_pure(const isa_model *m, LLVMValueRef v) {
    return bale_kind_is_pure((bale_kind)bale_describe(m, v).kind, v);
}
