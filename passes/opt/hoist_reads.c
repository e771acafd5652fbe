// SPDX-License-Identifier: MIT
// gx_hoist_reads: read a vector before it is written again.
//
//   before                                              after
//     %w = wrregion %v, %x, lanes 0..7                    %r = rdregion %v, lanes 4..11
//     %r = rdregion %v, lanes 4..11                       %w = wrregion %v, %x, lanes 0..7
//     %s = rdregion %v, lanes 16..23                      %s = rdregion %w, lanes 16..23
//
//     %l = rdregion %v, lanes 0..7                        %l = rdregion %v, lanes 0..7
//     %r = rdregion %v, lanes 8..15                       %r = rdregion %v, lanes 8..15
//     %min = smin %l, %r                                  %min = smin %l, %r
//     %max = smax %l, %r                                  %w = wrregion %v, %min, lanes 0..7
//     %w = wrregion %v, %min, lanes 0..7                  %r2 = rdregion %w, lanes 8..15
//     %x = wrregion %w, %max, lanes 8..15                 %max = smax %l, %r2         (only %l is copied)
//                                                         %x = wrregion %w, %max, lanes 8..15
//
// Why: a wrregion updates its vector in place unless the old value is still live; then the whole vector is copied. A
// read of lanes that the write does not change can read its result instead. Any other read moves before the write,
// where it costs at most a copy of its own region.
// How: an operation whose only user is a wrregion moves down to it, since both become one instruction, unless that
// would force copies for two or more of its reads. Any other operation whose reads would have to be copied moves up
// before the write. Then each user gets its own read, from the latest value that has these lanes.
// Needs: gx_lower. Keeps: every region; only sources and positions change. Does not handle: uses of the whole old value
// (operands, PHIs, calls), writes in a block other than the read's.

#include <cmc/genx_bale.h>
#include "passes_priv.h"

#include "llvm_shim.h"

#include <assert.h>

enum { MAX_STEPS = 64 }; // writes that one read may move past

typedef CMC_VEC(LLVMValueRef) writes;

typedef struct er {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMBuilderRef b;
    ptrmap order;  // position + 1 in the current block
    ptrmap writes; // value -> the wrregions of the block that continue it, in order
} er;

static uintptr_t order_of(const er *E, LLVMValueRef v) {
    return (uintptr_t)ptrmap_get(&E->order, v);
}

static LLVMValueRef base_of(const er *E, LLVMValueRef v) {
    while (LLVMIsAInstruction(v) && bale_describe(E->cx->model, v).kind == BALE_ALIAS)
        v = LLVMGetOperand(v, 0);
    return v;
}

// The first write in this block that updates v and comes before the given position.
static LLVMValueRef next_write(const er *E, LLVMValueRef v, uintptr_t before) {
    const writes *w = ptrmap_get(&E->writes, base_of(E, v));
    for (uint32_t k = 0; w && k < w->len; k++)
        if (order_of(E, w->data[k]) < before)
            return w->data[k];
    return NULL;
}

static bool note_write(er *E, LLVMValueRef wr) {
    assert(genx_is_wrregion(wr) && "the caller checked");
    LLVMValueRef v = base_of(E, LLVMGetOperand(wr, 0));
    writes *w = ptrmap_get(&E->writes, v);
    if (!w) {
        w = CMC_NEW(E->cx->arena, writes);
        if (!w || !ptrmap_put(&E->writes, v, w))
            return false;
    }
    return cmc_vec_push(E->cx->arena, w, wr);
}

static bool disjoint(const genx_region *a, const genx_region *b) {
    return a->off_const && b->off_const && !genx_regions_overlap(a, b);
}

// Are all operands of the read other than its source defined before this position?
static bool available(const er *E, LLVMValueRef rd, uintptr_t at) {
    assert(genx_is_rdregion(rd) && "the caller checked");
    LLVMValueRef o = LLVMGetOperand(rd, GENX_RD_OFFSET);
    return !LLVMIsAInstruction(o) || order_of(E, o) == 0 ||
           (order_of(E, o) < at && LLVMGetInstructionParent(o) == LLVMGetInstructionParent(rd));
}

static LLVMValueRef seen_as(er *E, LLVMValueRef v, LLVMTypeRef t, LLVMValueRef before) {
    if (LLVMTypeOf(v) == t)
        return v;
    LLVMPositionBuilderBefore(E->b, before);
    return LLVMBuildBitCast(E->b, v, t, "");
}

// Moves i before `place` and keeps its name, which removal would drop: dumps and listings show it.
static void put_before(er *E, LLVMValueRef i, LLVMValueRef place) {
    size_t len = 0;
    const char *name = LLVMGetValueName2(i, &len), *kept = cmc_arena_strndup(E->cx->arena, name, len);
    LLVMInstructionRemoveFromParent(i);
    LLVMPositionBuilderBefore(E->b, place);
    LLVMInsertIntoBuilderWithName(E->b, i, kept ? kept : "");
}

