// SPDX-License-Identifier: MIT
// lower_cm: loads, stores, prefetches and atomics of the load/store cache messages.
//
//   before  %r = call <32 x float> @__cm_lsc_load(i32 0, i32 l1, i32 l3, i32 3, i32 2, i32 %s,
//                <16 x i32> %off, <16 x i16> %m)                    ; two items for each lane
//   after   %r = call <32 x float> @llvm.genx.lsc.load.bti(<16 x i1> %p, i8 0, i8 l1, i8 l3, i16 1,
//                i32 0, i8 3, i8 2, i8 1, i8 0, <16 x i32> %off, i32 %s)
//
// space: 0 a surface, 1 an address, 2 local memory, 3 a bindless surface. A block uses the same intrinsic with one lane
// and transposed order. It is split into the counts that a message supports, so any size is allowed.

#include "cm_priv.h"

#include <cmc/genx_mem.h>

enum { SPACE_BTI = 0, SPACE_FLAT, SPACE_SLM, SPACE_BINDLESS, SPACE_COUNT };
enum { SUB_LOAD = 0, SUB_QUAD = 2, SUB_STORE = 4, SUB_STORE_QUAD = 6 };
enum { DS_U32 = 3, DS_U64 = 4, DS_U8U32 = 5, DS_U16U32 = 6 };
enum { ORDER_PLAIN = 1, ORDER_TRANSPOSED = 2, MAX_MESSAGE_GRF = 8 };

typedef enum access { ACC_LOAD, ACC_STORE, ACC_PREFETCH, ACC_LOAD4, ACC_STORE4, ACC_ATOMIC, ACC_COUNT } access;

static const genx_id ids[ACC_COUNT][SPACE_COUNT] = {
    [ACC_LOAD] = {GENX_LSC_LOAD_BTI, GENX_LSC_LOAD_STATELESS, GENX_LSC_LOAD_SLM, GENX_LSC_LOAD_BINDLESS},
    [ACC_STORE] = {GENX_LSC_STORE_BTI, GENX_LSC_STORE_STATELESS, GENX_LSC_STORE_SLM, GENX_LSC_STORE_BINDLESS},
    [ACC_PREFETCH] = {GENX_LSC_PREFETCH_BTI, GENX_LSC_PREFETCH_STATELESS, GENX_NONE, GENX_LSC_PREFETCH_BINDLESS},
    [ACC_LOAD4] = {GENX_LSC_LOAD_QUAD_BTI, GENX_LSC_LOAD_QUAD_STATELESS, GENX_LSC_LOAD_QUAD_SLM,
                   GENX_LSC_LOAD_QUAD_BINDLESS},
    [ACC_STORE4] = {GENX_LSC_STORE_QUAD_BTI, GENX_LSC_STORE_QUAD_STATELESS, GENX_LSC_STORE_QUAD_SLM,
                    GENX_LSC_STORE_QUAD_BINDLESS},
    [ACC_ATOMIC] = {GENX_LSC_XATOMIC_BTI, GENX_LSC_XATOMIC_STATELESS, GENX_LSC_XATOMIC_SLM, GENX_LSC_XATOMIC_BINDLESS},
};

// The operands that all messages of one call share.
typedef struct lsc {
    LLVMValueRef call, surface;
    genx_id id;
    uint32_t subop, l1, l3, ds, vs, order, chmask;
} lsc;

static LLVMValueRef i8(cm_lower *l, uint64_t v) {
    return LLVMConstInt(l->i8, v, 0);
}

// Reads the common operands: space and the two hints start at `space_at`, the surface is at `surface_at`.
static bool begin(cm_lower *l, LLVMValueRef call, access what, unsigned space_at, unsigned surface_at, lsc *k) {
    static const char uses[ACC_COUNT] = {'l', 's', 'p', 'l', 's', 'a'};
    int64_t space, l1, l3;
    if (!l->cx->model->has_lsc) {
        gx_error(l->cx, call, "CM0225",
                 "Not supported feature for this platform: %s has no load/store cache messages; guard the use with "
                 "CM_HAS_LSC",
                 l->cx->model->name);
        return false;
    }
    if (!cm_const_arg(l, call, space_at, "the kind of memory", &space) ||
        !cm_const_arg(l, call, space_at + 1, "a cache hint", &l1) ||
        !cm_const_arg(l, call, space_at + 2, "a cache hint", &l3) || !cm_check_hints(l, call, uses[what], l1, l3))
        return false;
    bool has_surface = space == SPACE_BTI || space == SPACE_BINDLESS;
    *k = (lsc){.call = call,
               .id = ids[what][space],
               .surface = has_surface ? LLVMGetOperand(call, surface_at) : cm_i32(l, 0),
               .l1 = (uint32_t)l1,
               .l3 = (uint32_t)l3,
               .vs = 1,
               .order = ORDER_PLAIN};
    return true;
}

