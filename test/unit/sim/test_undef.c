// SPDX-License-Identifier: MIT
// Checker of undefined registers: planted faults are found and named, their correct twins are
// silent.
//
// The payload starts with the address of a buffer: r1 on dg2 and pvc (inline data), r2 on tgl
// (after the register of local ids).

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "checked.h"

#include <stdio.h>
#include <string.h>

#define END_TGL                                                                                                        \
    "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud {@1}\n(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT,@1}\n"
#define END_NEW                                                                                                        \
    "(W) mov (8|M0) r127.0<1>:ud r0.0<1;1,0>:ud {A@1}\n(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 "          \
    "{EOT,A@1}\n"

// Address of the buffer in r20.0-1, the rest of the header never written; lanes' addresses in r22.
#define HEADER_TGL "(W) mov (2|M0) r20.0<1>:ud r2.0<1;1,0>:ud\n"
#define HEADER_PVC "(W) mov (2|M0) r20.0<1>:ud r1.0<1;1,0>:ud\n"
#define LANES_PVC                                                                                                      \
    HEADER_PVC "(W) mov (16|M0) r18.0<1>:uw 0x76543210:uv\n"                                                           \
               "(W) mov (16|M0) r22.0<2>:ud r20.0<0;1,0>:ud\n"                                                         \
               "(W) mov (16|M0) r22.1<2>:ud r20.1<0;1,0>:ud\n"
#define STORE_BLOCK_TGL "(W) send.dc1 (16|M0) null r20 r30 0x40 0x020D42FF {@1,$0}\n" // 2 owords
#define STORE_LANES_PVC "send.ugm (16|M0) null r22 r30:1 0x0 0x04000584 {A@1,$0}\n"
#define LOAD_BLOCK_TGL  "(W) send.dc1 (16|M0) r30 r20 null 0x0 0x021D02FF {@1,$0}\n"

static uint8_t payload[64];

static void find(const char *target, unsigned simd, const char *wrong, uint32_t pc_b, int lane, const char *word1,
                 const char *word2, const char *word3) {
    char text[4096];
    checked c = {
        .target = target, .text = text, .checks = SIM_CHECK_UNDEFINED, .simd = simd, .cross = payload, .cross_b = 32};
    snprintf(text, sizeof text, "%s%s", wrong, strcmp(target, "tgl") == 0 ? END_TGL : END_NEW);
    if (word1 == NULL) {
        checked_expect_silent(&c);
        return;
    }
    checked_expect(&c, pc_b, word1, word2, word3, NULL);
    assert_int_equal(c.found[0].lane, lane);
}

static void silent(const char *target, unsigned simd, const char *right) {
    find(target, simd, right, 0, 0, NULL, NULL, NULL);
}

// Stored data of a block, never written: named to the dword. The same after a write.
static void test_stored_block(void **state) {
    (void)state;
    find("tgl", 1, HEADER_TGL "(W) mov (4|M0) r30.0<1>:ud 1:ud\n" STORE_BLOCK_TGL, 0x20, -1,
         "stored data depends on undefined bits 0xffffffff of r30.4:ud", "r30.4:ud was never written", "stored");
    silent("tgl", 1, HEADER_TGL "(W) mov (8|M0) r30.0<1>:ud 1:ud\n" STORE_BLOCK_TGL);
}

// A header's address; its other dwords, never written, do not count. (Undefined registers happen to
// hold zero, so that nothing else goes wrong.)
static void test_address(void **state) {
    (void)state;
    find("tgl", 1, HEADER_TGL "(W) add (1|M0) r20.1<1>:ud r20.1<0;1,0>:ud r50.3<0;1,0>:ud {@1}\n" LOAD_BLOCK_TGL, 0x20,
         -1, "the address depends on undefined bits", "r20.0:uq", "r50.3:ud was never written");
    silent("tgl", 1, HEADER_TGL "(W) add (1|M0) r20.2<1>:ud r20.1<0;1,0>:ud r50.3<0;1,0>:ud {@1}\n" LOAD_BLOCK_TGL);
}

