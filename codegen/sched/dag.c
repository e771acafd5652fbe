// SPDX-License-Identifier: MIT
// Dependence graph of a stretch of a block: see dag.h.
//
//   0  send %a <- ...          0 ─RAW▶ 2,  1 ─RAW▶ 2,  2 ─WAR▶ 3
//   1  mov  %b <- ...
//   2  add  %c <- %a %b
//   3  mov  %a <- ...
//
// Each cell stores its last writer and the readers since. The graph has few more edges than instructions have
// operands, because readers are dropped once a writer is ordered after them. Neighbours that share the accumulator,
// an {Atomic} chain or a {NoDDClr} pair form one node.
//
// Memory: loads may pass loads. No access passes a store, an atomic or a fence, in either direction, unless the two
// access different places. Local memory differs from all other memory, and surfaces of different numbers are
// different memory by the rules of the language. An address, or a surface given by a register, may be any of them.
// Nothing but spills and arrays of the thread reaches scratch memory through its surface state. Its blocks at known
// offsets are cells like registers.

#include "sched/dag.h"

#include <assert.h>
#include <string.h>

enum { NOBODY = UINT32_MAX, GRF_CELL_B = 4, WORD_B = 2, FIRST_SPECIAL_BTI = 240, N_SURFACES = DAG_PLACES - 2 };

typedef struct reader {
    uint32_t node;
    struct reader *next;
} reader;

typedef struct cell_state {
    uint32_t stamp; // generation in which this entry is valid
    uint32_t writer;
    reader *readers;
} cell_state;

typedef struct dag_state {
    cmc_arena *a;
    cell_state *cells;
    uint32_t generation;
    uint32_t *last_edge; // by node: the target of its latest edge
    uint32_t cap;
    cell_state mem[DAG_PLACES];
    cell_state chain; // flags and addresses
} dag_state;

// Places of memory, one bit each: local memory, scratch memory, surfaces by number, the last bit for all other numbers.
#define MEM_LOCAL      1u
#define MEM_SCRATCH    2u
#define MEM_SURFACE    4u // number 0
#define MEM_EVERYWHERE ((1u << DAG_PLACES) - 1)
#define MEM_GENERAL    (MEM_EVERYWHERE & ~MEM_LOCAL & ~MEM_SCRATCH)

typedef struct mem_class {
    uint32_t places; // 0 = no memory access
    bool write;
} mem_class;

// Cells

static void note_extent(void *user, const isa_access *a) {
    dag_cells *c = user;
    if (a->file != ISA_FILE_VREG || a->who == ISA_WHO_INDIRECT || a->off_b < 0 || a->reg >= c->fn->vars.len)
        return;
    uint32_t end = (uint32_t)(a->off_b + a->len_b);
    if (end > c->n[a->reg])
        c->n[a->reg] = end;
}

// Computes extents in bytes first, then cells. Variables with a fixed place share the cells of the register file.
static void number_variables(dag_cells *c) {
    const mir_fn *fn = c->fn;
    for (uint32_t v = 1; v < fn->vars.len; v++)
        c->n[v] = fn->vars.data[v]->size_b;
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            cg_effects(fn, i, c->simd_flow, note_extent, c);
    for (uint32_t v = 1; v < fn->vars.len; v++) {
        const mir_var *var = fn->vars.data[v];
        bool grf = var->kind == MIR_VAR_GRF;
        uint32_t unit = grf ? GRF_CELL_B : WORD_B;
        c->n[v] = (c->n[v] + unit - 1) / unit;
        if (var->fixed && grf) {
            c->base[v] = c->grf + var->fixed_b / GRF_CELL_B;
            c->n[v] += var->fixed_b % GRF_CELL_B != 0;
            continue;
        }
        c->base[v] = c->count;
        c->count += c->n[v];
    }
}

