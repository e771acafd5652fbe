// SPDX-License-Identifier: MIT
// The costs of a compiled kernel: registers, scratch memory, instructions by class, bank conflicts, a static estimate
// of cycles, and the source lines of spills, indirect accesses and width splits. All of it is derived from the final
// code.
//
// A width split is recognised as nearby instructions with the same operation and source location, whose results are
// adjacent in registers; the first must be wider than one lane. The estimate runs one thread alone and in order. An
// instruction waits for its sources, and blocks in loops count ten times for each level. Latencies:
// genx-ir-and-passes.md C.7.

#include "codegen_priv.h"

#include <assert.h>
#include <string.h>

enum { LOOP_TURNS = 10, SPLIT_WINDOW = 16, MAX_REGS = 256 };

// Classes

const char *cg_class_name(cg_class c) {
    assert(c < CG_CLASS_COUNT);
    static const char *const names[] = {"move", "integer", "float", "math", "systolic", "send", "branch", "sync"};
    return c < CG_CLASS_COUNT ? names[c] : "";
}

const char *cg_note_name(cg_note_kind k) {
    assert(k < CG_NOTE_COUNT);
    static const char *const names[] = {"spill", "fill", "indirect access", "width split"};
    return k < CG_NOTE_COUNT ? names[k] : "";
}

static cg_class class_of(const isa_model *m, const mir_inst *i) {
    if (i->i.op == MIR_BR || i->i.op == MIR_CBR || (cg_is_hw(i) && mir_inst_is_branch(i)))
        return CG_CLASS_BRANCH;
    switch ((isa_format)isa_op_get((isa_op)i->i.op)->format) {
    case ISA_FMT_SEND:
        return CG_CLASS_SEND;
    case ISA_FMT_MATH:
        return CG_CLASS_MATH;
    case ISA_FMT_DPAS:
        return CG_CLASS_SYSTOLIC;
    case ISA_FMT_SYNC:
    case ISA_FMT_NULLARY:
    case ISA_FMT_WAIT:
        return CG_CLASS_SYNC;
    default:
        break;
    }
    if (i->i.op == ISA_MOV)
        return CG_CLASS_MOVE;
    return isa_type_is_float(isa_inst_exec_type(m, &i->i)) ? CG_CLASS_FLOAT : CG_CLASS_INT;
}

// Time

typedef struct clock {
    uint64_t now;             // when the next instruction may issue
    uint64_t ready[MAX_REGS]; // when each register holds its result
    uint8_t from[MAX_REGS];   // cg_wait: what makes that result
    uint64_t arf_ready;       // the same for flags, addresses, accumulators
    uint8_t arf_from;
    uint64_t wait;  // when the sources of the current instruction are ready
    uint8_t cause;  // cg_wait: the source that is ready last
    uint64_t done;  // when its result is available
    uint8_t result; // cg_wait of those who wait for it
} clock;

const char *cg_wait_name(cg_wait w) {
    assert(w < CG_WAIT_COUNT);
    static const char *const names[] = {"none",   "alu",     "math",    "systolic", "local memory",
                                        "memory", "scratch", "message", "barrier",  "branch"};
    return w < CG_WAIT_COUNT ? names[w] : "";
}

static cg_wait send_wait(const isa_msg *msg) {
    if (msg->kind == ISA_MSG_BARRIER || msg->kind == ISA_MSG_NAMED_BARRIER)
        return CG_WAIT_BARRIER;
    if (msg->sfid == ISA_SFID_SLM || msg->bti == 254)
        return CG_WAIT_LOCAL;
    if (msg->kind == ISA_MSG_SCRATCH_READ || msg->kind == ISA_MSG_SCRATCH_WRITE || msg->addr_type == ISA_ADDR_SS)
        return CG_WAIT_SCRATCH;
    return msg->rlen_grf ? CG_WAIT_MEMORY : CG_WAIT_MESSAGE;
}

static uint32_t send_latency(const isa_msg *msg) {
    enum { SLM = 28, L1 = 45, MEMORY = 200, BARRIER = 30, OTHER = 50, CACHED = 2 };
    if (msg->kind == ISA_MSG_BARRIER || msg->kind == ISA_MSG_NAMED_BARRIER)
        return BARRIER;
    if (msg->sfid == ISA_SFID_SLM || msg->bti == 254)
        return SLM;
    if (msg->kind == ISA_MSG_SCRATCH_READ || msg->kind == ISA_MSG_SCRATCH_WRITE || msg->addr_type == ISA_ADDR_SS ||
        msg->l1 == CACHED)
        return L1;
    return msg->rlen_grf ? MEMORY : OTHER;
}

