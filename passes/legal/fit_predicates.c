// SPDX-License-Identifier: MIT
// gx_fit_predicates: spill or rematerialise predicates where more are live than fit in the flag registers.
//
//   before (more live predicates than flags)            after
//     %m = icmp sgt <16 x i32> %a, %b                      %m = icmp sgt <16 x i32> %a, %b
//     ... other predicates ...                             %w = bitcast <16 x i1> %m to i16
//     select <16 x i1> %m, ...                             ... other predicates ...
//                                                          %n = bitcast i16 %w to <16 x i1>
//                                                          select <16 x i1> %n, ...
//
//                                                      or, where its operands are still live
//                                                      ... other predicates ...
//                                                      %n = icmp sgt <16 x i32> %a, %b
//                                                      select <16 x i1> %n, ...
//
// Why: there are four 16-bit flags (eight on targets with 64-byte registers), and a user may hold any number of masks.
// A mask in a general register costs one move each way; a rematerialised compare costs as much as the move back.
// How: works block by block. When too many predicates are live, the one with the farthest next use leaves its flag.
// Predicates used in other blocks leave theirs at once, except the most used ones while there are flags that no block
// needs; compares of numbers are rematerialised there. Functions whose predicates fit stay unchanged. One flag remains
// free for constants and for selection's temporaries. An instruction that is folded into a later write reads its flag
// there, so it sinks to that write first. A compare that is folded into logic sinks as well: it uses the flag of the
// other operand and needs no flag of its own.
// Needs: gx_legalize. Does not handle: results of SIMD control flow (they stay).

#include <cmc/genx_bale.h>
#include "llvm_shim.h"
#include "passes_priv.h"

enum { MIN_USERS = 4 }; // of a predicate that stays in its flag

typedef struct pred {
    LLVMValueRef home, now, word; // the original; in a flag, or NULL; in a general register, or NULL
    CMC_VEC(uint32_t) uses;       // positions in this block
    uint32_t next;                // index of the next use
    uint32_t words;
    bool movable, elsewhere;
    bool repeats;           // in no register: the compare is rematerialised
    bool anywhere;          // the same, in all blocks
    bool stays;             // in its flag in all blocks
    uint32_t users, number; // number: in the order in which they are found
} pred;

typedef struct fp {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMContextRef c;
    LLVMBuilderRef b;
    ptrmap preds; // home -> pred
    ptrmap order; // instructions of the block -> position
    CMC_VEC(pred *) live;
    uint32_t limit, n_preds;
    bool wide; // has_wide
    bool oom;
} fp;

// The flag that selection reads through a part, an inversion or a bitcast.
static LLVMValueRef read_through(LLVMValueRef m) {
    if (!LLVMIsAInstruction(m))
        return NULL;
    if (genx_call_id(m) == GENX_RDPREDREGION)
        return LLVMGetOperand(m, 0);
    if (LLVMIsABitCastInst(m) && genx_is_bool(LLVMTypeOf(LLVMGetOperand(m, 0))))
        return LLVMGetOperand(m, 0);
    return genx_not_of(m);
}

static LLVMValueRef flag_of(LLVMValueRef m) {
    for (LLVMValueRef x = m; x; x = read_through(x))
        m = x;
    return m;
}

static bool is_pred(LLVMValueRef v) {
    return LLVMIsAInstruction(v) && genx_is_bool(LLVMTypeOf(v));
}

static pred *get(fp *F, LLVMValueRef home) {
    pred *p = ptrmap_get(&F->preds, home);
    if (p)
        return p;
    p = CMC_NEW(F->cx->arena, pred);
    if (!p || !ptrmap_put(&F->preds, home, p)) {
        F->oom = true;
        return NULL;
    }
    uint32_t n = genx_lanes(LLVMTypeOf(home));
    bale_kind k = (bale_kind)bale_describe(F->cx->model, home).kind;
    *p = (pred){.home = home, .words = (n + 15) / 16, .number = F->n_preds++};
    p->movable = n <= 32 && !(n & (n - 1)) && (k == BALE_CMP || k == BALE_MASK || k == BALE_REDUCE);
    return p;
}

