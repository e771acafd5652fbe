// SPDX-License-Identifier: MIT
// Messages of the legacy data port on tgl, with the descriptors that Intel's compilers use
// (messages.md), and a few LSC messages on dg2 and pvc.

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
    "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n"                                                                     \
    "(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT}\n"
#define LANES8 "(W) mov (8|M0) r5.0<1>:uw 0x76543210:uv\n"

static _Alignas(64) uint8_t buffer[1024], other[1024];

static void fill(void) {
    for (unsigned i = 0; i < sizeof buffer; i++) {
        buffer[i] = (uint8_t)(i * 7 + i / 256);
        other[i] = 0xee;
    }
}

// Buffers at BTI 1 and 2, their addresses in r2.0:q and r2.1:q.
static void run_on(const char *target, const char *text, uint32_t slm_b, uint32_t scratch_b) {
    const sim_surface surfaces[3] = {
        {0},
        {.kind = SIM_SURF_BUFFER, .base = buffer, .size_b = sizeof buffer},
        {.kind = SIM_SURF_BUFFER, .base = other, .size_b = sizeof other},
    };
    uint64_t cross[4] = {(uint64_t)(uintptr_t)buffer, (uint64_t)(uintptr_t)other};
    sim_kernel_run k = {.target = target,
                        .text = text,
                        .cross = cross,
                        .cross_b = sizeof cross,
                        .surfaces = surfaces,
                        .n_surfaces = 3,
                        .slm_b = slm_b,
                        .scratch_b = scratch_b,
                        .alloc = {buffer, other},
                        .alloc_b = {sizeof buffer, sizeof other}};
    char msg[512];
    cmc_status s = run_kernel(&k, msg, sizeof msg, NULL);
    if (s != CMC_OK)
        print_error("%s\n", msg);
    assert_int_equal(s, CMC_OK);
}

static void test_oword(void **state) {
    (void)state;
    fill();
    run_on("tgl",
           "(W) mov (8|M0) r120.0<1>:ud 0x0:ud\n"
           "(W) mov (1|M0) r120.2<1>:ud 0x4:ud\n"
           "(W) send.dc0 (8|M0) r10 r120 null 0x0 0x02280301\n" // 4 owords at oword 4
           "(W) mov (1|M0) r120.2<1>:ud 0x24:ud\n"
           "(W) send.dc0 (8|M0) r12 r120 null 0x0 0x02184201\n" // 2 owords at byte 36
           "(W) mov (1|M0) r120.2<1>:ud 0x1:ud\n"
           "(W) send.dc0 (8|M0) null r120 r10 0x80 0x020A0302\n" // to oword 1 of the other buffer
           "(W) mov (1|M0) r120.2<1>:ud 0x10:ud\n"
           "(W) send.dc0 (8|M0) null r120 r12 0x40 0x020A0202\n"
           "(W) mov (1|M0) r120.2<1>:ud 0x3f:ud\n"
           "(W) send.dc0 (8|M0) r14 r120 null 0x0 0x02180201\n" // half outside: zeros
           "(W) mov (1|M0) r120.2<1>:ud 0x14:ud\n"
           "(W) send.dc0 (8|M0) null r120 r14 0x40 0x020A0202\n" EOT,
           0, 0);
    assert_memory_equal(other + 16, buffer + 64, 64);
    assert_memory_equal(other + 256, buffer + 36, 32);
    assert_memory_equal(other + 320, buffer + 1008, 16);
    for (unsigned i = 336; i < 352; i++)
        assert_int_equal(other[i], 0);
    assert_int_equal(other[15], 0xee);
    assert_int_equal(other[80], 0xee);
}

