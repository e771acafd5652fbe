// SPDX-License-Identifier: MIT
// Selects matrix products of the systolic unit (dpas, dpasw) and reads of the thread's state registers.
//
//   %d = dpas2 <64 x float> %c, <64 x i32> %b, <64 x i32> %a, 10, 10, 8, 8, 1, 1
// becomes
//   dpas.8x8 (8|M0) %d:f %c:f %b:hf %a:hf
//
// Sources: genx-ir-and-passes A.7, isa-semantics 3.2 and 5.9, cm-language 11.

#include "sel_priv.h"

typedef struct dpas_call {
    LLVMValueRef acc, b, a; // acc NULL: no accumulator
    uint64_t prec_b, prec_a, depth, repeat, dst_signed, acc_signed;
    bool wide;
} dpas_call;

// Element types by precision code.
static isa_type element(uint64_t code, uint32_t *bits) {
    static const uint8_t types[] = {ISA_TYPE_NONE, ISA_TYPE_NONE, ISA_TYPE_NONE, ISA_U2, ISA_S2,  ISA_U4,  ISA_S4,
                                    ISA_UB,        ISA_B,         ISA_BF,        ISA_HF, ISA_BF8, ISA_TF32};
    const isa_type type = code < sizeof(types) ? (isa_type)types[code] : ISA_TYPE_NONE;
    *bits = isa_type_bits(type);
    return type;
}

static bool constant(sel *S, LLVMValueRef v, unsigned op, uint64_t *out) {
    if (genx_const_u64(LLVMGetOperand(v, op), out))
        return true;
    sel_error(S, "CM0950", "argument %u of a dpas must be a constant", op + 1);
    return false;
}

static bool take_call(sel *S, LLVMValueRef v, dpas_call *c) {
    genx_id id = genx_call_id(v);
    bool none = id == GENX_DPAS_NOSRC0 || id == GENX_DPASW_NOSRC0;
    unsigned k = none ? 0 : 1;
    *c = (dpas_call){.wide = id == GENX_DPASW || id == GENX_DPASW_NOSRC0, .dst_signed = 1, .acc_signed = 1};
    c->acc = none ? NULL : LLVMGetOperand(v, 0);
    c->b = LLVMGetOperand(v, k);
    c->a = LLVMGetOperand(v, k + 1);
    if (c->acc && LLVMIsConstant(c->acc) && (LLVMIsNull(c->acc) || LLVMIsUndef(c->acc)))
        c->acc = NULL;
    if (id == GENX_DPAS2)
        return constant(S, v, 3, &c->prec_b) && constant(S, v, 4, &c->prec_a) && constant(S, v, 5, &c->depth) &&
               constant(S, v, 6, &c->repeat) && constant(S, v, 7, &c->dst_signed) && constant(S, v, 8, &c->acc_signed);
    uint64_t info;
    if (!constant(S, v, k + 2, &info))
        return false;
    c->prec_b = info & 255;
    c->prec_a = info >> 8 & 255;
    c->depth = info >> 16 & 255;
    c->repeat = info >> 24 & 255;
    return true;
}

// The type in which a result of dwords, halves or floats is computed; ISA_TYPE_NONE if the sources do not allow it.
static isa_type accumulator(LLVMTypeRef t, isa_type b, bool is_signed) {
    bool ints = !isa_type_is_float(b);
    switch (LLVMGetTypeKind(genx_elt_type(t))) {
    case LLVMFloatTypeKind:
        return ints ? ISA_TYPE_NONE : ISA_F;
    case LLVMHalfTypeKind:
        return b == ISA_HF ? ISA_HF : b == ISA_BF ? ISA_BF : ISA_TYPE_NONE;
    case LLVMBFloatTypeKind:
        return b == ISA_BF ? ISA_BF : ISA_TYPE_NONE;
    default:
        if (genx_elt_bits(t) == 16)
            return b == ISA_BF ? ISA_BF : ISA_TYPE_NONE;
        return ints && genx_elt_bits(t) == 32 ? is_signed ? ISA_D : ISA_UD : ISA_TYPE_NONE;
    }
}

