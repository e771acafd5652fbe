// SPDX-License-Identifier: MIT
// The registers that an instruction reads and writes, its execution type and its pipe.
//
//   (f0.1) add (8|M0) (lt)f0.1 r10.0<2>:w r20.0<0;1,0>:w r[a0.2,32]<8;8,1>:w {AccWrEn}
//     reads f0[2], r20[0-1], a0[4-5], the register file (indirect); writes r10[0-1,4-5,...], f0[2],
//     acc0[0-15]
//
// An operand is reported element by element, with adjacent elements merged. Masks make a write partial, not smaller.
// The reference is iga64 -Xprint-deps, with these differences. A send touches whole registers (iga64 counts a header as
// one lane). The registers that an indirect operand reaches are reported. Integer division writes its second result.
// subb does not read the accumulator. csel does not write its flag. A call writes two dwords.
//
// Not reported: cr0 as a source of rounding, ip, the execution mask, and the channel stack of control flow.

#include <cmc/isa.h>

#include <assert.h>

typedef struct eff {
    const isa_model *m;
    const isa_inst *in;
    isa_access_fn fn;
    void *user;
    bool masked; // some lanes may be inactive
} eff;

enum { MAX_LANES = 32, CALL_BYTES = 8, FLAG_BYTES = 4 };

static bool is_null(const isa_operand *o) {
    return o->file == ISA_FILE_ARF && o->reg == ISA_ARF_NULL && !o->indirect;
}

static bool has_bytes(const isa_operand *o) {
    return (o->file == ISA_FILE_GRF || o->file == ISA_FILE_ARF || o->file == ISA_FILE_VREG) && !is_null(o);
}

static void emit(const eff *e, isa_access a) {
    if (a.len_b > 0)
        e->fn(e->user, &a);
}

// Reports one dense range of an operand's register, off_b from the operand's start.
static void emit_range(const eff *e, const isa_operand *o, uint8_t who, bool write, bool partial, int32_t off_b,
                       int32_t len_b) {
    if (!has_bytes(o))
        return;
    emit(e, (isa_access){.who = who,
                         .write = write,
                         .partial_lanes = write && partial,
                         .dense = true,
                         .file = o->file,
                         .reg = o->reg,
                         .off_b = o->off_b + off_b,
                         .len_b = len_b});
}

static void emit_arf(const eff *e, uint8_t who, uint32_t reg, bool write, bool partial, int32_t off_b, int32_t len_b) {
    emit(e, (isa_access){.who = who,
                         .write = write,
                         .partial_lanes = write && partial,
                         .dense = true,
                         .file = ISA_FILE_ARF,
                         .reg = reg,
                         .off_b = off_b,
                         .len_b = len_b});
}

static void sort_offsets(int32_t *v, unsigned n) {
    for (unsigned i = 1; i < n; i++) {
        int32_t x = v[i];
        unsigned j = i;
        for (; j > 0 && v[j - 1] > x; j--)
            v[j] = v[j - 1];
        v[j] = x;
    }
}

// A region as rows of w elements. Those of a three-source operand are implicit, see isa_region_offset_b.
static isa_region as_rows(isa_region rgn, unsigned n) {
    if (rgn.v == ISA_VXH)
        rgn.v = 0;
    if (rgn.w == 0 && rgn.v == 0)
        rgn.w = (uint8_t)n;
    else if (rgn.w == 0)
        rgn.w = (uint8_t)(rgn.h == 0 ? rgn.v : rgn.v >= rgn.h ? rgn.v / rgn.h : 1);
    return rgn;
}

// The bytes of a region whose elements are contiguous, or all the same; 0: neither is obvious.
static int32_t run_of(isa_region rgn, unsigned n, int32_t size) {
    if (n == 1)
        return size;
    if (n > rgn.w && rgn.w > 1 && rgn.v != rgn.w * rgn.h)
        return 0;
    unsigned step = rgn.w == 1 ? rgn.v : rgn.h;
    return step == 1 ? (int32_t)n * size : step == 0 ? size : 0;
}

