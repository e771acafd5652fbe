// SPDX-License-Identifier: MIT
// Formats of instructions that move control or talk to other units: sends, branches, sync, wait.
// Each function works in both directions, see codec.h.

#include "codec.h"

static const char *mnemonic(const codec *c) {
    return isa_op_get((isa_op)c->in->op)->mnemonic;
}

// Pieces of a 32-bit descriptor that lie apart in the instruction.
typedef struct piece {
    isa_field_id field;
    uint8_t shift;
} piece;

static uint32_t codec_pieces(codec *c, const piece *p, unsigned n, uint32_t v) {
    uint32_t out = 0, rest = v;
    for (unsigned i = 0; i < n; i++) {
        unsigned bits = isa_field_bits(&c->fields[p[i].field]);
        if (bits == 0)
            continue;
        uint32_t mask = (uint32_t)(((uint64_t)1 << bits) - 1);
        uint32_t part = (uint32_t)codec_bits(c, p[i].field, v >> p[i].shift & mask);
        out |= part << p[i].shift;
        rest &= ~(mask << p[i].shift);
    }
    if (c->enc && rest != 0)
        codec_fail(c, CMC_ERR_RANGE, "%s: bits 0x%x of descriptor 0x%x have no place on %s",
                   mnemonic(c), rest, v, c->m->name);
    return out;
}

// An operand of a send that is not there is the null register.
static void default_null(codec *c, isa_operand *o) {
    if (c->enc && o->file == ISA_FILE_NONE)
        *o = (isa_operand){.file = ISA_FILE_ARF, .reg = ISA_ARF_NULL};
    if (c->enc && o->indirect)
        codec_fail(c, CMC_ERR_UNSUPPORTED, "%s: %s has no indirect operand here", mnemonic(c),
                   c->m->name);
    if (c->enc && o->off_b != 0)
        codec_fail(c, CMC_ERR_RANGE,
                   "%s: an operand starts at byte %d of its register, must start at 0", mnemonic(c),
                   (int)o->off_b);
}

// Gen12 and later

static const piece desc_pieces[] = {
    {ISA_F_U_DESC_0, 0},   {ISA_F_U_DESC_11, 11}, {ISA_F_U_DESC_20, 20},
    {ISA_F_U_DESC_25, 25}, {ISA_F_U_DESC_30, 30},
};
static const piece ex_pieces[] = {
    {ISA_F_U_EX_6, 6},   {ISA_F_U_EX_11, 11}, {ISA_F_U_EX_24, 24},
    {ISA_F_U_EX_26, 26}, {ISA_F_U_EX_28, 28},
};

static void codec_exdesc(codec *c) {
    isa_inst *in = c->in;
    in->exdesc_is_reg = codec_flag(c, ISA_F_U_EX_REG, in->exdesc_is_reg);
    if (!in->exdesc_is_reg) {
        in->exdesc = codec_pieces(c, ex_pieces, sizeof ex_pieces / sizeof *ex_pieces, in->exdesc);
        in->src1_len = (uint8_t)codec_bits(c, ISA_F_U_S1_LEN, in->src1_len);
        return;
    }
    in->exdesc_sub = (uint8_t)codec_bits(c, ISA_F_U_EX_SUB, in->exdesc_sub);
    in->cps = codec_flag(c, ISA_F_U_CPS, in->cps);
    if (c->lay->exbso_always)
        in->exbso = true;
    else
        in->exbso = codec_flag(c, ISA_F_U_EXBSO, in->exbso);
    if (in->exbso)
        in->src1_len = (uint8_t)codec_bits(c, ISA_F_U_S1_LEN, in->src1_len);
}

void codec_send(codec *c) {
    isa_inst *in = c->in;
    in->eot = codec_flag(c, ISA_F_U_EOT, in->eot);
    if (codec_has(c, ISA_F_U_FUSION)) // later families take the annotation and have no bit for it
        in->fusion_ctrl = codec_flag(c, ISA_F_U_FUSION, in->fusion_ctrl);
    in->sfid = (uint8_t)codec_bits(c, ISA_F_CMOD, in->sfid);
    if (!isa_sfid_name(c->m, in->sfid))
        codec_fail(c, c->enc ? CMC_ERR_UNSUPPORTED : CMC_ERR_FORMAT,
                   "%s: %s has no shared function %u", mnemonic(c), c->m->name, in->sfid);
    default_null(c, &in->dst);
    default_null(c, &in->src[0]);
    default_null(c, &in->src[1]);
    codec_file(c, ISA_F_U_D_FILE, &in->dst);
    codec_reg(c, ISA_F_D_REG, &in->dst);
    codec_file(c, ISA_F_U_S0_FILE, &in->src[0]);
    codec_reg(c, ISA_F_S0_REG, &in->src[0]);
    codec_file(c, ISA_F_U_S1_FILE, &in->src[1]);
    codec_reg(c, ISA_F_S1_REG, &in->src[1]);
    in->desc_is_reg = codec_flag(c, ISA_F_U_DESC_REG, in->desc_is_reg);
    if (!in->desc_is_reg)
        in->desc = codec_pieces(c, desc_pieces, sizeof desc_pieces / sizeof *desc_pieces, in->desc);
    codec_exdesc(c);
}