static uint32_t latency(const isa_model *m, const mir_inst *i, cg_class c) {
    uint32_t wide = i->i.exec_size > 16 ? 2 : i->i.exec_size > 8;
    static const uint8_t alu[] = {10, 11, 13}, math[] = {17, 21, 29};
    isa_msg msg;
    switch (c) {
    case CG_CLASS_MATH:
        return math[wide];
    case CG_CLASS_SYSTOLIC:
        return 21u + i->i.dpas_count;
    case CG_CLASS_BRANCH:
        return 23;
    case CG_CLASS_SEND: {
        isa_inst t = i->i;
        t.desc_is_reg = false;
        isa_send_describe(m, &t, &msg);
        return send_latency(&msg);
    }
    default:
        return i->i.dst.file == ISA_FILE_ARF && !cg_is_null(&i->i.dst) ? 16 : alu[wide];
    }
}

// What an instruction is for those who wait for its result.
static cg_wait wait_of(const isa_model *m, const mir_inst *i, cg_class c) {
    isa_inst t = i->i;
    isa_msg msg = {0};
    switch (c) {
    case CG_CLASS_MATH:
        return CG_WAIT_MATH;
    case CG_CLASS_SYSTOLIC:
        return CG_WAIT_SYSTOLIC;
    case CG_CLASS_SEND:
        t.desc_is_reg = false;
        isa_send_describe(m, &t, &msg);
        return send_wait(&msg);
    default:
        return CG_WAIT_ALU;
    }
}

static uint32_t issue_slots(const isa_model *m, const mir_inst *i, cg_class c) {
    uint32_t n = (i->i.exec_size + 2u * m->native_exec_32b - 1) / (2u * m->native_exec_32b);
    n = i->i.exec_size > m->native_exec_32b && n < 2 ? 2 : n;
    return c == CG_CLASS_MATH ? 4 * n : c == CG_CLASS_SYSTOLIC ? i->i.dpas_count : n;
}

static void each_reg(const isa_model *m, const isa_access *a, uint32_t *first, uint32_t *last) {
    uint32_t at = a->reg * m->grf_b + (uint32_t)a->off_b;
    *first = at / m->grf_b;
    *last = (at + (uint32_t)a->len_b - 1) / m->grf_b;
    *last = *last >= MAX_REGS ? MAX_REGS - 1 : *last;
}

typedef struct walk {
    const mir_fn *fn;
    cmc_arena *a;
    cg_report *r;
    cg_steps *steps; // NULL: not wanted
    clock clk;
    bool used[MAX_REGS];
    bool oom;
    bool results; // second pass over the accesses of an instruction
} walk;

static void wait_until(clock *c, uint64_t ready, uint8_t from) {
    if (ready > c->wait) {
        c->wait = ready;
        c->cause = from;
    }
}

static void on_access(void *user, const isa_access *a) {
    walk *w = user;
    clock *c = &w->clk;
    uint32_t first, last;
    if (a->file == ISA_FILE_ARF && a->reg != ISA_ARF_NULL) {
        if (!w->results)
            wait_until(c, c->arf_ready, c->arf_from);
        else if (a->write) {
            c->arf_ready = c->done;
            c->arf_from = c->result;
        }
    }
    if (a->file != ISA_FILE_GRF || a->who == ISA_WHO_INDIRECT || a->len_b <= 0)
        return;
    for (each_reg(w->fn->model, a, &first, &last); first <= last; first++) {
        w->used[first] = true;
        if (!w->results) {
            wait_until(c, c->ready[first], c->from[first]);
        } else if (a->write) {
            c->ready[first] = c->done;
            c->from[first] = c->result;
        }
    }
}

static void run_clock(walk *w, const mir_inst *i, cg_class c) {
    const isa_model *m = w->fn->model;
    const uint64_t before = w->clk.now;
    w->clk.wait = before;
    w->clk.cause = CG_WAIT_NONE;
    w->results = false;
    cg_effects(w->fn, i, true, on_access, w);
    const uint64_t issued = w->clk.wait;
    w->clk.now = issued + issue_slots(m, i, c) + cg_inst_bank_conflicts(m, i);
    w->clk.done = w->clk.now + latency(m, i, c);
    w->clk.result = (uint8_t)wait_of(m, i, c);
    w->results = true;
    cg_effects(w->fn, i, true, on_access, w);
    cg_step step = {.inst = i->id,
                    .kind = (uint8_t)c,
                    .cause = w->clk.cause,
                    .wait = (uint32_t)(issued - before),
                    .issue = (uint32_t)(w->clk.now - issued)};
    if (c == CG_CLASS_BRANCH) {
        step.branch = (uint32_t)(w->clk.done - w->clk.now);
        w->clk.now = w->clk.done;
    }
    if (w->steps)
        w->oom |= !cmc_vec_push(w->a, w->steps, step);
}

// Notes

static bool same_place(const cmc_loc *a, const cmc_loc *b) {
    return a->line == b->line && a->col == b->col &&
           (a->file == b->file || (a->file && b->file && !strcmp(a->file, b->file)));
}

static void note(walk *w, cg_note_kind kind, const cmc_loc *loc, uint32_t count) {
    for (uint32_t k = w->r->notes.len; k-- > 0 && k + 64 > w->r->notes.len;)
        if (w->r->notes.data[k].kind == kind && same_place(&w->r->notes.data[k].loc, loc)) {
            w->r->notes.data[k].count += count;
            return;
        }
    cg_note n = {.kind = (uint8_t)kind, .count = count, .loc = *loc};
    w->oom |= !cmc_vec_push(w->a, &w->r->notes, n);
}

