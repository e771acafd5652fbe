// SPDX-License-Identifier: MIT
// Selection: element-wise intrinsics, genx's and LLVM's, by one table.

#include "sel_priv.h"

enum {
    F_PLAIN = 0,
    F_MINMAX,
    F_MATH,
    F_SAT,
    F_ABS,
    F_CONV_SAT,
    F_MULH,
    F_NEG1_SAT,
    F_CARRY,
    F_THREE,
    F_THREE_SAT,
    F_BFN
};

typedef struct call_row {
    const char *llvm; // LLVM's name, or NULL
    uint16_t genx;
    uint8_t n_src;
    uint8_t form;
    uint16_t op;
    uint8_t fc; // math function, or condition of min and max
    bool src_signed, dst_signed;
} call_row;

#define MATH(llvm, genx, fc)                                                                                           \
    { llvm, genx, 1, F_MATH, ISA_MATH, fc, true, true }
#define MINMAX(llvm, genx, cmod, sign)                                                                                 \
    { llvm, genx, 2, F_MINMAX, ISA_SEL, cmod, sign, sign }
#define ONE(llvm, genx, op, sign)                                                                                      \
    { llvm, genx, 1, F_PLAIN, op, 0, sign, sign }
#define THREE(genx, form, op, src, dst)                                                                                \
    { NULL, genx, 3, form, op, 0, src, dst }
#define TWO(llvm, genx, op, src, dst)                                                                                  \
    { llvm, genx, 2, F_PLAIN, op, 0, src, dst }

