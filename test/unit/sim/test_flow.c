// SPDX-License-Identifier: MIT
// Control flow with per-channel masks, written in assembly. Lane i starts with i in r10 (16 lanes:
// r10, r11).

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness.h"

#include <string.h>

static sim_io *lanes(void) {
    static sim_io io;
    memset(&io, 0, sizeof io);
    for (unsigned i = 0; i < 16; i++)
        put_u32(io.in, i, i);
    return &io;
}

static void test_if_else(void **state) {
    (void)state;
    sim_io *io = lanes();
    run_piece("(W) mov (16|M0) r50.0<1>:d 0x0:d\n"
              "cmp (16|M0) (lt)f0.0 null<1>:d r10.0<8;8,1>:d 8:w\n"
              "(f0.0) if (16|M0) ELSE ENDIF\n"
              "add (16|M0) r50.0<1>:d r50.0<8;8,1>:d 1:w\n"
              "cmp (16|M0) (lt)f0.0 null<1>:d r10.0<8;8,1>:d 3:w\n"
              "(f0.0) if (16|M0) INNER INNER\n"
              "add (16|M0) r50.0<1>:d r50.0<8;8,1>:d 10:w\n"
              "INNER:\n"
              "endif (16|M0) ELSE1\n"
              "ELSE1:\n"
              "else (16|M0) ENDIF ENDIF\n"
              "ELSE:\n"
              "add (16|M0) r50.0<1>:d r50.0<8;8,1>:d 100:w\n"
              "ENDIF:\n"
              "endif (16|M0) NEXT\n"
              "NEXT:\n"
              "add (16|M0) r50.0<1>:d r50.0<8;8,1>:d 1000:w\n",
              io);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(get_u32(io->out, i), 1000 + (i < 8 ? 1 + (i < 3 ? 10 : 0) : 100));
}

static void test_if_uniform(void **state) {
    (void)state;
    sim_io *io = lanes();
    // Nobody takes the first branch, everybody the second; the else side of the second is skipped.
    run_piece("(W) mov (16|M0) r50.0<1>:d 0x0:d\n"
              "(W) mov (1|M0) f0.0<1>:uw 0x0:uw\n"
              "(f0.0) if (16|M0) E1 N1\n"
              "mov (16|M0) r50.0<1>:d 7:w\n"
              "else (16|M0) N1 N1\n"
              "E1:\n"
              "add (16|M0) r50.0<1>:d r50.0<8;8,1>:d 1:w\n"
              "N1:\n"
              "endif (16|M0) M1\n"
              "M1:\n"
              "(~f0.0) if (16|M0) E2 N2\n"
              "add (16|M0) r50.0<1>:d r50.0<8;8,1>:d 20:w\n"
              "else (16|M0) N2 N2\n"
              "E2:\n"
              "add (16|M0) r50.0<1>:d r50.0<8;8,1>:d 300:w\n"
              "N2:\n"
              "endif (16|M0) M2\n"
              "M2:\n",
              io);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(get_u32(io->out, i), 21);
}

// Lane i counts to i; break leaves at 9; odd rounds are not counted twice (cont).
static void test_loop(void **state) {
    (void)state;
    sim_io *io = lanes();
    run_piece("(W) mov (16|M0) r50.0<1>:d 0x0:d\n"
              "(W) mov (16|M0) r52.0<1>:d 0x0:d\n"
              "LOOP:\n"
              "add (16|M0) r50.0<1>:d r50.0<8;8,1>:d 1:w\n"
              "cmp (16|M0) (ge)f0.0 null<1>:d r50.0<8;8,1>:d 9:w\n"
              "(f0.0) break (16|M0) WHILE WHILE\n"
              "and (16|M0) (ne)f0.0 null<1>:d r50.0<8;8,1>:d 1:w\n"
              "cmp (16|M0) (lt)f1.0 null<1>:d r50.0<8;8,1>:d r10.0<8;8,1>:d\n"
              "(f0.0) cont (16|M0) WHILE WHILE\n"
              "add (16|M0) r52.0<1>:d r52.0<8;8,1>:d 1:w\n"
              "WHILE:\n"
              "(f1.0) while (16|M0) LOOP\n"
              "add (16|M0) r54.0<1>:d r50.0<8;8,1>:d 100:w\n",
              io);
    for (int i = 0; i < 16; i++) {
        int n = 0, even = 0;
        for (;;) {
            n++;
            if (n >= 9)
                break;
            if (!(n & 1))
                even++;
            if (!(n < i))
                break;
        }
        assert_int_equal(get_u32(io->out, (unsigned)i), n);
        assert_int_equal(get_u32(io->out, 16 + (unsigned)i), even);
        assert_int_equal(get_u32(io->out, 32 + (unsigned)i), n + 100);
    }
}

