// SPDX-License-Identifier: MIT
// Integer instructions: every expectation is plain C arithmetic or a number worked out by hand.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t edge[8] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x12345678, 31, 0xfffffff0};

static sim_io *pairs(void) { // r10 = edges, r11 = edges rotated by one
    static sim_io io;
    memset(&io, 0, sizeof io);
    for (unsigned i = 0; i < 8; i++) {
        put_u32(io.in, i, edge[i]);
        put_u32(io.in, 8 + i, edge[(i + 1) % 8]);
    }
    return &io;
}

static void test_add_sub_logic(void **state) {
    (void)state;
    sim_io *io = pairs();
    run_piece("add (8|M0) r50.0<1>:d r10.0<8;8,1>:d r11.0<8;8,1>:d\n"
              "add (8|M0) r51.0<1>:d r10.0<8;8,1>:d -r11.0<8;8,1>:d\n"
              "add (8|M0) (sat) r52.0<1>:d r10.0<8;8,1>:d r11.0<8;8,1>:d\n"
              "add (8|M0) (sat) r53.0<1>:ud r10.0<8;8,1>:ud r11.0<8;8,1>:ud\n"
              "and (8|M0) r54.0<1>:ud r10.0<8;8,1>:ud ~r11.0<8;8,1>:ud\n"
              "or (8|M0) r55.0<1>:ud r10.0<8;8,1>:ud r11.0<8;8,1>:ud\n"
              "xor (8|M0) r56.0<1>:ud r10.0<8;8,1>:ud 0xff:ud\n"
              "not (8|M0) r57.0<1>:ud r10.0<8;8,1>:ud\n"
              "avg (8|M0) r58.0<1>:d r10.0<8;8,1>:d r11.0<8;8,1>:d\n"
              "add (8|M0) (sat) r59.0<1>:ud r10.0<8;8,1>:ud -r11.0<8;8,1>:ud\n"
              "mov (8|M0) r60.0<1>:d (abs)r10.0<8;8,1>:d\n",
              io);
    for (unsigned i = 0; i < 8; i++) {
        uint32_t a = edge[i], b = edge[(i + 1) % 8];
        int64_t sa = (int32_t)a, sb = (int32_t)b, sum = sa + sb;
        assert_int_equal(get_u32(io->out, i), a + b);
        assert_int_equal(get_u32(io->out, 8 + i), a - b);
        assert_int_equal(get_u32(io->out, 16 + i), (uint32_t)(sum > INT32_MAX   ? INT32_MAX
                                                              : sum < INT32_MIN ? INT32_MIN
                                                                                : sum));
        assert_int_equal(get_u32(io->out, 24 + i), a + b < a ? UINT32_MAX : a + b);
        assert_int_equal(get_u32(io->out, 32 + i), a & ~b);
        assert_int_equal(get_u32(io->out, 40 + i), a | b);
        assert_int_equal(get_u32(io->out, 48 + i), a ^ 0xff);
        assert_int_equal(get_u32(io->out, 56 + i), ~a);
        assert_int_equal(get_u32(io->out, 64 + i), (uint32_t)((sum + 1) >> 1));
        assert_int_equal(get_u32(io->out, 72 + i), a > b ? a - b : 0);
        assert_int_equal(get_u32(io->out, 80 + i), sa < 0 ? 0u - a : a);
    }
}

