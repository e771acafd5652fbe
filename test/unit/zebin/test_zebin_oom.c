// SPDX-License-Identifier: MIT
// Out of memory at every point: the n-th allocation fails, for n = 1, 2, 3 ... until nothing fails any more.
// Reader and writer must say CMC_ERR_OOM and leak nothing (the sanitizer build looks for leaks).

#include "zebin_sample.h"

#include <stdio.h>
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);

static long countdown; // 0 = no failure

static bool fails(void) {
    return countdown > 0 && --countdown == 0;
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t n, size_t size) {
    return fails() ? NULL : __real_calloc(n, size);
}
void *__wrap_realloc(void *p, size_t size) {
    return fails() ? NULL : __real_realloc(p, size);
}

// A file large enough for several chunks of the arena.
static void open_large(sample *s) {
    sample_open(s, "dg2");
    for (int i = 0; i < 60; i++) {
        char name[16];
        snprintf(name, sizeof name, "k%d", i);
        zeb_kernel *k = sample_add_full(s->file, name);
        assert_true(cmc_vec_push(s->arena, &k->relocs, ((zeb_reloc){.off_b = 12, .type = 2, .symbol = "imported"})));
    }
    sample_write(s);
}

static cmc_status read_once(sample *s, long n) {
    cmc_arena *a = cmc_arena_create();
    zeb_file *f = NULL;
    assert_non_null(a);
    countdown = n;
    cmc_status status = zeb_read(a, (const uint8_t *)s->image.data, s->image.len, &f, NULL);
    countdown = 0;
    cmc_arena_destroy(a);
    return status;
}

static cmc_status write_once(sample *s, long n) {
    cmc_str out = CMC_STR_INIT;
    countdown = n;
    cmc_status status = zeb_write(s->file, &out, NULL);
    countdown = 0;
    if (status == CMC_OK) {
        assert_int_equal(out.len, s->image.len);
        assert_memory_equal(out.data, s->image.data, out.len);
    }
    cmc_str_free(&out);
    return status;
}

static void until_it_works(cmc_status (*once)(sample *, long)) {
    sample s;
    long n = 1;
    open_large(&s);
    cmc_status status;
    while ((status = once(&s, n)) != CMC_OK) {
        if (status != CMC_ERR_OOM)
            fail_msg("allocation %ld: %s", n, cmc_status_str(status));
        n++;
    }
    assert_true(n > 3);
    sample_close(&s);
}

static void reader_says_out_of_memory(void **state) {
    (void)state;
    until_it_works(read_once);
}

static void writer_says_out_of_memory(void **state) {
    (void)state;
    until_it_works(write_once);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reader_says_out_of_memory),
        cmocka_unit_test(writer_says_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
