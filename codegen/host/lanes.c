// SPDX-License-Identifier: MIT
// Messages with an address for each lane: gathers, scatters, loads and stores of the load/store cache.
//
//   flat       %p = inttoptr <16 x i64> %at;  llvm.masked.gather(%p, ...) for each element of a lane
//   surface    any lane outside ?  an operation does it all  :  the same
//
// In registers an element of all lanes is followed by the next element of all lanes.

#include "lanes.h"

enum { QUAD = 4, WORD_B = 2, DWORD_B = 4 };

static host_place place_of(host *h, const lanes *l) {
    switch ((mem_place)l->d.place) {
    case MEM_SURFACE:
    case MEM_LSC_BTI:
        return host_surface(h, lanes_operand(l, l->d.surface));
    case MEM_LSC_BINDLESS:
        return host_bindless(h, lanes_operand(l, l->d.surface));
    case MEM_LSC_SLM:
        return host_slm(h);
    case MEM_A64:
    case MEM_LSC_FLAT:
    case MEM_TYPED:
        break;
    }
    return host_flat();
}

static LLVMValueRef scaled(host *h, const lanes *l, LLVMValueRef at) {
    uint64_t scale = 0;
    if (l->d.scale >= 0)
        genx_const_u64(lanes_operand(l, l->d.scale), &scale);
    LLVMTypeRef t = LLVMTypeOf(at);
    if (mem_is_lsc(&l->d)) {
        uint64_t imm = (uint64_t)host_const_arg(l->call, LSC_OP_IMM);
        if (scale > 1)
            at = LLVMBuildMul(h->b, at, host_all(t, scale), "");
        return imm ? LLVMBuildAdd(h->b, at, host_all(t, imm), "") : at;
    }
    scale += l->d.addr_shift;
    return scale ? LLVMBuildShl(h->b, at, host_all(t, scale), "") : at;
}

void lanes_find_addresses(host *h, lanes *l) {
    l->place = place_of(h, l);
    LLVMValueRef addr = host_as_vector(h, lanes_operand(l, l->d.addr)), global = lanes_operand(l, l->d.global);
    l->n = genx_lanes(LLVMTypeOf(addr));
    if (LLVMGetTypeKind(genx_elt_type(LLVMTypeOf(addr))) == LLVMPointerTypeKind)
        addr = host_as(h, addr, LLVMVectorType(h->i64, l->n));
    l->at = scaled(h, l, host_int_cast(h, addr, h->i64, false));
    if (global) {
        global = host_int_cast(h, host_as(h, global, genx_elt_bits(LLVMTypeOf(global)) == 64 ? h->i64 : h->i32), h->i64,
                               false);
        if (l->d.addr_shift)
            global = LLVMBuildShl(h->b, global, host_i64(h, l->d.addr_shift), "");
        l->at = LLVMBuildAdd(h->b, l->at, host_splat(h, global, l->n), "");
    }
    if (l->place.surface)
        l->at = LLVMBuildAnd(h->b, l->at, host_all(LLVMTypeOf(l->at), UINT32_MAX), "");
}

void lanes_find_predicate(host *h, lanes *l) {
    LLVMTypeRef t = LLVMVectorType(h->i1, l->n);
    LLVMValueRef p = lanes_operand(l, l->d.pred);
    if (!p)
        p = LLVMConstAllOnes(t);
    if (genx_is_vec(LLVMTypeOf(p)) && genx_lanes(LLVMTypeOf(p)) == 1 && l->n > 1)
        p = host_as(h, p, h->i1);
    l->on = host_as(h, host_splat(h, p, l->n), t);
}

// log2 of the bytes, or of the elements, of a lane.
static uint32_t blocks_of(const lanes *l) {
    return l->d.blocks < 0 ? 1 : 1u << host_const_arg(l->call, (unsigned)l->d.blocks);
}

static void lsc_shape(lanes *l) {
    static const uint8_t sizes[] = {0, 1, 2, 4, 8, 1, 2, 2}, counts[] = {0, 1, 2, 3, 4, 8, 16, 32, 64};
    uint64_t size = (uint64_t)host_const_arg(l->call, LSC_OP_SIZE),
             count = (uint64_t)host_const_arg(l->call, LSC_OP_VECTOR);
    l->mem_b = size < sizeof sizes ? sizes[size] : 0;
    if (l->d.channels >= 0)
        l->elements = (uint64_t)host_const_arg(l->call, (unsigned)l->d.channels) & ((1u << QUAD) - 1);
    else
        l->elements = count < sizeof counts ? UINT64_MAX >> (64 - counts[count]) : 0;
}