// The compare directly before this logic that becomes one instruction with it (selection: predicated_compare).
static LLVMValueRef fused(LLVMValueRef logic) {
    LLVMValueRef c = LLVMGetPreviousInstruction(logic);
    bool uses = c && LLVMGetNumOperands(logic) == 2 && LLVMGetOperand(logic, 0) != LLVMGetOperand(logic, 1) &&
                (LLVMGetOperand(logic, 0) == c || LLVMGetOperand(logic, 1) == c);
    LLVMOpcode o = LLVMGetInstructionOpcode(logic);
    return uses && (o == LLVMAnd || o == LLVMOr) && LLVMIsACmpInst(c) && genx_single_use(c) ? c : NULL;
}

static bool is_fused(LLVMValueRef v) {
    LLVMValueRef next = LLVMIsACmpInst(v) ? LLVMGetNextInstruction(v) : NULL;
    return next && is_pred(next) && fused(next) == v;
}

// Can the compare move down to its user? The other operand may be computed between if nothing else is: the compare's
// own operands then stay where they are. If the other is such a compare too, that one moves.
static bool may_sink(LLVMValueRef c, LLVMValueRef user, LLVMValueRef other) {
    bool logic = true, passes_other = false;
    for (LLVMValueRef i = LLVMGetNextInstruction(c); i != user; i = LLVMGetNextInstruction(i)) {
        passes_other |= i == other;
        logic &= is_pred(i) || genx_is_rdregion(i);
    }
    return !passes_other || (logic && !(LLVMIsACmpInst(other) && genx_single_use(other)));
}

// Sinks a compare to the logic that is its only user.
static bool sink_compare(LLVMValueRef c) {
    LLVMValueRef user = genx_single_user(c);
    LLVMOpcode o = user && is_pred(user) ? LLVMGetInstructionOpcode(user) : LLVMRet;
    if (!LLVMIsACmpInst(c) || (o != LLVMAnd && o != LLVMOr) ||
        LLVMGetInstructionParent(user) != LLVMGetInstructionParent(c) || fused(user))
        return false;
    if (!may_sink(c, user, LLVMGetOperand(user, LLVMGetOperand(user, 0) == c)))
        return false;
    gx_shim_move_before(c, user);
    return true;
}

typedef void (*use_fn)(fp *F, LLVMValueRef inst, unsigned op, LLVMValueRef home, uint32_t pos);

// Calls fn for the predicates that an instruction reads. Instructions that selection looks through are not readers.
static void each_use(fp *F, LLVMValueRef i, uint32_t pos, use_fn fn) {
    unsigned n = read_through(i) ? 0 : (unsigned)LLVMGetNumOperands(i);
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef x = LLVMGetOperand(i, k);
        if (is_pred(x) && is_pred(flag_of(x)))
            fn(F, i, k, flag_of(x), pos);
    }
}

static void note_use(fp *F, LLVMValueRef i, unsigned op, LLVMValueRef home, uint32_t pos) {
    (void)op;
    pred *p = get(F, home);
    if (!p)
        return;
    if (LLVMGetInstructionParent(i) != LLVMGetInstructionParent(home))
        p->elsewhere = true;
    p->users++;
    F->oom |= !cmc_vec_push(F->cx->arena, &p->uses, pos);
}

static void forget_uses(fp *F, LLVMValueRef i, unsigned op, LLVMValueRef home, uint32_t pos) {
    (void)i, (void)op, (void)pos;
    pred *p = get(F, home);
    if (p)
        p->uses.len = p->next = 0;
}

static void walk(fp *F, LLVMBasicBlockRef bb, use_fn fn) {
    uint32_t pos = 0;
    genx_foreach_inst(bb, i)
        each_use(F, i, ++pos, fn);
}

// Wide predicates take a whole register each. With two registers, a word must not stay reserved for small predicates
// then.
static bool has_wide(LLVMValueRef fn) {
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            if (is_pred(i) && genx_lanes(LLVMTypeOf(i)) > 16)
                return true;
    return false;
}

// The predicate of other blocks with the most users that does not stay yet and has at most `words`; NULL: none.
static pred *most_used(const fp *F, uint32_t words) {
    pred *best = NULL;
    for (uint32_t k = 0; k < F->preds.cap; k++) {
        pred *p = F->preds.rows[k].key ? F->preds.rows[k].val : NULL;
        if (p && p->elsewhere && !p->stays && p->words <= words && p->users >= MIN_USERS &&
            (!best || p->users > best->users || (p->users == best->users && p->number < best->number)))
            best = p;
    }
    return best;
}

