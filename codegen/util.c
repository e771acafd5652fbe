// SPDX-License-Identifier: MIT
// Insertion helpers and small predicates on operands, used by several passes.

#include "codegen_priv.h"

#include <assert.h>

const isa_region cg_scalar = {0, 1, 0};
const isa_region cg_unit = {1, 1, 0};

// Insertion

void cg_at(cg_ctx *cx, mir_block *b, mir_inst *before) {
    assert(b && (!before || b->first));
    cx->block = b;
    cx->at = before;
    if (before)
        cx->loc = before->loc;
}

mir_inst *cg_inst(cg_ctx *cx, uint16_t op, uint8_t exec_size) {
    assert(cx->block && "cg_at says where to insert");
    assert(exec_size >= 1 && exec_size <= 32);
    mir_inst *i = mir_inst_create(cx->fn, op);
    cx->changed = true;
    if (!i) {
        cx->oom = true;
        return &cx->sink;
    }
    i->i.exec_size = exec_size;
    i->i.no_mask = true;
    i->loc = cx->loc;
    mir_inst_insert_before(cx->block, cx->at, i);
    return i;
}

mir_inst *cg_inst1(cg_ctx *cx, uint16_t op, uint8_t exec, isa_operand dst, isa_operand s0) {
    return cg_inst2(cx, op, exec, dst, s0, cg_none());
}

mir_inst *cg_inst2(cg_ctx *cx, uint16_t op, uint8_t exec, isa_operand dst, isa_operand s0, isa_operand s1) {
    mir_inst *i = cg_inst(cx, op, exec);
    i->i.dst = dst;
    i->i.src[0] = s0;
    i->i.src[1] = s1;
    return i;
}

mir_inst *cg_copy(cg_ctx *cx, isa_operand dst, isa_operand src, uint32_t len_b) {
    dst.type = src.type = ISA_TYPE_NONE;
    dst.rgn = src.rgn = (isa_region){0};
    mir_inst *i = cg_inst1(cx, MIR_COPY, 1, dst, src);
    i->i.no_mask = false;
    i->len_b = len_b;
    return i;
}

mir_inst *cg_undef(cg_ctx *cx, const mir_var *v) {
    mir_inst *i = cg_inst1(cx, MIR_UNDEF, 1, mir_dst(v, 0, ISA_TYPE_NONE, 0), cg_none());
    i->i.no_mask = false;
    return i;
}

mir_var *cg_temp(cg_ctx *cx, isa_type t, uint32_t size_b, uint16_t align_b, const char *hint) {
    assert((align_b & (align_b - 1)) == 0);
    mir_var *v = mir_var_create(cx->fn, MIR_VAR_GRF, t, size_b, align_b, hint);
    if (!v) {
        cx->oom = true;
        return &cx->sink_var;
    }
    cg_undef(cx, v);
    return v;
}

mir_var *cg_var(cg_ctx *cx, uint32_t id) {
    return id && id < cx->fn->vars.len ? cx->fn->vars.data[id] : &cx->sink_var;
}

mir_var *cg_r0(cg_ctx *cx) {
    for (uint32_t i = 1; i < cx->fn->vars.len; i++) {
        mir_var *v = cx->fn->vars.data[i];
        if (v->kind == MIR_VAR_GRF && v->live_in && v->fixed && v->fixed_b == 0 && v->size_b >= 32)
            return v;
    }
    mir_var *v = mir_var_create(cx->fn, MIR_VAR_GRF, ISA_UD, 32, cx->m->grf_b, "r0");
    if (!v) {
        cx->oom = true;
        return &cx->sink_var;
    }
    v->live_in = v->fixed = true;
    return v;
}

// Predicates

bool cg_is_hw(const mir_inst *i) {
    return !mir_op_is_pseudo(i->i.op);
}

bool cg_is_send(const mir_inst *i) {
    return cg_is_hw(i) && isa_op_get((isa_op)i->i.op)->format == ISA_FMT_SEND;
}

bool cg_is_ternary(const mir_inst *i) {
    return cg_is_hw(i) && isa_op_get((isa_op)i->i.op)->format == ISA_FMT_TERNARY;
}

int32_t cg_lane_off(const isa_operand *o, uint32_t lane, bool dst) {
    assert(lane < 64);
    if (dst)
        return (int32_t)(lane * o->rgn.h * isa_type_size_b((isa_type)o->type));
    return isa_region_offset_b(o->rgn, (isa_type)o->type, lane);
}

int32_t cg_stride(const isa_operand *o, uint32_t exec_size, bool dst) {
    assert(exec_size >= 1 && exec_size <= 32);
    int32_t size_b = isa_type_size_b((isa_type)o->type);
    if (exec_size == 1 || !size_b)
        return 0;
    int32_t step = cg_lane_off(o, 1, dst);
    for (uint32_t l = 2; l < exec_size; l++)
        if (cg_lane_off(o, l, dst) != (int32_t)l * step)
            return -1;
    return step / size_b;
}

bool cg_is_scalar(const isa_operand *o, uint32_t exec_size) {
    return cg_is_imm(o) || (!o->indirect && cg_stride(o, exec_size, false) == 0);
}