// Only a small variable can use the rest of a register that a larger one does not fill. The rest counts as taken.
static void measure_places(dag_cells *c, const mir_var *v) {
    uint32_t grf_b = c->fn->model->grf_b, first = c->base[v->id], n = 1;
    if ((v->align_b >= grf_b || v->size_b > grf_b) && (!v->fixed || v->fixed_b % grf_b == 0))
        n = grf_b / GRF_CELL_B;
    for (uint32_t k = 0; k < c->n[v->id] && first + k < c->count; k++) {
        c->place[first + k] = first + k / n * n;
        c->place_b[first + k] = (uint8_t)(n * GRF_CELL_B);
        c->bytes[first + k] = GRF_CELL_B;
    }
}

bool dag_cells_init(dag_cells *c, const mir_fn *fn, cmc_arena *a, bool allocated) {
    assert(fn && a);
    *c = (dag_cells){.fn = fn, .simd_flow = cg_has_simd_flow(fn), .keep_flags = !allocated};
    uint32_t grf_cells = fn->grf_count * fn->model->grf_b / GRF_CELL_B;
    c->flag = c->grf + grf_cells;
    c->addr = c->flag + 2u * fn->model->flag_count;
    c->acc = c->addr + 16;
    c->other = c->acc + 1;
    c->first_var = c->count = c->other + 1;
    c->base = CMC_NEW_N(a, uint32_t, fn->vars.len + 1);
    c->n = CMC_NEW_N(a, uint32_t, fn->vars.len + 1);
    if (!c->base || !c->n)
        return false;
    if (!allocated)
        number_variables(c);
    c->scratch = c->count;
    c->count += fn->scratch_b / 32 + 1;
    c->bytes = CMC_NEW_N(a, uint8_t, c->count);
    c->place = CMC_NEW_N(a, uint32_t, c->count);
    c->place_b = CMC_NEW_N(a, uint8_t, c->count);
    if (!c->bytes || !c->place || !c->place_b)
        return false;
    for (uint32_t k = 0; k < c->count; k++)
        c->place[k] = k;
    for (uint32_t v = 1; v < fn->vars.len && !allocated; v++)
        if (fn->vars.data[v]->kind == MIR_VAR_GRF)
            measure_places(c, fn->vars.data[v]);
    return true;
}

// Touches

typedef struct touch_cb {
    const dag_cells *c;
    const mir_inst *i;
    dag_touch_fn fn;
    void *user;
} touch_cb;

// A range of bytes as cells: a write of part of a cell preserves the rest. The n cells from base on hold 'end' bytes.
typedef struct byte_range {
    int64_t lo, hi, end;
    uint32_t base, n, unit;
} byte_range;

static void emit_cells(const touch_cb *cb, dag_touch t, const byte_range *r, int64_t lo, int64_t hi, uint8_t bytes) {
    lo = lo > r->n ? r->n : lo;
    hi = hi > r->n ? r->n : hi;
    if (lo >= hi)
        return;
    t.lo = r->base + (uint32_t)lo;
    t.hi = r->base + (uint32_t)hi;
    t.bytes = bytes;
    t.partial |= t.write && bytes != DAG_WHOLE_CELL;
    cb->fn(cb->user, &t);
}

static void emit_range(const touch_cb *cb, dag_touch t, byte_range r) {
    r.lo = r.lo < 0 ? 0 : r.lo;
    r.hi = r.hi >= r.end ? (r.end + r.unit - 1) / r.unit * r.unit : r.hi; // nothing is in the rest of the last cell
    int64_t lo = r.lo / r.unit, hi = (r.hi + r.unit - 1) / r.unit, head = r.lo % r.unit, tail = r.hi % r.unit;
    if (lo + 1 < hi && head) {
        emit_cells(cb, t, &r, lo, lo + 1, dag_bytes(head, 4));
        lo++;
        head = 0;
    }
    if (lo + 1 < hi && tail) {
        emit_cells(cb, t, &r, hi - 1, hi, dag_bytes(0, tail));
        hi--;
        tail = 0;
    }
    emit_cells(cb, t, &r, lo, hi, head || tail ? dag_bytes(head, tail ? tail : 4) : DAG_WHOLE_CELL);
}