static void test_lane_address(void **state) {
    (void)state;
    static const char lane3[] = LANES_PVC "mov (16|M0) r30.0<1>:ud 5:ud\n"
                                          "(W) or (1|M0) r22.6<1>:ud r22.6<0;1,0>:ud r40.0<0;1,0>:ud\n" STORE_LANES_PVC;
    find("pvc", 16, lane3, 0x60, 3, "the address", "r22.3:uq", "r40.0:ud was never written");
    // lane 11 is off in a thread of 8 channels
    silent("pvc", 8,
           LANES_PVC "mov (16|M0) r30.0<1>:ud 5:ud\n"
                     "(W) or (1|M0) r23.6<1>:ud r23.6<0;1,0>:ud r40.0<0;1,0>:ud\n" STORE_LANES_PVC);
}

// Stored data of one lane; with that lane off it is nobody's business.
static void test_stored_lane(void **state) {
    (void)state;
    find("pvc", 16, LANES_PVC "(W) mov (8|M0) r30.0<1>:ud 5:ud\n" STORE_LANES_PVC, 0x50, 8, "stored data", "r30.8:ud",
         "r30.8:ud was never written");
    find("pvc", 16,
         LANES_PVC "(W) mov (16|M0) r30.0<1>:ud 5:ud\n"
                   "add (16|M0) r30.0<1>:ud r30.0<1;1,0>:ud r31.0<1;1,0>:ud {I@1}\n" STORE_LANES_PVC,
         0x60, 0, "stored data", "r30.0:ud", "r31.0:ud was never written");
    silent("pvc", 8, LANES_PVC "(W) mov (8|M0) r30.0<1>:ud 5:ud\n" STORE_LANES_PVC);
}

static void test_flag_and_branch(void **state) {
    (void)state;
    // a flag by itself shows nothing
    silent("tgl", 8, "cmp (8|M0) (lt)f0.0 null<1>:d r30.0<8;8,1>:d 0:w\n");
    find("tgl", 8,
         "cmp (8|M0) (lt)f0.0 null<1>:d r30.0<8;8,1>:d 0:w\n(f0.0) if (8|M0) L1 L1\nL1:\nendif (8|M0) L2\nL2:\n", 0x10,
         0, "the branch depends on", "f0.0", "r30.7:ud was never written");
    // one bit decides: sign defined, the rest not
    silent("tgl", 8,
           "(W) and (8|M0) r31.0<1>:d r30.0<8;8,1>:d 0x7FFFFFFF:d\n"
           "cmp (8|M0) (lt)f0.0 null<1>:d r31.0<8;8,1>:d 0:w {@1}\n"
           "(f0.0) if (8|M0) L1 L1\nL1:\nendif (8|M0) L2\nL2:\n");
    // only lanes 0 to 3 are tested; then all eight, of which the others are undefined
    static const char half[] =
        "(W) mov (4|M0) r30.0<1>:d 1:d\n(W) cmp (8|M0) (lt)f0.0 null<1>:d r30.0<8;8,1>:d 0:w {@1}\n";
    char text[512];
    snprintf(text, sizeof text, "%s(W&f0.0.any4h) jmpi L1\nL1:\n", half);
    silent("tgl", 8, text);
    snprintf(text, sizeof text, "%s(W&f0.0.any8h) jmpi L1\nL1:\n", half);
    find("tgl", 8, text, 0x20, 0, "the branch depends on", "f0.0", "was never written");
    // known lanes decide
    snprintf(text, sizeof text, "%s(W&f0.0.all8h) jmpi L1\nL1:\n", half);
    silent("tgl", 8, text);
    find("tgl", 8,
         "(f0.0) if (8|M0) L1 L1\n"
         "L1:\nendif (8|M0) L2\nL2:\n",
         0, 0, "the branch depends on", "f0.0", "never written");
    find("dg2", 1, "(W&f1.0) jmpi L1\nL1:\n", 0, 0, "the branch", "f1.0", "never written");
    silent("tgl", 8,
           "cmp (8|M0) (eq)f0.0 null<1>:d r0.0<0;1,0>:d 0:w\n"
           "(f0.0) if (8|M0) L1 L1\n"
           "L1:\nendif (8|M0) L2\nL2:\n");
}

