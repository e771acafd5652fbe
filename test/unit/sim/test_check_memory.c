// SPDX-License-Identifier: MIT
// Bounds and alignment checks: planted faults by message, each with a twin that is right.
//
// Every piece runs as one thread that finds the address of `flat` (4096 bytes) and that of a freed
// allocation (256 bytes) in its first register of arguments. Surface 1: buffer of 256 bytes;
// surface 2: image of 16 x 8 pixels of four bytes. Expected numbers are worked out by hand.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "check_run.h"

#include <stdio.h>
#include <string.h>

enum { FLAT = UINT32_C(1) << 31 }; // added to an expected offset: relative to `flat`

typedef struct planted {
    const char *name;
    const char *target; // NULL: tgl
    const char *text;   // without end of thread
    uint32_t check;     // 0: silent
    const char *inst, *message;
    int lane;
    uint32_t addr;
    bool faults;
} planted;

// Nothing else lies beside them.
static _Alignas(4096) uint8_t area[5 * 4096];
static uint8_t *const flat = area + 4096, *const gone = area + 3 * 4096;
enum { FLAT_B = 4096, GONE_B = 256 };
static _Alignas(64) uint8_t buffer[512], pixels[1024];

#define ZERO(r) "(W) mov (8|M0) " r ".0<1>:ud 0x0:ud\n"
#define LANES   "mov (8|M0) r11.0<1>:uw 0x76543210:uv\n"
// r10 = 36 * lane + off
#define EVERY_36(off)                                                                                                  \
    LANES "mul (8|M0) r10.0<1>:d r11.0<8;8,1>:uw 36:w\nadd (8|M0) r10.0<1>:d r10.0<8;8,1>:d " off ":w\n"
#define EVERY_4(off) LANES "shl (8|M0) r10.0<1>:d r11.0<8;8,1>:uw 2:w\nadd (8|M0) r10.0<1>:d r10.0<8;8,1>:d " off ":w\n"
// r120 = a header with the address of flat + off
#define FLAT_HEADER(off)                                                                                               \
    ZERO("r120")                                                                                                       \
    "(W) mov (2|M0) r120.0<1>:ud r2.0<1;1,0>:ud\n(W) add (1|M0) r120.0<1>:ud "                                         \
    "r120.0<0;1,0>:ud " off ":ud\n"
#define OWORD_HEADER(off) ZERO("r120") "(W) mov (1|M0) r120.2<1>:ud " off ":ud\n"
#define SEND              "(W) send."
// r10, r11: addresses of 8 lanes, flat + off + 4 * lane
#define FLAT_LANES(off)                                                                                                \
    LANES "shl (8|M0) r12.0<1>:d r11.0<8;8,1>:uw 2:w\n"                                                                \
          "add (8|M0) r12.0<1>:ud r12.0<8;8,1>:ud r2.0<0;1,0>:ud\n"                                                    \
          "add (8|M0) r10.0<2>:ud r12.0<8;8,1>:ud " off ":ud\n"                                                        \
          "mov (8|M0) r10.1<2>:ud r2.1<0;1,0>:ud\n"

