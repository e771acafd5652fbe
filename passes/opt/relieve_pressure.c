// SPDX-License-Identifier: MIT
// gx_relieve_pressure: sink or rematerialise values where more is live than the registers hold.
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
//     %y = fmul %a, %b      ; used on one side of a branch     then:
//     br i1 %c, label %then, label %else                         %y = fmul %a, %b;  use %y
//
// Why: a spill and its fill take two messages. Sinking an operation costs no instruction, and rematerialising a cheap
// one costs one.
// How: the live bytes at each instruction are estimated over the whole function (loops included). The pass does nothing
// where they stay below most of the register file. A value sinks past a peak, or to the only block that uses it in the
// same loop, if its operands' live ranges grow by fewer bytes than its own shrinks. A value that is also used before
// the peak is computed again after it, but only from constants, small values and values that are live there anyway.
// Needs: gx_legalize, so that values are single instructions. Never moves: PHIs, writes into vectors, instructions that
// read memory.

#include "live_ranges.h"

#include "llvm_shim.h"

enum { SMALL_B = 8, MAX_USES = 64, MAX_DEPTH = 3, MIN_FOLLOWERS = 3 };

typedef struct rp {
    live_ranges live;
    ptrmap where;       // moved value -> the position that it now precedes, + 1
    LLVMValueRef *head; // by position: the first value moved before it, or itself
    LLVMBuilderRef b;
    uint32_t *next_peak; // by position: no peak in between, if this is not a peak
    int64_t limit_b;
    int64_t budget; // steps of work, so that time is linear
} rp;

static uint32_t place_of(const rp *R, LLVMValueRef v) {
    void *moved = ptrmap_get(&R->where, v);
    return moved ? (uint32_t)(uintptr_t)moved - 1 : live_pos(&R->live, v);
}

static bool init(rp *R, gx_ctx *cx, LLVMValueRef fn) {
    if (!live_init(&R->live, cx, fn))
        return false;
    uint32_t n = R->live.n;
    R->where = (ptrmap){.arena = cx->arena};
    R->head = CMC_NEW_N(cx->arena, LLVMValueRef, n + 1);
    R->next_peak = CMC_NEW_N(cx->arena, uint32_t, n + 1);
    for (uint32_t p = 0; R->head && R->next_peak && p < n; p++) {
        R->head[p] = R->live.at[p];
        R->next_peak[p] = p + 1;
    }
    return R->head && R->next_peak;
}

// Is there a peak in [from, to)? next_peak skips positions below the limit; a relieved position never becomes a peak
// again.
static bool peak(rp *R, uint32_t from, uint32_t to) {
    uint32_t p = from;
    while (p < R->live.n && R->live.live_b[p] <= R->limit_b)
        p = R->next_peak[p];
    for (uint32_t q = from, next; q < p; q = next) { // path compression
        next = R->next_peak[q];
        R->next_peak[q] = p;
    }
    return p < to;
}

// Moving

static bool may_move(const rp *R, LLVMValueRef v) {
    if (LLVMIsAPHINode(v) || LLVMIsATerminatorInst(v) || genx_is_wrregion(v) || live_is_view(&R->live, v) ||
        genx_is_bool(LLVMTypeOf(v)) || LLVMIsALoadInst(v) || LLVMIsAAllocaInst(v))
        return false;
    if (!LLVMIsACallInst(v))
        return true;
    genx_id id = genx_call_id(v);
    return id != GENX_NONE ? genx_info_get(id)->memory == GENX_MEM_NONE && !genx_info_get(id)->convergent
                           : gx_shim_no_effects(v);
}

// The variable that x reads, without views.
static LLVMValueRef source(const rp *R, LLVMValueRef x) {
    while (LLVMIsAInstruction(x) && live_is_view(&R->live, x))
        x = LLVMGetOperand(x, 0);
    return x;
}