static void test_shifts(void **state) {
    (void)state;
    sim_io *io = pairs();
    static const uint32_t counts[8] = {0, 1, 31, 32, 33, 63, 4, 16};
    for (unsigned i = 0; i < 8; i++)
        put_u32(io->in, 16 + i, counts[i]);
    run_piece("shl (8|M0) r50.0<1>:d r10.0<8;8,1>:d r12.0<8;8,1>:ud\n"
              "shr (8|M0) r51.0<1>:ud r10.0<8;8,1>:ud r12.0<8;8,1>:ud\n"
              "asr (8|M0) r52.0<1>:d r10.0<8;8,1>:d r12.0<8;8,1>:ud\n"
              "rol (8|M0) r53.0<1>:ud r10.0<8;8,1>:ud r12.0<8;8,1>:ud\n"
              "ror (8|M0) r54.0<1>:ud r10.0<8;8,1>:ud r12.0<8;8,1>:ud\n"
              "rol (8|M0) r55.0<1>:uw r10.0<16;8,2>:uw r12.0<16;8,2>:uw\n",
              io);
    for (unsigned i = 0; i < 8; i++) {
        uint32_t a = edge[i], n = counts[i] & 31, w = a & 0xffff, k = counts[i] & 15;
        assert_int_equal(get_u32(io->out, i), a << n);
        assert_int_equal(get_u32(io->out, 8 + i), a >> n);
        assert_int_equal(get_u32(io->out, 16 + i), (uint32_t)((int32_t)a >> n));
        assert_int_equal(get_u32(io->out, 24 + i), n ? a << n | a >> (32 - n) : a);
        assert_int_equal(get_u32(io->out, 32 + i), n ? a >> n | a << (32 - n) : a);
        assert_int_equal(get_u16(io->out, 80 + i), (uint16_t)(w << k | w >> (16 - k)));
    }
}

static void test_multiply(void **state) {
    (void)state;
    sim_io *io = pairs();
    run_piece("mul (8|M0) r50.0<1>:d r10.0<8;8,1>:d r11.0<16;8,2>:uw\n"
              "(W) mul (8|M0) acc0.0<1>:d r10.0<8;8,1>:d r11.0<16;8,2>:uw\n"
              "mach (8|M0) r51.0<1>:d r10.0<8;8,1>:d r11.0<8;8,1>:d\n" // low half (macl)
              "(W) mul (8|M0) acc0.0<1>:d r10.0<8;8,1>:d r11.0<16;8,2>:uw\n"
              "mach (8|M0) r52.0<1>:d r10.0<8;8,1>:d r11.0<8;8,1>:d {AccWrEn}\n" // high half
              "(W) mul (8|M0) acc0.0<1>:ud r10.0<8;8,1>:ud r11.0<16;8,2>:uw\n"
              "mach (8|M0) r53.0<1>:ud r10.0<8;8,1>:ud r11.0<8;8,1>:ud {AccWrEn}\n"
              "mov (8|M0) r54.0<1>:ud acc0.0<8;8,1>:ud\n"
              "mad (8|M0) r55.0<1>:d r10.0<8;1>:d r11.0<8;1>:d 0x7:w\n"
              "mul (8|M0) r56.0<1>:d r10.0<16;8,2>:w r11.0<16;8,2>:w\n",
              io);
    for (unsigned i = 0; i < 8; i++) {
        uint32_t a = edge[i], b = edge[(i + 1) % 8];
        int64_t sp = (int64_t)(int32_t)a * (int32_t)b;
        uint64_t up = (uint64_t)a * b;
        assert_int_equal(get_u32(io->out, i), a * (b & 0xffff));
        assert_int_equal(get_u32(io->out, 8 + i), a * b);
        assert_int_equal(get_u32(io->out, 16 + i), (uint32_t)(sp >> 32));
        assert_int_equal(get_u32(io->out, 24 + i), (uint32_t)(up >> 32));
        assert_int_equal(get_u32(io->out, 32 + i), (uint32_t)up);
        assert_int_equal(get_u32(io->out, 40 + i), a + b * 7);
        assert_int_equal(get_u32(io->out, 48 + i), (uint32_t)((int16_t)a * (int16_t)b));
    }
}

