// SPDX-License-Identifier: MIT
// A bitonic sort. A work-item has four keys in registers, a sub-group 64, a work-group a block of 4 * GROUP: by the distance,
// keys meet in registers, by a shuffle or in local memory. Larger distances go through global memory, two in a launch.

#define KEYS       4
#define SUB_GROUP  16
#define BLOCK      (KEYS * GROUP)
#define ATTRIBUTES __attribute__((reqd_work_group_size(GROUP, 1, 1), intel_reqd_sub_group_size(SUB_GROUP)))

#define ORDER(a, b, up)                                                                                                \
    {                                                                                                                  \
        const uint low = min(a, b), high = max(a, b);                                                                  \
        a = (up) ? low : high;                                                                                         \
        b = (up) ? high : low;                                                                                         \
    }

uint4 pick(uint4 mine, uint4 other, bool smaller) { return smaller ? min(mine, other) : max(mine, other); }

// The steps from a distance on; first: number of the work-item's first key.
uint4 merge(uint4 v, uint first, uint length, uint distance, local uint4 *shared) {
    const uint me = get_local_id(0);
    const bool up = (first & length) == 0;
    for (; distance >= KEYS * SUB_GROUP; distance /= 2) {
        shared[me] = v;
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint4 other = shared[me ^ distance / KEYS];
        barrier(CLK_LOCAL_MEM_FENCE);
        v = pick(v, other, ((first & distance) == 0) == up);
    }
    for (; distance >= KEYS; distance /= 2) {
        const uint4 other = intel_sub_group_shuffle_xor(v, distance / KEYS);
        v = pick(v, other, ((first & distance) == 0) == up);
    }
    ORDER(v.x, v.z, up)
    ORDER(v.y, v.w, up)
    ORDER(v.x, v.y, up)
    ORDER(v.z, v.w, up)
    return v;
}

kernel ATTRIBUTES void sort_blocks(global uint4 *keys) {
    local uint4 shared[GROUP];
    const uint at = get_global_id(0), first = at * KEYS;
    uint4 v = keys[at];
    ORDER(v.x, v.y, true)
    ORDER(v.z, v.w, false)
    for (uint length = KEYS; length <= BLOCK; length *= 2)
        v = merge(v, first, length, length / 2, shared);
    keys[at] = v;
}

kernel ATTRIBUTES void merge_blocks(global uint4 *keys, uint length) {
    local uint4 shared[GROUP];
    const uint at = get_global_id(0);
    keys[at] = merge(keys[at], at * KEYS, length, BLOCK / 2, shared);
}

// Steps of two distances, distance and distance / 2; or of the first alone. In units of four keys.
kernel void merge_far(global uint4 *keys, uint length, uint distance, uint single) {
    const uint i = get_global_id(0), near = distance / 2;
    const uint at = i / near * near * 4 + i % near;
    const bool up = (at & length) == 0;
    uint4 a = keys[at], b = keys[at + near], c = keys[at + 2 * near], d = keys[at + 3 * near];
    uint4 low = min(a, c), high = max(a, c);
    a = up ? low : high;
    c = up ? high : low;
    low = min(b, d), high = max(b, d);
    b = up ? low : high;
    d = up ? high : low;
    if (!single) {
        low = min(a, b), high = max(a, b);
        a = up ? low : high;
        b = up ? high : low;
        low = min(c, d), high = max(c, d);
        c = up ? low : high;
        d = up ? high : low;
    }
    keys[at] = a;
    keys[at + near] = b;
    keys[at + 2 * near] = c;
    keys[at + 3 * near] = d;
}
