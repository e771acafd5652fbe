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
    "HAND_OVER(wrong, mem_fence(CLK_LOCAL_MEM_FENCE);, ACQ)\n"
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
    "LIST(list_no_acquire, REL, )\n"
    // Orders of the atomic operations instead of fences.
    "kernel void ordered(global int *data, global atomic_int *flag, global int *out) {\n"
    "  int l = get_local_id(0);\n"
    "  if (get_group_id(0) == 1) { data[l] = l * 3 + 1;\n"
    "    atomic_store_explicit(&flag[l], 1, memory_order_release, DEV); }\n"
    "  else { while (atomic_load_explicit(&flag[l], memory_order_acquire, DEV) == 0) ;\n"
    "    out[l] = data[l]; }\n"
    "}\n"
    // One thread of each group in turn holds a lock: of global memory, or, threads of one group, of
    // local memory.
    "#define LOCK(NAME, WHERE, SETUP, FLAGS, FIRST, SECOND)\\\n"
    "__attribute__((intel_reqd_sub_group_size(16)))\\\n"
    "kernel void NAME(global int *data, global atomic_int *flag, global int *out) {\\\n"
    "  SETUP\\\n"
    "  if (get_local_id(0) % 16 == 0) {\\\n"
    "    int done = 0;\\\n"
    "    while (!done) {\\\n"
    "      int zero = 0;\\\n"
    "      if (atomic_compare_exchange_strong_explicit(WHERE, &zero, 1, memory_order_relaxed,\\\n"
    "          memory_order_relaxed, DEV)) {\\\n"
    "        FIRST FLAGS SECOND\\\n"
    "        atomic_store_explicit(WHERE, 0, memory_order_relaxed, DEV);\\\n"
    "        done = 1;\\\n"
    "      }\\\n"
    "    }\\\n"
    "  }\\\n"
    "  FINISH\\\n"
    "}\n"
    "#define FINISH\n"
    "LOCK(lock, flag, , out[0] += 1;, ACQ, REL)\n"
    "LOCK(lock_bare, flag, , out[0] += 1;, , )\n"
    "#undef FINISH\n"
    "#define FINISH barrier(CLK_LOCAL_MEM_FENCE); if (get_global_id(0) == 0) out[0] = n;\n"
    "#define LF atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, "
    "memory_scope_work_group);\n"
    "#define LOCAL local atomic_int f; local int n; if (get_local_id(0) == 0) { n = 0; "
    "atomic_init(&f, 0); } barrier(CLK_LOCAL_MEM_FENCE);\n"
    "LOCK(lock_local, &f, LOCAL, n += 1;, LF, LF)\n"
    "LOCK(lock_local_bare, &f, LOCAL, n += 1;, , )\n"
    // The group that comes last adds up what all have left.
    "#define LAST(NAME, FIRST, SECOND)\\\n"
    "kernel void NAME(global int *data, global atomic_int *flag, global int *out) {\\\n"
    "  local int ticket;\\\n"
    "  if (get_local_id(0) == 0) {\\\n"
    "    data[get_group_id(0)] = get_group_id(0) + 1;\\\n"
    "    FIRST\\\n"
    "    ticket = atomic_fetch_add_explicit(flag, 1, memory_order_relaxed, DEV);\\\n"
    "  }\\\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\\\n"
    "  if (ticket == get_num_groups(0) - 1) {\\\n"
    "    SECOND\\\n"
    "    int s = 0;\\\n"
    "    for (int i = 0; i < get_num_groups(0); i++) s += data[i];\\\n"
    "    if (get_local_id(0) == 0) out[0] = s;\\\n"
    "  }\\\n"
    "}\n"
    "LAST(last, REL, ACQ)\n"
    "LAST(last_bare, , ACQ)\n";

enum { ITEMS = 32, GROUPS = 5, LIST_TOTAL = ITEMS * (GROUPS - 1) };

typedef struct case_of {
    const char *name;
    const char *message; // NULL: silent
    unsigned groups;
    bool list;
    int result; // out[0], or the sum of the list; 0: out is data
} case_of;

