// SPDX-License-Identifier: MIT
// What kind of instruction each IR operation makes: sources, what each source takes in, widest execution size.
// Facts only; the decisions are in bale.c. Sources: isa-semantics 2, 3 and 5.

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

bool bale_is_llvm(LLVMValueRef v, const char *name) {
    if (!LLVMIsACallInst(v))
        return false;
    LLVMValueRef f = LLVMGetCalledValue(v);
    if (!f || !LLVMIsAFunction(f))
        return false;
    size_t len = 0, want = strlen(name);
    const char *s = LLVMGetValueName2(f, &len);
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

static bale_desc elementwise(unsigned n, unsigned first, uint8_t cls) {
    bale_desc d = {.kind = BALE_ELEMENTWISE, .n_src = (uint8_t)n, .mask_op = -1, .max_lanes = RGN_MAX_LANES};
    for (unsigned i = 0; i < n; i++) {
        d.src[i] = (uint8_t)(first + i);
        d.cls[i] = cls;
    }
    return d;
}

static bale_desc other(uint8_t kind) {
    return (bale_desc){.kind = kind, .mask_op = -1, .max_lanes = RGN_MAX_LANES};
}

// The types of words that hold every lane of a value.
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

// Of a vector that is written in parts, every part counts.
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

// The operands are whole registers.
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
            d.max_lanes = m->native_exec_32b; // dword by dword goes through the accumulator
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
    if (genx_elt_bits(t) == 64) { // pairs of dwords or pseudo operations: whole values only
        // Extensions go into sums: the pseudo instruction's halves need no high dword, the native one takes one
        // element.
        bool one = !genx_is_vec(t), sums = (o == LLVMAdd || o == LLVMSub) && (one || !m->has_int64_add);
        for (unsigned i = 0; i < d.n_src; i++)
            d.cls[i] &= sums ? R | E : R;
        if (o == LLVMShl && one && m->has_int64_mov) // an index that becomes an offset
            d.cls[0] |= E;
        d.max_lanes = m->native_exec_32b;
        d.unit_dst = o != LLVMAdd && o != LLVMSub && !genx_is_float(t);
        d.no_pred = !genx_is_float(t);
    }
    return d;
}

typedef struct intrin_row {
    uint16_t id;
    uint8_t n_src;
    uint8_t cls;
    uint8_t kind; // 0 = plain; 1 = math; 2 = through the accumulator; 3 = minimum, maximum; 4 = three sources
    bool commutes;
} intrin_row;

