// SPDX-License-Identifier: MIT
// The timing estimate on small kernels whose cycles follow from the cited latencies by hand: result
// latency 10, 11, 13 cycles (8, 16, 32 lanes), L1 45, L3 200, local memory 28, barrier 30, 8
// threads an EU, 4 with 256 registers.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EOT                                                                                                            \
    "(W) mov (8|M0) r127.0<1>:ud r0.0<1;1,0>:ud {A@1}\n"                                                               \
    "(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {A@1,EOT}\n"

static _Alignas(64) uint64_t cells[4096];

typedef struct timed {
    const char *target, *text;
    uint32_t groups, local, simd, slm_b, grf_count;
    sim_l3 *l3;
} timed;

static sim_timing run(const timed *k) {
    uint8_t *bytes;
    size_t len;
    cmc_diag *d = cmc_diag_create();
    sim_code *code = NULL;
    assemble(k->target, k->text, &bytes, &len);
    assert_int_equal(sim_code_create(isa_model_find(k->target), bytes, len, &code, d), CMC_OK);
    sim_memory *mem = sim_memory_create();
    assert_true(sim_memory_add(mem, cells, sizeof cells));
    uint64_t arg[4] = {(uint64_t)(uintptr_t)cells};
    sim_timing t;
    sim_launch l = {.code = code,
                    .mem = mem,
                    .simd = k->simd != 0 ? k->simd : 1,
                    .cross_thread = (const uint8_t *)arg,
                    .cross_thread_b = 32,
                    .inline_data_b = 32,
                    .slm_b = k->slm_b,
                    .barrier_count = 1,
                    .groups = {k->groups != 0 ? k->groups : 1, 1, 1},
                    .local = {k->local != 0 ? k->local : 1, 1, 1},
                    .grf_count = k->grf_count,
                    .l3 = k->l3,
                    .timing = &t};
    cmc_status s = sim_run(&l, NULL, d);
    if (s != CMC_OK)
        print_error("%s\n", cmc_diag_get(d, 0)->text);
    assert_int_equal(s, CMC_OK);
    sim_code_destroy(code);
    sim_memory_destroy(mem);
    cmc_diag_destroy(d);
    free(bytes);
    return t;
}

// `head`, then `line` n times, then the end.
static char *repeat(const char *head, const char *line, unsigned n) {
    char *text = malloc(strlen(head) + strlen(line) * n + 256);
    assert_non_null(text);
    char *p = text + sprintf(text, "%s", head);
    for (unsigned i = 0; i < n; i++)
        p += sprintf(p, "%s", line);
    sprintf(p, EOT);
    return text;
}

static uint64_t cycles_of(timed k, const char *head, const char *line, unsigned n) {
    char *text = repeat(head, line, n);
    k.text = text;
    uint64_t c = run(&k).cycles;
    free(text);
    return c;
}

// Cycles that one more line costs.
static double slope(timed k, const char *head, const char *line) {
    return (double)(cycles_of(k, head, line, 150) - cycles_of(k, head, line, 50)) / 100.0;
}

static double chain(const char *target, unsigned width) {
    char line[128];
    snprintf(line, sizeof line, "(W) add (%u|M0) r20.0<1>:f r20.0<1;1,0>:f r30.0<1;1,0>:f {%s@1}\n", width,
             strcmp(target, "tgl") == 0 ? "" : "F");
    return slope((timed){.target = target}, "", line);
}

