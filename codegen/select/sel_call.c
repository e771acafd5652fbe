// SPDX-License-Identifier: MIT
// Selects element-wise intrinsics, genx's and LLVM's, by the rows of genx_elementwise.def.

#include "sel_priv.h"

typedef struct call_row {
    uint8_t n_src, form; // bale_form
    uint16_t op;
    uint8_t fc; // math function, or condition of minimum and maximum
    bool src_signed, dst_signed;
} call_row;

#define SIGN_S true
#define SIGN_U false
static const call_row rows[BALE_N_ROWS] = {
#define GENX_ELEMENTWISE(id, llvm, sources, takes, commutes, form, opcode, function, src, dst)                         \
    {sources, BALE_FORM_##form, opcode, function, SIGN_##src, SIGN_##dst},
#define LLVM_ELEMENTWISE GENX_ELEMENTWISE
#include <cmc/genx_elementwise.def>
#undef LLVM_ELEMENTWISE
#undef GENX_ELEMENTWISE
};

// Ternary regions have no width: unit stride is <1;0> for the first two sources and <1> for the last.
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

// Emits an instruction of three sources. Rule 46: the last source, unless scalar, has the destination's offset in its
// register. Rule 40: the destination starts on 8 bytes.
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

// Selects a * b + c with a single rounding: mad dst, c, a, b.
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

// A dword immediate as the word that three-source instructions can encode; other immediates go to a register.
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

// A multiplication of two dwords plus an addition needs two instructions.
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
    unsigned allow = SEL_TERNARY | SEL_IMM | (add3 && r->form == BALE_FORM_THREE ? SEL_MODS : 0);
    isa_operand s[3];
    for (unsigned k = 0; k < 3; k++)
        s[k] = sel_source(S, v, k, lanes, dp4a && k == 0 ? r->dst_signed : r->src_signed, allow);
    if (mad) { // the addend is the first source
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
    if (add3 && s[1].file == ISA_FILE_IMM) { // only the first and last source may be immediates
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
                           (add3 && (r->src_signed || r->form != BALE_FORM_THREE_SAT)) || mad);
    c.sat = c.sat || r->form == BALE_FORM_THREE_SAT;
    mir_inst *i = emit_ternary(S, r->op, v, dst, s, lanes, &c);
    uint64_t lut;
    if (bfn && genx_const_u64(LLVMGetOperand(v, GENX_BFN_TABLE), &lut))
        i->i.fc = (uint8_t)lut;
}

// Selects the carry of a sum and the borrow of a difference, which come from the accumulator.
static void select_carry(sel *S, LLVMValueRef v, const call_row *r, isa_operand dst, uint32_t lanes, const sel_ctl *c) {
    isa_operand s0 = sel_source(S, v, 0, lanes, false, SEL_IMM), s1 = sel_source(S, v, 1, lanes, false, SEL_IMM), sum;
    on_register(S, &sum, v, ISA_UD);
    mir_inst *i = sel_emit2(S, r->op, lanes, sum, s0, s1, r->op == ISA_ADDC, NULL);
    i->i.acc_wr_en = S->m->macl_is_mach || !S->m->has_macl; // on later targets the write is implied
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

// Selects a right shift whose result is narrowed with saturation.
static void select_shift_sat(sel *S, LLVMValueRef x, isa_operand dst, uint32_t lanes, sel_ctl c) {
    bool is_signed = LLVMGetInstructionOpcode(x) == LLVMAShr;
    isa_operand s0 = sel_source(S, x, 0, lanes, is_signed, SEL_IMM),
                s1 = sel_source(S, x, 1, lanes, is_signed, SEL_IMM);
    if (s1.file == ISA_FILE_IMM) // only the low bits of the count matter
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
    if (r->form == BALE_FORM_ABS) {
        if (s0.mod || !isa_type_is_signed((isa_type)s0.type))
            s0 = sel_to_temp(S, s0, lanes);
        s0.mod = ISA_MOD_ABS;
        sel_mov(S, lanes, dst, s0, &c);
        return;
    }
    if (r->n_src == 1) {
        c.sat = c.sat || r->form == BALE_FORM_SAT;
        if (r->form == BALE_FORM_MATH) {
            mir_inst *i = sel_emit2(S, ISA_MATH, lanes, dst, s0, isa_null((isa_type)s0.type), false, &c);
            i->i.fc = r->fc;
            return;
        }
        sel_emit1(S, r->op, lanes, dst, s0, &c);
        return;
    }
    isa_operand s1 = sel_source(S, v, 1, lanes, r->src_signed, allow | (r->form == BALE_FORM_MULH ? 0 : SEL_IMM));
    c.sat = c.sat || r->form == BALE_FORM_SAT || r->form == BALE_FORM_NEG1_SAT;
    if (r->form == BALE_FORM_NEG1_SAT) {
        if (s1.file == ISA_FILE_IMM)
            s1 = sel_to_temp(S, s1, lanes);
        s1.mod ^= ISA_MOD_NEG;
    }
    bool ordered = r->op == ISA_SHL || r->op == ISA_ROL || r->op == ISA_ROR || r->op == ISA_BFI1;
    mir_inst *i = sel_emit2(S, r->op, lanes, dst, s0, s1, !ordered && r->form != BALE_FORM_MULH, &c);
    if (r->form == BALE_FORM_MINMAX)
        i->i.cmod = r->fc;
}

// Selects a root or quotient by math macros, which are several instructions.
static bool select_macro(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, const sel_ctl *c) {
    dst.type = (uint8_t)sel_type(LLVMTypeOf(v), true);
    return bale_is_macro_root(v) ? sel_root(S, v, dst, lanes, c) : sel_quotient(S, v, dst, lanes, c);
}

bool sel_intrinsic(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, sel_ctl c) {
    if (bale_is_macro_root(v) || genx_call_id(v) == GENX_IEEE_DIV)
        return select_macro(S, v, dst, lanes, &c);
    int row = bale_row_of(v);
    if (row < 0)
        return false;
    const call_row *r = &rows[row];
    if (r->form == BALE_FORM_FMA)
        return select_fma(S, v, dst, lanes, &c);
    if (r->form == BALE_FORM_CLAMP)
        return select_sat(S, v, dst, lanes, c);
    if (r->form == BALE_FORM_MATH && genx_elt_bits(LLVMTypeOf(v)) == 64) // the math unit only has macros for doubles
        return false;
    if (!sel_knows_types(S, v))
        return true;
    dst.type = (uint8_t)sel_type(LLVMTypeOf(v), r->dst_signed);
    if (r->n_src == 3)
        select_three(S, v, r, dst, lanes, c);
    else if (r->form == BALE_FORM_CARRY)
        select_carry(S, v, r, dst, lanes, &c);
    else
        select_form(S, v, r, dst, lanes, c);
    return true;
}