// The operands from the predicate to the address.
static void head(cm_lower *l, const lsc *k, LLVMValueRef pred, LLVMValueRef addr, LLVMValueRef *args) {
    args[LSC_OP_PRED] = pred;
    args[LSC_OP_SUB] = i8(l, k->subop);
    args[LSC_OP_L1] = i8(l, k->l1);
    args[LSC_OP_L3] = i8(l, k->l3);
    args[LSC_OP_SCALE] = cm_i16(l, 1);
    args[LSC_OP_IMM] = cm_i32(l, 0);
    args[LSC_OP_SIZE] = i8(l, k->ds);
    args[LSC_OP_VECTOR] = i8(l, k->vs);
    args[LSC_OP_ORDER] = i8(l, k->order);
    args[LSC_OP_CHANNELS] = i8(l, k->chmask);
    args[LSC_OP_ADDR] = addr;
}

static LLVMValueRef emit_load(cm_lower *l, const lsc *k, LLVMValueRef pred, LLVMValueRef addr, LLVMTypeRef t) {
    LLVMValueRef args[LSC_LOAD_N_OPERANDS];
    head(l, k, pred, addr, args);
    args[LSC_LOAD_SURFACE] = k->surface;
    return genx_build(l->b, l->mod, k->id, t, args, LSC_LOAD_N_OPERANDS, "ld");
}

static void emit_prefetch(cm_lower *l, const lsc *k, LLVMValueRef pred, LLVMValueRef addr) {
    LLVMValueRef args[LSC_LOAD_N_OPERANDS];
    head(l, k, pred, addr, args);
    args[LSC_LOAD_SURFACE] = k->surface;
    genx_build(l->b, l->mod, k->id, LLVMVoidTypeInContext(l->llvm), args, LSC_LOAD_N_OPERANDS, "");
}

static void emit_store(cm_lower *l, const lsc *k, LLVMValueRef pred, LLVMValueRef addr, LLVMValueRef data) {
    LLVMValueRef args[LSC_STORE_N_OPERANDS];
    head(l, k, pred, addr, args);
    args[LSC_STORE_DATA] = data;
    args[LSC_STORE_SURFACE] = k->surface;
    genx_build(l->b, l->mod, k->id, LLVMVoidTypeInContext(l->llvm), args, LSC_STORE_N_OPERANDS, "");
}

// Lanes

// Items per lane of a VectorSize.
static uint32_t items_of(int64_t vs) {
    static const uint8_t n[] = {1, 1, 2, 3, 4, 8, 16, 32, 64};
    return vs >= 0 && vs < (int64_t)sizeof(n) ? n[vs] : 1;
}

// The widest message whose data fit the payload limit, but at least as wide as a register: selection splits any excess
// by items.
static uint32_t max_lanes(const cm_lower *l, uint32_t items, uint32_t elt_b) {
    uint32_t lanes = l->cx->model->lsc_max_exec, room_b = MAX_MESSAGE_GRF * l->cx->model->grf_b;
    while (lanes > l->cx->model->hdc_min_simd && lanes * items * (elt_b < 4 ? 4 : elt_b) > room_b)
        lanes /= 2;
    return lanes;
}

// The item pitch is the lane count of the narrowest message.
static uint32_t min_lanes(const cm_lower *l, uint32_t items) {
    return items > 1 ? l->cx->model->hdc_min_simd : 1;
}

enum { LANES_SPACE, LANES_SIZE = LANES_SPACE + 3, LANES_VECTOR, LANES_SURFACE, LANES_ADDR, LANES_MASK, LANES_DATA };

static bool begin_lanes(cm_lower *l, LLVMValueRef call, access what, lsc *k) {
    int64_t ds, vs;
    if (!begin(l, call, what, LANES_SPACE, LANES_SURFACE, k) ||
        !cm_const_arg(l, call, LANES_SIZE, "a data size", &ds) ||
        !cm_const_arg(l, call, LANES_VECTOR, "a vector size", &vs))
        return false;
    k->ds = (uint32_t)ds;
    k->vs = (uint32_t)vs;
    if (items_of(vs) > 8) {
        gx_error(l->cx, call, "CM0222", "a message cannot have %u elements per lane; expected 1, 2, 3, 4 or 8",
                 items_of(vs));
        return false;
    }
    return true;
}

