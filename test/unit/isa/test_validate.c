// SPDX-License-Identifier: MIT
// The validator: for every checked rule an instruction that breaks it and a neighbour that does
// not. Rules and their numbers: isa-semantics.md section 5; the instructions are written by hand
// from those sentences.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include <cmc/isa.h>

typedef void (*mutate_fn)(isa_inst *in);

typedef struct row {
    unsigned rule;
    const char *target;
    const char *good; // accepted
    const char *bad;  // breaks the rule and no other one; NULL: good changed by mutate does
    mutate_fn mutate;
} row;

static void no_dst_stride(isa_inst *in) {
    in->dst.rgn.h = 0;
}
static void odd_chan_off(isa_inst *in) {
    in->chan_off = 4;
}
static void other_op(isa_inst *in) {
    in->op = ISA_DPAS;
}
static void src_is_null(isa_inst *in) {
    in->src[1] = isa_null(ISA_F);
}
static void imm_first(isa_inst *in) {
    in->src[0] = isa_imm(1, ISA_D);
}
static void tern_stride4(isa_inst *in) {
    in->dst.rgn.h = 4;
}
static void tern_stride3(isa_inst *in) {
    in->src[0].rgn.v = 2;
}
static void tern_src2_rows(isa_inst *in) {
    in->src[2].rgn.v = 8;
}
static void tern_imm32(isa_inst *in) {
    in->src[2] = isa_imm(1, ISA_F);
}
static void tern_imm1(isa_inst *in) {
    in->src[1] = isa_imm(1, ISA_W);
}
static void tern_two_imm(isa_inst *in) {
    in->src[0] = in->src[2] = isa_imm(1, ISA_W);
}
static void tern_indirect(isa_inst *in) {
    in->src[0].indirect = true;
}
static void tern_arf(isa_inst *in) {
    in->src[0] = isa_arf_reg(ISA_ARF_F, 0, 0, ISA_D, (isa_region){0, 0, 0});
}
static void tern_byte_dst(isa_inst *in) {
    in->dst.type = ISA_B;
    in->dst.rgn.h = 2;
}
static void tern_odd(isa_inst *in) {
    in->src[0].off_b = 3;
    in->src[0].type = ISA_UB;
}
static void predicated(isa_inst *in) {
    in->pred = ISA_PRED_NORMAL;
}
static void conditional(isa_inst *in) {
    in->cmod = ISA_CMOD_EQ;
}
static void unconditional(isa_inst *in) {
    in->cmod = ISA_CMOD_NONE;
}
static void saturated(isa_inst *in) {
    in->sat = true;
}
static void a0_16(isa_inst *in) {
    in->src[0].addr_sub = 16;
}
static void a0_9(isa_inst *in) {
    in->src[0].addr_sub = 9;
}
static void dst_vxh(isa_inst *in) {
    in->dst.rgn.v = ISA_VXH;
}
static void far_address(isa_inst *in) {
    in->src[0].addr_imm = 512;
}
static void part_register(isa_inst *in) {
    in->src[0].off_b = 4;
}
static void desc_and_ex_in_a0(isa_inst *in) {
    in->desc_is_reg = in->exdesc_is_reg = true;
    in->exdesc_sub = 0;
}
static void lanes16(isa_inst *in) {
    in->exec_size = 16;
}
static void depth4(isa_inst *in) {
    in->dpas_depth = 4;
}
static void rows9(isa_inst *in) {
    in->dpas_count = 9;
}
static void negated(isa_inst *in) {
    in->src[1].mod = ISA_MOD_NEG;
}
static void shifted_src1(isa_inst *in) {
    in->src[1].off_b = 4;
}
static void shifted_src2(isa_inst *in) {
    in->src[2].off_b = 4;
}
static void shifted_dst(isa_inst *in) {
    in->dst.off_b = 4;
}
static void unsigned_dst(isa_inst *in) {
    in->dst.type = ISA_UD;
}
static void two_floats(isa_inst *in) {
    in->src[2].type = ISA_BF;
}
static void int_and_half(isa_inst *in) {
    in->src[2].type = ISA_HF;
}
static void flag_f2(isa_inst *in) {
    in->flag_reg = 2;
}
static void flag_upper(isa_inst *in) {
    in->flag_sub = 1;
}
static void between_elements(isa_inst *in) {
    in->src[0].off_b = 2;
}
static void dep_check(isa_inst *in) {
    in->no_dd_clr = true;
}
static void masked(isa_inst *in) {
    in->no_mask = false;
}
static void bf_imm(isa_inst *in) {
    in->src[1] = isa_imm(0x3f80, ISA_BF);
}
static void g9_strided(isa_inst *in) {
    in->src[1].rgn = (isa_region){8, 0, 2};
}
static void g9_word(isa_inst *in) {
    in->src[1].type = ISA_W;
}
static void low_sources(isa_inst *in) {
    in->src[0].reg = 100;
}
static void vf_imm(isa_inst *in) {
    in->src[0].type = ISA_VF;
}

