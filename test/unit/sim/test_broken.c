// SPDX-License-Identifier: MIT
// Broken code must end in a message, never in a crash: kernels with random bits changed. Worth most
// under sanitizers.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ocl.h"

#include <string.h>

static uint32_t noise(uint32_t *s) {
    *s = *s * 1664525u + 1013904223u;
    return *s >> 3;
}

// One to four bits anywhere in the code.
static void flip(void *user, uint8_t *text, size_t len) {
    uint32_t *rng = user;
    size_t used = len;
    while (used > 16 && text[used - 1] == 0)
        used--;
    for (uint32_t n = noise(rng) % 4 + 1; n > 0; n--) {
        uint32_t bit = noise(rng) % (uint32_t)(used * 8);
        text[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}

static void break_on(const char *device) {
    static _Alignas(64) uint32_t in[512], out[512];
    ocl_program prog;
    ocl_build(device,
              "kernel void k(global const uint *in, global uint *out, local uint *tmp)\n"
              "{ int l = get_local_id(0), i = get_global_id(0); tmp[l] = in[i]; "
              "barrier(CLK_LOCAL_MEM_FENCE);\n"
              "  uint x = tmp[l ^ 1]; float f = x; ushort s = x; uchar a[8];\n"
              "  for (uint k = 0; k < (x & 7); k++) { f = fma(f, 1.5f, sqrt(f)); s += popcount(x) "
              "* k; a[k] = s; }\n"
              "  if (x & 1) out[i] = as_uint(f) + s; else atomic_add(&out[i], x % 7 + a[x & 3]);\n"
              "  out[i] += (uint)(((ulong)x * in[0]) >> 32); }\n",
              "", &prog);
    uint32_t rng = 1;
    unsigned failed = 0;
    for (unsigned round = 0; round < 600; round++) {
        for (unsigned i = 0; i < 512; i++)
            in[i] = i * 2654435761u;
        ocl_arg args[] = {{OCL_BUFFER, in, sizeof in}, {OCL_BUFFER, out, sizeof out}, {OCL_LOCAL, NULL, 256}};
        failed += ocl_try(&prog, "k", (uint32_t[]){2, 1, 1}, (uint32_t[]){64, 1, 1}, args, 3, flip, &rng) != CMC_OK;
    }
    assert_true(failed > 60 && failed < 600); // some changes hurt, some do not
    ocl_free(&prog);
}

static void test_broken_skl(void **state) {
    (void)state, break_on("skl");
}
static void test_broken_tgl(void **state) {
    (void)state, break_on("tgllp");
}
static void test_broken_dg2(void **state) {
    (void)state, break_on("dg2");
}
static void test_broken_pvc(void **state) {
    (void)state, break_on("pvc");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_broken_skl),
        cmocka_unit_test(test_broken_tgl),
        cmocka_unit_test(test_broken_dg2),
        cmocka_unit_test(test_broken_pvc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
