// SPDX-License-Identifier: MIT
// gx_expand_simdcf: expand goto and join to mask arithmetic, for code that the hardware instructions cannot express.
//
//   before   %g = call { <32 x i1>, <16 x i1>, i1 } @llvm.genx.simdcf.goto(%em, %rm, %stay)
//   after    %s = select %stay, -1, 0                                   ; words: one for each channel
//            %em1 = and <16 x i16> %em, %s
//            %rm1 = or %rm, (and %em, (xor %s, -1))
//            %none = xor (any (icmp ne %em1, 0)), true
//
// How: a mask is a vector of words. It has as many lanes as the widest goto of the function if the other channels are
// always on and nobody reads all of them; otherwise it has a lane for each channel. Each use of a mask compares its
// words again, because there are few flag registers. Handles every use of these intrinsics, whether it conforms to the
// hardware's rules or not.

#include "passes_priv.h"

#include <cmc/genx_bale.h>

#include <llvm-c/DebugInfo.h>

#include <assert.h>

typedef struct expand {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMContextRef llvm;
    LLVMBuilderRef b;
    uint32_t n;   // lanes of an execution mask
    ptrmap masks; // the set of masks that flow computes, and of their PHIs
    gx_values all_masks;
    ptrmap words; // masks -> the same as words
    gx_values phis, dead;
    bool oom;
} expand;

static bool is_flow(genx_id id) {
    return id == GENX_SIMDCF_GOTO || id == GENX_SIMDCF_JOIN || id == GENX_SIMDCF_SAVEMASK || id == GENX_SIMDCF_UNMASK ||
           id == GENX_SIMDCF_REMASK || id == GENX_SIMDCF_GET_EM;
}

// The first lane of a slice of mask m, which is a run of its lanes; -1 if user is not a slice.
static int64_t first_of_slice(LLVMValueRef m, LLVMValueRef user) {
    uint64_t off;
    if (!LLVMIsAShuffleVectorInst(user))
        return genx_call_id(user) == GENX_RDPREDREGION && genx_const_u64(LLVMGetOperand(user, 1), &off) ? (int64_t)off
                                                                                                        : -1;
    unsigned n = LLVMGetNumMaskElements(user);
    int first = LLVMGetMaskValue(user, 0);
    for (unsigned k = 0; k < n; k++)
        if (first < 0 || LLVMGetMaskValue(user, k) != first + (int)k)
            return -1;
    return LLVMGetOperand(user, 0) == m && (uint32_t)first + n <= genx_lanes(LLVMTypeOf(m)) ? first : -1;
}

static void note_dead(expand *x, LLVMValueRef v) {
    x->oom |= !cmc_vec_push(x->cx->arena, &x->dead, v);
}

static void note_words(expand *x, LLVMValueRef mask, LLVMValueRef words) {
    x->oom |= !ptrmap_put(&x->words, mask, words);
}

static LLVMTypeRef word_type(const expand *x, uint32_t n) {
    return LLVMVectorType(LLVMInt16TypeInContext(x->llvm), n);
}

static LLVMValueRef constant_words(const expand *x, LLVMValueRef c, uint32_t n) {
    LLVMValueRef lanes[32], on = LLVMConstAllOnes(LLVMInt16TypeInContext(x->llvm));
    for (uint32_t k = 0; k < n; k++) {
        uint64_t bit;
        bool undef;
        lanes[k] = genx_const_lane(c, k, &bit, &undef) && (bit & 1) ? on : LLVMConstNull(LLVMTypeOf(on));
    }
    return LLVMConstVector(lanes, n);
}

static uint32_t kept(const expand *x, LLVMValueRef mask) {
    uint32_t n = genx_lanes(LLVMTypeOf(mask));
    return n > x->n ? x->n : n;
}

static genx_region low_lanes(uint32_t n) {
    return (genx_region){.width = n, .stride = 1, .off_const = true, .lanes = n, .elt_b = 2};
}

