// SPDX-License-Identifier: MIT
// Where memory is: flat addresses, local memory, surfaces; and contiguous blocks of it.
//
//   flat            a load or store
//   surface, SLM    offset + size <= size of the surface ?  a load or store  :  an operation, which reports the access
//
// Local memory is surface 254, as in the binding tables of GPUs.

#include "host_priv.h"

#include <assert.h>

enum { BTI_SLM = 254, BINDLESS_SHIFT = 6 };

host_place host_flat(void) {
    return (host_place){0};
}

host_place host_slm(host *h) {
    host_place p = {.slm = true, .surface = host_i32(h, BTI_SLM)};
    p.base = host_field(h, h->b, h->thread, offsetof(cmc_host_thread, slm), h->ptr);
    LLVMValueRef size = host_field(h, h->b, h->thread, offsetof(cmc_host_thread, slm_b), h->i32);
    p.size_b = LLVMBuildZExt(h->b, size, h->i64, "");
    return p;
}

// A surface of no bytes, for indices without one: the operation then reports the access.
static LLVMValueRef no_surface(host *h) {
    static const char name[] = "cmc.no_surface";
    LLVMValueRef g = LLVMGetNamedGlobal(h->mod, name);
    LLVMTypeRef t = LLVMArrayType2(h->i64, sizeof(cmc_host_surface) / sizeof(uint64_t));
    return g ? g : host_constant(h, LLVMConstNull(t), name);
}

LLVMValueRef host_surface_record(host *h, LLVMValueRef index) {
    LLVMValueRef n = host_field(h, h->b, h->thread, offsetof(cmc_host_thread, n_surfaces), h->i32);
    LLVMValueRef all = host_field(h, h->b, h->thread, offsetof(cmc_host_thread, surfaces), h->ptr);
    LLVMValueRef wide = LLVMBuildZExt(h->b, index, h->i64, "");
    LLVMValueRef off = LLVMBuildMul(h->b, wide, host_i64(h, sizeof(cmc_host_surface)), "");
    LLVMValueRef there = LLVMBuildICmp(h->b, LLVMIntULT, index, n, "");
    LLVMValueRef none = no_surface(h);
    return LLVMBuildSelect(h->b, there, host_offset(h, all, off), none, "");
}

host_place host_surface(host *h, LLVMValueRef index) {
    int64_t known;
    if (genx_const_i64(index, &known) && known == BTI_SLM)
        return host_slm(h);
    LLVMValueRef s = host_surface_record(h, index);
    host_place p = {.surface = index, .base = host_field(h, h->b, s, offsetof(cmc_host_surface, base), h->ptr)};
    p.size_b = host_field(h, h->b, s, offsetof(cmc_host_surface, size_b), h->i64);
    return p;
}

host_place host_bindless(host *h, LLVMValueRef handle) {
    return host_surface(h, LLVMBuildLShr(h->b, handle, host_i32(h, BINDLESS_SHIFT), ""));
}

LLVMValueRef host_place_number(host *h, const host_place *p) {
    if (p->slm)
        return LLVMConstInt(h->i32, (uint64_t)CMC_HOST_SLM, 1);
    return p->surface ? p->surface : LLVMConstInt(h->i32, (uint64_t)CMC_HOST_FLAT, 1);
}

static LLVMValueRef pointer(host *h, const host_place *p, LLVMValueRef off_b) {
    return p->base ? host_offset(h, p->base, off_b) : LLVMBuildIntToPtr(h->b, off_b, h->ptr, "");
}

// Whether all bytes are inside; NULL: nothing to ask.
static LLVMValueRef is_inside(host *h, const host_place *p, LLVMValueRef off_b, uint32_t size_b) {
    if (!p->base)
        return NULL;
    LLVMValueRef end = LLVMBuildAdd(h->b, off_b, host_i64(h, size_b), "");
    return LLVMBuildICmp(h->b, LLVMIntULE, end, p->size_b, "");
}

static void call_block(host *h, LLVMValueRef call, host_op op, const host_place *p, LLVMValueRef off_b, uint32_t size_b,
                       LLVMValueRef data) {
    LLVMValueRef args[] = {host_place_number(h, p), off_b, host_i32(h, size_b), data, host_i32(h, host_line(call))};
    host_call_op(h, op, args, sizeof args / sizeof args[0]);
}

static LLVMValueRef read_whole(host *h, LLVMValueRef call, const host_place *p, LLVMValueRef off_b, LLVMTypeRef t) {
    uint32_t size_b = genx_size_b(t);
    LLVMValueRef inside = is_inside(h, p, off_b, size_b);
    if (!inside) {
        host_check_flat(h, call, off_b, NULL, size_b, false);
        return host_load(h, t, pointer(h, p, off_b), 1);
    }
    // Both ways end in one load: of the surface, or of a buffer that the operation has filled.
    LLVMValueRef buffer = host_buffer(h, 0, size_b, NULL), at = pointer(h, p, off_b);
    host_if i = host_begin_rare(h, call, LLVMBuildNot(h->b, inside, ""));
    call_block(h, call, HOST_OP_block_read, p, off_b, size_b, buffer);
    LLVMValueRef from = host_end_if(h, &i, call, buffer, at);
    return host_load(h, t, from, 1);
}

static void write_whole(host *h, LLVMValueRef call, const host_place *p, LLVMValueRef off_b, LLVMValueRef v) {
    uint32_t size_b = genx_size_b(LLVMTypeOf(v));
    LLVMValueRef inside = is_inside(h, p, off_b, size_b);
    if (!inside) {
        host_check_flat(h, call, off_b, NULL, size_b, true);
        host_store(h, v, pointer(h, p, off_b), 1);
        return;
    }
    LLVMValueRef buffer = host_buffer(h, 0, size_b, NULL), at = pointer(h, p, off_b);
    host_if i = host_begin_rare(h, call, LLVMBuildNot(h->b, inside, ""));
    host_store(h, v, buffer, 1);
    call_block(h, call, HOST_OP_block_write, p, off_b, size_b, buffer);
    LLVMValueRef to = host_end_if(h, &i, call, buffer, at);
    host_store(h, v, to, 1);
}

static bool is_always(LLVMValueRef pred) {
    uint64_t x = 0;
    return !pred || (genx_const_u64(pred, &x) && x);
}

LLVMValueRef host_read_block(host *h, LLVMValueRef call, const host_place *p, LLVMValueRef off_b, LLVMTypeRef t,
                             LLVMValueRef pred, LLVMValueRef old) {
    if (is_always(pred))
        return read_whole(h, call, p, off_b, t);
    LLVMValueRef none = old ? old : LLVMConstNull(t);
    host_if i = host_begin_if(h, call, pred);
    LLVMValueRef v = read_whole(h, i.end, p, off_b, t);
    return host_end_if(h, &i, call, v, none);
}

void host_write_block(host *h, LLVMValueRef call, const host_place *p, LLVMValueRef off_b, LLVMValueRef v,
                      LLVMValueRef pred) {
    if (is_always(pred)) {
        write_whole(h, call, p, off_b, v);
        return;
    }
    host_if i = host_begin_if(h, call, pred);
    write_whole(h, i.end, p, off_b, v);
    host_end_if(h, &i, call, NULL, NULL);
}
