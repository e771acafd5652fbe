// SPDX-License-Identifier: MIT
// Operands: from isa_operand to byte offsets in the register array, and reads at run time.
//
// In: an operand of a decoded instruction and the instruction's lane class. Out: a sim_src or sim_dst with everything
// that is the same in all executions: offset, lane offsets, loader.

#include "fpconv.h"
#include "sim_priv.h"

#include <assert.h>

// ARF bases by the high nibble of the register number, and bytes from one index to the next (0 = general register
// size).
static const struct {
    uint32_t base;
    uint16_t index_b;
    bool special;
} arfs[16] = {
    [ISA_ARF_NULL >> 4] = {SIM_ARF_NULL, 0, false}, [ISA_ARF_A0 >> 4] = {SIM_ARF_A0, 32, false},
    [ISA_ARF_ACC >> 4] = {SIM_ARF_ACC, 0, false},   [ISA_ARF_F >> 4] = {SIM_ARF_F, 4, false},
    [ISA_ARF_CE >> 4] = {SIM_ARF_CE, 4, true},      [ISA_ARF_MSG >> 4] = {SIM_ARF_MSG, 4, false},
    [ISA_ARF_SP >> 4] = {SIM_ARF_SP, 32, false},    [ISA_ARF_SR >> 4] = {SIM_ARF_SR, 16, true},
    [ISA_ARF_CR >> 4] = {SIM_ARF_CR, 16, false},    [ISA_ARF_N >> 4] = {SIM_ARF_N, 16, false},
    [ISA_ARF_IP >> 4] = {SIM_ARF_IP, 4, true},      [ISA_ARF_TDR >> 4] = {SIM_ARF_TDR, 16, false},
    [ISA_ARF_TM >> 4] = {SIM_ARF_TM, 32, true},     [ISA_ARF_FC >> 4] = {SIM_ARF_FC, 16, false},
    [ISA_ARF_DBG >> 4] = {SIM_ARF_DBG, 16, false},
};

uint32_t sim_arf_off(const isa_model *m, uint32_t reg, int32_t off_b) {
    uint32_t kind = reg >> 4 & 15u, index = reg & 15u;
    uint32_t step = arfs[kind].index_b != 0 ? arfs[kind].index_b : m->grf_b;
    uint32_t base = arfs[kind].base != 0 ? arfs[kind].base : SIM_ARF_NULL;
    if (kind == ISA_ARF_NULL >> 4)
        return base;
    return base + index * step + (uint32_t)off_b;
}

sim_class sim_src_class(const isa_inst *in, unsigned n_src) {
    assert(n_src >= 1 && n_src <= 3);
    sim_class cls = SIM_CLASS_I;
    for (unsigned i = 0; i < n_src; i++) {
        uint8_t t = in->src[i].type;
        if (t == ISA_DF || t == ISA_NF)
            return SIM_CLASS_D;
        if (t == ISA_F || t == ISA_HF || t == ISA_BF || t == ISA_VF || t == ISA_BF8 || t == ISA_TF32)
            cls = SIM_CLASS_F;
        else if ((t == ISA_Q || t == ISA_UQ) && cls == SIM_CLASS_I)
            cls = SIM_CLASS_Q;
    }
    return cls;
}

// Packed immediates fill 16 bytes. A lane takes the element at its own distance in the destination: with dword lanes,
// `0xC080400:uv` gives 0, 4, 8, 12 (Intel's compilers rely on it on every family).
static void make_imm(const isa_inst *in, const isa_operand *o, sim_src *s) {
    s->place = SIM_PLACE_IMM;
    s->shape = SIM_SHAPE_SCALAR;
    memcpy(s->imm, &o->imm, 8);
    if (o->type != ISA_UV && o->type != ISA_V && o->type != ISA_VF)
        return;
    s->shape = SIM_SHAPE_TABLE;
    unsigned period = o->type == ISA_VF ? 4 : 8, size = 16 / period;
    for (unsigned i = 0; i < period; i++) {
        uint32_t nibble = (uint32_t)(o->imm >> (4 * i)) & 15u;
        uint32_t v = o->type == ISA_VF                 ? sim_f32_bits(sim_vf_to_float((uint8_t)(o->imm >> (8 * i))))
                     : o->type == ISA_V && nibble >= 8 ? nibble | 0xfff0u
                                                       : nibble;
        memcpy(s->imm + i * size, &v, size);
    }
    unsigned stride_b = in->dst.rgn.h * isa_type_size_b((isa_type)in->dst.type), each = stride_b / size;
    for (unsigned i = 0; i < SIM_MAX_LANES; i++)
        s->step[i] = (uint16_t)(i * (each != 0 ? each : 1) % period * size);
}