static const planted bounds[] = {
    {"surface read", NULL, EVERY_36("8") "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E01\n", SIM_CHECK_BOUNDS,
     "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E01",
     "read of 4 bytes ends 8 bytes past the end of surface 1 of 256 bytes; the hardware reads "
     "zero",
     7, 260, false},
    {"surface read, right", NULL, EVERY_36("0") "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E01\n", 0, NULL, NULL, 0, 0,
     false},
    {"surface write", NULL, EVERY_36("8") "send.dc1 (8|M0) null r10 r11 0x40 0x02026E01\n", SIM_CHECK_BOUNDS,
     "0x02026E01",
     "write of 4 bytes ends 8 bytes past the end of surface 1 of 256 bytes; the hardware drops "
     "it",
     7, 260, false},
    {"surface write, right", NULL, EVERY_36("0") "send.dc1 (8|M0) null r10 r11 0x40 0x02026E01\n", 0, NULL, NULL, 0, 0,
     false},
    {"byte read across the end", NULL, EVERY_36("2") "send.dc0 (8|M0) r20 r10 null 0x0 0x02110801\n", SIM_CHECK_BOUNDS,
     "send.dc0", "read of 4 bytes ends 2 bytes past the end of surface 1", 7, 254, false},
    {"byte read, right", NULL, EVERY_36("2") "send.dc0 (8|M0) r20 r10 null 0x0 0x02110401\n", 0, NULL, NULL, 0, 0,
     false},
    {"block read", NULL, OWORD_HEADER("15") SEND "dc0 (8|M0) r20 r120 null 0x0 0x02280301\n", SIM_CHECK_BOUNDS,
     "send.dc0", "read of 64 bytes ends 48 bytes past the end of surface 1 of 256 bytes", -1, 240, false},
    {"block read, rounded up", NULL, OWORD_HEADER("13") SEND "dc0 (8|M0) r20 r120 null 0x0 0x02280301\n", 0, NULL, NULL,
     0, 0, false},
    {"block write", NULL, OWORD_HEADER("13") SEND "dc0 (8|M0) null r120 r10 0x80 0x020A0301\n", SIM_CHECK_BOUNDS,
     "send.dc0",
     "write of 64 bytes ends 16 bytes past the end of surface 1 of 256 bytes; the hardware drops "
     "it",
     -1, 208, false},
    {"block write, right", NULL, OWORD_HEADER("12") SEND "dc0 (8|M0) null r120 r10 0x80 0x020A0301\n", 0, NULL, NULL, 0,
     0, false},
    {"flat block past the end", NULL, FLAT_HEADER("4112") SEND "dc1 (8|M0) r20 r120 null 0x0 0x021D02FF\n",
     SIM_CHECK_BOUNDS, "send.dc1", "16 bytes past the end of an allocation of 4096 bytes at 0x", -1, FLAT + 4112, true},
    {"flat block that runs out", NULL, FLAT_HEADER("4080") SEND "dc1 (8|M0) null r120 r10 0x40 0x020D42FF\n",
     SIM_CHECK_BOUNDS, "send.dc1", "4080 bytes inside an allocation of 4096 bytes", -1, FLAT + 4080, true},
    {"flat block, right", NULL, FLAT_HEADER("4064") SEND "dc1 (8|M0) null r120 r10 0x40 0x020D42FF\n", 0, NULL, NULL, 0,
     0, false},
    {"flat lane", NULL, FLAT_LANES("4068") "send.dc1 (8|M0) null r10 r12 0x40 0x040681FF\n", SIM_CHECK_BOUNDS,
     "send.dc1",
     "write of 4 bytes outside every allocation: 0 bytes past the end of an allocation of 4096 "
     "bytes",
     7, FLAT + 4096, true},
    {"flat lane, right", NULL, FLAT_LANES("4064") "send.dc1 (8|M0) null r10 r12 0x40 0x040681FF\n", 0, NULL, NULL, 0, 0,
     false},
    {"freed", NULL,
     ZERO("r120") "(W) mov (2|M0) r120.0<1>:ud r2.2<1;1,0>:ud\n(W) add (1|M0) r120.0<1>:ud "
                  "r120.0<0;1,0>:ud 64:ud\n" //
     SEND "dc1 (8|M0) r20 r120 null 0x0 0x021D02FF\n",
     SIM_CHECK_BOUNDS, "send.dc1", "64 bytes inside an allocation of 256 bytes", -1, 64, true},
    {"local memory", NULL, EVERY_36("0") "send.dc1 (8|M0) r20 r10 null 0x0 0x02106EFE\n", SIM_CHECK_BOUNDS, "send.dc1",
     "read of 4 bytes at offset 0x90 is outside the group's 128 bytes of local memory", 4, 144, true},
    {"local memory, right", NULL, EVERY_4("96") "send.dc1 (8|M0) r20 r10 null 0x0 0x02106EFE\n", 0, NULL, NULL, 0, 0,
     false},
    {"scratch", NULL, SEND "dc0 (8|M0) r20 r0 null 0x0 0x021C0020\n", SIM_CHECK_BOUNDS, "send.dc0",
     "read of 32 bytes at offset 0x400 is outside the thread's 1024 bytes of scratch", -1, 1024, true},
    {"scratch, right", NULL, SEND "dc0 (8|M0) r20 r0 null 0x0 0x021C001F\n", 0, NULL, NULL, 0, 0, false},
    {"pixel", NULL,
     LANES "add (8|M0) r10.0<1>:d r11.0<8;8,1>:uw 9:w\n" ZERO("r12") //
     "send.dc1 (8|M0) r20 r10 r12 0x40 0x02115E02\n",
     SIM_CHECK_BOUNDS, "send.dc1", "read of 4 bytes is outside the image of surface 2", 7, 64, false},
    {"pixel, right", NULL,
     LANES "add (8|M0) r10.0<1>:d r11.0<8;8,1>:uw 8:w\n" ZERO("r12") //
     "send.dc1 (8|M0) r20 r10 r12 0x40 0x02115E02\n",
     0, NULL, NULL, 0, 0, false},
    {"media write", NULL,
     ZERO("r120") "(W) mov (1|M0) r120.0<1>:ud 56:ud\n(W) mov (1|M0) r120.2<1>:ud 0x0000000F:ud\n" //
     SEND "dc1 (8|M0) null r120 r10 0x40 0x020A8002\n",
     SIM_CHECK_BOUNDS, "send.dc1", "write of 16 bytes is outside the image of surface 2; the hardware drops it", -1, 56,
     false},
    {"media write, right of the image", NULL,
     ZERO("r120") "(W) mov (1|M0) r120.0<1>:ud 64:ud\n(W) mov (1|M0) r120.2<1>:ud 0x0000000F:ud\n" //
     SEND "dc1 (8|M0) null r120 r10 0x40 0x020A8002\n",
     SIM_CHECK_BOUNDS, "send.dc1", "write of 16 bytes is outside the image of surface 2; the hardware drops it", -1, 64,
     false},
    {"media write, below the image", NULL,
     ZERO("r120") "(W) mov (1|M0) r120.1<1>:ud 0x00010000:ud\n(W) mov (1|M0) r120.2<1>:ud 0x0000000F:ud\n" //
     SEND "dc1 (8|M0) null r120 r10 0x40 0x020A8002\n",
     SIM_CHECK_BOUNDS, "send.dc1", "write of 16 bytes is outside the image of surface 2; the hardware drops it", -1,
     0x00010000 * 64, false},
    {"media write, right", NULL,
     ZERO("r120") "(W) mov (1|M0) r120.0<1>:ud 48:ud\n(W) mov (1|M0) r120.2<1>:ud 0x0000000F:ud\n" //
     SEND "dc1 (8|M0) null r120 r10 0x40 0x020A8002\n",
     0, NULL, NULL, 0, 0, false},
    {"media read over the edge", NULL,
     ZERO("r120") "(W) mov (1|M0) r120.0<1>:ud 56:ud\n(W) mov (1|M0) r120.2<1>:ud 0x0000000F:ud\n" //
     SEND "dc1 (8|M0) r20 r120 null 0x0 0x02190002\n",
     0, NULL, NULL, 0, 0, false},
};

