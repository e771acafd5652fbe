// SPDX-License-Identifier: MIT
// Images. Level Zero copies whole images with contiguous rows; other pitches are copied through a temporary buffer.

#include "cmrt_priv.h"

#include <stdlib.h>
#include <string.h>

#define ROW(channels, bits, suffix, layout_, type_, pixel)                                                             \
    [CMRT_FORMAT_##channels##bits##_##suffix] = {pixel, ZE_IMAGE_FORMAT_LAYOUT_##layout_, ZE_IMAGE_FORMAT_TYPE_##type_}
#define ROWS_8(suffix)                                                                                                 \
    ROW(R, 8, suffix, 8, suffix, 1), ROW(RG, 8, suffix, 8_8, suffix, 2), ROW(RGBA, 8, suffix, 8_8_8_8, suffix, 4)
#define ROWS_16(suffix)                                                                                                \
    ROW(R, 16, suffix, 16, suffix, 2), ROW(RG, 16, suffix, 16_16, suffix, 4),                                          \
        ROW(RGBA, 16, suffix, 16_16_16_16, suffix, 8)
#define ROWS_32(suffix)                                                                                                \
    ROW(R, 32, suffix, 32, suffix, 4), ROW(RG, 32, suffix, 32_32, suffix, 8),                                          \
        ROW(RGBA, 32, suffix, 32_32_32_32, suffix, 16)

static const struct {
    size_t pixel_b;
    ze_image_format_layout_t layout;
    ze_image_format_type_t type;
} formats[CMRT_FORMAT_COUNT] = {
    ROWS_8(UINT),
    ROWS_8(SINT),
    ROWS_8(UNORM),
    ROWS_8(SNORM),
    ROWS_16(UINT),
    ROWS_16(SINT),
    ROWS_16(UNORM),
    ROWS_16(SNORM),
    ROWS_16(FLOAT),
    ROWS_32(UINT),
    ROWS_32(SINT),
    ROWS_32(FLOAT),
    ROW(BGRA, 8, UNORM, 8_8_8_8, UNORM, 4),
};

size_t cmrt_format_size_b(cmrt_format f) {
    return (unsigned)f < CMRT_FORMAT_COUNT ? formats[f].pixel_b : 0;
}

// The row of this layout and type. BGRA8_UNORM has the layout and type of RGBA8_UNORM and is never returned.
static cmrt_format find_row(ze_image_format_layout_t layout, ze_image_format_type_t type) {
    for (int f = CMRT_FORMAT_NONE + 1; f < CMRT_FORMAT_COUNT; f++)
        if (f != CMRT_FORMAT_BGRA8_UNORM && formats[f].layout == layout && formats[f].type == type)
            return (cmrt_format)f;
    return CMRT_FORMAT_NONE;
}

// Writes name in lower case without '_' to out; false when it is too long.
static bool fold(const char *name, char *out, size_t size) {
    size_t n = 0;
    for (; *name; name++) {
        if (*name == '_')
            continue;
        if (n + 1 == size)
            return false;
        out[n++] = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
    }
    out[n] = 0;
    return true;
}

cmrt_format cmrt_format_find(const char *name) {
    static const struct {
        const char *word;
        ze_image_format_layout_t layout;
    } layouts[] = {
        {"rgba8", ZE_IMAGE_FORMAT_LAYOUT_8_8_8_8},
        {"rg8", ZE_IMAGE_FORMAT_LAYOUT_8_8},
        {"r8", ZE_IMAGE_FORMAT_LAYOUT_8},
        {"rgba16", ZE_IMAGE_FORMAT_LAYOUT_16_16_16_16},
        {"rg16", ZE_IMAGE_FORMAT_LAYOUT_16_16},
        {"r16", ZE_IMAGE_FORMAT_LAYOUT_16},
        {"rgba32", ZE_IMAGE_FORMAT_LAYOUT_32_32_32_32},
        {"rg32", ZE_IMAGE_FORMAT_LAYOUT_32_32},
        {"r32", ZE_IMAGE_FORMAT_LAYOUT_32},
    };
    static const struct {
        const char *word;
        ze_image_format_type_t type;
    } types[] = {
        {"", ZE_IMAGE_FORMAT_TYPE_UINT},        {"ui", ZE_IMAGE_FORMAT_TYPE_UINT},
        {"uint", ZE_IMAGE_FORMAT_TYPE_UINT},    {"u", ZE_IMAGE_FORMAT_TYPE_UINT},
        {"i", ZE_IMAGE_FORMAT_TYPE_SINT},       {"si", ZE_IMAGE_FORMAT_TYPE_SINT},
        {"sint", ZE_IMAGE_FORMAT_TYPE_SINT},    {"int", ZE_IMAGE_FORMAT_TYPE_SINT},
        {"un", ZE_IMAGE_FORMAT_TYPE_UNORM},     {"unorm", ZE_IMAGE_FORMAT_TYPE_UNORM},
        {"sn", ZE_IMAGE_FORMAT_TYPE_SNORM},     {"snorm", ZE_IMAGE_FORMAT_TYPE_SNORM},
        {"f", ZE_IMAGE_FORMAT_TYPE_FLOAT},      {"float", ZE_IMAGE_FORMAT_TYPE_FLOAT},
        {"sfloat", ZE_IMAGE_FORMAT_TYPE_FLOAT},
    };
    char text[24];
    if (!name || !fold(name, text, sizeof text))
        return CMRT_FORMAT_NONE;
    if (strcmp(text, "bgra8un") == 0 || strcmp(text, "bgra8unorm") == 0)
        return CMRT_FORMAT_BGRA8_UNORM;
    for (size_t l = 0; l < sizeof layouts / sizeof layouts[0]; l++) {
        size_t len = strlen(layouts[l].word);
        if (strncmp(text, layouts[l].word, len) != 0)
            continue;
        for (size_t t = 0; t < sizeof types / sizeof types[0]; t++)
            if (strcmp(text + len, types[t].word) == 0)
                return find_row(layouts[l].layout, types[t].type);
    }
    return CMRT_FORMAT_NONE;
}

typedef struct kind_row {
    ze_image_type_t type;
    bool has_height, has_depth, is_array;
} kind_row;

static const kind_row kind_rows[CMRT_IMAGE_KIND_COUNT] = {
    [CMRT_IMAGE_2D] = {ZE_IMAGE_TYPE_2D, true, false, false},
    [CMRT_IMAGE_1D] = {ZE_IMAGE_TYPE_1D, false, false, false},
    [CMRT_IMAGE_1D_ARRAY] = {ZE_IMAGE_TYPE_1DARRAY, false, true, true},
    [CMRT_IMAGE_1D_BUFFER] = {ZE_IMAGE_TYPE_BUFFER, false, false, false},
    [CMRT_IMAGE_2D_ARRAY] = {ZE_IMAGE_TYPE_2DARRAY, true, true, true},
    [CMRT_IMAGE_3D] = {ZE_IMAGE_TYPE_3D, true, true, false},
};

static ze_image_desc_t image_desc(const kind_row *k, cmrt_format f, uint32_t width, uint32_t height, uint32_t depth) {
    const bool bgra = f == CMRT_FORMAT_BGRA8_UNORM;
    return (ze_image_desc_t){.stype = ZE_STRUCTURE_TYPE_IMAGE_DESC,
                             .flags = ZE_IMAGE_FLAG_KERNEL_WRITE,
                             .type = k->type,
                             .format = {.layout = formats[f].layout,
                                        .type = formats[f].type,
                                        .x = bgra ? ZE_IMAGE_FORMAT_SWIZZLE_B : ZE_IMAGE_FORMAT_SWIZZLE_R,
                                        .y = ZE_IMAGE_FORMAT_SWIZZLE_G,
                                        .z = bgra ? ZE_IMAGE_FORMAT_SWIZZLE_R : ZE_IMAGE_FORMAT_SWIZZLE_B,
                                        .w = ZE_IMAGE_FORMAT_SWIZZLE_A},
                             .width = width,
                             .height = height,
                             .depth = k->is_array ? 1 : depth,
                             .arraylevels = k->is_array ? depth : 0};
}

static cmrt_status check_image(cmrt_device *d, const kind_row *k, cmrt_format format, uint32_t width, uint32_t height,
                               uint32_t depth) {
    CMRT_NEED(d, cmrt_format_size_b(format), CMRT_ERR_ARGUMENT, "cmrt_image_create: unknown format %d", (int)format);
    CMRT_NEED(d, width && height && depth, CMRT_ERR_ARGUMENT, "cmrt_image_create: image of %ux%u pixels is empty",
              width, depth ? height : 0);
    CMRT_NEED(d, (k->has_height || height == 1) && (k->has_depth || depth == 1), CMRT_ERR_ARGUMENT,
              "cmrt_image_create: %ux%ux%u pixels have more dimensions than the kind of image", width, height, depth);
    CMRT_NEED(d, d->info.max_image_width, CMRT_ERR_UNSUPPORTED, "the device does not support images");
    CMRT_NEED(
        d, k->type == ZE_IMAGE_TYPE_BUFFER || (width <= d->info.max_image_width && height <= d->info.max_image_height),
        CMRT_ERR_UNSUPPORTED, "an image of %ux%u pixels is larger than the device's %ux%u", width, height,
        d->info.max_image_width, d->info.max_image_height);
    return CMRT_OK;
}

cmrt_status cmrt_image_create_kind(cmrt_device *d, cmrt_image_kind kind, cmrt_format format, uint32_t width,
                                   uint32_t height, uint32_t depth, cmrt_image **image) {
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, image, CMRT_ERR_ARGUMENT, "cmrt_image_create: image is NULL");
    *image = NULL;
    CMRT_NEED(d, (unsigned)kind < CMRT_IMAGE_KIND_COUNT, CMRT_ERR_ARGUMENT,
              "cmrt_image_create: unknown kind of image %d", (int)kind);
    const kind_row *k = &kind_rows[kind];
    CMRT_TRY(check_image(d, k, format, width, height, depth));
    cmrt_image *im = calloc(1, sizeof *im);
    CMRT_NEED(d, im, CMRT_ERR_MEMORY, "out of memory");
    ze_image_desc_t desc = image_desc(k, format, width, height, depth);
    cmrt_status s = cmrt_check_ze(d, d->ze->ImageCreate(d->context, d->handle, &desc, &im->handle), "zeImageCreate");
    if (s != CMRT_OK) {
        free(im);
        return s;
    }
    if (!cmrt_handle_add(&im->head, CMRT_HANDLE_IMAGE)) {
        d->ze->ImageDestroy(im->handle);
        free(im);
        return cmrt_fail(d, CMRT_ERR_MEMORY, "out of memory");
    }
    im->device = d;
    im->format = format;
    im->width = width;
    im->height = height;
    im->depth = depth;
    im->rows = (size_t)height * depth;
    atomic_fetch_add(&d->children, 1);
    *image = im;
    return CMRT_OK;
}