static LLVMTypeRef carried(cm_lower *l, LLVMTypeRef elt) {
    return genx_elt_b(elt) < 4 ? l->i32 : elt;
}

// The upper bits in the register are undefined when bytes and words are loaded as dwords.
static LLVMValueRef zero_upper(cm_lower *l, LLVMValueRef v, uint32_t ds) {
    LLVMTypeRef t = LLVMTypeOf(v);
    if ((ds != DS_U8U32 && ds != DS_U16U32) || genx_is_float(t))
        return v;
    LLVMTypeRef narrow = LLVMVectorType(ds == DS_U8U32 ? l->i8 : l->i16, genx_lanes(t));
    return LLVMBuildZExt(l->b, LLVMBuildTrunc(l->b, v, narrow, ""), t, "");
}

LLVMValueRef gx_cm_lsc_load(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    lsc k;
    if (!begin_lanes(l, call, ACC_LOAD, &k))
        return NULL;
    LLVMTypeRef t = LLVMTypeOf(call), elt = genx_elt_type(t), unit = carried(l, elt);
    LLVMValueRef addr = LLVMGetOperand(call, LANES_ADDR), mask = LLVMGetOperand(call, LANES_MASK);
    uint32_t total = genx_lanes(LLVMTypeOf(addr)), items = items_of(k.vs);
    uint32_t max = max_lanes(l, items, genx_elt_b(elt));
    LLVMValueRef v = LLVMGetUndef(LLVMVectorType(unit, total * items));
    for (uint32_t first = 0; first < total;) {
        cm_piece p = cm_piece_next(first, total, min_lanes(l, items), max);
        LLVMValueRef pred = cm_piece_pred(l, mask, &p), at = cm_piece_get(l, addr, 1, &p);
        LLVMValueRef part = emit_load(l, &k, pred, at, LLVMVectorType(unit, p.lanes * items));
        v = cm_piece_put(l, v, part, items, &p);
        first += p.n;
    }
    return genx_elt_b(elt) < 4 ? cm_from_dwords(l, v, elt) : zero_upper(l, v, k.ds);
}

// Stores data in as many messages as its lanes need, at most max lanes each.
static void store_pieces(cm_lower *l, const lsc *k, LLVMValueRef addr, LLVMValueRef mask, LLVMValueRef data,
                         uint32_t items, uint32_t max) {
    uint32_t total = genx_lanes(LLVMTypeOf(addr));
    for (uint32_t first = 0; first < total;) {
        cm_piece p = cm_piece_next(first, total, min_lanes(l, items), max);
        LLVMValueRef pred = cm_piece_pred(l, mask, &p), at = cm_piece_get(l, addr, 1, &p);
        LLVMValueRef part = cm_piece_get(l, data, items, &p);
        emit_store(l, k, pred, at, part);
        first += p.n;
    }
}

LLVMValueRef gx_cm_lsc_store(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    lsc k;
    if (!begin_lanes(l, call, ACC_STORE, &k))
        return NULL;
    k.subop = SUB_STORE;
    LLVMValueRef addr = LLVMGetOperand(call, LANES_ADDR), mask = LLVMGetOperand(call, LANES_MASK);
    LLVMValueRef data = cm_to_dwords(l, LLVMGetOperand(call, LANES_DATA));
    uint32_t items = items_of(k.vs), max = max_lanes(l, items, genx_elt_b(LLVMTypeOf(data)));
    store_pieces(l, &k, addr, mask, data, items, max);
    return NULL;
}

LLVMValueRef gx_cm_lsc_prefetch(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    lsc k;
    if (!begin_lanes(l, call, ACC_PREFETCH, &k))
        return NULL;
    LLVMValueRef addr = LLVMGetOperand(call, LANES_ADDR), mask = LLVMGetOperand(call, LANES_MASK);
    uint32_t total = genx_lanes(LLVMTypeOf(addr));
    uint32_t max = max_lanes(l, items_of(k.vs), k.ds == DS_U64 ? 8 : 4);
    for (uint32_t first = 0; first < total;) {
        cm_piece p = cm_piece_next(first, total, 1, max);
        LLVMValueRef pred = cm_piece_pred(l, mask, &p), at = cm_piece_get(l, addr, 1, &p);
        emit_prefetch(l, &k, pred, at);
        first += p.n;
    }
    return NULL;
}