static const call_row rows[] = {
    MATH(NULL, GENX_INV, ISA_MATH_INV),
    MATH("log2", GENX_LOG, ISA_MATH_LOG),
    MATH("exp2", GENX_EXP, ISA_MATH_EXP),
    MATH("sqrt", GENX_SQRT, ISA_MATH_SQT),
    MATH(NULL, GENX_RSQRT, ISA_MATH_RSQT),
    MATH("sin", GENX_SIN, ISA_MATH_SIN),
    MATH("cos", GENX_COS, ISA_MATH_COS),
    MINMAX("smax", GENX_SMAX, ISA_CMOD_GE, true),
    MINMAX("smin", GENX_SMIN, ISA_CMOD_LT, true),
    MINMAX("umax", GENX_UMAX, ISA_CMOD_GE, false),
    MINMAX("umin", GENX_UMIN, ISA_CMOD_LT, false),
    MINMAX("maxnum", GENX_FMAX, ISA_CMOD_GE, true),
    MINMAX("minnum", GENX_FMIN, ISA_CMOD_LT, true),
    MINMAX("maximum", GENX_NONE, ISA_CMOD_GE, true),
    MINMAX("minimum", GENX_NONE, ISA_CMOD_LT, true),
    ONE("floor", GENX_RNDD, ISA_RNDD, true),
    ONE("ceil", GENX_RNDU, ISA_RNDU, true),
    ONE("trunc", GENX_RNDZ, ISA_RNDZ, true),
    ONE("rint", GENX_RNDE, ISA_RNDE, true),
    ONE("nearbyint", GENX_NONE, ISA_RNDE, true),
    ONE("roundeven", GENX_NONE, ISA_RNDE, true),
    ONE(NULL, GENX_FRC, ISA_FRC, true),
    ONE("ctpop", GENX_CBIT, ISA_CBIT, false),
    ONE("bitreverse", GENX_BFREV, ISA_BFREV, false),
    ONE(NULL, GENX_FBL, ISA_FBL, false),
    ONE(NULL, GENX_LZD, ISA_LZD, false),
    ONE(NULL, GENX_UFBH, ISA_FBH, false),
    {NULL, GENX_SFBH, 1, F_PLAIN, ISA_FBH, 0, true, false},
    TWO(NULL, GENX_ROL, ISA_ROL, false, false),
    TWO(NULL, GENX_ROR, ISA_ROR, false, false),
    TWO(NULL, GENX_SSAVG, ISA_AVG, true, true),
    TWO(NULL, GENX_UUAVG, ISA_AVG, false, false),
    TWO(NULL, GENX_SSSHL, ISA_SHL, true, true),
    TWO(NULL, GENX_UUSHL, ISA_SHL, false, false),
    TWO(NULL, GENX_SSMUL, ISA_MUL, true, true),
    TWO(NULL, GENX_UUMUL, ISA_MUL, false, false),
    TWO(NULL, GENX_SUMUL, ISA_MUL, false, true),
    TWO(NULL, GENX_USMUL, ISA_MUL, true, false),
    {NULL, GENX_SMULH, 2, F_MULH, MIR_MULH32, 0, true, true},
    {NULL, GENX_UMULH, 2, F_MULH, MIR_MULH32, 0, false, false},
    {"sadd.sat", GENX_SSADD_SAT, 2, F_SAT, ISA_ADD, 0, true, true},
    {"uadd.sat", GENX_UUADD_SAT, 2, F_SAT, ISA_ADD, 0, false, false},
    {NULL, GENX_SUADD_SAT, 2, F_SAT, ISA_ADD, 0, false, true},
    {NULL, GENX_USADD_SAT, 2, F_SAT, ISA_ADD, 0, true, false},
    {"ssub.sat", GENX_NONE, 2, F_NEG1_SAT, ISA_ADD, 0, true, true},
    {"usub.sat", GENX_NONE, 2, F_NEG1_SAT, ISA_ADD, 0, false, false},
    {NULL, GENX_SSTRUNC_SAT, 1, F_SAT, ISA_MOV, 0, true, true},
    {NULL, GENX_SUTRUNC_SAT, 1, F_SAT, ISA_MOV, 0, false, true},
    {NULL, GENX_USTRUNC_SAT, 1, F_SAT, ISA_MOV, 0, true, false},
    {NULL, GENX_UUTRUNC_SAT, 1, F_SAT, ISA_MOV, 0, false, false},
    {NULL, GENX_SSSHL_SAT, 2, F_SAT, ISA_SHL, 0, true, true},
    {NULL, GENX_SUSHL_SAT, 2, F_SAT, ISA_SHL, 0, false, true},
    {NULL, GENX_USSHL_SAT, 2, F_SAT, ISA_SHL, 0, true, false},
    {NULL, GENX_UUSHL_SAT, 2, F_SAT, ISA_SHL, 0, false, false},
    {NULL, GENX_CARRY, 2, F_CARRY, ISA_ADDC, 0, false, false},
    {NULL, GENX_BORROW, 2, F_CARRY, ISA_SUBB, 0, false, false},
    TWO(NULL, GENX_BFI1, ISA_BFI1, false, false),
    THREE(GENX_BFI2, F_THREE, ISA_BFI2, false, false),
    THREE(GENX_SBFE, F_THREE, ISA_BFE, true, true),
    THREE(GENX_UBFE, F_THREE, ISA_BFE, false, false),
    THREE(GENX_BFN, F_BFN, ISA_BFN, false, false),
    THREE(GENX_SSMAD, F_THREE, ISA_MAD, true, true),
    THREE(GENX_ADD3, F_THREE, ISA_ADD3, true, true),
    THREE(GENX_SSADD3_SAT, F_THREE_SAT, ISA_ADD3, true, true),
    THREE(GENX_SUADD3_SAT, F_THREE_SAT, ISA_ADD3, false, true),
    THREE(GENX_USADD3_SAT, F_THREE_SAT, ISA_ADD3, true, false),
    THREE(GENX_UUADD3_SAT, F_THREE_SAT, ISA_ADD3, false, false),
    THREE(GENX_SSDP4A, F_THREE, ISA_DP4A, true, true),
    THREE(GENX_SUDP4A, F_THREE, ISA_DP4A, false, true),
    THREE(GENX_USDP4A, F_THREE, ISA_DP4A, true, false),
    THREE(GENX_UUDP4A, F_THREE, ISA_DP4A, false, false),
    THREE(GENX_SSDP4A_SAT, F_THREE_SAT, ISA_DP4A, true, true),
    THREE(GENX_SUDP4A_SAT, F_THREE_SAT, ISA_DP4A, false, true),
    THREE(GENX_USDP4A_SAT, F_THREE_SAT, ISA_DP4A, true, false),
    THREE(GENX_UUDP4A_SAT, F_THREE_SAT, ISA_DP4A, false, false),
    {"fptosi.sat", GENX_FPTOSI_SAT, 1, F_CONV_SAT, ISA_MOV, 0, true, true},
    {"fptoui.sat", GENX_FPTOUI_SAT, 1, F_CONV_SAT, ISA_MOV, 0, true, false},
    {"fabs", GENX_ABSF, 1, F_ABS, ISA_MOV, 0, true, true},
    {"abs", GENX_ABSI, 1, F_ABS, ISA_MOV, 0, true, true},
};

static const call_row *find_row(LLVMValueRef v) {
    genx_id id = genx_call_id(v);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        if (id != GENX_NONE ? rows[i].genx == id : rows[i].llvm && bale_is_llvm(v, rows[i].llvm))
            return &rows[i];
    return NULL;
}