// Lets predicates of other blocks stay in flags that no block needs. They could leave no whole register to wide ones.
static void keep_most_used(fp *F, uint32_t most) {
    pred *p;
    while (!F->wide && most + 1 < F->limit && (p = most_used(F, F->limit - most - 1))) {
        p->stays = true;
        F->limit -= p->words;
    }
}

// Compares the maximum of live words with the limit. Predicates used in other blocks count everywhere.
static bool fits(fp *F, LLVMValueRef fn) {
    uint32_t most = 0, shared = 0;
    genx_foreach_block(fn, bb) {
        uint32_t pos = 0, now = 0;
        walk(F, bb, note_use);
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i && !F->oom; i = LLVMGetNextInstruction(i)) {
            pos++;
            unsigned ops = read_through(i) ? 0 : (unsigned)LLVMGetNumOperands(i);
            for (unsigned k = 0; k < ops; k++) {
                LLVMValueRef x = LLVMGetOperand(i, k);
                pred *p = is_pred(x) ? ptrmap_get(&F->preds, flag_of(x)) : NULL;
                if (p && p->now && p->uses.len && p->uses.data[p->uses.len - 1] == pos) {
                    now -= p->words;
                    p->now = NULL;
                }
            }
            pred *d = is_pred(i) && !read_through(i) && !is_fused(i) ? ptrmap_get(&F->preds, i) : NULL;
            if (d && d->uses.len && !d->elsewhere) {
                d->now = i;
                now += d->words;
            }
            most = now > most ? now : most;
        }
        walk(F, bb, forget_uses);
    }
    for (uint32_t k = 0; k < F->preds.cap; k++)
        if (F->preds.rows[k].key && ((pred *)F->preds.rows[k].val)->elsewhere)
            shared += ((pred *)F->preds.rows[k].val)->words;
    if (most + shared <= F->limit)
        return true;
    keep_most_used(F, most);
    return false;
}

static LLVMTypeRef word_type(const fp *F, LLVMTypeRef t) {
    uint32_t n = genx_lanes(t);
    LLVMTypeRef i16 = LLVMInt16TypeInContext(F->c);
    if (n == 32 || n == 16 || n == 8)
        return LLVMIntTypeInContext(F->c, n);
    return genx_is_vec(t) ? LLVMVectorType(i16, n) : i16;
}

static LLVMValueRef ones(LLVMTypeRef t) {
    return genx_const_all(t, LLVMConstInt(genx_elt_type(t), 1, 0));
}

// Copies the flag to a general register right after its definition.
static void save(fp *F, pred *p, LLVMValueRef flag) {
    LLVMTypeRef t = LLVMTypeOf(p->home), w = word_type(F, t);
    LLVMPositionBuilderBefore(F->b, LLVMGetNextInstruction(flag));
    p->word = genx_lanes(t) >= 8 ? LLVMBuildBitCast(F->b, flag, w, "")
                                 : LLVMBuildSelect(F->b, flag, ones(w), LLVMConstNull(w), "");
}

// Is the value in a register at this position anyway, because a user at or after it needs it?
static bool is_at_hand(const fp *F, LLVMValueRef x, LLVMBasicBlockRef bb, uint32_t pos) {
    genx_foreach_use(x, u) {
        LLVMValueRef user = LLVMGetUser(u);
        uint32_t at = (uint32_t)(uintptr_t)ptrmap_get(&F->order, user);
        if (LLVMIsAInstruction(user) && LLVMGetInstructionParent(user) == bb && at >= pos && !LLVMIsACmpInst(user))
            return true;
    }
    return false;
}

// Does the compare's operand keep its value in a register of its own? It must not be a part of another value, which may
// have been overwritten, nor an operation that would have to be recomputed.
static bool is_own_value(const fp *F, LLVMValueRef x) {
    if (!LLVMIsAInstruction(x) || LLVMIsAPHINode(x))
        return true;
    return !genx_is_rdregion(x) && !genx_is_wrregion(x) && !LLVMIsACastInst(x) &&
           bale_describe(F->cx->model, x).kind != BALE_ALIAS && genx_call_id(x) != GENX_ABSI &&
           genx_call_id(x) != GENX_ABSF;
}