#define RACE "races with the write"
static const case_of cases[] = {
    {"both", NULL, 2, false, 0},
    {"no_release", "read of 4 bytes " RACE, 2, false, 0},
    {"no_acquire", "read of 4 bytes " RACE, 2, false, 0},
    {"neither", "read of 4 bytes " RACE, 2, false, 0},
    {"wrong", "the write", 2, false, 0},
    {"ordered", NULL, 2, false, 0},
    {"plain_both", NULL, 2, false, 0},
    {"plain_no_release", RACE, 2, false, 0},
    {"plain_no_acquire", RACE, 2, false, 0},
    {"list", NULL, GROUPS, true, LIST_TOTAL *(LIST_TOTAL + 1) / 2},
    {"list_no_release", RACE, GROUPS, true, LIST_TOTAL *(LIST_TOTAL + 1) / 2},
    {"list_no_acquire", RACE, GROUPS, true, LIST_TOTAL *(LIST_TOTAL + 1) / 2},
    {"lock", NULL, GROUPS, false, GROUPS *ITEMS / 16},
    {"lock_bare", RACE, GROUPS, false, GROUPS *ITEMS / 16},
    {"lock_local", NULL, GROUPS, false, ITEMS / 16},
    {"lock_local_bare", RACE, GROUPS, false, ITEMS / 16},
    {"last", NULL, GROUPS, false, GROUPS *(GROUPS + 1) / 2},
    {"last_bare", RACE, GROUPS, false, GROUPS *(GROUPS + 1) / 2},
};

static void run_one(const ocl_program *p, const case_of *c, uint64_t seed, findings *f) {
    static int32_t data[ITEMS * GROUPS], flag[ITEMS * GROUPS], out[ITEMS], head[1], sum[1];
    int32_t total = LIST_TOTAL;
    memset(data, 0, sizeof data);
    memset(flag, 0, sizeof flag);
    memset(out, 0, sizeof out);
    head[0] = sum[0] = 0;
    uint32_t groups[3] = {c->groups, 1, 1}, local[3] = {ITEMS, 1, 1};
    ocl_arg hand[] = {{OCL_BUFFER, data, sizeof data}, {OCL_BUFFER, flag, sizeof flag}, {OCL_BUFFER, out, sizeof out}};
    ocl_arg list[] = {{OCL_BUFFER, data, sizeof data},
                      {OCL_BUFFER, flag, sizeof flag},
                      {OCL_BUFFER, head, sizeof head},
                      {OCL_BUFFER, sum, sizeof sum},
                      {OCL_VALUE, &total, 4}};
    run_checked_ocl(p, c->name, groups, local, c->list ? list : hand, c->list ? 5 : 3, seed, f);
    if (c->message != NULL && !c->list && c->result != 0)
        return; // anything may come out
    if (c->result != 0)
        assert_int_equal(c->list ? sum[0] : out[0], c->result);
    for (int i = 0; c->result == 0 && i < ITEMS; i++)
        assert_int_equal(out[i], i * 3 + 1);
}

// Gen9 orders local memory by itself, and Intel's compiler drops its fences: the same code.
static bool is_ordered(const char *device, const char *name) {
    return strcmp(device, "skl") == 0 && strcmp(name, "lock_local_bare") == 0;
}

static void check_device(const char *device) {
    ocl_program p;
    ocl_build(device, source, "", &p);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const case_of *c = &cases[i];
        for (uint64_t seed = 0; seed < 20; seed++) {
            findings f;
            run_one(&p, c, seed, &f);
            if (c->message == NULL || is_ordered(device, c->name))
                expect_silence(&f, c->name);
            else if (seed == 0)
                expect_finding(&f, SIM_CHECK_RACE, "send", c->message);
        }
    }
    ocl_free(&p);
}

static void test_skl(void **state) {
    (void)state;
    check_device("skl");
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
        cmocka_unit_test(test_skl),
        cmocka_unit_test(test_tgl),
        cmocka_unit_test(test_dg2),
        cmocka_unit_test(test_pvc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