static void offsets_of(isa_region rgn, unsigned n, int32_t size, int32_t *offs) {
    for (unsigned i = 0, row = 0, col = 0; i < n; i++) {
        offs[i] = (int32_t)(row * rgn.v + col * rgn.h) * size;
        if (++col == rgn.w) {
            col = 0;
            row++;
        }
    }
    sort_offsets(offs, n);
}

// Reports the elements of a direct operand, merged into dense ranges.
static void emit_elements(const eff *e, const isa_operand *o, isa_region rgn, uint8_t who, bool write) {
    int32_t offs[MAX_LANES], size = isa_type_size_b((isa_type)o->type);
    unsigned n = e->in->exec_size <= MAX_LANES ? e->in->exec_size : MAX_LANES;
    if (n == 0 || size == 0 || !has_bytes(o))
        return;
    rgn = as_rows(rgn, n);
    int32_t run_b = run_of(rgn, n, size);
    if (run_b) {
        emit_range(e, o, who, write, e->masked, 0, run_b);
        return;
    }
    offsets_of(rgn, n, size, offs);
    int32_t begin = offs[0], end = begin + size;
    for (unsigned i = 1; i < n; i++) {
        if (offs[i] > end) {
            emit_range(e, o, who, write, e->masked, begin, end - begin);
            begin = offs[i];
        }
        if (offs[i] + size > end)
            end = offs[i] + size;
    }
    emit_range(e, o, who, write, e->masked, begin, end - begin);
}

// Indirect operands

static void emit_indirect(const eff *e, const isa_operand *o, bool write) {
    unsigned rows = 1;
    if (o->rgn.v == ISA_VXH)
        rows = e->in->exec_size / (o->rgn.w ? o->rgn.w : 1u);
    int32_t len = (int32_t)(rows ? rows : 1u) * 2;
    isa_access addr = {.who = ISA_WHO_ADDR,
                       .dense = true,
                       .file = ISA_FILE_ARF,
                       .reg = ISA_ARF_A0,
                       .off_b = o->addr_sub * 2,
                       .len_b = len};
    if (o->vaddr != 0) {
        addr.file = ISA_FILE_VREG;
        addr.reg = o->vaddr;
    }
    emit(e, addr);
    // The address is unknown: reports the whole base variable (the caller knows its size) or the whole register file.
    bool variable = o->file == ISA_FILE_VREG;
    emit(e, (isa_access){.who = ISA_WHO_INDIRECT,
                         .write = write,
                         .partial_lanes = write,
                         .dense = false,
                         .file = variable ? ISA_FILE_VREG : ISA_FILE_GRF,
                         .reg = variable ? o->reg : 0,
                         .off_b = 0,
                         .len_b = variable ? INT32_MAX : e->m->grf_count_large * e->m->grf_b});
}

// Flags

static void emit_flag(const eff *e, bool write, bool partial, unsigned first_bit, unsigned bits) {
    unsigned begin = first_bit / 8, end = (first_bit + bits + 7) / 8;
    bool whole = first_bit % 8 == 0 && bits % 8 == 0;
    bool virt = e->in->vflag != 0;
    emit(e, (isa_access){.who = ISA_WHO_FLAG,
                         .write = write,
                         .partial_lanes = write && (partial || !whole),
                         .dense = true,
                         .file = virt ? ISA_FILE_VREG : ISA_FILE_ARF,
                         .reg = virt ? e->in->vflag : (uint32_t)ISA_ARF_F | e->in->flag_reg,
                         .off_b = (int32_t)begin,
                         .len_b = (int32_t)(end - begin)});
}

// The group of lanes that a predicate combines: anyNh, allNh.
static unsigned pred_group(uint8_t pred) {
    switch (pred) {
    case ISA_PRED_ANY2H:
    case ISA_PRED_ALL2H:
        return 2;
    case ISA_PRED_ANY4H:
    case ISA_PRED_ALL4H:
        return 4;
    case ISA_PRED_ANY8H:
    case ISA_PRED_ALL8H:
        return 8;
    case ISA_PRED_ANY16H:
    case ISA_PRED_ALL16H:
        return 16;
    case ISA_PRED_ANY32H:
    case ISA_PRED_ALL32H:
        return 32;
    default:
        return 1;
    }
}

