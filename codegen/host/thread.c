// SPDX-License-Identifier: MIT
// The thread and its group: numbers, barriers, fences, what the hardware says of itself.

#include "host_priv.h"

enum { DIMS = 3 };

static LLVMValueRef number(host *h, size_t off_b, unsigned dim) {
    return host_field(h, h->b, h->thread, off_b + dim * sizeof(uint32_t), h->i32);
}

// Three numbers; further lanes are zero.
static LLVMValueRef three(host *h, LLVMValueRef call, int off_b) {
    LLVMTypeRef t = LLVMTypeOf(call), elt = genx_elt_type(t);
    LLVMValueRef v = LLVMConstNull(genx_is_vec(t) ? t : LLVMVectorType(elt, 1));
    for (unsigned k = 0; k < genx_lanes(t) && k < DIMS; k++) {
        LLVMValueRef one = host_int_cast(h, number(h, (size_t)off_b, k), elt, false);
        v = LLVMBuildInsertElement(h->b, v, one, host_i32(h, k), "");
    }
    return host_as(h, v, t);
}

static LLVMValueRef group_id(host *h, LLVMValueRef call, int dim) {
    (void)call;
    return number(h, offsetof(cmc_host_thread, group_id), (unsigned)dim);
}

// The thread header of a GPU, as far as kernels read it: the group's numbers.
static LLVMValueRef header(host *h, LLVMValueRef call, int param) {
    (void)param;
    static const uint8_t at[DIMS] = {1, 6, 7};
    LLVMTypeRef t = LLVMTypeOf(call);
    uint32_t n = genx_size_b(t) / sizeof(uint32_t);
    LLVMValueRef v = LLVMConstNull(LLVMVectorType(h->i32, n));
    for (unsigned k = 0; k < DIMS; k++)
        if (at[k] < n)
            v = LLVMBuildInsertElement(h->b, v, number(h, offsetof(cmc_host_thread, group_id), k), host_i32(h, at[k]),
                                       "");
    return host_as(h, v, t);
}

static LLVMValueRef all_channels(host *h, LLVMValueRef call, int param) {
    (void)h, (void)param;
    return LLVMConstAllOnes(LLVMTypeOf(call));
}

static LLVMValueRef zero(host *h, LLVMValueRef call, int param) {
    (void)h, (void)param;
    return LLVMConstNull(LLVMTypeOf(call));
}

static LLVMValueRef lane_numbers(host *h, LLVMValueRef call, int param) {
    (void)param;
    LLVMTypeRef t = LLVMTypeOf(call), elt = genx_elt_type(t);
    LLVMValueRef v[HOST_MAX_LANES];
    for (uint32_t k = 0; k < genx_lanes(t); k++)
        v[k] = LLVMConstInt(elt, k, 0);
    return host_as(h, LLVMConstVector(v, genx_lanes(t)), t);
}

static LLVMValueRef thread_number(host *h, LLVMValueRef call, int param) {
    (void)call, (void)param;
    return number(h, offsetof(cmc_host_thread, linear_id), 0);
}

static LLVMValueRef timestamp(host *h, LLVMValueRef call, int param) {
    (void)param;
    LLVMTypeRef t = LLVMTypeOf(call);
    uint32_t n = genx_size_b(t) / sizeof(uint32_t), from[HOST_MAX_LANES];
    LLVMValueRef now = host_as(h, host_call_op(h, HOST_OP_clock, NULL, 0), LLVMVectorType(h->i32, 2));
    for (uint32_t k = 0; k < n; k++)
        from[k] = k < 2 ? k : 2;
    return host_as(h, host_shuffle(h, now, LLVMConstNull(LLVMTypeOf(now)), from, n), t);
}

static LLVMValueRef print_buffer(host *h, LLVMValueRef call, int param) {
    (void)param;
    return host_as(h, host_field(h, h->b, h->thread, offsetof(cmc_host_thread, printf_buffer), h->i64),
                   LLVMTypeOf(call));
}

static LLVMValueRef address_of_text(host *h, LLVMValueRef call, int param) {
    (void)param;
    return host_as(h, LLVMBuildPtrToInt(h->b, host_arg(call, 0), h->i64, ""), LLVMTypeOf(call));
}

static LLVMValueRef fence(host *h, LLVMValueRef call, int param) {
    (void)call, (void)param;
    LLVMBuildFence(h->b, LLVMAtomicOrderingSequentiallyConsistent, 0, "");
    return NULL;
}

static LLVMValueRef nothing(host *h, LLVMValueRef call, int param) {
    (void)h, (void)call, (void)param;
    return NULL;
}