static bool sizes_fit(sel *S, LLVMValueRef v, const dpas_call *c, uint32_t bits_b, uint32_t bits_a) {
    uint32_t wide = bits_a > bits_b ? bits_a : bits_b, ops = wide <= 4 ? 8 : 32 / wide, lanes = S->m->native_exec_32b;
    uint32_t rows = (uint32_t)c->repeat, rows_a = c->wide ? (rows + 1) / 2 : rows;
    uint32_t want_b = 8 * ops * lanes * bits_b / 8, want_a = 8 * ops * rows_a * bits_a / 8;
    uint32_t n = genx_lanes(LLVMTypeOf(v)), have_b = genx_size_b(LLVMTypeOf(c->b)),
             have_a = genx_size_b(LLVMTypeOf(c->a));
    if (n != lanes * rows)
        sel_error(S, "CM0951", "a dpas of %u rows produces %u elements on %s, not %u", (unsigned)rows,
                  (unsigned)(lanes * rows), S->m->name, (unsigned)n);
    else if (c->acc && genx_lanes(LLVMTypeOf(c->acc)) != n)
        sel_error(S, "CM0951", "the accumulator of a dpas must have as many elements as its result, %u, not %u",
                  (unsigned)n, (unsigned)genx_lanes(LLVMTypeOf(c->acc)));
    else if (have_b != want_b || have_a != want_a)
        sel_error(S, "CM0951", "this dpas takes %u and %u bytes in its second and third operand on %s, not %u and %u",
                  (unsigned)want_b, (unsigned)want_a, S->m->name, (unsigned)have_b, (unsigned)have_a);
    else
        return true;
    return false;
}

static bool check(sel *S, LLVMValueRef v, const dpas_call *c, isa_type b, isa_type a) {
    const char *what = c->wide ? "dpasw" : "dpas";
    if (!isa_op_exists(S->m, c->wide ? ISA_DPASW : ISA_DPAS)) {
        sel_error(S, "CM0952", "%s is not available on %s", what, S->m->name);
        return false;
    }
    if (b == ISA_TYPE_NONE || a == ISA_TYPE_NONE || (isa_type_is_float(b) && a != b) ||
        isa_type_is_float(a) != isa_type_is_float(b)) {
        sel_error(S, "CM0952", "%s of precisions %u and %u is not supported", what, (unsigned)c->prec_b,
                  (unsigned)c->prec_a);
        return false;
    }
    if (c->depth != 8 || c->repeat < 1 || c->repeat > 8) {
        sel_error(S, "CM0952", "a %s must have depth 8 and 1 to 8 repetitions, not %u and %u", what, (unsigned)c->depth,
                  (unsigned)c->repeat);
        return false;
    }
    isa_type d = accumulator(LLVMTypeOf(v), b, true);
    bool narrow = d == ISA_HF || d == ISA_BF;
    bool tf32 = b == ISA_TF32 && S->m->native_exec_32b < 16;
    if (d == ISA_TYPE_NONE || (narrow && !S->m->dpas_narrow_acc) || tf32) {
        char *t = LLVMPrintTypeToString(LLVMTypeOf(v));
        sel_error(S, "CM0952", "a %s of these operands with a result of type %s is not available on %s", what, t,
                  S->m->name);
        LLVMDisposeMessage(t);
        return false;
    }
    return true;
}

