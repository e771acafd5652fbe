// SPDX-License-Identifier: MIT
// Turns machine IR in phase scoreboarded into bytes: encoding, compaction, branch offsets, and the source line of
// each byte.
//
//   (W&f0.0) cbr (1|M0) loop exit     (exit follows)   →   (W&f0.0) jmpi loop
//   (W&f0.0) cbr (1|M0) next loop     (next follows)   →   (W&~f0.0) jmpi loop
//   br next                           (next follows)   →   nothing
//   call %ra sub next                 (next follows)   →   call sub; then a jmpi next if another block follows
//
// Two passes: the first encodes everything to learn sizes (branches are never compacted), the second fills in offsets.

#include "codegen_priv.h"

#include <assert.h>

typedef struct item { // one future machine instruction
    isa_inst i;
    const mir_inst *from;
    uint32_t target[2];
    uint32_t at_b; // offset from the start of the function
    uint8_t bytes[16];
    uint8_t size_b;
    bool full; // must not be compacted
} item;

typedef struct emitter {
    const mir_fn *fn;
    const cg_opts *opts;
    cmc_diag *diag;
    cmc_arena *a;
    CMC_VEC(item) items;
    uint32_t *block_at_b; // by block
    bool oom;
} emitter;

static void push(emitter *e, const mir_inst *from, const isa_inst *i, uint32_t t0, uint32_t t1) {
    item it = {.i = *i, .from = from, .target = {t0, t1}};
    e->oom |= !cmc_vec_push(e->a, &e->items, it);
}

static isa_inst jump(const mir_inst *from) {
    isa_inst j = from->i;
    j.op = ISA_JMPI;
    j.exec_size = 1;
    j.no_mask = true;
    return j;
}

// An unused flag must not be named: assemblers leave its field zero.
static void make_unconditional(isa_inst *j) {
    j->pred = ISA_PRED_NONE;
    j->pred_inv = false;
    j->flag_reg = 0;
    j->flag_sub = 0;
}

static void lower_branch(emitter *e, const mir_inst *m, uint32_t next) {
    isa_inst j = jump(m);
    if (m->i.op == MIR_BR) {
        make_unconditional(&j);
        if (m->target[0] != next)
            push(e, m, &j, m->target[0], MIR_NO_TARGET);
        return;
    }
    if (m->target[0] == next) {
        j.pred_inv = !j.pred_inv;
        push(e, m, &j, m->target[1], MIR_NO_TARGET);
        return;
    }
    push(e, m, &j, m->target[0], MIR_NO_TARGET);
    if (m->target[1] != next) {
        isa_inst k = jump(m);
        make_unconditional(&k);
        k.pred_inv = false;
        k.swsb = (isa_swsb){0};
        push(e, m, &k, m->target[1], MIR_NO_TARGET);
    }
}

// A call returns to the instruction after it.
static void lower_call(emitter *e, const mir_inst *m, uint32_t next) {
    isa_inst j = jump(m), c = m->i;
    c.dst.type = ISA_TYPE_NONE;
    push(e, m, &c, m->target[0], MIR_NO_TARGET);
    make_unconditional(&j);
    j.dst = j.src[0] = (isa_operand){0};
    j.swsb = (isa_swsb){0};
    if (m->target[1] != next)
        push(e, m, &j, m->target[1], MIR_NO_TARGET);
}

static void lower_return(emitter *e, const mir_inst *m) {
    isa_inst r = m->i;
    r.src[0].type = ISA_TYPE_NONE;
    push(e, m, &r, MIR_NO_TARGET, MIR_NO_TARGET);
    if (e->items.len)
        e->items.data[e->items.len - 1].full = true;
}

static cmc_status fail(const emitter *e, const item *it, const char *what) {
    cmc_str s = CMC_STR_INIT;
    mir_inst_print(e->fn, it->from, &s);
    cmc_diag_error(e->diag, "CG0501", "kernel '%s': an instruction %s: %s", e->fn->name, what, cmc_str_text(&s));
    cmc_str_free(&s);
    return CMC_ERR_INTERNAL;
}

