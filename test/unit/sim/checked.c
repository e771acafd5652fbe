// SPDX-License-Identifier: MIT
// See checked.h.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "checked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void on_finding(void *user, const sim_finding *f) {
    checked *c = user;
    if (c->n < CHECKED_MAX) {
        checked_finding *k = &c->found[c->n];
        *k = (checked_finding){.check = f->check, .pc_b = f->pc_b, .thread = f->thread, .lane = f->lane};
        snprintf(k->message, sizeof k->message, "%s", f->message);
        assert_string_equal(f->kernel, "planted");
        assert_true(f->inst != NULL && f->inst[0] != '\0');
    }
    c->n++;
}

static void fail_with(const cmc_diag *d, const char *text) {
    for (unsigned i = 0; i < cmc_diag_count(d); i++)
        print_error("%s\n", cmc_diag_get(d, i)->text);
    fail_msg("%s", text);
}

void checked_run(checked *c) {
    const isa_model *m = isa_model_find(c->target);
    cmc_diag *d = cmc_diag_create();
    cmc_str bytes = CMC_STR_INIT;
    sim_code *code = NULL;
    assert_non_null(m);
    if (isa_assemble(m, c->text, strlen(c->text), false, &bytes, d) != CMC_OK)
        fail_with(d, c->text);
    size_t len = bytes.len;
    uint8_t *copy = calloc(1, len + 64);
    assert_non_null(copy);
    memcpy(copy, cmc_str_text(&bytes), len);
    if (sim_code_create(m, copy, len, &code, d) != CMC_OK)
        fail_with(d, c->text);
    sim_memory *mem = sim_memory_create();
    sim_launch l = {.code = code,
                    .mem = mem,
                    .groups = {1, 1, 1},
                    .local = {c->simd != 0 ? c->simd : 1, 1, 1},
                    .simd = c->simd != 0 ? c->simd : 1,
                    .cross_thread = c->cross,
                    .cross_thread_b = c->cross_b,
                    .inline_data_b = c->cross_b,
                    .scratch_b = c->scratch_b,
                    .n_workers = 1,
                    .max_instructions = 100000,
                    .kernel_name = "planted",
                    .checks = c->checks,
                    .report = on_finding,
                    .user = c};
    static _Alignas(4096) uint8_t memory[CHECKED_MEMORY_B];
    uint64_t at = (uint64_t)(uintptr_t)memory;
    if (c->cross != NULL)
        memcpy(c->cross, &at, sizeof at);
    assert_true(sim_memory_add(mem, memory, sizeof memory));
    c->n = 0;
    if (sim_run(&l, NULL, d) != CMC_OK)
        fail_with(d, c->text);
    sim_code_destroy(code);
    sim_memory_destroy(mem);
    cmc_str_free(&bytes);
    cmc_diag_destroy(d);
    free(copy);
}

static void show(const checked *c) {
    for (unsigned i = 0; i < c->n && i < CHECKED_MAX; i++)
        print_error("0x%x lane %d: %s\n", c->found[i].pc_b, c->found[i].lane, c->found[i].message);
}

void checked_expect(checked *c, uint32_t pc_b, ...) {
    checked_run(c);
    if (c->n != 1) {
        show(c);
        fail_msg("%s: %u findings in\n%s", c->target, c->n, c->text);
    }
    if (c->found[0].pc_b != pc_b)
        show(c);
    assert_int_equal(c->found[0].pc_b, pc_b);
    assert_int_equal(c->found[0].check, c->checks);
    va_list ap;
    va_start(ap, pc_b);
    for (const char *word; (word = va_arg(ap, const char *)) != NULL;)
        if (strstr(c->found[0].message, word) == NULL) {
            show(c);
            fail_msg("the message lacks '%s'", word);
        }
    va_end(ap);
}

void checked_expect_silent(checked *c) {
    checked_run(c);
    if (c->n != 0) {
        show(c);
        fail_msg("%s: %u findings in\n%s", c->target, c->n, c->text);
    }
}