static void variable_touch(const touch_cb *cb, const isa_access *a, dag_touch t) {
    const dag_cells *c = cb->c;
    const mir_var *v = c->fn->vars.data[a->reg];
    bool grf = v->kind == MIR_VAR_GRF;
    uint32_t unit = grf ? GRF_CELL_B : WORD_B, shift = v->fixed && grf ? v->fixed_b % GRF_CELL_B : 0;
    int64_t end = v->size_b > (c->n[a->reg] - (shift != 0)) * unit - unit ? v->size_b : c->n[a->reg] * unit;
    t.maybe |= a->who == ISA_WHO_INDIRECT;
    t.partial |= t.maybe;
    emit_range(cb, t,
               (byte_range){(int64_t)a->off_b + shift, (int64_t)a->off_b + shift + a->len_b, end + shift,
                            c->base[a->reg], c->n[a->reg], unit});
}

static void physical_touch(const touch_cb *cb, dag_touch t, uint32_t from, uint32_t to, int64_t lo, int64_t len,
                           uint32_t unit) {
    int64_t end = (int64_t)(to - from) * unit;
    emit_range(cb, t, (byte_range){lo, lo + len, end, from, to - from, unit});
}

static void on_access(void *user, const isa_access *a) {
    const touch_cb *cb = user;
    const dag_cells *c = cb->c;
    dag_touch t = {.write = a->write, .partial = a->partial_lanes, .maybe = a->partial_lanes, .bytes = DAG_WHOLE_CELL};
    uint32_t kind = a->reg & 0xf0, nr = a->reg & 15;
    if (a->file == ISA_FILE_VREG) {
        variable_touch(cb, a, t);
    } else if (a->file == ISA_FILE_GRF && a->who == ISA_WHO_INDIRECT) {
        uint32_t lo, hi;
        cg_indirect_range(c->fn, cb->i, a->write, &lo, &hi);
        t.partial = t.maybe = true;
        physical_touch(cb, t, c->grf, c->flag, lo, hi - lo, GRF_CELL_B);
    } else if (a->file == ISA_FILE_GRF) {
        physical_touch(cb, t, c->grf, c->flag, (int64_t)a->reg * c->fn->model->grf_b + a->off_b, a->len_b, GRF_CELL_B);
    } else if (a->file != ISA_FILE_ARF || kind == ISA_ARF_NULL) {
        return;
    } else if (kind == ISA_ARF_F) {
        physical_touch(cb, t, c->flag, c->addr, nr * 4 + a->off_b, a->len_b, WORD_B);
    } else if (kind == ISA_ARF_A0) {
        physical_touch(cb, t, c->addr, c->acc, a->off_b, a->len_b, WORD_B);
    } else {
        t.lo = kind == ISA_ARF_ACC ? c->acc : c->other;
        t.hi = t.lo + 1;
        cb->fn(cb->user, &t);
    }
}

void dag_each_touch(const dag_cells *c, const mir_inst *i, dag_touch_fn fn, void *user) {
    assert(fn);
    touch_cb cb = {c, i, fn, user};
    if (i->i.op == MIR_UNDEF) {
        const mir_var *v = c->fn->vars.data[i->i.dst.reg];
        isa_access a = {.who = ISA_WHO_DST,
                        .write = true,
                        .dense = true,
                        .file = ISA_FILE_VREG,
                        .reg = v->id,
                        .off_b = i->len_b ? i->i.dst.off_b : 0,
                        .len_b = (int32_t)(i->len_b ? i->len_b : v->size_b)};
        on_access(&cb, &a);
        return;
    }
    cg_effects(c->fn, i, c->simd_flow, on_access, &cb);
}

// Walls and glue

static void find_state(void *user, const isa_access *a) {
    uint32_t kind = a->reg & 0xf0;
    bool ordinary = kind == ISA_ARF_NULL || kind == ISA_ARF_A0 || kind == ISA_ARF_F || kind == ISA_ARF_ACC;
    if (a->file == ISA_FILE_ARF && !ordinary)
        *(bool *)user = true;
}