static void test_carry(void **state) {
    (void)state;
    sim_io *io = pairs();
    run_piece("addc (8|M0) r50.0<1>:ud r10.0<8;8,1>:ud r11.0<8;8,1>:ud {AccWrEn}\n"
              "mov (8|M0) r51.0<1>:ud acc0.0<8;8,1>:ud\n"
              "subb (8|M0) r52.0<1>:ud r10.0<8;8,1>:ud r11.0<8;8,1>:ud {AccWrEn}\n"
              "mov (8|M0) r53.0<1>:ud acc0.0<8;8,1>:ud\n",
              io);
    for (unsigned i = 0; i < 8; i++) {
        uint32_t a = edge[i], b = edge[(i + 1) % 8];
        assert_int_equal(get_u32(io->out, i), a + b);
        assert_int_equal(get_u32(io->out, 8 + i), a + b < a);
        assert_int_equal(get_u32(io->out, 16 + i), a - b);
        assert_int_equal(get_u32(io->out, 24 + i), a < b);
    }
}

static void test_bits(void **state) {
    (void)state;
    sim_io *io = pairs();
    for (unsigned i = 0; i < 8; i++)
        put_u32(io->in, 24 + i, i);
    put_u32(io->in, 32, 0xff00);
    run_piece("bfrev (8|M0) r50.0<1>:ud r10.0<8;8,1>:ud\n"
              "cbit (8|M0) r51.0<1>:ud r10.0<8;8,1>:ud\n"
              "lzd (8|M0) r52.0<1>:ud r10.0<8;8,1>:ud\n"
              "fbl (8|M0) r53.0<1>:ud r10.0<8;8,1>:ud\n"
              "fbh (8|M0) r54.0<1>:ud r10.0<8;8,1>:ud\n"
              "fbh (8|M0) r55.0<1>:ud r10.0<8;8,1>:d\n"
              "bfe (8|M0) r56.0<1>:ud 0x8:uw r12.0<8;1>:ud r10.0<1>:ud\n" // width 8, offset 0
              "bfi1 (8|M0) r57.0<1>:ud r13.0<8;8,1>:ud 0x2:ud\n"
              "bfi2 (8|M0) r58.0<1>:ud r14.0<8;1>:ud r11.0<8;1>:ud r10.0<1>:ud\n",
              io);
    for (unsigned i = 0; i < 8; i++) {
        uint32_t a = edge[i], r = 0;
        for (unsigned k = 0; k < 32; k++)
            r |= (a >> k & 1) << (31 - k);
        assert_int_equal(get_u32(io->out, i), r);
        assert_int_equal(get_u32(io->out, 8 + i), (uint32_t)__builtin_popcount(a));
        assert_int_equal(get_u32(io->out, 16 + i), a ? (uint32_t)__builtin_clz(a) : 32);
        assert_int_equal(get_u32(io->out, 24 + i), a ? (uint32_t)__builtin_ctz(a) : UINT32_MAX);
        assert_int_equal(get_u32(io->out, 32 + i), a ? (uint32_t)__builtin_clz(a) : UINT32_MAX);
        uint32_t s = (int32_t)a < 0 ? ~a : a;
        assert_int_equal(get_u32(io->out, 40 + i), s ? (uint32_t)__builtin_clz(s) : UINT32_MAX);
        assert_int_equal(get_u32(io->out, 48 + i), a & 0xff);
        assert_int_equal(get_u32(io->out, 56 + i), ((1u << i) - 1) << 2);
    }
    // mask 0xff00 in lane 0: byte 1 of the base becomes the low byte of the value
    assert_int_equal(get_u32(io->out, 64), (edge[0] & ~0xff00u) | (edge[1] & 0xff) << 8);
    assert_int_equal(get_u32(io->out, 65), edge[1]); // empty mask: base
}

