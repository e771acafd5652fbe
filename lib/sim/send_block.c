// SPDX-License-Identifier: MIT
// Block messages of the legacy data port: oword blocks (surfaces, SLM, stateless), A64 blocks,
// scratch blocks. All but dual blocks ignore channel masks. messages.md 3.3, 3.8, 3.12.

#include "send_priv.h"

static bool is_read(uint8_t kind) {
    return kind == ISA_MSG_OWORD_READ || kind == ISA_MSG_OWORD_READ_UNALIGNED || kind == ISA_MSG_A64_BLOCK_READ ||
           kind == ISA_MSG_SCRATCH_READ || kind == ISA_MSG_HWORD_READ;
}

// Moves size_b bytes between memory at addr and registers; `first` is the number of a write's first payload register.
static void move_block(sim_msg *x, uint64_t addr, unsigned size_b, unsigned first) {
    unsigned high = x->m->oword_high ? 16 : 0;
    bool load = is_read(x->m->kind);
    if (!sim_msg_sizes(x, first * x->grf_b + (load ? 0 : size_b + high), load ? size_b + high : 0))
        return;
    if (load) {
        if (x->s->no_return)
            return;
        uint8_t data[1024];
        if (!sim_mem_read(x, addr, data, size_b, -1))
            return;
        memcpy(sim_response(x, 0) + high, data, size_b);
        return;
    }
    sim_mem_write(x, addr, sim_payload(x, first) + high, size_b, -1);
}

void sim_msg_oword(sim_msg *x) {
    const uint8_t *header = sim_payload(x, 0);
    uint64_t addr = sim_u32_get(header + 8);
    bool in_owords = x->m->kind == ISA_MSG_OWORD_READ || x->m->kind == ISA_MSG_OWORD_WRITE;
    if (in_owords) // the other blocks count in bytes
        addr *= 16;
    // Stateless blocks add the header's buffer base where threads get their scratch address in
    // r0.5.
    if (x->space.kind == SIM_SPACE_GENERAL && !x->t->code->model->pull_payload)
        addr += sim_u32_get(header + 20) & ~0x3ffu;
    move_block(x, addr, x->m->size_b, 1);
}

// Two blocks of one or four owords, for lanes 0 to 3 and 4 to 7. Each has an offset in owords (dwords 0 and 4 of the
// register after the header). Their owords alternate in the registers.
void sim_msg_dual(sim_msg *x) {
    bool load = x->m->kind == ISA_MSG_OWORD_DUAL_READ;
    unsigned n = x->m->size_b / 32u;
    if (!sim_msg_sizes(x, 2 * x->grf_b + (load ? 0 : x->m->size_b), load ? x->m->size_b : 0))
        return;
    uint64_t global = sim_u32_get(sim_payload(x, 0) + 8);
    uint8_t data[128];
    if (!load)
        memcpy(data, sim_payload(x, 2), x->m->size_b);
    else if (!x->s->no_return)
        memcpy(data, sim_response(x, 0), x->m->size_b);
    for (unsigned block = 0; block < 2; block++) {
        if ((x->mask >> 4 * block & 15u) == 0)
            continue;
        uint64_t at = (global + sim_u32_get(sim_payload(x, 1) + 16 * block)) * 16;
        for (unsigned k = 0; k < n; k++) {
            uint8_t *half = data + 32 * k + 16 * block;
            if (load ? !sim_mem_read(x, at + 16 * k, half, 16, -1) : !sim_mem_write(x, at + 16 * k, half, 16, -1))
                return;
        }
    }
    if (load && !x->s->no_return)
        memcpy(sim_response(x, 0), data, x->m->size_b);
}

void sim_msg_a64_block(sim_msg *x) {
    move_block(x, sim_u64_get(sim_payload(x, 0)), x->m->size_b, 1);
}

void sim_msg_scratch(sim_msg *x) {
    x->space = (sim_space){.kind = SIM_SPACE_SLM, .base = x->t->scratch, .size_b = x->t->worker->shared->scratch_b};
    uint64_t at = (uint64_t)(uint32_t)x->m->imm_off;
    if (at + x->m->size_b > x->space.size_b) {
        sim_mem_watch(x, is_read(x->m->kind) ? SIM_ACCESS_READ : SIM_ACCESS_WRITE, at, NULL, NULL, x->m->size_b, 0, -1);
        sim_fault(x->t, x->in, "scratch block of %u bytes at offset %llu is outside the thread's %llu bytes",
                  x->m->size_b, (unsigned long long)at, (unsigned long long)x->space.size_b);
        return;
    }
    move_block(x, at, x->m->size_b, 1);
}
