// SPDX-License-Identifier: MIT
// gx_relieve_pressure: where more is alive than registers hold, values are computed later, or again.
//
//   before                                                   after
//     %x = fadd <16 x float> %a, %b    ; used at the end       ... more than the register file is alive ...
//     ... more than the register file is alive ...             %x = fadd <16 x float> %a, %b
//     store %x                                                 store %x
//
//     %k = select %m, <16 x i32> 1, 2                          %k = select %m, <16 x i32> 1, 2
//     use %k                                                   use %k
//     ... more than the register file is alive ...             ...
//     use %k                                                   %l = select %m, <16 x i32> 1, 2;  use %l
//
//     %y = fmul %a, %b      ; one side of a branch alone       then:
//     br i1 %c, label %then, label %else                         %y = fmul %a, %b;  use %y
//
// Why: a spill is two messages; a cheap operation whose operands are at hand is one instruction, or none more.
// How: the bytes alive at each instruction are estimated over the whole function (loops included); nothing happens where they
// stay below most of the register file. A value moves down behind a peak, or to the only block that uses it in the same loop,
// if what its operands would live longer is less than what it lives shorter. Where it was used before the peak as well it is
// computed again behind it, but only of constants, small values and what is alive there anyway.
// Needs: gx_legalize, so that values are single instructions. Never moves: PHIs, writes into vectors, whatever reads memory.

#include "bale.h"
#include "passes_priv.h"

#include "llvm_shim.h"

#include <string.h>

enum { SMALL_B = 8, MAX_USES = 64, MAX_DEPTH = 3 };

typedef struct rp {
    gx_ctx *cx;
    cmc_graph *g;
    LLVMBasicBlockRef *blocks; // in order; the number of a block is its place here
    uint32_t n_blocks;
    ptrmap order;     // instruction -> position + 1
    ptrmap number;    // block -> its number + 1
    ptrmap where;     // what was moved -> the position in front of which it stands, + 1
    LLVMValueRef *at; // by position
    LLVMValueRef *head; // by position: the first that was put in front of it, or itself
    LLVMBuilderRef b;
    uint32_t *block;  // by position
    uint32_t *first, *end; // by block: positions
    uint32_t *loop_end;    // by header: last position in the loop
    uint32_t *last;   // by position: where its last user stands
    int64_t *live_b;  // by position
    uint32_t n;
    uint32_t *next_peak; // by position: no peak before that one, if this one is none
    int64_t limit_b;
    int64_t budget; // steps of work: so that time is linear
} rp;

static uint32_t pos_of(const rp *R, LLVMValueRef v) {
    return (uint32_t)(uintptr_t)ptrmap_get(&R->order, v) - 1;
}

static uint32_t place_of(const rp *R, LLVMValueRef v) {
    void *moved = ptrmap_get(&R->where, v);
    return moved ? (uint32_t)(uintptr_t)moved - 1 : pos_of(R, v);
}

static uint32_t block_of(const rp *R, LLVMBasicBlockRef bb) {
    return (uint32_t)(uintptr_t)ptrmap_get(&R->number, bb) - 1;
}

static bool is_view(const rp *R, LLVMValueRef v) {
    return genx_is_rdregion(v) || bale_describe(R->cx->model, v).kind == BALE_ALIAS;
}

static int64_t size_of(const rp *R, LLVMValueRef v) {
    return is_view(R, v) || genx_is_bool(LLVMTypeOf(v)) ? 0 : genx_size_b(LLVMTypeOf(v));
}

// Numbers and intervals ------------------------------------------------------------------------------------

