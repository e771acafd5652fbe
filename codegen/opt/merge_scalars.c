// SPDX-License-Identifier: MIT
// merge_scalars: merge equal operations on adjacent elements.
//
//   before                                             after
//     mov (1|M0) r3.4<1>:ud r0.6<0;1,0>:ud               mov (2|M0) r3.4<1>:ud r0.6<1;1,0>:ud
//     add (1|M0) r9.0<1>:d r8.0<0;1,0>:d r1.3<0;1,0>:d   add (2|M0) r9.0<1>:d r8.0<1;1,0>:d r1.3<0;1,0>:d
//     mov (1|M0) r3.5<1>:ud r0.7<0;1,0>:ud
//     add (1|M0) r9.1<1>:d r8.1<0;1,0>:d r1.3<0;1,0>:d
//
// Why: scalars that selection does not see as adjacent meet in registers: arguments and ids in the payload, the words
// of a descriptor, the results of writing a row of v(i). Pairs are merged to two lanes, then four, then eight. Needs:
// phase allocated. Preserves every dependence: the second instruction moves up only past instructions that neither
// access its results nor write its sources. Results and sources stay within one register each. Does not handle:
// floats and 64-bit elements (later targets restrict where their sources and results may lie), predicates,
// conditions, accumulators, indirect operands.

#include "sched/dag.h"

enum {
    WINDOW = 24, // instructions that the second one may move past
    MAX_LANES = 16
};

typedef struct merger {
    cg_ctx *cx;
    dag_cells cells;
    mir_block *block;
    CMC_VEC(dag_touch) mine; // of the moving instruction
    bool clash;
} merger;

static const uint16_t merged_ops[] = {ISA_MOV, ISA_ADD, ISA_AND, ISA_OR, ISA_XOR, ISA_NOT, ISA_SHL, ISA_SHR, ISA_ASR};

static uint32_t n_sources(const mir_inst *i) {
    return i->i.op == ISA_MOV || i->i.op == ISA_NOT ? 1 : 2;
}

static uint32_t place_b(const merger *m, const isa_operand *o) {
    return (uint32_t)((int32_t)o->reg * m->cx->m->grf_b + o->off_b);
}

static bool is_small_int(const isa_operand *o) {
    return !isa_type_is_float((isa_type)o->type) && isa_type_size_b((isa_type)o->type) <= 4;
}

static bool is_register(const isa_operand *o) {
    return o->file == ISA_FILE_GRF && !o->indirect && is_small_int(o);
}

static bool takes_part(const mir_inst *i) {
    bool known = false;
    for (uint32_t k = 0; k < sizeof(merged_ops) / sizeof(*merged_ops); k++)
        known |= i->i.op == merged_ops[k];
    if (!known || !cg_is_hw(i) || i->symbol || !i->i.no_mask || i->i.pred || i->i.cmod || i->i.acc_wr_en ||
        i->i.exec_size >= MAX_LANES || !is_register(&i->i.dst) || (i->i.exec_size > 1 && i->i.dst.rgn.h != 1))
        return false;
    for (uint32_t s = 0; s < n_sources(i); s++) {
        const isa_operand *o = &i->i.src[s];
        bool imm = o->file == ISA_FILE_IMM && is_small_int(o);
        bool narrows =
            isa_type_size_b((isa_type)o->type) > isa_type_size_b((isa_type)i->i.dst.type); // its results are strided
        if (narrows || (!imm && !is_register(o)))
            return false;
    }
    return true;
}

static bool in_one_register(const merger *m, uint32_t at_b, uint32_t len_b) {
    uint32_t grf_b = m->cx->m->grf_b;
    return at_b / grf_b == (at_b + len_b - 1) / grf_b;
}

// Whether b continues a by n elements. Bytes are excluded: some targets have no region for pairs of them.
static bool continues(const merger *m, const isa_operand *a, const isa_operand *b, uint32_t n) {
    uint32_t size_b = isa_type_size_b((isa_type)a->type);
    return a->file == b->file && a->type == b->type && a->mod == b->mod && size_b >= 2 &&
           place_b(m, b) == place_b(m, a) + n * size_b && in_one_register(m, place_b(m, a), 2 * n * size_b);
}

static bool same_for_all(const merger *m, const isa_operand *a, const isa_operand *b, uint32_t n) {
    if (a->file != b->file || a->type != b->type || a->mod != b->mod)
        return false;
    if (a->file == ISA_FILE_IMM)
        return a->imm == b->imm;
    return place_b(m, a) == place_b(m, b) && cg_is_scalar(a, n) && cg_is_scalar(b, n);
}

