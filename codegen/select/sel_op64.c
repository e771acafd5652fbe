// SPDX-License-Identifier: MIT
// Selects 64-bit integers as pairs of dwords, low dword first. Additions are pseudo instructions, which become one
// instruction where the target has it. So do shifts by constants where the target has 64-bit shifts. All other
// operations work on the halves, which are regions of stride 2.

#include "sel_priv.h"

// Half h of each lane of an operand that was extended from 32 bits or fewer.
static isa_operand extended_half(sel *S, isa_operand o, unsigned h, uint32_t lanes, isa_type t) {
    bool sign = isa_type_is_signed((isa_type)o.type);
    isa_type own = sign ? ISA_D : ISA_UD;
    if (h == 1 && !sign)
        return isa_imm(0, t);
    if (h == 1 || isa_type_size_b((isa_type)o.type) < 4) {
        mir_var *x = sel_var(S, MIR_VAR_GRF, own, lanes * 4, "x");
        if (h == 1)
            sel_emit2(S, ISA_ASR, lanes, sel_dst(x, 0, own, 1), o, isa_imm(31, ISA_UW), false, NULL);
        else
            sel_mov(S, lanes, sel_dst(x, 0, own, 1), o, NULL);
        return sel_lanes(S, x, 0, lanes, t);
    }
    o.type = (uint8_t)t;
    return o;
}

// Half h (0 low, 1 high) of each lane of an operand with 64-bit elements, or of one that is extended to them.
static isa_operand half_src(sel *S, isa_operand o, unsigned h, uint32_t lanes, isa_type t) {
    int32_t off[RGN_MAX_LANES];
    isa_region hw = {0, 1, 0};
    if (o.file == ISA_FILE_IMM)
        return isa_imm(h ? o.imm >> 32 : o.imm & 0xffffffffu, t);
    if (isa_type_size_b((isa_type)o.type) < 8)
        return extended_half(S, o, h, lanes, t);
    if (o.indirect) { // one row, or one address for each lane: the same addresses plus four bytes
        o.addr_imm = (int16_t)(o.addr_imm + 4 * (int)h);
        o.rgn.v = (uint8_t)(o.rgn.v == ISA_VXH ? ISA_VXH : o.rgn.v * 2);
        o.rgn.h = (uint8_t)(o.rgn.h * (o.rgn.v == ISA_VXH ? 1 : 2));
        o.type = (uint8_t)t;
        return o;
    }
    for (uint32_t k = 0; k < lanes; k++)
        off[k] = o.off_b + isa_region_offset_b(o.rgn, ISA_UQ, k) + 4 * (int32_t)h;
    if (!rgn_source(S->m, off, lanes, 4, &hw))
        sel_error(S, "CM0921", "internal: a 64-bit region of %u lanes was not split", (unsigned)lanes);
    o.off_b = off[0];
    o.rgn = hw;
    o.type = (uint8_t)t;
    return o;
}

static isa_operand half_dst(isa_operand d, unsigned h, isa_type t) {
    if (d.indirect)
        d.addr_imm = (int16_t)(d.addr_imm + 4 * (int)h);
    else
        d.off_b += 4 * (int32_t)h;
    d.rgn.h = (uint8_t)(d.rgn.h * 2);
    d.type = (uint8_t)t;
    return d;
}

void sel_mov64(sel *S, isa_operand dst, isa_operand src, uint32_t lanes, const sel_ctl *c) {
    if (dst.rgn.h > 2) {
        sel_error(S, "CM0933", "internal: a write of 64-bit elements with stride %d was not split", dst.rgn.h);
        return;
    }
    if (dst.indirect && src.file == ISA_FILE_VREG &&
        lanes > 1) { // the write may overlap the source, see apart_from_sources
        mir_var *t = sel_var(S, MIR_VAR_GRF, ISA_UQ, lanes * 8, "n");
        sel_mov64(S, sel_dst(t, 0, ISA_UQ, 1), src, lanes, NULL);
        src = sel_lanes(S, t, 0, lanes, ISA_UQ);
    }
    bool packed = !(c && (c->flag || c->on)) && dst.rgn.h == 1 && src.file == ISA_FILE_VREG && lanes <= 16 &&
                  lanes * 8 <= 2u * S->m->grf_b && !dst.indirect && !src.indirect;
    for (uint32_t k = 0; k < lanes && packed; k++)
        packed = isa_region_offset_b(src.rgn, ISA_UQ, k) == (int32_t)k * 8;
    if (packed) { // one mov of twice as many dwords
        isa_operand d = dst;
        d.type = ISA_UD;
        sel_mov(S, lanes * 2, d, sel_lanes(S, S->fn->vars.data[src.reg], src.off_b, lanes * 2, ISA_UD), NULL);
        return;
    }
    for (unsigned h = 0; h < 2; h++)
        sel_mov(S, lanes, half_dst(dst, h, ISA_UD), half_src(S, src, h, lanes, ISA_UD), c);
}