// Two blocks of four owords, from owords 2 and 5; then two of one oword, the second not enabled.
static void test_dual_oword(void **state) {
    (void)state;
    fill();
    run_on("tgl",
           "(W) mov (8|M0) r120.0<1>:ud 0x0:ud\n"
           "(W) mov (8|M0) r121.0<1>:ud 0x0:ud\n"
           "(W) mov (1|M0) r121.0<1>:ud 0x2:ud\n"
           "(W) mov (1|M0) r121.4<1>:ud 0x5:ud\n"
           "send.dc0 (8|M0) r10 r120 null 0x0 0x04488201\n"
           "(W) send.dc0 (8|M0) null r120 r10 0x100 0x020A0402\n"
           "(W) mov (1|M0) r121.0<1>:ud 0x10:ud\n"
           "(W) mov (1|M0) r121.4<1>:ud 0x20:ud\n"
           "(W) mov (1|M0) f0.0<1>:uw 0x1:uw\n"
           "(f0.0) send.dc0 (8|M0) null r120 r10 0x40 0x040A8002\n" EOT,
           0, 0);
    for (unsigned k = 0; k < 4; k++) {
        assert_memory_equal(other + 32 * k, buffer + 16 * (2 + k), 16);
        assert_memory_equal(other + 32 * k + 16, buffer + 16 * (5 + k), 16);
    }
    assert_memory_equal(other + 256, buffer + 32, 16);
    assert_int_equal(other[512], 0xee);
}

static void test_scattered(void **state) {
    (void)state;
    fill();
    run_on("tgl",
           LANES8 "mul (8|M0) r6.0<1>:ud r5.0<8;8,1>:uw 0x5:uw\n" // offsets 0, 5, 10, ...
                  "shl (8|M0) r7.0<1>:ud r5.0<8;8,1>:uw 0x2:uw\n"
                  "(W) mov (8|M0) r10.0<1>:ud 0xffffffff:ud\n"
                  "send.dc0 (8|M0) r10 r6 null 0x0 0x02110001\n" // bytes
                  "send.dc0 (8|M0) r11 r6 null 0x0 0x02110401\n" // words
                  "send.dc0 (8|M0) r12 r6 null 0x0 0x02110801\n" // dwords, unaligned
                  "send.dc0 (8|M0) null r7 r10 0x40 0x02030802\n"
                  "add (8|M0) r7.0<1>:ud r7.0<8;8,1>:ud 0x20:uw\n"
                  "send.dc0 (8|M0) null r7 r11 0x40 0x02030802\n"
                  "add (8|M0) r7.0<1>:ud r7.0<8;8,1>:ud 0x20:uw\n"
                  "(W) mov (1|M0) f0.0<1>:uw 0x5a:uw\n"
                  "(f0.0) send.dc0 (8|M0) null r7 r12 0x40 0x02030802\n" // lanes 1, 3, 4, 6
                  "add (8|M0) r7.0<1>:ud r7.0<8;8,1>:ud 0x20:uw\n"
                  "send.dc0 (8|M0) null r7 r12 0x40 0x02030402\n" EOT, // low words only
           0, 0);
    for (unsigned i = 0; i < 8; i++) {
        const uint8_t *p = buffer + 5 * i;
        uint32_t d = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
        assert_int_equal(get_u32(other, i), p[0]);
        assert_int_equal(get_u32(other, 8 + i), d & 0xffff);
        assert_int_equal(get_u32(other, 16 + i), 0x5a >> i & 1 ? d : 0xeeeeeeee);
        assert_int_equal(get_u32(other, 24 + i), (d & 0xffff) | 0xeeee0000);
    }
}

// A header's dword 2 is added to every offset of a surface; a message with 64-bit addresses takes no such offset.
static void test_header_offset(void **state) {
    (void)state;
    fill();
    run_on("tgl",
           LANES8 "shl (8|M0) r7.0<1>:ud r5.0<8;8,1>:uw 0x2:uw\n"
                  "(W) mov (8|M0) r6.0<1>:ud 0x0:ud\n"
                  "(W) mov (1|M0) r6.2<1>:ud 0x24:ud\n"
                  "send.dc0 (8|M0) r10 r6 null 0x0 0x04190801\n" // dwords
                  "shl (8|M0) r7.0<1>:ud r5.0<8;8,1>:uw 0x2:uw\n"
                  "(W) mov (1|M0) r6.2<1>:ud 0x40:ud\n"
                  "send.dc0 (8|M0) null r6 r10 0x40 0x040B0802\n" EOT,
           0, 0);
    assert_memory_equal(other + 64, buffer + 36, 32);
    assert_int_equal(other[63], 0xee);
    assert_int_equal(other[96], 0xee);
}