static bool writes_flag(const isa_inst *in) {
    if (in->op == ISA_MATH)
        return in->fc == ISA_MATH_INVM || in->fc == ISA_MATH_RSQTM;
    return in->cmod != ISA_CMOD_NONE && in->op != ISA_SEL && in->op != ISA_CSEL;
}

static void flag_effects(const eff *e) {
    const isa_inst *in = e->in;
    unsigned first = in->flag_sub * 16u + in->chan_off;
    if (in->pred == ISA_PRED_ANYV || in->pred == ISA_PRED_ALLV) { // the same channel of several flags
        for (unsigned i = 0; i < e->m->flag_count; i++)
            emit_arf(e, ISA_WHO_FLAG, (uint32_t)ISA_ARF_F | i, false, false, 0, FLAG_BYTES);
    } else if (in->pred != ISA_PRED_NONE) {
        unsigned group = pred_group(in->pred), begin = first / group * group;
        unsigned end = (first + in->exec_size + group - 1) / group * group;
        emit_flag(e, false, false, begin, end - begin);
    }
    if (writes_flag(in))
        emit_flag(e, true, e->masked, first, in->exec_size);
}

// Accumulators

static bool is_dword(uint8_t type) {
    return type == ISA_D || type == ISA_UD;
}

// A dword product keeps 64 bits for each lane, spread over two accumulators.
static int32_t acc_lane_b(const isa_inst *in) {
    if (in->op == ISA_MACH || in->op == ISA_MACL || (in->op == ISA_MUL && is_dword(in->dst.type)))
        return 8;
    return isa_type_size_b((isa_type)in->dst.type);
}

static void acc_effects(const eff *e) {
    const isa_inst *in = e->in;
    int32_t lane = acc_lane_b(in);
    bool reads = false, writes = in->acc_wr_en;
    switch (in->op) {
    case ISA_ADDC:
    case ISA_SUBB:
        writes = true;
        break;
    case ISA_MACH:
    case ISA_MACL:
        reads = writes = true;
        break;
    case ISA_MAC:
    case ISA_SADA2:
        reads = true;
        break;
    default:
        lane = isa_type_size_b((isa_type)in->dst.type);
        break;
    }
    if (reads)
        emit_arf(e, ISA_WHO_ACC, ISA_ARF_ACC, false, false, 0, in->exec_size * lane);
    if (writes)
        emit_arf(e, ISA_WHO_ACC, ISA_ARF_ACC, true, e->masked, 0, in->exec_size * lane);
}

// The extra exponent and mantissa bits of a math macro are in accumulators.
static void mme_effect(const eff *e, const isa_operand *o, bool write) {
    if (o->mme == 0 || o->mme > 8)
        return;
    uint32_t base = e->m->acc_encodable > 2 ? 8 : 2;
    emit_arf(e, ISA_WHO_ACC, (uint32_t)ISA_ARF_ACC + base + o->mme - 1u, write, true, 0, e->m->grf_b);
}

// Ordinary operands

static void dst_effects(const eff *e) {
    const isa_inst *in = e->in;
    const isa_operand *o = &in->dst;
    if (o->indirect) {
        emit_indirect(e, o, true);
        return;
    }
    int32_t size = isa_type_size_b((isa_type)o->type);
    isa_region rgn = {.v = 0, .w = MAX_LANES, .h = o->rgn.h};
    isa_operand product = *o;
    if (in->op == ISA_MUL && o->file == ISA_FILE_ARF && (o->reg & 0xf0) == ISA_ARF_ACC && acc_lane_b(in) == 8) {
        product.type = ISA_UQ;
        product.off_b = o->off_b / size * 8;
    }
    if (o->mme != 0)
        emit_range(e, o, ISA_WHO_DST, true, e->masked, 0, in->exec_size * size);
    else
        emit_elements(e, &product, rgn, ISA_WHO_DST, true);
    mme_effect(e, o, true);
    if (in->op == ISA_MATH && in->fc == ISA_MATH_IDIV) // the remainder
        emit_range(e, o, ISA_WHO_DST, true, e->masked, e->m->grf_b, in->exec_size * size);
}

