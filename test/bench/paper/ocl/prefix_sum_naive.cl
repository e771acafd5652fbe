// SPDX-License-Identifier: MIT
// Prefix sums: a launch for each distance, in global memory.

kernel void step(global const uint *in, global uint *out, uint distance) {
    const uint i = get_global_id(0);
    out[i] = in[i] + (i >= distance ? in[i - distance] : 0);
}