// Gen9 and Gen11

enum { EX_SFID = 0xf, EX_EOT = 0x20 };

static const piece old_desc_pieces[] = {{ISA_F_L_DESC, 0}};
static const piece old_ex_pieces[] = {
    {ISA_F_CMOD, 0},     {ISA_F_L_EOT, 5},    {ISA_F_L_EX_16, 16},
    {ISA_F_L_EX_20, 20}, {ISA_F_L_EX_24, 24}, {ISA_F_L_EX_28, 28},
};
static const piece sends_ex_pieces[] = {
    {ISA_F_CMOD, 0},
    {ISA_F_L_EOT, 5},
    {ISA_F_L_S_EX_6, 6},
    {ISA_F_L_S_EX_16, 16},
};
enum { A0_DESCRIPTOR = ISA_ARF_A0, SRC1_IMM = 3 };

static uint8_t or_ud(uint8_t type) {
    return type == ISA_TYPE_NONE ? (uint8_t)ISA_UD : type;
}

static void codec_old_operand(codec *c, isa_operand *o, isa_field_id mode, isa_field_id imm,
                              isa_field_id sub, isa_field_id reg) {
    o->indirect = codec_flag(c, mode, o->indirect);
    if (!o->indirect) {
        codec_reg(c, reg, o);
        return;
    }
    o->addr_sub = (uint8_t)codec_bits(c, sub, o->addr_sub);
    o->addr_imm = (int16_t)codec_signed(c, imm, o->addr_imm, 16);
}

static void codec_old_descriptor(codec *c) {
    isa_inst *in = c->in;
    if (!in->desc_is_reg)
        in->desc = codec_pieces(c, old_desc_pieces, 1, in->desc);
    else if (codec_has(c, ISA_F_L_HALF))
        codec_flag(c, ISA_F_L_HALF, in->dst.type == ISA_HF || in->src[0].type == ISA_HF);
}

static void codec_old_one(codec *c) { // send, sendc
    isa_inst *in = c->in;
    codec_file(c, ISA_F_D_FILE, &in->dst);
    in->dst.type = codec_type(c, ISA_F_D_TYPE, or_ud(in->dst.type), ISA_USE_REG);
    in->dst.rgn.h = 1;
    codec_file(c, ISA_F_S0_FILE, &in->src[0]);
    in->src[0].type = codec_type(c, ISA_F_S0_TYPE, or_ud(in->src[0].type), ISA_USE_REG);
    codec_old_operand(c, &in->dst, ISA_F_D_AMODE, ISA_F_L_D_AIMM, ISA_F_D_ASUB, ISA_F_D_REG);
    codec_fixed(c, ISA_F_D_HS, 1);
    codec_old_operand(c, &in->src[0], ISA_F_S0_AMODE, ISA_F_L_S0_AIMM, ISA_F_S0_ASUB, ISA_F_S0_REG);
    in->desc_is_reg = codec_bits(c, ISA_F_S1_FILE, in->desc_is_reg ? 0 : SRC1_IMM) != SRC1_IMM;
    if (in->desc_is_reg)
        codec_fixed(c, ISA_F_S1_REG, A0_DESCRIPTOR);
    codec_old_descriptor(c);
    if (c->enc && in->exdesc_is_reg)
        codec_fail(c, CMC_ERR_UNSUPPORTED,
                   "%s: the extended descriptor must be an immediate; sends takes a register",
                   mnemonic(c));
    in->exdesc =
        codec_pieces(c, old_ex_pieces, sizeof old_ex_pieces / sizeof *old_ex_pieces, in->exdesc);
}

