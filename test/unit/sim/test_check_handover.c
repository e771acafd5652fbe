// SPDX-License-Identifier: MIT
// Hand-overs between hardware threads, in OpenCL C through Intel's compiler: with their fences the
// race checker is silent under every order, without one of them it reports.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "check_run.h"

#include <stdlib.h>
#include <string.h>

// Group 1 hands data to group 0. FIRST and SECOND are the fences, "" in the faulty twins.
static const char *const source =
    "#define DEV memory_scope_device\n"
    "#define REL atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, DEV);\n"
    "#define ACQ atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, DEV);\n"
    "#define SET(f) atomic_store_explicit(f, 1, memory_order_relaxed, DEV)\n"
    "#define GET(f) atomic_load_explicit(f, memory_order_relaxed, DEV)\n"
    "#define HAND_OVER(NAME, FIRST, SECOND)\\\n"
    "kernel void NAME(global int *data, global atomic_int *flag, global int *out) {\\\n"
    "  int l = get_local_id(0);\\\n"
    "  if (get_group_id(0) == 1) { data[l] = l * 3 + 1; FIRST SET(&flag[l]); }\\\n"
    "  else { while (GET(&flag[l]) == 0) ; SECOND out[l] = data[l]; }\\\n"
    "}\n"
    "HAND_OVER(both, REL, ACQ)\n"
    "HAND_OVER(no_release, , ACQ)\n"
    "HAND_OVER(no_acquire, REL, )\n"
    "HAND_OVER(neither, , )\n"
    // The same with a plain flag.
    "#define PLAIN(NAME, FIRST, SECOND)\\\n"
    "kernel void NAME(global int *data, volatile global int *flag, global int *out) {\\\n"
    "  int l = get_local_id(0);\\\n"
    "  if (get_group_id(0) == 1) { data[l] = l * 3 + 1; FIRST flag[l] = 1; }\\\n"
    "  else { while (flag[l] == 0) ; SECOND out[l] = data[l]; }\\\n"
    "}\n"
    "PLAIN(plain_both, mem_fence(CLK_GLOBAL_MEM_FENCE);, mem_fence(CLK_GLOBAL_MEM_FENCE);)\n"
    "PLAIN(plain_no_release, , mem_fence(CLK_GLOBAL_MEM_FENCE);)\n"
    "PLAIN(plain_no_acquire, mem_fence(CLK_GLOBAL_MEM_FENCE);, )\n"
    // A list that every work-item of groups 1.. pushes to; group 0 takes what it finds until it has
    // all.
    "#define LIST(NAME, FIRST, SECOND)\\\n"
    "kernel void NAME(global int *value, global int *next, global atomic_int *head,\\\n"
    "                 global int *sum, int total) {\\\n"
    "  int i = get_global_id(0) - get_local_size(0);\\\n"
    "  if (get_group_id(0) != 0) {\\\n"
    "    value[i] = i + 1;\\\n"
    "    int old = GET(head);\\\n"
    "    do { next[i] = old; FIRST }\\\n"
    "    while (!atomic_compare_exchange_strong_explicit(head, &old, i + 1, "
    "memory_order_relaxed,\\\n"
    "           memory_order_relaxed, DEV));\\\n"
    "  } else if (get_local_id(0) == 0) {\\\n"
    "    int n = 0, s = 0;\\\n"
    "    while (n < total) {\\\n"
    "      int p = atomic_exchange_explicit(head, 0, memory_order_relaxed, DEV);\\\n"
    "      SECOND\\\n"
    "      for (; p != 0; p = next[p - 1]) { s += value[p - 1]; n++; }\\\n"
    "    }\\\n"
    "    *sum = s;\\\n"
    "  }\\\n"
    "}\n"
    "LIST(list, REL, ACQ)\n"
    "LIST(list_no_release, , ACQ)\n"
    "LIST(list_no_acquire, REL, )\n";

typedef struct case_of {
    const char *name;
    bool race, list;
    const char *message;
} case_of;

static const case_of cases[] = {
    {"both", false, false, NULL},
    {"no_release", true, false, "read of 4 bytes races with the write"},
    {"no_acquire", true, false, "read of 4 bytes races with the write"},
    {"neither", true, false, "read of 4 bytes races with the write"},
    {"plain_both", false, false, NULL},
    {"plain_no_release", true, false, "races with the write"},
    {"plain_no_acquire", true, false, "races with the write"},
    {"list", false, true, NULL},
    {"list_no_release", true, true, "races with the write"},
    {"list_no_acquire", true, true, "races with the write"},
};

static void run_one(const ocl_program *p, const case_of *c, uint64_t seed, findings *f) {
    enum { ITEMS = 32, GROUPS = 5 };
    static int32_t data[ITEMS * GROUPS], flag[ITEMS * GROUPS], out[ITEMS], head[1], sum[1];
    int32_t total = ITEMS * (GROUPS - 1);
    memset(data, 0, sizeof data);
    memset(flag, 0, sizeof flag);
    memset(out, 0, sizeof out);
    head[0] = sum[0] = 0;
    uint32_t groups[3] = {c->list ? GROUPS : 2, 1, 1}, local[3] = {ITEMS, 1, 1};
    ocl_arg hand[] = {{OCL_BUFFER, data, sizeof data},
                      {OCL_BUFFER, flag, sizeof flag},
                      {OCL_BUFFER, out, sizeof out}};
    ocl_arg list[] = {{OCL_BUFFER, data, sizeof data},
                      {OCL_BUFFER, flag, sizeof flag},
                      {OCL_BUFFER, head, sizeof head},
                      {OCL_BUFFER, sum, sizeof sum},
                      {OCL_VALUE, &total, 4}};
    run_checked_ocl(p, c->name, groups, local, c->list ? list : hand, c->list ? 5 : 3, seed, f);
    if (c->list)
        assert_int_equal(sum[0], total * (total + 1) / 2);
    for (int i = 0; !c->list && i < ITEMS; i++)
        assert_int_equal(out[i], i * 3 + 1);
}

static void check_device(const char *device) {
    ocl_program p;
    ocl_build(device, source, "", &p);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const case_of *c = &cases[i];
        for (uint64_t seed = 0; seed < 20; seed++) {
            findings f;
            run_one(&p, c, seed, &f);
            if (!c->race)
                expect_silence(&f, c->name);
            else if (seed == 0)
                expect_finding(&f, SIM_CHECK_RACE, "send", c->message);
        }
    }
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tgl),
        cmocka_unit_test(test_dg2),
        cmocka_unit_test(test_pvc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