// Can the compare be rematerialised before its next use?
static bool repeats(const fp *F, const pred *p) {
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(p->home, 0));
    bool one = genx_elt_b(t) <= 4 && genx_lanes(t) * genx_elt_b(t) <= 2u * F->cx->model->grf_b;
    if (!LLVMIsACmpInst(p->home) || !one || p->next == p->uses.len)
        return false;
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(p->home);
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef x = LLVMGetOperand(p->home, k);
        if (!LLVMIsAConstant(x) && (!is_own_value(F, x) || !is_at_hand(F, x, bb, p->uses.data[p->next])))
            return false;
    }
    return true;
}

// Can the compare be rematerialised in other blocks? A compare of numbers then takes one instruction there, like the
// test of its word. Making the word takes two more, and the word lives as long as the numbers. A PHI may be updated in
// place.
static bool repeats_anywhere(const fp *F, const pred *p) {
    if (!LLVMIsACmpInst(p->home) || genx_is_vec(LLVMTypeOf(p->home)))
        return false;
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef x = LLVMGetOperand(p->home, k);
        if (genx_elt_b(LLVMTypeOf(x)) > 4 || LLVMIsAPHINode(x) || !is_own_value(F, x))
            return false;
    }
    return true;
}

static LLVMValueRef reload(fp *F, const pred *p, LLVMValueRef before) {
    LLVMTypeRef t = LLVMTypeOf(p->home);
    LLVMPositionBuilderBefore(F->b, before);
    if (!p->word) {
        LLVMValueRef again = LLVMInstructionClone(p->home);
        LLVMInsertIntoBuilder(F->b, again);
        return again;
    }
    return genx_lanes(t) >= 8 ? LLVMBuildBitCast(F->b, p->word, t, "")
                              : LLVMBuildICmp(F->b, LLVMIntNE, p->word, LLVMConstNull(LLVMTypeOf(p->word)), "");
}

static uint32_t next_use(const pred *p) {
    return p->next < p->uses.len ? p->uses.data[p->next] : UINT32_MAX;
}

static void drop_live(fp *F, uint32_t k) {
    F->live.data[k] = F->live.data[--F->live.len];
}

// Evicts the flag with the farthest next use until `words` more fit. Flags used at this position stay.
static void make_room(fp *F, uint32_t words, uint32_t here) {
    for (;;) {
        uint32_t sum = words, victim = UINT32_MAX;
        for (uint32_t k = 0; k < F->live.len; k++) {
            const pred *p = F->live.data[k];
            sum += p->words;
            if (p->movable && next_use(p) != here &&
                (victim == UINT32_MAX || next_use(p) > next_use(F->live.data[victim])))
                victim = k;
        }
        if (sum <= F->limit || victim == UINT32_MAX)
            return;
        pred *p = F->live.data[victim];
        p->repeats = !p->word && (p->anywhere || repeats(F, p));
        if (!p->word && !p->repeats)
            save(F, p, p->now);
        p->now = NULL;
        drop_live(F, victim);
    }
}

// Clones the chain from home to m on top of the flag `now`.
static LLVMValueRef rebuilt(fp *F, LLVMValueRef m, LLVMValueRef home, LLVMValueRef now, LLVMValueRef before) {
    if (m == home)
        return now;
    LLVMValueRef inner = rebuilt(F, read_through(m), home, now, before), copy = LLVMInstructionClone(m);
    LLVMSetOperand(copy, 0, inner);
    LLVMPositionBuilderBefore(F->b, before);
    LLVMInsertIntoBuilder(F->b, copy);
    return copy;
}

static void use_here(fp *F, LLVMValueRef i, unsigned op, LLVMValueRef home, uint32_t pos) {
    pred *p = get(F, home);
    if (!p || p->stays || (!p->now && !p->word && !p->repeats && !p->anywhere))
        return;
    LLVMValueRef before = is_pred(i) && fused(i) ? fused(i) : i;
    if (!p->now) {
        make_room(F, p->words, pos);
        p->now = reload(F, p, before);
        F->oom |= !cmc_vec_push(F->cx->arena, &F->live, p);
    }
    if (p->now != home)
        LLVMSetOperand(i, op, rebuilt(F, LLVMGetOperand(i, op), home, p->now, before));
}

