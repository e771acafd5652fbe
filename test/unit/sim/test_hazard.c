// SPDX-License-Identifier: MIT
// Scoreboard checker: planted faults are found and named, their correct twins are silent.
//
// The annotations expected are those that iga64 -Xauto-deps gives to the same code.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "checked.h"

#include <stdio.h>
#include <string.h>

#define END_LP                                                                                                         \
    "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud {@1}\n(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT,@1}\n"
#define END_HPG                                                                                                        \
    "(W) mov (8|M0) r127.0<1>:ud r0.0<1;1,0>:ud {A@1}\n(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 "          \
    "{EOT,A@1}\n"

#define DPAS_CHAIN                                                                                                     \
    "dpas.8x8 (8|M0) r20:f r20:f r40:bf r50.0:bf {Atomic}\n"                                                           \
    "dpas.8x8 (8|M0) r30:f r30:f r40:bf r60.0:bf {$0}\n"

#define DESC_IN_A0                                                                                                     \
    "(W) mov (1|M0) a0.0<1>:ud 0x0219E000:ud\n"                                                                        \
    "(W) send.dc0 (8|M0) r10 r0 null 0x0 a0.0 {@1,$5}\n"

// Writes two registers from r10; no channel takes part.
#define LENGTH_IN_A0                                                                                                   \
    "(W) mov (1|M0) f0.0<1>:ud 0:ud\n(W) mov (1|M0) a0.2<1>:ud 0x80:ud\n"                                              \
    "(f0.0) send.dc0 (8|M0) null r0 r10 a0.2 0x020A0302 {A@1,$5}\n"

// Two instructions of a body; the second is at 0x10 (or at 0x10 times its index).
typedef struct planted {
    const char *target, *wrong, *right;
    uint32_t pc_b;
    const char *words[4];
} planted;

static const char *end_of(const char *target) {
    return strcmp(target, "tgl") == 0 ? END_LP : END_HPG;
}

static void try_one(const planted *p) {
    char text[2048];
    checked c = {.target = p->target, .text = text, .checks = SIM_CHECK_HAZARD};
    snprintf(text, sizeof text, "%s%s", p->wrong, end_of(p->target));
    checked_expect(&c, p->pc_b, p->words[0], p->words[1], p->words[2], p->words[3], NULL);
    snprintf(text, sizeof text, "%s%s", p->right, end_of(p->target));
    checked_expect_silent(&c);
}

#define ADD_F     "add (8|M0) r10.0<1>:f r11.0<1;1,0>:f r12.0<1;1,0>:f"
#define ADD_D     "add (8|M0) r10.0<1>:d r11.0<1;1,0>:d r12.0<1;1,0>:d"
#define INV       "math.inv (8|M0) r10.0<1>:f r11.0<1;1,0>:f"
#define LOAD      "(W) send.dc0 (8|M0) r10 r0 null:0 0x0 0x0219E000" // a fence that answers
#define LOAD_LP   "(W) send.dc0 (8|M0) r10 r0 null 0x0 0x0219E000"
#define FENCE_HPC "(W) send.ugm (1|M0) r10 r0 null:0 0x0 0x0210011F"