static const intrin_row genx_rows[] = {
    {GENX_ABSF, 1, R | I, 0, false},
    {GENX_ABSI, 1, R | I, 0, false},
    {GENX_BFREV, 1, R, 0, false},
    {GENX_CBIT, 1, R, 0, false},
    {GENX_COS, 1, R | M, 1, false},
    {GENX_EXP, 1, R | M, 1, false},
    {GENX_FBL, 1, R, 0, false},
    {GENX_FMAX, 2, R | M, 3, true},
    {GENX_FMIN, 2, R | M, 3, true},
    {GENX_FPTOSI_SAT, 1, R | M, 0, false},
    {GENX_FPTOUI_SAT, 1, R | M, 0, false},
    {GENX_FRC, 1, R | M, 0, false},
    {GENX_INV, 1, R | M, 1, false},
    {GENX_LOG, 1, R | M, 1, false},
    {GENX_LZD, 1, R, 0, false},
    {GENX_RNDD, 1, R | M, 0, false},
    {GENX_RNDE, 1, R | M, 0, false},
    {GENX_RNDU, 1, R | M, 0, false},
    {GENX_RNDZ, 1, R | M, 0, false},
    {GENX_ROL, 2, R, 0, false},
    {GENX_ROR, 2, R, 0, false},
    {GENX_RSQRT, 1, R | M, 1, false},
    {GENX_SFBH, 1, R, 0, false},
    {GENX_SIN, 1, R | M, 1, false},
    {GENX_SMAX, 2, R, 3, true},
    {GENX_SMIN, 2, R, 3, true},
    {GENX_SQRT, 1, R | M, 1, false},
    {GENX_SSADD_SAT, 2, R, 0, true},
    {GENX_SSAVG, 2, R, 0, true},
    {GENX_SSMUL, 2, R, 0, true},
    {GENX_SSTRUNC_SAT, 1, R | I | S, 0, false},
    {GENX_SUTRUNC_SAT, 1, R | I | S, 0, false},
    {GENX_UFBH, 1, R, 0, false},
    {GENX_UMAX, 2, R, 3, true},
    {GENX_UMIN, 2, R, 3, true},
    {GENX_USTRUNC_SAT, 1, R | I | S, 0, false},
    {GENX_UUADD_SAT, 2, R, 0, true},
    {GENX_UUAVG, 2, R, 0, true},
    {GENX_UUMUL, 2, R, 0, true},
    {GENX_UUTRUNC_SAT, 1, R | I | S, 0, false},
    {GENX_SSSHL, 2, R, 0, false},
    {GENX_UUSHL, 2, R, 0, false},
    {GENX_SUADD_SAT, 2, R, 0, true},
    {GENX_USADD_SAT, 2, R, 0, true},
    {GENX_SUMUL, 2, R, 0, true},
    {GENX_USMUL, 2, R, 0, true},
    {GENX_SMULH, 2, R, 2, true},
    {GENX_UMULH, 2, R, 2, true},
    {GENX_CARRY, 2, R, 2, false},
    {GENX_BORROW, 2, R, 2, false},
    {GENX_SSSHL_SAT, 2, R, 0, false},
    {GENX_SUSHL_SAT, 2, R, 0, false},
    {GENX_USSHL_SAT, 2, R, 0, false},
    {GENX_UUSHL_SAT, 2, R, 0, false},
    {GENX_BFI1, 2, R, 0, false},
    {GENX_BFI2, 3, R | T, 4, false},
    {GENX_SBFE, 3, R | T, 4, false},
    {GENX_UBFE, 3, R | T, 4, false},
    {GENX_SSMAD, 3, R | E | T, 4, false},
    {GENX_BFN, 3, R | T, 4, false},
    {GENX_ADD3, 3, R | M | T, 4, true},
    {GENX_SSADD3_SAT, 3, R | T, 4, true},
    {GENX_SUADD3_SAT, 3, R | T, 4, true},
    {GENX_USADD3_SAT, 3, R | T, 4, true},
    {GENX_UUADD3_SAT, 3, R | T, 4, true},
    {GENX_SSDP4A, 3, R | T, 4, false},
    {GENX_SUDP4A, 3, R | T, 4, false},
    {GENX_USDP4A, 3, R | T, 4, false},
    {GENX_UUDP4A, 3, R | T, 4, false},
    {GENX_SSDP4A_SAT, 3, R | T, 4, false},
    {GENX_SUDP4A_SAT, 3, R | T, 4, false},
    {GENX_USDP4A_SAT, 3, R | T, 4, false},
    {GENX_UUDP4A_SAT, 3, R | T, 4, false},
};

typedef struct llvm_row {
    const char *name;
    uint8_t n_src;
    uint8_t cls;
    uint8_t kind;
    bool commutes;
} llvm_row;

static const llvm_row llvm_rows[] = {
    {"fabs", 1, R | I, 0, false},
    {"abs", 1, R, 0, false},
    {"smax", 2, R, 3, true},
    {"smin", 2, R, 3, true},
    {"umax", 2, R, 3, true},
    {"umin", 2, R, 3, true},
    {"maxnum", 2, R | M, 3, true},
    {"minnum", 2, R | M, 3, true},
    {"maximum", 2, R | M, 3, true},
    {"minimum", 2, R | M, 3, true},
    {"sqrt", 1, R | M, 1, false},
    {"exp2", 1, R | M, 1, false},
    {"log2", 1, R | M, 1, false},
    {"sin", 1, R | M, 1, false},
    {"cos", 1, R | M, 1, false},
    {"floor", 1, R | M, 0, false},
    {"ceil", 1, R | M, 0, false},
    {"trunc", 1, R | M, 0, false},
    {"rint", 1, R | M, 0, false},
    {"nearbyint", 1, R | M, 0, false},
    {"roundeven", 1, R | M, 0, false},
    {"ctpop", 1, R, 0, false},
    {"bitreverse", 1, R, 0, false},
    {"uadd.sat", 2, R, 0, true},
    {"sadd.sat", 2, R, 0, true},
    {"fptosi.sat", 1, R | M, 0, false},
    {"fptoui.sat", 1, R | M, 0, false},
    {"usub.sat", 2, R, 0, false},
    {"ssub.sat", 2, R, 0, false},
};