// Bytes, and words of which a lane has two: a lane's blocks lie together in its four bytes.
static void svm_shape(lanes *l, uint32_t elt_b) {
    uint32_t blocks = blocks_of(l), per_lane = genx_lanes(l->type) / l->n;
    l->mem_b = elt_b;
    l->elements = UINT64_MAX >> (64 - blocks);
    if (elt_b > WORD_B || per_lane == 1 || (elt_b == WORD_B && per_lane != WORD_B))
        return;
    l->slot_b = per_lane * elt_b;
    l->mem_b = blocks;
    l->elements = 1;
    l->keeps_upper = elt_b == 1;
}

static void find_shape(lanes *l) {
    uint32_t elt_b = genx_elt_bits(l->type) / 8;
    l->slot_b = elt_b;
    l->elements = 1;
    if (mem_is_lsc(&l->d)) {
        lsc_shape(l);
    } else if (l->d.channels >= 0) {
        l->mem_b = DWORD_B;
        l->elements = (uint64_t)host_const_arg(l->call, (unsigned)l->d.channels) & ((1u << QUAD) - 1);
    } else if (l->d.place == MEM_A64) {
        svm_shape(l, elt_b);
    } else {
        l->mem_b = blocks_of(l);
    }
}

static uint32_t count_of(const lanes *l) {
    return (uint32_t)__builtin_popcountll(l->elements);
}

static uint32_t extent_b(const lanes *l) {
    return (64u - (uint32_t)__builtin_clzll(l->elements)) * l->mem_b;
}

// The vector of elements as it is in registers, with integers for the slots of lanes.
static LLVMTypeRef slots_type(host *h, const lanes *l) {
    return LLVMVectorType(lanes_int(h, l->slot_b), l->n * count_of(l));
}

// Branches for single lanes cost more than loads that are not needed: lanes that are off use a place on the stack.
static LLVMValueRef redirected(host *h, const lanes *l, LLVMValueRef pointers) {
    LLVMValueRef nowhere = host_splat(h, host_buffer(h, HOST_N_BUFFERS - 1, sizeof(uint64_t), NULL), l->n);
    return LLVMBuildSelect(h->b, l->on, pointers, nowhere, "");
}

static LLVMValueRef pointers_of(host *h, const lanes *l, uint32_t off_b) {
    LLVMValueRef at = l->at;
    if (off_b)
        at = LLVMBuildAdd(h->b, at, host_all(LLVMTypeOf(at), off_b), "");
    if (!l->place.base)
        return LLVMBuildIntToPtr(h->b, at, LLVMVectorType(h->ptr, l->n), "");
    return host_offset(h, l->place.base, at);
}

static LLVMValueRef gather(host *h, const lanes *l, LLVMValueRef pointers, LLVMValueRef old) {
    LLVMTypeRef t = LLVMTypeOf(old), elt = genx_elt_type(t);
    if (l->mem_b >= DWORD_B && l->n > 1) {
        LLVMValueRef args[] = {pointers, host_i32(h, 1), l->on, old};
        LLVMTypeRef over[] = {t, LLVMTypeOf(pointers)};
        return host_intrinsic2(h, "llvm.masked.gather", over, 2, args, 4);
    }
    pointers = redirected(h, l, pointers);
    LLVMValueRef v = LLVMGetPoison(t);
    for (uint32_t k = 0; k < l->n; k++) {
        LLVMValueRef p = LLVMBuildExtractElement(h->b, pointers, host_i32(h, k), "");
        v = LLVMBuildInsertElement(h->b, v, host_load(h, elt, p, 1), host_i32(h, k), "");
    }
    return LLVMBuildSelect(h->b, l->on, v, old, "");
}

static void scatter(host *h, const lanes *l, LLVMValueRef pointers, LLVMValueRef v) {
    if (l->mem_b >= DWORD_B && l->n > 1) {
        LLVMValueRef args[] = {v, pointers, host_i32(h, 1), l->on};
        LLVMTypeRef over[] = {LLVMTypeOf(v), LLVMTypeOf(pointers)};
        host_intrinsic2(h, "llvm.masked.scatter", over, 2, args, 4);
        return;
    }
    pointers = redirected(h, l, pointers);
    for (uint32_t k = 0; k < l->n; k++) {
        LLVMValueRef one = LLVMBuildExtractElement(h->b, v, host_i32(h, k), "");
        host_store(h, one, LLVMBuildExtractElement(h->b, pointers, host_i32(h, k), ""), 1);
    }
}

