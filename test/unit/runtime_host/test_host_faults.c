// SPDX-License-Identifier: MIT
// Kernels with mistakes: each becomes an error of its launch that says where, and the device goes on.

#include "fixture.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static fixture f;

// A correct launch after each error.
static void still_works(void) {
    cmrt_kernel *k = kernel(&f, "nothing");
    ok(f.device, run(k, 7, 5, f.device));
    cmrt_kernel_destroy(k);
}

static void deadlocks_name_the_barrier(void **state) {
    cmrt_kernel *k = kernel(&f, "deadlock"), *alone = kernel(&f, "alone");
    (void)state;
    refused(f.device, run(k, 2, 6, f.device), CMRT_ERR_FAULT, "kernel 'deadlock'",
            "deadlock: 5 threads wait at barriers that never complete, 1 threads have ended",
            "thread 1 waits for barrier 0", NULL);
    still_works();
    refused(f.device, run(alone, 1, 1, f.device), CMRT_ERR_FAULT, "deadlock: 1 threads", "waits for barrier 1", NULL);
    cmrt_kernel_destroy(k);
    cmrt_kernel_destroy(alone);
    still_works();
}

static void barriers_that_are_misused(void **state) {
    cmrt_kernel *twice = kernel(&f, "twice"), *undeclared = kernel(&f, "undeclared");
    (void)state;
    refused(f.device, run(twice, 1, 4, f.device), CMRT_ERR_FAULT, "signals a barrier twice", "thread 0", NULL);
    refused(f.device, run(undeclared, 1, 1, f.device), CMRT_ERR_FAULT, "barrier 2 is used, but the kernel declares 2",
            NULL);
    cmrt_kernel_destroy(twice);
    cmrt_kernel_destroy(undeclared);
    still_works();
}

static void store_at(cmrt_kernel *k, int64_t offset, const char *where) {
    ok(f.device, cmrt_kernel_set_value(k, 1, &offset, sizeof offset));
    refused(f.device, run(k, 3, 4, f.device), CMRT_ERR_FAULT, "kernel 'store', group (", "thread 3",
            "access to memory that is not there", where, "at store+0x", NULL);
    still_works();
}

static void accesses_outside_memory(void **state) {
    enum { SIZE_B = 1 << 16 };
    const int64_t inside = SIZE_B - 1;
    void *p;
    cmrt_kernel *k = kernel(&f, "store");
    (void)state;
    ok(f.device, cmrt_svm_alloc(f.device, SIZE_B, 0, &p));
    ok(f.device, cmrt_kernel_set_pointer(k, 0, p));
    store_at(k, SIZE_B, "0 bytes after a block of 65536 bytes");
    store_at(k, SIZE_B + 100, "100 bytes after a block of 65536 bytes");
    store_at(k, -1, "1 bytes before a block of 65536 bytes");
    ok(f.device, cmrt_kernel_set_value(k, 1, &inside, sizeof inside));
    ok(f.device, run(k, 3, 4, f.device));
    ok(f.device, cmrt_kernel_set_pointer(k, 0, NULL));
    store_at(k, 8, "address 0x8, a null pointer");
    cmrt_kernel_destroy(k);
    cmrt_svm_free(f.device, p);
}

static void access_after_local_memory(void **state) {
    const uint32_t last = 255, past = 256;
    cmrt_kernel *k = kernel(&f, "store_slm");
    (void)state;
    ok(f.device, cmrt_kernel_set_value(k, 0, &last, sizeof last));
    ok(f.device, run(k, 1, 1, f.device));
    ok(f.device, cmrt_kernel_set_value(k, 0, &past, sizeof past));
    refused(f.device, run(k, 1, 1, f.device), CMRT_ERR_FAULT, "after the end of shared local memory", NULL);
    cmrt_kernel_destroy(k);
    still_works();
}

static void division_by_zero(void **state) {
    const uint32_t seven = 7, zero = 0;
    cmrt_kernel *k = kernel(&f, "divide");
    (void)state;
    ok(f.device, cmrt_kernel_set_value(k, 0, &seven, sizeof seven));
    ok(f.device, cmrt_kernel_set_value(k, 1, &seven, sizeof seven));
    ok(f.device, run(k, 1, 1, f.device));
    ok(f.device, cmrt_kernel_set_value(k, 1, &zero, sizeof zero));
    refused(f.device, run(k, 1, 1, f.device), CMRT_ERR_FAULT, "kernel 'divide'", "division by zero", NULL);
    refused(f.device, run(k, 5, 16, f.device), CMRT_ERR_FAULT, "division by zero", NULL);
    cmrt_kernel_destroy(k);
    still_works();
}

static void stacks_that_overflow(void **state) {
    const uint32_t few = 10, many = 1000000;
    cmrt_kernel *k = kernel(&f, "recurse");
    (void)state;
    ok(f.device, cmrt_kernel_set_value(k, 0, &few, sizeof few));
    ok(f.device, run(k, 1, 8, f.device));
    ok(f.device, cmrt_kernel_set_value(k, 0, &many, sizeof many));
    refused(f.device, run(k, 1, 8, f.device), CMRT_ERR_FAULT, "its stack is full", NULL);
    refused(f.device, run(k, 1, 1, f.device), CMRT_ERR_FAULT, "access to memory that is not there", NULL);
    cmrt_kernel_destroy(k);
    still_works();
}

static void traps_have_their_line(void **state) {
    cmrt_kernel *k = kernel(&f, "trap");
    (void)state;
    refused(f.device, run(k, 1, 1, f.device), CMRT_ERR_FAULT, "kernel 'trap', group (0,0,0), thread 0, line 77",
            "the index is negative", NULL);
    refused(f.device, run(k, 100, 9, f.device), CMRT_ERR_FAULT, "line 77", NULL);
    cmrt_kernel_destroy(k);
    still_works();
}