bool dag_is_wall(const dag_cells *c, const mir_inst *i) {
    if (mir_inst_is_branch(i) || mir_inst_ends_thread(i) || i->i.eot)
        return true;
    if (!cg_is_hw(i))
        return i->i.op != MIR_UNDEF && i->i.op != MIR_COPY;
    switch ((isa_format)isa_op_get((isa_op)i->i.op)->format) {
    case ISA_FMT_NONE:
    case ISA_FMT_BRANCH1:
    case ISA_FMT_BRANCH2:
    case ISA_FMT_SYNC:
    case ISA_FMT_NULLARY:
    case ISA_FMT_WAIT:
        return true;
    case ISA_FMT_SEND:
        break;
    default:
        if (cg_is_null(&i->i.dst) && !i->i.cmod) // waits for its source
            return true;
    }
    bool state = false;
    cg_effects(c->fn, i, c->simd_flow, find_state, &state);
    return state;
}

typedef struct acc_use {
    const dag_cells *c;
    bool reads, writes;
} acc_use;

static void find_acc(void *user, const isa_access *a) {
    acc_use *u = user;
    if (a->file != ISA_FILE_ARF || (a->reg & 0xf0) != ISA_ARF_ACC)
        return;
    u->reads |= !a->write;
    u->writes |= a->write;
}

// Whether an instruction must stay adjacent to the next one.
static bool sticks_to_next(const isa_inst *i) {
    return i->atomic || i->no_dd_clr || i->thread_switch;
}

bool dag_scan(dag *g, mir_inst *first, uint32_t limit, mir_inst **next) {
    assert(first && limit > 0);
    bool stick = false;
    mir_inst *i = first;
    memset(&g->nodes, 0, sizeof g->nodes);
    g->acc_writer = NOBODY;
    for (; i && !dag_is_wall(g->cells, i); i = i->next) {
        acc_use u = {.c = g->cells};
        cg_effects(g->cells->fn, i, g->cells->simd_flow, find_acc, &u);
        uint32_t n = g->nodes.len;
        bool joins = stick || (u.reads && g->acc_writer != NOBODY);
        if (n >= limit && !joins)
            break;
        if (joins) {
            uint32_t at = u.reads && g->acc_writer < n ? g->acc_writer : n - 1;
            g->nodes.data[at].last = i;
            g->nodes.len = at + 1;
        } else {
            dag_node node = {.first = i, .last = i};
            if (!cmc_vec_push(g->a, &g->nodes, node))
                return false;
        }
        if (u.writes)
            g->acc_writer = g->nodes.len - 1;
        stick = sticks_to_next(&i->i);
    }
    *next = i;
    return true;
}

// Edges

static void add_edge(dag *g, uint32_t from, uint32_t to, dag_dep dep) {
    if (from == NOBODY || from == to)
        return;
    dag_node *f = &g->nodes.data[from], *t = &g->nodes.data[to];
    if (g->state->last_edge[from] == to) { // the latest edge of 'from'; a value is the strongest reason
        if (dep == DAG_RAW)
            f->succs->dep = DAG_RAW;
        return;
    }
    dag_edge *e = CMC_NEW(g->a, dag_edge);
    if (!e) {
        g->oom = true;
        return;
    }
    *e = (dag_edge){from, to, (uint8_t)dep, f->succs, t->preds};
    f->succs = t->preds = e;
    f->n_succs++;
    t->n_preds++;
    g->state->last_edge[from] = to;
}

static void order_cell(dag *g, cell_state *s, uint32_t node, bool write, dag_dep raw, dag_dep war, dag_dep waw) {
    if (s->stamp != g->state->generation)
        *s = (cell_state){.stamp = g->state->generation, .writer = NOBODY};
    if (!write) {
        add_edge(g, s->writer, node, raw);
        if (s->readers && s->readers->node == node)
            return;
        reader *r = CMC_NEW(g->a, reader);
        if (!r) {
            g->oom = true;
            return;
        }
        *r = (reader){node, s->readers};
        s->readers = r;
        return;
    }
    for (const reader *r = s->readers; r; r = r->next)
        add_edge(g, r->node, node, war);
    if (!s->readers || (s->readers->node == node && !s->readers->next))
        add_edge(g, s->writer, node, waw);
    s->writer = node;
    s->readers = NULL;
}

static void on_touch(void *user, const dag_touch *t) {
    dag *g = user;
    dag_node *n = &g->nodes.data[g->filling];
    dag_touch own = *t;
    own.step = g->step;
    g->oom |= !cmc_vec_push(g->a, &n->touches, own);
}