static void move_before(er *E, LLVMValueRef rd, LLVMValueRef src, LLVMValueRef w) {
    assert(genx_is_rdregion(rd) && "only reads are moved");
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(rd, 0));
    LLVMSetOperand(rd, 0, seen_as(E, src, t, w));
    put_before(E, rd, w);
    ptrmap_put(&E->order, rd, (void *)order_of(E, w)); // before it; ties do not matter
}

// The latest value before `here` with the same lanes r as src; *blocker: the write that ends the search.
static LLVMValueRef latest(er *E, LLVMValueRef src, const genx_region *r, uintptr_t here, LLVMValueRef *blocker) {
    genx_region wr;
    *blocker = NULL;
    for (unsigned step = 0; step < MAX_STEPS && LLVMIsAInstruction(src); step++) {
        LLVMValueRef w = next_write(E, src, here);
        if (!w)
            break;
        if (!genx_region_of(w, &wr) || !disjoint(&wr, r)) {
            *blocker = w;
            break;
        }
        src = w;
    }
    return src;
}

static bool takes_reads(er *E, LLVMValueRef user, LLVMValueRef rd) {
    bale_kind k = (bale_kind)bale_describe(E->cx->model, user).kind;
    return k == BALE_ELEMENTWISE || k == BALE_CMP || (k == BALE_WR && LLVMGetOperand(user, 1) == rd);
}

static void replace_operand(LLVMValueRef user, LLVMValueRef from, LLVMValueRef to) {
    unsigned n = (unsigned)LLVMGetNumOperands(user);
    for (unsigned k = 0; k < n; k++)
        if (LLVMGetOperand(user, k) == from)
            LLVMSetOperand(user, k, to);
}

// Places the original read: before the blocking write, or on the latest value.
static bool place_read(er *E, LLVMValueRef rd, const genx_region *r) {
    assert(genx_is_rdregion(rd) && "only reads are moved");
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(rd, 0));
    LLVMValueRef from = base_of(E, LLVMGetOperand(rd, 0)), blocker;
    LLVMValueRef src = latest(E, from, r, order_of(E, rd), &blocker);
    if (blocker && available(E, rd, order_of(E, blocker))) {
        move_before(E, rd, src, blocker);
        return true;
    }
    if (src == from)
        return false;
    LLVMSetOperand(rd, 0, seen_as(E, src, t, rd));
    return true;
}

// A user after writes that do not change these lanes gets its own read from the last of them.
static bool place_for_users(er *E, LLVMValueRef rd, const genx_region *r) {
    assert(genx_is_rdregion(rd) && "only reads are moved");
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(rd, 0));
    LLVMValueRef from = base_of(E, LLVMGetOperand(rd, 0)), blocker;
    bool changed = false;
    CMC_VEC(LLVMValueRef) users = {0};
    genx_foreach_use(rd, u)
        cmc_vec_push(E->cx->arena, &users, LLVMGetUser(u));
    for (uint32_t i = 0; i < users.len; i++) {
        LLVMValueRef user = users.data[i];
        uintptr_t here = order_of(E, user);
        if (here <= order_of(E, rd) || !takes_reads(E, user, rd))
            continue;
        LLVMValueRef src = latest(E, from, r, here, &blocker);
        if (blocker || src == from)
            continue;
        LLVMValueRef own = LLVMInstructionClone(rd);
        LLVMSetOperand(own, 0, seen_as(E, src, t, user));
        LLVMPositionBuilderBefore(E->b, user);
        LLVMInsertIntoBuilder(E->b, own);
        ptrmap_put(&E->order, own, (void *)here);
        replace_operand(user, rd, own);
        changed = true;
    }
    return changed;
}

// The number of the operation's reads that would need a copy if it were computed at `here`.
static unsigned reads_blocked(er *E, LLVMValueRef op, uintptr_t here) {
    bale_desc d = bale_describe(E->cx->model, op);
    unsigned n = 0;
    for (unsigned k = 0; k < d.n_src; k++) {
        LLVMValueRef x = LLVMGetOperand(op, d.src[k]), blocker;
        genx_region r;
        if (LLVMIsACastInst(x) && genx_single_use(x))
            x = LLVMGetOperand(x, 0);
        if (!genx_is_rdregion(x) || order_of(E, x) == 0 || !genx_region_of(x, &r))
            continue;
        latest(E, base_of(E, LLVMGetOperand(x, 0)), &r, here, &blocker);
        n += blocker != NULL;
    }
    return n;
}

static void move_op(er *E, LLVMValueRef op, LLVMValueRef before) {
    put_before(E, op, before);
    ptrmap_put(&E->order, op, (void *)order_of(E, before));
    bale_desc d = bale_describe(E->cx->model, op);
    for (unsigned k = 0; k < d.n_src; k++) {
        LLVMValueRef x = LLVMGetOperand(op, d.src[k]);
        if (LLVMIsAInstruction(x) && LLVMIsACastInst(x) && genx_single_use(x) && order_of(E, x) &&
            !LLVMIsABitCastInst(x))
            move_op(E, x, op);
    }
}