cmrt_status cmrt_image_create(cmrt_device *d, cmrt_format format, uint32_t width, uint32_t height, cmrt_image **image) {
    return cmrt_image_create_kind(d, CMRT_IMAGE_2D, format, width, height, 1, image);
}

void cmrt_image_destroy(cmrt_image *im) {
    if (!cmrt_live(im, CMRT_HANDLE_IMAGE))
        return;
    cmrt_handle_remove(&im->head);
    cmrt_drain(im->device);
    cmrt_kernels_forget(im->device, im->handle, 1);
    im->device->ze->ImageDestroy(im->handle);
    atomic_fetch_sub(&im->device->children, 1);
    free(im);
}

static void copy_rows(uint8_t *to, size_t to_pitch_b, const uint8_t *from, size_t from_pitch_b, size_t row_b,
                      size_t rows) {
    for (size_t y = 0; y < rows; y++)
        memcpy(to + y * to_pitch_b, from + y * from_pitch_b, row_b);
}

static cmrt_status transfer(cmrt_image *im, void *read_to, const void *write_from) {
    cmrt_device *d = im->device;
    ze_command_list_handle_t list;
    CMRT_TRY(cmrt_queue_begin(d, &list));
    ze_result_t r =
        read_to ? d->ze->CommandListAppendImageCopyToMemory(list, read_to, im->handle, NULL, NULL, 0, NULL)
                : d->ze->CommandListAppendImageCopyFromMemory(list, im->handle, write_from, NULL, NULL, 0, NULL);
    cmrt_status s = cmrt_check_ze(
        d, r, read_to ? "zeCommandListAppendImageCopyToMemory" : "zeCommandListAppendImageCopyFromMemory");
    return cmrt_queue_end(d, list, s, true);
}