static void test_register_address(void **state) {
    (void)state;
    find("tgl", 1, "(W) mov (8|M0) r20.0<1>:d r[a0.0]<1;1,0>:d\n", 0, -1, "the register address of a source", "a0.0",
         "never written");
    find("dg2", 1,
         "(W) mov (1|M0) a0.2<1>:uw r50.3<0;1,0>:uw\n"
         "(W) and (1|M0) a0.2<1>:uw a0.2<0;1,0>:uw 0xE0:uw\n"
         "(W) mov (4|M0) r[a0.2]<1>:d 0:d\n",
         0x20, -1, "the register address of the destination", "bits 0xe0 of a0.2", "r50.1:ud");
    silent("tgl", 1, "(W) mov (1|M0) a0.0<1>:uw 0x40:uw\n(W) mov (8|M0) r20.0<1>:d r[a0.0]<1;1,0>:d\n");
}

static void test_descriptor(void **state) {
    (void)state;
    find("tgl", 1,
         HEADER_TGL "(W) mov (1|M0) a0.0<1>:ud r50.0<0;1,0>:ud\n"
                    "(W) or (1|M0) a0.0<1>:ud a0.0<0;1,0>:ud 0xFFFFFFFF:ud\n"
                    "(W) mov (1|M0) a0.0<1>:uw r50.0<0;1,0>:uw\n"
                    "(W) and (1|M0) a0.0<1>:ud a0.0<0;1,0>:ud 0x100:ud\n"
                    "(W) or (1|M0) a0.0<1>:ud a0.0<0;1,0>:ud 0x021D02FF:ud\n"
                    "(W) send.dc1 (16|M0) r30 r20 null 0x0 a0.0 {@1,$0}\n",
         0x60, -1, "the descriptor depends on undefined bits 0x100", "a0.0", "r50.0:ud");
    silent("tgl", 1,
           HEADER_TGL "(W) mov (1|M0) a0.0<1>:ud 0x021D02FF:ud\n"
                      "(W) send.dc1 (16|M0) r30 r20 null 0x0 a0.0 {@1,$0}\n");
}

// Bits: what an operation keeps defined.
static void test_bits(void **state) {
    (void)state;
    static const struct {
        const char *code; // r31 from r30, of which the lower word of each dword is defined
        uint32_t undefined;
    } rows[] = {
        {"mov (8|M0) r31.0<1>:ud r30.0<8;8,1>:ud", 0xffff0000},
        {"and (8|M0) r31.0<1>:ud r30.0<8;8,1>:ud 0xFF00FF:ud", 0x00ff0000},
        {"or (8|M0) r31.0<1>:ud r30.0<8;8,1>:ud 0xFFFF0000:ud", 0},
        {"shl (8|M0) r31.0<1>:ud r30.0<8;8,1>:ud 8:w", 0xff000000},
        {"shl (8|M0) r31.0<1>:ud r30.0<8;8,1>:ud 16:w", 0},
        {"shr (8|M0) r31.0<1>:ud r30.0<8;8,1>:ud 16:w", 0x0000ffff},
        {"asr (8|M0) r31.0<1>:d r30.0<8;8,1>:d 24:w", 0xffffffff},
        {"add (8|M0) r31.0<1>:ud r30.0<8;8,1>:ud 1:w", 0xffff0000},
        {"mul (8|M0) r31.0<1>:d r30.0<8;8,1>:d 256:w", 0xff000000},
        {"mov (8|M0) r31.0<1>:ud r30.0<16;8,2>:uw", 0},
        {"mov (8|M0) r31.0<1>:f r30.0<8;8,1>:ud", 0xffffffff},
        {"xor (8|M0) r31.0<1>:ud r30.0<8;8,1>:ud r30.0<8;8,1>:ud", 0},
        {"rol (8|M0) r31.0<1>:ud r30.0<8;8,1>:ud 8:uw", 0xff0000ff},
        {"bfrev (8|M0) r31.0<1>:ud r30.0<8;8,1>:ud", 0x0000ffff},
        {"cbit (8|M0) r31.0<1>:ud r30.0<8;8,1>:ud", 0xffffffff},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[1024], word[64];
        snprintf(text, sizeof text,
                 HEADER_TGL "(W) mov (8|M0) r30.0<2>:uw 0x101:uw\n(W) %s\n"
                            "(W) send.dc1 (16|M0) null r20 r31 0x40 0x020D42FF {@1,$0}\n",
                 rows[i].code);
        snprintf(word, sizeof word, "undefined bits 0x%x of r31.0:ud", rows[i].undefined);
        if (rows[i].undefined == 0)
            silent("tgl", 1, text);
        else
            find("tgl", 1, text, 0x30, -1, word, "r30.0:ud was never written", "stored data");
    }
}

