// Control flow: nested divergent loops, switches, early returns, calls of functions that stay functions.
__attribute__((noinline)) int collatz(int v, int limit) {
    int n = 0;
    while (v != 1 && n < limit) {
        v = v & 1 ? 3 * v + 1 : v >> 1;
        n++;
    }
    return n;
}
__attribute__((noinline)) float4 turn(float4 v, float angle) {
    float s = native_sin(angle), c = native_cos(angle);
    return (float4)(v.x * c - v.y * s, v.x * s + v.y * c, v.z, v.w);
}
__attribute__((noinline)) long steps_of(long a, long b, private int *count) {
    while (b != 0) {
        long t = a % b;
        a = b;
        b = t;
        ++*count;
    }
    return a;
}
__attribute__((noinline)) int outer(int v, int k) {
    return collatz(v, k) + collatz(v + k, 9);
}
kernel void calls(global int *p, global float4 *f, int n) {
    size_t i = get_global_id(0);
    if (p[i] > 0)
        p[i] = collatz(p[i], n) + collatz(n, 100);
    f[i] = turn(turn(f[i], 0.5f), (float)n);
    if (i & 1)
        p[i + 64] = outer(p[i], n);
}
kernel void call_gcd(global long *p, global int *c) {
    size_t i = get_global_id(0);
    int count = 0;
    p[i] = steps_of(p[i], p[i + 64], &count);
    c[i] = count;
}
kernel void nested(global int *p, int n, int m) {
    size_t i = get_global_id(0);
    int r = p[i];
    for (int a = 0; a < n; a++) {
        for (int b = 0; b < m + (r & 3); b++) {
            if ((r ^ b) % 5 == 0)
                break;
            if (((r + a) & 7) == 3)
                continue;
            while (r > 100) {
                r -= b + 1;
                if (r % 11 == 4)
                    goto next;
            }
            r += a * b;
        }
        r++;
    next:;
    }
    p[i] = r;
}
kernel void dense_switch(global int *p, int n) {
    size_t i = get_global_id(0);
    int r = p[i];
    for (int k = 0; k < n; k++)
        switch ((r + k) & 15) {
        case 0: r += 3; break;
        case 1: r ^= r << 3;
        case 2: r *= 5; break;
        case 3: r = -r; break;
        case 4: r -= k; break;
        case 5: r = ~r; break;
        case 6: r = r / 3;
        case 7: r |= 64; break;
        case 8: r &= 0xffff; break;
        case 9: r = p[64 + ((r + k) & 63)]; break;
        case 10: return;
        case 11: r += p[64 + k]; break;
        case 12: r = popcount(r); break;
        default: r++;
        }
    p[i] = r;
}
kernel void sparse_switch(global int *p) {
    size_t i = get_global_id(0);
    switch (p[i]) {
    case -1000: p[i] = 5; break;
    case 7: p[i] *= 3; break;
    case 99: p[i] /= 9;
    case 12345: p[i] += 8; break;
    case 0x7fffffff: p[i] = 0;
    }
}
kernel void early(global float *p, int n) {
    size_t i = get_global_id(0);
    if (i >= n)
        return;
    float v = p[i];
    if (v < 0) {
        p[i] = 0;
        return;
    }
    do {
        v = v * 0.5f - 1;
        if (v > 1000)
            return;
    } while (v > 3);
    p[i] = v;
}
kernel void logic(global int *p, global const int *q, int n) {
    size_t i = get_global_id(0);
    int a = p[i], b = q[i];
    bool x = a > b && (b < n || a == 3) && !(a & 4), y = (a ^ b) < 0 || (b >= n && a != b);
    p[i] = x ? (y ? a : b) : (y ? n : a + b);
    if (x != y && any((int4)(a, b, n, -1) < 0))
        p[i + 64] = 1;
}
