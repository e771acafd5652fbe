kernel void integers(global uint *p, global int *q) {
    int i = get_global_id(0);
    uint v = p[i];
    int s = q[i];
    v = popcount(v) + clz(v) + rotate(v, 5u) + (v >> 3 | v << 7) + mul_hi(v, 0x12345u) + hadd(v, 9u);
    s = s / 7 + s % 11 + mul24(s, 3) + abs_diff(s, 4) + (int)add_sat(s, 5) + max(min(s, 9), -9);
    p[i] = v / (uint)(s | 1) + v % 13u + ~v + (v ^ 0x55u);
    q[i] = s;
}