static void test_dot4(void **state) {
    (void)state;
    sim_io *io = pairs();
    run_piece("dp4a (8|M0) r50.0<1>:d r12.0<8;1>:d r10.0<8;1>:d r11.0<1>:d\n"
              "dp4a (8|M0) r51.0<1>:ud r12.0<8;1>:ud r10.0<8;1>:ud r11.0<1>:ud\n",
              io);
    for (unsigned i = 0; i < 8; i++) {
        uint32_t a = edge[i], b = edge[(i + 1) % 8];
        int32_t s = 0;
        uint32_t u = 0;
        for (unsigned k = 0; k < 32; k += 8) {
            s += (int8_t)(a >> k) * (int8_t)(b >> k);
            u += (a >> k & 255) * (b >> k & 255);
        }
        assert_int_equal(get_u32(io->out, i), (uint32_t)s);
        assert_int_equal(get_u32(io->out, 8 + i), u);
    }
}

static void test_convert(void **state) {
    (void)state;
    sim_io *io = pairs();
    run_piece("mov (8|M0) r50.0<4>:b r10.0<8;8,1>:d\n"
              "mov (8|M0) (sat) r51.0<4>:b r10.0<8;8,1>:d\n"
              "mov (8|M0) (sat) r52.0<4>:ub r10.0<8;8,1>:d\n"
              "mov (8|M0) (sat) r53.0<2>:uw r10.0<8;8,1>:d\n"
              "mov (8|M0) r54.0<1>:d r10.0<32;8,4>:b\n"
              "mov (8|M0) r55.0<1>:d r10.0<32;8,4>:ub\n"
              "mov (8|M0) r56.0<1>:f r10.0<8;8,1>:d\n"
              "mov (8|M0) r57.0<1>:f r10.0<8;8,1>:ud\n"
              "mov (8|M0) r58.0<1>:w 0x76543210:v\n",
              io);
    for (unsigned i = 0; i < 8; i++) {
        int32_t a = (int32_t)edge[i];
        assert_int_equal(io->out[4 * i], (uint8_t)a);
        assert_int_equal((int8_t)io->out[32 + 4 * i], a > 127 ? 127 : a < -128 ? -128 : a);
        assert_int_equal(io->out[64 + 4 * i], a > 255 ? 255 : a < 0 ? 0 : a);
        assert_int_equal(get_u16(io->out, 48 + 2 * i), a > 65535 ? 65535 : a < 0 ? 0 : a);
        assert_int_equal((int32_t)get_u32(io->out, 32 + i), (int8_t)a);
        assert_int_equal(get_u32(io->out, 40 + i), (uint8_t)a);
        assert_true(get_f32(io->out, 48 + i) == (float)a);
        assert_true(get_f32(io->out, 56 + i) == (float)edge[i]);
        assert_int_equal(get_u16(io->out, 128 + i), i);
    }
}

static void test_regions(void **state) {
    (void)state;
    sim_io *io = pairs();
    for (unsigned i = 0; i < 64; i++)
        put_u32(io->in, i, 100 + i);
    run_piece("mov (8|M0) r50.0<1>:d r10.2<0;1,0>:d\n"     // scalar
              "mov (8|M0) r51.0<1>:d r10.1<4;2,2>:d\n"     // rows of 2
              "mov (4|M0) r52.0<2>:d r10.0<1;1,0>:d\n"     // strided destination
              "(W) mov (1|M0) a0.0<1>:uw 0x148:uw\n"       // byte 328 = r10.2
              "mov (8|M0) r53.0<1>:d r[a0.0,8]<8;8,1>:d\n" // from r10.4
              "(W) mov (8|M0) a0.0<1>:uw r42.0<8;8,1>:uw\n"
              "(W) mov (8|M0) r54.0<1>:d 0x0:d\n"
              "(W) mov (8|M0) a0.0<1>:uw 0x160:uw\n"
              "(W) mov (1|M0) a0.3<1>:uw 0x164:uw\n"
              "mov (8|M0) r54.0<1>:d r[a0.0]<1,0>:d\n" // an address a lane
              "(W) mov (1|M0) a0.0<1>:uw 0x6e4:uw\n"   // byte 1764 = r55.1
              "mov (4|M0) r[a0.0,4]<1>:d r10.0<4;4,1>:d\n",
              io);
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(get_u32(io->out, i), 102);
        assert_int_equal(get_u32(io->out, 8 + i), 101 + i / 2 * 4 + i % 2 * 2);
        assert_int_equal(get_u32(io->out, 24 + i), 104 + i);
        assert_int_equal(get_u32(io->out, 32 + i), i == 3 ? 109 : 108);
    }
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(get_u32(io->out, 16 + 2 * i), 100 + i);
        assert_int_equal(get_u32(io->out, 42 + i), 100 + i);
    }
}