// Computes the lane offsets and their shape.
static bool make_region(const isa_operand *o, unsigned n, sim_src *s) {
    bool packed = true, scalar = true;
    uint32_t last = 0;
    for (unsigned i = 0; i < n; i++) {
        isa_region rgn = o->mme != 0 ? (isa_region){1, 1, 0} : o->rgn; // macro operands are packed
        int32_t off;
        if (rgn.v == ISA_VXH) {
            s->row_lanes = rgn.w != 0 ? rgn.w : 1;
            off = (int32_t)(i % s->row_lanes * rgn.h * s->size_b);
        } else {
            off = isa_region_offset_b(rgn, (isa_type)o->type, i);
        }
        if (off < 0 || off > 0xffff)
            return false;
        s->step[i] = (uint16_t)off;
        packed &= (uint32_t)off == i * s->size_b;
        scalar &= off == 0;
        last = (uint32_t)off > last ? (uint32_t)off : last;
    }
    s->extent_b = last + s->size_b;
    s->shape = scalar ? SIM_SHAPE_SCALAR : packed ? SIM_SHAPE_PACKED : SIM_SHAPE_TABLE;
    return true;
}

static bool is_int_type(uint8_t t) {
    return t == ISA_UD || t == ISA_D || t == ISA_UW || t == ISA_W || t == ISA_UB || t == ISA_B;
}

cmc_status sim_src_make(const isa_model *m, const isa_inst *in, const isa_operand *o, sim_class cls, sim_src *out) {
    assert(m && o && out);
    sim_src s = {.type = o->type, .mod = o->mod, .cls = (uint8_t)cls};
    s.size_b = isa_type_size_b((isa_type)o->type);
    s.logic = (isa_op_get((isa_op)in->op)->attrs & ISA_ATTR_LOGIC) != 0;
    if (s.size_b == 0)
        return CMC_ERR_UNSUPPORTED;
    if (o->file == ISA_FILE_IMM) {
        make_imm(in, o, &s);
        s.load = sim_load_get(cls, s.type, s.shape);
        *out = s;
        return s.load != NULL ? CMC_OK : CMC_ERR_UNSUPPORTED;
    }
    if (!make_region(o, in->exec_size, &s))
        return CMC_ERR_UNSUPPORTED;
    if (o->indirect) {
        s.place = o->rgn.v == ISA_VXH ? SIM_PLACE_VXH : SIM_PLACE_INDIRECT;
        s.addr_sub = o->addr_sub;
        s.addr_imm = o->addr_imm;
        if (s.place == SIM_PLACE_VXH) // gathered into a packed buffer first
            s.shape = in->exec_size == 1 ? SIM_SHAPE_SCALAR : SIM_SHAPE_PACKED;
    } else if (o->file == ISA_FILE_GRF) {
        s.place = SIM_PLACE_REG;
        s.off = o->reg * m->grf_b + (uint32_t)o->off_b;
        if (s.off + s.extent_b > SIM_GRF_B)
            return CMC_ERR_RANGE;
    } else {
        bool acc = (o->reg & 0xf0u) == ISA_ARF_ACC;
        s.place = acc && is_int_type(s.type)        ? SIM_PLACE_ACC
                  : arfs[o->reg >> 4 & 15u].special ? SIM_PLACE_SPECIAL
                                                    : SIM_PLACE_REG;
        s.off = sim_arf_off(m, o->reg, o->off_b);
        if (s.off + s.extent_b > SIM_REGS_B)
            return CMC_ERR_RANGE;
    }
    s.load = sim_load_get(cls, s.type, s.shape);
    *out = s;
    return s.load != NULL ? CMC_OK : CMC_ERR_UNSUPPORTED;
}

