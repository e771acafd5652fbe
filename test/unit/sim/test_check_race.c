// SPDX-License-Identifier: MIT
// Data races: planted ones in OpenCL C through Intel's compiler and in hand-written code, each with
// a twin that is right and silent.
//
// Without an order seed thread 0 of a group runs first, and group 0 before group 1 (turns of 500
// instructions, more than these kernels have): the later thread reports.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "check_run.h"

#include <stdio.h>
#include <string.h>

// One work-group of 32 in sub-groups of 16, so two hardware threads, unless the case says more
// groups.
static const char *const source =
    "#define S16 __attribute__((intel_reqd_sub_group_size(16)))\n"
    "#define SL barrier(CLK_LOCAL_MEM_FENCE);\n"
    "#define SG barrier(CLK_GLOBAL_MEM_FENCE);\n"
    "#define L get_local_id(0)\n"
    "#define KERNEL S16 kernel void\n"
    "#define ARGS (global int *in, global int *out, global uchar *bytes)\n"
    "KERNEL reverse ARGS { local int s[32]; s[L] = in[L]; out[L] = s[31 - L]; }\n"
    "KERNEL reverse_ok ARGS { local int s[32]; s[L] = in[L]; SL out[L] = s[31 - L]; }\n"
    "KERNEL overwrite ARGS { local int s[32]; s[L] = in[L]; SL int v = s[31 - L]; s[L] = v + 1; "
    "SL\n"
    "  out[L] = s[L]; }\n"
    "KERNEL overwrite_ok ARGS { local int s[32]; s[L] = in[L]; SL int v = s[31 - L]; SL\n"
    "  s[L] = v + 1; SL out[L] = s[L]; }\n"
    "KERNEL last_wins ARGS { if (L % 16 == 3) out[5] = L + 1; }\n"
    "KERNEL last_wins_ok ARGS { if (L == 3) out[5] = L + 1; }\n"
    "KERNEL same_value ARGS { if (in[L] > 0) out[5] = 7; }\n"
    "KERNEL groups ARGS { int g = get_global_id(0), n = get_global_size(0);\n"
    "  out[g] = g + 1; in[g] = out[(g + 32) % n]; }\n"
    "KERNEL groups_ok ARGS { int g = get_global_id(0); out[g] = g + 1; in[g] = out[g]; }\n"
    "KERNEL mixed ARGS { if (L < 16) out[3] = 9; else atomic_add(&out[3], 1); }\n"
    "KERNEL mixed_ok ARGS { if (L < 16) atomic_xchg(&out[3], 9); else atomic_add(&out[3], 1); }\n"
    "KERNEL fence_kind ARGS { out[L] = in[L]; SL in[L] = out[31 - L]; }\n"
    "KERNEL fence_kind_ok ARGS { out[L] = in[L]; SG in[L] = out[31 - L]; }\n"
    "KERNEL one_byte ARGS { bytes[L < 16 ? L : L - 15] = L + 1; }\n"
    "KERNEL one_byte_ok ARGS { bytes[L] = L + 1; }\n"
    "KERNEL lanes ARGS { out[L / 2] = L; }\n"
    "KERNEL lanes_ok ARGS { out[L / 2] = L / 2 + 1; }\n"
    "KERNEL count ARGS { atomic_inc(&out[0]); SG in[L] = out[0]; }\n";

enum { ANY = -2 }; // lane

typedef struct planted {
    const char *name;
    unsigned groups;
    const char *message; // NULL: silent
    unsigned buffer;     // of the address, 3 = local memory
    uint32_t off_b;
    unsigned group, thread;
    int lane;
} planted;

static const planted cases[] = {
    // Thread 0 has written s[0..15] and read zeros from s[31..16]; thread 1 writes s[16], lane 0.
    {"reverse", 1, "write of 4 bytes races with the read", 3, 64, 0, 1, 0},
    {"reverse_ok", 1, NULL, 0, 0, 0, 0, 0},
    // Thread 0 stores s[0] that thread 1 has still to read, lane 15.
    {"overwrite", 1, "races with the", 3, UINT32_MAX, 0, 1, -1},
    {"overwrite_ok", 1, NULL, 0, 0, 0, 0, 0},
    // (Some targets gather the value first and store it from lane 0.)
    {"last_wins", 1, "write of 4 bytes races with the write", 1, 20, 0, 1, ANY},
    {"last_wins_ok", 1, NULL, 0, 0, 0, 0, 0},
    {"same_value", 1, NULL, 0, 0, 0, 0, 0},
    // Group 0, thread 0 has read out[32] already, which group 1 writes.
    {"groups", 2, "write of 4 bytes races with the read", 1, 128, 1, 0, 0},
    {"groups_ok", 2, NULL, 0, 0, 0, 0, 0},
    {"mixed", 1, "atomic operation of 4 bytes races with the write", 1, 12, 0, 1, 0},
    {"mixed_ok", 1, NULL, 0, 0, 0, 0, 0},
    {"fence_kind", 1, "without a fence of global memory", 1, UINT32_MAX, 0, 0, -1},
    {"fence_kind_ok", 1, NULL, 0, 0, 0, 0, 0},
    // Thread 1's lane 0 writes byte 1 again.
    {"one_byte", 1, "write of 1 bytes races with the write", 2, 1, 0, 1, 0},
    {"one_byte_ok", 1, NULL, 0, 0, 0, 0, 0},
    {"lanes", 1, "lanes 0 and 1 write different values to one address", 1, 0, 0, 0, 1},
    {"lanes_ok", 1, NULL, 0, 0, 0, 0, 0},
    {"count", 1, NULL, 0, 0, 0, 0, 0},
};

