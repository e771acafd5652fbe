// SPDX-License-Identifier: MIT
// Predecoding of ALU instructions: picks the driver and the lane operation.

#include "sim_priv.h"

#include <assert.h>

static bool same_bits(const isa_operand *d, const isa_operand *s) {
    bool df = isa_type_is_float((isa_type)d->type), sf = isa_type_is_float((isa_type)s->type);
    if (s->type == ISA_UV || s->type == ISA_V || s->type == ISA_VF || s->mod != ISA_MOD_NONE)
        return false;
    return df || sf ? d->type == s->type : isa_type_size_b((isa_type)d->type) == isa_type_size_b((isa_type)s->type);
}

static uint8_t bits_type(uint8_t type) {
    static const uint8_t by_size[9] = {[1] = ISA_UB, [2] = ISA_UW, [4] = ISA_UD, [8] = ISA_UQ};
    return by_size[isa_type_size_b((isa_type)type)];
}

// Moves and selects that change no bits work on unsigned integers of the same size, so that NaNs and denormals
// survive. Returns whether the instruction became one of these.
static bool make_bitwise(isa_inst *raw) {
    bool sel = raw->op == ISA_SEL && raw->cmod == ISA_CMOD_NONE;
    if ((raw->op != ISA_MOV && !sel) || raw->sat)
        return false;
    for (unsigned s = 0; s < (sel ? 2u : 1u); s++)
        if (!same_bits(&raw->dst, &raw->src[s]))
            return false;
    if (sel && !isa_type_is_float((isa_type)raw->dst.type))
        return false; // integers lose nothing in the ordinary driver
    for (unsigned s = 0; s < (sel ? 2u : 1u); s++)
        raw->src[s].type = bits_type(raw->src[s].type);
    return true;
}

static uint8_t exec_bits(const isa_inst *raw, unsigned n_src) {
    unsigned size = 2;
    for (unsigned s = 0; s < n_src; s++) {
        unsigned b = isa_type_size_b((isa_type)raw->src[s].type);
        size = b > size ? b : size;
    }
    return (uint8_t)(size * 8);
}

static bool is_macro(const isa_inst *raw) {
    return raw->fc == ISA_MATH_INVM || raw->fc == ISA_MATH_RSQTM;
}

static sim_exec_fn driver_of(const isa_inst *raw) {
    switch (raw->op) {
    case ISA_CMP:
    case ISA_CMPN:
        return sim_exec_cmp;
    case ISA_SEL:
        return sim_exec_sel;
    case ISA_CSEL:
        return sim_exec_csel;
    case ISA_SMOV:
        return sim_exec_smov;
    case ISA_MOVI:
        return sim_exec_movi;
    case ISA_LINE:
        return sim_exec_line;
    case ISA_PLN:
        return sim_exec_pln;
    case ISA_MADM:
        return sim_uses_mme(raw) ? sim_exec_madm : sim_exec_alu;
    case ISA_ADDC:
    case ISA_SUBB:
    case ISA_MAC:
    case ISA_MACH:
    case ISA_MACL:
    case ISA_SAD2:
    case ISA_SADA2:
        return sim_exec_acc;
    case ISA_MATH:
        return raw->fc == ISA_MATH_IDIV ? sim_exec_idiv : is_macro(raw) ? sim_exec_macro : sim_exec_alu;
    default:
        return sim_exec_alu;
    }
}

static bool pick_op(const isa_inst *raw, sim_class cls, sim_inst *in) {
    if (raw->op == ISA_MATH && is_macro(raw))
        return cls == SIM_CLASS_F || cls == SIM_CLASS_D;
    if (raw->op == ISA_MATH) {
        in->op = sim_math_op(raw, cls);
        return in->op != NULL;
    }
    if (cls == SIM_CLASS_I || cls == SIM_CLASS_Q)
        return sim_int_ops(raw->op, cls, &in->op, &in->cmp);
    return sim_float_ops(raw, cls, &in->op, &in->cmp);
}

// Families that have no macl opcode write it as mach without AccWrEn.
static void name_product(const isa_model *m, sim_inst *in) {
    if (in->op_id == ISA_MACH && m->macl_is_mach && !in->acc_wr_en)
        in->op_id = ISA_MACL;
    bool own = in->op_id == ISA_MACH || in->op_id == ISA_MACL || in->op_id == ISA_ADDC || in->op_id == ISA_SUBB;
    if (own) // the driver itself writes the accumulator
        in->acc_wr_en = false;
}

static bool raw_mov_fits(const sim_inst *in) {
    uint8_t p = in->src[0].place;
    return in->op_id == ISA_MOV && in->dst.place != SIM_PLACE_ACC && !in->acc_wr_en &&
           (p == SIM_PLACE_REG || p == SIM_PLACE_ACC || (p == SIM_PLACE_IMM && in->src[0].shape == SIM_SHAPE_SCALAR));
}

