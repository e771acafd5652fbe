// SPDX-License-Identifier: MIT
// Replays a block byte by byte. Computes for each instruction a hash of the definitions it reads: equal hashes before
// and after scheduling mean equal values. See sched_check.h.
//
//   0  mov %a <- 1          number(2) = mix(byte 0 of %a: 0, byte 1 of %a: 0, ..., byte 0 of %b: 1, ...)
//   1  mov %b <- 2
//   2  add %c <- %a %b      at the end of the block: the last writer of every byte
//
// A write that preserves bytes (predicate, indirect) also reads them. The hash of a load includes the number of
// earlier writers of its memory. The hash of a writer also includes the loads since the previous writer. The hash of
// a wall includes everything before it.

#include "sched/sched_check.h"

#include <assert.h>

enum { MAX_FAULTS = 10 };

struct sched_record {
    uint64_t *of_inst;  // by instruction id
    uint64_t *of_block; // by block id
};

typedef struct replay {
    const mir_fn *fn;
    dag_cells cells; // used only for dag_is_wall
    sched_record *r;
    uint32_t *base; // first byte, by variable
    uint32_t n_bytes, flags, scratch;
    uint32_t *writer; // by byte: id plus one; 0 = written before the block
    CMC_VEC(uint32_t) touched;
    cmc_arena *a;
    const mir_inst *i;
    uint64_t h;
    uint32_t version[DAG_PLACES];
    uint64_t loads[DAG_PLACES], all;
    bool writes, oom;
} replay;

static uint64_t mix(uint64_t h, uint64_t v) {
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
}

// Bytes: registers, flags and other state, scratch memory, then variables without a fixed place.
static bool number_bytes(replay *p, bool allocated) {
    const mir_fn *fn = p->fn;
    p->flags = fn->grf_count * fn->model->grf_b;
    p->scratch = p->flags + 16 * 16 * 64;
    p->n_bytes = p->scratch + fn->scratch_b + 64;
    p->base = CMC_NEW_N(p->a, uint32_t, fn->vars.len + 1);
    for (uint32_t v = 1; p->base && v < fn->vars.len && !allocated; v++) {
        const mir_var *var = fn->vars.data[v];
        if (var->fixed && var->kind == MIR_VAR_GRF) {
            p->base[v] = var->fixed_b;
            continue;
        }
        p->base[v] = p->n_bytes;
        p->n_bytes += var->size_b + 4u * fn->model->grf_b; // messages may read past the end
    }
    p->writer = CMC_NEW_N(p->a, uint32_t, p->n_bytes + 1);
    return p->base && p->writer;
}

static void touch(replay *p, uint32_t lo, uint32_t hi, bool write, bool keeps) {
    hi = hi > p->n_bytes ? p->n_bytes : hi;
    for (uint32_t b = lo; b < hi; b++) {
        if (!write || keeps)
            p->h = mix(p->h, (uint64_t)b << 32 | p->writer[b]);
        if (!write)
            continue;
        if (!p->writer[b])
            p->oom |= !cmc_vec_push(p->a, &p->touched, b);
        p->writer[b] = p->i->id + 1;
    }
}

static void on_access(void *user, const isa_access *a) {
    replay *p = user;
    uint32_t lo, hi;
    bool indirect = a->who == ISA_WHO_INDIRECT;
    if (a->write != p->writes || a->off_b < 0)
        return;
    if (a->file == ISA_FILE_VREG) {
        lo = p->base[a->reg] + (indirect ? 0 : (uint32_t)a->off_b);
        hi = indirect ? lo + p->fn->vars.data[a->reg]->size_b : lo + (uint32_t)a->len_b;
    } else if (a->file == ISA_FILE_GRF && indirect) {
        cg_indirect_range(p->fn, p->i, a->write, &lo, &hi);
    } else if (a->file == ISA_FILE_GRF) {
        lo = a->reg * p->fn->model->grf_b + (uint32_t)a->off_b;
        hi = lo + (uint32_t)a->len_b;
    } else if (a->file == ISA_FILE_ARF && a->reg != ISA_ARF_NULL) {
        lo = p->flags + a->reg * 64 + (uint32_t)a->off_b;
        hi = lo + (uint32_t)(a->len_b > 64 ? 64 : a->len_b);
    } else {
        return;
    }
    touch(p, lo, hi, a->write, indirect || a->partial_lanes);
}