static void chan_off4(isa_inst *in) {
    in->chan_off = 4;
    in->exec_size = 4;
}
static void far_address64(isa_inst *in) {
    in->src[0].addr_imm = 1024;
}
static void odd_address1(isa_inst *in) {
    in->src[1].addr_imm = 3;
}
static void flag_f4(isa_inst *in) {
    in->flag_reg = 4;
}
static void tern_stride1(isa_inst *in) {
    in->src[0].rgn.v = 1;
}
static void lanes8(isa_inst *in) {
    in->exec_size = 8;
}
static void in_acc(isa_inst *in) {
    in->src[1].file = ISA_FILE_ARF;
    in->src[1].reg = ISA_ARF_ACC;
}
static void last_register(isa_inst *in) {
    in->dst.reg = 127;
}
static void last_register_of_256(isa_inst *in) {
    in->src[0].reg = 255;
}

static const row rows[] = {
    {0, "tgl", "add (8|M0) r10.0<1>:d r20.0<8;8,1>:d 1:w", NULL, other_op},
    {0, "tgl", "and (8|M0) r10.0<1>:d r20.0<8;8,1>:d 1:w", "and (8|M0) r10.0<1>:f r20.0<8;8,1>:f 1:w", NULL},
    {0, "tgl", "add (8|M0) r10.0<1>:f r20.0<8;8,1>:f r30.0<8;8,1>:f", "add (8|M0) r10.0<1>:f r20.0<8;8,1>:f 1:w", NULL},
    {0, "tgl", "rndd (8|M0) r10.0<1>:f r20.0<8;8,1>:f", "rndd (8|M0) r10.0<1>:hf r20.0<8;8,1>:hf", NULL},
    {0, "tgl", "cmp (8|M0) (eq)f0.0 null<1>:d r20.0<8;8,1>:d 1:w", NULL, unconditional},
    {0, "tgl", "sel (8|M0) (lt)f0.0 r10.0<1>:d r20.0<8;8,1>:d 1:w", NULL, unconditional},
    {0, "tgl", "sel (8|M0) (lt)f0.0 r10.0<1>:d r20.0<8;8,1>:d 1:w", NULL, predicated},
    {0, "tgl", "and (8|M0) r10.0<1>:d r20.0<8;8,1>:d 1:w", NULL, saturated},
    {0, "tgl", "cbit (8|M0) r10.0<1>:ud r20.0<8;8,1>:ud", NULL, conditional},
    {0, "tgl", "addc (8|M0) r10.0<1>:ud r20.0<8;8,1>:ud r30.0<8;8,1>:ud {AccWrEn}", NULL, negated},
    {1, "tgl", "add (8|M0) r10.0<1>:d r20.0<8;8,1>:d 1:w", "add (4|M0) r10.0<1>:d r20.0<8;8,1>:d 1:w", NULL},
    {2, "tgl", "mov (8|M0) r10.0<1>:d r20.0<2;1,0>:d", "mov (8|M0) r10.0<1>:d r20.0<2;1,1>:d", NULL},
    {2, "tgl", "mov (8|M0) r10.0<1>:uw r20.0<2;1,2>:uw", "mov (8|M0) r10.0<1>:uw r20.0<2;1,4>:uw", NULL},
    {3, "tgl", "mov (8|M0) r10.0<1>:d r20.0<8;8,1>:d", "mov (8|M0) r10.0<1>:d r20.0<16;8,1>:d", NULL},
    {4, "tgl", "mov (1|M0) r10.0<1>:d r20.0<0;1,0>:d", "mov (1|M0) r10.0<1>:d r20.0<1;1,0>:d", NULL},
    {5, "tgl", "mov (8|M0) r10.0<1>:d r20.0<0;1,0>:d", "mov (8|M0) r10.0<1>:d r20.0<0;4,0>:d", NULL},
    {6, "tgl", "mov (8|M0) r10.0<1>:d r20.0<8;8,1>:d", NULL, no_dst_stride},
    {7, "tgl", "mov (8|M0) r10.0<1>:d r20.4<4;4,1>:d", "mov (8|M0) r10.0<1>:d r20.4<8;8,1>:d", NULL},
    {7, "pvc", "mov (16|M0) r10.0<1>:d r20.8<8;8,1>:d", "mov (16|M0) r10.0<1>:d r20.4<16;16,1>:d", NULL},
    {8, "tgl", "mov (8|M0) r10.0<1>:d r20.0<2;1,0>:d", "mov (8|M0) r10.0<1>:d r20.0<4;1,0>:d", NULL},
    {8, "tgl", "mov (8|M0) r10.0<2>:d r20.0<8;8,1>:d", "mov (8|M0) r10.4<2>:d r20.0<8;8,1>:d", NULL},
    {8, "pvc", "mov (8|M0) r10.0<1>:d r20.0<4;1,0>:d", "mov (8|M0) r10.0<1>:d r20.4<4;1,0>:d", NULL},
    {9, "tgl", "mov (16|M0) r10.0<1>:d r20.0<8;8,1>:d", "mov (32|M0) null<2>:w r20.0<0;8,1>:d", NULL},
    {10, "tgl", "mov (4|M0) r10.0<1>:d r20.1<4;4,1>:d", NULL, between_elements},
    {11, "tgl", "mov (8|M0) r10.0<2>:w r20.0<8;8,1>:d", "mov (8|M0) r10.0<1>:w r20.0<8;8,1>:d", NULL},
    {11, "tgl", "mov (8|M0) r10.2<2>:w r20.0<8;8,1>:d", "mov (8|M0) r10.1<2>:w r20.0<8;8,1>:d", NULL},
    {11, "tgl", "add (8|M0) r10.1<2>:b r20.0<8;8,1>:b 1:w", "add (8|M0) r10.2<4>:b r20.0<8;8,1>:d 1:w", NULL},
    {11, "pvc", "mov (8|M0) r10.3<4>:b r20.0<1;1,0>:d", "mov (8|M0) r10.1<2>:w r20.0<1;1,0>:d", NULL},
    {12, "tgl", "mov (8|M0) r10.0<1>:b r20.0<8;8,1>:b", "mov (8|M0) r10.0<1>:b -r20.0<8;8,1>:b", NULL},
    {13, "tgl", "math.inv (16|M0) r10.0<1>:f r20.0<8;8,1>:f", "math.inv (8|M0) r10.2<1>:f r20.0<8;8,1>:f", NULL},
    {13, "tgl", "mov (16|M0) r10.0<1>:d r10.0<1;1,0>:d", "mov (16|M0) r11.0<1>:d r10.0<1;1,0>:d", NULL},
    {13, "tgl", "mov (16|M0) r10.0<1>:d r11.0<0;1,0>:d", "mov (16|M0) r10.0<1>:d r10.0<0;1,0>:d", NULL},
    {13, "tgl", "add (8|M0) r10.0<2>:d r10.1<0;1,0>:d 1:w", "add (8|M0) r10.0<2>:d r10.2<0;1,0>:d 1:w", NULL},
    {14, "tgl", "add (8|M0) r10.0<1>:w r20.0<8;8,1>:b r30.0<8;8,1>:w",
     "add (8|M0) r10.0<1>:w r20.0<8;8,1>:w r30.0<8;8,1>:b", NULL},
    {15, "bmg", "add (8|M0) r10.0<1>:d r20.0<1;1,0>:w 1:w", "add (8|M0) r10.0<1>:d r20.0<1;1,0>:b 1:w", NULL},
    {15, "bmg", "sel (32|M0) (lt)f0.0 r56.0<2>:b r13.0<1;1,0>:b r2.19<0;1,0>:w",
     "add (8|M0) r56.0<1>:ud r13.0<1;1,0>:b r2.9<0;1,0>:d", NULL},
    {16, "tgl", "add (8|M0) r10.0<1>:d r20.0<8;8,1>:d r30.0<8;8,1>:d", NULL, imm_first},
    {16, "skl", "add (8|M0) r10.0<1>:d r20.0<8;8,1>:d r30.0<8;8,1>:d",
     "add (8|M0) r10.0<1>:d r20.0<8;8,1>:d acc0.0<8;8,1>:d", NULL},
    {17, "lnl", "(W) add (1|M0) null<1>:uw null<0;1,0>:uw 0x1:uw", "(W) add (1|M0) r10.0<1>:uw null<0;1,0>:uw 0x1:uw",
     NULL},
    {17, "tgl", "add (8|M0) r10.0<1>:f r20.0<8;8,1>:f r30.0<8;8,1>:f", NULL, src_is_null},
    {18, "tgl", "mov (8|M0) r10.8<1>:w 0x76543210:v", "mov (8|M0) r10.4<1>:w 0x76543210:v", NULL},
    {18, "tgl", "mov (8|M0) r10.0<1>:uw 0x76543210:uv", "mov (8|M0) r10.0<2>:uw 0x76543210:uv", NULL},
    {18, "bmg", "mov (4|M0) r10.0<1>:f 0x3f800000:f", NULL, vf_imm},
    {19, "tgl", "mov (8|M8) r10.0<1>:d r20.0<8;8,1>:d", NULL, odd_chan_off},
    {21, "tgl", "mov (4|M0) r10.0<1>:d r20.0<4;4,1>:d", "mov (4|M0) r10.0<1>:q r20.0<4;4,1>:q", NULL},
    {21, "dg2", "mov (4|M0) r10.0<1>:f r20.0<1;1,0>:f", "mov (4|M0) r10.0<1>:df r20.0<1;1,0>:df", NULL},
    {22, "dg2", "add (8|M0) r10.0<1>:f r20.0<1;1,0>:f r30.0<0;1,0>:f",
     "add (8|M0) r10.0<1>:f r20.1<1;1,0>:f r30.0<0;1,0>:f", NULL},
    {22, "pvc", "mov (8|M0) r10.0<1>:df r20.0<2;1,0>:f", "mov (8|M0) r10.0<1>:df r20.0<1;1,0>:f", NULL},
    {23, "lnl", "(W) mov (1|M0) a0.2<2>:ud r4.1<0;1,0>:uq", "(W) add (1|M0) a0.2<2>:ud r4.1<0;1,0>:uq r5.0<0;1,0>:uq",
     NULL},
    {23, "dg2", "add (8|M0) r10.0<1>:f acc0.0<1;1,0>:f r30.0<0;1,0>:f", "mov (1|M0) r10.0<1>:f f0.0<0;1,0>:ud", NULL},
    {24, "dg2", "mov (8|M0) r10.0<1>:d r[a0.0,0]<1,0>:d", "mov (8|M0) r10.0<1>:f r[a0.0,0]<1,0>:f", NULL},
    {25, "dg2", "mov (8|M0) r10.0<2>:w r20.0<1;1,0>:f", "mov (8|M0) r10.0<1>:d r20.1<1;1,0>:f", NULL},
    {26, "dg2", "math.inv (8|M0) r10.0<1>:hf r20.0<1;1,0>:hf", "math.inv (8|M0) r10.0<1>:hf r20.0<0;1,0>:hf", NULL},
    {27, "pvc", "mov (16|M0) r10.0<1>:w r20.0<1;1,0>:w", "mov (16|M0) r10.2<1>:w r20.0<2;1,0>:w", NULL},
    {27, "pvc", "mov (16|M0) r10.0<1>:w r20.0<2;1,0>:w", "mov (16|M0) r10.0<1>:w r20.4<8;1,0>:b", NULL},
    {28, "pvc", "cmp (16|M0) (eq)f0.0 null<2>:w r20.0<1;1,0>:w 1:w",
     "cmp (16|M0) (eq)f0.0 null<1>:w r20.0<1;1,0>:w 1:w", NULL},
    {29, "tgl", "mov (8|M0) r10.8<1>:hf r20.0<8;8,1>:f", "mov (8|M0) r10.4<1>:hf r20.0<8;8,1>:f", NULL},
    {29, "tgl", "mov (8|M0) r10.0<2>:hf r20.0<8;8,1>:w", "mov (8|M0) r10.0<1>:hf r20.0<8;8,1>:w", NULL},
    {30, "tgl", "add (8|M0) r10.0<1>:f r20.0<8;8,1>:hf r30.0<8;8,1>:f",
     "add (16|M0) r10.0<1>:f r20.0<8;8,1>:hf r30.0<8;8,1>:f", NULL},
    {31, "tgl", "mul (8|M0) r10.0<1>:f r20.0<8;8,1>:hf r30.0<8;8,1>:f",
     "mul (8|M0) r10.0<1>:f r20.0<8;8,1>:f r30.0<8;8,1>:hf", NULL},
    {32, "tgl", "math.inv (8|M0) r10.0<1>:hf r20.0<8;8,1>:hf", "math.inv (16|M0) r10.0<1>:hf r20.0<16;16,1>:hf", NULL},
    {33, "icl", "add (8|M0) r10.0<1>:f r20.0<8;8,1>:f r30.0<8;8,1>:f",
     "add (8|M0) r10.0<1>:f r20.0<8;8,1>:hf r30.0<8;8,1>:f", NULL},
    {34, "dg2", "add (8|M0) r10.0<1>:f r20.0<1;1,0>:bf r30.0<1;1,0>:f",
     "add (8|M0) r10.0<1>:bf r20.0<1;1,0>:bf r30.0<1;1,0>:bf", NULL},
    {35, "dg2", "mul (8|M0) r10.0<1>:f r20.0<1;1,0>:bf r30.0<1;1,0>:f",
     "mul (8|M0) r10.0<1>:f r20.0<1;1,0>:f r30.0<1;1,0>:bf", NULL},
    {36, "dg2", "add (8|M0) r10.0<1>:f r20.0<1;1,0>:f r30.0<1;1,0>:bf",
     "add (8|M0) r10.0<1>:f r20.0<1;1,0>:f r30.0<0;1,0>:bf", NULL},
    {36, "dg2", "add (8|M0) r10.0<1>:f r20.0<1;1,0>:f r30.0<1;1,0>:bf", NULL, bf_imm},
    {37, "dg2", "add (8|M0) r10.0<1>:f r20.8<1;1,0>:bf r30.0<1;1,0>:f",
     "add (8|M0) r10.0<1>:f r20.2<1;1,0>:bf r30.0<1;1,0>:f", NULL},
    {37, "dg2", "mov (8|M0) r10.8<1>:bf r20.0<1;1,0>:f", "mov (8|M0) r10.4<1>:bf r20.0<1;1,0>:f", NULL},
    {38, "dg2", "add (8|M0) r10.0<1>:f r20.0<1;1,0>:bf r30.0<1;1,0>:f",
     "add (16|M0) r10.0<1>:f r20.0<1;1,0>:bf r30.0<1;1,0>:f", NULL},
    {39, "tgl", "mad (4|M0) r10.0<1>:f r20.0<8;1>:f r30.0<0;0>:f r40.0<0>:f", NULL, tern_stride4},
    {40, "tgl", "mad (4|M0) r10.2<1>:f r20.0<4;1>:f r30.0<0;0>:f r40.0<0>:f", NULL, shifted_dst},
    {41, "tgl", "mad (8|M0) r10.0<1>:f r20.0<8;1>:f r30.0<0;0>:f r40.0<1>:f", NULL, tern_stride3},
    {41, "tgl", "mad (8|M0) r10.0<1>:f r20.0<8;1>:f r30.0<0;0>:f r40.0<1>:f", NULL, tern_src2_rows},
    {42, "tgl", "mad (8|M0) r10.0<1>:f r20.0<8;1>:f r30.0<8;1>:f r40.0<1>:f", NULL, tern_imm32},
    {42, "tgl", "mad (8|M0) r10.0<1>:d r20.0<8;1>:d r30.0<8;1>:d 3:w", NULL, tern_imm1},
    {43, "tgl", "mad (8|M0) r10.0<1>:d r20.0<8;1>:d r30.0<8;1>:d 3:w", NULL, tern_two_imm},
    {43, "tgl", "mad (8|M0) r10.0<1>:d r20.0<8;1>:d r30.0<8;1>:d 3:w", NULL, tern_indirect},
    {44, "tgl", "mad (8|M0) r10.0<1>:d r20.0<8;1>:d r30.0<8;1>:d 3:w", NULL, tern_arf},
    {45, "skl", "mad (8|M0) r10.0<1>:f r20.0<4;1>:f r30.0<4;1>:f r40.0<1>:f", NULL, g9_strided},
    {45, "skl", "mad (8|M0) r10.0<1>:f r20.0<4;1>:f r30.0<4;1>:f r40.0<1>:f", NULL, g9_word},
    {46, "tgl", "mad (8|M0) r10.0<1>:f r20.0<8;1>:f r30.0<8;1>:f r40.0<1>:f",
     "mad (8|M0) r10.0<1>:f r20.0<8;1>:f r30.0<8;1>:f "
     "r40.1<1>:f",
     NULL},
    {46, "tgl", "mad (8|M0) r10.0<1>:d r20.0<8;1>:d r30.0<8;1>:d 3:w",
     "mad (8|M0) r10.0<1>:d r20.0<8;1>:d r30.0<8;1>:w "
     "r40.0<1>:d",
     NULL},
    {46, "dg2", "add3 (8|M0) r10.0<2>:w r20.0<1;0>:w r30.0<1;0>:w 3:w", NULL, tern_byte_dst},
    {47, "pvc", "add3 (8|M0) r10.0<1>:d r20.0<1;0>:d r30.0<1;0>:d 3:w", NULL, tern_odd},
    {48, "tgl", "csel (8|M0) (lt)f0.0 r10.0<1>:f r20.0<8;1>:f r30.0<8;1>:f r40.0<1>:f", NULL, predicated},
    {48, "tgl", "bfe (8|M0) r10.0<1>:ud r20.0<8;1>:ud r30.0<8;1>:ud r40.0<1>:ud", NULL, conditional},
    {49, "tgl", "mov (8|M0) r10.0<1>:d r[a0.0,0]<8;8,1>:d", NULL, a0_16},
    {50, "tgl", "mov (8|M0) r10.0<1>:d r[a0.0,0]<1,0>:d", NULL, a0_9},
    {50, "tgl", "mov (8|M0) r10.0<1>:d r[a0.0,0]<1,0>:d", NULL, conditional},
    {51, "tgl", "mov (8|M0) r[a0.0,0]<1>:d r10.0<8;8,1>:d", NULL, dst_vxh},
    {52, "tgl", "mov (8|M0) r10.0<1>:d r[a0.0,-512]<8;8,1>:d", NULL, far_address},
    {55, "tgl", "send.dc0 (8|M0) r10 r1 null 0x0 0x02110801", NULL, part_register},
    {56, "tgl", "send.dc0 (8|M0) null r1 r2 0x40 0x02030801", "send.dc0 (8|M0) null r1 r1 0x40 0x02030801", NULL},
    {57, "icl", "send (8|M0) r2:ud r1:ud 0xA 0x02110801", "send (8|M0) r1:ud r1:ud 0xA 0x02110801", NULL},
    {58, "skl", "send (8|M0) r126:ud r126:ud 0xA 0x02110801", "send (8|M0) r127:ud r127:ud 0xA 0x02110801", NULL},
    {59, "tgl", "(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT}", NULL, low_sources},
    {60, "tgl", "send.dc0 (8|M0) r10 r1 null a0.2 0x02110801", NULL, desc_and_ex_in_a0},
    {61, "dg2", "(W) send.ugm (1|M0) r10 r1 null:0 0x0 0x0210C580", NULL, lanes16},
    {62, "tgl", "send.dc0 (8|M0) r10 r1 null 0x0 0x02110801", "send.dc0 (8|M0) null r1 null 0x0 0x02110801", NULL},
    {62, "tgl", "send.dc0 (8|M0) null r1 r2 0x40 0x02030801", "send.dc0 (8|M0) r10 r1 r2 0x40 0x02030801", NULL},
    {62, "tgl", "send.dc0 (8|M0) null r1 r2 0x40 0x02030801", "send.dc0 (8|M0) null r1 null 0x40 0x02030801", NULL},
    {62, "tgl", "send.dc0 (8|M0) r124 r1 null 0x0 0x02480401", "send.dc0 (8|M0) r125 r1 null 0x0 0x02480401", NULL},
    {64, "dg2", "dpas.8x8 (8|M0) r10:f r20:f r30:hf r40.0:hf", NULL, depth4},
    {64, "dg2", "dpas.8x8 (8|M0) r10:f r20:f r30:hf r40.0:hf", NULL, rows9},
    {64, "dg2", "dpas.8x8 (8|M0) r10:f r20:f r30:hf r40.0:hf", NULL, lanes16},
    {65, "dg2", "dpas.8x8 (8|M0) r10:f r20:f r30:hf r40.0:hf", NULL, predicated},
    {65, "dg2", "dpas.8x8 (8|M0) r10:f r20:f r30:hf r40.0:hf", NULL, saturated},
    {65, "dg2", "dpas.8x8 (8|M0) r10:f r20:f r30:hf r40.0:hf", NULL, negated},
    {66, "dg2", "dpas.8x8 (8|M0) r10:f r20:f r30:hf r40.0:hf", NULL, shifted_dst},
    {66, "dg2", "dpas.8x8 (8|M0) r10:f r20:f r30:hf r40.0:hf", NULL, shifted_src1},
    {66, "dg2", "dpas.8x8 (8|M0) r10:f r20:f r30:hf r40.0:hf", NULL, shifted_src2},
    {67, "dg2", "dpas.8x8 (8|M0) r10:d r20:d r30:b r40.0:b", NULL, unsigned_dst},
    {67, "dg2", "dpas.8x8 (8|M0) r10:f r20:f r30:hf r40.0:hf", NULL, two_floats},
    {69, "dg2", "dpas.8x8 (8|M0) r10:d r20:d r30:s4 r40.0:b", NULL, int_and_half},
    {70, "tgl", "(f1.0) mov (32|M0) r10.0<1>:w r20.0<16;16,1>:w", NULL, flag_upper},
    {70, "tgl", "(f1.0) mov (8|M0) r10.0<1>:w r20.0<8;8,1>:w", NULL, flag_f2},
    {72, "tgl", "mul (8|M0) r10.0<1>:d r20.0<8;8,1>:d r30.0<8;8,1>:w", NULL, saturated},
    {74, "tgl", "mov (8|M0) r10.0<1>:w r20.0<8;8,1>:w", NULL, dep_check},
    {76, "tgl", "nop", NULL, predicated},
    {77, "tgl", "(W) jmpi (1|M0) 16", NULL, masked},
    {77, "tgl", "(W) jmpi (1|M0) 16", NULL, lanes16},
    {78, "tgl", "mov (32|M0) r10.0<1>:w r20.0<16;16,1>:w", "math.inv (32|M0) r10.0<1>:hf r20.0<0;1,0>:hf", NULL},
    // Targets for which a rule says something else.
    {8, "skl", "mov (16|M0) r10.0<1>:d r20.0<8;8,1>:d", NULL, last_register},
    {8, "dg2", "mov (16|M0) r10.0<1>:d r20.0<1;1,0>:d", NULL, last_register_of_256},
    {11, "icl", "mov (8|M0) r10.0<2>:w r20.0<8;8,1>:d", "mov (8|M0) r10.0<1>:w r20.0<8;8,1>:d", NULL},
    {13, "dg2", "mov (16|M0) r10.0<1>:d r10.0<1;1,0>:d", "mov (16|M0) r11.0<1>:d r10.0<1;1,0>:d", NULL},
    {13, "skl", "math.iqot (8|M0) r10.0<1>:d r20.0<8;8,1>:d r30.0<8;8,1>:d",
     "math.iqot (16|M0) r10.0<1>:d r20.0<8;8,1>:d r30.0<8;8,1>:d", NULL},
    {14, "icl", "add (8|M0) r10.0<1>:w r20.0<8;8,1>:b r30.0<8;8,1>:w",
     "add (8|M0) r10.0<1>:w r20.0<8;8,1>:w r30.0<8;8,1>:b", NULL},
    {15, "pvc", "add (8|M0) r10.0<1>:d r20.0<1;1,0>:w 1:w", "add (8|M0) r10.0<1>:d r20.0<1;1,0>:b 1:w", NULL},
    {19, "pvc", "mov (4|M8) r10.0<1>:d r20.0<1;1,0>:d", NULL, chan_off4},
    {21, "icl", "mov (4|M0) r10.0<1>:d r20.0<4;4,1>:d", "mov (4|M0) r10.0<1>:df r20.0<4;4,1>:df", NULL},
    {22, "bmg", "add (16|M0) r10.0<1>:f r20.0<1;1,0>:f r30.0<0;1,0>:f",
     "add (16|M0) r10.0<1>:f r20.4<1;1,0>:f r30.0<0;1,0>:f", NULL},
    {23, "pvc", "add (16|M0) r10.0<1>:f acc0.0<1;1,0>:f r30.0<0;1,0>:f", "mov (1|M0) r10.0<1>:f f0.0<0;1,0>:ud", NULL},
    {24, "pvc", "mov (8|M0) r10.0<1>:d r[a0.0,0]<1,0>:d", "mov (8|M0) r10.0<1>:f r[a0.0,0]<1,0>:f", NULL},
    {27, "bmg", "mov (16|M0) r10.0<1>:w r20.0<1;1,0>:w", "mov (16|M0) r10.2<1>:w r20.0<2;1,0>:w", NULL},
    {29, "dg2", "mov (4|M0) r10.8<1>:hf r20.0<1;1,0>:f", "mov (4|M0) r10.4<1>:hf r20.0<1;1,0>:f", NULL},
    {29, "pvc", "mov (4|M0) r10.12<4>:ub r20.0<1;1,0>:hf", "mov (4|M0) r10.13<4>:ub r20.0<1;1,0>:hf", NULL},
    {32, "pvc", "math.inv (16|M0) r10.0<1>:hf r20.0<1;1,0>:hf", "math.inv (32|M0) r10.0<1>:hf r20.0<1;1,0>:hf", NULL},
    {38, "pvc", "add (16|M0) r10.0<1>:f r20.0<1;1,0>:bf r30.0<1;1,0>:f",
     "add (32|M0) r10.0<1>:f r20.0<1;1,0>:bf r30.0<1;1,0>:f", NULL},
    {40, "icl", "mad (4|M0) r10.2<1>:f r20.0<4;1>:f r30.0<0;0>:f r40.0<0>:f", NULL, shifted_dst},
    {41, "icl", "mad (8|M0) r10.0<1>:f r20.0<8;1>:f r30.0<0;0>:f r40.0<1>:f", NULL, tern_stride1},
    {46, "pvc", "add3 (16|M0) r10.0<1>:d r20.0<1;0>:d r30.0<1;0>:d r40.0<1>:d",
     "add3 (16|M0) r10.0<1>:d r20.0<1;0>:d r30.0<1;0>:d r40.0<2>:d", NULL},
    {50, "icl", "mov (8|M0) r10.0<1>:d r[a0.0,0]<1,0>:d", NULL, conditional},
    {52, "pvc", "mov (16|M0) r10.0<1>:d r[a0.0,1020]<1;1,0>:d", NULL, far_address64},
    {52, "pvc", "add (16|M0) r10.0<1>:d r20.0<1;1,0>:d r[a0.0,2]<1;1,0>:d", NULL, odd_address1},
    {64, "pvc", "dpas.8x8 (16|M0) r10:f r20:f r30:hf r40.0:hf", NULL, lanes8},
    {65, "pvc", "dpas.8x8 (16|M0) r10:f r20:f r30:hf r40.0:hf", NULL, in_acc},
    {67, "dg2", "dpas.8x8 (8|M0) r10:f r20:f r30:hf r40.0:hf", "dpas.8x8 (8|M0) r10:hf r20:hf r30:hf r40.0:hf", NULL},
    {70, "pvc", "(f3.0) mov (16|M0) r10.0<1>:d r20.0<1;1,0>:d", NULL, flag_f4},
    {72, "dg2", "mul (8|M0) r10.0<1>:d r20.0<1;1,0>:d r30.0<1;1,0>:w", NULL, saturated},
    {74, "pvc", "mov (16|M0) r10.0<1>:d r20.0<1;1,0>:d", NULL, dep_check},
};