static void test_untyped(void **state) {
    (void)state;
    fill();
    run_on("tgl",
           LANES8 "shl (8|M0) r6.0<1>:ud r5.0<8;8,1>:uw 0x4:uw\n"
                  "send.dc1 (8|M0) r10 r6 null 0x0 0x02406001\n"   // XYZW
                  "send.dc1 (8|M0) r20 r6 null 0x0 0x02206301\n"   // ZW
                  "send.dc1 (8|M0) null r6 r10 0x100 0x02026002\n" // XYZW
                  "add (8|M0) r7.0<1>:ud r6.0<8;8,1>:ud 0x80:uw\n"
                  "send.dc1 (8|M0) null r7 r20 0x80 0x02026C02\n" EOT, // as XY
           0, 0);
    assert_memory_equal(other, buffer, 128);
    for (unsigned i = 0; i < 8; i++) {
        assert_memory_equal(other + 128 + 16 * i, buffer + 16 * i + 8, 8);
        assert_int_equal(other[128 + 16 * i + 8], 0xee);
    }
}

static void test_a64(void **state) {
    (void)state;
    fill();
    // Addresses: r2 + 12 * lane as pairs of dwords; the buffers do not cross a 4 GB line here or
    // the test says so.
    assert_true(((uintptr_t)buffer >> 32) == ((uintptr_t)(buffer + sizeof buffer) >> 32));
    assert_true(((uintptr_t)other >> 32) == ((uintptr_t)(other + sizeof other) >> 32));
    run_on("tgl",
           LANES8 "mul (8|M0) r6.0<1>:ud r5.0<8;8,1>:uw 0xc:uw\n"
                  "add (8|M0) r30.0<2>:ud r6.0<8;8,1>:ud r2.0<0;1,0>:ud\n"
                  "mov (8|M0) r30.1<2>:ud r2.1<0;1,0>:ud\n"
                  "add (8|M0) r32.0<2>:ud r6.0<8;8,1>:ud r2.2<0;1,0>:ud\n"
                  "mov (8|M0) r32.1<2>:ud r2.3<0;1,0>:ud\n"
                  "send.dc1 (8|M0) r10 r30 null 0x0 0x042405FF\n" // 2 dwords a lane
                  "send.dc1 (8|M0) null r32 r10 0x80 0x040685FF\n"
                  "(W) add (16|M0) r32.0<1>:ud r32.0<8;8,1>:ud 0x0:ud\n"
                  "add (8|M0) r32.0<2>:ud r32.0<16;8,2>:ud 0x80:uw\n"
                  "send.dc1 (8|M0) r14 r30 null 0x0 0x041400FF\n"       // bytes
                  "send.dc1 (8|M0) null r32 r14 0x40 0x040684FF\n" EOT, // as words
           0, 0);
    for (unsigned i = 0; i < 8; i++) {
        assert_memory_equal(other + 12 * i, buffer + 12 * i, 8);
        assert_int_equal(other[12 * i + 8], 0xee);
        assert_int_equal(other[128 + 12 * i], buffer[12 * i]);
        assert_int_equal(other[128 + 12 * i + 1], 0);
    }
}