static bool may_compact(const emitter *e, const item *it) {
    return !(e->opts && e->opts->no_compact) && it->target[0] == MIR_NO_TARGET && !it->full && !it->from->symbol;
}

static cmc_status encode(const emitter *e, item *it) {
    if (isa_validate(e->fn->model, &it->i, e->diag) != CMC_OK)
        return fail(e, it, "breaks a rule of the hardware");
    if (isa_encode(e->fn->model, &it->i, it->bytes, e->diag) != CMC_OK)
        return fail(e, it, "has no encoding");
    uint8_t small[8];
    it->size_b = 16;
    const isa_model *m = e->fn->model;
    if (may_compact(e, it) && (isa_compact(m, it->bytes, small) || cg_respell(m, &it->i, small))) {
        for (uint32_t b = 0; b < 8; b++)
            it->bytes[b] = small[b];
        it->size_b = 8;
    }
    return CMC_OK;
}

// Pads with nops up to the entry point for hardware that has written local ids itself. No earlier instruction is
// compacted, so the sizes are known here.
static void pad(emitter *e, const mir_inst *skip) {
    isa_inst nop = {.op = ISA_NOP, .exec_size = 1};
    for (uint32_t k = 0; k < e->items.len; k++)
        e->items.data[k].full = true;
    while (e->items.len * 16 < MIR_SKIP_B) {
        push(e, skip, &nop, MIR_NO_TARGET, MIR_NO_TARGET);
        e->items.data[e->items.len - 1].full = true;
    }
}

static void list_items(emitter *e, uint32_t *first_item) {
    const mir_fn *fn = e->fn;
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        first_item[b] = e->items.len;
        for (const mir_inst *m = fn->blocks.data[b]->first; m; m = m->next)
            if (m->i.op == MIR_BR || m->i.op == MIR_CBR)
                lower_branch(e, m, b + 1);
            else if (m->i.op == MIR_SKIP)
                pad(e, m);
            else if (mir_inst_is_call(m))
                lower_call(e, m, b + 1);
            else if (mir_inst_is_return(m))
                lower_return(e, m);
            else
                push(e, m, &m->i, m->target[0], m->target[1]);
    }
}

static cmc_status fill_targets(const emitter *e) {
    for (uint32_t k = 0; k < e->items.len; k++) {
        item *it = &e->items.data[k];
        if (it->target[0] == MIR_NO_TARGET)
            continue;
        it->i.jip = (int32_t)e->block_at_b[it->target[0]] - (int32_t)it->at_b;
        if (it->target[1] != MIR_NO_TARGET)
            it->i.uip = (int32_t)e->block_at_b[it->target[1]] - (int32_t)it->at_b;
        CMC_TRY(encode(e, it));
    }
    return CMC_OK;
}

// Lists the source lines of the items [first, end) of a block. Instructions without a location take that of the
// preceding instruction in the block, else of the next one that has one. A block without any location continues the
// previous line.
static cmc_status list_block_lines(const emitter *e, uint32_t first, uint32_t end, cmc_arena *a, cg_lines *lines) {
    cmc_loc here = {0};
    if (lines->rows.len)
        here = lines->rows.data[lines->rows.len - 1].loc;
    for (uint32_t k = end; k > first; k--)
        if (e->items.data[k - 1].from->loc.line)
            here = e->items.data[k - 1].from->loc;
    for (uint32_t k = first; k < end; k++) {
        const item *it = &e->items.data[k];
        if (it->from->loc.line)
            here = it->from->loc;
        cg_line row = {it->at_b, here, it->from->id};
        if (!cmc_vec_push(a, &lines->rows, row))
            return CMC_ERR_OOM;
    }
    return CMC_OK;
}

// A dword immediate is in the last four bytes of its instruction.
static cmc_status list_addresses(const emitter *e, cmc_arena *a, cg_lines *lines) {
    for (uint32_t k = 0; k < e->items.len; k++) {
        const item *it = &e->items.data[k];
        cg_address row = {it->at_b + 12, it->from->symbol, it->from->symbol_high};
        if (row.symbol && !cmc_vec_push(a, &lines->addresses, row))
            return CMC_ERR_OOM;
    }
    return CMC_OK;
}