enum { N_ROWS = sizeof rows / sizeof rows[0] };

static isa_inst parsed(const isa_model *m, unsigned r, const char *text) {
    isa_parse_result p;
    cmc_diag *d = cmc_diag_create();
    if (isa_parse(m, text, strlen(text), 1, &p, d) != CMC_OK)
        fail_msg("row %u: \"%s\" does not parse: %s", r, text, cmc_diag_count(d) ? cmc_diag_get(d, 0)->text : "");
    cmc_diag_destroy(d);
    return p.inst;
}

static void neighbours_are_accepted(void **state) {
    (void)state;
    for (unsigned r = 0; r < N_ROWS; r++) {
        const isa_model *m = isa_model_find(rows[r].target);
        isa_inst in = parsed(m, r, rows[r].good);
        cmc_diag *d = cmc_diag_create();
        if (isa_validate(m, &in, d) != CMC_OK)
            fail_msg("rule %u, %s: \"%s\" is refused: %s %s", rows[r].rule, m->name, rows[r].good,
                     cmc_diag_get(d, 0)->code, cmc_diag_get(d, 0)->text);
        cmc_diag_destroy(d);
    }
}

// Words are types that no Gen9 mad takes, an odd byte offset needs a byte operand, and 32 channels
// are too many in other ways too.
static bool comes_with_others(unsigned rule) {
    return rule == 45 || rule == 47 || rule == 78;
}

