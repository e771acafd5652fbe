// SPDX-License-Identifier: MIT
// Drivers of ALU instructions: load the sources, run the lane operation, finish. Also their predecoding.
//
// cmp, sel, csel and the instructions with an implicit accumulator have drivers of their own. All others run
// sim_exec_alu with the operation of their opcode and class. A move that changes no bits runs sim_exec_raw_mov.

#include "fpconv.h"
#include "sim_priv.h"

static bool any_infinite(const sim_inst *in, const void *const v[3]) {
    for (unsigned s = 0; s < in->n_src; s++)
        for (unsigned i = 0; i < in->n; i++) {
            double x = in->cls == SIM_CLASS_F ? (double)((const float *)v[s])[i] : ((const double *)v[s])[i];
            if (x - x != 0)
                return true;
        }
    return false;
}

void sim_exec_alu(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    if (mask == 0)
        return;
    sim_lanes buf[3], r;
    const void *v[3] = {NULL, NULL, NULL};
    for (unsigned s = 0; s < in->n_src; s++)
        v[s] = sim_load(t, in, &in->src[s], mask, &buf[s]);
    if (t->state != SIM_RUNNING)
        return;
    bool inf_in = false;
    if (in->result_cmod == ISA_CMOD_OV && (in->cls == SIM_CLASS_F || in->cls == SIM_CLASS_D))
        inf_in = any_infinite(in, v);
    if (in->op != NULL) {
        in->op(in, &r, v[0], v[1], v[2], in->n);
        v[0] = &r;
    }
    sim_finish(t, in, v[0], mask, inf_in);
}

#define GATHER(T)                                                                                                      \
    for (unsigned i = 0; i < n; i++)                                                                                   \
        memcpy((T *)out + i, base + s->step[i], sizeof(T));                                                            \
    break

static void gather(const sim_src *s, const uint8_t *base, void *out, unsigned n) {
    switch (s->size_b) {
    case 1:
        GATHER(uint8_t);
    case 2:
        GATHER(uint16_t);
    case 4:
        GATHER(uint32_t);
    default:
        GATHER(uint64_t);
    }
}

// mov between registers of the same size without modifiers: a copy of the bits.
void sim_exec_raw_mov(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    if (mask == 0)
        return;
    const sim_src *s = &in->src[0];
    const uint8_t *base = s->place == SIM_PLACE_IMM ? s->imm : t->regs + s->off;
    uint64_t elems[SIM_MAX_LANES];
    if (s->shape == SIM_SHAPE_PACKED)
        memcpy(elems, base, (size_t)in->n * s->size_b);
    else
        gather(s, base, elems, in->n);
    sim_store(t, in, elems, mask);
    if (in->result_cmod != ISA_CMOD_NONE)
        sim_flag_write(t, in, sim_test_elements(in->dst.type, in->result_cmod, elems, in->n), mask);
}

void sim_exec_cmp(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    if (mask == 0)
        return;
    sim_lanes a, b;
    const void *pa = sim_load(t, in, &in->src[0], mask, &a), *pb = sim_load(t, in, &in->src[1], mask, &b);
    if (t->state != SIM_RUNNING)
        return;
    uint32_t bits = in->cmp(in->cmod, pa, pb, in->n);
    if (in->op_id == ISA_CMPN && (in->cls == SIM_CLASS_F || in->cls == SIM_CLASS_D))
        bits |= in->cmp(ISA_CMOD_NE, pb, pb, in->n);
    sim_flag_write(t, in, bits, mask);
    if (in->dst.place == SIM_PLACE_NULL)
        return;
    uint8_t elems[SIM_MAX_LANES * 8];
    for (unsigned i = 0; i < in->n; i++)
        memset(elems + (size_t)i * in->dst.size_b, bits >> i & 1u ? 0xff : 0, in->dst.size_b);
    sim_store(t, in, elems, mask);
}

// Lane-wise choice between two lane arrays of the instruction's class.
static void choose(const sim_inst *in, uint32_t pick, const void *a, const void *b, sim_lanes *r) {
    unsigned size = in->cls == SIM_CLASS_F ? 4 : in->cls == SIM_CLASS_Q ? 16 : 8;
    for (unsigned i = 0; i < in->n; i++)
        memcpy(r->b + i * size, (const uint8_t *)(pick >> i & 1u ? a : b) + i * size, size);
}

// Lanes that take src0 because src1 is a NaN and src0 is not (minimum and maximum number).
static uint32_t number_bits(const sim_inst *in, const void *a, const void *b) {
    if (in->cls != SIM_CLASS_F && in->cls != SIM_CLASS_D)
        return 0;
    return in->cmp(ISA_CMOD_NE, b, b, in->n) & ~in->cmp(ISA_CMOD_NE, a, a, in->n);
}

void sim_exec_sel(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = in->no_mask ? in->lane_mask : t->active >> in->chan_off & in->lane_mask;
    if (mask == 0)
        return;
    sim_lanes a, b, r;
    const void *pa = sim_load(t, in, &in->src[0], mask, &a), *pb = sim_load(t, in, &in->src[1], mask, &b);
    if (t->state != SIM_RUNNING)
        return;
    uint32_t pick;
    if (in->cmod == ISA_CMOD_NONE)
        pick = sim_pred_bits(t, in);
    else
        pick = in->cmp(in->cmod, pa, pb, in->n) | number_bits(in, pa, pb);
    choose(in, pick, pa, pb, &r);
    sim_finish(t, in, &r, mask, false);
}