// Plane equations read four coefficients and two registers of coordinates, independent of the region.
static bool plane_source(const eff *e, const isa_operand *o, unsigned i) {
    if (e->in->op != ISA_PLN && e->in->op != ISA_LINE)
        return false;
    if (i == 0)
        emit_range(e, o, ISA_WHO_SRC0, false, false, 0, 16);
    else if (e->in->op == ISA_PLN)
        emit_range(e, o, ISA_WHO_SRC1, false, false, 0, e->in->exec_size * 8);
    return i == 0 || e->in->op == ISA_PLN;
}

static void src_effects(const eff *e, unsigned i) {
    const isa_operand *o = &e->in->src[i];
    if (o->indirect) {
        emit_indirect(e, o, false);
        return;
    }
    uint8_t who = (uint8_t)(ISA_WHO_SRC0 + i);
    if (plane_source(e, o, i))
        return;
    if (o->mme != 0)
        emit_range(e, o, who, false, false, 0, e->in->exec_size * isa_type_size_b((isa_type)o->type));
    else
        emit_elements(e, o, o->rgn, who, false);
    mme_effect(e, o, false);
}

static unsigned source_count(const isa_inst *in) {
    if (in->op >= ISA_OP_COUNT)
        return 3; // machine IR's own operations: all operands that are present
    if (in->op == ISA_MATH)
        return in->fc >= ISA_MATH_FDIV && in->fc != ISA_MATH_RSQTM ? 2 : 1;
    return isa_op_get((isa_op)in->op)->n_src;
}

// dpas

static int32_t type_bits(const isa_operand *o) {
    return (int32_t)isa_type_bits((isa_type)o->type);
}

// The operations of a channel in one step: as many as the wider source packs into a dword, at most 8.
static int32_t dpas_ops(const isa_inst *in) {
    int32_t a = type_bits(&in->src[1]), b = type_bits(&in->src[2]);
    int32_t bits = a > b ? a : b;
    return bits <= 4 ? 8 : bits >= 32 ? 1 : 32 / bits;
}

static void dpas_effects(const eff *e) {
    const isa_inst *in = e->in;
    int32_t k = in->dpas_depth * dpas_ops(in), rows = in->dpas_count, lanes = in->exec_size;
    int32_t rows2 = in->op == ISA_DPASW ? (rows + 1) / 2 : rows; // fused threads share source 2
    emit_range(e, &in->src[0], ISA_WHO_SRC0, false, false, 0, rows * lanes * type_bits(&in->src[0]) / 8);
    emit_range(e, &in->src[1], ISA_WHO_SRC1, false, false, 0, k * lanes * type_bits(&in->src[1]) / 8);
    emit_range(e, &in->src[2], ISA_WHO_SRC2, false, false, 0, rows2 * k * type_bits(&in->src[2]) / 8);
    emit_range(e, &in->dst, ISA_WHO_DST, true, e->masked, 0, rows * lanes * type_bits(&in->dst) / 8);
}

// send

// Reports the result: the bytes that the message always writes, then the rest of its registers, which may keep their
// contents.
static void send_result(const eff *e, const isa_msg *msg) {
    const isa_operand *o = &e->in->dst;
    int32_t total = msg->rlen_grf * e->m->grf_b;
    bool block = msg->simd == 1;
    if (msg->kind == ISA_MSG_LSC_LOAD_2D && msg->rlen_grf == 31)
        total += e->m->grf_b; // 32 is encoded as 31
    if (block) {              // not subject to the execution mask
        int32_t sure = msg->size_b > 0 && msg->size_b < total && msg->kind != ISA_MSG_LSC_LOAD_2D ? msg->size_b : total;
        int32_t at = msg->oword_high ? 16 : 0;
        emit_range(e, o, ISA_WHO_DST, true, e->in->pred != ISA_PRED_NONE, at, sure);
        emit_range(e, o, ISA_WHO_DST, true, true, 0, at);
        emit_range(e, o, ISA_WHO_DST, true, true, at + sure, total - at - sure);
        return;
    }
    bool all_lanes = msg->kind != ISA_MSG_UNKNOWN && e->in->exec_size >= msg->simd;
    emit_range(e, o, ISA_WHO_DST, true, e->masked || !all_lanes, 0, total);
}