// Appends the lanes of b to a.
static LLVMValueRef joined(host *h, LLVMValueRef a, LLVMValueRef b) {
    uint32_t n = a ? genx_lanes(LLVMTypeOf(a)) : 0, m = genx_lanes(LLVMTypeOf(b)), from[HOST_MAX_LANES];
    if (!a)
        return b;
    for (uint32_t i = 0; i < n + m; i++)
        from[i] = i;
    if (m == n)
        return host_shuffle(h, a, b, from, n + m);
    for (uint32_t i = 0; i < m; i++) // both sources need one type
        from[n + i] = n + i;
    uint32_t widen[HOST_MAX_LANES];
    for (uint32_t i = 0; i < n; i++)
        widen[i] = i < m ? i : UINT32_MAX;
    return host_shuffle(h, a, host_shuffle(h, b, NULL, widen, n), from, n + m);
}

// One element of each lane, as integers of memory's size, made as wide as the slot.
static LLVMValueRef read_element(host *h, const lanes *l, uint32_t off_b, LLVMValueRef old) {
    LLVMTypeRef mem = lanes_int(h, l->mem_b), slot = lanes_int(h, l->slot_b);
    LLVMValueRef pointers = pointers_of(h, l, off_b);
    LLVMValueRef got = gather(h, l, pointers, host_int_cast(h, old, mem, false));
    if (l->mem_b >= l->slot_b)
        return host_int_cast(h, got, slot, false);
    got = host_int_cast(h, got, slot, false);
    if (l->keeps_upper) {
        LLVMValueRef upper = LLVMBuildAnd(h->b, old, host_all(LLVMTypeOf(old), UINT64_MAX << l->mem_b * 8), "");
        return LLVMBuildOr(h->b, upper, got, "");
    }
    return LLVMBuildSelect(h->b, l->on, got, old, "");
}

static LLVMValueRef read_elements(host *h, const lanes *l, LLVMValueRef old) {
    LLVMValueRef all = NULL;
    uint32_t k = 0;
    for (uint32_t e = 0; e < 64; e++) {
        if (!(l->elements >> e & 1))
            continue;
        all = joined(h, all, read_element(h, l, e * l->mem_b, host_slice(h, old, k * l->n, l->n)));
        k++;
    }
    return all;
}

static void write_elements(host *h, const lanes *l, LLVMValueRef v) {
    uint32_t k = 0;
    for (uint32_t e = 0; e < 64; e++) {
        if (!(l->elements >> e & 1))
            continue;
        LLVMValueRef one = host_slice(h, v, k++ * l->n, l->n);
        one = host_int_cast(h, one, lanes_int(h, l->mem_b), false);
        scatter(h, l, pointers_of(h, l, e * l->mem_b), one);
    }
}

// Whether a lane that is on reaches outside. Offsets have 32 bits; those of 2 GiB and more count as outside, so that
// the rest are the signed indices that gathers of processors take.
static LLVMValueRef any_outside(host *h, const lanes *l) {
    LLVMTypeRef t = LLVMVectorType(h->i32, l->n);
    const uint64_t most = (uint64_t)INT32_MAX + 1;
    LLVMValueRef size = host_min(h, l->place.size_b, host_i64(h, most), false, false),
                 extent = host_i64(h, extent_b(l));
    // The first offset that is outside.
    LLVMValueRef first = LLVMBuildAdd(h->b, LLVMBuildSub(h->b, size, extent, ""), host_i64(h, 1), "");
    LLVMValueRef fits = LLVMBuildICmp(h->b, LLVMIntUGE, size, extent, "");
    first = LLVMBuildTrunc(h->b, LLVMBuildSelect(h->b, fits, first, host_i64(h, 0), ""), h->i32, "");
    LLVMValueRef at = LLVMBuildTrunc(h->b, l->at, t, "");
    LLVMValueRef out = LLVMBuildICmp(h->b, LLVMIntUGE, at, host_splat(h, first, l->n), "");
    out = LLVMBuildAnd(h->b, out, l->on, "");
    return host_intrinsic(h, "llvm.vector.reduce.or", LLVMTypeOf(out), &out, 1);
}

static void call_op(host *h, const lanes *l, host_op op, LLVMValueRef data) {
    LLVMValueRef at = host_buffer(h, 1, 0, l->at), on = host_buffer(h, 2, 0, host_bytes_of_mask(h, l->on));
    LLVMValueRef args[] = {host_place_number(h, &l->place),
                           host_i32(h, l->n),
                           host_i64(h, l->elements),
                           host_i32(h, l->mem_b),
                           host_i32(h, l->slot_b),
                           at,
                           on,
                           data,
                           host_i32(h, host_line(l->call))};
    host_call_op(h, op, args, sizeof args / sizeof args[0]);
}

