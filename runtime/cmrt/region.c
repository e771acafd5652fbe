// SPDX-License-Identifier: MIT
// Copies of boxes: of bytes, and of pixels between images and memory. Drivers that know no pitch for the memory of an
// image copy get one operation a row.

#include "async_priv.h"

// Pitches of 0 filled in; false when rows or slices overlap or the box leaves the address space.
static bool fill_pitches(size_t row_b, size_t rows, size_t slices, size_t *row_pitch_b, size_t *slice_pitch_b) {
    if (!*row_pitch_b)
        *row_pitch_b = row_b;
    if (*row_pitch_b < row_b || (rows && *row_pitch_b > (size_t)PTRDIFF_MAX / rows))
        return false;
    if (!*slice_pitch_b)
        *slice_pitch_b = *row_pitch_b * rows;
    return *slice_pitch_b >= *row_pitch_b * (rows - 1) + row_b &&
           (!slices || *slice_pitch_b <= (size_t)PTRDIFF_MAX / slices);
}

// The address of a region's first byte, after its pitches are known. NULL: its origin leaves the address space.
static char *first_byte(const cmrt_region *r) {
    size_t rows_b, slices_b, at;
    if (__builtin_mul_overflow(r->origin_row, r->row_pitch_b, &rows_b) ||
        __builtin_mul_overflow(r->origin_slice, r->slice_pitch_b, &slices_b) ||
        __builtin_add_overflow(rows_b, slices_b, &at) || __builtin_add_overflow(at, r->origin_b, &at) ||
        __builtin_add_overflow(at, (size_t)(uintptr_t)r->address, &at))
        return NULL;
    return (char *)(uintptr_t)at;
}

static cmrt_status check_region(cmrt_device *d, cmrt_region *r, size_t row_b, size_t rows, size_t slices,
                                const char *side) {
    CMRT_NEED(
        d, fill_pitches(row_b, rows, slices, &r->row_pitch_b, &r->slice_pitch_b) && first_byte(r), CMRT_ERR_RANGE,
        "cmrt_enqueue_copy_region: %s: pitches of %zu and %zu bytes do not fit %zu slices of %zu rows of %zu bytes",
        side, r->row_pitch_b, r->slice_pitch_b, slices, rows, row_b);
    return CMRT_OK;
}

// One operation where the driver's 32-bit sizes allow it, else one a row.
static cmrt_status append_region(cmrt_command *c, const cmrt_region *to, const cmrt_region *from, size_t row_b,
                                 size_t rows, size_t slices) {
    cmrt_device *d = c->queue->device;
    char *target = first_byte(to);
    const char *source = first_byte(from);
    const size_t largest = to->slice_pitch_b > from->slice_pitch_b ? to->slice_pitch_b : from->slice_pitch_b;
    if (largest <= UINT32_MAX && slices <= UINT32_MAX) {
        ze_copy_region_t box = {.width = (uint32_t)row_b, .height = (uint32_t)rows, .depth = (uint32_t)slices};
        return cmrt_check_ze(d,
                             d->ze->CommandListAppendMemoryCopyRegion(
                                 c->list, target, &box, (uint32_t)to->row_pitch_b, (uint32_t)to->slice_pitch_b, source,
                                 &box, (uint32_t)from->row_pitch_b, (uint32_t)from->slice_pitch_b,
                                 cmrt_command_signal(c, true, true), 0, NULL),
                             "zeCommandListAppendMemoryCopyRegion");
    }
    for (size_t z = 0; z < slices; z++)
        for (size_t y = 0; y < rows; y++) {
            const bool first = z == 0 && y == 0, last = z + 1 == slices && y + 1 == rows;
            CMRT_TRY(cmrt_check_ze(
                d,
                d->ze->CommandListAppendMemoryCopy(c->list, target + z * to->slice_pitch_b + y * to->row_pitch_b,
                                                   source + z * from->slice_pitch_b + y * from->row_pitch_b, row_b,
                                                   cmrt_command_signal(c, first, last), 0, NULL),
                "zeCommandListAppendMemoryCopy"));
        }
    return CMRT_OK;
}