// An operand of 64-bit lanes; a constant is materialized in a variable.
static isa_operand src64(sel *S, LLVMValueRef v, unsigned op, uint32_t lanes) {
    LLVMValueRef x = LLVMGetOperand(v, op);
    uint64_t bits;
    if (LLVMIsAConstant(x) && genx_const_splat(x, &bits)) {
        mir_var *t = sel_var(S, MIR_VAR_GRF, ISA_UQ, 8, "c");
        sel_splat(S, t, 0, 8, 1, bits, false);
        return sel_scalar(t, 0, ISA_UQ);
    }
    return sel_source(S, v, op, lanes, false, 0);
}

// An operand of a sum or of logic. A constant stays: it becomes an immediate, or an immediate for each half.
static isa_operand summand(sel *S, LLVMValueRef v, unsigned op, uint32_t lanes) {
    uint64_t bits;
    LLVMValueRef x = LLVMGetOperand(v, op);
    return LLVMIsAConstant(x) && genx_const_splat(x, &bits) ? isa_imm(bits, ISA_UQ) : src64(S, v, op, lanes);
}

static bool sum(sel *S, LLVMValueRef v, uint16_t op, isa_operand d, uint32_t lanes) {
    isa_operand a = summand(S, v, 0, lanes), b = summand(S, v, 1, lanes);
    sel_emit2(S, op, lanes, d, a, b, false, NULL);
    return true;
}

static void extend(sel *S, LLVMValueRef v, isa_operand d, uint32_t lanes) {
    bool sign = LLVMIsASExtInst(v) != NULL;
    isa_operand s = sel_source(S, v, 0, lanes, sign, SEL_BYTE);
    isa_type t = sign ? ISA_D : ISA_UD;
    if (S->m->has_int64_mov && lanes == 1 && s.type == t &&
        !d.indirect) { // with more lanes, the regions of both widths do not match
        d.type = sign ? ISA_Q : ISA_UQ;
        sel_mov(S, 1, d, s, NULL);
        return;
    }
    sel_mov(S, lanes, half_dst(d, 0, t), s, NULL);
    if (!sign) {
        sel_mov(S, lanes, half_dst(d, 1, t), isa_imm(0, ISA_UD), NULL);
        return;
    }
    isa_operand lo =
        half_src(S, mir_src(S->fn->vars.data[d.reg], d.off_b, ISA_UQ, (isa_region){1, 1, 0}), 0, lanes, ISA_D);
    sel_emit2(S, ISA_ASR, lanes, half_dst(d, 1, t), lo, isa_imm(31, ISA_UW), false, NULL);
}

// Whether half h of all lanes of a value is this constant.
static bool known_half(LLVMValueRef x, unsigned h, uint32_t *half) {
    uint64_t bits, n;
    *half = 0;
    if (LLVMIsAConstant(x)) {
        bool splat = genx_const_splat(x, &bits);
        *half = splat ? (uint32_t)(bits >> 32 * h) : 0;
        return splat;
    }
    if (!LLVMIsAInstruction(x))
        return false;
    LLVMOpcode o = LLVMGetInstructionOpcode(x);
    if (o == LLVMZExt)
        return h == 1;
    return (o == LLVMShl || o == LLVMLShr) && h == (o == LLVMLShr) && LLVMIsConstant(LLVMGetOperand(x, 1)) &&
           genx_const_splat(LLVMGetOperand(x, 1), &n) && n >= 32 && n < 64;
}