static void memory(replay *p, const dag_memory *m) {
    if (m->scratch) {
        touch(p, p->scratch + m->lo_b, p->scratch + m->hi_b, m->write, false);
        return;
    }
    for (uint32_t k = 0; k < DAG_PLACES; k++) {
        if (!(m->places >> k & 1))
            continue;
        p->h = mix(p->h, p->version[k]);
        if (m->write) {
            p->h = mix(p->h, p->loads[k]);
            p->version[k]++;
            p->loads[k] = 0;
        } else {
            p->loads[k] += mix(1, p->i->id);
        }
    }
}

static void replay_inst(replay *p, const mir_inst *i, uint32_t block) {
    p->i = i;
    p->h = mix(mix(4, block), i->id);
    if (i->i.op == MIR_UNDEF) {
        uint32_t lo = p->base[i->i.dst.reg] + (i->len_b ? (uint32_t)i->i.dst.off_b : 0);
        touch(p, lo, lo + (i->len_b ? i->len_b : p->fn->vars.data[i->i.dst.reg]->size_b), true, false);
    } else {
        for (uint32_t w = 0; w < 2; w++) {
            p->writes = w == 1;
            cg_effects(p->fn, i, p->cells.simd_flow, on_access, p);
        }
    }
    dag_memory m;
    if (dag_memory_of(p->fn->model, i, &m))
        memory(p, &m);
    if (dag_is_wall(&p->cells, i))
        p->h = mix(p->h, p->all);
    p->all += mix(2, i->id);
    p->r->of_inst[i->id] = p->h;
}

static void replay_block(replay *p, const mir_block *b) {
    uint64_t end = 0;
    for (uint32_t k = 0; k < DAG_PLACES; k++) {
        p->version[k] = 0;
        p->loads[k] = 0;
    }
    p->all = 0;
    p->touched.len = 0;
    for (const mir_inst *i = b->first; i; i = i->next)
        replay_inst(p, i, b->id);
    for (uint32_t k = 0; k < p->touched.len; k++) {
        end += mix(mix(3, p->touched.data[k]), p->writer[p->touched.data[k]]);
        p->writer[p->touched.data[k]] = 0;
    }
    p->r->of_block[b->id] = end;
}

sched_record *sched_record_take(const mir_fn *fn, cmc_arena *a, bool allocated) {
    assert(fn && a);
    replay p = {.fn = fn, .a = a, .r = CMC_NEW(a, sched_record)};
    p.cells = (dag_cells){.fn = fn, .simd_flow = cg_has_simd_flow(fn)};
    if (!p.r || !number_bytes(&p, allocated))
        return NULL;
    p.r->of_inst = CMC_NEW_N(a, uint64_t, fn->n_inst_ids + 1);
    p.r->of_block = CMC_NEW_N(a, uint64_t, fn->blocks.len + 1);
    if (!p.r->of_inst || !p.r->of_block)
        return NULL;
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        replay_block(&p, fn->blocks.data[b]);
    return p.oom ? NULL : p.r;
}

static void report(const mir_fn *fn, const mir_inst *i, cmc_diag *d) {
    cmc_str s = CMC_STR_INIT;
    mir_inst_print(fn, i, &s);
    cmc_diag_error(d, "CG0420", "schedule check of kernel '%s': instruction reads other values than before: %s",
                   fn->name, cmc_str_text(&s));
    cmc_str_free(&s);
}

cmc_status sched_check(const mir_fn *fn, cmc_arena *a, bool allocated, const sched_record *old, cmc_diag *d) {
    assert(fn && a && old);
    const sched_record *now = sched_record_take(fn, a, allocated);
    uint32_t n = 0;
    if (!now || !old)
        return CMC_ERR_OOM;
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        uint32_t before = n;
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            if (now->of_inst[i->id] != old->of_inst[i->id] && n++ < MAX_FAULTS)
                report(fn, i, d);
        if (now->of_block[b] != old->of_block[b] && n++ == before)
            cmc_diag_error(d, "CG0420", "schedule check of kernel '%s': block %u leaves other values than before",
                           fn->name, (unsigned)b);
    }
    return n ? CMC_ERR_INTERNAL : CMC_OK;
}