static const planted aligns[] = {
    {"register of a source", NULL,
     "(W) mov (1|M0) a0.1<1>:uw 0x142:uw\n(W) mov (8|M0) r20.0<1>:ud r[a0.1,32]<8;8,1>:ud\n", SIM_CHECK_ALIGN,
     "r[a0.1,32]", "the register address in a0.1 is not a multiple of 4 bytes", -1, 0x162, false},
    {"register of a source, right", NULL,
     ZERO("r11") "(W) mov (1|M0) a0.1<1>:uw 0x142:uw\n(W) mov (8|M0) r20.0<1>:uw r[a0.1,32]<8;8,1>:uw\n", 0, NULL, NULL,
     0, 0, false},
    {"register of a destination", NULL, "(W) mov (1|M0) a0.0<1>:uw 0x141:uw\n(W) mov (8|M0) r[a0.0]<1>:uw 7:uw\n",
     SIM_CHECK_ALIGN, "r[a0.0]", "the register address in a0.0 is not a multiple of 2 bytes", -1, 0x141, false},
    {"register of a lane", NULL,
     ZERO("r10") "(W) mov (8|M0) a0.0<1>:uw 0x140:uw\n(W) mov (1|M0) a0.5<1>:uw 0x146:uw\n"
                 "(W) mov (8|M0) r20.0<1>:ud r[a0.0]<1,0>:ud\n",
     SIM_CHECK_ALIGN, "r[a0.0]", "the register address in a0.5 is not a multiple of 4 bytes", 5, 0x146, false},
    {"oword block", NULL, FLAT_HEADER("4") SEND "dc1 (8|M0) r20 r120 null 0x0 0x021D02FF\n", SIM_CHECK_ALIGN,
     "0x021D02FF", "not a multiple of 16 bytes", -1, FLAT + 4, false},
    {"oword block, right", NULL, FLAT_HEADER("16") SEND "dc1 (8|M0) r20 r120 null 0x0 0x021D02FF\n", 0, NULL, NULL, 0,
     0, false},
    {"dword block", NULL, FLAT_HEADER("6") SEND "dc1 (8|M0) r20 r120 null 0x0 0x021D0AFF\n", SIM_CHECK_ALIGN,
     "0x021D0AFF", "not a multiple of 4 bytes", -1, FLAT + 6, false},
    {"dword block, right", NULL, FLAT_HEADER("4") SEND "dc1 (8|M0) r20 r120 null 0x0 0x021D0AFF\n", 0, NULL, NULL, 0, 0,
     false},
    {"surface block", NULL, OWORD_HEADER("18") SEND "dc0 (8|M0) r20 r120 null 0x0 0x02184201\n", SIM_CHECK_ALIGN,
     "0x02184201", "not a multiple of 4 bytes", -1, 18, false},
    {"surface block, right", NULL, OWORD_HEADER("20") SEND "dc0 (8|M0) r20 r120 null 0x0 0x02184201\n", 0, NULL, NULL,
     0, 0, false},
    {"base of an oword surface", NULL, OWORD_HEADER("1") SEND "dc0 (8|M0) r20 r120 null 0x0 0x02180203\n",
     SIM_CHECK_ALIGN, "send.dc0", "base of surface 3 is not a multiple of 16 bytes", -1, 16, false},
    {"untyped", NULL, EVERY_4("2") "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E01\n", SIM_CHECK_ALIGN, "0x02106E01",
     "not a multiple of 4 bytes", 0, 2, false},
    {"untyped, right", NULL, EVERY_4("4") "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E01\n", 0, NULL, NULL, 0, 0, false},
    {"flat dwords", NULL, FLAT_LANES("1") "send.dc1 (8|M0) r20 r10 null 0x0 0x041401FF\n", SIM_CHECK_ALIGN,
     "0x041401FF", "not a multiple of 4 bytes", 0, FLAT + 1, false},
    {"flat bytes, right", NULL, FLAT_LANES("1") "send.dc1 (8|M0) r20 r10 null 0x0 0x041408FF\n", 0, NULL, NULL, 0, 0,
     false},
    {"flat words as bytes, right", NULL, FLAT_LANES("1") "send.dc1 (8|M0) r20 r10 null 0x0 0x041404FF\n", 0, NULL, NULL,
     0, 0, false},
    {"flat qwords", NULL, FLAT_LANES("12") "send.dc1 (8|M0) r20 r10 null 0x0 0x042402FF\n", SIM_CHECK_ALIGN,
     "0x042402FF", "not a multiple of 8 bytes", 0, FLAT + 12, false},
    {"atomic", NULL, EVERY_4("2") "send.dc1 (8|M0) null r10 r11 0x40 0x02009701\n", SIM_CHECK_ALIGN, "0x02009701",
     "not a multiple of 4 bytes", 0, 2, true},
    {"atomic, right", NULL, EVERY_4("8") "send.dc1 (8|M0) null r10 r11 0x40 0x02009701\n", 0, NULL, NULL, 0, 0, false},
    {"media block, read from any byte", NULL,
     ZERO("r120") "(W) mov (1|M0) r120.0<1>:ud 2:ud\n(W) mov (1|M0) r120.2<1>:ud 0x0000000F:ud\n" //
     SEND "dc1 (8|M0) r20 r120 null 0x0 0x02190002\n",
     0, NULL, NULL, 0, 0, false},
    {"media block, written to any byte", NULL,
     ZERO("r120") ZERO("r10") "(W) mov (1|M0) r120.0<1>:ud 2:ud\n(W) mov (1|M0) r120.2<1>:ud 0x0000000F:ud\n" //
     SEND "dc1 (8|M0) null r120 r10 0x40 0x020A8002\n",
     SIM_CHECK_ALIGN, "send.dc1", "X offset of a media block is not a multiple of 4 bytes", -1, 2, false},
};