static LLVMValueRef low_part(expand *x, LLVMValueRef words, uint32_t n) {
    genx_region r = low_lanes(n);
    return genx_lanes(LLVMTypeOf(words)) == n ? words : genx_build_rd(x->b, x->mod, words, &r, false);
}

// A mask as words, built at the builder's position. A PHI of masks becomes a PHI of words, filled in at the end.
static LLVMValueRef words_of(expand *x, LLVMValueRef mask) {
    LLVMValueRef w = ptrmap_get(&x->words, mask);
    uint32_t n = kept(x, mask);
    if (w)
        return w;
    if (LLVMIsAConstant(mask))
        return constant_words(x, mask, n);
    if (LLVMIsAPHINode(mask)) {
        LLVMBuilderRef b = LLVMCreateBuilderInContext(x->llvm);
        LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetInstructionParent(mask)));
        w = LLVMBuildPhi(b, word_type(x, n), "em");
        LLVMDisposeBuilder(b);
        note_words(x, mask, w);
        x->oom |= !cmc_vec_push(x->cx->arena, &x->phis, mask);
        return w;
    }
    LLVMTypeRef t = word_type(x, genx_lanes(LLVMTypeOf(mask)));
    w = LLVMBuildSelect(x->b, mask, LLVMConstAllOnes(t), LLVMConstNull(t), "");
    return low_part(x, w, n);
}

// Replaces the lower lanes of words.
static LLVMValueRef with_low_part(expand *x, LLVMValueRef words, LLVMValueRef low) {
    uint32_t n = genx_lanes(LLVMTypeOf(low));
    genx_region r = low_lanes(n);
    return genx_lanes(LLVMTypeOf(words)) == n ? low : genx_build_wr(x->b, x->mod, words, low, &r, NULL);
}

static LLVMValueRef mask_of(expand *x, LLVMValueRef words) {
    return LLVMBuildICmp(x->b, LLVMIntNE, words, LLVMConstNull(LLVMTypeOf(words)), "");
}

static LLVMValueRef none_in(expand *x, LLVMValueRef words) {
    LLVMValueRef m = mask_of(x, words);
    LLVMValueRef any = genx_build(x->b, x->mod, GENX_ANY, LLVMInt1TypeInContext(x->llvm), &m, 1, "");
    return LLVMBuildNot(x->b, any, "none");
}

// Replaces the parts of a result: masks become words; the last part is the branch condition.
static void replace_parts(expand *x, LLVMValueRef call, LLVMValueRef *parts, unsigned n) {
    genx_foreach_use(call, u) {
        LLVMValueRef e = LLVMGetUser(u);
        if (!LLVMIsAExtractValueInst(e) || LLVMGetIndices(e)[0] >= n)
            continue;
        unsigned k = LLVMGetIndices(e)[0];
        if (k == n - 1)
            LLVMReplaceAllUsesWith(e, parts[k]);
        else
            note_words(x, e, parts[k]);
        note_dead(x, e);
    }
    note_dead(x, call);
}

static void expand_goto(expand *x, LLVMValueRef g) {
    assert(LLVMIsACallInst(g) && "gotos are calls");
    LLVMValueRef em = words_of(x, LLVMGetOperand(g, 0)), rm = words_of(x, LLVMGetOperand(g, 1));
    LLVMValueRef stay = words_of(x, LLVMGetOperand(g, 2));
    LLVMValueRef on = low_part(x, em, genx_lanes(LLVMTypeOf(stay)));
    LLVMValueRef left = LLVMBuildAnd(x->b, on, stay, "");
    LLVMValueRef gone = LLVMBuildAnd(x->b, on, LLVMBuildNot(x->b, stay, ""), "");
    LLVMValueRef active = with_low_part(x, em, left), waiting = LLVMBuildOr(x->b, rm, gone, "rm");
    LLVMValueRef none = none_in(x, left);
    LLVMValueRef parts[3] = {active, waiting, none};
    replace_parts(x, g, parts, 3);
}

