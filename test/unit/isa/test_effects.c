// SPDX-License-Identifier: MIT
// What instructions touch: masks, flags, addresses, accumulators, messages and virtual operands;
// execution types and pipes. Plain byte ranges are compared with iga64 by effects_iga; here is what
// iga64 does not say.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include <cmc/isa.h>

// Effects as text: "r:g1.0+32 w:a30.2+1?" = read GRF 1 bytes 0-31, write ARF 0x30 byte 2, may keep
// its contents.
typedef struct listing {
    char text[512];
    size_t len;
} listing;

static void append(void *user, const isa_access *a) {
    listing *l = user;
    const char *file = a->file == ISA_FILE_GRF ? "g" : a->file == ISA_FILE_VREG ? "v" : "a";
    char reg[16];
    snprintf(reg, sizeof reg, a->file == ISA_FILE_ARF ? "%x" : "%u", a->reg);
    l->len += (size_t)snprintf(l->text + l->len, sizeof l->text - l->len, "%s%c%d:%s%s.%d+%d%s%s", l->len ? " " : "",
                               a->write ? 'w' : 'r', a->who, file, reg, a->off_b, a->len_b, a->partial_lanes ? "?" : "",
                               a->dense ? "" : "~");
    assert_true(l->len < sizeof l->text);
}

static const isa_region one = {0, 0, 1}, flat = {8, 8, 1}, scalar = {0, 1, 0};

static isa_inst add8(void) {
    isa_inst in = {.op = ISA_ADD, .exec_size = 8, .no_mask = true};
    in.dst = isa_grf(10, 0, ISA_F, one);
    in.src[0] = isa_grf(20, 0, ISA_F, flat);
    in.src[1] = isa_grf(30, 0, ISA_F, flat);
    return in;
}

static void expect(isa_target t, isa_inst in, const char *text) {
    listing l = {"", 0};
    isa_inst_effects(isa_model_get(t), &in, append, &l);
    assert_string_equal(l.text, text);
}

static void masks_make_writes_partial(void **state) {
    (void)state;
    isa_inst in = add8();
    expect(ISA_TARGET_TGL, in, "r2:g20.0+32 r3:g30.0+32 w1:g10.0+32");
    in.no_mask = false;
    expect(ISA_TARGET_TGL, in, "r2:g20.0+32 r3:g30.0+32 w1:g10.0+32?");
    in.no_mask = true;
    in.pred = ISA_PRED_NORMAL;
    in.flag_sub = 1;
    in.chan_off = 8;
    expect(ISA_TARGET_TGL, in, "r5:a30.3+1 r2:g20.0+32 r3:g30.0+32 w1:g10.0+32?");
    in.op = ISA_SEL; // the predicate selects, every lane is written
    expect(ISA_TARGET_TGL, in, "r5:a30.3+1 r2:g20.0+32 r3:g30.0+32 w1:g10.0+32");
}

static void strided_operands_are_exact(void **state) {
    (void)state;
    isa_inst in = add8();
    in.exec_size = 4;
    in.dst = isa_grf(10, 4, ISA_W, (isa_region){0, 0, 2});
    in.src[0] = isa_grf(20, 2, ISA_W, (isa_region){0, 1, 0});
    in.src[1] = isa_grf(30, 0, ISA_W, (isa_region){8, 2, 1});
    expect(ISA_TARGET_TGL, in, "r2:g20.2+2 r3:g30.0+4 r3:g30.16+4 w1:g10.4+2 w1:g10.8+2 w1:g10.12+2 w1:g10.16+2");
}

static void flags_by_half_and_channel(void **state) {
    (void)state;
    isa_inst in = add8();
    in.op = ISA_CMP;
    in.dst = isa_null(ISA_F);
    in.cmod = ISA_CMOD_LT;
    in.flag_reg = 1;
    in.chan_off = 8;
    expect(ISA_TARGET_TGL, in, "w5:a31.1+1 r2:g20.0+32 r3:g30.0+32");
    in.exec_size = 4; // half a byte stays
    in.chan_off = 4;
    in.src[0].rgn = in.src[1].rgn = (isa_region){4, 4, 1};
    expect(ISA_TARGET_TGL, in, "w5:a31.0+1? r2:g20.0+16 r3:g30.0+16");
    in.vflag = 7;
    in.flag_sub = 1;
    expect(ISA_TARGET_TGL, in, "w5:v7.2+1? r2:g20.0+16 r3:g30.0+16");
    in.op = ISA_SEL; // min/max write no flag
    in.vflag = 0;
    expect(ISA_TARGET_TGL, in, "r2:g20.0+16 r3:g30.0+16");
}

