// SPDX-License-Identifier: MIT
// conformity: make every instruction obey the hardware's operand rules once its operands are physical.
//
//   before                                                 after
//     add (16|M0) %d<1>:f 0x3F800000:f %x<8;8,1>:f           add (16|M0) %d<1>:f %x<1;1,0>:f 0x3F800000:f
//     add (32|M0) %b<1>:ub %x<1;1,0>:uw %y<1;1,0>:ub         mov (32|M0) %t<1>:uw %y<1;1,0>:ub
//                                                            add (32|M0) %u<2>:ub %x<1;1,0>:uw %t<1;1,0>:uw
//                                                            mov (32|M0) %b<1>:ub %u<2;1,0>:ub
//
// Rules about the offset of a variable become alignments. A variable of at most one register never crosses a
// boundary; a larger one starts on a register. Other violations are repaired with temporaries. The order of fixers
// matters: immediates and bytes before splitting (temporaries are split too), splitting before narrow destinations.
//
// Does not handle: 64-bit arithmetic.

#include "conform.h"

static const conform_fixer fixers[] = {
    conform_wide_mov,  conform_immediates,  conform_byte_sources, conform_split,    conform_narrow_dst, conform_regions,
    conform_half_math, conform_math_halves, conform_aligned,      conform_crossbar, conform_ternary,    conform_overlap,
};
enum { N_FIXERS = sizeof(fixers) / sizeof(fixers[0]), MAX_ROUNDS = 200 };

// Offsets that regions assume become constraints on variables, which coalescing and allocation preserve.
static void align_variables(cg_ctx *cx, mir_fn *fn) {
    for (uint32_t id = 1; id < fn->vars.len; id++) {
        mir_var *v = fn->vars.data[id];
        uint32_t a = 1;
        while (a < v->size_b && a < cx->m->grf_b)
            a *= 2;
        if (v->kind == MIR_VAR_GRF && !v->fixed && v->align_b < a)
            v->align_b = (uint16_t)a;
    }
}

static bool is_alu(const mir_inst *i) {
    if (!cg_is_hw(i))
        return false;
    isa_format f = (isa_format)isa_op_get((isa_op)i->i.op)->format;
    return f == ISA_FMT_UNARY || f == ISA_FMT_BINARY || f == ISA_FMT_TERNARY || f == ISA_FMT_MATH;
}

static bool fix_once(cg_ctx *cx, mir_inst *i) {
    for (uint32_t f = 0; f < N_FIXERS; f++)
        if (fixers[f](cx, i))
            return true;
    return false;
}

// Repairs the instructions between prev and end (both exclusive) until no fixer applies.
static cmc_status fix_range(cg_ctx *cx, mir_block *b, mir_inst *prev, const mir_inst *end) {
    uint32_t rounds = 0;
    for (mir_inst *i = prev ? prev->next : b->first; i && i != end;) {
        mir_inst *before = i->prev;
        cx->block = b;
        if (!is_alu(i) || !fix_once(cx, i)) {
            i = i->next;
            continue;
        }
        cx->changed = true;
        if (cx->oom)
            return CMC_ERR_OOM;
        if (++rounds > MAX_ROUNDS) {
            cmc_diag_error(cx->diag, "CG0205", "operand conformity of kernel '%s' does not converge at '%s'",
                           cx->fn->name, mir_op_name(i->i.op));
            return CMC_ERR_INTERNAL;
        }
        i = before ? before->next : b->first;
    }
    return CMC_OK;
}

cmc_status cg_pass_conformity(cg_ctx *cx, mir_fn *fn) {
    align_variables(cx, fn);
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        mir_block *block = fn->blocks.data[b];
        for (mir_inst *i = block->first, *next; i; i = next) {
            next = i->next;
            CMC_TRY(fix_range(cx, block, i->prev, next));
        }
    }
    return CMC_OK;
}