// Ternary regions name no width: unit stride is <1;0> for the first two sources and <1> for the last.
static isa_operand ternary(isa_operand o, unsigned pos) {
    bool scalar = o.rgn.v == 0 && o.rgn.h == 0;
    if (o.file == ISA_FILE_VREG)
        o.rgn = scalar ? (isa_region){0, 0, 0} : pos == 2 ? (isa_region){0, 0, 1} : (isa_region){1, 0, 0};
    return o;
}

static bool same_sub(const sel *S, const isa_operand *a, const isa_operand *b) {
    return a->off_b % S->m->grf_b == b->off_b % S->m->grf_b;
}

static void align_grf(sel *S, const isa_operand *o) {
    if (o->file == ISA_FILE_VREG)
        S->fn->vars.data[o->reg]->align_b = S->m->grf_b;
}

static bool is_scalar(const isa_operand *o) {
    return o->rgn.v == 0 && o->rgn.h == 0;
}

static mir_var *on_register(sel *S, isa_operand *out, LLVMValueRef v, isa_type t) {
    mir_var *x = sel_var_for(S, LLVMTypeOf(v), v);
    x->align_b = S->m->grf_b;
    *out = sel_dst(x, 0, t, 1);
    return x;
}

// An instruction of three sources. Rule 46: the last source, unless scalar, stands at the destination's place in its
// register; rule 40: the destination starts on 8 bytes.
static mir_inst *emit_ternary(sel *S, uint16_t op, LLVMValueRef v, isa_operand dst, const isa_operand *s,
                              uint32_t lanes, const sel_ctl *c) {
    isa_operand out = dst, last = s[2];
    bool direct = !dst.indirect && (lanes == 1 || dst.rgn.h == 1) && dst.off_b % S->m->ternary_dst_align_b == 0;
    if (!direct)
        on_register(S, &out, v, (isa_type)dst.type);
    mir_var *ov = S->fn->vars.data[out.reg];
    if (ov->align_b < S->m->ternary_dst_align_b)
        ov->align_b = S->m->ternary_dst_align_b;
    if (S->m->no_src2_region && last.file == ISA_FILE_VREG && !is_scalar(&last)) {
        if (!same_sub(S, &out, &last))
            last = sel_to_temp(S, last, lanes);
        if (!same_sub(S, &out, &last)) {
            on_register(S, &out, v, (isa_type)dst.type);
            direct = false;
        }
        align_grf(S, &out);
        align_grf(S, &last);
    }
    mir_inst *i = sel_inst(S, op, lanes);
    i->i.dst = out;
    i->i.src[0] = ternary(s[0], 0);
    i->i.src[1] = ternary(s[1], 1);
    i->i.src[2] = ternary(last, 2);
    i->i.sat = c->sat;
    if (!direct) {
        sel_ctl pc = *c;
        pc.sat = false;
        const mir_var *t = S->fn->vars.data[out.reg];
        sel_mov(S, lanes, dst, sel_lanes(S, t, 0, lanes, (isa_type)dst.type), &pc);
    } else {
        sel_apply(i, c);
    }
    return i;
}

// a * b + c in one rounding: mad dst, c, a, b.
static bool select_fma(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, const sel_ctl *c) {
    unsigned allow = SEL_TERNARY | SEL_MODS;
    isa_operand a = sel_source(S, v, 0, lanes, true, allow), b = sel_source(S, v, 1, lanes, true, allow);
    isa_operand add = sel_source(S, v, 2, lanes, true, allow);
    dst.type = (uint8_t)sel_type(LLVMTypeOf(v), true);
    bool swap = is_scalar(&a) && !is_scalar(&b);
    isa_operand s[3] = {add, swap ? b : a, swap ? a : b};
    emit_ternary(S, ISA_MAD, v, dst, s, lanes, c);
    return true;
}

// A dword immediate as the word that three-source instructions take; anything else in a register.
static isa_operand ternary_imm(sel *S, isa_operand o, bool may, bool may_be_signed) {
    if (o.file != ISA_FILE_IMM)
        return o;
    int64_t x = o.type == ISA_W    ? (int16_t)o.imm
                : o.type == ISA_UW ? (int64_t)(o.imm & 0xffff)
                                   : (int64_t)(int32_t)(uint32_t)o.imm;
    bool dword = sel_elt_b(&o) == 4;
    if (may && !S->m->ternary_align16 && !dword)
        return o;
    if (may && !S->m->ternary_align16 && x >= 0 && x <= 0x7fff)
        return isa_imm((uint64_t)x, may_be_signed ? ISA_W : ISA_UW);
    if (may && !S->m->ternary_align16 && may_be_signed && x < 0 && x >= -32768)
        return isa_imm((uint64_t)x & 0xffff, ISA_W);
    return sel_to_temp(S, o, 1);
}