static void test_goto_join(void **state) {
    (void)state;
    sim_io *io = lanes();
    run_piece("(W) mov (16|M0) r50.0<1>:d 0x0:d\n"
              "cmp (16|M0) (gt)f0.0 null<1>:d r10.0<8;8,1>:d 11:w\n"
              "(f0.0) goto (16|M0) J1 J2\n" // 12..15 to J2
              "cmp (16|M0) (gt)f0.0 null<1>:d r10.0<8;8,1>:d 4:w\n"
              "(f0.0) goto (16|M0) J1 J1\n"                 // 5..11 to J1
              "add (16|M0) r50.0<1>:d r50.0<8;8,1>:d 1:w\n" // 0..4
              "J1:\n"
              "join (16|M0) J2\n"
              "add (16|M0) r50.0<1>:d r50.0<8;8,1>:d 10:w\n" // 0..11
              "J2:\n"
              "join (16|M0) J3\n"
              "add (16|M0) r50.0<1>:d r50.0<8;8,1>:d 100:w\n"
              "J3:\n"
              "join (16|M0) END\n"
              "END:\n",
              io);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(get_u32(io->out, i), 100 + (i < 12 ? 10 : 0) + (i < 5 ? 1 : 0));
}

static void test_goto_backward(void **state) {
    (void)state;
    sim_io *io = lanes();
    run_piece("(W) mov (16|M0) r50.0<1>:d 0x0:d\n"
              "BACK:\n"
              "add (16|M0) r50.0<1>:d r50.0<8;8,1>:d 1:w\n"
              "cmp (16|M0) (lt)f0.0 null<1>:d r50.0<8;8,1>:d r10.0<8;8,1>:d\n"
              "(f0.0) goto.b (16|M0) OUT BACK\n"
              "OUT:\n"
              "join (16|M0) END\n"
              "END:\n"
              "add (16|M0) r52.0<1>:d r50.0<8;8,1>:d 100:w\n",
              io);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(get_u32(io->out, 16 + i), 100 + (i ? i : 1));
}

static void test_call(void **state) {
    (void)state;
    sim_io *io = lanes();
    run_piece("(W) mov (16|M0) r50.0<1>:d 0x0:d\n"
              "cmp (16|M0) (lt)f0.0 null<1>:d r10.0<8;8,1>:d 6:w\n"
              "(f0.0) call (16|M0) r100.0 SUB\n"
              "add (16|M0) r50.0<1>:d r50.0<8;8,1>:d 1:w\n"
              "call (16|M0) r100.0 SUB\n"
              "(W) jmpi DONE\n"
              "SUB:\n"
              "add (16|M0) r50.0<1>:d r50.0<8;8,1>:d 10:w\n"
              "call (16|M0) r101.0 LEAF\n"
              "ret (16|M0) r100.0\n"
              "LEAF:\n"
              "add (16|M0) r50.0<1>:d r50.0<8;8,1>:d 100:w\n"
              "ret (16|M0) r101.0\n"
              "DONE:\n",
              io);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(get_u32(io->out, i), 111 + (i < 6 ? 110 : 0));
}

static void test_jump(void **state) {
    (void)state;
    sim_io *io = lanes();
    // A uniform loop with jmpi, and a computed jump over two 16-byte instructions.
    run_piece("(W) mov (8|M0) r50.0<1>:d 0x0:d\n"
              "AGAIN:\n"
              "(W) add (1|M0) r50.0<1>:d r50.0<0;1,0>:d 1:w\n"
              "(W) cmp (1|M0) (lt)f0.0 null<1>:d r50.0<0;1,0>:d 5:w\n"
              "(W&f0.0) jmpi AGAIN\n"
              "(W) mov (1|M0) r60.0<1>:d 0x30:d\n"
              "(W) jmpi r60.0\n"
              "(W) mov (1|M0) r50.1<1>:d 1:w\n"
              "(W) mov (1|M0) r50.2<1>:d 1:w\n"
              "(W) mov (1|M0) r50.3<1>:d 1:w\n",
              io);
    const uint32_t want[4] = {5, 0, 0, 1};
    assert_memory_equal(io->out, want, sizeof want);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_if_else),   cmocka_unit_test(test_if_uniform),    cmocka_unit_test(test_loop),
        cmocka_unit_test(test_goto_join), cmocka_unit_test(test_goto_backward), cmocka_unit_test(test_call),
        cmocka_unit_test(test_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