// One half of a logic operation. A known half of an operand makes it a move, or a constant, or an immediate.
static void logic_half(sel *S, LLVMValueRef v, uint16_t op, const isa_operand *d, unsigned h, uint32_t lanes,
                       isa_operand s[2]) {
    isa_operand to = half_dst(*d, h, ISA_UD);
    for (unsigned k = 0; k < 2; k++) {
        uint32_t c;
        if (!known_half(LLVMGetOperand(v, k), h, &c))
            continue;
        if ((op == ISA_AND && c == 0) || (op == ISA_OR && c == UINT32_MAX))
            sel_mov(S, lanes, to, isa_imm(c, ISA_UD), NULL);
        else if (c == (op == ISA_AND ? UINT32_MAX : 0))
            sel_mov(S, lanes, to, half_src(S, s[1 - k], h, lanes, ISA_UD), NULL);
        else
            sel_emit2(S, op, lanes, to, half_src(S, s[1 - k], h, lanes, ISA_UD), isa_imm(c, ISA_UD), true, NULL);
        return;
    }
    isa_operand a = half_src(S, s[0], h, lanes, ISA_UD);
    isa_operand b = half_src(S, s[1], h, lanes, ISA_UD);
    sel_emit2(S, op, lanes, to, a, b, true, NULL);
}

static bool logic(sel *S, LLVMValueRef v, uint16_t op, isa_operand d, uint32_t lanes) {
    isa_operand s[2];
    for (unsigned k = 0; k < 2; k++)
        s[k] = summand(S, v, k, lanes);
    for (unsigned h = 0; h < 2; h++)
        logic_half(S, v, op, &d, h, lanes, s);
    return true;
}

// Emits a shift as one instruction, which may also extend its source.
static bool native_shift(sel *S, LLVMOpcode o, isa_operand d, isa_operand a, uint64_t n, uint32_t lanes) {
    bool sign = o == LLVMAShr;
    if (!S->m->has_int64_mov || d.indirect || a.indirect)
        return false;
    if (isa_type_size_b((isa_type)a.type) == 8)
        a.type = sign ? ISA_Q : ISA_UQ;
    d.type = sign ? ISA_Q : ISA_UQ;
    sel_emit2(S, o == LLVMShl ? ISA_SHL : sign ? ISA_ASR : ISA_SHR, lanes, d, a, isa_imm(n, ISA_UW), false, NULL);
    return true;
}

static void shift_dword(sel *S, uint16_t op, isa_operand d, isa_operand a, uint64_t n, uint32_t lanes) {
    if (n == 0)
        sel_mov(S, lanes, d, a, NULL);
    else
        sel_emit2(S, op, lanes, d, a, isa_imm(n, ISA_UW), false, NULL);
}

// A shift of a number that was extended from 32 bits or fewer; its high half needs no instructions.
static void shift_extended(sel *S, LLVMOpcode o, isa_operand d, isa_operand a, unsigned n, uint32_t lanes) {
    bool sign = isa_type_is_signed((isa_type)a.type);
    isa_type t = sign ? ISA_D : ISA_UD;
    uint16_t right = sign ? ISA_ASR : ISA_SHR;
    isa_operand lo = half_dst(d, 0, t), hi = half_dst(d, 1, t), zero = isa_imm(0, t);
    a = extended_half(S, a, 0, lanes, t);
    if (o != LLVMShl) { // the sign fills what is shifted in
        if (n >= 32 && !sign)
            sel_mov(S, lanes, lo, zero, NULL);
        else
            shift_dword(S, right, lo, a, n < 32 ? n : 31, lanes);
    } else if (n < 32) {
        shift_dword(S, ISA_SHL, lo, a, n, lanes);
        if (n > 0)
            shift_dword(S, right, hi, a, 32 - n, lanes);
    } else {
        sel_mov(S, lanes, lo, zero, NULL);
        shift_dword(S, ISA_SHL, hi, a, n - 32, lanes);
    }
    if ((o != LLVMShl || n == 0) && sign)
        shift_dword(S, right, hi, a, 31, lanes);
    else if (o != LLVMShl || n == 0)
        sel_mov(S, lanes, hi, zero, NULL);
}