// In the block of the gather, whose code generator looks no further.
static LLVMValueRef signed_index(host *h, LLVMValueRef at) {
    LLVMTypeRef t = LLVMTypeOf(at), narrow = host_like(t, h->i32);
    at = LLVMBuildAnd(h->b, LLVMBuildTrunc(h->b, at, narrow, ""), host_all(narrow, INT32_MAX), "");
    return LLVMBuildZExt(h->b, at, t, "");
}

static LLVMValueRef move_elements(host *h, const lanes *l, LLVMValueRef slots) {
    if (!l->d.store)
        return read_elements(h, l, slots);
    write_elements(h, l, slots);
    return NULL;
}

// An operation does all of an access that reaches outside.
static LLVMValueRef move_outside(host *h, const lanes *l, LLVMValueRef slots) {
    LLVMValueRef data = host_buffer(h, 3, 0, slots);
    call_op(h, l, l->d.store ? HOST_OP_lanes_write : HOST_OP_lanes_read, data);
    return l->d.store ? NULL : host_load(h, LLVMTypeOf(slots), data, 1);
}

// Two branches of which one is taken; LLVM joins them.
static LLVMValueRef move_lanes(host *h, lanes *l, LLVMValueRef slots) {
    if (!l->place.base) {
        host_check_flat(h, l->call, l->at, l->on, extent_b(l), l->d.store);
        return move_elements(h, l, slots);
    }
    LLVMValueRef outside = any_outside(h, l), inside = LLVMBuildNot(h->b, outside, "");
    host_if i = host_begin_rare(h, l->call, outside);
    LLVMValueRef v = move_outside(h, l, slots);
    v = host_end_if(h, &i, l->call, v, slots);
    i = host_begin_if(h, l->call, inside);
    l->at = signed_index(h, l->at);
    LLVMValueRef fast = move_elements(h, l, slots);
    return host_end_if(h, &i, l->call, fast, v);
}

static LLVMValueRef block(host *h, lanes *l, LLVMValueRef pred) {
    LLVMValueRef at = LLVMBuildExtractElement(h->b, l->at, host_i32(h, 0), "");
    uint64_t known;
    if (genx_const_splat(pred, &known) && known)
        pred = NULL;
    else
        pred = LLVMBuildExtractElement(h->b, pred, host_i32(h, 0), "");
    if (l->d.store) {
        host_write_block(h, l->call, &l->place, at, l->value, pred);
        return NULL;
    }
    return host_read_block(h, l->call, &l->place, at, l->type, pred, l->value);
}

static bool is_prefetch(LLVMValueRef call, const mem_desc *d) {
    return d->store && d->data < 0 && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
}

static LLVMValueRef access(host *h, lanes *l) {
    l->value = lanes_operand(l, l->d.store ? l->d.data : l->d.old);
    l->type = LLVMTypeOf(l->d.store ? l->value : l->call);
    lanes_find_addresses(h, l);
    lanes_find_predicate(h, l);
    find_shape(l);
    if (!l->mem_b || !l->elements) {
        host_error(h, l->call, "CM0971", "llvm.genx.%s has a data size or a number of elements that no message has",
                   genx_info_get(genx_call_id(l->call))->name);
        return LLVMGetUndef(l->type);
    }
    if (l->value && LLVMTypeOf(l->value) != l->type) // an old value of another type is not defined
        l->value = NULL;
    if (l->n == 1 && l->mem_b == l->slot_b && extent_b(l) == genx_size_b(l->type))
        return block(h, l, l->on);
    if (genx_lanes(l->type) * (genx_elt_bits(l->type) / 8) != l->n * count_of(l) * l->slot_b) {
        host_error(h, l->call, "CM0971", "llvm.genx.%s has %u elements; its message has %u",
                   genx_info_get(genx_call_id(l->call))->name, genx_lanes(l->type), l->n * count_of(l));
        return LLVMGetUndef(l->type);
    }
    LLVMTypeRef t = slots_type(h, l);
    LLVMValueRef slots = l->value ? host_as(h, host_as_vector(h, l->value), t) : LLVMConstNull(t);
    slots = move_lanes(h, l, slots);
    return slots ? host_as(h, slots, l->type) : NULL;
}

bool host_lower_lanes(host *h, LLVMValueRef call, LLVMValueRef *out) {
    lanes l = {.call = call};
    if (!mem_describe(call, &l.d) || l.d.place == MEM_TYPED)
        return false;
    bool is_atomic = l.d.op || l.d.kind == ISA_MSG_LSC_ATOMIC;
    *out = is_atomic ? host_atomic(h, call) : is_prefetch(call, &l.d) ? NULL : access(h, &l);
    return true;
}
