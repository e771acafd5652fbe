kernel void atomics(global int *p, global volatile uint *q, local int *l) {
    int i = get_global_id(0);
    atomic_max(p, i);
    atomic_min(p + 1, i);
    atomic_and(p + 2, i);
    atomic_xor(p + 3, i);
    p[4 + i] = atomic_cmpxchg(p, 3, i) + atomic_xchg(l, i) + atomic_sub(l + 1, 2);
    q[i] = atomic_dec(q) + atomic_inc(q + 1);
    mem_fence(CLK_GLOBAL_MEM_FENCE);
}