static void test_latency_chain(void **state) {
    (void)state;
    static const struct {
        const char *target;
        unsigned width;
        double cycles;
    } rows[] = {{"pvc", 8, 10}, {"pvc", 16, 11}, {"pvc", 32, 13}, {"dg2", 8, 10}, {"dg2", 16, 11}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_true(chain(rows[i].target, rows[i].width) == rows[i].cycles);
}

// Independent instructions: a pipe takes 16 lanes a cycle on pvc, 8 on dg2.
static double stream(const char *target, const char *type, unsigned width) {
    char line[128];
    snprintf(line, sizeof line, "(W) add (%u|M0) r20.0<1>:%s r24.0<1;1,0>:%s r30.0<1;1,0>:%s\n", width, type, type,
             type);
    return slope((timed){.target = target}, "", line);
}

static void test_simd_width(void **state) {
    (void)state;
    assert_true(stream("pvc", "f", 8) == 1);
    assert_true(stream("pvc", "f", 16) == 1);
    assert_true(stream("pvc", "f", 32) == 2);
    assert_true(stream("dg2", "f", 8) == 1);
    assert_true(stream("dg2", "f", 16) == 2);
    assert_true(stream("dg2", "hf", 16) == 1);
}

// Each load gives the address of the next; 64 cells of 512 bytes in a ring. 0x02108780: d64x1t with
// a 64-bit address.
static double load_chain(const char *desc, const char *head) {
    for (unsigned i = 0; i < 64; i++)
        cells[i * 64] = (uint64_t)(uintptr_t)&cells[(i + 1) % 64 * 64];
    char line[128], all[256];
    snprintf(line, sizeof line, "(W) send.ugm (1|M0) r20 r20 null:0 0x0 %s {$0}\nsync.nop null {$0.dst}\n", desc);
    snprintf(all, sizeof all, "(W) mov (2|M0) r20.0<1>:ud r1.0<1;1,0>:ud\nsync.nop null {A@1}\n%s", head);
    timed k = {.target = "pvc"};
    // Both lengths are beyond the first round, in which lines come from memory.
    return (double)(cycles_of(k, all, line, 300) - cycles_of(k, all, line, 200)) / 100.0;
}

static void test_loads(void **state) {
    (void)state;
    assert_true(load_chain("0x02188780", "") == 45 + 1);  // L1 cached; one cycle for the sync
    assert_true(load_chain("0x02128780", "") == 200 + 1); // uncached: L3
    assert_true(load_chain("0x02148780", "") == 200 + 1); // cached in L3 only
}

// One load of a line that nobody has touched, after 100 dependent additions: prefetched or not.
static uint64_t first_load(const char *prefetch) {
    char head[512];
    snprintf(head, sizeof head, "(W) mov (2|M0) r20.0<1>:ud r1.0<1;1,0>:ud\n%s", prefetch);
    char *text = repeat(head, "(W) add (16|M0) r40.0<1>:f r40.0<1;1,0>:f r41.0<1;1,0>:f {F@1}\n", 100);
    char *end = strstr(text, "(W) mov (8|M0) r127");
    memmove(end + 128, end, strlen(end) + 1);
    char load[129];
    snprintf(load, sizeof load, "%-127s\n",
             "(W) send.ugm (1|M0) r22 r20 null:0 0x0 0x02188780 {A@1,$0}\nsync.nop null {$0.dst}");
    memcpy(end, load, 128);
    uint64_t c = run(&(timed){.target = "pvc", .text = text}).cycles;
    free(text);
    return c;
}

static void test_prefetch(void **state) {
    (void)state;
    uint64_t cold = first_load("");
    uint64_t warm = first_load("(W) send.ugm (1|M0) null r20 null:0 0x0 0x02088780 {A@1,$1}\n");
    uint64_t l3 = first_load("(W) send.ugm (1|M0) null r20 null:0 0x0 0x02048780 {A@1,$1}\n");
    // The prefetch takes the load from memory (600) to L1 (45), or to L3 (200) where only L3 keeps
    // it.
    assert_in_range(cold - warm, 600 - 45 - 12, 600 - 45 + 12);
    assert_in_range(cold - l3, 600 - 200 - 12, 600 - 200 + 12);
}

// Two groups on two cores load one line; the first group does so 2000 cycles later than the second, so it finds it
// in L3. If the cores ran one after the other, the second would.
static void test_shared_line(void **state) {
    (void)state;
    static char text[200 * 80 + 1024];
    char *p = text + sprintf(text, "(W) mov (2|M0) r20.0<1>:ud r1.0<1;1,0>:ud\n"
                                   "(W) cmp (1|M0) (ne)f0.0 null<1>:d r0.1<0;1,0>:d 0:d\n"
                                   "(W&f0.0) jmpi L1\n");
    for (unsigned i = 0; i < 200; i++)
        p += sprintf(p, "(W) add (16|M0) r40.0<1>:f r40.0<1;1,0>:f r41.0<1;1,0>:f {F@1}\n");
    sprintf(p, "L1:\n(W) send.ugm (1|M0) r22 r20 null:0 0x0 0x02128780 {A@1,$0}\nsync.nop null {$0.dst}\n" EOT);
    sim_timing one = run(&(timed){.target = "pvc", .text = text});
    sim_timing two = run(&(timed){.target = "pvc", .text = text, .groups = 2});
    assert_in_range(one.cycles, 2200 + 600, 2200 + 600 + 50);
    assert_int_equal(two.cycles, one.cycles - (600 - 200));
    assert_true(two.stalls[SIM_STALL_MEMORY] < 600 + 200);
    assert_int_equal(two.l3_misses, one.l3_misses);
}

// The groups load 15 KiB each, group g from 16 KiB * g on, or only the first does. 0x0282e780: d64x32t. Only the
// end waits, for the last load.
enum { LOADS = 60, LOAD_B = 256 };
static sim_timing load_groups(uint32_t groups, bool only_first) {
    static char text[LOADS * 160 + 1024];
    char *p = text + sprintf(text,
                             "(W) mov (2|M0) r20.0<1>:ud r1.0<1;1,0>:ud\n"
                             "(W) shl (1|M0) r21.0<1>:ud r0.1<0;1,0>:ud 14:ud\n"
                             "(W) add (1|M0) r20.0<1>:ud r20.0<0;1,0>:ud r21.0<0;1,0>:ud\n"
                             "(W) cmp (1|M0) (ne)f0.0 null<1>:d r0.1<0;1,0>:d 0:d\n%s",
                             only_first ? "(W&f0.0) jmpi L1\n" : "");
    for (unsigned i = 0; i < LOADS; i++)
        p += sprintf(p,
                     "(W) send.ugm (1|M0) r22 r20 null:0 0x0 0x0282e780%s\n"
                     "(W) add (1|M0) r20.0<1>:ud r20.0<0;1,0>:ud 256:ud\n",
                     i == LOADS - 1 ? " {$0}" : "");
    sprintf(p, "L1:\nsync.nop null {$0.dst}\n" EOT);
    return run(&(timed){.target = "mtl", .text = text, .groups = groups});
}

// The memory moves 53.1 bytes a cycle on mtl, whoever asks: one core gets them all, two cores half each.
static void test_shared_memory(void **state) {
    (void)state;
    sim_timing one = load_groups(1, true), idle = load_groups(2, true), two = load_groups(2, false);
    assert_int_equal(one.dram_b, LOADS * LOAD_B);
    assert_int_equal(two.dram_b, 2 * LOADS * LOAD_B);
    assert_in_range(one.cycles, LOADS * LOAD_B / 53.1 + 600, LOADS * LOAD_B / 53.1 + 600 + 50);
    assert_int_equal(idle.cycles, one.cycles);
    assert_in_range(two.cycles, 2 * LOADS * LOAD_B / 53.1 + 600, 2 * LOADS * LOAD_B / 53.1 + 600 + 50);
}

// Groups of 56 threads fill a core of skl, which has three. The first takes long: the other two cores share the rest.
static void test_free_core(void **state) {
    (void)state;
    static char text[400 * 80 + 1024];
    char *p = text + sprintf(text, "(W) cmp (1|M0) (ne)f0.0 null<1>:d r0.1<0;1,0>:d 0:d\n"
                                   "(W&f0.0) jmpi L1\n");
    for (unsigned i = 0; i < 400; i++)
        p += sprintf(p, "(W) add (8|M0) r20.0<1>:f r20.0<8;8,1>:f r30.0<8;8,1>:f\n");
    sprintf(p, "L1:\n(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send (8|M0) null r127 0x27 0x02000010\n");
    sim_timing alone = run(&(timed){.target = "skl", .text = text, .local = 56});
    sim_timing many = run(&(timed){.target = "skl", .text = text, .local = 56, .groups = 30});
    assert_int_equal(alone.resident, 1);
    assert_true(alone.cycles > 400 * 7);
    assert_int_equal(many.cycles, alone.cycles);
}

// A row of a result takes 8 dwords for each of 16 lanes (8 on dg2), of which the array takes 4096 bits a cycle (1024).
static void test_dpas_rate(void **state) {
    (void)state;
    static const struct {
        const char *target;
        unsigned width, rows;
        double cycles;
    } rows[] = {{"pvc", 16, 8, 8}, {"pvc", 16, 3, 3}, {"dg2", 8, 8, 16}, {"dg2", 8, 3, 6}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[160];
        snprintf(line, sizeof line, "(W) dpas.8x%u (%u|M0) r20:f r20:f r40:hf r60.0:hf\n", rows[i].rows, rows[i].width);
        assert_true(slope((timed){.target = rows[i].target}, "", line) == rows[i].cycles);
    }
}

// Latency-bound threads, twice as many as fit with 128 registers: 256 registers halve the threads.
static void test_register_modes(void **state) {
    (void)state;
    timed k = {.target = "pvc", .groups = 56 * 128};
    const char *head = "(W) mov (2|M0) r20.0<1>:ud r1.0<1;1,0>:ud\nsync.nop null {A@1}\n";
    const char *line = "(W) send.ugm (1|M0) r22 r20 null:0 0x0 0x02128780 {$0}\nsync.nop null {$0.dst}\n";
    char *text = repeat(head, line, 20);
    k.text = text;
    sim_timing small = run(&k);
    k.grf_count = 256;
    sim_timing large = run(&k);
    free(text);
    assert_int_equal(small.threads, 8);
    assert_int_equal(large.threads, 4);
    double ratio = (double)large.cycles / (double)small.cycles;
    assert_true(ratio > 1.8 && ratio < 2.2);
    assert_true(small.stalls[SIM_STALL_MEMORY] > small.eu_cycles / 2);
}

// More threads hide latency: the same chain in 8 threads of one EU takes hardly longer than in one.
static void test_interleaving(void **state) {
    (void)state;
    const char *line = "(W) add (16|M0) r20.0<1>:f r20.0<1;1,0>:f r30.0<1;1,0>:f {F@1}\n";
    uint64_t one = cycles_of((timed){.target = "pvc"}, "", line, 200);
    uint64_t full = cycles_of((timed){.target = "pvc", .local = 64}, "", line, 200);
    assert_true(full < one + one / 10);
    uint64_t dg2_one = cycles_of((timed){.target = "dg2", .local = 16}, "", line, 200);
    uint64_t dg2_full = cycles_of((timed){.target = "dg2", .local = 128}, "", line, 200);
    // 8 threads of 2 slots each fill more than the 11 cycles of a result.
    assert_true(dg2_full >= 200 * 16 && dg2_full > dg2_one);
}

// A barrier costs its latency and makes the early thread wait for the late one.
static void test_barrier(void **state) {
    (void)state;
    const char *bar = "(W) mov (8|M0) r110.0<1>:ud 0x0:ud\n"
                      "(W) mov (1|M0) r110.2<1>:ud 0x02020000:ud {I@1}\n"
                      "(W) send.gtwy (1|M0) null r110 null:0 0x0 0x02000004 {A@1,$0}\n"
                      "(W) sync.bar 0x0\n";
    char *with = repeat(bar, "", 0), *without = repeat("", "", 0);
    sim_timing a = run(&(timed){.target = "pvc", .text = with, .local = 2});
    sim_timing b = run(&(timed){.target = "pvc", .text = without, .local = 2});
    free(with);
    free(without);
    assert_in_range(a.cycles - b.cycles, 30, 30 + 16 + 2 * 11);
    assert_true(a.stalls[SIM_STALL_BARRIER] != 0);
    assert_int_equal(b.stalls[SIM_STALL_BARRIER], 0);
}

// Where hardware tracks registers itself (skl), a chain costs the same 14 cycles without
// annotations.
static void test_hardware_scoreboard(void **state) {
    (void)state;
    const char *eot = "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n"
                      "(W) send (8|M0) null r127 0x27 0x02000010\n";
    double per[2];
    for (unsigned dep = 0; dep < 2; dep++) {
        uint64_t c[2];
        for (unsigned i = 0; i < 2; i++) {
            unsigned n = 50 + 100 * i;
            char *text = malloc(n * 100 + 256), *p = text;
            for (unsigned k = 0; k < n; k++)
                p += sprintf(p, "(W) add (8|M0) r20.0<1>:f r%u.0<8;8,1>:f r30.0<8;8,1>:f\n", dep ? 20 : 24);
            sprintf(p, "%s", eot);
            c[i] = run(&(timed){.target = "skl", .text = text}).cycles;
            free(text);
        }
        per[dep] = (double)(c[1] - c[0]) / 100.0;
    }
    assert_true(per[1] == 14);
    assert_true(per[0] == 14); // a write waits for the write before it too
}

static void test_totals(void **state) {
    (void)state;
    char *text = repeat("(W) math.inv (16|M0) r20.0<1>:f r21.0<1;1,0>:f\n",
                        "(W) add (16|M0) r40.0<1>:d r41.0<1;1,0>:d r42.0<1;1,0>:d\n", 7);
    sim_timing t = run(&(timed){.target = "pvc", .text = text, .groups = 3});
    free(text);
    assert_int_equal(t.instructions, 3 * (1 + 7 + 2));
    assert_int_equal(t.mix[SIM_MIX_INT], 3 * 8);
    assert_int_equal(t.mix[SIM_MIX_MATH], 3);
    assert_int_equal(t.mix[SIM_MIX_SEND], 3);
    cmc_str s = CMC_STR_INIT;
    sim_timing_json(&t, &s);
    assert_non_null(strstr(cmc_str_text(&s), "\"instructions\": 30,"));
    cmc_str_clear(&s);
    sim_timing_text(&t, &s);
    assert_non_null(strstr(cmc_str_text(&s), "56 cores x 8 EUs x 8 threads"));
    cmc_str_free(&s);
}

// One load of a line: from memory, then, in a launch that finds the line in L3, from there.
static void test_kept_l3(void **state) {
    (void)state;
    char *text = repeat("(W) mov (2|M0) r20.0<1>:ud r1.0<1;1,0>:ud\n"
                        "(W) send.ugm (1|M0) r22 r20 null:0 0x0 0x02128780 {A@1,$0}\nsync.nop null {$0.dst}\n",
                        "", 0);
    timed cold = {.target = "pvc", .text = text}, warm = cold;
    warm.l3 = sim_l3_create();
    assert_non_null(warm.l3);
    uint64_t first = run(&cold).cycles;
    assert_true(run(&warm).cycles == first);
    sim_timing again = run(&warm);
    assert_true(first - again.cycles == 600 - 200);
    assert_int_equal(again.dram_b, 0);
    assert_true(run(&cold).cycles == first);
    warm.target = "dg2"; // another device finds nothing
    assert_true(run(&warm).l3_hits == 0);
    sim_l3_destroy(warm.l3);
    free(text);
}

// Conflicts

// r20: the offsets 0, stride, 2 * stride, ... of 16 lanes.
static void offsets(char *out, size_t room, unsigned stride_b) {
    snprintf(out, room,
             "(W) mov (8|M0) r10.0<1>:uw 0x76543210:uv\n"
             "(W) add (8|M0) r10.8<1>:uw r10.0<1;1,0>:uw 8:uw {A@1}\n"
             "(W) mov (16|M0) r11.0<1>:ud r10.0<1;1,0>:uw {A@1}\n"
             "(W) mul (16|M0) r20.0<1>:ud r11.0<1;1,0>:ud %u:uw {A@1}\n"
             "sync.nop null {A@1}\n",
             stride_b);
}

// Cycles of a message of 16 lanes to local memory and the wait for it; pvc has 128 banks, dg2 32.
static double slm_message(const char *target, const char *message, unsigned stride_b) {
    char head[512], line[192];
    offsets(head, sizeof head, stride_b);
    snprintf(line, sizeof line, "(W) send.slm (16|M0) %s {$0}\nsync.nop null {$0.dst}\n", message);
    return slope((timed){.target = target, .slm_b = 16384}, head, line);
}

// 0x02100500 loads, 0x02000504 stores, 0x02100508 increments a dword, at a 32-bit address.
#define SLM_LOAD  "r22 r20 null:0 0x0 0x02100500"
#define SLM_STORE "null r20 r24:1 0x0 0x02000504"
#define SLM_INC   "r22 r20 null:0 0x0 0x02100508"
#define DG2_LOAD  "r22 r20 null:0 0x0 0x04200500"

static void test_banks(void **state) {
    (void)state;
    static const struct {
        const char *target, *message;
        unsigned stride_b, passes;
    } rows[] = {
        {"pvc", SLM_LOAD, 4, 1},     // each lane its bank
        {"pvc", SLM_LOAD, 0, 1},     // one word for all
        {"pvc", SLM_LOAD, 32, 1},    // every eighth bank
        {"pvc", SLM_LOAD, 64, 2},    // 8 banks
        {"pvc", SLM_LOAD, 512, 16},  // one bank
        {"dg2", DG2_LOAD, 4, 1},     //
        {"dg2", DG2_LOAD, 32, 4},    // 4 banks
        {"dg2", DG2_LOAD, 128, 16},  // one bank
        {"pvc", SLM_STORE, 4, 1},    //
        {"pvc", SLM_STORE, 512, 16}, //
        {"pvc", SLM_STORE, 0, 16},   // stores to one word do not share it
        {"pvc", SLM_INC, 4, 1},      //
        {"pvc", SLM_INC, 0, 16},     // nor do atomic operations
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double cycles = slm_message(rows[i].target, rows[i].message, rows[i].stride_b);
        if (cycles != 28 + 1 + rows[i].passes - 1)
            print_error("row %u: %g cycles\n", i, cycles);
        assert_true(cycles == 28 + 1 + rows[i].passes - 1); // local memory, the sync, further passes
    }
}

// Threads of a core share the port: 8 threads that all increment one word need 16 cycles for each message.
static void test_banks_are_shared(void **state) {
    (void)state;
    char head[512];
    const char *line = "(W) send.slm (16|M0) " SLM_INC " {$0}\nsync.nop null {$0.dst}\n";
    timed k = {.target = "pvc", .local = 64, .slm_b = 16384};
    offsets(head, sizeof head, 0);
    assert_true(slope(k, head, line) == 64 * 16);
    offsets(head, sizeof head, 4);
    assert_true(slope(k, head, line) < 64);
}

// 16 lanes increment dwords `stride_b` apart in global memory; 0x04100588: at 64-bit addresses.
static timed atomics(char *text, size_t room, unsigned stride_b, unsigned n, uint32_t groups) {
    char *p = text;
    offsets(p, room, stride_b);
    p += strlen(p);
    p += sprintf(p, "(W) mov (16|M0) r30.0<2>:ud r20.0<1;1,0>:ud\n"
                    "(W) mov (16|M0) r30.1<2>:ud 0:ud\n"
                    "(W) add (8|M0) r30.0<1>:uq r30.0<1;1,0>:uq r1.0<0;1,0>:uq {A@1}\n"
                    "(W) add (8|M0) r31.0<1>:uq r31.0<1;1,0>:uq r1.0<0;1,0>:uq\n"
                    "sync.nop null {A@1}\n");
    for (unsigned i = 0; i < n; i++)
        p += sprintf(p, "(W) send.ugm (16|M0) r22 r30 null:0 0x0 0x04100588 {$0}\nsync.nop null {$0.dst}\n");
    sprintf(p, EOT);
    return (timed){.target = "pvc", .text = text, .groups = groups};
}

static uint64_t atomic_cycles(unsigned stride_b, unsigned n, uint32_t groups) {
    static char text[64 * 1024];
    timed k = atomics(text, sizeof text, stride_b, n, groups);
    memset(cells, 0, sizeof cells);
    return run(&k).cycles;
}

static void test_atomics(void **state) {
    (void)state;
    double apart = (double)(atomic_cycles(4, 300, 1) - atomic_cycles(4, 200, 1)) / 100.0;
    double same = (double)(atomic_cycles(0, 300, 1) - atomic_cycles(0, 200, 1)) / 100.0;
    assert_true(apart == 200 + 1);
    assert_true(same == 200 + 1 + 15); // the operations of 15 other lanes
    assert_int_equal((uint32_t)cells[0], 200 * 16);
    // 56 cores need one after the other what one core does in the shadow of its latency.
    assert_in_range(atomic_cycles(0, 200, 56), 56 * 200 * 16, 56 * 200 * 16 + 1500);
    assert_in_range(atomic_cycles(4, 200, 56), 200 * 201, 200 * 201 + 1500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_latency_chain),
        cmocka_unit_test(test_simd_width),
        cmocka_unit_test(test_loads),
        cmocka_unit_test(test_prefetch),
        cmocka_unit_test(test_register_modes),
        cmocka_unit_test(test_interleaving),
        cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_hardware_scoreboard),
        cmocka_unit_test(test_totals),
        cmocka_unit_test(test_shared_line),
        cmocka_unit_test(test_shared_memory),
        cmocka_unit_test(test_free_core),
        cmocka_unit_test(test_dpas_rate),
        cmocka_unit_test(test_banks),
        cmocka_unit_test(test_banks_are_shared),
        cmocka_unit_test(test_atomics),
        cmocka_unit_test(test_kept_l3),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
