// SPDX-License-Identifier: MIT
// Rules 55 to 62 (send), 64 to 69 (dpas) and 70 to 78 (flags, modifiers, control).

#include "validate_priv.h"

typedef struct reg_range {
    int32_t first, count; // registers
} reg_range;

static bool overlap(reg_range a, reg_range b) {
    return a.count > 0 && b.count > 0 && a.first < b.first + b.count && b.first < a.first + a.count;
}

static bool is_grf(const isa_operand *o) {
    return o->file == ISA_FILE_GRF && !o->indirect;
}

static void whole_register(vctx *v, const isa_operand *o, const char *what, bool may_be_null) {
    bool absent = v_is_null(o) || o->file == ISA_FILE_NONE;
    if (o == v->in->src && isa_is_gather(v->m, v->in))
        return;
    if (absent ? !may_be_null : !is_grf(o) || o->off_b % v->m->grf_b != 0)
        v_fail(v, 55, "%s is not a whole general register%s", what, may_be_null ? " or null" : "");
}

// Rule 62: the descriptor's lengths must match the operands and the register file.
static void send_length(vctx *v, const isa_operand *o, const char *what, int32_t len) {
    bool absent = v_is_null(o) || o->file == ISA_FILE_NONE;
    if (absent && len > 0)
        v_fail(v, 62, "%s is null, but the message needs %d registers for it", what, len);
    else if (is_grf(o) && len == 0)
        v_fail(v, 62, "%s is r%u, but the message needs no register for it", what, o->reg);
    else if (is_grf(o) && (int32_t)o->reg + len > v->m->grf_count_large)
        v_fail(v, 62, "%s reaches r%d, but there are only %u registers", what, (int32_t)o->reg + len - 1,
               v->m->grf_count_large);
}

static void send_end_of_thread(vctx *v, reg_range src0, reg_range src1) {
    const int first = v->m->eot_first;
    if (!v->in->eot)
        return;
    if (src0.first < first || (src1.count > 0 && src1.first < first))
        v_fail(v, 59, "end of thread is sent from r%d, expected r%d or above",
               src0.first < first ? src0.first : src1.first, first);
    if (is_grf(&v->in->dst))
        v_fail(v, 59, "end of thread has destination r%u, expected null", v->in->dst.reg);
}

static void send_overlap(vctx *v, reg_range dst, reg_range src0, reg_range src1) {
    bool sources = overlap(src0, src1), result = overlap(dst, src0) || overlap(dst, src1);
    if (sources && v->in->exec_size > 1)
        v_fail(v, 56, "payloads r%d and r%d overlap", src0.first, src1.first);
    if (result && v->m->no_send_dst_overlap)
        v_fail(v, 57, "result r%d overlaps a payload (r%d, r%d)", dst.first, src0.first, src1.first);
    if (result && v->m->no_send_r127_overlap && overlap(dst, (reg_range){127, 1}))
        v_fail(v, 58, "result r%d to r%d holds r127 and overlaps a payload", dst.first, dst.first + dst.count - 1);
}

static void send_registers(vctx *v) {
    const isa_inst *in = v->in;
    if (in->exdesc_is_reg && (in->exdesc_sub > 7 || (in->exdesc_sub == 0 && in->desc_is_reg)))
        v_fail(v, 60, "extended descriptor is in a0.%u%s", in->exdesc_sub,
               in->desc_is_reg ? ", together with the descriptor in a0.0" : ", expected 0 to 7");
}