void sim_exec_csel(sim_thread *t, const sim_inst *in) {
    static const sim_lanes zero;
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    if (mask == 0)
        return;
    sim_lanes a, b, c, r;
    const void *pa = sim_load(t, in, &in->src[0], mask, &a), *pb = sim_load(t, in, &in->src[1], mask, &b);
    const void *pc = sim_load(t, in, &in->src[2], mask, &c);
    choose(in, in->cmp(in->cmod, pc, &zero, in->n), pa, pb, &r);
    sim_finish(t, in, &r, mask, false);
}

// Implicit accumulator

static void carry_out(sim_thread *t, const sim_inst *in, const int64_t *a, const int64_t *b, int64_t *r,
                      uint32_t mask) {
    for (unsigned i = 0; i < in->n; i++) {
        uint32_t x = (uint32_t)a[i], y = (uint32_t)b[i];
        r[i] = in->op_id == ISA_ADDC ? x + y : x - y;
        bool carry = in->op_id == ISA_ADDC ? (uint32_t)r[i] < x : x < y;
        if (mask >> i & 1u)
            sim_acc_put(t, i, carry);
    }
}

// mach and macl: the accumulator holds src0 * low half of src1; this adds the part of the upper half.
static void finish_product(sim_thread *t, const sim_inst *in, const int64_t *a, const int64_t *b, int64_t *r,
                           uint32_t mask) {
    bool is_signed = in->src[0].type == ISA_D;
    for (unsigned i = 0; i < in->n; i++) {
        uint64_t sum = (uint64_t)sim_acc_get(t, i, is_signed) + ((uint64_t)a[i] * (uint64_t)(b[i] >> 16) << 16);
        r[i] = in->op_id == ISA_MACL ? (int64_t)(uint32_t)sum : (int64_t)sum >> 32;
        if (mask >> i & 1u)
            sim_acc_put(t, i, (int64_t)sum);
    }
}

static int64_t acc_int(const sim_thread *t, const sim_inst *in, unsigned i) {
    bool is_signed = isa_type_is_signed((isa_type)in->dst.type);
    if (in->dst.size_b == 4)
        return sim_acc_get(t, i, is_signed);
    uint16_t w;
    memcpy(&w, t->regs + SIM_ARF_ACC + 2 * i, 2);
    return is_signed ? (int64_t)(int16_t)w : (int64_t)w;
}

static double acc_float(const sim_thread *t, const sim_inst *in, unsigned i) {
    const uint8_t *p = t->regs + SIM_ARF_ACC + (size_t)i * in->dst.size_b;
    if (in->dst.size_b == 8)
        return sim_f64_from(sim_u64_get(p));
    if (in->dst.size_b == 4)
        return (double)sim_f32_from(sim_u32_get(p));
    uint16_t h;
    memcpy(&h, p, 2);
    return (double)(in->dst.type == ISA_BF ? sim_bf_to_float(h) : sim_half_to_float(h));
}

static void multiply_add(sim_thread *t, const sim_inst *in, const void *a, const void *b, sim_lanes *r) {
    for (unsigned i = 0; i < in->n; i++) {
        if (in->cls == SIM_CLASS_I)
            r->i[i] = acc_int(t, in, i) + ((const int64_t *)a)[i] * ((const int64_t *)b)[i];
        else if (in->cls == SIM_CLASS_F)
            r->f[i] = __builtin_fmaf(((const float *)a)[i], ((const float *)b)[i], (float)acc_float(t, in, i));
        else
            r->d[i] = __builtin_fma(((const double *)a)[i], ((const double *)b)[i], acc_float(t, in, i));
    }
}

// sad2 and sada2: sums of absolute differences of lane pairs, written to the even lanes.
static void differences(sim_thread *t, const sim_inst *in, const int64_t *a, const int64_t *b, int64_t *r) {
    for (unsigned i = 0; i + 1 < in->n; i += 2) {
        int64_t x = a[i] - b[i], y = a[i + 1] - b[i + 1];
        r[i] = (x < 0 ? -x : x) + (y < 0 ? -y : y);
        if (in->op_id == ISA_SADA2)
            r[i] += acc_int(t, in, i);
        r[i + 1] = 0;
    }
}

void sim_exec_acc(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    if (mask == 0)
        return;
    sim_lanes a, b, r;
    const void *pa = sim_load(t, in, &in->src[0], mask, &a), *pb = sim_load(t, in, &in->src[1], mask, &b);
    if (t->state != SIM_RUNNING)
        return;
    switch (in->op_id) {
    case ISA_ADDC:
    case ISA_SUBB:
        carry_out(t, in, pa, pb, r.i, mask);
        break;
    case ISA_MACH:
    case ISA_MACL:
        finish_product(t, in, pa, pb, r.i, mask);
        break;
    case ISA_SAD2:
    case ISA_SADA2:
        differences(t, in, pa, pb, r.i);
        mask &= 0x55555555u;
        break;
    default:
        multiply_add(t, in, pa, pb, &r);
        break;
    }
    sim_finish(t, in, &r, mask, false);
}

// Predecoding

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
