// SPDX-License-Identifier: MIT
// Bitonic steps, structure access, byte swaps.
kernel void bitonic(global uint *a, int j, int k) {
    int i = get_global_id(0), x = i ^ j;
    if (x > i) {
        uint p = a[i], q = a[x];
        if (((i & k) == 0) == (p > q)) {
            a[i] = q;
            a[x] = p;
        }
    }
}
typedef struct rec {
    uchar kind;
    short key;
    int value;
    long next;
} rec;
kernel void walk(global const rec *r, global rec *o) {
    int i = get_global_id(0);
    rec x = r[i];
    while (x.kind > 3) {
        x = r[x.next & 255];
        x.key += x.kind;
    }
    o[i] = x;
}
kernel void swap(global const uint *a, global uint *o) {
    int i = get_global_id(0);
    uchar4 b = as_uchar4(a[i]);
    o[i] = as_uint(b.wzyx);
}
