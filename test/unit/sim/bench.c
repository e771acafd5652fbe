// SPDX-License-Identifier: MIT
// See bench.h.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench.h"

#include <fenv.h>
#include <stdlib.h>

const isa_model *bench_model(unsigned family) {
    for (int t = 1; t < ISA_TARGET_COUNT; t++)
        if (isa_model_get((isa_target)t)->family == family)
            return isa_model_get((isa_target)t);
    return NULL;
}

bench bench_make(const isa_model *m) {
    bench b = {.m = m,
               .w = aligned_alloc(64, sizeof(sim_worker)),
               .t = aligned_alloc(64, (sizeof(sim_thread) + 63) / 64 * 64)};
    assert_non_null(b.w);
    assert_non_null(b.t);
    memset(b.w, 0, sizeof *b.w);
    return b;
}

void bench_reset(bench *b, const sim_code *code) {
    sim_thread *t = b->t;
    memset(t, 0, sizeof *t);
    memset(t->regs, BENCH_FILL, SIM_GRF_B);
    t->grf_b = b->m->grf_b;
    t->grf_file_b = 128u * t->grf_b;
    t->code = code;
    t->worker = b->w;
    t->group = &b->g;
    t->active = t->dispatch = UINT32_MAX;
}

void bench_free(bench *b) {
    free(b->w->fault);
    free(b->w);
    free(b->t);
}

sim_code *bench_assemble(const isa_model *m, const char *text, cmc_str *bytes) {
    cmc_diag *d = cmc_diag_create();
    *bytes = (cmc_str)CMC_STR_INIT;
    sim_code *code = NULL;
    cmc_status s = isa_assemble(m, text, strlen(text), false, bytes, d);
    if (s == CMC_OK)
        s = sim_code_create(m, (const uint8_t *)bytes->data, bytes->len, &code, d);
    if (s != CMC_OK)
        fail_msg("%s: %s\n%s", m->name, cmc_diag_count(d) ? cmc_diag_get(d, 0)->text : "", text);
    cmc_diag_destroy(d);
    return code;
}

bool bench_run(bench *b) {
    sim_thread *t = b->t;
    unsigned n = 0;
    free(b->w->fault);
    b->w->fault = NULL;
    sim_mode_update(t);
    while (t->state == SIM_RUNNING && t->pc < t->code->n_insts && n++ < 10000) {
        const sim_inst *in = &t->code->insts[t->pc];
        in->exec(t, in);
    }
    fesetround(FE_TONEAREST);
    return t->state == SIM_RUNNING && t->pc == t->code->n_insts;
}

const char *bench_fault(const bench *b) {
    return b->w->fault != NULL ? b->w->fault : "";
}