// ThreadSanitizer keeps a timer's signal until the thread calls the C library, which this kernel never does.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TIMERS_ARE_LATE
#endif
#endif

static void endless_loops_end(void **state) {
#ifndef TIMERS_ARE_LATE
    cmrt_kernel *k = kernel(&f, "spin");
    for (uint32_t yields = 0; yields < 2; yields++) {
        ok(f.device, cmrt_kernel_set_value(k, 0, &yields, sizeof yields));
        refused(f.device, run(k, 1, 1, f.device), CMRT_ERR_FAULT, "the group has run for more than 0.1 s", NULL);
        refused(f.device, run(k, 1, 3, f.device), CMRT_ERR_FAULT, "the group has run for more than 0.1 s", NULL);
    }
    cmrt_kernel_destroy(k);
#endif
    (void)state;
    still_works();
}

// CMRT_BREAK
static volatile sig_atomic_t traps;
static void on_trap(int sig) {
    (void)sig;
    traps++;
}

static void breaks_before_the_wanted_thread(void **state) {
    cmrt_kernel *k = kernel(&f, "nothing");
    (void)state;
    traps = 0;
    ok(f.device, run(k, 500, 2, f.device));
    assert_int_equal(traps, 0);
    ok(f.device, run(k, 501, 6, f.device));
    assert_int_equal(traps, 1);
    cmrt_kernel_destroy(k);
}

// A fault of the program itself goes to the program's handler.
static sigjmp_buf program_fault;
static void on_program_fault(int sig) {
    (void)sig;
    siglongjmp(program_fault, 1);
}

static void faults_of_the_program_are_its_own(void **state) {
    const struct sigaction own = {.sa_handler = on_program_fault};
    struct sigaction before;
    (void)state;
    sigaction(SIGSEGV, &own, &before);
    still_works(); // the library's handlers come first again
    for (int i = 0; i < 2; i++)
        if (sigsetjmp(program_fault, 1) == 0) {
            raise(SIGSEGV);
            fail();
        }
    still_works();
    sigaction(SIGSEGV, &before, NULL);
}

// CMRT_CHECK=bounds,fatal
static void findings_are_printed_and_fatal(void **state) {
    enum { SIZE_B = 64 };
    char text[1024] = "";
    const float by = 1;
    cmrt_buffer *b;
    cmrt_kernel *k = kernel(&f, "scale");
    (void)state;
    ok(f.device, cmrt_buffer_create(f.device, SIZE_B, &b));
    ok(f.device, cmrt_kernel_set_buffer(k, 0, b));
    ok(f.device, cmrt_kernel_set_buffer(k, 1, b));
    ok(f.device, cmrt_kernel_set_value(k, 2, &by, sizeof by));
    ok(f.device, run(k, SIZE_B / 4, 1, f.device));
    FILE *to = tmpfile();
    assert_non_null(to);
    const int saved = dup(STDERR_FILENO);
    dup2(fileno(to), STDERR_FILENO);
    const cmrt_status s = run(k, SIZE_B / 4 + 1, 1, f.device);
    dup2(saved, STDERR_FILENO);
    close(saved);
    refused(f.device, s, CMRT_ERR_FAULT, "scale: the checks found 1 mistake", NULL);
    rewind(to);
    assert_true(fread(text, 1, sizeof text - 1, to) > 0);
    fclose(to);
    assert_string_equal(text, "host: bounds: kernel 'scale', group (16,0,0), thread 0, line 30: read of 4 bytes at "
                              "offset 64 of surface 1, which has 64 bytes\n");
    cmrt_kernel_destroy(k);
    cmrt_buffer_destroy(b);
}

static void malformed_variables_are_refused(void **state) {
    static const char *const wrong[][2] = {{"CMRT_BREAK", "5"},     {"CMRT_BREAK", "5,x"},     {"CMRT_CHECK", "hazard"},
                                           {"CMRT_CHECK", "0x"},    {"CMRT_WATCHDOG", "soon"}, {"CMRT_WATCHDOG", "-1"},
                                           {"CMRT_WORKERS", "2000"}};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cmrt_device *d;
        char why[256] = "", *before = getenv(wrong[i][0]), saved[64];
        snprintf(saved, sizeof saved, "%s", before ? before : "");
        setenv(wrong[i][0], wrong[i][1], 1);
        assert_int_equal(cmrt_device_open("host", &d, why, sizeof why), CMRT_ERR_ARGUMENT);
        assert_non_null(strstr(why, wrong[i][0]));
        assert_non_null(strstr(why, "expected"));
        setenv(wrong[i][0], saved, 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deadlocks_name_the_barrier),
        cmocka_unit_test(barriers_that_are_misused),
        cmocka_unit_test(accesses_outside_memory),
        cmocka_unit_test(access_after_local_memory),
        cmocka_unit_test(division_by_zero),
        cmocka_unit_test(stacks_that_overflow),
        cmocka_unit_test(traps_have_their_line),
        cmocka_unit_test(endless_loops_end),
        cmocka_unit_test(breaks_before_the_wanted_thread),
        cmocka_unit_test(faults_of_the_program_are_its_own),
        cmocka_unit_test(findings_are_printed_and_fatal),
        cmocka_unit_test(malformed_variables_are_refused),
    };
    const struct sigaction trap = {.sa_handler = on_trap};
    setenv("CMRT_WATCHDOG", "0.1", 1);
    setenv("CMRT_BREAK", "500,5", 1);
    setenv("CMRT_CHECK", "bounds,fatal", 1);
    sigaction(SIGTRAP, &trap, NULL);
    fixture_open(&f);
    still_works();
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fixture_close(&f);
    return failed;
}