cmrt_status cmrt_enqueue_copy_region(cmrt_queue *q, const cmrt_region *to, const cmrt_region *from, size_t row_b,
                                     size_t rows, size_t slices, SYNC_ARGS) {
    static const char call[] = "cmrt_enqueue_copy_region";
    const bool empty = !row_b || !rows || !slices;
    cmrt_command *c = NULL;
    CMRT_TRY(cmrt_command_check(q, event));
    CMRT_NEED(q->device, to && from && to->address && from->address, CMRT_ERR_ARGUMENT,
              "%s: a region or its address is NULL", call);
    cmrt_region target = *to, source = *from;
    if (!empty) {
        CMRT_TRY(check_region(q->device, &target, row_b, rows, slices, "to"));
        CMRT_TRY(check_region(q->device, &source, row_b, rows, slices, "from"));
    }
    CMRT_TRY(cmrt_command_begin(q, call, !empty, SYNC, &c));
    cmrt_status s = empty ? CMRT_OK : append_region(c, &target, &source, row_b, rows, slices);
    return cmrt_command_end(c, s, SYNC);
}

// Images

static cmrt_status check_image(const cmrt_queue *q, const cmrt_image *im, const char *call) {
    CMRT_NEED(q->device, cmrt_live(im, CMRT_HANDLE_IMAGE), CMRT_ERR_ARGUMENT, "%s: image is NULL or not an image",
              call);
    CMRT_NEED(q->device, im->device == q->device, CMRT_ERR_ARGUMENT, "%s: the image belongs to another device", call);
    return CMRT_OK;
}

static bool inside(uint32_t at, uint32_t n, uint32_t size) {
    return n && at < size && n <= size - at;
}

// box NULL: the whole image.
static cmrt_status check_box(const cmrt_image *im, const cmrt_box *box, const char *call, ze_image_region_t *region) {
    const cmrt_box whole = {.width = im->width, .height = im->height, .depth = im->depth};
    if (!box)
        box = &whole;
    CMRT_NEED(im->device,
              inside(box->x, box->width, im->width) && inside(box->y, box->height, im->height) &&
                  inside(box->z, box->depth, im->depth),
              CMRT_ERR_RANGE, "%s: a box of %ux%ux%u pixels at %u,%u,%u is empty or leaves an image of %ux%ux%u", call,
              box->width, box->height, box->depth, box->x, box->y, box->z, im->width, im->height, im->depth);
    *region = (ze_image_region_t){box->x, box->y, box->z, box->width, box->height, box->depth};
    return CMRT_OK;
}

// An image's box and the memory that it is copied to or from.
typedef struct transfer {
    const char *call;
    cmrt_image *image;
    ze_image_region_t box;
    char *to; // or NULL: the image is written
    const char *from;
    size_t row_pitch_b, slice_pitch_b;
} transfer;

static ze_result_t append_piece(cmrt_command *c, const transfer *t, const ze_image_region_t *box, size_t offset_b,
                                ze_event_handle_t signal) {
    const cmrt_ze *ze = c->queue->device->ze;
    if (t->to)
        return ze->CommandListAppendImageCopyToMemory(c->list, t->to + offset_b, t->image->handle, box, signal, 0,
                                                      NULL);
    return ze->CommandListAppendImageCopyFromMemory(c->list, t->image->handle, t->from + offset_b, box, signal, 0,
                                                    NULL);
}

// Contiguous rows of a slice go at once.
static cmrt_status append_pieces(cmrt_command *c, const transfer *t, size_t row_b) {
    const uint32_t step = t->row_pitch_b == row_b ? t->box.height : 1;
    for (uint32_t z = 0; z < t->box.depth; z++)
        for (uint32_t y = 0; y < t->box.height; y += step) {
            ze_image_region_t piece = {t->box.originX, t->box.originY + y, t->box.originZ + z, t->box.width, step, 1};
            const bool first = z == 0 && y == 0, last = z + 1 == t->box.depth && y + step == t->box.height;
            CMRT_TRY(cmrt_check_ze(c->queue->device,
                                   append_piece(c, t, &piece, z * t->slice_pitch_b + y * t->row_pitch_b,
                                                cmrt_command_signal(c, first, last)),
                                   t->to ? "zeCommandListAppendImageCopyToMemory"
                                         : "zeCommandListAppendImageCopyFromMemory"));
        }
    return CMRT_OK;
}