static void codec_old_split(codec *c) { // sends, sendsc
    isa_inst *in = c->in;
    if (c->enc && in->src[0].file != ISA_FILE_GRF)
        codec_fail(c, CMC_ERR_RANGE, "%s: source 0 must be a general register", mnemonic(c));
    in->src[0].file = ISA_FILE_GRF;
    if (c->enc)
        default_null(c, &in->src[1]);
    codec_file(c, ISA_F_L_S_D_FILE, &in->dst);
    in->dst.type = codec_type(c, ISA_F_D_TYPE, or_ud(in->dst.type), ISA_USE_REG);
    in->dst.rgn.h = 1;
    codec_old_operand(c, &in->dst, ISA_F_D_AMODE, ISA_F_L_S_D_AIMM, ISA_F_D_ASUB, ISA_F_D_REG);
    codec_old_operand(c, &in->src[0], ISA_F_S0_AMODE, ISA_F_L_S_S0_AIMM, ISA_F_S0_ASUB,
                      ISA_F_S0_REG);
    codec_file(c, ISA_F_L_S_S1_FILE, &in->src[1]);
    codec_reg(c, ISA_F_L_S_S1_REG, &in->src[1]);
    in->desc_is_reg = codec_flag(c, ISA_F_L_S_DESC_REG, in->desc_is_reg);
    codec_old_descriptor(c);
    in->exdesc_is_reg = codec_flag(c, ISA_F_L_S_EX_REG, in->exdesc_is_reg);
    if (in->exdesc_is_reg) {
        in->exdesc_sub = (uint8_t)codec_bits(c, ISA_F_L_S_EX_SUB, in->exdesc_sub);
        in->eot = codec_flag(c, ISA_F_L_EOT, in->eot);
    } else {
        in->exdesc = codec_pieces(c, sends_ex_pieces,
                                  sizeof sends_ex_pieces / sizeof *sends_ex_pieces, in->exdesc);
    }
}

void codec_split_send(codec *c) {
    isa_inst *in = c->in;
    in->no_src_dep_set = codec_flag(c, ISA_F_L_NO_SRC_DEP, in->no_src_dep_set);
    if (c->enc && !in->exdesc_is_reg)
        in->exdesc |= in->eot ? EX_EOT : 0;
    if (in->op == ISA_SENDS || in->op == ISA_SENDSC)
        codec_old_split(c);
    else
        codec_old_one(c);
    if (!in->exdesc_is_reg) {
        in->sfid = in->exdesc & EX_SFID;
        in->eot = (in->exdesc & EX_EOT) != 0;
    }
}

// Branches

static bool is_call(unsigned op) {
    return op == ISA_CALL || op == ISA_CALLA;
}

static bool has_branch_ctrl(unsigned op) {
    return op == ISA_IF || op == ISA_ELSE || op == ISA_GOTO;
}

static bool may_jump_to_register(unsigned op) {
    return op == ISA_JMPI || op == ISA_BRD || op == ISA_BRC || op == ISA_RET || is_call(op);
}

// Decides between a register target (true) and labels, and checks that the opcode has that form.
static bool register_target(codec *c, bool is_reg) {
    if (is_reg ? !may_jump_to_register(c->in->op) : c->in->op == ISA_RET)
        codec_fail(c, c->enc ? CMC_ERR_RANGE : CMC_ERR_FORMAT, "%s: the target must be a %s",
                   mnemonic(c), is_reg ? "label" : "register");
    return is_reg;
}

static int32_t codec_offset(codec *c, isa_field_id f, int32_t v) {
    return (int32_t)(uint32_t)codec_bits(c, f, (uint32_t)v);
}

void codec_branch(codec *c) {
    isa_inst *in = c->in;
    bool two = isa_op_get((isa_op)in->op)->format == ISA_FMT_BRANCH2;
    if (has_branch_ctrl(in->op))
        in->branch_ctrl = codec_flag(c, ISA_F_BRANCH_CTRL, in->branch_ctrl);
    if (is_call(in->op)) {
        codec_file(c, ISA_F_U_D_FILE, &in->dst);
        codec_reg(c, ISA_F_D_REG, &in->dst);
        codec_sub(c, ISA_F_J_D_SUB, &in->dst, c->lay->branch_unit);
    }
    bool labels = codec_flag(c, ISA_F_J_JIP_IMM, in->src[0].file == ISA_FILE_NONE);
    if (register_target(c, !labels)) {
        codec_file(c, ISA_F_J_S0_FILE, &in->src[0]);
        codec_reg(c, ISA_F_S0_REG, &in->src[0]);
        codec_sub(c, ISA_F_J_S0_SUB, &in->src[0], c->lay->branch_unit);
        return;
    }
    in->jip = codec_offset(c, ISA_F_JIP, in->jip);
    if (two) {
        codec_flag(c, ISA_F_J_UIP_IMM, true);
        in->uip = codec_offset(c, ISA_F_UIP, in->uip);
    }
}