// Reads before writes: an instruction that reads what it writes depends on the previous writer.
static void order_touches(dag *g, uint32_t node) {
    dag_node *n = &g->nodes.data[node];
    const dag_cells *c = g->cells;
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t k = 0; k < n->touches.len; k++) {
            const dag_touch *t = &n->touches.data[k];
            for (uint32_t x = t->lo; x < t->hi && t->write == (pass == 1); x++)
                order_cell(g, &g->state->cells[x], node, t->write, DAG_RAW, DAG_WAR, DAG_WAW);
        }
    bool chained = false;
    for (uint32_t k = 0; k < n->touches.len && c->keep_flags; k++) {
        const dag_touch *t = &n->touches.data[k];
        chained |= t->lo >= c->flag && t->lo < c->acc;
        chained |= t->lo >= c->first_var && t->lo < c->scratch && !c->bytes[t->lo];
    }
    if (chained)
        order_cell(g, &g->state->chain, node, true, DAG_WAR, DAG_WAR, DAG_WAW);
}

// Memory

static bool is_local(const isa_model *m, const isa_msg *msg) {
    if (m->has_lsc && msg->sfid == ISA_SFID_SLM)
        return true;
    return msg->bti == 254 && msg->kind < ISA_MSG_LSC_LOAD;
}

static uint32_t places_of(const isa_model *m, const isa_inst *send, const isa_msg *msg) {
    bool lsc = msg->kind >= ISA_MSG_LSC_LOAD, in_register = lsc ? send->exdesc_is_reg : send->desc_is_reg;
    if (is_local(m, msg))
        return MEM_LOCAL;
    if (lsc && msg->addr_type == ISA_ADDR_SS)
        return MEM_SCRATCH;
    if (in_register || (lsc && msg->addr_type != ISA_ADDR_BTI) || msg->bti == 0 || msg->bti >= FIRST_SPECIAL_BTI)
        return MEM_GENERAL;
    return MEM_SURFACE << (msg->bti < N_SURFACES - 1 ? msg->bti : N_SURFACES - 1);
}

static mem_class class_of(const isa_model *m, const mir_inst *i, isa_msg *msg) {
    isa_inst t = i->i;
    t.desc_is_reg = false;
    if (isa_send_describe(m, &t, msg) != CMC_OK)
        return (mem_class){MEM_EVERYWHERE, true};
    uint32_t where = places_of(m, &i->i, msg);
    switch ((isa_msg_kind)msg->kind) {
    case ISA_MSG_OWORD_READ:
    case ISA_MSG_OWORD_READ_UNALIGNED:
    case ISA_MSG_BYTE_READ:
    case ISA_MSG_DWORD_READ:
    case ISA_MSG_QWORD_READ:
    case ISA_MSG_UNTYPED_READ:
    case ISA_MSG_TYPED_READ:
    case ISA_MSG_MEDIA_READ:
    case ISA_MSG_A64_BLOCK_READ:
    case ISA_MSG_A64_SCATTERED_READ:
    case ISA_MSG_A64_UNTYPED_READ:
    case ISA_MSG_OWORD_DUAL_READ:
    case ISA_MSG_HWORD_READ:
    case ISA_MSG_SAMPLER:
        return (mem_class){where, msg->inv_after_read};
    case ISA_MSG_LSC_LOAD:
    case ISA_MSG_LSC_LOAD_QUAD:
    case ISA_MSG_LSC_LOAD_2D: // a prefetch stays in place: no load passes it
        return (mem_class){where, msg->inv_after_read || msg->rlen_grf == 0};
    case ISA_MSG_OWORD_WRITE:
    case ISA_MSG_BYTE_WRITE:
    case ISA_MSG_DWORD_WRITE:
    case ISA_MSG_QWORD_WRITE:
    case ISA_MSG_UNTYPED_WRITE:
    case ISA_MSG_TYPED_WRITE:
    case ISA_MSG_MEDIA_WRITE:
    case ISA_MSG_A64_BLOCK_WRITE:
    case ISA_MSG_A64_SCATTERED_WRITE:
    case ISA_MSG_A64_UNTYPED_WRITE:
    case ISA_MSG_LSC_STORE:
    case ISA_MSG_LSC_STORE_QUAD:
    case ISA_MSG_LSC_STORE_2D:
        return (mem_class){where, true};
    case ISA_MSG_SCRATCH_READ:
        return (mem_class){0, false};
    case ISA_MSG_SCRATCH_WRITE:
        return (mem_class){0, true};
    default:
        return (mem_class){MEM_EVERYWHERE, true};
    }
}