static void check_violation(const row *r, unsigned index) {
    const isa_model *m = isa_model_find(r->target);
    isa_inst in = parsed(m, index, r->bad ? r->bad : r->good);
    if (r->mutate)
        r->mutate(&in);
    cmc_diag *d = cmc_diag_create();
    char code[16];
    snprintf(code, sizeof code, "ISA%02u", r->rule);
    if (isa_validate(m, &in, d) != CMC_ERR_USER)
        fail_msg("rule %u, %s, row %u (\"%s\") is not refused", r->rule, m->name, index, r->bad ? r->bad : r->good);
    bool found = false;
    for (size_t i = 0; i < cmc_diag_count(d); i++) {
        const cmc_message *msg = cmc_diag_get(d, i);
        bool same = strcmp(msg->code, code) == 0;
        found = found || same;
        if (!same && !comes_with_others(r->rule))
            fail_msg("rule %u, row %u also breaks %s: %s", r->rule, index, msg->code, msg->text);
    }
    if (!found)
        fail_msg("rule %u, row %u: no %s", r->rule, index, code);
    cmc_diag_destroy(d);
}

static void violations_are_found(void **state) {
    (void)state;
    for (unsigned r = 0; r < N_ROWS; r++)
        check_violation(&rows[r], r);
}

// Every number has a checker with a planted violation, or the reason why one instruction is not
// enough.
static void every_rule_is_accounted_for(void **state) {
    (void)state;
    for (unsigned n = 0; n <= 80; n++) {
        const isa_rule *rule = isa_rule_get(n);
        assert_non_null(rule);
        assert_int_equal(rule->number, n);
        assert_true(strlen(rule->source) > 2);
        bool planted = false;
        for (unsigned r = 0; r < N_ROWS; r++)
            planted = planted || rows[r].rule == n;
        if (rule->checked != planted)
            fail_msg("rule %u (%s): %s", n, rule->text,
                     rule->checked ? "no planted violation" : "planted, but not checked");
        if (!rule->checked && strchr(rule->text, ';') == NULL)
            fail_msg("rule %u has no reason: %s", n, rule->text);
    }
    assert_null(isa_rule_get(81));
}

