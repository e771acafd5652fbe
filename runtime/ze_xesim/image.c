// SPDX-License-Identifier: MIT
// zeImage*, zeSampler*: 1-D and 2-D images as pitched linear memory. The surface that a kernel sees
// carries the format as ze_image_format_layout_t << 8 | ze_image_format_type_t.

#include "zx_priv.h"

#include <stdlib.h>

static const zx_image_layout layouts[] = {
    {ZE_IMAGE_FORMAT_LAYOUT_8, 1, 1},
    {ZE_IMAGE_FORMAT_LAYOUT_16, 2, 1},
    {ZE_IMAGE_FORMAT_LAYOUT_32, 4, 1},
    {ZE_IMAGE_FORMAT_LAYOUT_8_8, 2, 2},
    {ZE_IMAGE_FORMAT_LAYOUT_8_8_8_8, 4, 4},
    {ZE_IMAGE_FORMAT_LAYOUT_16_16, 4, 2},
    {ZE_IMAGE_FORMAT_LAYOUT_16_16_16_16, 8, 4},
    {ZE_IMAGE_FORMAT_LAYOUT_32_32, 8, 2},
    {ZE_IMAGE_FORMAT_LAYOUT_32_32_32_32, 16, 4},
    {ZE_IMAGE_FORMAT_LAYOUT_10_10_10_2, 4, 4},
    {ZE_IMAGE_FORMAT_LAYOUT_11_11_10, 4, 3},
    {ZE_IMAGE_FORMAT_LAYOUT_5_6_5, 2, 3},
    {ZE_IMAGE_FORMAT_LAYOUT_5_5_5_1, 2, 4},
    {ZE_IMAGE_FORMAT_LAYOUT_4_4_4_4, 2, 4},
};

const zx_image_layout *zx_image_layout_find(ze_image_format_layout_t l) {
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
        if (layouts[i].layout == l)
            return &layouts[i];
    return NULL;
}

uint32_t zx_image_cl_order(const ze_image_format_t *f) {
    const zx_image_layout *l = zx_image_layout_find(f->layout);
    switch (l ? l->channels : 0) {
    case 1:
        return f->x == ZE_IMAGE_FORMAT_SWIZZLE_A ? 0x10b1 : 0x10b0; // CL_A, CL_R
    case 2:
        return 0x10b2; // CL_RG
    case 3:
        return 0x10b4; // CL_RGB
    default:
        return f->x == ZE_IMAGE_FORMAT_SWIZZLE_B ? 0x10b6 : 0x10b5; // CL_BGRA, CL_RGBA
    }
}

uint32_t zx_image_cl_type(const ze_image_format_t *f) {
    // Rows: ze_image_format_type_t; columns: 8, 16, 32 bits a channel. CL_SNORM_INT8 = 0x10d0 and
    // following.
    static const uint16_t cl[5][3] = {
        [ZE_IMAGE_FORMAT_TYPE_UINT] = {0x10da, 0x10db, 0x10dc},
        [ZE_IMAGE_FORMAT_TYPE_SINT] = {0x10d7, 0x10d8, 0x10d9},
        [ZE_IMAGE_FORMAT_TYPE_UNORM] = {0x10d2, 0x10d3, 0},
        [ZE_IMAGE_FORMAT_TYPE_SNORM] = {0x10d0, 0x10d1, 0},
        [ZE_IMAGE_FORMAT_TYPE_FLOAT] = {0, 0x10dd, 0x10de},
    };
    const zx_image_layout *l = zx_image_layout_find(f->layout);
    if (!l || (unsigned)f->type >= 5)
        return 0;
    const unsigned channel_b = l->px_b / l->channels;
    return cl[f->type][channel_b >= 4 ? 2 : channel_b == 2 ? 1 : 0];
}

sim_surface zx_image_surface(const zx_image *img) {
    return (sim_surface){.kind = SIM_SURF_2D,
                         .base = img->base,
                         .size_b = (uint64_t)img->pitch_b * img->height,
                         .width_px = img->width,
                         .height = img->height,
                         .pitch_b = img->pitch_b,
                         .px_b = img->px_b,
                         .format = (uint32_t)img->desc.format.layout << 8 |
                                   (uint32_t)img->desc.format.type};
}

