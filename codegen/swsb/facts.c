// SPDX-License-Identifier: MIT
// Facts about one instruction for the scoreboard: its class, pipes, unit and the register bytes it touches.
//
// Hardware tracks reads of flags, address registers and accumulators by itself (isa-encoding.md 6.4), unless an
// instruction that completes out of order wrote them: Intel's compiler waits for a compare of doubles in the math unit.

#include "swsb_priv.h"

#include <assert.h>

swsb_class swsb_class_of(const isa_model *m, const mir_inst *i) {
    if (!cg_is_hw(i) || mir_inst_is_branch(i))
        return SWSB_UNCOUNTED;
    isa_format f = (isa_format)isa_op_get((isa_op)i->i.op)->format;
    if (f == ISA_FMT_SYNC || f == ISA_FMT_NULLARY || f == ISA_FMT_WAIT)
        return SWSB_UNCOUNTED;
    return isa_inst_pipe(m, &i->i) == ISA_PIPE_NONE ? SWSB_OUT_OF_ORDER : SWSB_IN_ORDER;
}

uint8_t swsb_pipes_of(const isa_model *m, const mir_inst *i) {
    const isa_inst *in = &i->i;
    switch (isa_inst_pipe(m, in)) {
    case ISA_PIPE_I:
        if (in->op == ISA_MUL && isa_type_size_b((isa_type)in->src[0].type) >= 4 &&
            isa_type_size_b((isa_type)in->src[1].type) >= 4)
            return SWSB_I | SWSB_L;
        return SWSB_I;
    case ISA_PIPE_L:
        return SWSB_L;
    case ISA_PIPE_M:
        return SWSB_M;
    default:
        return SWSB_F;
    }
}

uint8_t swsb_depth(const mir_inst *i, uint32_t pipe) {
    assert(pipe < SWSB_PIPES);
    if (pipe == 3)
        return 18;
    return pipe == 2 || isa_type_size_b((isa_type)i->i.dst.type) == 8 ? 15 : 10;
}

enum { UNIT_MATH = 32, UNIT_DPAS }; // after the SFIDs

bool swsb_unit_finishes_in_order(uint8_t unit) {
    return unit >= UNIT_MATH;
}

uint8_t swsb_unit_of(const mir_inst *i) {
    if (cg_is_send(i))
        return i->i.sfid;
    return isa_op_get((isa_op)i->i.op)->format == ISA_FMT_DPAS ? UNIT_DPAS : UNIT_MATH;
}

static void find_state_register(void *user, const isa_access *a) {
    uint32_t kind = a->reg & 0xf0;
    bool tracked = kind == ISA_ARF_NULL || kind == ISA_ARF_A0 || kind == ISA_ARF_F ||
                   (kind == ISA_ARF_ACC && (a->reg & 15) < 2) || kind == ISA_ARF_N || kind == ISA_ARF_TDR;
    if (a->file == ISA_FILE_ARF && !tracked)
        *(bool *)user = true;
}

bool swsb_touches_state(const mir_fn *fn, const mir_inst *i) {
    bool found = false;
    if (cg_is_hw(i))
        isa_inst_effects(fn->model, &i->i, find_state_register, &found);
    return found;
}

enum { FLAG_B = 4 };

typedef struct ranges {
    const mir_fn *fn;
    const mir_inst *i;
    swsb_range_fn f;
    void *user;
} ranges;

// The position of a flag, an address register or an accumulator in the range from SWSB_ARF; 0 for other registers.
static uint32_t arf_place(const isa_access *a, uint32_t grf_b) {
    uint32_t nr = a->reg & 15;
    switch (a->reg & 0xf0) {
    case ISA_ARF_F:
        return SWSB_ARF + nr * FLAG_B;
    case ISA_ARF_A0:
        return SWSB_ARF + 64 + nr * 32;
    case ISA_ARF_ACC:
        return SWSB_ARF + 1024 + nr * grf_b;
    default:
        return 0;
    }
}

static void on_access(void *user, const isa_access *a) {
    const ranges *r = user;
    uint32_t grf_b = r->fn->model->grf_b, end = r->fn->grf_count * grf_b;
    if (a->file == ISA_FILE_ARF && arf_place(a, grf_b)) {
        uint32_t at = arf_place(a, grf_b) + (uint32_t)a->off_b;
        r->f(r->user, at, at + (uint32_t)a->len_b, a->write);
    }
    if (a->file != ISA_FILE_GRF)
        return;
    if (a->who == ISA_WHO_INDIRECT) {
        uint32_t lo, hi;
        cg_indirect_range(r->fn, r->i, a->write, &lo, &hi);
        r->f(r->user, lo, hi, a->write);
        return;
    }
    uint32_t lo = a->reg * grf_b + (uint32_t)a->off_b, hi = lo + (uint32_t)a->len_b;
    if (lo < end)
        r->f(r->user, lo, hi > end ? end : hi, a->write);
}

void swsb_ranges(const mir_fn *fn, const mir_inst *i, swsb_range_fn fn_range, void *user) {
    assert(fn_range);
    ranges r = {fn, i, fn_range, user};
    isa_inst t = i->i;
    if (i->i.op == MIR_CBR)
        fn_range(user, SWSB_ARF + i->i.flag_reg * FLAG_B, SWSB_ARF + (i->i.flag_reg + 1u) * FLAG_B, false);
    if (!cg_is_hw(i))
        return;
    t.desc_is_reg = t.desc_is_reg && (t.desc >> 25 & 15) == 0; // the known bits of the descriptor hold the lengths
    isa_inst_effects(fn->model, &t, on_access, &r);
}