static void virtual_operands_are_refused(void **state) {
    (void)state;
    const isa_model *m = isa_model_get(ISA_TARGET_TGL);
    isa_inst good = parsed(m, 0, "add (8|M0) r10.0<1>:d r20.0<8;8,1>:d 1:w");
    for (int i = 0; i < 5; i++) {
        isa_inst in = good;
        switch (i) {
        case 0:
            in.dst.file = ISA_FILE_VREG;
            break;
        case 1:
            in.src[1].file = ISA_FILE_VADDR;
            break;
        case 2:
            in.src[0].vaddr = 1;
            break;
        case 3:
            in.vflag = 1;
            break;
        default:
            in.op = ISA_OP_COUNT + 1;
            break;
        }
        assert_int_equal(isa_validate(m, &in, NULL), CMC_ERR_RANGE);
    }
}

static void all_violations_are_reported(void **state) {
    (void)state;
    const isa_model *m = isa_model_get(ISA_TARGET_TGL);
    isa_inst in = parsed(m, 0, "mov (8|M0) r10.1<1>:w -r20.0<16;8,1>:d");
    cmc_diag *d = cmc_diag_create();
    assert_int_equal(isa_validate(m, &in, d), CMC_ERR_USER);
    assert_true(cmc_diag_error_count(d) >= 3); // 3, twice 11
    cmc_diag_destroy(d);
}

