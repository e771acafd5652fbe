// SPDX-License-Identifier: MIT
// zeImage*, zeSampler*: images as pitched linear memory, slice after slice. A kernel's surface holds the format as
// ze_image_format_layout_t << 8 | ze_image_format_type_t.

#include "ze_core.h"

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

// NULL: not supported
static const zx_image_layout *find_layout(ze_image_format_layout_t l) {
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
        if (layouts[i].layout == l)
            return &layouts[i];
    return NULL;
}

// OpenCL channel order and data type, which kernels compare against
static uint32_t cl_order(const ze_image_format_t *f) {
    const zx_image_layout *l = find_layout(f->layout);
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

static uint32_t cl_type(const ze_image_format_t *f) {
    // Rows: ze_image_format_type_t; columns: 8, 16, 32 bits a channel. CL_SNORM_INT8 = 0x10d0 and
    // following.
    static const uint16_t cl[5][3] = {
        [ZE_IMAGE_FORMAT_TYPE_UINT] = {0x10da, 0x10db, 0x10dc}, [ZE_IMAGE_FORMAT_TYPE_SINT] = {0x10d7, 0x10d8, 0x10d9},
        [ZE_IMAGE_FORMAT_TYPE_UNORM] = {0x10d2, 0x10d3, 0},     [ZE_IMAGE_FORMAT_TYPE_SNORM] = {0x10d0, 0x10d1, 0},
        [ZE_IMAGE_FORMAT_TYPE_FLOAT] = {0, 0x10dd, 0x10de},
    };
    const zx_image_layout *l = find_layout(f->layout);
    if (!l || (unsigned)f->type >= 5)
        return 0;
    const unsigned channel_b = l->px_b / l->channels;
    return cl[f->type][channel_b >= 4 ? 2 : channel_b == 2 ? 1 : 0];
}

// Four bits per channel, 0 for channels in their stored order. Channels that the program does not care about keep
// their order.
static uint16_t swizzle_of(const ze_image_format_t *f) {
    const ze_image_format_swizzle_t take[4] = {f->x, f->y, f->z, f->w};
    uint16_t out = 0;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned own = i + 1, v = (unsigned)take[i] + 1;
        out = (uint16_t)(out | (v > ZE_IMAGE_FORMAT_SWIZZLE_1 + 1 ? own : v) << (4 * i));
    }
    return out == 0x4321 ? 0 : out;
}

zx_surface zx_image_surface(const zx_image *img) {
    static const cmc_host_surface_kind kinds[] = {
        [ZE_IMAGE_TYPE_1D] = CMC_HOST_SURF_1D, [ZE_IMAGE_TYPE_1DARRAY] = CMC_HOST_SURF_1D_ARRAY,
        [ZE_IMAGE_TYPE_2D] = CMC_HOST_SURF_2D, [ZE_IMAGE_TYPE_2DARRAY] = CMC_HOST_SURF_2D_ARRAY,
        [ZE_IMAGE_TYPE_3D] = CMC_HOST_SURF_3D, [ZE_IMAGE_TYPE_BUFFER] = CMC_HOST_SURF_1D,
    };
    return (zx_surface){.kind = kinds[img->desc.type],
                        .base = img->base,
                        .size_b = img->slice_b * img->depth,
                        .width_px = img->width,
                        .height = img->height,
                        .pitch_b = img->pitch_b,
                        .px_b = img->px_b,
                        .format = (uint32_t)img->desc.format.layout << 8 | (uint32_t)img->desc.format.type,
                        .swizzle = swizzle_of(&img->desc.format),
                        .depth = img->depth,
                        .slice_pitch_b = img->slice_b};
}

bool zx_image_property(const zx_image *img, zeb_arg_type what, uint32_t *v) {
    const bool is_array = img->desc.type == ZE_IMAGE_TYPE_1DARRAY || img->desc.type == ZE_IMAGE_TYPE_2DARRAY;
    switch (what) {
    case ZEB_ARG_IMAGE_WIDTH:
        *v = img->width;
        return true;
    case ZEB_ARG_IMAGE_HEIGHT:
        *v = img->height;
        return true;
    case ZEB_ARG_IMAGE_DEPTH:
        *v = is_array ? 1 : img->depth;
        return true;
    case ZEB_ARG_IMAGE_ARRAY_SIZE:
        *v = is_array ? img->depth : 1;
        return true;
    case ZEB_ARG_IMAGE_NUM_SAMPLES:
        *v = 1;
        return true;
    case ZEB_ARG_IMAGE_NUM_MIP_LEVELS:
        *v = 0;
        return true;
    case ZEB_ARG_IMAGE_CHANNEL_ORDER:
        *v = cl_order(&img->desc.format);
        return true;
    case ZEB_ARG_IMAGE_CHANNEL_DATA_TYPE:
        *v = cl_type(&img->desc.format);
        return true;
    default:
        return false;
    }
}