// The low half of a product depends on the low bits of its factors, in either way to compute it. r40: the upper four
// bits were never written. The high half depends on all of them.
static void test_products(void **state) {
    (void)state;
    static const struct {
        const char *code; // r31 from r40 and r41
        uint32_t undefined;
    } rows[] = {
        {"mul (8|M0) acc0.0<1>:d r41.0<8;8,1>:d r40.0<16;8,2>:uw\n"
         "(W) mach (8|M0) r31.0<1>:d r41.0<8;8,1>:d r40.0<8;8,1>:d",
         0xf0000000},
        {"mul (8|M0) acc0.0<1>:d r40.0<8;8,1>:d r41.0<16;8,2>:uw\n"
         "(W) mach (8|M0) r31.0<1>:d r40.0<8;8,1>:d r41.0<8;8,1>:d",
         0xf0000000},
        {"mul (8|M0) acc0.0<1>:ud r40.0<8;8,1>:ud r41.0<16;8,2>:uw\n"
         "(W) mach (8|M0) r31.0<1>:ud r40.0<8;8,1>:ud r41.0<8;8,1>:ud {AccWrEn}",
         0xffffffff},
        {"mul (8|M0) acc0.0<1>:d r40.0<8;8,1>:d 0:uw\n"
         "(W) mac (8|M0) r31.0<1>:d r40.0<8;8,1>:d r41.0<16;8,2>:uw",
         0xf0000000},
        {"addc (8|M0) r32.0<1>:ud r40.0<8;8,1>:ud 1:ud {AccWrEn}\n(W) mov (8|M0) r31.0<1>:ud acc0.0<8;8,1>:ud", 0},
        {"addc (8|M0) r32.0<1>:ud r40.0<8;8,1>:ud 0x40000000:ud {AccWrEn}\n"
         "(W) mov (8|M0) r31.0<1>:ud acc0.0<8;8,1>:ud",
         1},
        {"subb (8|M0) r32.0<1>:ud r41.0<8;8,1>:ud r40.0<8;8,1>:ud {AccWrEn}\n"
         "(W) mov (8|M0) r31.0<1>:ud acc0.0<8;8,1>:ud",
         1},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[1024], word[64];
        snprintf(text, sizeof text,
                 HEADER_TGL "(W) and (8|M0) r40.0<1>:ud r50.0<8;8,1>:ud 0xF0000000:ud\n"
                            "(W) or (8|M0) r40.0<1>:ud r40.0<8;8,1>:ud 5:ud\n(W) mov (8|M0) r41.0<1>:ud 7:ud\n(W) %s\n"
                            "(W) send.dc1 (16|M0) null r20 r31 0x40 0x020D42FF {@1,$0}\n",
                 rows[i].code);
        snprintf(word, sizeof word, "undefined bits 0x%x of r31.0:ud", rows[i].undefined);
        if (rows[i].undefined == 0)
            silent("tgl", 1, text);
        else
            find("tgl", 1, text, 0x60, -1, word, "stored data", "r31.0:ud");
    }
}

