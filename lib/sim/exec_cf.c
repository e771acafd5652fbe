// SPDX-License-Identifier: MIT
// Control flow with per-channel instruction pointers (isa-semantics.md section 4).
//
// An inactive channel holds the instruction index where it resumes. A branch parks channels. Channels parked at an
// instruction wake when a jump arrives there; the joining instructions (else, endif, while, join) also wake them.

#include "sim_priv.h"

static uint32_t own_bits(const sim_inst *in, uint32_t lanes) {
    return lanes << in->chan_off;
}

// Active channels of this instruction, as thread channels.
static uint32_t enabled(const sim_thread *t, const sim_inst *in) {
    return t->active & own_bits(in, in->lane_mask);
}

static void park(sim_thread *t, uint32_t channels, uint32_t at) {
    t->active &= ~channels;
    for (uint32_t left = channels; left != 0; left &= left - 1)
        t->chan_ip[__builtin_ctz(left)] = at;
}

static void wake_some(sim_thread *t, uint32_t at, uint32_t channels) {
    for (uint32_t left = t->dispatch & ~t->active & channels; left != 0; left &= left - 1) {
        unsigned k = (unsigned)__builtin_ctz(left);
        if (t->chan_ip[k] == at)
            t->active |= 1u << k;
    }
}

static void wake(sim_thread *t, uint32_t at) {
    wake_some(t, at, UINT32_MAX);
}

static void jump(sim_thread *t, uint32_t to) {
    t->pc = to;
    wake(t, to);
}

static uint32_t self(const sim_thread *t, const sim_inst *in) {
    return (uint32_t)(in - t->code->insts);
}

// Continues after the instruction if one of its channels is active, else at its JIP. Channels beyond the execution
// size do not count: a thread of explicit SIMD code starts with all 32 active and branches over 16 of them.
static void go_on(sim_thread *t, const sim_inst *in) {
    if (enabled(t, in) != 0)
        t->pc = self(t, in) + 1;
    else
        jump(t, in->jip);
}

// BranchCtrl of if and else selects which side runs first. The executor ignores it, because both orders give the same
// results for the same channels.
static void exec_if(sim_thread *t, const sim_inst *in) {
    uint32_t on = enabled(t, in), yes = on & own_bits(in, sim_pred_bits(t, in));
    park(t, on & ~yes, in->jip);
    go_on(t, in);
}

static void exec_else(sim_thread *t, const sim_inst *in) {
    uint32_t next = self(t, in) + 1, on = enabled(t, in);
    wake(t, next); // channels of the other side
    wake(t, next - 1);
    park(t, on, in->uip);
    go_on(t, in);
}

static void exec_endif(sim_thread *t, const sim_inst *in) {
    wake(t, self(t, in));
    go_on(t, in);
}

static void exec_while(sim_thread *t, const sim_inst *in) {
    uint32_t here = self(t, in);
    wake(t, here); // channels that executed continue
    uint32_t on = enabled(t, in), again = on & own_bits(in, sim_pred_bits(t, in));
    if (again != 0) {
        park(t, on & ~again, here + 1);
        jump(t, in->jip);
    } else {
        jump(t, here + 1); // wakes channels that left the loop
    }
}

// Channels that leave wait after the loop's `while`, which UIP names.
static void exec_break(sim_thread *t, const sim_inst *in) {
    uint32_t gone = enabled(t, in) & own_bits(in, sim_pred_bits(t, in));
    const sim_inst *end = &t->code->insts[in->uip];
    park(t, gone, end->op_id == ISA_WHILE ? in->uip + 1 : in->uip);
    go_on(t, in);
}

static void exec_cont(sim_thread *t, const sim_inst *in) {
    park(t, enabled(t, in) & own_bits(in, sim_pred_bits(t, in)), in->uip);
    go_on(t, in);
}

// goto: in->op_id8 is the predicate value that jumps (it depends on the family and on the direction).
static void exec_goto(sim_thread *t, const sim_inst *in) {
    uint32_t on = enabled(t, in), pred = own_bits(in, sim_pred_bits(t, in));
    uint32_t gone = on & (in->op_id8 ? pred : ~pred); // without a predicate all bits are true
    if (!in->backward || in->uip > self(t, in)) {
        park(t, gone, in->uip);
        go_on(t, in);
    } else if (gone == 0) {
        t->pc = self(t, in) + 1;
    } else {
        park(t, on & ~gone, in->jip);
        jump(t, in->uip);
    }
}

static void exec_join(sim_thread *t, const sim_inst *in) {
    wake(t, self(t, in));
    go_on(t, in);
}