static void test_atomics(void **state) {
    (void)state;
    memset(buffer, 0, sizeof buffer);
    fill();
    put_u32(buffer, 0, 100);
    put_u32(buffer, 1, 5);
    put_f32(buffer, 2, 2.5f);
    run_on("tgl",
           LANES8 "(W) mov (8|M0) r6.0<1>:ud 0x0:ud\n"
                  "mov (8|M0) r7.0<1>:ud r5.0<8;8,1>:uw\n"
                  "send.dc1 (8|M0) r10 r6 r7 0x40 0x0210B701\n" // add, returns
                  "(W) mov (8|M0) r6.0<1>:ud 0x4:ud\n"
                  "(W) mov (8|M0) r8.0<1>:ud 0x5:ud\n"
                  "(W) mov (8|M0) r9.0<1>:ud 0x9:ud\n"
                  "send.dc1 (8|M0) r11 r6 r8 0x80 0x0210BE01\n" // compare with 5, set 9
                  "(W) mov (8|M0) r6.0<1>:ud 0x8:ud\n"
                  "mov (8|M0) r12.0<1>:f r7.0<8;8,1>:ud\n"
                  "send.dc1 (8|M0) null r6 r12 0x40 0x0206D101\n" // float max
                  "shl (8|M0) r6.0<1>:ud r7.0<8;8,1>:ud 0x2:uw\n"
                  "send.dc1 (8|M0) null r6 r10 0x40 0x02026E02\n"
                  "add (8|M0) r6.0<1>:ud r6.0<8;8,1>:ud 0x20:uw\n"
                  "send.dc1 (8|M0) null r6 r11 0x40 0x02026E02\n" EOT,
           0, 0);
    assert_int_equal(get_u32(buffer, 0), 128);
    assert_int_equal(get_u32(buffer, 1), 9);
    assert_true(get_f32(buffer, 2) == 7.0f);
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(get_u32(other, i), 100 + i * (i - 1) / 2 * (i > 0));
        assert_int_equal(get_u32(other, 8 + i), i == 0 ? 5 : 9);
    }
}

static void test_slm_and_scratch(void **state) {
    (void)state;
    fill();
    run_on("tgl",
           LANES8 "mov (8|M0) r7.0<1>:ud r5.0<8;8,1>:uw\n"
                  "shl (8|M0) r6.0<1>:ud r7.0<8;8,1>:ud 0x2:uw\n"
                  "send.dc0 (8|M0) null r6 r7 0x40 0x020308FE\n"     // SLM[4 i] = i
                  "(W) send.dc0 (8|M0) r20 r0 null 0x0 0x0219E0FE\n" // fence
                  "(W) mov (8|M0) r120.0<1>:ud 0x0:ud\n"
                  "(W) send.dc0 (8|M0) r10 r120 null 0x0 0x021802FE\n" // oword block from SLM
                  "(W) send.dc0 (8|M0) null r0 r10 0x40 0x020F0003\n"  // scratch write at 3 * 32
                  "(W) mov (8|M0) r10.0<1>:ud 0x0:ud\n"
                  "(W) send.dc0 (8|M0) r10 r0 null 0x0 0x021C0003\n" // and back
                  "send.dc1 (8|M0) null r6 r10 0x40 0x02026E02\n" EOT,
           1024, 2048);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(get_u32(other, i), i);
}

static void run_image(const char *text, const sim_surface *image) {
    sim_kernel_run k = {.target = "tgl", .text = text, .surfaces = image, .n_surfaces = 3};
    char msg[512];
    cmc_status s = run_kernel(&k, msg, sizeof msg, NULL);
    if (s != CMC_OK)
        print_error("%s\n", msg);
    assert_int_equal(s, CMC_OK);
}

static void test_media(void **state) {
    (void)state;
    fill();
    // 40 x 20 pixels of one byte at BTI 1, the same at BTI 2.
    const sim_surface images[3] = {
        {0},
        {.kind = SIM_SURF_2D, .base = buffer, .width_px = 40, .height = 20, .pitch_b = 48, .px_b = 1},
        {.kind = SIM_SURF_2D, .base = other, .width_px = 40, .height = 20, .pitch_b = 48, .px_b = 1},
    };
    run_image("(W) mov (8|M0) r120.0<1>:ud r0.0<8;8,1>:ud\n"
              "(W) mov (1|M0) r120.0<1>:d -8:w\n"
              "(W) mov (1|M0) r120.1<1>:d 17:w\n"
              "(W) mov (1|M0) r120.2<1>:ud 0x0003000F:ud\n" // 16 x 4 at (-8, 17)
              "(W) send.dc1 (8|M0) r10 r120 null 0x0 0x02290001\n"
              "(W) mov (1|M0) r120.0<1>:d 32:w\n" // 8 columns outside
              "(W) mov (1|M0) r120.1<1>:d -1:w\n"
              "(W) send.dc1 (8|M0) null r120 r10 0x80 0x020A8002\n" EOT,
              images);
    for (int r = 0; r < 4; r++)
        for (int x = 0; x < 16; x++) {
            int sx = -8 + x < 0 ? 0 : -8 + x, sy = 17 + r > 19 ? 19 : 17 + r;
            if (32 + x < 40 && r - 1 >= 0)
                assert_int_equal(other[(r - 1) * 48 + 32 + x], buffer[sy * 48 + sx]);
        }
    assert_int_equal(other[40], 0xee);
    assert_int_equal(other[31], 0xee);
}