// A *pitch_b of 0 becomes the row's length. *packed: rows are contiguous.
static cmrt_status check_pitch(const cmrt_image *im, const void *host, size_t *pitch_b, bool *packed,
                               const char *call) {
    size_t row_b = im->width * cmrt_format_size_b(im->format);
    CMRT_NEED(im->device, host, CMRT_ERR_ARGUMENT, "%s: host is NULL", call);
    if (*pitch_b == 0)
        *pitch_b = row_b;
    CMRT_NEED(im->device, *pitch_b >= row_b, CMRT_ERR_RANGE, "%s: a pitch of %zu bytes is smaller than a row of %zu",
              call, *pitch_b, row_b);
    // A pitch this large is a negative number in disguise: no host memory can hold such rows.
    CMRT_NEED(im->device, *pitch_b == row_b || *pitch_b <= (size_t)PTRDIFF_MAX / im->rows, CMRT_ERR_RANGE,
              "%s: %zu rows with a pitch of %zu bytes exceed the address space", call, (size_t)im->rows, *pitch_b);
    *packed = *pitch_b == row_b;
    return CMRT_OK;
}

cmrt_status cmrt_image_write(cmrt_image *im, const void *host, size_t pitch_b) {
    bool packed = true;
    if (!cmrt_live(im, CMRT_HANDLE_IMAGE))
        return CMRT_ERR_ARGUMENT;
    CMRT_TRY(check_pitch(im, host, &pitch_b, &packed, "cmrt_image_write"));
    if (packed)
        return transfer(im, NULL, host);
    size_t row_b = im->width * cmrt_format_size_b(im->format);
    uint8_t *copy = malloc(row_b * im->rows);
    CMRT_NEED(im->device, copy, CMRT_ERR_MEMORY, "out of memory");
    copy_rows(copy, row_b, host, pitch_b, row_b, im->rows);
    cmrt_status s = transfer(im, NULL, copy);
    free(copy);
    return s;
}

cmrt_status cmrt_image_read(cmrt_image *im, void *host, size_t pitch_b) {
    bool packed = true;
    if (!cmrt_live(im, CMRT_HANDLE_IMAGE))
        return CMRT_ERR_ARGUMENT;
    CMRT_TRY(check_pitch(im, host, &pitch_b, &packed, "cmrt_image_read"));
    if (packed)
        return transfer(im, host, NULL);
    size_t row_b = im->width * cmrt_format_size_b(im->format);
    uint8_t *copy = malloc(row_b * im->rows);
    CMRT_NEED(im->device, copy, CMRT_ERR_MEMORY, "out of memory");
    cmrt_status s = transfer(im, copy, NULL);
    if (s == CMRT_OK)
        copy_rows(host, pitch_b, copy, row_b, row_b, im->rows);
    free(copy);
    return s;
}
