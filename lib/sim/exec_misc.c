// SPDX-License-Identifier: MIT
// Instructions without lanes: nop, sync, wait, illegal; and the fault report.

#include "sim_priv.h"

#include <stdio.h>
#include <stdlib.h>

void sim_exec_nop(sim_thread *t, const sim_inst *in) {
    (void)in;
    t->pc++;
}

void sim_exec_illegal(sim_thread *t, const sim_inst *in) {
    sim_fault(t, in, "illegal instruction");
}

void sim_exec_unsupported(sim_thread *t, const sim_inst *in) {
    sim_fault(t, in, "operands or types that the simulator does not support");
}

// Waits for a notification of barrier `id`. The pc advances only when one is there.
static void await(sim_thread *t, unsigned id) {
    if (t->notify[id] == 0) {
        t->wait_barrier = (uint8_t)id;
        t->state = SIM_WAITING;
        return;
    }
    t->notify[id]--;
    t->pc++;
}

void sim_exec_sync(sim_thread *t, const sim_inst *in) {
    await(t, sim_wait_id(t, in));
}

// Gen9 and Gen11 wait on n0.0.
void sim_exec_wait(sim_thread *t, const sim_inst *in) {
    (void)in;
    await(t, 0);
}

static void describe_place(const sim_thread *t, const sim_inst *in, cmc_str *s) {
    isa_inst raw;
    unsigned size = 0;
    char text[512] = "(no instruction)";
    const sim_code *c = t->code;
    if (in->pc_b < c->len_b &&
        isa_decode(c->model, c->bytes + in->pc_b, c->len_b - in->pc_b, &raw, &size, NULL) == CMC_OK)
        isa_print(c->model, &raw, NULL, text, sizeof text);
    const sim_group *g = t->group;
    cmc_str_printf(s, "kernel offset 0x%x: %s: group (%u, %u, %u) thread %u", in->pc_b, text, g->id[0], g->id[1],
                   g->id[2], t->index);
    const sim_launch *l = t->worker->shared->l;
    const char *file;
    uint32_t line;
    if (l->line_of != NULL && l->line_of(l->user, in->pc_b, &file, &line))
        cmc_str_printf(s, " at %s:%u", file, line);
    cmc_str_append(s, ": ");
}

void sim_fault(sim_thread *t, const sim_inst *in, const char *fmt, ...) {
    if (t->state == SIM_FAULT)
        return;
    t->state = SIM_FAULT;
    sim_worker *w = t->worker;
    if (w->fault != NULL)
        return;
    cmc_str s = CMC_STR_INIT;
    describe_place(t, in, &s);
    va_list ap;
    va_start(ap, fmt);
    cmc_str_vprintf(&s, fmt, ap);
    va_end(ap);
    w->fault = s.data; // ownership passes to the worker
    w->status = CMC_ERR_USER;
}
