// SPDX-License-Identifier: MIT
// Rectangles of memory, as image.c and block2d.c move them.

#ifndef CMC_HOST_ROWS_H
#define CMC_HOST_ROWS_H

#include "host_priv.h"

enum { HOST_MOST_ROWS = 256 };

typedef struct host_image {
    LLVMValueRef base, width_b, height, pitch_b; // pointer, i64
    LLVMValueRef is_2d;                          // i1; NULL: it is
} host_image;
// The image of a binding-table index; without one, an image of no bytes.
host_image host_image_at(host *h, LLVMValueRef index);

typedef struct host_rect {
    uint32_t rows, width_b;
    LLVMValueRef at, pitch_b; // the first row's first byte; bytes from row to row
} host_rect;
// x_b, y: i64, signed
LLVMValueRef host_rect_inside(host *h, const host_image *m, LLVMValueRef x_b, LLVMValueRef y, const host_rect *r);
void host_rect_place(host *h, const host_image *m, LLVMValueRef x_b, LLVMValueRef y, host_rect *r);
// The rows one after the other, as elements of an integer type.
LLVMValueRef host_rows_read(host *h, const host_rect *r, LLVMTypeRef elt);
void host_rows_write(host *h, const host_rect *r, LLVMValueRef v);
// Vectors one after the other, of one type or shorter ones at the end.
LLVMValueRef host_join(host *h, const LLVMValueRef *parts, uint32_t n);

#endif
