// SPDX-License-Identifier: MIT
// See harness.h.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_text(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

void assemble(const char *target, const char *text, uint8_t **bytes, size_t *len) {
    const isa_model *m = isa_model_find(target);
    assert_non_null(m);
    char dir[] = "/tmp/simtestXXXXXX", src[64], bin[64], cmd[256];
    assert_non_null(mkdtemp(dir));
    snprintf(src, sizeof src, "%s/k.asm", dir);
    snprintf(bin, sizeof bin, "%s/k.bin", dir);
    write_text(src, text);
    snprintf(cmd, sizeof cmd, "iga64 -a -p %s %s -o %s", m->iga_platform, src, bin);
    int rc = system(cmd);
    if (rc != 0)
        print_error("%s\n", text);
    assert_int_equal(rc, 0);
    assert_int_equal(cmc_file_read(bin, bytes, len, NULL), CMC_OK);
    unlink(src);
    unlink(bin);
    rmdir(dir);
}

cmc_status run_kernel(const sim_kernel_run *k, char *msg, size_t msg_cap, sim_stats *stats) {
    uint8_t *bytes;
    size_t len;
    cmc_diag *d = cmc_diag_create();
    sim_code *code = NULL;
    assemble(k->target, k->text, &bytes, &len);
    cmc_status s = sim_code_create(isa_model_find(k->target), bytes, len, &code, d);
    sim_memory *mem = sim_memory_create();
    for (unsigned i = 0; i < 4; i++)
        if (k->alloc[i] != NULL)
            assert_true(sim_memory_add(mem, k->alloc[i], k->alloc_b[i]));
    if (k->freed != NULL) {
        assert_true(sim_memory_add(mem, k->freed, k->freed_b));
        assert_true(sim_memory_remove(mem, k->freed));
    }
    sim_launch l = {
        .code = code,
        .mem = mem,
        .surfaces = k->surfaces,
        .n_surfaces = k->n_surfaces,
        .simd = k->simd != 0 ? k->simd : 1,
        .cross_thread = k->cross,
        .cross_thread_b = k->cross_b,
        .local_ids = k->local_ids,
        .slm_b = k->slm_b,
        .barrier_count = k->barriers,
        .scratch_b = k->scratch_b,
        .order_seed = k->order_seed,
        .n_workers = k->n_workers != 0 ? k->n_workers : 1,
        .max_instructions = k->max_instructions,
        .kernel_name = "piece",
        .checks = k->checks,
        .report = k->report,
        .user = k->user,
        .max_group_ns = k->max_group_ns,
        .cancel = k->cancel,
        .inline_data_b = k->inline_data_b,
        .grf_count = k->grf_count,
    };
    for (unsigned i = 0; i < 3; i++) {
        l.groups[i] = k->groups[i] != 0 ? k->groups[i] : 1;
        l.local[i] = k->local[i] != 0 ? k->local[i] : 1;
    }
    if (s == CMC_OK)
        s = sim_run(&l, stats, d);
    if (msg_cap != 0)
        snprintf(msg, msg_cap, "%s", cmc_diag_count(d) != 0 ? cmc_diag_get(d, 0)->text : "");
    sim_code_destroy(code);
    sim_memory_destroy(mem);
    cmc_diag_destroy(d);
    free(bytes);
    return s;
}

// One A64 block of 128 bytes a time, the address in r120.0.
static void append_blocks(cmc_str *s, const char *send, unsigned first, const char *exdesc, const char *desc) {
    for (unsigned i = 0; i < REGION_B / 128; i++) {
        if (i != 0)
            cmc_str_printf(s, "(W) add (1|M0) r120.0<1>:ud r120.0<0;1,0>:ud 0x80:ud\n");
        if (send[0] == 'r')
            cmc_str_printf(s, "(W) send.dc1 (8|M0) r%u r120 null %s %s\n", first + 4 * i, exdesc, desc);
        else
            cmc_str_printf(s, "(W) send.dc1 (8|M0) null r120 r%u %s %s\n", first + 4 * i, exdesc, desc);
    }
}

static char *whole_kernel(const char *body) {
    cmc_str s = CMC_STR_INIT;
    cmc_str_append(&s, "(W) mov (8|M0) r120.0<1>:ud 0x0:ud\n"
                       "(W) mov (2|M0) r120.0<1>:ud r2.0<1;1,0>:ud\n");
    append_blocks(&s, "read", 10, "0x0", "0x024D04FF");
    cmc_str_append(&s, body);
    cmc_str_append(&s, "\n(W) mov (8|M0) r120.0<1>:ud 0x0:ud\n"
                       "(W) mov (2|M0) r120.0<1>:ud r2.2<1;1,0>:ud\n");
    append_blocks(&s, "write", 50, "0x100", "0x020D44FF");
    cmc_str_append(&s, "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n"
                       "(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT}\n");
    return s.data;
}

static cmc_status run_body(const char *body, sim_io *io, char *msg, size_t cap) {
    char *text = whole_kernel(body);
    uint64_t cross[4] = {(uint64_t)(uintptr_t)io->in, (uint64_t)(uintptr_t)io->out};
    sim_kernel_run k = {
        .target = "tgl", .text = text, .cross = cross, .cross_b = sizeof cross, .max_instructions = 100000};
    k.alloc[0] = io;
    k.alloc_b[0] = sizeof *io;
    cmc_status s = run_kernel(&k, msg, cap, NULL);
    free(text);
    return s;
}

void run_piece(const char *body, sim_io *io) {
    char msg[512];
    cmc_status s = run_body(body, io, msg, sizeof msg);
    if (s != CMC_OK)
        print_error("%s\n%s\n", msg, body);
    assert_int_equal(s, CMC_OK);
}

void run_piece_fault(const char *body, sim_io *io, const char *expect) {
    char msg[512];
    cmc_status s = run_body(body, io, msg, sizeof msg);
    assert_int_equal(s, CMC_ERR_USER);
    if (strstr(msg, expect) == NULL)
        print_error("got '%s', expected '%s' in it\n", msg, expect);
    assert_non_null(strstr(msg, expect));
}