static bool number_all(rp *R, LLVMValueRef fn) {
    cmc_arena *a = R->cx->arena;
    R->order = (ptrmap){.arena = a};
    R->number = (ptrmap){.arena = a};
    R->where = (ptrmap){.arena = a};
    R->blocks = genx_block_order(a, fn, &R->n_blocks);
    for (uint32_t b = 0; R->blocks && b < R->n_blocks; b++) {
        ptrmap_put(&R->number, R->blocks[b], (void *)(uintptr_t)(b + 1));
        for (LLVMValueRef i = LLVMGetFirstInstruction(R->blocks[b]); i; i = LLVMGetNextInstruction(i))
            R->n++;
    }
    R->at = CMC_NEW_N(a, LLVMValueRef, R->n + 1);
    R->head = CMC_NEW_N(a, LLVMValueRef, R->n + 1);
    R->block = CMC_NEW_N(a, uint32_t, R->n + 1);
    R->last = CMC_NEW_N(a, uint32_t, R->n + 1);
    R->live_b = CMC_NEW_N(a, int64_t, R->n + 2);
    R->next_peak = CMC_NEW_N(a, uint32_t, R->n + 1);
    R->first = CMC_NEW_N(a, uint32_t, R->n_blocks + 1);
    R->end = CMC_NEW_N(a, uint32_t, R->n_blocks + 1);
    R->loop_end = CMC_NEW_N(a, uint32_t, R->n_blocks + 1);
    R->g = cmc_graph_create(a, R->n_blocks);
    if (!R->blocks || !R->at || !R->head || !R->block || !R->last || !R->live_b || !R->next_peak || !R->first || !R->end || !R->loop_end || !R->g)
        return false;
    uint32_t n = 0;
    for (uint32_t b = 0; b < R->n_blocks; b++) {
        R->first[b] = n;
        for (LLVMValueRef i = LLVMGetFirstInstruction(R->blocks[b]); i; i = LLVMGetNextInstruction(i), n++) {
            R->at[n] = R->head[n] = i;
            R->next_peak[n] = n + 1;
            R->block[n] = b;
            ptrmap_put(&R->order, i, (void *)(uintptr_t)(n + 1));
        }
        R->end[b] = n - 1;
        LLVMValueRef t = LLVMGetBasicBlockTerminator(R->blocks[b]);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++)
            cmc_graph_edge(R->g, b, block_of(R, LLVMGetSuccessor(t, k)));
    }
    return cmc_graph_analyse(R->g);
}

// The header of the loop around a loop.
static uint32_t outer_header(const rp *R, uint32_t header) {
    uint32_t up = cmc_graph_idom(R->g, header);
    return up < R->n_blocks ? cmc_graph_loop_header(R->g, up) : up;
}

static void find_loop_ends(rp *R) {
    memset(R->loop_end, 0, sizeof(*R->loop_end) * (R->n_blocks + 1));
    for (uint32_t b = 0; b < R->n_blocks; b++)
        for (uint32_t h = cmc_graph_loop_header(R->g, b); h < R->n_blocks; h = outer_header(R, h))
            R->loop_end[h] = R->end[b] > R->loop_end[h] ? R->end[b] : R->loop_end[h];
}

// Where a use keeps a value of block `def` alive to: the end of every loop around the use that does not hold the definition.
static uint32_t use_end(const rp *R, uint32_t def, uint32_t use_pos) {
    uint32_t to = use_pos;
    for (uint32_t h = cmc_graph_loop_header(R->g, R->block[use_pos]); h < R->n_blocks; h = outer_header(R, h)) {
        if (def >= h && R->first[def] <= R->loop_end[h] && cmc_graph_dominates(R->g, h, def))
            break;
        to = R->loop_end[h] > to ? R->loop_end[h] : to;
    }
    return to;
}

// A PHI takes its value at the end of the block that it comes from; this is that place, or the user's own.
static uint32_t use_pos(const rp *R, LLVMValueRef user, LLVMValueRef v) {
    uint32_t at = pos_of(R, user);
    if (!LLVMIsAPHINode(user))
        return at;
    at = 0;
    for (unsigned k = 0; k < LLVMCountIncoming(user); k++)
        if (LLVMGetIncomingValue(user, k) == v) {
            uint32_t end = R->end[block_of(R, LLVMGetIncomingBlock(user, k))];
            at = end > at ? end : at;
        }
    return at;
}

static void find_intervals(rp *R) {
    for (uint32_t p = R->n; p-- > 0;) {
        uint32_t last = p;
        for (LLVMUseRef u = LLVMGetFirstUse(R->at[p]); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            uint32_t at = use_pos(R, user, R->at[p]);
            if (at >= R->n)
                continue;
            uint32_t to = use_end(R, R->block[p], at);
            if (is_view(R, user) && at > p && R->last[at] > to)
                to = R->last[at];
            last = to > last ? to : last;
        }
        R->last[p] = last;
    }
    memset(R->live_b, 0, sizeof(*R->live_b) * (R->n + 2));
    for (uint32_t p = 0; p < R->n; p++) {
        int64_t size_b = size_of(R, R->at[p]);
        // A write into a vector takes the place of what it writes into.
        R->live_b[p] += size_b;
        R->live_b[R->last[p] + (R->last[p] > p)] -= size_b;
    }
    for (uint32_t p = 1; p <= R->n; p++)
        R->live_b[p] += R->live_b[p - 1];
}

