// SPDX-License-Identifier: MIT
// The transpose of a matrix of floats: a work-item moves a number. Reads are contiguous, writes are not.

kernel void transpose(global const uint *in, global uint *out, uint rows, uint columns) {
    const uint x = get_global_id(0), y = get_global_id(1);
    out[x * rows + y] = in[y * columns + x];
}