static void grouped_predicates_read_their_group(void **state) {
    (void)state;
    isa_inst in = add8();
    in.op = ISA_MOV;
    in.exec_size = 1;
    in.src[0].rgn = scalar;
    in.pred = ISA_PRED_ANY16H;
    expect(ISA_TARGET_TGL, in, "r5:a30.0+2 r2:g20.0+4 w1:g10.0+4?");
}

static void note_flag_bytes(void *user, const isa_access *a) {
    uint32_t *bytes = user;
    for (int32_t k = 0; a->who == ISA_WHO_FLAG && !a->write && k < a->len_b; k++)
        *bytes |= 1u << (a->off_b + k);
}

// Every grouped form at every channel offset and size: the bytes of the flag register that its groups lie in, no
// others.
static void grouped_predicates_everywhere(void **state) {
    static const struct {
        uint8_t any, all;
        unsigned width;
    } forms[] = {
        {ISA_PRED_NORMAL, ISA_PRED_NORMAL, 1},  {ISA_PRED_ANY2H, ISA_PRED_ALL2H, 2},
        {ISA_PRED_ANY4H, ISA_PRED_ALL4H, 4},    {ISA_PRED_ANY8H, ISA_PRED_ALL8H, 8},
        {ISA_PRED_ANY16H, ISA_PRED_ALL16H, 16}, {ISA_PRED_ANY32H, ISA_PRED_ALL32H, 32},
    };
    (void)state;
    for (unsigned f = 0; f < sizeof forms / sizeof forms[0]; f++)
        for (unsigned n = 1; n <= 32; n *= 2)
            for (unsigned first = 0; first + n <= 32; first += n < 4 ? 4 : n)
                for (unsigned half = 0; half < 2 && first + n + 16 * half <= 32; half++) {
                    uint32_t want = 0;
                    for (unsigned bit = 16 * half + first; bit < 16 * half + first + n; bit++)
                        for (unsigned k = 0; k < forms[f].width; k++)
                            want |= 1u << (bit / forms[f].width * forms[f].width + k) / 8;
                    isa_inst in = add8();
                    in.exec_size = (uint8_t)n;
                    in.chan_off = (uint8_t)first;
                    in.flag_sub = (uint8_t)half;
                    for (unsigned all = 0; all < 2; all++) {
                        uint32_t got = 0;
                        in.pred = all ? forms[f].all : forms[f].any;
                        isa_inst_effects(isa_model_get(ISA_TARGET_TGL), &in, note_flag_bytes, &got);
                        if (got != want)
                            fail_msg("form %u, %u channels from %u, half %u: bytes 0x%x, expected 0x%x", in.pred, n,
                                     first, half, got, want);
                    }
                }
}

static void addresses_are_read(void **state) {
    (void)state;
    isa_inst in = add8();
    in.op = ISA_MOV;
    in.src[0].indirect = true;
    in.src[0].addr_sub = 3;
    expect(ISA_TARGET_TGL, in, "r6:a10.6+2 r8:g0.0+4096~ w1:g10.0+32");
    in.src[0].rgn = (isa_region){ISA_VXH, 1, 0};
    in.src[0].vaddr = 5;
    in.src[0].file = ISA_FILE_VREG;
    in.src[0].reg = 9;
    expect(ISA_TARGET_TGL, in, "r6:v5.6+16 r8:v9.0+2147483647~ w1:g10.0+32");
    in = add8();
    in.op = ISA_MOV;
    in.dst.indirect = true;
    expect(ISA_TARGET_TGL, in, "r2:g20.0+32 r6:a10.0+2 w8:g0.0+4096?~");
    in = add8(); // the address of a variable is an immediate
    in.op = ISA_MOV;
    in.exec_size = 1;
    in.dst = (isa_operand){.file = ISA_FILE_VREG, .type = ISA_UW, .rgn = one, .reg = 4, .off_b = 2};
    in.src[0] = (isa_operand){.file = ISA_FILE_VADDR, .type = ISA_UW, .reg = 3};
    expect(ISA_TARGET_TGL, in, "w1:v4.2+2");
}

