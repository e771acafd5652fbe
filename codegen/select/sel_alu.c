// SPDX-License-Identifier: MIT
// Selects LLVM's own operations. An opcode with one matching instruction is a row of a table; the others have small
// functions.

#include "sel_priv.h"

typedef struct alu_row {
    LLVMOpcode from;
    uint16_t op;
    bool is_signed; // type of the sources and of the result
    bool neg1;      // negate the second source
    bool commutes;
    uint8_t allow;
} alu_row;

enum { LOGIC = SEL_IMM | SEL_BYTE | SEL_INDIRECT_ONE, ARITH = LOGIC | SEL_MODS };

static const alu_row rows[] = {
    {LLVMAdd, ISA_ADD, true, false, true, ARITH},   {LLVMSub, ISA_ADD, true, true, true, ARITH},
    {LLVMFAdd, ISA_ADD, true, false, true, ARITH},  {LLVMFSub, ISA_ADD, true, true, true, ARITH},
    {LLVMFMul, ISA_MUL, true, false, true, ARITH},  {LLVMAnd, ISA_AND, true, false, true, LOGIC},
    {LLVMOr, ISA_OR, true, false, true, LOGIC},     {LLVMXor, ISA_XOR, true, false, true, LOGIC},
    {LLVMShl, ISA_SHL, true, false, false, LOGIC},  {LLVMLShr, ISA_SHR, false, false, false, LOGIC},
    {LLVMAShr, ISA_ASR, true, false, false, LOGIC},
};

static isa_operand typed(isa_operand dst, LLVMTypeRef t, bool is_signed) {
    dst.type = (uint8_t)sel_type(t, is_signed);
    return dst;
}

// Negates an operand: a register by its modifier, an immediate by its value.
static isa_operand negated(isa_operand o) {
    if (o.file != ISA_FILE_IMM) {
        o.mod ^= ISA_MOD_NEG;
        return o;
    }
    uint32_t b = isa_type_size_b((isa_type)o.type);
    uint64_t mask = b == 8 ? ~0ull : (1ull << 8 * b) - 1;
    if (isa_type_is_float((isa_type)o.type)) {
        o.imm ^= 1ull << (8 * b - 1);
        return o;
    }
    if (o.type == ISA_UW && o.imm > 0x8000) { // -65535 needs a wider immediate
        o.type = ISA_D;
        mask = 0xffffffffu;
    } else if (o.type == ISA_UW || o.type == ISA_UD) {
        o.type = o.type == ISA_UW ? ISA_W : ISA_D;
    }
    o.imm = (0 - o.imm) & mask;
    return o;
}

// The widest source sets the width of a shift. A narrow value shifted into a dword needs a dword count.
static isa_type type_of_count(const isa_operand *s0, LLVMTypeRef result) {
    return genx_elt_b(result) == 4 && isa_type_size_b((isa_type)s0->type) < 4 ? ISA_UD : ISA_UW;
}

static bool select_row(sel *S, LLVMValueRef v, const alu_row *r, isa_operand dst, uint32_t lanes, const sel_ctl *c) {
    LLVMTypeRef t = LLVMTypeOf(v);
    isa_operand s0 = sel_source(S, v, 0, lanes, r->is_signed, r->allow);
    isa_operand s1 = sel_source(S, v, 1, lanes, r->is_signed, r->allow);
    if (r->neg1)
        s1 = negated(s1);
    if (r->from == LLVMShl || r->from == LLVMLShr || r->from == LLVMAShr) // the hardware reads five bits of the count
        if (s1.file == ISA_FILE_IMM)
            s1 = isa_imm(s1.imm & 31, r->from == LLVMShl ? type_of_count(&s0, t) : ISA_UW);
    sel_emit2(S, r->op, lanes, typed(dst, t, r->is_signed), s0, s1, r->commutes, c);
    return true;
}

static bool is_wide(const isa_operand *o) {
    return isa_type_size_b((isa_type)o->type) == 4;
}

// Narrows a dword immediate that fits in a word: a dword by word product is one instruction.
static isa_operand narrow_imm(isa_operand o) {
    if (o.file != ISA_FILE_IMM || !is_wide(&o))
        return o;
    int32_t x = (int32_t)(uint32_t)o.imm;
    if (x >= 0 && x <= 0xffff)
        return isa_imm((uint64_t)x, ISA_UW);
    if (x < 0 && x >= -32768)
        return isa_imm((uint64_t)x & 0xffff, ISA_W);
    return o;
}

static bool select_mul(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, const sel_ctl *c) {
    LLVMTypeRef t = LLVMTypeOf(v);
    unsigned allow = SEL_IMM | SEL_BYTE;
    isa_operand s0 = sel_source(S, v, 0, lanes, true, allow);
    isa_operand s1 = narrow_imm(sel_source(S, v, 1, lanes, true, allow));
    dst = typed(dst, t, true);
    if (genx_elt_b(t) == 4 && is_wide(&s0) && is_wide(&s1)) {
        isa_type w0 = bale_word_of(LLVMGetOperand(v, 0)), w1 = bale_word_of(LLVMGetOperand(v, 1));
        if (w1)
            sel_low_words(&s1, w1);
        else if (w0)
            sel_low_words(&s0, w0);
    }
    if (genx_elt_b(t) != 4 || !is_wide(&s0) || !is_wide(&s1)) {
        bool mixed = is_wide(&s0) != is_wide(&s1);
        if (mixed && !is_wide(&s0)) { // the dword goes first, the narrower source second
            isa_operand x = s0;
            s0 = s1;
            s1 = x;
        }
        if (mixed && s0.file == ISA_FILE_IMM)
            s0 = sel_to_temp(S, s0, lanes);
        sel_emit2(S, ISA_MUL, lanes, dst, s0, s1, !mixed, c); // widens a byte in the second source to a word
        return true;
    }
    if (s1.file == ISA_FILE_IMM)
        s1 = sel_to_temp(S, s1, lanes);
    if (s0.file == ISA_FILE_IMM)
        s0 = sel_to_temp(S, s0, lanes);
    sel_emit2(S, MIR_MUL32, lanes, dst, s0, s1, false, c);
    return true;
}