void v_send(vctx *v) {
    const isa_inst *in = v->in;
    isa_msg msg;
    bool known = isa_send_describe(v->m, in, &msg) == CMC_OK;
    whole_register(v, &in->dst, "destination", true);
    whole_register(v, &in->src[0], "source 0", false);
    whole_register(v, &in->src[1], "source 1", true);
    send_registers(v);
    bool lsc = known && msg.kind >= ISA_MSG_LSC_LOAD && msg.kind <= ISA_MSG_LSC_ATOMIC;
    if (lsc && msg.simd == 1 && in->exec_size != 1)
        v_fail(v, 61, "transposed message has execution size %u, expected 1", in->exec_size);
    reg_range dst = {(int32_t)in->dst.reg, is_grf(&in->dst) ? msg.rlen_grf : 0};
    reg_range src0 = {(int32_t)in->src[0].reg, msg.mlen_grf};
    reg_range src1 = {(int32_t)in->src[1].reg, is_grf(&in->src[1]) ? msg.xlen_grf : 0};
    if (!in->desc_is_reg) {
        send_length(v, &in->dst, "destination", msg.rlen_grf);
        send_length(v, &in->src[0], "source 0", msg.mlen_grf);
    }
    if (known || !in->exdesc_is_reg)
        send_length(v, &in->src[1], "source 1", msg.xlen_grf);
    send_overlap(v, dst, src0, src1);
    send_end_of_thread(v, src0, src1);
}

// dpas

static bool is_dpas_int(uint8_t t) {
    return t == ISA_UB || t == ISA_B || (t != ISA_TYPE_NONE && isa_type_bits((isa_type)t) < 8);
}

static int32_t dpas_bits(uint8_t t) {
    return (int32_t)isa_type_bits((isa_type)t);
}

static const char *const src_names[3] = {"source 0", "source 1", "source 2"};

static void dpas_operand(vctx *v, const isa_operand *o, const char *what) {
    if (o->mod != ISA_MOD_NONE || o->indirect || v_is_arf(o, ISA_ARF_ACC))
        v_fail(v, 65, "%s %s", what,
               o->mod != ISA_MOD_NONE ? "has a modifier"
               : o->indirect          ? "is indirect"
                                      : "is an accumulator");
}

static void dpas_shape(vctx *v) {
    const isa_inst *in = v->in;
    if (in->dpas_depth != 8 || in->dpas_count < 1 || in->dpas_count > 8 || in->exec_size != v->m->native_exec_32b)
        v_fail(v, 64, "dpas is %ux%u with %u channels, expected depth 8, 1 to 8 rows, %u channels", in->dpas_depth,
               in->dpas_count, in->exec_size, v->m->native_exec_32b);
    if (in->pred != ISA_PRED_NONE || in->cmod != ISA_CMOD_NONE || in->sat)
        v_fail(v, 65, "%s on the destination; dpas takes none",
               in->pred != ISA_PRED_NONE   ? "predicate"
               : in->cmod != ISA_CMOD_NONE ? "condition"
                                           : "saturation");
    dpas_operand(v, &in->dst, "destination");
    for (unsigned i = 0; i < 3; i++)
        dpas_operand(v, &in->src[i], src_names[i]);
}

static void dpas_alignment(vctx *v) {
    const isa_inst *in = v->in;
    int32_t row_b = in->exec_size * v_size_b(&in->dst);
    int32_t a = dpas_bits(in->src[1].type), b = dpas_bits(in->src[2].type), bits = a > b ? a : b;
    int32_t ops = bits <= 4 ? 8 : bits >= 32 ? 1 : 32 / bits, row2_b = 8 * ops * b / 8;
    if (row_b != 0 && (in->dst.off_b % row_b != 0 || (is_grf(&in->src[0]) && in->src[0].off_b % row_b != 0)))
        v_fail(v, 66, "destination at byte %d, source 0 at byte %d, expected multiples of %d", in->dst.off_b,
               in->src[0].off_b, row_b);
    if (in->src[1].off_b % v->m->grf_b != 0)
        v_fail(v, 66, "source 1 at byte %d, expected a whole register", in->src[1].off_b);
    if (row2_b != 0 && in->src[2].off_b % row2_b != 0)
        v_fail(v, 66, "source 2 at byte %d, expected a multiple of %d", in->src[2].off_b, row2_b);
}

