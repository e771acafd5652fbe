// SPDX-License-Identifier: MIT
// Orders of groups and threads: what is right gives one result under twenty of them, what depends
// on the order does not. Launches that do not end by themselves are ended, and nothing but their
// own memory has changed.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "check_run.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

enum { SEEDS = 20, ITEMS = 64, GROUPS = 6, N = ITEMS * GROUPS };

static const char *const source =
    "#define L get_local_id(0)\n"
    "#define G get_global_id(0)\n"
    "#define KERNEL __attribute__((intel_reqd_sub_group_size(16))) kernel void\n"
    "#define ARGS (global int *in, global int *out, global int *counter)\n"
    "KERNEL scan ARGS { local int s[64]; s[L] = in[G]; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  for (int d = 1; d < 64; d *= 2) {\n"
    "    int v = L >= d ? s[L - d] : 0; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    s[L] += v; barrier(CLK_LOCAL_MEM_FENCE); }\n"
    "  out[G] = s[L]; }\n"
    "KERNEL total ARGS { atomic_add(counter, in[G]); out[G] = in[G]; }\n"
    "KERNEL tickets ARGS { if (L == 0) out[atomic_inc(counter)] = get_group_id(0) + 1; }\n"
    "KERNEL threads ARGS { if (L % 16 == 0) out[atomic_inc(counter)] = G + 1; }\n"
    "KERNEL no_barrier ARGS { local int s[64]; s[L] = in[G]; out[G] = s[63 - L]; }\n"
    "KERNEL wait_next ARGS { volatile global int *flag = counter;\n"
    "  if (get_group_id(0) + 1 < get_num_groups(0)) while (atomic_or(&counter[get_group_id(0) + "
    "1], 0) == 0) ;\n"
    "  mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
    "  if (L == 0) atomic_xchg(&counter[get_group_id(0)], 1); }\n";

static int32_t in[N], out[N], counter[GROUPS];

static void run(const ocl_program *p, const char *name, uint64_t seed, unsigned workers) {
    for (int i = 0; i < N; i++)
        in[i] = i * 7 % 31 + 1;
    memset(out, 0, sizeof out);
    memset(counter, 0, sizeof counter);
    ocl_arg args[] = {
        {OCL_BUFFER, in, sizeof in}, {OCL_BUFFER, out, sizeof out}, {OCL_BUFFER, counter, sizeof counter}};
    const uint32_t groups[3] = {GROUPS, 1, 1}, local[3] = {ITEMS, 1, 1};
    ocl_run(p, name, groups, local, args, 3, seed, workers);
}

// Different results among those of seeds 1 to 20.
static unsigned outcomes(const ocl_program *p, const char *name) {
    static int32_t seen[SEEDS][N];
    unsigned n = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        run(p, name, seed, 1);
        unsigned k = 0;
        while (k < n && memcmp(seen[k], out, sizeof out) != 0)
            k++;
        if (k == n)
            memcpy(seen[n++], out, sizeof out);
    }
    return n;
}

static void test_orders(void **state) {
    (void)state;
    static const char *const devices[] = {"tgllp", "pvc"};
    for (unsigned d = 0; d < 2; d++) {
        ocl_program p;
        ocl_build(devices[d], source, "", &p);
        assert_int_equal(outcomes(&p, "scan"), 1);
        for (int g = 0; g < GROUPS; g++)
            for (int i = 0, sum = 0; i < ITEMS; i++) {
                sum += (g * ITEMS + i) * 7 % 31 + 1;
                assert_int_equal(out[g * ITEMS + i], sum);
            }
        assert_int_equal(outcomes(&p, "total"), 1);
        assert_true(outcomes(&p, "tickets") > 3);    // orders of groups
        assert_true(outcomes(&p, "threads") > 3);    // and of threads
        assert_true(outcomes(&p, "no_barrier") > 3); // turns end between store and load
        ocl_free(&p);
    }
}

// Each group waits for the next one, on one host thread, without an order seed.
static void test_wait_for_later_group(void **state) {
    (void)state;
    ocl_program p;
    ocl_build("tgllp", source, "", &p);
    for (unsigned workers = 1; workers <= 2; workers++) {
        run(&p, "wait_next", 0, workers);
        for (int g = 0; g < GROUPS; g++)
            assert_int_equal(counter[g], 1);
    }
    ocl_free(&p);
}

// Endings

static int stop;

static void *stop_soon(void *arg) {
    (void)arg;
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    return NULL;
}

static cmc_status run_endless(uint64_t max_ns, const int *cancel, char *msg, size_t cap) {
    static _Alignas(64) uint8_t memory[256];
    sim_surface surfaces[2] = {[1] = {.kind = SIM_SURF_BUFFER, .base = memory + 64, .size_b = 64}};
    sim_kernel_run k = {.target = "tgl",
                        .text = "(W) mov (8|M0) r10.0<1>:ud 0x0:ud\n"
                                "again:\n"
                                "(W) add (1|M0) r10.0<1>:ud r10.0<0;1,0>:ud 0x4:ud\n"
                                "(W) send.dc1 (1|M0) null r10 r10 0x40 0x02026E01\n"
                                "(W) jmpi again\n",
                        .groups = {4, 1, 1},
                        .surfaces = surfaces,
                        .n_surfaces = 2,
                        .max_group_ns = max_ns,
                        .cancel = cancel,
                        .n_workers = 1};
    memset(memory, 0x5a, sizeof memory);
    cmc_status s = run_kernel(&k, msg, cap, NULL);
    for (unsigned i = 0; i < sizeof memory; i++)
        if (i < 64 || i >= 128)
            assert_int_equal(memory[i], 0x5a);
    return s;
}

static void test_cancel(void **state) {
    (void)state;
    char msg[512] = "";
    pthread_t id;
    stop = 0;
    assert_int_equal(pthread_create(&id, NULL, stop_soon, NULL), 0);
    assert_int_equal(run_endless(0, &stop, msg, sizeof msg), CMC_ERR_USER);
    pthread_join(id, NULL);
    assert_non_null(strstr(msg, "cancelled: the launch was told to stop"));
}

static void test_watchdog(void **state) {
    (void)state;
    char msg[512] = "";
    assert_int_equal(run_endless(20000000, NULL, msg, sizeof msg), CMC_ERR_USER);
    assert_non_null(strstr(msg, "watchdog: the group has run for more than 20 ms"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_wait_for_later_group),
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_watchdog),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
