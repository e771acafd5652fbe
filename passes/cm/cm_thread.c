// SPDX-License-Identifier: MIT
// lower_cm: resources shared by a thread group: local memory, barriers, fences.
//
//   cm_slm_init(4096)    no code; sets the kernel's local memory size (attribute VCSLMSize)
//   cm_slm_alloc(1024)   the offset of the next 1024 bytes, a constant
//   cm_slm_alloc(n)      the same at run time
//   slm_allocator<1024>  the same in the ESIMD dialect, where the memory grows by the parts
//
// Local memory is allocated in the order of the calls, at multiples of 64 bytes when there is room.

#include "cm_priv.h"

#include <cmc/genx_mem.h>
#include <string.h>

enum { SLM_UNIT_B = 4096, SLM_ALIGN_B = 64, SLM_OWORD_B = 16, SLM_SURFACE = 254, NBARRIER_MAX = 32 };

static uint32_t round_up(uint32_t x, uint32_t unit) {
    return (x + unit - 1) / unit * unit;
}

static const char *slm_init_word(const cm_lower *l) {
    return l->esimd ? "slm_init" : "cm_slm_init";
}

// Whether v is a number that was read from memory.
static bool is_from_memory(LLVMValueRef v) {
    while (LLVMIsACastInst(v) || LLVMIsAExtractElementInst(v))
        v = LLVMGetOperand(v, 0);
    size_t len = 0; // of a builtin's name, or of what it became
    return LLVMIsALoadInst(v) ||
           (LLVMIsACallInst(v) && strstr(LLVMGetValueName2(LLVMGetCalledValue(v), &len), "svm") != NULL);
}

// Whether v is a specialization constant: the value from the host's table, or where it has none, the default.
static bool is_specialization(LLVMValueRef v) {
    bool read = false, constant = false;
    for (unsigned k = 0; LLVMIsAPHINode(v) && k < LLVMCountIncoming(v); k++) {
        LLVMValueRef in = LLVMGetIncomingValue(v, k);
        read = read || is_from_memory(in);
        constant = constant || LLVMIsAConstantInt(in);
    }
    return read && constant;
}

// Whether the host reserves local memory for an argument: for the local_accessors of a kernel.
static bool has_local_argument(LLVMValueRef fn) {
    for (unsigned i = 0; i < LLVMCountParams(fn); i++)
        if (cm_is_declared(fn, i, "local_ptr"))
            return true;
    return false;
}

// Reports a function that reserves local memory from its first byte on, where the local_accessors of the kernel are.
static bool is_taken(cm_lower *l, LLVMValueRef call, const char *word) {
    if (!l->esimd || !has_local_argument(l->fn))
        return false;
    gx_error(
        l->cx, call, "CM0230",
        "%s is used in a kernel that captures a local_accessor, and both are at the first byte of local memory; use "
        "one of them",
        word);
    return true;
}

LLVMValueRef gx_cm_slm_init(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    const uint32_t max_b = l->cx->model->slm_max_kib * 1024u;
    int64_t size_b;
    l->slm_wrong = true; // suppresses further errors about its uses
    if (l->esimd && is_specialization(LLVMGetOperand(call, 0))) {
        size_b = max_b;
        gx_warn(l->cx, call, "-Wcm-slm-size",
                "the size of local memory is not known before the program runs, so that the kernel reserves all %u "
                "bytes; pass a constant",
                max_b);
    } else if (!cm_const_arg(l, call, 0, "the size of local memory", &size_b))
        return NULL;
    if (is_taken(l, call, "slm_init"))
        return NULL;
    if (l->slm_init_b)
        gx_error(l->cx, call, "CM0230", "%s is called twice in one kernel; remove the second call", slm_init_word(l));
    else if (l->slm_used_b)
        gx_error(l->cx, call, "CM0230", "%s follows an allocation of shared local memory; call it first",
                 slm_init_word(l));
    else if (size_b <= 0 || size_b > max_b)
        gx_error(l->cx, call, "CM0230", "%s(%lld): the size must be 1 to %u bytes on %s", slm_init_word(l),
                 (long long)size_b, max_b, l->cx->model->name);
    else
        l->slm_init_b = (uint32_t)size_b;
    l->slm_wrong = !l->slm_init_b;
    return NULL;
}

// Whether the size of a block of fn is known only at run time. Then the offsets of all its blocks are.
static bool allocates_at_run_time(LLVMValueRef fn) {
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i) {
            size_t len = 0;
            const char *name = LLVMIsACallInst(i) ? cm_builtin_name(LLVMGetCalledValue(i), &len) : NULL;
            int64_t size_b;
            if (name && len == 9 && memcmp(name, "slm_alloc", len) == 0 && !cm_is_const(LLVMGetOperand(i, 0), &size_b))
                return true;
        }
    return false;
}

