// SPDX-License-Identifier: MIT
// The watch for --trace: a line of text for each executed instruction.
//
//   (1,0,0) 3 0x00a0: (f0.0) add (8|M0) r12.0<1>:d r10.0<8;8,1>:d 1:w | 0000000f | r12.0:d = 1 2 3 4 . . . .
//
// Fields: group, thread of the group, byte offset in the kernel, the instruction, its mask (bit 0: the first lane),
// and what it wrote. The latter is the destination's elements lane by lane ("." where the mask is 0), the registers of
// a message's answer as dwords, and a flag register that a condition has set. An instruction that waits at a barrier
// is traced after the wait.

#include "fpconv.h"
#include "watch.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

typedef struct trace {
    sim_watch watch;
    const sim_launch *l;
    cmc_str line;
    uint32_t mask;       // of the current instruction
    uint32_t dst_off;    // its destination's offset in the register array
    uint32_t answer_grf; // registers of the message's answer
} trace;

static uint32_t answer_of(const sim_thread *t, const sim_inst *in) {
    if (in->send == NULL || in->send->no_return)
        return 0;
    const isa_inst *raw = &in->send->raw;
    uint32_t desc = raw->desc_is_reg ? sim_u32_get(t->regs + SIM_ARF_A0) : raw->desc;
    return desc >> 20 & 31u;
}

// Records state before the instruction runs: the instruction may change the registers of its mask and of its
// destination's address.
static void before(sim_watch *w, sim_thread *t, const sim_inst *in) {
    trace *tr = (trace *)w;
    uint16_t a;
    tr->mask = sim_write_mask(t, in);
    tr->dst_off = in->dst.off;
    tr->answer_grf = answer_of(t, in);
    if (in->dst.place == SIM_PLACE_INDIRECT) {
        memcpy(&a, t->regs + SIM_ARF_A0 + 2u * in->dst.addr_sub, 2);
        tr->dst_off = (uint32_t)((int32_t)a + in->dst.addr_imm);
    }
}

static void put_element(cmc_str *s, isa_type type, const uint8_t *p) {
    uint64_t bits = 0;
    unsigned size_b = isa_type_size_b(type);
    memcpy(&bits, p, size_b);
    unsigned shift = 64 - 8 * size_b;
    if (type == ISA_F)
        cmc_str_printf(s, " %.9g", (double)sim_f32_from((uint32_t)bits));
    else if (type == ISA_DF)
        cmc_str_printf(s, " %.17g", sim_f64_from(bits));
    else if (type == ISA_HF)
        cmc_str_printf(s, " %.5g", (double)sim_half_to_float((uint16_t)bits));
    else if (type == ISA_BF)
        cmc_str_printf(s, " %.4g", (double)sim_bf_to_float((uint16_t)bits));
    else if (isa_type_is_float(type))
        cmc_str_printf(s, " 0x%" PRIx64, bits);
    else if (isa_type_is_signed(type))
        cmc_str_printf(s, " %" PRId64, (int64_t)(bits << shift) >> shift);
    else
        cmc_str_printf(s, " %" PRIu64, bits);
}

// "r12.4": the element at a byte offset of the register array; accumulators and the like get the operand's name.
static void put_place(cmc_str *s, const sim_thread *t, const sim_inst *in, uint32_t off) {
    if (off < SIM_GRF_B)
        cmc_str_printf(s, "r%u.%u", off / t->grf_b, off % t->grf_b / in->dst.size_b);
    else if (in->dst.place == SIM_PLACE_ACC)
        cmc_str_printf(s, "acc%u", (off - SIM_ARF_ACC) / t->grf_b);
    else if (off >= SIM_ARF_A0 && off < SIM_ARF_F)
        cmc_str_printf(s, "a0.%u", (off - SIM_ARF_A0) / in->dst.size_b);
    else if (off >= SIM_ARF_F && off < SIM_ARF_CE)
        cmc_str_printf(s, "f%u.%u", (off - SIM_ARF_F) / 4, (off - SIM_ARF_F) % 4 / 2);
    else
        cmc_str_append(s, "arf");
}