static void test_typed(void **state) {
    (void)state;
    fill();
    // rgba8 unorm to rgba32 float: 8 x 4 pixels.
    const sim_surface images[3] = {
        {0},
        {.kind = SIM_SURF_2D,
         .base = buffer,
         .width_px = 8,
         .height = 4,
         .pitch_b = 32,
         .px_b = 4,
         .format = 4 << 8 | 2},
        {.kind = SIM_SURF_2D,
         .base = other,
         .width_px = 8,
         .height = 4,
         .pitch_b = 128,
         .px_b = 16,
         .format = 8 << 8 | 4},
    };
    run_image(LANES8 "mov (8|M0) r6.0<1>:ud r5.0<8;8,1>:uw\n"
                     "(W) mov (8|M0) r7.0<1>:ud 0x2:ud\n"
                     "send.dc1 (8|M0) r20 r6 r7 0x40 0x02415001\n" // U, V -> XYZW
                     "(W) mov (8|M0) r19.0<1>:ud 0x1:ud\n"
                     "send.dc1 (8|M0) null r6 r19 0x140 0x02035002\n" EOT, // to row 1
              images);
    for (unsigned x = 0; x < 8; x++)
        for (unsigned c = 0; c < 4; c++)
            assert_true(get_f32(other, 32 + 4 * x + c) == (float)(buffer[64 + 4 * x + c] / 255.0));
}

static void test_lsc(void **state) {
    (void)state;
    // dg2 and pvc: SIMT and transposed messages by binding table and SLM (arguments are not loaded
    // here).
    const char *eot = "(W) mov (8|M0) r127.0<1>:ud r0.0<1;1,0>:ud\n"
                      "(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT}\n";
    for (unsigned big = 0; big < 2; big++) {
        char text[4096];
        fill();
        unsigned regs16 = big ? 1 : 2; // registers of 16 dwords
        snprintf(text, sizeof text,
                 "(W) mov (8|M0) r5.0<1>:uw 0x76543210:uv\n"
                 "(W) add (8|M0) r5.8<1>:uw r5.0<1;1,0>:uw 0x8:uw\n"
                 "shl (16|M0) r6.0<1>:ud r5.0<1;1,0>:uw 0x3:uw\n"
                 "send.ugm (16|M0) r10 r6 null:0 0x01000000 0x%x\n" // d32x2
                 "send.ugm (16|M0) null r6 r10:%u 0x02000000 0x%x\n"
                 "(W) mov (8|M0) r120.0<1>:ud 0x100:ud\n"
                 "(W) send.ugm (1|M0) r20 r120 null:0 0x01000000 0x%x\n" // d32x16t at 256
                 "(W) mov (8|M0) r120.0<1>:ud 0x20:ud\n"
                 "(W) send.slm (1|M0) null r120 r20:%u 0x0 0x%x\n"
                 "(W) send.slm (1|M0) r30 r120 null:0 0x0 0x%x\n"
                 "(W) mov (8|M0) r120.0<1>:ud 0x100:ud\n"
                 "(W) send.ugm (1|M0) null r120 r30:%u 0x02000000 0x%x\n%s",
                 0x60001500u | regs16 << 25 | (2 * regs16) << 20, 2 * regs16, 0x60001504u | regs16 << 25,
                 0x6200D500u | regs16 << 20, regs16, 0x0200D504u, 0x0200D500u | regs16 << 20, regs16, 0x6200D504u, eot);
        run_on(big ? "pvc" : "dg2", text, 1024, 0);
        assert_memory_equal(other, buffer, 128);
        assert_memory_equal(other + 256, buffer + 256, 64);
        assert_int_equal(other[128], 0xee);
        assert_int_equal(other[320], 0xee);
    }
}

