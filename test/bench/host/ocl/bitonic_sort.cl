// SPDX-License-Identifier: MIT
// A bitonic sort, as in ../../paper/ocl, with local memory instead of shuffles: a work-item has four keys, a work-group a block
// of 4 * GROUP.

#define KEYS       4
#define BLOCK      (KEYS * GROUP)
#define ATTRIBUTES __attribute__((reqd_work_group_size(GROUP, 1, 1)))

#define ORDER(type, a, b, up)                                                                                               \
    {                                                                                                                  \
        const type low = min(a, b), high = max(a, b);                                                                       \
        a = (up) ? low : high;                                                                                         \
        b = (up) ? high : low;                                                                                         \
    }

// The steps from a distance on: the smaller keys of two work-items go to the left one, or to the right.
#define MERGE(length, from)                                                                                            \
    {                                                                                                                  \
        const bool up = (first & (length)) == 0;                                                                       \
        for (uint distance = (from); distance >= KEYS; distance /= 2) {                                                \
            shared[me] = v;                                                                                            \
            barrier(CLK_LOCAL_MEM_FENCE);                                                                              \
            const uint4 other = shared[me ^ distance / KEYS];                                                          \
            const uint4 low = min(v, other), high = max(v, other);                                                     \
            v = ((first & distance) == 0) == up ? low : high;                                                          \
            barrier(CLK_LOCAL_MEM_FENCE);                                                                              \
        }                                                                                                              \
        ORDER(uint, v.x, v.z, up)                                                                                            \
        ORDER(uint, v.y, v.w, up)                                                                                            \
        ORDER(uint, v.x, v.y, up)                                                                                            \
        ORDER(uint, v.z, v.w, up)                                                                                            \
    }

kernel ATTRIBUTES void sort_blocks(global uint4 *keys) {
    local uint4 shared[GROUP];
    const uint at = get_global_id(0), first = at * KEYS, me = get_local_id(0);
    uint4 v = keys[at];
    ORDER(uint, v.x, v.y, true)
    ORDER(uint, v.z, v.w, false)
    for (uint length = KEYS; length <= BLOCK; length *= 2)
        MERGE(length, length / 2)
    keys[at] = v;
}

kernel ATTRIBUTES void merge_blocks(global uint4 *keys, uint length) {
    local uint4 shared[GROUP];
    const uint at = get_global_id(0), first = at * KEYS, me = get_local_id(0);
    uint4 v = keys[at];
    MERGE(length, BLOCK / 2)
    keys[at] = v;
}

// Steps of two distances, distance and distance / 2; or of the first alone. In units of four keys.
kernel void merge_far(global uint4 *keys, uint length, uint distance, uint single) {
    const uint i = get_global_id(0), near = distance / 2;
    const uint at = i / near * near * 4 + i % near;
    const bool up = (at & length) == 0;
    uint4 a = keys[at], b = keys[at + near], c = keys[at + 2 * near], d = keys[at + 3 * near];
    ORDER(uint4, a, c, up)
    ORDER(uint4, b, d, up)
    if (!single) {
        ORDER(uint4, a, b, up)
        ORDER(uint4, c, d, up)
    }
    keys[at] = a;
    keys[at + near] = b;
    keys[at + 2 * near] = c;
    keys[at + 3 * near] = d;
}