// A variable at the kernel's entry that holds the end of the blocks in use.
static LLVMValueRef slm_end(cm_lower *l) {
    if (l->slm_end)
        return l->slm_end;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(l->fn);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->llvm);
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(entry));
    l->slm_end = LLVMBuildAlloca(b, l->i32, "slm_end");
    LLVMBuildStore(b, cm_i32(l, 0), l->slm_end);
    LLVMDisposeBuilder(b);
    return l->slm_end;
}

//   before  %a = call i32 @__cm_slm_alloc(i32 %size)
//   after   %a = load i32, ptr %slm_end
//           store i32 (%a + %size, rounded up to an oword), ptr %slm_end
static LLVMValueRef run_time_alloc(cm_lower *l, LLVMValueRef call) {
    if (!l->slm_init_b || cm_is_subroutine(l->fn)) {
        gx_error(l->cx, call, "CM0231",
                 l->slm_init_b
                     ? "cm_slm_alloc is called in a function that is not inlined; pass the block as an argument"
                     : "cm_slm_alloc is called before cm_slm_init");
        return NULL;
    }
    LLVMValueRef end = slm_end(l), at = LLVMBuildLoad2(l->b, l->i32, end, "");
    LLVMValueRef next = LLVMBuildAdd(l->b, at, LLVMGetOperand(call, 0), "");
    next = LLVMBuildAdd(l->b, next, cm_i32(l, SLM_OWORD_B - 1), "");
    LLVMBuildStore(l->b, LLVMBuildAnd(l->b, next, cm_i32(l, ~(SLM_OWORD_B - 1)), ""), end);
    return at;
}

// The place of a block whose size is a constant, after those before it, at a multiple of align_b if there is room.
// Reports a block that does not fit.
static uint32_t constant_alloc(cm_lower *l, LLVMValueRef call, int64_t size_b, uint32_t align_b) {
    uint32_t room_b = round_up(l->slm_init_b, SLM_UNIT_B), at = round_up(l->slm_used_b, align_b);
    if (size_b <= 0 || at + size_b > room_b)
        at = round_up(l->slm_used_b, SLM_OWORD_B);
    if (l->slm_init_b == 0)
        gx_error(l->cx, call, "CM0231", "cm_slm_alloc is called before cm_slm_init");
    else if (size_b <= 0 || size_b > (int64_t)room_b - at)
        gx_error(l->cx, call, "CM0231", "cm_slm_alloc(%lld): cm_slm_init reserved %u bytes, of which %u are in use",
                 (long long)size_b, l->slm_init_b, at);
    else
        l->slm_used_b = at + (uint32_t)size_b;
    return at;
}

LLVMValueRef gx_cm_slm_alloc(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    int64_t size_b;
    if (l->slm_wrong)
        return cm_i32(l, 0);
    bool at_run_time = l->slm_end || allocates_at_run_time(l->fn);
    if (at_run_time) { // the blocks of constant sizes alone have to fit
        if (l->slm_init_b && cm_is_const(LLVMGetOperand(call, 0), &size_b))
            (void)constant_alloc(l, call, size_b, SLM_OWORD_B);
        return run_time_alloc(l, call);
    }
    cm_is_const(LLVMGetOperand(call, 0), &size_b);
    return cm_i32(l, constant_alloc(l, call, size_b, SLM_ALIGN_B));
}

// A part that an object of ESIMD reserves while it lives, after the kernel's own memory. Parts do not share memory.
LLVMValueRef gx_cm_slm_part(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    const uint32_t max_b = l->cx->model->slm_max_kib * 1024u;
    int64_t size_b;
    if (is_taken(l, call, "slm_allocator") || !cm_const_arg(l, call, 0, "the size of a part of local memory", &size_b))
        return cm_i32(l, 0);
    uint32_t at = round_up(l->slm_used_b ? l->slm_used_b : l->slm_init_b, SLM_OWORD_B);
    if (size_b <= 0 || size_b > (int64_t)max_b - at) {
        gx_error(l->cx, call, "CM0231", "slm_allocator<%lld>: %s has %u bytes, of which the kernel uses %u",
                 (long long)size_b, l->cx->model->name, max_b, at);
        return cm_i32(l, 0);
    }
    l->slm_used_b = at + (uint32_t)size_b;
    return cm_i32(l, at);
}