static void note_scratch(walk *w, const mir_inst *i) {
    isa_inst t = i->i;
    isa_msg msg;
    t.desc_is_reg = false;
    if (!w->fn->scratch_b || isa_send_describe(w->fn->model, &t, &msg) != CMC_OK)
        return;
    bool surface = msg.addr_type == ISA_ADDR_SS && msg.transpose && i->i.exdesc_sub; // a0.0: an array's
    bool write = msg.kind == ISA_MSG_SCRATCH_WRITE || (surface && msg.kind == ISA_MSG_LSC_STORE);
    bool read = msg.kind == ISA_MSG_SCRATCH_READ || (surface && msg.kind == ISA_MSG_LSC_LOAD);
    w->r->spills += write;
    w->r->fills += read;
    if (w->steps && w->steps->len) {
        w->steps->data[w->steps->len - 1].spill = write;
        w->steps->data[w->steps->len - 1].fill = read;
    }
    if (write || read)
        note(w, write ? CG_NOTE_SPILL : CG_NOTE_FILL, &i->loc, 1);
}

static uint32_t dst_at(const mir_fn *fn, const mir_inst *i, uint32_t *end) {
    int32_t lo, hi;
    cg_extent(&i->i.dst, i->i.exec_size, true, &lo, &hi);
    *end = i->i.dst.reg * fn->model->grf_b + (uint32_t)hi;
    return i->i.dst.reg * fn->model->grf_b + (uint32_t)lo;
}

static bool may_be_piece(const mir_inst *i) {
    return cg_is_hw(i) && i->loc.line && i->i.dst.file == ISA_FILE_GRF && !i->i.dst.indirect && !cg_is_send(i) &&
           i->i.dst.rgn.h == 1;
}

// Whether i continues the result of an instruction shortly before it.
static void note_split(walk *w, const mir_inst *i) {
    uint32_t end, at, n = 0;
    if (!may_be_piece(i))
        return;
    at = dst_at(w->fn, i, &end);
    for (const mir_inst *p = i->prev; p && n < SPLIT_WINDOW; p = p->prev, n++) {
        if (!may_be_piece(p) || p->i.exec_size == 1 || p->i.op != i->i.op || !same_place(&p->loc, &i->loc) ||
            p->i.dst.type != i->i.dst.type)
            continue;
        dst_at(w->fn, p, &end);
        if (end != at)
            continue;
        bool first = true;
        for (uint32_t k = w->r->notes.len; k-- > 0 && first;)
            first = !(w->r->notes.data[k].kind == CG_NOTE_SPLIT && same_place(&w->r->notes.data[k].loc, &i->loc));
        note(w, CG_NOTE_SPLIT, &i->loc, first ? 2 : 1);
        return;
    }
}

static void look_at(walk *w, const mir_inst *i) {
    const isa_model *m = w->fn->model;
    cg_class c = class_of(m, i);
    w->r->insts++;
    w->r->by_class[c]++;
    w->r->bank_conflicts += cg_inst_bank_conflicts(m, i);
    run_clock(w, i, c);
    if (cg_is_send(i))
        note_scratch(w, i);
    if (i->i.dst.indirect || i->i.src[0].indirect || i->i.src[1].indirect)
        note(w, CG_NOTE_INDIRECT, &i->loc, 1);
    note_split(w, i);
}

cmc_status cg_report_steps(const mir_fn *fn, cmc_arena *a, cg_report *out, cg_steps *steps) {
    assert(fn && a && out);
    assert(fn->phase == MIR_PHASE_SCOREBOARDED);
    cg_ctx cx = {.scratch = a};
    const cmc_graph *g = cg_flow_graph(&cx, fn);
    walk *w = CMC_NEW(a, walk);
    if (!g || !w)
        return CMC_ERR_OOM;
    *out = (cg_report){.grf_count = fn->grf_count,
                       .spill_b = fn->scratch_b - fn->private_b,
                       .private_b = fn->private_b,
                       .slm_b = fn->slm_b,
                       .barriers = fn->barrier_count};
    *w = (walk){.fn = fn, .a = a, .r = out, .steps = steps};
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        uint64_t start = w->clk.now, turns = 1;
        uint32_t first = steps ? steps->len : 0;
        for (uint32_t d = cmc_graph_loop_depth(g, b); d > 0 && turns < 10000; d--)
            turns *= LOOP_TURNS;
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            if (i->i.op != MIR_SKIP)
                look_at(w, i);
        out->cycles += (w->clk.now - start) * turns;
        for (; steps && first < steps->len; first++)
            steps->data[first].turns = (uint32_t)turns;
    }
    for (uint32_t r = 0; r < MAX_REGS; r++)
        out->grf_used += w->used[r];
    return w->oom ? CMC_ERR_OOM : CMC_OK;
}

cmc_status cg_report_make(const mir_fn *fn, cmc_arena *a, cg_report *out) {
    return cg_report_steps(fn, a, out, NULL);
}
