// SPDX-License-Identifier: MIT
// How often each byte occurs: a work-group counts in COPIES tables in local memory with atomic operations, and adds them
// to the result. The copies of a count are neighbours, so that work-items with the same byte use different banks. A
// work-item takes VECTORS x 16 bytes.

#define VALUES 256

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void histogram(global const uint4 *restrict in,
                                                                         global uint *restrict counts) {
    local uint table[VALUES * COPIES];
    const uint me = get_local_id(0), first = get_group_id(0) * GROUP * VECTORS;
    for (uint i = me; i < VALUES * COPIES; i += GROUP)
        table[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    local uint *mine = table + me % COPIES;
    for (uint v = 0; v < VECTORS; v++) {
        const uint4 words = in[first + v * GROUP + me];
#pragma unroll
        for (uint w = 0; w < 4; w++)
#pragma unroll
            for (uint b = 0; b < 32; b += 8)
                atomic_inc(&mine[(words[w] >> b & 0xff) * COPIES]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = me; i < VALUES; i += GROUP) {
        uint sum = 0;
#pragma unroll
        for (uint c = 0; c < COPIES; c++)
            sum += table[i * COPIES + (c + me) % COPIES]; // work-items start in different banks
        atomic_add(&counts[i], sum);
    }
}
