// SPDX-License-Identifier: MIT
// Places in scratch memory: each read finds what its slot was last written, slots take no more rows than are alive at
// once, and thousands of slots or of blocks that they live through take no noticeable time.

#include "ra/ra.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
// cmocka wants the four above first
#include <cmocka.h>

enum { MOST_S = 4 }; // of one row below; they take a hundredth of it, and comparing all pairs takes minutes

// n slots of the same size. Each is written, and read when window - 1 others were written after it; blocks fall
// through.
static const struct row {
    const char *name;
    uint32_t n, height, window;
    uint32_t per_block; // writes in a block
    uint32_t empty;     // blocks after each of those
    uint32_t rows;      // of memory expected; 0 = out of reach
} rows[] = {
    {"one", 1, 4, 1, 1, 0, 4},
    {"one after another", 3, 2, 1, 1, 0, 2},
    {"all at once", 40, 2, 40, 10, 0, 80},
    {"all through many blocks", 300, 1, 300, 300, 60, 300},
    {"many short ones", 20000, 1, 16, 100, 0, 16},
    {"many over blocks", 4000, 2, 200, 10, 2, 400},
    {"out of reach", 5000, 1, 5000, 5000, 0, 0},
};

typedef struct world {
    cg_ctx cx;
    cg_opts opts;
    mir_fn *fn;
    ra_scratch sc;
} world;

static void put_block(cmc_str *s, uint32_t id) {
    cmc_str_printf(s, "b%u:\n  (W) mov (8|M0) r4.0<1>:f r2.0<1;1,0>:f\n", (unsigned)id);
}

static void put_text(cmc_str *s, const struct row *r) {
    uint32_t n_blocks = 0;
    cmc_str_printf(s, "target tgl\nkernel \"k\" {\n  phase allocated\n");
    for (uint32_t k = 0; k < r->n + r->window; k++) {
        if (k % r->per_block == 0)
            for (uint32_t b = 0; b < 1 + r->empty; b++)
                put_block(s, n_blocks++);
        if (k >= r->window)
            cmc_str_printf(s, "  (W) send.dc0 (8|M0) r5 r3 null 0x0 0x0219E000\n");
        if (k < r->n)
            cmc_str_printf(s, "  (W) send.dc0 (8|M0) r5 r3 null 0x0 0x0219E000\n");
    }
    cmc_str_printf(s, "  (W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT}\n}\n");
}

static mir_inst *next_send(const mir_fn *fn, uint32_t *block, mir_inst *i) {
    i = i ? i->next : fn->blocks.data[0]->first;
    while (!i || i->i.op != ISA_SEND)
        i = i ? i->next : fn->blocks.data[++*block]->first;
    return i;
}

static void add_move(world *w, mir_inst *i, const struct row *r, uint32_t slot, bool write) {
    ra_move m = {.inst = i, .slot = slot, .rows = r->height, .write = write};
    m.msg = (isa_msg){.kind = write ? ISA_MSG_SCRATCH_WRITE : ISA_MSG_SCRATCH_READ,
                      .header = true,
                      .size_b = (uint16_t)(r->height * 32),
                      .simd = 1};
    assert_true(cmc_vec_push(w->cx.scratch, &w->sc.moves, m));
}

static void open_world(world *w, const struct row *r) {
    cmc_str s = CMC_STR_INIT;
    mir_module *mod = NULL;
    *w = (world){.cx = {.scratch = cmc_arena_create(), .diag = cmc_diag_create()}};
    put_text(&s, r);
    if (mir_parse(w->cx.scratch, "t.mir", s.data, s.len, &mod, w->cx.diag) != CMC_OK)
        fail_msg("%s: %s", r->name, cmc_diag_get(w->cx.diag, 0)->text);
    cmc_str_free(&s);
    w->fn = mod->fns.data[0];
    w->cx.fn = w->fn;
    w->cx.m = w->fn->model;
    w->cx.opts = &w->opts;
    mir_inst *i = NULL;
    uint32_t block = 0;
    for (uint32_t k = 0; k < r->n + r->window; k++) {
        if (k >= r->window)
            add_move(w, i = next_send(w->fn, &block, i), r, k - r->window, false);
        if (k < r->n)
            add_move(w, i = next_send(w->fn, &block, i), r, k, true);
        if (k < r->n)
            assert_true(cmc_vec_push(w->cx.scratch, &w->sc.rows, r->height));
    }
}

