// SPDX-License-Identifier: MIT
// Checks the structure of a machine IR function and the rules of its phase. isa_validate checks hardware rules; this
// file checks what hardware does not have: variables, blocks, phases. All faults are reported, each with its
// instruction.

#include "mir_priv.h"

#include <assert.h>

typedef struct checker {
    const mir_fn *fn;
    cmc_diag *diag;
    const mir_block *block;
    const mir_inst *inst;
    uint32_t n_faults;
} checker;

static void fault(checker *c, const char *code, const char *fmt, ...) CMC_PRINTF(3, 4);

static void fault(checker *c, const char *code, const char *fmt, ...) {
    cmc_str s = CMC_STR_INIT;
    va_list ap;
    va_start(ap, fmt);
    cmc_str_vprintf(&s, fmt, ap);
    va_end(ap);
    if (c->inst) {
        cmc_str_append(&s, " in: ");
        mir_inst_print(c->fn, c->inst, &s);
    }
    cmc_loc loc = c->inst ? c->inst->loc : (cmc_loc){0};
    cmc_diag_add(c->diag, CMC_ERROR, code, loc, "kernel '%s': %s", c->fn->name, cmc_str_text(&s));
    cmc_str_free(&s);
    c->n_faults++;
}

static const mir_var *var_of(checker *c, uint32_t id, mir_var_kind kind) {
    if (id == 0 || id >= c->fn->vars.len) {
        fault(c, "MIR010", "variable number %u does not exist", (unsigned)id);
        return NULL;
    }
    const mir_var *v = c->fn->vars.data[id];
    if (v->kind == kind)
        return v;
    fault(c, "MIR011", "variable %%%s is a %s variable, expected %s", v->name,
          mir_name_of(&mir_var_kind_names, v->kind), mir_name_of(&mir_var_kind_names, kind));
    return NULL;
}

// Operands

// Last byte of the operand plus one, from the variable's start.
static int32_t operand_end(const isa_operand *o, uint32_t exec_size, bool dst) {
    int32_t size_b = isa_type_size_b((isa_type)o->type), end = o->off_b + size_b;
    for (uint32_t ch = 0; ch < exec_size; ch++) {
        int32_t at = dst ? (int32_t)(ch * o->rgn.h) * size_b : isa_region_offset_b(o->rgn, (isa_type)o->type, ch);
        if (o->off_b + at + size_b > end)
            end = o->off_b + at + size_b;
    }
    return end;
}

static void check_extent(checker *c, const isa_operand *o, const mir_var *v, bool dst) {
    if (o->off_b < 0 || (uint32_t)o->off_b >= v->size_b) {
        fault(c, "MIR012", "byte %d is outside %%%s of %u bytes", (int)o->off_b, v->name, (unsigned)v->size_b);
        return;
    }
    bool dpas = c->inst->i.op == ISA_DPAS || c->inst->i.op == ISA_DPASW; // rows, not lanes
    if (!o->type || c->inst->i.op == MIR_COPY || dpas || mir_inst_is_branch(c->inst))
        return;
    int32_t end = operand_end(o, c->inst->i.exec_size, dst);
    if ((uint32_t)end > v->size_b)
        fault(c, "MIR012", "operand reaches byte %d of %%%s of %u bytes", (int)end - 1, v->name, (unsigned)v->size_b);
}

static void check_operand(checker *c, const isa_operand *o, bool dst) {
    bool virtual_ok = c->fn->phase < MIR_PHASE_ALLOCATED;
    if (o->file >= ISA_FILE_COUNT || o->type >= ISA_TYPE_COUNT) {
        fault(c, "MIR013", "operand has no file or type");
        return;
    }
    if (!virtual_ok && (o->file == ISA_FILE_VREG || o->file == ISA_FILE_VADDR || o->vaddr)) {
        fault(c, "MIR014", "operand names a variable after allocation");
        return;
    }
    if (dst && (o->file == ISA_FILE_IMM || o->file == ISA_FILE_VADDR))
        fault(c, "MIR015", "the destination is not a register");
    if (o->vaddr && var_of(c, o->vaddr, MIR_VAR_ADDR) &&
        (uint32_t)o->addr_sub * 2 >= c->fn->vars.data[o->vaddr]->size_b)
        fault(c, "MIR012", "address word %u is outside its variable", (unsigned)o->addr_sub);
    if (o->file == ISA_FILE_VADDR) {
        var_of(c, o->reg, MIR_VAR_GRF);
        return;
    }
    if (o->file != ISA_FILE_VREG)
        return;
    if (o->reg == 0 || o->reg >= c->fn->vars.len) {
        fault(c, "MIR010", "variable number %u does not exist", (unsigned)o->reg);
        return;
    }
    // Flag and address variables may be moved like any other register.
    const mir_var *v = c->fn->vars.data[o->reg];
    if (o->indirect && v->kind != MIR_VAR_GRF)
        fault(c, "MIR011", "an indirect operand needs a grf variable, not %%%s", v->name);
    else if (!o->indirect)
        check_extent(c, o, v, dst);
}