static bool dpas_int_types(const isa_inst *in) {
    bool dst_int =
        (in->dst.type == ISA_D || in->dst.type == ISA_UD) && (in->src[0].type == ISA_D || in->src[0].type == ISA_UD);
    bool any_signed = in->src[0].type == ISA_D || isa_type_is_signed((isa_type)in->src[1].type) ||
                      isa_type_is_signed((isa_type)in->src[2].type);
    return dst_int && !(in->dst.type == ISA_UD && any_signed);
}

static bool dpas_float_types(const vctx *v) {
    const isa_inst *in = v->in;
    uint8_t t = in->src[1].type;
    if (t != in->src[2].type || (t != ISA_HF && t != ISA_BF && t != ISA_TF32 && t != ISA_BF8))
        return false;
    bool narrow = v->m->dpas_narrow_acc && (t == ISA_HF || t == ISA_BF);
    bool dst_ok = in->dst.type == ISA_F || (narrow && in->dst.type == t);
    return dst_ok && (in->src[0].type == ISA_F || (narrow && in->src[0].type == t));
}

void v_dpas(vctx *v) {
    const isa_inst *in = v->in;
    dpas_shape(v);
    dpas_alignment(v);
    bool int1 = is_dpas_int(in->src[1].type), int2 = is_dpas_int(in->src[2].type);
    if (int1 != int2)
        v_fail(v, 69, "source 1 of type %s cannot be mixed with source 2 of type %s",
               isa_type_name((isa_type)in->src[1].type), isa_type_name((isa_type)in->src[2].type));
    else if (int1 ? !dpas_int_types(in) : !dpas_float_types(v))
        v_fail(v, 67, "destination %s, source 0 %s, source 1 %s, source 2 %s", isa_type_name((isa_type)in->dst.type),
               isa_type_name((isa_type)in->src[0].type), isa_type_name((isa_type)in->src[1].type),
               isa_type_name((isa_type)in->src[2].type));
}

// Flags, modifiers, control

static bool uses_flag(const isa_inst *in) {
    return in->pred != ISA_PRED_NONE || in->cmod != ISA_CMOD_NONE;
}

static bool is_dword_int(const isa_operand *o) {
    return o->type == ISA_D || o->type == ISA_UD;
}

static void lanes32(vctx *v) {
    const isa_inst *in = v->in;
    if (in->exec_size != 32 || v->m->grf_b != 32)
        return;
    bool wide = v->op->format == ISA_FMT_TERNARY && v_is_reg(&in->dst) && v_size_b(&in->dst) >= 4;
    if (v->op->format == ISA_FMT_MATH || v->op->format == ISA_FMT_DPAS || wide)
        v_fail(v, 78, "32 channels");
}

void v_misc(vctx *v) {
    const isa_inst *in = v->in;
    if (uses_flag(in) &&
        (in->flag_reg >= v->m->flag_count || in->flag_sub > 1 || (in->exec_size == 32 && in->flag_sub != 0)))
        v_fail(v, 70, "flag f%u.%u does not fit %u channels", in->flag_reg, in->flag_sub, in->exec_size);
    bool product = in->op == ISA_MUL || in->op == ISA_MACH;
    if (v->m->no_dword_mul_sat && product && in->sat && (is_dword_int(&in->src[0]) || is_dword_int(&in->src[1])))
        v_fail(v, 72, "destination cannot be saturated with dword source %u", is_dword_int(&in->src[0]) ? 0 : 1);
    if ((in->no_dd_clr || in->no_dd_chk) && v->m->sbid_count != 0)
        v_fail(v, 74, "dependency check control is not supported; %s has a software scoreboard", v->m->name);
    if ((in->op == ISA_NOP || in->op == ISA_WAIT) && in->pred != ISA_PRED_NONE)
        v_fail(v, 76, "predicated");
    if (in->op == ISA_JMPI && (in->exec_size != 1 || !in->no_mask))
        v_fail(v, 77, "execution size %u%s, expected 1 and no mask", in->exec_size,
               in->no_mask ? "" : " under the mask");
    lanes32(v);
}
