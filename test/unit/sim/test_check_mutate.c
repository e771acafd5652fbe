// SPDX-License-Identifier: MIT
// Every barrier and every fence that Intel's compiler puts between accesses of two threads, removed
// alone: the race checker must find what it was for. As compiled the kernels are silent.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "check_run.h"

#include <stdlib.h>
#include <string.h>

static const char *const source =
    "#define L get_local_id(0)\n"
    "#define G get_global_id(0)\n"
    "#define SL barrier(CLK_LOCAL_MEM_FENCE);\n"
    "#define KERNEL __attribute__((intel_reqd_sub_group_size(16))) kernel void\n"
    "#define ARGS (global int *in, global int *out)\n"
    "KERNEL scan ARGS { local int s[64]; s[L] = in[G]; SL\n"
    "  for (int d = 1; d < 64; d *= 2) { int v = L >= d ? s[L - d] : 1; SL s[L] += v; SL }\n"
    "  out[G] = s[63 - L]; }\n"
    "KERNEL reduce ARGS { local int s[64]; s[L] = in[G]; SL\n"
    "  if (L < 32) s[L] += s[L + 32]; SL\n"
    "  if (L == 0) { int r = 0; for (int i = 0; i < 32; i++) r += s[i]; out[0] = r; } }\n"
    "KERNEL tiles ARGS { local int a[64], b[64]; int sum = 0;\n"
    "  for (int t = 0; t < 3; t++) { a[L] = in[t * 64 + L]; b[63 - L] = in[t * 64 + L] + 1; SL\n"
    "    for (int k = 0; k < 64; k++) sum += a[k] * b[(k + L) % 64]; SL }\n"
    "  out[G] = sum; }\n"
    "KERNEL turn ARGS { local int s[64]; int g = G / 64 * 64; s[(L % 8) * 8 + L / 8] = in[G]; SL\n"
    "  out[G] = s[L]; SL s[63 - L] = in[G] + 5; SL in[G] = s[L]; }\n"
    "KERNEL global_turn ARGS { out[G] = in[G]; barrier(CLK_GLOBAL_MEM_FENCE); in[G] = out[G ^ 63]; "
    "}\n";

static const char *const kernels[] = {"scan", "reduce", "tiles", "turn", "global_turn"};

typedef struct mutation {
    const isa_model *m;
    bool fence;     // else a barrier: its signal and the wait after it
    unsigned which; // of its kind; the first is 0
    unsigned sites; // out: how many there are up to the last barrier; of fences, those after stores
    bool done;      // out
} mutation;

// A wait may be compacted, which nop cannot be: sync.nop can.
static void put_nop(const isa_model *m, uint8_t *at, unsigned size_b) {
    uint8_t native[16], *bytes;
    size_t len;
    isa_inst nop = {.op = ISA_NOP, .exec_size = 1};
    if (size_b == 16) {
        assert_int_equal(isa_encode(m, &nop, native, NULL), CMC_OK);
        memcpy(at, native, 16);
        return;
    }
    assemble(m->name, "sync.nop null {Compacted}\n", &bytes, &len);
    assert_true(len >= 8);
    memcpy(at, bytes, 8);
    free(bytes);
}

static bool is_kind(const isa_model *m, const isa_inst *in, bool fence) {
    isa_msg msg;
    if ((in->op != ISA_SEND && in->op != ISA_SENDS) || in->desc_is_reg || isa_send_describe(m, in, &msg) != CMC_OK)
        return false;
    return fence ? msg.kind == ISA_MSG_HDC_FENCE || msg.kind == ISA_MSG_LSC_FENCE
                 : msg.kind == ISA_MSG_BARRIER || msg.kind == ISA_MSG_NAMED_BARRIER;
}

// Which memory a store or fence is about: 0 global, 1 local, 2 neither.
static unsigned domain_of(const isa_model *m, const isa_inst *in) {
    isa_msg msg;
    if ((in->op != ISA_SEND && in->op != ISA_SENDS) || in->desc_is_reg || isa_send_describe(m, in, &msg) != CMC_OK)
        return 2;
    bool fence = msg.kind == ISA_MSG_HDC_FENCE || msg.kind == ISA_MSG_LSC_FENCE;
    bool store = msg.rlen_grf == 0 && !msg.end_of_thread && msg.sfid != ISA_SFID_GTWY;
    if ((!fence && !store) || msg.sfid == ISA_SFID_CRE)
        return 2;
    return msg.sfid == ISA_SFID_SLM || msg.bti == 254;
}

