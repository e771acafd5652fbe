// SPDX-License-Identifier: MIT
// Memory runs out at the n-th allocation, for every n: the pipeline says so, and nothing crashes or leaks.

#include <cmc/codegen.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
// cmocka wants the four above first
#include <cmocka.h>

static long left = -1; // allocations until failure, -1 = never

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t m);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t m);
void *__wrap_realloc(void *p, size_t n);

static bool fails(void) {
    if (left < 0)
        return false;
    if (left == 0)
        return true;
    left--;
    return false;
}

void *__wrap_malloc(size_t n) {
    return fails() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t m) {
    return fails() ? NULL : __real_calloc(n, m);
}

void *__wrap_realloc(void *p, size_t n) {
    return fails() ? NULL : __real_realloc(p, n);
}

static const char text[] =
    "target tgl\nkernel \"k\" {\n  phase selected\n"
    "  var grf %p 8 :uq align=8 live_in fixed=r2+0\n  var grf %v 256 :f\n  var grf %w 256 :f\n"
    "  var flag %f 2\nb:\n  msg.a64_block_read (1|M0) %v addr0=%p<0;1,0>:uq size_b=256 elt_b=16\n"
    "  copy %w %v 256\n  mul32 (16|M0) %w<1>:d %v<1;1,0>:d %v+64<1;1,0>:d\n"
    "  (W) cmp (1|M0) (lt)%f.0 null<1>:ud %w<0;1,0>:ud 7:ud\n"
    "  msg.a64_block_write (1|M0) addr0=%p<0;1,0>:uq data=%w size_b=256 elt_b=16\n"
    "  (W&%f.0) cbr (1|M0) b e\ne:\n  eot\n}\n";

// One whole compilation. CMC_OK or what went wrong.
static cmc_status compile(void) {
    cmc_arena *a = cmc_arena_create();
    cmc_str bytes = CMC_STR_INIT;
    mir_module *mod = NULL;
    cmc_status s = a ? mir_parse(a, "f", text, sizeof(text) - 1, &mod, NULL) : CMC_ERR_OOM;
    if (s == CMC_OK)
        s = cg_run(mod->fns.data[0], NULL, NULL);
    if (s == CMC_OK)
        s = cg_emit(mod->fns.data[0], NULL, &bytes, NULL);
    cmc_str_free(&bytes);
    if (a)
        cmc_arena_destroy(a);
    return s;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    assert_int_equal(compile(), CMC_OK);
    for (long n = 0;; n++) {
        left = n;
        cmc_status s = compile();
        bool reached = left == 0;
        left = -1;
        if (!reached) {
            assert_int_equal(s, CMC_OK);
            break;
        }
        if (s != CMC_ERR_OOM && s != CMC_OK)
            fail_msg("allocation %ld failed and the status is %s", n, cmc_status_str(s));
        assert_true(n < 10000);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