static void test_masks_and_flags(void **state) {
    (void)state;
    sim_io *io = pairs();
    for (unsigned i = 0; i < 16; i++)
        put_u32(io->in, i, i);
    for (unsigned i = 0; i < 8; i++)
        put_u32(io->in, 16 + i, i % 2 ? 0xffff : 0);
    run_piece("(W) mov (8|M0) r50.0<1>:d 0x0:d\n"
              "cmp (16|M0) (gt)f0.0 null<1>:d r10.0<8;8,1>:d 5:w\n"
              "(f0.0) mov (8|M0) r50.0<1>:d 1:w\n" // lanes 6, 7
              "(~f0.0) sel (16|M0) r51.0<1>:d r10.0<8;8,1>:d 99:w\n"
              "(W) mov (1|M0) r53.0<1>:ud f0.0<0;1,0>:uw\n"
              "(W) mov (1|M0) f1.0<1>:uw 0x10:uw\n"
              "(W) mov (8|M0) r54.0<1>:d 0x0:d\n"
              "(f1.0.any4h) mov (8|M0) r54.0<1>:d 1:w\n" // lanes 4..7
              "(f1.0.all4h) mov (8|M0) r54.0<1>:d 2:w\n" // nobody
              "(W) mov (8|M0) r55.0<1>:d 0x0:d\n"
              "(f0.0) mov (8|M8) r55.0<1>:d 1:w\n" // channels 8..15: all
              "and (8|M0) (eq)f0.1 null<1>:ud r10.0<8;8,1>:ud 0x1:ud\n"
              "(W) mov (1|M0) r56.0<1>:ud f0.1<0;1,0>:uw\n"
              "sel (8|M0) (lt)f0.0 r57.0<1>:d r10.0<8;8,1>:d 3:w\n"
              "sel (8|M0) (ge)f0.0 r58.0<1>:ud r10.0<8;8,1>:ud 0x3:ud\n"
              "csel (8|M0) (lt)f0.0 r59.0<1>:w r10.0<8;2>:w r11.0<8;2>:w r12.0<2>:w\n"
              "cmp (8|M0) (lt)f1.0 r60.0<1>:d r10.0<8;8,1>:d 2:w\n",
              io);
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(get_u32(io->out, i), i > 5);
        assert_int_equal(get_u32(io->out, 32 + i), i >= 4);
        assert_int_equal(get_u32(io->out, 40 + i), 1);
        assert_int_equal(get_u32(io->out, 56 + i), i < 3 ? i : 3);
        assert_int_equal(get_u32(io->out, 64 + i), i > 3 ? i : 3);
        assert_int_equal(get_u32(io->out, 80 + i), i < 2 ? UINT32_MAX : 0);
        assert_int_equal(get_u16(io->out, 144 + i), i % 2 ? i : 8 + i);
    }
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(get_u32(io->out, 8 + i), i > 5 ? 99 : i);
    assert_int_equal(get_u32(io->out, 24), 0xffc0);
    assert_int_equal(get_u32(io->out, 48), 0x55);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_add_sub_logic), cmocka_unit_test(test_shifts),  cmocka_unit_test(test_multiply),
        cmocka_unit_test(test_carry),         cmocka_unit_test(test_bits),    cmocka_unit_test(test_dot4),
        cmocka_unit_test(test_convert),       cmocka_unit_test(test_regions), cmocka_unit_test(test_masks_and_flags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
