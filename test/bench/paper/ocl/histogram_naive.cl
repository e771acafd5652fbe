// SPDX-License-Identifier: MIT
// How often each byte occurs: a work-item counts a byte, in global memory.

kernel void histogram(global const uchar *in, global uint *counts) { atomic_inc(&counts[in[get_global_id(0)]]); }