// Operands that the rules forbid but Intel's compilers emit: accepted, with a warning that has the
// rule's code.
static void doubtful_operands_are_warned_about(void **state) {
    (void)state;
    static const struct {
        const char *target, *text, *code;
    } doubtful[] = {
        {"pvc", "add (8|M0) r10.0<2>:b r20.0<1;1,0>:b 1:w", "ISA15"},
        {"lnl", "and (4|M0) r92.8<2>:b r86.56<0;1,0>:b r96.0<1;1,0>:w", "ISA15"},
        {"tgl", "mov (2|M0) r10.1<1>:hf r20.0<2;2,1>:f", "ISA29"},
        {"tgl", "mov (4|M0) r10.13<4>:ub r20.0<4;4,1>:hf", "ISA29"},
    };
    for (unsigned i = 0; i < sizeof doubtful / sizeof doubtful[0]; i++) {
        const isa_model *m = isa_model_find(doubtful[i].target);
        isa_inst in = parsed(m, i, doubtful[i].text);
        cmc_diag *d = cmc_diag_create();
        assert_int_equal(isa_validate(m, &in, d), CMC_OK);
        assert_int_equal(cmc_diag_count(d), 1);
        assert_int_equal(cmc_diag_get(d, 0)->severity, CMC_WARNING);
        assert_string_equal(cmc_diag_get(d, 0)->code, doubtful[i].code);
        cmc_diag_destroy(d);
    }
}