static void accumulators_are_implicit(void **state) {
    (void)state;
    isa_inst in = add8();
    in.op = ISA_ADDC;
    in.dst.type = in.src[0].type = in.src[1].type = ISA_UD;
    expect(ISA_TARGET_TGL, in, "r2:g20.0+32 r3:g30.0+32 w7:a20.0+32 w1:g10.0+32");
    in.op = ISA_MACH;
    expect(ISA_TARGET_TGL, in, "r2:g20.0+32 r3:g30.0+32 r7:a20.0+64 w7:a20.0+64 w1:g10.0+32");
    in = add8();
    in.op = ISA_MAC;
    expect(ISA_TARGET_TGL, in, "r2:g20.0+32 r3:g30.0+32 r7:a20.0+32 w1:g10.0+32");
    in = add8();
    in.acc_wr_en = true;
    expect(ISA_TARGET_TGL, in, "r2:g20.0+32 r3:g30.0+32 w7:a20.0+32 w1:g10.0+32");
}

static void integer_division_has_two_results(void **state) {
    (void)state;
    isa_inst in = add8();
    in.op = ISA_MATH;
    in.fc = ISA_MATH_IDIV;
    in.dst.type = in.src[0].type = in.src[1].type = ISA_D;
    expect(ISA_TARGET_TGL, in, "r2:g20.0+32 r3:g30.0+32 w1:g10.0+32 w1:g10.32+32");
    in.fc = ISA_MATH_IQOT;
    expect(ISA_TARGET_TGL, in, "r2:g20.0+32 r3:g30.0+32 w1:g10.0+32");
}

static isa_inst send(uint8_t exec, uint8_t sfid, uint32_t desc) {
    isa_inst in = {.op = ISA_SEND, .exec_size = exec, .no_mask = true, .sfid = sfid, .desc = desc};
    in.dst = isa_grf(10, 0, ISA_TYPE_NONE, one);
    in.src[0] = isa_grf(1, 0, ISA_TYPE_NONE, one);
    in.src[1] = isa_null(ISA_TYPE_NONE);
    return in;
}

static void sends_touch_their_registers(void **state) {
    (void)state;
    isa_inst in = send(8, ISA_SFID_DC0, 0x02480401); // 8 owords
    expect(ISA_TARGET_TGL, in, "r2:g1.0+32 w1:g10.0+128");
    in = send(8, ISA_SFID_DC0, 0x02180001); // 1 oword: the upper half of the register is not defined
    expect(ISA_TARGET_TGL, in, "r2:g1.0+32 w1:g10.0+16 w1:g10.16+16?");
    in = send(16, ISA_SFID_DC0, 0x04210901);
    expect(ISA_TARGET_TGL, in, "r2:g1.0+64 w1:g10.0+64");
    in.no_mask = false;
    expect(ISA_TARGET_TGL, in, "r2:g1.0+64 w1:g10.0+64?");
    in = send(4, ISA_SFID_DC0, 0x02110801); // half of the lanes
    expect(ISA_TARGET_TGL, in, "r2:g1.0+32 w1:g10.0+32?");
    in = send(8, ISA_SFID_DC0, 0x020a0401);
    in.exdesc = 0x100;
    in.dst = isa_null(ISA_TYPE_NONE);
    in.src[1] = isa_grf(3, 0, ISA_TYPE_NONE, one);
    expect(ISA_TARGET_TGL, in, "r2:g1.0+32 r3:g3.0+128");
    in = send(16, ISA_SFID_UGM, 0x04000584);
    in.dst = isa_null(ISA_TYPE_NONE);
    in.src[1] = isa_grf(3, 0, ISA_TYPE_NONE, one);
    in.src1_len = 1;
    expect(ISA_TARGET_PVC, in, "r2:g1.0+128 r3:g3.0+64");
    in = send(1, ISA_SFID_UGM, 0x03f00403); // 2-D block: 32 registers are written as 31
    expect(ISA_TARGET_PVC, in, "r2:g1.0+64 w1:g10.0+2048");
}

