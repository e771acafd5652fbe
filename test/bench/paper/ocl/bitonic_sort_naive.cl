// SPDX-License-Identifier: MIT
// A step of a bitonic sort: a work-item orders two keys in global memory.

kernel void step(global uint *keys, uint length, uint distance) {
    const uint i = get_global_id(0), left = 2 * i - (i & (distance - 1)), right = left + distance;
    const uint a = keys[left], b = keys[right];
    const bool up = (left & length) == 0;
    keys[left] = up ? min(a, b) : max(a, b);
    keys[right] = up ? max(a, b) : min(a, b);
}
