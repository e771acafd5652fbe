// SPDX-License-Identifier: MIT
// Register files as the allocator and its checker see them.

#include "ra.h"

#include <assert.h>

ra_file ra_file_of(const mir_fn *fn, mir_var_kind kind) {
    assert(kind == MIR_VAR_GRF || kind == MIR_VAR_FLAG || kind == MIR_VAR_ADDR);
    const isa_model *m = fn->model;
    if (kind == MIR_VAR_FLAG)
        return (ra_file){MIR_VAR_FLAG, m->flag_count * 4u, 4};
    if (kind == MIR_VAR_ADDR)
        return (ra_file){MIR_VAR_ADDR, 32, 32};
    return (ra_file){MIR_VAR_GRF, fn->grf_count * m->grf_b, m->grf_b};
}

uint32_t ra_align_of(const ra_file *f, const mir_var *v) {
    assert(f->row_b > 0 && v->kind == f->kind);
    uint32_t a = 1, smallest = f->kind == MIR_VAR_GRF ? 1 : 2;
    while (a < v->size_b && a < f->row_b)
        a *= 2;
    a = a < smallest ? smallest : a;
    a = a < v->align_b ? v->align_b : a;
    return v->even_grf ? (a < 2 * f->row_b ? 2 * f->row_b : a) : a;
}