static const planted in_order[] = {
    // read after write, one pipe
    {"tgl",
     ADD_D "\nmul (8|M0) r13.0<1>:f r10.0<8;8,1>:f r12.0<8;8,1>:f\n",
     ADD_D "\nmul (8|M0) r13.0<1>:f r10.0<8;8,1>:f r12.0<8;8,1>:f {@1}\n",
     0x10,
     {"reads r10.0:f", "before 0x0: add", "needs @1"}},
    // the distance is too long: the second to last is not the producer
    {"dg2",
     ADD_D "\n" ADD_D "\nmov (8|M0) r13.0<1>:d r10.0<1;1,0>:d {I@2}\n",
     ADD_D "\n" ADD_D "\nmov (8|M0) r13.0<1>:d r10.0<1;1,0>:d {I@1}\n",
     0x20,
     {"reads r10.0:d", "before 0x10: add", "needs I@1"}},
    // the distance is about the wrong pipe
    {"dg2",
     ADD_F "\nmov (8|M0) r13.0<1>:d r10.0<1;1,0>:d {I@1}\n",
     ADD_F "\nmov (8|M0) r13.0<1>:d r10.0<1;1,0>:d {F@1}\n",
     0x10,
     {"reads r10.0:d", "before 0x0: add", "needs F@1"}},
    // write after write and write after read in another pipe
    {"dg2",
     ADD_F "\nmov (8|M0) r10.0<1>:d r13.0<1;1,0>:d\n",
     ADD_F "\nmov (8|M0) r10.0<1>:d r13.0<1;1,0>:d {F@1}\n",
     0x10,
     {"writes r10.0:d", "has written it", "needs F@1"}},
    {"pvc",
     ADD_F "\nmov (8|M0) r12.0<1>:d r13.0<1;1,0>:d\n",
     ADD_F "\nmov (8|M0) r12.0<1>:d r13.0<1;1,0>:d {F@1}\n",
     0x10,
     {"overwrites r12.0:d", "has read it", "needs F@1"}},
    // math in its own pipe
    {"pvc",
     INV "\nmul (8|M0) r13.0<1>:f r10.0<1;1,0>:f r12.0<1;1,0>:f {F@1}\n",
     INV "\nmul (8|M0) r13.0<1>:f r10.0<1;1,0>:f r12.0<1;1,0>:f {M@1}\n",
     0x10,
     {"reads r10.0:f", "math.inv", "needs M@1"}},
    {"lnl",
     INV "\nmul (8|M0) r13.0<1>:f r10.0<1;1,0>:f r12.0<1;1,0>:f\n",
     INV "\nmul (8|M0) r13.0<1>:f r10.0<1;1,0>:f r12.0<1;1,0>:f {A@1}\n",
     0x10,
     {"reads r10.0:f", "math.inv", "needs M@1"}},
    // 64 bits in the long pipe
    {"pvc",
     "add (8|M0) r10.0<1>:df r11.0<1;1,0>:df r12.0<1;1,0>:df\n"
     "mov (8|M0) r13.0<1>:d r10.0<2;1,0>:d {F@1}\n",
     "add (8|M0) r10.0<1>:df r11.0<1;1,0>:df r12.0<1;1,0>:df\n"
     "mov (8|M0) r13.0<1>:d r10.0<2;1,0>:d {L@1}\n",
     0x10,
     {"reads r10.0:d", "before 0x0: add", "needs L@1"}},
    // a part of the register is enough: dword 3
    {"pvc",
     "(W) mov (1|M0) r10.3<1>:d 7:d\n(W) mov (1|M0) r13.0<1>:f r10.3<0;1,0>:d\n",
     "(W) mov (1|M0) r10.3<1>:d 7:d\n(W) mov (1|M0) r13.0<1>:f r10.2<0;1,0>:d\n",
     0x10,
     {"reads r10.3:d", "before 0x0: (W) mov", "needs I@1"}},
    // state registers
    {"dg2",
     "(W) mov (1|M0) cr0.0<1>:ud 0x4C0:ud\n" ADD_F "\n",
     "(W) mov (1|M0) cr0.0<1>:ud 0x4C0:ud\n" ADD_F " {A@1}\n",
     0x10,
     {"cr0", "needs I@1"}},
    // through a register address
    {"tgl",
     "(W) mov (1|M0) a0.0<1>:uw 0x140:uw\n" ADD_D "\nmov (8|M0) r20.0<1>:d r[a0.0]<1;1,0>:d\n",
     "(W) mov (1|M0) a0.0<1>:uw 0x140:uw\n" ADD_D "\nmov (8|M0) r20.0<1>:d r[a0.0]<1;1,0>:d {@1}\n",
     0x20,
     {"reads r10.0:d", "before 0x10: add", "needs @1"}},
};

static const planted tokens[] = {
    {"tgl",
     INV " {$3}\nmul (8|M0) r13.0<1>:f r10.0<8;8,1>:f r12.0<8;8,1>:f\n",
     INV " {$3}\nmul (8|M0) r13.0<1>:f r10.0<8;8,1>:f r12.0<8;8,1>:f {$3.dst}\n",
     0x10,
     {"reads r10.0:f", "math.inv", "needs $3.dst"}},
    // .src is not enough to read the result
    {"dg2",
     LOAD " {$4}\nmov (8|M0) r13.0<1>:d r10.0<1;1,0>:d {$4.src}\n",
     LOAD " {$4}\nmov (8|M0) r13.0<1>:d r10.0<1;1,0>:d {$4.dst}\n",
     0x10,
     {"reads r10.0:d", "send.dc0", "needs $4.dst"}},
    // the wrong token
    {"tgl",
     LOAD_LP " {$1}\nmov (8|M0) r10.0<1>:d 0:d {$2.dst}\n",
     LOAD_LP " {$1}\nmov (8|M0) r10.0<1>:d 0:d {$1.dst}\n",
     0x10,
     {"writes r10.0:d", "needs $1.dst"}},
    // the payload is overwritten before it is read
    {"pvc",
     FENCE_HPC " {$20}\n(W) mov (8|M0) r0.0<1>:d 0:d\n",
     FENCE_HPC " {$20}\n(W) mov (8|M0) r0.0<1>:d 0:d {$20.src}\n",
     0x10,
     {"overwrites r0.0:d", "has read it", "needs $20.src"}},
    // a message without a token
    {"tgl",
     LOAD_LP "\nmov (8|M0) r13.0<1>:d r10.0<8;8,1>:d\n",
     LOAD_LP " {$0}\nsync.nop null {$0.dst}\nmov (8|M0) r13.0<1>:d r10.0<8;8,1>:d\n",
     0x0,
     {"has no token", "add one"}},
    // sync: of reads only, and of other tokens only
    {"dg2",
     LOAD " {$4}\nsync.allrd null\nmov (8|M0) r13.0<1>:d r10.0<1;1,0>:d\n",
     LOAD " {$4}\nsync.allwr null\nmov (8|M0) r13.0<1>:d r10.0<1;1,0>:d\n",
     0x20,
     {"reads r10.0:d", "needs $4.dst"}},
    {"dg2",
     LOAD " {$4}\nsync.allwr 0x8:ud\nmov (8|M0) r13.0<1>:d r10.0<1;1,0>:d\n",
     LOAD " {$4}\nsync.allwr 0x10:ud\nmov (8|M0) r13.0<1>:d r10.0<1;1,0>:d\n",
     0x20,
     {"reads r10.0:d", "needs $4.dst"}},
    // a chain of dpas has the token of its last instruction
    {"dg2",
     DPAS_CHAIN "mov (8|M0) r13.0<1>:f r20.0<1;1,0>:f\n",
     DPAS_CHAIN "mov (8|M0) r13.0<1>:f r20.0<1;1,0>:f {$0.dst}\n",
     0x20,
     {"reads r20.0:f", "before 0x0: dpas", "needs the chain's token"}},
    // the descriptor is in a register: one register is answered, not more
    {"tgl",
     DESC_IN_A0 "mov (8|M0) r13.0<1>:d r10.0<8;8,1>:d\n",
     DESC_IN_A0 "mov (8|M0) r13.0<1>:d r11.0<8;8,1>:d\n",
     0x20,
     {"reads r10.0:d", "send.dc0", "needs $5.dst"}},
    // the number of data registers is in a register: two are read, not more
    {"dg2",
     LENGTH_IN_A0 "mov (8|M0) r11.0<1>:d 0:d\n",
     LENGTH_IN_A0 "mov (8|M0) r12.0<1>:d 0:d\n",
     0x30,
     {"overwrites r11.0:d", "send.dc0", "needs $5.src"}},
    // taking the token again waits for its last user
    {"tgl",
     INV " {$3}\nmath.exp (8|M0) r20.0<1>:f r10.0<8;8,1>:f {$4}\n",
     INV " {$3}\nmath.exp (8|M0) r20.0<1>:f r10.0<8;8,1>:f {$3}\n",
     0x10,
     {"reads r10.0:f", "needs $3.dst"}},
};