// Arguments of dg2 and pvc arrive in r1.
#define LSC_ADDRESS(off)                                                                                               \
    "(W) mov (8|M0) r10.0<1>:ud 0x0:ud\n(W) mov (2|M0) r10.0<1>:ud r1.0<1;1,0>:ud\n"                                   \
    "(W) add (1|M0) r10.0<1>:ud r10.0<0;1,0>:ud " off ":ud\n"
#define PVC_2D(base, width, pitch, x)                                                                                  \
    LSC_ADDRESS(base)                                                                                                  \
    "(W) mov (1|M0) r10.2<1>:ud " width ":ud\n(W) mov (1|M0) r10.3<1>:ud 7:ud\n"                                       \
    "(W) mov (1|M0) r10.4<1>:ud " pitch ":ud\n(W) mov (1|M0) r10.5<1>:ud " x ":ud\n"                                   \
    "(W) mov (1|M0) r10.6<1>:ud 0:ud\n(W) mov (1|M0) r10.7<1>:ud 0x0707:ud\n"

static const planted lsc[] = {
    {"prefetch to L1", "dg2", LSC_ADDRESS("4096") SEND "ugm (1|M0) null r10 null:0 0x0 0x0208F580\n", SIM_CHECK_BOUNDS,
     "send.ugm", "prefetch of 256 bytes outside every allocation: 0 bytes past the end of an allocation", -1,
     FLAT + 4096, false},
    {"prefetch to L1, right", "dg2", LSC_ADDRESS("3840") SEND "ugm (1|M0) null r10 null:0 0x0 0x0208F580\n", 0, NULL,
     NULL, 0, 0, false},
    {"prefetch to L3", "dg2", LSC_ADDRESS("4096") SEND "ugm (1|M0) null r10 null:0 0x0 0x0204F580\n", 0, NULL, NULL, 0,
     0, false},
    {"transposed store", "dg2", LSC_ADDRESS("3844") SEND "ugm (1|M0) null r10 r20:8 0x0 0x0200F584\n", SIM_CHECK_BOUNDS,
     "send.ugm", "write of 256 bytes outside every allocation: 3844 bytes inside an allocation of 4096 bytes", -1,
     FLAT + 3844, true},
    {"transposed d64", "dg2", LSC_ADDRESS("4") SEND "ugm (1|M0) r20 r10 null:0 0x0 0x0220C780\n", SIM_CHECK_ALIGN,
     "send.ugm", "not a multiple of 8 bytes", -1, FLAT + 4, true},
    {"transposed d64, right", "dg2", LSC_ADDRESS("8") SEND "ugm (1|M0) r20 r10 null:0 0x0 0x0220C780\n", 0, NULL, NULL,
     0, 0, false},
    {"local memory", "pvc",
     LSC_ADDRESS("0") "(W) mov (1|M0) r11.0<1>:ud 80:ud\n" //
     SEND "slm (1|M0) null r11 r20:1 0x0 0x0200D504\n",
     SIM_CHECK_BOUNDS, "send.slm", "write of 64 bytes at offset 0x50 is outside the group's 128 bytes of local memory",
     -1, 80, true},
    {"2-D base", "pvc", PVC_2D("32", "63", "63", "0") SEND "ugm (1|M0) r20 r10 null:0 0x0 0x02200403\n",
     SIM_CHECK_ALIGN, "send.ugm", "base of a 2-D block is not a multiple of 64 bytes", -1, FLAT + 32, true},
    {"2-D width", "pvc", PVC_2D("0", "31", "63", "0") SEND "ugm (1|M0) r20 r10 null:0 0x0 0x02400403\n",
     SIM_CHECK_ALIGN, "send.ugm", "surface width of a 2-D block", -1, FLAT + 0, false},
    {"2-D pitch", "pvc", PVC_2D("0", "63", "67", "0") SEND "ugm (1|M0) r20 r10 null:0 0x0 0x02400403\n",
     SIM_CHECK_ALIGN, "send.ugm", "pitch of a 2-D block is not a multiple of 8 bytes", -1, FLAT + 0, false},
    {"2-D, right, over the edge", "pvc",
     PVC_2D("0", "63", "63", "12") SEND "ugm (1|M0) r20 r10 null:0 0x0 0x02400403\n", 0, NULL, NULL, 0, 0, false},
};