static void register_descriptors_are_read(void **state) {
    (void)state;
    isa_inst in = send(8, ISA_SFID_DC0, 0x02110801);
    in.exdesc_is_reg = true;
    in.exdesc_sub = 2;
    expect(ISA_TARGET_TGL, in, "r6:a10.8+4 r2:g1.0+32 w1:g10.0+32");
    in.desc_is_reg = true;
    expect(ISA_TARGET_TGL, in, "r6:a10.0+4 r6:a10.8+4 r2:g1.0+32 w1:g10.0+32?");
    in.desc = 0; // as decoded: the lengths are not known
    expect(ISA_TARGET_TGL, in, "r6:a10.0+4 r6:a10.8+4 r2:g1.0+480 w1:g10.0+992?");
}

static void dpas_rows(void **state) {
    (void)state;
    isa_inst in = {.op = ISA_DPAS, .exec_size = 8, .no_mask = true, .dpas_depth = 8, .dpas_count = 4};
    in.dst = isa_grf(10, 0, ISA_F, one);
    in.src[0] = isa_null(ISA_F);
    in.src[1] = isa_grf(30, 0, ISA_HF, one);
    in.src[2] = isa_grf(40, 0, ISA_HF, one);
    expect(ISA_TARGET_DG2, in, "r3:g30.0+256 r4:g40.0+128 w1:g10.0+128");
}

static void calls_use_two_dwords(void **state) {
    (void)state;
    isa_inst in = {.op = ISA_CALL, .exec_size = 8, .no_mask = true, .dst = isa_grf(5, 8, ISA_TYPE_NONE, one)};
    expect(ISA_TARGET_TGL, in, "w1:g5.8+8");
    in = (isa_inst){.op = ISA_RET, .exec_size = 8, .no_mask = true, .dst = isa_null(ISA_TYPE_NONE)};
    in.src[0] = isa_grf(5, 8, ISA_TYPE_NONE, scalar);
    expect(ISA_TARGET_TGL, in, "r2:g5.8+8");
}

static void execution_types(void **state) {
    (void)state;
    static const struct {
        uint16_t op;
        uint8_t dst, src0, src1, exec;
    } rows[] = {
        {ISA_ADD, ISA_B, ISA_B, ISA_UB, ISA_W},  {ISA_ADD, ISA_UW, ISA_UB, ISA_UB, ISA_UW},
        {ISA_ADD, ISA_UD, ISA_UB, ISA_D, ISA_D}, {ISA_ADD, ISA_Q, ISA_UD, ISA_Q, ISA_Q},
        {ISA_ADD, ISA_F, ISA_HF, ISA_F, ISA_F},  {ISA_ADD, ISA_HF, ISA_HF, ISA_HF, ISA_HF},
        {ISA_ADD, ISA_F, ISA_HF, ISA_HF, ISA_F}, {ISA_ADD, ISA_BF, ISA_BF, ISA_F, ISA_F},
        {ISA_MUL, ISA_D, ISA_D, ISA_UW, ISA_D},  {ISA_ADD, ISA_DF, ISA_DF, ISA_DF, ISA_DF},
        {ISA_MOV, ISA_W, ISA_V, 0, ISA_W},       {ISA_MOV, ISA_F, ISA_VF, 0, ISA_F},
        {ISA_MOV, ISA_W, ISA_F, 0, ISA_F},       {ISA_MOV, ISA_F, ISA_UB, 0, ISA_UW},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        isa_inst in = add8();
        in.op = rows[i].op;
        in.dst.type = rows[i].dst;
        in.src[0].type = rows[i].src0;
        in.src[1].type = rows[i].src1;
        if (isa_inst_exec_type(isa_model_get(ISA_TARGET_PVC), &in) != rows[i].exec)
            fail_msg("row %zu: %s", i, isa_type_name(isa_inst_exec_type(isa_model_get(ISA_TARGET_PVC), &in)));
    }
}