// Sinks the operation that a wrregion writes to the wrregion, since both become one instruction.
static bool sink_into(er *E, LLVMValueRef wr) {
    assert(genx_is_wrregion(wr) && "the caller checked");
    LLVMValueRef op = LLVMGetOperand(wr, 1);
    if (!LLVMIsAInstruction(op) || !genx_single_use(op) || order_of(E, op) == 0 ||
        order_of(E, op) + 1 >= order_of(E, wr) || bale_describe(E->cx->model, op).kind != BALE_ELEMENTWISE ||
        reads_blocked(E, op, order_of(E, wr)) > 1)
        return false;
    move_op(E, op, wr);
    return true;
}

// The earliest write that blocks the operation's reads, or NULL; *bytes: the total size of the blocked reads.
static LLVMValueRef first_blocker(er *E, LLVMValueRef op, uint32_t *bytes) {
    bale_desc d = bale_describe(E->cx->model, op);
    LLVMValueRef first = NULL;
    *bytes = 0;
    for (unsigned k = 0; k < d.n_src; k++) {
        LLVMValueRef x = LLVMGetOperand(op, d.src[k]), blocker;
        genx_region r;
        if (!genx_is_rdregion(x) || order_of(E, x) == 0 || !genx_region_of(x, &r))
            continue;
        latest(E, base_of(E, LLVMGetOperand(x, 0)), &r, order_of(E, op), &blocker);
        if (!blocker)
            continue;
        *bytes += genx_size_b(LLVMTypeOf(x));
        first = !first || order_of(E, blocker) < order_of(E, first) ? blocker : first;
    }
    return first;
}

static bool all_before(const er *E, LLVMValueRef op, uintptr_t at) {
    unsigned n = (unsigned)LLVMGetNumOperands(op);
    for (unsigned k = 0; k < n; k++)
        if (order_of(E, LLVMGetOperand(op, k)) >= at)
            return false;
    return true;
}

// Hoists an operation that reads overwritten lanes before the write: keeping its result is cheaper than copying its
// sources.
static bool lift(er *E, LLVMValueRef op) {
    uint32_t bytes;
    LLVMUseRef u = LLVMGetFirstUse(op);
    bool in_place = u && !LLVMGetNextUse(u) && genx_is_wrregion(LLVMGetUser(u));
    if (!u || bale_describe(E->cx->model, op).kind != BALE_ELEMENTWISE || !genx_is_vec(LLVMTypeOf(op)))
        return false;
    LLVMValueRef w = first_blocker(E, op, &bytes);
    if (!w || (in_place && reads_blocked(E, op, order_of(E, op)) < 2) || genx_size_b(LLVMTypeOf(op)) > bytes ||
        !all_before(E, op, order_of(E, w)))
        return false;
    put_before(E, op, w);
    ptrmap_put(&E->order, op, (void *)order_of(E, w));
    return true;
}

static bool is_write(LLVMValueRef i) {
    return genx_is_wrregion(i);
}

static bool run_block(er *E, LLVMBasicBlockRef bb) {
    uintptr_t n = 0;
    bool changed = false, any = false;
    E->order = (ptrmap){.arena = E->cx->arena};
    E->writes = (ptrmap){.arena = E->cx->arena};
    genx_foreach_inst(bb, i) {
        ptrmap_put(&E->order, i, (void *)++n);
        any |= is_write(i) && note_write(E, i);
    }
    LLVMValueRef next;
    for (LLVMValueRef i = any ? LLVMGetFirstInstruction(bb) : NULL; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (is_write(i))
            changed |= sink_into(E, i);
    }
    for (LLVMValueRef i = any ? LLVMGetFirstInstruction(bb) : NULL; i; i = next) {
        next = LLVMGetNextInstruction(i);
        changed |= lift(E, i);
    }
    for (LLVMValueRef i = any ? LLVMGetFirstInstruction(bb) : NULL; i; i = next) {
        genx_region r;
        next = LLVMGetNextInstruction(i);
        if (!genx_is_rdregion(i) || !genx_region_of(i, &r))
            continue;
        changed |= place_read(E, i, &r);
        changed |= place_for_users(E, i, &r);
    }
    return changed;
}

bool gx_hoist_reads(gx_ctx *cx, LLVMValueRef fn) {
    er E = {.cx = cx, .mod = LLVMGetGlobalParent(fn)};
    E.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(E.mod));
    bool changed = false;
    genx_foreach_block(fn, bb)
        changed |= run_block(&E, bb);
    if (changed)
        gx_shim_delete_dead(fn);
    LLVMDisposeBuilder(E.b);
    return changed;
}
