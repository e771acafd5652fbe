kernel void longs(global long *p, global const ulong *q) {
    int i = get_global_id(0);
    long v = p[i];
    v = v * 3 + (long)(q[i] >> 5) - (v << 2) + (v >> 9) + (v > 100 ? 7 : -7);
    p[i] = v;
}