static void check_flag(checker *c, const isa_inst *i) {
    if (!i->vflag)
        return;
    if (c->fn->phase >= MIR_PHASE_ALLOCATED) {
        fault(c, "MIR014", "operand names a flag variable after allocation");
        return;
    }
    const mir_var *v = var_of(c, i->vflag, MIR_VAR_FLAG);
    uint32_t words = i->exec_size > 16 ? 2 : 1;
    if (v && (i->flag_sub + words) * 2u > v->size_b)
        fault(c, "MIR012", "flag word %u is outside %%%s of %u bytes", (unsigned)i->flag_sub, v->name,
              (unsigned)v->size_b);
}

// Instructions

static void check_message(checker *c, const mir_inst *m) {
    if (!m->msg || !*mir_name_of(&mir_msg_kind_names, m->msg->kind)) {
        fault(c, "MIR020", "message has no kind");
        return;
    }
    const mir_msg *msg = m->msg;
    check_operand(c, &msg->data, false);
    check_operand(c, &msg->data2, false);
    for (uint32_t i = 0; i < 3; i++)
        check_operand(c, &msg->addr[i], false);
    if (msg->surface_is_var)
        check_operand(c, &msg->surface, false);
}

static void check_opcode(checker *c, const mir_inst *m) {
    const char *phase = mir_name_of(&mir_phase_names, c->fn->phase);
    if (mir_op_is_pseudo(m->i.op)) {
        if (c->fn->phase > mir_op_last_phase(m->i.op))
            fault(c, "MIR021", "'%s' is not allowed in phase %s", mir_op_name(m->i.op), phase);
    } else if (m->i.op == ISA_OP_NONE || m->i.op >= ISA_OP_COUNT) {
        fault(c, "MIR022", "opcode %u does not exist", (unsigned)m->i.op);
    } else if (!isa_op_exists(c->fn->model, (isa_op)m->i.op)) {
        fault(c, "MIR022", "target %s has no '%s'", c->fn->model->name, mir_op_name(m->i.op));
    }
}

static void check_shape(checker *c, const mir_inst *m) {
    const isa_inst *i = &m->i;
    if (i->exec_size == 0 || i->exec_size > 32 || (i->exec_size & (i->exec_size - 1)))
        fault(c, "MIR023", "execution size %u is invalid", (unsigned)i->exec_size);
    else if (i->chan_off + i->exec_size > 32)
        fault(c, "MIR023", "channels %u to %u do not exist", (unsigned)i->chan_off,
              (unsigned)(i->chan_off + i->exec_size - 1));
    for (uint32_t s = mir_op_src_count(i->op); s < 3; s++)
        if (i->src[s].file != ISA_FILE_NONE)
            fault(c, "MIR024", "'%s' has no source %u", mir_op_name(i->op), (unsigned)s);
    if (i->op == MIR_UNDEF && i->dst.file != ISA_FILE_VREG)
        fault(c, "MIR015", "undef needs a variable");
    if (i->op == MIR_COPY && (i->dst.file != ISA_FILE_VREG || i->src[0].file != ISA_FILE_VREG || !m->len_b))
        fault(c, "MIR015", "copy needs two variables and a length");
    if ((i->op == MIR_BR && m->target[0] == MIR_NO_TARGET) ||
        (i->op == MIR_CBR && (m->target[1] == MIR_NO_TARGET || !i->pred)))
        fault(c, "MIR025", "'%s' lacks its target or predicate", mir_op_name(i->op));
    if ((i->op == ISA_CALL && m->target[0] != MIR_NO_TARGET && m->target[1] == MIR_NO_TARGET) ||
        (i->op == ISA_RET && m->target[1] != MIR_NO_TARGET))
        fault(c, "MIR025", "'call' must name the subroutine and the block after it, 'ret' the subroutine");
    if (mir_inst_is_branch(m) && m->next)
        fault(c, "MIR026", "a branch must end its block");
    for (uint32_t t = 0; t < 2; t++)
        if (m->target[t] != MIR_NO_TARGET && m->target[t] >= c->fn->blocks.len)
            fault(c, "MIR025", "block number %u does not exist", (unsigned)m->target[t]);
}

static void check_copy(checker *c, const mir_inst *m) {
    const isa_operand *ops[2] = {&m->i.dst, &m->i.src[0]};
    for (uint32_t k = 0; k < 2; k++) {
        if (ops[k]->file != ISA_FILE_VREG || !ops[k]->reg || ops[k]->reg >= c->fn->vars.len)
            continue;
        const mir_var *v = c->fn->vars.data[ops[k]->reg];
        if (ops[k]->off_b >= 0 && (uint64_t)ops[k]->off_b + m->len_b > v->size_b)
            fault(c, "MIR012", "%u bytes reach outside %%%s of %u bytes", (unsigned)m->len_b, v->name,
                  (unsigned)v->size_b);
    }
}