// Is x updated before `to`? Then a read of x there needs a copy of all of it.
static bool continued(rp *R, LLVMValueRef x, uint32_t to) {
    genx_foreach_use(x, u) {
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

// The bytes whose live ranges grow if v is computed at `to`. An operand whose only user is v may sink with it.
static int64_t longer_b(rp *R, LLVMValueRef v, uint32_t to, unsigned depth) {
    int64_t sum = 0;
    unsigned operands = (unsigned)LLVMGetNumOperands(v);
    for (unsigned k = 0; k < operands; k++) {
        LLVMValueRef x = source(R, LLVMGetOperand(v, k));
        bool inst = LLVMIsAInstruction(x) != NULL;
        if (!inst && !LLVMIsAArgument(x))
            continue;
        if (continued(R, x, to) || (genx_is_bool(LLVMTypeOf(x)) && (!inst || R->live.last[live_pos(&R->live, x)] < to)))
            return INT64_MAX;
        int64_t size_b = genx_size_b(LLVMTypeOf(x));
        if (inst && depth < MAX_DEPTH && x == LLVMGetOperand(v, k) && !LLVMGetNextUse(LLVMGetFirstUse(x)) &&
            may_move(R, x)) {
            int64_t with_it = longer_b(R, x, to, depth + 1);
            size_b = with_it < size_b ? with_it : size_b;
        }
        if (size_b > SMALL_B && (!inst || R->live.last[live_pos(&R->live, x)] < to))
            sum += size_b;
    }
    return sum;
}

// The users' positions in ascending order; 0 if there are too many or one is a PHI.
static uint32_t users_of(const rp *R, LLVMValueRef v, uint32_t pos[MAX_USES]) {
    uint32_t n = 0;
    genx_foreach_use(v, u) {
        LLVMValueRef user = LLVMGetUser(u);
        uint32_t p = place_of(R, user), k = n;
        if (LLVMIsAPHINode(user) || p >= R->live.n || n == MAX_USES)
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
    return cmc_graph_loop_header(R->live.g, R->live.block[p]) == cmc_graph_loop_header(R->live.g, R->live.block[q]);
}

static void add_live(rp *R, uint32_t from, uint32_t to, int64_t size_b) {
    R->budget -= to - from;
    live_add(&R->live, from, to, size_b);
}

// Records that v is now computed before position q.
static void place(rp *R, LLVMValueRef v, uint32_t q) {
    unsigned operands = (unsigned)LLVMGetNumOperands(v);
    for (unsigned k = 0; k < operands; k++) {
        LLVMValueRef x = source(R, LLVMGetOperand(v, k));
        uint32_t p = LLVMIsAInstruction(x) ? live_pos(&R->live, x) : R->live.n;
        if (p >= R->live.n || R->live.last[p] >= q)
            continue;
        add_live(R, R->live.last[p], q, live_size_b(&R->live, x));
        R->live.last[p] = q;
    }
    R->head[q] = v;
    ptrmap_put(&R->where, v, (void *)(uintptr_t)(q + 1));
}

// Is another value computed before `to` and needed after it, and can it sink there as well?
static bool follows(const rp *R, LLVMValueRef other, uint32_t to, int64_t size_b) {
    uint32_t p = live_pos(&R->live, other);
    return p < to && may_move(R, other) && R->live.last[p] >= to && live_size_b(&R->live, other) >= size_b;
}

// If many values are computed from one, sinking the first gains nothing: its source stays live for as long. Sinking the
// others does gain.
static bool has_followers(rp *R, LLVMValueRef v, uint32_t to) {
    uint32_t n = 0;
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(v); k++) {
        LLVMValueRef x = LLVMGetOperand(v, k);
        for (LLVMUseRef u = LLVMIsAInstruction(x) ? LLVMGetFirstUse(x) : NULL; u; u = LLVMGetNextUse(u)) {
            n += LLVMGetUser(u) != v && follows(R, LLVMGetUser(u), to, live_size_b(&R->live, v));
            if (n >= MIN_FOLLOWERS || R->budget-- <= 0)
                return n >= MIN_FOLLOWERS;
        }
    }
    return false;
}

static bool sink(rp *R, uint32_t p) {
    uint32_t pos[MAX_USES], n = users_of(R, R->live.at[p], pos);
    LLVMValueRef v = R->live.at[p];
    int64_t size_b = live_size_b(&R->live, v);
    if (n == 0 || R->live.block[pos[0]] != R->live.block[pos[n - 1]] || !same_loop(R, p, pos[0]) ||
        !peak(R, p + 1, pos[0]) || !cmc_graph_dominates(R->live.g, R->live.block[p], R->live.block[pos[0]]))
        return false;
    int64_t longer = longer_b(R, v, pos[0], 0);
    if (longer > size_b || (longer == size_b && !has_followers(R, v, pos[0])))
        return false;
    gx_shim_move_before(v, R->head[pos[0]]);
    place(R, v, pos[0]);
    add_live(R, p, pos[0], -size_b);
    return true;
}

// Cheap enough to do twice?
static bool is_cheap(const rp *R, LLVMValueRef v) {
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    bool simple = o == LLVMAdd || o == LLVMSub || o == LLVMAnd || o == LLVMOr || o == LLVMXor || o == LLVMShl ||
                  o == LLVMLShr || o == LLVMAShr || o == LLVMSelect || o == LLVMZExt || o == LLVMSExt ||
                  o == LLVMUIToFP || o == LLVMSIToFP || o == LLVMFAdd || o == LLVMFSub || o == LLVMFMul;
    return simple && genx_elt_bits(LLVMTypeOf(v)) <= 32 && live_size_b(&R->live, v) <= 2 * R->live.cx->model->grf_b;
}

// Replaces v with the copy in all users from position q on.
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
    uint32_t pos[MAX_USES], n = users_of(R, R->live.at[p], pos);
    LLVMValueRef v = R->live.at[p];
    for (uint32_t k = 1; k < n; k++) {
        uint32_t q = pos[k];
        if (!peak(R, pos[k - 1] + 1, q) || !same_loop(R, p, q) || !same_loop(R, pos[k - 1], q) ||
            longer_b(R, v, q, MAX_DEPTH) != 0 || R->live.block[q] != R->live.block[pos[n - 1]] ||
            !cmc_graph_dominates(R->live.g, R->live.block[p], R->live.block[q]))
            continue;
        LLVMValueRef copy = LLVMInstructionClone(v);
        LLVMPositionBuilderBefore(R->b, R->head[q]);
        LLVMInsertIntoBuilder(R->b, copy);
        replace_from(R, v, copy, q);
        place(R, copy, q);
        add_live(R, pos[k - 1] + 1, q, -live_size_b(&R->live, v));
        return true;
    }
    return false;
}

bool gx_relieve_pressure(gx_ctx *cx, LLVMValueRef fn) {
    rp R = {.limit_b = gx_register_bytes(cx, fn) / 8 * 7};
    bool changed = false;
    if (!init(&R, cx, fn))
        return false;
    R.budget = 256ll * R.live.n + 100000;
    if (!peak(&R, 0, R.live.n))
        return false;
    R.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)));
    for (uint32_t p = R.live.n; p-- > 0 && R.budget > 0;) // users first, so that their operands can follow
        if (may_move(&R, R.live.at[p]) && live_size_b(&R.live, R.live.at[p]) >= cx->model->grf_b / 2)
            changed |= sink(&R, p) || (is_cheap(&R, R.live.at[p]) && again(&R, p));
    LLVMDisposeBuilder(R.b);
    return changed;
}