static bale_desc describe_math(const isa_model *m, bale_desc d, unsigned kind, LLVMTypeRef t) {
    if (kind == 1) {
        d.unit_dst = true;
        if (genx_elt_bits(t) == 16) // rule 32
            d.max_lanes = m->native_exec_32b;
    }
    if (kind == 2)
        d.max_lanes = m->native_exec_32b;
    if (kind == 4)
        d.unit_dst = true;
    d.no_pred = kind == 3;
    return d;
}

// Operands of messages with an address a lane: registers as they are, unless elements are widened on the way.
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

// Data of stores may stand in the middle of a larger value.
static bale_desc describe_message(LLVMValueRef v, genx_id id) {
    const mem_desc *m = mem_describe(v);
    if (m && LLVMGetNumArgOperands(v) == mem_operands(m))
        return describe_lanes(v, m);
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
    if (genx_is_rdregion(v) || genx_is_wrregion(v)) {
        bale_desc d = elementwise(1, id == GENX_RDREGIONI || id == GENX_RDREGIONF ? 0 : 1, R | I);
        d.kind = genx_is_rdregion(v) ? BALE_RD : BALE_WR;
        d.mask_op = genx_is_rdregion(v) ? -1 : 7;
        return d;
    }
    if (id == GENX_ANY || id == GENX_ALL)
        return other(BALE_REDUCE);
    if (id == GENX_RDPREDREGION || id == GENX_WRPREDREGION)
        return other(BALE_MASK);
    if (id == GENX_SAT)
        return elementwise(1, 0, R | M);
    LLVMTypeRef t = LLVMTypeOf(v);
    if (id == GENX_IEEE_SQRT || id == GENX_IEEE_DIV || (genx_elt_bits(t) == 64 && bale_is_llvm(v, "sqrt")))
        return math_macro(m, t, id == GENX_IEEE_DIV ? 2 : 1);
    for (size_t i = 0; i < sizeof(genx_rows) / sizeof(*genx_rows); i++) {
        if (genx_rows[i].id != id || id == GENX_NONE)
            continue;
        bale_desc d = elementwise(genx_rows[i].n_src, 0, genx_rows[i].cls);
        d.commutes = genx_rows[i].commutes;
        return describe_math(m, d, genx_rows[i].kind, t);
    }
    if (bale_is_llvm(v, "fma") || bale_is_llvm(v, "fmuladd")) {
        bale_desc d = elementwise(3, 0, R | M | T);
        d.unit_dst = true;
        return d;
    }
    for (size_t i = 0; i < sizeof(llvm_rows) / sizeof(*llvm_rows); i++) {
        if (!bale_is_llvm(v, llvm_rows[i].name))
            continue;
        bale_desc d = elementwise(llvm_rows[i].n_src, 0, llvm_rows[i].cls);
        d.commutes = llvm_rows[i].commutes;
        return describe_math(m, d, llvm_rows[i].kind, t);
    }
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
        d.cls[0] = R;
    return d;
}

static bool is_bitcast_of_same_bytes(LLVMValueRef v) {
    LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(v, 0)), to = LLVMTypeOf(v);
    return !genx_is_bool(from) && !genx_is_bool(to);
}

// Integers that no register has, before lower has widened them. Wider ones stay bales, which selection refuses.
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
            d.max_lanes = RGN_MAX_LANES; // one product, not two halves through the accumulator
        return d;
    }
    }
}
