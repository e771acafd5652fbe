// SPDX-License-Identifier: MIT
// Machine IR: names for printing, control-flow successors, small predicates on instructions.

#include "mir_priv.h"

#include <assert.h>
#include <string.h>

#define NAMES(id, ...)                                                                                                 \
    static const char *const id##_list[] = {__VA_ARGS__};                                                              \
    const mir_names id = {id##_list, sizeof(id##_list) / sizeof(id##_list[0])}

NAMES(mir_phase_names, [MIR_PHASE_SELECTED] = "selected", [MIR_PHASE_LOWERED] = "lowered", [MIR_PHASE_LEGAL] = "legal",
      [MIR_PHASE_ALLOCATED] = "allocated", [MIR_PHASE_SCOREBOARDED] = "scoreboarded");
NAMES(mir_var_kind_names, [MIR_VAR_GRF] = "grf", [MIR_VAR_FLAG] = "flag", [MIR_VAR_ADDR] = "addr");
NAMES(mir_arg_kind_names, [MIR_ARG_VALUE] = "value", [MIR_ARG_SVM] = "svm", [MIR_ARG_BUFFER] = "buffer",
      [MIR_ARG_IMAGE2D] = "image2d", [MIR_ARG_SAMPLER] = "sampler", [MIR_ARG_LOCAL_SIZE] = "local_size",
      [MIR_ARG_GROUP_COUNT] = "group_count", [MIR_ARG_PRINTF_BUFFER] = "printf_buffer", [MIR_ARG_IMAGE1D] = "image1d",
      [MIR_ARG_IMAGE1D_ARRAY] = "image1d_array", [MIR_ARG_IMAGE1D_BUFFER] = "image1d_buffer",
      [MIR_ARG_IMAGE2D_PLAIN] = "image2d_plain", [MIR_ARG_IMAGE2D_ARRAY] = "image2d_array",
      [MIR_ARG_IMAGE3D] = "image3d", [MIR_ARG_LOCAL] = "local");
NAMES(
    mir_msg_kind_names, [ISA_MSG_OWORD_READ] = "oword_read", [ISA_MSG_OWORD_READ_UNALIGNED] = "oword_read_unaligned",
    [ISA_MSG_OWORD_WRITE] = "oword_write", [ISA_MSG_BYTE_READ] = "byte_read", [ISA_MSG_BYTE_WRITE] = "byte_write",
    [ISA_MSG_DWORD_READ] = "dword_read", [ISA_MSG_DWORD_WRITE] = "dword_write", [ISA_MSG_QWORD_READ] = "qword_read",
    [ISA_MSG_QWORD_WRITE] = "qword_write", [ISA_MSG_UNTYPED_READ] = "untyped_read",
    [ISA_MSG_UNTYPED_WRITE] = "untyped_write", [ISA_MSG_UNTYPED_ATOMIC] = "untyped_atomic",
    [ISA_MSG_UNTYPED_ATOMIC_FLOAT] = "untyped_atomic_float", [ISA_MSG_TYPED_READ] = "typed_read",
    [ISA_MSG_TYPED_WRITE] = "typed_write", [ISA_MSG_TYPED_ATOMIC] = "typed_atomic", [ISA_MSG_MEDIA_READ] = "media_read",
    [ISA_MSG_MEDIA_WRITE] = "media_write", [ISA_MSG_A64_BLOCK_READ] = "a64_block_read",
    [ISA_MSG_A64_BLOCK_WRITE] = "a64_block_write", [ISA_MSG_A64_SCATTERED_READ] = "a64_scattered_read",
    [ISA_MSG_A64_SCATTERED_WRITE] = "a64_scattered_write", [ISA_MSG_A64_UNTYPED_READ] = "a64_untyped_read",
    [ISA_MSG_A64_UNTYPED_WRITE] = "a64_untyped_write", [ISA_MSG_A64_ATOMIC] = "a64_atomic",
    [ISA_MSG_A64_ATOMIC_FLOAT] = "a64_atomic_float", [ISA_MSG_SCRATCH_READ] = "scratch_read",
    [ISA_MSG_SCRATCH_WRITE] = "scratch_write", [ISA_MSG_HDC_FENCE] = "hdc_fence", [ISA_MSG_LSC_LOAD] = "lsc_load",
    [ISA_MSG_LSC_STORE] = "lsc_store", [ISA_MSG_LSC_LOAD_QUAD] = "lsc_load_quad",
    [ISA_MSG_LSC_STORE_QUAD] = "lsc_store_quad", [ISA_MSG_LSC_LOAD_2D] = "lsc_load_2d",
    [ISA_MSG_LSC_STORE_2D] = "lsc_store_2d", [ISA_MSG_LSC_ATOMIC] = "lsc_atomic", [ISA_MSG_LSC_FENCE] = "lsc_fence",
    [ISA_MSG_LSC_OTHER] = "lsc_other", [ISA_MSG_SAMPLER] = "sampler", [ISA_MSG_BARRIER] = "barrier",
    [ISA_MSG_NAMED_BARRIER] = "named_barrier", [ISA_MSG_EOT] = "eot", [ISA_MSG_GATEWAY_OTHER] = "gateway_other");

const char *mir_name_of(const mir_names *t, uint32_t v) {
    return v < t->n && t->names[v] ? t->names[v] : "";
}

uint32_t mir_name_find(const mir_names *t, const char *s, size_t len) {
    for (uint32_t i = 0; i < t->n; i++)
        if (t->names[i] && strlen(t->names[i]) == len && !memcmp(t->names[i], s, len))
            return i;
    return UINT32_MAX;
}

#define FIELD(f)                                                                                                       \
    { #f, offsetof(mir_msg, f), sizeof(((mir_msg *)0)->f) }
const mir_msg_field mir_msg_fields[] = {
    FIELD(surface_bti), FIELD(size_b),    FIELD(width_b),   FIELD(height),      FIELD(plane),     FIELD(mod),
    FIELD(elt_b),       FIELD(n_elt),     FIELD(lanes),     FIELD(chan_mask),   FIELD(op),        FIELD(l1),
    FIELD(l3),          FIELD(sfid),      FIELD(addr_type), FIELD(addr_size_b), FIELD(transpose), FIELD(vnni),
    FIELD(prefetch),    FIELD(high_half), FIELD(scope),     FIELD(imm_off),
};
const uint32_t mir_msg_field_count = sizeof(mir_msg_fields) / sizeof(mir_msg_fields[0]);

const mir_msg_field mir_msg_operands[] = {
    {"surface", offsetof(mir_msg, surface), 0}, {"addr0", offsetof(mir_msg, addr[0]), 0},
    {"addr1", offsetof(mir_msg, addr[1]), 0},   {"addr2", offsetof(mir_msg, addr[2]), 0},
    {"data", offsetof(mir_msg, data), 0},       {"data2", offsetof(mir_msg, data2), 0},
};
const uint32_t mir_msg_operand_count = sizeof(mir_msg_operands) / sizeof(mir_msg_operands[0]);

// Pseudo opcodes

typedef struct pseudo_info {
    const char *name;
    uint8_t n_src;
    bool has_dst;
    uint8_t last_phase;
} pseudo_info;

static const pseudo_info pseudos[MIR_OP_COUNT - MIR_OP_FIRST] = {
    [MIR_UNDEF - MIR_OP_FIRST] = {"undef", 0, true, MIR_PHASE_LEGAL},
    [MIR_COPY - MIR_OP_FIRST] = {"copy", 1, true, MIR_PHASE_LEGAL},
    [MIR_MSG - MIR_OP_FIRST] = {"msg", 0, true, MIR_PHASE_SELECTED},
    [MIR_EOT - MIR_OP_FIRST] = {"eot", 0, false, MIR_PHASE_SELECTED},
    [MIR_ADD64 - MIR_OP_FIRST] = {"add64", 2, true, MIR_PHASE_SELECTED},
    [MIR_SUB64 - MIR_OP_FIRST] = {"sub64", 2, true, MIR_PHASE_SELECTED},
    [MIR_MUL32 - MIR_OP_FIRST] = {"mul32", 2, true, MIR_PHASE_SELECTED},
    [MIR_MULH32 - MIR_OP_FIRST] = {"mulh32", 2, true, MIR_PHASE_SELECTED},
    [MIR_BR - MIR_OP_FIRST] = {"br", 0, false, MIR_PHASE_SCOREBOARDED},
    [MIR_CBR - MIR_OP_FIRST] = {"cbr", 0, false, MIR_PHASE_SCOREBOARDED},
    [MIR_SKIP - MIR_OP_FIRST] = {"skip", 0, false, MIR_PHASE_SCOREBOARDED},
};

static const pseudo_info *pseudo_of(uint16_t op) {
    return op > MIR_OP_FIRST && op < MIR_OP_COUNT ? &pseudos[op - MIR_OP_FIRST] : NULL;
}

bool mir_op_is_pseudo(uint16_t op) {
    return pseudo_of(op) != NULL;
}

const char *mir_op_name(uint16_t op) {
    const pseudo_info *p = pseudo_of(op);
    return p ? p->name : isa_op_get((isa_op)op)->mnemonic;
}

uint16_t mir_op_find(const char *s, size_t len) {
    for (uint16_t op = MIR_OP_FIRST + 1; op < MIR_OP_COUNT; op++)
        if (strlen(pseudo_of(op)->name) == len && !memcmp(pseudo_of(op)->name, s, len))
            return op;
    return (uint16_t)isa_op_find(s, len);
}

uint8_t mir_op_src_count(uint16_t op) {
    const pseudo_info *p = pseudo_of(op);
    if (op == ISA_RET) // the return address, which the instruction format treats as a target
        return 1;
    return p ? p->n_src : isa_op_get((isa_op)op)->n_src;
}

bool mir_op_has_dst(uint16_t op) {
    const pseudo_info *p = pseudo_of(op);
    if (p)
        return p->has_dst;
    switch ((isa_format)isa_op_get((isa_op)op)->format) {
    case ISA_FMT_BRANCH1:
    case ISA_FMT_BRANCH2:
        return op == ISA_CALL || op == ISA_CALLA;
    case ISA_FMT_SYNC:
    case ISA_FMT_NULLARY:
    case ISA_FMT_WAIT:
    case ISA_FMT_NONE:
        return false;
    case ISA_FMT_UNARY:
    case ISA_FMT_BINARY:
    case ISA_FMT_TERNARY:
    case ISA_FMT_DPAS:
    case ISA_FMT_MATH:
    case ISA_FMT_SEND:
        return true;
    }
    return false;
}

uint8_t mir_op_last_phase(uint16_t op) {
    const pseudo_info *p = pseudo_of(op);
    return p ? p->last_phase : MIR_PHASE_SCOREBOARDED;
}

bool mir_inst_is_branch(const mir_inst *i) {
    return i->i.op == MIR_BR || i->i.op == MIR_CBR ||
           (!mir_op_is_pseudo(i->i.op) && (isa_op_get((isa_op)i->i.op)->attrs & ISA_ATTR_BRANCH));
}

bool mir_inst_ends_thread(const mir_inst *i) {
    return i->i.op == MIR_EOT || (!mir_op_is_pseudo(i->i.op) && i->i.eot);
}

bool mir_inst_is_call(const mir_inst *i) {
    return i->i.op == ISA_CALL && i->target[1] != MIR_NO_TARGET;
}

uint8_t mir_swapped_cmod(uint8_t cmod) {
    switch (cmod) {
    case ISA_CMOD_GT:
        return ISA_CMOD_LT;
    case ISA_CMOD_LT:
        return ISA_CMOD_GT;
    case ISA_CMOD_GE:
        return ISA_CMOD_LE;
    case ISA_CMOD_LE:
        return ISA_CMOD_GE;
    default:
        return cmod;
    }
}

bool mir_inst_is_return(const mir_inst *i) {
    return i->i.op == ISA_RET && i->target[0] != MIR_NO_TARGET;
}

// Whether control may fall through to the instruction after i.
static bool falls_through(const mir_inst *i) {
    if (!i)
        return true;
    if (mir_inst_ends_thread(i) || i->i.op == MIR_BR || i->i.op == MIR_CBR || mir_inst_is_call(i))
        return false;
    if (i->i.op == ISA_GOTO && i->i.branch_ctrl &&
        i->target[1] != MIR_NO_TARGET) // its first target is the next instruction
        return false;
    return !(i->i.op == ISA_JMPI && i->i.pred == ISA_PRED_NONE && i->target[0] != MIR_NO_TARGET);
}

static void add_succ(mir_succ *s, uint32_t id) {
    for (uint32_t i = 0; i < s->len; i++)
        if (s->list[i] == id)
            return;
    s->list[s->len++] = id;
}

mir_succ mir_succ_of(const mir_fn *fn, const mir_block *b) {
    assert(fn && b);
    mir_succ s = {.fn = fn, .entry = MIR_NO_TARGET};
    const mir_inst *last = b->last;
    if (last && mir_inst_is_return(last)) {
        s.entry = last->target[0];
        return s;
    }
    // The second target of a goto is the place where channels wait, and that of a call is the return point. The
    // thread reaches both through the blocks between. goto.b jumps to its second target.
    bool waits = last && last->i.op == ISA_GOTO && !last->i.branch_ctrl;
    uint32_t n_targets = waits || (last && mir_inst_is_call(last)) ? 1 : 2;
    if (last && mir_inst_is_branch(last))
        for (uint32_t t = 0; t < n_targets; t++)
            if (last->target[t] != MIR_NO_TARGET)
                add_succ(&s, last->target[t]);
    if (falls_through(last) && b->id + 1 < fn->blocks.len)
        add_succ(&s, b->id + 1);
    return s;
}

bool mir_succ_next(mir_succ *s) {
    assert(s && s->fn);
    if (s->entry == MIR_NO_TARGET) {
        s->id = s->next < s->len ? s->list[s->next] : MIR_NO_TARGET;
        return s->next++ < s->len;
    }
    while (s->next < s->fn->blocks.len) {
        const mir_inst *last = s->fn->blocks.data[s->next++]->last;
        if (!last || !mir_inst_is_call(last) || last->target[0] != s->entry)
            continue;
        s->id = last->target[1];
        return true;
    }
    return false;
}