static void run_case(const ocl_program *p, const planted *c, uint64_t seed) {
    static int32_t in[64], out[64];
    static uint8_t bytes[64];
    for (int i = 0; i < 64; i++)
        in[i] = i + 1;
    memset(out, 0, sizeof out);
    memset(bytes, 0, sizeof bytes);
    ocl_arg args[] = {{OCL_BUFFER, in, sizeof in}, {OCL_BUFFER, out, sizeof out}, {OCL_BUFFER, bytes, sizeof bytes}};
    uint32_t groups[3] = {c->groups, 1, 1}, local[3] = {32, 1, 1};
    findings f;
    run_checked_ocl(p, c->name, groups, local, args, 3, seed, &f);
    if (c->message == NULL) {
        expect_silence(&f, c->name);
        return;
    }
    if (seed != 0) {
        assert_true(f.n != 0);
        return;
    }
    const found *x = expect_finding(&f, SIM_CHECK_RACE, "send", c->message);
    const void *const buffers[] = {in, out, bytes};
    uint64_t base = c->buffer < 3 ? (uint64_t)(uintptr_t)buffers[c->buffer] : 0;
    uint64_t at = c->buffer == 1 && x->addr < 4096 ? x->addr + base : x->addr; // surfaces: offsets
    at = c->buffer == 2 && x->addr < 4096 ? x->addr + base : at;
    if (c->off_b == UINT32_MAX)
        return;
    int lane = c->lane == ANY ? x->lane : c->lane;
    if (x->lane != lane || x->thread != c->thread || x->group[0] != c->group || at != base + c->off_b)
        print_error("%s: group %u thread %u lane %d address 0x%llx\n", c->name, x->group[0], x->thread, x->lane,
                    (unsigned long long)x->addr);
    assert_int_equal(x->group[0], c->group);
    assert_int_equal(x->thread, c->thread);
    assert_int_equal(x->lane, lane);
    assert_int_equal(at, base + c->off_b);
}

static void check_device(const char *device) {
    ocl_program p;
    ocl_build(device, source, "", &p);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (uint64_t seed = 0; seed < 8; seed++)
            run_case(&p, &cases[i], seed);
    ocl_free(&p);
}

static void test_tgl(void **state) {
    (void)state;
    check_device("tgllp");
}

static void test_dg2(void **state) {
    (void)state;
    check_device("dg2");
}

static void test_pvc(void **state) {
    (void)state;
    check_device("pvc");
}

// SLM reversal of 32 numbers, hand-written for pvc. One thread of 32 lanes needs no barrier; two of
// 16 lanes do, with a fence before it. FENCE, SIGNAL and WAIT are left out in turn.
#define EOT                                                                                                            \
    "(W) mov (8|M0) r127.0<1>:ud r0.0<1;1,0>:ud\n"                                                                     \
    "(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT}\n"
#define FENCE "(W) send.slm (1|M0) r40 r0 null:0 0x0 0x0210011F\n"
#define BARRIER                                                                                                        \
    "(W) mov (8|M0) r41.0<1>:ud 0x0:ud\n"                                                                              \
    "(W) mov (1|M0) r41.2<1>:ud 0x02020000:ud\n"                                                                       \
    "(W) send.gtwy (1|M0) null r41 null:0 0x0 0x02000004\n"                                                            \
    "(W) sync.bar 0x0\n"