static const char *end_of(const char *target) {
    return strcmp(target, "tgl") == 0 ? "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n"
                                        "(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT}\n"
                                      : "(W) mov (8|M0) r127.0<1>:ud r0.0<1;1,0>:ud\n"
                                        "(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT}\n";
}

static void run_planted(const planted *c) {
    sim_surface surfaces[4] = {
        [1] = {.kind = SIM_SURF_BUFFER, .base = buffer, .size_b = 256},
        [2] = {.kind = SIM_SURF_2D,
               .base = pixels,
               .width_px = 16,
               .height = 8,
               .pitch_b = 64,
               .px_b = 4,
               .format = 0x200},
        [3] = {.kind = SIM_SURF_BUFFER, .base = buffer + 4, .size_b = 256},
    };
    uint64_t cross[4] = {(uint64_t)(uintptr_t)flat, (uint64_t)(uintptr_t)gone};
    const char *target = c->target != NULL ? c->target : "tgl";
    char text[4096];
    snprintf(text, sizeof text, "%s%s", c->text, end_of(target));
    sim_kernel_run k = {.target = target,
                        .text = text,
                        .cross = cross,
                        .cross_b = sizeof cross,
                        .inline_data_b = 32,
                        .slm_b = 128,
                        .scratch_b = 1024,
                        .surfaces = surfaces,
                        .n_surfaces = 4,
                        .alloc = {flat},
                        .alloc_b = {FLAT_B},
                        .freed = gone,
                        .freed_b = GONE_B};
    findings f;
    cmc_status s;
    run_checked(&k, &f, &s);
    if (c->check == 0)
        expect_silence(&f, c->name);
    if (s != (c->faults ? CMC_ERR_USER : CMC_OK))
        print_error("%s: status %d\n", c->name, s);
    assert_int_equal(s, c->faults ? CMC_ERR_USER : CMC_OK);
    if (c->check == 0)
        return;
    const found *x = expect_finding(&f, c->check, c->inst, c->message);
    uint64_t base = strcmp(c->name, "freed") == 0 ? (uint64_t)(uintptr_t)gone
                    : c->addr & FLAT              ? (uint64_t)(uintptr_t)flat
                                                  : 0;
    if (x->lane != c->lane || x->addr != base + (c->addr & ~FLAT))
        print_error("%s: lane %d, address 0x%llx\n", c->name, x->lane, (unsigned long long)x->addr);
    assert_int_equal(x->lane, c->lane);
    assert_int_equal(x->addr, base + (c->addr & ~FLAT));
    assert_true(x->pc_b != 0 || strcmp(c->name, "scratch") == 0);
    assert_string_equal(x->kernel, "piece");
    assert_int_equal(f.n, 1);
}