static void pipes(void **state) {
    (void)state;
    static const struct {
        isa_target target;
        uint16_t op;
        uint8_t dst, src, pipe;
    } rows[] = {
        {ISA_TARGET_TGL, ISA_ADD, ISA_F, ISA_F, ISA_PIPE_ALL},
        {ISA_TARGET_TGL, ISA_MATH, ISA_F, ISA_F, ISA_PIPE_NONE},
        {ISA_TARGET_TGL, ISA_SEND, 0, 0, ISA_PIPE_NONE},
        {ISA_TARGET_SKL, ISA_MATH, ISA_F, ISA_F, ISA_PIPE_ALL},
        {ISA_TARGET_DG2, ISA_ADD, ISA_F, ISA_F, ISA_PIPE_F},
        {ISA_TARGET_DG2, ISA_ADD, ISA_D, ISA_D, ISA_PIPE_I},
        {ISA_TARGET_DG2, ISA_MOV, ISA_HF, ISA_D, ISA_PIPE_F},
        {ISA_TARGET_DG2, ISA_MOV, ISA_D, ISA_F, ISA_PIPE_I},
        {ISA_TARGET_DG2, ISA_MOV, ISA_Q, ISA_D, ISA_PIPE_L},
        {ISA_TARGET_DG2, ISA_MOV, ISA_D, ISA_Q, ISA_PIPE_L},
        {ISA_TARGET_PVC, ISA_MOV, ISA_Q, ISA_D, ISA_PIPE_I},
        {ISA_TARGET_PVC, ISA_MOV, ISA_DF, ISA_F, ISA_PIPE_L},
        {ISA_TARGET_PVC, ISA_MOV, ISA_F, ISA_DF, ISA_PIPE_F},
        {ISA_TARGET_PVC, ISA_MATH, ISA_F, ISA_F, ISA_PIPE_M},
        {ISA_TARGET_PVC, ISA_DPAS, ISA_F, ISA_F, ISA_PIPE_NONE},
        {ISA_TARGET_DG2, ISA_JMPI, 0, 0, ISA_PIPE_I},
        // The math unit: Intel's compiler gives each instruction with a double a token.
        {ISA_TARGET_MTL, ISA_ADD, ISA_DF, ISA_DF, ISA_PIPE_NONE},
        {ISA_TARGET_MTL, ISA_MOV, ISA_D, ISA_DF, ISA_PIPE_NONE},
        {ISA_TARGET_ARLH, ISA_MOV, ISA_DF, ISA_F, ISA_PIPE_NONE},
        {ISA_TARGET_MTL, ISA_ADD, ISA_F, ISA_F, ISA_PIPE_F},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        isa_inst in = add8();
        in.op = rows[i].op;
        in.fc = ISA_MATH_INV;
        in.dst.type = rows[i].dst;
        in.src[0].type = in.src[1].type = rows[i].src;
        if (isa_inst_pipe(isa_model_get(rows[i].target), &in) != rows[i].pipe)
            fail_msg("row %zu: pipe %u", i, isa_inst_pipe(isa_model_get(rows[i].target), &in));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_make_writes_partial),
        cmocka_unit_test(strided_operands_are_exact),
        cmocka_unit_test(flags_by_half_and_channel),
        cmocka_unit_test(grouped_predicates_read_their_group),
        cmocka_unit_test(grouped_predicates_everywhere),
        cmocka_unit_test(addresses_are_read),
        cmocka_unit_test(accumulators_are_implicit),
        cmocka_unit_test(integer_division_has_two_results),
        cmocka_unit_test(sends_touch_their_registers),
        cmocka_unit_test(register_descriptors_are_read),
        cmocka_unit_test(dpas_rows),
        cmocka_unit_test(calls_use_two_dwords),
        cmocka_unit_test(execution_types),
        cmocka_unit_test(pipes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