// Instruction at a byte offset from a register; faults when no instruction begins there.
static bool target_of(sim_thread *t, const sim_inst *in, int64_t pc_b, uint32_t *out) {
    const sim_code *c = t->code;
    if (pc_b < 0 || pc_b % 8 != 0 || (uint64_t)pc_b / 8 >= c->n_slots || c->index_of[pc_b / 8] == SIM_NO_TARGET) {
        sim_fault(t, in, "jump to byte %lld, where no instruction starts", (long long)pc_b);
        return false;
    }
    *out = c->index_of[pc_b / 8];
    return true;
}

static uint32_t operand_u32(const sim_thread *t, const sim_src *s, unsigned i) {
    return sim_u32_get(t->regs + s->off + 4 * i);
}

// Static target, or the target in the register operand (in->op_id8 = bytes from the offset's base to this
// instruction).
static bool branch_target(sim_thread *t, const sim_inst *in, uint32_t *out) {
    if (in->n_src == 0) {
        *out = in->jip;
        return true;
    }
    int64_t base = in->op_id == ISA_CALLA ? 0 : (int64_t)in->pc_b + in->op_id8;
    return target_of(t, in, base + (int32_t)operand_u32(t, &in->src[0], 0), out);
}

static void exec_jmpi(sim_thread *t, const sim_inst *in) {
    t->pc++;
    if ((sim_pred_bits(t, in) & 1u) == 0)
        return;
    uint32_t to;
    if (branch_target(t, in, &to))
        t->pc = to;
}

static void exec_brd(sim_thread *t, const sim_inst *in) {
    uint32_t gone = enabled(t, in) & own_bits(in, sim_pred_bits(t, in)), to;
    t->pc++;
    if (gone == 0 || !branch_target(t, in, &to))
        return;
    park(t, enabled(t, in) & ~gone, t->pc);
    jump(t, to);
}

static void exec_brc(sim_thread *t, const sim_inst *in) {
    uint32_t gone = enabled(t, in) & own_bits(in, sim_pred_bits(t, in));
    uint32_t block_end = in->jip, meet = in->uip;
    if (in->n_src != 0 && (!branch_target(t, in, &block_end) ||
                           !target_of(t, in, (int64_t)in->pc_b + (int32_t)operand_u32(t, &in->src[0], 1), &meet)))
        return;
    park(t, gone, meet);
    if (enabled(t, in) != 0)
        t->pc = self(t, in) + 1;
    else
        jump(t, block_end);
}

// call: dst.0 = return address, dst.1 = active channels; the other channels wait at the return address.
static void exec_call(sim_thread *t, const sim_inst *in) {
    uint32_t to, back = ++t->pc, was = t->active;
    uint32_t gone = in->no_mask ? t->active : enabled(t, in) & own_bits(in, sim_pred_bits(t, in));
    if (in->no_mask ? (sim_pred_bits(t, in) & 1u) == 0 : gone == 0)
        return;
    if (!branch_target(t, in, &to))
        return;
    if (in->dst.place == SIM_PLACE_REG) {
        sim_u32_put(t->regs + in->dst.off, in->pc_b + in->size_b);
        sim_u32_put(t->regs + in->dst.off + 4, was);
    }
    park(t, enabled(t, in) & ~gone, back);
    jump(t, to);
}

static void exec_ret(sim_thread *t, const sim_inst *in) {
    uint32_t back;
    uint32_t gone = in->no_mask ? t->active : enabled(t, in) & own_bits(in, sim_pred_bits(t, in));
    t->pc++;
    if (in->no_mask ? (sim_pred_bits(t, in) & 1u) == 0 : gone == 0)
        return;
    if (!target_of(t, in, (int64_t)operand_u32(t, &in->src[0], 0), &back))
        return;
    park(t, gone, back);
    if (enabled(t, in) != 0)
        return;
    // Channels of the call's saved mask continue. Other channels that wait at the same place belong to an outer call
    // of the same code.
    t->pc = back;
    wake_some(t, back, operand_u32(t, &in->src[0], 1));
    if (enabled(t, in) == 0)
        wake(t, back);
}

sim_exec_fn sim_branch_handler(uint16_t op) {
    switch (op) {
    case ISA_IF:
        return exec_if;
    case ISA_ELSE:
        return exec_else;
    case ISA_ENDIF:
        return exec_endif;
    case ISA_WHILE:
        return exec_while;
    case ISA_BREAK:
        return exec_break;
    case ISA_CONT:
    case ISA_HALT:
        return exec_cont; // both park at UIP
    case ISA_GOTO:
        return exec_goto;
    case ISA_JOIN:
        return exec_join;
    case ISA_JMPI:
        return exec_jmpi;
    case ISA_BRD:
        return exec_brd;
    case ISA_BRC:
        return exec_brc;
    case ISA_CALL:
    case ISA_CALLA:
        return exec_call;
    case ISA_RET:
        return exec_ret;
    default:
        return NULL;
    }
}