static void expand_join(expand *x, LLVMValueRef j) {
    assert(LLVMIsACallInst(j) && "joins are calls");
    LLVMValueRef em = words_of(x, LLVMGetOperand(j, 0)), rm = words_of(x, LLVMGetOperand(j, 1));
    LLVMValueRef on = LLVMBuildOr(x->b, low_part(x, em, genx_lanes(LLVMTypeOf(rm))), rm, "");
    LLVMValueRef active = with_low_part(x, em, on), none = none_in(x, on);
    LLVMValueRef parts[2] = {active, none};
    replace_parts(x, j, parts, 2);
}

static LLVMValueRef powers(const expand *x) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(x->llvm);
    LLVMValueRef bit[32];
    for (uint32_t k = 0; k < x->n; k++)
        bit[k] = LLVMConstInt(i32, 1u << k, 0);
    return LLVMConstVector(bit, x->n);
}

// The bits of a mask as a number (a sum of powers of two), and the reverse conversion below.
static LLVMValueRef bits_of(expand *x, LLVMValueRef words) {
    LLVMTypeRef t = LLVMTypeOf(powers(x));
    LLVMValueRef part = LLVMBuildSelect(x->b, mask_of(x, words), powers(x), LLVMConstNull(t), "");
    for (uint32_t n = x->n / 2; n; n /= 2) {
        genx_region lo = {.width = n, .stride = 1, .off_const = true, .lanes = n, .elt_b = 4}, hi = lo;
        hi.off_b = n * 4;
        LLVMValueRef low = genx_build_rd(x->b, x->mod, part, &lo, n == 1);
        LLVMValueRef high = genx_build_rd(x->b, x->mod, part, &hi, n == 1);
        part = LLVMBuildOr(x->b, low, high, "");
    }
    return part;
}

static LLVMValueRef words_of_bits(expand *x, LLVMValueRef bits) {
    genx_region all = {.width = x->n, .off_const = true, .lanes = x->n, .elt_b = 4};
    LLVMValueRef v = genx_build_rd(x->b, x->mod, bits, &all, false);
    v = LLVMBuildAnd(x->b, v, powers(x), "");
    v = LLVMBuildICmp(x->b, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
    LLVMTypeRef t = word_type(x, x->n);
    return LLVMBuildSelect(x->b, v, LLVMConstAllOnes(t), LLVMConstNull(t), "");
}

static void expand_other(expand *x, LLVMValueRef v, genx_id id) {
    if (id == GENX_SIMDCF_SAVEMASK)
        LLVMReplaceAllUsesWith(v, bits_of(x, words_of(x, LLVMGetOperand(v, 0))));
    else
        note_words(x, v,
                   id == GENX_SIMDCF_UNMASK   ? LLVMConstAllOnes(word_type(x, x->n))
                   : id == GENX_SIMDCF_REMASK ? words_of_bits(x, LLVMGetOperand(v, 1))
                                              : words_of(x, LLVMGetOperand(v, 0)));
    note_dead(x, v);
}

// Lanes [first, first + n) of a mask; lanes beyond the channels of the control flow are on.
static LLVMValueRef part_of(expand *x, LLVMValueRef words, uint32_t first, uint32_t n) {
    uint32_t have = genx_lanes(LLVMTypeOf(words));
    if (first == 0 && n <= have)
        return low_part(x, words, n);
    LLVMValueRef all = LLVMConstAllOnes(word_type(x, n));
    if (first >= have)
        return all;
    genx_region r = low_lanes(have - first < n ? have - first : n);
    r.off_b = first * 2;
    LLVMValueRef part = genx_build_rd(x->b, x->mod, words, &r, false);
    return with_low_part(x, all, part);
}

// Makes the remaining users of mask m compare its words: all of them, or consecutive lanes.
static void expand_uses(expand *x, LLVMValueRef m, LLVMValueRef words) {
    genx_foreach_use_safe(m, u, next) {
        LLVMValueRef user = LLVMGetUser(u);
        if (ptrmap_get(&x->words, user) || is_flow(genx_call_id(user)) || LLVMIsAPHINode(user))
            continue;
        LLVMPositionBuilderBefore(x->b, user);
        int64_t first = first_of_slice(m, user);
        if (first >= 0) {
            LLVMValueRef part = part_of(x, words, (uint32_t)first, genx_lanes(LLVMTypeOf(user)));
            note_words(x, user, part);
            expand_uses(x, user, part);
            note_dead(x, user);
            next = LLVMGetFirstUse(m) == u ? next : next;
            continue;
        }
        LLVMValueRef all = mask_of(x, part_of(x, words, 0, genx_lanes(LLVMTypeOf(m))));
        for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++)
            if (LLVMGetOperand(user, k) == m)
                LLVMSetOperand(user, k, all);
        next = LLVMGetFirstUse(m);
    }
}