// Four components

enum { QUAD_SPACE, QUAD_CHANNELS = QUAD_SPACE + 3, QUAD_SURFACE, QUAD_ADDR, QUAD_MASK, QUAD_DATA };

static uint32_t channels(uint32_t mask) {
    uint32_t n = 0;
    for (unsigned i = 0; i < 4; i++)
        n += mask >> i & 1;
    return n;
}

static bool begin_quad(cm_lower *l, LLVMValueRef call, access what, lsc *k) {
    int64_t mask;
    if (!begin(l, call, what, QUAD_SPACE, QUAD_SURFACE, k) ||
        !cm_const_arg(l, call, QUAD_CHANNELS, "the mask of channels", &mask))
        return false;
    k->chmask = (uint32_t)mask & 15;
    k->ds = DS_U32;
    k->vs = channels(k->chmask); // as the language's own compiler encodes it
    return true;
}

LLVMValueRef gx_cm_lsc_load4(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    lsc k;
    if (!begin_quad(l, call, ACC_LOAD4, &k))
        return NULL;
    k.subop = SUB_QUAD;
    LLVMTypeRef t = LLVMTypeOf(call), elt = genx_elt_type(t);
    LLVMValueRef addr = LLVMGetOperand(call, QUAD_ADDR), mask = LLVMGetOperand(call, QUAD_MASK);
    uint32_t total = genx_lanes(LLVMTypeOf(addr)), items = channels(k.chmask);
    uint32_t max = max_lanes(l, items, 4);
    LLVMValueRef v = LLVMGetUndef(t);
    for (uint32_t first = 0; first < total;) {
        cm_piece p = cm_piece_next(first, total, min_lanes(l, items), max);
        LLVMValueRef pred = cm_piece_pred(l, mask, &p), at = cm_piece_get(l, addr, 1, &p);
        LLVMValueRef part = emit_load(l, &k, pred, at, LLVMVectorType(elt, p.lanes * items));
        v = cm_piece_put(l, v, part, items, &p);
        first += p.n;
    }
    return v;
}

static void store_run(cm_lower *l, lsc k, LLVMValueRef addr, LLVMValueRef mask, LLVMValueRef data, uint32_t items) {
    k.chmask = (1u << items) - 1;
    k.vs = items;
    store_pieces(l, &k, addr, mask, data, items, max_lanes(l, items, 4));
}

LLVMValueRef gx_cm_lsc_store4(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    lsc k;
    if (!begin_quad(l, call, ACC_STORE4, &k))
        return NULL;
    k.subop = SUB_STORE_QUAD;
    LLVMValueRef addr = LLVMGetOperand(call, QUAD_ADDR), data = LLVMGetOperand(call, QUAD_DATA);
    cm_run r = {0};
    while (cm_run_next(k.chmask, &r)) {
        LLVMValueRef at = cm_run_address(l, addr, &r);
        LLVMValueRef part = cm_run_data(l, data, genx_lanes(LLVMTypeOf(addr)), &r);
        store_run(l, k, at, LLVMGetOperand(call, QUAD_MASK), part, r.n);
    }
    return NULL;
}

// Atomics

enum { ATOMIC_OP, ATOMIC_SPACE, ATOMIC_SURFACE = ATOMIC_SPACE + 3, ATOMIC_ADDR, ATOMIC_SRC0, ATOMIC_SRC1, ATOMIC_MASK };

static uint32_t atomic_sources(uint32_t op) {
    static const uint8_t none[] = {0x08, 0x09, 0x0A}, two[] = {0x12, 0x17};
    for (unsigned i = 0; i < sizeof(none); i++)
        if (op == none[i])
            return 0;
    return op == two[0] || op == two[1] ? 2 : 1;
}