// Reads the list, a byte for each register, and those registers, which are unknown.
static void gather_effects(const eff *e, int32_t regs) {
    emit_arf(e, ISA_WHO_SRC0, ISA_ARF_SP, false, false, e->in->src[0].off_b, regs);
    emit(e, (isa_access){.who = ISA_WHO_INDIRECT, .file = ISA_FILE_GRF, .len_b = e->m->grf_count_large * e->m->grf_b});
}

static void send_effects(const eff *e) {
    const isa_inst *in = e->in;
    isa_msg msg;
    isa_send_describe(e->m, in, &msg);
    if (in->desc_is_reg) {
        if (msg.mlen_grf == 0) { // lengths unknown: the maximum of the fields
            msg.mlen_grf = 15;
            msg.rlen_grf = 31;
        }
        emit_arf(e, ISA_WHO_ADDR, ISA_ARF_A0, false, false, 0, 4);
    }
    if (in->exdesc_is_reg) {
        emit_arf(e, ISA_WHO_ADDR, ISA_ARF_A0, false, false, in->exdesc_sub * 4, 4);
        if (msg.kind == ISA_MSG_UNKNOWN && msg.xlen_grf == 0)
            msg.xlen_grf = 31;
    }
    if (isa_is_gather(e->m, in))
        gather_effects(e, msg.mlen_grf);
    else
        emit_range(e, &in->src[0], ISA_WHO_SRC0, false, false, 0, msg.mlen_grf * e->m->grf_b);
    emit_range(e, &in->src[1], ISA_WHO_SRC1, false, false, 0, msg.xlen_grf * e->m->grf_b);
    send_result(e, &msg);
}

// Branches

static void branch_effects(const eff *e) {
    const isa_inst *in = e->in;
    bool pair = in->op == ISA_RET || in->op == ISA_BRC; // address and mask, or both targets
    emit_range(e, &in->src[0], ISA_WHO_SRC0, false, false, 0, pair ? CALL_BYTES : 4);
    if (in->op == ISA_CALL || in->op == ISA_CALLA)
        emit_range(e, &in->dst, ISA_WHO_DST, true, e->masked, 0, CALL_BYTES);
}

void isa_inst_effects(const isa_model *m, const isa_inst *in, isa_access_fn fn, void *user) {
    assert(m && in && fn);
    eff e = {.m = m, .in = in, .fn = fn, .user = user};
    // A predicated sel writes every enabled lane.
    e.masked = !in->no_mask || (in->pred != ISA_PRED_NONE && in->op != ISA_SEL);
    flag_effects(&e);
    switch ((isa_format)isa_op_get((isa_op)in->op)->format) {
    case ISA_FMT_DPAS:
        dpas_effects(&e);
        return;
    case ISA_FMT_SEND:
        send_effects(&e);
        return;
    case ISA_FMT_BRANCH1:
    case ISA_FMT_BRANCH2:
        branch_effects(&e);
        return;
    case ISA_FMT_NULLARY:
        return;
    case ISA_FMT_NONE:
    case ISA_FMT_UNARY:
    case ISA_FMT_BINARY:
    case ISA_FMT_TERNARY:
    case ISA_FMT_MATH:
    case ISA_FMT_SYNC:
    case ISA_FMT_WAIT:
        break;
    }
    for (unsigned i = 0; i < source_count(in); i++)
        src_effects(&e, i);
    acc_effects(&e);
    dst_effects(&e);
}

// Execution type

static isa_type promoted(isa_type t) {
    switch (t) {
    case ISA_UB:
    case ISA_UV:
        return ISA_UW;
    case ISA_B:
    case ISA_V:
        return ISA_W;
    case ISA_VF:
    case ISA_BF:
    case ISA_TF32:
        return ISA_F;
    case ISA_BF8:
        return ISA_HF;
    default:
        return t;
    }
}