// Is there a peak in [from, to)? next_peak leads over places that are none; what is relieved is none any more.
static bool peak(rp *R, uint32_t from, uint32_t to) {
    uint32_t p = from;
    while (p < R->n && R->live_b[p] <= R->limit_b)
        p = R->next_peak[p];
    for (uint32_t q = from, next; q < p; q = next) { // the way is shorter the next time
        next = R->next_peak[q];
        R->next_peak[q] = p;
    }
    return p < to;
}

// Moving ---------------------------------------------------------------------------------------------------

static bool may_move(const rp *R, LLVMValueRef v) {
    if (LLVMIsAPHINode(v) || LLVMIsATerminatorInst(v) || genx_is_wrregion(v) || is_view(R, v) ||
        genx_is_bool(LLVMTypeOf(v)) || LLVMIsALoadInst(v) || LLVMIsAAllocaInst(v))
        return false;
    if (!LLVMIsACallInst(v))
        return true;
    genx_id id = genx_call_id(v);
    return id != GENX_NONE ? genx_info_get(id)->memory == GENX_MEM_NONE && !genx_info_get(id)->convergent
                           : gx_shim_no_effects(v);
}

// What v reads: the variable behind views.
static LLVMValueRef source(const rp *R, LLVMValueRef x) {
    while (LLVMIsAInstruction(x) && is_view(R, x))
        x = LLVMGetOperand(x, 0);
    return x;
}

// Is x written into before `to`? Then reading it there needs a copy of all of it.
static bool continued(rp *R, LLVMValueRef x, uint32_t to) {
    for (LLVMUseRef u = LLVMGetFirstUse(x); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (R->budget-- <= 0)
            return true;
        if (genx_is_wrregion(user) && LLVMGetOperand(user, 0) == x && place_of(R, user) < to)
            return true;
        if (LLVMIsABitCastInst(user) && continued(R, user, to))
            return true;
    }
    return false;
}

// Bytes that would live longer if v were computed at `to`. An operand that only v uses may come along.
static int64_t longer_b(rp *R, LLVMValueRef v, uint32_t to, unsigned depth) {
    int64_t sum = 0;
    unsigned operands = (unsigned)LLVMGetNumOperands(v);
    for (unsigned k = 0; k < operands; k++) {
        LLVMValueRef x = source(R, LLVMGetOperand(v, k));
        bool inst = LLVMIsAInstruction(x) != NULL;
        if (!inst && !LLVMIsAArgument(x))
            continue;
        if (continued(R, x, to) || (genx_is_bool(LLVMTypeOf(x)) && (!inst || R->last[pos_of(R, x)] < to)))
            return INT64_MAX;
        int64_t size_b = genx_size_b(LLVMTypeOf(x));
        if (inst && depth < MAX_DEPTH && x == LLVMGetOperand(v, k) && !LLVMGetNextUse(LLVMGetFirstUse(x)) && may_move(R, x)) {
            int64_t with_it = longer_b(R, x, to, depth + 1);
            size_b = with_it < size_b ? with_it : size_b;
        }
        if (size_b > SMALL_B && (!inst || R->last[pos_of(R, x)] < to))
            sum += size_b;
    }
    return sum;
}

// Users in order of their positions; 0 when there are too many or one is a PHI.
static uint32_t users_of(const rp *R, LLVMValueRef v, uint32_t pos[MAX_USES]) {
    uint32_t n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        uint32_t p = place_of(R, user), k = n;
        if (LLVMIsAPHINode(user) || p >= R->n || n == MAX_USES)
            return 0;
        while (k > 0 && pos[k - 1] > p) {
            pos[k] = pos[k - 1];
            k--;
        }
        pos[k] = p;
        n++;
    }
    return n;
}

static bool same_loop(const rp *R, uint32_t p, uint32_t q) {
    return cmc_graph_loop_header(R->g, R->block[p]) == cmc_graph_loop_header(R->g, R->block[q]);
}

static void add_live(rp *R, uint32_t from, uint32_t to, int64_t size_b) {
    R->budget -= to - from;
    for (uint32_t p = from; p < to; p++)
        R->live_b[p] += size_b;
}