static bool select_div(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, const sel_ctl *c) {
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    bool sign = o == LLVMSDiv || o == LLVMSRem, rem = o == LLVMURem || o == LLVMSRem;
    if (!S->m->has_idiv || genx_elt_b(LLVMTypeOf(v)) != 4) {
        sel_error(S, "CM0930", "integer division of this type is not supported on %s", S->m->name);
        return true;
    }
    isa_operand s0 = sel_source(S, v, 0, lanes, sign, 0);
    isa_operand s1 = sel_source(S, v, 1, lanes, sign, 0);
    mir_inst *i = sel_emit2(S, ISA_MATH, lanes, typed(dst, LLVMTypeOf(v), sign), s0, s1, false, c);
    i->i.fc = rem ? ISA_MATH_IREM : ISA_MATH_IQOT;
    return true;
}

static bool select_cast(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, const sel_ctl *c) {
    bool src_signed = true, dst_signed = true;
    unsigned allow = SEL_BYTE | SEL_INDIRECT | SEL_MODS;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMZExt:
        src_signed = dst_signed = false;
        break;
    case LLVMUIToFP:
        src_signed = false;
        break;
    case LLVMFPToUI:
        dst_signed = false;
        break;
    case LLVMTrunc:
        src_signed = dst_signed = false;
        break;
    case LLVMSExt:
    case LLVMSIToFP:
    case LLVMFPToSI:
    case LLVMFPExt:
    case LLVMFPTrunc:
        break;
    default:
        return false;
    }
    isa_operand s = sel_source(S, v, 0, lanes, src_signed, allow);
    sel_emit1(S, ISA_MOV, lanes, typed(dst, LLVMTypeOf(v), dst_signed), s, c);
    return true;
}

static bool select_select(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, sel_ctl c) {
    LLVMTypeRef t = LLVMTypeOf(v);
    sel_ctl p = sel_pred(S, LLVMGetOperand(v, 0), lanes);
    unsigned allow = SEL_IMM | SEL_BYTE | SEL_INDIRECT_ONE;
    isa_operand a = sel_source(S, v, 1, lanes, true, allow);
    isa_operand b = sel_source(S, v, 2, lanes, true, allow);
    dst = typed(dst, t, true);
    p.sat = c.sat;
    if (!p.flag) { // the condition is a constant
        sel_mov(S, lanes, dst, p.inv ? b : a, &c);
        return true;
    }
    if (a.file == ISA_FILE_IMM &&
        b.file == ISA_FILE_IMM) { // the first source needs a register, which other uses can share
        if (genx_elt_b(t) > 4 || lanes == 1) {
            sel_mov(S, lanes, dst, b, NULL);
            sel_mov(S, lanes, dst, a, &p);
            return true;
        }
        mir_var *one = sel_var(S, MIR_VAR_GRF, (isa_type)a.type, isa_type_size_b((isa_type)a.type), "c");
        sel_mov(S, 1, sel_dst(one, 0, (isa_type)a.type, 1), a, NULL);
        a = sel_scalar(one, 0, (isa_type)a.type);
    }
    if (a.file == ISA_FILE_IMM || sel_elt_b(&b) == 1) { // only the second source may be an immediate
        isa_operand x = a;
        a = b;
        b = x;
        p.inv = !p.inv;
    }
    sel_emit2(S, ISA_SEL, lanes, dst, a, b, false, &p);
    return true;
}

bool sel_alu(sel *S, LLVMValueRef v, isa_operand dst, uint32_t lanes, sel_ctl c) {
    LLVMValueRef x;
    unsigned op;
    if (!sel_knows_types(S, v))
        return true;
    if (genx_call_id(v) != GENX_NONE || LLVMIsACallInst(v))
        return sel_intrinsic(S, v, dst, lanes, c);
    if (bale_is_neg(v, &x, &op)) {
        isa_operand s = negated(sel_source(S, v, op, lanes, true, SEL_BYTE | SEL_MODS));
        sel_mov(S, lanes, typed(dst, LLVMTypeOf(v), true), s, &c);
        return true;
    }
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMMul:
        return select_mul(S, v, dst, lanes, &c);
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return select_div(S, v, dst, lanes, &c);
    case LLVMFDiv:
        dst.type = ISA_DF;
        return sel_quotient(S, v, dst, lanes, &c);
    case LLVMSelect:
        return select_select(S, v, dst, lanes, c);
    default:
        break;
    }
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        if (rows[i].from == LLVMGetInstructionOpcode(v))
            return select_row(S, v, &rows[i], dst, lanes, &c);
    return select_cast(S, v, dst, lanes, &c);
}