static void put_lanes(trace *tr, const sim_thread *t, const sim_inst *in) {
    cmc_str *s = &tr->line;
    if (tr->dst_off + in->dst.extent_b > SIM_REGS_B)
        return; // the fault's report covers it
    put_place(s, t, in, tr->dst_off);
    cmc_str_printf(s, ":%s =", isa_type_name((isa_type)in->dst.type));
    for (unsigned i = 0; i < in->n; i++) {
        if (tr->mask >> i & 1u)
            put_element(s, (isa_type)in->dst.type, t->regs + tr->dst_off + i * in->dst.stride_b);
        else
            cmc_str_append(s, " .");
    }
}

static void put_answer(trace *tr, const sim_thread *t, const sim_inst *in) {
    cmc_str *s = &tr->line;
    for (uint32_t k = 0; k < tr->answer_grf && in->send->dst + (k + 1) * t->grf_b <= t->grf_file_b; k++) {
        const uint8_t *p = t->regs + in->send->dst + k * t->grf_b;
        cmc_str_printf(s, "%sr%u =", k != 0 ? "; " : "", in->send->dst / t->grf_b + k);
        for (uint32_t i = 0; i < t->grf_b; i += 4)
            cmc_str_printf(s, " %08x", sim_u32_get(p + i));
    }
}

static void put_written(trace *tr, const sim_thread *t, const sim_inst *in) {
    bool has_dst =
        in->send == NULL && in->dst.place != SIM_PLACE_NONE && in->dst.place != SIM_PLACE_NULL && in->dst.size_b != 0;
    if (in->send != NULL)
        put_answer(tr, t, in);
    else if (has_dst)
        put_lanes(tr, t, in);
    if (in->send == NULL && in->cmod != ISA_CMOD_NONE && in->op_id != ISA_SEL && in->op_id != ISA_CSEL)
        cmc_str_printf(&tr->line, "%sf%u = 0x%08x", has_dst ? "; " : "", in->flag_reg,
                       sim_u32_get(t->regs + SIM_ARF_F + 4u * in->flag_reg));
}

static void after(sim_watch *w, sim_thread *t, const sim_inst *in) {
    trace *tr = (trace *)w;
    char text[512] = "";
    if (t->state == SIM_WAITING)
        return; // traced when it runs again
    const sim_group *g = t->group;
    isa_print(t->code->model, &t->code->raws[in - t->code->insts], NULL, text, sizeof text);
    cmc_str_clear(&tr->line);
    cmc_str_printf(&tr->line, "(%u,%u,%u) %u 0x%04x: %s | %08x | ", g->id[0], g->id[1], g->id[2], t->index, in->pc_b,
                   text, tr->mask);
    if (t->state != SIM_FAULT)
        put_written(tr, t, in);
    while (tr->line.len != 0 && tr->line.data[tr->line.len - 1] == ' ')
        tr->line.data[--tr->line.len] = '\0';
    tr->l->trace(tr->l->user, cmc_str_text(&tr->line));
}

// "(0,0,0) 3 start: r0 = 00000000 ...; r1 = ...": header and payload.
static void group_begin(sim_watch *w, sim_group *g) {
    trace *tr = (trace *)w;
    const sim_shared *sh = g->threads[0].worker->shared;
    for (uint32_t i = 0; i < g->n_threads; i++) {
        const sim_thread *t = &g->threads[i];
        uint32_t end_b = t->grf_b + sh->thread_block_b + sh->cross_b + 32; // 32: inline data
        cmc_str_clear(&tr->line);
        cmc_str_printf(&tr->line, "(%u,%u,%u) %u start:", g->id[0], g->id[1], g->id[2], t->index);
        for (uint32_t at = 0; at < end_b && at < t->grf_file_b; at += t->grf_b) {
            cmc_str_printf(&tr->line, "%s r%u =", at != 0 ? ";" : "", at / t->grf_b);
            for (uint32_t b = 0; b < t->grf_b; b += 4)
                cmc_str_printf(&tr->line, " %08x", sim_u32_get(t->regs + at + b));
        }
        tr->l->trace(tr->l->user, cmc_str_text(&tr->line));
    }
}

static void destroy(sim_watch *w) {
    cmc_str_free(&((trace *)w)->line);
    free(w);
}

sim_watch *sim_trace_create(const sim_shared *sh) {
    assert(sh->l->trace);
    trace *tr = calloc(1, sizeof *tr);
    if (tr != NULL) {
        tr->watch = (sim_watch){.before = before, .after = after, .destroy = destroy};
        tr->l = sh->l;
        if (sh->l->trace_start)
            tr->watch.group_begin = group_begin;
    }
    return tr != NULL ? &tr->watch : NULL;
}
