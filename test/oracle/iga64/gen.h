// SPDX-License-Identifier: MIT
// Random legal instructions of a target: every opcode, type, region, modifier, option and
// scoreboard annotation that the assembler takes. Same seed, same instructions.

#ifndef CMC_TEST_GEN_H
#define CMC_TEST_GEN_H

#include <cmc/isa.h>

typedef struct gen {
    const isa_model *m;
    uint64_t state;
    int64_t pc_b, end_b; // of the instruction in its program, whose instructions all have 16 bytes
} gen;

// A long run is cut into files; each has the seed of the one before plus GEN_NEXT_SEED.
enum { GEN_PER_FILE = 50000, GEN_NEXT_SEED = 0x1000003 };

uint32_t gen_below(gen *g, uint32_t n); // 0..n-1
bool gen_chance(gen *g, unsigned percent);
void gen_inst(gen *g, isa_inst *out);

// gen_alu.c
void gen_basic(gen *g, isa_inst *in);
void gen_math(gen *g, isa_inst *in);
void gen_ternary(gen *g, isa_inst *in);
void gen_align16(gen *g, isa_inst *in);
void gen_dpas(gen *g, isa_inst *in);
// gen_flow.c
void gen_send(gen *g, isa_inst *in);
void gen_branch(gen *g, isa_inst *in);
void gen_sync(gen *g, isa_inst *in);

bool gen_is_gen12(const gen *g);
uint32_t gen_grf(gen *g);

#endif
