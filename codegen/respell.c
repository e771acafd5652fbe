// SPDX-License-Identifier: MIT
// Alternative spellings of an instruction for compaction, whose tables contain only some spellings.
//
//   add (16|M0) r46.0<1>:f r10.0<1;1,0>:f r28.0<1;1,0>:f      →   add (16|M0) r46.0<1>:f r10.0<8;8,1>:f r28.0<8;8,1>:f
//   mov (16|M0) r46.0<1>:ud r10.0<1;1,0>:ud                   →   mov (16|M0) r46.0<1>:f r10.0<1;1,0>:f
//
// Input: an instruction whose spelling is not in the tables. Output: one that names the same elements, or moves the
// same bits (a move between equal types copies bits, isa-semantics.md 4), in 8 bytes. If no spelling is in the
// tables, the instruction is unchanged.

#include "codegen_priv.h"

#include <assert.h>

enum { SRC0 = 1, SRC1 = 2, MOVE = 4 };

static const uint8_t variants[] = {SRC0 | SRC1, SRC0, SRC1, MOVE, MOVE | SRC0};

// Rewrites <1;1,0>, and equivalent regions of one row, as rows of eight or fewer. False: the operand is not such a
// row.
static bool in_rows(isa_operand *o, uint32_t exec_size) {
    if ((o->file != ISA_FILE_GRF && o->file != ISA_FILE_ARF) || o->indirect || exec_size < 2)
        return false;
    if (o->rgn.v != 1 || o->rgn.w != 1 || o->rgn.h != 0)
        return false;
    uint8_t w = exec_size < 8 ? (uint8_t)exec_size : 8;
    o->rgn = (isa_region){w, w, 1};
    return true;
}

// Only on targets with a single in-order pipe: elsewhere the scoreboard counts by the pipe of a move.
static bool as_floats(const isa_model *m, isa_inst *i) {
    bool dword = i->dst.type == ISA_UD || i->dst.type == ISA_D;
    bool same = i->src[0].type == ISA_UD || i->src[0].type == ISA_D;
    if (i->op != ISA_MOV || m->pipe_count > 1 || !dword || !same || i->sat || i->cmod || i->src[0].mod)
        return false;
    if (i->src[0].file != ISA_FILE_GRF && i->src[0].file != ISA_FILE_IMM)
        return false;
    i->dst.type = i->src[0].type = ISA_F;
    return i->dst.file == ISA_FILE_GRF;
}

static bool spell(const isa_model *m, isa_inst *i, uint32_t variant) {
    return (!(variant & SRC0) || in_rows(&i->src[0], i->exec_size)) &&
           (!(variant & SRC1) || in_rows(&i->src[1], i->exec_size)) && (!(variant & MOVE) || as_floats(m, i));
}

bool cg_respell(const isa_model *m, isa_inst *i, uint8_t small[8]) {
    assert(m && i && small);
    uint8_t native[16];
    unsigned format = isa_op_get((isa_op)i->op)->format;
    if (format != ISA_FMT_UNARY && format != ISA_FMT_BINARY)
        return false;
    for (uint32_t k = 0; k < sizeof(variants); k++) {
        isa_inst x = *i;
        if (spell(m, &x, variants[k]) && isa_encode(m, &x, native, NULL) == CMC_OK && isa_compact(m, native, small) &&
            isa_validate(m, &x, NULL) == CMC_OK) {
            *i = x;
            return true;
        }
    }
    return false;
}