cmc_status sim_dst_make(const isa_model *m, const isa_inst *in, sim_dst *out) {
    const isa_operand *o = &in->dst;
    sim_dst d = {.type = o->type, .size_b = isa_type_size_b((isa_type)o->type)};
    d.stride_b = (o->rgn.h != 0 ? o->rgn.h : 1u) * d.size_b;
    d.extent_b = (in->exec_size - 1u) * d.stride_b + d.size_b;
    if (o->file == ISA_FILE_NONE || (o->file == ISA_FILE_ARF && !o->indirect && (o->reg & 0xf0u) == ISA_ARF_NULL)) {
        d.place = SIM_PLACE_NULL;
    } else if (o->indirect) {
        d.place = SIM_PLACE_INDIRECT;
        d.addr_sub = o->addr_sub;
        d.addr_imm = o->addr_imm;
    } else if (o->file == ISA_FILE_GRF) {
        d.place = SIM_PLACE_REG;
        d.off = o->reg * m->grf_b + (uint32_t)o->off_b;
        if (d.off + d.extent_b > SIM_GRF_B)
            return CMC_ERR_RANGE;
    } else if (o->file == ISA_FILE_ARF) {
        uint32_t kind = o->reg & 0xf0u;
        d.place = kind == ISA_ARF_ACC ? SIM_PLACE_ACC : kind == ISA_ARF_CR ? SIM_PLACE_SPECIAL : SIM_PLACE_REG;
        d.off = sim_arf_off(m, o->reg, o->off_b);
        if (d.off + d.extent_b > SIM_REGS_B)
            return CMC_ERR_RANGE;
    } else {
        return CMC_ERR_UNSUPPORTED;
    }
    *out = d;
    return CMC_OK;
}

// Run time

static void refresh_special(sim_thread *t, const sim_inst *in) {
    sim_u32_put(t->regs + SIM_ARF_CE, t->active & t->dispatch);
    sim_u32_put(t->regs + SIM_ARF_IP, in->pc_b);
    sim_u64_put(t->regs + SIM_ARF_TM, t->instructions); // a clock that ticks once per instruction
}

static const uint8_t zeros[SIM_MAX_LANES * 8];

static const uint8_t *indirect_base(sim_thread *t, const sim_inst *in, const sim_src *s) {
    uint16_t a;
    memcpy(&a, t->regs + SIM_ARF_A0 + 2u * s->addr_sub, 2);
    int32_t addr = (int32_t)a + s->addr_imm;
    if (addr < 0 || (uint32_t)addr + s->extent_b > t->grf_file_b) {
        sim_fault(t, in, "indirect source at register byte %d (a0.%u + %d) leaves the register file of %u bytes", addr,
                  s->addr_sub, s->addr_imm, t->grf_file_b);
        return NULL;
    }
    return t->regs + addr;
}

// Collects the enabled lanes of a VxH operand into a packed buffer.
static bool gather_rows(sim_thread *t, const sim_inst *in, const sim_src *s, uint32_t mask, uint8_t *out) {
    memset(out, 0, (size_t)in->n * s->size_b);
    for (unsigned i = 0; i < in->n; i++) {
        if (!(mask >> i & 1u))
            continue;
        unsigned word = (s->addr_sub + i / s->row_lanes) & 15u;
        uint16_t a;
        memcpy(&a, t->regs + SIM_ARF_A0 + 2u * word, 2);
        int32_t addr = (int32_t)a + s->addr_imm + s->step[i];
        if (addr < 0 || (uint32_t)addr + s->size_b > t->grf_file_b) {
            sim_fault(t, in,
                      "indirect source of lane %u at register byte %d (a0.%u) leaves the register "
                      "file of %u bytes",
                      i, addr, word, t->grf_file_b);
            return false;
        }
        memcpy(out + i * s->size_b, t->regs + addr, s->size_b);
    }
    return true;
}

static void modify_int(int64_t *v, unsigned n, unsigned mod, bool logic, uint64_t not_mask) {
    for (unsigned i = 0; i < n; i++) {
        if (logic)
            v[i] = (int64_t)(~(uint64_t)v[i] & not_mask);
        else {
            int64_t x = (mod & ISA_MOD_ABS) && v[i] < 0 ? -v[i] : v[i];
            v[i] = mod & ISA_MOD_NEG ? -x : x;
        }
    }
}
static void modify_q(sim_i128 *v, unsigned n, unsigned mod, bool logic) {
    for (unsigned i = 0; i < n; i++) {
        if (logic)
            v[i] = ~v[i];
        else {
            sim_i128 x = (mod & ISA_MOD_ABS) && v[i] < 0 ? -v[i] : v[i];
            v[i] = mod & ISA_MOD_NEG ? -x : x;
        }
    }
}
static void modify_float(float *v, unsigned n, unsigned mod) {
    uint32_t keep = mod & ISA_MOD_ABS ? 0x7fffffffu : 0xffffffffu, flip = mod & ISA_MOD_NEG ? 0x80000000u : 0;
    for (unsigned i = 0; i < n; i++)
        v[i] = sim_f32_from((sim_f32_bits(v[i]) & keep) ^ flip);
}
static void modify_double(double *v, unsigned n, unsigned mod) {
    uint64_t keep = mod & ISA_MOD_ABS ? UINT64_MAX >> 1 : UINT64_MAX, flip = mod & ISA_MOD_NEG ? (uint64_t)1 << 63 : 0;
    for (unsigned i = 0; i < n; i++)
        v[i] = sim_f64_from((sim_f64_bits(v[i]) & keep) ^ flip);
}