uint32_t cm_slm_size_b(const cm_lower *l) {
    uint32_t b = l->slm_used_b > l->slm_init_b ? l->slm_used_b : l->slm_init_b;
    return round_up(b, 1024);
}

static bool uses_slm(LLVMValueRef call) {
    mem_desc d;
    bool lanes = mem_describe(call, &d);
    genx_id id = genx_call_id(call);
    bool load = id == GENX_OWORD_LD || id == GENX_OWORD_LD_UNALIGNED, store = id == GENX_OWORD_ST;
    int surface = lanes ? d.surface : load ? 1 : store ? 0 : -1;
    uint64_t bti;
    if (lanes && d.place == MEM_LSC_SLM)
        return true;
    return surface >= 0 && genx_const_u64(LLVMGetOperand(call, (unsigned)surface), &bti) && bti == SLM_SURFACE;
}

void cm_check_slm(cm_lower *l, LLVMValueRef fn) {
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i) {
            if (LLVMIsACallInst(i) && cm_is_subroutine(LLVMGetCalledValue(i)))
                cm_check_slm(l, LLVMGetCalledValue(i));
            if (LLVMIsACallInst(i) && uses_slm(i)) {
                gx_error(l->cx, i, "CM0230",
                         "shared local memory is used here, but the kernel reserves none; call %s first",
                         l->esimd ? "slm_init<bytes>()" : "cm_slm_init(bytes)");
                return;
            }
        }
}

LLVMValueRef gx_cm_sbarrier(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    int64_t flag;
    const char *what =
        l->esimd ? "the action of a split barrier" : "the argument of cm_sbarrier, 1 to signal or 0 to wait,";
    if (!cm_const_arg(l, call, 0, what, &flag))
        return NULL;
    if (flag != 0 && flag != 1)
        gx_error(l->cx, call, "CM0219", "cm_sbarrier(%lld): the argument must be 1 to signal or 0 to wait",
                 (long long)flag);
    LLVMValueRef arg = LLVMConstInt(l->i8, flag != 0, 0);
    genx_build(l->b, l->mod, id, LLVMVoidTypeInContext(l->llvm), &arg, 1, "");
    return NULL;
}

enum { FENCE_GLOBAL = 0x01, FENCE_LOCAL = 0x20, FENCE_COMPILER = 0x80 };

static void emit_fence(cm_lower *l, uint32_t mask) {
    LLVMValueRef m = LLVMConstInt(l->i8, mask, 0);
    genx_build(l->b, l->mod, GENX_FENCE, LLVMVoidTypeInContext(l->llvm), &m, 1, "");
}

// llvm.genx.fence orders either global or local memory, selected by its bit 5 (as in Intel's back end). A fence of the
// language orders both, where the kernel has local memory that the target does not order by itself.
LLVMValueRef gx_cm_fence(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    int64_t mask;
    if (!cm_const_arg(l, call, 0, "the mask of a fence", &mask))
        return NULL;
    if (mask < 0 || mask > 0xff) {
        gx_error(l->cx, call, "CM0219",
                 "the mask of a fence must fit in 8 bits; use CM_GLOBAL_COHERENT_FENCE, CM_LOCAL_BARRIER and the other "
                 "CM_ flags");
        return NULL;
    }
    uint32_t bits = (uint32_t)mask;
    emit_fence(l, bits);
    if (!(bits & (FENCE_LOCAL | FENCE_COMPILER)) && (l->slm_init_b || l->slm_used_b || l->slm_placed) &&
        l->cx->model->slm_needs_fence)
        emit_fence(l, FENCE_LOCAL | FENCE_GLOBAL);
    return NULL;
}

static bool need_named(cm_lower *l, LLVMValueRef call) {
    if (!l->cx->model->has_named_barrier)
        gx_error(l->cx, call, "CM0225",
                 "Not supported feature for this platform: %s has no named barriers; they need CM_GENX 1280 or later",
                 l->cx->model->name);
    return l->cx->model->has_named_barrier;
}

LLVMValueRef gx_cm_nbarrier_init(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    int64_t count;
    if (!need_named(l, call) || !cm_const_arg(l, call, 0, "the number of named barriers", &count))
        return NULL;
    if (count < 1 || count > NBARRIER_MAX)
        gx_error(l->cx, call, "CM0232", "%s(%lld): the number of barriers must be 1 to %d",
                 l->esimd ? "named_barrier_init" : "cm_nbarrier_init", (long long)count, NBARRIER_MAX);
    else if ((uint32_t)count > l->named_barriers)
        l->named_barriers = (uint32_t)count;
    return NULL;
}

