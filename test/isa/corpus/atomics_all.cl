// Atomic operations: global and local, 32 and 64 bits, with and without the old value, orders, exchange loops.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#define ALL(space, name, P, T)                                                                      \
    kernel void name(P volatile space T *p, global T *out, T v) {                                   \
        size_t i = get_global_id(0);                                                                \
        T r = atomic_add(p + i, v);                                                                 \
        r ^= atomic_sub(p + 1, v + 1) + atomic_inc(p + 2) - atomic_dec(p + 3);                      \
        r += atomic_min(p + i, v) ^ atomic_max(p + 4, v);                                           \
        r ^= atomic_and(p + 5, v) + atomic_or(p + i, v) + atomic_xor(p + 6, v);                     \
        r += atomic_xchg(p + 7, r) - atomic_cmpxchg(p + 8, r, v);                                   \
        atomic_add(p + 9, 1);                                                                       \
        atomic_inc(p + 10);                                                                         \
        atomic_or(p + i, 4);                                                                        \
        out[i] = r;                                                                                 \
    }
ALL(global, atomic_global_int, , int)
ALL(global, atomic_global_uint, , uint)
ALL(local, atomic_local_int, , int)
ALL(local, atomic_local_uint, , uint)
kernel void atomic_64(volatile global long *p, global long *out, long v) {
    size_t i = get_global_id(0);
    out[i] = atom_add(p, v) + atom_xchg(p + 1, v) + atom_cmpxchg(p + 2, v, 3l) + atom_min(p + 3, v) + atom_and(p + 4, v);
}
kernel void atomic_orders(global atomic_int *p, global int *out, int v) {
    size_t i = get_global_id(0);
    int want = v;
    int r = atomic_fetch_add_explicit(p, v, memory_order_relaxed, memory_scope_device);
    r += atomic_load_explicit(p + 1, memory_order_acquire, memory_scope_device);
    atomic_store_explicit(p + 2, r, memory_order_release, memory_scope_device);
    r ^= atomic_exchange_explicit(p + 3, v, memory_order_acq_rel, memory_scope_work_group);
    while (!atomic_compare_exchange_strong_explicit(p + 4, &want, r, memory_order_acq_rel, memory_order_acquire,
                                                    memory_scope_device))
        r ^= 5;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
    out[i] = r;
}
kernel void atomic_float_loop(volatile global uint *p, global const float *q) {
    size_t i = get_global_id(0);
    uint old = p[0], seen;
    do {
        seen = old;
        old = atomic_cmpxchg(p, seen, as_uint(as_float(seen) + q[i]));
    } while (old != seen);
}
