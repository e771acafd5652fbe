// SPDX-License-Identifier: MIT
// The evaluator against hand-computed values: one row is a function without arguments, and the text
// of its result. Then memory, errors that it must report, and comparisons that must and must not
// find a difference.

#include "genx_eval.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <llvm-c/IRReader.h>

typedef struct row {
    const char *ir, *want;
} row;

static LLVMModuleRef parse(LLVMContextRef context, const char *ir) {
    LLVMModuleRef m = NULL;
    char *message = NULL;
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(ir, strlen(ir), "test");
    if (LLVMParseIRInContext(context, buffer, &m, &message))
        fail_msg("%s in\n%s", message, ir);
    return m;
}

static cmc_status run(const char *ir, cmc_str *text) {
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef m = parse(context, ir);
    cmc_diag *d = cmc_diag_create();
    ge_options options = GE_OPTIONS_INIT;
    options.max_steps = 10000;
    ge_ctx *cx = ge_create(m, &options);
    ge_value ret = {0};
    ge_buffer *b = ge_buffer_add(cx, "surface", 64, 1);
    b->width_b = b->pitch_b = 16;
    b->height = 4;
    b->px_b = 1;
    for (unsigned i = 0; i < 64; i++)
        b->data[i] = (uint8_t)i;
    cmc_status s = ge_call(cx, LLVMGetNamedFunction(m, "f"), NULL, 0, &ret, d);
    if (s == CMC_OK)
        ge_value_print(&ret, text);
    else if (cmc_diag_count(d))
        cmc_str_append(text, cmc_diag_get(d, 0)->text);
    ge_destroy(cx);
    cmc_diag_destroy(d);
    LLVMDisposeModule(m);
    LLVMContextDispose(context);
    return s;
}

static void check_rows(const row *rows, size_t n) {
    for (size_t i = 0; i < n; i++) {
        cmc_str text = CMC_STR_INIT;
        cmc_status s = run(rows[i].ir, &text);
        if (s != CMC_OK || strcmp(cmc_str_text(&text), rows[i].want) != 0)
            fail_msg("row %zu: %s: got '%s', expected '%s' for\n%s", i, cmc_status_str(s), cmc_str_text(&text),
                     rows[i].want, rows[i].ir);
        cmc_str_free(&text);
    }
}
#define CHECK_ROWS(rows) check_rows(rows, sizeof rows / sizeof rows[0])

// One byte of four is defined.
#define ONE_BYTE "%v = insertelement <4 x i8> undef, i8 -7, i32 0\n %b = bitcast <4 x i8> %v to i32\n "

// A one-expression function.
#define FN(type, body) "define " type " @f() {\n" body "\n ret " type " %r\n}\n"