ze_result_t zx_image_region(const zx_image *img, const ze_image_region_t *in, ze_image_region_t *out) {
    if (!in) {
        *out = (ze_image_region_t){.width = img->width, .height = img->height, .depth = img->depth};
        return ZE_RESULT_SUCCESS;
    }
    *out = *in;
    if (!out->height) // callers with fewer dimensions leave these at 0
        out->height = 1;
    if (!out->depth)
        out->depth = 1;
    // Some programs address layers of a 1-D array by y, others by z.
    if (img->desc.type == ZE_IMAGE_TYPE_1DARRAY && out->depth == 1 && !out->originZ) {
        out->originZ = out->originY;
        out->depth = out->height;
        out->originY = 0;
        out->height = 1;
    }
    if ((uint64_t)out->originX + out->width > img->width || (uint64_t)out->originY + out->height > img->height ||
        (uint64_t)out->originZ + out->depth > img->depth) {
        zx_error("image region %u,%u,%u %ux%ux%u exceeds the image of %ux%ux%u", out->originX, out->originY,
                 out->originZ, out->width, out->height, out->depth, img->width, img->height, img->depth);
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    return ZE_RESULT_SUCCESS;
}

typedef struct image_limits { // per ze_image_type_t; 0: the dimension is not used
    uint32_t width, height, depth, layers;
} image_limits;

static const image_limits limits[] = {
    [ZE_IMAGE_TYPE_1D] = {ZX_IMAGE_MAX, 0, 0, 0},
    [ZE_IMAGE_TYPE_1DARRAY] = {ZX_IMAGE_MAX, 0, 0, ZX_IMAGE_MAX_LAYERS},
    [ZE_IMAGE_TYPE_2D] = {ZX_IMAGE_MAX, ZX_IMAGE_MAX, 0, 0},
    [ZE_IMAGE_TYPE_2DARRAY] = {ZX_IMAGE_MAX, ZX_IMAGE_MAX, 0, ZX_IMAGE_MAX_LAYERS},
    [ZE_IMAGE_TYPE_3D] = {ZX_IMAGE_MAX, ZX_IMAGE_MAX, ZX_IMAGE_MAX_LAYERS, 0},
    [ZE_IMAGE_TYPE_BUFFER] = {ZX_IMAGE_MAX_BUFFER, 0, 0, 0},
};

static bool in_limit(uint64_t v, uint32_t limit) {
    return !limit || (v && v <= limit);
}

static ze_result_t check_desc(const ze_image_desc_t *d) {
    if ((unsigned)d->type > ZE_IMAGE_TYPE_BUFFER || (unsigned)d->format.type > ZE_IMAGE_FORMAT_TYPE_FLOAT ||
        (unsigned)d->format.layout > ZE_IMAGE_FORMAT_LAYOUT_BRGP ||
        d->flags & ~(ze_image_flags_t)(ZE_IMAGE_FLAG_KERNEL_WRITE | ZE_IMAGE_FLAG_BIAS_UNCACHED))
        return ZE_RESULT_ERROR_INVALID_ENUMERATION;
    if (!find_layout(d->format.layout)) {
        zx_error("image layout %d is not supported", (int)d->format.layout);
        return ZE_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT;
    }
    const image_limits *l = &limits[d->type];
    if (!in_limit(d->width, l->width) || !in_limit(d->height, l->height) || !in_limit(d->depth, l->depth) ||
        !in_limit(d->arraylevels, l->layers) || d->width == 0) {
        zx_error("image of %llux%ux%u pixels, %u layers exceeds the limits of the device", (unsigned long long)d->width,
                 d->height, d->depth, d->arraylevels);
        return ZE_RESULT_ERROR_UNSUPPORTED_SIZE;
    }
    return ZE_RESULT_SUCCESS;
}

// Makes the image without its memory.
static zx_image *image_make(zx_context *c, const ze_image_desc_t *desc) {
    zx_image *img = calloc(1, sizeof *img);
    if (!img)
        return NULL;
    const image_limits *l = &limits[desc->type];
    img->context = c;
    img->desc = *desc;
    img->desc.pNext = NULL;
    img->px_b = find_layout(desc->format.layout)->px_b;
    img->width = (uint32_t)desc->width;
    img->height = l->height ? desc->height : 1;
    img->depth = l->depth ? desc->depth : l->layers ? desc->arraylevels : 1;
    img->pitch_b = (img->width * img->px_b + 63) / 64 * 64;
    img->slice_b = (uint64_t)img->pitch_b * img->height;
    return img;
}

static ze_result_t ZE_APICALL image_properties(ze_device_handle_t h, const ze_image_desc_t *desc,
                                               ze_image_properties_t *p) {
    ZX_HANDLE(h, ZX_DEVICE);
    ZX_POINTER(desc);
    ZX_POINTER(p);
    ZX_TRY(check_desc(desc));
    const bool is_int =
        desc->format.type == ZE_IMAGE_FORMAT_TYPE_UINT || desc->format.type == ZE_IMAGE_FORMAT_TYPE_SINT;
    p->samplerFilterFlags =
        ZE_IMAGE_SAMPLER_FILTER_FLAG_POINT | (is_int ? 0u : (unsigned)ZE_IMAGE_SAMPLER_FILTER_FLAG_LINEAR);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL image_create(ze_context_handle_t h, ze_device_handle_t device,
                                           const ze_image_desc_t *desc, ze_image_handle_t *out) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_HANDLE(device, ZX_DEVICE);
    ZX_POINTER(desc);
    ZX_POINTER(out);
    ZX_TRY(check_desc(desc));

    zx_image *img = image_make((zx_context *)h, desc);
    if (!img)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    const uint64_t size_b = img->slice_b * img->depth;
    if (size_b <= ((const zx_device *)device)->facts.max_alloc_b)
        img->base = zx_memory_internal(img->context, size_b);
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
    if (!img->is_view)
        zx_memory_internal_free(img->context, img->base);
    img->head.magic = ZX_NONE;
    zx_retire(img);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL image_alloc_properties(ze_context_handle_t h, ze_image_handle_t image,
                                                     ze_image_allocation_ext_properties_t *p) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_HANDLE(image, ZX_IMAGE);
    ZX_POINTER(p);
    p->id = (uint64_t)(uintptr_t)((const zx_image *)image)->base;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL image_memory_properties(ze_image_handle_t h, ze_image_memory_properties_exp_t *p) {
    ZX_HANDLE(h, ZX_IMAGE);
    ZX_POINTER(p);
    const zx_image *img = (const zx_image *)h;
    p->size = img->slice_b * img->depth;
    p->rowPitch = img->pitch_b;
    p->slicePitch = img->slice_b;
    return ZE_RESULT_SUCCESS;
}

// The same pixels in another format of the same size.
static ze_result_t ZE_APICALL image_view(ze_context_handle_t h, ze_device_handle_t device, const ze_image_desc_t *desc,
                                         ze_image_handle_t of, ze_image_handle_t *out) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_HANDLE(device, ZX_DEVICE);
    ZX_POINTER(desc);
    ZX_HANDLE(of, ZX_IMAGE);
    ZX_POINTER(out);
    ZX_TRY(check_desc(desc));
    const zx_image *source = (const zx_image *)of;
    zx_image *img = image_make((zx_context *)h, desc);
    if (!img)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    if (img->px_b != source->px_b || img->width != source->width || img->height != source->height ||
        img->depth != source->depth) {
        free(img);
        zx_error("a view must have the size and pixel size of its image");
        return ZE_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT;
    }
    img->base = source->base;
    img->is_view = true;
    img->head.magic = ZX_IMAGE;
    *out = (ze_image_handle_t)img;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL sampler_create(ze_context_handle_t h, ze_device_handle_t device,
                                             const ze_sampler_desc_t *desc, ze_sampler_handle_t *out) {
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
    zx_retire(h);
    return ZE_RESULT_SUCCESS;
}

void zx_table_image(ze_image_dditable_t *t) {
    t->pfnGetProperties = image_properties;
    t->pfnCreate = image_create;
    t->pfnDestroy = image_destroy;
    t->pfnGetAllocPropertiesExt = image_alloc_properties;
}

void zx_table_image_exp(ze_image_exp_dditable_t *t) {
    t->pfnGetMemoryPropertiesExp = image_memory_properties;
    t->pfnViewCreateExp = image_view;
}

void zx_table_sampler(ze_sampler_dditable_t *t) {
    t->pfnCreate = sampler_create;
    t->pfnDestroy = sampler_destroy;
}
