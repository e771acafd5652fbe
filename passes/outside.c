// SPDX-License-Identifier: MIT
// Constant regions that leave their vector: reads give 0 there, writes are dropped.
//
//   8 lanes from element 12 of 16   ->   lanes 0 to 3 are elements 12 to 15; lanes 4 to 7 are outside
//
// A row has its elements in ascending order, so that its lanes inside the vector are adjacent.

#include "passes_priv.h"

#include <assert.h>

// The lanes [*first, *first + n) of a row that are inside size_b bytes; returns n.
static uint32_t lanes_inside(const genx_region *r, uint32_t row, int64_t size_b, uint32_t *first) {
    int64_t at_b = (int64_t)(int32_t)r->off_b + (int64_t)row * r->vstride * r->elt_b;
    int64_t step_b = (int64_t)r->stride * r->elt_b;
    uint32_t n = 0;
    for (uint32_t k = 0; k < r->width; k++, at_b += step_b) {
        if (at_b < 0 || at_b + r->elt_b > size_b)
            continue;
        if (n++ == 0)
            *first = k;
    }
    return n;
}

bool gx_leaves(const genx_region *r, uint32_t size_b) {
    uint32_t first;
    for (uint32_t row = 0; row < r->lanes / r->width; row++)
        if (lanes_inside(r, row, size_b, &first) < r->width)
            return true;
    return false;
}

bool gx_next_inside(const genx_region *r, uint32_t size_b, gx_inside *p) {
    assert(r->off_const && r->width > 0 && "only a constant region has a known place");
    const uint32_t rows = r->lanes / r->width;
    uint32_t first = 0, n = 0, row = p->next_row, end;
    while (row < rows && (n = lanes_inside(r, row, size_b, &first)) == 0)
        row++;
    if (row == rows)
        return false;
    for (end = row + 1; n == r->width && end < rows; end++) {
        uint32_t unused;
        if (lanes_inside(r, end, size_b, &unused) < r->width)
            break;
    }
    p->next_row = end;
    p->first = row * r->width + first;
    p->region = *r;
    p->region.off_b += (row * r->vstride + first * r->stride) * r->elt_b;
    p->region.width = n;
    p->region.lanes = n * (end - row);
    if (end == row + 1)
        p->region.vstride = 0;
    return true;
}