bool dag_memory_of(const isa_model *m, const mir_inst *i, dag_memory *out) {
    isa_msg msg = {0};
    if (!cg_is_send(i))
        return false;
    mem_class c = class_of(m, i, &msg);
    *out = (dag_memory){.places = c.places, .write = c.write, .load = !c.write && msg.rlen_grf != 0};
    out->scratch = msg.kind == ISA_MSG_SCRATCH_READ || msg.kind == ISA_MSG_SCRATCH_WRITE;
    out->lo_b = (uint32_t)msg.imm_off;
    out->hi_b = out->lo_b + msg.size_b;
    return true;
}

static void order_scratch(dag *g, uint32_t node, const dag_memory *m) {
    uint32_t n = g->cells->count - g->cells->scratch;
    for (uint32_t x = m->lo_b / 32; x < (m->hi_b + 31) / 32; x++)
        order_cell(g, &g->state->cells[g->cells->scratch + (x < n ? x : n - 1)], node, m->write, DAG_MEMORY, DAG_MEMORY,
                   DAG_MEMORY);
}

static void order_memory(dag *g, uint32_t node, const mir_inst *i) {
    dag_memory m;
    if (!dag_memory_of(g->cells->fn->model, i, &m))
        return;
    dag_node *n = &g->nodes.data[node];
    n->send = true;
    n->load = m.load;
    if (m.scratch) {
        order_scratch(g, node, &m);
        return;
    }
    for (uint32_t k = 0; k < DAG_PLACES; k++)
        if (m.places >> k & 1)
            order_cell(g, &g->state->mem[k], node, m.write, DAG_MEMORY, DAG_MEMORY, DAG_MEMORY);
}

// Driver

bool dag_init(dag *g, const dag_cells *c, cmc_arena *a) {
    *g = (dag){.cells = c, .a = a, .state = CMC_NEW(a, dag_state)};
    if (!g->state)
        return false;
    g->state->a = a;
    g->state->cells = CMC_NEW_N(a, cell_state, c->count + 1);
    return g->state->cells != NULL;
}

bool dag_build(dag *g, mir_inst *first, uint32_t limit, mir_inst **next) {
    assert(first && limit > 0 && !dag_is_wall(g->cells, first));
    dag_state *s = g->state;
    g->before = first->prev;
    if (!dag_scan(g, first, limit, next))
        return false;
    g->after = *next;
    s->generation++;
    if (g->nodes.len > s->cap) {
        s->cap = g->nodes.len * 2;
        s->last_edge = CMC_NEW_N(s->a, uint32_t, s->cap);
        if (!s->last_edge)
            return false;
    }
    for (uint32_t n = 0; n < g->nodes.len; n++)
        s->last_edge[n] = NOBODY;
    for (uint32_t n = 0; n < g->nodes.len; n++) {
        g->filling = n;
        g->step = 0;
        for (const mir_inst *i = g->nodes.data[n].first;; i = i->next, g->step++) {
            dag_each_touch(g->cells, i, on_touch, g);
            order_memory(g, n, i);
            if (i == g->nodes.data[n].last)
                break;
        }
        order_touches(g, n);
    }
    return !g->oom;
}

void dag_reorder(const dag *g, mir_block *b, const uint32_t *order) {
    assert(order);
    mir_inst *at = g->before;
    for (uint32_t k = 0; k < g->nodes.len; k++) {
        const dag_node *n = &g->nodes.data[order[k]];
        n->first->prev = at;
        *(at ? &at->next : &b->first) = n->first;
        at = n->last;
    }
    at->next = g->after;
    *(g->after ? &g->after->prev : &b->last) = at;
}
