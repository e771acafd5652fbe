// SPDX-License-Identifier: MIT
// Divergent control flow, loops, switches, early exit, calls.
__attribute__((noinline)) static int walk(global const int *a, int i, int n) {
    int s = 0;
    while (a[i] > 0 && n-- > 0) {
        if (a[i] & 1)
            continue;
        s += a[i];
        i = a[i] % 64;
        if (s > 1000)
            break;
    }
    return s;
}
kernel void f1(global const int *a, global int *o, int n) {
    int i = get_global_id(0);
    if (i >= n)
        return;
    int s = walk(a, i, n);
    for (int j = 0; j < a[i]; j++) {
        if (a[j] == s)
            s ^= j;
        else if (a[j] > s)
            s += walk(a, j, s);
        for (int k = j; k < 3; k++)
            s += a[k] * k;
    }
    switch (s & 7) {
    case 0: s = 5; break;
    case 1: s *= 3;
    case 2: s += a[s & 15]; break;
    case 5: s = -s; break;
    default: s--;
    }
    o[i] = s;
}
kernel void f2(global int *o) {
    int i = get_global_id(0);
    do {
        o[i] += i;
        if (o[i] & 4)
            goto out;
    } while (o[i] < 100);
    o[i] = 1;
out:
    o[i + 1] = 2;
}