static void plain_integers(void **state) {
    static const row rows[] = {
        {FN("i8", "%r = add i8 127, 1"), "i8 -128"},
        {FN("i8", "%r = add nsw i8 127, 1"), "i8 undef"},
        {FN("i8", "%r = add nuw i8 255, 1"), "i8 undef"},
        {FN("i32", "%r = sdiv i32 -7, 2"), "i32 -3"},
        {FN("i32", "%r = srem i32 -7, 2"), "i32 -1"},
        {FN("i8", "%r = udiv i8 -7, 2"), "i8 124"},
        {FN("i16", "%r = ashr i16 -5, 1"), "i16 -3"},
        {FN("i16", "%r = lshr i16 -5, 1"), "i16 32765"},
        {FN("i32", "%r = shl i32 1, 32"), "i32 undef"},
        {FN("i8", ONE_BYTE "%r = trunc i32 %b to i8"), "i8 -7"},
        {FN("i32", ONE_BYTE "%r = and i32 %b, 127"), "i32 121"},
        {FN("i32", ONE_BYTE "%r = shl i32 %b, 24"), "i32 -117440512"},
        {FN("i32", ONE_BYTE "%r = lshr i32 %b, 8"), "i32 undef"},
        {FN("i32", ONE_BYTE "%r = or i32 %b, -256"), "i32 -7"},
        {FN("i32", ONE_BYTE "%r = xor i32 %b, 1"), "i32 undef"},
        {FN("i64", ONE_BYTE "%z = zext i32 %b to i64\n %r = lshr i64 %z, 32"), "i64 0"},
        {FN("i64", ONE_BYTE "%z = sext i32 %b to i64\n %r = lshr i64 %z, 32"), "i64 undef"},
        {FN("<2 x i32>", "%r = mul <2 x i32> <i32 65536, i32 3>, <i32 65536, i32 -5>"), "<2 x i32> [0, -15]"},
        {FN("<2 x i1>", "%r = icmp slt <2 x i8> <i8 -1, i8 1>, <i8 0, i8 0>"), "<2 x i1> [1, 0]"},
        {FN("<2 x i1>", "%r = icmp ult <2 x i8> <i8 -1, i8 1>, <i8 0, i8 2>"), "<2 x i1> [0, 1]"},
        {FN("i32", "%r = and i32 undef, 0"), "i32 0"},
        {FN("i32", "%r = xor i32 poison, 0"), "i32 undef"},
        {FN("<3 x i32>", "%r = select <3 x i1> <i1 1, i1 0, i1 undef>, <3 x i32> <i32 1, i32 2, "
                         "i32 3>, <3 x i32> <i32 4, "
                         "i32 5, i32 6>"),
         "<3 x i32> [1, 5, undef]"},
        {FN("<2 x i16>", "%r = bitcast i32 -65534 to <2 x i16>"), "<2 x i16> [2, -1]"},
        {FN("i8", "%r = bitcast <8 x i1> <i1 1, i1 0, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0> to i8"), "i8 9"},
        {FN("i64", "%r = sext i32 -3 to i64"), "i64 -3"},
        {FN("i64", "%r = zext i32 -3 to i64"), "i64 4294967293"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

static void plain_floats(void **state) {
    static const row rows[] = {
        {FN("float", "%r = fadd float 1.0, 0x3E70000000000000"), "float 1"}, // 1 + 2^-24: tie to even
        {FN("float", "%r = fadd float 0x3FF0000020000000, 0x3E70000000000000"), "float 1.0000002384185791"},
        {FN("half", "%r = fdiv half 0xH3C00, 0xH4200"), "half 0.333251953125"}, // 1/3 = 0x3555
        {FN("half", "%r = fmul half 0xH7BFF, 0xH4000"), "half inf"},
        {FN("half", "%r = fmul half 0xH0001, 0xH3800"), "half 0"},       // tie to even: zero
        {FN("bfloat", "%r = fadd bfloat 0xR3F80, 0xR3B80"), "bfloat 1"}, // 1 + 2^-8: tie to even
        {FN("double", "%r = fpext float 0x3FB99999A0000000 to double"), "double 0.10000000149011612"},
        {FN("i32", "%r = fptosi float 0xC004000000000000 to i32"), "i32 -2"},
        {FN("i8", "%r = fptoui float 256.0 to i8"), "i8 -1"},
        {FN("i8", "%r = fptosi float -300.0 to i8"), "i8 -128"},
        {FN("i32", "%r = fptosi float 0x7FF8000000000000 to i32"), "i32 0"},
        {FN("float", "%r = uitofp i64 -1 to float"), "float 1.8446744073709552e+19"},
        {FN("float", "%r = fneg float 0.0"), "float -0"},
        {FN("<2 x i1>", "%r = fcmp olt <2 x float> <float 1.0, float 0x7FF8000000000000>, <float "
                        "2.0, float 1.0>"),
         "<2 x i1> [1, 0]"},
        {FN("i1", "%r = fcmp une float 0x7FF8000000000000, 0x7FF8000000000000"), "i1 1"},
        {FN("i16", "%r = bitcast half 0xH7D01 to i16"), "i16 32001"}, // a signaling NaN keeps its bits
    };
    (void)state;
    CHECK_ROWS(rows);
}

static void llvm_intrinsics(void **state) {
    static const row rows[] = {
        {"declare float @llvm.fmuladd.f32(float,float,float)\n" // (1+2^-23)^2 - (1+2^-22) = 2^-46:
                                                                // one rounding
         FN("float", "%r = call float @llvm.fmuladd.f32(float 0x3FF0000020000000, float "
                     "0x3FF0000020000000, float "
                     "0xBFF0000040000000)"),
         "float 1.4210854715202004e-14"},
        {"declare i8 @llvm.sadd.sat.i8(i8,i8)\n" FN("i8", "%r = call i8 @llvm.sadd.sat.i8(i8 100, i8 100)"), "i8 127"},
        {"declare i8 @llvm.usub.sat.i8(i8,i8)\n" FN("i8", "%r = call i8 @llvm.usub.sat.i8(i8 3, i8 9)"), "i8 0"},
        {"declare i8 @llvm.fshl.i8(i8,i8,i8)\n" FN("i8", "%r = call i8 @llvm.fshl.i8(i8 1, i8 -128, i8 1)"), "i8 3"},
        {"declare i16 @llvm.ctlz.i16(i16,i1)\n" FN("i16", "%r = call i16 @llvm.ctlz.i16(i16 1, i1 0)"), "i16 15"},
        {"declare i32 @llvm.bswap.i32(i32)\n" FN("i32", "%r = call i32 @llvm.bswap.i32(i32 1)"), "i32 16777216"},
        {"declare i8 @llvm.abs.i8(i8,i1)\n" FN("i8", "%r = call i8 @llvm.abs.i8(i8 -128, i1 1)"), "i8 undef"},
        {"declare float @llvm.minnum.f32(float,float)\n" FN(
             "float", "%r = call float @llvm.minnum.f32(float 0x7FF8000000000000, float 3.0)"),
         "float 3"},
        {"declare float @llvm.maxnum.f32(float,float)\n" FN("float",
                                                            "%r = call float @llvm.maxnum.f32(float -0.0, float 0.0)"),
         "float 0"},
        {"declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)\n" FN(
             "i32", "%r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> <i32 1, i32 2, i32 3, "
                    "i32 -10>)"),
         "i32 -4"},
        {"declare {i8,i1} @llvm.uadd.with.overflow.i8(i8,i8)\n" FN(
             "{i8,i1}", "%r = call {i8,i1} @llvm.uadd.with.overflow.i8(i8 -1, i8 2)"),
         "{i8 1, i1 1}"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

#define RDI4                                                                                                           \
    "declare <4 x i16> @llvm.genx.rdregioni.v4i16.v16i16.i16(<16 x i16>, i32, i32, i32, i16, "                         \
    "i32)\n"
#define IOTA16                                                                                                         \
    "<16 x i16> <i16 0, i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7, i16 8, i16 9, i16 10, "                       \
    "i16 11, i16 12, i16 13, i16 14, i16 15>"
#define WRI4                                                                                                           \
    "declare <16 x i16> @llvm.genx.wrregioni.v16i16.v4i16.i16.v4i1(<16 x i16>, <4 x i16>, i32, "                       \
    "i32, i32, i16, i32, <4 x i1>)\n"

static void regions(void **state) {
    static const row rows[] = {
        // 2x2 block of a 4-wide matrix at row 1, column 1: byte (1*4+1)*2 = 10
        {RDI4 FN("<4 x i16>", "%r = call <4 x i16> @llvm.genx.rdregioni.v4i16.v16i16.i16(" IOTA16
                              ", i32 4, i32 2, i32 1, i16 10, i32 undef)"),
         "<4 x i16> [5, 6, 9, 10]"},
        {RDI4 FN("<4 x i16>", "%r = call <4 x i16> @llvm.genx.rdregioni.v4i16.v16i16.i16(" IOTA16
                              ", i32 0, i32 4, i32 3, i16 2, i32 undef)"),
         "<4 x i16> [1, 4, 7, 10]"},
        {RDI4 FN("<4 x i16>", "%r = call <4 x i16> @llvm.genx.rdregioni.v4i16.v16i16.i16(" IOTA16
                              ", i32 0, i32 1, i32 0, i16 6, i32 undef)"),
         "<4 x i16> [3, 3, 3, 3]"},
        {"declare <4 x i16> @llvm.genx.rdregioni.v4i16.v16i16.v4i16(<16 x i16>, i32, i32, i32, <4 "
         "x i16>, i32)\n" FN("<4 x i16>", "%r = call <4 x i16> @llvm.genx.rdregioni.v4i16.v16i16.v4i16(" IOTA16
                                          ", i32 0, i32 1, i32 0, <4 x i16> <i16 30, i16 0, i16 8, i16 8>, i32 undef)"),
         "<4 x i16> [15, 0, 4, 4]"},
        {WRI4 FN("<16 x i16>", "%r = call <16 x i16> @llvm.genx.wrregioni.v16i16.v4i16.i16.v4i1(" IOTA16
                               ", <4 x i16> <i16 100, i16 101, i16 102, i16 103>, i32 8, i32 2, i32 2, i16 2, "
                               "i32 undef, <4 x i1> <i1 1, i1 0, i1 1, i1 1>)"),
         "<16 x i16> [0, 100, 2, 3, 4, 5, 6, 7, 8, 102, 10, 103, 12, 13, 14, 15]"},
        {"declare <4 x i1> @llvm.genx.rdpredregion.v4i1.v8i1(<8 x i1>, i32)\n" FN(
             "<4 x i1>", "%r = call <4 x i1> @llvm.genx.rdpredregion.v4i1.v8i1(<8 x i1> <i1 0, i1 "
                         "0, i1 0, i1 0, i1 1, i1 0, i1 1, i1 1>, i32 4)"),
         "<4 x i1> [1, 0, 1, 1]"},
        {"declare i1 @llvm.genx.any.v2i1(<2 x i1>)\n" FN("i1",
                                                         "%r = call i1 @llvm.genx.any.v2i1(<2 x i1> <i1 undef, i1 1>)"),
         "i1 1"},
        {"declare i1 @llvm.genx.all.v2i1(<2 x i1>)\n" FN("i1",
                                                         "%r = call i1 @llvm.genx.all.v2i1(<2 x i1> <i1 undef, i1 1>)"),
         "i1 undef"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

static void genx_arithmetic(void **state) {
    static const row rows[] = {
        {"declare i8 @llvm.genx.uuadd.sat.i8.i8(i8,i8)\n" FN("i8",
                                                             "%r = call i8 @llvm.genx.uuadd.sat.i8.i8(i8 -56, i8 100)"),
         "i8 -1"},
        {"declare i8 @llvm.genx.ustrunc.sat.i8.i32(i32)\n" FN("i8",
                                                              "%r = call i8 @llvm.genx.ustrunc.sat.i8.i32(i32 -5)"),
         "i8 0"},
        {"declare i8 @llvm.genx.sstrunc.sat.i8.i32(i32)\n" FN("i8",
                                                              "%r = call i8 @llvm.genx.sstrunc.sat.i8.i32(i32 200)"),
         "i8 127"},
        {"declare float @llvm.genx.sat.f32(float)\n" FN("float", "%r = call float @llvm.genx.sat.f32(float 1.5)"),
         "float 1"},
        {"declare i32 @llvm.genx.umulh.i32(i32,i32)\n" FN("i32", "%r = call i32 @llvm.genx.umulh.i32(i32 -1, i32 2)"),
         "i32 1"},
        {"declare {i32,i32} @llvm.genx.addc.i32.i32(i32,i32)\n" FN(
             "{i32,i32}", "%r = call {i32,i32} @llvm.genx.addc.i32.i32(i32 -1, i32 2)"),
         "{i32 1, i32 1}"},
        {"declare {i64,i64} @llvm.genx.addc.i64.i64(i64,i64)\n" FN(
             "{i64,i64}", "%r = call {i64,i64} @llvm.genx.addc.i64.i64(i64 9223372036854775807, i64 1)"),
         "{i64 0, i64 -9223372036854775808}"},
        {"declare {i64,i64} @llvm.genx.addc.i64.i64(i64,i64)\n" FN(
             "{i64,i64}", "%r = call {i64,i64} @llvm.genx.addc.i64.i64(i64 -1, i64 2)"),
         "{i64 1, i64 1}"},
        {"declare {i32,i32} @llvm.genx.subb.i32.i32(i32,i32)\n" FN(
             "{i32,i32}", "%r = call {i32,i32} @llvm.genx.subb.i32.i32(i32 1, i32 2)"),
         "{i32 1, i32 -1}"},
        {"declare i32 @llvm.genx.bfn.i32(i32,i32,i32,i8)\n" // majority: 0xe8
         FN("i32", "%r = call i32 @llvm.genx.bfn.i32(i32 12, i32 10, i32 9, i8 -24)"),
         "i32 8"},
        {"declare i32 @llvm.genx.sbfe.i32(i32,i32,i32)\n" FN(
             "i32", "%r = call i32 @llvm.genx.sbfe.i32(i32 4, i32 4, i32 240)"),
         "i32 -1"},
        {"declare i32 @llvm.genx.ssdp4a.i32(i32,i32,i32)\n" // 10 + 1*1 + 2*2 + 3*3 + (-1)*4
         FN("i32", "%r = call i32 @llvm.genx.ssdp4a.i32(i32 10, i32 -16580095, i32 67305985)"),
         "i32 20"},
        {"declare float @llvm.genx.rnde.f32(float)\n" FN("float", "%r = call float @llvm.genx.rnde.f32(float 2.5)"),
         "float 2"},
        {"declare float @llvm.genx.frc.f32(float)\n" FN("float", "%r = call float @llvm.genx.frc.f32(float -1.25)"),
         "float 0.75"},
        {"declare i32 @llvm.genx.fbl.i32(i32)\n" FN("i32", "%r = call i32 @llvm.genx.fbl.i32(i32 0)"), "i32 -1"},
        {"declare i32 @llvm.genx.lzd.i32(i32)\n" FN("i32", "%r = call i32 @llvm.genx.lzd.i32(i32 0)"), "i32 32"},
        {"declare i16 @llvm.genx.suavg.i16.i16(i16,i16)\n" FN("i16",
                                                              "%r = call i16 @llvm.genx.suavg.i16.i16(i16 4, i16 7)"),
         "i16 6"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

static void memory_messages(void **state) {
    static const row rows[] = {
        {"declare <4 x i32> @llvm.genx.oword.ld.v4i32(i32,i32,i32)\n" // owords: byte 16
         FN("<4 x i32>", "%r = call <4 x i32> @llvm.genx.oword.ld.v4i32(i32 0, i32 1, i32 1)"),
         "<4 x i32> [319951120, 387323156, 454695192, 522067228]"},
        {"declare <16 x i8> @llvm.genx.oword.ld.unaligned.v16i8(i32,i32,i32)\n" // runs out of the
                                                                                // surface: zeros
         FN("<16 x i8>", "%r = call <16 x i8> @llvm.genx.oword.ld.unaligned.v16i8(i32 0, i32 1, i32 52)"),
         "<16 x i8> [52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 0, 0, 0, 0]"},
        {"declare <8 x i8> @llvm.genx.media.ld.v8i8(i32,i32,i32,i32,i32,i32)\n" // 3 bytes wide,
                                                                                // rows padded to 4
         FN("<8 x i8>", "%r = call <8 x i8> @llvm.genx.media.ld.v8i8(i32 0, i32 1, i32 0, i32 3, "
                        "i32 -1, i32 3)"),
         "<8 x i8> [48, 48, 49, undef, 48, 48, 49, undef]"},
        {"declare <4 x i32> @llvm.genx.gather.scaled.v4i32.v4i1.v4i32(<4 x i1>,i32,i16,i32,i32,<4 "
         "x i32>,<4 x i32>)\n" FN("<4 x i32>",
                                  "%r = call <4 x i32> @llvm.genx.gather.scaled.v4i32.v4i1.v4i32(<4 x i1> "
                                  "<i1 1, i1 1, i1 0, i1 1>, i32 0, i16 0, i32 1, i32 2, <4 x i32> <i32 0, "
                                  "i32 9, i32 1, i32 61>, <4 x i32> <i32 -1, i32 -2, i32 -3, i32 -4>)"),
         "<4 x i32> [2, 11, -3, 63]"},
        {"declare <2 x i32> @llvm.genx.dword.atomic.add.v2i32.v2i1.v2i32(<2 x i1>,i32,<2 x i32>,<2 "
         "x i32>,<2 x i32>)\n" FN("<2 x i32>",
                                  "%r = call <2 x i32> @llvm.genx.dword.atomic.add.v2i32.v2i1.v2i32(<2 x i1> <i1 1, i1 "
                                  "1>, i32 1, <2 x i32> <i32 0, i32 0>, <2 x i32> <i32 1, i32 1>, <2 x i32> undef)"),
         "<2 x i32> [50462976, 50462977]"},
        // Two bytes a lane: the rest of an active lane's dword is not defined.
        {"declare <8 x i8> @llvm.genx.svm.gather.v8i8.v2i1.v2i64(<2 x i1>,i32,<2 x i64>,<8 x i8>)\n"
         "@b = global [4 x i8] [i8 5, i8 6, i8 7, i8 8]\n" FN(
             "<8 x i8>", "%p = ptrtoint ptr @b to i64\n%one = insertelement <2 x i64> zeroinitializer, i64 %p, i32 0\n"
                         "%r = call <8 x i8> @llvm.genx.svm.gather.v8i8.v2i1.v2i64(<2 x i1> <i1 1, i1 0>, i32 1, "
                         "<2 x i64> %one, <8 x i8> <i8 1, i8 1, i8 1, i8 1, i8 2, i8 2, i8 2, i8 2>)"),
         "<8 x i8> [5, 6, undef, undef, 2, 2, 2, 2]"},
        {"@g = global [3 x i16] [i16 5, i16 6, i16 7]\n" FN(
             "i16", "%p = getelementptr i16, ptr @g, i64 2\n%r = load i16, ptr %p"),
         "i16 7"},
        {FN("<2 x i16>", "%a = alloca <2 x i16>\n%p = getelementptr i16, ptr %a, i32 1\nstore i16 "
                         "9, ptr %p\n%r = load <2 x i16>, ptr %a"),
         "<2 x i16> [undef, 9]"},
        // byval: the callee changes an object of its own
        {"define void @set(ptr byval(i32) %p) {\nstore i32 9, ptr %p\nret void\n}\n" FN(
             "i32", "%a = alloca i32\nstore i32 4, ptr %a\ncall void @set(ptr byval(i32) %a)\n%r = load i32, ptr %a"),
         "i32 4"},
        {"define i32 @get(ptr byval(i32) %p) {\n%v = load i32, ptr %p\nret i32 %v\n}\n" FN(
             "i32", "%a = alloca i32\nstore i32 4, ptr %a\n%r = call i32 @get(ptr byval(i32) %a)"),
         "i32 4"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

static void blocks_and_masks(void **state) {
    static const row rows[] = {
        // Of two sources the first is the one compared with.
        {"@g = global i32 5\n"
         "declare <1 x i32> @llvm.genx.lsc.atomic.stateless.v1i32.v1i1.v1i64(<1 x i1>,i8,i8,i8,i16,i32,i8,i8,i8,i8,"
         "i32,<1 x i64>,<1 x i32>,<1 x i32>,<1 x i32>)\n" FN(
             "i32", "%o = call <1 x i32> @llvm.genx.lsc.atomic.stateless.v1i32.v1i1.v1i64(<1 x i1> <i1 1>, i8 18, "
                    "i8 0, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 0, i32 0, <1 x i64> <i64 ptrtoint (ptr @g to "
                    "i64)>, <1 x i32> <i32 5>, <1 x i32> <i32 9>, <1 x i32> zeroinitializer)\n"
                    "%r = load i32, ptr @g"),
         "i32 9"},
        // The low halves of products and sums, then the high ones.
        {"declare <4 x i32> @llvm.genx.smadw.v4i32.v2i32(<2 x i32>,<2 x i32>,<2 x i32>)\n" FN(
             "<4 x i32>", "%r = call <4 x i32> @llvm.genx.smadw.v4i32.v2i32(<2 x i32> <i32 -1, i32 65536>, <2 x i32> "
                          "<i32 2, i32 65536>, <2 x i32> <i32 1, i32 5>)"),
         "<4 x i32> [-1, 5, -1, 1]"},
        // Rows of four bytes from column 1 on: the last column is outside.
        {"@g = global [8 x i8] c\"\\01\\02\\03\\04\\05\\06\\07\\08\"\n"
         "declare <8 x i8> @llvm.genx.lsc.load2d.stateless.v8i8.v1i1.i64(<1 x "
         "i1>,i8,i8,i8,i8,i8,i16,i16,i8,i64,i32,i32,i32,i32,i32)\n" FN(
             "<8 x i8>", "%r = call <8 x i8> @llvm.genx.lsc.load2d.stateless.v8i8.v1i1.i64(<1 x i1> <i1 1>, "
                         "i8 0, i8 0, i8 1, i8 1, i8 1, i16 4, i16 2, i8 0, i64 ptrtoint (ptr @g to i64), i32 3, i32 "
                         "1, i32 3, i32 1, i32 0)"),
         "<8 x i8> [2, 3, 4, 0, 6, 7, 8, 0]"},
        // Columns become rows.
        {"@g = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]\n"
         "declare <4 x i32> @llvm.genx.lsc.load2d.stateless.v4i32.v1i1.i64(<1 x "
         "i1>,i8,i8,i8,i8,i8,i16,i16,i8,i64,i32,i32,i32,i32,i32)\n" FN(
             "<4 x i32>", "%r = call <4 x i32> @llvm.genx.lsc.load2d.stateless.v4i32.v1i1.i64(<1 x i1> <i1 1>, "
                          "i8 0, i8 0, i8 3, i8 2, i8 1, i16 2, i16 2, i8 0, i64 ptrtoint (ptr @g to i64), i32 7, i32 "
                          "1, i32 7, i32 0, i32 0)"),
         "<4 x i32> [1, 3, 2, 4]"},
        // Two rows of words beside each other; rows of three take four.
        {"@g = global [6 x i16] [i16 1, i16 2, i16 3, i16 4, i16 5, i16 6]\n"
         "declare <8 x i16> @llvm.genx.lsc.load2d.stateless.v8i16.v1i1.i64(<1 x "
         "i1>,i8,i8,i8,i8,i8,i16,i16,i8,i64,i32,i32,i32,i32,i32)\n" FN(
             "<8 x i16>", "%r = call <8 x i16> @llvm.genx.lsc.load2d.stateless.v8i16.v1i1.i64(<1 x i1> <i1 1>, "
                          "i8 0, i8 0, i8 2, i8 1, i8 1, i16 3, i16 2, i8 1, i64 ptrtoint (ptr @g to i64), i32 5, i32 "
                          "1, i32 5, i32 0, i32 0)"),
         "<8 x i16> [1, 4, 2, 5, 3, 6, undef, undef]"},
        {"declare <16 x i1> @llvm.genx.simdcf.remask.v16i1(<16 x i1>,i32)\n"
         "declare i32 @llvm.genx.simdcf.savemask.v16i1(<16 x i1>)\n" FN(
             "i32", "%m = call <16 x i1> @llvm.genx.simdcf.remask.v16i1(<16 x i1> zeroinitializer, i32 4660)\n"
                    "%r = call i32 @llvm.genx.simdcf.savemask.v16i1(<16 x i1> %m)"),
         "i32 4660"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

static void control_flow(void **state) {
    static const row rows[] = {
        {"define i32 @f() {\nentry:\n br label %l\nl:\n %i = phi i32 [0, %entry], [%n, %l]\n %s = "
         "phi i32 [0, %entry], [%t, %l]\n"
         " %t = add i32 %s, %i\n %n = add i32 %i, 1\n %c = icmp slt i32 %n, 10\n br i1 %c, label "
         "%l, label %e\ne:\n ret i32 %t\n}\n",
         "i32 45"},
        {"define i32 @f() {\n br label %l\nl:\n %a = phi i32 [1, %0], [%b, %l]\n %b = phi i32 [2, "
         "%0], [%a, %l]\n" // swap
         " %k = phi i32 [0, %0], [%n, %l]\n %n = add i32 %k, 1\n %c = icmp ult i32 %n, 4\n br i1 "
         "%c, label %l, label %e\ne:\n ret i32 %a\n}\n",
         "i32 2"},
        {"define i32 @f() {\n switch i32 7, label %d [i32 3, label %a\n i32 7, label %b]\na:\n ret "
         "i32 1\nb:\n ret i32 2\nd:\n ret i32 3\n}\n",
         "i32 2"},
        {"define i32 @g(i32 %x) {\n %y = mul i32 %x, 3\n ret i32 %y\n}\n" FN(
             "i32", "%a = call i32 @g(i32 5)\n%r = add i32 %a, 1"),
         "i32 16"},
        {"declare {<4 x i1>,<4 x i1>,i1} @llvm.genx.simdcf.goto.v4i1.v4i1.v4i1(<4 x i1>,<4 x "
         "i1>,<4 x i1>)\n" FN("{<4 x i1>,<4 x i1>,i1}",
                              "%r = call {<4 x i1>,<4 x i1>,i1} @llvm.genx.simdcf.goto.v4i1.v4i1.v4i1(<4 x i1> <i1 "
                              "1, i1 1, i1 0, i1 1>, <4 x i1> zeroinitializer, <4 x i1> <i1 1, i1 0, i1 1, i1 0>)"),
         "{<4 x i1> [1, 0, 0, 0], <4 x i1> [0, 1, 0, 1], i1 0}"},
        // Lanes past the control flow's two channels are always enabled and do not count.
        {"declare {<4 x i1>,i1} @llvm.genx.simdcf.join.v4i1.v2i1(<4 x i1>,<2 x i1>)\n" FN(
             "{<4 x i1>,i1}",
             "%r = call {<4 x i1>,i1} @llvm.genx.simdcf.join.v4i1.v2i1(<4 x i1> <i1 0, i1 0, i1 1, i1 1>, "
             "<2 x i1> zeroinitializer)"),
         "{<4 x i1> [0, 0, 1, 1], i1 1}"},
    };
    (void)state;
    CHECK_ROWS(rows);
}

static void undefined_programs_are_reported(void **state) {
    static const row rows[] = {
        {FN("i32", "%r = udiv i32 1, 0"), "division by zero"},
        {"define i32 @f() {\n br i1 undef, label %a, label %b\na:\n ret i32 1\nb:\n ret i32 2\n}\n",
         "branch on an undefined condition"},
        {FN("i32", "%r = load i32, ptr null"), "no buffer's"},
        {"define void @f() {\n br label %l\nl:\n br label %l\n}\n", "does not end"},
        {RDI4 FN("<4 x i16>", "%r = call <4 x i16> @llvm.genx.rdregioni.v4i16.v16i16.i16(" IOTA16
                              ", i32 0, i32 4, i32 1, i16 26, i32 undef)"),
         "outside the vector of 32 bytes"},
        {"declare void @llvm.genx.unheard.of()\ndefine void @f() {\n call void "
         "@llvm.genx.unheard.of()\n ret void\n}\n",
         "does not know"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cmc_str text = CMC_STR_INIT;
        assert_int_not_equal(run(rows[i].ir, &text), CMC_OK);
        if (!strstr(cmc_str_text(&text), rows[i].want))
            fail_msg("got '%s', expected '%s'", cmc_str_text(&text), rows[i].want);
        cmc_str_free(&text);
    }
}

static cmc_status compare(const char *a, const char *b, unsigned *n) {
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef ma = parse(context, a), mb = parse(context, b);
    const ge_compare_options o = GE_COMPARE_OPTIONS_INIT;
    cmc_diag *d = cmc_diag_create();
    cmc_status s = ge_compare(ma, mb, &o, n, d);
    assert_true((s == CMC_OK) == (cmc_diag_count(d) == 0));
    cmc_diag_destroy(d);
    LLVMDisposeModule(ma);
    LLVMDisposeModule(mb);
    LLVMContextDispose(context);
    return s;
}

static void comparing_finds_differences(void **state) {
    static const char add[] = "define <4 x i32> @f(<4 x i32> %x) {\n %r = add <4 x i32> %x, %x\n ret <4 x i32> %r\n}\n";
    static const char shl[] = "define <4 x i32> @f(<4 x i32> %x) {\n %r = shl <4 x i32> %x, <i32 "
                              "1, i32 1, i32 1, i32 1>\n ret <4 x i32> %r\n}\n";
    static const char nsw[] = "define <4 x i32> @f(<4 x i32> %x) {\n %r = add nsw <4 x i32> %x, "
                              "%x\n ret <4 x i32> %r\n}\n";
    static const char store[] = "define void @f(ptr %p, i32 %v) {\n store i32 %v, ptr %p\n ret void\n}\n";
    static const char store2[] =
        "define void @f(ptr %p, i32 %v) {\n %q = getelementptr i8, ptr %p, i32 4\n store i32 %v, "
        "ptr %p\n store i8 1, ptr %q\n store i8 2, ptr %q\n ret void\n}\n";
    unsigned n = 0;
    (void)state;
    assert_int_equal(compare(add, shl, &n), CMC_OK);
    assert_int_equal(n, 16);
    assert_int_equal(compare(nsw, add, &n), CMC_OK);       // less undefined is fine
    assert_int_equal(compare(add, nsw, &n), CMC_ERR_USER); // more is not
    assert_int_equal(compare(store, store, &n), CMC_OK);
    assert_int_equal(compare(store, store2, &n), CMC_ERR_USER);
}

static void undefined_stores_are_counted(void **state) {
    static const char ir[] = "define void @f(ptr %p) {\n store <2 x i16> <i16 undef, i16 1>, ptr %p\n ret void\n}\n";
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef m = parse(context, ir);
    cmc_diag *d = cmc_diag_create();
    ge_ctx *cx = ge_create(m, NULL);
    ge_buffer *b = ge_buffer_add(cx, "b", 8, -1);
    LLVMValueRef f = LLVMGetNamedFunction(m, "f");
    ge_value ret, arg = ge_value_int(cx, LLVMTypeOf(LLVMGetParam(f, 0)), b->base);
    (void)state;
    assert_int_equal(ge_call(cx, f, &arg, 1, &ret, d), CMC_OK);
    assert_int_equal(b->undef_stores, 2);
    assert_true(b->undef[0] && b->undef[1] && !b->undef[2]);
    assert_int_equal(b->data[2], 1);
    ge_destroy(cx);
    cmc_diag_destroy(d);
    LLVMDisposeModule(m);
    LLVMContextDispose(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_integers),
        cmocka_unit_test(plain_floats),
        cmocka_unit_test(llvm_intrinsics),
        cmocka_unit_test(regions),
        cmocka_unit_test(genx_arithmetic),
        cmocka_unit_test(memory_messages),
        cmocka_unit_test(blocks_and_masks),
        cmocka_unit_test(control_flow),
        cmocka_unit_test(undefined_programs_are_reported),
        cmocka_unit_test(comparing_finds_differences),
        cmocka_unit_test(undefined_stores_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