// Runs the messages: the place is in the low bits of the descriptor, in rows (isa-encodings, scratch block messages).
static void run(const world *w, const struct row *r) {
    static uint32_t memory[4096];
    for (uint32_t k = 0; k < w->sc.moves.len; k++) {
        const ra_move *m = &w->sc.moves.data[k];
        uint32_t at = m->inst->i.desc & 0xFFF;
        assert_true(at + m->rows <= r->rows);
        for (uint32_t row = at; row < at + m->rows; row++) {
            if (m->write)
                memory[row] = m->slot;
            else if (memory[row] != m->slot)
                fail_msg("%s: slot %u reads row %u, which holds slot %u", r->name, (unsigned)m->slot, (unsigned)row,
                         (unsigned)memory[row]);
        }
    }
}

static void each_row(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const struct row *r = &rows[k];
        world w;
        open_world(&w, r);
        clock_t start = clock();
        cmc_status s = ra_place_slots(&w.cx, w.fn, &w.sc);
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        print_message("%s: %.3f s\n", r->name, seconds);
        assert_int_equal(s, r->rows ? CMC_OK : CMC_ERR_USER);
        if (r->rows) {
            assert_int_equal(w.fn->scratch_b, r->rows * 32);
            run(&w, r);
        } else {
            assert_string_equal(cmc_diag_get(w.cx.diag, 0)->code, "CG0307");
        }
        if (seconds > (double)MOST_S)
            fail_msg("%s: %.1f s", r->name, seconds);
        cmc_diag_destroy(w.cx.diag);
        cmc_arena_destroy(w.cx.scratch);
    }
}

static void move_slot(world *w, uint32_t slot, int32_t by, bool writes, bool reads) {
    for (uint32_t k = 0; k < w->sc.moves.len; k++) {
        const ra_move *m = &w->sc.moves.data[k];
        if (m->slot == slot && (m->write ? writes : reads))
            m->inst->i.desc += (uint32_t)by; // the low bits are the place in rows
    }
}

static void expect_fault(world *w, const char *words) {
    assert_int_equal(ra_check_slots(&w->cx, w->fn, &w->sc), CMC_ERR_INTERNAL);
    const cmc_message *d = cmc_diag_get(w->cx.diag, cmc_diag_count(w->cx.diag) - 1);
    assert_string_equal(d->code, "CG0311");
    if (!strstr(d->text, "scratch check of kernel '") || !strstr(d->text, words))
        fail_msg("expected '%s', got '%s'", words, d->text);
}

// Each slot in turn is moved to a neighbour that lives at the same time, or one of its two messages alone.
static void checker_finds_moved_slots(void **state) {
    (void)state;
    const struct row *r = &rows[2];
    world w;
    open_world(&w, r);
    assert_int_equal(ra_place_slots(&w.cx, w.fn, &w.sc), CMC_OK);
    assert_int_equal(ra_check_slots(&w.cx, w.fn, &w.sc), CMC_OK);
    for (uint32_t slot = 0; slot < r->n; slot++) {
        int32_t by = (w.sc.moves.data[slot].inst->i.desc & 0xFFF) ? -1 : 1;
        for (int which = 0; which < 3; which++) {
            move_slot(&w, slot, by, which != 1, which != 2);
            expect_fault(&w, which ? "is not in the same place as the rest" : "was overwritten");
            move_slot(&w, slot, -by, which != 1, which != 2);
        }
    }
    assert_int_equal(ra_check_slots(&w.cx, w.fn, &w.sc), CMC_OK);
    cmc_diag_destroy(w.cx.diag);
    cmc_arena_destroy(w.cx.scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_row), cmocka_unit_test(checker_finds_moved_slots)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