// Every message says which operand, field or lanes it is about.
static void messages_name_operands(void **state) {
    (void)state;
    static const char *const words[] = {"source",  "destination", "payload",        "result",        "channels",
                                        "flag",    "operand",     "condition",      "predicate",     "saturation",
                                        "control", "descriptor",  "execution size", "end of thread", "bf operands",
                                        "types",   "operation"};
    for (unsigned r = 0; r < N_ROWS; r++) {
        const isa_model *m = isa_model_find(rows[r].target);
        isa_inst in = parsed(m, r, rows[r].bad ? rows[r].bad : rows[r].good);
        if (rows[r].mutate)
            rows[r].mutate(&in);
        cmc_diag *d = cmc_diag_create();
        isa_validate(m, &in, d);
        for (size_t i = 0; i < cmc_diag_count(d); i++) {
            const char *text = cmc_diag_get(d, i)->text;
            bool named = rows[r].rule == 76; // nop has nothing to name
            for (unsigned w = 0; w < sizeof words / sizeof *words; w++)
                named = named || strstr(text, words[w]) != NULL;
            if (!named)
                fail_msg("rule %u, %s: \"%s\" names no operand", rows[r].rule, m->name, text);
        }
        cmc_diag_destroy(d);
    }
}

static void messages_name_values(void **state) {
    (void)state;
    const isa_model *m = isa_model_get(ISA_TARGET_TGL);
    isa_inst in = parsed(m, 0, "add (4|M0) r10.0<1>:d r20.0<8;8,1>:d 1:w");
    cmc_diag *d = cmc_diag_create();
    isa_validate(m, &in, d);
    assert_string_equal(cmc_diag_get(d, 0)->code, "ISA01");
    assert_string_equal(cmc_diag_get(d, 0)->text, "add: source 0 has width 8, more than execution size 4");
    cmc_diag_destroy(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_are_accepted),     cmocka_unit_test(violations_are_found),
        cmocka_unit_test(every_rule_is_accounted_for), cmocka_unit_test(virtual_operands_are_refused),
        cmocka_unit_test(all_violations_are_reported), cmocka_unit_test(doubtful_operands_are_warned_about),
        cmocka_unit_test(messages_name_operands),      cmocka_unit_test(messages_name_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