static cmrt_status enqueue_transfer(cmrt_queue *q, transfer *t, const cmrt_box *box, SYNC_ARGS) {
    cmrt_command *c = NULL;
    CMRT_TRY(check_image(q, t->image, t->call));
    CMRT_NEED(q->device, t->to || t->from, CMRT_ERR_ARGUMENT, "%s: the address is NULL", t->call);
    CMRT_TRY(check_box(t->image, box, t->call, &t->box));
    const size_t row_b = t->box.width * cmrt_format_size_b(t->image->format);
    CMRT_NEED(q->device, fill_pitches(row_b, t->box.height, t->box.depth, &t->row_pitch_b, &t->slice_pitch_b),
              CMRT_ERR_RANGE, "%s: pitches of %zu and %zu bytes do not fit %u slices of %u rows of %zu bytes", t->call,
              t->row_pitch_b, t->slice_pitch_b, t->box.depth, t->box.height, row_b);
    CMRT_TRY(cmrt_command_begin(q, t->call, true, SYNC, &c));
    return cmrt_command_end(c, append_pieces(c, t, row_b), SYNC);
}

cmrt_status cmrt_enqueue_image_write(cmrt_queue *q, cmrt_image *im, const cmrt_box *box, const void *from,
                                     size_t row_pitch_b, size_t slice_pitch_b, SYNC_ARGS) {
    transfer t = {.call = "cmrt_enqueue_image_write",
                  .image = im,
                  .from = from,
                  .row_pitch_b = row_pitch_b,
                  .slice_pitch_b = slice_pitch_b};
    CMRT_TRY(cmrt_command_check(q, event));
    return enqueue_transfer(q, &t, box, SYNC);
}

cmrt_status cmrt_enqueue_image_read(cmrt_queue *q, cmrt_image *im, const cmrt_box *box, void *to, size_t row_pitch_b,
                                    size_t slice_pitch_b, SYNC_ARGS) {
    transfer t = {.call = "cmrt_enqueue_image_read",
                  .image = im,
                  .to = to,
                  .row_pitch_b = row_pitch_b,
                  .slice_pitch_b = slice_pitch_b};
    CMRT_TRY(cmrt_command_check(q, event));
    return enqueue_transfer(q, &t, box, SYNC);
}

cmrt_status cmrt_enqueue_image_copy(cmrt_queue *q, cmrt_image *to, uint32_t x, uint32_t y, uint32_t z, cmrt_image *from,
                                    const cmrt_box *box, SYNC_ARGS) {
    static const char call[] = "cmrt_enqueue_image_copy";
    ze_image_region_t source, target;
    cmrt_command *c = NULL;
    CMRT_TRY(cmrt_command_check(q, event));
    cmrt_device *d = q->device;
    CMRT_TRY(check_image(q, to, call));
    CMRT_TRY(check_image(q, from, call));
    CMRT_NEED(d, to != from && to->format == from->format, CMRT_ERR_ARGUMENT,
              "%s: the images are the same or have different formats", call);
    CMRT_TRY(check_box(from, box, call, &source));
    CMRT_TRY(check_box(to, &(cmrt_box){x, y, z, source.width, source.height, source.depth}, call, &target));
    CMRT_TRY(cmrt_command_begin(q, call, true, SYNC, &c));
    cmrt_status s =
        cmrt_check_ze(d,
                      d->ze->CommandListAppendImageCopyRegion(c->list, to->handle, from->handle, &target, &source,
                                                              cmrt_command_signal(c, true, true), 0, NULL),
                      "zeCommandListAppendImageCopyRegion");
    return cmrt_command_end(c, s, SYNC);
}