// Fixed operand bits of a Gen9 or Gen11 branch, dwords 1 (bits 63:35) and 2.
typedef struct old_branch {
    uint8_t op;
    uint8_t reg_src;     // source that holds a register target
    uint32_t dword1;     // with labels
    uint32_t dword1_reg; // with a register
    uint32_t dword2[2];  // labels, on Gen9 and on Gen11
    uint32_t dword2_reg[2];
} old_branch;

#define LABELS_ONLY(op, d1, d2) {op, 0, d1, 0, {d2, d2}, {0, 0}}
static const old_branch old_branches[] = {
    LABELS_ONLY(ISA_IF, 0x20000e00, 0),
    LABELS_ONLY(ISA_ELSE, 0x20000e00, 0),
    LABELS_ONLY(ISA_BREAK, 0x20000e00, 0),
    LABELS_ONLY(ISA_CONT, 0x20000e00, 0),
    LABELS_ONLY(ISA_HALT, 0x20000e00, 0),
    LABELS_ONLY(ISA_GOTO, 0x20000e00, 0),
    LABELS_ONLY(ISA_ENDIF, 0x20000000, 0x0e000000),
    LABELS_ONLY(ISA_WHILE, 0x20000000, 0x0e000000),
    LABELS_ONLY(ISA_JOIN, 0x20000000, 0x0e000000),
    {ISA_JMPI, 1, 0x34000000, 0x34000000, {0x0e001400, 0x0e001400}, {0x0a001400, 0x0a001400}},
    {ISA_BRD, 0, 0x34000e20, 0x34000a20, {0, 0}, {0, 0}},
    {ISA_BRC, 0, 0x34000e20, 0x34000a20, {0, 0}, {0x00450000, 0x00450000}},
    {ISA_CALL, 1, 0x20000020, 0x20000020, {0x0e450000, 0x0e490000}, {0x0a450000, 0x0a490000}},
    {ISA_CALLA, 1, 0x20000020, 0x20000020, {0x0e450000, 0x0e000000}, {0x0a450000, 0x0a000000}},
    {ISA_RET, 0, 0x20000a00, 0x20000a00, {0x00450000, 0x00450000}, {0x00450000, 0x00450000}},
};

// What Intel's compiler writes where its assembler writes the rows above: a register operand of type ud, with other
// region bits. Text shows the type.
static const old_branch old_typed_branches[] = {
    {ISA_CALL, 1, 0x20000000, 0x20000000, {0x0e490000, 0x0e490000}, {0x0a490000, 0x0a490000}},
    {ISA_CALLA, 1, 0x20000000, 0x20000000, {0x0e490000, 0x0e490000}, {0x0a490000, 0x0a490000}},
    {ISA_RET, 0, 0x20000200, 0x20000200, {0x00050000, 0x00050000}, {0x00050000, 0x00050000}},
    {ISA_OP_NONE, 0, 0, 0, {0, 0}, {0, 0}},
};

static const old_branch *find_old_branch(unsigned op, bool typed) {
    const old_branch *row = old_typed_branches;
    if (typed)
        for (; row->op != ISA_OP_NONE; row++)
            if (row->op == op)
                return row;
    for (row = old_branches; row->op != op;)
        row++;
    return row;
}

// Reads or chooses between the two codings of a call or ret; leaves the type of its register.
static bool old_branch_typed(codec *c) {
    isa_inst *in = c->in;
    if (!is_call(in->op) && in->op != ISA_RET)
        return false;
    isa_operand *o = is_call(in->op) ? &in->dst : &in->src[0];
    isa_field_id type = is_call(in->op) ? ISA_F_D_TYPE : ISA_F_S0_TYPE;
    if (!c->enc)
        o->type = codec_bits(c, type, 0) == (unsigned)isa_type_code(c->m, ISA_UD, ISA_USE_REG)
                      ? ISA_UD
                      : ISA_TYPE_NONE;
    return o->type == ISA_UD;
}

static void encode_pattern(codec *c, const old_branch *row, bool is_reg) {
    unsigned col = c->lay->code_column;
    codec_bits(c, ISA_F_J_DWORD1, (is_reg ? row->dword1_reg : row->dword1) >> 3);
    codec_bits(c, ISA_F_J_DWORD2, (is_reg ? row->dword2_reg : row->dword2)[col]);
}