static void expand_all_uses(expand *x) {
    uint32_t n = x->dead.len;
    for (uint32_t i = 0; i < n; i++) {
        LLVMValueRef w = ptrmap_get(&x->words, x->dead.data[i]);
        if (w)
            expand_uses(x, x->dead.data[i], w);
    }
}

static void fill_phis(expand *x) {
    for (uint32_t i = 0; i < x->phis.len; i++) { // the list grows as new PHIs are found
        LLVMValueRef p = x->phis.data[i], q = ptrmap_get(&x->words, p);
        for (unsigned k = 0; k < LLVMCountIncoming(p); k++) {
            LLVMBasicBlockRef from = LLVMGetIncomingBlock(p, k);
            LLVMPositionBuilderBefore(x->b, LLVMGetBasicBlockTerminator(from));
            LLVMValueRef in = words_of(x, LLVMGetIncomingValue(p, k));
            LLVMAddIncoming(q, &in, &from, 1);
        }
        note_dead(x, p);
    }
}

// Masks

static void note_mask(expand *x, LLVMValueRef m) {
    if (ptrmap_get(&x->masks, m))
        return;
    x->oom |= !ptrmap_put(&x->masks, m, m) || !cmc_vec_push(x->cx->arena, &x->all_masks, m);
}

static void note_masks_of(expand *x, LLVMValueRef call) {
    genx_id id = genx_call_id(call);
    if (id == GENX_SIMDCF_UNMASK || id == GENX_SIMDCF_REMASK || id == GENX_SIMDCF_GET_EM)
        note_mask(x, call);
    if (id != GENX_SIMDCF_GOTO && id != GENX_SIMDCF_JOIN)
        return;
    genx_foreach_use(call, u)
        if (LLVMIsAExtractValueInst(LLVMGetUser(u)) && genx_lanes(LLVMTypeOf(LLVMGetUser(u))) > 1)
            note_mask(x, LLVMGetUser(u));
}

// The masks that flow computes, and the PHIs that they reach.
static void collect_masks(expand *x, LLVMValueRef fn) {
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            if (is_flow(genx_call_id(i)))
                note_masks_of(x, i);
    for (uint32_t k = 0; k < x->all_masks.len; k++) // the list grows
        genx_foreach_use(x->all_masks.data[k], u)
            if (LLVMIsAPHINode(LLVMGetUser(u)))
                note_mask(x, LLVMGetUser(u));
}

// Whether lanes from n on are on: in a constant, or in a mask that flow computes from such masks.
static bool upper_are_on(const expand *x, LLVMValueRef mask, uint32_t n) {
    uint64_t bit;
    bool undef;
    if (genx_lanes(LLVMTypeOf(mask)) <= n || ptrmap_get(&x->masks, mask))
        return true;
    for (uint32_t k = n; k < genx_lanes(LLVMTypeOf(mask)); k++)
        if (!LLVMIsAConstant(mask) || !genx_const_lane(mask, k, &bit, &undef) || !(undef || (bit & 1)))
            return false;
    return true;
}

// Whether all lanes of a mask are read, more than flow changes.
static bool read_as_data(LLVMValueRef m, uint32_t n) {
    if (genx_lanes(LLVMTypeOf(m)) <= n)
        return false;
    genx_foreach_use(m, u) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAPHINode(user) && !is_flow(genx_call_id(user)) && first_of_slice(m, user) < 0)
            return true;
    }
    return false;
}