// More named barriers; the result is the number of the first one.
LLVMValueRef gx_cm_nbarrier_alloc(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    int64_t count;
    if (!need_named(l, call) || !cm_const_arg(l, call, 0, "the number of named barriers", &count))
        return cm_i32(l, 0);
    const uint32_t first = l->named_barriers ? l->named_barriers : 1; // 0 is the barrier of the whole group
    if (count < 1 || count > (int64_t)(NBARRIER_MAX - first))
        gx_error(l->cx, call, "CM0232", "named_barrier_allocate<%lld>: a kernel has at most %d named barriers",
                 (long long)count, NBARRIER_MAX);
    else
        l->named_barriers = first + (uint32_t)count;
    return cm_i32(l, first);
}

static LLVMValueRef byte_arg(cm_lower *l, LLVMValueRef call, unsigned i) {
    return LLVMBuildTrunc(l->b, LLVMGetOperand(call, i), l->i8, "");
}

// A barrier named by a constant counts as requested.
static void note_barrier(cm_lower *l, LLVMValueRef call) {
    int64_t id;
    if (cm_is_const(LLVMGetOperand(call, 0), &id) && (id < 0 || id >= NBARRIER_MAX))
        gx_error(l->cx, call, "CM0232", "named barrier %lld does not exist; expected 0 to %d", (long long)id,
                 NBARRIER_MAX - 1);
    else if (cm_is_const(LLVMGetOperand(call, 0), &id) && id >= 0 && id < NBARRIER_MAX &&
             (uint32_t)id >= l->named_barriers)
        l->named_barriers = (uint32_t)id + 1;
    else if (!cm_is_const(LLVMGetOperand(call, 0), &id) && l->named_barriers == 0)
        l->named_barriers = NBARRIER_MAX; // the number was never declared
}

LLVMValueRef gx_cm_nbarrier_signal(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    int64_t mode;
    if (!need_named(l, call))
        return NULL;
    if (cm_is_const(LLVMGetOperand(call, 1), &mode) && (mode < 0 || mode > 2))
        gx_error(
            l->cx, call, "CM0232",
            "unknown mode %lld of a named barrier; expected 0 (producer and consumer), 1 (producer) or 2 (consumer)",
            (long long)mode);
    note_barrier(l, call);
    LLVMValueRef args[4];
    for (unsigned i = 0; i < 4; i++)
        args[i] = byte_arg(l, call, i);
    genx_build(l->b, l->mod, id, LLVMVoidTypeInContext(l->llvm), args, 4, "");
    return NULL;
}

LLVMValueRef gx_cm_nbarrier_wait(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    if (!need_named(l, call))
        return NULL;
    note_barrier(l, call);
    LLVMValueRef zero = LLVMConstInt(l->i8, 0, 0);
    LLVMValueRef args[3] = {zero, byte_arg(l, call, 0), zero};
    genx_build(l->b, l->mod, id, LLVMVoidTypeInContext(l->llvm), args, 3, "");
    return NULL;
}

enum { FENCE_SLM = 3 };

// Operands: shared function, operation, scope, number of lanes in the predicate.
LLVMValueRef gx_cm_lsc_fence(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    static const char *const what[3] = {"the memory of a fence", "the operation of a fence", "the scope of a fence"};
    static const int64_t last[3] = {3, 5, 6};
    int64_t v[3];
    if (!l->cx->model->has_lsc) {
        gx_error(l->cx, call, "CM0225",
                 "Not supported feature for this platform: cm_fence with template arguments; guard the use with "
                 "CM_HAS_LSC, or use cm_fence(mask), which all targets have");
        return NULL;
    }
    LLVMValueRef args[4];
    for (unsigned i = 0; i < 3; i++) {
        if (!cm_const_arg(l, call, i, what[i], &v[i]))
            return NULL;
        if (v[i] < 0 || v[i] > last[i]) {
            gx_error(l->cx, call, "CM0233", "%s cannot be %lld", what[i], (long long)v[i]);
            return NULL;
        }
        // Local memory has no caches, and is not visible outside the group.
        args[1 + i] = LLVMConstInt(l->i8, i > 0 && v[0] == FENCE_SLM ? 0 : (uint64_t)v[i], 0);
    }
    cm_piece p = {.n = 1, .lanes = 1, .total = 1};
    args[0] = cm_piece_pred(l, NULL, &p);
    genx_build(l->b, l->mod, id, LLVMVoidTypeInContext(l->llvm), args, 4, "");
    return NULL;
}