static LLVMValueRef barrier(host *h, LLVMValueRef call, int param) {
    (void)call, (void)param;
    host_call_service(h, offsetof(cmc_host_services, barrier), NULL, 0);
    return NULL;
}

static LLVMValueRef split_barrier(host *h, LLVMValueRef call, int param) {
    (void)param;
    bool signal = host_const_arg(call, 0) != 0;
    host_call_service(
        h, signal ? offsetof(cmc_host_services, barrier_signal) : offsetof(cmc_host_services, barrier_wait), NULL, 0);
    return NULL;
}

static void signal_named(host *h, LLVMValueRef id, LLVMValueRef role, LLVMValueRef producers, LLVMValueRef consumers) {
    LLVMValueRef args[] = {id, role, producers, consumers};
    for (unsigned k = 0; k < 4; k++)
        args[k] = host_int_cast(h, args[k], h->i32, false);
    host_call_service(h, offsetof(cmc_host_services, named_barrier_signal), args, 4);
}

// Operands: signal or wait, barrier, threads.
static LLVMValueRef named_barrier(host *h, LLVMValueRef call, int param) {
    (void)param;
    LLVMValueRef id = host_arg(call, 1), n = host_arg(call, 2);
    LLVMValueRef wait = host_int_cast(h, id, h->i32, false);
    if (host_const_arg(call, 0))
        signal_named(h, id, host_i32(h, 0), n, n);
    else
        host_call_service(h, offsetof(cmc_host_services, named_barrier_wait), &wait, 1);
    return NULL;
}

// Operands: barrier, role, producers, consumers.
static LLVMValueRef arrive(host *h, LLVMValueRef call, int param) {
    (void)param;
    signal_named(h, host_arg(call, 0), host_arg(call, 1), host_arg(call, 2), host_arg(call, 3));
    return NULL;
}

// Masks of SIMD control flow as numbers.
enum { SAVE, SET, GET };
static LLVMValueRef masks(host *h, LLVMValueRef call, int which) {
    LLVMValueRef v = host_arg(call, 0);
    LLVMTypeRef t = LLVMTypeOf(call);
    uint32_t n = genx_lanes(LLVMTypeOf(v));
    if (which == GET)
        return v;
    if (which == SAVE)
        return host_int_cast(h, host_as(h, v, LLVMIntTypeInContext(h->llvm, n)), t, false);
    v = host_int_cast(h, host_arg(call, 1), LLVMIntTypeInContext(h->llvm, genx_lanes(t)), false);
    return host_as(h, v, t);
}

const host_row host_thread_rows[GENX_COUNT] = {
    [GENX_GROUP_ID_X] = {group_id, 0},
    [GENX_GROUP_ID_Y] = {group_id, 1},
    [GENX_GROUP_ID_Z] = {group_id, 2},
    [GENX_LOCAL_ID] = {three, offsetof(cmc_host_thread, local_id)},
    [GENX_LOCAL_ID16] = {three, offsetof(cmc_host_thread, local_id)},
    [GENX_LOCAL_SIZE] = {three, offsetof(cmc_host_thread, local_size)},
    [GENX_GROUP_COUNT] = {three, offsetof(cmc_host_thread, group_count)},
    [GENX_LANE_ID] = {lane_numbers, 0},
    [GENX_R0] = {header, 0},
    [GENX_SR0] = {zero, 0},
    [GENX_CR0] = {zero, 0},
    [GENX_CE0] = {all_channels, 0},
    [GENX_GET_HWID] = {thread_number, 0},
    [GENX_TIMESTAMP] = {timestamp, 0},
    [GENX_PRINT_BUFFER] = {print_buffer, 0},
    [GENX_PRINT_FORMAT_INDEX] = {address_of_text, 0},
    [GENX_FENCE] = {fence, 0},
    [GENX_LSC_FENCE] = {fence, 0},
    [GENX_CACHE_FLUSH] = {nothing, 0},
    [GENX_SLM_INIT] = {nothing, 0}, // host_describe has read it
    [GENX_BARRIER] = {barrier, 0},
    [GENX_SBARRIER] = {split_barrier, 0},
    [GENX_NBARRIER] = {named_barrier, 0},
    [GENX_NBARRIER_ARRIVE] = {arrive, 0},
    [GENX_SIMDCF_SAVEMASK] = {masks, SAVE},
    [GENX_SIMDCF_UNMASK] = {masks, SET},
    [GENX_SIMDCF_REMASK] = {masks, SET},
    [GENX_SIMDCF_GET_EM] = {masks, GET},
};