// Whether masks pass between words and numbers other than from savemask to remask.
static bool is_number(LLVMValueRef call) {
    genx_id id = genx_call_id(call);
    if (id == GENX_SIMDCF_REMASK)
        return genx_call_id(LLVMGetOperand(call, 1)) != GENX_SIMDCF_SAVEMASK;
    if (id == GENX_SIMDCF_SAVEMASK)
        genx_foreach_use(call, u)
            if (genx_call_id(LLVMGetUser(u)) != GENX_SIMDCF_REMASK)
                return true;
    return false;
}

// Whether n lanes are not enough for the masks.
static bool needs_all(const expand *x, LLVMValueRef fn, uint32_t n) {
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            if (is_flow(genx_call_id(i)) &&
                (is_number(i) || (genx_call_id(i) != GENX_SIMDCF_UNMASK && !upper_are_on(x, LLVMGetOperand(i, 0), n))))
                return true;
    for (uint32_t k = 0; k < x->all_masks.len; k++) {
        LLVMValueRef m = x->all_masks.data[k];
        if (read_as_data(m, n))
            return true;
        for (unsigned j = 0; LLVMIsAPHINode(m) && j < LLVMCountIncoming(m); j++)
            if (!upper_are_on(x, LLVMGetIncomingValue(m, j), n))
                return true;
    }
    return false;
}

enum { LEAST_LANES = 2, EM_LANES = 32 };

// The width of the widest goto or join; all lanes if there is no goto or join.
static uint32_t widest(LLVMValueRef fn, bool *any) {
    uint32_t n = 0;
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i) {
            genx_id id = genx_call_id(i);
            *any |= is_flow(id);
            if (id != GENX_SIMDCF_GOTO && id != GENX_SIMDCF_JOIN)
                continue;
            uint32_t w = genx_lanes(LLVMTypeOf(LLVMGetOperand(i, 1)));
            n = w > n ? w : n;
        }
    return n == 0 ? EM_LANES : n < LEAST_LANES ? LEAST_LANES : n;
}

bool gx_expand_simdcf(gx_ctx *cx, LLVMValueRef fn) {
    bool any = false;
    expand x = {.cx = cx, .mod = LLVMGetGlobalParent(fn), .n = widest(fn, &any)};
    if (!any)
        return false;
    x.llvm = LLVMGetModuleContext(x.mod);
    x.masks.arena = x.words.arena = cx->arena;
    collect_masks(&x, fn);
    x.n = needs_all(&x, fn, x.n) ? EM_LANES : x.n;
    x.b = LLVMCreateBuilderInContext(x.llvm);
    uint32_t n;
    LLVMBasicBlockRef *blocks = genx_block_order(cx->arena, fn, &n); // words of masks are built before their uses
    for (uint32_t b = 0; blocks && b < n; b++)
        genx_foreach_inst(blocks[b], i) {
            genx_id id = genx_call_id(i);
            if (!is_flow(id))
                continue;
            LLVMPositionBuilderBefore(x.b, i);
            LLVMSetCurrentDebugLocation2(x.b, LLVMInstructionGetDebugLoc(i));
            if (id == GENX_SIMDCF_GOTO)
                expand_goto(&x, i);
            else if (id == GENX_SIMDCF_JOIN)
                expand_join(&x, i);
            else
                expand_other(&x, i, id);
        }
    for (uint32_t k = 0; k < x.all_masks.len; k++)
        if (LLVMIsAPHINode(x.all_masks.data[k]))
            (void)words_of(&x, x.all_masks.data[k]);
    fill_phis(&x);
    expand_all_uses(&x);
    for (uint32_t i = 0; i < x.dead.len; i++)
        LLVMReplaceAllUsesWith(x.dead.data[i], LLVMGetUndef(LLVMTypeOf(x.dead.data[i])));
    for (uint32_t i = 0; i < x.dead.len; i++)
        LLVMInstructionEraseFromParent(x.dead.data[i]);
    LLVMDisposeBuilder(x.b);
    return true;
}