static void after(fp *F, LLVMValueRef i, uint32_t pos) {
    for (uint32_t k = F->live.len; k-- > 0;) {
        pred *p = F->live.data[k];
        while (p->next < p->uses.len && p->uses.data[p->next] <= pos)
            p->next++;
        if (p->next == p->uses.len) {
            p->now = NULL;
            drop_live(F, k);
        }
    }
    pred *d = is_pred(i) && !read_through(i) && !is_fused(i) ? ptrmap_get(&F->preds, i) : NULL;
    if (!d || d->stays)
        return;
    d->anywhere = d->elsewhere && repeats_anywhere(F, d);
    if (d->elsewhere && d->movable && !d->anywhere)
        save(F, d, i);
    if (d->uses.len == 0)
        return;
    make_room(F, d->words, pos);
    d->now = i;
    F->oom |= !cmc_vec_push(F->cx->arena, &F->live, d);
}

static void run_block(fp *F, LLVMBasicBlockRef bb) {
    walk(F, bb, note_use);
    uint32_t pos = 0;
    genx_foreach_inst(bb, i)
        F->oom |= !ptrmap_put(&F->order, i, (void *)(uintptr_t)++pos);
    pos = 0;
    LLVMValueRef next;
    F->live.len = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i && !F->oom; i = next) {
        next = LLVMGetNextInstruction(i);
        each_use(F, i, ++pos, use_here);
        after(F, i, pos);
    }
    for (uint32_t k = 0; k < F->preds.cap; k++)
        if (F->preds.rows[k].key) {
            pred *p = F->preds.rows[k].val;
            p->uses.len = p->next = 0;
            p->now = NULL;
            p->repeats = false;
        }
}

// The only user, if it follows i in the same block, but not directly; else NULL.
static LLVMValueRef late_user(LLVMValueRef i) {
    LLVMValueRef user = genx_single_user(i);
    if (!user || LLVMIsAPHINode(user) || LLVMGetInstructionParent(user) != LLVMGetInstructionParent(i))
        return NULL;
    return user == LLVMGetNextInstruction(i) ? NULL : user;
}

static bool reads_pred(LLVMValueRef i) {
    unsigned n = is_pred(i) ? 0 : (unsigned)LLVMGetNumOperands(i);
    for (unsigned k = 0; k < n; k++)
        if (is_pred(LLVMGetOperand(i, k)))
            return true;
    return false;
}

// Sinks i and the instructions between it and its root to the root.
static bool sink(fp *F, const bale_info *bales, LLVMValueRef i) {
    LLVMValueRef user = bale_is_root(bales, i) ? NULL : late_user(i);
    if (!user)
        return false;
    sink(F, bales, user);
    gx_shim_move_before(i, user);
    return true;
}

// Sinks readers that are folded into a later instruction, from the last to the first; true if one moved.
static bool sink_folded(fp *F, LLVMValueRef fn) {
    const bale_info *bales = NULL;
    bool moved = false;
    genx_foreach_block(fn, bb) {
        genx_foreach_inst_reverse_safe(bb, i, before) {
            if (!reads_pred(i) || !late_user(i))
                continue;
            if (!bales && !(bales = bale_analyse(F->cx->arena, F->cx->model, fn))) {
                F->oom = true;
                return moved;
            }
            moved |= sink(F, bales, i);
        }
    }
    return moved;
}

static bool sink_compares(LLVMValueRef fn) {
    bool moved = false;
    genx_foreach_block(fn, bb) {
        genx_foreach_inst_safe(bb, i, next) {
            moved |= is_pred(i) && sink_compare(i);
        }
    }
    return moved;
}

bool gx_fit_predicates(gx_ctx *cx, LLVMValueRef fn) {
    fp F = {.cx = cx,
            .mod = LLVMGetGlobalParent(fn),
            .preds = {.arena = cx->arena},
            .order = {.arena = cx->arena},
            .wide = has_wide(fn)};
    F.limit = 2u * cx->model->flag_count - !F.wide;
    F.c = LLVMGetModuleContext(F.mod);
    F.b = LLVMCreateBuilderInContext(F.c);
    bool moved = sink_folded(&F, fn);
    moved |= sink_compares(fn);
    bool fit = fits(&F, fn);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb && !fit && !F.oom; bb = LLVMGetNextBasicBlock(bb))
        run_block(&F, bb);
    LLVMDisposeBuilder(F.b);
    if (!fit)
        gx_shim_delete_dead(fn); // compares that were rematerialised for all their users
    return moved || !fit;
}
