// SPDX-License-Identifier: MIT
// See check_run.h.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "check_run.h"

#include <stdio.h>
#include <string.h>

void keep_finding(void *user, const sim_finding *f) {
    findings *out = user;
    if (out->n < 16) {
        found *x = &out->list[out->n];
        *x = (found){.check = f->check,
                     .pc_b = f->pc_b,
                     .thread = f->thread,
                     .group = {f->group[0], f->group[1], f->group[2]},
                     .lane = f->lane,
                     .has_addr = f->has_addr,
                     .addr = f->addr};
        snprintf(x->inst, sizeof x->inst, "%s", f->inst);
        snprintf(x->message, sizeof x->message, "%s", f->message);
        snprintf(x->kernel, sizeof x->kernel, "%s", f->kernel);
    }
    out->n++;
}

void run_checked(sim_kernel_run *k, findings *out, cmc_status *status) {
    char msg[512] = "";
    *out = (findings){0};
    k->checks = k->checks != 0 ? k->checks : CHECK_MEMORY;
    k->report = keep_finding;
    k->user = out;
    k->max_instructions = k->max_instructions != 0 ? k->max_instructions : 1000000;
    cmc_status s = run_kernel(k, msg, sizeof msg, NULL);
    if (status != NULL) {
        *status = s;
        return;
    }
    if (s != CMC_OK)
        print_error("%s\n%s\n", msg, k->text);
    assert_int_equal(s, CMC_OK);
}

void run_checked_ocl(const ocl_program *p, const char *name, const uint32_t groups[3], const uint32_t local[3],
                     const ocl_arg *args, unsigned n_args, uint64_t seed, findings *out) {
    *out = (findings){0};
    sim_launch how = {
        .order_seed = seed, .max_instructions = 10000000, .checks = CHECK_MEMORY, .report = keep_finding, .user = out};
    sim_stats stats;
    ocl_measure(p, name, groups, local, args, n_args, &how, &stats);
    assert_int_equal(stats.findings, out->n);
}

static void print_found(const findings *f) {
    for (unsigned i = 0; i < f->n && i < 16; i++) {
        const found *x = &f->list[i];
        print_error("  %s+0x%x: %s: group (%u, %u, %u) thread %u lane %d address 0x%llx: %s: %s\n", x->kernel, x->pc_b,
                    x->inst, x->group[0], x->group[1], x->group[2], x->thread, x->lane, (unsigned long long)x->addr,
                    sim_check_name(x->check), x->message);
    }
}

void expect_silence(const findings *f, const char *what) {
    if (f->n == 0)
        return;
    print_error("%s is not silent:\n", what);
    print_found(f);
    fail();
}

const found *expect_finding(const findings *f, uint32_t check, const char *inst, const char *message) {
    for (unsigned i = 0; i < f->n && i < 16; i++) {
        const found *x = &f->list[i];
        if (x->check == check && strstr(x->inst, inst) != NULL && strstr(x->message, message) != NULL)
            return x;
    }
    print_error("expected %s at '%s': '%s'; found %u:\n", sim_check_name(check), inst, message, f->n);
    print_found(f);
    fail();
    return NULL;
}