static void check_inst(checker *c, const mir_inst *m) {
    check_opcode(c, m);
    check_shape(c, m);
    check_operand(c, &m->i.dst, true);
    for (uint32_t s = 0; s < 3; s++)
        check_operand(c, &m->i.src[s], false);
    check_flag(c, &m->i);
    if (m->i.op == MIR_MSG)
        check_message(c, m);
    if (m->i.op == MIR_COPY || m->i.op == MIR_UNDEF)
        check_copy(c, m);
}

// Functions

static uint32_t file_size_b(const mir_fn *fn, const mir_var *v) {
    return v->kind == MIR_VAR_GRF    ? fn->grf_count * fn->model->grf_b
           : v->kind == MIR_VAR_FLAG ? fn->model->flag_count * 4u
                                     : 32u;
}

static void check_var(checker *c, const mir_var *v, uint32_t id) {
    if (v->id != id || v->kind <= MIR_VAR_NONE || v->kind > MIR_VAR_ADDR || !v->size_b) {
        fault(c, "MIR030", "variable %%%s is malformed", v->name);
        return;
    }
    if (!v->align_b || (v->align_b & (v->align_b - 1)))
        fault(c, "MIR030", "variable %%%s has alignment %u, expected a power of two", v->name, (unsigned)v->align_b);
    if (v->bound && !v->fixed)
        fault(c, "MIR031", "variable %%%s is bound without a fixed register", v->name);
    if (v->live_in && !v->fixed)
        fault(c, "MIR031", "variable %%%s is live in without a fixed register", v->name);
    if (v->fixed && v->fixed_b + v->size_b > file_size_b(c->fn, v))
        fault(c, "MIR031", "variable %%%s is fixed outside the register file", v->name);
    if (v->same_sub_as >= c->fn->vars.len)
        fault(c, "MIR030", "variable %%%s shares the sub-register of one that does not exist", v->name);
}

// A goto targets the start of its join's block, and channels wait exactly at the join, so the join must be first in
// its block.
static void check_join(checker *c, const mir_block *b, const mir_inst *m) {
    if (m->i.op != ISA_JOIN)
        return;
    for (const mir_inst *k = b->first; k != m; k = k->next)
        if (!mir_op_is_pseudo(k->i.op)) {
            fault(c, "MIR035", "a join must be first in its block");
            return;
        }
}

// A backward goto falls through when no channel takes it, and the other channels wait there.
static void check_goto(checker *c, const mir_block *b, const mir_inst *m) {
    if (m->i.op == ISA_GOTO && m->i.branch_ctrl && m->target[1] != MIR_NO_TARGET && m->target[0] != b->id + 1)
        fault(c, "MIR036", "the first target of goto.b must be the next block");
}

static void check_block(checker *c, const mir_block *b, uint32_t id) {
    c->block = b;
    c->inst = NULL;
    if (b->id != id)
        fault(c, "MIR032", "block number %u has the number %u", (unsigned)id, (unsigned)b->id);
    const mir_inst *prev = NULL;
    for (const mir_inst *m = b->first; m; prev = m, m = m->next) {
        c->inst = m;
        if (m->prev != prev)
            fault(c, "MIR032", "the instruction list is broken");
        check_inst(c, m);
        check_join(c, b, m);
        check_goto(c, b, m);
        if (mir_inst_ends_thread(m) && m->next)
            fault(c, "MIR026", "the end of the thread must end its block");
    }
    c->inst = NULL;
    if (b->last != prev)
        fault(c, "MIR032", "the instruction list is broken");
    mir_succ succ = mir_succ_of(c->fn, b);
    if (id + 1 == c->fn->blocks.len && !mir_succ_next(&succ) &&
        !(b->last && (mir_inst_ends_thread(b->last) || mir_inst_is_branch(b->last))))
        fault(c, "MIR033", "control runs past the last block");
}

cmc_status mir_validate(const mir_fn *fn, cmc_diag *d) {
    assert(fn && fn->model);
    checker c = {.fn = fn, .diag = d};
    if (fn->phase <= MIR_PHASE_NONE || fn->phase > MIR_PHASE_SCOREBOARDED)
        fault(&c, "MIR034", "phase %u does not exist", (unsigned)fn->phase);
    if (fn->blocks.len == 0)
        fault(&c, "MIR033", "there is no block");
    for (uint32_t i = 1; i < fn->vars.len; i++)
        check_var(&c, fn->vars.data[i], i);
    for (uint32_t i = 0; i < fn->blocks.len; i++)
        check_block(&c, fn->blocks.data[i], i);
    return c.n_faults ? CMC_ERR_INTERNAL : CMC_OK;
}