ze_result_t zx_image_region(const zx_image *img, const ze_image_region_t *in,
                            ze_image_region_t *out) {
    if (!in) {
        *out = (ze_image_region_t){.width = img->width, .height = img->height, .depth = 1};
        return ZE_RESULT_SUCCESS;
    }
    *out = *in;
    if (!out->height) // 1-D callers leave these at 0
        out->height = 1;
    if (!out->depth)
        out->depth = 1;
    if ((uint64_t)out->originX + out->width > img->width ||
        (uint64_t)out->originY + out->height > img->height || out->originZ || out->depth != 1) {
        zx_error("image region %u,%u %ux%u leaves the image of %ux%u", out->originX, out->originY,
                 out->width, out->height, img->width, img->height);
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    return ZE_RESULT_SUCCESS;
}

static ze_result_t check_desc(const ze_image_desc_t *d) {
    if ((unsigned)d->type > ZE_IMAGE_TYPE_BUFFER)
        return ZE_RESULT_ERROR_INVALID_ENUMERATION;
    if (d->type != ZE_IMAGE_TYPE_1D && d->type != ZE_IMAGE_TYPE_2D)
        return ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
    if ((unsigned)d->format.type > ZE_IMAGE_FORMAT_TYPE_FLOAT)
        return ZE_RESULT_ERROR_INVALID_ENUMERATION;
    if (!zx_image_layout_find(d->format.layout))
        return ZE_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT;
    if (d->width == 0 || d->width > 16384 || d->height > 16384 ||
        (d->type == ZE_IMAGE_TYPE_2D && !d->height))
        return ZE_RESULT_ERROR_UNSUPPORTED_SIZE;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL image_properties(ze_device_handle_t h, const ze_image_desc_t *desc,
                                               ze_image_properties_t *p) {
    ZX_HANDLE(h, ZX_DEVICE);
    ZX_POINTER(desc);
    ZX_POINTER(p);
    ZX_TRY(check_desc(desc));
    p->samplerFilterFlags = ZE_IMAGE_SAMPLER_FILTER_FLAG_POINT;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL image_create(ze_context_handle_t h, ze_device_handle_t device,
                                           const ze_image_desc_t *desc, ze_image_handle_t *out) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_HANDLE(device, ZX_DEVICE);
    ZX_POINTER(desc);
    ZX_POINTER(out);
    ZX_TRY(check_desc(desc));

    zx_image *img = calloc(1, sizeof *img);
    if (!img)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    img->context = (zx_context *)h;
    img->desc = *desc;
    img->desc.pNext = NULL;
    img->px_b = zx_image_layout_find(desc->format.layout)->px_b;
    img->width = (uint32_t)desc->width;
    img->height = desc->type == ZE_IMAGE_TYPE_1D ? 1 : desc->height;
    img->pitch_b = (img->width * img->px_b + 63) / 64 * 64;
    img->base = zx_memory_internal(img->context, (uint64_t)img->pitch_b * img->height);
    if (!img->base) {
        free(img);
        return ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    img->head.magic = ZX_IMAGE;
    *out = (ze_image_handle_t)img;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL image_destroy(ze_image_handle_t h) {
    ZX_HANDLE(h, ZX_IMAGE);
    zx_image *img = (zx_image *)h;
    zx_memory_internal_free(img->context, img->base);
    img->head.magic = ZX_NONE;
    free(img);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL sampler_create(ze_context_handle_t h, ze_device_handle_t device,
                                             const ze_sampler_desc_t *desc,
                                             ze_sampler_handle_t *out) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_HANDLE(device, ZX_DEVICE);
    ZX_POINTER(desc);
    ZX_POINTER(out);
    if ((unsigned)desc->addressMode > ZE_SAMPLER_ADDRESS_MODE_MIRROR ||
        (unsigned)desc->filterMode > ZE_SAMPLER_FILTER_MODE_LINEAR)
        return ZE_RESULT_ERROR_INVALID_ENUMERATION;
    zx_sampler *s = calloc(1, sizeof *s);
    if (!s)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    s->desc = *desc;
    s->desc.pNext = NULL;
    s->head.magic = ZX_SAMPLER;
    *out = (ze_sampler_handle_t)s;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL sampler_destroy(ze_sampler_handle_t h) {
    ZX_HANDLE(h, ZX_SAMPLER);
    ((zx_sampler *)h)->head.magic = ZX_NONE;
    free(h);
    return ZE_RESULT_SUCCESS;
}

void zx_table_image(ze_image_dditable_t *t) {
    t->pfnGetProperties = image_properties;
    t->pfnCreate = image_create;
    t->pfnDestroy = image_destroy;
}

void zx_table_sampler(ze_sampler_dditable_t *t) {
    t->pfnCreate = sampler_create;
    t->pfnDestroy = sampler_destroy;
}