static void flush_float(float *v, unsigned n, float least) {
    for (unsigned i = 0; i < n; i++) {
        uint32_t u = sim_f32_bits(v[i]);
        v[i] = sim_f32_from(sim_f32_from(u & 0x7fffffffu) < least ? u & 0x80000000u : u);
    }
}
static void flush_double(double *v, unsigned n, double least) {
    for (unsigned i = 0; i < n; i++) {
        uint64_t u = sim_f64_bits(v[i]);
        v[i] = sim_f64_from(sim_f64_from(u & (UINT64_MAX >> 1)) < least ? u & (uint64_t)1 << 63 : u);
    }
}

// Smallest magnitude of the source type that the thread's mode does not flush; 0 = no flush.
static double flush_limit(const sim_thread *t, const sim_src *s) {
    if (s->type == ISA_HF)
        return t->flush_h ? 0x1p-14 : 0;
    if (s->type == ISA_NF) // wider than any type
        return 0;
    if (s->type == ISA_DF)
        return t->flush_d ? 0x1p-1022 : 0;
    return t->flush_f ? 0x1p-126 : 0;
}

const void *sim_modify(const sim_thread *t, const sim_inst *in, const sim_src *s, const void *v, sim_lanes *buf) {
    bool is_float = s->cls == SIM_CLASS_F || s->cls == SIM_CLASS_D;
    double limit = is_float ? flush_limit(t, s) : 0;
    if (s->mod == 0 && limit == 0)
        return v;
    if (v != buf)
        memcpy(buf, v, in->n * (s->cls == SIM_CLASS_F ? sizeof(float) : sizeof(double)));
    switch (s->cls) {
    case SIM_CLASS_I: {
        bool wide = s->type == ISA_B || s->type == ISA_W || s->type == ISA_D || s->type == ISA_V;
        // The complement is taken after widening: `not` of a word into a dword sets the upper half.
        unsigned bits = in->exec_bits, dst_bits = 8u * in->dst.size_b;
        bits = dst_bits > bits && dst_bits <= 64 ? dst_bits : bits;
        modify_int(buf->i, in->n, s->mod, s->logic, wide ? UINT64_MAX : (UINT64_MAX >> (64 - bits)));
        break;
    }
    case SIM_CLASS_Q:
        modify_q(buf->q, in->n, s->mod, s->logic);
        break;
    case SIM_CLASS_F:
        if (limit != 0)
            flush_float(buf->f, in->n, (float)limit);
        if (s->mod != 0)
            modify_float(buf->f, in->n, s->mod);
        break;
    default:
        if (limit != 0)
            flush_double(buf->d, in->n, limit);
        if (s->mod != 0)
            modify_double(buf->d, in->n, s->mod);
        break;
    }
    return buf;
}

const void *sim_load(sim_thread *t, const sim_inst *in, const sim_src *s, uint32_t mask, sim_lanes *buf) {
    uint8_t rows[SIM_MAX_LANES * 8];
    const uint8_t *base = t->regs + s->off;
    switch ((sim_place)s->place) {
    case SIM_PLACE_IMM:
        base = s->imm;
        break;
    case SIM_PLACE_SPECIAL:
        refresh_special(t, in);
        break;
    case SIM_PLACE_ACC: {
        bool is_signed = s->type == ISA_D || s->type == ISA_W || s->type == ISA_B;
        if (s->size_b == 4 && s->cls == SIM_CLASS_I) {
            for (unsigned i = 0; i < in->n; i++)
                buf->i[i] = sim_acc_get(t, (s->off - SIM_ARF_ACC + s->step[i]) / 4, is_signed);
            return sim_modify(t, in, s, buf, buf);
        }
        break;
    }
    case SIM_PLACE_INDIRECT:
        base = indirect_base(t, in, s);
        break;
    case SIM_PLACE_VXH:
        base = gather_rows(t, in, s, mask, rows) ? rows : NULL;
        break;
    default:
        break;
    }
    if (base == NULL)
        base = zeros;
    const void *v = s->load(s, base, buf, in->n);
    if (v == rows) { // a packed loader may return its input, whose lifetime ends here
        memcpy(buf, rows, (size_t)in->n * s->size_b);
        v = buf;
    }
    return sim_modify(t, in, s, v, buf);
}