// No instruction multiplies two dwords and adds: two do.
static void select_mad_apart(sel *S, LLVMValueRef v, isa_operand dst, const isa_operand *s, uint32_t lanes,
                             const sel_ctl *c) {
    isa_operand product;
    const mir_var *t = on_register(S, &product, v, (isa_type)dst.type);
    isa_operand factor = s[1].file == ISA_FILE_IMM ? sel_to_temp(S, s[1], lanes) : s[1];
    sel_emit2(S, MIR_MUL32, lanes, product, factor, s[2], false, NULL);
    sel_emit2(S, ISA_ADD, lanes, dst, sel_lanes(S, t, 0, lanes, (isa_type)dst.type), s[0], true, c);
}

static void select_three(sel *S, LLVMValueRef v, const call_row *r, isa_operand dst, uint32_t lanes, sel_ctl c) {
    bool dp4a = r->op == ISA_DP4A, add3 = r->op == ISA_ADD3, bfn = r->op == ISA_BFN, mad = r->op == ISA_MAD,
         swap = false;
    unsigned allow = SEL_TERNARY | SEL_IMM | (add3 && r->form == F_THREE ? SEL_MODS : 0);
    isa_operand s[3];
    for (unsigned k = 0; k < 3; k++)
        s[k] = sel_source(S, v, k, lanes, dp4a && k == 0 ? r->dst_signed : r->src_signed, allow);
    if (mad) { // the addend first
        isa_operand t = s[2];
        s[2] = s[1];
        s[1] = s[0];
        s[0] = t;
        swap = is_scalar(&s[1]) && s[2].file != ISA_FILE_IMM && !is_scalar(&s[2]);
        if (swap) {
            t = s[1];
            s[1] = s[2];
            s[2] = t;
        }
    }
    if (add3 && s[1].file == ISA_FILE_IMM) { // immediates go first or last
        unsigned to = s[2].file == ISA_FILE_IMM ? 0 : 2;
        isa_operand t = s[1];
        s[1] = s[to];
        s[to] = t;
    }
    if (mad && is_scalar(&s[2])) // rule 46b: the last factor is a word
        sel_low_words(&s[2], bale_word_of(LLVMGetOperand(v, swap ? 0 : 1)));
    if (mad && s[2].file != ISA_FILE_IMM && sel_elt_b(&s[2]) == 4) {
        select_mad_apart(S, v, dst, s, lanes, &c);
        return;
    }
    bool last = s[2].file == ISA_FILE_IMM;
    for (unsigned k = 0; k < 3; k++)
        s[k] = ternary_imm(S, s[k], (add3 || bfn || mad) && k != 1 && !(k == 0 && last),
                           (add3 && (r->src_signed || r->form != F_THREE_SAT)) || mad);
    c.sat = c.sat || r->form == F_THREE_SAT;
    mir_inst *i = emit_ternary(S, r->op, v, dst, s, lanes, &c);
    uint64_t lut;
    if (bfn && genx_const_u64(LLVMGetOperand(v, 3), &lut))
        i->i.fc = (uint8_t)lut;
}

// The carry of a sum and the borrow of a difference come through the accumulator.
static void select_carry(sel *S, LLVMValueRef v, const call_row *r, isa_operand dst, uint32_t lanes, const sel_ctl *c) {
    isa_operand s0 = sel_source(S, v, 0, lanes, false, SEL_IMM), s1 = sel_source(S, v, 1, lanes, false, SEL_IMM), sum;
    on_register(S, &sum, v, ISA_UD);
    mir_inst *i = sel_emit2(S, r->op, lanes, sum, s0, s1, r->op == ISA_ADDC, NULL);
    i->i.acc_wr_en = S->m->macl_is_mach || !S->m->has_macl; // later the write is implied
    isa_region rgn = lanes == 1 ? (isa_region){0, 1, 0} : (isa_region){1, 1, 0};
    sel_emit1(S, ISA_MOV, lanes, dst, isa_arf_reg(ISA_ARF_ACC, 0, 0, ISA_UD, rgn), c);
}

static bool select_sat(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, sel_ctl c) {
    LLVMValueRef x = LLVMGetOperand(v, 0);
    c.sat = true;
    if (bale_folds(S->bales, v, 0) && !genx_is_rdregion(x) && !bale_is_fabs(x) && LLVMIsAInstruction(x) &&
        LLVMGetInstructionOpcode(x) != LLVMFNeg)
        return sel_alu(S, x, dst, lanes, c);
    dst.type = (uint8_t)sel_type(LLVMTypeOf(v), true);
    sel_mov(S, lanes, dst, sel_source(S, v, 0, lanes, true, SEL_MODS), &c);
    return true;
}