static checked with_scratch(const char *target, const char *text) {
    return (checked){.target = target,
                     .text = text,
                     .checks = SIM_CHECK_UNDEFINED,
                     .scratch_b = 1024,
                     .cross = payload,
                     .cross_b = 32};
}

// A register spilled whole and filled again keeps its undefined half; only its store shows.
static void test_scratch(void **state) {
    (void)state;
    static const char spill[] = HEADER_TGL "(W) mov (4|M0) r30.0<1>:ud 1:ud\n"
                                           "(W) send.dc0 (8|M0) null r0 r30 0x40 0x020F0000 {@1,$0}\n"
                                           "(W) mov (8|M0) r30.0<1>:ud 0:ud {$0.src}\n"
                                           "(W) send.dc0 (8|M0) r30 r0 null 0x0 0x021C0000 {@1,$1}\n"
                                           "(W) send.dc1 (16|M0) null r20 r30 0x40 %s {$1.dst}\n";
    char text[2048];
    checked c = with_scratch("tgl", text);
    char body[1024];
    snprintf(body, sizeof body, spill, "0x020D42FF"); // 2 owords
    snprintf(text, sizeof text, "%s%s", body, END_TGL);
    checked_expect(&c, 0x50, "stored data", "r30.4:ud", "r30.4:ud was never written", NULL);
    snprintf(body, sizeof body, spill, "0x020D40FF"); // the defined one
    snprintf(text, sizeof text, "%s%s", body, END_TGL);
    checked_expect_silent(&c);
}

// The same through a surface state in the extended descriptor.
static void test_scratch_surface(void **state) {
    (void)state;
    static const char spill[] = "(W) mov (4|M0) r30.0<1>:ud 1:ud\n"
                                "(W) and (1|M0) r31.0<1>:ud r0.5<0;1,0>:ud 0xFFFFFC00:ud\n"
                                "(W) shr (1|M0) a0.0<1>:ud r31.0<0;1,0>:ud 0x4:ud {I@1}\n"
                                "(W) mov (1|M0) r32.0<1>:ud 0:ud\n"
                                "(W) send.ugm (1|M0) null r32 r30:1 a0.0 0x4200C504 {ExBSO,A@1,$0}\n"
                                "(W) mov (8|M0) r30.0<1>:ud 0:ud {$0.src}\n"
                                "(W) send.ugm (1|M0) r30 r32 null:0 a0.0 0x4210C500 {ExBSO,A@1,$1}\n"
                                "(W) cmp (1|M0) (lt)f0.0 null<1>:d r30.%u<0;1,0>:d 0:w {$1.dst}\n"
                                "(W&f0.0) jmpi L1\nL1:\n";
    char text[2048], body[1024];
    checked c = with_scratch("dg2", text);
    snprintf(body, sizeof body, spill, 4u);
    snprintf(text, sizeof text, "%s%s", body, END_NEW);
    checked_expect(&c, 0x80, "the branch depends on", "r30.4:ud was never written", NULL);
    snprintf(body, sizeof body, spill, 3u); // the defined one
    snprintf(text, sizeof text, "%s%s", body, END_NEW);
    checked_expect_silent(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stored_block),    cmocka_unit_test(test_address),
        cmocka_unit_test(test_lane_address),    cmocka_unit_test(test_stored_lane),
        cmocka_unit_test(test_flag_and_branch), cmocka_unit_test(test_register_address),
        cmocka_unit_test(test_descriptor),      cmocka_unit_test(test_bits),
        cmocka_unit_test(test_scratch),         cmocka_unit_test(test_products),
        cmocka_unit_test(test_scratch_surface),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