static void select_dpas(sel *S, LLVMValueRef v) {
    dpas_call c;
    uint32_t bits_b, bits_a;
    mir_var *d = sel_var_for(S, LLVMTypeOf(v), v);
    d->align_b = S->m->grf_b;
    sel_bind(S, v, d, 0);
    if (!take_call(S, v, &c))
        return;
    isa_type b = element(c.prec_b, &bits_b), a = element(c.prec_a, &bits_a);
    if (!check(S, v, &c, b, a) || !sizes_fit(S, v, &c, bits_b, bits_a))
        return;
    isa_type dst = accumulator(LLVMTypeOf(v), b, c.dst_signed != 0);
    isa_type acc = c.acc ? accumulator(LLVMTypeOf(c.acc), b, c.acc_signed != 0) : dst;
    if (dst == ISA_UD && (acc == ISA_D || isa_type_is_signed(b) ||
                          isa_type_is_signed(a))) // rule 67; signed and unsigned results have the same bits
        dst = acc = ISA_D;
    isa_operand s0 = isa_null(acc), s1 = sel_whole(S, c.b), s2 = sel_whole(S, c.a);
    if (c.acc && genx_elt_bits(LLVMTypeOf(c.acc)) ==
                     genx_elt_bits(LLVMTypeOf(v))) { // in place: coalesced if the old value dies here
        sel_copy(S, d, 0, sel_value(S, c.acc), genx_size_b(LLVMTypeOf(v)));
        s0 = mir_src(d, 0, acc, (isa_region){1, 1, 0});
    } else if (c.acc) {
        s0 = sel_whole(S, c.acc);
    }
    mir_inst *i = sel_inst(S, c.wide ? ISA_DPASW : ISA_DPAS, S->m->native_exec_32b);
    isa_region row = {1, 1, 0};
    s0.type = (uint8_t)(acc == ISA_TYPE_NONE ? dst : acc);
    s1.type = (uint8_t)b;
    s2.type = (uint8_t)a;
    if (c.acc)
        s0.rgn = row;
    s1.rgn = s2.rgn = row;
    i->i.dst = sel_dst(d, 0, dst, 1);
    i->i.src[0] = s0;
    i->i.src[1] = s1;
    i->i.src[2] = s2;
    i->i.dpas_depth = (uint8_t)c.depth;
    i->i.dpas_count = (uint8_t)c.repeat;
}

// Reads dwords of an architecture register, one at a time because such registers have no regions.
static void read_state(sel *S, LLVMValueRef v, isa_arf file, uint32_t first, uint32_t n) {
    mir_var *d = sel_var_for(S, LLVMTypeOf(v), v);
    uint32_t lanes = genx_size_b(LLVMTypeOf(v)) / 4;
    for (uint32_t k = 0; k < lanes; k++) {
        isa_operand s =
            k < n ? isa_arf_reg(file, 0, (int32_t)(first + k) * 4, ISA_UD, (isa_region){0, 1, 0}) : isa_imm(0, ISA_UD);
        sel_mov(S, 1, sel_dst(d, (int32_t)k * 4, ISA_UD, 1), s, NULL);
    }
    sel_bind(S, v, d, 0);
}

// Writes the lane number to each lane: 0, 1, 2, ...
static void lane_id(sel *S, LLVMValueRef v) {
    mir_var *d = sel_var_for(S, LLVMTypeOf(v), v);
    uint32_t lanes = genx_lanes(LLVMTypeOf(v)), e = genx_elt_b(LLVMTypeOf(v));
    isa_type t = sel_type(LLVMTypeOf(v), false);
    for (uint32_t k = 0; k < lanes; k++)
        sel_mov(S, 1, sel_dst(d, (int32_t)(k * e), t, 1), isa_imm(k, t), NULL);
    sel_bind(S, v, d, 0);
}

bool sel_unit(sel *S, LLVMValueRef v) {
    switch (genx_call_id(v)) {
    case GENX_DPAS:
    case GENX_DPAS2:
    case GENX_DPAS_NOSRC0:
    case GENX_DPASW:
    case GENX_DPASW_NOSRC0:
        select_dpas(S, v);
        return true;
    case GENX_TIMESTAMP:
        read_state(S, v, ISA_ARF_TM, 0, 4);
        return true;
    case GENX_SR0:
        read_state(S, v, ISA_ARF_SR, 0, 4);
        return true;
    case GENX_GET_HWID: // the thread's number in sr0.0; its layout differs by family
        read_state(S, v, ISA_ARF_SR, 0, 1);
        return true;
    case GENX_CR0:
        read_state(S, v, ISA_ARF_CR, 0, 3);
        return true;
    case GENX_CE0:
        read_state(S, v, ISA_ARF_CE, 0, 1);
        return true;
    case GENX_LANE_ID:
        lane_id(S, v);
        return true;
    default:
        return false;
    }
}