// Words are transferred in dwords here too.
static LLVMValueRef emit_atomic(cm_lower *l, const lsc *k, LLVMValueRef addr, LLVMValueRef src[2], LLVMValueRef mask,
                                LLVMTypeRef elt) {
    LLVMTypeRef unit = carried(l, elt);
    uint32_t total = genx_lanes(LLVMTypeOf(addr)), n_src = atomic_sources(k->subop);
    uint32_t max = max_lanes(l, 1, genx_elt_b(elt));
    LLVMValueRef in[2] = {NULL, NULL}, v = LLVMGetUndef(LLVMVectorType(unit, total));
    for (unsigned i = 0; i < n_src; i++)
        in[i] = cm_to_dwords(l, src[i]);
    for (uint32_t first = 0; first < total;) {
        cm_piece p = cm_piece_next(first, total, 1, max);
        LLVMTypeRef pt = LLVMVectorType(unit, p.lanes);
        LLVMValueRef pred = cm_piece_pred(l, mask, &p), at = cm_piece_get(l, addr, 1, &p);
        LLVMValueRef args[LSC_XATOMIC_N_OPERANDS];
        head(l, k, pred, at, args);
        for (unsigned i = 0; i < 2; i++)
            args[LSC_XATOMIC_SRC + i] = in[i] ? cm_piece_get(l, in[i], 1, &p) : LLVMGetUndef(pt);
        args[LSC_XATOMIC_SURFACE] = k->surface;
        args[LSC_XATOMIC_OLD] = LLVMGetUndef(pt);
        LLVMValueRef part = genx_build(l->b, l->mod, k->id, pt, args, LSC_XATOMIC_N_OPERANDS, "old");
        v = cm_piece_put(l, v, part, 1, &p);
        first += p.n;
    }
    return cm_from_dwords(l, v, elt);
}

static uint32_t atomic_size(LLVMTypeRef elt) {
    uint32_t b = genx_elt_b(elt);
    return b == 8 ? DS_U64 : b == 2 ? DS_U16U32 : DS_U32;
}

LLVMValueRef gx_cm_lsc_atomic(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    int64_t op;
    lsc k;
    if (!cm_const_arg(l, call, ATOMIC_OP, "the operation of an atomic", &op) ||
        !begin(l, call, ACC_ATOMIC, ATOMIC_SPACE, ATOMIC_SURFACE, &k))
        return NULL;
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(call));
    k.subop = (uint32_t)op;
    k.ds = atomic_size(elt);
    LLVMValueRef src[2] = {LLVMGetOperand(call, ATOMIC_SRC0), LLVMGetOperand(call, ATOMIC_SRC1)};
    return emit_atomic(l, &k, LLVMGetOperand(call, ATOMIC_ADDR), src, LLVMGetOperand(call, ATOMIC_MASK), elt);
}

bool cm_has_float_sums(cm_lower *l, LLVMValueRef call, const char *name) {
    if (!l->cx->model->has_lsc)
        gx_error(l->cx, call, "CM0223",
                 "%s is not supported on %s (CM_HAS_LSC is not defined); use ATOMIC_CMPXCHG in a loop", name,
                 l->cx->model->name);
    return l->cx->model->has_lsc;
}

LLVMValueRef cm_lsc_atomic_stateless(cm_lower *l, LLVMValueRef call, uint32_t op, LLVMValueRef addr,
                                     LLVMValueRef src[2], LLVMValueRef mask, const char *name) {
    if (!cm_has_float_sums(l, call, name))
        return NULL;
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(call));
    lsc k = {.call = call,
             .id = GENX_LSC_XATOMIC_STATELESS,
             .surface = cm_i32(l, 0),
             .subop = op,
             .vs = 1,
             .order = ORDER_PLAIN,
             .ds = atomic_size(elt)};
    return emit_atomic(l, &k, addr, src, mask, elt);
}

// Blocks

typedef struct run {
    uint32_t at, n, code; // first element, elements, VectorSize
} run;

// The largest element count that a message supports.
static run largest_run(uint32_t at, uint32_t left, uint32_t room) {
    static const run runs[] = {{0, 64, 8}, {0, 32, 7}, {0, 16, 6}, {0, 8, 5},
                               {0, 4, 4},  {0, 3, 3},  {0, 2, 2},  {0, 1, 1}};
    unsigned i = 0;
    while (runs[i].n > 1 && (runs[i].n > left || runs[i].n > room))
        i++;
    return (run){at, runs[i].n, runs[i].code};
}

static uint32_t count_runs(uint32_t left, uint32_t room) {
    uint32_t n = 0;
    for (; left; n++)
        left -= largest_run(0, left, room).n;
    return n;
}

// The next message from element `at` on. Where three or more messages would follow, one message that overlaps the data
// already moved takes the whole rest, unless aligning its data to whole registers costs as much.
static run next_run(uint32_t at, uint32_t total, uint32_t room, uint32_t elt_b) {
    uint32_t left = total - at, more = count_runs(left, room), n = 1;
    while (n < left)
        n *= 2;
    if (more >= 3 && n <= room && n <= total && 2 * (more - 1) > n * elt_b / 64)
        return largest_run(total - n, n, room);
    return largest_run(at, left, room);
}