static void test_block_2d(void **state) {
    (void)state;
    static _Alignas(64) uint8_t image[64 * 16], out[1024];
    for (unsigned i = 0; i < sizeof image; i++)
        image[i] = (uint8_t)(i * 5 + i / 64);
    char text[4096];
    uint64_t base = (uint64_t)(uintptr_t)image;
    // 8 x 4 dwords at (12, 14) of an image of 16 x 16 dwords: 4 columns and 2 rows inside. Plain,
    // then transposed; then d16 4 x 4 at (2, 1) with VNNI.
    snprintf(text, sizeof text,
             "(W) mov (1|M0) r100.0<1>:ud 0x%x:ud\n(W) mov (1|M0) r100.1<1>:ud 0x%x:ud\n"
             "(W) mov (1|M0) r100.2<1>:ud 0x3f:ud\n(W) mov (1|M0) r100.3<1>:ud 0xf:ud\n(W) mov "
             "(1|M0) r100.4<1>:ud 0x3f:ud\n"
             "(W) mov (1|M0) r100.5<1>:ud 0xc:ud\n(W) mov (1|M0) r100.6<1>:ud 0xe:ud\n(W) mov "
             "(1|M0) r100.7<1>:ud 0x307:ud\n"
             "(W) send.ugm (1|M0) r10 r100 null:0 0x0 0x02200403\n"
             "(W) send.ugm (1|M0) r12 r100 null:0 0x0 0x02208403\n"
             "(W) mov (1|M0) r100.5<1>:ud 0x2:ud\n(W) mov (1|M0) r100.6<1>:ud 0x1:ud\n(W) mov "
             "(1|M0) r100.7<1>:ud 0x303:ud\n"
             "(W) send.ugm (1|M0) r14 r100 null:0 0x0 0x02100283\n"
             "(W) mov (8|M0) r120.0<1>:ud 0x0:ud\n"
             "(W) send.ugm (1|M0) null r120 r10:4 0x02000000 0x6200F504\n"
             "(W) mov (8|M0) r120.0<1>:ud 0x100:ud\n"
             "(W) send.ugm (1|M0) null r120 r14:1 0x02000000 0x6200D504\n"
             "(W) mov (8|M0) r127.0<1>:ud r0.0<1;1,0>:ud\n"
             "(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT}\n",
             (uint32_t)base, (uint32_t)(base >> 32));
    const sim_surface surfaces[3] = {{0}, {0}, {.kind = SIM_SURF_BUFFER, .base = out, .size_b = sizeof out}};
    sim_kernel_run k = {.target = "pvc",
                        .text = text,
                        .surfaces = surfaces,
                        .n_surfaces = 3,
                        .alloc = {image},
                        .alloc_b = {sizeof image}};
    char msg[512];
    cmc_status s = run_kernel(&k, msg, sizeof msg, NULL);
    if (s != CMC_OK)
        print_error("%s\n", msg);
    assert_int_equal(s, CMC_OK);
    for (unsigned y = 0; y < 4; y++)
        for (unsigned x = 0; x < 8; x++) {
            uint32_t want = x < 4 && y < 2 ? get_u32(image, (14 + y) * 16 + 12 + x) : 0;
            assert_int_equal(get_u32(out, y * 8 + x), want);
            assert_int_equal(get_u32(out, 32 + x * 4 + y), want);
        }
    for (unsigned y = 0; y < 4; y++)
        for (unsigned x = 0; x < 4; x++)
            assert_int_equal(get_u16(out, 128 + y / 2 * 8 + x * 2 + y % 2), get_u16(image, (1 + y) * 32 + 2 + x));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oword),     cmocka_unit_test(test_dual_oword),
        cmocka_unit_test(test_scattered), cmocka_unit_test(test_header_offset),
        cmocka_unit_test(test_untyped),   cmocka_unit_test(test_a64),
        cmocka_unit_test(test_atomics),   cmocka_unit_test(test_slm_and_scratch),
        cmocka_unit_test(test_media),     cmocka_unit_test(test_typed),
        cmocka_unit_test(test_lsc),       cmocka_unit_test(test_block_2d),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