void cg_extent(const isa_operand *o, uint32_t exec_size, bool dst, int32_t *lo, int32_t *hi) {
    assert(exec_size >= 1 && lo && hi);
    int32_t size_b = isa_type_size_b((isa_type)o->type);
    *lo = o->off_b;
    *hi = o->off_b + size_b + (dst ? cg_lane_off(o, exec_size - 1, true) : 0);
    for (uint32_t l = 1; l < exec_size && !dst; l++) {
        int32_t at = o->off_b + cg_lane_off(o, l, false);
        if (at + size_b > *hi)
            *hi = at + size_b;
    }
}

bool cg_overtakes(const isa_inst *i, uint32_t src, int32_t dst_at, int32_t src_at, int32_t grf_b) {
    assert(src < 3 && grf_b > 0);
    const isa_operand *o = &i->src[src];
    int32_t size_b = isa_type_size_b((isa_type)o->type), wall = (dst_at / grf_b + 1) * grf_b;
    int32_t dst_step = cg_lane_off(&i->dst, 1, true);
    uint32_t first = 0; // lanes in the first register
    while (first < i->exec_size && dst_at + cg_lane_off(&i->dst, first, true) < wall)
        first++;
    bool same = dst_at == src_at && cg_lane_off(o, 1, false) == dst_step && cg_stride(o, i->exec_size, false) >= 0;
    for (uint32_t l = first; l < i->exec_size && !same; l++) {
        int32_t at = src_at + cg_lane_off(o, l, false);
        if ((at & ~3) < wall && at + size_b > (dst_at & ~3))
            return true;
    }
    return false;
}

static bool same_operand(const isa_operand *a, const isa_operand *b) {
    return a->file == b->file && a->type == b->type && a->mod == b->mod && a->reg == b->reg && a->off_b == b->off_b &&
           a->imm == b->imm && a->rgn.v == b->rgn.v && a->rgn.w == b->rgn.w && a->rgn.h == b->rgn.h;
}

bool cg_same_value(const isa_inst *a, const isa_inst *b) {
    bool same = a->op == b->op && a->exec_size == b->exec_size && a->sat == b->sat && a->dst.type == b->dst.type &&
                a->dst.rgn.h == b->dst.rgn.h;
    for (uint32_t s = 0; s < 3 && same; s++)
        same = same_operand(&a->src[s], &b->src[s]);
    return same;
}

bool cg_is_raw_mov(const isa_inst *i) {
    isa_type d = (isa_type)i->dst.type, s = (isa_type)i->src[0].type;
    if (i->op != ISA_MOV || i->sat || i->cmod || i->src[0].mod)
        return false;
    return d == s || (!isa_type_is_float(d) && !isa_type_is_float(s) && isa_type_size_b(d) == isa_type_size_b(s));
}

bool cg_has_simd_flow(const mir_fn *fn) {
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            if (cg_is_hw(i) && mir_inst_is_branch(i) && i->i.op != ISA_JMPI && !mir_inst_is_call(i) &&
                !mir_inst_is_return(i))
                return true;
    return false;
}

void cg_indirect_note(isa_operand *o, uint32_t at_b, uint32_t size_b) {
    assert(o->indirect && "only indirect operands reach more than they name");
    o->imm = at_b | (uint64_t)size_b << 32;
}

static void note_range(const mir_fn *fn, const isa_operand *o, uint32_t *lo, uint32_t *hi) {
    uint32_t end = fn->grf_count * fn->model->grf_b, size_b = (uint32_t)(o->imm >> 32), at = (uint32_t)o->imm;
    if (!o->indirect || o->file != ISA_FILE_GRF)
        return;
    at = size_b ? at : 0;
    size_b = size_b ? size_b : end;
    *lo = at < *lo ? at : *lo;
    *hi = at + size_b > *hi ? at + size_b : *hi;
    *hi = *hi > end ? end : *hi;
}

void cg_indirect_range(const mir_fn *fn, const mir_inst *i, bool write, uint32_t *lo, uint32_t *hi) {
    *lo = UINT32_MAX;
    *hi = 0;
    if (write)
        note_range(fn, &i->i.dst, lo, hi);
    for (uint32_t s = 0; s < 3 && !write; s++)
        note_range(fn, &i->i.src[s], lo, hi);
    *lo = *lo > *hi ? *hi : *lo;
}

cmc_graph *cg_flow_graph(const cg_ctx *cx, const mir_fn *fn) {
    cmc_graph *g = cmc_graph_create(cx->scratch, fn->blocks.len);
    for (uint32_t b = 0; g && b < fn->blocks.len; b++) {
        const mir_block *at = fn->blocks.data[b];
        if (at->last && mir_inst_is_call(at->last))
            cmc_graph_edge(g, b, at->last->target[1]);
        if (at->last && mir_inst_is_return(at->last))
            continue;
        for (mir_succ s = mir_succ_of(fn, at); mir_succ_next(&s);)
            cmc_graph_edge(g, b, s.id);
    }
    return g && cmc_graph_analyse(g) ? g : NULL;
}

void cg_replace_vars(mir_fn *fn, const uint32_t *replaced) {
    assert(replaced);
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (mir_inst *i = fn->blocks.data[b]->first, *next; i; i = next) {
            next = i->next;
            for (uint32_t k = 0; k < 3; k++)
                if (i->i.src[k].file == ISA_FILE_VREG && replaced[i->i.src[k].reg])
                    i->i.src[k].reg = replaced[i->i.src[k].reg];
            if (i->i.op == MIR_UNDEF && i->i.dst.file == ISA_FILE_VREG && replaced[i->i.dst.reg])
                mir_inst_remove(fn->blocks.data[b], i);
        }
}