static bool row_of(const isa_operand *o, uint32_t n) {
    return n == 1 || cg_stride(o, n, false) == 1;
}

// Whether b reads the result of a.
static bool feeds(const merger *m, const mir_inst *a, const mir_inst *b) {
    uint32_t n = a->i.exec_size, lo = place_b(m, &a->i.dst), hi = lo + n * isa_type_size_b((isa_type)a->i.dst.type);
    for (uint32_t s = 0; s < n_sources(b); s++) {
        const isa_operand *o = &b->i.src[s];
        int32_t from, to;
        if (o->file != ISA_FILE_GRF)
            continue;
        cg_extent(o, n, false, &from, &to);
        uint32_t base = (uint32_t)((int32_t)o->reg * m->cx->m->grf_b);
        if (base + (uint32_t)from < hi && lo < base + (uint32_t)to)
            return true;
    }
    return false;
}

static bool pair(const merger *m, const mir_inst *a, const mir_inst *b) {
    uint32_t n = a->i.exec_size;
    if (a->i.op != b->i.op || n != b->i.exec_size || a->i.sat != b->i.sat || !continues(m, &a->i.dst, &b->i.dst, n) ||
        feeds(m, a, b))
        return false;
    for (uint32_t s = 0; s < n_sources(a); s++) {
        const isa_operand *x = &a->i.src[s], *y = &b->i.src[s];
        if (same_for_all(m, x, y, n))
            continue;
        if (x->file != ISA_FILE_GRF || !continues(m, x, y, n) || !row_of(x, n) || !row_of(y, n))
            return false;
    }
    return true;
}

static void note(void *user, const dag_touch *t) {
    merger *m = user;
    m->cx->oom |= !cmc_vec_push(m->cx->scratch, &m->mine, *t);
}

static void compare(void *user, const dag_touch *t) {
    merger *m = user;
    for (uint32_t k = 0; k < m->mine.len; k++) {
        const dag_touch *o = &m->mine.data[k];
        m->clash |= (t->write || o->write) && t->lo < o->hi && o->lo < t->hi;
    }
}

// Whether b may move up to just after a.
static bool can_move(merger *m, const mir_inst *a, const mir_inst *b) {
    m->mine.len = 0;
    m->clash = false;
    dag_each_touch(&m->cells, b, note, m);
    for (const mir_inst *i = a->next; i != b && !m->clash; i = i->next) {
        if (dag_is_wall(&m->cells, i))
            return false;
        dag_each_touch(&m->cells, i, compare, m);
    }
    return !m->clash;
}

static void widen(const merger *m, mir_inst *a, const mir_inst *b) {
    uint32_t n = a->i.exec_size;
    for (uint32_t s = 0; s < n_sources(a); s++)
        if (!same_for_all(m, &a->i.src[s], &b->i.src[s], n))
            a->i.src[s].rgn = cg_unit;
    a->i.dst.rgn.h = 1;
    a->i.exec_size = (uint8_t)(2 * n);
}

// Merges a with the first later instruction whose results are adjacent, after or before those of a.
static bool merge_one(merger *m, mir_inst *a) {
    uint32_t left = WINDOW;
    for (mir_inst *b = a->next; b && left; b = b->next, left--) {
        if (dag_is_wall(&m->cells, b))
            return false;
        if (!takes_part(b))
            continue;
        bool after = pair(m, a, b), before = !after && pair(m, b, a) && !feeds(m, a, b);
        if ((!after && !before) || !can_move(m, a, b))
            continue;
        mir_inst first = before ? *b : *a;
        widen(m, &first, before ? a : b);
        a->i = first.i;
        mir_inst_remove(m->block, b);
        m->cx->changed = true;
        return true;
    }
    return false;
}

cmc_status cg_pass_merge_scalars(cg_ctx *cx, mir_fn *fn) {
    merger m = {.cx = cx};
    if (!dag_cells_init(&m.cells, fn, cx->scratch, true))
        return CMC_ERR_OOM;
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        m.block = fn->blocks.data[b];
        bool again = true;
        for (uint32_t n = 1; n < MAX_LANES && again; n *= 2) { // one lane to two, two to four
            again = false;
            for (mir_inst *i = m.block->first; i; i = i->next)
                if (i->i.exec_size == n && takes_part(i))
                    again |= merge_one(&m, i);
        }
    }
    return cx->oom ? CMC_ERR_OOM : CMC_OK;
}