static isa_type with_sign(isa_type t, bool is_signed) {
    switch (t) {
    case ISA_UW:
    case ISA_W:
        return is_signed ? ISA_W : ISA_UW;
    case ISA_UD:
    case ISA_D:
        return is_signed ? ISA_D : ISA_UD;
    case ISA_UQ:
    case ISA_Q:
        return is_signed ? ISA_Q : ISA_UQ;
    default:
        return t;
    }
}

// The dominant of two source types: floats win over integers, larger over smaller, signed over unsigned.
static isa_type wider(isa_type a, isa_type b) {
    if (a == ISA_TYPE_NONE || b == ISA_TYPE_NONE)
        return a == ISA_TYPE_NONE ? b : a;
    bool fa = isa_type_is_float(a), fb = isa_type_is_float(b);
    if (fa != fb)
        return fa ? a : b;
    isa_type t = isa_type_size_b(b) > isa_type_size_b(a) ? b : a;
    return fa ? t : with_sign(t, isa_type_is_signed(a) || isa_type_is_signed(b));
}

isa_type isa_inst_exec_type(const isa_model *m, const isa_inst *in) {
    (void)m;
    uint8_t format = isa_op_get((isa_op)in->op)->format;
    if (format == ISA_FMT_SEND || format == ISA_FMT_BRANCH1 || format == ISA_FMT_BRANCH2)
        return ISA_TYPE_NONE;
    if (format == ISA_FMT_DPAS)
        return isa_type_is_float((isa_type)in->dst.type) ? ISA_F : ISA_D;
    isa_type t = ISA_TYPE_NONE;
    for (unsigned i = 0; i < source_count(in); i++)
        if (in->src[i].file != ISA_FILE_NONE)
            t = wider(t, promoted((isa_type)in->src[i].type));
    // A half source with a float destination is computed as float.
    if (t == ISA_HF && promoted((isa_type)in->dst.type) == ISA_F)
        return ISA_F;
    return t;
}

// Pipes

static bool is_64b(const isa_operand *o) {
    return o->file != ISA_FILE_NONE && isa_type_size_b((isa_type)o->type) == 8;
}

static bool is_double(const isa_operand *o) {
    return o->file != ISA_FILE_NONE && o->type == ISA_DF;
}

static bool any_operand(const isa_inst *in, bool (*is)(const isa_operand *o)) {
    bool any = is(&in->dst);
    for (unsigned i = 0; i < source_count(in); i++)
        any = any || is(&in->src[i]);
    return any;
}

static uint8_t pipe_by_type(const isa_model *m, const isa_inst *in) {
    if (m->long_pipe_any_64b && any_operand(in, is_64b))
        return ISA_PIPE_L;
    if (in->dst.type == ISA_DF)
        return ISA_PIPE_L;
    isa_type t = (isa_type)in->dst.type;
    if (t == ISA_TYPE_NONE && m->long_pipe_any_64b)
        t = (isa_type)in->src[0].type;
    return isa_type_is_float(t) ? ISA_PIPE_F : ISA_PIPE_I;
}

uint8_t isa_inst_pipe(const isa_model *m, const isa_inst *in) {
    uint8_t format = isa_op_get((isa_op)in->op)->format;
    if (format == ISA_FMT_SEND || format == ISA_FMT_DPAS)
        return ISA_PIPE_NONE;
    if (format == ISA_FMT_MATH && m->math_in_order)
        return ISA_PIPE_M;
    if (format == ISA_FMT_MATH && m->sbid_count != 0)
        return ISA_PIPE_NONE;
    if (m->pipe_count == 1)
        return ISA_PIPE_ALL;
    if (m->has_scalar && in->dst.file == ISA_FILE_ARF && in->dst.reg == ISA_ARF_SP)
        return ISA_PIPE_S;
    if (format == ISA_FMT_UNARY || format == ISA_FMT_BINARY || format == ISA_FMT_TERNARY)
        return m->fp64_on_math && any_operand(in, is_double) ? ISA_PIPE_NONE : pipe_by_type(m, in);
    return ISA_PIPE_I;
}