typedef struct writes { // by byte of the register file: written at all, written again
    cmc_bitset once, again;
    uint32_t grf_b;
} writes;

static void note_write(void *user, const isa_access *x) {
    writes *w = user;
    if (!x->write || x->file != ISA_FILE_GRF)
        return;
    for (int32_t k = 0; k < x->len_b; k++) {
        const uint32_t b = x->reg * w->grf_b + (uint32_t)(x->off_b + k);
        if (b >= w->once.n_bits)
            return;
        if (x->who == ISA_WHO_INDIRECT || cmc_bitset_get(&w->once, b))
            cmc_bitset_set(&w->again, b);
        cmc_bitset_set(&w->once, b);
    }
}

// If the kernel loads its own payload, that is the first write: bytes written again lose their payload.
static cmc_status list_reused(const emitter *e, cmc_arena *a, cg_lines *lines) {
    const isa_model *m = e->fn->model;
    const uint32_t n = e->fn->grf_count * m->grf_b;
    writes w = {cmc_bitset_make(a, n), cmc_bitset_make(a, n), m->grf_b};
    if (!w.once.words || !w.again.words)
        return CMC_ERR_OOM;
    for (uint32_t k = 0; k < e->items.len; k++)
        isa_inst_effects(m, &e->items.data[k].i, note_write, &w);
    lines->reused = m->pull_payload ? w.again : w.once;
    return CMC_OK;
}

static cmc_status emit(emitter *e, cmc_arena *a, cg_lines *lines, cmc_str *bytes) {
    uint32_t n = e->fn->blocks.len, at_b = 0, k = 0;
    uint32_t *first_item = CMC_NEW_N(e->a, uint32_t, n + 1);
    e->block_at_b = CMC_NEW_N(e->a, uint32_t, n + 1);
    if (!first_item || !e->block_at_b)
        return CMC_ERR_OOM;
    list_items(e, first_item);
    first_item[n] = e->items.len;
    if (e->oom)
        return CMC_ERR_OOM;
    for (uint32_t b = 0; b < n; b++) {
        e->block_at_b[b] = at_b;
        for (; k < first_item[b + 1]; k++) {
            CMC_TRY(encode(e, &e->items.data[k]));
            e->items.data[k].at_b = at_b;
            at_b += e->items.data[k].size_b;
        }
        if (lines)
            CMC_TRY(list_block_lines(e, first_item[b], first_item[b + 1], a, lines));
    }
    CMC_TRY(fill_targets(e));
    if (lines) {
        CMC_TRY(list_addresses(e, a, lines));
        CMC_TRY(list_reused(e, a, lines));
    }
    for (k = 0; k < e->items.len; k++)
        cmc_str_append_n(bytes, e->items.data[k].bytes, e->items.data[k].size_b);
    return bytes->oom ? CMC_ERR_OOM : CMC_OK;
}

cmc_status cg_emit_lines(const mir_fn *fn, const cg_opts *opts, cmc_str *bytes, cmc_arena *a, cg_lines *lines,
                         cmc_diag *d) {
    assert(fn && bytes && (a || !lines));
    if (fn->phase != MIR_PHASE_SCOREBOARDED) {
        cmc_diag_error(d, "CG0502", "kernel '%s' is not ready for emission", fn->name);
        return CMC_ERR_USER;
    }
    emitter e = {.fn = fn, .opts = opts, .diag = d, .a = cmc_arena_create()};
    if (!e.a)
        return CMC_ERR_OOM;
    cmc_status s = emit(&e, a, lines, bytes);
    cmc_arena_destroy(e.a);
    return s;
}

cmc_status cg_emit(const mir_fn *fn, const cg_opts *opts, cmc_str *bytes, cmc_diag *d) {
    assert(fn && bytes);
    return cg_emit_lines(fn, opts, bytes, NULL, NULL, d);
}
