// SPDX-License-Identifier: MIT
// Barriers: planted faults in hand-written code, with twins that are right.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "check_run.h"

#include <string.h>

#define TGL_EOT                                                                                                        \
    "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n"                                                                     \
    "(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT}\n"
#define TGL_SIGNAL                                                                                                     \
    "(W) mov (8|M0) r110.0<1>:ud 0x0:ud\n"                                                                             \
    "(W) and (1|M0) r110.2<1>:ud r0.2<0;1,0>:ud 0x7F000000:ud\n"                                                       \
    "(W) send.gtwy (1|M0) null r110 null 0x0 0x02000004\n"
#define TGL_WAIT "(W) sync.bar null\n"
// f0.0 of all channels: thread 0 (its first local id is 0)
#define TGL_FIRST "(W) cmp (16|M0) (eq)f0.0 null<1>:uw r1.0<0;1,0>:uw 0x0:uw\n"
// f0.0: lanes whose id is not 3 (thread 0 only)
#define TGL_NOT_3 "(W) mov (1|M0) f0.0<1>:uw 0xFFFF:uw\ncmp (16|M0) (ne)f0.0 null<1>:uw r1.0<8;8,1>:uw 0x3:uw\n"
#define PVC_EOT                                                                                                        \
    "(W) mov (8|M0) r127.0<1>:ud r0.0<1;1,0>:ud\n"                                                                     \
    "(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT}\n"
// id: dword 2 of the payload
#define PVC_SIGNAL(id)                                                                                                 \
    "(W) mov (8|M0) r110.0<1>:ud 0x0:ud\n"                                                                             \
    "(W) mov (1|M0) r110.2<1>:ud " id ":ud\n"                                                                          \
    "(W) send.gtwy (1|M0) null r110 null:0 0x0 0x02000004\n"
#define PVC_FIRST "(W) cmp (1|M0) (eq)f0.0 null<1>:ud r0.8<0;1,0>:ub 0x0:ud\n"

typedef struct planted {
    const char *name, *target, *text;
    const char *inst, *message; // NULL: silent
    unsigned thread;
    bool faults;
} planted;

static const planted cases[] = {
    {"right", "tgl", TGL_SIGNAL TGL_WAIT TGL_SIGNAL TGL_WAIT TGL_EOT, NULL, NULL, 0, false},
    {"part of the group has ended", "tgl", TGL_FIRST "(W&f0.0) jmpi done\n" TGL_SIGNAL TGL_WAIT "done:\n" TGL_EOT,
     "sync.bar",
     "part of the group does not reach the barrier: threads 1-3 wait for barrier 0, already ended: "
     "threads 0",
     1, true},
    {"divergent", "tgl",
     TGL_NOT_3 "(f0.0) if (16|M0) els els\n" TGL_SIGNAL TGL_WAIT "els:\nendif (16|M0) next\nnext:\n" TGL_EOT,
     "send.gtwy", "barrier 0 is in divergent control flow: only channels 0xfff7 of 0xffff are enabled", 0, false},
    {"uniform branch", "tgl",
     TGL_FIRST "(W) mov (1|M0) f0.0<1>:uw 0xFFFF:uw\n(f0.0) if (16|M0) els els\n" TGL_SIGNAL TGL_WAIT
               "els:\nendif (16|M0) next\nnext:\n" TGL_EOT,
     NULL, NULL, 0, false},
    {"wait without signal", "tgl", TGL_WAIT TGL_EOT, "sync.bar",
     "thread waits for barrier 0, which it has not signalled", 0, true},
    {"signal without wait", "tgl", TGL_SIGNAL TGL_EOT, "send.ts",
     "thread ends without waiting for barrier 0, which it has signalled", 0, false},
    {"two barriers", "pvc",
     PVC_FIRST "(W&f0.0) jmpi first\n" PVC_SIGNAL("0x04040002") "(W) sync.bar 0x2\n" PVC_EOT "first:\n" PVC_SIGNAL(
         "0x04040001") "(W) sync.bar 0x1\n" PVC_EOT,
     "sync.bar 0x2", "threads 1-3 wait for barrier 2, threads 0 wait for barrier 1", 1, true},
    {"one barrier", "pvc", PVC_SIGNAL("0x04040002") "(W) sync.bar 0x2\n" PVC_EOT, NULL, NULL, 0, false},
    {"count", "pvc", PVC_SIGNAL("0x02020000") "(W) sync.bar 0x0\n" PVC_EOT, "send.gtwy",
     "barrier of the group counts 2 producers and 2 consumers, but the group has 4 threads", 0, false},
    {"count, right", "pvc", PVC_SIGNAL("0x04040000") "(W) sync.bar 0x0\n" PVC_EOT, NULL, NULL, 0, false},
};

static void test_planted(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const planted *c = &cases[i];
        for (uint64_t seed = 0; seed < 4; seed++) {
            sim_kernel_run k = {.target = c->target,
                                .text = c->text,
                                .simd = 16,
                                .local = {64, 1, 1},
                                .local_ids = true,
                                .barriers = 4,
                                .order_seed = seed};
            findings f;
            cmc_status s;
            run_checked(&k, &f, &s);
            if (s != (c->faults ? CMC_ERR_USER : CMC_OK))
                print_error("%s: status %d\n", c->name, s);
            assert_int_equal(s, c->faults ? CMC_ERR_USER : CMC_OK);
            if (c->message == NULL) {
                expect_silence(&f, c->name);
                continue;
            }
            if (seed != 0 && !c->faults)
                continue; // another thread may be the first
            const found *x = expect_finding(&f, SIM_CHECK_BARRIER, c->inst, c->message);
            if (seed == 0)
                assert_int_equal(x->thread, c->thread);
            assert_int_equal(x->lane, -1);
            assert_false(x->has_addr);
        }
    }
}

// OpenCL: a barrier that half of a sub-group enters, and one that only the first sub-group enters.
static void test_compiled(void **state) {
    (void)state;
    const char *source = "__attribute__((intel_reqd_sub_group_size(16))) kernel void part(global int *out) {\n"
                         "  int l = get_local_id(0);\n"
                         "  if (out[l] != 0) { out[l + 64] = 1; barrier(CLK_GLOBAL_MEM_FENCE); out[l + 128] = 2; }\n"
                         "}\n";
    ocl_program p;
    ocl_build("pvc", source, "", &p);
    static int32_t out[192];
    ocl_arg args[] = {{OCL_BUFFER, out, sizeof out}};
    const uint32_t groups[3] = {1, 1, 1}, local[3] = {64, 1, 1};
    findings f;
    for (int i = 0; i < 192; i++)
        out[i] = 1;
    run_checked_ocl(&p, "part", groups, local, args, 1, 0, &f);
    expect_silence(&f, "whole group");
    for (int i = 0; i < 64; i++)
        out[i] = i % 16 != 7; // a lane of each sub-group is missing
    run_checked_ocl(&p, "part", groups, local, args, 1, 0, &f);
    expect_finding(&f, SIM_CHECK_BARRIER, "send.gtwy", "divergent control flow: only channels 0xff7f of 0xffff");
    ocl_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planted),
        cmocka_unit_test(test_compiled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