static void test_bounds(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof bounds / sizeof bounds[0]; i++)
        run_planted(&bounds[i]);
}

static void test_align(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof aligns / sizeof aligns[0]; i++)
        run_planted(&aligns[i]);
}

static void test_lsc(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof lsc / sizeof lsc[0]; i++)
        run_planted(&lsc[i]);
}

// Hardware does not look at the low bits: the block at flat + 20 is the one at flat + 16. Memory
// outside is untouched by what surfaces drop.
static void test_goes_on(void **state) {
    (void)state;
    const char *text = FLAT_HEADER("20") SEND "dc1 (8|M0) r20 r120 null 0x0 0x021D02FF\n" //
        FLAT_HEADER("64") SEND "dc1 (8|M0) null r120 r20 0x40 0x020D42FF\n"               //
        EVERY_36("8") "send.dc1 (8|M0) null r10 r10 0x40 0x02026E01\n";
    planted c = {.name = "goes on",
                 .text = text,
                 .check = SIM_CHECK_BOUNDS,
                 .inst = "0x02026E01",
                 .message = "write",
                 .lane = 7,
                 .addr = 260};
    char whole[4096];
    snprintf(whole, sizeof whole, "%s%s", c.text, end_of("tgl"));
    for (unsigned i = 0; i < FLAT_B; i++)
        flat[i] = (uint8_t)i;
    memset(buffer, 0xee, sizeof buffer);
    sim_surface surfaces[2] = {[1] = {.kind = SIM_SURF_BUFFER, .base = buffer, .size_b = 256}};
    uint64_t cross[4] = {(uint64_t)(uintptr_t)flat};
    sim_kernel_run k = {.target = "tgl",
                        .text = whole,
                        .cross = cross,
                        .cross_b = sizeof cross,
                        .surfaces = surfaces,
                        .n_surfaces = 2,
                        .alloc = {flat},
                        .alloc_b = {FLAT_B}};
    findings f;
    run_checked(&k, &f, NULL);
    assert_int_equal(f.n, 2); // the alignment of the block, the bounds of the store
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(flat[64 + i], 16 + i);
    for (unsigned i = 256; i < sizeof buffer; i++)
        assert_int_equal(buffer[i], 0xee);
    assert_int_equal(get_u32(buffer, 2), 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_align),
        cmocka_unit_test(test_lsc),
        cmocka_unit_test(test_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