// v is computed in front of position q now.
static void place(rp *R, LLVMValueRef v, uint32_t q) {
    unsigned operands = (unsigned)LLVMGetNumOperands(v);
    for (unsigned k = 0; k < operands; k++) {
        LLVMValueRef x = source(R, LLVMGetOperand(v, k));
        uint32_t p = LLVMIsAInstruction(x) ? pos_of(R, x) : R->n;
        if (p >= R->n || R->last[p] >= q)
            continue;
        add_live(R, R->last[p], q, size_of(R, x));
        R->last[p] = q;
    }
    R->head[q] = v;
    ptrmap_put(&R->where, v, (void *)(uintptr_t)(q + 1));
}

static bool sink(rp *R, uint32_t p) {
    uint32_t pos[MAX_USES], n = users_of(R, R->at[p], pos);
    LLVMValueRef v = R->at[p];
    int64_t size_b = size_of(R, v);
    if (n == 0 || R->block[pos[0]] != R->block[pos[n - 1]] || !same_loop(R, p, pos[0]) || !peak(R, p + 1, pos[0]) ||
        !cmc_graph_dominates(R->g, R->block[p], R->block[pos[0]]) || longer_b(R, v, pos[0], 0) >= size_b)
        return false;
    gx_shim_move_before(v, R->head[pos[0]]);
    place(R, v, pos[0]);
    add_live(R, p, pos[0], -size_b);
    return true;
}

// Cheap enough to do twice?
static bool is_cheap(const rp *R, LLVMValueRef v) {
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    bool simple = o == LLVMAdd || o == LLVMSub || o == LLVMAnd || o == LLVMOr || o == LLVMXor || o == LLVMShl || o == LLVMLShr ||
                  o == LLVMAShr || o == LLVMSelect || o == LLVMZExt || o == LLVMSExt || o == LLVMUIToFP || o == LLVMSIToFP ||
                  o == LLVMFAdd || o == LLVMFSub || o == LLVMFMul;
    return simple && genx_elt_bits(LLVMTypeOf(v)) <= 32 && size_of(R, v) <= 2 * R->cx->model->grf_b;
}

// Users from position q on take the copy.
static void replace_from(rp *R, LLVMValueRef v, LLVMValueRef copy, uint32_t q) {
    LLVMValueRef users[MAX_USES];
    uint32_t n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && n < MAX_USES; u = LLVMGetNextUse(u))
        if (place_of(R, LLVMGetUser(u)) >= q)
            users[n++] = LLVMGetUser(u);
    for (uint32_t i = 0; i < n; i++)
        for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(users[i]); k++)
            if (LLVMGetOperand(users[i], k) == v)
                LLVMSetOperand(users[i], k, copy);
}

static bool again(rp *R, uint32_t p) {
    uint32_t pos[MAX_USES], n = users_of(R, R->at[p], pos);
    LLVMValueRef v = R->at[p];
    for (uint32_t k = 1; k < n; k++) {
        uint32_t q = pos[k];
        if (!peak(R, pos[k - 1] + 1, q) || !same_loop(R, p, q) || !same_loop(R, pos[k - 1], q) || longer_b(R, v, q, MAX_DEPTH) != 0 ||
            R->block[q] != R->block[pos[n - 1]] || !cmc_graph_dominates(R->g, R->block[p], R->block[q]))
            continue;
        LLVMValueRef copy = LLVMInstructionClone(v);
        LLVMPositionBuilderBefore(R->b, R->head[q]);
        LLVMInsertIntoBuilder(R->b, copy);
        replace_from(R, v, copy, q);
        place(R, copy, q);
        add_live(R, pos[k - 1] + 1, q, -size_of(R, v));
        return true;
    }
    return false;
}

bool gx_relieve_pressure(gx_ctx *cx, LLVMValueRef fn) {
    rp R = {.cx = cx, .limit_b = 128ll * cx->model->grf_b / 8 * 7};
    bool changed = false;
    if (!number_all(&R, fn))
        return false;
    find_loop_ends(&R);
    find_intervals(&R);
    R.budget = 256ll * R.n + 100000;
    if (!peak(&R, 0, R.n))
        return false;
    R.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)));
    for (uint32_t p = R.n; p-- > 0 && R.budget > 0;) // users first: then what they are made of can follow
        if (may_move(&R, R.at[p]) && size_of(&R, R.at[p]) >= cx->model->grf_b / 2)
            changed |= sink(&R, p) || (is_cheap(&R, R.at[p]) && again(&R, p));
    LLVMDisposeBuilder(R.b);
    return changed;
}