static unsigned source_count(const isa_inst *raw) {
    if (raw->op == ISA_SMOV || raw->op == ISA_MOVI) // the second source is not an operand of lanes
        return 1;
    if (raw->op == ISA_MATH)
        return raw->src[1].file == ISA_FILE_NONE ||
                       (raw->src[1].file == ISA_FILE_ARF && raw->src[1].reg == ISA_ARF_NULL)
                   ? 1
                   : 2;
    return isa_op_get((isa_op)raw->op)->n_src;
}

// srnd works on bits.
static cmc_status predecode_srnd(const isa_model *m, const isa_inst *raw, sim_inst *in) {
    isa_inst work = *raw;
    in->n_src = 2;
    in->cls = SIM_CLASS_I;
    in->exec = sim_exec_srnd;
    for (unsigned s = 0; s < 2; s++) {
        work.src[s].type = bits_type(work.src[s].type);
        CMC_TRY(sim_src_make(m, &work, &work.src[s], SIM_CLASS_I, &in->src[s]));
    }
    bool fits = (raw->dst.type == ISA_HF && raw->src[0].type == ISA_F) ||
                (raw->dst.type == ISA_BF8 && raw->src[0].type == ISA_HF);
    CMC_TRY(sim_dst_make(m, raw, &in->dst));
    return fits && !work.src[0].indirect && !work.src[1].indirect ? CMC_OK : CMC_ERR_UNSUPPORTED;
}

// Operands that the general path does not handle: lane masks as immediates, groups of lanes, macro operands.
static bool finish_special(const isa_model *m, const isa_inst *raw, sim_inst *in) {
    const isa_operand *o[4] = {&raw->dst, &raw->src[0], &raw->src[1], &raw->src[2]};
    for (unsigned k = 0; k < 4; k++)
        in->mme[k] = o[k]->mme;
    switch (raw->op) {
    case ISA_SMOV:
        return !raw->src[1].indirect && sim_src_make(m, raw, &raw->src[1], SIM_CLASS_I, &in->src[1]) == CMC_OK;
    case ISA_MOVI:
        return raw->src[0].indirect;
    case ISA_LINE:
    case ISA_PLN:
        return in->src[0].place == SIM_PLACE_REG && (raw->op == ISA_LINE || in->src[1].place == SIM_PLACE_REG);
    case ISA_DP2:
    case ISA_DP3:
    case ISA_DP4:
    case ISA_DPH: // in groups of four
        return in->n >= 4;
    default:
        return true;
    }
}

cmc_status sim_predecode_alu(const isa_model *m, const isa_inst *raw, sim_inst *in) {
    assert(m && raw && in);
    isa_inst work = *raw;
    if (work.op == ISA_SRND)
        return predecode_srnd(m, raw, in);
    if (work.op == ISA_NOT) // the opcode complements its source; a `~` modifier cancels that
        work.src[0].mod ^= ISA_MOD_NEG;
    bool bitwise = make_bitwise(&work);
    in->n_src = (uint8_t)source_count(&work);
    sim_class cls = sim_src_class(&work, in->n_src);
    if (bitwise)
        cls = SIM_CLASS_I;
    // Clamping needs the sign of a product of two unsigned dwords, which 64 bits cannot hold.
    if (cls == SIM_CLASS_I && work.sat && (work.op == ISA_MUL || work.op == ISA_MAD))
        cls = SIM_CLASS_Q;
    in->cls = (uint8_t)cls;
    in->exec_bits = exec_bits(&work, in->n_src);
    bool q = in->exec_bits == 64 || work.dst.type == ISA_Q || work.dst.type == ISA_UQ;
    in->shift_mask = q ? 63 : 31;
    in->op_id8 = work.fc;
    CMC_TRY(sim_dst_make(m, &work, &in->dst));
    for (unsigned s = 0; s < in->n_src; s++)
        CMC_TRY(sim_src_make(m, &work, &work.src[s], cls, &in->src[s]));
    if (!pick_op(&work, cls, in) || !finish_special(m, &work, in))
        return CMC_ERR_UNSUPPORTED;
    uint8_t to = bitwise                                                  ? bits_type(work.dst.type)
                 : in->dst.place == SIM_PLACE_NULL && in->dst.size_b == 0 ? (uint8_t)ISA_UD
                                                                          : work.dst.type;
    in->conv = sim_conv_get(cls, to, work.sat);
    if (in->conv == NULL && driver_of(&work) != sim_exec_cmp)
        return CMC_ERR_UNSUPPORTED;
    in->exec = bitwise && raw_mov_fits(in) ? sim_exec_raw_mov : driver_of(&work);
    // sel and csel use the condition to compare their sources and write no flag; math macros write their flag
    // themselves.
    bool consumed = work.op == ISA_SEL || work.op == ISA_CSEL || work.op == ISA_MATH;
    in->result_cmod = consumed ? ISA_CMOD_NONE : work.cmod;
    name_product(m, in);
    sim_make_fast(in);
    return CMC_OK;
}