static LLVMValueRef one_lane(cm_lower *l, LLVMValueRef addr, uint32_t off_b) {
    LLVMTypeRef t = LLVMTypeOf(addr);
    if (off_b)
        addr = LLVMBuildAdd(l->b, addr, LLVMConstInt(t, off_b, 0), "");
    return LLVMBuildBitCast(l->b, addr, LLVMVectorType(t, 1), "");
}

static LLVMValueRef block_pred(cm_lower *l) {
    LLVMValueRef one = LLVMConstInt(l->i1, 1, 0);
    return LLVMConstVector(&one, 1);
}

enum { BLOCK_SPACE, BLOCK_SURFACE = BLOCK_SPACE + 3, BLOCK_ADDR, BLOCK_DATA, BLOCK_SIZE_B = BLOCK_DATA };

// An element has 4 or 8 bytes.
static bool begin_block(cm_lower *l, LLVMValueRef call, access what, uint32_t elt_b, lsc *k) {
    if (!begin(l, call, what, BLOCK_SPACE, BLOCK_SURFACE, k))
        return false;
    k->order = ORDER_TRANSPOSED;
    k->ds = elt_b == 8 ? DS_U64 : DS_U32;
    return true;
}

LLVMValueRef gx_cm_lsc_block_load(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    LLVMTypeRef t = LLVMTypeOf(call), elt = genx_elt_type(t);
    uint32_t elt_b = genx_elt_b(elt), total = genx_lanes(t);
    lsc k;
    if (!begin_block(l, call, ACC_LOAD, elt_b, &k))
        return NULL;
    LLVMValueRef v = LLVMGetUndef(LLVMVectorType(elt, total));
    for (uint32_t at = 0; at < total;) {
        run r = next_run(at, total, MAX_MESSAGE_GRF * l->cx->model->grf_b / elt_b, elt_b);
        k.vs = r.code;
        LLVMValueRef part = emit_load(l, &k, block_pred(l), one_lane(l, LLVMGetOperand(call, BLOCK_ADDR), r.at * elt_b),
                                      LLVMVectorType(elt, r.n));
        uint32_t n = r.at + r.n - at;
        part = cm_rd(l, part, cm_row(n, (at - r.at) * elt_b, elt_b), false);
        v = cm_wr(l, v, part, cm_row(n, at * elt_b, elt_b), NULL);
        at += n;
    }
    return genx_is_vec(t) ? v : cm_rd(l, v, cm_row(1, 0, elt_b), true);
}

LLVMValueRef gx_cm_lsc_block_store(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    LLVMValueRef data = LLVMGetOperand(call, BLOCK_DATA);
    LLVMTypeRef t = LLVMTypeOf(data);
    uint32_t elt_b = genx_elt_b(t), total = genx_lanes(t);
    lsc k;
    if (!begin_block(l, call, ACC_STORE, elt_b, &k))
        return NULL;
    k.subop = SUB_STORE;
    for (uint32_t at = 0; at < total;) {
        run r = next_run(at, total, MAX_MESSAGE_GRF * l->cx->model->grf_b / elt_b, elt_b);
        k.vs = r.code;
        LLVMValueRef part = cm_rd(l, data, cm_row(r.n, r.at * elt_b, elt_b), false);
        emit_store(l, &k, block_pred(l), one_lane(l, LLVMGetOperand(call, BLOCK_ADDR), r.at * elt_b), part);
        at = r.at + r.n;
    }
    return NULL;
}

LLVMValueRef gx_cm_lsc_block_prefetch(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    int64_t size_b;
    lsc k;
    if (!cm_const_arg(l, call, BLOCK_SIZE_B, "the size of a block", &size_b) ||
        !begin_block(l, call, ACC_PREFETCH, 4, &k))
        return NULL;
    for (uint32_t at = 0, total = (uint32_t)size_b / 4; at < total;) {
        run r = next_run(at, total, MAX_MESSAGE_GRF * l->cx->model->grf_b / 4, 4);
        k.vs = r.code;
        emit_prefetch(l, &k, block_pred(l), one_lane(l, LLVMGetOperand(call, BLOCK_ADDR), r.at * 4));
        at = r.at + r.n;
    }
    return NULL;
}