// r10: local id * 4 (16 lanes), r12: 124 - that. Values: 1 + id.
#define REVERSE_16(between)                                                                                            \
    "(W) mov (8|M0) r9.0<1>:uw 0x76543210:uv\n"                                                                        \
    "(W) add (8|M0) r9.8<1>:uw r9.0<1;1,0>:uw 8:uw\n"                                                                  \
    "(W) mov (1|M0) r8.0<1>:ud r0.8<0;1,0>:ub\n"                                                                       \
    "(W) shl (1|M0) r8.0<1>:ud r8.0<0;1,0>:ud 6:uw\n"                                                                  \
    "(W) shl (16|M0) r10.0<1>:d r9.0<1;1,0>:uw 2:uw\n"                                                                 \
    "(W) add (16|M0) r10.0<1>:d r10.0<1;1,0>:d r8.0<0;1,0>:d\n"                                                        \
    "(W) add (16|M0) r12.0<1>:d -r10.0<1;1,0>:d 124:w\n"                                                               \
    "(W) shr (16|M0) r14.0<1>:d r10.0<1;1,0>:d 2:uw\n"                                                                 \
    "(W) add (16|M0) r14.0<1>:d r14.0<1;1,0>:d 1:w\n"                                                                  \
    "send.slm (16|M0) null r10 r14:1 0x0 0x02000504\n" between "send.slm (16|M0) r16 r12 null:0 0x0 0x02100500\n"      \
    "send.ugm (16|M0) null r10 r16:1 0x01000000 0x62000504\n" EOT
#define REVERSE_32                                                                                                     \
    "(W) mov (8|M0) r9.0<1>:uw 0x76543210:uv\n"                                                                        \
    "(W) add (8|M0) r9.8<1>:uw r9.0<1;1,0>:uw 8:uw\n"                                                                  \
    "(W) add (16|M0) r9.16<1>:uw r9.0<1;1,0>:uw 16:uw\n"                                                               \
    "(W) shl (32|M0) r10.0<1>:d r9.0<1;1,0>:uw 2:uw\n"                                                                 \
    "(W) add (32|M0) r12.0<1>:d -r10.0<1;1,0>:d 124:w\n"                                                               \
    "(W) shr (32|M0) r14.0<1>:d r10.0<1;1,0>:d 2:uw\n"                                                                 \
    "(W) add (32|M0) r14.0<1>:d r14.0<1;1,0>:d 1:w\n"                                                                  \
    "send.slm (32|M0) null r10 r14:2 0x0 0x04000504\n"                                                                 \
    "send.slm (32|M0) r16 r12 null:0 0x0 0x04200500\n"                                                                 \
    "send.ugm (32|M0) null r10 r16:2 0x01000000 0x64000504\n" EOT

static void run_reverse(const char *text, unsigned simd, uint64_t seed, findings *f, bool right) {
    static _Alignas(64) uint32_t out[32];
    sim_surface surfaces[2] = {[1] = {.kind = SIM_SURF_BUFFER, .base = (uint8_t *)out, .size_b = sizeof out}};
    sim_kernel_run k = {.target = "pvc",
                        .text = text,
                        .simd = simd,
                        .local = {32, 1, 1},
                        .slm_b = 128,
                        .barriers = 1,
                        .order_seed = seed,
                        .surfaces = surfaces,
                        .n_surfaces = 2};
    memset(out, 0, sizeof out);
    run_checked(&k, f, NULL);
    for (unsigned i = 0; right && i < 32; i++)
        assert_int_equal(out[i], 32 - i);
}

static void test_reversal(void **state) {
    (void)state;
    findings f;
    for (uint64_t seed = 0; seed < 5; seed++) {
        run_reverse(REVERSE_32, 32, seed, &f, true);
        expect_silence(&f, "one thread");
        run_reverse(REVERSE_16(FENCE BARRIER), 16, seed, &f, true);
        expect_silence(&f, "two threads and a barrier");
        run_reverse(REVERSE_16(""), 16, seed, &f, false);
        assert_int_equal(f.list[0].check, SIM_CHECK_RACE);
        run_reverse(REVERSE_16(FENCE), 16, seed, &f, false);
        assert_int_equal(f.list[0].check, SIM_CHECK_RACE);
    }
    // Thread 0 was through when thread 1 came: its first store finds the read.
    run_reverse(REVERSE_16(""), 16, 0, &f, false);
    const found *x =
        expect_finding(&f, SIM_CHECK_RACE, "send.slm (16|M0) null r10", "write of 4 bytes races with the read");
    assert_int_equal(x->thread, 1);
    assert_int_equal(x->lane, 0);
    assert_int_equal(x->addr, 64);
    assert_non_null(strstr(x->message, "by thread 0 of group (0, 0, 0)"));
    // The barrier alone does not make the store visible.
    run_reverse(REVERSE_16(BARRIER), 16, 0, &f, false);
    expect_finding(&f, SIM_CHECK_RACE, "send.slm (16|M0) r16 r12", "handed over without a fence of local memory");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tgl),
        cmocka_unit_test(test_dg2),
        cmocka_unit_test(test_pvc),
        cmocka_unit_test(test_reversal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