void codec_old_branch(codec *c) {
    isa_inst *in = c->in;
    const old_branch *row = find_old_branch(in->op, old_branch_typed(c));
    bool two = isa_op_get((isa_op)in->op)->format == ISA_FMT_BRANCH2;
    isa_operand *src = &in->src[0];
    bool is_reg = src->file != ISA_FILE_NONE;
    if (c->enc)
        encode_pattern(c, row, is_reg);
    else
        is_reg = may_jump_to_register(in->op) &&
                 codec_bits(c, ISA_F_SRC(FILE, row->reg_src), 0) != SRC1_IMM;
    if (has_branch_ctrl(in->op) ||
        in->op == ISA_WHILE) // a compiler sets it on while, without a meaning in text
        in->branch_ctrl = codec_flag(c, ISA_F_BRANCH_CTRL, in->branch_ctrl);
    if (is_call(in->op)) {
        codec_file(c, ISA_F_D_FILE, &in->dst);
        codec_reg(c, ISA_F_D_REG, &in->dst);
        codec_sub(c, ISA_F_D_SUB, &in->dst, 1);
    }
    if (register_target(c, is_reg)) {
        codec_file(c, ISA_F_SRC(FILE, row->reg_src), src);
        codec_reg(c, ISA_F_SRC(REG, row->reg_src), src);
        codec_sub(c, ISA_F_SRC(SUB, row->reg_src), src, 1);
        return;
    }
    int32_t base = in->op == ISA_JMPI && c->lay->jmpi_next ? 16 : 0;
    in->jip = (int32_t)((uint32_t)codec_offset(c, ISA_F_JIP,
                                               (int32_t)((uint32_t)in->jip - (uint32_t)base)) +
                        (uint32_t)base);
    if (two)
        in->uip = codec_offset(c, ISA_F_UIP, in->uip);
}

// sync and wait

static bool sync_function_exists(const codec *c, unsigned fc) {
    if (fc == ISA_SYNC_FLUSH)
        return c->lay->exbso_always;
    if (fc == ISA_SYNC_FENCE)
        return c->lay->swsb == ISA_SWSB_HPC;
    return isa_name_of(isa_sync_names, fc) != NULL;
}

void codec_sync(codec *c) {
    isa_inst *in = c->in;
    isa_operand *o = &in->src[0];
    in->fc = (uint8_t)codec_bits(c, ISA_F_CMOD, in->fc);
    if (!sync_function_exists(c, in->fc))
        codec_fail(c, c->enc ? CMC_ERR_UNSUPPORTED : CMC_ERR_FORMAT, "sync: %s has no function %u",
                   c->m->name, in->fc);
    codec_fixed(c, ISA_F_D_HS, 1);
    bool imm = codec_bits(c, ISA_F_S0_FILE, o->file == ISA_FILE_IMM ? c->lay->imm_file : 0) >=
               c->lay->imm_file;
    if (!imm) {
        *o = (isa_operand){.file = ISA_FILE_ARF, .reg = ISA_ARF_NULL};
        return;
    }
    o->file = ISA_FILE_IMM;
    codec_type(c, ISA_F_S0_TYPE, ISA_UD, ISA_USE_IMM);
    o->type = ISA_UD; // whatever the bits say
    o->imm = codec_bits(c, ISA_F_IMM32, o->imm & UINT32_MAX);
}

// Destination and source both name the notification register.
void codec_wait(codec *c) {
    isa_inst *in = c->in;
    isa_operand *o = &in->src[0];
    codec_file(c, ISA_F_S0_FILE, o);
    o->type = codec_type(c, ISA_F_S0_TYPE, or_ud(o->type), ISA_USE_REG);
    codec_reg(c, ISA_F_S0_REG, o);
    codec_sub(c, ISA_F_S0_SUB, o, 1);
    o->rgn = (isa_region){0, 1, 0};
    if (o->file != ISA_FILE_ARF || (o->reg & 0xf0u) != ISA_ARF_N)
        codec_fail(c, c->enc ? CMC_ERR_RANGE : CMC_ERR_FORMAT,
                   "wait: the operand must be a notification register");
    isa_operand dst = *o; // the destination repeats it
    codec_file(c, ISA_F_D_FILE, &dst);
    codec_type(c, ISA_F_D_TYPE, dst.type, ISA_USE_REG);
    codec_reg(c, ISA_F_D_REG, &dst);
    codec_sub(c, ISA_F_D_SUB, &dst, 1);
    codec_fixed(c, ISA_F_D_HS, 1);
    in->dst = *o;
    in->dst.rgn = (isa_region){0, 0, 1};
}