static void test_in_order(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof in_order / sizeof in_order[0]; i++)
        try_one(&in_order[i]);
}

static void test_tokens(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof tokens / sizeof tokens[0]; i++)
        try_one(&tokens[i]);
}

// Nothing to wait for: distance 11, the same pipe's write after write and write after read, a
// taken jump in between, a family whose hardware tracks registers.
static void test_needless(void **state) {
    (void)state;
    static const char fill[] = "mov (8|M0) r60.0<1>:d r90.0<1;1,0>:d\n";
    char text[2048];
    checked c = {.target = "dg2", .text = text, .checks = SIM_CHECK_HAZARD};
    for (unsigned n = 9; n <= 10; n++) {
        char body[1024] = "";
        for (unsigned i = 0; i < n; i++)
            strcat(body, fill);
        snprintf(text, sizeof text, "%s\n%smov (8|M0) r13.0<1>:d r10.0<1;1,0>:d\n%s", ADD_D, body, END_HPG);
        if (n == 9)
            checked_expect(&c, 0xa0, "reads r10.0:d", "needs I@7", NULL);
        else
            checked_expect_silent(&c);
    }
    snprintf(text, sizeof text, "%s\n%s\nmov (8|M0) r12.0<1>:d r13.0<1;1,0>:d\n%s", ADD_D, ADD_D, END_HPG);
    checked_expect_silent(&c);
    snprintf(text, sizeof text, "%s\njmpi L1\nnop\nL1:\nmov (8|M0) r13.0<1>:d r10.0<1;1,0>:d\n%s", ADD_D, END_HPG);
    checked_expect_silent(&c);
    c.target = "skl";
    c.text = "add (8|M0) r10.0<1>:d r11.0<8;8,1>:d r12.0<8;8,1>:d\n"
             "mov (8|M0) r13.0<1>:d r10.0<8;8,1>:d\n"
             "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n"
             "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n";
    checked_expect_silent(&c);
}

// A loop's second turn reuses a register that the first turn's message still reads.
static void test_loop(void **state) {
    (void)state;
    static const char body[] = "(W) mov (1|M0) r20.0<1>:d 2:d\n"
                               "L1:\n"
                               "(W) mov (8|M0) r30.0<1>:ud 0:ud%s\n"
                               "(W) send.dc0 (8|M0) r40 r30 null 0x0 0x0219E000 {@1,$5}\n"
                               "(W) add (1|M0) (ne)f0.0 r20.0<1>:d r20.0<0;1,0>:d -1:d {@2}\n"
                               "(W&f0.0) jmpi L1\n" END_LP;
    char text[1024];
    checked c = {.target = "tgl", .text = text, .checks = SIM_CHECK_HAZARD};
    snprintf(text, sizeof text, body, "");
    checked_expect(&c, 0x10, "overwrites r30.0:ud", "before 0x20:", "needs $5.src", NULL);
    snprintf(text, sizeof text, body, " {$5.src}");
    checked_expect_silent(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_order),
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_needless),
        cmocka_unit_test(test_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