static bool is_wait(const isa_inst *in) {
    return in->op == ISA_WAIT || (in->op == ISA_SYNC && in->fc == ISA_SYNC_BAR);
}

static void mutate(void *user, uint8_t *text, size_t len) {
    mutation *mu = user;
    unsigned seen = 0, fences = 0;
    bool wait = false, wrote[3] = {false};
    mu->sites = 0;
    for (size_t at = 0; at < len;) {
        isa_inst in;
        unsigned size = 0;
        if (isa_decode(mu->m, text + at, len - at, &in, &size, NULL) != CMC_OK)
            break;
        if (wait && is_wait(&in)) {
            put_nop(mu->m, text + at, size);
            wait = false;
        }
        unsigned domain = domain_of(mu->m, &in);
        bool barrier = is_kind(mu->m, &in, false), is_fence = is_kind(mu->m, &in, true);
        bool fence = is_fence && domain < 2 && wrote[domain];
        fences += fence;
        if (domain < 2)
            wrote[domain] = !is_fence;
        if (barrier)
            mu->sites = mu->fence ? fences : mu->sites + 1;
        if ((mu->fence ? fence : barrier) && seen++ == mu->which) {
            put_nop(mu->m, text + at, size);
            wait = !mu->fence;
            mu->done = true;
        }
        at += size;
    }
}

static findings run_mutated(const ocl_program *p, const char *name, uint64_t seed, mutation *mu) {
    static int32_t in[192], out[192];
    for (int i = 0; i < 192; i++)
        in[i] = i * 7 % 31 + i;
    memset(out, 0, sizeof out);
    ocl_arg args[] = {{OCL_BUFFER, in, sizeof in}, {OCL_BUFFER, out, sizeof out}};
    const uint32_t groups[3] = {1, 1, 1}, local[3] = {64, 1, 1};
    findings f = {0};
    sim_launch how = {
        .order_seed = seed, .max_instructions = 100000, .checks = SIM_CHECK_RACE, .report = keep_finding, .user = &f};
    mu->done = false;
    assert_int_equal(ocl_run_edited(p, name, groups, local, args, 2, &how, mutate, mu), CMC_OK);
    return f;
}

// Removes each site of one kind alone, counts those that are found.
static void run_kind(const ocl_program *p, const char *name, bool fence, unsigned *sites, unsigned *found_n) {
    mutation mu = {.m = p->model, .fence = fence, .which = 1000};
    findings f = run_mutated(p, name, 0, &mu);
    expect_silence(&f, name);
    unsigned n = mu.sites;
    for (unsigned i = 0; i < n; i++) {
        mu.which = i;
        unsigned hits = run_mutated(p, name, 0, &mu).n;
        assert_true(mu.done);
        ++*sites;
        *found_n += hits != 0;
        if (hits == 0)
            print_message("%s (%s): %s %u may go\n", name, p->model->name, fence ? "fence" : "barrier", i);
    }
}

static void test_mutations(void **state) {
    (void)state;
    static const char *const devices[] = {"skl", "icllp", "tgllp", "dg2", "pvc"};
    for (unsigned d = 0; d < 5; d++) {
        ocl_program p;
        unsigned sites[2] = {0}, hits[2] = {0};
        ocl_build(devices[d], source, "", &p);
        for (unsigned k = 0; k < sizeof kernels / sizeof kernels[0]; k++)
            for (unsigned fence = 0; fence < 2; fence++)
                run_kind(&p, kernels[k], fence != 0, &sites[fence], &hits[fence]);
        print_message("%s: %u of %u barriers, %u of %u fences\n", devices[d], hits[0], sites[0], hits[1], sites[1]);
        assert_true(sites[0] >= 9);
        assert_true(10 * hits[0] >= 9 * sites[0]);
        assert_true(10 * hits[1] >= 9 * sites[1]);
        ocl_free(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mutations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