// A shift whose result is narrowed with saturation.
static void select_shift_sat(sel *S, LLVMValueRef x, isa_operand dst, uint32_t lanes, sel_ctl c) {
    bool is_signed = LLVMGetInstructionOpcode(x) == LLVMAShr;
    isa_operand s0 = sel_source(S, x, 0, lanes, is_signed, SEL_IMM),
                s1 = sel_source(S, x, 1, lanes, is_signed, SEL_IMM);
    if (s1.file == ISA_FILE_IMM) // the count only needs its low bits
        s1.type = ISA_UW;
    c.sat = true;
    sel_emit2(S, is_signed ? ISA_ASR : ISA_SHR, lanes, dst, s0, s1, false, &c);
}

static void select_form(sel *S, LLVMValueRef v, const call_row *r, isa_operand dst, uint32_t lanes, sel_ctl c) {
    LLVMValueRef x = LLVMGetOperand(v, 0);
    bool mods = genx_is_float(LLVMTypeOf(x));
    if (bale_folds(S->bales, v, 0) && bale_is_shift_of_sat(v, x)) {
        select_shift_sat(S, x, dst, lanes, c);
        return;
    }
    unsigned allow = SEL_BYTE | (mods ? SEL_MODS : 0);
    isa_operand s0 = sel_source(S, v, 0, lanes, r->src_signed,
                                allow | (r->n_src == 2 ? SEL_IMM : 0) | (r->op == ISA_MOV ? SEL_INDIRECT : 0));
    if (r->form == F_ABS) {
        if (s0.mod || !isa_type_is_signed((isa_type)s0.type))
            s0 = sel_to_temp(S, s0, lanes);
        s0.mod = ISA_MOD_ABS;
        sel_mov(S, lanes, dst, s0, &c);
        return;
    }
    if (r->n_src == 1) {
        c.sat = c.sat || r->form == F_SAT;
        if (r->form == F_MATH) {
            mir_inst *i = sel_emit2(S, ISA_MATH, lanes, dst, s0, isa_null((isa_type)s0.type), false, &c);
            i->i.fc = r->fc;
            return;
        }
        sel_emit1(S, r->op, lanes, dst, s0, &c);
        return;
    }
    isa_operand s1 = sel_source(S, v, 1, lanes, r->src_signed, allow | (r->form == F_MULH ? 0 : SEL_IMM));
    c.sat = c.sat || r->form == F_SAT || r->form == F_NEG1_SAT;
    if (r->form == F_NEG1_SAT) {
        if (s1.file == ISA_FILE_IMM)
            s1 = sel_to_temp(S, s1, lanes);
        s1.mod ^= ISA_MOD_NEG;
    }
    bool ordered = r->op == ISA_SHL || r->op == ISA_ROL || r->op == ISA_ROR || r->op == ISA_BFI1;
    mir_inst *i = sel_emit2(S, r->op, lanes, dst, s0, s1, !ordered && r->form != F_MULH, &c);
    if (r->form == F_MINMAX)
        i->i.cmod = r->fc;
}

bool sel_intrinsic(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, sel_ctl c) {
    if (bale_is_llvm(v, "fma") || bale_is_llvm(v, "fmuladd"))
        return select_fma(S, v, dst, lanes, &c);
    if (genx_call_id(v) == GENX_SAT)
        return select_sat(S, v, dst, lanes, c);
    genx_id id = genx_call_id(v);
    bool root = id == GENX_IEEE_SQRT || (genx_elt_bits(LLVMTypeOf(v)) == 64 && bale_is_llvm(v, "sqrt"));
    if (root || id == GENX_IEEE_DIV) {
        dst.type = (uint8_t)sel_type(LLVMTypeOf(v), true);
        return root ? sel_root(S, v, dst, lanes, &c) : sel_quotient(S, v, dst, lanes, &c);
    }
    const call_row *r = find_row(v);
    if (!r || (r->form == F_MATH && genx_elt_bits(LLVMTypeOf(v)) == 64)) // the math unit only has macros for doubles
        return false;
    if (!sel_knows_types(S, v))
        return true;
    dst.type = (uint8_t)sel_type(LLVMTypeOf(v), r->dst_signed);
    if (r->n_src == 3)
        return select_three(S, v, r, dst, lanes, c), true;
    if (r->form == F_CARRY)
        return select_carry(S, v, r, dst, lanes, &c), true;
    select_form(S, v, r, dst, lanes, c);
    return true;
}