// Emits a shift by a constant: a move or shift for each dword, plus two shifts and an or for the bits that cross.
static bool shift(sel *S, LLVMValueRef v, LLVMOpcode o, isa_operand d, uint32_t lanes) {
    uint64_t n;
    if (!LLVMIsConstant(LLVMGetOperand(v, 1)) || !genx_const_splat(LLVMGetOperand(v, 1), &n))
        return false;
    n &= 63; // larger counts are poison
    isa_operand a = src64(S, v, 0, lanes);
    if (native_shift(S, o, d, a, n, lanes))
        return true;
    if (isa_type_size_b((isa_type)a.type) < 8) {
        shift_extended(S, o, d, a, (unsigned)n, lanes);
        return true;
    }
    bool left = o == LLVMShl;
    isa_type ht = o == LLVMAShr ? ISA_D : ISA_UD;
    uint16_t top = left ? ISA_SHL : o == LLVMAShr ? ISA_ASR : ISA_SHR;
    unsigned from = left ? 0 : 1, to = left ? 1 : 0; // bits move from half `from` to half `to`
    isa_operand giver = half_src(S, a, from, lanes, left ? ISA_UD : ht), taker = half_src(S, a, to, lanes, ISA_UD);
    if (n >= 32) {
        sel_emit2(S, top, lanes, half_dst(d, to, left ? ISA_UD : ht), giver, isa_imm(n - 32, ISA_UW), false, NULL);
        if (o == LLVMAShr)
            sel_emit2(S, ISA_ASR, lanes, half_dst(d, from, ISA_D), giver, isa_imm(31, ISA_UW), false, NULL);
        else
            sel_mov(S, lanes, half_dst(d, from, ISA_UD), isa_imm(0, ISA_UD), NULL);
        return true;
    }
    sel_emit2(S, top, lanes, half_dst(d, from, left ? ISA_UD : ht), giver, isa_imm(n, ISA_UW), false, NULL);
    if (n == 0) {
        sel_mov(S, lanes, half_dst(d, to, ISA_UD), taker, NULL);
        return true;
    }
    mir_var *x = sel_var(S, MIR_VAR_GRF, ISA_UD, lanes * 4, "s"), *y = sel_var(S, MIR_VAR_GRF, ISA_UD, lanes * 4, "s");
    giver.type = ISA_UD;
    sel_emit2(S, left ? ISA_SHR : ISA_SHL, lanes, sel_dst(x, 0, ISA_UD, 1), giver, isa_imm(32 - n, ISA_UW), false,
              NULL);
    sel_emit2(S, left ? ISA_SHL : ISA_SHR, lanes, sel_dst(y, 0, ISA_UD, 1), taker, isa_imm(n, ISA_UW), false, NULL);
    sel_emit2(S, ISA_OR, lanes, half_dst(d, to, ISA_UD), sel_lanes(S, x, 0, lanes, ISA_UD),
              sel_lanes(S, y, 0, lanes, ISA_UD), true, NULL);
    return true;
}

static bool select64(sel *S, LLVMValueRef v, isa_operand d, uint32_t lanes) {
    sel_ctl p = sel_pred(S, LLVMGetOperand(v, 0), lanes);
    isa_operand a = src64(S, v, 1, lanes), b = src64(S, v, 2, lanes);
    if (!p.flag) {
        sel_mov64(S, d, p.inv ? b : a, lanes, NULL);
        return true;
    }
    for (unsigned h = 0; h < 2; h++) {
        isa_operand x = half_src(S, a, h, lanes, ISA_UD);
        isa_operand y = half_src(S, b, h, lanes, ISA_UD);
        sel_emit2(S, ISA_SEL, lanes, half_dst(d, h, ISA_UD), x, y, false, &p);
    }
    return true;
}

bool sel_alu64(sel *S, LLVMValueRef v, isa_operand d, const sel_ctl *c) {
    uint32_t lanes = genx_lanes(LLVMTypeOf(v));
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    if (!sel_knows_types(S, v))
        return true;
    if (genx_is_float(LLVMTypeOf(v)) && o != LLVMSelect) {
        d.type = ISA_DF;
        return S->m->has_fp64 && sel_alu(S, v, d, lanes, *c);
    }
    if (lanes > S->m->native_exec_32b)
        return false;
    d.type = ISA_UQ;
    switch (o) {
    case LLVMAdd:
    case LLVMSub:
        return sum(S, v, o == LLVMAdd ? MIR_ADD64 : MIR_SUB64, d, lanes);
    case LLVMZExt:
    case LLVMSExt:
        extend(S, v, d, lanes);
        return true;
    case LLVMAnd:
        return logic(S, v, ISA_AND, d, lanes);
    case LLVMOr:
        return logic(S, v, ISA_OR, d, lanes);
    case LLVMXor:
        return logic(S, v, ISA_XOR, d, lanes);
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return shift(S, v, o, d, lanes);
    case LLVMSelect:
        return select64(S, v, d, lanes);
    default:
        return false;
    }
}
